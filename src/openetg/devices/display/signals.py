"""What a winning-number display can be told to show, and what it says it shows.

It shows what is on record and decides nothing: when it fails, the record stands (and no rule of play depends on it).
"""

from typing import TypeAlias

from msgspec import Struct

from openetg.devices.line.forms import LineForm, count, token
from openetg.devices.line.signals import Identify
from openetg.devices.money.line import Beat, DeviceTrouble, Fine, Heard, MoneyHello, MoneyLanguage, tokens

KIND = "display"


class Shown(Struct, frozen=True, gc=False, tag="shown"):
    """What the display shows: the newest outcome and the round it belongs to."""

    round: int
    outcome: str


class Show(Struct, frozen=True, gc=False, tag="show"):
    """Show these outcomes, the newest first. An older round than the one shown is passed over."""

    round: int
    """Of the newest."""
    outcomes: tuple[str, ...]
    """At least one and at most twelve."""


class Blank(Struct, frozen=True, gc=False, tag="blank"):
    """Show nothing: the table is closed."""


DisplaySignal: TypeAlias = MoneyHello | Beat | DeviceTrouble | Fine | Shown
DisplayOrder: TypeAlias = Show | Blank | Heard | Identify
OUTCOMES_MAX = 12

LANGUAGE: MoneyLanguage[DisplaySignal, DisplayOrder] = MoneyLanguage(
    (LineForm("SHOWN", Shown, (count("round"), token("outcome"))),),
    (LineForm("SHOW", Show, (count("round"), tokens("outcomes"))), LineForm("BLANK", Blank, ())),
)
