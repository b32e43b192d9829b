"""What the dealer takes off a cloth and what is paid on it, wager by wager, in the order of the rulebook.

Made of the very lines the settlement adds up (`cloth_settling.lines_of`), so that what a dealer is told and what the
ledger moves cannot differ. Where the rulebook settles a cloth at once, the plan is of the round that was just settled:
the ledger is ahead of the dealer. It must never decide anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from openetg.floor.cloth.chips import colours_of
from openetg.floor.cloth.limits import cloth_rules, cloth_wagers, counted, counted_of, is_marker, is_outside
from openetg.floor.cloth.settling import lines_of, unpaid
from openetg.floor.state import Phase
from openetg.money import ZERO, Money, broken_into, remainder, total

if TYPE_CHECKING:
    from openetg.floor.cloth.settling import ClothOutcome
    from openetg.floor.state import Floor, Round, Table


class ChipCount(Struct, frozen=True):
    """A number of chips of one kind."""

    colour: str
    """Empty for chips of printed value."""
    value: Money
    count: int


class TakeLine(Struct, frozen=True):
    """Chips the house takes."""

    player: str
    wager: str
    amount: Money
    of_winning: bool
    """Whether they lie under a button that wins: the shares of the numbers that did not fall."""


class PayLine(Struct, frozen=True):
    """A winning wager."""

    player: str
    wager: str
    spot: str
    """Where it is paid; of a button, the number that fell, on to which its share is moved first."""
    lies: Money
    share: Money
    """How much of it wins."""
    odds: str
    exact: Money
    """What the odds give."""
    won: Money
    """What is paid."""
    rounded: str
    """The clause by which that is not the exact sum; empty where it is."""
    rides: Money
    back: Money
    """What of the wager itself goes back to the player's hand."""
    chips: tuple[ChipCount, ...]
    """What is paid, in chips."""
    loose: Money
    """What of it no chip of the float makes, or all of it where no float is on record."""
    alone: bool
    """Whether its spot may be paid, and released, before the rest."""
    paid: bool
    cut: str = ""
    """The clause by which not all that lies there is settled."""


class BackLine(Struct, frozen=True):
    """Chips of a wager that loses which go back to the player all the same."""

    player: str
    wager: str
    amount: Money
    clause: str


class Plan(Struct, frozen=True):
    """What is to be done on the cloth with what fell."""

    round: int
    outcome: str
    order: tuple[str, ...]
    """The steps of the rulebook; empty if it leaves the order to the dealer."""
    order_clause: str
    is_booked: bool
    """Whether the money has moved: only the dealer's handling is left."""
    take: tuple[TakeLine, ...]
    pay: tuple[PayLine, ...]
    back: tuple[BackLine, ...]
    taken: Money
    """All that is taken."""
    paid: Money
    """All winnings."""
    advise: tuple[str, ...]
    """Who is told that further wagers below the minimum will be returned."""
    advise_clause: str


class _Of(NamedTuple):
    """A line of a player."""

    player: str
    line: ClothOutcome
    cut: str


def plan_of(floor: Floor, table: Table) -> Plan | None:
    """What is to be done on a cloth now; None while nothing has fallen, or once all of it is done."""
    round_ = table.round
    if round_ is None or round_.outcome is None or not round_.cloth:
        return None
    order = floor.rules_of(table).settlement_order
    is_booked = round_.phase is Phase.SETTLED
    if round_.phase is not Phase.CLOSED and not (is_booked and order is None):
        return None
    lines = _lines(floor, table, round_, round_.outcome)
    return Plan(
        round=round_.number,
        outcome=round_.outcome,
        order=order.value if order else (),
        order_clause=order.clause if order else "",
        is_booked=is_booked,
        take=tuple(_take_line(each) for each in _in_order(floor, table, lines) if each.line.lost),
        pay=tuple(_pay_line(floor, table, round_, each) for each in _in_order(floor, table, lines) if each.line.share),
        back=tuple(_back_line(each) for each in lines if each.line.back and not each.line.spot),
        taken=total(each.line.lost for each in lines),
        paid=total(each.line.won for each in lines),
        advise=_advised(floor, table, round_),
        advise_clause=cloth_rules(floor, table).below_minimum.clause,
    )


