"""The offline verifier: small, alone, right about signatures, and not to be talked into anything."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from openetg.journal import places
from openetg.journal.chain import leaf_hash
from openetg.journal.proofs import offline
from openetg.journal.proofs.checkpoint import SignedNote, read_checkpoints
from openetg.journal.proofs.offline import ORDER, P, decode_point, encode_point, is_signed, times
from openetg.journal.proofs.proof import BundleSubject, make_bundle
from openetg.journal.proofs.tree import Tree, consistency_proof, inclusion_proof
from openetg.keys.signing import SigningKey
from openetg.reports.recall.rounds import entries_of_round
from openetg.server.plan.folder import FloorFolder
from tests.journals import build, key_of

SOURCE = Path(offline.__file__)
VECTORS = [  # RFC 8032, 7.1: key, message, and the two halves of the signature
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155",
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac",
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]
"""The eight points of which a multiple by eight is the neutral one."""


def test_it_is_one_small_file_that_needs_only_python() -> None:
    text = SOURCE.read_text(encoding="utf-8")
    assert text.count("\n") <= 300
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).partition(".")[0])
    assert imported <= set(sys.stdlib_module_names) | {"__future__"}
    assert "openetg" not in imported
    assert not imported & {"socket", "http", "urllib", "ssl", "subprocess"}


@pytest.mark.parametrize(("key", "message", "r", "s"), VECTORS, ids=["1", "2", "3"])
def test_the_vectors_of_rfc_8032(key: str, message: str, r: str, s: str) -> None:
    raw, text, signed = bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(r + s)
    assert is_signed(raw, text, signed)
    assert not is_signed(raw, text + b"x", signed)


@settings(max_examples=15, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=100), st.integers(0, 511))
def test_signatures_of_the_library_hold_and_changed_ones_do_not(seed: bytes, message: bytes, bit: int) -> None:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    key, signature = private.public_key().public_bytes_raw(), private.sign(message)
    assert is_signed(key, message, signature)
    changed = bytearray(signature)
    changed[bit // 8] ^= 1 << bit % 8
    assert not is_signed(key, message, bytes(changed))
    other = bytearray(key)
    other[bit // 16] ^= 1 << bit % 8
    assert not is_signed(bytes(other), message, signature)


def test_a_signature_has_one_form() -> None:
    """S plus the order of the group would hold as well, if nobody looked."""
    key, message, r, s = (bytes.fromhex(each) for each in VECTORS[1])
    assert is_signed(key, message, r + s)
    larger = int.from_bytes(s, "little") + ORDER
    assert not is_signed(key, message, r + larger.to_bytes(32, "little"))


@pytest.mark.parametrize("length", [0, 32, 63, 65])
def test_a_signature_has_one_length(length: int) -> None:
    key, message, r, s = (bytes.fromhex(each) for each in VECTORS[1])
    assert not is_signed(key, message, (r + s + b"\0")[:length])


@pytest.mark.parametrize("raw", SMALL_ORDER)
def test_keys_for_which_anything_would_be_signed_never_hold(raw: str) -> None:
    key = bytes.fromhex(raw)
    for r in SMALL_ORDER:
        assert not is_signed(key, b"anything", bytes.fromhex(r) + bytes(32))
    point = decode_point(key)
    assert raw.endswith("80") or point is None or encode_point(times(8, point)) == bytes.fromhex(SMALL_ORDER[0])


def test_a_point_has_one_form() -> None:
    for y in (P, P + 1, P + 18):
        assert decode_point(y.to_bytes(32, "little")) is None
    assert decode_point((1 | 1 << 255).to_bytes(32, "little")) is None, "x is zero and has no sign"
    assert decode_point((2).to_bytes(32, "little")) is None, "no point has this y"
    assert decode_point(bytes(31)) is None


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 120), st.data())
def test_paths_of_the_journal_hold_and_changed_ones_do_not(size: int, data: st.DataObject) -> None:
    stored = [b"entry %d" % number for number in range(size)]
    everything = {(level, at) for level in range(8) for at in range(size)}
    tree = Tree(everything)
    tree.extend(map(leaf_hash, stored))
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    path, root = inclusion_proof(index, size, tree.node), tree.root()
    assert offline.is_included(stored[index], index, size, path, root)
    assert not offline.is_included(b"other", index, size, path, root)
    assert not offline.is_included(stored[index], index, size, [*path, root], root)
    assert not offline.is_included(stored[index], index + size, size, path, root)
    growth = consistency_proof(old, size, tree.node)
    before = Tree()
    before.extend(map(leaf_hash, stored[:old]))
    assert offline.is_consistent(old, before.root(), size, root, growth)
    assert not offline.is_consistent(old, bytes(32), size, root, growth)
    assert not offline.is_consistent(old, before.root(), size, bytes(32), growth)
    if growth:
        assert not offline.is_consistent(old, before.root(), size, root, growth[:-1])
        assert not offline.is_consistent(old, before.root(), size, root, [bytes(32), *growth[1:]])


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> FloorFolder:
    """A floor's folder, not to be changed."""
    return build(tmp_path_factory.mktemp("offline") / "floor")


