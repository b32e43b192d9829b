"""Time for simulated money devices: what is said when, what happens later, and a heartbeat each second.

Virtual: nothing here waits. What a device must remember over a loss of power is its own; this is what it forgets.
"""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from openetg.devices.money.line import Beat

BEAT_MS = 1_000

Said = TypeVar("Said")


class _Later(NamedTuple):
    at_ms: int
    order: int
    act: Callable[[], None]


class DeviceLife(Generic[Said]):
    """One life of a device, from switch-on to switch-off."""

    def __init__(self, repeat: Callable[[], None]) -> None:
        """`repeat` has the device say again, with each beat, what it was not told to have been heard."""
        self.now_ms = 0
        self._beat_ms = BEAT_MS
        self._repeat = repeat
        self._said: list[Said | Beat] = []
        self._later: list[_Later] = []
        self._count = 0

    def say(self, *signals: Said) -> None:
        """Puts signals on the line."""
        self._said += signals

    def later(self, in_ms: int, act: Callable[[], None]) -> None:
        """Has something happen in so much time."""
        self._count += 1
        self._later.append(_Later(self.now_ms + in_ms, self._count, act))

    def stop(self) -> None:
        """Nothing that was to happen happens, and nothing more is said: power is gone."""
        self._later.clear()
        self._said.clear()

    def next_event_ms(self) -> int:
        """When there will be something to say."""
        if self._said:
            return self.now_ms
        return min([self._beat_ms, *(each.at_ms for each in self._later)])

    def advance(self, to_ms: int) -> list[Said | Beat]:
        """Lets time pass; everything said until then."""
        while (due := min(self._later, default=None)) is not None and due.at_ms <= to_ms:
            self._beat_until(due.at_ms - 1)
            self._later.remove(due)
            self.now_ms = max(self.now_ms, due.at_ms)
            due.act()
        self._beat_until(to_ms)
        self.now_ms = max(self.now_ms, to_ms)
        said, self._said = self._said, []
        return said

    def _beat_until(self, to_ms: int) -> None:
        while self._beat_ms <= to_ms:
            self.now_ms = max(self.now_ms, self._beat_ms)
            self._said.append(Beat())
            self._repeat()
            self._beat_ms += BEAT_MS
