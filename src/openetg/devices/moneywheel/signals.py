"""What a money wheel says it saw, beside what any device says. It counts revolutions and judges nothing."""

from typing import TypeAlias

from msgspec import Struct

from openetg.devices.line.signals import CommonSignal, Notice


class WheelTurned(Struct, frozen=True, gc=False, tag="wheel_turned"):
    """The wheel was set in motion."""

    number: int
    uptime_ms: int
    spin: str


class WheelRevolution(Struct, frozen=True, gc=False, tag="wheel_revolution"):
    """The wheel has gone round `count` times; the last time took `lap_ms`."""

    number: int
    uptime_ms: int
    spin: str
    count: int
    lap_ms: int


class WheelStopped(Struct, frozen=True, gc=False, tag="wheel_stopped"):
    """The wheel stands and the indicator points at a segment."""

    number: int
    uptime_ms: int
    spin: str
    segment: int
    """Counted from one, in the order of the Hello."""
    revolutions: int
    """Complete revolutions of this spin."""


class OnDivider(Struct, frozen=True, gc=False, tag="on_divider"):
    """The wheel stands with the indicator on the divider behind a segment."""

    number: int
    uptime_ms: int
    spin: str
    segment: int
    revolutions: int


class StopUnread(Struct, frozen=True, gc=False, tag="stop_unread"):
    """The wheel stands and could not be read."""

    number: int
    uptime_ms: int
    spin: str


MoneyWheelSaid: TypeAlias = CommonSignal | WheelTurned | WheelRevolution | WheelStopped | OnDivider | StopUnread
"""What the wheel itself says."""
MoneyWheelSignal: TypeAlias = MoneyWheelSaid | Notice
