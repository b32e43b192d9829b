"""What settlements bring to the levels of jackpots, done over from the entries alone: stakes, rules, links, cents.

Nothing that a `PoolFed` says of itself is believed: what was staked stands in the settlement of the same entry, rates
in the rules on record when the round opened, who does not play in what was reported of lines and links; what comes into
the pool and what is carried follow. Where the entries begin in the middle, what is not known yet is taken as told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from openetg.floor import events
from openetg.floor.commands.jackpots import PER_TURNOVER, JackpotRules, LevelRules
from openetg.floor.ledger import Transfer, bank_of, overflow_of, pool_of, reserve_of
from openetg.floor.pools import gain
from openetg.money import ZERO, Money, cents, parts_of
from openetg.rulebook.policies import JackpotKind

ROUNDS_KEPT = 200
"""So many settled rounds of a table are remembered: more than any that can still be changed."""
Key = tuple[str, str]
"""A jackpot and a level of it."""


class Change(Struct, frozen=True):
    """By how much an event changed what terminals have staked in a round."""

    table: str
    round: int
    terminal: str
    staked: dict[str, int]
    """In cents, in the order of the settlement."""

    def without(self, terminals: tuple[str, ...]) -> Money:
        """All of it but what these have staked."""
        return cents(sum(amount for terminal, amount in self.staked.items() if terminal not in terminals))


class Offered(Struct):
    """A jackpot, as its rules and links are on record."""

    kind: JackpotKind
    levels: dict[str, LevelRules]
    pending: dict[str, LevelRules] = {}
    eras: dict[str, list[tuple[LevelRules | None, dict[str, int]]]] = {}
    """Per level, rules of before, with the last round of each table to which they apply."""
    lost: set[str] = set()
    faulty: bool = False
    ended: bool = False


class Contributions:
    """A walk over events: `see` each of them, `wrong_with` every `PoolFed` before it."""

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole
        self.offered: dict[str, Offered] = {}
        self.held: dict[str, int] = {}
        """In cents, what was moved into every account of a jackpot's, less what was moved out."""
        self.carried: dict[Key, tuple[int, int]] = {}
        """Per level, what is left of the cents of pool and reserve, in millionths."""
        self.stakes: dict[str, dict[int, dict[str, int]]] = {}
        """Per table and round, what each terminal was settled for."""
        self._changes: list[Change] = []
        self._counted: dict[tuple[Key, str, int], tuple[int, int, tuple[str, ...]]] = {}
        """How a round counts for a level: both rates, and who does not."""
        self._opened: dict[str, int] = {}
        self._offline: set[str] = set()

    def begin_entry(self) -> None:
        """What is settled in one entry is fed in the same."""
        self._changes.clear()

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

    def has_settled(self, table: str, number: int, terminal: str, change: Money) -> bool:
        """Whether this entry has changed by so much what a terminal is settled for in a round."""
        here = (each.staked.get(terminal) for each in self._changes if (each.table, each.round) == (table, number))
        return parts_of(change, 1) in here

    def wrong_with(self, event: events.PoolFed) -> Iterator[str]:
        """Why a contribution is not what follows from the settlement; the first is told."""
        key = event.jackpot, event.level
        known = self.stakes.get(event.table, {}).get(event.round) is not None
        here = [each for each in self._changes if self._is_of(each, event)]
        if (self._whole or known) and all(each.without(event.out) != event.turnover for each in here):
            yield "its turnover is not what was settled"
        if not event.of:
            yield from self._wrong_terms(event, key)
        if key in self.carried or (self._whole and key[0] in self.offered):
            yield from self._wrong_sums(event, key)

    def _is_of(self, change: Change, event: events.PoolFed) -> bool:
        return (change.table, change.round, change.terminal) == (event.table, event.round, event.terminal)

    def _wrong_terms(self, event: events.PoolFed, key: Key) -> Iterator[str]:
        """Rates are those of the rules when the round opened, and who does not play was reported so."""
        before = self._counted.get((key, event.table, event.round))
        offered = self.offered.get(event.jackpot)
        if offered is None:
            if self._whole:
                yield "no such jackpot was set up"
            return
        rules = self._rules_at(offered, event.level, event.table, event.round)
        rates = (before[0], before[1]) if before else None
        if rates is None and rules is not None and event.table in rules.rates:
            rates = rules.rates[event.table], rules.reserve_rate
        if rates != (event.rate, event.reserve_rate) and (self._whole or rates is not None):
            yield "its rates are not those of the rules for that round"
        if event.turnover > ZERO and (offered.faulty or event.table in offered.lost):
            yield "nobody at that table played for it"
        if self._whole and event.turnover >= ZERO:
            yield from self._wrong_out(event, offered, before[2] if before else ())

    def _wrong_out(self, event: events.PoolFed, offered: Offered, before: tuple[str, ...]) -> Iterator[str]:
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
        carried, reserve_carried = self.carried.get(key, (0, 0))
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

    def _rules_at(self, offered: Offered, level: str, table: str, number: int) -> LevelRules | None:
        """The rules for one round of a table: what changes while it is open is not for it."""
        for rules, until in offered.eras.get(level, ()):
            if number <= until.get(table, 0):
                return rules
        return offered.levels.get(level)

    def _set_up(self, event: events.JackpotSetUp) -> None:
        levels = by_level(event.rules)
        eras: dict[str, list[tuple[LevelRules | None, dict[str, int]]]] = {
            name: [(None, {table: self._opened.get(table, 0) for table in rules.rates})]
            for name, rules in levels.items()
        }
        self.offered[event.jackpot] = Offered(event.rules.kind, levels, eras=eras)

    def _changed(self, event: events.JackpotChanged) -> None:
        offered = self.offered.get(event.jackpot)
        if offered is None:  # it was set up before these entries: which rules a round opened under cannot be told
            self.offered[event.jackpot] = Offered(event.rules.kind, {}, by_level(event.rules))
        else:
            offered.pending = by_level(event.rules)

    def _began(self, event: events.LevelBegan) -> None:
        offered = self.offered.get(event.jackpot)
        waiting = None if offered is None else offered.pending.pop(event.level, None)
        if offered is None or waiting is None:
            return
        before = offered.levels.get(event.level)
        if before != waiting:
            tables = (*(before.rates if before else ()), *waiting.rates)
            eras = offered.eras.setdefault(event.level, [])
            eras.append((before, {table: self._opened.get(table, 0) for table in tables}))
            offered.levels[event.level] = waiting

    def _fed(self, event: events.PoolFed) -> None:
        key = event.jackpot, event.level
        self.carried[key] = event.carried, event.reserve_carried
        if not event.of:
            self._counted[key, event.table, event.round] = event.rate, event.reserve_rate, event.out

    def _decommissioned(self, event: events.JackpotDecommissioned) -> None:
        """What was left of the cents goes on with the other; entries of before did not say how much that was."""
        if event.jackpot in self.offered:
            self.offered[event.jackpot].ended = True
        for name, into in event.levels.items():
            pool, reserve = self.carried.get((event.into, into), (0, 0))
            own = sum(self.carried.pop((event.jackpot, name), (0, 0)))
            self.carried[event.into, into] = pool + event.parts.get(name, own), reserve

    def _linked(self, event: events.JackpotLinkReported) -> None:
        if (offered := self.offered.get(event.jackpot)) is not None:
            (offered.lost.discard if event.up else offered.lost.add)(event.member)

    def _faulty(self, event: events.JackpotFaultDeclared | events.JackpotFaultEnded) -> None:
        if (offered := self.offered.get(event.jackpot)) is not None:
            offered.faulty = isinstance(event, events.JackpotFaultDeclared)

    def _line(self, event: events.LineReported) -> None:
        (self._offline.discard if event.up else self._offline.add)(event.terminal)

    def _round_opened(self, event: events.RoundOpened) -> None:
        self._opened[event.table] = event.round

    def _settled(self, event: events.RoundSettled) -> None:
        amounts = {each.terminal: parts_of(each.staked, 1) for each in event.results}
        rounds = self.stakes.setdefault(event.table, {})
        rounds.setdefault(event.round, {}).update(amounts)
        self._changes.append(Change(event.table, event.round, "", amounts))
        for number in list(rounds)[:-ROUNDS_KEPT]:
            del rounds[number]
        for key in list(self._counted)[: -ROUNDS_KEPT * len(self.stakes)]:
            del self._counted[key]

    def _voided(self, event: events.RoundVoided) -> None:
        staked = self.stakes.get(event.table, {}).get(event.round, {})
        self._changes.append(Change(event.table, event.round, "", {each: -amount for each, amount in staked.items()}))
        staked.clear()

    def _alone(self, event: Any) -> None:
        """A terminal was settled, put right or suspended by itself."""
        result = getattr(event, "result", None)
        known = self.stakes.setdefault(event.table, {}).setdefault(event.round, {})
        if result is None and event.terminal not in known:
            return
        before = known.pop(event.terminal, 0)
        staked = 0 if result is None else parts_of(result.staked, 1)
        for after in {staked, 0}:  # of wagers that are all void a result may still tell what they were
            self._changes.append(Change(event.table, event.round, event.terminal, {event.terminal: after - before}))
        if staked:
            known[event.terminal] = staked


ACCOUNTS = tuple(account("", "").removesuffix("/") for account in (pool_of, overflow_of, reserve_of))

_SEEN: dict[type, Callable[[Contributions, Any], None]] = {
    events.JackpotSetUp: Contributions._set_up,
    events.JackpotChanged: Contributions._changed,
    events.LevelBegan: Contributions._began,
    events.PoolFed: Contributions._fed,
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
