"""What every store of a journal promises. A new store joins with its place in places.py; no test knows which it is."""

import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from openetg.journal.chain import empty_head
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.store import Fenced, JournalProblem, Lease, Reader, Store
from openetg.journal.verify import Intact, verify
from tests.conformance.places import PLACES, Kind, Place
from tests.unit.journal.samples import START_MS, entries, entry, fill


@pytest.fixture(params=PLACES)
def kind(request: pytest.FixtureRequest) -> Kind:
    chosen: Kind = request.param
    return chosen


@pytest.fixture
def place(kind: Kind, tmp_path: Path) -> Place:
    """A place where nothing is yet."""
    return kind(tmp_path / "one")


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    """A new journal."""
    with closing(place.create("floor 1")) as store:
        yield store


@pytest.fixture
def other(place: Place, store: Store) -> Iterator[Store]:
    """The same journal, opened a second time, as another process would."""
    with closing(place.open()) as other:
        yield other


def everything(journal: Reader) -> list[Entry]:
    return list(journal.entries(after_sequence=0))


def ranges(journal: Reader, *, after_sequence: int) -> list[tuple[int, int]]:
    return [(group.first, group.last) for group in journal.groups(after_sequence=after_sequence)]


def test_a_new_journal_is_empty_and_nobody_writes_it(store: Store) -> None:
    assert store.head() == empty_head("floor 1")
    assert store.journal_id == "floor 1"
    assert everything(store) == []
    assert isinstance(verify(store), Intact)


def test_what_is_appended_is_read_back_byte_for_byte(store: Store) -> None:
    fill(store, sizes=[1, 10, 100])
    assert everything(store) == entries(1, 111)


def test_every_group_carries_the_mac_that_was_made_of_it(store: Store, other: Store) -> None:
    fill(store, sizes=[2])
    store.authenticate(lambda group: b"by us: " + group.hash)
    fill(store, sizes=[3, 1])
    groups = list(other.groups(after_sequence=0))
    assert [group.mac for group in groups] == [b"", *(b"by us: " + group.hash for group in groups[1:])]
    assert isinstance(verify(other), Intact), "the chain does not cover it"


def test_what_is_appended_is_there_after_reopening(place: Place) -> None:
    with closing(place.create("floor 1")) as store:
        head = fill(store, sizes=[3, 4]).head
    with closing(place.open()) as store:
        assert store.journal_id == "floor 1"
        assert store.head() == head
        assert everything(store) == entries(1, 7)


def test_each_append_is_one_group_in_the_epoch_of_its_writer(store: Store) -> None:
    fill(store, sizes=[1, 3])
    fill(store, sizes=[2])
    groups = list(store.groups(after_sequence=0))
    assert [(group.first, group.last, group.epoch) for group in groups] == [(1, 1, 1), (2, 4, 1), (5, 6, 2)]
    assert [decode_entries(group.body) for group in groups] == [entries(1, 1), entries(2, 4), entries(5, 6)]
    assert [group.at_ms for group in groups] == [START_MS + 1, START_MS + 4, START_MS + 6]


def test_the_lease_after_an_append_is_the_stored_head(store: Store) -> None:
    lease = store.claim()
    assert lease.head == store.head()
    lease = store.append(lease, entries(1, 5))
    assert lease.head == store.head()
    assert lease.head.sequence == 5


def test_a_journal_of_any_shape_verifies(store: Store) -> None:
    fill(store, sizes=[1, 2, 3])
    fill(store, sizes=[])
    fill(store, sizes=[50, 1])
    found = verify(store)
    assert isinstance(found, Intact)
    assert (found.head.sequence, found.head.epoch, found.group_count) == (57, 3, 5)


def test_a_claim_is_durable(place: Place) -> None:
    with closing(place.create("floor 1")) as store:
        assert store.claim().head.epoch == 1
        assert store.claim().head.epoch == 2
    with closing(place.open()) as store:
        assert store.head().epoch == 2
        assert store.claim().head.epoch == 3


def test_opening_claims_nothing(store: Store, other: Store) -> None:
    lease = store.claim()
    assert other.head().epoch == 1
    store.append(lease, entries(1, 1))


