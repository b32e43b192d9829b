"""Who supervises a table: who may see its terminals with their money, its reports, and the private texts of its cases.

By powers of the rulebook, never by the name of a role. A dealer may find a fault, hear a player or put a number right,
for it happens before their eyes; that is dealing, and shows no player's meter. It must never be asked whether a person
may do an act: the floor decides that.
"""

from __future__ import annotations

from openetg.floor.state import Floor, StaffMember, Table
from openetg.server.acts.acts import roles_at
from openetg.server.acts.allowed import DEALING, powers_of

RECORDS = ("read_records",)
SUPERVISION = (
    *RECORDS,
    "void_round",
    "invalidate_outcome",
    "rule_on_late_wager",
    "withhold_meter",
    "decide_dispute",
    "review_dispute",
    "close_table",
    "close_terminal",
)
"""One of these is supervision, in any role."""
BREACH = "record_breach"
WATCHING = frozenset({*SUPERVISION, BREACH}) - {"decide_dispute", "review_dispute"}
"""One of these is needed to see how terminals act together: an attendant who hears disputes first is not to."""
BESIDE_THE_GAME = ("open_terminal_case", "confirm_wagers", "correct_outcome", BREACH)
"""One of these is supervision in a role that does not deal."""


def supervises(floor: Floor, member: StaffMember, table: Table) -> bool:
    """Whether a person may see what a supervisor of a table sees."""
    roles = roles_at(floor, table, member)
    if not powers_of(floor, table, roles).isdisjoint(SUPERVISION):
        return True
    others = tuple(role for role in roles if DEALING not in powers_of(floor, table, (role,)))
    return not powers_of(floor, table, others).isdisjoint(BESIDE_THE_GAME)


def supervised(floor: Floor, member: StaffMember | None) -> tuple[str, ...]:
    """The tables a person supervises, by name."""
    return tuple(name for name, table in floor.tables.items() if member and supervises(floor, member, table))


def watched(floor: Floor, member: StaffMember) -> tuple[str, ...]:
    """Of the tables a person supervises, those where that person may see who plays together."""
    mine = {name: floor.tables[name] for name in supervised(floor, member)}
    held = {name: powers_of(floor, table, roles_at(floor, table, member)) for name, table in mine.items()}
    return tuple(name for name, powers in held.items() if not powers.isdisjoint(WATCHING))
