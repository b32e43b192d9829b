"""Seats at a cloth: players who buy chips from the dealer and lay them, over sockets of their own at `/seat`.

A cloth knows no meters and no terminals: what a player there wishes, the dealer does. So every message becomes the
command of the dealer who is signed on at the table, in the dealer's role; on a demonstration floor that is the
simulated dealer, in whose name it stands in the journal. With no dealer signed on the floor refuses it. Notes, tickets
and collecting are handed to the floor as any terminal would, and it refuses them by the rulebook of the table.

Sans I/O but for `listens`, which makes the connections. A player has a place at the table from the hello on, and gives
it up when the connection ends with no chips left; chips keep the place until the player comes back for them. Reads the
floor for views only when all of it is on record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct
from picows import WSListener, WSUpgradeRequest

from openetg.floor.cloth.seat_views import SeatView, seat_table_view, seat_view
from openetg.floor.commands import (
    AnyCommand,
    BuyChips,
    CashInChips,
    Collect,
    InsertNote,
    InsertTicket,
    LeavePlace,
    Order,
    PlaceOnCloth,
    TakeFromCloth,
    TakePlace,
)
from openetg.floor.core.answers import Stale
from openetg.floor.core.authority import DEALER
from openetg.floor.core.ledger import cloth_of, hand_of
from openetg.floor.core.refusals import Reason, Refusal, sentence
from openetg.floor.rounds.views import TableView, layout_view
from openetg.floor.state import Answer, Floor, Table
from openetg.money import cents
from openetg.server.access.rates import Rate
from openetg.server.guests.exchange import Exchange, for_players
from openetg.server.guests.session_base import Talk
from openetg.server.guests.sessions import LARGEST_NUMBER, NOTHING_SEEN, UNFIT, IsKey, Now, Pipe
from openetg.server.guests.sockets import Connection
from openetg.server.writer.writer import Decided
from openetg.wire.messages import (
    LARGEST_MESSAGE,
    PROTOCOL,
    Again,
    Bye,
    Known,
    Note,
    Ping,
    Pong,
    Refused,
    TableNews,
    TicketIn,
)
from openetg.wire.seat import (
    Buy,
    FromSeat,
    HandIn,
    Lay,
    Lift,
    SeatAsk,
    SeatHello,
    SeatNews,
    SeatWelcome,
    decode_from_seat,
    encode,
)

PATH = "/seat"
HOST = "seats"
"""The sender of commands that no player at a seat asks for: places taken and given up."""
MESSAGES_PER_S_MAX = 10
"""A dealer's hands are slower. Refusals at a cloth are on record, so that no seat may fill the journal with them."""
BURST_MAX = 40

Told: TypeAlias = Decided | Answer | Stale


class _Asked(Struct, frozen=True):
    """The session to be answered once it is on record, and its number."""

    session: SeatSession
    number: int
    told: Decided


class _Own:
    """The own stream of a seat, which outlives its connections."""

    __slots__ = ("leaving", "life", "seat", "sender", "seq", "session", "table", "view")

    def __init__(self, seat: str, table: str, seq: int) -> None:
        self.seat = seat
        self.table = table
        self.sender = f"seat/{seat}"
        """The name under which the seat sends."""
        self.seq = seq
        """The entry behind the view last told."""
        self.view: SeatView | None = None
        self.life = 0
        self.session: SeatSession | None = None
        self.leaving = False
        """Whether the place is being given up."""

    def advance(self, sequence: int, view: SeatView) -> int:
        """Goes on to another view; the entry behind the one before."""
        before, self.seq, self.view = self.seq, sequence, view
        return before


class _Shared:
    """The stream of a table, the same for all its seats."""

    __slots__ = ("seats", "seq", "view")

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.view: TableView | None = None
        self.seats: list[_Own] = []


