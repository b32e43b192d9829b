"""What may be asked of the floor: the closed set of commands by area, and the order that carries one."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from openetg.floor.alerts.commands import *
from openetg.floor.cloth.commands import *
from openetg.floor.core.command import *
from openetg.floor.jackpots.commands import *
from openetg.floor.money.commands import *
from openetg.floor.people.commands import *
from openetg.floor.premises.commands import *
from openetg.floor.promotions.commands import *
from openetg.floor.rounds.commands import *
from openetg.floor.trouble.commands import *
from openetg.floor.wagers.commands import *

AnyCommand: TypeAlias = (
    PremisesCommand
    | RoundCommand
    | WagerCommand
    | MoneyCommand
    | DrawerCommand
    | ClothCommand
    | TroubleCommand
    | PeopleCommand
    | AlertCommand
    | JackpotCommand
    | PromotionCommand
)


class Order(Struct, frozen=True, gc=False):
    """A command with the id its sender minted: the same id again gets the same answer."""

    sender: str
    boot: int
    """Which life of the sender: rises when it starts afresh."""
    number: int
    """Rises with each command of one life."""
    command: AnyCommand
