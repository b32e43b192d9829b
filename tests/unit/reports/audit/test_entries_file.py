"""Exported files checked by themselves: they hold, one changed byte is found and named; the proofs that go along."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from openetg.cli.main import etg
from openetg.journal import places
from openetg.journal.proofs.checkpoint import read_checkpoints
from openetg.journal.proofs.tree import Tree, places_behind, root_at
from openetg.keys.signing import SigningKey, read_public_key
from openetg.reports.audit.entries_file import FileProblem, Holds, Wrong, check_entries, root_over
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal.evidence_answers import Prove, Proved, files_of
from openetg.server.plan.folder import FloorFolder
from tests.journals import JOURNAL_ID, build, key_of
from tests.unit.journal.proofs.test_tree import leaves
from tests.unit.reports import verify_files


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> FloorFolder:
    """A floor's folder with 184 entries, signed at 30, 90 and 180; not to be changed."""
    return build(tmp_path_factory.mktemp("entries") / "floor")


def exported(
    floor: FloorFolder,
    to: Path,
    *,
    after: int | None = None,
    until: int | None = None,
    day: str = "",
    proven: bool = True,
) -> list[bytes]:
    """The lines of an export as the server makes it."""
    files = files_of(floor) if proven else None
    reply = journal_process.answer(journal_process.Export(floor.journal, str(to), after, until, day, files))
    assert isinstance(reply, journal_process.Exported), reply
    return to.read_bytes().splitlines()


def test_a_whole_journal_holds_from_its_beginning_to_the_signature(floor: FloorFolder, tmp_path: Path) -> None:
    lines = exported(floor, tmp_path / "all.jsonl")
    key = key_of(floor).public
    found = check_entries(lines, key=key)
    assert isinstance(found, Holds), found
    assert (found.journal, found.first, found.last, found.signed) == (JOURNAL_ID, 1, 180, 180)
    assert (found.from_genesis, found.cut, found.by) == (True, 0, key.name)


@pytest.mark.parametrize(("after", "until"), [(0, 184), (62, 130), (60, 90), (95, 97), (3, 181), (170, 175)])
def test_any_part_leads_to_the_signed_root(floor: FloorFolder, tmp_path: Path, after: int, until: int) -> None:
    lines = exported(floor, tmp_path / "some.jsonl", after=after, until=until)
    found = check_entries(lines, key=key_of(floor).public)
    assert isinstance(found, Holds), found
    assert (found.first, found.last, found.signed) == (after + 1, until, min(until, 180))


def test_a_day_leads_to_the_signed_root(floor: FloorFolder, tmp_path: Path) -> None:
    found = check_entries(exported(floor, tmp_path / "day.jsonl", day="2026-11-15"), key=key_of(floor).public)
    assert isinstance(found, Holds), found
    assert (found.from_genesis, found.cut, found.signed) == (False, 0, found.last)


def test_a_file_without_evidence_is_held_against_a_published_checkpoint(floor: FloorFolder, tmp_path: Path) -> None:
    lines = exported(floor, tmp_path / "plain.jsonl", proven=False)
    notes = read_checkpoints(floor.checkpoints)
    plain = check_entries(lines)
    assert isinstance(plain, Holds)
    assert (plain.last, plain.signed, plain.by) == (184, 0, "")
    found = check_entries(lines, key=key_of(floor).public, published=notes[1])
    assert isinstance(found, Holds)
    assert found.signed == 90


@pytest.mark.slow
def test_every_changed_byte_is_found_and_named(floor: FloorFolder, tmp_path: Path) -> None:
    lines = exported(floor, tmp_path / "all.jsonl")
    key = key_of(floor).public
    for number in (1, 2, 77, 180):
        line = lines[number]
        for at in range(0, len(line), 7):
            changed = line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
            found = check_entries([*lines[:number], changed, *lines[number + 1 :]], key=key)
            assert isinstance(found, Wrong), (number, at)
            assert number - 8 < found.sequence <= number + 7, (found, number, "the group it stands in, or the entry")


def test_what_is_missing_doubled_or_out_of_order_is_found(floor: FloorFolder, tmp_path: Path) -> None:
    lines = exported(floor, tmp_path / "all.jsonl")
    missing = check_entries([*lines[:50], *lines[51:]])
    assert (isinstance(missing, Wrong), getattr(missing, "sequence", 0)) == (True, 50)
    assert isinstance(check_entries([*lines[:50], lines[49], *lines[50:]]), Wrong)
    assert isinstance(check_entries(lines[:-1]), Wrong)
    assert isinstance(check_entries([lines[0], *lines[50:]]), Wrong)


def test_a_group_that_calls_itself_cut_is_not_let_through(floor: FloorFolder, tmp_path: Path) -> None:
    """Otherwise whoever changes an entry, and its leaf, could put the chain aside."""
    lines = exported(floor, tmp_path / "all.jsonl", proven=False)
    forged = [line.replace(b'"last":12,', b'"last":13,') for line in lines]
    found = check_entries(forged)
    assert (isinstance(found, Wrong), getattr(found, "sequence", 0)) == (True, 7)


