"""Who takes part in a promotion, what play brings them, and that play is the same with a promotion and without."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import EntriesEarned, RoundSettled
from openetg.floor.jackpots.turnover import Turnover
from openetg.floor.promotions.entries import earned
from openetg.floor.state import Entrant
from openetg.money import ZERO, cents
from openetg.rulebook.schema.policies import Cause
from tests.entrants import CASHIER, by_form, commit, entered, form, register, seat
from tests.marks import clause
from tests.one_table import PERSON, TABLE, Play
from tests.promotions import (
    CLOSES_MS,
    HOUR_MS,
    NAME,
    OPERATOR,
    STARTS_MS,
    amend,
    approve,
    filed,
    offered,
    running,
    whole_terms,
)
from tests.sites import open_site, refused

CLOSING = {"ministar": "6.7.6", "interblock": "7.7.6"}
QUALIFYING = {"ministar": "6.7.4", "interblock": "7.7.4", "novo-unity": "6.5.4"}
ELIGIBLE = {"ministar": "6.7.3", "interblock": "7.7.3", "novo-unity": "6.5.3"}
MANAGER = ("assistant_gaming_manager", PERSON)
MEMBER = "is a member of the club"


def played(rulebook: str, **terms: object) -> Play:
    """A promotion that runs at an open table, with an entrant who sits at the first terminal."""
    play = running(rulebook, whole_terms(**{"qualifying_wager": cents(2000), **terms}), opened=True)
    play.give_all(commit(), register("E1"))
    play.say("note t1 100.00 \n note t2 100.00")
    play.give_all(seat("t1", "E1"))
    return play


def entrant(play: Play, number: str = "E1") -> Entrant:
    return offered(play).entrants[number]


def spin(play: Play, amount: str, outcome: str = "17", *, terminal: str = "t1") -> Play:
    """One round with one wager."""
    play.say(f"place {terminal} red {amount} \n launch opposite \n drop \n rest {outcome}")
    return play


def void(number: int) -> ask.InvalidateOutcome:
    """A round that was settled is void after all."""
    return ask.InvalidateOutcome(*MANAGER, TABLE, Cause.FIRE, "there was smoke", round=number)


@clause("ministar", "6.7.6")
@clause("interblock", "7.7.6")
@pytest.mark.parametrize(("name", "cited"), list(CLOSING.items()))
def test_an_entry_a_second_before_the_closing_counts_and_one_a_second_after_does_not(name: str, cited: str) -> None:
    play = entered(name, {"E1": 1})
    play.at_ms = CLOSES_MS - 1000
    play.give_all(register("E2"), form("E2"))
    play.at_ms = CLOSES_MS + 1000
    refused(play.give(form("E2")), Reason.ENTRIES_CLOSED, cited, at_ms=CLOSES_MS)
    refused(play.give(register("E3")), Reason.ENTRIES_CLOSED, cited)
    assert [each.entries for each in offered(play).entrants.values()] == [1, 1]


@clause("interblock", "7.7.3")
@clause("ministar", "6.7.3")
@clause("novo-unity", "6.5.3")
@pytest.mark.parametrize(("name", "cited"), list(ELIGIBLE.items()))
def test_who_fails_a_condition_does_not_take_part_and_hears_it_in_the_words_of_the_terms(name: str, cited: str) -> None:
    play = running(name, by_form(conditions=("is eighteen or older", MEMBER)))
    play.give_all(commit())
    refused(play.give(register("E1", meets=("is eighteen or older",))), Reason.NOT_ELIGIBLE, cited, condition=MEMBER)
    play.give_all(register("E1", meets=(MEMBER, "is eighteen or older")))
    assert entrant(play).meets == (MEMBER, "is eighteen or older")


@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_who_is_registered_is_told_apart_and_can_be_reached(name: str) -> None:
    play = entered(name, {"E1": 1})
    refused(play.give(register("E1")), Reason.ALREADY_THERE, ELIGIBLE[name], entrant="E1")
    refused(play.give(register("E/2")), Reason.NOT_A_NUMBER, ELIGIBLE[name])
    refused(play.give(replace(register("E2"), contact=" ")), Reason.NOT_SAID, ELIGIBLE[name])
    refused(play.give(replace(register("E2"), name="")), Reason.NOT_SAID, ELIGIBLE[name])
    refused(play.give(form("E9")), Reason.UNKNOWN_ENTRANT, ELIGIBLE[name], entrant="E9")
    refused(play.give(replace(register("E2"), promotion="x")), Reason.UNKNOWN_PROMOTION, promotion="x")
    assert isinstance(play.give(replace(register("E2"), role=CASHIER[0])), Refusal)


def test_people_register_once_the_terms_can_be_read_and_enter_once_it_runs() -> None:
    play = filed("ministar", by_form())
    play.give_all(register("E1"))
    refused(play.give(form("E1")), Reason.WRONG_STAGE, "6.1", stage="filed")
    drafted = running("ministar", by_form())
    refused(drafted.give(form("E1")), Reason.UNKNOWN_ENTRANT, "6.7.3")


@clause("ministar", "6.7.1")
@clause("interblock", "7.7.1")
@pytest.mark.parametrize(("name", "manner"), [("ministar", "6.7.1"), ("interblock", "7.7.1")])
def test_nothing_is_entered_before_the_house_is_bound_to_its_secret(name: str, manner: str) -> None:
    play = running(name, by_form())
    play.give_all(register("E1"))
    refused(play.give(form("E1")), Reason.NOT_COMMITTED, manner)
    play.give_all(commit(), form("E1", 3))
    refused(play.give(form("E1", 0)), Reason.NO_AMOUNT, manner)
    refused(play.give(form("E1", 1001)), Reason.ABOVE_MAXIMUM, manner)
    by_play = running(name, whole_terms())
    by_play.give_all(commit(), register("E1"))
    refused(by_play.give(form("E1")), Reason.NOT_OFFERED, manner)
    wagered = running(name, by_form(qualifying_wager=cents(500)))
    wagered.give_all(commit(), register("E1"))
    refused(wagered.give(form("E1")), Reason.NOT_QUALIFIED, QUALIFYING[name])


@clause("interblock", "7.7.4")
@clause("ministar", "6.7.4")
@clause("novo-unity", "6.5.4")
@pytest.mark.parametrize("name", list(QUALIFYING))
def test_a_wager_counts_that_stood_in_settlement_and_is_not_below_the_terms(name: str) -> None:
    play = played(name)
    spin(play, "19.00")
    assert (entrant(play).entries, entrant(play).best, entrant(play).counted) == (0, cents(1900), ZERO)
    spin(play, "20.00")
    found = play.event(EntriesEarned)
    assert (found.clause, found.earned[0].entries) == (QUALIFYING[name], 1)
    assert (entrant(play).entries, entrant(play).best, entrant(play).counted) == (1, cents(2000), cents(2000))


@clause("interblock", "7.7.4")
def test_what_is_returned_at_the_close_brings_no_entry() -> None:
    play = running("interblock", whole_terms(qualifying_wager=cents(2000)), opened=True)
    play.give_all(commit(), register("E1"))
    play.say("""
        limit straight min 25.00
        launch opposite
        drop
        rest 0
        note t1 100.00
    """)
    play.give_all(seat("t1", "E1"))
    play.say("place t1 straight:17 20.00 \n launch opposite \n drop \n rest 17")
    assert play.meter("t1") == cents(10_000), "below the minimum it came back"
    assert entrant(play).entries == 0
    spin(play, "20.00")
    assert entrant(play).entries == 1


@clause("ministar", "6.7.4")
@clause("interblock", "7.7.4")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_turnover_earns_by_what_was_settled_and_the_rest_is_carried(name: str) -> None:
    play = played(name, earns="turnover", turnover_per_entry=cents(5000), qualifying_wager=cents(1000))
    spin(play, "30.00")
    assert (entrant(play).entries, entrant(play).carried) == (0, cents(3000))
    spin(play, "45.00", outcome="0")
    assert (entrant(play).entries, entrant(play).carried) == (1, cents(2500))
    spin(play, "9.00", outcome="0")
    assert (entrant(play).carried, entrant(play).counted) == (cents(2500), cents(7500)), "below the wager of the terms"


@clause("ministar", "6.7.4")
@clause("interblock", "7.7.4")
@pytest.mark.parametrize("earning", [{"earns": "round"}, {"earns": "turnover", "turnover_per_entry": cents(2000)}])
def test_what_is_void_later_is_struck_off_and_never_more_than_was_there(earning: dict[str, object]) -> None:
    play = played("ministar", **earning)
    spin(play, "20.00")
    number = next(iter(play.table.past))
    assert entrant(play).entries == 1
    play.give_all(void(number))
    (line,) = play.event(EntriesEarned).earned
    assert (line.entries, line.counted, line.carried) == (-1, -cents(2000), ZERO)
    assert (entrant(play).entries, entrant(play).best, entrant(play).counted) == (0, ZERO, ZERO)


def test_once_the_draw_was_called_entries_stay_as_they_are() -> None:
    play = played("ministar", entries_close_ms=STARTS_MS + HOUR_MS, award_from_ms=STARTS_MS + HOUR_MS + 1)
    spin(play, "20.00")
    number = next(iter(play.table.past))
    play.at_ms = STARTS_MS + 2 * HOUR_MS
    play.give_all(ask.CallDraw(*OPERATOR, NAME))
    play.give_all(void(number))
    assert not play.events(EntriesEarned)
    assert offered(play).called == (("E1", 1),)


def test_play_after_the_closing_or_while_it_is_postponed_brings_nothing() -> None:
    play = played("ministar", entries_close_ms=STARTS_MS + HOUR_MS)
    play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "somebody forged entries"))
    spin(play, "20.00")
    assert entrant(play).entries == 0
    refused(play.give(register("E2")), Reason.POSTPONED, "6.12")
    play.give_all(ask.ValidatePromotion(*OPERATOR, NAME, "all of them were checked"))
    spin(play, "20.00")
    assert entrant(play).entries == 1
    play.at_ms = STARTS_MS + HOUR_MS + 1000
    spin(play, "20.00")
    assert entrant(play).entries == 1


def test_one_entrant_sits_at_a_terminal_and_may_sit_at_several() -> None:
    play = played("ministar")
    play.give_all(register("E2"), seat("t2", "E1"))
    refused(play.give(seat("t1", "E2")), Reason.ALREADY_THERE, "6.7.4", entrant="E1")
    refused(play.give(seat("t3", "E2")), Reason.NO_ACCOUNT, "6.7.4")
    refused(play.give(seat("t9", "E2")), Reason.UNKNOWN_TERMINAL)
    refused(play.give(seat("t3")), Reason.NOTHING_THERE, "6.7.4")
    play.say("place t1 red 20.00 \n place t2 red 20.00 \n launch opposite \n drop \n rest 17")
    assert entrant(play).entries == 2
    play.give_all(seat("t1"), seat("t1", "E2"))
    play.say("place t1 red 20.00 \n place t2 red 20.00 \n launch opposite \n drop \n rest 17")
    assert (entrant(play).entries, entrant(play, "E2").entries) == (3, 1)


def test_a_seat_ends_with_the_stay_and_goes_on_with_the_own_ticket() -> None:
    """A new player earns nothing for another; who comes back with the own ticket is still the same."""
    play = played("ministar")
    play.say("collect t1 as first \n printed t1 first")
    play.at_ms += 60_000
    play.give_all(ask.InsertTicket("t1", "first"))
    spin(play, "20.00", outcome="0")
    assert entrant(play).entries == 1
    play.say("collect t1 as second \n printed t1 second")
    play.at_ms += 60_000
    play.say("note t1 50.00")
    spin(play, "20.00")
    assert entrant(play).entries == 1, "it was somebody else's note"
    play.give_all(seat("t1", "E1"))
    spin(play, "20.00")
    assert entrant(play).entries == 2


def test_held_wagers_count_for_who_laid_them_when_they_are_settled() -> None:
    play = played("ministar")
    play.say("place t1 red 20.00 \n launch opposite")
    play.give_all(ask.OpenCase(*MANAGER, "t1", "it shows nothing"))
    play.say("close sensor \n rest 17")
    assert entrant(play).entries == 0, "they are held"
    play.give_all(seat("t1"), ask.Reconstruct(*MANAGER, "t1", confirmed=True, why="by its own record"))
    assert entrant(play).entries == 1


@clause("ministar", "1.1.promotional-prize", "6.1")
@clause("interblock", "7.1")
@clause("novo-unity", "6.1")
@pytest.mark.parametrize("name", list(QUALIFYING))
def test_the_same_rounds_settle_the_same_with_a_promotion_and_without(name: str) -> None:
    def settled(play: Play) -> list[RoundSettled]:
        found = []
        for outcome, stake in (("17", "20.00"), ("0", "21.50"), ("32", "30.00")):
            spin(play, stake, outcome)
            found.append(play.event(RoundSettled))
        return found

    plain = open_site(name)
    plain.at_ms = STARTS_MS
    plain.say("note t1 100.00 \n note t2 100.00")
    promoted = played(name)
    assert settled(promoted) == settled(plain)
    assert entrant(promoted).entries == 3
    # Entries are not money: the books are the same, and nothing of a promotion is in them.
    assert promoted.floor.ledger.accounts == plain.floor.ledger.accounts


def test_amended_terms_are_those_that_count() -> None:
    terms = whole_terms(qualifying_wager=cents(2000))
    other = replace(terms, qualifying_wager=cents(1000))
    play = played("ministar")
    play.give_all(approve(other), amend(play, other))
    spin(play, "10.00")
    assert entrant(play).entries == 1


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_settled_and_void_turnover_is_all_there_in_entries_and_rest(seed: int) -> None:
    chance, per = Random(seed), cents(1500)
    play = played("ministar", earns="turnover", turnover_per_entry=per, qualifying_wager=cents(1000))
    play.give_all(seat("t2", "E1"))
    play.say("note t1 100.00 \n note t1 100.00 \n note t2 100.00 \n note t2 100.00")
    for _ in range(8):
        for terminal in ("t1", "t2"):
            play.say(f"place {terminal} red {chance.randrange(5, 25)}.{chance.randrange(2) * 50:02}")
        play.say(f"launch opposite \n drop \n rest {chance.choice(('17', '32', '0'))}")
        settled = [number for number, round_ in play.table.past.items() if round_.results]
        if settled and chance.random() < 0.4:
            play.give(void(chance.choice(settled)))
        found = entrant(play)
        assert found.counted == per * found.entries + found.carried
        assert found.entries >= 0
        assert ZERO <= found.carried < per
    assert entrant(play).entries > 0


def test_what_one_decision_settles_several_times_is_counted_one_after_the_other() -> None:
    play = played("ministar", earns="turnover", turnover_per_entry=cents(5000), qualifying_wager=ZERO)
    play.give_all(seat("t2", "E1"))
    first, second = (Turnover(TABLE, 1, "17", ((terminal, cents(3000)),)) for terminal in ("t1", "t2"))
    told = tuple(earned(play.floor, first, play.at_ms))
    assert [(line.entries, line.carried) for line in told[0].earned] == [(0, cents(3000))]
    (later,) = earned(play.floor, second, play.at_ms, told)
    assert [(line.entries, line.carried) for line in later.earned] == [(1, cents(1000))]
    back = Turnover(TABLE, 1, "", (("t1", -cents(3000)), ("t2", -cents(3000))))
    (struck,) = earned(play.floor, back, play.at_ms, (*told, later))
    assert [(line.entries, line.carried) for line in struck.earned] == [(-1, cents(3000)), (0, ZERO)]


CLOSED_EARLY = {"entries_close_ms": STARTS_MS + HOUR_MS, "award_from_ms": STARTS_MS + 2 * HOUR_MS}
HELD = """
    place t1 red 20.00
    launch opposite
