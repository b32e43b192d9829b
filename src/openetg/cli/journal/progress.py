"""How long runs over a journal show how far they are: on the error stream, and only to a person at a screen."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from openetg.journal.verify import Progress

T = TypeVar("T")


def shown(words: str, steps: Iterable[Progress]) -> None:
    """Runs the steps to their end with a bar."""
    for _ in _with_bar(words, steps):
        pass


def shown_until(words: str, steps: Iterable[Progress | T]) -> Progress | T:
    """Runs the steps to their end with a bar; the last one is what was found."""
    last: Progress | T | None = None
    for last in _with_bar(words, steps):  # noqa: B007 - the last one is the answer
        pass
    assert last is not None, "a run ends with what it found"
    return last


def _with_bar(words: str, steps: Iterable[Progress | T]) -> Iterator[Progress | T]:
    if not sys.stderr.isatty():
        yield from steps
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import and only for people
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None)
        for step in steps:
            if isinstance(step, Progress):
                bar.update(task, completed=step.sequence, total=step.of_sequence)
            yield step
