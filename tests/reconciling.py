"""Whether what lies in jackpots is what went in less what was won."""

from __future__ import annotations

from openetg.floor.core.ledger import seeding_of
from openetg.floor.jackpots.pools import held_in
from openetg.floor.state import Floor
from openetg.money import total


def reconciles(floor: Floor) -> bool:
    """Whether the ledger holds, of every level, exactly what was put in less what was won, and bears what the house
    has put in.
    """
    for jackpot in floor.jackpots.offered.values():
        for name, level in jackpot.levels.items():
            if held_in(floor, jackpot.name, name) != level.seeded + level.contributed + level.moved - level.won:
                return False
        if floor.ledger.held(seeding_of(jackpot.name)) != -total(each.seeded for each in jackpot.levels.values()):
            return False
    return True
