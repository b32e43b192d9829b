"""What follows from a decision for matters that it does not think of, read off its events once, for all decisions.

A void, a correction or a settlement knows its round. That a reversal leaves a claim, that a settlement feeds pools
and earns entries, and that an opening may meet a failed server, is said here beside all of them, not in each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from openetg.floor import claims, commands, faults, turnover

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from openetg.floor.events import AnyEvent
    from openetg.floor.state import Floor
    from openetg.floor.verdicts import Deciders, Verdict

    Followed = Callable[[Floor, Any, tuple[AnyEvent, ...], int], Iterable[AnyEvent]]

OF_PLAYERS: frozenset[type] = frozenset(get_args(commands.WagerCommand))
"""Commands that reverse and settle nothing; a wager is not made to wait for what follows from that."""
CONSEQUENCES: tuple[tuple[frozenset[type], Followed], ...] = (
    (claims.REVERSING, claims.followed),
    (turnover.COUNTING, turnover.followed),
    (faults.OPENING, faults.followed),
)
"""Events, and what follows where a decision has one of them; one after the other."""


def with_consequences(deciders: Deciders) -> Deciders:
    """The same deciders, with what follows from what they decide."""
    return {kind: each if kind in OF_PLAYERS else _with(each) for kind, each in deciders.items()}


def _with(decider: Callable[[Floor, Any, int], Verdict]) -> Callable[[Floor, Any, int], Verdict]:
    def decided(floor: Floor, command: Any, at_ms: int) -> Verdict:
        verdict = decider(floor, command, at_ms)
        if isinstance(verdict, tuple):
            for kinds, followed in CONSEQUENCES:
                if not kinds.isdisjoint(map(type, verdict)):
                    verdict += tuple(followed(floor, command, verdict, at_ms))
        return verdict

    return decided
