"""From the draft to the start: filing with the authority in time, terms that everybody can read, and who may."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.alerts.dues import dues
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Reason
from openetg.floor.events import PromotionFiled, PromotionPublished, PromotionStarted
from openetg.floor.promotions.commands import PrizePart
from openetg.floor.promotions.terms import digest_of
from openetg.floor.promotions.views import public_promotion, public_promotions
from openetg.floor.state import PromotionStage
from openetg.money import cents
from openetg.rulebook.roles import holders
from tests.marks import clause
from tests.one_table import START_MS, TABLE, Play, play
from tests.promotions import (
    AUTHORITY,
    CASH,
    DAY_MS,
    HOUR_MS,
    NAME,
    OPERATOR,
    STARTS_MS,
    approve,
    draft,
    drafted,
    file,
    filed,
    offered,
    publish,
    running,
    start,
    whole_terms,
)
from tests.sites import book_of, refused, site, who_may

DAY_BEFORE = {"ministar": "6.9", "interblock": "7.9"}
AVAILABLE = {"ministar": "6.6", "interblock": "7.6", "novo-unity": "6.3"}


@clause("ministar", "6.9")
@clause("interblock", "7.9")
@pytest.mark.parametrize(("name", "cited"), list(DAY_BEFORE.items()))
def test_a_promotion_starts_a_day_after_its_terms_went_to_the_authority_and_not_a_moment_earlier(
    name: str, cited: str
) -> None:
    terms = whole_terms(starts_ms=START_MS + HOUR_MS)
    floor = filed(name, terms)
    event = offered(floor).filings[0]
    assert (event.at_ms, event.digest, event.version) == (START_MS, digest_of(terms), 1)
    floor.at_ms = START_MS + DAY_MS - 1
    refused(floor.give(start()), Reason.TOO_EARLY, cited, from_ms=START_MS + DAY_MS)
    floor.at_ms = START_MS + DAY_MS
    floor.give_all(start())
    assert floor.event(PromotionStarted).at_ms == START_MS + DAY_MS
    assert cited in floor.event(PromotionStarted).also
    assert offered(floor).stage is PromotionStage.RUNNING


@clause("ministar", "6.9")
@clause("interblock", "7.9")
@clause("novo-unity", "6.6")
@pytest.mark.parametrize(("name", "cited"), [*DAY_BEFORE.items(), ("novo-unity", "6.6")])
def test_what_was_not_filed_does_not_start(name: str, cited: str) -> None:
    floor = drafted(name)
    floor.at_ms = STARTS_MS
    refused(floor.give(start()), Reason.NOT_FILED, cited)
    refused(floor.give(publish()), Reason.NOT_FILED, cited)
    refused(floor.give(replace(file(floor), reference=" ")), Reason.NOT_A_NAME, cited)


@clause("novo-unity", "6.6")
def test_where_no_time_is_named_the_filing_is_before_the_start() -> None:
    floor = filed("novo-unity", whole_terms(starts_ms=0))
    refused(floor.give(start()), Reason.TOO_EARLY, "6.6", from_ms=START_MS + 1)
    floor.at_ms += 1
    floor.give_all(start())
    promotion = offered(floor)
    assert promotion.filings[0].at_ms < promotion.started_at_ms == START_MS + 1


@clause("ministar", "6.9", "6.9.1")
@clause("interblock", "7.9", "7.9.1")
@pytest.mark.parametrize(("name", "cited"), list(DAY_BEFORE.items()))
def test_another_draft_before_the_start_is_free_and_begins_the_day_anew(name: str, cited: str) -> None:
    floor = filed(name)
    floor.at_ms = STARTS_MS - HOUR_MS
    other = whole_terms(place="The casino, second floor.")
    floor.give_all(draft(other))
    promotion = offered(floor)
    assert (promotion.stage, [each.number for each in promotion.versions]) == (PromotionStage.DRAFT, [1, 2])
    floor.at_ms = STARTS_MS
    refused(floor.give(start()), Reason.NOT_FILED, cited)
    floor.give_all(file(floor, "F-2"))
    assert floor.event(PromotionFiled).digest == digest_of(other)
    refused(floor.give(start()), Reason.TOO_EARLY, cited)
    floor.at_ms += DAY_MS
    refused(floor.give(start()), Reason.NOT_PUBLISHED, AVAILABLE[name])
    floor.give_all(publish(), start())


@clause("ministar", "6.7.7")
@clause("interblock", "7.7.7")
def test_it_starts_when_the_terms_say_and_not_after_their_end() -> None:
    for name, cited in (("ministar", "6.7.7"), ("interblock", "7.7.7")):
        floor = filed(name)
        floor.at_ms = STARTS_MS - 1
        refused(floor.give(start()), Reason.TOO_EARLY, cited, from_ms=STARTS_MS)
        floor.at_ms = whole_terms().ends_ms
        refused(floor.give(start()), Reason.PROMOTION_OVER, cited)
        floor.at_ms = STARTS_MS
        floor.give_all(start())
        refused(floor.give(start()), Reason.WRONG_STAGE, book_of(name).powers["offer_promotion"].clause)


@clause("ministar", "6.5.5")
@clause("interblock", "7.5.5")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.5.5"), ("interblock", "7.5.5")])
def test_what_is_prescribed_after_the_filing_keeps_it_from_starting(name: str, cited: str) -> None:
    knife = replace(CASH, kind="goods", parts=(PrizePart("other: knives", "a set"),), law_note="Complied with.")
    floor = filed(name, whole_terms(prizes=(knife,)))
    floor.give_all(ask.PrescribeItem(*OPERATOR, TABLE, "knives", "Regulation 3"))
    floor.at_ms = STARTS_MS
    refused(floor.give(start()), Reason.PROHIBITED_PRIZE, cited)


@clause("ministar", "6.6")
@clause("interblock", "7.6")
@clause("novo-unity", "6.3")
@pytest.mark.parametrize(("name", "cited"), list(AVAILABLE.items()))
def test_terms_can_be_read_by_everybody_before_it_starts_and_do_not_change(name: str, cited: str) -> None:
    floor = drafted(name)
    floor.give_all(file(floor))
    assert public_promotions(floor.floor) == ()
    floor.at_ms = STARTS_MS
    refused(floor.give(start()), Reason.NOT_PUBLISHED, cited)
    floor.give_all(publish())
    event = floor.event(PromotionPublished)
    assert (event.address, event.version, event.also_at) == (f"promotions/{NAME}", 1, ("brochure at the entrance",))
    floor.give_all(start())
    shown = public_promotion(floor.floor, NAME)
    assert shown is not None
    assert (shown.version, shown.digest, shown.terms) == (1, digest_of(whole_terms()), whole_terms())
    assert (shown.address, shown.also_at) == (event.address, event.also_at)
    refused(floor.give(draft(whole_terms(title="Autumn draw"))), Reason.WRONG_STAGE, _change(name))
    assert public_promotion(floor.floor, NAME) is not None
    assert offered(floor).terms == whole_terms()


def _change(name: str) -> str:
    rules = book_of(name).promotions
    assert rules is not None
    return rules.filed.clause if rules.change_approved is None else rules.change_approved.clause


@clause("ministar", "6.6")
@clause("interblock", "7.6")
@pytest.mark.parametrize(("name", "cited"), list(AVAILABLE.items()))
def test_marketing_refers_to_the_terms_or_does_not_go_out(name: str, cited: str) -> None:
    floor = drafted(name)
    line = ask.AnnouncePromotion(*OPERATOR, NAME, "Win five hundred dollars!", f"promotions/{NAME}")
    refused(floor.give(line), Reason.NOT_PUBLISHED, cited)
    floor.give_all(file(floor), publish())
    for reference in ("", "promotions/other", "at the desk"):
        refused(floor.give(replace(line, reference=reference)), Reason.NOT_REFERRED, cited)
    refused(floor.give(replace(line, words=" ")), Reason.NOT_A_NAME, cited)
    refused(floor.give(replace(line, words="W" * 121)), Reason.TOO_LONG, cited, characters=120)
    floor.give_all(line, replace(line, words="Fifty more prizes!", reference="brochure at the entrance"))
    shown = public_promotion(floor.floor, NAME)
    assert shown is not None
    assert shown.announcements == ("Win five hundred dollars!", "Fifty more prizes!")
    floor.give_all(replace(line, withdrawn=True))
    shown = public_promotion(floor.floor, NAME)
    assert shown is not None
    assert shown.announcements == ("Fifty more prizes!",)
    refused(floor.give(replace(line, withdrawn=True)), Reason.NOTHING_THERE, cited)


ACTS: dict[str, tuple[Callable[[str, str], AnyCommand], str]] = {
    "draft": (lambda role, who: ask.DraftPromotion(role, who, "other", whole_terms()), "offer_promotion"),
    "prescribe": (lambda role, who: ask.PrescribeItem(role, who, TABLE, "knives", "Regulation 3"), "offer_promotion"),
    "file": (lambda role, who: ask.FilePromotion(role, who, NAME, "F-9"), "file_promotion"),
    "publish": (lambda role, who: ask.PublishPromotion(role, who, NAME), "offer_promotion"),
    "announce": (lambda role, who: ask.AnnouncePromotion(role, who, NAME, "!", "x"), "offer_promotion"),
    "start": (lambda role, who: ask.StartPromotion(role, who, NAME), "offer_promotion"),
    "approve": (
        lambda role, who: ask.ApprovePromotionChange(role, who, NAME, "A", "d" * 64),
        "approve_promotion_change",
    ),
    "amend": (lambda role, who: ask.AmendPromotion(role, who, NAME, whole_terms(), "A"), "offer_promotion"),
    "postpone": (lambda role, who: ask.PostponePromotion(role, who, NAME, "a doubt"), "postpone_draw"),
    "validate": (lambda role, who: ask.ValidatePromotion(role, who, NAME, "checked"), "postpone_draw"),
    "cancel": (lambda role, who: ask.CancelPromotion(role, who, NAME, "a doubt"), "postpone_draw"),
    "close": (lambda role, who: ask.ClosePromotion(role, who, NAME), "offer_promotion"),
}


@clause("ministar", "6.1")
@clause("interblock", "7.1")
@clause("novo-unity", "6.1")
@pytest.mark.parametrize("act", list(ACTS))
def test_each_act_is_for_those_to_whom_the_rulebook_gives_it(act: str) -> None:
    asks, power = ACTS[act]
    for name in AVAILABLE:
        floor, book = drafted(name) if act == "file" else running(name), book_of(name)
        expected = power
        if name == "novo-unity":
            # Without a power to postpone, who offers may stop; a change is a filing, which the authority does not do.
            if act in {"approve", "prescribe"}:
                refused(floor.give(asks(*OPERATOR)), Reason.NOT_IN_RULEBOOK, "6.6" if act == "approve" else "")
                continue
            expected = {"postpone_draw": "offer_promotion"}.get(power, power)
            expected = "file_promotion" if act == "amend" else expected
        able = set(holders(book, expected))
        assert able
        assert who_may(floor, asks) == able < set(book.roles)
        refused(floor.give(asks("juggler", "joe")), Reason.UNKNOWN_ROLE, book.powers[expected].clause)


def test_of_a_promotion_that_nobody_knows_nothing_can_be_done() -> None:
    floor = site("ministar")
    for act, (asks, _) in ACTS.items():
        if act not in {"draft", "prescribe"}:
            refused(floor.give(asks(*OPERATOR)), Reason.UNKNOWN_PROMOTION, promotion=NAME)


@clause("ministar", "6.9")
@clause("interblock", "7.9")
@clause("novo-unity", "6.6")
@pytest.mark.parametrize(("name", "cited"), [*DAY_BEFORE.items(), ("novo-unity", "6.6")])
def test_until_they_are_filed_the_terms_are_due_to_the_authority(name: str, cited: str) -> None:
    floor = drafted(name)
    (due,) = dues(floor.floor)
    assert (due.duty, due.official, due.about, due.clause) == ("file_promotion", "authority", NAME, cited)
    assert due.deadline_ms == STARTS_MS - (0 if name == "novo-unity" else DAY_MS)
    assert due.is_open
    floor.give_all(file(floor))
    assert dues(floor.floor) == ()


@clause("ministar", "6.1")
@clause("interblock", "7.1")
@clause("novo-unity", "6.1")
@pytest.mark.parametrize("name", list(AVAILABLE))
def test_rounds_run_the_same_with_a_promotion_and_without(name: str) -> None:
    kind = {"ministar": "electronic", "interblock": "roulette", "novo-unity": "automatic"}[name]
    script = """
        open-table by-itself
        ready
        note t1 100.00
        place t1 straight:17 5.00
        launch opposite
        drop
        rest 17
    """
    plain, with_one = play(name, kind=kind), play(name, kind=kind)
    with_one.give_all(draft(whole_terms()), file(with_one), publish())
    plain.at_ms = with_one.at_ms = STARTS_MS
    with_one.give_all(start())
    plain.say(script)
    with_one.say(script)
    assert offered(with_one).stage is PromotionStage.RUNNING
    assert plain.meter("t1") == cents(100_00 - 5_00 + 180_00)
    assert with_one.floor.ledger.accounts == plain.floor.ledger.accounts
    assert _settled(with_one) == _settled(plain)


def _settled(floor: Play) -> object:
    return {number: (round_.outcome, round_.results) for number, round_ in floor.table.past.items()}


def test_the_authority_alone_does_not_make_it_public() -> None:
    floor = drafted("ministar")
    refused(floor.give(approve(whole_terms())), Reason.WRONG_STAGE, "6.9.1", stage="draft")
    refused(floor.give(ask.PublishPromotion(*AUTHORITY, NAME)), Reason.NO_POWER, "6.1")


def test_of_several_reasons_the_earliest_is_given() -> None:
    floor = drafted("ministar", whole_terms(manner=""))
    whole = file(floor)
    refused(floor.give(whole), Reason.TERMS_MISSING, "6.7.1")
    refused(floor.give(replace(whole, declared=())), Reason.TERMS_MISSING, "6.7.1")
    refused(floor.give(replace(whole, role="cashier", declared=())), Reason.NO_POWER, "6.9")
    refused(floor.give(replace(whole, role="cashier", reference="")), Reason.NOT_A_NAME, "6.9")
    refused(floor.give(replace(whole, role="cashier", promotion="other")), Reason.UNKNOWN_PROMOTION)
