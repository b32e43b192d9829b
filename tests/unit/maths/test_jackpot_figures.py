"""The mathematics of jackpots, held against every case counted one by one, and against the pools of the real floor."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from openetg.floor.core.refusals import Refusal
from openetg.floor.events import JackpotWon
from openetg.floor.jackpots.commands import PER_TURNOVER, JackpotRules, LevelRules, Trigger
from openetg.floor.jackpots.offering import _wrong_mystery
from openetg.floor.jackpots.pools import gain
from openetg.games.compile import open_rulebook
from openetg.games.paytable import Game
from openetg.maths.jackpots import BEYOND_EDGE, BEYOND_TURNOVER, LevelFigures, Play, figures, problems
from openetg.maths.runs import RoundChain, lasting, mean_gain, rounds_between, trigger_chain, wins_with
from openetg.maths.telling import decimal, exact_of
from openetg.money import Money, cents
from openetg.rulebook.schema.policies import JackpotKind
from tests.unit.floor.jackpots import build

ROULETTE = open_rulebook("novo-unity").games["roulette"]
SIC_BO = open_rulebook("interblock").games["sic-bo"]
A, B = "A", "B"


def mystery(**given: object) -> JackpotRules:
    known: dict[str, object] = {"seed": cents(100), "rates": {A: 10_000}, "low": cents(150), "high": cents(260)}
    level = LevelRules("mini", "Mini", **(known | given))  # type: ignore[arg-type]
    return JackpotRules("Fortune", JackpotKind.MYSTERY, (level,))


def progressive(trigger: Trigger, **given: object) -> JackpotRules:
    known: dict[str, object] = {"seed": cents(10_000), "rates": {A: 5_000}, "trigger": trigger}
    level = LevelRules("main", "Main", **(known | given))  # type: ignore[arg-type]
    return JackpotRules("Fortune", JackpotKind.PROGRESSIVE, (level,))


def play(turnover: int, **wagers: int) -> Play:
    return Play(cents(turnover), {name.replace("_", ":"): cents(amount) for name, amount in wagers.items()})


def fraction(text: str) -> Fraction:
    assert text, "an exact figure"
    return Fraction(text)


def counted(amount: Money) -> int:
    return int(amount)  # type: ignore[call-overload, no-any-return]


# Mysteries.


@pytest.mark.parametrize("turnover", [100, 300, 700, 1_000, 5_000, 12_300])
def test_a_mystery_is_what_counting_every_value_gives(turnover: int) -> None:
    """Every value from low to high, each with its rounds, told one by one."""
    rules = mystery(seed=cents(130))
    each = Fraction(turnover * 10_000, PER_TURNOVER)
    rounds = [-(-(value - 130) // each) for value in range(150, 261)]
    over = [count * each - (value - 130) for value, count in zip(range(150, 261), rounds, strict=True)]
    found = figures(rules, {A: ROULETTE}, {A: play(turnover)}).levels[0]
    mean_rounds = Fraction(sum(rounds), len(rounds))
    assert fraction(found.odds.exact) == mean_rounds
    assert fraction(found.chance.exact) == 1 / mean_rounds
    assert fraction(found.turnover_per_hit.exact) == mean_rounds * turnover / 100
    assert fraction(found.mean_value.exact) == Fraction(205, 100)
    assert fraction(found.carried_over.exact) == Fraction(sum(over)) / len(over) / 100
    assert fraction(found.seed_per_hit.exact) == Fraction(130, 100) - fraction(found.carried_over.exact)
    assert fraction(found.hits_per_million.exact) == 1_000_000 / fraction(found.turnover_per_hit.exact)


def test_what_a_mystery_returns_is_rate_reserve_and_seed() -> None:
    rules = mystery(seed=cents(10_000), low=cents(20_000), high=cents(50_000), reserve_rate=1_000)
    found = figures(rules, {A: ROULETTE}, {A: play(25_000)}).levels[0]
    turned = fraction(found.turnover_per_hit.exact)
    assert fraction(found.returned.exact) == fraction(found.mean_value.exact) / turned
    parts = (found.returned_by_turnover, found.returned_by_reserve, found.returned_by_house)
    assert sum(fraction(each.exact) for each in parts) == fraction(found.returned.exact)
    assert (parts[0].exact, parts[1].exact) == ("1/100", "1/1000")
    assert fraction(found.costs.exact) == fraction(found.returned.exact)
    assert found.flags == ()


def test_the_floors_own_pool_hits_as_often_as_told() -> None:
    """The function by which pools are fed, run over many cycles with values drawn evenly, and carried remainders."""
    seed, low, high, turnover, rate, reserve = 2_000, 5_000, 9_000, 12_300, 10_000, 2_500
    rules = mystery(seed=cents(seed), low=cents(low), high=cents(high), reserve_rate=reserve)
    chance, hits, rounds, won, house = Random(9), 0, 0, 0, 0
    carried = reserve_carried = over = kept = 0
    while hits < 4_000:
        value, pool = chance.randint(low, high), max(seed, over)
        short = pool - over
        house += short - min(kept, short)
        kept -= min(kept, short)
        while pool < value:
            got = gain(cents(turnover), rate, reserve, carried=carried, reserve_carried=reserve_carried, room=None)
            carried, reserve_carried = got.carried, got.reserve_carried
            pool, kept, rounds = pool + counted(got.pool), kept + counted(got.reserve), rounds + 1
        hits, won, over = hits + 1, won + value, pool - value
    found = figures(rules, {A: ROULETTE}, {A: play(turnover)}).levels[0]
    assert Fraction(rounds, hits) == pytest.approx(fraction(found.odds.exact), rel=0.02)
    assert Fraction(won, hits * 100) == pytest.approx(fraction(found.mean_value.exact), rel=0.02)
    turned = rounds * turnover
    assert Fraction(won, turned) == pytest.approx(fraction(found.returned.exact), rel=0.02)
    assert Fraction(house, turned) == pytest.approx(fraction(found.returned_by_house.exact), rel=0.04)


def counted_rounds(seed: int, low: int, high: int, turnover: int, hits: int) -> tuple[Fraction, Fraction]:
    """Rounds and house money per hit, by the floor's own function: parts of a cent go over, one hit a round."""
    chance, carried, over, rounds, house, won = Random(4), 0, 0, 0, 0, 0
    while won < hits:
        put = min(over, low)
        short = max(seed - put, 0)
        value, pool, over, house = chance.randint(low, high), put + short, over - put, house + short
        is_hit = False
        while not is_hit:
            got = gain(cents(turnover), 10_000, 0, carried=carried, reserve_carried=0, room=None)
            carried, pool, rounds = got.carried, pool + counted(got.pool), rounds + 1
            is_hit = pool >= value
        over, won = over + pool - value, won + 1
    return Fraction(rounds, hits), Fraction(house, hits)


