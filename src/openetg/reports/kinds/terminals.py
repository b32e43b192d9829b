"""The report of terminals: what came in and how, what went out, what was wagered and paid, the meter now."""

from __future__ import annotations

from openetg.floor.core.ledger import meter_of
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, cents_of
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import Chart, Check, Column, Row, Section, bounded, summed
from openetg.reports.frame.walk import Walk
from openetg.reports.kinds.counted.hours import by_hour
from openetg.reports.kinds.counted.meters import Meter, MeterFold

COLUMNS = (
    Column("terminal", "Terminal"),
    Column("table", "Table"),
    Column("opening", "Credits before", "money"),
    Column("notes", "Notes", "money"),
    Column("tickets", "Tickets in", "money"),
    Column("transfers", "Transfers", "money"),
    Column("awards", "Awards", "money"),
    Column("wagered", "Wagered", "money"),
    Column("paid", "Paid by rounds", "money"),
    Column("adjusted", "Adjusted", "money"),
    Column("papers", "Papers out", "money"),
    Column("by_hand", "By hand", "money"),
    Column("withheld", "Withheld", "money"),
    Column("credits", "Credits now", "money"),
)


class Terminals:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.meters = MeterFold()
        self.folds = (self.meters,)

    def sections(self, walk: Walk) -> list[Section]:
        return [terminals_section(self.meters, walk.floor, self.making)]


def shown_meters(meters: MeterFold, floor: Floor, making: Making) -> list[tuple[str, Meter]]:
    """The terminals that are shown, in the order of the floor."""
    return [
        (name, meters.meters.get(name) or Meter()) for name in floor.terminals if making.scope.has_terminal(floor, name)
    ]


def terminals_section(meters: MeterFold, floor: Floor, making: Making) -> Section:
    """All terminals in one section; credits now are those of the ledger."""
    shown = shown_meters(meters, floor, making)
    every = [_row(floor, name, meter) for name, meter in shown]
    rows, note = bounded(every)
    checks = (identity(meters, floor, shown),)
    return Section(
        title="Terminals",
        columns=COLUMNS,
        rows=rows,
        totals=summed(COLUMNS, every),
        checks=checks,
        charts=money_charts(meters, floor, making),
        note=note,
    )


def _row(floor: Floor, name: str, meter: Meter) -> Row:
    counted = (
        meter.opening, meter.notes, meter.tickets, meter.transfers, meter.awards, meter.wagered, meter.paid,
        meter.adjusted, meter.papers, meter.by_hand, meter.withheld,
    )  # fmt: skip
    held = floor.ledger.held(meter_of(name))
    return (name, floor.terminals[name].table, *map(cents_of, counted), cents_of(held))


def identity(meters: MeterFold, floor: Floor, shown: list[tuple[str, Meter]]) -> Check:
    """Credits = in − out for every terminal, every minute."""
    wrong = [(meter.first_wrong, name) for name, meter in shown if meter.first_wrong]
    now = [name for name, meter in shown if floor.ledger.held(meter_of(name)) != meter.credits]
    minutes = max(meters.until_minute - meters.from_minute + 1, 0) if meters.from_minute >= 0 else 0
    looked = f"{len(shown)} terminals, {minutes} minutes, of which meters moved in {meters.minutes_moved}"
    title = "Credits = in − out, every terminal, every minute"
    if wrong:
        entry, name = min(wrong)
        return Check(title, False, f"Terminal {name} does not hold from entry {entry} on ({looked}).", entry)
    if now:
        return Check(title, False, f"Terminal {now[0]} does not hold now ({looked}).", 0)
    return Check(title, True, f"Holds: {looked}.")


def money_charts(meters: MeterFold, floor: Floor, making: Making) -> tuple[Chart, ...]:
    """Money in and out by hour."""
    came: dict[int, Money] = {}
    went: dict[int, Money] = {}
    for hour, terminals in meters.hours.items():
        for name, crossed in terminals.items():
            if making.scope.has_terminal(floor, name):
                came[hour] = came.get(hour, ZERO) + crossed.came
                went[hour] = went.get(hour, ZERO) + crossed.went
    return by_hour("bars", "Money in and out by hour", {"In": came, "Out": went}, making.setting.time_zone)
