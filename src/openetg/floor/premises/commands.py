"""Commands about what stands on the floor: writer, rulebooks, tables, terminals, equipment, hours, people on duty."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Raw, json

from openetg.floor.core.command import Act, Command, Private, Sign
from openetg.floor.core.declaring import HeldBy, Needs, SentBy, declared
from openetg.money import ZERO, Money


@declared(SentBy.INSIDE)
class StartWriter(Command, frozen=True):
    """A writer takes over the journal: the first command of every start, with the version of the logic it runs."""

    logic: int
    build: str
    manifest: str = ""
    """The hash over the software it runs on, file by file; empty if it was not read."""
    checks: tuple[str, ...] = ()
    """What the self-check before it has found, a line for each step."""


@declared(SentBy.INSIDE)
class ReportMachineFault(Command, frozen=True):
    """A machine of the floor is not as it should be: its clock, software, disk, second process, or a kiosk."""

    part: str
    """`clock`, `software`, `disk`, `follower`, `kiosk`, or `chance`: what draws jackpots and prizes."""
    why: str
    device: str = ""
    """Which one, where there are several of that part."""
    mended: bool = False
    """Whether it is in order again."""


@declared(SentBy.INSIDE)
class RecordSoftwareCheck(Command, frozen=True):
    """The files of the software were read again, and this is what they come to."""

    manifest: str
    """The hash over the software as it is now, file by file; empty if it could not be read."""


@declared(SentBy.INSIDE)
class WindDown(Command, frozen=True):
    """The floor is to stop: rounds under way are played to their end, and no further round opens until it starts."""


@declared(SentBy.INSIDE)
class BeginDay(Command, frozen=True):
    """A gaming day begins: the first command of each volume of the journal, so that the chain covers its snapshot."""

    day: str
    """As in 2026-11-15, by the calendar of the floor; later than every day before it."""
    state: str
    """The state hash of the floor just before."""
    shape: str
    """The shape of the state that was hashed: a build with another one cannot compare."""
    logic: int
    """The version of the logic of the writer, whose start may not be on record yet."""


@declared(SentBy.INSIDE)
class RecordPlan(Command, frozen=True):
    """What the floor file asks for, after it was done: what it asks for again at the next start is not done again."""

    plan: dict[str, str]
    """Per thing that people may decide otherwise later, such as `limits/A`, what the file says of it."""


@declared(SentBy.INSIDE)
class AdoptRulebook(Command, frozen=True):
    """A rulebook becomes playable on this floor; its bytes are kept as they came, and their hash is its name."""

    rulebook: Raw

    def __post_init__(self) -> None:
        # The bytes stand in the entry as they are: what is no JSON would make the journal unreadable for ever.
        json.decode(self.rulebook)


@declared(SentBy.OPERATOR)
class SetEffect(Command, frozen=True):
    """The operator enters from when an adopted rulebook is in force."""

    rulebook: str
    """The hash of an adopted rulebook."""
    day: str
    """The first day, as in 2018-01-23, by the calendar of the floor."""
    from_ms: int
    """When that day begins."""


@declared(SentBy.OPERATOR, leaves=("by",))
class RecordApproval(Command, frozen=True):
    """An approval on record: what may be used, by whose word, under which reference."""

    rulebook: str
    thing: str
    """What the rulebook wants approved, such as a wheel or the procedures."""
    reference: str
    by: str
    table: str = ""
    """The table it holds for; empty means all of them."""
    covers: tuple[str, ...] = ()
    """The serial numbers or versions it names, for things that have them."""


@declared(SentBy.OPERATOR)
class AttachRules(Command, frozen=True):
    """The instrument itself, as a document that patrons are shown and given; its bytes are kept by their hash."""

    rulebook: str
    """The hash of an adopted rulebook."""
    name: str
    """What the document is called, such as `rules-2016.pdf`."""
    media: Literal["text/plain", "application/pdf"]
    sha256: str
    """The hash of its bytes, in small hexadecimal digits."""
    size: int
    """How many bytes it has."""
    day: str
    """The first day on which it is in force, as in 2016-06-02, by the calendar of the floor."""
    from_ms: int
    """When that day begins."""
    last_day: str = ""
    """The last day on which it is in force; empty is without end."""
    until_ms: int = 0
    """When the day after that begins; zero is without end."""
    price: Money = ZERO
    """What a copy costs its buyer; zero if it is free."""


@declared(SentBy.OPERATOR)
class WithdrawRules(Command, frozen=True):
    """A document is no longer the instrument of a rulebook: what was attached before it and is in force is so again."""

    rulebook: str
    """The hash of an adopted rulebook."""
    sha256: str
    """The hash of the document's bytes; it is withdrawn however often it was attached."""


