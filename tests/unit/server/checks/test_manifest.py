"""The manifest of the software: the same files give the same hash, and whatever differs is named."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import json
from msgspec.structs import replace

import openetg
from openetg.cli.main import etg
from openetg.rulebook.load import shipped
from openetg.server.checks import manifest
from openetg.server.checks.manifest import Manifest, ManifestProblem, differences

pytestmark = pytest.mark.slow

PACKAGE = Path(openetg.__file__).parent


@pytest.fixture(scope="module")
def found() -> Manifest:
    return manifest.take(build="test")


def test_it_has_every_part_that_takes_part_in_a_decision(found: Manifest) -> None:
    parts = found.parts()
    assert {"openetg", "rulebooks", "python"} <= parts.keys()
    assert any(part.startswith("msgspec-") for part in parts)
    assert any(part.startswith("cffi-") for part in parts), "also what a library needs"
    assert not any(part.startswith(("pytest-", "mypy-", "pyarrow-")) for part in parts), (
        "but not what a floor never runs"
    )
    assert not any("__pycache__" in name for name in found.files)
    ours = {f"openetg/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*.py")}
    assert ours <= found.files.keys()
    assert {f"rulebooks/{name}/rulebook.toml" for name in shipped()} <= found.files.keys()


def test_each_hash_is_that_of_the_file(found: Manifest) -> None:
    for name in ("openetg/money.py", "openetg/floor/core/ledger.py"):
        path = PACKAGE / name.removeprefix("openetg/")
        assert found.files[name] == sha256(path.read_bytes()).hexdigest()


def test_a_library_is_listed_by_what_it_installed(found: Manifest) -> None:
    core = [name for name in found.files if name.startswith("msgspec-") and "/msgspec/_core." in name]
    assert len(core) == 1, "the compiled part as well"


def test_what_differs_is_named() -> None:
    approved = Manifest("1", "3.11", {"a": "1", "b": "2", "c": "3"})
    assert differences(approved, approved) == []
    now = Manifest("2", "3.12", {"a": "1", "b": "x", "d": "4"})
    assert differences(approved, now) == [
        "build: expected 1, found 2",
        "python: expected 3.11, found 3.12",
        "b: changed",
        "c: missing",
        "d: not in the manifest",
    ]


def test_the_digest_covers_everything() -> None:
    one = Manifest("1", "3.11", {"a": "1", "b": "2"})
    assert one.digest == Manifest("1", "3.11", {"b": "2", "a": "1"}).digest
    others = [replace(one, build="2"), replace(one, python="3.12"), replace(one, files={"a": "1", "b": "3"})]
    assert len({one.digest, *(other.digest for other in others)}) == 4


def test_a_manifest_is_written_and_read(tmp_path: Path, found: Manifest) -> None:
    path = tmp_path / "approved.json"
    manifest.write(found, path)
    assert manifest.read(path) == found


@pytest.mark.parametrize(("content", "words"), [(None, "No such file"), (b"[]", "something else"), (b"\xff", "")])
def test_what_is_no_manifest_is_refused_in_words(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "approved.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ManifestProblem, match="expected a manifest of the software") as caught:
        manifest.read(path)
    assert words in str(caught.value)


def test_the_command_writes_compares_and_says_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "approved.json"
    run = CliRunner().invoke
    assert run(etg, ["floor", "manifest", "-o", str(path)]).exit_code == 0
    approved = manifest.read(path)
    money = "openetg/money.py"
    changed = replace(approved, files=approved.files | {money: "0" * 64, "openetg/gone.py": "0" * 64})
    manifest.write(changed, path)
    said = run(etg, ["floor", "manifest", "--against", str(path)])
    assert said.exit_code == 1
    assert f"{money}: changed" in said.output
    assert "openetg/gone.py: missing" in said.output
    assert run(etg, ["floor", "manifest", "--against", str(tmp_path / "none.json")]).exit_code == 2
    as_json = run(etg, ["floor", "manifest", "--json"])
    assert json.decode(as_json.stdout, type=Manifest).files[money] == approved.files[money]
