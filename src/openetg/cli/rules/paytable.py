"""`etg paytable`: what comes back for every wager on every outcome."""

from __future__ import annotations

import click

from openetg.cli.arguments import chosen_game, game_option, json_option, rulebook_argument
from openetg.cli.output import print_json, print_table
from openetg.games.compile import open_rulebook
from openetg.games.paytable import Game, Wager


@click.command("paytable")
@rulebook_argument
@game_option
@json_option
def command(rulebook: str, game: str | None, as_json: bool) -> None:
    """What comes back, the wager included, per wager and outcome, as whole numbers."""
    playable = open_rulebook(rulebook)
    chosen = chosen_game(playable, game)
    if as_json:
        print_json(_describe(playable.rulebook.about.id, chosen))
        return
    rows = [_row(chosen, wager) for wager in chosen.wagers.values()]
    columns = ["wager!", "clause!", "units>", "scale>", "returns on"]
    title = f"{chosen.title}: what comes back for {len(rows)} wagers on {len(chosen.outcomes)} outcomes"
    print_table(title, columns, rows, note="Outcomes not listed return nothing.")


def _describe(rulebook: str, game: Game) -> dict[str, object]:
    outcomes = [
        {"outcome": outcome, "weight": weight} for outcome, weight in zip(game.outcomes, game.weights, strict=True)
    ]
    wagers = {name: _describe_wager(wager) for name, wager in game.wagers.items()}
    return {"rulebook": rulebook, "game": game.name, "outcomes": outcomes, "wagers": wagers}


def _describe_wager(wager: Wager) -> dict[str, object]:
    return {
        "kind": wager.kind,
        "clause": wager.clause,
        "pieces": wager.pieces,
        "units": wager.units,
        "scale": wager.scale,
        "returns": wager.returns,
    }


def _row(game: Game, wager: Wager) -> list[str]:
    by_return: dict[int, list[str]] = {}
    for outcome, back in zip(game.outcomes, wager.returns, strict=True):
        if back:
            by_return.setdefault(back, []).append(outcome)
    shown = "; ".join(f"{back} on {' '.join(outcomes)}" for back, outcomes in sorted(by_return.items()))
    return [wager.name, wager.clause, str(wager.units), str(wager.scale), shown]
