"""What an inspector reads of a table: the rules in force, the documents behind it, and what stands there.

Read from the floor after a commit. Anybody may ask for the rules; the rest is for those who may read records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.authority import clause_of_power
from openetg.floor.equipment import approval_clauses
from openetg.floor.premises import devices_of, uncleared
from openetg.floor.refusals import Reason, Refusal
from openetg.floor.visits import table_at
from openetg.rulebook.roles import holders

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Signal, Table, Visit


class RulesView(Struct, frozen=True, gc=False):
    """Which rules a table is run by."""

    rulebook: str
    """The hash of the rulebook, as rounds name it."""
    id: str
    title: str
    jurisdiction: str
    casino: str
    authority: str
    signed: str
    """The day printed on it."""
    commencement: str
    """How the day is found from which it is in force."""
    in_force_from: str
    """The day entered by the operator."""
    clause: str
    """The clause by which anybody may ask for a copy."""


class ApprovalView(Struct, frozen=True, gc=False):
    """An approval, or the lack of one."""

    thing: str
    clause: str
    reference: str = ""
    by: str = ""
    covers: tuple[str, ...] = ()


class DocumentsView(Struct, frozen=True, gc=False):
    """Everything on record about what a table is played with."""

    rules: RulesView
    approvals: tuple[ApprovalView, ...]
    configuration: int
    """The version that the next round would name."""
    build: str
    devices: dict[str, str]
    out_of_service: dict[str, str]
    """The terminals that take no wagers, each with the clause."""
    credits: dict[str, int]
    """The terminals that hold credit, in cents."""
    visits: tuple[Visit, ...]
    signals: tuple[Signal, ...]


def rules_view(floor: Floor, table: Table) -> RulesView:
    """The rules in force at a table, for anybody who asks."""
    rulebook, effect = floor.rulebook_of(table), floor.premises.effect.get(table.rulebook)
    about = rulebook.about
    return RulesView(
        rulebook=table.rulebook,
        id=about.id,
        title=about.title,
        jurisdiction=about.jurisdiction,
        casino=about.casino,
        authority=about.authority,
        signed=about.signed.isoformat() if about.signed else "",
        commencement=rulebook.effect.commencement.policy.value,
        in_force_from=effect.day if effect else "",
        clause=rulebook.display.rules_copy.clause,
    )


def documents_view(floor: Floor, table: Table, role: str) -> DocumentsView | Refusal:
    """What stands at a table and by whose word, for a role that may read records or see to equipment."""
    rulebook = floor.rulebook_of(table)
    if role not in holders(rulebook, "read_records") | holders(rulebook, "close_table"):
        return Refusal(Reason.NO_POWER, clause_of_power(rulebook, "read_records"), {"role": role})
    premises = floor.premises
    configuration = premises.configurations.get(table.name)
    stopped = {name: floor.terminals[name].locks for name in table.terminals}
    here = {table.name, *table.terminals}
    return DocumentsView(
        rules=rules_view(floor, table),
        approvals=tuple(_approval(floor, table, thing, clause) for thing, clause in approval_clauses(rulebook).items()),
        configuration=configuration.version if configuration else 0,
        build=premises.build,
        devices=dict(devices_of(floor, table)),
        out_of_service={
            name: lock.clause for name, locks in stopped.items() for lock in locks.values() if "wager" in lock.stops
        },
        credits={name: int(credit) for name, credit in uncleared(floor, table).items()},  # type: ignore[call-overload]
        visits=tuple(visit for place, visit in premises.visits.items() if place in here),
        signals=tuple(each for each in premises.signals if each.place in here or table_at(floor, each.place) is None),
    )


def _approval(floor: Floor, table: Table, thing: str, clause: str) -> ApprovalView:
    by_table = floor.premises.approvals.get(table.rulebook, {}).get(thing, {})
    found = by_table.get(table.name) or by_table.get("")
    if found is None:
        return ApprovalView(thing, clause)
    return ApprovalView(thing, clause, found.reference, found.by, found.covers)
