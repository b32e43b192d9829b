"""A table or terminal whose link to a jackpot is lost does not contribute to it, does not play for it, and says so."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import JackpotLinkReported
from openetg.floor.jackpots.views import jackpot_desk, jackpots_at, lines_at, terminal_jackpots
from openetg.floor.rounds.views import own_view
from openetg.floor.state import AlertKind, key_of
from tests.unit.floor.jackpots.build import MAIN, SEVENTEENS, A, B, Hall, J, level, offered, progressive

ON = {"straight:17": 500}
RULE = f"{J}/{MAIN}"


def linked() -> Hall:
    """A jackpot at both tables."""
    return offered(progressive(level(trigger=SEVENTEENS, rates={A: 10_000, B: 10_000})))


def lost(member: str, cause: str = "line") -> ask.ReportJackpotLink:
    return ask.ReportJackpotLink(J, member, up=False, cause=cause)


def back(member: str) -> ask.ReportJackpotLink:
    return ask.ReportJackpotLink(J, member, up=True)


def test_a_table_without_its_link_neither_contributes_nor_wins() -> None:
    hall = linked()
    assert hall.give(lost(A)) == (JackpotLinkReported(J, A, False, "4.1.1", "line"),)
    pool = hall.pool()
    hall.spin(A, "17", a1=ON)
    hall.spin(A, "17", a1=ON)
    assert (hall.pool(), hall.floor.jackpots.awards) == (pool, {})
    hall.spin(B, "5", b1=ON)
    assert hall.pool() == pool + 5, "the others play on"
    hall.give_all(back(A))
    hall.spin(A, "5", a1=ON)
    assert hall.pool() == pool + 10


def test_a_terminal_without_its_link_neither_contributes_nor_wins_and_its_neighbour_does() -> None:
    hall = linked()
    hall.give_all(lost("a1"))
    pool = hall.pool()
    hall.spin(A, "17", a1=ON, a2=ON)
    assert hall.pool() == pool + 5
    hall.spin(A, "17", a1=ON, a2=ON)
    assert [award.terminal for award in hall.floor.jackpots.awards.values()] == ["a2"]


def test_it_says_so_on_display_terminal_and_desk() -> None:
    hall = linked()
    hall.give_all(lost(A), lost("b1", "cut"))
    (at_a,), (at_b,) = jackpots_at(hall.floor, A), jackpots_at(hall.floor, B)
    assert (at_a.playing, at_a.why_not, at_b.playing) == (False, "table-link", True)
    (line,) = lines_at(hall.floor, A)
    assert (line.playing, line.why_not) == (False, "table-link")
    for terminal, why in (("a1", "table-link"), ("b1", "terminal-link")):
        own = own_view(hall.floor, terminal).jackpots
        assert own is not None
        assert (own.plays_for, own.why_not) == ((), {RULE: why})
    fine = terminal_jackpots(hall.floor, "b2")
    assert fine is not None
    assert (fine.plays_for, fine.why_not) == ((RULE,), {})
    (desk,) = jackpot_desk(hall.floor).jackpots
    assert desk.lost == {A: "line", "b1": "cut"}
    assert desk.tables == (A, B)
    assert desk.terminals == ("a1", "a2", "a3", "b1", "b2")


def test_a_terminal_whose_own_line_is_lost_says_so_too() -> None:
    hall = linked()
    hall.give_all(ask.ReportLine("a1", up=False))
    own = terminal_jackpots(hall.floor, "a1")
    assert own is not None
    assert own.why_not == {RULE: "terminal-link"}


def test_somebody_is_to_know_until_it_is_back() -> None:
    hall = linked()
    key = key_of(AlertKind.JACKPOT_LINK_LOST, f"jackpot/{J}/a1")
    hall.give_all(lost("a1"))
    assert key in hall.floor.alerts.lasting
    hall.give_all(back("a1"))
    assert key not in hall.floor.alerts.lasting


@pytest.mark.parametrize(
    ("before", "wish", "reason"),
    [
        ((), ask.ReportJackpotLink("other", A, up=False), Reason.UNKNOWN_JACKPOT),
        ((), lost("C"), Reason.NOT_A_MEMBER),
        ((), back("a1"), Reason.ALREADY_THERE),
        ((lost("a1"),), lost("a1"), Reason.ALREADY_THERE),
    ],
)
def test_why_not(before: tuple[ask.AnyCommand, ...], wish: ask.AnyCommand, reason: Reason) -> None:
    hall = linked()
    hall.give_all(*before)
    assert hall.refused(wish).reason is reason


def test_a_table_of_no_level_is_no_member() -> None:
    hall = offered(progressive())
    assert hall.refused(lost(B)) == Refusal(Reason.NOT_A_MEMBER, "4.1.1", {"member": B})
    assert hall.refused(lost("b1")).reason is Reason.NOT_A_MEMBER
