"""Between the writer and the sessions: which sessions are connected, and what each is told after each commit.

Sans I/O. Numbers the two streams of every terminal, encodes a table's news once for all, and never shows anything
that is not on record. Sessions know nothing of the floor; this reads its views for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor import events
from openetg.floor.commands import AnyCommand, Order
from openetg.floor.core.answers import Stale
from openetg.floor.core.ledger import Transfer, meter_of, play_of
from openetg.floor.jackpots.links import tables_of
from openetg.floor.jackpots.views import lines_at
from openetg.floor.rounds.views import (
    LayoutView,
    OwnView,
    TableView,
    layout_view,
    own_view,
    past_of,
    table_view,
    wheel_of,
)
from openetg.floor.state import CALLS, STANDING, Answer, Table
from openetg.money import ZERO, Money, cents_of
from openetg.rulebook.schema.policies import Channel
from openetg.server.guests.absence import Vigil
from openetg.server.guests.announcements import Announcements
from openetg.server.guests.papers_shown import PapersShown
from openetg.server.guests.spins import PublicSpins
from openetg.server.guests.told_events import JACKPOT_EVENTS, TABLE_EVENTS, WHO_PLAYS, WHY
from openetg.server.writer.writer import Decided, Reply, Writer
from openetg.wire.codec import encode
from openetg.wire.messages import (
    Ack,
    Known,
    OwnNews,
    RecordPart,
    Refused,
    ScreenView,
    ShownAnnouncement,
    Spin,
    TableNews,
    Welcome,
)

CALLED = frozenset(kind.value for kind in CALLS.values())
"""Alerts that a player has raised at a terminal, and is told when staff have taken note of them."""
WAGERS_STAND = tuple(STANDING)
"""The phases one by one: a set would cost every wager more."""
NOTHING: Mapping[str, Money] = {}
METER = meter_of("")
SETTLED = "settled"


class News(Struct, frozen=True, gc=False):
    """What a terminal is to be told: by which entry, why, the clause, and the round and table it is about."""

    sequence: int
    why: str
    clause: str
    round: int = 0
    table: str = ""


Noted: TypeAlias = dict[str, News]
"""Terminals to be told of something."""
ScreenOf: TypeAlias = Callable[[str, str], ScreenView]
"""How the house has set up the screen of a terminal, turned to one of its tables."""


class Listener(Protocol):
    """A session as the exchange sees it."""

    terminal: str
    table: str
    """The table it has turned to."""
    stream: TerminalStream | None
    """The stream of its terminal, from its hello on."""

    def tell(self, data: bytes) -> None:
        """Sends bytes, or closes the connection of a slow reader."""
        ...

    def turn(self, table: str) -> None:
        """From now on it is at another of its tables."""
        ...


class RecordAskings(Protocol):
    """Collects the records that terminals keep by themselves (`guests/records.py`)."""

    def heard(self, terminal: str, part: RecordPart) -> None:
        """Takes a part of a terminal's record; ignores a part that was not asked for."""
        ...


class TerminalStream:
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


class AskedBy(Struct, gc=False):
    """The session that asked and its number, to be answered once the order is on record."""

    exchange: Exchange
    listener: Listener
    number: int

    def __call__(self, told: Decided | Answer | Stale) -> None:
        self.exchange.answer(self, told)


Prepared: TypeAlias = tuple[AskedBy, Decided, int, bytes]
"""The session that asked for a wager, what was decided, the news of its terminal before it as far as was known then,
and its ack."""


