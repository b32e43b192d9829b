"""The follower: its own floor, tree, checkpoints and snapshots, from any place it was stopped at; and its alarms."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Event
from unittest.mock import ANY

import pytest
from click.testing import CliRunner
from litestar.testing import TestClient
from msgspec.structs import replace

from openetg.cli.journal.copies.follow import command as follow
from openetg.floor.state import state_hash
from openetg.journal import places
from openetg.journal.chain import Group
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.proofs.checkpoint import latest_checkpoint, read_checkpoints
from openetg.journal.proofs.tree import Tree, leaves_of
from openetg.journal.store import Store
from openetg.reports.audit.second_opinion import Alarm
from openetg.server.checks.backlog import AlarmRaised
from openetg.server.follower.follower import Follower
from openetg.server.follower.mirror import Mirror
from openetg.server.follower.pages import make_app
from openetg.server.follower.process import read_alarms, write_alarm
from openetg.server.life.single_process import alone
from openetg.server.ops.metrics import read_token
from openetg.server.plan.folder import FloorFolder
from tests.unit.server.played import Played, playing, three_days

pytestmark = pytest.mark.slow


class Watched:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@contextmanager
def following(place: FloorFolder, clock: Watched | None = None, *, snapshot_every: int = 30) -> Iterator[Follower]:
    with ExitStack() as stack:
        journal = stack.enter_context(closing(places.open_to_read(place.journal)))
        follower = Follower(journal, place, snapshot_every=snapshot_every, now_s=clock or Watched())
        yield stack.enter_context(closing(follower))


def run(place: FloorFolder) -> tuple[int, str, str]:
    """Follows to the end: size, root, state hash."""
    with following(place) as follower:
        assert not follower.step()
        follower.finish()
        return result(follower)


def result(follower: Follower) -> tuple[int, str, str]:
    return follower.sequence, follower.notary.tree.root().hex(), state_hash(follower.opinion.floor)


@pytest.fixture
def place(tmp_path: Path) -> FloorFolder:
    folder = FloorFolder(tmp_path / "floor")
    folder.path.mkdir()
    three_days(folder.journal)
    return folder


def test_it_comes_to_the_root_and_state_of_the_journal(place: FloorFolder) -> None:
    size, root, state = run(place)
    tree = Tree()
    with closing(places.open_to_read(place.journal)) as journal:
        for group in journal.groups(after_sequence=0):
            tree.extend(leaves_of(group.body))
        head = journal.head()
    assert (size, root) == (head.sequence, tree.root().hex())
    note = latest_checkpoint(place.checkpoints)
    assert note is not None
    assert (note.checkpoint.size, note.checkpoint.root.hex(), note.checkpoint.state) == (size, root, state)
    assert note.checkpoint.chain == head.hash


def test_the_end_of_each_day_is_signed(place: FloorFolder) -> None:
    run(place)
    with closing(places.open_to_read(place.journal)) as journal:
        ends = [volume.opening.sequence for volume in journal.volumes()[1:]]
        signed = [note.checkpoint.size for note in read_checkpoints(place.checkpoints)]
        assert signed == [ends[0] - 35, *ends, journal.head().sequence] or signed[-3:] == [
            *ends,
            journal.head().sequence,
        ]


def test_checkpoints_come_with_time_and_news_only(tmp_path: Path) -> None:
    place = FloorFolder(tmp_path)
    clock = Watched()
    with playing(place.journal) as floor, following(place, clock) as follower:
        signed = []
        for seconds, rounds in ((0, 1), (9, 1), (2, 0), (20, 0), (11, 1)):
            clock.now_s += seconds
            floor.rounds(rounds)
            follower.step()
            checkpoint = follower.notary.signed
            signed.append(checkpoint.size if checkpoint else 0)
        end = floor.floor.sequence
        assert 0 < signed[0] == signed[1] < signed[2], "at once, then not before ten seconds have passed"
        assert signed[2] == signed[3] == follower_end(signed[2], end)
        assert signed[4] == end


def follower_end(found: int, end: int) -> int:
    """Something signed, and less than in the end."""
    assert 0 < found < end
    return found


def test_stopped_anywhere_it_ends_the_same(place: FloorFolder, tmp_path: Path) -> None:
    fresh = run(FloorFolder(tmp_path / "fresh", place.journal, place.keys))
    with closing(places.open_to_read(place.journal)) as journal:
        groups = len(list(journal.groups(after_sequence=0)))
    for stop_after in range(1, groups, 3):
        clock = Watched()
        with following(place, clock, snapshot_every=10) as follower:
            for count, group in enumerate(journal_of(follower), start=1):
                follower._take(group)
                if count % 4 == 0:
                    follower._sign()
                if count == stop_after:
                    break  # and nothing is finished: as killed
    assert run(place) == fresh


def journal_of(follower: Follower) -> Iterator[Group]:
    return follower.journal.groups(after_sequence=follower.sequence)


def test_it_goes_on_from_its_snapshot_and_the_tally_with_it(place: FloorFolder) -> None:
    run(place)
    with following(place) as follower:
        assert follower.opinion.sequence == follower.notary.sequence == follower.head.sequence
        assert follower.tally.since == 0
        assert follower.tally.tables["B"].rounds == 10


def test_without_its_tree_it_makes_it_again_and_holds_it_against_what_was_signed(place: FloorFolder) -> None:
    expected = run(place)
    for path in place.tree.iterdir():
        path.unlink()
    with following(place) as follower:
        follower.step()
        assert result(follower) == expected


def test_a_snapshot_nobody_signed_is_skipped_and_told(place: FloorFolder) -> None:
    expected = run(place)
    newest = max(place.snapshots.iterdir())
    newest.write_bytes(newest.read_bytes().replace(b"sequence", b"seqUence", 1))
    with following(place) as follower:
        assert [str(newest) in words for words in follower.skipped] == [True]
        follower.step()
        assert result(follower) == expected


# What must raise an alarm.


def alarm_of(place: FloorFolder) -> Alarm:
    with pytest.raises(AlarmRaised) as raised:
        run(place)
    return raised.value.alarm


def tamper(place: FloorFolder, volume: str, old: str, new: str) -> int:
    """Changes a body in a volume's file; which group it was."""
    (path,) = Path(place.journal).glob(f"{volume}*.sqlite3")
    with closing(sqlite3.connect(path)) as connection, connection:
        find = "SELECT last FROM groups WHERE instr(body, ?) ORDER BY last LIMIT 1"
        (last,) = connection.execute(find, (old.encode(),)).fetchone()
        update = "UPDATE groups SET body = CAST(replace(body, ?, ?) AS BLOB) WHERE last = ?"
        connection.execute(update, (old, new, last))
    return int(last)


