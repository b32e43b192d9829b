"""HMAC-DRBG with SHA-256 as NIST SP 800-90A (section 10.1.2) has it: the same seed gives the same bytes, for ever.

It takes its entropy as data and gets none elsewhere, so that a holder of the seed can do over what was drawn. It must
never read a clock, a file or the machine's own randomness.
"""

from __future__ import annotations

import hmac

STRENGTH_BYTES = 32
"""The least entropy it is begun or refreshed with: 256 bits."""
NONCE_BYTES = 16
"""The least nonce: half of the strength."""
LARGEST_INPUT = 1 << 32
"""No input may have more bytes (the standard's 2^35 bits)."""
LARGEST_REQUEST = 1 << 16
"""No more bytes at once (the standard's 2^19 bits)."""
RESEED_INTERVAL = 1 << 48
"""So many requests, then it must be refreshed."""


class OutOfBoundsError(ValueError):
    """What was asked is beyond what the standard allows."""


class HmacDrbg:
    """One generator: a key and a value, stirred with every request."""

    def __init__(self, entropy: bytes, nonce: bytes, personal: bytes = b"") -> None:
        _demand(len(entropy) >= STRENGTH_BYTES, "entropy of at least 32 bytes")
        _demand(len(nonce) >= NONCE_BYTES, "a nonce of at least 16 bytes")
        _demand(max(len(entropy), len(nonce), len(personal)) <= LARGEST_INPUT, "inputs of no more than 2^32 bytes")
        self._key = bytes(32)
        self._value = b"\x01" * 32
        self._update(entropy + nonce + personal)
        self.requests = 1
        """The standard's counter: which request since it was seeded the next one is."""

    def reseed(self, entropy: bytes, additional: bytes = b"") -> None:
        """Refreshes it with new entropy."""
        _demand(len(entropy) >= STRENGTH_BYTES, "entropy of at least 32 bytes")
        _demand(max(len(entropy), len(additional)) <= LARGEST_INPUT, "inputs of no more than 2^32 bytes")
        self._update(entropy + additional)
        self.requests = 1

    def generate(self, count: int, additional: bytes = b"") -> bytes:
        """The next so many bytes."""
        _demand(0 <= count <= LARGEST_REQUEST, "no more than 65,536 bytes at once")
        _demand(len(additional) <= LARGEST_INPUT, "inputs of no more than 2^32 bytes")
        _demand(self.requests <= RESEED_INTERVAL, "a reseed first")
        if additional:
            self._update(additional)
        drawn = b""
        while len(drawn) < count:
            self._value = hmac.digest(self._key, self._value, "sha256")
            drawn += self._value
        self._update(additional)
        self.requests += 1
        return drawn[:count]

    def _update(self, data: bytes) -> None:
        """The standard's HMAC_DRBG_Update."""
        self._key = hmac.digest(self._key, self._value + b"\x00" + data, "sha256")
        self._value = hmac.digest(self._key, self._value, "sha256")
        if not data:
            return
        self._key = hmac.digest(self._key, self._value + b"\x01" + data, "sha256")
        self._value = hmac.digest(self._key, self._value, "sha256")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise OutOfBoundsError(f"the standard asks for {what}")
