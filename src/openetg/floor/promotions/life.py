"""The life of a promotion until its draw: terms, filing, publication, start, change.

Draft, filed, running, called, drawn, closed; or cancelled. Who may, how long before, and who is told is the rulebook's.
Entries are in `entries`, the draw in `drawing`, its prizes in `prizes`, how it stops or ends in `ending`; nothing here
touches rounds, odds or meters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from openetg.floor.commands import (
    AmendPromotion,
    AnnouncePromotion,
    ApprovePromotionChange,
    DraftPromotion,
    FilePromotion,
    PrescribeItem,
    PublishPromotion,
    StartPromotion,
)
from openetg.floor.core.authority import powerless, unauthorized
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.events import (
    ItemPrescribed,
    PromotionAmended,
    PromotionAnnounced,
    PromotionChangeApproved,
    PromotionDrafted,
    PromotionFiled,
    PromotionPublished,
    PromotionStarted,
)
from openetg.floor.premises.registering import is_name
from openetg.floor.promotions.drawing import to_draw_again
from openetg.floor.promotions.preconditions import (
    OFFER,
    TITLE_MAX,
    WORDS_MAX,
    OfferedPromotion,
    after_filing,
    filing_of,
    found,
    postponed,
    stage_but,
    too_long,
    unsaid,
    written_before,
)
from openetg.floor.promotions.terms import (
    PRESCRIBED,
    class_of,
    clause_of,
    digest_of,
    prize_of_terms,
    problems,
    refusal_of,
    undeclared,
    wrong_cash,
)
from openetg.floor.state import Promotion, PromotionStage
from openetg.rulebook.schema.prize_words import PRIZE_KINDS

if TYPE_CHECKING:
    from openetg.floor.core.verdicts import Deciders, Verdict
    from openetg.floor.promotions.commands import Terms
    from openetg.floor.promotions.terms import Problem
    from openetg.floor.state import Floor, Table, Won
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.prizes import Promotions

FILE, APPROVE, POSTPONE = "file_promotion", "approve_promotion_change", "postpone_draw"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
"""Terms are read under an address that holds the name."""
RESERVED = frozenset({"desk"})
"""Addresses beside those of the terms that are something else."""
DIGEST = re.compile(r"[0-9a-f]{64}")
BEFORE_START = frozenset({PromotionStage.DRAFT, PromotionStage.FILED})
ENDED = frozenset({PromotionStage.CLOSED, PromotionStage.CANCELLED})
LATER = ("award_until_ms", "ends_ms")
"""The times of terms that may be put off for what is drawn again."""


def start_from(rules: Promotions, promotion: Promotion) -> int:
    """The first moment at which a promotion may start; zero where its terms are not filed."""
    filing = filing_of(promotion)
    if filing is None:
        return 0
    return max(after_filing(rules, filing), promotion.terms.starts_ms)


def is_settled(won: Won) -> bool:
    """Whether nothing is left to be done for a prize: it was paid, or denied, or no one is to have it.

    What was determined not to be the winner's is denied to them: that must go on record like any other denial.
    """
    return bool(won.denied or (won.paid_at_ms and not won.refused)) or not won.entrant


def problems_of(floor: Floor, rulebook: Rulebook, terms: Terms) -> tuple[Problem, ...]:
    """Everything that keeps terms from being filed now."""
    assert rulebook.promotions is not None, "asked only where promotions are known"
    return problems(rulebook.promotions, terms, floor.promotions.prescribed.get(rulebook.about.id, {}))


def decide_prescribe_item(floor: Floor, command: PrescribeItem, at_ms: int) -> Verdict:
    """A class of things goes on the list of a rulebook, with its source; or is taken off."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    rulebook = floor.rulebook_of(table)
    clause = "" if rulebook.promotions is None else rulebook.promotions.prohibited.get(PRESCRIBED, "")
    if not clause:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    item = class_of(command.item)
    present = floor.promotions.prescribed.get(rulebook.about.id, {}).get(item)
    same = present is not None and command.prescribed and present.source == command.source
    refused = first_of(
        unauthorized(floor, table, command),
        None if is_name(item) else Refusal(Reason.NOT_A_NAME, clause),
        unsaid(command.source, Reason.NOT_IN_WRITING, clause),
        Refusal(Reason.ALREADY_THERE, clause, {"item": item}) if same else None,
        Refusal(Reason.NOTHING_THERE, clause, {"item": item}) if present is None and not command.prescribed else None,
    )
    if refused is not None:
        return refused
    return (
        ItemPrescribed(
            rulebook=rulebook.about.id,
            item=item,
            source=command.source,
            prescribed=command.prescribed,
            role=command.role,
            person=command.person,
            clause=clause,
            at_ms=at_ms,
        ),
    )


