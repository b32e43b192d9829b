"""What is in the pools of jackpots: how they begin, what turnover brings to them, and that the books agree with them.

Contributions are exact: what is not a whole cent is carried, in millionths, to the next. What is void later is set
against what has yet to come, so that no pool ever falls by itself, and over time each holds its share to the cent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.core.ledger import Transfer, award_of, bank_of, overflow_of, pool_of, reserve_of, seeding_of
from openetg.floor.events import JackpotWon, LevelBegan, PoolFed
from openetg.floor.jackpots.commands import PER_TURNOVER
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.links import rules_at, why_not
from openetg.floor.jackpots.state import RoundFed, handling_of
from openetg.floor.state import AlertKind, key_of, key_of_round
from openetg.money import ZERO, Money, parts_of, total, whole_cents

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from openetg.floor.jackpots.commands import LevelRules
    from openetg.floor.jackpots.state import Feed, Handling, Jackpot, Level, Run
    from openetg.floor.jackpots.turnover import RoundsSeen, Turnover
    from openetg.floor.state import Floor
    from openetg.rulebook.schema.prizes import Jackpots as JackpotLaw

OFFLINE = key_of(AlertKind.TERMINAL_OFFLINE, "")


class Gain(Struct, frozen=True):
    """What turnover brings to a level, and what is carried to the next time."""

    pool: Money
    overflow: Money
    reserve: Money
    carried: int
    reserve_carried: int


class Win(Struct, frozen=True):
    """By which round, of which terminal, a level is won."""

    terminal: str
    table: str
    round: int
    rounds: tuple[int, ...]
    secret: str = ""
    process: str = ""


class LevelOutlook(Struct):
    """A level as the events of a decision leave it, one after the other."""

    jackpot: Jackpot
    level: Level
    name: str
    rules: LevelRules
    handling: Handling
    cycle: int
    live: bool
    carried: int
    reserve_carried: int
    parts: int
    pool: Money
    reserve: Money
    overflow: Money
    fed: dict[str, RoundFed]
    broken: dict[str, set[int]]
    """Per table, the rounds that no run goes across."""
    given: list[Win] = []
    """What was won of it in this decision."""
    unpaid: list[tuple[str, Run]] = []
    """The runs that were won in it with nothing to have, each with its table."""


class Books:
    """The levels that a decision touches; the floor is only read."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.doubted: set[str] = set()
        """The prizes that this decision has put in doubt."""
        self.restored: set[str] = set()
        """The prizes about which it has ended the doubt."""
        self._standing: dict[tuple[str, str], LevelOutlook] = {}

    def of(self, jackpot: Jackpot, name: str) -> LevelOutlook:
        """How a level stands by now."""
        key = jackpot.name, name
        if key not in self._standing:
            level, held = jackpot.levels[name], self.floor.ledger.held
            self._standing[key] = LevelOutlook(
                jackpot,
                level,
                name,
                rules=level.rules,
                handling=level.handling or handling_of(jackpot.rules),
                cycle=level.cycle,
                live=level.live,
                carried=level.carried,
                reserve_carried=level.reserve_carried,
                parts=level.parts,
                pool=held(pool_of(*key)),
                reserve=held(reserve_of(*key)),
                overflow=held(overflow_of(*key)),
                fed=dict(level.fed),
                broken={table: set(numbers) for table, numbers in level.broken.items()},
            )
        return self._standing[key]

    def at(self, table: str, number: int) -> Iterator[LevelOutlook]:
        """The levels that know a table, or have known it; of jackpots that have ended, those for which the round of
        that number has counted.
        """
        for jackpot in self.floor.jackpots.offered.values():
            for name, level in jackpot.levels.items():
                if _knows(jackpot, level, table, number):
                    yield self.of(jackpot, name)

    def heir_of(self, standing: LevelOutlook) -> LevelOutlook:
        """The level that has by now what was in one of a jackpot that has ended."""
        jackpot, name = standing.jackpot, standing.name
        while jackpot.into:
            name, jackpot = jackpot.heirs[name], self.floor.jackpots.offered[jackpot.into]
        return self.of(jackpot, name)


def _knows(jackpot: Jackpot, level: Level, table: str, number: int) -> bool:
    return key_of_round(table, number) in level.fed if jackpot.into else table in level.until


