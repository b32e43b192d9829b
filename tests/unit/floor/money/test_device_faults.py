"""Notes in escrow and tickets in print, with every crash and power loss at every step: all that can happen is played.

The world is small: one terminal, an acceptor or a printer that lives by its own memory, and somebody in between who
carries words and orders and forgets everything when the floor stops. Every order of steps, crashes and power losses is
tried, up to a number of faults; in every state that is reached, notes and tickets are counted by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from functools import cache
from typing import Any, NamedTuple

import pytest

from openetg.devices.printer import PaperRolls
from openetg.floor.commands import (
    AnyCommand,
    Collect,
    EstablishNote,
    InsertNote,
    OfferNote,
    Order,
    ReportNoteLost,
    ReportPrint,
    ReturnNote,
    StartWriter,
)
from openetg.floor.core.ledger import TICKETS, cash_box_of, meter_of, printing_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC, Verdict
from openetg.floor.fold import fold
from openetg.floor.pipeline import decide, record
from openetg.floor.rounds.clockwork import print_orders
from openetg.floor.state import Floor, TicketState
from openetg.money import ZERO, Money, cents, total
from tests.scripts import run_script

NOTES = (cents(5_000), cents(2_000))
"""The notes a player has, put in one after the other."""
FAULTS_MAX = 4
T1 = "T1"
ROLE = "casino_operator"


@cache
def founded(more: str = "") -> tuple[Floor, int]:
    """A table with one terminal, and the time there."""
    stage = run_script(f"rulebook ministar roulette\nterminal T1\nbets\n{more}\nexpect balanced").stage
    return stage.floor, stage.at_ms


class Books:
    """A floor that can be stopped at any entry: what it knows beyond the common beginning is its entries."""

    def __init__(self, beginning: str) -> None:
        self._beginning = beginning
        self._entries: list[tuple[bytes, bytes]] = []
        self.floor = _fresh(beginning)

    def ask(self, command: AnyCommand) -> Verdict:
        """On record when it returns."""
        at_ms = founded(self._beginning)[1]
        verdict = decide(self.floor, command, at_ms)
        number = len(self._entries) + 1
        self._entries.append(record(self.floor, Order("device", 1, number, command), verdict))
        assert self.floor.ledger.is_balanced()
        return verdict

    def restart(self) -> None:
        """All that is left are the entries."""
        self.floor = _fresh(self._beginning)
        for entry in self._entries:
            fold(self.floor, founded(self._beginning)[1], *entry)
        self.ask(StartWriter(LOGIC, "test"))

    def copied(self) -> Books:
        """Another future from here."""
        other = copy(self)
        other._entries, other.floor = list(self._entries), _copied(self.floor)
        return other

    def held(self, account: str) -> Money:
        return self.floor.ledger.held(account)


def _fresh(beginning: str) -> Floor:
    return _copied(founded(beginning)[0])


def _copied(floor: Floor) -> Floor:
    """What these commands change is copied; rulebooks and games are shared."""
    other = copy(floor)
    for name in ("ledger", "tables", "terminals", "tickets", "cases", "premises", "senders"):
        setattr(other, name, deepcopy(getattr(floor, name)))
    return other


class World:
    """One state of everything, and what may happen next."""

    faults = 0

    def key(self) -> object:
        """Two worlds with the same key have the same futures."""
        raise NotImplementedError

    def futures(self) -> Iterator[tuple[str, Callable[[Any], None]]]:
        """What may happen now."""
        raise NotImplementedError

    def check(self) -> None:
        """What holds in every state."""
        raise NotImplementedError

    def copied(self) -> Any:
        """Another future from here."""
        raise NotImplementedError


def explore(beginning: World) -> int:
    """Every state that can be reached, each checked; how many there are."""
    seen = {beginning.key()}
    waiting: list[tuple[tuple[str, ...], Any]] = [((), beginning)]
    while waiting:
        path, world = waiting.pop()
        for name, happen in world.futures():
            after = world.copied()
            try:
                happen(after)
                after.check()
            except AssertionError as wrong:
                raise AssertionError(f"after {', '.join((*path, name))}: {wrong}") from wrong
            if after.key() not in seen:
                seen.add(after.key())
                waiting.append(((*path, name), after))
    return len(seen)


class Word(NamedTuple):
    """What an acceptor has to say until it is told that it was heard."""

    what: str
    amount: Money


class Acceptor:
    """Holds one note, stacks or returns it, and keeps its word over a loss of power.

    It never stacks a note without having been told to, and takes no other while it has something to say.
    """

    def __init__(self) -> None:
        self.inside: Money | None = None
        self.moving = False
        """Whether it was told to stack the note, and the note is on its way."""
        self.word: Word | None = None
        self.box: tuple[Money, ...] = ()
        self.returned: tuple[Money, ...] = ()

    def begin(self) -> None:
        """Told to stack; one that holds nothing has nothing to do."""
        self.moving = self.inside is not None

    def stack(self) -> None:
        """The note lies in the box."""
        assert self.inside is not None
        self.box, self.word = (*self.box, self.inside), Word("stacked", self.inside)
        self.inside, self.moving = None, False

    def give_back(self) -> None:
        """The note is back with the player."""
        if self.inside is not None:
            self.returned, self.word = (*self.returned, self.inside), Word("returned", self.inside)
        self.inside, self.moving = None, False

    def keep(self) -> None:
        """The note stays where it is, until somebody says again what to do with it."""
        self.moving = False

    def forget(self, move: Callable[[], None]) -> None:
        """Power is lost while the note moves: it is somewhere, and the acceptor does not know where."""
        note = self.inside
        assert note is not None
        move()
        self.word = Word("lost", note)


class Notes(World):
    """A player with notes, an acceptor, the floor, and somebody between them."""

    def __init__(self) -> None:
        self.books = Books("")
        self.acceptor = Acceptor()
        self.inserted = 0
        self.tell: str = ""
        """What the one in between has yet to tell the acceptor; forgotten when the floor stops."""

    def copied(self) -> Notes:
        other = copy(self)
        other.books, other.acceptor = self.books.copied(), copy(self.acceptor)
        return other

    def key(self) -> object:
        terminal = self.books.floor.terminals[T1]
        floor = (terminal.escrow, terminal.escrow_lost, tuple(terminal.locks), self.books.held(meter_of(T1)))
        acceptor = tuple(vars(self.acceptor).values())
        return floor, acceptor, self.inserted, self.tell, self.faults

    def futures(self) -> Iterator[tuple[str, Callable[[Any], None]]]:
        acceptor, terminal = self.acceptor, self.books.floor.terminals[T1]
        if self.inserted < len(NOTES) and acceptor.inside is None and acceptor.word is None:
            yield "a note goes in", Notes.insert
        if self.tell or acceptor.word or acceptor.inside is not None:
            yield "a step", Notes.step
        if terminal.escrow_lost and not (self.tell or acceptor.word):
            yield "a person looks", Notes.look
        if self.faults < FAULTS_MAX:
            yield "the floor stops", Notes.crash
            for name, (happen, moving) in POWER.items():
                if acceptor.inside is not None and (acceptor.moving or not moving):
                    yield f"the acceptor loses power and {name}", happen

    def insert(self) -> None:
        self.acceptor.inside = NOTES[self.inserted]
        self.inserted += 1

    def step(self) -> None:
        """One thing: a word to the acceptor, or a command on record."""
        acceptor = self.acceptor
        if self.tell:
            told, self.tell = self.tell, ""
            {"heard": self._heard, "stack": acceptor.begin, "return": acceptor.give_back}[told]()
        elif acceptor.word is not None:
            self.books.ask(SAID[acceptor.word.what](acceptor.word.amount))
            self.tell = "heard"
        elif acceptor.moving:
            acceptor.stack()
        elif (terminal := self.books.floor.terminals[T1]).escrow is not None and not terminal.escrow_lost:
            self.tell = "stack"
        else:
            assert acceptor.inside is not None
            refused = isinstance(self.books.ask(OfferNote(T1, acceptor.inside)), Refusal)
            self.tell = "return" if refused else "stack"

    def _heard(self) -> None:
        self.acceptor.word = None

    def crash(self) -> None:
        self.faults += 1
        self.tell = ""
        self.books.restart()

    def look(self) -> None:
        """Who opens the box counts the notes."""
        lost = self.books.floor.terminals[T1].escrow
        missing = total(self.acceptor.box) - self.books.held(meter_of(T1))
        stacked = missing == lost
        verdict = self.books.ask(EstablishNote(ROLE, "ann", T1, stacked, "counted the box"))
        assert not isinstance(verdict, Refusal), verdict

    def check(self) -> None:
        acceptor, credit = self.acceptor, self.books.held(meter_of(T1))
        there = total(acceptor.box) + total(acceptor.returned) + (acceptor.inside or ZERO)
        assert there == total(NOTES[: self.inserted]), "a note is in one place"
        assert credit == -self.books.held(cash_box_of(T1))
        assert credit <= total(acceptor.box), "nothing is credited that is not stacked"
        terminal = self.books.floor.terminals[T1]
        if not (self.tell or acceptor.word or acceptor.inside or terminal.escrow_lost):
            assert terminal.escrow is None, "nothing waits for a note that nobody has"
            assert credit == total(acceptor.box), "all is credited that is stacked"
            assert not terminal.locks


SAID: dict[str, Callable[[Money], AnyCommand]] = {
    "stacked": lambda amount: InsertNote(T1, amount, offered=True),
    "returned": lambda _: ReturnNote(T1),
    "lost": lambda _: ReportNoteLost(T1),
}


def power_loss(move: Callable[[Acceptor], None]) -> Callable[[Any], None]:
    """The acceptor comes back, having done this with the note."""

    def happen(world: Notes) -> None:
        world.faults += 1
        # What was under way to it is lost; the one in between asks anew.
        world.tell = ""
        move(world.acceptor)

    return happen


POWER: dict[str, tuple[Callable[[Any], None], bool]] = {
    "keeps the note": (power_loss(Acceptor.keep), False),
    "returns it": (power_loss(Acceptor.give_back), False),
    "has returned it without knowing": (power_loss(lambda acceptor: acceptor.forget(acceptor.give_back)), False),
    "stacks it": (power_loss(Acceptor.stack), True),
    "has stacked it without knowing": (power_loss(lambda acceptor: acceptor.forget(acceptor.stack)), True),
}
"""What a loss of power may do, and whether only to a note that was on its way into the box."""


def test_a_note_is_credited_if_and_only_if_it_is_stacked_whatever_fails_and_when() -> None:
    assert explore(Notes()) > 250, "a world so small proves nothing"


def test_an_acceptor_that_is_believed_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SAID, "stacked", lambda amount: InsertNote(T1, amount))
    with pytest.raises(AssertionError, match="nothing is credited that is not stacked"):
        explore(Notes())


class Printing(World):
    """A player who collects twice, a printer, the floor, and somebody between them."""

    def __init__(self) -> None:
        self.books = Books("note T1 50.00")
        self.printer = PaperRolls()
        self.collected = 0
        self.word: ReportPrint | None = None
        """What the printer said and is not on record; forgotten when the floor stops."""

    def copied(self) -> Printing:
        other = copy(self)
        other.books, other.printer = self.books.copied(), deepcopy(self.printer)
        return other

    def key(self) -> object:
        tickets = tuple((each.number, each.state) for each in self.books.floor.tickets.values())
        paper = tuple(self.printer.roll(T1))
        return tickets, paper, self.collected, self.word, self.faults, self.books.held(meter_of(T1))

    def futures(self) -> Iterator[tuple[str, Callable[[Any], None]]]:
        orders = print_orders(self.books.floor)
        if self.collected < 2 and not orders and self.books.held(meter_of(T1)):
            yield "the meter is collected", Printing.collect
        if self.word is not None:
            yield "the printer's word goes on record", Printing.report
        elif orders:
            yield "the printer prints", Printing.print
        if self.faults < FAULTS_MAX:
            yield "the floor stops", Printing.crash
            if orders and self.word is None:
                yield "the printer jams", Printing.jam

    def collect(self) -> None:
        self.collected += 1
        verdict = self.books.ask(Collect(T1, f"K{self.collected}"))
        assert not isinstance(verdict, Refusal), verdict

    def print(self) -> None:
        (order,) = print_orders(self.books.floor)
        self.word = ReportPrint(T1, order.ticket, self.printer.print(T1, order.ticket, order.cents))

    def jam(self) -> None:
        """No paper came out: unless this very ticket did before, and the printer remembers."""
        self.faults += 1
        (order,) = print_orders(self.books.floor)
        there = f"{order.ticket} {order.cents}" in self.printer.roll(T1)[-1:]
        self.word = ReportPrint(T1, order.ticket, printed=there)

    def report(self) -> None:
        assert self.word is not None
        word, self.word = self.word, None
        self.books.ask(word)

    def crash(self) -> None:
        self.faults += 1
        self.word = None
        self.books.restart()

    def check(self) -> None:
        paper = [line.split()[0] for line in self.printer.roll(T1)]
        assert len(paper) == len(set(paper)), "no ticket is printed twice"
        tickets = self.books.floor.tickets.values()
        outstanding = {each.number for each in tickets if each.state is TicketState.OUTSTANDING}
        void = {each.number for each in tickets if each.state is TicketState.VOID}
        assert outstanding <= set(paper), "what is payable is on paper"
        assert void.isdisjoint(paper), "what came back to the meter is not on paper"
        held = self.books.held
        assert held(meter_of(T1)) + held(printing_of(T1)) + held(TICKETS) == cents(5_000)
        if not print_orders(self.books.floor):
            assert outstanding == set(paper)
            assert held(printing_of(T1)) == ZERO


def test_a_meter_becomes_one_ticket_or_stays_a_meter_whatever_fails_and_when() -> None:
    assert explore(Printing()) > 50, "a world so small proves nothing"


def test_a_printer_without_a_memory_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(self: PaperRolls, terminal: str, ticket: str, amount: int) -> bool:
        self._rolls.setdefault(terminal, []).append(f"{ticket} {amount}")
        return True

    monkeypatch.setattr(PaperRolls, "print", forgetful)
    with pytest.raises(AssertionError, match="no ticket is printed twice"):
        explore(Printing())
