"""Paying a round and undoing one: from the frozen wagers and the paytable to results and transfers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from openetg.floor.cloth.settling import returned_from_cloth
from openetg.floor.core.ledger import Transfer, bank_of, claim_on, demanded_of, forfeited_of, meter_of, play_of
from openetg.floor.events import RoundSettled, RoundVoided, Settled
from openetg.floor.state import Phase
from openetg.money import ZERO, Money, Rounding, fraction_of, total
from openetg.rulebook.schema.policies import Channel, Shortfall, VoidMoney

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from openetg.floor.state import Floor, Round, Table


class VoidGround(NamedTuple):
    """Why a round does not stand, and by which clauses."""

    cause: str
    clause: str
    also: tuple[str, ...] = ()


def held_under(round_: Round) -> tuple[str, ...]:
    """The clauses a round is held for, empty unless it is held."""
    return (round_.clause, *round_.also) if round_.phase is Phase.HELD else ()


def settle_round(
    floor: Floor,
    table: Table,
    round_: Round,
    wagers: Mapping[str, Mapping[str, Money]],
    outcome: str,
    *,
    also: tuple[str, ...] = (),
) -> RoundSettled:
    """The transfers by which an outcome pays every terminal that is not held."""
    held, standing = round_.held, wagers
    if held or not all(wagers.values()):
        standing = {terminal: spots for terminal, spots in wagers.items() if spots and terminal not in held}
    results = _results(standing, winning_row(floor, table, outcome), rounding_of(floor, table))
    transfers = movements(table.name, results)
    clause = floor.rules_of(table).confirmation.clause
    waiting = _cloth_waits(floor, table, round_)
    also = (*also, *_winnings(floor, table, results))
    return RoundSettled(
        table=table.name,
        round=round_.number,
        outcome=outcome,
        clause=clause,
        results=tuple(results),
        transfers=tuple(transfers),
        also=also,
        waiting=waiting,
    )


def _winnings(floor: Floor, table: Table, results: Iterable[Settled]) -> tuple[str, ...]:
    """The clause by which winnings come on to a meter, where there are any."""
    funding = floor.rulebook_of(table).money.funding
    if funding is None or funding.winnings is None or not any(result.won for result in results):
        return ()
    return (funding.winnings.clause,)


def movements(table: str, results: Iterable[Settled]) -> list[Transfer]:
    """What lost goes to the bank; winning wagers and winnings come to the meter as two movements.

    As long as the room is full, like `_results`: names are joined here, without a call for each of them.
    """
    transfers: list[Transfer] = []
    bank, plays, meters = bank_of(table), play_of(table, ""), meter_of("")
    for result in results:
        terminal, won, returned = result.terminal, result.won, result.returned
        back, play = returned - won, plays + terminal
        lost = result.staked - back
        if lost:
            transfers.append(Transfer(play, bank, lost))
        if returned:
            meter = meters + terminal
            if back:
                transfers.append(Transfer(play, meter, back))
            if won:
                transfers.append(Transfer(bank, meter, won))
    return transfers


def _cloth_waits(floor: Floor, table: Table, round_: Round) -> bool:
    """Whether wagers lie on the cloth, which are settled after the terminals."""
    return Channel.CLOTH in floor.kind_of(table).channels.value and any(round_.cloth.values())


class ReturnRow(NamedTuple):
    """What the spots that do not lose return. Whole numbers are cheap: most spots have no need of a fraction."""

    odds: Mapping[str, int]
    """For each spot that comes back whole, how many times it is won on top."""
    parts: Mapping[str, tuple[int, int]]
    """For every other one, what a cent on it returns: so many, out of so many."""


def winning_row(floor: Floor, table: Table, outcome: str) -> ReturnRow:
    """What the spots return when this falls; those that lose are not in it."""
    game = floor.game_of(table)
    position = game.outcomes.index(outcome)
    returns = {name: spot.returns[position] for name, spot in game.spots.items() if spot.returns[position]}
    whole = {name: part.numerator - 1 for name, part in returns.items() if part.denominator == 1}
    parts = {name: (part.numerator, part.denominator) for name, part in returns.items() if name not in whole}
    return ReturnRow(whole, parts)


def result_of(terminal: str, spots: Mapping[str, Money], row: ReturnRow, rounding: Rounding | None) -> Settled:
    """What one terminal wagered, won and gets back."""
    return _results({terminal: spots}, row, rounding)[0]


def _results(wagers: Mapping[str, Mapping[str, Money]], row: ReturnRow, rounding: Rounding | None) -> list[Settled]:
    """What each terminal wagered, won and gets back."""
    results: list[Settled] = []
    odds, parts = row
    winning = odds.keys()
    for terminal, spots in wagers.items():
        won = back = ZERO
        # Few spots win: they are found at once, in an order that does not matter to a sum.
        for spot in winning & spots.keys():
            amount = spots[spot]
            won += amount * odds[spot]
            back += amount
        if parts:
            for spot in parts.keys() & spots.keys():
                returned = _back(spots[spot], *parts[spot], rounding)
                kept = min(spots[spot], returned)
                won, back = won + returned - kept, back + kept
        results.append(Settled(terminal, total(spots.values()), won, won + back))
    return results


def _back(amount: Money, count: int, of: int, rounding: Rounding | None) -> Money:
    assert rounding is not None, "a game that returns fractions was compiled with a rounding"
    return fraction_of(amount, count, of, rounding)


def rounding_of(floor: Floor, table: Table) -> Rounding | None:
    rounding = floor.rulebook_of(table).money.rounding
    return None if rounding is None else rounding.policy


def adjust(
    floor: Floor, table: Table, terminal: str, due: Money, *, owed: Money = ZERO, arriving: Money = ZERO
) -> tuple[Transfer, ...]:
    """Moves what is due to a meter, or takes it back: what the meter does not hold is demanded, never forced.

    `owed` is what the same round has made the house demand before: what is due goes against that first. `arriving` is
    on its way to the meter.
    """
    bank, meter = bank_of(table.name), meter_of(terminal)
    if due >= ZERO:
        return credited(floor, bank, terminal, due, owed=owed)
    wanted = -due
    shortfall = floor.rulebook_of(table).money.shortfall
    match shortfall.policy:
        case Shortfall.TAKE_WHAT_IS_THERE_DEMAND_REST:
            there = min(floor.ledger.held(meter) + arriving, wanted)
            taken = (Transfer(meter, bank, there),) if there else ()
            short = wanted - there
            return (*taken, Transfer(demanded_of(terminal), bank, short)) if short else taken
        case _:
            assert_never(shortfall.policy)


def credited(floor: Floor, source: str, terminal: str, due: Money, *, owed: Money) -> tuple[Transfer, ...]:
    """Moves what is due to a terminal: against what is demanded of it for the same round, the rest to its meter."""
    demanded = demanded_of(terminal)
    offset = min(due, owed, claim_on(floor.ledger, terminal))
    moved = (Transfer(source, demanded, offset),) if offset > ZERO else ()
    rest = due - offset if moved else due
    return (*moved, Transfer(source, meter_of(terminal), rest)) if rest else moved


def varied_back(
    floor: Floor, table: Table, round_: Round, terminal: str, before: Iterable[Transfer]
) -> tuple[Transfer, ...]:
    """Takes back what a terminal got beyond strict settlement, behind transfers of the same decision."""
    arriving = total(moved.amount for moved in before if moved.destination == meter_of(terminal))
    return adjust(floor, table, terminal, -round_.varied.get(terminal, ZERO), arriving=arriving)


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


def _sums_by_source(transfers: Iterable[Transfer]) -> dict[str, Money]:
    sums: dict[str, Money] = {}
    for transfer in transfers:
        sums[transfer.source] = sums.get(transfer.source, ZERO) + transfer.amount
    return sums


def void_round(
    floor: Floor,
    table: Table,
    round_: Round,
    ground: VoidGround,
    *,
    returned: Iterable[Transfer] = (),
    forfeit: Container[str] = (),
) -> RoundVoided:
    """The round does not stand; what that does to the money is the rulebook's.

    `returned` are transfers of the same decision that have sent wagers back before; wagers of those in `forfeit` go
    to the house instead.
    """
    void = floor.rulebook_of(table).money.void
    match void.policy:
        case VoidMoney.WAGERS_RETURNED_PAYOUTS_REVERSED:
            return _undone(floor, table, round_, ground, returned=returned, forfeit=forfeit)
        case _:
            assert_never(void.policy)


def _undone(
    floor: Floor,
    table: Table,
    round_: Round,
    ground: VoidGround,
    *,
    returned: Iterable[Transfer],
    forfeit: Container[str],
) -> RoundVoided:
    """Every wager comes back, on terminals and cloth; what was paid already is taken back."""
    gone = _sums_by_source(returned)
    transfers: list[Transfer] = []
    lost: list[str] = []
    for terminal, spots in round_.wagers.items():
        result = round_.results.get(terminal)
        if result is not None:
            kept = result.staked if terminal in forfeit else ZERO
            owed = round_.demanded.get(terminal, ZERO)
            due = result.staked - kept - result.returned - round_.varied.get(terminal, ZERO)
            transfers.extend(adjust(floor, table, terminal, due, owed=owed))
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
    for terminal in round_.varied:
        if terminal not in round_.results:
            transfers.extend(varied_back(floor, table, round_, terminal, transfers))
    transfers.extend(returned_from_cloth(floor, table, round_, forfeit))
    lost.extend(player for player in round_.cloth if player in forfeit)
    return RoundVoided(
        table=table.name,
        round=round_.number,
        cause=ground.cause,
        clause=ground.clause,
        transfers=tuple(transfers),
        also=ground.also,
        forfeited=tuple(lost),
    )
