"""The shape of a rulebook: malfunctions, invalid outcomes, breaches of conduct, disputes, and how a table closes.

Schema only: nothing in here computes.
"""

from __future__ import annotations

from typing import Literal

from openetg.rulebook.schema.policies import (
    Cause,
    ClosingNotice,
    Idle,
    LostLine,
    Measure,
    Position,
    Review,
    SameFault,
    SameFaultWithin,
    SystemFault,
    TerminalFault,
)
from openetg.rulebook.schema.shape import Advice, Choice, Cited, Clause, Count, RoleName, Section, Value


class SameFaultRule(Section, frozen=True):
    """The same error on several terminals."""

    policy: SameFault
    """What it does."""
    within: SameFaultWithin
    """How close together."""
    clause: Clause
    """The clause that says so."""
    among: Literal["table", "server"] = "table"
    """Which terminals count together: of one table, or of all tables of the floor whose rulebooks count by server."""
    terminals: Count = 2
    """How many must show it."""


class MismatchRule(Section, frozen=True):
    """A meter that does not agree with odds and wagers."""

    clause: Clause
    """The clause that says so."""
    stops: tuple[Literal["wager", "collect", "fund"], ...] = ("collect",)
    """What the terminal may not do until the case has ended."""


class Faults(Section, frozen=True):
    """What malfunctions of terminals and of the game system do."""

    terminal: Choice[TerminalFault]
    """A malfunction of one terminal."""
    lost_line: Choice[LostLine]
    """A lost line to a terminal."""
    meter_mismatch: MismatchRule
    """A meter that does not agree with odds and wagers."""
    interrupted: Cited
    """Play broken off or a faulty display."""
    other: Cited
    """Any other reason to think that a terminal does not work properly."""
    before_close: Cited | None = None
    """Before the close the wagers of a faulty terminal come back, and it takes no more of them in that round."""
    same_fault: SameFaultRule | None = None
    """The same error on two or more terminals of one server."""
    system: Choice[SystemFault] | None = None
    """A malfunction of the game system."""
    actual_outcome: Cited | None = None
    """What physically fell overrules what was recorded or displayed."""
    display_ignored: Cited | None = None
    """A winning-number display that disagrees is ignored."""
    unknown_number: Cited | None = None
    """A number on screen that is not on the layout is a malfunction."""


class Invalidation(Section, frozen=True):
    """When the outcome of a game may be invalidated."""

    causes: dict[Cause, Clause]
    """The causes, each with its clause."""
    refund: Cited
    """The wagers are refunded."""
    forfeit: Cited | None = None
    """With fraud, the wager of a player concerned in it may be forfeited instead."""
    fraud_by: Value[tuple[str, ...]] | None = None
    """Whose fraud counts, where the instrument says so."""
    void_round_causes: dict[Cause, Clause] = {}
    """Causes for which a round may be declared void, each with its clause."""


class IdleRule(Section, frozen=True):
    """When a person who does not play may be told to leave."""

    policy: Idle
    """How it is judged."""
    clause: Clause
    """The clause that says so."""
    rounds: Count | None = None
    """How many rounds, where they are counted."""
    positions: dict[Position, Clause] = {}
    """Where somebody may be who is told to leave, each with its clause."""
    broken: Clause | None = None
    """The clause that is broken by not leaving; left out where that is no breach."""


class MeasureRule(Section, frozen=True):
    """One thing that may follow a breach."""

    measure: Measure
    """What follows."""
    clause: Clause
    """The clause that allows it."""
    after_instances: Count = 1
    """How many recorded instances it takes."""


class Conduct(Section, frozen=True):
    """Breaches, what may follow them, and people who do not play."""

    grounds: tuple[Clause, ...]
    """The clauses whose breach allows a measure."""
    measures: tuple[MeasureRule, ...]
    """The measures; one or more may be taken."""
    unprinted_grounds: tuple[Clause, ...] = ()
    """Grounds that rest on a reading alone; a case says so."""
    any_clause: bool = False
    """Whether the breach of any clause allows a measure."""
    recorded_only: tuple[Clause, ...] = ()
    """Clauses whose breach can be recorded but allows no measure."""
    idle: IdleRule | None = None
    """When a person who does not play may be told to leave."""
    several_terminals: Cited | None = None
    """One person may play several terminals unless told otherwise."""
    report_faults: tuple[Clause, ...] = ()
    """The duty to report a malfunction."""
    duty_exempt: Cited | None = None
    """Staff and inspectors on duty are outside the ban on devices."""
    device_ban: Clause | None = None
    """The clause that forbids devices."""
    syndicate_min: Value[Count] | None = None
    """How many players acting together make a syndicate."""
    syndicated: Clause | None = None
    """The clause that forbids syndicated play."""
    kinds: dict[str, Clause] = {}
    """What a breach may have consisted in, each with the clause that forbids it."""


class FinalRule(Section, frozen=True):
    """Whose decision is final inside the casino."""

    role: RoleName
    """Whose."""
    clause: Clause
    """The clause that says so."""


class Disputes(Section, frozen=True):
    """How a dispute is decided."""

    review: Choice[Review]
    """When the first decision is reviewed."""
    final: FinalRule
    """Whose decision is final inside the casino."""
    reviewer_differs: Value[bool] | None = None
    """Whether the reviewer must be another person than the first decider."""
    advice: Advice | None = None
    """The person is told of the right to complain to, or consult, this official."""
    uncovered: Choice[Review] | None = None
    """When the decision on a dispute the rules do not cover is reviewed."""


class Closing(Section, frozen=True):
    """How a table ends its day."""

    notice: ClosingNotice
    """What must come before it closes."""
    clause: Clause
    """The clause that says so."""
    notice_minutes: Count | None = None
    """For how many minutes the sign must have stood."""
    official: RoleName | None = None
    """The official who must have been told; none if left out."""
    terminal: Cited | None = None
    """The same holds before a single terminal closes."""
    clear_credits: Cited | None = None
    """On the close-of-play notice players clear their credits."""
    last_spin: Cited | None = None
    """After the last spin that the close-of-play notice announced, terminals take no money."""
    hours: Cited | None = None
    """Rounds open only within the hours of gaming."""
