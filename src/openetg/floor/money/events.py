"""Events of money at terminals, the cage and its drawers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from openetg.floor.core.command import Private
from openetg.floor.core.declaring import fact
from openetg.floor.core.event import Event
from openetg.floor.core.ledger import Transfer
from openetg.money import ZERO, Money
from openetg.rulebook.schema.policies import HoldDuty, PaperKind


@fact("{terminal} holds a note of {amount:money}; it may be taken in")
class NoteHeld(Event, frozen=True):
    """The acceptor may stack the note it holds in escrow; nothing is credited yet."""

    terminal: str
    amount: Money
    clause: str


@fact("A note of {amount:money} went back to the player at {terminal}{why:because}")
class NoteReturned(Event, frozen=True):
    """The note in escrow went back to the player."""

    terminal: str
    amount: Money
    clause: str
    role: str = ""
    person: str = ""
    """Who has established it, where the acceptor could not say."""
    why: Private = ""


@fact("Nobody knows where the note of {amount:money} at {terminal} is")
class NoteLost(Event, frozen=True):
    """What became of the note in escrow is unknown until a person has looked."""

    terminal: str
    amount: Money
    clause: str


class NoteCredited(Event, frozen=True):
    terminal: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]
    opens: bool = True
    """Whether it opens the account of the terminal."""
    role: str = ""
    person: str = ""
    """Who has established that it lies in the cash box, where the acceptor could not say."""
    why: Private = ""


@fact("A ticket of {amount:money} was put into {terminal}")
class TicketInserted(Event, frozen=True):
    """A ticket was redeemed by putting it into a terminal."""

    terminal: str
    ticket: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]
    at_ms: int
    opens: bool = True
    also: tuple[str, ...] = ()


@fact("{amount:money} came to {terminal} from the monitoring system, transfer {transfer}")
class CreditTransferred(Event, frozen=True):
    """Money came from the monitoring system, under its id."""

    terminal: str
    transfer: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]


class TicketOrdered(Event, frozen=True):
    """The meter is on its way to paper; the printer has yet to confirm."""

    terminal: str
    ticket: str
    amount: Money
    clause: str
    transfers: tuple[Transfer, ...]
    paper: PaperKind = PaperKind.TICKET
    also: tuple[str, ...] = ()
    serial: int = 0
    """Which paper of its terminal it is; zero where that was not counted yet."""
    at_ms: int = 0
    """When it was ordered, as is printed on it."""
    expires_at_ms: int = 0
    """Until when it is paid, as is printed on it; zero is without end."""


class TicketLifeSet(Event, frozen=True):
    """New papers are paid for so many days; zero is without end."""

    days: int


@fact("{terminal} has printed the paper of {amount:money}")
class TicketIssued(Event, frozen=True):
    terminal: str
    ticket: str
    amount: Money
    transfers: tuple[Transfer, ...]
    closes: bool = False
    """Whether the account of the terminal ends with it."""


class TicketFailed(Event, frozen=True):
    """The printer did not print: the money is back where it came from, the number is void."""

    terminal: str
    ticket: str
    amount: Money
    transfers: tuple[Transfer, ...]
    award: str = ""
    """The prize of a jackpot that is due again; empty where the meter has its credit again."""


@fact(ruling=True)
class PaperRedeemed(Event, frozen=True):
    """A paper was paid at the cage or by a machine."""

    ticket: str
    amount: Money
    role: str
    person: str
    asked: str
    paid: str
    clause: str
    transfers: tuple[Transfer, ...]
    at_ms: int
    also: tuple[str, ...] = ()
    chosen_by: str = ""
    """Who chose another form than asked for, if not the one who paid."""
    drawer: str = ""
    """The drawer it was paid out of; empty is the cage itself."""


@fact("{person} agreed with the player to pay not before {until_ms:at}{why:because}")
class PaymentDelayed(Event, frozen=True):
    """A later time of payment was agreed with the player, while entitlement is verified."""

    ticket: str
    until_ms: int
    role: str
    person: str
    why: Private
    clause: str


@fact("{person} asked for identification")
class IdentificationAsked(Event, frozen=True):
    ticket: str
    role: str
    person: str
    clause: str


@fact("The player identified themselves to {person}{document:because}")
class IdentificationShown(Event, frozen=True):
    ticket: str
    document: Private
    role: str
    person: str
    clause: str


@fact("{person} ordered payment {payout} of {amount:money} by hand at {terminal}", ruling=True)
class PayoutOrdered(Event, frozen=True):
    """So much is to be paid by hand; it is owed until a person has signed for it."""

    payout: str
    terminal: str
    amount: Money
    role: str
    person: str
    clause: str
    transfers: tuple[Transfer, ...]
    closes: bool = False


@fact("Payment {payout} of {amount:money} was signed for and handed over by {person}", ruling=True)
class PayoutSigned(Event, frozen=True):
    """The player has signed for a payment by hand, and has it."""

    payout: str
    amount: Money
    signature: Private
    role: str
    person: str
    asked: str
    paid: str
    clause: str
    transfers: tuple[Transfer, ...]
    also: tuple[str, ...] = ()
    chosen_by: str = ""
    drawer: str = ""
    """The drawer it was paid out of; empty is the cage itself."""


class MeterCompared(Event, frozen=True):
    """A terminal displays another meter than the ledger holds: both figures, for the alarm."""

    terminal: str
    shown: Money
    held: Money
    clause: str


@fact("The {official:plain} is told that {what} is withheld{why:because}")
class HoldNotified(Event, frozen=True):
    """The official is told of something withheld, in the step that withholds it."""

    what: str
    official: str
    why: Private
    clause: str
    duty: HoldDuty
    """Whether a review is awaited."""


@fact(ruling=True)
class MoneyWithheld(Event, frozen=True):
    """Meter money is kept back; what the meter did not hold is demanded, also where a reversal has found too little."""

    case: str
    terminal: str
    """Or the player at a cloth of whom all of it is demanded."""
    amount: Money
    """All of it."""
    role: str
    person: str
    why: Private
    clause: str
    official: str
    duty: HoldDuty
    transfers: tuple[Transfer, ...]
    demanded: Money = ZERO
    due: Money = ZERO
    """How much of it is to come out of what the running wagers bring."""
    also: tuple[str, ...] = ()
    table: str = ""
    """The table whose bank a reversal has given it back to; then it is the house's to ask for, and not contested."""


