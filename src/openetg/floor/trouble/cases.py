"""Cases about single terminals: opened, the wagers established from the records or not, void wagers, closed.

While a case is open the terminal is out of service, and its wagers of the round concerned are not settled with the
others. It ends when they are established or void; there is no other end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from openetg.floor.cloth.settling import void_on_cloth
from openetg.floor.commands import CloseCase, OpenCase, Reconstruct, VoidWagers
from openetg.floor.core.authority import power_clause, powerless, unauthorized
from openetg.floor.core.ledger import Transfer, bank_of, meter_of, play_of
from openetg.floor.core.refusals import Reason, Refusal, beside
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    CaseClosed,
    CaseOpened,
    MeasureTaken,
    Settled,
    TerminalBarred,
    TerminalLocked,
    TerminalSettled,
    TerminalUnlocked,
    WagersEstablished,
    WagersNotEstablished,
    WagersReturned,
    WagersVoided,
)
from openetg.floor.money.cash import MISMATCH
from openetg.floor.money.withholding import due_withheld
from openetg.floor.people.conduct import breaches_of
from openetg.floor.rounds.settling import adjust, credited, movements, result_of, rounding_of, varied_back, winning_row
from openetg.floor.state import BETTING, Case, Floor, Phase, Round, Table
from openetg.money import ZERO, Money, total
from openetg.rulebook.schema.policies import Measure, TerminalFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from openetg.floor.commands import Act
    from openetg.rulebook.schema.trouble import Faults


LOCK = "case"
"""The lock of a terminal with an open case."""


class TerminalFinding(NamedTuple):
    """What a person or a device found about a terminal."""

    ground: str
    clause: str
    code: str = ""
    role: str = ""
    person: str = ""
    why: str = ""
    also: tuple[str, ...] = ()
    lasting: bool = False
    """Whether the terminal is out of service until a person puts it back, regardless of its wagers."""


def faults_of(floor: Floor, table: Table) -> Faults:
    """What malfunctions of terminals do at a table."""
    faults = floor.rulebook_of(table).faults
    assert faults is not None, "a rulebook with terminals says what their malfunctions do"
    return faults


def has_case(floor: Floor, table: Table, round_: Round | None, terminal: str) -> bool:
    """Whether a terminal has an open case at a table that covers its wagers of this round, if it has any."""
    here = [case for case in open_cases(floor, terminal) if case.table == table.name]
    if round_ is None or not unsettled(round_, terminal):
        return bool(here)
    return any(case.round == round_.number for case in here)


def open_cases(floor: Floor, terminal: str) -> list[Case]:
    """The open cases of a terminal, oldest first."""
    return [case for case in floor.cases.values() if case.terminal == terminal and not case.closed]


def next_case(floor: Floor, further: int = 0) -> str:
    """The name of the next case; `further` counts those that the same decision has opened before."""
    return f"case-{len(floor.cases) + 1 + further}"


def unsettled(round_: Round | None, terminal: str) -> bool:
    """Whether wagers of a terminal stand that were neither paid nor returned."""
    if round_ is None or not round_.wagers.get(terminal):
        return False
    return round_.phase is not Phase.VOID and terminal not in round_.results


def case_opened(
    floor: Floor, table: Table, round_: Round | None, terminal: str, found: TerminalFinding, further: int = 0
) -> CaseOpened:
    """The record that a terminal is thought faulty."""
    number, basis = 0 if round_ is None else round_.number, faults_of(floor, table).terminal.clause
    also = beside(found.clause, basis, *found.also)
    return CaseOpened(
        case=next_case(floor, further),
        terminal=terminal,
        table=table.name,
        round=number,
        ground=found.ground,
        clause=found.clause,
        why=found.why,
        role=found.role,
        person=found.person,
        also=also,
        code=found.code,
    )


def opened(
    floor: Floor, table: Table, round_: Round | None, terminal: str, found: TerminalFinding, further: int = 0
) -> tuple[AnyEvent, ...]:
    """A case, and what the rulebook does at once: wagers back before the close, or the terminal held."""
    faults = faults_of(floor, table)
    case = case_opened(floor, table, round_, terminal, found, further)
    lock = TerminalLocked(terminal, LOCK, Reason.OUT_OF_SERVICE.value, found.clause, ("wager", "fund"))
    if round_ is None or not _voids_early(faults.terminal.policy) or round_.phase not in BETTING:
        return case, lock
    returned = terminal_out(floor, table, round_, terminal)
    if found.lasting:
        return (*returned, case, lock)
    clause = faults.terminal.clause if faults.before_close is None else faults.before_close.clause
    return (*returned, case, CaseClosed(case.case, clause))


def _voids_early(policy: TerminalFault) -> bool:
    """Whether the wagers of a terminal at fault come back at once while betting is open."""
    match policy:
        case TerminalFault.VOID_BEFORE_CLOSE_RECONSTRUCT_AFTER:
            return True
        case TerminalFault.RECONSTRUCT_ELSE_VOID:
            return False
        case _:
            assert_never(policy)


def terminal_out(floor: Floor, table: Table, round_: Round, terminal: str) -> tuple[AnyEvent, ...]:
    """Before the close: the wagers of a terminal come back, and it takes no more of them in this round."""
    faults = faults_of(floor, table)
    clause = faults.terminal.clause if faults.before_close is None else faults.before_close.clause
    barred = TerminalBarred(terminal, table.name, round_.number, clause)
    spots = round_.wagers.get(terminal)
    if not spots:
        return (barred,)
    moved = Transfer(play_of(table.name, terminal), meter_of(terminal), total(spots.values()))
    return WagersReturned(
        table=table.name, round=round_.number, terminal=terminal, spots=dict(spots), clause=clause, transfers=(moved,)
    ), barred


def ended(
    floor: Floor, cases: Iterable[Case], clause: str, act: Act | None = None, why: str = ""
) -> tuple[AnyEvent, ...]:
    """These cases end; a terminal without another one is back in service."""
    closing = list(cases)
    gone = {case.number for case in closing}
    role, person = ("", "") if act is None else (act.role, act.person)
    events: list[AnyEvent] = [CaseClosed(case.number, clause, why, role, person) for case in closing]
    for terminal in dict.fromkeys(case.terminal for case in closing):
        left = [case for case in open_cases(floor, terminal) if case.number not in gone]
        if not left:
            locks = floor.terminals[terminal].locks
            events.extend(TerminalUnlocked(terminal, name) for name in (LOCK, MISMATCH) if name in locks)
    return tuple(events)


def cases_of(floor: Floor, table: Table, round_: Round) -> list[Case]:
    """The open cases about one round."""
    here = (case for case in floor.cases.values() if case.table == table.name and not case.closed)
    return [case for case in here if case.round == round_.number]


def decide_open_case(floor: Floor, command: OpenCase, _at_ms: int) -> Verdict:
    """A person with the power finds a terminal faulty, with a reason."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = floor.tables.get(command.table or terminal.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    power = "open_terminal_case"
    refused = powerless(floor, table, power, command.role, command.person)
    if refused is not None:
        return refused
    clause = power_clause(floor, table, power)
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    if table.name not in terminal.tables:
        return Refusal(Reason.NOT_AT_TABLE, clause)
    faults, round_ = faults_of(floor, table), round_named(table, command.round)
    if isinstance(round_, Refusal):
        return Refusal(round_.reason, clause)
    if has_case(floor, table, round_, terminal.name):
        return Refusal(Reason.CASE_OPEN, clause)
    grounds: dict[str, str] = {
        "meter": faults.meter_mismatch.clause,
        "interrupted": faults.interrupted.clause,
        "other": faults.other.clause,
        "number": (faults.unknown_number or faults.interrupted).clause,
    }
    found = TerminalFinding(
        ground=command.ground,
        clause=grounds[command.ground],
        code="",
        role=command.role,
        person=command.person,
        why=command.why,
        lasting=True,
    )
    return opened(floor, table, round_, terminal.name, found)


