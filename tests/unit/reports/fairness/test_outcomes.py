"""What fell, counted and judged: a fair wheel is left alone, a biased one is found, and the journal is read rightly."""

from __future__ import annotations

from math import isclose
from random import Random

import pytest
from msgspec import json

from openetg.games.compile import open_rulebook
from openetg.journal.chain import claimed_head, empty_head, group_after
from openetg.journal.entry import Entry
from openetg.reports.export.export import ExportSpan
from openetg.reports.fairness.outcomes import (
    FLAGGED,
    SECTOR,
    Chances,
    Fall,
    Fallen,
    Outcomes,
    chances_at,
    fallen_in,
    judged,
)
from tests.sites import ORDER, open_site
from tests.unit.reports.journals import golden_floor, golden_journal
from tools.golden import GoldenJournal

SPINS = 20_000
SEEDS = (1, 2, 3, 4)
MANY = range(100, 120)
EVERYTHING = ExportSpan(0, 10**9)


def chances(name: str = "ministar", game: str = "roulette") -> Chances:
    if name == "money-wheel":
        play = open_site(name)
        return chances_at(play.floor, play.table)
    found = open_rulebook(name).games[game]
    ring = tuple(ORDER.split()) if game == "roulette" else ()
    return Chances(found.name, found.outcomes, found.weights, ring)


@pytest.mark.slow
def test_the_ring_of_a_roulette_table_is_the_order_of_its_wheel() -> None:
    play = open_site("ministar")
    assert chances_at(play.floor, play.table) == chances()


def spun(of: Chances, seed: int, *, weights: dict[str, float] | None = None, count: int = SPINS) -> Fallen:
    """What falls on a device whose chances may be others than it should have."""
    random = Random(seed)
    odds = [weight * (weights or {}).get(name, 1.0) for name, weight in zip(of.outcomes, of.weights, strict=True)]
    fell = random.choices(of.outcomes, odds, k=count)
    turns = ("cw", "ccw")
    falls = [
        Fall(number, name, 0, f"dealer-{number % 3}", turns[number % 2], "W1", number)
        for number, name in enumerate(fell, start=1)
    ]
    return Fallen(tuple(falls), 0, 0)


def report(of: Chances, fallen: Fallen) -> Outcomes:
    return judged("A", of, EVERYTHING, fallen)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fair_wheel_is_not_flagged(seed: int) -> None:
    found = report(chances(), spun(chances(), seed))
    assert found.count == SPINS
    assert not found.flagged, [trial for trial in found.trials if trial.p < FLAGGED]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pocket_that_takes_a_fifth_more_is_found_and_named(seed: int) -> None:
    found = report(chances(), spun(chances(), seed, weights={"17": 1.2}))
    assert found.flagged
    most = next(trial for trial in found.trials if (trial.name, trial.aspect) == ("most", "outcome"))
    assert (most.about, most.p < FLAGGED) == ("17", True)


@pytest.mark.slow
def test_how_often_it_is_right_about_either() -> None:
    """Chance may hide a bias and make up one: of twenty of each, three in four and none."""
    biased = [report(chances(), spun(chances(), seed, weights={"17": 1.2})).flagged for seed in MANY]
    fair = [report(chances(), spun(chances(), seed)).flagged for seed in MANY]
    assert sum(biased) >= 14
    assert sum(fair) <= 1


def test_a_sector_is_found_whose_pockets_alone_are_not() -> None:
    of = chances()
    ring = of.ring
    at = ring.index("17")
    near = {ring[(at + step) % len(ring)]: 1.12 for step in range(-2, 3)}
    found = report(of, spun(of, 3, weights=near))
    by_name = {trial.name: trial for trial in found.trials if trial.aspect in {"outcome", "sector"}}
    assert by_name["sector"].p < by_name["most"].p
    assert by_name["sector"].p < 0.001
    assert abs(ring.index(by_name["sector"].about) - at) <= 2
    assert {row.name for row in found.sectors} == set(ring)
    assert sum(row.count for row in found.sectors) == SECTOR * SPINS


def test_a_wheel_that_shows_the_same_again_too_often_is_found_by_its_repeats() -> None:
    of = chances()
    random, fell = Random(5), ["17"]
    while len(fell) < SPINS:
        fell.append(fell[-1] if random.random() < 0.03 else random.choice(of.outcomes))
    falls = tuple(Fall(number, name, 0, "", "", "", number) for number, name in enumerate(fell))
    found = report(of, Fallen(falls, 0, 0))
    trial = next(each for each in found.trials if each.name == "repeats")
    assert trial.p < 1e-6
    assert found.repeats.count > found.repeats.expected + 400
    assert found.by_dealer == found.by_rotor == found.by_device == ()


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_fair_dice_have_the_chances_of_their_faces(seed: int) -> None:
    of = chances("interblock", "sic-bo")
    found = report(of, spun(of, seed))
    by_name = {aspect.name: aspect for aspect in found.aspects}
    assert by_name.keys() == {"outcome", "total", "face"}
    assert isclose(sum(row.expected for row in by_name["outcome"].rows), SPINS)
    triple = next(row for row in by_name["outcome"].rows if row.name == "1-1-1")
    mixed = next(row for row in by_name["outcome"].rows if row.name == "1-2-3")
    assert isclose(mixed.expected, 6 * triple.expected)
    ten = next(row for row in by_name["total"].rows if row.name == "10")
    assert isclose(ten.expected, SPINS * 27 / 216)
    assert sum(row.count for row in by_name["face"].rows) == 3 * SPINS
    assert found.sectors == ()
    assert not found.flagged


