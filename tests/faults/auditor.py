"""An auditor that trusts nothing of the product: works out every meter from the orders on record and what fell.

It reads the journal as plain JSON and knows roulette as a dealer does: a spot returns 36 units divided by the numbers
it covers. It knows the two rulebooks and the limits of the demonstration floor in its own words, foretells how each
round goes on, and never calls a function of the floor, the games or the ledger.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from openetg.journal.chain import Group
from openetg.wire.messages import Ack, OwnNews, OwnView, TableNews, TableView, ToTerminal, Welcome

RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
EVEN_CHANCES = {
    "red": RED,
    "black": frozenset(range(1, 37)) - RED,
    "odd": frozenset(range(1, 37, 2)),
    "even": frozenset(range(2, 37, 2)),
    "low": frozenset(range(1, 19)),
    "high": frozenset(range(19, 37)),
}
ZERO_GAME = {"split:0-3": 1, "split:12-15": 1, "straight:26": 1, "split:32-35": 1}
NEIGHBOURS_OF_ZERO = {
    "street:0-2-3": 2,
    "split:4-7": 1,
    "split:12-15": 1,
    "split:18-21": 1,
    "split:19-22": 1,
    "split:32-35": 1,
    "corner:25-26-28-29": 2,
}
ORPHANS = {"straight:1": 1, "split:6-9": 1, "split:14-17": 1, "split:17-20": 1, "split:31-34": 1}
SEVEN_AND_ONE = {f"straight:{number}": 1 for number in (7, 29, 28)}
SEVEN_AND_TWO = SEVEN_AND_ONE | {"straight:18": 1, "straight:12": 1}
SPECIALS = {
    "A": {"zero-game": ZERO_GAME, "neighbours-of-zero": NEIGHBOURS_OF_ZERO, "neighbours:7": SEVEN_AND_TWO},
    "B": {"orphans": ORPHANS, "neighbours:7": SEVEN_AND_ONE},
}
"""The pieces of the specials that the tests play, in units, in the order of the print."""

SPOT_MIN, STRAIGHT_MAX, SPOT_MAX, TOTAL_MIN, TOTAL_MAX = 100, 10_000, 50_000, 200, 100_000
"""The limits of the demonstration floor in cents; those of the total bind table B only."""

Order = tuple[str, int, int]
"""The id of an order: sender, boot, number."""


def covered(spot: str) -> frozenset[int]:
    """The numbers of a spot."""
    kind, _, rest = spot.partition(":")
    if kind in EVEN_CHANCES:
        return EVEN_CHANCES[kind]
    numbers = [int(number) for number in rest.split("-")]
    if kind == "dozen":
        return frozenset(range(12 * numbers[0] - 11, 12 * numbers[0] + 1))
    if kind == "column":
        return frozenset(range(numbers[0], 37, 3))
    if kind == "sixline":
        return frozenset(range(numbers[0], numbers[1] + 1))
    assert len(numbers) == {"straight": 1, "split": 2, "street": 3, "corner": 4}[kind], spot
    return frozenset(numbers)


def returned(spots: Mapping[str, int], number: int) -> int:
    """Everything that comes back for these amounts when the number falls."""
    return sum(amount * 36 // len(covered(spot)) for spot, amount in spots.items() if number in covered(spot))


def winning(spots: Mapping[str, int], number: int) -> int:
    """What of these amounts lies on spots that win, and comes back as the wager that it was."""
    return sum(amount for spot, amount in spots.items() if number in covered(spot))


@dataclass
class Account:
    """What one terminal has."""

    table: str
    meter: int = 0
    notes: int = 0
    """What went into its acceptor."""
    spots: dict[str, int] = field(default_factory=dict)
    printing: str = ""
    ticket: str = ""
    ticket_amount: int = 0
    paid: int = 0
    """What the last settlement with own wagers returned."""

    def figure(self) -> Figure:
        return Figure(
            self.meter,
            dict(self.spots),
            bool(self.printing),
            self.ticket,
            self.ticket_amount * (not self.printing),
            self.paid,
        )


@dataclass(frozen=True)
class Figure:
    """What a terminal may be told at one moment."""

    meter: int
    spots: dict[str, int]
    printing: bool
    ticket: str
    ticket_amount: int
    paid: int


@dataclass
class Standing:
    """Where the round of a table stands."""

    round: int = 0
    spin: str = ""
    phase: str = ""
    launched: bool = False
    closed: bool = False
    """Whether "no more bets" was ever said, so that what comes back at the close has come back."""
    outcome: str | None = None

    def running(self) -> bool:
        return self.phase in {"OPEN", "CLOSED"}

    def figure(self) -> tuple[int, str, bool, str | None]:
        return self.round, self.phase, self.launched, self.outcome


@dataclass(frozen=True)
class OnRecord:
    """An order as it stands in the journal."""

    sequence: int
    command: dict[str, Any]
    accepted: bool


class Auditor:
    """Takes in the journal group by group, and holds what terminals were told against it."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.tables = {"A": Standing(), "B": Standing()}
        self.ready: set[str] = set()
        """Tables whose wheel this writer has heard to be ready."""
        self.orders: dict[Order, OnRecord] = {}
        self.tickets: dict[str, int] = {}
        self.numbers: dict[str, str] = {}
        """Per ticket on record, the number its terminal was shown; the journal does not say it."""
        self.rounds = dict.fromkeys(("RoundSettled", "RoundVoided", "RoundHeld", "RoundResumed", "RoundResolved"), 0)
        self.banks = {"A": 0, "B": 0}
        self.posted: dict[str, int] = {}
        """Account by account, the sum of the movements on record."""
        self.owed: dict[tuple[str, str], int] = {}
        """The movements that the settlement of this entry must bring, from one account to another."""
        self.dead_spins: set[tuple[str, str]] = set()
        """Per table the spins of rounds that are void: whatever their ball says, it does nothing."""
        self.told_count = 0
        self._ends: list[int] = []
        self._figures: dict[str, tuple[list[int], list[Any]]] = {}

    @property
    def sequence(self) -> int:
        """The last entry taken in."""
        return self._ends[-1] if self._ends else 0

    def take_in(self, group: Group) -> None:
        """Audits one group of the journal."""
        for line in json.loads(group.body):
            self._audit(line["sequence"], line["command"], line["verdict"])
        self._ends.append(group.last)
        assert {name: held for name, held in self.posted.items() if held} == self.books(), f"entry {group.last}"
        for name, figure in self._now().items():
            ends, figures = self._figures.setdefault(name, ([], []))
            if not figures or figures[-1] != figure:
                ends.append(group.last)
                figures.append(figure)

    def _now(self) -> dict[str, object]:
        tables = {f"table {name}": standing.figure() for name, standing in self.tables.items()}
        return {**{name: account.figure() for name, account in self.accounts.items()}, **tables}

    def books(self) -> dict[str, int]:
        """Everything the house owes and holds, account by account; empty accounts are left out."""
        books = {f"bank/{table}": held for table, held in self.banks.items()}
        printing = {account.printing for account in self.accounts.values()}
        books["tickets"] = sum(amount for ticket, amount in self.tickets.items() if ticket not in printing)
        for name, account in self.accounts.items():
            books[f"meter/{name}"] = account.meter
            books[f"play/{account.table}/{name}"] = sum(account.spots.values())
            books[f"printing/{name}"] = self.tickets[account.printing] if account.printing else 0
            books[f"cash_box/{name}"] = -account.notes
        return {name: held for name, held in books.items() if held}

    def check_told(self, terminal: str, message: ToTerminal) -> None:
        """Whether a terminal was told the truth: what stood on record when its message was sent, to the cent."""
        if isinstance(message, Ack):
            figure = self._at(terminal, message.seq)
            assert message.meter == figure.meter, (terminal, message, figure)
            assert message.staked == sum(figure.spots.values()), (terminal, message, figure)
            assert all(figure.spots.get(spot, 0) == now for spot, now in message.spots.items()), (message, figure)
        elif isinstance(message, OwnNews):
            self._check_own(message.seq, message.own)
            if message.why == "settled":
                assert message.own.paid == self._at(terminal, message.seq).paid, message
        elif isinstance(message, TableNews):
            self._check_table(message.seq, message.table)
        elif isinstance(message, Welcome):
            if message.own is not None:
                self._check_own(message.own_seq, message.own)
            if message.table is not None:
                self._check_table(message.table_seq, message.table)
        self.told_count += 1

    def _check_own(self, sequence: int, own: OwnView) -> None:
        figure = self._at(own.terminal, sequence)
        said = (own.meter, own.staked, own.spots, own.printing, self._named(own.ticket, figure.ticket))
        expected = (figure.meter, sum(figure.spots.values()), figure.spots, figure.printing, figure.ticket)
        assert said == expected, (sequence, own, figure)
        assert own.printing or own.ticket_amount == figure.ticket_amount, (own, figure)

    def _named(self, number: str, name: str) -> str:
        """The ticket on record, if it is shown by a number that is its own and stays so."""
        if not number:
            return ""
        assert len(number) == 18, number
        assert number.isdecimal(), number
        assert self.numbers.setdefault(name, number) == number, f"{name} was shown under two numbers"
        assert len(set(self.numbers.values())) == len(self.numbers), f"two tickets were shown as {number}"
        return name

    def _check_table(self, sequence: int, view: TableView) -> None:
        said = (view.round, view.phase, view.launched, view.outcome)
        assert said == self._at(f"table {view.table}", sequence), (sequence, view)

    def _at(self, name: str, sequence: int) -> Any:
        """What held at the end of the group with this entry: nothing is shown of a group before all of it is."""
        assert sequence <= self.sequence, f"{name} was told of entry {sequence}, the journal ends at {self.sequence}"
        end = self._ends[bisect_left(self._ends, sequence)]
        ends, figures = self._figures[name]
        return figures[bisect_right(ends, end) - 1]

    def _audit(self, sequence: int, order: dict[str, Any], verdict: dict[str, Any]) -> None:
        assert sequence == len(self.orders) + 1, "entries are numbered without a gap"
        name: Order = (order["sender"], order["boot"], order["number"])
        assert name not in self.orders, f"{name} is on record twice: {self.orders[name].sequence} and {sequence}"
        command, events = order["command"], verdict.get("events")
        self.orders[name] = OnRecord(sequence, command, events is not None)
        if events is None:
            return
        self.owed = {}
        expected = HANDLERS.get(command["type"], _nothing)(self, command)
        self._post(events)
        found = {
            event["table"]: event["type"]
            for event in events
            if event["type"] in self.rounds and event["type"] != "RoundResolved"
        }
        assert found == expected, f"entry {sequence}: the rulebook says {expected}, the floor {found}"
        for event in events:
            if event["type"] in self.rounds:
                self.rounds[event["type"]] += 1
            elif event["type"] == "RoundOpened":
                self._open(event["table"], event["round"], event["spin"])

    def _post(self, events: list[dict[str, Any]]) -> None:
        """Every movement of money on record; those of a settlement one by one against what it must bring."""
        for event in events:
            moved: dict[tuple[str, str], int] = {}
            for source, destination, amount in event.get("transfers", ()):
                assert amount > 0, event
                assert (source, destination) not in moved, f"in one movement, not in two: {event}"
                moved[source, destination] = amount
                self.posted[source] = self.posted.get(source, 0) - amount
                self.posted[destination] = self.posted.get(destination, 0) + amount
            if event["type"] == "RoundSettled":
                assert moved == self.owed, f"the settlement must bring {self.owed}, it brings {moved}"

    def _open(self, table: str, number: int, spin: str) -> None:
        before = self.tables[table]
        assert before.phase in {"", "SETTLED", "VOID"}, "one round at a time"
        assert number == before.round + 1, "rounds are numbered without a gap"
        assert not any(account.spots for account in self._at_table(table)), "a new round begins with an empty layout"
        self.tables[table] = Standing(number, spin, "OPEN")

    def _at_table(self, table: str) -> list[Account]:
        return [account for account in self.accounts.values() if account.table == table]

    def close(self, table: str) -> None:
        """At B spots below their minimum come back, then everything if what is left is below the least total."""
        self.tables[table].closed = True
        for account in self._at_table(table) if table == "B" else ():
            kept = {spot: amount for spot, amount in account.spots.items() if amount >= SPOT_MIN}
            if sum(kept.values()) < TOTAL_MIN:
                kept = {}
            account.meter += sum(account.spots.values()) - sum(kept.values())
            account.spots = kept

    def settle(self, table: str, number: str) -> dict[str, str]:
        """Pays the round: what lost goes to the bank, wagers that won and what they won come to the meter."""
        for name, account in self.accounts.items():
            if account.table != table or not account.spots:
                continue
            play, meter, bank = f"play/{table}/{name}", f"meter/{name}", f"bank/{table}"
            wagered, kept = sum(account.spots.values()), winning(account.spots, int(number))
            account.paid = returned(account.spots, int(number))
            account.meter += account.paid
            self.banks[table] += wagered - account.paid
            account.spots = {}
            moves = {(play, bank): wagered - kept, (play, meter): kept, (bank, meter): account.paid - kept}
            self.owed |= {way: amount for way, amount in moves.items() if amount}
        self.tables[table].phase, self.tables[table].outcome = "SETTLED", number
        return {table: "RoundSettled"}

    def void(self, table: str) -> dict[str, str]:
        """Gives everything back."""
        for account in self._at_table(table):
            account.meter += sum(account.spots.values())
            account.spots = {}
        self.tables[table].phase, self.tables[table].outcome = "VOID", None
        self.dead_spins.add((table, self.tables[table].spin))
        return {table: "RoundVoided"}

    def break_off(self, table: str) -> dict[str, str]:
        """Something went wrong with the ball running: MiniStar voids (3.12, 7.4), Interblock holds (8.1, 8.2, 8.6)."""
        if table == "A":
            return self.void(table)
        self.tables[table].phase = "HELD"
        return {table: "RoundHeld"}


