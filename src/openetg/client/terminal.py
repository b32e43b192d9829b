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
from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from openetg.client.line import ClientTableLine
from openetg.client.line import Gone as Gone
from openetg.wire.codec import decode_to_terminal, encode
from openetg.wire.messages import (
    PROTOCOL,
    Ack,
    AskRecord,
    Bound,
    Busy,
    Bye,
    Call,
    Clear,
    CollectMeter,
    Double,
    FromTerminal,
    Hello,
    Known,
    Max,
    Move,
    Note,
    OwnNews,
    OwnView,
    Place,
    PlaceMany,
    RecordPart,
    Refused,
    Repeat,
    ScreenView,
    ShownAnnouncement,
    Sit,
    Spin,
    TableNews,
    TakeBack,
    TicketIn,
    ToTerminal,
    Undo,
    Welcome,
)

LONGEST_WAIT_MS = 8_000
"""No longer than this between two times a busy server is asked again."""

Answer: TypeAlias = Ack | Known | Refused | OwnNews
Calls: TypeAlias = Literal["attendant", "payout", "fault"]


class TerminalClient(ClientTableLine[FromTerminal, ToTerminal, Answer]):
    """One terminal's side of the wire."""

    def __init__(self, address: str, terminal: str, key: str, *, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(address, encode, decode_to_terminal, tls=tls)
        self.terminal = terminal
        self.last = 0
        self.own: OwnView | None = None
        self.screen: ScreenView | None = None
        self.past: tuple[str, ...] = ()
        """What fell at the table before its welcome, newest first."""
        self.spin: Spin | None = None
        """What the device of the table was last seen to do."""
        self.asked: AskRecord | None = None
        """What staff last wanted to see of its record."""
        self.acknowledges = True
        """Whether it says that it has shown 'no more bets', as a page does; a screen that hangs would not."""
        self._shown = ("", 0)
        """The table and round of which it has said so last."""
        self._at = ""
        """The table it has turned to; empty for the one it stands at."""
        self._turns = 0
        """How often it was welcomed anew because it turned."""
        self._key = key
        self._again: asyncio.TimerHandle | None = None
        """Runs while a busy server is left in peace."""
        self._tries = 0
        """How often in a row it was busy."""

    async def close(self) -> None:
        """Ends the connection; what was not answered stays unanswered."""
        self._stop_waiting()
        await super().close()

    def lost(self) -> None:
        """The connection is gone."""
        self._stop_waiting()
        self._shown = ("", 0)
        super().lost()

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

    async def repeat(self, *, auto: bool = False) -> Answer:
        """What lay on the layout in the last round played; `auto` if no finger asked for it."""
        return await self._ask(lambda n: Repeat(n, auto=auto))

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

    async def call(self, what: Calls) -> Answer:
        """Calls staff."""
        return await self._ask(lambda n: Call(n, what))

    async def bound(self, *, loss_max: int = 0, lasts_ms: int = 0) -> Answer:
        """The player's own bounds for this visit."""
        return await self._ask(lambda n: Bound(n, loss_max, lasts_ms))

    async def sit(self, table: str) -> None:
        """Turns to another of its tables, and waits for the whole views of the one it is then at.

        First everything asked before is answered: sent again later, it would be taken for the other table.
        """
        await self.until(lambda each: not each._waiting)
        turns = self._turns
        self._send(Sit(table))
        await self.until(lambda each: each._turns > turns)

    def send_record(self, part: RecordPart) -> None:
        """A part of what it kept by itself."""
        self._send(part)

    def receive(self, message: ToTerminal) -> None:
        """Takes in one message of the server."""
        if isinstance(message, Welcome):
            self._take_welcome(message)
            self.last, self.own = message.last, message.own or self.own
            if message.layout is not None:
                self._take_place(message)
            self._acknowledge()
        elif isinstance(message, OwnNews):
            self._follow_own(message.seq, message.prev)
            self.own = message.own
        elif isinstance(message, TableNews):
            self._follow_table(message)
            self._acknowledge()
        elif isinstance(message, Ack):
            self._follow_own(message.seq, message.prev)
            self._take_ack(message)
        elif isinstance(message, Busy):
            self._wait_longer(message)
        elif isinstance(message, Spin):
            self.spin = message
        elif isinstance(message, AskRecord):
            self.asked = message
        elif isinstance(message, Bye):
            self.bye = message
        if isinstance(message, (Ack, Known, Refused, OwnNews)):
            self._answer(message)
        self._changed.set()

    def _acknowledge(self) -> None:
        """Says that 'no more bets' was shown, once each time, where that is asked for; it has no sound."""
        table = self.table
        if table is None or self.layout is None or not self.layout.announced or table.phase != "CLOSED":
            if table is not None and table.phase in {"OPEN", "FINISHING"}:
                # After a spin that was called off the same round is announced once more.
                self._shown = ("", 0)
            return
        if self.acknowledges and (table.table, table.round) != self._shown:
            self._shown = (table.table, table.round)
            self._send(ShownAnnouncement(table.table, table.round))

    def _hello(self) -> Hello:
        return Hello(
            protocol=PROTOCOL,
            terminal=self.terminal,
            key=self._key,
            boot=self.boot,
            own_seen=self.own_seq,
            table_seen=self.table_seq,
            table=self._at,
        )

    def _take_place(self, welcome: Welcome) -> None:
        """The whole views of the table it is at."""
        self.screen, self.past, self.spin = welcome.screen, welcome.past, None
        self._at = welcome.table.table if welcome.table is not None else self._at
        self._turns += 1

    def _may_send(self) -> bool:
        return super()._may_send() and self._again is None

    def _take_ack(self, ack: Ack) -> None:
        assert self.own is not None, "a welcome comes first"
        spots = {**self.own.spots, **ack.spots}
        standing = {spot: amount for spot, amount in spots.items() if amount}
        self.own = replace(self.own, meter=ack.meter, staked=ack.staked, spots=standing)

    def _wait_longer(self, busy: Busy) -> None:
        """Leaves the server in peace for a while; everything it has not answered is then sent again, in order."""
        if self._again is None:
            wait_ms = min(busy.wait_ms * 2**self._tries, LONGEST_WAIT_MS)
            self._tries += 1
            self._again = asyncio.get_running_loop().call_later(wait_ms / 1000, self._send_waiting)

    def _send_waiting(self) -> None:
        self._stop_waiting()
        super()._send_waiting()

    def _stop_waiting(self) -> None:
        if self._again is not None:
            self._again.cancel()
            self._again = None

    def _answer(self, message: Answer) -> None:
        self._tries = 0
        super()._answer(message)


async def connect(address: str, terminal: str, key: str, *, tls: ssl.SSLContext | None = None) -> TerminalClient:
    """A terminal, connected and welcomed; `tls` knows the authority of a site with certificates of its own."""
    client = TerminalClient(address, terminal, key, tls=tls)
    await client.connect()
    return client
