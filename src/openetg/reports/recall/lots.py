"""Money followed cent by cent: lots that go from account to account, first in, first out.

Money on an account has no marks, so a rule says which of it moves first: what came first. Player money (meters, wagers
in play, papers, chips, what is withheld or payable) is kept as lots; on the house's own accounts a lot is born or ends.
Each paper is an account of its own, as the paper in a hand is. Reads recorded transfers as they stand, whichever build
wrote them, and must never lose or make a cent: taking more than an account holds is said, not made up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from msgspec import Struct, field, json

from openetg.floor.core.ledger import NEVER_NEGATIVE, TICKETS
from openetg.floor.state import Floor, Ticket, TicketState
from openetg.journal.entry import Entry
from openetg.journal.store import JournalProblem
from openetg.money import ZERO, Money


class Passed(Struct, frozen=True, eq=False):
    """One movement of money on record, through which lots have gone."""

    sequence: int
    at_ms: int
    event: str
    source: str
    destination: str
    amount: Money
    table: str = ""
    round: int = 0
    clause: str = ""
    is_earlier: bool = False
    """Whether it stands for everything that happened before the journal begins here."""
    gathered: int = 1
    """For how many movements of one kind it stands, itself the first of them."""


class Lot(Struct, eq=False):
    """Cents with one history: the movement they last went through, and the lot they were before it."""

    passed: Passed
    before: Lot | None
    marked: bool

    def history(self) -> Iterator[Passed]:
        """Every movement, newest first."""
        lot: Lot | None = self
        while lot is not None:
            yield lot.passed
            lot = lot.before


class LotPart(Struct, eq=False):
    """So many cents of a lot."""

    amount: Money
    lot: Lot


class _Moving(Struct, frozen=True):
    """As much of an event as tells what it moved and what it is about."""

    type: str
    transfers: tuple[tuple[str, str, Money], ...] = ()
    table: str = ""
    round: int = 0
    ticket: str = ""
    what: str = ""
    clause: str = ""


class _MovingVerdict(Struct, frozen=True):
    events: tuple[_Moving, ...] | None = None


class LotMove(Struct, eq=False):
    """A movement, and the parts that went through it: as they were, and as they are behind it."""

    passed: Passed
    before: list[LotPart]
    """What was taken; empty where the house gave it."""
    after: list[LotPart]
    """What arrived; empty where the house took it."""


_moving = json.Decoder(_MovingVerdict).decode


def is_kept(account: str) -> bool:
    """Whether the money on an account is kept as lots: whether it is owed to a player."""
    return account.partition("/")[0] in NEVER_NEGATIVE


class Lots(Struct):
    """The lots on every account, oldest first."""

    accounts: dict[str, deque[LotPart]] = field(default_factory=dict)

    def take_in(self, entry: Entry, *, mark: bool = False) -> Iterator[LotMove]:
        """Moves what an entry moves, one movement after the other; with `mark` all it moves is marked from then on."""
        if b'"transfers"' not in entry.verdict:
            return
        for event in _moving(entry.verdict).events or ():
            for source, destination, amount in event.transfers:
                passed = Passed(
                    sequence=entry.sequence,
                    at_ms=entry.at_ms,
                    event=event.type,
                    source=_account(source, event),
                    destination=_account(destination, event),
                    amount=amount,
                    table=event.table,
                    round=event.round,
                    clause=event.clause,
                )
                yield self._move(passed, mark=mark)

    def _move(self, passed: Passed, *, mark: bool) -> LotMove:
        taken = self._taken(passed.source, passed.amount, passed.sequence) if is_kept(passed.source) else []
        behind: list[LotPart] = []
        if not taken:
            behind = [LotPart(passed.amount, Lot(passed, None, mark))]
        else:
            # Parts of one lot stay one lot: a movement is one step for all of them.
            lots: dict[int, Lot] = {}
            for part in taken:
                lot = lots.get(id(part.lot))
                if lot is None:
                    lot = lots[id(part.lot)] = Lot(passed, part.lot, mark or part.lot.marked)
                behind.append(LotPart(part.amount, lot))
        if is_kept(passed.destination):
            self._put(passed.destination, behind)
        return LotMove(passed, taken, behind)

    def _taken(self, account: str, amount: Money, sequence: int) -> list[LotPart]:
        there = self.accounts.get(account, deque())
        taken: list[LotPart] = []
        left = amount
        while left > ZERO:
            if not there:
                raise JournalProblem(f"entry {sequence} moves {left} cents more from {account} than are on it.")
            first = there[0]
            if first.amount <= left:
                taken.append(there.popleft())
                left -= first.amount
            else:
                taken.append(LotPart(left, first.lot))
                there[0] = LotPart(first.amount - left, first.lot)
                left = ZERO
        return taken

    def _put(self, account: str, parts: list[LotPart]) -> None:
        there = self.accounts.setdefault(account, deque())
        for part in parts:
            if there and there[-1].lot is part.lot:
                there[-1] = LotPart(there[-1].amount + part.amount, part.lot)
            else:
                there.append(part)

    def standing(self) -> Iterator[tuple[str, LotPart]]:
        """The lots on the accounts now."""
        for account, parts in self.accounts.items():
            for part in parts:
                yield account, part


def _account(name: str, event: _Moving) -> str:
    """The account whose lots move: of all papers together, the one that the event is about."""
    return f"{TICKETS}/{event.ticket or event.what}" if name == TICKETS else name


def opening_lots(floor: Floor) -> Lots:
    """The lots of a floor whose past is not here: one for each account, of which no more is known."""
    lots = Lots()
    papers = {f"{TICKETS}/{each.number}": each.amount for each in _outstanding(floor)}
    for account, held in floor.ledger.accounts.items():
        if account == TICKETS:
            for paper, amount in papers.items():
                _earlier(lots, floor, paper, amount)
        elif is_kept(account) and held > ZERO:
            _earlier(lots, floor, account, held)
    return lots


def _outstanding(floor: Floor) -> list[Ticket]:
    return [each for each in floor.tickets.values() if each.state is TicketState.OUTSTANDING]


def _earlier(lots: Lots, floor: Floor, account: str, amount: Money) -> None:
    passed = Passed(
        sequence=floor.sequence,
        at_ms=floor.at_ms,
        event="",
        source="",
        destination=account,
        amount=amount,
        is_earlier=True,
    )
    lots.accounts[account] = deque([LotPart(amount, Lot(passed, None, False))])
