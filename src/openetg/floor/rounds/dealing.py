"""What people decide about a round: confirm, enter, no spin, reset, examine, void, and the dealer's steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.cloth.limits import cloth_wagers, is_outside
from openetg.floor.cloth.settling import pay_spot, settle_cloth, unpaid, wins
from openetg.floor.commands import (
    CallNoSpin,
    CollectLosers,
    ConfirmOutcome,
    EnterOutcome,
    ExamineBall,
    MarkDolly,
    PayWinners,
    ResetTerminals,
    SpinWheel,
    VoidRound,
)
from openetg.floor.core.authority import acting_at, at_table, may, power_clause, powerless, unauthorized
from openetg.floor.core.refusals import Reason, Refusal, beside
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    BallExamined,
    DollyMarked,
    LosersCollected,
    NoSpinCalled,
    OutcomeRecorded,
    RoundResolved,
    SpinStarted,
    TerminalsReset,
    WagersReturned,
)
from openetg.floor.rounds.automatic import (
    EARLY_REST,
    conclude,
    in_motion,
    is_dealer_run,
    is_read,
    next_round,
    not_to_spin,
    planned,
    returns_at_close,
    warned_by_spin,
)
from openetg.floor.rounds.choices import closes_before_spin, knows_no_spin, needs_reset, spins_again
from openetg.floor.rounds.device_readings import final_clause, is_watched, misread
from openetg.floor.rounds.device_reports import UNREAD
from openetg.floor.rounds.settling import VoidGround, held_under, void_round
from openetg.floor.state import BETTING, ENDED, RUNNING, STANDING, Floor, Phase, Round, Table
from openetg.floor.trouble.cases import cases_of, ended, is_just_now, only_void
from openetg.money import Money
from openetg.rulebook.schema.policies import Cause

if TYPE_CHECKING:
    from openetg.floor.commands import Act

RESTED = frozenset({EARLY_REST, UNREAD, "unknown-outcome", "launch-unseen"})
"""Causes of a hold that say themselves that the ball ran, whether or not its start was seen."""


def decide_spin_wheel(floor: Floor, command: SpinWheel, at_ms: int) -> Verdict:
    """The dealer sets ball or wheel in motion, in the order the rulebook wants."""
    table = acting_at(floor, command.table, command)
    if isinstance(table, Refusal):
        return table
    rules, round_ = floor.rules_of(table), table.round
    if not is_dealer_run(floor, table):
        return Refusal(Reason.NOT_IN_RULEBOOK, floor.kind_of(table).device.clause)
    if round_ is None or round_.phase not in RUNNING or in_motion(round_) or is_read(round_):
        return Refusal(Reason.WRONG_PHASE, rules.closing.when.clause)
    if closes_before_spin(rules.closing.when.policy) and round_.phase in BETTING:
        return Refusal(Reason.OUT_OF_ORDER, rules.closing.when.clause)
    refused = not_to_spin(floor, table, round_)
    if refused is not None:
        return refused
    clause = power_clause(floor, table, "run_round")
    started = SpinStarted(table.name, round_.number, round_.spin, command.person, clause)
    return (*warned_by_spin(floor, table, round_, at_ms), started)


def decide_confirm_outcome(floor: Floor, command: ConfirmOutcome, at_ms: int) -> Verdict:
    """The registered outcome is the right one: payment begins."""
    table = acting_at(floor, command.table, command)
    if isinstance(table, Refusal):
        return table
    rules, round_ = floor.rules_of(table), table.round
    clause = rules.confirmation.clause
    if round_ is None or round_.phase not in RUNNING or round_.outcome is not None:
        return Refusal(Reason.WRONG_PHASE, clause)
    if round_.registered is None:
        if round_.dead_spins and not in_motion(round_):
            return Refusal(Reason.NO_SPIN_CALLED, final_clause(rules))
        if round_.shown:
            return Refusal(Reason.INVALID_SPIN, rules.no_spin.clause, {"cause": round_.shown})
        return Refusal(Reason.WRONG_PHASE, clause)
    if command.outcome is not None and command.outcome != round_.registered:
        return Refusal(Reason.OTHER_OUTCOME, clause, {"registered": round_.registered})
    recorded = OutcomeRecorded(
        table.name, round_.number, round_.registered, command.role, command.person, clause=clause
    )
    return conclude(floor, table, round_, recorded, at_ms)


def decide_enter_outcome(floor: Floor, command: EnterOutcome, at_ms: int) -> Verdict:
    """An outcome that was not read is entered by the person the rulebook names."""
    power = _entering(floor, command.table)
    table = at_table(floor, command.table, power, command)
    if isinstance(table, Refusal):
        return table
    clause, round_ = power_clause(floor, table, power), table.round
    if round_ is None or command.round not in {0, round_.number}:
        return Refusal(Reason.WRONG_PHASE, clause)
    refused = not_for(floor, table, round_, command) or _not_to_enter(floor, table, round_, clause, command.why)
    if refused is not None:
        return refused
    if command.outcome not in floor.game_of(table).outcomes:
        return Refusal(Reason.UNKNOWN_OUTCOME, clause)
    if round_.registered not in {None, command.outcome}:
        # The device's reading is not overwritten: another number is a correction.
        correcting = power_clause(floor, table, "correct_outcome")
        return Refusal(Reason.OTHER_OUTCOME, correcting, {"registered": round_.registered or ""})
    resolved = RoundResolved(
        table=table.name, round=round_.number, role=command.role, person=command.person, why=command.why, clause=clause
    )
    # A round held before its close was never closed: what a close returns must not be settled.
    returned = returns_at_close(floor, table, round_) if round_.closed_by is None else ()
    looked = floor.rules_of(table).unread_entered if round_.cause == UNREAD else None
    recorded = OutcomeRecorded(
        table=table.name,
        round=round_.number,
        outcome=command.outcome,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=clause,
        also=() if looked is None else (looked.clause,),
    )
    left = left_after(round_, returned)
    return (resolved, *returned, *conclude(floor, table, round_, recorded, at_ms, wagers=left))


def _entering(floor: Floor, name: str) -> str:
    """The power to enter an outcome now; another power if it came with betting open, or if a malfunction holds the
    round."""
    table = floor.tables.get(name)
    if table is None or table.round is None:
        return "enter_outcome"
    powers, round_ = floor.rulebook_of(table).powers, table.round
    if round_.cause == EARLY_REST and "settle_early_rest" in powers:
        return "settle_early_rest"
    by_device = round_.phase is Phase.HELD and round_.by_device
    return "settle_device_fault" if by_device and "settle_device_fault" in powers else "enter_outcome"


def not_for(floor: Floor, table: Table, round_: Round, act: Act) -> Refusal | None:
    """Why a person may not say what counts in a round that a malfunction holds: that takes the power to settle such
    rounds.

    What was held after its number was read is for those who establish wagers; what its device holds may be for others.
    """
    powers = floor.rulebook_of(table).powers
    by_device = round_.by_device and "settle_device_fault" in powers
    power = "settle_device_fault" if by_device else "confirm_wagers"
    if round_.phase is not Phase.HELD or power not in powers or not (by_device or round_.registered is not None):
        return None
    return powerless(floor, table, power, act.role, act.person)


def _not_to_enter(floor: Floor, table: Table, round_: Round, clause: str, why: str) -> Refusal | None:
    held = round_.phase is Phase.HELD
    refused = only_void(round_)
    if refused is not None:
        return refused
    if round_.outcome is not None or (round_.registered is not None and not held):
        return Refusal(Reason.WRONG_PHASE, power_clause(floor, table, "correct_outcome"))
    if round_.shown:
        return Refusal(Reason.INVALID_SPIN, floor.rules_of(table).no_spin.clause, {"cause": round_.shown})
    if round_.dead_spins and not in_motion(round_):
        return Refusal(Reason.NO_SPIN_CALLED, final_clause(floor.rules_of(table)))
    silent = is_unseen(floor, table, round_)
    # What was held before anything ran has no outcome that could be entered.
    ran = held and (in_motion(round_) or is_read(round_) or round_.cause in RESTED)
    if not ran and not silent:
        return Refusal(Reason.WRONG_PHASE, clause)
    # No other field tells why a person's word replaces the device's.
    return Refusal(Reason.NO_REASON_GIVEN, clause) if silent and not why.strip() else None


def is_unseen(floor: Floor, table: Table, round_: Round) -> bool:
    """Whether ball or wheel, set in motion by a dealer, run unwatched: only a person can say what fell.

    While the device watches, it says itself that the spin has come to rest, or that it could not read it.
    """
    runs = round_.phase is Phase.CLOSED and in_motion(round_) and not is_read(round_) and not round_.shown
    return runs and is_dealer_run(floor, table) and not is_watched(floor, table, round_)


def left_after(round_: Round, closed: tuple[AnyEvent, ...]) -> dict[str, dict[str, Money]]:
    """The wagers that still stand once the returns at the close have been made."""
    left = {terminal: dict(spots) for terminal, spots in round_.wagers.items()}
    for event in closed:
        if isinstance(event, WagersReturned):
            for spot in event.spots:
                del left[event.terminal][spot]
    return left


def decide_call_no_spin(floor: Floor, command: CallNoSpin, at_ms: int) -> Verdict:
    """The spin does not count, for one of the causes the rulebook knows."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    rules = floor.rules_of(table)
    if not knows_no_spin(rules.no_spin.policy):
        return Refusal(Reason.NOT_IN_RULEBOOK, rules.no_spin.clause)
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    round_ = table.round
    named = rules.no_spin_causes.get(command.cause, rules.no_spin.clause) if command.cause else rules.no_spin.clause
    if round_ is None or not in_motion(round_) or round_.phase not in STANDING or round_.outcome is not None:
        return Refusal(Reason.WRONG_PHASE, named)
    cause = only_void(round_) or _no_spin_cause(floor, table, round_, command)
    if isinstance(cause, Refusal):
        return cause
    if cause is Cause.FOREIGN_OBJECT and (round_.registered is not None or round_.phase is Phase.HELD):
        # What falls into the wheel once the ball rests has not touched the spin.
        return Refusal(Reason.WRONG_PHASE, rules.no_spin_causes[cause])
    return _no_spin(floor, table, round_, command, cause, at_ms)


