"""Servers that a journal must not be trusted to, and servers that come and go."""

from contextlib import closing

import pytest

from openetg.journal.chain import empty_head
from openetg.journal.postgres import create_journal, open_journal, read_journal
from openetg.journal.store import JournalProblem
from tests.faults.lines import Line
from tests.postgres import Server, running


def told(url: str) -> str:
    """What someone is told who opens this for writing."""
    with pytest.raises(JournalProblem) as problem:
        open_journal(url)
    return str(problem.value)


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_may_lose_commits_is_refused(setting: str) -> None:
    with running() as server:
        create_journal(server.url(), journal_id="floor 1").close()
        server.ask(f"ALTER SYSTEM SET {setting} = off", "SELECT pg_reload_conf()")
        server.stop()
        del server.settings["fsync"]  # else the command line has the last word
        server.start()
        assert f"expected a server with {setting} = on, found off" in told(server.url())
        with pytest.raises(JournalProblem, match=f"{setting} = on, found off"):
            create_journal(server.url(schema="new"), journal_id="floor 1")
        with closing(read_journal(server.url())) as reader:
            assert reader.head() == empty_head("floor 1")


def test_a_pooler_in_between_is_refused() -> None:
    """It tells its clients a process number of its own; here a line changes the number on its way."""

    def renumbered(reply: bytes) -> bytes:
        before, found, after = reply.partition(b"K\x00\x00\x00\x0c")
        return before + found + bytes(4) + after[4:] if found else reply

    with running(Server(tcp=True)) as server:
        create_journal(server.url(), journal_id="floor 1").close()
        with Line(server.port, changed=renumbered) as line:
            found = told(f"postgresql://postgres@127.0.0.1:{line.port}/postgres?sslmode=disable")
    assert "found a pooler in between" in found


def test_a_server_that_was_stopped_is_told() -> None:
    with running() as server:
        create_journal(server.url(), journal_id="floor 1").close()
        with closing(read_journal(server.url())) as reader:
            server.stop()
            server.start()
            with pytest.raises(JournalProblem, match="expected the connection to last, found it cut"):
                reader.head()
