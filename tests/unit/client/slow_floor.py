"""A floor for the tests of a client: it keeps what it hears, and answers only when told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

from msgspec import json
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

from openetg.client.line import ClientLine
from openetg.wire.messages import Message

DEADLINE_S = 60

Heard = TypeVar("Heard")


class SlowFloor(WSListener, Generic[Heard]):
    """One floor on every connection; what it says goes out on the newest."""

    def __init__(self, decode: Callable[[bytes], Heard]) -> None:
        super().__init__()
        self.heard: list[Heard] = []
        self._decode = decode
        self._changed = asyncio.Event()
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        del transport
        if frame.msg_type == WSMsgType.TEXT:
            self.heard.append(self._decode(frame.get_payload_as_bytes()))
            self._changed.set()

    async def hears(self, count: int) -> list[Heard]:
        """All it has heard, once that is so many messages."""
        while len(self.heard) < count:
            self._changed.clear()
            await self._changed.wait()
        return self.heard

    def say(self, *messages: Message) -> None:
        """Says something to the client."""
        assert self._transport is not None, "nobody has come"
        for message in messages:
            self._transport.send(WSMsgType.TEXT, json.encode(message))

    def hang_up(self) -> None:
        """Cuts the connection."""
        assert self._transport is not None, "nobody has come"
        self._transport.disconnect()

    async def greet(self, client: ClientLine[Any, Any, Any], welcome: Message) -> None:
        """Lets the client connect and welcomes it."""
        before = len(self.heard)
        greeting = asyncio.create_task(client.connect())
        await self.hears(before + 1)
        self.say(welcome)
        await greeting


@asynccontextmanager
async def serving(floor: WSListener) -> AsyncIterator[str]:
    """The address of a floor while it lasts, and never longer than the deadline."""
    server = await ws_create_server(lambda _: floor, "127.0.0.1", 0)
    async with asyncio.timeout(DEADLINE_S):
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
