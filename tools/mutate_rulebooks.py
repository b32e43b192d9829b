"""Mutation of rulebooks: every cited value, policy and power perturbed one at a time; a test of its clause must fail.

    python tools/mutate_rulebooks.py                                        every rulebook that ships
    python tools/mutate_rulebooks.py --rulebook ministar --clause 3.12      one clause
    python tools/mutate_rulebooks.py --citations                            also: each citation names another clause
    python tools/mutate_rulebooks.py --list --kind limit                    show what would be perturbed

A test carries a clause by its mark, as `etg conformance` counts marks. A perturbation that all tests of its clause
get past means that the mark is decoration: it survives. Then, or where no test that a fork reaches carries the clause,
the exit code is 1, unless it is argued in docs/internals/mutation-survivors.toml. The file as read from disk is
perturbed along the schema types and goes through the loader as any file does; what the loader or the games refuse is
counted apart. Tests run in forks of one process (see tools/mutate_code.py), in which the loader hands out the perturbed
rulebook; what tests have computed while they were imported stays as it was.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from enum import Enum
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from openetg.games.compile import compile_rulebook  # noqa: E402  (run as a script, the root is not on the path)
from openetg.money import cents, format_money, parse_money  # noqa: E402
from openetg.reports.conformance.conformance import marks  # noqa: E402
from openetg.rulebook import load as loader  # noqa: E402
from openetg.rulebook.check import section_fields  # noqa: E402
from openetg.rulebook.clauses import ClauseKind  # noqa: E402
from openetg.rulebook.load import Loaded, load, shipped  # noqa: E402
from openetg.rulebook.problems import RulebookProblems  # noqa: E402
from openetg.rulebook.roles import acts_as  # noqa: E402
from openetg.rulebook.schema.book import Rulebook  # noqa: E402
from openetg.rulebook.schema.shape import Clause, Power  # noqa: E402
from openetg.rulebook.texts import split_numbers  # noqa: E402
from tools.mutate_code import (  # noqa: E402
    Trial,
    add_common_options,
    clear_caches,
    first_run,
    our_modules,
    try_all,
    with_tests,
)
from tools.mutation_result import NOTHING, Fate, Mutant, Result, listed, read_argued, shown, told  # noqa: E402

TESTS = ["tests", "--ignore=tests/browser", "--ignore=tests/faults"]
"""Those left out start processes of their own, which no fork of ours reaches."""
ASIDE = {"format", "about", "reading"}
"""Sections that are about the instrument itself."""
CLAUSE_OF = {"segments": "segments_clause", "each": "row_clause", "covers": "row_clause", "parts": "row_clause"}
"""Keys that may rest on another clause than the section they stand in."""
LISTS_IN_ORDER = {"rows", "pieces", "parts", "settlement_order"}
NUMBERS_IN_ORDER = {"order", "rows"}
"""Keys in which the order of things, or of numbers in a text, is part of the rule."""
PAIRS = {"red": "black", "black": "red", "even": "odd", "odd": "even"}
HIGHEST = 36
LONG = 40

Path_ = tuple[str | int, ...]


class Perturbed(Struct, frozen=True):
    """One change to a rulebook's file: at this path another value, or none."""

    path: Path_
    clause: str
    old: Any
    new: Any
    """`None`, which no TOML file holds, takes it away."""

    def applied(self, raw: dict[str, Any]) -> dict[str, Any]:
        """The whole file with this one change."""
        changed = copy.deepcopy(raw)
        here: Any = changed
        for step in self.path[:-1]:
            here = here[step]
        if self.new is None:
            del here[self.path[-1]]
        else:
            here[self.path[-1]] = self.new
        return changed

    def mutant(self, rulebook: str) -> Mutant:
        """As it is named in results and arguments."""
        key = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        old, new = _said(self.old), _said(self.new)
        if len(old) > LONG and len(new) > LONG:
            old, new = _apart(old, new)
        return Mutant(rulebook, key.removeprefix("."), shown(old), shown(new), self.clause)


def _said(raw: object) -> str:
    if raw is None:
        return NOTHING
    if isinstance(raw, dict):
        return "{" + ", ".join(f"{name} = {_said(each)}" for name, each in raw.items()) + "}"
    return "[" + ", ".join(map(_said, raw)) + "]" if isinstance(raw, list) else str(raw)


