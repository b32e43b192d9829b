"""The example for a microcontroller, run as plain Python against the floor's own driver over TCP."""

from __future__ import annotations

import ast
import asyncio
import importlib.util
import os
import random
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from openetg.devices.line.driver import Connect, Supervision, over_tcp
from openetg.devices.line.framing import line_crc
from openetg.devices.line.serial_port import over_serial
from openetg.devices.wheel.driver import WheelDriver
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
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
    LossReason,
    Missed,
    Ready,
    Release,
    RestUnread,
    Revolution,
    WheelSignal,
)

FOLDER = Path(__file__).parents[2] / "examples" / "microcontroller-wheel"
IN_A_HURRY = Supervision(ask_again_ms=20, retry_first_ms=1, connect_within_ms=500)
POCKETS = [str(number) for number in range(37)]
WITHIN_S = 60.0
KEY = bytes(range(32))


def example() -> Any:
    """The module as it would be copied to a board."""
    spec = importlib.util.spec_from_file_location("wheel_line", FOLDER / "wheel_line.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Board:
    """What the board's own program does: sockets in, sensors in the test's hand."""

    def __init__(self, key: bytes | None) -> None:
        self.shot: list[str] = []
        self.uptime_ms = 0
        self._writer: asyncio.StreamWriter | None = None
        self.line = example().WheelLine(
            POCKETS, "W-1", "5f2a", self.now, self.send, self.shot.append, key=key, random=random.Random(1).randbytes
        )

    def now(self) -> int:
        self.uptime_ms += 1
        return self.uptime_ms

    def send(self, data: bytes) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(data)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.cut()
        self._writer = writer
        self.line.connected()
        try:
            while data := await reader.read(256):
                self.line.receive(data)
        except OSError:
            pass
        finally:
            writer.close()

    def cut(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
            self._writer = None

    def spin(self, pocket: str = "17") -> None:
        """A ball goes its way."""
        self.line.launched("cw", "ccw", 2600)
        for lap in range(1, 6):
            self.line.lap(lap, 500 + 200 * lap)
        self.line.drop()
        self.line.rest(pocket)
        self.line.ready()


class Floor:
    """A driver and what it delivered."""

    def __init__(self, connect: Connect, key: bytes | None) -> None:
        self.heard: list[WheelSignal] = []
        self._news = asyncio.Event()
        self.driver = WheelDriver(connect, self._deliver, IN_A_HURRY, key=key)
        self.task = asyncio.create_task(self.driver.run())

    def _deliver(self, signal: WheelSignal) -> None:
        self.heard.append(signal)
        self._news.set()

    async def hears(self, kind: type[Any], since: int = 0) -> Any:
        async with asyncio.timeout(WITHIN_S):
            while not (found := [signal for signal in self.heard[since:] if isinstance(signal, kind)]):
                self._news.clear()
                await self._news.wait()
        return found[0]

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(WITHIN_S):
            while not so():
                await asyncio.sleep(0.002)


@asynccontextmanager
async def bench(*, key: bytes | None = None, floor_key: bytes | None = None) -> AsyncIterator[tuple[Floor, Board]]:
    board = Board(key)
    server = await asyncio.start_server(board.serve, "127.0.0.1", 0)
    floor = Floor(over_tcp("127.0.0.1", server.sockets[0].getsockname()[1]), floor_key or key)
    try:
        yield floor, board
    finally:
        floor.task.cancel()
        await asyncio.gather(floor.task, return_exceptions=True)
        server.close()
        board.cut()
        await server.wait_closed()
        await asyncio.sleep(0)


@asynccontextmanager
async def at_a_serial_port(key: bytes) -> AsyncIterator[tuple[Board, str]]:
    """The board behind a pseudo-terminal; it speaks whether anybody listens or not."""
    near, far = os.openpty()
    tty.setraw(near)
    os.set_blocking(near, False)
    board = Board(key)
    board.line.send = lambda data: os.write(near, data)
    loop = asyncio.get_running_loop()
    loop.add_reader(near, lambda: board.line.receive(os.read(near, 256)))
    try:
        yield board, os.ttyname(far)
    finally:
        loop.remove_reader(near)
        os.close(near)
        os.close(far)


@pytest.mark.parametrize("key", [None, KEY], ids=["cable", "key"])
def test_a_round_with_the_example(key: bytes | None) -> None:
    async def course() -> None:
        async with bench(key=key) as (floor, board):
            hello = await floor.hears(Hello)
            assert (hello.serial, hello.faces) == ("W-1", tuple(POCKETS))
            await floor.hears(Ready)
            begin = len(floor.heard)
            for _ in range(3):
                floor.driver.send(Launch("A-1"))
            await floor.until(lambda: bool(board.shot))
            board.spin()
            await floor.hears(Ready, since=begin)
            kinds = (BallLaunched, Revolution, DropImminent, AtRest, Ready)
            course = [type(each) for each in floor.heard[begin:] if isinstance(each, kinds)]
            assert course == [BallLaunched, *[Revolution] * 5, DropImminent, AtRest, Ready]
            assert board.shot == ["A-1"]
            board.line.beat()
            await floor.hears(Heartbeat)
            assert [each for each in floor.heard if isinstance(each, Missed | Garbled)] == []

    asyncio.run(course())


def test_what_fell_while_the_cable_was_out_is_said_again() -> None:
    async def course() -> None:
        async with bench() as (floor, board):
            await floor.hears(Ready)
            floor.driver.send(Launch("A-1"))
            await floor.until(lambda: bool(board.shot))
            board.cut()
            board.spin("26")
            rest = await floor.hears(AtRest)
            assert (rest.spin, rest.pocket) == ("A-1", "26")
            assert [each for each in floor.heard if isinstance(each, DropImminent)] == []
            begin = len(floor.heard)
            floor.driver.send(Identify())
            again = await floor.hears(AtRest, since=begin)
            assert again.uptime_ms == rest.uptime_ms

    asyncio.run(course())


def test_orders_are_refused_as_the_page_says() -> None:
    async def course() -> None:
        async with bench() as (floor, board):
            await floor.hears(Ready)
            floor.driver.send(Hold())
            await floor.hears(Held)
            floor.driver.send(Launch("A-1"))
            assert (await floor.hears(LaunchRefused)).reason.value == "held"
            begin = len(floor.heard)
            floor.driver.send(Release())
            await floor.hears(Ready, since=begin)
            floor.driver.send(Launch("A-1"))
            await floor.until(lambda: bool(board.shot))
            floor.driver.send(Launch("A-2"))
            begin = len(floor.heard)
            assert (await floor.hears(LaunchRefused, since=begin)).reason.value == "busy"
            board.line.fault("NO_LAUNCH", "no ball at the rim")
            assert (await floor.hears(Fault)).spin == "A-1"
            board.line.ready()
            floor.driver.send(Launch("A-2"))
            await floor.until(lambda: len(board.shot) == 2)
            board.line.launched()
            board.line.unread("5", "24")
            assert (await floor.hears(RestUnread)).candidates == ("5", "24")
            board.line.ready()
            begin = len(floor.heard)
            floor.driver.send(Launch("A-1"))
            assert (await floor.hears(LaunchRefused, since=begin)).reason.value == "old_spin"

    asyncio.run(course())


@pytest.mark.parametrize(("device", "floor_key"), [(KEY, bytes(32)), (None, KEY)], ids=["another", "none"])
def test_without_the_same_key_nothing_is_heard(device: bytes | None, floor_key: bytes) -> None:
    async def course() -> None:
        async with bench(key=device, floor_key=floor_key) as (floor, board):
            assert (await floor.hears(LinkLost)).reason is LossReason.UNPROVEN
            assert [each for each in floor.heard if isinstance(each, Hello)] == []
            assert board.shot == []

    asyncio.run(course())


def test_over_a_serial_line_a_floor_that_was_started_again_proves_itself_again() -> None:
    """No connection is made or lost there: a challenge begins everything anew, and the old keys are worth nothing."""

    async def course() -> None:
        async with at_a_serial_port(KEY) as (board, path):
            for _ in range(2):
                floor = Floor(over_serial(path), KEY)
                await floor.hears(Hello)
                await floor.hears(Ready)
                floor.task.cancel()
                await asyncio.gather(floor.task, return_exceptions=True)
            board.line.receive(example().framed(b"LAUNCH,A-1"))
            assert board.shot == [], "an order without a seal moves nothing"

    asyncio.run(course())


@pytest.mark.parametrize("order", [b"LAUNCH,A-1", b"LAUNCH,A-1,1," + b"0" * 32, b"LAUNCH,A-1,x,y", b"LAUNCH"])
def test_an_order_without_the_right_seal_moves_nothing(order: bytes) -> None:
    async def course() -> None:
        async with bench(key=KEY) as (floor, board):
            await floor.hears(Ready)
            board.line.receive(example().framed(order))
            assert board.shot == []
            assert not board.line.proven, "whoever is there has to prove themselves again"

    asyncio.run(course())


def test_an_order_that_comes_again_moves_nothing() -> None:
    async def course() -> None:
        async with bench(key=KEY) as (floor, board):
            await floor.hears(Ready)
            heard: list[bytes] = []
            receive = board.line.receive

            def overhear(data: bytes) -> None:
                heard.append(data)
                receive(data)

            board.line.receive = overhear
            floor.driver.send(Hold())
            await floor.hears(Held)
            receive(heard[-1])
            assert not board.line.proven

    asyncio.run(course())


def test_rubbish_is_passed_over() -> None:
    sent: list[bytes] = []
    line = example().WheelLine(POCKETS, "W-1", "1", lambda: 0, sent.append, print)
    line.receive(b"\x00\xff$$$*\r\n$LAUNCH,*0000\r\n" + b"x" * 5_000 + b"\n$LAUNCH,A-1*FFFF\r\n")
    assert sent == []
    line.receive(b"$IDENTIFY*255C\r\n")
    assert sent[0].startswith(b"$HELLO,1,")


@pytest.mark.parametrize("text", [b"", b"123456789", b"READY,2,0"])
def test_its_crc_is_the_one_of_the_line(text: bytes) -> None:
    assert example().line_crc(text) == line_crc(text)


def test_the_program_for_the_board_calls_only_what_the_line_has() -> None:
    tree = ast.parse((FOLDER / "main.py").read_text(encoding="utf-8"))
    called = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "line"
    }
    line = example().WheelLine(POCKETS, "W-1", "1", lambda: 0, print, print)
    assert called
    assert [name for name in called if not hasattr(line, name)] == []
