"""The line to PostgreSQL cut or held up at each point of an exchange, one point after the other until none is left.

Cut: the store stops, and what it acknowledged is there. Held up: whoever claims meanwhile settles what is in flight,
and nothing comes back later.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing

import pytest

from openetg.journal.postgres import PostgresStore, create_journal, open_journal
from openetg.journal.store import Fenced, JournalProblem, Lease, Store, UnknownOutcome
from tests.faults.lines import Line, Way, message_points
from tests.faults.postgres_load import FAULTS, PATIENCE_MS
from tests.postgres import Server, new_database, running
from tests.unit.journal.samples import entries

Act = Callable[[Store, Lease], object]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(Server(tcp=True)) as server:
        yield server


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    with Line(server.port) as line:
        yield line


@pytest.fixture
def database(server: Server) -> str:
    """A database with an empty journal."""
    name = new_database(server)
    create_journal(server.url(name), journal_id="floor 1").close()
    return name


def append(store: Store, lease: Lease) -> object:
    return store.append(lease, entries(lease.head.sequence + 1, lease.head.sequence + 3))


def roll(store: Store, lease: Lease) -> object:
    return store.roll(lease, day="2026-11-15", snapshot=b"a day's end")


def claim(store: Store, lease: Lease) -> object:
    del lease
    return store.claim()


def through(line: Line, database: str) -> str:
    return f"postgresql://postgres@127.0.0.1:{line.port}/{database}?sslmode=disable"


def points(line: Line, database: str, act: Act, way: Way) -> list[int]:
    """Where to interrupt this exchange, found by watching one that is left alone; the last point is its end."""
    with closing(open_journal(through(line, database))) as store:
        lease = store.claim()
        writer = line.connections[-1]
        writer.cut_after(Way.REQUESTS, 1 << 30)
        act(store, lease)
        passed = writer.passed[way]
    return list(range(len(passed) + 1)) if FAULTS > 1 else message_points(passed)


def state(journal: Store) -> tuple[object, ...]:
    """Everything a reader can tell, but for the epoch."""
    return list(journal.groups(after_sequence=0)), journal.volumes(), journal.head().sequence


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("act", [append, roll, claim])
def test_a_line_cut_at_any_point_leaves_all_or_nothing_and_says_unknown(
    server: Server, line: Line, database: str, act: Act, way: Way
) -> None:
    *before_the_end, end = points(line, database, act, way)
    assert before_the_end
    for point in before_the_end:
        with closing(open_journal(server.url(database))) as other:
            before = state(other)
            with closing(open_journal(through(line, database))) as store:
                lease = store.claim()
                line.connections[-1].cut_after(way, point)
                told = outcome(store, lease, act)
            assert line.connections[-1].reached_the_limit, f"byte {point} was never reached"
            # A claim speaks several times before it commits: until then the fault is only a fault.
            assert told in (("unknown", "problem") if act is claim else ("unknown",))
            other.claim()
            done = other.head().epoch > lease.head.epoch + 1 if act is claim else state(other) != before
            assert not (told == "problem" and done)
            # A transaction ends with the request's last byte, so one that did not arrive did nothing; and the reply
            # begins when it is over. (Only a claim has replies before that.)
            assert done == (way is Way.REPLIES) or act is claim
            assert_sound(other)
    assert acts_untouched(line, database, act, way, end)


def outcome(store: Store, lease: Lease, act: Act) -> str:
    try:
        act(store, lease)
    except UnknownOutcome:
        with pytest.raises(UnknownOutcome):
            store.head()
        return "unknown"
    except JournalProblem:
        return "problem"
    return "done"


def acts_untouched(line: Line, database: str, act: Act, way: Way, end: int) -> bool:
    with closing(open_journal(through(line, database))) as store:
        lease = store.claim()
        writer = line.connections[-1]
        writer.cut_after(way, end + 8)  # numbers that have grown since may need a byte more
        return outcome(store, lease, act) == "done" and not writer.reached_the_limit


def assert_sound(journal: PostgresStore) -> None:
    last = journal.head().sequence
    assert list(journal.entries(after_sequence=0)) == entries(1, last)


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("act", [append, roll])
def test_a_claim_settles_what_is_held_up_at_any_point(
    server: Server, line: Line, database: str, act: Act, way: Way
) -> None:
    """The other writer is frozen with its line open: the claim does not wait for it, and nothing comes back later."""
    *before_the_end, _ = points(line, database, act, way)
    for point in before_the_end:
        with (
            ThreadPoolExecutor(max_workers=1) as thread,
            closing(open_journal(server.url(database), patience_ms=PATIENCE_MS)) as other,
            closing(open_journal(through(line, database))) as store,
        ):
            before = state(other)
            lease, writer = store.claim(), line.connections[-1]
            writer.hold_after(way, point)
            acting: Future[object] = thread.submit(act, store, lease)
            writer.wait_for_the_limit()
            try:
                other.claim()
                settled = state(other)
            finally:
                writer.let_go()
            told = result(acting)
            assert state(other) == settled, "what cannot be read after a claim never comes back"
            assert (told == "done") <= (settled != before)
            assert (settled != before) == (way is Way.REPLIES)
            assert_sound(other)


def result(acting: Future[object]) -> str:
    try:
        acting.result()
    except (Fenced, UnknownOutcome) as end:
        return type(end).__name__
    return "done"
