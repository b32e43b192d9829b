"""How people come on duty, and how a table or terminal ends its day: notices, officials told, credits to clear."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from openetg.floor.commands import (
    CloseTable,
    CloseTerminal,
    GiveNotice,
    MarkCleared,
    NotifyOfficial,
    ReopenTerminal,
    SignOff,
    SignOn,
)
from openetg.floor.core.authority import DEALER, DEALER_RUN, acting_at, clause_of_power, may, power_clause, powerless
from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.core.refusals import Reason, Refusal, beside
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    DealerSignedOff,
    DealerSignedOn,
    NoticeGiven,
    OfficialTold,
    TableCleared,
    TableClosing,
    TerminalClosed,
    TerminalLocked,
    TerminalReopened,
    TerminalUnlocked,
)
from openetg.floor.people.hands import unseconded
from openetg.floor.people.staff import PAIRED, WITNESS
from openetg.floor.premises.opening import closed_now, not_to_open, uncleared
from openetg.floor.rounds.automatic import opening_now
from openetg.floor.rounds.choices import opens_by_itself
from openetg.floor.state import CLOSED, ENDED
from openetg.money import cents_of, total
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.policies import ClosingNotice

if TYPE_CHECKING:
    from openetg.floor.commands import Act
    from openetg.floor.events import AnyEvent
    from openetg.floor.state import Floor, StaffMember, Table, Terminal
    from openetg.rulebook.schema.shape import Cited


MINUTE_MS = 60_000
AHEAD_MS = 24 * 60 * MINUTE_MS
"""How far ahead a close can be announced: players of tomorrow are told tomorrow."""
CLOSE, LIMITS, OPEN = "close", "limits", "open"
NOTICES = frozenset({CLOSE, LIMITS, OPEN})
"""All that staff can show to players: that a table closes, that limits change, that it stays open after all."""
SIGNAL = "signal"
"""The lock after an alarm; as that of a closed terminal, a person lifts it by reopening the terminal."""


def decide_sign_on(floor: Floor, command: SignOn, at_ms: int) -> Verdict:
    """A dealer takes a table over; at no other table at the same time."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    rulebook = floor.rulebook_of(table)
    clause = clause_of_power(rulebook, "run_round", floor.kind_of(table).round)
    if command.role not in rulebook.roles:
        return Refusal(Reason.UNKNOWN_ROLE, clause)
    if floor.kind_of(table).device.value not in DEALER_RUN:
        return Refusal(Reason.NOT_IN_RULEBOOK, floor.kind_of(table).device.clause)
    if command.role != DEALER and command.role not in holders(rulebook, "run_round"):
        return Refusal(Reason.NO_POWER, clause)
    elsewhere = next((other for other in floor.tables.values() if other.dealer == command.person), None)
    if elsewhere is not None:
        return Refusal(Reason.ALREADY_THERE, rulebook.roles[DEALER].clause, {"table": elsewhere.name})
    signed_on = DealerSignedOn(table.name, command.role, command.person)
    return (signed_on, *_first_round(floor, table, command.person, at_ms))


def _first_round(floor: Floor, table: Table, dealer: str, at_ms: int) -> tuple[AnyEvent, ...]:
    """The round that had to wait for a dealer, at an open table where rounds open by themselves."""
    waits = table.is_open and not table.by_hand and not table.closing and table.device_ready
    idle = table.round is None or table.round.phase in ENDED
    by_itself = opens_by_itself(floor.rules_of(table).opening.policy)
    if not (waits and idle and by_itself) or not_to_open(floor, table, at_ms, dealer=dealer) is not None:
        return ()
    return opening_now(floor, table, at_ms)


def decide_sign_off(floor: Floor, command: SignOff, _at_ms: int) -> Verdict:
    """The dealer leaves the table."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if table.dealer != command.person:
        return Refusal(Reason.NOT_SIGNED_ON, power_clause(floor, table, "run_round"))
    return (DealerSignedOff(table.name, command.person),)


def decide_give_notice(floor: Floor, command: GiveNotice, at_ms: int) -> Verdict:
    """One of a fixed list of notices, to all at the table."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if command.terminal and command.terminal not in table.terminals:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    if command.kind not in NOTICES:
        fixed = floor.rulebook_of(table).display.staff_messages
        return Refusal(Reason.NOT_IN_RULEBOOK, fixed.clause if fixed else "", {"kind": command.kind})
    power = _notice_power(floor, table, command)
    refused = powerless(floor, table, power, command.role, command.person)
    if refused is not None:
        return refused
    clause, also = _notice_clauses(floor, table, command.kind, power)
    if not 0 <= command.in_ms <= AHEAD_MS:
        return Refusal(Reason.NOT_A_DAY, clause)
    closes_at_ms = at_ms + command.in_ms if command.kind == CLOSE else 0
    clear = command.kind == CLOSE and floor.rulebook_of(table).closing.clear_credits is not None
    return (
        NoticeGiven(
            table=table.name,
            kind=command.kind,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            closes_at_ms=closes_at_ms,
            clause=clause,
            terminal=command.terminal,
            also=also,
            clear_credits=clear,
        ),
    )


