"""What the monitoring system of a site asks of a floor, and what it is told.

Credit comes from it under an id of its own, and the same id again moves nothing. Tickets of other machines of the site
are its tickets: it says what one is worth and keeps that it was redeemed, under an id that is the ticket's.
"""

from typing import TypeAlias

from msgspec import Struct

from openetg.devices.line.forms import LineForm, count, optional, token
from openetg.devices.line.signals import Identify
from openetg.devices.money.line import ITEM, Beat, DeviceTrouble, Fine, Heard, MoneyHello, MoneyLanguage

KIND = "monitoring"
DONE = "done"
"""The code of an answer that accepts; any other is the reason of a refusal."""


class CreditSent(Struct, frozen=True, gc=False, tag="credit_sent"):
    """So much is to go to a terminal's meter. Asked until answered."""

    transfer: str
    terminal: str
    cents: int


class CreditAsked(Struct, frozen=True, gc=False, tag="credit_asked"):
    """So much is to come from a terminal's meter. Asked until answered."""

    transfer: str
    terminal: str
    cents: int


class MetersAsked(Struct, frozen=True, gc=False, tag="meters_asked"):
    """What does a terminal's meter say?"""

    terminal: str


class TicketPaid(Struct, frozen=True, gc=False, tag="ticket_paid"):
    """The ticket is redeemed under this id, and worth so much. Said again for the same id."""

    redemption: str
    cents: int


class TicketDenied(Struct, frozen=True, gc=False, tag="ticket_denied"):
    """The ticket is not paid, or no longer."""

    redemption: str
    code: str


class EventHeard(Struct, frozen=True, gc=False, tag="event_heard"):
    """Everything up to this event was heard."""

    item: int


class Answer(Struct, frozen=True, gc=False, tag="answer"):
    """What became of a transfer: `done`, or why not."""

    transfer: str
    code: str
    clause: str | None = None


class Meters(Struct, frozen=True, gc=False, tag="meters"):
    """What stands on record for a terminal: credit, wagers in play, being printed, notes ever taken."""

    terminal: str
    credit_cents: int
    play_cents: int
    printing_cents: int
    notes_cents: int


class Event(Struct, frozen=True, gc=False, tag="event"):
    """Something happened. Told again until heard; numbers rise by one within a life of the floor's server."""

    item: int
    code: str
    place: str


class RedeemTicket(Struct, frozen=True, gc=False, tag="redeem_ticket"):
    """A ticket with this number was put in at a terminal: is it good? If so it is redeemed under this id."""

    redemption: str
    digits: str
    terminal: str


class ReverseTicket(Struct, frozen=True, gc=False, tag="reverse_ticket"):
    """The floor did not credit it: the ticket is good again."""

    redemption: str


MonitoringSignal: TypeAlias = (
    MoneyHello
    | Beat
    | DeviceTrouble
    | Fine
    | CreditSent
    | CreditAsked
    | MetersAsked
    | TicketPaid
    | TicketDenied
    | EventHeard
)
MonitoringOrder: TypeAlias = Answer | Meters | Event | RedeemTicket | ReverseTicket | Heard | Identify

_TRANSFER, _TERMINAL, _CENTS, _REDEMPTION = token("transfer"), token("terminal"), count("cents"), token("redemption")
LANGUAGE: MoneyLanguage[MonitoringSignal, MonitoringOrder] = MoneyLanguage(
    (
        LineForm("SEND", CreditSent, (_TRANSFER, _TERMINAL, _CENTS)),
        LineForm("ASK", CreditAsked, (_TRANSFER, _TERMINAL, _CENTS)),
        LineForm("METERS", MetersAsked, (_TERMINAL,)),
        LineForm("PAID", TicketPaid, (_REDEMPTION, _CENTS)),
        LineForm("DENIED", TicketDenied, (_REDEMPTION, token("code"))),
        LineForm("EVENTHEARD", EventHeard, (ITEM,)),
    ),
    (
        LineForm("ANSWER", Answer, (_TRANSFER, token("code"), optional(token("clause")))),
        LineForm(
            "METER",
            Meters,
            (_TERMINAL, count("credit_cents"), count("play_cents"), count("printing_cents"), count("notes_cents")),
        ),
        LineForm("EVENT", Event, (ITEM, token("code"), token("place"))),
        LineForm("REDEEM", RedeemTicket, (_REDEMPTION, token("digits"), _TERMINAL)),
        LineForm("REVERSE", ReverseTicket, (_REDEMPTION,)),
    ),
)
