"""`etg journal record`: what a terminal kept by itself, held against the journal, without the floor."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.reading import reading
from openetg.cli.output import print_json
from openetg.reports.audit.terminal_record import Comparison, Judged, Verdict, compare


@click.command("record")
@click.argument("journal")
@click.argument("lines", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--terminal", required=True, help="The terminal whose record it is.")
@click.option("--since", type=click.IntRange(min=0), default=0, help="Entries before this one are not missed.")
@click.option("--all", "every", is_flag=True, help="Also what agrees.")
@json_option
def command(journal: str, lines: Path, terminal: str, since: int, every: bool, as_json: bool) -> None:
    """Compares what a terminal kept by itself, line by line in the file LINES, with the journal.

    Ends with exit code 1 if a line differs from the journal or does not follow from the one before it.
    """
    try:
        told = lines.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise BadQuestionError(f"{lines}: expected text in UTF-8") from None
    with reading(journal) as reader:
        found = compare(reader, terminal, told, since=since, until=reader.head().sequence)
    if as_json:
        print_json(found)
    else:
        click.echo("\n".join(_told(found, every=every)))
    if found.differs:
        raise SystemExit(1)


def _told(found: Comparison, *, every: bool) -> list[str]:
    shown = [_one(each) for each in found.judged if every or each.verdict is not Verdict.agrees]
    counts = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(found.counts.items()))
    broken = f" at {', '.join(map(str, found.broken_at[:20]))}" if found.broken_at else ""
    head = f"terminal {found.terminal}: {found.lines} lines, chain {found.chain.value}{broken}; {counts or 'nothing'}"
    return [head, *shown]


def _one(each: Judged) -> str:
    where = f"line {each.k}" if each.k else "no line"
    entry = f"entry {each.sequence}" if each.sequence else "no entry"
    said = f"  {each.words}" if each.words else ""
    return f"  {each.verdict.value:<14}{where:<12}{entry:<14}{each.what:<18}{said}".rstrip()
