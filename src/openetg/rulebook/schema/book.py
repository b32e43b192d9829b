"""The shape of a rulebook: every key an approved instrument may set, with what it means.

These types are the schema: validation walks them, the reference page prints their sentences, and the rest of
the project reads rulebooks only through them. Everything that differs between instruments is a value, a policy or a
power in here and cites its clause. Absent optional sections mean that the
instrument does not know the thing.
"""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from typing import Literal

from msgspec import json

from openetg.rulebook.schema.funds import MoneyRules
from openetg.rulebook.schema.layouts import Games
from openetg.rulebook.schema.policies import Commencement
from openetg.rulebook.schema.premises import Display, Equipment
from openetg.rulebook.schema.prizes import Jackpots, Promotions
from openetg.rulebook.schema.shape import Clause, Power, RoleName, Section, Value
from openetg.rulebook.schema.tables import Round, Table
from openetg.rulebook.schema.trouble import Closing, Conduct, Disputes, Faults, Invalidation
from openetg.rulebook.schema.wagering import Limits, Wagers


class About(Section, frozen=True):
    """What the instrument is."""

    id: str
    """Short name of the rulebook: lower case letters, digits and dashes."""
    title: str
    """Title of the instrument."""
    jurisdiction: str
    """Where it applies."""
    casino: str
    """The casino it was approved for."""
    authority: str
    """Who approved it; a name, which a site may print differently."""
    currency: str
    """Three-letter code of the money it is played in."""
    signed: date | None = None
    """The day printed on it, of signing or of approval, if there is one."""


class Superseded(Section, frozen=True):
    """An older instrument that this one replaces."""

    id: str
    """What the older instrument is called; as a rulebook it has that name in lower case."""
    clause: Clause
    """The clause that revokes it."""


class CommencementRule(Section, frozen=True):
    """From which day a rulebook may be played."""

    policy: Commencement
    """How the day is found."""
    clause: Clause | None = None
    """The clause that says so; absent only where the instrument is undated."""


class Effect(Section, frozen=True):
    """From when the rulebook is in force, and what it replaces."""

    commencement: CommencementRule
    """From which day it may be played."""
    not_before: Value[date] | None = None
    """The day it states, or the earliest the operator may enter."""
    supersedes: tuple[Superseded, ...] = ()
    """Older instruments that may not be played from that day on."""


class Role(Section, frozen=True):
    """A kind of person the instrument names."""

    title: str
    """What the instrument calls them."""
    of: Literal["floor", "operator", "authority", "outside"]
    """Who they belong to: the casino's floor, the operator as such, the authority, or none of these."""
    clause: Clause
    """The clause that defines or first names them."""
    acts_as: tuple[RoleName, ...] = ()
    """Roles whose powers this role holds too."""
    same_as: RoleName | None = None
    """A role with exactly the same powers; only the name in the journal differs."""
    delegated_to: tuple[RoleName, ...] = ()
    """Roles through which this one acts, unless the site names others."""


class Reading(Section, frozen=True):
    """How a silent, misprinted or contradictory clause is applied, and why."""

    clause: Clause
    """The clause read."""
    printed: str
    """What stands in print, or what is missing."""
    applied: str
    """What the software does."""
    why: str
    """Why this reading and not another."""


class Rulebook(Section, frozen=True):
    """An approved instrument as data."""

    format: Literal[1]
    """The version of this format."""
    about: About
    """What the instrument is."""
    effect: Effect
    """From when it is in force."""
    roles: dict[str, Role]
    """The kinds of person it names."""
    powers: dict[str, Power]
    """Who may do what."""
    tables: dict[str, Table]
    """The kinds of table it allows."""
    rounds: dict[str, Round]
    """How a round runs."""
    wagers: Wagers
    """What holds for wagers."""
    limits: Limits
    """How limits work."""
    money: MoneyRules
    """Where money comes from and goes."""
    invalidation: Invalidation
    """When an outcome may be invalidated."""
    conduct: Conduct
    """Breaches and what may follow."""
    disputes: Disputes
    """How a dispute is decided."""
    closing: Closing
    """How a table closes."""
    display: Display
    """What a screen must show."""
    games: Games
    """The games."""
    denied: dict[str, Clause] = {}
    """Powers that no role has, each with the clause a refusal cites."""
    equipment: Equipment = Equipment()
    """What must be there before a table opens."""
    faults: Faults | None = None
    """What malfunctions of terminals do; absent where there are no terminals."""
    jackpots: Jackpots | None = None
    """Jackpots; absent where the instrument knows none."""
    promotions: Promotions | None = None
    """Promotional prizes; absent where the instrument knows none."""
    reading: tuple[Reading, ...] = ()
    """How silent or misprinted clauses are applied."""


def fingerprint(rulebook: Rulebook) -> tuple[bytes, str]:
    """The canonical bytes of a rulebook, which say what was played, and their hash.

    Fields stand in the order of the schema and named things (spots, symbols, roles) in the order of the file,
    since the order of spots is that of the layout; comments and spacing leave no trace.
    """
    body = json.encode(rulebook)
    return body, sha256(body).hexdigest()
