"""One terminal for the people who look after it: money, wagers, locks with what ends each, bounds, line, key, calls.

Read after a commit, never before. What ends a lock is told so that a person knows where to go; what lifts it is decided
elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.alerts.acknowledging import is_offline, is_terminal_offline
from openetg.floor.core.refusals import Reason
from openetg.floor.jackpots.links import LOCK_OF_AWARD
from openetg.floor.jackpots.views import TerminalJackpots, terminal_jackpots
from openetg.floor.money.cash import MISMATCH
from openetg.floor.people.calls import open_calls
from openetg.floor.people.staff import PAIRED
from openetg.floor.people.staff_views import TerminalLine, terminal_line
from openetg.floor.people.state import Direction
from openetg.floor.premises.closing import SIGNAL
from openetg.floor.premises.equipment import LACKING
from openetg.floor.premises.opening import CLOSING
from openetg.floor.premises.state import Notice, Visit
from openetg.floor.premises.visits import VISIT
from openetg.floor.state import CLOSED, STANDING, MessageShown
from openetg.floor.trouble.cases import LOCK as CASE
from openetg.floor.wagers.bounds import BoundsNow, bounds_of
from openetg.money import Money

if TYPE_CHECKING:
    from openetg.floor.state import Floor

ENDED_BY = {
    CLOSED: "ReopenTerminal",
    SIGNAL: "ReopenTerminal",
    LACKING: "RecordEquipment",
    CASE: "CloseCase",
    MISMATCH: "CloseCase",
    VISIT: "EndVisit",
    CLOSING: "OpenTable",
    PAIRED: "ReopenTerminal",
    Reason.EXCLUDED.value: "LiftMeasure",
    Reason.WAGERS_REFUSED.value: "LiftMeasure",
}
"""The act that ends a lock; one that is not here ends by itself, with what it came with."""


class LockLine(Struct, frozen=True):
    """Something a terminal may not do for now."""

    name: str
    reason: str
    clause: str
    stops: tuple[str, ...]
    """Which of `wager`, `collect` and `fund`."""
    ended_by: str
    """The act that ends it; empty where it ends by itself, with what it came with."""


class StandingAt(Struct, frozen=True):
    """What a terminal has in the round of a table."""

    table: str
    round: int
    phase: str
    wagers: dict[str, Money]
    held: str
    """The case for which it is not settled with the others."""


class TerminalView(Struct, frozen=True):
    """One terminal."""

    sequence: int
    line: TerminalLine
    table: str
    """The table it stands at."""
    rounds: tuple[StandingAt, ...]
    """At every table it plays at."""
    locks: tuple[LockLine, ...]
    closes: bool
    """Whether it goes out of service as soon as nothing of it is unsettled."""
    sign: Notice | None
    """A notice that this terminal closes."""
    bounds: BoundsNow | None
    is_offline: bool
    """Whether its line is lost, as far as is on record."""
    devices_offline: tuple[str, ...]
    stacker: str
    printer: str
    is_printing: bool
    printing: Money | None
    """What is on its way to paper."""
    escrow: Money | None
    """The note its acceptor holds."""
    escrow_lost: bool
    """Whether a person has to say what became of it."""
    is_paired: bool
    paired_by: str
    paired_at_ms: int
    calls: tuple[str, ...]
    """What the player has called staff for: `fault`, `attendant`, `payout`."""
    told: MessageShown | None
    """The message that staff last showed to the player."""
    direction: Direction | None
    """The last direction to leave the place."""
    visit: Visit | None
    reports_ms: tuple[int, ...]
    """When the player pressed the control that reports a fault."""
    jackpots: TerminalJackpots | None = None
    """What it has to do with jackpots."""


def terminal_view(floor: Floor, name: str, at_ms: int) -> TerminalView:
    """One terminal, as it stands."""
    terminal, people, premises = floor.terminals[name], floor.people, floor.premises
    pairing = people.pairings.get(name)
    return TerminalView(
        sequence=floor.sequence,
        line=terminal_line(floor, name),
        table=terminal.table,
        rounds=tuple(_standing(floor, name, table) for table in terminal.tables),
        locks=tuple(
            LockLine(lock_name, lock.reason, lock.clause, lock.stops, _ended_by(lock_name))
            for lock_name, lock in terminal.locks.items()
        ),
        closes=name in premises.closing,
        sign=premises.notices.get(terminal.table, {}).get(f"close/{name}"),
        bounds=bounds_of(floor, name, at_ms),
        is_offline=is_terminal_offline(floor, name),
        devices_offline=tuple(kind for kind in ("acceptor", "printer") if is_offline(floor, f"{kind}/{name}")),
        stacker=terminal.stacker,
        printer=terminal.printer,
        is_printing=terminal.printing is not None,
        printing=terminal.printing.amount if terminal.printing is not None else None,
        escrow=terminal.escrow,
        escrow_lost=terminal.escrow_lost,
        is_paired=pairing is not None,
        paired_by=pairing.by if pairing is not None else "",
        paired_at_ms=pairing.at_ms if pairing is not None else 0,
        calls=open_calls(floor, name),
        told=terminal.told,
        direction=people.directions.get(name),
        visit=premises.visits.get(name),
        reports_ms=tuple(report.at_ms for report in people.reports.get(name, ())),
        jackpots=terminal_jackpots(floor, name),
    )


def _ended_by(lock: str) -> str:
    """The act that ends a lock; one of a jackpot is named with its prize."""
    return "ClearJackpot" if lock.startswith(LOCK_OF_AWARD) else ENDED_BY.get(lock, "")


def _standing(floor: Floor, name: str, at: str) -> StandingAt:
    round_ = floor.tables[at].round
    if round_ is None:
        return StandingAt(at, 0, "", {}, "")
    wagers = dict(round_.wagers.get(name, {})) if round_.phase in STANDING else {}
    return StandingAt(at, round_.number, round_.phase.value, wagers, round_.held.get(name, ""))
