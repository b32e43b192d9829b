"""Limits are set: for a table, a cloth or one terminal; in force from the next round, or the next after a notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import assert_never

from openetg.floor.commands import (
    SetLimits,
    Sign,
)
from openetg.floor.core.authority import powerless
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    LimitsSet,
)
from openetg.floor.state import Floor, Table
from openetg.floor.wagers.limits import permits_something, put_together
from openetg.floor.wagers.signs import sign_lacks
from openetg.games.paytable import kind_of
from openetg.rulebook.schema.policies import LimitChange
from openetg.rulebook.schema.wagering import ChannelLimits


def decide_set_limits(floor: Floor, command: SetLimits, _at_ms: int) -> Verdict:
    """New limits, in force from the next round, or the next after a notice. A sign that permits
    nothing, or lacks a figure that must be shown, is refused."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    limits = floor.rulebook_of(table).limits
    rules = limits.cloth if command.cloth else limits.terminal
    if rules is None:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    if command.role:
        refused = powerless(floor, table, "change_limits", command.role, command.person)
        if refused is not None:
            return refused
    clause = rules.change.clause
    if command.terminal:
        other = _not_its_own(table, command, rules)
        if other is not None:
            return other
    elif not command.limits:
        # A sign without a line would take every limit away.
        return Refusal(Reason.NO_AMOUNT, clause)
    spots = floor.game_of(table).spots
    known = {kind_of(spot) for spot in spots} | spots.keys() | {"any"}
    if rules.total_minimum or rules.total_maximum:
        known.add("sum")
    for terminal, signs in _signs_after(table, command):
        refused = _unfit(signs, known, clause, terminal) or sign_lacks(rules, signs, spots)
        if refused is not None:
            return refused
    # Before the first round no player has been told anything else.
    waits = _needs_notice(rules.change.policy) and table.rounds > 0
    also = rules.each_terminal.clause if command.terminal and rules.each_terminal else clause
    return (
        LimitsSet(
            table=table.name,
            limits=command.limits,
            cloth=command.cloth,
            until_notice=waits,
            clause=also,
            role=command.role,
            person=command.person,
            terminal=command.terminal,
        ),
    )


def _needs_notice(change: LimitChange) -> bool:
    """Whether players must be shown a notice before other limits are in force."""
    match change:
        case LimitChange.NEXT_ROUND_AFTER_NOTICE:
            return True
        case LimitChange.NEXT_ROUND:
            return False
        case _:
            assert_never(change)


def _unfit(signs: Mapping[str, Sign], known: Set[str], clause: str, terminal: str) -> Refusal | None:
    """Why a sign cannot be put up: it names an unknown wager, or permits no amount at all."""
    at: dict[str, str | int] = {"terminal": terminal} if terminal else {}
    for kind, sign in signs.items():
        if kind not in known:
            return Refusal(Reason.UNKNOWN_WAGER, clause, {"kind": kind, **at})
        # Without a minimum there is nothing to be a multiple of.
        if not permits_something(sign) or (sign.multiples and sign.min is None):
            return Refusal(Reason.NO_AMOUNT, clause, {"kind": kind, **at})
    return None


def _signs_after(table: Table, command: SetLimits) -> Iterator[tuple[str, Mapping[str, Sign]]]:
    """Every sign that reads otherwise by these limits, with its terminal if it is that of one alone."""
    if command.cloth:
        yield "", command.limits
        return
    limits, own = _coming(table)
    if command.terminal:
        yield command.terminal, put_together(limits, command.limits)
        return
    yield "", command.limits
    for terminal, signs in own.items():
        yield terminal, put_together(command.limits, signs)


def _coming(table: Table) -> tuple[Mapping[str, Sign], Mapping[str, Mapping[str, Sign]]]:
    """What was last set for the terminals of a table, and for single ones; some of it may wait for a notice."""
    said = table.unannounced
    limits = said.get("terminal", table.limits if table.next_limits is None else table.next_limits)
    own = table.own_limits if table.next_own_limits is None else table.next_own_limits
    waiting = {key.partition("/")[2]: signs for key, signs in said.items() if key.startswith("terminal/")}
    return limits, {**own, **waiting}


def _not_its_own(table: Table, command: SetLimits, rules: ChannelLimits) -> Refusal | None:
    """Why a terminal gets no limits of its own at a table: no rule knows such, or it does not play there."""
    if command.cloth or rules.each_terminal is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, rules.change.clause)
    if command.terminal not in table.terminals:
        return Refusal(Reason.UNKNOWN_TERMINAL, rules.each_terminal.clause)
    return None


DECIDERS: Deciders = {
    SetLimits: decide_set_limits,
}
