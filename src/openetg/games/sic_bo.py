"""Sic Bo from data: three dice, judged as a whole, order of no account. Odds are the rulebook's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING

from openetg.games.paytable import Game, Spot, wager_on
from openetg.rulebook.problems import Problem, RulebookProblems, show
from openetg.rulebook.texts import parse_odds, split_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.rulebook.schema.layouts import SicBo, SicBoFaces, SicBoSingle, SicBoSum, SicBoTotals

KEY = "games.sic-bo"
FACES = range(1, 7)
Dice = tuple[int, int, int]
Test = Callable[[Dice], bool]
"""Whether a roll wins."""
Judge = Callable[[Dice], str | None]
"""The odds a roll is paid at, or nothing if it loses."""

DICE_OUTCOMES: tuple[Dice, ...] = tuple(combinations_with_replacement(FACES, 3))
"""The 56 rolls, ascending."""
WEIGHTS = Counter(tuple(sorted(dice)) for dice in product(FACES, repeat=3))
"""In how many of the 216 ways each roll falls."""


def compile_sic_bo(data: SicBo) -> Game:
    """The game, or `RulebookProblems` with everything that does not hold together."""
    problems = list(_check(data))
    if problems:
        raise RulebookProblems(problems)
    spots = {spot.name: spot for spot in _spots(data)}
    never = [name for name, spot in spots.items() if not any(spot.returns)]
    if never:
        raise RulebookProblems([Problem(f"{KEY}.spots", "wagers that can win", f"{never[0]}, which never does")])
    outcomes = tuple("-".join(map(str, dice)) for dice in DICE_OUTCOMES)
    weights = tuple(WEIGHTS[dice] for dice in DICE_OUTCOMES)
    wagers = {name: wager_on(spot) for name, spot in spots.items()}
    return Game(
        name="sic-bo",
        title=data.title,
        clause=data.clause,
        outcomes=outcomes,
        weights=weights,
        spots=spots,
        wagers=wagers,
    )


def _check(data: SicBo) -> Iterator[Problem]:
    spots = data.spots
    for name, sums in (("small", spots.small), ("big", spots.big)):
        for total in (split_numbers(sums.totals) or ()) if sums else ():
            if not _is_total(total):
                yield Problem(f"{KEY}.spots.{name}.totals", "totals from 3 to 18", show(total))
    if spots.total is not None:
        if not spots.total.odds:
            yield Problem(f"{KEY}.spots.total.odds", "odds for at least one total", "none")
        for total in spots.total.odds:
            if not _is_total(total):
                yield Problem(f"{KEY}.spots.total.odds.{total}", "a total from 3 to 18", show(total))
    if all(getattr(spots, field) is None for field in spots.__struct_fields__):
        yield Problem(f"{KEY}.spots", "at least one kind of spot", "none")


def _is_total(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2 and 3 <= int(text) <= 18 and not text.startswith("0")


def _spots(data: SicBo) -> Iterator[Spot]:
    """Every spot in the customary order of the layout."""
    spots, clause = data.spots, data.odds.clause
    for name, sums in (("small", spots.small), ("big", spots.big)):
        if sums is not None:
            yield _spot(name, sums.title, sums.clause, sums.odds, clause, _sum_judge(sums))
    for face in FACES if spots.triple else ():
        yield _face_spot("triple", str(face), spots.triple, clause, _at_least(3, face))
    if spots.any_triple is not None:
        yield _face_spot("any-triple", "", spots.any_triple, clause, _is_triple)
    for face in FACES if spots.double else ():
        yield _face_spot("double", str(face), spots.double, clause, _at_least(2, face))
    if spots.total is not None:
        yield from _total_spots(spots.total, clause)
    for pair in combinations(FACES, 2) if spots.combination else ():
        yield _face_spot("combination", "-".join(map(str, pair)), spots.combination, clause, _shows_all(pair))
    if spots.single is not None:
        yield from _single_spots(spots.single, clause)


def _at_least(count: int, face: int) -> Test:
    return lambda dice: dice.count(face) >= count


def _shows_all(faces: tuple[int, ...]) -> Test:
    return lambda dice: set(faces) <= set(dice)


def _is_triple(dice: Dice) -> bool:
    return len(set(dice)) == 1


def _sum_judge(sums: SicBoSum) -> Judge:
    totals = {int(total) for total in split_numbers(sums.totals) or ()}
    triples_win = sums.triples == "win"
    return lambda dice: sums.odds if sum(dice) in totals and (triples_win or not _is_triple(dice)) else None


def _face_spot(kind: str, label: str, faces: SicBoFaces | None, odds_clause: str, wins: Test) -> Spot:
    assert faces is not None, "only kinds that are offered have spots"
    name, title = (f"{kind}:{label}", f"{faces.title} {label}") if label else (kind, faces.title)
    return _spot(name, title, faces.clause, faces.odds, odds_clause, lambda dice: faces.odds if wins(dice) else None)


def _total_spots(totals: SicBoTotals, odds_clause: str) -> Iterator[Spot]:
    triples_win = totals.triples == "win"
    for total, odds in sorted(totals.odds.items(), key=lambda item: int(item[0])):

        def judge(dice: Dice, total: int = int(total), odds: str = odds) -> str | None:
            return odds if sum(dice) == total and (triples_win or not _is_triple(dice)) else None

        yield _spot(f"total:{total}", f"{totals.title} {total}", totals.clause, odds, odds_clause, judge)


def _single_spots(single: SicBoSingle, odds_clause: str) -> Iterator[Spot]:
    by_count = {0: None, 1: single.odds_one, 2: single.odds_two, 3: single.odds_three}
    shown = f"{single.odds_one}, {single.odds_two}, {single.odds_three}"
    for face in FACES:

        def judge(dice: Dice, face: int = face) -> str | None:
            return by_count[dice.count(face)]

        yield _spot(f"single:{face}", f"{single.title} {face}", single.clause, shown, odds_clause, judge)


def _spot(name: str, title: str, clause: str, odds: str, odds_clause: str, judge: Judge) -> Spot:
    returns = tuple(_return(judge(dice)) for dice in DICE_OUTCOMES)
    return Spot(name=name, title=title, clause=clause, odds=odds, odds_clause=odds_clause, returns=returns)


def _return(odds: str | None) -> Fraction:
    if odds is None:
        return Fraction(0)
    parsed = parse_odds(odds)
    assert parsed is not None, "the form of odds was checked on loading"
    return parsed + 1
