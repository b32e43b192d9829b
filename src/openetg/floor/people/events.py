"""Events about people: breaches and what followed, idle players, disputes, claims denied; staff, logins, pairings."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.core.command import Private
from openetg.floor.core.declaring import fact
from openetg.floor.core.event import Event
from openetg.floor.core.ledger import Transfer
from openetg.floor.people.commands import StaffMessage
from openetg.floor.rounds.events import Settled
from openetg.money import ZERO, Money


class BreachRecorded(Event, frozen=True):
    breach: str
    who: str
    breached: str
    """The clause that was broken."""
    clause: str
    """The clause by which it may have consequences."""
    role: str
    person: str
    why: Private
    persons: tuple[str, ...] = ()
    kind: str = ""
    case: str = ""
    table: str = ""
    player: str = ""
    """The player known to be there."""
    enables: tuple[str, ...] = ()
    """The measures that may follow; none where it is only kept on record."""
    unprinted: bool = False
    """Whether the ground is one by a reading alone."""
    reported: bool = False
    """Whether the malfunction it has to do with had been reported from there."""
    kept: Money = ZERO
    also: tuple[str, ...] = ()


@fact("{person} took a measure against {who}: {measure:plain}{why:because}")
class MeasureTaken(Event, frozen=True):
    """What followed a breach; locks are in the events behind it."""

    measure: str
    who: str
    breach: str
    role: str
    person: str
    why: Private
    clause: str
    also: tuple[str, ...] = ()


@fact("{person} lifted a measure against {who}: {measure:plain}{why:because}")
class MeasureLifted(Event, frozen=True):
    who: str
    measure: str
    role: str
    person: str
    why: Private
    clause: str


class PlayerLocked(Event, frozen=True):
    """A player may not do something until the lock of that name is lifted."""

    player: str
    name: str
    reason: str
    """The reason a refusal gives."""
    clause: str
    stops: tuple[str, ...]


class PlayerUnlocked(Event, frozen=True):
    player: str
    name: str


class PlayerLimited(Event, frozen=True):
    """Some terminals may not be played besides the others, from the next round on."""

    terminals: tuple[str, ...]
    role: str
    person: str
    why: Private
    clause: str
    also: tuple[str, ...] = ()


@fact("{person} directed {who} to leave table {table}{why:because}")
class DirectedToVacate(Event, frozen=True):
    """A person who does not play was told to leave; nothing happens to money or terminal."""

    who: str
    table: str
    position: str
    role: str
    person: str
    clause: str
    why: Private = ""
    also: tuple[str, ...] = ()


@fact("{who} did not leave as directed, {person} recorded")
class VacateRefused(Event, frozen=True):
    """The direction was not followed; where that is a breach, it stands in the event behind this one."""

    who: str
    table: str
    role: str
    person: str
    clause: str


class PlayerReported(Event, frozen=True):
    """A player reported a fault, or called for help."""

    terminal: str
    table: str
    round: int
    clause: str
    also: tuple[str, ...] = ()
    what: str = "fault"
    """`fault`, `attendant` or `payout`."""


class PlayerTold(Event, frozen=True):
    """Staff have shown a player one of the messages that there are."""

    terminal: str
    """Empty for a player at a cloth."""
    message: StaffMessage
    role: str
    person: str
    at_ms: int
    table: str
    """The table whose staff it was."""
    clause: str = ""
    """The clause by which there are only these messages, where the rulebook has one."""
    player: str = ""
    """The player, where it was at a cloth."""


class BoundsSet(Event, frozen=True):
    """How far play at a terminal may go, by the house or by the player; zero is no bound."""

    terminal: str
    loss_max: Money
    lasts_ms: int
    own: bool
    at_ms: int


class DisputeRaised(Event, frozen=True):
    """A dispute, with what is on record of the round for the one who disputes it."""

    dispute: str
    table: str
    about: Private
    clause: str
    round: int = 0
    who: str = ""
    covered: bool = True
    promotion: str = ""
    outcome: str = ""
    wagers: dict[str, Money] = {}
    result: Settled | None = None


@fact("{person} decided dispute {dispute}{decision:because}", ruling=True)
class DisputeDecided(Event, frozen=True):
    dispute: str
    decision: Private
    role: str
    person: str
    clause: str
    upholds: str = ""
    """The denied claim that was a good one: the prize is its winner's again."""
    transfers: tuple[Transfer, ...] = ()
    """Its money, where that was no longer set aside."""


@fact("{by} asked for a review of dispute {dispute}")
class ReviewRequested(Event, frozen=True):
    dispute: str
    by: str
    clause: str


@fact("{person} reviewed dispute {dispute}{decision:because}", ruling=True)
class DisputeReviewed(Event, frozen=True):
    dispute: str
    decision: Private
    role: str
    person: str
    clause: str
    upholds: str = ""
    transfers: tuple[Transfer, ...] = ()
    """As where a dispute is decided."""


@fact("{person} told whoever raised dispute {dispute} that they may turn to the {official:plain}")
class RightsAdvised(Event, frozen=True):
    """The person was told of the right to turn to an official, and under which law."""

    dispute: str
    official: str
    role: str
    person: str
    clause: str
    law: str = ""


