"""Double entry in whole cents: every movement has a source and a destination, and all accounts sum to zero.

What the house owes stands positive (meters, wagers in play, tickets), what it holds against it stands negative
(cash boxes, its banks). Accounts are texts, `meter/T1`; the part before the slash says what kind they are.
Meters, wagers in play, printing and tickets are never below zero.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from openetg.money import ZERO, Money, total

NEVER_NEGATIVE = frozenset({"meter", "play", "printing", "tickets"})


class Transfer(Struct, frozen=True, gc=False, array_like=True):
    """So much from one account to another; never nothing, never negative."""

    source: str
    destination: str
    amount: Money


def meter_of(terminal: str) -> str:
    """The credit meter of a terminal."""
    return f"meter/{terminal}"


def play_of(table: str, terminal: str) -> str:
    """The unsettled wagers of a terminal at a table."""
    return f"play/{table}/{terminal}"


def bank_of(table: str) -> str:
    """The house money of a table."""
    return f"bank/{table}"


def cash_box_of(terminal: str) -> str:
    """The notes in the acceptor of a terminal."""
    return f"cash_box/{terminal}"


def printing_of(terminal: str) -> str:
    """Money between a meter and a ticket that the printer has not confirmed."""
    return f"printing/{terminal}"


TICKETS = "tickets"


class Ledger:
    """The accounts."""

    __slots__ = ("accounts",)

    def __init__(self) -> None:
        self.accounts: dict[str, Money] = {}

    def held(self, account: str) -> Money:
        """What stands on an account."""
        return self.accounts.get(account, ZERO)

    def post(self, transfers: Iterable[Transfer]) -> None:
        """Moves money; it is a bug to move nothing or to leave an account below zero that may not be."""
        accounts = self.accounts
        for transfer in transfers:
            amount = transfer.amount
            assert amount > ZERO, "a transfer moves something"
            left = accounts.get(transfer.source, ZERO) - amount
            assert left >= ZERO or transfer.source.partition("/")[0] not in NEVER_NEGATIVE, transfer
            accounts[transfer.source] = left
            accounts[transfer.destination] = accounts.get(transfer.destination, ZERO) + amount

    def is_balanced(self) -> bool:
        """Whether all accounts sum to zero and none is below zero that may not be."""
        if total(self.accounts.values()):
            return False
        return all(held >= ZERO or name.partition("/")[0] not in NEVER_NEGATIVE for name, held in self.accounts.items())
