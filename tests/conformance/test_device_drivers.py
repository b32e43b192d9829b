"""What any device that decides an outcome and any driver of one must do, shown over a real socket and a bad cable.

Here the devices are the simulators, two hundred times as fast; the wheel's own suite is `test_wheel_driver.py`. Waiting
is always for something said; the time limit is only there so that what is never said fails the test.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
import uvloop

from openetg.devices.line.cable import DeviceLine
from openetg.devices.line.driver import DeviceDriver, Supervision, over_tcp
from openetg.devices.line.machine import Machine
from openetg.devices.line.protocol import SignalProtocol
from openetg.devices.line.serve import DeviceServer
from openetg.devices.line.signals import (
    DealerKey,
    DeviceKind,
    Expect,
    Expecting,
    Garbled,
    Hello,
    Hold,
    Identify,
    KeyPressed,
    Launch,
    LaunchRefusal,
    LaunchRefused,
    LinkLost,
    LinkOpened,
    LossReason,
    Missed,
    Ready,
    Silent,
)
from openetg.devices.moneywheel.protocol import MONEY_WHEEL, MoneyWheelDriver
from openetg.devices.moneywheel.signals import OnDivider, StopUnread, WheelStopped, WheelTurned
from openetg.devices.moneywheel.simulator import SimulatedMoneyWheel
from openetg.devices.tumbler.protocol import TUMBLER, TumblerDriver
from openetg.devices.tumbler.signals import DiceRead, DiceSettling, DiceShaken, DiceUnread, DieCocked
from openetg.devices.tumbler.simulator import SimulatedTumbler
from openetg.devices.wheel.driver import WheelDriver
from openetg.devices.wheel.protocol import WHEEL
from openetg.devices.wheel.signals import AtRest, BallLaunched, DropImminent, RestUnread
from openetg.devices.wheel.simulator import SimulatedWheel
from tests.conformance.cable import BadCable, Damaged, Mangle, Swapped, dirtied, doubled

POCKETS = tuple(str(number) for number in range(37))
SEGMENTS = tuple("aabaabacaabaabacaabaabadaabaabacaabaabacaabaabadbcef")
IN_A_HURRY = Supervision(ask_again_ms=20, retry_first_ms=1, retry_last_ms=20, bytes_per_s_max=10_000_000)
IMPATIENT = Supervision(
    ask_again_ms=20, retry_first_ms=1, retry_last_ms=20, silent_after_ms=60, cut_after_ms=120, connect_within_ms=500
)
WITHIN_S = 60.0
FACTOR = 200.0


class Case(NamedTuple):
    """A kind of device."""

    kind: DeviceKind
    language: Any
    driver: Any
    make: Callable[[random.Random, str], Machine[Any]]
    course: tuple[type[Any], ...]
    """What is said of a good spin, in this order."""
    readings: tuple[type[Any], ...]
    truth: Callable[[Any], Any]
    """What truly fell, of the device."""
    read: Callable[[Any], Any]
    """What was said to have fallen, of a reading."""

    @property
    def by_hand(self) -> bool:
        return self.kind in {DeviceKind.LIVE, DeviceKind.MONEY_WHEEL}


def wheel_case(kind: DeviceKind) -> Case:
    return Case(
        kind,
        WHEEL,
        WheelDriver,
        lambda rng, boot: SimulatedWheel(POCKETS, rng, kind=kind, boot=boot),
        (BallLaunched, DropImminent, AtRest, Ready),
        (AtRest, RestUnread),
        lambda wheel: wheel.lies_in,
        lambda rest: rest.pocket,
    )


CASES = [
    wheel_case(DeviceKind.AUTOMATIC),
    wheel_case(DeviceKind.LIVE),
    Case(
        DeviceKind.TUMBLER,
        TUMBLER,
        TumblerDriver,
        lambda rng, boot: SimulatedTumbler(rng, boot=boot),
        (DiceShaken, DiceSettling, DiceRead, Ready),
        (DiceRead, DiceUnread, DieCocked),
        lambda tumbler: tumbler.shows,
        lambda read: read.dice,
    ),
    Case(
        DeviceKind.MONEY_WHEEL,
        MONEY_WHEEL,
        MoneyWheelDriver,
        lambda rng, boot: SimulatedMoneyWheel(SEGMENTS, rng, boot=boot),
        (WheelTurned, WheelStopped, Ready),
        (WheelStopped, OnDivider, StopUnread),
        lambda wheel: wheel.points_at,
        lambda stopped: stopped.segment,
    ),
]


class Ear:
    """A driver and everything it delivered, with the patience to wait for more."""

    def __init__(self, case: Case, address: tuple[str, int], supervision: Supervision, key: bytes | None) -> None:
        self.heard: list[Any] = []
        self._news = asyncio.Event()
        self.driver: DeviceDriver[Any, Any] = case.driver(over_tcp(*address), self._deliver, supervision, key=key)
        self.task = asyncio.create_task(self.driver.run())

    def _deliver(self, signal: Any) -> None:
        self.heard.append(signal)
        self._news.set()

    def only(self, *kinds: type[Any], since: int = 0) -> list[Any]:
        return [signal for signal in self.heard[since:] if isinstance(signal, kinds)]

    async def hears(self, *kinds: type[Any], since: int = 0, count: int = 1) -> Any:
        async with asyncio.timeout(WITHIN_S):
            while len(found := self.only(*kinds, since=since)) < count:
                self._news.clear()
                await self._news.wait()
        return found[count - 1]

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


class Bench:
    """A device on a socket, a bad cable to it, and a floor's driver at the other end."""

    def __init__(self, case: Case, key: bytes | None, supervision: Supervision) -> None:
        self.case = case
        self.key = key
        self.supervision = supervision
        self.boots = 0
        self.ears: list[Ear] = []
        self.address = ("", 0)

    async def switch_on(self) -> None:
        """The device begins a new life; the cable leads to it."""
        self.boots += 1
        self.device = self.case.make(random.Random(self.boots), str(self.boots))
        self.server = DeviceServer(DeviceLine(self.case.language, self.device), time_factor=FACTOR, key=self.key)
        address = await self.server.open()
        if self.boots == 1:
            self.cable = BadCable(*address)
            self.address = await self.cable.open()
        self.cable.target = address

    def floor(self, *, key: bytes | None = None) -> Ear:
        ear = Ear(self.case, self.address, self.supervision, key or self.key)
        self.ears.append(ear)
        return ear

    async def ready(self, *, key: bytes | None = None) -> Ear:
        ear = self.floor(key=key)
        await ear.hears(Hello)
        await ear.hears(Ready)
        return ear

    async def spin(self, ear: Ear, name: str) -> None:
        """By order, or by a hand once the device knows the name."""
        begin = len(ear.heard)
        if not self.case.by_hand:
            assert ear.driver.send(Launch(name))
            await ear.hears(self.case.course[0], since=begin)
            return
        async with asyncio.timeout(WITHIN_S):
            while name not in [signal.spin for signal in ear.only(Expecting, since=begin)]:
                ear.driver.send(Expect(name))
                await asyncio.sleep(0.005)
        self.server.by_hand(self.device.push)  # type: ignore[attr-defined]

    async def reading(self, ear: Ear, name: str, since: int = 0) -> Any:
        """The first reading of this spin."""
        async with asyncio.timeout(WITHIN_S):
            while True:
                found = [signal for signal in ear.only(*self.case.readings, since=since) if signal.spin == name]
                if found:
                    return found[0]
                await asyncio.sleep(0.005)

    async def close(self) -> None:
        for ear in self.ears:
            await ear.stop()
        await self.cable.close()
        await self.server.close()


