"""A commit that fails has an unknown outcome: the store stops, and the journal opened anew tells the truth."""

import os
from collections import Counter
from contextlib import ExitStack, closing
from itertools import groupby
from pathlib import Path

import pytest

from openetg.journal.sqlite import create_journal, open_journal
from openetg.journal.store import JournalProblem, UnknownOutcome
from openetg.journal.verify import Intact, verify
from tests.faults.processes import end_input, last_acknowledged, next_line, remaining_lines, start_writer
from tests.faults.work import THOROUGHNESS
from tests.faults.writer import GROUP_MAX, next_group, numbered
from tests.unit.journal.samples import entries


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An empty journal."""
    path = tmp_path / "journal"
    create_journal(path, journal_id="floor 1").close()
    return path


# The small limits stop the WAL at different places inside a commit; the large one stops the checkpoint first.
@pytest.mark.parametrize("leaving", ["closed", "killed"])
@pytest.mark.parametrize("bytes_max", [*range(100_000, 104_200, 600), 5_000_000])
def test_a_full_disk_stops_the_writer_and_loses_nothing(path: Path, bytes_max: int, leaving: str) -> None:
    with start_writer("fill", path, bytes_max, leaving) as writer:
        said = remaining_lines(writer)
    assert said[-4:] == [["unknown"], ["refused", "append"], ["refused", "claim"], ["refused", "head"]]
    acknowledged = last_acknowledged(said)
    assert acknowledged > 0
    with closing(open_journal(path)) as store:
        lease = store.claim()
        assert acknowledged <= lease.head.sequence <= acknowledged + GROUP_MAX
        lease = store.append(lease, next_group(lease))
        assert list(store.entries(after_sequence=0)) == [numbered(n) for n in range(1, lease.head.sequence + 1)]
        assert isinstance(verify(store), Intact)


def test_a_lock_held_by_another_process_stops_the_writer_and_nothing_is_written(path: Path) -> None:
    with closing(open_journal(path, patience_ms=1)) as store:
        lease = store.append(store.claim(), entries(1, 3))
        with start_writer("hold", path) as holder:
            assert next_line(holder) == ["held"]
            with pytest.raises(UnknownOutcome, match="database is locked"):
                store.append(lease, entries(4, 5))
            remaining_lines(holder)
        with pytest.raises(UnknownOutcome, match="database is locked"):
            store.append(lease, entries(4, 5))
    with closing(open_journal(path)) as store:
        assert store.claim().head.sequence == 3
        assert list(store.entries(after_sequence=0)) == entries(1, 3)


def test_a_journal_that_another_process_keeps_locked_cannot_be_claimed(path: Path) -> None:
    with closing(open_journal(path, patience_ms=1)) as store:
        with start_writer("hold", path) as holder:
            assert next_line(holder) == ["held"]
            with pytest.raises(JournalProblem, match="another process writing and not finishing"):
                store.claim()
            remaining_lines(holder)
        assert store.claim().head.epoch == 1


def test_a_stopped_store_does_not_stand_in_the_way_of_the_next(path: Path) -> None:
    with closing(open_journal(path, patience_ms=1)) as stopped:
        lease = stopped.claim()
        with start_writer("hold", path) as holder:
            assert next_line(holder) == ["held"]
            with pytest.raises(UnknownOutcome):
                stopped.append(lease, entries(1, 1))
            remaining_lines(holder)
        with closing(open_journal(path)) as store:
            store.append(store.claim(), entries(1, 1))


def test_writers_that_fight_over_a_journal_never_interleave(path: Path) -> None:
    said = fight_until_fenced(path, times=30 * THOROUGHNESS)
    acknowledged = Counter((int(line[1]), int(line[2])) for line in said if line[0] == "acknowledged")
    with closing(open_journal(path)) as store:
        assert isinstance(verify(store), Intact)
        groups = list(store.groups(after_sequence=0))
    assert Counter((group.last, group.epoch) for group in groups) == acknowledged
    epochs = [epoch for epoch, _ in groupby(group.epoch for group in groups)]
    assert epochs == sorted(set(epochs))


def fight_until_fenced(path: Path, *, times: int) -> list[list[str]]:
    """Three writers on one journal until they have fenced each other so often; everything they said."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as heard, ExitStack() as running:
        writers = [running.enter_context(start_writer("fight", path, stdout=writing)) for _ in range(3)]
        os.close(writing)
        said = []
        for line in heard:
            said.append(line.split())
            assert times <= 0 or not any(writer.poll() for writer in writers), "a writer gave up"
            times -= said[-1][0] == "fenced"
            if times == 0:
                for writer in writers:
                    end_input(writer)
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    return said