def test_a_second_writer_fences_the_first(store: Store, other: Store) -> None:
    first = store.append(store.claim(), entries(1, 3))
    second = other.claim()
    with pytest.raises(Fenced, match="holds epoch 1 at entry 3, the journal is at epoch 2, entry 3"):
        store.append(first, entries(4, 4))
    assert everything(other) == entries(1, 3)
    other.append(second, entries(4, 6))
    with pytest.raises(Fenced, match="epoch 2, entry 6"):
        store.append(first, entries(4, 4))
    assert everything(store) == entries(1, 6)
    assert isinstance(verify(store), Intact)


def test_a_fenced_writer_may_claim_again_and_goes_on_from_what_is_there(store: Store, other: Store) -> None:
    first = store.claim()
    fill(other, sizes=[4])
    with pytest.raises(Fenced):
        store.append(first, entries(1, 1))
    fill(store, sizes=[2])
    assert everything(other) == entries(1, 6)


def test_a_lease_serves_once(store: Store) -> None:
    lease = store.claim()
    store.append(lease, entries(1, 2))
    with pytest.raises(Fenced):
        store.append(lease, entries(1, 2))
    assert everything(store) == entries(1, 2)


def test_a_lease_for_another_journal_is_worth_nothing(store: Store, kind: Kind, tmp_path: Path) -> None:
    with closing(kind(tmp_path / "two").create("floor 2")) as elsewhere:
        lease = elsewhere.claim()
    store.claim()
    with pytest.raises(Fenced):
        store.append(lease, entries(1, 1))
    assert everything(store) == []


@pytest.mark.parametrize("forged", [{"epoch": 2}, {"sequence": 7}, {"hash": bytes(32)}], ids=str)
def test_a_lease_counts_only_if_all_of_it_fits(store: Store, forged: dict[str, Any]) -> None:
    lease = store.append(store.claim(), entries(1, 2))
    wrong = Lease(replace(lease.head, **forged))
    with pytest.raises(Fenced):
        store.append(wrong, entries(wrong.head.sequence + 1, wrong.head.sequence + 1))
    assert everything(store) == entries(1, 2)
    store.append(lease, entries(3, 3))


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        entries(4, 4),
        [entry(3), entry(5)],
        [Entry(3, START_MS, b"{}", b"{}")],
        [Entry(3, START_MS + 3, b"{", b"{}")],
    ],
    ids=["no entry", "gap", "gap inside", "time going back", "not JSON"],
)
def test_a_bug_of_the_writer_writes_nothing(store: Store, wrong: list[Entry]) -> None:
    lease = fill(store, sizes=[2])
    with pytest.raises(AssertionError):
        store.append(lease, wrong)
    assert everything(store) == entries(1, 2)
    store.append(lease, entries(3, 3))
    assert everything(store) == entries(1, 3)


def test_reading_begins_after_any_entry(store: Store) -> None:
    fill(store, sizes=[2, 3, 1])
    assert ranges(store, after_sequence=0) == [(1, 2), (3, 5), (6, 6)]
    assert ranges(store, after_sequence=2) == [(3, 5), (6, 6)]
    assert ranges(store, after_sequence=4) == [(3, 5), (6, 6)]
    assert ranges(store, after_sequence=6) == []
    for after in range(8):
        assert list(store.entries(after_sequence=after)) == entries(after + 1, 6)


def test_a_reader_sees_what_was_committed_since_it_opened(place: Place, store: Store) -> None:
    with closing(place.read()) as reader:
        lease = fill(store, sizes=[2])
        assert everything(reader) == entries(1, 2)
        assert reader.head() == lease.head
        store.append(lease, entries(3, 4))
        assert everything(reader) == entries(1, 4)


def test_a_slow_reader_holds_up_no_writer_and_reads_on(place: Place, store: Store) -> None:
    lease = fill(store, sizes=[1] * 5)
    with closing(place.read()) as reader:
        slow = reader.entries(after_sequence=0)
        assert next(slow) == entry(1)
        for sequence in range(6, 40):
            lease = store.append(lease, entries(sequence, sequence))
        assert list(slow) == entries(2, 39)


