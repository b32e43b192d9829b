"""Double entry in whole cents: every movement has a source and a destination, and all accounts sum to zero.

What the house owes is positive (meters, wagers in play, tickets, chips), what it holds against it or is owed
is negative (cash boxes, its banks, what it demands back). Accounts are texts, `meter/T1`; the part before the slash
says what kind they are, and no name of a table, terminal or player holds a slash. What is owed is never below zero,
what is demanded never above.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from openetg.money import ZERO, Money, total

NEVER_NEGATIVE = frozenset(
    [
        "meter",
        "play",
        "printing",
        "tickets",
        "hand",
        "cloth",
        "chips",
        "withheld",
        "contested",
        "payable",
        "award",
        "pool",
        "reserve",
        "overflow",
        "prize",
        "forfeited",
        "sales",
    ]
)
NEVER_POSITIVE = frozenset({"drawer"})
"""Cash is there or it is not: what is not in a drawer cannot be paid out of it."""


class Transfer(Struct, frozen=True, gc=False, array_like=True):
    """An amount moved from one account to another; never zero, never negative."""

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


def hand_of(table: str, player: str) -> str:
    """The chips in a player's hand at a table."""
    return f"hand/{table}/{player}"


def cloth_of(table: str, player: str) -> str:
    """The chips of a player on the cloth of a table."""
    return f"cloth/{table}/{player}"


def drop_of(table: str) -> str:
    """The cash taken for chips at a table."""
    return f"drop/{table}"


def withheld_of(name: str) -> str:
    """What is kept back of a terminal, player or ticket until an investigation has ended."""
    return f"withheld/{name}"


def demanded_of(name: str) -> str:
    """What is asked back of a terminal, player or ticket: below zero by that much."""
    return f"demanded/{name}"


def contested_of(name: str) -> str:
    """What is asked back of a terminal or ticket and belongs to no one until an investigation has ended."""
    return f"contested/{name}"


def claim_on(ledger: Ledger, name: str) -> Money:
    """What the house may ask back of a terminal, player or ticket: what is demanded and is not contested."""
    return -ledger.held(demanded_of(name)) - ledger.held(contested_of(name))


def award_of(award: str) -> str:
    """An award set aside at the win and not paid yet."""
    return f"award/{award}"


def pool_of(jackpot: str, level: str) -> str:
    """What the display of a jackpot shows for one of its levels."""
    return f"pool/{jackpot}/{level}"


def reserve_of(jackpot: str, level: str) -> str:
    """What is put aside of the turnover, and never shown, to pay later seeds."""
    return f"reserve/{jackpot}/{level}"


def overflow_of(jackpot: str, level: str) -> str:
    """What came beyond the ceiling, or beyond the value that was hit: it waits for the next pool."""
    return f"overflow/{jackpot}/{level}"


def seeding_of(jackpot: str) -> str:
    """What the house has put into a jackpot, below zero by that much."""
    return f"seeding/{jackpot}"


def prize_of(promotion: str, prize: str) -> str:
    """A cash prize that was drawn and is not paid yet."""
    return f"prize/{promotion}/{prize}"


def promoting_of(promotion: str) -> str:
    """What the house gives in a promotion, below zero by that much."""
    return f"promoting/{promotion}"


def payable_of(payout: str) -> str:
    """A payment by hand that is not signed for yet."""
    return f"payable/{payout}"


def drawer_of(name: str) -> str:
    """The cash in a drawer of the cage: below zero by that much while it is open, zero when it is not."""
    return f"drawer/{name}"


def short_over_of(drawer: str) -> str:
    """What was missing (below zero) or too much (above) in a drawer whenever it was closed."""
    return f"short_over/{drawer}"


def forfeited_of(table: str) -> str:
    """Wagers that were ordered forfeited."""
    return f"forfeited/{table}"


def sales_of(what: str) -> str:
    """What the house has taken for things it sells, such as `rules`."""
    return f"sales/{what}"


TICKETS = "tickets"
"""Tickets, vouchers and slips that are not redeemed."""
CHIPS = "chips"
"""Chips of printed value that left their table."""
ISSUED_ELSEWHERE = "issued_elsewhere"
"""Chips of printed value that came in and were never issued here: below zero by that much."""
CAGE = "cage"
"""What the cashier pays and takes beside the drawers: cash, cheques, transfers."""
MONITORING = "monitoring"
"""The monitoring system, from which transfers come."""


class Ledger:
    """The balances of all accounts, by name."""

    __slots__ = ("accounts", "may_owe")

    def __init__(self) -> None:
        self.accounts: dict[str, Money] = {}
        self.may_owe: set[str] = set()
        """Accounts that have been below zero and may be: each is checked once."""

    def held(self, account: str) -> Money:
        """The cents on an account."""
        return self.accounts.get(account, ZERO)

    def post(self, transfers: Iterable[Transfer]) -> None:
        """Moves money; raises an assertion for a move of zero, or an account left below zero that may not be."""
        accounts, may_owe = self.accounts, self.may_owe
        for transfer in transfers:
            amount = transfer.amount
            assert amount > ZERO, "a transfer moves something"
            source, destination = transfer.source, transfer.destination
            try:
                left = accounts[source] - amount
            except KeyError:
                left = -amount
            if left < ZERO and source not in may_owe:
                assert source.partition("/")[0] not in NEVER_NEGATIVE, transfer
                may_owe.add(source)
            accounts[source] = left
            try:
                accounts[destination] += amount
            except KeyError:
                accounts[destination] = amount

    def is_balanced(self) -> bool:
        """Whether all accounts sum to zero and none is below zero, or above, that may not be."""
        if total(self.accounts.values()):
            return False
        return not any(held and name.partition("/")[0] in _not_of_sign(held) for name, held in self.accounts.items())


def _not_of_sign(held: Money) -> frozenset[str]:
    """The kinds of accounts that may not be on this side of zero."""
    return NEVER_NEGATIVE if held < ZERO else NEVER_POSITIVE
