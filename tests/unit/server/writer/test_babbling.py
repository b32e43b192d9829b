"""One sender that says the same thing again and again fills no journal: the first are on record, then a count."""

from __future__ import annotations

from collections import Counter

import pytest

from openetg.devices.line.signals import Fault, Ready
from openetg.floor.commands import (
    AnyCommand,
    Collect,
    InsertNote,
    InsertTicket,
    OfferNote,
    Order,
    RecordOutcome,
    ReportFault,
    ReportReady,
    ReportSignal,
    ReportTerminalFault,
    ReturnNote,
)
from openetg.floor.core.ledger import meter_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import RepeatsCounted
from openetg.floor.state import AlertKind
from openetg.money import cents
from openetg.server.writer.babbling import BURST, EARNED_MS, KINDS_MAX, TOLD_EVERY_MS, Babbling
from openetg.server.writer.writer import Decided
from tests.unit.server.stage import MINISTAR, Stage

WHEEL = f"wheel/{MINISTAR}"


def counts(stage: Stage) -> list[RepeatsCounted]:
    return [
        event
        for group in stage.groups
        for each in group.decided
        for event in (each.verdict if isinstance(each.verdict, tuple) else ())
        if isinstance(event, RepeatsCounted)
    ]


def kinds(stage: Stage) -> Counter[str]:
    """What is on record, by the kind of command."""
    return Counter(
        type(each.order.command).__name__ for group in stage.groups for each in group.decided if each.sequence
    )


def say(stage: Stage, sender: str, command: AnyCommand, times: int, *, first: int = 2) -> None:
    for number in range(first, first + times):
        stage.submit(Order(sender, 1, number, command))
        stage.turn()


@pytest.mark.parametrize(
    ("sender", "command"),
    [
        ("terminal/M1", Collect("M1", "ticket-1")),
        (WHEEL, RecordOutcome(MINISTAR, "another-spin", "17")),
        (WHEEL, ReportFault(MINISTAR, "BALL_LOST")),
        ("sensors/M1", ReportSignal("M1", "door")),
        ("terminal/M1", ReportTerminalFault("M1", "E-17")),
        ("terminal/M1", InsertNote("M1", cents(333))),
        ("acceptor/M1", OfferNote("M1", cents(333))),
        ("acceptor/M1", ReturnNote("M1")),
    ],
)
def test_the_first_are_on_record_and_then_a_count_with_one_alert(sender: str, command: AnyCommand) -> None:
    stage = Stage()
    say(stage, sender, command, 1_000)
    stage.turn()
    name = type(command).__name__
    written = kinds(stage)
    news = isinstance(command, ReportFault | ReportTerminalFault)
    assert written[name] == BURST + news, "the first fault of a device that was ready, or of a terminal, is news"
    assert written["CountRepeats"] == 1, "at once, and no more than once a minute"
    (alert,) = [each for each in stage.floor.alerts.open.values() if each.kind is AlertKind.BABBLING]
    assert (alert.device, alert.count) == (sender, 1)
    stage.now_ms += TOLD_EVERY_MS
    stage.turn()
    first, rest = counts(stage)
    assert (first.sender, first.command) == (sender, name)
    assert first.count + rest.count == 1_000 - BURST - news
    assert alert.count == 2


def test_no_count_is_lost_when_the_same_begins_again_after_the_machine_stood_still_for_hours() -> None:
    """What waited meanwhile is one group: it goes on counting where the count stood."""
    stage, collect = Stage(), Collect("M1", "ticket-1")
    say(stage, "terminal/M1", collect, BURST + 5)
    stage.now_ms += 2 * 3_600_000
    for number in range(100, 100 + 2 * BURST):
        stage.submit(Order("terminal/M1", 1, number, collect))
    stage.turn()
    stage.now_ms += TOLD_EVERY_MS
    stage.turn()
    assert kinds(stage)["Collect"] == 2 * BURST
    assert sum(each.count for each in counts(stage)) == 5 + BURST


def test_every_one_is_answered_alike_and_again() -> None:
    stage = Stage()
    say(stage, "terminal/M1", Collect("M1", "ticket-1"), BURST + 5)
    say(stage, "terminal/M1", Collect("M1", "ticket-1"), 1, first=BURST + 4)
    told = [each for each in stage.told if isinstance(each, Decided)]
    reasons = {each.verdict.reason for each in told if isinstance(each.verdict, Refusal)}
    assert len(reasons) == 1
    assert [each.sequence > 0 for each in told] == [True] * BURST + [False] * 5
    assert stage.told[-1].reason == next(iter(reasons)).value  # type: ignore[union-attr]


def test_a_device_that_becomes_unfit_is_heard_however_much_it_babbled() -> None:
    stage = Stage()
    fault, ready = ReportFault(MINISTAR, "BALL_LOST"), ReportReady(MINISTAR)
    say(stage, WHEEL, fault, 100)
    say(stage, WHEEL, ready, 1, first=102)
    assert stage.floor.tables[MINISTAR].device_ready
    say(stage, WHEEL, fault, 1, first=103)
    assert not stage.floor.tables[MINISTAR].device_ready


