"""What is due: commands that time brings about, and what devices are to be told. Derived from the floor, never kept.

Because it is derived, nothing is forgotten over a restart: a timer that ran out while the floor was down is due at
once, and an order to a device stands until the device's own word has been journaled.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from openetg.floor.commands import AnyCommand, CloseWagers
from openetg.floor.core.authority import DEALER_RUN
from openetg.floor.promotions.prizes import deadlines
from openetg.floor.rounds.automatic import in_motion
from openetg.floor.state import BETTING, RUNNING, Floor, Table
from openetg.money import cents_of
from openetg.rulebook.schema.policies import Closer


class LaunchOrder(Struct, frozen=True, gc=False):
    """The device of a table is to launch this spin from that time on."""

    table: str
    spin: str
    at_ms: int


class PrintOrder(Struct, frozen=True, gc=False):
    """The printer of a terminal is to print this ticket."""

    terminal: str
    ticket: str
    cents: int


def due(floor: Floor, at_ms: int) -> list[AnyCommand]:
    """The commands that time has brought about by now."""
    return [command for when, command in _timers(floor) if when <= at_ms]


def next_due_ms(floor: Floor) -> int | None:
    """The next time at which something is due; None if nothing is."""
    return min((when for when, _ in _timers(floor)), default=None)


def _timers(floor: Floor) -> Iterator[tuple[int, AnyCommand]]:
    for table in floor.tables.values():
        round_ = table.round
        if round_ is None or round_.phase not in BETTING or not round_.closes_at_ms:
            continue
        closers = floor.rules_of(table).closing.by
        if Closer.TIMER in closers:
            # Where the announcement ends the period, time only says when it is made; before a launch time runs out.
            by = Closer.ANNOUNCEMENT if Closer.ANNOUNCEMENT in closers and in_motion(round_) else Closer.TIMER
            yield round_.closes_at_ms, CloseWagers(table.name, by, round_.spin)
    yield from deadlines(floor)


def launch_order(floor: Floor, table: Table) -> LaunchOrder | None:
    """The order due to the automatic device of a table; None if none, or if a dealer runs it."""
    round_ = table.round
    if round_ is None or round_.launched or round_.phase not in RUNNING or not table.device_ready:
        return None
    if floor.kind_of(table).device.value in DEALER_RUN:
        return None
    return LaunchOrder(table.name, round_.spin, round_.launch_at_ms)


def print_orders(floor: Floor) -> list[PrintOrder]:
    """The tickets printers have yet to confirm."""
    return [
        PrintOrder(terminal.name, terminal.printing.ticket, cents_of(terminal.printing.amount))
        for terminal in floor.terminals.values()
        if terminal.printing is not None
    ]