def _lines(floor: Floor, table: Table, round_: Round, outcome: str) -> list[_Of]:
    """Every wager on the cloth with what becomes of it: as it was settled, if it was; otherwise as it would be now."""
    now = counted(floor, table, round_, unpaid(round_)).amounts
    lines: list[_Of] = []
    for player, placed in round_.cloth.items():
        amounts = {**now.get(player, {}), **round_.counted.get(player, {})}
        mine = lines_of(floor, table, player, placed, amounts, outcome)
        lines += [_Of(player, line, _why_cut(floor, table, player, line)) for line in mine]
    return lines


def _advised(floor: Floor, table: Table, round_: Round) -> tuple[str, ...]:
    """Players whose wager below the minimum counts in this round, which happens once to each."""
    if round_.phase is not Phase.SETTLED:
        return counted(floor, table, round_, round_.cloth).advised
    return tuple(
        player
        for player, amounts in round_.counted.items()
        if any(
            amount and counted_of(floor, table, player, name, round_.cloth[player][name]).below_minimum
            for name, amount in amounts.items()
        )
    )


def _why_cut(floor: Floor, table: Table, player: str, line: ClothOutcome) -> str:
    """The clause by which not all of a wager is settled; empty if all of it is."""
    if line.counted == line.placed:
        return ""
    partners = cloth_rules(floor, table).partnerships
    clause = counted_of(floor, table, player, line.wager, line.placed).clause
    return clause or (partners.clause if partners else "")


def _in_order(floor: Floor, table: Table, lines: list[_Of]) -> list[_Of]:
    """Spots that may be paid alone first, where the rulebook has such; then as the layout goes, player by player."""
    names = list(floor.game_of(table).wagers)
    return sorted(lines, key=lambda each: (not _is_alone(floor, table, each.line.wager), names.index(each.line.wager)))


def _is_alone(floor: Floor, table: Table, wager: str) -> bool:
    return cloth_wagers(floor, table).release_outside is not None and is_outside(floor, table, wager)


def _take_line(each: _Of) -> TakeLine:
    return TakeLine(each.player, each.line.wager, each.line.lost, of_winning=bool(each.line.spot))


def _back_line(each: _Of) -> BackLine:
    return BackLine(each.player, each.line.wager, each.line.back, each.cut)


def _pay_line(floor: Floor, table: Table, round_: Round, each: _Of) -> PayLine:
    line = each.line
    chips, loose = chips_for(table, each.player, line.won)
    return PayLine(
        player=each.player,
        wager=line.wager,
        spot=line.spot,
        lies=line.placed,
        share=line.share,
        odds=floor.game_of(table).spots[line.spot].odds,
        exact=line.exact,
        won=line.won,
        rounded=line.rounded[0] if line.rounded and line.won != line.exact else "",
        rides=line.rode,
        back=line.back,
        chips=chips,
        loose=loose,
        alone=_is_alone(floor, table, line.wager)
        and not is_marker(floor, table, floor.game_of(table).wagers[line.wager]),
        paid=round_.phase is Phase.SETTLED or line.wager in round_.paid_spots,
        cut=each.cut,
    )


def chips_for(table: Table, player: str, amount: Money) -> tuple[tuple[ChipCount, ...], Money]:
    """An amount in a player's colour and the rest in chips of the float; and what of it neither can make."""
    colour = next(iter(colours_of(table, player).items()), None)
    chips: list[ChipCount] = []
    rest = amount
    if colour is not None and colour[1].value:
        name, each = colour[0], colour[1].value
        rest = remainder(amount, each)
        made = broken_into(amount - rest, [each]) or {}
        chips += [ChipCount(name, value, count) for value, count in made.items()]
    denominations = table.cloth.denominations
    pieces = broken_into(rest, denominations) if denominations else None
    if pieces is None:
        return tuple(chips), rest
    return (*chips, *(ChipCount("", value, count) for value, count in pieces.items())), ZERO
