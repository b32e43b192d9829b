"""Acceptors: notes and tickets in escrow, stacked or returned as the floor has decided, and heard once it is on record.

One thing at a time for each acceptor: while a command of it is on its way to the record nothing else of it is looked
at. An acceptor says everything again until it is heard, so nothing is lost when the server stops in between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from openetg.devices.acceptor.signals import (
    AcceptorOrder,
    AcceptorSignal,
    Empty,
    Lost,
    NoteHeld,
    Refuse,
    Rejected,
    Return,
    Returned,
    Stack,
    Stacked,
    Take,
    TicketHeld,
    TroubleCode,
)
from openetg.devices.money.line import DeviceTrouble, Fine, Heard, MoneyHello
from openetg.floor.commands import (
    InsertNote,
    InsertTicket,
    OfferNote,
    Order,
    ReportNoteLost,
    ReportSignal,
    ReportTerminalFault,
    ReturnNote,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.money.cash import fed_by, not_to_fund
from openetg.floor.state import Answer, Terminal
from openetg.money import cents
from openetg.server.devices.desk.clerk import Clerk, Told, Troubles, refusal

TAKE_AGAIN_MS = 2_000
"""How often an acceptor that may take is told so; it stops by itself when it is not."""
STACK_AGAIN_MS = 500
"""The shortest time before an acceptor is told again to stack what it holds: one that cannot would answer at once,
without end."""

Elsewhere = Callable[[str, str, Callable[[bool], None]], bool]
"""Asks another system about a ticket that is not ours: terminal, digits, and whom to tell whether it was credited."""


def device_of(terminal: str) -> str:
    """The name of a terminal's acceptor among the devices."""
    return f"acceptor/{terminal}"