def _no_spin_cause(floor: Floor, table: Table, round_: Round, command: CallNoSpin) -> Cause | Refusal:
    """The cause named, otherwise the one that the signals show, otherwise the only one there is."""
    rules = floor.rules_of(table)
    if command.cause is not None:
        known = command.cause in rules.no_spin_causes
        return command.cause if known else Refusal(Reason.NOT_A_CAUSE, rules.no_spin.clause)
    if round_.shown:
        return Cause(round_.shown)
    if len(rules.no_spin_causes) == 1:
        return next(iter(rules.no_spin_causes))
    return Refusal(Reason.NO_CAUSE, rules.no_spin.clause)


def _no_spin(
    floor: Floor, table: Table, round_: Round, command: CallNoSpin, cause: Cause, at_ms: int
) -> tuple[AnyEvent, ...]:
    rules = floor.rules_of(table)
    clause, policy = rules.no_spin_causes[cause], rules.no_spin.policy
    again = spins_again(policy)
    launch, close = planned(table, at_ms)
    examined = rules.ball_left_examined
    called = NoSpinCalled(
        table=table.name,
        round=round_.number,
        cause=cause.value,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=clause,
        also=beside(clause, rules.no_spin.clause),
        spin=f"{table.name}-{round_.number}.{round_.spins + 1}" if again else "",
        launch_at_ms=launch if again else 0,
        closes_at_ms=close if again else 0,
        needs_reset=needs_reset(policy),
        examine=cause is Cause.BALL_LEFT and examined is not None and examined.value,
        revolutions=command.revolutions,
        incident=command.incident,
    )
    if again:
        return (called,)
    voided = void_round(floor, table, round_, VoidGround(cause.value, rules.no_spin.clause))
    closed = ended(floor, cases_of(floor, table, round_), rules.no_spin.clause, command, command.why)
    return (called, voided, *closed, *next_round(floor, table, at_ms, ready=table.device_ready))


