"""One status line: `*X;state;spins;number;warnings;speed;direction` and CR LF, read strictly since it has no checksum.

Bytes to values only; what follows from them is in `speech`.
"""

import re
from collections.abc import Iterator
from enum import IntEnum, IntFlag

from msgspec import Struct

from openetg.devices.line.framing import Rubbish
from openetg.devices.line.signals import GarbleReason

EVERY_MS = 500
"""How often the wheel says where it is, as it comes from the works."""
LINE_MAX = 64
_SENTENCE = re.compile(rb"\*X;([1-6]);(\d{3});([ \d]\d);([0-9A-F]);(\d{3});([01])")


class CycleStage(IntEnum):
    """Where the wheel is in its cycle."""

    START = 1
    """The rotor turns; a new game is about to begin."""
    PLACE_WAGERS = 2
    """Players may wager; the ball is not launched yet."""
    BALL_IN_TRACK = 3
    """All rim sensors saw the ball: it has gone round once."""
    NO_MORE_WAGERS = 4
    """The ball is slower than the speed set."""
    NUMBER_FOUND = 5
    """All sensors agree on the number."""
    CLOSED = 6
    """The table is closed."""


class Warnings(IntFlag):
    """What the wheel warns of; several may be set at once."""

    NONE = 0
    BALL_UNSEEN = 1
    BALL_WITH_ROTOR = 2
    SENSOR = 4
    VOID = 8
    """The launch failed, or the game is void."""


class Sentence(Struct, frozen=True, gc=False):
    """What one line says."""

    stage: CycleStage
    spins: int
    """The wheel's own count of spins, of three digits; it begins again after 999."""
    number: str
    """The last number, as two characters."""
    warnings: Warnings
    speed: int
    """Of the rotor, in the wheel's own unit."""
    anticlockwise: bool

    def line(self) -> bytes:
        """As the wheel says it."""
        text = f"*X;{self.stage};{self.spins:03};{self.number};{self.warnings:X};{self.speed:03};{self.anticlockwise:d}"
        return text.encode("ascii") + b"\r\n"


def parse(line: bytes) -> Sentence | None:
    """What a line says, without its end; None if it is not exactly a status line."""
    match = _SENTENCE.fullmatch(line)
    if match is None:
        return None
    stage, spins, number, warnings, speed, direction = match.groups()
    return Sentence(
        stage=CycleStage(int(stage)),
        spins=int(spins),
        number=number.decode("ascii"),
        warnings=Warnings(int(warnings, 16)),
        speed=int(speed),
        anticlockwise=direction == b"1",
    )


class SentenceReader:
    """Cuts bytes into status lines; what is none is rubbish, and never costs the next line."""

    def __init__(self) -> None:
        self._kept = b""

    def read(self, data: bytes) -> Iterator[Sentence | Rubbish]:
        """What these bytes complete."""
        *lines, self._kept = (self._kept + data).split(b"\n")
        for line in lines:
            if stripped := line.removesuffix(b"\r"):
                yield parse(stripped) or Rubbish(GarbleReason.UNKNOWN_LINE, stripped)
        if len(self._kept) > LINE_MAX:
            yield Rubbish(GarbleReason.TOO_LONG, self._kept)
            # What follows up to the next line end belongs to it and cannot be a status line either.
            self._kept = b"?"
