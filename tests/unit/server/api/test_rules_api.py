"""The rules of a table for anybody who asks: no login, bound to the table, with the odds that wagers are settled by."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from openetg.floor.premises.documents import rules_copy
from openetg.floor.state import Floor, Table
from openetg.games.paytable import Game
from openetg.games.settle import settle
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.server.api.views.rules import Registers, printed
from openetg.server.plan.demonstration import demonstration
from tests.marks import clause
from tests.sites import open_site
from tests.unit.server.api.floor_app import ServedFloor, served_floor

EVERY = replace(demonstration(terminals=2), staff=())
"""The demonstration floor: a table of every rulebook."""
TABLE_OF = {plan.rulebook: plan.table for plan in reversed(EVERY.tables)}
RULEBOOKS = ["ministar", "interblock", "novo-unity", "adelaide", "money-wheel"]
STAKE = 1_000_000


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedFloor]:
    with served_floor(tmp_path_factory.mktemp("every"), house=EVERY) as running:
        yield running


def asked(floor: ServedFloor, path: str) -> httpx.Response:
    """A request of somebody nobody knows, who asks slowly enough."""
    floor.ahead_ms += 10_000
    return httpx.get(f"http://127.0.0.1:{floor.port}{path}", timeout=60)


def rules_of(floor: ServedFloor, rulebook: str) -> dict[str, Any]:
    answer = asked(floor, f"/api/rules/{TABLE_OF[rulebook]}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def at(floor: ServedFloor, rulebook: str) -> tuple[Floor, Table]:
    return floor.floor, floor.floor.tables[TABLE_OF[rulebook]]


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
@clause("ministar", "8.16")
@clause("interblock", "9.17")
@clause("novo-unity", "8.17")
@clause("adelaide", "12(m)")
@clause("money-wheel", "10.9")
def test_anybody_reads_the_rules_that_the_table_is_bound_to(every: ServedFloor, rulebook: str) -> None:
    shown = rules_of(every, rulebook)
    floor, table = at(every, rulebook)
    about = shown["rules"]
    assert about["id"] == rulebook
    assert about["rulebook"] == table.rulebook
    assert floor.rulebooks[about["rulebook"]] == load(rulebook).rulebook
    assert (
        about["clause"]
        == {
            "ministar": "8.16",
            "interblock": "9.17",
            "novo-unity": "8.17",
            "adelaide": "12(m)",
            "money-wheel": "10.9",
        }[rulebook]
    )


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_clause_is_there_in_words(every: ServedFloor, rulebook: str) -> None:
    shown, register = rules_of(every, rulebook), load(rulebook).register
    assert shown["has_words"] is True
    told = [(each["id"], each["kind"], each["says"]) for each in shown["clauses"]]
    assert told == [(entry.id, entry.kind.value, entry.says) for entry in register.clause]
    ids = {each["id"] for each in shown["clauses"]}
    cited = {line["clause"] for game in shown["games"] for line in game["wagers"]}
    assert shown["rules"]["clause"] in ids
    assert cited <= ids


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@clause("ministar", "8.16")
@clause("novo-unity", "3.1")
def test_the_odds_shown_are_those_that_wagers_are_settled_by(every: ServedFloor, rulebook: str) -> None:
    shown = rules_of(every, rulebook)
    floor, table = at(every, rulebook)
    told = {game["game"]: game for game in shown["games"]}
    assert [game["game"] for game in shown["games"] if game["is_here"]] == [floor.game_of(table).name]
    for game in floor.games[table.rulebook].values():
        lines = [(name, line) for line in told[game.name]["wagers"] for name in line["wagers"]]
        assert [name for name, _ in lines] != []
        assert {name for name, _ in lines} == set(game.wagers)
        for name, line in lines:
            assert wins(game, name) == odds_in(line["odds"], game, name), name


def wins(game: Game, name: str) -> set[Fraction]:
    """How many times the wager an outcome pays, for each outcome on which it pays at all."""
    wager = game.wagers[name]
    settled = [settle(game, wager, cents(STAKE), index, None) for index in range(len(game.outcomes))]
    pieces = [piece for each in settled for piece in each.pieces if piece.won]
    return {Fraction(int(piece.won), int(piece.staked)) for piece in pieces}  # type: ignore[call-overload]


def odds_in(words: str, game: Game, name: str) -> set[Fraction]:
    """What the words promise; a special pays each piece as the words of its spot say."""
    if words == "each piece by its spot":
        spots = {piece.spot for piece in game.wagers[name].pieces}
        return set().union(*(odds_in(game.spots[spot].odds, game, spot) for spot in spots))
    return {Fraction(int(much), int(one)) for much, one in re.findall(r"(\d+) to (\d+)", words)}


@clause("novo-unity", "3.1")
@pytest.mark.parametrize("rulebook", ["ministar", "interblock", "novo-unity", "adelaide"])
def test_the_limits_shown_are_those_in_force(every: ServedFloor, rulebook: str) -> None:
    _, table = at(every, rulebook)
    shown = rules_of(every, rulebook)
    for lines, signs in ((shown["limits"], table.limits), (shown["cloth_limits"], table.cloth.limits)):
        assert [(line["kind"], line["min"], line["max"]) for line in lines] == [
            (kind, sign.min, sign.max) for kind, sign in signs.items()
        ]
    assert shown["limits"] != []


@clause("adelaide", "6(b)")
def test_each_wager_of_adelaide_is_in_the_copy_with_its_letter(every: ServedFloor) -> None:
    shown = rules_of(every, "adelaide")
    cited = {line["clause"] for game in shown["games"] for line in game["wagers"]}
    assert {f"8(a):{letter}" for letter in "ABCDEFGHIJKLM"} <= cited


@clause("adelaide", "12(m)")
def test_adelaide_a_printed_copy_states_version_and_date(every: ServedFloor) -> None:
    copy = asked(every, f"/api/rules/{TABLE_OF['adelaide']}/copy")
    _, table = at(every, "adelaide")
    assert copy.headers["content-type"] == "text/plain; charset=utf-8"
    assert table.rulebook in copy.text
    assert "2003-05-20" in copy.text
    assert_whole(copy.text, "adelaide")


@clause("money-wheel", "10.9")
def test_money_wheel_a_printed_copy_names_the_instrument(every: ServedFloor) -> None:
    copy = asked(every, f"/api/rules/{TABLE_OF['money-wheel']}/copy")
    assert "NI2016-223" in copy.text
    assert at(every, "money-wheel")[1].rulebook in copy.text
    assert_whole(copy.text, "money-wheel")


def assert_whole(text: str, rulebook: str) -> None:
    flowing = " ".join(text.split())
    for entry in load(rulebook).register.clause:
        assert " ".join(f"{entry.id} {entry.says}".split()) in flowing


def test_a_table_that_is_none_has_no_rules(every: ServedFloor) -> None:
    for path in ("/api/rules/Z", "/api/rules/Z/copy"):
        answer = asked(every, path)
        assert (answer.status_code, answer.json()["reason"]) == (404, "no_such_thing")


def test_rules_are_read_and_not_written_by_strangers(every: ServedFloor) -> None:
    every.ahead_ms += 10_000
    base = f"http://127.0.0.1:{every.port}"
    assert httpx.post(f"{base}/api/rules/A", headers={"x-openetg": "1"}, timeout=60).status_code == 401
    assert httpx.get(f"{base}/api/rules/A/more", timeout=60).status_code == 401


@pytest.mark.slow
def test_words_of_other_rules_are_not_shown_and_that_is_said(tmp_path: Path) -> None:
    play = open_site("ministar")
    registers = Registers((str(tmp_path / "gone"),))
    asyncio.run(registers.ready())
    adopted = play.floor.rulebooks[play.table.rulebook]
    assert registers.of(adopted) == load("ministar").register
    retitled = replace(adopted, about=replace(adopted.about, title="Something else"))
    assert registers.of(retitled) is None
    shown = rules_copy(play.floor, play.table, None)
    assert (shown.has_words, shown.clauses) == (False, ())
    assert shown.readings != ()
    assert "are not on this machine" in printed(shown)
