"""What is exported of a journal, and how it is written to the disk: whole, or not at all. Also the simplest form, JSON
Lines.

JSON Lines hold every entry as it is stored, with the hashes that bind it: the chain can be computed again from the
file alone. With evidence, its first line has what leads from these entries to the root of a signed checkpoint too. An
export must never change what was stored, and never go past the head it saw when it began.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Raw, Struct, json

from openetg.journal.chain import Group, leaf_hash
from openetg.journal.entry import Entry, decode_entries, stored_entries
from openetg.journal.reading import begin_of, groups_until, next_group
from openetg.journal.store import JournalProblem, Reader, hash_at
from openetg.journal.verify import Progress
from openetg.keys.files import sync
from openetg.reports.frame.span import day_named, days_of

FORMAT = "openetg entries 1"


class ExportSpan(Struct, frozen=True):
    """The entries to be exported: those after the first number, up to and with the second."""

    after: int
    until: int

    @property
    def is_empty(self) -> bool:
        """Whether it is empty."""
        return self.after >= self.until


class Evidence(Struct, frozen=True):
    """What leads from the entries of a file to the root of a signed checkpoint."""

    checkpoint: str
    """The signed note."""
    key: str
    """The public key of the journal, as the maker of the file knows it; empty if unknown. Proves nothing."""
    left: list[str]
    """The complete nodes over the entries before the file, from left to right."""
    right: list[str]
    """Those over the entries after it, up to the size that was signed, from left to right."""


class Header(Struct, frozen=True, omit_defaults=True):
    """The first line of a file of entries."""

    format: str
    journal: str
    opening_sequence: int
    """The last entry before the first group of the file."""
    opening_hash: str
    """What that first group is chained to."""
    after: int
    until: int
    evidence: Evidence | None = None


class ExportedEntry(Struct, frozen=True):
    """One entry: as stored, with the group it was committed in."""

    sequence: int
    at_ms: int
    epoch: int
    first: int
    last: int
    hash: str
    """The chain hash of its group."""
    leaf: str
    """Its leaf in the Merkle tree."""
    command: Raw
    verdict: Raw


def span_of(journal: Reader, *, after: int | None, until: int | None, day: str = "") -> ExportSpan:
    """What a person asked for, within what the journal holds now."""
    begin, head = begin_of(journal), journal.head().sequence
    first, last = begin, head
    if day:
        # By the days there are, not by the names of volumes: the first day is begun inside its volume.
        found = day_named(days_of(journal), day)
        first, last = found.after, min(found.until, head)
    if after is not None and after < begin:
        raise JournalProblem(f"expected entries after {begin} or later: those before were archived; found {after}.")
    first, last = max(first, after if after is not None else first), min(last, until if until is not None else last)
    if first > head:
        raise JournalProblem(f"expected entries after {head} or an earlier one, the last there is; found {first}.")
    if last < first:
        raise JournalProblem(f"expected a span that ends after it begins, found one after {first} up to {last}.")
    return ExportSpan(first, last)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A place to write a file, which stands under its own name only once it is complete and on the disk."""
    _refuse_what_stands(path)
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        yield unfinished
        sync(unfinished)
        unfinished.rename(path)
        sync(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """The same for a folder of files."""
    _refuse_what_stands(path)
    unfinished = path.with_name(f".{path.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        unfinished.mkdir()
        yield unfinished
        for each in (*unfinished.iterdir(), unfinished):
            sync(each)
        unfinished.rename(path)
        sync(path.parent)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _refuse_what_stands(path: Path) -> None:
    if path.exists():
        raise JournalProblem(f"{path}: expected nothing there, found something: an export never overwrites.")
    if not path.parent.is_dir():
        raise JournalProblem(f"{path}: expected a folder {path.parent} to write into, found none.")


def entries_in_span(journal: Reader, span: ExportSpan) -> Iterator[tuple[Group, list[Entry], list[bytes]]]:
    """Group by group, the entries that are in the span, decoded and as they stand in the body."""
    if span.is_empty:
        return
    for group in groups_until(journal, after=span.after, until=span.until):
        entries, stored = decode_entries(group.body), stored_entries(group.body)
        if group.first <= span.after or group.last > span.until:
            inside = [place for place, entry in enumerate(entries) if span.after < entry.sequence <= span.until]
            entries, stored = [entries[place] for place in inside], [stored[place] for place in inside]
        yield group, entries, stored
        if group.last >= span.until:
            return


def write_jsonl(journal: Reader, span: ExportSpan, path: Path, evidence: Evidence | None = None) -> Iterator[Progress]:
    """Writes every entry of a span as a line of JSON, after a line that says what they belong to."""
    encode = json.Encoder().encode
    with whole_file(path) as unfinished, unfinished.open("wb") as file:
        file.write(encode(_header(journal, span, evidence)) + b"\n")
        for group, entries, stored in entries_in_span(journal, span):
            digest = group.hash.hex()
            lines = (
                ExportedEntry(
                    sequence=entry.sequence,
                    at_ms=entry.at_ms,
                    epoch=group.epoch,
                    first=group.first,
                    last=group.last,
                    hash=digest,
                    leaf=leaf_hash(body).hex(),
                    command=Raw(entry.command),
                    verdict=Raw(entry.verdict),
                )
                for entry, body in zip(entries, stored, strict=True)
            )
            file.writelines(encode(line) + b"\n" for line in lines)
            yield Progress(group.last, span.until)
        file.flush()


def _header(journal: Reader, span: ExportSpan, evidence: Evidence | None) -> Header:
    first = next_group(journal, span.after)
    sequence = span.after if first is None else first.first - 1
    opening = hash_at(journal, sequence)
    assert opening, "a group begins where another ends"
    return Header(
        format=FORMAT,
        journal=journal.journal_id,
        opening_sequence=sequence,
        opening_hash=opening.hex(),
        after=span.after,
        until=span.until,
        evidence=evidence,
    )
