"""A claim to a promotion's prize that was denied: what is kept of it, and what becomes of the prize."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.core.refusals import Reason
from openetg.floor.events import ClaimDenied
from openetg.money import cents
from tests.entrants import by_form, drawn_on, pay, prize, won
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.promotions import NAME, OPERATOR, OTHER, offered
from tests.sites import refused

TOLD = {"ministar": "6.10", "interblock": "7.10"}
DETAILS = {"ministar": "6.7.11", "interblock": "7.7.11"}
ENTRIES = {"E1": 1, "E2": 1}


def deny(play: Play, value: int = 50_000, *, entrant: str | None = None, claim: str = "C1") -> ask.RecordDeniedClaim:
    """The claim of the winner, or of somebody else, with everything on record."""
    who = won(play).entrant if entrant is None else entrant
    why, name, address = "under age", "Ann Example", "1 Harbour Street"
    return ask.RecordDeniedClaim(
        *OPERATOR, claim, TABLE, "1", cents(value), why, name, address, promotion=NAME, entrant=who
    )


@clause("ministar", "6.10", "6.10.1")
@clause("interblock", "7.10", "7.10.1")
@pytest.mark.parametrize(("name", "told"), list(TOLD.items()))
def test_a_prize_that_is_denied_to_its_winner_is_kept_in_full_and_drawn_again_or_closed(name: str, told: str) -> None:
    play = drawn_on(name, ENTRIES)
    first = won(play).entrant
    refused(play.give(replace(deny(play), why=" ")), Reason.NO_REASON_GIVEN, told)
    refused(play.give(replace(deny(play), address="")), Reason.NOT_IN_FULL, f"{told}.1")
    play.give_all(deny(play))
    assert play.event(ClaimDenied).winner
    claim = play.floor.people.claims["C1"]
    assert (claim.promotion, claim.entrant, claim.kept_by, claim.informed) == (NAME, first, f"{told}.1", None)
    assert won(play).denied == "C1"
    refused(play.give(pay(play, cash=50_000)), Reason.PRIZE_DENIED, DETAILS[name].replace(".11", ".8"), claim="C1")
    refused(play.give(deny(play, claim="C2")), Reason.PRIZE_DENIED, DETAILS[name])
    again = ask.DrawAgain(*OPERATOR, NAME, "1", "the first was denied")
    refused(play.give(again), Reason.SAME_PERSON, DETAILS[name].replace(".11", ".8"), person=OPERATOR[1])
    play.give_all(replace(again, person=OTHER[1]))
    assert (won(play).denied, won(play).passed_over) == ("", [first])
    play.give_all(pay(play, cash=50_000))
    refused(play.give(deny(play, claim="C2")), Reason.ALREADY_PAID, DETAILS[name])


def test_a_denied_prize_does_not_keep_a_promotion_from_closing_and_its_money_goes_back() -> None:
    play = drawn_on("ministar", ENTRIES)
    play.give_all(deny(play), ask.PublishResults(*OPERATOR, NAME, "on the board"))
    close = ask.ClosePromotion(*OPERATOR, NAME)
    refused(play.give(close), Reason.NOT_TOLD, "6.10", claims="C1")
    play.give_all(ask.InformClaimant(*OPERATOR, "C1", "by letter"), close)
    assert not any(
        play.floor.ledger.held(f"{kind}/{NAME}{rest}") for kind, rest in (("prize", "/1"), ("promoting", ""))
    )


def test_who_has_not_won_is_denied_and_the_winner_keeps_the_prize() -> None:
    play = drawn_on("ministar", ENTRIES)
    other = next(each for each in ENTRIES if each != won(play).entrant)
    play.give_all(deny(play, entrant=other), deny(play, entrant="", claim="C2"))
    assert (won(play).denied, len(play.floor.people.claims)) == ("", 2)
    play.give_all(pay(play, cash=50_000))


@clause("ministar", "6.10.1")
@clause("interblock", "7.10.1")
@pytest.mark.parametrize(("name", "told"), list(TOLD.items()))
def test_what_has_to_be_kept_goes_by_the_value_in_the_terms_and_not_by_what_is_said(name: str, told: str) -> None:
    play = drawn_on(name, ENTRIES)
    refused(play.give(deny(play, 9_000)), Reason.NOT_THE_PRIZE, DETAILS[name], value="500.00")
    refused(play.give(replace(deny(play, 9_000), address="")), Reason.NOT_IN_FULL, f"{told}.1")
    refused(play.give(replace(deny(play), prize="8")), Reason.UNKNOWN_PRIZE, DETAILS[name])
    refused(play.give(replace(deny(play), promotion="x")), Reason.UNKNOWN_PROMOTION)
    refused(play.give(deny(play, entrant="E9")), Reason.UNKNOWN_ENTRANT, DETAILS[name])
    small = drawn_on(name, ENTRIES, by_form(prizes=(prize("1", 10_000),)))
    small.give_all(replace(deny(small, 10_000), claimant="", address=""))
    assert (small.event(ClaimDenied).in_full, small.floor.people.claims["C1"].kept_by) == (False, "")
    assert offered(small).won["1"].denied == "C1"
