"""The simulated wheel's end of the line: bytes in, bytes out, with the damage a script asks for.

Still no socket and no clock, so that a seeded world can run it over a network of its own.
"""

from openetg.devices.wheel.physics import RandomSource, SpinFault
from openetg.devices.wheel.protocol import OrderProtocol, encode
from openetg.devices.wheel.signals import AtRest, BallLaunched, DeviceSignal, DropImminent, Garbled
from openetg.devices.wheel.simulator import SimulatedWheel

_LOST: dict[type[DeviceSignal], SpinFault] = {
    BallLaunched: SpinFault.LOST_LAUNCH,
    DropImminent: SpinFault.LOST_DROP,
    AtRest: SpinFault.LOST_REST,
}
_NOISE_MAX = 24


class SimulatedLine:
    """A SimulatedWheel that speaks bytes."""

    def __init__(self, wheel: SimulatedWheel, rng: RandomSource) -> None:
        self._wheel = wheel
        self._rng = rng
        self._protocol = OrderProtocol()
        self._damaged: set[tuple[int, type[DeviceSignal]]] = set()

    def receive(self, data: bytes) -> None:
        """Orders from the floor, at the wheel's present time. Rubbish is passed over."""
        for order in self._protocol.receive(data):
            if not isinstance(order, Garbled):
                self._wheel.order(order)

    def connection_reset(self) -> None:
        """A new floor has connected; what the last one left unfinished is forgotten."""
        self._protocol.connection_reset()

    def next_event_ms(self) -> int:
        return self._wheel.next_event_ms()

    def advance(self, to_ms: int) -> bytes:
        """Everything on the line until `to_ms`, event by event so that each meets the faults of its own spin."""
        sent = b""
        while (at_ms := self._wheel.next_event_ms()) <= to_ms:
            sent += b"".join([self._carry(signal) for signal in self._wheel.advance(at_ms)])
        return sent + b"".join([self._carry(signal) for signal in self._wheel.advance(to_ms)])

    def _carry(self, signal: DeviceSignal) -> bytes:
        faults = self._wheel.faults_now()
        if SpinFault.MUTE in faults or self._lost(signal, faults):
            return b""
        line = self._damage(encode(signal)) if self._hurt(signal, faults) else encode(signal)
        if SpinFault.REPEATED_LINES in faults:
            line += line
        return self._noise() + line if SpinFault.LINE_NOISE in faults else line

    def _lost(self, signal: DeviceSignal, faults: frozenset[SpinFault]) -> bool:
        return _LOST.get(type(signal)) in faults and self._first_time(signal)

    def _hurt(self, signal: DeviceSignal, faults: frozenset[SpinFault]) -> bool:
        return SpinFault.DAMAGED_REST in faults and isinstance(signal, AtRest) and self._first_time(signal)

    def _first_time(self, signal: DeviceSignal) -> bool:
        """A line is hurt once; said again, it comes through."""
        said = (signal.uptime_ms, type(signal))
        first = said not in self._damaged
        self._damaged.add(said)
        return first

    def _damage(self, line: bytes) -> bytes:
        at = 1 + self._rng.randrange(len(line) - 3)
        return line[:at] + bytes([line[at] ^ 0x10]) + line[at + 1 :]

    def _noise(self) -> bytes:
        return bytes(self._rng.randrange(256) for _ in range(1 + self._rng.randrange(_NOISE_MAX)))
