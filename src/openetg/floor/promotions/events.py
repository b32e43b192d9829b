"""Events about promotions: terms, filing, entries, draws, prizes."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from openetg.floor.core.command import Private
from openetg.floor.core.declaring import fact
from openetg.floor.core.event import Event
from openetg.floor.core.ledger import Transfer
from openetg.floor.promotions.commands import Terms
from openetg.money import ZERO, Money


class ItemPrescribed(Event, frozen=True):
    rulebook: str
    item: str
    source: str
    prescribed: bool
    role: str
    person: str
    clause: str
    at_ms: int


class PromotionDrafted(Event, frozen=True):
    """A version of the terms that is not in force."""

    promotion: str
    table: str
    """A table of the rulebook under which it is offered."""
    version: int
    digest: str
    terms: Terms
    role: str
    person: str
    clause: str


class PromotionFiled(Event, frozen=True):
    """The full terms went to the authority, at this time."""

    promotion: str
    version: int
    digest: str
    reference: str
    declared: tuple[str, ...]
    role: str
    person: str
    at_ms: int
    clause: str
    also: tuple[str, ...] = ()


class PromotionPublished(Event, frozen=True):
    promotion: str
    version: int
    address: str
    """Where patrons read the terms: `promotions/NAME`."""
    also_at: tuple[str, ...]
    role: str
    person: str
    clause: str


class PromotionAnnounced(Event, frozen=True):
    promotion: str
    words: str
    reference: str
    role: str
    person: str
    clause: str
    withdrawn: bool = False
    """Whether these words, which were announced before, are shown no more."""


class PromotionStarted(Event, frozen=True):
    promotion: str
    role: str
    person: str
    at_ms: int
    clause: str
    also: tuple[str, ...] = ()


class PromotionChangeApproved(Event, frozen=True):
    promotion: str
    reference: str
    digest: str
    role: str
    person: str
    at_ms: int
    clause: str


class PromotionAmended(Event, frozen=True):
    """Other terms are in force; the ones before stay readable."""

    promotion: str
    version: int
    digest: str
    terms: Terms
    approval: str
    role: str
    person: str
    at_ms: int
    clause: str
    declared: tuple[str, ...] = ()


class ScrutineerNamed(Event, frozen=True):
    promotion: str
    scrutineer: str
    role: str
    person: str
    clause: str


class DrawWitnessed(Event, frozen=True):
    promotion: str
    role: str
    person: str
    at_ms: int
    clause: str


class EntrantRegistered(Event, frozen=True):
    """A person takes part; of a number that is there, without name and contact, more was checked."""

    promotion: str
    entrant: str
    name: Private
    contact: Private
    meets: tuple[str, ...]
    role: str
    person: str
    at_ms: int
    clause: str


class EntrantSeated(Event, frozen=True):
    """Whose play counts at a terminal, from the rounds on that take wagers; no play counts if the entrant is empty."""

    promotion: str
    terminal: str
    entrant: str
    role: str
    person: str
    clause: str
    stay_ms: int = 0
    """When the stay began for which it holds."""
    too_late: tuple[str, ...] = ()
    """The rounds that took no wagers any more: they do not count for the entrant."""


class Earned(Struct, frozen=True, gc=False, array_like=True):
    """What one entrant earned by one settlement."""

    entrant: str
    terminal: str
    counted: Money
    """The stake that counted; below zero where wagers that counted are void."""
    entries: int
    """Below zero where they are struck off."""
    carried: Money
    """What is left towards the next entry."""
    staked: Money = ZERO
    """By how much the settled stake of the terminal in that round has changed."""
    version: int = 0
    """The version of the terms by which that round counts at that terminal, even if they change later."""
    stands: tuple[int, Money] = (0, ZERO)
    """What the round at that terminal stands for from now on: so many entries, and so much towards the next one."""


class EntriesEarned(Event, frozen=True):
    """Settled wagers brought entries, or a void struck some off."""

    promotion: str
    table: str
    round: int
    earned: tuple[Earned, ...]
    clause: str
    at_ms: int


class EntriesHandedIn(Event, frozen=True):
    promotion: str
    entrant: str
    entries: int
    role: str
    person: str
    at_ms: int
    clause: str


class DrawCommitted(Event, frozen=True):
    promotion: str
    commitment: str
    sealed: str
    process: str
    at_ms: int


class DrawCalled(Event, frozen=True):
    """The entries are as they are: so many of each entrant, in this order, with this digest."""

    promotion: str
    entries: tuple[tuple[str, int], ...]
    digest: str
    scrutineer: str
    role: str
    person: str
    at_ms: int
    clause: str
    also: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Entrants whose entries do not count, for they do not meet the terms in force."""


