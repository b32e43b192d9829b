"""How notices to officials of the authority are kept: every one that is to be noted, and the last ones that were."""

from __future__ import annotations

from openetg.floor.premises.events import NoticeNoted
from openetg.floor.promotions.preconditions import prize_named
from openetg.floor.state import NOTED_KEPT, Floor, OfficialNotice

BY_ITSELF = ("", "")
"""Given by the floor, in the step the notice is about."""


def keep(
    floor: Floor, kind: str, table: str, official: str, clause: str, *, about: str, by: tuple[str, str] = BY_ITSELF
) -> OfficialNotice:
    """A notice was given to an official, now; gives back what is kept of it."""
    premises = floor.premises
    premises.officials_told += 1
    number = f"N{premises.officials_told}"
    role, person = by
    notice = OfficialNotice(
        number=number,
        kind=kind,
        table=table,
        official=official,
        about=about,
        clause=clause,
        at_ms=floor.at_ms,
        role=role,
        person=person,
    )
    premises.official_notices[number] = notice
    return notice


def note(floor: Floor, event: NoticeNoted) -> None:
    """The official has noted it; of those that were noted only the last are kept."""
    notices = floor.premises.official_notices
    notice = notices[event.told]
    notice.noted_at_ms, notice.noted_role, notice.noted_by = event.at_ms, event.role, event.person
    notice.words = event.words
    noted = [each for each in notices.values() if each.noted_at_ms]
    for each in sorted(noted, key=lambda each: each.noted_at_ms)[:-NOTED_KEPT]:
        del notices[each.number]


def table_of(floor: Floor, what: str) -> str:
    """The table of something that is withheld: a terminal, paper, payment by hand, or the prize of an offer."""
    promotion, _ = prize_named(floor, what)
    if promotion is not None:
        return promotion.table
    paper = floor.tickets.get(what) or floor.vault.payouts.get(what) or floor.jackpots.awards.get(what)
    return floor.terminals[what if paper is None else paper.terminal].table
