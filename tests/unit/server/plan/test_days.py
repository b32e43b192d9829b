"""Gaming days by the clock of the floor: they rise, none comes twice, and clocks put forward or back change nothing."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.server.plan.days import CalendarProblem, GamingDays

HOUR_MS = 3_600_000
ZONES = ["UTC", "Australia/Sydney", "Australia/Adelaide", "Europe/Berlin", "America/New_York", "Pacific/Apia",
         "Australia/Lord_Howe", "America/St_Johns"]  # fmt: skip


def ms(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def test_a_day_begins_at_its_hour_and_not_at_midnight() -> None:
    days = GamingDays()
    assert days.day_of(ms("2026-11-15T05:59:59")) == "2026-11-14"
    assert days.day_of(ms("2026-11-15T06:00:00")) == "2026-11-15"
    assert days.day_of(ms("2026-11-16T00:30:00")) == "2026-11-15"
    assert days.day_of(ms("2026-11-16T06:00:00") - 1) == "2026-11-15"
    assert days.day_of(ms("2026-11-16T06:00:00")) == "2026-11-16"


def test_the_clock_is_that_of_the_zone() -> None:
    days = GamingDays("Australia/Sydney", "06:00")
    assert days.day_of(ms("2026-11-14T18:59:59")) == "2026-11-14"
    assert days.day_of(ms("2026-11-14T19:00:00")) == "2026-11-15"


def test_a_day_with_clocks_put_forward_is_an_hour_shorter_and_back_an_hour_longer() -> None:
    days = GamingDays("Australia/Sydney", "06:00")
    lengths = {day: days.begins_ms(date(2026, *day).replace(day=day[1] + 1)) - days.begins_ms(date(2026, *day))
               for day in ((4, 3), (4, 4), (4, 5), (10, 2), (10, 3), (10, 4))}  # fmt: skip
    assert [hours // HOUR_MS for hours in lengths.values()] == [24, 25, 24, 24, 23, 24]


@pytest.mark.parametrize(("starts", "moment", "day"), [
    ("02:30", "2026-10-03T16:29:59", "2026-10-03"),  # clocks jump from 02:00 to 03:00: 02:30 is never shown
    ("02:30", "2026-10-03T16:30:00", "2026-10-04"),
    ("02:30", "2026-04-04T15:29:59", "2026-04-04"),  # clocks go back from 03:00 to 02:00: 02:30 is shown twice
    ("02:30", "2026-04-04T15:30:00", "2026-04-05"),
    ("02:30", "2026-04-04T16:29:00", "2026-04-05"),  # the second 02:29 does not bring the day before back
])  # fmt: skip
def test_a_beginning_that_clocks_never_or_twice_show_comes_once(starts: str, moment: str, day: str) -> None:
    assert GamingDays("Australia/Sydney", starts).day_of(ms(moment)) == day


def test_a_zone_that_left_out_a_day_leaves_it_out() -> None:
    """Samoa went from 29 to 31 December 2011."""
    days = GamingDays("Pacific/Apia", "06:00")
    noon = ms("2011-12-28T22:00:00")
    assert [days.day_of(noon + hours * HOUR_MS) for hours in (0, 24, 48)] == ["2011-12-28", "2011-12-29", "2011-12-31"]


YEARS = st.integers(ms("2000-01-01T00:00:00"), ms("2037-12-31T00:00:00"))


@given(st.sampled_from(ZONES), st.times(), st.lists(YEARS, min_size=2, max_size=6), st.integers(0, 50 * HOUR_MS))
def test_days_never_go_back(zone: str, starts: object, moments: list[int], later: int) -> None:
    days = GamingDays(zone, str(starts))
    moments = sorted([*moments, moments[0] + later])
    found = [days.day_of(each) for each in moments]
    assert found == sorted(found)
    assert [GamingDays(zone, str(starts)).day_of(each) for each in moments] == found, "what was asked before counts"
    for moment, day in zip(moments, found, strict=True):
        assert days.begins_ms(date.fromisoformat(day)) <= moment
        shown = datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(zone)).date()
        assert 0 <= (shown - date.fromisoformat(day)).days <= 2


@pytest.mark.parametrize(
    ("zone", "starts", "words"),
    [
        ("Atlantis/Capital", "06:00", 'expected a time zone such as Australia/Sydney, found "Atlantis/Capital"'),
        ("../etc/passwd", "06:00", "expected a time zone"),
        ("UTC", "25:00", 'expected a time of day such as 06:00, found "25:00"'),
        ("UTC", "06:00+02:00", "in no zone of its own"),
    ],
)
def test_what_is_no_zone_or_time_is_said(zone: str, starts: str, words: str) -> None:
    with pytest.raises(CalendarProblem) as problem:
        GamingDays(zone, starts)
    assert words in str(problem.value)
