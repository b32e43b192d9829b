"""A follower beside a floor under load: killed again and again it ends as one that was never stopped; and copies.

The floor, its players, the follower, the mirror and the backups are the real programs and files.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import closing
from pathlib import Path

from msgspec import json

from openetg.floor.state import state_hash
from openetg.journal import places
from openetg.journal.proofs.checkpoint import latest_checkpoint
from openetg.journal.snapshots import Snapshot, usable
from openetg.keys.signing import PUBLIC, read_public_key
from openetg.reports.audit.moment import floor_at
from openetg.server.plan.folder import FloorFolder
from tests.faults.evening import SECRET, TERMINALS, Evening, evening, says_intact
from tests.faults.floors import ended, kill, start, start_floor, word_after

FOLLOWER_KILLS = int(os.environ.get("OPENETG_FOLLOWER_KILLS", "20"))
SHORT_DAYS = ("--day-length", "2")
"""Gaming days of seconds, so that volumes change under the follower."""


async def etg(*words: object) -> tuple[int, str, str]:
    """Runs `etg` to its end: exit code, what it said, what it complained of."""
    process = await start(*words)
    said, complained = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode(), complained.decode()


def following(folder: Path, *more: object) -> tuple[object, ...]:
    return ("journal", "follow", "--floor", folder, "--every", 0.2, "--snapshot-every", 200, *more)


def test_a_follower_killed_twenty_times_ends_like_one_that_was_not(tmp_path: Path) -> None:
    asyncio.run(kill_followers(tmp_path / "floor", tmp_path / "mirror", tmp_path / "fresh"))


async def kill_followers(folder: Path, mirror: Path, fresh: Path) -> None:
    async with evening(folder, *SHORT_DAYS) as (tonight, playing):
        floor = await tonight.start()
        await tonight.open(floor)
        for _ in range(FOLLOWER_KILLS):
            follower = await start(*following(folder, "--mirror", mirror))
            await asyncio.sleep(tonight.random.uniform(0.3, 0.9))
            await kill(follower)
        await tonight.close(floor, playing)
    code, said, complained = await etg(*following(folder, "--mirror", mirror, "--once"))
    assert (code, complained) == (0, ""), said
    code, said_fresh, complained = await etg(*following(fresh, folder / "journal", "--once"))
    assert (code, complained) == (0, "")
    assert said.splitlines()[-1] == said_fresh.splitlines()[-1], "the same number of entries and the same root"
    assert newest(FloorFolder(folder)) == newest(FloorFolder(fresh))
    assert not FloorFolder(folder).alarm.exists()
    check_copy(folder / "journal", mirror)
    await says_intact(folder)


def newest(place: FloorFolder) -> tuple[object, ...]:
    """What the last checkpoint and the last snapshot say."""
    note = latest_checkpoint(place.checkpoints)
    assert note is not None
    key = read_public_key((place.keys / PUBLIC).read_text())
    name = note.checkpoint.origin.rpartition("/")[2]
    snapshot = next(each for each in usable(place.snapshots, name, key) if isinstance(each, Snapshot))
    return note.checkpoint, snapshot.head


def check_copy(journal: Path, copy: Path) -> None:
    """Group by group the same, in as many volumes."""
    with closing(places.open_to_read(str(journal))) as one, closing(places.open_to_read(str(copy))) as other:
        assert list(one.groups(after_sequence=0)) == list(other.groups(after_sequence=0))
        assert [each.opening for each in one.volumes()] == [each.opening for each in other.volumes()]
        assert len(one.volumes()) > 3, "days have changed meanwhile"


def test_a_backup_under_load_is_whole_and_a_floor_goes_on_from_it(tmp_path: Path) -> None:
    asyncio.run(back_up_and_restore(tmp_path / "floor", tmp_path / "backup", tmp_path / "restored"))


async def back_up_and_restore(folder: Path, backup: Path, restored: Path) -> None:
    restored.mkdir()
    async with evening(folder, *SHORT_DAYS) as (tonight, playing):
        floor = await tonight.start()
        await tonight.open(floor)
        for _ in range(3):
            await tonight.until_told(300)
            code, said, complained = await etg("journal", "backup", folder / "journal", backup)
            assert (code, complained) == (0, ""), said
            assert "intact" in said
        await tonight.close(floor, playing)
        code, said, complained = await etg("journal", "restore", backup, restored / "journal")
        assert (code, complained) == (0, "")
        check_prefix(backup, folder / "journal")
        code, _, complained = await etg("journal", "restore", backup, restored / "journal")
        assert code == 2
        assert "expected a place where no journal is" in complained
        code, said, complained = await etg(
            "journal",
            "adopt",
            restored / "journal",
            "--keys",
            folder / "keys",
            "--by",
            "ann",
            "--why",
            "the disk was lost",
        )
        assert (code, complained) == (0, ""), "whoever goes on from an older copy answers for what is lost"
        await start_on(restored, folder, tonight)


def check_prefix(backup: Path, journal: Path) -> None:
    """The backup is the journal as it was, and leads to the floor as it was."""
    with closing(places.open_to_read(str(backup))) as copy, closing(places.open_to_read(str(journal))) as whole:
        end = copy.head().sequence
        assert 0 < end < whole.head().sequence
        assert state_hash(floor_at(copy, end)) == state_hash(floor_at(whole, end))


async def start_on(restored: Path, folder: Path, tonight: Evening) -> None:
    """A floor with the restored journal, the floor's secret and its keys."""
    (restored / "secret").write_bytes(SECRET)
    options = ("--keys", folder / "keys", *tonight._wheels.options)
    floor = await start_floor(restored, *options, port=tonight._port, terminals=TERMINALS)
    tonight.floors.append(floor)
    await tonight.open(floor)
    floor.terminate()
    assert await ended(floor) == (0, "")
    await says_intact(restored)


