"""The start of a floor, up to its writer: checks itself, claims the journal, reads it, puts the start on record.

Order matters: first the address, so that a start by mistake beside a running floor does not take its journal away;
then what can be checked without touching the journal; then the claim, the reading and the checks of what was read; then
the writer's start on record with what the checks found, and what the floor lacks of its plan.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from msgspec import Struct

from openetg.floor.commands import AnyCommand, Order, ReportMachineFault, StartWriter
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import Floor
from openetg.journal.authentic import Authentic
from openetg.journal.highwater import read_adopted
from openetg.journal.store import Lease, Reader
from openetg.keys.files import write_whole
from openetg.keys.macs import make_mac_keys
from openetg.reports.audit.recovery import recover
from openetg.rulebook.load import load
from openetg.rulebook.schema.book import Rulebook
from openetg.server.access.origins import is_loopback, needs_tls
from openetg.server.access.plan import AccessPlan
from openetg.server.checks import manifest
from openetg.server.checks.clock_check import (
    Ask,
    ClockConfirmed,
    ClockFound,
    ClockLimits,
    check_start_clock,
    clock_faults,
)
from openetg.server.checks.device_lines import check_lines
from openetg.server.checks.file_modes import check_modes
from openetg.server.checks.manifest import Manifest
from openetg.server.checks.selfcheck import (
    SECRET,
    SelfCheck,
    check_changed,
    check_isolated,
    check_journal,
    check_keys,
    check_ledger,
    check_mark,
    check_room,
    check_rulebooks,
    check_signed,
    check_software,
    check_there,
    check_tickets,
    own_public_key,
)
from openetg.server.follower.shipping import Shipping
from openetg.server.front.front import Tls
from openetg.server.front.listening import PER_ADDRESS
from openetg.server.guests.sessions import MESSAGES_PER_S_MAX
from openetg.server.life.inquiry import presence
from openetg.server.life.stopping import STOP_WITHIN_MS
from openetg.server.plan.days import GamingDays
from openetg.server.plan.documents import DocumentShelf
from openetg.server.plan.floor_plan import House, founding_commands
from openetg.server.plan.folder import FloorFolder, JournalKind, authentic_of, open_store
from openetg.server.writer.draw_controller import Controller
from openetg.server.writer.engine import Clock, DayOf, Engine
from openetg.server.writer.measured_store import MeasuredStore
from openetg.server.writer.quarantine import Quarantine
from openetg.server.writer.sealing import open_sealer
from openetg.server.writer.writer import Decided, Writer

BUILD = "0.1.0"
HOUSE = "house"
"""The sender of commands that found the floor; clock and devices have the same boot number."""


class Settings(Struct, frozen=True):
    """How to run a floor."""

    folder: Path
    """The floor's folder; journal and keys may be elsewhere, see below."""
    house: House
    store: str = ""
    """The address of its journal; empty if in the folder."""
    keys: Path | None = None
    """Where its keys are; None if in the folder."""
    host: str = "127.0.0.1"
    port: int = 8400
    tls: Tls | None = None
    access: AccessPlan = AccessPlan()
    demonstration: bool = False
    """Whether everything is open to any user of this machine, as on the floor that comes without a file."""
    file: Path | None = None
    """The floor file it was read from; None if there is none."""
    manifest: Path | None = None
    """The manifest of the software that was approved; a floor that differs from it does not start."""
    day_of: DayOf | None = None
    """The gaming day of a moment; None means days that begin at 06:00 UTC."""
    messages_per_s: float = MESSAGES_PER_S_MAX
    connections_per_address: int = PER_ADDRESS
    follow: bool = True
    """Whether a second process follows the journal: checks it, signs it, takes snapshots, fills the mirror."""
    mirror: str = ""
    """The address of a second journal; empty if there is none."""
    players: int = 0
    """How many simulated players sit down at it."""
    pages: bool = True
    """Whether there are pages and the API; if not, sockets alone."""
    time_factor: float = 1.0
    """How much faster simulated devices are than real ones."""
    stop_within_ms: int = STOP_WITHIN_MS
    """How long a floor told to stop waits for rounds under way."""
    whisper: Callable[[str], None] | None = None
    """Prints what must not be readable later, such as a code; None if there is no way to."""
    shipping: Shipping = Shipping()
    """Where the follower sends signed checkpoints by itself."""
    clock: ClockLimits = ClockLimits()
    """How far the wall clock may be from the last entry before a person is asked."""
    clock_confirmed: ClockConfirmed | None = None
    """The confirmation that the clock is right; None if no person was asked yet."""
    ask_clock: Ask | None = None
    """Asks the person at the machine; None if there is none."""
    log_dropped: Callable[[], int] = int
    """Returns how many lines of the log were dropped."""


