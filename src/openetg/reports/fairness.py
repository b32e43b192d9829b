"""Every draw of a journal done over, from its entries alone: what bound the house, what was told, what follows from it.

Nothing is believed: contributions follow from settlements and rules (`contributions`), pools are added up from what
moved, entries from what was handed in or earned, values and winners are drawn again from the secrets. A commitment must
stand before the first cent or entry that it is about, and is followed by no other until its secret was told. It reads
entries in their order, of a journal or of a file of entries, and must never need a key, a floor or a network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from openetg.chance.drawing import PROCESS, commitment_of, draw_purpose, hit_value, is_secret, mystery_purpose
from openetg.floor import events
from openetg.floor.commands.jackpots import PER_TURNOVER, LevelRules
from openetg.floor.commands.promotions import Terms
from openetg.floor.drawing import digest_of, drawn
from openetg.floor.entries import ROUND, TURNOVER
from openetg.floor.ledger import pool_of
from openetg.floor.record import Recorded
from openetg.journal.entry import Entry
from openetg.money import cents, format_money, parts_of
from openetg.reports.contributions import Contributions
from openetg.rulebook.policies import JackpotKind

SPEAKS = (
    *(b'"Jackpot', b'"LevelBegan"', b'"PoolFed"', b'"Promotion', b'"Draw', b'"Prize', b'"Entr', b"pool/"),
    *(b'Settled"', b'"RoundOpened"', b'"RoundVoided"', b'"WagersVoided"', b'"WagerRuled"', b'"PayoutsSuspended"'),
    b'"LineReported"',
)
"""An entry without any of these says nothing of draws, nor of what feeds them."""
PAID_IN = (events.PoolFed, events.LevelBegan, events.JackpotWon)
"""What moves money of pools in the way of things; anything else is a person's act."""
UNDOING = (events.RoundVoided, events.WagersVoided, events.WagerRuled, events.PayoutsSuspended)

State = Literal["holds", "open", "wrong", "unknown"]


class Checked(Struct, frozen=True):
    """One commitment, reveal or draw, and what was found of it."""

    sequence: int
    kind: Literal["commitment", "contribution", "mystery", "draw", "drawn again"]
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
    """Whether since the last settlement something other than one has changed it."""
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
    called_terms: Terms | None = None
    """The terms under which it was called."""
    seated: dict[str, str] = {}
    """Per terminal, whose play counts there."""
    earners: dict[tuple[str, str, int], str] = {}
    """Per terminal, table and round, whose play it was."""
    versions: dict[int, Terms] = {}
    left_out: tuple[str, ...] = ()
    cancelled: bool = False
    """Who was said not to meet the terms."""
    drawn: tuple[str, tuple[events.Winner, ...]] | None = None


