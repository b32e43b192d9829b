"""Reports made in the process of questions: one walk over the journal, and the page, the table or the paper from it.

What was made of a span that still runs is kept here, so that a second look at today's figures pays for what is new
alone. How far a long walk has come is written into a small file that the floor reads for the person who waits.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

from msgspec import Struct, json

from openetg.floor.core.snapshot import SnapshotProblem
from openetg.journal import places
from openetg.journal.store import JournalProblem
from openetg.journal.verify import Progress
from openetg.reports.export.as_csv import csv_of
from openetg.reports.export.as_pdf import pdf_of
from openetg.reports.frame.report import Report, Setting
from openetg.reports.frame.span import Asking, Day, days_of
from openetg.reports.kinds.kinds import InTheMaking

KEPT = 2
"""So many walks are kept to go on with."""
TELL_EVERY_S = 0.2

Format = Literal["json", "csv", "pdf"]


class MakeReport(Struct, frozen=True, tag=True):
    """A report of a journal."""

    journal: str
    asking: Asking
    setting: Setting
    format: Format = "json"
    progress: str = ""
    """The file into which it is written how far the walk has come; empty if it is not asked for."""


class ListDays(Struct, frozen=True, tag=True):
    """The gaming days of a journal."""

    journal: str


class Reported(Struct, frozen=True, tag=True):
    """The report: as itself, or as a file."""

    report: Report | None = None
    file: bytes = b""


class DaysListed(Struct, frozen=True, tag=True):
    """The days, oldest first."""

    days: list[Day]


_kept: dict[bytes, InTheMaking] = {}
"""Walks by what was asked for, the one asked for last at the end."""


def about_reports(question: MakeReport | ListDays) -> Reported | DaysListed:
    """The report that was asked for, or the days there are reports of."""
    return _reported(question) if isinstance(question, MakeReport) else _days_listed(question)


def _reported(question: MakeReport) -> Reported:
    key = json.encode((question.journal, question.asking, question.setting))
    with closing(places.open_to_read(question.journal)) as reader:
        making = _kept.pop(key, None)
        try:
            making = making or InTheMaking(reader, question.asking, question.setting)
            _told(making.go(reader), question.progress)
        except (JournalProblem, SnapshotProblem):
            _kept.pop(key, None)
            raise
    _kept[key] = making
    while len(_kept) > KEPT:
        del _kept[next(iter(_kept))]
    return _as(question.format, making.report())


def _told(steps: Iterator[Progress], file: str) -> None:
    """Runs the walk to its end, and writes now and then how far it is."""
    tell_at = 0.0
    for step in steps:
        if file and time.monotonic() >= tell_at:
            tell_at = time.monotonic() + TELL_EVERY_S
            Path(file).write_bytes(json.encode(step))


def _as(form: Format, report: Report) -> Reported:
    match form:
        case "json":
            return Reported(report)
        case "csv":
            # With a mark in front, by which spreadsheets know that it is UTF-8.
            return Reported(file=csv_of(report).encode("utf-8-sig"))
        case "pdf":
            return Reported(file=pdf_of(report))


def _days_listed(question: ListDays) -> DaysListed:
    with closing(places.open_to_read(question.journal)) as reader:
        return DaysListed(days_of(reader))