def round_named(table: Table, number: int) -> Round | Refusal | None:
    """The round of that number, or the newest; None before the first one."""
    if not number or (table.round is not None and table.round.number == number):
        return table.round
    return table.past.get(number) or Refusal(Reason.UNKNOWN_ROUND)


def only_void(round_: Round) -> Refusal | None:
    """Why nothing may be settled or spun again in a round whose only way out is a void."""
    if round_.phase is Phase.HELD and round_.only_void:
        return Refusal(Reason.ONLY_VOID, round_.clause, {"cause": round_.cause})
    return None


def is_just_now(table: Table, round_: Round) -> bool:
    """Whether a round is the newest or the one before it: only these can have been affected by a malfunction found
    now."""
    return table.round is not None and round_.number >= table.round.number - 1


def _case(floor: Floor, terminal: str, table: str) -> tuple[Table, Case | None] | Refusal:
    """The case that is named: at the table named, or at the first of the terminal's tables that has one."""
    found = floor.terminals.get(terminal)
    if found is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    if table and table not in floor.tables:
        return Refusal(Reason.UNKNOWN_TABLE)
    tables = [table] if table else found.tables
    cases = [case for name in tables for case in open_cases(floor, terminal) if case.table == name]
    # With several, the one that holds wagers goes first: the others wait for it.
    case = min(cases, key=lambda each: not _holds(floor, each), default=None)
    return floor.tables[case.table if case else tables[0]], case