Rule = Callable[[Bench], Awaitable[None]]
Prove = Callable[..., None]


@asynccontextmanager
async def bench_for(case: Case, key: bytes | None, supervision: Supervision) -> AsyncIterator[Bench]:
    bench = Bench(case, key, supervision)
    await bench.switch_on()
    try:
        yield bench
    finally:
        await bench.close()


@pytest.fixture(params=CASES, ids=lambda case: case.kind.value)
def case(request: pytest.FixtureRequest) -> Case:
    chosen: Case = request.param
    return chosen


@pytest.fixture
def prove(case: Case) -> Prove:
    def prove(rule: Rule, *, key: bytes | None = None, supervision: Supervision = IN_A_HURRY) -> None:
        async def course() -> None:
            async with bench_for(case, key, supervision) as bench:
                await rule(bench)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(course())

    return prove


def test_it_says_who_it_is_and_that_it_is_ready(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        assert ear.heard[0] == LinkOpened()
        hello = await ear.hears(Hello)
        assert (hello.version, hello.kind, hello.boot) == (1, bench.case.kind, "1")

    prove(rule)


def test_it_tells_of_a_spin_in_order_and_by_its_name(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        for name in ("t-1", "t-2"):
            begin = len(ear.heard)
            await bench.spin(ear, name)
            rest = await bench.reading(ear, name, begin)
            await ear.hears(Ready, since=ear.heard.index(rest))
            course = [type(each) for each in ear.only(*bench.case.course, since=begin)]
            assert course == [*bench.case.course]
            assert bench.case.read(rest) == bench.case.truth(bench.device)
            spins = {each.spin for each in ear.heard[begin:] if getattr(each, "spin", None)}
            assert spins == {name}
        assert ear.only(Missed, Garbled) == []

    prove(rule)


def test_ordered_twice_it_launches_once_and_a_hand_is_not_ordered_at_all(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        for _ in range(3):
            ear.driver.send(Launch("t-1"))
        if bench.case.by_hand:
            assert (await ear.hears(LaunchRefused)).reason is LaunchRefusal.LIVE_WHEEL
            return
        rest = await bench.reading(ear, "t-1")
        await ear.hears(Ready, since=ear.heard.index(rest))
        begin = len(ear.heard)
        ear.driver.send(Launch("t-1"))
        again = await bench.reading(ear, "t-1", begin)
        assert (again.uptime_ms, bench.case.read(again)) == (rest.uptime_ms, bench.case.read(rest))

    prove(rule)


def test_a_held_device_takes_no_order_to_launch(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        ear.driver.send(Hold())
        ear.driver.send(Launch("t-1"))
        refused = await ear.hears(LaunchRefused)
        assert refused.reason in {LaunchRefusal.HELD, LaunchRefusal.LIVE_WHEEL}
        assert ear.only(*bench.case.course[:1]) == []

    prove(rule)


@pytest.mark.parametrize("cut_every", [1, 2, 7, 40, 61, 97, 150])
def test_cut_at_any_byte_the_outcome_comes_through_and_no_other(prove: Prove, cut_every: int) -> None:
    """The cable holds for so many bytes each time; when it holds at last, the device says what came of it."""

    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        await bench.spin(ear, "t-1")
        bench.cable.cut_every = cut_every
        bench.cable.cut()
        async with asyncio.timeout(WITHIN_S):
            while bench.cable.cuts < 5 or bench.case.truth(bench.device) is None:
                await asyncio.sleep(0.005)
        bench.cable.cut_every = None
        bench.cable.cut()
        rest = await bench.reading(ear, "t-1")
        said = {bench.case.read(each) for each in ear.only(*bench.case.readings)}
        assert said == {bench.case.read(rest)} == {bench.case.truth(bench.device)}

    prove(rule)


BAD_LINES: dict[str, Callable[[], Mangle]] = {
    "doubled": lambda: doubled,
    "dirtied": lambda: dirtied,
    "swapped": Swapped,
    "damaged": Damaged,
}


@pytest.mark.parametrize("mangle", BAD_LINES.values(), ids=BAD_LINES)
def test_over_a_bad_line_the_outcome_comes_through_once_and_right(prove: Prove, mangle: Callable[[], Mangle]) -> None:
    async def rule(bench: Bench) -> None:
        bench.cable.mangle = mangle()
        ear = bench.floor()
        await ear.hears(Hello)
        await bench.spin(ear, "t-1")
        rest = await bench.reading(ear, "t-1")
        assert bench.case.read(rest) == bench.case.truth(bench.device)
        said = {(each.uptime_ms, bench.case.read(each)) for each in ear.only(*bench.case.readings)}
        assert len(said) == 1

    prove(rule)


def test_lines_said_twice_are_heard_once(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        bench.cable.mangle = doubled
        ear = await bench.ready()
        await bench.spin(ear, "t-1")
        await bench.reading(ear, "t-1")
        numbers = [each.number for each in ear.heard if hasattr(each, "number")]
        assert len(numbers) == len(set(numbers))
        assert ear.driver.protocol.tally.repeated > 0

    prove(rule)


def test_silence_is_told_and_then_the_link_is_cut_and_made_anew(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        bench.cable.stalled = True
        begin = len(ear.heard)
        await ear.hears(Silent, since=begin)
        lost = await ear.hears(LinkLost, since=begin)
        assert lost.reason is LossReason.SILENT
        bench.cable.stalled = False
        await ear.hears(Hello, since=ear.heard.index(lost))

    prove(rule, supervision=IMPATIENT)


def test_a_device_that_lost_its_power_begins_anew_and_tells_nothing_of_the_spin(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        await bench.spin(ear, "t-1")
        await ear.hears(bench.case.course[0])
        begin = len(ear.heard)
        await bench.server.close()
        await bench.switch_on()
        hello = await ear.hears(Hello, since=begin)
        assert hello.boot == "2"
        await ear.hears(Ready, since=begin)
        assert ear.only(*bench.case.readings) == []
        await bench.spin(ear, "t-2")
        rest = await bench.reading(ear, "t-2")
        assert bench.case.read(rest) == bench.case.truth(bench.device)

    prove(rule)


def test_a_floor_that_comes_back_in_the_middle_hears_the_outcome(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        await bench.spin(ear, "t-1")
        await ear.hears(bench.case.course[0])
        await ear.stop()
        later = bench.floor()
        rest = await bench.reading(later, "t-1")
        assert bench.case.read(rest) == bench.case.truth(bench.device)
        assert later.only(bench.case.course[0]) != []

    prove(rule)


def test_a_floor_that_comes_back_late_hears_what_a_spin_came_to_and_no_warning_of_it(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        await bench.spin(ear, "t-1")
        rest = await bench.reading(ear, "t-1")
        await ear.hears(Ready, since=ear.heard.index(rest))
        await ear.stop()
        later = await bench.ready()
        again = await bench.reading(later, "t-1")
        assert (again.uptime_ms, bench.case.read(again)) == (rest.uptime_ms, bench.case.read(rest))
        assert later.only(DropImminent, DiceSettling) == []

    prove(rule)


def test_a_second_floor_takes_the_place_of_the_first(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        first = await bench.ready()
        begin = len(first.heard)
        second = bench.floor()
        await second.hears(Hello)
        assert (await first.hears(LinkLost, since=begin)).reason is LossReason.CLOSED

    prove(rule)


def test_a_key_of_the_dealer_is_heard_once_with_the_spin_it_is_for(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        ear.driver.send(Expect("t-1"))
        await ear.hears(Expecting)
        bench.server.by_hand(lambda: bench.device.press(DealerKey.NUMBER, "17"))
        pressed = await ear.hears(KeyPressed)
        assert (pressed.spin, pressed.key, pressed.value) == ("t-1", DealerKey.NUMBER, "17")
        begin = len(ear.heard)
        ear.driver.send(Identify())
        await ear.hears(Ready, since=begin)
        assert ear.only(KeyPressed, since=begin) == [], "said once: a press is not said again"

    prove(rule)


KEY = bytes(range(32))


def test_with_the_right_key_it_is_as_without(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        assert ear.heard[0] == LinkOpened()
        await bench.spin(ear, "t-1")
        rest = await bench.reading(ear, "t-1")
        assert bench.case.read(rest) == bench.case.truth(bench.device)

    prove(rule, key=KEY)


def test_a_device_that_does_not_have_the_key_is_not_heard(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = bench.floor(key=secrets.token_bytes(32))
        lost = await ear.hears(LinkLost)
        assert lost.reason in {LossReason.UNPROVEN, LossReason.CLOSED}
        assert [signal for signal in ear.heard if not isinstance(signal, LinkLost)] == []

    prove(rule, key=KEY, supervision=IMPATIENT)


def test_a_device_that_knows_no_proof_is_not_heard_where_one_is_asked_for(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = bench.floor(key=KEY)
        assert (await ear.hears(LinkLost)).reason is LossReason.UNPROVEN
        assert ear.only(Hello) == []
        assert not ear.driver.send(Launch("t-1"))

    prove(rule, supervision=IMPATIENT)


def test_a_floor_that_does_not_have_the_key_is_told_nothing_and_moves_nothing(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        ear = await bench.ready()
        reader, writer = await asyncio.open_connection(*bench.cable.target)
        writer.write(SignalProtocol(bench.case.language).encode(Launch("evil")) * 3)
        writer.write(SignalProtocol(bench.case.language).encode(Identify()))
        begin = len(ear.heard)
        await bench.spin(ear, "t-1")
        await bench.reading(ear, "t-1")
        assert ear.only(LinkLost, since=begin) == [], "a stranger takes nobody's place"
        assert "evil" not in {getattr(each, "spin", None) for each in ear.heard}
        writer.write_eof()
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()

    prove(rule, key=KEY)
