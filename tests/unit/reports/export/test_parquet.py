"""Parquet tables, read back with the programs people use: DuckDB and Polars, and held against the ledger."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from msgspec import json

from openetg.floor.events import AnyEvent
from openetg.floor.state import Floor
from openetg.journal.store import JournalProblem, Reader
from openetg.reports.export import parquet
from openetg.reports.export.export import ExportSpan, span_of
from openetg.reports.export.parquet import TABLES, write_parquet
from tests.unit.reports.journals import NAMES, golden_entries, golden_floor, golden_journal

pytestmark = pytest.mark.slow

HELD = """
    select account, sum(cents)::bigint as cents from (
        select destination as account, cents from '{0}/transfers.parquet'
        union all select source, -cents from '{0}/transfers.parquet'
    ) group by account
"""


def exported(journal: Reader, folder: Path, span: ExportSpan | None = None) -> Path:
    for _ in write_parquet(journal, span or span_of(journal, after=None, until=None), folder):
        pass
    journal.close()
    return folder


def rows(question: str) -> list[Any]:
    """What DuckDB answers."""
    with duckdb.connect() as connection:
        return connection.execute(question).fetchall()


@pytest.fixture(params=NAMES)
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Floor, str]:
    return (
        exported(golden_journal(request.param), tmp_path / "out"),
        golden_floor(request.param),
        request.param,
    )


def test_duckdb_comes_to_the_same_accounts_as_the_ledger(golden: tuple[Path, Floor, str]) -> None:
    folder, floor, _ = golden
    held = dict(rows(HELD.format(folder)))
    assert held == {account: cents for account, cents in floor.ledger.accounts.items()}  # noqa: C416 - money is cents


def test_polars_finds_every_entry_and_event(golden: tuple[Path, Floor, str]) -> None:
    folder, floor, name = golden
    entries, events = (pl.read_parquet(folder / f"{each}.parquet") for each in ("entries", "events"))
    assert entries["sequence"].to_list() == list(range(1, floor.sequence + 1))
    assert entries.schema["at_ms"] == pl.Datetime("ms", "UTC")
    stored = [json.decode(entry.verdict) for entry in golden_entries(name)]
    assert [json.decode(each) for each in events["event"]] == [each for one in stored for each in one.get("events", ())]
    assert entries["refused"].drop_nulls().len() == sum("refusal" in one for one in stored)
    assert all(isinstance(json.decode(each, type=AnyEvent), object) for each in events["event"])


def test_what_lay_on_the_layouts_is_what_went_into_play(golden: tuple[Path, Floor, str]) -> None:
    """Wagers of terminals, laid and taken back, sum to what moved between their meters and play in those events."""
    folder, floor, _ = golden
    laid = rows(f"""
        select sequence, sum(cents)::bigint from '{folder}/wagers.parquet' where terminal is not null
        and kind in ('WagerPlaced', 'WagersTakenBack', 'WagerMoved', 'WagersUndone', 'WagersReturned')
        group by sequence having sum(cents) <> 0 order by sequence
    """)
    moved = rows(f"""
        select sequence, sum(case when starts_with(destination, 'play/') then cents else -cents end)::bigint
        from '{folder}/transfers.parquet'
        where kind in ('WagerPlaced', 'WagersTakenBack', 'WagerMoved', 'WagersUndone', 'WagersReturned')
        group by sequence having sum(case when starts_with(destination, 'play/') then cents else -cents end) <> 0
        order by sequence
    """)
    assert laid == moved
    assert laid or not floor.terminals


def test_what_rounds_brought_is_what_was_moved_to_meters(golden: tuple[Path, Floor, str]) -> None:
    folder, floor, _ = golden
    returned = rows(f"""
        select sequence, sum(returned)::bigint from '{folder}/results.parquet' where kind = 'RoundSettled'
        group by sequence having sum(returned) > 0 order by sequence
    """)
    moved = rows(f"""
        select sequence, sum(cents)::bigint from '{folder}/transfers.parquet'
        where kind = 'RoundSettled' and starts_with(destination, 'meter/') group by sequence order by sequence
    """)
    assert returned == moved
    assert returned or not floor.terminals


def test_columns_are_typed_and_repeated_texts_are_kept_once(tmp_path: Path) -> None:
    folder = exported(golden_journal("spine"), tmp_path / "out")
    for name, columns in TABLES.items():
        file = pq.ParquetFile(folder / f"{name}.parquet")
        kinds = dict(zip(file.schema_arrow.names, map(str, file.schema_arrow.types), strict=True))
        wanted = {"text": "string", "json": "string", "whole": "int64", "time": "timestamp[ms, tz=UTC]"}
        assert kinds == {column: wanted[kind] for column, kind in columns.items()}
        group = file.metadata.row_group(0)
        for place, kind in enumerate(columns.values()):
            assert ("RLE_DICTIONARY" in group.column(place).encodings) == (kind == "text")


def test_long_journals_are_written_in_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "ROWS", 50)
    folder = exported(golden_journal("spine"), tmp_path / "out")
    file = pq.ParquetFile(folder / "entries.parquet")
    assert file.metadata.num_row_groups == -(-file.metadata.num_rows // 50) > 2
    assert max(file.metadata.row_group(at).num_rows for at in range(file.metadata.num_row_groups)) == 50


def test_a_span_without_entries_gives_empty_tables(tmp_path: Path) -> None:
    folder = exported(golden_journal("spine"), tmp_path / "out", ExportSpan(10, 10))
    for name in TABLES:
        assert pl.read_parquet(folder / f"{name}.parquet").height == 0


def test_without_pyarrow_it_is_said_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = golden_journal("spine")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(JournalProblem, match=r"openetg\[export\]"):
        next(write_parquet(journal, ExportSpan(0, 10), tmp_path / "out"))
    assert not (tmp_path / "out").exists()
    journal.close()