def _apart(old: str, new: str) -> tuple[str, str]:
    """Two long texts without the words with which both begin."""
    before, after = old.split(), new.split()
    while before and after and before[0] == after[0]:
        del before[0], after[0]
    return f"… {' '.join(before)}", f"… {' '.join(after)}"


class Walk:
    """Goes along the schema types through the file of one rulebook and says what can be perturbed."""

    def __init__(self, loaded: Loaded, *, citations: bool) -> None:
        self.clauses = [entry.id for entry in loaded.register.clause]
        self.citations = citations
        self.counts_as = {role: acts_as(loaded.rulebook, role) for role in loaded.rulebook.roles}

    def section(self, raw: dict[str, Any], shape: Any, path: Path_, clause: str) -> Iterator[Perturbed]:
        """A table of keys; what has no clause of its own rests on that of the section around it."""
        own = raw.get("clause", clause)
        for name, (inner, required) in section_fields(shape).items():
            here = (*path, name)
            if name not in raw or (not path and name in ASIDE):
                continue
            if _is_clause(inner):
                yield from self._citation(raw[name], here)
                continue
            resting = raw.get(CLAUSE_OF.get(name, ""), own)
            if not required and NoneType in get_args(inner):
                yield from self._without(raw[name], here, resting)
            if shape is Power:
                yield from (Perturbed(here, own, raw[name], others) for others in self._other_holders(raw[name]))
            else:
                yield from self.any(raw[name], inner, here, resting)

    def any(self, raw: Any, shape: Any, path: Path_, clause: str) -> Iterator[Perturbed]:
        """Whatever stands at a key."""
        if get_origin(shape) in (Union, UnionType):
            (shape,) = (each for each in get_args(shape) if each is not NoneType)
        if isinstance(raw, dict) and get_origin(shape) is dict:
            yield from self._entries(list(raw.items()), get_args(shape)[1], path, clause)
        elif isinstance(raw, dict):
            yield from self.section(raw, shape, path, clause)
        elif isinstance(raw, list):
            yield from self._entries(list(enumerate(raw)), get_args(shape)[0], path, clause)
            yield from self._reordered(raw, path, clause)
        elif clause:
            yield from (Perturbed(path, clause, raw, new) for new in self._others(raw, shape, path))

    def _entries(self, entries: Sequence[tuple[Any, Any]], shape: Any, path: Path_, clause: str) -> Iterator[Perturbed]:
        """The entries of a table or a list: each taken away, then perturbed in place."""
        for name, raw in entries:
            here = (*path, name)
            if _is_clause(shape):
                yield Perturbed(here, raw, raw, None)
                yield from self._citation(raw, here)
            else:
                yield from self._without(raw, here, clause)
                yield from self.any(raw, shape, here, clause)

    def _without(self, raw: Any, path: Path_, clause: str) -> Iterator[Perturbed]:
        own = raw.get("clause", "") if isinstance(raw, dict) else clause
        if own:
            yield Perturbed(path, own, raw, None)

    def _citation(self, raw: str, path: Path_) -> Iterator[Perturbed]:
        if self.citations and len(self.clauses) > 1:
            other = self.clauses[(self.clauses.index(raw) + 1) % len(self.clauses)]
            yield Perturbed(path, raw, raw, other)

    def _reordered(self, raw: list[Any], path: Path_, clause: str) -> Iterator[Perturbed]:
        named = {step for step in path if isinstance(step, str)}
        if clause and named & LISTS_IN_ORDER and len(raw) > 1:
            yield Perturbed(path, clause, raw, raw[::-1])

    def _others(self, raw: Any, shape: Any, path: Path_) -> Iterator[object]:
        """Other values of the same form as one."""
        form = ""
        if get_origin(shape) is Annotated:
            shape, meta = get_args(shape)[:2]
            form = (meta.extra or {}).get("is", "")
        if form == "role":
            yield from self._strangers([raw]) if isinstance(path[-1], str) else []
        elif form in FORMS:
            yield from FORMS[form](raw, path)
        elif get_origin(shape) is Literal:
            choices = get_args(shape)
            yield from choices[choices.index(raw) + 1 :][:1] or choices[: choices.index(raw)][:1]
        elif isinstance(shape, type) and issubclass(shape, Enum):
            yield from (each.value for each in shape if each.value != raw)
        elif isinstance(raw, bool):
            yield not raw
        elif isinstance(raw, int):
            yield from (each for each in (raw + 1, raw - 1) if each > 0)
        elif isinstance(raw, date):
            yield from (raw + timedelta(days=1), raw - timedelta(days=1))
        elif "pieces" in path:
            yield raw.rpartition(" x")[0] or f"{raw} x2"

    def _other_holders(self, roles: list[str]) -> Iterator[list[str]]:
        """A power in hands that do not hold it, in everybody's, and in those of all its holders but one."""
        yield self._strangers(roles)
        yield list(self.counts_as)
        if len(roles) > 1:
            yield from ([each for each in roles if each != dropped] for dropped in roles)

    def _strangers(self, roles: list[str]) -> list[str]:
        """A role of which nobody is who counts as one of these; or, if there is none, another."""
        other = [each for each in self.counts_as if each not in roles]
        holding = [counts for counts in self.counts_as.values() if counts & set(roles)]
        strange = [each for each in other if not any(each in counts for counts in holding)]
        return (strange or other)[:1]


