"""A terminal in a few lines: connect, place, wait for the answer, follow the two streams, come back after a cut.

    client = await connect("ws://127.0.0.1:8401/terminal", "M1", key)
    await client.note(50_00)
    answer = await client.place("straight:17", 5_00)

Keeps the views the server sent and the commands it has not answered; `reconnect` sends those again with the same
numbers, so that none counts twice. A server that is busy is asked again by itself, each time after a longer wait.
Never guesses: what it shows is what the server said.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Sequence
from typing import TypeAlias

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from openetg.wire.codec import decode_to_terminal, encode
from openetg.wire.messages import (
    PROTOCOL,
    Ack,
    Again,
    Busy,
    Bye,
    Clear,
    CollectMeter,
    Double,
    FromTerminal,
    Hello,
    Known,
    LayoutView,
    Max,
    Move,
    Note,
    OwnNews,
    OwnView,
    Place,
    PlaceMany,
    Refused,
    Repeat,
    TableNews,
    TableView,
    TakeBack,
    TicketIn,
    ToTerminal,
    Undo,
    Welcome,
)

LONGEST_WAIT_MS = 8_000
"""No longer than this between two times a busy server is asked again."""

Answer: TypeAlias = Ack | Known | Refused | OwnNews
Numbered: TypeAlias = (
    Place | PlaceMany | TakeBack | Clear | Move | Undo | Double | Repeat | Max | Note | TicketIn | CollectMeter
)


class Gone(Exception):
    """The connection is gone; `reconnect` may bring it back."""


class TerminalClient:
    """One terminal's side of the wire."""

    def __init__(self, address: str, terminal: str, key: str, *, tls: ssl.SSLContext | None = None) -> None:
        self.address = address
        """Where the next connection goes."""
        self.terminal = terminal
        self.boot: int | None = None
        self.last = 0
        self.layout: LayoutView | None = None
        self.own: OwnView | None = None
        self.table: TableView | None = None
        self.own_seq = -1
        self.table_seq = -1
        self.gaps = 0
        self.bye: Bye | None = None
        self._key = key
        self._tls = tls
        self._number = 0
        self._transport: WSTransport | None = None
        self._stands = False
        self._welcomed: asyncio.Future[Welcome] | None = None
        self._waiting: dict[int, tuple[Numbered, asyncio.Future[Answer]]] = {}
        self._changed = asyncio.Event()
        self._again: asyncio.TimerHandle | None = None
        """Runs while a busy server is left in peace."""
        self._tries = 0
        """How often in a row it was busy."""

    async def connect(self) -> None:
        """Connects, introduces itself, and sends again what was not answered."""
        self._welcomed = asyncio.get_running_loop().create_future()
        self.bye = None
        try:
            self._transport, _ = await ws_connect(lambda: _Listener(self), self.address, ssl_context=self._tls)
        except (OSError, TimeoutError, WSError) as fault:
            raise Gone(str(fault)) from None
        if self._transport.is_disconnected:  # lost while shaking hands, which picows tells nobody
            self.lost()
        self._send(Hello(PROTOCOL, self.terminal, self._key, self.boot, self.own_seq, self.table_seq))
        await self._welcomed
        self._send_waiting()
        self._stands = True

    reconnect = connect

    async def close(self) -> None:
        """Ends the connection; what was not answered stays unanswered."""
        transport, self._transport, self._stands = self._transport, None, False
        self._stop_waiting()
        if transport is not None:
            transport.disconnect()
            await transport.wait_disconnected()

    @property
    def unanswered(self) -> list[int]:
        """The numbers of commands without an answer."""
        return list(self._waiting)

    async def place(self, wager: str, amount: int) -> Answer:
        """So many cents on each piece of a wager."""
        return await self._ask(lambda n: Place(n, wager, amount))

    async def place_many(self, wagers: Sequence[tuple[str, int]]) -> Answer:
        """Several wagers in one gesture, each with so many cents on each piece: all of them or none."""
        return await self._ask(lambda n: PlaceMany(n, tuple(wagers)))

    async def take_back(self, spot: str, amount: int) -> Answer:
        """So many cents off a spot."""
        return await self._ask(lambda n: TakeBack(n, spot, amount))

    async def clear(self) -> Answer:
        """Everything off the layout."""
        return await self._ask(Clear)

    async def move(self, spot: str, to: str, amount: int) -> Answer:
        """So many cents from one spot to another."""
        return await self._ask(lambda n: Move(n, spot, to, amount))

    async def undo(self) -> Answer:
        """The last step back."""
        return await self._ask(Undo)

    async def double(self) -> Answer:
        """Once more what lies on the layout."""
        return await self._ask(Double)

    async def repeat(self) -> Answer:
        """What lay on the layout in the last round played."""
        return await self._ask(Repeat)

    async def max(self, spot: str) -> Answer:
        """The largest permitted amount on a spot."""
        return await self._ask(lambda n: Max(n, spot))

    async def note(self, amount: int) -> Answer:
        """A note into the simulated acceptor."""
        return await self._ask(lambda n: Note(n, amount))

    async def ticket(self, number: str) -> Answer:
        """A ticket into the simulated acceptor, by the number printed on it."""
        return await self._ask(lambda n: TicketIn(n, number))

    async def collect(self) -> Answer:
        """The whole meter as a ticket."""
        return await self._ask(CollectMeter)

    async def until(self, holds: Callable[[TerminalClient], bool]) -> None:
        """Waits until something holds of the views."""
        while not holds(self):
            if self._transport is None:
                raise Gone("the connection is gone")
            self._changed.clear()
            await self._changed.wait()

    async def _ask(self, make: Callable[[int], Numbered]) -> Answer:
        self._number += 1
        message = make(self._number)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[self._number] = (message, answer)
        # Else it goes with those that wait: a number sent before a lower one makes that one stale.
        if self._stands and self._again is None:
            self._send(message)
        return await answer

    def _send(self, message: FromTerminal) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, encode(message))

    def receive(self, message: ToTerminal) -> None:
        """Takes in one message of the server."""
        if isinstance(message, Welcome):
            self._take_welcome(message)
        elif isinstance(message, OwnNews):
            self._follow_own(message.seq, message.prev)
            self.own = message.own
        elif isinstance(message, TableNews):
            self.gaps += message.prev != self.table_seq
            self.table, self.table_seq = message.table, message.seq
        elif isinstance(message, Ack):
            self._follow_own(message.seq, message.prev)
            self._take_ack(message)
        elif isinstance(message, Busy):
            self._wait_longer(message)
        elif isinstance(message, Bye):
            self.bye = message
        if isinstance(message, (Ack, Known, Refused, OwnNews)):
            self._answer(message)
        self._changed.set()

    def _take_welcome(self, welcome: Welcome) -> None:
        if self.boot is not None and welcome.boot != self.boot:
            self._start_afresh()
        self.boot, self.last = welcome.boot, welcome.last
        self.own_seq, self.table_seq = welcome.own_seq, welcome.table_seq
        self.layout, self.own = welcome.layout or self.layout, welcome.own or self.own
        self.table = welcome.table or self.table
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_result(welcome)

    def _start_afresh(self) -> None:
        """A new life: sent again under it, an unanswered command could count twice, so it is given up."""
        for number in self.unanswered:
            self._answer(Known(number, 0, "stale", ""))
        self._number = 0

    def _follow_own(self, seq: int, prev: int) -> None:
        if prev != self.own_seq:
            self.gaps += 1
            self._send(Again())
        self.own_seq = seq

    def _take_ack(self, ack: Ack) -> None:
        assert self.own is not None, "a welcome comes first"
        spots = {**self.own.spots, **ack.spots}
        standing = {spot: amount for spot, amount in spots.items() if amount}
        self.own = OwnView(
            terminal=self.own.terminal,
            meter=ack.meter,
            staked=ack.staked,
            win=self.own.win,
            paid=self.own.paid,
            spots=standing,
            printing=self.own.printing,
            ticket=self.own.ticket,
            ticket_amount=self.own.ticket_amount,
            notes=self.own.notes,
        )

    def _wait_longer(self, busy: Busy) -> None:
        """Leaves the server in peace for a while; everything it has not answered is then sent again, in order."""
        if self._again is None:
            wait_ms = min(busy.wait_ms * 2**self._tries, LONGEST_WAIT_MS)
            self._tries += 1
            self._again = asyncio.get_running_loop().call_later(wait_ms / 1000, self._send_waiting)

    def _send_waiting(self) -> None:
        self._stop_waiting()
        for message, _answer in self._waiting.values():
            self._send(message)

    def _stop_waiting(self) -> None:
        if self._again is not None:
            self._again.cancel()
            self._again = None

    def _answer(self, message: Answer) -> None:
        self._tries = 0
        if message.n is not None and message.n in self._waiting:
            _, answer = self._waiting.pop(message.n)
            if not answer.done():
                answer.set_result(message)

    def lost(self) -> None:
        """The connection is gone."""
        self._transport, self._stands = None, False
        self._stop_waiting()
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_exception(Gone(self.bye.words if self.bye else "the connection is gone"))
        self._changed.set()


class _Listener(WSListener):
    """The socket's side of a client."""

    def __init__(self, client: TerminalClient) -> None:
        super().__init__()
        self._client = client

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._client.receive(decode_to_terminal(frame.get_payload_as_bytes()))
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        del transport
        self._client.lost()


async def connect(address: str, terminal: str, key: str, *, tls: ssl.SSLContext | None = None) -> TerminalClient:
    """A terminal, connected and welcomed; `tls` knows the authority of a site with certificates of its own."""
    client = TerminalClient(address, terminal, key, tls=tls)
    await client.connect()
    return client
