"""Partners have one maximum between them: refused when it is laid, cut off when it is found at the close."""

from __future__ import annotations

from tests.marks import clause
from tests.scripts import run_script


@clause("adelaide", "12(e):partnerships")
def test_partners_have_one_maximum_between_them() -> None:
    run_script("""
        rulebook adelaide roulette
        limit any max 100.00
        buy P1 1000.00
        buy P2 1000.00
        buy P3 1000.00
        partners dealer "share a purse" P1 P2
        expect refused NO_POWER 12(e):partnerships
        partners authorised_officer "share a purse" P1 P2
        expect refused NO_POWER 12(e):partnerships
        partners pit_boss " " P1 P2
        expect refused NO_REASON_GIVEN 12(e):partnerships
        partners pit_boss "share a purse" P1 P1
        expect refused TOO_FEW_PERSONS 12(e):partnerships
        partners pit_boss "share a purse" P1 P2
        expect cites 12(e):partnerships
        partners pit_boss "share a purse" P2 P3
        expect refused ALREADY_THERE 12(e):partnerships
        bets
        place P1 straight:17 100.00
        place P2 straight:17 0.01
        expect refused PARTNERS_ABOVE_MAXIMUM 12(e):partnerships
        place P2 straight:18 100.00
        place P3 straight:17 100.00
        expect accepted 100.00
    """)


@clause("adelaide", "12(e):partnerships")
def test_what_partners_have_too_much_at_the_close_is_cut_off_latest_first() -> None:
    run_script("""
        rulebook adelaide roulette
        limit any max 100.00
        buy P1 1000.00
        buy P2 1000.00
        bets
        place P1 red 50.00
        place P2 red 60.00
        place P1 red 40.00
        place P2 straight:17 100.00
        partners pit_boss "share a purse" P1 P2
        close
        rest 1
        expect cites 12(e):partnerships
        expect win P1 50.00
        expect win P2 50.00
        expect chips P1 1000.00
        expect spot P1 red 50.00
        expect chips P2 900.00
        expect spot P2 red 50.00
        bets
        place P2 red 5.00
        expect refused PARTNERS_ABOVE_MAXIMUM 12(e):partnerships
    """)


@clause("adelaide", "12(e):partnerships")
def test_a_partner_found_at_the_close_at_the_maximum_beside_another_gets_it_all_back() -> None:
    run_script("""
        rulebook adelaide roulette
        limit any max 100.00
        buy P1 100.00
        buy P2 100.00
        bets
        place P1 straight:17 100.00
        place P2 straight:17 100.00
        partners pit_boss "share a purse" P1 P2
        close
        rest 18
        expect chips P1 0.00
        expect chips P2 100.00
    """)


@clause("adelaide", "12(e):partnerships")
def test_chips_that_ride_were_there_first_and_strangers_are_not_touched() -> None:
    run_script("""
        rulebook adelaide roulette
        limit any max 100.00
        buy P1 1000.00
        buy P2 1000.00
        buy P3 1000.00
        bets
        place P1 red 80.00
        place P2 red 90.00
        close
        rest 1
        bets
        place P1 red 10.00
        place P3 red 100.00
        partners pit_boss "share a purse" P1 P2
        close
        rest 1
        expect win P1 80.00
        expect win P2 20.00
        expect win P3 100.00
        expect spot P1 red 80.00
        expect spot P2 red 20.00
    """)
