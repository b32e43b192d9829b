"""A commit that PostgreSQL does not plainly confirm has an unknown outcome, and a claim settles it.

Cancelled, ended, waiting for a standby, waiting for a lock, without room on the disk: the store stops, and whoever
claims next finds everything that was acknowledged.
"""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from random import Random
from threading import main_thread
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from openetg.journal.postgres import PostgresStore, create_journal, open_journal
from openetg.journal.store import Fenced, JournalProblem, Lease, UnknownOutcome
from tests.faults.postgres_load import (
    FAULTS,
    GROUP_MAX,
    PATIENCE_MS,
    Load,
    next_group,
    numbered,
    settled,
    under_load,
    wait_for_entries,
)
from tests.postgres import Server, new_database, running, shared_server

STANDBY_THAT_IS_NOT_THERE = ("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
COMMIT = "SELECT pg_logical_emit_message(true, 'openetg', 'a commit that has something to write')"
WAITING_S_MAX = 60.0
Loop = asyncio.AbstractEventLoop

WAITING_FOR_STANDBY = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
NO_STANDBY = ("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")


@pytest.fixture
def server() -> Server:
    return shared_server()


@pytest.fixture
def url(server: Server) -> str:
    """An empty journal."""
    url = server.url(new_database(server))
    create_journal(url, journal_id="floor 1").close()
    return url


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with closing(open_journal(url, patience_ms=PATIENCE_MS)) as store:
        yield store


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server whose settings the test changes, with an empty journal."""
    with running() as server:
        create_journal(server.url(), journal_id="floor 1").close()
        yield server


one_thread = partial(ThreadPoolExecutor, max_workers=1)


def wait_until(server: Server, condition: str) -> None:
    end = time.monotonic() + WAITING_S_MAX
    while not server.ask(f"SELECT {condition}"):
        assert time.monotonic() < end, f"waited {WAITING_S_MAX:.0f} s in vain for {condition}"
        time.sleep(0.005)


def await_a_standby(server: Server) -> None:
    """From here on every commit waits for a standby that is not there.

    The server reads its settings again in its own time: it has when a commit was seen to wait.
    """
    server.ask(*STANDBY_THAT_IS_NOT_THERE)
    end = time.monotonic() + WAITING_S_MAX
    seen = False
    with one_thread() as thread:
        while not seen:
            assert time.monotonic() < end, "the server does not wait for a standby"
            committing = thread.submit(server.ask, COMMIT)
            while not (seen or committing.done()):
                seen = server.ask(f"SELECT count(pg_cancel_backend(pid)) > 0 FROM ({WAITING_FOR_STANDBY}) AS waiting")
            committing.result()


def waits(pid: int, event: str) -> str:
    return f"EXISTS (SELECT FROM pg_stat_activity WHERE pid = {pid} AND wait_event = '{event}')"


def writer_pid(store: PostgresStore) -> int:
    return store._writer.server_pid


@contextmanager
def head_locked(url: str, statement: str = "SELECT 1 FROM openetg.head FOR UPDATE") -> Iterator[tuple[Loop, Any]]:
    """Somebody in the middle of a transaction on the head, who does not go on by itself."""
    loop = asyncio.new_event_loop()
    other = loop.run_until_complete(asyncpg.connect(url))
    try:
        loop.run_until_complete(other.execute(f"BEGIN; {statement}"))
        yield loop, other
    finally:
        other.terminate()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


@pytest.mark.parametrize("how", ["pg_cancel_backend", "pg_terminate_backend"])
def test_a_wait_for_the_standby_that_somebody_ends_is_no_success(own_server: Server, how: str) -> None:
    with closing(open_journal(own_server.url())) as store, one_thread() as thread:
        lease = store.append(store.claim(), [numbered(1)])
        await_a_standby(own_server)
        appending = thread.submit(store.append, lease, [numbered(2)])
        wait_until(own_server, waits(writer_pid(store), "SyncRep"))
        own_server.ask(f"SELECT {how}({writer_pid(store)})")
        with pytest.raises(UnknownOutcome):
            appending.result()
        with pytest.raises(UnknownOutcome):
            store.append(lease, [numbered(2)])
        with pytest.raises(UnknownOutcome):
            store.claim()
    own_server.ask(*NO_STANDBY)
    assert settled(own_server.url(), acknowledged=2) > 2, "it was committed all the same"


def test_what_the_server_only_warns_of_is_told(own_server: Server) -> None:
    """A plain client is told of success: the trap this store must not walk into."""
    with closing(open_journal(own_server.url())) as store, one_thread() as thread:
        own_server.ask("CREATE TABLE plain (n integer)", "SELECT 1")
        await_a_standby(own_server)
        plain = thread.submit(own_server.ask, "INSERT INTO plain VALUES (17) RETURNING n")
        wait_until(own_server, f"EXISTS ({WAITING_FOR_STANDBY})")
        own_server.ask(f"SELECT pg_cancel_backend(pid) FROM ({WAITING_FOR_STANDBY}) AS waiting")
        assert plain.result() == 17
        claiming = thread.submit(store.claim)
        wait_until(own_server, waits(writer_pid(store), "SyncRep"))
        own_server.ask(f"SELECT pg_cancel_backend({writer_pid(store)})")
        with pytest.raises(UnknownOutcome, match="already committed locally"):
            claiming.result()
    own_server.ask(*NO_STANDBY)
    settled(own_server.url(), acknowledged=0)


def test_a_claim_settles_an_append_that_waits_for_a_standby(own_server: Server) -> None:
    url = own_server.url()
    with (
        closing(open_journal(url)) as old,
        closing(open_journal(url, patience_ms=PATIENCE_MS)) as new,
        ThreadPoolExecutor(max_workers=2) as threads,
    ):
        lease = old.append(old.claim(), [numbered(1)])
        await_a_standby(own_server)
        appending = threads.submit(old.append, lease, [numbered(2)])
        wait_until(own_server, waits(writer_pid(old), "SyncRep"))
        claiming = threads.submit(new.claim)
        with pytest.raises(UnknownOutcome):
            appending.result()
        wait_until(own_server, waits(writer_pid(new), "SyncRep"))
        assert not claiming.done(), "a claim is confirmed only together with everything before it"
        own_server.ask(*NO_STANDBY)
        assert claiming.result().head.sequence == 2
        assert list(new.entries(after_sequence=0)) == [numbered(1), numbered(2)]


def test_an_append_cancelled_before_it_wrote_has_an_unknown_outcome_too(
    server: Server, url: str, store: PostgresStore
) -> None:
    lease = store.append(store.claim(), [numbered(1)])
    with head_locked(url), one_thread() as thread:
        appending = thread.submit(store.append, lease, [numbered(2)])
        wait_until(server, waits(writer_pid(store), "transactionid"))
        server.ask(f"SELECT pg_cancel_backend({writer_pid(store)})")
        with pytest.raises(UnknownOutcome, match="canceling statement due to user request"):
            appending.result()
    settled(url, acknowledged=1)


def test_a_session_ended_between_two_appends_stops_the_store(server: Server, url: str, store: PostgresStore) -> None:
    lease = store.append(store.claim(), [numbered(1)])
    server.ask(f"SELECT pg_terminate_backend({writer_pid(store)}, 5000)")
    with pytest.raises(UnknownOutcome):
        store.append(lease, [numbered(2)])
    settled(url, acknowledged=1)


@pytest.mark.parametrize("how", ["pg_cancel_backend", "pg_terminate_backend"])
def test_sessions_ended_at_any_instant_lose_nothing(server: Server, url: str, how: str) -> None:
    random = Random(1885)
    last = 0
    for _ in range(10 * FAULTS):
        with closing(open_journal(url)) as store:
            pid = writer_pid(store)

            def end_it(load: Load, pid: int = pid) -> None:
                for _ in range(random.randrange(30_000)):
                    pass
                while not load.ended:  # a cancel that comes between two statements does nothing
                    server.ask(f"SELECT {how}({pid})")

            load = under_load(store, end_it)
        assert load.ended == "UnknownOutcome"
        assert load.acknowledged >= last
        last = settled(url, acknowledged=load.acknowledged)


def test_a_claim_ends_a_session_that_stands_still_in_the_middle_of_a_transaction(
    url: str, store: PostgresStore
) -> None:
    store.append(store.claim(), [numbered(1)])
    with head_locked(url, "UPDATE openetg.head SET at_ms = at_ms") as (loop, frozen):
        lease = store.claim()
        assert lease.head.epoch == 2
        with pytest.raises((asyncpg.PostgresError, OSError)):
            loop.run_until_complete(frozen.execute("COMMIT"))
    store.append(lease, [numbered(2)])
    settled(url, acknowledged=2)


def test_a_head_that_cannot_be_had_is_a_problem_that_names_who_has_it(
    server: Server, url: str, store: PostgresStore
) -> None:
    """The server's process itself stands still: not even ending its session helps."""
    store.append(store.claim(), [numbered(1)])
    with head_locked(url, "UPDATE openetg.head SET at_ms = at_ms") as (_, frozen):
        pid = frozen.get_server_pid()
        os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(JournalProblem, match=f"its head locked by process {pid} of role postgres"):
                store.claim()
        finally:
            os.kill(pid, signal.SIGCONT)
    assert store.claim().head.epoch == 2
    store.append(store.claim(), [numbered(2)])
    settled(url, acknowledged=2)


def test_a_person_who_only_looks_with_a_lock_is_not_thrown_out(url: str, store: PostgresStore) -> None:
    with head_locked(url) as (loop, other):
        with pytest.raises(JournalProblem, match="its head locked by process"):
            store.claim()
        loop.run_until_complete(other.execute("COMMIT"))
    store.append(store.claim(), [numbered(1)])


def test_an_interrupted_append_stops_the_store_and_cancels_nothing(
    server: Server, url: str, store: PostgresStore
) -> None:
    lease = store.append(store.claim(), [numbered(1)])
    with head_locked(url) as (loop, other), one_thread() as thread:
        pid = writer_pid(store)

        def interrupt() -> None:
            wait_until(server, waits(pid, "transactionid"))
            signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)

        # A shell that runs the tests in the background has them ignore this signal.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        interrupting = thread.submit(interrupt)
        with pytest.raises(KeyboardInterrupt):
            store.append(lease, [numbered(2)])
        interrupting.result()
        with pytest.raises(UnknownOutcome, match="interrupted"):
            store.append(lease, [numbered(2)])
        assert server.ask(f"SELECT {waits(pid, 'transactionid')}"), "the server works on as if nothing had happened"
        loop.run_until_complete(other.execute("COMMIT"))
        wait_until(server, f"NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = {pid})")
    assert settled(url, acknowledged=2) > 2, "and commits"


