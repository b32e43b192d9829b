"""`etg rulebooks`: what there is to play by."""

from __future__ import annotations

import click

from openetg.cli.arguments import json_option
from openetg.cli.output import print_json, print_table
from openetg.games.compile import Playable, open_rulebook
from openetg.rulebook.load import shipped
from openetg.rulebook.schema.book import fingerprint


@click.command("rulebooks")
@click.argument("rulebooks", nargs=-1)
@json_option
def command(rulebooks: tuple[str, ...], as_json: bool) -> None:
    """The rulebooks that ship, or those named: what each is, its games, how many clauses and wagers."""
    answers = [_describe(open_rulebook(name)) for name in rulebooks or shipped()]
    if as_json:
        print_json(answers)
        return
    rows = [
        [
            str(answer["id"]),
            str(answer["title"]),
            str(answer["casino"]),
            str(answer["signed"] or "undated"),
            ", ".join(f"{game} {count}" for game, count in answer["wagers"].items()),  # type: ignore[attr-defined]
            str(answer["clauses"]),
            str(answer["readings"]),
            str(answer["hash"])[:12],
        ]
        for answer in answers
    ]
    columns = ["rulebook!", "title", "casino", "signed!", "games and wagers", "clauses>", "readings>", "hash!"]
    print_table("Rulebooks", columns, rows)


def _describe(playable: Playable) -> dict[str, object]:
    about = playable.rulebook.about
    return {
        "id": about.id,
        "title": about.title,
        "jurisdiction": about.jurisdiction,
        "casino": about.casino,
        "authority": about.authority,
        "signed": about.signed,
        "commencement": playable.rulebook.effect.commencement.policy,
        "wagers": {name: len(game.wagers) for name, game in playable.games.items()},
        "clauses": len(playable.register.clause),
        "readings": len(playable.rulebook.reading),
        "hash": fingerprint(playable.rulebook)[1],
    }
