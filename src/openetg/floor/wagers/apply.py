"""How the facts about a terminal's wagers change the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from openetg.floor.rounds.apply import newest_round
from openetg.floor.state import STEPS_KEPT, Floor, Round
from openetg.floor.wagers import events
from openetg.money import ZERO, Money


def _wager_placed(floor: Floor, event: events.WagerPlaced) -> None:
    floor.ledger.post(event.transfers)
    name, spots = event.terminal, event.spots
    round_ = floor.tables[event.table].round
    assert round_ is not None, "a wager needs a round"
    assert round_.number == event.round, "wagers change in the newest round only"
    mine = round_.wagers.get(name)
    if mine is None:
        round_.wagers[name] = dict(spots)
    else:
        for spot in spots:
            mine[spot] = mine.get(spot, ZERO) + spots[spot]
    floor.terminals[name].wagered_at_ms = floor.at_ms
    _remember_step(round_, name, spots)


def _wagers_taken_back(floor: Floor, event: events.WagersTakenBack) -> None:
    floor.ledger.post(event.transfers)
    round_ = newest_round(floor, event.table, event.round)
    off = {spot: -amount for spot, amount in event.spots.items()}
    _change(round_.wagers[event.terminal], off)
    _remember_step(round_, event.terminal, off)


def _wager_moved(floor: Floor, event: events.WagerMoved) -> None:
    floor.ledger.post(event.transfers)
    round_ = newest_round(floor, event.table, event.round)
    step = _step(event.taken, event.placed)
    _change(round_.wagers[event.terminal], step)
    _remember_step(round_, event.terminal, step)


def _wagers_undone(floor: Floor, event: events.WagersUndone) -> None:
    floor.ledger.post(event.transfers)
    round_ = newest_round(floor, event.table, event.round)
    _change(round_.wagers[event.terminal], _step(event.taken, event.placed))
    round_.steps[event.terminal].pop()


def _step(taken: Mapping[str, Money], placed: Mapping[str, Money]) -> dict[str, Money]:
    step = {spot: -amount for spot, amount in taken.items()}
    for spot, amount in placed.items():
        step[spot] = step.get(spot, ZERO) + amount
    return step


def _change(mine: dict[str, Money], step: Mapping[str, Money]) -> None:
    for spot, amount in step.items():
        left = mine.get(spot, ZERO) + amount
        assert left >= ZERO, "nothing is taken off a spot that is not there"
        if left:
            mine[spot] = left
        else:
            mine.pop(spot, None)


def _remember_step(round_: Round, terminal: str, step: dict[str, Money]) -> None:
    if not step:
        # Nothing of it fitted, so there is nothing to undo.
        return
    steps = round_.steps.get(terminal)
    if steps is None:
        round_.steps[terminal] = [step]
        return
    steps.append(step)
    if len(steps) > STEPS_KEPT:
        del steps[0]


APPLIERS: dict[type, Callable[[Floor, Any], None]] = {
    events.WagerPlaced: _wager_placed,
    events.WagersTakenBack: _wagers_taken_back,
    events.WagerMoved: _wager_moved,
    events.WagersUndone: _wagers_undone,
}
