"""'No more bets' is an act on record, in the step of the close; what terminals say of it is kept, round by round."""

from __future__ import annotations

import pytest

from openetg.floor.commands import CloseWagers, ReportAnnouncement
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import AnnouncementShown, CloseAnnounced, WagersClosed
from openetg.floor.pipeline import decide
from openetg.floor.rounds.clockwork import due
from openetg.floor.rounds.views import layout_view
from openetg.rulebook.schema.policies import Closer
from openetg.script.run import PlayedScript
from tests.marks import clause
from tests.powers import told
from tests.scripts import run_script

ADELAIDE = """
    rulebook adelaide roulette
    terminal T1
    terminal T2
    bets
    note T1 50.00
    place T1 red 5.00
    finish
    spin
    close
"""
MINISTAR = """
    rulebook ministar roulette
    period 30s
    terminal T1
    bets
    note T1 50.00
    place T1 red 5.00
    spin
"""


def announcements(run: PlayedScript) -> list[CloseAnnounced]:
    return told(run, CloseAnnounced)


@clause("adelaide", "7(g)", "7(h)iii")
def test_adelaide_no_more_bets_is_announced_by_the_dealer_in_the_step_of_the_close() -> None:
    run_script(ADELAIDE + "place T1 red 5.00\nexpect refused AFTER_CLOSE 7(h)iii")
    run = run_script(ADELAIDE + "expect cites 7(g)")
    (said,) = announcements(run)
    dealer = run.stage.floor.tables["A"].dealer
    assert (said.round, said.by, said.person, said.clause) == (1, Closer.DEALER, dealer, "7(g)")
    (closed,) = told(run, WagersClosed)
    assert closed.round == said.round


@clause("ministar", "1.1.wagering-period")
def test_ministar_the_announcement_itself_ends_the_period_with_the_ball_running() -> None:
    run = run_script(MINISTAR + "wait 30s\nexpect phase CLOSED\nexpect cites 1.1.wagering-period")
    assert [each.by for each in announcements(run)] == [Closer.ANNOUNCEMENT]
    assert [each.by for each in told(run, WagersClosed)] == [Closer.ANNOUNCEMENT]


@clause("ministar", "3.10")
def test_ministar_with_no_ball_running_time_runs_out() -> None:
    stage = run_script(MINISTAR.replace("spin", "expect phase OPEN")).stage
    assert due(stage.floor, stage.at_ms + 30_000) == [CloseWagers("A", Closer.TIMER, "A-1")]


@clause("ministar", "1.1.wagering-period")
def test_ministar_a_sensor_that_comes_first_has_it_announced_too() -> None:
    assert [each.by for each in announcements(run_script(MINISTAR + "drop\nexpect phase CLOSED"))] == [Closer.SENSOR]


@clause("money-wheel", "5.1")
def test_money_wheel_no_more_bets_is_the_dealers_announcement() -> None:
    run = run_script("rulebook money-wheel money-wheel \n bets \n close \n expect phase CLOSED")
    (said,) = announcements(run)
    assert (said.by, said.clause, bool(said.person)) == (Closer.DEALER, "5.1", True)


@pytest.mark.parametrize("rulebook", ["interblock", "novo-unity"])
def test_where_no_rule_wants_it_announced_nothing_is_on_record(rulebook: str) -> None:
    assert (
        announcements(run_script(f"rulebook {rulebook} roulette \n bets \n spin \n drop \n expect phase CLOSED")) == []
    )


@clause("adelaide", "7(g)")
def test_who_has_shown_it_and_who_has_not_is_on_record_once_for_each_round() -> None:
    stage = run_script(ADELAIDE + "expect phase CLOSED").stage
    report = ReportAnnouncement("A", 1, heard=("T1",), missing=("T2",))
    stage.must(report)
    assert stage.floor.tables["A"].round is not None
    assert stage.floor.tables["A"].round.unshown == ("T2",)
    assert isinstance(stage.verdict, tuple)
    (shown,) = stage.verdict
    assert shown == AnnouncementShown("A", 1, ("T1",), (), ("T2",), "7(g)", silent=("T2",)), "reported at once"
    again = decide(stage.floor, report, stage.at_ms)
    assert isinstance(again, Refusal)
    assert (again.reason, again.clause) == (Reason.ALREADY_THERE, "7(g)")
    for wrong, reason in (
        (ReportAnnouncement("Z", 1), Reason.UNKNOWN_TABLE),
        (ReportAnnouncement("A", 1, heard=("T9",)), Reason.UNKNOWN_TERMINAL),
        (ReportAnnouncement("A", 9), Reason.UNKNOWN_ROUND),
    ):
        refused = decide(stage.floor, wrong, stage.at_ms)
        assert isinstance(refused, Refusal)
        assert refused.reason is reason


@clause("adelaide", "7(g)", "11(d)")
def test_after_a_no_spin_the_end_of_the_period_is_announced_and_acknowledged_anew() -> None:
    calls = 'no-spin dealer cause=foreign-object "a coin" \n reset dealer \n'
    again = calls + "finish \n spin \n close \n expect phase CLOSED"
    stage = run_script(ADELAIDE + "expect phase CLOSED").stage
    stage.must(ReportAnnouncement("A", 1, heard=("T1", "T2"), spin="A-1"))
    first = run_script(ADELAIDE + calls + "expect phase OPEN").stage
    early = decide(first.floor, ReportAnnouncement("A", 1, seen=("T1", "T2")), first.at_ms)
    assert early == Refusal(Reason.UNKNOWN_ROUND, "7(g)"), "nothing is announced while wagers are open"
    stage = run_script(ADELAIDE + again).stage
    round_ = stage.floor.tables["A"].round
    assert round_ is not None
    assert (round_.spin, round_.announced, round_.unshown, round_.unreported) == ("A-1.2", True, None, ("A-1",))
    stage.must(ReportAnnouncement("A", 1, seen=("T1",), missing=("T2",), spin="A-1"))
    assert (round_.unshown, round_.unreported) == (None, ()), "what was said of the spin called off is kept apart"
    stage.must(ReportAnnouncement("A", 1, heard=("T1", "T2"), spin="A-1.2"))
    assert round_.unshown == ()
    for spin, reason in (("A-1", Reason.ALREADY_THERE), ("A-1.2", Reason.ALREADY_THERE), ("A-9", Reason.OTHER_SPIN)):
        refused = decide(stage.floor, ReportAnnouncement("A", 1, spin=spin), stage.at_ms)
        assert refused == Refusal(reason, "7(g)"), spin


@clause("adelaide", "7(g)")
@clause("ministar", "1.1.wagering-period")
@pytest.mark.parametrize(
    ("rulebook", "cited", "least"),
    [("adelaide", "7(g)", 2), ("ministar", "1.1.wagering-period", 2), ("interblock", "", 0)],
)
def test_a_screen_is_told_that_it_cannot_be_muted_and_by_which_clause(rulebook: str, cited: str, least: int) -> None:
    floor = run_script(f"rulebook {rulebook} roulette \n bets \n expect phase OPEN").stage.floor
    layout = layout_view(floor, floor.tables["A"])
    assert (layout.announced, layout.least_volume) == (cited, least)
