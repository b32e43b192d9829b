"""Checkpoints: one form for one meaning, signatures, evidence that is never overwritten, a witness that sees forks."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from openetg.journal.chain import Group
from openetg.journal.proofs.checkpoint import (
    LATEST,
    Checkpoint,
    CheckpointProblem,
    SignedNote,
    also_signed,
    checkpoint_of,
    cosign,
    latest_checkpoint,
    origin_of,
    parse_note,
    read_checkpoints,
    sign_next,
    signed,
    signers,
    thin_out,
    write_checkpoint,
)
from openetg.journal.proofs.tree import Tree, consistency_proof, places_for_consistency
from openetg.keys.signing import SigningKey, is_key_name

KEY = SigningKey("openetg.org/journal/floor-1", bytes(32))
WITNESS = SigningKey("witness.example", bytes([1]) * 32)
AT_MS = 1_800_000_000_000


def leaf(number: int) -> bytes:
    return sha256(b"leaf %d" % number).digest()


def tree(size: int, *, keep_from: int = 0) -> Tree:
    grown = Tree({*places_for_consistency(keep_from, size)})
    grown.extend(leaf(number) for number in range(size))
    return grown


def root(size: int) -> bytes:
    return tree(size).root()


def checkpoint(size: int, **changed: object) -> Checkpoint:
    group = Group(first=size, last=size, epoch=1, at_ms=AT_MS + size, body=b"", hash=leaf(-size))
    made = checkpoint_of("floor-1", group, root(size), state="ab" * 32, shape="cd" * 32)
    return replace(made, **changed)


def note(size: int, **changed: object) -> SignedNote:
    return signed(checkpoint(size, **changed), KEY)


def test_the_form_is_that_of_a_signed_checkpoint() -> None:
    made = note(5)
    raw = KEY.sign(made.checkpoint.text().encode())
    assert made.text() == (
        "openetg.org/journal/floor-1\n"
        "5\n"
        f"{b64encode(root(5)).decode()}\n"
        f"chain {leaf(-5).hex()}\n"
        "epoch 1\n"
        f"at_ms {AT_MS + 5}\n"
        f"state {'ab' * 32}\n"
        f"shape {'cd' * 32}\n"
        "\n"
        f"— openetg.org/journal/floor-1 {b64encode(KEY.public.hint + raw).decode()}\n"
    )


def test_what_was_written_is_read_again() -> None:
    for made in [note(5), note(5, state="", shape=""), also_signed(note(7), WITNESS)]:
        assert parse_note(made.text().encode(), where="here") == made


def test_an_origin_can_always_be_the_name_of_a_key() -> None:
    assert origin_of("floor 1+2\nß") == "openetg.org/journal/floor%201%2B2%0A%C3%9F"
    assert is_key_name(origin_of("floor 1+2\nß"))


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("\n5\n", "\n0\n", 'the size as a number from 1 on, found "0"'),
        ("\n5\n", "\n-5\n", "the size as a number"),
        ("\n5\n", "\n5.0\n", "the size as a number"),
        ("\n5\n", "\n05\n", "numbers and hashes written the one way"),
        ("\n5\n", "\n٥\n", "the size as a number"),
        ("\n5\n", f"\n{'9' * 19}\n", "the size as a number"),
        ("openetg.org/journal/floor-1\n5", "two words\n5", "an origin"),
        ("openetg.org/journal/floor-1\n5", "\n5", "an empty line|lines above|an origin"),
        ("chain ", "chains ", 'a line "chain …"'),
        ("epoch 1", "epoch 0", "the epoch as a number from 1 on"),
        ("at_ms ", "", 'a line "at_ms …"'),
        ("state ab", "state AB", "state as 64 hexadecimal digits"),
        ("state ab", "state a b", "state as 64 hexadecimal digits"),
        ("shape cd", "extra\nshape cd", "6 or 8 lines"),
        ("\n\n", "\n", "an empty line"),
        ("\n\n", "\n\n\n", "a signature as"),
        ("— ", "- ", "a signature as"),
        ("— openetg", "— open+etg", "a signature as"),
        ("=\n", "=", "at least one signature"),
        ("=\n", "=\n\n", "a signature as"),
        ("=\n", "=\nmore", "at least one signature"),
    ],
)
def test_anything_else_is_refused_in_words(before: str, after: str, problem: str) -> None:
    text = note(5).text()
    changed = (
        text[::-1].replace(before[::-1], after[::-1], 1)[::-1] if before == "=\n" else text.replace(before, after, 1)
    )
    assert changed != text
    with pytest.raises(CheckpointProblem, match=f"here: expected .*({problem})"):
        parse_note(changed.encode(), where="here")


def test_a_root_or_signature_of_another_length_is_refused() -> None:
    made = note(5)
    with pytest.raises(CheckpointProblem, match="the root as 32 bytes in base64"):
        parse_note(replace(made, checkpoint=replace(made.checkpoint, root=b"short")).text().encode(), where="here")
    short = replace(made.signatures[0], raw=b"short")
    with pytest.raises(CheckpointProblem, match=r"the signature of openetg\.org/journal/floor-1 as 68 bytes"):
        parse_note(replace(made, signatures=(short,)).text().encode(), where="here")


@given(st.binary(max_size=300))
def test_no_bytes_are_read_without_a_word(content: bytes) -> None:
    with pytest.raises(CheckpointProblem, match="here: expected"):
        parse_note(content, where="here")


def test_too_much_is_refused_before_it_is_read() -> None:
    with pytest.raises(CheckpointProblem, match="at most 65536 bytes"):
        parse_note(b"x" * 100_000, where="here")


def test_two_signatures_of_one_key_are_refused() -> None:
    made = note(5)
    with pytest.raises(CheckpointProblem, match="one signature of each key"):
        parse_note((made.text() + made.signatures[0].line()).encode(), where="here")


def test_who_has_signed() -> None:
    both = also_signed(note(5), WITNESS)
    stranger = SigningKey("stranger", bytes([2]) * 32)
    assert signers(both, [KEY.public, WITNESS.public, stranger.public]) == [KEY.public, WITNESS.public]
    assert signers(note(5), [WITNESS.public]) == []
    assert also_signed(both, WITNESS) == both


def test_a_line_that_claims_to_be_of_a_known_key_and_is_not_is_never_passed_over() -> None:
    forged = replace(note(5), checkpoint=checkpoint(5, root=leaf(1)))
    with pytest.raises(CheckpointProblem, match="text or signature was changed"):
        signers(forged, [WITNESS.public, KEY.public])


def test_another_key_of_the_same_name_has_not_signed() -> None:
    namesake = SigningKey(KEY.public.name, bytes([3]) * 32)
    assert signers(note(5), [namesake.public]) == []


def test_checkpoints_are_kept_each_in_a_file_and_the_largest_as_latest(tmp_path: Path) -> None:
    for size in (7, 5, 9):
        write_checkpoint(tmp_path, note(size))
    assert [each.checkpoint.size for each in read_checkpoints(tmp_path)] == [5, 7, 9]
    assert latest_checkpoint(tmp_path) == note(9)
    write_checkpoint(tmp_path, note(8))
    assert latest_checkpoint(tmp_path) == note(9)
    assert read_checkpoints(write_checkpoint(tmp_path, note(5))) == [note(5)]


def test_a_latest_that_is_gone_or_was_put_back_hides_none_of_the_others(tmp_path: Path) -> None:
    for size in (5, 9):
        write_checkpoint(tmp_path, note(size))
    (tmp_path / LATEST).write_text(note(5).text())
    assert latest_checkpoint(tmp_path) == note(9)
    (tmp_path / LATEST).unlink()
    with pytest.raises(CheckpointProblem, match="at least 9 entries, as signed before, found 7: it was rolled back"):
        sign_next(tmp_path, checkpoint(7), KEY, root)


def test_an_empty_folder_has_none(tmp_path: Path) -> None:
    assert latest_checkpoint(tmp_path / "nowhere") is None
    assert read_checkpoints(tmp_path) == []


def test_signatures_are_added_to_what_is_kept(tmp_path: Path) -> None:
    write_checkpoint(tmp_path, note(5))
    write_checkpoint(tmp_path, signed(checkpoint(5), WITNESS))
    (kept,) = read_checkpoints(tmp_path)
    assert signers(kept, [KEY.public, WITNESS.public]) == [KEY.public, WITNESS.public]
    assert latest_checkpoint(tmp_path) == kept


@pytest.mark.parametrize("field", ["root", "chain"])
def test_what_is_kept_is_never_overwritten_by_another_history(tmp_path: Path, field: str) -> None:
    path = write_checkpoint(tmp_path, note(5))
    with pytest.raises(CheckpointProblem, match=r"two histories of one journal\. Nothing was overwritten"):
        write_checkpoint(tmp_path, note(5, **{field: leaf(1)}))
    assert parse_note(path.read_bytes(), where="") == note(5)


def test_one_without_the_state_hash_does_not_displace_one_with_it(tmp_path: Path) -> None:
    path = write_checkpoint(tmp_path, note(5))
    write_checkpoint(tmp_path, note(5, state="", shape=""))
    assert parse_note(path.read_bytes(), where="") == note(5)


def test_a_latest_that_is_not_among_the_others_is_read_too(tmp_path: Path) -> None:
    write_checkpoint(tmp_path, note(5)).unlink()
    assert read_checkpoints(tmp_path) == [note(5)]


def test_a_file_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / LATEST).write_text("nonsense")
    for read in (read_checkpoints, latest_checkpoint):
        with pytest.raises(CheckpointProblem, match=f"{tmp_path / LATEST}: expected an empty line"):
            read(tmp_path)
    with pytest.raises(CheckpointProblem, match="nowhere: expected a checkpoint or a folder of them: No such file"):
        read_checkpoints(tmp_path / "nowhere")


def test_a_floor_signs_what_goes_on_from_what_it_signed(tmp_path: Path) -> None:
    for size in (3, 3, 8):
        made = sign_next(tmp_path, checkpoint(size), KEY, root)
        assert signers(made, [KEY.public]) == [KEY.public]
    assert [each.checkpoint.size for each in read_checkpoints(tmp_path)] == [3, 8]


@pytest.mark.parametrize(
    ("size", "changed", "root_at_eight", "problem"),
    [
        (5, {}, root(8), "expected a journal of at least 8 entries, as signed before, found 5: it was rolled back"),
        (9, {}, leaf(1), "the journal is not the one that was signed, and nothing is signed"),
        (9, {"origin": "elsewhere"}, root(8), r"expected a checkpoint of openetg\.org/journal/floor-1, as signed"),
    ],
)
def test_a_floor_signs_nothing_else(
    tmp_path: Path, size: int, changed: dict[str, object], root_at_eight: bytes, problem: str
) -> None:
    sign_next(tmp_path, checkpoint(8), KEY, root)
    with pytest.raises(CheckpointProblem, match=problem):
        sign_next(tmp_path, checkpoint(size, **changed), KEY, lambda _: root_at_eight)
    assert [each.checkpoint.size for each in read_checkpoints(tmp_path)] == [8]


def growth(old: int, new: int) -> list[bytes]:
    return consistency_proof(old, new, tree(new, keep_from=old).node)


def test_a_witness_signs_what_goes_on_from_what_it_signed() -> None:
    first = cosign(note(5), old=0, proof=[], seen=None, key=WITNESS)
    second = cosign(note(11), old=5, proof=growth(5, 11), seen=first, key=WITNESS)
    assert signers(second, [KEY.public, WITNESS.public]) == [KEY.public, WITNESS.public]
    assert cosign(note(11), old=11, proof=[], seen=second, key=WITNESS) == second


@pytest.mark.parametrize(
    ("asked", "old", "proof", "problem"),
    [
        (note(11), 0, [], "expected a proof from the 5 entries signed last, found one from 0"),
        (note(3), 5, [], "expected 5 entries or more, as signed last, found 3: rolled back"),
        (note(11), 5, growth(4, 11), "another history"),
        (note(11), 5, [], "another history"),
        (note(11, root=leaf(1)), 5, growth(5, 11), "another history"),
        (note(5, root=leaf(1)), 5, [], "another history"),
        (note(11, origin="elsewhere"), 5, growth(5, 11), "expected a checkpoint of openetg"),
    ],
    ids=["from elsewhere", "rolled back", "wrong proof", "no proof", "fork", "fork of the same size", "other journal"],
)
def test_a_witness_signs_nothing_else(asked: SignedNote, old: int, proof: list[bytes], problem: str) -> None:
    seen = cosign(note(5), old=0, proof=[], seen=None, key=WITNESS)
    with pytest.raises(CheckpointProblem, match=problem):
        cosign(asked, old=old, proof=proof, seen=seen, key=WITNESS)


def test_of_days_gone_by_one_checkpoint_an_hour_is_kept(tmp_path: Path) -> None:
    hour, day = 60 * 60 * 1000, 24 * 60 * 60 * 1000
    midnight = AT_MS - AT_MS % day
    times = {1: 0, 2: 1000, 3: hour - 1, 4: hour, 5: hour + 5, 6: hour + 9, 7: day, 8: day + 1, 9: day + hour}
    for size, since in times.items():
        kept = signed(checkpoint(size, at_ms=midnight + since), KEY)
        write_checkpoint(tmp_path, also_signed(kept, WITNESS) if size == 4 else kept)
    assert thin_out(tmp_path, before_ms=midnight + day + hour) == 3
    assert [each.checkpoint.size for each in read_checkpoints(tmp_path)] == [3, 4, 6, 7, 8, 9]
    assert thin_out(tmp_path, before_ms=midnight + day + hour) == 0
    assert thin_out(tmp_path, before_ms=midnight + 2 * day) == 1
    last = latest_checkpoint(tmp_path)
    assert last is not None
    assert last.checkpoint.size == 9
