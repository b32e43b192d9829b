"""The life of a round as devices and time drive it: open, launch, close, outcome, settle, void, hold.

What each step does is the rulebook's: who may close, what an early rest or a fault means, what comes back. Each
function answers with all events that follow from one command, the opening of the next round among them. What people
decide about a round is in `dealing`; what a device could not do or read is in `device_reports`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.cloth.settling import settle_cloth
from openetg.floor.commands import (
    CloseWagers,
    OpenRound,
    OpenTable,
    RecordOutcome,
    ReportLaunch,
    ReportReady,
    WarnFinish,
)
from openetg.floor.core.authority import DEALER_RUN, powerless, unauthorized
from openetg.floor.core.ledger import Transfer, meter_of, play_of
from openetg.floor.core.refusals import Reason, Refusal, beside
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    BallLaunched,
    DeviceReady,
    FinishWarned,
    OutcomeIgnored,
    OutcomeRecorded,
    OutcomeRegistered,
    RoundHeld,
    RoundOpened,
    RoundVoided,
    SignalShown,
    TableOpened,
    WagersClosed,
    WagersReturned,
)
from openetg.floor.money.withholding import due_withheld
from openetg.floor.premises.equipment import serial_of_device, symbol_at
from openetg.floor.premises.opening import (
    closed_now,
    configuration_before,
    next_times,
    not_to_open,
    unlocked_by_opening,
)
from openetg.floor.rounds.announcing import announced
from openetg.floor.rounds.choices import (
    closes_before_spin,
    closes_only_spinning,
    dealer_confirms,
    is_called,
    is_run_out,
    is_seen,
    knows_warning,
    must_warn,
    only_void_at_fault,
    opens_by_itself,
    voids_at_fault,
    voids_early_rest,
    waits_for_launch,
)
from openetg.floor.rounds.device_readings import final_clause, put_aside, unannounced
from openetg.floor.rounds.settling import VoidGround, settle_round, void_round
from openetg.floor.state import BETTING, ENDED, RUNNING, Floor, Phase, Round, Table
from openetg.floor.wagers.limits import limits_of, returned_at_close
from openetg.money import Money, total
from openetg.rulebook.schema.policies import Cause, Closer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from openetg.rulebook.schema.tables import Round as RoundRules

EARLY_REST = "early-rest"
"""The cause of a round in which something fell before betting was closed."""
OUTCOME_LOST = "outcome-lost"
"""The device no longer knows what fell in a spin that it had begun."""


def decide_open_table(floor: Floor, command: OpenTable, at_ms: int) -> Verdict:
    """Opens a table if everything the rulebook asks for is there; the first round opens as soon as the device is
    ready."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if table.is_open:
        return Refusal(Reason.ALREADY_THERE)
    missing = not_to_open(floor, table, at_ms)
    if missing is not None:
        return missing
    opened = TableOpened(table.name, by_hand=command.by_hand)
    opens = () if command.by_hand else _opening(floor, table, at_ms, ready=table.device_ready)
    return (opened, *unlocked_by_opening(floor, table), *opens)


def next_round(floor: Floor, table: Table, at_ms: int, *, ready: bool) -> tuple[AnyEvent, ...]:
    """The opening of the next round, where the rulebook opens by itself and nothing stands in the way.

    Asked whenever a round has ended: a table that was to close after it is closed now.
    """
    if table.is_open and table.closing:
        return closed_now(floor, table)
    if not table.is_open or table.by_hand or table.device_out:
        return ()
    if not_to_open(floor, table, at_ms) is not None:
        return ()
    return _opening(floor, table, at_ms, ready=ready)


def _opening(floor: Floor, table: Table, at_ms: int, *, ready: bool) -> tuple[AnyEvent, ...]:
    by_itself = opens_by_itself(floor.rules_of(table).opening.policy)
    # A wheel that a dealer spins waits for the dealer, not the dealer for the wheel.
    if by_itself and (ready or is_dealer_run(floor, table)):
        return opening_now(floor, table, at_ms)
    return ()