def test_a_loaded_die_is_found_by_its_face() -> None:
    of = chances("interblock", "sic-bo")
    loaded = {name: 1.15 ** name.count("6") for name in of.outcomes}
    found = report(of, spun(of, 2, weights=loaded))
    most = next(trial for trial in found.trials if (trial.name, trial.aspect) == ("most", "face"))
    assert (most.about, found.flagged) == ("6", True)


def test_a_money_wheel_is_judged_by_symbol_and_by_segment() -> None:
    of = chances("money-wheel")
    assert len(of.ring) == sum(of.weights)
    random = Random(8)
    places = [random.randint(1, len(of.ring)) for _ in range(5_200)]
    falls = tuple(Fall(number, of.ring[place - 1], place, "", "", "", number) for number, place in enumerate(places))
    found = report(of, Fallen(falls, 0, 0))
    by_name = {aspect.name: aspect for aspect in found.aspects}
    assert [by_name[name].is_ring for name in ("outcome", "segment")] == [False, True]
    assert {row.expected for row in by_name["segment"].rows} == {100.0}
    assert len(found.sectors) == len(of.ring)
    assert not found.flagged


def test_dealers_directions_and_devices_are_told_apart_and_judged() -> None:
    of = chances()
    fallen = spun(of, 4)
    skilled = [each for each in fallen.falls if each.dealer != "dealer-1"]
    mine = spun(of, 9, weights={"17": 1.5, "34": 1.5, "25": 1.5}).falls
    own = [Fall(each.round, each.outcome, 0, "dealer-1", each.rotor, "W1", each.at_ms) for each in mine[:6_000]]
    found = report(of, Fallen((*skilled, *own), 0, 0))
    by_dealer = {part.name: part for part in found.by_dealer}
    assert by_dealer["dealer-1"].p < 0.001
    assert min(by_dealer["dealer-0"].p, by_dealer["dealer-2"].p) > 0.001
    assert by_dealer["dealer-1"].most in {"17", "34", "25"}
    assert {part.name for part in found.by_rotor} == {"cw", "ccw"}
    assert [part.name for part in found.by_device] == ["W1"]


@pytest.mark.slow
def test_too_few_spins_are_counted_and_not_judged() -> None:
    found = report(chances(), spun(chances(), 1, count=20))
    assert (found.count, found.flagged, found.aspects[0].test.degrees) == (20, False, 0)
    assert not [trial for trial in found.trials if trial.name in {"chi_square", "most", "least"}]
    nothing = report(chances(), Fallen((), 0, 0))
    assert (nothing.count, nothing.trials, nothing.longest) == (0, (), 0)


@pytest.mark.parametrize("name", ["ministar", "interblock", "novo-unity", "adelaide", "money-wheel"])
def test_what_fell_in_a_golden_journal_is_what_its_rounds_stand_with(name: str) -> None:
    """Against the rounds that ended: settled by an outcome, or by the one it was corrected to."""
    journal, floor = golden_journal(name), golden_floor(name)
    for table in floor.tables.values():
        fallen = fallen_in(journal, table.name, EVERYTHING)
        by_round = {each.round: each.outcome for each in fallen.falls}
        for number, past in table.past.items():
            if past.phase.value == "SETTLED" and past.outcome:
                assert by_round[number] == past.outcome
            elif past.phase.value == "VOID":
                assert number not in by_round
        assert judged(table.name, chances_at(floor, table), EVERYTHING, fallen).count == len(by_round)
    journal.close()


def made(*events: dict[str, object]) -> GoldenJournal:
    entries = [
        Entry(number, 1_000 + number, b"{}", json.encode({"events": [event]})) for number, event in enumerate(events, 1)
    ]
    return GoldenJournal([group_after(claimed_head(empty_head("x")), entries)])


def fell(number: int, outcome: str, **more: object) -> dict[str, object]:
    return {"type": "OutcomeRecorded", "table": "A", "round": number, "outcome": outcome, **more}


def test_corrections_voids_dealers_and_directions_are_followed() -> None:
    journal = made(
        {"type": "DealerSignedOn", "table": "A", "person": "dan"},
        {"type": "BallLaunched", "table": "A", "round": 1, "rotor": "cw"},
        fell(1, "17", device="W1"),
        {"type": "SpinStarted", "table": "A", "round": 2, "person": "eve"},
        {"type": "BallLaunched", "table": "A", "round": 2, "rotor": "ccw"},
        fell(2, "8", device="W1"),
        {"type": "OutcomeCorrected", "table": "A", "round": 2, "first": "8", "outcome": "11"},
        fell(3, "0", device="W2"),
        {"type": "RoundVoided", "table": "A", "round": 3, "cause": "x"},
        {"type": "OutcomeIgnored", "table": "A", "round": 4, "outcome": "5"},
        fell(4, "5"),
        {"type": "OutcomeRecorded", "table": "B", "round": 1, "outcome": "36"},
    )
    found = fallen_in(journal, "A", EVERYTHING)
    seen = [(each.round, each.outcome, each.dealer, each.rotor, each.device) for each in found.falls]
    assert seen == [(1, "17", "dan", "cw", "W1"), (2, "11", "eve", "ccw", "W1"), (4, "5", "dan", "", "")]
    assert (found.void, found.ignored) == (1, 1)
    assert [each.was_corrected for each in found.falls] == [False, True, False]
    later = fallen_in(journal, "A", ExportSpan(5, 7))
    assert [(each.outcome, each.dealer) for each in later.falls] == [("11", "eve")], (
        "who dealt was said before the span"
    )
    assert [each.round for each in fallen_in(journal, "A", EVERYTHING, "W1").falls] == [1, 2]


def test_a_table_of_which_the_journal_says_nothing() -> None:
    assert fallen_in(made(fell(1, "17")), "Z", EVERYTHING).falls == ()
