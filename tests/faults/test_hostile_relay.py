"""Somebody between the floor and a keyed device can cut the line, and nothing else: no kind of device, no trick.

What the floor hears is always what the device said, in its order and once; so with what the device is told.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest

from openetg.devices.acceptor import signals as acceptor
from openetg.devices.acceptor.simulator import SimulatedAcceptor
from openetg.devices.display import signals as display
from openetg.devices.kiosk import signals as kiosk
from openetg.devices.kiosk.simulator import SimulatedKiosk
from openetg.devices.line.cable import DeviceLine
from openetg.devices.line.driver import DeviceDriver, Supervision, over_tcp
from openetg.devices.line.framing import framed
from openetg.devices.line.protocol import SignalProtocol
from openetg.devices.line.serve import DeviceServer
from openetg.devices.line.signals import (
    DeviceKind,
    Garbled,
    Identify,
    Launch,
    LinkLost,
    LinkOpened,
    LossReason,
    Missed,
    Silent,
)
from openetg.devices.money.line import FloorEnd, MoneyDeviceEnd
from openetg.devices.moneywheel.protocol import MONEY_WHEEL
from openetg.devices.moneywheel.simulator import SimulatedMoneyWheel
from openetg.devices.monitoring import signals as monitoring
from openetg.devices.printer import signals as printer
from openetg.devices.printer.simulator import SimulatedPrinter
from openetg.devices.sensors import signals as sensors
from openetg.devices.tumbler.protocol import TUMBLER
from openetg.devices.tumbler.simulator import SimulatedTumbler
from openetg.devices.wheel.protocol import WHEEL
from openetg.devices.wheel.signals import AtRest
from openetg.devices.wheel.simulator import SimulatedWheel
from tests.faults import hostile
from tests.faults.hostile import Relay, Trick, honest
from tests.simulated.display import SimulatedDisplay
from tests.simulated.monitoring import SimulatedMonitoring
from tests.simulated.sensors import SimulatedSensors

KEY = bytes(range(32))
POCKETS = tuple(str(number) for number in range(37))
SEGMENTS = tuple("aabaabacaabaabacaabaabadaabaabacaabaabacaabaabadbcef")
WITHIN_S = 60.0
FACTOR = 100.0
HASTY = Supervision(
    ask_again_ms=20, retry_first_ms=1, retry_last_ms=5, bytes_per_s_max=10_000_000, connect_within_ms=2_000
)
NOTICES = (LinkOpened, LinkLost, Silent, Garbled, Missed)


class Kind(NamedTuple):
    """A kind of device: its two ends, and a line somebody might want the floor to believe."""

    make: Callable[[], Any]
    floor_end: Callable[[], Any]
    device_end: Callable[[Any], Any]
    lie: bytes


def outcomes(language: Any, make: Callable[[], Any], lie: bytes) -> Kind:
    return Kind(make, lambda: SignalProtocol(language), lambda device: DeviceLine(language, device), lie)


def money(language: Any, make: Callable[[], Any], lie: bytes) -> Kind:
    return Kind(make, lambda: FloorEnd(language), lambda device: MoneyDeviceEnd(language, device), lie)


KINDS = {
    "wheel": outcomes(WHEEL, lambda: SimulatedWheel(POCKETS, random.Random(1)), b"REST,900,900,t-1,17"),
    "live-wheel": outcomes(
        WHEEL,
        lambda: SimulatedWheel(POCKETS, random.Random(1), kind=DeviceKind.LIVE),
        b"KEY,900,900,t-1,number,17",
    ),
    "tumbler": outcomes(TUMBLER, lambda: SimulatedTumbler(random.Random(1)), b"DICE,900,900,t-1,6 6 6"),
    "money-wheel": outcomes(
        MONEY_WHEEL, lambda: SimulatedMoneyWheel(SEGMENTS, random.Random(1)), b"STOPPED,900,900,t-1,52,7"
    ),
    "acceptor": money(acceptor.LANGUAGE, lambda: SimulatedAcceptor(life=1), b"STACKED,9,500000"),
    "printer": money(printer.LANGUAGE, lambda: SimulatedPrinter("P"), b"PRINTED,9"),
    "kiosk": money(kiosk.LANGUAGE, lambda: SimulatedKiosk(life=1), b"PAID,9,5000"),
    "monitoring": money(monitoring.LANGUAGE, SimulatedMonitoring, b"SEND,x-1,M1,500000"),
    "sensors": money(sensors.LANGUAGE, SimulatedSensors, b"FINE"),
    "display": money(display.LANGUAGE, SimulatedDisplay, b"FINE"),
}


class Spied:
    """A simulated device, with everything it said and was told."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self.said: list[Any] = []
        self.told: list[Any] = []

    def order(self, order: Any) -> None:
        self.told.append(order)
        self.device.order(order)

    def next_event_ms(self) -> int:
        due: int = self.device.next_event_ms()
        return due

    def advance(self, to_ms: int) -> list[Any]:
        said = list(self.device.advance(to_ms))
        self.said += said
        return said


