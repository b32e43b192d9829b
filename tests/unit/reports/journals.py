"""Real journals to read: the golden ones, and any entries, each as a journal in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from openetg.floor.core.snapshot import encode_snapshot
from openetg.floor.fold import fold
from openetg.floor.state import Floor
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import Reader
from tools.golden import FOLDER, names, read_golden

PER_GROUP = 20
NAMES = names()


@cache
def golden_entries(name: str) -> list[Entry]:
    """The entries of a golden journal."""
    return list(read_golden(FOLDER / f"{name}.jsonl").entries(after_sequence=0))


def written(folder: Path, entries: Sequence[Entry], *, rolls: Iterable[tuple[int, str]] = ()) -> str:
    """A journal with these entries in groups; after an entry named in `rolls` the next gaming day begins."""
    address, days, floor = str(folder / "journal"), dict(rolls), Floor()
    store = places.create(address, journal_id="read by tests")
    lease = store.claim()
    group: list[Entry] = []
    for entry in entries:
        group.append(entry)
        fold(floor, entry.at_ms, entry.command, entry.verdict)
        if len(group) == PER_GROUP or entry.sequence in days or entry is entries[-1]:
            lease = store.append(lease, group)
            group = []
        if entry.sequence in days:
            lease = store.roll(lease, day=days[entry.sequence], snapshot=encode_snapshot(floor))
    store.close()
    return address


_kept = TemporaryDirectory()
"""Golden journals are written once for all tests that only read them."""


@cache
def _address(name: str) -> str:
    folder = Path(_kept.name) / name
    folder.mkdir()
    return written(folder, golden_entries(name))


def golden_journal(name: str) -> Reader:
    """A golden journal, opened to read."""
    return places.open_to_read(_address(name))


@cache
def golden_floor(name: str) -> Floor:
    """Where a golden journal leads; not to be changed."""
    return floor_of(golden_entries(name))


def floor_of(entries: Iterable[Entry]) -> Floor:
    """Where entries lead."""
    floor = Floor()
    for entry in entries:
        fold(floor, entry.at_ms, entry.command, entry.verdict)
    return floor
