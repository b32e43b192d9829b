"""What a dice tumbler says it saw, beside what any device says. It judges nothing."""

from typing import TypeAlias

from msgspec import Struct

from openetg.devices.line.signals import CommonSignal, Notice

NOT_READ = "x"
"""The mark for a die whose face could not be read."""


class DiceShaken(Struct, frozen=True, gc=False, tag="dice_shaken"):
    """The tumbler shakes the dice."""

    number: int
    uptime_ms: int
    spin: str


class DiceSettling(Struct, frozen=True, gc=False, tag="dice_settling"):
    """The dice still move and the shaking is about to end."""

    number: int
    uptime_ms: int
    spin: str


class DiceRead(Struct, frozen=True, gc=False, tag="dice_read"):
    """Every die lies flat and the tumbler is sure what each shows."""

    number: int
    uptime_ms: int
    spin: str
    dice: tuple[str, ...]


class DiceUnread(Struct, frozen=True, gc=False, tag="dice_unread"):
    """The dice lie flat and not every one could be read: `x` stands for one that could not."""

    number: int
    uptime_ms: int
    spin: str
    dice: tuple[str, ...]


class DieCocked(Struct, frozen=True, gc=False, tag="die_cocked"):
    """A die lies on no face: `x` stands for it."""

    number: int
    uptime_ms: int
    spin: str
    dice: tuple[str, ...]


TumblerSaid: TypeAlias = CommonSignal | DiceShaken | DiceSettling | DiceRead | DiceUnread | DieCocked
"""What the tumbler itself says."""
TumblerSignal: TypeAlias = TumblerSaid | Notice
