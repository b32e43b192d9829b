"""Whatever lies in a file that should be a record: entries, signed notes, proofs. Read whole, or said to be none."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from functools import cache

from msgspec import DecodeError

from openetg.floor.core.stored import EntryProblem, read_lines
from openetg.journal.chain import Group, empty_head, group_hash, leaf_hash
from openetg.journal.entry import decode_entries, encode_entries, stored_entries
from openetg.journal.proofs import offline
from openetg.journal.proofs.checkpoint import CheckpointProblem, parse_note, signers
from openetg.journal.proofs.proof import parse_request
from openetg.journal.verify import Break, Checked, _checked, _end_at  # the step of a walk, for one group
from openetg.keys.signing import KeyProblem, SigningKey, read_public_key
from tests.fuzz.scratch import scratch


@cache
def _unknown_key() -> SigningKey:
    return SigningKey("unknown.example", bytes(range(32)))


def _check_words(problem: Exception) -> None:
    """A problem says what was expected."""
    assert "expected" in str(problem), problem


def entries(data: bytes) -> None:
    """A stored body, as a chain with the right hash around it would bring it: entries, or a break that is named."""
    _open_entries(data)
    before = _end_at(empty_head("fuzz"))
    try:
        count = len(stored_entries(data))
    except (DecodeError, RecursionError):
        count = 1
    last = max(count, 1)
    digest = group_hash(before.hash, first=1, last=last, epoch=1, body=data)
    step = _checked(before, Group(1, last, 1, 0, data, digest))
    if isinstance(step, Checked):
        found = decode_entries(data)
        assert [entry.sequence for entry in found] == list(range(1, last + 1))
        assert len({leaf_hash(each) for each in stored_entries(data)}) == last, "no two entries have one leaf"
        _written_again(data)
    else:
        assert isinstance(step, Break)
        assert step.expected
        assert step.field


def _written_again(data: bytes) -> None:
    """What was read can be written, if it is text, and says the same."""
    read = decode_entries(data)
    try:
        again = encode_entries(read)
    except AssertionError:
        return  # command or verdict has spaces around it or is no text: no writer of ours wrote it
    assert decode_entries(again) == read


def _open_entries(data: bytes) -> None:
    """Command and verdict opened, as a floor reads them."""
    try:
        lines = read_lines(data)
    except EntryProblem as problem:
        _check_words(problem)
    else:
        assert all(isinstance(line.sequence, int) for line in lines)


def notes(data: bytes) -> None:
    """Signed notes, requests to a witness, and public keys: one reading for one text, and nobody's but the signer's."""
    try:
        note = parse_note(data, where="note")
    except CheckpointProblem as problem:
        _check_words(problem)
    else:
        assert note.text().encode() == data
        assert signers(note, [_unknown_key().public]) == []
    try:
        old, path, _ = parse_request(data, where="request")
    except CheckpointProblem as problem:
        _check_words(problem)
    else:
        assert old >= 0
        assert all(len(each) == 32 for each in path)
    try:
        key = read_public_key(data.decode("latin-1"))
    except KeyProblem as problem:
        _check_words(problem)
    else:
        assert str(key) == data.decode("latin-1").strip()


def proofs(data: bytes) -> None:
    """A proof of a round that no trusted key has signed is not proven, whatever is in it, and nothing breaks."""
    path = scratch("records") / "proof.json"
    path.write_bytes(data)
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = offline.main([str(path), "--key", str(_unknown_key().public)])
        alone = offline.main([str(path)])
    assert code in (1, 2), "nothing is proven under a key that has signed nothing"
    assert alone in (1, 2), "and nothing without a key"
    assert "\nPROVEN" not in said.getvalue()