def decide_draft_promotion(floor: Floor, command: DraftPromotion, _at_ms: int) -> Verdict:
    """A new version of the terms, even if something is missing in them; only before the start."""
    tables = _tables(floor, command.terms)
    if isinstance(tables, Refusal):
        return tables
    table = tables[0]
    rules = floor.rulebook_of(table).promotions
    if rules is None:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    clause, promotion = rules.offered.clause, floor.promotions.offered.get(command.promotion)
    started = promotion is not None and promotion.stage not in BEFORE_START
    named = NAME.fullmatch(command.promotion) and command.promotion not in RESERVED
    refused = first_of(
        None if named else Refusal(Reason.NOT_A_NAME, clause),
        unauthorized(floor, table, command),
        _other_rulebook(floor, table, promotion, clause),
        Refusal(Reason.WRONG_STAGE, _change_clause(rules)) if started else None,
        written_before(promotion, command.from_version, clause),
        _misshapen(rules, command.terms),
    )
    if refused is not None:
        return refused
    version = promotion.versions[-1].number + 1 if promotion is not None else 1
    drafted = PromotionDrafted(
        promotion=command.promotion,
        table=table.name,
        version=version,
        digest=digest_of(command.terms),
        terms=command.terms,
        role=command.role,
        person=command.person,
        clause=rules.kinds[command.terms.kind],
    )
    return (drafted,)


def _tables(floor: Floor, terms: Terms) -> list[Table] | Refusal:
    """The tables where play counts: at least one, all on the floor and of one rulebook."""
    tables = [floor.tables[name] for name in terms.tables if name in floor.tables]
    if not tables or len(tables) < len(terms.tables):
        return Refusal(Reason.UNKNOWN_TABLE)
    return tables if _of_one_rulebook(floor, *tables) else Refusal(Reason.TERMS_WRONG, details={"fields": "tables"})


def _of_one_rulebook(floor: Floor, *tables: Table) -> bool:
    return len({floor.rulebook_of(each).about.id for each in tables}) == 1


def _other_rulebook(floor: Floor, table: Table, promotion: Promotion | None, clause: str) -> Refusal | None:
    """A promotion stays under the rulebook by which it was first drafted."""
    before = table if promotion is None else floor.tables[promotion.table]
    if _of_one_rulebook(floor, before, table):
        return None
    return Refusal(Reason.TERMS_WRONG, clause, {"fields": "tables"})


def _misshapen(rules: Promotions, terms: Terms) -> Refusal | None:
    """What is refused even in a draft: a title no screen can show, prizes without a number, unknown kinds or cash."""
    numbers = [each.prize for each in terms.prizes]
    kinds = [each.kind for each in terms.prizes if each.kind not in PRIZE_KINDS]
    untold = too_long(terms.title, TITLE_MAX, rules.offered.clause)
    if untold is not None:
        return untold
    if terms.kind not in rules.kinds:
        return Refusal(Reason.NOT_A_KIND, rules.offered.clause, {"kind": terms.kind})
    if kinds:
        return Refusal(Reason.NOT_A_KIND, clause_of(rules, "prize-details"), {"kind": kinds[0]})
    if len(set(numbers)) < len(numbers) or not all(is_name(number) for number in numbers):
        return Refusal(Reason.NOT_A_NAME, clause_of(rules, "prize-details"), {"fields": "prizes"})
    return refusal_of(tuple(each for prize in terms.prizes for each in wrong_cash(rules, prize)))