def test_more_parts_of_a_cent_than_can_be_told_apart_are_flagged() -> None:
    found = figures(mystery(seed=cents(130)), {A: ROULETTE}, {A: play(12_347)}).levels[0]
    assert found.flags == ("parts-of-a-cent",)


def test_a_mystery_hits_once_a_round_and_no_more() -> None:
    """A round brings more than is won: what waits has no end, and the chance is one, not twelve in eleven."""
    rules = mystery(seed=cents(100), low=cents(150), high=cents(400))
    found = figures(rules, {A: ROULETTE}, {A: play(30_000)}).levels[0]
    assert (found.chance.exact, found.odds.exact, found.seed_per_hit.exact) == ("1", "1", "0")
    assert counted_rounds(100, 150, 400, 30_000, 2_000)[0] == 1
    assert "overflow-grows" in found.flags
    assert fraction(found.returned.exact) == Fraction(275, 30_000)


# Tables that take turns.


def at_tables(turnovers: Sequence[int], rules: JackpotRules) -> LevelFigures:
    """The figures of a mystery linked to so many tables, all at its rate."""
    names = [f"T{number}" for number in range(len(turnovers))]
    (rate,) = rules.levels[0].rates.values()
    linked = replace(rules, levels=(replace(rules.levels[0], rates=dict.fromkeys(names, rate)),))
    plays = {name: play(turnover) for name, turnover in zip(names, turnovers, strict=True)}
    return figures(linked, dict.fromkeys(names, ROULETTE), plays).levels[0]