def opening_now(floor: Floor, table: Table, at_ms: int) -> tuple[AnyEvent, ...]:
    """The opening of a round, and before it, where something has changed, what it is played with."""
    changed = configuration_before(floor, table)
    version = changed[0].version if changed else floor.premises.configurations[table.name].version
    return (*changed, _round_opened(floor, table, at_ms, version))


def _round_opened(floor: Floor, table: Table, at_ms: int, configuration: int) -> RoundOpened:
    number, times = table.rounds + 1, next_times(table)
    launch, close = _planned(times.launch_ms, times.period_ms, at_ms)
    clause = floor.rules_of(table).opening.clause
    spin = f"{table.name}-{number}"
    return RoundOpened(
        table=table.name,
        round=number,
        spin=spin,
        launch_at_ms=launch,
        closes_at_ms=close,
        rulebook=table.rulebook,
        clause=clause,
        opened_at_ms=at_ms,
        configuration=configuration,
    )


def planned(table: Table, at_ms: int) -> tuple[int, int]:
    """When the device is to launch and the wagering period to end; a table without a period ends by other means."""
    return _planned(table.launch_ms, table.period_ms, at_ms)


def _planned(launch_ms: int, period_ms: int, at_ms: int) -> tuple[int, int]:
    return (at_ms + launch_ms, at_ms + period_ms) if period_ms else (at_ms, 0)


