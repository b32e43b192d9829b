"""A report on paper: A4 across, with site, span and page numbers, and the journal's hash to hold the paper against it.

The page is a fixed text of ours; everything that came from the journal goes in as data and can never be markup.
"""

from __future__ import annotations

import typst
from msgspec import json

from openetg.reports.export.as_text import span_text
from openetg.reports.frame.report import Chart, Report, Section, Series, Setting, cell_text

PAGE = """
#let report = json(bytes(sys.inputs.report))
#set document(title: report.title, date: none)
#set text(font: ("Liberation Sans", "Arial", "Helvetica", "DejaVu Sans"), size: 8pt, fallback: true)
#let quiet = rgb("#555555")
#set page(
  paper: "a4", flipped: true, margin: (x: 14mm, top: 20mm, bottom: 18mm),
  header: text(7pt, quiet)[#report.title #h(1fr) #report.site],
  footer: text(6.5pt, quiet)[
    #report.journal, #report.code \\ #text(font: ("DejaVu Sans Mono", "Liberation Mono"), size: 5.8pt)[#report.hash]
    #h(1fr) page #context counter(page).display("1 of 1", both: true)
  ],
)
#let side(kind) = if kind in ("money", "count", "percent") { right } else { left }
#text(16pt, weight: "bold")[#report.title] #h(6mm) #text(11pt)[#report.site] \\
#text(9pt)[#report.span] \\
#for line in report.about [#line \\ ]
#for section in report.sections {
  block(above: 6mm, sticky: true, text(12pt, weight: "bold", section.title))
  for check in section.checks {
    let tone = if check.holds { rgb("#14643c") } else { rgb("#a30d18") }
    block(above: 2mm, breakable: false, inset: 2mm, width: 100%, stroke: (left: 1.2mm + tone))[
      #text(weight: "bold", fill: tone)[#if check.holds [HOLDS] else [DOES NOT HOLD]] #h(2mm)
      #strong(check.title) \\ #check.words
    ]
  }
  if section.rows.len() > 0 {
    table(
      columns: section.titles.len(), stroke: none, inset: (x: 1.6mm, y: 1mm),
      align: (at, _) => side(section.kinds.at(at)),
      fill: (_, row) => if row > 0 and calc.even(row) { luma(245) },
      table.header(..section.titles.map(each => table.cell(text(7pt, weight: "bold", each)))),
      table.hline(stroke: 0.4pt),
      ..section.rows.flatten(),
      ..if section.totals.len() > 0 {
        (table.hline(stroke: 0.4pt), ..section.totals.map(each => strong(each)))
      },
    )
  } else if section.titles.len() > 0 and section.note == "" {
    block(above: 2mm, text(quiet)[Nothing.])
  }
  if section.note != "" { block(above: 2mm, text(quiet, section.note)) }
  for chart in section.charts {
    block(above: 4mm, breakable: false)[
      #strong(chart.title)
      #for (at, name) in chart.names.enumerate() [
        #h(3mm) #box(width: 3mm, height: 2mm, fill: if at == 0 { rgb("#1f5f8b") } else { rgb("#c9a24b") }) #name
      ]
      #v(1mm)
      #stack(spacing: 1mm, ..chart.rows.map(row => grid(
        columns: (24mm, 1fr, 28mm), column-gutter: 2mm, align: (right + horizon, left + horizon, right + horizon),
        text(7pt, row.label),
        stack(spacing: 0.4mm, ..row.shares.enumerate().map(((at, share)) => {
          let tone = if at == 0 { rgb("#1f5f8b") } else { rgb("#c9a24b") }
          // Below zero a bar is hollow.
          if share < 0 { rect(width: -share * 1%, height: 1.8mm, stroke: 0.4pt + tone) } else {
            rect(width: share * 1%, height: 1.8mm, stroke: none, fill: tone)
          }
        })),
        text(6.5pt, row.figures.join(linebreak())),
      )))
    ]
  }
}
"""


def pdf_of(report: Report) -> bytes:
    """The whole report; the same report gives the same bytes."""
    drawn = {
        "title": f"{report.title}",
        "site": report.setting.site,
        "span": f"{span_text(report)} ({report.setting.time_zone}), amounts in {report.setting.currency}",
        "about": report.about,
        "journal": f"journal {report.journal}, entries {report.after + 1} to {report.until}",
        "hash": f"hash after entry {report.hash_at}: {report.hash}",
        "code": f"journal code {report.code}",
        "sections": [_section(section, report.setting) for section in report.sections],
    }
    return typst.compile(
        PAGE.encode(), sys_inputs={"report": json.encode(drawn).decode()}, timestamp=max(report.until_ms, 0) // 1000
    )


def _section(section: Section, setting: Setting) -> dict[str, object]:
    kinds = [column.kind for column in section.columns]

    def words(row: tuple[object, ...]) -> list[str]:
        return [cell_text(value, kind, setting, grouped=True) for value, kind in zip(row, kinds, strict=True)]  # type: ignore[arg-type]

    return {
        "title": section.title,
        "titles": [column.title for column in section.columns],
        "kinds": kinds,
        "rows": [words(row) for row in section.rows],
        "totals": words(section.totals) if section.totals is not None and section.rows else [],
        "checks": section.checks,
        "charts": [_chart(chart, setting) for chart in section.charts],
        "note": section.note,
    }


def _chart(chart: Chart, setting: Setting) -> dict[str, object]:
    """Bars by label, each as a share of the largest; below zero where the figure is."""
    largest = max((abs(value or 0) for series in chart.series for value in series.values), default=0) or 1

    def shares(at: int) -> list[int]:
        return [_share(series.values[at] or 0, largest) for series in chart.series]

    def figures(at: int) -> list[str]:
        return [_figure(series, at, setting) for series in chart.series]

    rows = [{"label": label, "shares": shares(at), "figures": figures(at)} for at, label in enumerate(chart.labels)]
    return {"title": chart.title, "names": [series.title for series in chart.series], "rows": rows}


def _share(value: int, largest: int) -> int:
    size = 100 * abs(value) // largest
    return size if value >= 0 else -size


def _figure(series: Series, at: int, setting: Setting) -> str:
    return cell_text(series.values[at], series.kind, setting, grouped=True)
