"""The report of a gaming day: tables, terminals, papers, what was out of the ordinary, and every identity."""

from __future__ import annotations

from openetg.floor.state import Floor
from openetg.money import cents_of
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import Cell, Column, Section, in_all
from openetg.reports.frame.walk import Fold, Walk
from openetg.reports.kinds.cage import cage_section, drawers_section, papers_section, people_section
from openetg.reports.kinds.counted.drawers import DrawerFold
from openetg.reports.kinds.counted.incidents import IncidentFold
from openetg.reports.kinds.counted.meters import MONEY_IN, MONEY_OUT, MeterFold
from openetg.reports.kinds.counted.papers import PaperFold
from openetg.reports.kinds.counted.play import PlayFold, TablePlay
from openetg.reports.kinds.counted.pools import JackpotFold, owed_awards
from openetg.reports.kinds.counters import balanced
from openetg.reports.kinds.exceptions import counts_section, open_alerts
from openetg.reports.kinds.tables import hold_of, shown_tables, tables_section
from openetg.reports.kinds.terminals import shown_meters, terminals_section

SHORT = (Column("what", "In short"), Column("count", "How many", "count"), Column("amount", "Amount", "money"))


class DayReport:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.play, self.meters = PlayFold(), MeterFold()
        self.papers, self.drawers = PaperFold(making.setting.time_zone), DrawerFold()
        self.incidents, self.jackpots = IncidentFold(making.scope), JackpotFold()
        counted = (self.play, self.meters, self.papers, self.drawers)
        self.folds: tuple[Fold, ...] = (*counted, self.incidents, self.jackpots)

    def sections(self, walk: Walk) -> list[Section]:
        floor, making = walk.floor, self.making
        found = [
            self._short(walk),
            tables_section(self.play, floor, making),
            terminals_section(self.meters, floor, making),
        ]
        if making.scope.has_papers:
            found += [
                papers_section(self.papers, floor, making),
                people_section(self.papers, making),
                drawers_section(self.drawers, making),
                cage_section(self.drawers, floor),
            ]
        return [*found, counts_section(self.incidents)]

    def _short(self, walk: Walk) -> Section:
        """The figures a manager asks for first, and the sum of everything."""
        floor = walk.floor
        tables = shown_tables(self.play, floor, self.making)
        meters = [meter for _, meter in shown_meters(self.meters, floor, self.making)]
        turnover = in_all(played.turnover for _, played in tables)
        hold = in_all(hold_of(floor, *each) for each in tables)
        came = in_all(getattr(meter, name) for meter in meters for name in MONEY_IN)
        went = in_all(getattr(meter, name) for meter in meters for name in MONEY_OUT)
        rows: list[tuple[Cell, ...]] = [
            ("Rounds settled, turnover", sum(played.settled for _, played in tables), cents_of(turnover)),
            ("Paid", None, cents_of(in_all(played.paid for _, played in tables))),
            *self._prizes(tables, floor),
            ("Hold", None, cents_of(hold)),
            ("Money into terminals", None, cents_of(came)),
            ("Money out of terminals", None, cents_of(went)),
            ("Credits on meters now", len(meters), cents_of(in_all(meter.credits for meter in meters))),
            ("Alerts nobody has acknowledged", open_alerts(floor, self.making), None),
        ]
        check = balanced(self.meters, floor, self.making.setting.time_zone)
        return Section("In short", SHORT, tuple(rows), checks=(check,))

    def _prizes(self, tables: list[tuple[str, TablePlay]], floor: Floor) -> list[tuple[Cell, ...]]:
        """What went to jackpots and was won of them, where there are any."""
        contributed = in_all(played.contributed for _, played in tables)
        won = self.jackpots.won_at([name for name, _ in tables])
        due = [each for each in owed_awards(floor) if self.making.scope.has_table(each.table)]
        rows: list[tuple[Cell, ...]] = [("To jackpots", None, cents_of(contributed))] if contributed else []
        rows += [("Won of jackpots", len(won), cents_of(in_all(won)))] if won else []
        return rows + ([("Awards to be paid", len(due), cents_of(in_all(each.amount for each in due)))] if due else [])