def _change_clause(rules: Promotions) -> str:
    """The clause by which terms of a promotion that has started do not change as others do."""
    return rules.filed.clause if rules.change_approved is None else rules.change_approved.clause


def decide_file_promotion(floor: Floor, command: FilePromotion, at_ms: int) -> Verdict:
    """The newest terms went to the authority: only whole ones, and declared free of what is prohibited."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, table, rulebook, rules = offer
    clause, newest = rules.filed.clause, promotion.versions[-1]
    refused = first_of(
        unauthorized(floor, table, command),
        stage_but(offer, *BEFORE_START, clause=clause),
        Refusal(Reason.ALREADY_THERE, clause) if filing_of(promotion) is not None else None,
        unsaid(command.reference, Reason.NOT_A_NAME, clause),
        refusal_of(problems_of(floor, rulebook, newest.terms)),
        undeclared(rules, command.declared, list_checked=command.list_checked),
    )
    if refused is not None:
        return refused
    return (_filed(offer, command, at_ms, newest.number, newest.digest, command.reference),)


def _filed(
    offer: OfferedPromotion, act: FilePromotion | AmendPromotion, at_ms: int, version: int, digest: str, reference: str
) -> PromotionFiled:
    rules = offer.rules
    also = tuple(dict.fromkeys((*rules.terms.values(), *rules.prohibited.values())))
    return PromotionFiled(
        promotion=offer.promotion.name,
        version=version,
        digest=digest,
        reference=reference,
        declared=act.declared,
        role=act.role,
        person=act.person,
        at_ms=at_ms,
        clause=rules.filed.clause,
        also=also,
    )


def decide_publish_promotion(floor: Floor, command: PublishPromotion, _at_ms: int) -> Verdict:
    """The terms that were filed become public, under an address that stays."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, table, _, rules = offer
    newest = promotion.versions[-1]
    filed = filing_of(promotion) is not None or newest.approval
    refused = first_of(
        unauthorized(floor, table, command),
        Refusal(Reason.WRONG_STAGE, rules.terms_available.clause) if promotion.stage in ENDED else None,
        None if filed else Refusal(Reason.NOT_FILED, rules.filed.clause),
    )
    if refused is not None:
        return refused
    published = PromotionPublished(
        promotion=promotion.name,
        version=newest.number,
        address=f"promotions/{promotion.name}",
        also_at=command.also_at,
        role=command.role,
        person=command.person,
        clause=rules.terms_available.clause,
    )
    return (published,)


def decide_announce_promotion(floor: Floor, command: AnnouncePromotion, _at_ms: int) -> Verdict:
    """A line of marketing goes out, if it says where the terms can be read; or one is shown no more."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, table, _, rules = offer
    clause = rules.terms_available.clause
    gone = command.withdrawn and command.words not in promotion.announcements
    refused = first_of(
        unauthorized(floor, table, command),
        Refusal(Reason.NOTHING_THERE, clause) if gone else None,
        None if command.withdrawn else _not_to_announce(offer, command, clause),
    )
    if refused is not None:
        return refused
    by = (command.role, command.person)
    said = (command.words, command.reference)
    return (PromotionAnnounced(promotion.name, *said, *by, clause, command.withdrawn),)


def _not_to_announce(offer: OfferedPromotion, command: AnnouncePromotion, clause: str) -> Refusal | None:
    promotion = offer.promotion
    where = {promotion.address, *promotion.also_at} - {""}
    return first_of(
        Refusal(Reason.WRONG_STAGE, clause) if promotion.stage in ENDED else None,
        postponed(offer),
        None if promotion.published else Refusal(Reason.NOT_PUBLISHED, clause),
        None if command.reference in where else Refusal(Reason.NOT_REFERRED, clause, {"reference": promotion.address}),
        unsaid(command.words, Reason.NOT_A_NAME, clause),
        too_long(command.words, WORDS_MAX, clause),
    )


def decide_start_promotion(floor: Floor, command: StartPromotion, at_ms: int) -> Verdict:
    """It begins: with terms that the authority has had for long enough and that are public."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, table, rulebook, rules = offer
    refused = first_of(
        unauthorized(floor, table, command),
        stage_but(offer, *BEFORE_START, clause=rules.offered.clause),
        postponed(offer),
        _not_filed_in_time(offer, at_ms),
        _not_published(offer),
        _not_the_time(offer, at_ms),
        refusal_of(problems_of(floor, rulebook, promotion.terms)),
    )
    if refused is not None:
        return refused
    also = tuple(each.clause for each in (rules.filed, rules.terms_available, rules.filed_hours_before) if each)
    by = (command.role, command.person)
    return (PromotionStarted(promotion.name, *by, at_ms, rules.offered.clause, tuple(dict.fromkeys(also))),)


