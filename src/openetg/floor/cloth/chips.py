"""Chips and wagers at a cloth, as the dealer records them.

Judged in order: table, player, power, round, wager, how it lies, limits, chips.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from openetg.floor.cloth.limits import (
    above_together,
    at_entry,
    button_kept_back,
    cloth_rules,
    cloth_wagers,
    divides,
    is_marker,
    is_outside,
    not_for_group,
    table_minimum,
    too_many_buttons,
)
from openetg.floor.commands import BuyChips, CashInChips, MoveOnCloth, PlaceOnCloth, TakeFromCloth
from openetg.floor.core.authority import powerless
from openetg.floor.core.ledger import CAGE, CHIPS, Transfer, cloth_of, drawer_of, drop_of, hand_of
from openetg.floor.core.refusals import Reason, Refusal, beside, first_of
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import ChipsBought, ChipsCashedIn, ClothWagerMoved, ClothWagerPlaced, ClothWagerTaken
from openetg.floor.money.cage_chips import CASHIERS, brought_in, cage_power
from openetg.floor.money.paid_from import CASH, drawer_short, no_drawer, paid_out_of
from openetg.floor.state import BETTING, ENDED, Phase, stopped
from openetg.money import ZERO, Money, remainder, total
from openetg.rulebook.schema.policies import Channel

if TYPE_CHECKING:
    from typing import Any

    from openetg.floor.commands import Act
    from openetg.floor.state import Colour, Floor, Round, Table
    from openetg.games.paytable import Wager
    from openetg.rulebook.schema.funds import Chips
    from openetg.rulebook.schema.shape import Cited, Value

    _Clausal: TypeAlias = Cited | Value[Any]

AT_CAGE = "cage"
FOR_CHIPS = "chips"
MEANS = (CASH, FOR_CHIPS)
"""What chips are given for; none are given on credit."""


def at_cloth(floor: Floor, name: str, player: str, power: str, act: Act) -> Table | Refusal:
    """The table with a cloth at which the player sits and the person may do this, or the refusal."""
    table = floor.tables.get(name)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if player not in floor.people.players:
        return Refusal(Reason.UNKNOWN_PLAYER, players_clause(floor, table))
    channels = floor.kind_of(table).channels
    if Channel.CLOTH not in channels.value:
        return Refusal(Reason.NOT_IN_RULEBOOK, channels.clause)
    refused = powerless(floor, table, power, act.role, act.person)
    if refused is not None:
        return refused
    return table if player in table.cloth.players else Refusal(Reason.NOT_AT_TABLE)


def players_clause(floor: Floor, table: Table) -> str:
    """The clause by which people play at a table: that on its chips, or on what takes wagers there."""
    chips, channels = floor.rulebook_of(table).money.chips, floor.kind_of(table).channels
    return chips.value_chips.clause if chips is not None and Channel.CLOTH in channels.value else channels.clause


def chip_rules(floor: Floor, table: Table) -> Chips:
    """What holds for chips at a table."""
    rules = floor.rulebook_of(table).money.chips
    assert rules is not None, "a table with a cloth has chips"
    return rules


def colours_of(table: Table, player: str) -> dict[str, Colour]:
    """The colours a player holds at a table."""
    return {name: colour for name, colour in table.cloth.colours.items() if colour.player == player}


class Chipstack(NamedTuple):
    """What a player holds: chips of printed value, and chips of a colour."""

    value: Money
    colour: Money
    each: Money
    """What one chip of the colour is worth; zero if that was never stated."""


def held_by(floor: Floor, table: Table, player: str) -> Chipstack:
    """What a player holds. To a player with a colour everything is paid in it, the odd rest in chips of value."""
    hand = floor.ledger.held(hand_of(table.name, player))
    colours = colours_of(table, player)
    if not colours:
        return Chipstack(hand, ZERO, ZERO)
    each = next(iter(colours.values())).value
    value = min(table.cloth.value_chips.get(player, ZERO), hand)
    value += remainder(hand - value, each)
    return Chipstack(value, hand - value, each)


# Chips


def decide_buy_chips(floor: Floor, command: BuyChips, _at_ms: int) -> Verdict:
    """Chips for cash, or for chips of value from elsewhere: of printed value, or of a colour with one value."""
    table = at_cloth(floor, command.table, command.player, "run_round", command)
    if isinstance(table, Refusal):
        return table
    rules = chip_rules(floor, table)
    rule: _Clausal | None = rules.colour_chips if command.colour else rules.value_chips
    if rule is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, rules.value_chips.clause)
    if command.means not in MEANS:
        return Refusal(Reason.NOT_OFFERED, rule.clause)
    if command.amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, rule.clause)
    value = _colour_value(table, command, rules) if command.colour else ZERO
    if isinstance(value, Refusal):
        return value
    if remainder(command.amount, value):
        return Refusal(Reason.OFF_STEP, rule.clause)
    if command.colour and command.value is None and rules.undeclared_value is not None:
        rule = rules.undeclared_value
    hand = hand_of(table.name, command.player)
    is_brought = command.means == FOR_CHIPS
    cash = (Transfer(drop_of(table.name), hand, command.amount),)
    moved = brought_in(floor, hand, command.amount) if is_brought else cash
    return (
        ChipsBought(
            table=table.name,
            player=command.player,
            amount=command.amount,
            clause=rule.clause,
            transfers=moved,
            colour=command.colour,
            value=value,
            marker=bool(command.colour) and value > table_minimum(table.cloth),
            person=command.person,
        ),
    )


def _colour_value(table: Table, command: BuyChips, rules: Chips) -> Money | Refusal:
    """What a chip of the colour asked for is worth, if the player may have it."""
    assert rules.colour_chips is not None, "asked only where there are colours"
    clause, taken = rules.colour_chips.clause, table.cloth.colours.get(command.colour)
    if taken is not None and taken.player != command.player:
        return Refusal(Reason.COLOUR_TAKEN, clause)
    first = next(iter(colours_of(table, command.player).values()), None)
    if first is not None and taken is None:
        approved = command.player in table.cloth.second_colours
        clause = rules.second_colour.clause if rules.second_colour else clause
        if rules.second_colour is None or not approved:
            return Refusal(Reason.SECOND_COLOUR, clause)
    said, known = command.value, taken or first
    undeclared = said is None and known is None and rules.undeclared_value is None
    if undeclared or (said is not None and said <= ZERO):
        return Refusal(Reason.NO_VALUE, clause)
    if known is None:
        return said or table_minimum(table.cloth)
    return known.value if said in {None, known.value} else Refusal(Reason.OTHER_VALUE, clause)


def decide_cash_in_chips(floor: Floor, command: CashInChips, _at_ms: int) -> Verdict:
    """Chips in hand for value: colours only where they were issued; chips of value anywhere."""
    known = floor.tables.get(command.table)
    power = _redeeming_power(floor, known, command) if known is not None else "run_round"
    table = at_cloth(floor, command.table, command.player, power, command)
    if isinstance(table, Refusal):
        return table
    rules, stack = chip_rules(floor, table), held_by(floor, table, command.player)
    to = _redeemed_at(floor, table, command)
    if to is None:
        return Refusal(Reason.NOT_AT_TABLE, rules.value_chips.clause)
    rule = rules.only_at_table if stack.colour and rules.only_at_table else rules.value_chips
    sum_ = stack.value + stack.colour
    if not sum_:
        return Refusal(Reason.NOTHING_THERE, rule.clause)
    if to != CHIPS and stack.colour and rules.only_at_table is not None:
        return Refusal(Reason.ONLY_AT_TABLE, rule.clause)
    drawer = paid_out_of(floor, command.person, CASH) if to == CAGE else ""
    # Where a rulebook knows no cashier the dealer pays there too, who can have no drawer.
    needs = to == CAGE and power == CASHIERS
    unpaid = first_of(no_drawer(floor, drawer, CASH) if needs else None, drawer_short(floor, drawer, sum_))
    if unpaid is not None:
        return unpaid
    moved = Transfer(hand_of(table.name, command.player), drawer_of(drawer) if drawer else to, sum_)
    return (
        ChipsCashedIn(
            table=table.name,
            player=command.player,
            amount=sum_,
            at=command.at,
            clause=rule.clause,
            transfers=(moved,),
            person=command.person,
            drawer=drawer,
        ),
    )


def _redeemed_at(floor: Floor, table: Table, command: CashInChips) -> str | None:
    """The account that chips go to; None if the player does not sit where they are presented."""
    if command.at in {"", table.name}:
        return CHIPS
    if command.at == AT_CAGE:
        return CAGE
    other = floor.tables.get(command.at)
    there = other is not None and command.player in other.cloth.players
    return hand_of(command.at, command.player) if there else None


def _redeeming_power(floor: Floor, table: Table, command: CashInChips) -> str:
    """At the cage that of its cashier; at a table its dealer."""
    return cage_power(floor, table) if command.at == AT_CAGE else "run_round"


# Wagers


def decide_place_on_cloth(floor: Floor, command: PlaceOnCloth, _at_ms: int) -> Verdict:
    """Lays chips on a spot, or on the block under a button."""
    here = _open_cloth(floor, command.table, command.player, command, verbal=command.verbal, meant=command.round)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    wager = _wager_on_cloth(floor, table, command)
    if isinstance(wager, Refusal):
        return wager
    entry = _accepted(floor, table, round_, command.player, wager, command.amount)
    if isinstance(entry, Refusal):
        return entry
    spots, trimmed, prompts = entry
    return _laid(floor, table, round_, command, spots, trimmed, prompts)


def _laid(
    floor: Floor,
    table: Table,
    round_: Round,
    command: PlaceOnCloth,
    spots: dict[str, Money],
    trimmed: str,
    prompts: tuple[str, ...],
) -> Verdict:
    """The wager, if the player holds the chips for it."""
    rules, cost = cloth_wagers(floor, table), total(spots.values())
    cloth = cloth_of(table.name, command.player)
    of_value = ZERO
    if command.means == FOR_CHIPS:
        paid = _chips_for(floor, table, command, spots)
        if isinstance(paid, Refusal):
            return paid
        of_value = paid
    source = hand_of(table.name, command.player) if command.means == FOR_CHIPS else drop_of(table.name)
    moved = (Transfer(source, cloth, cost),) if cost else ()
    clause = rules.verbal.clause if command.verbal and rules.verbal else rules.funded.clause
    return (
        ClothWagerPlaced(
            table=table.name,
            round=round_.number,
            player=command.player,
            spots=spots,
            clause=clause,
            transfers=moved,
            value_chips=of_value,
            verbal=command.verbal,
            helped=command.helped,
            trimmed=trimmed,
            also=prompts,
            person=command.person,
        ),
    )


def _open_cloth(
    floor: Floor, name: str, player: str, act: Act, *, verbal: bool = False, meant: int = 0
) -> tuple[Table, Round] | Refusal:
    """The round in which the chips of a player may be laid now, or why they may not."""
    table = at_cloth(floor, name, player, "run_round", act)
    if isinstance(table, Refusal):
        return table
    rules, round_ = cloth_wagers(floor, table), table.round
    group, opening = cloth_rules(floor, table).straight_only, floor.rules_of(table).opening.clause
    if table.cloth.straight_only and group is not None and player not in table.cloth.straight_only:
        return Refusal(Reason.TABLE_RESERVED, group.clause)
    if round_ is None:
        return Refusal(Reason.TABLE_NOT_OPEN, opening)
    lock = stopped(floor.people.players[player].locks, "wager")
    if lock is not None:
        return Refusal(Reason(lock.reason), lock.clause)
    if round_.phase in ENDED:
        return Refusal(Reason.WRONG_PHASE, opening)
    if round_.phase not in BETTING or meant not in {0, round_.number}:
        clause = rules.verbal.clause if verbal and rules.verbal else rules.after_close.clause
        return Refusal(Reason.AFTER_CLOSE, clause)
    return table, round_


def _wager_on_cloth(floor: Floor, table: Table, command: PlaceOnCloth) -> Wager | Refusal:
    """The wager meant, if it may lie on this cloth in this way."""
    rules, game = cloth_wagers(floor, table), floor.game_of(table)
    wager = game.wagers.get(command.wager)
    if wager is None:
        return Refusal(Reason.UNKNOWN_WAGER, game.clause)
    if wager.channels is not None and Channel.CLOTH not in wager.channels:
        return Refusal(Reason.NOT_ON_CLOTH, wager.clause)
    cash = command.means != FOR_CHIPS
    if (command.verbal and rules.verbal is None) or (cash and rules.cash is None):
        return Refusal(Reason.NOT_OFFERED, rules.funded.clause)
    marker = is_marker(floor, table, wager)
    refused = button_kept_back(floor, table, command.player) if marker else None
    refused = refused or not_for_group(table, command.player, wager.kind, cloth_rules(floor, table).straight_only)
    if refused is not None:
        return refused
    if cash and rules.cash is not None and not rules.cash.value:
        clause = rules.verbal.clause if command.verbal and rules.verbal else rules.cash.clause
        return Refusal(Reason.CHIPS_ONLY, clause)
    if command.block is not marker:
        return Refusal(Reason.WRONG_PLACE, rules.funded.clause)
    return wager


def _accepted(
    floor: Floor, table: Table, round_: Round, player: str, wager: Wager, amount: Money
) -> tuple[dict[str, Money], str, tuple[str, ...]] | Refusal:
    """What lies on each spot afterwards, the clause that trimmed it, and what the dealer is reminded of."""
    rules, marker = cloth_wagers(floor, table), is_marker(floor, table, wager)
    refused = too_many_buttons(floor, table, round_, wager.name) if marker else None
    if refused is not None:
        return refused
    if amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, rules.funded.clause)
    if marker:
        assert rules.special is not None, "buttons are a rule for specials"
        if not divides(wager, amount):
            return Refusal(Reason.OFF_STEP, rules.special.clause, {"numbers": wager.units})
        pieces = {wager.name: amount}
    elif len(wager.pieces) > 1:
        pieces = {piece.spot: amount * piece.units for piece in wager.pieces}
    else:
        pieces = {wager.name: amount}
    return _each_accepted(floor, table, round_, player, pieces)


def _each_accepted(
    floor: Floor, table: Table, round_: Round, player: str, pieces: dict[str, Money]
) -> tuple[dict[str, Money], str, tuple[str, ...]] | Refusal:
    game, mine = floor.game_of(table), round_.cloth.get(player, {})
    spots: dict[str, Money] = {}
    trimmed = ""
    prompts: tuple[str, ...] = ()
    for name, asked in pieces.items():
        wager = game.wagers[name]
        entry = at_entry(floor, table, player, wager, mine.get(name, ZERO), asked)
        if isinstance(entry, Refusal):
            return entry
        together = above_together(floor, table, round_, player, wager, entry.amount)
        if together is not None:
            return together
        if entry.amount:
            spots[name] = entry.amount
        trimmed, prompts = trimmed or entry.trimmed, prompts or entry.prompts
    return spots, trimmed, prompts


def _chips_for(floor: Floor, table: Table, command: PlaceOnCloth, spots: dict[str, Money]) -> Money | Refusal:
    """How much of a wager is paid in chips of value, the rest being of the player's colour; or why it is not paid."""
    cloth, rules = table.cloth, chip_rules(floor, table)
    player, stack = command.player, held_by(floor, table, command.player)
    if command.colour and command.colour not in colours_of(table, player):
        rule = rules.only_at_table or rules.value_chips
        return Refusal(Reason.ONLY_AT_TABLE, rule.clause, {"colour": command.colour})
    only_colour = bool(command.colour)
    if player in cloth.colour_only and rules.colour_required is not None:
        if not stack.colour:
            return Refusal(Reason.COLOUR_REQUIRED, rules.colour_required.clause)
        only_colour = True
    return _whole_chips(floor, table, player, spots, stack._replace(value=ZERO) if only_colour else stack)