class DisputeClosed(Event, frozen=True):
    dispute: str
    satisfied: bool
    role: str
    person: str
    clause: str
    official: str = ""
    """Who may take it up, where a person was not satisfied."""


class ClaimDenied(Event, frozen=True):
    """A claim to a promotional prize was refused; the claimant has yet to be told why."""

    claim: str
    table: str
    prize: str
    value: Money
    why: Private
    role: str
    person: str
    clause: str
    """The clause that makes the prize one of the things offered."""
    claimant: Private = ""
    address: Private = ""
    kind: str = ""
    in_full: bool = False
    """Whether every detail must be kept."""
    also: tuple[str, ...] = ()
    promotion: str = ""
    entrant: str = ""
    winner: bool = False
    """Whether it is the winner of the prize, who does not have it then."""


class ClaimantInformed(Event, frozen=True):
    claim: str
    how: Private
    role: str
    person: str
    clause: str


class StaffEngaged(Event, frozen=True):
    person: str
    full_name: Private
    roles: dict[str, tuple[str, ...]]
    duties: tuple[str, ...] = ()
    by: str = ""
    second: str = ""


@fact("{person:name} works here no longer{why:because}")
class StaffReleased(Event, frozen=True):
    """A person works here no longer; the ends of the logins are in the events behind this one."""

    person: str
    why: Private
    by: str = ""
    second: str = ""


class CredentialHanded(Event, frozen=True):
    """A credential of a person is in other hands from now on."""

    person: str
    what: str
    by: str
    second: str
    hands: tuple[str, ...]
    """All who may hold it: both who handed it out, and all in whose hands their accounts are."""


@fact("{by:name} vouched for {person:name}")
class PersonVouched(Event, frozen=True):
    """A person vouched that a person's account is no longer in these hands."""

    person: str
    by: str
    hands: tuple[str, ...]


@fact("A password was set for {person:name}")
class PasswordSet(Event, frozen=True):
    person: str
    mark: str
    by: str = ""


@fact("The password of {person:name} was taken away at the machine")
class PasswordWithdrawn(Event, frozen=True):
    """A person has no password any more: no login as that person until there is another."""

    person: str


@fact("{person:name} logged in")
class LoggedIn(Event, frozen=True):
    """A person is let in; the orders of this login come from one of the person's desks, in a life of their own."""

    person: str
    session: str
    desk: int
    boot: int
    until_ms: int
    address: str = ""
    factor: str = ""


class LoginFailed(Event, frozen=True):
    person: str
    failures: int
    """How many in a row, from that address."""
    until_ms: int = 0
    """Until when none is looked at that comes from there for this person."""
    address: str = ""
    elsewhere: int = 0
    """How many from all addresses together where the person never came in."""
    elsewhere_until_ms: int = 0
    """Until when none is looked at from such addresses."""
    what: str = "password"


@fact("{person:name} was logged out ({cause:plain})")
class LoggedOut(Event, frozen=True):
    person: str
    session: str
    cause: str
    by: str = ""


class FactorEnrolled(Event, frozen=True):
    person: str
    mark: str
    kind: str
    session: str = ""
    """The login in which it was shown."""


class FactorRevoked(Event, frozen=True):
    person: str
    mark: str
    kind: str
    cause: str


@fact("{person:name} may log in again")
class StaffUnlocked(Event, frozen=True):
    person: str
    by: str = ""


@fact("{person:name} confirmed as second person what {first:name} asked")
class SecondGiven(Event, frozen=True):
    """A person other than the one who acts has confirmed the act."""

    person: str
    first: str
    act: str
    digest: str


class SecondAboveSet(Event, frozen=True):
    """Above this sum it takes two people."""

    amount: Money
    by: str = ""
    second: str = ""


@fact("{by:name} made a code to pair {terminal}")
class PairingOffered(Event, frozen=True):
    terminal: str
    by: str
    second: str = ""


@fact("{terminal} has been paired")
class TerminalPaired(Event, frozen=True):
    terminal: str
    key: str
    by: str


@fact("{by:name} took the key of {terminal} away{why:because}")
class TerminalUnpaired(Event, frozen=True):
    terminal: str
    why: Private
    by: str


PeopleEvent: TypeAlias = (
    BreachRecorded
    | MeasureTaken
    | MeasureLifted
    | PlayerLocked
    | PlayerUnlocked
    | PlayerLimited
    | DirectedToVacate
    | VacateRefused
    | PlayerReported
    | PlayerTold
    | BoundsSet
    | DisputeRaised
    | DisputeDecided
    | ReviewRequested
    | DisputeReviewed
    | RightsAdvised
    | DisputeClosed
    | ClaimDenied
    | ClaimantInformed
    | StaffEngaged
    | StaffReleased
    | CredentialHanded
    | PersonVouched
    | PasswordSet
    | LoggedIn
    | LoginFailed
    | LoggedOut
    | StaffUnlocked
    | PasswordWithdrawn
    | FactorEnrolled
    | FactorRevoked
    | SecondGiven
    | SecondAboveSet
    | PairingOffered
    | TerminalPaired
    | TerminalUnpaired
)
