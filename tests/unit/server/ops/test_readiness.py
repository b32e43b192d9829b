"""Ready means: the floor decides, goes on opening rounds, its journal takes entries, and they are signed."""

from __future__ import annotations

from pathlib import Path

import pytest

from openetg.server.ops.readiness import BEHIND_MS, Probe, Readiness, SignedByFollower, Standing, read_signed
from openetg.server.plan.folder import FloorFolder
from openetg.server.writer.measured_store import Commits

AT_10 = Probe(10, winding_down=False)


class Watched:
    """Readiness with a clock that the test moves."""

    def __init__(self, folder: Path, *, follows: bool = True) -> None:
        self.now_ms = 1_000_000
        self.alive = True
        self.commits = Commits()
        place = FloorFolder(folder)
        self.readiness = Readiness(
            place, lambda: self.now_ms, follows=follows, commits=self.commits, is_alive=lambda: self.alive
        )

    def stands(self, sequence: int, signed: int, *, after_ms: int = 0) -> str:
        self.now_ms += after_ms
        return self.readiness.judge(Probe(sequence, winding_down=False), SignedByFollower(signed)).floor


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


def test_a_floor_that_decides_and_is_signed_is_ready(watched: Watched) -> None:
    assert watched.readiness.judge(AT_10, SignedByFollower(10)) == Standing("ready", 10)


def test_while_it_starts_it_is_not_ready(watched: Watched) -> None:
    watched.readiness.started = False
    assert watched.readiness.down() == Standing("starting")
    assert watched.readiness.judge(AT_10, SignedByFollower(10)) == Standing("starting")
    watched.readiness.started = True
    assert watched.readiness.down() is None


def test_while_it_winds_down_it_is_not_ready(watched: Watched) -> None:
    standing = watched.readiness.judge(Probe(10, winding_down=True), SignedByFollower(10))
    assert (standing.floor, standing.is_ready) == ("stopping", False)


def test_after_a_commit_of_unknown_outcome_it_never_is_again(watched: Watched) -> None:
    watched.commits.failed = True
    for standing in (watched.readiness.down(), watched.readiness.judge(AT_10, SignedByFollower(10))):
        assert standing is not None
        assert (standing.floor, standing.is_ready) == ("stopped", False)


def test_with_its_engine_gone_it_is_not_ready(watched: Watched) -> None:
    watched.alive = False
    assert watched.stands(10, 10) == "stopped"


def test_with_the_follower_behind_it_is_not_ready(watched: Watched) -> None:
    assert watched.stands(10, 5) == "ready"
    assert watched.stands(20, 5, after_ms=BEHIND_MS) == "ready"
    assert watched.stands(30, 5, after_ms=1) == "behind"
    assert watched.stands(40, 35, after_ms=1_000) == "ready"


def test_a_floor_where_nothing_happens_has_nothing_to_sign(watched: Watched) -> None:
    assert watched.stands(10, 10) == "ready"
    assert watched.stands(10, 10, after_ms=10 * BEHIND_MS) == "ready"
    assert watched.stands(11, 10, after_ms=10 * BEHIND_MS) == "ready", "the first entry after a quiet hour"
    assert watched.stands(11, 10, after_ms=BEHIND_MS + 1) == "behind"


def test_without_a_follower_nothing_is_behind(tmp_path: Path) -> None:
    watched = Watched(tmp_path, follows=False)
    assert watched.stands(10, 0, after_ms=10 * BEHIND_MS) == "ready"


def test_a_checkpoint_that_cannot_be_read_is_no_checkpoint(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    assert read_signed(watched.readiness.place) == SignedByFollower(0)
    (tmp_path / "checkpoints").mkdir()
    (tmp_path / "checkpoints" / "latest").write_bytes(b"nonsense")
    broken = read_signed(watched.readiness.place)
    assert broken.problem
    assert watched.readiness.judge(AT_10, broken).floor == "behind"