WAL_OFFSET = "SELECT file_offset FROM pg_walfile_name_offset(pg_current_wal_lsn())"


def test_no_room_for_the_log_of_the_server_ends_it_and_loses_nothing() -> None:
    with running() as server:
        create_journal(server.url(), journal_id="floor 1").close()
        fill_until_there_is_no_room(server, bytes_max=server.ask(WAL_OFFSET) + 600_000, told="PANIC")


def test_no_room_for_a_table_stops_the_writer_and_loses_nothing() -> None:
    with running(Server(log_segment_mb=1)) as server:
        create_journal(server.url(), journal_id="floor 1").close()
        fill_until_there_is_no_room(server, bytes_max=2_000_000, told="could not extend file")


def fill_until_there_is_no_room(server: Server, *, bytes_max: int, told: str) -> None:
    server.stop()
    server.start(file_bytes_max=bytes_max)
    with closing(open_journal(server.url())) as store:
        load = under_load(store, lambda _: None)
    assert load.ended == "UnknownOutcome"
    assert load.acknowledged > 0
    assert told in server.said()
    server.kill()
    server.start()
    settled(server.url(), acknowledged=load.acknowledged)


def test_nothing_acknowledged_is_lost_when_a_standby_takes_over(own_server: Server) -> None:
    random = Random(1979)
    with closing(Standby(own_server)) as standby:
        own_server.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'", "SELECT pg_reload_conf()")
        wait_until(own_server, "EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')")

        def lose_the_primary(load: Load) -> None:
            wait_for_entries(load, 100 + random.randrange(100))
            own_server.kill()

        with closing(open_journal(own_server.url())) as store:
            load = under_load(store, lose_the_primary)
        assert load.ended == "UnknownOutcome"
        with pytest.raises(JournalProblem, match="expected the primary server"):
            open_journal(standby.server.url())
        standby.server.ask("SELECT pg_promote()")
        settled(standby.server.url(), acknowledged=load.acknowledged)


