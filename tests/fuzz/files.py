"""Whatever lies in a file that people write: floor files, rulebooks and round scripts. Read, or told what is wrong."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from shutil import copyfile

from openetg.rulebook.load import load_folder
from openetg.rulebook.problems import Problems
from openetg.script.parse import MalformedLine, parse
from openetg.script.run import play_steps
from openetg.server.plan.floorfile import house_of, read
from tests.fuzz.scratch import scratch

RULEBOOKS = Path(__file__).resolve().parent.parent / "data" / "rulebooks"
STEPS_MAX = 120
"""More steps of one script are read and not played."""


@cache
def _scratch() -> Path:
    folder = scratch("files")
    copyfile(RULEBOOKS / "la-partage" / "clauses.toml", folder / "clauses.toml")
    return folder


def _check_told(problems: Problems) -> None:
    assert problems.problems, "a file that cannot be used is told why"
    assert all(each.expected and each.found for each in problems.problems)


def _check_words(wrong: MalformedLine) -> None:
    assert wrong.line >= 1
    assert wrong.problem


def floor_file(data: bytes) -> None:
    """A floor file."""
    path = _scratch() / "floor.toml"
    path.write_bytes(data)
    try:
        file = read(path)
    except Problems as problems:
        _check_told(problems)
    else:
        assert house_of(file).tables


def rulebook(data: bytes) -> None:
    """A rulebook beside the clauses of la-partage."""
    folder = _scratch()
    (folder / "rulebook.toml").write_bytes(data)
    try:
        loaded = load_folder(folder)
    except Problems as problems:
        _check_told(problems)
    else:
        assert loaded.rulebook.tables


def script(data: bytes) -> None:
    """A round script: read, then played on a floor of its own, to its end or to the line that does not hold."""
    try:
        steps = parse(data.decode("utf-8", errors="replace"))
    except MalformedLine as wrong:
        _check_words(wrong)
        return
    run = play_steps(steps[:STEPS_MAX])
    assert run.failure is None or run.failure.problem
    assert run.stage.floor.ledger.is_balanced()
