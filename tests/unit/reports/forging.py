"""Journals that were told by an honest floor, with one thing in them changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import json

from openetg.floor.core.stored import Recorded
from openetg.journal.entry import Entry
from openetg.reports.fairness.fairness import check_draws


def wrong(entries: list[Entry]) -> list[str]:
    return [each.words for each in check_draws(entries) if each.state == "wrong"]


def changed(entries: list[Entry], kind: type, change: Callable[[Any], Any], *, nth: int = 0) -> list[Entry]:
    """The entries with one event of a kind otherwise; nothing in its place takes it out."""
    out, seen = [], 0
    for entry in entries:
        recorded = json.decode(entry.verdict, type=Recorded)
        events: list[Any] = []
        given: tuple[Any, ...] = recorded.events or ()
        for event in given:
            if type(event) is kind:
                made = change(event) if seen == nth else event
                seen += 1
                events += [] if made is None else [made]
            else:
                events.append(event)
        verdict = json.encode(Recorded(events=tuple(events))) if recorded.events is not None else entry.verdict
        out.append(Entry(entry.sequence, entry.at_ms, entry.command, verdict))
    assert seen > nth, "something was changed"
    return out
