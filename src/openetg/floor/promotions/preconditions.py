"""What every step of a promotion asks first: which one, under which rules, how far it has come, by which clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openetg.floor.core.authority import powerless
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.people.hands import same_person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.floor.commands import Act
    from openetg.floor.promotions.commands import PrizeOffered, Terms
    from openetg.floor.state import Filing, Floor, Promotion, PromotionStage, Table, Won
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.prizes import Promotions

OFFER = "offer_promotion"
"""The power of the person who runs a promotion: nothing narrower is in any rulebook."""
HOUR_MS = 3_600_000
NONE_BEFORE = -1
"""What is said of terms that were not written from any version."""
TITLE_MAX, WORDS_MAX = 80, 120
"""How many characters of a title, and of an announcement, the screens of terminals and walls can show."""
GOODS = "goods"
"""The form in which a prize is given that is not money."""


class OfferedPromotion(NamedTuple):
    """A promotion with the table and rules it is offered by."""

    promotion: Promotion
    table: Table
    rulebook: Rulebook
    rules: Promotions

    @property
    def terms(self) -> Terms:
        """The terms that count now."""
        return self.promotion.terms

    @property
    def is_drawn(self) -> bool:
        """Whether its prizes go by a draw, as everything does that the rulebook does not let be given without one."""
        return self.terms.kind not in self.rules.without_draw

    def clause_of(self, *items: str) -> str:
        """The clause of the first of these items that the rulebook wants in the terms, or that lets it be offered."""
        found = (self.rules.terms[item] for item in items if item in self.rules.terms)
        return next(found, self.rules.offered.clause)

    def prize(self, number: str) -> PrizeOffered | None:
        """One of its prizes."""
        return next((each for each in self.terms.prizes if each.prize == number), None)


def found(floor: Floor, name: str) -> OfferedPromotion | Refusal:
    """The promotion of that name."""
    promotion = floor.promotions.offered.get(name)
    if promotion is None:
        return Refusal(Reason.UNKNOWN_PROMOTION, details={"promotion": name})
    table = floor.tables[promotion.table]
    rulebook = floor.rulebook_of(table)
    rules = rulebook.promotions
    assert rules is not None, "a promotion is drafted under a rulebook that knows them"
    return OfferedPromotion(promotion, table, rulebook, rules)


def no_offer(floor: Floor, offer: OfferedPromotion, act: Act) -> Refusal | None:
    """Why a person may not run this promotion."""
    return powerless(floor, offer.table, OFFER, act.role, act.person)


def not_now(offer: OfferedPromotion, *stages: PromotionStage) -> Refusal | None:
    """Why it is not the time: another stage, or postponed; then nothing goes on until it was validated."""
    postponed = offer.promotion.postponed
    return first_of(
        wrong_stage(offer, *stages),
        Refusal(Reason.POSTPONED, integrity_clause(offer)) if postponed else None,
    )


def wrong_stage(offer: OfferedPromotion, *stages: PromotionStage) -> Refusal | None:
    """Why it is not the time, whether or not it is postponed."""
    stage = offer.promotion.stage
    return None if stage in stages else Refusal(Reason.WRONG_STAGE, offer.rules.offered.clause, {"stage": stage.value})


def stage_but(offer: OfferedPromotion, *stages: PromotionStage, clause: str) -> Refusal | None:
    """Why a promotion is not at one of the stages at which it could be done."""
    stage = offer.promotion.stage
    return None if stage in stages else Refusal(Reason.WRONG_STAGE, clause, {"stage": stage.value})


def postponed(offer: OfferedPromotion) -> Refusal | None:
    """Why nothing goes on: it is postponed."""
    return Refusal(Reason.POSTPONED, integrity_clause(offer)) if offer.promotion.postponed else None


def unsaid(said: str, reason: Reason, clause: str) -> Refusal | None:
    """The refusal of a blank text."""
    return None if said.strip() else Refusal(reason, clause)


def filing_of(promotion: Promotion) -> Filing | None:
    """The filing of the newest terms; None if the authority has not been given these."""
    newest = promotion.versions[-1]
    last = promotion.filings[-1] if promotion.filings else None
    return last if last is not None and last.version == newest.number and last.digest == newest.digest else None


def after_filing(rules: Promotions, filing: Filing) -> int:
    """So many hours after the filing; where the rulebook names none, after it."""
    return filing.at_ms + _between(rules)


def file_by_ms(rules: Promotions, terms: Terms) -> int:
    """Until when terms are to be filed for the promotion to start when they say; zero where they do not."""
    return max(terms.starts_ms - _between(rules), 0)


def _between(rules: Promotions) -> int:
    hours = rules.filed_hours_before
    return 1 if hours is None else hours.value * HOUR_MS


def prize_name(promotion: str, prize: str) -> str:
    """What a prize is called where it is withheld, beside terminals and papers."""
    return f"prize:{promotion}:{prize}"


def prize_named(floor: Floor, name: str) -> tuple[Promotion | None, Won | None]:
    """The promotion and the prize that has a winner of such a name; None for any other name."""
    kind, _, rest = name.partition(":")
    promotion, _, prize = rest.partition(":")
    offered = floor.promotions.offered.get(promotion) if kind == "prize" else None
    return offered, None if offered is None else offered.won.get(prize)


def still_held(floor: Floor, promotion: str, won: Won) -> Refusal | None:
    """Why nothing is done about a prize: it is withheld, and it is not determined yet whose it is."""
    holding = floor.vault.holdings.get(prize_name(promotion, won.prize))
    if holding is None or holding.determined:
        return None
    return Refusal(Reason.PAYOUT_HELD, holding.clause, {"case": holding.case})


def disputed(floor: Floor, offer: OfferedPromotion) -> Refusal | None:
    """Why a prize goes neither to another nor back to the house: a dispute about it is open."""
    return next(open_disputes(floor, offer), None)


def open_disputes(floor: Floor, offer: OfferedPromotion) -> Iterator[Refusal]:
    """Each open dispute over a promotion, as the refusal it is until it is decided.

    The first decision ends that where it is final; otherwise the review, or the end of the dispute.
    """
    rule, final = offer.rules.dispute, offer.rulebook.disputes.final
    for each in floor.people.disputes.values():
        said = each.reviewed if rule is None else each.decided
        if each.promotion == offer.promotion.name and said is None and each.closed is None:
            yield Refusal(Reason.NOT_DECIDED, (rule or final).clause, {"dispute": each.number})


def same_who_denied(floor: Floor, won: Won, person: str, clause: str) -> Refusal | None:
    """Refuses the person who denied a prize to give it to the next winner, whom the draw makes public."""
    claim = floor.people.claims.get(won.denied)
    if claim is None or claim.denied is None:
        return None
    return same_person(floor, claim.denied.person, person, clause)


def integrity_clause(offer: OfferedPromotion) -> str:
    """The clause on promotions whose integrity is in doubt."""
    rule = offer.rules.integrity
    return offer.rules.offered.clause if rule is None else rule.clause


def written_before(promotion: Promotion | None, from_version: int, clause: str) -> Refusal | None:
    """Refuses terms that were written from others than the newest would undo what was changed in between."""
    newest = promotion.versions[-1].number if promotion is not None else NONE_BEFORE
    if from_version in {0, newest}:
        return None
    return Refusal(Reason.OTHER_VERSION, clause, {"version": max(newest, 0)})


def too_long(said: str, limit: int, clause: str) -> Refusal | None:
    """Refuses a text that no screen can show."""
    return None if len(said) <= limit else Refusal(Reason.TOO_LONG, clause, {"characters": limit})
