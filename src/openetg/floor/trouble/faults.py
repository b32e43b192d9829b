"""Malfunctions of terminals, lines, devices and the game system: what is reported or declared, and what follows.

An error message of one terminal opens a case about it, the same message on several may concern the whole round. What
people find about a single terminal is in `cases`.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, assert_never

from openetg.floor.commands import (
    DeclareFault,
    ReportLine,
    ReportRecord,
    ReportTerminalFault,
    ReportWagersShown,
    RestoreDevice,
)
from openetg.floor.core.authority import acting_at, power_clause, powerless
from openetg.floor.core.ledger import Ledger, Transfer, bank_of, play_of
from openetg.floor.core.refusals import PRECEDENCE, Reason, Refusal, beside
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    CaseClosed,
    CaseOpened,
    DeviceFaulted,
    DeviceRestored,
    DeviceTakenOut,
    FaultDeclared,
    LineReported,
    PayoutsSuspended,
    RecordRead,
    RoundHeld,
    RoundOpened,
    ScreenCompared,
    TerminalFaulted,
)
from openetg.floor.money.printers import after_notice
from openetg.floor.premises.equipment import of_one_server
from openetg.floor.rounds.automatic import device_fault, is_dealer_run, next_round
from openetg.floor.rounds.choices import only_void_at_fault, voids_at_fault
from openetg.floor.rounds.settling import VoidGround, adjust, held_under, void_round
from openetg.floor.state import BETTING, ENDED, RUNNING, STANDING, Floor, Phase, Round, Table, Terminal
from openetg.floor.trouble.cases import (
    TerminalFinding,
    case_opened,
    cases_of,
    ended,
    faults_of,
    has_case,
    is_just_now,
    opened,
    round_named,
    terminal_out,
    unsettled,
)
from openetg.rulebook.schema.policies import LostLine, SameFault, SameFaultWithin, SystemFault

if TYPE_CHECKING:
    from openetg.rulebook.schema.trouble import SameFaultRule


OPENING = frozenset({RoundOpened})
"""Events by which a round begins, whatever terminals show."""
UNKNOWN_NUMBER = "unknown-number"
"""The message of a terminal that was to show a number which its layout does not have."""
INQUIRING = ("open_terminal_case", "confirm_wagers", "read_records")
"""A person with one of these powers may read what a terminal kept by itself."""


def decide_report_terminal_fault(floor: Floor, command: ReportTerminalFault, at_ms: int) -> Verdict:
    """A service notice goes on record; an error message opens a case wherever the terminal plays."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    events: list[AnyEvent] = [TerminalFaulted(terminal.name, command.code, command.service)]
    if command.service:
        return (*events, *after_notice(floor, terminal, command.code))
    for name in terminal.tables:
        table = floor.tables[name]
        found = _found_by_code(floor, table, command.code)
        events.extend(_error_shown(floor, table, terminal.name, found, _new_cases(events), at_ms))
    return (*events, *_held_together(floor, terminal, command.code))


def _found_by_code(floor: Floor, table: Table, code: str) -> TerminalFinding:
    """A number that the layout does not have is a malfunction of its own kind, where the rulebook names it."""
    faults = faults_of(floor, table)
    if code == UNKNOWN_NUMBER and faults.unknown_number is not None:
        return TerminalFinding("number", faults.unknown_number.clause, code)
    return TerminalFinding("interrupted", faults.interrupted.clause, code)


def _new_cases(events: list[AnyEvent]) -> int:
    return sum(isinstance(event, CaseOpened) for event in events)


def _error_shown(
    floor: Floor, table: Table, terminal: str, found: TerminalFinding, further: int, at_ms: int
) -> tuple[AnyEvent, ...]:
    """An error message of one terminal at one table: about the terminal, or about the system."""
    rule = faults_of(floor, table).same_fault
    voids = rule is not None and _voids_at_once(rule.policy)
    if rule is None or not voids or table.round is None or not _is_shown(floor, table, rule, terminal, found.code):
        return _thought_faulty(floor, table, terminal, found, further)
    return _void_for_same_fault(floor, table, table.round, terminal, found, further, at_ms)


