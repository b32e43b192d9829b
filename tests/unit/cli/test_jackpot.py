"""`etg jackpot figures` as a person or a program uses it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openetg.cli.main import etg

FILE = """
kind = "progressive"
title = "Fortune"

[[levels]]
level = "grand"
seed = "1000.00"
rates = { A = "0.5", B = "0.25" }
reserve = "0.1"
trigger = { wagers = ["straight"], run = 2, least = "1.00" }

[[levels]]
level = "minor"
seed = "50.00"
rates = { A = "0.5" }
trigger = { wagers = ["straight"], outcomes = ["0"] }

[tables.A]
turnover = "250.00"
wagers = { "straight:0" = "5.00", "straight:17" = "1.00" }

[tables.B]
turnover = "100.00"
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(etg, ["jackpot", "figures", *words])


def answer(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_mystery_by_options() -> None:
    (level,) = answer("--seed", "100", "--low", "200", "--high", "500", "--rate", "0.5", "--turnover", "250")["levels"]
    assert level["mean_value"] == {"exact": "350", "decimal": "350.00"}
    assert level["odds"]["exact"] == "6015080/30001"
    assert level["flags"] == []


def test_a_progressive_by_options_at_several_tables() -> None:
    words = "--kind progressive --wager straight --run 2 --seed 100 --rate 1 --turnover 100 --lay straight:17=1"
    one, four = answer(*words.split()), answer(*words.split(), "--tables", "4")
    assert one["levels"][0]["odds"]["exact"] == "1406"
    assert four["levels"][0]["odds"]["exact"] == "703/2"
    assert one["levels"][0]["returned"] == four["levels"][0]["returned"] == {
        "exact": "753/70300", "decimal": "0.010711",
    }  # fmt: skip


def test_a_jackpot_of_several_levels_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "fortune.toml"
    file.write_text(FILE)
    told = answer(str(file))
    assert [level["level"] for level in told["levels"]] == ["grand", "minor"]
    assert told["turnover_per_round"]["exact"] == "350"
    assert told["levels"][1]["odds"]["exact"] == "37"
    shown = run(str(file))
    assert shown.exit_code == 0
    assert "Level grand" in shown.output
    assert "adds to the return to player" in shown.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", "100", "--low", "50", "--high", "500"), "not below its seed"),
        (("--seed", "x"), "expected an amount such as 2.50"),
        (("--rate", "0.00001"), "at most four digits after the point"),
        (("--rate", "much"), "expected a percentage such as 0.5"),
        (("--kind", "progressive", "--turnover", "5"), "expected what wins level 1"),
        (("/nowhere.toml",), "expected a file with a jackpot"),
    ],
)
def test_a_question_that_cannot_be_answered_is_said_in_words(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output


def test_a_file_that_is_none_is_said_in_words(tmp_path: Path) -> None:
    file = tmp_path / "fortune.toml"
    for text in ("kind = 1", FILE.replace("seed", "sead"), "[[["):
        file.write_text(text)
        result = run(str(file))
        assert result.exit_code == 2
        assert str(file) in result.output
