"""The chain, held against hashes worked out by hand: once a journal exists, none of these may ever change."""

from hashlib import sha256

import pytest

from openetg.journal.chain import (
    claimed_head,
    empty_head,
    genesis_hash,
    group_after,
    group_hash,
    head_after,
    head_digest,
    leaf_hash,
)
from openetg.journal.entry import Entry
from tests.unit.journal.samples import entries, entry


def eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


def test_a_journal_begins_with_its_name() -> None:
    assert genesis_hash("floor 1") == sha256(b"openetg journal 1\nfloor 1").digest()
    assert genesis_hash("floor 1").hex() == "0d87d4400374c9d3c3aaafdbd7eaec23a0735c23186ffade89c47c3c293a464d"


def test_a_group_is_chained_to_the_one_before_it() -> None:
    previous = genesis_hash("floor 1")
    by_hand = sha256(b"openetg group 1\n" + previous + eight(1) + eight(2) + eight(3) + b"[]").digest()
    assert group_hash(previous, first=1, last=2, epoch=3, body=b"[]") == by_hand
    assert by_hand.hex() == "886bea2977fc0a4a04018c43809339303d4267d756788a744f2910ab8dd769ef"


def test_a_leaf_is_marked_as_a_leaf() -> None:
    assert leaf_hash(b"{}") == sha256(b"\x00{}").digest()


def test_a_head_has_a_digest_of_its_own() -> None:
    head_hash = genesis_hash("floor 1")
    by_hand = sha256(b"openetg head 1\n" + eight(5) + eight(70) + eight(2) + head_hash).digest()
    assert head_digest(sequence=5, at_ms=70, epoch=2, hash=head_hash) == by_hand


def test_a_new_journal_has_no_entries_and_no_writer() -> None:
    head = empty_head("floor 1")
    assert (head.sequence, head.at_ms, head.epoch, head.hash) == (0, 0, 0, genesis_hash("floor 1"))


def test_a_claim_moves_the_epoch_and_nothing_else() -> None:
    head = empty_head("floor 1")
    claimed = claimed_head(head)
    assert (claimed.sequence, claimed.at_ms, claimed.epoch, claimed.hash) == (0, 0, 1, head.hash)
    assert claimed.digest != head.digest


def test_a_group_carries_its_range_its_epoch_and_its_last_time() -> None:
    head = claimed_head(empty_head("floor 1"))
    group = group_after(head, entries(1, 3))
    assert (group.first, group.last, group.epoch, group.at_ms) == (1, 3, 1, entry(3).at_ms)
    assert group.hash == group_hash(head.hash, first=1, last=3, epoch=1, body=group.body)


def test_the_head_after_a_group_is_where_the_next_one_begins() -> None:
    group = group_after(claimed_head(empty_head("floor 1")), entries(1, 3))
    head = head_after(group)
    assert (head.sequence, head.at_ms, head.epoch, head.hash) == (3, group.at_ms, 1, group.hash)
    assert group_after(head, entries(4, 4)).first == 4


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        [entry(2)],
        [entry(1), entry(3)],
        [entry(1), entry(1)],
        [Entry(1, -1, b"{}", b"{}")],
        [Entry(1, 9, b"{}", b"{}"), Entry(2, 8, b"{}", b"{}")],
    ],
    ids=["no entry", "gap before", "gap inside", "the same twice", "before the head", "time going back"],
)
def test_entries_that_do_not_follow_on_are_a_bug_of_the_writer(wrong: list[Entry]) -> None:
    with pytest.raises(AssertionError):
        group_after(claimed_head(empty_head("floor 1")), wrong)
