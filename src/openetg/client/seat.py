"""A seat at a cloth in a few lines: buy chips, lay them, wait for the answer, come back after a cut.

    client = await sit_down("ws://127.0.0.1:8400/seat", "W1", key)
    await client.buy(50_00)
    answer = await client.lay("symbol:a", 5_00)

Keeps the views the server sent and the commands it has not answered; `reconnect` sends those again with the same
numbers, so that none counts twice. Never guesses: what it shows is what the server said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from openetg.client.terminal import Gone
from openetg.wire.messages import PROTOCOL, Again, Bye, CollectMeter, Known, Note, Refused, TableNews, TicketIn
from openetg.wire.messages import LayoutView as LayoutView
from openetg.wire.messages import TableView as TableView
from openetg.wire.seat import (
    Buy,
    FromSeat,
    HandIn,
    Lay,
    Lift,
    SeatAsk,
    SeatHello,
    SeatNews,
    SeatView,
    SeatWelcome,
    ToSeat,
    decode_to_seat,
    encode,
)

SeatAnswer: TypeAlias = SeatNews | Known | Refused


class SeatClient:
    """One seat's side of the wire."""

    def __init__(self, address: str, seat: str, key: str) -> None:
        self.address = address
        """Where the next connection goes."""
        self.seat = seat
        self.boot: int | None = None
        self.layout: LayoutView | None = None
        self.own: SeatView | None = None
        self.table: TableView | None = None
        self.own_seq = -1
        self.table_seq = -1
        self.gaps = 0
        self.bye: Bye | None = None
        self._key = key
        self._number = 0
        self._transport: WSTransport | None = None
        self._stands = False
        self._welcomed: asyncio.Future[None] | None = None
        self._waiting: dict[int, tuple[SeatAsk, asyncio.Future[SeatAnswer]]] = {}
        self._changed = asyncio.Event()

    async def connect(self) -> None:
        """Connects, introduces itself, and sends again what was not answered."""
        self._welcomed = asyncio.get_running_loop().create_future()
        self.bye = None
        try:
            self._transport, _ = await ws_connect(lambda: _Listener(self), self.address)
        except (OSError, TimeoutError, WSError) as fault:
            raise Gone(str(fault)) from None
        if self._transport.is_disconnected:  # lost while shaking hands, which picows tells nobody
            self.lost()
        self._send(SeatHello(PROTOCOL, self.seat, self._key, self.boot, self.own_seq, self.table_seq))
        await self._welcomed
        for message, _answer in self._waiting.values():
            self._send(message)
        self._stands = True

    reconnect = connect

    async def close(self) -> None:
        """Ends the connection; what was not answered stays unanswered."""
        transport, self._transport, self._stands = self._transport, None, False
        if transport is not None:
            transport.disconnect()
            await transport.wait_disconnected()

    async def buy(self, amount: int, *, colour: str = "", value: int = 0) -> SeatAnswer:
        """Chips for simulated cash: of printed value, or of a colour."""
        return await self._ask(lambda n: Buy(n, amount, colour, value))

    async def lay(self, wager: str, amount: int, *, round_: int = 0) -> SeatAnswer:
        """So many cents in chips on a spot."""
        return await self._ask(lambda n: Lay(n, wager, amount, round_))

    async def lift(self, wager: str, amount: int, *, round_: int = 0) -> SeatAnswer:
        """So many cents in chips off a spot."""
        return await self._ask(lambda n: Lift(n, wager, amount, round_))

    async def hand_in(self, at: str = "") -> SeatAnswer:
        """All chips in hand for value, at the table or at the `cage`."""
        return await self._ask(lambda n: HandIn(n, at))

    async def note(self, amount: int) -> SeatAnswer:
        """A note, where there is no acceptor: refused by the rulebook."""
        return await self._ask(lambda n: Note(n, amount))

    async def ticket(self, number: str) -> SeatAnswer:
        """A ticket, where there is no reader: refused by the rulebook."""
        return await self._ask(lambda n: TicketIn(n, number))

    async def collect(self) -> SeatAnswer:
        """The meter, where there is none: refused by the rulebook."""
        return await self._ask(CollectMeter)

    async def until(self, holds: Callable[[SeatClient], bool]) -> None:
        """Waits until something holds of the views."""
        while not holds(self):
            if self._transport is None:
                raise Gone("the connection is gone")
            self._changed.clear()
            await self._changed.wait()

    async def _ask(self, make: Callable[[int], SeatAsk]) -> SeatAnswer:
        self._number += 1
        message = make(self._number)
        answer: asyncio.Future[SeatAnswer] = asyncio.get_running_loop().create_future()
        self._waiting[self._number] = (message, answer)
        if self._stands:  # else it goes with those that wait: a number sent before a lower one makes that one stale
            self._send(message)
        return await answer

    def _send(self, message: FromSeat) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, encode(message))

    def receive(self, message: ToSeat) -> None:
        """Takes in one message of the server."""
        if isinstance(message, SeatWelcome):
            self._take_welcome(message)
        elif isinstance(message, SeatNews):
            if message.prev != self.own_seq:
                self.gaps += 1
                self._send(Again())
            self.own, self.own_seq = message.own, message.seq
        elif isinstance(message, TableNews):
            self.gaps += message.prev != self.table_seq
            self.table, self.table_seq = message.table, message.seq
        elif isinstance(message, Bye):
            self.bye = message
        if isinstance(message, (SeatNews, Known, Refused)):
            self._answer(message)
        self._changed.set()

    def _take_welcome(self, welcome: SeatWelcome) -> None:
        if self.boot is not None and welcome.boot != self.boot:
            # A new life: sent again under it, an unanswered command could count twice, so it is given up.
            for number in list(self._waiting):
                self._answer(Known(number, 0, "stale", ""))
            self._number = 0
        self.boot = welcome.boot
        self.own_seq, self.table_seq = welcome.own_seq, welcome.table_seq
        self.layout, self.own = welcome.layout or self.layout, welcome.own or self.own
        self.table = welcome.table or self.table
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_result(None)

    def _answer(self, message: SeatAnswer) -> None:
        if message.n is not None and message.n in self._waiting:
            _, answer = self._waiting.pop(message.n)
            if not answer.done():
                answer.set_result(message)

    def lost(self) -> None:
        """The connection is gone."""
        self._transport, self._stands = None, False
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_exception(Gone(self.bye.words if self.bye else "the connection is gone"))
        self._changed.set()


class _Listener(WSListener):
    """The socket's side of a client."""

    def __init__(self, client: SeatClient) -> None:
        super().__init__()
        self._client = client

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._client.receive(decode_to_seat(frame.get_payload_as_bytes()))
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        del transport
        self._client.lost()


async def sit_down(address: str, seat: str, key: str) -> SeatClient:
    """A seat, connected and welcomed."""
    client = SeatClient(address, seat, key)
    await client.connect()
    return client
