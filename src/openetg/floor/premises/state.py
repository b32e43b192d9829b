"""What the floor remembers of premises: days of effect, approvals, equipment, hours, notices, visits."""

from __future__ import annotations

from msgspec import Struct

from openetg.floor.core.command import Private
from openetg.floor.rounds.state import Lock
from openetg.money import Money

ALARMS_KEPT = 64
"""How many signals are kept to be shown; the journal has them all."""
MACHINE = "/machine"
"""Where the signals of the floor's own machine come from; no table or terminal may be called that."""
DOCUMENTS_KEPT = 16
"""How many documents of a rulebook are kept, the one in force among them; the journal has them all."""
COPIES_KEPT = 64
"""How many receipts of copies are kept to be printed again; the journal has them all."""
NOTED_KEPT = 64
"""How many notices are kept after the official has noted them; the journal has them all."""
CLOSED = "closed"
"""The lock of a terminal that a person closed."""


class Effect(Struct, frozen=True):
    """From when a rulebook is in force."""

    day: str
    from_ms: int


class Approval(Struct, frozen=True):
    """An approval in writing."""

    reference: str
    by: str
    at_ms: int
    covers: tuple[str, ...] = ()
    """The serial numbers or versions it names."""


class Equipment(Struct, frozen=True):
    """A piece of equipment in use, with what was measured."""

    serial: str
    at_ms: int
    figures: dict[str, int] = {}
    metal: bool = False
    order: tuple[str, ...] = ()
    emblem: str = ""
    person: str = ""


class Notice(Struct, frozen=True):
    """What is shown at a table."""

    at_ms: int
    closes_at_ms: int
    """The closing time on the sign; zero where it is not about one."""
    role: str
    person: str


class Told(Struct, frozen=True):
    """An official who was told."""

    official: str
    about: Private
    """The terminal, or what they were told; empty for the whole table."""
    at_ms: int
    person: str


class OfficialNotice(Struct):
    """A notice that was given to an official of the authority, until the official has noted it and beyond."""

    number: str
    kind: str
    """`told` by a person, or what the notice came with: `withheld`, `straight_only`, `promotion_postponed` ..."""
    table: str
    official: str
    about: Private
    """What it is about by its name, or else what was said."""
    clause: str
    at_ms: int
    role: str
    """In which role it was given; empty where the floor gave it by itself, in the step it is about."""
    person: str
    noted_at_ms: int = 0
    """When the official noted it; zero as long as that is to come."""
    noted_role: str = ""
    noted_by: str = ""
    words: Private = ""
    said: Private = ""
    """What the official was told besides."""


class Visit(Struct, frozen=True):
    """Work on equipment in the course of duty."""

    purpose: Private
    role: str
    person: str
    at_ms: int


class Signal(Struct, frozen=True):
    """What a terminal or line reported."""

    place: str
    signal: str
    at_ms: int
    alarm: bool
    clause: str
    by: str


class Shown(Struct, frozen=True, gc=False):
    """What a winning-number display said it shows."""

    round: int
    outcome: str
    at: int = 0
    """The number of the table's round when that was put on record."""


class RulesDocument(Struct, frozen=True):
    """The instrument itself, as it was attached; its bytes are kept beside the journal under their hash."""

    name: str
    media: str
    sha256: str
    size: int
    day: str
    """The first day on which it is in force."""
    from_ms: int
    last_day: str
    """The last one; empty is without end."""
    until_ms: int
    price: Money
    """What a copy costs its buyer."""
    attached_at_ms: int
    withdrawn_at_ms: int = 0
    """When it was withdrawn; zero if it was not."""


class SoldCopy(Struct, frozen=True, gc=False):
    """A copy of the rules that a player bought, as its receipt says."""

    number: int
    table: str
    rulebook: str
    """The id of the rulebook."""
    name: str
    """What the document was called."""
    sha256: str
    price: Money
    role: str
    person: str
    drawer: str
    """Whose cash it went into; empty is the cage itself."""
    clause: str
    at_ms: int


def is_in_force(document: RulesDocument, at_ms: int) -> bool:
    """Whether a document is the rules of that moment; one that was withdrawn is not."""
    if document.withdrawn_at_ms:
        return False
    return document.from_ms <= at_ms and (not document.until_ms or at_ms < document.until_ms)


class Configuration(Struct, frozen=True):
    """What the rounds of a table are played with, as a whole."""

    version: int
    content: str
    """A hash over everything it says; the journal says it in full."""


class Premises(Struct):
    """Everything on record about what stands on the floor."""

    build: str = ""
    """The build of the writer."""
    software: str = ""
    """The hash over the software it runs on, file by file; empty if it was not read yet."""
    checked_at_ms: int = 0
    """When the software was last read, file by file: at a start, or since."""
    winding_down: bool = False
    """Whether the floor is about to stop: then no further round opens."""
    day: str = ""
    """The gaming day; empty before the first has begun."""
    effect: dict[str, Effect] = {}
    """Per rulebook."""
    approvals: dict[str, dict[str, dict[str, Approval]]] = {}
    """Per rulebook, thing and table; an empty name stands for all tables."""
    documents: dict[str, list[RulesDocument]] = {}
    """Per rulebook, by its id, what was attached to it, oldest first."""
    copies_sold: int = 0
    """How many copies of rules were sold: the number of the last receipt."""
    sold_copies: list[SoldCopy] = []
    """The last of them, oldest first; the journal has them all."""
    equipment: dict[str, dict[str, Equipment]] = {}
    """Per table and part; of kinds of which there may be several, by kind and serial number (`network-device/SW-1`)."""
    hours: dict[str, tuple[tuple[int, int], ...]] = {}
    """Per table."""
    choice_of_wheel: dict[str, bool] = {}
    """Per rulebook."""
    displays: dict[str, bool] = {}
    """Per table, whether a winning-number display is fitted."""
    display_keys: dict[str, int] = {}
    """Per place whose display key was revoked, how often; an empty name stands for the whole floor."""
    shown: dict[str, Shown] = {}
    """Per table whose display was last heard to show something else than is on record, what."""
    notices: dict[str, dict[str, Notice]] = {}
    """Per table and kind; that of one terminal is of a kind of its own, `close/T1`."""
    told: dict[str, list[Told]] = {}
    """Per table, since it was last opened; what a closing needed is used up by it."""
    officials_told: int = 0
    """How many notices were given to officials: the number of the newest."""
    official_notices: dict[str, OfficialNotice] = {}
    """By number, oldest first: those to be noted, and the last ones that were."""
    closing: dict[str, Lock] = {}
    """Per terminal that closes as soon as nothing it wagered is unsettled, the lock that waits for that."""
    visits: dict[str, Visit] = {}
    """Per terminal or table."""
    signals: list[Signal] = []
    configurations: dict[str, Configuration] = {}
    """Per table."""
    plan: dict[str, str] = {}
    """What the floor file said when it was last seen to, thing by thing."""