def decide_open_round(floor: Floor, command: OpenRound, at_ms: int) -> Verdict:
    """'Place your bets': the dealer's call, or by hand at a table that is run so."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    clause = floor.rules_of(table).opening.clause
    if command.role or not table.by_hand:
        refused = unauthorized(floor, table, command)
        if refused is not None:
            return refused
    if not table.is_open:
        return Refusal(Reason.TABLE_NOT_OPEN, clause)
    if table.closing:
        return Refusal(Reason.TABLE_NOT_OPEN, floor.rulebook_of(table).closing.clause)
    missing = not_to_open(floor, table, at_ms)
    if missing is not None:
        return missing
    if table.device_out:
        return Refusal(Reason.OUT_OF_SERVICE, table.device_out)
    if table.round is not None and table.round.phase not in ENDED:
        return Refusal(Reason.WRONG_PHASE, clause)
    if not table.device_ready and not is_dealer_run(floor, table):
        return Refusal(Reason.WRONG_PHASE, floor.rules_of(table).device_fault.clause)
    unsaid = unannounced(floor, table) if is_dealer_run(floor, table) else None
    if unsaid is not None:
        return unsaid
    return opening_now(floor, table, at_ms)


def is_dealer_run(floor: Floor, table: Table) -> bool:
    """Whether a dealer sets the device in motion."""
    return floor.kind_of(table).device.value in DEALER_RUN


def decide_report_ready(floor: Floor, command: ReportReady, at_ms: int) -> Verdict:
    """The device is ready; a table without a running round opens one.

    An automatic device that is ready while its ball should be running has lost the outcome: a fault of the device.
    """
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    ready, round_ = DeviceReady(table.name), table.round
    running = round_ is not None and round_.launched and round_.phase in RUNNING and round_.outcome is None
    if round_ is not None and running and not is_dealer_run(floor, table):
        lost = device_fault(floor, table, round_, OUTCOME_LOST)
        opens = next_round(floor, table, at_ms, ready=isinstance(lost[0], RoundVoided))
        return (ready, *lost, *opens)
    opens_now = round_ is None or round_.phase in ENDED
    return (ready, *(next_round(floor, table, at_ms, ready=True) if opens_now else ()))


def decide_warn_finish(floor: Floor, command: WarnFinish, at_ms: int) -> Verdict:
    """'Finish betting.'"""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    rules = floor.rules_of(table)
    if rules.warning is None or not knows_warning(rules):
        return Refusal(Reason.NOT_IN_RULEBOOK, rules.closing.when.clause)
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    if table.round is None or table.round.phase not in BETTING:
        return Refusal(Reason.WRONG_PHASE, rules.warning.clause)
    # If it is repeated, it does not begin anew: the first time counts.
    first = at_ms if table.round.warned_at_ms is None else table.round.warned_at_ms
    return (FinishWarned(table.name, table.round.number, first, rules.warning.clause),)


def decide_report_launch(floor: Floor, command: ReportLaunch, at_ms: int) -> Verdict:
    """The ball runs for the round of that spin.

    Orders go to automatic devices that are ready. One that was not heard to be so says what happened before this writer
    started or behind its back: that ball was not watched, and wagers may have been placed with the number in view.
    """
    here = round_of_spin(floor, command.table, command.spin)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    rules = floor.rules_of(table)
    if round_.phase not in RUNNING or round_.launched or is_read(round_):
        return Refusal(Reason.WRONG_PHASE, rules.closing.when.clause)
    refused = not_to_spin(floor, table, round_)
    if refused is not None:
        return refused
    direction = rules.opposite_directions.clause if rules.opposite_directions else ""
    launched = BallLaunched(
        table=table.name,
        round=round_.number,
        spin=round_.spin,
        opposite=command.opposite,
        clause=direction,
        rotor=command.rotor,
        rotor_turn_ms=command.rotor_turn_ms,
    )
    warned = warned_by_spin(floor, table, round_, at_ms)
    return (*warned, launched, *_wrong_launch(floor, table, round_, command, at_ms))


def _wrong_launch(floor: Floor, table: Table, round_: Round, command: ReportLaunch, at_ms: int) -> tuple[AnyEvent, ...]:
    """The events that follow from a launch against the rules."""
    rules = floor.rules_of(table)
    if not table.device_ready and not is_dealer_run(floor, table):
        return device_fault(floor, table, round_, "launch-unseen")
    if closes_before_spin(rules.closing.when.policy) and round_.phase in BETTING:
        return irregular(floor, table, round_, Cause.MOVED_EARLY, rules.closing.when.clause, at_ms)
    if command.rotor_turning is False:
        return irregular(floor, table, round_, Cause.ROTOR_STILL, rules.device_fault.clause, at_ms)
    opposite = rules.opposite_directions
    if command.opposite is False and opposite is not None and opposite.value:
        return irregular(floor, table, round_, Cause.SAME_DIRECTION, opposite.clause, at_ms)
    return ()


def warned_by_spin(floor: Floor, table: Table, round_: Round, at_ms: int) -> tuple[FinishWarned, ...]:
    """'Finish betting' comes with the start of the spin at the latest, where it must come; by hand nothing comes so."""
    rules = floor.rules_of(table)
    if rules.warning is None or round_.phase is not Phase.OPEN or table.by_hand:
        return ()
    if not must_warn(rules.warning.policy, table.terminals):
        return ()
    return (FinishWarned(table.name, round_.number, at_ms, rules.warning.clause),)


def in_motion(round_: Round) -> bool:
    """Whether ball, dice or wheel are known to move or to have moved in this spin: by the device or the dealer."""
    return round_.launched or round_.spun


def is_read(round_: Round) -> bool:
    """Whether a number of this spin is on record, confirmed or not."""
    return round_.outcome is not None or round_.registered is not None


def not_to_spin(floor: Floor, table: Table, round_: Round) -> Refusal | None:
    """Why the wheel may not be set in motion now."""
    rules = floor.rules_of(table)
    if table.device_out:
        return Refusal(Reason.OUT_OF_SERVICE, table.device_out)
    # A spin that the dealer began is a fact even if that dealer has left since; only a wheel set in motion by no dealer
    # is ownerless.
    if is_dealer_run(floor, table) and not table.dealer and not round_.spun:
        return Refusal(Reason.NOT_SIGNED_ON, floor.rulebook_of(table).roles["dealer"].clause)
    if round_.needs_reset:
        return Refusal(Reason.NOT_RESET, rules.no_spin.clause)
    if table.ball_to_examine:
        assert rules.ball_left_examined is not None, "only a rulebook that asks for it has a ball examined"
        return Refusal(Reason.BALL_NOT_EXAMINED, rules.ball_left_examined.clause)
    return None


def irregular(floor: Floor, table: Table, round_: Round, cause: Cause, clause: str, at_ms: int) -> tuple[AnyEvent, ...]:
    """A signal shows something irregular: it voids the round, asks a person for a no spin, or is a fault.

    `clause` is the rule that was broken; what follows from that may rest on another.
    """
    rules = floor.rules_of(table)
    if cause in rules.void_causes:
        cited = rules.void_causes[cause]
        voided = void_round(floor, table, round_, VoidGround(cause.value, cited, beside(cited, clause)))
        # An automatic device that went wrong has to say first that it can go on.
        return (voided, *next_round(floor, table, at_ms, ready=False))
    if cause in rules.no_spin_causes:
        cited = rules.no_spin_causes[cause]
        return (SignalShown(table.name, round_.number, cause.value, cited, beside(cited, clause)),)
    return device_fault(floor, table, round_, cause.value, clause)


def decide_close_wagers(floor: Floor, command: CloseWagers, at_ms: int) -> Verdict:
    """Closes the wagers, if the sender may; what the rulebook returns at the close comes back here."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    closing, round_ = floor.rules_of(table).closing, table.round
    if is_called(command.by) and command.by in closing.by:
        refused = powerless(floor, table, "run_round", command.role, command.person)
        if refused is not None:
            return refused
    if round_ is None:
        return Refusal(Reason.TABLE_NOT_OPEN, closing.when.clause)
    if command.spin is not None and command.spin != round_.spin:
        return Refusal(Reason.OTHER_SPIN, closing.when.clause)
    if round_.phase not in BETTING:
        return Refusal(Reason.WRONG_PHASE, closing.when.clause)
    if command.by not in closing.by:
        if is_seen(command.by) and closing.by_system is not None:
            closed = close_round(floor, table, round_, command.by, closing.by_system.clause, irregular=True)
            return (*closed, *announced(floor, table, round_, command.by))
        # The clause that says who may: the definition stands last where there are several.
        return Refusal(Reason.NOT_ALLOWED_TO_CLOSE, next(reversed(closing.by.values())))
    early = _too_early_to_close(floor, table, round_, command.by, at_ms)
    verdict = early if early is not None else _closed(floor, table, round_, command.by, at_ms)
    if isinstance(verdict, Refusal):
        return verdict
    # Behind the close and before all that follows from it.
    first, *rest = verdict
    return (first, *announced(floor, table, round_, command.by, command.role, command.person), *rest)


