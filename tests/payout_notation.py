"""A notation for what a wager pays, as a dealer would write it: `36 on 0; 18 on 3 6`, nothing on all else."""

from __future__ import annotations

from functools import cache

from openetg.games.compile import Playable, open_rulebook
from openetg.games.paytable import Game
from openetg.games.settle import settle
from openetg.money import cents, total


@cache
def playable(rulebook: str) -> Playable:
    """The rulebook, opened once for all tests."""
    return open_rulebook(rulebook)


def game_of(rulebook: str, game: str | None = None) -> Game:
    """The game asked for, or the first."""
    games = playable(rulebook).games
    return games[game] if game else next(iter(games.values()))


def check_pays(rulebook: str, wager: str, text: str, *, costs: int = 1, game: str | None = None) -> None:
    """With 1.00 on each piece the wager costs so much and pays what the text says, to the cent, on every outcome."""
    chosen = game_of(rulebook, game)
    expected = _read(text)
    unknown = set(expected) - set(chosen.outcomes)
    assert not unknown, f"{unknown} cannot fall"
    for position, outcome in enumerate(chosen.outcomes):
        settled = settle(chosen, chosen.wagers[wager], cents(100), position, None)
        assert settled.staked == cents(100 * costs), f"{wager} costs {settled.staked}"
        assert settled.returned == cents(100 * expected.get(outcome, 0)), f"{wager} on {outcome}"
        winning = total(each.staked for each in settled.pieces if each.returned)
        assert settled.won == settled.returned - winning, f"{wager} on {outcome}"


def _read(text: str) -> dict[str, int]:
    paid: dict[str, int] = {}
    for part in text.split(";"):
        amount, _, outcomes = part.strip().partition(" on ")
        for outcome in outcomes.split():
            assert outcome not in paid, f"{outcome} is said twice"
            paid[outcome] = int(amount)
    return paid
