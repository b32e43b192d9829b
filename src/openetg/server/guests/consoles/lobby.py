"""The lobby of a floor: every table as the public may see it, for public displays and for consoles.

It says how many terminals are free, never which, nor whose money is where.
"""

from __future__ import annotations

from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.jackpots.views import jackpots_at
from openetg.floor.people.staff_views import display_view
from openetg.floor.state import Floor, Table
from openetg.rulebook.texts import split_numbers
from openetg.server.plan.floor_plan import House
from openetg.wire.console import Fell, LobbyTable, LobbyView

OUTCOMES_SHOWN = 6
CLOSE = "close"
"""The notice that a table closes."""


def lobby_view(floor: Floor, house: House) -> LobbyView:
    """The whole floor."""
    titles = {plan.table: plan.title for plan in house.tables}
    return LobbyView(
        house.site,
        tuple(_lobby_table(floor, each, titles.get(each.name, each.name)) for each in floor.tables.values()),
    )


def _lobby_table(floor: Floor, table: Table, title: str) -> LobbyTable:
    shown, rulebook = display_view(floor, table), floor.rulebook_of(table)
    colours = _colours(floor, table)
    return LobbyTable(
        table=table.name,
        title=title,
        game=floor.game_of(table).name,
        rulebook=rulebook.about.id,
        rulebook_title=rulebook.about.title,
        is_open=table.is_open,
        round=shown.table.round,
        phase=shown.table.phase,
        opened_at_ms=shown.table.opened_at_ms,
        closes_at_ms=shown.table.closes_at_ms,
        outcomes=tuple(Fell(each, colours.get(each, "")) for each in shown.table.outcomes[:OUTCOMES_SHOWN]),
        limits=shown.table.limits,
        cloth_limits=shown.cloth_limits,
        terminals=len(table.terminals),
        free=sum(_is_free(floor, name) for name in table.terminals),
        shuts_at_ms=shown.notices.get(CLOSE, 0),
        jackpots=jackpots_at(floor, table.name, hits=False),
    )


def _is_free(floor: Floor, name: str) -> bool:
    """Whether a terminal is in service and holds no money."""
    terminal, held = floor.terminals[name], floor.ledger.held
    return not (terminal.locks or held(meter_of(name)) or any(held(play_of(table, name)) for table in terminal.tables))


def _colours(floor: Floor, table: Table) -> dict[str, str]:
    """The colour of each number, as the rulebook prints the layout; empty where there are no numbers."""
    roulette = floor.rulebook_of(table).games.roulette
    if roulette is None or floor.game_of(table).name != "roulette":
        return {}
    drawn = roulette.layout
    printed = {"green": drawn.zeros, "red": drawn.red or "", "black": drawn.black or ""}
    return {number: colour for colour, numbers in printed.items() for number in split_numbers(numbers) or ()}
