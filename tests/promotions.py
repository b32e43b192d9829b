"""Promotions for tests: terms that are whole, the acts of a promotion's life, and floors on which it is so far."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.verdicts import Verdict
from openetg.floor.promotions.commands import PrizeOffered, Terms
from openetg.floor.promotions.terms import digest_of
from openetg.floor.state import Promotion
from openetg.money import cents
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.prizes import Promotions
from tests.one_table import START_MS, TABLE, Play
from tests.sites import open_site, site

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
NAME = "spring"
OPERATOR = ("casino_operator", "olive")
OTHER = ("casino_operator", "otto")
"""Another of the operator's people, for what the one who did the step before may not do."""
AUTHORITY = ("authority", "augusta")
STARTS_MS = START_MS + 2 * DAY_MS
CLOSES_MS = STARTS_MS + 7 * DAY_MS
AWARD_MS = CLOSES_MS + HOUR_MS
ENDS_MS = AWARD_MS + DAY_MS

CASH = PrizeOffered("1", "Five hundred dollars", cents(50_000))


def whole_terms(**changes: Any) -> Terms:
    """Terms that leave nothing out, under any of the rulebooks."""
    terms = Terms(
        title="Spring draw",
        tables=(TABLE,),
        manner="One draw from all entries.",
        award_when="On the day after entries close, at eight in the evening.",
        award_where="At the stage beside the wheels.",
        award_from_ms=AWARD_MS,
        award_until_ms=ENDS_MS,
        eligibility="Players of eighteen years or more who are not employed here.",
        qualifying_wager=cents(500),
        earns="round",
        nature="Money.",
        qualifications="One prize for each person.",
        entries_close_ms=CLOSES_MS,
        place="The casino, first floor.",
        starts_ms=STARTS_MS,
        ends_ms=ENDS_MS,
        claiming="At the cage, with the number of the entrant.",
        presence="not-required",
        notification=("telephone", "mail"),
        publication="On the notice board beside the cage.",
        prizes=(CASH,),
    )
    return replace(terms, **changes)


def rules_of(play: Play) -> Promotions:
    """What the rulebook of the table says of promotions."""
    rules = play.floor.rulebook_of(play.table).promotions
    assert rules is not None
    return rules


def offered(play: Play, name: str = NAME) -> Promotion:
    """The promotion as the floor remembers it."""
    return play.floor.promotions.offered[name]


def draft(terms: Terms, name: str = NAME) -> ask.DraftPromotion:
    return ask.DraftPromotion(*OPERATOR, name, terms)


def file(play: Play, reference: str = "F-1", name: str = NAME) -> ask.FilePromotion:
    """The filing with every declaration that the rulebook asks for."""
    return ask.FilePromotion(*OPERATOR, name, reference, tuple(rules_of(play).prohibited), list_checked=True)


def publish(name: str = NAME) -> ask.PublishPromotion:
    return ask.PublishPromotion(*OPERATOR, name, ("brochure at the entrance",))


def start(name: str = NAME) -> ask.StartPromotion:
    return ask.StartPromotion(*OPERATOR, name)


def approve(terms: Terms, reference: str = "A-1", name: str = NAME) -> ask.ApprovePromotionChange:
    return ask.ApprovePromotionChange(*AUTHORITY, name, reference, digest_of(terms))


def amend(play: Play, terms: Terms, approval: str = "A-1", name: str = NAME) -> ask.AmendPromotion:
    return ask.AmendPromotion(*OPERATOR, name, terms, approval, tuple(rules_of(play).prohibited), list_checked=True)


def drafted(rulebook: str | Rulebook, terms: Terms | None = None) -> Play:
    """A floor with a promotion that is drafted and no more."""
    play = site(rulebook)
    play.give_all(draft(whole_terms() if terms is None else terms))
    return play


def filed(rulebook: str | Rulebook, terms: Terms | None = None) -> Play:
    """The same, filed and published."""
    play = drafted(rulebook, terms)
    play.give_all(file(play), publish())
    return play


def running(rulebook: str, terms: Terms | None = None, *, opened: bool = False) -> Play:
    """The same, started at the time the terms name; with the table open, where wagers are to be laid."""
    play = open_site(rulebook) if opened else site(rulebook)
    play.give_all(draft(whole_terms() if terms is None else terms), file(play), publish())
    play.at_ms = STARTS_MS
    play.give_all(start())
    return play


def filing(rulebook: str | Rulebook, terms: Terms) -> Verdict:
    """What the floor says to the filing of these terms."""
    play = drafted(rulebook, terms)
    return play.give(file(play))