class FloorStopped(Exception):
    """The floor had to stop; the words say why and what to do."""


ReadFloor = Callable[[Reader], Floor]
"""Reads a journal to its end for a process that already follows it, such as a standby."""


class Claimed(Struct, frozen=True):
    """A journal that this process has claimed, and the floor read from it."""

    settings: Settings
    place: FloorFolder
    software: Manifest
    store: MeasuredStore
    lease: Lease
    floor: Floor
    rulebooks: dict[str, Rulebook]
    """The rulebooks of the plan, by the names the plan gives them."""
    clock: ClockFound


def refuse_open_house(settings: Settings) -> None:
    """Refuses an open house that other machines could reach, and a network address without TLS."""
    if settings.demonstration and not is_loopback(settings.host):
        raise FloorStopped(
            f"the demonstration floor is open to everybody who can reach it, so it listens on this machine only, not at"
            f" {settings.host}; `etg floor init` writes a floor file to start from"
        )
    why = needs_tls(settings.host, has_certificate=settings.tls is not None)
    if why is not None:
        raise FloorStopped(why)


def kind_of(settings: Settings) -> JournalKind:
    """Real money or demonstration: fixed in the name of the journal for as long as it exists."""
    if settings.demonstration:
        return JournalKind.DEMONSTRATION
    return JournalKind.REHEARSAL if settings.house.rehearsal else JournalKind.REAL


def claim(settings: Settings, warm: ReadFloor | None, check: SelfCheck, stack: AsyncExitStack) -> Claimed:
    """Checks what can be checked, takes the journal, and reads it; from then on the writer that had it is fenced."""
    place = FloorFolder(settings.folder, settings.store, settings.keys)
    software, clock = _check_unclaimed(settings, place, check)
    store = MeasuredStore(open_store(place, kind_of(settings)))
    stack.callback(store.close)
    stack.enter_context(presence(settings.folder, alone=False, journal=place.journal))
    lease = store.claim()
    if warm is None:
        authentic = authentic_of(place, store.journal_id)
        read = recover(store, snapshots=place.snapshots, key=own_public_key(place), authentic=authentic)
        floor, words = read.floor, check_journal(read, follow=settings.follow)
    else:
        floor = warm(store)
        words = f"{floor.sequence} entries, followed until now, chain and MACs hold"
    check.passed("journal", words)
    rulebooks = {name: load(name).rulebook for name in {plan.rulebook for plan in settings.house.tables}}
    return Claimed(
        settings=settings,
        place=place,
        software=software,
        store=store,
        lease=lease,
        floor=floor,
        rulebooks=rulebooks,
        clock=clock,
    )


async def start_writer(claimed: Claimed, check: SelfCheck, stack: AsyncExitStack) -> tuple[Engine, int]:
    """Checks what was read and puts the start on record, with what all checks found; returns the engine and the boot
    number."""
    floor, settings = claimed.floor, claimed.settings
    _check_read(claimed, check)
    clock = Clock(not_before_ms=floor.at_ms)
    sealer = open_sealer(claimed.place.keys, floor, clock.now_ms, settings.house.ticket_prefix or None)
    stack.callback(sealer.close)
    check.passed("tickets", check_tickets(floor, sealer.printed))
    journal_id = claimed.store.journal_id
    authentic = Authentic(journal_id, make_mac_keys(sealer.keyring), read_adopted(claimed.place.keys, journal_id))
    claimed.store.authenticate(authentic.mac_of)
    day_of = settings.day_of or GamingDays().day_of
    quarantine = Quarantine(claimed.place.quarantine)
    writer = Writer(floor, sealer)
    writer.follow = Controller(floor, sealer.keyring).follow
    engine = Engine(claimed.store, claimed.lease, writer, clock, day_of=day_of, quarantine=quarantine)
    house = floor.senders.get(HOUSE)
    boot = max(clock.now_ms(), house.boot + 1 if house else 0)
    lacking = _keep_documents(claimed, check)
    start: list[AnyCommand] = [StartWriter(LOGIC, BUILD, claimed.software.digest, tuple(check.lines))]
    await _found(engine, claimed, boot, [*start, *clock_faults(claimed.clock), *lacking])
    return engine, boot


