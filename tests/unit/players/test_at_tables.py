"""Simulated players at every kind of table of every rulebook: what they do by the screen alone, the floor accepts."""

from __future__ import annotations

from random import Random

import pytest

from openetg.floor.cloth.seat_views import seat_table_view, seat_view
from openetg.floor.commands import (
    AnyCommand,
    BuyChips,
    CashInChips,
    Collect,
    InsertNote,
    InsertTicket,
    Order,
    PlaceOnCloth,
    PlaceWager,
    SetLimits,
    Sign,
    TakeBackWager,
    TakeFromCloth,
    TakePlace,
)
from openetg.floor.core.refusals import Refusal
from openetg.floor.rounds.views import layout_view, own_view, table_view
from openetg.money import cents
from openetg.players.person import Person
from openetg.players.sight import (
    Act,
    CashOut,
    PlaceChips,
    PlayerSight,
    PutNote,
    PutTicket,
    TakeChips,
    WalkAway,
    at_seat,
    at_terminal,
)
from openetg.players.tempers import TEMPERS, Temper
from openetg.rulebook.schema.policies import Channel
from openetg.server.writer.writer import Decided
from tests.unit.server.hall import EVERY_KIND, NAME, Hall

SIGNS = {"any": Sign(min=cents(200), max=cents(30_000), step=cents(1))}
MINUTES = 4
MAY_BE_REFUSED = {"not_on_terminal", "collect_not_now"}
"""What no screen says before: which wagers a table takes by its dealer only, and when a meter may be collected."""


class Sitting:
    """Somebody at a table of the hall, by its views alone."""

    def __init__(self, hall: Hall, temper: Temper, *, cloth: bool) -> None:
        self.hall = hall
        self.cloth = cloth
        self.person = Person(temper, Random(temper.name), cash=60_000)
        self.acts: list[Act] = []
        self.refused: list[Refusal] = []
        self.left: WalkAway | None = None
        if cloth:
            hall.give(TakePlace("ann", NAME))

    def look(self) -> PlayerSight:
        hall = self.hall
        layout = layout_view(hall.floor, hall.table)
        if self.cloth:
            return at_seat(layout, seat_table_view(hall.table), seat_view(hall.floor, hall.table, "ann"))
        return at_terminal(layout, table_view(hall.table), own_view(hall.floor, "P1"))

    def think(self) -> None:
        act = None if self.left else self.person.think(self.look(), self.hall.now_ms)
        if isinstance(act, WalkAway):
            self.left = act
        elif act is not None:
            self.acts.append(act)
            self.ask(act)

    def ask(self, act: Act) -> None:
        hall = self.hall
        told: list[object] = []
        hall.numbers += 1
        hall.writer.submit(Order("player", 2, hall.numbers, self.command(act)), told.append)
        hall.turn()
        (decided,) = told
        assert isinstance(decided, Decided)
        if isinstance(decided.verdict, Refusal):
            self.refused.append(decided.verdict)
            self.person.refused(act, decided.verdict.reason.value)
        else:
            self.person.done()

    def command(self, act: Act) -> AnyCommand:
        dealer = ("dealer", self.hall.table.dealer)
        match act:
            case PlaceChips() if self.cloth:
                return PlaceOnCloth(*dealer, NAME, "ann", act.wager, cents(act.amount), round=act.round)
            case TakeChips() if self.cloth:
                return TakeFromCloth(*dealer, NAME, "ann", act.spot, cents(act.amount), act.round)
            case PutNote() if self.cloth:
                return BuyChips(*dealer, NAME, "ann", cents(act.amount))
            case CashOut() if self.cloth:
                return CashInChips(*dealer, NAME, "ann")
            case PlaceChips():
                return PlaceWager("P1", NAME, act.wager, cents(act.amount), act.round)
            case TakeChips():
                return TakeBackWager("P1", NAME, act.spot, cents(act.amount), act.round)
            case PutNote():
                return InsertNote("P1", cents(act.amount))
            case PutTicket():
                return InsertTicket("P1", act.number)
            case _:
                return Collect("P1", f"paper-{self.hall.numbers}")


def play(rulebook: str, kind: str, temper: Temper, *, cloth: bool) -> Sitting:
    hall = Hall(rulebook, kind)
    hall.give(SetLimits(NAME, SIGNS, cloth=cloth))
    sitting = Sitting(hall, temper, cloth=cloth)
    for _ in range(MINUTES * 60):
        hall.play(1_000)
        sitting.think()
    return sitting


PLACES = [
    (rulebook, kind, cloth)
    for rulebook, kind in EVERY_KIND
    for cloth in (False, True)
    if (Channel.CLOTH if cloth else Channel.TERMINAL) in Hall(rulebook, kind).rulebook.tables[kind].channels.value
]


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "kind", "cloth"), PLACES)
def test_what_players_do_by_the_screen_alone_is_accepted(rulebook: str, kind: str, *, cloth: bool) -> None:
    sittings = [play(rulebook, kind, temper, cloth=cloth) for temper in TEMPERS]
    placed = [act for sitting in sittings for act in sitting.acts if isinstance(act, PlaceChips)]
    refused = [refusal for sitting in sittings for refusal in sitting.refused]
    assert len(placed) >= 10
    assert [no for no in refused if no.reason.value not in MAY_BE_REFUSED] == []
