"""Walks through everything a running demonstration floor tells: each route, each view, each display, every file.

For tests that hold all of it against something that must not be there. Who walks gets bytes, as they came.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import httpx

from openetg.client.console import ConsoleClient, NotLoggedIn, log_in
from openetg.client.display import DisplayClient
from openetg.client.terminal import TerminalClient
from openetg.server.guests.consoles.views import KINDS
from tests import etg_processes as starting

ANSWERS_WITHIN_S = 120
SLOW = re.compile(r"/api/(reports/|conformance|verification|software|export|evidence/|outcomes/|recall|timeline|trace)")
"""Routes that read the whole journal, in a process of their own."""
GIVEN = {
    # What stands for the names in a route: what there is of each kind on the demonstration floor.
    "table": ("A", "B"),
    "terminal": ("M1", "I1"),
    "who": ("M1",),
    "number": ("1",),
    "kind": ("day", "exceptions", "cage"),
    "sequence": ("80",),
}


class OverheardConsole(ConsoleClient):
    """Keeps every frame as it came."""

    def __init__(self, address: str, cookie: str) -> None:
        super().__init__(address, cookie)
        self.frames: list[bytes] = []
        self.came_ms: list[int] = []
        """When each came, by the clock of this machine, which is the floor's too."""

    def _hear(self, data: bytes) -> None:
        self.frames.append(bytes(data))
        self.came_ms.append(time.time_ns() // 1_000_000)
        super()._hear(data)


class OverheardDisplay(DisplayClient):
    """Keeps every frame as it came."""

    def __init__(self, address: str, table: str, key: str) -> None:
        super().__init__(address, table, key=key)
        self.frames: list[bytes] = []
        self.came_ms: list[int] = []
        """When each came, by the clock of this machine, which is the floor's too."""

    def _hear(self, data: bytes) -> None:
        self.frames.append(bytes(data))
        self.came_ms.append(time.time_ns() // 1_000_000)
        super()._hear(data)


class OverheardTerminal(TerminalClient):
    """Keeps every frame as it came."""

    def __init__(self, address: str, terminal: str, key: str) -> None:
        super().__init__(address, terminal, key)
        self.frames: list[bytes] = []
        self.came_ms: list[int] = []
        """When each came, by the clock of this machine, which is the floor's too."""

    def _hear(self, data: bytes) -> None:
        self.frames.append(bytes(data))
        self.came_ms.append(time.time_ns() // 1_000_000)
        super()._hear(data)


class Walk:
    """One floor, and how one comes in."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.sockets = address.replace("http", "ws")
        known = httpx.get(address + "api/floor", timeout=ANSWERS_WITHIN_S).json()
        self.people: dict[str, str] = {each["person"]: each["password"] for each in known["staff"]}
        self._cookies: dict[str, str] = {}
        schema = httpx.get(address + "api/schema/openapi.json", timeout=ANSWERS_WITHIN_S).json()
        self._paths: dict[str, Any] = schema["paths"]
        self._keys = {
            each["terminal"]: each["href"].rpartition("key=")[2]
            for table in known["tables"]
            for each in table["terminals"]
        }

    async def terminal(self, name: str) -> OverheardTerminal:
        client = OverheardTerminal(f"{self.sockets}terminal", name, self._keys[name])
        await client.connect()
        return client

    async def cookie(self, person: str) -> str:
        """The login of a person, made once; who asks too fast is let in a little later."""
        while person not in self._cookies:
            try:
                self._cookies[person] = await log_in(self.address.rstrip("/"), person, self.people[person])
            except NotLoggedIn as refused:
                if "too_fast" not in str(refused):
                    raise
                await asyncio.sleep(1)
        return self._cookies[person]

    async def console(self, cookie: str) -> OverheardConsole:
        client = OverheardConsole(f"{self.sockets}console", cookie)
        await client.connect()
        return client

    async def displays(self, cookie: str) -> list[OverheardDisplay]:
        """Every public display, connected."""
        answer = httpx.get(self.address + "api/displays", headers={"cookie": cookie}, timeout=ANSWERS_WITHIN_S).json()
        found = []
        for link in answer["displays"]:
            table, key = link["table"], link["href"].rpartition("key=")[2]
            display = OverheardDisplay(f"{self.sockets}display", table, key)
            await display.connect()
            found.append(display)
        return found

    def routes(self) -> Iterator[str]:
        """Every route that reads, with names in it; a name nobody has given is the first of its kind, `1`."""
        for path, acts in self._paths.items():
            if "get" in acts:
                names = re.findall(r"{(\w+)}", path)
                for values in product(*(GIVEN.get(name, ("1",)) for name in names)):
                    yield _filled(path, dict(zip(names, values, strict=True)))

    async def read_routes(self, cookie: str, *, slow: bool = False) -> dict[str, bytes]:
        """What each route answers to somebody, refusals too; `slow` ones where asked for."""
        headers = {"cookie": cookie} if cookie else {}
        found = {}
        async with httpx.AsyncClient(base_url=self.address, headers=headers, timeout=ANSWERS_WITHIN_S) as http:
            for path in self.routes():
                if SLOW.match(path) and not slow:
                    continue
                answer = await http.get(path)
                while answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                    await asyncio.sleep(float(answer.headers.get("retry-after", "1")))
                    answer = await http.get(path)
                found[path] = answer.content
        return found

    async def read_views(self, cookie: str, tables: tuple[str, ...] = ("A", "B")) -> list[bytes]:
        """All frames of all views somebody may watch."""
        console = await self.console(cookie)
        for word, kind in KINDS.items():
            for name in [f"{word}/{table}" for table in tables] if kind.of_table else [word]:
                await console.watch(name)
        await console.close()
        return console.frames


def _filled(path: str, names: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda found: names[found[1]], path)


def said_by(*words: str) -> bytes:
    """What a command of the shell says, whether or not it likes the question."""
    command, around = starting.etg(*words), starting.around()
    done = subprocess.run(command, capture_output=True, check=False, timeout=ANSWERS_WITHIN_S, env=around)
    return done.stdout + done.stderr


def files_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()