def test_a_changed_entry_breaks_the_chain(place: FloorFolder) -> None:
    last = tamper(place, "00002", '"amount":500', '"amount":900')
    alarm = alarm_of(place)
    assert (alarm.sequence, alarm.about) == (last, "chain")
    note = latest_checkpoint(place.checkpoints)
    assert note is not None
    assert note.checkpoint.size < last, "nothing is signed over it"


def test_an_entry_this_floor_would_decide_otherwise(tmp_path: Path) -> None:
    place, honest = FloorFolder(tmp_path), tmp_path / "honest"
    with playing(honest) as floor:
        floor.rounds(1)
    with closing(places.open_to_read(str(honest))) as journal, closing(changed_copy(place.journal)) as store:
        lease = store.claim()
        for group in journal.groups(after_sequence=0):
            lease = store.append(lease, [less_accepted(entry) for entry in decode_entries(group.body)])
    assert alarm_of(place).about == "decision"


def changed_copy(address: str) -> Store:
    return places.create(address, journal_id="floor-played")


def less_accepted(entry: Entry) -> Entry:
    """A writer that takes less than was wagered: its chain is right, its answers are not."""
    if b"PlaceWager" not in entry.command:
        return entry
    return replace(entry, verdict=entry.verdict.replace(b"500", b"400"))


