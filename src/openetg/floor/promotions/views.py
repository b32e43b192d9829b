"""What is public of a promotion, and what the people who run promotions see of it.

The public part has no name, no contact and no reason that a person gave: winners are told by their numbers. The desk
has everything; what is private in it is ciphertext, opened by the server for those who may. Read after a commit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.core.command import Private
from openetg.floor.core.ledger import prize_of, promoting_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.promotions.commands import Terms
from openetg.floor.promotions.drawing import needs_scrutineer
from openetg.floor.promotions.entries import barred, seated
from openetg.floor.promotions.life import is_settled, problems_of, start_from
from openetg.floor.promotions.needs import Need, needs_of
from openetg.floor.promotions.preconditions import OfferedPromotion, filing_of, found
from openetg.floor.promotions.state import (
    Approved,
    Attempt,
    Filing,
    Prescribed,
    Promotion,
    PromotionStage,
    Version,
    Won,
)
from openetg.floor.promotions.terms import DETAILS, PART_CLASSES, YES_NO, Problem, is_money, prize_of_terms
from openetg.floor.wagers.bounds import stay_now
from openetg.money import ZERO, Money, parse_money, total
from openetg.rulebook.schema.prize_words import MONEY, PRIZE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from openetg.floor.state import Floor
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.prizes import Promotions
    from openetg.rulebook.schema.shape import Value


class VersionLine(Struct, frozen=True):
    """A version of published terms; each stays readable."""

    number: int
    digest: str
    at_ms: int
    approval: str = ""
    """The reference of the authority's approval, where the promotion had started."""


class Item(Struct, frozen=True):
    """Something the rulebook wants the terms to say, with its clause."""

    item: str
    clause: str


class Result(Struct, frozen=True):
    """A prize and who has won it: by number, never by name."""

    prize: str
    words: str
    kind: str
    value: Money
    entrant: str
    at_ms: int


class PublicPromotion(Struct, frozen=True):
    """A promotion as the public may read it: the terms in force, or one of their earlier versions, and the results."""

    promotion: str
    rulebook: str
    """Its id."""
    rulebook_title: str
    tables: tuple[str, ...]
    stage: PromotionStage
    postponed: bool
    address: str
    """Where the terms are: `promotions/NAME`; marketing refers to it."""
    also_at: tuple[str, ...]
    version: int
    """Of the terms below."""
    digest: str
    in_force: int
    """The version that counts now."""
    terms: Terms
    versions: tuple[VersionLine, ...]
    items: tuple[Item, ...]
    """What the terms have to say, in the order of the rulebook, with clauses."""
    filed_at_ms: int
    filed_reference: str
    started_at_ms: int
    announcements: tuple[str, ...] = ()
    commitment: str = ""
    """What binds the house to the secret of the draw, from before the start of it."""
    process: str = ""
    drawn_at_ms: int = 0
    entries: int = 0
    """How many entries there were in the draw; zero before it."""
    results: tuple[Result, ...] = ()
    """Once they are public."""
    results_at_ms: int = 0
    results_how: str = ""
    complaint_to: str = ""
    """The official to whom one may turn after a dispute about the terms, in the rulebook's words."""
    complaint_law: str = ""
    complaint_clause: str = ""


class AskedField(Struct, frozen=True):
    """A detail that a kind of prize asks for."""

    field: str
    yes_no: bool
    """Whether the answer is `yes` or `no`; otherwise it is text, and `none` is an answer."""


class PrizeKind(Struct, frozen=True):
    """A kind of prize, and what the terms must tell of it besides."""

    kind: str
    monetary: bool
    cash_alternative: bool
    """Whether the winner may be offered cash instead."""
    fields: tuple[AskedField, ...] = ()
    clause: str = ""
    """Of the fields."""


class PromotionRules(Struct, frozen=True):
    """What a rulebook says of promotions, as far as a form needs it."""

    rulebook: str
    """Its id."""
    title: str
    tables: tuple[str, ...]
    """Those that run under it."""
    kinds: tuple[Item, ...]
    """What may be offered."""
    items: tuple[Item, ...]
    prize_kinds: tuple[PrizeKind, ...]
    prohibited: tuple[Item, ...]
    """What the person who files declares not to be in any prize."""
    prescribed: tuple[Prescribed, ...]
    notify_by: tuple[Item, ...]
    filed_clause: str
    filed_hours_before: int
    """Zero if the terms have only to be filed before the start."""
    change_approved: str
    """The clause by which a change after the start needs the authority; empty where a new filing does."""
    non_monetary: str
    """The clause by which a prize other than money needs its note; empty where none does."""
    terms_available: str
    integrity: str
    """The clause of postponing and cancelling; empty where the rulebook has none."""
    scrutineer_above: Money | None
    payment_choice_above: Money | None
    denied_record_above: Money | None
    notify_within_hours: int
    """Zero if there is no such duty."""
    part_classes: tuple[str, ...] = ()
    """What a part of a prize may be said to be, beside what is prescribed."""


