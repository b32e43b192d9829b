"""How answers are printed: JSON for programs, tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import click
from msgspec import json

FOLDED_MIN = 24
"""Columns of words are folded to this width before the table grows beyond the screen."""
PIPED_WIDTH = 200


def print_json(answer: object) -> None:
    """One line of JSON."""
    click.echo(json.encode(answer).decode())


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, note: str = "") -> None:
    """A table; a column whose name ends in `>` is set to the right, one ending in `!` is never folded."""
    from rich import box  # noqa: PLC0415 - slow to import and only for people
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    console = Console(highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    width = 0
    for position, column in enumerate(columns):
        name = column.rstrip(">!")
        widest = max(len(name), *(len(row[position]) for row in rows)) if rows else len(name)
        fixed = column != name
        width += (widest if fixed else min(widest, FOLDED_MIN)) + 3
        justify: Literal["left", "right"] = "right" if ">" in column else "left"
        table.add_column(name, justify=justify, no_wrap=fixed, min_width=widest if fixed else None, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    # Names and money are never cut: a terminal that is too narrow wraps the line itself.
    console.width = max(console.width, width, 0 if console.is_terminal else PIPED_WIDTH)
    console.print(Text(title, style="bold"))
    console.print(table)
    if note:
        console.print(Text(note))


def percent(part: Fraction) -> str:
    """A fraction as a percentage with four digits, rounded half up."""
    scaled = (part * 2_000_000 + 1).__floor__() // 2
    sign = "-" if scaled < 0 else ""
    return f"{sign}{abs(scaled) // 10_000}.{abs(scaled) % 10_000:04} %"
