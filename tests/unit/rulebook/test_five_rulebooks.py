"""What makes each of the five instruments different, as its rulebook says it. The floor proves the behaviour later."""

from __future__ import annotations

from datetime import date

import pytest

from openetg.rulebook.load import load, shipped
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import (
    AboveMaximum,
    BelowMinimum,
    Closer,
    CollectTime,
    Confirmation,
    EarlyRest,
    NoSpin,
    OddsSource,
    Transfer,
)

FIVE = ["adelaide", "interblock", "ministar", "money-wheel", "novo-unity"]


def book(name: str) -> Rulebook:
    return load(name).rulebook


def test_five_rulebooks_ship_with_all_688_clauses() -> None:
    assert list(shipped()) == FIVE
    counts = {name: len(load(name).register.clause) for name in FIVE}
    assert counts == {"ministar": 192, "interblock": 187, "novo-unity": 133, "adelaide": 109, "money-wheel": 67}
    assert sum(counts.values()) == 688


def test_funding_sources_are_those_of_each_instrument() -> None:
    sources = {}
    for name in ("ministar", "interblock", "novo-unity", "adelaide"):
        funding = book(name).money.funding
        assert funding is not None
        every = {"notes", "tickets", "transfers", "winnings", "jackpots"}
        sources[name] = {source for source in every if getattr(funding, source) is not None}
    assert sources["ministar"] == {"notes", "tickets", "transfers", "winnings"}
    assert sources["interblock"] == {"notes", "tickets", "transfers", "winnings"}
    assert sources["novo-unity"] == {"notes", "transfers", "winnings", "jackpots"}
    assert sources["adelaide"] == {"notes", "winnings"}
    assert book("money-wheel").money.funding is None


def test_a_transfer_reaches_only_an_account_already_opened_in_ministar() -> None:
    ministar, interblock = book("ministar").money.funding, book("interblock").money.funding
    assert ministar is not None
    assert interblock is not None
    assert ministar.transfers is not None
    assert interblock.transfers is not None
    assert ministar.transfers.policy is Transfer.TO_OPEN_ACCOUNT
    assert interblock.transfers.policy is Transfer.ANY_TIME


@pytest.mark.parametrize(
    ("name", "round_", "closers"),
    [
        ("ministar", "automatic", {Closer.TIMER, Closer.SENSOR, Closer.ANNOUNCEMENT}),
        ("interblock", "wheel", {Closer.TIMER, Closer.SENSOR}),
        ("interblock", "tumbler", {Closer.TIMER, Closer.SENSOR}),
        ("novo-unity", "live", {Closer.SENSOR}),
        ("novo-unity", "automatic", {Closer.SENSOR}),
        ("adelaide", "dealer", {Closer.DEALER}),
        ("money-wheel", "dealer", {Closer.DEALER}),
    ],
)
def test_who_closes(name: str, round_: str, closers: set[Closer]) -> None:
    assert set(book(name).rounds[round_].closing.by) == closers


def test_what_an_early_rest_and_a_no_spin_do() -> None:
    rests = {(name, key): each.early_rest.policy for name in FIVE for key, each in book(name).rounds.items()}
    assert {key for key, policy in rests.items() if policy is EarlyRest.VOID} == {
        ("ministar", "automatic"),
        ("money-wheel", "dealer"),
    }
    spins = {(name, key): each.no_spin.policy for name in FIVE for key, each in book(name).rounds.items()}
    assert {key: policy for key, policy in spins.items() if policy is not NoSpin.UNKNOWN} == {
        ("interblock", "wheel"): NoSpin.VOID,
        ("novo-unity", "live"): NoSpin.SPIN_AGAIN,
        ("adelaide", "dealer"): NoSpin.SPIN_AGAIN_AFTER_RESET,
    }


def test_when_collect_is_allowed() -> None:
    times = {name: collect.when.policy for name in FIVE if (collect := book(name).money.collect) is not None}
    assert times == {
        "ministar": CollectTime.WAGERING_PERIOD_WITHOUT_WAGERS,
        "interblock": CollectTime.WITHOUT_OWN_WAGERS,
        "novo-unity": CollectTime.WITHOUT_OWN_WAGERS,
        "adelaide": CollectTime.ANY_TIME,
    }


def test_limits_by_channel() -> None:
    found = {
        (name, channel): (limits.below_minimum.policy, limits.above_maximum.policy)
        for name in FIVE
        for channel in ("terminal", "cloth")
        if (limits := getattr(book(name).limits, channel)) is not None
    }
    refuse = (BelowMinimum.REFUSE, AboveMaximum.REFUSE)
    settle = (BelowMinimum.SETTLE_ONCE_THEN_RETURN, AboveMaximum.SETTLE_TO_MAXIMUM)
    assert found == {
        ("ministar", "terminal"): refuse,
        ("interblock", "terminal"): (BelowMinimum.RETURN_AT_CLOSE, AboveMaximum.TRIM),
        ("novo-unity", "terminal"): refuse,
        ("adelaide", "terminal"): refuse,
        ("adelaide", "cloth"): settle,
        ("money-wheel", "cloth"): settle,
    }


def test_a_live_number_of_novo_unity_waits_for_the_dealer_and_an_automatic_one_does_not() -> None:
    rounds = book("novo-unity").rounds
    assert rounds["live"].confirmation.policy is Confirmation.DEALER
    assert rounds["automatic"].confirmation.policy is Confirmation.NONE


def test_novo_unity_prints_no_odds_so_they_are_configuration() -> None:
    policies = {name: game.odds.policy for name in FIVE for game in book(name).games.named().values()}
    assert [name for name, policy in policies.items() if policy is OddsSource.CONFIGURATION] == ["novo-unity"]


def test_effective_dates_and_superseded_instruments() -> None:
    effect = book("money-wheel").effect
    assert effect.not_before is not None
    assert effect.not_before.value == date(2016, 5, 7)
    assert [older.id for older in effect.supersedes] == ["NI2006-148"]
    assert book("novo-unity").about.signed is None


def test_misprints_are_applied_as_their_reading_says() -> None:
    readings = {reading.clause: reading for reading in book("ministar").reading if "16" in reading.printed}
    assert readings["3.9.2.6"].printed == "16/16"
    assert "16/19" in readings["3.9.2.6"].applied
    assert any(reading.clause == "5.2.3" for reading in book("interblock").reading)


def test_only_novo_unity_knows_jackpots() -> None:
    assert [name for name in FIVE if book(name).jackpots is not None] == ["novo-unity"]
    assert [name for name in FIVE if book(name).promotions is None] == ["adelaide", "money-wheel"]
