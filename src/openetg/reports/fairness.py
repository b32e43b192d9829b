"""Every draw of a journal done over, from its entries alone: what bound the house, what was told, what follows from it.

Nothing is believed: pools are added up from what moved, entries from what was handed in or earned, values and winners
are drawn again from the secrets. A commitment must stand before the first cent or entry that it is about. It reads
entries in their order, of a journal or of a file of entries, and must never need a key, a floor or a network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from msgspec import DecodeError, Struct, json

from openetg.chance.drawing import PROCESS, commitment_of, draw_purpose, hit_value, is_secret, mystery_purpose
from openetg.floor import events
from openetg.floor.commands.jackpots import PER_TURNOVER, JackpotRules, LevelRules
from openetg.floor.commands.promotions import Terms
from openetg.floor.drawing import digest_of, drawn
from openetg.floor.ledger import pool_of
from openetg.floor.record import Recorded
from openetg.journal.entry import Entry
from openetg.money import cents, format_money, parts_of

POOL = pool_of("", "").removesuffix("/")
SPEAKS = (b'"Jackpot', b'"LevelBegan"', b'"PoolFed"', b'"Promotion', b'"Draw', b'"Prize', b'"Entr', b"pool/")
"""An entry without any of these says nothing of draws."""

State = Literal["holds", "open", "wrong", "unknown"]


class Checked(Struct, frozen=True):
    """One commitment, reveal or draw, and what was found of it."""

    sequence: int
    kind: Literal["commitment", "mystery", "draw", "drawn again"]
    about: str
    """`lucky/mini/3`: jackpot, level and pool; or the promotion."""
    state: State
    """Of a commitment whose secret was not told yet, `open`; `unknown` where it began before the first entry."""
    words: str


class FairnessProblem(Exception):
    """The entries cannot be read. The message is for a person."""


class _Feed(Struct):
    table: str
    round: int
    terminal: str
    rate: int
    out: tuple[str, ...]
    before: int
    """What the pool held before, in millionths of a cent."""
    staked: dict[str, int]
    """Per terminal in the order of the settlement, in cents."""
    late: bool
    """Whether another settlement of the same pool came before it."""


class _Pool(Struct):
    """A pool of a level, from its beginning to its end."""

    cycle: int
    commitment: str
    began: int
    rules: LevelRules | None
    feed: _Feed | None = None
    adjusted: bool = False
    won: bool = False
    """Whether it stands for the time after a hit, in which nothing may come to it."""


class _Promotion(Struct):
    terms: Terms | None = None
    entries: dict[str, int] = {}
    """In the order of registration; filled from the first entry of the journal on."""
    commitment: str = ""
    committed: int = 0
    entered: int = 0
    """The first entry of the journal by which anything was entered."""
    called: tuple[tuple[str, int], ...] | None = None
    drawn: tuple[str, tuple[events.Winner, ...]] | None = None


class Fairness:
    """A walk over entries; `take` each of them, then `ended` once."""

    def __init__(self, *, after: int = 0) -> None:
        self._whole = after == 0
        """Whether it sees everything from the beginning on."""
        self._rules: dict[str, dict[str, LevelRules]] = {}
        self._pending: dict[str, dict[str, LevelRules]] = {}
        self._held: dict[str, int] = {}
        self._carried: dict[tuple[str, str], int] = {}
        self._pools: dict[tuple[str, str], _Pool] = {}
        self._staked: dict[str, tuple[int, dict[str, int]]] = {}
        """Per table, the last settled round with what each terminal staked."""
        self._promotions: dict[str, _Promotion] = {}

    def take(self, entry: Entry) -> Iterator[Checked]:
        """What is to be said of an entry."""
        if not any(each in entry.verdict for each in SPEAKS) and b"Settled" not in entry.verdict:
            return
        try:
            recorded = json.decode(entry.verdict, type=Recorded)
        except (DecodeError, UnicodeDecodeError) as wrong:
            raise FairnessProblem(f"entry {entry.sequence} cannot be read by this build: {wrong}") from None
        for event in recorded.events or ():
            handler = _HANDLERS.get(type(event))
            if handler is not None:
                yield from handler(self, entry.sequence, event)
            self._move(event)

    def ended(self) -> Iterator[Checked]:
        """What is still bound by a secret that was not told."""
        for (jackpot, level), pool in self._pools.items():
            if pool.commitment:
                yield Checked(pool.began, "commitment", f"{jackpot}/{level}/{pool.cycle}", "open", "not revealed yet")
        for name, promotion in self._promotions.items():
            if promotion.commitment and promotion.drawn is None:
                yield Checked(promotion.committed, "commitment", name, "open", "not revealed yet")

    def _move(self, event: Any) -> None:
        """Adds up what is in the pools."""
        for moved in getattr(event, "transfers", ()):
            for account, amount in ((moved.source, -moved.amount), (moved.destination, moved.amount)):
                if account.startswith(POOL):
                    self._held[account] = self._held.get(account, 0) + parts_of(amount, 1)

    def _set_up(self, sequence: int, event: events.JackpotSetUp) -> Iterator[Checked]:
        del sequence
        self._rules[event.jackpot] = _levels(event.rules)
        yield from ()

    def _changed(self, sequence: int, event: events.JackpotChanged) -> Iterator[Checked]:
        del sequence
        self._pending[event.jackpot] = _levels(event.rules)
        yield from ()

    def _began(self, sequence: int, event: events.LevelBegan) -> Iterator[Checked]:
        key, rules = (event.jackpot, event.level), self._rules.get(event.jackpot, {})
        waiting = self._pending.get(event.jackpot, {}).pop(event.level, None)
        if waiting is not None:
            rules[event.level] = waiting
        before = self._pools.get(key)
        self._pools[key] = _Pool(event.cycle, event.commitment, sequence, rules.get(event.level))
        if event.commitment and before is not None and before.won and before.feed is not None:
            about = f"{event.jackpot}/{event.level}/{event.cycle}"
            yield Checked(sequence, "commitment", about, "wrong", "turnover had come to it before it was bound")

    def _settled(self, sequence: int, event: events.RoundSettled) -> Iterator[Checked]:
        del sequence
        self._staked[event.table] = (event.round, {each.terminal: parts_of(each.staked, 1) for each in event.results})
        yield from ()

    def _fed(self, sequence: int, event: events.PoolFed) -> Iterator[Checked]:
        del sequence
        key = event.jackpot, event.level
        pool = self._pools.setdefault(key, _Pool(0, "", 0, None))
        if event.turnover > cents(0):
            held = self._held.get(pool_of(*key), 0)
            number, staked = self._staked.get(event.table, (0, {}))
            pool.feed = _Feed(
                event.table,
                event.round,
                event.terminal,
                event.rate,
                event.out,
                held * PER_TURNOVER + self._carried.get(key, 0),
                staked if number == event.round else {},
                late=pool.feed is not None and not pool.adjusted,
            )
            pool.adjusted = False
        self._carried[key] = event.carried
        yield from ()

    def _adjusted(self, sequence: int, event: events.JackpotAdjusted) -> Iterator[Checked]:
        del sequence
        if event.level and (pool := self._pools.get((event.jackpot, event.level))) is not None:
            pool.adjusted = True
        yield from ()

    def _won(self, sequence: int, event: events.JackpotWon) -> Iterator[Checked]:
        pool = self._pools.get((event.jackpot, event.level))
        if not event.secret:
            return
        about = f"{event.jackpot}/{event.level}/{event.cycle}"
        if pool is None or pool.cycle != event.cycle or pool.rules is None:
            if not self._whole:
                yield Checked(sequence, "mystery", about, "unknown", "it began before these entries")
                return
            yield Checked(sequence, "mystery", about, "wrong", "no pool of that number had begun")
            return
        wrong = next(self._wrong_with(event, pool, pool.rules), "")
        value = format_money(event.amount)
        words = f"{value} drawn between {format_money(pool.rules.low)} and {format_money(pool.rules.high)},"
        words = f"{words} bound by entry {pool.began}, won by {event.terminal} in round {event.table}/{event.round}"
        yield Checked(sequence, "mystery", about, "wrong" if wrong else "holds", wrong or words)
        self._pools[event.jackpot, event.level] = _Pool(0, "", 0, None, won=True)

    def _wrong_with(self, event: events.JackpotWon, pool: _Pool, rules: LevelRules) -> Iterator[str]:
        """Why a hit is not what was committed to: the first of these is told."""
        names = event.jackpot, event.level, event.cycle
        if event.process != PROCESS:
            yield f"drawn by {event.process}, which this build does not know"
        if not is_secret(event.secret) or commitment_of(mystery_purpose(*names), event.secret) != pool.commitment:
            yield f"the secret is not the one that entry {pool.began} is bound to"
            return
        value = hit_value(event.secret, *names, parts_of(rules.low, 1), parts_of(rules.high, 1))
        if cents(value) != event.amount:
            yield f"the secret gives {format_money(cents(value))}, and {format_money(event.amount)} was won"
        if self._held.get(pool_of(event.jackpot, event.level), 0) < value:
            yield "the pool had not reached the value"
        feed = pool.feed
        if feed is None or (feed.table, feed.round) != (event.table, event.round):
            yield "it was not the last settlement that brought turnover to the pool"
            return
        if feed.late and feed.before >= value * PER_TURNOVER:
            yield "an earlier settlement had reached the value"
        winner = _crossing(feed, value)
        if winner != event.terminal:
            yield f"{winner or 'nobody'} brought the pool to the value, and {event.terminal} has won it"

    def _terms(self, sequence: int, event: events.PromotionDrafted | events.PromotionAmended) -> Iterator[Checked]:
        del sequence
        self._promotion(event.promotion).terms = event.terms
        yield from ()

    def _registered(self, sequence: int, event: events.EntrantRegistered) -> Iterator[Checked]:
        del sequence
        self._promotion(event.promotion).entries.setdefault(event.entrant, 0)
        yield from ()

    def _earned(self, sequence: int, event: events.EntriesEarned) -> Iterator[Checked]:
        for each in event.earned:
            self._entered(sequence, event.promotion, each.entrant, each.entries)
        yield from ()

    def _handed_in(self, sequence: int, event: events.EntriesHandedIn) -> Iterator[Checked]:
        self._entered(sequence, event.promotion, event.entrant, event.entries)
        yield from ()

    def _entered(self, sequence: int, name: str, entrant: str, entries: int) -> None:
        promotion = self._promotion(name)
        promotion.entries[entrant] = promotion.entries.get(entrant, 0) + entries
        promotion.entered = promotion.entered or sequence

    def _committed(self, sequence: int, event: events.DrawCommitted) -> Iterator[Checked]:
        promotion = self._promotion(event.promotion)
        promotion.commitment, promotion.committed = event.commitment, sequence
        yield from ()

    def _called(self, sequence: int, event: events.DrawCalled) -> Iterator[Checked]:
        promotion = self._promotion(event.promotion)
        promotion.called = event.entries
        wrong = ""
        if digest_of(event.entries) != event.digest:
            wrong = "the digest is not that of the entries"
        counted = tuple((entrant, entries) for entrant, entries in promotion.entries.items() if entries)
        if self._whole and counted != event.entries:
            wrong = "the entries called are not those that were handed in and earned, in the order of registration"
        if wrong:
            yield Checked(sequence, "draw", event.promotion, "wrong", wrong)

    def _drawn(self, sequence: int, event: events.PromotionDrawn) -> Iterator[Checked]:
        promotion = self._promotion(event.promotion)
        if promotion.terms is None or promotion.called is None or not promotion.committed:
            state: State = "wrong" if self._whole else "unknown"
            yield Checked(sequence, "draw", event.promotion, state, "terms, entries or commitment are not here")
            return
        wrong = next(self._wrong_draw(event, promotion, promotion.terms, promotion.called), "")
        promotion.drawn = (event.secret, event.winners)
        won = ", ".join(f"prize {each.prize} to {each.entrant}" for each in event.winners)
        total = sum(entries for _, entries in promotion.called)
        words = f"{total} entries, bound by entry {promotion.committed}: {won}"
        yield Checked(sequence, "draw", event.promotion, "wrong" if wrong else "holds", wrong or words)

    def _wrong_draw(
        self,
        event: events.PromotionDrawn,
        promotion: _Promotion,
        terms: Terms,
        called: tuple[tuple[str, int], ...],
    ) -> Iterator[str]:
        name = event.promotion
        if event.process != PROCESS:
            yield f"drawn by {event.process}, which this build does not know"
        if promotion.entered and promotion.committed > promotion.entered:
            yield f"entry {promotion.entered} came before the commitment"
        if not is_secret(event.secret) or commitment_of(draw_purpose(name), event.secret) != promotion.commitment:
            yield f"the secret is not the one that entry {promotion.committed} is bound to"
            return
        prizes = [each.prize for each in terms.prizes]
        again = tuple(drawn(name, event.secret, called, prizes, one_each=terms.one_prize_each))
        if again != event.winners:
            yield "secret and entries give other winners"

    def _again(self, sequence: int, event: events.PrizeDrawnAgain) -> Iterator[Checked]:
        promotion, name = self._promotion(event.promotion), event.promotion
        if promotion.terms is None or promotion.called is None or promotion.drawn is None:
            yield Checked(sequence, "drawn again", name, "unknown", "the first draw is not here")
            return
        secret, before = promotion.drawn
        prizes = [*(each.prize for each in before), event.winner.prize]
        found = tuple(drawn(name, secret, promotion.called, prizes, one_each=promotion.terms.one_prize_each))
        promotion.drawn = (secret, (*before, event.winner))
        holds = found == (*before, event.winner)
        words = f"prize {event.winner.prize} to {event.winner.entrant}, not to {event.before}"
        wrong = "secret and entries give another winner"
        yield Checked(sequence, "drawn again", name, "holds" if holds else "wrong", words if holds else wrong)

    def _promotion(self, name: str) -> _Promotion:
        return self._promotions.setdefault(name, _Promotion())


def _levels(rules: JackpotRules) -> dict[str, LevelRules]:
    return {each.level: each for each in rules.levels}


def _crossing(feed: _Feed, value: int) -> str:
    """The terminal whose contribution brought the pool to the value."""
    if feed.terminal:
        return feed.terminal
    counted = feed.before
    for terminal, staked in feed.staked.items():
        if terminal not in feed.out:
            counted += staked * feed.rate
            if counted >= value * PER_TURNOVER:
                return terminal
    return ""


_HANDLERS: dict[type, Callable[[Fairness, int, Any], Iterator[Checked]]] = {
    events.JackpotSetUp: Fairness._set_up,
    events.JackpotChanged: Fairness._changed,
    events.LevelBegan: Fairness._began,
    events.RoundSettled: Fairness._settled,
    events.PoolFed: Fairness._fed,
    events.JackpotAdjusted: Fairness._adjusted,
    events.JackpotWon: Fairness._won,
    events.PromotionDrafted: Fairness._terms,
    events.PromotionAmended: Fairness._terms,
    events.EntrantRegistered: Fairness._registered,
    events.EntriesEarned: Fairness._earned,
    events.EntriesHandedIn: Fairness._handed_in,
    events.DrawCommitted: Fairness._committed,
    events.DrawCalled: Fairness._called,
    events.PromotionDrawn: Fairness._drawn,
    events.PrizeDrawnAgain: Fairness._again,
}


def check_draws(entries: Iterable[Entry], *, after: int = 0) -> Iterator[Checked]:
    """What is to be said of every commitment, reveal and draw; `after` is the last entry before these."""
    walk = Fairness(after=after)
    for entry in entries:
        yield from walk.take(entry)
    yield from walk.ended()
