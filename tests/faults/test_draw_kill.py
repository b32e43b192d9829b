"""`kill -9` around the commit of a settlement that makes a jackpot hit, and of a draw that was called: drawn once."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from signal import SIGKILL

import pytest

from openetg.floor.pools import reconciles
from openetg.journal import places
from openetg.reports.fairness import check_draws
from openetg.server.engine import read_floor
from openetg.server.folder import FloorFolder

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60


def live(folder: Path, what: str, when: str) -> int:
    """One life of the floor; its exit code."""
    command = [sys.executable, "-m", "tests.faults.drawing_floor", str(folder), what, when]
    return subprocess.run(command, cwd=ROOT, timeout=PATIENCE_S, check=False, stdout=subprocess.DEVNULL).returncode


@pytest.mark.parametrize("what", ["jackpot", "promotion"])
@pytest.mark.parametrize("kills", [("before", "after"), ("during",)])
def test_what_is_drawn_is_drawn_once(tmp_path: Path, what: str, kills: tuple[str, ...]) -> None:
    folder = tmp_path / "floor"
    folder.mkdir()
    codes = [live(folder, what, when) for when in kills]
    assert codes[0] == -SIGKILL, "it came to the draw"
    assert live(folder, what, "never") == 0
    with closing(places.open_to_read(FloorFolder(folder).journal)) as journal:
        entries = list(journal.entries(after_sequence=0))
        floor = read_floor(journal)
    drawn = b'"type":"JackpotWon"' if what == "jackpot" else b'"type":"PromotionDrawn"'
    assert sum(each.verdict.count(drawn) for each in entries) == 1
    found = list(check_draws(entries))
    assert [each.state for each in found if each.kind in {"mystery", "draw"}] == ["holds"], found
    assert floor.ledger.is_balanced()
    assert reconciles(floor)
