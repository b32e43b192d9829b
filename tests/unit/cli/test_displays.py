"""`etg floor displays`: links for whoever hangs the screens, good at the floor they were made for."""

from __future__ import annotations

from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from openetg.cli.floor.displays import command
from openetg.floor.commands import AnyCommand, EngageStaff, Order, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.people.staff import OPERATOR
from openetg.floor.pipeline import decide, record
from openetg.floor.state import Floor
from openetg.journal.entry import Entry
from openetg.server.access.displays import DisplayKeys
from openetg.server.checks.clock_check import wall_ms
from openetg.server.life.inquiry import presence
from openetg.server.life.starting import secret_of
from openetg.server.plan.folder import FloorFolder, open_store
from openetg.server.writer.engine import read_floor
from tests.journal_writing import authenticate


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "floor.toml"
    path.write_text(files("openetg.server.plan").joinpath("floor.toml").read_text())
    return path


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def test_every_display_has_a_link_with_the_key_of_its_place(file: Path) -> None:
    result = run(str(file), "--json")
    assert result.exit_code == 0, result.output
    links = json.decode(result.output)["displays"]
    assert [(link["table"], link["show"]) for link in links[:4]] == [
        ("", "lobby"),
        ("", "jackpots"),
        ("A", "numbers"),
        ("A", "sign"),
    ]
    assert len(links) == 2 + 2 * 6
    key = DisplayKeys(secret_of(file.parent)).key("A")
    assert links[2]["href"] == f"http://127.0.0.1:8400/display/#table=A&show=numbers&key={key}"


def test_it_says_so_in_lines_and_from_where_screens_reach_it(file: Path) -> None:
    lines = run(str(file), "--url", "https://floor.example/").output.splitlines()
    assert lines[0].split()[:2] == ["floor", "lobby"]
    assert lines[2].split()[:3] == ["table", "A", "numbers"]
    assert all("https://floor.example/display/#" in line for line in lines)


def test_a_file_that_is_not_whole_has_none(file: Path) -> None:
    file.write_text("[site]\n")
    assert run(str(file)).exit_code == 2


def stopped(folder: Path) -> None:
    """A floor with an operator, and no table yet."""
    floor, entries, at_ms = Floor(), [], wall_ms()
    wishes: list[AnyCommand] = [StartWriter(LOGIC, "test"), EngageStaff("olga", "Olga", {}, (OPERATOR,))]
    for number, wish in enumerate(wishes, start=1):
        said, body = record(floor, Order("house", 1, number, wish), decide(floor, wish, at_ms))
        entries.append(Entry(floor.sequence, at_ms, said, body))
    place = FloorFolder(folder)
    with closing(open_store(place)) as store:
        authenticate(place, store)
        store.append(store.claim(), entries)


def lobby(result: Result) -> str:
    return next(str(link["href"]) for link in json.decode(result.output)["displays"] if link["show"] == "lobby")


@pytest.mark.slow
def test_the_key_of_one_place_is_revoked_on_a_stopped_floor_and_by_its_operator_alone(file: Path) -> None:
    stopped(file.parent)
    before = lobby(run(str(file), "--json"))
    why = ("--why", "photographed")
    assert "not_their_role" in run(str(file), "--revoke", "floor", "--by", "carl", *why).output
    assert "unknown_table" in run(str(file), "--revoke", "Z", "--by", "olga", *why).output
    with presence(file.parent, alone=False, journal=str(file.parent / "journal")):
        assert "a floor runs" in run(str(file), "--revoke", "floor", "--by", "olga", *why).output
    after = lobby(run(str(file), "--revoke", "floor", "--by", "olga", *why, "--json"))
    assert after != before
    assert lobby(run(str(file), "--json")) == after
    with closing(open_store(FloorFolder(file.parent))) as store:
        assert read_floor(store).premises.display_keys == {"": 1}
