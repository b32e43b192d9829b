"""One terminal's session: bytes in, commands out; messages out, bytes out. Sans I/O, and no knowledge of the floor.

A session adds what it has authenticated, the terminal, and nothing else. Bad input ends it with a sentence; nothing
a terminal sends can do more than that.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from openetg.floor.commands import AnyCommand, ClearWagers, Collect, InsertNote, InsertTicket, PlaceWager, TakeBackWager
from openetg.money import Money, cents
from openetg.wire.codec import Malformed, decode_from_terminal, encode
from openetg.wire.messages import (
    LARGEST_MESSAGE,
    PROTOCOL,
    Again,
    Bye,
    Clear,
    CollectMeter,
    FromTerminal,
    Hello,
    Note,
    Ping,
    Place,
    Pong,
    Refused,
    TakeBack,
    TicketIn,
)

if TYPE_CHECKING:
    from openetg.server.exchange import Exchange, Stream

MESSAGES_PER_S_MAX = 40
"""A finger is slower; a program that floods is let go."""
BURST_MAX = 120
"""So many may come at once when a terminal connects."""
REFILL_MAX = BURST_MAX // 2
"""So many at least later on; when they are used up the clock is asked how many more have been earned since."""
LARGEST_NUMBER = 2**53 - 1
"""No whole number of a terminal is larger: a browser could not tell it from its neighbour."""
UNFIT = f"a number lies between 1 and {LARGEST_NUMBER}"
NOTHING_SEEN = (-1, -1)

Now = Callable[[], int]
"""Milliseconds since 1970."""


class Pipe(Protocol):
    """Where a session's bytes go."""

    def send(self, data: bytes) -> bool:
        """Puts bytes on the line; says no if the reader is too slow."""
        ...

    def close(self) -> None:
        """Ends the connection."""
        ...


def key_of(secret: bytes, terminal: str) -> str:
    """The key with which a terminal shows that it is the one it says."""
    return hmac.new(secret, terminal.encode(), sha256).hexdigest()[:32]


IsKey = Callable[[str, str], bool]
"""Whether a terminal has shown that it is the one it says: its name, and the key it gave."""


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
        "_rate",
        "_refilled_ms",
        "stream",
        "table",
        "terminal",
    )

    def __init__(
        self, exchange: Exchange, pipe: Pipe, is_key: IsKey, *, messages_per_s: float = MESSAGES_PER_S_MAX
    ) -> None:
        self.terminal = ""
        self.table = ""
        self.stream: Stream | None = None
        self._exchange = exchange
        self._pipe = pipe
        self._is_key = is_key
        self._boot = 0
        self._ended = False
        self._rate = messages_per_s
        self._credit = float(BURST_MAX)
        self._refilled_ms = 0

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
            if type(message) is not Place or not self.terminal:
                self._take(message, now())
            elif 0 < message.n <= LARGEST_NUMBER and -LARGEST_NUMBER <= message.amount <= LARGEST_NUMBER:
                # Nearly every message is a wager: no more is asked about it here than must be.
                amount: Money = message.amount  # type: ignore[assignment]
                wager = PlaceWager(self.terminal, self.table, message.wager, amount, message.round)
                if not self._exchange.submit(self, self._boot, message.n, wager):
                    self._busy(message.n)
            else:
                self.end("malformed", UNFIT)

    def tell(self, data: bytes) -> None:
        """Sends bytes to the terminal; one that does not read is let go and may come back."""
        if not self._ended and not self._pipe.send(data):
            self._finish()

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
        elif not _is_fit(message.n, getattr(message, "amount", 0)):
            self.end("malformed", UNFIT)
        else:
            self._submit(message.n, self._command(message))

    def _greet(self, hello: Hello, now_ms: int) -> None:
        table = self._exchange.table_of(hello.terminal)
        if hello.protocol != PROTOCOL:
            self.end("protocol", f"this floor speaks protocol {PROTOCOL}: load the page again")
        elif self.terminal or table is None or not self._is_key(hello.terminal, hello.key):
            self.end("key", "no such terminal, or not its key")
        else:
            self.stream = self._exchange.stream_of(hello.terminal)
            self.terminal, self.table = self.stream.terminal, table
            self._refilled_ms = now_ms
            self._boot = self._exchange.life_of(self.terminal, hello.boot, now_ms)
            seen = (hello.own_seen, hello.table_seen) if hello.boot == self._boot else None
            self._exchange.when_still(lambda: self._enter(now_ms, seen))

    def _enter(self, now_ms: int, seen: tuple[int, int] | None) -> None:
        """Takes the terminal's place and tells it what stands; both only once all that stands is on record."""
        if not self._ended:
            before = self._exchange.join(self)
            if isinstance(before, Session):
                before.end("replaced", "this terminal has been opened elsewhere")
            self._welcome(now_ms, seen=seen)

    def _welcome(self, now_ms: int, *, seen: tuple[int, int] | None) -> None:
        self.tell(self._exchange.welcome(self, self._boot, now_ms, seen=seen))

    def _submit(self, number: int, command: AnyCommand) -> None:
        if not self._exchange.submit(self, self._boot, number, command):
            self._busy(number)

    def _busy(self, number: int) -> None:
        self.tell(encode(Refused(number, "busy", "")))

    def _command(self, message: Place | TakeBack | Clear | Note | TicketIn | CollectMeter) -> AnyCommand:
        terminal, table = self.terminal, self.table
        if isinstance(message, Place):
            return PlaceWager(terminal, table, message.wager, cents(message.amount), message.round)
        if isinstance(message, TakeBack):
            return TakeBackWager(terminal, table, message.spot, cents(message.amount), message.round)
        if isinstance(message, Clear):
            return ClearWagers(terminal, table, message.round)
        if isinstance(message, Note):
            return InsertNote(terminal, cents(message.amount))
        if isinstance(message, TicketIn):
            return InsertTicket(terminal, message.number)
        return Collect(terminal, self._exchange.name_paper(f"{terminal}-{self._boot}-{message.n}"))


def _is_fit(number: int, amount: int) -> bool:
    """Whether a browser could have meant these figures."""
    return 0 < number <= LARGEST_NUMBER and abs(amount) <= LARGEST_NUMBER
