"""Text that only the holder of a key can read: `sealed:1:KEY:TEXT`, AES-256-GCM under the key of its subject and day.

A sealed text moves from the command it was said in to events and to what the floor remembers, so it is bound to what
stays true on the way: the key's id, subject and day. Where it was first said (`RecordDeniedClaim.claimant`) is inside,
under the same lock: a text put in another's place says so when it is opened. Its length is padded, so that a name
cannot be told by its letters.

A name that was sealed can be found again by whoever knows it: the keyring keeps its HMAC, and forgets that too when
the key is erased. Nothing here reads or writes a journal.

The value at which a mystery jackpot hits is sealed by the same `seal`, under a key of its pool.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from enum import Enum
from hmac import digest

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import DecodeError, Struct, json

from openetg.keys.keyring import LOOKUP, NONCE_BYTES, Key, KeyRecord, Keyring

MARK = "sealed:1:"
FORM = re.compile(r"sealed:1:([0-9a-f]{12}):([A-Za-z0-9_=-]+)")
NAME = "name"
"""The kind of text by which people are found again."""
PADDED_TO = 64
"""Sealed texts are as long as the next multiple of so many bytes."""


class Opened(Struct, frozen=True, gc=False):
    """A sealed text that could be read."""

    text: str
    said_in: str
    """The command and field in which it was first said."""
    subject: str
    day: str


class Shut(Enum):
    """Why a sealed text cannot be read."""

    ERASED = "erased"
    NO_KEY = "sealed under a key that is not here"
    CHANGED = "not as it was sealed"


def seal(keyring: Keyring, text: str, *, said_in: str, subject: str, day: str = "") -> str:
    """The text for nobody's eyes but the keyring's; the key is durable when this returns."""
    return _sealed(keyring.key_for(subject, day), text, said_in)


def seal_name(keyring: Keyring, text: str, *, said_in: str, subject: str, day: str = "") -> str:
    """Like `seal`, for a name by which the subject can be found again."""
    key = keyring.key_for(subject, day)
    keyring.remember_name(lookup(keyring, text), key.id)
    return _sealed(key, text, said_in)


def is_sealed(text: str) -> bool:
    """Whether it has the form of a sealed text."""
    return FORM.fullmatch(text) is not None


def open_sealed(keyring: Keyring, text: str) -> Opened | Shut:
    """What was sealed, or why it cannot be read."""
    found = FORM.fullmatch(text)
    if found is None:
        return Shut.CHANGED
    key = keyring.key(found[1])
    if key is None:
        return Shut.NO_KEY
    if isinstance(key, KeyRecord):
        return Shut.ERASED
    try:
        body = urlsafe_b64decode(found[2])
        plain = AESGCM(key.secret).decrypt(body[:NONCE_BYTES], body[NONCE_BYTES:], _bound(key))
        said_in, words = json.decode(plain, type=tuple[str, str])
    except (InvalidTag, DecodeError, ValueError):
        return Shut.CHANGED
    return Opened(words, said_in, key.subject, key.day)


def lookup(keyring: Keyring, text: str, *, kind: str = NAME) -> str:
    """The same for the same text of a kind, however spaced and capitalised; tells nothing without the keyring."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return b64encode(digest(keyring.key_for(LOOKUP).secret, f"{kind}\0{plain}".encode(), "sha256")).decode()


def _sealed(key: Key, text: str, said_in: str) -> str:
    plain = json.encode((said_in, text))
    plain = plain.ljust(-(-len(plain) // PADDED_TO) * PADDED_TO)  # blanks behind JSON mean nothing
    nonce = secrets.token_bytes(NONCE_BYTES)
    body = nonce + AESGCM(key.secret).encrypt(nonce, plain, _bound(key))
    return f"{MARK}{key.id}:{urlsafe_b64encode(body).decode()}"


def _bound(key: Key) -> bytes:
    return f"openetg sealed text 1\0{key.id}\0{key.subject}\0{key.day}".encode()
