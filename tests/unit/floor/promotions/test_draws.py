"""The draw: bound before the first entry, not early, overseen where it must be, and for anybody to do over."""

from __future__ import annotations

from hashlib import sha256

import pytest
from msgspec.structs import replace

from openetg.chance.drawing import NumberStream, commitment_of, draw_purpose
from openetg.floor import commands as ask
from openetg.floor.core.ledger import prize_of, promoting_of
from openetg.floor.core.refusals import Reason
from openetg.floor.events import DrawCalled, PrizeDrawnAgain, PromotionDrawn
from openetg.floor.promotions.drawing import digest_of, drawn
from openetg.floor.state import PromotionStage
from openetg.money import ZERO, cents
from tests.entrants import (
    CALL,
    CASHIER,
    REVEAL,
    SCRUTINEER,
    SECRET,
    by_form,
    called,
    commit,
    drawn_on,
    entered,
    form,
    prize,
    register,
    won,
)
from tests.marks import clause
from tests.one_table import Play
from tests.promotions import AWARD_MS, CLOSES_MS, ENDS_MS, HOUR_MS, NAME, OPERATOR, offered, running
from tests.sites import refused

DRAWING = ["ministar", "interblock"]
MANNER = {"ministar": "6.7.1", "interblock": "7.7.1"}
TIMES = {"ministar": "6.7.7", "interblock": "7.7.7"}
OVERSEEN = {"ministar": "6.2", "interblock": "7.2"}
CLAIMING = {"ministar": "6.7.8", "interblock": "7.7.8"}
FIVE = {"E1": 1, "E2": 3, "E3": 2, "E4": 1, "E5": 4}
THREE_PRIZES = (prize("1", 50_000), prize("2", 20_000), prize("3", 10_000))
WITNESS = ask.WitnessDraw(*SCRUTINEER, NAME)
NAMED = ask.NameScrutineer(*OPERATOR, NAME, SCRUTINEER[1])


def at_the_draw(rulebook: str, *values: int, entries: dict[str, int] | None = None) -> Play:
    """A promotion with prizes of these values, at the time of its draw."""
    prizes = tuple(prize(str(number), value) for number, value in enumerate(values, start=1))
    play = entered(rulebook, FIVE if entries is None else entries, by_form(prizes=prizes))
    play.at_ms = AWARD_MS
    return play


@clause("interblock", "7.7.7")
@clause("ministar", "6.7.2", "6.7.7")
@pytest.mark.parametrize("name", DRAWING)
def test_a_draw_ten_minutes_early_is_refused_and_so_is_one_while_entries_are_taken(name: str) -> None:
    play = entered(name, FIVE)
    play.at_ms = AWARD_MS - 10 * 60_000
    refused(play.give(CALL), Reason.TOO_EARLY, TIMES[name], at_ms=AWARD_MS)
    play.at_ms = AWARD_MS
    play.give_all(CALL)
    both = entered(name, FIVE, by_form(award_from_ms=CLOSES_MS))
    both.at_ms = CLOSES_MS
    refused(both.give(CALL), Reason.ENTRIES_OPEN, TIMES[name].replace(".7.7", ".7.6"), at_ms=CLOSES_MS)
    late = entered(name, FIVE)
    late.at_ms = ENDS_MS + 1
    refused(late.give(CALL), Reason.OUTSIDE_AWARD_TIME, TIMES[name].replace(".7.7", ".7.2"))


