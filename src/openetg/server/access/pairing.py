"""Terminals and their keys: paired once by a short code, known from then on by a key that never leaves the browser.

A person of the staff desk has a code made; the terminal sends it with the public half of a P-256 key that its browser
has made and will not give away. That key is on record. To open its socket the terminal signs a challenge and gets a
pass: the word it says in its hello, good for some hours and only while its key is the one on record. Passes are sealed
with a key made from the floor's secret, so nothing is kept of them and they outlive a restart. Challenges are drawn by
chance, good once, for a minute and for the server that drew them.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key
from msgspec import Struct

from openetg.floor.state import Floor, Pairing
from openetg.server.access.credentials.passwords import drawn_code, fits_code, hash_code
from openetg.server.guests.sessions import IsKey

CODE_LENGTH = 8
CODE_LASTS_MS = 10 * 60 * 1000
TRIES = 5
"""So many wrong codes for a terminal from one address, and no more are looked at from there."""
TRIES_MAX = 50
"""So many from all addresses together, and the code is no longer valid."""
CHALLENGE_LASTS_MS = 60_000
CHALLENGES_MAX = 20_000
"""So many challenges wait to be signed; the oldest are dropped."""
PASS_LASTS_MS = 12 * 60 * 60 * 1000
LONGEST_KEY = 256
SIGNED = b"openetg terminal\n"
"""What every signed challenge begins with, so that the key signs nothing else by accident."""
HALF = 32


class OfferedCode(Struct):
    """A code that a person of the staff desk had made for a terminal."""

    hash: str
    until_ms: int
    by: str
    by_two: bool = False
    """Whether a second person has the other half of it."""
    tries: dict[str, int] = {}
    """Wrong codes per address."""


class Codes:
    """Codes that wait for their terminal; in memory, since none outlives ten minutes."""

    def __init__(self) -> None:
        self._offered: dict[str, OfferedCode] = {}

    def offer(self, terminal: str, by: str, now_ms: int) -> tuple[str, int]:
        """A code for a terminal and until when it is good; the one before is not any more."""
        code = drawn_code(CODE_LENGTH)
        return code, self.keep(terminal, code, by, now_ms)

    def keep(self, terminal: str, code: str, by: str, now_ms: int, *, by_two: bool = False) -> int:
        """As `offer`, with a code that was drawn elsewhere."""
        until_ms = now_ms + CODE_LASTS_MS
        self._offered[terminal] = OfferedCode(hash_code(code), until_ms, by, by_two)
        return until_ms

    def take(self, terminal: str, code: str, address: str, now_ms: int) -> OfferedCode | None:
        """What is known of this code, once; None if it is not the code, or too many were guessed from that address.

        Counted per address: a stranger who guesses does not use up the tries of the person with the code.
        """
        offered = self._offered.get(terminal)
        if offered is None or now_ms >= offered.until_ms:
            self._offered.pop(terminal, None)
            return None
        if offered.tries.get(address, 0) >= TRIES:
            return None
        right = fits_code(code, offered.hash)
        offered.tries[address] = offered.tries.get(address, 0) + 1
        if right or sum(offered.tries.values()) >= TRIES_MAX:
            del self._offered[terminal]
        return offered if right else None


def canonical_key(key: str) -> str | None:
    """A public key as it goes on record; None if it is no P-256 key in SPKI form."""
    found = _public_key(key)
    if found is None:
        return None
    return b64encode(found.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


def _public_key(key: str) -> EllipticCurvePublicKey | None:
    if len(key) > LONGEST_KEY:
        return None
    try:
        found = load_der_public_key(b64decode(key, validate=True))
    except (ValueError, UnsupportedAlgorithm):
        return None
    return found if isinstance(found, EllipticCurvePublicKey) and isinstance(found.curve, SECP256R1) else None


def signed_by(key: str, challenge: str, signature: str) -> bool:
    """Whether a challenge was signed with a key, as WebCrypto signs: the two halves one after the other."""
    found = _public_key(key)
    try:
        raw = b64decode(signature, validate=True)
    except ValueError:
        return False
    if found is None or len(raw) != 2 * HALF:
        return False
    halves = int.from_bytes(raw[:HALF]), int.from_bytes(raw[HALF:])
    try:
        found.verify(encode_dss_signature(*halves), SIGNED + challenge.encode(), ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True


class Passes:
    """Challenges, each good once; and passes, each with its own seal over what it is for and until when."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.new(secret, b"openetg passes", sha256).digest()
        self._challenges: OrderedDict[str, tuple[str, int]] = OrderedDict()
        """By challenge, which terminal has to sign it, and until when; oldest first."""

    def challenge(self, terminal: str, now_ms: int) -> str:
        """A new challenge that a terminal has to sign."""
        while self._challenges and (
            len(self._challenges) >= CHALLENGES_MAX or next(iter(self._challenges.values()))[1] <= now_ms
        ):
            self._challenges.popitem(last=False)
        drawn = secrets.token_urlsafe(32)
        self._challenges[drawn] = terminal, now_ms + CHALLENGE_LASTS_MS
        return drawn

    def take_challenge(self, terminal: str, challenge: str, now_ms: int) -> bool:
        """Whether it is a challenge for this terminal, of a moment ago; it is used up by this call."""
        meant_for, until_ms = self._challenges.pop(challenge, ("", 0))
        return meant_for == terminal and now_ms < until_ms

    def admit(self, terminal: str, pairing: Pairing, now_ms: int) -> tuple[str, int]:
        """A pass for a terminal that has signed, and until when it is good."""
        until_ms = now_ms + PASS_LASTS_MS
        return self._sealed("pass", terminal, _mark(pairing), until_ms), until_ms

    def is_pass(self, terminal: str, pairing: Pairing | None, word: str, now_ms: int) -> bool:
        """Whether it is a pass for this terminal with the key it has now."""
        return pairing is not None and self._holds("pass", terminal, _mark(pairing), word, now_ms)

    def _sealed(self, kind: str, terminal: str, mark: str, until_ms: int) -> str:
        body = f"{kind}\n{terminal}\n{mark}\n{until_ms}".encode()
        seal = hmac.new(self._key, body, sha256).digest()
        return f"{until_ms}.{urlsafe_b64encode(seal).decode().rstrip('=')}"

    def _holds(self, kind: str, terminal: str, mark: str, word: str, now_ms: int) -> bool:
        until, _, _ = word.partition(".")
        if not until.isascii() or not until.isdecimal() or len(until) > 16 or now_ms >= int(until):
            return False
        return hmac.compare_digest(self._sealed(kind, terminal, mark, int(until)).encode(), word.encode())


def _mark(pairing: Pairing) -> str:
    return f"{pairing.key}@{pairing.at_ms}"


def paired_keys(floor: Floor, passes: Passes, now_ms: Callable[[], int]) -> IsKey:
    """The check sessions use: whether the word in a hello is a pass of that terminal."""
    return lambda terminal, word: passes.is_pass(terminal, floor.people.pairings.get(terminal), word, now_ms())


def either(*ways: IsKey) -> IsKey:
    """A check that accepts a terminal if one of several does: on the demonstration floor also its link."""
    return lambda terminal, word: any(way(terminal, word) for way in ways)
