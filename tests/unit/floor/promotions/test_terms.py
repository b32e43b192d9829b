"""What the terms of a promotion must say, each item with its clause, and what no prize may be or include."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import ItemPrescribed, PromotionFiled
from openetg.floor.promotions.commands import PrizeOffered, PrizePart, Terms
from openetg.floor.promotions.terms import CLASSES, DETAILS, ITEMS, LIQUOR_MOST, PRESCRIBED, digest_of
from openetg.money import ZERO, cents
from openetg.rulebook.meaning import check_meaning
from openetg.rulebook.schema import prize_words
from openetg.rulebook.schema.prizes import CashAlternative
from tests.marks import clause
from tests.one_table import TABLE
from tests.promotions import CASH, OPERATOR, draft, drafted, file, filing, offered, rules_of, whole_terms
from tests.sites import KINDS, book_of, refused, site

WITH_PROMOTIONS = ("ministar", "interblock", "novo-unity")
UNSAID: dict[str, tuple[dict[str, Any], ...]] = {
    "manner": ({"manner": " "},),
    "when": ({"award_when": ""}, {"award_from_ms": 0}, {"award_until_ms": 0}),
    "when-and-where": ({"award_when": ""}, {"award_where": ""}, {"award_from_ms": 0}, {"award_until_ms": 0}),
    "eligibility": ({"eligibility": ""},),
    "qualifying-wager": ({"qualifying_wager": None},),
    "nature-of-prize": ({"nature": ""},),
    "entry-closes": ({"entries_close_ms": 0},),
    "place-date-time": ({"place": ""}, {"starts_ms": 0}, {"ends_ms": 0}),
    "method-of-claiming": ({"claiming": ""}, {"presence": ""}),
    "notification": ({"notification": ()},),
    "publication": ({"publication": ""},),
    "prize-details": ({"prizes": ()}, {"prizes": (replace(CASH, value=ZERO),)}, {"prizes": (replace(CASH, words=""),)}),
}
"""Per item, each answer without which it is not stated."""


def lacking(verdict: object, *clauses: str) -> None:
    """The verdict is a no that names exactly these clauses, the first of them as its own."""
    assert isinstance(verdict, Refusal), verdict
    assert (verdict.reason, verdict.clause, verdict.also) == (Reason.TERMS_MISSING, clauses[0], clauses[1:])
    assert verdict.details["clauses"] == ", ".join(clauses)


def test_every_name_of_a_rulebook_can_be_held_against_terms() -> None:
    assert ITEMS.keys() == prize_words.TERM_ITEMS.keys() == UNSAID.keys()
    assert {*CLASSES, *LIQUOR_MOST, PRESCRIBED} == prize_words.PROHIBITED.keys()
    assert DETAILS.keys() <= prize_words.PRIZE_KINDS.keys()
    for name in WITH_PROMOTIONS:
        rules = book_of(name).promotions
        assert rules is not None
        assert rules.terms_by_prize.keys() <= DETAILS.keys()


def test_a_name_that_nobody_knows_is_a_mistake_of_the_rulebook() -> None:
    book = book_of("ministar")
    assert book.promotions is not None
    other = replace(
        book.promotions,
        terms={**book.promotions.terms, "colour": "6.7.1"},
        prohibited={"fireworks": "6.5.1"},
        terms_by_prize={"yacht": "6.7.11.1"},
        notify_by={"pigeon": "6.8.1"},
        cash_alternative=CashAlternative("6.3", ("points",)),
        without_draw=("raffle",),
    )
    assert [each.key for each in check_meaning(replace(book, promotions=other))] == [
        "promotions.terms.colour",
        "promotions.terms_by_prize.yacht",
        "promotions.prohibited.fireworks",
        "promotions.notify_by.pigeon",
        "promotions.without_draw.raffle",
        "promotions.cash_alternative.not_for.points",
    ]


@clause("ministar", "6.7", "6.7.1", "6.7.2", "6.7.3", "6.7.4", "6.7.5", "6.7.6", "6.7.7", "6.7.8", "6.7.9", "6.7.10")
@clause("ministar", "6.7.11")
@clause("interblock", "7.7", "7.7.1", "7.7.2", "7.7.3", "7.7.4", "7.7.5", "7.7.6", "7.7.7", "7.7.8", "7.7.9", "7.7.10")
@clause("interblock", "7.7.11")
@clause("novo-unity", "6.5", "6.5.1", "6.5.2", "6.5.3", "6.5.4", "6.5.5")
@pytest.mark.parametrize("name", WITH_PROMOTIONS)
def test_terms_without_one_item_are_not_filed_and_its_clause_is_named(name: str) -> None:
    rules = book_of(name).promotions
    assert rules is not None
    asked = [(cited, changes) for item, cited in rules.terms.items() for changes in UNSAID[item]]
    assert len({cited for cited, _ in asked}) == (5 if name == "novo-unity" else 11)
    for cited, changes in asked:
        lacking(filing(name, whole_terms(**changes)), cited)
    play = drafted(name)
    play.give_all(file(play))
    assert set(rules.terms.values()) <= set(play.event(PromotionFiled).also)


@clause("interblock", "7.7")
@clause("ministar", "6.7")
@clause("novo-unity", "6.5")
@pytest.mark.parametrize("name", WITH_PROMOTIONS)
def test_every_item_that_is_missing_is_named_at_once(name: str) -> None:
    rules = book_of(name).promotions
    assert rules is not None
    verdict = filing(name, Terms(tables=(TABLE,)))
    lacking(verdict, *rules.terms.values())
    assert isinstance(verdict, Refusal)
    assert verdict.details["items"] == ", ".join(rules.terms)
    assert "qualifying_wager" in str(verdict.details["fields"])


@clause("ministar", "6.7.4")
@clause("interblock", "7.7.4")
@clause("novo-unity", "6.5.4")
@pytest.mark.parametrize("name", WITH_PROMOTIONS)
def test_that_no_wager_is_needed_is_an_answer(name: str) -> None:
    play = drafted(name, whole_terms(qualifying_wager=ZERO))
    play.give_all(file(play))
    rules = rules_of(play)
    below = filing(name, whole_terms(qualifying_wager=cents(-1)))
    refused(below, Reason.TERMS_WRONG, rules.terms["qualifying-wager"], fields="qualifying_wager")


VEHICLE = {"make": "Holden", "model": "Ute", "accessories": "none", "on-road-costs": "yes"}
FILLED: dict[str, dict[str, str]] = {
    "machinery": {"make": "Miele", "model": "W1", "accessories": "none"},
    "motor-vehicle": VEHICLE,
    "travel": {
        "persons": "2",
        "airfares": "economy, both ways",
        "transfers": "included",
        "other-transport": "none",
        "duration": "seven nights",
        "accommodation": "four stars",
        "meals": "breakfast",
        "date-restrictions": "not in school holidays",
        "spending-money": "no",
    },
    "real-estate": {
        "dwelling": "a flat of two rooms",
        "plans": "plan 17 at the desk",
        "contract": "as the deed says",
        "easements": "none",
        "address": "1 Harbour Street",
        "conveyancing": "yes",
        "legal-costs": "yes",
        "fixtures": "yes",
        "furniture": "no",
    },
}


def of_kind(kind: str, details: dict[str, str]) -> Terms:
    prize = PrizeOffered("1", "The main prize", cents(900_000), kind, details=details, law_note="Section 66(4): met.")
    return whole_terms(prizes=(prize,))


@clause("ministar", "6.7.11", "6.7.11.1", "6.7.11.2", "6.7.11.3", "6.7.11.4")
@clause("interblock", "7.7.11", "7.7.11.1", "7.7.11.2", "7.7.11.3", "7.7.11.4")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
@pytest.mark.parametrize("kind", list(FILLED))
def test_the_kind_of_prize_asks_for_more_and_each_answer_counts(name: str, kind: str) -> None:
    rules = book_of(name).promotions
    assert rules is not None
    cited, whole = rules.terms_by_prize[kind], FILLED[kind]
    assert not isinstance(filing(name, of_kind(kind, whole)), Refusal)
    assert whole.keys() == DETAILS[kind].keys()
    for field in whole:
        verdict = filing(name, of_kind(kind, {key: said for key, said in whole.items() if key != field}))
        lacking(verdict, cited)
        assert isinstance(verdict, Refusal)
        assert verdict.details["fields"] == f"prizes.1.{field}"


@clause("ministar", "6.7.11.2", "6.7.11.3")
@clause("interblock", "7.7.11.2", "7.7.11.3")
def test_what_is_asked_with_yes_or_no_or_a_number_is_answered_so() -> None:
    lacking(filing("ministar", of_kind("motor-vehicle", {**VEHICLE, "on-road-costs": "perhaps"})), "6.7.11.2")
    lacking(filing("interblock", of_kind("motor-vehicle", {**VEHICLE, "on-road-costs": "some"})), "7.7.11.2")
    for persons in ("", "0", "two"):
        lacking(filing("ministar", of_kind("travel", {**FILLED["travel"], "persons": persons})), "6.7.11.3")
        lacking(filing("interblock", of_kind("travel", {**FILLED["travel"], "persons": persons})), "7.7.11.3")


def test_a_rulebook_that_does_not_ask_for_details_of_a_kind_does_not_get_them() -> None:
    assert not isinstance(filing("novo-unity", of_kind("travel", {})), Refusal)


@clause("novo-unity", "6.5.5")
def test_where_no_item_asks_for_prizes_each_still_has_words_and_a_value() -> None:
    lacking(filing("novo-unity", whole_terms(prizes=())), "6.5.5")
    lacking(filing("novo-unity", whole_terms(prizes=(replace(CASH, value=ZERO),))), "6.5.5")


@clause("ministar", "6.5")
@clause("interblock", "7.5")
@clause("novo-unity", "6.2")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.5"), ("interblock", "7.5"), ("novo-unity", "6.2")])
@pytest.mark.parametrize("kind", ["goods", "service", "casino-dollars"])
def test_a_prize_other_than_money_has_its_note_on_the_law(name: str, cited: str, kind: str) -> None:
    prize = PrizeOffered("1", "A dinner for two", cents(20_000), kind)
    lacking(filing(name, whole_terms(prizes=(prize,))), cited)
    noted = replace(prize, law_note="Section 66(4) is complied with.")
    assert not isinstance(filing(name, whole_terms(prizes=(noted,))), Refusal)
    assert not isinstance(filing(name, whole_terms()), Refusal), "money needs none"


def package(*parts: PrizePart) -> Terms:
    holiday = PrizePart("other", "a week at the coast")
    prize = PrizeOffered(
        "1", "A holiday and more", cents(300_000), "goods", parts=(holiday, *parts), law_note="Complied with."
    )
    return whole_terms(prizes=(CASH.__class__("2", "Fifty dollars", cents(5_000)), prize))


def prohibited(verdict: object, cited: str, found: str) -> None:
    refused(verdict, Reason.PROHIBITED_PRIZE, cited, clauses=cited, fields=f"prizes.1.{found}")


@clause("ministar", "6.5", "6.5.1", "6.5.2", "6.5.3")
@clause("interblock", "7.5", "7.5.1", "7.5.2", "7.5.3")
@pytest.mark.parametrize(("name", "section"), [("ministar", "6.5"), ("interblock", "7.5")])
@pytest.mark.parametrize(
    ("what", "item"),
    [
        ("tobacco", ".1"),
        ("Tobacco", ".1"),
        ("firearm", ".2"),
        ("ammunition", ".2"),
        ("imitation-firearm", ".2"),
        ("imitation firearm", ".2"),
        ("prohibited-weapon", ".3"),
    ],
)
def test_a_package_with_a_part_that_may_be_no_prize_is_refused(name: str, section: str, what: str, item: str) -> None:
    found = what.lower().replace(" ", "-")
    prohibited(filing(name, package(PrizePart(what, "a box of it"))), section + item, found)
    assert not isinstance(filing(name, package(PrizePart("Other: cheese", "a box of it"))), Refusal)
    # A rulebook that names nothing of the kind does not forbid it.
    assert not isinstance(filing("novo-unity", package(PrizePart(what, "a box of it"))), Refusal)


SAID = (
    "{}: a word",
    "{}:word",
    "{} \uff1a word",
    "{} (word)",
    "{}, word",
    "{}\u200b: x",
    "other: {}: x",
    "other: x/{}",
)


@clause("ministar", "6.5", "6.5.1", "6.5.2", "6.5.3", "6.5.4", "6.5.5")
@clause("interblock", "7.5", "7.5.1", "7.5.2", "7.5.3", "7.5.4", "7.5.5")
@pytest.mark.parametrize(("name", "section"), [("ministar", "6.5"), ("interblock", "7.5")])
@pytest.mark.parametrize("said", SAID)
def test_no_word_and_no_sign_beside_a_class_hides_it(name: str, section: str, said: str) -> None:
    items = {"tobacco": 1, "firearm": 2, "ammunition": 2, "imitation-firearm": 2, "prohibited-weapon": 3, "liquor": 4}
    for what, item in {**items, "Fireworks (class 1)": 5}.items():
        play = drafted(name, package(PrizePart(said.format(what), "a box of it", 50_000)))
        play.give_all(ask.PrescribeItem(*OPERATOR, TABLE, "Fireworks (class 1)", "Regulation 3"))
        verdict = play.give(file(play))
        assert isinstance(verdict, Refusal), what
        assert (verdict.reason, verdict.clause) == (Reason.PROHIBITED_PRIZE, f"{section}.{item}"), what


@clause("ministar", "6.5.4")
@clause("interblock", "7.5.4")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.5.4"), ("interblock", "7.5.4")])
@pytest.mark.parametrize(
    ("volumes", "allowed"),
    [((20_000,), True), ((20_001,), False), ((20_100,), False), ((12_000, 12_000), False), ((12_000, 8_000), True)],
)
def test_more_than_twenty_litres_of_liquor_in_one_prize_are_too_much(
    name: str, cited: str, volumes: tuple[int, ...], *, allowed: bool
) -> None:
    verdict = filing(name, package(*(PrizePart("liquor", "wine", each) for each in volumes)))
    if allowed:
        assert not isinstance(verdict, Refusal), verdict
    else:
        prohibited(verdict, cited, "liquor")
    prohibited(filing(name, package(PrizePart("liquor", "wine"))), cited, "liquor")


@clause("ministar", "6.5.5")
@clause("interblock", "7.5.5")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.5.5"), ("interblock", "7.5.5")])
def test_what_the_regulations_prescribe_is_on_a_dated_list_and_no_prize(name: str, cited: str) -> None:
    play = drafted(name, package(PrizePart("other: cosmetic surgery", "a new nose")))
    assert not isinstance(play.give(file(play)), Refusal), "nothing is prescribed yet"
    play = drafted(name, package(PrizePart("other: cosmetic surgery", "a new nose")))
    listed = ask.PrescribeItem(*OPERATOR, TABLE, "Cosmetic surgery", "Regulation 2019, clause 12")
    play.give_all(listed)
    event = play.event(ItemPrescribed)
    assert (event.item, event.at_ms, event.clause) == ("cosmetic-surgery", play.at_ms, cited)
    verdict = play.give(file(play))
    prohibited(verdict, cited, "cosmetic-surgery")
    assert isinstance(verdict, Refusal)
    assert verdict.details["source"] == "Regulation 2019, clause 12"
    play.give_all(replace(listed, prescribed=False), file(play))
    refused(play.give(replace(listed, prescribed=False)), Reason.NOTHING_THERE, cited)


@clause("ministar", "6.5.5")
def test_the_list_is_kept_by_who_offers_promotions_with_a_source() -> None:
    play = site("ministar")
    listed = ask.PrescribeItem(*OPERATOR, TABLE, "knives", "Regulation 3")
    refused(play.give(replace(listed, source=" ")), Reason.NOT_IN_WRITING, "6.5.5")
    refused(play.give(replace(listed, item="")), Reason.NOT_A_NAME, "6.5.5")
    play.give_all(listed)
    refused(play.give(listed), Reason.ALREADY_THERE, "6.5.5")
    assert play.floor.promotions.prescribed["ministar"]["knives"].person == "olive"
    other = ask.PrescribeItem("casino_supervisor", "sam", TABLE, "toys", "Regulation 4")
    refused(play.give(other), Reason.NO_POWER, "6.1")
    refused(site("novo-unity").give(listed), Reason.NOT_IN_RULEBOOK)
    refused(site("adelaide").give(listed), Reason.NOT_IN_RULEBOOK)


@clause("ministar", "6.5", "6.5.5")
@clause("interblock", "7.5", "7.5.5")
@pytest.mark.parametrize(("name", "section"), [("ministar", "6.5"), ("interblock", "7.5")])
def test_who_files_declares_each_of_the_five_points_and_that_the_list_was_checked(name: str, section: str) -> None:
    play = drafted(name)
    whole = file(play)
    for at, item in enumerate(whole.declared, start=1):
        others = tuple(each for each in whole.declared if each != item)
        refused(play.give(replace(whole, declared=others)), Reason.NOT_DECLARED, f"{section}.{at}", items=item)
    refused(play.give(replace(whole, list_checked=False)), Reason.NOT_DECLARED, f"{section}.5", items="list_checked")
    play.give_all(whole)
    (kept,) = offered(play).filings
    assert (len(kept.declared), kept.declared, kept.person) == (5, whole.declared, "olive")


@clause("ministar", "6.3")
@clause("interblock", "7.3")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.3"), ("interblock", "7.3")])
def test_cash_instead_is_only_for_prizes_other_than_money_and_dollars_to_play_with(name: str, cited: str) -> None:
    car = of_kind("motor-vehicle", VEHICLE).prizes[0]
    play = site(name)
    for kind in ("cash", "slots-dollars", "casino-dollars"):
        wrong = replace(car, kind=kind, cash_alternative=cents(700_000))
        refused(play.give(draft(whole_terms(prizes=(wrong,)))), Reason.NO_CASH_ALTERNATIVE, cited)
    below = replace(car, cash_alternative=cents(-1))
    refused(play.give(draft(whole_terms(prizes=(below,)))), Reason.NO_CASH_ALTERNATIVE, cited)
    play.give_all(draft(whole_terms(prizes=(replace(car, cash_alternative=cents(700_000)),))), file(play))
    assert offered(play).terms.prizes[0].cash_alternative == cents(700_000)


def test_a_rulebook_without_such_a_rule_has_no_cash_instead() -> None:
    car = replace(of_kind("goods", {}).prizes[0], cash_alternative=cents(1))
    refused(site("novo-unity").give(draft(whole_terms(prizes=(car,)))), Reason.NO_CASH_ALTERNATIVE, "6.1")


@pytest.mark.parametrize(
    ("changes", "fields", "item"),
    [
        ({"ends_ms": whole_terms().starts_ms, "entries_close_ms": 0}, "starts_ms, ends_ms", "place-date-time"),
        ({"entries_close_ms": whole_terms().starts_ms}, "starts_ms, entries_close_ms", "entry-closes"),
        ({"award_from_ms": whole_terms().entries_close_ms - 1}, "entries_close_ms, award_from_ms", "when-and-where"),
        ({"award_until_ms": whole_terms().award_from_ms}, "award_from_ms, award_until_ms", "when-and-where"),
        ({"ends_ms": whole_terms().award_from_ms - 1}, "award_from_ms, ends_ms", "when-and-where"),
        ({"starts_ms": -1}, "starts_ms", "place-date-time"),
    ],
)
def test_times_come_in_their_order(changes: dict[str, Any], fields: str, item: str) -> None:
    verdict = filing("ministar", whole_terms(**changes))
    assert isinstance(verdict, Refusal)
    if "entries_close_ms" in changes and not changes["entries_close_ms"]:
        assert verdict.details["clauses"] == "6.7.6, 6.7.7, 6.7.2"
    rules = book_of("ministar").promotions
    assert rules is not None
    assert (verdict.reason, verdict.clause) == (Reason.TERMS_WRONG, rules.terms[item])
    assert fields in str(verdict.details["fields"])


@clause("interblock", "7.7.9")
@clause("ministar", "6.7.9")
def test_a_winner_is_told_in_a_way_of_the_rulebook_and_by_announcement_only_where_presence_is_required() -> None:
    for name, cited in (("ministar", "6.7.9"), ("interblock", "7.7.9")):
        refused(filing(name, whole_terms(notification=("text-message",))), Reason.TERMS_WRONG, cited)
        refused(filing(name, whole_terms(notification=("announcement",))), Reason.TERMS_WRONG, cited)
        there = whole_terms(notification=("announcement",), presence="required")
        assert not isinstance(filing(name, there), Refusal)


def test_entries_for_turnover_say_for_how_much() -> None:
    refused(filing("ministar", whole_terms(earns="turnover")), Reason.TERMS_WRONG, "6.7.1")
    terms = whole_terms(earns="turnover", turnover_per_entry=cents(10_000))
    assert not isinstance(filing("ministar", terms), Refusal)


def test_a_draft_may_be_incomplete_but_has_kinds_and_numbers_that_are_known() -> None:
    play = site("ministar")
    play.give_all(draft(Terms(tables=(TABLE,))))
    assert offered(play).terms == Terms(tables=(TABLE,))
    refused(play.give(draft(whole_terms(kind="reward-bonus"))), Reason.NOT_A_KIND, "6.1", kind="reward-bonus")
    yacht = replace(CASH, kind="yacht")
    refused(play.give(draft(whole_terms(prizes=(yacht,)))), Reason.NOT_A_KIND, "6.7.11", kind="yacht")
    refused(play.give(draft(whole_terms(prizes=(CASH, CASH)))), Reason.NOT_A_NAME, "6.7.11")
    refused(play.give(draft(whole_terms(prizes=(replace(CASH, prize="a/b"),)))), Reason.NOT_A_NAME, "6.7.11")
    for name in ("", "a b", "a/b", "desk", "x" * 65):
        refused(play.give(draft(whole_terms(), name)), Reason.NOT_A_NAME, "6.1")
    refused(play.give(draft(whole_terms(tables=()))), Reason.UNKNOWN_TABLE)
    refused(play.give(draft(whole_terms(tables=("A", "Z")))), Reason.UNKNOWN_TABLE)
    for other in KINDS.keys() - set(WITH_PROMOTIONS):
        refused(site(other).give(draft(whole_terms())), Reason.NOT_IN_RULEBOOK)


def test_the_digest_tells_terms_apart_and_nothing_else_does() -> None:
    terms = whole_terms()
    assert digest_of(terms) == digest_of(whole_terms())
    assert digest_of(terms) != digest_of(whole_terms(place="The casino, second floor."))
    one, other = ({"make": "A", "model": "B"}, {"model": "B", "make": "A"})
    assert digest_of(of_kind("goods", one)) == digest_of(of_kind("goods", other))
