"""What the sensors of a terminal or table have seen. Each sighting is an item and is said until it is heard."""

from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from openetg.devices.line.forms import LineForm, one_of, token
from openetg.devices.line.signals import Identify
from openetg.devices.money.line import ITEM, Beat, DeviceTrouble, Fine, Heard, MoneyHello, MoneyLanguage

KIND = "sensors"


class Sight(Enum):
    """What was seen, by the names the floor knows."""

    DOOR = "door"
    TILT = "tilt"
    TAMPER = "tamper"


class Seen(Struct, frozen=True, gc=False, tag="seen"):
    """A door was opened, something was tilted or forced; also while there was no power. Said until heard."""

    item: int
    sight: Sight
    where: str
    """Which door or switch."""


class Closed(Struct, frozen=True, gc=False, tag="closed"):
    """A door is closed again. Information: only a person puts a terminal back into service."""

    where: str


SensorSignal: TypeAlias = MoneyHello | Beat | DeviceTrouble | Fine | Seen | Closed
SensorOrder: TypeAlias = Heard | Identify

_WHERE = token("where")
LANGUAGE: MoneyLanguage[SensorSignal, SensorOrder] = MoneyLanguage(
    (LineForm("SEEN", Seen, (ITEM, one_of("sight", Sight), _WHERE)), LineForm("CLOSED", Closed, (_WHERE,))), ()
)
