"""How long a run of outcomes lets wait, exactly: a chain whose states say how far the last rounds have come.

A chain begins without a run, goes on by what falls, and begins anew after a hit. Everything is fractions; where the
ceiling of a pool asks for thousands of rounds, whole numbers with more digits than a person reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm, prod

from msgspec import Struct

from openetg.floor.jackpots.commands import Trigger
from openetg.games.paytable import Game, kind_of
from openetg.money import Money

DIGITS = 10**80
"""Beyond a few rounds a chance is so many of these: cut off after more digits than a person reads."""
EXACT_ROUNDS = 40
ALIKE = 10**20
"""So many of these are as good as none: what is cut off on the way adds up to far less."""


class RoundChain(Struct, frozen=True):
    """Per state, where the next round leads with which chance; what is missing to one is a hit."""

    states: tuple[tuple[tuple[int, Fraction], ...], ...]


def wins_with(game: Game, trigger: Trigger, wagers: Mapping[str, Money]) -> frozenset[str]:
    """The outcomes on which one of these wagers wins what counts for the trigger."""
    laid: dict[str, Money] = {}
    for name, amount in wagers.items():
        for piece in game.wagers[name].pieces:
            laid[piece.spot] = laid[piece.spot] + amount * piece.units if piece.spot in laid else amount * piece.units
    counting = [
        game.spots[spot] for spot, amount in laid.items() if kind_of(spot) in trigger.wagers and amount >= trigger.least
    ]
    return frozenset(
        outcome for place, outcome in enumerate(game.outcomes) if any(spot.returns[place] > 1 for spot in counting)
    )


def trigger_chain(game: Game, trigger: Trigger, wins: frozenset[str]) -> RoundChain | None:
    """The chain of a trigger for a player who wins on these outcomes in every round; None if no run of theirs can
    hit."""
    weight = sum(game.weights)
    chance = {each: Fraction(count, weight) for each, count in zip(game.outcomes, game.weights, strict=True) if count}
    if not trigger.outcomes:
        alike: dict[Fraction, int] = {}
        for outcome, each in chance.items():
            if outcome in wins:
                alike[each] = alike.get(each, 0) + 1
        return _same_chain(alike, trigger.run) if alike else None
    named = sum((chance.get(each, Fraction(0)) for each in trigger.outcomes), start=Fraction(0))
    winning = sum((chance.get(each, Fraction(0)) for each in trigger.outcomes if each in wins), start=Fraction(0))
    if not winning:
        return None
    return _named_chain(winning if trigger.laid == "every" else named, winning, trigger.run)


def _same_chain(alike: dict[Fraction, int], run: int) -> RoundChain:
    """Of the same outcome every time: how many outcomes there are of each chance."""
    at, place = {}, 1
    for each in alike:
        for length in range(1, run):
            at[each, length] = place
            place += 1
    states: list[tuple[tuple[int, Fraction], ...]] = []
    for now in (None, *at):
        to: dict[int, Fraction] = {0: 1 - sum((each * count for each, count in alike.items()), start=Fraction(0))}
        for each, count in alike.items():
            others = count - (now is not None and now[0] == each)
            if others and run > 1:
                to[at[each, 1]] = to.get(at[each, 1], Fraction(0)) + each * others
        if now is not None and now[1] + 1 < run:
            onward = at[now[0], now[1] + 1]
            to[onward] = to.get(onward, Fraction(0)) + now[0]
        states.append(tuple((state, part) for state, part in to.items() if part))
    return RoundChain(tuple(states))


def _named_chain(going_on: Fraction, winning: Fraction, run: int) -> RoundChain:
    """Of named outcomes: with one chance the run goes on, with another its last round wins."""
    states: list[tuple[tuple[int, Fraction], ...]] = []
    for length in range(run):
        is_last = length == run - 1
        onward = going_on - winning if is_last else going_on
        to = [(0, 1 - going_on), (min(length + 1, run - 1), onward)]
        states.append(tuple((state, part) for state, part in to if part))
    return RoundChain(tuple(states))


def rounds_between(chain: RoundChain) -> Fraction:
    """Rounds between two hits, in the mean: one and what is to be expected from wherever the round leads."""
    count = len(chain.states)
    rows = [[Fraction(int(at == to)) for to in range(count)] + [Fraction(1)] for at in range(count)]
    for at, ways in enumerate(chain.states):
        for to, part in ways:
            rows[at][to] -= part
    return _solved(rows)[0]


def lasting(onward: list[list[Fraction]]) -> dict[int, Fraction] | None:
    """How often a chain that begins in its first state is in each state, in the long run; rows say where each leads.

    Nothing where that depends on how it went at first: on which of several parts it came into and stays in.
    """
    comes_to = [_comes_to(onward, at) for at in range(len(onward))]
    for_ever = {frozenset(comes_to[at]) for at in comes_to[0] if all(at in comes_to[to] for to in comes_to[at])}
    if len(for_ever) != 1:
        return None
    states = sorted(*for_ever)
    rows = [[onward[at][to] - int(at == to) for at in states] + [Fraction(0)] for to in states]
    rows[-1] = [Fraction(1)] * (len(states) + 1)  # one of the equations follows from the others; together they are one
    return dict(zip(states, _solved(rows), strict=True))


def _comes_to(onward: list[list[Fraction]], first: int) -> set[int]:
    found, fresh = {first}, [first]
    while fresh:
        led = {to for to, part in enumerate(onward[fresh.pop()]) if part} - found
        found |= led
        fresh += led
    return found


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """The one solution of as many equations as unknowns; the last of each row is what it comes to.

    In whole numbers (Bareiss): every division leaves nothing, and no fraction is ever made simpler on the way.
    """
    units = [lcm(*(each.denominator for each in row)) for row in rows]
    whole = [
        [each.numerator * (unit // each.denominator) for each in row] for row, unit in zip(rows, units, strict=True)
    ]
    count, last = len(whole), 1
    for place in range(count):
        pivot = next(row for row in range(place, count) if whole[row][place])
        whole[place], whole[pivot] = whole[pivot], whole[place]
        head = whole[place]
        for other in range(place + 1, count):
            row = whole[other]
            whole[other] = [
                (head[place] * left - row[place] * right) // last for left, right in zip(row, head, strict=True)
            ]
        last = head[place]
    found = [0] * count
    for at in reversed(range(count)):
        row = whole[at]
        found[at] = (row[count] * last - sum(row[to] * found[to] for to in range(at + 1, count))) // row[at]
    return [Fraction(each, last) for each in found]


def mean_gain(chains: Mapping[str, RoundChain], gains: Mapping[str, Fraction], most: Fraction) -> Fraction:
    """What a pool gains until it is hit and at most, in the mean, tables taking turns.

    The sum, over every round of every table, of the chance that it is played with no win before, times what
    it brings. Every table begins without a run. Once the runs under way are as usual as they ever get, every round is
    as the one before but for those who have won meanwhile: the rest is a geometric sum. `most` is more than what comes
    in between two hits in the mean, or near.
    """
    rounds, left = divmod(most, sum(gains.values(), start=Fraction(0)))
    is_exact = rounds <= EXACT_ROUNDS
    play = _Playing(chains, one=_whole(chains, rounds) if is_exact else DIGITS)
    weights = dict.fromkeys(gains, 0)
    for number in range(1, rounds + 1):
        usual = None if is_exact else play.usual()
        first, before = play.unhit, dict(weights)
        for table in gains:
            weights[table] += play.unhit
            play.round_of(table)
        if not play.unhit:
            break
        if usual is not None and play.is_like(usual):
            again = play.unhit * DIGITS // first
            of_last = _power(again, rounds - number)
            more = again * (DIGITS - of_last) // (DIGITS - again)
            weights = {table: each + (each - before[table]) * more // DIGITS for table, each in weights.items()}
            play.unhit = play.unhit * of_last // DIGITS
            break
    found = sum((gain * weights[table] for table, gain in gains.items()), start=Fraction(0))
    for table, gain in gains.items():
        brought = min(gain, left)
        found += brought * play.unhit
        left -= brought
        play.round_of(table)
    return found / play.one


def _power(part: int, times: int) -> int:
    """A part of `DIGITS` that is taken so many times."""
    found = DIGITS
    while times:
        found = found * part // DIGITS if times % 2 else found
        part, times = part * part // DIGITS, times // 2
    return found


def _whole(chains: Mapping[str, RoundChain], rounds: int) -> int:
    """How many parts one has so that every chance in so many rounds and one more is whole."""
    each = prod(lcm(*(part.denominator for ways in chain.states for _, part in ways)) for chain in chains.values())
    return prod([each] * (rounds + 1))


class _Playing:
    """Tables that take turns until one of them hits: with which chance none has yet, in parts of one."""

    def __init__(self, chains: Mapping[str, RoundChain], *, one: int) -> None:
        self.one = self.unhit = one
        self._ways = {
            table: [[(to, part.numerator, part.denominator) for to, part in ways] for ways in chain.states]
            for table, chain in chains.items()
        }
        self._at = {table: [one] + [0] * (len(each.states) - 1) for table, each in chains.items()}

    def usual(self) -> list[int]:
        """How often each run of each table is under way where there was no win, in parts of `DIGITS`."""
        return [held * DIGITS // (sum(at) or 1) for at in self._at.values() for held in at]

    def is_like(self, usual: list[int]) -> bool:
        """Whether that is still so."""
        return all(abs(now - before) <= ALIKE for now, before in zip(self.usual(), usual, strict=True))

    def round_of(self, table: str) -> None:
        """One more round of a table."""
        if table not in self._ways:
            return
        now = self._at[table]
        after = [0] * len(now)
        for held, ways in zip(now, self._ways[table], strict=True):
            for to, part, of in ways:
                after[to] += held * part // of
        before = sum(now)
        self.unhit = self.unhit * sum(after) // before if before else 0
        self._at[table] = after