@declared(power="sell_rules_copy", script="sell-rules ROLE [price=AMOUNT]")
class SellRulesCopy(Act, frozen=True):
    """A player buys a copy of the rules in force at a table, at the price the site has set, for cash."""

    table: str
    price: Money | None = None
    """What the player was told; refused where a copy costs something else by now. None = at the price on record."""


@declared(SentBy.OPERATOR)
class RegisterTable(Command, frozen=True):
    """A table of a kind the rulebook allows."""

    table: str
    rulebook: str
    """The hash of an adopted rulebook."""
    kind: str
    period_ms: int
    """The wagering period."""
    launch_ms: int
    """When, after the opening, an automatic device launches."""
    line_grace_ms: int = 0
    """How long the line to a terminal may be lost before it counts as a malfunction, where that matters."""


@declared(SentBy.OPERATOR)
class RegisterTerminal(Command, frozen=True):
    """A terminal at a table, with the notes its acceptor takes and the devices that are its own."""

    terminal: str
    table: str
    notes: tuple[Money, ...]
    stacker: str = ""
    """The serial of its note stacker; empty if it has none."""
    printer: str = ""
    """The serial of its ticket printer; empty if it has none."""


@declared(SentBy.OPERATOR)
class LinkTerminal(Command, frozen=True):
    """A terminal may play at one more table, from the same meter."""

    terminal: str
    table: str


@declared(power="change_equipment")
class RecordEquipment(Command, frozen=True):
    """A piece of equipment comes into use at a table, with what was measured; it replaces the one before."""

    table: str
    part: str
    """`wheel`, `ball`, `tumbler`, `chips` and so on."""
    serial: str
    figures: dict[str, int] = {}
    """What was measured, in tenths of a millimetre, or counted."""
    metal: bool = False
    order: tuple[str, ...] = ()
    """The numbers or symbols round the wheel, as the device declares them."""
    emblem: str = ""
    """What a set of chips bears."""
    person: str = ""
    role: str = ""
    """Who puts it into use; empty means the floor file, which is the operator's."""
    terminal: str = ""
    """The terminal whose own `stacker` or `printer` it is; without a serial number it has none any more."""
    taken_out: bool = False
    """Whether it goes: a piece of a kind of which a table may have several, by its serial number."""


@declared(power="change_limits")
class SetLimits(Command, frozen=True):
    """New limits for a table: per spot or kind of wager, `any` for others, `sum` for a whole terminal in a round.

    With a terminal, limits for that one alone; what they do not speak of is as for the others, and none at all means
    that everything is.
    """

    table: str
    limits: dict[str, Sign]
    cloth: bool = False
    """Whether they are those of the cloth; else those of the terminals."""
    role: str = ""
    """Who changes them; empty means the floor file, which is the operator's."""
    person: str = ""
    terminal: str = ""
    """The terminal they are for; empty for all that play at the table."""


@declared(SentBy.OPERATOR)
class SetHours(Command, frozen=True):
    """The hours of gaming of a table, as spans of time; rounds open only within one."""

    table: str
    spans: tuple[tuple[int, int], ...]
    """From and until, in milliseconds of the writer's clock."""


@declared()
class SetPeriod(Act, frozen=True):
    """Another wagering period, from the next round on. Without a role it comes from the floor file."""

    table: str
    period_ms: int
    """Zero leaves it as it is."""
    launch_ms: int = 0
    """When the device launches; zero leaves it as it is."""
    least_open_ms: int = 0
    """How long betting must have been open before it may be closed."""
    least_warned_ms: int = 0
    """How long the warning must have stood before the close."""


@declared(power="offer_choice_of_wheel", script="choice-of-wheel ROLE offered|withdrawn:offered")
class OfferChoiceOfWheel(Act, frozen=True):
    """Players of a rulebook may choose between a live and an automatic wheel, or no longer."""

    rulebook: str
    offered: bool


@declared(power="run_round", held_by=HeldBy.DEALER, needs=Needs.DEALER_RUN)
class SignOn(Act, frozen=True):
    """A dealer takes a table over."""

    table: str


