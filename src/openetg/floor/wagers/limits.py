"""How much of a wager is permitted: refuse, trim, or take and return at the close, as the rulebook says.

Works on one terminal's wagers at one table. Reads limits and policies; moves nothing.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, assert_never

from openetg.floor.core.command import Sign
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.wagers.choices import gives_back_below, refuses_below
from openetg.games.paytable import kind_of
from openetg.money import ZERO, Money, cents, cents_of, floor_to_step, total
from openetg.rulebook.schema.policies import AboveMaximum, OffStep, StepFrom, TotalMaximum, TotalMinimum

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openetg.floor.state import Table
    from openetg.rulebook.schema.wagering import ChannelLimits


def sign_for(limits: Mapping[str, Sign], spot: str) -> Sign | None:
    """The limits that bind a spot: its own, those of its kind, or those of any."""
    return limits.get(spot) or limits.get(kind_of(spot)) or limits.get("any")


def limits_of(table: Table, terminal: str) -> Mapping[str, Sign]:
    """The limits that bind a terminal at a table in the round that is open."""
    return table.limits_at.get(terminal, table.limits)


def put_together(limits: Mapping[str, Sign], own: Mapping[str, Sign]) -> dict[str, Sign]:
    """The limits of a table with those of one terminal before them, figure by figure: figures they do not set are as
    the table has it for that kind of wager.
    """
    return {kind: _before(_own_sign(own, kind), limits, kind) for kind in (*limits, *own)}


def _own_sign(own: Mapping[str, Sign], kind: str) -> Sign | None:
    return own.get(kind) if kind == "sum" else sign_for(own, kind)


def _before(own: Sign | None, limits: Mapping[str, Sign], kind: str) -> Sign:
    table = limits.get(kind) if kind == "sum" else sign_for(limits, kind)
    if own is None or table is None:
        found = own or table
        assert found is not None, "one of the two signs speaks of it"
        return found
    low, high, step = (
        ours if ours is not None else theirs
        for ours, theirs in ((own.min, table.min), (own.max, table.max), (own.step, table.step))
    )
    return Sign(low, high, step, multiples=own.multiples or table.multiples)


def permits_something(sign: Sign) -> bool:
    """Whether a sign permits some amount, and all its figures are above zero."""
    figures = [figure for figure in (sign.min, sign.max, sign.step) if figure is not None]
    return all(figure > ZERO for figure in figures) and (sign.max is None or (sign.min or ZERO) <= sign.max)


def permitted(sign: Sign | None, rules: ChannelLimits, asked: Money) -> tuple[Money, str] | Refusal:
    """The sum that may stand on a spot when `asked` is wished, with the clause that trimmed it, or a refusal."""
    if sign is None:
        return asked, ""
    low, high = sign.min, sign.max
    if low is not None and asked < low:
        return _below(rules, asked, low)
    kept, clause = asked, ""
    if high is not None and asked > high:
        match rules.above_maximum.policy:
            case AboveMaximum.REFUSE:
                return Refusal(Reason.ABOVE_MAXIMUM, rules.above_maximum.clause, {"max": cents_of(high)})
            case AboveMaximum.TRIM | AboveMaximum.SETTLE_TO_MAXIMUM:
                kept, clause = high, rules.above_maximum.clause
            case _:
                assert_never(rules.above_maximum.policy)
    on_step = _on_step(sign, rules, kept)
    if on_step == kept:
        return kept, clause
    match rules.off_step.policy:
        case OffStep.REFUSE:
            return Refusal(Reason.OFF_STEP, rules.off_step.clause, {"next": cents_of(on_step)})
        case OffStep.TRIM | OffStep.SETTLE_AS_PLACED:
            return on_step, clause or rules.off_step.clause
        case _:
            assert_never(rules.off_step.policy)


def _below(rules: ChannelLimits, asked: Money, low: Money) -> tuple[Money, str] | Refusal:
    if refuses_below(rules.below_minimum.policy):
        return Refusal(Reason.BELOW_MINIMUM, rules.below_minimum.clause, {"min": cents_of(low)})
    return asked, ""


def first_step(step_from: StepFrom, low: Money) -> Money:
    """The amount from which the steps are counted, at a minimum."""
    match step_from:
        case StepFrom.MINIMUM:
            return low
        case StepFrom.ZERO:
            return ZERO
        case _:
            assert_never(step_from)


def _on_step(sign: Sign, rules: ChannelLimits, asked: Money) -> Money:
    """The largest sum on the steps of the sign that is not above the one asked for; with two kinds, on both."""
    low, step = sign.min or ZERO, sign.step or ZERO
    if sign.multiples or (sign.step is None and rules.multiples_unless_said.value):
        step = cents(lcm(cents_of(low), cents_of(step))) if low and step else low or step
    if not step:
        return asked
    return floor_to_step(asked, first_step(rules.step_from.policy, low), step)


def room_under_total(sign: Sign, rules: ChannelLimits, standing: Money, added: Money) -> tuple[Money, str] | Refusal:
    """How much of `added` still fits under the total of the terminal, with the clause that trimmed it."""
    if sign.max is None or rules.total_maximum is None or standing + added <= sign.max:
        return added, ""
    match rules.total_maximum.policy:
        case TotalMaximum.REFUSE:
            return Refusal(Reason.ABOVE_TOTAL, rules.total_maximum.clause, {"max": cents_of(sign.max)})
        case TotalMaximum.TRIM:
            return max(sign.max - standing, ZERO), rules.total_maximum.clause
        case _:
            assert_never(rules.total_maximum.policy)


def largest_permitted(
    limits: Mapping[str, Sign],
    rules: ChannelLimits,
    sign: Sign | None,
    present: Money,
    standing: Money,
    meter: Money,
) -> Money:
    """The most that may be added to a spot: the least of its own room, that under the total, and the meter."""
    rooms = [meter]
    if sign is not None and sign.max is not None:
        rooms.append(sign.max - present)
    whole = limits.get("sum")
    if whole is not None and whole.max is not None and rules.total_maximum is not None:
        rooms.append(whole.max - standing)
    sum_ = present + max(min(rooms), ZERO)
    if sign is not None:
        if sum_ < (sign.min or ZERO):
            return ZERO
        sum_ = _on_step(sign, rules, sum_)
    return max(sum_ - present, ZERO)


def returned_at_close(
    limits: Mapping[str, Sign], rules: ChannelLimits, wagers: Mapping[str, Money]
) -> list[tuple[dict[str, Money], str]]:
    """What comes back at the close, each part with its clause: spots below their minimum, then all below the total."""
    parts: list[tuple[dict[str, Money], str]] = []
    left = dict(wagers)
    if gives_back_below(rules.below_minimum.policy):
        below = {spot: held for spot, held in wagers.items() if held < _minimum(limits, spot)}
        if below:
            parts.append((below, rules.below_minimum.clause))
            left = {spot: held for spot, held in left.items() if spot not in below}
    least = limits["sum"].min if "sum" in limits else None
    if left and least is not None and rules.total_minimum is not None and total(left.values()) < least:
        match rules.total_minimum.policy:
            case TotalMinimum.RETURN_AT_CLOSE:
                parts.append((left, rules.total_minimum.clause))
            case _:
                assert_never(rules.total_minimum.policy)
    return parts


def _minimum(limits: Mapping[str, Sign], spot: str) -> Money:
    sign = sign_for(limits, spot)
    return (sign.min or ZERO) if sign else ZERO