def decide_reset_terminals(floor: Floor, command: ResetTerminals, _at_ms: int) -> Verdict:
    """After a no spin betting is open again in the same round, with the wagers standing."""
    table = acting_at(floor, command.table, command)
    if isinstance(table, Refusal):
        return table
    clause, round_ = power_clause(floor, table, "reset_after_no_spin"), table.round
    if round_ is None or round_.phase is not Phase.CLOSED or not round_.needs_reset:
        return Refusal(Reason.WRONG_PHASE, clause)
    return (TerminalsReset(table.name, round_.number, command.role, command.person, clause),)


def decide_examine_ball(floor: Floor, command: ExamineBall, _at_ms: int) -> Verdict:
    """A ball that left the wheel was examined."""
    table = acting_at(floor, command.table, command)
    if isinstance(table, Refusal):
        return table
    clause = power_clause(floor, table, "examine_ball")
    if not table.ball_to_examine:
        return Refusal(Reason.NOTHING_THERE, clause)
    return (BallExamined(table.name, command.found, command.role, command.person, clause),)


def decide_void_round(floor: Floor, command: VoidRound, at_ms: int) -> Verdict:
    """A whole round is void: because it is held, because of what the device did, or for a cause the rulebook names."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    round_ = table.round
    if command.round and (round_ is None or round_.number != command.round):
        round_ = table.past.get(command.round)
    power = _void_power(floor, table, command)
    refused = powerless(floor, table, power, command.role, command.person)
    if refused is not None:
        return refused
    clause = power_clause(floor, table, power)
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    if round_ is None:
        return Refusal(Reason.WRONG_PHASE, clause)
    ground = _void_ground(floor, table, round_, command.cause, clause)
    if isinstance(ground, Refusal):
        return ground
    resolved = RoundResolved(
        table=table.name, round=round_.number, role=command.role, person=command.person, why=command.why, clause=clause
    )
    voided = void_round(floor, table, round_, ground)
    closed = ended(floor, cases_of(floor, table, round_), clause, command, command.why)
    opens = next_round(floor, table, at_ms, ready=table.device_ready) if round_ is table.round else ()
    return (resolved, voided, *closed, *(opens if round_.phase not in ENDED else ()))


def _void_power(floor: Floor, table: Table, command: VoidRound) -> str:
    """The power by which a round is void for a cause: the device's own, a disruption or fraud, or in general."""
    cause, invalidation = command.cause, floor.rulebook_of(table).invalidation
    if cause is None or cause in invalidation.void_round_causes:
        return "void_round"
    if cause in floor.rules_of(table).void_causes:
        return "run_round" if may(floor, table, "run_round", command.role) else "declare_device_fault"
    return "invalidate_outcome" if cause in invalidation.causes else "void_round"


