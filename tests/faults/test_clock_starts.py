"""A clock far from the last entry, at every way a floor begins: a service without a terminal, and a standby."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import uvloop
from click.testing import CliRunner
from msgspec.structs import replace

from openetg.cli.main import etg
from openetg.floor.commands import InsertNote
from openetg.journal import places
from openetg.journal.chain import Head
from openetg.money import cents
from openetg.server.checks import clock_check
from openetg.server.checks.clock_check import DAY_MS
from openetg.server.follower import standby
from openetg.server.plan.folder import FloorFolder
from tests.faults.test_follower import etg as run_etg
from tests.journal_writing import settings_of, start_and_stop

AHEAD, BEHIND = 400 * DAY_MS, -400 * DAY_MS


@pytest.fixture
def place(tmp_path: Path) -> FloorFolder:
    """A floor that has run once."""
    made = FloorFolder(tmp_path / "floor")
    start_and_stop(made, InsertNote("M1", cents(5_000)))
    return made


def head_of(place: FloorFolder) -> Head:
    with closing(places.open_to_read(place.journal)) as journal:
        return journal.head()


def clock_off(monkeypatch: pytest.MonkeyPatch, place: FloorFolder, off_ms: int) -> str:
    """Puts the wall clock so far from the last entry; the day it shows."""
    at_ms = head_of(place).at_ms + off_ms
    monkeypatch.setattr(clock_check, "wall_ms", lambda: at_ms)
    monkeypatch.setattr(standby, "wall_ms", lambda: at_ms)
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d}"


@pytest.mark.parametrize(("off_ms", "side"), [(AHEAD, "400 days after"), (BEHIND, "400 days before")])
def test_a_service_without_a_terminal_ends_clearly_and_has_claimed_nothing(
    place: FloorFolder, monkeypatch: pytest.MonkeyPatch, off_ms: int, side: str
) -> None:
    before = head_of(place)
    day = clock_off(monkeypatch, place, off_ms)
    ran = CliRunner().invoke(
        etg, ["floor", "run", "--folder", str(place.path), "--tables", "A,B", "--terminals", "2", "--no-pages",
              "--port", "0", "--no-follow"],
    )  # fmt: skip
    assert ran.exit_code == 3, ran.output
    assert f"self-check, clock: the wall clock says {day}" in ran.output
    assert side in ran.output
    assert f"--accept-clock {day} PERSON" in ran.output, "the way on"
    assert head_of(place) == before


@pytest.mark.parametrize("off_ms", [AHEAD, BEHIND])
def test_a_standby_takes_over_only_once_somebody_has_confirmed_the_clock(
    place: FloorFolder, monkeypatch: pytest.MonkeyPatch, off_ms: int
) -> None:
    before = head_of(place)
    day = clock_off(monkeypatch, place, off_ms)
    said: list[str] = []
    settings = replace(settings_of(place), pages=False, port=0)

    async def promote(*words: str) -> tuple[int, str]:
        code, told, _ = await run_etg("floor", "promote", "--folder", place.path, *words)
        return code, told

    async def evening() -> None:
        standing = asyncio.create_task(standby.stand_by(settings, said.append))
        while not standby.stands_by(place.path):
            await asyncio.sleep(0.01)
        code, told = await promote()
        assert (code, f"--accept-clock {day} PERSON" in told) == (1, True), told
        assert told.startswith("not promoted: self-check, clock: the wall clock says")
        code, told = await promote("--accept-clock", "2020-02-02", "P7")
        assert (code, "P7 says that it is 2020-02-02: put the clock right" in told) == (1, True), told
        assert head_of(place) == before, "neither claimed nor written"
        code, told = await promote("--accept-clock", day, "P7")
        assert (code, told.startswith("promoted: ")) == (0, True), told
        os.kill(os.getpid(), signal.SIGTERM)
        await standing

    uvloop.run(evening())
    with closing(places.open_to_read(place.journal)) as journal:
        told = [each.command for each in journal.entries(after_sequence=before.sequence)]
    assert any(b"StartWriter" in each and b"confirmed by P7" in each for each in told)
    assert any(b"ReportMachineFault" in each and b"confirmed by P7" in each for each in told), "staff are told, too"
