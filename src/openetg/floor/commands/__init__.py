"""What anybody may wish of the floor: the closed set of commands by area, and the order that carries one."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from openetg.floor.commands.alerts import *
from openetg.floor.commands.base import *
from openetg.floor.commands.cloth import *
from openetg.floor.commands.drawers import *
from openetg.floor.commands.jackpots import *
from openetg.floor.commands.money import *
from openetg.floor.commands.people import *
from openetg.floor.commands.premises import *
from openetg.floor.commands.promotions import *
from openetg.floor.commands.rounds import *
from openetg.floor.commands.trouble import *
from openetg.floor.commands.wagers import *

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
