"""The pipe to a wheel with a status line. What any pipe does is in `devices/line/driver.py`."""

from collections.abc import Sequence

from openetg.devices.line.driver import Connect, DeviceDriver, Supervision
from openetg.devices.line.signals import DeviceOrder
from openetg.devices.statusline.speech import SentenceSpeech
from openetg.devices.wheel.driver import Deliver
from openetg.devices.wheel.signals import DeviceSignal

BAUD = 9_600
"""Of the serial port, as the public notes have it."""


class SentenceDriver(DeviceDriver[DeviceSignal, DeviceOrder]):
    """One wheel with a status line, for as long as `run` runs."""

    def __init__(
        self,
        connect: Connect,
        deliver: Deliver,
        supervision: Supervision | None = None,
        *,
        pockets: Sequence[str],
        serial: str = "status-line",
        boot: str = "1",
    ) -> None:
        super().__init__(SentenceSpeech(pockets, serial=serial, boot=boot), connect, deliver, supervision)
