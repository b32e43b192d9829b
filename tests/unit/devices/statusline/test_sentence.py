"""The status line: read strictly, since it has no checksum; and what a run of lines means."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from itertools import pairwise

import pytest
import uvloop
from hypothesis import given
from hypothesis import strategies as st

from openetg.devices.line.driver import Connect, Supervision, over_tcp
from openetg.devices.line.serial_port import over_serial
from openetg.devices.line.serve import serving
from openetg.devices.statusline.driver import SentenceDriver
from openetg.devices.statusline.pty import serve_pty
from openetg.devices.statusline.sentence import CycleStage, Sentence, SentenceReader, Warnings, parse
from openetg.devices.statusline.simulator import STAGE_MS, CycleFault, SimulatedCycleWheel
from openetg.devices.statusline.speech import SentenceSpeech
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DeviceKind,
    DropImminent,
    Fault,
    FaultCode,
    Garbled,
    Heartbeat,
    Held,
    Hello,
    Hold,
    Identify,
    Launch,
    LaunchRefusal,
    LaunchRefused,
    Ready,
    Release,
    RestUnread,
    Rotation,
    WheelSignal,
)
from tests.unit.devices.wheel.wheels import SINGLE_ZERO

pytestmark = pytest.mark.slow

statuses = st.builds(
    Sentence,
    st.sampled_from(CycleStage),
    st.integers(0, 999),
    st.integers(0, 36).map(lambda number: f"{number:>2}"),
    st.integers(0, 15).map(Warnings),
    st.integers(0, 999),
    st.booleans(),
)
BETS, TRACK, NO_MORE, FOUND, CLOSED = (
    CycleStage.PLACE_WAGERS,
    CycleStage.BALL_IN_TRACK,
    CycleStage.NO_MORE_WAGERS,
    CycleStage.NUMBER_FOUND,
    CycleStage.CLOSED,
)
Said = list[WheelSignal]


@given(statuses)
def test_a_status_survives_the_line(status: Sentence) -> None:
    assert list(SentenceReader().read(status.line())) == [status]


def test_a_line_as_the_notes_have_it() -> None:
    assert parse(b"*X;5;053;17;0;160;1") == Sentence(FOUND, 53, "17", Warnings.NONE, 160, anticlockwise=True)
    assert parse(b"*X;3;999; 5;A;021;0") == Sentence(
        TRACK, 999, " 5", Warnings.BALL_WITH_ROTOR | Warnings.VOID, 21, anticlockwise=False
    )


@pytest.mark.parametrize(
    "line",
    [
        b"", b"*X", b"*X;7;053;17;0;160;1", b"*X;5;53;17;0;160;1", b"*X;5;053;7;0;160;1", b"*X;5;053;17;G;160;1",
        b"*X;5;053;17;a;160;1", b"*X;5;053;17;0;160;2", b"*X;5;053;17;0;160;1;", b" *X;5;053;17;0;160;1",
        b"*Y;5;053;17;0;160;1", b"*X;5;053;17;0;160;1\x00", "*X;5;053;1７;0;160;1".encode(),
    ],
)  # fmt: skip
def test_what_is_not_exactly_a_status_line_is_none(line: bytes) -> None:
    assert parse(line) is None


@given(st.binary(max_size=300))
def test_no_bytes_from_outside_raise(data: bytes) -> None:
    SentenceSpeech(SINGLE_ZERO, serial="W", boot="1").receive(data)


@given(st.lists(statuses.map(Sentence.line) | st.binary(max_size=20), max_size=8).map(b"".join), st.data())
def test_it_does_not_matter_how_the_bytes_are_cut(stream: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    cut, at_once = (SentenceSpeech(SINGLE_ZERO, serial="W", boot="1") for _ in range(2))
    pieces = [stream[start:end] for start, end in pairwise([0, *cuts, len(stream)])]
    assert [each for piece in pieces for each in cut.receive(piece)] == at_once.receive(stream)


class Wheel:
    """A floor's end of a status line, fed line by line."""

    def __init__(self, pockets: tuple[str, ...] = SINGLE_ZERO) -> None:
        self.speech = SentenceSpeech(pockets, serial="W-7", boot="B")

    def says(
        self,
        stage: CycleStage,
        number: str = " 5",
        warnings: Warnings = Warnings.NONE,
        *,
        spins: int = 7,
        times: int = 2,
    ) -> Said:
        """What the floor hears when the wheel says this so many times; heartbeats left out."""
        line = Sentence(stage, spins, number, warnings, 160, anticlockwise=False).line()
        heard = self.speech.receive(line * times)
        return [each for each in heard if not isinstance(each, Heartbeat)]

    def spin(self) -> Wheel:
        """Named and running."""
        self.says(BETS)
        self.speech.encode(Launch("A-1"))
        self.says(TRACK)
        return self


