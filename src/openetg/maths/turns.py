"""What the settlement that reaches a value leaves over, exactly, where tables feed a pool by turns.

Tables take turns for ever, so what they have brought in whole cents repeats: after so many settlements it is again
without parts of a cent, and the first table is next. A pool that begins after one of them is hit by the first after
which a value more was brought; that one is where the next pool begins. How often a pool begins after each of them is
solved for (`runs.lasting`), and the mean of what is left over follows. It must never decide anything.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, islice, pairwise
from math import gcd, lcm

from msgspec import Struct

from openetg.maths.runs import lasting

STATES_MAX = 60
"""So many settlements after which pools begin are told apart, and no more."""
WORK_MAX = 4_000
"""So many settlements are gone through for each of these."""
SETTLEMENTS_MAX = 100_000
"""So many settlements until they begin anew are looked at, and no more."""
PARTS_OF_A_CENT, TURNS = "parts-of-a-cent", "turns"


class LeftOver(Struct, frozen=True):
    """What is left over beyond the value, in whole cents, in the mean."""

    mean: Fraction
    flag: str = ""
    """None where it is exact; `parts-of-a-cent` where it is so to the cent, `turns` where it may not even be that."""


class TableTurns:
    """Tables that settle by turns, each bringing the same every time."""

    def __init__(self, gains: Sequence[Fraction]) -> None:
        count = len(gains)
        shortest = next(n for n in range(1, count + 1) if count % n == 0 and list(gains[:n]) * (count // n) == [*gains])
        self._gains = gains[:shortest]
        unit = lcm(*(each.denominator for each in self._gains))
        parts = [each.numerator * (unit // each.denominator) for each in self._gains]
        rounds = unit // gcd(sum(parts), unit)
        self._brought: list[int] = []
        """In whole cents, before the first settlement and after each until it begins anew; none if that is too far."""
        if rounds * len(parts) <= SETTLEMENTS_MAX:
            self._brought = [brought // unit for brought in accumulate(parts * rounds, initial=0)]
        each = enumerate(pairwise(self._brought), 1)
        steps = ((place, before, after) for place, (before, after) in each if before < after)
        self._steps = list(islice(steps, WORK_MAX + 1))
        """The settlements that bring a whole cent: before and after; one more than can be gone through at the most."""

    def left(self, first: int, last: int) -> LeftOver:
        """Beyond a value that is any whole number from first to last, one as often as the other, where nothing of what
        is left counts towards the next. A value of nought takes one settlement all the same.
        """
        if not self._brought:
            return LeftOver(self._about(), TURNS)
        exact = self._solved(first, last)
        if exact is not None:
            return LeftOver(exact)
        least, most = self._bounds(first, last)
        if least == most:
            return LeftOver(least)
        return LeftOver(min(max(self._over(1), least), most), PARTS_OF_A_CENT if most - least <= 1 else TURNS)

    def left_on_top(self, first: int, last: int) -> LeftOver:
        """The same where all that is left counts towards the next value: then the sum of all values is what is reached,
        and comes to every cent of what is brought as often as to any other that it comes to.
        """
        if not self._brought:
            return LeftOver(self._about(), TURNS)
        return LeftOver(self._over(gcd(first, self._brought[-1]) if first == last else 1))

    def _over(self, step: int) -> Fraction:
        """Beyond every so-manieth cent of what is brought until it begins anew, in the mean."""
        over = 0
        for before, after in pairwise(self._brought):
            low, high = before // step, after // step
            over += after * (high - low) - step * (high * (high + 1) - low * (low + 1)) // 2
        return Fraction(over, self._brought[-1] // step)

    def _about(self) -> Fraction:
        """The same without parts of a cent."""
        parts = (max(each * (each - 1), Fraction(0)) for each in self._gains)
        return sum(parts, start=Fraction(0)) / (2 * sum(self._gains, start=Fraction(0)))

    def _solved(self, first: int, last: int) -> Fraction | None:
        """By how often a pool begins after each settlement; None where there are too many of these."""
        if len(self._steps) > WORK_MAX:
            return None
        places, found = [0], list[tuple[dict[int, int], int]]()
        while len(found) < len(places) <= STATES_MAX:
            found.append(self._onward(places[len(found)], first, last))
            places += [to for to in found[-1][0] if to not in places]
        if len(places) > STATES_MAX:
            return None
        values = last - first + 1
        often = lasting([[Fraction(ways.get(to, 0), values) for to in places] for ways, _ in found])
        if often is None:
            return None
        return sum((part * found[at][1] for at, part in often.items()), start=Fraction(0)) / values

    def _onward(self, at: int, first: int, last: int) -> tuple[dict[int, int], int]:
        """After which settlements a pool is hit that began after this one, by how many of the values; and what is left
        over by all of them together.
        """
        brought, ways, over = self._brought, dict[int, int](), 0
        if first == 0:
            ways[(at + 1) % (len(brought) - 1)] = 1
            over, first = brought[at + 1] - brought[at], 1
        low, high = brought[at] + first, brought[at] + last
        for place, before, after in self._steps:
            some = _within(before, after, brought[-1], high)
            less = _within(before, after, brought[-1], low - 1)
            if some[0] > less[0]:
                to = place % (len(brought) - 1)
                ways[to] = ways.get(to, 0) + some[0] - less[0]
                over += some[1] - less[1]
        return ways, over

    def _bounds(self, first: int, last: int) -> tuple[Fraction, Fraction]:
        """The least and the most that is left in the mean, wherever a pool begins."""
        brought = self._brought
        sums = [0]
        """What is left over beyond every cent up to what was brought by each settlement, all together."""
        for before, after in pairwise(brought):
            sums.append(sums[-1] + (after - before) * (after - before - 1) // 2)

        def up_to(value: int) -> int:
            whole, rest = divmod(value, brought[-1])
            place = bisect_left(brought, rest)
            missing = brought[place] - rest
            return whole * sums[-1] + sums[place] - missing * (missing - 1) // 2

        begin = max(first, 1)
        found = [
            up_to(here + last) - up_to(here + begin - 1) + (after - here if first == 0 else 0)
            for here, after in pairwise(brought)
        ]
        return Fraction(min(found), last - first + 1), Fraction(max(found), last - first + 1)


def _within(before: int, after: int, whole: int, last: int) -> tuple[int, int]:
    """How many of the cents up to the last lie after one and up to another, over and over again; and how much is left
    over beyond them up to that other, all together.
    """
    times, rest = divmod(last, whole)
    width, some = after - before, min(max(rest - before, 0), after - before)
    return times * width + some, times * (width * (width - 1) // 2) + some * (width - 1) - some * (some - 1) // 2
