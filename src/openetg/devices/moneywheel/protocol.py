"""The money wheel's own lines of docs/reference/device-protocol.md, and the pipe to one."""

from collections.abc import Callable

from openetg.devices.line.driver import Connect, DeviceDriver, Supervision
from openetg.devices.line.forms import SPIN, Language, count, signal_form
from openetg.devices.line.protocol import SignalProtocol
from openetg.devices.line.signals import DeviceOrder
from openetg.devices.moneywheel.signals import MoneyWheelSaid, OnDivider, StopUnread, WheelRevolution, WheelStopped
from openetg.devices.moneywheel.signals import MoneyWheelSignal as MoneyWheelSignal
from openetg.devices.moneywheel.signals import WheelTurned as WheelTurned

MONEY_WHEEL: Language[MoneyWheelSaid] = Language(
    signal_form("TURNED", WheelTurned, SPIN),
    signal_form("LAP", WheelRevolution, SPIN, count("count"), count("lap_ms")),
    signal_form("STOPPED", WheelStopped, SPIN, count("segment"), count("revolutions")),
    signal_form("DIVIDER", OnDivider, SPIN, count("segment"), count("revolutions")),
    signal_form("UNREAD", StopUnread, SPIN),
)


class MoneyWheelDriver(DeviceDriver[MoneyWheelSaid, DeviceOrder]):
    """One money wheel, for as long as `run` runs."""

    def __init__(
        self,
        connect: Connect,
        deliver: Callable[[MoneyWheelSignal], None],
        supervision: Supervision | None = None,
        *,
        key: bytes | None = None,
    ) -> None:
        super().__init__(SignalProtocol(MONEY_WHEEL), connect, deliver, supervision, key=key)
