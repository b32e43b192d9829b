"""What every device says and can be told, and what is noticed about the line to it.

Plain frozen values. They judge nothing, and they carry no time of the floor's: `uptime_ms` is the device's own clock at
the moment it saw the thing, kept as information; only the writer stamps time.
"""

from enum import Enum, StrEnum
from typing import Protocol, TypeAlias

from msgspec import Struct


class DeviceKind(Enum):
    """What a device is."""

    AUTOMATIC = "automatic"
    """A roulette wheel that launches its ball by order."""
    LIVE = "live"
    """A roulette wheel that a dealer spins."""
    TUMBLER = "tumbler"
    """Dice that are shaken by order."""
    MONEY_WHEEL = "money-wheel"
    """A wheel of segments that a dealer spins."""


class DeviceState(Enum):
    """What a device says of itself in each heartbeat."""

    READY = "ready"
    LOADING = "loading"
    RUNNING = "running"
    DROPPING = "dropping"
    RESTED = "rested"
    FAULTY = "faulty"
    HELD = "held"


class FaultCode(StrEnum):
    """The fault codes we give a meaning. A device may send others; they are faults all the same."""

    NO_LAUNCH = "NO_LAUNCH"
    ROTOR_STILL = "ROTOR_STILL"
    SAME_DIRECTION = "SAME_DIRECTION"
    BALL_LOST = "BALL_LOST"
    BALL_OUT = "BALL_OUT"
    DIE_LOST = "DIE_LOST"
    COVER_OPEN = "COVER_OPEN"
    SENSOR = "SENSOR"
    MOTOR = "MOTOR"
    OTHER = "OTHER"


class LaunchRefusal(Enum):
    """Why a device did not launch, in order of precedence."""

    LIVE_WHEEL = "live"
    OLD_SPIN = "old_spin"
    HELD = "held"
    FAULTY = "faulty"
    BUSY = "busy"


class DealerKey(Enum):
    """A key at the dealer's side of the table."""

    OPEN = "open"
    """'Place your bets.'"""
    FINISH = "finish"
    """'Finish betting.'"""
    SPIN = "spin"
    """The dealer sets ball or wheel in motion."""
    NO_MORE = "no-more"
    """'No more bets.'"""
    NUMBER = "number"
    """What fell, keyed in and confirmed with a second key."""
    NO_SPIN = "no-spin"
    """'No spin.'"""


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
    """Why there is no link to the device."""

    UNREACHABLE = "unreachable"
    CLOSED = "closed"
    SILENT = "silent"
    FLOOD = "flood"
    UNPROVEN = "unproven"
    FORGED = "forged"


class Numbered(Protocol):
    """Any signal of a device: with its own number, and its own clock at the moment it saw the thing."""

    @property
    def number(self) -> int: ...

    @property
    def uptime_ms(self) -> int: ...


class Hello(Struct, frozen=True, gc=False, tag="hello"):
    """Who the device is. A `boot` not seen before means that it restarted and numbers its lines afresh."""

    number: int
    uptime_ms: int
    version: int
    boot: str
    serial: str
    firmware: str
    kind: DeviceKind
    faces: tuple[str, ...]
    """Where it can come to rest: pockets or segments in their order, or how many faces each die has."""


class Ready(Struct, frozen=True, gc=False, tag="ready"):
    """The device can launch, or be spun. Ends a fault."""

    number: int
    uptime_ms: int


class Held(Struct, frozen=True, gc=False, tag="held"):
    """The device launches nothing until it is released."""

    number: int
    uptime_ms: int


class LaunchRefused(Struct, frozen=True, gc=False, tag="launch_refused"):
    """The order to launch was understood and not carried out."""

    number: int
    uptime_ms: int
    spin: str
    reason: LaunchRefusal


class Expecting(Struct, frozen=True, gc=False, tag="expecting"):
    """The next spin by the dealer's hand has this name."""

    number: int
    uptime_ms: int
    spin: str


class KeyPressed(Struct, frozen=True, gc=False, tag="key_pressed"):
    """The dealer pressed a key. Said once and never again: a press that was not heard is pressed again."""

    number: int
    uptime_ms: int
    spin: str | None
    """The spin the device expected or saw running when it was pressed."""
    key: DealerKey
    value: str | None
    """The number keyed in, or the cause of a no spin."""


class Fault(Struct, frozen=True, gc=False, tag="fault"):
    """Something broke, in `spin` if one was under way. `code` is a FaultCode where we know it."""

    number: int
    uptime_ms: int
    spin: str | None
    code: str
    words: str


class Heartbeat(Struct, frozen=True, gc=False, tag="heartbeat"):
    """The device is there and in this state."""

    number: int
    uptime_ms: int
    state: DeviceState


class Garbled(Struct, frozen=True, gc=False, tag="garbled"):
    """Bytes came that are no line. One for a whole run of rubbish; the tally counts each piece."""

    reason: GarbleReason
    excerpt: str


class Missed(Struct, frozen=True, gc=False, tag="missed"):
    """The device numbered lines that never came, from `first` to `last`."""

    first: int
    last: int


class LinkOpened(Struct, frozen=True, gc=False, tag="link_opened"):
    """Bytes can flow, and where a key is asked for the other end has proven that it has it."""


class LinkLost(Struct, frozen=True, gc=False, tag="link_lost"):
    """There is no link any more, or none could be made. Said once until the next LinkOpened."""

    reason: LossReason
    words: str


class Silent(Struct, frozen=True, gc=False, tag="silent"):
    """The link is up and the device has sent nothing for too long. Sent once until it is heard again."""

    quiet_ms: int


class Launch(Struct, frozen=True, gc=False, tag="launch"):
    """Launch the ball, or shake the dice, for this spin, once, however often it is ordered."""

    spin: str


class Expect(Struct, frozen=True, gc=False, tag="expect"):
    """The next spin by the dealer's hand has this name. Told again it changes nothing."""

    spin: str


class Hold(Struct, frozen=True, gc=False, tag="hold"):
    """Launch nothing until released. A ball not yet launched stays; a running ball runs out."""


class Release(Struct, frozen=True, gc=False, tag="release"):
    """Launches may be ordered again."""


class Identify(Struct, frozen=True, gc=False, tag="identify"):
    """Say who you are, what the last spin came to, and where you stand."""


CommonSignal: TypeAlias = Hello | Ready | Held | LaunchRefused | Expecting | KeyPressed | Fault | Heartbeat
"""What any device says."""

LineNotice: TypeAlias = Garbled | Missed
"""What the protocol notices about the line."""

LinkNotice: TypeAlias = LinkOpened | LinkLost | Silent
"""What the driver notices about the link."""

Notice: TypeAlias = LineNotice | LinkNotice

DeviceOrder: TypeAlias = Launch | Expect | Hold | Release | Identify
"""What any device can be told."""
