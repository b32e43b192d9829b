"""Paying a round and undoing one: from the frozen wagers and the paytable to results and transfers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.events import RoundSettled, RoundVoided, Settled
from openetg.floor.ledger import Transfer, bank_of, meter_of, play_of
from openetg.money import ZERO, Money, Rounding, fraction_of, total

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from openetg.floor.state import Floor, Round, Table


def settle_round(
    floor: Floor, table: Table, round_: Round, wagers: Mapping[str, Mapping[str, Money]], outcome: str
) -> RoundSettled:
    """What the outcome brings every terminal: wagers to the bank, returns to the meters."""
    game = floor.game_of(table)
    position = game.outcomes.index(outcome)
    row = {name: spot.returns[position] for name, spot in game.spots.items() if spot.returns[position]}
    rounding = floor.rulebook_of(table).money.rounding
    results, transfers = [], []
    for terminal, spots in wagers.items():
        staked = total(spots.values())
        if not staked:
            continue
        returned, won = ZERO, ZERO
        for spot, amount in spots.items():
            part = row.get(spot)
            if part is not None:
                back = _back(amount, part, None if rounding is None else rounding.policy)
                returned += back
                won += back - amount if part >= 1 else ZERO
        results.append(Settled(terminal, staked, won, returned))
        transfers.append(Transfer(play_of(table.name, terminal), bank_of(table.name), staked))
        if returned:
            transfers.append(Transfer(bank_of(table.name), meter_of(terminal), returned))
    clause = floor.rules_of(table).confirmation.clause
    return RoundSettled(table.name, round_.number, outcome, clause, tuple(results), tuple(transfers))


def _back(amount: Money, part: Fraction, rounding: Rounding | None) -> Money:
    if part.denominator == 1:
        return amount * part.numerator
    assert rounding is not None, "a game that returns fractions was compiled with a rounding"
    return fraction_of(amount, part.numerator, part.denominator, rounding)


def void_round(
    table: Table, round_: Round, wagers: Mapping[str, Mapping[str, Money]], *, cause: str, clause: str
) -> RoundVoided:
    """Every wager that stands comes back."""
    standing = {terminal: total(spots.values()) for terminal, spots in wagers.items()}
    transfers = tuple(
        Transfer(play_of(table.name, terminal), meter_of(terminal), held) for terminal, held in standing.items() if held
    )
    return RoundVoided(table.name, round_.number, cause, clause, transfers)