@clause("ministar", "6.2")
@clause("interblock", "7.2")
@pytest.mark.parametrize("name", DRAWING)
def test_a_prize_above_ten_thousand_is_drawn_under_the_eyes_of_a_scrutineer(name: str) -> None:
    play = at_the_draw(name, 1_000_001)
    cited = OVERSEEN[name]
    refused(play.give(CALL), Reason.NO_SCRUTINEER, cited)
    refused(play.give(WITNESS), Reason.NO_SCRUTINEER, cited)
    play.give_all(NAMED)
    refused(play.give(CALL), Reason.NO_SCRUTINEER, cited)
    other = ask.WitnessDraw(SCRUTINEER[0], "somebody", NAME)
    refused(play.give(other), Reason.NO_SCRUTINEER, cited, scrutineer="silas")
    refused(play.give(replace(WITNESS, role=OPERATOR[0])), Reason.NO_POWER, cited)
    play.give_all(WITNESS)
    refused(play.give(replace(CALL, person=SCRUTINEER[1])), Reason.SAME_PERSON, cited)
    play.give_all(CALL)
    event = play.event(DrawCalled)
    assert (event.scrutineer, event.also) == ("silas", (cited,))
    assert offered(play).witnessed_at_ms == AWARD_MS


@clause("ministar", "6.2")
@clause("interblock", "7.2")
@pytest.mark.parametrize("values", [(1_000_000,), (900_000, 900_000)])
@pytest.mark.parametrize("name", DRAWING)
def test_at_ten_thousand_exactly_or_only_together_nobody_has_to_watch(name: str, values: tuple[int, ...]) -> None:
    play = at_the_draw(name, *values)
    play.give_all(CALL)
    assert play.event(DrawCalled).scrutineer == ""


def test_a_scrutineer_is_there_at_the_draw_and_not_days_before() -> None:
    play = entered("ministar", FIVE, by_form(prizes=(prize("1", 2_000_000),)))
    play.give_all(NAMED)
    refused(play.give(WITNESS), Reason.TOO_EARLY, "6.7.7")
    play.at_ms = AWARD_MS
    play.give_all(WITNESS, replace(NAMED, scrutineer="another"))
    refused(play.give(CALL), Reason.NO_SCRUTINEER, "6.2", scrutineer="another")


def test_staff_who_may_not_oversee_are_not_named_and_where_no_rule_asks_nobody_is() -> None:
    play = entered("ministar", FIVE)
    engaged = ask.EngageStaff("cass", "Cass Example", {"ministar": ("cashier",)}, (), "")
    play.give_all(engaged)
    refused(play.give(replace(NAMED, scrutineer="cass")), Reason.NOT_THEIR_ROLE, "6.2", person="cass")
    refused(play.give(replace(NAMED, scrutineer=" ")), Reason.NOT_A_NAME, "6.2")
    silent = running("novo-unity", by_form())
    refused(silent.give(NAMED), Reason.NOT_IN_RULEBOOK, "6.1")


@pytest.mark.parametrize("name", DRAWING)
def test_the_house_is_bound_once_before_the_first_entry_and_to_a_process_that_can_be_checked(name: str) -> None:
    play = running(name, by_form())
    refused(play.give(commit(process="dice/1")), Reason.OTHER_PROCESS, MANNER[name], process="dice/1")
    refused(play.give(replace(commit(), commitment="ff")), Reason.NOT_A_NAME, MANNER[name])
    play.give_all(commit())
    refused(play.give(commit("ab" * 32)), Reason.ALREADY_THERE, MANNER[name])
    play.give_all(register("E1"), form("E1"))
    play.at_ms = AWARD_MS
    refused(play.give(REVEAL), Reason.WRONG_STAGE, stage="running", clause="6.1" if name == "ministar" else "7.1")
    play.give_all(CALL)
    refused(play.give(ask.RevealDraw(NAME, "ab" * 32)), Reason.OTHER_COMMITMENT, MANNER[name])
    refused(play.give(ask.RevealDraw(NAME, "no secret")), Reason.OTHER_COMMITMENT, MANNER[name])
    play.give_all(REVEAL)
    refused(play.give(REVEAL), Reason.WRONG_STAGE, stage="drawn", clause="6.1" if name == "ministar" else "7.1")


