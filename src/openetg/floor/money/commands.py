"""Commands about money at terminals and the cage: notes, papers, transfers, payments, holdings, drawers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from openetg.floor.core.command import (
    Act,
    Command,
    NameOfTicket,
    OfTicket,
    PaperNumber,
    Presented,
    Private,
    SignatureOfPayout,
)
from openetg.floor.core.declaring import SentBy, declared
from openetg.money import Money
from openetg.rulebook.schema.policies import PaperKind


@declared(SentBy.INSIDE, script="offer-note TERMINAL AMOUNT")
class OfferNote(Command, frozen=True):
    """The acceptor holds a note in escrow and asks whether to stack it."""

    terminal: str
    amount: Money


@declared(SentBy.INSIDE, script="return-note TERMINAL")
class ReturnNote(Command, frozen=True):
    """The acceptor gave the note in escrow back."""

    terminal: str


@declared(SentBy.INSIDE, script="note TERMINAL AMOUNT")
class InsertNote(Command, frozen=True):
    """The acceptor has stacked a note."""

    terminal: str
    amount: Money
    offered: bool = False
    """Whether it is the note that was held in escrow; said again after it was credited, it is no second note."""


@declared(SentBy.INSIDE)
class ReportNoteLost(Command, frozen=True):
    """The acceptor does not know what became of the note it held: power was lost while it moved."""

    terminal: str


@declared(power="open_terminal_case")
class EstablishNote(Act, frozen=True):
    """A person has looked what became of a note of which the acceptor cannot say it."""

    terminal: str
    stacked: bool
    """Whether it lies in the cash box; else the player has it."""
    why: Private


@declared(SentBy.INSIDE, script="ticket-in TERMINAL TICKET")
class InsertTicket(Command, frozen=True):
    """A ticket in the acceptor of a terminal."""

    terminal: str
    ticket: Presented


@declared(power="transfer_credit")
class TransferCredit(Command, frozen=True):
    """The monitoring system sends money to a terminal, under an id of its own."""

    terminal: str
    transfer: str
    """The id; the same id again moves nothing."""
    amount: Money
    role: str = "monitoring_system"


@declared(SentBy.INSIDE)
class Collect(Command, frozen=True):
    """The meter as a paper."""

    terminal: str
    ticket: str
    """The serial number the paper will bear."""
    amount: Money | None = None
    """How much; None means the whole meter."""
    paper: PaperKind | None = None
    """Which kind; None means the first the rulebook names."""


@declared(SentBy.OPERATOR)
class SetTicketLife(Command, frozen=True):
    """For how long new papers are paid, as the floor file says."""

    days: int
    """Zero is without end."""


@declared(SentBy.INSIDE)
class ReportPrint(Command, frozen=True):
    """What became of a ticket at the printer."""

    terminal: str
    ticket: str
    printed: bool


@declared(power="redeem_paper", fills=("chosen_by",), worth="ticket")
class RedeemPaper(Act, frozen=True):
    """A ticket, voucher or slip is presented for payment."""

    ticket: Presented
    asked: str = "cash"
    """The form the player asks for."""
    paid: str = ""
    """The form it is paid in; empty means as asked."""
    chosen_by: str = ""
    """The role that chose another form; empty means the one who pays."""


@declared(SentBy.INSIDE, script="report-meter TERMINAL AMOUNT:shown")
class ReportMeter(Command, frozen=True):
    """What a terminal displays as its meter after a settlement."""

    terminal: str
    shown: Money


@declared(power="pay_by_hand", script="pay-by-hand ROLE TERMINAL [AMOUNT]")
class OrderManualPayout(Act, frozen=True):
    """The meter of a terminal, or part of it, is to be paid by hand."""

    terminal: str
    amount: Money | None = None


@declared(power="pay_by_hand", fills=("chosen_by",), worth="payout")
class SignManualPayout(Act, frozen=True):
    """The player has checked the amount and signed for it."""

    payout: str
    signature: SignatureOfPayout
    """The number of the signed form, or of the captured signature."""
    asked: str = "cash"
    """The form the player asks for."""
    paid: str = ""
    """The form it is paid in; empty means as asked."""
    chosen_by: str = ""
    """The role that chose another form; empty means the one who pays."""


@declared(power="withhold_meter", script='withhold ROLE TERMINAL AMOUNT "why" [due]')
class Withhold(Act, frozen=True):
    """So much, on or due to a meter, is kept back until an investigation has ended."""

    terminal: str
    amount: Money
    why: Private
    due: bool = False
    """Whether it is of what the running wagers will bring, instead of what is on the meter."""


@declared(power="withhold_paper", script='hold ROLE TICKET "why"')
class HoldPaper(Act, frozen=True):
    """A ticket, voucher or slip, or a payment by hand, is kept back, or demanded back if it was paid."""

    ticket: PaperNumber
    """Its number."""
    why: OfTicket


@declared(one_of=("withhold_meter", "withhold_paper", "end_claim"))
class Release(Act, frozen=True):
    """What was withheld is determined; where something is demanded and nothing withheld, that demand ends."""

    what: PaperNumber
    """The terminal, the ticket or the payment by hand; or the player of whom something is demanded."""
    pay: bool = True
    """Whether it is the player's, or the demand is given up; else it is refused, or has come back to the cage."""
    by_hand: bool = False
    """Whether it is paid by hand instead of to the meter."""
    why: Private = ""


