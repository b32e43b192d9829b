"""The verbs of recalled rounds: what is given stands there, what is asked is word for word, nothing is assumed."""

from __future__ import annotations

import pytest

from openetg.script.parse import MalformedLine, parse
from openetg.script.run import play
from tests.scripts import run_script

TABLE = "rulebook ministar roulette\nterminal T1\n"


def problem(text: str) -> str:
    failure = play(TABLE + text).failure
    assert failure is not None, "it holds"
    return failure.problem


def test_what_is_given_stands_there_and_the_books_still_sum_to_zero() -> None:
    run = run_script(
        TABLE
        + """
        verbatim
        given tables/A/rounds 11
        given tables/A/limits {"any":{"max":50000,"min":500}}
        account meter/T1 95.00
        account bank/A -35.00
        expect meter T1 95.00
        expect account bank/A -35.00
        expect account elsewhere -60.00
        expect balanced
        bets
        place T1 red 5.00
        expect accepted 5.00
        """
    )
    table = run.stage.floor.tables["A"]
    assert table.round is not None
    assert table.round.number == 12


def test_verbatim_assumes_no_spin() -> None:
    """Elsewhere a ball that is about to drop was launched, also where nobody says so."""
    for mode, launched in (("", True), ("verbatim\n", False)):
        run = run_script(f"{TABLE}note T1 50.00\n{mode}bets\nclose sensor\nexpect balanced")
        assert run.stage.round.launched is launched
    run_script(
        TABLE
        + """
        note T1 50.00
        verbatim
        bets
        expect phase OPEN
        launch opposite turning
        close sensor
        expect phase CLOSED
        rest 17 revolutions=12
        expect outcome 17
        ready
        bets
        expect phase OPEN
        """
    )


def test_a_command_word_for_word_is_that_command() -> None:
    run_script(
        TABLE
        + """
        ask {"type":"InsertNote","terminal":"T1","amount":5000}
        expect meter T1 50.00
        ask {"type":"InsertNote","terminal":"T1","amount":5001}
        expect refused
        """
    )


def test_a_rulebook_is_called_by_its_name_inside_json_and_paths() -> None:
    run = run_script(
        TABLE
        + """
        given premises/choice_of_wheel/rulebook:ministar true
        given premises/effect {"rulebook:ministar":{"day":"2001-01-01","from_ms":1}}
        expect balanced
        """
    )
    (name,) = run.stage.floor.rulebooks
    assert run.stage.floor.premises.choice_of_wheel == {name: True}
    assert run.stage.floor.premises.effect[name].day == "2001-01-01"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("given wheels/A 1", "no part wheels"),
        ("given tables/Z/rounds 1", "nothing is called Z"),
        ("given tables/A/spins 1", "nothing is called spins"),
        ('given tables/A/rounds "many"', "cannot stand there"),
        ("given tables/A/rounds/x 1", "only with all that stands around it"),
        ('ask {"type":"Dance"}', "cannot stand there"),
        ("at 2031-01-01T00:00:00Z\nnote T1 5.00\nat 2030-01-01T00:00:00Z", "time does not go back"),
        ("account meter/T1 5.00\nrestart", "would lose it"),
    ],
)
def test_what_cannot_be_is_said_at_its_line(line: str, words: str) -> None:
    assert words in problem(line)


@pytest.mark.parametrize(
    "line", ["ask {", "given tables", "at noon", "at 2030-01-01T00:00:00", "account meter/T1 much"]
)
def test_what_cannot_be_read_is_said_before_anything_is_played(line: str) -> None:
    with pytest.raises(MalformedLine):
        parse(TABLE + line)


def test_json_has_its_own_marks_and_quotes() -> None:
    (step,) = parse('ask {"type":"OpenCase","why":"a \\"#1\\" fault # really"}')
    assert step.said == {"json": '{"type":"OpenCase","why":"a \\"#1\\" fault # really"}'}