Command = dict[str, Any]
Foretold = dict[str, str]
"""How the round of a table goes on because of a command."""


def _nothing(auditor: Auditor, command: Command) -> Foretold:
    del auditor, command
    return {}


def _register_terminal(auditor: Auditor, command: Command) -> Foretold:
    auditor.accounts[command["terminal"]] = Account(command["table"])
    return {}


def _insert_note(auditor: Auditor, command: Command) -> Foretold:
    auditor.accounts[command["terminal"]].meter += command["amount"]
    auditor.accounts[command["terminal"]].notes += command["amount"]
    return {}


def _place(auditor: Auditor, command: Command) -> Foretold:
    table, account = command["table"], auditor.accounts[command["terminal"]]
    assert auditor.tables[table].phase == "OPEN", "a wager outside the wagering period"
    for spot, units in SPECIALS[table].get(command["wager"], {command["wager"]: 1}).items():
        add = _accepted(table, account, spot, command["amount"] * units)
        if add:
            account.spots[spot] = account.spots.get(spot, 0) + add
            account.meter -= add
    assert account.meter >= 0, "more was wagered than there was"
    return {}


def _accepted(table: str, account: Account, spot: str, asked: int) -> int:
    """A refuses what is outside its limits; B takes little, trims much, and never goes above its total."""
    present, most = account.spots.get(spot, 0), STRAIGHT_MAX if spot.startswith("straight") else SPOT_MAX
    if table == "A":
        assert SPOT_MIN <= present + asked <= most, f"{spot} {present} + {asked}"
        return asked
    add = min(present + asked, most) - present
    room = TOTAL_MAX - sum(account.spots.values())
    if add <= room:
        return add
    return room if present + room >= SPOT_MIN else 0