def _held_together(floor: Floor, terminal: Terminal, code: str) -> tuple[AnyEvent, ...]:
    """The server is taken to be at fault: the rounds of the tables counted together are held."""
    here = {name: rule for name in terminal.tables if (rule := _holding_rule(floor, floor.tables[name])) is not None}
    reach = dict.fromkeys(here)
    if any(rule.among == "server" for rule in here.values()):
        near = [floor.tables[name] for name, rule in here.items() if rule.among == "server"]
        reach.update(dict.fromkeys(name for name, table in floor.tables.items() if _is_near(floor, near, table)))
    events: list[AnyEvent] = []
    for table in (floor.tables[name] for name in reach):
        rule, round_ = _holding_rule(floor, table), table.round
        if rule is None or round_ is None or not _is_shown(floor, table, rule, terminal.name, code):
            continue
        void = _only_void(rule.policy)
        # A round that is held for another reason is held for this one only if that leaves it less.
        phases = STANDING if void else RUNNING
        if round_.phase in phases and round_.outcome is None and not round_.only_void:
            events.append(_round_held(floor, table, round_.number, rule, only_void=void))
    return tuple(events)


def _round_held(floor: Floor, table: Table, number: int, rule: SameFaultRule, *, only_void: bool) -> RoundHeld:
    system = faults_of(floor, table).system
    also = () if system is None else (system.clause,)
    return RoundHeld(table.name, number, "same-fault", rule.clause, only_void=only_void, also=also)


def followed(floor: Floor, _command: Any, events: tuple[AnyEvent, ...], _at_ms: int) -> list[AnyEvent]:
    """A round that opens while terminals still show the same message is held at once, where it could only be void.

    Between two rounds there is none to hold; a case that ends in the same step no longer counts.
    """
    over = {event.case for event in events if type(event) is CaseClosed}
    held: list[AnyEvent] = []
    for opening in (event for event in events if type(event) is RoundOpened):
        table = floor.tables[opening.table]
        rule = _holding_rule(floor, table)
        if rule is not None and _only_void(rule.policy) and _stands(floor, table, rule, over):
            held.append(_round_held(floor, table, opening.round, rule, only_void=True))
    return held


def _stands(floor: Floor, table: Table, rule: SameFaultRule, over: set[str]) -> bool:
    """Whether as many terminals as the rule wants show one message now."""
    shown: dict[str, set[str]] = {}
    standing = (case for case in floor.cases.values() if not case.closed and case.number not in over)
    for case in standing:
        if _is_counted(floor, table, rule, floor.tables[case.table]):
            for code in case.codes:
                shown.setdefault(code, set()).add(case.terminal)
    return any(len(terminals) >= rule.terminals for terminals in shown.values())


def _holding_rule(floor: Floor, table: Table) -> SameFaultRule | None:
    """The rule of a table that holds rounds for the same message on several terminals."""
    faults = floor.rulebook_of(table).faults
    rule = None if faults is None else faults.same_fault
    return rule if rule is not None and not _voids_at_once(rule.policy) else None


def _voids_at_once(policy: SameFault) -> bool:
    """Whether the same message on several terminals voids the round; otherwise rounds are held."""
    match policy:
        case SameFault.VOID_ROUND:
            return True
        case SameFault.HOLD_ROUND | SameFault.HOLD_FOR_VOID:
            return False
        case _:
            assert_never(policy)


def _only_void(policy: SameFault) -> bool:
    """Whether rounds held for the same message can only be declared void."""
    match policy:
        case SameFault.HOLD_FOR_VOID:
            return True
        case SameFault.VOID_ROUND | SameFault.HOLD_ROUND:
            return False
        case _:
            assert_never(policy)


def _counts_by_server(floor: Floor, table: Table) -> bool:
    """Whether the terminals of a table are counted together with those of other tables."""
    rule = _holding_rule(floor, table)
    return rule is not None and rule.among == "server"


def _is_near(floor: Floor, near: list[Table], table: Table) -> bool:
    """Whether a table is counted with one of these: by server, and run by the same one."""
    return _counts_by_server(floor, table) and any(of_one_server(floor, each, table) for each in near)


def _thought_faulty(
    floor: Floor, table: Table, terminal: str, found: TerminalFinding, further: int = 0
) -> tuple[AnyEvent, ...]:
    """A case at one table, unless there is one already."""
    if has_case(floor, table, table.round, terminal):
        return ()
    return opened(floor, table, table.round, terminal, found, further)


