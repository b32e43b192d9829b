"""The shape of a rulebook: kinds of table, and how a round runs at each.

Schema only: nothing in here computes.
"""

from __future__ import annotations

from typing import Literal

from openetg.rulebook.schema.policies import (
    Cause,
    Channel,
    Closer,
    CloseTime,
    CockedDice,
    Confirmation,
    Device,
    DeviceFault,
    EarlyRest,
    FinishWarning,
    NoLaunch,
    NoSpin,
    Opening,
    Restart,
    Unread,
)
from openetg.rulebook.schema.shape import Choice, Cited, Clause, Count, Power, Section, Value


class Table(Section, frozen=True):
    """A kind of table the instrument allows."""

    game: str
    """The game played at it."""
    device: Value[Device]
    """What decides the outcome."""
    channels: Value[tuple[Channel, ...]]
    """Where wagers may lie."""
    round: str
    """The section of `rounds` by which it is run."""
    terminals_min: Value[Count] | None = None
    """How many terminals must be registered before it opens."""


class RoundClosing(Section, frozen=True):
    """Who or what ends the wagering period, and when."""

    by: dict[Closer, Clause]
    """What may end it, each with its clause; the earliest of these does."""
    when: Choice[CloseTime]
    """When, in the life of a spin, it may end."""
    by_system: Cited | None = None
    """The system closes by itself, as an irregularity, once the ball is about to drop and no dealer has closed."""


class Round(Section, frozen=True):
    """How one round runs, from 'place your bets' to settled or void."""

    opening: Choice[Opening]
    """What opens the wagering period."""
    closing: RoundClosing
    """Who or what ends it."""
    early_rest: Choice[EarlyRest]
    """What an outcome before the close does."""
    restart: Choice[Restart]
    """What a restart of the floor does while the ball runs with betting open."""
    confirmation: Choice[Confirmation]
    """Whether a person confirms the outcome before it is paid."""
    no_spin: Choice[NoSpin]
    """What a call of no spin does."""
    device_fault: Choice[DeviceFault]
    """What a malfunction of the wheel or tumbler does."""
    unread: Choice[Unread]
    """What an outcome that was not read does."""
    unread_entered: Cited | None = None
    """A second clause that such an outcome rests on once a person has looked and entered it."""
    early_rest_also: Cited | None = None
    """A second clause that an outcome before the close falls under."""
    no_spin_causes: dict[Cause, Clause] = {}
    """The causes for which a no spin may be called, each with its clause; a call without one means the only one."""
    no_spin_final: Cited | None = None
    """Once no spin has been called, nothing that falls in that spin counts."""
    void_causes: dict[Cause, Clause] = {}
    """What voids the round by itself when a device reports it or the dealer enters it, each with its clause."""
    tamper: Cited | None = None
    """Whether a tamper signal of the device during a spin is interference; outside a spin it alarms and no more."""
    warning: Choice[FinishWarning] | None = None
    """Whether 'finish betting' must come before the close."""
    no_launch: Choice[NoLaunch] | None = None
    """What happens when the time runs out and nothing was launched."""
    revolutions_min: Value[Count] | None = None
    """Complete revolutions a valid spin needs."""
    opposite_directions: Value[bool] | None = None
    """Whether ball and wheel must turn against each other."""
    ball_left_examined: Value[bool] | None = None
    """Whether a ball that left the wheel must be examined before the next spin."""
    least_open_time: Cited | None = None
    """Whether betting must have been open for a least time, set by the site, before it may be closed."""
    powers: dict[str, Power] = {}
    """Powers that are in other hands, or rest on another clause, in rounds of this kind."""
    cocked_dice: Choice[CockedDice] | None = None
    """What a die on no face does."""
    dolly: Cited | None = None
    """The dealer announces the number and marks it on the cloth."""
    announced: Cited | None = None
    """Where a cloth is settled at once: the dealer registers what fell beside the device, before the next round."""
    settlement_order: Value[tuple[Literal["dolly", "collect", "pay"], ...]] | None = None
    """The dealer's steps after the outcome, in order."""
