"""Between the writer and the sessions: who is connected where, and who is told what after each commit.

Sans I/O. Numbers the two streams of every terminal, encodes a table's news once for all, and never shows anything
that is not on record. Sessions know nothing of the floor; this reads its views for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from openetg.floor import events
from openetg.floor.commands import AnyCommand, Order
from openetg.floor.decide import Stale
from openetg.floor.refusals import Refusal
from openetg.floor.state import Answer
from openetg.floor.views import OwnView, layout_view, own_view, table_view
from openetg.server.writer import Decided, Writer
from openetg.wire.codec import encode
from openetg.wire.messages import Ack, Known, OwnNews, Refused, TableNews, Welcome

TABLE_EVENTS = (
    events.RoundOpened,
    events.RoundResumed,
    events.BallLaunched,
    events.WagersClosed,
    events.OutcomeRecorded,
    events.RoundSettled,
    events.RoundVoided,
    events.RoundHeld,
    events.LimitsSet,
)
"""Events everybody at the table is told of."""

WHY: dict[type, str] = {
    events.NoteCredited: "note",
    events.WagersTakenBack: "taken_back",
    events.TicketOrdered: "ticket_ordered",
    events.TicketIssued: "ticket_issued",
    events.TicketFailed: "ticket_failed",
    events.WagersReturned: "returned",
}
"""Events of one terminal, in the words of the wire."""


class Listener(Protocol):
    """A session as the exchange sees it."""

    terminal: str
    table: str

    def tell(self, data: bytes) -> None:
        """Sends bytes, or lets a slow reader go."""
        ...


class Exchange:
    """Sessions by terminal and table, and their numbers."""

    def __init__(self, writer: Writer, *, wake: Callable[[], None]) -> None:
        self.writer = writer
        self._wake = wake
        self._by_terminal: dict[str, Listener] = {}
        self._by_table: dict[str, dict[str, Listener]] = {}
        self._own_seq: dict[str, int] = {}
        self._table_seq: dict[str, int] = {}

    @property
    def listeners(self) -> list[Listener]:
        """Everybody connected."""
        return list(self._by_terminal.values())

    def table_of(self, terminal: str) -> str | None:
        """The table a terminal stands at, if there is such a terminal."""
        known = self.writer.floor.terminals.get(terminal)
        return None if known is None else known.table

    def join(self, listener: Listener) -> Listener | None:
        """Connects a session; returns the one it takes the place of."""
        before = self._by_terminal.get(listener.terminal)
        self._by_terminal[listener.terminal] = listener
        self._by_table.setdefault(listener.table, {})[listener.terminal] = listener
        return before

    def leave(self, listener: Listener) -> None:
        """Disconnects a session, unless another has taken its place."""
        if self._by_terminal.get(listener.terminal) is listener:
            del self._by_terminal[listener.terminal]
            del self._by_table[listener.table][listener.terminal]

    def welcome(self, listener: Listener, boot: int | None, own_seen: int, table_seen: int) -> tuple[int, bytes]:
        """The life of the sender from now on, and the message that says so, with every view it has not seen."""
        floor, name = self.writer.floor, listener.terminal
        sender = floor.senders.get(f"terminal/{name}")
        fresh = boot is None or (sender is not None and boot < sender.boot)
        life = max(floor.at_ms, sender.boot + 1 if sender else 0) if fresh or boot is None else boot
        last = sender.last if sender is not None and sender.boot == life else 0
        table = floor.tables[listener.table]
        own_seq, table_seq = self._own_seq.get(name, 0), self._table_seq.get(table.name, 0)
        message = Welcome(
            boot=life,
            last=last,
            now_ms=floor.at_ms,
            own_seq=own_seq,
            table_seq=table_seq,
            layout=layout_view(floor, table) if fresh else None,
            own=None if own_seen == own_seq and not fresh else own_view(floor, name),
            table=None if table_seen == table_seq and not fresh else table_view(table),
        )
        return life, encode(message)

    def submit(self, listener: Listener, boot: int, number: int, command: AnyCommand) -> bool:
        """Hands a terminal's command to the writer; the answer comes after the commit."""
        order = Order(f"terminal/{listener.terminal}", boot, number, command)
        taken = self.writer.submit(order, lambda told: self._answer(listener, number, told))
        self._wake()
        return taken

    def _answer(self, listener: Listener, number: int, told: Decided | Answer | Stale) -> None:
        if isinstance(told, Stale):
            listener.tell(encode(Known(number, 0, "stale", "")))
        elif isinstance(told, Answer):
            accepted: int = told.accepted  # type: ignore[assignment]
            listener.tell(encode(Known(number, accepted, told.reason, told.clause)))
        elif isinstance(told.verdict, Refusal):
            refusal = told.verdict
            listener.tell(encode(Refused(number, refusal.reason.value, refusal.clause, refusal.details)))
        else:
            self._answer_accepted(listener, number, told, told.verdict[0])

    def _answer_accepted(self, listener: Listener, number: int, told: Decided, event: events.AnyEvent) -> None:
        own = own_view(self.writer.floor, listener.terminal)
        prev = self._advance(listener.terminal, told.sequence)
        if isinstance(event, events.WagerPlaced):
            listener.tell(encode(_ack(number, told.sequence, prev, event, own)))
        else:
            news = OwnNews(told.sequence, prev, told.at_ms, own, WHY.get(type(event), ""), _clause(event), number)
            listener.tell(encode(news))

    def _advance(self, terminal: str, sequence: int) -> int:
        prev = self._own_seq.get(terminal, 0)
        self._own_seq[terminal] = sequence
        return prev

    def publish(self, decided: tuple[Decided, ...]) -> None:
        """Tells everybody what a commit has made true, other than the answers themselves."""
        tables: dict[str, int] = {}
        terminals: dict[str, tuple[int, str, str]] = {}
        at_ms = decided[-1].at_ms if decided else 0
        for each in decided:
            if isinstance(each.verdict, Refusal):
                continue
            for event in each.verdict:
                if isinstance(event, TABLE_EVENTS):
                    tables[event.table] = each.sequence
                _note_terminals(event, each, terminals)
        for terminal, (sequence, why, clause) in terminals.items():
            self._tell_own(terminal, sequence, at_ms, why, clause)
        for table, sequence in tables.items():
            self._tell_table(table, sequence, at_ms)

    def _tell_own(self, terminal: str, sequence: int, at_ms: int, why: str, clause: str) -> None:
        prev = self._advance(terminal, sequence)
        listener = self._by_terminal.get(terminal)
        if listener is not None:
            own = own_view(self.writer.floor, terminal)
            listener.tell(encode(OwnNews(sequence, prev, at_ms, own, why, clause)))

    def _tell_table(self, table: str, sequence: int, at_ms: int) -> None:
        prev = self._table_seq.get(table, 0)
        self._table_seq[table] = sequence
        listeners = self._by_table.get(table)
        if listeners:
            data = encode(TableNews(sequence, prev, at_ms, table_view(self.writer.floor.tables[table])))
            for listener in list(listeners.values()):
                listener.tell(data)


def _ack(number: int, sequence: int, prev: int, event: events.WagerPlaced, own: OwnView) -> Ack:
    spots = {spot: own.spots.get(spot, 0) for spot in event.spots}
    accepted: int = sum(event.spots.values())  # type: ignore[arg-type]
    return Ack(number, sequence, prev, accepted, own.meter, own.staked, spots, event.trimmed)


def _clause(event: events.AnyEvent) -> str:
    return str(getattr(event, "clause", ""))


def _note_terminals(event: events.AnyEvent, decided: Decided, terminals: dict[str, tuple[int, str, str]]) -> None:
    """Which terminals an event changes that did not ask for it themselves."""
    if isinstance(event, events.RoundSettled):
        for result in event.results:
            terminals[result.terminal] = (decided.sequence, "settled", event.clause)
    elif isinstance(event, events.RoundVoided):
        for transfer in event.transfers:
            terminals[transfer.destination.partition("/")[2]] = (decided.sequence, "void", event.clause)
    elif isinstance(event, (events.WagersReturned, events.TicketIssued, events.TicketFailed)):
        terminals[event.terminal] = (decided.sequence, WHY[type(event)], _clause(event))
