"""The vigil: terminals that are away for too long and devices whose line is lost go on record, once, and so does their
return.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.devices.line.signals import (
    DeviceState,
    Garbled,
    GarbleReason,
    Heartbeat,
    LinkLost,
    LinkOpened,
    LossReason,
    Missed,
    Silent,
)
from openetg.floor.alerts.acknowledging import is_offline, is_terminal_offline
from openetg.floor.commands import AnyCommand, Order, PairTerminal, ReportDeviceLine, ReportLine
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import AnyEvent, CaseOpened
from openetg.floor.state import Floor
from openetg.rulebook.load import load
from openetg.rulebook.schema.policies import Channel
from openetg.server.guests.absence import GRACE_MS, SENDER, DeviceLines, Vigil
from openetg.server.writer.writer import Writer
from tests.one_table import START_MS, TABLE, copied, play


class Watched:
    """A real writer with a vigil, and time as a number."""

    def __init__(self, floor: Floor, *, boot: int = 1) -> None:
        self.writer = Writer(floor)
        self.at_ms = START_MS
        self.vigil = Vigil(self.writer, boot=boot, wake=lambda: None)
        self.events: list[AnyEvent] = []
        """What was last put on record."""

    def after(self, ms: int) -> list[AnyCommand]:
        """Time passes; what the vigil put on record."""
        self.at_ms += ms
        self.vigil.tick(self.at_ms)
        group = self.writer.step(self.at_ms)
        if group is None:
            return []
        told = self.writer.committed(group)
        self.events = []
        for each in told:
            assert isinstance(each.verdict, tuple), each.verdict
            assert each.order.sender == SENDER
            self.events += each.verdict
        return [each.order.command for each in told]


def watched(
    rulebook: str = "ministar", kind: str = "electronic", script: str = "open-table by-itself \n ready"
) -> Watched:
    return Watched(copied(play(rulebook, script, kind=kind).floor))


def test_a_terminal_that_is_away_for_too_long_is_offline_and_then_back() -> None:
    hall = watched()
    hall.vigil.joined("t1")
    hall.vigil.left("t1")
    assert hall.after(0) == []
    assert hall.vigil.next_wake_ms() == hall.at_ms + GRACE_MS
    assert hall.after(GRACE_MS - 1) == []
    assert hall.after(1) == [ReportLine("t1", up=False, lasted_ms=GRACE_MS)]
    assert is_terminal_offline(hall.writer.floor, "t1")
    assert hall.vigil.next_wake_ms() is None
    assert hall.after(10 * GRACE_MS) == [], "said once"
    hall.vigil.joined("t1")
    assert hall.vigil.next_wake_ms() == 0
    assert hall.after(1) == [ReportLine("t1", up=True)]
    assert not is_terminal_offline(hall.writer.floor, "t1")
    assert hall.after(10 * GRACE_MS) == []


def test_a_page_that_is_loaded_anew_is_nothing() -> None:
    hall = watched()
    hall.vigil.left("t1")
    hall.after(0)
    hall.after(GRACE_MS - 1)
    hall.vigil.joined("t1")
    assert hall.after(10 * GRACE_MS) == []


def test_each_absence_is_counted_from_its_own_beginning() -> None:
    hall = watched()
    for _ in range(3):
        hall.vigil.left("t1")
        hall.after(0)
        assert hall.after(GRACE_MS - 1) == []
        hall.vigil.joined("t1")


def test_a_terminal_that_was_never_there_is_not_missed_unless_it_is_paired() -> None:
    at = play("ministar", "open-table by-itself \n ready")
    at.floor.people.pairings.clear()
    assert Watched(copied(at.floor)).after(10 * GRACE_MS) == []
    at.give_all(PairTerminal("t2", "a key", ""))
    hall = Watched(copied(at.floor))
    assert hall.after(0) == []
    assert hall.after(GRACE_MS) == [ReportLine("t2", up=False, lasted_ms=GRACE_MS)]


def test_a_new_server_knows_who_is_lost() -> None:
    hall = watched()
    hall.vigil.left("t1")
    hall.after(0)
    assert hall.after(GRACE_MS)
    again = Watched(copied(hall.writer.floor), boot=2)
    assert again.after(10 * GRACE_MS) == []
    again.vigil.joined("t1")
    assert again.after(0) == [ReportLine("t1", up=True)]


def test_where_the_table_has_a_longer_grace_that_is_waited_for() -> None:
    hall = watched()
    hall.writer.floor.tables[TABLE].line_grace_ms = 60_000
    hall.vigil.left("t1")
    hall.after(0)
    assert hall.after(60_000) == []
    assert hall.after(1) == [ReportLine("t1", up=False, lasted_ms=60_001)]


def test_what_a_lost_line_means_is_for_the_rulebook_and_happens_once() -> None:
    hall = watched("adelaide", _kind_with_terminals("adelaide"), "")
    hall.vigil.left("t1")
    hall.after(0)
    assert hall.after(GRACE_MS) == [ReportLine("t1", up=False, lasted_ms=GRACE_MS)]
    assert [type(event) for event in hall.events].count(CaseOpened) == 1
    hall.writer.floor.cases.clear()
    hall.vigil.joined("t1")
    hall.after(0)
    assert CaseOpened not in [type(event) for event in hall.events], "no second case about the same loss"


def _kind_with_terminals(rulebook: str) -> str:
    kinds = load(rulebook).rulebook.tables
    return next(name for name, kind in kinds.items() if Channel.TERMINAL in kind.channels.value)


def test_a_terminal_that_looks_in_and_goes_again_is_lost_or_back_and_never_both() -> None:
    hall = watched()
    hall.vigil.left("t1")
    hall.after(0)
    hall.after(GRACE_MS)
    hall.vigil.joined("t1")
    hall.vigil.left("t1")
    assert hall.after(0) == [ReportLine("t1", up=True)]
    assert hall.after(GRACE_MS) == [ReportLine("t1", up=False, lasted_ms=GRACE_MS)]


def test_nothing_is_lost_while_the_inbox_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = watched()
    hall.vigil.left("t1")
    hall.after(0)
    with monkeypatch.context() as full:
        full.setattr(hall.writer, "submit", lambda _: False)
        assert hall.after(GRACE_MS) == []
    assert hall.after(5) == [ReportLine("t1", up=False, lasted_ms=GRACE_MS + 5)]
    hall.vigil.joined("t1")
    with monkeypatch.context() as full:
        full.setattr(hall.writer, "submit", lambda _: False)
        assert hall.after(1) == []
    assert hall.after(1) == [ReportLine("t1", up=True)]


def test_a_stranger_is_not_watched() -> None:
    hall = watched()
    hall.vigil.left("Z9")
    hall.vigil.joined("Z9")
    assert hall.after(10 * GRACE_MS) == []


LOST, OPENED = LinkLost(LossReason.CLOSED, "cut"), LinkOpened()
HEARD = Heartbeat(1, 0, DeviceState.READY)


class Lines:
    """Device lines of a floor on which everything is granted."""

    def __init__(self, floor: Floor, *, boot: int = 1) -> None:
        self.writer = Writer(floor)
        self.boot = boot
        self.lines = DeviceLines(floor)
        self.number = 0
        self.room = True

    def submit(self, sender: str, command: AnyCommand) -> bool:
        self.number += 1
        return self.room and self.writer.submit(Order(sender, self.boot, self.number, command))

    def hear(self, *signals: object, device: str = "wheel/A") -> list[AnyCommand]:
        for each in signals:
            self.lines.hear(device, each)
        self.lines.flush(self.submit)
        group = self.writer.step(START_MS)
        told = () if group is None else self.writer.committed(group)
        assert not [each for each in told if isinstance(each.verdict, Refusal)]
        return [each.order.command for each in told]


def test_the_line_of_a_device_is_lost_once_and_back_when_it_speaks() -> None:
    hall = Lines(copied(play("ministar").floor))
    down = ReportDeviceLine("wheel/A", up=False, cause="closed")
    assert hall.hear(OPENED, HEARD) == []
    assert hall.hear(LOST) == [down]
    assert hall.hear(LOST, Silent(3_000)) == []
    assert hall.hear(OPENED, Garbled(GarbleReason.STRAY, "x"), Missed(1, 2)) == [], "nobody has spoken yet"
    assert hall.hear(HEARD) == [ReportDeviceLine("wheel/A", up=True)]
    assert hall.hear(Silent(3_000)) == [ReportDeviceLine("wheel/A", up=False, cause="silent")]
    assert hall.hear(HEARD, LOST) == [ReportDeviceLine("wheel/A", up=True), down], "in one breath"


def test_a_new_server_knows_which_lines_are_lost() -> None:
    hall = Lines(copied(play("ministar").floor))
    hall.hear(LOST)
    again = Lines(copied(hall.writer.floor), boot=2)
    assert again.hear(LOST) == []
    assert again.hear(OPENED, HEARD) == [ReportDeviceLine("wheel/A", up=True)]
    assert not is_offline(again.writer.floor, "wheel/A")


def test_what_there_is_no_room_for_waits_in_order() -> None:
    hall = Lines(copied(play("ministar").floor))
    hall.room = False
    assert hall.hear(LOST) == []
    assert hall.hear(HEARD) == []
    hall.room = True
    assert hall.hear() == [
        ReportDeviceLine("wheel/A", up=False, cause="closed"),
        ReportDeviceLine("wheel/A", up=True),
    ]


@given(
    st.lists(st.tuples(st.sampled_from(["t1", "t2"]), st.booleans(), st.sampled_from([0, 1, GRACE_MS // 2, GRACE_MS])))
)
def test_in_the_end_the_record_says_who_is_away(acts: list[tuple[str, bool, int]]) -> None:
    hall = watched()
    here: dict[str, bool] = {}
    for terminal, joins, then_ms in acts:
        (hall.vigil.joined if joins else hall.vigil.left)(terminal)
        here[terminal] = joins
        said = [each for each in hall.after(then_ms) if isinstance(each, ReportLine)]
        assert len({each.terminal for each in said}) == len(said), "nobody is lost and back in one look"
    hall.after(0)
    hall.after(GRACE_MS)
    for terminal, joined in here.items():
        assert is_terminal_offline(hall.writer.floor, terminal) is not joined
    assert hall.vigil.next_wake_ms() is None
