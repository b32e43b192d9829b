"""What lies beside the keys about a journal: how far it had come, and up to where a person has adopted it.

Neither is in the database, so that a person who can put an older copy of that in its place cannot put these back with
it. The mark is raised behind the writer's back, never on the path of a commit: it may stand some seconds before the
end, never beyond it. Files are there whole or not at all.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from openetg.journal.authentic import Adopted
from openetg.journal.chain import Head
from openetg.journal.store import JournalProblem, Reader, hash_at
from openetg.keys.files import write_whole

T = TypeVar("T")
MARK = "high-water.json"
ADOPTED = "adopted.json"
WAY_ON = (
    "start nothing on it, keep it, and restore the newest copy (mirror or backup); if there is none, a person answers"
    " for what is lost: etg journal adopt JOURNAL --keys KEYS --by PERSON --why WORDS"
)


class HighWaterMark(msgspec.Struct, frozen=True):
    """How far a journal had come, durably, when this was written."""

    journal: str
    sequence: int
    hash: str
    """The chain hash there, in hexadecimal."""
    epoch: int
    at_ms: int


def mark_at(journal_id: str, head: Head) -> HighWaterMark:
    """The mark of a head that is committed."""
    return HighWaterMark(journal_id, head.sequence, head.hash.hex(), head.epoch, head.at_ms)


def read_mark(keys: Path) -> HighWaterMark | None:
    """The mark in a folder of keys; None if none was written yet."""
    return _read(keys / MARK, HighWaterMark)


def raise_mark(keys: Path, mark: HighWaterMark) -> None:
    """Writes the mark, durably, unless one that is higher stands there: another floor has gone on."""
    stands = read_mark(keys)
    if stands is None or stands.journal != mark.journal or stands.sequence < mark.sequence:
        write_mark(keys, mark)


def write_mark(keys: Path, mark: HighWaterMark) -> None:
    """Writes the mark, over any that is there."""
    write_whole(keys / MARK, msgspec.json.encode(mark) + b"\n", mode=0o600)


def read_adopted(keys: Path, journal_id: str) -> Adopted | None:
    """The last time that a person adopted this journal; None if that never happened."""
    of_this = [each for each in _adoptions(keys) if each.journal == journal_id]
    return of_this[-1] if of_this else None


def keep_adopted(keys: Path, adopted: Adopted) -> None:
    """Adds an adoption to those before, durably; they stay, as evidence."""
    write_whole(keys / ADOPTED, msgspec.json.encode([*_adoptions(keys), adopted]) + b"\n", mode=0o600)


def _adoptions(keys: Path) -> list[Adopted]:
    return _read(keys / ADOPTED, list[Adopted]) or []


def below_mark(journal: Reader, mark: HighWaterMark) -> str | None:
    """How a journal falls short of its mark, in words; None if it does not."""
    if journal.journal_id != mark.journal:
        return (
            f"expected the journal {mark.journal}, of which the keys are, found {journal.journal_id}: another floor's"
        )
    end = journal.head().sequence
    if end < mark.sequence:
        return (
            f"expected {mark.sequence} entries or more, as marked beside the keys, found {end}: it was rolled back to"
            f" an older copy or cut short; {WAY_ON}"
        )
    found = hash_at(journal, mark.sequence)
    if found is not None and found.hex() != mark.hash:
        return (
            f"expected the hash {mark.hash} at entry {mark.sequence}, as marked beside the keys, found"
            f" {found.hex() or 'none'}: it is not the journal that was written; {WAY_ON}"
        )
    return None


def _read(path: Path, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as problem:
        raise JournalProblem(f"{path}: expected what this floor has written there, found: {problem}.") from None