@pytest.fixture(scope="module")
def notes(floor: FloorFolder) -> list[SignedNote]:
    """Its checkpoints, of 30, 90 and 180 entries."""
    return read_checkpoints(floor.checkpoints)


@pytest.fixture(scope="module")
def key(floor: FloorFolder) -> str:
    """Its public key."""
    return str(key_of(floor).public)


def proof_of(floor: FloorFolder, about: BundleSubject, note: SignedNote, *published: SignedNote) -> dict[str, Any]:
    with closing(places.open_to_read(floor.journal)) as journal:
        sequences = list(entries_of_round(journal, about.table, about.round, about.terminal))
        bundle = make_bundle(journal, sequences, note, about, published=published, key=str(key_of(floor).public))
    made = json.decode(json.encode(bundle))
    assert isinstance(made, dict)
    return made


@pytest.fixture(scope="module")
def made(floor: FloorFolder, notes: list[SignedNote]) -> bytes:
    """A proof of round 1 at table A for M1, under the checkpoint of 90 entries, leading to those of 30 and 180."""
    return json.encode(proof_of(floor, BundleSubject("A", 1, "M1"), notes[1], notes[0], notes[2]))


@pytest.fixture
def proof(made: bytes) -> dict[str, Any]:
    """The same, to be changed."""
    found = json.decode(made)
    assert isinstance(found, dict)
    return found


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Checks a proof; exit code and words."""

    def run(proof: object, *arguments: str) -> tuple[int, str]:
        (tmp_path / "proof.json").write_bytes(json.encode(proof))
        code = offline.main([str(tmp_path / "proof.json"), *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_a_player_checks_a_round_with_a_copy_of_the_file(tmp_path: Path, made: bytes, key: str) -> None:
    shutil.copy(SOURCE, tmp_path / "offline.py")
    (tmp_path / "proof.json").write_bytes(made)
    command = [sys.executable, "-I", "-S", "offline.py", "proof.json", "--key", key]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("Journal openetg.org/journal/floor-5b1e, signed at 90 entries.")
    assert lines[1] == "Table A, round 1, terminal M1"
    assert any("wager placed; of M1; spots: red 1.00; meter of M1 -1.00" in line for line in lines), ran.stdout
    assert any("outcome recorded; outcome 7" in line for line in lines)
    (settled,) = [line for line in lines if "round settled" in line]
    assert "M1: wagered 76.00, won 24.00, returned 30.00; meter of M1 +30.00" in settled
    assert "I1" not in ran.stdout
    assert lines[-1] == "PROVEN"


def test_the_guide_shows_what_is_printed(floor: FloorFolder, notes: list[SignedNote], run: Run, key: str) -> None:
    guide = (SOURCE.parents[4] / "docs" / "guides" / "check-a-round.md").read_text(encoding="utf-8")
    shown = guide.split("```text\n")[1].split("```")[0].splitlines()
    code, words = run(proof_of(floor, BundleSubject("A", 1, "M1"), notes[2]), "--key", key)
    assert code == 0
    printed = words.splitlines()
    assert [line for line in printed if line in shown] == [line for line in shown if line.strip() != "…"]


def test_a_whole_round_of_all_terminals(floor: FloorFolder, notes: list[SignedNote], run: Run, key: str) -> None:
    code, words = run(proof_of(floor, BundleSubject("B", 2), notes[2]), "--key", key)
    assert code == 0
    assert "of I1" in words
    assert "of I2" in words


def test_a_void_round_says_that_wagers_came_back(
    floor: FloorFolder, notes: list[SignedNote], run: Run, key: str
) -> None:
    code, words = run(proof_of(floor, BundleSubject("A", 2, "M1"), notes[2]), "--key", key)
    assert code == 0
    assert "round voided" in words
    assert "meter of M1 +" in words


def test_without_key_and_checkpoint_nobody_is_proven_anything(proof: dict[str, Any], run: Run) -> None:
    code, words = run(proof)
    assert code == 2
    assert "WARNING: The key was taken from the proof itself. Nothing here proves who signed" in words
    assert "NOT PROVEN TO ANYONE" in words
    assert "\nPROVEN" not in words
    code, words = run(proof | {"key": ""})
    assert code == 2
    assert "WARNING: No signature was checked." in words


def test_a_published_checkpoint_is_enough_to_hold_it_against(
    proof: dict[str, Any], run: Run, notes: list[SignedNote], tmp_path: Path, key: str
) -> None:
    published = tmp_path / "published.txt"
    for note in notes[1:]:
        published.write_text(note.text(), encoding="utf-8")
        code, words = run(proof, "--checkpoint", str(published))
        assert (code, "WARNING: The key was taken" in words) == (0, True), words
        assert f"signed at {note.checkpoint.size} entries" in words
        assert run(proof, "--checkpoint", str(published), "--key", key)[0] == 0


def test_a_published_checkpoint_older_than_the_round_does_not_prove_it(
    proof: dict[str, Any], run: Run, notes: list[SignedNote], tmp_path: Path
) -> None:
    (tmp_path / "published.txt").write_text(notes[0].text(), encoding="utf-8")
    code, words = run(proof, "--checkpoint", str(tmp_path / "published.txt"))
    assert code == 1
    assert "NOT PROVEN: entry 34 is younger than the checkpoint" in words


def test_a_proof_that_does_not_lead_to_the_published_checkpoint(
    proof: dict[str, Any], run: Run, notes: list[SignedNote], tmp_path: Path
) -> None:
    (tmp_path / "published.txt").write_text(notes[2].text(), encoding="utf-8")
    code, words = run(proof | {"growth": []}, "--checkpoint", str(tmp_path / "published.txt"))
    assert code == 1
    assert "does not say how 90 entries grew to 180" in words
    for growth in proof["growth"]:
        growth["path"][0] = b64encode(bytes(32)).decode()
    code, words = run(proof, "--checkpoint", str(tmp_path / "published.txt"))
    assert code == 1
    assert "two histories of one journal" in words


def test_another_key_has_not_signed(proof: dict[str, Any], run: Run, tmp_path: Path) -> None:
    namesake = SigningKey("openetg.org/journal/floor-5b1e", bytes(32)).public
    code, words = run(proof, "--key", str(namesake))
    assert code == 1
    assert "NOT PROVEN: the checkpoint in the proof: not signed by the key" in words


def test_every_key_given_must_have_signed(proof: dict[str, Any], run: Run, key: str) -> None:
    assert run(proof, "--key", key, "--key", str(SigningKey("witness", bytes(32)).public))[0] == 1


def edit_amount(proof: dict[str, Any]) -> None:
    entry = next(each for each in proof["entries"] if "WagerPlaced" in each["stored"])
    assert '"play/A/M1",100]' in entry["stored"]
    entry["stored"] = entry["stored"].replace('"play/A/M1",100]', '"play/A/M1",900]')


def edit_space(proof: dict[str, Any]) -> None:
    proof["entries"][0]["stored"] += " "


def edit_sequence(proof: dict[str, Any]) -> None:
    proof["entries"][0]["sequence"] += 1


def edit_path(proof: dict[str, Any]) -> None:
    step = bytearray(b64decode(proof["entries"][2]["path"][1]))
    step[7] ^= 1
    proof["entries"][2]["path"][1] = b64encode(step).decode()


def drop_step(proof: dict[str, Any]) -> None:
    proof["entries"][0]["path"].pop()


def swap_entries(proof: dict[str, Any]) -> None:
    proof["entries"].reverse()


def repeat_entry(proof: dict[str, Any]) -> None:
    proof["entries"].append(proof["entries"][-1])


def edit_size(proof: dict[str, Any]) -> None:
    proof["checkpoint"] = proof["checkpoint"].replace("\n90\n", "\n91\n")


def edit_extension(proof: dict[str, Any]) -> None:
    proof["checkpoint"] = proof["checkpoint"].replace("epoch 1", "epoch 2")


def other_table(proof: dict[str, Any]) -> None:
    proof["table"] = "B"


def no_entries(proof: dict[str, Any]) -> None:
    proof["entries"] = []


def words_for_a_terminal(proof: dict[str, Any]) -> None:
    """What concerns the whole table is in every proof, so a made-up terminal would be printed above it as proven."""
    proof["terminal"] = "M7, which won 1000000.00 on 17"


def another_terminal(proof: dict[str, Any]) -> None:
    proof["terminal"] = "M2"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (edit_amount, "does not stand in the journal as the proof shows it"),
        (edit_space, "does not stand in the journal"),
        (edit_sequence, "does not stand in the journal"),
        (edit_path, "does not stand in the journal"),
        (drop_step, "does not stand in the journal"),
        (swap_entries, "stands in the proof out of order"),
        (repeat_entry, "stands in the proof out of order"),
        (edit_size, "is not of this text"),
        (edit_extension, "is not of this text"),
        (other_table, "no entry of the proof is of table B, round 1"),
        (no_entries, "no entry of the proof is of table A, round 1"),
        (words_for_a_terminal, "no entry of the proof is of the terminal M7"),
        (another_terminal, "no entry of the proof is of the terminal M2"),
    ],
)
def test_a_changed_proof_proves_nothing(
    proof: dict[str, Any], run: Run, key: str, change: Callable[[dict[str, Any]], None], words: str
) -> None:
    change(proof)
    code, said = run(proof, "--key", key)
    assert code == 1
    assert said.startswith("NOT PROVEN: ")
    assert words in said
    assert "wager placed" not in said


@pytest.mark.parametrize(
    "change",
    [
        {"format": "openetg proof 2"},
        {"entries": None},
        {"entries": [{"sequence": 1}]},
        {"entries": [{"sequence": "1", "stored": "{}", "path": []}]},
        {"entries": [{"sequence": 1, "stored": "{}", "path": ["###"]}]},
        {"checkpoint": ""},
        {"checkpoint": "a\n0\nAAAA\n\n— x AAAA\n"},
        {"checkpoint": 7},
        {"round": True},
        {"round": 1.0},
        {"table": None, "round": None},
        {"terminal": ["M1"]},
    ],
)
def test_what_is_no_proof_is_said_to_be_none(proof: dict[str, Any], run: Run, key: str, change: dict[str, Any]) -> None:
    code, said = run(proof | change, "--key", key)
    assert code == 2
    assert said.startswith("Nothing was checked.")


def test_bad_questions(proof: dict[str, Any], run: Run, tmp_path: Path) -> None:
    assert run(proof, "--key", "nonsense")[0] == 2
    assert run(proof, "--checkpoint", str(tmp_path / "nowhere"))[0] == 2
    assert run([1, 2])[0] == 2
    assert offline.main([str(tmp_path / "nowhere")]) == 2


def test_signs_that_would_move_the_cursor_are_not_printed(proof: dict[str, Any], run: Run, key: str) -> None:
    code, said = run(proof | {"table": "A\x1b[2K\nPROVEN"}, "--key", key)
    assert code == 1
    assert "\x1b" not in said
    assert said.count("\n") == 1
