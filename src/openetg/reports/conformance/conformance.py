"""How far the software is: for every clause of every register, the tests that prove it, a reason why none can, or open.

Reads the marks in the test files as text (`@clause("ministar", "3.12")`), so that the answer needs no test
run; that the tests are green is the business of `make test`. A clause is proved by a test that drives the floor; where
all its tests only read the rulebook it is held as data (`test_reach`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from openetg.reports.conformance.test_reach import ReachOfTests
from openetg.rulebook.clauses import ClauseKind, Register

MARK = "clause"
FILES = "test_*.py"
NOT_COUNTED = "`@clause` of tests/marks.py stands on a test that runs, and names plain texts"
Defining = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class ClauseState(Enum):
    """How a clause stands."""

    PROVED = "proved"
    """A test that carries it drives the floor."""
    DATA = "held as data"
    """The tests that carry it only read the rulebook."""
    NOT_FOR_SOFTWARE = "not for software"
    OPEN = "open"


class ClauseMark(Struct, frozen=True):
    """One mark in a test file."""

    test: str
    """`tests/unit/games/test_roulette.py::test_even_chances`."""
    line: int
    rulebook: str | None
    """None if the mark is not written out as text."""
    clauses: tuple[str, ...]


class ClauseStanding(Struct, frozen=True):
    """How one clause stands, and why."""

    clause: str
    kind: ClauseKind
    standing: ClauseState
    tests: tuple[str, ...]
    reason: str | None
    expected: bool = False
    """Whether a test that proves it names it in what it expects, beside its mark."""
    driving: tuple[str, ...] = ()
    """Those of the tests that drive the floor; the others only read the rulebook."""


class Judge(Protocol):
    """Answers what tests do."""

    def drives(self, test: str) -> bool:
        """Whether a test drives the floor."""
        ...

    def expects(self, test: str, clause: str, /) -> bool:
        """Whether a test names a clause in what it expects."""
        ...


class CarriedTests(Struct, frozen=True):
    """Every mark in some tests, and what was read off those tests: as `Reach` says it, in a form that can be sent."""

    marks: list[ClauseMark]
    driving: frozenset[str]
    expected: dict[str, tuple[str, ...]]
    """Per test the clauses it names in what it expects."""

    def drives(self, test: str) -> bool:
        """Whether a test drives the floor."""
        return test in self.driving

    def expects(self, test: str, wanted: str) -> bool:
        """Whether a test names a clause in what it expects."""
        return wanted in self.expected.get(test, ())


def carried_tests(tests: Path) -> CarriedTests:
    """Every mark in the tests below a folder, and what those tests do; takes seconds."""
    found: list[ClauseMark] = []

    def also(path: Path, tree: ast.Module) -> None:
        if path.match(FILES):
            found.extend(_marks_in(tree, path.relative_to(tests.parent).as_posix()))

    reach = ReachOfTests(tests, also)
    clauses: dict[str, set[str]] = {}
    for mark in found:
        clauses.setdefault(mark.test, set()).update(mark.clauses)
    expected = {test: tuple(sorted(each for each in of if reach.expects(test, each))) for test, of in clauses.items()}
    return CarriedTests(found, frozenset(filter(reach.drives, clauses)), expected)


def marks(tests: Path) -> Iterator[ClauseMark]:
    """Every mark in the test files below a folder, in order."""
    for path in sorted(tests.rglob(FILES)):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        yield from _marks_in(tree, path.relative_to(tests.parent).as_posix())


def _marks_in(tree: ast.Module, name: str) -> Iterator[ClauseMark]:
    proving = {id(each) for each in tree.body if _is_test(each)}
    for node in _definitions(tree):
        counts = id(node) in proving and not _is_left_out(node.decorator_list)
        yield from _marks_of(node, f"{name}::{node.name}", counts=counts)


def _definitions(tree: ast.Module) -> Iterator[Defining]:
    """Every function and class, also inside others; there are none inside an expression."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Defining):
            yield here
        waiting.extend(each for each in reversed(list(ast.iter_child_nodes(here))) if not isinstance(each, ast.expr))


def _is_test(node: ast.stmt) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_")


def _is_left_out(decorators: list[ast.expr]) -> bool:
    """Whether a test is skipped or expected to fail: then it proves nothing."""
    names = {each.attr for decorator in decorators for each in ast.walk(decorator) if isinstance(each, ast.Attribute)}
    return bool(names & {"skip", "skipif", "xfail"})


def _marks_of(node: Defining, test: str, *, counts: bool) -> Iterator[ClauseMark]:
    for decorator in node.decorator_list:
        for call in ast.walk(decorator):
            if not isinstance(call, ast.Call):
                continue
            if isinstance(call.func, ast.Attribute) and call.func.attr == MARK:
                yield ClauseMark(test, call.lineno, None, ())
            if isinstance(call.func, ast.Name) and call.func.id == MARK:
                texts = [each.value for each in call.args if isinstance(each, ast.Constant)]
                plain = [each for each in texts if isinstance(each, str)]
                written_out = len(plain) == len(call.args) and len(plain) > 1
                rulebook = plain[0] if written_out and counts else None
                yield ClauseMark(test, call.lineno, rulebook, tuple(plain[1:]))


def standings(
    registers: Mapping[str, Register], found: list[ClauseMark], reach: Judge | None = None
) -> dict[str, list[ClauseStanding]]:
    """How every clause of every register stands; without knowing what tests do, each of them counts as driving."""
    tests: dict[tuple[str, str], list[str]] = {}
    for mark in found:
        for clause in mark.clauses:
            proving = tests.setdefault((str(mark.rulebook), clause), [])
            if mark.test not in proving:
                proving.append(mark.test)
    return {name: list(_standings_of(name, register, tests, reach)) for name, register in registers.items()}


def _standings_of(
    name: str, register: Register, tests: Mapping[tuple[str, str], list[str]], reach: Judge | None
) -> Iterator[ClauseStanding]:
    for entry in register.clause:
        carrying = tuple(tests.get((name, entry.id), ()))
        driving = tuple(test for test in carrying if reach is None or reach.drives(test))
        if driving:
            standing = ClauseState.PROVED
        elif carrying:
            standing = ClauseState.DATA
        else:
            standing = ClauseState.OPEN if entry.not_for_software is None else ClauseState.NOT_FOR_SOFTWARE
        expected = reach is not None and any(reach.expects(test, entry.id) for test in driving)
        yield ClauseStanding(
            clause=entry.id,
            kind=entry.kind,
            standing=standing,
            tests=carrying,
            reason=entry.not_for_software,
            expected=expected,
            driving=driving,
        )


def wrong_marks(registers: Mapping[str, Register], found: list[ClauseMark]) -> Iterator[str]:
    """What is wrong with marks: not `@clause(…)`, not written out, an unknown rulebook, an unknown clause."""
    for mark in found:
        if mark.rulebook is None:
            yield f"{mark.test}: line {mark.line}: {NOT_COUNTED}"
        elif mark.rulebook not in registers:
            yield f"{mark.test}: line {mark.line}: no rulebook {mark.rulebook!r}"
        else:
            known = registers[mark.rulebook].ids()
            yield from (
                f"{mark.test}: line {mark.line}: no clause {clause!r} in {mark.rulebook}"
                for clause in mark.clauses
                if clause not in known
            )


def count(found: list[ClauseStanding]) -> dict[ClauseState, int]:
    """How many clauses stand how."""
    return {standing: sum(each.standing is standing for each in found) for standing in ClauseState}