class Line:
    """A floor's driver, the relay, and the device behind it."""

    def __init__(self, spied: Spied, relay: Relay, address: tuple[str, int], floor_end: Any) -> None:
        self.spied = spied
        self.relay = relay
        self.heard: list[Any] = []
        self.ordered: list[Any] = []
        self._floor_end = floor_end
        encode = floor_end.encode

        def noted(order: Any) -> bytes:
            self.ordered.append(order)
            line: bytes = encode(order)
            return line

        floor_end.encode = noted
        self.driver: DeviceDriver[Any, Any] = DeviceDriver(
            floor_end, over_tcp(*address), self.heard.append, HASTY, key=KEY
        )

    def losses(self) -> list[LossReason]:
        return [each.reason for each in self.heard if isinstance(each, LinkLost)]

    def signals(self) -> list[Any]:
        return [each for each in self.heard if not isinstance(each, NOTICES)]

    async def until(self, so: Callable[[], object]) -> None:
        async with asyncio.timeout(WITHIN_S):
            while not so():
                await asyncio.sleep(0.002)

    def is_true(self) -> None:
        """Nobody but the two ends was heard, each thing once and in its order."""
        assert is_within(self.signals(), self.spied.said)
        assert is_within(self.spied.told, self.ordered)


def is_within(heard: Sequence[Any], said: Sequence[Any]) -> bool:
    """Whether what was heard is what was said with gaps at most."""
    rest = iter(said)
    return all(any(each == other for other in rest) for each in heard)


@asynccontextmanager
async def line_to(kind: Kind) -> AsyncIterator[Line]:
    spied = Spied(kind.make())
    server = DeviceServer(kind.device_end(spied), time_factor=FACTOR, key=KEY)
    relay = Relay(*await server.open())
    line = Line(spied, relay, await relay.open(), kind.floor_end())
    task = asyncio.create_task(line.driver.run())
    try:
        await line.until(line.signals)
        yield line
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await relay.close()
        await server.close()