def test_days_are_put_away_while_the_floor_runs_and_it_starts_again_without_them(tmp_path: Path) -> None:
    asyncio.run(put_days_away(tmp_path / "floor", tmp_path / "archive", tmp_path / "joined"))


async def put_days_away(folder: Path, archive: Path, joined: Path) -> None:
    journal = folder / "journal"
    async with evening(folder, *SHORT_DAYS) as (tonight, playing):
        floor = await tonight.start()
        await tonight.open(floor)
        follower = await start(*following(folder))
        tonight.floors.append(follower)
        assert await word_after(follower, "follows"), await ended(follower)
        await until_days(journal, 4)
        await until_archived(journal, archive)
        await kill(floor)
        floor = await tonight.start()
        await tonight.open(floor)
        await tonight.until_told(200)
        for player in tonight.players:
            player.finish()
        await playing
        floor.terminate()
        assert await ended(floor) == (0, "")
        follower.terminate()
        assert await ended(follower) == (0, ""), "no alarm"
    code, said, complained = await etg("journal", "restore", archive, journal, joined)
    assert (code, complained) == (0, ""), said
    code, said, _ = await etg("journal", "gate", joined, "--floor", folder, "--json")
    assert code == 0, said
    assert json.decode(said)["details"]["states_compared"] > 5
    code, said, _ = await etg("journal", "gate", journal)
    assert code == 0, said


async def until_days(journal: Path, count: int) -> None:
    while len(list(journal.glob("*.sqlite3"))) < count:
        await asyncio.sleep(0.1)


async def until_archived(journal: Path, archive: Path) -> None:
    """Once the follower has signed, closed days may go; what is left begins later."""
    said = ""
    while "archived" not in said:
        _, said, _ = await etg("journal", "archive", journal, archive, "--keep", 1)
    with closing(places.open_to_read(str(journal))) as left:
        assert left.volumes()[0].number > 1
