"""A bad cable: a TCP relay between driver and device that cuts, repeats, swaps, dirties and stalls what it carries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

Mangle = Callable[[list[bytes]], list[bytes]]
"""Whole lines of the device in, what reaches the floor out."""


class BadCable:
    """Carries both ways; what the device says goes through `mangle` and is cut every `cut_every` bytes."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.mangle: Mangle = lambda lines: lines
        self.cut_every: int | None = None
        self.stalled = False
        self.cuts = 0
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> tuple[str, int]:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        address: tuple[str, int] = self._server.sockets[0].getsockname()[:2]
        return address

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def cut(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._join(reader, writer)
        finally:
            self._tasks.discard(task)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            device_reader, device_writer = await asyncio.open_connection(*self.target)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, device_writer}
        self._writers |= both
        ways = [
            asyncio.create_task(self._to_device(reader, device_writer)),
            asyncio.create_task(self._to_floor(device_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            self._writers -= both
            for end in both:
                end.transport.abort()

    async def _to_device(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(4_096):
                writer.write(data)

    async def _to_floor(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        kept, left = b"", self.cut_every
        with suppress(OSError):
            while data := await reader.read(4_096):
                *lines, kept = (kept + data).split(b"\n")
                if self.stalled:
                    continue
                out = b"".join(self.mangle([line + b"\n" for line in lines]))
                if left is None:
                    writer.write(out)
                    continue
                writer.write(out[:left])
                left -= len(out[:left])
                if left == 0:
                    self.cuts += 1
                    await writer.drain()
                    writer.close()
                    return


def doubled(lines: list[bytes]) -> list[bytes]:
    """Every line twice."""
    return [line for line in lines for _ in range(2)]


def dirtied(lines: list[bytes]) -> list[bytes]:
    """Rubbish before every line, also rubbish that looks like one."""
    return [piece for line in lines for piece in (b"\x00\xff$$*7777\r\n$REST,", line)]


class Swapped:
    """Every third line comes after the one that follows it."""

    def __init__(self) -> None:
        self._count = 0
        self._late: bytes | None = None

    def __call__(self, lines: list[bytes]) -> list[bytes]:
        out: list[bytes] = []
        for line in lines:
            self._count += 1
            if self._late is None and self._count % 3 == 0:
                self._late = line
                continue
            out.append(line)
            if self._late is not None:
                out.append(self._late)
                self._late = None
        return out


class Damaged:
    """Every fourth line has a bit turned over."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, lines: list[bytes]) -> list[bytes]:
        return [self._hurt(line) for line in lines]

    def _hurt(self, line: bytes) -> bytes:
        self._count += 1
        if self._count % 4:
            return line
        at = self._count % (len(line) - 3)
        return line[:at] + bytes([line[at] ^ 0x08]) + line[at + 1 :]
