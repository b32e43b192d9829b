"""Whoever takes part in a promotion sees it at the terminal: the number and the entries, and nobody else's."""

from __future__ import annotations

from msgspec import json

from openetg.floor.promotions.entrant_views import OwnEntries
from openetg.floor.rounds.views import own_view
from openetg.money import ZERO, cents
from tests.entrants import seat
from tests.marks import clause
from tests.one_table import Play
from tests.promotions import NAME
from tests.unit.floor.promotions.test_entries import played, spin


def seen(play: Play, terminal: str = "t1") -> tuple[OwnEntries, ...]:
    return own_view(play.floor, terminal).entries


@clause("ministar", "6.7.4")
def test_the_player_sees_the_number_the_entries_and_what_the_next_one_takes() -> None:
    play = played("ministar", earns="turnover", turnover_per_entry=cents(5000), qualifying_wager=cents(1000))
    assert seen(play) == (OwnEntries(NAME, "E1", 0, cents(5000)),)
    assert seen(play, "t2") == (), "nobody else is told"
    spin(play, "45.00")
    assert seen(play) == (OwnEntries(NAME, "E1", 0, cents(1000)),), "5.00 are missing, and no round below 10.00 counts"
    spin(play, "10.00", outcome="0")
    assert seen(play) == (OwnEntries(NAME, "E1", 1, cents(4500)),)
    name = play.floor.promotions.offered[NAME].entrants["E1"].name
    assert name
    assert name.encode() not in json.encode(own_view(play.floor, "t1"))


def test_where_a_round_is_an_entry_no_amount_brings_one() -> None:
    play = played("ministar")
    assert seen(play) == (OwnEntries(NAME, "E1", 0, ZERO),)
    spin(play, "20.00")
    assert seen(play) == (OwnEntries(NAME, "E1", 1, ZERO),)


def test_it_ends_with_the_seat_and_with_the_stay() -> None:
    play = played("ministar")
    play.give_all(seat("t1", ""))
    assert seen(play) == ()
    play.give_all(seat("t1", "E1"))
    assert seen(play) != ()
    play.say("collect t1 as first \n printed t1 first")
    assert seen(play) == (), "whoever plays next is somebody else"
