"""The floor's money as a beancount file, so that `bean-check` audits our ledger with other people's arithmetic.

Transactions come from the movements on record, assertions from the folded floor's own ledger: a cent that differs
between the two, or a movement that does not sum to zero, is found by a program that is not ours. What the floor owes
is positive in its ledger and negative in beancount, as a liability does; so every figure changes its sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TextIO

from openetg.floor.events import AnyEvent
from openetg.floor.fold import fold
from openetg.floor.state import Floor
from openetg.journal.entry import Entry
from openetg.journal.store import JournalProblem, Reader
from openetg.journal.verify import Progress
from openetg.money import Money, format_money
from openetg.reports.audit.moment import floor_at
from openetg.reports.export.export import ExportSpan, entries_in_span, whole_file
from openetg.reports.recall.telling import UnreadEntry, clauses_of, understood

EPOCH = datetime.fromtimestamp(0, UTC)
CURRENCY = re.compile(r"[A-Z][A-Z0-9'._-]{0,22}[A-Z0-9]")
ROOTS = {
    "meter": "Liabilities:Meter",
    "play": "Liabilities:InPlay",
    "printing": "Liabilities:Printing",
    "tickets": "Liabilities:Tickets",
    "hand": "Liabilities:ChipsInHand",
    "cloth": "Liabilities:OnCloth",
    "chips": "Liabilities:ChipsElsewhere",
    "withheld": "Liabilities:Withheld",
    "contested": "Liabilities:Contested",
    "payable": "Liabilities:Payable",
    "award": "Liabilities:Award",
    "pool": "Liabilities:Pool",
    "reserve": "Liabilities:Reserve",
    "overflow": "Liabilities:Overflow",
    "prize": "Liabilities:Prize",
    "forfeited": "Liabilities:Forfeited",
    "sales": "Income:Sales",
    "bank": "Income:Bank",
    "cash_box": "Assets:CashBox",
    "drop": "Assets:Drop",
    "cage": "Assets:Cage",
    "drawer": "Assets:Drawer",
    "short_over": "Income:ShortOver",
    "seeding": "Expenses:Seeding",
    "promoting": "Expenses:Promoting",
    "monitoring": "Assets:Monitoring",
    "demanded": "Assets:Demanded",
}
"""Per kind of account, what it is: owed, earned, or held and asked back."""
OTHER = "Equity:Other"
PLAIN = re.compile(r"[A-Z0-9][A-Za-z0-9]*(-[A-Za-z0-9]+)*", re.ASCII)
SPELT = "Z-"
"""How a name begins that had to be spelt out."""


def account_name(account: str) -> str:
    """The beancount name of an account of the ledger; no two have the same."""
    kind, *names = account.split("/")
    root = ROOTS.get(kind) or f"{OTHER}:{_component(kind)}"
    return ":".join([root, *map(_component, names)])


def _component(name: str) -> str:
    if PLAIN.fullmatch(name) and not name.startswith(SPELT):
        return name
    # Each letter that may not stand there is its number between two dashes, so that it can be read back.
    return SPELT + "".join(each if each.isascii() and each.isalnum() else f"-{ord(each):x}-" for each in name)


def write_beancount(journal: Reader, span: ExportSpan, path: Path, *, currency: str = "AUD") -> Iterator[Progress]:
    """Writes a span as transactions, with what every account holds asserted at the end of each day and of the file."""
    if not CURRENCY.fullmatch(currency):
        raise JournalProblem(f"expected a currency such as AUD, found {currency}.")
    floor = floor_at(journal, span.after)
    with whole_file(path) as unfinished, unfinished.open("w", encoding="utf-8") as file:
        books = _Books(file, currency, floor)
        books.head(journal.journal_id, span)
        for group, entries, _ in entries_in_span(journal, span):
            for entry in entries:
                books.take_in(entry)
            yield Progress(group.last, span.until)
        books.end()


class _Books:
    """The file being written, and the floor whose ledger it is held against."""

    def __init__(self, file: TextIO, currency: str, floor: Floor) -> None:
        self.file, self.currency, self.floor = file, currency, floor
        self.names: dict[str, str] = {}
        self.touched: set[str] = set()
        self.day = _day(floor.at_ms)

    def head(self, journal_id: str, span: ExportSpan) -> None:
        """What the file is, and what the accounts held before it begins."""
        title = _text(f"journal {journal_id}, entries {span.after + 1} to {span.until}")
        self.file.write(f'option "title" {title}\noption "operating_currency" "{self.currency}"\n\n')
        standing = {name: held for name, held in self.floor.ledger.accounts.items() if held}
        if standing:
            lines = "".join(self._posting(name, held) for name, held in standing.items())
            self.file.write(f'{self.day} * "carried forward"\n  sequence: {span.after}\n{lines}\n')

    def take_in(self, entry: Entry) -> None:
        """One entry: its movements as transactions, and its part in the floor."""
        self._turn_to(_day(entry.at_ms))
        if b'"transfers"' in entry.verdict:
            told = understood(entry)
            if isinstance(told, UnreadEntry):
                raise JournalProblem(f"entry {entry.sequence} cannot be read by this build: {told.problem}.")
            for event in told.verdict if isinstance(told.verdict, tuple) else ():
                self._transaction(entry, event)
        fold(self.floor, entry.at_ms, entry.command, entry.verdict)

    def end(self) -> None:
        """What every account holds in the end."""
        self.touched = set(self.floor.ledger.accounts)
        self._turn_to(self.day + timedelta(days=1))

    def _transaction(self, entry: Entry, event: AnyEvent) -> None:
        transfers = getattr(event, "transfers", ())
        if not transfers:
            return
        clauses = ", ".join(clauses_of(event))
        lines = [f'{self.day} * "{type(event).__name__}"', f"  sequence: {entry.sequence}", f"  at_ms: {entry.at_ms}"]
        lines += [f"  clause: {_text(clauses)}"] if clauses else []
        # Made before anything is written: an account that is new is opened in front of the transaction.
        postings = [
            self._posting(account, change)
            for move in transfers
            for account, change in ((move.source, -move.amount), (move.destination, move.amount))
        ]
        self.file.write("\n".join(lines) + "\n" + "".join(postings) + "\n")

    def _posting(self, account: str, change: Money) -> str:
        self.touched.add(account)
        return f"  {self._name(account)}  {format_money(-change)} {self.currency}\n"

    def _name(self, account: str) -> str:
        name = self.names.get(account)
        if name is None:
            name = self.names[account] = account_name(account)
            self.file.write(f"{self.day} open {name}  {self.currency}\n")
        return name

    def _turn_to(self, day: date) -> None:
        """When a day has ended, what moved in it must come to what the floor's ledger holds."""
        if day == self.day:
            return
        for account in sorted(self.touched):
            held = format_money(-self.floor.ledger.held(account))
            # Left to itself, beancount lets an assertion of whole cents be a cent off.
            exact = f"{held} ~ 0.00 {self.currency}"
            self.file.write(f"{self.day + timedelta(days=1)} balance {self._name(account)}  {exact}\n")
        self.file.write("\n")
        self.touched.clear()
        self.day = day


def _day(at_ms: int) -> date:
    return (EPOCH + timedelta(milliseconds=at_ms)).date()


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