def _whole_chips(floor: Floor, table: Table, player: str, spots: dict[str, Money], stack: Chipstack) -> Money | Refusal:
    """How much of these wagers is paid in chips of value: no colour chip is cut for a spot or a number of a button."""
    short = Refusal(Reason.NOT_ENOUGH_CREDIT, cloth_wagers(floor, table).funded.clause)
    if total(spots.values()) > stack.value + stack.colour:
        return short
    steps = {name: _whole(floor, table, player, name) for name in spots}
    of_value = total(remainder(amount, steps[name]) for name, amount in spots.items())
    if of_value > stack.value:
        return _cut(floor, table, *(name for name, amount in spots.items() if remainder(amount, steps[name])))
    for name, amount in spots.items():
        whole = min(stack.value - of_value, amount - remainder(amount, steps[name]))
        of_value += whole - remainder(whole, steps[name])
    return of_value if total(spots.values()) - of_value <= stack.colour else short


def _whole(floor: Floor, table: Table, player: str, name: str) -> Money:
    """The least that can lie on a wager in whole chips of the player's colour; zero if the player has none."""
    wager = floor.game_of(table).wagers[name]
    colour = next(iter(colours_of(table, player).values()), None)
    if colour is None:
        return ZERO
    return colour.value * wager.units if is_marker(floor, table, wager) else colour.value


