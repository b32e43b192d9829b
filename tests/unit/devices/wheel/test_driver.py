"""The driver keeps a link, tells of its loss and its silence as signals, and sends orders now or not at all."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from openetg.devices.wheel.driver import Supervision, WheelDriver
from openetg.devices.wheel.protocol import encode
from openetg.devices.wheel.signals import (
    AtRest,
    DeviceKind,
    DeviceSignal,
    DeviceState,
    Garbled,
    Heartbeat,
    Hello,
    Identify,
    Launch,
    LinkLost,
    LinkOpened,
    LossReason,
    Missed,
    Ready,
    Silent,
    WheelSignal,
)
from tests.unit.devices.virtual_time import MemoryLinks, MemoryTransport, play

HELLO = Hello(1, 0, 1, "A", "W-7", "fw-1", DeviceKind.AUTOMATIC, ("0", "32", "15"))
RULES = Supervision()


class Floor:
    """A driver that runs, what it delivered, and the far end in the test's hand."""

    def __init__(self, links: MemoryLinks, deliver: Callable[[WheelSignal], None] | None = None) -> None:
        self.links = links
        self.heard: list[WheelSignal] = []
        self.driver = WheelDriver(links.connect, deliver or self.heard.append)

    @property
    def link(self) -> MemoryTransport:
        return self.links.links[-1]

    def says(self, *signals: DeviceSignal) -> None:
        self.link.feed(b"".join(encode(signal) for signal in signals))

    def told(self, kind: type[WheelSignal]) -> list[WheelSignal]:
        return [signal for signal in self.heard if isinstance(signal, kind)]


@asynccontextmanager
async def running(links: MemoryLinks | None = None) -> AsyncIterator[Floor]:
    floor = Floor(links or MemoryLinks())
    task = asyncio.create_task(floor.driver.run())
    await pass_ms(1)
    try:
        yield floor
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def pass_ms(duration_ms: int) -> None:
    """Let virtual time pass."""
    await asyncio.sleep(duration_ms / 1_000)


