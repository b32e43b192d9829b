"""Events about what stands on the floor: writer, rulebooks, tables, terminals, equipment, hours, people on duty."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Raw

from openetg.floor.core.command import Private, Sign
from openetg.floor.core.declaring import fact
from openetg.floor.core.event import Event
from openetg.floor.core.ledger import Transfer
from openetg.money import Money


@fact("The floor started, build {build}")
class WriterStarted(Event, frozen=True):
    logic: int
    build: str
    manifest: str = ""
    """The hash over the software that decides from here on."""


class MachineFaulted(Event, frozen=True):
    """Staff are alarmed: clock, software or disk of the floor's machine are not as they should be."""

    part: str
    why: str
    at_ms: int
    device: str = ""
    mended: bool = False


class SoftwareChecked(Event, frozen=True):
    """The files of the software were read again: whether they are still what the writer started with."""

    manifest: str
    same: bool
    at_ms: int


@fact("The floor is winding down: no further round opens")
class WindDownBegun(Event, frozen=True):
    """No further round opens until the next start."""

    at_ms: int


class DayBegun(Event, frozen=True):
    day: str
    state: str
    """The state hash of the floor just before, which is that of the volume's snapshot."""
    shape: str


@fact("What the floor file asks for was seen to")
class PlanRecorded(Event, frozen=True):
    """The floor file was seen to, as far as it asks for something new."""

    plan: dict[str, str]


class RulebookAdopted(Event, frozen=True):
    hash: str
    rulebook: Raw


class EffectSet(Event, frozen=True):
    rulebook: str
    day: str
    from_ms: int
    clause: str


class ApprovalRecorded(Event, frozen=True):
    rulebook: str
    thing: str
    reference: str
    by: str
    table: str
    covers: tuple[str, ...]
    at_ms: int
    clause: str


class RulesAttached(Event, frozen=True):
    rulebook: str
    """The id of the rulebook, which outlives its editions."""
    name: str
    media: str
    sha256: str
    size: int
    day: str
    from_ms: int
    last_day: str
    until_ms: int
    price: Money
    at_ms: int
    clause: str


class RulesWithdrawn(Event, frozen=True):
    rulebook: str
    """The id of the rulebook."""
    name: str
    sha256: str
    at_ms: int
    clause: str


@fact("Receipt {copy}: {person} sold a copy of the rules of table {table} for {price:money}")
class RulesCopySold(Event, frozen=True):
    copy: int
    """The number on the receipt."""
    table: str
    rulebook: str
    sha256: str
    """Of which document."""
    price: Money
    role: str
    person: str
    clause: str
    transfers: tuple[Transfer, ...]
    at_ms: int
    drawer: str = ""


@fact("Table {table} was registered ({kind:plain})")
class TableRegistered(Event, frozen=True):
    table: str
    rulebook: str
    kind: str
    period_ms: int
    launch_ms: int
    line_grace_ms: int = 0


@fact("{terminal} was registered at table {table}")
class TerminalRegistered(Event, frozen=True):
    terminal: str
    table: str
    notes: tuple[Money, ...]
    stacker: str = ""
    printer: str = ""


@fact("{terminal} may be played at table {table} too")
class TerminalLinked(Event, frozen=True):
    terminal: str
    table: str


@fact("{terminal} may be played at table {table} no longer")
class TerminalUnlinked(Event, frozen=True):
    terminal: str
    table: str


class EquipmentRecorded(Event, frozen=True):
    table: str
    part: str
    serial: str
    figures: dict[str, int]
    metal: bool
    order: tuple[str, ...]
    emblem: str
    role: str
    person: str
    at_ms: int
    clause: str
    terminal: str = ""
    taken_out: bool = False


class LimitsSet(Event, frozen=True):
    table: str
    limits: dict[str, Sign]
    cloth: bool = False
    until_notice: bool = False
    """Whether they wait for a notice to the players."""
    clause: str = ""
    role: str = ""
    person: str = ""
    terminal: str = ""
    """The terminal they are for; empty for all."""


class HoursSet(Event, frozen=True):
    table: str
    spans: tuple[tuple[int, int], ...]
    clause: str


@fact("{person} set the wagering period of table {table} to {period_ms:lasting}")
class PeriodSet(Event, frozen=True):
    """In force from the next round."""

    table: str
    period_ms: int
    launch_ms: int
    least_open_ms: int
    least_warned_ms: int
    role: str
    person: str
    clause: str


class ChoiceOfWheelOffered(Event, frozen=True):
    rulebook: str
    offered: bool
    role: str
    person: str
    clause: str


class DisplayCompared(Event, frozen=True):
    """What a winning-number display shows was held against the record. Nothing is ever settled by it."""

    table: str
    round: int
    shown: str
    outcome: str
    """What is on record for that round; empty if nothing is."""
    agrees: bool
    clause: str


class DisplayFitted(Event, frozen=True):
    table: str
    fitted: bool
    role: str
    person: str
    clause: str


class DisplayKeyRevoked(Event, frozen=True):
    """The key of the displays of a place is worth nothing any more."""

    place: str
    number: int
    """How many keys of that place were revoked: what the next one is made from."""
    why: Private
    by: str
    at_ms: int


