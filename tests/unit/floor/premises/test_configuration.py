"""What rounds are played with, on record as a whole; times, displays and the choice of wheel."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason
from openetg.floor.events import (
    ChoiceOfWheelOffered,
    ConfigurationSet,
    DisplayFitted,
    OutcomeRecorded,
    PeriodSet,
    RoundOpened,
    RoundSettled,
    TerminalUnlinked,
)
from openetg.floor.state import state_hash
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from tests.marks import clause
from tests.one_table import START_MS, TABLE, Play
from tests.sites import book_of, open_site, refused, site, steps, who_may, without

DEALER = ("dealer", f"dealer-{TABLE}")
NEW_PERIOD = ask.SetPeriod("", "", TABLE, 60_000, 40_000)


@clause("ministar", "1.1.game-system")
@clause("interblock", "1.1.game_system")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_the_configuration_is_on_record_before_the_first_round_and_after_each_change(name: str) -> None:
    play = open_site(name)
    first = play.event(ConfigurationSet)
    assert isinstance(play.verdict, tuple)
    assert play.verdict.index(first) < play.verdict.index(play.event(RoundOpened))
    assert (first.version, first.rulebook, first.build) == (1, play.table.rulebook, "test")
    assert {"wheel", "t1", "t1/printer"} <= set(first.devices)
    assert play.event(RoundOpened).configuration == 1
    play.say("launch opposite \n drop \n rest 17")
    assert not play.events(ConfigurationSet)
    assert play.event(RoundOpened).configuration == 1
    play.give_all(ask.SetLimits(TABLE, {"any": ask.Sign(min=cents(100), max=cents(5_000))}))
    assert play.table.limits["any"].max != cents(5_000), "not inside a round"
    play.say("launch opposite \n drop \n rest 17")
    changed = play.event(ConfigurationSet)
    assert (changed.version, changed.limits["any"].max) == (2, cents(5_000))
    assert play.event(RoundOpened).configuration == 2
    play.give_all(ask.RegisterTerminal("t4", TABLE, (cents(500),), "s4", "p4"), NEW_PERIOD)
    play.say("launch opposite \n drop \n rest 17")
    third = play.event(ConfigurationSet)
    assert (third.version, third.devices["t4/printer"], third.times_ms[:2]) == (3, "p4", (60_000, 40_000))


@clause("ministar", "1.1.game-system")
@clause("interblock", "1.1.game_system")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_another_build_is_another_configuration(name: str) -> None:
    play = open_site(name).say("launch opposite \n close sensor")
    play.give_all(replace(ask.StartWriter(1, "another")))
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, "17"), ask.ReportReady(TABLE))
    assert (play.event(ConfigurationSet).version, play.event(ConfigurationSet).build) == (2, "another")


@clause("interblock", "2.4", "2.4.1")
def test_interblock_a_display_is_the_operators_choice_and_no_rule_of_play_depends_on_it() -> None:
    plain, fitted = open_site("interblock"), site("interblock")
    fit = ask.FitDisplay("casino_operator", "ann", TABLE)
    fitted.give_all(fit)
    assert (fitted.event(DisplayFitted).fitted, fitted.event(DisplayFitted).clause) == (True, "2.4.1")
    fitted.give_all(ask.OpenTable(TABLE), ask.ReportReady(TABLE))
    assert fitted.event(ConfigurationSet).devices["display"] == "fitted"
    for play in (plain, fitted):
        play.say("""
            note t1 20.00
            place t1 straight:17 5.00
            launch opposite
            drop
            rest 17
            expect meter t1 195.00
        """)
    fitted.give_all(replace(fit, fitted=False))
    assert fitted.floor.ledger.accounts == plain.floor.ledger.accounts
    assert state_hash(fitted.floor) != state_hash(plain.floor)


@clause("interblock", "2.4.1")
def test_interblock_who_fits_a_display() -> None:
    play = open_site("interblock")
    able = who_may(play, lambda role, person: ask.FitDisplay(role, person, TABLE))
    supervisors = {"assistant_gaming_manager", "electronic_gaming_supervisor"}
    assert able == supervisors | {"electronic_game_supervisor", "electronic_supervisor", "casino_operator"}
    refused(play.give(ask.FitDisplay("dealer", "ann", TABLE)), Reason.NO_POWER, "2.4.1")
    refused(play.give(ask.FitDisplay("casino_operator", "ann", "Z")), Reason.UNKNOWN_TABLE)
    refused(open_site("ministar").give(ask.FitDisplay("casino_operator", "a", TABLE)), Reason.NOT_IN_RULEBOOK, "2.5")


@clause("ministar", "3.10")
def test_ministar_the_operator_sets_the_wagering_period_from_the_next_round() -> None:
    play = open_site("ministar")
    assert who_may(play, lambda role, person: replace(NEW_PERIOD, role=role, person=person)) == {
        "casino_operator", "assistant_gaming_manager",
    }  # fmt: skip
    refused(play.give(replace(NEW_PERIOD, role="inspector")), Reason.NO_POWER, "3.10")
    planned = play.round.closes_at_ms
    play.give_all(replace(NEW_PERIOD, role="casino_operator", person="ann"))
    assert play.event(PeriodSet).clause == "3.10"
    assert play.round.closes_at_ms == planned
    play.say("launch opposite \n drop \n rest 17")
    opened = play.event(RoundOpened)
    assert (opened.launch_at_ms, opened.closes_at_ms) == (play.at_ms + 40_000, play.at_ms + 60_000)
    assert play.table.period_ms == 60_000


@clause("interblock", "1.1.wagering_period")
def test_interblock_the_casino_supervisor_sets_the_wagering_period() -> None:
    play = open_site("interblock")
    able = who_may(play, lambda role, person: replace(NEW_PERIOD, role=role, person=person))
    assert able == {"casino_supervisor"}
    refused(play.give(replace(NEW_PERIOD, role="dealer")), Reason.NO_POWER, "1.1.wagering_period")


@clause("novo-unity", "1.1:wagering_period")
def test_novo_unity_the_wheel_ends_the_wagering_period_and_nobody_sets_it() -> None:
    play = open_site("novo-unity")
    assert who_may(play, lambda role, person: replace(NEW_PERIOD, role=role, person=person)) == set()
    refused(play.give(NEW_PERIOD), Reason.NO_POWER, "1.1:wagering_period")


@clause("money-wheel", "4.1")
def test_money_wheel_betting_stays_open_for_the_least_time() -> None:
    play = open_site("money-wheel")
    play.give_all(ask.SetPeriod("casino_operator", "ann", TABLE, 0, least_open_ms=10_000))
    assert play.event(PeriodSet).clause == "4.1"
    refused(play.give(ask.SetPeriod(*DEALER, TABLE, 0, least_open_ms=1)), Reason.NO_POWER, "3.1")
    play.give_all(ask.OpenRound(*DEALER, TABLE))
    close = ask.CloseWagers(TABLE, Closer.DEALER, None, *DEALER)
    play.at_ms = START_MS + 9_999
    refused(play.give(close), Reason.TOO_EARLY, "4.1")
    play.at_ms += 1
    play.give_all(close)


@clause("adelaide", "7(h)ii")
def test_adelaide_the_warning_stands_for_the_least_time() -> None:
    play = open_site("adelaide")
    play.give_all(ask.SetPeriod("", "", TABLE, 0, least_warned_ms=5_000))
    assert play.event(PeriodSet).clause == "7(h)ii"
    for late in (True, False):
        play.give_all(ask.WarnFinish(*DEALER, TABLE), ask.ReportLaunch(TABLE, play.round.spin))
        close = ask.CloseWagers(TABLE, Closer.DEALER, None, *DEALER)
        if not late:
            refused(play.give(close), Reason.TOO_EARLY, "7(h)ii")
            play.at_ms += 5_000
        play.give_all(close, ask.RecordOutcome(TABLE, play.round.spin, "3", 5))


@pytest.mark.parametrize(
    ("name", "wish", "reason"),
    [
        ("ministar", {"table": "Z"}, Reason.UNKNOWN_TABLE),
        ("ministar", {"least_open_ms": 1}, Reason.NOT_IN_RULEBOOK),
        ("ministar", {"least_warned_ms": 1}, Reason.NOT_IN_RULEBOOK),
        ("ministar", {"launch_ms": 60_000}, Reason.NO_AMOUNT),
        ("ministar", {"period_ms": -1}, Reason.NO_AMOUNT),
        ("money-wheel", {"least_open_ms": -1}, Reason.NO_AMOUNT),
    ],
)
def test_times_that_make_no_sense(name: str, wish: dict[str, object], reason: Reason) -> None:
    verdict = open_site(name).give(replace(NEW_PERIOD, **wish))
    assert getattr(verdict, "reason", None) is reason


def two_wheels(*, offered: bool) -> Play:
    """A live and an automatic table of one rulebook, and a terminal that stands at the live one."""
    play = site("novo-unity", "live", change=without(ask.OfferChoiceOfWheel))
    play.give_all(*steps(book_of("novo-unity"), "automatic", table="B", terminals=("u1",), adopted=True))
    if offered:
        play.give_all(ask.OfferChoiceOfWheel("casino_operator", "ann", play.table.rulebook, offered=True))
    play.give_all(ask.OpenTable(TABLE), ask.ReportReady(TABLE), ask.OpenTable("B"), ask.ReportReady("B"))
    return play


@clause("novo-unity", "3.9")
def test_novo_unity_a_wager_stays_with_the_wheel_it_was_placed_on() -> None:
    play = two_wheels(offered=True)
    play.give_all(ask.LinkTerminal("t1", "B"), ask.InsertNote("t1", cents(2_000)))
    play.give_all(ask.PlaceWager("t1", TABLE, "red", cents(500)), ask.PlaceWager("t1", "B", "black", cents(300)))
    spin_b = play.floor.tables["B"].round
    assert spin_b is not None
    play.give_all(ask.ReportLaunch("B", spin_b.spin), ask.CloseWagers("B", Closer.SENSOR, spin_b.spin))
    play.give_all(ask.RecordOutcome("B", spin_b.spin, "3"))
    assert play.event(RoundSettled).table == "B"
    assert play.meter("t1") == cents(1_200), "black lost at the automatic wheel, red waits for the live one"
    live = play.round.spin
    play.give_all(ask.ReportLaunch(TABLE, live), ask.CloseWagers(TABLE, Closer.SENSOR, live))
    play.give_all(ask.RecordOutcome(TABLE, live, "3", 5), ask.ConfirmOutcome(*DEALER, TABLE))
    assert play.event(OutcomeRecorded).outcome == "3"
    assert play.meter("t1") == cents(2_200)


@clause("novo-unity", "3.9")
def test_novo_unity_without_the_offer_a_terminal_keeps_to_one_class_of_wheel() -> None:
    play = two_wheels(offered=False)
    link = ask.LinkTerminal("t1", "B")
    refused(play.give(link), Reason.NOT_OFFERED, "3.9")
    refused(play.give(ask.PlaceWager("t1", "B", "red", cents(500))), Reason.NOT_AT_TABLE)
    offer = ask.OfferChoiceOfWheel("casino_operator", "ann", play.table.rulebook, offered=True)
    play.give_all(offer)
    assert play.event(ChoiceOfWheelOffered).clause == "3.9"
    play.give_all(link, ask.InsertNote("t1", cents(2_000)), ask.PlaceWager("t1", "B", "red", cents(500)))
    refused(play.give(replace(offer, offered=False)), Reason.WRONG_PHASE, "3.9", terminal="t1")
    play.give_all(ask.ClearWagers("t1", "B"), replace(offer, offered=False))
    assert [(each.terminal, each.table) for each in play.events(TerminalUnlinked)] == [("t1", "B")]
    refused(play.give(ask.PlaceWager("t1", "B", "red", cents(500))), Reason.NOT_AT_TABLE)
    play.give_all(ask.PlaceWager("t1", TABLE, "red", cents(500)))


@clause("novo-unity", "3.9")
def test_novo_unity_the_choice_is_the_operators_to_offer() -> None:
    play = two_wheels(offered=False)
    name = play.table.rulebook
    able = who_may(play, lambda role, person: ask.OfferChoiceOfWheel(role, person, name, offered=True))
    assert able == {"casino_operator", "electronic_gaming_supervisor", "electronic_game_supervisor"}
    refused(play.give(ask.OfferChoiceOfWheel("dealer", "ann", name, offered=True)), Reason.NO_POWER, "3.9")
    refused(play.give(ask.OfferChoiceOfWheel("dealer", "ann", "x", offered=True)), Reason.UNKNOWN_RULEBOOK)
    elsewhere = open_site("ministar")
    wish = ask.OfferChoiceOfWheel("casino_operator", "ann", elsewhere.table.rulebook, offered=True)
    refused(elsewhere.give(wish), Reason.NOT_IN_RULEBOOK, "2.5.1")


@clause("ministar", "2.4")
def test_ministar_a_terminal_is_settled_by_the_wheel_it_is_linked_to() -> None:
    play = open_site("ministar")
    play.give_all(*steps(book_of("ministar"), "electronic", table="B", terminals=("u1",), adopted=True))
    play.give_all(ask.OpenTable("B"), ask.ReportReady("B"))
    for name, table in (("t1", TABLE), ("u1", "B")):
        play.give_all(ask.InsertNote(name, cents(500)), ask.PlaceWager(name, table, "straight:17", cents(100)))
    refused(play.give(ask.PlaceWager("t1", "B", "red", cents(100))), Reason.NOT_AT_TABLE)
    play.give_all(ask.ReportLaunch("B", "B-1"), ask.CloseWagers("B", Closer.SENSOR, "B-1"))
    play.give_all(ask.RecordOutcome("B", "B-1", "3"))
    play.say("launch opposite \n drop \n rest 17")
    assert (play.meter("t1"), play.meter("u1")) == (cents(4_000), cents(400))
    refused(site("ministar").give(ask.RegisterTerminal("t9", "Z", ())), Reason.UNKNOWN_TABLE)


@clause("interblock", "2.1", "2.2")
@pytest.mark.parametrize(("kind", "outcome"), [("roulette", "17"), ("sic-bo", "1-2-3")])
def test_interblock_one_outcome_serves_every_terminal(kind: str, outcome: str) -> None:
    play = open_site("interblock", kind)
    wager = next(iter(play.floor.game_of(play.table).wagers))
    for name in ("t1", "t2"):
        play.give_all(ask.InsertNote(name, cents(2_000)), ask.PlaceWager(name, TABLE, wager, cents(100)))
    number = next(each for each in play.floor.game_of(play.table).outcomes if each == outcome or kind == "sic-bo")
    play.say("launch opposite \n close sensor")
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, number))
    assert {each.terminal for each in play.event(RoundSettled).results} == {"t1", "t2"}
