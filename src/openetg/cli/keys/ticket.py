"""`etg keys ticket`: the name by which the floor knows a ticket."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.keys.keyring import keys_option, opened
from openetg.keys.tickets import DIGITS, MISREAD, NO_KEY, OTHER_FLOOR, TicketKeys, read_number

NO_TICKET = {
    MISREAD: "the check digits do not fit: a digit is wrong, or two changed places",
    OTHER_FLOOR: "the first two digits are those of another floor",
    NO_KEY: "no ticket key here has that third digit",
}


@click.command("ticket")
@click.argument("number")
@keys_option
def command(number: str, keys: Path | None) -> None:
    """Tells the name of the ticket with this NUMBER, for whoever looks it up in the journal of a stopped floor.

    Every number has a name; whether the floor issued such a ticket, and paid it, is in the journal.
    """
    if read_number(number) is None:
        raise BadQuestionError(f'expected a number of {DIGITS} digits, found "{number}"')
    with opened(keys) as ring:
        name = TicketKeys(ring).name_of(number)
    if name in NO_TICKET:
        click.echo(NO_TICKET[name], err=True)
        raise SystemExit(1)
    click.echo(name)
