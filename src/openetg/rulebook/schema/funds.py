"""The shape of a rulebook: where money comes from and goes (meters, chips, papers, what may be withheld).

Schema only: nothing in here computes.
"""

from __future__ import annotations

from typing import Literal

from openetg.money import Rounding
from openetg.rulebook.schema.policies import (
    CollectAmount,
    CollectTime,
    FloatShortage,
    Holdable,
    HoldDuty,
    PaperKind,
    Shortfall,
    Transfer,
    VoidMoney,
)
from openetg.rulebook.schema.shape import Choice, Cited, Clause, Count, RoleName, Section, Value


class Funding(Section, frozen=True):
    """How money comes on to a credit meter; an absent source is refused."""

    clause: Clause
    """The closed list of sources; cited when another is refused."""
    notes: Cited | None = None
    """Banknotes of the denominations marked on the terminal."""
    tickets: Cited | None = None
    """Tickets put into the terminal."""
    transfers: Choice[Transfer] | None = None
    """Transfers from the monitoring system."""
    winnings: Cited | None = None
    """Winnings of the game."""
    jackpots: Cited | None = None
    """Jackpots."""
    account_opened_by: Value[tuple[Literal["note", "ticket"], ...]] | None = None
    """What opens the account of a terminal before anything else may reach it."""


class Collect(Section, frozen=True):
    """How a credit meter is paid out."""

    when: Choice[CollectTime]
    """When it may be collected."""
    amount: Choice[CollectAmount]
    """How much of it."""
    papers: Value[tuple[PaperKind, ...]]
    """What the terminal issues for it."""
    expiry_days_min: Value[Count] | None = None
    """Papers may expire, and not before so many days; absent means that they are paid without end."""


class Withholding(Section, frozen=True):
    """What may be withheld, or demanded back, until an investigation has ended."""

    what: tuple[Holdable, ...]
    """The forms of money it reaches."""
    duty: HoldDuty
    """What is owed to the official."""
    official: RoleName
    """Who is told."""
    clause: Clause
    """The clause that allows it."""


class OtherForm(Section, frozen=True):
    """What may be paid in another form than asked for."""

    of: tuple[Holdable, ...]
    """What it reaches."""
    clause: Clause
    """The clause that allows it."""


class Payment(Section, frozen=True):
    """How prizes, tickets and vouchers are paid."""

    at_once: Cited
    """They are paid at once where possible."""
    delay: Cited
    """A later time may be agreed."""
    other_form: OtherForm
    """Another form than asked for may be paid."""
    identification: Cited
    """Identification may be asked for."""


class TicketMachines(Section, frozen=True):
    """Machines that pay tickets; every other paper is paid by a person."""

    roles: tuple[RoleName, ...]
    """What they are called among the roles."""
    clause: Clause
    """The clause that names them."""


class Chips(Section, frozen=True):
    """Chips at a live table."""

    value_chips: Cited
    """Chips with a printed value."""
    colour_chips: Cited | None = None
    """Chips of a colour, with a value declared for one player at one table."""
    emblem: Cited | None = None
    """A set of colour chips bears an emblem of its own, unlike that of any other table in use."""
    only_at_table: Cited | None = None
    """Colour chips are played and redeemed only where they were issued."""
    undeclared_value: Value[Literal["table_minimum"]] | None = None
    """What a colour chip is worth when nothing was declared."""
    second_colour: Cited | None = None
    """A second colour for one player needs an approval and has the value of the first."""
    colour_required: Cited | None = None
    """A player may be told to use colour chips."""


class MoneyRules(Section, frozen=True):
    """Where money comes from and where it goes."""

    void: Choice[VoidMoney]
    """What a void does to the money."""
    shortfall: Choice[Shortfall]
    """What becomes of money that a reversal cannot take back."""
    funding: Funding | None = None
    """How money comes on to a credit meter; absent where there are no meters."""
    demand_rests_on: Literal["shortfall", "reversal"] = "shortfall"
    """What a demand cites: the rule on shortfalls, or, if the instrument has none, the clause of the reversal."""
    collect: Collect | None = None
    """How a meter is paid out; absent where there are no meters."""
    manual_payout: Cited | None = None
    """Payment by hand against a signature."""
    payment: Payment | None = None
    """How prizes, tickets and vouchers are paid."""
    ticket_machines: TicketMachines | None = None
    """Machines that pay tickets and nothing else."""
    withholding: tuple[Withholding, ...] = ()
    """What may be withheld, form by form."""
    chips: Chips | None = None
    """Chips; absent where there is no cloth."""
    float_shortage: Choice[FloatShortage] | None = None
    """What is paid when the float cannot make the exact amount."""
    rounding: Choice[Rounding] | None = None
    """Where the odd cent goes; needed only where some wager returns a fraction."""
