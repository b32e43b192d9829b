"""Sealed text: opened by its own key alone, found by its name alone, gone with its key."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.keys.keyring import Keyring, make_keyring
from openetg.keys.sealing import MARK, Opened, Shut, is_sealed, lookup, open_sealed, seal, seal_name

DAY = "2026-11-15"


@pytest.fixture(scope="module")
def ring() -> Iterator[Keyring]:
    with TemporaryDirectory() as folder, closing(make_keyring(Path(folder))) as made:
        yield made


def sealed(ring: Keyring, text: str, subject: str = "claim/C1") -> str:
    return seal(ring, text, said_in="RecordDeniedClaim.why", subject=subject, day=DAY)


@given(text=st.text())
def test_what_is_sealed_opens_as_it_was(ring: Keyring, text: str) -> None:
    body = sealed(ring, text)
    assert is_sealed(body)
    assert open_sealed(ring, body) == Opened(text, "RecordDeniedClaim.why", "claim/C1", DAY)


def test_the_same_text_looks_otherwise_each_time_and_shows_no_length(ring: Keyring) -> None:
    one, two, longer = sealed(ring, "Ann"), sealed(ring, "Ann"), sealed(ring, "Annabelle Lee")
    assert len({one, two, longer}) == 3
    assert len(one) == len(two) == len(longer)


def test_any_changed_byte_shows(ring: Keyring) -> None:
    body = sealed(ring, "Ann")
    head, _, encoded = body.rpartition(":")
    content = urlsafe_b64decode(encoded)
    for at in range(len(content)):
        changed = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        assert open_sealed(ring, f"{head}:{urlsafe_b64encode(changed).decode()}") is Shut.CHANGED
    assert open_sealed(ring, body[:-8]) is Shut.CHANGED
    assert open_sealed(ring, "Ann") is Shut.CHANGED


def test_a_text_is_not_read_under_another_key(ring: Keyring) -> None:
    """Not by changing the id in front: key, subject and day are bound into it."""
    one, two = sealed(ring, "Ann"), sealed(ring, "Bob", subject="claim/C2")
    swapped = f"{MARK}{two.split(':')[2]}:{one.split(':')[3]}"
    assert open_sealed(ring, swapped) is Shut.CHANGED


def test_another_floor_has_no_key(ring: Keyring, tmp_path: Path) -> None:
    with closing(make_keyring(tmp_path)) as other:
        assert open_sealed(other, sealed(ring, "Ann")) is Shut.NO_KEY


def test_erased_is_erased_and_the_next_text_opens(tmp_path: Path) -> None:
    with closing(make_keyring(tmp_path)) as ring:
        before, other = sealed(ring, "Ann"), sealed(ring, "Bob", subject="claim/C2")
        ring.erase("claim/C1", None, why="asked for")
        after = sealed(ring, "Ann again")
        assert open_sealed(ring, before) is Shut.ERASED
        assert isinstance(open_sealed(ring, other), Opened)
        assert isinstance(open_sealed(ring, after), Opened)


def test_a_name_is_found_however_it_is_written_until_its_key_is_erased(tmp_path: Path) -> None:
    with closing(make_keyring(tmp_path)) as ring:
        seal_name(ring, "Zoë  Müller", said_in="RecordDeniedClaim.claimant", subject="claim/C1", day=DAY)
        seal_name(ring, "zoë müller", said_in="RecordDeniedClaim.claimant", subject="claim/C2", day=DAY)
        wanted = lookup(ring, " ZOË MÜLLER ")
        assert [each.subject for each in ring.named(wanted)] == ["claim/C1", "claim/C2"]
        assert ring.named(lookup(ring, "Zoe Muller")) == []
        assert lookup(ring, "Zoë Müller", kind="other") != wanted
        ring.erase("claim/C1", None, why="asked for")
        assert [each.subject for each in ring.named(wanted)] == ["claim/C2"]


def test_names_are_looked_up_otherwise_on_every_floor(ring: Keyring, tmp_path: Path) -> None:
    with closing(make_keyring(tmp_path)) as other:
        assert lookup(ring, "Ann") != lookup(other, "Ann")


def test_the_hit_value_of_a_mystery_jackpot_is_sealed_by_its_pool(ring: Keyring) -> None:
    body = seal(ring, "73215", said_in="mystery hit", subject="pool/grand")
    assert "73215" not in body
    found = open_sealed(ring, body)
    assert isinstance(found, Opened)
    assert (found.text, found.subject) == ("73215", "pool/grand")
