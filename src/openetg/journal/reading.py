"""Ways through a journal that is read: where what is here of it begins, and its groups up to an entry.

Reports, the follower and the command line walk by these. Nothing is checked here: what folds a floor walks with
`followed` (`reports/audit/second_opinion.py`), what asks whether a journal holds together with `verify`.
"""

from __future__ import annotations

from collections.abc import Iterator

from openetg.journal.chain import Group
from openetg.journal.store import Reader


def begin_of(journal: Reader) -> int:
    """The entry after which a journal can be read: zero, unless its first days were archived."""
    volumes = journal.volumes()
    return volumes[0].opening.sequence if volumes else 0


def next_group(journal: Reader, sequence: int) -> Group | None:
    """The first group that ends after this entry; None at the end of the journal."""
    return next(iter(journal.groups(after_sequence=sequence)), None)


def groups_until(journal: Reader, *, after: int, until: int) -> Iterator[Group]:
    """The groups with entries after one and up to another, in order; the first and the last may hold others too."""
    for group in journal.groups(after_sequence=after):
        if group.first > until:
            return
        yield group