def _is_shown(floor: Floor, table: Table, rule: SameFaultRule, terminal: str, code: str) -> bool:
    """Whether, with this terminal, as many show the message as the rule wants."""
    match rule.within:
        case SameFaultWithin.ROUND:
            shown = set() if table.round is None else set(table.round.messages.get(code, ()))
        case SameFaultWithin.MOMENT:
            standing = (case for case in floor.cases.values() if code in case.codes and not case.closed)
            shown = {case.terminal for case in standing if _is_counted(floor, table, rule, floor.tables[case.table])}
        case _:
            assert_never(rule.within)
    return len(shown | {terminal}) >= rule.terminals


def _is_counted(floor: Floor, table: Table, rule: SameFaultRule, other: Table) -> bool:
    """Whether a terminal with a case at another table is counted with those of this one."""
    return other is table or (rule.among == "server" and _is_near(floor, [table], other))


def _void_for_same_fault(
    floor: Floor, table: Table, round_: Round, terminal: str, found: TerminalFinding, further: int, at_ms: int
) -> tuple[AnyEvent, ...]:
    """The round is void for all. The system is at fault, and no terminal: their cases of this round end."""
    faults = faults_of(floor, table)
    assert faults.same_fault is not None, "asked only where there is a rule"
    clause = faults.same_fault.clause
    mine = case_opened(floor, table, round_, terminal, found, further)
    record = () if has_case(floor, table, round_, terminal) else (mine, CaseClosed(mine.case, clause))
    closed = ended(floor, cases_of(floor, table, round_), clause)
    if round_.phase is Phase.VOID:
        return (*record, *closed)
    also = () if faults.system is None else (faults.system.clause,)
    voided = void_round(floor, table, round_, VoidGround("same-fault", clause, also))
    return (*record, voided, *closed, *_next(floor, table, round_, at_ms))


def _next(floor: Floor, table: Table, round_: Round, at_ms: int) -> tuple[AnyEvent, ...]:
    """The opening of the next round behind one that ends now."""
    if round_ is not table.round or round_.phase in ENDED:
        return ()
    return next_round(floor, table, at_ms, ready=table.device_ready)


def decide_report_line(floor: Floor, command: ReportLine, _at_ms: int) -> Verdict:
    """The line to a terminal was lost or is back; where that is a malfunction, a case opens."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    basis = faults_of(floor, floor.tables[terminal.table]).lost_line.clause
    events: list[AnyEvent] = [LineReported(terminal.name, command.up, basis, command.lasted_ms)]
    for name in terminal.tables:
        table = floor.tables[name]
        lost = faults_of(floor, table).lost_line
        if _counts_as_fault(table, terminal.name, lost.policy, command):
            found = TerminalFinding("interrupted", lost.clause)
            events.extend(_thought_faulty(floor, table, terminal.name, found, _new_cases(events)))
    return tuple(events)


def _counts_as_fault(table: Table, terminal: str, policy: LostLine, command: ReportLine) -> bool:
    match policy:
        case LostLine.SETTLE_FROM_JOURNAL:
            return False
        case LostLine.FAULT_AFTER_GRACE:
            return command.lasted_ms > table.line_grace_ms
        case LostLine.FAULT_WITH_WAGERS:
            return not command.up and unsettled(table.round, terminal)
        case _:
            assert_never(policy)


def decide_report_wagers_shown(floor: Floor, command: ReportWagersShown, _at_ms: int) -> Verdict:
    """What a screen shows after the close must be what is on record; if it is not, the terminal is faulty."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    if table.name not in terminal.tables:
        return Refusal(Reason.NOT_AT_TABLE)
    rules = floor.rulebook_of(table).wagers.terminal
    assert rules is not None, "terminals stand only at tables that take wagers from them"
    clause, round_ = rules.settled_as_placed.clause, table.round
    if round_ is None or round_.number != command.round or round_.phase in BETTING or round_.phase in ENDED:
        return Refusal(Reason.WRONG_PHASE, clause)
    agrees = round_.wagers.get(terminal.name, {}) == command.spots
    compared = ScreenCompared(terminal.name, table.name, round_.number, agrees, clause)
    if agrees:
        return (compared,)
    known = floor.game_of(table).spots
    code = "" if all(spot in known for spot in command.spots) else UNKNOWN_NUMBER
    found = _found_by_code(floor, table, code)._replace(also=(clause,))
    return (compared, *_thought_faulty(floor, table, terminal.name, found))


