"""`etg journal trace`: where every cent that an entry moved came from and went, or every cent of a paper."""

from __future__ import annotations

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.reading import reading
from openetg.cli.output import print_json
from openetg.reports.recall.trace import tell_trace, trace_entry, trace_paper


@click.command("trace")
@click.argument("journal")
@click.option(
    "--entry", type=click.IntRange(min=1), default=None, help="The money that this entry moved, such as a note."
)
@click.option("--paper", default="", help="The money on this paper, by its name on record.")
@json_option
def command(journal: str, entry: int | None, paper: str, as_json: bool) -> None:
    """Follows money both ways, exact to the cent: a note to where it went, a ticket to where it came from.

    Cents on one account are told apart by a convention, which is said with the answer: what came first goes first.
    """
    if (entry is None) == (not paper):
        raise BadQuestionError("expected one of --entry and --paper")
    with reading(journal) as reader:
        found = trace_paper(reader, paper) if entry is None else trace_entry(reader, entry)
    if as_json:
        print_json(found)
        return
    click.echo("\n".join(tell_trace(found)))
