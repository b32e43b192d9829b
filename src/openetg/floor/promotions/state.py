"""What the floor remembers of promotions: their terms in all versions that were filed or published, entrants, draws,
prizes."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from openetg.floor.core.command import Private
from openetg.floor.promotions.commands import Terms
from openetg.money import ZERO, Money


class PromotionStage(Enum):
    """How far a promotion has come."""

    DRAFT = "draft"
    FILED = "filed"
    RUNNING = "running"
    CALLED = "called"
    """The draw was called; its secret is not revealed yet."""
    DRAWN = "drawn"
    CLOSED = "closed"
    CANCELLED = "cancelled"


class Version(Struct, frozen=True):
    """The terms as they were from some time on."""

    number: int
    digest: str
    terms: Terms
    """Empty for a draft that was neither filed nor public before the next one: the journal has it."""
    at_ms: int
    approval: str = ""
    """The reference of the authority's approval, of an amendment."""


class Filing(Struct, frozen=True):
    """The full terms went to the authority."""

    version: int
    digest: str
    reference: str
    declared: tuple[str, ...]
    role: str
    person: str
    at_ms: int


class Approved(Struct, frozen=True):
    """A change that the authority has approved."""

    reference: str
    digest: str
    person: str
    at_ms: int


class Entrant(Struct):
    """A person who takes part, by number; the name is sealed."""

    number: str
    name: Private
    contact: Private
    at_ms: int
    entries: int = 0
    counted: Money = ZERO
    """What was settled and counted so far."""
    carried: Money = ZERO
    """What of it is left towards the next entry."""
    best: Money = ZERO
    """The largest stake of one round."""
    meets: tuple[str, ...] = ()
    """The conditions of the terms that were checked of the person."""
    best_before: Money = ZERO
    """The same, of rounds that are too old to be changed."""


class Attempt(Struct, frozen=True):
    """A person told a winner, or tried."""

    by: str
    details: Private
    reached: bool
    counts: bool
    person: str
    at_ms: int
    noted_ms: int = 0
    """When it was put on record."""


class Credit(Struct, frozen=True, gc=False, array_like=True):
    """What one round at one terminal stands for."""

    version: int
    """The version of the terms by which it counts."""
    entries: int = 0
    carried: Money = ZERO
    """Towards the next entry; below zero where the round has completed one that others had begun."""


class Won(Struct):
    """A prize that has a winner."""

    prize: str
    entrant: str
    entry: int
    at_ms: int
    notify_by_ms: int = 0
    """Zero where there is no such duty."""
    present: bool | None = None
    attempts: list[Attempt] = []
    paid_at_ms: int = 0
    paid: dict[str, Money] = {}
    called: tuple[str, ...] = ()
    """The deadlines that were called."""
    passed_over: list[str] = []
    """Entrants who were drawn for it before and do not have it."""
    denied: str = ""
    """The claim under which it was denied."""
    refused: str = ""
    """The case in which it was determined not to be the winner's; the denial has to be recorded as any other."""


class Promotion(Struct):
    """A promotion."""

    name: str
    table: str
    """A table of its rulebook."""
    stage: PromotionStage
    versions: list[Version]
    """Oldest first; the last is in force, or will be."""
    filings: list[Filing] = []
    published: int = 0
    """The public version; zero is none."""
    readable: list[int] = []
    """Every version that was public, oldest first: they stay readable."""
    address: str = ""
    also_at: tuple[str, ...] = ()
    announcements: list[str] = []
    approved: list[Approved] = []
    started_at_ms: int = 0
    postponed: bool = False
    postponed_why: Private = ""
    scrutineer: str = ""
    witnessed_at_ms: int = 0
    witnessing: bool = False
    """Whether the scrutineer watches what is drawn next."""
    commitment: str = ""
    sealed: str = ""
    process: str = ""
    secret: str = ""
    """Once it is revealed."""
    entrants: dict[str, Entrant] = {}
    seats: dict[str, str] = {}
    """Per terminal, whose play counts there."""
    stays: dict[str, int] = {}
    """Per terminal, when the stay began for which that holds: another player's play is not theirs."""
    too_late: dict[str, tuple[str, ...]] = {}
    """Per terminal, the rounds (`A/17`) in which it does not: no wagers were taken any more."""
    called: tuple[tuple[str, int], ...] = ()
    """The entries as they were drawn from."""
    called_digest: str = ""
    drawn_at_ms: int = 0
    won: dict[str, Won] = {}
    """Per prize."""
    draws: list[tuple[str, str, int]] = []
    """Every prize that was drawn, in order, with entrant and entry: a prize that was drawn again is there again."""
    results_at_ms: int = 0
    results_how: str = ""
    earned: dict[str, dict[str, tuple[str, Money]]] = {}
    """Per round of a table (`A/17`) and terminal, whose play it was and how much was staked, as long as it may be
    corrected."""
    credits: dict[str, dict[str, Credit]] = {}
    """Likewise, what it stands for."""
    deadlines_called: tuple[str, ...] = ()
    """The deadlines of the whole promotion that were called."""

    @property
    def terms(self) -> Terms:
        """The newest version."""
        return self.versions[-1].terms


class Prescribed(Struct, frozen=True):
    """A class of things that no prize may be or include."""

    item: str
    source: str
    at_ms: int
    person: str


class Promotions(Struct):
    """Everything on record about promotions."""

    offered: dict[str, Promotion] = {}
    prescribed: dict[str, dict[str, Prescribed]] = {}
    """Per rulebook, by its id, and class."""