def test_reading_needs_little_memory_however_long_the_journal(store: Store) -> None:
    lease = store.claim()
    for sequence in range(1, 41):
        lease = store.append(lease, [entry(sequence, padding=500_000)])
    tracemalloc.start()
    try:
        for group in store.groups(after_sequence=0):
            assert len(group.body) > 500_000
        assert isinstance(verify(store), Intact)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000


def test_a_worker_thread_writes_while_others_read(place: Place, store: Store) -> None:
    with ThreadPoolExecutor(max_workers=1) as worker, closing(place.read()) as reader:
        writing = worker.submit(fill, store, sizes=[1, 2, 3] * 50)
        while not writing.done():
            seen = everything(store)
            assert seen == entries(1, len(seen))
            assert isinstance(verify(reader), Intact)
        assert everything(reader) == entries(1, 300)
        assert store.append(writing.result(), entries(301, 301)).head.sequence == 301


def test_closing_twice_is_as_good_as_once(place: Place) -> None:
    store = place.create("floor 1")
    store.close()
    store.close()


def test_a_closed_store_refuses(place: Place) -> None:
    store = place.create("floor 1")
    lease = store.claim()
    store.close()
    with pytest.raises(JournalProblem):
        store.append(lease, entries(1, 1))
    with pytest.raises(JournalProblem):
        store.claim()
    with pytest.raises(JournalProblem):
        store.head()
    with pytest.raises(JournalProblem):
        everything(store)


def test_nothing_is_created_over_a_journal(place: Place, store: Store) -> None:
    fill(store, sizes=[2])
    with pytest.raises(JournalProblem):
        place.create("floor 2")
    assert everything(store) == entries(1, 2)


def test_nothing_is_opened_where_nothing_is(place: Place) -> None:
    with pytest.raises(JournalProblem):
        place.open()
    with pytest.raises(JournalProblem):
        place.read()


def days(journal: Reader) -> list[tuple[int, str, int, bool]]:
    return [(v.number, v.day, v.opening.sequence, v.closed) for v in journal.volumes()]


def filled_over_three_days(store: Store) -> Lease:
    """Volumes with entries 1–5, 6–8 and 9–10."""
    lease = store.roll(fill(store, sizes=[2, 3]), day="2026-11-16", snapshot=b"after 5")
    lease = store.append(lease, entries(6, 8))
    lease = store.roll(lease, day="2026-11-17", snapshot=b"after 8")
    return store.append(lease, entries(9, 10))


def test_a_new_journal_has_one_volume_that_goes_on_from_nothing(store: Store) -> None:
    (volume,) = store.volumes()
    assert (volume.number, volume.day, volume.opening, volume.closed) == (1, "", empty_head("floor 1"), False)
    assert store.opening_snapshot(1) is None


def test_sequence_and_chain_go_on_from_one_volume_to_the_next(store: Store) -> None:
    lease = filled_over_three_days(store)
    assert days(store) == [(1, "", 0, True), (2, "2026-11-16", 5, True), (3, "2026-11-17", 8, False)]
    assert store.head() == lease.head
    assert everything(store) == entries(1, 10)
    assert ranges(store, after_sequence=0) == [(1, 2), (3, 5), (6, 8), (9, 10)]
    found = verify(store)
    assert isinstance(found, Intact)
    assert (found.head, found.group_count) == (lease.head, 4)


def test_reading_begins_after_any_entry_of_any_volume(store: Store) -> None:
    filled_over_three_days(store)
    for after in range(12):
        assert list(store.entries(after_sequence=after)) == entries(after + 1, 10)


def test_a_volume_opens_with_the_head_and_the_snapshot_it_was_given(place: Place) -> None:
    snapshot = bytes(range(256)) * 1000
    with closing(place.create("floor 1")) as store:
        before = fill(store, sizes=[3])
        after = store.roll(before, day="2026-11-16", snapshot=snapshot)
        assert after == before
    with closing(place.open()) as store, closing(place.read()) as reader:
        for journal in (store, reader):
            assert journal.volumes()[1].opening == before.head == journal.head()
            assert journal.opening_snapshot(2) == snapshot
            assert journal.opening_snapshot(1) is None


