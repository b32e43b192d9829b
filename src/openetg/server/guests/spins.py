"""What the device of a table was seen to do, for people to see: signals become `Spin` messages, a few a second.

Sans I/O. Only the spin of the round that runs is shown, each step of it once and turns with a pause between them, so
that a device that babbles floods no screen. It must never say where something lies: the result is told by the journal.
While wagers may be laid, players and public displays are told that it runs and nothing that is timed (`PublicSpins`):
from laps and their moments the number could be reckoned before the close. Those who run the table see everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from openetg.devices.moneywheel.signals import OnDivider, StopUnread, WheelRevolution, WheelStopped, WheelTurned
from openetg.devices.tumbler.signals import DiceRead, DiceSettling, DiceShaken, DiceUnread, DieCocked
from openetg.devices.wheel.signals import AtRest, BallLaunched, DropImminent, RestUnread, Revolution, Rotation
from openetg.floor.state import BETTING, Table
from openetg.wire.messages import Spin

TURN_PAUSE_MS = 200
"""No two turns are told closer to each other than this."""
SECOND_MS = 1_000

What: TypeAlias = Literal["launched", "turn", "dropping", "rest"]
Rotor: TypeAlias = Literal["", "cw", "ccw"]
TellSpin: TypeAlias = Callable[[Spin], None]

STEPS: dict[type, What] = {
    BallLaunched: "launched",
    DiceShaken: "launched",
    WheelTurned: "launched",
    Revolution: "turn",
    WheelRevolution: "turn",
    DropImminent: "dropping",
    DiceSettling: "dropping",
    AtRest: "rest",
    RestUnread: "rest",
    DiceRead: "rest",
    DiceUnread: "rest",
    DieCocked: "rest",
    WheelStopped: "rest",
    OnDivider: "rest",
    StopUnread: "rest",
}
"""What each signal of a device shows."""


class _Seen(Struct):
    """What was told of a spin."""

    spin: str
    steps: set[str] = set()
    """The steps but turns, each told once."""
    count: int = 0
    turn_ms: int = 0
    turned_at_ms: int = 0
    rotor: Rotor = ""


class Spins:
    """Decides what to tell of each signal; the floor has one."""

    def __init__(self) -> None:
        self._seen: dict[str, _Seen] = {}

    def see(self, table: Table, signal: object, at_ms: int) -> Spin | None:
        """What to tell of a signal; None if it shows no motion of the running round, or was told before."""
        what, round_ = STEPS.get(type(signal)), table.round
        if what is None or round_ is None or getattr(signal, "spin", None) != round_.spin:
            return None
        seen = self._seen.get(table.name)
        if seen is None or seen.spin != round_.spin:
            seen = self._seen[table.name] = _Seen(round_.spin)
        if isinstance(signal, Revolution | WheelRevolution):
            if not _is_next_turn(seen, signal.count, at_ms):
                return None
            seen.count, seen.turn_ms, seen.turned_at_ms = signal.count, signal.lap_ms, at_ms
        elif what in seen.steps or "rest" in seen.steps:
            return None
        elif isinstance(signal, BallLaunched):
            seen.rotor = rotor_of(signal)
        if what != "turn":
            seen.steps.add(what)
        return Spin(
            table=table.name,
            round=round_.number,
            what=what,
            count=seen.count,
            turn_ms=seen.turn_ms,
            rotor=seen.rotor,
            at_ms=at_ms,
        )


class PublicSpins:
    """Decides what of a spin may be told to those who can wager; the floor has one."""

    def __init__(self) -> None:
        self._kept: dict[str, Spin] = {}
        """By table, the last thing that was seen while wagers could be laid and that was told to no player."""

    def tell(self, table: Table, spin: Spin) -> Spin | None:
        """What to tell at once: everything once wagers are closed; before, that it was launched in this second."""
        if not _can_wager(table, spin.round):
            self._kept.pop(table.name, None)
            return spin
        if spin.what == "launched":
            return replace(spin, count=0, turn_ms=0, at_ms=spin.at_ms // SECOND_MS * SECOND_MS)
        self._kept[table.name] = spin
        return None

    def after_close(self, table: Table) -> Spin | None:
        """What was kept back, once the wagers of its round are closed; None while there is nothing, or it is over."""
        kept = self._kept.get(table.name)
        if kept is None or _can_wager(table, kept.round):
            return None
        del self._kept[table.name]
        return kept if table.round is not None and table.round.number == kept.round else None


def _can_wager(table: Table, number: int) -> bool:
    round_ = table.round
    return round_ is not None and round_.number == number and round_.phase in BETTING


def _is_next_turn(seen: _Seen, count: int, at_ms: int) -> bool:
    """Whether a turn goes on from the last one told, and not too soon after it."""
    return "rest" not in seen.steps and count > seen.count and at_ms - seen.turned_at_ms >= TURN_PAUSE_MS


def rotor_of(launched: BallLaunched) -> Rotor:
    """Which way the rotor turned; empty if that was not sensed, or it stood still."""
    return "" if launched.rotor is None or launched.rotor is Rotation.STILL else launched.rotor.value
