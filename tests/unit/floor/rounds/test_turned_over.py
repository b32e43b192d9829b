"""What counts as turned over: wagers that were settled, as long as they stand."""

from __future__ import annotations

import pytest

from openetg.floor import events
from openetg.floor.rounds.turned_over import TurnoverCount, paid_by
from openetg.money import ZERO, cents, cents_of
from tests.marks import clause

ROUND = ("A", 7)


def terminal(name: str, staked: int, returned: int = 0) -> events.Settled:
    return events.Settled(name, cents(staked), ZERO, cents(returned))


def player(name: str, staked: int, returned: int = 0, rode: int = 0) -> events.ClothResult:
    return events.ClothResult(name, cents(staked), ZERO, cents(returned), cents(rode))


SETTLED = events.RoundSettled(*ROUND, "17", "4.1", (terminal("t1", 500, 900), terminal("t2", 300)), ())
ALONE = events.TerminalSettled(
    terminal="t3", table="A", round=7, outcome="17", clause="4.1", result=terminal("t3", 200, 50), transfers=()
)
SPOT = events.SpotPaid(
    table="A", round=7, spot="red", person="dan", clause="4.1", transfers=(), results=(player("P1", 100, 10, 20),)
)
CLOTH = events.ClothSettled(
    table="A", round=7, outcome="17", clause="4.1", transfers=(), results=(player("P1", 40), player("P2", 60, 5))
)
VOID = events.RoundVoided(*ROUND, "fault", "7.1", ())


def voided(result: events.Settled | None) -> events.WagersVoided:
    return events.WagersVoided(
        terminal="t1", table="A", round=7, spots={"red": cents(400)}, clause="7.1", transfers=(), result=result
    )


def ruled(result: events.Settled | None, *, allow: bool) -> events.WagerRuled:
    return events.WagerRuled(
        terminal="t1",
        table="A",
        round=7,
        allow=allow,
        spots={"red": cents(100)},
        role="",
        person="",
        why="",
        clause="7.1",
        transfers=(),
        result=result,
    )


def turned(*told: events.Event) -> tuple[int, int]:
    """What all of them come to, at terminals and on the cloth."""
    count = TurnoverCount()
    changes = [change for event in told if (change := count.take(event)) is not None]
    assert all((change.table, change.round) == ROUND for change in changes)
    return sum(cents_of(each.terminals) for each in changes), sum(cents_of(each.cloth) for each in changes)


@clause("novo-unity", "4.1.1")
def test_a_wager_counts_once_it_is_settled_with_its_round_or_by_itself_and_on_the_cloth() -> None:
    assert turned(SETTLED) == (800, 0)
    assert turned(SETTLED, ALONE) == (1_000, 0)
    assert turned(SETTLED, SPOT) == (800, 100)
    assert turned(SETTLED, SPOT, CLOTH) == (800, 200)


@clause("novo-unity", "1.1:void")
@pytest.mark.parametrize(
    ("then", "left"),
    [
        (VOID, (0, 0)),
        (voided(terminal("t1", 100)), (400, 200)),
        (voided(None), (800, 200)),
        (ruled(terminal("t1", 600), allow=True), (900, 200)),
        (ruled(terminal("t1", 400), allow=False), (700, 200)),
        (ruled(None, allow=True), (800, 200)),
        (events.PayoutsSuspended(*ROUND, "t1", "8.7", ()), (300, 200)),
        (events.ClothWagersReturned(*ROUND, "P2", "7.1", (), {}, player("P2", 0)), (800, 140)),
        (events.ClothWagersReturned(*ROUND, "P3", "7.1", ()), (800, 200)),
        (events.ClothCorrected(*ROUND, "18", "7.1", (), (player("P1", 140), player("P2", 50))), (800, 190)),
        (events.OutcomeInvalidated(*ROUND, "fault", "", "", "", "7.1"), (800, 200)),
    ],
)
def test_what_is_void_returned_or_suspended_counts_no_longer(then: events.Event, left: tuple[int, int]) -> None:
    assert turned(SETTLED, SPOT, CLOTH, then) == left


def test_what_is_settled_again_counts_again() -> None:
    suspended = events.PayoutsSuspended(*ROUND, "t3", "8.7", ())
    assert turned(SETTLED, ALONE, suspended, ALONE) == (1_000, 0)


def test_nothing_is_taken_off_for_a_round_nobody_knows_any_more() -> None:
    assert turned(VOID, voided(terminal("t1", 0))) == (0, 0)
    count = TurnoverCount()
    count.take(SETTLED)
    count.forget()
    assert count.take(VOID) is None


def test_what_rides_has_come_back() -> None:
    assert [cents_of(paid_by(event)) for event in (SETTLED, ALONE, SPOT, CLOTH, VOID)] == [900, 50, 30, 5, 0]
