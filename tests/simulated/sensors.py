"""Simulated doors and tilt switches with a battery: what happens while there is no power is seen at switch-on."""

from typing import Any, ClassVar

from openetg.devices.line.signals import Identify
from openetg.devices.money.line import VERSION, Fine, Heard, MoneyHello
from openetg.devices.money.simulated import DeviceLife
from openetg.devices.sensors.signals import KIND, Closed, Seen, SensorOrder, SensorSignal, Sight


class SimulatedSensors:
    """The sensors of one place, on virtual time."""

    MEMORY: ClassVar[dict[str, Any]] = {"unheard": list[Seen], "open": set[str], "count": int}

    def __init__(self, serial: str = "SEN-1") -> None:
        self.serial = serial
        self.unheard: list[Seen] = []
        self.open: set[str] = set()
        self.count = 0
        self._powered = False
        self._running: DeviceLife[SensorSignal] = DeviceLife(self._repeat)
        self.switch_on()

    def advance(self, to_ms: int) -> list[SensorSignal]:
        """Lets time pass; what they said until then."""
        return self._running.advance(to_ms) if self._powered else []

    def next_event_ms(self) -> int:
        """When they will have something to say."""
        return self._running.next_event_ms()

    def switch_on(self) -> None:
        """Power is there."""
        self._running = DeviceLife(self._repeat)
        self._powered = True
        self._introduce()

    def cut(self) -> None:
        """Power is gone; the battery keeps what was seen."""
        self._running.stop()
        self._powered = False

    def open_door(self, where: str = "main") -> None:
        """A person opens a door."""
        if where not in self.open:
            self.open.add(where)
            self._see(Sight.DOOR, where)

    def close_door(self, where: str = "main") -> None:
        """A person closes it."""
        self.open.discard(where)
        if self._powered:
            self._running.say(Closed(where))

    def tilt(self) -> None:
        """A person leans on the terminal."""
        self._see(Sight.TILT, "body")

    def tamper(self, where: str = "glass") -> None:
        """A person forces something."""
        self._see(Sight.TAMPER, where)

    def order(self, order: SensorOrder) -> None:
        """Takes an order now."""
        if isinstance(order, Identify):
            self._introduce()
        elif isinstance(order, Heard):
            self.unheard = [seen for seen in self.unheard if seen.item != order.item]

    def _see(self, sight: Sight, where: str) -> None:
        self.count += 1
        seen = Seen(self.count, sight, where)
        self.unheard.append(seen)
        if self._powered:
            self._running.say(seen)

    def _introduce(self) -> None:
        self._running.say(MoneyHello(VERSION, KIND, self.serial, "sim-1", 1), Fine())
        self._repeat()

    def _repeat(self) -> None:
        self._running.say(*self.unheard)
