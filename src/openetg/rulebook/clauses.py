"""The register of an instrument: every clause, what it says, what the software does about it, how one sees it."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING, Any

from msgspec import Struct, convert

from openetg.rulebook.check import KnownNames, check
from openetg.rulebook.problems import Problem, show

if TYPE_CHECKING:
    from collections.abc import Iterator


class ClauseKind(Enum):
    """What a clause is about."""

    DEFINITION = "definition"
    EQUIPMENT = "equipment"
    DISPLAY = "display"
    WAGER = "wager"
    LIMIT = "limit"
    PLAY = "play"
    MONEY = "money"
    STAFF = "staff"
    CONDUCT = "conduct"
    DISPUTE = "dispute"
    RECORD = "record"
    JACKPOT = "jackpot"
    PROMOTION = "promotion"


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause."""

    id: str
    """Its number in the instrument, made unique."""
    kind: ClauseKind
    """What it is about."""
    says: str
    """What it says, in our words."""
    system: str = "-"
    """What the software does about it."""
    evidence: str = "-"
    """How one sees that it does."""
    see: tuple[str, ...] = ()
    """Clauses to read with it."""
    not_for_software: str | None = None
    """Why no software can prove it; left out if it can."""


class Surprise(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a person who knows other rulebooks would get wrong here."""

    clause: str
    """The clause it comes from."""
    what: str
    """What is different."""


class Register(Struct, frozen=True, forbid_unknown_fields=True):
    """All clauses of one instrument, in printed order."""

    clause: tuple[Clause, ...]
    """The clauses."""
    difference: tuple[Surprise, ...] = ()
    """The surprises."""

    def ids(self) -> frozenset[str]:
        """Every clause id."""
        return frozenset(entry.id for entry in self.clause)

    def find(self, clause: str) -> Clause | None:
        """The clause of that id."""
        return next((entry for entry in self.clause if entry.id == clause), None)


def check_register(raw: dict[str, Any]) -> Iterator[Problem]:
    """Every problem of a raw register."""
    problems = list(check(raw, Register, "", KnownNames()))
    yield from problems
    if not problems:
        yield from _check_references(convert(raw, Register))


def _check_references(register: Register) -> Iterator[Problem]:
    if not register.clause:
        yield Problem("clause", "at least one clause", "none")
    for clause, times in Counter(entry.id for entry in register.clause).items():
        if times > 1:
            yield Problem("clause", "each clause id once", f"{show(clause)} {times} times")
    ids = register.ids()
    for entry in register.clause:
        for other in entry.see:
            if other not in ids:
                yield Problem(f'clause "{entry.id}".see', "clauses of this register", show(other))
    for difference in register.difference:
        if difference.clause not in ids:
            yield Problem("difference.clause", "a clause of this register", show(difference.clause))
