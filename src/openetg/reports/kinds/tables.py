"""The report of tables: rounds, turnover, paid, hold, and that they come to what the banks hold."""

from __future__ import annotations

from openetg.floor.core.ledger import bank_of
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, cents_of, format_money
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import Chart, Check, Column, Row, Section, Series, in_all, percent, summed
from openetg.reports.frame.walk import Walk
from openetg.reports.kinds.counted.hours import by_hour
from openetg.reports.kinds.counted.play import PlayFold, TablePlay

COLUMNS = (
    Column("table", "Table"),
    Column("rulebook", "Rulebook"),
    Column("rounds", "Rounds", "count"),
    Column("per_hour", "Rounds an hour", "count"),
    Column("void", "Void", "count"),
    Column("no_spins", "No spins", "count"),
    Column("held", "Held", "count"),
    Column("corrected", "Corrected", "count"),
    Column("invalid", "Invalid", "count"),
    Column("turnover", "Turnover", "money"),
    Column("paid", "Paid", "money"),
    Column("corrections", "Corrections", "money"),
    Column("other", "Other", "money"),
    Column("hold", "Hold", "money"),
    Column("hold_percent", "Hold %", "percent"),
)

JACKPOTS = Column("contributed", "To jackpots", "money")
"""Told where a table has given something to one."""


class Tables:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.play = PlayFold()
        self.folds = (self.play,)

    def sections(self, walk: Walk) -> list[Section]:
        return [tables_section(self.play, walk.floor, self.making), *self._channels(walk.floor)]

    def _channels(self, floor: Floor) -> list[Section]:
        """Terminals and cloth apart, where a table has both."""
        columns = (
            Column("table", "Table"),
            Column("terminals", "Turnover at terminals", "money"),
            Column("terminals_paid", "Paid at terminals", "money"),
            Column("cloth", "Turnover on the cloth", "money"),
            Column("cloth_paid", "Paid on the cloth", "money"),
        )
        rows = tuple(
            (
                name,
                cents_of(played.turnover - played.cloth_turnover),
                cents_of(played.paid - played.cloth_paid),
                cents_of(played.cloth_turnover),
                cents_of(played.cloth_paid),
            )
            for name, played in shown_tables(self.play, floor, self.making)
            if played.cloth_turnover
        )
        return [Section("Terminals and cloth", columns, rows, summed(columns, rows))] if rows else []


def shown_tables(play: PlayFold, floor: Floor, making: Making) -> list[tuple[str, TablePlay]]:
    """The tables that are shown, in the order of the floor."""
    return [(name, play.played(name)) for name in floor.tables if making.scope.has_table(name)]


def hold_of(floor: Floor, table: str, played: TablePlay) -> Money:
    """What the bank of a table holds more than when the span began, by the ledger."""
    return floor.ledger.held(bank_of(table)) - played.opening


def tables_section(play: PlayFold, floor: Floor, making: Making) -> Section:
    """All tables in one section, with their checks and charts."""
    shown = shown_tables(play, floor, making)
    jackpots = any(played.contributed for _, played in shown)
    columns = (*COLUMNS[:-2], JACKPOTS, *COLUMNS[-2:]) if jackpots else COLUMNS
    rows = tuple(_row(floor, name, played, jackpots=jackpots) for name, played in shown)
    totals = list(summed(columns, rows))
    playing_ms = sum(played.playing_ms for _, played in shown)
    everything = TablePlay(settled=sum(played.settled for _, played in shown), playing_ms=playing_ms)
    totals[3] = everything.per_hour
    totals[-1] = percent(in_all(hold_of(floor, *each) for each in shown), in_all(each.turnover for _, each in shown))
    return Section(
        title="Tables",
        columns=columns,
        rows=rows,
        totals=tuple(totals),
        checks=tuple(check for name, played in shown for check in _checks(floor, name, played)),
        charts=_charts(floor, shown, making),
    )


def _row(floor: Floor, name: str, played: TablePlay, *, jackpots: bool) -> Row:
    hold = hold_of(floor, name, played)
    return (
        name,
        floor.rulebook_of(floor.tables[name]).about.id,
        played.settled,
        played.per_hour,
        played.void,
        played.no_spins,
        played.held,
        played.corrected,
        played.invalid,
        cents_of(played.turnover),
        cents_of(played.paid),
        cents_of(played.corrections),
        cents_of(played.other),
        *((cents_of(played.contributed),) if jackpots else ()),
        cents_of(hold),
        percent(hold, played.turnover),
    )


def _checks(floor: Floor, name: str, played: TablePlay) -> list[Check]:
    """Turnover less paid with what was put right is the hold by the ledger, and results are what was moved."""
    hold = hold_of(floor, name, played)
    given = f" − to jackpots {format_money(played.contributed)}" if played.contributed else ""
    words = (
        f"turnover {format_money(played.turnover)} − paid {format_money(played.paid)}{given}"
        f" + corrections {format_money(played.corrections)} + other {format_money(played.other)}"
        f" = {format_money(played.expected)}; the bank holds {format_money(hold)} more than before."
    )
    holds = hold == played.expected and not played.first_wrong
    if played.first_wrong:
        words += f" Results and transfers first differ in entry {played.first_wrong}."
    return [Check(f"Hold of table {name}", holds, words, played.first_wrong)]


def _charts(floor: Floor, shown: list[tuple[str, TablePlay]], making: Making) -> tuple[Chart, ...]:
    turnover: dict[int, Money] = {}
    held: dict[int, Money] = {}
    for _, played in shown:
        for hour, turned in played.hours.items():
            turnover[hour] = turnover.get(hour, ZERO) + turned.turnover
            held[hour] = held.get(hour, ZERO) + turned.won - turned.contributed
    hours = by_hour("bars", "Turnover and hold by hour", {"Turnover": turnover, "Hold": held}, making.setting.time_zone)
    playing = [(name, played) for name, played in shown if played.turnover]
    if len(playing) < 2:
        return hours
    values = tuple(percent(hold_of(floor, *each), each[1].turnover) for each in playing)
    labels = tuple(name for name, _ in playing)
    return (*hours, Chart("bars", "Hold % by table", labels, (Series("Hold %", values, "percent"),)))
