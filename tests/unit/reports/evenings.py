"""Short evenings told as round scripts, as the journals they leave behind."""

from __future__ import annotations

from openetg.journal.chain import Group, genesis_hash, group_hash
from openetg.journal.entry import Entry, encode_entries
from openetg.journal.store import Reader
from openetg.script.run import play
from tools.golden import GoldenJournal, journal_id

HEAD = ("rulebook ministar roulette", "limit any min 1.00 max 500.00", "terminal T1", "terminal T2")
NAME = "evening"


def evening(*lines: str, head: tuple[str, ...] = HEAD) -> Reader:
    """The journal of a script, which must go as it is written."""
    run = play("\n".join((*head, *lines)))
    assert run.failure is None, run.failure
    return journal_of([Entry(place, *each) for place, each in enumerate(run.stage.entries, start=1)])


def journal_of(entries: list[Entry]) -> Reader:
    """A journal in memory, entries in groups of a few."""
    groups: list[Group] = []
    before = genesis_hash(journal_id(NAME))
    for at in range(0, len(entries), 7):
        some = entries[at : at + 7]
        first, last, body = some[0].sequence, some[-1].sequence, encode_entries(some)
        before = group_hash(before, first=first, last=last, epoch=1, body=body)
        groups.append(Group(first, last, 1, some[-1].at_ms, body, before))
    return GoldenJournal(groups, NAME)


def first(journal: Reader, event: str) -> int:
    """The first entry with an event of that name."""
    wanted = f'"{event}"'.encode()
    return next(entry.sequence for entry in journal.entries(after_sequence=0) if wanted in entry.verdict)
