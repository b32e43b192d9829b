"""`etg journal checkpoint` and `etg journal prove` as a person types them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from openetg.cli.journal import command
from openetg.journal.proofs import offline
from openetg.journal.proofs.checkpoint import LATEST, read_checkpoints
from openetg.keys.signing import PUBLIC
from openetg.server.plan.folder import FloorFolder
from tests.journals import build


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> FloorFolder:
    """A floor's folder."""
    return build(tmp_path_factory.mktemp("evidence") / "floor")


@pytest.fixture
def floor(untouched: FloorFolder, tmp_path: Path) -> FloorFolder:
    """A copy to be changed."""
    shutil.copytree(untouched.path, tmp_path / "floor")
    return FloorFolder(tmp_path / "floor")


def etg(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(each) for each in arguments])


def test_a_checkpoint_is_signed_at_the_head(floor: FloorFolder) -> None:
    ran = etg("checkpoint", "sign", floor.journal)
    assert ran.exit_code == 0, ran.output
    assert ran.output == (floor.checkpoints / LATEST).read_text()
    assert [note.checkpoint.size for note in read_checkpoints(floor.checkpoints)] == [30, 90, 180, 184]
    assert etg("verify", floor.journal).exit_code == 0
    assert etg("checkpoint", "sign", floor.journal).exit_code == 0, "again it is the same"


def test_the_first_checkpoint_makes_the_key(floor: FloorFolder) -> None:
    shutil.rmtree(floor.keys)
    shutil.rmtree(floor.checkpoints)
    shutil.rmtree(floor.tree)
    assert etg("checkpoint", "sign", floor.journal).exit_code == 0
    assert (floor.keys / PUBLIC).read_text().startswith("openetg.org/journal/floor-5b1e+")
    assert "signed   1 checkpoints agree" in etg("verify", floor.journal).output


def test_checkpoints_are_shown_with_who_signed_them(untouched: FloorFolder) -> None:
    shown = etg("checkpoint", "show", untouched.checkpoints).output.splitlines()
    assert [line.split()[0] for line in shown] == ["30", "90", "180"]
    assert all(line.endswith("(not checked)") for line in shown)
    key = (untouched.keys / PUBLIC).read_text().strip()
    shown = etg("checkpoint", "show", untouched.checkpoints, "--key", key).output.splitlines()
    assert all(line.endswith(key) for line in shown)
    said = json.decode(etg("checkpoint", "show", untouched.checkpoints, "--key", key, "--json").output)
    assert [each["checkpoint"]["size"] for each in said] == [30, 90, 180]


def test_a_witnessed_checkpoint_is_kept_with_the_floors_own(floor: FloorFolder, tmp_path: Path) -> None:
    request, signed = tmp_path / "request", tmp_path / "signed"
    assert etg("checkpoint", "request", floor.journal, "-o", request).exit_code == 0
    witness = ["--keys", tmp_path / "witness", "--name", "regulator", "--seen", tmp_path / "seen", "-o", signed]
    ran = etg("checkpoint", "cosign", request, *witness)
    assert ran.exit_code == 2
    assert "--key: expected the floor's public key, found none" in ran.output
    ran = etg("checkpoint", "cosign", request, "--key", tmp_path / "witness" / PUBLIC, *witness)
    assert ran.exit_code == 2, "no such key yet"
    ran = etg("checkpoint", "cosign", request, "--key", floor.keys / PUBLIC, *witness)
    assert ran.exit_code == 0, ran.output
    assert etg("checkpoint", "keep", signed, floor.checkpoints).exit_code == 0
    ran = etg("verify", floor.journal, "--key", floor.keys / PUBLIC, "--key", tmp_path / "witness" / PUBLIC)
    assert ran.exit_code == 0, ran.output
    assert "by       regulator+" in ran.output
    assert ran.output.count("by  ") == 2


