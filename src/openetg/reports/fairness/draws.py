"""The draws of promotions, done over: the terms, who took part, what was entered, who called and watched, who has won.

Entries are those of registered entrants, while it ran: handed in, or earned by play where they were seated. What the
house could do to choose a winner is told: terms changed without approval, an entrant left out or let in against the
terms, a draw that was called and not held, no overseer where one is required.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, json

from openetg.chance.drawing import PROCESS, commitment_of, draw_purpose, is_secret
from openetg.floor import events
from openetg.floor.promotions.commands import Terms
from openetg.floor.promotions.drawing import digest_of, drawn
from openetg.floor.promotions.entries import FORM, ROUND, TURNOVER
from openetg.floor.promotions.terms import digest_of as digest_of_terms
from openetg.floor.promotions.terms import worth_of
from openetg.floor.state import key_of_round
from openetg.money import ZERO, Money, cents, format_money, parse_money, parts_of
from openetg.reports.fairness.checked import CheckedDraw, HonestTrouble, State
from openetg.reports.fairness.contributions import ROUNDS_KEPT, Contributions, WagerChange
from openetg.rulebook.schema.prizes import Promotions as PromotionLaw

MONEY_CAME = (
    *(events.NoteCredited, events.TicketInserted, events.CreditTransferred),
    *(events.AwardCredited, events.BoundsSet, events.HoldingReleased),
)
"""By these the stay of a player who has left may have ended, and with it their seat."""
At = tuple[str, str, int]
"""A terminal, and a round of a table."""


class _Law(Struct):
    """What of a rulebook is about promotions."""

    promotions: PromotionLaw | None = None


class DrawEntrant(Struct):
    """A person who takes part."""

    meets: set[str]
    entries: int = 0
    carried: int = 0
    """In cents, what is left towards the next entry."""
    best_before: int = 0
    """The largest stake of one round, of rounds that are too old to be changed."""


class ToldPromotion(Struct):
    """A promotion, as far as it is told."""

    table: str = ""
    terms: Terms | None = None
    versions: dict[int, Terms] = {}
    approved: dict[str, str] = {}
    """The changes that the authority has approved and that were not made yet: the digest of each reference."""
    started: int = 0
    postponed: bool = False
    entrants: dict[str, DrawEntrant] = {}
    """In the order of registration."""
    commitment: str = ""
    committed: int = 0
    entered: int = 0
    """The first entry of the journal by which anything was entered."""
    scrutineer: str = ""
    watching: bool = False
    called: tuple[tuple[str, int], ...] | None = None
    called_at: int = 0
    called_terms: Terms | None = None
    """The terms under which it was called."""
    overseen: str = ""
    """Who oversaw the draw that was called."""
    left_out: tuple[str, ...] = ()
    """Who was said not to meet the terms."""
    seated: dict[str, str] = {}
    """Per terminal, whose play counts there."""
    too_late: dict[str, tuple[str, ...]] = {}
    """Per terminal, the rounds that took no wagers any more when they were seated."""
    sure: set[str] = set()
    """The terminals whose player is certainly still the one who was seated."""
    earners: dict[str, dict[int, dict[str, tuple[str, int]]]] = {}
    """Per table, round and terminal, whose play it was, and what was staked, as long as it may be changed."""
    doubt: int = 0
    """The first entry that is wrong about what is drawn from."""
    cancelled: int = 0
    """The entry by which it was."""
    closed: bool = False
    drawn: tuple[str, tuple[events.Winner, ...]] | None = None

    @property
    def is_running(self) -> bool:
        """Whether entries are taken."""
        return bool(self.started) and self.called is None and not self.cancelled and not self.closed

    def earner(self, at: At) -> tuple[str, int] | None:
        """Whose play it was at a terminal in a round, and what was staked."""
        terminal, table, number = at
        return self.earners.get(table, {}).get(number, {}).get(terminal)

    def best(self, number: str) -> int:
        """The largest stake of one round of an entrant that is not void."""
        kept = (each for rounds in self.earners.values() for line in rounds.values() for each in line.values())
        entrant = self.entrants[number]
        return max([entrant.best_before, *(staked for who, staked in kept if who == number)])

    def unmet(self, number: str) -> str:
        """The first condition of the terms that was not checked of an entrant."""
        conditions = () if self.terms is None else self.terms.conditions
        meets = self.entrants[number].meets if number in self.entrants else ()
        return next((each for each in conditions if each not in meets), "")

    def barred(self, number: str) -> str:
        """Why entries of an entrant do not count; empty where they do."""
        if condition := self.unmet(number):
            return f"not checked: {condition}"
        least = ZERO if self.terms is None or self.terms.earns != FORM else self.terms.qualifying_wager or ZERO
        if least and cents(self.best(number)) < least:
            return f"no wager of {format_money(least)} was settled"
        return ""

    def not_open(self, at_ms: int) -> str:
        """Why nothing is entered at a time."""
        if not self.is_running or self.terms is None:
            return "it was not running"
        if self.postponed:
            return "it was postponed"
        if at_ms < self.terms.starts_ms:
            return "by its terms it had not started"
        ends = (each for each in (self.terms.entries_close_ms, self.terms.ends_ms) if each)
        return "entries had closed" if any(at_ms > each for each in ends) else ""


class Draws:
    """A walk over the events of promotions."""

    def __init__(self, come: Contributions, trouble: HonestTrouble, *, whole: bool) -> None:
        self._come, self._trouble, self._whole = come, trouble, whole
        self._promotions: dict[str, ToldPromotion] = {}
        self._books: dict[str, PromotionLaw | None] = {}
        self._book_of: dict[str, str] = {}
        self._told: set[tuple[str, At]] = set()
        """The lines of entries that this entry has told: of which promotion and terminal, in which round."""

    @property
    def has_seats(self) -> bool:
        """Whether any entrant is seated, so that play counts."""
        return any(each.seated for each in self._promotions.values())

    def take(self, sequence: int, event: Any, at_ms: int) -> Iterator[CheckedDraw]:
        """The findings about an event, called before it is applied."""
        if isinstance(event, MONEY_CAME):
            where = event.what if isinstance(event, events.HoldingReleased) else event.terminal
            for each in self._promotions.values():
                each.sure.discard(where)
        handler = _HANDLERS.get(type(event))
        for words in handler(self, sequence, event, at_ms) if handler is not None else ():
            if isinstance(words, CheckedDraw):
                yield words
            else:
                yield self._wrong(sequence, event.promotion, words)

    def _wrong(self, sequence: int, name: str, words: str) -> CheckedDraw:
        promotion = self._promotion(name)
        promotion.doubt = promotion.doubt or sequence
        return CheckedDraw(sequence, "draw", name, "wrong", words)

    def begin_entry(self) -> None:
        """What is settled in one entry earns in the same."""
        self._told.clear()

    def entry_ended(self, sequence: int, at_ms: int) -> Iterator[CheckedDraw]:
        """Findings for play of a seated entrant that brought no entries."""
        if not self._whole or not self._come.changes:
            return
        for name, promotion in self._promotions.items():
            if not promotion.is_running:
                continue
            for change in self._come.changes:
                for terminal, amount in change.staked.items() if change.certain else ():
                    at = terminal, change.table, change.round
                    if (name, at) not in self._told and (who := self._owed(promotion, change, at, amount, at_ms)):
                        words = f"{format_money(cents(amount))} of {who} at {terminal} in round {change.table}/"
                        words = f"{words}{change.round} was settled, and what it means for their entries is not told"
                        yield self._wrong(sequence, name, words)

    def _owed(self, promotion: ToldPromotion, change: WagerChange, at: At, amount: int, at_ms: int) -> str:
        """The entrant for whom a change is to be told; empty if none certainly is."""
        known = promotion.earner(at)
        if amount < 0:
            return known[0] if known and known[1] > change.after.get(at[0], 0) else ""
        if promotion.not_open(at_ms) or not promotion.commitment or promotion.terms is None:
            return ""
        if known is not None:
            return known[0]
        terminal, table, number = at
        who = promotion.seated.get(terminal, "") if terminal in promotion.sure else ""
        late = key_of_round(table, number) in promotion.too_late.get(terminal, ())
        here = table in promotion.terms.tables and change.newest
        return who if who and here and not late and not promotion.unmet(who) else ""

    def ended(self, last: int) -> Iterator[CheckedDraw]:
        """What is still bound by a secret that was not told; `last` is the last entry behind which one could follow."""
        for name, promotion in self._promotions.items():
            if promotion.commitment and promotion.drawn is None:
                state, words = self._untold(name, promotion, last)
                yield CheckedDraw(promotion.committed, "commitment", name, state, words)

    def _untold(self, name: str, promotion: ToldPromotion, last: int) -> tuple[State, str]:
        if promotion.called is None:
            return "open", "cancelled, and never drawn" if promotion.cancelled else "not revealed yet"
        cancelled = f", and cancelled by entry {promotion.cancelled}" if promotion.cancelled else ""
        words = f"the draw was called by entry {promotion.called_at}{cancelled}, and never held"
        fault = self._trouble.since(promotion.called_at, f"promotion/{name}")
        if fault:
            return "open", f"{words}: entry {fault} put a fault on record"
        return ("open", "not revealed yet") if promotion.called_at >= last else ("wrong", words)

    def _law(self, promotion: ToldPromotion) -> PromotionLaw | None:
        return self._books.get(self._book_of.get(promotion.table, ""))

    def _adopted(self, _sequence: int, event: events.RulebookAdopted, _at_ms: int) -> Iterator[str]:
        self._books[event.hash] = json.decode(event.rulebook, type=_Law).promotions
        yield from ()

    def _registered_table(self, _sequence: int, event: events.TableRegistered, _at_ms: int) -> Iterator[str]:
        self._book_of[event.table] = event.rulebook
        yield from ()

    def _drafted(self, _sequence: int, event: events.PromotionDrafted, _at_ms: int) -> Iterator[str]:
        promotion = self._promotion(event.promotion)
        if promotion.started:
            yield f"version {event.version} of its terms was drafted after entry {promotion.started} had started it"
            return
        yield from self._wrong_digest(event)
        promotion.table, promotion.terms = event.table, event.terms
        promotion.versions[event.version] = event.terms

    def _approved(self, _sequence: int, event: events.PromotionChangeApproved, _at_ms: int) -> Iterator[str]:
        self._promotion(event.promotion).approved[event.reference] = event.digest
        yield from ()

    def _amended(self, _sequence: int, event: events.PromotionAmended, _at_ms: int) -> Iterator[str]:
        promotion = self._promotion(event.promotion)
        yield from self._wrong_digest(event)
        law = self._law(promotion)
        approved = promotion.approved.pop(event.approval, "")
        if self._whole and law is not None and law.change_approved is not None and approved != event.digest:
            yield f"its terms were changed to version {event.version}, which nobody had approved"
        promotion.terms = promotion.versions[event.version] = event.terms
        promotion.watching = False

    def _wrong_digest(self, event: events.PromotionDrafted | events.PromotionAmended) -> Iterator[str]:
        if digest_of_terms(event.terms) != event.digest:
            yield f"the digest of version {event.version} is not that of its terms"

    def _stage(self, sequence: int, event: Any, _at_ms: int) -> Iterator[str]:
        promotion = self._promotion(event.promotion)
        match event:
            case events.PromotionStarted():
                promotion.started = promotion.started or sequence
            case events.PromotionPostponed():
                promotion.postponed, promotion.watching = True, False
            case events.PromotionValidated():
                promotion.postponed = False
            case events.PromotionCancelled():
                promotion.cancelled, promotion.postponed = sequence, False
            case events.PromotionClosed():
                promotion.closed = True
        if promotion.cancelled or promotion.closed:
            promotion.seated.clear()
        yield from ()

    def _watched(self, _sequence: int, event: Any, _at_ms: int) -> Iterator[str]:
        promotion = self._promotion(event.promotion)
        if isinstance(event, events.ScrutineerNamed):
            promotion.scrutineer, promotion.watching = event.scrutineer, False
        elif event.person == promotion.scrutineer or not self._whole:
            promotion.scrutineer, promotion.watching = event.person, True
        else:
            yield f"{event.person} watched, and {promotion.scrutineer or 'nobody'} was named to"

    def _registered(self, _sequence: int, event: events.EntrantRegistered, _at_ms: int) -> Iterator[str]:
        entrants = self._promotion(event.promotion).entrants
        entrants.setdefault(event.entrant, DrawEntrant(set())).meets.update(event.meets)
        yield from ()

    def _seated(self, _sequence: int, event: events.EntrantSeated, _at_ms: int) -> Iterator[str]:
        promotion = self._promotion(event.promotion)
        promotion.seated[event.terminal], promotion.too_late[event.terminal] = event.entrant, event.too_late
        promotion.sure.add(event.terminal)
        if event.entrant and event.entrant not in promotion.entrants and self._whole:
            yield f"{event.entrant} was seated at {event.terminal}, and never registered"

    def _earned(self, sequence: int, event: events.EntriesEarned, at_ms: int) -> Iterator[str]:
        promotion = self._promotion(event.promotion)
        for line in event.earned:
            at = line.terminal, event.table, event.round
            self._told.add((event.promotion, at))
            for wrong in self._wrong_entries(promotion, line, at, at_ms) if self._whole else ():
                yield f"entries of {line.entrant} at {line.terminal} in round {event.table}/{event.round}: {wrong}"
                break
            self._entered(sequence, promotion, line.entrant, line.entries)
            promotion.entrants[line.entrant].carried = parts_of(line.carried, 1)
            if promotion.earner(at) is None and promotion.seated.get(line.terminal) == line.entrant:
                promotion.sure.add(line.terminal)
            who, had = promotion.earner(at) or (line.entrant, 0)
            rounds = promotion.earners.setdefault(event.table, {})
            rounds.setdefault(event.round, {})[line.terminal] = who, had + parts_of(line.staked, 1)
            self._forget(promotion, rounds)

    def _forget(self, promotion: ToldPromotion, rounds: dict[int, dict[str, tuple[str, int]]]) -> None:
        """Of rounds that nothing changes any more the best stake of each entrant is kept."""
        for number in list(rounds)[:-ROUNDS_KEPT]:
            for who, staked in rounds.pop(number).values():
                entrant = promotion.entrants[who]
                entrant.best_before = max(entrant.best_before, staked)

    def _wrong_entries(self, promotion: ToldPromotion, line: events.Earned, at: At, at_ms: int) -> Iterator[str]:
        """Who had played in the round at first has what it brings, regardless of who is seated there by now."""
        known = promotion.earner(at)
        if line.entrant not in promotion.entrants:
            yield "no such entrant was registered"
            return
        if (known[0] if known else promotion.seated.get(line.terminal, "")) != line.entrant:
            yield "another was seated there"
        if line.staked and line.staked not in self._changed(at, known[1] if known else 0):
            yield f"{format_money(line.staked)} was not settled there"
        if line.staked > ZERO and (why := promotion.not_open(at_ms)):
            yield why
        if line.entries > self._most(promotion, line, at):
            yield "more than the terms give for it"

    def _changed(self, at: At, had: int) -> set[Money]:
        """What this entry may have changed of what counted of a terminal in a round."""
        terminal, table, number = at
        here = [each for each in self._come.changes if (each.table, each.round) == (table, number)]
        changes = [(each.staked[terminal], each.after.get(terminal, 0)) for each in here if terminal in each.staked]
        return {cents(by if by > 0 else min(had, after) - had) for by, after in changes}

    def _most(self, promotion: ToldPromotion, line: events.Earned, at: At) -> int:
        """How many entries a line brings at the most, together with what was carried."""
        terms = promotion.versions.get(line.version)
        if terms is None:
            return line.entries
        prices = [parts_of(each.turnover_per_entry, 1) for each in (terms, promotion.terms) if each is not None]
        counted = max(parts_of(line.counted, 1), 0)
        if terms.earns != TURNOVER or not all(prices):
            return int(terms.earns == ROUND)
        # What the round stood for before is struck off first, and may have completed an entry that others had begun.
        again = int(promotion.earner(at) is not None)
        return (counted + max(promotion.entrants[line.entrant].carried, 0)) // min(prices) + again

    def _handed_in(self, sequence: int, event: events.EntriesHandedIn, at_ms: int) -> Iterator[str]:
        promotion, who = self._promotion(event.promotion), event.entrant
        if self._whole:
            wrong = "no such entrant was registered" if who not in promotion.entrants else promotion.not_open(at_ms)
            wrong = wrong or promotion.barred(who)
            if not wrong and promotion.terms is not None and promotion.terms.earns != FORM:
                wrong = "the terms take no form"
            if wrong:
                yield f"{event.entries} entries of {who} were handed in: {wrong}"
        self._entered(sequence, promotion, who, event.entries)

    def _entered(self, sequence: int, promotion: ToldPromotion, entrant: str, entries: int) -> None:
        promotion.entrants.setdefault(entrant, DrawEntrant(set())).entries += entries
        promotion.entered = promotion.entered or sequence

    def _committed(self, sequence: int, event: events.DrawCommitted, _at_ms: int) -> Iterator[CheckedDraw]:
        promotion = self._promotion(event.promotion)
        if promotion.commitment:
            words = f"the secret that entry {promotion.committed} is bound to was never told"
            yield CheckedDraw(sequence, "commitment", event.promotion, "wrong", words)
        promotion.commitment, promotion.committed = event.commitment, sequence

    def _called(self, sequence: int, event: events.DrawCalled, at_ms: int) -> Iterator[str]:
        promotion = self._promotion(event.promotion)
        if promotion.called is not None:
            yield "its entries had been called before"
        if digest_of(event.entries) != event.digest:
            yield "the digest is not that of the entries"
        if self._whole:
            yield from self._wrong_call(promotion, event, at_ms)
        yield from self._unwatched(promotion, event.scrutineer)
        promotion.called, promotion.called_terms, promotion.called_at = event.entries, promotion.terms, sequence
        promotion.left_out, promotion.overseen = event.left_out, event.scrutineer

    def _wrong_call(self, promotion: ToldPromotion, event: events.DrawCalled, at_ms: int) -> Iterator[str]:
        """All entries of those who meet the terms are called, and no others."""
        if promotion.terms is not None and at_ms <= promotion.terms.entries_close_ms:
            yield "it was called while entries were taken"
        entered = {number: each.entries for number, each in promotion.entrants.items() if each.entries}
        barred = {number: why for number in entered if (why := promotion.barred(number))}
        for number in event.left_out:
            if number not in entered:
                yield f"{number} is left out, who has no entries"
            elif number not in barred:
                yield f"{number} is left out, who meets the terms"
        for number, _ in event.entries:
            if number in barred:
                yield f"{number} is counted, who does not meet the terms ({barred[number]})"
        if tuple(each for each in entered.items() if each[0] not in barred) != event.entries:
            yield "the entries called are not those that were handed in and earned, in the order of registration"

    def _unwatched(self, promotion: ToldPromotion, scrutineer: str) -> Iterator[str]:
        """Where a prize is worth so much, a person named for it oversees the draw, and was there."""
        there = promotion.scrutineer if promotion.watching else ""
        if scrutineer and scrutineer != there and self._whole:
            yield f"it is said that {scrutineer} oversaw it, who was not there"
        law = self._law(promotion)
        above = None if law is None else law.scrutineer_above
        prizes = () if promotion.terms is None else promotion.terms.prizes
        most = max((worth_of(each) for each in prizes), default=ZERO)
        if above is not None and most > parse_money(above.value) and not scrutineer:
            yield f"nobody oversaw it, and a prize is worth {format_money(most)}, above {above.value}"
        promotion.watching = False

    def _drawn(self, sequence: int, event: events.PromotionDrawn, _at_ms: int) -> Iterator[CheckedDraw]:
        promotion = self._promotion(event.promotion)
        terms = promotion.called_terms
        if terms is None or promotion.called is None or not promotion.committed:
            state: State = "wrong" if self._whole else "unknown"
            yield CheckedDraw(sequence, "draw", event.promotion, state, "terms, entries or commitment are not here")
            return
        wrong = next(self._wrong_draw(event, promotion, terms, promotion.called), "")
        promotion.drawn = (event.secret, event.winners)
        won = ", ".join(f"prize {each.prize} to {each.entrant}" for each in event.winners)
        total = sum(entries for _, entries in promotion.called)
        overseen = f"overseen by {promotion.overseen or 'nobody'}"
        words = f"{total} entries, bound by entry {promotion.committed}, {overseen}: {won}"
        if promotion.left_out:
            words = f"{words}; left out, for not meeting the terms: {', '.join(promotion.left_out)}"
        yield CheckedDraw(sequence, "draw", event.promotion, "wrong" if wrong else "holds", wrong or words)

    def _wrong_draw(
        self,
        event: events.PromotionDrawn,
        promotion: ToldPromotion,
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
        if promotion.doubt:
            yield f"the winners follow from the entries as they were called, of which entry {promotion.doubt} is wrong"

    def _again(self, sequence: int, event: events.PrizeDrawnAgain, _at_ms: int) -> Iterator[CheckedDraw]:
        promotion, name = self._promotion(event.promotion), event.promotion
        terms = promotion.called_terms
        if terms is None or promotion.called is None or promotion.drawn is None:
            yield CheckedDraw(sequence, "drawn again", name, "unknown", "the first draw is not here")
            return
        secret, before = promotion.drawn
        prizes = [*(each.prize for each in before), event.winner.prize]
        found = tuple(drawn(name, secret, promotion.called, prizes, one_each=terms.one_prize_each))
        # Where no entrant was left, nothing is drawn.
        expected = (*before, event.winner) if event.winner.entrant else before
        promotion.drawn = (secret, expected)
        last = next((each.entrant for each in reversed(before) if each.prize == event.winner.prize), "nobody")
        wrong = [*self._unwatched(promotion, event.scrutineer)]
        if last != event.before:
            wrong.append(f"{last} had won it, and {event.before} is said to have")
        if found != expected:
            wrong.append("secret and entries give another winner")
        to, overseen = event.winner.entrant or "nobody, since none was left", event.scrutineer or "nobody"
        words = f"prize {event.winner.prize} to {to}, not to {event.before}, overseen by {overseen}"
        state: State = "wrong" if wrong else "holds"
        yield CheckedDraw(sequence, "drawn again", name, state, wrong[0] if wrong else words)

    def _promotion(self, name: str) -> ToldPromotion:
        return self._promotions.setdefault(name, ToldPromotion())


_HANDLERS: dict[type, Callable[[Draws, int, Any, int], Iterator[str] | Iterator[CheckedDraw]]] = {
    events.RulebookAdopted: Draws._adopted,
    events.TableRegistered: Draws._registered_table,
    events.PromotionDrafted: Draws._drafted,
    events.PromotionChangeApproved: Draws._approved,
    events.PromotionAmended: Draws._amended,
    events.PromotionStarted: Draws._stage,
    events.PromotionPostponed: Draws._stage,
    events.PromotionValidated: Draws._stage,
    events.PromotionCancelled: Draws._stage,
    events.PromotionClosed: Draws._stage,
    events.ScrutineerNamed: Draws._watched,
    events.DrawWitnessed: Draws._watched,
    events.EntrantRegistered: Draws._registered,
    events.EntrantSeated: Draws._seated,
    events.EntriesEarned: Draws._earned,
    events.EntriesHandedIn: Draws._handed_in,
    events.DrawCommitted: Draws._committed,
    events.DrawCalled: Draws._called,
    events.PromotionDrawn: Draws._drawn,
    events.PrizeDrawnAgain: Draws._again,
}
