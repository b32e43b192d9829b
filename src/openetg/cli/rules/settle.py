"""`etg settle`: what wagers win on an outcome, and which clause says so."""

from __future__ import annotations

import click

from openetg.cli.arguments import chosen_game, chosen_outcome, chosen_wager, game_option, json_option, rulebook_argument
from openetg.cli.output import print_json, print_table
from openetg.games.compile import Playable, open_rulebook
from openetg.games.settle import SettledPiece, SettledWager, settle
from openetg.money import format_money, total


@click.command("settle")
@rulebook_argument
@game_option
@click.option("--outcome", required=True, help="What fell: 17; dice ascending 1-1-2; a symbol c.")
@click.argument("wagers", nargs=-1, required=True, metavar="WAGER=AMOUNT...")
@json_option
def command(rulebook: str, game: str | None, outcome: str, wagers: tuple[str, ...], as_json: bool) -> None:
    """What each WAGER wins; AMOUNT is that of one piece, so orphans=1.00 stakes 5.00."""
    playable = open_rulebook(rulebook)
    settled = _settle_all(playable, game, outcome, wagers)
    if as_json:
        print_json(_totals(settled) | {"wagers": [_describe(each) for each in settled]})
        return
    rows = [row for each in settled for row in _rows(each)]
    sums = _totals(settled)
    rows.append(["total", "", sums["staked"], sums["won"], sums["returned"], ""])
    columns = ["wager!", "piece!", "staked>", "won>", "returned>", "clause!"]
    print_table(f"{playable.rulebook.about.title}: {outcome}", columns, rows)


def _settle_all(playable: Playable, game: str | None, outcome: str, texts: tuple[str, ...]) -> list[SettledWager]:
    chosen = chosen_game(playable, game)
    position = chosen_outcome(chosen, outcome)
    rounding = playable.rulebook.money.rounding
    asked = [chosen_wager(chosen, text) for text in texts]
    policy = rounding.policy if rounding else None
    return [settle(chosen, wager, amount, position, policy) for wager, amount in asked]


def _totals(settled: list[SettledWager]) -> dict[str, str]:
    return {
        "staked": format_money(total(each.staked for each in settled)),
        "returned": format_money(total(each.returned for each in settled)),
        "won": format_money(total(each.won for each in settled)),
    }


def _describe(settled: SettledWager) -> dict[str, object]:
    return {
        "wager": settled.wager,
        "staked": format_money(settled.staked),
        "won": format_money(settled.won),
        "returned": format_money(settled.returned),
        "clauses": settled.clauses,
        "pieces": [_describe_piece(piece) for piece in settled.pieces],
    }


def _describe_piece(piece: SettledPiece) -> dict[str, object]:
    return {
        "spot": piece.spot,
        "units": piece.units,
        "staked": format_money(piece.staked),
        "won": format_money(piece.won),
        "returned": format_money(piece.returned),
        "clause": piece.clause,
    }


def _rows(settled: SettledWager) -> list[list[str]]:
    amounts = [format_money(each) for each in (settled.staked, settled.won, settled.returned)]
    rows = [[settled.wager, "", *amounts, ", ".join(settled.clauses)]]
    if len(settled.pieces) == 1:
        return rows
    for piece in settled.pieces:
        name = piece.spot if piece.units == 1 else f"{piece.spot} x{piece.units}"
        money = [format_money(each) for each in (piece.staked, piece.won, piece.returned)]
        rows.append(["", name, *money, piece.clause])
    return rows
