"""The life of a round on an automatic device: open, launch, close, outcome, settle, void, hold.

What each step does is the rulebook's: who may close, what an early rest or a fault means, what comes back. Each
function answers with all events that follow from one command, the opening of the next round among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import (
    CloseWagers,
    OpenTable,
    RecordOutcome,
    ReportFault,
    ReportLaunch,
    ReportReady,
    ReportUnread,
    ResolveRound,
)
from openetg.floor.events import (
    AnyEvent,
    BallLaunched,
    DeviceFaulted,
    DeviceReady,
    OutcomeRecorded,
    RoundHeld,
    RoundOpened,
    RoundResolved,
    RoundVoided,
    TableOpened,
    WagersClosed,
    WagersReturned,
)
from openetg.floor.ledger import Transfer, meter_of, play_of
from openetg.floor.limits import returned_at_close
from openetg.floor.refusals import Reason, Refusal
from openetg.floor.settling import settle_round, void_round
from openetg.floor.state import BETTING, ENDED, RUNNING, Floor, Phase, Round, Table
from openetg.money import Money, total
from openetg.rulebook.policies import Closer, DeviceFault, EarlyRest, NoLaunch, Opening, Unread
from openetg.rulebook.roles import holders, named_power

if TYPE_CHECKING:
    from openetg.rulebook.tables import Round as RoundRules

Verdict = tuple[AnyEvent, ...] | Refusal


def decide_open_table(floor: Floor, command: OpenTable, at_ms: int) -> Verdict:
    """Play begins; the first round opens as soon as the device is ready."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if table.is_open:
        return Refusal(Reason.ALREADY_THERE)
    return (TableOpened(table.name), *next_round(floor, table, at_ms, ready=table.device_ready))


def next_round(floor: Floor, table: Table, at_ms: int, *, ready: bool) -> tuple[RoundOpened, ...]:
    """The opening of the next round, where the rulebook opens by itself and the device is ready."""
    if not ready or floor.rules_of(table).opening.policy is not Opening.AT_RESOLUTION:
        return ()
    number = table.rounds + 1
    launch, close = at_ms + table.launch_ms, at_ms + table.period_ms
    return (RoundOpened(table.name, number, f"{table.name}-{number}", launch, close, table.rulebook),)


def decide_report_ready(floor: Floor, command: ReportReady, at_ms: int) -> Verdict:
    """The device can go on; a table without a running round opens one.

    A device that is ready while its ball should be running has lost the outcome: that is a fault of the device.
    """
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    ready, round_ = DeviceReady(table.name), table.round
    if round_ is not None and round_.launched and round_.phase in RUNNING:
        lost = _fault(floor, table, round_, "outcome-lost", floor.rules_of(table).device_fault.clause)
        opens = next_round(floor, table, at_ms, ready=isinstance(lost[0], RoundVoided))
        return (ready, *lost, *opens)
    opens_now = table.is_open and (round_ is None or round_.phase in ENDED)
    return (ready, *(next_round(floor, table, at_ms, ready=True) if opens_now else ()))


def decide_report_launch(floor: Floor, command: ReportLaunch, at_ms: int) -> Verdict:
    """The ball runs for the round of that spin; turned the wrong way it is a fault of the wheel.

    Orders go to devices that are ready. One that was not heard to be so says what happened before this writer started
    or behind its back: nobody watched that ball, and wagers may have been placed with the number in view.
    """
    del at_ms
    here = _round_of_spin(floor, command.table, command.spin)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    if round_.phase not in RUNNING or round_.launched:
        return Refusal(Reason.WRONG_PHASE, floor.rules_of(table).closing.when.clause)
    rules = floor.rules_of(table)
    launched = BallLaunched(table.name, round_.number, round_.spin)
    if not table.device_ready:
        return (launched, *_fault(floor, table, round_, "launch-unseen", rules.device_fault.clause))
    if command.opposite is False and rules.opposite_directions is not None and rules.opposite_directions.value:
        return (launched, *_fault(floor, table, round_, "same-direction", rules.opposite_directions.clause))
    return (launched,)


