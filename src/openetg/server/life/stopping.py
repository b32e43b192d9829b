"""How a floor comes to rest: what still runs, whether to wait for it, and what to say about it.

Told to stop, a floor opens no further round and plays those under way to their end; told again, or when its time is up,
it stops as it stands, and the next start goes on as each rulebook says. Sans I/O: it is given the floor and the time.
It must never end a round itself: whether one is void is for the rulebook and the people it names.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from openetg.floor.state import ENDED, Floor, Phase

STOP_WITHIN_MS = 120_000
"""How long rounds under way are waited for: the longest wagering period, a spin, and the dealer's hands."""


class Why(Enum):
    """Why a floor may stop now."""

    FINISHED = "every round is over"
    HELD = "what is left waits for a person, and will after the next start"
    ASKED_AGAIN = "asked again"
    TIME_IS_UP = "the time for it is up"


class UnderWay(Struct, frozen=True):
    """The tables with a round that is not over."""

    running: tuple[str, ...]
    """Tables whose round ends by time, device or dealer."""
    held: tuple[str, ...]
    """Tables whose round waits for a person with the power to decide, however long that takes."""


def under_way(floor: Floor) -> UnderWay:
    """The rounds that are not over."""
    rounds = [(table.name, table.round) for table in floor.tables.values() if table.round is not None]
    unfinished = [(name, round_.phase) for name, round_ in rounds if round_.phase not in ENDED]
    return UnderWay(
        tuple(name for name, phase in unfinished if phase is not Phase.HELD),
        tuple(name for name, phase in unfinished if phase is Phase.HELD),
    )


class Stopping:
    """One stop of a floor, from the first request on."""

    def __init__(self, *, within_ms: int = STOP_WITHIN_MS) -> None:
        self._within_ms = within_ms
        self._asked_ms: int | None = None
        self._again = False
        self._said = ""

    @property
    def is_asked(self) -> bool:
        """Whether a stop was requested."""
        return self._asked_ms is not None

    def ask(self, at_ms: int) -> bool:
        """A stop is requested; returns whether for the first time: then rounds are to be wound down."""
        if self._asked_ms is None:
            self._asked_ms = at_ms
            return True
        self._again = True
        return False

    def why_now(self, floor: Floor, at_ms: int) -> Why | None:
        """Why the floor may stop now; None while it is to wait. Asked of a floor that is on record."""
        assert self._asked_ms is not None, "somebody said stop"
        if self._again:
            return Why.ASKED_AGAIN
        if floor.premises.winding_down:
            left = under_way(floor)
            if not left.running:
                return Why.HELD if left.held else Why.FINISHED
        return Why.TIME_IS_UP if at_ms >= self.until_ms else None

    @property
    def until_ms(self) -> int:
        """The time at which the waiting ends."""
        assert self._asked_ms is not None, "somebody said stop"
        return self._asked_ms + self._within_ms

    def words(self, floor: Floor) -> str | None:
        """A line about what is waited for; None if it was printed already."""
        left = under_way(floor)
        parts = [f"finishing rounds at {', '.join(left.running)}; again to stop now"] if left.running else []
        parts += [_held(left.held)] if left.held else []
        said = "; ".join(parts)
        if said == self._said:
            return None
        self._said = said
        return said or None


def parting_words(floor: Floor, why: Why) -> str:
    """The last line about a floor that stops, and the rounds it leaves under way."""
    left = under_way(floor)
    parts = [f"stops: {why.value}"]
    if left.running:
        parts.append(f"under way at {', '.join(left.running)}: the next start goes on as the rulebook says")
    if left.held:
        parts.append(_held(left.held))
    return "; ".join(parts)


def _held(tables: tuple[str, ...]) -> str:
    return f"held at {', '.join(tables)} until a person decides"
