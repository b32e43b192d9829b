"""What is printed on a paper: the fields regulators ask for, in the site's own words, time zone and currency.

A face is plain data. It holds the number itself, so it goes to the printer and to the terminal that issued the paper,
and nowhere else; it is never journaled.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from zoneinfo import ZoneInfo

from msgspec import Struct

from openetg.keys.tickets import grouped
from openetg.money import Money, format_money
from openetg.tickets.words import amount_in_words


class Title(Enum):
    """What kind of paper it is, as it says itself. By value the kinds of paper of the rulebooks, and a kiosk's own."""

    ticket = "CASH-OUT TICKET"
    voucher = "PAYOUT VOUCHER"
    slip = "PAYMENT FORM"
    receipt = "KIOSK RECEIPT"


class IssuingSite(Struct, frozen=True):
    """Where papers are issued."""

    name: str
    address: str = ""
    """One line below the name; may be empty."""
    currency: str = "AUD"
    time_zone: str = "UTC"


class TicketFace(Struct, frozen=True):
    """One paper."""

    site: IssuingSite
    title: Title
    terminal: str
    """The machine that issued it."""
    amount: Money
    number: str
    """The validation number, 18 digits."""
    serial: int
    """Which paper of its machine it is."""
    issued_at_ms: int
    expires_at_ms: int = 0
    """Zero is without end."""
    duplicate: bool = False
    """Whether it was printed before: then it says so, and bears no barcode."""

    @property
    def machine_readable(self) -> bool:
        """Whether it bears a barcode: tickets do; what a person pays does not, so that no machine takes it."""
        return self.title is Title.ticket and not self.duplicate

    @property
    def validation(self) -> str:
        """The number as people read it."""
        return grouped(self.number)

    @property
    def figures(self) -> str:
        """The amount in figures, thousands apart."""
        whole, _, part = format_money(self.amount).partition(".")
        return f"{self.site.currency} {int(whole):,}.{part}"

    @property
    def words(self) -> str:
        """The amount in words."""
        said = amount_in_words(self.amount, self.site.currency)
        return said[0].upper() + said[1:]

    @property
    def day(self) -> str:
        """The day of issue at the site."""
        return f"{self._local(self.issued_at_ms):%Y-%m-%d}"

    @property
    def time(self) -> str:
        """The time of issue at the site, with the zone it is told in."""
        return f"{self._local(self.issued_at_ms):%H:%M:%S %Z}"

    @property
    def expiry(self) -> str:
        """Until when it is paid, in words for the bearer."""
        if not self.expires_at_ms:
            return "Does not expire"
        return f"Void after {self._local(self.expires_at_ms):%Y-%m-%d %H:%M}"

    @property
    def where(self) -> str:
        """Who pays it."""
        if self.duplicate:
            return "Copy for the records. Not redeemable."
        if self.title is Title.ticket:
            return "Redeem at any terminal, ticket machine or the cage of this casino."
        return "Present to the cashier. Not for insertion in a machine."

    def _local(self, at_ms: int) -> datetime:
        return datetime.fromtimestamp(at_ms // 1000, ZoneInfo(self.site.time_zone))
