"""How the facts about jackpots change the floor: pools, levels, links, malfunctions, and what becomes of prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor import events
from openetg.floor.core.ledger import overflow_of, pool_of, reserve_of, seeding_of
from openetg.floor.core.refusals import Reason
from openetg.floor.jackpots.commands import PER_TURNOVER
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.links import lock_of, open_fault
from openetg.floor.jackpots.pools import next_handling, next_rules
from openetg.floor.jackpots.state import (
    HITS_KEPT,
    UNPAID,
    Award,
    AwardState,
    Era,
    Feed,
    Jackpot,
    JackpotFault,
    Level,
    LevelRun,
    RoundFed,
    Run,
    handling_of,
)
from openetg.floor.money.printing import paper_ordered
from openetg.floor.state import ROUNDS_KEPT, Floor, Lock, key_of_round
from openetg.floor.wagers.stays import came_in, let_go
from openetg.money import ZERO, parts_of, total
from openetg.rulebook.schema.policies import JackpotPayment

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
    return is_mystery(floor.jackpots.offered[jackpot].rules.kind)


def _pool_fed_for(floor: Floor, heir: Level, event: events.PoolFed) -> None:
    """A correction in a level that has ended: the money goes to its successor, the turnover counts for itself."""
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
    if is_mystery(jackpot.rules.kind):
        level.live = False
    floor.jackpots.awards[event.award] = Award(
        number=event.award,
        jackpot=event.jackpot,
        level=event.level,
        title=level.rules.title,
        cycle=event.cycle,
        terminal=event.terminal,
        table=event.table,
        round=event.round,
        amount=event.amount,
        at_ms=floor.at_ms,
        by_hand=event.by_hand,
        locked=event.locks,
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
    """A prize that was paid stays paid; the alert calls a person to look at it."""
    award = floor.jackpots.awards[event.award]
    award.questioned = True
    if award.state is AwardState.DUE:
        award.state = AwardState.QUESTIONED


def _award_restored(floor: Floor, event: events.AwardRestored) -> None:
    award = floor.jackpots.awards[event.award]
    award.questioned = False
    if award.state is AwardState.QUESTIONED:
        award.state = AwardState.DUE


FAULTS_KEPT = 25
"""How many malfunctions are kept with a jackpot; the journal has them all."""


def _link_reported(floor: Floor, event: events.JackpotLinkReported) -> None:
    lost = floor.jackpots.offered[event.jackpot].lost
    if event.up:
        del lost[event.member]
    else:
        lost[event.member] = event.cause


def _fault_declared(floor: Floor, event: events.JackpotFaultDeclared) -> None:
    jackpot = floor.jackpots.offered[event.jackpot]
    cycles = {name: level.cycle for name, level in jackpot.levels.items()}
    jackpot.faults.append(JackpotFault(event.part, event.person, event.why, event.at_ms, cycles=cycles))
    del jackpot.faults[:-FAULTS_KEPT]


def _fault_ended(floor: Floor, event: events.JackpotFaultEnded) -> None:
    fault = open_fault(floor.jackpots.offered[event.jackpot])
    assert fault is not None, "a malfunction ends once"
    fault.ended_at_ms = event.at_ms


def _adjusted(floor: Floor, event: events.JackpotAdjusted) -> None:
    """The house bears what is more, and has what is less; the totals say so."""
    floor.ledger.post(event.transfers)
    jackpot, by = floor.jackpots.offered[event.jackpot], event.after - event.before
    level = jackpot.levels[event.level]
    level.seeded += by
    if event.award:
        award = floor.jackpots.awards[event.award]
        award.amount, award.by_hand = event.after, event.by_hand
        if event.locks:
            award.locked = True
            lock_for(floor, event)
        level.won += by
    else:
        level.adjusted += by
        # What it holds now came from no settlement: none is to be asked who made it hit.
        level.feeds = []


def _cleared(floor: Floor, event: events.JackpotCleared) -> None:
    floor.jackpots.awards[event.award].locked = False
    floor.terminals[event.terminal].locks.pop(lock_of(event.award), None)
    _forget_old(floor, floor.jackpots.awards[event.award])


def _award_credited(floor: Floor, event: events.AwardCredited) -> None:
    """A win of the player who is there; without one it is what the next stay begins with."""
    terminal = floor.terminals[event.terminal]
    let_go(floor, terminal)
    floor.ledger.post(event.transfers)
    if terminal.stay is None:
        came_in(floor, terminal, event.amount)
    _paid(floor, floor.jackpots.awards[event.award], JackpotPayment.METER.value)


def _paid(floor: Floor, award: Award, how: str, ticket: str = "") -> None:
    award.state, award.paid_by, award.ticket, award.paid_at_ms = AwardState.PAID, how, ticket, floor.at_ms
    _forget_old(floor, award)


def _award_papered(floor: Floor, event: events.AwardPapered) -> None:
    floor.ledger.post(event.transfers)
    paper_ordered(floor, event, event.award)
    _paid(floor, floor.jackpots.awards[event.award], event.paper.value, event.ticket)


def due_again(floor: Floor, number: str) -> None:
    """The paper of a prize was not printed: it is owed, and shown, as before; and if it was put in doubt meanwhile,
    it is not paid again before a person has decided.
    """
    award = floor.jackpots.awards[number]
    award.state = AwardState.QUESTIONED if award.questioned else AwardState.DUE
    award.paid_by, award.ticket, award.paid_at_ms = "", "", 0


def _award_upheld(floor: Floor, event: events.AwardUpheld) -> None:
    award = floor.jackpots.awards[event.award]
    award.questioned = False
    if event.stands:
        award.state = AwardState.DUE
        return
    floor.ledger.post(event.transfers)
    level = floor.jackpots.offered[award.jackpot].levels[award.level]
    level.won -= award.amount
    level.hits -= 1
    award.state = AwardState.WITHDRAWN
    _forget_old(floor, award)


def award_refused(floor: Floor, award: Award) -> None:
    """It was withheld, and is not the player's: the house gets it. A payment made before stays on record."""
    if award.state in UNPAID:
        award.state = AwardState.REFUSED
        _forget_old(floor, award)


