"""Pools, levels and prizes of jackpots, as facts change them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor import events
from openetg.floor.commands.jackpots import PER_TURNOVER
from openetg.floor.jackpot_links import lock_of
from openetg.floor.ledger import pool_of, seeding_of
from openetg.floor.pools import next_handling, next_rules
from openetg.floor.refusals import Reason
from openetg.floor.state import ROUNDS_KEPT, Floor, Lock, key_of_round
from openetg.floor.state.jackpots import (
    Award,
    AwardState,
    Era,
    Feed,
    Jackpot,
    Level,
    LevelRun,
    RoundFed,
    Run,
    handling_of,
)
from openetg.money import ZERO, parts_of, total
from openetg.rulebook.policies import JackpotKind

LOCKED_FOR = ("wager", "collect", "fund")
"""What a terminal that has won does not do until a person has been there."""


def level_of(floor: Floor, jackpot: str, level: str) -> Level:
    """A level of a jackpot."""
    return floor.jackpots.offered[jackpot].levels[level]


def _jackpot_set_up(floor: Floor, event: events.JackpotSetUp) -> None:
    levels: dict[str, Level] = {}
    for rules in event.rules.levels:
        opened = {table: floor.tables[table].rounds for table in rules.rates}
        levels[rules.level] = Level(rules, handling_of(event.rules), until=opened, eras=[Era(None, dict(opened))])
    floor.jackpots.offered[event.jackpot] = Jackpot(
        event.jackpot, event.rulebook, event.rules, levels, approvals=event.approvals
    )


def _jackpot_changed(floor: Floor, event: events.JackpotChanged) -> None:
    jackpot = floor.jackpots.offered[event.jackpot]
    jackpot.pending, jackpot.waits, jackpot.approvals = event.rules, list(jackpot.levels), event.approvals


def _level_began(floor: Floor, event: events.LevelBegan) -> None:
    """The next pool; parameters that waited for it are in force, at each table from the next round that opens."""
    floor.ledger.post(event.transfers)
    jackpot = floor.jackpots.offered[event.jackpot]
    level = jackpot.levels[event.level]
    rules = next_rules(jackpot, event.level)
    if rules != level.rules:
        opened = {table: floor.tables[table].rounds for table in (*level.rules.rates, *rules.rates)}
        level.eras = _on_record(floor, [*level.eras, Era(level.rules, opened)])
        level.until |= opened
        level.rules = rules
    level.handling = next_handling(jackpot, event.level)
    if event.level in jackpot.waits:
        jackpot.waits.remove(event.level)
        if not jackpot.waits and jackpot.pending is not None:
            jackpot.rules, jackpot.pending = jackpot.pending, None
            jackpot.rulebook = floor.tables[next(iter(rules.rates))].rulebook
    level.carried, level.parts = level.carried + level.parts, 0
    level.cycle, level.live, level.feeds, level.began_at_ms = event.cycle, True, [], floor.at_ms
    level.commitment, level.sealed, level.process = event.commitment, event.sealed, event.process
    house = seeding_of(event.jackpot)
    level.seeded += total(moved.amount for moved in event.transfers if moved.source == house)


def _on_record(floor: Floor, eras: list[Era]) -> list[Era]:
    """Those of former rules under which a round was opened of which anything is on record."""
    kept: list[Era] = []
    before: dict[str, int] = {}
    for era in eras:
        for name, last in era.until.items():
            table = floor.tables[name]
            if any(before.get(name, 0) < each <= last for each in (*table.outcomes, *table.past, table.rounds)):
                kept.append(era)
                break
        before |= era.until
    return kept


def _pool_fed(floor: Floor, event: events.PoolFed) -> None:
    level = level_of(floor, event.jackpot, event.level)
    if event.of:
        _pool_fed_for(floor, level, event)
        return
    before = _units(floor, level, event)
    floor.ledger.post(event.transfers)
    level.carried, level.reserve_carried = event.carried, event.reserve_carried
    if event.turnover > ZERO and event.rate and _is_mystery(floor, event.jackpot):
        after = _units(floor, level, event)
        level.feeds.append(Feed(event.table, event.round, before, event.terminal, after))
    level.turnover += event.turnover
    level.contributed += total(moved.amount for moved in event.transfers)
    level.fed[key_of_round(event.table, event.round)] = RoundFed(event.rate, event.reserve_rate, event.out, event.kept)
    _forget_rounds(floor, level, event.table)


def _units(floor: Floor, level: Level, event: events.PoolFed) -> int:
    """What is in the pool of a level, in millionths of a cent."""
    return parts_of(floor.ledger.held(pool_of(event.jackpot, event.level)), PER_TURNOVER) + level.carried


def _is_mystery(floor: Floor, jackpot: str) -> bool:
    return floor.jackpots.offered[jackpot].rules.kind is JackpotKind.MYSTERY


def _pool_fed_for(floor: Floor, heir: Level, event: events.PoolFed) -> None:
    """Something of a level that has ended was put right: the money is its heir's, the turnover its own."""
    floor.ledger.post(event.transfers)
    heir.parts = event.carried
    heir.contributed += total(moved.amount for moved in event.transfers)
    jackpot, _, name = event.of.partition("/")
    level_of(floor, jackpot, name).turnover += event.turnover