def test_a_journal_can_be_rolled_before_anything_is_in_it_and_twice_in_a_row(store: Store) -> None:
    lease = store.roll(store.claim(), day="2026-11-16", snapshot=b"")
    lease = store.roll(lease, day="2026-11-17", snapshot=b"x")
    store.append(lease, entries(1, 2))
    assert [store.opening_snapshot(number) for number in (1, 2, 3)] == [None, b"", b"x"]
    assert everything(store) == entries(1, 2)
    assert isinstance(verify(store), Intact)


def test_rolling_needs_the_lease(store: Store, other: Store) -> None:
    lease = fill(store, sizes=[2])
    other.claim()
    with pytest.raises(Fenced):
        store.roll(lease, day="2026-11-16", snapshot=b"")
    assert days(store) == days(other) == [(1, "", 0, False)]


def test_a_writer_that_still_holds_the_old_volume_is_fenced(store: Store, other: Store) -> None:
    lease = fill(store, sizes=[2])
    store.roll(lease, day="2026-11-16", snapshot=b"")
    with pytest.raises(Fenced):
        other.append(lease, entries(3, 3))
    assert everything(other) == entries(1, 2)
    fill(other, sizes=[1])
    with pytest.raises(Fenced):
        store.append(lease, entries(3, 3))
    assert everything(store) == entries(1, 3)
    assert days(other) == [(1, "", 0, True), (2, "2026-11-16", 2, False)]
    assert isinstance(verify(other), Intact)


def test_the_epoch_of_a_writer_that_wrote_nothing_goes_on_in_the_next_volume(store: Store) -> None:
    fill(store, sizes=[2])
    store.claim()
    lease = store.roll(store.claim(), day="2026-11-16", snapshot=b"")
    assert store.volumes()[1].opening.epoch == 3
    assert store.claim().head.epoch == 4
    with pytest.raises(Fenced):
        store.append(lease, entries(3, 3))
    fill(store, sizes=[1])
    assert isinstance(verify(store), Intact)


def test_a_reader_sees_volumes_begun_since_it_opened(place: Place, store: Store) -> None:
    lease = fill(store, sizes=[2, 2])
    with closing(place.read()) as reader, closing(place.read()) as slow_reader:
        slow = slow_reader.entries(after_sequence=0)
        assert next(slow) == entry(1)
        assert reader.head() == lease.head
        lease = store.append(store.roll(lease, day="2026-11-16", snapshot=b"s"), entries(5, 6))
        assert reader.head() == lease.head
        assert everything(reader) == entries(1, 6)
        assert reader.opening_snapshot(2) == b"s"
        assert list(slow) == entries(2, 6)


def test_a_journal_may_be_rolled_while_others_read(place: Place, store: Store) -> None:
    def write() -> None:
        lease = store.claim()
        for number in range(1, 31):
            lease = store.append(lease, entries(lease.head.sequence + 1, lease.head.sequence + 3))
            if number % 3 == 0:
                lease = store.roll(lease, day="2026-11-16", snapshot=b"x" * 10_000)

    with ThreadPoolExecutor(max_workers=1) as worker, closing(place.read()) as reader:
        writing = worker.submit(write)
        while not writing.done():
            seen = everything(reader)
            assert seen == entries(1, len(seen))
            assert isinstance(verify(reader), Intact)
        writing.result()
        assert everything(store) == everything(reader) == entries(1, 90)
        assert len(reader.volumes()) == 11


def copied(source: Reader, target: Store) -> None:
    """All of a journal, in the plainest way there is."""
    volumes = source.volumes()
    ends = [volume.opening.sequence for volume in volumes[1:]] + [source.head().sequence]
    for volume, end in zip(volumes, ends, strict=True):
        target.copy_volume(volume, source.opening_snapshot(volume.number))
        for group in source.groups(after_sequence=volume.opening.sequence):
            if group.last > end:
                break
            target.copy_groups([group])


@pytest.fixture
def copy(kind: Kind, tmp_path: Path) -> Iterator[Store]:
    """A journal of the same name elsewhere, just created."""
    with closing(kind(tmp_path / "copy").create("floor 1")) as copy:
        yield copy


