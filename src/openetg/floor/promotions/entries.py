"""Who takes part in a promotion, and the entries that play or a form brings.

Play counts when it is settled, for the entrant who is seated at the terminal for the stay that goes on there: when that
stay ends the seat has ended with it, and the next player earns nothing for another. What is void later is
struck off, as long as the draw was not called: what the round has brought, by the terms it was played under. Nothing
here touches a round: entries are read off what was settled.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from openetg.floor.commands import EnterByForm, RegisterEntrant, SeatEntrant
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.core.written import says_anything
from openetg.floor.events import Earned, EntrantRegistered, EntrantSeated, EntriesEarned, EntriesHandedIn
from openetg.floor.promotions.preconditions import OfferedPromotion, found, no_offer, not_now
from openetg.floor.state import BETTING, Credit, PromotionStage, key_of_round
from openetg.floor.wagers.bounds import stay_now
from openetg.money import ZERO, Money, format_money, remainder, steps_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from openetg.floor.events import AnyEvent
    from openetg.floor.jackpots.turnover import Turnover
    from openetg.floor.promotions.commands import Terms
    from openetg.floor.state import Entrant, Floor, Promotion, Terminal

FORM_MAX = 1_000
"""How many entries one form brings at most: more is taken for a typing error."""
NUMBER = re.compile(r"(?=.*[0-9])[A-Za-z0-9][A-Za-z0-9-]{0,11}")
"""An entrant's number is public for ever: short, and hardly ever a person's name."""
ROUND, TURNOVER, FORM = "round", "turnover", "form"


def decide_register_entrant(floor: Floor, command: RegisterEntrant, at_ms: int) -> Verdict:
    """A person takes part, from the publication of the terms until entries close, who meets every condition.

    Of a person who does already, more conditions may be checked until the draw: terms may have changed since.
    """
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    clause = offer.clause_of("eligibility")
    known = offer.promotion.entrants.get(command.entrant)
    refused = first_of(
        None if NUMBER.fullmatch(command.entrant) else Refusal(Reason.NOT_A_NUMBER, clause),
        no_offer(floor, offer, command),
        _not_open(offer),
        _not_new(offer, command, at_ms) if known is None else _nothing_more(offer, command, known),
    )
    if refused is not None:
        return refused
    return (
        EntrantRegistered(
            promotion=command.promotion,
            entrant=command.entrant,
            name=command.name,
            contact=command.contact,
            meets=command.meets,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=clause,
        ),
    )


def _not_new(offer: OfferedPromotion, command: RegisterEntrant, at_ms: int) -> Refusal | None:
    said = says_anything(command.name) and says_anything(command.contact)
    return first_of(
        entries_closed(offer, at_ms),
        unmet(offer, command.meets),
        None if said else Refusal(Reason.NOT_SAID, offer.clause_of("eligibility")),
    )


def _nothing_more(offer: OfferedPromotion, command: RegisterEntrant, known: Entrant) -> Refusal | None:
    """A number stays with its person: no other is put in their place, and only what was checked grows."""
    more = set(command.meets) - set(known.meets)
    if more and not says_anything(command.name) and not says_anything(command.contact):
        return None
    return Refusal(Reason.ALREADY_THERE, offer.clause_of("eligibility"), {"entrant": known.number})


def _not_open(offer: OfferedPromotion) -> Refusal | None:
    """Entrants come while it runs, and before, once its terms can be read."""
    promotion = offer.promotion
    is_public = promotion.published == promotion.versions[-1].number
    filed = (PromotionStage.FILED,) if is_public else ()
    return not_now(offer, PromotionStage.RUNNING, *filed)


def entries_closed(offer: OfferedPromotion, at_ms: int) -> Refusal | None:
    """Why nothing is entered any more: the closing time of the terms, or the end of the promotion, is over."""
    for item, until_ms in _ends(offer.terms):
        if until_ms and at_ms > until_ms:
            return Refusal(Reason.ENTRIES_CLOSED, offer.clause_of(item, "when"), {"at_ms": until_ms})
    return None


def not_open(offer: OfferedPromotion, at_ms: int) -> Refusal | None:
    """Why nothing is entered now: by other terms it starts later than it did, or entries have closed."""
    starts_ms = offer.terms.starts_ms
    if offer.promotion.started_at_ms and at_ms < starts_ms:
        return Refusal(Reason.TOO_EARLY, offer.clause_of("place-date-time", "when"), {"from_ms": starts_ms})
    return entries_closed(offer, at_ms)


def _ends(terms: Terms) -> tuple[tuple[str, int], ...]:
    return ("entry-closes", terms.entries_close_ms), ("place-date-time", terms.ends_ms)


def unmet(offer: OfferedPromotion, meets: Iterable[str]) -> Refusal | None:
    """The first condition of the terms in force that was not checked of a person, in the words of the terms."""
    missing = next((each for each in offer.terms.conditions if each not in set(meets)), None)
    if missing is None:
        return None
    return Refusal(Reason.NOT_ELIGIBLE, offer.clause_of("eligibility"), {"condition": missing})


def decide_seat_entrant(floor: Floor, command: SeatEntrant, at_ms: int) -> Verdict:
    """What is staked at a terminal counts for an entrant, from the rounds on that take wagers; or no longer does."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    clause = offer.clause_of("qualifying-wager")
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL, details={"terminal": command.terminal})
    why_not = _not_to_seat if command.entrant else _not_to_unseat
    refused = first_of(no_offer(floor, offer, command), why_not(floor, offer, terminal, command, at_ms))
    if refused is not None:
        return refused
    stay_ms = terminal.stay.begun_at_ms if command.entrant and terminal.stay is not None else 0
    too_late = tuple(_closed_rounds(floor, terminal)) if command.entrant else ()
    return (
        EntrantSeated(
            promotion=command.promotion,
            terminal=terminal.name,
            entrant=command.entrant,
            role=command.role,
            person=command.person,
            clause=clause,
            stay_ms=stay_ms,
            too_late=too_late,
        ),
    )