def _too_early_to_close(floor: Floor, table: Table, round_: Round, by: Closer, at_ms: int) -> Refusal | None:
    rules = floor.rules_of(table)
    if rules.least_open_time is not None and at_ms - round_.opened_at_ms < table.least_open_ms:
        return Refusal(Reason.TOO_EARLY, rules.least_open_time.clause, {"open_ms": table.least_open_ms})
    if not is_called(by) or rules.warning is None or not must_warn(rules.warning.policy, table.terminals):
        return None
    if round_.warned_at_ms is None:
        return Refusal(Reason.NOT_WARNED, rules.warning.clause)
    if at_ms - round_.warned_at_ms < table.least_warned_ms:
        return Refusal(Reason.TOO_EARLY, rules.warning.clause, {"warned_ms": table.least_warned_ms})
    return None


def _closed(floor: Floor, table: Table, round_: Round, by: Closer, at_ms: int) -> Verdict:
    rules = floor.rules_of(table)
    when, moving = rules.closing.when, in_motion(round_)
    if closes_before_spin(when.policy) and moving:
        return Refusal(Reason.WRONG_PHASE, when.clause)
    too_soon = closes_only_spinning(when.policy) and not moving
    if too_soon and is_called(by):
        return Refusal(Reason.WRONG_PHASE, when.clause)
    closed = close_round(floor, table, round_, by, rules.closing.by[by])
    no_launch = rules.no_launch if is_run_out(by) and not moving else None
    if no_launch is not None:
        if waits_for_launch(no_launch.policy):
            return closed
        ground = VoidGround("no-launch", no_launch.clause)
        voided = void_round(floor, table, round_, ground, returned=returns_of(closed))
        return (*closed, voided, *next_round(floor, table, at_ms, ready=table.device_ready))
    if too_soon:
        # In any case no wager may come in once the ball is said to drop; but its launch was not seen.
        return (*closed, *device_fault(floor, table, round_, "launch-unseen", returned=returns_of(closed)))
    return closed


