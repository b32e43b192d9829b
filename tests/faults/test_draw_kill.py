"""`kill -9` around the commit of a settlement that makes a jackpot hit, and of a draw that was called: drawn once.

And a standby that takes over between what binds the house and the draw.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from signal import SIGKILL
from subprocess import PIPE, Popen
from threading import Timer

import pytest

from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.reports.fairness.fairness import check_draws
from openetg.server.plan.folder import FloorFolder
from openetg.server.writer.engine import read_floor
from tests.faults.drawing_floor import FENCED
from tests.faults.floors import ETG
from tests.reconciling import reconciles

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
    drawn_once(folder, what)


def drawn_once(folder: Path, what: str) -> list[Entry]:
    """It was drawn once, as it was bound to be, and the books are right; all entries."""
    with closing(places.open_to_read(FloorFolder(folder).journal)) as journal:
        entries = list(journal.entries(after_sequence=0))
        floor = read_floor(journal)
    drawn = b'"type":"JackpotWon"' if what == "jackpot" else b'"type":"PromotionDrawn"'
    assert sum(each.verdict.count(drawn) for each in entries) == 1
    found = list(check_draws(entries))
    assert [each.state for each in found if each.kind in {"mystery", "draw"}] == ["holds"], found
    assert floor.ledger.is_balanced()
    assert reconciles(floor)
    return entries


@contextmanager
def started(folder: Path, what: str, when: str, says: str) -> Iterator[Popen[str]]:
    """A life that has come so far and waits for a line."""
    command = [sys.executable, "-m", "tests.faults.drawing_floor", str(folder), what, when]
    with Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as life:
        patience = Timer(PATIENCE_S, life.kill)
        patience.start()
        try:
            assert life.stdout is not None
            assert life.stdout.readline() == f"{says}\n"
            yield life
        finally:
            patience.cancel()
            life.kill()


def first(entries: list[Entry], *words: bytes) -> int:
    """The first entry in which one of these is asked."""
    return next(each.sequence for each in entries if any(b'"type":"%b"' % word in each.command for word in words))


@pytest.mark.parametrize("what", ["jackpot", "promotion"])
def test_a_standby_that_takes_over_reveals_what_the_writer_before_it_was_bound_to(tmp_path: Path, what: str) -> None:
    """The secret is in the journal alone, sealed: the new process opens it, and the old one draws nothing."""
    folder = tmp_path / "floor"
    folder.mkdir()
    with started(folder, what, "waits", "waits") as writer, started(folder, what, "standby", "stands by") as standby:
        standby.communicate("take over\n", timeout=PATIENCE_S)
        assert standby.returncode == 0
        writer.communicate("go on\n", timeout=PATIENCE_S)
        assert writer.returncode == FENCED
    entries = drawn_once(folder, what)
    bound, revealed = first(entries, b"CommitMystery", b"CommitDraw"), first(entries, b"RevealMystery", b"RevealDraw")
    assert bound < first(entries[bound:], b"StartWriter") < revealed, "between the two the standby has taken over"
    asked = [sys.executable, str(ETG), "journal", "draws", FloorFolder(folder).journal]
    checked = subprocess.run(asked, timeout=PATIENCE_S, check=False, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
