"""A report as CSV: one file, each line with the section it belongs to, for spreadsheets and programs.

Amounts are plain decimals, times ISO 8601 in the site's zone. A text that a spreadsheet would take for a formula is set
behind an apostrophe: what a person typed into the floor must never be computed by another's spreadsheet.
"""

from __future__ import annotations

import csv
from io import StringIO

from openetg.reports.frame.report import Cell, Kind, Report, Section, Setting, cell_text, local

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a text begins that a spreadsheet computes."""


def csv_of(report: Report) -> str:
    """The whole report; RFC 4180."""
    out = StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    setting = report.setting
    write(["report", report.kind, safe(report.title)])
    write(["site", safe(setting.site), setting.currency, setting.time_zone])
    write(["span", _time(report.from_ms, setting), _time(report.until_ms, setting)])
    write(["journal", safe(report.journal), "entries", report.after + 1, report.until])
    write(["hash after entry", report.hash_at, report.hash])
    for line in report.about:
        write(["about", safe(line)])
    for section in report.sections:
        _section(write, section, setting)
    return out.getvalue()


def _section(write: object, section: Section, setting: Setting) -> None:
    assert callable(write), "a writer of rows"
    name = safe(section.title)
    if section.columns:
        write([name, "columns", *(safe(column.title) for column in section.columns)])
    kinds = [column.kind for column in section.columns]
    for row in section.rows:
        write([name, "row", *_cells(row, kinds, setting)])
    if section.totals is not None and section.rows:
        write([name, "total", *_cells(section.totals, kinds, setting)])
    for check in section.checks:
        holds = "holds" if check.holds else "does not hold"
        write([name, "check", safe(check.title), holds, check.entry or "", safe(check.words)])
    if section.note:
        write([name, "note", safe(section.note)])


def _cells(row: tuple[Cell, ...], kinds: list[Kind], setting: Setting) -> list[str]:
    return [_cell(value, kind, setting) for value, kind in zip(row, kinds, strict=True)]


def _cell(value: Cell, kind: Kind, setting: Setting) -> str:
    if isinstance(value, str):
        return safe(value)
    if kind == "time" and value:
        return _time(value, setting)
    # A figure below zero begins with a minus and is one: spreadsheets read it as the number it is.
    return cell_text(value, kind, setting)


def _time(at_ms: int, setting: Setting) -> str:
    return local(at_ms, setting.time_zone).isoformat(timespec="milliseconds") if at_ms else ""


def safe(text: str) -> str:
    """A text that no spreadsheet computes."""
    return f"'{text}" if text.startswith(FORMULA) else text
