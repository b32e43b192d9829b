"""The wheel's own lines of docs/reference/wheel-protocol.md. What any line has is in `devices/line/`."""

from openetg.devices.line.forms import (
    SPIN,
    Language,
    count,
    face,
    maybe_faces,
    one_of,
    optional,
    signal_form,
)
from openetg.devices.line.forms import VERSION as VERSION
from openetg.devices.line.framing import LINE_MAX as LINE_MAX
from openetg.devices.line.framing import ORDER_MAX as ORDER_MAX
from openetg.devices.line.framing import line_crc as line_crc
from openetg.devices.line.protocol import OrderProtocol as OrderProtocol
from openetg.devices.line.protocol import SignalProtocol
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DeviceSignal,
    DropImminent,
    RestUnread,
    Revolution,
    Rotation,
)

WHEEL: Language[DeviceSignal] = Language(
    signal_form(
        "LAUNCHED",
        BallLaunched,
        SPIN,
        optional(one_of("ball", Rotation)),
        optional(one_of("rotor", Rotation)),
        optional(count("rotor_turn_ms")),
    ),
    signal_form("LAP", Revolution, SPIN, count("count"), count("lap_ms")),
    signal_form("DROP", DropImminent, SPIN),
    signal_form("REST", AtRest, SPIN, face("pocket")),
    signal_form("UNREAD", RestUnread, SPIN, maybe_faces("candidates")),
)
encode = WHEEL.encode


class WheelProtocol(SignalProtocol[DeviceSignal]):
    """The floor's end: bytes in, signals out. Lives as long as the driver, across connections."""

    def __init__(self) -> None:
        super().__init__(WHEEL)
