"""The folder of a floor: where its journal, its keys and what is derived from the journal stand."""

from __future__ import annotations

import secrets
from enum import Enum
from pathlib import Path

from msgspec import Struct

from openetg.journal import places
from openetg.journal.authentic import Authentic
from openetg.journal.highwater import read_adopted
from openetg.journal.store import JournalProblem, Store
from openetg.keys.macs import read_mac_keys

OLDER_JOURNAL = "journal.sqlite3"
"""What the journal of a floor was called when it was one file."""


class FloorFolder(Struct, frozen=True):
    """Paths by name. Snapshots and tree can be made again from the journal; checkpoints are evidence."""

    path: Path
    store: str = ""
    """The address of the journal; empty means the folder's own."""
    keys_path: Path | None = None
    """Where the keys are; None means in the folder."""

    @property
    def journal(self) -> str:
        return self.store or str(self.path / "journal")

    @property
    def journal_shown(self) -> str:
        """The journal's address for people and for the record."""
        return places.shown(self.journal)

    @property
    def keys(self) -> Path:
        return self.keys_path or self.path / "keys"

    @property
    def snapshots(self) -> Path:
        return self.path / "snapshots"

    @property
    def tree(self) -> Path:
        return self.path / "tree"

    @property
    def checkpoints(self) -> Path:
        return self.path / "checkpoints"

    @property
    def tallies(self) -> Path:
        return self.path / "tallies"

    @property
    def documents(self) -> Path:
        """The instruments themselves, each under the hash of its bytes; the journal says which they are."""
        return self.path / "documents"

    @property
    def quarantine(self) -> Path:
        """Commands that broke the floor's own logic, for the person who mends it."""
        return self.path / "quarantine.jsonl"

    @property
    def first_code(self) -> Path:
        """The code for the first password, where there is no terminal to say it on; gone once it was used."""
        return self.path / "first-code"

    @property
    def alarm(self) -> Path:
        """What the follower found to differ; stays until a person removes it."""
        return self.path / "alarm"


def authentic_of(place: FloorFolder, journal_id: str) -> Authentic | None:
    """Tells this floor's own groups from others'; None where its keys have never authenticated any."""
    keys = read_mac_keys(place.keys)
    return None if keys is None else Authentic(journal_id, keys, read_adopted(place.keys, journal_id))


class JournalKind(Enum):
    """What is played for on the floor of a journal: what its name begins with, for as long as there is one."""

    REAL = "floor-"
    REHEARSAL = "rehearsal-"
    DEMONSTRATION = "demonstration-"


_SHOWN = {
    JournalKind.REAL: "a floor that plays for real money",
    JournalKind.REHEARSAL: "a rehearsal",
    JournalKind.DEMONSTRATION: "a demonstration",
}
_WAYS = {
    JournalKind.REAL: "have the floor that plays for real money stand elsewhere: --folder, or another store",
    JournalKind.REHEARSAL: "have the rehearsal stand elsewhere: --folder, or another store",
    JournalKind.DEMONSTRATION: "run it with its file: etg floor run FILE",
}


def open_store(folder: FloorFolder, kind: JournalKind = JournalKind.REAL) -> Store:
    """The journal of a floor, made if there is none. One in which nothing is real never becomes one in which it is."""
    try:
        folder.path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as fault:
        raise JournalProblem(f"{folder.path}: expected a folder for the floor: {fault.strerror}") from None
    if places.exists(folder.journal):
        store = places.open_to_write(folder.journal)
        found = journal_kind(store.journal_id)
        if found is not kind:
            store.close()
            words = f"expected the journal of {_SHOWN[kind]}, found that of {_SHOWN[found]}; {_WAYS[kind]}"
            raise JournalProblem(f"{folder.journal_shown}: {words}")
        return store
    _refuse_older_journal(folder)
    return places.create(folder.journal, journal_id=f"{kind.value}{secrets.token_hex(8)}")


def journal_kind(journal_id: str) -> JournalKind:
    """What is played for, by the name of a journal; a name of another form is that of a real one."""
    return next((kind for kind in JournalKind if journal_id.startswith(kind.value)), JournalKind.REAL)


def _refuse_older_journal(folder: FloorFolder) -> None:
    """A new journal beside one of an older version would be a floor that forgot its money."""
    old = folder.path / OLDER_JOURNAL
    if not folder.store and old.exists():
        raise JournalProblem(
            f"{old}: expected the journal of this floor in {folder.journal}, found one written by an older OpenETG."
            f" To go on with it, run: etg journal restore {old} {folder.journal}"
        )
