"""The reference of round scripts speaks of every verb, its example plays, and every verb is used in some script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openetg.script.grammar import VERBS
from openetg.script.parse import parse
from tests.scripts import run_script

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "reference" / "round-scripts.md").read_text(encoding="utf-8")
SCRIPTS = [*sorted((ROOT / "tests" / "rounds").glob("*.round")), *sorted((ROOT / "tests/data/golden").glob("*.round"))]


def options(pattern: str) -> set[str]:
    """The named options of a verb, such as `cause`."""
    return set(re.findall(r"([a-z-]+)=", pattern))


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_and_its_options_stand_in_the_reference(verb: str) -> None:
    lines = [line for line in PAGE.splitlines() if re.search(rf"`{verb}[ `]", line)]
    assert lines, f"{verb} is missing in docs/reference/round-scripts.md"
    said = " ".join(lines)
    missing = {name for name in options(VERBS[verb]) if f"{name}=" not in said and f"`{name}`" not in said}
    assert not missing, f"{verb}: options without a word in docs/reference/round-scripts.md"


def test_the_first_example_of_the_reference_plays() -> None:
    example = re.search(r"```\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    run = run_script(example[1])
    assert run.steps > 5


def test_every_verb_is_used_in_some_script() -> None:
    used = {step.verb for path in SCRIPTS for step in parse(path.read_text(encoding="utf-8"))}
    assert VERBS.keys() - used == set(), "a verb that no script in tests/rounds or tests/data/golden uses"
