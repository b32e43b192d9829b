"""Tables and terminals are put on the register of the floor."""

from __future__ import annotations

from openetg.floor.commands import (
    RegisterTable,
    RegisterTerminal,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    TableRegistered,
    TerminalRegistered,
)
from openetg.floor.premises.equipment import (
    device_taken,
    lacks,
    out_of_service,
)
from openetg.floor.premises.opening import sound_times
from openetg.floor.state import Floor
from openetg.money import ZERO
from openetg.rulebook.schema.policies import Channel


def decide_register_table(floor: Floor, command: RegisterTable, _at_ms: int) -> Verdict:
    """A table of a kind its rulebook allows."""
    if not is_name(command.table):
        return Refusal(Reason.NOT_A_NAME)
    if command.table in floor.tables or command.table in floor.terminals:
        return Refusal(Reason.ALREADY_THERE)
    rulebook = floor.rulebooks.get(command.rulebook)
    if rulebook is None:
        return Refusal(Reason.UNKNOWN_RULEBOOK)
    if command.kind not in rulebook.tables or not sound_times(command.period_ms, command.launch_ms):
        return Refusal(Reason.NOT_IN_RULEBOOK)
    times = (command.period_ms, command.launch_ms, command.line_grace_ms)
    return (TableRegistered(command.table, command.rulebook, command.kind, *times),)


def decide_register_terminal(floor: Floor, command: RegisterTerminal, _at_ms: int) -> Verdict:
    """A terminal at a table that takes wagers from terminals."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if not is_name(command.terminal):
        return Refusal(Reason.NOT_A_NAME)
    # Alerts and jackpots name tables and terminals in one place.
    if command.terminal in floor.terminals or command.terminal in floor.tables:
        return Refusal(Reason.ALREADY_THERE)
    channels = floor.kind_of(table).channels
    if Channel.TERMINAL not in channels.value:
        return Refusal(Reason.NOT_IN_RULEBOOK, channels.clause)
    own = {"stacker": command.stacker, "printer": command.printer}
    taken = device_taken(floor, floor.rulebook_of(table), own, command.terminal)
    if taken is not None:
        return taken
    if any(note <= ZERO for note in command.notes):
        return Refusal(Reason.NO_AMOUNT)
    registered = TerminalRegistered(command.terminal, command.table, command.notes, command.stacker, command.printer)
    lacking = lacks(floor.rulebook_of(table), own)
    return (registered,) if lacking is None else (registered, out_of_service(command.terminal, lacking))


def is_name(text: str) -> bool:
    """Whether something may be called that: accounts are named by it, with slashes in between."""
    return bool(text) and text.isprintable() and "/" not in text and text == text.strip()


DECIDERS: Deciders = {
    RegisterTable: decide_register_table,
    RegisterTerminal: decide_register_terminal,
}
