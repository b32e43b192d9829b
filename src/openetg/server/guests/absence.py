"""Notices what is no longer there: terminals whose session is lost for longer than a grace, devices whose line is.

Sans I/O. It is told of joins and leaves and of what the lines to devices say, and of the time; it puts on record what
has changed, once, and nothing of what was never there. What a lost line means for wagers is for the rulebook. It
never ends a session and never speaks to a device.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush

from openetg.devices.line.signals import Garbled, LinkLost, LinkOpened, Missed, Silent
from openetg.floor.alerts.acknowledging import is_offline, is_terminal_offline
from openetg.floor.commands import AnyCommand, Order, ReportDeviceLine, ReportLine
from openetg.floor.state import Floor
from openetg.server.writer.writer import Writer

GRACE_MS = 10_000
"""How long a terminal may be away before staff are to know: a page that is loaded anew is back within a second or two.

Where the table has a longer grace, that is waited for: then its rulebook may call it a malfunction.
"""
SENDER = "vigil"
Submit = Callable[[str, AnyCommand], bool]
"""Puts a command into the writer's inbox under a sender's name; False while there is no room."""


class Vigil:
    """Watches the terminals of a floor."""

    def __init__(self, writer: Writer, *, boot: int, wake: Callable[[], None]) -> None:
        """A terminal with a key of its own is expected from the start, any other once it has been there."""
        floor = writer.floor
        self._writer = writer
        self._boot = boot
        self._wake = wake
        self._number = 0
        self._offline = {name for name in floor.terminals if is_terminal_offline(floor, name)}
        """Terminals that are lost according to the record."""
        self._back: set[str] = set()
        """Terminals on record as lost that are connected again."""
        self._fresh = [name for name in floor.people.pairings if name in floor.terminals and name not in self._offline]
        """Terminals that have gone since the last tick."""
        self._gone: dict[str, int | None] = dict.fromkeys(self._fresh)
        """Terminals that are away, and since when; None if the time was not noted yet."""
        self._due: list[tuple[int, str, int]] = []
        """When to check, which terminal, away since when; the next one first. A terminal that is back by then is
        skipped."""

    def joined(self, terminal: str) -> None:
        """Called when a terminal has a session."""
        self._gone.pop(terminal, None)
        if terminal in self._offline:
            self._back.add(terminal)
            self._wake()

    def left(self, terminal: str) -> None:
        """Called when a terminal has no session any more."""
        if terminal in self._writer.floor.terminals and terminal not in self._gone:
            self._gone[terminal] = None
            self._fresh.append(terminal)
            self._wake()

    def tick(self, at_ms: int) -> None:
        """Puts on record which terminals were away for too long, and which are back."""
        for terminal in sorted(self._back):
            # How long it lasted is what lies between the two entries; said here it would count as lost once more.
            if self._submit(ReportLine(terminal, up=True)):
                self._back.discard(terminal)
                self._offline.discard(terminal)
        fresh, self._fresh = self._fresh, []
        for terminal in fresh:
            if self._gone.get(terminal, 0) is None:
                self._gone[terminal] = at_ms
                heappush(self._due, (self._due_ms(terminal, at_ms), terminal, at_ms))
        while self._due and self._due[0][0] <= at_ms and self._missed(*self._due[0][1:], at_ms):
            heappop(self._due)

    def next_wake_ms(self) -> int | None:
        """When, at the latest, to tick again."""
        if self._back or self._fresh:
            return 0
        return self._due[0][0] if self._due else None

    def _missed(self, terminal: str, since_ms: int, at_ms: int) -> bool:
        """Deals with a terminal whose time is up; False while the inbox is full."""
        if self._gone.get(terminal) != since_ms:
            return True
        if terminal not in self._offline:
            if not self._submit(ReportLine(terminal, up=False, lasted_ms=at_ms - since_ms)):
                return False
            self._offline.add(terminal)
        # Else it was here for a moment that is not on record: it was lost and still is.
        self._back.discard(terminal)
        del self._gone[terminal]
        return True

    def _due_ms(self, terminal: str, since_ms: int) -> int:
        floor = self._writer.floor
        graces = [floor.tables[name].line_grace_ms + 1 for name in floor.terminals[terminal].tables]
        return since_ms + max(GRACE_MS, *graces)

    def _submit(self, command: AnyCommand) -> bool:
        self._number += 1
        return self._writer.submit(Order(SENDER, self._boot, self._number, command))


class DeviceLines:
    """Knows which lines to devices are up, and keeps what is to go on record until there is room for it."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._known: dict[str, bool] = {}
        """By device, whether its line is up; for a device that has sent nothing yet, the record tells."""
        self._news: deque[ReportDeviceLine] = deque()

    def hear(self, device: str, signal: object) -> None:
        """A device is there as soon as it says something itself: an open line may have no device at its end."""
        if isinstance(signal, LinkLost | Silent):
            self._note(device, up=False, cause="silent" if isinstance(signal, Silent) else signal.reason.value)
        elif not self._stands(device) and not isinstance(signal, LinkOpened | Garbled | Missed):
            self._note(device, up=True)

    def flush(self, submit: Submit) -> None:
        """Puts on record what has changed, in order."""
        while self._news and submit(self._news[0].device, self._news[0]):
            self._news.popleft()

    def _stands(self, device: str) -> bool:
        known = self._known.get(device)
        if known is None:
            known = self._known[device] = not is_offline(self._floor, device)
        return known

    def _note(self, device: str, *, up: bool, cause: str = "") -> None:
        if self._stands(device) is not up:
            self._news.append(ReportDeviceLine(device, up, cause))
        self._known[device] = up
