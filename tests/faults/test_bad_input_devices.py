"""Whatever comes over the line of a device, both ways, over real TCP: passed over or cut, and the true one is heard."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import pytest

from openetg.devices.acceptor.signals import LANGUAGE as ACCEPTOR
from openetg.devices.acceptor.signals import Stacked
from openetg.devices.line.driver import DeviceDriver, Supervision, over_tcp
from openetg.devices.line.framing import framed
from openetg.devices.line.serve import serving
from openetg.devices.line.signals import Garbled, Hello, LinkLost, LinkOpened, LossReason, Ready
from openetg.devices.money.line import FloorEnd
from openetg.devices.wheel.driver import WheelDriver
from openetg.devices.wheel.signals import AtRest
from openetg.rulebook.load import load
from openetg.server.devices.simulators import simulate

KEY, OTHER_KEY = bytes(32), bytes(range(32))
PATIENCE_S = 60.0
FAST = Supervision(connect_within_ms=500, silent_after_ms=400, cut_after_ms=800, retry_first_ms=10, retry_last_ms=20)
STRANGERS = 40

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def device_that(serve: Serve) -> AsyncIterator[int]:
    """A device of whatever kind, at a port."""
    writers: list[asyncio.StreamWriter] = []

    async def keep(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        with suppress(ConnectionError):
            await serve(reader, writer)

    server = await asyncio.start_server(keep, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        for writer in writers:
            writer.transport.abort()
        server.close()


@asynccontextmanager
async def driven(driver: DeviceDriver[Any, Any]) -> AsyncIterator[None]:
    """The driver runs; whatever comes, it does not end."""
    task = asyncio.create_task(driver.run())
    try:
        yield
        assert not task.done(), task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0.01)


def line(text: str) -> bytes:
    return framed(text.encode())


HELLO = line("HELLO,1,0,1,7,W-1,fw-1,automatic,0 1 2")
RUBBISH = {
    "noise": os.urandom(8_000),
    "zeros": bytes(8_000),
    "no end": b"$" + b"x" * 20_000,
    "huge line": b"$" + b"x" * 20_000 + b"\r\n",
    "only starts": b"$" * 8_000,
    "only ends": b"\r\n" * 4_000,
    "wrong check": b"$REST,2,0,T-1,17*0000\r\n" * 100,
    "unknown": line("PAY,2,0,1000000") * 100,
    "too few fields": line("REST,2,0") * 100,
    "too many fields": line("REST,2,0,T-1,17,18,19") * 100,
    "numbers too long": line("REST,99999999999999999999,0,T-1,17") * 100,
    "below zero": line("REST,-1,0,T-1,17") * 100,
    "no text": framed(b"REST,2,0,T-\xff,17") * 100,
    "a page": b"GET / HTTP/1.1\r\nhost: x\r\n\r\n" * 100,
}


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_is_told_of_once_and_the_next_line_is_heard(name: str) -> None:
    async def talk() -> None:
        heard: list[Any] = []

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(HELLO + RUBBISH[name] + b"\r\n" + line("REST,2,0,T-1,17"))
            await reader.read()

        async with device_that(serve) as port, driven(WheelDriver(over_tcp("127.0.0.1", port), heard.append, FAST)):
            await until(lambda: any(isinstance(each, AtRest) for each in heard))
        first = heard[: heard.index(AtRest(2, 0, "T-1", "17"))]
        assert len([each for each in first if isinstance(each, Garbled)]) <= 1
        assert isinstance(first[0], LinkOpened)
        assert isinstance(first[1], Hello)

    asyncio.run(talk())


def test_what_was_heard_is_not_heard_again() -> None:
    async def talk() -> None:
        heard: list[Any] = []
        rest = line("REST,2,0,T-1,17")

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(HELLO + rest * 50 + line("REST,2,0,T-1,18") + line("REST,1,0,T-1,19") + rest)
            writer.write(line("READY,3,0"))
            await reader.read()

        async with device_that(serve) as port, driven(WheelDriver(over_tcp("127.0.0.1", port), heard.append, FAST)):
            await until(lambda: any(isinstance(each, Ready) for each in heard))
        assert [each.pocket for each in heard if isinstance(each, AtRest)] == ["17"]

    asyncio.run(talk())


def test_a_line_that_floods_is_cut() -> None:
    async def talk() -> None:
        heard: list[Any] = []

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            for number in range(1, 10**6):
                writer.write(line(f"LAP,{number},0,T-1,1,900") * 20)
                await writer.drain()

        async with device_that(serve) as port, driven(WheelDriver(over_tcp("127.0.0.1", port), heard.append, FAST)):
            await until(lambda: any(isinstance(each, LinkLost) for each in heard))
        lost = next(each for each in heard if isinstance(each, LinkLost))
        assert lost.reason is LossReason.FLOOD

    asyncio.run(talk())


@pytest.mark.parametrize("says", ["nothing", "noise", "an echo", "an old proof"])
def test_who_does_not_have_the_key_is_not_heard(says: str) -> None:
    old = line(f"PROOF,{'1' * 32},{'2' * 32}")

    async def talk() -> None:
        heard: list[Any] = []

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            said = {
                "nothing": b"",
                "noise": os.urandom(20_000),
                "an echo": await reader.readline(),
                "an old proof": old,
            }
            writer.write(said[says] + HELLO + line("REST,2,0,T-1,17"))
            await reader.read()

        driver: WheelDriver
        async with device_that(serve) as port:
            driver = WheelDriver(over_tcp("127.0.0.1", port), heard.append, FAST, key=KEY)
            async with driven(driver):
                await until(lambda: bool(heard))
        assert {type(each) for each in heard} == {LinkLost}
        assert heard[0].reason is LossReason.UNPROVEN

    asyncio.run(talk())


def test_a_money_device_says_what_it_likes_and_only_lines_are_heard() -> None:
    async def talk() -> None:
        heard: list[Any] = []

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"".join(RUBBISH[name][:2_000] + b"\r\n" for name in RUBBISH))
            writer.write(line("STACKED,1,-5000") + line("STACKED,1,5000.00") + line("STACKED,1,1e5"))
            writer.write(line("STACKED,7,5000"))
            await reader.read()

        async with device_that(serve) as port:
            speech: Any = FloorEnd(ACCEPTOR)
            driver = DeviceDriver[Any, Any](speech, over_tcp("127.0.0.1", port), heard.append, FAST)
            async with driven(driver):
                await until(lambda: Stacked(7, 5_000) in heard)
        assert [each for each in heard if isinstance(each, Stacked)] == [Stacked(7, 5_000)]

    asyncio.run(talk())


@pytest.mark.parametrize("key", [None, KEY], ids=["without a key", "with a key"])
def test_a_device_outlives_whoever_connects_to_it(key: bytes | None) -> None:
    """With a key strangers disturb nobody; without one they take the floor's place, which takes it back."""

    async def strange(port: int, sent: bytes) -> None:
        with suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent + b"\r\n")
            await writer.drain()
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1_000), 0.02)
            writer.transport.abort()

    async def talk() -> None:
        heard: list[Any] = []
        simulator = simulate(load("interblock").rulebook, "roulette", chance=Random(1), boot="1")
        async with serving(simulator.line, time_factor=50, key=key) as (_, host, port):
            driver = WheelDriver(over_tcp(host, port), heard.append, FAST, key=key)
            async with driven(driver):
                await until(lambda: any(isinstance(each, Ready) for each in heard))
                links = len([each for each in heard if isinstance(each, LinkOpened)])
                for number in range(STRANGERS):
                    await strange(port, [*RUBBISH.values()][number % len(RUBBISH)])
                if key is not None:
                    assert len([each for each in heard if isinstance(each, LinkOpened)]) == links
                before = len(heard)
                await until(lambda: len(heard) > before + 2 and driver.link().connected)

    asyncio.run(talk())


def test_a_floor_with_another_key_is_told_nothing() -> None:
    async def talk() -> None:
        heard: list[Any] = []
        simulator = simulate(load("interblock").rulebook, "roulette", chance=Random(1), boot="1")
        async with (
            serving(simulator.line, time_factor=50, key=KEY) as (_, host, port),
            driven(WheelDriver(over_tcp(host, port), heard.append, FAST, key=OTHER_KEY)),
        ):
            await until(lambda: bool(heard))
        assert {type(each) for each in heard} == {LinkLost}

    asyncio.run(talk())