def decide_report_record(floor: Floor, command: ReportRecord, _at_ms: int) -> Verdict:
    """What a terminal kept by itself was read in an inquiry. It is evidence: nothing follows from it by itself."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = floor.tables[terminal.table]
    refusals = {each: powerless(floor, table, each, command.role, command.person) for each in INQUIRING}
    power = next((each for each, refused in refusals.items() if refused is None), None)
    if power is None:
        # One of the powers is enough: the refusal names what the nearest one lacks.
        lacking = [refused for refused in refusals.values() if refused is not None]
        return max(lacking, key=lambda refused: PRECEDENCE[refused.reason])
    found = (command.lines, command.digest, command.differs, command.since, command.until)
    by, clause = (command.role, command.person), power_clause(floor, table, power)
    return (RecordRead(terminal.name, command.ask, *found, *by, clause),)


def decide_declare_fault(floor: Floor, command: DeclareFault, at_ms: int) -> Verdict:
    """A person with the power finds the system or the device of a table at fault, with a reason."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    power = "declare_system_fault" if command.what == "system" else "declare_device_fault"
    faults = floor.rulebook_of(table).faults
    if command.what == "system" and (faults is None or faults.system is None):
        return Refusal(Reason.NOT_IN_RULEBOOK, floor.rules_of(table).device_fault.clause)
    refused = powerless(floor, table, power, command.role, command.person)
    if refused is not None:
        return refused
    clause = power_clause(floor, table, power)
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    rounds = _rounds_named(table, command.rounds)
    if isinstance(rounds, Refusal):
        return Refusal(rounds.reason, clause)
    numbers = tuple(round_.number for round_ in rounds)
    declared = FaultDeclared(
        table=table.name,
        what=command.what,
        rounds=numbers,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=clause,
    )
    act = _device_declared if command.what == "device" else _system_declared
    events = act(floor, table, rounds, clause, at_ms)
    return events if isinstance(events, Refusal) else (declared, *events)


def _rounds_named(table: Table, numbers: tuple[int, ...]) -> list[Round] | Refusal:
    """The rounds named, oldest first; the newest if none is named."""
    if not numbers:
        return [table.round] if table.round is not None else Refusal(Reason.WRONG_PHASE)
    rounds: list[Round] = []
    for number in sorted(set(numbers)):
        round_ = round_named(table, number) if number else None
        if not isinstance(round_, Round):
            return Refusal(Reason.UNKNOWN_ROUND)
        rounds.append(round_)
    return rounds


def _device_declared(floor: Floor, table: Table, rounds: list[Round], clause: str, at_ms: int) -> Verdict:
    """The device is at fault: the round is void or held, as the rulebook says of its malfunctions."""
    round_, fault = rounds[-1], floor.rules_of(table).device_fault
    voids = voids_at_fault(fault.policy)
    paid = round_.phase is Phase.SETTLED or round_.outcome is not None
    if round_.phase is Phase.VOID or len(rounds) > 1 or (paid and not voids):
        return Refusal(Reason.WRONG_PHASE, clause)
    out: tuple[AnyEvent, ...] = () if is_dealer_run(floor, table) else (DeviceFaulted(table.name, "declared"),)
    if voids:
        if not is_just_now(table, round_):
            return Refusal(Reason.WRONG_PHASE, clause)
        also = beside(fault.clause, clause)
        voided = void_round(floor, table, round_, VoidGround("device-fault", fault.clause, also))
        following = _next(floor, table, round_, at_ms) if is_dealer_run(floor, table) else ()
        return (*out, voided, *ended(floor, cases_of(floor, table, round_), clause), *following)
    if only_void_at_fault(fault.policy):
        out = (*out, DeviceTakenOut(table.name, fault.clause))
    return (*out, *device_fault(floor, table, round_, "device-fault"))


def _system_declared(floor: Floor, table: Table, rounds: list[Round], clause: str, at_ms: int) -> Verdict:
    """The game system is at fault."""
    system = faults_of(floor, table).system
    assert system is not None, "refused before where there is no rule"
    standing = [round_ for round_ in rounds if round_.phase is not Phase.VOID]
    if not standing:
        return Refusal(Reason.WRONG_PHASE, clause)
    if not _reaches_back(system.policy) and (len(rounds) > 1 or not is_just_now(table, rounds[0])):
        return Refusal(Reason.WRONG_PHASE, clause)
    match system.policy:
        case SystemFault.VOID_ROUND | SystemFault.VOID_ROUNDS_OF_SERVER:
            return _all_void(floor, table, standing, VoidGround("system-fault", system.clause, (clause,)), at_ms)
        case SystemFault.SUSPEND_THEN_RECONSTRUCT:
            return _suspended(floor, table, standing[0], system.clause)
        case SystemFault.AS_TERMINAL_FAULT_ON_ALL:
            return _all_terminals_faulty(floor, table, standing[0], system.clause)
        case _:
            assert_never(system.policy)


