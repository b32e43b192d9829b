"""Syndicated play: honest floors show no group, whatever the seed; three who act together are shown with figures."""

from __future__ import annotations

from random import Random

import pytest

from openetg.floor import commands as ask
from openetg.floor.commands import Order
from openetg.floor.core.ledger import Transfer, bank_of, pool_of, seeding_of
from openetg.floor.core.stored import OpenEntry, Recorded
from openetg.floor.events import AnyEvent, JackpotWon, PoolFed, RoundSettled, Settled
from openetg.floor.jackpots.commands import JackpotRules, LevelRules
from openetg.floor.jackpots.state import Jackpot, Level
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, cents
from openetg.reports.kinds.counted.acting import ActingFold, ActingGroup, edge_of, groups_of
from openetg.rulebook.schema.policies import JackpotKind
from tests.marks import clause
from tests.unit.floor.jackpots.build import FREE, GAMING_SUPERVISOR, A, J, hall, level, mystery
from tests.unit.floor.jackpots.build import OPERATOR as HOUSE
from tests.unit.reports.made import made, section
from tests.unit.reports.prizes import journal

MAIN = "main"
ROUND_MS = 60_000
TERMINALS = tuple(f"T{number}" for number in range(1, 11))
LEVEL = LevelRules(MAIN, "Main", cents(10_000), {A: 10_000}, low=cents(20_000), high=cents(40_000))


class Evening:
    """Rounds of one table as events alone: the pool is fed and hit, and terminals play as they are told."""

    def __init__(self) -> None:
        self.floor, self.acting = Floor(), ActingFold()
        rules = JackpotRules("Fortune", JackpotKind.MYSTERY, (LEVEL,))
        self.floor.jackpots.offered[J] = Jackpot(J, "", rules, {MAIN: Level(LEVEL, cycle=1, live=True)})
        self._move(Transfer(seeding_of(J), pool_of(J, MAIN), LEVEL.seed))
        self.acting.begin(self.floor)
        self.sequence = self.rounds = 0

    @property
    def pool(self) -> Money:
        return self.floor.ledger.held(pool_of(J, MAIN))

    @property
    def is_near(self) -> bool:
        edge = edge_of(LEVEL, 20)
        return edge is not None and self.pool >= edge

    def round(self, stakes: dict[str, int], *, gain: int = 150) -> None:
        """A round in which so much was staked by each, and the pool gains as much whoever plays."""
        self.rounds += 1
        results = tuple(Settled(name, cents(amount), ZERO, ZERO) for name, amount in stakes.items())
        fed = Transfer(bank_of(A), pool_of(J, MAIN), cents(gain))
        settled = RoundSettled(A, self.rounds, "17", "3.9", results, ())
        self._take(settled, PoolFed(J, MAIN, A, self.rounds, cents(0), 0, 0, "4.1.3", 10_000, 0, (fed,)))

    def hit(self, terminal: str) -> None:
        """The pool is won, and begins again."""
        back = self.pool - LEVEL.seed
        moved = (Transfer(pool_of(J, MAIN), "award/1", back),)
        self._take(
            JackpotWon("1", J, MAIN, 1, terminal, A, self.rounds, back, "4.1.4", moved, locks=False, by_hand=False)
        )

    def _take(self, *facts: AnyEvent) -> None:
        for fact in facts:
            for move in getattr(fact, "transfers", ()):
                self._move(move)
        self.sequence += 1
        order = Order("test", 1, self.sequence, ask.ReportReady(A))
        self.acting.take(OpenEntry(self.sequence, self.sequence * ROUND_MS, order, Recorded(events=facts)), self.floor)

    def _move(self, move: Transfer) -> None:
        self.floor.ledger.post((move,))

    def groups(self) -> list[ActingGroup]:
        return groups_of(self.acting.finished(), 3)


def honest(chance: Random, rounds: int, *, syndicate: tuple[str, ...] = ()) -> Evening:
    """Players come and go as they like; a syndicate, if there is one, sits down when the pool is near its top."""
    evening, stays = Evening(), dict.fromkeys(TERMINALS, 0)
    usual = {name: chance.choice((100, 200, 500, 1_000)) for name in TERMINALS}
    value = chance.randint(36_500, 40_000)
    for _ in range(rounds):
        stakes: dict[str, int] = {}
        for name in TERMINALS:
            if name in syndicate:
                if evening.is_near and chance.random() < 0.95:
                    stakes[name] = 500
                continue
            if stays[name] == 0 and chance.random() < 1 / 40:
                stays[name] = chance.randint(5, 80)
            elif stays[name]:
                stays[name] -= 1
                if chance.random() < 0.9:
                    stakes[name] = usual[name] * chance.choice((1, 1, 2, 3))
        evening.round(stakes)
        if int(evening.pool) >= value:  # type: ignore[call-overload]
            evening.hit(chance.choice([*stakes, "T1"]))
            value = chance.randint(36_500, 40_000)
    return evening


