"""The tumbler's own lines of docs/reference/device-protocol.md, and the pipe to one."""

from collections.abc import Callable

from openetg.devices.line.driver import Connect, DeviceDriver, Supervision
from openetg.devices.line.forms import SPIN, Language, faces, signal_form
from openetg.devices.line.protocol import SignalProtocol
from openetg.devices.line.signals import DeviceOrder
from openetg.devices.tumbler.signals import DiceRead, DiceSettling, DiceShaken, DiceUnread, DieCocked, TumblerSaid
from openetg.devices.tumbler.signals import TumblerSignal as TumblerSignal

TUMBLER: Language[TumblerSaid] = Language(
    signal_form("SHAKEN", DiceShaken, SPIN),
    signal_form("SETTLING", DiceSettling, SPIN),
    signal_form("DICE", DiceRead, SPIN, faces("dice")),
    signal_form("UNREAD", DiceUnread, SPIN, faces("dice")),
    signal_form("COCKED", DieCocked, SPIN, faces("dice")),
)


class TumblerDriver(DeviceDriver[TumblerSaid, DeviceOrder]):
    """One tumbler, for as long as `run` runs."""

    def __init__(
        self,
        connect: Connect,
        deliver: Callable[[TumblerSignal], None],
        supervision: Supervision | None = None,
        *,
        key: bytes | None = None,
    ) -> None:
        super().__init__(SignalProtocol(TUMBLER), connect, deliver, supervision, key=key)
