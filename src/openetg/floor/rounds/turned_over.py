"""What tables turn over: the one definition of turnover, for all that show it (reports, follower, consoles).

A wager counts as soon as it is settled, at a terminal or on the cloth, with its round or by itself. It counts no longer
once it is void, returned, or its payout suspended (novo-unity 1.1:void and 4.1.1). Read off events in their order; this
must never decide anything. Jackpots and promotions take the same of terminals alone, from the floor as a decision
finds it (`jackpots/turnover.py`); a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from openetg.floor import events
from openetg.floor.state import Floor, Phase, Round
from openetg.money import ZERO, Money, total

Amounts = dict[str, Money]


class TurnoverChange(Struct, frozen=True):
    """By how much an event changes what a table has turned over; below zero for what no longer counts."""

    table: str
    round: int
    terminals: Money = ZERO
    cloth: Money = ZERO

    @property
    def amount(self) -> Money:
        """Of terminals and cloth together."""
        return self.terminals + self.cloth


class RoundTurnover(Struct):
    """What counts of one round, by terminal and by player at the cloth."""

    terminals: Amounts = {}
    cloth: Amounts = {}


class TurnoverCount:
    """The rounds as events leave them. What is put right in a round it does not know changes nothing."""

    def __init__(self, floor: Floor | None = None) -> None:
        """Goes on from this floor, whose kept rounds may still be put right; None begins with no round known."""
        self._rounds: dict[str, dict[int, RoundTurnover]] = {}
        for name, table in floor.tables.items() if floor is not None else ():
            for round_ in (*table.past.values(), *(() if table.round is None else (table.round,))):
                if round_.phase is not Phase.VOID:
                    self._known(name)[round_.number] = _turnover_of(round_)

    def take(self, event: Any) -> TurnoverChange | None:
        """Takes in the next event; None if it settles nothing and puts nothing right that counted."""
        read = _READ.get(type(event))
        if read is None:
            return None
        known = self._known(event.table)
        settles = type(event) in SETTLING
        counted = known.setdefault(event.round, RoundTurnover()) if settles else known.get(event.round)
        if counted is None:
            return None
        terminals, cloth = total(counted.terminals.values()), total(counted.cloth.values())
        read(counted, event)
        return TurnoverChange(
            event.table,
            event.round,
            total(counted.terminals.values()) - terminals,
            total(counted.cloth.values()) - cloth,
        )

    def keep_only(self, floor: Floor, table: str) -> None:
        """Drops the rounds of a table that the floor no longer keeps: their figures stay as they are."""
        here = floor.tables[table]
        running = None if here.round is None else here.round.number
        known = self._known(table)
        for number in [each for each in known if each != running and each not in here.past]:
            del known[number]

    def forget(self) -> None:
        """Begins anew: what is put right later in a round of before changes nothing."""
        self._rounds.clear()

    def _known(self, table: str) -> dict[int, RoundTurnover]:
        return self._rounds.setdefault(table, {})


def paid_by(event: Any) -> Money:
    """What an event returns on the wagers it settles; zero of one that settles none."""
    match event:
        case events.RoundSettled():
            return total(result.returned for result in event.results)
        case events.TerminalSettled():
            return event.result.returned
        case events.SpotPaid() | events.ClothSettled():
            # What rides is a wager again in the next round: here it has come back.
            return total(result.returned + result.rode for result in event.results)
        case _:
            return ZERO


def _turnover_of(round_: Round) -> RoundTurnover:
    return RoundTurnover(
        {terminal: result.staked for terminal, result in round_.results.items()},
        {player: result.staked for player, result in round_.cloth_results.items()},
    )


def _settled(counted: RoundTurnover, event: events.RoundSettled) -> None:
    counted.terminals.update({result.terminal: result.staked for result in event.results})


def _settled_alone(counted: RoundTurnover, event: events.TerminalSettled) -> None:
    counted.terminals[event.terminal] = event.result.staked


def _suspended(counted: RoundTurnover, event: events.PayoutsSuspended) -> None:
    counted.terminals.pop(event.terminal, None)


def _ruled(counted: RoundTurnover, event: events.WagersVoided | events.WagerRuled) -> None:
    """Without a result the wagers were not settled, and did not count."""
    if event.result is not None:
        counted.terminals[event.terminal] = event.result.staked


def _cloth_paid(counted: RoundTurnover, event: events.SpotPaid | events.ClothSettled) -> None:
    for result in event.results:
        counted.cloth[result.player] = counted.cloth.get(result.player, ZERO) + result.staked


def _cloth_corrected(counted: RoundTurnover, event: events.ClothCorrected) -> None:
    counted.cloth = {result.player: result.staked for result in event.results}


def _cloth_returned(counted: RoundTurnover, event: events.ClothWagersReturned) -> None:
    if event.result is not None:
        counted.cloth[event.player] = event.result.staked


def _voided(counted: RoundTurnover, event: events.RoundVoided) -> None:
    del event
    counted.terminals, counted.cloth = {}, {}


SETTLING: frozenset[type[events.Event]] = frozenset(
    {events.RoundSettled, events.TerminalSettled, events.SpotPaid, events.ClothSettled}
)
"""By which wagers begin to count."""
_READ: dict[type[events.Event], Callable[[RoundTurnover, Any], None]] = {
    events.RoundSettled: _settled,
    events.TerminalSettled: _settled_alone,
    events.PayoutsSuspended: _suspended,
    events.WagersVoided: _ruled,
    events.WagerRuled: _ruled,
    events.RoundVoided: _voided,
    events.SpotPaid: _cloth_paid,
    events.ClothSettled: _cloth_paid,
    events.ClothCorrected: _cloth_corrected,
    events.ClothWagersReturned: _cloth_returned,
}
TURNS_OVER = tuple(f'"{kind.__name__}"'.encode() for kind in _READ)
"""Bytes found in every entry and group that changes a turnover."""
