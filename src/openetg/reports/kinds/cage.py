"""The report of the cage: papers by day, who paid what, payments by hand, drawers, and the balance.

For a cashier it shows what is their own: their payments and their drawers.
"""

from __future__ import annotations

from openetg.floor.core.ledger import CAGE, TICKETS
from openetg.floor.state import Floor
from openetg.money import ZERO, cents_of, format_money
from openetg.reports.frame.maker import Making
from openetg.reports.frame.report import Check, Column, Row, Section, agree, bounded, summed
from openetg.reports.frame.walk import Walk
from openetg.reports.kinds.counted.chips import ChipFold, chips_section
from openetg.reports.kinds.counted.copies import CopyFold, copies_sections
from openetg.reports.kinds.counted.drawers import DrawerFold, DrawerShift
from openetg.reports.kinds.counted.hours import by_hour
from openetg.reports.kinds.counted.papers import PaperFold, payable_now, standing_papers

PAPERS = (
    Column("day", "Day"),
    Column("issued_count", "Issued", "count"),
    Column("issued", "Issued for", "money"),
    Column("inserted_count", "Back in terminals", "count"),
    Column("inserted", "Back for", "money"),
    Column("redeemed_count", "Paid", "count"),
    Column("redeemed", "Paid for", "money"),
    Column("refused", "Determined not to be paid", "money"),
    Column("outstanding", "Outstanding at the end", "money"),
)
PEOPLE = (
    Column("person", "Who"),
    Column("papers_count", "Papers", "count"),
    Column("papers", "Paid for papers", "money"),
    Column("hand_count", "By hand", "count"),
    Column("by_hand", "Paid by hand", "money"),
)
DRAWERS = (
    Column("drawer", "Drawer"),
    Column("person", "Who"),
    Column("opened", "Opened", "time"),
    Column("opening", "With", "money"),
    Column("filled", "Filled", "money"),
    Column("emptied", "Emptied", "money"),
    Column("sold", "Taken for chips and copies", "money"),
    Column("papers", "Paid for papers", "money"),
    Column("by_hand", "Paid by hand", "money"),
    Column("chips", "Paid for chips", "money"),
    Column("prizes", "Paid as prizes", "money"),
    Column("expected", "Should hold", "money"),
    Column("counted", "Counted", "money"),
    Column("difference", "Difference", "money"),
    Column("closed", "Closed", "time"),
    Column("closed_by", "By"),
)
CASH = (Column("what", "Cash of the cage"), Column("amount", "Amount", "money"))


