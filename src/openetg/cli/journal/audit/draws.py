"""`etg journal draws`: every jackpot and prize that was drawn, done over from the entries alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from msgspec import DecodeError, Raw, Struct, json

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.reading import counting, reading
from openetg.cli.output import print_json
from openetg.journal.chain import Group, hash_on
from openetg.journal.entry import Entry
from openetg.journal.store import entries_in
from openetg.reports.export.export import FORMAT, Header
from openetg.reports.fairness.fairness import CheckedDraw, FairnessProblem, check_draws

WORDS = {"holds": "holds", "open": "open", "wrong": "WRONG", "unknown": "cannot be told"}


class _Line(Struct):
    sequence: int
    at_ms: int
    command: Raw
    verdict: Raw


@click.command("draws")
@click.argument("journal")
@json_option
def command(journal: str, as_json: bool) -> None:
    """Does every draw over: what the house was bound to, what it told, and what follows from it.

    JOURNAL is a journal, or a file of `etg journal export`, for anybody who was given one; whether such a file is
    what was written says `etg journal check`. No key is needed. Of each mystery jackpot: the commitment stood before
    the first contribution, no contribution is missing, the secret is the one committed to and was told when the pool
    had reached the value that follows from it, and the winner is the terminal that brought the pool there. Of each
    promotion: its terms changed only as approved, the commitment stood before the first entry, the entries are all
    there and nobody else's, the draw that was called was held and overseen, and the winners follow.

    Ends with exit code 1 if anything does not hold.
    """
    with _entries(journal) as (entries, after):
        try:
            found = list(check_draws(entries, after=after))
        except FairnessProblem as problem:
            raise BadQuestionError(f"{journal}: {problem}.") from None
    if as_json:
        print_json(found)
    else:
        _print(found)
    if any(each.state == "wrong" for each in found):
        raise SystemExit(1)


def _print(found: list[CheckedDraw]) -> None:
    for each in found:
        click.echo(f"entry {each.sequence}: {each.kind} {each.about}: {WORDS[each.state]}: {each.words}")
    counts = Counter(WORDS[each.state] for each in found)
    told = ", ".join(f"{count} {words}" for words, count in counts.items())
    click.echo(told or "nothing was drawn")


@contextmanager
def _entries(journal: str) -> Iterator[tuple[Iterator[Entry], int]]:
    """The entries, and the last one before them."""
    path = Path(journal)
    if "://" not in journal and path.is_file() and (header := _header(path)) is not None:
        yield _of_file(path), header.after
        return
    with reading(journal) as reader, counting("drawing again", reader.head().sequence) as come_to:
        opening = reader.volumes()[0].opening
        groups = _linked(reader.groups(after_sequence=opening.sequence), opening.hash, journal)

        def counted() -> Iterator[Entry]:
            for entry in entries_in(groups, after_sequence=opening.sequence, journal=journal):
                come_to(entry.sequence)
                yield entry

        yield counted(), opening.sequence


def _linked(groups: Iterator[Group], before: bytes, journal: str) -> Iterator[Group]:
    """The groups as long as each follows on the one before: of a journal that was changed nothing holds."""
    for group in groups:
        expected = hash_on(before, group)
        if group.hash != expected:
            raise BadQuestionError(f"{journal}: the chain breaks at the group {group.first}–{group.last}.")
        before = group.hash
        yield group


def _header(path: Path) -> Header | None:
    """The first line of a file of entries; None if it is none."""
    with path.open("rb") as lines:
        first = lines.readline(1_000_000)
    try:
        header = json.decode(first, type=Header)
    except (DecodeError, UnicodeDecodeError):
        return None
    return header if header.format == FORMAT else None


def _of_file(path: Path) -> Iterator[Entry]:
    with path.open("rb") as lines:
        next(lines)
        for number, line in enumerate(lines, start=2):
            try:
                read = json.decode(line, type=_Line)
            except (DecodeError, UnicodeDecodeError) as wrong:
                raise BadQuestionError(
                    f"{path}: line {number}: expected an entry, found something else: {wrong}"
                ) from None
            yield Entry(read.sequence, read.at_ms, bytes(read.command), bytes(read.verdict))
