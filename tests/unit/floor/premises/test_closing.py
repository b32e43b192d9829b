"""How tables and terminals close: notices, officials told, the last round, credit left behind."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import (
    LimitsSet,
    NoticeGiven,
    OfficialTold,
    RoundOpened,
    RoundSettled,
    TableCleared,
    TableClosed,
    TableClosing,
    TerminalClosed,
    TerminalReopened,
)
from openetg.floor.premises.closing import AHEAD_MS
from openetg.floor.premises.opening import uncleared
from openetg.money import cents
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.policies import Closer
from tests.marks import clause
from tests.one_table import START_MS, TABLE, Play
from tests.sites import book_of, open_site, refused, site, who_may

MINUTE_MS = 60_000
DEALER = ("dealer", f"dealer-{TABLE}")
RED = ask.PlaceWager("t1", TABLE, "red", cents(500))
NOTE = ask.InsertNote("t1", cents(2_000))


def closing(role: str, person: str = "ann") -> ask.CloseTable:
    return ask.CloseTable(role, person, TABLE)


def notice(role: str, minutes: int = 0) -> ask.GiveNotice:
    return ask.GiveNotice(role, "ann", TABLE, "close", minutes * MINUTE_MS)


@clause("ministar", "8.2")
@clause("novo-unity", "8.2")
@pytest.mark.parametrize("name", ["ministar", "novo-unity"])
def test_after_the_announced_time_no_further_round_opens_and_credit_is_collected(name: str) -> None:
    play = open_site(name)
    play.give_all(NOTE, notice("casino_operator", 5))
    given = play.event(NoticeGiven)
    assert (given.clause, given.closes_at_ms) == ("8.2", START_MS + 5 * MINUTE_MS)
    assert given.clear_credits
    play.say("launch opposite \n drop \n rest 17")
    assert play.events(RoundOpened)
    play.give_all(RED)
    play.at_ms = given.closes_at_ms
    play.say("launch opposite \n close sensor \n rest 17")
    assert play.events(RoundSettled)
    assert not play.events(RoundOpened)
    assert uncleared(play.floor, play.table) == {"t1": cents(1_500)}
    play.say("collect t1 as T-1 \n printed t1 T-1")
    assert uncleared(play.floor, play.table) == {}


@clause("ministar", "8.2")
@clause("novo-unity", "8.2")
@pytest.mark.parametrize("name", ["ministar", "novo-unity"])
def test_a_closed_table_takes_no_wagers_and_no_notes_and_keeps_every_cent(name: str) -> None:
    play = open_site(name)
    play.give_all(NOTE, RED, closing("casino_operator"))
    assert play.event(TableClosing).clause == "8.2"
    assert not play.events(TableClosed)
    play.say("launch opposite \n drop \n rest 3")
    assert play.event(TableClosed).clause == "8.2"
    assert not play.events(RoundOpened)
    assert uncleared(play.floor, play.table) == {"t1": cents(2_500)}
    refused(play.give(NOTE), Reason.TABLE_NOT_OPEN, "8.2")
    refused(play.give(RED), Reason.TABLE_NOT_OPEN, "8.2")
    cleared = ask.MarkCleared("casino_operator", "ann", TABLE)
    refused(play.give(cleared), Reason.CREDITS_LEFT, "8.2", t1=2_500)
    play.say("collect t1 as T-1 \n printed t1 T-1")
    play.give_all(cleared)
    play.give_all(ask.OpenTable(TABLE), NOTE)


@clause("ministar", "8.2")
def test_ministar_closing_is_the_operators() -> None:
    play = open_site("ministar")
    operator = {"casino_operator", "assistant_gaming_manager"}
    assert who_may(play, closing) == operator
    assert who_may(play, lambda role, person: replace(notice(role), person=person)) == operator
    assert holders(book_of("ministar"), "announce_close_of_play") == operator
    refused(play.give(closing("inspector")), Reason.NO_POWER, "8.2")
    refused(play.give(notice("casino_supervisor")), Reason.NO_POWER, "8.2")


@clause("novo-unity", "8.2")
def test_novo_unity_closing_is_the_operators() -> None:
    play = open_site("novo-unity")
    operator = {"casino_operator", "electronic_gaming_supervisor", "electronic_game_supervisor"}
    assert who_may(play, closing) == operator
    assert who_may(play, lambda role, person: replace(notice(role), person=person)) == operator
    assert holders(book_of("novo-unity"), "announce_close_of_play") == operator
    refused(play.give(closing("inspector")), Reason.NO_POWER, "8.2")
    refused(play.give(notice("casino_supervisor")), Reason.NO_POWER, "8.2")


def sign(play: Play, at_minute: int, in_minutes: int) -> None:
    play.at_ms = START_MS + at_minute * MINUTE_MS
    play.give_all(notice("casino_supervisor", in_minutes))


@clause("interblock", "9.14")
def test_interblock_with_players_there_a_sign_stands_for_twenty_minutes() -> None:
    play = open_site("interblock")
    play.give_all(NOTE)
    refused(play.give(closing("casino_supervisor")), Reason.NO_NOTICE, "9.14")
    sign(play, 0, 20)
    assert play.event(NoticeGiven).clause == "9.14"
    play.at_ms = START_MS + 20 * MINUTE_MS - 1
    refused(play.give(closing("casino_supervisor")), Reason.TOO_EARLY, "9.14")
    play.at_ms += 1
    play.give_all(closing("casino_supervisor"))
    assert play.event(TableClosing).clause == "9.14"


@clause("interblock", "9.14")
def test_interblock_a_sign_put_up_late_stands_longer_and_one_for_later_is_kept() -> None:
    play = open_site("interblock")
    play.give_all(NOTE)
    sign(play, 5, 15)
    play.at_ms = START_MS + 20 * MINUTE_MS
    refused(play.give(closing("casino_supervisor")), Reason.TOO_EARLY, "9.14")
    play.at_ms = START_MS + 25 * MINUTE_MS - 1
    refused(play.give(closing("casino_supervisor")), Reason.TOO_EARLY, "9.14", at_ms=play.at_ms + 1)
    sign(play, 26, 60)
    play.at_ms = START_MS + 47 * MINUTE_MS
    refused(play.give(closing("casino_supervisor")), Reason.TOO_EARLY, "9.14")
    play.at_ms = START_MS + 86 * MINUTE_MS
    play.give_all(closing("casino_supervisor"))


@clause("interblock", "9.14")
def test_interblock_an_empty_table_closes_at_once() -> None:
    play = open_site("interblock")
    play.give_all(closing("casino_supervisor"))
    refused(play.give(closing("casino_supervisor")), Reason.ALREADY_THERE, "9.14")
    play.say("launch opposite \n drop \n rest 17")
    assert play.events(TableClosed)
    refused(play.give(closing("casino_supervisor")), Reason.TABLE_NOT_OPEN, "9.14")


@clause("interblock", "9.14")
def test_interblock_closing_is_the_casino_supervisors() -> None:
    play = open_site("interblock")
    assert who_may(play, closing) == {"casino_supervisor"}
    refused(play.give(closing("assistant_gaming_manager")), Reason.NO_POWER, "9.14")


@clause("interblock", "9.2")
def test_interblock_players_are_told_to_clear_their_credits_and_the_list_shows_who_has_not() -> None:
    play = open_site("interblock")
    play.give_all(NOTE)
    sign(play, 0, 20)
    assert play.event(NoticeGiven).also == ("9.2",)
    assert uncleared(play.floor, play.table) == {"t1": cents(2_000)}
    play.at_ms = START_MS + 20 * MINUTE_MS
    play.give_all(closing("casino_supervisor"))
    assert play.event(TableClosing).also == ("9.2",)
    play.say("launch opposite \n drop \n rest 17")
    assert play.event(TableClosed).clause == "9.2"
    cleared = ask.MarkCleared("casino_supervisor", "ann", TABLE)
    refused(play.give(cleared), Reason.CREDITS_LEFT, "9.2", t1=2_000)
    assert play.meter("t1") == cents(2_000)
    play.say("collect t1 as T-1 \n printed t1 T-1")
    play.give_all(cleared)
    assert play.event(TableCleared).clause == "9.2"


@clause("interblock", "9.2")
def test_interblock_who_gives_the_notice() -> None:
    play = open_site("interblock")
    able = who_may(play, lambda role, person: replace(notice(role), person=person))
    supervisors = {"assistant_gaming_manager", "electronic_gaming_supervisor"}
    supervisors |= {"electronic_game_supervisor", "electronic_supervisor"}
    assert able == {"casino_operator", "casino_supervisor"} | supervisors
    assert holders(book_of("interblock"), "announce_close_of_play") == able
    refused(play.give(notice("dealer")), Reason.NO_POWER, "9.2")


@clause("adelaide", "12(h)")
def test_adelaide_an_officer_is_told_before_a_table_closes() -> None:
    play = open_site("adelaide")
    refused(play.give(closing("house")), Reason.OFFICIAL_NOT_TOLD, "12(h)", role="authorised_officer")
    play.give_all(ask.NotifyOfficial("house", "ann", "government_inspectorate", TABLE))
    refused(play.give(closing("house")), Reason.OFFICIAL_NOT_TOLD, "12(h)")
    play.give_all(ask.NotifyOfficial("house", "ann", "authorised_officer", TABLE))
    told = play.event(OfficialTold)
    assert (told.clause, told.person, told.at_ms) == ("12(h)", "ann", play.at_ms)
    play.give_all(NOTE, closing("house"))
    assert not play.events(TableClosed)
    dealer = ("dealer", play.table.dealer)
    play.give_all(RED, ask.WarnFinish(*dealer, TABLE), ask.ReportLaunch(TABLE, play.round.spin))
    play.give_all(ask.CloseWagers(TABLE, Closer.DEALER, None, *dealer))
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, "3", 5))
    assert play.event(TableClosed).clause == "12(h)"
    play.say("collect t1 as S-1 \n printed t1 S-1")
    play.give_all(ask.OpenTable(TABLE))
    refused(play.give(closing("house")), Reason.OFFICIAL_NOT_TOLD, "12(h)")


@clause("adelaide", "12(h)")
def test_adelaide_an_officer_is_told_before_a_terminal_closes() -> None:
    play = open_site("adelaide")
    close = ask.CloseTerminal("house", "ann", "t1", "worn out")
    refused(play.give(close), Reason.OFFICIAL_NOT_TOLD, "12(h)")
    play.give_all(ask.NotifyOfficial("house", "ann", "authorised_officer", TABLE, terminal="t2"))
    refused(play.give(close), Reason.OFFICIAL_NOT_TOLD, "12(h)")
    play.give_all(NOTE, RED, ask.NotifyOfficial("house", "ann", "authorised_officer", TABLE, terminal="t1"), close)
    assert (play.event(TerminalClosed).clause, play.event(TerminalClosed).unsettled) == ("12(h)", cents(500))
    assert not play.floor.terminals["t1"].locks, "it takes effect when no wager is unsettled"
    play.give_all(ask.TakeBackWager("t1", TABLE, "red", cents(500)))
    refused(play.give(RED), Reason.OUT_OF_SERVICE, "12(h)")
    refused(play.give(NOTE), Reason.OUT_OF_SERVICE, "12(h)")
    play.give_all(replace(close, terminal="t2"))
    refused(play.give(replace(close, terminal="t3")), Reason.OFFICIAL_NOT_TOLD, "12(h)")
    play.give_all(ask.InsertNote("t3", cents(500)))
    play.say("collect t1 as S-1 \n printed t1 S-1")
    play.give_all(ask.ReopenTerminal("house", "ann", "t1"), NOTE)
    refused(play.give(close), Reason.OFFICIAL_NOT_TOLD, "12(h)")


@clause("adelaide", "12(h)")
def test_adelaide_the_house_closes_tables_and_terminals() -> None:
    play = open_site("adelaide")
    house = {"house", "pit_boss", "shift_manager"}
    assert who_may(play, closing) == house
    assert who_may(play, lambda role, person: ask.CloseTerminal(role, person, "t1")) == house
    refused(play.give(closing("dealer", f"dealer-{TABLE}")), Reason.NO_POWER, "12(h)")


@clause("money-wheel", "9.2")
def test_money_wheel_a_notice_is_shown_before_a_table_closes_and_the_round_is_played() -> None:
    play = open_site("money-wheel")
    play.give_all(ask.OpenRound(*DEALER, TABLE))
    refused(play.give(closing("casino_operator")), Reason.NO_NOTICE, "9.2")
    play.give_all(notice("casino_operator"))
    assert play.event(NoticeGiven).clause == "9.2"
    play.give_all(closing("casino_operator"))
    play.give_all(ask.CloseWagers(TABLE, Closer.DEALER, None, *DEALER), ask.ReportLaunch(TABLE, play.round.spin))
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, "a", 5))
    assert play.event(TableClosed).clause == "9.2"
    refused(play.give(ask.OpenRound(*DEALER, TABLE)), Reason.TABLE_NOT_OPEN, "A:round_of_play")


@clause("money-wheel", "9.2")
def test_money_wheel_closing_and_its_notice_are_the_operators() -> None:
    play = open_site("money-wheel")
    operator = {"casino_operator", "casino_supervisor"}
    assert who_may(play, closing) == operator
    assert who_may(play, lambda role, person: replace(notice(role), person=person)) == operator
    for power in ("close_table", "announce_close_of_play"):
        assert holders(book_of("money-wheel"), power) == operator
    refused(play.give(closing("dealer", f"dealer-{TABLE}")), Reason.NO_POWER, "9.2")
    refused(play.give(replace(notice("dealer"), person=f"dealer-{TABLE}")), Reason.NO_POWER, "9.2")


def test_a_notice_is_taken_down_and_play_goes_on() -> None:
    play = open_site("ministar")
    play.give_all(notice("casino_operator"), ask.GiveNotice("casino_operator", "ann", TABLE, "open"))
    play.say("launch opposite \n drop \n rest 17")
    assert play.events(RoundOpened)


@clause("money-wheel", "10.5(b)", "10.5")
@pytest.mark.parametrize("words", ["", "back symbol g", "hot"])
def test_money_wheel_staff_show_players_notices_of_a_fixed_list_and_no_advice(words: str) -> None:
    play = open_site("money-wheel")
    advice = ask.GiveNotice("casino_operator", "ann", TABLE, words)
    refused(play.give(advice), Reason.NOT_IN_RULEBOOK, "10.5(b)", kind=words)


SIGN = {"any": ask.Sign(min=cents(100), max=cents(5_000), step=cents(100))}


@clause("money-wheel", "3.1")
def test_money_wheel_limits_change_from_the_round_after_players_were_told() -> None:
    play = open_site("money-wheel")
    play.give_all(ask.SetLimits(TABLE, SIGN, cloth=True))
    play.give_all(ask.OpenRound(*DEALER, TABLE))
    assert play.table.cloth.limits["any"].max == cents(5_000), "before the first round nobody was told anything else"
    lower = {"any": replace(SIGN["any"], max=cents(1_000))}
    play.give_all(ask.SetLimits(TABLE, lower, cloth=True, role="casino_operator", person="ann"))
    assert (play.event(LimitsSet).clause, play.event(LimitsSet).until_notice) == ("3.1", True)
    next_round(play)
    assert play.table.cloth.limits["any"].max == cents(5_000)
    told = ask.GiveNotice("casino_operator", "ann", TABLE, "limits")
    refused(play.give(replace(told, role="dealer", person=f"dealer-{TABLE}")), Reason.NO_POWER, "3.1")
    play.give_all(told)
    assert play.event(NoticeGiven).clause == "3.1"
    assert play.table.cloth.limits["any"].max == cents(5_000), "never inside a round"
    next_round(play)
    assert play.table.cloth.limits == lower


def next_round(play: Play) -> None:
    play.give_all(ask.CloseWagers(TABLE, Closer.DEALER, None, *DEALER), ask.ReportLaunch(TABLE, play.round.spin))
    play.give_all(ask.RecordOutcome(TABLE, play.round.spin, "a", 5), ask.OpenRound(*DEALER, TABLE))


@clause("money-wheel", "3.1", "10.5(c)")
def test_money_wheel_limits_are_the_operators() -> None:
    sign_shown = book_of("money-wheel").display.limits_sign
    assert sign_shown is not None
    assert sign_shown.clause == "3.1", "they stand on a sign"
    play = open_site("money-wheel")
    limits = ask.SetLimits(TABLE, SIGN, cloth=True)
    able = who_may(play, lambda role, person: replace(limits, role=role, person=person))
    assert able == {"casino_operator", "casino_supervisor"}
    refused(play.give(replace(limits, role="dealer", person=f"dealer-{TABLE}")), Reason.NO_POWER, "3.1")


def test_elsewhere_limits_need_no_notice() -> None:
    play = open_site("ministar")
    play.give_all(ask.SetLimits(TABLE, SIGN))
    assert not play.event(LimitsSet).until_notice
    play.say("launch opposite \n drop \n rest 17")
    assert play.table.limits["any"].max == cents(5_000)


@clause("ministar", "3.1")
@clause("money-wheel", "3.1")
@pytest.mark.parametrize(("name", "cloth"), [("ministar", False), ("money-wheel", True)])
def test_a_sign_without_a_line_takes_no_limit_away(name: str, cloth: bool) -> None:
    play = open_site(name)
    play.give_all(ask.SetLimits(TABLE, SIGN, cloth=cloth))
    empty = ask.SetLimits(TABLE, {}, cloth=cloth, role="casino_operator", person="ann")
    refused(play.give(empty), Reason.NO_AMOUNT, "3.1")


@pytest.mark.parametrize("kind", ["close", "limits"])
def test_a_notice_is_for_a_time_that_makes_sense(kind: str) -> None:
    play = open_site("money-wheel")
    told = ask.GiveNotice("casino_supervisor", "ann", TABLE, kind)
    for in_ms in (-1, -1_000, AHEAD_MS + 1, 10**15):
        verdict = play.give(replace(told, in_ms=in_ms))
        assert isinstance(verdict, Refusal), in_ms
        assert verdict.reason is Reason.NOT_A_DAY
        assert verdict.clause
    for in_ms in (0, AHEAD_MS):
        play.give_all(replace(told, in_ms=in_ms))
        assert play.event(NoticeGiven).closes_at_ms == (play.at_ms + in_ms if kind == "close" else 0)


def test_a_terminal_is_closed_and_reopened_by_one_who_may() -> None:
    play = open_site("ministar")
    close = ask.CloseTerminal("casino_operator", "ann", "t1")
    reopen = ask.ReopenTerminal("casino_operator", "ann", "t1")
    refused(play.give(reopen), Reason.NOTHING_THERE, "7.2.3")
    refused(play.give(replace(close, role="inspector")), Reason.NO_POWER, "7.2.3")
    refused(play.give(replace(close, terminal="z")), Reason.UNKNOWN_TERMINAL)
    play.give_all(close)
    refused(play.give(close), Reason.ALREADY_THERE, "7.2.3")
    refused(play.give(replace(reopen, role="inspector")), Reason.NO_POWER, "7.2.3")
    play.give_all(reopen)
    assert play.event(TerminalReopened).clause == "7.2.3"


def test_notices_go_to_tables_that_there_are() -> None:
    play = open_site("ministar")
    refused(play.give(replace(notice("casino_operator"), table="Z")), Reason.UNKNOWN_TABLE)
    refused(play.give(replace(notice("casino_operator"), terminal="z")), Reason.UNKNOWN_TERMINAL)
    refused(play.give(replace(closing("casino_operator"), table="Z")), Reason.UNKNOWN_TABLE)
    cleared = ask.MarkCleared("casino_operator", "ann", TABLE)
    refused(play.give(cleared), Reason.WRONG_PHASE, "8.2")
    refused(play.give(replace(cleared, table="Z")), Reason.UNKNOWN_TABLE)
    refused(play.give(replace(cleared, role="inspector")), Reason.NO_POWER, "8.2")
    told = ask.NotifyOfficial("casino_operator", "ann", "inspector", TABLE)
    play.give_all(told)
    assert play.event(OfficialTold).clause == "1.1.inspector"
    refused(play.give(replace(told, official="king")), Reason.UNKNOWN_ROLE, "8.2", role="king")
    refused(play.give(replace(told, official="cashier")), Reason.NO_POWER, "1.1.redeemable-ticket")
    refused(play.give(replace(told, role="scrutineer")), Reason.NO_POWER, "1.1.inspector")
    refused(play.give(replace(told, table="Z")), Reason.UNKNOWN_TABLE)


def test_a_terminal_of_two_tables_goes_on_at_the_one_that_is_open() -> None:
    play = site("ministar")
    play.give_all(ask.OpenTable(TABLE))
    play.give_all(closing("casino_operator"))
    assert play.events(TableClosed), "nothing ran"
    assert set(play.floor.terminals["t1"].locks) == {"closing"}