def close_round(
    floor: Floor, table: Table, round_: Round, by: Closer, clause: str, *, irregular: bool = False
) -> tuple[AnyEvent, ...]:
    """The close, and what the limits return at it."""
    closed = WagersClosed(table.name, round_.number, by, clause, irregular)
    return (closed, *returns_at_close(floor, table, round_))


def returns_at_close(floor: Floor, table: Table, round_: Round) -> tuple[WagersReturned, ...]:
    """What the limits return once no more wagers are taken; empty the second time."""
    rules = floor.rulebook_of(table).limits.terminal
    if rules is None or not (table.limits or table.limits_at):
        return ()
    events = []
    for terminal, wagers in round_.wagers.items():
        for spots, clause in returned_at_close(limits_of(table, terminal), rules, wagers):
            moved = Transfer(play_of(table.name, terminal), meter_of(terminal), total(spots.values()))
            events.append(
                WagersReturned(
                    table=table.name,
                    round=round_.number,
                    terminal=terminal,
                    spots=spots,
                    clause=clause,
                    transfers=(moved,),
                )
            )
    return tuple(events)


def returns_of(events: tuple[AnyEvent, ...]) -> list[Transfer]:
    """The transfers by which wagers came back in these events."""
    return [moved for event in events if isinstance(event, WagersReturned) for moved in event.transfers]


def decide_record_outcome(floor: Floor, command: RecordOutcome, at_ms: int) -> Verdict:
    """Records an outcome: settles if wagers were closed, an early rest if not; refused if nothing was launched."""
    dead = put_aside(floor, command.table, command.spin, command.outcome)
    if dead is not None:
        return dead
    here = round_of_spin(floor, command.table, command.spin)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    rules = floor.rules_of(table)
    if round_.phase not in RUNNING or is_read(round_):
        return Refusal(Reason.WRONG_PHASE, rules.confirmation.clause)
    if round_.shown:
        return (_ignored(table, round_, command, rules.no_spin.clause),)
    if round_.dead_spins and not in_motion(round_):
        # Nothing was spun since the no spin: what comes to rest is the ball that was called off.
        return (_ignored(table, round_, command, final_clause(rules)),)
    pointed = command.outcome if not command.segment else symbol_at(floor, table, command.segment)
    if command.outcome not in floor.game_of(table).outcomes or pointed != command.outcome:
        return device_fault(floor, table, round_, "unknown-outcome", _unknown_number(floor, table))
    if not round_.launched and not is_dealer_run(floor, table):
        return device_fault(floor, table, round_, "launch-unseen")
    return _what_fell(floor, table, round_, command, at_ms)


def _what_fell(floor: Floor, table: Table, round_: Round, command: RecordOutcome, at_ms: int) -> tuple[AnyEvent, ...]:
    """Handles a number read in a spin of this round, depending on whether the spin counts and on the phase."""
    rules = floor.rules_of(table)
    least = rules.revolutions_min
    if least is not None and command.revolutions is not None and command.revolutions < least.value:
        ignored = _ignored(table, round_, command, least.clause)
        return (ignored, *irregular(floor, table, round_, Cause.REVOLUTIONS, least.clause, at_ms))
    if round_.phase in BETTING:
        return _early_rest(floor, table, round_, rules, at_ms)
    if dealer_confirms(rules.confirmation.policy):
        return (OutcomeRegistered(table.name, round_.number, command.outcome, rules.confirmation.clause),)
    device = serial_of_device(floor, table)
    recorded = OutcomeRecorded(table.name, round_.number, command.outcome, segment=command.segment, device=device)
    return conclude(floor, table, round_, recorded, at_ms)