class Exchange:
    """Sessions by terminal and table, and their numbers."""

    def __init__(self, writer: Writer, *, wake: Callable[[], None]) -> None:
        self.writer, self._wake, self.papers = writer, wake, PapersShown(writer)
        self.real_slots: frozenset[str] = frozenset()
        """Terminals whose notes and tickets go into a device: there a message that one was put in is not believed."""
        self.vigil: Vigil | None = None  # notices that a terminal is gone for long
        self.screen_of: ScreenOf | None = None  # how screens are set up; None where there is no house
        self.announcements: Announcements | None = None  # is told that a terminal has shown 'no more bets'
        self.records: RecordAskings | None = None
        """Receives the records of terminals."""
        self.spin_watchers: list[Callable[[str, bytes], None]] = []
        """Told all that is seen of a spin: sessions of those who run the table. Public displays are told what players
        are."""
        self.public_spin_watchers: list[Callable[[str, bytes], None]] = []
        self._public_spins = PublicSpins()
        self.counters: list[Callable[[list[Decided]], None]] = []
        """Count what was accepted, wagers of terminals aside; called before functions that waited to read the floor."""
        self._by_table: dict[str, dict[str, Listener]] = {}
        # Numbers go on from the journal, so that a view seen before a restart is never taken for the present one.
        floor = writer.floor
        self._streams = {each.name: TerminalStream(each.name, floor.sequence) for each in floor.terminals.values()}
        self._table_seq = dict.fromkeys(floor.tables, floor.sequence)
        self._paid: set[str] = set()
        """Terminals that were shown what a round paid."""
        self._layouts: dict[tuple[str, str, tuple[str, ...], Channel | None], LayoutView] = {}
        """By rulebook, kind of table, wheel and channel."""
        self._accepted: dict[int, AskedBy] = {}
        self._prepared: list[Prepared] = []
        writer.prepare = self._prepare
        self._waiting: list[Callable[[], None]] = []

    @property
    def listeners(self) -> list[Listener]:
        """The sessions of terminals that are connected."""
        return [stream.listener for stream in self._streams.values() if stream.listener is not None]

    @property
    def is_full(self) -> bool:
        """Whether nothing more is taken in before something was decided."""
        return self.writer.is_full

    def table_of(self, terminal: str, wish: str = "") -> str | None:
        """The table a terminal stands at, or the one it wishes to turn to if it plays there; None if it is unknown."""
        known = self.writer.floor.terminals.get(terminal)
        return None if known is None else wish if wish in known.tables else known.table

    def stream_of(self, terminal: str) -> TerminalStream:
        """The own stream of a terminal."""
        stream = self._streams.get(terminal)
        if stream is None:
            stream = self._streams[terminal] = TerminalStream(terminal, 0)
        return stream

    def join(self, listener: Listener) -> Listener | None:
        """Connects a session; returns the one it takes the place of."""
        stream = self.stream_of(listener.terminal)
        before, stream.listener = stream.listener, listener
        if before is not None:
            del self._by_table[before.table][before.terminal]
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

    def at_table(self, table: str) -> tuple[str, ...]:
        """The terminals whose sessions hear of a table."""
        return tuple(self._by_table.get(table, ()))

    def note(self, terminal: str, said: ShownAnnouncement | RecordPart) -> None:
        """A terminal says what it has shown, or kept by itself: no command, and not answered."""
        taker = self.announcements if isinstance(said, ShownAnnouncement) else self.records
        if taker is not None:
            taker.heard(terminal, said)  # type: ignore[arg-type]

    def turn(self, listener: Listener, table: str) -> None:
        """Has a session hear of another table, and no longer of the one before; only while all is on record."""
        if self.stream_of(listener.terminal).listener is listener:
            del self._by_table[listener.table][listener.terminal]
            self._by_table.setdefault(table, {})[listener.terminal] = listener
            listener.turn(table)

    def tell_terminal(self, terminal: str, data: bytes) -> bool:
        """Sends a message that belongs to no stream; False if the terminal is not there."""
        stream = self._streams.get(terminal)
        if stream is None or stream.listener is None:
            return False
        stream.listener.tell(data)
        return True

    def tell_spin(self, spin: Spin) -> None:
        """Tells people what the device of a table was seen to do: all of it to those who run the table."""
        for watch in self.spin_watchers:
            watch(spin.table, encode(spin))
        if (public := self._public_spins.tell(self.writer.floor.tables[spin.table], spin)) is not None:
            self._tell_public(public)

    def _tell_public(self, spin: Spin) -> None:
        data = encode(spin)
        for listener in list(self._by_table.get(spin.table, {}).values()):
            listener.tell(data)
        for watch in self.public_spin_watchers:
            watch(spin.table, data)

    def when_still(self, act: Callable[[], None]) -> None:
        """Runs a function that reads the floor in order to show it: now, or as soon as all of the floor is on
        record."""
        if self.writer.in_flight:
            self._waiting.append(act)
        else:
            act()

    def life_of(self, terminal: str, boot: int | None, now_ms: int) -> int:
        """The life a terminal goes on with: its own if it comes back, otherwise one never used."""
        stream = self.stream_of(terminal)
        sender = self.writer.floor.senders.get(stream.sender)
        newest = max(sender.boot if sender else 0, stream.life)
        if boot is None or not newest <= boot <= max(newest, now_ms):
            boot = max(newest + 1, now_ms)
        stream.life = boot
        return boot

    def welcome(self, listener: Listener, life: int, now_ms: int, *, seen: tuple[int, int] | None) -> bytes:
        """The welcome of a terminal: what it has not seen yet of its own stream and its table's; `seen` is None if it
        is new."""
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
            layout=self.layout(table, Channel.TERMINAL) if seen is None else None,
            own=self._own(listener) if seen is None or seen[0] != own_seq else None,
            table=self._table(table) if seen is None or seen[1] != table_seq else None,
            screen=self.screen_of(listener.terminal, table.name) if seen is None and self.screen_of else None,
            past=past_of(table) if seen is None else (),
        )
        return encode(message)

    def layout(self, table: Table, channel: Channel | None = None) -> LayoutView:
        """The layout of a table, made anew only with another rulebook or wheel: after a restart every terminal asks."""
        drawn = (table.rulebook, table.kind, wheel_of(self.writer.floor, table), channel)
        layout = self._layouts.get(drawn)
        if layout is None:
            layout = self._layouts[drawn] = layout_view(self.writer.floor, table, channel)
        return layout

    def _table(self, table: Table) -> TableView:
        """What all players at a table may see, with the jackpots that are played for there."""
        floor = self.writer.floor
        return table_view(table, lines_at(floor, table.name) if floor.jackpots.offered else ())

    def name_paper(self, serial: str) -> str:
        """The name of a new paper."""
        return self.writer.edge.name_paper(serial)

    def submit(self, listener: Listener, boot: int, number: int, command: AnyCommand) -> bool:
        """Hands a terminal's command to the writer; the answer comes after the commit."""
        assert listener.stream is not None, "whoever asks has said hello"
        order = Order(listener.stream.sender, boot, number, command)
        writer = self.writer
        if not writer.inbox:
            # If other orders wait, the writer is awake already.
            self._wake()
        return writer.submit(order, AskedBy(self, listener, number))

    def _prepare(self, reply: Reply, told: Decided) -> bool:
        """Has the ack of a wager ready to be sent: now all about its terminal is at hand, later it is not."""
        verdict = told.verdict
        if type(reply) is not AskedBy or not isinstance(verdict, tuple) or len(verdict) != 1:
            return False
        event, listener = verdict[0], reply.listener
        stream = listener.stream
        # An ack is about the table that is shown; of another one the whole view is told.
        if type(event) is not events.WagerPlaced or stream is None or event.table != listener.table:
            return False
        prev, sequence = stream.ahead, told.sequence
        stream.ahead = sequence
        ack = encode(self._ack(reply.number, sequence, prev, event))
        self._prepared.append((reply, told, prev, ack))
        return True

    def answer(self, asked: AskedBy, told: Decided | Answer | Stale) -> None:
        """Answers an order: a refusal at once, an accepted one in the order of the commit."""
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

    def _acknowledge(self, asked: AskedBy, told: Decided, prev: int, ack: bytes) -> None:
        """Sends the prepared ack if no other event of its terminal came between."""
        listener, sequence = asked.listener, told.sequence
        stream = listener.stream
        assert stream is not None, "whoever asked has said hello"
        if stream.listener is listener and stream.seq == prev and stream.ahead == sequence:
            stream.seq = sequence
            listener.tell(ack)
        else:
            self._answer_accepted(asked, told)

    def _answer_accepted(self, asked: AskedBy, told: Decided) -> None:
        assert isinstance(told.verdict, tuple), "refusals are answered at once"
        event, listener, sequence = told.verdict[0], asked.listener, told.sequence
        stream = listener.stream
        assert stream is not None, "whoever asked has said hello"
        why, clause = WHY.get(type(event), ""), _clause(event)
        if stream.listener is not listener:
            # The session that has taken its place asked for nothing, but must not miss what has changed.
            self._tell_own(stream.terminal, News(sequence, why, clause, table=_table(event)), told.at_ms)
            return
        prev = stream.advance(sequence)
        if type(event) is events.WagerPlaced and event.table == listener.table:
            listener.tell(encode(self._ack(asked.number, sequence, prev, event)))
        else:
            own, elsewhere = self._own(listener), _elsewhere(_table(event), listener)
            news = OwnNews(
                seq=sequence,
                prev=prev,
                now_ms=told.at_ms,
                own=own,
                why=why,
                clause=clause,
                n=asked.number,
                table=elsewhere,
            )
            listener.tell(encode(news))

    def _own(self, listener: Listener) -> OwnView:
        """A terminal's own view, with what its last paper bears in the place of the paper's name."""
        own = own_view(self.writer.floor, listener.terminal, listener.table)
        if own.paid:
            self._paid.add(own.terminal)
        return self.papers.on_screen(own)

    def _ack(self, number: int, sequence: int, prev: int, event: events.WagerPlaced) -> Ack:
        """The ack of a placed wager: only what it changed, since this is the hottest message of all."""
        floor, terminal, transfers = self.writer.floor, event.terminal, event.transfers
        round_, standing = floor.tables[event.table].round, NOTHING
        if round_ is not None and round_.phase in WAGERS_STAND:
            standing = round_.wagers.get(terminal, NOTHING)
        spots: dict[str, int] = {}
        for spot in event.spots:
            spots[spot] = cents_of(standing.get(spot, ZERO))
        moved = transfers[0] if transfers else Transfer(meter_of(terminal), play_of(event.table, terminal), ZERO)
        held = floor.ledger.accounts
        meter, staked = held.get(moved.source, ZERO), held.get(moved.destination, ZERO)
        return Ack(
            n=number,
            seq=sequence,
            prev=prev,
            accepted=cents_of(moved.amount),
            meter=cents_of(meter),
            staked=cents_of(staked),
            spots=spots,
            trimmed=event.trimmed,
        )

    def publish(self, decided: tuple[Decided, ...], head: bytes = b"") -> bool:
        """Tells every session what a commit has changed, in the order of the entries; then runs functions that waited.

        `head` is the hash of the group in the journal. Returns whether it was more than wagers of terminals, which
        change nothing for devices and clocks.
        """
        accepted, self._accepted = self._accepted, {}
        prepared, self._prepared = self._prepared, []
        others = [] if len(prepared) == len(decided) else _others(decided, prepared)
        if others:
            for count in self.counters:
                count(others)
            self._publish_others(prepared, accepted, others, head.hex())
        else:
            for asked, told, prev, ack in prepared:
                self._acknowledge(asked, told, prev, ack)
        waiting, self._waiting = self._waiting, []
        for enter in waiting:
            enter()
        return bool(others)

    def _publish_others(
        self, prepared: list[Prepared], accepted: dict[int, AskedBy], others: list[Decided], head: str
    ) -> None:
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
        acts += [(news.sequence, partial(self._tell_own, name, news, at_ms)) for name, news in terminals.items()]
        acts += [
            (sequence, partial(self._tell_table, table, sequence, at_ms, head)) for table, sequence in tables.items()
        ]
        for _, act in sorted(acts, key=itemgetter(0)):
            act()

    def _note(self, told: Decided, tables: dict[str, int], terminals: Noted, *, answered: bool) -> None:
        """Which tables and terminals are to hear of something; the one who asked is answered anyway."""
        assert isinstance(told.verdict, tuple), "what was refused changes nothing"
        for event in told.verdict:
            if type(event) in TABLE_EVENTS:
                tables[getattr(event, "table")] = told.sequence  # noqa: B009 - every one of them has a table
            elif type(event) in JACKPOT_EVENTS:
                self._note_jackpot(event, told.sequence, tables, terminals)
            if isinstance(event, events.RoundSettled):
                self._note_settled(event, told.sequence, terminals)
            elif not answered:
                _note_terminals(event, told.sequence, terminals)

    def _note_jackpot(self, event: events.AnyEvent, sequence: int, tables: dict[str, int], terminals: Noted) -> None:
        """Notes every table of a jackpot; what only terminals that play for it are told, for each of those."""
        jackpots, name = self.writer.floor.jackpots, getattr(event, "jackpot", "")
        if not name and (award := jackpots.awards.get(getattr(event, "award", ""))) is not None:
            name = award.jackpot
        jackpot = jackpots.offered.get(name)
        for table in tables_of(self.writer.floor, jackpot) if jackpot is not None else ():
            tables[table] = sequence
            if type(event) in WHO_PLAYS:
                for terminal in self.writer.floor.tables[table].terminals:
                    before = terminals.get(terminal)
                    news = News(sequence, "", _clause(event)) if before is None else replace(before, sequence=sequence)
                    terminals[terminal] = news

    def _note_settled(self, event: events.RoundSettled, sequence: int, terminals: Noted) -> None:
        """Notes terminals that took part, and those that still show an earlier win, to be told that it is over."""
        table, known = event.table, self.writer.floor.terminals
        over = News(sequence, "", event.clause, event.round, table)
        for name in [name for name in self._paid if table in known[name].tables]:
            terminals[name] = over
            self._paid.discard(name)
        settled = News(sequence, SETTLED, event.clause, event.round, table)
        for result in event.results:
            name, before = result.terminal, terminals.get(result.terminal)
            # Where two tables settle at once, a terminal is told of the one it has turned to.
            is_shown = before is not None and before.why == SETTLED and self._is_shown(name, before.table)
            terminals[name] = replace(before, sequence=sequence) if before is not None and is_shown else settled

    def _is_shown(self, terminal: str, table: str) -> bool:
        """Whether a terminal is there and has turned to that table."""
        listener = self.stream_of(terminal).listener
        return listener is not None and listener.table == table

    def _tell_own(self, terminal: str, news: News, at_ms: int) -> None:
        stream = self.stream_of(terminal)
        prev, listener = stream.advance(news.sequence), stream.listener
        if listener is None:
            return
        if listener.table not in self.writer.floor.terminals[terminal].tables:
            # It plays there no longer: back to the table it stands at.
            self.turn(listener, self.writer.floor.terminals[terminal].table)
            listener.tell(self.welcome(listener, stream.life, at_ms, seen=None))
            return
        own, elsewhere = self._own(listener), _elsewhere(news.table, listener)
        told = OwnNews(
            seq=news.sequence,
            prev=prev,
            now_ms=at_ms,
            own=own,
            why=news.why,
            clause=news.clause,
            round=news.round,
            table=elsewhere,
        )
        if elsewhere:
            there = own_view(self.writer.floor, terminal, elsewhere)
            told = replace(told, win=there.win, paid=there.paid)
        listener.tell(encode(told))

    def _tell_table(self, table: str, sequence: int, at_ms: int, head: str) -> None:
        prev = self._table_seq.get(table, 0)
        self._table_seq[table] = sequence
        listeners = self._by_table.get(table)
        if listeners:
            data = encode(TableNews(sequence, prev, at_ms, self._table(self.writer.floor.tables[table]), head))
            for listener in list(listeners.values()):
                listener.tell(data)
        if (kept := self._public_spins.after_close(self.writer.floor.tables[table])) is not None:
            self._tell_public(kept)


