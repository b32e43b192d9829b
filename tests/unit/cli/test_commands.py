"""The command line as a person or a program uses it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openetg.cli.main import COMMANDS, etg


def run(line: str) -> Result:
    return CliRunner().invoke(etg, line.split())


def ask(line: str) -> Any:
    result = run(line + " --json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_worked_example_of_settling() -> None:
    answer = ask("settle ministar --game roulette --outcome 17 split:14-17=2.50 orphans=1.00")
    assert (answer["staked"], answer["returned"], answer["won"]) == ("7.50", "81.00", "76.50")
    split, orphans = answer["wagers"]
    money = {"staked": "2.50", "won": "42.50", "returned": "45.00"}
    piece = {"spot": "split:14-17", "units": 1, **money, "clause": "3.9.1.2"}
    assert split == {"wager": "split:14-17", **money, "clauses": ["3.9.1.2", "3.9.3"], "pieces": [piece]}
    assert [piece["won"] for piece in orphans["pieces"]] == ["0.00", "0.00", "17.00", "17.00", "0.00"]
    assert orphans["clauses"] == ["3.9.2.3", "3.9.1.1", "3.9.1.2", "3.9.3"]


def test_the_shape_of_a_paytable() -> None:
    answer = ask("paytable ministar --game roulette")
    assert list(answer) == ["rulebook", "game", "outcomes", "wagers"]
    assert answer["outcomes"][17] == {"outcome": "17", "weight": 1}
    assert answer["wagers"]["neighbours-of-zero"] == {
        "kind": "neighbours-of-zero",
        "clause": "3.9.2.2",
        "pieces": [
            {"spot": "street:0-2-3", "units": 2},
            {"spot": "split:4-7", "units": 1},
            {"spot": "split:12-15", "units": 1},
            {"spot": "split:18-21", "units": 1},
            {"spot": "split:19-22", "units": 1},
            {"spot": "split:32-35", "units": 1},
            {"spot": "corner:25-26-28-29", "units": 2},
        ],
        "units": 9,
        "scale": 1,
        "returns": [
            *[24, 0, 24, 24, 18, 0, 0, 18, 0, 0, 0, 0, 18, 0, 0, 18, 0, 0, 18, 18],
            *[0, 18, 18, 0, 0, 18, 18, 0, 18, 18, 0, 0, 18, 0, 0, 18, 0],
        ],
    }


@pytest.mark.parametrize(
    ("line", "wagers", "outcomes", "weight"),
    [("ministar --game roulette", 248, 37, 37), ("interblock --game roulette", 197, 37, 37),
     ("interblock --game sic-bo", 50, 56, 216), ("novo-unity --game roulette", 157, 37, 37),
     ("adelaide --game roulette", 194, 37, 37), ("money-wheel --game money-wheel", 7, 7, 52)],
)  # fmt: skip
def test_paytables_have_their_wagers_and_outcomes(line: str, wagers: int, outcomes: int, weight: int) -> None:
    answer = ask(f"paytable {line}")
    assert (len(answer["wagers"]), len(answer["outcomes"])) == (wagers, outcomes)
    assert sum(each["weight"] for each in answer["outcomes"]) == weight
    assert all(len(each["returns"]) == outcomes for each in answer["wagers"].values())


def test_a_wager_is_shown_with_its_exact_return() -> None:
    answer = ask("wagers interblock --game sic-bo")
    triple = next(each for each in answer["wagers"] if each["wager"] == "triple:4")
    assert (triple["return"], triple["return_percent"], triple["house_edge"]) == ("191/216", "88.4259 %", "25/216")
    assert "odds are configuration" in run("wagers novo-unity").output
    assert ask("wagers novo-unity")["odds"] == "configuration"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rulebook", "terms"),
    [
        ("interblock", ["1.1.stake", "1.1.void", "1.1.inspector"]),
        ("novo-unity", ["1.1:max_bet", "1.1:void", "1.1:dealer"]),
    ],
)
def test_the_defined_terms_can_be_listed_as_a_glossary(rulebook: str, terms: list[str]) -> None:
    listed = {entry["id"] for entry in ask(f"clauses {rulebook} --kind definition")}
    assert set(terms) <= listed


def test_a_clause_is_shown_with_its_reading_and_what_rests_on_it() -> None:
    answer = ask("clauses ministar 3.9.2.6")
    assert answer["readings"][0]["printed"] == "16/16"
    assert answer["used"] == [{"key": "games.roulette.specials.red-splits", "clause": "3.9.2.6", "says": "Red Splits"}]
    shown = run("clauses interblock 4.2").output
    assert "limits.terminal.below_minimum = return_at_close" in shown


def test_powers_name_everybody_who_holds_them() -> None:
    powers = {each["power"]: each["roles"] for each in ask("powers adelaide")}
    assert powers["invalidate_outcome"] == ["house", "pit_boss", "shift_manager"]
    assert "correct_outcome" not in {each["power"] for each in ask("powers adelaide --role dealer")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("settle ministar --outcome 17 split:5-9=1", 'no wager "split:5-9" in roulette (clause 3.9)'),
        ("settle ministar --outcome 37 red=1", 'expected an outcome of roulette (such as 36), found "37"'),
        ("settle ministar --outcome 17 red=0", "expected an amount above zero"),
        ("settle ministar --outcome 17 red=1.005", "expected an amount such as 2.50"),
        ("settle ministar --outcome 17 red=-5", "expected an amount such as 2.50"),
        ("settle ministar --outcome 17 red", "such as red=5.00"),
        ("settle interblock --outcome 1-1-2 small=1", "--game: expected one of roulette, sic-bo, found nothing"),
        ("settle interblock --game sic-bo --outcome 2-1-1 small=1", "dice ascending, such as 1-1-2"),
        ("settle interblock --game craps --outcome 1-1-2 small=1", 'found "craps"'),
        ("settle novo-unity --outcome 17 orphans=1", 'no wager "orphans" in roulette (clause 3.3)'),
        ("wagers ministar --kind blue", "--kind: expected"),
        ("clauses ministar 99.9", 'no clause "99.9" in ministar'),
        ("powers ministar --role boss", 'no role "boss" in ministar'),
        ("conformance --tests nowhere", "no folder nowhere"),
        ("settle ministar --outcome 17", "Missing argument"),
    ],
)
def test_a_bad_question_is_answered_in_words_with_exit_code_2(line: str, words: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert words in result.output
    assert "Traceback" not in result.output


def test_an_unknown_rulebook_ends_with_exit_code_2_and_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from openetg.cli.main import main; main()", "wagers", "ministr"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "perhaps ministar" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    result = run(f"{name} --help")
    assert result.exit_code == 0
    assert "Usage:" in result.output


@pytest.mark.slow
def test_every_table_can_be_read_without_json() -> None:
    lines = ["rulebooks", "clauses money-wheel", "readings ministar", "powers novo-unity", "wagers adelaide"]
    # The tour asks for the conformance of all rulebooks.
    lines += ["paytable interblock --game sic-bo", "conformance money-wheel", "check ministar", "tour"]
    for line in lines:
        result = run(line)
        assert result.exit_code == 0, (line, result.output)
        assert len(result.output) > 10


def test_the_version_is_that_of_the_package() -> None:
    assert run("--version").output.startswith("OpenETG ")


@pytest.mark.slow
def test_the_shelf_holds_only_rulebooks() -> None:
    shelf = Path(__file__).resolve().parents[3] / "rulebooks"
    assert sorted(path.name for path in shelf.iterdir()) == sorted(each["id"] for each in ask("rulebooks"))


@pytest.mark.slow
def test_nothing_of_python_is_shown_to_people() -> None:
    for line in ("clauses interblock 5.1", "clauses money-wheel 4.4", "clauses novo-unity 1.1:wagering_period"):
        assert "<" not in run(line).output
        assert "Choice(" not in run(line).output


@pytest.mark.parametrize("columns", ["40", "80"])
def test_money_and_names_are_never_cut(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = run("settle ministar --outcome 17 straight:17=1234.50").output
    assert "44442.00" in shown
    assert "3.9.1.1, 3.9.3" in shown
    assert "…" not in run("wagers ministar --kind orphans").output


@pytest.mark.slow
def test_a_copied_rulebook_is_not_proved_by_the_tests_of_the_original(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).resolve().parents[3] / "rulebooks" / "money-wheel", tmp_path / "copy")
    (answer,) = ask(f"conformance {tmp_path / 'copy'}")["rulebooks"].values()
    assert answer["totals"]["proved"] == 0


def test_letters_a_terminal_cannot_show_are_no_traceback(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(Path(__file__).resolve().parents[2] / "data" / "rulebooks" / "big-six", folder)
    book = folder / "rulebook.toml"
    text = book.read_text(encoding="utf-8")
    book.write_text(text.replace('title = "', 'title = "Größe 大小 ', 1), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "from openetg.cli.main import main; main()", "rulebooks", str(folder)],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_what_one_is_not_allowed_to_use_is_said_in_words_and_is_no_finding() -> None:
    """Nobody may make a file in /sys, not even root."""
    command = [sys.executable, "-m", "openetg", "floor", "promote", "--folder", "/sys"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "/sys/standby: expected to be allowed to use it, found: Permission denied\n"
