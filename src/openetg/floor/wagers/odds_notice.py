"""What the notice at a table shows of wagers and their odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from openetg.floor.cloth.limits import STRAIGHT
from openetg.games.paytable import kind_of

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Table
    from openetg.games.paytable import Spot


class OddsLine(Struct, frozen=True, gc=False):
    """One line of the notice: a kind of wager, or one spot where the spots of a kind pay differently."""

    wager: str
    odds: str
    clause: str


def odds_notice(floor: Floor, table: Table) -> tuple[OddsLine, ...]:
    """The wagers of a table and their odds, where the rulebook wants them shown; only those that may be made now."""
    if floor.rulebook_of(table).display.odds_notice is None:
        return ()
    kinds: dict[str, list[Spot]] = {}
    for name, spot in floor.game_of(table).spots.items():
        if not table.cloth.straight_only or kind_of(name) == STRAIGHT:
            kinds.setdefault(kind_of(name), []).append(spot)
    lines: list[OddsLine] = []
    for kind, spots in kinds.items():
        if len({spot.odds for spot in spots}) == 1:
            lines.append(OddsLine(kind, spots[0].odds, spots[0].clause))
        else:
            lines += [OddsLine(spot.name, spot.odds, spot.clause) for spot in spots]
    return tuple(lines)
