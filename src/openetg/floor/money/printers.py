"""What a terminal may not do while its printer cannot print: a lock that comes and goes with the printer's own word.

Called by the decisions about service notices, lines of devices and the tables of a terminal. That a person is called
for what cannot be printed is decided in `cash`, where the player asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from openetg.floor.core.refusals import Reason
from openetg.floor.events import TerminalLocked, TerminalUnlocked
from openetg.floor.state import AlertKind, is_mended, key_of, mended_by, service_kind
from openetg.rulebook.schema.policies_premises import PrinterOut

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Lock, Terminal
    from openetg.rulebook.schema.premises import Equipment
    from openetg.rulebook.schema.shape import Choice

NO_PAPER = "printer"
"""The lock of a terminal whose printer has no paper or is out of order."""
NO_LINE = "printer-line"
"""The lock of a terminal whose printer does not answer."""
LOCKS = (NO_PAPER, NO_LINE)
CANNOT_PRINT = (AlertKind.PAPER_OUT, AlertKind.PRINTER_FAULT)
"""Notices of a printer that mean that it cannot print."""
PRINTER = "printer"
"""How the name of a printer begins among the devices."""


def after_notice(floor: Floor, terminal: Terminal, code: str) -> tuple[TerminalLocked | TerminalUnlocked, ...]:
    """The locks put on or lifted by a service notice."""
    if is_mended(code):
        left = [kind for kind in CANNOT_PRINT if kind not in mended_by(code) and _lasts(floor, kind, terminal.name)]
        return () if left else _unlocked(terminal, NO_PAPER)
    if service_kind(code) not in CANNOT_PRINT:
        return ()
    return _locked(floor, terminal, NO_PAPER)


def after_line(floor: Floor, device: str, *, up: bool) -> tuple[TerminalLocked | TerminalUnlocked, ...]:
    """The lock put on or lifted when a printer does not answer, or answers again."""
    kind, _, name = device.partition("/")
    terminal = floor.terminals.get(name)
    if kind != PRINTER or terminal is None:
        return ()
    return _unlocked(terminal, NO_LINE) if up else _locked(floor, terminal, NO_LINE)


def after_link(floor: Floor, terminal: Terminal, table: str) -> tuple[TerminalLocked, ...]:
    """The lock of a terminal with a printer out of order, when it comes to play at one more table."""
    is_out = any(_lasts(floor, kind, terminal.name) for kind in CANNOT_PRINT)
    is_lost = _lasts(floor, AlertKind.DEVICE_OFFLINE, f"{PRINTER}/{terminal.name}")
    causes = ((NO_PAPER, is_out), (NO_LINE, is_lost))
    return tuple(locked for lock, holds in causes if holds for locked in _locked(floor, terminal, lock, table))


def cannot_print(terminal: Terminal) -> Lock | None:
    """The lock by which a terminal is known to have no printer that works."""
    return next((terminal.locks[name] for name in LOCKS if name in terminal.locks), None)


def _lasts(floor: Floor, kind: AlertKind, where: str) -> bool:
    return key_of(kind, where) in floor.alerts.lasting


def _rule(equipment: Equipment, lock: str) -> Choice[PrinterOut] | None:
    return equipment.printer_out if lock == NO_PAPER else equipment.printer_lost


def _stops(policy: PrinterOut) -> tuple[str, ...]:
    """What a terminal may not do while it cannot print."""
    match policy:
        case PrinterOut.NO_NEW_MONEY:
            return ("fund",)
        case PrinterOut.OUT_OF_SERVICE:
            return ("wager", "fund")
        case _:
            assert_never(policy)


def _locked(floor: Floor, terminal: Terminal, lock: str, also: str = "") -> tuple[TerminalLocked, ...]:
    """The lock by the strictest rulebook of the tables the terminal plays at, and of one more; None if none asks for
    one."""
    books = [floor.rulebook_of(floor.tables[name]) for name in (*terminal.tables, *((also,) if also else ()))]
    rules = [rule for book in books if (rule := _rule(book.equipment, lock)) is not None]
    if not rules:
        return ()
    rule = max(rules, key=lambda each: len(_stops(each.policy)))
    known, stops = terminal.locks.get(lock), _stops(rule.policy)
    if known is not None and len(known.stops) >= len(stops):
        return ()
    return (TerminalLocked(terminal.name, lock, Reason.PRINTER_OUT.value, rule.clause, stops),)


def _unlocked(terminal: Terminal, lock: str) -> tuple[TerminalUnlocked, ...]:
    return (TerminalUnlocked(terminal.name, lock),) if lock in terminal.locks else ()
