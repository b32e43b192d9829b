"""The shape of a rulebook: what holds for wagers, and how limits work, channel by channel.

Schema only: nothing in here computes.
"""

from __future__ import annotations

from openetg.rulebook.schema.policies import (
    AboveMaximum,
    BelowMinimum,
    Feature,
    LimitChange,
    OffStep,
    SpecialAcceptance,
    StepFrom,
    TotalMaximum,
    TotalMinimum,
    WinningWager,
)
from openetg.rulebook.schema.shape import Amount, Choice, Cited, Clause, Count, Section, Told, Value


class CloseCall(Section, frozen=True):
    """'No more bets' is announced, and displayed on every terminal."""

    clause: Clause
    """The clause that says so."""
    least_volume: Count = 1
    """The least volume of a terminal, of five steps, at which it is heard: no player can mute it."""
    within_ms: Count = 2_000
    """Within how long a terminal is to acknowledge that it was shown before it is named as one that did not."""
    silent_rounds: Count = 3
    """Staff are alerted to a connected terminal that has not acknowledged it in so many rounds in a row."""


class ChannelWagers(Section, frozen=True):
    """What holds for wagers of one channel."""

    after_close: Cited
    """The rule that nothing is placed, moved or taken back after the close."""
    funded: Cited
    """The rule that a wager is paid for in full when it is placed."""
    winning: Choice[WinningWager]
    """Where the amount of a winning wager goes."""
    settled_as_placed: Cited
    """The rule that settlement goes by what stood at the close."""
    after_close_also: Cited | None = None
    """Where the same rule stands a second time."""
    account: Cited | None = None
    """An account must have been opened before anything is wagered."""
    special: Choice[SpecialAcceptance] | None = None
    """How a wager of several pieces meets the limits; absent where there are none."""
    features: dict[Feature, Clause] = {}
    """What the terminal may offer beyond placing, moving and taking back, each with its clause."""
    denied: dict[Feature, Clause] = {}
    """What the instrument keeps a screen from offering, each with its clause."""
    verbal: Cited | None = None
    """Spoken wagers, with chips and entered before the close."""
    cash: Value[bool] | None = None
    """Whether cash may be wagered."""
    release_outside: Cited | None = None
    """When outside wagers of a settled round may be touched again."""
    release_inside: Cited | None = None
    """When all other wagers of a settled round may be touched again."""
    close_announced: CloseCall | None = None
    """The end of the wagering period is announced; the announcement is on record."""
    release_each: Cited | None = None
    """Each wager may be touched again once it has itself been settled."""


class Wagers(Section, frozen=True):
    """What holds for wagers, channel by channel."""

    terminal: ChannelWagers | None = None
    """Wagers on terminals."""
    cloth: ChannelWagers | None = None
    """Wagers on the cloth."""
    choice_of_wheel: Cited | None = None
    """Whether players may be offered a choice between a live and an automatic wheel."""


class Sign(Section, frozen=True):
    """The limits of one kind of wager on the sign, until the site's own take their place."""

    min: Amount | None = None
    """The least on one spot."""
    max: Amount | None = None
    """The most on one spot."""
    step: Amount | None = None
    """The step between permitted amounts."""
    multiples: bool = False
    """Whether only multiples of the minimum are permitted."""


class ChannelLimits(Section, frozen=True):
    """How limits work for wagers of one channel."""

    below_minimum: Choice[BelowMinimum]
    """What becomes of a wager below the minimum."""
    above_maximum: Choice[AboveMaximum]
    """What becomes of a wager above the maximum of its spot."""
    off_step: Choice[OffStep]
    """What becomes of an amount off the steps."""
    step_from: Choice[StepFrom]
    """From where steps are counted."""
    multiples_unless_said: Value[bool]
    """Whether multiples of the minimum are required when the sign is silent."""
    change: Choice[LimitChange]
    """When a change takes effect."""
    total_minimum: Choice[TotalMinimum] | None = None
    """What becomes of wagers together below the least total; absent where there is no such total."""
    total_maximum: Choice[TotalMaximum] | None = None
    """What becomes of a wager above the greatest total; absent where there is no such total."""
    each_terminal: Cited | None = None
    """A terminal may have limits of its own; absent where those of the table are the only ones."""
    personal: Cited | None = None
    """Limits arranged for one player or group before play."""
    marker_maximum: Cited | None = None
    """A personal maximum, in force only while its marker is shown."""
    straight_only: Told | None = None
    """A player or group held to straight-up wagers."""
    neighbours_minimum_times: Value[Count] | None = None
    """The least neighbours wager, in table minima."""
    neighbours_counts: Cited | None = None
    """The greatest number of neighbours wagers per number, per spin, or to chosen players."""
    partnerships: Cited | None = None
    """Players linked as a partnership are tested together against the maximum."""
    minimum_shown: Cited | None = None
    """The sign must show a minimum for every wager before the table opens."""
    maximum_shown: Cited | None = None
    """The sign must show a maximum for every wager before the table opens."""
    multiples_shown: Cited | None = None
    """The sign must show in which multiples wagers are taken before the table opens."""
    sign: dict[str, Sign] = {}
    """Limits per kind of wager, `any` for all others, `sum` for all wagers of one terminal in one round."""


class Limits(Section, frozen=True):
    """How limits work, channel by channel."""

    terminal: ChannelLimits | None = None
    """Limits on terminals."""
    cloth: ChannelLimits | None = None
    """Limits on the cloth."""