def _cut(floor: Floor, table: Table, *names: str) -> Refusal:
    """A colour chip would have to be cut for one of these wagers."""
    rules, special = chip_rules(floor, table).colour_chips, cloth_wagers(floor, table).special
    assert rules is not None, "somebody holds a colour"
    wagers = [floor.game_of(table).wagers[name] for name in names]
    marker = next((wager for wager in wagers if is_marker(floor, table, wager)), None)
    if marker is None or special is None:
        return Refusal(Reason.OFF_STEP, rules.clause)
    return Refusal(Reason.OFF_STEP, rules.clause, {"numbers": marker.units}, beside(rules.clause, special.clause))


def decide_take_from_cloth(floor: Floor, command: TakeFromCloth, _at_ms: int) -> Verdict:
    """Takes chips off the cloth: until the close, and winning chips from their release until the next close."""
    table = at_cloth(floor, command.table, command.player, "run_round", command)
    if isinstance(table, Refusal):
        return table
    rules, round_ = cloth_wagers(floor, table), table.round
    if round_ is None:
        return Refusal(Reason.TABLE_NOT_OPEN, floor.rules_of(table).opening.clause)
    if command.round not in {0, round_.number}:
        return Refusal(Reason.AFTER_CLOSE, rules.after_close.clause)
    riding = table.cloth.riding.get(command.player, {})
    if command.wager in riding:
        present, clause = riding[command.wager], rules.winning.clause
    else:
        refused = _still_bound(floor, table, round_, command.player, command.wager)
        if refused is not None:
            return refused
        present, clause = _present(round_, command.player, command.wager), rules.after_close.clause
    refused = _not_so_much(floor, table, command, present)
    if refused is not None:
        return refused
    moved = Transfer(cloth_of(table.name, command.player), hand_of(table.name, command.player), command.amount)
    return (
        ClothWagerTaken(
            table=table.name,
            round=round_.number,
            player=command.player,
            wager=command.wager,
            amount=command.amount,
            clause=clause,
            transfers=(moved,),
            person=command.person,
        ),
    )


