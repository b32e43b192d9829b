"""A measured store keeps what a store keeps, counts commits, and says when one is slow or has failed."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import Lease, Store, UnknownOutcome
from openetg.server.writer.measured_store import BOUNDS_S, MeasuredStore


def entries(first: int, count: int) -> list[Entry]:
    return [Entry(number, 1_000, b"{}", b"[]") for number in range(first, first + count)]


class Broken:
    """A store whose disk is gone."""

    def append(self, lease: Lease, entries: Sequence[Entry]) -> Lease:
        del lease, entries
        raise UnknownOutcome("disk gone")


def test_groups_entries_and_seconds_are_counted(tmp_path: Path) -> None:
    with closing(places.create(str(tmp_path / "journal"), journal_id="j")) as kept:
        store = MeasuredStore(kept)
        lease = store.append(store.claim(), entries(1, 3))
        lease = store.roll(lease, day="2026-11-15", snapshot=b"{}")
        lease = store.append(lease, entries(4, 1))
        commits = store.commits
        assert (commits.groups, commits.entries, sum(commits.within)) == (2, 4, 2)
        assert commits.seconds > 0
        assert store.head() == lease.head == kept.head()
        assert [each.sequence for each in store.entries(after_sequence=1)] == [2, 3, 4]
        assert [each.last for each in store.groups(after_sequence=0)] == [3, 4]
        assert [each.number for each in store.volumes()] == [1, 2]
        assert (store.journal_id, store.opening_snapshot(2)) == ("j", b"{}")


@pytest.mark.parametrize(("took_s", "place"), [(0.0, 0), (0.0005, 0), (0.0006, 1), (2.5, 11), (60.0, 12)])
def test_a_commit_is_counted_with_those_of_its_length(took_s: float, place: int) -> None:
    store = MeasuredStore(cast("Store", Broken()))
    store._count(took_s, 1)
    assert [index for index, count in enumerate(store.commits.within) if count] == [place]
    assert len(store.commits.within) == len(BOUNDS_S) + 1


def test_slow_commits_are_said_but_not_each(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    store, now_s = MeasuredStore(cast("Store", Broken())), [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now_s[0])
    with caplog.at_level(logging.WARNING, "openetg.journal"):
        for _ in range(5):
            store._count(0.3, 7)
            now_s[0] += 3.0
    told = [vars(record)["slow_commits"] for record in caplog.records]
    assert (store.commits.slow, told) == (5, [1, 5])


def test_a_commit_of_unknown_outcome_is_known_from_then_on(caplog: pytest.LogCaptureFixture) -> None:
    store = MeasuredStore(cast("Store", Broken()))
    with pytest.raises(UnknownOutcome, match="disk gone"):
        store.append(cast("Lease", None), entries(1, 1))
    assert store.commits.failed
    assert caplog.records[-1].message == "a commit failed: the floor stops"