@fact("{amount:money} of what the round brought {terminal} was withheld")
class DueWithheld(Event, frozen=True):
    """What a round brought a terminal, or part of it, is kept back as was ordered before."""

    terminal: str
    amount: Money
    left: Money
    """How much of what was ordered has yet to come."""
    clause: str
    transfers: tuple[Transfer, ...]


@fact(ruling=True)
class PaperHeld(Event, frozen=True):
    """A paper is paid nowhere until that is determined; one paid already is demanded back."""

    case: str
    ticket: str
    amount: Money
    role: str
    person: str
    why: Private
    clause: str
    official: str
    duty: HoldDuty
    transfers: tuple[Transfer, ...] = ()
    demanded: Money = ZERO
    table: str = ""
    """The table of its rulebook, of a promotion's prize; a paper has that of its terminal."""


@fact(ruling=True)
class HoldingReleased(Event, frozen=True):
    """What was withheld is determined: it is the player's, or it is not."""

    what: str
    case: str
    pay: bool
    amount: Money
    """What was withheld, less what of it went against what is demanded where the rest is the player's."""
    role: str
    person: str
    why: Private
    clause: str
    transfers: tuple[Transfer, ...]
    review_open: bool = False
    """Whether the official's review has yet to be recorded."""
    payout: str = ""
    """The payment by hand it went to."""
    demand: Money = ZERO
    """What was demanded until now: given up if it is the player's, else it has come back."""


@fact("{person} reviewed what was withheld in case {case}{finding:because}")
class HoldingReviewed(Event, frozen=True):
    """The official's review is recorded with the case."""

    what: str
    case: str
    finding: Private
    role: str
    person: str
    clause: str


MoneyEvent: TypeAlias = (
    NoteHeld
    | NoteReturned
    | NoteLost
    | NoteCredited
    | TicketInserted
    | CreditTransferred
    | TicketOrdered
    | TicketLifeSet
    | TicketIssued
    | TicketFailed
    | PaperRedeemed
    | PaymentDelayed
    | IdentificationAsked
    | IdentificationShown
    | PayoutOrdered
    | PayoutSigned
    | MeterCompared
    | HoldNotified
    | MoneyWithheld
    | DueWithheld
    | PaperHeld
    | HoldingReleased
    | HoldingReviewed
)


class DrawersRequired(Event, frozen=True):
    """From now on a person pays cash at the cage only out of a drawer of their own, or out of the cage as well."""

    required: bool


class DrawerOpened(Event, frozen=True):
    """A person answers for the cash of a drawer from now on."""

    drawer: str
    counted: Money
    role: str
    person: str
    at_ms: int
    transfers: tuple[Transfer, ...] = ()


class DrawerCashMoved(Event, frozen=True):
    """Cash went from the cage into a drawer, or back."""

    drawer: str
    amount: Money
    to: Literal["drawer", "cage"]
    role: str
    person: str
    why: Private
    at_ms: int
    transfers: tuple[Transfer, ...]


class DrawerCounted(Event, frozen=True):
    """What was found in a drawer, beside what the ledger says is in it."""

    drawer: str
    expected: Money
    counted: Money
    difference: Money
    """Below zero, so much is missing; above, so much is too much."""
    role: str
    person: str
    at_ms: int
    pieces: dict[str, int] = {}


class DrawerClosed(Event, frozen=True):
    """What was counted is in the cage again; a difference stands on an account of its own."""

    drawer: str
    expected: Money
    counted: Money
    difference: Money
    role: str
    person: str
    why: Private
    at_ms: int
    transfers: tuple[Transfer, ...] = ()
    pieces: dict[str, int] = {}


DrawerEvent: TypeAlias = DrawersRequired | DrawerOpened | DrawerCashMoved | DrawerCounted | DrawerClosed