def _closed_rounds(floor: Floor, terminal: Terminal) -> Iterator[str]:
    """The rounds that go on where a terminal plays and take no wagers any more: what lies there was laid before."""
    for name in terminal.tables:
        round_ = floor.tables[name].round
        if round_ is not None and round_.phase not in BETTING:
            yield key_of_round(name, round_.number)


def _not_to_seat(
    floor: Floor, offer: OfferedPromotion, terminal: Terminal, command: SeatEntrant, at_ms: int
) -> Refusal | None:
    """An entrant is seated where a player is, and only the entrant's own play counts."""
    clause = offer.clause_of("qualifying-wager")
    present = seated(floor, offer.promotion, terminal.name)
    playing = stay_now(floor, terminal, at_ms) is not None
    entrant: dict[str, str | int] = {"entrant": present}
    return first_of(
        _unknown_entrant(offer, command.entrant),
        Refusal(Reason.ALREADY_THERE, clause, entrant) if present and playing else None,
        Refusal(Reason.NOT_AT_TABLE, clause) if set(offer.terms.tables).isdisjoint(terminal.tables) else None,
        not_now(offer, PromotionStage.RUNNING),
        entries_closed(offer, at_ms),
        None if playing else Refusal(Reason.NO_ACCOUNT, clause),
    )


def _not_to_unseat(
    floor: Floor, offer: OfferedPromotion, terminal: Terminal, command: SeatEntrant, at_ms: int
) -> Refusal | None:
    del floor, command, at_ms
    if terminal.name in offer.promotion.seats:
        return None
    return Refusal(Reason.NOTHING_THERE, offer.clause_of("qualifying-wager"))


def _unknown_entrant(offer: OfferedPromotion, number: str) -> Refusal | None:
    if number in offer.promotion.entrants:
        return None
    return Refusal(Reason.UNKNOWN_ENTRANT, offer.clause_of("eligibility"), {"entrant": number})


def seated(floor: Floor, promotion: Promotion, terminal: str) -> str:
    """The entrant for whom play at a terminal counts now: for the stay they were seated in, and for no other."""
    stay = floor.terminals[terminal].stay
    if stay is None or promotion.stays.get(terminal) != stay.begun_at_ms:
        return ""
    return promotion.seats.get(terminal, "")