def kinds(heard: Said) -> list[type[WheelSignal]]:
    return [type(each) for each in heard]


def test_a_whole_game() -> None:
    wheel = Wheel()
    hello, ready = wheel.says(BETS)
    assert isinstance(hello, Hello)
    assert (hello.kind, hello.serial, hello.faces) == (DeviceKind.AUTOMATIC, "W-7", SINGLE_ZERO)
    assert isinstance(ready, Ready)
    assert wheel.speech.encode(Launch("A-1")) == b"", "nothing goes on the line"
    (launched,) = wheel.says(TRACK)
    assert isinstance(launched, BallLaunched)
    assert (launched.spin, launched.ball, launched.rotor) == ("A-1", Rotation.COUNTERCLOCKWISE, Rotation.CLOCKWISE)
    (drop,) = wheel.says(NO_MORE)
    assert isinstance(drop, DropImminent)
    (rest,) = wheel.says(FOUND, "17", spins=8)
    assert isinstance(rest, AtRest)
    assert (rest.spin, rest.pocket) == ("A-1", "17")
    assert kinds(wheel.says(BETS, "17", spins=8)) == [Ready]


def test_one_line_alone_settles_nothing() -> None:
    wheel = Wheel().spin()
    wheel.says(NO_MORE)
    assert wheel.says(FOUND, "17", times=1) == []
    assert wheel.says(FOUND, "18", times=1) == []
    (rest,) = wheel.says(FOUND, "18", times=1)
    assert isinstance(rest, AtRest)
    assert rest.pocket == "18"


def test_one_line_alone_launches_nothing() -> None:
    wheel = Wheel()
    wheel.says(BETS)
    wheel.speech.encode(Launch("A-1"))
    assert wheel.says(TRACK, times=1) == []


def test_one_line_is_enough_to_close() -> None:
    assert kinds(Wheel().spin().says(NO_MORE, times=1)) == [DropImminent]


def test_a_close_without_a_launch_is_said_as_it_is() -> None:
    """Nobody saw the ball start: the floor judges."""
    wheel = Wheel()
    wheel.says(BETS)
    wheel.speech.encode(Launch("A-1"))
    assert kinds(wheel.says(NO_MORE)) == [DropImminent]
    assert kinds(wheel.says(FOUND, "17")) == [AtRest]


def test_a_ball_without_a_name_is_told_of_to_nobody() -> None:
    wheel = Wheel()
    wheel.says(BETS)
    assert wheel.says(TRACK) + wheel.says(NO_MORE) + wheel.says(FOUND, "17") == []


def test_a_running_ball_is_not_given_a_name() -> None:
    wheel = Wheel()
    wheel.says(BETS)
    wheel.says(TRACK)
    wheel.speech.encode(Launch("A-1"))
    (refused,) = wheel.says(TRACK)
    assert isinstance(refused, LaunchRefused)
    assert refused.reason is LaunchRefusal.BUSY
    assert wheel.says(NO_MORE) + wheel.says(FOUND, "17") == []


def test_ordered_again_nothing_happens_and_an_old_spin_is_refused() -> None:
    wheel = Wheel().spin()
    wheel.speech.encode(Launch("A-1"))
    assert wheel.says(TRACK) == []
    wheel.says(NO_MORE)
    wheel.says(FOUND, "17")
    wheel.speech.encode(Launch("A-1"))
    (refused,) = wheel.says(FOUND, "17")
    assert isinstance(refused, LaunchRefused)
    assert refused.reason is LaunchRefusal.OLD_SPIN


def test_a_wheel_that_goes_on_without_a_number_is_a_fault() -> None:
    wheel = Wheel().spin()
    wheel.says(NO_MORE)
    fault, ready = wheel.says(BETS)
    assert isinstance(fault, Fault)
    assert (fault.spin, fault.code) == ("A-1", FaultCode.BALL_LOST)
    assert isinstance(ready, Ready)


