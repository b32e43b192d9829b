"""Whether a person may do an act at a table: the power, the role that holds it, and who is signed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from openetg.floor.core.declaring import declaration_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.rulebook.roles import acts_as, holders, named_power
from openetg.rulebook.schema.policies import Device

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openetg.floor.commands import Act
    from openetg.floor.state import Floor, Table
    from openetg.rulebook.schema.book import Rulebook

AUTHORITY = "authority"
"""The value of `of` in roles of officials."""
DEALER = "dealer"
"""The role that is bound to one table at a time, in every rulebook that knows it."""


def _spun_by_dealer(device: Device) -> bool:
    match device:
        case Device.LIVE_WHEEL | Device.MONEY_WHEEL:
            return True
        case Device.AUTOMATIC_WHEEL | Device.DICE_TUMBLER:
            return False
        case _:
            assert_never(device)


DEALER_RUN = frozenset(device for device in Device if _spun_by_dealer(device))
"""Devices that a dealer sets in motion."""


def clause_of_power(rulebook: Rulebook, power: str, round_kind: str | None = None) -> str:
    """The clause that gives a power, or that says that no role has it."""
    granted = named_power(rulebook, power, round_kind)
    return granted.clause if granted else rulebook.denied.get(power, "")


def power_clause(floor: Floor, table: Table, power: str) -> str:
    """The clause that gives a power at a table, or that says that no role has it."""
    return clause_of_power(floor.rulebook_of(table), power, floor.kind_of(table).round)


def clause_of_act(floor: Floor, table: Table, act: Act) -> str:
    """The clause that gives the one power that an act declares, or that says that no role has it."""
    (power,) = declaration_of(type(act)).powers
    return power_clause(floor, table, power)


def may(floor: Floor, table: Table, power: str, role: str) -> bool:
    """Whether a role holds a power at a table."""
    return role in holders(floor.rulebook_of(table), power, round_kind=floor.kind_of(table).round)


def powerless(
    floor: Floor, table: Table, power: str, role: str, person: str, *, resting_on: str = ""
) -> Refusal | None:
    """Why this person may not use this power at this table; None if they may.

    `resting_on` is the clause to cite where the matter itself rests on another one than the power.
    """
    if role not in floor.rulebook_of(table).roles:
        return Refusal(Reason.UNKNOWN_ROLE, resting_on or power_clause(floor, table, power), {"role": role})
    if not may(floor, table, power, role):
        return Refusal(Reason.NO_POWER, resting_on or power_clause(floor, table, power), {"role": role})
    return not_theirs(floor, floor.rulebook_of(table), role, person) or away(floor, table, role, person)


def unauthorized(floor: Floor, table: Table, act: Act) -> Refusal | None:
    """Why this person may not do this act at this table, by the one power that it declares; None if they may."""
    (power,) = declaration_of(type(act)).powers
    return powerless(floor, table, power, act.role, act.person)


def not_theirs(floor: Floor, rulebook: Rulebook, role: str, person: str) -> Refusal | None:
    """Why a person on record as staff may not act in a role: they do not hold it. Of others nothing is known here."""
    known = floor.people.staff.get(person)
    if known is None or (not known.released and role in known.roles.get(rulebook.about.id, ())):
        return None
    return Refusal(Reason.NOT_THEIR_ROLE, rulebook.roles[role].clause, {"role": role, "person": person})


def official_roles(floor: Floor, roles: Mapping[str, tuple[str, ...]]) -> frozenset[tuple[str, str]]:
    """Those of a person's roles, each with its rulebook, that belong to the authority."""
    known = {rulebook.about.id: rulebook.roles for rulebook in floor.rulebooks.values()}
    return frozenset(
        (book, role)
        for book, held in roles.items()
        for role in held
        if role in known.get(book, {}) and known[book][role].of == AUTHORITY
    )


def at_table(floor: Floor, name: str, power: str, act: Act) -> Table | Refusal:
    """The table at which a person may use a power, or why they may not."""
    table = floor.tables.get(name)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    refused = powerless(floor, table, power, act.role, act.person)
    return table if refused is None else refused


def acting_at(floor: Floor, name: str, act: Act) -> Table | Refusal:
    """The table at which a person may do an act by the power that it declares, or why they may not."""
    (power,) = declaration_of(type(act)).powers
    return at_table(floor, name, power, act)


def away(floor: Floor, table: Table, role: str, person: str) -> Refusal | None:
    """Why a dealer may not act here: another dealer, or none, is signed on at this table."""
    rulebook = floor.rulebook_of(table)
    if role != DEALER or floor.kind_of(table).device.value not in DEALER_RUN or person == table.dealer != "":
        return None
    return Refusal(Reason.NOT_SIGNED_ON, rulebook.roles[DEALER].clause, {"person": person})


def powerless_anywhere(rulebook: Rulebook, power: str, role: str) -> Refusal | None:
    """As `powerless`, for what belongs to no table."""
    clause = clause_of_power(rulebook, power)
    if role not in rulebook.roles:
        return Refusal(Reason.UNKNOWN_ROLE, clause, {"role": role})
    if role not in holders(rulebook, power):
        return Refusal(Reason.NO_POWER, clause, {"role": role})
    return None


def counts_as(rulebook: Rulebook, role: str, other: str) -> bool:
    """Whether a person of one role may act as another."""
    return role == other or other in acts_as(rulebook, role)
