"""A simulated winning-number display."""

from openetg.devices.display.signals import KIND, Blank, DisplayOrder, DisplaySignal, Show, Shown
from openetg.devices.line.signals import Identify
from openetg.devices.money.line import VERSION, Fine, MoneyHello
from openetg.devices.money.simulated import DeviceLife


class SimulatedDisplay:
    """One display, on virtual time. It forgets everything when it loses power."""

    def __init__(self, serial: str = "DSP-1") -> None:
        self.serial = serial
        self.outcomes: tuple[str, ...] = ()
        """What a person sees, the newest first."""
        self._round = 0
        self._running: DeviceLife[DisplaySignal] = DeviceLife(self._repeat)
        self.switch_on()

    def advance(self, to_ms: int) -> list[DisplaySignal]:
        """Lets time pass; what it said until then."""
        return self._running.advance(to_ms)

    def next_event_ms(self) -> int:
        """When it will have something to say."""
        return self._running.next_event_ms()

    def switch_on(self) -> None:
        """Power is there, and nothing on the display."""
        self.outcomes, self._round = (), 0
        self._running = DeviceLife(self._repeat)
        self._introduce()

    def order(self, order: DisplayOrder) -> None:
        """Takes an order now."""
        if isinstance(order, Identify):
            self._introduce()
        elif isinstance(order, Show) and order.round >= self._round:
            self.outcomes, self._round = order.outcomes, order.round
            self._repeat()
        elif isinstance(order, Blank):
            self.outcomes, self._round = (), 0

    def _introduce(self) -> None:
        self._running.say(MoneyHello(VERSION, KIND, self.serial, "sim-1", 1), Fine())
        self._repeat()

    def _repeat(self) -> None:
        if self.outcomes:
            self._running.say(Shown(self._round, self.outcomes[0]))