def _not_filed_in_time(offer: OfferedPromotion, at_ms: int) -> Refusal | None:
    filing, rules = filing_of(offer.promotion), offer.rules
    if filing is None:
        return Refusal(Reason.NOT_FILED, rules.filed.clause)
    from_ms, rule = after_filing(rules, filing), rules.filed_hours_before or rules.filed
    return Refusal(Reason.TOO_EARLY, rule.clause, {"from_ms": from_ms}) if at_ms < from_ms else None


def _not_published(offer: OfferedPromotion) -> Refusal | None:
    if offer.promotion.published == offer.promotion.versions[-1].number:
        return None
    return Refusal(Reason.NOT_PUBLISHED, offer.rules.terms_available.clause)


def _not_the_time(offer: OfferedPromotion, at_ms: int) -> Refusal | None:
    terms, clause = offer.promotion.terms, clause_of(offer.rules, "place-date-time")
    if at_ms < terms.starts_ms:
        return Refusal(Reason.TOO_EARLY, clause, {"from_ms": terms.starts_ms})
    return Refusal(Reason.PROMOTION_OVER, clause) if 0 < terms.ends_ms <= at_ms else None


def decide_approve_promotion_change(floor: Floor, command: ApprovePromotionChange, at_ms: int) -> Verdict:
    """The authority approves other terms, by their digest: these and no others."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, table, _, rules = offer
    rule = rules.change_approved
    if rule is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, rules.filed.clause)
    taken = any(each.reference == command.reference for each in promotion.approved)
    refused = first_of(
        unauthorized(floor, table, command),
        _fixed(offer, rule.clause),
        unsaid(command.reference, Reason.NOT_A_NAME, rule.clause),
        None if DIGEST.fullmatch(command.digest) else Refusal(Reason.NOT_A_NAME, rule.clause, {"fields": "digest"}),
        Refusal(Reason.ALREADY_THERE, rule.clause, {"reference": command.reference}) if taken else None,
    )
    if refused is not None:
        return refused
    return (
        PromotionChangeApproved(
            promotion=promotion.name,
            reference=command.reference,
            digest=command.digest,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=rule.clause,
        ),
    )


def decide_amend_promotion(floor: Floor, command: AmendPromotion, at_ms: int) -> Verdict:
    """Other terms take the place of those in force: as approved, or filed anew where the rulebook asks for that."""
    offer = found(floor, command.promotion)
    if isinstance(offer, Refusal):
        return offer
    promotion, table, _, rules = offer
    clause, digest = _change_clause(rules), digest_of(command.terms)
    by_filing = rules.change_approved is None
    refused = first_of(
        powerless(floor, table, FILE if by_filing else OFFER, command.role, command.person),
        _fixed(offer, clause),
        written_before(promotion, command.from_version, clause),
        _not_allowed(offer, command, digest),
        _not_these(floor, offer, command.terms),
        _more_than_times(offer, command.terms, clause, at_ms),
        undeclared(rules, command.declared, list_checked=command.list_checked),
    )
    if refused is not None:
        return refused
    version = promotion.versions[-1].number + 1
    amended = PromotionAmended(
        promotion=promotion.name,
        version=version,
        digest=digest,
        terms=command.terms,
        approval=command.approval,
        role=command.role,
        person=command.person,
        at_ms=at_ms,
        clause=clause,
        declared=command.declared,
    )
    return (amended, _filed(offer, command, at_ms, version, digest, command.approval)) if by_filing else (amended,)


def _fixed(offer: OfferedPromotion, clause: str) -> Refusal | None:
    """Why terms stay as they are: they change while it runs, and once it is drawn where a prize may be drawn again."""
    if offer.promotion.stage is PromotionStage.DRAWN and to_draw_again(offer):
        return None
    return stage_but(offer, PromotionStage.RUNNING, clause=clause)


def _more_than_times(offer: OfferedPromotion, terms: Terms, clause: str, at_ms: int) -> Refusal | None:
    """After the draw only the time until which prizes are awarded may change: it may be put off, never brought
    forward."""
    if offer.promotion.stage is not PromotionStage.DRAWN:
        return None
    changed = [name for name in terms.__struct_fields__ if getattr(terms, name) != getattr(offer.terms, name)]
    put_off = {name for name in LATER if getattr(terms, name) > max(at_ms, getattr(offer.terms, name))}
    wrong = [name for name in changed if name not in {"award_when", *put_off}]
    return Refusal(Reason.TERMS_WRONG, clause, {"fields": ", ".join(wrong)}) if wrong else None


def _not_allowed(offer: OfferedPromotion, command: AmendPromotion, digest: str) -> Refusal | None:
    """Why terms may not change to these: the authority has not approved them, or has not been given them."""
    promotion, rules = offer.promotion, offer.rules
    if rules.change_approved is None:
        return unsaid(command.approval, Reason.NOT_FILED, rules.filed.clause)
    approved = any((each.reference, each.digest) == (command.approval, digest) for each in promotion.approved)
    used = any(each.approval == command.approval for each in promotion.versions)
    if approved and not used:
        return None
    details: dict[str, str | int] = {"reference": command.approval, "digest": digest}
    return Refusal(Reason.NOT_APPROVED, rules.change_approved.clause, details)


def _not_these(floor: Floor, offer: OfferedPromotion, terms: Terms) -> Refusal | None:
    """What is asked of every terms, that prizes already won stay as they are, and how prizes are given too."""
    promotion, _, rulebook, rules = offer
    tables = _tables(floor, terms)
    if isinstance(tables, Refusal):
        return tables
    refused = first_of(
        _other_rulebook(floor, tables[0], promotion, rules.offered.clause),
        _misshapen(rules, terms),
        refusal_of(problems_of(floor, rulebook, terms)),
    )
    won = any(prize_of_terms(terms, number) != prize_of_terms(promotion.terms, number) for number in promotion.won)
    if refused is None and terms.kind != promotion.terms.kind:
        # By a draw or without one: a prize that goes both ways would be given twice.
        return Refusal(Reason.TERMS_WRONG, rules.offered.clause, {"fields": "kind"})
    if refused is None and won:
        return Refusal(Reason.TERMS_WRONG, clause_of(rules, "prize-details"), {"fields": "prizes"})
    return refused


DECIDERS: Deciders = {
    PrescribeItem: decide_prescribe_item,
    DraftPromotion: decide_draft_promotion,
    FilePromotion: decide_file_promotion,
    PublishPromotion: decide_publish_promotion,
    AnnouncePromotion: decide_announce_promotion,
    StartPromotion: decide_start_promotion,
    ApprovePromotionChange: decide_approve_promotion_change,
    AmendPromotion: decide_amend_promotion,
}