def knows(floor: Floor, table: str, number: int) -> bool:
    """Whether a jackpot has, or had, to do with a round of a table."""
    return any(
        _knows(jackpot, level, table, number)
        for jackpot in floor.jackpots.offered.values()
        for level in jackpot.levels.values()
    )


def law_of(floor: Floor, jackpot: Jackpot) -> JackpotLaw:
    """What its rulebook says of jackpots."""
    law = floor.rulebooks[jackpot.rulebook].jackpots
    assert law is not None, "none is offered where the rulebook knows none"
    return law


def next_rules(jackpot: Jackpot, name: str) -> LevelRules:
    """The rules under which the next pool of a level begins."""
    if jackpot.pending is None or name not in jackpot.waits:
        return jackpot.levels[name].rules
    return next(rules for rules in jackpot.pending.levels if rules.level == name)


def next_handling(jackpot: Jackpot, name: str) -> Handling:
    """From which amounts on the prize of the next pool needs a person."""
    if jackpot.pending is None or name not in jackpot.waits:
        return jackpot.levels[name].handling or handling_of(jackpot.rules)
    return handling_of(jackpot.pending)


def out_of_play(floor: Floor, jackpot: Jackpot) -> frozenset[str]:
    """The terminals that do not play for a jackpot, regardless of their wagers: their line or link is lost."""
    offline = (key.removeprefix(OFFLINE) for key in floor.alerts.lasting if key.startswith(OFFLINE))
    return frozenset((*jackpot.lost, *offline))


def gain(
    turnover: Money, rate: int, reserve_rate: int, *, carried: int, reserve_carried: int, room: Money | None
) -> Gain:
    """What a turnover brings, exact to the millionth of a cent; `room` is what the pool may still take."""
    whole, carried = whole_cents(carried + parts_of(turnover, rate), PER_TURNOVER)
    reserve, reserve_carried = whole_cents(reserve_carried + parts_of(turnover, reserve_rate), PER_TURNOVER)
    pool = whole if room is None else min(whole, room)
    return Gain(pool, whole - pool, reserve, carried, reserve_carried)


class Amounts(Struct, frozen=True):
    """What a settlement staked, added up once for all levels: as long as the room is full."""

    turnover: Turnover
    by_terminal: dict[str, Money]
    whole: Money
    """All of it together; it is either all above zero or all below."""

    def counted(self, counts: RoundFed, seen: RoundsSeen) -> Money:
        """How much of it counts for a level: zero for those who do not play; but of what they had staked before that,
        as much counts as is still staked.
        """
        amount = self.whole - total(self.by_terminal.get(each, ZERO) for each in counts.out)
        if counts.kept:
            staked = seen.staked(self.turnover.table, self.turnover.round)
            for terminal, kept in counts.kept.items():
                after = staked.get(terminal, ZERO)
                amount += min(kept, after) - min(kept, after - self.by_terminal.get(terminal, ZERO))
        return amount

    def of(self, terminals: frozenset[str]) -> tuple[str, ...]:
        """Those of these terminals that have staked something, in the order of the settlement."""
        found = terminals & self.by_terminal.keys()
        return tuple(each for each in self.by_terminal if each in found) if found else ()


def fed(books: Books, turnover: Turnover, seen: RoundsSeen) -> Iterator[PoolFed]:
    """What a settlement brings to the levels that its table feeds, or takes off what they have yet to gain."""
    if turnover.staked:
        by_terminal = dict(turnover.staked)
        amounts = Amounts(turnover, by_terminal, total(by_terminal.values()))
        for standing in books.at(turnover.table, turnover.round):
            if standing.jackpot.into:
                yield from _ceded(books, standing, amounts, seen)
            else:
                yield from _fed(books.floor, standing, amounts, seen)


