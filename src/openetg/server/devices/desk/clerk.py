"""What every keeper at the desk needs: a way into the writer's inbox, a way to a device, and what an answer means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from openetg.floor.commands import AnyCommand, Order
from openetg.floor.core.answers import Stale
from openetg.floor.core.refusals import Refusal
from openetg.floor.state import AlertKind, Answer, Floor
from openetg.server.writer.babbling import Wavering
from openetg.server.writer.writer import Decided, Writer

Told = Decided | Answer | Stale
Then = Callable[[Told], None]


class MoneyDeviceLine(Protocol):
    """The line to a money device of any kind."""

    def send(self, order: object, /) -> bool:
        """Puts an order on the line now; False if there is no line."""
        ...


class Clerk:
    """Submits commands and sends orders for one desk."""

    def __init__(self, writer: Writer, lines: Mapping[str, MoneyDeviceLine], boot: int) -> None:
        self.writer = writer
        self._lines = lines
        self._boot = boot
        self._number = 0

    @property
    def floor(self) -> Floor:
        """As it stands on record, between two groups."""
        return self.writer.floor

    def submit(self, sender: str, command: AnyCommand, then: Then | None = None) -> bool:
        """A command under the desk's own numbers; False while the inbox is full."""
        self._number += 1
        return self.writer.submit(Order(sender, self._boot, self._number, command), then)

    def submit_item(self, order: Order, then: Then) -> bool:
        """A command under the number of a device's item, so that the same item is answered alike for ever."""
        return self.writer.submit(order, then)

    def send(self, device: str, order: object) -> bool:
        """An order to a device; False if there is no line to it."""
        line = self._lines.get(device)
        return line is not None and line.send(order)

    def has(self, device: str) -> bool:
        """Whether there is such a device."""
        return device in self._lines


def refusal(told: Told) -> str | None:
    """The reason of a refusal; None if it was accepted."""
    if isinstance(told, Decided):
        return told.verdict.reason.value if isinstance(told.verdict, Refusal) else None
    return "stale" if isinstance(told, Stale) else (told.reason or None)


TROUBLED = {
    AlertKind.PRINTER_FAULT: "printer/{}",
    AlertKind.PAPER_LOW: "printer/{}/paper",
    AlertKind.PAPER_OUT: "printer/{}/paper",
    AlertKind.ACCEPTOR_FAULT: "acceptor/{}",
}
"""The devices whose troubles are alerts, by the names that their keepers give them."""


class Troubles:
    """The troubles of devices that are on record as things stand, so that each is put there once.

    That a device is in trouble never waits. What it says after that does, if it has said otherwise too often: one that
    goes and comes back all day would fill the journal.
    """

    def __init__(self, floor: Floor) -> None:
        """What lasts on record was said to a server before: a device that is well again has to be heard of."""
        self._known: dict[str, str] = {}
        self._wavering = Wavering()
        self._put_off: dict[str, str] = {}
        """By device, what it said last, where that is not believed yet."""
        alerts = floor.alerts
        for alert in (*alerts.open.values(), *alerts.acknowledged.values()):
            device = TROUBLED.get(alert.kind)
            if device is not None and alert.ended_at_ms is None:
                self._known[device.format(alert.place)] = alert.said[-1].partition("_")[2]

    def is_news(self, device: str, code: str, at_ms: int) -> bool:
        """Whether this goes on record now: it is not what was last said of the device. An empty code is no trouble."""
        known = self._known.get(device, "")
        is_late = bool(known) and known != code and at_ms < self._wavering.believed_at_ms(device, at_ms)
        if is_late:
            self._put_off[device] = code
        else:
            self._put_off.pop(device, None)
        return known != code and not is_late

    def note(self, device: str, code: str, at_ms: int) -> None:
        """Notes that it is on its way to the record."""
        if self._known.get(device, ""):
            self._wavering.believe(device, at_ms)
        self._known[device] = code

    def late(self) -> list[tuple[str, str]]:
        """Reports of devices that were put off; `is_news` says whether each is believed by now."""
        return list(self._put_off.items())

    def of(self, device: str) -> str:
        """The trouble a device is in; empty if none."""
        return self._known.get(device, "")
