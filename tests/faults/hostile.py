"""Somebody between a floor and a device who sees every line, knows the protocol, and does not have the key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from openetg.devices.line.framing import framed, unframed

PROOF = (b"CHALLENGE", b"PROOF", b"ANSWER")
Trick = Callable[["Relay", bytes], list[bytes]]
"""A line after the proof, without its marks: what is carried on in its place."""


def honest(relay: Relay, body: bytes) -> list[bytes]:
    """Carries what came."""
    del relay
    return [body]


class Relay:
    """Carries whole lines both ways with a good CRC, each through its trick; the proof always passes as it is."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.to_floor: Trick = honest
        self.to_device: Trick = honest
        self.kept: list[bytes] = []
        """What a trick wants to remember."""
        self.played = 0
        """How often a trick has done something."""
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    async def open(self) -> tuple[str, int]:
        self._server = await asyncio.start_server(self._met, "127.0.0.1", 0)
        address: tuple[str, int] = self._server.sockets[0].getsockname()[:2]
        return address

    async def close(self) -> None:
        assert self._server is not None
        self._closing = True
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()
        await asyncio.sleep(0)

    def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Known from the moment it is made, so that one cancelled before its first step is closed as well."""
        if self._closing:
            writer.transport.abort()
            return
        task = asyncio.create_task(self._carry(reader, writer))
        self._tasks.add(task)

        def gone(task: asyncio.Task[None]) -> None:
            writer.transport.abort()
            self._tasks.discard(task)

        task.add_done_callback(gone)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError):
            await self._join(reader, writer)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self.target)
        ways = [
            asyncio.create_task(self._way(reader, far_writer, writer, lambda: self.to_device)),
            asyncio.create_task(self._way(far_reader, writer, far_writer, lambda: self.to_floor)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            far_writer.transport.abort()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _way(
        self,
        reader: asyncio.StreamReader,
        onward: asyncio.StreamWriter,
        back: asyncio.StreamWriter,
        trick: Callable[[], Trick],
    ) -> None:
        with suppress(OSError):
            while line := await reader.readline():
                body = unframed(line.removeprefix(b"$").rstrip())
                if body is None or body.startswith(PROOF):
                    onward.write(line)
                    continue
                for each in trick()(self, body):
                    if each == REFLECT:
                        back.write(line)
                    elif each == CUT_SHORT:
                        onward.write(line[: len(line) // 2])
                        await onward.drain()
                        return
                    else:
                        onward.write(framed(each))


REFLECT = b"<reflect>"
CUT_SHORT = b"<cut short>"


def changed(relay: Relay, body: bytes) -> list[bytes]:
    """Every digit but those of the MAC is another one, the CRC made right."""
    relay.played += 1
    said, count, mac = body.rsplit(b",", 2)
    swap = bytes.maketrans(b"0123456789", b"1234567890")
    return [b",".join((said.translate(swap), count.translate(swap), mac))]


def made_up(line: bytes) -> Trick:
    """Puts a line of one's own before what came, under a seal that looks like one."""

    def trick(relay: Relay, body: bytes) -> list[bytes]:
        relay.played += 1
        return [line + b",999," + b"0" * 32, body]

    return trick


def without_seal(relay: Relay, body: bytes) -> list[bytes]:
    """The old form."""
    relay.played += 1
    return [body.rsplit(b",", 2)[0]]


def twice(relay: Relay, body: bytes) -> list[bytes]:
    """Says everything again."""
    relay.played += 1
    return [body, body]


def swapped(relay: Relay, body: bytes) -> list[bytes]:
    """Every other line comes after the next."""
    if not relay.kept:
        relay.kept.append(body)
        return []
    relay.played += 1
    return [body, relay.kept.pop()]


def turned_round(relay: Relay, body: bytes) -> list[bytes]:
    """Gives it back to who said it."""
    relay.played += 1
    return [REFLECT, body]


def cut_short(relay: Relay, body: bytes) -> list[bytes]:
    """Half a line, and the end."""
    del body
    relay.played += 1
    return [CUT_SHORT]


def every_other_lost(relay: Relay, body: bytes) -> list[bytes]:
    """Takes away every other line."""
    relay.played += 1
    return [body] if relay.played % 2 else []
