"""Who sees what of promotions: names for those who need them and as long as they do, filings for whom they go to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.state import StaffMember
from openetg.floor.trouble.views import conduct_view
from openetg.rulebook.roles import holders
from openetg.server.acts.promotion_sight import DESK, desk_seen, names_seen, promoted_shut
from tests.entrants import attempt, by_form, denied, drawn_on, pay, prize, won
from tests.marks import clause
from tests.one_table import TABLE, Play
from tests.promotions import AUTHORITY, NAME, OPERATOR, running

TWO = by_form(prizes=(prize("1", 50_000), prize("2", 20_000)))
ENTRIES = {"E1": 1, "E2": 1, "E3": 1}
PAYER = ("winners/ministar",)


def member(rulebook: str, role: str) -> StaffMember:
    return StaffMember("max", "Max", {rulebook: (role,)})


def named(play: Play, seen: tuple[str, ...] = PAYER) -> set[str]:
    (line,) = desk_seen(play.floor, seen).promotions
    return {each.entrant for each in line.entrants if each.name or each.contact}


def test_who_pays_knows_the_winners_until_they_are_paid_and_no_longer() -> None:
    play = drawn_on("ministar", ENTRIES, TWO)
    first, second = won(play, "1").entrant, won(play, "2").entrant
    assert named(play) == {first, second}
    play.give_all(pay(play, "1", cash=50_000))
    assert named(play) == {second}
    play.give_all(denied(play, "2"))
    assert named(play) == set(), "what was denied is not paid"
    assert named(play, ("ministar",)) == set(ENTRIES)


def test_who_pays_knows_nobody_once_it_is_over() -> None:
    play = drawn_on("ministar", ENTRIES, TWO)
    play.give_all(ask.CancelPromotion(*OPERATOR, NAME, "a doubt about the entries"))
    assert named(play) == set()


@pytest.mark.parametrize("seen", [PAYER, ()])
def test_how_a_winner_was_called_is_told_with_the_names_of_all_and_not_before(seen: tuple[str, ...]) -> None:
    play = drawn_on("ministar", ENTRIES, TWO)
    play.give_all(attempt(play, "telephone"))
    (whole,) = desk_seen(play.floor, ("ministar",)).promotions
    (made,) = whole.won[0].attempts
    assert (made.by, made.details) == ("telephone", "0400 000 000")
    (line,) = desk_seen(play.floor, seen).promotions
    assert line.won[0].attempts == (replace(made, details=""),), "that there was a call is no secret"
    assert all("0400 000 000" not in str(each) for each in line.won)


@clause("novo-unity", "6.6")
@clause("ministar", "6.9")
@clause("interblock", "7.9")
@pytest.mark.parametrize("name", ["ministar", "interblock", "novo-unity"])
def test_the_authority_reads_filings_and_versions_and_no_names(name: str) -> None:
    play = drawn_on(name, ENTRIES)
    seen = names_seen(play.floor, member(name, AUTHORITY[0]))
    assert seen == ()
    (line,) = desk_seen(play.floor, seen).promotions
    assert [(each.version, each.reference) for each in line.filings] == [(1, "F-1")]
    assert (len(line.versions), len(line.won)) == (1, 1)
    assert named(play, seen) == set()


def test_a_dealer_is_shown_nothing_of_promotions() -> None:
    play = running("novo-unity")
    assert names_seen(play.floor, member("novo-unity", "dealer")) is None
    assert names_seen(play.floor, None) is None


@pytest.mark.parametrize("name", ["ministar", "interblock", "novo-unity"])
def test_who_a_denied_claimant_is_is_told_to_those_alone_who_see_entrants(name: str) -> None:
    play = drawn_on(name, ENTRIES)
    play.give_all(denied(play), ask.InformClaimant(*OPERATOR, "C1", "by letter to 1 Harbour Street"))
    rulebook = play.floor.rulebook_of(play.table)
    told = 0
    for role in rulebook.roles:
        who = member(name, role)
        shut, seen = promoted_shut(play.floor, who, {TABLE}), names_seen(play.floor, who) or ()
        (claim,) = conduct_view(play.floor, (play.table,), seen).claims
        assert claim.informed is not None
        texts = (claim.claimant, claim.address, claim.why, claim.informed.text)
        runs = name in seen
        told += runs
        assert all(texts) if runs else not any(texts), role
        assert (claim.number, claim.prize, bool(claim.informed.at_ms)) == ("C1", "1", True)
        assert bool(shut) != runs
    assert 0 < told < len(rulebook.roles)
    assert role_without_need(play, name), "somebody supervises who runs no promotion"


def role_without_need(play: Play, name: str) -> list[str]:
    rulebook = play.floor.rulebook_of(play.table)
    runs = {role for power in DESK for role in holders(rulebook, power)}
    seen = [role for role in rulebook.roles if names_seen(play.floor, member(name, role)) is not None]
    return [role for role in seen if role not in runs]
