"""Bytes to signals and back: the line protocol of docs/reference/wheel-protocol.md, both ends of it.

Knows the framing, the CRC and the numbering; knows no port, loop, clock or table. Bytes from outside never raise:
what is no line becomes a `Garbled` signal. What comes out depends on the bytes alone, never on how they were cut.
"""

import re
from binascii import crc_hqx
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DeviceSignal,
    DropImminent,
    Fault,
    Garbled,
    GarbleReason,
    Heartbeat,
    Held,
    Hello,
    Hold,
    Identify,
    Launch,
    LaunchRefusal,
    LaunchRefused,
    LineNotice,
    Missed,
    Ready,
    Release,
    RestUnread,
    Revolution,
    Rotation,
    WheelClass,
    WheelOrder,
    WheelState,
)

VERSION = 1
LINE_MAX = 512
"""Bytes between the start mark and the line feed."""
ORDER_MAX = 64
"""No order is longer, marks included, so that a small controller can keep a small buffer."""

_REMEMBERED_MAX = 32
_EXCERPT_MAX = 40
_MARKS = re.compile(rb"([$\n])")
_COUNT = re.compile(r"0|[1-9][0-9]{0,14}")
_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,31}")
_POCKETS = re.compile(r"[A-Za-z0-9]{1,4}(?: [A-Za-z0-9]{1,4}){0,63}")
_WORDS = re.compile(r"[ !-#%-)+\-./0-~]{0,120}")
_NOTHING = "-"


class LineTally(Struct):
    """What came over the line since the protocol was made."""

    accepted: int = 0
    repeated: int = 0
    missed: int = 0
    garbled: int = 0


class WheelProtocol:
    """The floor's end: bytes in, signals out. Lives as long as the driver, across connections."""

    def __init__(self) -> None:
        self.tally = LineTally()
        self._lines = _LineReader()
        self._rubbish = _RubbishRun(self.tally)
        self._numbers = _Numbering(self.tally)

    def receive(self, data: bytes) -> list[DeviceSignal | LineNotice]:
        """Whatever these bytes complete. Never raises."""
        heard: list[DeviceSignal | LineNotice] = []
        for piece in self._lines.read(data):
            heard += self._take(piece)
        return heard

    def connection_reset(self) -> None:
        """Forget the half line of a connection that is gone; keep the numbering, to see what was missed."""
        self._lines = _LineReader()

    def _take(self, piece: "bytes | _Rubbish") -> list[DeviceSignal | LineNotice]:
        decoded = piece if isinstance(piece, _Rubbish) else _decode(piece, _SIGNAL_FORMS)
        heard = decoded if isinstance(decoded, _Rubbish) else self._numbers.follow(decoded)
        if isinstance(heard, _Rubbish):
            return [*self._rubbish.add(heard)]
        self._rubbish.end()
        return heard


class OrderProtocol:
    """The wheel's end: bytes in, orders out. Orders carry no numbers: each may safely be heard twice."""

    def __init__(self) -> None:
        self.tally = LineTally()
        self._lines = _LineReader()
        self._rubbish = _RubbishRun(self.tally)

    def receive(self, data: bytes) -> list[WheelOrder | Garbled]:
        """Whatever these bytes complete. Never raises."""
        heard: list[WheelOrder | Garbled] = []
        for piece in self._lines.read(data):
            heard += self._take(piece)
        return heard

    def connection_reset(self) -> None:
        """Forget the half line of a connection that is gone."""
        self._lines = _LineReader()

    def _take(self, piece: "bytes | _Rubbish") -> list[WheelOrder | Garbled]:
        decoded = piece if isinstance(piece, _Rubbish) else _decode(piece, _ORDER_FORMS)
        if isinstance(decoded, _Rubbish):
            return [*self._rubbish.add(decoded)]
        self._rubbish.end()
        self.tally.accepted += 1
        return [decoded]


def encode(line: DeviceSignal | WheelOrder) -> bytes:
    """The line as bytes. Raises ValueError for a value that the line cannot carry: that is our own mistake."""
    form = _FORM_OF[type(line)]
    texts = [form.word, *(_write(field, getattr(line, field.name)) for field in form.fields)]
    body = ",".join(texts).encode("ascii")
    return b"$%b*%04X\r\n" % (body, line_crc(body))


def line_crc(body: bytes) -> int:
    """CRC-16 with polynomial 1021 and start FFFF (known as CCITT-FALSE) of what stands between `$` and `*`."""
    return crc_hqx(body, 0xFFFF)


