"""Random journals to make reports of, and what is read from a report by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import Reader
from openetg.money import cents
from openetg.reports.frame.report import Cell, Check, Report, Section, Setting
from openetg.reports.frame.span import Asking
from openetg.reports.kinds.kinds import InTheMaking
from tests.unit.floor.test_whole_floor import TABLES, TERMINALS, WholeFloor
from tests.unit.reports.journals import written

SETTING = Setting("The Example Casino", "AUD", "Australia/Sydney")
SEEDS = (1, 7, 23, 57)
STEPS = 12

_kept = TemporaryDirectory()


@cache
def random_entries(seed: int) -> tuple[Entry, ...]:
    """A floor with all five instruments on which anything happens; one seed stands for all of it."""
    chance, machine = Random(seed), WholeFloor()
    for _ in range(STEPS):
        machine.meanwhile(
            terminal=chance.choice(TERMINALS),
            amount=cents(chance.choice((500, 10_000))),
            ticket=chance.choice(("", "K1", "K2", "K3")),
            ms=chance.choice((0, 18_000, 1_300_000)),
            restart=False,
            snapshot=False,
        )
        machine.anything(name=chance.choice(TABLES), count=chance.randrange(60), seed=chance.randrange(2**32))
    return tuple(Entry(place, *entry) for place, entry in enumerate(machine.play.entries, start=1))


@cache
def _address(seed: int) -> str:
    folder = Path(_kept.name) / str(seed)
    folder.mkdir()
    return written(folder, random_entries(seed))


def random_journal(seed: int) -> Reader:
    """A random floor's journal, opened to read."""
    return places.open_to_read(_address(seed))


def made(journal: Reader, kind: str, **asked: object) -> Report:
    """A report of a journal."""
    making = InTheMaking(journal, Asking(kind, **asked), SETTING)  # type: ignore[arg-type]
    for _ in making.go(journal):
        pass
    return making.report()


def section(report: Report, title: str) -> Section:
    """A section by its title."""
    (found,) = (each for each in report.sections if each.title == title)
    return found


def column(report: Report, title: str, name: str) -> dict[Cell, Cell]:
    """A column of a section by the first cell of each row."""
    found = section(report, title)
    place = [each.name for each in found.columns].index(name)
    return {row[0]: row[place] for row in found.rows}


def total(report: Report, title: str, name: str) -> Cell:
    """A total of a section."""
    found = section(report, title)
    assert found.totals is not None, title
    return found.totals[[each.name for each in found.columns].index(name)]


def checks(report: Report) -> dict[str, Check]:
    """Every check of a report by its title."""
    return {check.title: check for each in report.sections for check in each.checks}
