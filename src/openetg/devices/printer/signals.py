"""What a ticket printer says became of a ticket, and what it can be told to print.

A ticket is known by the number it bears, and an order to print is carried out once however often it is given: the
printer remembers its last ticket over a loss of power and says again what became of it. It says nothing about credit.
"""

from enum import Enum, StrEnum
from typing import TypeAlias

from msgspec import Struct

from openetg.devices.line.forms import LineForm, count, one_of, token
from openetg.devices.line.signals import Identify
from openetg.devices.money.line import Beat, DeviceTrouble, Fine, Heard, MoneyHello, MoneyLanguage

KIND = "printer"


class Paper(Enum):
    """How much paper is left."""

    ENOUGH = "enough"
    LOW = "low"
    OUT = "out"


class TroubleCode(StrEnum):
    """The troubles we give a meaning."""

    JAM = "JAM"
    COVER = "COVER"


class WhyNot(Enum):
    """Why a ticket was not printed: no paper with its number came out whole."""

    PAPER = "paper"
    JAM = "jam"
    POWER = "power"
    COVER = "cover"


class Printed(Struct, frozen=True, gc=False, tag="printed"):
    """The ticket is on paper, whole and cut."""

    ticket: str


class Failed(Struct, frozen=True, gc=False, tag="failed"):
    """The ticket is not on paper, or on paper that says VOID; it will not be printed under this number any more."""

    ticket: str
    why: WhyNot


class Untaken(Struct, frozen=True, gc=False, tag="untaken"):
    """The printed ticket is still in the mouth; nothing else is printed before it is taken."""

    ticket: str


class Taken(Struct, frozen=True, gc=False, tag="taken"):
    """The player has taken the ticket."""

    ticket: str


class PaperLeft(Struct, frozen=True, gc=False, tag="paper_left"):
    """How much paper there is."""

    paper: Paper


class Print(Struct, frozen=True, gc=False, tag="print"):
    """Print this ticket, once, however often it is ordered. Site and layout are set up in the printer."""

    ticket: str
    """The validation number."""
    title: str
    """`ticket`, `voucher`, `slip` or `receipt`."""
    cents: int
    serial: int
    issued_ms: int
    expires_ms: int
    """Zero is without end."""


PrinterSignal: TypeAlias = MoneyHello | Beat | DeviceTrouble | Fine | Printed | Failed | Untaken | Taken | PaperLeft
PrinterOrder: TypeAlias = Print | Heard | Identify

_TICKET = token("ticket")
LANGUAGE: MoneyLanguage[PrinterSignal, PrinterOrder] = MoneyLanguage(
    (
        LineForm("PRINTED", Printed, (_TICKET,)),
        LineForm("FAILED", Failed, (_TICKET, one_of("why", WhyNot))),
        LineForm("UNTAKEN", Untaken, (_TICKET,)),
        LineForm("TAKEN", Taken, (_TICKET,)),
        LineForm("PAPER", PaperLeft, (one_of("paper", Paper),)),
    ),
    (
        LineForm(
            "PRINT",
            Print,
            (_TICKET, token("title"), count("cents"), count("serial"), count("issued_ms"), count("expires_ms")),
        ),
    ),
)
