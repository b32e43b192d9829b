"""The socket adapter: picows frames to sessions and back. Knows bytes and connections, nothing else."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

from openetg.server.sessions import Session
from openetg.wire.messages import LARGEST_MESSAGE

UNREAD_MAX = 262_144
"""Bytes a terminal may leave unread before it is let go."""
PATH = b"/terminal"
ROOM = LARGEST_MESSAGE + 1_024
"""Bytes kept ready for what comes in over a connection: one whole message and its frame."""

TEXT = WSMsgType.TEXT

MakeSession = Callable[["Connection"], Session]


class Connection(WSListener):
    """One WebSocket: the pipe of a session."""

    __slots__ = ("_full", "_now_ms", "_session", "_transport")

    def __init__(self, make_session: MakeSession, now_ms: Callable[[], int]) -> None:
        super().__init__()
        self._transport: WSTransport | None = None
        self._full = False
        """Whether too much is unread."""
        self._now_ms = now_ms
        self._session = make_session(self)

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is done."""
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=UNREAD_MAX)

    def pause_writing(self) -> None:
        """More than `UNREAD_MAX` is unread."""
        self._full = True

    def resume_writing(self) -> None:
        """It has been read."""
        self._full = False

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame has come; a message in several frames is more than any terminal sends."""
        if frame.msg_type == TEXT and frame.fin:
            self._session.receive(frame.get_payload_as_bytes(), self._now_ms)
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        elif frame.msg_type in (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION):
            self._session.end("malformed", "expected one whole text frame")

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """The connection is gone."""
        del transport
        self._transport = None
        self._session.closed()

    def send(self, data: bytes) -> bool:
        """Puts a text frame on the line; says no if too much is unread."""
        transport = self._transport
        if transport is None or self._full:
            return False
        transport.send(TEXT, data)
        return True

    def close(self) -> None:
        """Ends the connection."""
        if self._transport is not None:
            self._transport.send_close(WSCloseCode.OK)
            self._transport.disconnect()


async def serve_sockets(
    make_session: MakeSession, now_ms: Callable[[], int], listening: socket.socket
) -> asyncio.Server:
    """Listens for terminals on a socket that has its address."""

    def accept(request: WSUpgradeRequest) -> Connection | None:
        return Connection(make_session, now_ms) if request.path == PATH else None

    return await ws_create_server(
        accept, sock=listening, backlog=4096, max_frame_size=LARGEST_MESSAGE, read_buffer_init_size=ROOM
    )
