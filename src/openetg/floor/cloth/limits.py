"""Limits at a cloth: which bind a player, what is refused when it is laid, and how much of a wager is settled.

A cloth takes nearly everything: chips stay where they were laid. What the limits make of them is decided when the round
is paid, and does not depend on the outcome.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from openetg.floor.commands import Sign
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.wagers.choices import gives_back_below, refuses_below
from openetg.floor.wagers.limits import first_step, permitted, sign_for
from openetg.games.paytable import kind_of
from openetg.money import ZERO, Money, remainder, share_of, total
from openetg.rulebook.schema.policies import AboveMaximum, OffStep, SpecialAcceptance

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from openetg.floor.state import Cloth, Floor, Round, Table
    from openetg.games.paytable import Wager
    from openetg.rulebook.schema.shape import Told
    from openetg.rulebook.schema.wagering import ChannelLimits, ChannelWagers

STRAIGHT = "straight"
OUTSIDE_RETURNS = 3
"""An outside spot pays at most 2 to 1: three units come back."""


def cloth_wagers(floor: Floor, table: Table) -> ChannelWagers:
    """What holds for wagers on the cloth of a table."""
    rules = floor.rulebook_of(table).wagers.cloth
    assert rules is not None, "only a table with a cloth asks"
    return rules


def cloth_rules(floor: Floor, table: Table) -> ChannelLimits:
    """How limits work on the cloth of a table."""
    rules = floor.rulebook_of(table).limits.cloth
    assert rules is not None, "only a table with a cloth asks"
    return rules


def is_marker(floor: Floor, table: Table, wager: Wager) -> bool:
    """Whether a wager lies on the block under a button, as one."""
    special = cloth_wagers(floor, table).special
    return len(wager.pieces) > 1 and special is not None and _lies_under_button(special.policy)


def _lies_under_button(special: SpecialAcceptance) -> bool:
    """Whether a wager of several pieces lies on the block under a button."""
    match special:
        case SpecialAcceptance.MARKER:
            return True
        case SpecialAcceptance.ALL_OR_NONE | SpecialAcceptance.TRIM_EACH_PIECE:
            return False
        case _:
            assert_never(special)


def is_outside(floor: Floor, table: Table, wager: str) -> bool:
    """Whether a wager is an even chance, a column or a dozen."""
    spot = floor.game_of(table).spots.get(wager)
    return spot is not None and max(spot.returns) <= OUTSIDE_RETURNS


def table_minimum(cloth: Cloth) -> Money:
    """The minimum of the table: that of any wager, or the least of those on the sign.

    Before the first round the sign that was put up counts, though it is in force only from that round on.
    """
    limits = cloth.limits or cloth.next_limits or {}
    if "any" in limits:
        return limits["any"].min or ZERO
    return min((sign.min for sign in limits.values() if sign.min is not None), default=ZERO)


def own_sign(floor: Floor, table: Table, player: str, wager: Wager) -> Sign:
    """The limits that bind one player on one wager: those on the sign, those arranged, that of a marker."""
    if is_marker(floor, table, wager):
        return _button_sign(floor, table, player, wager)
    return _spot_sign(table.cloth, player, wager.name)


def _spot_sign(cloth: Cloth, player: str, spot: str) -> Sign:
    sign = sign_for(cloth.limits, spot) or Sign()
    arranged = sign_for(cloth.personal.get(player, {}), spot)
    if arranged is not None:
        sign = Sign(
            arranged.min or sign.min,
            arranged.max or sign.max,
            arranged.step or sign.step,
            multiples=arranged.multiples or sign.multiples,
        )
    if player in cloth.maxima:
        sign = Sign(sign.min, cloth.maxima[player], sign.step, multiples=sign.multiples)
    return sign


def _button_sign(floor: Floor, table: Table, player: str, wager: Wager) -> Sign:
    """A button is worth as many straight-up wagers as it has numbers; a share is tested against their maximum."""
    each = _spot_sign(table.cloth, player, wager.pieces[0].spot)
    times = cloth_rules(floor, table).neighbours_minimum_times
    least = each.min * times.value if each.min is not None and times is not None else each.min
    notice = table.cloth.buttons.minimum
    most = each.max * wager.units if each.max is not None else None
    return Sign(least if notice is None else notice, most, multiples=each.multiples)


def needs_multiples(rules: ChannelLimits, sign: Sign) -> bool:
    """Whether wagers must be multiples of the minimum."""
    return bool(sign.min) and (sign.multiples or rules.multiples_unless_said.value)


def off_steps(rules: ChannelLimits, sign: Sign, amount: Money) -> tuple[str, ...]:
    """Clauses of the steps this amount misses; empty if it is on a step."""
    start = first_step(rules.step_from.policy, sign.min or ZERO)
    off = amount >= start and bool(remainder(amount - start, sign.step or ZERO))
    multiple = needs_multiples(rules, sign) and bool(remainder(amount, sign.min or ZERO))
    by_step = (rules.step_from.clause,) if off else ()
    return (*by_step, rules.multiples_unless_said.clause) if multiple else by_step


class LayableWager(NamedTuple):
    """How much of a wager may be laid, and the clauses the dealer is reminded of."""

    amount: Money
    trimmed: str = ""
    prompts: tuple[str, ...] = ()


def at_entry(
    floor: Floor, table: Table, player: str, wager: Wager, present: Money, asked: Money
) -> LayableWager | Refusal:
    """What of so much more on a wager is accepted, beside what the player has there already."""
    rules, sign = cloth_rules(floor, table), own_sign(floor, table, player, wager)
    sum_ = present + asked
    if refuses_below(rules.below_minimum.policy) and sum_ < (sign.min or ZERO):
        return Refusal(Reason.BELOW_MINIMUM, rules.below_minimum.clause)
    strict = not _takes_any(rules.above_maximum.policy) and sign.max is not None
    if strict and sign.max is not None and sum_ > sign.max:
        allowed = permitted(Sign(max=sign.max), rules, sum_)
        if isinstance(allowed, Refusal):
            return allowed
        return LayableWager(max(allowed[0] - present, ZERO), allowed[1])
    off = off_steps(rules, sign, sum_)
    if not off or sum_ < (sign.min or ZERO):
        return LayableWager(asked)
    if _takes_off_step(rules.off_step.policy):
        return LayableWager(asked, prompts=tuple(dict.fromkeys((rules.off_step.clause, *off))))
    allowed = permitted(sign, rules, sum_)
    return allowed if isinstance(allowed, Refusal) else LayableWager(max(allowed[0] - present, ZERO), allowed[1])


def _takes_any(above: AboveMaximum) -> bool:
    """Whether a wager above the maximum stays, and is settled only up to it."""
    match above:
        case AboveMaximum.SETTLE_TO_MAXIMUM:
            return True
        case AboveMaximum.REFUSE | AboveMaximum.TRIM:
            return False
        case _:
            assert_never(above)


def _takes_off_step(off_step: OffStep) -> bool:
    """Whether an amount off the steps stays and is settled, with a prompt to the dealer."""
    match off_step:
        case OffStep.SETTLE_AS_PLACED:
            return True
        case OffStep.REFUSE | OffStep.TRIM:
            return False
        case _:
            assert_never(off_step)


def not_for_group(table: Table, player: str, kind: str, rule: Told | None) -> Refusal | None:
    """Why a wager may not be made at a table that a group has to itself for straight-up wagers."""
    group = table.cloth.straight_only
    if not group or rule is None:
        return None
    if player not in group:
        return Refusal(Reason.TABLE_RESERVED, rule.clause)
    return None if kind == STRAIGHT else Refusal(Reason.STRAIGHT_ONLY, rule.clause)


def button_kept_back(floor: Floor, table: Table, player: str) -> Refusal | None:
    """Whether marker buttons are for other players only."""
    chosen, rule = table.cloth.buttons.players, cloth_rules(floor, table).neighbours_counts
    if rule is None or not chosen or player in chosen:
        return None
    return Refusal(Reason.NOT_OFFERED, rule.clause)


def too_many_buttons(floor: Floor, table: Table, round_: Round, wager: str) -> Refusal | None:
    """Whether one more use of a marker button is one too many, for its number or for the spin."""
    buttons, rule = table.cloth.buttons, cloth_rules(floor, table).neighbours_counts
    if rule is None:
        return None
    used = [laid.wager for laid in round_.laid if kind_of(laid.wager) == kind_of(wager)]
    if buttons.per_number and used.count(wager) >= buttons.per_number:
        return Refusal(Reason.TOO_MANY_WAGERS, rule.clause, {"per_number": buttons.per_number})
    if buttons.per_spin and len(used) >= buttons.per_spin:
        return Refusal(Reason.TOO_MANY_WAGERS, rule.clause, {"per_spin": buttons.per_spin})
    return None


def above_together(
    floor: Floor, table: Table, round_: Round, player: str, wager: Wager, added: Money
) -> Refusal | None:
    """Whether partners would have more than the maximum on one place."""
    rule = cloth_rules(floor, table).partnerships
    group = next((group for group in table.cloth.partners if player in group), None)
    if rule is None or group is None:
        return None
    most = _common_maximum(floor, table, group, wager)
    there = total(round_.cloth.get(each, {}).get(wager.name, ZERO) for each in group)
    if most is None or there + added <= most:
        return None
    return Refusal(Reason.PARTNERS_ABOVE_MAXIMUM, rule.clause)


def _common_maximum(floor: Floor, table: Table, group: tuple[str, ...], wager: Wager) -> Money | None:
    own = [own_sign(floor, table, player, wager).max for player in group]
    known = [most for most in own if most is not None]
    return max(known) if len(known) == len(own) else None


class CountedWagers(NamedTuple):
    """How much of each wager is settled, who must be told something, and by which clauses."""

    amounts: dict[str, dict[str, Money]]
    advised: tuple[str, ...]
    clauses: tuple[str, ...]


def counted(floor: Floor, table: Table, round_: Round, wagers: Mapping[str, Container[str]]) -> CountedWagers:
    """How much of these wagers is settled; the rest comes back, win or lose."""
    rules = cloth_rules(floor, table)
    cuts = _partners_cut(floor, table, round_)
    amounts: dict[str, dict[str, Money]] = {}
    advised: list[str] = []
    clauses: list[str] = []
    for player, placed in round_.cloth.items():
        mine = amounts.setdefault(player, {})
        for name, amount in placed.items():
            if name not in wagers.get(player, ()):
                continue
            mine[name], clause, below = counted_of(floor, table, player, name, amount)
            if below and mine[name] and player not in advised:
                advised.append(player)
            cut = cuts.get((player, name), ZERO)
            if cut and rules.partnerships is not None:
                mine[name] = max(min(mine[name], amount - cut), ZERO)
                clauses.append(rules.partnerships.clause)
            clauses += [clause] if clause else []
            if below and is_marker(floor, table, floor.game_of(table).wagers[name]):
                clauses += [rules.neighbours_minimum_times.clause] if rules.neighbours_minimum_times else []
    found = {player: mine for player, mine in amounts.items() if mine}
    return CountedWagers(found, tuple(advised), tuple(dict.fromkeys(clauses)))


class CountedWager(NamedTuple):
    """How much of one wager is settled, and why, if that is not all that lies there."""

    amount: Money
    clause: str = ""
    below_minimum: bool = False


def counted_of(floor: Floor, table: Table, player: str, name: str, amount: Money) -> CountedWager:
    """How much of one wager is settled."""
    rules = cloth_rules(floor, table)
    sign = own_sign(floor, table, player, floor.game_of(table).wagers[name])
    if amount < (sign.min or ZERO):
        below = rules.below_minimum
        returned = gives_back_below(below.policy) or player in table.cloth.advised
        return CountedWager(ZERO if returned else amount, below.clause, below_minimum=True)
    if sign.max is not None and amount > sign.max and _takes_any(rules.above_maximum.policy):
        return CountedWager(sign.max, rules.above_maximum.clause)
    return CountedWager(amount)


def _partners_cut(floor: Floor, table: Table, round_: Round) -> dict[tuple[str, str], Money]:
    """What is cut off of wagers that partners have above the maximum together, latest first."""
    cuts: dict[tuple[str, str], Money] = {}
    game = floor.game_of(table)
    for group in table.cloth.partners if cloth_rules(floor, table).partnerships else ():
        names = {name for player in group for name in round_.cloth.get(player, {})}
        for name in sorted(names):
            most = _common_maximum(floor, table, group, game.wagers[name])
            there = total(round_.cloth.get(player, {}).get(name, ZERO) for player in group)
            if most is not None and there > most:
                _cut_latest(round_, group, name, there - most, cuts)
    return cuts


def _cut_latest(
    round_: Round, group: tuple[str, ...], name: str, excess: Money, cuts: dict[tuple[str, str], Money]
) -> None:
    laid = [(each.player, each.amount) for each in round_.laid if each.wager == name and each.player in group]
    rode = [(who, round_.cloth.get(who, {}).get(name, ZERO) - _laid_by(laid, who)) for who in group]
    for player, amount in [*reversed(laid), *reversed(rode)]:
        off = min(amount, excess)
        if off > ZERO:
            cuts[player, name] = cuts.get((player, name), ZERO) + off
            excess -= off


def _laid_by(laid: list[tuple[str, Money]], player: str) -> Money:
    return total(amount for who, amount in laid if who == player)


def divides(wager: Wager, amount: Money) -> bool:
    """Whether an amount can be shared out over the numbers of a button."""
    return share_of(amount, wager.units) is not None
