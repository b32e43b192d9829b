"""A person decides a held round while the floor is stopped, through the journal's own front door.

Checks keys and checkpoints as a start does, claims the journal, reads it, has the floor decide the command like any
other, and appends the entry. Refuses while a floor runs on the folder: claiming would fence it. It must never begin a
journal or make a key where one is lost.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from openetg.floor.commands import EnterOutcome, Order, VoidRound
from openetg.floor.decide import decide
from openetg.floor.record import record
from openetg.floor.state import Phase
from openetg.floor.verdicts import Verdict
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.server.engine import Clock, read_floor
from openetg.server.folder import FloorFolder
from openetg.server.sealing import open_sealer
from openetg.server.selfcheck import check_keys, check_signed


class FloorRuns(Exception):
    """A floor runs on the folder."""


@contextmanager
def presence(folder: Path, *, alone: bool) -> Iterator[None]:
    """Marks the folder as used for as long as it lasts; `FloorRuns` if somebody who wants to be alone cannot be."""
    with (folder / "running").open("a") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FloorRuns(f"a floor runs on {folder}: stop it first") from None
        yield


def resolve(place: FloorFolder, command: EnterOutcome | VoidRound) -> Verdict:
    """What the floor answers to the person, on record; `CheckFailed` where a start would not be allowed either."""
    with presence(place.path, alone=True):
        check_keys(place)
        check_signed(place)
        return _resolved(place, command)


def _resolved(place: FloorFolder, command: EnterOutcome | VoidRound) -> Verdict:
    with closing(places.open_to_write(place.journal)) as store:
        lease = store.claim()
        floor = read_floor(store)
        at_ms = floor.at_ms = Clock(not_before_ms=floor.at_ms).now_ms()
        with closing(open_sealer(place.keys, floor, lambda: at_ms)) as sealer:
            sealed = sealer.sealed(command)
        order = Order(f"person/{command.person}", at_ms, 1, sealed)
        verdict = decide(floor, sealed, at_ms)
        said, body = record(floor, order, verdict)
        store.append(lease, [Entry(floor.sequence, at_ms, said, body)])
        return verdict


def held_round(place: FloorFolder, table: str) -> int | None:
    """The number of the round that is held at a table, if one is."""
    with presence(place.path, alone=True), closing(places.open_to_read(place.journal)) as journal:
        floor = read_floor(journal)
    round_ = floor.tables[table].round if table in floor.tables else None
    return round_.number if round_ is not None and round_.phase is Phase.HELD else None