class Pooled(Struct, frozen=True):
    """What a pool came to that began at a turn with parts of a cent carried, summed over every value."""

    onward: dict[tuple[int, int], int]
    settlements: int
    left: int


def pooled(turnovers: Sequence[int], rate: int, begin: int, values: range, at: tuple[int, int]) -> Pooled:
    """Value by value and settlement by settlement, with the floor's own function."""
    onward: dict[tuple[int, int], int] = {}
    settlements = left = 0
    for value in values:
        (turn, carried), pool, is_hit = at, begin, False
        while not is_hit:
            got = gain(cents(turnovers[turn]), rate, 0, carried=carried, reserve_carried=0, room=None)
            turn, carried, pool = (turn + 1) % len(turnovers), got.carried, pool + counted(got.pool)
            settlements, is_hit = settlements + 1, pool >= value
        left += pool - value
        onward[turn, carried] = onward.get((turn, carried), 0) + 1
    return Pooled(onward, settlements, left)


def by_every_turn(turnovers: Sequence[int], rate: int, begin: int, values: range) -> tuple[Fraction, Fraction]:
    """Rounds between hits and cents left over, exactly: every turn and part of a cent that a pool may begin with."""
    places, found = [(0, 0)], list[Pooled]()
    while len(found) < len(places):
        found.append(pooled(turnovers, rate, begin, values, places[len(found)]))
        places += [each for each in found[-1].onward if each not in places]
    rows = [[Fraction(each.onward.get(to, 0), len(values)) for to in places] for each in found]
    often = lasting(rows)
    assert often is not None
    settlements = sum(part * found[at].settlements for at, part in often.items()) / len(values)
    left = sum(part * found[at].left for at, part in often.items()) / len(values)
    return Fraction(settlements) / len(turnovers), Fraction(left)


TWENTY = [100_000] * 20
UNLIKE = [100_000 + 2_000 * number for number in range(20)]


@pytest.mark.parametrize(
    ("turnovers", "rate", "seed", "low", "high"),
    [
        ([12_000, 12_000], 10_000, 1_000, 1_100, 1_100),
        ([12_000, 3_000], 10_000, 1_000, 1_001, 1_400),
        ([12_000, 12_050, 350], 10_000, 1_000, 1_100, 1_300),
        ([30], 10_000, 1_000, 1_001, 1_002),
        ([170], 10_000, 1_000, 1_001, 1_010),
        ([250], 10_000, 1_000, 1_001, 1_003),
        ([30, 50], 10_000, 100, 100, 103),
        ([30_000, 7_000], 5_000, 1_000, 1_000, 1_200),
        (TWENTY, 5_000, 10_000, 11_000, 11_200),
        (UNLIKE, 5_000, 10_000, 11_000, 11_200),
    ],
)
def test_tables_feed_a_mystery_by_turns(turnovers: list[int], rate: int, seed: int, low: int, high: int) -> None:
    """Each settlement may hit, not one round of all tables; parts of a cent go over to the next pool; with the value at
    the seed the first settlement hits.
    """
    rules = mystery(seed=cents(seed), low=cents(low), high=cents(high), rates={A: rate})
    found = at_tables(turnovers, rules)
    rounds, left = by_every_turn(turnovers, rate, seed, range(low, high + 1))
    turned = rounds * sum(turnovers)
    assert found.flags == ()
    assert fraction(found.odds.exact) == rounds
    assert fraction(found.turnover_per_hit.exact) == turned / 100
    assert fraction(found.carried_over.exact) * 100 == left
    assert fraction(found.seed_per_hit.exact) * 100 == seed - left
    assert fraction(found.returned.exact) == Fraction(low + high, 2) / turned
    assert fraction(found.returned_by_house.exact) == (seed - left) / turned


