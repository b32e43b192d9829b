"""One terminal's session: bytes in, commands out; messages out, bytes out. Sans I/O, and no knowledge of the floor.

A session adds what it has authenticated, the terminal, and nothing else. Bad input ends it with a sentence; nothing
a terminal sends can do more than that.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol, TypeAlias, assert_never

from openetg.floor.commands import (
    AnyCommand,
    ClearWagers,
    Collect,
    DoubleWagers,
    InsertNote,
    InsertTicket,
    MaxWager,
    MoveWager,
    PlaceWager,
    PlaceWagers,
    RepeatWagers,
    ReportByPlayer,
    ReportTerminalFault,
    SetBounds,
    TakeBackWager,
    UndoWager,
)
from openetg.floor.core.refusals import Reason
from openetg.money import Money, cents
from openetg.wire.codec import Malformed, decode_from_terminal, encode
from openetg.wire.messages import (
    LARGEST_MESSAGE,
    PROTOCOL,
    WAGERS_MAX,
    Again,
    Bound,
    Busy,
    Bye,
    Call,
    Clear,
    CollectMeter,
    Double,
    Fault,
    FromTerminal,
    Hello,
    Max,
    Move,
    Note,
    Ping,
    Place,
    PlaceMany,
    Pong,
    RecordPart,
    Refused,
    Repeat,
    ShownAnnouncement,
    Sit,
    TakeBack,
    TicketIn,
    Undo,
)

if TYPE_CHECKING:
    from openetg.server.guests.exchange import Exchange, TerminalStream

MESSAGES_PER_S_MAX = 40
"""A finger is slower; a program that floods is disconnected."""
BURST_MAX = 120
"""So many may come at once when a terminal connects."""
REFILL_MAX = BURST_MAX // 2
"""So many at least later on; when they are used up the clock is asked how many more have been earned since."""
WAGERS_A_MESSAGE = 20
"""So many wagers of one gesture weigh as much as a message of their own."""
TURN_WEIGHS = 5
"""To turn to another table weighs as much as so many messages: the answer is long."""
BUSY_WAIT_MS = 250
"""How long a terminal waits at first before it asks again."""
LARGEST_NUMBER = 2**53 - 1
"""No whole number of a terminal is larger: a browser could not tell it from its neighbour."""
UNFIT = f"a number lies between 1 and {LARGEST_NUMBER}"
NOTHING_SEEN = (-1, -1)

WagerMessage: TypeAlias = Place | PlaceMany | TakeBack | Clear | Move | Undo | Double | Repeat | Max
Numbered: TypeAlias = WagerMessage | Note | TicketIn | CollectMeter | Call | Fault | Bound

Now = Callable[[], int]
"""Milliseconds since 1970."""


class Pipe(Protocol):
    """Where a session's bytes go."""

    def send(self, data: bytes) -> bool:
        """Puts bytes on the line; False if the reader is too slow."""
        ...

    def close(self) -> None:
        """Ends the connection."""
        ...


def key_of(secret: bytes, terminal: str) -> str:
    """The key by which a terminal proves its name."""
    return hmac.new(secret, terminal.encode(), sha256).hexdigest()[:32]


IsKey = Callable[[str, str], bool]
"""Whether a terminal has proved its name: its name, and the key it gave."""


def keys_from(secret: bytes) -> IsKey:
    """Keys made from a secret of the floor."""
    return lambda terminal, key: hmac.compare_digest(key_of(secret, terminal).encode(), key.encode())


