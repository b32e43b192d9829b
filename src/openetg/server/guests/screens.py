"""How the house has set up the screen of each terminal: chips, tables to turn to, languages, look, reminders.

Read from the plan of the floor and, for what may change while it runs, from the floor itself. Decides nothing.
"""

from __future__ import annotations

from openetg.floor.state import Floor, Table
from openetg.money import cents_of
from openetg.rulebook.schema.premises import Look
from openetg.server.plan.floor_plan import CHIPS, SIMULATED, House, TerminalPlan
from openetg.wire.messages import ScreenView, TableAt


class Screens:
    """The screens of a floor, by terminal and the table it has turned to."""

    def __init__(self, house: House, floor: Floor, *, demonstration: bool) -> None:
        self._house = house
        self._floor = floor
        self._demonstration = demonstration
        self._plans = {plan.terminal: plan for plan in house.terminals}
        self._titles = {plan.table: plan.title for plan in house.tables}

    def __call__(self, terminal: str, table: str) -> ScreenView:
        """The screen of a terminal, turned to one of its tables."""
        house, play = self._house, self._house.play
        plan = self._plans.get(terminal) or TerminalPlan(terminal, (table,), CHIPS, house.notes)
        looks = self._looks(self._floor.tables[table])
        name = plan.look if plan.look in looks else next(iter(looks), "")
        look = looks.get(name)
        return ScreenView(
            site=house.site,
            currency=house.currency,
            chips=tuple(cents_of(chip) for chip in sorted(plan.chips)),
            tables=tuple(self._at(name) for name in self._floor.terminals[terminal].tables),
            languages=play.languages,
            look=name if len(looks) > 1 else "",
            look_title=look.title if look is not None else "",
            look_clause=look.clause if look is not None else "",
            racetrack=look.racetrack.value if look is not None else "",
            simulated=(self._demonstration or house.rehearsal) and plan.acceptor == SIMULATED,
            autoplay_max=play.autoplay_max,
            remind_every_ms=play.remind_every_ms,
            break_after_ms=play.break_after_ms,
        )

    def _at(self, table: str) -> TableAt:
        game = self._floor.game_of(self._floor.tables[table])
        return TableAt(table, self._titles.get(table, table), game.name)

    def _looks(self, table: Table) -> dict[str, Look]:
        """The looks that the rulebook of a table has for the game there; if none is chosen, the first."""
        game = self._floor.game_of(table).name
        looks = self._floor.rulebook_of(table).display.looks
        return {name: look for name, look in looks.items() if is_look_of(look, game)}


def is_look_of(look: Look, game: str) -> bool:
    """Whether a look is one of the screen of a game."""
    return not look.games or game in look.games
