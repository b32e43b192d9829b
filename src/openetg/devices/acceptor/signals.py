"""What an acceptor says it has done with a note or ticket, and what it can be told to do.

Plain frozen values; they judge nothing. Each note or ticket that goes in is an item, counted by the acceptor itself
from one on and never anew in one life of its memory. An item with no cents is a ticket.
"""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from openetg.devices.line.forms import LineForm, count, token
from openetg.devices.line.signals import Identify
from openetg.devices.money.line import ITEM, Beat, DeviceTrouble, Fine, Heard, MoneyHello, MoneyLanguage

KIND = "acceptor"


class TroubleCode(StrEnum):
    """The troubles we give a meaning. An acceptor may name others; they are on record all the same."""

    JAM = "JAM"
    FULL = "FULL"
    OPEN = "OPEN"
    """The cash box is out, or its door is open."""
    CHEAT = "CHEAT"
    """Something was pulled back, or is no paper at all."""


class NoteHeld(Struct, frozen=True, gc=False, tag="note_held"):
    """A note is in escrow. It goes back if no order comes."""

    item: int
    cents: int


class TicketHeld(Struct, frozen=True, gc=False, tag="ticket_held"):
    """A ticket is in escrow, and this is the number its barcode bears."""

    item: int
    digits: str


class Stacked(Struct, frozen=True, gc=False, tag="stacked"):
    """The item lies in the box. Said until heard."""

    item: int
    cents: int


class Returned(Struct, frozen=True, gc=False, tag="returned"):
    """The item is back with the player. Said until heard."""

    item: int
    cents: int


class Lost(Struct, frozen=True, gc=False, tag="lost"):
    """The acceptor cannot say where the item is. Said until heard."""

    item: int
    cents: int


class Empty(Struct, frozen=True, gc=False, tag="empty"):
    """Nothing is in escrow and nothing waits to be heard.

    Said at switch-on, when asked, and to an order that fits nothing.
    """


class Rejected(Struct, frozen=True, gc=False, tag="rejected"):
    """Something was put in and went straight back: not read, or the acceptor takes nothing now."""

    why: str


class Stack(Struct, frozen=True, gc=False, tag="stack"):
    """Put this item into the box, once, however often it is ordered."""

    item: int


class Return(Struct, frozen=True, gc=False, tag="return"):
    """Give this item back."""

    item: int


class Take(Struct, frozen=True, gc=False, tag="take"):
    """Take notes and tickets for the next five seconds: an acceptor that is alone takes nothing."""


class Refuse(Struct, frozen=True, gc=False, tag="refuse"):
    """Take nothing more. What is in escrow stays there."""


AcceptorSignal: TypeAlias = (
    MoneyHello | Beat | DeviceTrouble | Fine | NoteHeld | TicketHeld | Stacked | Returned | Lost | Empty | Rejected
)
AcceptorOrder: TypeAlias = Stack | Return | Take | Refuse | Heard | Identify

TAKE_MS = 5_000
"""How long an order to take holds."""

_CENTS = count("cents")
LANGUAGE: MoneyLanguage[AcceptorSignal, AcceptorOrder] = MoneyLanguage(
    (
        LineForm("NOTE", NoteHeld, (ITEM, _CENTS)),
        LineForm("TICKET", TicketHeld, (ITEM, token("digits"))),
        LineForm("STACKED", Stacked, (ITEM, _CENTS)),
        LineForm("RETURNED", Returned, (ITEM, _CENTS)),
        LineForm("LOST", Lost, (ITEM, _CENTS)),
        LineForm("EMPTY", Empty, ()),
        LineForm("REJECTED", Rejected, (token("why"),)),
    ),
    (
        LineForm("STACK", Stack, (ITEM,)),
        LineForm("RETURN", Return, (ITEM,)),
        LineForm("TAKE", Take, ()),
        LineForm("REFUSE", Refuse, ()),
    ),
)
