"""Whatever a seat at a cloth sends, on a real floor, and whatever a console or a display sends, to their decoders.

Lines as for terminals: each is one message; `!turn` lets a group become durable, `!new` connects once more, `!gone`
loses the connection.
"""

from __future__ import annotations

from functools import cache

from openetg.floor.commands import AnyCommand, BuyChips, OpenRound, Order, SetLimits, SetPlaces, Sign, TakePlace
from openetg.floor.core.ledger import hand_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.fold import fold
from openetg.floor.state import Floor, state_hash
from openetg.money import cents
from openetg.server.guests.exchange import Exchange
from openetg.server.guests.seats import Seats, SeatSession
from openetg.server.writer.writer import Writer
from openetg.wire.codec import Malformed
from openetg.wire.console import decode_from_console, decode_from_display
from openetg.wire.seat import decode_to_seat
from tests.fuzz.floors import TABLE, founded
from tests.one_table import copied

KEYS = {"W1": "guest-key", "W2": "a key that nobody guesses"}
HELD = cents(50_00)
LINES_MAX = 200
DEALER = ("dealer", f"dealer-{TABLE}")


@cache
def _played() -> Floor:
    """A cloth with a round that takes wagers, and an honest player at the second seat."""
    writer = Writer(copied(founded("money-wheel", "live")))
    limits = SetLimits(TABLE, {"any": Sign(min=cents(5_00), max=cents(100_00), step=cents(1))}, cloth=True)
    wishes: list[AnyCommand] = [limits, SetPlaces(TABLE, 2), OpenRound(*DEALER, TABLE), TakePlace("W2", TABLE)]
    for number, command in enumerate([*wishes, BuyChips(*DEALER, TABLE, "W2", HELD)], start=1):
        writer.submit(Order("test", 1, number, command))
        group = writer.step(writer.floor.at_ms + 1_000)
        assert group is not None
        assert not any(isinstance(each.verdict, Refusal) for each in writer.committed(group)), command
    return writer.floor


class _Pipe:
    def __init__(self) -> None:
        self.closed = False

    def send(self, data: bytes) -> bool:
        assert not self.closed, "bytes after the end"
        decode_to_seat(data)
        return True

    def close(self) -> None:
        self.closed = True


class _Trial:
    def __init__(self) -> None:
        self.writer, self.twin = Writer(copied(_played())), copied(_played())
        self.now_ms = self.writer.floor.at_ms
        self.exchange = Exchange(self.writer, wake=lambda: None)
        self.seats = Seats(self.exchange, dict.fromkeys(KEYS, TABLE), wake=lambda: None, boot=2)
        self.connect()

    def connect(self) -> None:
        self.session = SeatSession(self.seats, _Pipe(), lambda seat, key: KEYS.get(seat) == key)

    def turn(self, ms: int) -> None:
        self.now_ms += ms
        group = self.writer.step(self.now_ms)
        if group is not None:
            for entry in group.entries:
                fold(self.twin, entry.at_ms, entry.command, entry.verdict)
            decided = self.writer.committed(group)
            if self.exchange.publish(decided):
                self.seats.watch(decided)
        ledger = self.writer.floor.ledger
        assert ledger.is_balanced()
        assert ledger.held(hand_of(TABLE, "W2")) == HELD, "nobody touches chips of another"


def seat(data: bytes) -> None:
    """All that a seat can send over its connections."""
    trial = _Trial()
    for line in data.split(b"\n")[:LINES_MAX]:
        if line.startswith(b"!turn"):
            trial.turn(500)
        elif line == b"!new":
            trial.connect()
        elif line == b"!gone":
            trial.session.closed()
        else:
            trial.session.receive(line, lambda: trial.now_ms)
    while trial.writer.waiting:
        trial.turn(1)
    assert state_hash(trial.writer.floor) == state_hash(trial.twin), "the floor is what the journal holds"


def console(data: bytes) -> None:
    """Messages of consoles and displays: one of a closed set, or none."""
    for decode in (decode_from_console, decode_from_display):
        for line in data.split(b"\n"):
            try:
                decode(line)
            except Malformed as wrong:
                _check_words(wrong)


def _check_words(wrong: Malformed) -> None:
    assert str(wrong)
