"""Keys are changed without losing what they protect: killed at any step, everything opens afterwards."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openetg.cli.main import etg
from openetg.journal.proofs.checkpoint import latest_checkpoint
from openetg.keys import keyring
from openetg.keys.keyring import MASTER, NEXT, Key, Keyring, make_keyring, open_keyring, rotate_master
from openetg.keys.signing import PRIVATE, PUBLIC, KeyProblem, read_public_key
from openetg.server.life.inquiry import presence
from openetg.server.plan.folder import FloorFolder
from tests.journal_writing import start_and_stop
from tests.journals import build

SUBJECTS = [f"claim/C-{number}" for number in range(40)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(make_keyring(tmp_path / "keys")) as ring:
        for subject in SUBJECTS:
            ring.key_for(subject, "2026-11-16")
        ring.erase(SUBJECTS[0], None, why="asked for")
    return tmp_path / "keys"


def keys_in(folder: Path) -> list[Key | None]:
    with closing(open_keyring(folder)) as ring:
        return [next(iter(ring.keys_of(subject)), None) for subject in SUBJECTS]


def run(*words: object) -> Result:
    return CliRunner().invoke(etg, [str(word) for word in words])


def test_every_key_is_wrapped_by_another_master_key(folder: Path) -> None:
    before, old = keys_in(folder), (folder / MASTER).read_bytes()
    ran = run("keys", "rotate-master", "--keys", folder)
    assert ran.exit_code == 0, ran.output
    assert "40 keys are wrapped by a new master key" in ran.output  # 39 subjects and the lookup key
    assert keys_in(folder) == before
    assert before[0] is None, "what was erased stays so"
    assert (folder / MASTER).read_bytes() != old
    assert (folder / MASTER).stat().st_mode & 0o777 == 0o600
    assert not (folder / NEXT).exists()


def test_the_old_master_key_opens_nothing_any_more(folder: Path) -> None:
    old = (folder / MASTER).read_bytes()
    rotate_master(folder)
    (folder / MASTER).write_bytes(old)
    with pytest.raises(KeyProblem, match=r"was not wrapped by .*master\.key"):
        open_keyring(folder)


def test_nothing_is_changed_under_a_floor_that_runs(folder: Path) -> None:
    with closing(open_keyring(folder)):
        ran = run("keys", "rotate-master", "--keys", folder)
        assert ran.exit_code == 2
        assert "in use: stop the floor first" in ran.output
    assert run("keys", "rotate-master", "--keys", folder).exit_code == 0


KILLED = """
import os, signal, sys
from pathlib import Path
from openetg.keys.keyring import rotate_master
kill = lambda name: os.kill(os.getpid(), signal.SIGKILL) if name == sys.argv[2] else None
rotate_master(Path(sys.argv[1]), step=kill)
"""


@pytest.mark.parametrize("step", ["written", "wrapped", "destroyed", "replaced"])
def test_killed_at_any_step_every_key_opens(folder: Path, step: str) -> None:
    before = keys_in(folder)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder), step], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert keys_in(folder) == before
    assert not (folder / NEXT).exists(), "the next to open the ring has ended it, or undone it"
    rotate_master(folder)
    assert keys_in(folder) == before


def test_of_two_who_open_a_ring_that_is_half_rotated_both_open_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A floor and its follower start together: the one that waited finds that the other has ended it."""
    subprocess.run([sys.executable, "-c", KILLED, str(folder), "wrapped"], check=False)
    locked = keyring._locked

    def second(where: Path, how: int) -> int:
        if how == fcntl.LOCK_EX and (where / NEXT).exists():
            keyring.end_rotation(where)  # the other was first
        return locked(where, how)

    monkeypatch.setattr(keyring, "_locked", second)
    open_keyring(folder).close()


def test_killed_while_keys_are_wrapped_none_is_lost(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = keys_in(folder)
    pid = os.fork()
    if not pid:  # the child dies in the middle of the transaction
        monkeypatch.setattr(Keyring, "_wipe_log", lambda _: os._exit(9))
        rotate_master(folder)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9
    assert keys_in(folder) == before


# The key that signs.


def test_the_signing_key_is_handed_over_by_the_old_one(tmp_path: Path) -> None:
    floor = build(tmp_path / "floor")
    old = read_public_key((floor.keys / PUBLIC).read_text())
    ran = run("keys", "rotate-signing", "--floor", floor.path)
    assert ran.exit_code == 0, ran.output
    fresh = read_public_key((floor.keys / PUBLIC).read_text())
    assert str(fresh) in ran.output
    assert fresh.raw != old.raw
    note = latest_checkpoint(floor.checkpoints)
    assert note is not None
    assert [each.hint for each in note.signatures] == [old.hint, fresh.hint]
    assert read_public_key((floor.keys / f"signing-{old.hint.hex()}.pub").read_text()).raw == old.raw
    ran = run("journal", "verify", floor.journal)
    assert ran.exit_code == 0, ran.output
    assert run("journal", "follow", floor.journal, "--floor", floor.path, "--once").exit_code == 0
    assert run("journal", "verify", floor.journal).exit_code == 0


@pytest.mark.slow
def test_a_floor_starts_with_the_new_key(tmp_path: Path) -> None:
    place = FloorFolder(tmp_path / "floor")
    start_and_stop(place)
    assert run("journal", "follow", place.journal, "--floor", place.path, "--once").exit_code == 0
    assert run("keys", "rotate-signing", "--floor", place.path).exit_code == 0
    assert run("keys", "rotate-journal", "--keys", place.keys).exit_code == 0
    assert run("keys", "rotate-master", "--keys", place.keys).exit_code == 0
    start_and_stop(place)
    assert run("journal", "follow", place.journal, "--floor", place.path, "--once").exit_code == 0
    assert run("journal", "verify", place.journal, "--keys", place.keys).exit_code == 0


@pytest.mark.parametrize("after", ["the key was made", "the public key was replaced", "the old key was destroyed"])
def test_a_hand_over_that_was_broken_off_goes_on(tmp_path: Path, after: str) -> None:
    floor = build(tmp_path / "floor")
    old = (floor.keys / PRIVATE).read_bytes()
    assert run("keys", "rotate-signing", "--floor", floor.path).exit_code == 0
    new = (floor.keys / PRIVATE).read_bytes()
    (floor.keys / "signing.key.next").write_bytes(new)
    (floor.keys / "signing.key.next").chmod(0o600)
    (floor.keys / PRIVATE).write_bytes(bytes(len(old)) if after == "the old key was destroyed" else old)
    if after == "the key was made":
        (former,) = floor.keys.glob("signing-*.pub")
        former.rename(floor.keys / PUBLIC)
    ran = run("keys", "rotate-signing", "--floor", floor.path)
    assert ran.exit_code == 0, ran.output
    assert (floor.keys / PRIVATE).read_bytes() == new
    assert run("journal", "verify", floor.journal).exit_code == 0


def test_no_key_is_handed_over_while_the_floor_runs(tmp_path: Path) -> None:
    floor = build(tmp_path / "floor")
    with presence(floor.path, alone=False, journal=floor.journal):
        ran = run("keys", "rotate-signing", "--floor", floor.path)
    assert ran.exit_code == 2
    assert "stop it first" in ran.output