def test_a_number_under_a_warning_is_not_sure() -> None:
    wheel = Wheel().spin()
    wheel.says(NO_MORE)
    heard = wheel.says(FOUND, "17", Warnings.SENSOR)
    assert kinds(heard) == [RestUnread, Fault]


def test_a_number_of_another_spin_is_not_sure() -> None:
    wheel = Wheel().spin()
    wheel.says(NO_MORE)
    assert kinds(wheel.says(FOUND, "17", spins=9)) == [RestUnread]


def test_the_count_of_spins_may_begin_again() -> None:
    wheel = Wheel()
    wheel.says(BETS, spins=999)
    wheel.speech.encode(Launch("A-1"))
    wheel.says(TRACK, spins=999)
    wheel.says(NO_MORE, spins=999)
    assert kinds(wheel.says(FOUND, "17", spins=0)) == [AtRest]


@pytest.mark.parametrize(
    ("warning", "code"),
    [
        (Warnings.BALL_UNSEEN, FaultCode.BALL_LOST),
        (Warnings.BALL_WITH_ROTOR, FaultCode.SAME_DIRECTION),
        (Warnings.SENSOR, FaultCode.SENSOR),
        (Warnings.VOID, FaultCode.NO_LAUNCH),
    ],
)
def test_each_warning_is_a_fault_told_once(warning: Warnings, code: FaultCode) -> None:
    wheel = Wheel().spin()
    wheel.says(NO_MORE)
    (fault,) = wheel.says(NO_MORE, warnings=warning)
    assert isinstance(fault, Fault)
    assert (fault.spin, fault.code) == ("A-1", code)
    assert wheel.says(NO_MORE, warnings=warning, times=10) == []


def test_a_ball_that_runs_with_the_rotor_is_launched_so() -> None:
    wheel = Wheel()
    wheel.says(BETS)
    wheel.speech.encode(Launch("A-1"))
    launched, _ = wheel.says(TRACK, warnings=Warnings.BALL_WITH_ROTOR)
    assert isinstance(launched, BallLaunched)
    assert launched.ball is launched.rotor


def test_under_a_warning_the_wheel_is_not_ready() -> None:
    wheel = Wheel()
    assert kinds(wheel.says(BETS, warnings=Warnings.SENSOR)) == [Hello, Fault]
    assert kinds(wheel.says(BETS)) == [Ready]


def test_a_closed_table_is_held() -> None:
    wheel = Wheel()
    assert kinds(wheel.says(CLOSED)) == [Hello, Held]
    assert kinds(wheel.says(BETS)) == [Ready]


def test_a_hold_is_kept_here_since_the_wheel_takes_no_orders() -> None:
    wheel = Wheel()
    wheel.says(BETS)
    wheel.speech.encode(Hold())
    wheel.speech.encode(Launch("A-1"))
    assert kinds(wheel.says(BETS)) == [LaunchRefused, Held]
    assert wheel.says(TRACK) + wheel.says(NO_MORE) + wheel.says(FOUND, "17") == []
    wheel.speech.encode(Release())
    assert kinds(wheel.says(BETS)) == [Ready]


def test_asked_who_it_is_it_says_so_again() -> None:
    wheel = Wheel()
    wheel.says(BETS)
    wheel.speech.encode(Identify())
    assert kinds(wheel.says(BETS)) == [Hello, Ready]


@pytest.mark.parametrize(
    ("pockets", "said", "pocket"),
    [
        (SINGLE_ZERO, " 5", "5"),
        (SINGLE_ZERO, "05", "5"),
        (SINGLE_ZERO, " 0", "0"),
        (SINGLE_ZERO, "00", "0"),
        (("00", *SINGLE_ZERO), "00", "00"),
        (("00", *SINGLE_ZERO), " 0", "0"),
        (SINGLE_ZERO, "36", "36"),
        (SINGLE_ZERO, "41", "41"),
    ],
)
def test_a_number_is_padded_one_way_or_the_other(pockets: tuple[str, ...], said: str, pocket: str) -> None:
    wheel = Wheel(pockets).spin()
    wheel.says(NO_MORE)
    (rest,) = wheel.says(FOUND, said)
    assert isinstance(rest, AtRest)
    assert rest.pocket == pocket