def test_a_journal_that_was_taken_back(place: FloorFolder) -> None:
    run(place)
    (newest,) = Path(place.journal).glob("00003*.sqlite3")
    with closing(sqlite3.connect(newest)) as connection, connection:
        last, at_ms, epoch, hash_ = connection.execute(
            "SELECT last, at_ms, epoch, hash FROM groups ORDER BY last DESC LIMIT 1 OFFSET 2"
        ).fetchone()
        connection.execute("DELETE FROM groups WHERE last > ?", (last,))
        connection.execute("UPDATE head SET sequence = ?, at_ms = ?, epoch = ?, hash = ?", (last, at_ms, epoch, hash_))
    alarm = alarm_of(place)
    assert alarm.about == "checkpoint"
    assert alarm.expected.startswith("a journal of at least")


def test_another_journal_in_its_place(place: FloorFolder, tmp_path: Path) -> None:
    run(place)
    with playing(tmp_path / "other") as floor:
        floor.rounds(30)
    other = FloorFolder(place.path, str(tmp_path / "other"))
    assert alarm_of(other).about == "snapshot"
    for path in place.snapshots.iterdir():
        path.unlink()
    assert alarm_of(other).about == "tree"


@pytest.mark.parametrize(("lost", "about"), [(["snapshots"], "tree"), (["snapshots", "tree"], "checkpoint")])
def test_a_journal_rewritten_so_that_every_hash_and_every_answer_fits(
    tmp_path: Path, lost: list[str], about: str
) -> None:
    """Only the tree, or what was signed, still knows of an entry in the middle of its group that it was another."""
    honest, rewritten = FloorFolder(tmp_path, str(tmp_path / "honest")), FloorFolder(tmp_path, str(tmp_path / "other"))
    with playing(Path(honest.journal)) as floor:
        floor.rounds(1)
    run(honest)
    with closing(places.open_to_read(honest.journal)) as journal, closing(changed_copy(rewritten.journal)) as store:
        lease = store.claim()
        for group in journal.groups(after_sequence=0):
            first, *others = decode_entries(group.body)
            lease = store.append(lease, [with_more_said(first) if others else first, *others])
    for name in lost:
        shutil.rmtree(tmp_path / name)
    assert alarm_of(rewritten).about == about


def with_more_said(entry: Entry) -> Entry:
    """A command with a field that nobody reads: it is decided as before."""
    return replace(entry, command=entry.command.replace(b"{", b'{"more":0,', 1))


def test_entries_that_are_none_any_more_where_only_the_tree_is_made_again(place: FloorFolder) -> None:
    run(place)
    shutil.rmtree(place.tree)
    last = tamper(place, "00001", '"sequence":', '"sequence"')
    assert alarm_of(place) == Alarm(last, "tree", "entries in the group", ANY)


def test_an_opening_snapshot_that_is_not_the_floor(place: FloorFolder) -> None:
    (path,) = Path(place.journal).glob("00003*.sqlite3")
    with closing(sqlite3.connect(path)) as connection, connection:
        (body,) = connection.execute("SELECT snapshot FROM opening_snapshot").fetchone()
        changed = body.replace(b'"meter/I1":', b'"meter/I9":', 1)
        assert changed != body
        connection.execute("UPDATE opening_snapshot SET snapshot = ?, sha256 = ?", (changed, sha256(changed).digest()))
    alarm = alarm_of(place)
    assert alarm.about == "snapshot"


def test_a_state_in_a_checkpoint_that_is_not_the_floor(place: FloorFolder) -> None:
    with following(place) as follower:
        follower.step()
        follower.notary.sign("0" * 64)
    assert alarm_of(place).expected == f"the state {'0' * 64} of the last checkpoint"


def test_the_command_says_it_writes_it_down_and_ends_with_one(place: FloorFolder) -> None:
    tamper(place, "00002", '"amount":500', '"amount":900')
    for count in (1, 2):
        result = CliRunner().invoke(follow, ["--floor", str(place.path), "--once"])
        assert result.exit_code == 1
        assert "ALARM    chain at entry" in result.output
        assert [alarm.about for alarm in read_alarms(place)] == ["chain"] * count


def test_pages_are_not_served_to_other_machines_in_the_clear(place: FloorFolder) -> None:
    result = CliRunner().invoke(follow, ["--floor", str(place.path), "--once", "--host", "0.0.0.0", "--port", "0"])
    assert result.exit_code == 2
    assert "an address of this machine" in result.output


