"""The report of drop and hold: what was taken at each table, in boxes, on paper and for chips, and what was kept of it.

A terminal belongs to the table it stands at. Cash boxes and the drop of the cloth are counted from events and held
against the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from openetg.floor import events
from openetg.floor.core.ledger import cash_box_of, drop_of
from openetg.floor.core.stored import OpenEntry
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, cents_of, total
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import (
    Chart,
    Check,
    Column,
    Row,
    Section,
    Series,
    agree,
    bounded,
    percent,
    summed,
)
from openetg.reports.frame.walk import Fold, Walk
from openetg.reports.kinds.counted.chips import ChipFold
from openetg.reports.kinds.counted.meters import MeterFold
from openetg.reports.kinds.counted.play import PlayFold
from openetg.reports.kinds.tables import hold_of, shown_tables
from openetg.reports.kinds.terminals import shown_meters

COLUMNS = (
    Column("table", "Table"),
    Column("notes", "Cash boxes", "money"),
    Column("tickets", "Tickets in", "money"),
    Column("transfers", "Transfers", "money"),
    Column("cloth", "Cloth drop", "money"),
    Column("drop", "Drop", "money"),
    Column("cashed", "Chips cashed at the table", "money"),
    Column("turnover", "Turnover", "money"),
    Column("hold", "Hold", "money"),
    Column("of_drop", "Hold % of drop", "percent"),
    Column("of_turnover", "Hold % of turnover", "percent"),
    Column("brought", "Chips brought", "money"),
)
BOXES = (
    Column("terminal", "Terminal"),
    Column("table", "Table"),
    Column("count", "Notes", "count"),
    Column("notes", "Taken in the span", "money"),
    Column("box", "In the box by the ledger", "money"),
)
NOTES = (Column("note", "Note", "money"), Column("count", "How many", "count"), Column("amount", "Amount", "money"))


class ClothCash(Struct):
    """Cash at one cloth."""

    opening: Money = ZERO
    bought: Money = ZERO
    cashed: Money = ZERO


class DropFold(Fold):
    """Counts notes and the cash of cloths along a walk."""

    def __init__(self) -> None:
        self.boxes: dict[str, Money] = {}
        """Per terminal, what its box held before the span."""
        self.notes: dict[str, dict[Money, int]] = {}
        """Per terminal and note, how many were taken."""
        self.cloths: dict[str, ClothCash] = {}

    def begin(self, floor: Floor) -> None:
        for terminal in floor.terminals:
            self.boxes[terminal] = -floor.ledger.held(cash_box_of(terminal))
        for table in floor.tables:
            self.cloths[table] = ClothCash(opening=-floor.ledger.held(drop_of(table)))

    def take(self, line: OpenEntry, floor: Floor) -> None:
        del floor
        for event in line.verdict.events or ():
            if isinstance(event, events.NoteCredited):
                notes = self.notes.setdefault(event.terminal, {})
                notes[event.amount] = notes.get(event.amount, 0) + 1
            elif isinstance(event, events.ChipsBought | events.ChipsCashedIn | events.ClothWagerPlaced):
                self._chips(event)

    def _chips(self, event: events.ChipsBought | events.ChipsCashedIn | events.ClothWagerPlaced) -> None:
        cloth, box = self.cloths.setdefault(event.table, ClothCash()), drop_of(event.table)
        for each in event.transfers:
            if each.source == box:
                cloth.bought += each.amount
            elif each.destination == box:
                cloth.cashed += each.amount


class Drop:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.meters, self.play, self.drop, self.chips = MeterFold(), PlayFold(), DropFold(), ChipFold()
        self.folds = (self.meters, self.play, self.drop, self.chips)

    def sections(self, walk: Walk) -> list[Section]:
        floor = walk.floor
        rows = tuple(self._row(floor, name) for name, _ in shown_tables(self.play, floor, self.making))
        totals = list(summed(COLUMNS, rows))
        totals[9], totals[10] = _share(totals[8], totals[5]), _share(totals[8], totals[7])
        tables = Section(
            title="Drop and hold",
            columns=COLUMNS,
            rows=rows,
            totals=tuple(totals),
            checks=self._checks(floor),
            charts=_charts(rows),
        )
        return [tables, self._boxes(floor), self._notes(floor)]

    def _row(self, floor: Floor, name: str) -> Row:
        played = self.play.played(name)
        here = [meter for terminal, meter in self.meters.meters.items() if _stands_at(floor, terminal, name)]
        notes = total(meter.notes for meter in here)
        tickets, transfers = total(meter.tickets for meter in here), total(meter.transfers for meter in here)
        cloth = self.drop.cloths.get(name) or ClothCash()
        drop = notes + tickets + transfers + cloth.bought
        hold = hold_of(floor, name, played)
        return (
            name, cents_of(notes), cents_of(tickets), cents_of(transfers), cents_of(cloth.bought), cents_of(drop),
            cents_of(cloth.cashed), cents_of(played.turnover), cents_of(hold), percent(hold, drop),
            percent(hold, played.turnover), cents_of(self.chips.brought_to.get(name, ZERO)),
        )  # fmt: skip

    def _boxes(self, floor: Floor) -> Section:
        rows: list[Row] = []
        for name, meter in shown_meters(self.meters, floor, self.making):
            held = -floor.ledger.held(cash_box_of(name))
            rows.append((name, floor.terminals[name].table, meter.notes_count, cents_of(meter.notes), cents_of(held)))
        shown, note = bounded(rows)
        return Section("Cash boxes", BOXES, shown, summed(BOXES, rows), note=note)

    def _notes(self, floor: Floor) -> Section:
        """How many of which note: what the count room will find."""
        counts: dict[Money, int] = {}
        for terminal, notes in self.drop.notes.items():
            if self.making.scope.has_terminal(floor, terminal):
                for note, count in notes.items():
                    counts[note] = counts.get(note, 0) + count
        rows = tuple((cents_of(note), counts[note], cents_of(note * counts[note])) for note in sorted(counts))
        totals = (None, sum(counts.values()), cents_of(total(note * count for note, count in counts.items())))
        return Section("Notes by value", NOTES, rows, totals)

    def _checks(self, floor: Floor) -> tuple[Check, ...]:
        shown = [name for name, _ in shown_meters(self.meters, floor, self.making)]
        taken = total(note * count for name in shown for note, count in self.drop.notes.get(name, {}).items())
        boxes = total(-floor.ledger.held(cash_box_of(name)) - self.drop.boxes.get(name, ZERO) for name in shown)
        tables = [name for name, _ in shown_tables(self.play, floor, self.making)]
        bought = total(each.bought - each.cashed for each in self._cloths(tables))
        dropped = total(-floor.ledger.held(drop_of(name)) for name in tables)
        opening = total(each.opening for each in self._cloths(tables))
        return (
            agree("Cash boxes", taken, boxes, "notes taken {}; the ledger holds {} more in the boxes."),
            agree("Cloth drop", bought, dropped - opening, "cash taken less paid out {}; the ledger holds {} more."),
        )

    def _cloths(self, tables: Iterable[str]) -> list[ClothCash]:
        return [self.drop.cloths[name] for name in tables if name in self.drop.cloths]


def _stands_at(floor: Floor, terminal: str, table: str) -> bool:
    found = floor.terminals.get(terminal)
    return found is not None and found.table == table


def _share(part: object, whole: object) -> int | None:
    assert isinstance(part, int), part
    assert isinstance(whole, int), whole
    return percent(part, whole)  # type: ignore[arg-type]


def _charts(rows: Iterable[Row]) -> tuple[Chart, ...]:
    playing = [row for row in rows if row[5]]
    if not playing:
        return ()
    labels = tuple(str(row[0]) for row in playing)
    series = (
        Series("Drop", tuple(_whole(row[5]) for row in playing)),
        Series("Hold", tuple(_whole(row[8]) for row in playing)),
    )
    return (Chart("bars", "Drop and hold by table", labels, series),)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None