class Seats:
    """The seats of a floor: which sessions are connected, and what each is told after each commit."""

    def __init__(self, exchange: Exchange, seats: Mapping[str, str], *, wake: Callable[[], None], boot: int) -> None:
        """`seats` are names with the table each stands at; `boot` is new at each start of the floor."""
        self._exchange = exchange
        self._writer = exchange.writer
        self._wake = wake
        self._boot = boot
        self._number = 0
        # Numbers go on from the journal, so that a view seen before a restart is never taken for the present one.
        sequence = self.floor.sequence
        self._tables = {table: _Shared(sequence) for table in seats.values()}
        self._seats = {seat: _Own(seat, table, sequence) for seat, table in seats.items()}
        for own in self._seats.values():
            self._tables[own.table].seats.append(own)
        self._accepted: list[_Asked] = []

    @property
    def floor(self) -> Floor:
        """The floor; views may be made of it only when it is on record."""
        return self._writer.floor

    @property
    def sessions(self) -> list[SeatSession]:
        """The sessions of seats that are connected."""
        return [own.session for own in self._seats.values() if own.session is not None]

    def own_of(self, seat: str) -> _Own | None:
        """The own stream of a seat, None if there is no such seat."""
        own = self._seats.get(seat)
        return own if own is not None and own.table in self.floor.tables else None

    def table_of(self, own: _Own) -> Table:
        """The table a seat stands at."""
        return self.floor.tables[own.table]

    def life_of(self, own: _Own, boot: int | None, now_ms: int) -> int:
        """The life a seat goes on with: its own if it comes back, otherwise one never used."""
        sender = self.floor.senders.get(own.sender)
        newest = max(sender.boot if sender else 0, own.life)
        if boot is None or not newest <= boot <= max(newest, now_ms):
            boot = max(newest + 1, now_ms)
        own.life = boot
        return boot

    def when_still(self, act: Callable[[], None]) -> None:
        """Runs a function that reads the floor in order to show it: now, or as soon as all of the floor is on
        record."""
        self._exchange.when_still(act)

    # Places

    def take_place(self, own: _Own, then: Callable[[Refusal | None], None]) -> None:
        """Gives the player of a seat a place, then calls `then` with None, or with the refusal."""
        if own.seat in self.table_of(own).cloth.players and not own.leaving:
            self.when_still(lambda: then(None))
            return

        def placed(told: Told) -> None:
            refusal = told.verdict if isinstance(told, Decided) and isinstance(told.verdict, Refusal) else None
            then(None if refusal is not None and refusal.reason is Reason.ALREADY_THERE else refusal)

        if not self._host(TakePlace(own.seat, own.table), placed):
            then(Refusal(Reason.NO_PLACE_FREE))

    def leave(self, session: SeatSession) -> None:
        """Disconnects a session, unless another has taken its place; without chips the place at the table is free."""
        own = session.own
        if own is not None and own.session is session:
            own.session = None
            self.when_still(lambda: self._give_up_place(own))

    def _give_up_place(self, own: _Own) -> None:
        table, held = self.table_of(own), self.floor.ledger.held
        chips = held(hand_of(table.name, own.seat)) or held(cloth_of(table.name, own.seat))
        if own.session is not None or own.leaving or chips or own.seat not in table.cloth.players:
            return

        def left(_told: Told) -> None:
            own.leaving = False

        own.leaving = self._host(LeavePlace(own.seat, own.table), left)

    def _host(self, command: AnyCommand, reply: Callable[[Told], None]) -> bool:
        self._number += 1
        self._wake()
        return self._writer.submit(Order(HOST, self._boot, self._number, command), reply)

    # Asking and answering

    def submit(self, session: SeatSession, own: _Own, number: int, command: AnyCommand) -> bool:
        """Hands a seat's wish to the writer; the answer comes after the commit."""
        self._wake()
        order = Order(own.sender, session.boot, number, command)
        return self._writer.submit(order, lambda told: self._answer(session, number, told))

    def name_paper(self, serial: str) -> str:
        """The name of a new paper."""
        return self._writer.edge.name_paper(serial)

    def _answer(self, session: SeatSession, number: int, told: Told) -> None:
        """Answers an order: a refusal at once, an accepted one with the news of the commit."""
        if isinstance(told, Decided):
            if isinstance(told.verdict, tuple):
                self._accepted.append(_Asked(session, number, told))
            else:
                no = told.verdict
                session.tell(encode(Refused(number, no.reason.value, no.clause, for_players(no.details))))
        elif isinstance(told, Answer):
            accepted: int = told.accepted  # type: ignore[assignment]
            session.tell(encode(Known(number, accepted, told.reason, told.clause)))
        else:
            session.tell(encode(Known(number, 0, "stale", "")))

    def welcome(self, session: SeatSession, own: _Own, now_ms: int, *, seen: tuple[int, int] | None) -> bytes:
        """The welcome of a seat: what it has not seen yet of its own stream and its table's; `seen` is None if it is
        new."""
        floor, shared = self.floor, self._tables[own.table]
        sender, table = floor.senders.get(own.sender), self.table_of(own)
        self._refresh(own, shared)
        message = SeatWelcome(
            boot=session.boot,
            last=sender.last if sender is not None and sender.boot == session.boot else 0,
            now_ms=now_ms,
            own_seq=own.seq,
            table_seq=shared.seq,
            layout=layout_view(floor, table) if seen is None else None,
            own=own.view if seen is None or seen[0] != own.seq else None,
            table=shared.view if seen is None or seen[1] != shared.seq else None,
        )
        return encode(message)

    def _refresh(self, own: _Own, shared: _Shared) -> None:
        """Numbers what changed while no session was connected."""
        floor, table = self.floor, self.table_of(own)
        view = seat_view(floor, table, own.seat)
        if view != own.view:
            own.advance(floor.sequence, view)
        shown = seat_table_view(table)
        if shown != shared.view:
            self._tell_table(shared, shown, floor.sequence, floor.at_ms)

    # News

    def watch(self, decided: tuple[Decided, ...]) -> None:
        """Tells every seat what a commit has changed; one of the engine's watchers."""
        accepted, self._accepted = self._accepted, []
        for asked in accepted:
            self._answer_accepted(asked)
        done = [each for each in decided if isinstance(each.verdict, tuple)]
        if not done:
            return
        sequence, at_ms = done[-1].sequence, done[-1].at_ms
        for name in _tables_in(done):
            shared = self._tables.get(name)
            if shared is not None and any(own.session is not None for own in shared.seats):
                self._tell_all(self.floor.tables[name], shared, sequence, at_ms)

    def _answer_accepted(self, asked: _Asked) -> None:
        session, told = asked.session, asked.told
        own = session.own
        assert own is not None, "whoever asked has said hello"
        assert isinstance(told.verdict, tuple), "refusals are answered at once"
        if own.session is not session:
            return  # The session that has taken its place asked for nothing, and is told with the others.
        event = told.verdict[0]
        view = seat_view(self.floor, self.table_of(own), own.seat)
        prev = own.advance(told.sequence, view)
        news = SeatNews(
            seq=told.sequence,
            prev=prev,
            now_ms=told.at_ms,
            own=view,
            clause=str(getattr(event, "clause", "")),
            n=asked.number,
            trimmed=str(getattr(event, "trimmed", "")),
            also=tuple(getattr(event, "also", ())),
        )
        session.tell(encode(news))

    def _tell_all(self, table: Table, shared: _Shared, sequence: int, at_ms: int) -> None:
        """What is new at a table: to each seat its own, to all of them the table."""
        for own in shared.seats:
            if own.session is None or not own.session.stands:
                continue
            view = seat_view(self.floor, table, own.seat)
            if view != own.view:
                prev = own.advance(sequence, view)
                own.session.tell(encode(SeatNews(sequence, prev, at_ms, view)))
        shown = seat_table_view(table)
        if shown != shared.view:
            self._tell_table(shared, shown, sequence, at_ms)

    def _tell_table(self, shared: _Shared, view: TableView, sequence: int, at_ms: int) -> None:
        prev, shared.seq, shared.view = shared.seq, sequence, view
        data = encode(TableNews(sequence, prev, at_ms, view))
        for own in shared.seats:
            if own.session is not None and own.session.stands:
                own.session.tell(data)

    def end(self) -> None:
        """Says goodbye to every session: the floor is stopping."""
        for session in self.sessions:
            session.end("stopping", "the floor is stopping; nothing is lost")

    def listens(self, is_key: IsKey, now_ms: Now) -> Callable[[WSUpgradeRequest], WSListener | None]:
        """The function that makes the connections of `/seat`; None for another path. `is_key` is that of the floor's
        keys."""

        def listen(request: WSUpgradeRequest) -> WSListener | None:
            if request.path.partition(b"?")[0] != PATH.encode():
                return None
            return Connection(lambda pipe: SeatSession(self, pipe, is_key), now_ms)

        return listen