def test_what_was_seen_before_a_new_connection_is_not_taken_for_what_is_seen_on_it() -> None:
    wheel = Wheel().spin()
    wheel.says(NO_MORE)
    wheel.says(FOUND, "17", times=1)
    wheel.speech.connection_reset()
    assert kinds(wheel.says(FOUND, "17", times=1)) == [Hello]
    assert kinds(wheel.says(FOUND, "17", times=1)) == [AtRest]


def test_a_cycle_takes_forty_two_seconds() -> None:
    assert sum(STAGE_MS.values()) == 42_000
    wheel = SimulatedCycleWheel(SINGLE_ZERO, random.Random(1))
    wheel.advance(420_000)
    assert len(wheel.found) == 10


NewLoop = Callable[[], asyncio.AbstractEventLoop]
IN_A_HURRY = Supervision(ask_again_ms=20, retry_first_ms=1, bytes_per_s_max=10_000_000)


async def play(connect: Connect, wheel: SimulatedCycleWheel, games: int) -> Said:
    """What a floor hears that names every ball as soon as it may."""
    heard: Said = []
    done = asyncio.Event()

    def deliver(signal: WheelSignal) -> None:
        heard.append(signal)
        rests = sum(isinstance(each, AtRest | RestUnread | Fault) for each in heard)
        if isinstance(signal, Ready):
            driver.send(Launch(f"A-{rests + 1}"))
        if rests >= games:
            done.set()

    driver = SentenceDriver(connect, deliver, IN_A_HURRY, pockets=SINGLE_ZERO)
    task = asyncio.create_task(driver.run())
    async with asyncio.timeout(60):
        await done.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return heard


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
@pytest.mark.parametrize("fault", [None, CycleFault.GARBLED])
def test_games_over_a_serial_port(new_loop: NewLoop, fault: CycleFault | None) -> None:
    async def course() -> None:
        wheel = SimulatedCycleWheel(SINGLE_ZERO, random.Random(7))
        for game in range(1, 20):
            wheel.inject(game, *([fault] if fault else []))
        async with serve_pty(wheel, time_factor=300) as path:
            heard = await play(over_serial(path, baud=9_600), wheel, 3)
        rests = [each.pocket for each in heard if isinstance(each, AtRest)]
        assert rests
        assert all(pocket in wheel.found for pocket in rests)
        assert any(isinstance(each, Garbled) for each in heard) == (fault is CycleFault.GARBLED)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(course())


def test_games_over_tcp() -> None:
    async def course() -> None:
        wheel = SimulatedCycleWheel(SINGLE_ZERO, random.Random(8))
        async with serving(wheel, time_factor=300) as (_, host, port):
            heard = await play(over_tcp(host, port), wheel, 2)
        assert [each.pocket for each in heard if isinstance(each, AtRest)] == wheel.found[:2]

    asyncio.run(course())


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (CycleFault.NO_NUMBER, FaultCode.BALL_LOST),
        (CycleFault.BALL_UNSEEN, FaultCode.BALL_LOST),
        (CycleFault.BALL_WITH_ROTOR, FaultCode.SAME_DIRECTION),
        (CycleFault.SENSOR, FaultCode.SENSOR),
    ],
)
def test_what_goes_wrong_in_a_game_is_told(fault: CycleFault, code: FaultCode) -> None:
    wheel, speech = (
        SimulatedCycleWheel(SINGLE_ZERO, random.Random(1)),
        SentenceSpeech(SINGLE_ZERO, serial="W", boot="1"),
    )
    wheel.inject(1, fault)
    heard = speech.receive(wheel.advance(5_000))
    speech.encode(Launch("A-1"))
    heard += speech.receive(wheel.advance(50_000))
    faults = [each for each in heard if isinstance(each, Fault)]
    assert {(each.spin, each.code) for each in faults} == {("A-1", code.value)}


def test_a_game_without_the_stage_of_no_more_bets_rests_without_a_close() -> None:
    wheel, speech = (
        SimulatedCycleWheel(SINGLE_ZERO, random.Random(1)),
        SentenceSpeech(SINGLE_ZERO, serial="W", boot="1"),
    )
    wheel.inject(1, CycleFault.NO_DROP)
    speech.receive(wheel.advance(5_000))
    speech.encode(Launch("A-1"))
    heard = speech.receive(wheel.advance(30_000))
    assert [type(each) for each in heard if isinstance(each, BallLaunched | DropImminent | AtRest)] == [
        BallLaunched,
        AtRest,
    ]
