"""The table of ASVS requirements names each of them once, and shows each that is met by a test that exists."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "internals" / "asvs.md").read_text(encoding="utf-8")
SECTIONS = (
    "1.1:2,1.2:9,1.3:11,1.4:3,1.5:2,2.1:3,2.2:3,2.3:4,2.4:1,3.2:2,3.3:4,3.4:6,3.5:5,3.7:2,4.1:3,4.2:1,4.3:2,4.4:4,5.1:1,"
    "5.2:3,5.3:2,5.4:3,6.1:3,6.2:12,6.3:4,6.4:4,6.5:5,6.6:3,6.8:4,7.1:3,7.2:4,7.3:2,7.4:5,7.5:2,7.6:2,8.1:2,8.2:3,8.3:1,"
    "8.4:1,9.1:3,9.2:4,10.1:2,10.2:2,10.3:4,10.4:11,10.5:5,10.6:2,10.7:3,11.1:2,11.2:3,11.3:3,11.4:4,11.5:1,11.6:1,12.1:3,"
    "12.2:2,12.3:4,13.1:1,13.2:5,13.3:2,13.4:5,14.1:2,14.2:4,14.3:3,15.1:3,15.2:3,15.3:7,16.1:1,16.2:5,16.3:4,16.4:3,"
    "16.5:3,17.1:1,17.2:4,17.3:2"
)
"""How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they are the first ones of it."""
_ROW = re.compile(
    r"^\| (?P<ids>[0-9., ]+) \| (?P<state>[a-z/]+) \| (?P<how>.*?) ?\| ?(?P<shown>[^|]*?) ?\|$", re.MULTILINE
)
_TEST = re.compile(r"`(?P<file>test_\w+\.py)(?:::(?P<name>\w+))?`")


def rows() -> list[tuple[str, str, str, str]]:
    return [
        (number.strip(), row["state"], row["how"].strip(), row["shown"])
        for row in _ROW.finditer(PAGE)
        for number in row["ids"].split(",")
    ]


def test_every_requirement_is_there_once() -> None:
    wanted = []
    for part in SECTIONS.split(","):
        section, _, many = part.partition(":")
        wanted += [f"{section}.{number}" for number in range(1, int(many) + 1)]
    assert [number for number, *_ in rows()] == wanted


def test_each_has_a_state_and_a_reason_or_a_test_that_exists() -> None:
    tests: dict[str, str] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        tests[path.name] = tests.get(path.name, "") + path.read_text(encoding="utf-8")
    for number, state, how, shown in rows():
        assert state in {"met", "partly", "open", "n/a"}, number
        assert how or state == "met", f"{number}: say why"
        named = list(_TEST.finditer(shown))
        assert named or state in {"open", "n/a"}, f"{number}: name the test that shows it"
        for test in named:
            assert test["file"] in tests, f"{number}: there is no {test['file']}"
            name = test["name"]
            assert name is None or f"def {name}(" in tests[test["file"]], f"{number}: there is no {name}"


def test_the_counts_are_those_of_the_table() -> None:
    found = Counter(state for _, state, *_ in rows())
    words = ", ".join(f"{state} {found[state]}" for state in ("met", "partly", "open", "n/a"))
    assert f"**{words}** of {len(rows())}." in PAGE
