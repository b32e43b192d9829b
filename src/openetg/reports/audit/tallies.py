"""What each table has turned over, counted while a journal is folded, and its figures for people.

Wagers and returns are those of terminals as rounds were first settled; what corrections moved later shows in the hold,
which is the table's bank. It must never count an entry twice: a tally knows the entry it ends with.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import DecodeError, Struct, json

from openetg.floor.core.ledger import bank_of
from openetg.floor.core.stored import Recorded
from openetg.floor.events import RoundSettled
from openetg.floor.state import Floor
from openetg.journal.entry import Entry
from openetg.keys.files import write_whole
from openetg.money import ZERO, Money, total

KEPT = 3
"""How many are kept, as many as snapshots; a tally goes with the snapshot at its entry."""
SETTLES = b'"RoundSettled"'

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

    def count(self, entry: Entry) -> None:
        """Takes in the next entry."""
        assert entry.sequence == self.sequence + 1, f"a tally at {self.sequence} was given entry {entry.sequence}"
        self.sequence = entry.sequence
        if SETTLES not in entry.verdict:
            return
        for event in _decode(entry.verdict).events or ():
            if isinstance(event, RoundSettled):
                self._settle(event)

    def _settle(self, event: RoundSettled) -> None:
        table = self.tables.setdefault(event.table, TableTally())
        table.rounds += 1
        table.turnover += total(result.staked for result in event.results)
        table.paid += total(result.returned for result in event.results)


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
