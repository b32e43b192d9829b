"""A journal as Parquet tables for DuckDB, Polars, pandas and the like: entries, events, transfers, wagers, results.

Figures are whole cents, times are instants in UTC, and every event stands there whole as JSON beside its columns. Read
as text, whichever build wrote it. Written in row groups, so that a year of a floor fits through a small machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import DecodeError, Raw, Struct, json

from openetg.journal.chain import Group, leaf_hash
from openetg.journal.entry import Entry
from openetg.journal.store import JournalProblem, Reader
from openetg.journal.verify import Progress
from openetg.reports.export.export import ExportSpan, entries_in_span, whole_folder

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

ROWS = 20_000
"""How many rows make a row group."""
MISSING = "Parquet needs pyarrow, which is not installed: pip install 'openetg[export]'."

TEXT, WHOLE, YES, TIME, JSON = "text", "whole", "yes", "time", "json"
TABLES: dict[str, dict[str, str]] = {
    "entries": {
        "sequence": WHOLE,
        "at_ms": TIME,
        "sender": TEXT,
        "boot": WHOLE,
        "number": WHOLE,
        "kind": TEXT,
        "refused": TEXT,
        "clause": TEXT,
        "epoch": WHOLE,
        "group_hash": TEXT,
        "leaf_hash": JSON,
        "command": JSON,
        "verdict": JSON,
    },
    "events": {
        "sequence": WHOLE,
        "place": WHOLE,
        "at_ms": TIME,
        "kind": TEXT,
        "table": TEXT,
        "terminal": TEXT,
        "player": TEXT,
        "round": WHOLE,
        "person": TEXT,
        "clause": TEXT,
        "cents": WHOLE,
        "event": JSON,
    },
    "transfers": {
        "sequence": WHOLE,
        "at_ms": TIME,
        "source": TEXT,
        "destination": TEXT,
        "cents": WHOLE,
        "kind": TEXT,
        "clause": TEXT,
    },
    "wagers": {
        "sequence": WHOLE,
        "at_ms": TIME,
        "kind": TEXT,
        "table": TEXT,
        "round": WHOLE,
        "terminal": TEXT,
        "player": TEXT,
        "spot": TEXT,
        "cents": WHOLE,
    },
    "results": {
        "sequence": WHOLE,
        "at_ms": TIME,
        "kind": TEXT,
        "table": TEXT,
        "round": WHOLE,
        "terminal": TEXT,
        "player": TEXT,
        "wagered": WHOLE,
        "won": WHOLE,
        "returned": WHOLE,
        "outcome": TEXT,
    },
}
"""Per table, its columns. A cent column holds cents; an empty place means that the event says nothing of it."""
LAID = {
    "WagerPlaced": (("spots", 1),),
    "WagersTakenBack": (("spots", -1),),
    "WagerMoved": (("taken", -1), ("placed", 1)),
    "WagersUndone": (("taken", -1), ("placed", 1)),
    "WagersReturned": (("spots", -1),),
    "WagersVoided": (("spots", -1),),
    "WagerRuled": (("spots", 1),),
    "ClothWagerPlaced": (("spots", 1),),
    "ClothWagersReturned": (("spots", -1),),
}
"""Per event, which of its fields say what came to lie on spots, and what was taken off them."""


class _Result(Struct, array_like=True):
    """What a round brought a terminal or player; fields behind these have no column."""

    who: str
    wagered: int
    won: int
    returned: int


class _Event(Struct):
    """As much of an event as there are columns for; every field may be missing."""

    type: str
    table: str | None = None
    terminal: str | None = None
    player: str | None = None
    round: int | None = None
    person: str | None = None
    clause: str | None = None
    amount: int | None = None
    outcome: str | None = None
    transfers: list[tuple[str, str, int]] = []
    spots: dict[str, int] = {}
    taken: dict[str, int] = {}
    placed: dict[str, int] = {}
    wager: str = ""
    to: str = ""
    allow: bool = False
    results: list[_Result] = []
    result: _Result | None = None


class _Refusal(Struct):
    reason: str
    clause: str | None = None


class _Verdict(Struct):
    events: list[Raw] = []
    refusal: _Refusal | None = None


class _Kind(Struct):
    type: str


class _Order(Struct):
    sender: str
    boot: int
    number: int
    command: _Kind


_order = json.Decoder(_Order).decode
_verdict = json.Decoder(_Verdict).decode
_event = json.Decoder(_Event).decode


def write_parquet(journal: Reader, span: ExportSpan, path: Path) -> Iterator[Progress]:
    """Writes the tables of a span into a folder, one file each."""
    arrow = _arrow()
    with whole_folder(path) as folder:
        tables = {name: _Table(arrow, folder / f"{name}.parquet", columns) for name, columns in TABLES.items()}
        try:
            for group, entries, stored in entries_in_span(journal, span):
                for entry, body in zip(entries, stored, strict=True):
                    _take_in(tables, group, entry, body)
                yield Progress(group.last, span.until)
        finally:
            for table in tables.values():
                table.close()


def _arrow() -> Any:
    try:
        import pyarrow.parquet  # type: ignore[import-untyped]  # noqa: PLC0415 - an extra that only this export needs
    except ImportError:
        raise JournalProblem(MISSING) from None
    return pyarrow


class _Table:
    """One file being written, a row group at a time."""

    def __init__(self, arrow: Any, path: Path, columns: dict[str, str]) -> None:
        kinds = {
            TEXT: arrow.string(),
            JSON: arrow.string(),
            WHOLE: arrow.int64(),
            YES: arrow.bool_(),
            TIME: arrow.timestamp("ms", "UTC"),
        }
        self.arrow = arrow
        self.schema: pa.Schema = arrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
        repeated = [name for name, kind in columns.items() if kind == TEXT]
        self.writer = arrow.parquet.ParquetWriter(path, self.schema, compression="zstd", use_dictionary=repeated)
        self.rows: list[tuple[Any, ...]] = []

    def add(self, *row: Any) -> None:
        """One row, in the order of the columns."""
        self.rows.append(row)
        if len(self.rows) >= ROWS:
            self.flush()

    def flush(self) -> None:
        """Writes what has gathered as a row group."""
        if self.rows:
            columns = zip(*self.rows, strict=True)
            arrays = [self.arrow.array(column, field.type) for column, field in zip(columns, self.schema, strict=True)]
            self.writer.write_table(self.arrow.Table.from_arrays(arrays, schema=self.schema))
            self.rows.clear()

    def close(self) -> None:
        """The last row group, and the end of the file."""
        self.flush()
        self.writer.close()


def _take_in(tables: dict[str, _Table], group: Group, entry: Entry, stored: bytes) -> None:
    try:
        order, verdict = _order(entry.command), _verdict(entry.verdict)
        events = [(_event(raw), raw) for raw in verdict.events]
    except DecodeError as wrong:
        raise JournalProblem(f"entry {entry.sequence} cannot be read by this build: {wrong}.") from None
    refusal, at = verdict.refusal, (entry.sequence, entry.at_ms)
    tables["entries"].add(
        *at, order.sender, order.boot, order.number, order.command.type,
        refusal.reason if refusal else None, refusal.clause if refusal else None,
        group.epoch, group.hash.hex(), leaf_hash(stored).hex(), entry.command.decode(), entry.verdict.decode(),
    )  # fmt: skip
    for place, (event, raw) in enumerate(events):
        tables["events"].add(
            entry.sequence, place, entry.at_ms, event.type, event.table, event.terminal, event.player, event.round,
            event.person, event.clause, event.amount, bytes(raw).decode(),
        )  # fmt: skip
        for source, destination, cents in event.transfers:
            tables["transfers"].add(*at, source, destination, cents, event.type, event.clause)
        for spot, cents in _laid(event):
            tables["wagers"].add(
                *at, event.type, event.table, event.round, event.terminal, event.player, spot, cents
            )  # fmt: skip
        for row in _results(event):
            tables["results"].add(*at, event.type, event.table, event.round, *row, event.outcome)


def _laid(event: _Event) -> Iterator[tuple[str, int]]:
    """What came to lie on spots, and below zero what was taken off them."""
    if event.type == "ClothWagerTaken":
        yield event.wager, -(event.amount or 0)
    elif event.type == "ClothWagerMoved":
        yield event.wager, -(event.amount or 0)
        yield event.to, event.amount or 0
    for name, sign in LAID.get(event.type, ()):
        let_out = event.type == "WagerRuled" and not event.allow
        for spot, cents in getattr(event, name).items():
            yield spot, -cents if let_out else sign * cents


def _results(event: _Event) -> Iterator[tuple[str | None, str | None, int, int, int]]:
    """Terminal or player, what was wagered, won and returned."""
    cloth = event.type.startswith("Cloth") or event.type == "SpotPaid"
    for each in (*event.results, *([event.result] if event.result else [])):
        who = (None, each.who) if cloth else (each.who, None)
        yield *who, each.wagered, each.won, each.returned
