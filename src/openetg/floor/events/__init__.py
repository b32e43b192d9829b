"""What has happened: the closed set of facts, by area."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.events.alerts import *
from openetg.floor.events.base import *
from openetg.floor.events.cloth import *
from openetg.floor.events.drawers import *
from openetg.floor.events.jackpots import *
from openetg.floor.events.money import *
from openetg.floor.events.people import *
from openetg.floor.events.premises import *
from openetg.floor.events.promotions import *
from openetg.floor.events.rounds import *
from openetg.floor.events.trouble import *
from openetg.floor.events.wagers import *

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
