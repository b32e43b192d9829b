"""A start with a clock far from the last entry asks a person first; who confirmed it goes on record."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from openetg.cli.main import etg
from openetg.floor.commands import InsertNote
from openetg.journal import places
from openetg.money import cents
from openetg.server.checks import clock_check
from openetg.server.checks.clock_check import DAY_MS, HOUR_MS, ClockConfirmed, ClockLimits, check_clock, days_at
from openetg.server.checks.selfcheck import CheckFailed
from openetg.server.plan.folder import FloorFolder
from tests.journal_writing import settings_of, start_and_stop

LAST_MS = 1_794_787_200_000
"""2026-11-16 00:00 UTC."""
LIMITS = ClockLimits()


def test_a_clock_near_the_last_entry_is_believed() -> None:
    assert check_clock(LAST_MS, LAST_MS, LIMITS, None).words == "not before the last entry"
    assert not check_clock(LAST_MS, LAST_MS + 3 * DAY_MS, LIMITS, None).is_fault


def test_one_that_was_put_back_a_little_is_told_and_goes_on_record() -> None:
    found = check_clock(LAST_MS, LAST_MS - 6_000, LIMITS, None)
    assert found.words == "the wall clock stands 6000 ms before the last entry: put back; time goes on from there"
    assert found.is_fault


@pytest.mark.parametrize("off_ms", [400 * DAY_MS, -400 * DAY_MS, 3 * DAY_MS + 1, -HOUR_MS - 1])
def test_one_far_from_it_is_refused_with_the_way_on(off_ms: int) -> None:
    with pytest.raises(
        CheckFailed, match=r"self-check, clock: the wall clock says .* the last entry of 2026-11-16"
    ) as no:
        check_clock(LAST_MS, LAST_MS + off_ms, LIMITS, None)
    assert "--accept-clock 20" in str(no.value)


def test_who_confirms_it_is_said() -> None:
    now_ms = LAST_MS + 400 * DAY_MS
    found = check_clock(LAST_MS, now_ms, LIMITS, ClockConfirmed("2027-12-21", "P7"))
    assert "400 days after the last entry" in found.words
    assert found.words.endswith("confirmed by P7, whose calendar says 2027-12-21")
    assert found.is_fault


def test_a_confirmation_of_another_day_is_none() -> None:
    """An option that was left in a service file does not confirm next year's clock."""
    with pytest.raises(CheckFailed, match="P7 says that it is 2026-11-16: put the clock right"):
        check_clock(LAST_MS, LAST_MS + 400 * DAY_MS, LIMITS, ClockConfirmed("2026-11-16", "P7"))


def test_calendars_anywhere_count() -> None:
    assert days_at(LAST_MS + 11 * HOUR_MS) == {"2026-11-15", "2026-11-16", "2026-11-17"}


def test_whoever_sits_there_is_asked_unless_somebody_has_said_so_before() -> None:
    asked: list[str] = []

    def ask(words: str) -> ClockConfirmed | None:
        asked.append(words)
        return ClockConfirmed("2026-12-16", "P7") if len(asked) > 1 else None

    now_ms = LAST_MS + 30 * DAY_MS
    with pytest.raises(CheckFailed):
        check_clock(LAST_MS, now_ms, LIMITS, None, ask)
    assert "confirmed by P7" in check_clock(LAST_MS, now_ms, LIMITS, None, ask).words
    assert "confirmed by P8" in check_clock(LAST_MS, now_ms, LIMITS, ClockConfirmed("2026-12-16", "P8"), ask).words
    assert len(asked) == 2


@pytest.mark.slow
def test_a_start_far_ahead_leaves_the_journal_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = FloorFolder(tmp_path / "floor")
    start_and_stop(place, InsertNote("M1", cents(5_000)))
    with closing(places.open_to_read(place.journal)) as journal:
        before = journal.head()
    ahead_ms = before.at_ms + 400 * DAY_MS
    monkeypatch.setattr(clock_check, "wall_ms", lambda: ahead_ms)
    with pytest.raises(CheckFailed, match="self-check, clock"):
        start_and_stop(place)
    with closing(places.open_to_read(place.journal)) as journal:
        assert journal.head() == before, "neither claimed nor written"
    (day, *_) = sorted(days_at(ahead_ms))
    confirmed = replace(settings_of(place), clock_confirmed=ClockConfirmed(day, "P7"))
    lines = start_and_stop(place, settings=confirmed)
    assert any(line.startswith("clock: ") and "confirmed by P7" in line for line in lines)
    with closing(places.open_to_read(place.journal)) as journal:
        told = [
            each.command
            for each in journal.entries(after_sequence=before.sequence)
            if b"confirmed by P7" in each.command
        ]
    assert any(b"StartWriter" in each for each in told)
    assert any(b"ReportMachineFault" in each for each in told), "staff are told, too"


def test_the_option_is_a_date_and_a_person(tmp_path: Path) -> None:
    ran = CliRunner().invoke(etg, ["floor", "run", "--folder", str(tmp_path), "--accept-clock", "tomorrow", "P7"])
    assert ran.exit_code == 2
    assert "expected a date such as 2026-11-16" in ran.output
