"""What a void gives back, apart from why it is void: wagers that came back before are not returned twice."""

from __future__ import annotations

from openetg.floor.core.ledger import Transfer, forfeited_of, meter_of, play_of
from openetg.floor.rounds.settling import VoidGround, void_round
from openetg.money import cents
from tests.one_table import TABLE, Play, play

GROUND = VoidGround("fire", "9.9.1", ("9.10",))


def laid() -> Play:
    return play("interblock", """
        open-table by-itself
        ready
        note t1 100.00
        note t2 100.00
        place t1 red 10.00
        place t1 black 3.00
        place t2 low 7.00
    """)  # fmt: skip


def test_every_wager_comes_back_once() -> None:
    table = laid()
    voided = void_round(table.floor, table.table, table.round, GROUND)
    assert (voided.cause, voided.clause, voided.also, voided.forfeited) == ("fire", "9.9.1", ("9.10",), ())
    assert voided.transfers == (
        Transfer(play_of(TABLE, "t1"), meter_of("t1"), cents(1_300)),
        Transfer(play_of(TABLE, "t2"), meter_of("t2"), cents(700)),
    )


def test_what_came_back_in_the_same_decision_is_left_out() -> None:
    table = laid()
    gone = [Transfer(play_of(TABLE, "t1"), meter_of("t1"), cents(amount)) for amount in (100, 200)]
    gone.append(Transfer(play_of(TABLE, "t2"), meter_of("t2"), cents(700)))
    voided = void_round(table.floor, table.table, table.round, GROUND, returned=gone)
    assert voided.transfers == (Transfer(play_of(TABLE, "t1"), meter_of("t1"), cents(1_000)),)


def test_a_forfeited_wager_goes_to_the_house_and_is_named() -> None:
    table = laid()
    voided = void_round(table.floor, table.table, table.round, GROUND, forfeit={"t1"})
    assert voided.forfeited == ("t1",)
    assert set(voided.transfers) == {
        Transfer(play_of(TABLE, "t1"), forfeited_of(TABLE), cents(1_300)),
        Transfer(play_of(TABLE, "t2"), meter_of("t2"), cents(700)),
    }