class Standby:
    """A second server that follows the first."""

    def __init__(self, primary: Server) -> None:
        self.server = Server(copy_of=primary)
        self.server.start()

    def close(self) -> None:
        self.server.remove()


def test_writers_that_fight_over_a_journal_never_interleave(url: str) -> None:
    with ThreadPoolExecutor(max_workers=3) as threads:
        fights = [threads.submit(fight, url, seed, times=15 * FAULTS) for seed in range(3)]
        said = [group for fighting in fights for group in fighting.result()]
    with closing(open_journal(url)) as store:
        groups = [(group.last, group.epoch) for group in store.groups(after_sequence=0)]
    assert sorted(said) == groups
    settled(url, acknowledged=groups[-1][0])


def fight(url: str, seed: int, *, times: int) -> list[tuple[int, int]]:
    """Claim and append until fenced or for a while, over and over; the groups that were acknowledged."""
    random = Random(seed)
    acknowledged: list[tuple[int, int]] = []
    with closing(open_journal(url)) as store:
        for _ in range(times):
            acknowledged += append_until_fenced(store, store.claim(), append_max=random.randrange(20))
    return acknowledged


def append_until_fenced(store: PostgresStore, lease: Lease, *, append_max: int) -> Iterator[tuple[int, int]]:
    for _ in range(append_max):
        try:
            lease = store.append(lease, next_group(lease))
        except Fenced:
            return
        yield lease.head.sequence, lease.head.epoch


