"""Where journals can live, for the tests of what every store promises. A new store joins by adding its place here."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from openetg.journal import postgres, sqlite
from openetg.journal.store import Reader, Store
from tests.postgres import new_schema, shared_server


class Place(Protocol):
    """Somewhere one journal can live, and be opened as often as one likes."""

    def create(self, journal_id: str) -> Store: ...
    def open(self) -> Store: ...
    def read(self) -> Reader: ...


Kind = Callable[[Path], Place]
"""Makes a place, given the path of a folder that does not exist yet and may be made."""


class SqlitePlace:
    """A folder of volumes."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.path = folder / "journal"

    def create(self, journal_id: str) -> Store:
        return sqlite.create_journal(self.path, journal_id=journal_id)

    def open(self) -> Store:
        return sqlite.open_journal(self.path)

    def read(self) -> Reader:
        return sqlite.read_journal(self.path)


class PostgresPlace:
    """A schema of its own on a server that the tests share."""

    def __init__(self, folder: Path) -> None:
        del folder
        self.url = shared_server().url(schema=new_schema())

    def create(self, journal_id: str) -> Store:
        return postgres.create_journal(self.url, journal_id=journal_id)

    def open(self) -> Store:
        return postgres.open_journal(self.url)

    def read(self) -> Reader:
        return postgres.read_journal(self.url)


PLACES: list[Kind] = [SqlitePlace, PostgresPlace]
