"""The PostgreSQL tables: how they are kept, what is asked of a server, and what a person is told when it is not so."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from openetg.journal.chain import empty_head
from openetg.journal.copying import copy
from openetg.journal.postgres import PostgresStore, create_journal, exists, open_journal, read_journal
from openetg.journal.postgres.session import DEAD_LINE_MS, _WatchfulLoop
from openetg.journal.store import Fenced, JournalProblem, Reader
from openetg.journal.verify import Break, Intact, verify
from tests.postgres import Server, new_schema, shared_server
from tests.unit.journal.samples import entries, fill

pytestmark = pytest.mark.slow

WRITER_RIGHTS = (
    "GRANT USAGE ON SCHEMA {schema} TO {role}",
    "GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}",
    "GRANT INSERT ON {schema}.groups TO {role}",
    "GRANT UPDATE ON {schema}.head TO {role}",
    "GRANT INSERT, UPDATE ON {schema}.volumes TO {role}",
)
"""What docs/guides/postgresql.md tells an operator to grant."""


class Journal:
    """A journal in a schema of its own, and a database shell beside it."""

    def __init__(self) -> None:
        self.server = shared_server()
        self.schema = new_schema()
        self.url = self.server.url(schema=self.schema)

    def ask(self, *statements: str) -> object:
        """Run statements by hand in the schema; the value the last one gives."""
        return self.server.ask(f"SET search_path = {self.schema}", *statements)

    def new_role(self, *rights: str, options: str = "") -> str:
        """A role that may log in and has these rights."""
        role = f"role_of_{self.schema}"
        self.ask(f"CREATE ROLE {role} LOGIN {options}", *(x.format(schema=self.schema, role=role) for x in rights))
        return role

    def url_of(self, role: str, *, schema: str | None = None) -> str:
        return self.server.url(user=role, schema=schema or self.schema)


@pytest.fixture
def empty() -> Journal:
    """A place where no journal is yet."""
    return Journal()


@pytest.fixture
def journal() -> Journal:
    """A closed journal of ten entries in three groups."""
    journal = Journal()
    with closing(create_journal(journal.url, journal_id="floor 1")) as store:
        fill(store, sizes=[1, 4, 5])
    return journal


@pytest.fixture
def server() -> Server:
    return shared_server()


def told(url: str) -> str:
    """What someone is told who opens this for writing."""
    with pytest.raises(JournalProblem) as problem:
        open_journal(url)
    assert "postgresql://" in str(problem.value)
    return str(problem.value)


def test_a_database_shell_shows_readable_text(journal: Journal) -> None:
    assert journal.ask("SELECT convert_from(body, 'UTF8') FROM groups WHERE last = 1") == (
        '[{"sequence":1,"at_ms":1700000000001,"command":{"type":"place_wager","number":1,"padding":""},'
        '"verdict":{"type":"wager_placed","wager":1}}]'
    )
    question = "SELECT (convert_from(body, 'UTF8')::jsonb) -> 0 ->> 'sequence' FROM groups WHERE last = 5"
    assert journal.ask(question) == "2"


def test_the_server_does_not_compress_bodies(journal: Journal) -> None:
    question = "SELECT attstorage FROM pg_attribute WHERE attrelid = 'groups'::regclass AND attname = 'body'"
    assert journal.ask(question) == b"e"


def test_the_encoding_of_the_database_does_not_matter(server: Server) -> None:
    server.ask("CREATE DATABASE latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with closing(create_journal(server.url("latin1"), journal_id="Spielbank ♠ 東")) as store:
        assert store.journal_id == "Spielbank ♠ 東"
        assert isinstance(verify(store), Intact)


def test_two_schemas_are_two_journals(journal: Journal, empty: Journal) -> None:
    with closing(create_journal(empty.url, journal_id="floor 2")) as second:
        assert second.head() == empty_head("floor 2")
    with closing(read_journal(journal.url)) as first:
        assert first.head().sequence == 10


def test_a_schema_made_by_somebody_else_is_used_if_it_is_empty(empty: Journal) -> None:
    empty.ask(f"CREATE SCHEMA {empty.schema}")
    create_journal(empty.url, journal_id="floor 1").close()


def test_whether_a_journal_stands_there(empty: Journal, server: Server) -> None:
    assert not exists(empty.url)
    create_journal(empty.url, journal_id="floor 1").close()
    assert exists(empty.url)
    with pytest.raises(JournalProblem, match="expected a database of this name"):
        exists(server.url("nowhere"))


@pytest.mark.parametrize(
    ("name", "said", "kept"),
    [
        ("synchronous_commit", "off", "on"),
        ("synchronous_commit", "local", "on"),
        ("synchronous_commit", "remote_write", "on"),
        ("synchronous_commit", "on", "on"),
        ("synchronous_commit", "remote_apply", "remote_apply"),
        ("statement_timeout", "10", "0"),
        ("lock_timeout", "10", "0"),
        ("client_min_messages", "error", "notice"),
        ("default_transaction_isolation", "serializable", "read committed"),
        ("default_transaction_read_only", "on", "off"),
    ],
)
def test_settings_of_the_role_do_not_weaken_the_writer(journal: Journal, name: str, said: str, kept: str) -> None:
    role = journal.new_role("ALTER ROLE {role} SET " + f"{name} = '{said}'", options="SUPERUSER")
    with closing(open_journal(journal.url_of(role))) as store:
        ((setting,),) = store._writer.fetch(f"SHOW {name}")
    assert setting == kept


def test_no_server_is_told(tmp_path: Path) -> None:
    assert "expected a PostgreSQL server at this address, found none" in told(f"postgresql://x@/x?host={tmp_path}")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert "expected a PostgreSQL server at this address, found none" in told(f"postgresql://x@127.0.0.1:{port}/x")


def test_a_missing_database_or_role_is_told(server: Server) -> None:
    assert "expected a database of this name, found none" in told(server.url("nowhere"))
    assert "expected a role that may log in" in told(server.url(user="nobody_we_know"))


def test_an_option_nobody_knows_is_told(server: Server) -> None:
    assert 'unrecognized configuration parameter "shema"' in told(server.url(shema="x"))
    assert "expected an address and options that PostgreSQL knows" in told(server.url(sslmode="sometimes"))
    assert "expected an address and options that PostgreSQL knows" in told("postgresql://etg@localhost:5432a/floor")


def test_a_missing_journal_is_told(empty: Journal) -> None:
    assert f"expected a journal in the schema {empty.schema}, found no such schema" in told(empty.url)
    empty.ask(f"CREATE SCHEMA {empty.schema}")
    assert f"expected a journal in the schema {empty.schema}, found it empty" in told(empty.url)


def test_tables_of_something_else_are_told_and_left_alone(empty: Journal) -> None:
    empty.ask(f"CREATE SCHEMA {empty.schema}", "CREATE TABLE guests (name text)")
    assert "found guests (missing: groups, head, identity, volumes)" in told(empty.url)
    with pytest.raises(JournalProblem, match="found tables of something else: guests"):
        create_journal(empty.url, journal_id="floor 1")
    assert empty.ask("SELECT count(*) FROM guests") == 0


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("UPDATE identity SET format = 3", "expected journal format 2, found format 3: written by a newer"),
        ("UPDATE identity SET format = 0", "expected journal format 2, found format 0: written by another"),
        ("UPDATE identity SET application = 'guests'", "expected 'openetg journal' in the table identity"),
        ("DELETE FROM identity", "expected one row that names the journal, found 0"),
        (r"UPDATE identity SET journal_id = '\xff'", "expected the name of the journal, found b'\\xff'"),
        ("UPDATE identity SET journal_id = 'floor 2'", "expected volume 1 to begin with the hash of the name"),
        ("UPDATE head SET epoch = 7", "the head row was changed"),
        ("DELETE FROM head", "expected one head row, found 0"),
        ("INSERT INTO head SELECT 99, at_ms, epoch, hash, digest, volume FROM head", "expected one head row, found 2"),
        ("DELETE FROM groups WHERE last = 10", "head and groups disagree"),
        ("UPDATE volumes SET closed = true", "expected volume 1 to be the only open one, found 0 open"),
        ("ALTER TABLE groups SET UNLOGGED", "found them unlogged: groups"),
        ("ALTER TABLE groups RENAME COLUMN hash TO sum", "expected the tables of a journal, found them changed"),
    ],
)
def test_a_changed_journal_is_told(journal: Journal, change: str, expected: str) -> None:
    journal.ask(change)
    assert expected in told(journal.url)


def test_a_changed_body_is_found_by_verify_and_can_be_read(journal: Journal) -> None:
    journal.ask("UPDATE groups SET body = body || ' ' WHERE last = 5")
    with closing(read_journal(journal.url)) as reader:
        found = verify(reader)
    assert isinstance(found, Break)
    assert (found.group, found.field) == (5, "hash")


def test_a_role_needs_no_more_rights_than_the_guide_says(journal: Journal) -> None:
    role = journal.new_role(*WRITER_RIGHTS)
    with closing(open_journal(journal.url_of(role))) as store:
        lease = store.append(store.claim(), entries(11, 12))
        store.append(store.roll(lease, day="2026-11-15", snapshot=b"{}"), entries(13, 13))
        with pytest.raises(JournalProblem, match="expected a role with the rights a journal needs"):
            store.forget_volume(1)
        assert len(store.volumes()) == 2
    with pytest.raises(JournalProblem, match="expected a role with the rights a journal needs"):
        create_journal(journal.url_of(role, schema=new_schema()), journal_id="floor 2")


def test_missing_rights_are_told_before_the_first_append(journal: Journal) -> None:
    role = journal.new_role(*WRITER_RIGHTS[:2])
    found = told(journal.url_of(role))
    assert "found some missing: INSERT on volumes, UPDATE on volumes, UPDATE on head, INSERT on groups" in found
    with closing(read_journal(journal.url_of(role))) as reader:
        assert isinstance(verify(reader), Intact)


def test_a_role_without_any_right_is_told(journal: Journal) -> None:
    with pytest.raises(JournalProblem, match=r"found that the role has no right \(USAGE\)"):
        read_journal(journal.url_of(journal.new_role()))


def test_a_thread_that_runs_a_loop_of_its_own_may_use_a_store(journal: Journal) -> None:
    async def work() -> int:
        with closing(open_journal(journal.url)) as store:
            return store.append(store.claim(), entries(11, 11)).head.sequence

    assert asyncio.run(work()) == 11


def test_a_dead_line_is_noticed() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        closing(_WatchfulLoop()) as loop,
        socket.socket() as client,
    ):
        client.setblocking(False)
        loop.run_until_complete(loop.sock_connect(client, server.getsockname()))
        assert client.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert client.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == DEAD_LINE_MS


@pytest.fixture
def days(empty: Journal) -> Iterator[PostgresStore]:
    """A journal of three gaming days, the first two of them closed."""
    with closing(create_journal(empty.url, journal_id="floor 1")) as store:
        lease = store.append(store.claim(), entries(1, 4))
        lease = store.append(store.roll(lease, day="2026-11-15", snapshot=b"first"), entries(5, 6))
        store.append(store.roll(lease, day="2026-11-16", snapshot=b"second"), entries(7, 7))
        yield store


def shape(journal: Reader) -> list[tuple[int, str, int, bool, bytes | None]]:
    return [
        (volume.number, volume.day, volume.opening.sequence, volume.closed, journal.opening_snapshot(volume.number))
        for volume in journal.volumes()
    ]


def test_volumes_open_with_the_head_and_the_snapshot(days: PostgresStore) -> None:
    assert shape(days) == [
        (1, "", 0, True, None),
        (2, "2026-11-15", 4, True, b"first"),
        (3, "2026-11-16", 6, False, b"second"),
    ]
    with pytest.raises(JournalProblem, match="expected volume 4, found no volume of this number"):
        days.opening_snapshot(4)
    assert isinstance(verify(days), Intact)


def test_rolling_needs_the_lease_and_the_volume(journal: Journal) -> None:
    with closing(open_journal(journal.url)) as store, closing(open_journal(journal.url)) as other:
        lease = store.claim()
        store.roll(lease, day="2026-11-15", snapshot=b"{}")
        with pytest.raises(Fenced, match="another writer has rolled it to another volume"):
            other.roll(lease, day="2026-11-15", snapshot=b"{}")
        other.claim()
        with pytest.raises(Fenced, match="another writer has claimed it"):
            store.roll(lease, day="2026-11-16", snapshot=b"{}")
        assert [volume.number for volume in store.volumes()] == [1, 2]


def test_a_copy_is_the_same_and_can_be_broken_off(days: PostgresStore) -> None:
    target_url = Journal().url
    with closing(create_journal(target_url, journal_id="floor 1")) as target:
        for step, _ in enumerate(copy(days, target, groups_at_once=1)):
            if step == 1:
                break
    with closing(open_journal(target_url)) as target:
        list(copy(days, target))
        assert shape(target) == shape(days)
        assert list(target.groups(after_sequence=0)) == list(days.groups(after_sequence=0))
        assert target.head() == days.head()
        target.claim()
        target.claim()
        days.append(days.claim(), entries(8, 8))
        with pytest.raises(Fenced, match="is a journal of its own"):
            list(copy(days, target))


def test_a_copy_begins_with_the_first_volume_that_is_left(days: PostgresStore) -> None:
    days.forget_volume(1)
    with closing(create_journal(Journal().url, journal_id="floor 1")) as target:
        list(copy(days, target))
        assert shape(target) == shape(days)
        assert list(target.entries(after_sequence=4)) == entries(5, 7)
        assert isinstance(verify(target), Intact)


def test_only_what_follows_can_be_copied(days: PostgresStore) -> None:
    first, second, third = days.groups(after_sequence=0)
    _, _, last_volume = days.volumes()
    with closing(create_journal(Journal().url, journal_id="floor 1")) as target:
        with pytest.raises(JournalProblem, match="expected a group that follows entry 0"):
            target.copy_groups([second])
        target.copy_groups([first])
        with pytest.raises(JournalProblem, match="expected a volume that follows on"):
            target.copy_volume(last_volume, b"second")
        with pytest.raises(JournalProblem, match="expected a group that follows entry 4"):
            target.copy_groups([third])


def test_only_the_oldest_closed_volume_can_be_forgotten(days: PostgresStore) -> None:
    with pytest.raises(JournalProblem, match="expected to remove the oldest volume, closed, found volume 2"):
        days.forget_volume(2)
    days.forget_volume(1)
    days.forget_volume(2)
    with pytest.raises(JournalProblem, match="expected to remove the oldest volume"):
        days.forget_volume(3)
    assert list(days.entries(after_sequence=6)) == entries(7, 7)
    assert isinstance(verify(days), Intact)
    days.append(days.claim(), entries(8, 8))
