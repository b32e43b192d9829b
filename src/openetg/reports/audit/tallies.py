"""What each table has turned over, counted while a journal is folded, and its figures for people.

Turnover is that of `floor/rounds/turned_over.py`; paid is what rounds returned as they were first settled, and what
corrections moved later shows in the hold, which is the table's bank. It must never count an entry twice: a tally knows
the entry it ends with.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import DecodeError, Struct, json

from openetg.floor.core.ledger import bank_of
from openetg.floor.core.stored import Recorded
from openetg.floor.events import RoundSettled
from openetg.floor.rounds.turned_over import TURNS_OVER, TurnoverChange, TurnoverCount, paid_by
from openetg.floor.state import Floor
from openetg.journal.entry import Entry
from openetg.keys.files import write_whole
from openetg.money import ZERO, Money

KEPT = 3
"""How many are kept, as many as snapshots; a tally goes with the snapshot at its entry."""

_decode = json.Decoder(Recorded).decode


class TableTally(Struct):
    """What one table has turned over."""

    rounds: int = 0
    turnover: Money = ZERO
    paid: Money = ZERO


class Tally(Struct):
    """What every table has turned over, from one entry on to another."""

    since: int = 0
    """Counted from the entry after this one."""
    sequence: int = 0
    """Up to and with this one."""
    tables: dict[str, TableTally] = {}


class Tallying:
    """A tally that is counted along with a floor."""

    def __init__(self, tally: Tally, floor: Floor) -> None:
        """Goes on from the entry the tally ends with; the floor is folded beside it, always first."""
        self.tally = tally
        self._floor = floor
        self._turnover = TurnoverCount(floor)

    def count(self, entry: Entry) -> None:
        """Takes in the next entry, which the floor has taken in."""
        tally = self.tally
        assert entry.sequence == tally.sequence + 1, f"a tally at {tally.sequence} was given entry {entry.sequence}"
        tally.sequence = entry.sequence
        if not any(word in entry.verdict for word in TURNS_OVER):
            return
        for event in _decode(entry.verdict).events or ():
            changed = self._turnover.take(event)
            if changed is not None:
                self._settle(changed, event)

    def _settle(self, changed: TurnoverChange, event: Any) -> None:
        table = self.tally.tables.setdefault(changed.table, TableTally())
        table.turnover += changed.amount
        table.paid += paid_by(event)
        if isinstance(event, RoundSettled):
            table.rounds += 1
            self._turnover.keep_only(self._floor, changed.table)


def keep_tally(folder: Path, tally: Tally) -> None:
    """Writes a tally durably, and deletes all but the newest few."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / _name(tally.sequence), json.encode(tally) + b"\n", mode=0o644)
    for old in sorted(folder.glob("*.json"), reverse=True)[KEPT:]:
        old.unlink(missing_ok=True)


def kept_tally(folder: Path, sequence: int) -> Tally:
    """The tally that ends with this entry; a new one from there if none is kept or it cannot be read."""
    try:
        tally = json.decode((folder / _name(sequence)).read_bytes(), type=Tally)
    except (FileNotFoundError, DecodeError):
        return Tally(since=sequence, sequence=sequence)
    assert tally.sequence == sequence, "a tally is kept under the entry it ends with"
    return tally


def _name(sequence: int) -> str:
    return f"{sequence:016}.json"


class TableFigures(Struct, frozen=True):
    """One table in a report, money in cents."""

    table: str
    rulebook: str
    phase: str
    rounds: int
    """Settled, since the tally began."""
    turnover: Money
    paid: Money
    hold: Money
    """What the house has won, all time, corrections included."""
    terminals: int


def figures(floor: Floor, tally: Tally) -> list[TableFigures]:
    """Each table as it stands."""
    return [
        TableFigures(
            table=name,
            rulebook=floor.rulebooks[table.rulebook].about.id,
            phase=table.round.phase.value if table.round is not None else "",
            rounds=tallied.rounds,
            turnover=tallied.turnover,
            paid=tallied.paid,
            hold=floor.ledger.held(bank_of(name)),
            terminals=len(table.terminals),
        )
        for name, table in floor.tables.items()
        for tallied in (tally.tables.get(name, TableTally()),)
    ]
