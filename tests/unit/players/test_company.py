"""Between two players a terminal stays on, and a person who opens it meanwhile keeps it."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from openetg.players import company
from openetg.players.company import Company
from openetg.players.person import Person
from openetg.players.places import PlaceKind, PlayerPlace, PlayerPlaces
from openetg.players.tempers import TEMPERS
from openetg.players.visiting import VisitEnd
from openetg.wire.messages import Bye


class Screen:
    """A client as far as a company knows it."""

    def __init__(self) -> None:
        self.bye: Bye | None = None
        self.closed = False

    async def close(self) -> None:
        self.closed = True


def places(kind: PlaceKind) -> list[PlayerPlace]:
    return [PlayerPlace(kind, name, "A", "key", "ws://nowhere") for name in ("P1", "P2")]


async def visits(
    monkeypatch: pytest.MonkeyPatch, kind: PlaceKind, *byes: Bye | None
) -> tuple[list[Screen], list[VisitEnd], PlayerPlaces]:
    """One visit after the other at the same place; what befell its screen before each."""
    screens: list[Screen] = []

    def client_for(_place: PlayerPlace) -> Screen:
        screens.append(Screen())
        return screens[-1]

    async def visit(_client: Screen, _person: Person) -> VisitEnd:
        return VisitEnd("enough")

    monkeypatch.setattr(company, "client_for", client_for)
    monkeypatch.setattr(company, "visit", visit)
    room, chance = PlayerPlaces(places(kind)), Random(1)
    crowd, left = Company(room, 1, seed=1), []
    for bye in byes:
        if screens:
            screens[-1].bye = bye
        place = room.take(chance)
        assert place is not None
        left.append(await crowd._visit(place, Person(TEMPERS[0], chance, cash=0)))
    return screens, left, room


def test_a_terminal_stays_on_until_the_next_player_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    screens, _, _ = asyncio.run(visits(monkeypatch, PlaceKind.TERMINAL, None, None))
    assert [screen.closed for screen in screens] == [True, False]


def test_a_seat_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    screens, _, _ = asyncio.run(visits(monkeypatch, PlaceKind.SEAT, None))
    assert [screen.closed for screen in screens] == [True]


def test_whoever_opened_a_terminal_meanwhile_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Bye("replaced", "opened elsewhere")
    screens, left, room = asyncio.run(visits(monkeypatch, PlaceKind.TERMINAL, None, taken))
    assert [each.why for each in left] == ["enough", "replaced"]
    assert (len(screens), screens[0].closed, room.take(Random(1))) == (1, True, None)