class Fairness:
    """A walk over entries; `take` each of them, then `ended` once."""

    def __init__(self, *, after: int = 0) -> None:
        self._whole = after == 0
        """Whether it sees everything from the beginning on."""
        self._come = Contributions(whole=self._whole)
        self._pools: dict[tuple[str, str], _Pool] = {}
        self._promotions: dict[str, _Promotion] = {}

    def take(self, entry: Entry) -> Iterator[Checked]:
        """What is to be said of an entry."""
        if not any(each in entry.verdict for each in SPEAKS):
            return
        try:
            recorded = json.decode(entry.verdict, type=Recorded)
        except (DecodeError, UnicodeDecodeError) as wrong:
            raise FairnessProblem(f"entry {entry.sequence} cannot be read by this build: {wrong}") from None
        self._come.begin_entry()
        for event in recorded.events or ():
            handler = _HANDLERS.get(type(event))
            if handler is not None:
                yield from handler(self, entry.sequence, event)
            self._come.see(event)
            self._notice(event)

    def ended(self) -> Iterator[Checked]:
        """What is still bound by a secret that was not told."""
        for (jackpot, level), pool in self._pools.items():
            if pool.commitment:
                yield Checked(pool.began, "commitment", f"{jackpot}/{level}/{pool.cycle}", "open", "not revealed yet")
        for name, promotion in self._promotions.items():
            if promotion.commitment and promotion.drawn is None:
                words = "cancelled, and never drawn" if promotion.cancelled else "not revealed yet"
                yield Checked(promotion.committed, "commitment", name, "open", words)

    def _notice(self, event: Any) -> None:
        """Pools that are not what their last settlement has left: by a person's act, or because that is void."""
        if not isinstance(event, PAID_IN):
            moved = {account for each in getattr(event, "transfers", ()) for account in (each.source, each.destination)}
            for key, pool in self._pools.items():
                pool.adjusted = pool.adjusted or pool_of(*key) in moved
        if isinstance(event, UNDOING):
            for pool in self._pools.values():
                if pool.feed is not None and (pool.feed.table, pool.feed.round) == (event.table, event.round):
                    pool.adjusted = True

    def _is_mystery(self, jackpot: str) -> bool:
        offered = self._come.offered.get(jackpot)
        return offered is not None and offered.kind is JackpotKind.MYSTERY

    def _began(self, sequence: int, event: events.LevelBegan) -> Iterator[Checked]:
        key, about = (event.jackpot, event.level), f"{event.jackpot}/{event.level}/{event.cycle}"
        for words in self._wrong_begin(event, self._pools.get(key)):
            yield Checked(sequence, "commitment", about, "wrong", words)
        # Rules that have waited are in force from here on.
        self._come.see(replace(event, transfers=()))
        self._pools[key] = _Pool(event.cycle, event.commitment, sequence, self._come.rules(*key))

    def _wrong_begin(self, event: events.LevelBegan, before: _Pool | None) -> Iterator[str]:
        if self._is_mystery(event.jackpot) and not event.commitment:
            yield "it is bound to nothing"
        if event.commitment and event.process != PROCESS:
            yield f"bound by {event.process}, which this build does not know"
        if before is None:
            if self._whole and event.cycle != 1:
                yield "no pool of the number before had begun"
            return
        if before.commitment and not before.won:
            yield f"the secret that entry {before.began} is bound to was never told"
        if before.began and event.cycle != before.cycle + 1:
            yield f"after pool {before.cycle}, pool {event.cycle} begins"

    def _fed(self, sequence: int, event: events.PoolFed) -> Iterator[Checked]:
        key = event.jackpot, event.level
        pool = self._pools.get(key)
        about = f"{event.jackpot}/{event.level}/{pool.cycle if pool else 0}"
        for words in self._come.wrong_with(event):
            told = f"{words} (round {event.table}/{event.round})"
            yield Checked(sequence, "contribution", about, "wrong", told)
        if event.turnover <= cents(0) or event.of:
            return
        unbound = pool.won or not pool.commitment if pool is not None and pool.began else pool is None and self._whole
        if unbound and self._is_mystery(event.jackpot):
            yield Checked(sequence, "commitment", about, "wrong", "turnover had come to it before it was bound")
        pool = self._pools.setdefault(key, _Pool(0, "", 0, None))
        pool.feed = _Feed(
            event.table,
            event.round,
            event.terminal,
            event.rate,
            event.out,
            self._come.units(*key),
            dict(self._come.stakes.get(event.table, {}).get(event.round, {})),
            late=pool.feed is not None and not pool.adjusted,
        )
        pool.adjusted = False

    def _ended(self, sequence: int, event: events.JackpotDecommissioned) -> Iterator[Checked]:
        """What was in its pools is in those of another; whether their secrets were kept is of no more use."""
        for name in event.levels:
            pool = self._pools.pop((event.jackpot, name), None)
            about = f"{event.jackpot}/{name}/{pool.cycle if pool else 0}"
            left = self._come.carried.get((event.jackpot, name))
            if left is not None and event.parts and event.parts.get(name) != sum(left):
                words = "what it hands over is not what was left of the cents"
                yield Checked(sequence, "contribution", about, "wrong", words)
            if pool is not None and pool.commitment and not pool.won:
                words = f"ended before it hit: all of it went into {event.into}"
                yield Checked(sequence, "commitment", about, "open", words)

    def _won(self, sequence: int, event: events.JackpotWon) -> Iterator[Checked]:
        key = event.jackpot, event.level
        pool = self._pools.get(key)
        if not event.secret and not self._is_mystery(event.jackpot) and (pool is None or not pool.commitment):
            return  # a progressive, which nothing is drawn for
        about = f"{event.jackpot}/{event.level}/{event.cycle}"
        if pool is None or pool.cycle != event.cycle or pool.rules is None or pool.won:
            if not self._whole and (pool is None or not pool.began or pool.rules is None):
                yield Checked(sequence, "mystery", about, "unknown", "it began before these entries")
            else:
                yield Checked(sequence, "mystery", about, "wrong", "no pool of that number had begun")
        else:
            wrong = next(self._wrong_with(event, pool, pool.rules), "")
            value = format_money(event.amount)
            words = f"{value} drawn between {format_money(pool.rules.low)} and {format_money(pool.rules.high)},"
            words = f"{words} bound by entry {pool.began}, won by {event.terminal} in round {event.table}/{event.round}"
            yield Checked(sequence, "mystery", about, "wrong" if wrong else "holds", wrong or words)
        self._pools[key] = _Pool(event.cycle, "", pool.began if pool else 0, None, won=True)

    def _wrong_with(self, event: events.JackpotWon, pool: _Pool, rules: LevelRules) -> Iterator[str]:
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
        if self._come.held.get(pool_account, 0) < value:
            yield "the pool had not reached the value"
        feed = pool.feed
        if feed is None or (feed.table, feed.round) != (event.table, event.round):
            yield "it was not the last settlement that brought turnover to the pool"
            return
        if feed.late and feed.before >= value * PER_TURNOVER:
            yield "an earlier settlement had reached the value"
        if [each.amount for each in event.transfers if each.source == pool_account][:1] != [event.amount]:
            yield "another amount was set aside than was won"
        winner = _crossing(feed, value)
        if winner != event.terminal:
            yield f"{winner or 'nobody'} brought the pool to the value, and {event.terminal} has won it"

    def _terms(self, sequence: int, event: events.PromotionDrafted | events.PromotionAmended) -> Iterator[Checked]:
        del sequence
        promotion = self._promotion(event.promotion)
        promotion.terms = promotion.versions[event.version] = event.terms
        yield from ()

    def _registered(self, sequence: int, event: events.EntrantRegistered) -> Iterator[Checked]:
        del sequence
        self._promotion(event.promotion).entries.setdefault(event.entrant, 0)
        yield from ()

    def _seated(self, sequence: int, event: events.EntrantSeated) -> Iterator[Checked]:
        del sequence
        self._promotion(event.promotion).seated[event.terminal] = event.entrant
        yield from ()

    def _earned(self, sequence: int, event: events.EntriesEarned) -> Iterator[Checked]:
        promotion = self._promotion(event.promotion)
        for each in event.earned:
            self._entered(sequence, event.promotion, each.entrant, each.entries)
            at = each.terminal, event.table, event.round
            wrong = next(self._wrong_entries(promotion, each, at), "") if self._whole else ""
            promotion.earners.setdefault(at, each.entrant)
            if wrong:
                words = f"entries of {each.entrant} at {each.terminal} in round {event.table}/{event.round}: {wrong}"
                yield Checked(sequence, "draw", event.promotion, "wrong", words)

    def _wrong_entries(self, promotion: _Promotion, line: events.Earned, at: tuple[str, str, int]) -> Iterator[str]:
        """Who had played in the round at first has what it brings, whoever is seated there by now."""
        terminal, table, number = at
        if promotion.earners.get(at, promotion.seated.get(terminal, "")) != line.entrant:
            yield "another was seated there"
        if line.staked and not self._come.has_settled(table, number, terminal, line.staked):
            yield "that was not settled there"
        terms, counted = promotion.versions.get(line.version), parts_of(line.counted, 1)
        if terms is None or line.entries <= 0:
            return
        each = parts_of(terms.turnover_per_entry, 1) if terms.earns == TURNOVER else 0
        if line.entries > (counted // each + 1 if each else int(terms.earns == ROUND)):
            yield "more than the terms give for it"

    def _handed_in(self, sequence: int, event: events.EntriesHandedIn) -> Iterator[Checked]:
        self._entered(sequence, event.promotion, event.entrant, event.entries)
        yield from ()

    def _entered(self, sequence: int, name: str, entrant: str, entries: int) -> None:
        promotion = self._promotion(name)
        promotion.entries[entrant] = promotion.entries.get(entrant, 0) + entries
        promotion.entered = promotion.entered or sequence

    def _committed(self, sequence: int, event: events.DrawCommitted) -> Iterator[Checked]:
        promotion = self._promotion(event.promotion)
        if promotion.commitment:
            words = f"the secret that entry {promotion.committed} is bound to was never told"
            yield Checked(sequence, "commitment", event.promotion, "wrong", words)
        promotion.commitment, promotion.committed = event.commitment, sequence

    def _called(self, sequence: int, event: events.DrawCalled) -> Iterator[Checked]:
        promotion = self._promotion(event.promotion)
        wrong = "" if promotion.called is None else "its entries had been called before"
        promotion.called, promotion.called_terms = event.entries, promotion.terms
        if digest_of(event.entries) != event.digest:
            wrong = "the digest is not that of the entries"
        all_of_them = {entrant: entries for entrant, entries in promotion.entries.items() if entries}
        counted = tuple(each for each in all_of_them.items() if each[0] not in event.left_out)
        if self._whole and counted != event.entries:
            wrong = "the entries called are not those that were handed in and earned, in the order of registration"
        elif self._whole and not all_of_them.keys() >= set(event.left_out):
            wrong = "somebody is left out who has no entries"
        if wrong:
            yield Checked(sequence, "draw", event.promotion, "wrong", wrong)
        promotion.left_out = event.left_out

    def _drawn(self, sequence: int, event: events.PromotionDrawn) -> Iterator[Checked]:
        promotion = self._promotion(event.promotion)
        terms = promotion.called_terms
        if terms is None or promotion.called is None or not promotion.committed:
            state: State = "wrong" if self._whole else "unknown"
            yield Checked(sequence, "draw", event.promotion, state, "terms, entries or commitment are not here")
            return
        wrong = next(self._wrong_draw(event, promotion, terms, promotion.called), "")
        promotion.drawn = (event.secret, event.winners)
        won = ", ".join(f"prize {each.prize} to {each.entrant}" for each in event.winners)
        total = sum(entries for _, entries in promotion.called)
        words = f"{total} entries, bound by entry {promotion.committed}: {won}"
        if promotion.left_out:
            words = f"{words}; left out, for not meeting the terms: {', '.join(promotion.left_out)}"
        yield Checked(sequence, "draw", event.promotion, "wrong" if wrong else "holds", wrong or words)

    def _wrong_draw(
        self,
        event: events.PromotionDrawn,
        promotion: _Promotion,
        terms: Terms,
        called: tuple[tuple[str, int], ...],
    ) -> Iterator[str]:
        name = event.promotion
        if promotion.drawn is not None:
            yield "it had been drawn before"
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
        terms = promotion.called_terms
        if terms is None or promotion.called is None or promotion.drawn is None:
            yield Checked(sequence, "drawn again", name, "unknown", "the first draw is not here")
            return
        secret, before = promotion.drawn
        prizes = [*(each.prize for each in before), event.winner.prize]
        found = tuple(drawn(name, secret, promotion.called, prizes, one_each=terms.one_prize_each))
        # Where nobody was left, nothing is drawn.
        expected = (*before, event.winner) if event.winner.entrant else before
        promotion.drawn = (secret, expected)
        last = next((each.entrant for each in reversed(before) if each.prize == event.winner.prize), None)
        holds = found == expected and last == event.before
        to = event.winner.entrant or "nobody, since none was left"
        words = f"prize {event.winner.prize} to {to}, not to {event.before}"
        wrong = "secret and entries give another winner" if last == event.before else f"{last or 'nobody'} had won it"
        yield Checked(sequence, "drawn again", name, "holds" if holds else "wrong", words if holds else wrong)

    def _cancelled(self, sequence: int, event: events.PromotionCancelled) -> Iterator[Checked]:
        del sequence
        self._promotion(event.promotion).cancelled = True
        return iter(())

    def _promotion(self, name: str) -> _Promotion:
        return self._promotions.setdefault(name, _Promotion())


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
    events.LevelBegan: Fairness._began,
    events.PoolFed: Fairness._fed,
    events.JackpotDecommissioned: Fairness._ended,
    events.JackpotWon: Fairness._won,
    events.PromotionDrafted: Fairness._terms,
    events.PromotionAmended: Fairness._terms,
    events.EntrantRegistered: Fairness._registered,
    events.EntrantSeated: Fairness._seated,
    events.EntriesEarned: Fairness._earned,
    events.EntriesHandedIn: Fairness._handed_in,
    events.DrawCommitted: Fairness._committed,
    events.DrawCalled: Fairness._called,
    events.PromotionDrawn: Fairness._drawn,
    events.PrizeDrawnAgain: Fairness._again,
    events.PromotionCancelled: Fairness._cancelled,
}


def check_draws(entries: Iterable[Entry], *, after: int = 0) -> Iterator[Checked]:
    """What is to be said of every commitment, reveal and draw; `after` is the last entry before these."""
    walk = Fairness(after=after)
    for entry in entries:
        yield from walk.take(entry)
    yield from walk.ended()
