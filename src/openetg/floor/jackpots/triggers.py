"""Who wins a progressive level, and whose prize is in doubt because a round was put right.

What wins is data: a run of outcomes at one table, on wagers that win by it. A round that is void has no result and is
not part of any run; no run goes across one of which it was on record what fell, so that no player wins by a void. Every
round of a run counts once for each terminal: once what won a prize in doubt is on record again, it is that prize.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from openetg.floor.events import AnyEvent, AwardQuestioned, AwardRestored, RunNoted
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.links import rules_at, why_not
from openetg.floor.jackpots.pools import Win, begun, law_of, out_of_play, who_reached, won
from openetg.floor.jackpots.state import UNPAID, AwardState, Run
from openetg.floor.state import key_of_round
from openetg.games.paytable import kind_of
from openetg.money import ZERO, Rounding, fraction_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from openetg.floor.jackpots.commands import LevelRules, Trigger
    from openetg.floor.jackpots.pools import Books, LevelOutlook
    from openetg.floor.jackpots.state import Award, RoundFed
    from openetg.floor.jackpots.turnover import RoundsSeen, Turnover
    from openetg.floor.state import Floor, Table

NO_LONGER = frozenset({AwardState.WITHDRAWN, AwardState.REFUSED})
"""Prizes of which nothing is in doubt any more."""


def followed(books: Books, turnover: Turnover, seen: RoundsSeen) -> Iterator[AnyEvent]:
    """What a settlement or its change means: prizes in doubt, who came nearer to a level, who wins it."""
    floor, table = books.floor, books.floor.tables[turnover.table]
    for standing in books.at(table.name, turnover.round):
        mine = [each for each in awards_of(floor, standing, table.name) if turnover.round in each.rounds]
        if is_mystery(standing.jackpot.rules.kind):
            mine = _changed(books, standing, mine, seen)
            yield from _judged(books, standing, mine, partial(_reached, standing.fed, seen))
            continue
        rules = rules_at(standing.level, table.name, turnover.round)
        if rules is None or rules.trigger is None:
            continue
        looking = Looking(
            floor=floor, table=table, standing=standing, trigger=rules.trigger, turnover=turnover, seen=seen
        )
        if standing.jackpot.into:
            yield from _judged(books, standing, looking.concerned(mine), looking.bears)
            continue
        yield from looking.noted()
        yield from _judged(books, standing, looking.concerned(mine), looking.bears)
        for run in looking.runs():
            yield from _prizes(books, standing, rules, table.name, run)


def _judged(
    books: Books, standing: LevelOutlook, awards: list[Award], bears: Callable[[Award], bool]
) -> Iterator[AwardQuestioned | AwardRestored]:
    """Of these prizes, those are in doubt that what is on record does not bear any more; about those that it bears
    again the doubt has ended, unless its terminal has another one instead.
    """
    clause = law_of(books.floor, standing.jackpot).kinds[standing.jackpot.rules.kind].clause
    borne = {award.number: bears(award) for award in awards if award.state not in NO_LONGER}
    for award in awards:
        if borne.get(award.number) is False and not _in_doubt(books, award):
            books.doubted.add(award.number)
            books.restored.discard(award.number)
            yield AwardQuestioned(award.number, clause, award.terminal)
    for award in awards:
        if borne.get(award.number) and _in_doubt(books, award) and not _has_instead(books, standing, award):
            books.restored.add(award.number)
            books.doubted.discard(award.number)
            yield AwardRestored(award.number, clause, award.terminal)


def _in_doubt(books: Books, award: Award) -> bool:
    """Whether a prize is in doubt, by what this decision says up to here."""
    return award.number in books.doubted or (award.questioned and award.number not in books.restored)


def _has_instead(books: Books, standing: LevelOutlook, award: Award) -> bool:
    given = (win for win in standing.given if (win.table, win.terminal) == (award.table, award.terminal))
    return any(not set(win.rounds).isdisjoint(award.rounds) for win in given) or (
        instead_of(books.floor, award, lambda other: _in_doubt(books, other)) is not None
    )


def instead_of(floor: Floor, award: Award, is_doubted: Callable[[Award], bool] | None = None) -> Award | None:
    """The prize of the same level that the same terminal has for one of the same rounds, and that is not in doubt."""
    mine = award.jackpot, award.level, award.table, award.terminal
    for each in floor.jackpots.awards.values():
        if each is award or (each.jackpot, each.level, each.table, each.terminal) != mine:
            continue
        doubted = each.questioned if is_doubted is None else is_doubted(each)
        if not doubted and each.state not in NO_LONGER and not set(each.rounds).isdisjoint(award.rounds):
            return each
    return None


def _reached(fed: Mapping[str, RoundFed], seen: RoundsSeen, award: Award) -> bool:
    """Whether a mystery is still won by the same terminal, by what is staked and not void."""
    counts = fed.get(key_of_round(award.table, award.round))
    staked = seen.staked(award.table, award.round)
    if award.feed is None or counts is None:
        return award.terminal in staked
    return who_reached(award.feed, counts, staked, award.value) == award.terminal


def _changed(books: Books, standing: LevelOutlook, awards: list[Award], seen: RoundsSeen) -> list[Award]:
    """Those of these prizes of a mystery about which this decision says something else than was on record, or has: what
    a person has decided is not in question again by what does not matter for it.
    """
    before = partial(_reached, standing.level.fed, type(seen)(books.floor))
    after = partial(_reached, standing.fed, seen)
    return [each for each in awards if _in_doubt(books, each) or before(each) != after(each)]


def awards_of(floor: Floor, standing: LevelOutlook, table: str) -> list[Award]:
    """The prizes of a level that were won at a table and were not taken back."""
    key = standing.jackpot.name, standing.name, table
    known = [each for each in floor.jackpots.awards.values() if each.state is not AwardState.WITHDRAWN]
    return [each for each in known if (each.jackpot, each.level, each.table) == key]


class Looking:
    """One level, looked at because of one round of a table."""

    def __init__(
        self, floor: Floor, table: Table, standing: LevelOutlook, trigger: Trigger, turnover: Turnover, seen: RoundsSeen
    ) -> None:
        self._floor, self._table, self._standing, self._trigger = floor, table, standing, trigger
        self._turnover, self._seen = turnover, seen
        self._outcomes = seen.outcomes(table.name)
        noted = standing.level.runs.get(table.name, {})
        self._known = noted.get(turnover.round)
        self._near = {number: run.terminals for number, run in noted.items()}
        self._near[turnover.round] = self._won_in(turnover.round)

    def noted(self) -> Iterator[RunNoted]:
        """Who came nearer in this round, where that is not what is on record; or that no run goes across it."""
        if self._trigger.run == 1:
            return
        names = self._standing.jackpot.name, self._standing.name, self._table.name
        number, outcome = self._turnover.round, self._turnover.outcome
        if self._turnover.broke:
            self._standing.broken.setdefault(self._table.name, set()).add(number)
            yield RunNoted(*names, number, "", (), broken=True)
            return
        if self._trigger.laid == "last":
            return
        near = self._near[number]
        before = () if self._known is None else self._known.terminals
        if near != before or (self._known is not None and self._known.outcome != outcome):
            yield RunNoted(*names, number, outcome if near else "", near)

    def concerned(self, awards: list[Award]) -> list[Award]:
        """Those of these prizes that may be others by what was put right: of one terminal, its own."""
        alone = self._turnover.terminal
        return [award for award in awards if alone in {"", award.terminal}]

    def bears(self, award: Award) -> bool:
        """Whether the rounds that won a prize still win it."""
        return award.terminal in self._winners(award.rounds)

    def runs(self) -> Iterator[Run]:
        """The runs that are complete with this round in them; oldest first."""
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
        if not last or self._trigger.laid == "last":
            return last
        others = [set(self._near_in(number)) for number in rounds[:-1]]
        return tuple(each for each in last if all(each in near for near in others))

    def _holds(self, rounds: tuple[int, ...]) -> bool:
        """Whether what fell in these rounds is what must fall, under one and the same condition."""
        fallen = [self._outcomes.get(number) for number in rounds]
        broken = self._standing.broken.get(self._table.name, ())
        if not _falls(self._trigger, fallen) or any(rounds[0] < number < rounds[-1] for number in broken):
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
        laid, wagers = self._seen.laid(self._table.name, number, spots), self._seen.wagers(self._table.name, number)
        least = self._trigger.least
        found = {each for each in laid if any(wagers[each].get(spot, ZERO) >= least for spot in spots)}
        return tuple(each for each in self._playing(number) if each in found) if found else ()

    def _playing(self, number: int) -> Collection[str]:
        """The terminals settled in a round that play for the level: as they did when it counted, or, in what is settled
        now, as they do now.
        """
        jackpot, table, turnover = self._standing.jackpot, self._table.name, self._turnover
        known = self._standing.fed.get(key_of_round(table, number))
        now = [each for each, more in turnover.staked if more > ZERO] if number == turnover.round else []
        able = self._standing.live and not why_not(self._floor, jackpot, table)
        lost = out_of_play(self._floor, jackpot) if able else frozenset(now)
        if known is None:
            # Terminals settled before were settled when it did not count.
            return [each for each in now if each not in lost] if lost else now
        lost = lost.intersection(now).union(known.out)
        staked = self._seen.staked(table, number)
        return [each for each in staked if each not in lost] if lost else staked


def winning_spots(floor: Floor, table: Table, trigger: Trigger, outcome: str) -> frozenset[str]:
    """The spots of the kinds a condition names that win by an outcome; a wager that only comes back has not won."""
    game = floor.game_of(table)
    position = game.outcomes.index(outcome)
    return frozenset(
        name for name, spot in game.spots.items() if kind_of(name) in trigger.wagers and spot.returns[position] > 1
    )


def _falls(trigger: Trigger, fallen: list[str | None]) -> bool:
    """Whether these outcomes are a run: all of those named, or all the same."""
    if None in fallen:
        return False
    if trigger.outcomes:
        return all(each in trigger.outcomes for each in fallen)
    return len(set(fallen)) == 1


def _without(books: Books, standing: LevelOutlook, table: str, run: Run) -> tuple[str, ...]:
    """Those of a run that have not had a prize for one of its rounds, nor won it when there was nothing to have: what
    came into the pool later is not theirs. A prize that is in doubt and was won by other rounds is for a person to
    decide, and does not stand in the way.
    """
    had = [(win.terminal, win.rounds) for win in standing.given if win.table == table]
    had += [
        (award.terminal, award.rounds)
        for award in awards_of(books.floor, standing, table)
        if award.rounds == run.rounds or award.state not in UNPAID or not _in_doubt(books, award)
    ]
    taken = {terminal for terminal, rounds in had if not set(rounds).isdisjoint(run.rounds)}
    nothing = [*standing.level.unpaid.get(table, ()), *(each for at, each in standing.unpaid if at == table)]
    taken.update(terminal for each in nothing if each.rounds == run.rounds for terminal in each.terminals)
    return tuple(each for each in run.terminals if each not in taken)


def _prizes(books: Books, standing: LevelOutlook, rules: LevelRules, table: str, run: Run) -> Iterator[AnyEvent]:
    """What is on display goes to the winners: shared, the odd cents stay; or to the first, and the next have what the
    pool begins with again. No player has a prize of zero: that there was none for them is on record.
    """
    winners = _without(books, standing, table, run)
    clause = law_of(books.floor, standing.jackpot).contribution[standing.jackpot.rules.kind].clause
    groups = [winners] if rules.several == "share" and winners else [(each,) for each in winners]
    for at, group in enumerate(groups):
        share = fraction_of(standing.pool, 1, len(group), Rounding.DOWN)
        if not share:
            nothing = Run(run.rounds, tuple(each for left in groups[at:] for each in left))
            standing.unpaid.append((table, nothing))
            names = standing.jackpot.name, standing.name, table
            yield RunNoted(*names, run.rounds[-1], "", nothing.terminals, rounds=run.rounds)
            return
        for nth, terminal in enumerate(group, start=1):
            yield won(books.floor, standing, Win(terminal, table, run.rounds[-1], run.rounds), share, nth=nth)
        yield begun(standing, clause)
