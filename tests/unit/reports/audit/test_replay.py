"""A verification says how far it looked: what was decided again or only folded, where it began, what it cannot know."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import json
from msgspec.structs import replace

from openetg.cli.journal.audit import verify as verify_cli
from openetg.floor.core.snapshot import encode_snapshot
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import Difference, fold
from openetg.floor.state import Floor, state_hash
from openetg.journal import places
from openetg.journal.chain import claimed_head, empty_head, group_after, head_after
from openetg.journal.entry import Entry
from openetg.journal.verify import Break
from openetg.money import cents
from openetg.reports.audit.replay import (
    Finding,
    Looked,
    Replayed,
    Unbalanced,
    Unreadable,
    Verification,
    WrongCheckpoint,
    WrongSnapshot,
    verify_floor,
)
from openetg.server.plan.folder import FloorFolder
from tests.journals import begun, build, key_of, sign_all, spine
from tools.golden import GoldenJournal, journal_id

OTHER_LOGIC = b'"logic":%d' % (LOGIC + 1)
THIS_LOGIC = b'"logic":%d' % LOGIC


def verified(entries: Sequence[Entry]) -> tuple[Finding, Looked]:
    """What is found in a journal of these entries, two to a group."""
    head = claimed_head(empty_head(journal_id("spine")))
    groups = []
    for first in range(0, len(entries), 2):
        groups.append(group_after(head, entries[first : first + 2]))
        head = head_after(groups[-1])
    verification = Verification(GoldenJournal(groups))
    *_, finding = verification.steps()
    assert not isinstance(finding, int)
    return finding, verification.looked


def of_other_logic(entry: Entry) -> Entry:
    return replace(
        entry,
        command=entry.command.replace(THIS_LOGIC, OTHER_LOGIC),
        verdict=entry.verdict.replace(THIS_LOGIC, OTHER_LOGIC),
    )


def test_every_entry_of_this_logic_is_decided_again() -> None:
    finding, looked = verified(spine())
    assert isinstance(finding, Replayed)
    assert (looked.decided, looked.folded) == (182, 0)


def test_entries_of_another_logic_are_folded_and_counted() -> None:
    """The first writer was of another logic; the one after the restart is of this one."""
    entries = spine()[:10]
    again = replace(entries[0], sequence=11, at_ms=entries[-1].at_ms)
    again = replace(again, command=again.command.replace(b'"number":1,', b'"number":99,'))
    finding, looked = verified([*map(of_other_logic, entries), again])
    assert isinstance(finding, Replayed)
    assert (looked.folded, looked.decided) == (10, 1)


def test_what_another_logic_decided_is_taken_as_it_stands() -> None:
    """A wager that landed elsewhere: folded where another logic wrote it, found where this one did."""
    entries = spine()[:40]
    changed = [
        replace(each, verdict=each.verdict.replace(b'"spots":{"straight:0":100}', b'"spots":{"straight:1":100}'))
        for each in entries
    ]
    assert changed != entries
    finding, _ = verified(changed)
    assert isinstance(finding, Difference)
    finding, looked = verified([of_other_logic(each) for each in changed])
    assert isinstance(finding, Replayed)
    assert looked.folded == 40


def test_an_entry_that_no_build_could_read_is_named() -> None:
    entries = spine()[:4]
    entries[2] = replace(entries[2], command=b'{"sender":"x","boot":1,"number":3,"command":{"type":"Nonsense"}}')
    finding, looked = verified(entries)
    assert isinstance(finding, Unreadable)
    assert finding.sequence == 3
    assert "Nonsense" in finding.problem
    assert looked.decided == 2


def test_an_event_that_cannot_have_happened_is_named() -> None:
    entries = [of_other_logic(each) for each in spine()[:35]]
    entries[33] = replace(entries[33], verdict=entries[33].verdict.replace(b'"table":"A"', b'"table":"Z"'))
    finding, _ = verified(entries)
    assert isinstance(finding, Unreadable)
    assert finding.sequence == 34


def test_a_transfer_from_nothing_is_named() -> None:
    """A meter below zero is a bug of whoever wrote the entry, and stops the fold there."""
    entries = [of_other_logic(each) for each in spine()[:35]]
    entries[33] = replace(entries[33], verdict=entries[33].verdict.replace(b",100]", b",99999999]"))
    finding, _ = verified(entries)
    assert isinstance(finding, Unreadable)
    assert finding.sequence == 34


def test_progress_comes_by_group() -> None:
    steps = list(verify_floor(GoldenJournal([group_after(claimed_head(empty_head(journal_id("spine"))), spine()[:9])])))
    assert steps[0] == 9
    assert isinstance(steps[-1], Replayed)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> FloorFolder:
    """A floor's folder of three volumes."""
    return build(tmp_path_factory.mktemp("replay") / "floor")