async def beat_for(floor: Floor, duration_ms: int, *, first_number: int) -> None:
    """The wheel beats each second, as it should."""
    for beat in range(duration_ms // 1_000):
        floor.says(Heartbeat(first_number + beat, 0, DeviceState.READY))
        await pass_ms(1_000)


def test_the_first_thing_on_a_new_link_is_the_question_who_is_there() -> None:
    async def course() -> None:
        async with running() as floor:
            assert floor.heard == [LinkOpened()]
            assert floor.link.written == encode(Identify())
            assert floor.driver.link().connected

    play(course())


def test_signals_are_delivered_in_the_order_they_were_said() -> None:
    async def course() -> None:
        async with running() as floor:
            said: list[DeviceSignal] = [HELLO, Ready(2, 0), AtRest(3, 0, "s1", "32")]
            floor.says(*said)
            assert floor.heard[1:] == said

    play(course())


def test_an_order_goes_on_the_line_at_once() -> None:
    async def course() -> None:
        async with running() as floor:
            assert floor.driver.send(Launch("s1"))
            assert floor.link.written.endswith(encode(Launch("s1")))

    play(course())


def test_an_order_without_a_link_is_not_kept_for_later() -> None:
    async def course() -> None:
        async with running(MemoryLinks(reachable=False)) as floor:
            assert not floor.driver.send(Launch("s1"))
            floor.links.reachable = True
            await pass_ms(RULES.retry_last_ms)
            assert floor.driver.link().connected
            assert b"LAUNCH" not in floor.link.written

    play(course())


def test_an_order_is_not_queued_behind_a_wheel_that_does_not_read() -> None:
    async def course() -> None:
        async with running() as floor:
            floor.link.protocol.pause_writing()
            assert not floor.driver.send(Launch("s1"))
            floor.link.protocol.resume_writing()
            assert floor.driver.send(Launch("s1"))

    play(course())


def test_a_late_heartbeat_is_a_notice_given_once() -> None:
    async def course() -> None:
        async with running() as floor:
            floor.says(HELLO)
            await pass_ms(RULES.silent_after_ms - 1)
            assert floor.told(Silent) == []
            await pass_ms(RULES.cut_after_ms - RULES.silent_after_ms - 1)
            assert floor.told(Silent) == [Silent(RULES.silent_after_ms)]
            assert floor.driver.link().silent

    play(course())


def test_a_wheel_heard_again_is_silent_no_more() -> None:
    async def course() -> None:
        async with running() as floor:
            floor.says(HELLO)
            await pass_ms(RULES.silent_after_ms + 1)
            floor.says(Ready(2, 0))
            assert not floor.driver.link().silent
            await pass_ms(RULES.silent_after_ms + 1)
            assert len(floor.told(Silent)) == 2

    play(course())


def test_a_wheel_that_beats_is_never_silent() -> None:
    async def course() -> None:
        async with running() as floor:
            await beat_for(floor, 600_000, first_number=1)
            assert floor.told(Silent) == []
            assert floor.driver.link().last_heard_ms == 599_001

    play(course())


def test_rubbish_and_repeated_lines_are_no_sign_of_life() -> None:
    async def course() -> None:
        async with running() as floor:
            for _ in range(4):
                floor.says(HELLO)
                floor.link.feed(b"rubbish\r\n")
                await pass_ms(1_000)
            assert len(floor.told(Silent)) == 1

    play(course())


def test_a_long_silence_cuts_the_link_and_makes_a_new_one() -> None:
    async def course() -> None:
        async with running() as floor:
            await pass_ms(RULES.cut_after_ms + RULES.retry_first_ms)
            lost = [signal.reason for signal in floor.heard if isinstance(signal, LinkLost)]
            assert lost == [LossReason.SILENT]
            assert len(floor.links.links) == 2

    play(course())


def test_a_wheel_that_cannot_be_reached_is_told_of_once_and_tried_ever_more_rarely() -> None:
    async def course() -> None:
        async with running(MemoryLinks(reachable=False)) as floor:
            await pass_ms(20_000)
            assert floor.heard == [LinkLost(LossReason.UNREACHABLE, "nobody listens")]
            assert floor.links.tried_at_ms == [0, 100, 300, 700, 1_500, 3_100, 6_300, 11_300, 16_300]

    play(course())


def test_after_a_steady_link_the_next_try_comes_soon() -> None:
    async def course() -> None:
        async with running(MemoryLinks(reachable=False)) as floor:
            await pass_ms(3_000)
            floor.links.reachable = True
            await pass_ms(1_000)
            await beat_for(floor, RULES.steady_after_ms, first_number=1)
            floor.link.abort()
            await pass_ms(RULES.retry_first_ms + 1)
            assert len(floor.links.links) == 2

    play(course())


def test_a_link_that_keeps_breaking_is_tried_ever_more_rarely() -> None:
    async def course() -> None:
        async with running() as floor:
            for _ in range(5):
                made = len(floor.links.links)
                floor.says(HELLO)
                floor.link.abort()
                while len(floor.links.links) == made:
                    await pass_ms(10)
            pauses = [
                round((later - earlier) / 100)
                for earlier, later in zip(floor.links.tried_at_ms, floor.links.tried_at_ms[1:], strict=False)
            ]
            assert pauses == [1, 2, 4, 8, 16]

    play(course())


def test_a_connection_that_never_comes_about_is_given_up() -> None:
    async def never(_: object) -> object:
        return await asyncio.Event().wait()

    async def course() -> None:
        heard: list[WheelSignal] = []
        task = asyncio.create_task(WheelDriver(never, heard.append).run())
        await pass_ms(RULES.connect_within_ms + 1)
        assert [type(signal) for signal in heard] == [LinkLost]
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    play(course())


@pytest.mark.parametrize("said", [b"rubbish\r\n", encode(Ready(5, 0))], ids=["garbled", "missed"])
def test_whatever_was_lost_on_the_line_is_asked_for(said: bytes) -> None:
    async def course() -> None:
        async with running() as floor:
            floor.says(HELLO)
            await pass_ms(RULES.ask_again_ms)
            floor.link.feed(said)
            assert floor.link.written == encode(Identify()) * 2

    play(course())


def test_what_is_lost_just_after_a_question_is_asked_for_a_little_later() -> None:
    async def course() -> None:
        async with running() as floor:
            floor.says(HELLO, Ready(5, 0))
            assert floor.link.written == encode(Identify())
            await pass_ms(RULES.ask_again_ms)
            assert floor.link.written == encode(Identify()) * 2

    play(course())


def test_a_silent_wheel_is_asked_whether_it_is_there() -> None:
    async def course() -> None:
        async with running() as floor:
            await pass_ms(RULES.silent_after_ms)
            assert floor.link.written == encode(Identify()) * 2

    play(course())


def test_a_noisy_line_does_not_make_a_storm_of_questions() -> None:
    async def course() -> None:
        async with running() as floor:
            for number in range(2, 500, 2):
                floor.says(Ready(number, 0))
                await pass_ms(10)
            assert floor.link.written == encode(Identify()) * 3

    play(course())


def test_a_flood_is_cut_off() -> None:
    async def course() -> None:
        async with running() as floor:
            for _ in range(40):
                floor.link.feed(b"x" * 1_000)
            await pass_ms(1)
            lost = [signal.reason for signal in floor.heard if isinstance(signal, LinkLost)]
            assert lost == [LossReason.FLOOD]
            assert len(floor.told(Garbled)) == 1

    play(course())


def test_lines_said_while_there_was_no_link_are_missed() -> None:
    async def course() -> None:
        async with running() as floor:
            floor.says(HELLO, Ready(2, 0))
            floor.link.feed(b"$REST,3,0")
            floor.link.abort()
            await pass_ms(RULES.retry_first_ms + 1)
            floor.says(Ready(7, 0))
            assert floor.heard[-2:] == [Missed(3, 6), Ready(7, 0)]
            assert floor.told(Garbled) == []
            assert floor.driver.link().link_count == 2

    play(course())


def test_a_mistake_of_the_receiver_comes_out_of_run() -> None:
    class MistakeError(Exception):
        pass

    def mistaken(signal: WheelSignal) -> None:
        if isinstance(signal, Ready):
            raise MistakeError

    async def course() -> None:
        floor = Floor(MemoryLinks(), mistaken)
        task = asyncio.create_task(floor.driver.run())
        await pass_ms(1)
        floor.says(HELLO, Ready(2, 0), Ready(3, 0))
        with pytest.raises(MistakeError):
            await task
        assert floor.link.is_closing()

    play(course())


def test_a_driver_that_is_stopped_leaves_no_link_behind() -> None:
    async def course() -> None:
        async with running() as floor:
            pass
        assert floor.link.is_closing()
        assert not floor.driver.link().connected
        assert not floor.driver.send(Launch("s1"))

    play(course())
