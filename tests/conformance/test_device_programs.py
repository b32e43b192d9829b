"""`etg device …`: each simulator as a program of its own, reached by the floor's driver over a real line."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from openetg.devices.line.signals import (
    DealerKey,
    DeviceKind,
    Expect,
    Expecting,
    Hello,
    KeyPressed,
    Launch,
    LaunchRefusal,
    LaunchRefused,
    LossReason,
)
from openetg.devices.moneywheel.signals import WheelStopped
from openetg.devices.tumbler.signals import DieCocked
from openetg.devices.wheel.signals import AtRest, LinkLost
from openetg.rulebook.load import load
from openetg.server.devices.attaching import attach
from openetg.server.devices.hearing import Signal

WITHIN_S = 60.0
FAST = ("--time-factor", "100")


class Program:
    """A device that runs as a process, and what it prints."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def says(self) -> str:
        assert self.process.stdout is not None
        async with asyncio.timeout(WITHIN_S):
            return (await self.process.stdout.readline()).decode().strip()

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode() + b"\n")


@asynccontextmanager
async def program(*arguments: str) -> AsyncIterator[Program]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "openetg", "device", *arguments,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        yield Program(process)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        async with asyncio.timeout(WITHIN_S):
            await process.communicate()


class Floor:
    """A driver and what it delivered."""

    def __init__(self, rulebook: str, kind: str, address: str, key: bytes | None = None) -> None:
        self.heard: list[Signal] = []
        self._news = asyncio.Event()
        self.driver = attach(load(rulebook).rulebook, kind, address, self._deliver, key=key)
        self._task = asyncio.create_task(self.driver.run())

    def _deliver(self, heard: Signal) -> None:
        self.heard.append(heard)
        self._news.set()

    async def hears(self, kind: type[object]) -> Signal:
        async with asyncio.timeout(WITHIN_S):
            while not (found := [each for each in self.heard if isinstance(each, kind)]):
                self._news.clear()
                await self._news.wait()
        return found[0]

    async def launches(self, spin: str) -> Signal:
        """Its rest, asked for again as long as the wheel is still busy with the spin that it made by itself."""
        async with asyncio.timeout(WITHIN_S):
            while True:
                self.driver.send(Launch(spin))
                answer = await self._hears_of(spin)
                if not isinstance(answer, LaunchRefused):
                    return answer
                assert answer.reason is LaunchRefusal.BUSY, answer
                self.heard.remove(answer)

    async def _hears_of(self, spin: str) -> Signal:
        while True:
            for each in self.heard:
                if isinstance(each, AtRest | LaunchRefused) and each.spin == spin:
                    return each
            self._news.clear()
            await self._news.wait()

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


def test_a_wheel_as_a_program() -> None:
    async def course() -> None:
        async with program("wheel", *FAST) as wheel:
            floor = Floor("ministar", "electronic", f"tcp://{(await wheel.says()).removeprefix('wheel ')}")
            await floor.hears(Hello)
            floor.driver.send(Launch("A-1"))
            rest = await floor.hears(AtRest)
            assert isinstance(rest, AtRest)
            assert rest.spin == "A-1"
            await floor.stop()

    asyncio.run(course())


def test_a_tumbler_as_a_program_with_a_fault_switched_on() -> None:
    async def course() -> None:
        async with program("tumbler", *FAST, "--fault", "1:cocked") as tumbler:
            floor = Floor("interblock", "sic-bo", f"tcp://{(await tumbler.says()).removeprefix('tumbler ')}")
            await floor.hears(Hello)
            floor.driver.send(Launch("C-1"))
            await floor.hears(DieCocked)
            await floor.stop()

    asyncio.run(course())


def test_a_live_wheel_as_a_program_with_a_dealer_at_its_keys() -> None:
    async def course() -> None:
        async with program("live-wheel", *FAST) as wheel:
            floor = Floor("novo-unity", "live", f"tcp://{(await wheel.says()).removeprefix('live-wheel ')}")
            hello = await floor.hears(Hello)
            assert isinstance(hello, Hello)
            assert hello.kind is DeviceKind.LIVE
            floor.driver.send(Expect("D-1"))
            await floor.hears(Expecting)
            for text in ("push", "17", "confirm", "dance"):
                wheel.type(text)
            said = [await wheel.says() for _ in range(4)]
            assert said[:3] == ["pushed", "17 keyed; confirm or clear", "17 confirmed"]
            assert said[3].startswith("expected open, finish, spin, no-more, no-spin, a number")
            pressed = await floor.hears(KeyPressed)
            assert isinstance(pressed, KeyPressed)
            assert (pressed.spin, pressed.key, pressed.value) == ("D-1", DealerKey.NUMBER, "17")
            rest = await floor.hears(AtRest)
            assert isinstance(rest, AtRest)
            assert rest.spin == "D-1"
            await floor.stop()

    asyncio.run(course())


def test_a_money_wheel_that_spins_by_itself_behind_its_key(tmp_path: Path) -> None:
    async def course() -> None:
        path = tmp_path / "wheel.key"
        async with program("key", str(path)) as made:
            await made.process.wait()
        assert path.stat().st_mode & 0o077 == 0
        options = ("--key", str(path), "--push-every", "40", *FAST)
        async with program("money-wheel", *options) as wheel:
            address = f"tcp://{(await wheel.says()).removeprefix('money-wheel ')}"
            stranger = Floor("money-wheel", "live", address, bytes(32))
            lost = await stranger.hears(LinkLost)
            assert isinstance(lost, LinkLost)
            assert lost.reason is LossReason.UNPROVEN
            await stranger.stop()
            floor = Floor("money-wheel", "live", address, bytes.fromhex(path.read_text().strip()))
            stopped = await floor.hears(WheelStopped)
            assert isinstance(stopped, WheelStopped)
            assert 1 <= stopped.segment <= 52
            await floor.stop()

    asyncio.run(course())


@pytest.mark.parametrize("where", [("--pty",), ()], ids=["serial", "tcp"])
def test_a_wheel_with_a_status_line_as_a_program(where: tuple[str, ...]) -> None:
    async def course() -> None:
        async with program("status-line", *where, *FAST) as wheel:
            address = (await wheel.says()).removeprefix("status-line ")
            address = address if where else f"tcp://{address}"
            floor = Floor("ministar", "electronic", f"status+{address}")
            hello = await floor.hears(Hello)
            assert isinstance(hello, Hello)
            rest = await floor.launches("A-1")
            assert isinstance(rest, AtRest)
            assert rest.pocket in hello.faces
            await floor.stop()

    asyncio.run(course())