def void_powers(floor: Floor, table: Table) -> tuple[str, ...]:
    """Every power by which a round of this table may be void, for one cause or another."""
    invalidation = floor.rulebook_of(table).invalidation
    by_device = floor.rules_of(table).void_causes.keys() - invalidation.void_round_causes.keys()
    by_word = invalidation.causes.keys() - by_device - invalidation.void_round_causes.keys()
    of_device = ("run_round", "declare_device_fault") if by_device else ()
    return ("void_round", *of_device, *(("invalidate_outcome",) if by_word else ()))


def _void_ground(floor: Floor, table: Table, round_: Round, cause: Cause | None, clause: str) -> VoidGround | Refusal:
    """Why a round may be void now, and by which clauses."""
    rules, invalidation = floor.rules_of(table), floor.rulebook_of(table).invalidation
    named = invalidation.void_round_causes
    if round_.phase is Phase.VOID:
        return Refusal(Reason.WRONG_PHASE, clause)
    if cause is not None and cause in named:
        # Going on can be impractical only while a round goes on; a fraud may come to light later.
        late = round_.phase is Phase.SETTLED and cause is not Cause.FRAUD
        return Refusal(Reason.WRONG_PHASE, named[cause]) if late else VoidGround(cause.value, named[cause])
    if cause is not None and cause in rules.void_causes:
        # A malfunction found now has touched nothing older.
        cited = rules.void_causes[cause]
        return VoidGround(cause.value, cited) if is_just_now(table, round_) else Refusal(Reason.WRONG_PHASE, cited)
    if cause is not None and cause in invalidation.causes:
        return VoidGround(cause.value, invalidation.causes[cause], (invalidation.refund.clause,))
    if cause is not None and not (round_.phase is Phase.HELD and cause.value == round_.cause):
        return Refusal(Reason.NOT_A_CAUSE, clause)
    if round_.phase is Phase.HELD:
        return VoidGround(round_.cause, clause, beside(clause, *held_under(round_)))
    if round_.phase is Phase.SETTLED:
        return Refusal(Reason.WRONG_PHASE, clause)
    return VoidGround(round_.shown, clause) if round_.shown else Refusal(Reason.NO_CAUSE, clause)