@pytest.mark.slow
@clause("novo-unity", "1.1:syndicated_play", "8.10")
def test_honest_floors_show_no_group() -> None:
    """Sixty evenings of twelve hundred rounds, with several windows each: not one group."""
    windows = 0
    for seed in range(60):
        evening = honest(Random(seed), 1_200)
        assert not evening.groups(), seed
        windows += len(evening.acting.windows)
    assert windows > 200


@clause("novo-unity", "1.1:syndicated_play", "8.10")
def test_three_who_come_for_the_top_of_the_pool_are_shown_together() -> None:
    syndicate = ("T3", "T7", "T8")
    for seed in range(20):
        evening = honest(Random(seed), 1_200, syndicate=syndicate)
        (group, *others) = evening.groups()
        assert group.terminals == syndicate, seed
        assert len(group.windows) >= 2
        assert group.how == "several windows"
        assert not others


def test_in_one_window_alone_they_must_come_and_go_together() -> None:
    """Three at once are a group; three of whom each comes at another time are not."""
    for apart, found in ((0, 1), (8, 0)):
        evening = Evening()
        while not evening.is_near:
            evening.round({"T1": 500})
        for number in range(26):
            playing = {f"T{seat}": 500 for seat in (3, 7, 8) if apart * (seat - 7) <= number}
            evening.round({"T1": 500, **playing} if number < 24 + apart else {"T1": 500}, gain=1)
        evening.hit("T3")
        for _ in range(30):
            evening.round({"T1": 500}, gain=1)
        groups = evening.groups()
        assert len(groups) == found, apart
        assert all(group.how == "came and went together" and group.terminals == ("T3", "T7", "T8") for group in groups)


def test_two_are_no_syndicate_and_larger_stakes_count_too() -> None:
    evening = Evening()
    for _ in range(3):
        while not evening.is_near:
            evening.round(dict.fromkeys(("T1", "T2", "T3"), 100))
        for _ in range(12):
            evening.round({"T1": 2_000, "T2": 2_000, "T3": 100}, gain=1)
        evening.hit("T1")
    assert not evening.groups()
    assert {mark.terminal for mark in evening.acting.finished()} == {"T1", "T2"}
    assert len(groups_of(evening.acting.finished(), 2)) == 1


def test_a_pool_without_a_top_has_no_window() -> None:
    assert edge_of(LevelRules(MAIN, "Main", cents(100), {A: 1}), 20) is None
    assert edge_of(LevelRules(MAIN, "Main", cents(100), {A: 1}, ceiling=cents(1_100)), 20) == cents(900)
    assert edge_of(LEVEL, 20) == cents(36_000)
    assert edge_of(LEVEL, 50) == cents(30_000)


@clause("novo-unity", "8.10", "8.11")
def test_the_report_of_a_real_floor_shows_figures_and_no_verdict() -> None:
    """One stays all evening, two sit down near the top, and a breach is recorded with three persons."""
    here = hall()
    rules = mystery(level(low=cents(10_100), high=cents(13_500)), lock_from=FREE)
    here.give_all(ask.SetUpJackpot(*HOUSE, J, rules))
    here.over()
    here.commit(secret="ab" * 32)
    while here.pool() < 12_825:
        here.spin(A, "2", a1=9_000)
        here.give_all(ask.InsertNote("a1", cents(10_000)))
    for _ in range(10):
        here.spin(A, "2", a1=100, a2=500, a3=500)
    here.give_all(ask.RecordBreach(*GAMING_SUPERVISOR, "a2", "8.10", "three who share", persons=("one", "two")))
    report = made(journal(here, "syndicate"), "syndicate")
    assert not report.failed
    stand_out = {row[1]: row for row in section(report, "Terminals that stand out").rows}
    assert set(stand_out) == {"a2", "a3"}, "two, so there is no group"
    assert stand_out["a2"][4:6] == (10, 10_000)
    assert section(report, "Terminals that act together").rows == ()
    (window,) = section(report, "Windows").rows
    assert window[10] == 2
    (breach,) = section(report, "Breaches on record").rows
    assert (breach[4], breach[5], breach[8]) == ("a2", 3, "8.10")
