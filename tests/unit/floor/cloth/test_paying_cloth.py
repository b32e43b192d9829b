"""Paying a cloth: what wins, what rides, the dealer's steps, release, voids and corrections."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Refusal
from openetg.floor.premises.founding import in_order
from openetg.floor.state import Phase
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer, OddsSource
from tests.marks import clause
from tests.one_table import Play, found
from tests.payout_notation import playable
from tests.scripts import run_script

MARKER = """
    rulebook adelaide roulette
    buy P1 100.00
    bets
    special P1 neighbours:0 5.00
    expect accepted 25.00
    close
"""


@clause("adelaide", "6(j)")
def test_a_winning_button_puts_a_fifth_on_the_number() -> None:
    run_script(
        MARKER
        + """
        expect spot P1 neighbours:0 25.00
        expect spot P1 straight:26 0.00
        rest 26
        expect cites 6(j)
        expect win P1 175.00
        expect chips P1 250.00
        expect spot P1 straight:26 5.00
        expect spot P1 neighbours:0 0.00
        expect staked P1 5.00
        expect balanced
    """
    )


@clause("adelaide", "6(j)")
def test_a_losing_button_is_taken_whole() -> None:
    run_script(
        MARKER
        + """
        rest 19
        expect win P1 0.00
        expect chips P1 75.00
        expect staked P1 0.00
    """
    )


@clause("adelaide", "6(j)")
def test_a_button_takes_only_what_its_five_numbers_can_share() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        lay P1 neighbours:0 12.52 block
        expect refused OFF_STEP 6(j)
        lay P1 neighbours:0 12.50 block
        expect accepted 12.50
        take P1 neighbours:0 0.01
        expect refused OFF_STEP 6(j)
        close
        rest 0
        expect win P1 87.50
        expect spot P1 straight:0 2.50
    """)


@clause("adelaide", "6(j)")
def test_wagers_are_settled_where_they_lie() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        place P1 split:1-2 5.00
        move P1 split:1-2 straight:2 5.00
        close
        rest 1
        expect chips P1 95.00
        expect staked P1 0.00
    """)


@pytest.mark.parametrize(
    ("wager", "outcome", "won"),
    [
        ("straight:0", "0", "350.00"),
        ("split:0-1", "1", "170.00"),
        ("street:0-1-2", "0", "110.00"),
        ("corner:0-1-2-3", "3", "80.00"),
        ("sixline:1-6", "6", "50.00"),
        ("column:1", "34", "20.00"),
        ("dozen:3", "25", "20.00"),
        ("black", "2", "10.00"),
        ("red", "0", "0.00"),
    ],
)
@clause("adelaide", "8(a)")
def test_the_cloth_pays_the_printed_odds(wager: str, outcome: str, won: str) -> None:
    names = playable("adelaide").games["roulette"].wagers
    found = wager if wager in names else next(name for name in names if name.startswith(wager.partition("-")[0]))
    run = run_script(f"""
        rulebook adelaide roulette
        buy P1 10.00
        bets
        place P1 {found} 10.00
        close
        rest {outcome}
        expect win P1 {won}
        expect chips P1 {won}
    """)
    assert run.stage.rulebook.games.roulette is not None
    assert run.stage.rulebook.games.roulette.odds.policy is OddsSource.PRINTED


STEPS = """
    rulebook adelaide roulette
    terminal T1
    note T1 50.00
    buy P1 100.00
    bets
    place T1 red 10.00
    place P1 red 10.00
    place P1 straight:1 5.00
    finish
    close
    rest 1