class Cage:
    """Makes the report of the cage."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.papers, self.drawers = PaperFold(making.setting.time_zone), DrawerFold()
        self.chips, self.copies = ChipFold(), CopyFold()
        self.folds = (self.papers, self.drawers, self.chips, self.copies)

    def sections(self, walk: Walk) -> list[Section]:
        own = [people_section(self.papers, self.making), drawers_section(self.drawers, self.making)]
        own += copies_sections(self.copies, walk.floor, self.making.scope.person)
        if not self.making.scope.has_papers:
            return own
        return [papers_section(self.papers, walk.floor, self.making), *own, *self._cash(walk.floor)]

    def _cash(self, floor: Floor) -> list[Section]:
        by_hand = self.papers
        payments: tuple[Row, ...] = (
            ("Ordered", by_hand.ordered.count, cents_of(by_hand.ordered.amount)),
            ("Signed for and paid", by_hand.signed.count, cents_of(by_hand.signed.amount)),
            ("Determined not to be paid", by_hand.withdrawn.count, cents_of(by_hand.withdrawn.amount)),
        )
        columns = (Column("what", "Payments by hand"), Column("count", "How many", "count"), CASH[1])
        owed = agree(
            "Payments by hand", by_hand.payable, payable_now(floor), "ordered less paid {}; the ledger owes {}."
        )
        return [
            Section("Payments by hand", columns, payments, checks=(owed,)),
            cage_section(self.drawers, floor),
            chips_section(self.chips, floor),
        ]


def papers_section(papers: PaperFold, floor: Floor, making: Making) -> Section:
    """Papers by day, and that issued less redeemed is outstanding: by events, by the ledger, by the papers."""
    rows = tuple(
        (
            name, day.issued.count, cents_of(day.issued.amount), day.inserted.count, cents_of(day.inserted.amount),
            day.redeemed.count, cents_of(day.redeemed.amount), cents_of(day.refused.amount), cents_of(day.outstanding),
        )
        for name, day in papers.days.items()
    )  # fmt: skip
    totals = (*summed(PAPERS, rows)[:-1], cents_of(floor.ledger.held(TICKETS)))
    standing = standing_papers(floor)
    note = (
        f"Before: {papers.opening_count} papers for {format_money(papers.opening)}."
        f" Outstanding now: {standing.outstanding.count} for {format_money(standing.outstanding.amount)};"
        f" withheld {standing.held.count} for {format_money(standing.held.amount)};"
        f" expired {standing.expired.count} for {format_money(standing.expired.amount)}."
    )
    owed = floor.ledger.held(TICKETS)
    checks = (
        agree("Papers", papers.owed, owed, "before + issued − redeemed = {}; the ledger owes {}."),
        agree("Papers one by one", standing.outstanding.amount, owed, "outstanding papers {}; the ledger owes {}."),
    )
    charts = by_hour("line", "Papers outstanding", {"Outstanding": papers.hours}, making.setting.time_zone, keeps=True)
    return Section(title="Papers", columns=PAPERS, rows=rows, totals=totals, checks=checks, charts=charts, note=note)


def people_section(papers: PaperFold, making: Making) -> Section:
    """Who paid what."""
    person = making.scope.person
    rows = tuple(
        (name, paid.papers.count, cents_of(paid.papers.amount), paid.by_hand.count, cents_of(paid.by_hand.amount))
        for name, paid in sorted(papers.people.items())
        if not person or name == person
    )
    return Section("Who paid what", PEOPLE, rows, summed(PEOPLE, rows))


def drawers_section(drawers: DrawerFold, making: Making) -> Section:
    """Every drawer from opened to closed, and that the books expected what went through it."""
    person = making.scope.person
    shown = [shift for shift in drawers.shifts if not person or shift.person == person]
    every = [_row(shift) for shift in shown]
    rows, note = bounded(every)
    wrong = [shift.first_wrong for shift in shown if shift.first_wrong]
    apart = [shift for shift in shown if shift.difference]
    books = "What went through each drawer comes to what the books expected."
    found = f"{len(apart)} of {len(shown)} drawers had a difference" + (
        "; " + ", ".join(f"{shift.drawer} {format_money(shift.difference)}" for shift in apart[:5]) if apart else ""
    )
    checks = (
        Check("Drawers by the books", not wrong, books if not wrong else "It does not.", min(wrong, default=0)),
        Check("Drawers as counted", not apart, found + "."),
    )
    return Section("Drawers", DRAWERS, rows, summed(DRAWERS, every), checks if shown else (), note=note)


def _row(shift: DrawerShift) -> Row:
    counted = None if shift.counted is None else cents_of(shift.counted)
    kept = (shift.opening, shift.filled, shift.emptied, shift.sold)
    paid = (shift.papers, shift.by_hand, shift.chips, shift.prizes)
    return (
        shift.drawer, shift.person, shift.opened_at_ms, *map(cents_of, (*kept, *paid, shift.expected)), counted,
        cents_of(shift.difference) if shift.closed_at_ms else None, shift.closed_at_ms or None, shift.closed_by,
    )  # fmt: skip


def cage_section(drawers: DrawerFold, floor: Floor) -> Section:
    """The balance of the cage at the end, against the ledger."""
    cage = drawers.cage
    in_drawers = sum((shift.expected for shift in drawers.open.values()), start=ZERO)
    rows: tuple[Row, ...] = (
        ("Before", cents_of(cage.opening)),
        ("Paid for papers", cents_of(-cage.papers)),
        ("Paid by hand", cents_of(-cage.by_hand)),
        ("Paid for chips", cents_of(-cage.chips)),
        *((("Paid as prizes", cents_of(-cage.prizes)),) if cage.prizes else ()),
        *((("Taken for chips and copies", cents_of(cage.sold)),) if cage.sold else ()),
        ("Into drawers", cents_of(-cage.to_drawers)),
        ("Back from drawers", cents_of(cage.from_drawers)),
        ("Brought back by players", cents_of(cage.recovered)),
    )
    held = -floor.ledger.held(CAGE)
    check = agree("Balance of the cage", cage.expected, held, "by what was paid {}; by the ledger {}.")
    note = f"In open drawers: {format_money(in_drawers)}. Below zero, the cage has paid so much since it was set up."
    return Section("Balance of the cage", CASH, rows, ("Now", cents_of(cage.expected)), (check,), note=note)
