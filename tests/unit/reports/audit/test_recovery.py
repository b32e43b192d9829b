"""A floor read back: from the best snapshot something vouches for, and never past one that contradicts the journal."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from openetg.floor.commands import AnyCommand, BeginDay, InsertNote, Order, StartWriter
from openetg.floor.core.snapshot import encode_snapshot, snapshot_hash
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.premises.founding import in_order
from openetg.floor.state import SHAPE, Floor, state_hash
from openetg.journal import places
from openetg.journal.chain import Group, Head
from openetg.journal.snapshots import SnapshotHead, write_snapshot
from openetg.journal.store import JournalProblem, Store, Volume
from openetg.keys.signing import SigningKey
from openetg.money import cents
from openetg.reports.audit.recovery import FloorRead, recover
from openetg.server.writer.writer import Writer
from tests.one_table import NOTES, copied
from tests.payout_notation import playable

KEY, OTHER = SigningKey("floor", bytes(32)), SigningKey("floor", bytes([1] * 32))
START_MS = 1_700_000_000_000


class Journal:
    """A floor that writes a journal in one folder, and snapshots in another."""

    def __init__(self, path: Path, store: Store) -> None:
        self.store, self.snapshots = store, path / "snapshots"
        self.lease = store.claim()
        self.writer, self.number, self.day = Writer(Floor()), 0, 14
        wishes = in_order(
            playable("interblock").rulebook, "A", "roulette",
            terminals=("t1", "t2"), notes=NOTES, period_ms=30_000, launch_ms=18_000, at_ms=START_MS,
        )  # fmt: skip
        self.ask(StartWriter(LOGIC, "test"), *wishes)

    @property
    def floor(self) -> Floor:
        return self.writer.floor

    def ask(self, *wishes: AnyCommand) -> Journal:
        for command in wishes:
            self.number += 1
            self.writer.submit(Order("test", 1, self.number, command))
        return self.commit()

    def commit(self) -> Journal:
        group = self.writer.step(START_MS + self.number)
        assert group is not None
        self.lease = self.store.append(self.lease, group.entries)
        for each in self.writer.committed(group):
            assert isinstance(each.verdict, tuple), each
        return self

    def play(self, count: int = 3) -> Journal:
        for _ in range(count):
            self.ask(InsertNote("t1", cents(500)), InsertNote("t2", cents(500)))
        return self

    def roll(self, snapshot: bytes | None = None, *, begin: bool = True) -> Journal:
        """A new volume, and unless told otherwise the day with which it begins."""
        self.day += 1
        day, own = f"2026-11-{self.day}", encode_snapshot(self.floor)
        self.lease = self.store.roll(self.lease, day=day, snapshot=snapshot or own)
        return self.ask(BeginDay(day, snapshot_hash(own), SHAPE, LOGIC)) if begin else self

    def snapshot(self, key: SigningKey = KEY, *, hash_: bytes | None = None, ahead: int = 0) -> Path:
        head = self.lease.head
        at = SnapshotHead("j", head.sequence + ahead, head.at_ms, hash_ or head.hash, state_hash(self.floor))
        return write_snapshot(self.snapshots, at, encode_snapshot(self.floor), key)

    def read(self) -> FloorRead:
        """As it is read back: it must be the floor that wrote it."""
        found = recover(self.store, snapshots=self.snapshots, key=KEY.public)
        assert state_hash(found.floor) == state_hash(self.floor)
        assert found.hash == self.lease.head.hash
        assert found.began + found.folded == self.floor.sequence
        return found


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(places.create(str(tmp_path / "journal"), journal_id="j")) as store:
        yield Journal(tmp_path, store)


def test_without_a_snapshot_it_is_read_from_the_first_entry(journal: Journal) -> None:
    found = journal.play().read()
    assert (found.source, found.began, found.passed_over) == ("the first entry", 0, ())


def test_an_empty_journal_is_an_empty_floor(tmp_path: Path) -> None:
    with closing(places.create(str(tmp_path / "empty"), journal_id="j")) as store:
        assert state_hash(recover(store).floor) == state_hash(Floor())


def test_it_is_read_from_the_newest_snapshot_file_and_the_entries_after_it(journal: Journal) -> None:
    journal.play().snapshot()
    path = journal.play().snapshot()
    found = journal.play(2).read()
    assert (found.source, found.folded) == (path.name, 4)


def test_a_snapshot_at_the_very_end_leaves_nothing_to_fold(journal: Journal) -> None:
    journal.play().snapshot()
    assert journal.read().folded == 0


def test_it_is_read_from_the_snapshot_its_newest_volume_opens_with(journal: Journal) -> None:
    found = journal.play().roll().play().roll().play(1).read()
    assert (found.source, found.folded) == ("the snapshot of volume 3", 3)


def test_of_file_and_volume_the_later_is_taken(journal: Journal) -> None:
    journal.play().snapshot()
    assert journal.play().roll().play().read().source == "the snapshot of volume 2"
    path = journal.snapshot()
    assert journal.play().read().source == path.name


def test_files_are_looked_at_only_with_a_key(journal: Journal) -> None:
    journal.play().snapshot()
    assert recover(journal.store, snapshots=journal.snapshots).source == "the first entry"


def test_with_its_first_volumes_archived_it_is_read_from_what_is_left(journal: Journal) -> None:
    journal.play().roll().play().roll().play()
    journal.store.forget_volume(1)
    assert journal.read().source == "the snapshot of volume 3"
    journal.store.forget_volume(2)
    assert journal.read().source == "the snapshot of volume 3"


def test_archived_and_without_a_snapshot_this_build_can_read_is_a_problem(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.play().roll().play()
    journal.store.forget_volume(1)
    monkeypatch.setattr("openetg.floor.core.snapshot.SHAPE", "another")
    with pytest.raises(JournalProblem, match=r"are archived and no snapshot can be used instead .*bring the archived"):
        recover(journal.store)


def test_a_build_that_remembers_other_things_reads_every_entry(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.play().roll().play().snapshot()
    monkeypatch.setattr("openetg.floor.core.snapshot.SHAPE", "another")
    found = journal.read()
    assert (found.source, len(found.passed_over)) == ("the first entry", 2)
    assert all("expected a state of shape" in each for each in found.passed_over)


def test_a_volume_that_begins_with_no_day_does_not_vouch_for_its_snapshot(journal: Journal) -> None:
    """A writer that stopped right after the roll, and a person who decided a round before the next start."""
    found = journal.play().roll().play().roll(begin=False).play().read()
    assert found.source == "the snapshot of volume 2"
    assert found.passed_over == ("the snapshot of volume 3: no entry that begins a day vouches for it",)


def test_a_volume_without_an_entry_yet_does_not_either(journal: Journal) -> None:
    assert journal.play().roll().roll(begin=False).read().source == "the snapshot of volume 2"


def test_a_day_named_by_a_build_of_another_shape_does_not_either(journal: Journal) -> None:
    journal.play().roll(begin=False).ask(BeginDay("2026-11-16", "0" * 64, "another", LOGIC))
    assert "names a state of another shape" in journal.read().passed_over[0]


def test_forged_money_in_the_snapshot_of_a_volume_is_found(journal: Journal) -> None:
    forged = copied(journal.play().floor)
    forged.ledger.accounts["meter/t1"] += cents(100_000)
    journal.roll(encode_snapshot(forged))
    with pytest.raises(JournalProblem, match="expected the snapshot of volume 2 to have the state hash"):
        journal.read()


def test_a_damaged_snapshot_of_a_volume_is_passed_over_and_said(journal: Journal) -> None:
    found = journal.play().roll(b'{"format":1').play().read()
    assert found.source == "the first entry"
    assert found.passed_over[0].startswith("the snapshot of volume 2: expected a snapshot of a floor")


def test_forged_money_in_a_file_is_passed_over_and_said(journal: Journal) -> None:
    journal.play().snapshot(OTHER)
    found = journal.play().read()
    assert found.source == "the first entry"
    assert "expected the signature of floor+" in found.passed_over[0]


def test_a_damaged_file_is_passed_over_for_the_one_before(journal: Journal) -> None:
    before = journal.play().snapshot()
    path = journal.play().snapshot()
    path.write_bytes(path.read_bytes()[:-1])
    found = journal.play().read()
    assert found.source == before.name
    assert found.passed_over[0].startswith(f"{path.name}: expected content with the digest")


def test_a_signed_snapshot_with_another_chain_is_a_problem(journal: Journal) -> None:
    """Somebody rewrote the journal after the snapshot was signed."""
    journal.play().snapshot(hash_=bytes(32))
    journal.play()
    with pytest.raises(JournalProblem, match="The journal was changed, cut short or taken back to an older copy"):
        journal.read()


@pytest.mark.parametrize("ahead", [1, 100])
def test_a_signed_snapshot_beyond_the_end_is_a_problem(journal: Journal, ahead: int) -> None:
    """The journal was taken back to an older copy, its snapshots were not."""
    journal.play().snapshot(ahead=ahead)
    with pytest.raises(JournalProblem, match="does not hold such an end of a group"):
        journal.read()


class Changed:
    """The journal with its groups changed on the way."""

    def __init__(self, journal: Journal, groups: Sequence[Group]) -> None:
        self.journal_id, self._store, self._groups = "j", journal.store, groups

    def head(self) -> Head:
        return self._store.head()

    def volumes(self) -> Sequence[Volume]:
        return self._store.volumes()

    def opening_snapshot(self, number: int) -> bytes | None:
        return self._store.opening_snapshot(number)

    def groups(self, *, after_sequence: int) -> Iterator[Group]:
        return (group for group in self._groups if group.last > after_sequence)


def _edited(groups: list[Group]) -> list[Group]:
    return [*groups[:-2], replace(groups[-2], body=groups[-2].body.replace(b",500]", b",501]")), groups[-1]]


CHANGES = {
    "edited": (_edited, "expected a group that goes on from entry"),
    "deleted": (lambda groups: [*groups[:-2], groups[-1]], "expected a group that goes on from entry"),
    "swapped": (lambda groups: [*groups[:-2], groups[-1], groups[-2]], "expected a group that goes on from entry"),
    "truncated": (lambda groups: groups[:-1], "expected to end at entry"),
}


@pytest.mark.parametrize("how", CHANGES)
@pytest.mark.parametrize("from_snapshot", [False, True])
def test_a_changed_tail_is_found_while_it_is_folded(journal: Journal, how: str, from_snapshot: bool) -> None:
    if from_snapshot:
        journal.play().snapshot()
    change, words = CHANGES[how]
    changed = Changed(journal, change(list(journal.play().store.groups(after_sequence=0))))
    with pytest.raises(JournalProblem, match=words):
        recover(changed, snapshots=journal.snapshots, key=KEY.public)  # type: ignore[arg-type]


def test_collecting_is_as_before_even_after_a_problem(journal: Journal) -> None:
    changed = Changed(journal, CHANGES["edited"][0](list(journal.play().store.groups(after_sequence=0))))
    with pytest.raises(JournalProblem):
        recover(changed)  # type: ignore[arg-type]
    assert gc.isenabled()