class Session:
    """One connection of one terminal."""

    __slots__ = (
        "_boot",
        "_credit",
        "_ended",
        "_exchange",
        "_is_key",
        "_pipe",
        "_plays",
        "_rate",
        "_refilled_ms",
        "_turned_away",
        "stream",
        "table",
        "terminal",
    )

    def __init__(
        self, exchange: Exchange, pipe: Pipe, is_key: IsKey, *, messages_per_s: float = MESSAGES_PER_S_MAX
    ) -> None:
        self.terminal = ""
        self.table = ""
        """The table it is told of."""
        self._plays = ""
        """The table its commands are for: it turns at once, what it is told of once all that stands is on record."""
        self.stream: TerminalStream | None = None
        self._exchange = exchange
        self._pipe = pipe
        self._is_key = is_key
        self._boot = 0
        self._ended = False
        self._turned_away = 0
        """The number that has to come next, because it was turned away and none may overtake it; otherwise zero."""
        self._rate = messages_per_s
        self._credit = float(BURST_MAX)
        self._refilled_ms = 0

    @property
    def has_come_in(self) -> bool:
        """Whether it has said who it is, and was believed."""
        return bool(self.terminal)

    def receive(self, data: bytes, now: Now) -> None:
        """Takes one message from the terminal; the time is asked only where it matters."""
        if self._ended:
            return
        self._credit -= 1
        if len(data) > LARGEST_MESSAGE:
            self.end("too_long", f"a message has at most {LARGEST_MESSAGE} bytes")
        elif self._credit < 0 and self._floods(now()):
            self.end("too_fast", "too many messages a second")
        else:
            try:
                message = decode_from_terminal(data)
            except Malformed as wrong:
                self.end("malformed", str(wrong))
                return
            if type(message) is not Place or not self.terminal or self._turned_away:
                self._take(message, now())
            elif 0 < message.n <= LARGEST_NUMBER and -LARGEST_NUMBER <= message.amount <= LARGEST_NUMBER:
                # Nearly every message is a wager: no more is asked about it here than must be.
                amount: Money = message.amount  # type: ignore[assignment]
                wager = PlaceWager(self.terminal, self._plays, message.wager, amount, message.round)
                if not self._exchange.submit(self, self._boot, message.n, wager):
                    self._turn_away(message.n)
            else:
                self.end("malformed", UNFIT)

    def tell(self, data: bytes) -> None:
        """Sends bytes to the terminal; one that does not read is disconnected and may come back."""
        if not self._ended and not self._pipe.send(data):
            self._finish()

    def turn(self, table: str) -> None:
        """From now on it is at another of its tables."""
        self.table = self._plays = table

    def end(self, reason: str, words: str) -> None:
        """Says goodbye, and why."""
        if not self._ended:
            self._pipe.send(encode(Bye(reason, words)))
            self._finish()

    def closed(self) -> None:
        """The connection is gone."""
        self._ended = True
        if self.terminal:
            self._exchange.leave(self)

    def _finish(self) -> None:
        self.closed()
        self._pipe.close()

    def _floods(self, now_ms: int) -> bool:
        """Whether no credit has come in since the last was used up; asked only then, so that a wager pays nothing."""
        earned = (now_ms - self._refilled_ms) * self._rate / 1000
        self._refilled_ms = now_ms
        self._credit = min(float(REFILL_MAX), self._credit + earned)
        return self._credit < 0

    def _take(self, message: FromTerminal, now_ms: int) -> None:
        if isinstance(message, Ping):
            self.tell(encode(Pong(message.at, now_ms)))
        elif isinstance(message, Hello):
            self._greet(message, now_ms)
        elif not self.terminal:
            self.end("malformed", "a session begins with hello")
        elif isinstance(message, Again):
            self._exchange.when_still(lambda: self._welcome(now_ms, seen=NOTHING_SEEN))
        elif isinstance(message, Sit):
            self._sit(message.table, now_ms)
        elif isinstance(message, ShownAnnouncement | RecordPart):
            self._exchange.note(self.terminal, message)
        elif wrong := _unfit(message):
            self.end("malformed", wrong)
        elif 0 < self._turned_away < message.n:
            self.tell(encode(Busy(self._turned_away, BUSY_WAIT_MS)))
        elif isinstance(message, Note | TicketIn) and self.terminal in self._exchange.real_slots:
            self.tell(encode(Refused(message.n, Reason.SOURCE_NOT_ACCEPTED.value, "")))
        else:
            if isinstance(message, PlaceMany):
                self._credit -= len(message.wagers) // WAGERS_A_MESSAGE
            self._submit(message.n, self._command(message))

    def _greet(self, hello: Hello, now_ms: int) -> None:
        table = self._exchange.table_of(hello.terminal, hello.table)
        if hello.protocol != PROTOCOL:
            self.end("protocol", f"this floor speaks protocol {PROTOCOL}: load the page again")
        elif self.terminal or table is None or not self._is_key(hello.terminal, hello.key):
            self.end("key", "no such terminal, or not its key")
        else:
            self.stream = self._exchange.stream_of(hello.terminal)
            self.terminal, self.table, self._plays = self.stream.terminal, table, table
            self._refilled_ms = now_ms
            self._boot = self._exchange.life_of(self.terminal, hello.boot, now_ms)
            # What it has seen was of the table it names, if it names one.
            is_back = hello.boot == self._boot and hello.table in {"", table}
            seen = (hello.own_seen, hello.table_seen) if is_back else None
            self._exchange.when_still(lambda: self._enter(now_ms, seen))

    def _enter(self, now_ms: int, seen: tuple[int, int] | None) -> None:
        """Takes the terminal's place and sends its welcome; both only once the whole floor is on record."""
        if not self._ended:
            before = self._exchange.join(self)
            if isinstance(before, Session):
                before.end("replaced", "this terminal has been opened elsewhere")
            self._welcome(now_ms, seen=seen)

    def _sit(self, wish: str, now_ms: int) -> None:
        """Turns to another of the terminal's tables; a wish for any other leaves it where it is.

        So does one while a command was turned away, which is sent again and meant the table it was first sent for.
        """
        self._credit -= TURN_WEIGHS - 1
        may_turn = self._exchange.table_of(self.terminal, wish) == wish and not self._turned_away
        self._plays = table = wish if may_turn else self._plays
        self._exchange.when_still(lambda: self._turn_to(table, now_ms))

    def _turn_to(self, table: str, now_ms: int) -> None:
        if not self._ended:
            self._exchange.turn(self, table)
            self._welcome(now_ms, seen=None)

    def _welcome(self, now_ms: int, *, seen: tuple[int, int] | None) -> None:
        self.tell(self._exchange.welcome(self, self._boot, now_ms, seen=seen))

    def _submit(self, number: int, command: AnyCommand) -> None:
        if self._exchange.submit(self, self._boot, number, command):
            self._turned_away = 0
        else:
            self._turn_away(number)

    def _turn_away(self, number: int) -> None:
        if self._exchange.is_full:
            self._turned_away = number
            self.tell(encode(Busy(number, BUSY_WAIT_MS)))
        else:
            # The terminal presents wrong numbers of tickets again and again; a later one may be presented as a new
            # command.
            self.tell(encode(Refused(number, "must_wait", "")))

    def _command(self, message: Numbered) -> AnyCommand:
        terminal = self.terminal
        if isinstance(message, Note):
            return InsertNote(terminal, cents(message.amount))
        if isinstance(message, TicketIn):
            return InsertTicket(terminal, message.number)
        if isinstance(message, CollectMeter):
            return Collect(terminal, self._exchange.name_paper(f"{terminal}-{self._boot}-{message.n}"))
        if isinstance(message, Call):
            return ReportByPlayer(terminal, message.what, self._plays)
        if isinstance(message, Fault):
            return ReportTerminalFault(terminal, message.code)
        if isinstance(message, Bound):
            return SetBounds(terminal, cents(message.loss_max), message.lasts_ms, own=True)
        return _wager_command(terminal, self._plays, message)


