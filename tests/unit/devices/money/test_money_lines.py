"""The line of money devices: every signal and order goes there and back, and no bytes do harm."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.devices.acceptor import signals as acceptor
from openetg.devices.display import signals as display
from openetg.devices.kiosk import signals as kiosk
from openetg.devices.line.framing import framed
from openetg.devices.line.signals import Garbled, GarbleReason
from openetg.devices.money.line import FloorEnd, MoneyDeviceEnd, MoneyLanguage
from openetg.devices.monitoring import signals as monitoring
from openetg.devices.printer import signals as printer
from openetg.devices.sensors import signals as sensors

pytestmark = pytest.mark.slow

REFERENCE = Path(__file__).parents[4] / "docs" / "reference" / "money-devices.md"
LANGUAGES: dict[str, tuple[MoneyLanguage[Any, Any], Any, Any]] = {
    "acceptor": (acceptor.LANGUAGE, acceptor.AcceptorSignal, acceptor.AcceptorOrder),
    "printer": (printer.LANGUAGE, printer.PrinterSignal, printer.PrinterOrder),
    "sensors": (sensors.LANGUAGE, sensors.SensorSignal, sensors.SensorOrder),
    "display": (display.LANGUAGE, display.DisplaySignal, display.DisplayOrder),
    "monitoring": (monitoring.LANGUAGE, monitoring.MonitoringSignal, monitoring.MonitoringOrder),
    "kiosk": (kiosk.LANGUAGE, kiosk.KioskSignal, kiosk.KioskOrder),
}
NAMES = st.text(st.sampled_from("abcXYZ0189"), min_size=1, max_size=20)
TEXTS = {"words": st.text(st.sampled_from("ab c.-!"), max_size=30)}


def spoken(union: Any) -> st.SearchStrategy[Any]:
    """Anything that may be said, with fields that the line can carry."""
    return st.one_of(*(st.builds(each, **_fields(each)) for each in get_args(union)))


def _fields(kind: Any) -> dict[str, st.SearchStrategy[Any]]:
    found: dict[str, st.SearchStrategy[Any]] = {}
    for name in kind.__struct_fields__:
        hint = kind.__annotations__[name]
        if hint is int:
            found[name] = st.integers(0, 10**12)
        elif hint is str:
            found[name] = TEXTS.get(name, NAMES)
        elif hint == tuple[str, ...]:
            found[name] = st.lists(NAMES, min_size=1, max_size=12).map(tuple)
        elif hint == (str | None):
            found[name] = st.none() | NAMES
        else:
            found[name] = st.sampled_from(hint)
    return found


class Ear:
    """A device that only listens."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def order(self, order: Any) -> None:
        self.heard.append(order)

    def next_event_ms(self) -> int:
        return 0

    def advance(self, to_ms: int) -> list[Any]:
        del to_ms
        return []


@pytest.mark.parametrize("name", LANGUAGES)
@given(data=st.data())
def test_everything_that_is_said_is_heard_as_it_was_said_however_it_was_cut(name: str, data: st.DataObject) -> None:
    language, signals, orders = LANGUAGES[name]
    said = data.draw(st.lists(spoken(signals), max_size=4))
    told = data.draw(st.lists(spoken(orders), max_size=4))
    floor, ear = FloorEnd(language), Ear()
    device = MoneyDeviceEnd(language, ear)
    cut = data.draw(st.integers(1, 40))
    assert _in_pieces(floor.receive, b"".join(map(language.encode, said)), cut) == said
    orders_said = b"".join(map(language.encode, told))
    for at in range(0, len(orders_said), cut):
        device.receive(orders_said[at : at + cut])
    assert ear.heard == told


def _in_pieces(receive: Any, data: bytes, size: int) -> list[Any]:
    return [heard for at in range(0, len(data), size) for heard in receive(data[at : at + size])]


@given(noise=st.binary(max_size=300))
def test_noise_never_raises_and_the_next_line_is_heard(noise: bytes) -> None:
    floor: FloorEnd[Any, Any] = FloorEnd(acceptor.LANGUAGE)
    floor.receive(noise)
    held = acceptor.NoteHeld(1, 5_000)
    assert floor.receive(b"\n" + acceptor.LANGUAGE.encode(held))[-1] == held


@given(at=st.integers(1, 18), flip=st.integers(1, 255))
def test_a_damaged_line_is_no_line(at: int, flip: int) -> None:
    line = bytearray(acceptor.LANGUAGE.encode(acceptor.Stacked(7, 5_000)))
    line[at] ^= flip
    floor: FloorEnd[Any, Any] = FloorEnd(acceptor.LANGUAGE)
    assert all(isinstance(heard, Garbled) for heard in floor.receive(bytes(line) + b"\n"))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"NOTE,1", GarbleReason.WRONG_FIELDS),
        (b"NOTE,1,-5", GarbleReason.BAD_FIELD),
        (b"NOTE,01,5", GarbleReason.BAD_FIELD),
        (b"STACK,1", GarbleReason.UNKNOWN_LINE),
        (b"", GarbleReason.UNKNOWN_LINE),
    ],
)
def test_a_line_of_the_wrong_form_is_refused_with_its_reason(body: bytes, reason: GarbleReason) -> None:
    floor: FloorEnd[Any, Any] = FloorEnd(acceptor.LANGUAGE)
    (heard,) = floor.receive(framed(body))
    assert isinstance(heard, Garbled)
    assert heard.reason is reason


@pytest.mark.parametrize("wrong", [acceptor.NoteHeld(1, -5), acceptor.Rejected("two words"), acceptor.Rejected("a,b")])
def test_what_a_line_cannot_carry_is_our_own_mistake(wrong: Any) -> None:
    with pytest.raises(ValueError, match="cannot carry"):
        acceptor.LANGUAGE.encode(wrong)


def test_no_order_is_longer_than_a_line() -> None:
    longest = printer.Print("9" * 32, "receipt", 10**15 - 1, 10**9, 10**15 - 1, 10**15 - 1)
    assert len(printer.LANGUAGE.encode(longest)) < 128


def test_the_reference_names_every_line_and_every_example_is_one() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## .*?\(`(\w+)`\)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    for name, (language, _, _) in LANGUAGES.items():
        for word in {*language.signals, *language.orders} - {"HELLO", "BEAT", "TROUBLE", "FINE", "HEARD", "IDENTIFY"}:
            assert f"`{word}" in sections[name], f"{name}: {word}"
        examples = re.findall(r"^(\$.*)$", sections[name], re.MULTILINE)
        assert examples, name
        for example in examples:
            said = FloorEnd(language).receive(example.encode() + b"\r\n")
            ear = Ear()
            MoneyDeviceEnd(language, ear).receive(example.encode() + b"\r\n")
            assert ear.heard or not any(isinstance(each, Garbled) for each in said), example
