"""`etg jackpot figures`: expected hits, mean value, return to player of a jackpot, as exact fractions."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError, chosen_game, json_option
from openetg.cli.jackpot.jackpot_file import JackpotFile, LevelFile, TableFile, TriggerFile, read_file
from openetg.cli.output import print_json, print_table
from openetg.games.compile import Playable, open_rulebook
from openetg.games.paytable import Game
from openetg.maths.jackpots import JackpotFigures, LevelFigures, figures, problems
from openetg.maths.telling import Exact
from openetg.rulebook.schema.policies import JackpotKind

ROWS = {
    "rate": "goes into the pool, of the turnover",
    "reserve_rate": "goes into the reserve, of the turnover",
    "per_round": "a round of every table brings the pool",
    "chance": "hits in a round of every table",
    "odds": "rounds of every table between hits",
    "turnover_per_hit": "turnover between hits",
    "hits_per_million": "hits in a million of turnover",
    "mean_value": "mean value at the hit",
    "carried_over": "carried over to the next pool",
    "seed_per_hit": "added to begin again",
    "returned_by_turnover": "returned out of the turnover",
    "returned_by_reserve": "returned out of the reserve",
    "returned_by_house": "returned out of the house",
    "returned": "adds to the return to player",
    "costs": "costs the house, of the turnover",
}


@click.command("figures")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--rulebook", default="novo-unity", show_default=True)
@click.option("--game", help="Which game; may be left out where the rulebook has one.")
@click.option("--kind", type=click.Choice([each.value for each in JackpotKind]), default="mystery", show_default=True)
@click.option("--seed", default="0", help="What the pool begins with.")
@click.option("--rate", default="1", show_default=True, help="Percent of the turnover into the pool.")
@click.option("--reserve", default="0", help="Percent of the turnover into the hidden reserve.")
@click.option("--ceiling", default="0", help="What the pool never exceeds.")
@click.option("--low", default="0", help="Of a mystery, the lowest value.")
@click.option("--high", default="0", help="Of a mystery, the highest value.")
@click.option("--wager", "wagers", multiple=True, help="Of a progressive, a kind of wager that wins it: straight.")
@click.option("--run", "run_", type=click.IntRange(min=1), default=1, help="So many rounds in a row.")
@click.option("--outcome", "outcomes", multiple=True, help="What must fall; left out, the same every time.")
@click.option("--laid", type=click.Choice(["every", "last"]), default="every", show_default=True)
@click.option("--least", default="0", help="How much the wager must be.")
@click.option("--turnover", default="0", help="What a table turns over in a round.")
@click.option("--tables", "count", type=click.IntRange(1, 200), default=1, show_default=True)
@click.option("--lay", "lays", multiple=True, metavar="WAGER=AMOUNT", help="What the terminal lays in every round.")
@json_option
def command(  # noqa: PLR0913, PLR0917 - what one level is made of
    file: Path | None,
    rulebook: str,
    game: str | None,
    kind: str,
    seed: str,
    rate: str,
    reserve: str,
    ceiling: str,
    low: str,
    high: str,
    wagers: tuple[str, ...],
    run_: int,
    outcomes: tuple[str, ...],
    laid: str,
    least: str,
    turnover: str,
    count: int,
    lays: tuple[str, ...],
    as_json: bool,
) -> None:
    """Of a jackpot in FILE (TOML, see the guide), or of one level told by options."""
    playable = open_rulebook(rulebook)
    if file is not None:
        asked = read_file(file)
    else:
        names = [f"T{number}" for number in range(1, count + 1)]
        trigger = TriggerFile(wagers, run_, outcomes, "last" if laid == "last" else "every", least) if wagers else None
        level = LevelFile(
            level="1",
            seed=seed,
            rates=dict.fromkeys(names, rate),
            title="",
            reserve=reserve,
            ceiling=ceiling,
            low=low,
            high=high,
            trigger=trigger,
        )
        table = TableFile(turnover, game or "", dict(_lay(each) for each in lays))
        asked = JackpotFile(JackpotKind(kind), (level,), dict.fromkeys(names, table))
    answer = _figures(playable, asked)
    if as_json:
        print_json(answer)
        return
    for each in answer.levels:
        _print_level(each, answer)
    if answer.too_dear:
        click.echo(f"WARNING: {answer.too_dear}")


def _lay(text: str) -> tuple[str, str]:
    name, _, amount = text.partition("=")
    return name, amount


def _figures(playable: Playable, asked: JackpotFile) -> JackpotFigures:
    games: dict[str, Game] = {name: chosen_game(playable, table.game or None) for name, table in asked.tables.items()}
    rules, plays = asked.rules, asked.plays
    wrong = problems(rules, games, plays)
    if wrong:
        raise BadQuestionError("\n".join(wrong))
    return figures(rules, games, plays)


def _print_level(level: LevelFigures, answer: JackpotFigures) -> None:
    rows = [_row(words, getattr(level, name)) for name, words in ROWS.items()]
    if len(answer.levels) > 1:
        rows.append(_row("all levels add to the return to player", answer.returned))
    note = "\n".join(answer.flags[flag] for flag in level.flags)
    print_table(f"Level {level.title}", ["figure!", "exactly!", "about>"], rows, note=note)


def _row(words: str, figure: Exact) -> list[str]:
    return [words, figure.exact, figure.decimal]
