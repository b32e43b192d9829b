"""The demonstration floor: the floor file that ships, with every device simulated, for whoever starts without one.

Everything in it is open to whoever sits at this machine, nobody else can reach it, and nothing on it is real money.
"""

from __future__ import annotations

import hmac
import tomllib
from base64 import b32encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from openetg.floor.alerts.account_notes import DEMONSTRATION
from openetg.floor.state import Floor, Table
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
    """With which anybody at this machine may log in as a person of the demonstration floor; its start page says it."""
    return b32encode(hmac.digest(secret, f"demonstration/{person}".encode(), sha256)[:10]).decode().lower()


def describe(floor: Floor, house: House, secret: bytes | None) -> dict[str, Any]:
    """What stands on a floor, for its first page; with the secret of a demonstration floor a way in to each place."""

    def link(what: str, name: str) -> dict[str, str]:
        way = {} if secret is None else {"href": f"/{what}/#{what}={name}&key={key_of(secret, name)}"}
        return {what: name, **way}

    tables = [
        {
            "table": plan.table,
            "title": plan.title,
            "rulebook": plan.rulebook,
            "kind": plan.kind,
            **_now(floor, floor.tables[plan.table]),
            "terminals": [link("terminal", name) for name in plan.terminals],
            "seats": [link("seat", name) for name in plan.seats],
        }
        for plan in house.tables
    ]
    return {"site": house.site, "tables": tables, "staff": [_known(each, secret) for each in house.staff]}


def _now(floor: Floor, table: Table) -> dict[str, Any]:
    """What is played at a table, and how it stands."""
    round_ = table.round
    return {
        "game": floor.kind_of(table).game,
        "open": table.is_open,
        "round": round_.number if round_ is not None else 0,
        "phase": round_.phase.value if round_ is not None else "",
    }


def _known(person: Staff, secret: bytes | None) -> dict[str, Any]:
    told = {"person": person.person, "name": person.name, "roles": person.roles, "duties": person.duties}
    return told if secret is None else {**told, "password": password_of(secret, person.person)}


async def let_staff_in(passwords: PasswordFile, hashing: Hashing, house: House, secret: bytes) -> None:
    """Gives everybody who works on the demonstration floor a password, unless they have one."""
    known = passwords.read().passwords
    for person in house.staff:
        if person.person not in known:
            passwords.keep(person.person, await hashing.hashed(password_of(secret, person.person)), by=DEMONSTRATION)