def _notice_power(floor: Floor, table: Table, command: GiveNotice) -> str:
    """A person who may close may also announce it."""
    if command.kind == LIMITS:
        return "change_limits"
    closes = "close_terminal" if command.terminal else "close_table"
    announces = "announce_close_of_play"
    unnamed = announces not in floor.rulebook_of(table).powers
    return closes if unnamed or may(floor, table, closes, command.role) else announces


def _notice_clauses(floor: Floor, table: Table, kind: str, power: str) -> tuple[str, tuple[str, ...]]:
    rulebook = floor.rulebook_of(table)
    if kind == LIMITS:
        return clause_of_power(rulebook, power), ()
    credits_ = rulebook.closing.clear_credits
    return rulebook.closing.clause, _also(credits_, rulebook.closing.clause)


def decide_notify_official(floor: Floor, command: NotifyOfficial, at_ms: int) -> Verdict:
    """On record: who told which official, and when."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if command.terminal and command.terminal not in table.terminals:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    rulebook = floor.rulebook_of(table)
    official, teller = rulebook.roles.get(command.official), rulebook.roles.get(command.role)
    if official is None or teller is None:
        unknown = command.official if official is None else command.role
        return Refusal(Reason.UNKNOWN_ROLE, rulebook.closing.clause, {"role": unknown})
    if official.of != "authority" or teller.of not in {"floor", "operator"}:
        return Refusal(Reason.NO_POWER, official.clause, {"role": command.role})
    closing = rulebook.closing
    clause = closing.clause if command.official == closing.official else official.clause
    return (
        OfficialTold(
            table=table.name,
            official=command.official,
            about=command.about,
            role=command.role,
            person=command.person,
            at_ms=at_ms,
            clause=clause,
            terminal=command.terminal,
        ),
    )


def decide_close_table(floor: Floor, command: CloseTable, at_ms: int) -> Verdict:
    """No further round, once what the rulebook wants beforehand has been done; the round under way is played to its
    end."""
    table = acting_at(floor, command.table, command)
    if isinstance(table, Refusal):
        return table
    closing = floor.rulebook_of(table).closing
    if table.closing:
        return Refusal(Reason.ALREADY_THERE, closing.clause)
    if not table.is_open:
        return Refusal(Reason.TABLE_NOT_OPEN, closing.clause)
    refused = not_to_close(floor, table, "", at_ms)
    if refused is not None:
        return refused
    also = _also(closing.clear_credits, closing.clause)
    started = TableClosing(
        table=table.name, role=command.role, person=command.person, at_ms=at_ms, clause=closing.clause, also=also
    )
    idle = table.round is None or table.round.phase in ENDED
    return (started, *(closed_now(floor, table) if idle else ()))


def _also(further: Cited | None, cited: str) -> tuple[str, ...]:
    return beside(cited, further.clause) if further is not None else ()


def not_to_close(floor: Floor, table: Table, terminal: str, at_ms: int) -> Refusal | None:
    """What must come before a table, or one terminal of it, closes."""
    closing = floor.rulebook_of(table).closing
    match closing.notice:
        case ClosingNotice.NONE:
            return None
        case ClosingNotice.OFFICER_FIRST:
            told = floor.premises.told.get(table.name, ())
            first = any(each.official == closing.official and each.about in {"", terminal} for each in told)
            clause = closing.terminal.clause if terminal and closing.terminal else closing.clause
            nobody = Refusal(Reason.OFFICIAL_NOT_TOLD, clause, {"role": closing.official or ""})
            return None if first else nobody
        case ClosingNotice.SHOWN_FIRST:
            shown = CLOSE in floor.premises.notices.get(table.name, {})
            return None if shown else Refusal(Reason.NO_NOTICE, closing.clause)
        case ClosingNotice.SIGN_FOR_MINUTES:
            return _sign_not_long_enough(floor, table, at_ms) if players_present(floor, table) else None
        case _:
            assert_never(closing.notice)


def needs_sign(notice: ClosingNotice) -> bool:
    """Whether a sign must have stood for some minutes before a table closes."""
    match notice:
        case ClosingNotice.SIGN_FOR_MINUTES:
            return True
        case ClosingNotice.NONE | ClosingNotice.OFFICER_FIRST | ClosingNotice.SHOWN_FIRST:
            return False
        case _:
            assert_never(notice)


def needs_officer(notice: ClosingNotice) -> bool:
    """Whether an officer must have been told before a table closes."""
    match notice:
        case ClosingNotice.OFFICER_FIRST:
            return True
        case ClosingNotice.NONE | ClosingNotice.SIGN_FOR_MINUTES | ClosingNotice.SHOWN_FIRST:
            return False
        case _:
            assert_never(notice)


def _sign_not_long_enough(floor: Floor, table: Table, at_ms: int) -> Refusal | None:
    closing = floor.rulebook_of(table).closing
    sign = floor.premises.notices.get(table.name, {}).get(CLOSE)
    if sign is None:
        return Refusal(Reason.NO_NOTICE, closing.clause)
    earliest_ms = max(sign.at_ms + (closing.notice_minutes or 0) * MINUTE_MS, sign.closes_at_ms)
    return None if at_ms >= earliest_ms else Refusal(Reason.TOO_EARLY, closing.clause, {"at_ms": earliest_ms})


def players_present(floor: Floor, table: Table) -> bool:
    """Whether a player is at a table: credit, wagers or a player known at a terminal, or a player at the cloth."""
    held = floor.ledger.held
    return bool(table.cloth.players) or any(
        held(meter_of(name)) or held(play_of(table.name, name)) or floor.terminals[name].player
        for name in table.terminals
    )


def decide_mark_cleared(floor: Floor, command: MarkCleared, _at_ms: int) -> Verdict:
    """A closed table at which no player has left credit."""
    table = acting_at(floor, command.table, command)
    if isinstance(table, Refusal):
        return table
    closing = floor.rulebook_of(table).closing
    clause = closing.clear_credits.clause if closing.clear_credits else closing.clause
    if table.is_open:
        return Refusal(Reason.WRONG_PHASE, clause)
    left = uncleared(floor, table)
    if left:
        return Refusal(Reason.CREDITS_LEFT, clause, {name: cents_of(credit) for name, credit in left.items()})
    return (TableCleared(table.name, command.role, command.person, clause),)


def _terminal_for(floor: Floor, act: Act, name: str) -> tuple[Table, Terminal] | Refusal:
    """A terminal that a person may close or reopen."""
    terminal = floor.terminals.get(name)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = floor.tables[terminal.table]
    refused = powerless(floor, table, "close_terminal", act.role, act.person)
    return refused if refused is not None else (table, terminal)


def decide_close_terminal(floor: Floor, command: CloseTerminal, at_ms: int) -> Verdict:
    """A terminal takes no more wagers or money, once what it has on layouts is settled; its credit can be collected."""
    here = _terminal_for(floor, command, command.terminal)
    if isinstance(here, Refusal):
        return here
    table, terminal = here
    closing = floor.rulebook_of(table).closing
    clause = power_clause(floor, table, "close_terminal")
    if CLOSED in terminal.locks or terminal.name in floor.premises.closing:
        return Refusal(Reason.ALREADY_THERE, clause)
    if closing.terminal is not None:
        refused = not_to_close(floor, table, terminal.name, at_ms)
        if refused is not None:
            return refused
    unsettled = total(floor.ledger.held(play_of(name, terminal.name)) for name in terminal.tables)
    closed = TerminalClosed(
        terminal=terminal.name,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=clause,
        unsettled=unsettled,
    )
    if unsettled:
        return (closed,)
    return (closed, TerminalLocked(terminal.name, CLOSED, Reason.OUT_OF_SERVICE.value, clause, ("wager", "fund")))


def decide_reopen_terminal(floor: Floor, command: ReopenTerminal, _at_ms: int) -> Verdict:
    """A terminal goes back into service, after a close or an alarm; by two people if it was paired anew with money on
    it.
    """
    here = _terminal_for(floor, command, command.terminal)
    if isinstance(here, Refusal):
        return here
    table, terminal = here
    clause = power_clause(floor, table, "close_terminal")
    lifted = [name for name in (CLOSED, SIGNAL, PAIRED) if name in terminal.locks]
    if not lifted and terminal.name not in floor.premises.closing:
        return Refusal(Reason.NOTHING_THERE, clause)
    if PAIRED in lifted:
        refused = unseconded(floor, command.person, command.second, lambda each: _may_reopen(floor, table, each))
        if refused is not None:
            return replace(refused, clause=clause)
    reopened = TerminalReopened(terminal.name, command.role, command.person, command.why, clause)
    return (reopened, *(TerminalUnlocked(terminal.name, name) for name in lifted))


def _may_reopen(floor: Floor, table: Table, member: StaffMember) -> bool:
    """Whether a person may be the second one: a witness, or a holder of the power."""
    roles = member.roles.get(floor.rulebook_of(table).about.id, ())
    return WITNESS in member.duties or any(may(floor, table, "close_terminal", role) for role in roles)


DECIDERS: Deciders = {
    SignOn: decide_sign_on,
    SignOff: decide_sign_off,
    GiveNotice: decide_give_notice,
    NotifyOfficial: decide_notify_official,
    CloseTable: decide_close_table,
    MarkCleared: decide_mark_cleared,
    CloseTerminal: decide_close_terminal,
    ReopenTerminal: decide_reopen_terminal,
}