def for_players(details: dict[str, str | int]) -> dict[str, str | int]:
    """The details of a refusal that a player is told: without names of staff."""
    return {key: value for key, value in details.items() if key != "person"} if "person" in details else details


def _others(decided: tuple[Decided, ...], prepared: list[Prepared]) -> list[Decided]:
    """What was accepted besides the wagers whose acks are prepared."""
    acknowledged = {told.sequence for _, told, _, _ in prepared}
    return [each for each in decided if isinstance(each.verdict, tuple) and each.sequence not in acknowledged]


def _clause(event: events.AnyEvent) -> str:
    return str(getattr(event, "clause", ""))


def _table(event: events.AnyEvent) -> str:
    return str(getattr(event, "table", ""))


def _elsewhere(table: str, listener: Listener) -> str:
    """The table something is about, if it is not the one a session has turned to."""
    return "" if table == listener.table else table


def _note_terminals(event: events.AnyEvent, sequence: int, terminals: Noted) -> None:
    """Which terminals an event changes that did not ask for it themselves: those it names, those whose meter moves."""
    why = WHY.get(type(event), "")
    news = News(sequence, why, _clause(event), getattr(event, "round", 0), _table(event))
    changed = [getattr(event, "terminal", "")]
    if isinstance(event, events.AlertAcknowledged) and event.kind in CALLED:
        changed.append(event.place)
    for transfer in getattr(event, "transfers", ()):
        changed += [name[len(METER) :] for name in (transfer.source, transfer.destination) if name.startswith(METER)]
    for terminal in filter(None, changed):
        before = terminals.get(terminal)
        if before is not None and before.why == SETTLED and type(event) in JACKPOT_EVENTS:
            # What the round paid and the prize it won are told at once: the view has both.
            terminals[terminal] = replace(before, sequence=sequence)
        elif why or before is None or before.sequence != sequence:
            terminals[terminal] = news