def test_a_copy_is_the_same_in_everything(store: Store, copy: Store) -> None:
    filled_over_three_days(store)
    fill(store, sizes=[2])
    copied(store, copy)
    assert copy.volumes() == store.volumes()
    assert list(copy.groups(after_sequence=0)) == list(store.groups(after_sequence=0))
    assert [copy.opening_snapshot(n) for n in (1, 2, 3)] == [store.opening_snapshot(n) for n in (1, 2, 3)]
    assert copy.head() == store.head()
    assert isinstance(verify(copy), Intact)


def test_a_copy_has_the_macs_too(store: Store, copy: Store) -> None:
    store.authenticate(lambda group: b"by us: " + group.hash)
    fill(store, sizes=[3, 1])
    groups = list(store.groups(after_sequence=0))
    copy.copy_groups(groups)
    assert list(copy.groups(after_sequence=0)) == groups
    assert all(group.mac for group in groups)


def test_a_copy_can_be_claimed_and_is_then_a_journal_of_its_own(store: Store, copy: Store) -> None:
    lease = fill(store, sizes=[2])
    copied(store, copy)
    fill(copy, sizes=[1])
    store.append(lease, entries(3, 3))
    (group,) = store.groups(after_sequence=2)
    with pytest.raises(Fenced):
        copy.copy_groups([group])
    store.roll(Lease(store.head()), day="2026-11-16", snapshot=b"")
    with pytest.raises(Fenced):
        copy.copy_volume(store.volumes()[1], b"")
    assert everything(copy) == entries(1, 3)


def test_only_what_follows_on_can_be_copied(store: Store, copy: Store) -> None:
    filled_over_three_days(store)
    first, second, *_ = store.groups(after_sequence=0)
    wrong = [second, replace(first, body=b"[]"), replace(first, hash=bytes(32)), replace(first, last=3)]
    for group in wrong:
        with pytest.raises(JournalProblem):
            copy.copy_groups([group])
    copy.copy_groups([first])
    with pytest.raises(JournalProblem):
        copy.copy_groups([first])
    for volume in store.volumes()[1:]:
        with pytest.raises(JournalProblem):
            copy.copy_volume(volume, b"")
    copy.copy_groups([second])
    with pytest.raises(JournalProblem):
        copy.copy_volume(store.volumes()[2], b"")
    copy.copy_volume(store.volumes()[1], store.opening_snapshot(2))
    assert everything(copy) == entries(1, 5)
    assert days(copy) == [(1, "", 0, True), (2, "2026-11-16", 5, False)]


def test_a_copy_may_begin_with_a_later_volume(store: Store, copy: Store, place: Place) -> None:
    lease = filled_over_three_days(store)
    store.forget_volume(1)
    copied(store, copy)
    for journal in (store, copy):
        assert days(journal) == [(2, "2026-11-16", 5, True), (3, "2026-11-17", 8, False)]
        assert journal.opening_snapshot(2) == b"after 5"
        assert list(journal.entries(after_sequence=5)) == entries(6, 10)
        assert journal.head() == lease.head
        found = verify(journal)
        assert isinstance(found, Intact)
        assert found.head == lease.head
    fill(copy, sizes=[1])
    with closing(place.open()) as reopened:
        assert days(reopened)[0] == (2, "2026-11-16", 5, True)


def test_entries_that_were_archived_are_not_silently_left_out(store: Store) -> None:
    filled_over_three_days(store)
    store.forget_volume(1)
    with pytest.raises(JournalProblem, match="entries 3 to 5 are not here"):
        next(store.groups(after_sequence=2))
    with pytest.raises(JournalProblem, match="entries 1 to 5 are not here"):
        next(store.entries(after_sequence=0))


def test_only_the_oldest_volume_can_be_forgotten_and_only_once_it_is_closed(store: Store) -> None:
    lease = filled_over_three_days(store)
    for number in (0, 2, 3, 4):
        with pytest.raises(JournalProblem):
            store.forget_volume(number)
    store.forget_volume(1)
    store.forget_volume(2)
    with pytest.raises(JournalProblem):
        store.forget_volume(3)
    assert days(store) == [(3, "2026-11-17", 8, False)]
    store.append(lease, entries(11, 11))
    assert list(store.entries(after_sequence=8)) == entries(9, 11)
