"""Proves who is at each end: both ends of a line over a network prove that they hold the device's own key, before
anything is said.

A challenge and an answer each way with HMAC-SHA-256. The key never goes over the line, and an old answer is worth
nothing. It proves who connected; that no intruder speaks in between afterwards is for the seals (`seal.py`).
"""

import hmac
import re
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from openetg.devices.line.framing import LINE_MAX, framed, unframed
from openetg.devices.line.seal import SessionKeys, session_keys

KEY_BYTES = 32
_NONCE_BYTES = 16
_HEX = re.compile(rb"[0-9a-f]{32}")
_KEY_TEXT = re.compile(r"[0-9a-fA-F]{64}")
_OVERHEARD_MAX = 65_536

Nonce = Callable[[int], bytes]
"""So many unpredictable bytes; `secrets.token_bytes`."""


class ProofStage(Enum):
    """How far a proof has come."""

    ASKED = auto()
    PROVEN = auto()
    FAILED = auto()


def key_from_text(text: str) -> bytes:
    """A device's key from the text of its file; ValueError with what is wrong."""
    stripped = text.strip()
    if not _KEY_TEXT.fullmatch(stripped):
        raise ValueError(f"expected a key of {2 * KEY_BYTES} hexadecimal digits, found {len(stripped)} characters")
    return bytes.fromhex(stripped)


class FloorProof:
    """The floor's end of one connection: asks, checks the proof, answers."""

    def __init__(self, key: bytes, nonce: Nonce) -> None:
        self.standing = ProofStage.ASKED
        self.session: SessionKeys | None = None
        """Once proven, the keys of this connection."""
        self._key = key
        self._nonce = nonce(_NONCE_BYTES).hex().encode()
        self._lines = _Lines()

    def challenge(self) -> bytes:
        """The first line on the connection."""
        return framed(b"CHALLENGE,%b" % self._nonce)

    def receive(self, data: bytes) -> bytes:
        """What to send back. Lines that are no proof are passed over: they were meant for another reader."""
        self._lines.add(data)
        while self.standing is ProofStage.ASKED and (fields := self._lines.next()) is not None:
            if fields[0] != b"PROOF" or len(fields) != 3 or not _HEX.fullmatch(fields[1]):
                continue
            own = fields[1]
            good = hmac.compare_digest(fields[2], _mac(self._key, b"device", self._nonce, own))
            self.standing = ProofStage.PROVEN if good else ProofStage.FAILED
            self.session = session_keys(self._key, self._nonce, own) if good else None
            return framed(b"ANSWER,%b" % _mac(self._key, b"floor", own, self._nonce)) if good else b""
        if self._lines.overheard > _OVERHEARD_MAX:
            self.standing = ProofStage.FAILED
        return b""


class DeviceProof:
    """The device's end of one connection: answers a challenge with its proof, then wants the floor's."""

    def __init__(self, key: bytes, nonce: Nonce) -> None:
        self.standing = ProofStage.ASKED
        self.session: SessionKeys | None = None
        """Once proven, the keys of this connection."""
        self._key = key
        self._nonce = nonce(_NONCE_BYTES).hex().encode()
        self._challenge = b""
        self._lines = _Lines()

    def receive(self, data: bytes) -> tuple[bytes, bytes]:
        """What to send back, and what follows the floor's proof: the first sealed orders."""
        self._lines.add(data)
        said = b""
        while self.standing is ProofStage.ASKED and (fields := self._lines.next()) is not None:
            if fields[0] == b"CHALLENGE" and len(fields) == 2 and _HEX.fullmatch(fields[1]):
                self._challenge = fields[1]
                proof = _mac(self._key, b"device", self._challenge, self._nonce)
                said += framed(b"PROOF,%b,%b" % (self._nonce, proof))
            elif fields[0] == b"ANSWER" and len(fields) == 2 and self._challenge:
                good = hmac.compare_digest(fields[1], _mac(self._key, b"floor", self._nonce, self._challenge))
                self.standing = ProofStage.PROVEN if good else ProofStage.FAILED
                self.session = session_keys(self._key, self._challenge, self._nonce) if good else None
        if self._lines.overheard > _OVERHEARD_MAX:
            self.standing = ProofStage.FAILED
        return said, self._lines.rest() if self.standing is ProofStage.PROVEN else b""


def _mac(key: bytes, who: bytes, asked: bytes, own: bytes) -> bytes:
    """Half a hash is plenty against guessing, and fits the line."""
    return hmac.digest(key, b"openetg," + who + b"," + asked + b"," + own, "sha256")[:16].hex().encode()


class _Lines:
    """Whole lines, one by one, so that what follows the last one of a proof can be handed on as it came."""

    _START: Final = b"$"

    def __init__(self) -> None:
        self.overheard = 0
        self._kept = b""

    def add(self, data: bytes) -> None:
        self._kept += data
        self.overheard += len(data)

    def next(self) -> list[bytes] | None:
        """The fields of the next good line, if it is all there."""
        while b"\n" in self._kept:
            line, self._kept = self._kept.split(b"\n", 1)
            body = unframed(line.rpartition(self._START)[2].removesuffix(b"\r"))
            if body is not None:
                return body.split(b",")
        # Rubbish without an end is not kept for ever.
        self._kept = self._kept[-2 * LINE_MAX :]
        return None

    def rest(self) -> bytes:
        kept, self._kept = self._kept, b""
        return kept