"""


@clause("ministar", "6.7.6", "6.12")
@clause("interblock", "7.7.6", "7.12")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
@pytest.mark.parametrize("postponed", [True, False])
def test_what_is_settled_after_the_closing_or_while_it_is_postponed_brings_nothing(
    name: str, *, postponed: bool
) -> None:
    play = played(name, **CLOSED_EARLY)
    play.say(HELD)
    play.give_all(ask.OpenCase(*MANAGER, "t1", "it shows nothing"))
    play.say("close sensor \n rest 17")
    if postponed:
        play.give_all(ask.PostponePromotion(*OPERATOR, NAME, "a forged form"))
    else:
        play.at_ms = STARTS_MS + HOUR_MS + 1
    play.give_all(ask.Reconstruct(*MANAGER, "t1", confirmed=True, why="by its own record"))
    assert (entrant(play).entries, entrant(play).counted, entrant(play).best) == (0, ZERO, ZERO)


@clause("ministar", "6.7.6")
def test_what_is_void_after_the_closing_is_struck_off_and_what_comes_back_then_is_not_counted() -> None:
    play = played("ministar", earns="turnover", turnover_per_entry=cents(1000), qualifying_wager=ZERO, **CLOSED_EARLY)
    round_ = play.round.number
    spin(play, "30.00")
    assert entrant(play).entries == 3
    late = STARTS_MS + HOUR_MS + 1

    def then(change: int, left: int) -> Turnover:
        return Turnover(TABLE, round_, "17", (("t1", cents(change)),), "t1", cents(left))

    assert list(earned(play.floor, then(500, 3500), late)) == []
    # Of what was never counted nothing is struck off.
    assert list(earned(play.floor, then(-500, 3000), late)) == []
    (struck,) = earned(play.floor, then(-1500, 2000), late)
    assert [(line.entries, line.counted) for line in struck.earned] == [(-1, cents(-1000))]
    play.give_all(void(round_))
    assert entrant(play).entries == 0


@clause("ministar", "6.7.7", "6.9.1")
def test_where_it_starts_later_by_other_terms_nothing_counts_until_then() -> None:
    play = played("ministar")
    day = 24 * HOUR_MS
    times = {"starts_ms": 1, "entries_close_ms": 2, "award_from_ms": 3, "award_until_ms": 4, "ends_ms": 4}
    terms = replace(offered(play).terms, **{name: STARTS_MS + days * day for name, days in times.items()})
    play.give_all(approve(terms), amend(play, terms))
    spin(play, "20.00")
    assert entrant(play).entries == 0
    play.at_ms = STARTS_MS + day
    spin(play, "20.00")
    assert entrant(play).entries == 1
    by_hand = entered("ministar", {"E1": 1})
    forms = replace(offered(by_hand).terms, starts_ms=STARTS_MS + day)
    by_hand.give_all(approve(forms), amend(by_hand, forms))
    refused(by_hand.give(form("E1")), Reason.TOO_EARLY, "6.7.7", from_ms=STARTS_MS + day)


@clause("ministar", "6.7.4")
@pytest.mark.parametrize(("closed", "entries"), [(False, 1), (True, 0)])
def test_who_is_seated_plays_in_the_rounds_that_take_wagers_then(*, closed: bool, entries: int) -> None:
    play = played("ministar")
    play.give_all(seat("t1"))
    play.say(HELD)
    if closed:
        play.say("close sensor")
    play.give_all(seat("t1", "E1"))
    if not closed:
        play.say("close sensor")
    play.say("rest 17")
    assert entrant(play).entries == entries
    spin(play, "20.00")
    assert entrant(play).entries == entries + 1
