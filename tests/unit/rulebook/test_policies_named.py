"""A new answer of a policy is noticed by every place that must know it: read off the source, not run.

Outside `rulebook/` every member of a policy is named, and what is asked of a policy is asked with a `match` that ends
in `assert_never`: a new member fails the type check there. A comparison with one member would let it pass as the other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import openetg
from openetg.floor.core.authority import DEALER_RUN
from openetg.floor.jackpots.decommissioning import PROCEDURE
from openetg.floor.people.conduct import POWERS
from openetg.floor.premises.equipment import DEVICES
from openetg.rulebook.schema import policies, policies_premises
from openetg.rulebook.schema.policies import Device, JackpotKind, Measure
from openetg.server.devices.hearing import KINDS

PACKAGE = Path(openetg.__file__).parent
MODULES = (policies, policies_premises)
ONLY_WORDS = {
    "Cause": "a cause is a key of what the rulebook lists: floors act on the list, people and devices name the cause",
    "Feature": "what a screen offers by itself: the floor lists it for the page",
    "Racetrack": "how a screen draws the wheel: the floor passes the word to the page",
    "WinMeter": "what a label on a screen says: nothing of it is decided",
}
"""Policies of which not every member is named, and why that is right."""
NOT_MATCHED = ONLY_WORDS | {
    "Holdable": "a key of what the rulebook lists: asked is whether a form of money is on the list",
    "JackpotPayment": "a key of what the rulebook lists: asked is whether a way of payment is on the list",
}
"""Policies of which no `match` asks, and why."""
COMPARED = {
    "Cause": "only fraud can be forfeited, only a ball that left is examined: every other cause is like the next",
    "JackpotPayment": "a prize was paid to the meter, or else to a paper that has a word of its own",
    "Measure": "what a breach on record enables is words, of which one is picked",
}
"""Policies of which one member may be picked out of all others, and why."""
TABLES: dict[str, tuple[type[Enum], Mapping[Any, object]]] = {
    "DEVICES": (Device, DEVICES),
    "KINDS": (Device, KINDS),
    "POWERS": (Measure, POWERS),
    "PROCEDURE": (JackpotKind, PROCEDURE),
}
"""What is kept as a table with a line for each member."""


SINGLING_OUT = (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)


class Reading(NamedTuple):
    """What a source does with policies."""

    named: set[tuple[str, str]]
    matched: set[str]
    compared: set[str]


def kinds_of_policies() -> dict[str, type[Enum]]:
    """Every enumeration that a rulebook chooses from, by its name."""
    found = (each for module in MODULES for each in vars(module).values() if isinstance(each, type))
    return {each.__name__: each for each in found if issubclass(each, Enum) and each is not Enum}


def read(source: str) -> Reading:
    """What a source names, matches to its end and compares."""
    tree = ast.parse(source)
    known = dict(_imported(tree))
    reading = Reading(set(), set(), set())
    for node in ast.walk(tree):
        reading.named.update(_members(node, known, deep=False))
        if isinstance(node, ast.Match) and _ends_in_assert_never(node):
            reading.matched.update(kind for case in node.cases for kind, _ in _members(case.pattern, known))
        if isinstance(node, ast.Compare) and any(
            isinstance(each, ast.Is | ast.IsNot | ast.Eq | ast.NotEq) for each in node.ops
        ):
            reading.compared.update(kind for kind, _ in _members(node, known))
    return reading


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What policies are called in a source, and their own names."""
    sources = {module.__name__ for module in MODULES}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in sources:
            yield from ((each.asname or each.name, each.name) for each in node.names)


def _members(node: ast.AST, known: dict[str, str], *, deep: bool = True) -> Iterator[tuple[str, str]]:
    for each in ast.walk(node) if deep else (node,):
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in known:
            yield known[each.value.id], each.attr


def _ends_in_assert_never(node: ast.Match) -> bool:
    last = node.cases[-1]
    call = last.body[0].value if isinstance(last.body[0], ast.Expr) else None
    is_rest = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
    return is_rest and isinstance(call, ast.Call) and ast.unparse(call.func) == "assert_never"


@cache
def everything() -> Reading:
    """What the package does with policies outside `rulebook/`."""
    paths = (path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] != "rulebook")
    readings = [read(path.read_text(encoding="utf-8")) for path in paths]
    return Reading(*(set().union(*parts) for parts in zip(*readings, strict=True)))


@pytest.mark.slow
def test_every_member_of_a_policy_is_named_by_what_acts_on_it() -> None:
    named, kinds = everything().named, kinds_of_policies()
    unnamed = {(name, each) for name, kind in kinds.items() for each in kind.__members__ if (name, each) not in named}
    assert {f"{name}.{each}" for name, each in unnamed if name not in ONLY_WORDS} == set()
    assert {name for name, _ in unnamed} == set(ONLY_WORDS), "an exception that is none any more"


def test_every_policy_is_asked_with_a_match_that_ends_in_assert_never() -> None:
    assert set(kinds_of_policies()) - everything().matched == set(NOT_MATCHED)


def test_no_policy_is_asked_by_comparing_it_with_one_member() -> None:
    assert everything().compared == set(COMPARED)


def test_tables_over_a_policy_have_a_line_for_each_member() -> None:
    for name, (kind, table) in TABLES.items():
        assert set(table) == set(kind), name


def test_a_dealer_sets_two_of_the_devices_in_motion() -> None:
    assert {Device.LIVE_WHEEL, Device.MONEY_WHEEL} == DEALER_RUN


IMPORT = "from openetg.rulebook.schema.policies import Transfer as When\n"


def test_a_comparison_is_noticed_by_whatever_name() -> None:
    reading = read(IMPORT + "late = rule.policy is not When.ANY_TIME\n")
    assert reading == Reading({("Transfer", "ANY_TIME")}, set(), {"Transfer"})


def test_a_match_counts_only_if_nothing_can_fall_out_of_it() -> None:
    match = IMPORT + "match when:\n    case When.ANY_TIME | When.TO_OPEN_ACCOUNT:\n        pass\n"
    assert read(match).matched == set()
    assert read(match + "    case _:\n        pass\n").matched == set()
    assert read(match + "    case _:\n        assert_never(when)\n").matched == {"Transfer"}