def _ceded(books: Books, standing: LevelOutlook, amounts: Amounts, seen: RoundsSeen) -> Iterator[PoolFed]:
    """A round had counted for a level that has ended: what is put right in it goes to its successor, at the rates that
    the round had. Like all that the successor gets of it, it comes into no running pool, so that it hits nothing.
    """
    turnover = amounts.turnover
    counts = standing.fed[key_of_round(turnover.table, turnover.round)]
    amount, rate = amounts.counted(counts, seen), counts.rate + counts.reserve_rate
    if not amount:
        return
    heir = books.heir_of(standing)
    got = gain(amount, rate, 0, carried=heir.parts, reserve_carried=0, room=ZERO)
    heir.parts, heir.overflow = got.carried, heir.overflow + got.overflow
    clause = law_of(books.floor, heir.jackpot).contribution[heir.jackpot.rules.kind].clause
    yield PoolFed(
        jackpot=heir.jackpot.name,
        level=heir.name,
        table=turnover.table,
        round=turnover.round,
        turnover=amount,
        carried=got.carried,
        reserve_carried=got.reserve_carried,
        clause=clause,
        rate=rate,
        reserve_rate=0,
        transfers=_moved(heir, turnover.table, got),
        terminal=turnover.terminal,
        out=counts.out,
        of=f"{standing.jackpot.name}/{standing.name}",
        kept=counts.kept,
    )


def _fed(floor: Floor, standing: LevelOutlook, amounts: Amounts, seen: RoundsSeen) -> Iterator[PoolFed]:
    turnover = amounts.turnover
    counts = _counts(floor, standing, amounts, seen)
    if counts is None:
        return
    amount, key = amounts.counted(counts, seen), key_of_round(turnover.table, turnover.round)
    if not amount and standing.fed.get(key, counts).out == counts.out:
        return
    got = gain(
        amount,
        counts.rate,
        counts.reserve_rate,
        carried=standing.carried,
        reserve_carried=standing.reserve_carried,
        room=_room(standing),
    )
    standing.carried, standing.reserve_carried, standing.fed[key] = got.carried, got.reserve_carried, counts
    standing.pool, standing.overflow = standing.pool + got.pool, standing.overflow + got.overflow
    standing.reserve += got.reserve
    clause = law_of(floor, standing.jackpot).contribution[standing.jackpot.rules.kind].clause
    yield PoolFed(
        jackpot=standing.jackpot.name,
        level=standing.name,
        table=turnover.table,
        round=turnover.round,
        turnover=amount,
        carried=got.carried,
        reserve_carried=got.reserve_carried,
        clause=clause,
        rate=counts.rate,
        reserve_rate=counts.reserve_rate,
        transfers=_moved(standing, turnover.table, got),
        terminal=turnover.terminal,
        out=counts.out,
        kept=counts.kept,
    )


def _counts(floor: Floor, standing: LevelOutlook, amounts: Amounts, seen: RoundsSeen) -> RoundFed | None:
    """How a round counts for a level: as it did when it was first settled, and those who do not play now do not count
    in what is settled now. None if it does not count at all.
    """
    turnover, jackpot = amounts.turnover, standing.jackpot
    table, adds = turnover.table, amounts.whole > ZERO
    known = standing.fed.get(key_of_round(table, turnover.round))
    playing = standing.live and not why_not(floor, jackpot, table)
    out: tuple[str, ...] = ()
    if adds:
        out = amounts.of(out_of_play(floor, jackpot)) if playing else tuple(amounts.by_terminal)
    if known is not None:
        more = tuple(each for each in out if each not in known.out)
        return _less(known, more, amounts, seen) if more else known
    rules = rules_at(standing.level, table, turnover.round)
    if not playing or rules is None or not adds:
        return None
    if turnover.terminal:
        staked = seen.staked(table, turnover.round)
        if staked[turnover.terminal] != amounts.whole:
            # More is let in beside what was settled when the round did not count: nor does this.
            return None
        out = (*(each for each in staked if each != turnover.terminal), *out)
    return RoundFed(rules.rates[table], rules.reserve_rate, out)


def _less(known: RoundFed, more: tuple[str, ...], amounts: Amounts, seen: RoundsSeen) -> RoundFed:
    """Some do not play any more for what a round counts for: what they had staked before that has counted."""
    staked = seen.staked(amounts.turnover.table, amounts.turnover.round)
    before = {each: staked[each] - amounts.by_terminal[each] for each in more}
    kept = known.kept | {each: amount for each, amount in before.items() if amount}
    return RoundFed(known.rate, known.reserve_rate, (*known.out, *more), kept)


def _room(standing: LevelOutlook) -> Money | None:
    """What the pool may still take; None if it has no limit."""
    ceiling = standing.rules.ceiling
    return max(ceiling - standing.pool, ZERO) if ceiling else None