@pytest.fixture
def late(untouched: FloorFolder, tmp_path: Path) -> FloorFolder:
    """The same without its first volume, which is archived."""
    shutil.copytree(untouched.path, tmp_path / "floor")
    (path,) = (tmp_path / "floor" / "journal").glob("00001*")
    path.unlink()
    return FloorFolder(tmp_path / "floor")


def run(floor: FloorFolder, *, chain_only: bool = False) -> tuple[Finding, Looked]:
    with closing(places.open_to_read(floor.journal)) as reader:
        verification = Verification(reader, chain_only=chain_only)
        *_, finding = verification.steps()
    assert not isinstance(finding, int)
    return finding, verification.looked


def test_a_journal_without_its_first_volumes_leads_to_the_same_floor(untouched: FloorFolder, late: FloorFolder) -> None:
    whole, looked = run(untouched)
    assert (looked.began_after, looked.snapshots, looked.decided) == (0, 2, 184)
    part, looked = run(late)
    assert part == whole
    assert (looked.began_after, looked.snapshots, looked.decided) == (60, 2, 124)
    assert looked.root == ""


@pytest.fixture
def signed(tmp_path: Path) -> FloorFolder:
    """A floor whose days were signed where they ended, as a follower does, and that put its first day away."""
    floor = build(tmp_path / "floor")
    with closing(places.open_to_read(floor.journal)) as journal:
        sign_all(journal, FloorFolder(tmp_path / "ends", keys_path=floor.keys), key_of(floor), at=(60, 120))
    shutil.copytree(tmp_path / "ends" / "checkpoints", floor.checkpoints, dirs_exist_ok=True)
    (path,) = Path(floor.journal).glob("00001*.sqlite3")
    path.rename(tmp_path / path.name)
    return floor


@pytest.mark.parametrize("with_tree", [True, False])
def test_what_was_signed_where_the_archived_days_end_is_held_against_the_opening(
    signed: FloorFolder, with_tree: bool
) -> None:
    if not with_tree:
        shutil.rmtree(signed.tree)
    ran = CliRunner().invoke(verify_cli.command, [signed.journal])
    assert ran.exit_code == 0, ran.output
    assert "signed   5 checkpoints agree" in ran.output
    assert ("5 of them without their root" in ran.output) != with_tree


def test_another_history_before_the_archived_days_ended_shows_at_the_opening(
    signed: FloorFolder, tmp_path: Path
) -> None:
    shutil.rmtree(signed.tree)
    other = build(tmp_path / "other", entries=[replace(each, at_ms=each.at_ms + 1) for each in spine()])
    with closing(places.open_to_read(other.journal)) as journal:
        (note,) = sign_all(journal, FloorFolder(tmp_path / "ends-2", keys_path=signed.keys), key_of(signed), at=(60,))
    with closing(places.open_to_read(signed.journal)) as reader:
        *_, finding = Verification(reader, notes=[note]).steps()
    assert isinstance(finding, WrongCheckpoint)
    assert (finding.size, finding.field) == (60, "chain")


def test_the_file_of_one_closed_day_is_held_against_what_was_signed_up_to_its_end(signed: FloorFolder) -> None:
    (path,) = Path(signed.journal).glob("00002*.sqlite3")
    ran = CliRunner().invoke(verify_cli.command, [str(path)])
    assert ran.exit_code == 0, ran.output
    assert "1 checkpoints of later entries than this file has are left aside" in ran.output
    given = CliRunner().invoke(verify_cli.command, [str(path), "--checkpoints", str(signed.checkpoints)])
    assert given.exit_code == 1, "whoever brings a checkpoint wants an answer to it"
    (last,) = Path(signed.journal).glob("00003*.sqlite3")
    last.unlink()
    assert CliRunner().invoke(verify_cli.command, [signed.journal]).exit_code == 1, "a day that is gone shows"


@pytest.mark.parametrize(("volume", "day"), [(1, "none"), (2, "2026-11-15"), (3, "2026-11-16")])
@pytest.mark.parametrize("chain_only", [False, True])
def test_a_volume_given_another_day(
    untouched: FloorFolder, tmp_path: Path, volume: int, day: str, *, chain_only: bool
) -> None:
    """How long a volume is kept goes by its day, and no hash covers that; the entry that begins the day does."""
    shutil.copytree(untouched.path, tmp_path / "floor")
    floor = FloorFolder(tmp_path / "floor")
    (path,) = Path(floor.journal).glob(f"{volume:05}*.sqlite3")
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE identity SET day = '2019-03-01'")
        database.commit()
    finding, _ = run(floor, chain_only=chain_only)
    assert finding == Break(None, f"day of volume {volume}", day, "2019-03-01")


