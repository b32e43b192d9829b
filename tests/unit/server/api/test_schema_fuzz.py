"""Whatever is sent by the schema or against it: never a fault of ours, never an answer the schema does not know."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.unit.server.api.floor_app import ServedFloor

pytestmark = pytest.mark.slow

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SLOW = {"/api/recall", "/api/export", "/api/verification"}
"""Each starts a process."""
ENDS = {"/api/logout", "/api/password"}
"""These end the login that is used."""


def test_every_address_keeps_to_its_schema(floor: ServedFloor) -> None:
    client = floor.client("ann")
    base = f"http://127.0.0.1:{floor.port}"
    raw = client.get("/api/schema/openapi.json").json()
    schema = schemathesis.openapi.from_dict(raw)
    cookie = f"openetg={client.http.cookies['openetg']}"
    asked = 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        if operation.path in SLOW | ENDS:
            continue

        @settings(max_examples=2, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        @given(case=operation.as_strategy() | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
        def ask(case: Case[Any]) -> None:
            nonlocal asked
            asked += 1
            floor.ahead_ms += 1_000
            headers = {"x-openetg": "1", "cookie": cookie}
            if "/api/commands/" in case.path:
                headers["Idempotency-Key"] = f"{client.boot}.{asked}"
            answer = case.call(base_url=base, headers=headers)
            case.validate_response(answer, checks=CHECKS)

        ask()
    assert asked > 200
    assert client.get("/api/me").status_code == 200, "the floor still runs"
    assert floor.floor.ledger.is_balanced()
