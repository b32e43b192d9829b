"""The socket adapter: picows frames to sessions and back. Knows bytes and connections, nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Protocol

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from openetg.wire.messages import LARGEST_MESSAGE

UNREAD_MAX = 262_144
"""Bytes a terminal may leave unread before its connection is closed."""
HELLO_WITHIN_S = 10.0
"""How long a connection may stand before a hello came on it."""
UNREAD_S = 10.0
"""How long a connection that is full may stay so, and how long one that was closed may take to go."""
PATH = b"/terminal"
ROOM = LARGEST_MESSAGE + 1_024
"""Bytes kept ready for what comes in over a connection: one whole message and its frame."""

TEXT = WSMsgType.TEXT


class Receiver(Protocol):
    """A session as its connection sees it."""

    @property
    def has_come_in(self) -> bool:
        """Whether it has said who it is, and was believed."""
        ...

    def receive(self, data: bytes, now: Callable[[], int]) -> None:
        """Takes one message."""
        ...

    def end(self, reason: str, words: str) -> None:
        """Says goodbye, and why."""
        ...

    def closed(self) -> None:
        """The connection is gone."""
        ...


MakeSession = Callable[["Connection"], Receiver]


class Connection(WSListener):
    """One WebSocket: the pipe of a session."""

    __slots__ = ("_closing", "_full", "_now_ms", "_patience", "_session", "_transport", "_unread")

    def __init__(self, make_session: MakeSession, now_ms: Callable[[], int]) -> None:
        super().__init__()
        self._transport: WSTransport | None = None
        self._full = False
        """Whether too much is unread."""
        self._closing = False
        self._now_ms = now_ms
        self._patience: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        """Ends a connection whose other side does not read: closing alone would wait for it for ever."""
        self._session = make_session(self)

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is done."""
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=UNREAD_MAX)
        self._patience = asyncio.get_running_loop().call_later(HELLO_WITHIN_S, self._end_nameless)

    def _end_nameless(self) -> None:
        """Ends a connection that has not said hello by now."""
        self._patience = None
        if not self._session.has_come_in:
            self._session.end("malformed", f"a session begins with hello, within {HELLO_WITHIN_S:g} s")

    def pause_writing(self) -> None:
        """More than `UNREAD_MAX` is unread."""
        self._full = True
        self._let_go_soon()

    def resume_writing(self) -> None:
        """It has been read."""
        self._full = False
        if self._unread is not None and not self._closing:
            self._unread.cancel()
            self._unread = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame has come; a message in several frames is more than any terminal sends."""
        del transport
        if frame.msg_type == TEXT and frame.fin:
            self._session.receive(frame.get_payload_as_bytes(), self._now_ms)
        elif frame.msg_type == WSMsgType.CLOSE:
            self.close()
        elif frame.msg_type in (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION):
            self._session.end("malformed", "expected one whole text frame")

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """The connection is gone."""
        del transport
        self._transport = None
        for timer in (self._patience, self._unread):
            if timer is not None:
                timer.cancel()
        self._session.closed()

    def send(self, data: bytes) -> bool:
        """Puts a text frame on the line; False if too much is unread."""
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
            self._closing = True
            self._let_go_soon()

    def _let_go_soon(self) -> None:
        if self._unread is None and self._transport is not None:
            abort = partial(self._transport.disconnect, graceful=False)
            self._unread = asyncio.get_running_loop().call_later(UNREAD_S, abort)
