"""What the commands that read a journal have in common: opening it, opening sealed texts, showing how far they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import DecodeError

from openetg.cli.arguments import BadQuestionError
from openetg.cli.journal.opening import opened
from openetg.floor.core.snapshot import SnapshotProblem
from openetg.journal import places
from openetg.journal.store import JournalProblem, Reader
from openetg.reports.recall.telling import Opener
from openetg.reports.recall.telling import opened as stays_sealed

F = TypeVar("F", bound=Callable[..., Any])
PROGRESS_EVERY = 2_000


def keys_option(function: F) -> F:
    """The option --keys."""
    return click.option(
        "--keys",
        type=click.Path(path_type=Path, file_okay=False, exists=True),
        help="A folder with the floor's keys: sealed texts are shown as they were said.",
    )(function)


@contextmanager
def reading(address: str) -> Iterator[Reader]:
    """A journal to read; what is wrong with it is said in words, with exit code 2."""
    with closing(opened(address)) as reader:
        try:
            yield reader
        except (JournalProblem, SnapshotProblem) as problem:
            raise BadQuestionError(str(problem)) from None
        except DecodeError as wrong:
            raise BadQuestionError(
                f"{places.shown(address)}: an entry cannot be read by this build ({wrong})."
            ) from None


@contextmanager
def opener(keys: Path | None) -> Iterator[Opener]:
    """How sealed texts are shown: opened for a user who has the keys, sealed for all others."""
    if keys is None:
        yield stays_sealed
        return
    from openetg.cli.keys.keyring import opened as ring_in  # noqa: PLC0415 - only who has keys pays for it
    from openetg.keys.sealing import Shut, is_sealed, open_sealed  # noqa: PLC0415

    with ring_in(keys) as ring:

        def said(text: str) -> str:
            if not is_sealed(text):
                return stays_sealed(text)
            found = open_sealed(ring, text)
            return f"({found.value})" if isinstance(found, Shut) else found.text

        yield said


@contextmanager
def counting(words: str, until: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream for a person at a screen; gives what is called with each entry."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import and only for people
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=until)

        def come_to(sequence: int) -> None:
            if sequence % PROGRESS_EVERY == 0:
                bar.update(task, completed=sequence)

        yield come_to
