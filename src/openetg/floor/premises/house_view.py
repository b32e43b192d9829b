"""A table as the house runs it, for those who supervise it: times, signs, hours, what its closing needs, its equipment.

Read after a commit, never before. It decides nothing: whether something is granted is asked of the floor when it is
done, and of the same rules as here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.commands import Sign
from openetg.floor.premises.closing import CLOSE, needs_officer, needs_sign, not_to_close
from openetg.floor.premises.equipment import (
    BALL,
    SYSTEM,
    TENTHS,
    approval_clauses,
    approved,
    device_of,
    figures_wanted,
    kinds_of_system,
    missing,
    parts,
    pieces_of,
)
from openetg.floor.premises.state import Approval, Effect, Equipment, Notice, Shown, Told
from openetg.floor.state import Timing

if TYPE_CHECKING:
    from openetg.floor.core.refusals import Refusal
    from openetg.floor.state import Floor, Table
    from openetg.rulebook.schema.book import Rulebook


class Obstacle(Struct, frozen=True):
    """The refusal an act would get now."""

    reason: str
    clause: str
    details: dict[str, str | int] = {}


class ClosingView(Struct, frozen=True):
    """How a table closes."""

    needs: str
    """What must come before: `none`, `sign_for_minutes`, `officer_first` or `shown_first`."""
    clause: str
    minutes: int
    """How long the sign must have been shown while players are there; zero where no time is named."""
    official: str
    """The official of the authority who must be told first; empty if none must."""
    clear_clause: str
    """The clause by which players are asked to clear their credits; empty where none does."""
    sign: Notice | None
    """The closing sign that is shown, with its time."""
    obstacle: Obstacle | None
    """Why the table does not close yet; None if it may."""
    under_way: bool
    """Whether no further round opens."""
    told: tuple[Told, ...]
    """Officials who were told since the table was opened."""


class PartView(Struct, frozen=True):
    """A part that the register of a table can hold."""

    part: str
    clause: str
    here: Equipment | None
    """What is in use; None if nothing is on record."""
    needs_approval: str
    """The clause by which it needs one; empty if it does not."""
    approved: bool
    figures: dict[str, tuple[int, int | None, str]] = {}
    """What must be measured: least and greatest in tenths of a millimetre, and the clause."""
    several: bool = False
    """Whether a table may have any number of pieces of it, none among them."""
    pieces: tuple[Equipment, ...] = ()
    """Those in use."""


class ApprovalLine(Struct, frozen=True):
    """Something that may be used at a table only with an approval on record."""

    thing: str
    clause: str
    given: Approval | None
    """The approval that holds here; None if there is none."""
    everywhere: bool
    """Whether it holds for every table of the rulebook."""


class HouseView(Struct, frozen=True):
    """A table as the house runs it."""

    rulebook: str
    """The hash of the rulebook."""
    effect: Effect | None
    """From when the rulebook is in force; None if not entered."""
    kind: str
    device: str
    timing: Timing
    next_timing: Timing | None
    """In force from the next round."""
    hours: tuple[tuple[int, int], ...]
    limits: dict[str, Sign]
    next_limits: dict[str, Sign] | None
    cloth: dict[str, Sign]
    next_cloth: dict[str, Sign] | None
    unannounced: dict[str, dict[str, Sign]]
    """Limits that wait for a notice to the players: of the `terminal`, of the `cloth`, of one as `terminal/T1`."""
    by_hand: bool
    closing: ClosingView
    opening: Obstacle | None
    """Which equipment is missing before the table opens; None if none is."""
    device_ready: bool
    device_out: str
    """The clause by which its device is out of service until a person puts it back."""
    officials: tuple[str, ...]
    """All officials of the authority whom the rulebook knows."""
    choice_of_wheel: bool
    """Whether players of this rulebook may choose between a live and an automatic wheel."""
    choice_clause: str
    """The clause by which that may be offered; empty if none does."""
    display_clause: str
    """The clause by which a winning-number display may be fitted; empty if none speaks of one."""
    display_fitted: bool
    shown: Shown | None
    """What the display was last heard to show, if that is not what is on record: it is ignored."""
    shown_actual: str
    """What is on record instead."""
    ignored_clause: str
    """The clause by which the display is ignored."""
    parts: tuple[PartView, ...]
    approvals: tuple[ApprovalLine, ...]
    approver: str
    """Whose approval in writing it must be; empty where nothing needs one."""
    own_limits: dict[str, dict[str, Sign]] = {}
    """Per terminal, the limits set for it alone."""
    next_own_limits: dict[str, dict[str, Sign]] | None = None
    """In force from the next round."""
    own_limits_clause: str = ""
    """The clause by which a terminal may have limits of its own; empty if none speaks of it."""
    terminals: tuple[str, ...] = ()
    """Those that play at the table."""


def _own_limits_clause(rulebook: Rulebook) -> str:
    limits = rulebook.limits.terminal
    return limits.each_terminal.clause if limits is not None and limits.each_terminal is not None else ""


def house_view(floor: Floor, table: Table) -> HouseView:
    """A table as the house runs it."""
    rulebook, premises = floor.rulebook_of(table), floor.premises
    shown, faults = premises.shown.get(table.name), rulebook.faults
    ignored = faults.display_ignored if faults is not None else None
    display = rulebook.equipment.number_display
    choice, approver = rulebook.wagers.choice_of_wheel, rulebook.equipment.approver
    return HouseView(
        rulebook=table.rulebook,
        effect=premises.effect.get(table.rulebook),
        kind=table.kind,
        device=device_of(floor, table),
        timing=Timing(table.period_ms, table.launch_ms, table.least_open_ms, table.least_warned_ms),
        next_timing=table.next_timing,
        hours=premises.hours.get(table.name, ()),
        limits=table.limits,
        next_limits=table.next_limits,
        cloth=table.cloth.limits,
        next_cloth=table.cloth.next_limits,
        unannounced=table.unannounced,
        own_limits=table.own_limits,
        next_own_limits=table.next_own_limits,
        own_limits_clause=_own_limits_clause(rulebook),
        terminals=tuple(table.terminals),
        by_hand=table.by_hand,
        closing=_closing(floor, table),
        opening=None if table.is_open else _obstacle(missing(floor, table)),
        device_ready=table.device_ready,
        device_out=table.device_out,
        officials=tuple(name for name, role in rulebook.roles.items() if role.of == "authority"),
        choice_of_wheel=premises.choice_of_wheel.get(table.rulebook, False),
        choice_clause=choice.clause if choice is not None else "",
        display_clause=display.clause if display is not None else "",
        display_fitted=premises.displays.get(table.name, False),
        shown=shown,
        shown_actual=table.outcomes.get(shown.round, "") if shown is not None else "",
        ignored_clause=ignored.clause if ignored is not None else "",
        parts=_parts(floor, table),
        approvals=_approvals(floor, table),
        approver=approver.value if approver is not None else "",
    )


def _closing(floor: Floor, table: Table) -> ClosingView:
    closing = floor.rulebook_of(table).closing
    return ClosingView(
        needs=closing.notice.value,
        clause=closing.clause,
        minutes=(closing.notice_minutes or 0) if needs_sign(closing.notice) else 0,
        official=(closing.official or "") if needs_officer(closing.notice) else "",
        clear_clause=closing.clear_credits.clause if closing.clear_credits is not None else "",
        sign=floor.premises.notices.get(table.name, {}).get(CLOSE),
        obstacle=_obstacle(not_to_close(floor, table, "", floor.at_ms)) if table.is_open else None,
        under_way=table.closing,
        told=tuple(floor.premises.told.get(table.name, ())),
    )


def _obstacle(refusal: Refusal | None) -> Obstacle | None:
    return None if refusal is None else Obstacle(refusal.reason.value, refusal.clause, refusal.details)


def _parts(floor: Floor, table: Table) -> tuple[PartView, ...]:
    rulebook = floor.rulebook_of(table)
    here, approvals = floor.premises.equipment.get(table.name, {}), approval_clauses(rulebook)
    measured = {device_of(floor, table): figures_wanted(rulebook)}
    if rulebook.equipment.ball is not None:
        ball = rulebook.equipment.ball
        least, greatest = ball.diameter_min_mm * TENTHS, ball.diameter_max_mm * TENTHS
        measured[BALL] = {"diameter": (least, greatest, ball.clause)}
    lines = []
    for part, clause in parts(floor, table).items():
        pieces = pieces_of(floor, table, part)
        thing = SYSTEM if part in kinds_of_system(rulebook.equipment) else part
        serials = [here[part].serial] if part in here else list(pieces) or [""]
        line = PartView(
            part=part,
            clause=clause,
            here=here.get(part),
            needs_approval=approvals.get(thing, ""),
            approved=all(approved(floor, table, thing, serial) for serial in serials),
            figures=measured.get(part, {}),
            several=part in rulebook.equipment.inventory,
            pieces=tuple(pieces.values()),
        )
        lines.append(line)
    return tuple(lines)


def _approvals(floor: Floor, table: Table) -> tuple[ApprovalLine, ...]:
    on_record = floor.premises.approvals.get(table.rulebook, {})

    def line(thing: str, clause: str) -> ApprovalLine:
        given = on_record.get(thing, {})
        return ApprovalLine(thing, clause, given.get(table.name, given.get("")), table.name not in given)

    return tuple(line(thing, clause) for thing, clause in approval_clauses(floor.rulebook_of(table)).items())
