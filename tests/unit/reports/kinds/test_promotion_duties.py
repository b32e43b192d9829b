"""The report of promotions: how long before its start one was filed, and what is left to be done by its rulebook."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.reports.kinds import promotions
from tests.entrants import by_form, denied, drawn_on, form, prize, register
from tests.marks import clause
from tests.one_table import START_MS, Play
from tests.promotions import (
    AWARD_MS,
    HOUR_MS,
    NAME,
    OPERATOR,
    draft,
    file,
    filed,
    offered,
    publish,
    running,
    start,
)


def test_the_hours_before_the_start_are_those_of_the_terms_that_started() -> None:
    play = filed("ministar", by_form(starts_ms=START_MS + 100 * HOUR_MS))
    play.at_ms += 72 * HOUR_MS
    play.give_all(draft(by_form(starts_ms=1, title="Other")), file(play, "F-2"), publish())
    play.at_ms += 25 * HOUR_MS
    play.give_all(start())
    section = promotions._offers(play.floor, [offered(play)])
    row = dict(zip((column.name for column in section.columns), section.rows[0], strict=True))
    assert (row["hours"], row["reference"]) == (25, "F-2")
    assert all(check.holds for check in section.checks)
    offered(play).filings[-1] = replace(offered(play).filings[-1], at_ms=play.at_ms - HOUR_MS)
    assert not any(check.holds for check in promotions._offers(play.floor, [offered(play)]).checks)


def test_open_duties_are_those_of_the_rulebook() -> None:
    play = running("novo-unity", by_form(kind="reward-bonus", prizes=(prize("1", 50_000),)))
    play.give_all(register("E1"), form("E1"))
    play.at_ms = AWARD_MS
    play.give_all(ask.AwardBonus(*OPERATOR, NAME, "1", "E1"))
    assert duties(play) == ["prize 1 is to be paid"]


def duties(play: Play) -> list[str]:
    claims = list(promotions._untold(play.floor))
    return [str(row[1]) for row in promotions._duties(play.floor, [offered(play)], claims).rows]


@clause("ministar", "6.10")
@clause("interblock", "7.10")
@pytest.mark.parametrize("name", ["ministar", "interblock"])
def test_who_is_to_be_told_why_is_owed_until_it_is_done_whatever_became_of_the_promotion(name: str) -> None:
    play = drawn_on(name, {"E1": 1, "E2": 1})
    play.give_all(ask.PublishResults(*OPERATOR, NAME, "on the board"), denied(play))
    told = ["the claimant of C1 is to be told why"]
    assert duties(play) == told
    play.give_all(ask.CancelPromotion(*OPERATOR, NAME, "a doubt"))
    assert duties(play) == told
    play.give_all(ask.InformClaimant(*OPERATOR, "C1", "by letter"))
    assert duties(play) == []