class Winner(Struct, frozen=True, array_like=True):
    """Who won which prize, with which entry, counted from zero."""

    prize: str
    entrant: str
    entry: int


class PromotionDrawn(Event, frozen=True):
    promotion: str
    secret: str
    process: str
    winners: tuple[Winner, ...]
    at_ms: int
    clause: str
    notify_by_ms: int = 0
    """Until when winners who need not be there are to be told; zero where they must be."""
    transfers: tuple[Transfer, ...] = ()
    also: tuple[str, ...] = ()


class PrizeDrawnAgain(Event, frozen=True):
    promotion: str
    winner: Winner
    """The new one."""
    before: str
    """The entrant who does not have it."""
    role: str
    person: str
    why: Private
    at_ms: int
    clause: str
    notify_by_ms: int = 0
    transfers: tuple[Transfer, ...] = ()
    """Its money, where that was no longer set aside."""
    scrutineer: str = ""
    """Who watched, where the draw needs a scrutineer."""


class PresenceRecorded(Event, frozen=True):
    promotion: str
    prize: str
    entrant: str
    present: bool
    role: str
    person: str
    clause: str


class NoticeAttempted(Event, frozen=True):
    promotion: str
    prize: str
    entrant: str
    by: str
    details: Private
    reached: bool
    counts: bool
    """Whether the way is one of those that fulfil the duty, and in time."""
    role: str
    person: str
    at_ms: int
    clause: str
    listed: bool = False
    """Whether the way is one of those, in time or not."""
    noted_ms: int = 0
    """When it was put on record; a letter may have been posted before."""


class ResultsPublished(Event, frozen=True):
    promotion: str
    how: str
    role: str
    person: str
    at_ms: int
    clause: str


class BonusAwarded(Event, frozen=True):
    promotion: str
    prize: str
    entrant: str
    version: int
    """The version of the terms it was checked against."""
    role: str
    person: str
    at_ms: int
    clause: str
    transfers: tuple[Transfer, ...] = ()


@fact(ruling=True)
class PrizePaid(Event, frozen=True):
    promotion: str
    prize: str
    entrant: str
    value: Money
    asked: dict[str, Money]
    paid: dict[str, Money]
    payee: str
    signature: Private
    role: str
    person: str
    at_ms: int
    clause: str
    transfers: tuple[Transfer, ...] = ()
    drawer: str = ""
    also: tuple[str, ...] = ()
    alternative: Money = ZERO
    """What was paid instead of a prize that is not money."""


class PromotionPostponed(Event, frozen=True):
    promotion: str
    official: str
    """Who is told, in this step."""
    role: str
    person: str
    why: Private
    at_ms: int
    clause: str


class PromotionValidated(Event, frozen=True):
    promotion: str
    role: str
    person: str
    why: Private
    at_ms: int
    clause: str


class PromotionCancelled(Event, frozen=True):
    promotion: str
    official: str
    role: str
    person: str
    why: Private
    at_ms: int
    clause: str
    transfers: tuple[Transfer, ...] = ()


class PromotionClosed(Event, frozen=True):
    """Nothing is left to be done; what was set aside for prizes that are not given goes back."""

    promotion: str
    role: str
    person: str
    at_ms: int
    clause: str
    transfers: tuple[Transfer, ...] = ()
    also: tuple[str, ...] = ()


class PromotionDeadlineCalled(Event, frozen=True):
    promotion: str
    duty: str
    prize: str
    due_ms: int
    clause: str


PromotionEvent: TypeAlias = (
    ItemPrescribed
    | PromotionDrafted
    | PromotionFiled
    | PromotionPublished
    | PromotionAnnounced
    | PromotionStarted
    | PromotionChangeApproved
    | PromotionAmended
    | ScrutineerNamed
    | DrawWitnessed
    | EntrantRegistered
    | EntrantSeated
    | EntriesEarned
    | EntriesHandedIn
    | DrawCommitted
    | DrawCalled
    | PromotionDrawn
    | PrizeDrawnAgain
    | PresenceRecorded
    | NoticeAttempted
    | ResultsPublished
    | BonusAwarded
    | PrizePaid
    | PromotionPostponed
    | PromotionValidated
    | PromotionCancelled
    | PromotionClosed
    | PromotionDeadlineCalled
)