def decide_close_wagers(floor: Floor, command: CloseWagers, at_ms: int) -> Verdict:
    """No more bets, if the one who says so may; what the rulebook returns at the close comes back here."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    rules = floor.rules_of(table)
    round_ = table.round
    if round_ is None:
        return Refusal(Reason.TABLE_NOT_OPEN, rules.closing.when.clause)
    if command.spin is not None and command.spin != round_.spin:
        return Refusal(Reason.OTHER_SPIN, rules.closing.when.clause)
    if round_.phase not in BETTING:
        return Refusal(Reason.WRONG_PHASE, rules.closing.when.clause)
    if command.by not in rules.closing.by:
        return Refusal(Reason.NOT_ALLOWED_TO_CLOSE, rules.closing.when.clause)
    closed = close_round(floor, table, round_, command.by)
    no_launch = rules.no_launch if command.by is Closer.TIMER and not round_.launched else None
    if no_launch is not None and no_launch.policy is NoLaunch.VOID:
        left = _left_after(round_, closed)
        voided = void_round(table, round_, left, cause="no-launch", clause=no_launch.clause)
        return (*closed, voided, *next_round(floor, table, at_ms, ready=table.device_ready))
    return closed


def close_round(floor: Floor, table: Table, round_: Round, by: Closer) -> tuple[AnyEvent, ...]:
    """The close, and what the limits return at it."""
    closed = WagersClosed(table.name, round_.number, by, floor.rules_of(table).closing.by[by])
    return (closed, *_returns_at_close(floor, table, round_))


def _returns_at_close(floor: Floor, table: Table, round_: Round) -> tuple[WagersReturned, ...]:
    """What the limits return once no more wagers are taken; nothing the second time."""
    rules = floor.rulebook_of(table).limits.terminal
    if rules is None or not table.limits:
        return ()
    events = []
    for terminal, wagers in round_.wagers.items():
        for spots, clause in returned_at_close(table.limits, rules, wagers):
            moved = Transfer(play_of(table.name, terminal), meter_of(terminal), total(spots.values()))
            events.append(WagersReturned(table.name, round_.number, terminal, spots, clause, (moved,)))
    return tuple(events)


def decide_record_outcome(floor: Floor, command: RecordOutcome, at_ms: int) -> Verdict:
    """What fell: settled if wagers were closed, an early rest if they were not; what was never launched cannot fall."""
    here = _round_of_spin(floor, command.table, command.spin)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    rules = floor.rules_of(table)
    game = floor.game_of(table)
    if round_.phase not in RUNNING:
        return Refusal(Reason.WRONG_PHASE, rules.confirmation.clause)
    if command.outcome not in game.outcomes:
        return _fault(floor, table, round_, "unknown-outcome", rules.device_fault.clause)
    if round_.phase in BETTING:
        return _early_rest(floor, table, round_, rules, at_ms)
    if not round_.launched:
        return _fault(floor, table, round_, "launch-unseen", rules.device_fault.clause)
    recorded = OutcomeRecorded(table.name, round_.number, command.outcome)
    settled = settle_round(floor, table, round_, round_.wagers, command.outcome)
    return (recorded, settled, *next_round(floor, table, at_ms, ready=table.device_ready))


def _early_rest(floor: Floor, table: Table, round_: Round, rules: RoundRules, at_ms: int) -> tuple[AnyEvent, ...]:
    clause = rules.early_rest.clause
    if rules.early_rest.policy is EarlyRest.VOID:
        voided = void_round(table, round_, round_.wagers, cause="early-rest", clause=clause)
        return (voided, *next_round(floor, table, at_ms, ready=table.device_ready))
    return (RoundHeld(table.name, round_.number, "early-rest", clause),)


def decide_report_unread(floor: Floor, command: ReportUnread, at_ms: int) -> Verdict:
    """Something fell and was not read: void, or held until a person has looked."""
    here = _round_of_spin(floor, command.table, command.spin)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    rules = floor.rules_of(table)
    if round_.phase not in RUNNING:
        return Refusal(Reason.WRONG_PHASE, rules.unread.clause)
    if rules.unread.policy is Unread.VOID:
        voided = void_round(table, round_, round_.wagers, cause="unread", clause=rules.unread.clause)
        return (voided, *next_round(floor, table, at_ms, ready=table.device_ready))
    return (RoundHeld(table.name, round_.number, "unread", rules.unread.clause),)


def decide_report_fault(floor: Floor, command: ReportFault, at_ms: int) -> Verdict:
    """The device broke: the running round is void or held, and no round opens until it is ready again."""
    del at_ms
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    faulted = DeviceFaulted(table.name, command.code)
    round_ = table.round
    touched = round_ is not None and round_.phase in RUNNING and (command.spin in {None, round_.spin})
    if round_ is None or not touched:
        return (faulted,)
    rules = floor.rules_of(table)
    return (faulted, *_fault(floor, table, round_, command.code, rules.device_fault.clause))


def _fault(floor: Floor, table: Table, round_: Round, cause: str, clause: str) -> tuple[AnyEvent, ...]:
    """A malfunction of the device in a round. The next round waits until the device says that it is ready."""
    if floor.rules_of(table).device_fault.policy is not DeviceFault.VOID_ROUND:
        return (RoundHeld(table.name, round_.number, cause, clause),)
    return (void_round(table, round_, round_.wagers, cause=cause, clause=clause),)


def decide_resolve_round(floor: Floor, command: ResolveRound, at_ms: int) -> Verdict:
    """A person with the power ends a held round: settled by what fell, or void."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    rulebook = floor.rulebook_of(table)
    power = "enter_outcome" if command.outcome is not None else "void_round"
    kind = floor.kind_of(table).round
    granted = named_power(rulebook, power, kind)
    clause = granted.clause if granted else rulebook.denied.get(power, "")
    if command.role not in holders(rulebook, power, round_kind=kind):
        return Refusal(Reason.NO_POWER, clause)
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    round_ = table.round
    if round_ is None or round_.number != command.round or round_.phase is not Phase.HELD:
        return Refusal(Reason.WRONG_PHASE, clause)
    if command.outcome is not None and command.outcome not in floor.game_of(table).outcomes:
        return Refusal(Reason.UNKNOWN_OUTCOME, clause)
    resolved = RoundResolved(table.name, round_.number, command.role, command.person, command.why, clause)
    return (resolved, *_resolution(floor, table, round_, command.outcome, clause, at_ms))