def decide_enter_by_form(floor: Floor, command: EnterByForm, at_ms: int) -> Verdict:
    """Entries on a form, where the terms take them, of an entrant who has made the wager the terms ask for."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    clause = offer.clause_of("manner")
    entrant, takes = offer.promotion.entrants.get(command.entrant), offer.terms.earns == FORM
    # Where no form is taken, a wager does not help: an entrant without one is not told to make it.
    asked = None if entrant is None or not takes else first_of(unmet(offer, entrant.meets), unqualified(offer, entrant))
    refused = first_of(
        _unknown_entrant(offer, command.entrant),
        no_offer(floor, offer, command),
        not_now(offer, PromotionStage.RUNNING),
        uncommitted(offer),
        not_open(offer, at_ms),
        asked,
        None if takes else Refusal(Reason.NOT_OFFERED, clause),
        Refusal(Reason.NO_AMOUNT, clause) if command.entries < 1 else None,
        Refusal(Reason.ABOVE_MAXIMUM, clause, {"limit": FORM_MAX}) if command.entries > FORM_MAX else None,
    )
    if refused is not None:
        return refused
    return (
        EntriesHandedIn(
            promotion=command.promotion,
            entrant=command.entrant,
            entries=command.entries,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=clause,
        ),
    )


def uncommitted(offer: OfferedPromotion) -> Refusal | None:
    """Nothing is entered into a draw without a commitment to its secret: it could otherwise be chosen to fit."""
    if offer.promotion.commitment or not offer.is_drawn:
        return None
    return Refusal(Reason.NOT_COMMITTED, offer.clause_of("manner"))


def unqualified(offer: OfferedPromotion, entrant: Entrant) -> Refusal | None:
    """Why an entrant has not made the wager that the terms ask for: by what was settled."""
    least = offer.terms.qualifying_wager
    if not least or entrant.best >= least:
        return None
    quoted: dict[str, str | int] = {"least": format_money(least), "best": format_money(entrant.best)}
    return Refusal(Reason.NOT_QUALIFIED, offer.clause_of("qualifying-wager"), quoted)


def counting(offer: OfferedPromotion) -> tuple[tuple[str, int], ...]:
    """The entries that count by the terms in force, in the order of registration: so many of each entrant."""
    entrants = offer.promotion.entrants.values()
    return tuple((each.number, each.entries) for each in entrants if each.entries and not barred(offer, each))


def is_anybody(offer: OfferedPromotion) -> bool:
    """Whether there is an entry that counts."""
    return any(each.entries and not barred(offer, each) for each in offer.promotion.entrants.values())


def barred(offer: OfferedPromotion, entrant: Entrant) -> Refusal | None:
    """Why entries of an entrant do not count: a condition was not checked, or the wager behind a form is void."""
    # What play has brought was judged round by round, by the terms under which it was played.
    by_form = offer.terms.earns == FORM
    return first_of(unmet(offer, entrant.meets), unqualified(offer, entrant) if by_form else None)


def knows(floor: Floor, table: str) -> bool:
    """Whether play at a table counts for a promotion, or has and may still be found void."""
    own = key_of_round(table, 0).removesuffix("0")
    return any(
        table in promotion.terms.tables or any(key.startswith(own) for key in promotion.earned)
        for promotion in floor.promotions.offered.values()
        if promotion.stage is PromotionStage.RUNNING
    )


def earned(floor: Floor, turnover: Turnover, at_ms: int, before: Iterable[AnyEvent] = ()) -> Iterator[EntriesEarned]:
    """What a settlement brings to entrants, or a void strikes off; `before` is what its decision has said so far.

    Counted is what stood in settlement while the promotion ran, was not postponed, and entries were open.
    """
    for promotion in floor.promotions.offered.values():
        if promotion.stage is not PromotionStage.RUNNING:
            continue
        tally = _Tally(floor, promotion, before)
        lines = tuple(tally.lines(turnover, at_ms))
        if lines:
            offer = found(floor, promotion.name)
            assert isinstance(offer, OfferedPromotion), "it is on record"
            clause = offer.clause_of("qualifying-wager")
            yield EntriesEarned(
                promotion=promotion.name,
                table=turnover.table,
                round=turnover.round,
                earned=lines,
                clause=clause,
                at_ms=at_ms,
            )


class _Tally:
    """What one promotion has counted up to some line of a decision."""

    def __init__(self, floor: Floor, promotion: Promotion, before: Iterable[AnyEvent]) -> None:
        self.floor, self.promotion = floor, promotion
        self.staked: dict[tuple[str, str], tuple[str, Money]] = {}
        self.held: dict[str, tuple[int, Money]] = {}
        self.credits: dict[tuple[str, str], Credit] = {}
        for event in before:
            if isinstance(event, EntriesEarned) and event.promotion == promotion.name:
                for line in event.earned:
                    self._add(key_of_round(event.table, event.round), line)

    def lines(self, turnover: Turnover, at_ms: int) -> Iterator[Earned]:
        """One line for each terminal whose player is an entrant."""
        key = key_of_round(turnover.table, turnover.round)
        earns = self._earns(at_ms)
        for terminal, change in (*turnover.staked, *self._waiting(turnover)):
            known = self._known(key, terminal)
            if change < ZERO:
                # What had not counted is not struck off.
                number, had = known or ("", ZERO)
                has = min(had, turnover.left)
            else:
                number, had = known or (self._player(turnover, terminal), ZERO)
                has = had + change
            if number and (change < ZERO or earns) and (has != had or known is None):
                line = self._line(key, number, terminal, had, has)
                self._add(key, line)
                yield line

    def _earns(self, at_ms: int) -> bool:
        """Whether what is settled now brings anything: what was laid before and settled too late does not."""
        offer = found(self.floor, self.promotion.name)
        assert isinstance(offer, OfferedPromotion), "it is on record"
        return not (self.promotion.postponed or uncommitted(offer) or not_open(offer, at_ms))

    def _waiting(self, turnover: Turnover) -> Iterator[tuple[str, Money]]:
        """Terminals whose wagers of the round are held: who played there is kept, for when they are settled."""
        round_ = self.floor.tables[turnover.table].round
        counts_here = turnover.table in self.promotion.terms.tables
        if counts_here and round_ is not None and round_.number == turnover.round:
            told = {terminal for terminal, _ in turnover.staked}
            yield from ((terminal, ZERO) for terminal in round_.held if terminal not in told)

    def _known(self, key: str, terminal: str) -> tuple[str, Money] | None:
        return self.staked.get((key, terminal)) or self.promotion.earned.get(key, {}).get(terminal)

    def _player(self, turnover: Turnover, terminal: str) -> str:
        """Who plays there for the first time in this round, where that counts; of an old round it is unknown."""
        round_ = self.floor.tables[turnover.table].round
        if round_ is None or round_.number != turnover.round or terminal not in self.floor.terminals:
            return ""
        offer = found(self.floor, self.promotion.name)
        if isinstance(offer, Refusal) or turnover.table not in offer.terms.tables:
            return ""
        number = seated(self.floor, self.promotion, terminal)
        key = key_of_round(turnover.table, turnover.round)
        if not number or key in self.promotion.too_late.get(terminal, ()):
            return ""
        return "" if unmet(offer, self.promotion.entrants[number].meets) else number

    def _line(self, key: str, number: str, terminal: str, had: Money, has: Money) -> Earned:
        """What the round stood for is struck off exactly, and what it stands for now is credited in its place."""
        stood = self._credit(key, terminal)
        terms = self.promotion.versions[stood.version - 1].terms
        before, after = counts(terms, had), counts(terms, has)
        entries, carried = self._held(number)
        struck = _struck((entries, carried), stood, terms, self.promotion.terms)
        more, left = _credited(terms, after, struck[1])
        if has > had:
            # Where an entry has become cheaper, what was left towards one may be some already.
            cheaper = max(_steps(self.promotion.terms, left), 0)
            more, left = more + cheaper, left - self.promotion.terms.turnover_per_entry * cheaper
        stands = (more, left - struck[1])
        now = max(struck[0] + more, 0), left
        return Earned(
            entrant=number,
            terminal=terminal,
            counted=after - before,
            entries=now[0] - entries,
            carried=now[1],
            staked=has - had,
            version=stood.version,
            stands=stands,
        )

    def _credit(self, key: str, terminal: str) -> Credit:
        known = self.credits.get((key, terminal)) or self.promotion.credits.get(key, {}).get(terminal)
        return known or Credit(self.promotion.versions[-1].number)

    def _held(self, number: str) -> tuple[int, Money]:
        entrant = self.promotion.entrants[number]
        return self.held.get(number, (entrant.entries, entrant.carried))

    def _add(self, key: str, line: Earned) -> None:
        known = self._known(key, line.terminal)
        self.staked[key, line.terminal] = line.entrant, (known[1] if known else ZERO) + line.staked
        self.held[line.entrant] = self._held(line.entrant)[0] + line.entries, line.carried
        self.credits[key, line.terminal] = Credit(line.version, *line.stands)


def _credited(terms: Terms, counted: Money, carried: Money) -> tuple[int, Money]:
    """How many entries a round brings by these terms, and what is carried towards the next one after it."""
    if terms.earns == ROUND:
        return int(counted > ZERO), carried
    more = _steps(terms, carried + counted) - _steps(terms, carried)
    carries = terms.earns == TURNOVER
    return more, carried + counted - terms.turnover_per_entry * more if carries else carried


def _struck(held: tuple[int, Money], stood: Credit, terms: Terms, now: Terms) -> tuple[int, Money]:
    """Entries and what is carried, without what a round has brought by its terms, regardless of the terms now."""
    entries, carried = held[0] - stood.entries, held[1] - stood.carried
    if carried >= ZERO:
        # Without the round, others may have completed an entry by themselves.
        more = max(_steps(terms, carried) - _steps(terms, held[1]), 0)
        return entries + more, carried - terms.turnover_per_entry * more
    if now.earns != TURNOVER or now.turnover_per_entry <= ZERO:
        return entries, ZERO
    # An entry that others have completed has used it up: that one goes too.
    return entries + _steps(now, carried), remainder(carried, now.turnover_per_entry)


def _steps(terms: Terms, turnover: Money) -> int:
    """How many entries so much turnover is by these terms."""
    per = terms.turnover_per_entry
    return steps_in(turnover, per) if terms.earns == TURNOVER and per > ZERO else 0


def counts(terms: Terms, staked: Money) -> Money:
    """What counts of what a terminal staked in a round: all of it, if it is not below the qualifying wager."""
    least = terms.qualifying_wager
    return staked if staked > ZERO and (not least or staked >= least) else ZERO


DECIDERS: Deciders = {
    RegisterEntrant: decide_register_entrant,
    SeatEntrant: decide_seat_entrant,
    EnterByForm: decide_enter_by_form,
}
