"""What several commands ask for in the same words: a rulebook, a game, an outcome, a wager, an amount."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from openetg.games.compile import Playable
from openetg.games.paytable import Game, Wager, kind_of
from openetg.money import Money, parse_money
from openetg.rulebook.problems import one_of

F = TypeVar("F", bound=Callable[..., Any])


class BadQuestionError(click.ClickException):
    """A question that cannot be answered as it stands, said in words."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """The words alone, on the error stream."""
        click.echo(self.format_message(), file=file, err=file is None)


def rulebook_argument(function: F) -> F:
    """The argument RULEBOOK."""
    return click.argument("rulebook")(function)


def game_option(function: F) -> F:
    """The option --game."""
    return click.option("--game", help="Which game; may be left out where the rulebook has one.")(function)


def json_option(function: F) -> F:
    """The option --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs instead of text.")(function)


def chosen_game(playable: Playable, name: str | None) -> Game:
    """The game asked for, or the only one."""
    games = playable.games
    if name is None and len(games) == 1:
        return next(iter(games.values()))
    if name is None or name not in games:
        found = "nothing" if name is None else f'"{name}"'
        raise BadQuestionError(f"--game: expected {one_of(games, name)}, found {found}")
    return games[name]


def chosen_outcome(game: Game, name: str) -> int:
    """The position of the outcome asked for."""
    index = game.outcome_index(name)
    if index is None:
        example = {"sic-bo": "dice ascending, such as 1-1-2"}.get(game.name, f"such as {game.outcomes[-1]}")
        raise BadQuestionError(f'--outcome: expected an outcome of {game.name} ({example}), found "{name}"')
    return index


def chosen_wager(game: Game, text: str) -> tuple[Wager, Money]:
    """The wager and the amount of one piece in `split:14-17=2.50`."""
    name, equals, amount = text.partition("=")
    if not equals:
        raise BadQuestionError(f'expected a wager and the amount of one piece, such as red=5.00, found "{text}"')
    if name not in game.wagers:
        same_kind = [each for each in game.wagers if kind_of(each) == kind_of(name)]
        kinds = dict.fromkeys(wager.kind for wager in game.wagers.values())
        hint = one_of(same_kind or kinds, name)
        raise BadQuestionError(f'no wager "{name}" in {game.name} (clause {game.clause}): expected {hint}')
    try:
        money = parse_money(amount)
    except ValueError as wrong:
        raise BadQuestionError(f"{name}: {wrong}") from None
    if not money:
        raise BadQuestionError(f"{name}: expected an amount above zero, found {amount}")
    return game.wagers[name], money
