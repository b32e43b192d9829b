"""What a terminal has kept of a command it sent, held against the command on record under the same number.

The names of the messages are the wire's, which no report imports; a test holds the table here against it.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, json, to_builtins

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Command


class Meant(Struct, frozen=True):
    """What a message of a terminal becomes, and what both have under the same name."""

    command: type[AnyCommand]
    shared: tuple[str, ...] = ()


COMMANDS: dict[str, Meant] = {
    "place": Meant(ask.PlaceWager, ("wager", "amount", "round")),
    "place_many": Meant(ask.PlaceWagers, ("wagers", "round")),
    "take_back": Meant(ask.TakeBackWager, ("spot", "amount", "round")),
    "clear": Meant(ask.ClearWagers, ("round",)),
    "move": Meant(ask.MoveWager, ("spot", "to", "amount", "round")),
    "undo": Meant(ask.UndoWager, ("round",)),
    "double": Meant(ask.DoubleWagers, ("round",)),
    "repeat": Meant(ask.RepeatWagers, ("round", "auto", "most")),
    "max": Meant(ask.MaxWager, ("spot", "round")),
    "note": Meant(ask.InsertNote, ("amount",)),
    # The journal has the name of a ticket, the terminal the end of the number printed on it.
    "ticket_in": Meant(ask.InsertTicket),
    "collect": Meant(ask.Collect),
    "call": Meant(ask.ReportByPlayer, ("what",)),
    "fault": Meant(ask.ReportTerminalFault, ("code",)),
    "bound": Meant(ask.SetBounds, ("loss_max", "lasts_ms")),
}
"""Every numbered message by its type."""
UNSAID: dict[str, object] = {"round": 0, "auto": False, "most": None, "loss_max": 0, "lasts_ms": 0}
"""What a message means that leaves these out."""


class Finding(Struct, frozen=True):
    """What differs; if nothing does, what a line leaves out, so that it cannot be compared; empty if neither."""

    wrong: str = ""
    lacking: tuple[str, ...] = ()


def said_finding(said: dict[str, Any], table: str, command: Command, tables: int) -> Finding:
    """Holds a command as it was sent, at the table that was shown, against the one on record.

    A terminal with one table need not say which it was; `tables` is how many it has.
    """
    name = said.get("type")
    if name is None:
        return Finding(lacking=("type",))
    meant = COMMANDS.get(name) if isinstance(name, str) else None
    if meant is None or type(command) is not meant.command:
        return Finding(against("type", name, type(command).__name__))
    recorded = {field: to_builtins(getattr(command, field)) for field in meant.shared}
    lacking = []
    for field in meant.shared:
        if field not in said:
            if field not in UNSAID or recorded[field] != UNSAID[field]:
                lacking.append(field)
        elif not _is_same(said[field], recorded[field]):
            return Finding(against(field, said[field], recorded[field]))
    # Money put in and collected is at no table, and an older journal may not say at which a player called.
    at: str = getattr(command, "table", "")
    if at and table and table != at:
        return Finding(against("table", table, at))
    if at and not table and tables > 1:
        lacking.append("table")
    return Finding(lacking=tuple(lacking))


def _is_same(told: Any, stood: Any) -> bool:
    """Whether it is the same value; a gesture too long for a line is told by its count and sum."""
    if isinstance(stood, list | tuple) and isinstance(told, dict):
        stood = {"count": len(stood), "sum": sum(amount for _, amount in stood)}
    # As text, since to Python one and true are the same.
    return json.encode(told, order="deterministic") == json.encode(stood, order="deterministic")


def against(name: str, told: object, stood: object) -> str:
    """What the terminal has, and what the journal."""
    return f"{name}: the terminal has {str(told)[:120]}, the journal {str(stood)[:120]}"
