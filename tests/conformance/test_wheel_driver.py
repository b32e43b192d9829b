"""What any wheel and any wheel driver must do, shown over a real socket.

Here the wheel is the simulator and runs two hundred times as fast. To try a wheel of your own against the first part,
name its address, and how many seconds one of its spins may take:

    WHEEL_UNDER_TEST=192.168.7.20:4001 WHEEL_SPIN_S=90 pytest tests/conformance/test_wheel_driver.py -k device

Waiting is always for something said; the time limit is only there so that a wheel that never says it fails the test.
"""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar, cast
from uuid import uuid4

import pytest
import uvloop

from openetg.devices.wheel.driver import Connect, Deliver, Supervision, WheelDriver, over_tcp
from openetg.devices.wheel.line import SimulatedLine
from openetg.devices.wheel.physics import SpinFault
from openetg.devices.wheel.protocol import WheelProtocol, encode
from openetg.devices.wheel.serve import WheelServer
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DeviceSignal,
    DropImminent,
    Fault,
    Garbled,
    Heartbeat,
    Held,
    Hello,
    Hold,
    Identify,
    Launch,
    LaunchRefused,
    LinkLost,
    LinkOpened,
    Missed,
    Ready,
    Release,
    RestUnread,
    Revolution,
    WheelSignal,
)
from openetg.devices.wheel.simulator import SimulatedWheel

ADDRESS = os.environ.get("WHEEL_UNDER_TEST")
SPIN_S = float(os.environ.get("WHEEL_SPIN_S", "30"))
POCKETS = tuple(str(number) for number in range(37))
IN_A_HURRY = Supervision(ask_again_ms=20, retry_first_ms=1, bytes_per_s_max=10_000_000)
DRIVERS: dict[str, Callable[[Connect, Deliver, Supervision], WheelDriver]] = {"line protocol": WheelDriver}

Kind = TypeVar("Kind")
NewLoop = Callable[[], asyncio.AbstractEventLoop]


class Bench:
    """A driver connected to a wheel, with everything heard so far and the patience to wait for more."""

    def __init__(self, connect: Connect, driver: str, simulated: SimulatedWheel, server: WheelServer) -> None:
        self.simulated = simulated
        self.server = server
        self.heard: list[WheelSignal] = []
        self._news = asyncio.Event()
        self.driver = DRIVERS[driver](connect, self._deliver, IN_A_HURRY)

    def _deliver(self, signal: WheelSignal) -> None:
        self.heard.append(signal)
        self._news.set()

    def mark(self) -> int:
        """A place in what was heard, to look at what comes after."""
        return len(self.heard)

    def only(self, *kinds: type[Kind], since: int = 0) -> list[Kind]:
        return [signal for signal in self.heard[since:] if isinstance(signal, kinds)]

    async def hears(self, *kinds: type[Kind], since: int = 0, count: int = 1) -> Kind:
        """The `count`-th of these kinds after the mark, as soon as it is heard."""
        async with asyncio.timeout(SPIN_S):
            while len(found := self.only(*kinds, since=since)) < count:
                self._news.clear()
                await self._news.wait()
        return found[count - 1]

    async def spin(self, spin: str) -> list[WheelSignal]:
        """Order a launch; everything heard until the wheel is ready again."""
        begin = self.mark()
        assert self.driver.send(Launch(spin))
        await self.spin_over(since=begin)
        return self.heard[begin:]

    async def spin_over(self, since: int) -> None:
        """The ball has come to rest and after that the wheel is ready."""
        await self.hears(AtRest, RestUnread, since=since)
        rests = (at for at in range(since, self.mark()) if isinstance(self.heard[at], AtRest | RestUnread))
        await self.hears(Ready, since=next(rests))

    async def is_ready(self) -> None:
        await self.hears(Hello)
        await self.hears(Ready)


Rule = Callable[[Bench], Awaitable[None]]
Prove = Callable[..., None]


@asynccontextmanager
async def wheel_with(faults: dict[int, set[SpinFault]]) -> AsyncIterator[tuple[Connect, SimulatedWheel, WheelServer]]:
    """A simulated wheel on a socket; where a wheel under test is named, the way leads to that one instead."""
    rng = random.Random(37)
    wheel = SimulatedWheel(POCKETS, rng)
    for spin, named in faults.items():
        wheel.inject(spin, *named)
    server = WheelServer(SimulatedLine(wheel, rng), time_factor=200)
    host, port = await server.open()
    try:
        yield over_tcp(*(split_address(ADDRESS) if ADDRESS else (host, port))), wheel, server
    finally:
        await server.close()


