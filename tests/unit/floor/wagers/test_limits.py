"""Limits as data: one instrument refuses what the other takes, trims or returns at the close."""

from __future__ import annotations

import pytest

from openetg.floor.commands import SetLimits, Sign
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import WagerPlaced
from openetg.floor.rounds.views import table_view
from openetg.floor.wagers.limits import sign_for
from openetg.money import cents
from tests.marks import clause
from tests.one_table import TABLE, Play, play

ORPHANS_AT_TWO = """
        expect spot t1 straight:1 2.00
        expect spot t1 split:6-9 2.00
        expect spot t1 split:14-17 2.00
        expect spot t1 split:17-20 2.00
        expect spot t1 split:31-34 2.00
"""


@clause("ministar", "1.1.minimum-bet")
def test_below_the_minimum_is_refused() -> None:
    table = play("ministar", """
        limit any min 5.00
        open-table by-itself
        ready
        note t1 100.00
        place t1 straight:17 1.00
        expect refused BELOW_MINIMUM 1.1.minimum-bet
        place t1 straight:17 5.00
        take t1 straight:17 2.00
        expect refused BELOW_MINIMUM 1.1.minimum-bet
        expect spot t1 straight:17 5.00
        expect staked t1 5.00
        take t1 straight:17 5.00
        expect staked t1 0.00
        expect meter t1 100.00
        place t1 red 7.00
        launch opposite
        wait 30s
    """)  # fmt: skip
    assert all(held >= cents(500) for spots in table.round.wagers.values() for held in spots.values())


@clause("ministar", "1.1.maximum-bet")
def test_above_the_maximum_is_refused_spot_by_spot() -> None:
    play("ministar", """
        limit straight min 1.00 max 100.00
        open-table by-itself
        ready
        note t1 100.00
        note t1 100.00
        note t1 50.00
        place t1 straight:17 100.00
        place t1 straight:17 1.00
        expect refused ABOVE_MAXIMUM 1.1.maximum-bet
        place t1 straight:18 100.00
        place t1 neighbours:17 1.00
        expect refused ABOVE_MAXIMUM 1.1.maximum-bet
        expect spot t1 straight:17 100.00
        expect spot t1 straight:18 100.00
        expect staked t1 200.00
        expect meter t1 50.00
    """)  # fmt: skip


@clause("ministar", "3.1")
def test_the_sign_says_what_is_permitted_and_changes_with_the_round() -> None:
    table = play("ministar", """
        limit any min 5.00 max 100.00
        open-table by-itself
        ready
        note t1 100.00
        place t1 straight:1 7.00
        clear t1
        limit any min 5.00 max 100.00 multiples
        place t1 straight:1 7.00  # a change does not touch the running round
        launch opposite
        drop
        rest 0
        place t1 straight:2 7.00
        expect refused OFF_STEP 3.1
        place t1 straight:2 10.00
    """)  # fmt: skip
    assert shown(table) == [("any", 500, 10_000, None, True)]
    table.say("""
        limit any min 5.00 max 100.00 step 2.00
        launch opposite
        drop
        rest 0
        place t1 straight:3 7.00
        place t1 straight:4 9.00
        place t1 straight:5 8.00
        expect refused OFF_STEP 3.1
        place t1 straight:3 1.00  # what would lie there counts, not the chip
        expect refused OFF_STEP 3.1
    """)
    assert shown(table) == [("any", 500, 10_000, 200, False)]


@pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
def test_new_limits_bind_from_the_next_round_on_the_sign_as_in_the_check(rulebook: str) -> None:
    table = play(rulebook, "limit any min 5.00 \n open-table by-itself \n ready \n limit any min 20.00")
    assert shown(table) == [("any", 500, 100_000_000, None, False)]
    table.say("launch opposite \n drop \n rest 0")
    assert shown(table) == [("any", 2000, 100_000_000, None, False)]


@clause("interblock", "4.1")
def test_what_is_on_the_sign_binds_and_nothing_else() -> None:
    table = play("interblock", """
        limit any min 5.00 max 100.00
        open-table by-itself
        ready
        note t1 100.00
        place t1 red 7.00
        place t1 red 0.01  # no step on the sign
        limit any min 10.00 max 100.00 step 5.00
        place t1 black 7.00  # still the old sign
        launch opposite
        wait 30s
        expect spot t1 red 7.01
        expect spot t1 black 7.00
        expect staked t1 14.01
    """)  # fmt: skip
    assert shown(table) == [("any", 500, 10_000, None, False)]
    table.say("""
        rest 0
        place t1 red 17.00
        expect accepted 15.00
        expect cites 4.3.1
        place t1 black 7.00  # below the new minimum, and marked so by the sign
        launch opposite
        wait 30s
        expect spot t1 red 15.00
        expect staked t1 15.00
    """)
    assert shown(table) == [("any", 1000, 10_000, 500, False)]


