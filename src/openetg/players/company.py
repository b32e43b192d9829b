"""A company of simulated players: each a life of visits, one after the other, spread over the tables of a floor.

Whoever walks away makes room for the next; a wanderer comes back with the ticket, at another terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from openetg.players.person import Person
from openetg.players.places import Place, PlaceKind, Room
from openetg.players.tempers import Temper, some_temper
from openetg.players.visiting import Left, visit

ABSENCE_S = (4.0, 20.0)
"""How long it takes until somebody else comes, or somebody comes back: from, to."""
ARRIVALS_S = 0.25
"""Between two players who arrive at the start."""

Say = Callable[[str], None]


class Company:
    """So many players at a floor."""

    def __init__(self, room: Room, count: int, *, seed: int, pace: float = 1.0, say: Say = lambda _: None) -> None:
        self._room = room
        self._count = count
        self._seed = seed
        self._pace = pace
        self._say = say

    async def play(self) -> None:
        """Until cancelled; one who fails in an unforeseen way ends it all."""
        async with asyncio.TaskGroup() as lives:
            for number in range(self._count):
                chance = Random(f"{self._seed} {number}")  # noqa: S311 - a temper is no secret
                lives.create_task(self._live(chance))
                await asyncio.sleep(ARRIVALS_S / self._pace)

    async def _live(self, chance: Random) -> None:
        """Visits without end: another person each time, but for those who come back."""
        temper, cash, ticket, before = some_temper(chance), 0, "", None
        while True:
            if not ticket:
                temper = some_temper(chance)
                cash = chance.randint(*temper.cash)
            place = self._sit_down(chance, ticket=ticket, before=before)
            if place is not None:
                person = Person(temper, chance, cash=cash, ticket=ticket, pace=self._pace)
                left = await self._visit(place, person)
                ticket, cash, before = _pocket(temper, left), person.cash, place
            await asyncio.sleep(chance.uniform(*ABSENCE_S) / self._pace)

    def _sit_down(self, chance: Random, *, ticket: str, before: Place | None) -> Place | None:
        """A free place; who has a ticket goes to another terminal, if there is one."""
        if not ticket:
            return self._room.take(chance)
        other = self._room.take(chance, suits=lambda place: place.kind is PlaceKind.TERMINAL and place != before)
        return other or self._room.take(chance, suits=lambda place: place.kind is PlaceKind.TERMINAL)

    async def _visit(self, place: Place, person: Person) -> Left:
        try:
            left = await visit(place, person)
        except BaseException:
            self._room.leave(place)
            raise
        if left.why in {"replaced", "sent away"}:
            self._room.give_up(place)
            self._say(f"{place.kind.value} {place.name} is left to others: {left.words}")
        else:
            self._room.leave(place)
        return left


def _pocket(temper: Temper, left: Left) -> str:
    """The ticket somebody comes back with; others take theirs to the cashier."""
    return left.ticket if temper.comes_back else ""
