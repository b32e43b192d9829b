"""The line between a request and the floor: asks with an order and waits for what is on record; reads what is durable.

Nothing is shown that is not on record: what is read is made into bytes at a moment when the floor is what the journal
holds. It must never answer for the floor: when no answer comes, that is said, and the same number may be asked again.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Protocol, TypeVar

from msgspec import Struct

from openetg.floor.commands import AnyCommand, Order
from openetg.floor.core.answers import Stale
from openetg.floor.state import Answer, Floor, Table
from openetg.server.guests.exchange import Exchange
from openetg.server.plan.floor_plan import House
from openetg.server.plan.folder import FloorFolder
from openetg.server.writer.sealing import PLANS, Sealer
from openetg.server.writer.writer import Decided, Writer
from openetg.wire.console import TileFigures

PATIENCE_S = 10.0
"""How long a request waits for the writer before it is told to ask again."""
ACCESS = "access"
"""The sender of logins: the server itself."""

Seen = TypeVar("Seen")
Told = Decided | Answer | Stale


class Running(Struct, frozen=True):
    """What a running floor has."""

    writer: Writer
    exchange: Exchange
    wake: Callable[[], None]
    """Tells the engine that something waits."""
    now_ms: Callable[[], int]
    place: FloorFolder
    house: House
    is_alive: Callable[[], bool] = lambda: True
    """Whether the engine still runs."""
    figures: DayFigures | None = None
    """The figures of the day; None if they are not counted."""


class DayFigures(Protocol):
    """What each table has turned over in the gaming day."""

    def of(self, floor: Floor, table: Table, now_ms: int) -> TileFigures | None:
        """The figures of a table; None while they are being made up."""
        ...


class NoAnswer(Exception):
    """The writer did not answer in time: whether something was done is not known here."""


class TurnedAway(Exception):
    """The inbox is full, or the person who presents papers has to wait."""


class FloorLine:
    """Sends orders to the floor and reads from it, for requests."""

    def __init__(self, running: Running) -> None:
        self.running = running
        known = running.writer.floor.senders.get(ACCESS)
        self._boot = max(running.now_ms(), known.boot + 1 if known else 0)
        self._numbers = itertools.count(1)

    @property
    def floor(self) -> Floor:
        """The floor: to decide by, never to show."""
        return self.running.writer.floor

    def now_ms(self) -> int:
        """The time now, never before the last entry."""
        return max(self.running.now_ms(), self.floor.at_ms)

    async def ask(self, order: Order) -> Told:
        """Has an order decided; what is told once it is on record."""
        answer: asyncio.Future[Told] = asyncio.get_running_loop().create_future()

        def reply(told: Told) -> None:
            if not answer.done():
                answer.set_result(told)

        if not self.running.writer.submit(order, reply):
            raise TurnedAway
        self.running.wake()
        return await self._awaited(answer)

    async def record(self, command: AnyCommand) -> Told:
        """Puts something on record in the server's own name."""
        return await self.ask(self.own_order(command))

    def own_order(self, command: AnyCommand) -> Order:
        """An order in the server's own name."""
        return Order(ACCESS, self._boot, next(self._numbers), command)

    async def read(self, look: Callable[[Floor], Seen]) -> Seen:
        """Calls `look` with the durable floor; it must not return parts of the floor, since they change."""
        seen: asyncio.Future[Seen] = asyncio.get_running_loop().create_future()

        def act() -> None:
            if seen.done():
                return
            try:
                seen.set_result(look(self.floor))
            except Exception as wrong:  # noqa: BLE001 - the requester is told, not the session that happens to publish
                seen.set_exception(wrong)

        self.running.exchange.when_still(act)
        return await self._awaited(seen)

    def sealed(self, command: AnyCommand) -> AnyCommand:
        """A command as the floor will see it, to try it out."""
        edge = self.running.writer.edge
        return edge.sealed(command) if isinstance(edge, Sealer) else command

    def is_turned_away(self, order: Order) -> bool:
        """Whether an order presents a paper whose sender has to wait for wrong numbers, so that it is not decided."""
        plan = PLANS.get(type(order.command))
        presents = plan is not None and any(paper.presented for paper in plan.papers)
        return presents and self.running.writer.edge.waits(order.sender)

    def name_paper(self, serial: str) -> str:
        """The name of a new paper."""
        return self.running.writer.edge.name_paper(serial)

    def opened(self, text: str) -> str:
        """A private text in clear, for a person who may read it."""
        edge = self.running.writer.edge
        return edge.opened(text) if isinstance(edge, Sealer) else text

    async def _awaited(self, answer: asyncio.Future[Seen]) -> Seen:
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await answer
        except TimeoutError:
            raise NoAnswer from None
