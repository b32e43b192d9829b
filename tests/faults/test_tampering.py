"""Whoever can write to the disk of a floor, and what is found: every attack on a journal, its keys and its checkpoints.

Each test says what catches it: the chain, the decisions, the floor's own checkpoints, or only what is kept elsewhere.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json
from msgspec.structs import replace

from openetg.cli.journal.audit import checkpoint as checkpoint_cli
from openetg.cli.journal.audit import prove as prove_cli
from openetg.cli.journal.audit import verify as verify_cli
from openetg.floor.commands import Order, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import Difference, fold
from openetg.floor.pipeline import decide, record
from openetg.floor.state import Floor
from openetg.journal import places
from openetg.journal.chain import genesis_hash, group_hash, head_digest
from openetg.journal.entry import Entry, stored_entries
from openetg.journal.proofs.checkpoint import (  # fmt: skip
    LATEST,
    CheckpointProblem,
    SignedNote,
    also_signed,
    read_checkpoints,
    signed,
    write_checkpoint,
)
from openetg.journal.proofs.tree_folder import open_tree
from openetg.journal.verify import Break
from openetg.keys.signing import PRIVATE, PUBLIC, PublicKey, read_public_key, signing_key
from openetg.reports.audit.replay import Finding, Replayed, Verification, WrongCheckpoint, WrongSnapshot
from openetg.server.plan.folder import FloorFolder
from tests.journals import JOURNAL_ID, build, key_of, sign_all, spine, write

FIRST, SECOND, THIRD = 1, 2, 3


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> FloorFolder:
    """The floor as it was written: entries 1–60, 61–120 and 121–184 in three volumes, signed at 30, 90 and 180."""
    return build(tmp_path_factory.mktemp("tampering") / "floor")


@pytest.fixture
def floor(untouched: FloorFolder, tmp_path: Path) -> FloorFolder:
    """A copy that the attacker owns."""
    shutil.copytree(untouched.path, tmp_path / "floor")
    return FloorFolder(tmp_path / "floor")


@pytest.fixture
def kept(untouched: FloorFolder) -> list[SignedNote]:
    """The checkpoints as somebody elsewhere has kept them."""
    return read_checkpoints(untouched.checkpoints)


@pytest.fixture
def key(untouched: FloorFolder) -> PublicKey:
    """The public key as somebody elsewhere has kept it."""
    return read_public_key((untouched.keys / PUBLIC).read_text())


def found(
    floor: FloorFolder, notes: Sequence[SignedNote] = (), keys: Sequence[PublicKey] = (), *, chain_only: bool = False
) -> Finding:
    """What a verification ends with."""
    with closing(places.open_to_read(floor.journal)) as reader:
        *_, finding = Verification(reader, notes=notes, keys=keys, chain_only=chain_only).steps()
    assert not isinstance(finding, int)
    return finding


def file_of(floor: FloorFolder, volume: int) -> Path:
    (path,) = Path(floor.journal).glob(f"{volume:05}*.sqlite3")
    return path


@contextmanager
def tampering(floor: FloorFolder, volume: int) -> Iterator[sqlite3.Connection]:
    """Plain SQL on the file of a volume."""
    with closing(sqlite3.connect(file_of(floor, volume))) as connection:
        yield connection
        connection.commit()


def body_of(connection: sqlite3.Connection, last: int) -> bytes:
    (body,) = connection.execute("SELECT body FROM groups WHERE last = ?", (last,)).fetchone()
    assert isinstance(body, bytes)
    return body


def put_body(connection: sqlite3.Connection, last: int, body: bytes) -> None:
    assert connection.execute("UPDATE groups SET body = ? WHERE last = ?", (body, last)).rowcount == 1


def joined(lines: Sequence[bytes]) -> bytes:
    return b"[" + b",\n".join(lines) + b"]"


def rewrite_chain(floor: FloorFolder) -> None:
    """Makes every hash, head and opening fit what the groups say now, as somebody would who rewrites a journal."""
    previous, before = genesis_hash(JOURNAL_ID), (0, 0, 0)
    for path in sorted(Path(floor.journal).glob("*.sqlite3")):
        with closing(sqlite3.connect(path)) as connection:
            put_head(connection, "identity", before, previous)
            rows = connection.execute("SELECT first, last, epoch, at_ms, body FROM groups ORDER BY last").fetchall()
            for first, last, epoch, at_ms, body in rows:
                previous = group_hash(previous, first=first, last=last, epoch=epoch, body=body)
                connection.execute("UPDATE groups SET hash = ? WHERE last = ?", (previous, last))
                before = (last, at_ms, epoch)
            put_head(connection, "head", before, previous)
            connection.commit()


def put_head(connection: sqlite3.Connection, table: str, head: tuple[int, int, int], last_hash: bytes) -> None:
    sequence, at_ms, epoch = head
    if table == "head" or sequence:
        digest = head_digest(sequence=sequence, at_ms=at_ms, epoch=epoch, hash=last_hash)
        connection.execute(
            f"UPDATE {table} SET sequence = ?, at_ms = ?, epoch = ?, hash = ?, digest = ?",
            (sequence, at_ms, epoch, last_hash, digest),
        )


def cli(*arguments: object) -> Result:
    """`etg journal verify` with these arguments."""
    return CliRunner().invoke(verify_cli.command, [str(each) for each in arguments])


# The untouched floor.


def test_nothing_is_found_where_nothing_was_done(floor: FloorFolder, kept: list[SignedNote], key: PublicKey) -> None:
    assert isinstance(found(floor, kept, [key]), Replayed)
    rewrite_chain(floor)
    assert isinstance(found(floor, kept, [key]), Replayed), "rewriting without a change changes nothing"


def test_the_words_of_a_clean_verification(floor: FloorFolder, key: PublicKey) -> None:
    ran = cli(floor.journal, "--key", key)
    assert ran.exit_code == 0, ran.output
    lines = ran.output.splitlines()
    assert lines[0] == "intact   184 entries in 31 groups"
    assert lines[1] == "decided  184 entries again, each with the same answer"
    assert lines[2] == "folded   0 entries of another logic, not decided again"
    assert lines[3] == "opened   2 volumes with the floor at that place"
    assert lines[4].startswith("macs     not checked: give --keys")
    assert lines[5] == "signed   3 checkpoints agree with the journal"
    assert lines[6] == f"by       {key}: 3"
    assert [line.split()[0] for line in lines[7:]] == ["head", "root", "state"]


# What the chain shows by itself.


def test_a_group_deleted(floor: FloorFolder) -> None:
    with tampering(floor, SECOND) as database:
        database.execute("DELETE FROM groups WHERE last = 72")
    assert found(floor) == Break(group=78, field="first", expected="67", found="73")


def test_the_first_group_of_a_volume_deleted(floor: FloorFolder) -> None:
    with tampering(floor, SECOND) as database:
        database.execute("DELETE FROM groups WHERE last = 66")
    assert found(floor) == Break(group=72, field="first", expected="61", found="67")


def test_an_entry_deleted_inside_a_group(floor: FloorFolder) -> None:
    with tampering(floor, SECOND) as database:
        lines = stored_entries(body_of(database, 72))
        put_body(database, 72, joined(lines[:2] + lines[3:]))
    finding = found(floor)
    assert isinstance(finding, Break)
    assert (finding.group, finding.field) == (72, "hash")
    rewrite_chain(floor)
    assert found(floor) == Break(group=72, field="body", expected="6 entries", found="5 entries")


def test_two_groups_swapped(floor: FloorFolder) -> None:
    with tampering(floor, SECOND) as database:
        for before, after in ((72, -1), (78, 72), (-1, 78)):
            database.execute("UPDATE groups SET last = ? WHERE last = ?", (after, before))
    assert found(floor) == Break(group=72, field="first", expected="67", found="73")


def test_the_bodies_of_two_groups_swapped(floor: FloorFolder) -> None:
    with tampering(floor, SECOND) as database:
        one, other = body_of(database, 72), body_of(database, 78)
        put_body(database, 72, other)
        put_body(database, 78, one)
    finding = found(floor)
    assert isinstance(finding, Break)
    assert (finding.group, finding.field) == (72, "hash")
    rewrite_chain(floor)
    assert found(floor) == Break(group=72, field="sequence", expected="67", found="73")


def test_two_entries_swapped_inside_a_group(floor: FloorFolder) -> None:
    with tampering(floor, SECOND) as database:
        lines = stored_entries(body_of(database, 72))
        put_body(database, 72, joined([lines[1], lines[0], *lines[2:]]))
    finding = found(floor)
    assert isinstance(finding, Break)
    assert (finding.group, finding.field) == (72, "hash")
    rewrite_chain(floor)
    assert found(floor) == Break(group=72, field="sequence", expected="67", found="68")


def test_an_amount_edited(floor: FloorFolder) -> None:
    edit_amount(floor)
    ran = cli(floor.journal)
    assert ran.exit_code == 1
    assert ran.output.startswith("Break: the group that ends with entry 36: hash: expected ")


def edit_amount(floor: FloorFolder) -> int:
    """A wager of one dollar on the line becomes one of nine; which of the entries 31–36 it was."""
    with tampering(floor, FIRST) as database:
        before, *after = body_of(database, 36).split(b'"play/A/M1",100]')
        assert len(after) > 1
        put_body(database, 36, before + b'"play/A/M1",900]' + b'"play/A/M1",100]'.join(after))
    return 31 + before.count(b",\n")


def test_the_tail_cut_off(floor: FloorFolder) -> None:
    with tampering(floor, THIRD) as database:
        database.execute("DELETE FROM groups WHERE last > 150")
    assert found(floor) == Break(group=None, field="sequence", expected="150", found="184")


# What deciding again shows, though every hash was made to fit.


def test_an_amount_edited_and_all_later_hashes_made_to_fit(floor: FloorFolder, kept: list[SignedNote]) -> None:
    edited = edit_amount(floor)
    rewrite_chain(floor)
    assert isinstance(found(floor, chain_only=True), Replayed), "the chain alone cannot know"
    finding = found(floor)
    assert isinstance(finding, Difference)
    assert finding.sequence == edited
    wrong = found(floor, kept, chain_only=True)
    assert isinstance(wrong, WrongCheckpoint)
    assert (wrong.size, wrong.field, wrong.expected) == (90, "root", kept[1].checkpoint.root.hex())


# What only signed checkpoints show.


def test_the_tail_cut_off_together_with_the_head(floor: FloorFolder, kept: list[SignedNote]) -> None:
    with tampering(floor, THIRD) as database:
        database.execute("DELETE FROM groups WHERE last > 150")
    rewrite_chain(floor)
    assert isinstance(found(floor), Replayed), "without a checkpoint it is a shorter journal like any other"
    expected = WrongCheckpoint(180, "size", "at least 180 entries", "150 entries")
    assert found(floor, kept) == expected
    ran = cli(floor.journal)
    assert ran.exit_code == 1
    assert ran.output == (
        "WrongCheckpoint: the checkpoint of 180 entries: size: expected at least 180 entries, found 150 entries\n"
    )


def test_the_whole_journal_written_anew_with_another_history(tmp_path: Path, kept: list[SignedNote]) -> None:
    """Every entry decides as it says and every hash fits: it is caught only against a checkpoint kept elsewhere."""
    forged = FloorFolder(tmp_path / "floor")
    forged.path.mkdir()
    entries = [renamed(entry) for entry in spine()]
    with closing(places.create(forged.journal, journal_id=JOURNAL_ID)) as store:
        write(store, entries)
    assert isinstance(found(forged), Replayed)
    wrong = found(forged, kept[-1:])
    assert isinstance(wrong, WrongCheckpoint)
    assert (wrong.size, wrong.field, wrong.expected) == (180, "root", kept[-1].checkpoint.root.hex())


def renamed(entry: Entry) -> Entry:
    """The same entry, sent by another wheel."""
    return replace(entry, command=entry.command.replace(b'{"sender":"wheel/A"', b'{"sender":"wheel/Z"'))


@pytest.fixture
def resigned(tmp_path: Path, untouched: FloorFolder) -> FloorFolder:
    """An old copy of the journal with the stolen key: continued otherwise, and signed anew as if it were the one."""
    entries, floor = spine()[:90], Floor()
    for entry in entries:
        fold(floor, entry.at_ms, entry.command, entry.verdict)
    for number in range(1, 100):
        command = StartWriter(LOGIC, f"another past {number}")
        verdict = decide(floor, command, floor.at_ms)
        order, body = record(floor, Order("thief", 1, number, command), verdict)
        entries.append(Entry(floor.sequence, floor.at_ms, order, body))
    forged = FloorFolder(tmp_path / "resigned")
    forged.path.mkdir()
    shutil.copytree(untouched.keys, forged.keys)
    with closing(places.create(forged.journal, journal_id=JOURNAL_ID)) as store:
        write(store, entries)
        sign_all(store, forged, key_of(forged))
    return forged


def test_signed_anew_from_a_backup_is_caught_against_a_checkpoint_kept_elsewhere(
    resigned: FloorFolder, kept: list[SignedNote], key: PublicKey
) -> None:
    own = read_checkpoints(resigned.checkpoints)
    assert isinstance(found(resigned, own, [key]), Replayed), "by itself it is perfect, signatures and all"
    wrong = found(resigned, kept, [key])
    assert isinstance(wrong, WrongCheckpoint)
    assert (wrong.size, wrong.field) == (180, "root")
    both = found(resigned, [*own, *kept], [key])
    assert both == WrongCheckpoint(
        180, "two histories", own[-1].checkpoint.root.hex(), kept[-1].checkpoint.root.hex()
    ), "two signatures of one key under two histories convict whoever holds the key"


def test_the_command_line_says_so_too(resigned: FloorFolder, untouched: FloorFolder, key: PublicKey) -> None:
    ran = cli(resigned.journal, "--key", key, "--checkpoints", untouched.checkpoints / LATEST)
    assert ran.exit_code == 1
    assert ran.output.startswith("WrongCheckpoint: the checkpoint of 180 entries: two histories: expected ")


def test_a_witness_does_not_sign_a_journal_signed_anew_from_a_backup(
    resigned: FloorFolder, untouched: FloorFolder, key: PublicKey, tmp_path: Path
) -> None:
    runner = CliRunner()

    def ask(floor: FloorFolder, old: int) -> Result:
        request = ["request", floor.journal, "--old", str(old), "-o", str(tmp_path / "request")]
        assert runner.invoke(checkpoint_cli.command, request).exit_code == 0
        answer = ["cosign", str(tmp_path / "request"), "--key", str(key), "--keys", str(tmp_path / "witness")]
        place = ["--seen", str(tmp_path / "seen"), "-o", str(tmp_path / "signed")]
        return runner.invoke(checkpoint_cli.command, [*answer, *place])

    first = ask(untouched, 0)
    assert first.exit_code == 0, first.output
    witness = read_public_key((tmp_path / "witness" / PUBLIC).read_text())
    assert f"key      {witness}" in first.output
    (signed_note,) = read_checkpoints(tmp_path / "signed")
    assert [each.name for each in signed_note.signatures] == [key.name, "witness"]
    assert ask(untouched, 180).exit_code == 0, "the same again is the same history"
    (tmp_path / "signed").unlink()
    forged = ask(resigned, 180)
    assert forged.exit_code == 1
    assert "not signed: expected a tree of 180 entries that begins with the 180 signed last" in forged.output
    assert not (tmp_path / "signed").exists()


def test_rolled_back_to_an_older_copy_is_caught_against_a_checkpoint_kept_elsewhere(
    tmp_path: Path, untouched: FloorFolder, kept: list[SignedNote], key: PublicKey
) -> None:
    old = FloorFolder(tmp_path / "old")
    old.path.mkdir()
    shutil.copytree(untouched.keys, old.keys)
    with closing(places.create(old.journal, journal_id=JOURNAL_ID)) as store:
        write(store, spine()[:89])
        sign_all(store, old, key_of(old))
    assert isinstance(found(old, read_checkpoints(old.checkpoints), [key]), Replayed), "by itself it is in order"
    assert found(old, kept, [key]) == WrongCheckpoint(180, "size", "at least 180 entries", "90 entries")
    for note in kept:
        write_checkpoint(old.checkpoints, note)
    ran = CliRunner().invoke(checkpoint_cli.command, ["sign", old.journal])
    assert ran.exit_code == 2
    assert "expected a journal of at least 180 entries, as signed before, found 90: it was rolled back" in ran.output


def test_what_was_kept_elsewhere_is_asked_the_next_time(floor: FloorFolder, tmp_path: Path) -> None:
    assert cli(floor.journal, "--keep", tmp_path / "usb").exit_code == 0
    assert [note.checkpoint.size for note in read_checkpoints(tmp_path / "usb")] == [180]
    with tampering(floor, THIRD) as database:
        database.execute("DELETE FROM groups WHERE last > 174")
    rewrite_chain(floor)
    shutil.rmtree(floor.checkpoints)
    assert cli(floor.journal).exit_code == 0
    ran = cli(floor.journal, "--keep", tmp_path / "usb")
    assert ran.exit_code == 1
    assert "the checkpoint of 180 entries: size: expected at least 180 entries, found 174 entries" in ran.output


# Keys and checkpoints themselves.


def test_the_signing_key_replaced_and_everything_signed_with_it(
    floor: FloorFolder, kept: list[SignedNote], key: PublicKey, untouched: FloorFolder
) -> None:
    shutil.rmtree(floor.keys)
    shutil.rmtree(floor.checkpoints)
    thief = signing_key(floor.keys, name=key.name)
    for note in kept:
        write_checkpoint(floor.checkpoints, signed(note.checkpoint, thief))
    ran = cli(floor.journal)
    assert ran.exit_code == 0
    assert "the key was taken from the floor's own folder: give --key with one you keep elsewhere" in ran.output
    ran = cli(floor.journal, "--key", untouched.keys / PUBLIC)
    assert ran.exit_code == 1
    assert ran.output == (
        f"WrongCheckpoint: the checkpoint of 30 entries: signature: expected of {key},"
        f" found of {key.name}+{thief.public.hint.hex()}\n"
    )


def test_only_the_private_key_replaced(floor: FloorFolder, tmp_path: Path) -> None:
    signing_key(tmp_path / "thief", name="thief")
    shutil.copy(tmp_path / "thief" / PRIVATE, floor.keys / PRIVATE)
    ran = CliRunner().invoke(checkpoint_cli.command, ["sign", floor.journal])
    assert ran.exit_code == 2
    assert "One of the two was replaced" in ran.output


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\n90\n", "\n96\n"),
        ("epoch 1", "epoch 2"),
        ("at_ms 1", "at_ms 2"),
        ("state ", "state 0"),
        ("chain ", "chain 0"),
    ],
)
def test_a_checkpoint_edited(floor: FloorFolder, key: PublicKey, before: str, after: str) -> None:
    (path,) = floor.checkpoints.rglob("*090.checkpoint")
    text = path.read_text()
    changed = text.replace(before, after, 1)
    if after.endswith(" 0"):
        line = changed.index(after) + len(after) + 63
        changed = changed[:line] + changed[line + 1 :]
    path.write_text(changed)
    ran = cli(floor.journal, "--key", key)
    assert ran.exit_code == 1
    assert ": signature: expected of this text, found the checkpoint of size 9" in ran.output
    assert "text or signature was changed" in ran.output


def test_a_checkpoint_that_is_none_any_more(floor: FloorFolder) -> None:
    (floor.checkpoints / LATEST).write_text("trust me\n")
    ran = cli(floor.journal)
    assert ran.exit_code == 2
    assert f"{floor.checkpoints / LATEST}: expected an empty line between text and signatures" in ran.output


def test_a_checkpoint_of_another_floor(floor: FloorFolder, tmp_path: Path) -> None:
    other = build(tmp_path / "other", journal_id="floor-6c2f", entries=spine()[:36])
    notes = read_checkpoints(other.checkpoints)
    assert found(floor, notes) == WrongCheckpoint(
        30, "origin", "openetg.org/journal/floor-6c2f", f"openetg.org/journal/{JOURNAL_ID}"
    )


def test_a_state_hash_signed_over_another_floor(floor: FloorFolder, kept: list[SignedNote]) -> None:
    """A follower that came to another floor than the journal leads to, and signed that."""
    other = replace(kept[1].checkpoint, state="00" * 32)
    wrong = found(floor, [signed(other, key_of(floor))], [key_of(floor).public])
    assert isinstance(wrong, WrongCheckpoint)
    assert (wrong.size, wrong.field, wrong.expected) == (90, "state", "00" * 32)


def test_a_forged_signature_beside_a_good_one(floor: FloorFolder, kept: list[SignedNote], key: PublicKey) -> None:
    witness = signing_key(floor.path / "witness", name="witness")
    both = also_signed(kept[0], witness)
    assert isinstance(found(floor, [both], [key, witness.public]), Replayed)
    forged = replace(both, signatures=(both.signatures[0], replace(both.signatures[1], raw=bytes(64))))
    wrong = found(floor, [forged], [key, witness.public])
    assert isinstance(wrong, WrongCheckpoint)
    assert (wrong.size, wrong.field) == (30, "signature")


# Snapshots and volumes.


def test_a_snapshot_edited(floor: FloorFolder) -> None:
    with tampering(floor, SECOND) as database:
        (snapshot,) = database.execute("SELECT snapshot FROM opening_snapshot").fetchone()
        database.execute("UPDATE opening_snapshot SET snapshot = ?", (snapshot.replace(b'"meter/', b'"Meter/', 1),))
    finding = found(floor)
    assert isinstance(finding, Break)
    assert (finding.group, finding.field) == (None, "file")
    assert "snapshot" in finding.found


def enrich_snapshot(floor: FloorFolder) -> tuple[str, str]:
    """Nine dollars more on a meter, with every digest made to fit; the state hash before and after."""
    with tampering(floor, SECOND) as database:
        (snapshot,) = database.execute("SELECT snapshot FROM opening_snapshot").fetchone()
        fields = json.decode(snapshot)
        before = fields["hash"]
        fields["state"]["accounts"]["meter/M1"] += 900
        fields["state"]["accounts"]["cash_box/M1"] -= 900
        fields["hash"] = sha256(json.encode(fields["state"])).hexdigest()
        changed = json.encode(fields)
        database.execute("UPDATE opening_snapshot SET snapshot = ?, sha256 = ?", (changed, sha256(changed).digest()))
    return before, fields["hash"]


def test_a_snapshot_edited_with_a_fitting_digest(floor: FloorFolder) -> None:
    """It is not the floor that the entries before it lead to."""
    before, after = enrich_snapshot(floor)
    assert found(floor) == WrongSnapshot(SECOND, before, after)


def test_a_whole_volume_dropped(floor: FloorFolder) -> None:
    file_of(floor, SECOND).unlink()
    assert "volume 2" in words_of(floor)


def words_of(floor: FloorFolder) -> str:
    """What the command line says of a floor in which something is wrong."""
    ran = cli(floor.journal)
    assert ran.exit_code == 1, ran.output
    return ran.output


def test_the_last_volume_dropped(floor: FloorFolder, kept: list[SignedNote]) -> None:
    file_of(floor, THIRD).unlink()
    assert found(floor, kept) == WrongCheckpoint(180, "size", "at least 180 entries", "120 entries")


def test_the_first_volumes_dropped_is_said_and_held_against_the_tree(
    floor: FloorFolder, kept: list[SignedNote], key: PublicKey
) -> None:
    """Archived volumes are not there either: it is said where the verification began, and the tree stands for them."""
    file_of(floor, FIRST).unlink()
    ran = cli(floor.journal, "--key", key)
    assert ran.exit_code == 0, ran.output
    assert "intact   124 entries in 21 groups" in ran.output
    assert "began    after entry 60, from the snapshot the first volume opens with" in ran.output
    assert "signed   3 checkpoints agree with the journal" in ran.output
    assert "without their root" not in ran.output
    shutil.rmtree(floor.tree)
    ran = cli(floor.journal, "--key", key)
    assert ran.exit_code == 0, ran.output
    assert "3 of them without their root: no tree covers the archived volumes" in ran.output
    assert not any(line.startswith("root") for line in ran.output.splitlines())


def test_the_first_volume_dropped_and_the_snapshot_behind_it_edited(floor: FloorFolder) -> None:
    """Nothing leads to the snapshot any more, but the first entry behind it names its hash under the chain."""
    file_of(floor, FIRST).unlink()
    before, after = enrich_snapshot(floor)
    assert found(floor) == WrongSnapshot(SECOND, f"state {before}", after)


def test_the_tree_folder_edited_where_early_volumes_are_archived(floor: FloorFolder, key: PublicKey) -> None:
    file_of(floor, FIRST).unlink()
    nodes = bytearray((floor.tree / "level-04").read_bytes())
    nodes[0] ^= 1
    (floor.tree / "level-04").write_bytes(nodes)
    tree = open_tree(floor.tree)
    assert tree is not None, "the changed node is not at the edge: opening cannot see it"
    tree.close()
    ran = cli(floor.journal, "--key", key)
    assert ran.exit_code == 1
    assert ran.output.startswith("WrongCheckpoint: the checkpoint of 30 entries: root: expected ")


def test_another_journals_volume_put_in(floor: FloorFolder, tmp_path: Path) -> None:
    other = build(tmp_path / "other", journal_id="floor-6c2f")
    shutil.copy(file_of(other, SECOND), file_of(floor, SECOND))
    assert "floor-6c2f" in words_of(floor)


def test_a_volume_of_another_history_of_the_same_journal_put_in(
    floor: FloorFolder, resigned: FloorFolder, tmp_path: Path
) -> None:
    shutil.copy(file_of(resigned, THIRD), file_of(floor, THIRD))
    assert "goes on from entry 120" in words_of(floor)


# Proofs are made only of what was signed.


def test_no_proof_is_made_of_an_edited_entry(floor: FloorFolder, tmp_path: Path) -> None:
    edited = edit_amount(floor)
    rewrite_chain(floor)
    arguments = [floor.journal, "--table", "A", "--round", "1", "--terminal", "M1", "-o", str(tmp_path / "proof.json")]
    ran = CliRunner().invoke(prove_cli.command, arguments)
    assert ran.exit_code == 1
    assert f"not proved: expected entry {edited} as it was signed, found other bytes in the journal" in ran.output
    assert not (tmp_path / "proof.json").exists()


def test_a_floor_does_not_sign_a_history_that_it_did_not_sign_before(floor: FloorFolder) -> None:
    edit_amount(floor)
    rewrite_chain(floor)
    shutil.rmtree(floor.tree)
    ran = CliRunner().invoke(checkpoint_cli.command, ["sign", floor.journal])
    assert ran.exit_code == 2
    assert "the journal is not the one that was signed, and nothing is signed" in ran.output
    other = signed(replace(read_checkpoints(floor.checkpoints)[0].checkpoint, root=bytes(32)), key_of(floor))
    with pytest.raises(CheckpointProblem, match="two histories"):
        write_checkpoint(floor.checkpoints, other)
