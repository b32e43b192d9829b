"""What settlements bring to the levels of jackpots, done over from the entries alone: stakes, rules, links, cents.

No figure of a `PoolFed` is trusted: what was staked is in the settlement of the same entry, rates
in the rules on record when the round opened, terminals that do not play in the reports on lines and links; what comes
into the pool and what is carried follow. Where the entries begin in the middle, what is not known yet is taken from the
record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor import events
from openetg.floor.core.ledger import Transfer, bank_of, overflow_of, pool_of, reserve_of, seeding_of
from openetg.floor.jackpots.commands import PER_TURNOVER, JackpotRules, LevelRules
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.pools import gain
from openetg.money import ZERO, Money, cents, format_money, parts_of
from openetg.rulebook.schema.policies import JackpotKind

ROUNDS_KEPT = 200
"""So many settled rounds of a table are remembered: more than any that can still be changed."""
VOIDING = (events.WagersVoided, events.WagerRuled)
"""Of wagers that are all void the result may still tell what they were."""
Key = tuple[str, str]
"""A jackpot and a level of it."""


class WagerChange(Struct, frozen=True):
    """By how much an event changed what terminals have staked in a round."""

    table: str
    round: int
    terminal: str
    staked: dict[str, int]
    """In cents, in the order of the settlement."""
    after: dict[str, int] = {}
    """What each of them has staked by now."""
    certain: bool = True
    """Whether no other reading is possible."""
    newest: bool = True
    """Whether it is the round that was opened last at its table."""

    def counted(self, out: tuple[str, ...], kept: dict[str, Money]) -> Money:
        """All of it but what these have staked, of whom as much counts as they had staked before, and still have."""
        amount = sum(amount for terminal, amount in self.staked.items() if terminal not in out)
        for terminal, before in kept.items():
            most, after = parts_of(before, 1), self.after.get(terminal, 0)
            amount += min(most, after) - min(most, after - self.staked.get(terminal, 0))
        return cents(amount)


class DueContribution(Struct, frozen=True):
    """What a settlement is to bring to a level."""

    jackpot: str
    level: str
    of: str
    """Where the round had counted for a level that has ended, that one: it goes to the level that has its money."""
    table: str
    round: int
    terminal: str
    amount: Money

    @property
    def words(self) -> str:
        """The finding that it did not count."""
        whose = f" of {self.terminal}" if self.terminal else ""
        settled = f"{format_money(self.amount)}{whose} in round {self.table}/{self.round}"
        return f"{settled} should have counted for it by rules and links on record, and no contribution is told"


class OfferedJackpot(Struct):
    """A jackpot, as its rules and links are on record."""

    kind: JackpotKind
    levels: dict[str, LevelRules]
    pending: dict[str, LevelRules] = {}
    eras: dict[str, list[tuple[LevelRules | None, dict[str, int]]]] = {}
    """Per level, rules of before, with the last round of each table to which they apply."""
    lost: set[str] = set()
    faulty: bool = False
    live: set[str] = set()
    """The levels that are fed: a mystery from its commitment on until it is won."""
    heirs: dict[str, Key] = {}
    """Once it has ended, for each level the one that has its money."""


class Contributions:
    """A walk over events: `see` each of them, `wrong_with` every `PoolFed` before it."""

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole
        self.offered: dict[str, OfferedJackpot] = {}
        self.held: dict[str, int] = {}
        """In cents, what was moved into every account of a jackpot's, less what was moved out."""
        self.carried: dict[Key, tuple[int, int]] = {}
        """Per level, what is left of the cents of pool and reserve, in millionths."""
        self.parts: dict[Key, int] = {}
        """Per level, what others that have ended left of theirs, for its next pool."""
        self.stakes: dict[str, dict[int, dict[str, int]]] = {}
        """Per table and round, what each terminal was settled for."""
        self.changes: list[WagerChange] = []
        """What this entry has changed."""
        self.opened: dict[str, int] = {}
        """The last round that was opened at each table."""
        self._due: list[DueContribution] = []
        self._told: Counter[tuple[str, ...]] = Counter()
        self._counted: dict[Key, dict[tuple[str, int], events.PoolFed]] = {}
        """Per level, how a round counts for it: as was told last."""
        self._offline: set[str] = set()

    def begin_entry(self) -> None:
        """What is settled in one entry is fed in the same."""
        self.changes.clear()
        self._due.clear()
        self._told.clear()

    def missing(self) -> Iterator[DueContribution]:
        """What this entry has settled and told no contribution of."""
        for due in self._due if self._whole else ():
            told = self._name(due)
            self._told[told] -= 1
            if self._told[told] < 0:
                yield due

    def _name(self, about: DueContribution | events.PoolFed) -> tuple[str, ...]:
        return about.jackpot, about.level, about.of, about.table, str(about.round), about.terminal

    def counts(self, key: Key, table: str, number: int) -> events.PoolFed | None:
        """How a round counts for a level."""
        return self._counted.get(key, {}).get((table, number))

    def see(self, event: Any) -> None:
        """Takes an event in."""
        handler = _SEEN.get(type(event))
        if handler is not None:
            handler(self, event)
        for moved in getattr(event, "transfers", ()):
            for account, amount in ((moved.source, -moved.amount), (moved.destination, moved.amount)):
                if account.startswith(ACCOUNTS):
                    self.held[account] = self.held.get(account, 0) + parts_of(amount, 1)

    def rules(self, jackpot: str, level: str) -> LevelRules | None:
        """The rules in force for the pool that runs."""
        offered = self.offered.get(jackpot)
        return None if offered is None else offered.levels.get(level)

    def units(self, jackpot: str, level: str) -> int:
        """What is in a pool, in millionths of a cent."""
        return self.held.get(pool_of(jackpot, level), 0) * PER_TURNOVER + self.carried.get((jackpot, level), (0, 0))[0]

    def wrong_with(self, event: events.PoolFed) -> Iterator[str]:
        """Why a contribution is not what follows from the settlement; the first is told."""
        key = event.jackpot, event.level
        known = self.stakes.get(event.table, {}).get(event.round) is not None
        here = [each for each in self.changes if self._is_of(each, event)]
        if (self._whole or known) and all(each.counted(event.out, event.kept) != event.turnover for each in here):
            yield "its turnover is not what was settled"
        before = self.counts(key, event.table, event.round)
        if not event.of:
            yield from self._wrong_terms(event, before)
            yield from self._wrong_kept(event, {} if before is None else before.kept, here)
        if key in (self.parts if event.of else self.carried) or (self._whole and key[0] in self.offered):
            yield from self._wrong_sums(event, key)

    def _is_of(self, change: WagerChange, event: events.PoolFed) -> bool:
        return (change.table, change.round, change.terminal) == (event.table, event.round, event.terminal)

    def _wrong_kept(self, event: events.PoolFed, before: dict[str, Money], here: list[WagerChange]) -> Iterator[str]:
        """What had counted of those who do not play any more is what they had staked when that began."""
        for terminal, kept in event.kept.items():
            first = {each.after.get(terminal, 0) - each.staked.get(terminal, 0) for each in here}
            known = before.get(terminal)
            if known != kept and (known is not None or terminal not in event.out or parts_of(kept, 1) not in first):
                yield f"what had counted of {terminal} is not what it had staked"
        if not before.keys() <= event.kept.keys():
            yield "what had counted of somebody is forgotten"

    def _wrong_terms(self, event: events.PoolFed, before: events.PoolFed | None) -> Iterator[str]:
        """Rates are those of the rules when the round opened, and who does not play was reported so."""
        offered = self.offered.get(event.jackpot)
        if offered is None:
            if self._whole:
                yield "no such jackpot was set up"
            return
        rules = self._rules_at(offered, event.level, event.table, event.round)
        rates = (before.rate, before.reserve_rate) if before else None
        if rates is None and rules is not None and event.table in rules.rates:
            rates = rules.rates[event.table], rules.reserve_rate
        if rates != (event.rate, event.reserve_rate) and (self._whole or rates is not None):
            yield "its rates are not those of the rules for that round"
        if event.turnover > ZERO and (offered.faulty or event.table in offered.lost):
            yield "nobody at that table played for it"
        if self._whole and event.turnover >= ZERO:
            yield from self._wrong_out(event, offered, before.out if before else ())

    def _wrong_out(self, event: events.PoolFed, offered: OfferedJackpot, before: tuple[str, ...]) -> Iterator[str]:
        away = offered.lost | self._offline
        nobody = offered.faulty or event.table in offered.lost or event.turnover == ZERO
        for terminal in event.out:
            alone = event.terminal not in {"", terminal}
            if terminal not in away and terminal not in before and not alone and not nobody:
                yield f"{terminal} was left out, and neither its line nor its link was lost"
        staked = self.stakes.get(event.table, {}).get(event.round, {})
        playing = (event.terminal,) if event.terminal else tuple(staked)
        for terminal in playing:
            if terminal in away and terminal not in event.out:
                yield f"{terminal} was counted, and its line or link was lost"

    def _wrong_sums(self, event: events.PoolFed, key: Key) -> Iterator[str]:
        carried, reserve_carried = (self.parts.get(key, 0), 0) if event.of else self.carried.get(key, (0, 0))
        rules = self.rules(*key)
        ceiling = ZERO if rules is None else rules.ceiling
        room = max(ceiling - cents(self.held.get(pool_of(*key), 0)), ZERO) if ceiling else None
        got = gain(
            event.turnover,
            event.rate,
            event.reserve_rate,
            carried=carried,
            reserve_carried=reserve_carried,
            room=ZERO if event.of else room,
        )
        accounts = (pool_of, got.pool), (overflow_of, got.overflow), (reserve_of, got.reserve)
        bank = bank_of(event.table)
        moved = tuple(Transfer(bank, account(*key), amount) for account, amount in accounts if amount)
        if moved != event.transfers:
            yield "what it moved is not what its turnover brings"
        if (got.carried, got.reserve_carried) != (event.carried, event.reserve_carried):
            yield "what it carries over is not what is left of the cents"

    def _rules_at(self, offered: OfferedJackpot, level: str, table: str, number: int) -> LevelRules | None:
        """The rules for one round of a table: what changes while it is open is not for it."""
        for rules, until in offered.eras.get(level, ()):
            if number <= until.get(table, 0):
                return rules
        return offered.levels.get(level)

    def wrong_begin(self, event: events.LevelBegan) -> Iterator[str]:
        """Why what a pool begins with is not what the rules give: what waited for it, the reserve, then the house."""
        key, offered = (event.jackpot, event.level), self.offered.get(event.jackpot)
        rules = None if offered is None else offered.pending.get(event.level, offered.levels.get(event.level))
        if not self._whole or offered is None or rules is None:
            return
        pool, waiting, reserve = (self.held.get(account(*key), 0) for account in (pool_of, overflow_of, reserve_of))
        most = parts_of(rules.low if is_mystery(offered.kind) else rules.ceiling, 1)
        over = min(waiting, max(most - pool, 0)) if most else waiting
        short = max(parts_of(rules.seed, 1) - pool - over, 0)
        kept = min(reserve, short)
        sources = (overflow_of(*key), over), (reserve_of(*key), kept), (seeding_of(event.jackpot), short - kept)
        expected = tuple(Transfer(source, pool_of(*key), cents(amount)) for source, amount in sources if amount)
        if expected != event.transfers:
            told = sum(parts_of(each.amount, 1) for each in event.transfers)
            begins = f"{format_money(cents(pool + told))} in it, of which the house gives {_given(event.transfers)}"
            right = f"{format_money(cents(pool + over + short))}, of which {format_money(cents(short - kept))}"
            yield f"it begins with {begins}; by its rules it is {right}"

    def _owe(self, change: WagerChange) -> None:
        """Notes what a change of turnover is to bring to each level."""
        newest = change.round == self.opened.get(change.table)
        self.changes.append(change if newest else replace(change, newest=False))
        if not self._whole or not change.certain:
            return
        for name, offered in self.offered.items():
            for level in offered.levels:
                amount = self._brings(change, (name, level), offered)
                if amount:
                    of = f"{name}/{level}" if offered.heirs else ""
                    to = self._heir((name, level))
                    self._due.append(
                        DueContribution(
                            *to, of=of, table=change.table, round=change.round, terminal=change.terminal, amount=amount
                        )
                    )

    def _heir(self, key: Key) -> Key:
        while self.offered[key[0]].heirs:
            key = self.offered[key[0]].heirs[key[1]]
        return key

    def _brings(self, change: WagerChange, key: Key, offered: OfferedJackpot) -> Money:
        """What of a change counts for a level."""
        known = self.counts(key, change.table, change.round)
        whole = sum(change.staked.values())
        if offered.heirs:
            return ZERO if known is None else change.counted(known.out, known.kept)
        playing = key[1] in offered.live and not offered.faulty and change.table not in offered.lost
        away = tuple(offered.lost | self._offline) if playing else tuple(change.staked)
        if known is not None:
            return change.counted((*known.out, *away) if whole > 0 else known.out, known.kept)
        rules = self._rules_at(offered, key[1], change.table, change.round)
        if not playing or rules is None or change.table not in rules.rates or whole <= 0:
            return ZERO
        # What is let in beside what was settled when the round did not count does not count either.
        beside = change.terminal and change.after[change.terminal] != whole
        return ZERO if beside else change.counted(away, {})

    def _set_up(self, event: events.JackpotSetUp) -> None:
        levels = by_level(event.rules)
        eras: dict[str, list[tuple[LevelRules | None, dict[str, int]]]] = {
            name: [(None, {table: self.opened.get(table, 0) for table in rules.rates})]
            for name, rules in levels.items()
        }
        self.offered[event.jackpot] = OfferedJackpot(event.rules.kind, levels, eras=eras)

    def _changed(self, event: events.JackpotChanged) -> None:
        offered = self.offered.get(event.jackpot)
        if offered is None:  # it was set up before these entries: which rules a round opened under cannot be told
            self.offered[event.jackpot] = OfferedJackpot(event.rules.kind, {}, by_level(event.rules))
        else:
            offered.pending = by_level(event.rules)

    def _began(self, event: events.LevelBegan) -> None:
        key = event.jackpot, event.level
        if key in self.carried or self._whole:
            pool, reserve = self.carried.get(key, (0, 0))
            self.carried[key] = pool + self.parts.get(key, 0), reserve
        self.parts[key] = 0
        offered = self.offered.get(event.jackpot)
        if offered is not None:
            offered.live.add(event.level)
        waiting = None if offered is None else offered.pending.pop(event.level, None)
        if offered is None or waiting is None:
            return
        before = offered.levels.get(event.level)
        if before != waiting:
            tables = (*(before.rates if before else ()), *waiting.rates)
            eras = offered.eras.setdefault(event.level, [])
            eras.append((before, {table: self.opened.get(table, 0) for table in tables}))
            offered.levels[event.level] = waiting

    def _won(self, event: events.JackpotWon) -> None:
        offered = self.offered.get(event.jackpot)
        if offered is not None and is_mystery(offered.kind):
            offered.live.discard(event.level)

    def _fed(self, event: events.PoolFed) -> None:
        key = event.jackpot, event.level
        self._told[self._name(event)] += 1
        if event.of:
            self.parts[key] = event.carried
            return
        self.carried[key] = event.carried, event.reserve_carried
        rounds = self._counted.setdefault(key, {})
        rounds[event.table, event.round] = event
        for number in list(rounds)[: -ROUNDS_KEPT * max(len(self.opened), 1)]:
            del rounds[number]

    def _decommissioned(self, event: events.JackpotDecommissioned) -> None:
        """What was left of the cents waits for the next pool of the other; entries of before did not say how much."""
        if event.jackpot in self.offered:
            self.offered[event.jackpot].heirs = {name: (event.into, into) for name, into in event.levels.items()}
        for name, into in event.levels.items():
            own, there = self.left(event.jackpot, name) or 0, (event.into, into)
            self.parts[there] = self.parts.get(there, 0) + event.parts.get(name, own)
            self.carried.pop((event.jackpot, name), None)
            self.parts.pop((event.jackpot, name), None)

    def left(self, jackpot: str, level: str) -> int | None:
        """What is left of all the cents of a level, in millionths; None where that is not known."""
        key = jackpot, level
        known = key in self.carried or key in self.parts
        return sum(self.carried.get(key, (0, 0))) + self.parts.get(key, 0) if known else None

    def _linked(self, event: events.JackpotLinkReported) -> None:
        if (offered := self.offered.get(event.jackpot)) is not None:
            (offered.lost.discard if event.up else offered.lost.add)(event.member)

    def _faulty(self, event: events.JackpotFaultDeclared | events.JackpotFaultEnded) -> None:
        if (offered := self.offered.get(event.jackpot)) is not None:
            offered.faulty = isinstance(event, events.JackpotFaultDeclared)

    def _line(self, event: events.LineReported) -> None:
        (self._offline.discard if event.up else self._offline.add)(event.terminal)

    def _round_opened(self, event: events.RoundOpened) -> None:
        self.opened[event.table] = event.round

    def _settled(self, event: events.RoundSettled) -> None:
        amounts = {each.terminal: parts_of(each.staked, 1) for each in event.results}
        rounds = self.stakes.setdefault(event.table, {})
        rounds.setdefault(event.round, {}).update(amounts)
        self._owe(WagerChange(event.table, event.round, "", amounts, amounts))
        for number in list(rounds)[:-ROUNDS_KEPT]:
            del rounds[number]

    def _voided(self, event: events.RoundVoided) -> None:
        staked = self.stakes.get(event.table, {}).get(event.round, {})
        self._owe(WagerChange(event.table, event.round, "", {each: -amount for each, amount in staked.items()}))
        staked.clear()

    def _alone(self, event: Any) -> None:
        """A terminal was settled, put right or suspended by itself."""
        result = getattr(event, "result", None)
        known = self.stakes.setdefault(event.table, {}).setdefault(event.round, {})
        if result is None and event.terminal not in known:
            return
        before = known.get(event.terminal, 0)
        staked = 0 if result is None else parts_of(result.staked, 1)
        certain = not staked or not isinstance(event, VOIDING)
        for after in {staked} if certain else {staked, 0}:
            change = {event.terminal: after - before} if after != before else {}
            kept = {event.terminal: after}
            self._owe(
                WagerChange(
                    table=event.table,
                    round=event.round,
                    terminal=event.terminal,
                    staked=change,
                    after=kept,
                    certain=certain,
                )
            )
        if staked:
            known[event.terminal] = staked
        else:
            known.pop(event.terminal, None)


