"""A terminal's own key, for a terminal that is not a browser: paired once with a code, then a pass for each connection.

    key = new_key()                                  # keep it: `key_text` and `read_key`
    pair("https://floor.example", "M1", code, key)   # the code comes from the staff desk
    client = await connect("wss://floor.example/terminal", "M1", pass_for("https://floor.example", "M1", key))

The key never leaves this machine. Calls wait for the floor: use a thread where a loop runs.
"""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from base64 import b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from msgspec import DecodeError, json

SIGNED = b"openetg terminal\n"
"""What every signed challenge begins with."""
HALF = 32
PATIENCE_S = 30.0


class NotPaired(Exception):
    """The floor does not take the code or the key, in its words."""


def new_key() -> EllipticCurvePrivateKey:
    """A key for one terminal."""
    return generate_private_key(SECP256R1())


def key_text(key: EllipticCurvePrivateKey) -> bytes:
    """A key for a file that only its owner may read."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def read_key(text: bytes) -> EllipticCurvePrivateKey:
    """The key in such a file; `ValueError` or `TypeError` if there is none."""
    key = load_pem_private_key(text, None)
    if not isinstance(key, EllipticCurvePrivateKey) or not isinstance(key.curve, SECP256R1):
        raise TypeError("expected the P-256 key of a terminal")
    return key


def pair(
    floor: str, terminal: str, code: str, key: EllipticCurvePrivateKey, *, tls: ssl.SSLContext | None = None
) -> None:
    """Puts the public half of a key on record, with the code that a member of staff had made for this terminal."""
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    _ask(floor, "pair", {"terminal": terminal, "code": code, "key": b64encode(public).decode()}, tls)


def pass_for(floor: str, terminal: str, key: EllipticCurvePrivateKey, *, tls: ssl.SSLContext | None = None) -> str:
    """What a paired terminal says as its key when it connects; good for some hours."""
    challenge = _ask(floor, "challenge", {"terminal": terminal}, tls)["challenge"]
    first, second = decode_dss_signature(key.sign(SIGNED + challenge.encode(), ECDSA(SHA256())))
    signature = b64encode(first.to_bytes(HALF) + second.to_bytes(HALF)).decode()
    word = _ask(floor, "pass", {"terminal": terminal, "challenge": challenge, "signature": signature}, tls)["key"]
    return str(word)


def _ask(floor: str, what: str, body: dict[str, str], tls: ssl.SSLContext | None) -> dict[str, Any]:
    if not floor.startswith(("http://", "https://")):
        raise NotPaired(f"expected the address of a floor such as https://floor.example, found {floor}")
    headers = {"content-type": "application/json", "x-openetg": "client"}
    request = urllib.request.Request(  # noqa: S310 - http(s) only
        f"{floor.rstrip('/')}/api/terminals/{what}", json.encode(body), headers, method="POST"
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S, context=tls) as answer:  # noqa: S310 - as above
            return json.decode(answer.read(), type=dict[str, Any])
    except urllib.error.HTTPError as refused:
        raise NotPaired(_words(refused)) from None
    except (urllib.error.URLError, TimeoutError) as fault:
        raise NotPaired(f"{floor}: expected a floor to answer: {getattr(fault, 'reason', fault)}") from None


def _words(refused: urllib.error.HTTPError) -> str:
    try:
        said = json.decode(refused.read(), type=dict[str, Any])
    except DecodeError:
        return f"{refused.code} {refused.reason}"
    return f"{said.get('reason', '')}: {said.get('detail', '')}"
