"""What everybody reads of a promotion has no name in it; the desk has everything, and what is to be done next."""

from __future__ import annotations

import pytest
from msgspec import json
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.promotions.commands import Terms
from openetg.floor.promotions.needs import Need
from openetg.floor.promotions.terms import digest_of
from openetg.floor.promotions.views import Item, promotion_desk, public_promotion, public_promotions
from openetg.floor.state import Entrant, PromotionStage, Won
from openetg.money import cents
from tests.marks import clause
from tests.one_table import START_MS, TABLE, Play
from tests.promotions import (
    AWARD_MS,
    CASH,
    DAY_MS,
    ENDS_MS,
    NAME,
    OPERATOR,
    STARTS_MS,
    draft,
    drafted,
    file,
    filed,
    publish,
    running,
    start,
    whole_terms,
)
from tests.sites import site


def needs(play: Play) -> list[tuple[str, str]]:
    (line, *_) = promotion_desk(play.floor).promotions
    return [(each.need, each.clause) for each in line.needs]


@clause("ministar", "6.6", "6.7.1", "6.7.4")
@clause("interblock", "7.6", "7.7.1", "7.7.4", "7.7.5")
@clause("novo-unity", "6.3", "6.5.1", "6.5.5")
@pytest.mark.parametrize("name", ["ministar", "interblock", "novo-unity"])
def test_the_terms_that_everybody_reads_are_whole_and_each_item_has_its_clause(name: str) -> None:
    terms = whole_terms(qualifying_wager=cents(500), qualifications="The prize is guaranteed.")
    play = filed(name, terms)
    shown = public_promotion(play.floor, NAME)
    assert shown is not None
    assert (shown.terms, shown.digest, shown.tables) == (terms, digest_of(terms), (TABLE,))
    rules = play.floor.rulebook_of(play.table).promotions
    assert rules is not None
    assert shown.items == tuple(Item(item, cited) for item, cited in rules.terms.items())
    assert (shown.filed_at_ms, shown.filed_reference, shown.rulebook) == (START_MS, "F-1", name)
    assert bool(shown.complaint_to) == (rules.dispute is not None)


def with_winner(play: Play) -> Play:
    for floor in (play.floor, play.twin):
        promotion = floor.promotions.offered[NAME]
        promotion.entrants["7"] = Entrant("7", "Ann Smith", "0400 000 000", 1, entries=3)
        promotion.called, promotion.drawn_at_ms, promotion.stage = (("7", 3),), AWARD_MS, PromotionStage.DRAWN
        promotion.won["1"] = Won("1", "7", 2, AWARD_MS, AWARD_MS + 2 * DAY_MS)
    return play


@clause("ministar", "6.7.10")
@clause("interblock", "7.7.10")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_results_name_numbers_and_only_once_they_are_public(name: str) -> None:
    play = with_winner(running(name))
    shown = public_promotion(play.floor, NAME)
    assert shown is not None
    assert (shown.results, shown.entries) == ((), 3)
    play.floor.promotions.offered[NAME].results_at_ms = AWARD_MS + 1
    shown = public_promotion(play.floor, NAME)
    assert shown is not None
    assert [(each.prize, each.entrant, each.value, each.words) for each in shown.results] == [
        ("1", "7", CASH.value, CASH.words)
    ]
    read = json.encode(shown)
    assert b"Ann Smith" not in read
    assert b"0400" not in read


