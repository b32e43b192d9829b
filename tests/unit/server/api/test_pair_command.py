"""`etg floor pair` against a running floor."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from openetg.cli.main import etg
from tests.unit.server.api.floor_app import PASSWORD, ServedFloor


def pair(floor: ServedFloor, terminal: str, person: str, password: str = PASSWORD) -> tuple[int, str]:
    url = f"http://127.0.0.1:{floor.port}"
    words = ["floor", "pair", terminal, "--person", person, "--url", url]
    answer = CliRunner().invoke(etg, words, input=f"{password}\n")
    return answer.exit_code, answer.output


@pytest.mark.slow
def test_it_prints_a_code_that_pairs(floor: ServedFloor) -> None:
    code, words = pair(floor, "M1", "olga")
    assert code == 0, words
    taken = floor.call(lambda: floor.app.office.codes.take("M1", words.splitlines()[0], "", floor.clock.now_ms()))
    assert taken is not None
    assert taken.by == "olga"
    assert not floor.floor.people.logins, "and has logged out"


def test_it_says_why_not(floor: ServedFloor) -> None:
    code, words = pair(floor, "M1", "ann")
    assert code == 2
    assert words.startswith("refused: not_their_role: the person does not hold")
    assert pair(floor, "M1", "olga", "not the password")[1].startswith("refused: wrong_login")
    assert pair(floor, "Z1", "olga")[1].startswith("refused: unknown_terminal")
    answer = CliRunner().invoke(
        etg, ["floor", "pair", "M1", "--person", "x", "--url", "http://127.0.0.1:1"], input="x\n"
    )
    assert answer.exit_code == 2
    assert "expected a floor to answer" in answer.output
    bad = CliRunner().invoke(etg, ["floor", "pair", "M1", "--person", "x", "--url", "file:///etc"], input="x\n")
    assert bad.exit_code == 2
