"""Reads a journal in PostgreSQL. No transaction stays open between two looks, however slow the consumer."""

from collections.abc import Iterator, Sequence
from typing import Any

from openetg.journal.chain import Group, Head
from openetg.journal.entry import Entry
from openetg.journal.postgres import tables
from openetg.journal.postgres.faults import explained
from openetg.journal.postgres.session import Row, StoreSession
from openetg.journal.store import JournalProblem, Volume, entries_in

READ_BYTES = 1 << 20  # how much `groups` holds in memory, give or take one group


class PostgresReader:
    """A journal opened for reading only. Any thread may use it, several at once."""

    def __init__(self, shown: str, session: StoreSession) -> None:
        self._shown = shown
        self._session = session
        with explained(shown):
            self.format, self._journal_id = _identity(shown, session)
        self._select_groups = tables.SELECT_GROUPS if self.format == tables.FORMAT else tables.SELECT_OLD_GROUPS

    @property
    def journal_id(self) -> str:
        return self._journal_id

    def head(self) -> Head:
        rows = self.fetch(tables.SELECT_HEAD)
        if len(rows) != 1:
            raise JournalProblem(f"{self._shown}: expected one head row, found none.")
        return Head(*_typed(self._shown, "head", rows[0], (int, int, int, bytes, bytes)))

    def groups(self, *, after_sequence: int) -> Iterator[Group]:
        page = self._page(after_sequence)
        if not page:
            self._refuse_archived(after_sequence)
        while page:
            if page[0].first > after_sequence + 1:
                self._refuse_archived(after_sequence)
            yield from page
            after_sequence = page[-1].last
            page = self._page(after_sequence)

    def entries(self, *, after_sequence: int) -> Iterator[Entry]:
        groups = self.groups(after_sequence=after_sequence)
        return entries_in(groups, after_sequence=after_sequence, journal=self._shown)

    def volumes(self) -> Sequence[Volume]:
        return [self._volume(row) for row in self.fetch(tables.SELECT_VOLUMES)]

    def opening_snapshot(self, number: int) -> bytes | None:
        rows = self.fetch(tables.SELECT_SNAPSHOT, number)
        if not rows:
            raise JournalProblem(f"{self._shown}: expected volume {number}, found no volume of this number.")
        (snapshot,) = rows[0]
        return None if snapshot is None else bytes(snapshot)

    def fetch(self, statement: str, *values: object) -> list[Row]:
        """The rows of a statement, faults explained."""
        with explained(self._shown):
            return self._session.fetch(statement, *values)

    @property
    def server_pid(self) -> int:
        return self._session.server_pid

    def close(self) -> None:
        self._session.close()

    def _page(self, after_sequence: int) -> list[Group]:
        rows = self.fetch(self._select_groups, after_sequence, READ_BYTES)
        return [Group(*_typed(self._shown, "groups", row, (int, int, int, int, bytes, bytes, bytes))) for row in rows]

    def _refuse_archived(self, after_sequence: int) -> None:
        """Entries that were put away must not seem never to have been; any other gap is for `verify` to judge."""
        for (opening,) in self.fetch(tables.SELECT_FIRST_OPENING):
            if after_sequence < opening:
                raise JournalProblem(
                    f"{self._shown}: expected entries from {after_sequence + 1} on,"
                    f" found that entries {after_sequence + 1} to {opening} are not here: they were archived."
                )

    def _volume(self, row: Row) -> Volume:
        kinds = (int, bytes, int, int, int, bytes, bytes, bool)
        number, day, *opening, closed = _typed(self._shown, "volumes", row, kinds)
        try:
            return Volume(number, day.decode(), Head(*opening), closed)
        except UnicodeDecodeError as problem:
            raise JournalProblem(f"{self._shown}: expected the day of volume {number}, found {day!r}.") from problem


def _typed(shown: str, table: str, row: Row, kinds: tuple[type, ...]) -> tuple[Any, ...]:
    """The values of a row, which a changed table could give other types."""
    values = tuple(row)
    if tuple(map(type, values)) != kinds:
        expected, found = (", ".join(kind.__name__ for kind in each) for each in (kinds, map(type, values)))
        raise JournalProblem(f"{shown}: expected {expected} in a row of {table}, found {found}.")
    return values


def _identity(shown: str, session: StoreSession) -> tuple[int, str]:
    """The format of the tables, and the name of the journal."""
    rows = session.fetch(tables.SELECT_IDENTITY)
    if len(rows) != 1:
        raise JournalProblem(f"{shown}: expected one row that names the journal, found {len(rows)}.")
    application, format_, journal_id = _typed(shown, "identity", rows[0], (str, int, bytes))
    if application != tables.APPLICATION:
        raise JournalProblem(f"{shown}: expected {tables.APPLICATION!r} in the table identity, found {application!r}.")
    if format_ not in {tables.FORMAT, tables.FORMAT_WITHOUT_MACS}:
        age = "a newer" if format_ > tables.FORMAT else "another"
        raise JournalProblem(
            f"{shown}: expected journal format {tables.FORMAT}, found format {format_}: written by {age} OpenETG."
        )
    try:
        name: str = journal_id.decode()
    except UnicodeDecodeError as problem:
        raise JournalProblem(f"{shown}: expected the name of the journal, found {journal_id!r}.") from problem
    return format_, name
