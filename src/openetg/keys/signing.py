"""The key a floor signs with, in the form of C2SP signed notes: a name, four bytes of hash, an Ed25519 key.

The private key is a file that only the floor's user may read; the public key is one line of text that anyone may
keep. Signing is deterministic: the same message has one signature. A key is made once and never replaced in silence:
a public key that does not belong to the private one beside it is a problem for a person.
"""

from __future__ import annotations

import os
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from openetg.keys.files import overwrite, sync, write_whole

ED25519 = b"\x01"
PRIVATE = "signing.key"
PUBLIC = "signing.pub"
FORMER = "signing-*.pub"
"""The public halves of keys that signed before."""
NEXT = "signing.key.next"
"""The key that takes over; gone once it has."""


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


def is_key_name(name: str) -> bool:
    """Whether a key may be called so: not empty, no space, no plus, nothing that cannot be seen."""
    return bool(name) and "+" not in name and all(each.isprintable() and not each.isspace() for each in name)


def read_public_key(text: str) -> PublicKey:
    """The key a line of text names; raises `KeyProblem` if it names none."""
    name, _, rest = text.strip().partition("+")
    hint, _, encoded = rest.partition("+")
    try:
        raw = b64decode(encoded, validate=True)
    except ValueError:
        raw = b""
    if not is_key_name(name) or raw[:1] != ED25519 or len(raw) != 33:
        raise KeyProblem(f'expected a public key as NAME+HASH+KEY, found "{text.strip()}"')
    key = PublicKey(name, raw[1:])
    if key.hint.hex() != hint:
        raise KeyProblem(f'expected the hash {key.hint.hex()} in the public key of {name}, found "{hint}"')
    return key


def signing_key(folder: Path, *, name: str) -> SigningKey:
    """The signing key in a folder, made with this name if there is none.

    The name of a key that is there already stays as it is.
    """
    private, public = folder / PRIVATE, folder / PUBLIC
    try:
        if not private.exists():
            _make(folder, name)
        key = _read_private(private)
        if not public.exists():
            _create(public, f"{key.public}\n", mode=0o644)
        found = public.read_text(errors="replace").strip()
    except OSError as fault:
        raise KeyProblem(f"{private}: the signing key cannot be read or written: {fault.strerror}") from None
    if found != str(key.public):
        raise KeyProblem(
            f'{public}: expected the public key of {private}, "{key.public}", found "{found}". One of the two was'
            " replaced: find out which before anything is signed. If `etg keys rotate-signing` was broken off, ask"
            " for it again."
        )
    return key


def next_signing_key(folder: Path) -> SigningKey:
    """The key that is to take over from the one in a folder: made, with the same name, unless it was already."""
    try:
        if not (folder / NEXT).exists():
            name = _read_private(folder / PRIVATE).public.name
            made = Ed25519PrivateKey.generate().private_bytes_raw()
            _create(folder / NEXT, f"{name}+{b64encode(made).decode()}\n", mode=0o600)
        return _read_private(folder / NEXT)
    except OSError as fault:
        raise KeyProblem(f"{folder / NEXT}: the signing key cannot be read or written: {fault.strerror}") from None


def take_over(folder: Path) -> PublicKey:
    """Puts the next key in the place of the one that signed so far, whose public half stays under its hash.

    Each step can be done again; the last one is the name of the private key. The old private key is destroyed.
    """
    fresh = _read_private(folder / NEXT).public
    if any((folder / PRIVATE).read_bytes()):  # else it was destroyed already
        old = _read_private(folder / PRIVATE).public
        write_whole(folder / f"signing-{old.hint.hex()}.pub", f"{old}\n".encode(), mode=0o644)
    write_whole(folder / PUBLIC, f"{fresh}\n".encode(), mode=0o644)
    overwrite(folder / PRIVATE)
    (folder / NEXT).replace(folder / PRIVATE)
    sync(folder)
    return fresh


def _make(folder: Path, name: str) -> None:
    private, public = folder / PRIVATE, folder / PUBLIC
    if not is_key_name(name):
        raise KeyProblem(f'expected a name for the key without space and plus, found "{name}"')
    # The public key is made second: where it is and the private one is not, that one was there and is lost.
    if public.exists() and not private.exists():
        raise KeyProblem(
            f"{public}: expected the private key {PRIVATE} beside it, found none. Bring it back, or put the public key"
            " away to have another pair made."
        )
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = Ed25519PrivateKey.generate().private_bytes_raw()
    _create(private, f"{name}+{b64encode(made).decode()}\n", mode=0o600)


def _create(path: Path, text: str, *, mode: int) -> None:
    """Makes a file durable and whole, unless there is one: of two processes that make it at a time, the first wins."""
    own = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    write_whole(own, text.encode(), mode=mode)
    try:
        os.link(own, path)
    except FileExistsError:
        pass  # the process that made it first has made it whole
    finally:
        own.unlink()
    sync(path.parent)


def _read_private(path: Path) -> SigningKey:
    if path.stat().st_mode & 0o077:
        raise KeyProblem(f"{path}: expected a file that only its owner may read (mode 600), found it open to others")
    try:
        name, _, encoded = path.read_text().strip().partition("+")
        if is_key_name(name):
            return SigningKey(name, b64decode(encoded, validate=True))
    except ValueError:
        pass  # raised below, for every part of it that is wrong
    raise KeyProblem(f"{path}: expected a signing key as NAME+KEY, found something else")