@pytest.mark.parametrize("name", DRAWING)
def test_without_an_entry_or_a_commitment_there_is_no_draw(name: str) -> None:
    play = entered(name, {})
    play.at_ms = AWARD_MS
    refused(play.give(CALL), Reason.NO_ENTRIES, MANNER[name])
    refused(play.give(replace(CALL, role=CASHIER[0])), Reason.NO_POWER, "6.1" if name == "ministar" else "7.1")
    unbound = running(name, by_form())
    unbound.at_ms = AWARD_MS
    refused(unbound.give(CALL), Reason.NOT_COMMITTED, MANNER[name])


@clause("ministar", "6.7.1")
@clause("interblock", "7.7.1")
@pytest.mark.parametrize("name", DRAWING)
def test_anybody_can_do_the_draw_over_from_what_is_public(name: str) -> None:
    """With nothing of the floor but commitment, secret and entries, by the way that is written down."""
    play = drawn_on(name, FIVE, by_form(prizes=THREE_PRIZES))
    promotion, event = offered(play), play.event(PromotionDrawn)
    assert commitment_of(draw_purpose(NAME), event.secret) == promotion.commitment
    text = '[["E1",1],["E2",3],["E3",2],["E4",1],["E5",4]]'
    assert promotion.called_digest == sha256(text.encode()).hexdigest() == digest_of(promotion.called)
    stream = NumberStream(event.secret, f"draw/{NAME}/{promotion.called_digest}")
    left = [number for number, count in FIVE.items() for _ in range(count)]
    expected = []
    for number in ("1", "2", "3"):
        winner = left[stream.below(len(left))]
        expected.append((number, winner))
        left = [each for each in left if each != winner]
    assert [(each.prize, each.entrant) for each in event.winners] == expected
    flat = [number for number, count in FIVE.items() for _ in range(count)]
    assert all(flat[each.entry] == each.entrant for each in event.winners)


def test_every_entry_is_as_likely_as_any_other() -> None:
    """Of 3,000 secrets, each of six entries wins first about 500 times: five deviations at most (p < 0.000001)."""
    entries = (("E1", 1), ("E2", 3), ("E3", 2))
    counts = [0] * 6
    for number in range(3_000):
        secret = sha256(str(number).encode()).hexdigest()
        (winner,) = drawn("p", secret, entries, ["1"], one_each=True)
        counts[winner.entry] += 1
    assert all(abs(count - 500) <= 5 * (3_000 * (1 / 6) * (5 / 6)) ** 0.5 for count in counts), counts


def test_where_one_may_win_several_only_the_entry_that_won_is_out() -> None:
    entries = (("E1", 2), ("E2", 1))
    for number in range(50):
        secret = sha256(str(number).encode()).hexdigest()
        several = drawn("p", secret, entries, ["1", "2", "3", "4"], one_each=False)
        assert sorted(each.entry for each in several) == [0, 1, 2], "each entry once, and nothing for the fourth"
        assert all(each.entrant == ("E1", "E1", "E2")[each.entry] for each in several)
        alone = drawn("p", secret, entries, ["1", "2", "3"], one_each=True)
        assert sorted(each.entrant for each in alone) == ["E1", "E2"]


@clause("ministar", "1.1.promotional-prize")
def test_prizes_are_drawn_in_the_order_of_the_terms_and_money_is_set_aside() -> None:
    play = drawn_on("ministar", {"E1": 1, "E2": 1}, by_form(prizes=THREE_PRIZES))
    held = play.floor.ledger.held
    assert set(offered(play).won) == {"1", "2"}, "two entrants, three prizes"
    assert (held(prize_of(NAME, "1")), held(prize_of(NAME, "2"))) == (cents(50_000), cents(20_000))
    assert held(prize_of(NAME, "3")) == ZERO
    assert held(promoting_of(NAME)) == -cents(70_000)
    assert play.floor.ledger.is_balanced()
    assert not [account for account in play.floor.ledger.accounts if account.startswith("bank/")]