ACCOUNTS = tuple(account("", "").removesuffix("/") for account in (pool_of, overflow_of, reserve_of))

_SEEN: dict[type, Callable[[Contributions, Any], None]] = {
    events.JackpotSetUp: Contributions._set_up,
    events.JackpotChanged: Contributions._changed,
    events.LevelBegan: Contributions._began,
    events.PoolFed: Contributions._fed,
    events.JackpotWon: Contributions._won,
    events.JackpotDecommissioned: Contributions._decommissioned,
    events.JackpotLinkReported: Contributions._linked,
    events.JackpotFaultDeclared: Contributions._faulty,
    events.JackpotFaultEnded: Contributions._faulty,
    events.LineReported: Contributions._line,
    events.RoundOpened: Contributions._round_opened,
    events.RoundSettled: Contributions._settled,
    events.RoundVoided: Contributions._voided,
    events.TerminalSettled: Contributions._alone,
    events.PayoutsSuspended: Contributions._alone,
    events.WagersVoided: Contributions._alone,
    events.WagerRuled: Contributions._alone,
}


def by_level(rules: JackpotRules) -> dict[str, LevelRules]:
    """The rules of each level, by its name."""
    return {each.level: each for each in rules.levels}


def _given(transfers: tuple[Transfer, ...]) -> str:
    """What the house gives of what a pool begins with."""
    given = (each.amount for each in transfers if each.source.startswith(seeding_of("")))
    return format_money(sum(given, start=ZERO))
