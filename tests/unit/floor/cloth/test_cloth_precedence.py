"""Of several reasons that hold at a cloth, the earliest is given."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Sign
from openetg.floor.core.refusals import PRECEDENCE, Reason, Refusal
from openetg.floor.pipeline import decide
from openetg.money import cents
from tests.scripts import run_script

BEFORE = """
    rulebook {rulebook}
    limit any max 100.00
    player P1
    player P2
    buy P1 100.00
    buy P2 50.00 colour blue value 5.00
    {more}
    expect balanced
"""
OPEN = "limit-buttons pit_boss per-number=1 for P1 \n bets \n special P1 neighbours:0 1.00"
CLOSED = OPEN + "\n close"
SHUT = ""

WHO = ("dealer", "dealer-A", "A", "P1")
LAY = ask.PlaceOnCloth(*WHO, "red", cents(500))
TAKE = ask.TakeFromCloth(*WHO, "neighbours:0", cents(500))
MOVE = ask.MoveOnCloth(*WHO, "neighbours:0", "neighbours:3", cents(500))
BUY = ask.BuyChips(*WHO, cents(500))
CASH_IN = ask.CashInChips(*WHO)
SIT = ask.TakePlace("P3", "A")
LINK = ask.LinkPartners("pit_boss", "ann", "A", ("P1", "P2"), "why")
ARRANGE = ask.ArrangeLimits("pit_boss", "ann", "A", ("P2",), {"any": Sign(max=cents(500))})

NO_TABLE, NOBODY, NO_ROLE = {"table": "Z"}, {"player": "x"}, {"role": "chef"}
NO_POWER, AWAY, NOTHING = {"role": "cashier"}, {"person": "eve"}, {"amount": cents(0)}
UNKNOWN, MUCH, CASH, BLOCK = {"wager": "x"}, {"amount": cents(10_000_000)}, {"means": "cash"}, {"block": True}
SECOND_BUTTON = {"wager": "neighbours:0", "block": True}
OTHER_PLAYER = {"player": "P2", "wager": "neighbours:0", "block": True}
BLUE, ON_CREDIT = {"colour": "blue"}, {"means": "credit"}

PAIRS: list[tuple[str, AnyCommand, Mapping[str, object], Mapping[str, object]]] = [
    (OPEN, LAY, NO_TABLE, NOBODY),
    (OPEN, LAY, NOBODY, NO_ROLE),
    (OPEN, LAY, NO_ROLE, AWAY),
    (OPEN, LAY, NO_POWER, UNKNOWN),
    (OPEN, LAY, AWAY, UNKNOWN),
    (OPEN, LAY, UNKNOWN, CASH),
    (OPEN, LAY, CASH, BLOCK),
    (OPEN, LAY, BLOCK, NOTHING),
    (OPEN, LAY, SECOND_BUTTON, NOTHING),
    (OPEN, LAY, OTHER_PLAYER, CASH),
    (OPEN, LAY, NOTHING, BLUE),
    (OPEN, LAY, BLUE, MUCH),
    (OPEN, TAKE, NO_POWER, UNKNOWN),
    (OPEN, TAKE, UNKNOWN, NOTHING),
    (OPEN, TAKE, NOTHING, {"wager": "red"}),
    (OPEN, TAKE, {"wager": "red"}, {"amount": cents(3)}),
    (OPEN, MOVE, UNKNOWN, {"to": "neighbours:0"}),
    (OPEN, MOVE, {"to": "neighbours:0"}, NOTHING),
    (OPEN, BUY, NOBODY, NO_POWER),
    (OPEN, BUY, NO_POWER, ON_CREDIT),
    (OPEN, BUY, ON_CREDIT, NOTHING),
    (OPEN, BUY, NOTHING, BLUE),
    (OPEN, BUY, BLUE, {"value": cents(-5), "colour": "red"}),
    (OPEN, CASH_IN, NO_ROLE, {"at": "Z"}),
    (OPEN, SIT, NO_TABLE, {"terminals": ("Z",)}),
    (OPEN, SIT, {"terminals": ("Z",)}, {"player": " "}),
    (OPEN, LINK, NO_TABLE, {"players": ("P1", "x")}),
    (OPEN, LINK, {"players": ("x",)}, NO_POWER),
    (OPEN, LINK, NO_POWER, {"why": " "}),
    (OPEN, LINK, {"why": " "}, {"players": ("P1",)}),
    (OPEN, ARRANGE, {"players": ("P1",)}, {"limits": {"x": Sign()}}),
    (OPEN, ARRANGE, {"limits": {"x": Sign(), "any": Sign(max=cents(0))}}, {"limits": {"any": Sign(max=cents(0))}}),
]


@pytest.mark.parametrize(("before", "command", "earlier", "later"), PAIRS)
def test_of_two_reasons_the_earlier_is_given(
    before: str, command: AnyCommand, earlier: Mapping[str, object], later: Mapping[str, object]
) -> None:
    first, second = reason(before, replace(command, **earlier)), reason(before, replace(command, **later))
    assert first is not None
    assert second is not None
    assert PRECEDENCE[first] < PRECEDENCE[second]
    assert reason(before, replace(command, **{**later, **earlier})) is first


def reason(before: str, command: AnyCommand) -> Reason | None:
    stage = run_script(BEFORE.format(rulebook="adelaide roulette", more=before)).stage
    verdict = decide(stage.floor, command, stage.at_ms)
    return verdict.reason if isinstance(verdict, Refusal) else None


@pytest.mark.parametrize(
    ("before", "command", "expected"),
    [
        (SHUT, replace(LAY, wager="x"), Reason.TABLE_NOT_OPEN),
        (CLOSED, replace(LAY, wager="x", means="cash"), Reason.AFTER_CLOSE),
        (CLOSED, replace(TAKE, wager="x"), Reason.AFTER_CLOSE),
        (CLOSED, replace(MOVE, to="x"), Reason.AFTER_CLOSE),
    ],
)
def test_the_round_goes_before_the_wager(before: str, command: AnyCommand, expected: Reason) -> None:
    assert reason(before, command) is expected


@pytest.mark.parametrize(
    "command",
    [
        ask.GrantMaximum("pit_boss", "ann", "A", "P1", cents(500)),
        ask.RequireColour("pit_boss", "ann", "A", "P1"),
    ],
)
def test_what_the_rulebook_does_not_know_is_not_in_it(command: AnyCommand) -> None:
    assert reason(OPEN, command) is Reason.NOT_IN_RULEBOOK


@pytest.mark.parametrize(
    "command",
    [
        ask.ApproveSecondColour("casino_supervisor", "ann", "A", "P1"),
        ask.LimitNeighbours("casino_supervisor", "ann", "A", 1),
        replace(LINK, role="casino_supervisor"),
        replace(ARRANGE, role="casino_supervisor"),
        ask.ArrangeStraightOnly("casino_supervisor", "ann", "A", ("P1", "P2"), "letter", "nobody"),
    ],
)
def test_the_money_wheel_knows_neither_buttons_nor_partners_nor_arrangements(command: AnyCommand) -> None:
    stage = run_script(BEFORE.format(rulebook="money-wheel money-wheel", more="bets")).stage
    verdict = decide(stage.floor, command, stage.at_ms)
    assert isinstance(verdict, Refusal)
    assert verdict.reason is Reason.NOT_IN_RULEBOOK
