"""The simulated wheel as a device on a real socket."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

import pytest
import uvloop

from openetg.devices.wheel.line import SimulatedLine
from openetg.devices.wheel.protocol import WheelProtocol, encode
from openetg.devices.wheel.serve import WheelServer, serving
from openetg.devices.wheel.signals import BallLaunched, DeviceSignal, Hello, Identify, Launch, LineNotice, Ready
from openetg.devices.wheel.simulator import SimulatedWheel
from tests.unit.devices.wheel.wheels import SINGLE_ZERO

NewLoop = Callable[[], asyncio.AbstractEventLoop]
pytestmark = pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop])


def new_line() -> SimulatedLine:
    rng = random.Random(1)
    return SimulatedLine(SimulatedWheel(SINGLE_ZERO, rng), rng)


async def ask_who(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, then: bytes = b""
) -> list[DeviceSignal | LineNotice]:
    """Everything heard up to and including the answer's last line; `then` is sent in one piece with the question."""
    protocol, heard = WheelProtocol(), list[DeviceSignal | LineNotice]()
    writer.write(encode(Identify()) + then)
    while not (any(isinstance(signal, Hello) for signal in heard) and isinstance(heard[-1], Ready)):
        heard += protocol.receive(await reader.readline())
    return heard


async def until_cut(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionResetError):
        await reader.read()


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    await asyncio.gather(writer.wait_closed(), return_exceptions=True)


def test_a_floor_that_connects_may_ask_who_is_there(new_loop: NewLoop) -> None:
    async def course() -> None:
        async with serving(new_line()) as (_, host, port):
            reader, writer = await asyncio.open_connection(host, port)
            assert len([signal for signal in await ask_who(reader, writer) if isinstance(signal, Hello)]) == 1
            await hang_up(writer)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(course())


def test_a_new_connection_takes_the_place_of_the_old(new_loop: NewLoop) -> None:
    async def course() -> None:
        async with serving(new_line()) as (_, host, port):
            old_reader, old_writer = await asyncio.open_connection(host, port)
            await ask_who(old_reader, old_writer)
            reader, writer = await asyncio.open_connection(host, port)
            await ask_who(reader, writer)
            await until_cut(old_reader)
            await hang_up(old_writer)
            await hang_up(writer)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(course())


def test_two_halves_of_an_order_on_two_connections_are_no_order(new_loop: NewLoop) -> None:
    async def course() -> None:
        order = encode(Launch("s1"))
        async with serving(new_line(), time_factor=100) as (_, host, port):
            old_reader, old_writer = await asyncio.open_connection(host, port)
            await ask_who(old_reader, old_writer, then=order[:9])
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(order[9:])
            assert not any(isinstance(signal, BallLaunched) for signal in await ask_who(reader, writer))
            await hang_up(old_writer)
            await hang_up(writer)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(course())


def test_the_wheel_runs_on_while_nobody_is_connected(new_loop: NewLoop) -> None:
    async def course() -> None:
        async with serving(new_line(), time_factor=100) as (server, host, port):
            reader, writer = await asyncio.open_connection(host, port)
            before = await ask_who(reader, writer)
            await server.drop_connections()
            await hang_up(writer)
            reader, writer = await asyncio.open_connection(host, port)
            after = await ask_who(reader, writer)
            assert hello_of(after).boot == hello_of(before).boot
            assert hello_of(after).number > hello_of(before).number
            await hang_up(writer)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(course())


def test_a_wheel_that_was_never_opened_can_be_closed(new_loop: NewLoop) -> None:
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(WheelServer(new_line()).close())


def hello_of(heard: list[DeviceSignal | LineNotice]) -> Hello:
    (hello,) = [signal for signal in heard if isinstance(signal, Hello)]
    return hello