def edit_snapshot(floor: FloorFolder, volume: int, before: bytes, after: bytes) -> None:
    """Changes the snapshot a volume opens with, with every digest made to fit."""
    (path,) = Path(floor.journal).glob(f"{volume:05}*.sqlite3")
    with closing(sqlite3.connect(path)) as database:
        (snapshot,) = database.execute("SELECT snapshot FROM opening_snapshot").fetchone()
        assert before in snapshot
        fields = json.decode(snapshot.replace(before, after, 1))
        fields["hash"] = sha256(json.encode(fields["state"])).hexdigest()
        changed = json.encode(fields)
        database.execute("UPDATE opening_snapshot SET snapshot = ?, sha256 = ?", (changed, sha256(changed).digest()))
        database.commit()


def test_accounts_that_do_not_sum_to_zero_are_named_with_the_entry(tmp_path: Path) -> None:
    """A volume that opens with a dollar from nowhere, as a floor with a bug would have written it."""
    floor, state = FloorFolder(tmp_path), Floor()
    with closing(places.create(floor.journal, journal_id="floor-1")) as store:
        lease = store.append(store.claim(), spine()[:60])
        for entry in spine()[:60]:
            fold(state, entry.at_ms, entry.command, entry.verdict)
        state.ledger.accounts["meter/M1"] += cents(100)
        lease = store.roll(lease, day="2026-11-15", snapshot=encode_snapshot(state))
        store.append(lease, [begun(state, "2026-11-15")])
    (first,) = Path(floor.journal).glob("00001*.sqlite3")
    first.unlink()
    finding, _ = run(floor)
    assert finding == Unbalanced(61)


def test_a_snapshot_to_start_from_that_no_entry_names_is_not_believed(tmp_path: Path) -> None:
    floor, state = FloorFolder(tmp_path), Floor()
    with closing(places.create(floor.journal, journal_id="floor-1")) as store:
        lease = store.append(store.claim(), spine()[:60])
        for entry in spine()[:60]:
            fold(state, entry.at_ms, entry.command, entry.verdict)
        lease = store.roll(lease, day="2026-11-15", snapshot=encode_snapshot(state))
        store.append(lease, spine()[60:61])
    assert isinstance(run(floor)[0], Replayed), "with the first volume everything leads to it"
    (first,) = Path(floor.journal).glob("00001*.sqlite3")
    first.unlink()
    assert run(floor)[0] == WrongSnapshot(2, "state in its first entry", state_hash(state))


def test_a_snapshot_of_another_build_cannot_be_compared_and_that_is_said(
    untouched: FloorFolder, tmp_path: Path
) -> None:
    shutil.copytree(untouched.path, tmp_path / "floor")
    floor = FloorFolder(tmp_path / "floor")
    edit_snapshot(floor, 2, b'"shape":"', b'"shape":"0')
    finding, looked = run(floor)
    assert isinstance(finding, Replayed)
    assert (looked.snapshots, looked.snapshots_unknown) == (1, 1)
    ran = CliRunner().invoke(verify_cli.command, [floor.journal])
    assert "opened   1 volumes with the floor at that place, 1 of another build not compared" in ran.output


def test_where_only_a_snapshot_of_another_build_is_left_the_chain_can_still_be_verified(late: FloorFolder) -> None:
    edit_snapshot(late, 2, b'"shape":"', b'"shape":"0')
    finding, _ = run(late)
    assert isinstance(finding, Unreadable)
    assert "Verify it together with the archived volumes, or its chain only" in finding.problem
    finding, looked = run(late, chain_only=True)
    assert isinstance(finding, Replayed)
    assert (finding.state, looked.decided, looked.began_after) == ("", 0, 60)


def test_json_says_the_same(untouched: FloorFolder) -> None:
    ran = CliRunner().invoke(verify_cli.command, [untouched.journal, "--json"])
    assert ran.exit_code == 0
    said = json.decode(ran.output)
    assert said["finding"] == "Replayed"
    assert said["looked"]["decided"] == 184
    assert said["looked"]["checkpoints"] == said["looked"]["states"] == 3


def test_bad_questions(tmp_path: Path, untouched: FloorFolder) -> None:
    for arguments, words in [
        ([str(tmp_path / "nowhere")], "expected a journal"),
        ([untouched.journal, "--checkpoints", str(tmp_path / "nowhere")], "expected a checkpoint or a folder of them"),
        ([untouched.journal, "--key", "nonsense"], "--key: expected a public key as NAME+HASH+KEY"),
        ([untouched.journal, "--floor", str(tmp_path / "nowhere")], "expected the folder of a floor"),
    ]:
        ran = CliRunner().invoke(verify_cli.command, arguments)
        assert ran.exit_code == 2
        assert words in ran.output