def _moved(standing: LevelOutlook, table: str, got: Gain) -> tuple[Transfer, ...]:
    names, bank = (standing.jackpot.name, standing.name), bank_of(table)
    accounts = (pool_of, got.pool), (overflow_of, got.overflow), (reserve_of, got.reserve)
    return tuple(Transfer(bank, account(*names), amount) for account, amount in accounts if amount)


def begun(
    standing: LevelOutlook, clause: str, *, commitment: str = "", sealed: str = "", process: str = ""
) -> LevelBegan:
    """The next pool of a level: its seed out of what was carried over, the reserve, and the house for the rest. What
    was carried over beyond the seed is on top, as far as the pool may hold it when it begins.
    """
    jackpot, name = standing.jackpot, standing.name
    rules = next_rules(jackpot, name)
    # The value at which a mystery hits is never below the pool from the start.
    most = rules.low if is_mystery(jackpot.rules.kind) else rules.ceiling
    over = min(standing.overflow, max(most - standing.pool, ZERO)) if most else standing.overflow
    short = max(rules.seed - standing.pool - over, ZERO)
    kept = min(standing.reserve, short)
    standing.pool = standing.pool + over + short
    standing.overflow, standing.reserve = standing.overflow - over, standing.reserve - kept
    standing.carried, standing.parts = standing.carried + standing.parts, 0
    standing.cycle, standing.live, standing.rules = standing.cycle + 1, True, rules
    standing.handling = next_handling(jackpot, name)
    names = jackpot.name, name
    sources = (overflow_of(*names), over), (reserve_of(*names), kept), (seeding_of(jackpot.name), short - kept)
    moved = tuple(Transfer(source, pool_of(*names), amount) for source, amount in sources if amount)
    return LevelBegan(
        jackpot=jackpot.name,
        level=name,
        cycle=standing.cycle,
        transfers=moved,
        clause=clause,
        commitment=commitment,
        sealed=sealed,
        process=process,
    )


def who_reached(feed: Feed, counts: RoundFed, staked: Mapping[str, Money], value: Money) -> str:
    """The terminal whose contribution in a settlement brought the pool to a value, by what the terminals of the round
    have staked, in their order; empty where none of them did.
    """
    counted, wanted = feed.units_before, parts_of(value, PER_TURNOVER)
    for terminal, amount in staked.items():
        if feed.terminal not in {"", terminal}:
            continue
        counts_for = min(amount, counts.kept.get(terminal, ZERO)) if terminal in counts.out else amount
        counted += parts_of(counts_for, counts.rate)
        if counts_for and counted >= wanted:
            return terminal
    return ""


def won(floor: Floor, standing: LevelOutlook, win: Win, amount: Money, *, nth: int = 1) -> JackpotWon:
    """A prize is set aside out of the pool. What a mystery held beyond its value waits for the next pool."""
    jackpot, kind, handling = standing.jackpot, standing.jackpot.rules.kind, standing.handling
    number = f"{jackpot.name}.{standing.name}.{standing.cycle}" + (f".{nth}" if nth > 1 else "")
    pool = pool_of(jackpot.name, standing.name)
    moved: tuple[Transfer, ...] = (Transfer(pool, award_of(number), amount),)
    standing.given.append(win)
    standing.pool -= amount
    if is_mystery(kind):
        if standing.pool:
            moved = (*moved, Transfer(pool, overflow_of(jackpot.name, standing.name), standing.pool))
        standing.overflow, standing.pool, standing.live = standing.overflow + standing.pool, ZERO, False
    rulebook = floor.rulebooks[jackpot.rulebook]
    shown = rulebook.display.jackpot_display
    return JackpotWon(
        award=number,
        jackpot=jackpot.name,
        level=standing.name,
        cycle=standing.cycle,
        terminal=win.terminal,
        table=win.table,
        round=win.round,
        amount=amount,
        clause=law_of(floor, jackpot).kinds[kind].clause,
        transfers=moved,
        locks=amount >= handling.lock_from,
        by_hand=bool(handling.by_hand_above) and amount > handling.by_hand_above,
        secret=win.secret,
        process=win.process,
        also=() if shown is None else (shown.clause,),
        rounds=win.rounds,
    )


def held_in(floor: Floor, jackpot: str, level: str) -> Money:
    """All the money of a level: in its pool, its reserve and what is carried over."""
    held = floor.ledger.held
    return held(pool_of(jackpot, level)) + held(reserve_of(jackpot, level)) + held(overflow_of(jackpot, level))
