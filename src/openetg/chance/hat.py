"""What lies in a hat, by whose it is: taken out and put back, and found by its place, however much there is.

Sums over stretches that double in length (a Fenwick tree), so that a thousand prizes among a million entrants are drawn
at once: a walk over all of them for each prize would keep a floor waiting.
"""

from __future__ import annotations

from collections.abc import Sequence


class Hat:
    """Per owner, in a fixed order, how many things of theirs are in it."""

    def __init__(self, counts: Sequence[int]) -> None:
        self.total = sum(counts)
        self._counts = list(counts)
        self._sums = [0, *counts]
        """At i, what the owners from i - (lowest bit of i) to i - 1 have together."""
        for index in range(1, len(self._sums)):
            above = index + (index & -index)
            if above < len(self._sums):
                self._sums[above] += self._sums[index]

    def of(self, owner: int) -> int:
        """How many are there of an owner."""
        return self._counts[owner]

    def put(self, owner: int, count: int) -> None:
        """Puts some of an owner's in; below zero, takes them out."""
        assert self._counts[owner] + count >= 0, "nothing is taken out that is not there"
        self._counts[owner] += count
        self.total += count
        index = owner + 1
        while index < len(self._sums):
            self._sums[index] += count
            index += index & -index

    def at(self, place: int) -> tuple[int, int]:
        """Whose is the thing at a place, all owners one after the other, and which of theirs it is."""
        assert 0 <= place < self.total, "a place among those that are there"
        owner, step = 0, 1 << (len(self._counts).bit_length() - 1)
        while step:
            if owner + step < len(self._sums) and self._sums[owner + step] <= place:
                owner += step
                place -= self._sums[owner]
            step >>= 1
        return owner, place
