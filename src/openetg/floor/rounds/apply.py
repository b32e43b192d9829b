"""How the facts of a round change the floor."""

from __future__ import annotations

from collections.abc import Callable
from itertools import filterfalse
from typing import Any

from openetg.floor.cloth.next_round import take_over, undo
from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.people.apply import clear_idle, count_idle, limits_take_effect
from openetg.floor.rounds import events
from openetg.floor.rounds.results import show_result, take_off
from openetg.floor.state import ENDED, OUTCOMES_KEPT, ROUNDS_KEPT, Floor, Phase, Round, Table, Terminal
from openetg.floor.wagers.limits import put_together
from openetg.money import ZERO


def round_of(floor: Floor, table: str, number: int) -> Round:
    """The round of that number, running or one of those kept."""
    at = floor.tables[table]
    if at.round is not None and at.round.number == number:
        return at.round
    return at.past[number]


def newest_round(floor: Floor, table: str, number: int) -> Round:
    """The newest round, in which alone wagers change."""
    round_ = floor.tables[table].round
    assert round_ is not None, "an event of a round needs the round"
    assert round_.number == number, "wagers change in the newest round only"
    return round_


def _device_ready(floor: Floor, event: events.DeviceReady) -> None:
    floor.tables[event.table].device_ready = True


def _device_faulted(floor: Floor, event: events.DeviceFaulted) -> None:
    floor.tables[event.table].device_ready = False


def limits_in_force(table: Table) -> None:
    """Announced limits take effect; merged here once, so that no wager has to."""
    if table.next_limits is not None:
        table.limits, table.next_limits = table.next_limits, None
    if table.next_own_limits is not None:
        table.own_limits, table.next_own_limits = table.next_own_limits, None
    table.limits_at = {terminal: put_together(table.limits, own) for terminal, own in table.own_limits.items()}


def _round_opened(floor: Floor, event: events.RoundOpened) -> None:
    table = floor.tables[event.table]
    _keep(table)
    if table.next_limits is not None or table.next_own_limits is not None:
        limits_in_force(table)
    if table.next_timing is not None:
        times, table.next_timing = table.next_timing, None
        table.period_ms, table.launch_ms = times.period_ms, times.launch_ms
        table.least_open_ms, table.least_warned_ms = times.least_open_ms, times.least_warned_ms
    table.rounds = event.round
    table.round = Round(
        number=event.round,
        spin=event.spin,
        launch_at_ms=event.launch_at_ms,
        closes_at_ms=event.closes_at_ms,
        rulebook=event.rulebook,
        opened_at_ms=event.opened_at_ms,
    )
    take_over(table, table.round)
    if floor.people.limits_due:
        limits_take_effect(floor, table)


def _keep(table: Table) -> None:
    """The round before is kept for a while, in case it must be corrected."""
    ended = table.round
    if ended is None:
        return
    assert ended.phase in ENDED, "one round at a time"
    table.past[ended.number] = ended
    for number in [number for number, past in table.past.items() if not past.held][:-ROUNDS_KEPT]:
        del table.past[number]


def _round_resumed(floor: Floor, event: events.RoundResumed) -> None:
    round_ = round_of(floor, event.table, event.round)
    round_.launch_at_ms, round_.closes_at_ms = event.launch_at_ms, event.closes_at_ms
    round_.phase, round_.warned_at_ms = Phase.OPEN, None
    round_.launched = round_.spun = False


def _finish_warned(floor: Floor, event: events.FinishWarned) -> None:
    round_ = round_of(floor, event.table, event.round)
    round_.phase, round_.warned_at_ms = Phase.FINISHING, event.at_ms


def _spin_started(floor: Floor, event: events.SpinStarted) -> None:
    round_of(floor, event.table, event.round).spun = True


def _ball_launched(floor: Floor, event: events.BallLaunched) -> None:
    round_of(floor, event.table, event.round).launched = True


def _signal_shown(floor: Floor, event: events.SignalShown) -> None:
    round_of(floor, event.table, event.round).shown = event.cause


def _wagers_closed(floor: Floor, event: events.WagersClosed) -> None:
    round_ = round_of(floor, event.table, event.round)
    round_.phase, round_.closed_by = Phase.CLOSED, event.by
    round_.steps = {}


