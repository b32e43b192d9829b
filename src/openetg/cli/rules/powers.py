"""`etg powers`: who may do what under a rulebook."""

from __future__ import annotations

import click

from openetg.cli.arguments import BadQuestionError, json_option, rulebook_argument
from openetg.cli.output import print_json, print_table
from openetg.games.compile import open_rulebook
from openetg.rulebook.problems import one_of
from openetg.rulebook.roles import holders
from openetg.rulebook.schema.powers import POWERS


@click.command("powers")
@rulebook_argument
@click.option("--role", help="Only what this role may do.")
@json_option
def command(rulebook: str, role: str | None, as_json: bool) -> None:
    """Every power, its clause, and all roles that hold it: named, included, or by delegation of the operator."""
    book = open_rulebook(rulebook).rulebook
    if role is not None and role not in book.roles:
        raise BadQuestionError(f'no role "{role}" in {book.about.id}: expected {one_of(book.roles, role)}')
    answers = [
        {"power": name, "act": POWERS[name], "clause": power.clause, "roles": sorted(holders(book, name))}
        for name, power in book.powers.items()
        if role is None or role in holders(book, name)
    ]
    if as_json:
        print_json(answers)
        return
    rows = [[str(each["power"]), str(each["clause"]), ", ".join(each["roles"]), str(each["act"])] for each in answers]
    print_table(f"{book.about.title}: powers", ["power!", "clause!", "held by", "act"], rows)
