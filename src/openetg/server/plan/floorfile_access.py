"""How people come in, as the floor file says it: the section `access` and what it must satisfy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from openetg.floor.people.staff import DUTIES as DUTY_NAMES
from openetg.rulebook.problems import Problem, one_of, show
from openetg.rulebook.schema.book import Rulebook
from openetg.server.access.credentials.factor_rules import DUTIES, EVERYBODY, POWERS
from openetg.server.access.plan import AccessPlan
from openetg.server.plan.floorfile_jackpots import Part

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
LONGEST_IDLE_MIN = 8 * 60
LONGEST_LOGIN_H = 24


class AccessSection(Part, frozen=True):
    """How people come in."""

    idle_min: int = 15
    """After so many minutes without a word a login ends."""
    login_hours: int = 12
    """After so many hours a login ends, whatever happens."""
    second_factor: tuple[str, ...] = (DUTIES, POWERS)
    """Who must show a second factor: `duties` (any duty), `powers` (any role with a power over money or people),
    `everybody`, and names of single duties and roles; empty if no person must. A person who has one shows it in any
    case."""
    documents: bool = False
    """Whether people without a login may read the guides at `/docs` and the description of the API."""


def check_access(access: AccessSection, rulebooks: Iterable[Rulebook]) -> Iterator[Problem]:
    """What is wrong with the section."""
    known = {DUTIES, POWERS, EVERYBODY, *DUTY_NAMES, *(role for each in rulebooks for role in each.roles)}
    for name in access.second_factor:
        if name not in known:
            yield Problem("access.second_factor", one_of(known, name), show(name))
    if not 1 <= access.idle_min <= LONGEST_IDLE_MIN:
        yield Problem("access.idle_min", f"minutes from 1 to {LONGEST_IDLE_MIN}", show(access.idle_min))
    if not 1 <= access.login_hours <= LONGEST_LOGIN_H:
        yield Problem("access.login_hours", f"hours from 1 to {LONGEST_LOGIN_H}", show(access.login_hours))


def access_plan(access: AccessSection) -> AccessPlan:
    """The same as a plan."""
    return AccessPlan(
        access.idle_min * MINUTE_MS, access.login_hours * HOUR_MS, frozenset(access.second_factor), access.documents
    )


def check_tls_files(certificate: str, key: str, beside: Path) -> Iterator[Problem]:
    """Whether the certificate and its key are where the file says."""
    for name, file in (("certificate", certificate), ("key", key)):
        if file and not (beside / file).is_file():
            yield Problem(f"server.{name}", f"a file {beside / file}; `etg floor cert` makes one", "nothing there")