def _not_meant(case: Case | None, meant: str, clause: str) -> Refusal | None:
    """Why an act that names a case is refused: it has ended by now, or another one goes first."""
    if case is None:
        return Refusal(Reason.NO_CASE, clause)
    if meant in {"", case.number}:
        return None
    return Refusal(Reason.OTHER_CASE, clause, {"case": case.number})


def _holds(floor: Floor, case: Case) -> bool:
    round_ = _round_of(floor.tables[case.table], case)
    return round_ is not None and round_.held.get(case.terminal) == case.number


def decide_reconstruct(floor: Floor, command: Reconstruct, _at_ms: int) -> Verdict:
    """The wagers of a faulty terminal are established from the records, all or some of them, or cannot be."""
    here = _case(floor, command.terminal, command.table)
    if isinstance(here, Refusal):
        return here
    table, case = here
    refused = unauthorized(floor, table, command)
    if refused is None and command.confirmed and command.unconfirmed:
        refused = powerless(floor, table, "void_unconfirmed_wagers", command.role, command.person)
    if refused is not None:
        return refused
    clause = power_clause(floor, table, "confirm_wagers")
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    refused = _not_meant(case, command.case, clause)
    if refused is not None:
        return refused
    assert case is not None, "refused before where none is open"
    round_ = _round_of(table, case)
    if round_ is None or round_.phase is Phase.VOID or not round_.wagers.get(case.terminal):
        # Nothing is in doubt: the terminal goes back into service, or waits for it.
        return Refusal(Reason.NOTHING_THERE, clause)
    refused = only_void(round_) if command.confirmed else None
    if refused is not None:
        return refused
    if not command.confirmed:
        return (WagersNotEstablished(case.number, command.role, command.person, command.why, clause),)
    return _confirmed(floor, table, round_, case, command, clause)


def _confirmed(floor: Floor, table: Table, round_: Round, case: Case, command: Reconstruct, clause: str) -> Verdict:
    mine = round_.wagers[case.terminal]
    missing = [spot for spot in command.unconfirmed if spot not in mine]
    if missing:
        return Refusal(Reason.NOTHING_THERE, clause, {"spot": missing[0]})
    events: list[AnyEvent] = [
        WagersEstablished(
            case=case.number,
            terminal=case.terminal,
            table=table.name,
            round=round_.number,
            role=command.role,
            person=command.person,
            why=command.why,
            clause=clause,
        )
    ]
    void = {spot: mine[spot] for spot in command.unconfirmed}
    if void:
        events.append(_voided(floor, table, round_, case.terminal, void, command, "void_unconfirmed_wagers"))
    left = {spot: amount for spot, amount in mine.items() if spot not in void}
    if left and round_.outcome is not None and case.terminal not in round_.results:
        paid = settled_late(floor, table, round_, case.terminal, left, clause)
        events.extend((paid, *due_withheld(floor, paid.transfers)))
    return (*events, *ended(floor, [case], clause, command, command.why))


