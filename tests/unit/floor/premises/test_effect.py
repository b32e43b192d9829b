"""From when a rulebook may be played, and what it takes the place of."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason
from openetg.floor.events import EffectSet, RoundOpened, RoundSettled
from openetg.floor.premises.documents import rules_view
from openetg.floor.premises.rulebooks import adoption_of, rulebook_hash
from openetg.rulebook.schema.policies import Closer, Commencement
from openetg.rulebook.schema.shape import Value
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.sites import book_of, day_ms, open_site, refused, site, steps, without

DAY_MS = 86_400_000


def with_day(name: str, day: str) -> Play:
    """A table in order, under a rulebook that the operator entered this day for."""
    play = site(name, change=without(ask.SetEffect))
    play.give_all(ask.SetEffect(play.table.rulebook, day, day_ms(day)))
    return play


@clause("ministar", "order.effect")
def test_ministar_a_table_opens_from_the_day_of_publication() -> None:
    play = with_day("ministar", "2030-03-01")
    play.at_ms = day_ms("2030-03-01") - 1
    refused(play.give(ask.OpenTable(TABLE)), Reason.NOT_IN_EFFECT, "order.effect")
    play.at_ms += 1
    play.give_all(ask.OpenTable(TABLE))
    assert rules_view(play.floor, play.table).commencement == "on_publication"


@clause("interblock", "order.commencement")
def test_interblock_a_table_opens_from_the_day_of_publication() -> None:
    play = with_day("interblock", "2030-03-01")
    play.at_ms = day_ms("2030-03-01") - 1
    refused(play.give(ask.OpenTable(TABLE)), Reason.NOT_IN_EFFECT, "order.commencement")
    play.at_ms += 1
    play.give_all(ask.OpenTable(TABLE))
    shown = rules_view(play.floor, play.table)
    assert (shown.commencement, shown.in_force_from) == ("on_publication", "2030-03-01")


@clause("money-wheel", "NI.2")
def test_money_wheel_a_table_opens_from_the_day_after_the_notification() -> None:
    play = with_day("money-wheel", "2030-03-01")
    play.at_ms = day_ms("2030-03-01") - 1
    refused(play.give(ask.OpenTable(TABLE)), Reason.NOT_IN_EFFECT, "NI.2")
    play.at_ms += 1
    play.give_all(ask.OpenTable(TABLE))
    assert rules_view(play.floor, play.table).commencement == "day_after_notification"


@clause("ministar", "order.effect")
def test_ministar_no_day_before_the_one_it_was_signed_on() -> None:
    play = site("ministar", change=without(ask.SetEffect))
    name = play.table.rulebook
    early = play.give(ask.SetEffect(name, "2018-01-22", day_ms("2018-01-22")))
    refused(early, Reason.NOT_IN_EFFECT, "order.effect", day="2018-01-23")
    play.give_all(ask.SetEffect(name, "2018-01-23", day_ms("2018-01-23")))
    assert rules_view(play.floor, play.table).signed == "2018-01-23"


@clause("adelaide", "title")
def test_adelaide_no_day_before_the_issue_whose_rules_patrons_are_shown() -> None:
    play = site("adelaide", change=without(ask.SetEffect))
    name = play.table.rulebook
    early = play.give(ask.SetEffect(name, "2003-05-19", day_ms("2003-05-19")))
    refused(early, Reason.NOT_IN_EFFECT, "title", day="2003-05-20")
    play.give_all(ask.SetEffect(name, "2003-05-20", day_ms("2003-05-20")))
    assert rules_view(play.floor, play.table).in_force_from == "2003-05-20"


@clause("interblock", "order(1)")
def test_interblock_no_day_before_the_order_was_signed_and_every_round_names_the_rules() -> None:
    play = site("interblock", change=without(ask.SetEffect))
    name = play.table.rulebook
    early = play.give(ask.SetEffect(name, "2016-06-01", day_ms("2016-06-01")))
    refused(early, Reason.NOT_IN_EFFECT, "order(1)", day="2016-06-02")
    play.give_all(ask.SetEffect(name, "2016-06-02", day_ms("2016-06-02")), ask.OpenTable(TABLE))
    play.give_all(ask.ReportReady(TABLE))
    assert play.event(RoundOpened).rulebook == name
    shown = rules_view(play.floor, play.table)
    assert (shown.rulebook, shown.id, shown.signed) == (name, "interblock", "2016-06-02")
    delegate = book_of("interblock").roles["authority_delegate"]
    assert (delegate.of, delegate.acts_as) == ("authority", ("authority",)), "who signed it, for the Authority"


@clause("money-wheel", "NI.2")
def test_money_wheel_no_day_before_the_one_after_it_was_signed() -> None:
    play = site("money-wheel", change=without(ask.SetEffect))
    early = play.give(ask.SetEffect(play.table.rulebook, "2016-05-06", day_ms("2016-05-06")))
    refused(early, Reason.NOT_IN_EFFECT, "NI.2", day="2016-05-07")
    play.give_all(ask.SetEffect(play.table.rulebook, "2016-05-07", day_ms("2016-05-07")))


@clause("adelaide", "title")
def test_adelaide_is_undated_and_not_older_than_its_print() -> None:
    play = site("adelaide", change=without(ask.SetEffect))
    refused(play.give(ask.OpenTable(TABLE)), Reason.NOT_IN_EFFECT, "title")
    early = play.give(ask.SetEffect(play.table.rulebook, "2003-05-19", day_ms("2003-05-19")))
    refused(early, Reason.NOT_IN_EFFECT, "title", day="2003-05-20")
    play.give_all(ask.SetEffect(play.table.rulebook, "2003-05-20", day_ms("2003-05-20")), ask.OpenTable(TABLE))


@pytest.mark.parametrize("name", ["ministar", "interblock", "novo-unity", "adelaide", "money-wheel"])
def test_without_a_day_entered_no_table_opens(name: str) -> None:
    verdict = site(name, change=without(ask.SetEffect)).give(ask.OpenTable(TABLE))
    effect = book_of(name).effect
    stated = effect.commencement.clause or (effect.not_before.clause if effect.not_before else "")
    refused(verdict, Reason.NOT_IN_EFFECT, stated)


def test_a_rulebook_that_states_its_day_needs_none_entered_and_bears_no_other() -> None:
    book = book_of("novo-unity")
    stated = Value(date(2030, 3, 1), "2.1")
    effect = replace(
        book.effect, commencement=replace(book.effect.commencement, policy=Commencement.ON_DATE, clause="2.1"),
        not_before=stated,
    )  # fmt: skip
    play = site(replace(book, effect=effect), change=without(ask.SetEffect))
    play.at_ms = day_ms("2030-03-01") - 1
    refused(play.give(ask.OpenTable(TABLE)), Reason.NOT_IN_EFFECT, "2.1")
    other = play.give(ask.SetEffect(play.table.rulebook, "2030-03-02", day_ms("2030-03-02")))
    refused(other, Reason.NOT_IN_EFFECT, "2.1", day="2030-03-01")
    play.at_ms += 1
    play.give_all(ask.OpenTable(TABLE))


@pytest.mark.parametrize(
    ("day", "from_ms"),
    [
        ("2030-02-30", day_ms("2030-03-01")),
        ("soon", day_ms("2030-03-01")),
        ("", 0),
        ("2030-03-01", day_ms("2030-03-01") - 14 * 3_600_000 - 1),
        ("2030-03-01", day_ms("2030-03-01") + 12 * 3_600_000 + 1),
    ],
)
def test_a_day_is_a_day_and_begins_when_it_begins_somewhere(day: str, from_ms: int) -> None:
    play = site("ministar", change=without(ask.SetEffect))
    refused(play.give(ask.SetEffect(play.table.rulebook, day, from_ms)), Reason.NOT_A_DAY, "order.effect")
    refused(play.give(ask.SetEffect("x", day, from_ms)), Reason.UNKNOWN_RULEBOOK)


@pytest.mark.parametrize("shift", [-14 * 3_600_000, 12 * 3_600_000])
def test_a_day_may_begin_anywhere_in_the_world(shift: int) -> None:
    play = site("ministar", change=without(ask.SetEffect))
    play.give_all(ask.SetEffect(play.table.rulebook, "2030-03-01", day_ms("2030-03-01") + shift))
    assert play.event(EffectSet).clause == "order.effect"


def test_a_day_is_not_entered_again_once_rounds_were_played() -> None:
    play = open_site("ministar")
    again = play.give(ask.SetEffect(play.table.rulebook, "2030-03-01", day_ms("2030-03-01")))
    refused(again, Reason.ALREADY_THERE, "order.effect")


def older_and_newer(day: str) -> Play:
    """A live table under the instrument of 2006, and the one of 2016 adopted with this day."""
    book = book_of("money-wheel")
    older = replace(book, about=replace(book.about, id="ni2006-148"), effect=replace(book.effect, supersedes=()))
    play = site(older, "live")
    play.give_all(ask.OpenTable(TABLE), ask.ReportReady(TABLE), adoption_of(book))
    play.give_all(ask.SetEffect(rulebook_hash(book), day, day_ms(day)))
    return play


@clause("money-wheel", "NI.3")
def test_money_wheel_the_older_instrument_opens_no_round_from_the_day_of_the_newer_one() -> None:
    play = older_and_newer("2030-03-01")
    older = play.table.rulebook
    bets = ask.OpenRound("dealer", f"dealer-{TABLE}", TABLE)
    play.at_ms = day_ms("2030-03-01") - 1
    play.give_all(bets)
    play.at_ms += 1
    play.give_all(ask.CloseWagers(TABLE, Closer.DEALER, None, "dealer", f"dealer-{TABLE}"))
    play.give_all(ask.ReportLaunch(TABLE, play.round.spin), ask.RecordOutcome(TABLE, play.round.spin, "a", 5))
    assert play.event(RoundSettled).round == 1
    refused(play.give(bets), Reason.SUPERSEDED, "NI.3", by="money-wheel")
    assert play.round.rulebook == older
    newer = steps(book_of("money-wheel"), "live", table="B", adopted=True)
    play.give_all(*(replace(each, person="another") if isinstance(each, ask.SignOn) else each for each in newer))
    play.give_all(ask.OpenTable("B"))


@clause("money-wheel", "NI.3")
def test_money_wheel_a_table_of_the_older_instrument_does_not_open_again() -> None:
    play = older_and_newer("2030-03-01")
    play.give_all(*steps(play.floor.rulebooks[play.table.rulebook], "live", table="B", adopted=True)[:-1])
    play.give_all(ask.SignOn("dealer", "another", "B"))
    play.at_ms = day_ms("2030-03-01")
    refused(play.give(ask.OpenTable("B")), Reason.SUPERSEDED, "NI.3")


@clause("ministar", "order.1")
def test_ministar_a_table_has_one_rulebook_and_every_round_names_it() -> None:
    play = open_site("ministar")
    assert play.event(RoundOpened).rulebook == rulebook_hash(book_of("ministar"))
    shown = rules_view(play.floor, play.table)
    assert (shown.id, shown.casino) == ("ministar", "The Star, Sydney")
    unknown = ask.RegisterTable("B", "no such rules", "electronic", 30_000, 18_000)
    refused(play.give(unknown), Reason.UNKNOWN_RULEBOOK)


@clause("money-wheel", "NI.1", "NI.4")
def test_money_wheel_the_papers_name_the_instrument_its_signer_and_the_day() -> None:
    play = site("money-wheel")
    shown = rules_view(play.floor, play.table)
    assert "Casino Control (Money Wheel) Approval 2016 (No 1)" in shown.title
    assert "NI2016-223" in shown.jurisdiction
    assert shown.signed == "2016-05-06"
    signers = {role.title: role.of for role in book_of("money-wheel").roles.values() if role.clause == "NI.4"}
    assert signers == {"Director, Community, Business and Transport Regulation": "authority"}


@clause("interblock", "9.17")
def test_interblock_anybody_reads_the_rules_that_rounds_name() -> None:
    play = open_site("interblock")
    shown = rules_view(play.floor, play.table)
    assert shown.clause == "9.17"
    assert shown.rulebook == play.round.rulebook
    assert play.floor.rulebooks[shown.rulebook] == book_of("interblock")
