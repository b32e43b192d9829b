"""The report of a shift: the figures of a day for a few hours, who worked in them, and what each of them did.

Of one person it shows their hours, acts, payments and drawers, and of the house only what they may see of it.
"""

from __future__ import annotations

from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import Column, Row, Section, bounded, summed
from openetg.reports.frame.walk import Walk
from openetg.reports.kinds.cage import drawers_section, people_section
from openetg.reports.kinds.counted.staff import StaffFold
from openetg.reports.kinds.day import DayReport

HOURS = (
    Column("person", "Who"),
    Column("what", "As"),
    Column("from", "From", "time"),
    Column("until", "Until", "time"),
    Column("minutes", "Minutes", "count"),
    Column("how", "Ended by"),
)
ACTS = (Column("person", "Who"), Column("act", "Act"), Column("count", "How often", "count"))
REFUSED = "refused"


class Shift:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.day, self.staff = DayReport(making), StaffFold()
        self.folds = (*self.day.folds, self.staff)

    def sections(self, walk: Walk) -> list[Section]:
        own = [self._hours(walk), self._acts()]
        if self.making.scope.person:
            paid = [people_section(self.day.papers, self.making), drawers_section(self.day.drawers, self.making)]
            return [*own, *paid]
        house = self.day.sections(walk)
        return [*house, *own] if self.making.scope.has_papers else house

    def _hours(self, walk: Walk) -> Section:
        person, rows = self.making.scope.person, []
        for hours in self.staff.hours:
            if person and hours.person != person:
                continue
            minutes = ((hours.until_ms or walk.last_ms) - hours.from_ms) // 60_000
            rows.append((hours.person, hours.what, hours.from_ms, hours.until_ms or None, max(minutes, 0), hours.how))
        shown, note = bounded(sorted(rows, key=lambda row: (row[0], row[2])))
        return Section("Who worked", HOURS, shown, note=note)

    def _acts(self) -> Section:
        person, rows = self.making.scope.person, list[Row]()
        for name in sorted({*self.staff.acts, *self.staff.refused}):
            if person and name != person:
                continue
            acts = self.staff.acts.get(name, {})
            rows += [(name, act, acts[act]) for act in sorted(acts)]
            if name in self.staff.refused:
                rows.append((name, REFUSED, self.staff.refused[name]))
        shown, note = bounded(rows)
        return Section("What they did", ACTS, shown, summed(ACTS, rows), note=note)