def _round_of(table: Table, case: Case) -> Round | None:
    """The round a case is about; None if there was none, or if it is no longer kept; it is kept while wagers are
    held."""
    round_ = round_named(table, case.round) if case.round else None
    return None if isinstance(round_, Refusal) else round_


def settled_late(
    floor: Floor, table: Table, round_: Round, terminal: str, spots: Mapping[str, Money], clause: str
) -> TerminalSettled:
    """One terminal is paid by the outcome that its round has."""
    assert round_.outcome is not None, "paid by what is on record"
    result = result_of(terminal, spots, winning_row(floor, table, round_.outcome), rounding_of(floor, table))
    bank, owed = bank_of(table.name), round_.demanded.get(terminal, ZERO)
    moved = tuple(movements(table.name, (result,)))
    if owed:
        paid = credited(floor, bank, terminal, result.returned, owed=owed)
        moved = (Transfer(play_of(table.name, terminal), bank, result.staked), *paid)
    actual = faults_of(floor, table).actual_outcome
    also = beside(clause, actual.clause) if actual is not None else ()
    return TerminalSettled(
        table=table.name,
        round=round_.number,
        terminal=terminal,
        outcome=round_.outcome,
        clause=clause,
        result=result,
        transfers=moved,
        also=also,
    )


def decide_void_wagers(floor: Floor, command: VoidWagers, _at_ms: int) -> Verdict:
    """Voids wagers that could not be established, or those of a person in breach; for no other cause."""
    if command.who not in floor.terminals:
        return _void_at_cloth(floor, command)
    here = _case(floor, command.who, command.table)
    if isinstance(here, Refusal):
        return here
    table, case = here
    failed = case is not None and case.failed
    breached = not failed and bool(breaches_of(floor, command.who, Measure.VOID_WAGERS))
    power = "void_wagers_for_breach" if breached else "void_unconfirmed_wagers"
    refused = _not_to_void(floor, table, power, command)
    if refused is not None:
        return refused
    clause = power_clause(floor, table, power)
    if command.case or not breached:
        refused = _not_meant(case, command.case, clause)
        if refused is None and not breached and not failed:
            refused = Refusal(Reason.NOT_TRIED, clause)
        if refused is not None:
            return refused
    round_ = _round_to_void(table, command, case if failed else None)
    if round_ is None or round_.phase is Phase.VOID:
        return Refusal(Reason.NOTHING_THERE, clause)
    mine = round_.wagers[command.who]
    spots = {spot: mine[spot] for spot in command.spots or mine if spot in mine}
    if not spots or len(spots) < len(command.spots):
        return Refusal(Reason.NOTHING_THERE, clause)
    voided = _voided(floor, table, round_, command.who, spots, command, power)
    if breached:
        return (_measure(floor, table, command), voided)
    assert case is not None, "wagers not established are those of a case"
    return (voided, *(ended(floor, [case], clause, command, command.why) if len(spots) == len(mine) else ()))


def _not_to_void(floor: Floor, table: Table, power: str, command: VoidWagers) -> Refusal | None:
    refused = powerless(floor, table, power, command.role, command.person)
    if refused is None and not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, power_clause(floor, table, power))
    return refused


def _measure(floor: Floor, table: Table, command: VoidWagers) -> MeasureTaken:
    """The record of what followed a breach."""
    breach = breaches_of(floor, command.who, Measure.VOID_WAGERS)[-1]
    clause = power_clause(floor, table, "void_wagers_for_breach")
    return MeasureTaken(
        measure=Measure.VOID_WAGERS.value,
        who=command.who,
        breach=breach.number,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=clause,
    )


def _round_to_void(table: Table, command: VoidWagers, case: Case | None) -> Round | None:
    """The round whose wagers become void: that of the case, the one named, or the newest with wagers of theirs."""
    number = case.round if case is not None else command.round
    return _newest_with(table, number, lambda round_: round_.wagers.get(command.who))


def _newest_with(table: Table, number: int, wagers: Callable[[Round], Mapping[str, Money] | None]) -> Round | None:
    """The newest round, or the one of that number, in which there are wagers."""
    rounds = [*([table.round] if table.round else []), *reversed(table.past.values())]
    return next((round_ for round_ in rounds if number in {0, round_.number} and wagers(round_)), None)


