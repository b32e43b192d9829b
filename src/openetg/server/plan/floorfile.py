"""The floor file: what stands on a floor, as an operator writes it down.

The types below are the only schema; `read` names everything that does not fit, first in form, then by what it means:
the tables, terminals and limits are tried out on an empty floor, so that what the rulebooks refuse is said here, with
the clause, and not when the casino opens.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import convert, field
from msgspec.structs import replace

from openetg.floor.commands import (
    AttachRules,
    Command,
    EngageStaff,
    LinkTerminal,
    RecordApproval,
    SetBounds,
    SetTicketLife,
    SetUpJackpot,
    Sign,
)
from openetg.floor.core.refusals import Refusal, sentence
from openetg.floor.money.cash import DAYS_MAX
from openetg.floor.people.staff import DUTIES
from openetg.floor.pipeline import apply, decide
from openetg.floor.premises.equipment import is_automatic_wheel
from openetg.floor.state import Floor
from openetg.floor.wagers.signs import unsigned
from openetg.keys.tickets import FIRST_PREFIX, LAST_PREFIX
from openetg.money import ZERO, Money, parse_money
from openetg.rulebook.check import KnownNames, check
from openetg.rulebook.load import load, read_toml
from openetg.rulebook.problems import Problem, Problems, in_file, one_of, show
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.shape import Amount
from openetg.server.front.listening import PER_ADDRESS
from openetg.server.guests.screens import is_look_of
from openetg.server.plan.floor_plan import (
    LANGUAGES,
    NOTES,
    OWN_CYCLE,
    SIMULATED,
    House,
    PlayPlan,
    Staff,
    TablePlan,
    TerminalPlan,
    founding_commands,
)
from openetg.server.plan.floorfile_access import AccessSection, check_access, check_tls_files
from openetg.server.plan.floorfile_devices import (
    KioskSection,
    Line,
    MonitoringSection,
    check_address,
    check_line,
    check_real_or_rehearsed,
    check_site_devices,
)
from openetg.server.plan.floorfile_jackpots import JackpotSection, Part, check_jackpots, jackpot_plans
from openetg.server.plan.floorfile_people import SecondPersonSection, StaffSection
from openetg.server.plan.floorfile_rules import RulesSection, beside, check_rules, document_plans
from openetg.server.plan.floorfile_safety import CheckpointsSection, ClockSection, check_safety

_RANGE = re.compile(r"([^\d.]*)(\d{1,5})\.\.([^\d.]*)(\d{1,5})", re.ASCII)
_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)
MOST_TERMINALS = 20_000
LONGEST_NAME = 24
"""A table's name is part of the name of each spin, which has to fit the line to a device."""
_ON_A_LINE = re.compile(rf"[A-Za-z0-9._:-]{{1,{LONGEST_NAME}}}", re.ASCII)
_AT_TABLE, _AT_TERMINAL = ("device", "display"), ("acceptor", "printer", "sensors")
MINUTE_MS = 60_000
DAY_MIN = 24 * 60
AUTOPLAY_MOST = 1_000
"""No floor lets a terminal play more rounds than this by itself."""


class SiteSection(Part, frozen=True):
    """Where the floor is."""

    name: str
    """What it is called on every page and ticket."""
    address: str = ""
    """A line below the name on tickets."""
    currency: str = "AUD"
    """Three letters; amounts have two decimals."""
    time_zone: str = "UTC"
    """As in the time zone database, such as Australia/Sydney."""
    day_starts: str = "06:00"
    """When the gaming day begins, by the clock of that zone."""
    rehearsal: bool = False
    """Whether nothing here is real money: devices may be simulated, every screen says so, and the journal is one of
    a rehearsal for good."""


class ServerSection(Part, frozen=True):
    """Where it listens."""

    host: str = "127.0.0.1"
    """Its address; anything but a loopback address needs a certificate."""
    port: int = 8400
    certificate: str = ""
    """The file of the certificate, with those that vouch for it."""
    key: str = ""
    """The file of its private key."""
    connections_per_address: int = PER_ADDRESS
    """How many connections one address may hold at once; more where a gateway has one for many terminals. This machine
    itself is exempt."""