def _resolution(
    floor: Floor, table: Table, round_: Round, outcome: str | None, clause: str, at_ms: int
) -> tuple[AnyEvent, ...]:
    opens = next_round(floor, table, at_ms, ready=table.device_ready)
    if outcome is None:
        return (void_round(table, round_, round_.wagers, cause="declared", clause=clause), *opens)
    # A round held before its close was never closed: what a close returns must not be settled.
    returned = _returns_at_close(floor, table, round_)
    recorded = OutcomeRecorded(table.name, round_.number, outcome)
    settled = settle_round(floor, table, round_, _left_after(round_, returned), outcome)
    return (*returned, recorded, settled, *opens)


def _round_of_spin(floor: Floor, name: str, spin: str) -> tuple[Table, Round] | Refusal:
    table = floor.tables.get(name)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if table.round is None:
        return Refusal(Reason.TABLE_NOT_OPEN, floor.rules_of(table).opening.clause)
    if table.round.spin != spin:
        return Refusal(Reason.OTHER_SPIN, floor.rules_of(table).opening.clause)
    return table, table.round


def _left_after(round_: Round, closed: tuple[AnyEvent, ...]) -> dict[str, dict[str, Money]]:
    """The wagers that still stand once the returns at the close have been made."""
    left = {terminal: dict(spots) for terminal, spots in round_.wagers.items()}
    for event in closed:
        if isinstance(event, WagersReturned):
            for spot in event.spots:
                del left[event.terminal][spot]
    return left