@clause("interblock", "4.2", "1.1.minimum_bet")
def test_below_the_minimum_is_taken_and_comes_back_at_the_close() -> None:
    table = play("interblock", """
        limit straight min 5.00
        open-table by-itself
        ready
        note t1 100.00
        note t2 100.00
        place t1 straight:17 2.00
        expect meter t1 98.00
        place t2 straight:17 2.00
        place t2 straight:17 3.00
        launch opposite
        wait 30s
        expect cites 4.2
        expect staked t1 0.00
        expect meter t1 100.00
        expect spot t2 straight:17 5.00
        expect staked t2 5.00
        rest 17
        expect meter t1 100.00
        expect win t1 0.00
        expect win t2 175.00
        expect meter t2 275.00
    """)  # fmt: skip
    assert table.floor.terminals["t2"].paid == cents(18_000)


@clause("interblock", "4.3")
def test_too_much_is_cut_down_not_refused() -> None:
    table = play("interblock", """
        limit any min 5.00 max 100.00
        open-table by-itself
        ready
        note t1 100.00
        note t1 50.00
        place t1 red 90.00
        place t1 red 25.00
        expect accepted 10.00
    """)  # fmt: skip
    placed = table.event(WagerPlaced)
    assert (placed.asked, placed.spots, placed.trimmed) == (cents(2500), {"red": cents(1000)}, "4.3.2")
    table.say("""
        expect spot t1 red 100.00
        expect staked t1 100.00
        expect meter t1 50.00
        place t1 red 25.00
        expect accepted 0.00
        expect spot t1 red 100.00
        expect staked t1 100.00
        expect meter t1 50.00
    """)


def test_the_meter_is_held_against_what_is_accepted_not_what_was_asked() -> None:
    play("interblock", """
        limit any max 10.00
        open-table by-itself
        ready
        note t1 10.00
        place t1 red 9999.00
        expect accepted 10.00
        expect meter t1 0.00
    """)  # fmt: skip


@clause("interblock", "1.1.maximum_bet")
def test_the_maximum_is_that_of_the_sum_on_a_spot() -> None:
    play("interblock", """
        limit straight max 100.00
        open-table by-itself
        ready
        note t1 100.00
        note t1 100.00
        note t1 20.00
        place t1 straight:7 60.00
        place t1 straight:7 60.00
        expect accepted 40.00
        place t1 straight:8 100.00
        expect spot t1 straight:7 100.00
        expect spot t1 straight:8 100.00
        expect staked t1 200.00
        expect meter t1 20.00
    """)  # fmt: skip


@clause("interblock", "4.3.1")
def test_between_two_steps_the_lower_one_stands() -> None:
    play("interblock", """
        limit straight min 5.00 step 5.00
        limit split min 5.00 step 2.00
        limit red min 6.00 max 50.00 multiples
        open-table by-itself
        ready
        note t1 100.00
        place t1 straight:1 18.00
        expect accepted 15.00
        expect cites 4.3.1
        expect meter t1 85.00
        place t1 straight:2 3.00  # waits for the close
        place t1 split:1-2 10.00
        expect accepted 9.00
        place t1 red 50.00
        expect accepted 48.00
    """)  # fmt: skip


@clause("interblock", "4.3.2")
def test_each_piece_of_a_special_is_trimmed_by_its_own_maximum() -> None:
    table = play("interblock", """
        limit street max 100.00
        open-table by-itself
        ready
        note t1 100.00
        note t1 100.00
        note t1 100.00
        note t1 100.00
        note t1 100.00
        note t1 100.00
        place t1 neighbours-of-zero 60.00
        expect accepted 520.00
        expect cites 4.3.2
        expect meter t1 80.00
    """)  # fmt: skip
    splits = ("split:4-7", "split:12-15", "split:18-21", "split:19-22", "split:32-35")
    expected = {"street:0-2-3": cents(10_000), "corner:25-26-28-29": cents(12_000)}
    assert table.round.wagers["t1"] == expected | dict.fromkeys(splits, cents(6_000))
    table.say("""
        clear t1
        expect meter t1 600.00
        limit corner max 90.00
        launch opposite
        drop
        rest 0
        place t1 neighbours-of-zero 60.00
        expect accepted 490.00
    """)
    assert table.round.wagers["t1"]["corner:25-26-28-29"] == cents(9_000)


