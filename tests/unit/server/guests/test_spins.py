"""What players see of a device in motion: soon, a few times a second, and never where it comes to rest."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import get_args

import pytest
from msgspec.json import decode

from openetg.devices.moneywheel.signals import MoneyWheelSaid, OnDivider, WheelRevolution, WheelStopped, WheelTurned
from openetg.devices.tumbler.signals import DiceRead, DiceSettling, DiceShaken, DieCocked, TumblerSaid
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DeviceKind,
    DeviceSignal,
    DropImminent,
    Hello,
    RestUnread,
    Revolution,
    Rotation,
)
from openetg.floor.state import BETTING, Phase, Table
from openetg.server.devices.conductor import Conductor
from openetg.server.devices.hearing import Signal
from openetg.server.guests.spins import STEPS, TURN_PAUSE_MS, PublicSpins, Spins
from openetg.wire.codec import encode
from openetg.wire.messages import Spin, TableNews, Welcome
from tests.unit.server.stage import INTERBLOCK, MINISTAR, Line, Stage


class Moving(Stage):
    """A stage on which people see the devices move."""

    def __init__(self) -> None:
        super().__init__()
        tell = self.exchange.tell_spin
        self.conductor = Conductor(self.writer, self.wheels, boot=self.boot, wake=self.wake, tell=tell)

    def hear(self, *signals: Signal, table: str = INTERBLOCK, ms: int = 0) -> None:
        for signal in signals:
            self.conductor.hear(table, signal)
        self.turn(ms)


def launched(spin: str) -> BallLaunched:
    return BallLaunched(1, 0, spin, Rotation.CLOCKWISE, Rotation.COUNTERCLOCKWISE, 2_700)


def spins(line: Line) -> list[Spin]:
    return [each for each in line.take() if isinstance(each, Spin)]


def test_a_spin_is_seen_from_the_launch_to_the_rest_and_comes_before_the_outcome() -> None:
    stage = Moving()
    line = stage.line("I1").hello()
    line.take()
    spin, number = stage.round().spin, stage.round().number
    stage.hear(launched(spin), ms=18_000)
    stage.hear(Revolution(2, 0, spin, 1, 900), ms=900)
    stage.hear(Revolution(3, 0, spin, 2, 950), ms=950)
    stage.hear(DropImminent(4, 0, spin), ms=5_000)
    seen = spins(line)
    assert [(each.what, each.count, each.turn_ms, each.rotor) for each in seen] == [
        ("launched", 0, 0, "ccw"), ("dropping", 2, 950, "ccw"),
    ]  # fmt: skip
    assert {(each.table, each.round) for each in seen} == {(INTERBLOCK, number)}
    assert [each.at_ms for each in seen] == sorted(each.at_ms for each in seen)
    stage.hear(AtRest(5, 0, spin, "17"), ms=3_000)
    rest, *told = line.take()
    assert isinstance(rest, Spin)
    assert rest.what == "rest"
    (news,) = (each for each in told if isinstance(each, TableNews))
    assert news.table.last_outcome == "17"


def test_nothing_timed_is_told_to_players_or_displays_while_wagers_are_open() -> None:
    """From laps, or from when they are told, the number could be reckoned; whoever runs the table sees them."""
    stage = Moving()
    staff: list[Spin] = []
    public: list[Spin] = []
    stage.exchange.spin_watchers.append(lambda _, data: staff.append(decode(data, type=Spin)))
    stage.exchange.public_spin_watchers.append(lambda _, data: public.append(decode(data, type=Spin)))
    line = stage.line("M1").hello()
    line.take()
    spin = stage.round(MINISTAR).spin
    stage.hear(launched(spin), table=MINISTAR, ms=18_123)
    for lap in range(1, 6):
        stage.hear(Revolution(1 + lap, 0, spin, lap, 900 + lap), table=MINISTAR, ms=900 + lap)
    assert stage.round(MINISTAR).phase in BETTING
    told = spins(line)
    assert [(each.what, each.count, each.turn_ms, each.at_ms % 1_000) for each in told] == [("launched", 0, 0, 0)]
    assert public == told
    assert [each.count for each in staff if each.what == "turn"] == [1, 2, 3, 4, 5]
    stage.hear(DropImminent(9, 0, spin), table=MINISTAR)
    said = line.take()
    closed = next(at for at, each in enumerate(said) if isinstance(each, TableNews) and each.table.phase == "CLOSED")
    assert [each.what for each in said[closed:] if isinstance(each, Spin)] == ["dropping"], "behind the close on record"
    assert not [each for each in said[:closed] if isinstance(each, Spin)]
    assert public[-1].what == "dropping"
    stage.hear(Revolution(10, 0, spin, 6, 1_900), table=MINISTAR, ms=1_900)
    assert [(each.what, each.count) for each in spins(line)] == [("turn", 6)]


def test_what_was_kept_back_of_a_spin_is_forgotten_with_its_round() -> None:
    stage = Stage()
    table, seen, kept = stage.table(MINISTAR), Spins(), PublicSpins()
    spin = stage.round(MINISTAR).spin
    lap = seen.see(table, Revolution(1, 0, spin, 1, 900), 1_000)
    assert lap is not None
    assert kept.tell(table, lap) is None
    assert kept.after_close(table) is None, "wagers are open"
    assert table.round is not None
    table.round.number += 1
    assert kept.after_close(table) is None
    table.round.number -= 1
    table.round.phase = Phase.CLOSED
    assert kept.after_close(table) is None, "it is told once or never"


@pytest.mark.parametrize(
    "end",
    [AtRest(9, 0, "?", "17"), RestUnread(9, 0, "?", ("17", "34"))],
    ids=["at_rest", "rest_unread"],
)
def test_no_message_about_a_spin_says_where_the_ball_lies(end: AtRest | RestUnread) -> None:
    """The message of a spin has the same bytes wherever the ball lies."""
    told = set()
    for pocket in ("0", "17", "26"):
        stage = Moving()
        line = stage.line("I1").hello()
        spin = stage.round().spin
        stage.hear(launched(spin), DropImminent(4, 0, spin), ms=18_000)
        line.take()
        lies = AtRest(5, 0, spin, pocket) if isinstance(end, AtRest) else RestUnread(5, 0, spin, (pocket,))
        stage.conductor.hear(INTERBLOCK, lies)
        stage.conductor.tick(stage.now_ms)
        (rest,) = line.take()
        assert isinstance(rest, Spin), "the outcome is not on record yet"
        told.add(encode(rest))
    assert len(told) == 1


def test_only_those_at_the_table_are_told_and_whoever_watches_it() -> None:
    stage = Moving()
    watched: list[tuple[str, bytes]] = []
    stage.exchange.spin_watchers.append(lambda table, data: watched.append((table, data)))
    here, there = stage.line("I1").hello(), stage.line("M1").hello()
    here.take(), there.take()
    stage.hear(launched(stage.round().spin), ms=18_000)
    (seen,) = spins(here)
    assert spins(there) == []
    ((table, data),) = watched
    assert (table, decode(data, type=Spin).round) == (INTERBLOCK, seen.round)


def test_a_device_that_babbles_does_not_flood_the_terminals() -> None:
    stage = Moving()
    line = stage.line("I1").hello()
    line.take()
    spin, chance = stage.round().spin, random.Random(5)
    for number in range(2_000):
        said = chance.choice((
            launched(spin), Revolution(number, 0, spin, number, 1), Revolution(number, 0, spin, 1, 1),
            DropImminent(number, 0, spin), launched("made-up"), Revolution(number, 0, "made-up", number, 1),
        ))  # fmt: skip
        stage.hear(said, ms=1)
    told = spins(line)
    assert len(told) <= 2_000 // TURN_PAUSE_MS + 3
    assert [each.what for each in told].count("launched") == 1


def test_what_is_said_of_another_spin_or_by_a_wrong_device_is_not_shown() -> None:
    stage = Moving()
    line = stage.line("I1").hello()
    line.take()
    stage.hear(launched("B-999"), Revolution(2, 0, "B-999", 1, 900), ms=18_000)
    assert spins(line) == []
    stage.hear(Hello(1, 0, 1, "boot", "X", "1", DeviceKind.AUTOMATIC, ("0", "00")), launched(stage.round().spin))
    assert spins(line) == []


def test_after_the_rest_nothing_moves_any_more() -> None:
    stage = Stage()
    table, seen = stage.table(MINISTAR), Spins()
    spin = stage.round(MINISTAR).spin
    assert seen.see(table, RestUnread(1, 0, spin, ()), 1_000) is not None
    for signal in (launched(spin), Revolution(2, 0, spin, 9, 900), DropImminent(3, 0, spin), AtRest(4, 0, spin, "1")):
        assert seen.see(table, signal, 9_000) is None


def test_dice_and_money_wheels_are_seen_too() -> None:
    stage = Stage()
    table, spin = stage.table(), stage.round().spin
    dice: list[object] = [DiceShaken(1, 0, spin), DiceSettling(2, 0, spin), DiceRead(3, 0, spin, ("1", "2", "6"))]
    assert [_what(seen) for seen in map(_watching(table), dice)] == ["launched", "dropping", "rest"]
    wheel: list[object] = [
        WheelTurned(1, 0, spin),
        WheelRevolution(2, 0, spin, 1, 1_500),
        WheelStopped(3, 0, spin, 7, 4),
    ]
    assert [_what(seen) for seen in map(_watching(table), wheel)] == ["launched", "turn", "rest"]
    for end in (DieCocked(1, 0, spin, ("x", "1", "2")), OnDivider(1, 0, spin, 7, 4)):
        assert _what(Spins().see(table, end, 1_000)) == "rest"


def _watching(table: Table) -> Callable[[object], Spin | None]:
    seen, at_ms = Spins(), iter(range(1_000, 10_000, 1_000))
    return lambda signal: seen.see(table, signal, next(at_ms))


def _what(spin: Spin | None) -> str:
    assert spin is not None
    return spin.what


def test_every_signal_about_a_spin_that_moves_is_shown() -> None:
    """A signal added to a device later is either shown or named here."""
    said = {each for kind in (DeviceSignal, TumblerSaid, MoneyWheelSaid) for each in get_args(kind)}
    about = {each for each in said if "spin" in each.__struct_fields__}
    not_motion = {"Fault", "KeyPressed", "LaunchRefused", "Expecting", "Held", "Ready", "Heartbeat", "Hello"}
    assert {each.__name__ for each in about - set(STEPS)} <= not_motion
    assert set(STEPS) <= said


def test_a_terminal_that_comes_in_later_sees_the_table_and_no_spin_from_before() -> None:
    stage = Moving()
    stage.hear(launched(stage.round().spin), ms=18_000)
    line = stage.line("I1").hello()
    assert [type(each) for each in line.take()] == [Welcome]