def _present(round_: Round, player: str, wager: str) -> Money:
    return ZERO if round_.phase in ENDED else round_.cloth.get(player, {}).get(wager, ZERO)


def _still_bound(floor: Floor, table: Table, round_: Round, player: str, wager: str) -> Refusal | None:
    """Why wagers of a closed round may not be touched: no outcome yet, or not yet released."""
    if round_.phase in BETTING or round_.phase in ENDED:
        return None
    rules = cloth_wagers(floor, table)
    lies = wager in round_.cloth.get(player, {}) and wager not in round_.paid_spots
    if round_.phase is Phase.CLOSED and round_.outcome is not None and lies:
        release = rules.release_outside if is_outside(floor, table, wager) else rules.release_inside
        if release is not None:
            return Refusal(Reason.NOT_RELEASED, release.clause)
    return Refusal(Reason.AFTER_CLOSE, rules.after_close.clause)


def _not_so_much(
    floor: Floor, table: Table, command: TakeFromCloth | MoveOnCloth, present: Money, to: str = ""
) -> Refusal | None:
    """Why so much cannot be taken off a wager, or go from it to another."""
    rules, wager = cloth_wagers(floor, table), floor.game_of(table).wagers.get(command.wager)
    if wager is None:
        return Refusal(Reason.UNKNOWN_WAGER, floor.game_of(table).clause)
    if command.amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, rules.funded.clause)
    if command.amount > present:
        return Refusal(Reason.NOTHING_THERE, rules.funded.clause)
    if is_marker(floor, table, wager) and rules.special is not None and not divides(wager, command.amount):
        return Refusal(Reason.OFF_STEP, rules.special.clause, {"numbers": wager.units})
    # Of what a player with a colour has there, the odd rest is in chips of value.
    of_value = remainder(present, _whole(floor, table, command.player, command.wager))
    places = [name for name in (command.wager, to) if name]
    cut = [name for name in places if remainder(command.amount, _whole(floor, table, command.player, name)) > of_value]
    return _cut(floor, table, *cut) if cut else None