@clause("interblock", "4.3.3")
def test_the_total_takes_what_still_fits() -> None:
    play("interblock", """
        limit any min 5.00
        limit sum max 200.00
        open-table by-itself
        ready
        note t1 100.00
        note t1 100.00
        note t1 100.00
        place t1 red 190.00
        place t1 straight:1 25.00
        expect accepted 10.00
        expect cites 4.3.3
        expect meter t1 100.00
        take t1 straight:1 10.00
        place t1 red 8.00
        place t1 straight:1 25.00
        expect accepted 0.00
        expect meter t1 102.00
        expect spot t1 red 198.00
        expect staked t1 198.00
        place t1 red 25.00  # there is something on red already
        expect accepted 2.00
        take t1 red 15.00
        place t1 orphans 5.00  # pieces in printed order
        expect accepted 15.00
        expect spot t1 red 185.00
        expect spot t1 straight:1 5.00
        expect spot t1 split:6-9 5.00
        expect spot t1 split:14-17 5.00
        expect staked t1 200.00
    """)  # fmt: skip


@clause("interblock", "4.3.4")
def test_too_little_in_all_comes_back_at_the_close() -> None:
    play("interblock", """
        limit any min 5.00
        limit straight min 10.00
        limit sum min 20.00
        open-table by-itself
        ready
        note t1 100.00
        note t2 100.00
        note t3 100.00
        place t1 red 5.00
        place t1 black 10.00
        place t2 red 10.00
        place t2 black 10.00
        place t3 red 15.00
        place t3 straight:1 5.00
        launch opposite
        wait 30s
        expect cites 4.2
        expect cites 4.3.4
        expect meter t1 100.00
        expect meter t2 80.00
        expect meter t3 100.00  # 4.2 first: 15 is left, and 15 is below 20
        rest 1
        expect meter t1 100.00
        expect meter t2 100.00
        expect meter t3 100.00
    """)  # fmt: skip


def test_the_close_returns_only_what_it_says_when_several_terminals_play() -> None:
    table = play("interblock", """
        limit any min 5.00
        limit sum min 12.00
        open-table by-itself
        ready
        note t1 20.00
        note t2 20.00
        note t3 20.00
        place t1 red 10.00
        place t1 black 3.00
        place t2 red 12.00
        place t3 low 1.00
        launch opposite
        close sensor
        expect staked t1 0.00
        expect spot t2 red 12.00
        expect staked t2 12.00
        expect staked t3 0.00
        expect account bank/A 0.00
    """)  # fmt: skip
    assert table.floor.ledger.held("play/A/t2") == cents(1_200)


def test_a_special_is_all_or_none_where_the_instrument_says_so() -> None:
    play("ministar", f"""
        limit any min 1.00 max 10.00
        open-table by-itself
        ready
        note t1 20.00
        place t1 straight:1 9.00
        place t1 orphans 2.00
        expect refused ABOVE_MAXIMUM 1.1.maximum-bet
        place t1 orphans 2.30
        expect refused ABOVE_MAXIMUM 1.1.maximum-bet
        expect spot t1 straight:1 9.00
        expect staked t1 9.00
        take t1 straight:1 9.00
        place t1 orphans 2.00
        {ORPHANS_AT_TWO}
        expect staked t1 10.00
        place t1 orphans 2.01
        expect refused NOT_ENOUGH_CREDIT 3.3.4
        expect meter t1 10.00
    """)  # fmt: skip


def test_taking_some_back_leaves_what_the_instrument_permits() -> None:
    script = """
        limit any min 5.00
        open-table by-itself
        ready
        note t1 10.00
        place t1 red 5.00
    """
    play("ministar", script + """
        take t1 red 2.00
        expect refused BELOW_MINIMUM 1.1.minimum-bet
        expect spot t1 red 5.00
        expect staked t1 5.00
    """)  # fmt: skip
    play("interblock", script + """
        take t1 red 2.00
        expect spot t1 red 3.00
        expect staked t1 3.00
        expect meter t1 7.00
        launch opposite
        wait 30s
        expect cites 4.2
        expect meter t1 10.00
    """)  # fmt: skip


