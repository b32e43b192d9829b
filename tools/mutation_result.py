"""What a run of mutants comes to: which were killed, which survived, which of these are accepted with a reason.

For tools/mutate_code.py and tools/mutate_rulebooks.py. It never makes or runs a mutant.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, json

ROOT = Path(__file__).resolve().parent.parent
ARGUED = ROOT / "docs" / "internals" / "mutation-survivors.toml"
NOTHING = "nothing"
LONGEST_SHOWN = 90


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    REFUSED = "refused"
    """It could not even be loaded."""
    SURVIVED = "survived"
    UNCARRIED = "uncarried"
    """No test carries its clause, or reaches its function."""


class Mutant(Struct, frozen=True):
    """One change to one thing."""

    place: str
    """The rulebook or the file."""
    key: str
    """The key of the rulebook, or the function."""
    old: str
    new: str
    clause: str = ""
    line: int = 0

    @property
    def change(self) -> str:
        """Old and new, as an argued survivor may name them."""
        return f"{self.old} → {self.new}"


class Argued(Struct, frozen=True, forbid_unknown_fields=True):
    """A survivor that is right as it is, and why."""

    place: str
    key: str
    why: str
    clause: str = ""
    change: str | None = None
    """One change; without it every change of the key."""

    def forgives(self, mutant: Mutant) -> bool:
        """Whether this is about that mutant."""
        mine, its = (self.place, self.key, self.clause), (mutant.place, mutant.key, mutant.clause)
        return mine == its and self.change in (None, mutant.change)


class Result(Struct):
    """What became of all mutants of a run."""

    fates: list[tuple[Mutant, Fate, str]] = []
    """Each with the test that killed it."""
    argued: list[Argued] = []
    started: float = 0.0
    each_is_carried: bool = False
    """Whether a mutant that no test could have noticed is as bad as a survivor."""

    def add(self, mutant: Mutant, fate: Fate, by: str = "") -> None:
        """Notes one, and shows on a terminal how far we are."""
        self.fates.append((mutant, fate, by))
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{len(self.fates)} mutants, {len(self.of(Fate.SURVIVED))} survivors \033[K")

    def of(self, fate: Fate) -> list[Mutant]:
        """Those of one fate."""
        return [mutant for mutant, each, _ in self.fates if each is fate]

    def lacking(self) -> list[Mutant]:
        """Those that no test has noticed, and those that none could have where that counts."""
        return [*self.of(Fate.SURVIVED), *(self.of(Fate.UNCARRIED) if self.each_is_carried else ())]

    def unargued(self) -> list[Mutant]:
        """Of these, those nobody has argued for."""
        return [each for each in self.lacking() if not any(entry.forgives(each) for entry in self.argued)]

    def accepted(self) -> list[tuple[Mutant, Argued]]:
        """The others, each with what was written for it."""
        reasons = (
            (each, next((entry for entry in self.argued if entry.forgives(each)), None)) for each in self.lacking()
        )
        return [(each, entry) for each, entry in reasons if entry is not None]

    def stale(self) -> list[Argued]:
        """Argued survivors that were put to the test and did not survive."""
        dead, living = [*self.of(Fate.KILLED), *self.of(Fate.REFUSED)], self.of(Fate.SURVIVED)
        return [each for each in self.argued if any(map(each.forgives, dead)) and not any(map(each.forgives, living))]

    def counts(self, place: str | None = None) -> dict[str, int]:
        """How many met which fate, in one place or in all."""
        fates = [fate for mutant, fate, _ in self.fates if place in (None, mutant.place)]
        return {"mutants": len(fates)} | {fate.value: fates.count(fate) for fate in Fate}


def read_argued(kind: str, path: Path = ARGUED) -> list[Argued]:
    """The argued survivors of one kind, `rulebook` or `code`."""
    return convert(tomllib.loads(path.read_text(encoding="utf-8")).get(kind, []), list[Argued])


def told(result: Result, *, as_json: bool, meaning: dict[Fate, str]) -> int:
    """Prints a result for a person or a program; 1 if somebody has to do something about a survivor."""
    unargued = result.unargued()
    places = sorted({mutant.place for mutant, _, _ in result.fates})
    sys.stderr.write("\r\033[K" if sys.stderr.isatty() else "")
    if as_json:
        counts = {place: result.counts(place) for place in places}
        accepted = [{"mutant": each, "why": entry.why} for each, entry in result.accepted()]
        lists = {
            "survivors": unargued,
            "accepted": accepted,
            "stale": result.stale(),
            "refused": result.of(Fate.REFUSED),
        }
        sys.stdout.write(json.encode({"places": counts, "all": result.counts(), **lists}).decode() + "\n")
        return 1 if unargued else 0
    lines = [_row("", {"mutants": "mutants"} | {fate.value: meaning[fate] for fate in Fate})]
    lines += [_row(place, result.counts(place)) for place in places] + [_row("all", result.counts())]
    fates = {id(mutant): meaning[fate] for mutant, fate, _ in result.fates}
    lines += [f"{fates[id(each)]}: {_named(each)}: {each.change}" for each in unargued]
    lines += [f"accepted: {_named(each)}: {each.change}: {entry.why}" for each, entry in result.accepted()]
    lines += [f"stale: {each.place}: {each.key}: argued, but killed now: {each.why}" for each in result.stale()]
    took = time.monotonic() - result.started
    lines.append(f"{len(unargued)} survivors to see to, {len(result.accepted())} accepted, in {took:.0f} s")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if unargued else 0


def listed(mutants: Iterable[Mutant]) -> int:
    """Prints mutants without putting them to the test."""
    sys.stdout.writelines(f"{_named(mutant)}: {mutant.change}\n" for mutant in mutants)
    return 0


def _row(name: str, cells: dict[str, Any]) -> str:
    return f"{name:34}" + "".join(f"{cell!s:>12}" for cell in cells.values())


def _named(mutant: Mutant) -> str:
    where = f"{mutant.place}:{mutant.line}" if mutant.line else mutant.place
    return ": ".join(part for part in (where, mutant.clause, mutant.key) if part)


def shown(text: str) -> str:
    """A piece of code or data on one line, not too long."""
    return line if len(line := " ".join(text.split())) <= LONGEST_SHOWN else line[:LONGEST_SHOWN] + "…"