class JournalSection(Part, frozen=True):
    """Where it remembers."""

    store: str = "sqlite:journal"
    """`sqlite:` and a folder, or `postgresql://…`."""
    keys: str = "keys"
    """The folder of its keys; best on another disk than the journal."""
    mirror: str = ""
    """A second journal that the follower fills; empty if none."""


class SignSection(Part, frozen=True):
    """Limits of one kind of wager."""

    min: Amount | None = None
    max: Amount | None = None
    step: Amount | None = None
    multiples: bool = False
    """Whether only multiples of the minimum are permitted."""


class TableSection(Part, frozen=True):
    """A table."""

    title: str
    rulebook: str
    """The name of one that ships, or the path of a folder."""
    kind: str
    """Which of the tables its rulebook describes."""
    period_s: int = 30
    """The wagering period in seconds."""
    launch_s: int = 18
    """Seconds from the opening to the launch, where the device is automatic."""
    line_grace_s: int = 0
    """How long the line to a terminal may be lost before it counts as a malfunction."""
    device: str = ""
    """What decides the outcome: `tcp://HOST:PORT` or `serial:PATH`, with `status+` in front for a wheel that has a
    status line and runs its own cycle; in a rehearsal also `simulated`, which it is there without a word."""
    line: Line = "keyed"
    """How it and the display are reached: `keyed` (key, seal on every line) or `trusted` (in one locked cabinet)."""
    display: str = ""
    """Its winning-number display: `tcp://HOST:PORT` or `serial:PATH`."""
    seats: str = ""
    """Seats at its cloth for people who play in a browser, names as for terminals; only with a simulated device."""
    limits: dict[str, SignSection] = {}
    """Limits of its terminals, by spot or kind of wager; `any` for others, `sum` for a whole terminal in a round."""
    cloth: dict[str, SignSection] = {}
    """Limits of its cloth."""
    hardware: dict[str, tuple[str, ...]] = {}
    """Serial numbers of what else its rulebook lists as hardware, by kind: `network-device`, `server-terminal`."""


class TerminalsSection(Part, frozen=True):
    """Terminals that are alike."""

    names: str
    """Names with spaces between them; `M1..M8` for many."""
    tables: tuple[str, ...]
    """The tables they play at, the one they stand at first."""
    chips: tuple[Amount, ...] = ("1.00", "5.00", "25.00", "100.00")
    """The chips on the screen."""
    looks: tuple[str, ...] = ()
    """The approved looks of their screens, by the names the rulebook of their table has for them, given in turn."""
    notes: tuple[Amount, ...] = ("5.00", "10.00", "20.00", "50.00", "100.00")
    """The notes that are taken."""
    acceptor: str = ""
    """Its note acceptor: `tcp://HOST:PORT` or `serial:PATH`, with `{}` for the name of the terminal; in a rehearsal
    also `simulated`, which it is there without a word."""
    printer: str = ""
    """Its ticket printer, likewise."""
    sensors: str = ""
    """Its doors and what watches them, by address; without one there are none."""
    line: Line = "keyed"
    """How its devices are reached: `keyed` or `trusted`, as at tables."""
    limits: dict[str, SignSection] = {}
    """Limits of their own at the table they stand at, where its rulebook knows such; else they go by the table's."""


class PlaySection(Part, frozen=True):
    """What players are offered and reminded of, and how far play may go."""

    languages: tuple[str, ...] = LANGUAGES
    """The languages of the screens, the first to begin with: `en`, `zh-Hans`, `vi`, `it`."""
    autoplay_max: int = 100
    """So many rounds at most may be played by themselves, where the rulebook allows it; 0 for none."""
    remind_every_min: int = 0
    """How often, in minutes, a player is told how long the visit has lasted; 0 for never."""
    break_after_min: int = 0
    """After how many minutes a break is suggested; 0 for never."""
    loss_max: Amount | None = None
    """What a visit may lose at a terminal; without one there is no bound."""
    visit_max_min: int = 0
    """How many minutes a visit at a terminal may last; 0 is without end."""


class TicketsSection(Part, frozen=True):
    """Papers."""

    days: int = 0
    """For how many days they are paid; 0 is without end."""
    prefix: int = 0
    """The first two digits of their numbers, from 10 to 99; 0 has one drawn at random when the keys are made."""