def test_a_witness_does_not_sign_for_a_stranger(floor: FloorFolder, tmp_path: Path) -> None:
    assert etg("checkpoint", "sign", floor.journal).exit_code == 0
    request = tmp_path / "request"
    assert etg("checkpoint", "request", floor.journal, "-o", request).exit_code == 0
    other = build(tmp_path / "other", journal_id="floor-2")
    ran = etg(
        "checkpoint", "cosign", request, "--key", other.keys / PUBLIC,
        "--keys", tmp_path / "witness", "--seen", tmp_path / "seen", "-o", tmp_path / "signed",
    )  # fmt: skip
    assert ran.exit_code == 1
    assert "not signed: expected the signature of openetg.org/journal/floor-2+" in ran.output
    assert not (tmp_path / "signed").exists()


@pytest.mark.parametrize("folder", [True, False], ids=["with the tree folder", "without"])
def test_a_proof_is_written_and_holds(
    floor: FloorFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str], folder: bool
) -> None:
    if not folder:
        shutil.rmtree(floor.tree)
    proof, old = tmp_path / "proof.json", next(floor.checkpoints.rglob("*090.checkpoint"))
    asked = ["--table", "A", "--round", 1, "--terminal", "M1", "--published", old]
    ran = etg("prove", floor.journal, *asked, "-o", proof)
    assert ran.exit_code == 0, ran.output
    assert ran.output.startswith("proved   27 entries under the checkpoint of 180 entries\n")
    assert offline.main([str(proof), "--key", (floor.keys / PUBLIC).read_text().strip()]) == 0
    assert offline.main([str(proof), "--checkpoint", str(old)]) == 0
    assert "PROVEN" in capsys.readouterr().out


def test_what_cannot_be_proved_is_said(floor: FloorFolder, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    ran = etg("prove", floor.journal, "--table", "A", "--round", 99, "-o", proof)
    assert (ran.exit_code, ran.output) == (2, "expected entries of round 99 at A, found none in the journal\n")
    ran = etg("prove", floor.journal, "--table", "A", "--round", 9, "-o", proof)
    assert ran.exit_code == 1
    assert "expected a checkpoint of at least 184 entries, found one of 180" in ran.output
    shutil.rmtree(floor.checkpoints)
    ran = etg("prove", floor.journal, "--table", "A", "--round", 1, "-o", proof)
    assert ran.exit_code == 2
    assert "expected a signed checkpoint beside the journal, found none: give --checkpoint" in ran.output
    assert not proof.exists()


def test_a_round_can_be_proved_where_the_days_before_it_are_archived(floor: FloorFolder, tmp_path: Path) -> None:
    (first,) = Path(floor.journal).glob("00001*.sqlite3")
    first.unlink()
    ran = etg("prove", floor.journal, "--table", "A", "--round", 3, "-o", tmp_path / "proof.json")
    assert ran.exit_code == 0, ran.output
    assert "entries 1 to 60 are archived and were not looked at" in ran.output
    assert offline.main([str(tmp_path / "proof.json"), "--key", (floor.keys / PUBLIC).read_text().strip()]) == 0
    ran = etg("prove", floor.journal, "--table", "A", "--round", 99, "-o", tmp_path / "none.json")
    assert ran.exit_code == 2
    assert "found none in the journal; entries 1 to 60 are archived" in ran.output


def test_a_journal_in_a_database_server_needs_the_floors_folder() -> None:
    ran = etg("checkpoint", "sign", "postgresql://nowhere.invalid/floor")
    assert ran.exit_code == 2
    assert "give --floor" in ran.output


def test_a_journal_without_checkpoints_says_what_that_means(floor: FloorFolder) -> None:
    shutil.rmtree(floor.checkpoints)
    ran = etg("verify", floor.journal)
    assert ran.exit_code == 0
    assert (
        "signed   nothing: a journal rewritten as a whole, or rolled back, shows only against a checkpoint"
        in ran.output
    )
