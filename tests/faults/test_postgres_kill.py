"""Whatever PostgreSQL has acknowledged survives `kill -9` of the server or of the writer at any instant.

A killed process loses what it had in its own memory, not what the operating system had: a power cut is not shown here.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from random import Random
from signal import SIGKILL

import pytest

from openetg.journal.postgres import create_journal, open_journal
from tests.faults.postgres_load import FAULTS, Load, settled, under_load, wait_for_entries
from tests.faults.processes import ROOT, last_acknowledged, next_line, remaining_lines
from tests.postgres import Server, running

SERVER_KILL_COUNT = 8 * FAULTS
CLIENT_KILL_COUNT = 8 * FAULTS


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as server:
        create_journal(server.url(), journal_id="floor 1").close()
        yield server


def test_nothing_acknowledged_is_lost_however_often_the_server_is_killed(server: Server) -> None:
    random = Random(1867)
    last = 0
    for _ in range(SERVER_KILL_COUNT):
        with closing(open_journal(server.url())) as store:
            load = under_load(store, lambda load: kill_after(load, server, random.choice([0, 1, 20, 200])))
        assert load.ended == "UnknownOutcome"
        assert load.acknowledged >= last
        server.start()
        last = settled(server.url(), acknowledged=load.acknowledged)


def kill_after(load: Load, server: Server, entry_count: int) -> None:
    wait_for_entries(load, entry_count)
    server.kill()


def test_nothing_acknowledged_is_lost_however_often_the_writer_is_killed(server: Server) -> None:
    random = Random(1903)
    last = 0
    for _ in range(CLIENT_KILL_COUNT):
        last = settled(server.url(), acknowledged=max(last, append_and_kill(server.url(), random)))


def append_and_kill(url: str, random: Random) -> int:
    """Kill a writer at some instant after its start or one of its acknowledgements; the last one it got out."""
    command = [sys.executable, "-m", "tests.faults.postgres_load", url]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        lines = [next_line(writer) for _ in range(1 + random.choice([0, 1, 10, 60]))]
        for _ in range(random.randrange(20_000)):
            pass
        writer.kill()
        lines += remaining_lines(writer)
    assert lines[0] == ["started"]
    assert writer.returncode == -SIGKILL
    return last_acknowledged(lines)