"""


@clause("adelaide", "9(d)")
def test_the_dolly_stands_on_the_number_on_record() -> None:
    run_script(
        STEPS
        + """
        dolly dealer 2
        expect refused OTHER_OUTCOME 9(d)
        dolly dealer 1
        expect cites 9(d)
        dolly dealer 1
        expect refused OUT_OF_ORDER 9(e)
        collect-losers dealer
        pay-winners dealer
        expect phase SETTLED
    """
    )


@clause("adelaide", "9(e)")
def test_dolly_then_losers_then_winners() -> None:
    run_script(
        STEPS
        + """
        pay-winners dealer
        expect refused OUT_OF_ORDER 9(e)
        collect-losers dealer
        expect refused OUT_OF_ORDER 9(e)
        dolly dealer 1
        expect phase CLOSED
        pay-winners dealer
        expect refused OUT_OF_ORDER 9(e)
        collect-losers dealer
        expect cites 9(e)
        collect-losers dealer
        expect refused OUT_OF_ORDER 9(e)
        dolly dealer 1
        expect refused OUT_OF_ORDER 9(e)
        pay-winners dealer
        expect chips P1 270.00
        expect phase SETTLED
        dolly dealer 1
        expect refused WRONG_PHASE 9(e)
    """
    )


@clause("adelaide", "9(f)")
def test_terminals_are_paid_while_the_cloth_waits() -> None:
    run_script(
        STEPS
        + """
        expect meter T1 60.00
        expect win T1 10.00
        expect phase CLOSED
        expect chips P1 85.00
        expect staked P1 15.00
        dolly dealer 1
        expect meter T1 60.00
        collect-losers dealer
        pay-winners dealer
        expect meter T1 60.00
        expect chips P1 270.00
        expect phase SETTLED
    """
    )


TOUCHING = """
    rulebook adelaide roulette
    buy P1 100.00
    buy P2 100.00
    bets
    place P1 red 10.00
    place P2 red 20.00
    place P1 straight:1 5.00
    place P1 black 5.00
    close
    rest 1
    dolly dealer 1
    take P1 red 10.00
    expect refused NOT_RELEASED 12(c)
    collect-losers dealer
    take P1 red 10.00
    expect refused NOT_RELEASED 12(c)
    take P1 black 5.00
    expect refused NOT_RELEASED 12(c)
    take P1 straight:1 5.00
    expect refused NOT_RELEASED 12(d)
"""


@clause("adelaide", "12(c)")
def test_outside_wagers_are_free_once_their_spot_is_paid() -> None:
    run = run_script(
        TOUCHING
        + """
        pay-winners dealer black
        expect refused NOTHING_THERE 12(c)
        pay-winners dealer straight:1
        expect refused OUT_OF_ORDER 9(e)
        pay-winners dealer red
        expect cites 12(c)
        expect win P1 10.00
        expect chips P1 90.00
        expect chips P2 100.00
        pay-winners dealer red
        expect refused NOTHING_THERE 12(c)
        take P1 red 10.00
        expect chips P1 100.00
        take P1 straight:1 5.00
        expect refused NOT_RELEASED 12(d)
        move P1 straight:1 red 5.00
        expect refused NOT_RELEASED 12(d)
        pay-winners dealer
        expect win P1 185.00
        expect chips P1 275.00
        expect spot P1 red 0.00
        expect spot P2 red 20.00
        expect balanced
    """
    )
    assert run.stage.table.cloth.touches == {"P1": 6}


@clause("adelaide", "12(d)")
def test_other_wagers_are_free_when_all_is_paid_and_early_touches_are_counted() -> None:
    run = run_script(
        TOUCHING
        + """
        pay-winners dealer
        expect cites 12(d)
        take P1 straight:1 5.00
        expect chips P1 270.00
    """
    )
    assert run.stage.table.cloth.touches == {"P1": 4}
    run.stage.restart()
    assert run.stage.table.cloth.touches == {"P1": 4}


@clause("adelaide", "12(d)")
def test_wagers_are_refused_after_two_touches_but_not_after_one() -> None:
    begin = """
        rulebook adelaide roulette
        buy P1 100.00
        bets
        place P1 straight:1 5.00
        close
        rest 1
        dolly dealer 1
        take P1 straight:1 5.00
        expect refused NOT_RELEASED 12(d)
    """
    run_script(
        begin
        + """
        collect-losers dealer
        pay-winners dealer
        refuse-wagers pit_boss P1 "reached over"
        expect refused 12(d)
        bets
        place P1 red 5.00
        expect accepted 5.00
    """
    )
    run_script(
        begin
        + """
        take P1 straight:1 5.00
        expect refused NOT_RELEASED 12(d)
        collect-losers dealer
        pay-winners dealer
        refuse-wagers dealer P1 "reached over"
        expect refused NO_POWER 12(d)
        refuse-wagers pit_boss P1 "reached over"
        expect cites 12(d)
        bets
        place P1 red 5.00
        expect refused 12(d)
    """
    )


@clause("adelaide", "12(c)", "12(d)")
def test_touches_recorded_as_breaches_count_alike_and_void_no_wager() -> None:
    run_script("""
        rulebook adelaide roulette
        buy P1 100.00
        bets
        place P1 red 5.00
        breach dealer P1 12(c) "touched red"
        refuse-wagers pit_boss P1 "reaches over"
        expect refused 12(d)
        breach dealer P1 12(c) "touched red again"
        void-wagers pit_boss P1 "reaches over"
        expect refused NO_POWER 12(d)
        expect staked P1 5.00
        refuse-wagers pit_boss P1 "reaches over"
        expect cites 12(d)
        place P1 red 5.00
        expect refused WAGERS_REFUSED 12(d)
    """)


@clause("money-wheel", "7.1", "7.2")
def test_the_symbol_that_the_indicator_shows_wins_where_the_chips_lie() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        buy P1 100.00
        buy P2 100.00
        bets
        place P1 d 5.00
        place P1 a 5.00
        place P2 a 10.00
        move P2 a e 10.00
        close
        spin
        rest d
        expect cites 7.1
        expect cites 7.2
        expect phase SETTLED
        expect outcome d
        expect win P1 55.00
        expect chips P1 150.00
        expect chips P2 90.00
    """)


