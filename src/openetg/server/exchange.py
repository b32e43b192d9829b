"""Between the writer and the sessions: who is connected where, and who is told what after each commit.

Sans I/O. Numbers the two streams of every terminal, encodes a table's news once for all, and never shows anything
that is not on record. Sessions know nothing of the floor; this reads its views for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter
from typing import Protocol, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor import events
from openetg.floor.commands import AnyCommand, Order
from openetg.floor.decide import Stale
from openetg.floor.ledger import Transfer, meter_of, play_of
from openetg.floor.state import STANDING, Answer, Floor, Table
from openetg.floor.views import OwnView, layout_view, own_view, table_view
from openetg.money import ZERO, Money
from openetg.server.vigil import Vigil
from openetg.server.writer import Decided, Reply, Writer
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
    events.WagerMoved: "moved",
    events.WagersUndone: "undone",
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


WAGERS_STAND = tuple(STANDING)
"""The phases one by one: a set would cost every wager more."""
NOTHING: Mapping[str, Money] = {}
METER = meter_of("")
Noted: TypeAlias = dict[str, tuple[int, str, str, int]]
"""Terminals to be told: by which entry, why, the clause, and the round it is about."""


class Listener(Protocol):
    """A session as the exchange sees it."""

    terminal: str
    table: str
    stream: Stream | None
    """The stream of its terminal, from its hello on."""

    def tell(self, data: bytes) -> None:
        """Sends bytes, or lets a slow reader go."""
        ...


class Stream:
    """The own stream of a terminal, which outlives its connections. A session keeps hold of it, so that a wager finds
    everything about its terminal without asking for it by name.
    """

    __slots__ = ("ahead", "life", "listener", "sender", "seq", "terminal")

    def __init__(self, terminal: str, seq: int) -> None:
        self.terminal = terminal
        self.sender = f"terminal/{terminal}"
        """The name under which the terminal sends."""
        self.seq = seq
        """The entry behind its last news."""
        self.ahead = seq
        """The entry behind the last of its acks that is prepared."""
        self.listener: Listener | None = None
        self.life = 0
        """The newest that was given to a session."""

    def advance(self, sequence: int) -> int:
        """Goes on to the news behind an entry; the entry behind the news before."""
        before, self.seq = self.seq, sequence
        self.ahead = max(self.ahead, sequence)
        return before


class Asked(Struct, gc=False):
    """Who asked and under which number: the one to be answered once it is on record."""

    exchange: Exchange
    listener: Listener
    number: int

    def __call__(self, told: Decided | Answer | Stale) -> None:
        self.exchange.answer(self, told)


Prepared: TypeAlias = tuple[Asked, Decided, int, bytes]
"""Who asked for a wager, what was decided, the news of its terminal before it as far as was known then, and its ack."""


class Exchange:
    """Sessions by terminal and table, and their numbers."""

    def __init__(self, writer: Writer, *, wake: Callable[[], None]) -> None:
        self.writer = writer
        self._wake = wake
        self.real_slots: frozenset[str] = frozenset()
        """Terminals whose notes and tickets go into a device: there a message that one was put in is not believed."""
        self.vigil: Vigil | None = None
        """Who notices that a terminal is gone for long."""
        self._by_table: dict[str, dict[str, Listener]] = {}
        # Numbers go on from the journal, so that a view seen before a restart is never taken for the present one.
        floor = writer.floor
        self._streams = {each.name: Stream(each.name, floor.sequence) for each in floor.terminals.values()}
        self._table_seq = dict.fromkeys(floor.tables, floor.sequence)
        self._paid = {table.name: _paid_at(floor, table) for table in floor.tables.values()}
        self._accepted: dict[int, Asked] = {}
        self._prepared: list[Prepared] = []
        writer.prepare = self._prepare
        self._waiting: list[Callable[[], None]] = []

    @property
    def listeners(self) -> list[Listener]:
        """Everybody connected."""
        return [stream.listener for stream in self._streams.values() if stream.listener is not None]

    @property
    def is_full(self) -> bool:
        """Whether nothing more is taken in before something was decided."""
        return self.writer.is_full

    def table_of(self, terminal: str) -> str | None:
        """The table a terminal stands at, if there is such a terminal."""
        known = self.writer.floor.terminals.get(terminal)
        return None if known is None else known.table

    def stream_of(self, terminal: str) -> Stream:
        """The own stream of a terminal."""
        stream = self._streams.get(terminal)
        if stream is None:
            stream = self._streams[terminal] = Stream(terminal, 0)
        return stream

    def join(self, listener: Listener) -> Listener | None:
        """Connects a session; returns the one it takes the place of."""
        stream = self.stream_of(listener.terminal)
        before, stream.listener = stream.listener, listener
        self._by_table.setdefault(listener.table, {})[listener.terminal] = listener
        if self.vigil is not None:
            self.vigil.joined(listener.terminal)
        return before

    def leave(self, listener: Listener) -> None:
        """Disconnects a session, unless another has taken its place."""
        stream = self.stream_of(listener.terminal)
        if stream.listener is listener:
            stream.listener = None
            del self._by_table[listener.table][listener.terminal]
            if self.vigil is not None:
                self.vigil.left(listener.terminal)

    def when_still(self, act: Callable[[], None]) -> None:
        """Does what reads the floor for somebody's eyes: now, or as soon as everything in it is on record."""
        if self.writer.in_flight:
            self._waiting.append(act)
        else:
            act()

    def life_of(self, terminal: str, boot: int | None, now_ms: int) -> int:
        """The life a terminal goes on with: its own if it comes back, else one that nobody has had."""
        stream = self.stream_of(terminal)
        sender = self.writer.floor.senders.get(stream.sender)
        newest = max(sender.boot if sender else 0, stream.life)
        if boot is None or not newest <= boot <= max(newest, now_ms):
            boot = max(newest + 1, now_ms)
        stream.life = boot
        return boot

    def welcome(self, listener: Listener, life: int, now_ms: int, *, seen: tuple[int, int] | None) -> bytes:
        """What stands, to a terminal that has seen so much of its own stream and its table's; nothing if it is new."""
        floor, stream = self.writer.floor, self.stream_of(listener.terminal)
        sender = floor.senders.get(stream.sender)
        table = floor.tables[listener.table]
        own_seq, table_seq = stream.seq, self._table_seq.get(table.name, 0)
        message = Welcome(
            boot=life,
            last=sender.last if sender is not None and sender.boot == life else 0,
            now_ms=now_ms,
            own_seq=own_seq,
            table_seq=table_seq,
            layout=layout_view(floor, table) if seen is None else None,
            own=self._own(stream.terminal) if seen is None or seen[0] != own_seq else None,
            table=table_view(table) if seen is None or seen[1] != table_seq else None,
        )
        return encode(message)

    def name_paper(self, serial: str) -> str:
        """The name of a new paper."""
        return self.writer.edge.name_paper(serial)

    def submit(self, listener: Listener, boot: int, number: int, command: AnyCommand) -> bool:
        """Hands a terminal's command to the writer; the answer comes after the commit."""
        assert listener.stream is not None, "whoever asks has said hello"
        order = Order(listener.stream.sender, boot, number, command)
        writer = self.writer
        if not writer.inbox:
            # Who finds others waiting need not wake the writer again.
            self._wake()
        return writer.submit(order, Asked(self, listener, number))

    def _prepare(self, reply: Reply, told: Decided) -> bool:
        """Has the ack of a wager ready to be sent: now all about its terminal is at hand, later it is not."""
        verdict = told.verdict
        if type(reply) is not Asked or not isinstance(verdict, tuple) or len(verdict) != 1:
            return False
        event, stream = verdict[0], reply.listener.stream
        if type(event) is not events.WagerPlaced or stream is None:
            return False
        prev, sequence = stream.ahead, told.sequence
        stream.ahead = sequence
        ack = encode(self._ack(reply.number, sequence, prev, event))
        self._prepared.append((reply, told, prev, ack))
        return True

    def answer(self, asked: Asked, told: Decided | Answer | Stale) -> None:
        """Answers what was not accepted at once; what was, in its turn."""
        if type(told) is Decided:
            verdict = told.verdict
            if isinstance(verdict, tuple):
                self._accepted[told.sequence] = asked
            else:
                reason = verdict.reason.value
                asked.listener.tell(encode(Refused(asked.number, reason, verdict.clause, for_players(verdict.details))))
        elif isinstance(told, Answer):
            accepted: int = told.accepted  # type: ignore[assignment]
            asked.listener.tell(encode(Known(asked.number, accepted, told.reason, told.clause)))
        else:
            asked.listener.tell(encode(Known(asked.number, 0, "stale", "")))

    def _acknowledge(self, asked: Asked, told: Decided, prev: int, ack: bytes) -> None:
        """Sends an ack that was prepared, if it still says what is so: nothing of its terminal came before or after."""
        listener, sequence = asked.listener, told.sequence
        stream = listener.stream
        assert stream is not None, "whoever asked has said hello"
        if stream.listener is listener and stream.seq == prev and stream.ahead == sequence:
            stream.seq = sequence
            listener.tell(ack)
        else:
            self._answer_accepted(asked, told)

    def _answer_accepted(self, asked: Asked, told: Decided) -> None:
        assert isinstance(told.verdict, tuple), "refusals are answered at once"
        event, listener, sequence = told.verdict[0], asked.listener, told.sequence
        stream = listener.stream
        assert stream is not None, "whoever asked has said hello"
        why, clause = WHY.get(type(event), ""), _clause(event)
        if stream.listener is not listener:
            # Whoever has taken its place asked for nothing, but must not miss what has changed.
            self._tell_own(stream.terminal, sequence, told.at_ms, why, clause)
            return
        prev = stream.advance(sequence)
        if type(event) is events.WagerPlaced:
            listener.tell(encode(self._ack(asked.number, sequence, prev, event)))
        else:
            own = self._own(stream.terminal)
            listener.tell(encode(OwnNews(sequence, prev, told.at_ms, own, why, clause, asked.number)))

    def _own(self, terminal: str) -> OwnView:
        """A terminal's own view, with what its last paper bears in the place of the paper's name."""
        own = own_view(self.writer.floor, terminal)
        return replace(own, ticket=self.writer.edge.printed(own.ticket)) if own.ticket else own

    def _ack(self, number: int, sequence: int, prev: int, event: events.WagerPlaced) -> Ack:
        """What stands now after a placed wager: only what it changed, since this is the hottest message of all."""
        floor, terminal, transfers = self.writer.floor, event.terminal, event.transfers
        round_, standing = floor.tables[event.table].round, NOTHING
        if round_ is not None and round_.phase in WAGERS_STAND:
            standing = round_.wagers.get(terminal, NOTHING)
        spots: dict[str, Money] = {}
        for spot in event.spots:
            spots[spot] = standing.get(spot, ZERO)
        moved = transfers[0] if transfers else Transfer(meter_of(terminal), play_of(event.table, terminal), ZERO)
        held = floor.ledger.accounts
        meter, staked = held.get(moved.source, ZERO), held.get(moved.destination, ZERO)
        return Ack(number, sequence, prev, moved.amount, meter, staked, spots, event.trimmed)  # type: ignore[arg-type]

    def publish(self, decided: tuple[Decided, ...]) -> bool:
        """Tells everybody what a commit has made true, in the order of the entries; then lets in who waited.

        Says whether it was more than wagers of terminals, which change nothing for devices and clocks.
        """
        accepted, self._accepted = self._accepted, {}
        prepared, self._prepared = self._prepared, []
        others = [] if len(prepared) == len(decided) else _others(decided, prepared)
        if others:
            self._publish_others(prepared, accepted, others)
        else:
            for asked, told, prev, ack in prepared:
                self._acknowledge(asked, told, prev, ack)
        waiting, self._waiting = self._waiting, []
        for enter in waiting:
            enter()
        return bool(others)

    def _publish_others(self, prepared: list[Prepared], accepted: dict[int, Asked], others: list[Decided]) -> None:
        """As `publish`, where answers, news of terminals and news of tables must find their order.

        The others may have changed what an ack says, so that none which was prepared is sent.
        """
        acts: list[tuple[int, Callable[[], None]]] = []
        for asked, told, _, _ in prepared:
            acts.append((told.sequence, partial(self._answer_accepted, asked, told)))
        tables: dict[str, int] = {}
        terminals: Noted = {}
        for each in others:
            if each.sequence in accepted:
                acts.append((each.sequence, partial(self._answer_accepted, accepted[each.sequence], each)))
            self._note(each, tables, terminals, answered=each.sequence in accepted)
        at_ms = others[-1].at_ms
        acts += [
            (each[0], partial(self._tell_own, name, each[0], at_ms, *each[1:])) for name, each in terminals.items()
        ]
        acts += [(sequence, partial(self._tell_table, table, sequence, at_ms)) for table, sequence in tables.items()]
        for _, act in sorted(acts, key=itemgetter(0)):
            act()

    def _note(self, told: Decided, tables: dict[str, int], terminals: Noted, *, answered: bool) -> None:
        """Which tables and terminals are to hear of something; the one who asked is answered anyway."""
        assert isinstance(told.verdict, tuple), "what was refused changes nothing"
        for event in told.verdict:
            if type(event) in TABLE_EVENTS:
                tables[getattr(event, "table")] = told.sequence  # noqa: B009 - every one of them has a table
            if isinstance(event, events.RoundSettled):
                self._note_settled(event, told.sequence, terminals)
            elif not answered:
                _note_terminals(event, told.sequence, terminals)

    def _note_settled(self, event: events.RoundSettled, sequence: int, terminals: Noted) -> None:
        """Who took part hears what it brought; who did not, but still shows an earlier win, that it is over."""
        for name in self._paid.get(event.table, ()):
            terminals[name] = (sequence, "", event.clause, event.round)
        for result in event.results:
            terminals[result.terminal] = (sequence, "settled", event.clause, event.round)
        self._paid[event.table] = [result.terminal for result in event.results if result.returned]

    def _tell_own(self, terminal: str, sequence: int, at_ms: int, why: str, clause: str, about: int = 0) -> None:
        stream = self.stream_of(terminal)
        prev = stream.advance(sequence)
        if stream.listener is not None:
            own = self._own(terminal)
            stream.listener.tell(encode(OwnNews(sequence, prev, at_ms, own, why, clause, round=about)))

    def _tell_table(self, table: str, sequence: int, at_ms: int) -> None:
        prev = self._table_seq.get(table, 0)
        self._table_seq[table] = sequence
        listeners = self._by_table.get(table)
        if listeners:
            data = encode(TableNews(sequence, prev, at_ms, table_view(self.writer.floor.tables[table])))
            for listener in list(listeners.values()):
                listener.tell(data)


def for_players(details: dict[str, str | int]) -> dict[str, str | int]:
    """What a player is told of a no: not who of the staff was there."""
    return {key: value for key, value in details.items() if key != "person"} if "person" in details else details


def _others(decided: tuple[Decided, ...], prepared: list[Prepared]) -> list[Decided]:
    """What was accepted besides the wagers whose acks are prepared."""
    acknowledged = {told.sequence for _, told, _, _ in prepared}
    return [each for each in decided if isinstance(each.verdict, tuple) and each.sequence not in acknowledged]


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
