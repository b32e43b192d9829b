"""What the turn of a round does to a cloth: a module of its own, since rounds need it and the cloth needs rounds."""

from __future__ import annotations

from openetg.floor.state import Cloth, Round, Table


def take_over(table: Table, round_: Round) -> None:
    """A round begins: what was announced is in force, and winning chips that ride are its wagers."""
    cloth = table.cloth
    cloth_limits_in_force(cloth)
    if cloth.next_maxima is not None:
        cloth.maxima, cloth.next_maxima = cloth.next_maxima, None
    cloth.colour_only, cloth.next_colour_only = cloth.colour_only + cloth.next_colour_only, []
    round_.cloth, cloth.riding = cloth.riding, {}


def cloth_limits_in_force(cloth: Cloth) -> None:
    """What was announced for the cloth binds from now on."""
    if cloth.next_limits is not None:
        cloth.limits, cloth.next_limits = cloth.next_limits, None


def undo(cloth: Cloth) -> None:
    """Clears what rides and what was won when the newest round is void."""
    cloth.riding, cloth.wins = {}, {}
