"""Reports agree with each other and with the ledger, on every golden journal and on floors where anything happens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from openetg.floor.core.ledger import TICKETS, bank_of, meter_of
from openetg.floor.state import TicketState
from openetg.journal.store import Reader
from openetg.money import cents_of
from openetg.money import total as sum_of
from openetg.reports.audit.moment import floor_at
from openetg.reports.frame.report import Cell
from openetg.reports.kinds.kinds import KINDS
from tests.unit.reports.journals import NAMES, golden_journal
from tests.unit.reports.made import SEEDS, checks, column, made, random_journal, section, total

JOURNALS: dict[str, Callable[[], Reader]] = {
    **{name: partial(golden_journal, name) for name in NAMES},
    **{f"random-{seed}": partial(random_journal, seed) for seed in SEEDS},
}
COUNTED = "Drawers as counted"
"""A drawer may well hold something else than it should: that is for people, not for the books."""


@pytest.fixture(params=list(JOURNALS))
def journal(request: pytest.FixtureRequest) -> Reader:
    return JOURNALS[request.param]()


def whole(value: Cell) -> int:
    assert isinstance(value, int), value
    return value


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(KINDS))
def test_every_check_of_every_report_holds(journal: Reader, kind: str) -> None:
    report = made(journal, kind)
    assert [check for check in report.failed if check.title != COUNTED] == []
    assert report.until == journal.head().sequence
    assert report.hash == journal.head().hash.hex()


def test_turnover_less_paid_with_corrections_is_the_hold_of_the_ledger(journal: Reader) -> None:
    report, floor = made(journal, "tables"), floor_at(journal, journal.head().sequence)
    names = ("turnover", "paid", "corrections", "other", "hold")
    turnover, paid, corrections, other, hold = (column(report, "Tables", name) for name in names)
    jackpots = any(each.name == "contributed" for each in section(report, "Tables").columns)
    given = column(report, "Tables", "contributed") if jackpots else {}
    for table in floor.tables:
        won = whole(turnover[table]) - whole(paid[table]) + whole(corrections[table]) + whole(other[table])
        won -= whole(given.get(table, 0))
        assert won == hold[table] == cents_of(floor.ledger.held(bank_of(table))), table


def test_in_less_out_is_the_credit_of_every_terminal(journal: Reader) -> None:
    report, floor = made(journal, "terminals"), floor_at(journal, journal.head().sequence)
    came = [
        column(report, "Terminals", name) for name in ("notes", "tickets", "transfers", "awards", "paid", "adjusted")
    ]
    went = [column(report, "Terminals", name) for name in ("wagered", "papers", "by_hand", "withheld")]
    opening, now = column(report, "Terminals", "opening"), column(report, "Terminals", "credits")
    for terminal in floor.terminals:
        left = sum(whole(each[terminal]) for each in came) - sum(whole(each[terminal]) for each in went)
        assert whole(opening[terminal]) + left == now[terminal] == cents_of(floor.ledger.held(meter_of(terminal)))


def test_issued_less_redeemed_is_outstanding(journal: Reader) -> None:
    report, floor = made(journal, "cage"), floor_at(journal, journal.head().sequence)
    papers = floor.tickets.values()
    outstanding = sum_of(each.amount for each in papers if each.state is TicketState.OUTSTANDING)
    gone = sum(whole(total(report, "Papers", name)) for name in ("inserted", "redeemed", "refused"))
    assert (
        whole(total(report, "Papers", "issued")) - gone == cents_of(outstanding) == cents_of(floor.ledger.held(TICKETS))
    )


def test_reports_agree_with_each_other(journal: Reader) -> None:
    day, tables, terminals, drop = (made(journal, kind) for kind in ("day", "tables", "terminals", "drop"))
    for name in ("turnover", "paid", "hold"):
        assert total(day, "Tables", name) == total(tables, "Tables", name)
    for name in ("notes", "tickets", "papers", "credits"):
        assert total(day, "Terminals", name) == total(terminals, "Terminals", name)
    assert total(drop, "Drop and hold", "notes") == total(terminals, "Terminals", "notes")
    assert total(drop, "Drop and hold", "notes") == total(drop, "Notes by value", "amount")
    assert total(drop, "Drop and hold", "hold") == total(tables, "Tables", "hold")


def test_two_halves_make_the_whole(journal: Reader) -> None:
    """Two spans that meet leave nothing out and count nothing twice, wherever they meet."""
    head, day = journal.head(), made(journal, "tables")
    middle = (day.from_ms + head.at_ms) // 2 + 1
    first = made(journal, "tables", from_ms=1, until_ms=middle)
    second = made(journal, "tables", from_ms=middle)
    assert (first.after, first.until, second.until) == (0, second.after, head.sequence)
    for name in ("rounds", "void", "turnover", "paid", "corrections", "other", "hold"):
        halves = whole(total(first, "Tables", name)) + whole(total(second, "Tables", name))
        assert halves == total(day, "Tables", name), name
    assert all(check.holds for check in (*checks(first).values(), *checks(second).values()))
