"""An authenticator for tests: makes a passkey and signs with it, as a browser would; tells lies if asked to."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256

UP, UV, BE, BS, AT = 0x01, 0x04, 0x08, 0x10, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """A key that somebody holds, unlocked by its owner."""

    def __init__(self, origin: str, site: str = "localhost") -> None:
        self.origin = origin
        self.site = site
        self.counter = 0
        self.verified = UV
        """Whether it asks its owner for a finger or a number."""
        self.backup = 0
        self.name = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to what a page was given to make a passkey."""
        public = cbor.encode(ES256.from_cryptography_key(self._key.public_key()))  # type: ignore[no-untyped-call]
        credential = bytes(16) + len(self.name).to_bytes(2) + self.name + public
        data = self._data(AT) + credential
        attested = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._client("webauthn.create", options)
        return self._sent({"clientDataJSON": encoded(said), "attestationObject": encoded(attested)})

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to what a page was given to have a passkey sign."""
        self.counter += 1
        data, said = self._data(0), self._client("webauthn.get", options)
        signature = self._key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        parts = {"clientDataJSON": said, "authenticatorData": data, "signature": signature}
        return self._sent({name: encoded(part) for name, part in parts.items()})

    def _data(self, flags: int) -> bytes:
        flags |= UP | self.verified | self.backup
        return sha256(self.site.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["publicKey"]["challenge"], "origin": self.origin}
        return json.dumps(said | {"crossOrigin": False}).encode()

    def _sent(self, response: dict[str, str]) -> dict[str, Any]:
        name = encoded(self.name)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
