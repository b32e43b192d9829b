"""What people say fell against what the device read: who may speak when, readings that come late, and disagreements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openetg.floor.core.authority import power_clause
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import OutcomeIgnored
from openetg.floor.premises.equipment import device_of
from openetg.floor.state import AlertKind, Floor, Phase, Round, Table, key_of

if TYPE_CHECKING:
    from openetg.rulebook.schema.tables import Round as RoundRules


class Disagreement(NamedTuple):
    """Two numbers for one spin, not decided between yet."""

    said: str
    """What a person keyed or entered."""
    read: str
    """What the device read, or what is on record."""


def final_clause(rules: RoundRules) -> str:
    """The clause by which nothing counts that falls after a no spin."""
    return rules.no_spin_final.clause if rules.no_spin_final else rules.no_spin.clause


def is_watched(floor: Floor, table: Table, round_: Round) -> bool:
    """Whether the device of a table will say itself when this spin has come to rest: it has said that it runs, or that
    it is there and ready, and its line is not known to be lost.
    """
    lost = key_of(AlertKind.DEVICE_OFFLINE, f"{device_of(floor, table)}/{table.name}") in floor.alerts.lasting
    return not lost and (round_.launched or table.device_ready)


def put_aside(floor: Floor, name: str, spin: str, outcome: str) -> tuple[OutcomeIgnored] | None:
    """A reading that goes on record and settles nothing: of a spin that was called off, of a round that is void or
    held, or another number than a person has entered.
    """
    table = floor.tables.get(name)
    if table is None:
        return None
    rules = floor.rules_of(table)
    for round_ in [*table.past.values(), *([table.round] if table.round else [])]:
        if spin in round_.dead_spins:
            return (OutcomeIgnored(name, round_.number, spin, outcome, final_clause(rules)),)
        if round_.spin != spin:
            continue
        if round_.phase in {Phase.VOID, Phase.HELD}:
            return (OutcomeIgnored(name, round_.number, spin, outcome, round_.clause),)
        if outcome and _is_news(round_, outcome):
            clause = power_clause(floor, table, "correct_outcome")
            return (OutcomeIgnored(name, round_.number, spin, outcome, clause),)
    return None


def _is_news(round_: Round, outcome: str) -> bool:
    """Whether a reading is another number than a person entered, and not known: devices say again what they know."""
    return round_.entered and outcome not in {round_.outcome, *round_.corrections, *round_.late}


def disagreement(round_: Round) -> Disagreement | None:
    """The two numbers between which a person has to decide before anything more is paid in a round."""
    counts = round_.outcome if round_.outcome is not None else round_.registered
    if counts is None:
        return None
    if round_.keyed and round_.keyed != counts:
        return Disagreement(round_.keyed, counts)
    late = [] if round_.outcome is None or round_.upheld else [each for each in round_.late if each != counts]
    return Disagreement(counts, late[-1]) if late else None


def misread(floor: Floor, table: Table, round_: Round) -> Refusal | None:
    """Why the cloth is not settled, and no round opened: the device read another number after one was entered."""
    found = disagreement(round_)
    if found is None or found.said != round_.outcome:
        return None
    details: dict[str, str | int] = {"recorded": found.said, "read": found.read}
    return Refusal(Reason.OTHER_OUTCOME, power_clause(floor, table, "correct_outcome"), details)


def unannounced(floor: Floor, table: Table) -> Refusal | None:
    """Why the next round may not be called: the dealer has not said what fell in the last one, where the rulebook has
    the dealer register it.
    """
    rules, round_ = floor.rules_of(table), table.round
    if round_ is None or round_.phase is not Phase.SETTLED:
        return None
    if rules.announced is not None and round_.dolly is None and any(round_.cloth.values()):
        return Refusal(Reason.OUT_OF_ORDER, rules.announced.clause)
    return misread(floor, table, round_)
