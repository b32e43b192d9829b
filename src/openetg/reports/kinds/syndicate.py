"""The report of syndicated play: windows in which a jackpot was near its top, and terminals that act together in them.

Figures for a supervisor to judge, and never a verdict: three terminals may be one player. What was judged is beside it:
the breaches on record, each with the persons named.
"""

from __future__ import annotations

from collections.abc import Iterator

from openetg.floor.state import Floor
from openetg.money import cents_of
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import Column, Row, Section, bounded
from openetg.reports.frame.walk import Walk
from openetg.reports.kinds.counted.acting import (
    ActingFold,
    ActingGroup,
    NearTopWindow,
    OutstandingFigure,
    groups_of,
    share,
)
from openetg.rulebook.schema.trouble import Conduct

PERSONS_LEAST = 3
"""Where no rulebook at hand says how many act together."""
WINDOWS = (
    Column("window", "Window", "count"),
    Column("jackpot", "Jackpot"),
    Column("level", "Level"),
    Column("opened", "From", "time"),
    Column("closed", "Until", "time"),
    Column("entry", "Entry", "count"),
    Column("pool", "Pool from", "money"),
    Column("last", "to", "money"),
    Column("top", "Of at most", "money"),
    Column("rounds", "Rounds", "count"),
    Column("marked", "Terminals that stand out", "count"),
    Column("winner", "Won by"),
)
MARKS = (
    Column("group", "Group", "count"),
    Column("terminal", "Terminal"),
    Column("table", "Table"),
    Column("window", "Window", "count"),
    Column("inside", "Rounds inside", "count"),
    Column("inside_share", "Of all inside", "percent"),
    Column("beside", "Rounds beside", "count"),
    Column("beside_share", "Of all beside", "percent"),
    Column("staked", "Wagered inside", "money"),
    Column("staked_beside", "Wagered beside", "money"),
    Column("began", "First wager settled", "time"),
    Column("ended", "Last", "time"),
    Column("seat", "Seat taken", "time"),
    Column("player", "Player"),
    Column("won", "Won"),
)
GROUPS = (
    Column("group", "Group", "count"),
    Column("jackpot", "Jackpot"),
    Column("level", "Level"),
    Column("count", "Terminals", "count"),
    Column("terminals", "Which"),
    Column("windows", "Windows"),
    Column("how", "Together by"),
    Column("staked", "Wagered inside", "money"),
    Column("staked_beside", "Wagered beside", "money"),
    Column("clause", "Clause", "clause"),
)
BREACHES = (
    Column("breach", "Breach"),
    Column("at", "When", "time"),
    Column("entry", "Entry", "count"),
    Column("table", "Table"),
    Column("who", "Who"),
    Column("persons", "Persons", "count"),
    Column("kind", "Kind"),
    Column("by", "Recorded by"),
    Column("clause", "Clause", "clause"),
)
JUDGE = (
    "Figures for a supervisor to judge, no verdict: several terminals may be one player, and who comes for a jackpot"
    " need not act together. If they do, record a breach with the persons."
)


