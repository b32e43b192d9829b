"""Every power that the floor can ask for is somebody's or nobody's, in every rulebook, and a clause says which."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.core.authority import clause_of_power, powerless
from openetg.floor.core.refusals import Reason
from openetg.floor.events import PeriodSet
from openetg.rulebook.schema.powers import POWERS
from tests.marks import clause
from tests.one_table import TABLE
from tests.scripts import run_script
from tests.sites import KINDS, book_of, open_site, refused, site

PRIZES = {
    "configure_jackpot",
    "pay_jackpot",
    "adjust_jackpot",
    "offer_promotion",
    "file_promotion",
    "approve_promotion_change",
    "oversee_draw",
    "postpone_draw",
    "decide_promotion_dispute",
}
"""Powers over jackpots and promotions, which a rulebook without these does not know."""
WHERE_NAMED = {
    "set_wagering_period",
    "change_equipment",
    "announce_close_of_play",
    "settle_early_rest",
    "settle_device_fault",
}
"""Powers that the floor asks for only under a rulebook that names them."""
CLOTH = (
    "grant_personal_maximum",
    "arrange_personal_limits",
    "arrange_straight_only",
    "limit_neighbours",
    "require_colour_chips",
    "approve_second_colour",
    "link_partnership",
)
TERMINALS = (
    "open_terminal_case",
    "confirm_wagers",
    "void_unconfirmed_wagers",
    "withhold_meter",
    "withhold_paper",
    "review_withholding",
    "pay_by_hand",
    "redeem_paper",
    "delay_payment",
    "choose_form_of_payment",
    "ask_identification",
    "transfer_credit",
    "close_terminal",
)


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_power_of_the_floor_is_given_or_denied_by_a_clause(name: str) -> None:
    book = book_of(name)
    asked = set(POWERS) - PRIZES - WHERE_NAMED
    for kind in book.tables.values():
        without = {power for power in asked if not clause_of_power(book, power, kind.round)}
        assert without == set(), kind.game


def nobodys(name: str, power: str, cited: str) -> None:
    """Whoever asks is refused, and told by which clause."""
    play = site(name)
    for role in play.floor.rulebook_of(play.table).roles:
        refused(powerless(play.floor, play.table, power, role, role), Reason.NO_POWER, cited, role=role)
    refused(powerless(play.floor, play.table, power, "nobody", "ann"), Reason.UNKNOWN_ROLE, cited)


@clause("adelaide", "6(d)", "6(k)", "7(a)", "7(c)", "7(h)iv", "7(h)vi", "10(e)", "12(d)", "12(l)")
@pytest.mark.parametrize(
    ("power", "cited"),
    [
        ("grant_personal_maximum", "6(k)"),
        ("require_colour_chips", "6(d)"),
        ("confirm_outcome", "7(h)vi"),
        ("examine_ball", "10(e)"),
        ("vary_settlement", "7(h)iv"),
        ("limit_player", "12(d)"),
        ("service_equipment", "12(l)"),
        ("install_display", "7(c)"),
        ("offer_choice_of_wheel", "7(a)"),
    ],
)
def test_adelaide_what_nobody_may_do(power: str, cited: str) -> None:
    nobodys("adelaide", power, cited)


@clause("interblock", "1.1.player_terminal", "1.1.automated_wheel", "2.1", "8.2.4")
@pytest.mark.parametrize(
    ("power", "cited"),
    [
        *((power, "1.1.player_terminal") for power in CLOTH),
        ("run_round", "1.1.automated_wheel"),
        ("reset_after_no_spin", "8.2.4"),
        ("examine_ball", "8.2.4"),
        ("offer_choice_of_wheel", "2.1"),
    ],
)
def test_interblock_what_nobody_may_do(power: str, cited: str) -> None:
    nobodys("interblock", power, cited)


@clause("ministar", "1.1.automated-roulette-wheel", "2.4", "2.5", "2.5.1")
@pytest.mark.parametrize(
    ("power", "cited"),
    [
        *((power, "2.4") for power in CLOTH),
        ("run_round", "1.1.automated-roulette-wheel"),
        ("call_no_spin", "1.1.automated-roulette-wheel"),
        ("reset_after_no_spin", "1.1.automated-roulette-wheel"),
        ("examine_ball", "1.1.automated-roulette-wheel"),
        ("install_display", "2.5"),
        ("offer_choice_of_wheel", "2.5.1"),
    ],
)
def test_ministar_what_nobody_may_do(power: str, cited: str) -> None:
    nobodys("ministar", power, cited)


@clause("novo-unity", "2.1", "3.6", "7.1.8")
@pytest.mark.parametrize(
    ("power", "cited"),
    [*((power, "2.1") for power in CLOTH), ("reset_after_no_spin", "7.1.8"), ("install_display", "3.6")],
)
def test_novo_unity_what_nobody_may_do(power: str, cited: str) -> None:
    nobodys("novo-unity", power, cited)


@clause("money-wheel", "3.2", "3.5", "4.2", "4.4", "5.4", "7.1", "7.2", "8.1", "8.2", "10.2")
@clause("money-wheel", "A:colour_chips", "A:indicator", "A:wheel")
@pytest.mark.parametrize(
    ("power", "cited"),
    [
        *((power, "4.2") for power in TERMINALS),
        ("approve_second_colour", "A:colour_chips"),
        ("arrange_personal_limits", "3.2"),
        ("arrange_straight_only", "4.4"),
        ("limit_neighbours", "4.4"),
        ("link_partnership", "3.5"),
        ("call_no_spin", "8.1"),
        ("reset_after_no_spin", "8.1"),
        ("examine_ball", "A:wheel"),
        ("confirm_outcome", "7.1"),
        ("vary_settlement", "7.2"),
        ("declare_system_fault", "8.2"),
        ("limit_player", "10.2"),
        ("service_equipment", "5.4"),
        ("install_display", "A:indicator"),
        ("offer_choice_of_wheel", "A:wheel"),
    ],
)
def test_money_wheel_what_nobody_may_do(power: str, cited: str) -> None:
    nobodys("money-wheel", power, cited)


@clause("ministar", "2.4")
def test_ministar_play_takes_place_at_terminals_so_nobody_is_known_at_a_cloth() -> None:
    run_script("""
        rulebook ministar roulette
        leave P1
        expect refused UNKNOWN_PLAYER 2.4
    """)


@clause("adelaide", "6(k)")
@clause("money-wheel", "3.1")
@pytest.mark.parametrize(("name", "cited"), [("adelaide", "6(k)"), ("money-wheel", "3.1")])
def test_times_are_for_those_who_set_limits_where_the_rulebook_does_not_speak_of_them(name: str, cited: str) -> None:
    play = open_site(name)
    times = ask.SetPeriod("dealer", play.table.dealer, TABLE, 60_000, 30_000)
    refused(play.give(times), Reason.NO_POWER, cited)
    play.give_all(ask.SetPeriod("house" if name == "adelaide" else "casino_operator", "ann", TABLE, 60_000, 30_000))
    assert play.event(PeriodSet).clause == cited