def conclude(
    floor: Floor,
    table: Table,
    round_: Round,
    recorded: OutcomeRecorded,
    at_ms: int,
    *,
    wagers: dict[str, dict[str, Money]] | None = None,
    also: tuple[str, ...] = (),
) -> tuple[AnyEvent, ...]:
    """The outcome is known: terminals are paid, then the cloth, at once or step by step as the dealer goes."""
    standing = round_.wagers if wagers is None else wagers
    settled = settle_round(floor, table, round_, standing, recorded.outcome, also=also)
    events: tuple[AnyEvent, ...] = (recorded, settled, *due_withheld(floor, settled.transfers))
    if settled.waiting:
        if floor.rules_of(table).settlement_order is not None:
            return events
        events = (*events, settle_cloth(floor, table, round_, recorded.outcome))
    return (*events, *next_round(floor, table, at_ms, ready=table.device_ready))


def _unknown_number(floor: Floor, table: Table) -> str:
    faults = floor.rulebook_of(table).faults
    if faults is not None and faults.unknown_number is not None:
        return faults.unknown_number.clause
    return floor.rules_of(table).device_fault.clause


def _ignored(table: Table, round_: Round, command: RecordOutcome, clause: str) -> OutcomeIgnored:
    return OutcomeIgnored(table.name, round_.number, command.spin, command.outcome, clause)


def _early_rest(floor: Floor, table: Table, round_: Round, rules: RoundRules, at_ms: int) -> tuple[AnyEvent, ...]:
    clause = rules.early_rest.clause
    if voids_early_rest(rules.early_rest.policy):
        also = (rules.early_rest_also.clause,) if rules.early_rest_also else ()
        voided = void_round(floor, table, round_, VoidGround(EARLY_REST, clause, also))
        return (voided, *next_round(floor, table, at_ms, ready=table.device_ready))
    return (RoundHeld(table.name, round_.number, EARLY_REST, clause),)


def device_fault(
    floor: Floor,
    table: Table,
    round_: Round,
    cause: str,
    clause: str | None = None,
    *,
    returned: Iterable[Transfer] = (),
) -> tuple[AnyEvent, ...]:
    """A malfunction of the device in a round. The next round waits until the device says that it is ready.

    `returned` are transfers of the same decision that have sent wagers back before.
    """
    fault = floor.rules_of(table).device_fault
    cited = fault.clause if clause is None else clause
    also = beside(cited, fault.clause)
    if round_.only_void:
        # It is held already, and can only be declared void.
        return ()
    if voids_at_fault(fault.policy):
        return (void_round(floor, table, round_, VoidGround(cause, cited, also), returned=returned),)
    only_void = only_void_at_fault(fault.policy)
    return (RoundHeld(table.name, round_.number, cause, cited, only_void=only_void, also=also, by_device=True),)


def round_of_spin(floor: Floor, name: str, spin: str) -> tuple[Table, Round] | Refusal:
    """The running round of a table, if it is that of this spin."""
    table = floor.tables.get(name)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if table.round is None:
        return Refusal(Reason.TABLE_NOT_OPEN, floor.rules_of(table).opening.clause)
    if table.round.spin != spin:
        return Refusal(Reason.OTHER_SPIN, floor.rules_of(table).opening.clause)
    return table, table.round


DECIDERS: Deciders = {
    OpenTable: decide_open_table,
    OpenRound: decide_open_round,
    ReportReady: decide_report_ready,
    WarnFinish: decide_warn_finish,
    ReportLaunch: decide_report_launch,
    CloseWagers: decide_close_wagers,
    RecordOutcome: decide_record_outcome,
}