@pytest.fixture(params=KINDS, ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.mark.parametrize(
    "trick",
    [hostile.changed, hostile.without_seal, hostile.twice, hostile.swapped, hostile.turned_round, hostile.cut_short],
)
def test_what_a_device_says_is_heard_as_it_said_it_or_not_at_all(kind: Kind, trick: Trick) -> None:
    async def course() -> None:
        async with line_to(kind) as line:
            line.relay.to_floor = trick
            await line.until(lambda: line.relay.played)
            await line.until(line.losses)
            line.is_true()
            line.relay.to_floor = honest
            mark = len(line.signals())
            await line.until(lambda: len(line.signals()) > mark)
            line.is_true()

    asyncio.run(course())


def test_the_lie_would_be_believed_without_seals(kind: Kind) -> None:
    heard = kind.floor_end().receive(framed(kind.lie))
    assert heard
    assert not isinstance(heard[0], Garbled)


def test_a_line_that_is_made_up_is_not_heard_and_said_to_be_forged(kind: Kind) -> None:
    async def course() -> None:
        async with line_to(kind) as line:
            line.relay.to_floor = hostile.made_up(kind.lie)
            await line.until(line.losses)
            assert line.losses()[0] is LossReason.FORGED
            line.is_true()

    asyncio.run(course())


def test_a_device_that_offers_the_old_form_is_refused(kind: Kind) -> None:
    """It has the key and does not seal its lines: nothing of it is heard, and the words say why."""

    async def course() -> None:
        async with line_to(kind) as line:
            line.relay.to_floor = hostile.without_seal
            await line.until(line.losses)
            lost = next(each for each in line.heard if isinstance(each, LinkLost))
            assert lost.reason is LossReason.FORGED
            assert "does not seal its lines" in lost.words

    asyncio.run(course())


@pytest.mark.parametrize(
    "trick",
    [hostile.changed, hostile.without_seal, hostile.twice, hostile.swapped, hostile.turned_round, hostile.cut_short],
)
def test_what_a_device_is_told_is_what_the_floor_ordered_or_nothing(kind: Kind, trick: Trick) -> None:
    async def course() -> None:
        async with line_to(kind) as line:
            line.relay.to_device = trick
            line.driver.send(Identify())
            line.driver.send(Identify())
            await line.until(lambda: line.relay.played)
            await line.until(line.losses)
            line.is_true()

    asyncio.run(course())


def test_lines_that_are_taken_away_are_asked_for(kind: Kind) -> None:
    """Taking lines away is noticed by the count; the line stands, and the device says again where it stands."""

    async def course() -> None:
        async with line_to(kind) as line:
            asked = line.ordered.count(Identify())
            line.relay.to_floor = hostile.every_other_lost
            await line.until(lambda: line.ordered.count(Identify()) > asked)
            line.relay.to_floor = honest
            mark = len(line.signals())
            await line.until(lambda: len(line.signals()) > mark)
            assert line.losses() == []
            line.is_true()

    asyncio.run(course())


def test_lines_kept_from_another_connection_are_worth_nothing(kind: Kind) -> None:
    async def course() -> None:
        async with line_to(kind) as line:
            kept: list[bytes] = []

            def keep(relay: Relay, body: bytes) -> list[bytes]:
                del relay
                kept.append(body)
                return [body]

            line.relay.to_floor = keep
            await line.until(lambda: len(kept) > 2)
            line.relay.to_floor = hostile.cut_short
            await line.until(line.losses)
            line.relay.to_floor = lambda _relay, body: [*kept, body]
            await line.until(lambda: LossReason.FORGED in line.losses())
            line.is_true()

    asyncio.run(course())


def test_no_result_can_be_turned_into_seventeen() -> None:
    """As it was done: every `REST` that passed was given another pocket and a right CRC."""

    def seventeen(relay: Relay, body: bytes) -> list[bytes]:
        fields = body.split(b",")
        if fields[0] == b"REST":
            relay.played += 1
            fields[4] = b"17"
        return [b",".join(fields)]

    async def course() -> None:
        async with line_to(KINDS["wheel"]) as line:
            line.relay.to_floor = seventeen
            # Ordered again until it moves: an order may be lost with its line, and launches once however often it is.
            await line.until(lambda: line.relay.played or (line.driver.send(Launch("t-1")) and line.relay.played))
            await line.until(lambda: LossReason.FORGED in line.losses())
            assert [each.pocket for each in line.signals() if isinstance(each, AtRest)] == []
            line.relay.to_floor = honest
            await line.until(lambda: any(isinstance(each, AtRest) for each in line.signals()))
            rests = {each.pocket for each in line.signals() if isinstance(each, AtRest)}
            assert rests == {line.spied.device.lies_in}

    asyncio.run(course())
