"""Events of a round, from the opening to paid or void."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from openetg.floor.core.command import Private
from openetg.floor.core.declaring import fact
from openetg.floor.core.event import Event
from openetg.floor.core.ledger import Transfer
from openetg.money import Money
from openetg.rulebook.schema.policies import Closer


@fact("The device of table {table} is ready")
class DeviceReady(Event, frozen=True):
    table: str


@fact("The device of table {table} reported a fault ({code:plain})")
class DeviceFaulted(Event, frozen=True):
    table: str
    code: str


class RoundOpened(Event, frozen=True):
    """The wagering period begins; limits and rulebook stay as they are now until the round has ended."""

    table: str
    round: int
    spin: str
    launch_at_ms: int
    closes_at_ms: int
    rulebook: str
    clause: str = ""
    opened_at_ms: int = 0
    configuration: int = 0
    """The version of the configuration it is played with."""


@fact("Round {round} goes on after the restart; what was wagered stands")
class RoundResumed(Event, frozen=True):
    """After a restart the wagering period begins anew; what was wagered stands."""

    table: str
    round: int
    launch_at_ms: int
    closes_at_ms: int
    clause: str


@fact("'Finish betting' was announced in round {round}")
class FinishWarned(Event, frozen=True):
    """'Finish betting' was announced and shown."""

    table: str
    round: int
    at_ms: int
    clause: str


@fact("{person} set round {round} in motion")
class SpinStarted(Event, frozen=True):
    """The dealer sets ball or wheel in motion."""

    table: str
    round: int
    spin: str
    person: str
    clause: str


class BallLaunched(Event, frozen=True):
    """The ball runs, the tumbler shakes, the wheel turns."""

    table: str
    round: int
    spin: str
    opposite: bool | None = None
    """Whether ball and wheel turn against each other, if sensed."""
    clause: str = ""
    """What the rulebook says of the direction, if anything."""
    rotor: str = ""
    """Which way the rotor turned, seen from above: `cw` or `ccw`, if sensed."""
    rotor_turn_ms: int = 0
    """How long one turn of it took, if sensed."""


@fact("The signals ask for a no spin in round {round} ({cause:plain}); nothing is paid until a person has acted")
class SignalShown(Event, frozen=True):
    """A signal shows a cause for which the spin cannot stand; nothing is paid until a person has acted."""

    table: str
    round: int
    cause: str
    clause: str
    also: tuple[str, ...] = ()


class WagersClosed(Event, frozen=True):
    table: str
    round: int
    by: Closer
    clause: str
    irregular: bool = False
    """Whether it was closed by the system because the one who should have had not."""


class CloseAnnounced(Event, frozen=True):
    """'No more bets' was announced, in the same step as the close: by whom or what, for which round."""

    table: str
    round: int
    by: Closer
    clause: str
    role: str = ""
    person: str = ""


class AnnouncementShown(Event, frozen=True):
    """What the terminals at a table have said of the announcement: one record for each time the period ended."""

    table: str
    round: int
    heard: tuple[str, ...]
    """Those that have shown and played it."""
    seen: tuple[str, ...]
    """Those that have shown it, and could not or did not play it."""
    missing: tuple[str, ...]
    """Those that have not acknowledged it in time."""
    clause: str
    away: tuple[str, ...] = ()
    """Those of the missing that had no connection: the loss of their line is on record by itself."""
    silent: tuple[str, ...] = ()
    """Those of the missing that were connected and have missed so many in a row that staff are alerted."""
    spin: str = ""
    """The spin, if it was called off since; empty for the last of the round."""


@fact(ruling=True)
class WagersReturned(Event, frozen=True):
    """Wagers of one terminal that come back, spot by spot."""

    table: str
    round: int
    terminal: str
    spots: dict[str, Money]
    clause: str
    transfers: tuple[Transfer, ...]


@fact("The device read {outcome} in round {round}; a person has yet to confirm it")
class OutcomeRegistered(Event, frozen=True):
    """What the device read; a person has yet to confirm it."""

    table: str
    round: int
    outcome: str
    clause: str


@fact("A reading of {outcome} for round {round} does not count")
class OutcomeIgnored(Event, frozen=True):
    """A reading of a spin that does not count, kept for the record."""

    table: str
    round: int
    spin: str
    outcome: str
    clause: str


class OutcomeRecorded(Event, frozen=True):
    """The outcome by which the round is settled."""

    table: str
    round: int
    outcome: str
    role: str = ""
    """Who confirmed or entered it, where a person did."""
    person: str = ""
    why: Private = ""
    clause: str = ""
    segment: int = 0
    """Where the indicator stands, on a wheel of segments that says so."""
    device: str = ""
    """The serial number of the device that read it; empty where a person entered it."""
    also: tuple[str, ...] = ()
    """Further clauses it rests on, where a person entered it."""


class Settled(Struct, frozen=True, gc=False, array_like=True):
    """What a round brought one terminal."""

    terminal: str
    staked: Money
    won: Money
    returned: Money


class RoundSettled(Event, frozen=True):
    """The terminals are paid."""

    table: str
    round: int
    outcome: str
    clause: str
    results: tuple[Settled, ...]
    transfers: tuple[Transfer, ...]
    also: tuple[str, ...] = ()
    waiting: bool = False
    """Whether the cloth has yet to be paid by the dealer: the round ends with that."""


@fact(ruling=True)
class RoundVoided(Event, frozen=True):
    """No result: wagers return, what was paid is taken back."""

    table: str
    round: int
    cause: str
    clause: str
    transfers: tuple[Transfer, ...]
    also: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()
    """The terminals or players whose wagers were not returned."""


@fact("Round {round} is held until a person has decided ({cause:plain})")
class RoundHeld(Event, frozen=True):
    """Under inquiry: no money moves until a person has decided. An open round is closed by it."""

    table: str
    round: int
    cause: str
    clause: str
    only_void: bool = False
    """Whether a void is the only way out."""
    also: tuple[str, ...] = ()
    by_device: bool = False
    """Whether a malfunction of its device is what holds it."""


@fact("{person} decided about round {round}{why:because}")
class RoundResolved(Event, frozen=True):
    """A person has decided about a round; what follows is in the events behind it."""

    table: str
    round: int
    role: str
    person: str
    why: Private
    clause: str


class NoSpinCalled(Event, frozen=True):
    """The spin does not count. Where the wagers stand, the same round is spun again under another name of the spin."""

    table: str
    round: int
    cause: str
    role: str
    person: str
    why: Private
    clause: str
    also: tuple[str, ...] = ()
    spin: str = ""
    """The name of the next spin of this round; empty if the round is void."""
    launch_at_ms: int = 0
    closes_at_ms: int = 0
    needs_reset: bool = False
    examine: bool = False
    """Whether the ball must be examined before the next spin."""
    revolutions: int | None = None
    """How many revolutions were counted when it was called."""
    incident: str = ""
    """The breach or case on record about who caused it."""


@fact("{person} reset the terminals in round {round}")
class TerminalsReset(Event, frozen=True):
    """Betting is open again in the same round."""

    table: str
    round: int
    role: str
    person: str
    clause: str


class BallExamined(Event, frozen=True):
    table: str
    found: bool
    role: str
    person: str
    clause: str


@fact("{person} put the marker on {outcome}")
class DollyMarked(Event, frozen=True):
    """The dealer announced what fell, and put the marker on it where there is one."""

    table: str
    round: int
    outcome: str
    person: str
    clause: str


@fact("{person} took the losing wagers off the cloth")
class LosersCollected(Event, frozen=True):
    """The losing wagers were taken off the cloth; the money moves with the payment."""

    table: str
    round: int
    person: str
    clause: str


RoundEvent: TypeAlias = (
    DeviceReady
    | DeviceFaulted
    | RoundOpened
    | RoundResumed
    | FinishWarned
    | SpinStarted
    | BallLaunched
    | SignalShown
    | WagersClosed
    | CloseAnnounced
    | AnnouncementShown
    | WagersReturned
    | OutcomeRegistered
    | OutcomeIgnored
    | OutcomeRecorded
    | RoundSettled
    | RoundVoided
    | RoundHeld
    | RoundResolved
    | NoSpinCalled
    | TerminalsReset
    | BallExamined
    | DollyMarked
    | LosersCollected
)
