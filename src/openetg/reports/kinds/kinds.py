"""The kinds of reports there are, and how one is made: the span that was asked for, one walk, one report."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from openetg.journal.store import JournalProblem, Reader
from openetg.journal.verify import Progress
from openetg.reports.frame.maker import Maker, Making
from openetg.reports.frame.report import Report, Setting
from openetg.reports.frame.scope import scope_of
from openetg.reports.frame.span import LATEST_MS, Asking, Span, span_asked
from openetg.reports.frame.walk import Walk
from openetg.reports.kinds.cage import Cage
from openetg.reports.kinds.counters import Counters
from openetg.reports.kinds.day import DayReport
from openetg.reports.kinds.drop import Drop
from openetg.reports.kinds.exceptions import Exceptions
from openetg.reports.kinds.jackpots import JackpotsReport
from openetg.reports.kinds.promotions import PromotionsReport
from openetg.reports.kinds.shift import Shift
from openetg.reports.kinds.syndicate import Syndicate
from openetg.reports.kinds.tables import Tables
from openetg.reports.kinds.terminals import Terminals


class KindOfReport(Struct, frozen=True):
    """One kind of report."""

    title: str
    about: str
    make: Callable[[Making], Maker]


KINDS: dict[str, KindOfReport] = {
    "day": KindOfReport("Gaming day", "Everything of one day: tables, terminals, papers, the cage.", DayReport),
    "shift": KindOfReport("Shift", "Figures of a few hours, who worked in them and what they did.", Shift),
    "tables": KindOfReport("Tables", "Rounds, turnover, paid and hold of every table.", Tables),
    "terminals": KindOfReport("Terminals", "What came in, what went out, what stands on every meter.", Terminals),
    "counters": KindOfReport("Counters", "The self-audit: credits = in − out, every terminal, every minute.", Counters),
    "drop": KindOfReport("Drop and hold", "What was taken at each table, and what was kept of it.", Drop),
    "exceptions": KindOfReport("Exceptions", "Everything that did not go its usual way.", Exceptions),
    "cage": KindOfReport("Cage", "Papers, payments by hand, drawers, and the balance of the cage.", Cage),
    "jackpots": KindOfReport(
        "JackpotsReport", "Every level to the cent, prizes and how they were paid, draws.", JackpotsReport
    ),
    "promotions": KindOfReport(
        "PromotionsReport", "Terms, entries, draws, notices, prizes, and what is due.", PromotionsReport
    ),
    "syndicate": KindOfReport("Syndicated play", "Terminals that act together around a jackpot.", Syndicate),
}
"""By name, in the order in which they are offered."""


class InTheMaking:
    """A report being made: goes through the journal with progress, and can go on later with what is new."""

    def __init__(self, journal: Reader, asking: Asking, setting: Setting) -> None:
        """`JournalProblem` in words where what is asked for is not there."""
        if asking.kind not in KINDS:
            raise JournalProblem(f"expected a kind of report ({', '.join(KINDS)}), found {asking.kind}.")
        self.asking, self.setting = asking, setting
        self.kind = KINDS[asking.kind]
        self._begin(journal, span_asked(journal, asking))

    def _begin(self, journal: Reader, span: Span) -> None:
        self.maker = self.kind.make(Making(self.asking, scope_of(self.asking), self.setting))
        self.walk = Walk(journal, span, self.maker.folds)

    def go(self, journal: Reader) -> Iterator[Progress]:
        """Takes in what there is of the span by now."""
        span = span_asked(journal, self.asking)
        if replace(span, until=0) != replace(self.walk.span, until=0):
            # What runs has become another day, or a person has come or gone: it begins anew.
            self._begin(journal, span)
        yield from self.walk.go(journal, span.until)

    def report(self) -> Report:
        """The report as far as it has come."""
        walk, asking = self.walk, self.asking
        from_ms, until_ms = walk.span.from_ms, walk.span.until_ms
        about = [self.kind.about, *_narrowed(asking, walk.floor.premises.day)]
        return Report(
            kind=asking.kind,
            title=self.kind.title,
            setting=self.setting,
            about=tuple(about),
            journal=walk.journal_id,
            from_ms=from_ms or walk.first_ms,
            until_ms=walk.last_ms if until_ms == LATEST_MS else until_ms,
            after=walk.after,
            until=walk.until,
            hash=walk.hash.hex(),
            hash_at=walk.hash_at,
            sections=tuple(self.maker.sections(walk)),
        )


def _narrowed(asking: Asking, day: str) -> list[str]:
    """Which day it is of, and what of the floor it shows where that is not all."""
    said = [f"Gaming day {day}."] if day and not (asking.from_ms or asking.until_ms) else []
    said += [f"The hours of {asking.hours}."] if asking.hours else []
    said += [f"Table {asking.table} alone."] if asking.table else []
    said += [f"Terminal {asking.terminal} alone."] if asking.terminal else []
    said += [f"What {asking.person} did."] if asking.person else []
    if asking.tables and not asking.table:
        said.append(f"Tables {', '.join(asking.tables)}.")
    return said