class CageSection(Part, frozen=True):
    """The cage."""

    drawers: bool = False
    """Whether people pay cash only out of drawers of their own; machines that pay have their own boxes."""


class FloorFile(Part, frozen=True):
    """The whole file."""

    site: SiteSection
    tables: dict[str, TableSection]
    terminals: tuple[TerminalsSection, ...] = ()
    server: ServerSection = field(default_factory=ServerSection)
    journal: JournalSection = field(default_factory=JournalSection)
    access: AccessSection = field(default_factory=AccessSection)
    staff: dict[str, StaffSection] = {}
    tickets: TicketsSection = field(default_factory=TicketsSection)
    cage: CageSection = field(default_factory=CageSection)
    second_person: SecondPersonSection = field(default_factory=SecondPersonSection)
    kiosks: dict[str, KioskSection] = {}
    monitoring: MonitoringSection = field(default_factory=MonitoringSection)
    play: PlaySection = field(default_factory=PlaySection)
    jackpots: dict[str, JackpotSection] = {}
    rules: dict[str, RulesSection] = {}
    clock: ClockSection = field(default_factory=ClockSection)
    checkpoints: CheckpointsSection = field(default_factory=CheckpointsSection)


class FloorFileProblems(Problems):
    """A floor file that cannot be used."""


def read(path: Path) -> FloorFile:
    """The floor a file describes; raises `FloorFileProblems` with everything that is wrong with it."""
    raw = read_toml(path)
    problems = list(check(raw, FloorFile, "", KnownNames()))
    if not problems:
        file = replace(found := convert(raw, FloorFile), rules=beside(found.rules, path.absolute().parent))
        problems = [
            *check_tls_files(file.server.certificate, file.server.key, path.absolute().parent),
            *_check_meaning(file),
        ]
        if not problems:
            return file
    raise FloorFileProblems(in_file(problems, str(path)))


def house_of(file: FloorFile) -> House:
    """The same as a plan."""
    terminals = {
        name: _terminal(section, position, name)
        for section in file.terminals
        for position, name in enumerate(spread(section.names) or ())
    }
    tables = tuple(
        TablePlan(
            table=name,
            title=table.title,
            rulebook=table.rulebook,
            kind=table.kind,
            period_ms=table.period_s * 1000,
            launch_ms=table.launch_s * 1000,
            terminals=tuple(each.terminal for each in terminals.values() if each.tables[0] == name),
            limits=_signs(table.limits),
            device=table.device or SIMULATED,
            cloth=_signs(table.cloth),
            line_grace_ms=table.line_grace_s * 1000,
            display=table.display,
            seats=tuple(spread(table.seats) or ()),
            hardware=table.hardware,
        )
        for name, table in file.tables.items()
    )
    staff = tuple(Staff(person, section.name, section.roles, section.duties) for person, section in file.staff.items())
    return House(
        site=file.site.name,
        tables=tables,
        notes=NOTES,
        terminals=tuple(terminals.values()),
        staff=staff,
        currency=file.site.currency,
        address=file.site.address,
        time_zone=file.site.time_zone,
        ticket_days=file.tickets.days,
        ticket_prefix=file.tickets.prefix,
        kiosks={name: kiosk.device for name, kiosk in file.kiosks.items()},
        monitoring=file.monitoring.device,
        play=_play(file.play),
        drawers=file.cage.drawers,
        jackpots=jackpot_plans(file.jackpots),
        documents=document_plans(file.rules),
        second_above=None if file.second_person.above is None else parse_money(file.second_person.above),
        rehearsal=file.site.rehearsal,
        trusted=_trusted(file),
    )


def _trusted(file: FloorFile) -> frozenset[str]:
    """Devices whose lines are said to need no key, by the names their keys would have."""
    found = {f"{what}-{name}" for name, table in file.tables.items() if table.line == "trusted" for what in _AT_TABLE}
    for section in file.terminals:
        if section.line == "trusted":
            found |= {f"{what}-{name}" for name in spread(section.names) or () for what in _AT_TERMINAL}
    found |= {f"kiosk-{name}" for name, kiosk in file.kiosks.items() if kiosk.line == "trusted"}
    return frozenset(found | ({"monitoring"} if file.monitoring.line == "trusted" else set()))