def test_what_is_left_after_taking_back_lies_on_a_step() -> None:
    """Off a step nothing may stand, however it came there: the rest comes back as well."""
    script = """
        limit any min 5.00 step 5.00
        open-table by-itself
        ready
        note t1 20.00
        place t1 red 15.00
    """
    play("interblock", script + """
        take t1 red 2.00
        expect spot t1 red 10.00
        expect staked t1 10.00
        expect meter t1 10.00
    """)  # fmt: skip
    play("ministar", script + """
        take t1 red 2.00
        expect refused OFF_STEP 3.1
        expect spot t1 red 15.00
        expect staked t1 15.00
    """)  # fmt: skip


def test_a_total_that_refuses_takes_its_last_cent_and_no_more() -> None:
    """Novo Unity: the most per spin, refused beyond it, and after the limits of the spot."""
    play("novo-unity", """
        limit any min 5.00 max 80.00
        limit sum max 100.00
        open-table by-itself
        ready
        note t1 100.00
        note t1 100.00
        place t1 red 60.00
        place t1 black 40.01
        expect refused ABOVE_TOTAL 1.1:maximum_bet
        place t1 black 40.00
        place t1 red 5.00
        expect refused ABOVE_TOTAL 1.1:maximum_bet
        place t1 red 25.00
        expect refused ABOVE_MAXIMUM 1.1:max_bet
        expect meter t1 100.00
        take t1 black 40.00
        place t1 low 40.00
    """, kind="automatic")  # fmt: skip


def test_multiples_and_a_step_bind_together() -> None:
    """Multiples of 6.00 that are 6.00 plus steps of 4.00: 6.00, 18.00, 30.00 …"""
    script = """
        limit any min 6.00 step 4.00 multiples
        open-table by-itself
        ready
        note t1 100.00
    """
    play("ministar", script + """
        place t1 red 12.00
        expect refused OFF_STEP 3.1
        place t1 red 10.00
        expect refused OFF_STEP 3.1
        place t1 red 18.00
        place t1 black 6.00
    """)  # fmt: skip
    play("interblock", script + "place t1 red 29.00 \n expect accepted 18.00")


@pytest.mark.parametrize(
    ("kind", "sign", "reason"),
    [
        ("moon", Sign(), Reason.UNKNOWN_WAGER),
        ("orphans", Sign(max=cents(100)), Reason.UNKNOWN_WAGER),
        ("any", Sign(min=cents(200), max=cents(100)), Reason.NO_AMOUNT),
        ("any", Sign(min=cents(-1)), Reason.NO_AMOUNT),
        ("any", Sign(max=cents(0)), Reason.NO_AMOUNT),
        ("any", Sign(step=cents(-5)), Reason.NO_AMOUNT),
        ("any", Sign(multiples=True), Reason.NO_AMOUNT),
    ],
)
@pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
def test_a_sign_that_makes_no_sense_or_would_not_bind_is_refused(
    rulebook: str, kind: str, sign: Sign, reason: Reason
) -> None:
    verdict = play(rulebook).give(SetLimits(TABLE, {kind: sign}))
    assert isinstance(verdict, Refusal)
    assert verdict.reason is reason


def test_a_sign_may_permit_one_amount_alone() -> None:
    play("ministar", """
        limit any min 5.00 max 5.00
        open-table by-itself
        ready
        note t1 20.00
        place t1 red 5.00
        place t1 red 5.00
        expect refused ABOVE_MAXIMUM 1.1.maximum-bet
        place t1 black 4.99
        expect refused BELOW_MINIMUM 1.1.minimum-bet
    """)  # fmt: skip


def test_a_total_stands_on_the_sign_only_where_the_instrument_has_one() -> None:
    total = SetLimits(TABLE, {"any": Sign(min=cents(100), max=cents(10_000)), "sum": Sign(max=cents(10_000))})
    assert isinstance(play("ministar").give(total), Refusal)
    assert not isinstance(play("interblock").give(total), Refusal)


def shown(table: Play) -> list[tuple[str, int | None, int | None, int | None, bool]]:
    """The limits sign as everybody at the table sees it."""
    return [(line.kind, line.min, line.max, line.step, line.multiples) for line in table_view(table.table).limits]


def test_a_spot_is_bound_by_its_own_sign_then_that_of_its_kind_then_that_of_any() -> None:
    own, kind, rest = Sign(max=cents(1)), Sign(max=cents(2)), Sign(max=cents(3))
    limits = {"straight:0": own, "straight": kind, "any": rest}
    assert [sign_for(limits, spot) for spot in ("straight:0", "straight:1", "red")] == [own, kind, rest]
    assert sign_for({"straight": kind}, "red") is None
