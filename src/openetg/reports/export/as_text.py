"""A report in lines of text, for the shell and for printers."""

from __future__ import annotations

from collections.abc import Iterator

from openetg.reports.frame.report import Check, Report, Row, Section, Setting, cell_text
from openetg.reports.recall.telling import printable

RIGHT = frozenset({"money", "count", "percent"})


def text_of(report: Report) -> str:
    """The whole report."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    setting = report.setting
    yield f"{report.title}{f', {printable(setting.site)}' if setting.site else ''}"
    yield from report.about
    yield f"{span_text(report)} ({setting.time_zone}), amounts in {setting.currency}"
    yield f"journal {printable(report.journal)}, entries {report.after + 1} to {report.until}"
    yield f"hash after entry {report.hash_at}: {report.hash}"
    yield f"journal code {report.code}"
    for section in report.sections:
        yield ""
        yield from _section(section, setting)


def span_text(report: Report) -> str:
    """From when until when, at the site."""
    times = (cell_text(each, "time", report.setting) or "…" for each in (report.from_ms, report.until_ms))
    return " to ".join(times)


def _section(section: Section, setting: Setting) -> Iterator[str]:
    yield section.title
    yield "─" * len(section.title)
    yield from (check_text(check) for check in section.checks)
    rows = [_words(section, row, setting) for row in section.rows]
    if rows:
        heads = [column.title for column in section.columns]
        totals = [] if section.totals is None else [_words(section, section.totals, setting)]
        widths = [max(map(len, cells)) for cells in zip(heads, *rows, *totals, strict=True)]
        yield _line(section, heads, widths)
        yield from (_line(section, row, widths) for row in rows)
        if totals:
            yield "  ".join("─" * width for width in widths)
            yield _line(section, totals[0], widths)
    elif section.columns and not section.note:
        yield "nothing"
    if section.note:
        yield section.note


def check_text(check: Check) -> str:
    """A check in one line."""
    entry = f" [entry {check.entry}]" if check.entry else ""
    return f"{'✓ holds' if check.holds else '✗ DOES NOT HOLD'}: {check.title}: {check.words}{entry}"


def _words(section: Section, row: Row, setting: Setting) -> list[str]:
    kinds = (column.kind for column in section.columns)
    return [printable(cell_text(value, kind, setting, grouped=True)) for value, kind in zip(row, kinds, strict=True)]


def _line(section: Section, cells: list[str], widths: list[int]) -> str:
    set_ = (
        text.rjust(width) if column.kind in RIGHT else text.ljust(width)
        for text, width, column in zip(cells, widths, section.columns, strict=True)
    )
    return "  ".join(set_).rstrip()
