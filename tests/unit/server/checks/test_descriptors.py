"""The limit of open files: raised as far as it goes, and a floor that could not hold its terminals does not start."""

from __future__ import annotations

import pytest

from openetg.server.checks.descriptors import GUESTS, KEPT_BACK, UNKNOWN, connections_for
from openetg.server.checks.selfcheck import CheckFailed


class System:
    """A machine with these limits."""

    RLIMIT_NOFILE = 7

    def __init__(self, soft: int, hard: int) -> None:
        self.limits = (soft, hard)

    def getrlimit(self, which: int, /) -> tuple[int, int]:
        assert which == self.RLIMIT_NOFILE
        return self.limits

    def setrlimit(self, which: int, limits: tuple[int, int], /) -> None:
        assert which == self.RLIMIT_NOFILE
        self.limits = limits


def test_the_limit_is_raised_as_far_as_the_system_allows() -> None:
    system = System(1_024, 65_536)
    assert connections_for(40, system) == 65_536 - KEPT_BACK
    assert system.limits == (65_536, 65_536)


def test_without_a_limit_nothing_is_bounded() -> None:
    assert connections_for(40, System(-1, -1)) == UNKNOWN - KEPT_BACK


def test_a_floor_that_could_not_hold_its_terminals_does_not_start() -> None:
    with pytest.raises(CheckFailed, match=rf"ulimit -n {1_000 + GUESTS + KEPT_BACK}"):
        connections_for(1_000, System(1_024, 1_024))
