"""Everybody who looks at the floor between two groups, as one for the engine: conductor, desk, simulators, dealers.

Each is told the time and may put orders into the inbox and tell devices things; none may show anything to anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Attendant(Protocol):
    """Whoever looks at the floor between two groups."""

    def tick(self, at_ms: int) -> None:
        """The floor stands still: look, and do what is due."""
        ...

    def next_wake_ms(self) -> int | None:
        """When, at the latest, to look again; None if only the floor can bring something about."""
        ...


class Attendants:
    """All of them, in the order in which they look."""

    def __init__(self, *parts: Attendant) -> None:
        self._parts = list(parts)

    def add(self, part: Attendant) -> None:
        """One more, who looks last."""
        self._parts.append(part)

    def tick(self, at_ms: int) -> None:
        """Has everybody look."""
        for part in self._parts:
            part.tick(at_ms)

    def next_wake_ms(self) -> int | None:
        """When the first of them wants to look again."""
        times = [part.next_wake_ms() for part in self._parts]
        return min((each for each in times if each is not None), default=None)


class Ticking:
    """Something that only wants to be told the time, as an attendant."""

    def __init__(self, tick: Callable[[int], None], next_wake_ms: Callable[[], int | None] = lambda: None) -> None:
        self.tick = tick
        self.next_wake_ms = next_wake_ms
