"""The line of money devices: bytes to signals and orders, both ends of docs/reference/money-devices.md.

Framing, CRC and field rules are those of every device's line. Nothing is numbered: a device that has something to say
about money says it again each second until it is told that it was heard, and what it says bears the number of the item
it is about, so that hearing it twice does nothing twice. Knows no port, loop, clock or floor; bytes from outside never
raise.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from openetg.devices.line.forms import Field, LineForm, count, token, words
from openetg.devices.line.framing import LineReader, LineTally, Rubbish, RubbishRun, framed, unframed
from openetg.devices.line.signals import Garbled, GarbleReason, Identify, LineNotice

VERSION = 1

Said = TypeVar("Said")
"""What a device says: a union of signals."""
Told = TypeVar("Told")
"""What a device can be told: a union of orders."""
_Said_co = TypeVar("_Said_co", covariant=True)
_Told_contra = TypeVar("_Told_contra", contravariant=True)


class MoneyHello(Struct, frozen=True, gc=False, tag="hello"):
    """Who the device is. `life` rises whenever it begins to count items anew, as after a change of its memory."""

    version: int
    kind: str
    serial: str
    firmware: str
    life: int


class Beat(Struct, frozen=True, gc=False, tag="beat"):
    """The device is there."""


class DeviceTrouble(Struct, frozen=True, gc=False, tag="trouble"):
    """Something is wrong with the device until it says that it is fine."""

    code: str
    words: str


class Fine(Struct, frozen=True, gc=False, tag="fine"):
    """Nothing is wrong with the device."""


class Heard(Struct, frozen=True, gc=False, tag="heard"):
    """What was said of this item is on record: no need to say it again."""

    item: int


ITEM = count("item")
_SIGNALS = (
    LineForm("HELLO", MoneyHello, (count("version"), token("kind"), token("serial"), token("firmware"), count("life"))),
    LineForm("BEAT", Beat, ()),
    LineForm("TROUBLE", DeviceTrouble, (token("code"), words("words"))),
    LineForm("FINE", Fine, ()),
)
_ORDERS = (LineForm("HEARD", Heard, (ITEM,)), LineForm("IDENTIFY", Identify, ()))


def tokens(name: str) -> Field:
    """Ids or codes with single spaces between them, at least one."""
    one = token(name)
    return Field(name, " ".join, lambda text: tuple(one.read(each) for each in text.split(" ")))


class MoneyLanguage(Generic[Said, Told]):
    """All lines between a device and the floor; those of every device come with its own."""

    def __init__(self, signals: Sequence[LineForm], orders: Sequence[LineForm]) -> None:
        self.signals = {form.word: form for form in (*_SIGNALS, *signals)}
        self.orders = {form.word: form for form in (*_ORDERS, *orders)}
        self._form_of = {form.spoken: form for form in (*self.signals.values(), *self.orders.values())}

    def encode(self, line: Said | Told | Identify) -> bytes:
        """The line as bytes. Raises ValueError for a value that the line cannot carry: that is our own mistake."""
        form = self._form_of[type(line)]
        texts = [form.word, *(_write(field, getattr(line, field.name)) for field in form.fields)]
        return framed(",".join(texts).encode("ascii"))


class FloorEnd(Generic[Said, Told]):
    """The floor's end: bytes in, signals out, orders to bytes."""

    def __init__(self, language: MoneyLanguage[Said, Told]) -> None:
        self.tally = LineTally()
        self._language = language
        self._ear = _Ear(language.signals, self.tally)

    def receive(self, data: bytes) -> list[Said | LineNotice]:
        """The signals that these bytes complete. Never raises."""
        return self._ear.receive(data)

    def encode(self, order: Told | Identify) -> bytes:
        """An order as it goes on the line."""
        return self._language.encode(order)

    def connection_reset(self) -> None:
        """Forget the half line of a connection that is gone."""
        self._ear.reset()


class SimulatedMoneyDevice(Protocol[_Said_co, _Told_contra]):
    """A simulated device on virtual time."""

    def order(self, order: _Told_contra) -> None:
        """Take an order now; what it makes the device say comes with the next advance."""
        ...

    def next_event_ms(self) -> int:
        """When the device will have something to say, if no order comes before."""
        ...

    def advance(self, to_ms: int) -> Sequence[_Said_co]:
        """Let time pass until `to_ms`; what the device said up to then, in order."""
        ...


class MoneyDeviceEnd(Generic[Said, Told]):
    """A simulated device that speaks bytes."""

    def __init__(self, language: MoneyLanguage[Said, Told], device: SimulatedMoneyDevice[Said, Told]) -> None:
        self.tally = LineTally()
        self._language = language
        self._device = device
        self._ear = _Ear(language.orders, self.tally)

    def receive(self, data: bytes) -> None:
        """Orders from the floor, at the device's present time. Rubbish is passed over: the floor hears no change."""
        for order in self._ear.receive(data):
            if not isinstance(order, Garbled):
                self._device.order(order)

    def connection_reset(self) -> None:
        """A new floor has connected; what the last one left unfinished is forgotten."""
        self._ear.reset()

    def next_event_ms(self) -> int:
        """When the device will have something to say, if no order comes before."""
        return self._device.next_event_ms()

    def advance(self, to_ms: int) -> bytes:
        """Everything on the line until `to_ms`."""
        return b"".join(self._language.encode(signal) for signal in self._device.advance(to_ms))


class _Ear:
    """Cuts bytes into lines and reads them; one notice for a whole run of rubbish."""

    def __init__(self, forms: Mapping[str, LineForm], tally: LineTally) -> None:
        self._forms = forms
        self._tally = tally
        self._lines = LineReader()
        self._rubbish = RubbishRun(tally)

    def receive(self, data: bytes) -> list[Any]:
        heard: list[Any] = []
        for piece in self._lines.read(data):
            read = piece if isinstance(piece, Rubbish) else _read(piece, self._forms)
            if isinstance(read, Rubbish):
                heard += self._rubbish.add(read)
            else:
                self._rubbish.end()
                self._tally.accepted += 1
                heard.append(read)
        return heard

    def reset(self) -> None:
        self._lines = LineReader()


def _read(line: bytes, forms: Mapping[str, LineForm]) -> Any | Rubbish:
    body = unframed(line)
    if body is None:
        return Rubbish(GarbleReason.BAD_CRC, line)
    word, *texts = body.decode("latin-1").split(",")
    form = forms.get(word)
    if form is None:
        return Rubbish(GarbleReason.UNKNOWN_LINE, line)
    if len(texts) != len(form.fields):
        return Rubbish(GarbleReason.WRONG_FIELDS, line)
    try:
        return form.spoken(*(field.read(text) for field, text in zip(form.fields, texts, strict=True)))
    except ValueError:
        return Rubbish(GarbleReason.BAD_FIELD, line)


def _write(field: Field, value: object) -> str:
    text = field.write(value)
    try:
        if field.read(text) == value:
            return text
    except ValueError:
        pass
    raise ValueError(f"a line cannot carry {value!r} as {field.name}")