def _reaches_back(policy: SystemFault) -> bool:
    """Whether a declaration may name several rounds, and older ones than the present."""
    match policy:
        case SystemFault.VOID_ROUNDS_OF_SERVER:
            return True
        case SystemFault.VOID_ROUND | SystemFault.SUSPEND_THEN_RECONSTRUCT | SystemFault.AS_TERMINAL_FAULT_ON_ALL:
            return False
        case _:
            assert_never(policy)


def _all_void(floor: Floor, table: Table, rounds: list[Round], ground: VoidGround, at_ms: int) -> tuple[AnyEvent, ...]:
    """Rounds are void, one after the other: what the first has taken off a meter is no longer there for the second."""
    ahead = copy(floor)
    ahead.ledger = Ledger()
    ahead.ledger.accounts.update(floor.ledger.accounts)
    events: list[AnyEvent] = []
    for round_ in rounds:
        also = beside(ground.clause, *ground.also, *held_under(round_))
        voided = void_round(ahead, table, round_, ground._replace(also=also))
        ahead.ledger.post(voided.transfers)
        events.extend((voided, *ended(floor, cases_of(floor, table, round_), ground.clause)))
    return (*events, *_next(floor, table, rounds[-1], at_ms))


def _suspended(floor: Floor, table: Table, round_: Round, clause: str) -> tuple[AnyEvent, ...]:
    """Plays and payouts are suspended until the wagers of each terminal are established; the rest is void."""
    events: list[AnyEvent] = []
    if round_.phase in RUNNING and round_.outcome is None:
        events.append(RoundHeld(table.name, round_.number, "system-fault", clause))
    for terminal, spots in round_.wagers.items():
        if not spots:
            continue
        if terminal in round_.results:
            events.append(_payout_back(floor, table, round_, terminal, clause))
        if terminal in round_.results or not has_case(floor, table, round_, terminal):
            found = TerminalFinding("system", clause)
            events.extend(opened(floor, table, round_, terminal, found, _new_cases(events)))
    return tuple(events)


def _payout_back(floor: Floor, table: Table, round_: Round, terminal: str, clause: str) -> PayoutsSuspended:
    """What was paid comes back and the wagers are in play again, as though the round were not settled yet."""
    result = round_.results[terminal]
    taken = adjust(floor, table, terminal, -result.returned)
    again = Transfer(bank_of(table.name), play_of(table.name, terminal), result.staked)
    return PayoutsSuspended(table.name, round_.number, terminal, clause, (*taken, again))


def _all_terminals_faulty(floor: Floor, table: Table, round_: Round, clause: str) -> tuple[AnyEvent, ...]:
    """As though every terminal of the table had failed; the cloth is untouched."""
    if round_.phase in BETTING:
        return every_terminal_out(floor, table, round_)
    events: list[AnyEvent] = []
    for terminal, spots in round_.wagers.items():
        if spots and not has_case(floor, table, round_, terminal):
            events.extend(opened(floor, table, round_, terminal, TerminalFinding("system", clause), _new_cases(events)))
    return tuple(events)


def every_terminal_out(floor: Floor, table: Table, round_: Round) -> tuple[AnyEvent, ...]:
    """Before the close: the wagers of all terminals come back, and none takes more of them in this round."""
    return tuple(event for name in table.terminals for event in terminal_out(floor, table, round_, name))


def decide_restore_device(floor: Floor, command: RestoreDevice, _at_ms: int) -> Verdict:
    """A device that was taken out goes back into service; it says itself when it is ready."""
    table = acting_at(floor, command.table, command)
    if isinstance(table, Refusal):
        return table
    if not table.device_out:
        clause = power_clause(floor, table, "declare_device_fault")
        return Refusal(Reason.NOTHING_THERE, clause)
    return (DeviceRestored(table.name, command.role, command.person, command.why, table.device_out),)


DECIDERS: Deciders = {
    ReportTerminalFault: decide_report_terminal_fault,
    ReportLine: decide_report_line,
    ReportWagersShown: decide_report_wagers_shown,
    ReportRecord: decide_report_record,
    DeclareFault: decide_declare_fault,
    RestoreDevice: decide_restore_device,
}