@fact("Configuration {version} of table {table} is in force")
class ConfigurationSet(Event, frozen=True):
    """What the rounds from now on are played with, as a whole: noted before the first round and after each change."""

    table: str
    version: int
    content: str
    """A hash over all that follows."""
    build: str
    logic: int
    rulebook: str
    limits: dict[str, Sign]
    cloth_limits: dict[str, Sign]
    times_ms: tuple[int, int, int, int]
    """Wagering period, launch, least time open, least time warned."""
    devices: dict[str, str]
    """Everything that stands at the table, with its serial number."""
    own_limits: dict[str, dict[str, Sign]] = {}
    """Per terminal, the limits set for it alone."""


@fact("Table {table} is open")
class TableOpened(Event, frozen=True):
    table: str
    by_hand: bool = False


class NoticeGiven(Event, frozen=True):
    """Shown to all at the table; it replaces an earlier one of its kind."""

    table: str
    kind: str
    role: str
    person: str
    at_ms: int
    closes_at_ms: int
    clause: str
    terminal: str = ""
    also: tuple[str, ...] = ()
    clear_credits: bool = False
    """Whether players are told to clear their credits."""


class OfficialTold(Event, frozen=True):
    table: str
    official: str
    about: Private
    role: str
    person: str
    at_ms: int
    clause: str
    terminal: str = ""


class NoticeNoted(Event, frozen=True):
    """The official has noted a notice that was given to them."""

    table: str
    told: str
    official: str
    role: str
    person: str
    at_ms: int
    clause: str
    words: Private = ""


@fact("{person} closes table {table}: no further round opens")
class TableClosing(Event, frozen=True):
    """No further round; the one that runs is played to its end."""

    table: str
    role: str
    person: str
    at_ms: int
    clause: str
    also: tuple[str, ...] = ()


@fact("Table {table} is closed")
class TableClosed(Event, frozen=True):
    """Nothing runs any more. Credit left behind stays owed."""

    table: str
    clause: str


@fact("{person} confirmed that table {table} is cleared")
class TableCleared(Event, frozen=True):
    table: str
    role: str
    person: str
    clause: str


class TerminalClosed(Event, frozen=True):
    terminal: str
    role: str
    person: str
    why: Private
    clause: str
    unsettled: Money
    """What it has on layouts, to be settled first."""


@fact("{person} reopened {terminal}{why:because}")
class TerminalReopened(Event, frozen=True):
    terminal: str
    role: str
    person: str
    why: Private
    clause: str


class SignalReported(Event, frozen=True):
    """A signal of a terminal, table or line; an alarm unless a person is there in the course of duty."""

    place: str
    signal: str
    at_ms: int
    alarm: bool
    clause: str
    by: str = ""
    """Who is there in the course of duty."""


@fact("{person} works at {place} in the course of duty{purpose:because}")
class VisitStarted(Event, frozen=True):
    place: str
    purpose: Private
    role: str
    person: str
    at_ms: int
    clause: str


@fact("{person} ended the work at {place}")
class VisitEnded(Event, frozen=True):
    place: str
    role: str
    person: str
    at_ms: int
    clause: str


@fact("{person} signed on as dealer of table {table}")
class DealerSignedOn(Event, frozen=True):
    table: str
    role: str
    person: str


@fact("{person:name} signed off at table {table}")
class DealerSignedOff(Event, frozen=True):
    table: str
    person: str


class TerminalLocked(Event, frozen=True):
    """A terminal may not do something until the lock of that name is lifted."""

    terminal: str
    name: str
    """What it is about: `case`, `excluded`, `limited`, `closed`, `mismatch`, `closing`."""
    reason: str
    """The reason a refusal gives."""
    clause: str
    stops: tuple[str, ...]
    """Which of `wager`, `collect` and `fund`."""


@fact("A lock of {terminal} was lifted ({name:plain})")
class TerminalUnlocked(Event, frozen=True):
    terminal: str
    name: str


PremisesEvent: TypeAlias = (
    WriterStarted
    | MachineFaulted
    | SoftwareChecked
    | WindDownBegun
    | DayBegun
    | PlanRecorded
    | RulebookAdopted
    | EffectSet
    | ApprovalRecorded
    | RulesAttached
    | RulesWithdrawn
    | RulesCopySold
    | TerminalUnlinked
    | EquipmentRecorded
    | HoursSet
    | PeriodSet
    | ChoiceOfWheelOffered
    | DisplayFitted
    | DisplayKeyRevoked
    | DisplayCompared
    | ConfigurationSet
    | NoticeGiven
    | OfficialTold
    | NoticeNoted
    | TableClosing
    | TableClosed
    | TableCleared
    | TerminalClosed
    | TerminalReopened
    | SignalReported
    | VisitStarted
    | VisitEnded
    | TableRegistered
    | TerminalRegistered
    | TerminalLinked
    | LimitsSet
    | TableOpened
    | DealerSignedOn
    | DealerSignedOff
    | TerminalLocked
    | TerminalUnlocked
)
