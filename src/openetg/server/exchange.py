"""Between the writer and the sessions: who is connected where, and who is told what after each commit.

Sans I/O. Numbers the two streams of every terminal, encodes a table's news once for all, and never shows anything
that is not on record. Sessions know nothing of the floor; this reads its views for them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import Protocol, TypeAlias, get_args

from msgspec.structs import replace

from openetg.floor import events
from openetg.floor.commands import AnyCommand, Order
from openetg.floor.decide import Stale
from openetg.floor.ledger import meter_of, play_of
from openetg.floor.state import STANDING, Answer, Floor, Table
from openetg.floor.views import OwnView, layout_view, own_view, table_view
from openetg.money import ZERO, total
from openetg.server.writer import Decided, Writer
from openetg.wire.codec import encode
from openetg.wire.messages import Ack, Known, OwnNews, Refused, TableNews, Welcome

NOT_FOR_PLAYERS: frozenset[type] = frozenset(
    {
        events.DeviceReady,
        events.DeviceFaulted,
        events.SignalShown,
        events.OutcomeRegistered,
        events.OutcomeIgnored,
        events.WagersReturned,
    }
)
"""Events of a round that change nothing on the screens of everybody at the table."""
TABLE_EVENTS: frozenset[type] = frozenset(get_args(events.RoundEvent)) - NOT_FOR_PLAYERS | {
    events.LimitsSet,
    events.OutcomeCorrected,
}
"""Events everybody at the table is told of."""

WHY: dict[type, str] = {
    events.NoteCredited: "note",
    events.WagerPlaced: "",
    events.WagersTakenBack: "taken_back",
    events.TicketOrdered: "ticket_ordered",
    events.TicketIssued: "ticket_issued",
    events.TicketFailed: "ticket_failed",
    events.WagersReturned: "returned",
    events.TicketInserted: "ticket",
    events.CreditTransferred: "transfer",
    events.RoundVoided: "void",
    events.WagersVoided: "wagers_void",
    events.OutcomeCorrected: "corrected",
    events.CaseOpened: "held",
    events.MoneyWithheld: "withheld",
    events.HoldingReleased: "released",
}
"""Events of one terminal, in the words of the wire."""


METER = meter_of("")
Noted: TypeAlias = dict[str, tuple[int, str, str, int]]
"""Terminals to be told: by which entry, why, the clause, and the round it is about."""


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
        # Numbers go on from the journal, so that a view seen before a restart is never taken for the present one.
        floor = writer.floor
        self._own_seq = dict.fromkeys(floor.terminals, floor.sequence)
        self._table_seq = dict.fromkeys(floor.tables, floor.sequence)
        self._paid = {table.name: _paid_at(floor, table) for table in floor.tables.values()}
        self._lives: dict[str, int] = {}
        self._accepted: list[tuple[Listener, int, Decided]] = []
        self._waiting: list[Callable[[], None]] = []

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

    def when_still(self, act: Callable[[], None]) -> None:
        """Does what reads the floor for somebody's eyes: now, or as soon as everything in it is on record."""
        if self.writer.in_flight:
            self._waiting.append(act)
        else:
            act()

    def life_of(self, terminal: str, boot: int | None, now_ms: int) -> int:
        """The life a terminal goes on with: its own if it comes back, else one that nobody has had."""
        sender = self.writer.floor.senders.get(_sender(terminal))
        newest = max(sender.boot if sender else 0, self._lives.get(terminal, 0))
        if boot is None or not newest <= boot <= max(newest, now_ms):
            boot = max(newest + 1, now_ms)
        self._lives[terminal] = boot
        return boot

    def welcome(self, listener: Listener, life: int, now_ms: int, *, seen: tuple[int, int] | None) -> bytes:
        """What stands, to a terminal that has seen so much of its own stream and its table's; nothing if it is new."""
        floor, name = self.writer.floor, listener.terminal
        sender = floor.senders.get(_sender(name))
        table = floor.tables[listener.table]
        own_seq, table_seq = self._own_seq.get(name, 0), self._table_seq.get(table.name, 0)
        message = Welcome(
            boot=life,
            last=sender.last if sender is not None and sender.boot == life else 0,
            now_ms=now_ms,
            own_seq=own_seq,
            table_seq=table_seq,
            layout=layout_view(floor, table) if seen is None else None,
            own=self._own(name) if seen is None or seen[0] != own_seq else None,
            table=table_view(table) if seen is None or seen[1] != table_seq else None,
        )
        return encode(message)

    def name_paper(self, serial: str) -> str:
        """The name of a new paper."""
        return self.writer.edge.name_paper(serial)

    def submit(self, listener: Listener, boot: int, number: int, command: AnyCommand) -> bool:
        """Hands a terminal's command to the writer; the answer comes after the commit."""
        order = Order(_sender(listener.terminal), boot, number, command)
        taken = self.writer.submit(order, lambda told: self._answer(listener, number, told))
        self._wake()
        return taken

    def _answer(self, listener: Listener, number: int, told: Decided | Answer | Stale) -> None:
        if type(told) is Decided and isinstance(told.verdict, tuple):
            self._accepted.append((listener, number, told))
        elif isinstance(told, Stale):
            listener.tell(encode(Known(number, 0, "stale", "")))
        elif isinstance(told, Answer):
            accepted: int = told.accepted  # type: ignore[assignment]
            listener.tell(encode(Known(number, accepted, told.reason, told.clause)))
        else:
            refusal = told.verdict
            assert not isinstance(refusal, tuple), "what was accepted is answered in the order of the entries"
            listener.tell(encode(Refused(number, refusal.reason.value, refusal.clause, refusal.details)))

    def _answer_accepted(self, listener: Listener, number: int, told: Decided) -> None:
        assert isinstance(told.verdict, tuple), "refusals are answered at once"
        event = told.verdict[0]
        if self._by_terminal.get(listener.terminal) is not listener:
            # Whoever has taken its place asked for nothing, but must not miss what has changed.
            self._tell_own(listener.terminal, told.sequence, told.at_ms, WHY.get(type(event), ""), _clause(event))
            return
        prev = self._advance(listener.terminal, told.sequence)
        if type(event) is events.WagerPlaced:
            listener.tell(encode(self._ack(number, told.sequence, prev, event)))
        else:
            own = self._own(listener.terminal)
            news = OwnNews(told.sequence, prev, told.at_ms, own, WHY.get(type(event), ""), _clause(event), number)
            listener.tell(encode(news))

    def _own(self, terminal: str) -> OwnView:
        """A terminal's own view, with what its last paper bears in the place of the paper's name."""
        own = own_view(self.writer.floor, terminal)
        return replace(own, ticket=self.writer.edge.printed(own.ticket)) if own.ticket else own

    def _ack(self, number: int, sequence: int, prev: int, event: events.WagerPlaced) -> Ack:
        """What stands now after a placed wager: only what it changed, since this is the hottest message of all."""
        ledger = self.writer.floor.ledger
        round_ = self.writer.floor.tables[event.table].round
        standing = round_.wagers.get(event.terminal, {}) if round_ and round_.phase in STANDING else {}
        spots: dict[str, int] = {spot: standing.get(spot, ZERO) for spot in event.spots}  # type: ignore[misc]
        accepted: int = total(event.spots.values())  # type: ignore[assignment]
        meter: int = ledger.held(meter_of(event.terminal))  # type: ignore[assignment]
        staked: int = ledger.held(play_of(event.table, event.terminal))  # type: ignore[assignment]
        return Ack(number, sequence, prev, accepted, meter, staked, spots, event.trimmed)

    def _advance(self, terminal: str, sequence: int) -> int:
        prev = self._own_seq.get(terminal, 0)
        self._own_seq[terminal] = sequence
        return prev

    def publish(self, decided: tuple[Decided, ...]) -> None:
        """Tells everybody what a commit has made true, in the order of the entries; then lets in who waited."""
        tables: dict[str, int] = {}
        terminals: Noted = {}
        at_ms = decided[-1].at_ms if decided else 0
        accepted, self._accepted = self._accepted, []
        acts = [(each[2].sequence, partial(self._answer_accepted, *each)) for each in accepted]
        answered = {sequence for sequence, _ in acts}
        for each in decided:
            if not isinstance(each.verdict, tuple):
                continue
            for event in each.verdict:
                kind = type(event)
                if kind is events.WagerPlaced and each.sequence in answered:
                    continue
                if kind in TABLE_EVENTS:
                    tables[getattr(event, "table")] = each.sequence  # noqa: B009 - every one of them has a table
                if isinstance(event, events.RoundSettled):
                    self._note_settled(event, each.sequence, terminals)
                elif each.sequence not in answered:
                    _note_terminals(event, each.sequence, terminals)
        acts += [
            (each[0], partial(self._tell_own, name, each[0], at_ms, *each[1:])) for name, each in terminals.items()
        ]
        acts += [(sequence, partial(self._tell_table, table, sequence, at_ms)) for table, sequence in tables.items()]
        for _, act in sorted(acts, key=itemgetter(0)):
            act()
        waiting, self._waiting = self._waiting, []
        for enter in waiting:
            enter()

    def _note_settled(self, event: events.RoundSettled, sequence: int, terminals: Noted) -> None:
        """Who took part hears what it brought; who did not, but still shows an earlier win, that it is over."""
        for name in self._paid.get(event.table, ()):
            terminals[name] = (sequence, "", event.clause, event.round)
        for result in event.results:
            terminals[result.terminal] = (sequence, "settled", event.clause, event.round)
        self._paid[event.table] = [result.terminal for result in event.results if result.returned]

    def _tell_own(self, terminal: str, sequence: int, at_ms: int, why: str, clause: str, about: int = 0) -> None:
        prev = self._advance(terminal, sequence)
        listener = self._by_terminal.get(terminal)
        if listener is not None:
            own = self._own(terminal)
            listener.tell(encode(OwnNews(sequence, prev, at_ms, own, why, clause, round=about)))

    def _tell_table(self, table: str, sequence: int, at_ms: int) -> None:
        prev = self._table_seq.get(table, 0)
        self._table_seq[table] = sequence
        listeners = self._by_table.get(table)
        if listeners:
            data = encode(TableNews(sequence, prev, at_ms, table_view(self.writer.floor.tables[table])))
            for listener in list(listeners.values()):
                listener.tell(data)


def _clause(event: events.AnyEvent) -> str:
    return str(getattr(event, "clause", ""))


def _note_terminals(event: events.AnyEvent, sequence: int, terminals: Noted) -> None:
    """Which terminals an event changes that did not ask for it themselves: those it names, those whose meter moves."""
    why, about = WHY.get(type(event), ""), getattr(event, "round", 0)
    changed = [getattr(event, "terminal", "")]
    for transfer in getattr(event, "transfers", ()):
        changed += [name[len(METER) :] for name in (transfer.source, transfer.destination) if name.startswith(METER)]
    for terminal in filter(None, changed):
        before = terminals.get(terminal)
        if why or before is None or before[0] != sequence:
            terminals[terminal] = (sequence, why, _clause(event), about)


def _paid_at(floor: Floor, table: Table) -> list[str]:
    """The terminals that show what the last round paid."""
    return [name for name in table.terminals if floor.terminals[name].paid]


def _sender(terminal: str) -> str:
    return f"terminal/{terminal}"