@pytest.mark.parametrize(
    ("symbol", "chips"),
    [
        ("a", "110.00"),
        ("b", "130.00"),
        ("c", "150.00"),
        ("d", "210.00"),
        ("e", "330.00"),
        ("f", "570.00"),
        ("g", "570.00"),
    ],
)
@clause("money-wheel", "6.1")
def test_the_money_wheel_pays_the_printed_odds_and_gives_the_wager_back(symbol: str, chips: str) -> None:
    run = run_script(f"""
        rulebook money-wheel money-wheel
        buy P1 100.00
        bets
        place P1 {symbol} 10.00
        close
        rest {symbol}
        expect cites 6.1
        expect chips P1 {chips}
        expect staked P1 0.00
    """)
    assert run.stage.rulebook.games.named()["money-wheel"].odds.policy is OddsSource.PRINTED


@clause("money-wheel", "7.1")
def test_a_reading_that_was_missed_is_entered_and_a_wrong_one_corrected() -> None:
    run_script("""
        rulebook money-wheel money-wheel
        buy P1 100.00
        bets
        place P1 a 10.00
        close
        spin
        rest unread
        expect cites 7.1
        expect phase HELD
        expect chips P1 90.00
        enter dealer a
        expect chips P1 110.00
        correct dealer b "misread"
        expect refused NO_POWER 7.1
        correct act_gambling_and_racing_commission b "misread"
        expect refused NO_POWER 7.1
        correct casino_supervisor b "misread"
        expect chips P1 90.00
        expect outcome b
    """)


@clause("money-wheel", "A:round_of_play")
def test_a_round_begins_with_the_announcement_and_ends_with_the_last_payout() -> None:
    book = playable("money-wheel").rulebook
    play = Play(*found(*in_order(book, "A", "live")))
    dealer = ("dealer", "dealer-A")
    lay = ask.PlaceOnCloth(*dealer, "A", "P1", "symbol:a", cents(500))
    give(play, ask.OpenTable("A"), ask.ReportReady("A"), ask.TakePlace("P1", "A"))
    give(play, ask.BuyChips(*dealer, "A", "P1", cents(10_000)))
    assert play.table.round is None
    refused = play.give(lay)
    assert isinstance(refused, Refusal)
    assert refused.clause == "A:round_of_play"
    opening = ask.OpenRound(*dealer, "A")
    for number in (1, 2):
        give(play, opening)
        assert play.round.number == number
        give(play, lay)
        again = play.give(opening)
        assert isinstance(again, Refusal)
        assert again.clause == "A:round_of_play"
        give(play, ask.CloseWagers("A", Closer.DEALER, None, *dealer), ask.SpinWheel(*dealer, "A"))
        give(play, ask.ReportLaunch("A", play.round.spin), ask.RecordOutcome("A", play.round.spin, "a"))
        assert play.round.number == number
        assert play.round.phase is Phase.SETTLED
        give(play, ask.MarkDolly(*dealer, "A", "a"))
        between = play.give(lay)
        assert isinstance(between, Refusal)
        assert between.clause == "A:round_of_play"


def give(play: Play, *wishes: AnyCommand) -> None:
    for wish in wishes:
        verdict = play.give(wish)
        assert not isinstance(verdict, Refusal), (wish, verdict)