def _decommissioned(floor: Floor, event: events.JackpotDecommissioned) -> None:
    """What was in its levels, parts of a cent included, waits for the next pools of the other."""
    jackpots = floor.jackpots.offered
    jackpot, other = jackpots[event.jackpot], jackpots[event.into]
    for name, there in event.levels.items():
        level, into = jackpot.levels[name], other.levels[there]
        amount = sum((floor.ledger.held(account) for account in _accounts(jackpot, name)), start=ZERO)
        level.moved -= amount
        into.moved += amount
        into.parts += event.parts.get(name, level.carried + level.reserve_carried)
        level.carried = level.reserve_carried = level.parts = 0
        level.live, level.feeds = False, []
    floor.ledger.post(event.transfers)
    jackpot.into, jackpot.heirs, jackpot.pending = event.into, event.levels, None


def _accounts(jackpot: Jackpot, level: str) -> tuple[str, ...]:
    return pool_of(jackpot.name, level), reserve_of(jackpot.name, level), overflow_of(jackpot.name, level)


def _forget_old(floor: Floor, dealt_with: Award) -> None:
    """Of the prizes of a level that were dealt with only the last are kept, besides those that were taken back and were
    none; and those of rounds that may still be put right, so that no player gets another one for them.
    """
    awards = floor.jackpots.awards
    if len(awards) <= HITS_KEPT:
        return
    printing = {each.printing.award for each in floor.terminals.values() if each.printing is not None}
    busy = {*printing, *floor.vault.holdings}
    done = [each for each in awards.values() if _kind(each) == _kind(dealt_with) and _is_done(each, busy)]
    for award in done[:-HITS_KEPT]:
        if not _may_change(floor, award):
            del awards[award.number]


def _kind(award: Award) -> tuple[str, str, bool]:
    return award.jackpot, award.level, award.state is AwardState.WITHDRAWN


def _is_done(award: Award, busy: set[str]) -> bool:
    """Whether a prize is dealt with; one that was withheld at some time is looked up by its number."""
    return not (award.state in UNPAID or award.locked or award.number in busy)


def _may_change(floor: Floor, award: Award) -> bool:
    """Whether something may still be put right in the rounds that won a prize."""
    table = floor.tables[award.table]
    return award.round == table.rounds or not table.past.keys().isdisjoint(award.rounds)


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.JackpotSetUp: _jackpot_set_up,
    events.JackpotChanged: _jackpot_changed,
    events.LevelBegan: _level_began,
    events.PoolFed: _pool_fed,
    events.JackpotWon: _jackpot_won,
    events.RunNoted: _run_noted,
    events.AwardQuestioned: _award_questioned,
    events.AwardRestored: _award_restored,
    events.JackpotLinkReported: _link_reported,
    events.JackpotFaultDeclared: _fault_declared,
    events.JackpotFaultEnded: _fault_ended,
    events.JackpotAdjusted: _adjusted,
    events.JackpotCleared: _cleared,
    events.AwardCredited: _award_credited,
    events.AwardPapered: _award_papered,
    events.AwardUpheld: _award_upheld,
    events.JackpotDecommissioned: _decommissioned,
}
