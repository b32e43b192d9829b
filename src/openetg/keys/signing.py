"""The key a floor signs with, in the form of C2SP signed notes: a name, four bytes of hash, an Ed25519 key.

The private key is a file that only the floor's user may read; the public key is one line of text that anyone may
keep. Signing is deterministic: the same message has one signature.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = b"\x01"
PRIVATE = "signing.key"
PUBLIC = "signing.pub"


class KeyProblem(Exception):
    """A key cannot be used as it is. The message is for a person."""


class PublicKey:
    """A key that signatures are checked with."""

    def __init__(self, name: str, raw: bytes) -> None:
        self.name = name
        self.raw = raw
        self.hint = sha256(name.encode() + b"\n" + ED25519 + raw).digest()[:4]
        self._key = Ed25519PublicKey.from_public_bytes(raw)

    def signed(self, message: bytes, signature: bytes) -> bool:
        """Whether the signature is this key's, of this message."""
        try:
            self._key.verify(signature, message)
        except InvalidSignature:
            return False
        return True

    def __str__(self) -> str:
        """The one line of text to keep and to compare: name, hash, key."""
        return f"{self.name}+{self.hint.hex()}+{b64encode(ED25519 + self.raw).decode()}"


class SigningKey:
    """A key that signs."""

    def __init__(self, name: str, raw: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(raw)
        self.public = PublicKey(name, self._key.public_key().public_bytes_raw())

    def sign(self, message: bytes) -> bytes:
        """The signature of a message: 64 bytes."""
        return self._key.sign(message)


def read_public_key(text: str) -> PublicKey:
    """The key a line of text names; `KeyProblem` if it names none."""
    name, _, rest = text.strip().partition("+")
    hint, _, encoded = rest.partition("+")
    try:
        raw = b64decode(encoded, validate=True)
    except ValueError:
        raw = b""
    if not name or raw[:1] != ED25519 or len(raw) != 33:
        raise KeyProblem(f'expected a public key as NAME+HASH+KEY, found "{text.strip()}"')
    key = PublicKey(name, raw[1:])
    if key.hint.hex() != hint:
        raise KeyProblem(f'expected the hash {key.hint.hex()} in the public key of {name}, found "{hint}"')
    return key


def signing_key(folder: Path, *, name: str) -> SigningKey:
    """The signing key in a folder, made with this name if there is none."""
    private, public = folder / PRIVATE, folder / PUBLIC
    try:
        if not private.exists():
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            made = SigningKey(name, os.urandom(32))
            write_whole(public, f"{made.public}\n".encode(), mode=0o644)
            write_whole(private, f"{name}+".encode() + b64encode(made._key.private_bytes_raw()) + b"\n", mode=0o600)
        stored, _, encoded = private.read_text().strip().partition("+")
        key = SigningKey(stored, b64decode(encoded, validate=True))
    except OSError as fault:
        raise KeyProblem(f"{private}: the signing key cannot be read or written: {fault.strerror}") from None
    except ValueError:
        raise KeyProblem(f"{private}: expected a signing key as NAME+KEY, found something else") from None
    if not public.exists() or public.read_text().strip() != str(key.public):
        write_whole(public, f"{key.public}\n".encode(), mode=0o644)
    return key


def write_whole(path: Path, content: bytes, *, mode: int) -> None:
    """Write a file durably, so that it is there whole or not at all."""
    unfinished = path.with_name(f".{path.name}.new")
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