def _take_back(auditor: Auditor, command: Command) -> Foretold:
    assert auditor.tables[command["table"]].phase == "OPEN"
    account, spot, amount = auditor.accounts[command["terminal"]], command["spot"], command["amount"]
    left = account.spots.pop(spot) - amount
    assert left >= (SPOT_MIN if command["table"] == "A" and left else 0)
    if left:
        account.spots[spot] = left
    account.meter += amount
    return {}


def _clear(auditor: Auditor, command: Command) -> Foretold:
    assert auditor.tables[command["table"]].phase == "OPEN"
    account = auditor.accounts[command["terminal"]]
    assert account.spots
    account.meter += sum(account.spots.values())
    account.spots = {}
    return {}


def _collect(auditor: Auditor, command: Command) -> Foretold:
    account, ticket = auditor.accounts[command["terminal"]], command["ticket"]
    assert account.meter > 0
    assert not account.spots
    assert not account.printing
    assert ticket not in auditor.tickets
    auditor.tickets[ticket] = account.ticket_amount = account.meter
    account.meter, account.printing = 0, ticket
    return {}


def _print(auditor: Auditor, command: Command) -> Foretold:
    account = auditor.accounts[command["terminal"]]
    ticket = command["ticket"]
    assert account.printing == ticket, "printed once"
    account.printing = ""
    if command["printed"]:
        account.ticket = ticket
    else:
        # The plug was pulled with the paper half out: it is no ticket, and the credit is back.
        account.meter += auditor.tickets.pop(ticket)
        account.ticket_amount = auditor.tickets.get(account.ticket, 0)
    return {}