@asynccontextmanager
async def bench_with(driver: str, faults: dict[int, set[SpinFault]]) -> AsyncIterator[Bench]:
    async with wheel_with(faults) as (connect, wheel, server):
        bench = Bench(connect, driver, wheel, server)
        task = asyncio.create_task(bench.driver.run())
        try:
            await bench.is_ready()
            yield bench
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def split_address(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    return host, int(port)


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def new_loop(request: pytest.FixtureRequest) -> NewLoop:
    chosen: NewLoop = request.param
    return chosen


@pytest.fixture(params=DRIVERS)
def prove(request: pytest.FixtureRequest, new_loop: NewLoop) -> Prove:
    """Runs a rule on a bench; `faults` are those of the simulated wheel, by spin."""
    driver: str = request.param

    def prove(rule: Rule, faults: dict[int, set[SpinFault]] | None = None) -> None:
        async def course() -> None:
            async with bench_with(driver, faults or {}) as bench:
                await rule(bench)

        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(course())

    return prove


needs_simulator = pytest.mark.skipif(ADDRESS is not None, reason="needs a wheel whose faults can be chosen")


def new_spin() -> str:
    """An id that no wheel has heard before."""
    return f"test:{uuid4().hex[:16]}"


def test_device_says_who_it_is_and_the_order_of_its_pockets(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        hello = await bench.hears(Hello)
        assert hello.version == 1
        assert hello.serial
        assert len(set(hello.faces)) == len(hello.faces) >= 37

    prove(rule)


def test_device_reports_launch_laps_drop_and_rest_of_a_spin_in_this_order(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        heard = await bench.spin(new_spin())
        course = [type(signal) for signal in heard if isinstance(signal, BallLaunched | DropImminent | AtRest | Ready)]
        assert course == [BallLaunched, DropImminent, AtRest, Ready]
        laps = [signal.count for signal in heard if isinstance(signal, Revolution)]
        assert laps == list(range(1, len(laps) + 1))

    prove(rule)


def test_device_rests_in_a_pocket_it_declared(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        await bench.spin(new_spin())
        assert (await bench.hears(AtRest)).pocket in (await bench.hears(Hello)).faces

    prove(rule)


def test_device_names_the_spin_in_everything_it_says_of_it(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        spin, begin = new_spin(), bench.mark()
        await bench.spin(spin)
        said = bench.only(BallLaunched, Revolution, DropImminent, AtRest, since=begin)
        assert {getattr(signal, "spin", None) for signal in said} == {spin}

    prove(rule)


def test_device_shoots_the_ball_against_the_rotor(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        await bench.spin(new_spin())
        launched = await bench.hears(BallLaunched)
        assert launched.ball is None or launched.ball is not launched.rotor

    prove(rule)


def test_device_numbers_its_lines_without_a_gap(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        await bench.spin(new_spin())
        await bench.spin(new_spin())
        assert bench.only(Missed, Garbled) == []

    prove(rule)


def test_device_launches_once_however_often_the_spin_is_ordered(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        spin, begin = new_spin(), bench.mark()
        for _ in range(3):
            bench.driver.send(Launch(spin))
        await bench.hears(BallLaunched, since=begin)
        bench.driver.send(Launch(spin))
        await bench.spin_over(since=begin)
        over = bench.mark()
        bench.driver.send(Launch(spin))
        again = await bench.hears(AtRest, since=over)
        first = await bench.hears(AtRest, since=begin)
        assert (again.pocket, again.uptime_ms) == (first.pocket, first.uptime_ms)
        assert len({launched.uptime_ms for launched in bench.only(BallLaunched, since=begin)}) == 1

    prove(rule)


def test_device_refuses_another_spin_while_one_is_under_way(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        begin, first, second = bench.mark(), new_spin(), new_spin()
        bench.driver.send(Launch(first))
        bench.driver.send(Launch(second))
        assert (await bench.hears(LaunchRefused, since=begin)).spin == second
        await bench.spin_over(since=begin)
        assert {rest.spin for rest in bench.only(AtRest, since=begin)} == {first}

    prove(rule)


def test_device_that_is_held_launches_nothing_until_released(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        begin, spin = bench.mark(), new_spin()
        bench.driver.send(Hold())
        await bench.hears(Held, since=begin)
        bench.driver.send(Launch(spin))
        assert (await bench.hears(LaunchRefused, since=begin)).spin == spin
        refused = bench.mark()
        bench.driver.send(Release())
        await bench.hears(Ready, since=refused)
        assert bench.only(BallLaunched, since=begin) == []
        await bench.spin(spin)
        assert (await bench.hears(AtRest, since=begin)).spin == spin

    prove(rule)


def test_device_beats_while_nothing_happens(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        await bench.hears(Heartbeat, count=3)

    prove(rule)


def test_device_says_again_what_a_spin_came_to_when_it_is_asked(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        begin = bench.mark()
        await bench.spin(new_spin())
        rest, over = await bench.hears(AtRest, since=begin), bench.mark()
        bench.driver.send(Identify())
        await bench.hears(Hello, since=over)
        again = await bench.hears(AtRest, since=over)
        assert (again.spin, again.pocket, again.uptime_ms) == (rest.spin, rest.pocket, rest.uptime_ms)
        await bench.hears(Ready, since=over)
        assert bench.only(DropImminent, since=over) == []

    prove(rule)


def test_device_is_not_upset_by_rubbish(new_loop: NewLoop) -> None:
    async def course() -> None:
        async with wheel_with({}) as (connect, _, _):
            link = RawLink()
            await connect(lambda: link)
            link.say(b"\x00\xff$$$*\r\n$LAUNCH,*0000\r\n" + b"x" * 5_000 + b"\n" + encode(Identify()))
            await link.hears(Hello)
            link.transport.abort()
            await link.closed.wait()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(course())


class RawLink(asyncio.Protocol):
    """A link on which a test may say anything at all."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.closed = asyncio.Event()
        self.heard: list[WheelSignal] = []
        self._protocol = WheelProtocol()
        self._news = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.closed.set()

    def data_received(self, data: bytes) -> None:
        self.heard += self._protocol.receive(data)
        self._news.set()

    def say(self, data: bytes) -> None:
        self.transport.write(data)

    async def hears(self, kind: type[DeviceSignal]) -> None:
        async with asyncio.timeout(SPIN_S):
            while not any(isinstance(signal, kind) for signal in self.heard):
                self._news.clear()
                await self._news.wait()


@needs_simulator
def test_driver_tells_of_the_link_before_anything_heard_on_it(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        assert bench.heard[0] == LinkOpened()

    prove(rule)


@needs_simulator
def test_driver_finds_the_wheel_again_and_the_number_that_fell_meanwhile(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        begin = bench.mark()
        bench.driver.send(Launch("s1"))
        await bench.hears(BallLaunched, since=begin)
        await bench.server.drop_connections()
        await bench.hears(LinkLost, since=begin)
        await bench.hears(LinkOpened, since=begin)
        rest = await bench.hears(AtRest, since=begin)
        assert (rest.spin, rest.pocket) == ("s1", bench.simulated.lies_in)

    prove(rule)


@needs_simulator
@pytest.mark.parametrize(
    "fault",
    [
        SpinFault.LINE_NOISE,
        SpinFault.REPEATED_LINES,
        SpinFault.LOST_LAUNCH,
        SpinFault.LOST_DROP,
        SpinFault.LOST_REST,
        SpinFault.DAMAGED_REST,
        SpinFault.MUTE,
    ],
)
def test_driver_gets_the_number_over_a_bad_line(prove: Prove, fault: SpinFault) -> None:
    async def rule(bench: Bench) -> None:
        bench.driver.send(Launch("s1"))
        rest = await bench.hears(AtRest)
        assert (rest.spin, rest.pocket) == ("s1", bench.simulated.lies_in)

    prove(rule, {1: {fault}})


@needs_simulator
@pytest.mark.parametrize("fault", [SpinFault.NO_LAUNCH, SpinFault.BALL_LOST, SpinFault.STUCK_ROTOR])
def test_driver_delivers_a_fault_with_its_spin(prove: Prove, fault: SpinFault) -> None:
    async def rule(bench: Bench) -> None:
        bench.driver.send(Launch("s1"))
        assert (await bench.hears(Fault)).spin == "s1"

    prove(rule, {1: {fault}})


@needs_simulator
def test_driver_delivers_an_unread_rest_without_a_number(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        heard = await bench.spin("s1")
        assert len([signal for signal in heard if isinstance(signal, RestUnread)]) == 1
        assert not any(isinstance(signal, AtRest) for signal in heard)

    prove(rule, {1: {SpinFault.UNREAD}})


@needs_simulator
def test_driver_delivers_a_rest_without_a_drop_as_it_is(prove: Prove) -> None:
    async def rule(bench: Bench) -> None:
        heard = await bench.spin("s1")
        assert not any(isinstance(signal, DropImminent) for signal in heard)
        assert any(isinstance(signal, AtRest) for signal in heard)

    prove(rule, {1: {SpinFault.EARLY_REST}})
