"""`etg floor displays`: links for whoever hangs the screens, good at the floor they were made for."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from openetg.cli.floor.displays import command
from openetg.server.access.displays import DisplayKeys
from openetg.server.starting import secret_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "floor.toml"
    path.write_text(files("openetg.server").joinpath("floor.toml").read_text())
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
