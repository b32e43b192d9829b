"""A simulated wheel with a status line: it runs its own cycle of about 42 s and says twice a second where it is.

The number is drawn when it is found, from the caller's random source. No clock, no port.
"""

from collections.abc import Sequence
from enum import Enum

from openetg.devices.line.machine import RandomSource
from openetg.devices.statusline.sentence import EVERY_MS, CycleStage, Sentence, Warnings

STAGE_MS = {
    CycleStage.PLACE_WAGERS: 10_500,
    CycleStage.BALL_IN_TRACK: 8_000,
    CycleStage.NO_MORE_WAGERS: 21_500,
    CycleStage.NUMBER_FOUND: 2_000,
}
"""How long each stage lasts: 42 s together."""
_CYCLE = tuple(STAGE_MS)


class CycleFault(Enum):
    """What can go wrong in one game: named switches for tests and drills."""

    BALL_UNSEEN = "ball_unseen"
    BALL_WITH_ROTOR = "ball_with_rotor"
    SENSOR = "sensor"
    NO_LAUNCH = "no_launch"
    NO_NUMBER = "no_number"
    NO_DROP = "no_drop"
    GARBLED = "garbled"
    """One line in three is damaged."""


_WARNS = {
    CycleFault.BALL_UNSEEN: (CycleStage.NO_MORE_WAGERS, Warnings.BALL_UNSEEN),
    CycleFault.BALL_WITH_ROTOR: (CycleStage.BALL_IN_TRACK, Warnings.BALL_WITH_ROTOR),
    CycleFault.SENSOR: (CycleStage.NO_MORE_WAGERS, Warnings.SENSOR),
    CycleFault.NO_LAUNCH: (CycleStage.PLACE_WAGERS, Warnings.VOID),
}


class SimulatedCycleWheel:
    """A device's end of a line: takes no orders, says where it is."""

    FAULTS = CycleFault

    def __init__(self, pockets: Sequence[str], rng: RandomSource) -> None:
        self.found: list[str] = []
        """The numbers that fell, even if reported otherwise."""
        self._pockets = tuple(pockets)
        self._rng = rng
        self._faults: dict[int, frozenset[CycleFault]] = {}
        self._now_ms = 0
        self._next_ms = EVERY_MS
        self._stage = CycleStage.PLACE_WAGERS
        self._stage_ends_ms = STAGE_MS[CycleStage.PLACE_WAGERS]
        self._game = 1
        self._line_count = 0

    def inject(self, game: int, *faults: CycleFault) -> None:
        """Let these things go wrong in the n-th game, counted from 1."""
        self._faults[game] = self._faults.get(game, frozenset()) | frozenset(faults)

    def inject_next(self, *faults: CycleFault) -> None:
        """Let these things go wrong in the next game."""
        self.inject(self._game + 1, *faults)

    def receive(self, data: bytes) -> None:
        """Ignores all input."""

    def connection_reset(self) -> None:
        """It does not care who listens."""

    def next_event_ms(self) -> int:
        """When it says its next line."""
        return self._next_ms

    def advance(self, to_ms: int) -> bytes:
        """Every line until `to_ms`."""
        said = b""
        while self._next_ms <= to_ms:
            self._now_ms = self._next_ms
            self._next_ms += EVERY_MS
            while self._stage_ends_ms <= self._now_ms:
                self._go_on()
            said += self._line()
        return said

    def _faults_now(self) -> frozenset[CycleFault]:
        return self._faults.get(self._game, frozenset())

    def _go_on(self) -> None:
        faults = self._faults_now()
        place = _CYCLE.index(self._stage)
        if self._stage is CycleStage.PLACE_WAGERS and CycleFault.NO_LAUNCH in faults:
            self._game += 1
        elif self._stage is CycleStage.NO_MORE_WAGERS and faults & {CycleFault.NO_NUMBER, CycleFault.BALL_UNSEEN}:
            self._game += 1
            place = len(_CYCLE) - 1
        elif self._stage is CycleStage.BALL_IN_TRACK and CycleFault.NO_DROP in faults:
            place += 1
        if self._stage is CycleStage.NUMBER_FOUND:
            self._game += 1
        if not (self._stage is CycleStage.PLACE_WAGERS and CycleFault.NO_LAUNCH in faults):
            self._stage = _CYCLE[(place + 1) % len(_CYCLE)]
        if self._stage is CycleStage.NUMBER_FOUND:
            self.found.append(self._pockets[self._rng.randrange(len(self._pockets))])
        self._stage_ends_ms += STAGE_MS[self._stage]

    def _line(self) -> bytes:
        warnings = Warnings.NONE
        for fault in self._faults_now():
            if fault in _WARNS and _WARNS[fault][0] is self._stage:
                warnings |= _WARNS[fault][1]
        number = self.found[-1] if self.found else self._pockets[0]
        line = Sentence(
            stage=self._stage,
            spins=self._game % 1_000,
            number=f"{number:>2}",
            warnings=warnings,
            speed=160,
            anticlockwise=self._game % 2 == 0,
        ).line()
        self._line_count += 1
        if CycleFault.GARBLED in self._faults_now() and self._line_count % 3 == 0:
            at = 1 + self._rng.randrange(len(line) - 3)
            return line[:at] + bytes([line[at] ^ 0x40]) + line[at + 1 :]
        return line
