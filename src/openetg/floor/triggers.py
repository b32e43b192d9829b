"""Who wins a progressive level, and whose prize is in doubt because a round was put right.

What wins is data: a run of outcomes at one table, on wagers that win by it. A round that is void has no result and is
not part of any run. Every round of a run counts once for each terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openetg.floor.events import AnyEvent, AwardQuestioned, RunNoted
from openetg.floor.jackpot_links import why_not
from openetg.floor.pools import Win, begun, key_of_round, law_of, out_of_play, rules_at, won
from openetg.floor.state.jackpots import AwardState
from openetg.games.paytable import kind_of
from openetg.money import ZERO, Money, Rounding, fraction_of
from openetg.rulebook.policies import JackpotKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from openetg.floor.commands.jackpots import LevelRules, Trigger
    from openetg.floor.pools import Books, Standing
    from openetg.floor.state import Floor, Table
    from openetg.floor.state.jackpots import Award
    from openetg.floor.turnover import Seen, Turnover

IN_FORCE = frozenset({AwardState.DUE, AwardState.PAID})
"""Prizes that nobody doubts yet."""


class Run(NamedTuple):
    """Rounds in a row that fulfil a condition, and who has won in them as it asks."""

    rounds: tuple[int, ...]
    terminals: tuple[str, ...]


def followed(books: Books, turnover: Turnover, seen: Seen) -> Iterator[AnyEvent]:
    """What a settlement or its change means: prizes in doubt, who came nearer to a level, who wins it."""
    floor, table = books.floor, books.floor.tables[turnover.table]
    for standing in books.at(table.name):
        if standing.jackpot.rules.kind is JackpotKind.MYSTERY:
            yield from _questioned(books, standing, _mystery_doubted(floor, standing, turnover))
            continue
        rules = rules_at(standing.level, table.name, turnover.round)
        if rules is None or rules.trigger is None:
            continue
        looking = Looking(floor, table, standing, rules.trigger, turnover, seen)
        yield from looking.noted()
        yield from _questioned(books, standing, looking.doubted())
        for run in looking.runs():
            yield from _prizes(books, standing, rules, table.name, run)


def _questioned(books: Books, standing: Standing, awards: Iterable[Award]) -> Iterator[AwardQuestioned]:
    """These prizes are in doubt, each of them once in a decision."""
    clause = law_of(books.floor, standing.jackpot).kinds[standing.jackpot.rules.kind].clause
    for award in awards:
        if award.number not in books.doubted:
            books.doubted.add(award.number)
            yield AwardQuestioned(award.number, clause, award.terminal)


def _mystery_doubted(floor: Floor, standing: Standing, turnover: Turnover) -> list[Award]:
    """A mystery was won by turnover of which some is void."""
    if not turnover.staked or turnover.staked[0][1] > ZERO:
        return []
    less = dict(turnover.staked)
    awards = awards_of(floor, standing, turnover.table)
    return [award for award in awards if turnover.round in award.rounds and award.terminal in less]


def awards_of(floor: Floor, standing: Standing, table: str) -> list[Award]:
    """The prizes of a level that were won at a table and that nobody doubts yet."""
    key = standing.jackpot.name, standing.name, table
    known = floor.jackpots.awards.values()
    return [each for each in known if (each.jackpot, each.level, each.table) == key and each.state in IN_FORCE]


class Looking:
    """One level, looked at because of one round of a table."""

    def __init__(
        self, floor: Floor, table: Table, standing: Standing, trigger: Trigger, turnover: Turnover, seen: Seen
    ) -> None:
        self._floor, self._table, self._standing, self._trigger = floor, table, standing, trigger
        self._turnover, self._seen = turnover, seen
        self._outcomes = seen.outcomes(table.name)
        noted = standing.level.runs.get(table.name, {})
        self._known = noted.get(turnover.round)
        self._near = {number: run.terminals for number, run in noted.items()}
        self._near[turnover.round] = self._won_in(turnover.round)

    def noted(self) -> Iterator[RunNoted]:
        """Who came nearer in this round, where that is not what is on record."""
        if self._trigger.run == 1 or self._trigger.laid == "last":
            return
        number, outcome = self._turnover.round, self._turnover.outcome
        near = self._near[number]
        before = () if self._known is None else self._known.terminals
        if near != before or (self._known is not None and self._known.outcome != outcome):
            names = self._standing.jackpot.name, self._standing.name, self._table.name
            yield RunNoted(*names, number, outcome if near else "", near)

    def doubted(self) -> list[Award]:
        """The prizes that this round was part of and that it does not bear any more."""
        awards = awards_of(self._floor, self._standing, self._table.name)
        mine = [award for award in awards if self._turnover.round in award.rounds]
        return [award for award in mine if award.terminal not in self._winners(award.rounds)]

    def runs(self) -> Iterator[Run]:
        """The runs that are complete with this round in them, or across it where it is void; oldest first."""
        length, number = self._trigger.run, self._turnover.round
        settled = sorted(self._outcomes)
        later = [each for each in settled if each >= number][:length]
        for last in later:
            rounds = tuple(settled[max(settled.index(last) + 1 - length, 0) : settled.index(last) + 1])
            if len(rounds) == length and rounds[0] <= number:
                winners = self._winners(rounds)
                if winners:
                    yield Run(rounds, winners)

    def _winners(self, rounds: tuple[int, ...]) -> tuple[str, ...]:
        """Who has won by these rounds, in the order of the last one's settlement."""
        if not self._holds(rounds):
            return ()
        last = self._near_in(rounds[-1])
        if self._trigger.laid == "last":
            return last
        others = [set(self._near_in(number)) for number in rounds[:-1]]
        return tuple(each for each in last if all(each in near for near in others))

    def _holds(self, rounds: tuple[int, ...]) -> bool:
        """Whether what fell in these rounds is what must fall, under one and the same condition."""
        fallen = [self._outcomes.get(number) for number in rounds]
        if not _falls(self._trigger, fallen):
            return False
        return all(self._rules_of(number) == self._trigger for number in rounds)

    def _rules_of(self, number: int) -> Trigger | None:
        rules = rules_at(self._standing.level, self._table.name, number)
        return None if rules is None else rules.trigger

    def _near_in(self, number: int) -> tuple[str, ...]:
        """Who has won in a round as it asks: by the record of the round, or once it is not kept, by the notes."""
        if number not in self._near and number in self._seen.kept(self._table.name):
            self._near[number] = self._won_in(number)
        return self._near.get(number, ())

    def _won_in(self, number: int) -> tuple[str, ...]:
        outcome = self._outcomes.get(number)
        if outcome is None or (self._trigger.outcomes and outcome not in self._trigger.outcomes):
            return ()
        spots = winning_spots(self._floor, self._table, self._trigger, outcome)
        playing = self._playing(number)
        return _laid(spots, self._trigger.least, playing, self._seen.wagers(self._table.name, number))

    def _playing(self, number: int) -> Collection[str]:
        """The terminals settled in a round that play for the level: as they did when it counted, or, in what is settled
        now, as they do now.
        """
        jackpot, table, turnover = self._standing.jackpot, self._table.name, self._turnover
        staked = self._seen.staked(table, number)
        known = self._standing.fed.get(key_of_round(table, number))
        now = [each for each, more in turnover.staked if more > ZERO] if number == turnover.round else []
        able = self._standing.live and not why_not(self._floor, jackpot, table)
        lost = out_of_play(self._floor, jackpot) if able else frozenset(now)
        if known is None:
            # Whoever was settled before was settled when it did not count.
            return now if lost.isdisjoint(now) else [each for each in now if each not in lost]
        lost = lost.intersection(now).union(known.out)
        return [each for each in staked if each not in lost]