def test_twenty_tables_hit_twenty_times_as_often_as_one() -> None:
    """The guide's example: what it returns does not hang on how many tables are linked."""
    rules = mystery(seed=cents(10_000), low=cents(11_000), high=cents(20_000), rates={A: 5_000})
    one, twenty = at_tables([100_000], rules), at_tables(TWENTY, rules)
    assert fraction(twenty.odds.exact) * 20 == fraction(one.odds.exact) == Fraction(103_502, 9_001)
    assert (twenty.returned, twenty.returned_by_house, twenty.carried_over) == (
        one.returned, one.returned_by_house, one.carried_over,
    )  # fmt: skip


def test_the_floor_itself_hits_with_every_settlement() -> None:
    """Two tables that bring 1.20 each, a value 1.00 above the seed: twelve hits in six rounds of both."""
    a, b = build.A, build.B
    level = build.level(seed=cents(1_000), low=cents(1_100), high=cents(1_100), rates={a: 10_000, b: 10_000})
    rules = build.mystery(level, lock_from=build.FREE)
    here = build.offered(rules)
    here.commit()
    won, hits = 0, 0
    for table, terminal in [(a, "a1"), (b, "b1")] * 6:
        here.spin(table, "5", **{terminal: 12_000})
        verdict = here.reveal()
        if not isinstance(verdict, Refusal):
            won, hits = won + sum(counted(each.amount) for each in here.events(JackpotWon)), hits + 1
            here.commit()
    found = figures(rules, {a: ROULETTE, b: ROULETTE}, {a: play(12_000), b: play(12_000)}).levels[0]
    assert fraction(found.odds.exact) == Fraction(6, hits) == Fraction(1, 2)
    assert fraction(found.returned.exact) == Fraction(won, 12 * 12_000)


def test_turns_too_many_to_be_told_apart_are_bounded_or_withheld() -> None:
    """Sixty-one tables, all unlike: over a wide range where a pool begins makes no cent's difference; over a narrow
    one it may, and no share is told.
    """
    turnovers = [10_000 + 100 * number for number in range(61)]
    wide = at_tables(turnovers, mystery(seed=cents(1_000), low=cents(1_000), high=cents(900_000)))
    assert wide.flags == ("parts-of-a-cent",)
    assert wide.returned.exact
    chance, values, at, left = Random(3), range(1_000, 900_001), (0, 0), 0
    for _ in range(200):
        value = chance.choice(values[:50_000])
        each = pooled(turnovers, 10_000, 1_000, range(value, value + 1), at)
        (at,), left = each.onward, left + each.left
    assert fraction(wide.carried_over.exact) * 100 == pytest.approx(left / 200, rel=0.1)
    narrow = at_tables(turnovers, mystery(seed=cents(1_000), low=cents(1_099), high=cents(1_151)))
    assert narrow.flags == ("turns",)
    assert (narrow.returned.decimal, narrow.costs.decimal, narrow.returned_by_house.decimal) == ("", "", "")


def test_without_a_seed_what_is_left_is_on_top() -> None:
    """Every cent of two tables is reached as often: by 120 and 30 in turn, 0 to 119 and 0 to 29 are left."""
    found = at_tables([12_000, 3_000], mystery(seed=cents(0), low=cents(150), high=cents(260)))
    assert fraction(found.carried_over.exact) * 100 == Fraction(sum(range(120)) + sum(range(30)), 150)
    assert fraction(found.odds.exact) == Fraction(205, 150)
    alike = at_tables([12_000, 3_000], mystery(seed=cents(0), low=cents(150), high=cents(150)))
    assert (alike.carried_over.exact, alike.odds.exact) == ("0", "1")


