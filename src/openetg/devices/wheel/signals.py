"""What a wheel says it saw, and what it can be told to do.

Plain frozen values. They judge nothing: whether equal directions void a round or a late rest holds it is for the
rulebook. They carry no time of the floor's: `uptime_ms` is the wheel's own clock at the moment it saw the thing,
kept as information; only the writer stamps time.
"""

from enum import Enum, StrEnum
from typing import TypeAlias

from msgspec import Struct


class WheelClass(Enum):
    AUTOMATIC = "automatic"
    LIVE = "live"


class Rotation(Enum):
    """Seen from above. STILL is sensed stillness; a direction not sensed is None."""

    CLOCKWISE = "cw"
    COUNTERCLOCKWISE = "ccw"
    STILL = "still"


class WheelState(Enum):
    """What the wheel says of itself in each heartbeat."""

    READY = "ready"
    LOADING = "loading"
    RUNNING = "running"
    DROPPING = "dropping"
    RESTED = "rested"
    FAULTY = "faulty"
    HELD = "held"


class FaultCode(StrEnum):
    """The fault codes we give a meaning. A wheel may send others; they are faults all the same."""

    NO_LAUNCH = "NO_LAUNCH"
    ROTOR_STILL = "ROTOR_STILL"
    BALL_LOST = "BALL_LOST"
    COVER_OPEN = "COVER_OPEN"
    SENSOR = "SENSOR"
    MOTOR = "MOTOR"
    OTHER = "OTHER"


class LaunchRefusal(Enum):
    """Why a wheel did not launch, in order of precedence."""

    LIVE_WHEEL = "live"
    OLD_SPIN = "old_spin"
    HELD = "held"
    FAULTY = "faulty"
    BUSY = "busy"


class GarbleReason(Enum):
    """Why bytes from outside were not taken as a line."""

    STRAY = "stray"
    BROKEN_OFF = "broken_off"
    TOO_LONG = "too_long"
    BAD_CRC = "bad_crc"
    UNKNOWN_LINE = "unknown_line"
    WRONG_FIELDS = "wrong_fields"
    BAD_FIELD = "bad_field"
    NUMBER_WENT_BACK = "number_went_back"


class LossReason(Enum):
    """Why there is no link to the wheel."""

    UNREACHABLE = "unreachable"
    CLOSED = "closed"
    SILENT = "silent"
    FLOOD = "flood"


class Hello(Struct, frozen=True, gc=False, tag="hello"):
    """Who the wheel is. A `boot` not seen before means that it restarted and numbers its lines afresh."""

    number: int
    uptime_ms: int
    version: int
    boot: str
    serial: str
    firmware: str
    wheel_class: WheelClass
    pockets: tuple[str, ...]


class Ready(Struct, frozen=True, gc=False, tag="ready"):
    """The wheel can launch. Ends a fault."""

    number: int
    uptime_ms: int


class Held(Struct, frozen=True, gc=False, tag="held"):
    """The wheel launches nothing until it is released."""

    number: int
    uptime_ms: int


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


class LaunchRefused(Struct, frozen=True, gc=False, tag="launch_refused"):
    """The order to launch was understood and not carried out."""

    number: int
    uptime_ms: int
    spin: str
    reason: LaunchRefusal


class Fault(Struct, frozen=True, gc=False, tag="fault"):
    """Something broke, in `spin` if one was under way. `code` is a FaultCode where we know it."""

    number: int
    uptime_ms: int
    spin: str | None
    code: str
    words: str


class Heartbeat(Struct, frozen=True, gc=False, tag="heartbeat"):
    """The wheel is there and in this state."""

    number: int
    uptime_ms: int
    state: WheelState


class Garbled(Struct, frozen=True, gc=False, tag="garbled"):
    """Bytes came that are no line. One for a whole run of rubbish; the tally counts each piece."""

    reason: GarbleReason
    excerpt: str


class Missed(Struct, frozen=True, gc=False, tag="missed"):
    """The wheel numbered lines that never came, from `first` to `last`."""

    first: int
    last: int


class LinkOpened(Struct, frozen=True, gc=False, tag="link_opened"):
    """Bytes can flow. Says nothing yet of who is at the other end."""


class LinkLost(Struct, frozen=True, gc=False, tag="link_lost"):
    """There is no link any more, or none could be made. Said once until the next LinkOpened."""

    reason: LossReason
    words: str


class Silent(Struct, frozen=True, gc=False, tag="silent"):
    """The link stands and the wheel has said nothing for too long. Said once until it is heard again."""

    quiet_ms: int


class Launch(Struct, frozen=True, gc=False, tag="launch"):
    """Launch the ball for this spin, once, however often it is ordered."""

    spin: str


class Hold(Struct, frozen=True, gc=False, tag="hold"):
    """Launch nothing until released. A ball not yet launched stays; a running ball runs out."""


class Release(Struct, frozen=True, gc=False, tag="release"):
    """Launches may be ordered again."""


class Identify(Struct, frozen=True, gc=False, tag="identify"):
    """Say who you are, what the last spin came to, and where you stand."""


DeviceSignal: TypeAlias = (
    Hello
    | Ready
    | Held
    | BallLaunched
    | Revolution
    | DropImminent
    | AtRest
    | RestUnread
    | LaunchRefused
    | Fault
    | Heartbeat
)
"""What the wheel itself says."""

LineNotice: TypeAlias = Garbled | Missed
"""What the protocol notices about the line."""

LinkNotice: TypeAlias = LinkOpened | LinkLost | Silent
"""What the driver notices about the link."""

WheelSignal: TypeAlias = DeviceSignal | LineNotice | LinkNotice
WheelOrder: TypeAlias = Launch | Hold | Release | Identify