def _terminal(section: TerminalsSection, position: int, name: str) -> TerminalPlan:
    """One of several terminals that are alike."""
    return TerminalPlan(
        name,
        section.tables,
        _amounts(section.chips),
        _amounts(section.notes),
        acceptor=section.acceptor.replace("{}", name) or SIMULATED,
        printer=section.printer.replace("{}", name) or SIMULATED,
        sensors=section.sensors.replace("{}", name),
        look=section.looks[position % len(section.looks)] if section.looks else "",
        limits=_signs(section.limits),
    )


def _play(play: PlaySection) -> PlayPlan:
    return PlayPlan(
        languages=play.languages,
        autoplay_max=play.autoplay_max,
        remind_every_ms=play.remind_every_min * MINUTE_MS,
        break_after_ms=play.break_after_min * MINUTE_MS,
        loss_max=ZERO if play.loss_max is None else parse_money(play.loss_max),
        lasts_ms=play.visit_max_min * MINUTE_MS,
    )


def spread(text: str) -> list[str] | None:
    """Names with spaces between them, ranges written out; None if it is none or a range that does not rise."""
    names: list[str] = []
    for word in text.split():
        match = _RANGE.fullmatch(word)
        if match is None:
            names.append(word)
        elif match[1] != match[3] or int(match[2]) > int(match[4]):
            return None
        else:
            names += [f"{match[1]}{number}" for number in range(int(match[2]), int(match[4]) + 1)]
        if len(names) > MOST_TERMINALS:
            break  # the caller reports that they are too many
    return names or None


def _amounts(texts: Iterable[str]) -> tuple[Money, ...]:
    return tuple(parse_money(text) for text in texts)


def _signs(sections: dict[str, SignSection]) -> dict[str, Sign]:
    def money(text: str | None) -> Money | None:
        return None if text is None else parse_money(text)

    return {
        kind: Sign(money(section.min), money(section.max), money(section.step), section.multiples)
        for kind, section in sections.items()
    }


def _check_meaning(file: FloorFile) -> Iterator[Problem]:
    form = [
        *_check_site(file.site),
        *_check_server(file.server),
        *_check_journal(file.journal),
        *_check_tables(file),
        *_check_terminals(file),
        *_check_tickets(file.tickets),
        *_check_play(file.play),
        *check_site_devices(file.kiosks, file.monitoring, _ON_A_LINE),
        *check_jackpots(file.jackpots, file.tables),
        *check_rules(file.rules, {table.rulebook for table in file.tables.values()}),
        *check_safety(file.clock, file.checkpoints),
    ]
    yield from form
    if form:
        return
    rulebooks = {table.rulebook: load(table.rulebook).rulebook for table in file.tables.values()}
    named = [
        *check_access(file.access, rulebooks.values()),
        *_check_staff(file, rulebooks),
        *_check_looks(file, rulebooks),
    ]
    yield from named
    if not named:
        yield from _tried_out(file, rulebooks)


