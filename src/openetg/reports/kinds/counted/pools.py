"""Jackpots along a walk: what came into each level and went out of it, counted from what events moved and say.

Where money of a level went or came from is told by the account on the other side. Contributions are counted a second
time from the turnover itself, to the millionth of a cent, with what was carried before and after.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from openetg.chance.drawing import commitment_of, hit_value, is_secret, mystery_purpose
from openetg.floor import events
from openetg.floor.core.stored import OpenEntry
from openetg.floor.jackpots.commands import PER_TURNOVER
from openetg.floor.jackpots.state import Award, AwardState, Level
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, cents_of, total
from openetg.reports.frame.walk import Fold

KINDS = frozenset({"pool", "reserve", "overflow"})
OWED = frozenset({AwardState.DUE, AwardState.QUESTIONED})
Key = tuple[str, str]
"""Jackpot and level."""


class LevelCount(Struct):
    """What came into a level and went out of it since the span began: pool, reserve and overflow together."""

    opening: Money = ZERO
    seeded: Money = ZERO
    contributed: Money = ZERO
    adjusted: Money = ZERO
    moved: Money = ZERO
    won: Money = ZERO
    """Less what was taken back."""
    other: Money = ZERO
    """From or to anywhere else: nothing, unless something is wrong."""
    hits: int = 0
    turnover: Money = ZERO
    owed_units: int = 0
    """What turnover should have brought, in millionths of a cent, with what was carried when the span began."""
    carried: int = 0
    """What is carried by now, of pool and reserve together."""
    parts: int = 0
    """What others left of their cents, for the next pool."""
    first_wrong: int = 0
    """The first entry at which contributions were not exact."""

    @property
    def closing(self) -> Money:
        """What should be in it now."""
        return self.opening + self.seeded + self.contributed + self.adjusted + self.moved + self.other - self.won


class PaidAward(Struct):
    """A prize, and what became of it in the span."""

    award: Award
    by: str = ""
    """Who paid it, or took it back."""
    at_ms: int = 0
    how: str = ""
    cleared_by: str = ""
    cleared_at_ms: int = 0


class Draw(Struct):
    """The value of one pool of a mystery: committed to, and revealed when it hit."""

    jackpot: str
    level: str
    cycle: int
    low: Money
    high: Money
    commitment: str
    at_ms: int
    secret: str = ""
    value: Money | None = None
    entry: int = 0

    @property
    def is_proved(self) -> bool:
        """Whether secret, commitment and value belong together."""
        purpose = mystery_purpose(self.jackpot, self.level, self.cycle)
        if not is_secret(self.secret) or commitment_of(purpose, self.secret) != self.commitment:
            return False
        low, high = cents_of(self.low), cents_of(self.high)
        return self.value is not None and cents_of(self.value) == hit_value(
            self.secret, self.jackpot, self.level, self.cycle, low, high
        )


class JackpotFold(Fold):
    """Counts jackpots along a walk."""

    def __init__(self) -> None:
        self.levels: dict[Key, LevelCount] = {}
        self.awards: dict[str, PaidAward] = {}
        self.draws: dict[tuple[str, str, int], Draw] = {}
        self._won: list[tuple[str, Money]] = []

    def begin(self, floor: Floor) -> None:
        for account, held in floor.ledger.accounts.items():
            key = level_of(account)
            if key is not None:
                self.level(key).opening += held
        for name, jackpot in floor.jackpots.offered.items():
            for level, standing in jackpot.levels.items():
                count = self.level((name, level))
                count.carried, count.parts = standing.carried + standing.reserve_carried, standing.parts
                count.owed_units = count.carried + count.parts
                if standing.commitment:
                    self._committed(name, level, standing, standing.began_at_ms)
        for number, award in floor.jackpots.awards.items():
            if award.state in OWED:
                self.awards[number] = PaidAward(award)

    def take(self, line: OpenEntry, floor: Floor) -> None:
        for event in line.verdict.events or ():
            for move in getattr(event, "transfers", ()):
                self._moved(event, move.source, move.destination, move.amount)
            act = _ACTS.get(type(event))
            if act is not None:
                act(self, event, line, floor)

    def level(self, key: Key) -> LevelCount:
        """What was counted of a level; one set up on the way begins with nothing."""
        found = self.levels.get(key)
        if found is None:
            found = self.levels[key] = LevelCount()
        return found

    def won_at(self, tables: list[str]) -> list[Money]:
        """The prizes won at some tables."""
        return [amount for table, amount in self._won if table in tables]

    def _moved(self, event: events.Event, source: str, destination: str, amount: Money) -> None:
        to, out_of = level_of(destination), level_of(source)
        if to == out_of:
            return
        if to is not None:
            self._count(self.level(to), event, source, amount)
        if out_of is not None:
            self._count(self.level(out_of), event, destination, -amount)

    @staticmethod
    def _count(level: LevelCount, event: events.Event, other: str, amount: Money) -> None:
        """So much came from another account, or below zero went there."""
        kind = other.partition("/")[0]
        if kind == "award":
            level.won -= amount
        elif kind in KINDS:
            level.moved += amount
        elif kind == "seeding" and isinstance(event, events.JackpotAdjusted):
            level.adjusted += amount
        elif kind == "seeding":
            level.seeded += amount
        elif kind == "bank" and isinstance(event, events.PoolFed):
            level.contributed += amount
        else:
            level.other += amount

    def _fed(self, event: events.PoolFed, line: OpenEntry, floor: Floor) -> None:
        del floor
        level = self.level((event.jackpot, event.level))
        jackpot, _, name = event.of.partition("/")
        counted = self.level((jackpot, name)) if event.of else level
        counted.turnover += event.turnover
        due = cents_of(event.turnover) * (event.rate + event.reserve_rate)
        level.owed_units += due
        carried = event.carried + event.reserve_carried
        brought = cents_of(total(move.amount for move in event.transfers)) * PER_TURNOVER
        before = level.parts if event.of else level.carried
        if before + due != brought + carried and not level.first_wrong:
            level.first_wrong = line.sequence
        if event.of:
            level.parts = carried
        else:
            level.carried = carried

    def _ended(self, event: events.JackpotDecommissioned, line: OpenEntry, floor: Floor) -> None:
        """What was left of the cents waits for the next pool of the heir."""
        del line, floor
        for name, there in event.levels.items():
            level, heir = self.level((event.jackpot, name)), self.level((event.into, there))
            left = level.carried + level.parts
            heir.parts += event.parts.get(name, left)
            heir.owed_units += event.parts.get(name, left)
            level.owed_units -= left
            level.carried = level.parts = 0

    def _won_by(self, event: events.JackpotWon, line: OpenEntry, floor: Floor) -> None:
        self.level((event.jackpot, event.level)).hits += 1
        self._won.append((event.table, event.amount))
        award = floor.jackpots.awards.get(event.award)
        if award is not None:
            self.awards[event.award] = PaidAward(award)
        draw = self.draws.get((event.jackpot, event.level, event.cycle))
        if draw is not None:
            draw.secret, draw.value, draw.entry = event.secret, event.amount, line.sequence

    def _began(self, event: events.LevelBegan, line: OpenEntry, floor: Floor) -> None:
        count = self.level((event.jackpot, event.level))
        count.carried, count.parts = count.carried + count.parts, 0
        if event.commitment:
            level = floor.jackpots.offered[event.jackpot].levels[event.level]
            self._committed(event.jackpot, event.level, level, line.at_ms)

    def _committed(self, jackpot: str, level: str, standing: Level, at_ms: int) -> None:
        rules = standing.rules
        draw = Draw(
            jackpot=jackpot,
            level=level,
            cycle=standing.cycle,
            low=rules.low,
            high=rules.high,
            commitment=standing.commitment,
            at_ms=at_ms,
        )
        self.draws[jackpot, level, standing.cycle] = draw

    def _paid(self, event: Any, line: OpenEntry, floor: Floor) -> None:
        del floor
        paid = self.awards.get(event.award)
        if paid is not None:
            paid.by, paid.at_ms = event.person or event.role, line.at_ms
            paid.how = "meter" if isinstance(event, events.AwardCredited) else event.paper.value

    def _not_printed(self, event: events.TicketFailed, line: OpenEntry, floor: Floor) -> None:
        del line, floor
        paid = self.awards.get(event.award)
        if paid is not None:
            paid.by, paid.at_ms, paid.how = "", 0, ""

    def _upheld(self, event: events.AwardUpheld, line: OpenEntry, floor: Floor) -> None:
        del floor
        paid = self.awards.get(event.award)
        if paid is not None and not event.stands:
            paid.by, paid.at_ms, paid.how = event.person or event.role, line.at_ms, "taken back"

    def _cleared(self, event: events.JackpotCleared, line: OpenEntry, floor: Floor) -> None:
        del floor
        paid = self.awards.get(event.award)
        if paid is not None:
            paid.cleared_by, paid.cleared_at_ms = event.person or event.role, line.at_ms


_ACTS: dict[type[events.Event], Any] = {
    events.PoolFed: JackpotFold._fed,
    events.JackpotWon: JackpotFold._won_by,
    events.LevelBegan: JackpotFold._began,
    events.AwardCredited: JackpotFold._paid,
    events.AwardPapered: JackpotFold._paid,
    events.TicketFailed: JackpotFold._not_printed,
    events.AwardUpheld: JackpotFold._upheld,
    events.JackpotDecommissioned: JackpotFold._ended,
    events.JackpotCleared: JackpotFold._cleared,
}


def level_of(account: str) -> Key | None:
    """The level whose money stands on an account."""
    kind, _, rest = account.partition("/")
    if kind not in KINDS:
        return None
    jackpot, _, level = rest.partition("/")
    return jackpot, level


def owed_awards(floor: Floor) -> list[Award]:
    """The prizes that are to be paid."""
    return [award for award in floor.jackpots.awards.values() if award.state in OWED]
