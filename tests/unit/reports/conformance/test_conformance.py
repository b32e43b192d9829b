"""`etg conformance` tells the truth: proved only where a test carries the clause."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import convert

from openetg.reports.conformance.conformance import ClauseState, count, marks, standings, wrong_marks
from openetg.reports.conformance.test_reach import ReachOfTests
from openetg.rulebook.clauses import Register
from openetg.rulebook.load import load, shipped

REGISTER = convert(
    {
        "clause": [
            {"id": "1", "kind": "play", "says": "one"},
            {"id": "2", "kind": "play", "says": "two", "not_for_software": "it is about the carpet"},
            {"id": "3", "kind": "money", "says": "three"},
        ]
    },
    Register,
)
NOT_COUNTED = "`@clause` of tests/marks.py stands on a test that runs, and names plain texts"
TESTS = """
@clause("own", "1")
def test_plain(): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=clause("own", "1"))])
def test_table(n): ...

def not_a_test(): clause("own", "3")
"""


def write(folder: Path, text: str) -> Path:
    tests = folder / "tests"
    tests.mkdir()
    (tests / "test_it.py").write_text(text, encoding="utf-8")
    return tests


def test_a_clause_is_proved_declared_or_open(tmp_path: Path) -> None:
    found = standings({"own": REGISTER}, list(marks(write(tmp_path, TESTS))))["own"]
    assert [each.standing for each in found] == [ClauseState.PROVED, ClauseState.NOT_FOR_SOFTWARE, ClauseState.OPEN]
    assert found[0].tests == ("tests/test_it.py::test_plain", "tests/test_it.py::test_table")
    assert found[1].reason == "it is about the carpet"
    assert count(found) == {
        ClauseState.PROVED: 1,
        ClauseState.DATA: 0,
        ClauseState.NOT_FOR_SOFTWARE: 1,
        ClauseState.OPEN: 1,
    }


DRIVING = """
from openetg.rulebook.load import load
from tests.helping import played, value

SCRIPT = "expect cites 1"

@clause("own", "1")
def test_driven(hall): played(SCRIPT); hall.ring()

@clause("own", "3")
def test_read(): assert value("3") and load("own")
"""
HELPING = """
from openetg.rulebook.load import load
from openetg.script.run import play

def played(text): return play(text)
def value(name): return load(name)
"""


def test_what_only_reads_the_rulebook_is_held_as_data(tmp_path: Path) -> None:
    tests = write(tmp_path, DRIVING)
    (tests / "helping.py").write_text(HELPING, encoding="utf-8")
    reach = ReachOfTests(tests)
    found = standings({"own": REGISTER}, list(marks(tests)), reach)["own"]
    assert [(each.standing, each.expected) for each in found] == [
        (ClauseState.PROVED, True),
        (ClauseState.NOT_FOR_SOFTWARE, False),
        (ClauseState.DATA, False),
    ]


def test_a_fixture_that_drives_makes_its_tests_drive(tmp_path: Path) -> None:
    tests = write(tmp_path, "def test_it(hall): assert hall\ndef test_other(tmp_path): assert tmp_path\n")
    fixture = "import pytest\nfrom openetg.server.life.run import run\n@pytest.fixture\ndef hall(): return run()\n"
    (tests / "conftest.py").write_text(fixture, encoding="utf-8")
    reach = ReachOfTests(tests)
    assert [reach.drives(f"tests/test_it.py::{name}") for name in ("test_it", "test_other")] == [True, False]


@pytest.mark.parametrize(
    ("text", "names"), [("expect cites 8.1", True), ("expect cites 8.1.2", False), ("18.1", False), ("8.1(a)", False)]
)
def test_a_clause_is_expected_as_a_word_of_its_own(tmp_path: Path, text: str, names: bool) -> None:
    tests = write(tmp_path, f"def test_it(): assert {text!r}\n")
    assert ReachOfTests(tests).expects("tests/test_it.py::test_it", "8.1") is names


@pytest.mark.slow
def test_no_clause_of_the_five_is_only_held_as_data() -> None:
    folder = Path(__file__).parents[3]
    registers = {name: load(name).register for name in shipped()}
    found = standings(registers, list(marks(folder)), ReachOfTests(folder))
    assert [
        f"{name} {each.clause}" for name, every in found.items() for each in every if each.standing is ClauseState.DATA
    ] == []


def test_a_wrong_mark_is_named(tmp_path: Path) -> None:
    text = """
@clause("own", "9")
def test_no_clause(): ...

@clause("other", "1")
def test_no_rulebook(): ...

@clause(*EVERYTHING)
def test_not_written_out(): ...

@pytest.mark.clause("own", "1")
def test_past_the_function(): ...
"""
    wrong = list(wrong_marks({"own": REGISTER}, list(marks(write(tmp_path, text)))))
    assert wrong == [
        "tests/test_it.py::test_no_clause: line 2: no clause '9' in own",
        "tests/test_it.py::test_no_rulebook: line 5: no rulebook 'other'",
        f"tests/test_it.py::test_not_written_out: line 8: {NOT_COUNTED}",
        f"tests/test_it.py::test_past_the_function: line 11: {NOT_COUNTED}",
    ]


def test_a_test_that_does_not_run_proves_nothing(tmp_path: Path) -> None:
    text = """
@pytest.mark.skip
@clause("own", "1")
def test_skipped(): ...

@clause("own", "1")
class NotCollected:
    @clause("own", "3")
    def test_inside(self): ...
"""
    found = list(marks(write(tmp_path, text)))
    assert all(each.standing is not ClauseState.PROVED for each in standings({"own": REGISTER}, found)["own"])
    assert len(list(wrong_marks({"own": REGISTER}, found))) == 3


PROVED_KINDS = {"definition", "equipment", "wager", "limit", "play", "money", "staff", "conduct", "dispute", "record"}
"""The kinds of clauses of which none may be open any more."""


@pytest.mark.slow
def test_of_these_kinds_no_clause_is_open() -> None:
    registers = {name: load(name).register for name in shipped()}
    found = standings(registers, list(marks(Path(__file__).parents[3])))
    still_open = [
        f"{name} {each.clause}"
        for name, all_of_it in found.items()
        for each in all_of_it
        if each.standing is ClauseState.OPEN and each.kind.value in PROVED_KINDS
    ]
    assert not still_open
