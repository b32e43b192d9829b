"""Every line after the proof of the key bears a seal: a count and a MAC, so that no intruder between the ends can
speak.

Each direction has a key of its own, made of the device's key and the two random values of this connection: a line that
was changed, made up, said again, said out of turn, turned round or kept from another connection has no seal that fits.
What it does not do: hide what is said, or notice that a whole line was held up. Knows no port, loop or clock.
"""

import hmac
import re
from typing import NamedTuple

from openetg.devices.line.framing import LINE_MAX, LineReader, Rubbish, framed, unframed
from openetg.devices.line.signals import GarbleReason

SEAL_MAX = 49
"""Bytes a seal adds to a line: two commas, a count of at most 15 digits, a MAC of 32."""
_SEAL = re.compile(rb"(.*),([1-9][0-9]{0,14}),([0-9a-f]{32})", re.DOTALL)


class SessionKeys(NamedTuple):
    """The keys of one connection, one for each direction."""

    device: bytes
    """Of what the device says."""
    floor: bytes
    """Of what the floor orders."""


class Unsealed(NamedTuple):
    """What came under good seals, as lines without them, and what is no line, as it came."""

    plain: bytes
    missed: int
    """Lines that were sealed and never came."""
    broken: str = ""
    """Why nothing more may be heard on this connection, for a person; empty while every seal was right."""


def session_keys(key: bytes, challenge: bytes, nonce: bytes) -> SessionKeys:
    """The keys of a connection from the device's key and both random values, as they stood in the proof."""

    def derived(who: bytes) -> bytes:
        return hmac.digest(key, b"openetg,session," + who + b"," + challenge + b"," + nonce, "sha256")

    return SessionKeys(derived(b"device"), derived(b"floor"))


class LineSealer:
    """Puts seals on what one end says."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._count = 0

    def seal(self, lines: bytes) -> bytes:
        """Whole lines with their seals; what is no line goes as it is, for the other end to pass over."""
        return b"".join(self._sealed(piece) for piece in LineReader().read(lines))

    def _sealed(self, piece: bytes | Rubbish) -> bytes:
        body = None if isinstance(piece, Rubbish) else unframed(piece)
        if body is None:
            return _as_it_came(piece)
        self._count += 1
        counted = b"%b,%d" % (body, self._count)
        return framed(b"%b,%b" % (counted, _mac(self._key, counted)))


class Unsealer:
    """Takes the seals off what one end hears. The first line that does not bear the right one ends it for good."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._last = 0
        self._lines = LineReader(LINE_MAX + SEAL_MAX)

    def open(self, data: bytes) -> Unsealed:
        """What these bytes complete, up to a line whose CRC is right and whose seal is not. Never raises."""
        plain, missed = b"", 0
        for piece in self._lines.read(data):
            body = None if isinstance(piece, Rubbish) else unframed(piece)
            if body is None:
                plain += _as_it_came(piece)
                continue
            before, said = self._last, self._checked(body)
            if isinstance(said, str):
                return Unsealed(plain, missed, said)
            missed += self._last - before - 1
            plain += framed(said)
        return Unsealed(plain, missed)

    def _checked(self, body: bytes) -> bytes | str:
        """The line without its seal, or in words why the seal is not the right one."""
        seal = _SEAL.fullmatch(body)
        if seal is None:
            return "a line without a seal: the other end does not seal its lines, or somebody stands between"
        said, count, mac = seal[1], int(seal[2]), seal[3]
        if not hmac.compare_digest(mac, _mac(self._key, b"%b,%b" % (said, seal[2]))):
            return "a line with a wrong seal: somebody between changed it, made it up or turned it round"
        if count <= self._last:
            return "a line came again or out of turn: somebody between kept it back"
        self._last = count
        return said


def _mac(key: bytes, counted: bytes) -> bytes:
    """Half a hash is plenty against guessing, and fits the line."""
    return hmac.digest(key, counted, "sha256")[:16].hex().encode()


def _as_it_came(piece: bytes | Rubbish) -> bytes:
    """Rubbish, so that the reader of lines behind the seal notices it as on any line."""
    if not isinstance(piece, Rubbish):
        return b"$%b\r\n" % piece
    return b"$%b" % piece.data if piece.reason is GarbleReason.BROKEN_OFF else b"%b\n" % piece.data
