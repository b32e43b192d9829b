"""A journal in PostgreSQL on another machine: over TLS alone, to a server whose certificate is vouched for by name.

A real server, behind a front that speaks TLS as PostgreSQL does; that it is on another machine is pretended.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import ssl
import threading
from asyncio import StreamReader, StreamWriter
from contextlib import closing, suppress
from pathlib import Path
from typing import Self
from urllib.parse import urlencode

import pytest

from openetg.journal.postgres import address, create_journal, open_journal, read_journal
from openetg.journal.store import JournalProblem
from openetg.server.access.certificates import AUTHORITY, SITE, SITE_KEY, make_site
from tests.postgres import new_schema, shared_server

TLS_WANTED = (8).to_bytes(4) + (80877103).to_bytes(4)
"""How a client of PostgreSQL asks for TLS, before it says anything else."""
NOW = dt.datetime.now(dt.UTC)


class Front:
    """Listens on a port of its own and passes on to a server's socket; without a context it has no TLS to offer."""

    def __init__(self, to: Path, context: ssl.SSLContext | None) -> None:
        self._to = to
        self._context = context
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self.in_clear = b""
        """What was said without TLS, but for the question whether there is any."""
        self.sealed = 0
        """Connections over TLS."""
        self.port = 0
        self._writers: list[StreamWriter] = []

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop
        ).result(20)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(20)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for writer in self._writers:
            writer.transport.abort()
        if others:
            await asyncio.wait(others, timeout=20)
        await asyncio.sleep(0)  # for what a closed connection still has to say

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._writers.append(writer)
        with suppress(OSError, EOFError):
            first = await reader.readexactly(8)
            if first != TLS_WANTED or self._context is None:
                self.in_clear += b"" if first == TLS_WANTED else first
                writer.write(b"N")
                self.in_clear += await reader.read()
                writer.close()
                return
            writer.write(b"S")
            await writer.start_tls(self._context)
            self.sealed += 1
            to_server = await asyncio.open_unix_connection(str(self._to))
            self._writers.append(to_server[1])
            await asyncio.gather(_pass_on(reader, to_server[1]), _pass_on(to_server[0], writer))


async def _pass_on(reader: StreamReader, writer: StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "is_local", lambda _: False)


def certified(folder: Path, name: str) -> ssl.SSLContext:
    """What a server shows: a certificate for this name, by an authority of its own in the folder."""
    make_site(folder, [name], site="database", now=NOW)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / SITE, folder / SITE_KEY)
    return context


def socket_of_server() -> Path:
    server = shared_server()
    return server.folder / f".s.PGSQL.{server.port}"


def url_of(front: Front, **more: str) -> str:
    return f"postgresql://postgres:s3cret@127.0.0.1:{front.port}/postgres?{urlencode(more)}"


def test_a_journal_is_kept_over_tls_and_no_byte_goes_in_clear(tmp_path: Path) -> None:
    with Front(socket_of_server(), certified(tmp_path, "127.0.0.1")) as front:
        url = url_of(front, schema=new_schema(), sslrootcert=str(tmp_path / AUTHORITY))
        create_journal(url, journal_id="floor 1").close()
        with closing(open_journal(url)) as store:
            store.claim()
        with closing(read_journal(url)) as reader:
            assert reader.head().epoch == 1
        assert front.sealed >= 3
        assert front.in_clear == b""


@pytest.mark.parametrize(
    ("name", "vouched_by"),
    [("127.0.0.1", "other"), ("127.0.0.7", "own"), ("db.example", "own")],
    ids=["by an authority nobody installed", "for another address", "for another name"],
)
def test_a_certificate_that_does_not_fit_ends_it_before_a_password_is_said(
    tmp_path: Path, name: str, vouched_by: str
) -> None:
    certified(tmp_path / "other", "127.0.0.1")
    with Front(socket_of_server(), certified(tmp_path / "own", name)) as front:
        url = url_of(front, schema=new_schema(), sslrootcert=str(tmp_path / vouched_by / AUTHORITY))
        for act in (read_journal, open_journal):
            with pytest.raises(JournalProblem) as told:
                act(url)
            assert "expected a server whose certificate is vouched for" in str(told.value)
            assert "s3cret" not in str(told.value)
        assert front.sealed == 0
        assert front.in_clear == b""


def test_a_server_without_tls_is_told_nothing(tmp_path: Path) -> None:
    certified(tmp_path, "127.0.0.1")
    with Front(socket_of_server(), None) as front:
        url = url_of(front, schema=new_schema(), sslrootcert=str(tmp_path / AUTHORITY))
        with pytest.raises(JournalProblem):
            read_journal(url)
        assert front.in_clear == b"", "neither a name nor a password"
