"""The report of counters: the self-audit identity of every terminal and minute, computed apart from the ledger.

Three things are held against each other: what events say happened to each meter, what the ledger holds on it, and that
all accounts of the ledger come to zero. Minutes without movement are counted, not listed.
"""

from __future__ import annotations

from openetg.floor.core.ledger import meter_of
from openetg.floor.state import Floor
from openetg.money import ZERO, Money, cents_of, format_money, total
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import Check, Column, Row, Section, bounded, local, summed
from openetg.reports.frame.walk import MINUTE_MS, Walk
from openetg.reports.kinds.counted.meters import MONEY_IN, MONEY_OUT, Meter, MeterFold
from openetg.reports.kinds.terminals import identity, shown_meters

COLUMNS = (
    Column("terminal", "Terminal"),
    Column("opening", "Credits before", "money"),
    Column("came", "In: notes, tickets, transfers, awards", "money"),
    Column("paid", "In: paid by rounds", "money"),
    Column("adjusted", "In: adjusted", "money"),
    Column("wagered", "Out: wagered", "money"),
    Column("went", "Out: papers, by hand", "money"),
    Column("withheld", "Out: withheld", "money"),
    Column("expected", "In − out", "money"),
    Column("credits", "Credits by the ledger", "money"),
    Column("minutes", "Minutes with movement", "count"),
    Column("holds", "Holds"),
)
KINDS = (Column("kind", "Accounts"), Column("count", "How many", "count"), Column("held", "Held", "money"))


class Counters:
    """Makes it."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.meters = MeterFold()
        self.folds = (self.meters,)

    def sections(self, walk: Walk) -> list[Section]:
        floor, meters = walk.floor, self.meters
        shown = shown_meters(meters, floor, self.making)
        every = [_row(floor, name, meter) for name, meter in shown]
        rows, note = bounded(every)
        checks = (identity(meters, floor, shown), balanced(meters, floor, self.making.setting.time_zone))
        audit = Section("Self-audit", COLUMNS, rows, summed(COLUMNS, every), checks, note=note)
        return [audit, _accounts(floor)] if self.making.scope.is_house else [audit]


def _row(floor: Floor, name: str, meter: Meter) -> Row:
    came = total(getattr(meter, each) for each in MONEY_IN)
    went = total(getattr(meter, each) for each in MONEY_OUT)
    held = floor.ledger.held(meter_of(name))
    good = not meter.first_wrong and held == meter.credits
    figures = (
        meter.opening,
        came,
        meter.paid,
        meter.adjusted,
        meter.wagered,
        went,
        meter.withheld,
        meter.credits,
        held,
    )
    word = "yes" if good else f"no, from entry {meter.first_wrong}" if meter.first_wrong else "no"
    return (name, *map(cents_of, figures), meter.moved_minutes, word)


def balanced(meters: MeterFold, floor: Floor, time_zone: str) -> Check:
    """Every account of the ledger together is zero, at the end of every minute and now."""
    title = "All accounts together are zero"
    if meters.unbalanced is not None:
        minute, entry, sum_ = meters.unbalanced
        at = f"{local(minute * MINUTE_MS, time_zone):%Y-%m-%d %H:%M}"
        return Check(title, False, f"At the end of the minute {at} they came to {format_money(sum_)}.", entry)
    now = total(floor.ledger.accounts.values())
    if now:
        return Check(title, False, f"They come to {format_money(now)}.", floor.sequence)
    return Check(title, True, f"Holds at the end of every minute with an entry ({meters.minutes} before the last).")


def _accounts(floor: Floor) -> Section:
    """The ledger by kinds of accounts: what is owed above zero, what is held against it below."""
    kinds: dict[str, tuple[int, Money]] = {}
    for name, held in floor.ledger.accounts.items():
        kind = name.partition("/")[0]
        count, sum_ = kinds.get(kind, (0, ZERO))
        kinds[kind] = count + 1, sum_ + held
    rows = tuple((kind.replace("_", " "), count, cents_of(sum_)) for kind, (count, sum_) in sorted(kinds.items()))
    return Section("The ledger by kinds of accounts", KINDS, rows, summed(KINDS, rows))
