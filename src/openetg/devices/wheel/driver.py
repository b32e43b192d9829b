"""The pipe between a wheel and the floor: connects, reconnects, delivers signals, sends orders, watches for silence.

It moves bytes and keeps no opinion: it never judges a signal, never holds an order back for later (a launch ordered
for one round must not fire in the next) and never raises because of what a wheel does. All time is the loop's.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NoReturn, TypeAlias, cast

from msgspec import Struct

from openetg.devices.wheel.protocol import WheelProtocol, encode
from openetg.devices.wheel.signals import (
    DeviceSignal,
    Garbled,
    Identify,
    LinkLost,
    LinkOpened,
    LossReason,
    Missed,
    Silent,
    WheelOrder,
    WheelSignal,
)

Connect: TypeAlias = Callable[[Callable[[], asyncio.Protocol]], Awaitable[object]]
"""Opens the link: makes the protocol with the factory and attaches it to a transport; raises OSError if it cannot."""

Deliver: TypeAlias = Callable[[WheelSignal], None]


class Supervision(Struct, frozen=True):
    """How patient the driver is. `silent_after_ms` stays below the time a ball takes from drop warning to rest."""

    connect_within_ms: int = 5_000
    silent_after_ms: int = 3_000
    cut_after_ms: int = 10_000
    ask_again_ms: int = 1_000
    retry_first_ms: int = 100
    retry_last_ms: int = 5_000
    steady_after_ms: int = 10_000
    """A link that stood this long was a good one: the next retry comes soon again."""
    bytes_per_s_max: int = 32_768


class LinkState(Struct, frozen=True):
    """How the link stands now. `last_heard_ms` is the loop's clock at the last signal of the wheel."""

    connected: bool
    silent: bool
    last_heard_ms: int | None
    link_count: int


def over_tcp(host: str, port: int) -> Connect:
    """Connect to a wheel that listens at this address."""

    async def connect(make_protocol: Callable[[], asyncio.Protocol]) -> object:
        return await asyncio.get_running_loop().create_connection(make_protocol, host, port)

    return connect


class WheelDriver:
    """One wheel, for as long as `run` runs. `deliver` is called in the loop, in the order things were heard."""

    def __init__(self, connect: Connect, deliver: Deliver, supervision: Supervision | None = None) -> None:
        self.protocol = WheelProtocol()
        self._connect = connect
        self._deliver = deliver
        self._supervision = supervision or Supervision()
        self._pipe: _Pipe | None = None
        self._last_heard_ms: int | None = None
        self._link_count = 0
        self._known_lost = False
        self._retry_ms = self._supervision.retry_first_ms

    async def run(self) -> NoReturn:
        """Keep the link up until cancelled. Raises only what `deliver` raises."""
        while True:
            await self._live_through_one_link()
            await asyncio.sleep(self._retry_ms / 1_000)
            self._retry_ms = min(2 * self._retry_ms, self._supervision.retry_last_ms)

    def send(self, order: WheelOrder) -> bool:
        """Put the order on the line now; False if there is no line to put it on."""
        return self._pipe is not None and self._pipe.send(order)

    def link(self) -> LinkState:
        pipe = self._pipe
        return LinkState(
            connected=pipe is not None and pipe.connected(),
            silent=pipe is not None and pipe.silent,
            last_heard_ms=self._last_heard_ms,
            link_count=self._link_count,
        )

    async def _live_through_one_link(self) -> None:
        began_ms = _loop_ms()
        pipe = self._pipe = _Pipe(self.protocol, self._hear, self._supervision)
        try:
            lost = await self._use(pipe)
        finally:
            self._pipe = None
            await pipe.close()
        if _loop_ms() - began_ms >= self._supervision.steady_after_ms:
            self._retry_ms = self._supervision.retry_first_ms
        self._hear(lost)

    async def _use(self, pipe: "_Pipe") -> LinkLost:
        try:
            async with asyncio.timeout(self._supervision.connect_within_ms / 1_000):
                await self._connect(lambda: pipe)
        except OSError as fault:
            return LinkLost(LossReason.UNREACHABLE, str(fault))
        return await pipe.ended

    def _hear(self, signal: WheelSignal) -> None:
        match signal:
            case LinkOpened():
                self._link_count += 1
                self._known_lost = False
            case LinkLost():
                if self._known_lost:
                    return
                self._known_lost = True
            case Garbled() | Missed() | Silent():
                pass
            case _:
                self._last_heard_ms = _loop_ms()
        self._deliver(signal)


