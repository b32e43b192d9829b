"""A mystery is won by whoever was first to bring its pool to the value, however late that is told."""

from __future__ import annotations

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.money import cents
from tests.marks import clause
from tests.unit.floor.jackpots.build import FREE, GAMING_SUPERVISOR, A, B, Hall, level, mystery, offered


def at_100_50() -> Hall:
    rules = level(low=cents(10_050), high=cents(10_050), rates={A: 10_000, B: 10_000})
    hall = offered(mystery(rules, lock_from=FREE))
    hall.commit()
    return hall


@clause("novo-unity", "4.1.4")
def test_nothing_that_is_settled_or_void_later_makes_another_the_winner() -> None:
    hall = at_100_50()
    hall.spin(A, "5", a1=6_000, a2=100)
    number = hall.numbers() - 1
    hall.give_all(ask.RecordBreach(*GAMING_SUPERVISOR, "a2", "8.3", "seen"))
    hall.give_all(ask.VoidWagers(*GAMING_SUPERVISOR, "a2", "a breach", round=number))
    hall.spin(B, "5", b1=100)
    hall.reveal()
    (award,) = hall.floor.jackpots.awards.values()
    assert (award.terminal, award.table, award.round) == ("a1", A, number)
    assert award.feed is not None
    assert award.feed.units_before == 10_000 * 1_000_000


def test_what_reached_it_and_is_void_has_reached_nothing_and_the_next_to_reach_it_wins() -> None:
    hall = at_100_50()
    hall.spin(A, "5", a1=6_000)
    hall.void(hall.numbers() - 1)
    hall.spin(B, "5", b1=4_000)
    verdict = hall.reveal()
    assert isinstance(verdict, Refusal)
    assert verdict.reason is Reason.NOT_REACHED
    hall.spin(B, "5", b2=2_000)
    hall.reveal()
    (award,) = hall.floor.jackpots.awards.values()
    assert award.terminal == "b2"
