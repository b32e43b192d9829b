"""What becomes of prizes, links and malfunctions of jackpots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from openetg.floor import events
from openetg.floor.apply.jackpots import lock_for
from openetg.floor.apply.papers import paper_ordered
from openetg.floor.apply.stays import came_in, let_go
from openetg.floor.jackpot_links import lock_of, open_fault
from openetg.floor.ledger import overflow_of, pool_of, reserve_of
from openetg.floor.state import Floor
from openetg.floor.state.jackpots import HITS_KEPT, UNPAID, Award, AwardState, Jackpot, JackpotFault
from openetg.money import ZERO
from openetg.rulebook.policies import JackpotPayment

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
    """A win of whoever is there; if nobody is, it is what the next stay begins with."""
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
    """It was withheld, and is not the player's: the house has it. That one was paid before stays on record."""
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
    none; and those of rounds that may still be put right, so that nobody has another one for them.
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
    """Whether nothing more comes of a prize; one that was withheld at some time is looked up by its number."""
    return not (award.state in UNPAID or award.locked or award.number in busy)


def _may_change(floor: Floor, award: Award) -> bool:
    """Whether something may still be put right in the rounds that won a prize."""
    table = floor.tables[award.table]
    return award.round == table.rounds or not table.past.keys().isdisjoint(award.rounds)


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
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
