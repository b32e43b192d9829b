"""What a device said, as the command it means at its table: one place for every kind of device.

Reads the floor and changes nothing. A device never decides: what a launch the wrong way, a cocked die or a stop on a
divider means is for the rulebook. Of a spin by hand that the floor did not name it is not known which round it
belongs to: it is a fault, and its outcome is not taken.
"""

from __future__ import annotations

import re
from typing import TypeAlias, assert_never

from openetg.devices.line.signals import DealerKey, DeviceKind, Fault, FaultCode, Hello, KeyPressed, Ready
from openetg.devices.moneywheel.signals import (
    MoneyWheelSignal,
    OnDivider,
    StopUnread,
    WheelRevolution,
    WheelStopped,
    WheelTurned,
)
from openetg.devices.tumbler.signals import DiceRead, DiceSettling, DiceShaken, DiceUnread, DieCocked, TumblerSignal
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DropImminent,
    RestUnread,
    Revolution,
    Rotation,
    WheelSignal,
)
from openetg.floor.alerts.acknowledging import is_faulty
from openetg.floor.commands import (
    AnyCommand,
    CallNoSpin,
    CloseWagers,
    ConfirmOutcome,
    EnterOutcome,
    MarkDolly,
    OpenRound,
    RecordOutcome,
    ReportCocked,
    ReportFault,
    ReportLaunch,
    ReportReady,
    ReportUnread,
    SpinWheel,
    WarnFinish,
)
from openetg.floor.core.authority import DEALER
from openetg.floor.premises.equipment import symbol_at
from openetg.floor.rounds.automatic import is_dealer_run
from openetg.floor.rounds.views import wheel_of
from openetg.floor.state import BETTING, RUNNING, Floor, Table
from openetg.rulebook.schema.policies import Cause, Closer, Device
from openetg.server.guests.spins import rotor_of

Signal: TypeAlias = WheelSignal | TumblerSignal | MoneyWheelSignal
"""What any device says, and what is noticed about the line to it."""

KINDS = {
    Device.AUTOMATIC_WHEEL: DeviceKind.AUTOMATIC,
    Device.LIVE_WHEEL: DeviceKind.LIVE,
    Device.DICE_TUMBLER: DeviceKind.TUMBLER,
    Device.MONEY_WHEEL: DeviceKind.MONEY_WHEEL,
}
"""What a device has to be to stand at a table."""
DICE = ("6", "6", "6")
UNNAMED = "UNNAMED_SPIN"
CAUSES = {FaultCode.BALL_OUT.value: Cause.BALL_LEFT, FaultCode.SAME_DIRECTION.value: Cause.SAME_DIRECTION}
"""Faults for which rulebooks have a word of their own."""


def wrong_device(floor: Floor, table: Table, hello: Hello) -> str:
    """The fault of a device that is not the one this table is approved with; empty if it is."""
    if hello.faces != _faces(floor, table):
        return "WRONG_POCKETS"
    return "" if hello.kind is KINDS[floor.kind_of(table).device.value] else "WRONG_CLASS"


def _faces(floor: Floor, table: Table) -> tuple[str, ...]:
    """Where the device of a table can come to rest."""
    device = floor.kind_of(table).device.value
    match device:
        case Device.DICE_TUMBLER:
            return DICE
        case Device.AUTOMATIC_WHEEL | Device.LIVE_WHEEL | Device.MONEY_WHEEL:
            return wheel_of(floor, table)
        case _:
            assert_never(device)


