"""`etg clauses`: the register, and for one clause everything that rests on it."""

from __future__ import annotations

import click

from openetg.cli.arguments import BadQuestionError, json_option, rulebook_argument
from openetg.cli.output import print_json, print_table
from openetg.games.compile import Playable, open_rulebook
from openetg.rulebook.citations import citations
from openetg.rulebook.clauses import Clause, ClauseKind
from openetg.rulebook.problems import one_of


@click.command("clauses")
@rulebook_argument
@click.argument("clause", required=False)
@click.option("--kind", type=click.Choice([kind.value for kind in ClauseKind]), help="Only clauses of this kind.")
@json_option
def command(rulebook: str, clause: str | None, kind: str | None, as_json: bool) -> None:
    """The clauses of a rulebook in our own words; with CLAUSE, that one with all that rests on it."""
    playable = open_rulebook(rulebook)
    if clause is not None:
        _show_one(playable, clause, as_json=as_json)
        return
    entries = [entry for entry in playable.register.clause if kind is None or entry.kind.value == kind]
    if as_json:
        print_json(entries)
        return
    rows = [[entry.id, entry.kind.value, entry.says] for entry in entries]
    print_table(f"{playable.rulebook.about.title}: {len(rows)} clauses", ["clause!", "kind!", "says"], rows)


def _show_one(playable: Playable, clause: str, *, as_json: bool) -> None:
    entry = playable.register.find(clause)
    if entry is None:
        known = one_of(playable.register.ids(), clause)
        raise BadQuestionError(f'no clause "{clause}" in {playable.rulebook.about.id}: expected {known}')
    readings = [reading for reading in playable.rulebook.reading if reading.clause == clause]
    differences = [each.what for each in playable.register.difference if each.clause == clause]
    used = [citation for citation in citations(playable.rulebook) if citation.clause == clause]
    if as_json:
        print_json({"clause": entry, "readings": readings, "differences": differences, "used": used})
        return
    _print_entry(entry)
    for reading in readings:
        click.echo(f"\nreading   {reading.applied}\n  printed {reading.printed}\n  why     {reading.why}")
    for difference in differences:
        click.echo(f"\nsurprise  {difference}")
    if used:
        click.echo("\nused by")
        for citation in used:
            click.echo(f"  {citation.key}" + (f" = {citation.says}" if citation.says else ""))


def _print_entry(entry: Clause) -> None:
    click.echo(f"{entry.id} ({entry.kind.value})\n")
    click.echo(f"says      {entry.says}\nsystem    {entry.system}\nevidence  {entry.evidence}")
    if entry.see:
        click.echo(f"see       {', '.join(entry.see)}")
    if entry.not_for_software:
        click.echo(f"not for software: {entry.not_for_software}")
