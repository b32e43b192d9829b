"""A seat at a cloth in a few lines: buy chips, lay them, wait for the answer, come back after a cut.

    client = await sit_down("ws://127.0.0.1:8400/seat", "W1", key)
    await client.buy(50_00)
    answer = await client.lay("symbol:a", 5_00)

Keeps the views the server sent and the commands it has not answered; `reconnect` sends those again with the same
numbers, so that none counts twice. Never guesses: what it shows is what the server said.
"""

from __future__ import annotations

from typing import TypeAlias

from openetg.client.line import ClientTableLine
from openetg.wire.messages import PROTOCOL, Bye, CollectMeter, Known, Note, Refused, TableNews, TicketIn
from openetg.wire.messages import LayoutView as LayoutView
from openetg.wire.messages import TableView as TableView
from openetg.wire.seat import (
    Buy,
    FromSeat,
    HandIn,
    Lay,
    Lift,
    SeatHello,
    SeatNews,
    SeatView,
    SeatWelcome,
    ToSeat,
    decode_to_seat,
    encode,
)

SeatAnswer: TypeAlias = SeatNews | Known | Refused


class SeatClient(ClientTableLine[FromSeat, ToSeat, SeatAnswer]):
    """One seat's side of the wire."""

    def __init__(self, address: str, seat: str, key: str) -> None:
        super().__init__(address, encode, decode_to_seat)
        self.seat = seat
        self.own: SeatView | None = None
        self._key = key

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

    def receive(self, message: ToSeat) -> None:
        """Takes in one message of the server."""
        if isinstance(message, SeatWelcome):
            self._take_welcome(message)
            self.own = message.own or self.own
        elif isinstance(message, SeatNews):
            self._follow_own(message.seq, message.prev)
            self.own = message.own
        elif isinstance(message, TableNews):
            self._follow_table(message)
        elif isinstance(message, Bye):
            self.bye = message
        if isinstance(message, (SeatNews, Known, Refused)):
            self._answer(message)
        self._changed.set()

    def _hello(self) -> SeatHello:
        return SeatHello(
            protocol=PROTOCOL,
            seat=self.seat,
            key=self._key,
            boot=self.boot,
            own_seen=self.own_seq,
            table_seen=self.table_seq,
        )


async def sit_down(address: str, seat: str, key: str) -> SeatClient:
    """A seat, connected and welcomed."""
    client = SeatClient(address, seat, key)
    await client.connect()
    return client
