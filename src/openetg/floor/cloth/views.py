"""A cloth as its dealer sees it: who sits there with which chips, what is out of the limits, buttons and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from openetg.floor.cloth.chips import held_by
from openetg.floor.cloth.limits import (
    cloth_rules,
    cloth_wagers,
    counted_of,
    is_marker,
    off_steps,
    own_sign,
    table_minimum,
)
from openetg.floor.commands import Sign
from openetg.floor.core.ledger import hand_of
from openetg.floor.state import ENDED, STANDING, stopped
from openetg.games.paytable import kind_of
from openetg.money import ZERO, Money
from openetg.rulebook.schema.policies import Channel

if TYPE_CHECKING:
    from typing import Any

    from openetg.floor.state import Floor, Table
    from openetg.rulebook.schema.shape import Choice, Cited, Value


class ColourLine(Struct, frozen=True):
    """A colour that a player has."""

    colour: str
    player: str
    value: Money
    """What one chip of it is worth."""
    marker: bool
    """Whether a marker shows the value."""


class ClothLine(Struct, frozen=True):
    """A player at the cloth."""

    player: str
    hand: Money
    """Chips in hand."""
    laid: dict[str, Money]
    """Chips on the cloth, by wager."""
    colour: str
    value: Money
    """What one chip of the colour is worth."""
    maximum: Money | None
    """The maximum a marker shows."""
    advised: bool
    """Whether further wagers below the minimum are returned."""
    idle: int
    colours: tuple[str, ...] = ()
    """Every colour the player has."""
    value_chips: Money = ZERO
    """What of the hand is in chips of printed value."""
    riding: dict[str, Money] = {}
    """Winning chips that stay on their spots for the next round."""
    won: Money = ZERO
    """What the last round won, without the wagers."""
    next_maximum: Money | None = None
    """The maximum that a marker will show from the next round on."""
    personal: dict[str, Sign] = {}
    """Limits arranged before play."""
    partners: tuple[str, ...] = ()
    """With whom the player is tested together against the maximum."""
    second_colour: bool = False
    """Whether a second colour is approved."""
    must_colour: str = ""
    """Whether the player must wager with colour chips: `now`, or `next` from the next round on."""
    barred: str = ""
    """Why the player may not wager: a reason of the floor."""
    barred_clause: str = ""
    touches: int = 0
    """How often the player touched wagers before their release."""


class OffLimits(Struct, frozen=True):
    """A wager on the cloth that the limits do not permit as it lies."""

    player: str
    wager: str
    lies: Money
    what: Literal["below", "above", "off_step"]
    limit: Money
    """The least, the most, or the step."""
    clause: str
    counts: Money
    """How much of it would be settled; the rest comes back with any outcome."""
    numbers: int = 1
    """Of a button, over how many numbers it is shared."""


class ButtonsView(Struct, frozen=True):
    """Marker buttons on the block, as wagers of this cloth."""

    clause: str
    kinds: tuple[str, ...]
    """The kinds of wager that lie on the block: `neighbours`."""
    numbers: int
    """Over how many numbers one is shared."""
    minimum: Money
    minimum_clause: str
    per_number: int
    """So many of one number at the most; zero = any number."""
    per_spin: int
    players: tuple[str, ...]
    """The only players who may use them; empty means all."""
    used: dict[str, int]
    """How often each was laid in this round."""


class ChipsView(Struct, frozen=True):
    """What the rulebook says of chips at this cloth, each with its clause; empty where it knows no such thing."""

    value_chips: str
    colour_chips: str
    undeclared_value: str
    """A colour without a declared value is worth the table minimum."""
    table_minimum: Money
    second_colour: str
    only_at_table: str
    colour_required: str
    verbal: str
    winning: str
    float_shortage: str


class ClothView(Struct, frozen=True):
    """The cloth of a live table."""

    places: int
    """How many places there are; zero if not set."""
    colours: tuple[ColourLine, ...]
    off_limits: tuple[OffLimits, ...]
    buttons: ButtonsView | None
    chips: ChipsView
    denominations: tuple[Money, ...]
    """What the float can pay with; empty if not set."""
    straight_only: tuple[str, ...]
    """The group that has the table to itself."""


def cloth_view(floor: Floor, table: Table) -> ClothView | None:
    """The cloth of a table; None if it has none."""
    if Channel.CLOTH not in floor.kind_of(table).channels.value:
        return None
    cloth = table.cloth
    return ClothView(
        places=cloth.places,
        colours=tuple(ColourLine(name, each.player, each.value, each.marker) for name, each in cloth.colours.items()),
        off_limits=_off_limits(floor, table),
        buttons=_buttons(floor, table),
        chips=_chips(floor, table),
        denominations=cloth.denominations,
        straight_only=tuple(cloth.straight_only),
    )


def cloth_line(floor: Floor, table: Table, player: str) -> ClothLine:
    """A player at a cloth, with the chips and what was arranged."""
    cloth, round_ = table.cloth, table.round
    standing = round_.cloth if round_ is not None and round_.phase in STANDING else cloth.riding
    colours = tuple(name for name, each in cloth.colours.items() if each.player == player)
    known = floor.people.players.get(player)
    lock = stopped(known.locks, "wager") if known else None
    coming = cloth.maxima if cloth.next_maxima is None else cloth.next_maxima
    group = next((group for group in cloth.partners if player in group), ())
    return ClothLine(
        player=player,
        hand=floor.ledger.held(hand_of(table.name, player)),
        laid=dict(standing.get(player, {})),
        colour=colours[0] if colours else "",
        value=cloth.colours[colours[0]].value if colours else ZERO,
        maximum=cloth.maxima.get(player),
        advised=player in cloth.advised,
        idle=known.idle.get(table.name, 0) if known else 0,
        colours=colours,
        value_chips=held_by(floor, table, player).value,
        riding=dict(cloth.riding.get(player, {})),
        won=cloth.wins.get(player, ZERO),
        next_maximum=coming.get(player),
        personal=cloth.personal.get(player, {}),
        partners=tuple(each for each in group if each != player),
        second_colour=player in cloth.second_colours,
        must_colour="now" if player in cloth.colour_only else "next" if player in cloth.next_colour_only else "",
        barred=lock.reason if lock else "",
        barred_clause=lock.clause if lock else "",
        touches=cloth.touches.get(player, 0),
    )


def _off_limits(floor: Floor, table: Table) -> tuple[OffLimits, ...]:
    """What lies outside of the limits in the round that runs; empty once it has ended."""
    round_ = table.round
    if round_ is None or round_.phase in ENDED:
        return ()
    found = (
        _out_of(floor, table, player, name, amount)
        for player, placed in round_.cloth.items()
        for name, amount in placed.items()
    )
    return tuple(each for each in found if each is not None)


def _out_of(floor: Floor, table: Table, player: str, name: str, amount: Money) -> OffLimits | None:
    rules, wager = cloth_rules(floor, table), floor.game_of(table).wagers[name]
    sign = own_sign(floor, table, player, wager)
    counts, clause, below = counted_of(floor, table, player, name, amount)
    numbers = wager.units if is_marker(floor, table, wager) else 1
    if below:
        return OffLimits(
            player=player,
            wager=name,
            lies=amount,
            what="below",
            limit=sign.min or ZERO,
            clause=clause,
            counts=counts,
            numbers=numbers,
        )
    if sign.max is not None and amount > sign.max:
        above = clause or rules.above_maximum.clause
        return OffLimits(
            player=player,
            wager=name,
            lies=amount,
            what="above",
            limit=sign.max,
            clause=above,
            counts=counts,
            numbers=numbers,
        )
    off = off_steps(rules, sign, amount)
    if not off:
        return None
    return OffLimits(
        player=player,
        wager=name,
        lies=amount,
        what="off_step",
        limit=sign.step or sign.min or ZERO,
        clause=off[0],
        counts=counts,
        numbers=numbers,
    )


def _buttons(floor: Floor, table: Table) -> ButtonsView | None:
    """The use of marker buttons, where the rulebook has them."""
    special, rules = cloth_wagers(floor, table).special, cloth_rules(floor, table)
    game, round_, buttons = floor.game_of(table), table.round, table.cloth.buttons
    marked = [wager for wager in game.wagers.values() if is_marker(floor, table, wager)]
    if special is None or not marked:
        return None
    kinds = tuple(dict.fromkeys(wager.kind for wager in marked))
    used: dict[str, int] = {}
    for laid in round_.laid if round_ is not None and round_.phase not in ENDED else ():
        if kind_of(laid.wager) in kinds:
            used[laid.wager] = used.get(laid.wager, 0) + 1
    times, counts = rules.neighbours_minimum_times, rules.neighbours_counts
    minimum = own_sign(floor, table, "", marked[0]).min or ZERO
    return ButtonsView(
        clause=special.clause,
        kinds=kinds,
        numbers=marked[0].units,
        minimum=minimum,
        minimum_clause=times.clause if times else counts.clause if counts else "",
        per_number=buttons.per_number,
        per_spin=buttons.per_spin,
        players=buttons.players,
        used=used,
    )


def _chips(floor: Floor, table: Table) -> ChipsView:
    money, wagers = floor.rulebook_of(table).money, cloth_wagers(floor, table)
    chips = money.chips
    assert chips is not None, "a table with a cloth has chips"
    return ChipsView(
        value_chips=chips.value_chips.clause,
        colour_chips=_clause(chips.colour_chips),
        undeclared_value=_clause(chips.undeclared_value),
        table_minimum=table_minimum(table.cloth),
        second_colour=_clause(chips.second_colour),
        only_at_table=_clause(chips.only_at_table),
        colour_required=_clause(chips.colour_required),
        verbal=_clause(wagers.verbal),
        winning=wagers.winning.clause,
        float_shortage=_clause(money.float_shortage),
    )


def _clause(rule: Cited | Value[Any] | Choice[Any] | None) -> str:
    """The clause of a rule; empty where there is none."""
    return "" if rule is None else rule.clause