class _Rubbish(NamedTuple):
    reason: GarbleReason
    data: bytes


class _RubbishRun:
    """Counts every piece of rubbish and tells only of the first in a run, so that noise cannot flood the floor."""

    def __init__(self, tally: LineTally) -> None:
        self._tally = tally
        self._under_way = False

    def add(self, rubbish: _Rubbish) -> list[Garbled]:
        self._tally.garbled += 1
        if self._under_way:
            return []
        self._under_way = True
        return [Garbled(rubbish.reason, _excerpt(rubbish.data))]

    def end(self) -> None:
        self._under_way = False


class _LineReader:
    """Cuts bytes into lines. A start mark always starts a line, so one damaged line never costs the next."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._started = False
        self._skipping = False

    def read(self, data: bytes) -> "Iterator[bytes | _Rubbish]":
        for part in _MARKS.split(data):
            if part == b"$":
                yield from self._start()
            elif part == b"\n":
                yield from self._end()
            else:
                yield from self._grow(part)

    def _start(self) -> "Iterator[_Rubbish]":
        if self._started and not self._skipping:
            yield _Rubbish(GarbleReason.BROKEN_OFF, bytes(self._kept))
        elif self._kept:
            yield _Rubbish(GarbleReason.STRAY, bytes(self._kept))
        self._clear(started=True)

    def _end(self) -> "Iterator[bytes | _Rubbish]":
        line = bytes(self._kept).removesuffix(b"\r")
        if self._started and not self._skipping:
            yield line
        elif line:
            yield _Rubbish(GarbleReason.STRAY, line)
        self._clear(started=False)

    def _grow(self, part: bytes) -> "Iterator[_Rubbish]":
        if self._skipping:
            return
        self._kept += part[: LINE_MAX + 1 - len(self._kept)]
        if len(self._kept) > LINE_MAX:
            yield _Rubbish(GarbleReason.TOO_LONG, bytes(self._kept))
            self._kept.clear()
            self._skipping = True

    def _clear(self, *, started: bool) -> None:
        self._kept.clear()
        self._started = started
        self._skipping = False


class _Numbering:
    """Follows the wheel's own rising numbers: drops what was heard before, notices what was not heard.

    A Hello is the authority on numbering, so that one wrong number cannot deafen the floor for good.
    """

    def __init__(self, tally: LineTally) -> None:
        self._tally = tally
        self._boot: str | None = None
        self._recent: OrderedDict[int, DeviceSignal] = OrderedDict()
        self._last: int | None = None

    def follow(self, signal: DeviceSignal) -> "list[DeviceSignal | LineNotice] | _Rubbish":
        if self._recent.get(signal.number) == signal:
            self._tally.repeated += 1
            return []
        if isinstance(signal, Hello) and (signal.boot != self._boot or self._went_back(signal)):
            self._start_afresh(signal)
        if self._went_back(signal):
            return _Rubbish(GarbleReason.NUMBER_WENT_BACK, encode(signal))
        return self._accept(signal)

    def _went_back(self, signal: DeviceSignal) -> bool:
        return self._last is not None and signal.number <= self._last

    def _start_afresh(self, hello: Hello) -> None:
        self._boot = hello.boot
        self._recent.clear()
        self._last = None

    def _accept(self, signal: DeviceSignal) -> list[DeviceSignal | LineNotice]:
        missed = self._missed_before(signal)
        self._tally.accepted += 1
        self._last = signal.number
        self._recent[signal.number] = signal
        if len(self._recent) > _REMEMBERED_MAX:
            self._recent.popitem(last=False)
        return [*missed, signal]

    def _missed_before(self, signal: DeviceSignal) -> list[Missed]:
        if self._last is None or signal.number == self._last + 1:
            return []
        self._tally.missed += signal.number - self._last - 1
        return [Missed(self._last + 1, signal.number - 1)]


class _Field(NamedTuple):
    """One field of a line. `read` raises ValueError for text that is not in the field's alphabet."""

    name: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


_Spoken = TypeVar("_Spoken")


class _Form(NamedTuple):
    word: str
    spoken: type[Any]
    fields: tuple[_Field, ...]


