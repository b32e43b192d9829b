"""What stands on a floor: tables, terminals and limits, and the commands that bring a floor to it.

Everything a floor decides by came through its journal, so the description is turned into commands, and only for what
the floor does not have yet. What people may decide otherwise while the floor runs (limits, whether a table is open,
what a person may do) is asked for once: the last command says what the description said of it, and as long as it says
the same, what people have decided since stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from msgspec import Struct, json
from msgspec.structs import replace

from openetg.floor.commands import (
    AdoptRulebook,
    AnyCommand,
    AttachRules,
    ChangeJackpot,
    EngageStaff,
    LinkTerminal,
    OfferChoiceOfWheel,
    OpenTable,
    RecordEquipment,
    RecordPlan,
    RegisterTable,
    RegisterTerminal,
    RequireDrawers,
    SetBounds,
    SetLimits,
    SetPlaces,
    SetSecondAbove,
    SetTicketLife,
    SetUpJackpot,
    Sign,
    SignOn,
)
from openetg.floor.core.authority import DEALER_RUN
from openetg.floor.premises.founding import in_order, still_to_do
from openetg.floor.premises.rulebooks import adoption_of, rulebook_hash
from openetg.floor.state import Floor, Table
from openetg.floor.wagers.bounds import HOUSE
from openetg.money import ZERO, Money, cents
from openetg.rulebook.days import parse_day
from openetg.rulebook.schema.book import Rulebook
from openetg.server.plan.floorfile_rules import DocumentPlan
from openetg.server.plan.jackpot_plan import JackpotPlan, jackpot_commands

SIMULATED: Final = "simulated"
"""The address of a device that the floor brings along."""
OWN_CYCLE = "status+"
"""How the address of a wheel begins that has a status line and runs its own cycle."""
LANGUAGES = ("en", "zh-Hans", "vi", "it")
"""The languages that screens have texts in."""
CHIPS: tuple[Money, ...] = tuple(cents(100 * dollars) for dollars in (1, 5, 25, 100))
"""The chips of a terminal nothing else is known of."""


class TablePlan(Struct, frozen=True):
    """A table to be."""

    table: str
    title: str
    rulebook: str
    """The name of a rulebook."""
    kind: str
    period_ms: int
    launch_ms: int
    terminals: tuple[str, ...]
    limits: dict[str, Sign]
    device: str = SIMULATED
    """What decides the outcome, by address."""
    cloth: dict[str, Sign] = {}
    """The limits of its cloth."""
    line_grace_ms: int = 0
    display: str = ""
    """Its winning-number display, by address; empty if none."""
    seats: tuple[str, ...] = ()
    """Seats at its cloth that can be taken in a browser."""
    hardware: dict[str, tuple[str, ...]] = {}
    """Serial numbers of network devices, server terminals and what else the rulebook has in its inventory, by kind."""


class TerminalPlan(Struct, frozen=True):
    """A terminal to be."""

    terminal: str
    tables: tuple[str, ...]
    """The tables it plays at, the one it stands at first."""
    chips: tuple[Money, ...]
    notes: tuple[Money, ...]
    acceptor: str = SIMULATED
    printer: str = SIMULATED
    sensors: str = ""
    """Its doors and what watches them, by address; empty if none."""
    look: str = ""
    """The approved look of its screen, by the name the rulebook has for it; empty where it is not chosen."""
    limits: dict[str, Sign] = {}
    """Limits of its own at the table it stands at; empty if those of the table hold."""


class PlayPlan(Struct, frozen=True):
    """What players are offered and reminded of, and how far play may go."""

    languages: tuple[str, ...] = LANGUAGES
    """Those of the screens, the first to begin with."""
    autoplay_max: int = 100
    """So many rounds at most are played by themselves, where the rulebook allows it."""
    remind_every_ms: int = 0
    """How often a player is told how long the visit has lasted; zero for never."""
    break_after_ms: int = 0
    """After how long a break is suggested; zero for never."""
    loss_max: Money = ZERO
    """What a visit may lose at a terminal; zero means no bound."""
    lasts_ms: int = 0
    """How long a visit may last; zero is without end."""


class Staff(Struct, frozen=True):
    """A person who works here."""

    person: str
    name: str
    roles: dict[str, tuple[str, ...]]
    """Per rulebook."""
    duties: tuple[str, ...] = ()
    """For the house, where no rulebook speaks of it."""


class House(Struct, frozen=True):
    """A floor to be."""

    site: str
    tables: tuple[TablePlan, ...]
    notes: tuple[Money, ...]
    terminals: tuple[TerminalPlan, ...] = ()
    """What is known of terminals beyond the table they stand at."""
    staff: tuple[Staff, ...] = ()
    currency: str = "AUD"
    address: str = ""
    """A line below the name of the site on papers."""
    time_zone: str = "UTC"
    ticket_days: int = 0
    """For how long papers are paid; zero is without end."""
    ticket_prefix: int = 0
    """The first two digits of their numbers; zero for the one used last, or one drawn at random."""
    kiosks: dict[str, str] = {}
    """Machines that pay tickets in cash, by name their addresses."""
    monitoring: str = ""
    """The monitoring system of the site, by address; empty if none."""
    play: PlayPlan = PlayPlan()
    drawers: bool = False
    """Whether people pay cash at the cage only out of drawers of their own."""
    jackpots: tuple[JackpotPlan, ...] = ()
    documents: tuple[DocumentPlan, ...] = ()
    """The instruments themselves, to be attached to their rulebooks."""
    second_above: Money | None = None
    """Above this sum payments and rulings take two people; None leaves it as it is."""
    rehearsal: bool = False
    """Whether nothing here is real money: only then may devices be simulated."""
    trusted: frozenset[str] = frozenset()
    """Devices whose lines do without a key, by the names their keys would have."""


NOTES: tuple[Money, ...] = tuple(cents(100 * dollars) for dollars in (5, 10, 20, 50, 100))


def founding_commands(floor: Floor, house: House, rulebooks: dict[str, Rulebook]) -> Iterator[AnyCommand]:
    """What is still to be done to bring the floor to the house as planned, with every table in order.

    Last comes what the plan says, on record: a start that broke off before is taken up again.
    """
    plan = plan_of(house, rulebooks)
    for command in _still_to_do(floor, house, rulebooks):
        thing = _thing_of(command)
        if thing is None or thing not in plan or floor.premises.plan.get(thing) != plan[thing]:
            yield command
    if plan != floor.premises.plan:
        yield RecordPlan(plan)


def _still_to_do(floor: Floor, house: House, rulebooks: dict[str, Rulebook]) -> Iterator[AnyCommand]:
    """The commands for every difference between floor and plan, also those that a person decided."""
    for rulebook in rulebooks.values():
        yield from still_to_do(floor, (adoption_of(rulebook),))
    terminals = {plan.terminal: plan for plan in house.terminals}
    for plan in house.tables:
        table = floor.tables.get(plan.table)
        yield from still_to_do(floor, _wishes(floor, house, plan, rulebooks[plan.rulebook], terminals))
        yield from _limits(table, plan)
        if plan.seats and (table is None or table.cloth.places != len(plan.seats)):
            yield SetPlaces(plan.table, len(plan.seats))
    for terminal in terminals.values():
        yield from _links(floor, terminal)
        yield from _own_limits(floor, terminal)
        yield from _bounds(floor, terminal, house.play)
    for person in house.staff:
        yield from _engaged(floor, person, rulebooks)
    for document in house.documents:
        yield from still_to_do(floor, (_attached(document, rulebooks[document.rulebook], house.time_zone),))
    if house.ticket_days != floor.vault.ticket_days:
        yield SetTicketLife(house.ticket_days)
    if house.drawers != floor.vault.drawers_required:
        yield RequireDrawers(house.drawers)
    if house.second_above is not None and house.second_above != floor.people.second_above:
        yield SetSecondAbove(house.second_above)
    run_by = {plan.table: rulebooks[plan.rulebook] for plan in house.tables}
    for jackpot in house.jackpots:
        yield from jackpot_commands(floor, jackpot, run_by[jackpot.tables[0]])
    for plan in house.tables:
        if not _awaits_dealer(plan, rulebooks[plan.rulebook]) and _never_opened(floor, plan.table):
            yield OpenTable(plan.table)


def _attached(plan: DocumentPlan, rulebook: Rulebook, time_zone: str) -> AttachRules:
    """The document of a rulebook, from the beginning of its first day to the end of its last at the site."""
    first, last = parse_day(plan.day), parse_day(plan.last_day) if plan.last_day else None
    assert first is not None, "the file was checked"
    from_ms = midnight_ms(first, time_zone)
    until_ms = midnight_ms(last + timedelta(days=1), time_zone) if last is not None else 0
    return AttachRules(
        rulebook=rulebook_hash(rulebook),
        name=plan.name,
        media=plan.media,
        sha256=plan.sha256,
        size=plan.size,
        day=plan.day,
        from_ms=from_ms,
        last_day=plan.last_day,
        until_ms=until_ms,
        price=plan.price,
    )


def midnight_ms(day: date, time_zone: str) -> int:
    """When a day begins at the site."""
    return int(datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(time_zone)).timestamp()) * 1000


def _never_opened(floor: Floor, name: str) -> bool:
    """Whether a table waits for the file to open it: not one that was played at and that a person has closed."""
    table = floor.tables.get(name)
    if table is None or table.is_open:
        return table is None
    return table.rounds == 0 or floor.premises.plan.get(f"open/{name}") == NOT_OPENED


OPENED, NOT_OPENED = "yes", "no"


def plan_of(house: House, rulebooks: dict[str, Rulebook]) -> dict[str, str]:
    """What a house says of everything that people may decide otherwise, thing by thing."""
    said: dict[str, Any] = {"ticket_days": house.ticket_days, "drawers": house.drawers}
    for document in house.documents:
        said[f"rules/{rulebook_hash(rulebooks[document.rulebook])}"] = (
            document.sha256, document.name, document.day, document.last_day, document.price,
        )  # fmt: skip
    if house.second_above is not None:
        said["second_above"] = house.second_above
    for name, rulebook in rulebooks.items():
        said[f"choice_of_wheel/{rulebook_hash(rulebook)}"] = name
    for plan in house.tables:
        said[f"limits/{plan.table}"] = plan.limits
        said[f"cloth/{plan.table}"] = plan.cloth
        said[f"places/{plan.table}"] = len(plan.seats)
        said[f"dealer/{plan.table}"] = plan.device
        said |= {_hardware(plan.table, kind, each): True for kind, every in plan.hardware.items() for each in every}
        for terminal in plan.terminals:
            said[f"devices/{terminal}"] = plan.table
    for each in house.terminals:
        said[f"limits/{each.tables[0]}/{each.terminal}"] = each.limits
        said |= {f"link/{each.terminal}/{table}": True for table in each.tables}
        said[f"bounds/{each.terminal}"] = (house.play.loss_max, house.play.lasts_ms)
    for person in house.staff:
        said[f"staff/{person.person}"] = (_roles_of(person, rulebooks), person.duties)
    for jackpot in house.jackpots:
        said[f"jackpot/{jackpot.jackpot}"] = jackpot.rules
    plan_as_texts = {thing: json.encode(value, order="deterministic").decode() for thing, value in said.items()}
    for plan in house.tables:
        opens = not _awaits_dealer(plan, rulebooks[plan.rulebook])
        plan_as_texts[f"open/{plan.table}"] = OPENED if opens else NOT_OPENED
    return dict(sorted(plan_as_texts.items()))


def _thing_of(command: AnyCommand) -> str | None:
    """What of the plan a command is about; None if no person may decide it otherwise."""
    match command:
        case SetLimits():
            own = f"/{command.terminal}" if command.terminal else ""
            return f"{'cloth' if command.cloth else 'limits'}/{command.table}{own}"
        case SetPlaces():
            return f"places/{command.table}"
        case OpenTable():
            return f"open/{command.table}"
        case SignOn():
            return f"dealer/{command.table}"
        case OfferChoiceOfWheel():
            return f"choice_of_wheel/{command.rulebook}"
        case RecordEquipment() if command.terminal:
            return f"devices/{command.terminal}"
        case RecordEquipment():
            return _hardware(command.table, command.part, command.serial)
        case LinkTerminal():
            return f"link/{command.terminal}/{command.table}"
        case SetBounds():
            return f"bounds/{command.terminal}"
        case EngageStaff():
            return f"staff/{command.person}"
        case SetUpJackpot() | ChangeJackpot():
            return f"jackpot/{command.jackpot}"
        case AttachRules():
            return f"rules/{command.rulebook}"
    return OF_THE_SITE.get(type(command))


def _hardware(table: str, kind: str, serial: str) -> str:
    """A piece of hardware as a thing of the plan: one that a person has taken out since is not put back."""
    return f"hardware/{table}/{kind}/{serial}"


OF_THE_SITE: dict[type, str] = {
    SetTicketLife: "ticket_days",
    RequireDrawers: "drawers",
    SetSecondAbove: "second_above",
}
"""What of the plan is one for the whole site."""


def _awaits_dealer(plan: TablePlan, rulebook: Rulebook) -> bool:
    """Whether a person has to sign on before the table opens; with a simulated device comes a simulated dealer."""
    return plan.device != SIMULATED and rulebook.tables[plan.kind].device.value in DEALER_RUN


def _wishes(
    floor: Floor, house: House, plan: TablePlan, rulebook: Rulebook, terminals: dict[str, TerminalPlan]
) -> Iterator[AnyCommand]:
    """Everything that has a table in order but its rulebook, terminals with the notes planned for each."""
    wishes = in_order(
        rulebook,
        plan.table,
        plan.kind,
        terminals=plan.terminals,
        notes=house.notes,
        period_ms=plan.period_ms,
        launch_ms=plan.launch_ms,
        at_ms=floor.at_ms,
        signs=False,
        hardware=plan.hardware,
    )
    for wish in wishes:
        if isinstance(wish, RegisterTerminal) and wish.terminal in terminals:
            yield replace(wish, notes=terminals[wish.terminal].notes)
        elif isinstance(wish, RegisterTable):
            yield replace(wish, line_grace_ms=plan.line_grace_ms)
        elif isinstance(wish, SignOn) and _awaits_dealer(plan, rulebook):
            continue
        elif not isinstance(wish, AdoptRulebook):
            yield wish


def _limits(table: Table | None, plan: TablePlan) -> Iterator[SetLimits]:
    """The limits of terminals and of the cloth, where they are not as planned."""
    if plan.limits != _signed(table, "terminal"):
        yield SetLimits(plan.table, plan.limits)
    if plan.cloth != _signed(table, "cloth"):
        yield SetLimits(plan.table, plan.cloth, cloth=True)


def _own_limits(floor: Floor, plan: TerminalPlan) -> Iterator[SetLimits]:
    """The limits of one terminal, where they are not as planned."""
    table = floor.tables.get(plan.tables[0])
    own: dict[str, dict[str, Sign]] = {}
    if table is not None:
        own = table.own_limits if table.next_own_limits is None else table.next_own_limits
    waiting = table.unannounced.get(f"terminal/{plan.terminal}") if table is not None else None
    if plan.limits != (own.get(plan.terminal, {}) if waiting is None else waiting):
        yield SetLimits(plan.tables[0], plan.limits, terminal=plan.terminal)


def _signed(table: Table | None, channel: str) -> dict[str, Sign]:
    """The limits last set, in force or not yet."""
    if table is None:
        return {}
    if channel in table.unannounced:
        return table.unannounced[channel]
    signs = table if channel == "terminal" else table.cloth
    return signs.limits if signs.next_limits is None else signs.next_limits


def _links(floor: Floor, plan: TerminalPlan) -> Iterator[LinkTerminal]:
    terminal = floor.terminals.get(plan.terminal)
    known = terminal.tables if terminal is not None else plan.tables[:1]
    for table in plan.tables:
        if table not in known:
            yield LinkTerminal(plan.terminal, table)


def _bounds(floor: Floor, plan: TerminalPlan, play: PlayPlan) -> Iterator[SetBounds]:
    """How far play may go by the house, where it is not as planned."""
    terminal = floor.terminals.get(plan.terminal)
    stands = terminal.bounds.get(HOUSE) if terminal is not None else None
    known = (ZERO, 0) if stands is None else (stands.loss_max, stands.lasts_ms)
    if known != (play.loss_max, play.lasts_ms):
        yield SetBounds(plan.terminal, play.loss_max, play.lasts_ms)


def _engaged(floor: Floor, plan: Staff, rulebooks: dict[str, Rulebook]) -> Iterator[EngageStaff]:
    """A person with the roles and duties planned; a person who was released meanwhile is not engaged again."""
    roles = _roles_of(plan, rulebooks)
    known = floor.people.staff.get(plan.person)
    if known is None or (not known.released and (known.roles, known.duties) != (roles, plan.duties)):
        yield EngageStaff(plan.person, plan.name, roles, plan.duties)


def _roles_of(plan: Staff, rulebooks: dict[str, Rulebook]) -> dict[str, tuple[str, ...]]:
    return {rulebooks[name].about.id: held for name, held in plan.roles.items()}