@declared(power="review_withholding", script='review-hold ROLE NAME:what "finding"')
class ReviewHolding(Act, frozen=True):
    """The official's review of something withheld."""

    what: PaperNumber
    finding: Private


@declared(power="delay_payment")
class AgreeDelay(Act, frozen=True):
    """A later time of payment is agreed with the player."""

    ticket: PaperNumber
    until_ms: int
    why: OfTicket


@declared(power="ask_identification", script="ask-identity ROLE TICKET")
class AskIdentification(Act, frozen=True):
    """Payment waits until the player has shown who they are."""

    ticket: PaperNumber


@declared(power="ask_identification", script="identify ROLE TICKET [document=WORD]")
class RecordIdentification(Act, frozen=True):
    """The player has shown a document."""

    ticket: PaperNumber
    document: NameOfTicket


MoneyCommand: TypeAlias = (
    OfferNote
    | ReturnNote
    | InsertNote
    | ReportNoteLost
    | EstablishNote
    | InsertTicket
    | TransferCredit
    | Collect
    | SetTicketLife
    | ReportPrint
    | RedeemPaper
    | ReportMeter
    | OrderManualPayout
    | SignManualPayout
    | Withhold
    | HoldPaper
    | Release
    | ReviewHolding
    | AgreeDelay
    | AskIdentification
    | RecordIdentification
)


@declared(SentBy.OPERATOR)
class RequireDrawers(Command, frozen=True):
    """Whether a person pays cash at the cage only out of a drawer of their own, as the floor file says."""

    required: bool


@declared(one_of=("redeem_paper", "pay_by_hand"), script="open-drawer ROLE NAME:drawer AMOUNT:counted")
class OpenDrawer(Act, frozen=True):
    """A person takes a drawer with so much cash out of the cage, counted; from now on they pay cash out of it."""

    drawer: str
    """Its name or number."""
    counted: Money


@declared(one_of=("redeem_paper", "pay_by_hand"), script='move-cash ROLE NAME:drawer AMOUNT to drawer|cage:to ["why"]')
class MoveDrawerCash(Act, frozen=True):
    """Cash from the cage into an open drawer, or from the drawer back into the cage."""

    drawer: str
    amount: Money
    to: Literal["drawer", "cage"]
    why: Private = ""


@declared(
    one_of=("redeem_paper", "pay_by_hand", "close_table"),
    duties=("operator",),
    script="count-drawer ROLE NAME:drawer AMOUNT:counted",
)
class CountDrawer(Act, frozen=True):
    """The cash in an open drawer was counted; nothing moves."""

    drawer: str
    counted: Money
    pieces: dict[str, int] = {}
    """How many notes and coins of which value, in cents; if any are told, they are all of what was counted."""


@declared(
    one_of=("redeem_paper", "pay_by_hand", "close_table"),
    duties=("operator",),
    script='close-drawer ROLE NAME:drawer AMOUNT:counted ["why"]',
)
class CloseDrawer(Act, frozen=True):
    """The cash in a drawer was counted for the last time and goes back into the cage."""

    drawer: str
    counted: Money
    pieces: dict[str, int] = {}
    """As in a count."""
    why: Private = ""
    """What explains a difference; needed if there is one."""


DrawerCommand: TypeAlias = RequireDrawers | OpenDrawer | MoveDrawerCash | CountDrawer | CloseDrawer
