"""Whatever a device sends: its lines are heard or passed over, alike however they were cut, and no cent is lost.

Each line of the input is one line of the device. One that begins with `$` or `~` goes over as it stands, without the
`~`; any other is framed with its CRC first, so that not only framing is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from openetg.devices.acceptor.signals import LANGUAGE as ACCEPTOR
from openetg.devices.display.signals import LANGUAGE as DISPLAY
from openetg.devices.kiosk.signals import LANGUAGE as KIOSK
from openetg.devices.line.forms import Language
from openetg.devices.line.framing import framed
from openetg.devices.line.proof import DeviceProof, FloorProof, ProofStage
from openetg.devices.line.protocol import OrderProtocol, SignalProtocol
from openetg.devices.line.signals import Garbled
from openetg.devices.money.line import FloorEnd
from openetg.devices.moneywheel.protocol import MONEY_WHEEL
from openetg.devices.monitoring.signals import LANGUAGE as MONITORING
from openetg.devices.printer.signals import LANGUAGE as PRINTER
from openetg.devices.sensors.signals import LANGUAGE as SENSORS
from openetg.devices.statusline.speech import SentenceSpeech
from openetg.devices.tumbler.protocol import TUMBLER
from openetg.devices.wheel.protocol import WHEEL
from openetg.floor.core.refusals import Refusal
from openetg.floor.fold import fold
from openetg.floor.pipeline import decide
from openetg.floor.state import state_hash
from openetg.rulebook.load import load
from openetg.rulebook.schema.policies import Device
from openetg.server.devices.desk.desk import MoneyDesk
from openetg.server.devices.hearing import Hearing
from openetg.server.devices.simulators import pockets
from openetg.server.writer.writer import Writer
from tests.fuzz.floors import EVERY_KIND, GUEST, TABLE, founded, played

KEY = bytes(range(32))
LINES_MAX = 400
GARBLED_MAX = 40
"""No excerpt of rubbish is longer, before what cannot be shown is written in letters."""
MONEY: dict[str, Any] = {
    f"acceptor/{GUEST}": ACCEPTOR,
    f"printer/{GUEST}": PRINTER,
    f"sensors/{GUEST}": SENSORS,
    f"display/{TABLE}": DISPLAY,
    "kiosk/K1": KIOSK,
    "monitoring": MONITORING,
}


def on_the_line(data: bytes) -> bytes:
    """The input as it goes over the line."""
    return b"".join(_sent(line) for line in data.split(b"\n")[:LINES_MAX])


def _sent(line: bytes) -> bytes:
    if line.startswith(b"~"):
        return line[1:]
    return line + b"\r\n" if line.startswith(b"$") else framed(line)


@cache
def _kinds(*devices: Device) -> list[tuple[str, str]]:
    return [each for each in EVERY_KIND if load(each[0]).rulebook.tables[each[1]].device.value in devices]


def _heard(make: Callable[[], Any], sent: bytes) -> list[Any]:
    """What is heard, which is the same whether the bytes come at once, one by one or in pieces."""
    whole, single, pieces = make(), make(), make()
    heard = list(whole.receive(sent))
    one_by_one = [each for at in range(len(sent)) for each in single.receive(sent[at : at + 1])]
    in_sevens = [each for at in range(0, len(sent), 7) for each in pieces.receive(sent[at : at + 7])]
    assert heard == one_by_one == in_sevens, "what is heard depends on the bytes alone"
    excerpts = [each.excerpt for each in heard if isinstance(each, Garbled)]
    assert all(len(each) <= 4 * GARBLED_MAX and each.isprintable() for each in excerpts)
    return heard


def _tell_floor(heard: list[Any], kinds: list[tuple[str, str]]) -> None:
    """Each signal becomes a command that the floor grants or refuses; the question changes nothing."""
    for rulebook, kind in kinds:
        floor = founded(rulebook, kind)
        hearing, table = Hearing(floor), floor.tables[TABLE]
        for signal in heard:
            command = hearing.command(table, signal)
            if command is not None:
                assert isinstance(decide(floor, command, floor.at_ms + 1_000), tuple | Refusal)


def _device(language: Language[Any], *devices: Device) -> Callable[[bytes], None]:
    kinds = _kinds(*devices)

    def run(data: bytes) -> None:
        _tell_floor(_heard(lambda: SignalProtocol(language), on_the_line(data)), kinds)

    return run


@cache
def _pockets() -> tuple[str, ...]:
    return tuple(pockets(load(_kinds(Device.AUTOMATIC_WHEEL)[0][0]).rulebook))


def status_line(data: bytes) -> None:
    """Status lines as they come, with nothing added."""
    kinds, found = _kinds(Device.AUTOMATIC_WHEEL), _pockets()
    sent = data.replace(b"\n", b"\r\n")
    whole = SentenceSpeech(found, serial="S", boot="1")
    heard = whole.receive(sent)
    kept = whole.receive(b"x" * 200_000)
    assert len(kept) <= 1, "what has no end is not kept for ever"
    _tell_floor(heard, kinds)


def orders(data: bytes) -> None:
    """Orders, as a device hears them."""
    _heard(OrderProtocol, on_the_line(data))


def proof(data: bytes) -> None:
    """Whoever does not have the key proves nothing, at either end."""
    sent = on_the_line(data)
    floor, device = FloorProof(KEY, bytes), DeviceProof(KEY, bytes)
    floor.receive(sent)
    _, rest = device.receive(sent)
    assert floor.standing is not ProofStage.PROVEN
    assert device.standing is not ProofStage.PROVEN
    assert rest == b"", "nothing is heard before the proof"


def money_devices(data: bytes) -> None:
    """Lines of every money device at one desk; each line of the input begins with the name of the device."""
    writer, twin = Writer(played()), played()
    ends = {name: FloorEnd(language) for name, language in MONEY.items()}
    lines = {name: _Line(end) for name, end in ends.items()}
    desk = MoneyDesk(writer, lines, boot=2, wake=lambda: None)
    now_ms = writer.floor.at_ms
    for line in data.split(b"\n")[:LINES_MAX]:
        device, _, said = line.partition(b" ")
        name = device.decode("latin-1")
        if name in ends:
            for signal in ends[name].receive(_sent(said)):
                if not isinstance(signal, Garbled):
                    desk.hear(name, signal)
        now_ms += 100
        desk.turn(now_ms)
        group = writer.step(now_ms)
        if group is not None:
            for entry in group.entries:
                fold(twin, entry.at_ms, entry.command, entry.verdict)
            writer.committed(group)
        assert writer.floor.ledger.is_balanced()
    assert state_hash(writer.floor) == state_hash(twin), "the floor is what the journal holds"


class _Line:
    """A line that takes every order; each must be one the device could read."""

    def __init__(self, end: FloorEnd[Any, Any]) -> None:
        self._end = end

    def send(self, order: object, /) -> bool:
        assert self._end.encode(order).startswith(b"$")
        return True


wheel = _device(WHEEL, Device.AUTOMATIC_WHEEL, Device.LIVE_WHEEL)
tumbler = _device(TUMBLER, Device.DICE_TUMBLER)
money_wheel = _device(MONEY_WHEEL, Device.MONEY_WHEEL)