def test_another_key_or_another_checkpoint_is_told(floor: FloorFolder, tmp_path: Path) -> None:
    lines = exported(floor, tmp_path / "all.jsonl")
    public = key_of(floor).public
    other = SigningKey(public.name, bytes(range(32))).public
    found = check_entries(lines, key=other)
    assert isinstance(found, Wrong)
    assert "not signed by" in found.what
    note = read_checkpoints(floor.checkpoints)[1]
    wrong = replace(note, checkpoint=replace(note.checkpoint, root=bytes(32)))
    found = check_entries(lines, published=wrong)
    assert found == Wrong(90, "the root over all entries is not the one that was signed")
    changed = replace(note, checkpoint=replace(note.checkpoint, at_ms=1))
    assert check_entries(lines, key=public, published=changed) == Wrong(90, "the signature is not of this checkpoint")


def test_what_is_no_such_file_is_said(floor: FloorFolder, tmp_path: Path) -> None:
    other = b'{"format":"openetg entries 2","journal":"","opening_sequence":0,"opening_hash":"","after":0,"until":0}'
    for first in (b"", b"{", b'{"format":"x"}', other):
        with pytest.raises(FileProblem):
            check_entries([first])
    lines = exported(floor, tmp_path / "all.jsonl", proven=False)
    assert isinstance(check_entries([lines[0].replace(b'"opening_hash":"', b'"opening_hash":"zz'), *lines[1:]]), Wrong)


@given(start=st.integers(0, 70), more=st.integers(0, 70))
@settings(max_examples=60)
def test_nodes_behind_a_tree_lead_to_the_root_of_the_larger_one(start: int, more: int) -> None:
    size = start + more
    larger, smaller = Tree({(level, index) for level in range(8) for index in range(141)}), Tree()
    larger.extend(leaves(size))
    smaller.extend(leaves(start))
    behind = [(level, larger.node(level, index)) for level, index in places_behind(start, size)]
    assert root_over(smaller, behind) == larger.root() == root_at(size, larger.node)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(etg, ["journal", *arguments])
    return result.exit_code, result.output


def test_the_command_line_checks_files_and_proofs_of_single_entries(floor: FloorFolder, tmp_path: Path) -> None:
    key = str(key_of(floor).public)
    file, proof = tmp_path / "all.jsonl", tmp_path / "proof.json"
    exported(floor, file)
    code, said = run("check", str(file), "--key", key)
    assert (code, said.splitlines()[-1]) == (0, "HOLDS")
    assert run("check", str(file))[0] == 2
    file.write_bytes(file.read_bytes().replace(b'"boot":1,', b'"boot":2,', 1))
    code, said = run("check", str(file), "--key", key)
    assert (code, said.startswith("WRONG at entry ")) == (1, True)

    assert run("prove", floor.journal, "--entry", "7", "--entry", "61", "-o", str(proof))[0] == 0
    code, said = run("check", str(proof), "--key", key)
    assert (code, said.splitlines()[-1]) == (0, "PROVEN")
    assert "entry 61" in said
    assert run("prove", floor.journal, "--entry", "7", "--table", "A", "--round", "1", "-o", str(proof))[0] == 2


def test_the_server_proves_entries_and_rounds(floor: FloorFolder) -> None:
    one = journal_process.answer(Prove(floor.journal, files_of(floor), (33,)))
    assert isinstance(one, Proved)
    assert [each.sequence for each in one.bundle.entries] == [33]
    whole = journal_process.answer(Prove(floor.journal, files_of(floor), (), "A", 1))
    assert isinstance(whole, Proved)
    assert len(whole.bundle.entries) > 5
    young = journal_process.answer(Prove(floor.journal, files_of(floor), (183,)))
    assert isinstance(young, journal_process.Impossible)
    assert "younger" in young.words
    assert isinstance(
        journal_process.answer(Prove(floor.journal, files_of(floor), (), "A", 99)), journal_process.Impossible
    )


def test_outcomes_are_counted_by_the_command_line(floor: FloorFolder) -> None:
    with closing(places.open_to_read(floor.journal)):
        code, said = run("outcomes", floor.journal, "--table", "A", "--json")
    assert code == 0
    found = json.decode(said)
    assert (found["table"], found["game"]) == ("A", "roulette")
    assert found["count"] > 0
    assert run("outcomes", floor.journal, "--table", "Z")[0] == 2
    assert "LOOK AT THE DEVICE" in run("outcomes", floor.journal, "--table", "A")[1] or found["flagged"] is False


def test_the_files_the_browser_is_tested_on_are_what_this_build_exports(tmp_path: Path) -> None:
    made = verify_files.write(tmp_path)
    kept = {path.name: path.read_bytes() for path in verify_files.KEPT.iterdir()}
    assert made == kept, "run python -m tests.unit.reports.verify_files"
    key = read_public_key(made["key.txt"].decode())
    for name in ("whole", "part", "late"):
        found = check_entries(made[f"{name}.jsonl"].splitlines(), key=key)
        assert isinstance(found, Holds), (name, found)
