"""Whoever may write to the database of a stopped floor, but has none of its keys: what is forged is never believed.

On SQLite and on PostgreSQL, before and after the newest snapshot and checkpoint. The chain of a forged entry fits, and
the floor itself would have decided it so: only the MAC, by a key outside the database, tells it from the floor's own.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openetg.cli.main import etg
from openetg.floor.commands import AnyCommand, InsertNote, RecordLogin
from openetg.journal import places
from openetg.journal.proofs.checkpoint import latest_checkpoint
from openetg.journal.store import JournalProblem
from openetg.keys.keyring import open_keyring
from openetg.keys.macs import rotate_mac_key
from openetg.money import Money, cents
from openetg.reports.audit.recovery import recover
from openetg.server.checks.backlog import AlarmRaised
from openetg.server.checks.selfcheck import CheckFailed
from openetg.server.follower.process import FollowerPlan, follow
from openetg.server.follower.standby import Warm
from openetg.server.plan.folder import FloorFolder
from tests.journal_writing import forge, start_and_stop
from tests.postgres import new_schema, shared_server

NOTES = tuple(InsertNote("M1", cents(10_000)) for _ in range(50))
"""5,000.00 that nobody has put into any acceptor."""
LOGIN = (RecordLogin("ira", "a" * 64, 3_600_000),)
FORGED = pytest.mark.parametrize("forged", [NOTES, LOGIN], ids=["notes", "login"])


def in_sqlite(path: Path) -> FloorFolder:
    return FloorFolder(path)


def in_postgres(path: Path) -> FloorFolder:
    return FloorFolder(path, shared_server().url(schema=new_schema()))


@pytest.fixture(params=[in_sqlite, in_postgres], ids=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> FloorFolder:
    """A floor that ran for a while and was stopped well."""
    make: Callable[[Path], FloorFolder] = request.param
    found = make(tmp_path / "floor")
    start_and_stop(found, InsertNote("M1", cents(5_000)))
    return found


def signed(place: FloorFolder) -> int:
    """Has the follower sign a checkpoint and keep a snapshot of all there is; where."""
    asyncio.run(follow(FollowerPlan(place, once=True), lambda _: None))
    note = latest_checkpoint(place.checkpoints)
    return note.checkpoint.size if note is not None else 0


def meter(place: FloorFolder) -> Money:
    with closing(places.open_to_read(place.journal)) as journal:
        return recover(journal).floor.ledger.accounts["meter/M1"]


def verify(place: FloorFolder, *more: object) -> Result:
    words = ["journal", "verify", place.journal, "--floor", str(place.path), *map(str, more)]
    return CliRunner().invoke(etg, words)


@FORGED
@pytest.mark.parametrize("snapshot", [False, True], ids=["no snapshot", "behind the newest snapshot"])
def test_a_start_refuses_forged_entries(place: FloorFolder, forged: tuple[AnyCommand, ...], snapshot: bool) -> None:
    if snapshot:
        signed(place)
    forge(place, *forged)
    with pytest.raises(JournalProblem, match=r"authenticated by a key of this floor, found no MAC.*restore the newest"):
        start_and_stop(place)


@FORGED
def test_the_follower_does_not_sign_over_them(place: FloorFolder, forged: tuple[AnyCommand, ...]) -> None:
    before = signed(place)
    forge(place, *forged)
    with pytest.raises(AlarmRaised, match="mac at entry"):
        signed(place)
    note = latest_checkpoint(place.checkpoints)
    assert note is not None
    assert note.checkpoint.size == before
    assert "no MAC" in place.alarm.read_text()


def test_nor_does_whoever_signs_by_hand(place: FloorFolder) -> None:
    forge(place, *LOGIN)
    ran = CliRunner().invoke(etg, ["journal", "checkpoint", "sign", place.journal, "--floor", str(place.path)])
    assert ran.exit_code == 1, ran.output
    assert "mac: expected a MAC by a key of this floor, found no MAC" in ran.output
    assert latest_checkpoint(place.checkpoints) is None


def test_nor_does_a_standby_take_over_with_them(place: FloorFolder) -> None:
    with closing(places.open_to_read(place.journal)) as journal:
        warm = Warm(journal, place)
        forge(place, *NOTES)
        with pytest.raises(JournalProblem, match="mac at entry"):
            warm.catch_up(journal)
        with pytest.raises(JournalProblem, match="found no MAC"):
            Warm(journal, place)


def test_nor_is_a_round_resolved_behind_them(place: FloorFolder) -> None:
    forge(place, *NOTES)
    asked = ["floor", "resolve", "B", "assistant_gaming_manager", "ann", "why", "--folder", str(place.path)]
    ran = CliRunner().invoke(etg, [*asked, *(["--store", place.store] if place.store else [])])
    assert ran.exit_code != 0
    with closing(places.open_to_read(place.journal)) as journal:
        assert not list(journal.groups(after_sequence=0))[-1].mac, "nothing was written behind them"


def test_verification_where_the_keys_are_names_them_and_elsewhere_says_that_it_cannot(
    place: FloorFolder, tmp_path: Path
) -> None:
    ran = verify(place)
    assert ran.exit_code == 0, ran.output
    assert "groups are by keys of this floor" in ran.output
    forge(place, *NOTES)
    for more in ((), ("--keys", place.keys)):
        ran = verify(place, *more)
        assert ran.exit_code == 1, ran.output
        assert "mac: expected a MAC by a key of this floor, found no MAC" in ran.output
    without = CliRunner().invoke(etg, ["journal", "verify", place.journal, "--floor", str(tmp_path)])
    assert without.exit_code == 0, "nothing but a key can tell"
    assert "macs     not checked: give --keys" in without.output


def test_the_mac_of_another_group_or_key_does_not_pass(place: FloorFolder, tmp_path: Path) -> None:
    """Neither one that stood under an earlier group, nor one made with the key of another floor."""
    other = FloorFolder(tmp_path / "other")
    start_and_stop(other, InsertNote("M1", cents(5_000)))
    with closing(places.open_to_read(other.journal)) as journal:
        foreign = list(journal.groups(after_sequence=0))[-1].mac
    with closing(places.open_to_read(place.journal)) as journal:
        earlier = list(journal.groups(after_sequence=0))[-1].mac
    for mac, words in ((earlier, "has not made"), (foreign, "not in the keyring"), (b"x", "not in the keyring")):
        with closing(places.open_to_write(place.journal)) as store:
            store.authenticate(lambda _group, mac=mac: mac)  # type: ignore[misc]
            lease = store.claim()
            last = list(store.entries(after_sequence=lease.head.sequence - 1))[-1]
            store.append(lease, [type(last)(last.sequence + 1, last.at_ms, last.command, last.verdict)])
        ran = verify(place, "--keys", place.keys, "--chain-only")
        assert ran.exit_code == 1
        assert words in ran.output
        return_to(place, lease.head.sequence)


def return_to(place: FloorFolder, sequence: int) -> None:
    """Takes the forged group out again, with every hash made to fit, as its author could."""
    if place.store:
        pytest.skip("one engine will do")
    from openetg.journal.chain import head_digest  # noqa: PLC0415

    (path,) = Path(place.journal).glob("00001*.sqlite3")
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM groups WHERE last > ?", (sequence,))
        at_ms, epoch, digest = database.execute("SELECT at_ms, epoch, hash FROM groups ORDER BY last DESC").fetchone()
        row = (sequence, at_ms, epoch, digest, head_digest(sequence=sequence, at_ms=at_ms, epoch=epoch, hash=digest))
        database.execute("UPDATE head SET sequence = ?, at_ms = ?, epoch = ?, hash = ?, digest = ?", row)
        database.commit()


def test_a_group_of_before_the_snapshot_is_found_in_the_background(place: FloorFolder) -> None:
    """A start does not look there; the follower does, and raises the alarm."""
    with closing(places.open_to_write(place.journal)) as store:
        groups = list(store.groups(after_sequence=0))
    signed(place)
    strip_mac(place, groups[0].last)
    start_and_stop(place)
    with pytest.raises(AlarmRaised, match=r"mac at entry .* found no MAC"):
        signed(place)


def strip_mac(place: FloorFolder, last: int) -> None:
    if place.store:
        schema = place.store.rpartition("schema=")[2]
        shared_server().ask(f"UPDATE {schema}.groups SET mac = ''::bytea WHERE last = {last}")
        return
    (path,) = Path(place.journal).glob("00001*.sqlite3")
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("UPDATE groups SET mac = x'' WHERE last = ?", (last,)).rowcount == 1
        database.commit()


# A journal of before, and keys that change.


def unmarked(place: FloorFolder) -> None:
    """Makes the journal one of an OpenETG that did not authenticate: no MACs, and a keyring without the key."""
    with closing(places.open_to_read(place.journal)) as journal:
        lasts = [group.last for group in journal.groups(after_sequence=0)]
    for last in lasts:
        strip_mac(place, last)
    (place.keys / "high-water.json").unlink()
    with closing(open_keyring(place.keys)) as ring, ring._writing():
        ring._connection.execute("DELETE FROM keys WHERE subject = 'journal'")


def adopt(place: FloorFolder, *, why: str = "written by build 0.0.9") -> Result:
    words = ["journal", "adopt", place.journal, "--keys", str(place.keys), "--by", "P7", "--why", why]
    return CliRunner().invoke(etg, words)


def test_a_journal_of_before_is_not_taken_over_in_silence_but_adopted_on_record(place: FloorFolder) -> None:
    unmarked(place)
    with pytest.raises(CheckFailed, match=r"no such key there: .*etg journal adopt"):
        start_and_stop(place)
    ran = adopt(place)
    assert ran.exit_code == 0, ran.output
    lines = start_and_stop(place)
    assert any("adopted up to entry" in line and "by P7" in line and "build 0.0.9" in line for line in lines), lines
    with closing(places.open_to_read(place.journal)) as journal:
        checks = recover(journal).floor.premises
        assert checks.software
        entry = next(each for each in journal.entries(after_sequence=0) if b"adopted up to entry" in each.command)
        assert b"StartWriter" in entry.command
    assert verify(place, "--keys", place.keys).exit_code == 0


def test_what_was_adopted_is_pinned_by_its_hash(place: FloorFolder) -> None:
    unmarked(place)
    assert adopt(place).exit_code == 0
    forge(place, *NOTES)
    with pytest.raises(JournalProblem, match="found no MAC"):
        start_and_stop(place)


def test_a_journal_that_does_not_verify_is_not_adopted(place: FloorFolder) -> None:
    if place.store:
        pytest.skip("one engine will do")
    unmarked(place)
    (path,) = Path(place.journal).glob("00001*.sqlite3")
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE groups SET at_ms = at_ms + 1 WHERE last = (SELECT min(last) FROM groups)")
        database.commit()
    assert adopt(place).exit_code == 1
    assert not (place.keys / "adopted.json").exists()


def test_older_groups_stay_authenticated_when_the_key_is_changed(place: FloorFolder) -> None:
    with closing(open_keyring(place.keys)) as ring:
        made = rotate_mac_key(ring)
    start_and_stop(place)
    with closing(places.open_to_read(place.journal)) as journal:
        macs = [group.mac.hex() for group in journal.groups(after_sequence=0)]
    assert macs[-1].startswith(made.id)
    assert not macs[0].startswith(made.id)
    assert verify(place, "--keys", place.keys).exit_code == 0
    assert meter(place) == cents(5_000)
