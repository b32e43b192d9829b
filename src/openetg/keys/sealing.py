"""Text that only the holder of a key can read: `sealed:1:KEY:TEXT`, AES-256-GCM under the key of its subject and day.

A sealed text moves from the command it was said in to events and to what the floor remembers, so it is bound to what
stays true on the way: the key's id, subject and day. Where it was first said (`RecordDeniedClaim.claimant`) is inside,
under the same lock: a text put in another's place says so when it is opened. Its length is padded, so that a name
cannot be told by its letters.

A name that was sealed can be found again by a person who knows it: the keyring keeps its HMAC, and forgets that too
when the key is erased. Nothing here reads or writes a journal.

What no person may know yet, the secrets of draws, is hidden: `secret:2:KEY:TEXT`, under a key derived for that alone
and bound to other words, so that no hidden text is a sealed one under another mark. Those of before (`secret:1:`) were;
their lock says where they were said, and by that `open_sealed` leaves them shut.
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
HIDDEN_MARK = "secret:2:"
HIDDEN_FORM = re.compile(r"(secret:[12]:)([0-9a-f]{12}):([A-Za-z0-9_=-]+)")
HIDDEN_IN = frozenset({"CommitMystery.sealed", "CommitDraw.sealed"})
"""Where hidden texts are said: what was sealed there is not to be read, under any mark."""
TYPED = r"^(?!sealed:|secret:)"
"""What a text that comes from outside must match: no sender may hand in ciphertext, to have it opened elsewhere."""
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
    HIDDEN = "not to be told before its time"


def seal(keyring: Keyring, text: str, *, said_in: str, subject: str, day: str = "") -> str:
    """The text, readable only with the keyring; the key is durable when this returns."""
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
    """What was sealed for people to read, or why it cannot be read."""
    found = FORM.fullmatch(text)
    opened = Shut.CHANGED if found is None else _opened(keyring, found[1], found[2], hidden=False)
    return Shut.HIDDEN if isinstance(opened, Opened) and opened.said_in in HIDDEN_IN else opened


def hide(keyring: Keyring, text: str, *, said_in: str, subject: str) -> str:
    """The text, readable only by the code that acts on it, and not by views; the key is durable when this returns."""
    assert said_in in HIDDEN_IN, "who opens private texts knows where hidden ones are said"
    key = keyring.key_for(subject)
    return f"{HIDDEN_MARK}{key.id}:{_locked(key, text, said_in, hidden=True)}"


def open_hidden(keyring: Keyring, text: str) -> Opened | Shut:
    """What was hidden; what is shown on a screen must never come from here."""
    found = HIDDEN_FORM.fullmatch(text)
    if found is None:
        return Shut.CHANGED
    opened = _opened(keyring, found[2], found[3], hidden=found[1] == HIDDEN_MARK)
    return Shut.CHANGED if isinstance(opened, Opened) and opened.said_in not in HIDDEN_IN else opened


def _opened(keyring: Keyring, key_id: str, locked: str, *, hidden: bool) -> Opened | Shut:
    key = keyring.key(key_id)
    if key is None:
        return Shut.NO_KEY
    if isinstance(key, KeyRecord):
        return Shut.ERASED
    try:
        body = urlsafe_b64decode(locked)
        plain = _cipher(key, hidden=hidden).decrypt(body[:NONCE_BYTES], body[NONCE_BYTES:], _bound(key, hidden=hidden))
        said_in, words = json.decode(plain, type=tuple[str, str])
    except (InvalidTag, DecodeError, ValueError):
        return Shut.CHANGED
    return Opened(words, said_in, key.subject, key.day)


def lookup(keyring: Keyring, text: str, *, kind: str = NAME) -> str:
    """The same for the same text of a kind, however spaced and capitalised; tells nothing without the keyring."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return b64encode(digest(keyring.key_for(LOOKUP).secret, f"{kind}\0{plain}".encode(), "sha256")).decode()


def _sealed(key: Key, text: str, said_in: str) -> str:
    return f"{MARK}{key.id}:{_locked(key, text, said_in, hidden=False)}"


def _locked(key: Key, text: str, said_in: str, *, hidden: bool) -> str:
    plain = json.encode((said_in, text))
    plain = plain.ljust(-(-len(plain) // PADDED_TO) * PADDED_TO)  # blanks behind JSON mean nothing
    nonce = secrets.token_bytes(NONCE_BYTES)
    body = nonce + _cipher(key, hidden=hidden).encrypt(nonce, plain, _bound(key, hidden=hidden))
    return urlsafe_b64encode(body).decode()


def _cipher(key: Key, *, hidden: bool) -> AESGCM:
    """The lock of sealed texts, or that of hidden ones: neither key opens what is under the other."""
    return AESGCM(digest(key.secret, b"openetg hidden text 2", "sha256") if hidden else key.secret)


def _bound(key: Key, *, hidden: bool) -> bytes:
    what = "openetg hidden text 2" if hidden else "openetg sealed text 1"
    return f"{what}\0{key.id}\0{key.subject}\0{key.day}".encode()
