"""Who sees what of promotions, by powers of the rulebook and never by the name of a role.

Names and addresses of entrants and of those to whom a prize was denied are for those alone who run, decide or inspect
promotions under the rulebook of the promotion, and those of winners for those who pay them, until they are paid. The
official with whom terms are filed sees everything else. It must never be asked whether a person may do an act.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from openetg.floor.core.authority import counts_as
from openetg.floor.promotions.life import ENDED
from openetg.floor.promotions.preconditions import OFFER
from openetg.floor.promotions.views import PromotionDesk, PromotionLine, promotion_desk
from openetg.floor.state import Floor, StaffMember, Table
from openetg.server.acts.acts import holds, roles_at
from openetg.server.acts.supervision import RECORDS, supervised

RUN = (*RECORDS, OFFER, "file_promotion", "postpone_draw", "decide_promotion_dispute")
"""One of these lets see who the entrants of a promotion are, and who was denied a prize."""
PAY = ("pay_by_hand",)
"""Lets see who the winners are whose prizes are to be handed over."""
PEOPLE = ("claim/", "entrant/")
"""How the subjects of sealed texts begin that are about claimants and entrants."""
WINNERS = "winners/"
"""Begins, in an audience, the name of a rulebook under which the person sees only names of winners."""
DESK = (*RUN, *PAY, "approve_promotion_change", "oversee_draw")
"""One of these lets see everything else of it; so do supervision of a table, and being who it is filed with."""


def names_seen(floor: Floor, member: StaffMember | None) -> tuple[str, ...] | None:
    """Rulebooks in whose promotions the person may see names of entrants; None = no view of promotions at all."""
    if member is None or not (holds(floor, member, DESK) or supervised(floor, member) or _is_filed_with(floor, member)):
        return None
    tables: dict[str, Table] = {}
    for table in floor.tables.values():
        tables.setdefault(floor.rulebook_of(table).about.id, table)
    every = [name for name, table in tables.items() if holds(floor, member, RUN, table)]
    paid = [name for name, table in tables.items() if name not in every and holds(floor, member, PAY, table)]
    return (*every, *(f"{WINNERS}{name}" for name in paid))


def _is_filed_with(floor: Floor, member: StaffMember) -> bool:
    """Whether a person is the official to whom the terms of promotions go, by the rulebook of some table."""
    for table in floor.tables.values():
        rulebook = floor.rulebook_of(table)
        rules, roles = rulebook.promotions, roles_at(floor, table, member)
        if rules is not None and any(counts_as(rulebook, role, rules.filed.official) for role in roles):
            return True
    return False


def promoted_shut(floor: Floor, member: StaffMember | None, tables: Collection[str]) -> tuple[str, ...]:
    """Prefixes of subjects whose texts stay sealed for a person who may read the other texts of these tables."""
    runs = member is not None and all(holds(floor, member, RUN, floor.tables[name]) for name in tables)
    return () if runs and tables else PEOPLE


def desk_seen(floor: Floor, named: tuple[str, ...]) -> PromotionDesk:
    """Every promotion; with entrants only where the person may see names."""
    desk = promotion_desk(floor)
    return replace(desk, promotions=tuple(_seen(each, named) for each in desk.promotions))


def _seen(line: PromotionLine, named: tuple[str, ...]) -> PromotionLine:
    if line.rulebook in named:
        return line
    is_paid = f"{WINNERS}{line.rulebook}" in named and line.stage not in ENDED
    known = {won.entrant for won in line.won if not won.settled and not won.refused} if is_paid else set()
    return replace(
        line,
        entrants=tuple(each if each.entrant in known else replace(each, name="", contact="") for each in line.entrants),
        won=tuple(replace(won, attempts=tuple(replace(each, details="") for each in won.attempts)) for won in line.won),
    )
