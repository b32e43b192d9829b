"""Copies of the rules that players bought, along a walk: every receipt, and what they brought against the ledger."""

from __future__ import annotations

from openetg.floor import events
from openetg.floor.core.ledger import sales_of
from openetg.floor.core.stored import OpenEntry
from openetg.floor.premises.rules_documents import COPIES
from openetg.floor.state import Floor
from openetg.money import ZERO, cents_of, total
from openetg.reports.frame.report import Column, Section, agree, bounded, summed
from openetg.reports.frame.walk import Fold

COLUMNS = (
    Column("receipt", "Receipt"),
    Column("at", "Sold", "time"),
    Column("person", "Who"),
    Column("drawer", "Into drawer"),
    Column("table", "Table"),
    Column("document", "Document (SHA-256)"),
    Column("price", "Price", "money"),
)


class CopyFold(Fold):
    """Keeps the sales of copies."""

    def __init__(self) -> None:
        self.opening = ZERO
        self.sold: list[events.RulesCopySold] = []

    def begin(self, floor: Floor) -> None:
        self.opening = floor.ledger.held(sales_of(COPIES))

    def take(self, line: OpenEntry, floor: Floor) -> None:
        del floor
        self.sold += [event for event in line.verdict.events or () if isinstance(event, events.RulesCopySold)]


def copies_sections(copies: CopyFold, floor: Floor, person: str) -> list[Section]:
    """Every receipt, whole or of one person; no section if no copy was sold."""
    shown = [each for each in copies.sold if not person or each.person == person]
    if not shown:
        return []
    every = [
        (str(each.copy), each.at_ms, each.person, each.drawer, each.table, each.sha256[:12], cents_of(each.price))
        for each in shown
    ]
    rows, note = bounded(every)
    brought = copies.opening + total(each.price for each in copies.sold)
    held = floor.ledger.held(sales_of(COPIES))
    check = agree("Copies of rules", brought, held, "before + sold = {}; by the ledger {}.")
    return [Section("Copies of rules sold", COLUMNS, rows, summed(COLUMNS, every), (check,), note=note)]