def _is_clause(shape: Any) -> bool:
    """Whether a key holds one clause; a table or list of clauses is something else."""
    return shape == Clause or (get_origin(shape) in (Union, UnionType) and Clause in get_args(shape))


def _other_numbers(raw: str, path: Path_) -> Iterator[str]:
    """Fewer numbers, more numbers, the other group; in another order where that counts."""
    words = split_numbers(raw) or []
    if PAIRS.keys() & set(words):
        yield " ".join(PAIRS.get(word, word) for word in words)
        return
    if set(path) & NUMBERS_IN_ORDER:
        for at in range(len(words) - 1):
            yield " ".join([*words[:at], words[at + 1], words[at], *words[at + 2 :]])
        return
    missing = [str(number) for number in range(HIGHEST + 1) if str(number) not in words]
    yield from (" ".join(each) for each in (words[1:], words[:-1], [*words, *missing[:1]]) if each and each != words)


def _other_odds(raw: str, path: Path_) -> Iterator[str]:
    del path
    wins, _, of = raw.partition(" to ")
    yield from (f"{each} to {of}" for each in (int(wins) + 1, int(wins) - 1) if each > 0)


def _other_amounts(raw: str, path: Path_) -> Iterator[str]:
    del path
    amount = parse_money(raw)
    yield from (format_money(each) for each in (amount + cents(1), amount - cents(1)) if each >= cents(0))


def _other_parts(raw: str, path: Path_) -> Iterator[str]:
    del path
    some, _, of = raw.partition("/")
    yield f"{some}/{int(of) + 1}"


FORMS: dict[str, Callable[[str, Path_], Iterator[str]]] = {
    "numbers": _other_numbers,
    "odds": _other_odds,
    "amount": _other_amounts,
    "part": _other_parts,
}
"""How a text with a form becomes another of that form."""


class Shelf:
    """The shipped rulebooks as they are on disk, and how one of them is exchanged in a fork."""

    def __init__(self) -> None:
        self.loaded = {name: load(name) for name in shipped()}
        self.raw = {name: self._read(each.folder / "rulebook.toml") for name, each in self.loaded.items()}
        self.registers = {each.folder: self._read(each.folder / "clauses.toml") for each in self.loaded.values()}

    @staticmethod
    def _read(path: Path) -> dict[str, Any]:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))

    def perturbed(self, name: str, *, citations: bool) -> list[Perturbed]:
        """Everything that can be perturbed in one rulebook, each thing once."""
        found = Walk(self.loaded[name], citations=citations).section(self.raw[name], Rulebook, (), "")
        return list({(each.path, str(each.new)): each for each in found}.values())

    def exchange(self, name: str, change: Perturbed) -> bool:
        """Has every later reading of the rulebook give the perturbed one; false if it cannot be used."""
        folder = self.loaded[name].folder
        changed = change.applied(self.raw[name])
        original = loader.load_folder
        reading = loader.read_toml
        loader.read_toml = lambda path: self.registers[folder] if path.name == "clauses.toml" else changed
        try:
            mutated = original(folder)
            compile_rulebook(mutated)
        except RulebookProblems:
            return False
        loader.read_toml = reading
        known = {each.folder: each for each in self.loaded.values()} | {folder: mutated}
        for module in our_modules():
            if vars(module).get("load_folder") is original:
                vars(module)["load_folder"] = lambda asked: known[asked] if asked in known else original(asked)
        clear_caches()
        return True


