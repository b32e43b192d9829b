"""A floor does not start where others on the machine may read or change its keys, and says how to mend it."""

from __future__ import annotations

import shlex
import stat
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from openetg.cli.main import etg
from openetg.server.checks.file_modes import check_modes
from openetg.server.checks.selfcheck import CheckFailed
from openetg.server.plan.folder import FloorFolder
from tests.journal_writing import start_and_stop


@pytest.fixture
def place(tmp_path: Path) -> FloorFolder:
    found = FloorFolder(tmp_path / "floor")
    start_and_stop(found)
    device_key = found.keys / "devices" / "device-A.key"
    device_key.parent.mkdir(mode=0o700)
    device_key.write_text("00" * 32)
    device_key.chmod(0o600)
    return found


@pytest.mark.slow
def test_what_a_floor_makes_itself_is_its_own(place: FloorFolder) -> None:
    assert check_modes(place) == "keys and folder are the floor's own"
    assert any(line == "files: keys and folder are the floor's own" for line in start_and_stop(place))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mode"),
    [
        (".", 0o750),
        (".", 0o701),
        ("keys", 0o755),
        ("keys/master.key", 0o640),
        ("keys/keyring.sqlite3", 0o604),
        ("keys/high-water.json", 0o622),
        ("keys/devices/device-A.key", 0o644),
        ("secret", 0o644),
    ],
)
def test_what_others_may_read_or_change_is_refused_with_the_command_that_mends_it(
    place: FloorFolder, name: str, mode: int
) -> None:
    path = place.path / name
    path.chmod(mode)
    with pytest.raises(CheckFailed, match=f"self-check, files: .* found {mode:04o}") as no:
        start_and_stop(place)
    subprocess.run(shlex.split(str(no.value).rpartition("then: ")[2]), check=True)
    start_and_stop(place)


@pytest.mark.slow
def test_a_public_key_is_for_anyone(place: FloorFolder) -> None:
    public = place.keys / "signing.pub"
    public.write_text("x")
    public.chmod(0o644)
    check_modes(place)


@pytest.mark.slow
def test_the_key_of_the_certificate_may_be_its_groups_and_no_strangers(place: FloorFolder, tmp_path: Path) -> None:
    key = tmp_path / "site.key"
    key.write_text("key")
    key.chmod(0o640)
    check_modes(place, key)
    key.chmod(0o644)
    with pytest.raises(CheckFailed, match=r"site\.key: expected mode 0600"):
        check_modes(place, key)


def test_a_floor_that_is_not_there_yet_has_nothing_to_hide(tmp_path: Path) -> None:
    check_modes(FloorFolder(tmp_path / "new"))


@pytest.mark.slow
@pytest.mark.parametrize(("which", "mode"), [("file", 0o664), ("file", 0o646), ("folder", 0o777), ("folder", 0o770)])
def test_a_floor_file_that_others_may_write_engages_nobody(
    place: FloorFolder, tmp_path: Path, which: str, mode: int
) -> None:
    """Whoever writes to it makes inspectors alone, with the next start."""
    told = tmp_path / "etc" / "floor.toml"
    told.parent.mkdir(mode=0o755)
    told.touch(mode=0o644)
    check_modes(place, told=(told,))
    path = told if which == "file" else told.parent
    path.chmod(mode)
    with pytest.raises(CheckFailed, match=f"self-check, files: .* found mode {mode:04o}") as no:
        check_modes(place, told=(told,))
    subprocess.run(shlex.split(str(no.value).rpartition("then: ")[2]), check=True)
    check_modes(place, told=(told,))


def test_a_new_floor_file_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    assert CliRunner().invoke(etg, ["floor", "init", "--rehearsal", str(file)]).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