class AcceptorKeeper:
    """Keeps one terminal's acceptor."""

    def __init__(self, terminal: str, clerk: Clerk, troubles: Troubles, elsewhere: Elsewhere) -> None:
        self._terminal = terminal
        self._clerk = clerk
        self._troubles = troubles
        self._elsewhere = elsewhere
        self._signals: deque[AcceptorSignal] = deque()
        self._busy = False
        self._life: int | None = None
        self._done = 0
        """The last item whose end is on record."""
        self._told_ms: int | None = None
        """When it was last told to take; None if it was told not to."""
        self._stack_again_ms = 0

    def hear(self, signal: AcceptorSignal) -> None:
        """Keeps a signal until its turn."""
        if not self._signals or self._signals[-1] != signal:
            self._signals.append(signal)

    @property
    def waits(self) -> bool:
        """Whether something it said has yet to be looked at."""
        return bool(self._signals)

    def turn(self, at_ms: int) -> None:
        """Looks at what was said."""
        while self._signals and not self._busy and self._take(self._signals[0], at_ms):
            self._signals.popleft()

    def open_or_shut(self, at_ms: int, *, printer_fit: bool) -> None:
        """Says whether it may take money, now and then."""
        floor = self._clerk.floor
        terminal = floor.terminals[self._terminal]
        funded = any(not isinstance(fed_by(floor, terminal, source), Refusal) for source in ("notes", "tickets"))
        if not (funded and printer_fit and not_to_fund(floor, terminal, at_ms) is None):
            if self._told_ms is not None:
                self._send(Refuse())
            self._told_ms = None
        elif self._told_ms is None or at_ms - self._told_ms >= TAKE_AGAIN_MS:
            self._told_ms = at_ms if self._send(Take()) else None

    def _take(self, signal: AcceptorSignal, at_ms: int) -> bool:
        """Deals with a signal; False if that has to wait."""
        match signal:
            case MoneyHello():
                if signal.life != self._life:
                    self._life, self._done = signal.life, 0
                return True
            case NoteHeld():
                return self._note(signal, at_ms)
            case TicketHeld():
                return self._ticket(signal)
            case Stacked() | Returned() | Lost():
                return self._ended(signal)
            case Empty():
                return self._nothing_there()
            case Rejected():
                return self._clerk.submit(self._name, ReportSignal(self._terminal, "reject"))
            case DeviceTrouble() | Fine():
                return self.trouble(signal.code if isinstance(signal, DeviceTrouble) else "", at_ms)
            case _:
                return True

    def _note(self, held: NoteHeld, at_ms: int) -> bool:
        terminal = self._here
        if held.item == self._done:
            self._done = 0  # an item in escrow has not ended: it counts anew
        if terminal.escrow is not None and not terminal.escrow_lost:
            if terminal.escrow != cents(held.cents):
                # It holds another note than was let in: of that one it cannot say what became of it.
                self._ask(ReportNoteLost(self._terminal), lambda _: self._free())
                return False
            # It was let in before: by a server that stopped, or its order was lost on the line.
            if at_ms >= self._stack_again_ms:
                self._stack_again_ms = at_ms + STACK_AGAIN_MS
                self._send(Stack(held.item))
            return True
        return self._ask(OfferNote(self._terminal, cents(held.cents)), partial(self._decided, held.item))

    def _ticket(self, held: TicketHeld) -> bool:
        if self._life is None:
            return True
        order = Order(f"reader/{self._terminal}", self._life, held.item, InsertTicket(self._terminal, held.digits))
        self._busy = True
        if not self._clerk.submit_item(order, partial(self._ticket_decided, held)):
            self._busy = False
            self._send(Return(held.item))
        return True

    def _ticket_decided(self, held: TicketHeld, told: Told) -> None:
        if isinstance(told, Answer) and not told.reason and not self._took(held.digits):
            # An item that was answered before, with another ticket: it has lost count. Of this one nothing is known.
            self._finish(held.item, False)
            return
        foreign = refusal(told) == Reason.OTHER_FLOOR.value
        if not foreign or not self._elsewhere(self._terminal, held.digits, partial(self._finish, held.item)):
            self._decided(held.item, told)

    def _took(self, digits: str) -> bool:
        """Whether a ticket became credit here."""
        ticket = self._clerk.floor.tickets.get(self._clerk.writer.edge.name_of(digits))
        return ticket is not None and ticket.redeemed is not None and ticket.redeemed.where == self._terminal

    def _decided(self, item: int, told: Told) -> None:
        self._finish(item, refusal(told) is None)

    def _finish(self, item: int, accepted: bool) -> None:
        self._busy = False
        self._send(Stack(item) if accepted else Return(item))

    def _ended(self, word: Stacked | Returned | Lost) -> bool:
        if word.item == self._done or not word.cents:
            self._heard(word.item)
            return True
        then = partial(self._on_record, word.item)
        if isinstance(word, Stacked):
            return self._ask(InsertNote(self._terminal, cents(word.cents), offered=True), then)
        if self._here.escrow is None or self._here.escrow_lost:
            # It was never let in: nothing to undo. Of one that is lost a person has to know all the same.
            if isinstance(word, Lost):
                return self._ask(ReportTerminalFault(self._terminal, "NOTE_LOST", service=True), then)
            self._heard(word.item)
            return True
        lost = isinstance(word, Lost)
        return self._ask(ReportNoteLost(self._terminal) if lost else ReturnNote(self._terminal), then)

    def _on_record(self, item: int, told: Told) -> None:
        del told  # a refusal means that it was on record before
        self._busy = False
        self._heard(item)

    def _heard(self, item: int) -> None:
        self._done = item
        self._send(Heard(item))

    def _nothing_there(self) -> bool:
        """It holds nothing and has nothing to say of a note that was let in: it is unknown where that is."""
        if self._here.escrow is None or self._here.escrow_lost:
            return True
        return self._ask(ReportNoteLost(self._terminal), lambda _: self._free())

    def trouble(self, code: str, at_ms: int) -> bool:
        """Puts on record what is wrong with it, an empty code means nothing is; False if that has to wait."""
        if not self._troubles.is_news(self._name, code, at_ms):
            return True
        if code == TroubleCode.CHEAT:
            taken = self._clerk.submit(self._name, ReportSignal(self._terminal, "acceptor"))
        else:
            said = f"ACCEPTOR_{code or 'FINE'}"
            taken = self._clerk.submit(self._name, ReportTerminalFault(self._terminal, said, service=True))
        if taken:
            self._troubles.note(self._name, code, at_ms)
        return taken

    def _ask(
        self,
        command: OfferNote | InsertNote | ReturnNote | ReportNoteLost | ReportTerminalFault,
        then: Callable[[Told], None],
    ) -> bool:
        self._busy = self._clerk.submit(self._name, command, then)
        return self._busy

    def _free(self) -> None:
        self._busy = False

    def _send(self, order: AcceptorOrder) -> bool:
        return self._clerk.send(self._name, order)

    @property
    def _name(self) -> str:
        return device_of(self._terminal)

    @property
    def _here(self) -> Terminal:
        return self._clerk.floor.terminals[self._terminal]