def test_the_desk_says_what_is_missing_and_what_comes_next() -> None:
    play = drafted("ministar", whole_terms(manner="", publication=""))
    (line,) = promotion_desk(play.floor).promotions
    assert [(each.item, each.clause) for each in line.problems] == [("manner", "6.7.1"), ("publication", "6.7.10")]
    assert (line.filed, line.start_from_ms) == (False, 0)
    assert needs(play) == [("complete", "6.7.1"), ("complete", "6.7.10"), ("file", "6.9")]
    assert line.needs[-1].due_ms == STARTS_MS - DAY_MS
    play.give_all(draft(whole_terms()), file(play))
    assert needs(play) == [("publish", "6.6"), ("start", "6.1")]
    play.give_all(publish())
    (line,) = promotion_desk(play.floor).promotions
    assert line.needs == (Need("start", "6.1", from_ms=STARTS_MS),)
    assert (line.filed, line.start_from_ms, line.published) == (True, STARTS_MS, 2)
    play.at_ms = STARTS_MS
    play.give_all(start())
    (line,) = promotion_desk(play.floor).promotions
    assert line.needs == (Need("draw", "6.7.1", from_ms=AWARD_MS, due_ms=ENDS_MS),)
    play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "a doubt"))
    assert needs(play)[0] == ("validate", "6.12")


@clause("interblock", "7.9")
def test_the_desk_has_the_time_and_digest_of_every_filing() -> None:
    play = filed("interblock")
    (line,) = promotion_desk(play.floor).promotions
    (filing,) = line.filings
    assert (filing.at_ms, filing.digest, filing.person) == (START_MS, digest_of(whole_terms()), OPERATOR[1])


def test_the_desk_knows_who_has_still_to_be_told_and_paid() -> None:
    play = with_winner(running("ministar"))
    (line,) = promotion_desk(play.floor).promotions
    assert (line.entries, [each.name for each in line.entrants]) == (3, ["Ann Smith"])
    assert line.needs == (
        Need("notify", "6.8", "1", due_ms=AWARD_MS + 2 * DAY_MS),
        Need("pay", "6.7.8", "1"),
        Need("results", "6.7.10"),
    )
    promotion = play.floor.promotions.offered[NAME]
    promotion.won["1"].paid_at_ms = promotion.results_at_ms = AWARD_MS + 5
    assert needs(play) == [("close", "6.1")]
    promotion.stage = PromotionStage.CLOSED
    assert needs(play) == []


def test_above_the_value_of_the_rulebook_the_desk_asks_for_a_scrutineer() -> None:
    for value, needed in ((1_000_000, False), (1_000_001, True)):
        play = running("ministar", whole_terms(prizes=(replace(CASH, value=cents(value)),)))
        (line,) = promotion_desk(play.floor).promotions
        assert line.scrutineer_needed is needed
        assert (("scrutineer", "6.2") in needs(play)) is needed


def test_the_desk_tells_a_form_what_each_rulebook_asks() -> None:
    (rules,) = promotion_desk(drafted("ministar").floor).rules
    kinds = {each.kind: each for each in rules.prize_kinds}
    assert [each.field for each in kinds["motor-vehicle"].fields] == ["make", "model", "accessories", "on-road-costs"]
    assert [each.yes_no for each in kinds["motor-vehicle"].fields] == [False, False, False, True]
    assert (kinds["motor-vehicle"].clause, kinds["cash"].monetary) == ("6.7.11.2", True)
    assert {name for name, each in kinds.items() if each.cash_alternative} == kinds.keys() - {
        "cash",
        "slots-dollars",
        "casino-dollars",
    }
    assert (rules.filed_hours_before, rules.tables, rules.scrutineer_above) == (24, (TABLE,), cents(1_000_000))
    assert len(rules.prohibited) == 5
    (rules,) = promotion_desk(site("novo-unity").floor).rules
    assert (rules.filed_hours_before, rules.change_approved, rules.prohibited) == (0, "", ())
    assert not any(each.cash_alternative or each.fields for each in rules.prize_kinds)
    assert promotion_desk(site("adelaide").floor).rules == ()


def test_drafts_are_for_the_desk_alone() -> None:
    play = drafted("ministar", Terms(tables=(TABLE,)))
    assert public_promotions(play.floor) == ()
    assert public_promotion(play.floor, NAME) is None
    assert public_promotion(play.floor, "no such") is None
    assert len(promotion_desk(play.floor).promotions) == 1