def _check_site(site: SiteSection) -> Iterator[Problem]:
    if not _CURRENCY.fullmatch(site.currency):
        yield Problem("site.currency", "three capital letters such as AUD", show(site.currency))
    if not _CLOCK.fullmatch(site.day_starts):
        yield Problem("site.day_starts", "a time of day such as 06:00", show(site.day_starts))
    try:
        ZoneInfo(site.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        yield Problem("site.time_zone", "a time zone such as Australia/Sydney", show(site.time_zone))


def _check_server(server: ServerSection) -> Iterator[Problem]:
    if not 0 <= server.port <= 65_535:
        yield Problem("server.port", "a port from 0 to 65535", show(server.port))
    if server.connections_per_address < 1:
        at = "server.connections_per_address"
        yield Problem(at, "a whole number of 1 or more", show(server.connections_per_address))
    if bool(server.certificate) != bool(server.key):
        lacking = "key" if server.certificate else "certificate"
        yield Problem(f"server.{lacking}", "a certificate and its key together", "only one of them")
    if server.host not in {"127.0.0.1", "::1", "localhost"} and not server.certificate:
        yield Problem(
            "server.certificate", f"a certificate for {server.host}, since others can listen there", "nothing"
        )


def _check_journal(journal: JournalSection) -> Iterator[Problem]:
    for key, address in (("store", journal.store), ("mirror", journal.mirror)):
        if address and not address.startswith(("sqlite:", "postgresql://")):
            yield Problem(f"journal.{key}", "sqlite: and a folder, or postgresql://…", show(address))


def _check_tickets(tickets: TicketsSection) -> Iterator[Problem]:
    if not 0 <= tickets.days <= DAYS_MAX:
        yield Problem("tickets.days", f"a number of days from 0 to {DAYS_MAX}", show(tickets.days))
    if tickets.prefix and not FIRST_PREFIX <= tickets.prefix <= LAST_PREFIX:
        yield Problem("tickets.prefix", f"a number from {FIRST_PREFIX} to {LAST_PREFIX}, or 0", show(tickets.prefix))


def _check_play(play: PlaySection) -> Iterator[Problem]:
    if not play.languages or len(set(play.languages)) < len(play.languages):
        yield Problem("play.languages", "at least one language, each once", show(list(play.languages)))
    for language in play.languages:
        if language not in LANGUAGES:
            yield Problem("play.languages", one_of(LANGUAGES, language), show(language))
    if not 0 <= play.autoplay_max <= AUTOPLAY_MOST:
        yield Problem("play.autoplay_max", f"a number of rounds from 0 to {AUTOPLAY_MOST}", show(play.autoplay_max))
    for key in ("remind_every_min", "break_after_min", "visit_max_min"):
        minutes = getattr(play, key)
        if not 0 <= minutes <= DAY_MIN:
            yield Problem(f"play.{key}", f"a number of minutes from 0 to {DAY_MIN}", show(minutes))


def _check_looks(file: FloorFile, rulebooks: dict[str, Rulebook]) -> Iterator[Problem]:
    """Terminals have only the looks that were approved for the game at the table they stand at."""
    for position, section in enumerate(file.terminals):
        table = file.tables[section.tables[0]]
        rulebook = rulebooks[table.rulebook]
        game = rulebook.tables[table.kind].game
        approved = [name for name, look in rulebook.display.looks.items() if is_look_of(look, game)]
        for look in section.looks:
            if look not in approved:
                expected = f"a look of {table.rulebook}, {one_of(approved, look)}" if approved else "no look"
                yield Problem(f"terminals[{position}].looks", expected, show(look))


def _check_tables(file: FloorFile) -> Iterator[Problem]:
    if not file.tables:
        yield Problem("tables", "at least one table", "none")
    for name, table in file.tables.items():
        try:
            kinds = load(table.rulebook).rulebook.tables
        except Problems as wrong:
            yield Problem(f"tables.{name}.rulebook", "a rulebook that can be used", str(wrong.problems[0]))
            continue
        if table.kind not in kinds:
            yield Problem(f"tables.{name}.kind", one_of(kinds, table.kind), show(table.kind))
            continue
        automatic = is_automatic_wheel(kinds[table.kind].device.value)
        yield from _check_table(f"tables.{name}", name, table, may_cycle=automatic)
        yield from check_real_or_rehearsed(f"tables.{name}.device", table.device, rehearsal=file.site.rehearsal)


def _check_table(key: str, name: str, table: TableSection, *, may_cycle: bool) -> Iterator[Problem]:
    if not _ON_A_LINE.fullmatch(name):
        yield Problem(key, f"a name of at most {LONGEST_NAME} letters, digits and . _ : -", show(name))
    if table.device not in {"", SIMULATED}:
        yield from check_address(f"{key}.device", table.device, may_cycle=may_cycle)
    yield from check_line(f"{key}.line", table.line, (table.device, table.display))
    if table.device.startswith(OWN_CYCLE) and table.launch_s != 1:
        yield Problem(
            f"{key}.launch_s", "1, since a wheel that runs its own cycle waits for nobody", show(table.launch_s)
        )
    if table.display:
        yield from check_address(f"{key}.display", table.display)
    if table.seats and (spread(table.seats) is None or table.device not in {"", SIMULATED}):
        yield Problem(f"{key}.seats", "names such as W1..W8, at a table with a simulated device", show(table.seats))


def _check_terminals(file: FloorFile) -> Iterator[Problem]:
    seen: set[str] = set()
    for position, section in enumerate(file.terminals):
        key = f"terminals[{position}]"
        names = spread(section.names)
        if names is None or len(names) > MOST_TERMINALS:
            yield Problem(f"{key}.names", "names such as M1..M8 or M1 M2 M3", show(section.names))
            continue
        for name in names:
            if name in seen:
                yield Problem(f"{key}.names", "each terminal once", f"{name} again")
            seen.add(name)
        if not section.tables:
            yield Problem(f"{key}.tables", "the table they stand at", "an empty list")
        for table in section.tables:
            if table not in file.tables:
                yield Problem(f"{key}.tables", one_of(file.tables, table), show(table))
        if not section.chips or any(parse_money(chip) <= ZERO for chip in section.chips):
            yield Problem(f"{key}.chips", "at least one chip, each worth something", show(list(section.chips)))
        yield from _check_devices(section, key, rehearsal=file.site.rehearsal)


def _check_devices(section: TerminalsSection, key: str, *, rehearsal: bool) -> Iterator[Problem]:
    addresses = {what: getattr(section, what).replace("{}", "T") for what in _AT_TERMINAL}
    for what, address in addresses.items():
        if what != "sensors":
            yield from check_real_or_rehearsed(f"{key}.{what}", address, rehearsal=rehearsal)
        if address and (address != SIMULATED or what == "sensors"):
            yield from check_address(f"{key}.{what}", address)
    yield from check_line(f"{key}.line", section.line, tuple(addresses.values()))


def _check_staff(file: FloorFile, rulebooks: dict[str, Rulebook]) -> Iterator[Problem]:
    for person, section in file.staff.items():
        for duty in section.duties:
            if duty not in DUTIES:
                yield Problem(f"staff.{person}.duties", one_of(DUTIES, duty), show(duty))
        for name, roles in section.roles.items():
            if name not in rulebooks:
                yield Problem(f"staff.{person}.roles.{name}", one_of(rulebooks, name), show(name))
                continue
            for role in roles:
                if role not in rulebooks[name].roles:
                    expected = f"a role of {name}, {one_of(rulebooks[name].roles, role)}"
                    yield Problem(f"staff.{person}.roles.{name}", expected, show(role))


def _tried_out(file: FloorFile, rulebooks: dict[str, Rulebook]) -> Iterator[Problem]:
    """What the floor itself refuses, told by the key that asks for it."""
    floor = Floor()
    at_ms = floor.at_ms = time.time_ns() // 1_000_000
    for command in founding_commands(floor, house_of(file), rulebooks):
        verdict = decide(floor, command, at_ms)
        if isinstance(verdict, Refusal):
            yield Problem(_key_of(command), "something the rulebook allows", _told(verdict))
            return
        for event in verdict:
            apply(floor, event)
    for table in floor.tables.values():
        lacking = unsigned(floor, table)
        if lacking is not None:
            yield Problem(f"tables.{table.name}", "something the rulebook allows", _told(lacking))


def _told(refusal: Refusal) -> str:
    """A refusal in words for the reader of the file, with its clause and details."""
    words = f"{sentence(refusal.reason)}{f' (clause {refusal.clause})' if refusal.clause else ''}"
    details = ", ".join(f"{key} {value}" for key, value in (refusal.details or {}).items())
    return words + (f": {details}" if details else "")


def _key_of(command: Command) -> str:
    table = getattr(command, "table", "")
    if isinstance(command, EngageStaff):
        return f"staff.{command.person}"
    if isinstance(command, AttachRules):
        return f"rules: {command.name}"
    if isinstance(command, SetBounds | SetTicketLife):
        return "play" if isinstance(command, SetBounds) else "tickets.days"
    if isinstance(command, SetUpJackpot):
        return f"jackpots.{command.jackpot}"
    if isinstance(command, RecordApproval) and not table:
        return "jackpots: approvals"
    what = f"terminals: {terminal}" if (terminal := getattr(command, "terminal", "")) else f"tables.{table}"
    return f"{what}.tables" if isinstance(command, LinkTerminal) else what
