"""Whatever a store has acknowledged survives `kill -9` of the writer at any instant.

The writer appends, rolls to new volumes and makes checkpoints all the time, so that every one of them is interrupted.
"""

from contextlib import closing
from pathlib import Path
from random import Random
from signal import SIGKILL

from openetg.journal.sqlite import create_journal, open_journal, read_journal
from openetg.journal.store import Reader
from openetg.journal.verify import Intact, verify
from tests.faults.processes import last_acknowledged, next_line, remaining_lines, start_writer
from tests.faults.work import THOROUGHNESS
from tests.faults.writer import GROUP_MAX, numbered, snapshot_at

KILL_COUNT = 25 * THOROUGHNESS


def test_nothing_acknowledged_is_lost_however_often_the_writer_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    create_journal(path, journal_id="floor 1").close()
    random = Random(1905)
    durable = 0
    for _ in range(KILL_COUNT):
        acknowledged = max(durable, append_and_kill(path, random))
        # Reading alone leaves the killed writer's WAL as it is; opening for writing copies it into the file.
        with closing(read_journal(path) if random.random() < 0.7 else open_journal(path)) as journal:
            durable = intact_up_to(journal)
        assert acknowledged <= durable <= acknowledged + GROUP_MAX, "at most the group in flight is in doubt"
    with closing(read_journal(path)) as journal:
        assert journal.head().epoch <= KILL_COUNT
        assert len(journal.volumes()) > KILL_COUNT / 10
        for volume in journal.volumes()[1:]:
            assert journal.opening_snapshot(volume.number) == snapshot_at(volume.opening.sequence)
        assert list(journal.entries(after_sequence=0)) == [numbered(n) for n in range(1, durable + 1)]


def append_and_kill(path: Path, random: Random) -> int:
    """Kill a writer at some instant after its start or one of its acknowledgements; the last one it got out."""
    with start_writer("append", path) as writer:
        lines = [next_line(writer) for _ in range(1 + random.choice([0, 1, 10, 30]))]
        for _ in range(random.randrange(20_000)):
            pass
        writer.kill()
        lines += remaining_lines(writer)
    assert lines[0] == ["started"]
    assert writer.returncode == -SIGKILL
    return last_acknowledged(lines)


def intact_up_to(journal: Reader) -> int:
    found = verify(journal)
    assert isinstance(found, Intact)
    return found.head.sequence
