"""What a wager wins: the paytable row of the outcome times the amounts. No state, no ledger, no rounding of its own."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from openetg.games.paytable import Game, Wager
from openetg.money import ZERO, Money, Rounding, fraction_of, total


class SettledPiece(Struct, frozen=True):
    """What became of one piece."""

    spot: str
    units: int
    staked: Money
    won: Money
    """What it won, without what was staked; zero on a loss."""
    returned: Money
    """Everything given back."""
    clause: str
    """The clause that defines its spot, or that gives part of a losing wager back."""


class SettledWager(Struct, frozen=True):
    """What became of one wager."""

    wager: str
    staked: Money
    won: Money
    returned: Money
    clauses: tuple[str, ...]
    """The wager's clause, those of its pieces, and that of the odds."""
    pieces: tuple[SettledPiece, ...]


def settle(game: Game, wager: Wager, amount: Money, outcome: int, rounding: Rounding | None) -> SettledWager:
    """What `amount` on each unit of a wager brings on the outcome at that position."""
    pieces = tuple(_settle_piece(game, piece.spot, piece.units, amount, outcome, rounding) for piece in wager.pieces)
    spots = [game.spots[piece.spot] for piece in wager.pieces]
    parts = [spot.part_clauses[outcome] for spot in spots if outcome in spot.part_clauses]
    odds = [spot.odds_clause for spot in spots]
    clauses = dict.fromkeys([wager.clause, *(piece.clause for piece in pieces), *odds, *parts])
    return SettledWager(
        wager=wager.name,
        staked=total(piece.staked for piece in pieces),
        won=total(piece.won for piece in pieces),
        returned=total(piece.returned for piece in pieces),
        clauses=tuple(clauses),
        pieces=pieces,
    )


def _settle_piece(
    game: Game, name: str, units: int, amount: Money, outcome: int, rounding: Rounding | None
) -> SettledPiece:
    spot = game.spots[name]
    staked = amount * units
    returned = _returned(staked, spot.returns[outcome], rounding)
    won = returned - staked if spot.returns[outcome] >= 1 else ZERO
    clause = spot.part_clauses.get(outcome, spot.clause)
    return SettledPiece(spot=name, units=units, staked=staked, won=won, returned=returned, clause=clause)


def _returned(staked: Money, part: Fraction, rounding: Rounding | None) -> Money:
    if part.denominator == 1:
        return staked * part.numerator
    assert rounding is not None, "a game that returns fractions was compiled with a rounding"
    return fraction_of(staked, part.numerator, part.denominator, rounding)