def _launch(auditor: Auditor, command: Command) -> Foretold:
    standing = auditor.tables[command["table"]]
    assert command["spin"] == standing.spin
    assert command["opposite"]
    standing.launched = True
    # A ball that was launched before this writer heard the wheel ran unwatched.
    return {} if command["table"] in auditor.ready else auditor.break_off(command["table"])


def _close(auditor: Auditor, command: Command) -> Foretold:
    table = command["table"]
    standing = auditor.tables[table]
    assert standing.phase == "OPEN"
    standing.phase = "CLOSED"
    auditor.close(table)
    if table == "A" and command["by"] == "timer" and not standing.launched:
        return auditor.void(table)
    return {}


def _outcome(auditor: Auditor, command: Command) -> Foretold:
    if (command["table"], command["spin"]) in auditor.dead_spins:
        return {}
    standing = auditor.tables[command["table"]]
    assert command["spin"] == standing.spin
    if standing.phase in {"HELD", "SETTLED"}:
        # A person decides, or has decided and the wheel was not heard since: what it says late is on record for them
        # and does nothing.
        return {}
    if standing.phase == "CLOSED" and standing.launched:
        return auditor.settle(command["table"], command["outcome"])
    return auditor.break_off(command["table"])


def _ready(auditor: Auditor, command: Command) -> Foretold:
    standing = auditor.tables[command["table"]]
    auditor.ready.add(command["table"])
    lost = standing.launched and standing.running()
    return auditor.break_off(command["table"]) if lost else {}


