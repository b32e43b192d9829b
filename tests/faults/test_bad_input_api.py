"""Every address of the API, with and without a login, given bodies that are none: a no in one shape, never a fault."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from openetg.floor.state import state_hash
from openetg.journal import places
from openetg.journal.verify import Intact, verify
from openetg.server.api.guard import LARGEST_BODY, OFFERED, OPEN, RULES, SCHEMA
from openetg.server.api.office import ApiSettings
from tests.unit.server.api.floor_app import Client, ServedFloor, served_floor

METHODS = ("get", "post", "put", "patch", "delete")
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "nothing of it": b"{}",
    "null": b"null",
    "no text": b'{"person":"\xff\xfe","terminal":"\xff","table":"\xff","code":"\xff","password":"\xff"}',
    "half a sign": b'{"person":"\\ud800","terminal":"\\ud800","code":"\\ud800","password":"\\ud800"}',
    "deep": b"[" * 30_000,
    "deep object": b'{"a":' * 6_000,
    "NaN": b'{"amount":NaN,"at_ms":Infinity}',
    "beyond 2^53": b'{"amount":99999999999999999999999,"round":99999999999999999999999}',
    "thousands of digits": b'{"round":' + b"9" * 5_000 + b"}",
    "too large": b'{"person":"' + b"x" * LARGEST_BODY + b'"}',
    "an end of line": b'{"person":"a\\r\\nset-cookie: x","terminal":"\\u0000"}',
}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedFloor]:
    settings = ApiSettings(requests_per_s=10_000, documents=True)
    with served_floor(tmp_path_factory.mktemp("floor"), settings) as running:
        yield running


def operations(floor: ServedFloor) -> list[tuple[str, str]]:
    """Every way to ask at every address, with something in the place of what a path leaves open."""
    schema = floor.client().get("/api/schema/openapi.json").json()
    return [
        (method, "/".join("x" if part.startswith("{") else part for part in path.split("/")))
        for path, ways in schema["paths"].items()
        for method in ways
        if method in METHODS
    ]


def is_open(path: str) -> bool:
    """Ways in, and what anybody may read: the rules of a table, jackpots, promotions."""
    below = path == SCHEMA or path.startswith(f"{SCHEMA}/")
    return path in OPEN or below or any(each.fullmatch(path) for each in (RULES, OFFERED))


def check_no(answer: httpx.Response) -> None:
    """A no, in our shape, that says nothing of what was sent."""
    assert 400 <= answer.status_code < 500, (answer.request.url, answer.status_code, answer.text)
    assert answer.headers["content-type"] == "application/problem+json", answer.request.url
    told = answer.json()
    assert told["status"] == answer.status_code
    assert told["reason"]
    assert told["detail"]


def check_floor(floor: ServedFloor) -> None:
    """It still runs, the books balance, the journal verifies."""
    asked, client = 0, floor.client()
    while (answer := client.get("/api/ready")).status_code != 200:
        # Requests of strangers that are still being read count against all strangers of this address.
        assert answer.status_code == 429, answer.text
        floor.ahead_ms += 10_000
        asked += 1
        assert asked < 1_000
    assert floor.call(floor.floor.ledger.is_balanced)
    reader = places.open_to_read(floor.place.journal)
    try:
        assert isinstance(verify(reader), Intact)
    finally:
        reader.close()


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_none_is_refused_everywhere(name: str, floor: ServedFloor) -> None:
    client, asked = floor.client("ann"), 0
    for method, path in operations(floor):
        if method == "get" or path in {"/api/logout", "/api/login"}:
            continue
        floor.ahead_ms += 1_000
        asked += 1
        headers = {"content-type": "application/json", "idempotency-key": f"{client.boot}.{100_000 + asked}"}
        answer = client.http.request(method, path, content=BODIES[name], headers=headers)
        if answer.status_code < 400:
            assert name in {"nothing of it", "nothing", "null", "an end of line"}, (path, answer.text)
        else:
            check_no(answer)
    assert asked > 20
    check_floor(floor)


def test_nothing_but_a_way_in_is_open_without_a_login(floor: ServedFloor) -> None:
    stranger = floor.client()
    before = floor.call(lambda: state_hash(floor.floor))
    shut = 0
    for method, path in operations(floor):
        floor.ahead_ms += 1_000
        if is_open(path):
            continue
        for cookie in ("", "openetg=", "openetg=" + "x" * 3_000, 'openetg="\\377"; openetg=a', "=;=;,;\x7f"):
            floor.ahead_ms += 1_000
            answer = stranger.http.request(method, path, json={}, headers={"cookie": cookie} if cookie else {})
            assert answer.status_code == 401, (method, path, answer.text)
            check_no(answer)
        shut += 1
    assert shut > 60
    assert floor.call(lambda: state_hash(floor.floor)) == before, "nothing went on record"


def test_every_address_keeps_to_its_schema_without_a_login(floor: ServedFloor) -> None:
    """As with a login in the tests of the API; here also those that start processes and those that end a login."""
    raw = floor.client().get("/api/schema/openapi.json").json()
    schema, asked = schemathesis.openapi.from_dict(raw), 0
    base = f"http://127.0.0.1:{floor.port}"
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()

        @settings(max_examples=1, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        @given(case=operation.as_strategy() | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
        def ask(case: Case[Any]) -> None:
            nonlocal asked
            asked += 1
            floor.ahead_ms += 1_000
            answer = case.call(base_url=base, headers={"x-openetg": "1"})
            case.validate_response(
                answer, checks=[not_a_server_error, status_code_conformance, content_type_conformance]
            )

        ask()
    assert asked >= len(operations(floor))
    check_floor(floor)


def test_a_body_in_another_form_is_refused(floor: ServedFloor) -> None:
    client = floor.client("ann")
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
    ):
        answer = client.http.post("/api/logins", content=b"{}", headers={"content-type": kind})
        assert answer.status_code == 415
        check_no(answer)
    check_floor(floor)


@pytest.mark.parametrize(
    "key", ["", "x", "1", "-1.1", "1.-1", "1.1.1", "9" * 20 + ".1", "1." + "9" * 5_000, "٣.٣", "1e5.1", "0.0"]
)
def test_a_number_that_is_none_is_refused(key: str, floor: ServedFloor) -> None:
    client = floor.client("ann")
    floor.ahead_ms += 10_000
    answer = client.http.post(
        "/api/commands/OpenTable", json={"table": "A"}, headers=[(b"idempotency-key", key.encode())]
    )
    check_no(answer)


def test_replayed_requests_count_once(floor: ServedFloor) -> None:
    client = floor.client("olga")
    first = client.send("EngageStaff", number=500, person="zoe", name="Zoe Example", roles={}, duties=["witness"])
    before = floor.call(lambda: floor.floor.sequence)
    for _ in range(20):
        floor.ahead_ms += 1_000
        again = client.send("EngageStaff", number=500, person="zoe", name="Zoe Example", roles={}, duties=["witness"])
        assert again.status_code == first.status_code
    assert floor.call(lambda: floor.floor.sequence) == before


def test_requests_that_are_cut_off_leave_nothing_behind(floor: ServedFloor, tmp_path: Path) -> None:
    before = floor.call(lambda: floor.floor.sequence)
    head = b"POST /api/login HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nx-openetg: 1\r\ncontent-type: application/json\r\n"
    for cut in (
        b"",
        b"content-length: 100\r\n\r\n",
        b'content-length: 100\r\n\r\n{"person":',
        b"transfer-encoding: chunked\r\n\r\n5\r\n",
    ):
        for _ in range(50):
            with socket.create_connection(("127.0.0.1", floor.port)) as link:
                link.sendall(head % floor.port + cut)
    check_floor(floor)
    assert floor.call(lambda: floor.floor.sequence) == before


def test_strangers_are_slowed_down(tmp_path: Path) -> None:
    with served_floor(tmp_path) as floor:
        stranger = floor.client()
        answers = [stranger.get("/api/me").status_code for _ in range(60)]
        assert answers[0] == 401
        assert answers[-1] == 429
        other: Client = floor.client()
        assert other.get("/api/me").headers["retry-after"]
