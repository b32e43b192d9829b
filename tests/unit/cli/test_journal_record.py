"""`etg journal record` as a person uses it in an inquiry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openetg.cli.main import etg
from openetg.wire.messages import Note, Place
from tests.unit.server.retaining_floor import Keeping, KeptStage


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[str]]:
    """The journal of a floor, and what a terminal kept of it."""
    stage = KeptStage(tmp_path_factory.mktemp("floor"))
    record = Keeping(stage.line("I1").hello()).catch_up()
    for message in (Note(1, 10_000), Place(2, "red", 500), Place(3, "nowhere", 500)):
        record.say(message)
        stage.turn(100)
        record.catch_up()
    stage.store.close()
    return stage.address, record.lines


def run(kept: tuple[str, list[str]], folder: Path, *words: str, spoil: tuple[str, str] = ("", "")) -> Result:
    file = folder / "lines.jsonl"
    file.write_text("\n".join(kept[1]).replace(*spoil) + "\n", encoding="utf-8")
    return CliRunner().invoke(etg, ["journal", "record", kept[0], str(file), "--terminal", "I1", *words])


def test_what_agrees_is_said_in_one_line(kept: tuple[str, list[str]], tmp_path: Path) -> None:
    result = run(kept, tmp_path)
    assert result.exit_code == 0, result.output
    head, *others = result.stdout.splitlines()
    assert head == f"terminal I1: {len(kept[1])} lines, chain intact; 5 agrees, 2 unverifiable"
    assert all("a no to a wager is not in the journal" in line for line in others)
    assert len(run(kept, tmp_path, "--all").stdout.splitlines()) == len(kept[1]) + 1


def test_what_differs_ends_with_exit_code_1(kept: tuple[str, list[str]], tmp_path: Path) -> None:
    result = run(kept, tmp_path, spoil=('"accepted":500', '"accepted":900'))
    assert result.exit_code == 1
    assert "accepted: the terminal has 9.00, the journal 5.00" in result.stdout
    assert "chain broken at 5" in result.stdout


def test_programs_read_the_same(kept: tuple[str, list[str]], tmp_path: Path) -> None:
    found = json.loads(run(kept, tmp_path, "--json").stdout)
    assert (found["chain"], found["lines"], found["counts"]["agrees"]) == ("intact", len(kept[1]), 5)
