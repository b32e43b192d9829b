"""Second factors as people use them over HTTP, for tests: enrolled, shown, and a login that waits for one."""

from __future__ import annotations

from base64 import b32decode
from typing import Any

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from openetg.server.access.credentials.factors import STEP_S
from tests.unit.server.api.authenticator import Authenticator
from tests.unit.server.api.floor_app import PASSWORD, Client, ServedFloor

STEP_MS = STEP_S * 1000


def at_name(floor: ServedFloor, client: Client) -> Client:
    """A client that calls the floor by a name, as passkeys want it."""
    client.http.base_url = f"http://localhost:{floor.port}"
    client.http.headers["host"] = f"localhost:{floor.port}"
    return client


def code_of(floor: ServedFloor, secret: str, *, later: int = 0) -> str:
    key = b32decode(secret + "=" * (-len(secret) % 8))
    at_s = floor.call(floor.app.office.line.now_ms) // 1000 + later * STEP_S
    return TOTP(key, 6, SHA1(), STEP_S, enforce_key_length=False).generate(at_s).decode()


def with_generator(floor: ServedFloor, person: str) -> tuple[Client, str]:
    """Somebody who has just enrolled a code generator: the client, and the secret."""
    client = floor.client(person)
    begun = client.post("/api/factors/totp/begin").json()
    done = client.post("/api/factors/totp", step=begun["step"], code=code_of(floor, begun["secret"]), label="phone")
    assert done.status_code == 200, done.text
    floor.ahead_ms += STEP_MS
    return client, begun["secret"]


def half_in(client: Client, person: str, password: str = PASSWORD) -> dict[str, Any]:
    """The floor's answer to a right password where a second factor is wanted."""
    told = client.post("/api/login", person=person, password=password)
    assert (told.status_code, told.json()["reason"]) == (401, "second_factor"), told.text
    assert "set-cookie" not in told.headers
    details: dict[str, Any] = told.json()["details"]
    return details


def with_passkey(floor: ServedFloor, person: str) -> tuple[Client, Authenticator]:
    client = at_name(floor, floor.client(person))
    client.post("/api/login", person=person, password=PASSWORD)
    key = Authenticator(f"http://localhost:{floor.port}")
    begun = client.post("/api/factors/passkey/begin")
    assert begun.status_code == 200, begun.text
    options = begun.json()["options"]
    assert options["publicKey"]["authenticatorSelection"]["userVerification"] == "required"
    done = client.post("/api/factors/passkey", step=begun.json()["step"], made=key.make(options), label="key")
    assert done.status_code == 200, done.text
    return client, key
