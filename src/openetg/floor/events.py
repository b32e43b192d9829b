"""What has happened: the closed set of facts, by area."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.alerts.events import *
from openetg.floor.cloth.events import *
from openetg.floor.core.event import *
from openetg.floor.jackpots.events import *
from openetg.floor.money.events import *
from openetg.floor.people.events import *
from openetg.floor.premises.events import *
from openetg.floor.promotions.events import *
from openetg.floor.rounds.events import *
from openetg.floor.trouble.events import *
from openetg.floor.wagers.events import *

AnyEvent: TypeAlias = (
    PremisesEvent
    | RoundEvent
    | WagerEvent
    | MoneyEvent
    | DrawerEvent
    | ClothEvent
    | TroubleEvent
    | PeopleEvent
    | AlertEvent
    | JackpotEvent
    | PromotionEvent
)
