"""What every client does on its line to a floor: come in, ask under a number, keep what was not answered, come back.

A line sends what was not answered again with the same numbers and in their order, so that none counts twice; under
another life or login it gives it up. `ClientLine` knows no message: what is said on it, its clients know.
`ClientTableLine` also follows the two streams of a place at a table, its own and the table's. Never guesses: what it
keeps is what the server said.
"""

from __future__ import annotations

import asyncio
import ssl
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Generic, Protocol, Self, TypeVar

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from openetg.wire.messages import Again, Bye, Known, LayoutView, TableNews, TableView, Welcome
from openetg.wire.seat import SeatWelcome

GONE = "the connection is gone"


class Gone(Exception):
    """The connection is gone; `reconnect` may bring it back."""


class Farewell(Protocol):
    """The last word of a server."""

    @property
    def words(self) -> str:
        """Why the session ends, for people."""


class NumberedAnswer(Protocol):
    """An answer, with the number of what it answers, if it answers something."""

    @property
    def n(self) -> int | None:
        """The number."""


Sent = TypeVar("Sent")
Told = TypeVar("Told")
Answer = TypeVar("Answer", bound=NumberedAnswer)


class ClientLine(ABC, Generic[Sent, Told, Answer]):
    """One client's side of the wire: it sends `Sent`, is told `Told`, and what it asks is answered by `Answer`."""

    def __init__(
        self,
        address: str,
        encode: Callable[[Sent], bytes],
        decode: Callable[[bytes], Told],
        *,
        tls: ssl.SSLContext | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.address = address
        """Where the next connection goes."""
        self.gaps = 0
        self.bye: Farewell | None = None
        self._encode = encode
        self._decode = decode
        self._tls = tls
        self._headers = headers
        self._number = 0
        self._transport: WSTransport | None = None
        self._stands = False
        self._welcomed: asyncio.Future[None] | None = None
        self._waiting: dict[int, tuple[Sent, asyncio.Future[Answer]]] = {}
        self._changed = asyncio.Event()

    @abstractmethod
    def receive(self, message: Told) -> None:
        """Takes in one message of the server."""

    @abstractmethod
    def _hello(self) -> Sent:
        """The first word on a connection."""

    @abstractmethod
    def _stale(self, number: int) -> Answer:
        """The answer to what is given up."""

    async def connect(self) -> None:
        """Connects, introduces itself, and sends again what was not answered."""
        self._welcomed = asyncio.get_running_loop().create_future()
        self.bye = None
        try:
            self._transport, _ = await ws_connect(
                lambda: _Listener(self._hear, self.lost),
                self.address,
                ssl_context=self._tls,
                extra_headers=self._headers,
            )
        except (OSError, TimeoutError, WSError) as fault:
            raise Gone(str(fault)) from None
        if self._transport.is_disconnected:  # lost while shaking hands, which picows does not report
            self.lost()
        self._send(self._hello())
        await self._welcomed
        self._send_waiting()
        self._stands = True

    reconnect = connect

    async def close(self) -> None:
        """Ends the connection; what was not answered stays unanswered."""
        transport, self._transport, self._stands = self._transport, None, False
        if transport is not None:
            transport.disconnect()
            await transport.wait_disconnected()

    async def until(self, holds: Callable[[Self], bool]) -> None:
        """Waits until something holds of what the server has said."""
        while not holds(self):
            if self._transport is None:
                raise self._cut()
            self._changed.clear()
            await self._changed.wait()

    def lost(self) -> None:
        """The connection is gone."""
        self._transport, self._stands = None, False
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_exception(self._sent_away())
        self._changed.set()

    async def _ask(self, make: Callable[[int], Sent]) -> Answer:
        """Asks for something under the next number; the answer, whenever it comes."""
        self._number += 1
        message = make(self._number)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[self._number] = (message, answer)
        # Else it goes with those that wait: a number sent before a lower one makes that one stale.
        if self._may_send():
            self._send(message)
        return await answer

    def _may_send(self) -> bool:
        """Whether what is asked now goes out at once."""
        return self._stands

    def _send(self, message: Sent) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, self._encode(message))

    def _send_waiting(self) -> None:
        for message, _answer in self._waiting.values():
            self._send(message)

    def _hear(self, data: bytes) -> None:
        self.receive(self._decode(data))

    def _answer(self, message: Answer) -> None:
        if message.n is not None and message.n in self._waiting:
            _, answer = self._waiting.pop(message.n)
            if not answer.done():
                answer.set_result(message)

    def _let_in(self) -> None:
        """The welcome was taken in."""
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_result(None)

    def _start_afresh(self) -> None:
        """A new life: sent again under it, what was not answered could count twice, so it is given up."""
        for number in list(self._waiting):
            self._answer(self._stale(number))
        self._number = 0

    def _cut(self) -> Gone:
        """The exception for a caller that waits when the connection is gone."""
        return Gone(GONE)

    def _sent_away(self) -> Gone:
        return Gone(self.bye.words if self.bye else GONE)


class ClientTableLine(ClientLine[Sent | Again, Told, Answer | Known], Generic[Sent, Told, Answer]):
    """The line of a place at a table."""

    bye: Bye | None

    def __init__(
        self,
        address: str,
        encode: Callable[[Sent | Again], bytes],
        decode: Callable[[bytes], Told],
        *,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(address, encode, decode, tls=tls)
        self.boot: int | None = None
        self.layout: LayoutView | None = None
        self.table: TableView | None = None
        self.own_seq = -1
        self.table_seq = -1

    def _stale(self, number: int) -> Known:
        return Known(number, 0, "stale", "")

    def _take_welcome(self, welcome: Welcome | SeatWelcome) -> None:
        """A view that the place has already seen is left out, and stays as it is."""
        if self.boot is not None and welcome.boot != self.boot:
            self._start_afresh()
        self.boot = welcome.boot
        self.own_seq, self.table_seq = welcome.own_seq, welcome.table_seq
        self.layout, self.table = welcome.layout or self.layout, welcome.table or self.table
        self._let_in()

    def _follow_own(self, seq: int, prev: int) -> None:
        if prev != self.own_seq:
            self.gaps += 1
            self._send(Again())
        self.own_seq = seq

    def _follow_table(self, news: TableNews) -> None:
        self.gaps += news.prev != self.table_seq
        self.table, self.table_seq = news.table, news.seq


class _Listener(WSListener):
    """The socket's side of a line."""

    def __init__(self, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        super().__init__()
        self._hear = hear
        self._lost = lost

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._hear(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        del transport
        self._lost()