def test_what_concerns_a_paper_is_on_record_each_time() -> None:
    stage = Stage()
    say(stage, "reader/M1", InsertTicket("M1", "no such paper"), 3 * BURST)
    assert kinds(stage)["InsertTicket"] == 3 * BURST
    assert not any(isinstance(each, Decided) and not each.sequence for each in stage.told)


def test_a_reader_that_asks_for_papers_that_are_none_all_day_is_told_of_once() -> None:
    """Each is on record, and somebody is told that one sender tries paper after paper."""
    stage = Stage()
    for number in range(3 * BURST):
        say(stage, "reader/M1", InsertTicket("M1", f"no paper {number}"), 1, first=2 + number)
    (alert,) = [each for each in stage.floor.alerts.open.values() if each.kind is AlertKind.BABBLING]
    assert (alert.device, alert.count) == ("reader/M1", 1)
    stage.now_ms += TOLD_EVERY_MS
    stage.turn()
    assert sum(each.count for each in counts(stage)) == 2 * BURST
    assert kinds(stage)["InsertTicket"] == 3 * BURST


def test_another_message_of_a_terminal_that_babbles_is_on_record_with_its_case() -> None:
    stage = Stage()
    say(stage, "terminal/M1", ReportTerminalFault("M1", "E-17"), 100)
    say(stage, "terminal/M1", ReportTerminalFault("M1", "E-18"), 1, first=102)
    (case,) = [case for case in stage.floor.cases.values() if not case.closed]
    assert case.codes == ["E-17", "E-18"]


def test_a_note_that_is_let_in_is_on_record_each_time() -> None:
    stage = Stage()
    say(stage, "terminal/M1", InsertNote("M1", cents(333)), 100)
    say(stage, "terminal/M1", InsertNote("M1", cents(500)), 2 * BURST, first=102)
    assert stage.floor.ledger.held(meter_of("M1")) == cents(2 * BURST * 500)


def test_one_sender_does_not_silence_another_nor_another_reason() -> None:
    stage = Stage()
    say(stage, "terminal/M1", Collect("M1", "ticket-1"), 100)
    say(stage, "terminal/M2", Collect("M2", "ticket-2"), 1)
    assert kinds(stage)["Collect"] == BURST + 1


def test_credit_comes_back_with_time() -> None:
    babbling = Babbling()
    kind = ("terminal/M1", "Collect", Reason.NOTHING_THERE.value)
    assert [babbling.holds_back(kind, 0) for _ in range(BURST + 1)] == [False] * BURST + [True]
    assert not babbling.holds_back(kind, EARNED_MS)
    assert babbling.holds_back(kind, EARNED_MS)


def test_a_day_of_babbling_is_a_few_thousand_entries() -> None:
    babbling = Babbling()
    written = told = 0
    for at_ms in range(0, 24 * 3_600_000, 500):
        written += not babbling.holds_back(("wheel/A", "RecordOutcome", "wrong_spin"), at_ms)
        told += sum(1 for _ in babbling.due(at_ms, last=False))
    assert written + told < 5_000


def test_what_was_counted_is_told_even_of_a_kind_that_was_forgotten_and_none_are_kept_without_end() -> None:
    babbling, kind = Babbling(), ("terminal/M1", "Collect", Reason.NOTHING_THERE.value)
    heard = [babbling.holds_back(kind, 1_000) for _ in range(BURST + 3)]
    assert [each.count for each in babbling.due(1_000, last=False)] == [heard.count(True)]
    for _ in range(2):
        assert babbling.holds_back(kind, 2_000)
    for number in range(3 * KINDS_MAX):
        assert not babbling.holds_back((f"terminal/{number}", "Collect", "x"), 3_000)
    assert len(babbling._heard) <= KINDS_MAX
    assert babbling.holds_back(kind, 4_000), "it has not got its credit back by that"
    assert [each.count for each in babbling.due(4_000, last=True)] == [3]


def test_a_device_that_wavers_all_day_is_on_record_a_few_times_and_its_table_waits() -> None:
    stage = Stage()
    began_ms = stage.now_ms
    for number in range(200):
        stage.conductor.hear(MINISTAR, Fault(number, 0, None, "BALL_LOST", ""))
        stage.turn(50)
        stage.conductor.hear(MINISTAR, Ready(number, 0))
        stage.turn(50)
    waited_ms = stage.now_ms - began_ms
    assert kinds(stage)["ReportFault"] <= 2 * BURST + 2 + waited_ms // EARNED_MS
    assert kinds(stage)["ReportReady"] <= BURST + 1 + waited_ms // EARNED_MS
    assert not stage.floor.tables[MINISTAR].device_ready
    stage.turn(EARNED_MS)
    assert stage.floor.tables[MINISTAR].device_ready, "the last it said was that it is fit"
