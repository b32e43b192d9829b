"""Bytes to signals and back, both ends of the line of docs/reference/device-protocol.md.

Knows the framing, the CRC and the numbering; knows no port, loop, clock or table. Bytes from outside never raise:
what is no line becomes a `Garbled` signal. What comes out depends on the bytes alone, never on how they were cut.
"""

from collections import OrderedDict
from typing import Generic

from openetg.devices.line.forms import Language, Said, decode_order
from openetg.devices.line.framing import LineReader, LineTally, Rubbish, RubbishRun
from openetg.devices.line.signals import DeviceOrder, Garbled, GarbleReason, Hello, LineNotice, Missed

_REMEMBERED_MAX = 32


class SignalProtocol(Generic[Said]):
    """The floor's end: bytes in, signals out. Lives as long as the driver, across connections."""

    def __init__(self, language: Language[Said]) -> None:
        self.tally = LineTally()
        self._language = language
        self._lines = LineReader()
        self._rubbish = RubbishRun(self.tally)
        self._numbers = _Numbering(language, self.tally)

    def receive(self, data: bytes) -> list[Said | LineNotice]:
        """The signals that these bytes complete. Never raises."""
        heard: list[Said | LineNotice] = []
        for piece in self._lines.read(data):
            heard += self._take(piece)
        return heard

    def encode(self, order: DeviceOrder) -> bytes:
        """An order as it goes on the line."""
        return self._language.encode(order)

    def connection_reset(self) -> None:
        """Forget the half line of a connection that is gone; keep the numbering, to see what was missed."""
        self._lines = LineReader()

    def _take(self, piece: bytes | Rubbish) -> list[Said | LineNotice]:
        decoded = piece if isinstance(piece, Rubbish) else self._language.decode_signal(piece)
        heard = decoded if isinstance(decoded, Rubbish) else self._numbers.follow(decoded)
        if isinstance(heard, Rubbish):
            return [*self._rubbish.add(heard)]
        self._rubbish.end()
        return heard


class OrderProtocol:
    """The device's end: bytes in, orders out. Orders carry no numbers: each may safely be heard twice."""

    def __init__(self) -> None:
        self.tally = LineTally()
        self._lines = LineReader()
        self._rubbish = RubbishRun(self.tally)

    def receive(self, data: bytes) -> list[DeviceOrder | Garbled]:
        """The orders that these bytes complete. Never raises."""
        heard: list[DeviceOrder | Garbled] = []
        for piece in self._lines.read(data):
            heard += self._take(piece)
        return heard

    def connection_reset(self) -> None:
        """Forget the half line of a connection that is gone."""
        self._lines = LineReader()

    def _take(self, piece: bytes | Rubbish) -> list[DeviceOrder | Garbled]:
        decoded = piece if isinstance(piece, Rubbish) else decode_order(piece)
        if isinstance(decoded, Rubbish):
            return [*self._rubbish.add(decoded)]
        self._rubbish.end()
        self.tally.accepted += 1
        return [decoded]


class _Numbering(Generic[Said]):
    """Follows the device's own rising numbers: drops what was heard before, notices what was not heard.

    A Hello is the authority on numbering, so that one wrong number cannot deafen the floor for good.
    """

    def __init__(self, language: Language[Said], tally: LineTally) -> None:
        self._language = language
        self._tally = tally
        self._boot: str | None = None
        self._recent: OrderedDict[int, Said] = OrderedDict()
        self._last: int | None = None

    def follow(self, signal: Said) -> list[Said | LineNotice] | Rubbish:
        if self._recent.get(signal.number) == signal:
            self._tally.repeated += 1
            return []
        if isinstance(signal, Hello) and (signal.boot != self._boot or self._went_back(signal)):
            self._start_afresh(signal)
        if self._went_back(signal):
            return Rubbish(GarbleReason.NUMBER_WENT_BACK, self._language.encode(signal))
        return self._accept(signal)

    def _went_back(self, signal: Said | Hello) -> bool:
        return self._last is not None and signal.number <= self._last

    def _start_afresh(self, hello: Hello) -> None:
        self._boot = hello.boot
        self._recent.clear()
        self._last = None

    def _accept(self, signal: Said) -> list[Said | LineNotice]:
        missed = self._missed_before(signal)
        self._tally.accepted += 1
        self._last = signal.number
        self._recent[signal.number] = signal
        if len(self._recent) > _REMEMBERED_MAX:
            self._recent.popitem(last=False)
        return [*missed, signal]

    def _missed_before(self, signal: Said) -> list[Missed]:
        if self._last is None or signal.number == self._last + 1:
            return []
        self._tally.missed += signal.number - self._last - 1
        return [Missed(self._last + 1, signal.number - 1)]
