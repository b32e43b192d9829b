"""Terms that two people write at once, titles no screen could show, and forms that the terms do not take."""

from __future__ import annotations

import pytest
from msgspec import json
from msgspec.structs import replace

from openetg.floor.core.refusals import Reason
from openetg.floor.promotions.commands import Terms
from openetg.floor.promotions.terms import digest_of
from openetg.floor.promotions.views import public_promotion
from openetg.money import cents
from tests.entrants import commit, form, register
from tests.promotions import NAME, amend, approve, draft, drafted, file, offered, publish, running, whole_terms
from tests.sites import refused

TERMS = whole_terms(title="Autumn draw")
LATER = whole_terms(title="Winter draw")


def test_a_draft_that_was_written_from_an_older_version_does_not_undo_the_newer() -> None:
    floor = drafted("ministar")
    floor.give_all(replace(draft(TERMS), from_version=1))
    refused(floor.give(replace(draft(LATER), from_version=1)), Reason.OTHER_VERSION, "6.1", version=2)
    assert offered(floor).versions[-1].terms == TERMS
    floor.give_all(replace(draft(LATER), from_version=2))
    # Who does not say from which is not asked.
    floor.give_all(draft(TERMS))
    assert offered(floor).versions[-1].number == 4


def test_the_first_draft_has_nothing_to_be_written_from() -> None:
    floor = drafted("ministar")
    refused(floor.give(replace(draft(TERMS, "other"), from_version=1)), Reason.OTHER_VERSION, "6.1", version=0)


def test_of_drafts_that_went_to_nobody_the_floor_keeps_the_terms_of_the_last() -> None:
    floor = drafted("ministar", whole_terms(manner="x" * 50_000))
    once = len(json.encode(floor.floor.promotions))
    saved = [whole_terms(manner=f"{number:05}" * 10_000) for number in range(50)]
    floor.give_all(*map(draft, saved))
    assert len(json.encode(floor.floor.promotions)) < once + 20_000
    assert [each.number for each in offered(floor).versions] == [*range(1, 52)]
    assert [each.digest for each in offered(floor).versions][1:] == [digest_of(each) for each in saved]
    floor.restart()
    # What was filed or could be read stays, whatever is drafted after it.
    floor.give_all(file(floor), draft(TERMS), file(floor, "F-2"), publish(), draft(LATER), draft(TERMS))
    kept = {each.number: each.terms for each in offered(floor).versions if each.terms != Terms()}
    assert kept == {51: saved[-1], 52: TERMS, 54: TERMS}
    public = public_promotion(floor.floor, NAME, 52)
    assert public is not None
    assert public.terms == TERMS


@pytest.mark.parametrize(("name", "cited"), [("ministar", "6.9.1"), ("interblock", "7.9.1"), ("novo-unity", "6.6")])
def test_the_same_is_so_of_terms_in_force(name: str, cited: str) -> None:
    floor = running(name)
    if name != "novo-unity":
        floor.give_all(approve(TERMS), approve(LATER, "A-2"))
    floor.give_all(replace(amend(floor, TERMS), from_version=1))
    refused(floor.give(replace(amend(floor, LATER, "A-2"), from_version=1)), Reason.OTHER_VERSION, cited, version=2)
    assert offered(floor).terms == TERMS
    floor.give_all(replace(amend(floor, LATER, "A-2"), from_version=2))
    assert offered(floor).terms == LATER


def test_a_title_is_no_longer_than_a_screen_can_show() -> None:
    floor = drafted("ministar")
    refused(floor.give(draft(whole_terms(title="S" * 81))), Reason.TOO_LONG, "6.1", characters=80)
    floor.give_all(draft(whole_terms(title="S" * 80)))


def test_a_form_is_not_taken_where_the_terms_earn_by_play_whatever_was_wagered() -> None:
    floor = running("ministar", whole_terms(earns="round", qualifying_wager=cents(500)))
    floor.give_all(commit(), register("E1"))
    refused(floor.give(form("E1")), Reason.NOT_OFFERED, "6.7.1")