class Syndicate:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.acting = ActingFold(making.asking.near)
        self.folds = (self.acting,)

    def sections(self, walk: Walk) -> list[Section]:
        floor, scope = walk.floor, self.making.scope
        marks = [each for each in self.acting.finished() if scope.has_place(floor, each.terminal)]
        groups = groups_of(marks, _least(floor))
        return [
            self._groups(floor, groups, marks),
            self._marks(groups, marks),
            self._windows(marks),
            self._breaches(floor),
        ]

    def _groups(self, floor: Floor, groups: list[ActingGroup], marks: list[OutstandingFigure]) -> Section:
        rows = tuple(_group_row(floor, group, marks) for group in groups)
        note = JUDGE if rows else f"No {_least(floor)} terminals stand out together."
        return Section("Terminals that act together", GROUPS, rows, note=note)

    def _marks(self, groups: list[ActingGroup], marks: list[OutstandingFigure]) -> Section:
        """Every terminal that stands out, those of groups first, with the figures that made it."""
        winners = {window.number: window.winner for window in self.acting.windows}
        numbered = [(next((group.number for group in groups if _is_in(mark, group)), 0), mark) for mark in marks]
        numbered.sort(key=lambda each: (each[0] == 0, each[0], each[1].window, each[1].terminal))
        every = [_mark_row(number, mark, winners[mark.window]) for number, mark in numbered]
        rows, note = bounded(every)
        about = f"A window is the last {self.acting.near} percent of the way to the top. Beside it are as many rounds"
        return Section("Terminals that stand out", MARKS, rows, note=f"{note} {about} before and after.".strip())

    def _windows(self, marks: list[OutstandingFigure]) -> Section:
        counts: dict[int, int] = {}
        for mark in marks:
            counts[mark.window] = counts.get(mark.window, 0) + 1
        every = [_window_row(window, counts.get(window.number, 0)) for window in self.acting.windows]
        rows, note = bounded(every)
        return Section("Windows", WINDOWS, rows, note=note or ("" if rows else "No pool was near its top."))

    def _breaches(self, floor: Floor) -> Section:
        """What a person has judged: breaches on record that are about playing together."""
        rows: list[Row] = []
        for at_ms, entry, event in self.acting.breaches:
            clauses = {clause for conduct in _conducts(floor) for clause in _together(conduct)}
            if event.breached in clauses and self.making.scope.has_place(floor, event.table or event.who):
                persons = len({event.who, *event.persons})
                rows.append((event.breach, at_ms, entry, event.table, event.who, persons, event.kind,
                             event.person or event.role, event.breached))  # fmt: skip
        return Section("Breaches on record", BREACHES, tuple(rows))


def _conducts(floor: Floor) -> Iterator[Conduct]:
    for jackpot in floor.jackpots.offered.values():
        yield floor.rulebooks[jackpot.rulebook].conduct


def _together(conduct: Conduct) -> Iterator[str]:
    """The clauses about syndicated play, and about bringing another to it."""
    if conduct.syndicated is not None:
        yield conduct.syndicated
    yield from conduct.kinds.values()


def _least(floor: Floor) -> int:
    """How many acting together make a syndicate, by the rulebook of a jackpot."""
    known = [each.syndicate_min.value for each in _conducts(floor) if each.syndicate_min is not None]
    return min(known, default=PERSONS_LEAST)


def _is_in(mark: OutstandingFigure, group: ActingGroup) -> bool:
    return mark.terminal in group.terminals and mark.window in group.windows


def _group_row(floor: Floor, group: ActingGroup, marks: list[OutstandingFigure]) -> Row:
    mine = [mark for mark in marks if _is_in(mark, group)]
    jackpot = floor.jackpots.offered[mine[0].jackpot]
    clause = floor.rulebooks[jackpot.rulebook].conduct.syndicated or ""
    staked, beside = (sum((cents_of(each) for each in sums), start=0) for sums in (
        [mark.staked for mark in mine], [mark.staked_beside for mark in mine],
    ))  # fmt: skip
    return (
        group.number, jackpot.name, mine[0].level, len(group.terminals), ", ".join(group.terminals),
        ", ".join(map(str, group.windows)), group.how, staked, beside, clause,
    )  # fmt: skip


def _mark_row(number: int, mark: OutstandingFigure, winner: str) -> Row:
    return (
        number or None, mark.terminal, mark.table, mark.window, mark.inside, share(mark.inside, mark.inside_of),
        mark.beside, share(mark.beside, mark.beside_of), cents_of(mark.staked), cents_of(mark.staked_beside),
        mark.began_ms, mark.ended_ms, mark.seat_taken_ms or None, mark.player, "yes" if winner == mark.terminal else "",
    )  # fmt: skip


def _window_row(window: NearTopWindow, marked: int) -> Row:
    rounds = sum(stretch.count for stretch in window.tables.values())
    return (
        window.number, window.jackpot, window.level, window.opened_at_ms, window.closed_at_ms or None, window.entry,
        cents_of(window.pool), cents_of(window.last_pool), cents_of(window.top), rounds, marked, window.winner,
    )  # fmt: skip