def test_what_is_carried_over_is_what_a_hit_leaves_even_where_it_has_no_end() -> None:
    """A pool that begins with the lowest value, for more than that waits always."""
    found = at_tables([20_000], mystery(low=cents(200), high=cents(10_000), rates={A: 50_000}))
    left = [200 + 1_000 * max(-(-(value - 200) // 1_000), 1) - value for value in range(200, 10_001)]
    assert found.flags == ("overflow-grows",)
    assert fraction(found.carried_over.exact) * 100 == Fraction(sum(left), len(left))
    over = figures(
        progressive(Trigger(("straight",), 3), ceiling=cents(20_000)), {A: ROULETTE}, {A: play(25_000, straight_17=100)}
    ).levels[0]
    assert fraction(over.carried_over.exact) == fraction(over.odds.exact) * fraction(over.per_round.exact)


def test_figures_are_told_of_the_values_that_the_floor_takes_and_of_no_others() -> None:
    for seed, low, high in product(range(3), repeat=3):
        rules = mystery(seed=cents(seed), low=cents(low), high=cents(high))
        said = problems(rules, {A: ROULETTE}, {A: play(100)})
        assert bool(said) == bool(list(_wrong_mystery(rules.levels[0]))), (seed, low, high)
        if not said:
            figures(rules, {A: ROULETTE}, {A: play(100)})


def test_shares_are_not_told_where_the_long_run_is_not() -> None:
    """Under a ceiling a pool may begin with more than its seed, and what it returns is not what one does that began
    with it.
    """
    rules = progressive(Trigger(("straight",)), ceiling=cents(10_700), rates={A: 10_000})
    found = figures(rules, {A: ROULETTE}, {A: play(2_500, straight_17=100)})
    told = found.levels[0]
    for share in (told.returned, told.costs, told.returned_by_house, found.returned, found.costs):
        assert (share.exact, share.decimal) == ("", "")
    beyond = figures(mystery(low=cents(1_500), high=cents(9_000)), {A: ROULETTE}, {A: play(50_000)})
    assert beyond.levels[0].flags == ("round-beyond-seed",)
    assert beyond.returned.exact == ""


def test_a_mystery_without_a_seed_returns_its_rate_alone() -> None:
    found = figures(mystery(seed=cents(0)), {A: ROULETTE}, {A: play(5_000)}).levels[0]
    assert (found.returned.exact, found.returned_by_house.exact, found.seed_per_hit.exact) == ("1/100", "0", "0")


def test_a_round_that_brings_more_than_the_seed_is_flagged() -> None:
    found = figures(mystery(low=cents(1_500), high=cents(9_000)), {A: ROULETTE}, {A: play(50_000)})
    assert found.levels[0].flags == ("round-beyond-seed",)
    assert list(found.flags) == ["round-beyond-seed"]


# Progressives.


def by_hand(game: Game, run: int, outcomes: list[str]) -> Fraction:
    """Rounds between runs of one outcome that is waited for, by the rate of each: p^n (1 − p) / (1 − p^n)."""
    whole, rate = sum(game.weights), Fraction(0)
    for outcome in outcomes:
        p = Fraction(game.weights[game.outcomes.index(outcome)], whole)
        rate += p**run * (1 - p) / (1 - p**run)
    return 1 / rate


@pytest.mark.parametrize("run", [1, 2, 3, 5])
@pytest.mark.parametrize("numbers", [["17"], ["17", "0"], [str(number) for number in range(37)]])
def test_the_same_number_in_a_row_by_two_ways(run: int, numbers: list[str]) -> None:
    wagers = {f"straight:{number}": cents(100) for number in numbers}
    trigger = Trigger(("straight",), run)
    chain = trigger_chain(ROULETTE, trigger, wins_with(ROULETTE, trigger, wagers))
    assert chain is not None
    assert rounds_between(chain) == by_hand(ROULETTE, run, numbers)


@pytest.mark.parametrize("run", [1, 2, 3])
def test_triples_of_dice_in_a_row(run: int) -> None:
    """Three dice: any triple falls in one of 36 rounds, a named one in one of 216."""
    trigger = Trigger(("triple", "any-triple"), run, tuple(f"{n}-{n}-{n}" for n in range(1, 7)))
    kinds = {wager.kind for wager in SIC_BO.wagers.values()}
    wager = next(name for name in SIC_BO.wagers if SIC_BO.wagers[name].kind in trigger.wagers and name in kinds)
    wins = wins_with(SIC_BO, trigger, {wager: cents(100)})
    assert wins == frozenset(trigger.outcomes)
    chain = trigger_chain(SIC_BO, trigger, wins)
    assert chain is not None
    p = Fraction(1, 36)
    assert rounds_between(chain) == (1 - p**run) / ((1 - p) * p**run)


def small(*weights: int) -> Game:
    """A wheel with few pockets of which each is wagered on straight."""
    names = tuple(str(number) for number in range(len(weights)))
    keep = {name: spot for name, spot in ROULETTE.spots.items() if name in {f"straight:{each}" for each in names}}
    wagers = {name: ROULETTE.wagers[name] for name in keep}
    cut = {name: replace(spot, returns=spot.returns[: len(weights)]) for name, spot in keep.items()}
    return replace(ROULETTE, outcomes=names, weights=weights, spots=cut, wagers=wagers)


def first_hit(game: Game, trigger: Trigger, wins: frozenset[str], rounds: int) -> list[Fraction]:
    """The chance that the first hit is in each round, by going through everything that can fall."""
    weight, found = sum(game.weights), [Fraction(0)] * (rounds + 1)
    places = {name: place for place, name in enumerate(game.outcomes)}
    for fallen in product(game.outcomes, repeat=rounds):
        chance = Fraction(1)
        for each in fallen:
            chance *= Fraction(game.weights[places[each]], weight)
        for last in range(trigger.run, rounds + 1):
            some = fallen[last - trigger.run : last]
            alike = all(each in trigger.outcomes for each in some) if trigger.outcomes else len(set(some)) == 1
            laid = some[-1] in wins if trigger.laid == "last" else all(each in wins for each in some)
            if alike and laid:
                found[last] += chance
                break
    return found


@pytest.mark.parametrize("laid", ["every", "last"])
@pytest.mark.parametrize("outcomes", [(), ("0", "1")])
@pytest.mark.parametrize("run", [1, 2, 3])
def test_a_chain_is_what_counting_everything_that_can_fall_gives(
    laid: str, outcomes: tuple[str, ...], run: int
) -> None:
    game, wins = small(1, 2, 3), frozenset({"1", "2"})
    trigger = Trigger(("straight",), run, outcomes, laid)  # type: ignore[arg-type]
    chain = trigger_chain(game, trigger, wins)
    assert chain is not None
    assert hits_in(chain, 7) == first_hit(game, trigger, wins, 7)


def hits_in(chain: RoundChain, rounds: int) -> list[Fraction]:
    """The chance that the first hit is in each round, by the chain."""
    at, found = [Fraction(1)] + [Fraction(0)] * (len(chain.states) - 1), [Fraction(0)]
    for _ in range(rounds):
        after = [Fraction(0)] * len(at)
        for held, ways in zip(at, chain.states, strict=True):
            for to, part in ways:
                after[to] += held * part
        found.append(sum(at, start=Fraction(0)) - sum(after, start=Fraction(0)))
        at = after
    return found


def test_a_ceiling_cuts_the_mean_as_counting_every_round_does() -> None:
    """Of one table with one chance in 37 a round: the sum over rounds, cut where the pool is full."""
    trigger = Trigger(("straight",))
    rules = progressive(trigger, ceiling=cents(10_700), rates={A: 10_000})
    found = figures(rules, {A: ROULETTE}, {A: play(2_500, straight_17=100)}).levels[0]
    p, mean = Fraction(1, 37), Fraction(0)
    for rounds in range(1, 40):
        mean += p * (1 - p) ** (rounds - 1) * min(25 * rounds, 700)
    mean += (1 - p) ** 39 * 700
    assert decimal((10_000 + mean) / 100, 2) == found.mean_value.decimal
    assert "ceiling" in found.flags


def test_a_far_ceiling_is_cut_off_after_more_digits_than_are_shown() -> None:
    trigger = Trigger(("straight",))
    chain = trigger_chain(ROULETTE, trigger, frozenset({"17"}))
    assert chain is not None
    near = mean_gain({A: chain}, {A: Fraction(5)}, Fraction(5 * 40))
    assert near == sum((5 * Fraction(36, 37) ** rounds for rounds in range(40)), start=Fraction(0))
    far = mean_gain({A: chain}, {A: Fraction(5)}, Fraction(5 * 20_000))
    assert far is not None
    assert abs(far - 5 * 37) < Fraction(1, 10**60)


def test_tables_take_turns_and_each_may_win() -> None:
    trigger = Trigger(("straight",), 2)
    one = progressive(trigger, rates={A: 5_000})
    two = progressive(trigger, rates={A: 5_000, B: 5_000})
    games, plays = {A: ROULETTE, B: ROULETTE}, {A: play(10_000, straight_17=100), B: play(10_000, straight_17=100)}
    alone, both = figures(one, games, plays).levels[0], figures(two, games, plays).levels[0]
    assert fraction(both.odds.exact) * 2 == fraction(alone.odds.exact) == 37 * 37 + 37
    assert both.turnover_per_hit.exact == alone.turnover_per_hit.exact
    assert both.mean_value.exact == alone.mean_value.exact
    assert fraction(alone.mean_value.exact) == 100 + (37 * 37 + 37) * Fraction(1, 2)
    assert fraction(alone.returned.exact) == Fraction(1, 200) + Fraction(100, (37 * 37 + 37) * 100)


def test_odds_beyond_one_in_a_hundred_million_are_flagged() -> None:
    """37 to the sixth is more than two thousand millions; to the fourth it is not two."""
    longest = figures(progressive(Trigger(("straight",), 6)), {A: ROULETTE}, {A: play(10_000, straight_17=100)})
    assert "odds-too-long" in longest.levels[0].flags
    assert "odds-too-long" in longest.flags
    short = figures(progressive(Trigger(("straight",), 4)), {A: ROULETTE}, {A: play(10_000, straight_17=100)})
    assert short.flags == {}


def test_a_ceiling_below_what_is_expected_is_flagged() -> None:
    rules = progressive(Trigger(("straight",), 3), ceiling=cents(20_000))
    found = figures(rules, {A: ROULETTE}, {A: play(25_000, straight_17=100)}).levels[0]
    assert {"ceiling-below-trigger", "overflow-grows"} <= set(found.flags)
    assert found.mean_value.exact == "200"
    higher = replace(rules.levels[0], ceiling=cents(200_000_000))
    found = figures(replace(rules, levels=(higher,)), {A: ROULETTE}, {A: play(25_000, straight_17=100)}).levels[0]
    assert "ceiling-below-trigger" not in found.flags
    above = mystery(ceiling=cents(200))
    assert "ceiling-below-trigger" in figures(above, {A: ROULETTE}, {A: play(300)}).flags


def test_what_the_terminal_lays_may_win_nothing() -> None:
    least = Trigger(("straight",), least=cents(500))
    found = figures(progressive(least), {A: ROULETTE}, {A: play(10_000, straight_17=100, red=5_000)})
    assert found.levels[0].flags == ("never-won",)
    assert (found.returned.exact, found.costs.exact) == ("0", "1/200")


def test_pieces_of_a_special_count_by_their_spots() -> None:
    game = open_rulebook("ministar").games["roulette"]
    special = game.wagers["orphans"]
    trigger = Trigger(tuple({piece.spot.partition(":")[0] for piece in special.pieces}))
    wins = wins_with(game, trigger, {special.name: cents(100)})
    assert wins == {outcome for place, outcome in enumerate(game.outcomes) if special.returns[place]}
    straight = wins_with(game, Trigger(("straight",)), {special.name: cents(100)})
    assert straight == {"1"}


def test_what_cannot_be_told_is_said_in_words() -> None:
    said = problems(mystery(low=cents(50)), {A: ROULETTE}, {})
    assert said == (
        "expected how table A is played, found nothing.",
        "expected a table with turnover that feeds level mini, found none.",
        "expected values of level mini above zero, not below its seed, the highest not below the lowest.",
    )
    wrong = problems(progressive(Trigger(("straight",))), {A: ROULETTE}, {A: play(100, straight_99=1)})
    assert wrong == ("expected wagers of the game at table A, found straight:99.",)


def test_small_and_long_figures_are_told() -> None:
    assert decimal(Fraction(1, 3), 2) == "0.3333"
    assert decimal(Fraction(-5, 2), 1) == "-2.5"
    assert decimal(Fraction(1, 10**9 * 3), 6) == "0.0000000003333"
    assert decimal(Fraction(185, 100), 2) == "1.85"
    assert exact_of(Fraction(3**80, 2**80), 2).exact == ""
    assert exact_of(None, 2).decimal == ""


@pytest.mark.parametrize(
    ("seed", "turnover", "words"),
    [(100, 500, ""), (1_000, 10_000, BEYOND_EDGE), (100_000_000, 500, BEYOND_TURNOVER)],
    ids=["within", "beyond-the-edge", "beyond-the-turnover"],
)
def test_a_jackpot_that_costs_more_than_the_house_wins_is_called_dear(seed: int, turnover: int, words: str) -> None:
    rules = mystery(seed=cents(seed), low=cents(seed + 100), high=cents(seed + 100), rates={A: 10_000})
    found = figures(rules, {A: ROULETTE}, {A: Play(cents(turnover))})
    assert found.too_dear == words, found.costs


# As large as may be asked.


def gained_by_counting(chains: dict[str, RoundChain], gains: dict[str, Fraction], rounds: int) -> Fraction:
    """Round by round and table by table, in parts of a number that is longer than any of the answers."""
    one = 10**90
    at = {table: [one] + [0] * (len(chain.states) - 1) for table, chain in chains.items()}
    found = Fraction(0)
    for _ in range(rounds):
        for table, brought in gains.items():
            unhit = Fraction(1)
            for each in at.values():
                unhit *= Fraction(sum(each), one)
            found += brought * int(unhit * one)
            if table in chains:
                after = [0] * len(at[table])
                for held, ways in zip(at[table], chains[table].states, strict=True):
                    for to, part in ways:
                        after[to] += int(held * part)
                at[table] = after
    return found / one


@pytest.mark.parametrize(("run", "rounds"), [(1, 60), (2, 400), (3, 400), (6, 120)])
def test_what_a_far_ceiling_lets_gain_is_what_counting_every_round_gives(run: int, rounds: int) -> None:
    game, trigger = ROULETTE, Trigger(("red", "straight"), run=run, outcomes=("17", "18", "19", "20"))
    slow = trigger_chain(game, trigger, frozenset({"17", "18"}))
    fast = trigger_chain(SIC_BO, Trigger((), run=run), frozenset(SIC_BO.outcomes))
    assert slow is not None
    assert fast is not None
    gains = {A: Fraction(3, 7), B: Fraction(2), "C": Fraction(1, 3)}
    for chains in ({A: slow}, {A: fast, B: slow}):
        found = mean_gain(chains, gains, sum(gains.values(), start=Fraction(0)) * rounds)
        counted = gained_by_counting(chains, gains, rounds)
        assert abs(found - counted) < counted / 10**40


@pytest.mark.parametrize("run", [1, 2, 5, 16])
def test_a_ceiling_without_end_cuts_off_nothing(run: int) -> None:
    chain = trigger_chain(SIC_BO, Trigger((), run=run), frozenset(SIC_BO.outcomes[:40]))
    assert chain is not None
    between = rounds_between(chain)
    assert abs(mean_gain({A: chain}, {A: Fraction(1)}, between * 1_000) - between) < between / 10**25


@pytest.mark.slow
def test_the_most_that_may_be_asked_takes_little_room() -> None:
    """Parts of a cent that come round after a hundred thousand settlements, and amounts of which no wheel knows."""
    for rate, turnover in ((999_990, 10**12 + 1), (999_999, 10**12 + 1), (100_000, 10**12)):
        rules = mystery(seed=cents(10), low=cents(10**11), high=cents(2 * 10**11), rates={A: rate})
        tracemalloc.start()
        try:
            assert figures(rules, {A: ROULETTE}, {A: play(turnover)}).levels[0].odds.decimal
            assert tracemalloc.get_traced_memory()[1] < 60_000_000
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize("turnover", [-1, -1_000, -5_000, 10**15 + 1])
def test_a_turnover_that_nobody_has_is_said_and_not_divided_by(turnover: int) -> None:
    rules = mystery(rates={A: 10_000, B: 10_000})
    words = problems(rules, {A: ROULETTE, B: ROULETTE}, {A: play(1_000), B: play(turnover)})
    assert words == ("expected a turnover of table B from zero to 10000000000000, found another.",)
