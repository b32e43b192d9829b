"""A person decides a held round while the floor is stopped, through the journal's own front door.

Checks keys, checkpoints and the clock as a start does, claims the journal, reads it, has the floor decide the command
like any other, and appends the entry. Refuses while a floor runs on the folder: claiming would fence it. It must never
begin a journal, make a key where one is lost, or write with a clock that a start would have refused.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TextIO

from openetg.floor.commands import EnterOutcome, Order, RevokeDisplayKey, VoidRound
from openetg.floor.core.verdicts import Verdict
from openetg.floor.pipeline import decide, record
from openetg.floor.state import Floor, Phase
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.highwater import mark_at, raise_mark
from openetg.reports.audit.recovery import recover
from openetg.server.checks.clock_check import ClockConfirmed, ClockFound, ClockLimits, check_start_clock, clock_faults
from openetg.server.checks.file_modes import check_modes
from openetg.server.checks.selfcheck import check_keys, check_mark, check_signed
from openetg.server.plan.folder import FloorFolder, authentic_of
from openetg.server.writer.engine import Clock, read_floor
from openetg.server.writer.sealing import open_sealer


class FloorRuns(Exception):
    """A floor runs on the folder."""


@contextmanager
def presence(folder: Path, *, alone: bool, journal: str = "") -> Iterator[None]:
    """Marks the folder as used while the context lasts; raises `FloorRuns` if `alone` is asked and another process uses
    it.

    A second floor may take over the journal of the first, but not run beside it on another one, such as its mirror:
    both would pay the same tickets.
    """
    with (folder / "running").open("a+", encoding="utf-8") as file:
        if _locked(file, fcntl.LOCK_EX | fcntl.LOCK_NB):
            file.truncate(0)
            print(_absolute(journal), file=file, flush=True)
        elif alone:
            raise FloorRuns(f"a floor runs on {folder}: stop it first")
        if not alone:
            _locked(file, fcntl.LOCK_SH)
            _refuse_other_journal(folder, file, journal)
        yield


def _locked(file: TextIO, how: int) -> bool:
    try:
        fcntl.flock(file, how)
    except BlockingIOError:
        return False
    return True


def _refuse_other_journal(folder: Path, file: TextIO, journal: str) -> None:
    file.seek(0)
    first, ours = file.readline().strip(), _absolute(journal)
    # The same journal on a server can be written in many ways.
    if first and first != ours and not all("://" in each for each in (first, ours)):
        raise FloorRuns(f"a floor runs on {folder} with the journal {first}, this one would with {ours}: stop it first")


def _absolute(journal: str) -> str:
    return places.shown(journal) if not journal or "://" in journal else str(Path(journal).resolve())


Told = EnterOutcome | VoidRound | RevokeDisplayKey
"""The commands that may be decided while the floor is stopped."""


def resolve(
    place: FloorFolder, command: Told, *, limits: ClockLimits | None = None, confirmed: ClockConfirmed | None = None
) -> Verdict:
    """Decides one command and puts it on record; the floor's answer. Raises `CheckFailed` where a start would."""
    with presence(place.path, alone=True):
        check_modes(place)
        check_keys(place)
        check_signed(place)
        check_mark(place)
        clock = check_start_clock(place, limits or ClockLimits(), confirmed)
        return _resolved(place, command, clock)


def _resolved(place: FloorFolder, command: Told, clock: ClockFound) -> Verdict:
    with closing(places.open_to_write(place.journal)) as store:
        lease = store.claim()
        authentic = authentic_of(place, store.journal_id)
        assert authentic is not None, "the mark was checked, and with it that there is a key"
        floor = recover(store, authentic=authentic).floor
        store.authenticate(authentic.mac_of)
        at_ms = floor.at_ms = Clock(not_before_ms=floor.at_ms).now_ms()
        with closing(open_sealer(place.keys, floor, lambda: at_ms)) as sealer:
            sealed = sealer.sealed(command)
        sender = f"person/{command.by if isinstance(command, RevokeDisplayKey) else command.person}"
        entries: list[Entry] = []
        for number, fault in enumerate(clock_faults(clock), start=2):
            _recorded(floor, Order(sender, at_ms, number, fault), at_ms, entries)
        verdict = _recorded(floor, Order(sender, at_ms, 1, sealed), at_ms, entries)
        lease = store.append(lease, entries)
        raise_mark(place.keys, mark_at(store.journal_id, lease.head))
        return verdict


def _recorded(floor: Floor, order: Order, at_ms: int, entries: list[Entry]) -> Verdict:
    verdict = decide(floor, order.command, at_ms)
    said, body = record(floor, order, verdict)
    entries.append(Entry(floor.sequence, at_ms, said, body))
    return verdict


def display_keys(place: FloorFolder) -> dict[str, int]:
    """How often the display key of each place was revoked, as far as is on record now; the floor may run."""
    if not places.exists(place.journal):
        return {}
    with closing(places.open_to_read(place.journal)) as journal:
        return read_floor(journal).premises.display_keys


def held_round(place: FloorFolder, table: str) -> int | None:
    """The number of the round that is held at a table, None if none is."""
    with presence(place.path, alone=True), closing(places.open_to_read(place.journal)) as journal:
        floor = read_floor(journal)
    round_ = floor.tables[table].round if table in floor.tables else None
    return round_.number if round_ is not None and round_.phase is Phase.HELD else None
