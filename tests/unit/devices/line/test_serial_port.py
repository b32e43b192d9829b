"""The same lines over a serial port: a pseudo-terminal stands for one, and going away is a lost link."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable

import pytest
import uvloop

from openetg.devices.line.driver import Supervision
from openetg.devices.line.serial_port import over_serial
from openetg.devices.statusline.pty import serve_pty
from openetg.devices.wheel.driver import WheelDriver
from openetg.devices.wheel.line import SimulatedLine
from openetg.devices.wheel.signals import AtRest, Hello, Launch, LinkLost, LossReason, WheelSignal
from openetg.devices.wheel.simulator import SimulatedWheel
from tests.unit.devices.wheel.wheels import SINGLE_ZERO

NewLoop = Callable[[], asyncio.AbstractEventLoop]
IN_A_HURRY = Supervision(ask_again_ms=20, retry_first_ms=1, bytes_per_s_max=10_000_000)
WITHIN_S = 60.0


class Ear:
    """A driver at a serial port and what it delivered."""

    def __init__(self, path: str) -> None:
        self.heard: list[WheelSignal] = []
        self._news = asyncio.Event()
        self.driver = WheelDriver(over_serial(path), self._deliver, IN_A_HURRY)
        self._task = asyncio.create_task(self.driver.run())

    def _deliver(self, signal: WheelSignal) -> None:
        self.heard.append(signal)
        self._news.set()

    async def hears(self, kind: type[object]) -> WheelSignal:
        async with asyncio.timeout(WITHIN_S):
            while not (found := [signal for signal in self.heard if isinstance(signal, kind)]):
                self._news.clear()
                await self._news.wait()
        return found[0]

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def new_loop(request: pytest.FixtureRequest) -> NewLoop:
    chosen: NewLoop = request.param
    return chosen


def test_a_spin_over_a_serial_port(new_loop: NewLoop) -> None:
    async def course() -> None:
        wheel = SimulatedWheel(SINGLE_ZERO, random.Random(1))
        async with serve_pty(SimulatedLine(wheel, random.Random(2)), time_factor=200) as path:
            ear = Ear(path)
            await ear.hears(Hello)
            assert ear.driver.send(Launch("A-1"))
            rest = await ear.hears(AtRest)
            assert isinstance(rest, AtRest)
            assert rest.pocket == wheel.lies_in
            await ear.stop()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(course())


def test_a_port_that_goes_away_is_a_lost_link(new_loop: NewLoop) -> None:
    async def course() -> None:
        near, far = os.openpty()
        path = os.ttyname(far)
        ear = Ear(path)
        async with asyncio.timeout(WITHIN_S):
            while not ear.driver.link().connected:
                await asyncio.sleep(0.001)
        os.close(far)
        os.close(near)
        lost = await ear.hears(LinkLost)
        assert isinstance(lost, LinkLost)
        assert lost.reason is LossReason.CLOSED
        await ear.stop()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(course())


def test_a_port_that_is_not_there_cannot_be_reached(new_loop: NewLoop) -> None:
    async def course() -> None:
        ear = Ear("/dev/no-such-port")
        lost = await ear.hears(LinkLost)
        assert isinstance(lost, LinkLost)
        assert lost.reason is LossReason.UNREACHABLE
        assert "no-such-port" in lost.words
        await ear.stop()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(course())
