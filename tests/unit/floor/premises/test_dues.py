"""What officials are to be told, how it is found on the floor, and how they note it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.alerts.dues import Due, dues
from openetg.floor.core.refusals import Reason
from openetg.floor.events import NoticeNoted
from openetg.floor.state import NOTED_KEPT
from openetg.money import cents
from tests.marks import clause
from tests.one_table import START_MS, TABLE, Play
from tests.precedence import check_order
from tests.sites import open_site, refused, who_may

MINUTE_MS = 60_000
OFFICER = "authorised_officer"


def only(play: Play) -> Due:
    """The one duty there is."""
    (due,) = dues(play.floor)
    return due


def told(play: Play, official: str, role: str = "casino_operator") -> None:
    play.give_all(ask.NotifyOfficial(role, "ann", official, TABLE))


@clause("adelaide", "12(h)")
def test_a_closing_that_was_announced_is_due_to_the_officer_until_it_was_told() -> None:
    play = open_site("adelaide")
    assert dues(play.floor) == ()
    play.give_all(ask.GiveNotice("house", "ann", TABLE, "close", 20 * MINUTE_MS))
    due = only(play)
    assert (due.duty, due.official, due.title, due.clause) == ("closing", OFFICER, "Authorised Officer", "12(h)")
    assert (due.since_ms, due.deadline_ms) == (START_MS, START_MS + 20 * MINUTE_MS)
    assert not due.is_overdue(due.deadline_ms - 1)
    assert due.is_overdue(due.deadline_ms)
    told(play, OFFICER, "house")
    due = only(play)
    assert (due.duty, due.told_by, due.told_role, due.noted_ms) == ("told", "ann", "house", 0)
    assert due.is_open
    assert not due.is_overdue(10**15)


@clause("adelaide", "12(h)")
def test_what_was_told_before_a_closing_is_still_there_to_be_noted_after_it() -> None:
    play = open_site("adelaide")
    told(play, OFFICER, "house")
    play.give_all(ask.CloseTable("house", "ann", TABLE))
    number = only(play).notice
    play.at_ms += 5 * MINUTE_MS
    play.give_all(ask.NoteNotice(OFFICER, "ira", TABLE, number, "seen"))
    due = only(play)
    assert (due.noted_by, due.noted_role, due.noted_ms, due.words) == ("ira", OFFICER, play.at_ms, "seen")
    assert play.event(NoticeNoted).clause == "12(h)"
    assert not due.is_open


def test_the_notice_of_one_terminal_is_due_for_that_terminal() -> None:
    play = open_site("adelaide")
    play.give_all(ask.GiveNotice("house", "ann", TABLE, "close", MINUTE_MS, "t2"))
    assert (only(play).duty, only(play).about) == ("closing", "t2")
    play.give_all(ask.NotifyOfficial("house", "ann", OFFICER, TABLE, terminal="t1"))
    assert {due.duty for due in dues(play.floor)} == {"closing", "told"}, "another terminal was told of"
    play.give_all(ask.NotifyOfficial("house", "ann", OFFICER, TABLE, terminal="t2"))
    assert {due.duty for due in dues(play.floor)} == {"told"}


@clause("ministar", "5.2")
@clause("novo-unity", "5.2")
@clause("interblock", "6.2")
@pytest.mark.parametrize(("name", "by"), [("ministar", "5.2"), ("novo-unity", "5.2"), ("interblock", "6.2")])
def test_a_paper_withheld_is_told_in_that_step_and_waits_for_the_review(name: str, by: str) -> None:
    play = open_site(name)
    play.give_all(ask.InsertNote("t1", cents(2_000)))
    play.say("collect t1 as S-1 \n printed t1 S-1")
    paper = next(iter(play.floor.tickets))
    play.give_all(ask.HoldPaper("casino_operator", "ann", paper, "torn"))
    found = {due.duty: due for due in dues(play.floor)}
    assert found.keys() == {"withheld", "review_withheld"}
    assert {due.clause for due in found.values()} == {by}
    assert {due.official for due in found.values()} == {"inspector"}
    assert {(due.about, due.told_ms) for due in found.values()} == {(paper, play.at_ms)}
    assert found["withheld"].told_by == "", "the floor told by itself"
    play.give_all(ask.NoteNotice("inspector", "ira", TABLE, found["withheld"].notice))
    play.give_all(ask.ReviewHolding("inspector", "ira", paper, "in order"))
    assert [(due.duty, due.noted_by) for due in dues(play.floor)] == [("withheld", "ira")]


@clause("ministar", "7.5")
@clause("novo-unity", "7.1.13")
@pytest.mark.parametrize("name", ["ministar", "novo-unity"])
def test_meter_money_withheld_is_told_and_needs_no_review(name: str) -> None:
    play = open_site(name)
    play.give_all(ask.InsertNote("t1", cents(2_000)))
    play.give_all(ask.Withhold("casino_operator", "ann", "t1", cents(500), "a fault"))
    assert [(due.duty, due.about, due.official) for due in dues(play.floor)] == [("withheld", "t1", "inspector")]


@clause("adelaide", "8(a)i")
def test_an_arrangement_for_straight_wagers_alone_is_a_notice_to_the_inspectorate() -> None:
    play = open_site("adelaide")
    play.give_all(ask.TakePlace("vip", TABLE))
    office = "government_inspectorate"
    play.give_all(ask.ArrangeStraightOnly("house", "ann", TABLE, ("vip",), "letter 7", office))
    due = only(play)
    assert (due.duty, due.official, due.about, due.clause) == ("straight_only", office, "vip", "8(a)i")


@clause("adelaide", "12(i)")
def test_a_dispute_whose_review_was_asked_for_waits_for_the_manager_of_the_inspectorate() -> None:
    play = open_site("adelaide")
    play.give_all(ask.RaiseDispute("D1", TABLE, "the spin", covered=False))
    play.give_all(ask.DecideDispute("house", "ann", "D1", "stands"))
    assert dues(play.floor) == ()
    play.give_all(ask.RequestReview("D1", "player"))
    due = only(play)
    assert (due.duty, due.official, due.about) == ("review_dispute", "manager_government_casino_inspectorate", "D1")
    play.give_all(ask.ReviewDispute("manager_government_casino_inspectorate", "max", "D1", "stands"))
    assert dues(play.floor) == ()


def test_only_the_official_who_was_told_or_acts_as_that_official_notes_it() -> None:
    play = open_site("interblock")
    told(play, "authority")
    able = who_may(play, lambda role, person: ask.NoteNotice(role, person, TABLE, "N1"))
    assert able == {"authority", "authority_delegate"}
    refused(play.give(ask.NoteNotice("inspector", "ira", TABLE, "N1")), Reason.NO_POWER, only(play).clause)
    play.give_all(ask.NoteNotice("authority_delegate", "del", TABLE, "N1"))
    assert only(play).noted_role == "authority_delegate"


def test_a_notice_is_noted_once_and_only_at_its_table() -> None:
    play = open_site("ministar")
    told(play, "inspector")
    note = ask.NoteNotice("inspector", "ira", TABLE, "N1")
    refused(play.give(replace(note, table="Z")), Reason.UNKNOWN_TABLE)
    refused(play.give(replace(note, told="N2")), Reason.NOTHING_THERE, told="N2")
    refused(play.give(replace(note, role="nobody")), Reason.UNKNOWN_ROLE, only(play).clause)
    play.give_all(note)
    refused(play.give(note), Reason.ALREADY_THERE, only(play).clause, person="ira")


def test_of_those_noted_the_last_are_kept_and_of_those_to_be_noted_all() -> None:
    play = open_site("ministar")
    for _ in range(NOTED_KEPT + 3):
        told(play, "inspector")
    numbers = [due.notice for due in dues(play.floor)]
    assert len(numbers) == NOTED_KEPT + 3
    for number in numbers[1:]:
        play.at_ms += 1
        play.give_all(ask.NoteNotice("inspector", "ira", TABLE, number))
    assert [due.notice for due in dues(play.floor)] == [numbers[0], *numbers[3:]]


NOBODY, CASHIER = {"role": "nobody"}, {"role": "cashier", "person": "cas"}
PAIRS = {
    "table before role": ({"table": "Z"}, NOBODY),
    "table before power": ({"table": "Z"}, CASHIER),
    "role before thing": (NOBODY, {"told": "N9"}),
    "power before thing": (CASHIER, {"told": "N9"}),
}


@pytest.mark.parametrize(("earlier", "later"), PAIRS.values(), ids=PAIRS)
def test_of_two_reasons_the_earlier_is_given(earlier: dict[str, object], later: dict[str, object]) -> None:
    command = ask.NoteNotice("inspector", "ira", "A", "N1")
    before = "rulebook ministar roulette\nterminal T1\nbets\nnotify assistant_gaming_manager inspector"
    check_order(before, command, earlier, later)
