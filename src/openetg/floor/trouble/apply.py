"""How the facts about malfunctions, corrections and rulings change the floor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from openetg.floor.core.ledger import Transfer
from openetg.floor.events import Settled
from openetg.floor.rounds.apply import round_of
from openetg.floor.rounds.results import show_result, take_off
from openetg.floor.state import Case, Floor, Phase, Round
from openetg.floor.trouble import events
from openetg.money import ZERO, Money

DEMANDED = "demanded/"


def _terminal_faulted(floor: Floor, event: events.TerminalFaulted) -> None:
    if event.service:
        return
    for case in floor.cases.values():
        if case.terminal == event.terminal and not case.closed and event.code not in case.codes:
            case.codes.append(event.code)
    for name in floor.terminals[event.terminal].tables:
        round_ = floor.tables[name].round
        if round_ is not None and event.terminal not in (shown := round_.messages.setdefault(event.code, [])):
            shown.append(event.terminal)


def _for_the_record(floor: Floor, event: object) -> None:
    """Kept for the record; what follows is in the events behind it."""


def _case_opened(floor: Floor, event: events.CaseOpened) -> None:
    case = Case(
        number=event.case,
        terminal=event.terminal,
        table=event.table,
        round=event.round,
        ground=event.ground,
        clause=event.clause,
        opened_at_ms=floor.at_ms,
    )
    floor.cases[event.case] = case
    if event.code:
        case.codes.append(event.code)
    if not event.round:
        return
    round_ = round_of(floor, event.table, event.round)
    if round_.phase is not Phase.VOID and round_.wagers.get(event.terminal) and event.terminal not in round_.results:
        round_.held[event.terminal] = event.case


def _terminal_barred(floor: Floor, event: events.TerminalBarred) -> None:
    round_of(floor, event.table, event.round).barred[event.terminal] = event.clause


def _wagers_established(floor: Floor, event: events.WagersEstablished) -> None:
    if event.round:
        round_of(floor, event.table, event.round).held.pop(event.terminal, None)


def _wagers_not_established(floor: Floor, event: events.WagersNotEstablished) -> None:
    floor.cases[event.case].failed = True


def _terminal_settled(floor: Floor, event: events.TerminalSettled) -> None:
    floor.ledger.post(event.transfers)
    round_ = round_of(floor, event.table, event.round)
    _note_demands(round_, event.transfers)
    round_.held.pop(event.terminal, None)
    _paid(floor, event.table, round_, event.result)


def _paid(floor: Floor, table: str, round_: Round, result: Settled) -> None:
    """What a round has brought a terminal, and what its win meter shows for it."""
    round_.results[result.terminal] = result
    show_result(floor.terminals[result.terminal], table, result.won, result.returned)


def _note_demands(round_: Round, transfers: Iterable[Transfer]) -> None:
    """What this round has made the house demand of whom, so that what it then owes them goes against it."""
    owed = round_.demanded
    for moved in transfers:
        if moved.source.startswith(DEMANDED):
            name = moved.source.removeprefix(DEMANDED)
            owed[name] = owed.get(name, ZERO) + moved.amount
        elif moved.destination.startswith(DEMANDED):
            name = moved.destination.removeprefix(DEMANDED)
            owed[name] = owed.get(name, ZERO) - moved.amount


def _wagers_voided(floor: Floor, event: events.WagersVoided) -> None:
    floor.ledger.post(event.transfers)
    round_ = round_of(floor, event.table, event.round)
    _note_demands(round_, event.transfers)
    mine = round_.wagers[event.terminal]
    _take_off(mine, event.spots)
    round_.steps.pop(event.terminal, None)
    if event.result is not None and mine:
        _paid(floor, event.table, round_, event.result)
    elif not mine:
        round_.held.pop(event.terminal, None)
        round_.varied.pop(event.terminal, None)
        if round_.results.pop(event.terminal, None) is not None:
            take_off(floor.terminals[event.terminal], event.table)


def _take_off(mine: dict[str, Money], spots: Mapping[str, Money]) -> None:
    for spot, amount in spots.items():
        left = mine[spot] - amount
        assert left >= ZERO, "nothing is taken off a spot that is not there"
        if left:
            mine[spot] = left
        else:
            del mine[spot]


def _payouts_suspended(floor: Floor, event: events.PayoutsSuspended) -> None:
    floor.ledger.post(event.transfers)
    round_ = round_of(floor, event.table, event.round)
    _note_demands(round_, event.transfers)
    del round_.results[event.terminal]
    take_off(floor.terminals[event.terminal], event.table)


def _case_closed(floor: Floor, event: events.CaseClosed) -> None:
    floor.cases[event.case].closed = True


def _device_taken_out(floor: Floor, event: events.DeviceTakenOut) -> None:
    floor.tables[event.table].device_out = event.clause


def _device_restored(floor: Floor, event: events.DeviceRestored) -> None:
    floor.tables[event.table].device_out = ""


def _outcome_corrected(floor: Floor, event: events.OutcomeCorrected) -> None:
    floor.ledger.post(event.transfers)
    table = floor.tables[event.table]
    round_ = round_of(floor, event.table, event.round)
    _note_demands(round_, event.transfers)
    round_.corrections.append(event.first)
    round_.dolly, round_.collected, round_.keyed, round_.upheld = None, False, "", True
    if round_.outcome is not None:
        round_.outcome = table.outcomes[event.round] = event.outcome
    newest = max(table.outcomes, default=0) == event.round
    for result in event.results:
        round_.results[result.terminal] = result
        if newest:
            show_result(floor.terminals[result.terminal], event.table, result.won, result.returned)


def _wager_ruled(floor: Floor, event: events.WagerRuled) -> None:
    floor.ledger.post(event.transfers)
    round_ = round_of(floor, event.table, event.round)
    mine = round_.wagers.setdefault(event.terminal, {})
    if event.allow:
        for spot, amount in event.spots.items():
            mine[spot] = mine.get(spot, ZERO) + amount
    else:
        _take_off(mine, event.spots)
    if event.result is not None:
        _paid(floor, event.table, round_, event.result)


def _settlement_varied(floor: Floor, event: events.SettlementVaried) -> None:
    floor.ledger.post(event.transfers)
    varied = round_of(floor, event.table, event.round).varied
    varied[event.terminal] = varied.get(event.terminal, ZERO) + event.amount


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.TerminalFaulted: _terminal_faulted,
    events.LineReported: _for_the_record,
    events.ScreenCompared: _for_the_record,
    events.RecordRead: _for_the_record,
    events.CaseOpened: _case_opened,
    events.TerminalBarred: _terminal_barred,
    events.WagersEstablished: _wagers_established,
    events.WagersNotEstablished: _wagers_not_established,
    events.TerminalSettled: _terminal_settled,
    events.WagersVoided: _wagers_voided,
    events.PayoutsSuspended: _payouts_suspended,
    events.CaseClosed: _case_closed,
    events.FaultDeclared: _for_the_record,
    events.DeviceTakenOut: _device_taken_out,
    events.DeviceRestored: _device_restored,
    events.OutcomeCorrected: _outcome_corrected,
    events.OutcomeInvalidated: _for_the_record,
    events.WagerRuled: _wager_ruled,
    events.SettlementVaried: _settlement_varied,
}