Carrying = dict[tuple[str, str], list[pytest.Item]]
"""For each rulebook and clause, the tests that carry it."""


def carried(tests: list[pytest.Item]) -> tuple[Carrying, list[str]]:
    """The tests that carry a clause as conformance counts marks; and what the two do not agree on."""
    counted = {(mark.test, str(mark.rulebook), clause) for mark in marks(ROOT / "tests") for clause in mark.clauses}
    found: Carrying = {}
    met: set[tuple[str, str, str]] = set()
    for item in tests:
        test = item.nodeid.partition("[")[0]
        for rulebook, clause in {
            (mark.args[0], each) for mark in item.iter_markers("clause") for each in mark.args[1:]
        }:
            met.add((test, rulebook, clause))
            if (test, rulebook, clause) in counted:
                found.setdefault((rulebook, clause), []).append(item)
    uncounted = [f"{' '.join(each)}: marked, but not counted by conformance" for each in met - counted]
    unmet = [f"{' '.join(each)}: counted by conformance, but not collected" for each in counted - met]
    return found, sorted(uncounted + unmet)


def main(arguments: Sequence[str] | None = None) -> int:
    """Perturbs, runs, prints; 0 if every survivor is argued."""
    parser = argparse.ArgumentParser(
        description="Perturbs rulebooks one thing at a time; a test of the clause must fail."
    )
    parser.add_argument("--rulebook", action="append", choices=list(shipped()), help="only this one; may be repeated")
    parser.add_argument("--clause", action="append", help="only this clause; may be repeated")
    kinds = [kind.value for kind in ClauseKind]
    parser.add_argument("--kind", action="append", choices=kinds, help="only clauses of this kind; may be repeated")
    parser.add_argument("--citations", action="store_true", help="also let each citation name another clause")
    add_common_options(parser)
    return with_tests(TESTS, partial(_run, parser.parse_args(arguments)))


def _wanted(chosen: argparse.Namespace, shelf: Shelf) -> Iterator[tuple[Mutant, Callable[[], bool]]]:
    """What the options ask for: each mutant, and how to make it."""
    kinds = {kind for kind in ClauseKind if not chosen.kind or kind.value in chosen.kind}
    for name in chosen.rulebook or shelf.loaded:
        kind_of = {entry.id: entry.kind for entry in shelf.loaded[name].register.clause}
        for each in shelf.perturbed(name, citations=chosen.citations):
            if each.clause in (chosen.clause or kind_of) and kind_of[each.clause] in kinds:
                yield each.mutant(name), partial(shelf.exchange, name, each)


def _run(chosen: argparse.Namespace, tests: list[pytest.Item]) -> int:
    shelf, result = Shelf(), Result([], read_argued("rulebook"), time.monotonic(), each_is_carried=True)
    wanted = list(_wanted(chosen, shelf))
    if chosen.only_list:
        return listed(mutant for mutant, _ in wanted)
    carrying, disagreements = carried(tests)
    needed = {id(test): test for mutant, _ in wanted for test in carrying.get((mutant.place, mutant.clause), ())}
    seconds = first_run(list(needed.values())).seconds
    trials = []
    for mutant, make in wanted:
        proving = carrying.get((mutant.place, mutant.clause), [])
        if proving:
            proving = sorted(proving, key=lambda item: seconds[item.nodeid])
            trials.append(Trial(mutant, make, proving, seconds))
        else:
            result.add(mutant, Fate.UNCARRIED)
    for mutant, answer in try_all(trials, chosen.workers):
        result.add(mutant, answer.fate, answer.by)
    sys.stderr.writelines(f"{each}\n" for each in disagreements)
    words = {Fate.KILLED: "killed", Fate.REFUSED: "refused", Fate.SURVIVED: "survived", Fate.UNCARRIED: "no test"}
    return told(result, as_json=chosen.as_json, meaning=words)


if __name__ == "__main__":
    sys.exit(main())
