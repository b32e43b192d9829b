"""What is to be expected of a jackpot, worked out in the process of questions: exact mathematics may take seconds."""

from __future__ import annotations

from msgspec import Raw, Struct

from openetg.floor.jackpots.commands import JackpotRules
from openetg.floor.state import Floor
from openetg.maths.jackpots import JackpotFigures, Play, figures, problems


class FigureJackpot(Struct, frozen=True, tag=True):
    """The figures of a jackpot at tables that are played so."""

    rules: JackpotRules
    plays: dict[str, Play]
    tables: dict[str, tuple[str, str]]
    """Of each table its rulebook and kind."""
    rulebooks: dict[str, Raw]
    """The rulebooks by their names, as they were adopted."""


class Figured(Struct, frozen=True, tag=True):
    """The figures; or why there are none."""

    figures: JackpotFigures | None
    problems: tuple[str, ...] = ()


def figured(question: FigureJackpot) -> Figured:
    """The answer."""
    floor = Floor()
    for name, body in question.rulebooks.items():
        floor.adopt(name, bytes(body))
    games = {
        table: floor.games[name][floor.rulebooks[name].tables[kind].game]
        for table, (name, kind) in question.tables.items()
    }
    found = problems(question.rules, games, question.plays)
    return Figured(None, found) if found else Figured(figures(question.rules, games, question.plays))