@clause("ministar", "6.12")
@clause("interblock", "7.12")
@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.12"), ("interblock", "7.12")])
def test_what_is_postponed_is_not_drawn(name: str, cited: str) -> None:
    play = at_the_draw(name, 50_000)
    play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "a box was open"))
    refused(play.give(CALL), Reason.POSTPONED, cited)
    play.give_all(ask.ValidatePromotion(*OPERATOR, NAME, "it was counted again"), CALL)
    play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "a box was open"))
    refused(play.give(REVEAL), Reason.POSTPONED, cited)
    play.give_all(ask.ValidatePromotion(*OPERATOR, NAME, "it was counted again"), REVEAL)
    assert offered(play).stage is PromotionStage.DRAWN


def absent(number: str = "1", *, present: bool = False) -> ask.RecordPresence:
    return ask.RecordPresence(*OPERATOR, NAME, number, present)


def again(number: str = "1", why: str = "nobody came forward") -> ask.DrawAgain:
    return ask.DrawAgain(*OPERATOR, NAME, number, why)


@clause("ministar", "6.7.8")
@clause("interblock", "7.7.8")
@pytest.mark.parametrize("name", DRAWING)
def test_where_presence_is_asked_a_prize_of_who_is_not_there_is_drawn_again(name: str) -> None:
    play = drawn_on(name, FIVE, by_form(presence="required", prizes=THREE_PRIZES))
    promotion, first = offered(play), won(play).entrant
    assert won(play).notify_by_ms == 0, "who must be there is told there"
    refused(play.give(again()), Reason.ALREADY_DECIDED, CLAIMING[name], entrant=first)
    play.give_all(absent())
    refused(play.give(absent()), Reason.ALREADY_THERE, CLAIMING[name])
    refused(play.give(again(why=" ")), Reason.NO_REASON_GIVEN, CLAIMING[name])
    refused(play.give(again("9")), Reason.UNKNOWN_PRIZE, CLAIMING[name], prize="9")
    play.give_all(again())
    event = play.event(PrizeDrawnAgain)
    assert (event.before, won(play).passed_over, won(play).present) == (first, [first], None)
    prizes = [prize for prize, _, _ in promotion.draws]
    assert prizes == ["1", "2", "3", "1"]
    over = drawn(NAME, SECRET, promotion.called, prizes, one_each=True)
    assert [(each.prize, each.entrant, each.entry) for each in over] == promotion.draws
    assert len({entrant for _, entrant, _ in promotion.draws}) == 4
    assert play.floor.ledger.held(prize_of(NAME, "1")) == cents(50_000)


def test_when_nobody_is_left_the_prize_has_no_winner_and_its_money_goes_back_at_the_end() -> None:
    play = drawn_on("ministar", {"E1": 2}, by_form(presence="required"))
    play.give_all(absent(), again())
    assert won(play).entrant == ""
    refused(play.give(again()), Reason.UNKNOWN_PRIZE, "6.7.8")
    play.give_all(ask.PublishResults(*OPERATOR, NAME, "on the board"), ask.ClosePromotion(*OPERATOR, NAME))
    assert not any(play.floor.ledger.held(name) for name in (prize_of(NAME, "1"), promoting_of(NAME)))


def test_presence_is_recorded_where_the_terms_ask_for_it() -> None:
    play = drawn_on("ministar", FIVE)
    refused(play.give(absent()), Reason.NOT_OFFERED, "6.7.8")
    refused(called("ministar", FIVE).give(absent()), Reason.UNKNOWN_PRIZE, "6.7.8")


@clause("ministar", "6.8")
@clause("interblock", "7.8", "7.7.8")
@pytest.mark.parametrize("name", DRAWING)
def test_who_need_not_be_there_is_to_be_told_within_two_days_of_the_draw(name: str) -> None:
    play = drawn_on(name, FIVE)
    assert won(play).notify_by_ms == AWARD_MS + 48 * HOUR_MS
    assert play.event(PromotionDrawn).also == ({"ministar": "6.8", "interblock": "7.8"}[name],)