def _tables_in(done: list[Decided]) -> list[str]:
    """The tables that events are about, each once."""
    events = [event for each in done if isinstance(each.verdict, tuple) for event in each.verdict]
    return list(dict.fromkeys(str(getattr(event, "table", "")) for event in events))


class SeatSession(Talk):
    """One connection of one seat: bytes in, the dealer's commands out; messages out, bytes out."""

    def __init__(self, seats: Seats, pipe: Pipe, is_key: IsKey) -> None:
        rate = Rate(per_s=MESSAGES_PER_S_MAX, burst=BURST_MAX)
        super().__init__(pipe, rate, "", largest=LARGEST_MESSAGE, goodbye=lambda *last: encode(Bye(*last)))
        self.own: _Own | None = None
        """The stream of its seat, from its hello on."""
        self.boot = 0
        self.stands = False
        """Whether it has been welcomed."""
        self._seats = seats
        self._is_key = is_key

    @property
    def has_come_in(self) -> bool:
        """Whether it has said who it is, and was believed."""
        return self.own is not None

    def receive(self, data: bytes, now: Now) -> None:
        """Takes one message from the seat."""
        now_ms = now()
        message = self.heard(data, decode_from_seat, now_ms)
        if message is not None:
            self._take(message, now_ms)

    def left(self) -> None:
        """The session has ended: another player may sit here."""
        self.stands = False
        self._seats.leave(self)

    def _take(self, message: FromSeat, now_ms: int) -> None:
        if isinstance(message, Ping):
            self.tell(encode(Pong(message.at, now_ms)))
        elif isinstance(message, SeatHello):
            self._greet(message, now_ms)
        elif self.own is None or not self.stands:
            self.end("malformed", "a session begins with hello, and goes on after the welcome")
        elif isinstance(message, Again):
            self._seats.when_still(lambda: self._welcome(now_ms, seen=NOTHING_SEEN))
        elif not _is_fit(message):
            self.end("malformed", UNFIT)
        elif not self._seats.submit(self, self.own, message.n, self._command(self.own, message)):
            self.end("busy", "too many others ask at this moment: come back, and send it again under its number")

    def _greet(self, hello: SeatHello, now_ms: int) -> None:
        own = self._seats.own_of(hello.seat)
        if hello.protocol != PROTOCOL:
            self.end("protocol", f"this floor speaks protocol {PROTOCOL}: load the page again")
        elif self.own is not None or own is None or not self._is_key(hello.seat, hello.key):
            self.end("key", "no such seat, or not its key")
        else:
            before, self.own, own.session = own.session, own, self
            if before is not None:
                before.end("replaced", "this seat has been opened elsewhere")
            self.boot = self._seats.life_of(own, hello.boot, now_ms)
            seen = (hello.own_seen, hello.table_seen) if hello.boot == self.boot else None
            self._seats.take_place(own, lambda refused: self._enter(refused, now_ms, seen))

    def _enter(self, refused: Refusal | None, now_ms: int, seen: tuple[int, int] | None) -> None:
        """Sends a seat its welcome, once the player has a place and all of it is on record."""
        if refused is not None:
            clause = f" (clause {refused.clause})" if refused.clause else ""
            self.end("place", f"no place at the table: {sentence(refused.reason)}{clause}")
        else:
            self._seats.when_still(lambda: self._welcome(now_ms, seen=seen))

    def _welcome(self, now_ms: int, *, seen: tuple[int, int] | None) -> None:
        if not self.has_ended and self.own is not None:
            self.tell(self._seats.welcome(self, self.own, now_ms, seen=seen))
            self.stands = not self.has_ended

    def _command(self, own: _Own, message: SeatAsk) -> AnyCommand:
        """What the dealer of the table does for the player; what no dealer does is passed on, and the floor refuses it
        by the rulebook."""
        table, seat = self._seats.table_of(own), own.seat
        dealer = (DEALER, table.dealer)
        if isinstance(message, Lay):
            amount = cents(message.amount)
            return PlaceOnCloth(*dealer, table.name, seat, message.wager, amount, round=message.round)
        if isinstance(message, Lift):
            return TakeFromCloth(
                role=DEALER,
                person=table.dealer,
                table=table.name,
                player=seat,
                wager=message.wager,
                amount=cents(message.amount),
                round=message.round,
            )
        if isinstance(message, Buy):
            value = cents(message.value) if message.value else None
            return BuyChips(
                role=DEALER,
                person=table.dealer,
                table=table.name,
                player=seat,
                amount=cents(message.amount),
                colour=message.colour,
                value=value,
            )
        if isinstance(message, HandIn):
            return CashInChips(*dealer, table.name, seat, message.at)
        if isinstance(message, Note):
            return InsertNote(seat, cents(message.amount))
        if isinstance(message, TicketIn):
            return InsertTicket(seat, message.number)
        return Collect(seat, self._seats.name_paper(f"{seat}-{self.boot}-{message.n}"))


def _is_fit(message: SeatAsk) -> bool:
    """Whether a browser could have meant these figures."""
    amounts = (getattr(message, name, 0) for name in ("amount", "value", "round"))
    return 0 < message.n <= LARGEST_NUMBER and all(abs(amount) <= LARGEST_NUMBER for amount in amounts)
