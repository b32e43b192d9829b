"""A company of simulated players: each a life of visits, one after the other, spread over the tables of a floor.

A player who walks away makes room for the next; a wanderer comes back with the ticket, at another terminal. A terminal
stays on when its player goes: it is not lost, and a person who opens it meanwhile has it from then on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from openetg.players.person import Person
from openetg.players.places import PlaceKind, PlayerPlace, PlayerPlaces
from openetg.players.tempers import Temper, some_temper
from openetg.players.visiting import REPLACED, AnyClient, VisitEnd, client_for, visit

ABSENCE_S = (4.0, 20.0)
"""How long it takes until another player comes, or one comes back: from, to."""
ARRIVALS_S = 0.25
"""Between two players who arrive at the start."""

Say = Callable[[str], None]


class Company:
    """So many players at a floor."""

    def __init__(
        self, room: PlayerPlaces, count: int, *, seed: int, pace: float = 1.0, say: Say = lambda _: None
    ) -> None:
        self._room = room
        self._count = count
        self._seed = seed
        self._pace = pace
        self._say = say
        self._screens: dict[str, AnyClient] = {}
        """Terminals that a player has left, still connected, by name."""

    async def play(self) -> None:
        """Until cancelled; one who fails in an unforeseen way ends it all."""
        try:
            async with asyncio.TaskGroup() as lives:
                for number in range(self._count):
                    chance = Random(f"{self._seed} {number}")  # noqa: S311 - a temper is no secret
                    lives.create_task(self._live(chance))
                    await asyncio.sleep(ARRIVALS_S / self._pace)
        finally:
            for client in self._screens.values():
                await client.close()

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

    def _sit_down(self, chance: Random, *, ticket: str, before: PlayerPlace | None) -> PlayerPlace | None:
        """A free place; who has a ticket goes to another terminal, if there is one."""
        if not ticket:
            return self._room.take(chance)
        other = self._room.take(chance, suits=lambda place: place.kind is PlaceKind.TERMINAL and place != before)
        return other or self._room.take(chance, suits=lambda place: place.kind is PlaceKind.TERMINAL)

    async def _visit(self, place: PlayerPlace, person: Person) -> VisitEnd:
        if (words := await self._taken_meanwhile(place)) is not None:
            left = VisitEnd(REPLACED, words=words)
        else:
            left = await self._play_at(place, person)
        if left.why in {REPLACED, "sent away"}:
            self._room.give_up(place)
            self._say(f"{place.kind.value} {place.name} is left to others: {left.words}")
        else:
            self._room.leave(place)
        return left

    async def _taken_meanwhile(self, place: PlayerPlace) -> str | None:
        """The floor's words if a person has opened a terminal since its last player went; None otherwise."""
        client = self._screens.pop(place.name, None)
        if client is None:
            return None
        bye = client.bye
        await client.close()
        return bye.words if bye is not None and bye.reason == REPLACED else None

    async def _play_at(self, place: PlayerPlace, person: Person) -> VisitEnd:
        client, left = client_for(place), None
        try:
            left = await visit(client, person)
        finally:
            stays = left is not None and left.why not in {REPLACED, "sent away"} and place.kind is PlaceKind.TERMINAL
            if stays:
                self._screens[place.name] = client
            else:
                await client.close()
            if left is None:
                self._room.leave(place)
        return left


def _pocket(temper: Temper, left: VisitEnd) -> str:
    """The ticket a player comes back with; others take theirs to the cashier."""
    return left.ticket if temper.comes_back else ""