class Hearing:
    """Turns the signals of each table's device into commands, one at a time; the floor has one."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._laps: dict[str, tuple[str, int]] = {}
        self._unnamed: dict[str, str] = {}
        """By table, the last spin without a name that was told of."""

    def command(self, table: Table, signal: Signal) -> AnyCommand | None:
        """The command a signal means at a table; None if none."""
        spin = getattr(signal, "spin", None)
        if isinstance(signal, KeyPressed):
            return key_command(table, signal)
        if isinstance(signal, Ready) and self._is_known_ready(table):
            return None
        if spin is not None and is_dealer_run(self._floor, table) and not is_named(table, spin):
            return self._out_of_turn(table, signal, spin)
        return self._wheel(table, signal) or self._tumbler(table, signal) or self._money_wheel(table, signal)

    def _is_known_ready(self, table: Table) -> bool:
        """Whether all this says is on record already: a device that babbles must not fill the journal."""
        round_ = table.round
        waits = round_ is not None and round_.phase in RUNNING and not round_.launched
        return waits and table.device_ready and not is_faulty(self._floor, table.name)

    def _out_of_turn(self, table: Table, signal: Signal, spin: str) -> ReportFault | None:
        """The fault of a spin that began while the floor could not name it; reported once."""
        moving = isinstance(signal, (BallLaunched, WheelTurned))
        if isinstance(signal, Fault):
            return ReportFault(table.name, signal.code)
        if (
            not moving
            or spin == self._unnamed.get(table.name)
            or table.round is None
            or table.round.phase not in RUNNING
        ):
            return None
        self._unnamed[table.name] = spin
        return ReportFault(table.name, UNNAMED, table.round.spin)

    def _wheel(self, table: Table, signal: Signal) -> AnyCommand | None:
        name = table.name
        match signal:
            case Ready():
                return ReportReady(name)
            case Fault():
                cause = CAUSES.get(signal.code)
                return ReportFault(name, signal.code if cause is None else cause.value, signal.spin)
            case BallLaunched():
                turning = (_turning(signal), rotor_of(signal), signal.rotor_turn_ms or 0)
                return ReportLaunch(name, signal.spin, _opposite(signal), *turning)
            case Revolution() | WheelRevolution():
                self._laps[name] = (signal.spin, signal.count)
            case DropImminent():
                return _close(table, signal.spin)
            case AtRest():
                spin, laps = self._laps.get(name, ("", 0))
                return RecordOutcome(name, signal.spin, signal.pocket, laps if spin == signal.spin else None)
            case RestUnread():
                return ReportUnread(name, signal.spin)
            case _:
                pass
        return None

    def _tumbler(self, table: Table, signal: Signal) -> AnyCommand | None:
        name = table.name
        match signal:
            case DiceShaken():
                return ReportLaunch(name, signal.spin)
            case DiceSettling():
                return _close(table, signal.spin)
            case DiceRead():
                return RecordOutcome(name, signal.spin, "-".join(sorted(signal.dice)))
            case DiceUnread():
                return ReportUnread(name, signal.spin)
            case DieCocked():
                return ReportCocked(name, signal.spin)
            case _:
                return None

    def _money_wheel(self, table: Table, signal: Signal) -> AnyCommand | None:
        name = table.name
        match signal:
            case WheelTurned():
                return ReportLaunch(name, signal.spin)
            case WheelStopped():
                symbol = symbol_at(self._floor, table, signal.segment) or ""
                return RecordOutcome(name, signal.spin, symbol, signal.revolutions, signal.segment)
            case OnDivider():
                return ReportFault(name, Cause.DIVIDER.value, signal.spin)
            case StopUnread():
                return ReportUnread(name, signal.spin)
            case _:
                return None


def key_command(table: Table, pressed: KeyPressed) -> AnyCommand | None:
    """What a dealer's key means now: the act of the person signed on; None for a key meant for another spin."""
    round_, dealer, value = table.round, table.dealer, pressed.value or ""
    if pressed.key is DealerKey.OPEN:
        return OpenRound(DEALER, dealer, table.name)
    if round_ is None or pressed.spin != round_.spin:
        return None
    match pressed.key:
        case DealerKey.FINISH:
            return WarnFinish(DEALER, dealer, table.name)
        case DealerKey.SPIN:
            return SpinWheel(DEALER, dealer, table.name)
        case DealerKey.NO_MORE:
            return CloseWagers(table.name, Closer.DEALER, round_.spin, DEALER, dealer)
        case DealerKey.NUMBER if round_.registered is not None:
            return ConfirmOutcome(DEALER, dealer, table.name, value)
        case DealerKey.NUMBER if round_.outcome is not None:
            return MarkDolly(DEALER, dealer, table.name, value)
        case DealerKey.NUMBER:
            return EnterOutcome(DEALER, dealer, table.name, value, round=round_.number)
        case DealerKey.NO_SPIN:
            cause = next((cause for cause in Cause if cause.value == value), None)
            return CallNoSpin(DEALER, dealer, table.name, cause)


def _close(table: Table, spin: str) -> CloseWagers | None:
    """The command that ends the wagers when the ball is about to rest; None if they ended before, as by a dealer."""
    round_ = table.round
    ended = round_ is not None and round_.spin == spin and round_.phase not in BETTING
    return None if ended else CloseWagers(table.name, Closer.SENSOR, spin)


def is_named(table: Table, spin: str) -> bool:
    """Whether the floor gave a spin its name, in this round or an earlier one."""
    return re.fullmatch(rf"{re.escape(table.name)}-\d+(\.\d+)?", spin) is not None


def _turning(launched: BallLaunched) -> bool | None:
    """Whether the rotor turned when the ball was launched."""
    return None if launched.rotor is None else launched.rotor is not Rotation.STILL


def _opposite(launched: BallLaunched) -> bool | None:
    """Whether ball and rotor turn against each other; a rotor that stands still does not."""
    if launched.ball is None or launched.rotor is None:
        return None
    turning = Rotation.STILL not in (launched.ball, launched.rotor)
    return turning and launched.ball is not launched.rotor
