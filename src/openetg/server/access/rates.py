"""How often a requester may ask: a bucket that fills with time, one per requester. Knows no clock of its own."""

from __future__ import annotations

from collections import OrderedDict

ASKERS_KEPT = 10_000


class Rate:
    """So many requests at once, and then so many a second, per requester."""

    def __init__(self, *, per_s: float, burst: int) -> None:
        self._per_ms = per_s / 1000
        self._burst = float(burst)
        self._left: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def wait_ms(self, who: str, now_ms: int) -> int:
        """Counts a request; zero if it may go on, otherwise how long to wait."""
        left, since_ms = self._left.pop(who, (self._burst, now_ms))
        left = min(self._burst, left + max(now_ms - since_ms, 0) * self._per_ms)
        allowed = left >= 1
        self._left[who] = (left - 1 if allowed else left, now_ms)
        if len(self._left) > ASKERS_KEPT:
            self._left.popitem(last=False)
        return 0 if allowed else max(round((1 - left) / self._per_ms), 1)

    def give_back(self, who: str) -> None:
        """Takes one count back: what was asked did no harm."""
        left, since_ms = self._left.get(who, (self._burst, 0))
        self._left[who] = (min(self._burst, left + 1), since_ms)
