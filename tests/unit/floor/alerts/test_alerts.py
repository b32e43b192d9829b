"""Alerts: raised by what is on record, counted while open, kept when their cause has ended, ended by a named person."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.floor import commands as ask
from openetg.floor import events as happened
from openetg.floor.alerts.acknowledging import alerts_view, roles_for
from openetg.floor.alerts.apply import AFTER, BEFORE, ROTOR_TURN_MS
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.snapshot import decode_snapshot, encode_snapshot
from openetg.floor.pipeline import apply
from openetg.floor.state import (
    ACKNOWLEDGED_KEPT,
    FLOOR,
    MACHINE,
    SAID_KEPT,
    Alert,
    AlertKind,
    Case,
    Dispute,
    Equipment,
    Floor,
    StaffMember,
    key_of,
    state_hash,
)
from openetg.money import ZERO, cents
from openetg.rulebook.load import load
from openetg.rulebook.schema.policies import Closer, Device, sentences
from tests.one_table import TABLE, Play, copied, play

CENTS = cents(500)
KIND = AlertKind
DONE = "looked at it"
CASE = happened.CaseOpened("case-1", "t1", TABLE, 0, "other", "7.2")
CASE_CLOSED = happened.CaseClosed("case-1", "7.2")
DRAWER_OPENED = happened.DrawerOpened("1", ZERO, "cashier", "cas", 0)
SHOWN = happened.AnnouncementShown(TABLE, 1, (), ("t1",), (), "7.2")
UNSHOWN = happened.AnnouncementShown(TABLE, 1, (), (), ("t1",), "7.2", silent=("t1",))
LINE_UP = happened.LineReported("t1", up=True, clause="7.2")
LINE_DOWN = happened.LineReported("t1", up=False, clause="7.2")
DISPUTE = happened.DisputeRaised("D1", TABLE, "about", "9.1")


def service(code: str) -> happened.TerminalFaulted:
    return happened.TerminalFaulted("t1", code, service=True)


def signal(name: str, place: str = "t1") -> happened.SignalReported:
    return happened.SignalReported(place, name, 0, alarm=True, clause="")


def launched(round_: int, rotor: str = "", turn_ms: int = 0) -> happened.BallLaunched:
    return happened.BallLaunched(TABLE, round_, f"{TABLE}-{round_}", True, "", rotor, turn_ms)


def machine(part: str, *, mended: bool = False, device: str = "") -> happened.MachineFaulted:
    return happened.MachineFaulted(part, "why", 0, device, mended)


def voided(round_: int = 1) -> happened.RoundVoided:
    return happened.RoundVoided(TABLE, round_, "unread", "7.3", ())


Facts = list[Any]
KINDS: dict[AlertKind, tuple[Facts, str, Facts]] = {
    # What raises it in a round that is open, where, and what ends its cause; nothing for what happens in a moment.
    KIND.DEVICE_FAULT: ([happened.DeviceFaulted(TABLE, "MOTOR")], TABLE, [happened.DeviceReady(TABLE)]),
    KIND.DEVICE_OFFLINE: (
        [happened.DeviceLineReported("printer/t1", up=False, at_ms=0, cause="closed")],
        "t1",
        [happened.DeviceLineReported("printer/t1", up=True, at_ms=0)],
    ),
    KIND.DEVICE_OUT: (
        [happened.DeviceTakenOut(TABLE, "7.1")],
        TABLE,
        [happened.DeviceRestored(TABLE, "dealer", "d1", "why", "7.1")],
    ),
    KIND.DIRECTION_UNCHANGED: ([launched(1, "cw"), launched(1, "cw")], TABLE, [launched(1, "ccw")]),
    KIND.SPEED_OUT_OF_BAND: ([launched(1, turn_ms=900)], TABLE, [launched(1, turn_ms=2_600)]),
    KIND.IMPROBABLE_REPEAT: (
        [happened.OutcomeRecorded(TABLE, 1, "17")],
        TABLE,
        [happened.OutcomeRecorded(TABLE, 1, "18")],
    ),
    KIND.ROUND_HELD: (
        [happened.RoundHeld(TABLE, 1, "unread", "7.3")],
        TABLE,
        [happened.RoundResolved(TABLE, 1, "dealer", "d1", "why", "7.3")],
    ),
    KIND.ROUND_VOID: ([voided()], TABLE, []),
    KIND.IRREGULAR_SPIN: (
        [happened.SignalShown(TABLE, 1, "ball-left", "6.2")],
        TABLE,
        [happened.NoSpinCalled(TABLE, 1, "ball-left", "dealer", "d1", "", "6.2")],
    ),
    KIND.IRREGULAR_CLOSE: ([happened.WagersClosed(TABLE, 1, Closer.SENSOR, "5.1", irregular=True)], TABLE, []),
    KIND.TERMINAL_FAULT: ([happened.TerminalFaulted("t1", "E1"), CASE], "t1", [CASE_CLOSED]),
    KIND.TERMINAL_OFFLINE: ([LINE_DOWN], "t1", [LINE_UP]),
    KIND.ANNOUNCEMENT_UNSHOWN: ([UNSHOWN], "t1", [SHOWN]),
    KIND.CASE_WAITING: ([CASE], "t1", [CASE_CLOSED]),
    KIND.METER_MISMATCH: ([happened.MeterCompared("t1", CENTS, CENTS, "7.2"), CASE], "t1", [CASE_CLOSED]),
    KIND.SCREEN_MISMATCH: (
        [happened.ScreenCompared("t1", TABLE, 1, agrees=False, clause="7.2"), CASE],
        "t1",
        [CASE_CLOSED],
    ),
    KIND.SERVICE_NOTICE: ([service("stacker-full")], "t1", []),
    KIND.PLAYER_CALL: ([happened.PlayerReported("t1", TABLE, 1, "7.2")], "t1", []),
    KIND.ATTENDANT_CALL: ([happened.PlayerReported("t1", TABLE, 1, "7.2", what="attendant")], "t1", []),
    KIND.PAYOUT_CALL: ([happened.PlayerReported("t1", TABLE, 1, "5.1", what="payout")], "t1", []),
    KIND.DISPLAY_MISMATCH: (
        [happened.DisplayCompared(TABLE, 1, "8", "23", agrees=False, clause="9.3")],
        TABLE,
        [happened.DisplayCompared(TABLE, 1, "23", "23", agrees=True, clause="9.3")],
    ),
    KIND.PAPER_LOW: ([service("PAPER_LOW")], "t1", [service("PAPER_FINE")]),
    KIND.PAPER_OUT: ([service("PAPER_OUT")], "t1", [service("PAPER_FINE")]),
    KIND.PRINTER_FAULT: ([service("PRINTER_JAM")], "t1", [service("PRINTER_FINE")]),
    KIND.ACCEPTOR_FAULT: ([service("ACCEPTOR_FULL")], "t1", [service("ACCEPTOR_FINE")]),
    KIND.NOTE_LOST: (
        [happened.NoteLost("t1", CENTS, "7.2")],
        "t1",
        [happened.NoteReturned("t1", CENTS, "7.2", "dealer", "d1", "why")],
    ),
    KIND.DOOR: ([signal("door")], "t1", []),
    KIND.BABBLING: ([happened.RepeatsCounted("terminal/t1", "Collect", "nothing_there", 900, 0, 0)], "t1", []),
    KIND.TILT: ([signal("tilt")], "t1", []),
    KIND.TAMPER: ([signal("tamper", TABLE)], TABLE, []),
    KIND.ACCEPTOR_CHEAT: ([signal("acceptor")], "t1", []),
    KIND.UNKNOWN_CLIENT: ([signal("unknown-client", "192.0.2.7")], FLOOR, []),
    KIND.GUESSING: ([signal("guessing", "K1")], FLOOR, []),
    KIND.DISPUTE_WAITING: ([DISPUTE], TABLE, [happened.DisputeClosed("D1", True, "dealer", "d1", "9.1")]),
    KIND.DRAWER_DIFFERS: (
        [DRAWER_OPENED, happened.DrawerCounted("1", ZERO, CENTS, CENTS, "cashier", "cas", 0)],
        FLOOR,
        [DRAWER_OPENED, happened.DrawerClosed("1", ZERO, ZERO, ZERO, "cashier", "cas", "", 0)],
    ),
    KIND.NUMBER_MISMATCH: (
        [
            happened.OutcomeRecorded(TABLE, 1, "5", "dealer", "dan"),
            happened.OutcomeIgnored(TABLE, 1, f"{TABLE}-1", "7", "11(e)"),
        ],
        TABLE,
        [happened.OutcomeCorrected(TABLE, 1, "5", "7", "pit_boss", "pit", "seen", "11(e)")],
    ),
    KIND.MACHINE_FAULT: ([machine("disk")], MACHINE, [machine("disk", mended=True)]),
    KIND.RESTARTED: ([happened.WriterStarted(1, "build")], MACHINE, []),
}
BY_OTHER_TESTS = {KIND.TICKET_FAILED, KIND.LOGIN_LOCKED, KIND.ACCOUNT_CHANGED, KIND.METER_LOCKED}
"""Raised by commands below, since their events move money or need a person."""
OPEN = "open-table by-itself \n ready"
ELSEWHERE = {kind for kind in KIND if kind.value.startswith(("jackpot-", "promotion-"))}
"""Tried where jackpots and promotions are: none is offered here."""


def open_floor() -> Floor:
    """A round is open at table A; four 17s fell before it."""
    floor = copied(play("ministar", OPEN).floor)
    floor.tables[TABLE].outcomes = dict.fromkeys(range(-3, 1), "17")
    return floor


def take_in(floor: Floor, facts: Facts, at_ms: int) -> None:
    floor.at_ms = at_ms
    for fact in facts:
        apply(floor, fact)


def the(floor: Floor, kind: AlertKind) -> Alert:
    (alert,) = [alert for alert in floor.alerts.open.values() if alert.kind is kind]
    return alert


def acknowledged(alert: Alert) -> happened.AlertAcknowledged:
    return happened.AlertAcknowledged(alert.number, alert.kind.value, alert.place, "dealer", "ann", DONE, 9)


def test_every_kind_is_tried() -> None:
    assert KINDS.keys() | BY_OTHER_TESTS | ELSEWHERE == set(AlertKind)
    facts = {type(fact) for raising, _, ending in KINDS.values() for fact in (*raising, *ending)}
    quiet = {
        happened.RoundSettled,
        happened.DollyMarked,
        happened.TicketFailed,
        happened.LoginFailed,
        happened.NoteCredited,
        happened.SoftwareChecked,
        happened.ClaimDenied,
        happened.HoldingReleased,
    }
    assert {*AFTER, *BEFORE} - facts - {*get_args(happened.JackpotEvent)} == quiet, "each has a test of its own"


GUIDE = (Path(__file__).parents[4] / "docs" / "guides" / "alerts.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", AlertKind, ids=lambda kind: kind.value)
def test_the_guide_says_of_every_kind_what_it_means(kind: AlertKind) -> None:
    assert f"| `{kind.value}` | {sentences(AlertKind)[kind.value]} |" in GUIDE


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.value)
def test_an_alert_is_raised_counted_ended_and_stays_until_it_is_acknowledged(kind: AlertKind) -> None:
    raising, place, ending = KINDS[kind]
    floor = open_floor()
    take_in(floor, raising, 1_000)
    alert = the(floor, kind)
    assert (alert.place, alert.since_ms, alert.last_ms) == (place, 1_000, 1_000)
    assert (alert.ended_at_ms is None) is bool(ending), "what happens in a moment has ended at once"
    number, count = alert.number, alert.count
    take_in(floor, raising[-1:] if kind in COUNTED_BY_LAST else raising[:1], 2_000)
    again = the(floor, kind)
    assert (again.number, again.count, again.last_ms) == (number, count + 1, 2_000), "counted, not raised anew"
    take_in(floor, ending, 3_000)
    assert the(floor, kind).ended_at_ms == (3_000 if ending else 2_000)
    assert number in floor.alerts.open, "a cause that has ended takes nothing off the list"
    take_in(floor, [acknowledged(the(floor, kind))], 4_000)
    assert number not in floor.alerts.open
    kept = floor.alerts.acknowledged[number].acknowledged
    assert kept is not None
    assert (kept.person, kept.role, kept.words, kept.at_ms) == ("ann", "dealer", DONE, 9)


COUNTED_BY_LAST = {KIND.DIRECTION_UNCHANGED, KIND.DRAWER_DIFFERS}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.value)
def test_after_an_acknowledgement_the_same_is_a_new_alert(kind: AlertKind) -> None:
    raising, _, ending = KINDS[kind]
    floor = open_floor()
    take_in(floor, raising, 1_000)
    first = the(floor, kind)
    take_in(floor, [acknowledged(first)], 2_000)
    take_in(floor, raising, 3_000)
    second = the(floor, kind)
    assert second.number > first.number
    take_in(floor, ending, 4_000)
    if ending:
        assert floor.alerts.acknowledged[first.number].ended_at_ms == 4_000, "the one acknowledged ends with it"
        assert key_of(kind, second.device or second.place) not in floor.alerts.lasting


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.value)
def test_alerts_outlive_a_snapshot(kind: AlertKind) -> None:
    raising, _, ending = KINDS[kind]
    floor = open_floor()
    take_in(floor, raising, 1_000)
    again = decode_snapshot(encode_snapshot(floor))
    for each in (floor, again):
        take_in(each, ending, 2_000)
        take_in(each, [acknowledged(the(each, kind))], 3_000)
    assert state_hash(floor) == state_hash(again)


def test_what_is_not_improbable_or_within_its_band_raises_nothing() -> None:
    floor = open_floor()
    floor.tables[TABLE].outcomes = dict.fromkeys(range(-2, 1), "17")
    quiet: Facts = [
        happened.OutcomeRecorded(TABLE, 1, "17"),
        launched(1, "cw", ROTOR_TURN_MS[0]),
        launched(1, "ccw", ROTOR_TURN_MS[1]),
        happened.WagersClosed(TABLE, 1, Closer.SENSOR, "5.1"),
        happened.ScreenCompared("t1", TABLE, 1, agrees=True, clause="7.2"),
        happened.SignalReported("t1", "door", 0, alarm=False, clause="", by="d1"),
        happened.SoftwareChecked("ab", same=True, at_ms=0),
        service("PAPER_FINE"),
    ]
    take_in(floor, quiet, 1_000)
    assert floor.alerts.open == {}


def test_a_wheel_says_on_the_register_what_its_band_is_and_whether_it_reverses() -> None:
    floor = open_floor()
    figures = {"rotor_turn_least_ms": 800, "rotor_turn_most_ms": 1_000, "rotor_reverses": 0}
    floor.premises.equipment.setdefault(TABLE, {})["wheel"] = Equipment("W-1", 0, figures)
    take_in(floor, [launched(1, "cw", 900), launched(1, "cw", 900)], 1_000)
    assert floor.alerts.open == {}
    take_in(floor, [launched(1, "cw", 2_600)], 2_000)
    assert the(floor, KIND.SPEED_OUT_OF_BAND).said == ["2600 ms a turn"]


def test_of_a_spin_nobody_heard_of_it_is_not_known_how_it_turned() -> None:
    floor = open_floor()
    round_ = floor.tables[TABLE].round
    assert round_ is not None
    take_in(floor, [launched(1, "cw")], 1_000)
    round_.number = 3
    take_in(floor, [launched(3, "cw")], 2_000)
    assert floor.alerts.open == {}


def test_a_wheel_that_a_dealer_spins_may_turn_as_it_likes() -> None:
    floor = copied(play("novo-unity", OPEN, kind=_live_kind()).floor)
    take_in(floor, [launched(1, "cw", 20_000), launched(1, "cw", 20_000)], 1_000)
    assert floor.alerts.open == {}


def _live_kind() -> str:
    kinds = load("novo-unity").rulebook.tables
    return next(name for name, table in kinds.items() if table.device.value is Device.LIVE_WHEEL)


def test_a_corrected_outcome_may_end_a_run() -> None:
    floor = open_floor()
    take_in(floor, [happened.OutcomeRecorded(TABLE, 1, "17")], 1_000)
    assert the(floor, KIND.IMPROBABLE_REPEAT).said == ["17 x5"]
    take_in(floor, [happened.OutcomeCorrected(TABLE, 1, "17", "18", "dealer", "d1", "why", "6.1")], 2_000)
    assert the(floor, KIND.IMPROBABLE_REPEAT).ended_at_ms == 2_000


def test_a_case_ends_what_it_is_about_with_the_last_case_of_the_terminal() -> None:
    floor = open_floor()
    take_in(floor, [CASE], 1_000)
    floor.cases["case-2"] = Case("case-2", "t1", TABLE, 0, "other", "7.2")
    take_in(floor, [CASE_CLOSED], 2_000)
    assert the(floor, KIND.CASE_WAITING).ended_at_ms is None
    take_in(floor, [happened.CaseClosed("case-2", "7.2")], 3_000)
    assert the(floor, KIND.CASE_WAITING).ended_at_ms == 3_000


def test_a_dispute_waits_until_the_last_one_at_the_table_is_closed() -> None:
    floor = open_floor()
    take_in(floor, [DISPUTE], 1_000)
    floor.people.disputes["D2"] = Dispute("D2", TABLE, "about", 0, "", True, "", 0)
    take_in(floor, [happened.DisputeClosed("D1", True, "dealer", "d1", "9.1")], 2_000)
    assert the(floor, KIND.DISPUTE_WAITING).ended_at_ms is None


def test_software_that_was_put_right_ends_its_alert_and_so_does_a_new_writer() -> None:
    floor = open_floor()
    take_in(floor, [happened.SoftwareChecked("ab", same=False, at_ms=0), machine("follower")], 1_000)
    take_in(floor, [happened.SoftwareChecked("cd", same=True, at_ms=0)], 2_000)
    ended = {alert.device: alert.ended_at_ms for alert in floor.alerts.open.values()}
    assert ended == {"software": 2_000, "follower": None}
    take_in(floor, [acknowledged(alert) for alert in list(floor.alerts.open.values())], 3_000)
    take_in(floor, [happened.WriterStarted(1, "build")], 4_000)
    assert [alert.ended_at_ms for alert in floor.alerts.acknowledged.values()] == [2_000, 4_000]


def test_a_clock_has_jumped_in_a_moment_and_kiosks_are_told_apart() -> None:
    floor = open_floor()
    take_in(floor, [machine("clock"), machine("kiosk", device="K1"), machine("kiosk", device="K2")], 1_000)
    take_in(floor, [machine("kiosk", device="K1", mended=True)], 2_000)
    ended = {alert.device: alert.ended_at_ms for alert in floor.alerts.open.values()}
    assert ended == {"clock": 1_000, "kiosk/K1": 2_000, "kiosk/K2": None}


def test_a_floor_that_was_stopped_in_order_raises_nothing_at_its_start() -> None:
    floor = open_floor()
    take_in(floor, [happened.WindDownBegun(0), happened.WriterStarted(1, "build")], 1_000)
    assert floor.alerts.open == {}
    take_in(floor, [happened.WriterStarted(1, "build")], 2_000)
    assert the(floor, KIND.RESTARTED).said == ["build"]


def test_strangers_are_kept_together_and_cannot_fill_the_list() -> None:
    floor = open_floor()
    take_in(floor, [signal("unknown-client", f"192.0.2.{number}") for number in range(200)], 1_000)
    alert = the(floor, KIND.UNKNOWN_CLIENT)
    assert (len(floor.alerts.open), alert.count) == (1, 200)
    assert alert.said == [f"192.0.2.{number}" for number in range(200 - SAID_KEPT, 200)]


def test_of_those_acknowledged_the_oldest_are_forgotten_unless_their_cause_lasts() -> None:
    floor = open_floor()
    take_in(floor, [happened.DeviceTakenOut(TABLE, "7.1")], 500)
    take_in(floor, [acknowledged(the(floor, KIND.DEVICE_OUT))], 600)
    for at_ms in range(1_000, 1_000 + 2 * ACKNOWLEDGED_KEPT):
        take_in(floor, [signal("door")], at_ms)
        take_in(floor, [acknowledged(the(floor, KIND.DOOR))], at_ms)
    kept = floor.alerts.acknowledged
    assert len(kept) == ACKNOWLEDGED_KEPT
    assert kept[1].kind is KIND.DEVICE_OUT
    assert list(kept)[1:] == list(range(floor.alerts.raised - ACKNOWLEDGED_KEPT + 2, floor.alerts.raised + 1))
    take_in(floor, [happened.DeviceRestored(TABLE, "dealer", "d1", "why", "7.1"), signal("door")], 9_000)
    take_in(floor, [acknowledged(the(floor, KIND.DOOR))], 9_000)
    assert 1 not in kept


ACTS: list[Facts] = [facts for raising, _, ending in KINDS.values() for facts in (raising, ending)]


@given(st.lists(st.integers(0, 2 * len(ACTS)), max_size=60))
def test_no_open_alert_disappears_without_acknowledgement(acts: list[int]) -> None:
    floor = open_floor()
    for at_ms, act in enumerate(acts):
        before = dict(floor.alerts.open)
        gone: set[int] = set()
        if act < len(ACTS):
            take_in(floor, [fact for fact in ACTS[act] if can_be(floor, fact)], at_ms)
        elif before:
            alert = list(before.values())[act % len(before)]
            gone = {alert.number}
            take_in(floor, [acknowledged(alert)], at_ms)
        assert before.keys() - floor.alerts.open.keys() == gone
        check(floor)


def can_be(floor: Floor, fact: object) -> bool:
    """Nothing is closed that was never opened."""
    if isinstance(fact, happened.CaseClosed):
        return fact.case in floor.cases
    return not isinstance(fact, happened.DisputeClosed) or fact.dispute in floor.people.disputes


def check(floor: Floor) -> None:
    """What holds of alerts at any time."""
    alerts = floor.alerts
    every = alerts.open | alerts.acknowledged
    assert not alerts.open.keys() & alerts.acknowledged.keys()
    assert alerts.standing == {
        key_of(each.kind, each.device or each.place): each.number for each in alerts.open.values()
    }
    lasting = {number for numbers in alerts.lasting.values() for number in numbers}
    assert lasting == {number for number, each in every.items() if each.ended_at_ms is None}
    assert all(each.acknowledged is None for each in alerts.open.values())
    assert all(each.acknowledged is not None for each in alerts.acknowledged.values())
    assert max(every, default=0) <= alerts.raised


# What commands bring about, and who may acknowledge it.

MANAGER = "assistant_gaming_manager"


def staffed(script: str = OPEN) -> Play:
    """A floor with ann at the table, eve under another rulebook, olga the operator, rob released, wim with a duty."""
    at = play("ministar", script)
    at.give_all(
        ask.EngageStaff("ann", "Ann", {"ministar": (MANAGER, "cashier")}),
        ask.EngageStaff("olga", "Olga", {}, ("operator",)),
        ask.EngageStaff("wim", "Wim", {}, ("witness",)),
    )
    for floor in (at.floor, at.twin):
        floor.people.staff["rob"] = StaffMember("rob", "Rob", {"ministar": (MANAGER,)}, released=True)
        floor.people.staff["eve"] = StaffMember("eve", "Eve", {"interblock": (MANAGER,)})
    return at


def door(at: Play) -> Alert:
    at.give_all(ask.ReportSignal("t1", "door"))
    return the(at.floor, KIND.DOOR)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"person": "nobody"}, Reason.UNKNOWN_PERSON),
        ({"person": "rob"}, Reason.UNKNOWN_PERSON),
        ({"person": "nobody", "alert": 99}, Reason.UNKNOWN_PERSON),
        ({"alert": 99}, Reason.UNKNOWN_ALERT),
        ({"together_with": (99,)}, Reason.UNKNOWN_ALERT),
        ({"alert": 99, "role": "dealer"}, Reason.UNKNOWN_ALERT),
        ({"role": "inspector"}, Reason.NOT_THEIR_ROLE),
        ({"person": "eve"}, Reason.NOT_THEIR_ROLE),
        ({"person": "wim", "role": "witness"}, Reason.NOT_THEIR_ROLE),
        ({"role": "inspector", "words": ""}, Reason.NOT_THEIR_ROLE),
        ({"words": " "}, Reason.NO_REASON_GIVEN),
    ],
)
def test_a_wrong_acknowledgement_is_refused_with_its_reason(change: dict[str, Any], reason: Reason) -> None:
    at = staffed()
    alert = door(at)
    wish: dict[str, Any] = {"role": MANAGER, "person": "ann", "alert": alert.number, "words": DONE} | change
    refused = at.give(ask.AcknowledgeAlert(**wish))
    assert isinstance(refused, Refusal)
    assert refused.reason is reason
    assert alert.number in at.floor.alerts.open


@pytest.mark.parametrize(("person", "role"), [("ann", MANAGER), ("ann", "cashier"), ("olga", "operator")])
def test_whoever_works_at_the_place_may_acknowledge(person: str, role: str) -> None:
    at = staffed()
    alert = door(at)
    at.give_all(ask.AcknowledgeAlert(role, person, alert.number, DONE))
    (line,) = [each for each in alerts_view(at.floor).acknowledged if each.number == alert.number]
    assert line.acknowledged is not None
    assert (line.acknowledged.person, line.acknowledged.words, line.acknowledged.at_ms) == (person, DONE, at.at_ms)
    again = at.give(ask.AcknowledgeAlert(role, person, alert.number, DONE))
    assert isinstance(again, Refusal)
    assert again.reason is Reason.UNKNOWN_ALERT


def test_several_are_acknowledged_together_or_none() -> None:
    at = staffed()
    one = door(at)
    at.give_all(ask.ReportSignal("t2", "tilt"), ask.ReportMachineFault("disk", "full"))
    other, disk = the(at.floor, KIND.TILT), the(at.floor, KIND.MACHINE_FAULT)
    refused = at.give(ask.AcknowledgeAlert(MANAGER, "ann", one.number, DONE, (other.number, disk.number)))
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.details["alert"]) == (Reason.NOT_THEIR_ROLE, disk.number)
    at.give_all(ask.AcknowledgeAlert(MANAGER, "ann", one.number, DONE, (other.number, one.number)))
    assert set(at.floor.alerts.open) == {disk.number}
    at.give_all(ask.AcknowledgeAlert("operator", "olga", disk.number, DONE))
    assert at.floor.alerts.open == {}


def test_what_belongs_to_no_table_is_for_anybody_who_works_here() -> None:
    at = staffed()
    at.give_all(ask.ReportSignal("192.0.2.7", "unknown-client"))
    alert = the(at.floor, KIND.UNKNOWN_CLIENT)
    who = {name: roles_for(at.floor, member, alert) for name, member in at.floor.people.staff.items()}
    assert {name for name, roles in who.items() if roles} == {"ann", "eve", "olga", "wim", "rob"}
    at.give_all(ask.AcknowledgeAlert("witness", "wim", alert.number, DONE))


def test_everybody_sees_the_alerts_of_their_places_and_who_reads_the_records_sees_all() -> None:
    at = staffed()
    door(at)
    at.give_all(
        ask.ReportMachineFault("disk", "full"),
        ask.EngageStaff("ines", "Ines", {"ministar": ("inspector",)}),
    )
    seen = {
        person: [line.kind for line in alerts_view(at.floor, person).open]
        for person in ("ann", "eve", "olga", "ines", "rob", "nobody", "")
    }
    everything = ["machine-fault", "door"]
    assert seen == {
        "ann": ["door"], "eve": [], "olga": everything, "ines": everything, "rob": [], "nobody": [], "": everything,
    }  # fmt: skip


def test_a_line_says_what_a_person_needs_to_know() -> None:
    at = staffed()
    at.give_all(ask.ReportDeviceLine("printer/t1", up=False, cause="silent"))
    (line,) = alerts_view(at.floor).open
    assert (line.kind, line.words) == ("device-offline", "the line to a device is lost")
    assert (line.place, line.table, line.device, line.said) == ("t1", TABLE, "printer/t1", ("silent",))
    assert (line.entry, line.since_ms) == (at.floor.sequence, at.at_ms)


def test_the_line_of_a_device_goes_on_record_when_it_changes() -> None:
    at = play("ministar")
    for device in ("wheel/A", "sensors/A", "sensors/t1", "acceptor/t1", "kiosk/K1", "monitoring", "display/A"):
        lost, back = ask.ReportDeviceLine(device, up=False, cause="closed"), ask.ReportDeviceLine(device, up=True)
        assert reason_of(at, back) is Reason.ALREADY_THERE
        at.give_all(lost)
        assert reason_of(at, lost) is Reason.ALREADY_THERE
        at.give_all(back)
    assert len(at.floor.alerts.open) == 7
    assert all(alert.ended_at_ms is not None for alert in at.floor.alerts.open.values())


@pytest.mark.parametrize(
    ("device", "reason"),
    [
        ("toaster/t1", Reason.NOT_A_NAME),
        ("wheel/t1", Reason.UNKNOWN_TERMINAL),
        ("printer/A", Reason.UNKNOWN_TERMINAL),
        ("sensors/Z", Reason.UNKNOWN_TERMINAL),
        ("kiosk/K/1", Reason.UNKNOWN_TERMINAL),
        ("", Reason.NOT_A_NAME),
    ],
)
def test_a_device_is_one_that_the_floor_knows(device: str, reason: Reason) -> None:
    assert reason_of(play("ministar"), ask.ReportDeviceLine(device, up=False)) is reason


def reason_of(at: Play, command: ask.AnyCommand) -> Reason:
    refused = at.give(command)
    assert isinstance(refused, Refusal), refused
    return refused.reason


def test_a_jammed_ticket_a_locked_login_and_a_lost_round_raise_alerts() -> None:
    at = staffed(OPEN + " \n note t1 20.00 \n collect t1 as K1 \n printed t1 K1 jam")
    assert the(at.floor, KIND.TICKET_FAILED).place == "t1"
    at.give_all(*[ask.RecordFailedLogin("ann")] * 5)
    assert the(at.floor, KIND.LOGIN_LOCKED).said == ["ann"]
    at.say("launch opposite \n rest unread")
    assert the(at.floor, KIND.ROUND_VOID).said == ["1: unread"]


def test_the_same_number_five_times_running_is_noticed_in_play() -> None:
    at = play("ministar", OPEN)
    for turn in range(5):
        assert not at.floor.alerts.open
        at.give_all(ask.ReportLaunch(TABLE, at.round.spin, True, True, ("cw", "ccw")[turn % 2], 2_600))
        at.say("close sensor \n rest 17 \n ready")
    assert the(at.floor, KIND.IMPROBABLE_REPEAT).said == ["17 x5"]
    at.say("launch opposite \n drop \n rest 3")
    assert the(at.floor, KIND.IMPROBABLE_REPEAT).ended_at_ms is not None


def test_a_wheel_that_does_not_reverse_is_noticed_in_play() -> None:
    at = play("ministar", OPEN)
    for _ in range(2):
        at.give_all(ask.ReportLaunch(TABLE, at.round.spin, True, True, "cw", 9_000))
        at.say("close sensor \n rest 17 \n ready")
    kinds = {alert.kind: alert.count for alert in at.floor.alerts.open.values()}
    assert kinds == {KIND.DIRECTION_UNCHANGED: 1, KIND.SPEED_OUT_OF_BAND: 2}
