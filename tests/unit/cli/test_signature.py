"""`etg floor signature`: what an inspector compares, and whether the floor's journal says the same."""

from __future__ import annotations

from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from openetg.cli.floor.signature import command
from openetg.floor.commands import Order, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import Floor
from openetg.server.checks import manifest
from openetg.server.checks.manifest import Manifest
from openetg.server.plan.folder import FloorFolder, open_store
from openetg.server.writer.writer import Writer

SOFTWARE = Manifest(
    "0.1.0", "3.11.7 (main)", {"openetg/a.py": "1" * 64, "openetg/b.py": "2" * 64, "web/index.html": "3" * 64}
)


@pytest.fixture(autouse=True)
def _software(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "take", lambda *, build: SOFTWARE)  # noqa: ARG005 - as it is called


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def floor_on(folder: Path, digest: str) -> None:
    """A floor whose writer started once, with that software."""
    writer = Writer(Floor())
    writer.submit(Order("house", 1, 1, StartWriter(LOGIC, "0.1.0", digest)))
    group = writer.step(1_700_000_000_000)
    assert group is not None
    with closing(open_store(FloorFolder(folder))) as store:
        store.append(store.claim(), group.entries)


def test_one_digest_over_all_and_one_for_each_part() -> None:
    lines = run().stdout.splitlines()
    assert lines[0] == f"software  {SOFTWARE.digest}"
    part = sha256(f"{'1' * 64}  openetg/a.py\n{'2' * 64}  openetg/b.py\n".encode()).hexdigest()
    assert lines[2].split() == ["openetg", part, "2", "files"]
    assert lines[3].split()[0] == "web"


def test_files_are_listed_as_sha256sum_does() -> None:
    said = run("--files").stdout
    assert said.splitlines() == [f"{digest}  {name}" for name, digest in SOFTWARE.files.items()]


def test_as_json_everything_is_there() -> None:
    said = json.decode(run("--json").stdout)
    assert (said["software"], said["files"]) == (SOFTWARE.digest, SOFTWARE.files)
    assert set(said["parts"]) == {"openetg", "web"}


def test_the_digest_an_inspector_expects() -> None:
    assert run("--expect", SOFTWARE.digest.upper()).exit_code == 0
    other = run("--expect", "0" * 64)
    assert other.exit_code == 1
    assert f"expected {'0' * 64}, found {SOFTWARE.digest}" in other.stderr


def test_the_journal_of_a_floor_says_the_same_or_it_is_said(tmp_path: Path) -> None:
    floor_on(tmp_path / "same", SOFTWARE.digest)
    same = run("--folder", str(tmp_path / "same"))
    assert same.exit_code == 0
    assert f"on record {SOFTWARE.digest} (the same), last checked at 2023-11-14T22:13:20+00:00" in same.stdout
    floor_on(tmp_path / "other", "4" * 64)
    other = run("--folder", str(tmp_path / "other"))
    assert other.exit_code == 1
    assert f"the floor runs on {'4' * 64} by its journal" in other.stderr


def test_a_folder_without_a_floor_is_a_bad_question(tmp_path: Path) -> None:
    said = run("--folder", str(tmp_path))
    assert said.exit_code == 2
    assert "expected the journal of a floor, found none" in said.stderr
