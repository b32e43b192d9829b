"""From a rulebook to its games: the last step of validation, and the only way to a paytable."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct, json

from openetg.games.money_wheel import compile_money_wheel
from openetg.games.paytable import RESERVED, Game
from openetg.games.roulette import compile_roulette
from openetg.games.sic_bo import compile_sic_bo
from openetg.rulebook.clauses import Register
from openetg.rulebook.load import Loaded, load
from openetg.rulebook.problems import Problem, RulebookProblems, in_file, one_of, show
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.layouts import MoneyWheel, Roulette, SicBo
from openetg.rulebook.schema.policies import Channel

if TYPE_CHECKING:
    from collections.abc import Iterator


class Playable(Struct, frozen=True):
    """A rulebook that holds together, with its games compiled."""

    rulebook: Rulebook
    register: Register
    games: dict[str, Game]


def open_rulebook(name: str) -> Playable:
    """The rulebook of that name or folder, wholly checked; raises `RulebookProblems` if it cannot be played."""
    return compile_rulebook(load(name))


def compile_rulebook(loaded: Loaded) -> Playable:
    """The rulebook with its games, or `RulebookProblems` with the file and every key that is wrong."""
    try:
        games = compile_games(loaded.rulebook)
    except RulebookProblems as wrong:
        raise RulebookProblems(in_file(wrong.problems, loaded.file)) from None
    return Playable(loaded.rulebook, loaded.register, games)


@lru_cache(maxsize=16)
def games_of(body: bytes) -> dict[str, Game]:
    """The games of a rulebook as a floor has adopted it. Compiled once: neither the bytes nor the games ever change."""
    return compile_games(json.decode(body, type=Rulebook))


def compile_games(rulebook: Rulebook) -> dict[str, Game]:
    """The games of a rulebook, by name, or `RulebookProblems` with every key that is wrong."""
    problems: list[Problem] = []
    games: dict[str, Game] = {}
    for name, data in rulebook.games.named().items():
        try:
            games[name] = _compile(data)
        except RulebookProblems as wrong:
            problems.extend(wrong.problems)
    problems = problems or list(_check_games(rulebook, games))
    if problems:
        raise RulebookProblems(problems)
    return games


def _compile(data: Roulette | SicBo | MoneyWheel) -> Game:
    if isinstance(data, Roulette):
        return compile_roulette(data)
    return compile_sic_bo(data) if isinstance(data, SicBo) else compile_money_wheel(data)


def _check_games(rulebook: Rulebook, games: dict[str, Game]) -> Iterator[Problem]:
    """What the games ask of the other sections."""
    for name, game in games.items():
        if any(wager.scale > 1 for wager in game.wagers.values()) and rulebook.money.rounding is None:
            yield Problem("money.rounding", f"a rounding, since {name} returns fractions of a wager", "nothing")
        if any(len(wager.pieces) > 1 for wager in game.wagers.values()):
            yield from _check_special_acceptance(rulebook, game)
    kinds = {wager.kind for game in games.values() for wager in game.wagers.values()} | set(RESERVED)
    for channel in Channel:
        limits = getattr(rulebook.limits, channel.value)
        for kind in limits.sign if limits is not None else ():
            if kind not in kinds:
                key = f"limits.{channel.value}.sign.{kind}"
                yield Problem(key, f"a kind of wager, {one_of(kinds, kind)}", show(kind))


def _check_special_acceptance(rulebook: Rulebook, game: Game) -> Iterator[Problem]:
    for channel in Channel:
        wagers = getattr(rulebook.wagers, channel.value)
        offered = any(
            len(wager.pieces) > 1 and (wager.channels is None or channel in wager.channels)
            for wager in game.wagers.values()
        )
        if offered and wagers is not None and wagers.special is None:
            yield Problem(f"wagers.{channel.value}.special", "how specials meet the limits", "nothing")