class EntrantLine(Struct, frozen=True):
    """A person who takes part."""

    entrant: str
    name: Private
    contact: Private
    at_ms: int
    entries: int
    counted: Money
    carried: Money
    best: Money
    terminals: tuple[str, ...] = ()
    """Where the person is seated now."""
    unchecked: tuple[str, ...] = ()
    """The conditions of the terms in force that were not checked of the person."""
    counts: bool = True
    """Whether the person's entries count, by the terms in force."""


class WonLine(Struct, frozen=True):
    """A prize that has a winner, and how far it has come."""

    prize: str
    words: str
    kind: str
    value: Money
    cash_alternative: Money
    entrant: str
    entry: int
    at_ms: int
    set_aside: Money
    """What of it lies in the ledger, waiting to be paid."""
    choice: bool
    """Whether the winner chooses the form of payment, by the rulebook."""
    notify_by_ms: int
    """Zero if there is no such duty."""
    notice_met: bool
    """Whether an attempt that counts was made."""
    attempts: tuple[Attempt, ...]
    present: bool | None
    paid_at_ms: int
    paid: dict[str, Money]
    passed_over: tuple[str, ...]
    denied: str
    settled: bool
    """Whether nothing is left to be done for it."""
    refused: str = ""
    """The case in which it was determined not to be the winner's."""


class PromotionLine(Struct, frozen=True):
    """A promotion as the people who run it see it."""

    promotion: str
    table: str
    """The table by whose rulebook it is offered; acts about it name it."""
    rulebook: str
    title: str
    stage: PromotionStage
    postponed: bool
    postponed_why: Private
    versions: tuple[Version, ...]
    """Oldest first; the last is in force or will be. Terms of earlier drafts that were never public are left out."""
    problems: tuple[Problem, ...]
    """Why the newest version cannot be filed; empty where it can."""
    filings: tuple[Filing, ...]
    filed: bool
    """Whether the newest version is with the authority."""
    start_from_ms: int
    """The first moment at which it may start; zero if it is not filed or has started."""
    published: int
    address: str
    also_at: tuple[str, ...]
    announcements: tuple[str, ...]
    approved: tuple[Approved, ...]
    started_at_ms: int
    scrutineer_needed: bool
    scrutineer: str
    witnessed_at_ms: int
    commitment: str
    process: str
    secret: str
    """Once it is revealed."""
    entrants: tuple[EntrantLine, ...]
    entries: int
    called: tuple[tuple[str, int], ...]
    called_digest: str
    drawn_at_ms: int
    won: tuple[WonLine, ...]
    results_at_ms: int
    results_how: str
    needs: tuple[Need, ...] = ()
    given: Money = ZERO
    """What the house has given in it so far, in money."""
    witnessing: bool = False
    """Whether the scrutineer watches what is drawn next."""


class PromotionDesk(Struct, frozen=True):
    """Every promotion on record, newest first, and what the rulebooks in use say of promotions."""

    sequence: int
    promotions: tuple[PromotionLine, ...] = ()
    rules: tuple[PromotionRules, ...] = ()


def public_promotions(floor: Floor) -> tuple[PublicPromotion, ...]:
    """Every promotion whose terms are public, the last one drafted first."""
    shown = (public_promotion(floor, name) for name in reversed(floor.promotions.offered))
    return tuple(each for each in shown if each is not None)


def public_promotion(floor: Floor, name: str, version: int = 0) -> PublicPromotion | None:
    """A promotion for the public, with the terms in force or an earlier version; None if these are not public."""
    offer = found(floor, name)
    if isinstance(offer, Refusal):
        return None
    promotion, _, rulebook, rules = offer
    number = version or promotion.published
    if number not in promotion.readable:
        return None
    terms = promotion.versions[number - 1]
    filing, dispute = _filing_of_version(promotion, promotion.published), rules.dispute
    return PublicPromotion(
        promotion=promotion.name,
        rulebook=rulebook.about.id,
        rulebook_title=rulebook.about.title,
        tables=terms.terms.tables,
        stage=promotion.stage,
        postponed=promotion.postponed,
        address=promotion.address,
        also_at=promotion.also_at,
        version=terms.number,
        digest=terms.digest,
        in_force=promotion.published,
        terms=terms.terms,
        versions=tuple(_line_of(each) for each in promotion.versions if each.number in promotion.readable),
        items=_items(rules.terms),
        filed_at_ms=0 if filing is None else filing.at_ms,
        filed_reference="" if filing is None else filing.reference,
        started_at_ms=promotion.started_at_ms,
        announcements=tuple(promotion.announcements),
        commitment=promotion.commitment,
        process=promotion.process,
        drawn_at_ms=promotion.drawn_at_ms,
        entries=sum(entries for _, entries in promotion.called) if promotion.drawn_at_ms else 0,
        results=tuple(_results(promotion)) if promotion.results_at_ms else (),
        results_at_ms=promotion.results_at_ms,
        results_how=promotion.results_how,
        complaint_to="" if dispute is None else _title(rulebook, dispute.official),
        complaint_law="" if dispute is None else dispute.law or "",
        complaint_clause="" if dispute is None else dispute.clause,
    )


