"""What every store of a journal promises. A new store joins by adding its place to `PLACES`; no test knows which."""

import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import pytest
from msgspec.structs import replace

from openetg.journal import sqlite
from openetg.journal.chain import empty_head
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.store import Fenced, JournalProblem, Lease, Reader, Store
from openetg.journal.verify import Intact, verify
from tests.unit.journal.samples import START_MS, entries, entry, fill


class Place(Protocol):
    """Somewhere one journal can live, and be opened as often as one likes."""

    def create(self, journal_id: str) -> Store: ...
    def open(self) -> Store: ...
    def read(self) -> Reader: ...


Kind = Callable[[Path], Place]


class SqlitePlace:
    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.path = folder / "floor.journal"

    def create(self, journal_id: str) -> Store:
        return sqlite.create_journal(self.path, journal_id=journal_id)

    def open(self) -> Store:
        return sqlite.open_journal(self.path)

    def read(self) -> Reader:
        return sqlite.read_journal(self.path)


PLACES: list[Kind] = [SqlitePlace]


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
