"""Bytes to messages and back."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import DecodeError, json

from openetg.wire.messages import FromTerminal, ToTerminal

_from_terminal: json.Decoder[FromTerminal] = json.Decoder(FromTerminal)
_to_terminal: json.Decoder[ToTerminal] = json.Decoder(ToTerminal)

encode: Callable[[FromTerminal | ToTerminal], bytes] = json.Encoder().encode
"""The bytes of a message."""


class Malformed(Exception):
    """Bytes that are no message, said in words."""


def decode_from_terminal(data: bytes) -> FromTerminal:
    """The message of a terminal; `Malformed` if it is none."""
    try:
        return _from_terminal.decode(data)
    except (DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Malformed(str(wrong)) from None


def decode_to_terminal(data: bytes) -> ToTerminal:
    """The message of a server; `Malformed` if it is none."""
    try:
        return _to_terminal.decode(data)
    except (DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Malformed(str(wrong)) from None
