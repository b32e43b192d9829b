"""How a floor comes to be: rulebooks that hold together, tables they allow, terminals where wagers are taken."""

from __future__ import annotations

import pytest
from msgspec import DecodeError, Raw, json, to_builtins

from openetg.floor.commands import AdoptRulebook, OpenTable, RegisterTable, RegisterTerminal
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.premises.rulebooks import adoption_of, rulebook_hash
from openetg.money import cents
from openetg.rulebook.schema.book import Rulebook
from tests.one_table import NOTES, TABLE, play
from tests.payout_notation import playable

MONEY_WHEEL = playable("money-wheel").rulebook
INTERBLOCK = playable("interblock").rulebook


def reason_of(verdict: object) -> Reason:
    assert isinstance(verdict, Refusal), verdict
    return verdict.reason


def test_a_rulebook_is_adopted_once() -> None:
    table = play("ministar")
    table.give_all(adoption_of(INTERBLOCK))
    assert reason_of(table.give(adoption_of(INTERBLOCK))) is Reason.ALREADY_THERE
    assert table.floor.rulebooks[rulebook_hash(INTERBLOCK)] == INTERBLOCK


@pytest.mark.parametrize("body", [b"{}", b"null", b"17", b"[[[]]]", json.encode({"format": 1})])
def test_what_is_no_rulebook_is_not_adopted(body: bytes) -> None:
    table = play("ministar")
    assert reason_of(table.give(AdoptRulebook(Raw(body)))) is Reason.NOT_A_RULEBOOK


@pytest.mark.parametrize("body", [b"", b"[1", b"}{", b'"\xff"', b'{"about":\xff}', b"{}}"])
def test_bytes_that_would_make_the_journal_unreadable_cannot_be_wished_for(body: bytes) -> None:
    """They would stand in the entry as they are, even in one that refuses them."""
    with pytest.raises((DecodeError, UnicodeDecodeError)):
        AdoptRulebook(Raw(body))


def test_a_rulebook_that_contradicts_itself_is_not_adopted() -> None:
    """A kind of table without its round would only be noticed when the first round opens."""
    data = to_builtins(INTERBLOCK)
    data["tables"]["roulette"]["round"] = "nowhere"
    json.decode(json.encode(data), type=Rulebook)
    verdict = play("ministar").give(AdoptRulebook(Raw(json.encode(data))))
    assert reason_of(verdict) is Reason.NOT_A_RULEBOOK
    assert isinstance(verdict, Refusal)
    assert "tables.roulette.round" in str(verdict.details["problem"])


def test_a_rulebook_whose_game_cannot_be_played_is_not_adopted() -> None:
    data = to_builtins(INTERBLOCK)
    data["games"]["roulette"]["wheel"]["order"] = "0 1 2"
    verdict = play("ministar").give(AdoptRulebook(Raw(json.encode(data))))
    assert reason_of(verdict) is Reason.NOT_A_RULEBOOK


@pytest.mark.parametrize(("period_ms", "launch_ms"), [(0, 10), (10, 10), (10, 11), (10, 0), (-10, -20), (10, -1)])
def test_a_table_launches_within_its_wagering_period(period_ms: int, launch_ms: int) -> None:
    table = play("interblock")
    command = RegisterTable("B", rulebook_hash(INTERBLOCK), "roulette", period_ms, launch_ms)
    assert reason_of(table.give(command)) is Reason.NOT_IN_RULEBOOK


def test_terminals_stand_only_where_wagers_are_taken_from_them() -> None:
    table = play("ministar")
    (kind,) = MONEY_WHEEL.tables
    table.give_all(adoption_of(MONEY_WHEEL), RegisterTable("W", rulebook_hash(MONEY_WHEEL), kind, 30_000, 10_000))
    verdict = table.give(RegisterTerminal("w1", "W", NOTES))
    assert reason_of(verdict) is Reason.NOT_IN_RULEBOOK
    assert "w1" not in table.floor.terminals


def test_a_terminal_stands_at_one_table() -> None:
    table = play("interblock")
    table.give_all(RegisterTable("B", rulebook_hash(INTERBLOCK), "roulette", 30_000, 18_000))
    assert reason_of(table.give(RegisterTerminal("t1", "B", (cents(500),)))) is Reason.ALREADY_THERE
    assert table.floor.terminals["t1"].table == TABLE


def test_no_terminal_has_the_name_of_a_table_nor_a_table_that_of_a_terminal() -> None:
    """Whose link to a jackpot is lost, and where an alert is about, is told by one name."""
    table = play("interblock")
    assert reason_of(table.give(RegisterTerminal(TABLE, TABLE, (cents(500),)))) is Reason.ALREADY_THERE
    other = RegisterTable("t1", rulebook_hash(INTERBLOCK), "roulette", 30_000, 18_000)
    assert reason_of(table.give(other)) is Reason.ALREADY_THERE


def test_a_table_is_opened_once() -> None:
    table = play("interblock", "open-table by-itself \n ready")
    assert reason_of(table.give(OpenTable(TABLE))) is Reason.ALREADY_THERE
    assert reason_of(table.give(OpenTable("Z"))) is Reason.UNKNOWN_TABLE
