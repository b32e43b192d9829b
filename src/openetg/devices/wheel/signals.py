"""What a roulette wheel says it saw, automatic or live, beside what any device says.

Plain frozen values. They judge nothing: whether equal directions void a round or a late rest holds it is for the
rulebook.
"""

from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from openetg.devices.line.signals import CommonSignal, Notice
from openetg.devices.line.signals import DealerKey as DealerKey
from openetg.devices.line.signals import DeviceKind as DeviceKind
from openetg.devices.line.signals import DeviceState as DeviceState
from openetg.devices.line.signals import Expect as Expect
from openetg.devices.line.signals import Expecting as Expecting
from openetg.devices.line.signals import Fault as Fault
from openetg.devices.line.signals import FaultCode as FaultCode
from openetg.devices.line.signals import Garbled as Garbled
from openetg.devices.line.signals import GarbleReason as GarbleReason
from openetg.devices.line.signals import Heartbeat as Heartbeat
from openetg.devices.line.signals import Held as Held
from openetg.devices.line.signals import Hello as Hello
from openetg.devices.line.signals import Hold as Hold
from openetg.devices.line.signals import Identify as Identify
from openetg.devices.line.signals import KeyPressed as KeyPressed
from openetg.devices.line.signals import Launch as Launch
from openetg.devices.line.signals import LaunchRefusal as LaunchRefusal
from openetg.devices.line.signals import LaunchRefused as LaunchRefused
from openetg.devices.line.signals import LineNotice as LineNotice
from openetg.devices.line.signals import LinkLost as LinkLost
from openetg.devices.line.signals import LinkNotice as LinkNotice
from openetg.devices.line.signals import LinkOpened as LinkOpened
from openetg.devices.line.signals import LossReason as LossReason
from openetg.devices.line.signals import Missed as Missed
from openetg.devices.line.signals import Ready as Ready
from openetg.devices.line.signals import Release as Release
from openetg.devices.line.signals import Silent as Silent


class Rotation(Enum):
    """Seen from above. STILL is sensed stillness; a direction not sensed is None."""

    CLOCKWISE = "cw"
    COUNTERCLOCKWISE = "ccw"
    STILL = "still"


class BallLaunched(Struct, frozen=True, gc=False, tag="ball_launched"):
    """The ball is on the track. Directions and rotor turn are None where the wheel has no sensor for them."""

    number: int
    uptime_ms: int
    spin: str
    ball: Rotation | None
    rotor: Rotation | None
    rotor_turn_ms: int | None


class Revolution(Struct, frozen=True, gc=False, tag="revolution"):
    """The ball has gone round `count` times; the last time took `lap_ms`."""

    number: int
    uptime_ms: int
    spin: str
    count: int
    lap_ms: int


class DropImminent(Struct, frozen=True, gc=False, tag="drop_imminent"):
    """The ball is still on the track and about to leave it."""

    number: int
    uptime_ms: int
    spin: str


class AtRest(Struct, frozen=True, gc=False, tag="at_rest"):
    """The ball lies in a pocket and the wheel is sure which."""

    number: int
    uptime_ms: int
    spin: str
    pocket: str


class RestUnread(Struct, frozen=True, gc=False, tag="rest_unread"):
    """The ball lies in a pocket and the wheel is not sure which; `candidates` may be empty."""

    number: int
    uptime_ms: int
    spin: str
    candidates: tuple[str, ...]


DeviceSignal: TypeAlias = CommonSignal | BallLaunched | Revolution | DropImminent | AtRest | RestUnread
"""What the wheel itself says."""

WheelSignal: TypeAlias = DeviceSignal | Notice
