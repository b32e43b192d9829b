"""One entry of the journal, and how a group of entries becomes the bytes that are stored and hashed.

A body is a JSON array with one entry per line, so that a person with a database shell can read the journal and its
JSON functions can search it. Command and verdict stand in it byte for byte as they were given. A body is written
once; this module must never re-encode what was stored, because the stored bytes are what is hashed.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Raw


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A command and what became of it. Command and verdict are each exactly one JSON value."""

    sequence: int
    at_ms: int
    command: bytes
    verdict: bytes


class _Line(msgspec.Struct, frozen=True, gc=False):
    """An entry as it stands in a body. Fields are never renamed; a new one needs a default."""

    sequence: int
    at_ms: int
    command: Raw
    verdict: Raw


_encode_line = msgspec.json.Encoder().encode
_decode_lines = msgspec.json.Decoder(list[_Line]).decode
_decode_raw = msgspec.json.Decoder(list[Raw]).decode


def encode_entries(entries: Sequence[Entry]) -> bytes:
    """The body of a group; raises for a command or verdict that would not be read back as given."""
    lines = [_Line(e.sequence, e.at_ms, Raw(e.command), Raw(e.verdict)) for e in entries]
    body = b"[" + b",\n".join(map(_encode_line, lines)) + b"]"
    # Reading back costs half a microsecond per entry. Without it one malformed command would be acknowledged
    # and then make the journal unreadable, or pass itself off as two entries.
    assert _reads_back(body, lines), "command and verdict must each be one JSON value without space around it"
    return body


def decode_entries(body: bytes) -> list[Entry]:
    """The entries of a stored body; raises msgspec.DecodeError if it is not one."""
    return [Entry(x.sequence, x.at_ms, bytes(x.command), bytes(x.verdict)) for x in _decode_lines(body)]


def stored_entries(body: bytes) -> list[bytes]:
    """Each entry exactly as its bytes stand in the body: the leaves of a Merkle tree."""
    return [bytes(raw) for raw in _decode_raw(body)]


def _reads_back(body: bytes, lines: list[_Line]) -> bool:
    try:
        body.decode()
        return _decode_lines(body) == lines
    except (UnicodeDecodeError, msgspec.DecodeError):
        return False