def _wager_command(terminal: str, table: str, message: WagerMessage) -> AnyCommand:
    match message:
        case Place():
            return PlaceWager(terminal, table, message.wager, cents(message.amount), message.round)
        case PlaceMany():
            wagers: tuple[tuple[str, Money], ...] = message.wagers  # type: ignore[assignment]
            return PlaceWagers(terminal, table, wagers, message.round)
        case TakeBack():
            return TakeBackWager(terminal, table, message.spot, cents(message.amount), message.round)
        case Clear():
            return ClearWagers(terminal, table, message.round)
        case Move():
            return MoveWager(
                terminal=terminal,
                table=table,
                spot=message.spot,
                to=message.to,
                amount=cents(message.amount),
                round=message.round,
            )
        case Undo():
            return UndoWager(terminal, table, message.round)
        case Double():
            return DoubleWagers(terminal, table, message.round)
        case Repeat():
            most = None if message.most is None else cents(message.most)
            return RepeatWagers(terminal, table, message.round, message.auto, most)
        case Max():
            return MaxWager(terminal, table, message.spot, message.round)
        case _:
            assert_never(message)


def _unfit(message: Numbered) -> str:
    """What is wrong with a message's figures, if no page could have sent them; empty if nothing."""
    amounts: list[int] = []
    if isinstance(message, PlaceMany):
        if not 0 < len(message.wagers) <= WAGERS_MAX:
            return f"one gesture places between 1 and {WAGERS_MAX} wagers, not {len(message.wagers)}"
        amounts = [amount for _, amount in message.wagers]
    elif isinstance(message, Place | TakeBack | Move | Note):
        amounts = [message.amount]
    elif isinstance(message, Bound):
        amounts = [message.loss_max, message.lasts_ms]
    fit = 0 < message.n <= LARGEST_NUMBER and all(abs(amount) <= LARGEST_NUMBER for amount in amounts)
    return "" if fit else UNFIT