def decide_move_on_cloth(floor: Floor, command: MoveOnCloth, _at_ms: int) -> Verdict:
    """Moves chips from one spot to another, until the close."""
    table = at_cloth(floor, command.table, command.player, "run_round", command)
    if isinstance(table, Refusal):
        return table
    if table.round is not None:
        bound = _still_bound(floor, table, table.round, command.player, command.wager)
        if bound is not None and bound.reason is Reason.NOT_RELEASED:
            return bound
    here = _open_cloth(floor, command.table, command.player, command)
    if isinstance(here, Refusal):
        return here
    table, round_ = here
    game, mine = floor.game_of(table), round_.cloth.get(command.player, {})
    target, rules = game.wagers.get(command.to), cloth_wagers(floor, table)
    if target is None or command.wager not in game.wagers:
        return Refusal(Reason.UNKNOWN_WAGER, game.clause)
    refused = button_kept_back(floor, table, command.player) if is_marker(floor, table, target) else None
    refused = refused or not_for_group(table, command.player, target.kind, cloth_rules(floor, table).straight_only)
    if refused is not None:
        return refused
    if command.to == command.wager:
        return Refusal(Reason.WRONG_PLACE, rules.funded.clause)
    refused = _not_so_much(floor, table, command, mine.get(command.wager, ZERO), command.to)
    if refused is not None:
        return refused
    entry = _accepted(floor, table, round_, command.player, target, command.amount)
    if isinstance(entry, Refusal):
        return entry
    spots, _, prompts = entry
    if spots != {command.to: command.amount}:
        return Refusal(Reason.WRONG_PLACE, rules.funded.clause)
    return (
        ClothWagerMoved(
            table=table.name,
            round=round_.number,
            player=command.player,
            wager=command.wager,
            to=command.to,
            amount=command.amount,
            clause=rules.after_close.clause,
            also=prompts,
            person=command.person,
        ),
    )


DECIDERS: Deciders = {
    BuyChips: decide_buy_chips,
    CashInChips: decide_cash_in_chips,
    PlaceOnCloth: decide_place_on_cloth,
    TakeFromCloth: decide_take_from_cloth,
    MoveOnCloth: decide_move_on_cloth,
}