def _forget_rounds(floor: Floor, level: Level, name: str) -> None:
    """What is remembered of a round goes with the round."""
    table = floor.tables[name]
    kept = {key_of_round(name, number) for number in (*table.past, table.rounds)}
    here = key_of_round(name, 0)[:-1]
    for key in [key for key in level.fed if key.startswith(here) and key not in kept]:
        del level.fed[key]
    level.feeds = [each for each in level.feeds if each.table != name or key_of_round(name, each.round) in kept]


def _jackpot_won(floor: Floor, event: events.JackpotWon) -> None:
    floor.ledger.post(event.transfers)
    jackpot = floor.jackpots.offered[event.jackpot]
    level = jackpot.levels[event.level]
    feed = next((each for each in level.feeds if _has_won(each, event)), None)
    level.won, level.hits, level.feeds = level.won + event.amount, level.hits + 1, []
    if jackpot.rules.kind is JackpotKind.MYSTERY:
        level.live = False
    floor.jackpots.awards[event.award] = Award(
        event.award,
        event.jackpot,
        event.level,
        level.rules.title,
        event.cycle,
        event.terminal,
        event.table,
        event.round,
        event.amount,
        floor.at_ms,
        event.by_hand,
        event.locks,
        rounds=event.rounds,
        feed=feed,
        value=event.amount,
        handling=level.handling,
    )
    if event.locks:
        lock_for(floor, event)


def _has_won(feed: Feed, event: events.JackpotWon) -> bool:
    """Whether it is the settlement by which a mystery was won."""
    reached = feed.units_after >= parts_of(event.amount, PER_TURNOVER)
    return reached and (feed.table, feed.round) == (event.table, event.round) and feed.terminal in {"", event.terminal}


def lock_for(floor: Floor, event: events.JackpotWon | events.JackpotAdjusted) -> None:
    """The terminal that has won a prize waits for a person."""
    lock = Lock(Reason.JACKPOT_TO_CLEAR.value, event.clause, LOCKED_FOR)
    floor.terminals[event.terminal].locks[lock_of(event.award)] = lock


def _run_noted(floor: Floor, event: events.RunNoted) -> None:
    level = level_of(floor, event.jackpot, event.level)
    if event.rounds:
        table = floor.tables[event.table]
        known = [each for each in level.unpaid.get(event.table, ()) if not table.past.keys().isdisjoint(each.rounds)]
        level.unpaid[event.table] = [*known, Run(event.rounds, event.terminals)]
        return
    runs = level.runs.setdefault(event.table, {})
    if event.terminals:
        runs[event.round] = LevelRun(event.outcome, event.terminals)
    else:
        runs.pop(event.round, None)
    if event.broken:
        oldest = min(floor.tables[event.table].outcomes, default=0)
        broken = [number for number in level.broken.get(event.table, ()) if oldest < number != event.round]
        level.broken[event.table] = [*broken, event.round]
    length = 1 if level.rules.trigger is None else level.rules.trigger.run
    for number in sorted(runs)[: -(length + ROUNDS_KEPT)]:
        del runs[number]


def _award_questioned(floor: Floor, event: events.AwardQuestioned) -> None:
    """One that was paid stays so: that somebody has to look at it is for the alert."""
    award = floor.jackpots.awards[event.award]
    award.questioned = True
    if award.state is AwardState.DUE:
        award.state = AwardState.QUESTIONED


def _award_restored(floor: Floor, event: events.AwardRestored) -> None:
    award = floor.jackpots.awards[event.award]
    award.questioned = False
    if award.state is AwardState.QUESTIONED:
        award.state = AwardState.DUE


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.JackpotSetUp: _jackpot_set_up,
    events.JackpotChanged: _jackpot_changed,
    events.LevelBegan: _level_began,
    events.PoolFed: _pool_fed,
    events.JackpotWon: _jackpot_won,
    events.RunNoted: _run_noted,
    events.AwardQuestioned: _award_questioned,
    events.AwardRestored: _award_restored,
}
