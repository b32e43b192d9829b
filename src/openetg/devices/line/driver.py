"""The pipe between a device and the floor: connects, reconnects, delivers signals, sends orders, watches for silence.

It moves bytes and keeps no opinion: it never judges a signal, never holds an order back for later (a launch ordered
for one round must not fire in the next) and never raises because of what a device does. All time is the loop's.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NoReturn, Protocol, TypeAlias, TypeVar, cast

from msgspec import Struct

from openetg.devices.line.framing import LineTally
from openetg.devices.line.proof import FloorProof, ProofStage
from openetg.devices.line.seal import LineSealer, Unsealer
from openetg.devices.line.signals import (
    Garbled,
    Identify,
    LineNotice,
    LinkLost,
    LinkNotice,
    LinkOpened,
    LossReason,
    Missed,
    Silent,
)

Connect: TypeAlias = Callable[[Callable[[], asyncio.Protocol]], Awaitable[object]]
"""Opens the link: makes the protocol with the factory and attaches it to a transport; raises OSError if it cannot."""

Heard = TypeVar("Heard")
"""What a device says."""
Told = TypeVar("Told")
"""What it can be told."""
_Heard_co = TypeVar("_Heard_co", covariant=True)
_Told_contra = TypeVar("_Told_contra", contravariant=True)


class Speech(Protocol[_Heard_co, _Told_contra]):
    """The floor's end of a line: bytes to signals, orders to bytes."""

    tally: LineTally

    def receive(self, data: bytes) -> "Sequence[_Heard_co | LineNotice]":
        """The signals that these bytes complete. Never raises."""
        ...

    def encode(self, order: _Told_contra) -> bytes:
        """An order as it goes on the line."""
        ...

    def connection_reset(self) -> None:
        """A new connection begins."""
        ...


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
    """How the link stands now. `last_heard_ms` is the loop's clock at the last signal of the device."""

    connected: bool
    silent: bool
    last_heard_ms: int | None
    link_count: int


def over_tcp(host: str, port: int) -> Connect:
    """Connect to a device that listens at this address."""

    async def connect(make_protocol: Callable[[], asyncio.Protocol]) -> object:
        return await asyncio.get_running_loop().create_connection(make_protocol, host, port)

    return connect


class DeviceDriver(Generic[Heard, Told]):
    """One device, for as long as `run` runs. `deliver` is called in the loop, in the order things were heard."""

    def __init__(
        self,
        speech: Speech[Heard, Told | Identify],
        connect: Connect,
        deliver: "Callable[[Heard | LineNotice | LinkNotice], None]",
        supervision: Supervision | None = None,
        *,
        key: bytes | None = None,
    ) -> None:
        """`key` is the device's own: both ends prove that they have it, and then seal every line with it."""
        self.protocol = speech
        self._key = key
        self._connect = connect
        self._deliver = deliver
        self._supervision = supervision or Supervision()
        self._pipe: _Pipe[Heard, Told] | None = None
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

    def send(self, order: Told | Identify) -> bool:
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
        pipe = self._pipe = _Pipe(self.protocol, self._hear, self._supervision, self._key)
        try:
            lost = await self._use(pipe)
        finally:
            self._pipe = None
            await pipe.close()
        if _loop_ms() - began_ms >= self._supervision.steady_after_ms:
            self._retry_ms = self._supervision.retry_first_ms
        self._hear(lost)

    async def _use(self, pipe: "_Pipe[Heard, Told]") -> LinkLost:
        try:
            async with asyncio.timeout(self._supervision.connect_within_ms / 1_000):
                await self._connect(lambda: pipe)
        except OSError as fault:
            return LinkLost(LossReason.UNREACHABLE, str(fault))
        return await pipe.ended

    def _hear(self, signal: "Heard | LineNotice | LinkNotice") -> None:
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


class _Pipe(asyncio.Protocol, Generic[Heard, Told]):
    """One connection, from made to lost. `ended` gives the reason, or the exception that delivering raised."""

    def __init__(
        self,
        speech: Speech[Heard, Told | Identify],
        hear: "Callable[[Heard | LineNotice | LinkNotice], None]",
        supervision: Supervision,
        key: bytes | None,
    ) -> None:
        self.ended: asyncio.Future[LinkLost] = asyncio.get_running_loop().create_future()
        self.silent = False
        self._closed = asyncio.Event()
        self._speech = speech
        self._hear = hear
        self._supervision = supervision
        self._transport: asyncio.Transport | None = None
        self._blocked = False
        self._watch: asyncio.TimerHandle | None = None
        self._asking: asyncio.TimerHandle | None = None
        self._ask_once_more = False
        self._second_began_ms = 0
        self._bytes_this_second = 0
        self._proof = None if key is None else FloorProof(key, secrets.token_bytes)
        self._sealer: LineSealer | None = None
        self._unsealer: Unsealer | None = None

    def connected(self) -> bool:
        return self._transport is not None and not self.ended.done() and self._proof is None

    def send(self, order: Told | Identify) -> bool:
        if self._transport is None or self._transport.is_closing() or self._blocked or self._proof is not None:
            return False
        line = self._speech.encode(order)
        self._transport.write(line if self._sealer is None else self._sealer.seal(line))
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
        if self._proof is None:
            self._begin()
            return
        self._transport.write(self._proof.challenge())
        words = f"no proof of the key within {self._supervision.connect_within_ms} ms"
        self._watch_in(self._supervision.connect_within_ms, lambda: self._end(LossReason.UNPROVEN, words))

    def _begin(self) -> None:
        self._speech.connection_reset()
        self._watch_for_silence()
        self._ask()
        self._pass_on(LinkOpened())

    def _hear_proof(self, data: bytes, proof: FloorProof) -> None:
        assert self._transport is not None, "data comes over a transport"
        self._transport.write(proof.receive(data))
        if proof.standing is ProofStage.PROVEN:
            assert proof.session is not None, "who has proven the key has the keys of the connection"
            self._sealer, self._unsealer = LineSealer(proof.session.floor), Unsealer(proof.session.device)
            self._proof = None
            self._begin()
        elif proof.standing is ProofStage.FAILED:
            self._end(LossReason.UNPROVEN, "the other end does not have the device's key")

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
        elif self.ended.done():
            return
        elif self._proof is not None:
            self._hear_proof(data, self._proof)
        elif self._unsealer is None:
            self._listen(data)
        else:
            self._unseal(data, self._unsealer)

    def _unseal(self, data: bytes, unsealer: Unsealer) -> None:
        """Hears what is under a good seal, and nothing more at the first that is not."""
        opened = unsealer.open(data)
        if opened.missed:
            self._ask()
        self._listen(opened.plain)
        if opened.broken:
            self._end(LossReason.FORGED, opened.broken)

    def _listen(self, data: bytes) -> None:
        for signal in self._speech.receive(data):
            if isinstance(signal, Garbled | Missed):
                self._ask()
            else:
                self._heard_from()
            self._pass_on(signal)

    def _pass_on(self, signal: "Heard | LineNotice | LinkNotice") -> None:
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
        """Have the device say again where it stands, soon but not in a storm."""
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
