"""What the floor remembers of papers, payments by hand, money withheld and the drawers of the cage."""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from msgspec import Struct

from openetg.floor.core.command import Private
from openetg.money import ZERO, Money
from openetg.rulebook.schema.policies import HoldDuty, PaperKind

DRAWERS_KEPT = 64
"""How many closed drawers are kept to be shown; the journal has them all."""
COUNTS_KEPT = 16
"""How many counts are kept with a drawer."""


class TicketState(Enum):
    """What a ticket is worth."""

    ORDERED = "ordered"
    """The printer has yet to confirm it."""
    OUTSTANDING = "outstanding"
    REDEEMED = "redeemed"
    VOID = "void"


class Redemption(Struct, frozen=True):
    """Where, when and how a paper was redeemed, to be quoted to a person who presents it again."""

    where: str
    """The terminal that took it, or the role that paid it."""
    person: str
    at_ms: int
    asked: str = ""
    paid: str = ""


class Ticket(Struct):
    """A paper this floor has issued: ticket, voucher or slip."""

    number: str
    terminal: str
    amount: Money
    state: TicketState
    kind: PaperKind = PaperKind.TICKET
    held: bool = False
    """Whether it is kept back, and paid nowhere, until that is determined."""
    redeemed: Redemption | None = None
    payable_at_ms: int = 0
    """The time of payment agreed with the player, while entitlement is verified."""
    identify: bool = False
    """Whether payment waits for identification."""
    document: Private = ""
    """What the player has shown."""
    serial: int = 0
    """Which paper of its terminal it is."""
    at_ms: int = 0
    """When it was ordered."""
    expires_at_ms: int = 0
    """Until when it is paid; zero is without end."""


class Credited(Struct, frozen=True):
    """What a transfer from the monitoring system brought, and where."""

    terminal: str
    amount: Money


class Payout(Struct):
    """A payment by hand, pending until it is signed for."""

    number: str
    terminal: str
    amount: Money
    signature: Private = ""
    held: bool = False
    """Whether it is kept back until that is determined."""
    refused: bool = False
    """Whether it was determined not to be the player's."""


class Holding(Struct):
    """Something kept back or demanded back until an investigation has ended: the case of it."""

    what: str
    """The terminal, the paper or the payment by hand; also a player at a cloth, of whom something is demanded."""
    case: str
    clause: str
    official: str
    """Who was told, in the step that withheld it; empty where the rulebook has no official told."""
    duty: HoldDuty
    why: Private
    reviews: list[Private] = []
    """What the official found."""
    determined: str = ""
    """`pay` or `refuse`, once it is and nothing is demanded any more."""
    table: str = ""
    """The table of the round that was reversed, where that has opened the case; otherwise it is that of the
    terminal."""
    against: Money = ZERO
    """How much of what is withheld was there when a reversal found too little: at the end it goes against that."""


class DrawerCount(Struct, frozen=True):
    """What a person found in a drawer, beside what should have been in it."""

    at_ms: int
    person: str
    expected: Money
    counted: Money
    difference: Money
    """Below zero, so much was missing; above, so much was too much."""
    pieces: dict[str, int] = {}
    """How many notes and coins of which value, in cents, if they were told."""


class Drawer(Struct):
    """Cash that one person answers for, from its opening until it was counted back into the cage."""

    name: str
    person: str
    role: str
    opened_at_ms: int
    opened_with: Money
    moved_in: Money = ZERO
    """What came out of the cage since it was opened."""
    moved_out: Money = ZERO
    """What went back into the cage before it was closed."""
    paid: Money = ZERO
    """What players were paid out of it."""
    sold: Money = ZERO
    """What players paid into it, for chips and copies of rules."""
    papers: int = 0
    """How many papers, payments by hand and stacks of chips that was."""
    counts: list[DrawerCount] = []
    """The last counts, the one at the close the last of them."""
    closed_at_ms: int = 0
    """Zero while it is open."""
    closed_by: str = ""
    difference: Money = ZERO
    """What was too much, or below zero too little, at the close."""
    why: Private = ""
    """What was said of the difference."""


class Vault(Struct):
    """Everything on record about money that is neither on a meter nor on a layout."""

    transfers: dict[str, Credited] = {}
    """Per transfer id of the monitoring system, what came of it."""
    payouts: dict[str, Payout] = {}
    holdings: dict[str, Holding] = {}
    """Per terminal or paper, the last thing withheld of it."""
    ticket_days: int = 0
    """For how many days new papers are paid; zero is without end."""
    due: dict[str, Money] = {}
    """Per terminal, how much of what its running wagers bring is to be withheld."""
    drawers_required: bool = False
    """Whether a person pays cash only out of a drawer of their own."""
    drawers: dict[str, Drawer] = {}
    """The open ones, by name."""
    closed_drawers: list[Drawer] = []
    """The last ones that were closed, oldest first."""


def awaits_review(holding: Holding) -> bool:
    """Whether the official's review, which the rulebook demands, is not on record yet."""
    match holding.duty:
        case HoldDuty.NOTICE_AND_REVIEW:
            return not holding.reviews
        case HoldDuty.NOTICE:
            return False
        case _:
            assert_never(holding.duty)
