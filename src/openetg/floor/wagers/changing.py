"""The buttons of a terminal beyond placing and taking back: move, undo, double, repeat, max. Each is one step."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from openetg.floor.commands import DoubleWagers, MaxWager, MoveWager, RepeatWagers, UndoWager
from openetg.floor.core.ledger import Transfer, meter_of, play_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import WagerMoved, WagersUndone
from openetg.floor.wagers.bounds import most_within
from openetg.floor.wagers.limits import largest_permitted, limits_of, sign_for
from openetg.floor.wagers.placing import (
    accept,
    limit_rules,
    not_covered,
    not_offered,
    open_round,
    placed,
    reserved,
    taken_off,
    unpaid,
    wager_rules,
)
from openetg.games.paytable import kind_of
from openetg.money import ZERO, total
from openetg.rulebook.schema.policies import Channel, Feature

if TYPE_CHECKING:
    from openetg.floor.state import Floor, Round, Table
    from openetg.money import Money


def decide_move_wager(floor: Floor, command: MoveWager, _at_ms: int) -> tuple[WagerMoved] | Refusal:
    """Off one spot and on to another, within the limits of both; what the other may not take stays where it lay."""
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    terminal = command.terminal
    refused = _not_to_lie_there(floor, table, terminal, command.to)
    if refused is not None:
        return refused
    off = taken_off(floor, table, round_, terminal, command.spot, command.amount)
    if isinstance(off, Refusal):
        return off
    left = dict(round_.wagers[terminal])
    left[command.spot] -= off
    accepted = accept(floor, table, command.terminal, left, [(command.to, off)])
    if not isinstance(accepted, tuple):
        return accepted
    on, trimmed = accepted
    fitting = total(on.values())
    if not fitting:
        return (
            WagerMoved(
                terminal=terminal,
                table=table.name,
                round=round_.number,
                taken={},
                placed={},
                transfers=(),
                trimmed=trimmed,
            ),
        )
    if fitting < off:
        off = taken_off(floor, table, round_, terminal, command.spot, fitting)
        if isinstance(off, Refusal):
            return off
    back = off - fitting
    moved = (Transfer(play_of(table.name, terminal), meter_of(terminal), back),) if back else ()
    return (
        WagerMoved(
            terminal=terminal,
            table=table.name,
            round=round_.number,
            taken={command.spot: off},
            placed=on,
            transfers=moved,
            trimmed=trimmed,
        ),
    )


def _not_to_lie_there(floor: Floor, table: Table, terminal: str, to: str) -> Refusal | None:
    game = floor.game_of(table)
    spot = game.spots.get(to)
    if spot is None:
        return Refusal(Reason.UNKNOWN_WAGER, game.clause)
    if Channel.TERMINAL not in (game.wagers[to].channels or (Channel.TERMINAL,)):
        return Refusal(Reason.NOT_ON_TERMINAL, spot.clause)
    return reserved(floor, table, terminal, game.wagers[to].kind)


def decide_undo_wager(floor: Floor, command: UndoWager, at_ms: int) -> tuple[WagersUndone] | Refusal:
    """The layout as it was before the last step."""
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    refused = not_offered(floor, table, Feature.UNDO)
    if refused is not None:
        return refused
    steps = round_.steps.get(command.terminal)
    if not steps:
        return Refusal(Reason.NOTHING_THERE, wager_rules(floor, table).funded.clause)
    taken = {spot: amount for spot, amount in steps[-1].items() if amount > ZERO}
    again = {spot: -amount for spot, amount in steps[-1].items() if amount < ZERO}
    cost = total(again.values()) - total(taken.values())
    meter, play = meter_of(command.terminal), play_of(table.name, command.terminal)
    refused = unpaid(floor, table, command.terminal, cost, at_ms) if cost > ZERO else None
    if refused is not None:
        return refused
    moved: tuple[Transfer, ...] = ()
    if cost:
        moved = (Transfer(meter, play, cost),) if cost > ZERO else (Transfer(play, meter, -cost),)
    return (
        WagersUndone(
            terminal=command.terminal, table=table.name, round=round_.number, taken=taken, placed=again, transfers=moved
        ),
    )


def decide_double_wagers(floor: Floor, command: DoubleWagers, at_ms: int) -> Verdict:
    """Once more what lies on the layout, as one wager."""
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    refused = not_offered(floor, table, Feature.DOUBLE)
    wagers = round_.wagers.get(command.terminal, {})
    return refused or _once_more(floor, here, command.terminal, "double", wagers, at_ms)


def decide_repeat_wagers(floor: Floor, command: RepeatWagers, at_ms: int) -> Verdict:
    """What the terminal wagered in the last round it played at this table; by itself only where that is offered."""
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, _ = here
    refused = not_offered(floor, table, Feature.AUTOPLAY if command.auto else Feature.REPEAT)
    past = (past.wagers.get(command.terminal) for past in reversed(table.past.values()))
    last = next((wagers for wagers in past if wagers), {})
    if refused is None and command.most is not None and total(last.values()) > command.most:
        left: int = command.most  # type: ignore[assignment]
        return Refusal(Reason.LOSS_BOUND, details={"left": left})
    return refused or _once_more(floor, here, command.terminal, "auto" if command.auto else "repeat", last, at_ms)


def _once_more(
    floor: Floor, here: tuple[Table, Round], terminal: str, name: str, wagers: dict[str, Money], at_ms: int
) -> Verdict:
    table, round_ = here
    if not wagers:
        return Refusal(Reason.NOTHING_THERE, wager_rules(floor, table).funded.clause)
    accepted = accept(floor, table, terminal, round_.wagers.get(terminal, {}), list(wagers.items()))
    if not isinstance(accepted, tuple):
        return accepted
    return placed(floor, here, terminal, name, total(wagers.values()), accepted, at_ms)


def decide_max_wager(floor: Floor, command: MaxWager, at_ms: int) -> Verdict:
    """As much on a spot as its limit, the total, the bounds and the meter leave room for."""
    here = open_round(floor, command.terminal, command.table, command.round)
    if not isinstance(here, tuple):
        return here
    table, round_ = here
    game, terminal = floor.game_of(table), command.terminal
    spot = game.spots.get(command.spot)
    if spot is None:
        return Refusal(Reason.UNKNOWN_WAGER, game.clause)
    refused = not_offered(floor, table, Feature.MAX_BET) or reserved(floor, table, terminal, kind_of(command.spot))
    if refused is not None:
        return refused
    mine = round_.wagers.get(terminal, {})
    present = mine.get(command.spot, ZERO)
    meter = floor.ledger.held(meter_of(terminal))
    limits = limits_of(table, terminal)
    rules, sign = limit_rules(floor, table), sign_for(limits, command.spot)
    permitted = partial(largest_permitted, limits, rules, sign, present, total(mine.values()))
    most = permitted(most_within(floor, floor.terminals[terminal], meter, at_ms))
    if not meter and not floor.terminals[terminal].account_open and wager_rules(floor, table).account is not None:
        return not_covered(floor, table, terminal)
    # The bounds may leave less room than the least wager needs.
    refused = unpaid(floor, table, terminal, max(permitted(meter), ZERO), at_ms) if most <= ZERO else None
    if refused is not None:
        return refused
    clause = wager_rules(floor, table).features[Feature.MAX_BET]
    added = ({command.spot: most}, "") if most > ZERO else ({}, clause)
    return placed(floor, here, terminal, "max", max(most, ZERO), added, at_ms)


DECIDERS: Deciders = {
    MoveWager: decide_move_wager,
    UndoWager: decide_undo_wager,
    DoubleWagers: decide_double_wagers,
    RepeatWagers: decide_repeat_wagers,
    MaxWager: decide_max_wager,
}
