"""Who plays around a jackpot near its top, and who does so together: figures along a walk, and never a verdict.

A window is the time in which a pool is near its top. Each terminal's rounds inside it are held against as many of the
same table right before and after. Who plays inside and hardly beside, or wagers many times as much, is marked. A
group is at least three terminals marked together in several windows, or in one where they came and went together. What
is kept is bounded: some rounds beside each window, however long the journal is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from msgspec import Struct

from openetg.floor import events
from openetg.floor.core.ledger import pool_of
from openetg.floor.core.stored import OpenEntry
from openetg.floor.jackpots.commands import LevelRules
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, basis_of, cents, cents_of, total
from openetg.reports.frame.walk import Fold

ROUNDS_LEAST = 8
"""In fewer rounds inside or beside a window no terminal is marked."""
ROUNDS_KEPT = 300
"""So many rounds are looked at inside a window, and as many before and after it, at most."""
INSIDE_LEAST, BESIDE_MOST = 60, 15
"""Percent of the rounds: who plays at least the one inside and at most the other beside plays with the window."""
TIMES_MORE = 5
"""Or wagers so many times as much in a round inside as beside."""
TOGETHER = 3
"""Within so many rounds of each other terminals come together, or go together."""
WINDOWS_LEAST = 2
"""Marked together in so many windows, terminals are a group whenever they came."""
MARKS_MAX = 5_000


class PlayedRound(Struct, frozen=True):
    """A settled round of a table: who staked what."""

    round: int
    at_ms: int
    wagered: dict[str, Money]


class Stretch(Struct):
    """The rounds of one table inside a window, and beside it."""

    before: list[PlayedRound] = []
    inside: list[PlayedRound] = []
    after: list[PlayedRound] = []
    count: int = 0
    """How many there were inside, kept or not."""


class NearTopWindow(Struct):
    """A time in which the pool of a level was near its top."""

    number: int
    jackpot: str
    level: str
    opened_at_ms: int
    entry: int
    """The one with which it opened."""
    pool: Money
    """What was in the pool then."""
    top: Money
    closed_at_ms: int = 0
    """Zero while it lasts."""
    last_pool: Money = ZERO
    winner: str = ""
    tables: dict[str, Stretch] = {}


class OutstandingFigure(Struct, frozen=True):
    """What made a terminal stand out in a window: its figures inside, and beside it."""

    window: int
    jackpot: str
    level: str
    terminal: str
    table: str
    inside: int
    """Rounds played inside, of so many."""
    inside_of: int
    beside: int
    beside_of: int
    staked: Money
    staked_beside: Money
    began_ms: int
    ended_ms: int
    began: int
    """The first round played inside, and the last, counted from the first of the window."""
    ended: int
    seat_taken_ms: int
    """When money first came to the terminal after it had been emptied; zero if that is not in the span."""
    player: str
    """Who had said to play there, where that is on record."""


class ActingGroup(Struct, frozen=True):
    """Terminals that act together around one level."""

    number: int
    terminals: tuple[str, ...]
    windows: tuple[int, ...]
    how: str
    """`several windows`, or `came and went together`."""


class ActingFold(Fold):
    """Watches windows and who plays in them along a walk."""

    def __init__(self, near: int = 20) -> None:
        """`near` is the last part of the way to the top, in percent, in which a pool is near it."""
        self.near = near
        self.windows: list[NearTopWindow] = []
        self.marks: list[OutstandingFigure] = []
        self.breaches: list[tuple[int, int, events.BreachRecorded]] = []
        self._open: dict[tuple[str, str], NearTopWindow] = {}
        self._ending: dict[tuple[str, str], NearTopWindow] = {}
        self._past: dict[tuple[str, str, str], deque[PlayedRound]] = {}
        self._taken: dict[str, int] = {}
        """Per terminal, when its seat was taken."""
        self._players: dict[str, str] = {}

    def begin(self, floor: Floor) -> None:
        for name, jackpot in floor.jackpots.offered.items():
            for level in jackpot.levels:
                self._look(floor, name, level, floor.at_ms, floor.sequence)

    def take(self, line: OpenEntry, floor: Floor) -> None:
        touched: set[tuple[str, str]] = set()
        for event in line.verdict.events or ():
            match event:
                case events.RoundSettled():
                    self._settled(event, line, floor)
                case events.PoolFed() | events.LevelBegan() | events.JackpotWon():
                    touched.add((event.jackpot, event.level))
                    self._won(event)
                case events.JackpotAdjusted() | events.JackpotDecommissioned():
                    touched.update((event.jackpot, level) for level in floor.jackpots.offered[event.jackpot].levels)
                case events.BreachRecorded():
                    self.breaches.append((line.at_ms, line.sequence, event))
                case _:
                    self._seated(event, line.at_ms)
        for jackpot, level in touched:
            self._look(floor, jackpot, level, line.at_ms, line.sequence)

    def finished(self) -> list[OutstandingFigure]:
        """Every mark, with those of windows that have not ended, as far as they have come."""
        found = list(self.marks)
        for window in (*self._ending.values(), *self._open.values()):
            found += self._marks_of(window)
        return found

    def _won(self, event: events.Event) -> None:
        if isinstance(event, events.JackpotWon):
            window = self._open.get((event.jackpot, event.level))
            if window is not None:
                window.winner = window.winner or event.terminal

    def _seated(self, event: events.Event, at_ms: int) -> None:
        """Seats taken and left, and who had said to play at which terminals."""
        match event:
            case events.NoteCredited() | events.TicketInserted() | events.CreditTransferred():
                self._taken.setdefault(event.terminal, at_ms)
            case events.TicketOrdered() | events.PayoutOrdered():
                self._taken.pop(event.terminal, None)
            case events.PlaceTaken():
                self._players.update(dict.fromkeys(event.terminals, event.player))
            case events.PlayerLeft():
                self._players = {each: who for each, who in self._players.items() if who != event.player}
            case _:
                pass

    def _look(self, floor: Floor, jackpot: str, level: str, at_ms: int, entry: int) -> None:
        """Whether a window has opened or ended."""
        key = jackpot, level
        rules = floor.jackpots.offered[jackpot].levels[level].rules
        pool, edge = floor.ledger.held(pool_of(*key)), edge_of(rules, self.near)
        window = self._open.get(key)
        if window is not None:
            window.last_pool = max(pool, window.last_pool)
        is_near = edge is not None and pool >= edge
        if is_near and window is None:
            self._settle_ending(key)
            top = rules.high or rules.ceiling
            window = NearTopWindow(
                number=len(self.windows) + 1,
                jackpot=jackpot,
                level=level,
                opened_at_ms=at_ms,
                entry=entry,
                pool=pool,
                top=top,
                last_pool=pool,
            )
            self.windows.append(window)
            self._open[key] = window
        elif window is not None and not is_near:
            window.closed_at_ms = at_ms
            self._ending[key] = self._open.pop(key)

    def _settled(self, event: events.RoundSettled, line: OpenEntry, floor: Floor) -> None:
        """A round counts as its players saw it: as the pool was before it was settled."""
        wagered = {result.terminal: result.staked for result in event.results if result.staked}
        played = PlayedRound(event.round, line.at_ms, wagered)
        for name, jackpot in floor.jackpots.offered.items():
            for level, standing in jackpot.levels.items():
                if event.table in standing.rules.rates and not jackpot.into:
                    self._count(name, level, event.table, played)

    def _count(self, jackpot: str, level: str, table: str, played: PlayedRound) -> None:
        key = jackpot, level
        past = self._past.setdefault((jackpot, level, table), deque(maxlen=ROUNDS_KEPT))
        window = self._open.get(key)
        if window is not None:
            stretch = window.tables.get(table)
            if stretch is None:
                stretch = window.tables[table] = Stretch(before=list(past))
                past.clear()
            stretch.count += 1
            if len(stretch.inside) < ROUNDS_KEPT:
                stretch.inside.append(played)
            return
        past.append(played)
        ending = self._ending.get(key)
        stretch = None if ending is None else ending.tables.get(table)
        if ending is not None and stretch is not None:
            stretch.after.append(played)
            if all(len(each.after) >= len(each.inside) for each in ending.tables.values()):
                self._settle_ending(key)

    def _settle_ending(self, key: tuple[str, str]) -> None:
        """Reports a window of which enough is known, and drops its rounds."""
        window = self._ending.pop(key, None)
        if window is None:
            return
        self.marks += self._marks_of(window)[: max(MARKS_MAX - len(self.marks), 0)]
        for stretch in window.tables.values():
            stretch.before, stretch.inside, stretch.after = [], [], []

    def _marks_of(self, window: NearTopWindow) -> list[OutstandingFigure]:
        found: list[OutstandingFigure] = []
        for table, stretch in window.tables.items():
            length = len(stretch.inside)
            beside = [*stretch.before[-length:], *stretch.after[:length]]
            if length < ROUNDS_LEAST or len(beside) < ROUNDS_LEAST:
                continue
            names = dict.fromkeys(name for played in stretch.inside for name in played.wagered)
            found += [
                mark for name in names if (mark := self._mark(window, table, name, stretch.inside, beside)) is not None
            ]
        return found

    def _mark(
        self, window: NearTopWindow, table: str, name: str, inside: list[PlayedRound], beside: list[PlayedRound]
    ) -> OutstandingFigure | None:
        places = [place for place, played in enumerate(inside) if name in played.wagered]
        staked = total(played.wagered.get(name, ZERO) for played in inside)
        outside = [played.wagered[name] for played in beside if name in played.wagered]
        mark = OutstandingFigure(
            window=window.number,
            jackpot=window.jackpot,
            level=window.level,
            terminal=name,
            table=table,
            inside=len(places),
            inside_of=len(inside),
            beside=len(outside),
            beside_of=len(beside),
            staked=staked,
            staked_beside=total(outside),
            began_ms=inside[places[0]].at_ms,
            ended_ms=inside[places[-1]].at_ms,
            began=places[0],
            ended=places[-1],
            seat_taken_ms=self._taken.get(name, 0),
            player=self._players.get(name, ""),
        )
        return mark if stands_out(mark) else None


def edge_of(rules: LevelRules, near: int) -> Money | None:
    """From which amount on a pool is near its top: the last part of the way from where it begins; never without one."""
    begin, top = (rules.low, rules.high) if rules.high else (rules.seed, rules.ceiling)
    if top <= begin:
        return None
    way = top - begin
    return top - _hundredths(way, near)


def _hundredths(amount: Money, percent: int) -> Money:
    return cents(cents_of(amount) * percent // 100)


def stands_out(mark: OutstandingFigure) -> bool:
    """Whether a terminal plays with the window: most rounds inside and hardly one beside, or with far larger wagers."""
    if mark.inside * 100 < INSIDE_LEAST * mark.inside_of:
        return False
    if mark.beside * 100 <= BESIDE_MOST * mark.beside_of:
        return True
    return mark.staked * mark.beside_of >= mark.staked_beside * (TIMES_MORE * mark.inside_of)


def share(part: int, whole: int) -> int:
    """Hundredths of a percent."""
    return basis_of(part, whole) if whole else 0  # type: ignore[arg-type]


def groups_of(marks: Iterable[OutstandingFigure], least: int) -> list[ActingGroup]:
    """The groups among terminals that were marked around one level, largest first."""
    by_level: dict[tuple[str, str], list[OutstandingFigure]] = {}
    for mark in marks:
        by_level.setdefault((mark.jackpot, mark.level), []).append(mark)
    found: list[tuple[tuple[str, ...], tuple[int, ...], str]] = []
    for mine in by_level.values():
        again = _in_several(mine, least)
        known = {name for terminals, _, _ in again for name in terminals}
        # Who came once beside a group that is known is not one of them for that.
        found += again + _at_once([mark for mark in mine if mark.terminal not in known], least)
    return [ActingGroup(number, *each) for number, each in enumerate(found, start=1)]


def _in_several(marks: list[OutstandingFigure], least: int) -> list[tuple[tuple[str, ...], tuple[int, ...], str]]:
    """Terminals each of which was marked together with the others in several windows."""
    windows: dict[str, set[int]] = {}
    for mark in marks:
        windows.setdefault(mark.terminal, set()).add(mark.window)
    found: list[tuple[tuple[str, ...], tuple[int, ...], str]] = []
    left = sorted(windows, key=lambda name: (-len(windows[name]), name))
    while left:
        group, common = [left[0]], windows[left[0]]
        for name in left[1:]:
            if len(common & windows[name]) >= WINDOWS_LEAST:
                group.append(name)
                common = common & windows[name]
        if len(group) >= least and len(common) >= WINDOWS_LEAST:
            found.append((tuple(sorted(group)), tuple(sorted(common)), "several windows"))
            left = [name for name in left if name not in group]
        else:
            left = left[1:]
    return found


def _at_once(marks: list[OutstandingFigure], least: int) -> list[tuple[tuple[str, ...], tuple[int, ...], str]]:
    """Terminals that came and went within a few rounds of each other, in one window."""
    found: list[tuple[tuple[str, ...], tuple[int, ...], str]] = []
    for window in dict.fromkeys(mark.window for mark in marks):
        here = sorted((mark for mark in marks if mark.window == window), key=lambda mark: (mark.began, mark.ended))
        best: list[OutstandingFigure] = []
        for first in here:
            near = [mark for mark in here if 0 <= mark.began - first.began <= TOGETHER and _ends_with(mark, first)]
            best = near if len(near) > len(best) else best
        if len(best) >= least:
            found.append((tuple(sorted(mark.terminal for mark in best)), (window,), "came and went together"))
    return found


def _ends_with(mark: OutstandingFigure, first: OutstandingFigure) -> bool:
    return abs(mark.ended - first.ended) <= TOGETHER
