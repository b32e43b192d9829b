"""`etg play` says in words why a step was refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from openetg.cli.main import etg

SCRIPT = "rulebook ministar roulette\nnote T1 100.00\nbets\nplace T1 red 200.00\n"
SAID = "NOT_ENOUGH_CREDIT 3.3.4: there is not enough money for it\n"


def play(folder: Path, text: str, *options: str) -> tuple[int, str]:
    file = folder / "some.round"
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(etg, ["play", *options, str(file)])
    return done.exit_code, done.output


@pytest.mark.parametrize("check", ["", "expect refused AFTER_CLOSE\n"])
def test_a_script_that_fails_over_a_refusal_ends_with_its_sentence(tmp_path: Path, check: str) -> None:
    code, said = play(tmp_path, SCRIPT + check)
    assert code == 1
    assert said.endswith(f"refused {SAID}")


def test_a_script_that_fails_over_something_else_has_no_sentence(tmp_path: Path) -> None:
    code, said = play(tmp_path, SCRIPT + "expect refused\nexpect meter T1 1.00\n")
    assert code == 1
    assert "money for it" not in said


def test_a_refused_step_is_printed_with_its_sentence(tmp_path: Path) -> None:
    code, said = play(tmp_path, SCRIPT + "expect refused\n", "--steps")
    assert code == 0
    assert f"→ refused {SAID}" in said
