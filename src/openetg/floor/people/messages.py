"""What staff may show to one player: one message of a fixed list about the rules and the house, never free text.

It stays until the player leaves, or another takes its place. A message given while no player is known to be at a
terminal is for the person who stands there: it goes when money comes, and by itself after a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.commands import TellPlayer
from openetg.floor.core.authority import not_theirs
from openetg.floor.core.refusals import Reason, Refusal, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import PlayerTold
from openetg.floor.wagers.bounds import AWAY_MS, stay_now

if TYPE_CHECKING:
    from openetg.floor.state import Floor, MessageShown, Table, Terminal

THE_HOUSE = frozenset({"floor", "operator"})
"""Whose roles (`of`) may speak to players: officials and others watch, and have no screen to speak through."""


def message_now(floor: Floor, terminal: Terminal, at_ms: int) -> MessageShown | None:
    """What the player at a terminal is shown."""
    told, stay = terminal.told, terminal.stay
    if told is None or stay_now(floor, terminal, at_ms) is not None:
        return told
    left_at_ms = 0 if stay is None else max(stay.last_ms, terminal.wagered_at_ms)
    return told if left_at_ms < told.at_ms and at_ms - told.at_ms <= AWAY_MS else None


def decide_tell_player(floor: Floor, command: TellPlayer, at_ms: int) -> Verdict:
    """By any person of the house who works where the player is: what may be said is fixed, so no power is asked."""
    places = _tables_of(floor, command.terminal)
    if not places:
        return Refusal(Reason.UNKNOWN_TERMINAL, details={"terminal": command.terminal})
    refusals = [_not_staff(floor, table, command) for table in places]
    table = next((table for table, refused in zip(places, refusals, strict=True) if refused is None), None)
    if table is None:
        refused = first_of(*refusals)
        assert refused is not None, "each of them refuses"
        return refused
    fixed = floor.rulebook_of(table).display.staff_messages
    terminal, player = (command.terminal, "") if command.terminal in floor.terminals else ("", command.terminal)
    by = (command.role, command.person, at_ms, table.name, "" if fixed is None else fixed.clause)
    return (PlayerTold(terminal, command.message, *by, player),)


def _tables_of(floor: Floor, name: str) -> list[Table]:
    """Where a terminal plays, or where a player sits."""
    terminal, player = floor.terminals.get(name), floor.people.players.get(name)
    if terminal is not None:
        return [floor.tables[table] for table in terminal.tables]
    seated = [] if player is None else player.tables
    return [floor.tables[table] for table in seated if name in floor.tables[table].cloth.players]


def _not_staff(floor: Floor, table: Table, command: TellPlayer) -> Refusal | None:
    rulebook = floor.rulebook_of(table)
    if command.role not in rulebook.roles:
        return Refusal(Reason.UNKNOWN_ROLE, details={"role": command.role})
    if rulebook.roles[command.role].of not in THE_HOUSE:
        return Refusal(Reason.NO_POWER, rulebook.roles[command.role].clause, {"role": command.role})
    return not_theirs(floor, rulebook, command.role, command.person)


DECIDERS: Deciders = {TellPlayer: decide_tell_player}