def _voided(
    floor: Floor, table: Table, round_: Round, terminal: str, spots: dict[str, Money], act: Any, power: str
) -> WagersVoided:
    clause = power_clause(floor, table, power)
    # What was given beyond strict settlement goes with the last of the wagers.
    transfers, result = undone(floor, table, round_, terminal, spots, varied=spots == round_.wagers[terminal])
    return WagersVoided(
        table=table.name,
        round=round_.number,
        terminal=terminal,
        spots=spots,
        clause=clause,
        transfers=transfers,
        role=act.role,
        person=act.person,
        why=act.why,
        result=result,
    )


def undone(
    floor: Floor, table: Table, round_: Round, terminal: str, spots: Mapping[str, Money], *, varied: bool = False
) -> tuple[tuple[Transfer, ...], Settled | None]:
    """The transfers by which wagers come back, less what was paid on them, and what the rest has brought.

    With `varied`, what the terminal got beyond that is taken back too.
    """
    back, before = total(spots.values()), round_.results.get(terminal)
    owed = round_.demanded.get(terminal, ZERO)
    if before is None:
        returned = credited(floor, play_of(table.name, terminal), terminal, back, owed=owed)
        return (*returned, *(varied_back(floor, table, round_, terminal, returned) if varied else ())), None
    assert round_.outcome is not None, "paid by what is on record"
    left = dict(round_.wagers[terminal])
    for spot, amount in spots.items():
        left[spot] -= amount
    row, rounding = winning_row(floor, table, round_.outcome), rounding_of(floor, table)
    after = result_of(terminal, {spot: amount for spot, amount in left.items() if amount}, row, rounding)
    extra = round_.varied.get(terminal, ZERO) if varied else ZERO
    return adjust(floor, table, terminal, back + after.returned - before.returned - extra, owed=owed), after


def _void_at_cloth(floor: Floor, command: VoidWagers) -> Verdict:
    """The chips of a player in breach go back to hand; what was paid on them is taken back."""
    player, meant = floor.people.players.get(command.who), floor.tables.get(command.table)
    if player is None:
        return Refusal(Reason.UNKNOWN_PLAYER, power_clause(floor, meant, "void_wagers_for_breach") if meant else "")
    name = command.table or next(iter(player.tables), "")
    table = floor.tables.get(name)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    power = "void_wagers_for_breach"
    refused = _not_to_void(floor, table, power, command)
    if refused is not None:
        return refused
    clause = power_clause(floor, table, power)
    if command.case:
        # Cases are about terminals.
        return Refusal(Reason.NO_CASE, clause)
    if not breaches_of(floor, command.who, Measure.VOID_WAGERS):
        return Refusal(Reason.NO_BREACH, clause)
    round_ = _newest_with(table, command.round, lambda each: each.cloth.get(command.who))
    voided = None if round_ is None else void_on_cloth(floor, table, round_, command.who, command.spots, clause)
    if voided is None:
        return Refusal(Reason.NOTHING_THERE, clause)
    return (_measure(floor, table, command), voided)


def decide_close_case(floor: Floor, command: CloseCase, _at_ms: int) -> Verdict:
    """The terminal goes back into service, once none of its wagers is left in doubt."""
    here = _case(floor, command.terminal, command.table)
    if isinstance(here, Refusal):
        return here
    table, case = here
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    clause = power_clause(floor, table, "open_terminal_case")
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    refused = _not_meant(case, command.case, clause)
    if refused is not None:
        return refused
    assert case is not None, "refused before where none is open"
    round_ = _round_of(table, case)
    if round_ is not None and case.terminal in round_.held:
        return Refusal(Reason.WAGERS_HELD, power_clause(floor, table, "confirm_wagers"))
    return ended(floor, [case], clause, command, command.why)


DECIDERS: Deciders = {
    OpenCase: decide_open_case,
    Reconstruct: decide_reconstruct,
    VoidWagers: decide_void_wagers,
    CloseCase: decide_close_case,
}
