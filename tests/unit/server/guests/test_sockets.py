"""The socket adapter over real sockets: frames in and out, and readers that do not read."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from openetg.server.front.front import open_front, origins_of
from openetg.server.guests.sessions import Session
from openetg.server.guests.sockets import PATH, UNREAD_MAX, Connection
from openetg.wire.messages import LARGEST_MESSAGE
from tests.unit.server.stage import INTERBLOCK, Stage

HOST = "127.0.0.1"
UPGRADE = (
    b"GET /terminal HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
KIND_TEXT, KIND_BINARY = 1, 2
LARGE = b"x" * 8_192


class Line:
    """A terminal's end of one WebSocket, and the floor's."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, connection: Connection) -> None:
        self.reader = reader
        self.writer = writer
        self.connection = connection

    def say(self, data: bytes, *, kind: int = KIND_TEXT, whole: bool = True) -> None:
        """One frame of fewer than 64 KB, masked with zeros."""
        size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
        self.writer.write(bytes([(0x80 if whole else 0) | kind]) + size + bytes(4) + data)

    async def hear(self) -> bytes:
        """The payload of the next frame."""
        size = (await self.reader.readexactly(2))[1]
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        return await self.reader.readexactly(size)


@asynccontextmanager
async def connected() -> AsyncIterator[Line]:
    """A connection to a floor without keys, upgraded."""
    stage = Stage()
    made: list[Connection] = []

    def session(connection: Connection) -> Session:
        made.append(connection)
        return Session(stage.exchange, connection, lambda _terminal, _key: True)

    async with AsyncExitStack() as stack:
        listening = stack.enter_context(socket.create_server((HOST, 0)))
        sockets = {PATH: lambda _request: Connection(session, lambda: stage.now_ms)}
        await open_front(listening, origins_of(HOST, None), sockets, None, tls=None, stack=stack)
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write(UPGRADE)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield Line(reader, writer, made[0])
        writer.close()


def test_a_message_is_heard_and_answered() -> None:
    async def talk() -> None:
        async with connected() as line:
            line.say(b'{"type":"hello","protocol":1,"terminal":"I1","key":""}')
            assert INTERBLOCK.encode() in await line.hear()
            line.say(b'{"type":"ping","at":7}')
            assert b'"at":7' in await line.hear()

    asyncio.run(talk())


@pytest.mark.parametrize(("kind", "whole"), [(KIND_BINARY, True), (KIND_TEXT, False)])
def test_what_is_no_whole_text_ends_the_connection_with_a_word(kind: int, *, whole: bool) -> None:
    async def talk() -> None:
        async with connected() as line:
            line.say(b'{"type":"ping","at":7}', kind=kind, whole=whole)
            assert b"malformed" in await line.hear()
            assert (await line.reader.read())[-2:-1] in (b"", b"\x03"), "a close frame, and then the end"

    asyncio.run(talk())


def test_the_largest_message_is_heard_and_a_larger_frame_is_not() -> None:
    async def talk() -> None:
        async with connected() as line:
            line.say(b" " * (LARGEST_MESSAGE - 22) + b'{"type":"ping","at":7}')
            assert b'"at":7' in await line.hear()
            line.say(b" " * (LARGEST_MESSAGE + 1))
            assert b'"at"' not in await line.reader.read()

    asyncio.run(talk())


def test_a_reader_that_does_not_read_is_told_no_more_until_it_does() -> None:
    async def talk() -> None:
        async with connected() as line:
            sent = 0
            while line.connection.send(LARGE):
                sent += 1
                assert sent * len(LARGE) < 100 * UNREAD_MAX, "somebody has to say no"
                await asyncio.sleep(0)
            assert sent * len(LARGE) > UNREAD_MAX
            for _ in range(sent):
                assert await line.hear() == LARGE
            assert line.connection.send(LARGE)
            assert await line.hear() == LARGE

    asyncio.run(talk())
