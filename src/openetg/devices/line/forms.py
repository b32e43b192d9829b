"""How each line is written: its word, its fields in order, what may stand in each. A device's lines are a `Language`.

Knows no port, loop, clock or table. What a line cannot carry is our own mistake and is not sent.
"""

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from openetg.devices.line.framing import Rubbish, framed, unframed
from openetg.devices.line.signals import (
    DealerKey,
    DeviceKind,
    DeviceOrder,
    DeviceState,
    Expect,
    Expecting,
    Fault,
    GarbleReason,
    Heartbeat,
    Held,
    Hello,
    Hold,
    Identify,
    KeyPressed,
    Launch,
    LaunchRefusal,
    LaunchRefused,
    Numbered,
    Ready,
    Release,
)

VERSION = 1

Said = TypeVar("Said", bound=Numbered)
"""What a device says: a union of signals."""

_COUNT = re.compile(r"0|[1-9][0-9]{0,14}")
_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,31}")
_FACE = re.compile(r"[A-Za-z0-9]{1,4}")
_WORDS = re.compile(r"[ !-#%-)+\-./0-~]{0,120}")
_FACES_MAX = 64
NOTHING = "-"


class Field(NamedTuple):
    """One field of a line. `read` raises ValueError for text that is not in the field's alphabet."""

    name: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


class LineForm(NamedTuple):
    """A line: its word, what it becomes, its fields in order."""

    word: str
    spoken: type[Any]
    fields: tuple[Field, ...]


class Language(Generic[Said]):
    """All lines between a device and the floor."""

    def __init__(self, *own: LineForm) -> None:
        """`own` are the device's own signals; those of every device come with them."""
        self._signals = {form.word: form for form in (*_COMMON_SIGNALS, *own)}
        self._form_of = {form.spoken: form for form in self._signals.values()} | _ORDER_OF
        self.words = {form.word: form.spoken for form in self._form_of.values()}
        """The first word of each line and what it becomes."""

    def encode(self, line: Said | DeviceOrder) -> bytes:
        """The line as bytes. Raises ValueError for a value that the line cannot carry: that is our own mistake."""
        form = self._form_of[type(line)]
        texts = [form.word, *(_write(field, getattr(line, field.name)) for field in form.fields)]
        return framed(",".join(texts).encode("ascii"))

    def decode_signal(self, line: bytes) -> Said | Rubbish:
        """What a device said."""
        found: Said | Rubbish = _decode(line, self._signals)
        return found


def decode_order(line: bytes) -> DeviceOrder | Rubbish:
    """What a device was told."""
    found: DeviceOrder | Rubbish = _decode(line, _ORDERS)
    return found


def _decode(line: bytes, forms: Mapping[str, LineForm]) -> Any | Rubbish:
    """What a line says, without its marks, or why it says nothing."""
    body = unframed(line)
    if body is None:
        return Rubbish(GarbleReason.BAD_CRC, line)
    word, *texts = body.decode("latin-1").split(",")
    if word not in forms:
        return Rubbish(GarbleReason.UNKNOWN_LINE, line)
    form = forms[word]
    if len(texts) != len(form.fields):
        return Rubbish(GarbleReason.WRONG_FIELDS, line)
    try:
        return form.spoken(*(field.read(text) for field, text in zip(form.fields, texts, strict=True)))
    except ValueError:
        return Rubbish(GarbleReason.BAD_FIELD, line)


def _write(field: Field, value: object) -> str:
    try:
        text = field.write(value)
        if field.read(text) == value:
            return text
    except (TypeError, ValueError, AttributeError):
        pass
    raise ValueError(f"a line cannot carry {value!r} as {field.name}")


def signal_form(word: str, spoken: type[Any], *fields: Field) -> LineForm:
    """The form of a signal: number and uptime stand first."""
    return LineForm(word, spoken, (count("number"), count("uptime_ms"), *fields))


def count(name: str) -> Field:
    """A number, count or duration."""
    return Field(name, str, lambda text: int(_matched(_COUNT, text)))


def token(name: str) -> Field:
    """An id or a code."""
    return Field(name, str, lambda text: _matched(_TOKEN, text))


def words(name: str) -> Field:
    """Words for people."""
    return Field(name, str, lambda text: _matched(_WORDS, text))


def face(name: str) -> Field:
    """A pocket, a symbol, or what a die shows."""
    return Field(name, str, lambda text: _matched(_FACE, text))


def faces(name: str) -> Field:
    """A list of them."""
    return Field(name, " ".join, _read_faces)


def maybe_faces(name: str) -> Field:
    """A list of them that may be empty."""
    return Field(
        name,
        lambda values: " ".join(values) or NOTHING,
        lambda text: () if text == NOTHING else _read_faces(text),
    )


def one_of(name: str, members: type[Enum]) -> Field:
    """One of some words."""
    return Field(name, lambda member: str(member.value), members)


def optional(field: Field) -> Field:
    """As the field, or nothing."""
    return Field(
        field.name,
        lambda value: NOTHING if value is None else field.write(value),
        lambda text: None if text == NOTHING else field.read(text),
    )


def _matched(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(text)
    return text


def _read_faces(text: str) -> tuple[str, ...]:
    found = tuple(_matched(_FACE, each) for each in text.split(" "))
    if len(found) > _FACES_MAX:
        raise ValueError(text)
    return found


SPIN = token("spin")

_COMMON_SIGNALS = (
    signal_form(
        "HELLO",
        Hello,
        count("version"),
        token("boot"),
        token("serial"),
        token("firmware"),
        one_of("kind", DeviceKind),
        faces("faces"),
    ),
    signal_form("READY", Ready),
    signal_form("HELD", Held),
    signal_form("REFUSED", LaunchRefused, SPIN, one_of("reason", LaunchRefusal)),
    signal_form("EXPECTS", Expecting, SPIN),
    signal_form("KEY", KeyPressed, optional(SPIN), one_of("key", DealerKey), optional(token("value"))),
    signal_form("FAULT", Fault, optional(SPIN), token("code"), words("words")),
    signal_form("BEAT", Heartbeat, one_of("state", DeviceState)),
)
_COMMON_ORDERS: tuple[LineForm, ...] = (
    LineForm("LAUNCH", Launch, (SPIN,)),
    LineForm("EXPECT", Expect, (SPIN,)),
    LineForm("HOLD", Hold, ()),
    LineForm("RELEASE", Release, ()),
    LineForm("IDENTIFY", Identify, ()),
)
_ORDERS = {form.word: form for form in _COMMON_ORDERS}
_ORDER_OF = {form.spoken: form for form in _COMMON_ORDERS}
