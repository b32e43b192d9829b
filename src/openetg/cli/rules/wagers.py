"""`etg wagers`: every wager with its pieces, odds and exact return."""

from __future__ import annotations

from typing import assert_never

import click

from openetg.cli.arguments import BadQuestionError, chosen_game, game_option, json_option, rulebook_argument
from openetg.cli.output import percent, print_json, print_table
from openetg.games.compile import open_rulebook
from openetg.games.paytable import Game, Wager
from openetg.maths.exact import hit_frequency, house_edge, return_to_player
from openetg.rulebook.problems import one_of
from openetg.rulebook.schema.policies import OddsSource

CONFIGURED = "odds are configuration of the site: the instrument prints none"


@click.command("wagers")
@rulebook_argument
@game_option
@click.option("--kind", help="Only wagers of this kind.")
@json_option
def command(rulebook: str, game: str | None, kind: str | None, as_json: bool) -> None:
    """Every wager of a game: title, clause, pieces, odds, exact return to player, house edge."""
    playable = open_rulebook(rulebook)
    chosen = chosen_game(playable, game)
    kinds = dict.fromkeys(wager.kind for wager in chosen.wagers.values())
    if kind is not None and kind not in kinds:
        raise BadQuestionError(f'--kind: expected {one_of(kinds, kind)}, found "{kind}"')
    wagers = [wager for wager in chosen.wagers.values() if kind is None or wager.kind == kind]
    odds = playable.rulebook.games.named()[chosen.name].odds
    if as_json:
        answer = {"rulebook": playable.rulebook.about.id, "game": chosen.name, "odds": odds.policy.value}
        print_json(answer | {"wagers": [_describe(chosen, wager) for wager in wagers]})
        return
    note = f"{CONFIGURED} ({odds.clause})" if _is_configured(odds.policy) else ""
    rows = [_row(chosen, wager) for wager in wagers]
    columns = ["wager!", "title", "clause!", "pieces", "odds!", "return!", "percent>", "edge>"]
    print_table(f"{chosen.title}: {len(rows)} wagers", columns, rows, note=note)


def _is_configured(source: OddsSource) -> bool:
    """Whether the instrument prints no odds, and the approved pay table of the site has them."""
    match source:
        case OddsSource.CONFIGURATION:
            return True
        case OddsSource.PRINTED:
            return False
        case _:
            assert_never(source)


def _describe(game: Game, wager: Wager) -> dict[str, object]:
    back = return_to_player(game, wager)
    return {
        "wager": wager.name,
        "kind": wager.kind,
        "title": wager.title,
        "clause": wager.clause,
        "pieces": wager.pieces,
        "units": wager.units,
        "odds": wager.odds,
        "odds_clause": game.spots[wager.pieces[0].spot].odds_clause,
        "return": f"{back.numerator}/{back.denominator}",
        "return_percent": percent(back),
        "house_edge": str(house_edge(game, wager)),
        "house_edge_percent": percent(house_edge(game, wager)),
        "hit_frequency": str(hit_frequency(game, wager)),
        "channels": None if wager.channels is None else [channel.value for channel in wager.channels],
    }


def _row(game: Game, wager: Wager) -> list[str]:
    back = return_to_player(game, wager)
    pieces = [piece.spot if piece.units == 1 else f"{piece.spot} x{piece.units}" for piece in wager.pieces]
    title = wager.title
    if wager.channels is not None:
        title += f" ({' and '.join(channel.value for channel in wager.channels)} only)"
    edge = percent(house_edge(game, wager))
    shown = "" if len(pieces) == 1 else f"{wager.units}: " + " ".join(pieces)
    return [wager.name, title, wager.clause, shown, wager.odds, str(back), percent(back), edge]
