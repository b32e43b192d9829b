"""The signing key: made once, kept private, never replaced in silence, written as C2SP signed notes ask."""

from __future__ import annotations

import resource
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from openetg.keys.files import write_whole
from openetg.keys.signing import PRIVATE, PUBLIC, KeyProblem, SigningKey, read_public_key, signing_key

NAME = "openetg.org/journal/floor-1"


def test_the_key_is_made_once_and_found_again(tmp_path: Path) -> None:
    made = signing_key(tmp_path / "keys", name=NAME)
    again = signing_key(tmp_path / "keys", name="another name")
    assert str(again.public) == str(made.public)
    assert again.public.name == NAME
    assert made.public.signed(b"text", again.sign(b"text"))
    assert made.sign(b"text") == again.sign(b"text")


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    signing_key(tmp_path / "keys", name=NAME)
    assert (tmp_path / "keys" / PRIVATE).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o700
    (tmp_path / "keys" / PRIVATE).chmod(0o640)
    with pytest.raises(KeyProblem, match="that only its owner may read"):
        signing_key(tmp_path / "keys", name=NAME)


def test_nothing_else_is_left_behind(tmp_path: Path) -> None:
    signing_key(tmp_path, name=NAME)
    assert sorted(path.name for path in tmp_path.iterdir()) == [PRIVATE, PUBLIC]


def test_of_many_that_make_it_at_a_time_all_get_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = list(pool.map(lambda _: str(signing_key(tmp_path, name=NAME).public), range(16)))
    assert len(set(keys)) == 1


def test_the_public_key_is_one_line_in_the_form_of_a_signed_note(tmp_path: Path) -> None:
    key = signing_key(tmp_path, name=NAME).public
    raw = b"\x01" + key.raw
    hint = sha256(NAME.encode() + b"\n" + raw).digest()[:4].hex()
    assert (tmp_path / PUBLIC).read_text() == f"{NAME}+{hint}+{b64encode(raw).decode()}\n"
    assert str(read_public_key((tmp_path / PUBLIC).read_text())) == str(key)


def test_the_example_of_the_specification() -> None:
    """The key that C2SP's signed-note document and Go's implementation of it show."""
    text = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    assert str(read_public_key(text)) == text
    signature = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    note = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    raw = b64decode(signature)
    key = read_public_key(text)
    assert raw[:4] == key.hint
    assert key.signed(note.encode(), raw[4:])


@pytest.mark.parametrize("wrong", [b"", b"x" * 63, b"x" * 64, b"x" * 65])
def test_what_is_no_signature_is_none(wrong: bytes) -> None:
    assert not SigningKey(NAME, bytes(32)).public.signed(b"text", wrong)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        "name+00000000",
        "name+00000000+####",
        "+00000000+AAAA",
        "two words+0+AA",
        f"name+0+{'A' * 44}",
        "é+ß",
    ],
)
def test_what_is_no_public_key_is_said_to_be_none(text: str) -> None:
    with pytest.raises(KeyProblem, match=r"expected a public key as NAME\+HASH\+KEY"):
        read_public_key(text)


def test_a_hash_that_does_not_fit_is_named(tmp_path: Path) -> None:
    key = str(signing_key(tmp_path, name=NAME).public)
    name, hint, raw = key.split("+", 2)
    with pytest.raises(KeyProblem, match=f"expected the hash {hint} in the public key of {name}, found "):
        read_public_key(f"{name}+00000000+{raw}")


@pytest.mark.parametrize("text", ["", "name", "name+", "name+AAAA", "no+base64!", "two words+" + "A" * 43 + "="])
def test_what_is_no_private_key_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    write_whole(tmp_path / PRIVATE, text.encode(), mode=0o600)
    with pytest.raises(KeyProblem, match=r"expected a signing key as NAME\+KEY"):
        signing_key(tmp_path, name=NAME)


def test_a_replaced_private_key_is_not_taken_in_silence(tmp_path: Path) -> None:
    signing_key(tmp_path / "one", name=NAME)
    signing_key(tmp_path / "other", name=NAME)
    (tmp_path / "other" / PRIVATE).replace(tmp_path / "one" / PRIVATE)
    before = (tmp_path / "one" / PUBLIC).read_text()
    with pytest.raises(KeyProblem, match="One of the two was replaced"):
        signing_key(tmp_path / "one", name=NAME)
    assert (tmp_path / "one" / PUBLIC).read_text() == before


def test_a_lost_private_key_is_not_replaced_in_silence(tmp_path: Path) -> None:
    signing_key(tmp_path, name=NAME)
    (tmp_path / PRIVATE).unlink()
    with pytest.raises(KeyProblem, match=r"expected the private key signing\.key beside it, found none"):
        signing_key(tmp_path, name=NAME)


def test_a_lost_public_key_is_written_again(tmp_path: Path) -> None:
    key = signing_key(tmp_path, name=NAME)
    (tmp_path / PUBLIC).unlink()
    signing_key(tmp_path, name=NAME)
    assert (tmp_path / PUBLIC).read_text() == f"{key.public}\n"


@pytest.mark.parametrize("name", ["", "two words", "a+b", "line\nbreak"])
def test_a_name_that_no_note_could_hold_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(KeyProblem, match="expected a name for the key"):
        signing_key(tmp_path, name=name)


def test_a_folder_that_cannot_be_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("")
    with pytest.raises(KeyProblem, match="cannot be read or written"):
        signing_key(tmp_path / "keys", name=NAME)


def test_a_file_without_room_is_named_and_nothing_of_it_is_left(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"as it was")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(OSError, match="kept"):
            write_whole(tmp_path / "kept", b"x" * 1_000, mode=0o600)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_bytes() == b"as it was"
