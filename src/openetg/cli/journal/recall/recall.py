"""`etg journal recall`: the last rounds of a table or terminal, as a person reads them or as a round script."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.reading import counting, keys_option, opener, reading
from openetg.cli.output import print_json
from openetg.journal.store import Reader
from openetg.reports.recall.recall import Chosen, Story, last_rounds, stories, tell_story
from openetg.reports.recall.script import Unscriptable, script_of
from openetg.reports.recall.telling import Opener


@click.command("recall")
@click.argument("journal")
@click.option("--table", default="", help="The rounds of this table.")
@click.option("--terminal", default="", help="The rounds in which this terminal wagered.")
@click.option("-n", "count", type=click.IntRange(min=1), default=5, show_default=True, help="How many of the last.")
@click.option("--script", is_flag=True, help="As a round script that etg play runs to the same cents.")
@json_option
@keys_option
def command(
    journal: str, table: str, terminal: str, count: int, script: bool, as_json: bool, keys: Path | None
) -> None:
    """Prints the last rounds: every wager, the outcome, what each spot paid and by which clause, refunds, corrections.

    A script has been played before it is printed. If the rounds cannot be played to the same cents, that is said, with
    exit code 1.
    """
    if bool(table) == bool(terminal):
        raise BadQuestionError("expected one of --table and --terminal")
    if script and as_json:
        raise BadQuestionError("expected one of --script and --json, found both")
    with reading(journal) as reader, opener(keys) as open_text:
        until = reader.head().sequence
        with counting("looking for the rounds", until) as come_to:
            rounds = last_rounds(reader, count=count, until=until, table=table, terminal=terminal, progress=come_to)
        if script:
            _print_script(reader, rounds, until)
            return
        told = _told(reader, rounds, until, open_text)
    if as_json:
        print_json({"rounds": told})
    elif told:
        click.echo("\n\n".join("\n".join(tell_story(story, only=terminal)) for story in told))
    else:
        click.echo(f"no rounds of {table or terminal} yet", err=True)


def _told(reader: Reader, rounds: list[Chosen], until: int, open_text: Opener) -> list[Story]:
    with counting("reading the rounds", until) as come_to:
        return stories(reader, rounds, until=until, open_text=open_text, progress=come_to)


def _print_script(reader: Reader, rounds: list[Chosen], until: int) -> None:
    if not rounds:
        raise BadQuestionError("expected rounds to write a script of, found none yet")
    try:
        recalled = script_of(reader, rounds, until=until)
    except Unscriptable as problem:
        click.echo(str(problem), err=True)
        raise SystemExit(1) from None
    click.echo(recalled.text, nl=False)