def _wagers_returned(floor: Floor, event: events.WagersReturned) -> None:
    floor.ledger.post(event.transfers)
    round_ = round_of(floor, event.table, event.round)
    mine = round_.wagers[event.terminal]
    # What came back cannot be taken back a second time by undoing the step that placed it.
    round_.steps.pop(event.terminal, None)
    for spot, amount in event.spots.items():
        left = mine[spot] - amount
        if left:
            mine[spot] = left
        else:
            del mine[spot]


def _outcome_registered(floor: Floor, event: events.OutcomeRegistered) -> None:
    round_ = round_of(floor, event.table, event.round)
    round_.registered, round_.was_read = event.outcome, True


def _outcome_ignored(floor: Floor, event: events.OutcomeIgnored) -> None:
    """Kept for the record; of the spin that counts it is held against what a person says fell."""
    round_ = round_of(floor, event.table, event.round)
    round_.was_read = round_.was_read or bool(event.outcome)
    stands = round_.phase is Phase.HELD or round_.outcome is not None
    if stands and event.outcome and event.spin == round_.spin and event.outcome not in round_.late:
        round_.late.append(event.outcome)
        round_.upheld = False


def _outcome_recorded(floor: Floor, event: events.OutcomeRecorded) -> None:
    table = floor.tables[event.table]
    round_ = round_of(floor, event.table, event.round)
    round_.outcome, round_.keyed = event.outcome, ""
    round_.entered = bool(event.role) and round_.registered is None
    table.outcomes[event.round] = event.outcome
    if len(table.outcomes) > OUTCOMES_KEPT:
        del table.outcomes[next(iter(table.outcomes))]


def _round_settled(floor: Floor, event: events.RoundSettled) -> None:
    floor.ledger.post(event.transfers)
    round_ = round_of(floor, event.table, event.round)
    terminals, held = floor.terminals, floor.ledger.held
    paid = {result.terminal: result for result in event.results}
    for name in filterfalse(paid.__contains__, floor.tables[event.table].terminals):
        terminal = terminals[name]
        if len(terminal.tables) > 1:
            take_off(terminal, event.table)
            if _plays_elsewhere(floor, terminal, event.table):
                continue
        else:
            terminal.win = terminal.paid = ZERO
        # Only where a player is known to be: a player is linked, or there is credit.
        here = terminal.player or held(meter_of(name))
        # One whose wagers are under inquiry has wagered all the same.
        terminal.idle = terminal.idle + 1 if here and name not in round_.held else 0
    round_.results = round_.results | paid if round_.results else paid
    for name, result in paid.items():
        terminal = terminals[name]
        # Setting costs more than looking, and most terminals of a full room lose as in the round before.
        if terminal.paid or result.returned:
            if len(terminal.tables) == 1:
                terminal.win, terminal.paid = result.won, result.returned
            else:
                show_result(terminal, event.table, result.won, result.returned)
        if terminal.idle:
            terminal.idle = 0
    if floor.tables[event.table].cloth.players:
        count_idle(floor, floor.tables[event.table], round_.cloth)
    if event.waiting:
        # A round that was held is held no longer: the dealer goes on with the cloth.
        round_.phase = Phase.CLOSED
    else:
        floor.tables[event.table].cloth.wins = {}
        end_round(round_, Phase.SETTLED)
    round_.clause = event.clause


def _plays_elsewhere(floor: Floor, terminal: Terminal, table: str) -> bool:
    """Whether a round at this table does not count for a terminal: it has won at another one, or has wagers there."""
    others = [name for name in terminal.tables if name != table]
    return bool(terminal.results) or any(floor.ledger.held(play_of(name, terminal.name)) for name in others)


def end_round(round_: Round, phase: Phase) -> None:
    """Marks a round as ended."""
    round_.phase, round_.steps, round_.shown, round_.needs_reset = phase, {}, "", False


def _round_voided(floor: Floor, event: events.RoundVoided) -> None:
    floor.ledger.post(event.transfers)
    table = floor.tables[event.table]
    round_ = round_of(floor, event.table, event.round)
    end_round(round_, Phase.VOID)
    round_.cause, round_.clause, round_.outcome, round_.registered = event.cause, event.clause, None, None
    table.outcomes.pop(event.round, None)
    round_.held, round_.keyed = {}, ""
    if table.round is round_:
        undo(table.cloth)
    clear_idle(floor, table, round_.cloth)
    for name in round_.wagers:
        if table.round is round_:
            floor.terminals[name].idle = 0
            take_off(floor.terminals[name], event.table)