def _decode(line: bytes, forms: "Mapping[str, tuple[type[_Spoken], _Form]]") -> "_Spoken | _Rubbish":
    body, _, crc = line.rpartition(b"*")
    if crc != b"%04X" % line_crc(body):
        return _Rubbish(GarbleReason.BAD_CRC, line)
    word, *texts = body.decode("latin-1").split(",")
    if word not in forms:
        return _Rubbish(GarbleReason.UNKNOWN_LINE, line)
    spoken, form = forms[word]
    if len(texts) != len(form.fields):
        return _Rubbish(GarbleReason.WRONG_FIELDS, line)
    try:
        return spoken(*(field.read(text) for field, text in zip(form.fields, texts, strict=True)))
    except ValueError:
        return _Rubbish(GarbleReason.BAD_FIELD, line)


def _write(field: _Field, value: object) -> str:
    try:
        text = field.write(value)
        if field.read(text) == value:
            return text
    except (TypeError, ValueError, AttributeError):
        pass
    raise ValueError(f"a line cannot carry {value!r} as {field.name}")


def _excerpt(data: bytes) -> str:
    return data[:_EXCERPT_MAX].decode("latin-1").encode("unicode_escape").decode("ascii")


def _matched(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(text)
    return text


def _read_count(text: str) -> int:
    return int(_matched(_COUNT, text))


def _read_token(text: str) -> str:
    return _matched(_TOKEN, text)


def _read_words(text: str) -> str:
    return _matched(_WORDS, text)


def _read_pocket(text: str) -> str:
    (pocket,) = _read_pockets(text)
    return pocket


def _read_pockets(text: str) -> tuple[str, ...]:
    return tuple(_matched(_POCKETS, text).split(" "))


def _count(name: str) -> _Field:
    return _Field(name, str, _read_count)


def _token(name: str) -> _Field:
    return _Field(name, str, _read_token)


def _one_of(name: str, words: type[Enum]) -> _Field:
    return _Field(name, lambda member: str(member.value), words)


def _optional(field: _Field) -> _Field:
    return _Field(
        field.name,
        lambda value: _NOTHING if value is None else field.write(value),
        lambda text: None if text == _NOTHING else field.read(text),
    )


_SPIN = _token("spin")
_POCKET_LIST = _Field("pockets", " ".join, _read_pockets)
_CANDIDATES = _Field(
    "candidates",
    lambda pockets: " ".join(pockets) or _NOTHING,
    lambda text: () if text == _NOTHING else _read_pockets(text),
)


def _signal_form(word: str, spoken: type[Any], *fields: _Field) -> _Form:
    return _Form(word, spoken, (_count("number"), _count("uptime_ms"), *fields))


_SIGNAL_LIST = (
    _signal_form(
        "HELLO",
        Hello,
        _count("version"),
        _token("boot"),
        _token("serial"),
        _token("firmware"),
        _one_of("wheel_class", WheelClass),
        _POCKET_LIST,
    ),
    _signal_form("READY", Ready),
    _signal_form("HELD", Held),
    _signal_form(
        "LAUNCHED",
        BallLaunched,
        _SPIN,
        _optional(_one_of("ball", Rotation)),
        _optional(_one_of("rotor", Rotation)),
        _optional(_count("rotor_turn_ms")),
    ),
    _signal_form("LAP", Revolution, _SPIN, _count("count"), _count("lap_ms")),
    _signal_form("DROP", DropImminent, _SPIN),
    _signal_form("REST", AtRest, _SPIN, _Field("pocket", str, _read_pocket)),
    _signal_form("UNREAD", RestUnread, _SPIN, _CANDIDATES),
    _signal_form("REFUSED", LaunchRefused, _SPIN, _one_of("reason", LaunchRefusal)),
    _signal_form("FAULT", Fault, _optional(_SPIN), _token("code"), _Field("words", str, _read_words)),
    _signal_form("BEAT", Heartbeat, _one_of("state", WheelState)),
)
_ORDER_LIST = (
    _Form("LAUNCH", Launch, (_SPIN,)),
    _Form("HOLD", Hold, ()),
    _Form("RELEASE", Release, ()),
    _Form("IDENTIFY", Identify, ()),
)
_SIGNAL_FORMS: dict[str, tuple[type[DeviceSignal], _Form]] = {f.word: (f.spoken, f) for f in _SIGNAL_LIST}
_ORDER_FORMS: dict[str, tuple[type[WheelOrder], _Form]] = {f.word: (f.spoken, f) for f in _ORDER_LIST}
_FORM_OF: dict[type[Any], _Form] = {form.spoken: form for form in (*_SIGNAL_LIST, *_ORDER_LIST)}

LINE_WORDS = {form.word: form.spoken for form in (*_SIGNAL_LIST, *_ORDER_LIST)}
"""The first word of each line and what it becomes."""