def _title(rulebook: Rulebook, role: str) -> str:
    return rulebook.roles[role].title if role in rulebook.roles else role


def _filing_of_version(promotion: Promotion, version: int) -> Filing | None:
    """The filing under which these terms went to the authority, or, of approved ones, those before them."""
    return next((each for each in reversed(promotion.filings) if each.version <= version), None)


def _line_of(version: Version) -> VersionLine:
    return VersionLine(version.number, version.digest, version.at_ms, version.approval)


def _items(named: Mapping[str, str]) -> tuple[Item, ...]:
    return tuple(Item(item, clause) for item, clause in named.items())


def _results(promotion: Promotion) -> Iterator[Result]:
    for number, won in promotion.won.items():
        prize = prize_of_terms(promotion.terms, number)
        if prize is not None and won.entrant:
            yield Result(
                prize=number,
                words=prize.words,
                kind=prize.kind,
                value=prize.value,
                entrant=won.entrant,
                at_ms=won.at_ms,
            )


def promotion_desk(floor: Floor) -> PromotionDesk:
    """What the people who run promotions see, and those who oversee them."""
    offers = (found(floor, name) for name in reversed(floor.promotions.offered))
    lines = tuple(promotion_line(floor, each) for each in offers if not isinstance(each, Refusal))
    return PromotionDesk(floor.sequence, lines, tuple(_rules(floor)))


def _rules(floor: Floor) -> Iterator[PromotionRules]:
    """Of every rulebook in use that knows promotions, what it says of them."""
    tables: dict[str, list[str]] = {}
    for name, table in floor.tables.items():
        tables.setdefault(floor.rulebook_of(table).about.id, []).append(name)
    for names in tables.values():
        rulebook = floor.rulebook_of(floor.tables[names[-1]])
        if rulebook.promotions is not None:
            yield _rules_of(floor, rulebook, rulebook.promotions, tuple(names))


def _rules_of(floor: Floor, rulebook: Rulebook, rules: Promotions, tables: tuple[str, ...]) -> PromotionRules:
    changed, note, hours = rules.change_approved, rules.non_monetary, rules.filed_hours_before
    return PromotionRules(
        rulebook=rulebook.about.id,
        title=rulebook.about.title,
        tables=tables,
        kinds=_items(rules.kinds),
        items=_items(rules.terms),
        prize_kinds=tuple(_prize_kind(rules, kind) for kind in PRIZE_KINDS),
        prohibited=_items(rules.prohibited),
        prescribed=tuple(floor.promotions.prescribed.get(rulebook.about.id, {}).values()),
        notify_by=_items(rules.notify_by),
        filed_clause=rules.filed.clause,
        filed_hours_before=0 if hours is None else hours.value,
        change_approved="" if changed is None else changed.clause,
        non_monetary="" if note is None else note.clause,
        terms_available=rules.terms_available.clause,
        integrity="" if rules.integrity is None else rules.integrity.clause,
        scrutineer_above=_amount(rules.scrutineer_above),
        payment_choice_above=_amount(rules.payment_choice_above),
        denied_record_above=_amount(rules.denied_record_above),
        notify_within_hours=0 if rules.notify_within_hours is None else rules.notify_within_hours.value,
        part_classes=PART_CLASSES,
    )


def _amount(value: Value[str] | None) -> Money | None:
    return None if value is None else parse_money(value.value)


def _prize_kind(rules: Promotions, kind: str) -> PrizeKind:
    alternative, asked = rules.cash_alternative, DETAILS[kind] if kind in rules.terms_by_prize else {}
    return PrizeKind(
        kind=kind,
        monetary=kind in MONEY,
        cash_alternative=alternative is not None and kind not in {*MONEY, *alternative.not_for},
        fields=tuple(AskedField(name, form == YES_NO) for name, form in asked.items()),
        clause=rules.terms_by_prize.get(kind, ""),
    )


