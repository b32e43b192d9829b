"""What is drawn from a secret, and what binds the house to the secret before: a holder of both can do it over.

A secret is 32 bytes as 64 hexadecimal digits. What it is for is its purpose (`mystery/lucky/mini/3`, `draw/summer`).
The commitment is the SHA-256 of process, purpose and secret, each on a line of its own without a last line end. Values
come from HMAC-DRBG seeded with the secret for entropy, the first 16 bytes of the purpose's SHA-256 for nonce, and
process and purpose for the personalization string. It is pure: where secrets come from is not its business.
"""

from __future__ import annotations

import re
from hashlib import sha256

from openetg.chance.drbg import NONCE_BYTES, HmacDrbg

PROCESS = "hmac-drbg-sha256/1"
"""The name of everything in this file: a process that draws otherwise has another."""
SECRET_BYTES = 32

_SECRET = re.compile("[0-9a-f]{64}")


class NumberStream:
    """Whole numbers without end, the same for the same secret and purpose."""

    def __init__(self, secret: str, purpose: str) -> None:
        if not is_secret(secret):
            raise ValueError("a secret is 64 hexadecimal digits, in small letters")
        nonce = sha256(purpose.encode()).digest()[:NONCE_BYTES]
        self._bits = HmacDrbg(bytes.fromhex(secret), nonce, f"{PROCESS}\n{purpose}".encode())

    def below(self, n: int) -> int:
        """The next number from 0 to n - 1, each as likely as any other: what does not fit is thrown away."""
        if n < 1:
            raise ValueError("nothing is below 1")
        bits = (n - 1).bit_length()
        length = (bits + 7) // 8
        spare = length * 8 - bits
        while length:
            drawn = int.from_bytes(self._bits.generate(length), "big") >> spare
            if drawn < n:
                return drawn
        return 0


def is_secret(secret: str) -> bool:
    """Whether it has the form of a secret."""
    return _SECRET.fullmatch(secret) is not None


def commitment_of(purpose: str, secret: str) -> str:
    """What is published of a secret beforehand, so that no other can be put in its place."""
    return sha256(f"{PROCESS}\n{purpose}\n{secret}".encode()).hexdigest()


def mystery_purpose(jackpot: str, level: str, cycle: int) -> str:
    """What the secret of one pool of a mystery is for."""
    return f"mystery/{jackpot}/{level}/{cycle}"


def draw_purpose(promotion: str, digest: str = "") -> str:
    """What the secret of a draw is for: with the digest of the entries, what its stream of numbers is for."""
    return f"draw/{promotion}/{digest}" if digest else f"draw/{promotion}"


def hit_value(secret: str, jackpot: str, level: str, cycle: int, low: int, high: int) -> int:
    """The value at which a pool hits, from low to high, both included, all equally likely."""
    return low + NumberStream(secret, mystery_purpose(jackpot, level, cycle)).below(high - low + 1)