def test_two_writers_in_any_order_agree_with_a_list(url: str) -> None:
    """Random claims, appends, rolls and reopenings by two stores, against a model that fits on a page."""
    random = Random(1796)
    stores: list[PostgresStore] = [open_journal(url), open_journal(url)]
    leases: list[Lease | None] = [None, None]
    holder, last, volume_count = None, 0, 1
    for _ in range(150 * FAULTS):
        who = random.randrange(2)
        match random.choice(["claim", "append", "append", "append", "roll", "reopen"]):
            case "claim":
                leases[who], holder = stores[who].claim(), who
            case "reopen":
                stores[who].close()
                stores[who] = open_journal(url)
            case "append" if lease := leases[who]:
                done = attempt(stores[who], lease, next_group(lease))
                assert (done is not None) == (who == holder)
                if done is not None:
                    leases[who], last = done, done.head.sequence
            case "roll" if lease := leases[who]:
                if who == holder:
                    leases[who] = stores[who].roll(lease, day="2026-11-15", snapshot=b"%d" % last)
                    volume_count += 1
                else:
                    with pytest.raises(Fenced):
                        stores[who].roll(lease, day="2026-11-15", snapshot=b"stale")
    assert [volume.number for volume in stores[0].volumes()] == list(range(1, volume_count + 1))
    assert [volume.closed for volume in stores[0].volumes()] == [True] * (volume_count - 1) + [False]
    for store in stores:
        store.close()
    assert last + GROUP_MAX >= settled(url, acknowledged=last) > last


def attempt(store: PostgresStore, lease: Lease, group: list[Any]) -> Lease | None:
    try:
        return store.append(lease, group)
    except Fenced:
        return None
