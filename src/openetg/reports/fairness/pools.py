"""The pools of jackpots, done over: what bound the house to their values, what came to them, who was first to reach it.

A mystery is won by the terminal that was first to bring its pool to the value, and that is told before anything else is
settled for it: an honest floor does both in one group. Only a fault of machine, controller or link on record explains
that it was told later; never that another has won it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from openetg.chance.drawing import PROCESS, commitment_of, hit_value, is_secret, mystery_purpose
from openetg.floor import events
from openetg.floor.core.ledger import pool_of
from openetg.floor.jackpots import state
from openetg.floor.jackpots.commands import PER_TURNOVER, LevelRules
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.pools import who_reached
from openetg.floor.state import ROUNDS_KEPT
from openetg.money import ZERO, Money, cents, format_money, parts_of
from openetg.reports.fairness.checked import CheckedDraw, HonestTrouble
from openetg.reports.fairness.contributions import Contributions, Key

FEEDS_KEPT = 200
"""So many settlements of a pool are remembered: far more than come between a hit and the time it is told."""
CONTROLLER = "controller"
"""The cause of a link that is lost because a secret cannot be opened."""


class FedRound(Struct):
    """A settlement that brought turnover to a pool; what it held is in millionths of a cent."""

    sequence: int
    table: str
    round: int
    terminal: str
    before: int
    after: int
    staked: dict[str, int]
    """Per terminal in the order of the settlement, in cents, as it stands by now."""
    stood: int = 0
    """What was left of it when its entry had ended."""


class Pool(Struct):
    """A pool of a level, from its beginning to its end."""

    cycle: int
    commitment: str
    began: int
    rules: LevelRules | None
    feeds: list[FedRound] = []
    won: bool = False
    """Whether it stands for the time after a hit, in which nothing may come to it."""
    doubt: int = 0
    """The first entry that is wrong about what is in it."""


class Pools:
    """A walk over the events of jackpots."""

    def __init__(self, come: Contributions, trouble: HonestTrouble, *, whole: bool) -> None:
        self._come, self._trouble, self._whole = come, trouble, whole
        self._pools: dict[Key, Pool] = {}

    def take(self, sequence: int, event: Any) -> Iterator[CheckedDraw]:
        """The findings about an event, called before it is applied."""
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            yield from handler(self, sequence, event)

    def entry_ended(self, sequence: int) -> Iterator[CheckedDraw]:
        """What an entry has settled and not told; and what is left of what it brought."""
        for due in self._come.missing():
            pool = self._pools.get((due.jackpot, due.level))
            about = f"{due.jackpot}/{due.level}/{pool.cycle if pool else 0}"
            yield CheckedDraw(sequence, "contribution", about, "wrong", due.words)
            if pool is not None:
                pool.doubt = pool.doubt or sequence
        for key, pool in self._pools.items():
            for feed in reversed(pool.feeds):
                if feed.sequence != sequence:
                    break
                feed.stood = min(feed.after, self._come.units(*key))

    def ended(self, last: int) -> Iterator[CheckedDraw]:
        """What is still bound by a secret that was not told; `last` is the last entry behind which one could follow."""
        for key, pool in self._pools.items():
            if pool.commitment:
                about = f"{key[0]}/{key[1]}/{pool.cycle}"
                wrong = self._untold(key, pool, last)
                state, words = ("wrong", wrong) if wrong else ("open", "not revealed yet")
                yield CheckedDraw(pool.began, "commitment", about, state, words)  # type: ignore[arg-type]

    def _untold(self, key: Key, pool: Pool, last: int) -> str:
        """That a pool was brought beyond the highest value at which it hits, and the secret was kept."""
        if pool.rules is None:
            return ""
        high = parts_of(pool.rules.high, PER_TURNOVER)
        feed = next((each for each in pool.feeds if each.stood >= high), None)
        if feed is None or feed.sequence >= last or self._excused(key[0], feed):
            return ""
        most = format_money(pool.rules.high)
        return f"entry {feed.sequence} brought the pool to {most}, the highest value it may hit at: never revealed"

    def _excused(self, jackpot: str, feed: FedRound) -> bool:
        """Whether a fault on record explains that nothing was told at once."""
        return bool(self._trouble.since(feed.sequence, f"jackpot/{jackpot}"))

    def _is_mystery(self, jackpot: str) -> bool:
        offered = self._come.offered.get(jackpot)
        return offered is not None and is_mystery(offered.kind)

    def _began(self, sequence: int, event: events.LevelBegan) -> Iterator[CheckedDraw]:
        key, about = (event.jackpot, event.level), f"{event.jackpot}/{event.level}/{event.cycle}"
        doubt = 0
        for words in self._wrong_begin(event, self._pools.get(key)):
            yield CheckedDraw(sequence, "commitment", about, "wrong", words)
            doubt = sequence
        # Rules that have waited are in force from here on.
        self._come.see(replace(event, transfers=()))
        self._pools[key] = Pool(event.cycle, event.commitment, sequence, self._come.rules(*key), doubt=doubt)

    def _wrong_begin(self, event: events.LevelBegan, before: Pool | None) -> Iterator[str]:
        if self._is_mystery(event.jackpot) and not event.commitment:
            yield "it is bound to nothing"
        if event.commitment and event.process != PROCESS:
            yield f"bound by {event.process}, which this build does not know"
        yield from self._come.wrong_begin(event)
        if before is None:
            if self._whole and event.cycle != 1:
                yield f"it is the first pool of the level, and is numbered {event.cycle}"
            return
        if before.commitment and not before.won:
            yield f"the secret that entry {before.began} is bound to was never told"
        if before.began and event.cycle != before.cycle + 1:
            yield f"after pool {before.cycle}, pool {event.cycle} begins"

    def _fed(self, sequence: int, event: events.PoolFed) -> Iterator[CheckedDraw]:
        key = event.jackpot, event.level
        pool = self._pools.get(key)
        about = f"{event.jackpot}/{event.level}/{pool.cycle if pool else 0}"
        for words in self._come.wrong_with(event):
            told = f"{words} (round {event.table}/{event.round})"
            yield CheckedDraw(sequence, "contribution", about, "wrong", told)
            if pool is not None:
                pool.doubt = pool.doubt or sequence
        if event.turnover <= ZERO or event.of:
            return
        unbound = pool.won or not pool.commitment if pool is not None and pool.began else pool is None and self._whole
        if unbound and self._is_mystery(event.jackpot):
            yield CheckedDraw(sequence, "commitment", about, "wrong", "turnover had come to it before it was bound")
        pool = self._pools.setdefault(key, Pool(0, "", 0, None))
        if not event.rate:
            return  # what only feeds the reserve brings no pool to its value
        before = self._come.units(*key)
        to_pool = (each.amount for each in event.transfers if each.destination == pool_of(*key))
        moved = sum(parts_of(amount, PER_TURNOVER) for amount in to_pool)
        after = before + moved + event.carried - self._come.carried.get(key, (0, 0))[0]
        staked = self._come.stakes.get(event.table, {}).get(event.round, {})
        pool.feeds.append(
            FedRound(
                sequence=sequence,
                table=event.table,
                round=event.round,
                terminal=event.terminal,
                before=before,
                after=after,
                staked=staked,
            )
        )
        del pool.feeds[:-FEEDS_KEPT]

    def _adjusted(self, sequence: int, event: events.JackpotAdjusted) -> Iterator[CheckedDraw]:
        """What a pool holds by then came from no settlement: none is looked for that made it hit."""
        del sequence
        pool = self._pools.get((event.jackpot, event.level))
        if pool is not None and not event.award:
            pool.feeds.clear()
        yield from ()

    def _ended(self, sequence: int, event: events.JackpotDecommissioned) -> Iterator[CheckedDraw]:
        """What was in its pools is in those of another; a secret that was to be told by then is not told any more."""
        for name in event.levels:
            key = event.jackpot, name
            pool = self._pools.pop(key, None)
            about = f"{event.jackpot}/{name}/{pool.cycle if pool else 0}"
            left = self._come.left(event.jackpot, name)
            if left is not None and event.parts and event.parts.get(name) != left:
                words = "what it hands over is not what was left of the cents"
                yield CheckedDraw(sequence, "contribution", about, "wrong", words)
            if pool is not None and pool.commitment and not pool.won:
                if wrong := self._untold(key, pool, sequence):
                    yield CheckedDraw(sequence, "commitment", about, "wrong", wrong)
                    continue
                words = f"ended before it hit: all of it went into {event.into}"
                yield CheckedDraw(sequence, "commitment", about, "open", words)

    def _won(self, sequence: int, event: events.JackpotWon) -> Iterator[CheckedDraw]:
        key = event.jackpot, event.level
        pool = self._pools.get(key)
        if not event.secret and not self._is_mystery(event.jackpot) and (pool is None or not pool.commitment):
            return  # a progressive, which nothing is drawn for
        about = f"{event.jackpot}/{event.level}/{event.cycle}"
        if pool is None or pool.cycle != event.cycle or pool.rules is None or pool.won:
            if not self._whole and (pool is None or not pool.began or pool.rules is None):
                yield CheckedDraw(sequence, "mystery", about, "unknown", "it began before these entries")
            else:
                yield CheckedDraw(sequence, "mystery", about, "wrong", "no pool of that number had begun")
        else:
            wrong = next(self._wrong_with(event, pool, pool.rules), "")
            value = format_money(event.amount)
            words = f"{value} drawn between {format_money(pool.rules.low)} and {format_money(pool.rules.high)},"
            words = f"{words} bound by entry {pool.began}, won by {event.terminal} in round {event.table}/{event.round}"
            yield CheckedDraw(sequence, "mystery", about, "wrong" if wrong else "holds", wrong or words)
        self._pools[key] = Pool(event.cycle, "", pool.began if pool else 0, None, won=True)

    def _wrong_with(self, event: events.JackpotWon, pool: Pool, rules: LevelRules) -> Iterator[str]:
        """Why a hit is not what was committed to: the first of these is told."""
        names = event.jackpot, event.level, event.cycle
        if not event.secret:
            yield f"won without telling the secret that entry {pool.began} is bound to"
            return
        if event.process != PROCESS:
            yield f"drawn by {event.process}, which this build does not know"
        if not is_secret(event.secret) or commitment_of(mystery_purpose(*names), event.secret) != pool.commitment:
            yield f"the secret is not the one that entry {pool.began} is bound to"
            return
        value = hit_value(event.secret, *names, parts_of(rules.low, 1), parts_of(rules.high, 1))
        if cents(value) != event.amount:
            yield f"the secret gives {format_money(cents(value))}, and {format_money(event.amount)} was won"
        pool_account = pool_of(event.jackpot, event.level)
        held = self._come.held.get(pool_account, 0)
        if held < value:
            yield f"the pool held {format_money(cents(held))}, and had not reached {format_money(cents(value))}"
        if [each.amount for each in event.transfers if each.source == pool_account][:1] != [event.amount]:
            yield "another amount was set aside than was won"
        yield from self._wrong_winner(event, pool, cents(value))

    def _wrong_winner(self, event: events.JackpotWon, pool: Pool, value: Money) -> Iterator[str]:
        """Findings unless the first to reach it has won it, and nothing was settled for it before that was told."""
        key = event.jackpot, event.level
        first = next(((feed, who) for feed in pool.feeds if (who := self._crossing(key, feed, value))), None)
        if first is None:
            yield "no settlement on record brought the pool to the value"
            return
        feed, winner = first
        found, told = (feed.table, feed.round, winner), (event.table, event.round, event.terminal)
        if found != told:
            right = f"{winner} brought the pool to the value in round {feed.table}/{feed.round} (entry {feed.sequence})"
            yield f"{right}, and {event.terminal} has won it in round {event.table}/{event.round}"
        reached = next((each for each in pool.feeds if each.stood >= parts_of(value, PER_TURNOVER)), feed)
        if reached.sequence < pool.feeds[-1].sequence and not self._excused(event.jackpot, reached):
            late = f"the value was reached by entry {reached.sequence}, and more was settled before it was told"
            yield f"{late}: no fault on record explains that"
        if pool.doubt:
            yield f"value and winner follow from what is on record, of which entry {pool.doubt} is wrong"

    def _crossing(self, key: Key, feed: FedRound, value: Money) -> str:
        """The terminal whose contribution brought the pool to a value, by what is staked and not void."""
        counts = self._come.counts(key, feed.table, feed.round)
        gone = feed.round < self._come.opened.get(feed.table, 0) - ROUNDS_KEPT  # the floor has forgotten it too
        if feed.after < parts_of(value, PER_TURNOVER) or counts is None or gone:
            return ""
        brought = state.Feed(feed.table, feed.round, feed.before, feed.terminal, feed.after)
        playing = state.RoundFed(counts.rate, counts.reserve_rate, counts.out, counts.kept)
        staked = {terminal: cents(amount) for terminal, amount in feed.staked.items()}
        return who_reached(brought, playing, staked, value)

    def _faulty(self, sequence: int, event: events.JackpotFaultDeclared) -> Iterator[CheckedDraw]:
        self._trouble.note(sequence, f"jackpot/{event.jackpot}")
        yield from ()

    def _linked(self, sequence: int, event: events.JackpotLinkReported) -> Iterator[CheckedDraw]:
        if not event.up and event.cause == CONTROLLER:
            self._trouble.note(sequence, f"jackpot/{event.jackpot}")
        yield from ()


_HANDLERS: dict[type, Callable[[Pools, int, Any], Iterator[CheckedDraw]]] = {
    events.LevelBegan: Pools._began,
    events.PoolFed: Pools._fed,
    events.JackpotAdjusted: Pools._adjusted,
    events.JackpotDecommissioned: Pools._ended,
    events.JackpotWon: Pools._won,
    events.JackpotFaultDeclared: Pools._faulty,
    events.JackpotLinkReported: Pools._linked,
}
