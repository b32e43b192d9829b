"""The monitoring system: credit it sends, meters it asks for, events it is told, and tickets of other machines.

A ticket of another machine of the site comes in as a transfer from the monitoring system, under an id made of its
number: asked again, at this terminal or another, it is the same transfer and moves nothing twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from hashlib import sha256

from msgspec import Struct

from openetg.devices.monitoring.signals import (
    DONE,
    Answer,
    CreditAsked,
    CreditSent,
    Event,
    EventHeard,
    Meters,
    MetersAsked,
    MonitoringOrder,
    MonitoringSignal,
    RedeemTicket,
    ReverseTicket,
    TicketDenied,
    TicketPaid,
)
from openetg.floor.commands import TransferCredit
from openetg.floor.core.ledger import cash_box_of, meter_of, play_of, printing_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.money.redeeming import collect_rules, rulebook_of
from openetg.money import cents, cents_of, total
from openetg.server.devices.desk.clerk import Clerk, Told, refusal
from openetg.server.writer.writer import Decided

DEVICE = "monitoring"
EVENTS_KEPT = 1_000
"""How many events wait for a monitoring system that is not there; the journal has all of them."""
ASK_AGAIN_MS = 2_000
PATIENCE_MS = 8_000
"""How long a player waits for the monitoring system's word on a ticket before it is given back."""


class Question(Struct):
    """A ticket of another machine, of which the monitoring system has yet to say what it is worth."""

    terminal: str
    digits: str
    then: Callable[[bool], None]
    since_ms: int = 0
    asked_ms: int = 0


def redemption_of(digits: str) -> str:
    """The id of a ticket's redemption: the same wherever and whenever it is presented, and not its number."""
    return f"ticket-{sha256(b'openetg redemption,' + digits.encode()).hexdigest()[:24]}"


class MonitoringKeeper:
    """Keeps the line to the monitoring system."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk
        self._signals: deque[MonitoringSignal] = deque()
        self._events: deque[Event] = deque(maxlen=EVENTS_KEPT)
        self._event_count = 0
        self._told_ms = 0
        self._questions: dict[str, Question] = {}
        self._under_way: set[str] = set()

    def hear(self, signal: MonitoringSignal) -> None:
        """Keeps a signal until its turn."""
        self._signals.append(signal)

    def tell(self, code: str, place: str) -> None:
        """Tells the monitoring system of an event."""
        if self._clerk.has(DEVICE):
            self._event_count += 1
            self._events.append(Event(self._event_count, code, place))

    def turn(self, at_ms: int) -> None:
        """Looks at what was said, asks what is to be asked, tells what is to be told."""
        while self._signals and self._take(self._signals[0]):
            self._signals.popleft()
        for redemption in list(self._questions):
            self._press(redemption, at_ms)
        if self._events and at_ms - self._told_ms >= ASK_AGAIN_MS:
            self._told_ms = at_ms
            for event in list(self._events):
                self._send(event)

    def redeem(self, terminal: str, digits: str, then: Callable[[bool], None]) -> bool:
        """Asks about a ticket that is not of this floor; False if there is no system to ask."""
        redemption = redemption_of(digits)
        if not self._clerk.has(DEVICE) or redemption in self._questions or not digits.isascii():
            return False
        self._questions[redemption] = Question(terminal, digits, then)
        return True

    def _press(self, redemption: str, at_ms: int) -> None:
        question = self._questions[redemption]
        question.since_ms = question.since_ms or at_ms
        if redemption in self._under_way:
            return
        if at_ms - question.since_ms >= PATIENCE_MS:
            self._close(redemption, credited=False)
        elif at_ms - question.asked_ms >= ASK_AGAIN_MS:
            question.asked_ms = at_ms
            self._send(RedeemTicket(redemption, question.digits, question.terminal))

    def _take(self, signal: MonitoringSignal) -> bool:
        match signal:
            case CreditSent():
                return self._credit(signal)
            case CreditAsked():
                self._decline(signal)
                return True
            case MetersAsked():
                self._say_meters(signal.terminal)
                return True
            case TicketPaid():
                return self._paid(signal)
            case TicketDenied():
                if signal.redemption in self._questions:
                    self._close(signal.redemption, credited=False)
                return True
            case EventHeard():
                while self._events and self._events[0].item <= signal.item:
                    self._events.popleft()
                return True
            case _:
                return True

    def _credit(self, sent: CreditSent) -> bool:
        command = TransferCredit(sent.terminal, sent.transfer, cents(sent.cents))
        return self._clerk.submit(DEVICE, command, partial(self._answer, sent.transfer))

    def _answer(self, transfer: str, told: Told) -> None:
        verdict = told.verdict if isinstance(told, Decided) else None
        clause = verdict.clause or None if isinstance(verdict, Refusal) else None
        self._send(Answer(transfer, refusal(told) or DONE, clause))

    def _decline(self, asked: CreditAsked) -> None:
        """No rulebook lets a meter go out but on paper or by hand; the clause that says so is cited."""
        floor = self._clerk.floor
        if asked.terminal not in floor.terminals:
            self._send(Answer(asked.transfer, Reason.UNKNOWN_TERMINAL.value))
            return
        clause = collect_rules(rulebook_of(floor, asked.terminal)).papers.clause
        self._send(Answer(asked.transfer, Reason.NOT_IN_RULEBOOK.value, clause))

    def _say_meters(self, name: str) -> None:
        floor = self._clerk.floor
        terminal = floor.terminals.get(name)
        if terminal is None:
            return
        held = floor.ledger.held
        play = total(held(play_of(table, name)) for table in terminal.tables)
        figures = (held(meter_of(name)), play, held(printing_of(name)), -held(cash_box_of(name)))
        self._send(Meters(name, *(cents_of(each) for each in figures)))

    def _paid(self, paid: TicketPaid) -> bool:
        question = self._questions.get(paid.redemption)
        if question is None or paid.redemption in self._under_way:
            return True
        command = TransferCredit(question.terminal, paid.redemption, cents(paid.cents))
        taken = self._clerk.submit(DEVICE, command, partial(self._credited, paid.redemption))
        if taken:
            self._under_way.add(paid.redemption)
        return taken

    def _credited(self, redemption: str, told: Told) -> None:
        self._close(redemption, credited=refusal(told) is None)

    def _close(self, redemption: str, *, credited: bool) -> None:
        """The ticket is stacked or goes back; a ticket that was never credited is good again, regardless of earlier
        answers."""
        if not credited and redemption not in self._clerk.floor.vault.transfers:
            self._send(ReverseTicket(redemption))
        self._under_way.discard(redemption)
        self._questions.pop(redemption).then(credited)

    def _send(self, order: MonitoringOrder) -> None:
        self._clerk.send(DEVICE, order)
