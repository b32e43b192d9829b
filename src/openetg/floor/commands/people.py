"""Commands about people: breaches of conduct and what follows, idle players, disputes."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.commands.base import Act, Command, NameOfClaim, OfClaim, OfDispute, OfWho, Private
from openetg.money import ZERO, Money


class RecordBreach(Act, frozen=True):
    """Somebody broke a rule."""

    who: str
    """The terminal or player."""
    clause: str
    why: OfWho
    persons: tuple[str, ...] = ()
    """Those concerned, where several acted together."""
    kind: str = ""
    """Which of the things the clause forbids."""
    case: str = ""
    """The malfunction it has to do with."""
    kept: Money = ZERO
    """What was kept of it."""


class ExcludeFromPlay(Act, frozen=True):
    """Somebody is excluded from further play of the game."""

    who: str
    why: OfWho


class RecommendExclusion(Act, frozen=True):
    """Somebody's exclusion from the casino is recommended."""

    who: str
    why: OfWho


class RefuseWagers(Act, frozen=True):
    """Somebody's future wagers in the game are refused."""

    who: str
    why: OfWho


class LimitPlayer(Act, frozen=True):
    """Somebody may not play these terminals besides the others."""

    terminals: tuple[str, ...]
    why: Private


class LiftMeasure(Act, frozen=True):
    """An exclusion, a refusal of wagers or an instruction ends."""

    who: str
    measure: str
    """`excluded`, `limited` or `wagers_refused`."""
    why: OfWho


class DirectToVacate(Act, frozen=True):
    """Somebody who does not play is told to leave."""

    who: str
    position: str
    """`occupying` or `adjacent`."""
    why: OfWho = ""


class RecordRefusalToVacate(Act, frozen=True):
    """The direction was not followed."""

    who: str


class ReportByPlayer(Command, frozen=True):
    """A player presses the control that reports a fault or calls an attendant."""

    terminal: str


class RaiseDispute(Command, frozen=True):
    """A player or the house disputes something."""

    dispute: str
    table: str
    about: OfDispute
    round: int = 0
    who: str = ""
    covered: bool = True
    """Whether the rules cover it."""
    promotion: str = ""
    """The promotion over whose terms it is; empty where it is about a game."""


class DecideDispute(Act, frozen=True):
    """The decision in the first instance."""

    dispute: str
    decision: OfDispute


class RequestReview(Command, frozen=True):
    """A party asks for a review."""

    dispute: str
    by: str
    """`player` or `house`."""


class ReviewDispute(Act, frozen=True):
    """The review."""

    dispute: str
    decision: OfDispute


class AdviseOfRights(Act, frozen=True):
    """The person was told of the right to complain or consult."""

    dispute: str


class CloseDispute(Act, frozen=True):
    """The dispute ends."""

    dispute: str
    satisfied: bool


class RecordDeniedClaim(Act, frozen=True):
    """A claim to a promotional prize was refused."""

    claim: str
    table: str
    """A table of the rulebook under which the prize was offered."""
    prize: str
    value: Money
    why: OfClaim
    claimant: NameOfClaim = ""
    address: OfClaim = ""
    kind: str = "promotional-prize"
    """Which of the things that may be offered."""


class InformClaimant(Act, frozen=True):
    """The claimant was told why."""

    claim: str
    how: OfClaim


PeopleCommand: TypeAlias = (
    RecordBreach
    | ExcludeFromPlay
    | RecommendExclusion
    | RefuseWagers
    | LimitPlayer
    | LiftMeasure
    | DirectToVacate
    | RecordRefusalToVacate
    | ReportByPlayer
    | RaiseDispute
    | DecideDispute
    | RequestReview
    | ReviewDispute
    | AdviseOfRights
    | CloseDispute
    | RecordDeniedClaim
    | InformClaimant
)
