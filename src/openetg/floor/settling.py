"""Paying a round and undoing one: from the frozen wagers and the paytable to results and transfers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from openetg.floor.cloth_settling import returned_from_cloth
from openetg.floor.events import RoundSettled, RoundVoided, Settled
from openetg.floor.ledger import Transfer, bank_of, demanded_of, forfeited_of, meter_of, play_of
from openetg.money import ZERO, Money, Rounding, fraction_of, total
from openetg.rulebook.policies import Channel

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from openetg.floor.state import Floor, Round, Table


class Ground(NamedTuple):
    """Why a round does not stand, and by which clauses."""

    cause: str
    clause: str
    also: tuple[str, ...] = ()


def settle_round(
    floor: Floor,
    table: Table,
    round_: Round,
    wagers: Mapping[str, Mapping[str, Money]],
    outcome: str,
    *,
    also: tuple[str, ...] = (),
) -> RoundSettled:
    """What the outcome brings every terminal that is not held, as movements of money."""
    row = winning_row(floor, table, outcome)
    rounding = rounding_of(floor, table)
    results: list[Settled] = []
    transfers: list[Transfer] = []
    bank, held, plays = bank_of(table.name), round_.held, play_of(table.name, "")
    for terminal, spots in wagers.items():
        if not spots or terminal in held:
            continue
        result = result_of(terminal, spots, row, rounding)
        results.append(result)
        if result.returned:
            transfers.extend(movements(table.name, bank, result))
        else:
            # Most lose everything: without a call and a tuple for each of them.
            transfers.append(Transfer(plays + terminal, bank, result.staked))
    clause = floor.rules_of(table).confirmation.clause
    waiting = _cloth_waits(floor, table, round_)
    also = (*also, *_winnings(floor, table, results))
    return RoundSettled(
        table.name, round_.number, outcome, clause, tuple(results), tuple(transfers), also, waiting=waiting
    )


def _winnings(floor: Floor, table: Table, results: Iterable[Settled]) -> tuple[str, ...]:
    """The clause by which winnings come on to a meter, where there are any."""
    funding = floor.rulebook_of(table).money.funding
    if funding is None or funding.winnings is None or not any(result.won for result in results):
        return ()
    return (funding.winnings.clause,)


def movements(table: str, bank: str, result: Settled) -> tuple[Transfer, ...]:
    """What lost goes to the bank; winning wagers and winnings come to the meter as two movements."""
    play, meter = play_of(table, result.terminal), meter_of(result.terminal)
    if not result.returned:
        return (Transfer(play, bank, result.staked),)
    back = result.returned - result.won
    lost = result.staked - back
    moves = (Transfer(play, meter, back),) if back else ()
    if lost:
        moves = (Transfer(play, bank, lost), *moves)
    return (*moves, Transfer(bank, meter, result.won)) if result.won else moves


def _cloth_waits(floor: Floor, table: Table, round_: Round) -> bool:
    """Whether wagers lie on the cloth, which are settled after the terminals."""
    return Channel.CLOTH in floor.kind_of(table).channels.value and any(round_.cloth.values())


Row: TypeAlias = "Mapping[str, tuple[int, int]]"
"""For each spot that does not lose, what one cent on it returns: so many, out of so many. Whole numbers are cheap."""


def winning_row(floor: Floor, table: Table, outcome: str) -> Row:
    """What the spots return when this falls; those that lose are not in it."""
    game = floor.game_of(table)
    position = game.outcomes.index(outcome)
    parts = ((name, spot.returns[position]) for name, spot in game.spots.items())
    return {name: (part.numerator, part.denominator) for name, part in parts if part}


def result_of(terminal: str, spots: Mapping[str, Money], row: Row, rounding: Rounding | None) -> Settled:
    """What one terminal wagered, won and gets back."""
    returned, won = ZERO, ZERO
    for spot, amount in spots.items():
        if spot in row:
            count, of = row[spot]
            back = amount * count if of == 1 else _back(amount, count, of, rounding)
            returned += back
            if count >= of:
                won += back - amount
    return Settled(terminal, total(spots.values()), won, returned)


def _back(amount: Money, count: int, of: int, rounding: Rounding | None) -> Money:
    assert rounding is not None, "a game that returns fractions was compiled with a rounding"
    return fraction_of(amount, count, of, rounding)


def rounding_of(floor: Floor, table: Table) -> Rounding | None:
    rounding = floor.rulebook_of(table).money.rounding
    return None if rounding is None else rounding.policy


def adjust(floor: Floor, table: Table, terminal: str, due: Money, *, owed: Money = ZERO) -> tuple[Transfer, ...]:
    """Moves what is due to a meter, or takes it back: what the meter does not hold is demanded, never forced.

    `owed` is what the same round has made the house demand before: what is due goes against that first.
    """
    bank, meter = bank_of(table.name), meter_of(terminal)
    if due >= ZERO:
        return credited(floor, bank, terminal, due, owed=owed)
    wanted = -due
    there = min(floor.ledger.held(meter), wanted)
    taken = (Transfer(meter, bank, there),) if there else ()
    short = wanted - there
    return (*taken, Transfer(demanded_of(terminal), bank, short)) if short else taken


def credited(floor: Floor, source: str, terminal: str, due: Money, *, owed: Money) -> tuple[Transfer, ...]:
    """Moves what is due to a terminal: against what is demanded of it for the same round, the rest to its meter."""
    demanded = demanded_of(terminal)
    offset = min(due, owed, -floor.ledger.held(demanded))
    moved = (Transfer(source, demanded, offset),) if offset > ZERO else ()
    rest = due - offset if moved else due
    return (*moved, Transfer(source, meter_of(terminal), rest)) if rest else moved


def recomputed(
    floor: Floor, table: Table, round_: Round, outcome: str
) -> tuple[tuple[Settled, ...], tuple[Transfer, ...]]:
    """What a settled round would have brought by another outcome, and the adjustments to get there."""
    row, rounding = winning_row(floor, table, outcome), rounding_of(floor, table)
    results: list[Settled] = []
    transfers: list[Transfer] = []
    for terminal, before in round_.results.items():
        after = result_of(terminal, round_.wagers.get(terminal, {}), row, rounding)
        results.append(after)
        owed = round_.demanded.get(terminal, ZERO)
        transfers.extend(adjust(floor, table, terminal, after.returned - before.returned, owed=owed))
    return tuple(results), tuple(transfers)


def void_round(
    floor: Floor,
    table: Table,
    round_: Round,
    ground: Ground,
    *,
    returned: Iterable[Transfer] = (),
    forfeit: Container[str] = (),
) -> RoundVoided:
    """Every wager comes back, on terminals and cloth; what was paid already is taken back.

    `returned` are transfers of the same decision that have sent wagers back before; wagers of those in `forfeit` go
    to the house instead.
    """
    gone: dict[str, Money] = {}
    for transfer in returned:
        gone[transfer.source] = gone.get(transfer.source, ZERO) + transfer.amount
    transfers: list[Transfer] = []
    lost: list[str] = []
    for terminal, spots in round_.wagers.items():
        result = round_.results.get(terminal)
        if result is not None:
            kept = result.staked if terminal in forfeit else ZERO
            owed = round_.demanded.get(terminal, ZERO)
            transfers.extend(adjust(floor, table, terminal, result.staked - kept - result.returned, owed=owed))
            if kept:
                transfers.append(Transfer(bank_of(table.name), forfeited_of(table.name), kept))
        else:
            account = play_of(table.name, terminal)
            standing = total(spots.values()) - gone.get(account, ZERO)
            if standing:
                owed = round_.demanded.get(terminal, ZERO)
                lost_now = terminal in forfeit
                back = (Transfer(account, forfeited_of(table.name), standing),)
                transfers.extend(back if lost_now else credited(floor, account, terminal, standing, owed=owed))
        if terminal in forfeit:
            lost.append(terminal)
    transfers.extend(returned_from_cloth(floor, table, round_, forfeit))
    lost.extend(player for player in round_.cloth if player in forfeit)
    return RoundVoided(
        table.name, round_.number, ground.cause, ground.clause, tuple(transfers), ground.also, tuple(lost)
    )