def _check_unclaimed(settings: Settings, place: FloorFolder, check: SelfCheck) -> tuple[Manifest, ClockFound]:
    """Checks what needs no claim of the journal; returns the software found, and the clock."""
    told = tuple(filter(None, (settings.file, settings.manifest)))
    check.passed("files", check_modes(place, settings.tls.key if settings.tls else None, told))
    files = manifest.software_files()
    software = _software(files)
    check.passed("software", check_software(software, settings.manifest))
    must = settings.manifest is not None or kind_of(settings) is JournalKind.REAL
    check.passed("isolation", check_isolated(manifest.strangers(files), must_be=must))
    check.passed("disk", check_room(settings.folder))
    check.passed("place", check_there(place))
    check.passed("keys", check_keys(place))
    check.passed("checkpoints", check_signed(place))
    check.passed("lines", check_lines(settings.house, place.keys, demonstration=settings.demonstration))
    check.passed("mark", check_mark(place))
    clock = check_start_clock(place, settings.clock, settings.clock_confirmed, settings.ask_clock)
    check.passed("clock", clock.words)
    return software, clock


def _software(files: dict[str, Path]) -> Manifest:
    try:
        return manifest.of_files(files, build=BUILD)
    except manifest.ManifestProblem as problem:
        raise FloorStopped(f"self-check, software: {problem}") from None


def _check_read(claimed: Claimed, check: SelfCheck) -> None:
    """Checks the floor that was read, before any key or file is made anew."""
    floor = claimed.floor
    check.passed("software since", check_changed(floor, claimed.software))
    check.passed("rulebooks", check_rulebooks(floor, list(claimed.rulebooks.values())))
    check.passed("ledger", check_ledger(floor))


def _keep_documents(claimed: Claimed, check: SelfCheck) -> list[AnyCommand]:
    """Keeps the documents the floor file names beside the journal, and reads all that are on record against their hash.

    One that is missing or changed is a fault of the machine and is not served; the floor plays on.
    """
    shelf = DocumentShelf(claimed.place.documents)
    for plan in claimed.settings.house.documents:
        shelf.put(plan.path.read_bytes())
    lacking = shelf.lacking(claimed.floor)
    kept = sum(map(len, claimed.floor.premises.documents.values()))
    check.passed("documents", f"{kept - len(lacking)} of {kept} as attached")
    return [ReportMachineFault("documents", f"missing or changed: {', '.join(lacking)}")] if lacking else []


async def _found(engine: Engine, claimed: Claimed, boot: int, commands: list[AnyCommand]) -> None:
    """Puts the writer's start and then what the floor lacks on record; no guest is let in before."""
    refused: list[tuple[AnyCommand, Refusal]] = []
    commands += founding_commands(engine.writer.floor, claimed.settings.house, claimed.rulebooks)

    def note(told: object) -> None:
        if isinstance(told, Decided) and isinstance(told.verdict, Refusal):
            refused.append((told.order.command, told.verdict))

    for number, command in enumerate(commands, start=1):
        engine.writer.submit(Order(HOUSE, boot, number, command), note)
    while engine.writer.waiting:
        await engine.turn()
    if refused:
        command, refusal = refused[0]
        words = f"{type(command).__name__}: {refusal.reason.value} {refusal.clause} {refusal.details or ''}"
        raise FloorStopped(f"the floor cannot be set up as planned: {words}")


SECRET_BYTES = 32


def secret_of(folder: Path) -> bytes:
    """The secret that keys of terminals are made from; written whole or not at all: keys from half of it could be
    guessed."""
    path = folder / SECRET
    try:
        if not path.exists():
            write_whole(path, secrets.token_bytes(SECRET_BYTES), mode=0o600)
        secret = path.read_bytes()
    except OSError as fault:
        raise FloorStopped(f"{path}: the secret cannot be read or written: {fault.strerror}") from None
    if len(secret) != SECRET_BYTES:
        words = f"{path}: expected {SECRET_BYTES} bytes, found {len(secret)}; without it, every terminal gets a new key"
        raise FloorStopped(words)
    return secret


def refuse_taken_address(settings: Settings) -> None:
    """Raises `FloorStopped` if a floor with these settings could not listen now."""
    listen_at(settings.host, settings.port).close()


def listen_at(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as fault:
        listening.close()
        words = f"cannot listen at {host}:{port}: {fault.strerror}; choose another port with --port"
        raise FloorStopped(words) from None
    return listening
