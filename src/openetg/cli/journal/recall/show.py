"""`etg journal show`: entries as a person reads them, as JSON, or as they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import get_args

import click
from msgspec import Struct, json

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.reading import keys_option, opener, reading
from openetg.floor.commands import AnyCommand
from openetg.floor.events import AnyEvent
from openetg.journal.entry import Entry
from openetg.journal.reading import begin_of
from openetg.journal.store import Reader
from openetg.reports.recall.telling import Opener, ToldEntry, concerned, tell, understood, when
from openetg.rulebook.problems import one_of


class Filter(Struct, frozen=True):
    """Which entries are wanted; what is empty does not matter."""

    names: tuple[str, ...] = ()
    """Tables and terminals, each of which must be concerned."""
    command: str = ""
    event: str = ""

    def passes(self, entry: Entry) -> bool:
        """Whether an entry is wanted."""
        if not self.names and not self.command and not self.event:
            return True
        # A look at the bytes first: it may say yes too often, never no.
        if self.event and f'"{self.event}"'.encode() not in entry.verdict:
            return False
        if self.command and f'"{self.command}"'.encode() not in entry.command:
            return False
        told = understood(entry)
        return isinstance(told, ToldEntry) and self._holds(told)

    def _holds(self, told: ToldEntry) -> bool:
        events = told.verdict if isinstance(told.verdict, tuple) else ()
        if self.command and type(told.order.command).__name__ != self.command:
            return False
        if self.event and self.event not in {type(event).__name__ for event in events}:
            return False
        return set(self.names) <= concerned(told)


@click.command("show")
@click.argument("journal")
@click.option("--after", type=click.IntRange(min=0), default=0, help="Only entries after this one.")
@click.option("--most", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many entries.")
@click.option("--table", default="", help="Only entries that concern this table.")
@click.option("--terminal", default="", help="Only entries that concern this terminal.")
@click.option("--command", "kind", default="", metavar="KIND", help="Only this command, such as place-wager.")
@click.option("--event", default="", metavar="KIND", help="Only entries with this event, such as wager-placed.")
@click.option("--raw", is_flag=True, help="As they stand in the journal, one a line.")
@json_option
@keys_option
def command(  # noqa: PLR0913, PLR0917 - each is an option a person may set
    journal: str,
    after: int,
    most: int,
    table: str,
    terminal: str,
    kind: str,
    event: str,
    raw: bool,
    as_json: bool,
    keys: Path | None,
) -> None:
    """Prints entries: when, who, what was asked, and what followed, with clauses and every movement of money.

    Times are UTC. Sealed texts stay sealed, unless --keys names the folder with the keys.
    """
    names = tuple(name for name in (table, terminal) if name)
    wanted = Filter(
        names, _named(kind, get_args(AnyCommand), "--command"), _named(event, get_args(AnyEvent), "--event")
    )
    with reading(journal) as reader, opener(keys) as open_text:
        for entry in islice(chosen(reader, wanted, after), most):
            print_entry(entry, raw=raw, as_json=as_json, open_text=open_text)


def chosen(reader: Reader, wanted: Filter, after: int) -> Iterator[Entry]:
    """The entries that pass, in order."""
    entries = reader.entries(after_sequence=max(after, begin_of(reader)))
    return (entry for entry in entries if wanted.passes(entry))


def print_entry(entry: Entry, *, raw: bool, as_json: bool, open_text: Opener) -> None:
    """One entry on the output."""
    if as_json:
        head = json.encode({"sequence": entry.sequence, "at_ms": entry.at_ms, "time": when(entry.at_ms)})
        # The stored bytes, as they are: what was decoded and encoded again would not be the stored bytes.
        click.echo(head[:-1] + b',"command":' + entry.command + b',"verdict":' + entry.verdict + b"}")
    elif raw:
        click.echo(f"{entry.sequence} {entry.at_ms} {entry.command.decode()} {entry.verdict.decode()}")
    else:
        click.echo("\n".join(tell(understood(entry), open_text=open_text)))


def _named(said: str, kinds: tuple[type, ...], option: str) -> str:
    """A kind by its name, however it is capitalised or parted."""
    if not said:
        return ""
    names = {kind.__name__.lower(): kind.__name__ for kind in kinds}
    found = names.get(re.sub(r"[^a-z]", "", said.lower()))
    if found is None:
        raise BadQuestionError(f'{option}: expected {one_of(sorted(names.values()), said)}, found "{said}"')
    return found
