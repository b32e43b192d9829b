"""The demonstration floor: the floor file that ships, with every device simulated, for a start without one.

Everything in it is open to any user of this machine, no other machine can reach it, and nothing on it is real money.
"""

from __future__ import annotations

import hmac
import tomllib
from base64 import b32encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from msgspec import UNSET, Struct, UnsetType, convert
from msgspec.structs import replace

from openetg.floor.alerts.account_notes import DEMONSTRATION
from openetg.floor.state import Floor
from openetg.server.access.credentials.passwords import Hashing, PasswordFile
from openetg.server.guests.sessions import key_of
from openetg.server.plan.floor_plan import House, Staff, TablePlan, TerminalPlan
from openetg.server.plan.floorfile import FloorFile, house_of


@cache
def shipped() -> FloorFile:
    """The file as it ships; a test reads it as an operator's would be read."""
    return convert(tomllib.loads(files("openetg.server.plan").joinpath("floor.toml").read_text()), FloorFile)


def demonstration(
    *,
    terminals: int = 8,
    tables: tuple[str, ...] = (),
    period_ms: int | None = None,
    launch_ms: int | None = None,
) -> House:
    """The shipped floor with so many terminals at each table; only some of its tables, and other times, if asked."""
    house = house_of(shipped())
    chosen = tuple(plan for plan in house.tables if not tables or plan.table in tables)
    plans = tuple(_resized(plan, terminals, period_ms, launch_ms) for plan in chosen)
    alike = {table.table: [each for each in house.terminals if each.tables[0] == table.table] for table in chosen}
    here = {plan.table for plan in chosen}
    return replace(
        house,
        tables=plans,
        terminals=tuple(
            _named(alike[plan.table][position % len(alike[plan.table])], name, here)
            for plan in plans
            for position, name in enumerate(plan.terminals)
        ),
        staff=tuple(_within(person, {plan.rulebook for plan in chosen}) for person in house.staff),
        jackpots=tuple(plan for plan in house.jackpots if here.issuperset(plan.tables)),
    )


def _resized(plan: TablePlan, terminals: int, period_ms: int | None, launch_ms: int | None) -> TablePlan:
    prefix = plan.terminals[0].rstrip("0123456789") if plan.terminals else ""
    return replace(
        plan,
        terminals=tuple(f"{prefix}{number}" for number in range(1, terminals + 1)) if prefix else (),
        period_ms=plan.period_ms if period_ms is None else period_ms,
        launch_ms=plan.launch_ms if launch_ms is None else launch_ms,
    )


def _named(like: TerminalPlan, name: str, here: set[str]) -> TerminalPlan:
    return replace(like, terminal=name, tables=tuple(table for table in like.tables if table in here))


def _within(person: Staff, rulebooks: set[str]) -> Staff:
    return replace(person, roles={name: roles for name, roles in person.roles.items() if name in rulebooks})


def password_of(secret: bytes, person: str) -> str:
    """The password by which any user of this machine may log in as a person of the demonstration floor; its start page
    says it."""
    return b32encode(hmac.digest(secret, f"demonstration/{person}".encode(), sha256)[:10]).decode().lower()


class TerminalShown(Struct, frozen=True):
    """A terminal on the first page."""

    terminal: str
    href: str | UnsetType = UNSET
    """The way in, on a demonstration floor."""


class SeatShown(Struct, frozen=True):
    """A seat at the cloth on the first page."""

    seat: str
    href: str | UnsetType = UNSET


class TableShown(Struct, frozen=True):
    """A table on the first page: what is played there, and how it stands."""

    table: str
    title: str
    rulebook: str
    kind: str
    game: str
    open: bool
    round: int
    """Zero where there is none."""
    phase: str
    terminals: tuple[TerminalShown, ...]
    seats: tuple[SeatShown, ...]


class PersonShown(Struct, frozen=True):
    """A member of staff of the floor."""

    person: str
    name: str
    roles: dict[str, tuple[str, ...]]
    """Per rulebook."""
    duties: tuple[str, ...]
    password: str | UnsetType = UNSET
    """The word to come in by, on a demonstration floor."""


class FloorShown(Struct, frozen=True):
    """The tables, terminals and people of a floor, for its first page."""

    site: str
    tables: tuple[TableShown, ...] = ()
    staff: tuple[PersonShown, ...] | UnsetType = UNSET


def describe(floor: Floor, house: House, secret: bytes | None) -> FloorShown:
    """The tables, terminals and people of a floor, for its first page; with the secret of a
    demonstration floor a way in to each place."""

    def link(what: str, name: str) -> str | UnsetType:
        return UNSET if secret is None else f"/{what}/#{what}={name}&key={key_of(secret, name)}"

    def shown(plan: TablePlan) -> TableShown:
        table = floor.tables[plan.table]
        round_ = table.round
        return TableShown(
            table=plan.table,
            title=plan.title,
            rulebook=plan.rulebook,
            kind=plan.kind,
            game=floor.kind_of(table).game,
            open=table.is_open,
            round=round_.number if round_ is not None else 0,
            phase=round_.phase.value if round_ is not None else "",
            terminals=tuple(TerminalShown(name, link("terminal", name)) for name in plan.terminals),
            seats=tuple(SeatShown(name, link("seat", name)) for name in plan.seats),
        )

    return FloorShown(house.site, tuple(map(shown, house.tables)), tuple(_known(each, secret) for each in house.staff))


def _known(person: Staff, secret: bytes | None) -> PersonShown:
    password = UNSET if secret is None else password_of(secret, person.person)
    return PersonShown(person.person, person.name, person.roles, person.duties, password)


async def let_staff_in(passwords: PasswordFile, hashing: Hashing, house: House, secret: bytes) -> None:
    """Gives all staff of the demonstration floor a password, unless they have one."""
    known = passwords.read().passwords
    for person in house.staff:
        if person.person not in known:
            passwords.keep(person.person, await hashing.hashed(password_of(secret, person.person)), by=DEMONSTRATION)