@declared(power="run_round", held_by=HeldBy.DEALER, needs=Needs.DEALER_RUN)
class SignOff(Act, frozen=True):
    """The dealer leaves the table."""

    table: str


@declared(SentBy.OPERATOR)
class OpenTable(Command, frozen=True):
    """Play begins."""

    table: str
    by_hand: bool = False
    """Whether each round is opened by hand, as in schools and rehearsals, also where it would open by itself."""


@declared(one_of=("change_limits", "close_table", "close_terminal", "announce_close_of_play"))
class GiveNotice(Act, frozen=True):
    """A notice to the players of a table: that it closes, or that limits change."""

    table: str
    kind: str
    """`close` or `limits`."""
    in_ms: int = 0
    """In how much time, for a close."""
    terminal: str = ""
    """The one terminal that closes, if it is not the table."""


@declared(held_by=HeldBy.HOUSE, script='notify ROLE OFFICIAL ["about"] [about=NAME:terminal]')
class NotifyOfficial(Act, frozen=True):
    """An official of the authority is told."""

    official: str
    table: str
    about: Private = ""
    """What they are told, in words."""
    terminal: str = ""
    """The one terminal it is about: one that closes."""


@declared(held_by=HeldBy.OFFICIALS, script='note-notice ROLE NAME:told ["words"]')
class NoteNotice(Act, frozen=True):
    """An official of the authority notes a notice that was given to them."""

    table: str
    told: str
    """The number of the notice."""
    words: Private = ""


@declared(power="close_table", script="close-table ROLE")
class CloseTable(Act, frozen=True):
    """No further round."""

    table: str


@declared(power="close_terminal", script="close-terminal ROLE TERMINAL")
class CloseTerminal(Act, frozen=True):
    """A terminal goes out of service once nothing of it is unsettled."""

    terminal: str
    why: Private = ""


@declared(power="close_terminal", script='reopen-terminal ROLE TERMINAL "why"')
class ReopenTerminal(Act, frozen=True):
    """A terminal goes back into service."""

    terminal: str
    why: Private = ""
    second: str = ""
    """Who confirmed it: a terminal that was paired anew with money on it takes two people."""


@declared(power="close_table", script="clear-table ROLE")
class MarkCleared(Act, frozen=True):
    """No player has left credit behind at a closed table."""

    table: str


@declared(SentBy.INSIDE, unrecorded=True)
class ReportShown(Command, frozen=True):
    """What the winning-number display of a table says it shows: the newest outcome, and of which round."""

    table: str
    round: int
    outcome: str


@declared(power="install_display", script="display ROLE fitted|removed:fitted")
class FitDisplay(Act, frozen=True):
    """A winning-number display is fitted to a table, or taken away."""

    table: str
    fitted: bool = True


@declared(SentBy.OPERATOR)
class RevokeDisplayKey(Command, frozen=True):
    """The key of the public displays of one place is worth nothing any more; a new one is made, the others stay."""

    place: str
    """The table they hang above; empty for those of the whole floor."""
    why: Private
    by: str


@declared(SentBy.INSIDE)
class ReportSignal(Command, frozen=True):
    """A door, tilt, tamper or acceptor signal of a terminal or table, or an unknown client."""

    place: str
    """The terminal or table."""
    signal: str


@declared(power="service_equipment", script='visit ROLE PLACE "purpose"')
class StartVisit(Act, frozen=True):
    """Staff, an agent or an inspector begin work on equipment in the course of duty."""

    place: str
    purpose: Private


@declared(power="service_equipment", script="end-visit ROLE PLACE")
class EndVisit(Act, frozen=True):
    """The work is done."""

    place: str


PremisesCommand: TypeAlias = (
    StartWriter
    | ReportMachineFault
    | RecordSoftwareCheck
    | WindDown
    | BeginDay
    | RecordPlan
    | AdoptRulebook
    | SetEffect
    | RecordApproval
    | AttachRules
    | WithdrawRules
    | SellRulesCopy
    | RegisterTable
    | RegisterTerminal
    | LinkTerminal
    | RecordEquipment
    | SetLimits
    | SetHours
    | SetPeriod
    | OfferChoiceOfWheel
    | SignOn
    | SignOff
    | OpenTable
    | GiveNotice
    | NotifyOfficial
    | NoteNotice
    | CloseTable
    | CloseTerminal
    | ReopenTerminal
    | MarkCleared
    | FitDisplay
    | RevokeDisplayKey
    | ReportShown
    | ReportSignal
    | StartVisit
    | EndVisit
)