def winning_spots(floor: Floor, table: Table, trigger: Trigger, outcome: str) -> frozenset[str]:
    """The spots of the kinds a condition names that win by an outcome; a wager that only comes back has not won."""
    game = floor.game_of(table)
    position = game.outcomes.index(outcome)
    return frozenset(
        name for name, spot in game.spots.items() if kind_of(name) in trigger.wagers and spot.returns[position] > 1
    )


def _laid(
    spots: frozenset[str], least: Money, terminals: Iterable[str], wagers: Mapping[str, Mapping[str, Money]]
) -> tuple[str, ...]:
    """Those with so much on one of these spots."""
    # As long as the room is full: most have nothing on these spots, and that is seen at once.
    found = (each for each in terminals if not spots.isdisjoint(wagers.get(each, ())))
    return tuple(each for each in found if any(wagers[each].get(spot, ZERO) >= least for spot in spots))


def _falls(trigger: Trigger, fallen: list[str | None]) -> bool:
    """Whether these outcomes are a run: all of those named, or all the same."""
    if None in fallen:
        return False
    if trigger.outcomes:
        return all(each in trigger.outcomes for each in fallen)
    return len(set(fallen)) == 1


def _without(books: Books, standing: Standing, table: str, run: Run) -> tuple[str, ...]:
    """Those of a run that have not had a prize for one of its rounds, unless that is in doubt."""
    awards = awards_of(books.floor, standing, table)
    had = [(award.terminal, award.rounds) for award in awards if award.number not in books.doubted]
    had += [(win.terminal, win.rounds) for win in standing.given if win.table == table]
    taken = {terminal for terminal, rounds in had if not set(rounds).isdisjoint(run.rounds)}
    return tuple(each for each in run.terminals if each not in taken)


def _prizes(books: Books, standing: Standing, rules: LevelRules, table: str, run: Run) -> Iterator[AnyEvent]:
    """What is on display goes to the winners: shared, the odd cents stay; or to the first, and the next have what the
    pool begins with again. Nobody has a prize of nothing.
    """
    winners = _without(books, standing, table, run)
    clause = law_of(books.floor, standing.jackpot).contribution[standing.jackpot.rules.kind].clause
    groups = [winners] if rules.several == "share" and winners else [(each,) for each in winners]
    for group in groups:
        share = fraction_of(standing.pool, 1, len(group), Rounding.DOWN)
        if not share:
            return
        for nth, terminal in enumerate(group, start=1):
            yield won(books.floor, standing, Win(terminal, table, run.rounds[-1], run.rounds), share, nth=nth)
        yield begun(standing, clause)