def promotion_line(floor: Floor, offer: OfferedPromotion) -> PromotionLine:
    """Everything on record about one promotion."""
    promotion, _, rulebook, rules = offer
    waiting = promotion.stage in {PromotionStage.DRAFT, PromotionStage.FILED}
    lacking = problems_of(floor, rulebook, promotion.terms) if waiting else ()
    return PromotionLine(
        promotion=promotion.name,
        table=promotion.table,
        rulebook=rulebook.about.id,
        title=promotion.terms.title or promotion.name,
        stage=promotion.stage,
        postponed=promotion.postponed,
        postponed_why=promotion.postponed_why,
        versions=tuple(_versions(promotion)),
        problems=lacking,
        filings=tuple(promotion.filings),
        filed=filing_of(promotion) is not None,
        start_from_ms=start_from(rules, promotion) if waiting else 0,
        published=promotion.published,
        address=promotion.address,
        also_at=promotion.also_at,
        announcements=tuple(promotion.announcements),
        approved=tuple(promotion.approved),
        started_at_ms=promotion.started_at_ms,
        scrutineer_needed=needs_scrutineer(offer),
        scrutineer=promotion.scrutineer,
        witnessed_at_ms=promotion.witnessed_at_ms,
        commitment=promotion.commitment,
        process=promotion.process,
        secret=promotion.secret,
        entrants=tuple(_entrants(floor, offer)),
        entries=sum(each.entries for each in promotion.entrants.values()),
        called=promotion.called,
        called_digest=promotion.called_digest,
        drawn_at_ms=promotion.drawn_at_ms,
        won=tuple(_won_line(floor, offer, won) for won in promotion.won.values()),
        results_at_ms=promotion.results_at_ms,
        results_how=promotion.results_how,
        needs=tuple(needs_of(floor, offer, lacking)),
        given=-floor.ledger.held(promoting_of(promotion.name)) - _set_aside(floor, promotion),
        witnessing=promotion.witnessing,
    )


def _set_aside(floor: Floor, promotion: Promotion) -> Money:
    """The money set aside for winners who were not paid yet."""
    return total(floor.ledger.held(prize_of(promotion.name, number)) for number in promotion.won)


def _versions(promotion: Promotion) -> Iterator[Version]:
    """A promotion may be drafted any number of times before it is read."""
    for each in promotion.versions:
        is_read = each.number in promotion.readable or each is promotion.versions[-1]
        yield each if is_read else Version(each.number, each.digest, Terms(), each.at_ms, each.approval)


def _entrants(floor: Floor, offer: OfferedPromotion) -> Iterator[EntrantLine]:
    promotion, conditions = offer.promotion, offer.terms.conditions
    at: dict[str, tuple[str, ...]] = {}
    for terminal in promotion.seats:
        playing = stay_now(floor, floor.terminals[terminal], floor.at_ms) is not None
        number = seated(floor, promotion, terminal) if playing else ""
        at[number] = (*at.get(number, ()), terminal)
    for number, each in promotion.entrants.items():
        yield EntrantLine(
            entrant=number,
            name=each.name,
            contact=each.contact,
            at_ms=each.at_ms,
            entries=each.entries,
            counted=each.counted,
            carried=each.carried,
            best=each.best,
            terminals=at.get(number, ()),
            unchecked=tuple(condition for condition in conditions if condition not in each.meets),
            counts=barred(offer, each) is None,
        )


def _won_line(floor: Floor, offer: OfferedPromotion, won: Won) -> WonLine:
    promotion, rules = offer.promotion, offer.rules
    prize, above = prize_of_terms(promotion.terms, won.prize), _amount(rules.payment_choice_above)
    assert prize is not None, "a prize that was won stays in the terms"
    return WonLine(
        prize=won.prize,
        words=prize.words,
        kind=prize.kind,
        value=prize.value,
        cash_alternative=prize.cash_alternative,
        entrant=won.entrant,
        entry=won.entry,
        at_ms=won.at_ms,
        set_aside=floor.ledger.held(prize_of(promotion.name, won.prize)),
        choice=above is not None and (prize.value if is_money(prize) else prize.cash_alternative) > above,
        notify_by_ms=won.notify_by_ms,
        notice_met=_is_told(won),
        attempts=tuple(won.attempts),
        present=won.present,
        paid_at_ms=won.paid_at_ms,
        paid=won.paid,
        passed_over=tuple(won.passed_over),
        denied=won.denied,
        settled=is_settled(won),
        refused=won.refused,
    )


def _is_told(won: Won) -> bool:
    return any(attempt.counts for attempt in won.attempts)
