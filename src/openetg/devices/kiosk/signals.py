"""What a ticket-in cash-out kiosk says, and what it can be told.

Three steps, and each is safe to repeat: a ticket is in escrow; the floor says what it is worth and the kiosk whether it
can pay exactly that; once the floor has redeemed it, the kiosk pays. What it cannot pay then is owed on a receipt.
"""

from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from openetg.devices.line.forms import LineForm, count, one_of, token
from openetg.devices.line.signals import Identify
from openetg.devices.money.line import ITEM, Beat, DeviceTrouble, Fine, Heard, MoneyHello, MoneyLanguage

KIND = "kiosk"


class CannotPay(Enum):
    """Why a kiosk does not pay a ticket, in order of precedence."""

    ABOVE_CAP = "above-cap"
    """More than it pays at once: the cage does."""
    NO_CHANGE = "no-change"
    """It does not have the notes and coins to make the amount."""


class TicketHeld(Struct, frozen=True, gc=False, tag="ticket_held"):
    """A ticket is in escrow. Said until there is an order."""

    item: int
    digits: str


class Payable(Struct, frozen=True, gc=False, tag="payable"):
    """It has the notes for exactly this, and has set them aside for the item."""

    item: int
    cents: int


class Unpayable(Struct, frozen=True, gc=False, tag="unpayable"):
    """It cannot pay that, and gives the ticket back."""

    item: int
    why: CannotPay


class Paid(Struct, frozen=True, gc=False, tag="paid"):
    """Everything was paid. Said until heard."""

    item: int
    cents: int


class Short(Struct, frozen=True, gc=False, tag="short"):
    """Only part was paid; a receipt for the rest was printed, which a person pays. Said until heard."""

    item: int
    paid_cents: int
    owed_cents: int


class Returned(Struct, frozen=True, gc=False, tag="returned"):
    """The ticket is back with its bearer, and nothing was paid. Said until heard."""

    item: int


class Offer(Struct, frozen=True, gc=False, tag="offer"):
    """The ticket of this item is worth so much: can you pay that?"""

    item: int
    cents: int


class Pay(Struct, frozen=True, gc=False, tag="pay"):
    """The ticket is redeemed: keep it and pay, once, however often it is ordered."""

    item: int
    cents: int


class Return(Struct, frozen=True, gc=False, tag="return"):
    """Give the ticket back."""

    item: int
    why: str


KioskSignal: TypeAlias = (
    MoneyHello | Beat | DeviceTrouble | Fine | TicketHeld | Payable | Unpayable | Paid | Short | Returned
)
KioskOrder: TypeAlias = Offer | Pay | Return | Heard | Identify

_CENTS = count("cents")
LANGUAGE: MoneyLanguage[KioskSignal, KioskOrder] = MoneyLanguage(
    (
        LineForm("TICKET", TicketHeld, (ITEM, token("digits"))),
        LineForm("PAYABLE", Payable, (ITEM, _CENTS)),
        LineForm("UNPAYABLE", Unpayable, (ITEM, one_of("why", CannotPay))),
        LineForm("PAID", Paid, (ITEM, _CENTS)),
        LineForm("SHORT", Short, (ITEM, count("paid_cents"), count("owed_cents"))),
        LineForm("RETURNED", Returned, (ITEM,)),
    ),
    (
        LineForm("OFFER", Offer, (ITEM, _CENTS)),
        LineForm("PAY", Pay, (ITEM, _CENTS)),
        LineForm("RETURN", Return, (ITEM, token("why"))),
    ),
)