def _fault(auditor: Auditor, command: Command) -> Foretold:
    standing = auditor.tables[command["table"]]
    auditor.ready.discard(command["table"])
    touched = standing.running() and command["spin"] in {None, standing.spin}
    return auditor.break_off(command["table"]) if touched else {}


def _start_writer(auditor: Auditor, command: Command) -> Foretold:
    """An open round goes on if its ball does not run yet; a closed one awaits its outcome as if nothing had been."""
    del command
    auditor.ready.clear()
    foretold: Foretold = {}
    for table, standing in auditor.tables.items():
        if standing.phase == "OPEN":
            foretold |= auditor.break_off(table) if standing.launched else {table: "RoundResumed"}
    return foretold


def _resolve(auditor: Auditor, command: Command) -> Foretold:
    standing = auditor.tables[command["table"]]
    assert standing.phase == "HELD"
    if command["type"] == "VoidRound":
        return auditor.void(command["table"])
    if not standing.closed:
        auditor.close(command["table"])
    return auditor.settle(command["table"], command["outcome"])


HANDLERS: dict[str, Callable[[Auditor, Command], Foretold]] = {
    "RegisterTerminal": _register_terminal,
    "InsertNote": _insert_note,
    "PlaceWager": _place,
    "TakeBackWager": _take_back,
    "ClearWagers": _clear,
    "Collect": _collect,
    "ReportPrint": _print,
    "ReportLaunch": _launch,
    "CloseWagers": _close,
    "RecordOutcome": _outcome,
    "ReportReady": _ready,
    "ReportFault": _fault,
    "StartWriter": _start_writer,
    "VoidRound": _resolve,
    "EnterOutcome": _resolve,
}
