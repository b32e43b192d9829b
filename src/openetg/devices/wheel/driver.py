"""The pipe between a wheel and the floor. What any pipe does is in `devices/line/driver.py`."""

from collections.abc import Callable
from typing import TypeAlias

from openetg.devices.line.driver import Connect as Connect
from openetg.devices.line.driver import DeviceDriver
from openetg.devices.line.driver import LinkState as LinkState
from openetg.devices.line.driver import Supervision as Supervision
from openetg.devices.line.driver import over_tcp as over_tcp
from openetg.devices.line.signals import DeviceOrder
from openetg.devices.wheel.protocol import WheelProtocol
from openetg.devices.wheel.signals import DeviceSignal, WheelSignal

Deliver: TypeAlias = Callable[[WheelSignal], None]


class WheelDriver(DeviceDriver[DeviceSignal, DeviceOrder]):
    """One wheel, automatic or live, for as long as `run` runs."""

    def __init__(
        self, connect: Connect, deliver: Deliver, supervision: Supervision | None = None, *, key: bytes | None = None
    ) -> None:
        super().__init__(WheelProtocol(), connect, deliver, supervision, key=key)
