"""Keys per subject and day: durable, wrapped, bound to their place, and gone for good once erased."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import apsw
import pytest

from openetg.keys.keyring import LOOKUP, MASTER, RING, TICKETS, Key, KeyRecord, Keyring, make_keyring, open_keyring
from openetg.keys.signing import KeyProblem


@pytest.fixture
def ring(tmp_path: Path) -> Iterator[Keyring]:
    with closing(make_keyring(tmp_path / "keys")) as made:
        yield made


def raw(ring: Keyring) -> apsw.Connection:
    return apsw.Connection(str(ring.folder / RING))


def wrapped(ring: Keyring, key: Key) -> bytes:
    with closing(raw(ring)) as connection:
        rows = connection.execute("SELECT wrapped FROM keys WHERE id = ?", (key.id,)).fetchall()
    found = rows[0][0]
    assert isinstance(found, bytes)
    return found


def in_files(folder: Path, what: bytes) -> list[str]:
    """The files in which these bytes stand, whatever SQLite makes of them."""
    return [path.name for path in sorted(folder.rglob("*")) if path.is_file() and what in path.read_bytes()]


def test_a_subject_has_one_key_a_day_and_keeps_it(ring: Keyring) -> None:
    first = ring.key_for("who/P1", "2026-11-15")
    others = [ring.key_for("who/P1", "2026-11-16"), ring.key_for("who/P2", "2026-11-15"), ring.key_for("who/P1")]
    assert ring.key_for("who/P1", "2026-11-15") == first
    assert len({first.secret, *(each.secret for each in others)}) == 4
    ring.close()
    with closing(open_keyring(ring.folder)) as again:
        assert again.key_for("who/P1", "2026-11-15") == first
        assert again.key(first.id) == first


def test_a_key_is_on_the_disk_before_anybody_has_it(ring: Keyring) -> None:
    """Another process sees it at once, while the one that made it is still open."""
    key = ring.key_for("who/P1")
    with closing(open_keyring(ring.folder)) as other:
        assert other.key(key.id) == key


def test_no_file_holds_a_key_in_clear_and_nobody_else_may_read_them(ring: Keyring) -> None:
    key = ring.key_for("who/P1")
    assert in_files(ring.folder, wrapped(ring, key))
    assert in_files(ring.folder, key.secret) == []
    assert stat.S_IMODE(ring.folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in ring.folder.iterdir()} == {0o600}
    assert key.secret.hex() not in repr(key)
    assert repr(key.secret) not in repr(key)


def test_an_erased_key_is_in_no_file_any_more_and_leaves_a_tombstone(ring: Keyring) -> None:
    """With a second process that has the ring open, as a floor has."""
    key, other = ring.key_for("claim/C1", "2026-11-15"), ring.key_for("claim/C2", "2026-11-15")
    ring.remember_name("a lookup", key.id)
    before = wrapped(ring, key)
    with closing(open_keyring(ring.folder)) as floor:
        assert floor.key(key.id) == key
        gone = ring.erase("claim/C1", None, why="asked for")
        assert [each.id for each in gone] == [key.id]
        assert in_files(ring.folder, before) == []
        assert in_files(ring.folder, b"a lookup") == []
        tombstone = floor.key(key.id)
        assert isinstance(tombstone, KeyRecord)
        assert (tombstone.subject, tombstone.why) == ("claim/C1", "asked for")
        assert tombstone.erased_at >= tombstone.made_at
        assert floor.key(other.id) == other
        assert floor.key_for("claim/C1", "2026-11-15").id != key.id, "a later text gets a key of its own"


@pytest.mark.parametrize(
    ("subject", "day", "left"),
    [
        ("who/P1", None, {("who/P2", "d1"), ("floor", "d1")}),
        (None, "d1", {("who/P1", "d2")}),
        ("who/P1", "d2", {("who/P1", "d1"), ("who/P2", "d1"), ("floor", "d1")}),
        ("who/P9", None, {("who/P1", "d1"), ("who/P1", "d2"), ("who/P2", "d1"), ("floor", "d1")}),
    ],
)
def test_erasing_a_subject_a_day_or_both(
    ring: Keyring, subject: str | None, day: str | None, left: set[tuple[str, str]]
) -> None:
    for each in (("who/P1", "d1"), ("who/P1", "d2"), ("who/P2", "d1"), ("floor", "d1")):
        ring.key_for(*each)
    told = ring.erasable(subject, day)
    assert [each.id for each in ring.erase(subject, day, why="retention")] == [each.id for each in told]
    there = {(each.subject, each.day) for each in ring.records() if not each.erased_at}
    assert there - {(LOOKUP, "")} == left


def test_what_tickets_and_names_need_is_never_erased(ring: Keyring) -> None:
    ticket = ring.key_for(TICKETS, "1")
    for subject in (TICKETS, LOOKUP):
        with pytest.raises(KeyProblem, match="never erased"):
            ring.erase(subject, None, why="by mistake")
    ring.erase(None, "1", why="a day that is called like a ticket key")
    assert ring.key(ticket.id) == ticket
    with pytest.raises(KeyProblem, match="a subject or a day"):
        ring.erase(None, None, why="everything")


def test_a_key_put_in_the_place_of_another_is_found_out(ring: Keyring) -> None:
    one, two = ring.key_for("who/P1"), ring.key_for("who/P2")
    with closing(raw(ring)) as connection:
        connection.execute("UPDATE keys SET wrapped = ? WHERE id = ?", (wrapped(ring, two), one.id))
    with pytest.raises(KeyProblem, match=one.id):
        ring.key(one.id)


def test_without_its_own_master_key_a_ring_does_not_open(ring: Keyring, tmp_path: Path) -> None:
    ring.close()
    with closing(make_keyring(tmp_path / "other")):
        pass
    own = (ring.folder / MASTER).read_bytes()
    (ring.folder / MASTER).write_bytes((tmp_path / "other" / MASTER).read_bytes())
    with pytest.raises(KeyProblem, match="was not wrapped by"):
        open_keyring(ring.folder)
    (ring.folder / MASTER).write_text("no key")
    with pytest.raises(KeyProblem, match="expected a master key of 32 bytes"):
        open_keyring(ring.folder)
    (ring.folder / MASTER).unlink()
    with pytest.raises(KeyProblem, match="bring it back"):
        make_keyring(ring.folder)
    assert not (ring.folder / MASTER).exists(), "a new one would never open the old keys"
    (ring.folder / MASTER).write_bytes(own)
    open_keyring(ring.folder).close()


def test_a_start_that_was_cut_off_is_gone_through_again(tmp_path: Path) -> None:
    """The master key was written and the ring not, or not whole."""
    with closing(make_keyring(tmp_path)):
        pass
    (tmp_path / RING).unlink()
    with closing(make_keyring(tmp_path)) as ring:
        ring.key_for("who/P1")
    (tmp_path / RING).unlink()
    (tmp_path / RING).touch()
    with closing(make_keyring(tmp_path)) as ring:
        assert [each.subject for each in ring.records()] == [LOOKUP]


def test_what_is_no_keyring_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyProblem, match="expected the keyring of a floor"):
        open_keyring(tmp_path)
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(KeyProblem, match="cannot be read or written"):
        make_keyring(file / "keys")
    with closing(make_keyring(tmp_path / "keys")):
        pass
    (tmp_path / "keys" / RING).write_bytes(os.urandom(8192))
    with pytest.raises(KeyProblem, match="expected a keyring, found something else"):
        open_keyring(tmp_path / "keys")


def test_several_who_make_a_keyring_at_once_all_have_the_same_keys(tmp_path: Path) -> None:
    """A master key put over another one would lose for ever what was wrapped by the first."""
    together = Barrier(6)

    def make(folder: Path) -> Key:
        together.wait()
        with closing(make_keyring(folder)) as ring:
            return ring.key_for(TICKETS, "1")

    with ThreadPoolExecutor(together.parties) as threads:
        for number in range(5):
            folder = tmp_path / str(number)
            (made,) = {key.secret for key in threads.map(make, [folder] * together.parties)}
            with closing(open_keyring(folder)) as ring:
                assert ring.key_for(TICKETS, "1").secret == made
