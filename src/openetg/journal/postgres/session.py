"""One connection to PostgreSQL with an event loop of its own, for callers that wait in their own thread.

A call runs to its end in the calling thread, one at a time; there is no time limit, and nothing here ever asks the
server to cancel a statement: a cancelled commit may be durable. Faults of the driver pass through under their own
names, for `store` and `reader` to judge.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any, Protocol, TypeVar

import asyncpg  # type: ignore[import-untyped]
from asyncpg.exceptions import InternalClientError  # type: ignore[import-untyped]

from openetg.journal.postgres.address import Address, secured
from openetg.journal.store import JournalProblem

CONNECT_S_MAX = 20.0
APPLICATION_NAME = "openetg journal"

ENGINE_FAULTS = (asyncpg.PostgresError, asyncpg.InterfaceError, InternalClientError, OSError, EOFError)

# A line that died without a word is noticed within half a minute, on both sides: by the client, which would otherwise
# wait for ever, and by the server, which would otherwise keep a dead writer's locks.
DEAD_LINE_MS = 30_000
KEEPALIVE = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": DEAD_LINE_MS}

SETTINGS = {
    "application_name": APPLICATION_NAME,
    "client_min_messages": "notice",  # a warning at commit must reach us, regardless of the role's own setting
    "default_transaction_isolation": "read committed",  # what the statements in `tables` count on
    "default_transaction_deferrable": "off",
    "statement_timeout": "0",  # a time limit cancels
    "lock_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "idle_session_timeout": "0",
    "enable_seqscan": "off",
    "jit": "off",
    "row_security": "off",  # an error instead of rows left out
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": str(DEAD_LINE_MS),
}

T = TypeVar("T")
Row = Iterable[Any]


class Statement(Protocol):
    """A prepared statement of the driver, as far as it is used here."""

    async def fetch(self, *values: object) -> list[Row]: ...


class DriverConnection(Protocol):
    """A connection of the driver, as far as it is used here."""

    async def execute(self, statement: str) -> str: ...
    async def fetch(self, statement: str, *values: object) -> list[Row]: ...
    async def prepare(self, statement: str) -> Statement: ...
    async def close(self, *, timeout: float | None = None) -> None: ...
    def terminate(self) -> None: ...
    def is_closed(self) -> bool: ...
    def is_in_transaction(self) -> bool: ...
    def get_server_pid(self) -> int: ...
    def get_server_version(self) -> tuple[int, ...]: ...
    def add_log_listener(self, listener: Callable[[object, "ServerNotice"], None]) -> None: ...


class ServerNotice(Protocol):
    """Something the server says besides its answer."""

    severity: str
    message: str
    detail: str | None


class StoreSession:
    """A connection, used by any thread, by one at a time. `notices` holds every warning the server ever sent."""

    def __init__(self, address: Address, *, writing: bool, primary: bool) -> None:
        self.notices: list[str] = []
        self._lock = Lock()
        self._loop = _WatchfulLoop()
        self._connection: DriverConnection | None = None
        try:
            self._connection = self._complete(_connect(address, writing=writing, primary=primary))
        except BaseException:
            self._loop.close()
            raise
        self._connection.add_log_listener(lambda _, message: self.notices.append(_told(message)))

    @property
    def server_pid(self) -> int:
        """The server's process that serves this connection, as the server told the driver."""
        return self._open_connection().get_server_pid()

    @property
    def server_version(self) -> tuple[int, ...]:
        return tuple(self._open_connection().get_server_version())

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction was begun and not ended, as far as the server has told."""
        connection = self._connection
        return connection is not None and not connection.is_closed() and connection.is_in_transaction()

    def execute(self, statement: str) -> str:
        """Runs statements without values; the tag of the last."""
        return self._run(lambda connection: connection.execute(statement))

    def fetch(self, statement: str, *values: object) -> list[Row]:
        return self._run(lambda connection: connection.fetch(statement, *values))

    def prepare(self, statement: str) -> Callable[..., list[Row]]:
        """The statement, parsed by the server once; call it with its values."""
        prepared = self._run(lambda connection: connection.prepare(statement))
        return lambda *values: self._run(lambda _: prepared.fetch(*values))

    def terminate(self) -> None:
        """Drop the line at once, without a word to the server."""
        with self._lock:
            self._drop()

    def close(self) -> None:
        """Ends the session. May be called twice."""
        with self._lock:
            if self._connection is not None and not self._connection.is_closed():
                with suppress(*ENGINE_FAULTS):
                    self._complete(self._connection.close(timeout=CONNECT_S_MAX))
            self._drop()

    def _run(self, act: Callable[[DriverConnection], Coroutine[Any, Any, T]]) -> T:
        with self._lock:
            return self._complete(act(self._open_connection()))

    def _complete(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs the loop until this is done. Interrupted on the way, the line is dropped and nothing is cancelled."""
        task = self._loop.create_task(coroutine)
        if _has_running_loop():
            return self._complete_in_a_thread(task)
        try:
            return self._loop.run_until_complete(task)
        except BaseException:
            if not task.done():
                self._give_up(task)
                self._loop.run_until_complete(asyncio.wait([task]))
            raise

    def _complete_in_a_thread(self, task: asyncio.Task[T]) -> T:
        """A thread that runs a loop already cannot run ours; it waits for one that can."""
        with ThreadPoolExecutor(max_workers=1) as thread:
            running = thread.submit(self._loop.run_until_complete, task)
            try:
                return running.result()
            except BaseException:
                if not running.done():
                    self._loop.call_soon_threadsafe(self._give_up, task)
                raise

    def _give_up(self, task: asyncio.Task[T]) -> None:
        if self._connection is None:
            task.cancel()  # still connecting: nothing was asked yet
        else:
            self._connection.terminate()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
        if not self._loop.is_closed():
            self._complete(asyncio.sleep(0))  # one turn of the loop closes the socket
            self._loop.close()

    def _open_connection(self) -> DriverConnection:
        if self._connection is None:
            raise asyncpg.InterfaceError("the connection was closed")
        return self._connection


class _WatchfulLoop(asyncio.SelectorEventLoop):
    """An event loop whose sockets notice a dead line."""

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        if sock.family in (socket.AF_INET, socket.AF_INET6):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in KEEPALIVE.items():
                if hasattr(socket, name):  # not every system has all of them
                    sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        await super().sock_connect(sock, address)


async def _connect(address: Address, *, writing: bool, primary: bool) -> DriverConnection:
    settings = {"search_path": address.schema, "default_transaction_read_only": "off" if writing else "on"}
    try:
        connection: DriverConnection = await asyncpg.connect(
            secured(address),
            timeout=CONNECT_S_MAX,
            max_cached_statement_lifetime=0,
            target_session_attrs="primary" if primary else None,
            server_settings=SETTINGS | settings,
        )
    except asyncpg.InterfaceError:
        raise
    except ssl.SSLCertVerificationError as problem:
        raise JournalProblem(
            f"{address.shown}: expected a server whose certificate is vouched for (sslrootcert=FILE) and bears its"
            f" name, found another ({problem.verify_message}): nothing was said to it"
        ) from None
    except ValueError as problem:  # the driver lets through what it stumbles over in an address
        raise asyncpg.ClientConfigurationError(str(problem)) from problem
    return connection


def _told(notice: ServerNotice) -> str:
    detail = f" ({notice.detail})" if notice.detail else ""
    return f"{notice.severity}: {notice.message}{detail}"


def _has_running_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