def _close_announced(floor: Floor, event: events.CloseAnnounced) -> None:
    round_of(floor, event.table, event.round).announced = True


def _announcement_shown(floor: Floor, event: events.AnnouncementShown) -> None:
    round_ = round_of(floor, event.table, event.round)
    if event.spin:
        round_.unreported = tuple(each for each in round_.unreported if each != event.spin)
    else:
        round_.unshown = event.missing
    for name in (*event.heard, *event.seen):
        floor.terminals[name].unshown = 0
    for name in event.missing:
        if name not in event.away:
            floor.terminals[name].unshown += 1


def _round_held(floor: Floor, event: events.RoundHeld) -> None:
    round_ = round_of(floor, event.table, event.round)
    round_.phase, round_.cause, round_.clause = Phase.HELD, event.cause, event.clause
    round_.only_void, round_.by_device, round_.also = event.only_void, event.by_device, event.also
    round_.steps = {}


def _round_resolved(floor: Floor, event: events.RoundResolved) -> None:
    round_of(floor, event.table, event.round).clause = event.clause


def _no_spin_called(floor: Floor, event: events.NoSpinCalled) -> None:
    table = floor.tables[event.table]
    round_ = round_of(floor, event.table, event.round)
    round_.dead_spins.append(round_.spin)
    if round_.announced and round_.unshown is None:
        round_.unreported = (*round_.unreported, round_.spin)
    round_.shown, round_.registered, round_.keyed, round_.late = "", None, "", []
    table.ball_to_examine = table.ball_to_examine or event.examine
    if event.spin:
        round_.spin, round_.spins = event.spin, round_.spins + 1
        round_.launch_at_ms, round_.closes_at_ms = event.launch_at_ms, event.closes_at_ms
        round_.launched = round_.spun = False
        round_.needs_reset = event.needs_reset
        round_.phase = Phase.CLOSED if event.needs_reset else Phase.OPEN
        round_.warned_at_ms = round_.closed_by = None
        # The end of the period is announced anew, and acknowledged anew.
        round_.announced, round_.unshown = False, None
        round_.cause = round_.clause = ""


def _terminals_reset(floor: Floor, event: events.TerminalsReset) -> None:
    round_ = round_of(floor, event.table, event.round)
    round_.phase, round_.needs_reset = Phase.OPEN, False


def _ball_examined(floor: Floor, event: events.BallExamined) -> None:
    floor.tables[event.table].ball_to_examine = False


def _dolly_marked(floor: Floor, event: events.DollyMarked) -> None:
    round_ = round_of(floor, event.table, event.round)
    round_.dolly, round_.keyed = event.outcome, ""


def _losers_collected(floor: Floor, event: events.LosersCollected) -> None:
    round_of(floor, event.table, event.round).collected = True


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.DeviceReady: _device_ready,
    events.DeviceFaulted: _device_faulted,
    events.RoundOpened: _round_opened,
    events.RoundResumed: _round_resumed,
    events.FinishWarned: _finish_warned,
    events.SpinStarted: _spin_started,
    events.BallLaunched: _ball_launched,
    events.SignalShown: _signal_shown,
    events.WagersClosed: _wagers_closed,
    events.CloseAnnounced: _close_announced,
    events.AnnouncementShown: _announcement_shown,
    events.WagersReturned: _wagers_returned,
    events.OutcomeRegistered: _outcome_registered,
    events.OutcomeIgnored: _outcome_ignored,
    events.OutcomeRecorded: _outcome_recorded,
    events.RoundSettled: _round_settled,
    events.RoundVoided: _round_voided,
    events.RoundHeld: _round_held,
    events.RoundResolved: _round_resolved,
    events.NoSpinCalled: _no_spin_called,
    events.TerminalsReset: _terminals_reset,
    events.BallExamined: _ball_examined,
    events.DollyMarked: _dolly_marked,
    events.LosersCollected: _losers_collected,
}
