"""Snapshot files: what a journal came to at one entry, signed, so that it need not be read from the beginning.

A file is a signed note in front and the snapshot behind it, compressed. The note says which journal, which entry, the
chain hash there and the digest of the rest; a forged snapshot would be forged money, so one without the floor's own
signature is never used. What is inside is opaque here. A snapshot that cannot be used is skipped and reported, never
deleted and never silent: the caller gets the list.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from openetg.keys.files import write_whole
from openetg.keys.signing import PublicKey, SigningKey

KEPT = 3
"""How many are kept; older ones are deleted when a new one is written."""
FIRST_LINE = "openetg snapshot 1"
LEVEL = 1
"""Of compression: the next ones take three times as long for a tenth less."""
LARGEST = 1 << 30
"""More bytes than this are no snapshot but an attempt to fill the memory."""

_NAME = re.compile(r"(\d{16})\.snapshot")


class SnapshotHead(msgspec.Struct, frozen=True):
    """What a snapshot is of: a place in a journal, and the state there."""

    journal_id: str
    sequence: int
    """The last entry in it; always the last of a group."""
    at_ms: int
    hash: bytes
    """The chain hash there."""
    state: str
    """The state hash; opaque here."""


class Snapshot(msgspec.Struct, frozen=True):
    """A snapshot read from a file, its signature and digest checked."""

    path: Path
    head: SnapshotHead
    body: bytes


class Unusable(msgspec.Struct, frozen=True):
    """A file that is no snapshot to start from, and why."""

    path: Path
    problem: str

    @property
    def sequence(self) -> int:
        """The entry it is of, by its name."""
        return _sequence(self.path)


class _Wrong(Exception):
    """What keeps a file from being used."""


class _Note(msgspec.Struct, frozen=True):
    """The signed words, as lines `name value` behind the first line."""

    journal: str
    sequence: int
    at_ms: int
    chain: str
    state: str
    length: int
    """Of the snapshot, before it was compressed."""
    digest: str
    """Of the compressed bytes."""


def write_snapshot(folder: Path, head: SnapshotHead, body: bytes, key: SigningKey, *, keep: int = KEPT) -> Path:
    """Write a snapshot durably, whole or not at all, and delete all but the newest few; an `OSError` if that fails."""
    assert keep > 0, "the one just written is kept"
    folder.mkdir(parents=True, exist_ok=True)
    packed = zlib.compress(body, LEVEL)
    note = _Note(
        journal=head.journal_id,
        sequence=head.sequence,
        at_ms=head.at_ms,
        chain=head.hash.hex(),
        state=head.state,
        length=len(body),
        digest=sha256(packed).hexdigest(),
    )
    words = _words(note)
    signature = b64encode(key.public.hint + key.sign(words)).decode()
    path = folder / f"{head.sequence:016}.snapshot"
    write_whole(path, words + f"\n— {key.public.name} {signature}\n\n".encode() + packed, mode=0o600)
    for old in _files(folder)[keep:]:
        old.unlink(missing_ok=True)
    return path


def latest(
    folder: Path, journal_id: str, key: PublicKey, at_most: int | None = None
) -> tuple[Snapshot | None, list[Unusable]]:
    """The newest usable snapshot of a journal up to an entry, and everything newer that is not usable, with why."""
    unusable: list[Unusable] = []
    for found in usable(folder, journal_id, key, at_most):
        if isinstance(found, Snapshot):
            return found, unusable
        unusable.append(found)
    return None, unusable


def usable(folder: Path, journal_id: str, key: PublicKey, at_most: int | None = None) -> Iterator[Snapshot | Unusable]:
    """Every snapshot of a folder up to an entry, newest first, read when it is asked for; unusable ones with why."""
    for path in _files(folder):
        if at_most is not None and _sequence(path) > at_most:
            continue
        try:
            yield _read(path, journal_id, key)
        except _Wrong as wrong:
            yield Unusable(path, str(wrong))
        except OSError as fault:
            yield Unusable(path, f"it cannot be read: {fault.strerror}")


def _files(folder: Path) -> list[Path]:
    """The snapshot files, newest first; half-written ones have other names."""
    if not folder.is_dir():
        return []
    return sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), reverse=True)


def _sequence(path: Path) -> int:
    return int(path.name.partition(".")[0])


def _read(path: Path, journal_id: str, key: PublicKey) -> Snapshot:
    words, signature, packed = _parted(path.read_bytes())
    if signature[:4] != key.hint or not key.signed(words, signature[4:]):
        raise _Wrong(f"expected the signature of {key}, found another")
    note = _note(words)
    if note.journal != journal_id:
        raise _Wrong(f"expected a snapshot of the journal {journal_id}, found one of {note.journal}")
    if note.sequence != _sequence(path):
        raise _Wrong(f"expected a snapshot at entry {_sequence(path)} by its name, found one at {note.sequence}")
    found = sha256(packed).hexdigest()
    if found != note.digest:
        raise _Wrong(f"expected content with the digest {note.digest}, found {found}: it is damaged")
    head = SnapshotHead(note.journal, note.sequence, note.at_ms, bytes.fromhex(note.chain), note.state)
    return Snapshot(path, head, _unpacked(packed, note.length))


def _parted(content: bytes) -> tuple[bytes, bytes, bytes]:
    """The signed words, the signature with its hint, and the compressed rest."""
    words, _, rest = content.partition(b"\n\n")
    line, parted, packed = rest.partition(b"\n\n")
    dash, _, signed = line.decode(errors="replace").partition(" ")
    try:
        signature = b64decode(signed.rpartition(" ")[2], validate=True)
    except ValueError:
        signature = b""
    if not words.startswith(FIRST_LINE.encode() + b"\n") or dash != "—" or not parted or len(signature) < 4:
        raise _Wrong(f'expected a file that begins with "{FIRST_LINE}" and a signature, found something else')
    return words + b"\n", signature, packed


def _words(note: _Note) -> bytes:
    fields = msgspec.structs.asdict(note)
    assert not any("\n" in str(value) for value in fields.values()), "each value stands in one line"
    return "".join([f"{FIRST_LINE}\n", *(f"{name} {value}\n" for name, value in fields.items())]).encode()


def _note(words: bytes) -> _Note:
    try:
        lines = words.decode().splitlines()[1:]
        fields = dict(line.split(" ", 1) for line in lines)
        note = msgspec.convert(fields, _Note, strict=False)
        bytes.fromhex(note.chain)
    except ValueError as wrong:
        raise _Wrong(f"expected journal, entry, hash and digest in the signed words: {wrong}") from None
    return note


def _unpacked(packed: bytes, length: int) -> bytes:
    """Not one byte more than was signed for."""
    if not 0 <= length <= LARGEST:
        raise _Wrong(f"expected at most {LARGEST} bytes, found {length}")
    try:
        unpacking = zlib.decompressobj()
        body = unpacking.decompress(packed, length + 1)
    except zlib.error as wrong:
        raise _Wrong(f"expected compressed content: {wrong}") from None
    if len(body) != length or not unpacking.eof:
        raise _Wrong(f"expected {length} bytes of content, found {len(body)}")
    return body
