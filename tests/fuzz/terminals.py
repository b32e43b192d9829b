"""Whatever a terminal sends, on a real floor: a session answers or ends, and moves no money but its own.

Each line of the input is one message, as it came; a line that begins with `!` is about the connection: `!turn 500` lets
time pass and a group become durable, `!new` connects once more, `!gone` loses the connection.
"""

from __future__ import annotations

from openetg.floor.fold import fold
from openetg.floor.state import state_hash
from openetg.server.guests.exchange import Exchange
from openetg.server.guests.sessions import Session
from openetg.server.writer.writer import Decided, Writer
from openetg.wire.codec import Malformed, decode_from_terminal, decode_to_terminal, encode
from openetg.wire.messages import PROTOCOL, Bye, Hello
from tests.fuzz.floors import GUEST, HELD, HONEST, honest_money, played

KEYS = {GUEST: "guest-key", HONEST: "a key that nobody guesses"}
LONGEST_TURN_MS = 100_000
LINES_MAX = 400


class Pipe:
    """Where a session's bytes go; each must be a message of the server."""

    def __init__(self) -> None:
        self.closed = False
        self.answered: set[int] = set()
        self.heard: list[type] = []

    def send(self, data: bytes) -> bool:
        assert not self.closed, "bytes after the end"
        message = decode_to_terminal(data)
        self.heard.append(type(message))
        number = getattr(message, "n", None)
        if number is not None:
            self.answered.add(number)
        return True

    def close(self) -> None:
        self.closed = True


class Trial:
    """One floor, one honest terminal, and a guest who sends whatever it likes."""

    def __init__(self) -> None:
        self.writer = Writer(played())
        self.floor = self.writer.floor
        self.twin = played()
        self.now_ms = self.floor.at_ms
        self.exchange = Exchange(self.writer, wake=lambda: None)
        self.decided: list[Decided] = []
        honest, self.honest_pipe = self._connected()
        honest.receive(encode(Hello(PROTOCOL, HONEST, KEYS[HONEST])), lambda: self.now_ms)
        self.session, self.pipe = self._connected()
        self.asked: set[int] = set()

    def _connected(self) -> tuple[Session, Pipe]:
        pipe = Pipe()
        return Session(self.exchange, pipe, lambda terminal, key: KEYS.get(terminal) == key), pipe

    def take(self, line: bytes) -> None:
        """One line of the input."""
        if not line.startswith(b"!"):
            self._receive(line)
        elif line.startswith(b"!turn"):
            self.turn(_number(line[5:]))
        elif line == b"!new":
            self.session, self.pipe = self._connected()
            self.asked = set()
        elif line == b"!gone":
            self.session.closed()

    def _receive(self, line: bytes) -> None:
        try:
            number = getattr(decode_from_terminal(line), "n", None)
        except Malformed:
            number = None
        before = len(self.pipe.heard)
        self.session.receive(line, lambda: self.now_ms)
        ended = self.session.terminal == "" or self.pipe.closed
        if not ended and number is not None:
            self.asked.add(number)
        if self.pipe.closed and len(self.pipe.heard) > before:
            assert self.pipe.heard[-1] is Bye, "who is let go is told why"

    def turn(self, ms: int) -> None:
        """One group becomes durable."""
        self.now_ms += ms
        group = self.writer.step(self.now_ms)
        if group is not None:
            for entry in group.entries:
                fold(self.twin, entry.at_ms, entry.command, entry.verdict)
            decided = self.writer.committed(group)
            self.exchange.publish(decided)
            self.decided += decided
        assert self.floor.ledger.is_balanced(), "the books balance, and no meter is below zero"
        assert honest_money(self.floor) == HELD, "nobody moves money of another"

    def end(self) -> None:
        """Everything is answered, and the floor is what the journal holds."""
        while self.writer.waiting or self.writer.in_flight:
            self.turn(1)
        senders = {each.order.sender for each in self.decided}
        assert senders <= {f"terminal/{GUEST}"}, senders
        stands = self.exchange.stream_of(GUEST).listener is self.session
        if stands and not self.pipe.closed:
            assert self.asked <= self.pipe.answered, "every number is answered"
        assert not self.honest_pipe.closed, "who plays honestly plays on"
        assert state_hash(self.floor) == state_hash(self.twin), "the floor is what the journal holds"


def _number(text: bytes) -> int:
    digits = text.strip()[:6]
    return min(int(digits), LONGEST_TURN_MS) if digits.isdigit() else 0


def terminal(data: bytes) -> None:
    """All that a terminal can send over its connections."""
    trial = Trial()
    for line in data.split(b"\n")[:LINES_MAX]:
        trial.take(line)
    trial.end()