def _step(floor: Floor, name: str, act: Act, step: str) -> tuple[Table, Round, str] | Refusal:
    """The round whose cloth the dealer is about to settle, if it is time for this step, and the clause of the order."""
    table = at_table(floor, name, "run_round", act)
    if isinstance(table, Refusal):
        return table
    order = floor.rules_of(table).settlement_order
    if order is None or step not in order.value:
        return Refusal(Reason.NOT_IN_RULEBOOK, order.clause if order else "")
    round_ = table.round
    if round_ is None or round_.outcome is None or round_.phase is not Phase.CLOSED:
        return Refusal(Reason.WRONG_PHASE, order.clause)
    differs = misread(floor, table, round_)
    if differs is not None:
        return differs
    done = {"dolly": round_.dolly is not None, "collect": round_.collected, "pay": False}
    before = order.value[: order.value.index(step)]
    if done[step] or not all(done[each] for each in before):
        return Refusal(Reason.OUT_OF_ORDER, order.clause)
    return table, round_, order.clause


def decide_mark_dolly(floor: Floor, command: MarkDolly, _at_ms: int) -> Verdict:
    """The number announced is the one on record, and the marker stands on it, where there is one."""
    known = floor.tables.get(command.table)
    only_said = known is not None and floor.rules_of(known).announced is not None
    here = _announcing(floor, command) if only_said else _step(floor, command.table, command, "dolly")
    if isinstance(here, Refusal):
        return here
    table, round_, _ = here
    rule = floor.rules_of(table).announced or floor.rules_of(table).dolly
    if rule is None:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    if command.outcome != round_.outcome:
        return Refusal(Reason.OTHER_OUTCOME, rule.clause, {"recorded": round_.outcome or ""})
    return (DollyMarked(table.name, round_.number, command.outcome, command.person, rule.clause),)


def _announcing(floor: Floor, command: MarkDolly) -> tuple[Table, Round, str] | Refusal:
    """The settled round whose outcome the dealer is to register beside the device's reading."""
    table = acting_at(floor, command.table, command)
    if isinstance(table, Refusal):
        return table
    rule, round_ = floor.rules_of(table).announced, table.round
    clause = rule.clause if rule is not None else ""
    if round_ is None or round_.outcome is None or not any(round_.cloth.values()):
        return Refusal(Reason.WRONG_PHASE, clause)
    if round_.dolly is not None:
        return Refusal(Reason.OUT_OF_ORDER, clause)
    return misread(floor, table, round_) or (table, round_, clause)


def decide_collect_losers(floor: Floor, command: CollectLosers, _at_ms: int) -> Verdict:
    """The losing wagers are off the cloth."""
    here = _step(floor, command.table, command, "collect")
    if isinstance(here, Refusal):
        return here
    table, round_, order = here
    return (LosersCollected(table.name, round_.number, command.person, order),)


def decide_pay_winners(floor: Floor, command: PayWinners, at_ms: int) -> Verdict:
    """The winning wagers of one outside spot, or all that are left: then the marker is lifted and the round ends."""
    here = _step(floor, command.table, command, "pay")
    if isinstance(here, Refusal):
        return here
    table, round_, order = here
    assert round_.outcome is not None, "the cloth is paid by what is on record"
    if command.spot:
        return _pay_spot(floor, table, round_, command, order)
    paid = settle_cloth(floor, table, round_, round_.outcome)
    return (paid, *next_round(floor, table, at_ms, ready=table.device_ready))


def _pay_spot(floor: Floor, table: Table, round_: Round, command: PayWinners, order: str) -> Verdict:
    """One outside spot is paid for all on it, and released."""
    release, spot = cloth_wagers(floor, table).release_outside, command.spot
    if spot not in floor.game_of(table).spots:
        return Refusal(Reason.UNKNOWN_WAGER, floor.game_of(table).clause)
    if release is None or not is_outside(floor, table, spot):
        return Refusal(Reason.OUT_OF_ORDER, order)
    assert round_.outcome is not None, "the cloth is paid by what is on record"
    lies = any(spot in spots for spots in unpaid(round_).values())
    if not lies or not wins(floor, table, spot, round_.outcome):
        return Refusal(Reason.NOTHING_THERE, release.clause)
    return (pay_spot(floor, table, round_, spot, command.person, release.clause),)


DECIDERS: Deciders = {
    SpinWheel: decide_spin_wheel,
    ConfirmOutcome: decide_confirm_outcome,
    EnterOutcome: decide_enter_outcome,
    CallNoSpin: decide_call_no_spin,
    ResetTerminals: decide_reset_terminals,
    ExamineBall: decide_examine_ball,
    VoidRound: decide_void_round,
    MarkDolly: decide_mark_dolly,
    CollectLosers: decide_collect_losers,
    PayWinners: decide_pay_winners,
}
