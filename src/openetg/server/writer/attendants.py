"""The parts that look at the floor between two groups (conductor, desk, simulators, dealers).

Called by the engine. Each part is told the time and may put orders into the inbox and tell devices things; none may
show anything on a screen or socket.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Attendant(Protocol):
    """A part that looks at the floor between two groups of entries."""

    def tick(self, at_ms: int) -> None:
        """Called while the floor does not change: look at it, and do what is due now."""
        ...

    def next_wake_ms(self) -> int | None:
        """The latest time to call `tick` again; None if only a change of the floor makes something due."""
        ...


class Attendants:
    """All attendants of a floor, called in the order in which they were added."""

    def __init__(self, *parts: Attendant) -> None:
        self._parts = list(parts)

    def add(self, part: Attendant) -> None:
        """Adds an attendant, which is called last."""
        self._parts.append(part)

    def tick(self, at_ms: int) -> None:
        """Calls every attendant."""
        for part in self._parts:
            part.tick(at_ms)

    def next_wake_ms(self) -> int | None:
        """The earliest time any attendant asks for; None if none asks for one."""
        times = [part.next_wake_ms() for part in self._parts]
        return min((each for each in times if each is not None), default=None)


class Ticking:
    """Makes an attendant of something that only needs to be told the time."""

    def __init__(self, tick: Callable[[int], None], next_wake_ms: Callable[[], int | None] = lambda: None) -> None:
        self.tick = tick
        self.next_wake_ms = next_wake_ms
