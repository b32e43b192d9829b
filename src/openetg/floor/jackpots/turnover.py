"""What settled wagers bring to jackpots and promotions, read off the events of a decision.

Each wager counts when it is settled, whether with its round or by itself; what is void afterwards is taken back. A
table that no jackpot and no promotion knows of costs one lookup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from openetg.floor.events import (
    AnyEvent,
    OutcomeCorrected,
    OutcomeIgnored,
    PayoutsSuspended,
    RoundSettled,
    RoundVoided,
    TerminalSettled,
    WagerRuled,
    WagersReturned,
    WagersVoided,
)
from openetg.floor.jackpots import pools, triggers
from openetg.floor.promotions import entries
from openetg.floor.state import Phase, round_of
from openetg.money import ZERO, Money

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openetg.floor.state import Floor

COUNTING = frozenset(
    {OutcomeCorrected, PayoutsSuspended, RoundSettled, RoundVoided, TerminalSettled, WagerRuled, WagersVoided}
)
"""Events by which wagers are settled, or what was settled is no longer what it was."""


class Turnover(Struct, frozen=True):
    """What was settled in a round, or is no longer; in one decision there may be several of it."""

    table: str
    round: int
    outcome: str
    """What fell; empty where the round is void."""
    staked: tuple[tuple[str, Money], ...]
    """Per terminal, in the order of the settlement, what it staked; below zero, all of it, what no longer counts."""
    terminal: str = ""
    """The terminal that was settled or put right by itself; empty where it was the whole round."""
    left: Money = ZERO
    """What is left of its stake, where it was put right by itself."""
    broke: bool = False
    """Whether it is the whole round that is void, after it was on record what fell."""


def followed(floor: Floor, _command: Any, verdict: tuple[AnyEvent, ...], at_ms: int) -> list[AnyEvent]:
    """For each settlement in its order: what it wins first, of what was on display before it, then what it brings."""
    if not (floor.jackpots.offered or floor.promotions.offered):
        return []
    books, seen = pools.Books(floor), RoundsSeen(floor)
    said: list[AnyEvent] = []
    for event in verdict:
        if type(event) is WagersReturned:
            seen.off(event.table, event.round, event.terminal, event.spots)
        elif type(event) is OutcomeIgnored and event.outcome:
            seen.read.add((event.table, event.round))
        turnover = seen.turnover_of(event) if type(event) in COUNTING else None
        if turnover is None:
            continue
        said.extend(triggers.followed(books, turnover, seen))
        said.extend(pools.fed(books, turnover, seen))
        if floor.promotions.offered and (turnover.staked or turnover.outcome):
            said.extend(entries.earned(floor, turnover, at_ms, said))
    return said


class RoundsSeen:
    """The rounds as the events of a decision leave them, one after the other; the floor is only read."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._wagers: dict[tuple[str, int], dict[str, dict[str, Money]]] = {}
        self._staked: dict[tuple[str, int], dict[str, Money]] = {}
        self._outcomes: dict[str, dict[int, str]] = {}
        self._laid: dict[tuple[str, int], dict[frozenset[str], frozenset[str]]] = {}
        self.read: set[tuple[str, int]] = set()
        """The rounds of which this decision puts on record what fell, though it does not count."""

    def turnover_of(self, event: Any) -> Turnover | None:
        """What an event changes; None if no jackpot and no promotion knows the table."""
        table, number = event.table, event.round
        if not _concerns(self._floor, table, number):
            return None
        match event:
            case RoundSettled():
                return self._settled(event)
            case RoundVoided():
                return self._voided(event)
            case OutcomeCorrected():
                return self._corrected(event)
            case TerminalSettled():
                return self._alone(table, number, event.terminal, event.result.staked)
            case PayoutsSuspended():
                return self._alone(table, number, event.terminal, ZERO)
            case WagersVoided():
                self.off(table, number, event.terminal, event.spots)
            case WagerRuled():
                self.off(table, number, event.terminal, event.spots, back=event.allow)
        return self._ruled(event)

    def _settled(self, event: RoundSettled) -> Turnover:
        amounts = tuple((result.terminal, result.staked) for result in event.results)
        self.staked(event.table, event.round).update(amounts)
        self.outcomes(event.table)[event.round] = event.outcome
        return Turnover(event.table, event.round, event.outcome, amounts)

    def _voided(self, event: RoundVoided) -> Turnover:
        staked = self.staked(event.table, event.round)
        amounts = tuple((terminal, -amount) for terminal, amount in staked.items())
        staked.clear()
        settled = self.outcomes(event.table).pop(event.round, None) is not None
        broke = settled or self._was_read(event.table, event.round)
        return Turnover(event.table, event.round, "", amounts, broke=broke)

    def _was_read(self, table: str, number: int) -> bool:
        """Whether a number of a round is on record, confirmed or not, or a person has keyed one."""
        round_ = round_of(self._floor.tables[table], number)
        if round_ is None or (table, number) in self.read:
            return round_ is not None
        return round_.was_read or round_.outcome is not None or bool(round_.keyed or round_.dolly)

    def _corrected(self, event: OutcomeCorrected) -> Turnover | None:
        """What was staked stays as it is; of a round that is not settled yet, the settlement follows."""
        outcomes = self.outcomes(event.table)
        if event.round not in outcomes:
            return None
        outcomes[event.round] = event.outcome
        return Turnover(event.table, event.round, event.outcome, ())

    def _ruled(self, event: WagersVoided | WagerRuled) -> Turnover | None:
        """Wagers of a terminal that was paid already are others than they were."""
        after = event.result
        known = self.staked(event.table, event.round)
        if after is None and event.terminal not in known:
            return None
        left = self.wagers(event.table, event.round).get(event.terminal)
        return self._alone(event.table, event.round, event.terminal, after.staked if after and left else ZERO)

    def _alone(self, table: str, number: int, terminal: str, staked: Money) -> Turnover:
        known = self.staked(table, number)
        before = known.get(terminal, ZERO)
        if staked:
            known[terminal] = staked
        else:
            known.pop(terminal, None)
        change = staked - before
        outcome = self.outcomes(table).get(number, "")
        return Turnover(
            table=table,
            round=number,
            outcome=outcome,
            staked=((terminal, change),) if change else (),
            terminal=terminal,
            left=staked,
        )

    def off(self, table: str, number: int, terminal: str, spots: Mapping[str, Money], *, back: bool = False) -> None:
        """Takes wagers off a terminal's layout, or puts them on it."""
        wagers = self.wagers(table, number)
        mine = dict(wagers.get(terminal, {}))
        for spot, amount in spots.items():
            mine[spot] = mine.get(spot, ZERO) + (amount if back else -amount)
        wagers[terminal] = {spot: amount for spot, amount in mine.items() if amount}
        self._laid.pop((table, number), None)

    def wagers(self, table: str, number: int) -> dict[str, dict[str, Money]]:
        """Per terminal of a round, what lies or lay on which spot."""
        key = table, number
        if key not in self._wagers:
            round_ = round_of(self._floor.tables[table], number)
            self._wagers[key] = {} if round_ is None else dict(round_.wagers)
        return self._wagers[key]

    def laid(self, table: str, number: int, spots: frozenset[str]) -> frozenset[str]:
        """The terminals of a round with a wager on one of these spots; looked up once for all levels that ask."""
        known = self._laid.setdefault((table, number), {})
        if spots not in known:
            # As long as the room is full: most have nothing on these spots, and that is seen at once.
            wagers = self.wagers(table, number).items()
            known[spots] = frozenset([each for each, mine in wagers if not spots.isdisjoint(mine)])
        return known[spots]

    def staked(self, table: str, number: int) -> dict[str, Money]:
        """Per terminal of a round, in the order of the settlement, what it was settled for."""
        key = table, number
        if key not in self._staked:
            round_ = round_of(self._floor.tables[table], number)
            counts = round_ is not None and round_.phase is not Phase.VOID
            results = round_.results if round_ is not None and counts else {}
            self._staked[key] = {terminal: result.staked for terminal, result in results.items()}
        return self._staked[key]

    def kept(self, table: str) -> set[int]:
        """The rounds of a table whose wagers are on record."""
        at = self._floor.tables[table]
        return {*at.past, *(() if at.round is None else (at.round.number,))}

    def outcomes(self, table: str) -> dict[int, str]:
        """What fell in the last settled rounds of a table, by their number."""
        if table not in self._outcomes:
            self._outcomes[table] = dict(self._floor.tables[table].outcomes)
        return self._outcomes[table]


def _concerns(floor: Floor, table: str, number: int) -> bool:
    """Whether play at a table counts for anything, or a round of it has counted."""
    return pools.knows(floor, table, number) or entries.knows(floor, table)