class _Pipe(asyncio.Protocol):
    """One connection, from made to lost. `ended` gives the reason, or the exception that delivering raised."""

    def __init__(self, protocol: WheelProtocol, hear: Deliver, supervision: Supervision) -> None:
        self.ended: asyncio.Future[LinkLost] = asyncio.get_running_loop().create_future()
        self.silent = False
        self._closed = asyncio.Event()
        self._protocol = protocol
        self._hear = hear
        self._supervision = supervision
        self._transport: asyncio.Transport | None = None
        self._blocked = False
        self._watch: asyncio.TimerHandle | None = None
        self._asking: asyncio.TimerHandle | None = None
        self._ask_once_more = False
        self._second_began_ms = 0
        self._bytes_this_second = 0

    def connected(self) -> bool:
        return self._transport is not None and not self.ended.done()

    def send(self, order: WheelOrder) -> bool:
        if self._transport is None or self._transport.is_closing() or self._blocked:
            return False
        self._transport.write(encode(order))
        return True

    async def close(self) -> None:
        for timer in (self._watch, self._asking):
            if timer is not None:
                timer.cancel()
        if self._transport is not None:
            self._transport.abort()
            await self._closed.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._protocol.connection_reset()
        self._watch_for_silence()
        self._ask()
        self._pass_on(LinkOpened())

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed.set()
        self._end(LossReason.CLOSED, str(exc) if exc else "the other end closed the link")

    def pause_writing(self) -> None:
        self._blocked = True

    def resume_writing(self) -> None:
        self._blocked = False

    def data_received(self, data: bytes) -> None:
        if self._floods(data):
            self._end(LossReason.FLOOD, f"more than {self._supervision.bytes_per_s_max} bytes in a second")
        elif not self.ended.done():
            self._listen(data)

    def _listen(self, data: bytes) -> None:
        for signal in self._protocol.receive(data):
            if isinstance(signal, DeviceSignal):
                self._heard_from()
            elif isinstance(signal, Garbled | Missed):
                self._ask()
            self._pass_on(signal)

    def _pass_on(self, signal: WheelSignal) -> None:
        if self.ended.done():
            return
        try:
            self._hear(signal)
        except Exception as bug:  # noqa: BLE001 -- carried out of the loop's callback and raised by run()
            self.ended.set_exception(bug)

    def _end(self, reason: LossReason, words: str) -> None:
        if not self.ended.done():
            self.ended.set_result(LinkLost(reason, words))

    def _floods(self, data: bytes) -> bool:
        now_ms = _loop_ms()
        if now_ms - self._second_began_ms >= 1_000:
            self._second_began_ms = now_ms
            self._bytes_this_second = 0
        self._bytes_this_second += len(data)
        return self._bytes_this_second > self._supervision.bytes_per_s_max

    def _heard_from(self) -> None:
        self.silent = False
        self._watch_for_silence()

    def _watch_for_silence(self) -> None:
        self._watch_in(self._supervision.silent_after_ms, self._fall_silent)

    def _fall_silent(self) -> None:
        self.silent = True
        self._ask()
        self._watch_in(self._supervision.cut_after_ms - self._supervision.silent_after_ms, self._cut)
        self._pass_on(Silent(self._supervision.silent_after_ms))

    def _cut(self) -> None:
        self._end(LossReason.SILENT, f"nothing heard for {self._supervision.cut_after_ms} ms")

    def _watch_in(self, delay_ms: int, then: Callable[[], None]) -> None:
        if self._watch is not None:
            self._watch.cancel()
        self._watch = asyncio.get_running_loop().call_later(delay_ms / 1_000, then)

    def _ask(self) -> None:
        """Have the wheel say again where it stands, soon but not in a storm."""
        if self._asking is not None:
            self._ask_once_more = True
            return
        self.send(Identify())
        loop = asyncio.get_running_loop()
        self._asking = loop.call_later(self._supervision.ask_again_ms / 1_000, self._asked_long_enough_ago)

    def _asked_long_enough_ago(self) -> None:
        self._asking = None
        if self._ask_once_more:
            self._ask_once_more = False
            self._ask()


def _loop_ms() -> int:
    return int(asyncio.get_running_loop().time() * 1_000)
