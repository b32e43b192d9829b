"""Pools to the cent: nothing lost or made by rounding, seeds, reserves, ceilings; held against another count."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openetg.floor import commands as ask
from openetg.floor.core.ledger import Transfer
from openetg.floor.events import LevelBegan, PoolFed
from openetg.floor.jackpots.commands import LevelRules, Trigger
from openetg.floor.jackpots.pools import gain
from openetg.floor.state import Phase
from openetg.money import ZERO, Money, cents, whole_cents
from tests.marks import clause
from tests.reconciling import reconciles
from tests.unit.floor.jackpots.build import FREE, SEVENTEENS, A, B, Hall, J, level, mystery, offered, progressive

MILLION = 1_000_000


@clause("novo-unity", "4.1.1", "4.1.3")
@given(
    stakes=st.lists(st.integers(-(10**9), 10**11), max_size=60),
    rate=st.integers(0, MILLION),
    reserve_rate=st.integers(0, MILLION),
    ceiling=st.none() | st.integers(0, 10**9),
)
def test_nothing_is_lost_or_made_whatever_the_stakes_and_rates(
    stakes: list[int], rate: int, reserve_rate: int, ceiling: int | None
) -> None:
    carried = reserve_carried = 0
    pool = overflow = reserve = 0
    for stake in stakes:
        room = None if ceiling is None else cents(max(ceiling - pool, 0))
        got = gain(cents(stake), rate, reserve_rate, carried=carried, reserve_carried=reserve_carried, room=room)
        carried, reserve_carried = got.carried, got.reserve_carried
        assert min(got.pool, got.overflow, got.reserve) >= ZERO, "no pool ever falls"
        pool, overflow, reserve = (
            before + int(more)  # type: ignore[call-overload]
            for before, more in ((pool, got.pool), (overflow, got.overflow), (reserve, got.reserve))
        )
        assert max(carried, reserve_carried) < MILLION, "a whole cent never waits"
    assert pool + overflow + Fraction(carried, MILLION) == Fraction(sum(stakes) * rate, MILLION)
    assert reserve + Fraction(reserve_carried, MILLION) == Fraction(sum(stakes) * reserve_rate, MILLION)
    if ceiling is not None:
        assert pool <= ceiling
        assert overflow == 0 or pool == ceiling


@pytest.mark.slow
@clause("novo-unity", "4.1.1", "4.1.3")
def test_over_a_million_contributions_in_many_denominations_the_sum_is_exact() -> None:
    random = Random(4_1_1)
    denominations = [cents(each) for each in (1, 2, 5, 10, 25, 99, 100, 250, 1_000, 12_345, 100_000)]
    rate, reserve_rate = 3_333, 7
    carried = reserve_carried = 0
    pool = reserve = ZERO
    staked: dict[Money, int] = dict.fromkeys(denominations, 0)
    for stake in random.choices(denominations, k=MILLION + 1):
        got = gain(stake, rate, reserve_rate, carried=carried, reserve_carried=reserve_carried, room=None)
        carried, reserve_carried = got.carried, got.reserve_carried
        pool, reserve = pool + got.pool, reserve + got.reserve
        staked[stake] += 1
    turnover = sum(int(each) * count for each, count in staked.items())  # type: ignore[call-overload]
    assert whole_cents(turnover * rate, MILLION) == (pool, carried)
    assert whole_cents(turnover * reserve_rate, MILLION) == (reserve, reserve_carried)


@clause("novo-unity", "4.1.1")
def test_fractions_are_kept_until_they_are_a_cent() -> None:
    here = offered(progressive(level(trigger=SEVENTEENS, rates={A: 2_500})))
    for expected, carried in ((10_000, 250_000), (10_000, 500_000), (10_000, 750_000), (10_001, 0)):
        here.spin(A, "3", a1=100)
        fed = here.event(PoolFed)
        assert (fed.turnover, fed.carried, fed.rate, fed.clause) == (cents(100), carried, 2_500, "4.1.1")
        assert here.pool() == expected
    assert here.event(PoolFed).transfers == (Transfer(f"bank/{A}", f"pool/{J}/main", cents(1)),)
    assert (here.level().turnover, here.level().contributed) == (cents(400), cents(1))


@clause("novo-unity", "4.1.3")
def test_a_mystery_is_fed_alike_and_cites_its_own_rule() -> None:
    here = offered(mystery())
    here.commit()
    here.spin(A, "3", a1=199)
    fed = here.event(PoolFed)
    assert (fed.turnover, fed.carried, fed.clause, here.pool()) == (cents(199), 990_000, "4.1.3", 10_001)


def test_several_levels_and_tables_each_at_its_own_rate() -> None:
    here = offered(
        progressive(
            level("x", trigger=SEVENTEENS, rates={A: 10_000, B: 20_000}),
            level("y", trigger=SEVENTEENS, rates={B: 5_000}, reserve_rate=1_000),
        )
    )
    here.spin(A, "3", a1=1_000, a2=500, a3={"straight:3": 500})
    here.spin(B, "3", b1=3_000, b2=1_000)
    assert (here.pool("x"), here.pool("y")) == (10_000 + 20 + 80, 10_000 + 20)
    assert (here.reserve("x"), here.reserve("y")) == (0, 4)


def test_beyond_the_ceiling_it_waits_for_the_next_pool() -> None:
    here = offered(
        progressive(
            level(trigger=SEVENTEENS, rates={A: 100_000}, reserve_rate=10_000, seed=cents(500), ceiling=cents(800)),
            lock_from=FREE,
        )
    )
    here.spin(A, "3", a1=2_000)
    assert (here.pool(), here.overflow(), here.reserve()) == (700, 0, 20)
    here.spin(A, "3", a1=2_000)
    assert (here.pool(), here.overflow(), here.reserve()) == (800, 100, 40)
    here.spin(A, "3", a1=2_500)
    assert (here.pool(), here.overflow(), here.reserve()) == (800, 350, 65)
    here.spin(A, "7", a1={"straight:7": 10})
    here.spin(A, "7", a1={"straight:7": 10})
    began = here.event(LevelBegan)
    # What was carried over and the reserve pay the seed first, the house the rest.
    paid = {moved.source.partition("/")[0]: moved.amount for moved in began.transfers}
    assert paid == {"overflow": cents(351), "reserve": cents(65), "seeding": cents(84)}
    assert (here.pool(), here.overflow(), here.reserve()) == (501, 0, 0)
    assert here.floor.jackpots.awards[f"{J}.main.1"].amount == cents(800)


def test_what_is_carried_over_beyond_the_seed_is_on_top_as_far_as_the_ceiling() -> None:
    rules = level(trigger=SEVENTEENS, rates={A: 500_000}, seed=cents(100), ceiling=cents(600))
    here = offered(progressive(rules, lock_from=FREE))
    here.spin(A, "3", a1=4_000)
    assert (here.pool(), here.overflow()) == (600, 1_500)
    here.spin(A, "7", a1={"straight:7": 2})
    here.spin(A, "7", a1={"straight:7": 2})
    assert [moved.source for moved in here.event(LevelBegan).transfers] == [f"overflow/{J}/main"]
    assert (here.pool(), here.overflow()) == (600, 901 + 1)


def test_the_books_do_not_reconcile_if_a_cent_is_moved_behind_them() -> None:
    here = offered(progressive())
    assert reconciles(here.floor)
    here.floor.ledger.post((Transfer("bank/A", f"pool/{J}/main", cents(1)),))
    assert not reconciles(here.floor)
    here.level().contributed += cents(1)
    assert reconciles(here.floor)
    here.floor.ledger.post((Transfer(f"seeding/{J}", "bank/A", cents(1)),))
    assert not reconciles(here.floor)


class Count:
    """Another count of the same: per round and terminal what counted, by rates that never change."""

    def __init__(self, rules: tuple[LevelRules, ...]) -> None:
        self.rules = {each.level: each for each in rules}
        self.staked: dict[tuple[str, int, str], int] = {}

    def settled(self, here: Hall, name: str, number: int) -> None:
        table = here.floor.tables[name]
        round_ = table.round if table.round is not None and table.round.number == number else table.past[number]
        results = {} if round_.phase is Phase.VOID else round_.results
        for key in [key for key in self.staked if key[:2] == (name, number)]:
            del self.staked[key]
        for terminal, result in results.items():
            self.staked[name, number, terminal] = int(result.staked)  # type: ignore[call-overload]

    def check(self, here: Hall) -> None:
        for name, rules in self.rules.items():
            level = here.level(name)
            pool = sum(amount * rules.rates.get(key[0], 0) for key, amount in self.staked.items())
            reserve = sum(amount * rules.reserve_rate for key, amount in self.staked.items() if key[0] in rules.rates)
            got = int(level.contributed) * MILLION + level.carried + level.reserve_carried  # type: ignore[call-overload]
            assert got == pool + reserve, name
            assert max(level.carried, level.reserve_carried) < MILLION
            assert level.turnover == cents(sum(amount for key, amount in self.staked.items() if key[0] in rules.rates))
            if rules.ceiling:
                assert here.pool(name) <= int(rules.ceiling)  # type: ignore[call-overload]


STAKES = (1, 3, 5, 7, 10, 25, 100, 333, 999, 1_250, 5_000)


@pytest.mark.slow
@clause("novo-unity", "4.1.1", "1.1:void")
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_over_any_night_the_pools_are_what_was_settled_and_not_void(seed: int) -> None:
    random = Random(seed)
    rules = (
        level("x", trigger=SEVENTEENS, rates={A: random.randrange(1, 200_000), B: random.randrange(1, 200_000)}),
        level(
            "y",
            trigger=Trigger(("straight", "red"), outcomes=("1", "3"), laid="last"),
            rates={B: random.randrange(1, 300_000)},
            reserve_rate=random.randrange(100_000),
            ceiling=cents(10_001 + random.randrange(500)),
            several=random.choice(["share", "in_order"]),
        ),
    )
    here = offered(progressive(*rules, lock_from=FREE))
    count = Count(rules)
    for _ in range(25):
        name = random.choice((A, B))
        act = random.random()
        if act < 0.7:
            number = here.numbers(name)
            terminals = random.sample(["a1", "a2", "a3"] if name == A else ["b1", "b2"], random.choice((0, 1, 2)))
            held = random.choice(terminals) if terminals and random.random() < 0.2 else ""
            wagers = {
                each: {random.choice(("red", "straight:1", "straight:3")): random.choice(STAKES)} for each in terminals
            }
            here.lay(name, **wagers)
            here.closed(name)
            if held:
                here.hold(held)
            round_ = here.floor.tables[name].round
            assert round_ is not None
            here.give_all(ask.RecordOutcome(name, round_.spin, random.choice(("1", "1", "3", "2"))))
            count.settled(here, name, number)
            if held:
                here.establish(held)
                count.settled(here, name, number)
        else:
            number = here.numbers(name) - random.choice((1, 2))
            if number > 1 and here.floor.tables[name].past[number].phase is not Phase.VOID:
                (here.void if random.random() < 0.5 else here.correct_somehow)(number, name)
                count.settled(here, name, number)
        count.check(here)
    here.restart()
    count.check(here)


def test_a_void_is_set_against_what_has_yet_to_come() -> None:
    here = offered(progressive(level(trigger=SEVENTEENS, rates={A: 100_000}, reserve_rate=50_000)))
    here.spin(A, "3", a1=1_000)
    here.spin(A, "3", a2=25)
    assert (here.pool(), here.level().carried, here.reserve()) == (10_102, 500_000, 51)
    here.void(2)
    fed = here.event(PoolFed)
    assert (fed.turnover, fed.transfers, fed.carried) == (cents(-1_000), (), 500_000 - 100 * MILLION)
    assert (here.pool(), here.reserve()) == (10_102, 51), "what is on display does not fall"
    here.spin(A, "3", a1=500)
    assert here.pool() == 10_102
    here.spin(A, "3", a1=500)
    assert (here.pool(), here.level().carried) == (10_102, 500_000)
    here.spin(A, "3", a1=5)
    assert (here.pool(), here.level().carried) == (10_103, 0)


def test_a_void_before_the_settlement_brings_nothing() -> None:
    here = offered(progressive())
    here.lay(A, a1=1_000)
    here.closed(A)
    here.void(here.numbers())
    assert not here.events(PoolFed)
    assert here.level().turnover == ZERO
