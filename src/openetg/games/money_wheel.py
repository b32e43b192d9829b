"""Money Wheel from data: symbols on segments, one spot for each symbol."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from openetg.games.paytable import Game, Spot, wager_on
from openetg.rulebook.problems import Problem, RulebookProblems, show
from openetg.rulebook.texts import is_name, parse_odds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.rulebook.schema.layouts import MoneyWheel, Symbol

KEY = "games.money-wheel"


def compile_money_wheel(data: MoneyWheel) -> Game:
    """The game, or `RulebookProblems` with everything that does not hold together."""
    problems = list(_check(data))
    if problems:
        raise RulebookProblems(problems)
    outcomes = tuple(data.symbols)
    weights = tuple(symbol.segments for symbol in data.symbols.values())
    spots = [_spot(name, symbol, outcomes, data.odds.clause) for name, symbol in data.symbols.items()]
    wagers = {spot.name: wager_on(spot) for spot in spots}
    by_name = {spot.name: spot for spot in spots}
    return Game(
        name="money-wheel",
        title=data.title,
        clause=data.clause,
        outcomes=outcomes,
        weights=weights,
        spots=by_name,
        wagers=wagers,
    )


def _check(data: MoneyWheel) -> Iterator[Problem]:
    if not data.symbols:
        yield Problem(f"{KEY}.symbols", "at least one symbol", "none")
    for name in data.symbols:
        if not is_name(name):
            yield Problem(f"{KEY}.symbols", "names of lower case letters, digits and dashes", show(name))
    count = sum(symbol.segments for symbol in data.symbols.values())
    if count != data.segments.value:
        yield Problem(f"{KEY}.symbols", f"{data.segments.value} segments in all", str(count))


def _spot(name: str, symbol: Symbol, outcomes: tuple[str, ...], odds_clause: str) -> Spot:
    odds = parse_odds(symbol.odds)
    assert odds is not None, "the form of odds was checked on loading"
    returns = tuple(odds + 1 if outcome == name else Fraction(0) for outcome in outcomes)
    return Spot(
        name=f"symbol:{name}",
        title=symbol.title,
        clause=symbol.clause,
        odds=symbol.odds,
        odds_clause=odds_clause,
        returns=returns,
        covers=(name,),
    )