def test_one_follower_per_folder(place: FloorFolder) -> None:
    with alone(place.path / "following", "not twice"):
        result = CliRunner().invoke(follow, ["--floor", str(place.path), "--once"])
    assert result.exit_code == 2
    assert "another follower follows" in result.output
    assert CliRunner().invoke(follow, ["--floor", str(place.path), "--once"]).exit_code == 0


# Pages, alarms, mirror.


def test_pages_say_how_far_it_is(place: FloorFolder) -> None:
    with following(place) as follower:
        follower.step()
        mirror = Mirror(place.journal, str(place.path / "mirror"))
        mirror.catch_up()
        token = {"authorization": f"Bearer {read_token(place.keys)}"}
        with TestClient(make_app(follower, mirror), base_url="http://127.0.0.1") as client:
            assert client.get("/accounts").status_code == 401
            assert client.get("/accounts", headers={"authorization": "Bearer guess"}).status_code == 401
            assert client.get("/health", headers={"host": "rebound.example"}).status_code == 421
            assert client.get("/schema").status_code == 404, "nothing that loads scripts from elsewhere"
            client.headers.update(token)
            health = client.get("/health")
            assert health.status_code == 200
            found = health.json()
            assert found["entry"] == found["head"] == follower.sequence == found["mirror"]["entry"]
            assert (found["lag_entries"], found["alarms"]) == (0, [])
            assert client.get("/state-hash").json()["state"] == state_hash(follower.opinion.floor)
            accounts = client.get("/accounts").json()
            assert sum(accounts.values()) == 0
            assert accounts["bank/B"] == 10_000
            tables = client.get("/reports/tables").json()
            assert [(each["table"], each["rounds"]) for each in tables["tables"]] == [("A", 0), ("B", 10)]
            write_alarm(place, Alarm(7, "chain", "this", "that"))
            health = client.get("/health")
            assert health.status_code == 503
            assert health.json()["alarms"] == [{"sequence": 7, "about": "chain", "expected": "this", "found": "that"}]


def test_a_mirror_that_breaks_in_a_way_nobody_foresaw_is_told_of_and_tried_again(
    place: FloorFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = Mirror(place.journal, str(place.path / "mirror"))
    tried: list[str] = []
    again = Event()

    def broken(target: str, journal_id: str) -> Store:
        tried.append(mirror.trouble)
        if len(tried) > 1:
            again.set()
        raise ValueError(f"nobody foresaw this of {target} and {journal_id}")

    monkeypatch.setattr("openetg.server.follower.mirror.open_target", broken)
    monkeypatch.setattr("openetg.server.follower.mirror.RETRY_S", 0.0)
    mirror.start()
    assert again.wait(60), "its thread has ended, and it looks as if it were in step"
    mirror.stop()
    assert tried[0] == ""
    assert "nobody foresaw this" in tried[1]


def test_alarms_stay_and_one_cut_short_is_one_too(tmp_path: Path) -> None:
    place = FloorFolder(tmp_path)
    assert read_alarms(place) == []
    alarms = [Alarm(1, "chain", "a", "b"), Alarm(2, "tree", "c", "d")]
    for alarm in alarms:
        write_alarm(place, alarm)
    assert read_alarms(place) == alarms
    place.alarm.write_bytes(place.alarm.read_bytes()[:-20])
    assert [alarm.about for alarm in read_alarms(place)] == ["chain", "alarm"]


def test_a_mirror_follows_and_stops_when_it_is_claimed(tmp_path: Path) -> None:
    with playing(tmp_path / "journal") as floor:
        mirror = Mirror(str(tmp_path / "journal"), str(tmp_path / "mirror"))
        mirror.catch_up()
        assert mirror.sequence == floor.floor.sequence
        with closing(places.open_to_write(str(tmp_path / "mirror"))) as store:
            Played(store).rounds(1)
        floor.rounds(2)
        mirror.start()
        mirror._thread.join(timeout=60)
        assert mirror.alarm is not None
        assert mirror.alarm.about == "mirror"
