"""Figures by hour for charts: every hour between the first and the last, in the site's own time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from openetg.money import ZERO, Money, cents_of
from openetg.reports.frame.report import Chart, Series, local

HOUR_MS = 3_600_000
HOURS_MAX = 72
"""Of a longer span the figures are told by day."""


def by_hour(
    kind: str, title: str, named: Mapping[str, Mapping[int, Money]], time_zone: str, *, keeps: bool = False
) -> tuple[Chart, ...]:
    """A chart of amounts by hour since 1970, or by day for a long span; none of nothing.

    Figures that are sums are nothing in an hour without any; those that `keeps` stand as they stood before.
    """
    hours = sorted({hour for values in named.values() for hour in values})
    if not hours:
        return ()
    per = 1 if hours[-1] - hours[0] < HOURS_MAX else 24
    steps = list(range(hours[0] // per, hours[-1] // per + 1))
    form = "%H:%M" if per == 1 and len(steps) <= 24 else "%m-%d %H:%M" if per == 1 else "%Y-%m-%d"
    labels = tuple(f"{local(step * per * HOUR_MS, time_zone):{form}}" for step in steps)
    series = tuple(Series(name, _values(values, steps, per, keeps=keeps)) for name, values in named.items())
    assert kind in {"bars", "line"}, kind
    return (Chart("bars" if kind == "bars" else "line", title, labels, series),)


def _values(values: Mapping[int, Money], steps: Iterable[int], per: int, *, keeps: bool) -> tuple[int | None, ...]:
    found: list[int | None] = []
    before: int | None = None
    for step in steps:
        inside = [values[hour] for hour in range(step * per, step * per + per) if hour in values]
        if keeps:
            before = cents_of(inside[-1]) if inside else before
            found.append(before)
        else:
            found.append(cents_of(sum(inside, start=ZERO)))
    return tuple(found)
