"""Signals of tilts, doors and strangers, and the visits in the course of duty that explain them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason
from openetg.floor.events import SignalReported, TerminalLocked, VisitEnded, VisitStarted
from openetg.money import cents
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.sites import book_of, open_site, refused, who_may

TILTED = ["tilt", "door", "tamper", "acceptor"]
VISIT = ask.StartVisit("casino_employee", "tom", "t1", "clean the acceptor")


def alarms(play: Play) -> list[tuple[str, str, str]]:
    """What staff see: place, signal and clause of each alarm."""
    return [(each.place, each.signal, each.clause) for each in play.floor.premises.signals if each.alarm]


@clause("ministar", "8.4")
@clause("novo-unity", "8.4")
@pytest.mark.parametrize("name", ["ministar", "novo-unity"])
@pytest.mark.parametrize("signal", TILTED)
def test_a_tilt_alarms_staff_and_the_terminal_plays_on(name: str, signal: str) -> None:
    play = open_site(name)
    play.give_all(ask.ReportSignal("t1", signal))
    reported = play.event(SignalReported)
    assert (reported.alarm, reported.clause, reported.at_ms) == (True, "8.4", play.at_ms)
    assert alarms(play) == [("t1", signal, "8.4")]
    assert play.meter("t1") == cents(0), "nothing is credited for a foreign object"
    play.give_all(ask.InsertNote("t1", cents(2_000)), ask.PlaceWager("t1", TABLE, "red", cents(500)))


@clause("ministar", "8.4")
def test_ministar_a_ticket_or_note_put_in_alarms_nobody() -> None:
    play = open_site("ministar").say("note t1 20.00")
    play.give_all(ask.ReportSignal("t1", "reject"))
    assert alarms(play) == []


@clause("interblock", "9.5")
@pytest.mark.parametrize("signal", TILTED)
def test_interblock_a_tilt_locks_the_terminal_until_a_supervisor_reopens_it(signal: str) -> None:
    play = open_site("interblock").say("note t1 20.00 \n place t1 red 5.00")
    play.give_all(ask.ReportSignal("t1", signal))
    assert (play.event(SignalReported).clause, play.event(TerminalLocked).clause) == ("9.5", "9.5")
    assert alarms(play) == [("t1", signal, "9.5")]
    refused(play.give(ask.PlaceWager("t1", TABLE, "red", cents(500))), Reason.OUT_OF_SERVICE, "9.5")
    refused(play.give(ask.InsertNote("t1", cents(2_000))), Reason.OUT_OF_SERVICE, "9.5")
    play.give_all(ask.ReportSignal("t1", signal))
    play.say("launch opposite \n drop \n rest 3")
    assert play.meter("t1") == cents(2_500), "wagers that stood are settled"
    play.give_all(ask.ReopenTerminal("assistant_gaming_manager", "sue", "t1", "nothing found"))
    play.give_all(ask.PlaceWager("t1", TABLE, "red", cents(500)))


@clause("interblock", "9.5")
def test_interblock_a_rejected_note_alone_locks_nothing() -> None:
    play = open_site("interblock")
    play.give_all(ask.ReportSignal("t1", "reject"))
    assert alarms(play) == []
    play.give_all(ask.InsertNote("t1", cents(2_000)))


@clause("ministar", "8.5")
@clause("interblock", "9.6")
@clause("novo-unity", "8.5")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "8.5"), ("interblock", "9.6"), ("novo-unity", "8.5")])
@pytest.mark.parametrize("place", ["t1", TABLE, "10.0.0.66"])
def test_a_stranger_on_the_line_is_refused_and_alarms_staff(name: str, cited: str, place: str) -> None:
    play = open_site(name)
    refused(play.give(ask.PlaceWager("10.0.0.66", TABLE, "red", cents(500))), Reason.UNKNOWN_TERMINAL)
    play.give_all(ask.ReportSignal(place, "unknown-client"))
    assert alarms(play) == [(place, "unknown-client", cited)]
    play.give_all(ask.InsertNote("t1", cents(2_000)))


@clause("ministar", "8.6")
@clause("interblock", "9.7")
@clause("novo-unity", "8.6")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "8.6"), ("interblock", "9.7"), ("novo-unity", "8.6")])
def test_the_same_signal_is_an_entry_while_somebody_works_there(name: str, cited: str) -> None:
    play = open_site(name)
    play.give_all(VISIT)
    started = play.event(VisitStarted)
    assert (started.person, started.purpose, started.clause) == ("tom", "clean the acceptor", cited)
    assert [visit.person for visit in play.floor.premises.visits.values()] == ["tom"]
    for signal in ("door", "unknown-client"):
        play.give_all(ask.ReportSignal("t1", signal))
        reported = play.event(SignalReported)
        assert (reported.alarm, reported.by, reported.clause) == (False, "tom", cited)
    assert alarms(play) == []
    refused(play.give(ask.InsertNote("t1", cents(2_000))), Reason.OUT_OF_SERVICE, cited)
    play.give_all(ask.ReportSignal("t2", "door"))
    assert len(alarms(play)) == 1, "nobody works there"
    play.give_all(ask.EndVisit("casino_employee", "tom", "t1"))
    assert play.event(VisitEnded).clause == cited
    assert not play.floor.premises.visits
    play.give_all(ask.InsertNote("t1", cents(2_000)), ask.ReportSignal("t1", "door"))
    assert len(alarms(play)) == 2


@clause("ministar", "8.6")
def test_ministar_who_visits_in_the_course_of_duty() -> None:
    play = open_site("ministar")
    able = who_may(play, lambda role, person: replace(VISIT, role=role, person=person))
    staff = {"assistant_gaming_manager", "casino_supervisor", "games_supervisor", "cashier", "casino_employee"}
    assert able == staff | {"casino_agent", "inspector"}
    assert [book_of("ministar").roles[role].of for role in ("casino_employee", "casino_agent")] == ["floor", "floor"]
    refused(play.give(replace(VISIT, role="scrutineer")), Reason.NO_POWER, "8.6")


@clause("interblock", "9.7")
def test_interblock_who_visits_in_the_course_of_duty() -> None:
    play = open_site("interblock")
    able = who_may(play, lambda role, person: replace(VISIT, role=role, person=person))
    outside = {"ticket_machine", "casino_operator", "monitoring_system", "scrutineer", "authority"}
    assert able == set(play.floor.rulebook_of(play.table).roles) - outside - {"authority_delegate"}
    assert [book_of("interblock").roles[role].of for role in ("casino_employee", "casino_agent")] == ["floor", "floor"]
    refused(play.give(replace(VISIT, role="scrutineer")), Reason.NO_POWER, "9.7")


@clause("novo-unity", "8.6")
def test_novo_unity_who_visits_in_the_course_of_duty() -> None:
    play = open_site("novo-unity")
    able = who_may(play, lambda role, person: replace(VISIT, role=role, person=person))
    outside = {"casino_operator", "monitoring_system", "authority"}
    assert able == set(play.floor.rulebook_of(play.table).roles) - outside
    people = book_of("novo-unity").roles
    assert [people[role].of for role in ("casino_employee", "agent_of_casino_operator")] == ["floor", "floor"]
    refused(play.give(replace(VISIT, role="authority")), Reason.NO_POWER, "8.6")


def test_a_visit_has_a_purpose_a_place_and_an_end() -> None:
    play = open_site("ministar")
    refused(play.give(replace(VISIT, purpose=" ")), Reason.NO_REASON_GIVEN, "8.6")
    refused(play.give(replace(VISIT, place="z")), Reason.UNKNOWN_TERMINAL)
    end = ask.EndVisit("casino_employee", "tom", "t1")
    refused(play.give(end), Reason.NOTHING_THERE, "8.6")
    refused(play.give(replace(end, role="scrutineer")), Reason.NO_POWER, "8.6")
    play.give_all(VISIT)
    refused(play.give(VISIT), Reason.ALREADY_THERE, "8.6")
    play.give_all(end)


def test_work_at_a_table_explains_the_signals_of_its_terminals() -> None:
    play = open_site("ministar")
    play.give_all(replace(VISIT, place=TABLE), ask.ReportSignal("t2", "door"), ask.ReportSignal(TABLE, "tamper"))
    assert alarms(play) == []
    play.give_all(ask.InsertNote("t2", cents(2_000)), ask.EndVisit("casino_employee", "tom", TABLE))
    refused(play.give(ask.ReportSignal("t2", "a sound")), Reason.NOT_IN_RULEBOOK, signal="a sound")


def test_where_the_rules_are_silent_a_tilt_still_alarms() -> None:
    play = open_site("adelaide")
    play.give_all(ask.ReportSignal("t1", "tilt"), ask.ReportSignal("stranger", "unknown-client"))
    assert [each.clause for each in play.floor.premises.signals] == ["", ""]
    assert all(each.alarm for each in play.floor.premises.signals)
