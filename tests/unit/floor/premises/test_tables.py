"""Kinds of table: live with cloth and terminals, stand alone with terminals, and one close for both."""

from __future__ import annotations

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import AdoptRulebook, RecordEquipment, RegisterTable, SetEffect
from openetg.floor.core.refusals import Reason
from openetg.floor.events import RoundOpened, TerminalRegistered
from openetg.floor.pipeline import decide
from openetg.floor.premises.founding import still_to_do
from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.floor.rounds.views import layout_view
from openetg.floor.state import Floor
from openetg.games.paytable import kind_of
from openetg.money import cents
from openetg.rulebook.schema.policies import Channel
from tests.marks import clause
from tests.one_table import NOTES, TABLE, TERMINALS
from tests.payout_notation import playable
from tests.scripts import run_script
from tests.sites import book_of, open_site, refused, site, steps


@clause("adelaide", "2", "3", "5.2(b)")
def test_adelaide_cloth_and_screen_show_the_same_betting_places() -> None:
    game = playable("adelaide").games["roulette"]
    on = {
        channel: {wager.name for wager in game.wagers.values() if wager.channels is None or channel in wager.channels}
        for channel in Channel
    }
    marked = on[Channel.CLOTH] - on[Channel.TERMINAL]
    assert {kind_of(name) for name in marked} == {"neighbours"}, "the block for markers is on the cloth alone"
    assert on[Channel.TERMINAL] == on[Channel.CLOTH] - marked == set(game.spots)
    view = layout_view(site("adelaide").floor, site("adelaide").table)
    assert view.zeros == ("0",)
    assert view.rows == tuple(tuple(str(first + place) for place in range(3)) for first in range(1, 37, 3))


@clause("adelaide", "5.3(a)", "7")
def test_adelaide_terminals_are_registered_to_a_table_and_every_bet_of_theirs_is_under_its_rules() -> None:
    play = open_site("adelaide", terminals=())
    play.give_all(ask.RegisterTerminal("t1", TABLE, NOTES))
    assert play.event(TerminalRegistered).table == TABLE
    assert play.table.terminals == ["t1"]
    play.say("note t1 20.00 \n place t1 red 5.00")
    assert play.round.rulebook == rulebook_hash(book_of("adelaide"))
    assert play.round.wagers["t1"]


@clause("adelaide", "5.6(a)", "7", "7(a)")
def test_adelaide_one_close_and_one_number_serve_cloth_and_terminals() -> None:
    run_script("""
        rulebook adelaide roulette
        table live
        player P1
        buy P1 100.00
        note T1 50.00
        bets
        place P1 red 10.00
        place T1 red 10.00
        finish
        spin
        close dealer
        place P1 black 10.00
        expect refused AFTER_CLOSE 6(i)
        place T1 black 10.00
        expect refused AFTER_CLOSE 7(h)iii
        rest 3
        expect meter T1 60.00
        expect chips P1 100.00
        expect balanced
    """)


@clause("adelaide", "5.7(a)", "7(a)")
def test_adelaide_a_stand_alone_table_takes_bets_of_terminals_and_none_on_a_cloth() -> None:
    play = open_site("adelaide", "stand-alone")
    play.say("note t1 20.00 \n place t1 red 5.00")
    marker = ask.PlaceWager("t1", TABLE, "neighbours:0", cents(100))
    refused(play.give(marker), Reason.NOT_ON_TERMINAL, "5.1(a)")
    play.give_all(ask.TakePlace("p1", TABLE))
    dealer = ("dealer", play.table.dealer)
    refused(play.give(ask.BuyChips(*dealer, TABLE, "p1", cents(2_000))), Reason.NOT_IN_RULEBOOK, "5.7(a)")
    refused(play.give(ask.PlaceOnCloth(*dealer, TABLE, "p1", "red", cents(500))), Reason.NOT_IN_RULEBOOK, "5.7(a)")


@clause("adelaide", "5.7(a)")
def test_adelaide_a_stand_alone_table_needs_a_dealer_for_the_spin() -> None:
    play = open_site("adelaide", "stand-alone")
    play.give_all(ask.SignOff("dealer", play.table.dealer, TABLE))
    refused(play.give(ask.ReportLaunch(TABLE, play.round.spin)), Reason.NOT_SIGNED_ON, "9(b)")
    device = book_of("adelaide").tables["stand-alone"].device
    assert (device.value.value, device.clause) == ("live_wheel", "5.7(a)")


@clause("adelaide", "5.6(a)")
def test_adelaide_a_live_table_has_a_wheel_that_a_dealer_spins() -> None:
    play = open_site("adelaide")
    assert play.round.number == 1
    refused(play.give(ask.ReportLaunch(TABLE, "A-0")), Reason.OTHER_SPIN, "7(g)")
    play.give_all(ask.SignOff("dealer", play.table.dealer, TABLE))
    refused(play.give(ask.ReportLaunch(TABLE, play.round.spin)), Reason.NOT_SIGNED_ON, "9(b)")


@pytest.mark.parametrize("name", ["ministar", "interblock", "novo-unity", "adelaide", "money-wheel"])
def test_what_has_been_seen_to_is_not_asked_for_again(name: str) -> None:
    for kind in book_of(name).tables:
        play = site(name, kind)
        wishes = steps(book_of(name), kind)
        assert list(still_to_do(play.floor, wishes)) == []
        assert list(still_to_do(Floor(), wishes)) == wishes


def test_a_floor_of_an_older_build_is_put_in_order() -> None:
    """Its terminals stand without devices, its rulebook without a day."""
    book = book_of("ministar")
    bare = [wish for wish in steps(book, "electronic") if isinstance(wish, AdoptRulebook | RegisterTable)]
    play = site("ministar", change=lambda step: step if step in bare else None)
    play.give_all(*(ask.RegisterTerminal(name, TABLE, NOTES) for name in TERMINALS))
    left = list(still_to_do(play.floor, steps(book, "electronic")))
    assert isinstance(left[0], SetEffect)
    assert sum(isinstance(wish, RecordEquipment) and bool(wish.terminal) for wish in left) == 2 * len(TERMINALS)
    play.give_all(*left, ask.OpenTable(TABLE), ask.ReportReady(TABLE))
    assert play.events(RoundOpened)
    assert isinstance(decide(play.floor, ask.InsertNote("t1", NOTES[0]), play.at_ms), tuple)
