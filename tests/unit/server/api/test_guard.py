"""The guard: host, origin, header, login, rate, size; whatever is not named as open is shut."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from openetg.server.access.origins import HEADER, Origins
from openetg.server.api.guard import BURST, LARGEST_BODY, OPEN, cookie_with
from openetg.server.api.office import ApiSettings
from tests.unit.server.api.floor_app import PASSWORD, Client, ServedFloor, served_floor

LOGIN = {"person": "ann", "password": PASSWORD}


def asked(floor: ServedFloor, method: str, path: str, **more: object) -> httpx.Response:
    """A request that bears nothing but what is said."""
    return httpx.request(method, f"http://127.0.0.1:{floor.port}{path}", timeout=60, verify=False, **more)  # type: ignore[arg-type]


@pytest.mark.slow
def test_everything_but_a_named_few_demands_a_login(floor: ServedFloor, ann: Client) -> None:
    schema = ann.get("/api/schema/openapi.json").json()
    open_ones = set()
    for path, ways in schema["paths"].items():
        filled = path.replace("{table}", "A").replace("{terminal}", "M1").replace("{name}", "x")
        for way in ways:
            answer = asked(floor, way.upper(), filled, headers={HEADER: "1"})
            while answer.status_code == 429:
                floor.ahead_ms += 1_000
                answer = asked(floor, way.upper(), filled, headers={HEADER: "1"})
            is_shut = answer.status_code == 401 and answer.json()["reason"] == "not_logged_in"
            if not is_shut:
                open_ones.add(path)
            assert way == "get" or "security" not in ways[way] or path in OPEN
    assert open_ones == OPEN | {
        "/api/jackpots",
        "/api/promotions",
        "/api/promotions/{name}",
        "/api/promotions/{name}/draw",
        "/api/rules/{table}",
        "/api/rules/{table}/copy",
    }


def test_a_path_that_nobody_has_named_is_shut(floor: ServedFloor, ann: Client) -> None:
    floor.ahead_ms += 60_000
    assert asked(floor, "GET", "/api/whatever").status_code == 401
    assert asked(floor, "GET", "/api/schemas").status_code == 401
    found = ann.get("/api/whatever")
    assert (found.status_code, found.json()["reason"]) == (404, "no_such_thing")
    assert ann.http.put("/api/tables").json()["reason"] == "no_such_way"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {HEADER: "1", "origin": "https://elsewhere.example"},
        {HEADER: "1", "origin": "null"},
        {HEADER: "1", "sec-fetch-site": "cross-site"},
        {HEADER: "1", "sec-fetch-site": "same-site"},
    ],
)
def test_a_write_from_another_page_is_refused(floor: ServedFloor, headers: dict[str, str]) -> None:
    answer = asked(floor, "POST", "/api/login", json=LOGIN, headers=headers)
    assert answer.status_code == 403
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["reason"] == "other_origin"
    assert "set-cookie" not in answer.headers
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    asking = headers | {"access-control-request-method": "POST", "access-control-request-headers": HEADER}
    before = asked(floor, "OPTIONS", "/api/login", headers=asking)
    assert not [name for name in before.headers if name.startswith("access-control-")], "another page is let do nothing"


def test_our_own_page_may_write(floor: ServedFloor) -> None:
    floor.ahead_ms += 60_000
    origin = f"http://127.0.0.1:{floor.port}"
    headers = {HEADER: "1", "origin": origin, "sec-fetch-site": "same-origin"}
    assert asked(floor, "POST", "/api/login", json=LOGIN, headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["//api/login", "/api//login", "///api/login", "/%61pi/login", "/api/login/", "/x"])
def test_no_other_way_of_writing_a_path_leads_round_the_guard(floor: ServedFloor, path: str) -> None:
    """Sent as it stands: a client would tidy it up."""
    body = b'{"person": "ann", "password": "%s"}' % PASSWORD.encode()
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{floor.port}\r\ncontent-type: application/json\r\n"
    head += f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", floor.port)) as line:
        line.sendall(head.encode() + body)
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
    assert answer.split(b" ")[1] in {b"403", b"404"}
    assert b"set-cookie" not in answer


def test_a_name_that_only_leads_here_is_refused(floor: ServedFloor) -> None:
    answer = asked(floor, "GET", "/api/health", headers={"host": f"rebound.example:{floor.port}"})
    assert (answer.status_code, answer.json()["reason"]) == (421, "other_host")


def test_bodies_are_json_of_bounded_size(floor: ServedFloor, ann: Client) -> None:
    kind = {"content-type": "application/json", "idempotency-key": f"{ann.boot}.999999"}
    path = "/api/commands/open-case"
    form = ann.http.post(path, content=b"terminal=M1", headers=kind | {"content-type": "text/plain"})
    assert (form.status_code, form.json()["reason"]) == (415, "not_json")
    long = ann.http.post(path, content=b'"' + b"x" * LARGEST_BODY + b'"', headers=kind)
    assert (long.status_code, long.json()["reason"]) == (413, "too_large")

    def endless() -> object:
        for _ in range(LARGEST_BODY // 1_000 + 2):
            yield b" " * 1_000

    streamed = ann.http.post(path, content=endless(), headers=kind)  # type: ignore[arg-type]
    assert streamed.status_code == 413
    for body in (b"", b"{", b"\xff\xfe", b"[]", b"null", b'{"terminal": 1}', b'{"terminal": "M1"}', b"[" * 50_000,
                 b'{"terminal": "M1", "why": "x", "role": "assistant_gaming_manager"}', b'{"terminal": "\\ud800"}',
                 b'{"terminal": "M1", "why": "x", "round": "0"}', b'{"terminal":"M1","why":"x","round":1e30}',
                 b'{"terminal":"M1","why":"x","round":99999999999999999999999999}'):  # fmt: skip
        answer = ann.http.post(path, content=body, headers=kind)
        assert (answer.status_code, answer.json()["reason"]) == (400, "malformed"), body
    assert not floor.floor.cases


def test_a_key_that_stands_twice_is_refused_and_nothing_is_done(floor: ServedFloor, ann: Client) -> None:
    kind = {"content-type": "application/json", "idempotency-key": f"{ann.boot}.999998"}
    for body in (b'{"terminal": "M1", "why": "x", "terminal": "M2"}', b'{"a": [{"b": 1, "b": 2}]}'):
        answer = ann.http.post("/api/commands/open-case", content=body, headers=kind)
        assert (answer.status_code, answer.json()["reason"]) == (400, "repeated_key"), body
    assert not floor.floor.cases


def test_a_body_with_two_lengths_is_refused_and_what_follows_is_no_request(floor: ServedFloor) -> None:
    """What a proxy in front took for the body of one request must not become a request of its own here."""
    hidden = b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n\r\n" % floor.port
    head = (
        b"POST /api/login HTTP/1.1\r\nhost: 127.0.0.1:%d\r\ncontent-type: application/json\r\n%s: 1\r\n"
        b"content-length: %d\r\ntransfer-encoding: chunked\r\n\r\n"
    ) % (floor.port, HEADER.encode(), 5 + len(hidden))
    with socket.create_connection(("127.0.0.1", floor.port), timeout=60) as line:
        line.sendall(head + b"0\r\n\r\n" + hidden)
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"two_lengths" in answer
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.slow
def test_whoever_asks_too_often_waits(tmp_path: Path) -> None:
    with served_floor(tmp_path, ApiSettings(requests_per_s=0.001)) as slow:
        client = slow.client("ann")
        answers = [client.get("/api/me").status_code for _ in range(BURST + 1)]
        assert answers == [200] * BURST + [429]
        assert int(client.get("/api/me").headers["retry-after"]) > 1
        assert slow.client("bob").get("/api/me").status_code == 200


def test_answers_are_kept_by_nobody_and_framed_by_nobody(ann: Client) -> None:
    headers = ann.get("/api/me").headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_with_tls_the_cookie_goes_over_nothing_else() -> None:
    cookie = cookie_with(Origins(frozenset({"floor.example"}), tls=True), "secret")
    assert cookie == "__Host-openetg=secret; Path=/; HttpOnly; SameSite=Strict; Secure"


@pytest.mark.slow
def test_only_the_demonstration_floor_shows_its_links_to_strangers(tmp_path: Path) -> None:
    with served_floor(tmp_path, ApiSettings(demonstration=True)) as demonstration:
        client = demonstration.client()
        assert client.get("/api/floor").status_code == 200
        assert client.get("/api/site").json()["demonstration"] is True
        assert client.get("/api/tables").status_code == 401


def test_on_a_real_floor_strangers_read_neither_guides_nor_the_description_of_the_api(
    floor: ServedFloor, ann: Client
) -> None:
    floor.ahead_ms += 60_000
    assert asked(floor, "GET", "/api/schema/openapi.json").status_code == 401
    assert asked(floor, "GET", "/api/schema").status_code == 401
    assert asked(floor, "GET", "/docs").status_code == 404
    assert ann.get("/api/schema/openapi.json").status_code == 200, "a console makes its forms from it"


@pytest.mark.slow
@pytest.mark.parametrize("documents", [False, True])
def test_the_guides_beside_the_pages_are_there_only_where_the_floor_file_opens_them(
    tmp_path: Path, documents: bool
) -> None:
    (tmp_path / "web" / "dist").mkdir(parents=True)
    (tmp_path / "web" / "dist" / "index.html").write_text("start", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A guide", encoding="utf-8")
    settings, pages = ApiSettings(documents=documents), tmp_path / "web" / "dist"
    with served_floor(tmp_path / "floor", settings, pages=pages) as floor:
        assert asked(floor, "GET", "/").text == "start"
        for path in ("/docs", "/docs/", "/docs/a.md", "/%64ocs", "/DOCS/a.md", "/../docs/a.md"):
            is_there = documents and path in {"/docs", "/docs/", "/docs/a.md", "/%64ocs", "/../docs/a.md"}
            assert (asked(floor, "GET", path).status_code == 200) is is_there, path


@pytest.mark.slow
def test_the_floor_file_may_open_the_description_of_the_api(tmp_path: Path) -> None:
    with served_floor(tmp_path, ApiSettings(documents=True)) as floor:
        assert asked(floor, "GET", "/api/schema/openapi.json").status_code == 200


@pytest.mark.slow
def test_whoever_is_logged_in_twice_asks_no_more_often(tmp_path: Path) -> None:
    with served_floor(tmp_path, ApiSettings(requests_per_s=0.001)) as floor:
        first, second = floor.client("ann"), floor.client("ann")
        answers = [client.get("/api/me").status_code for _ in range(BURST) for client in (first, second)]
        assert answers.count(200) <= BURST, "one count for a person, not one for a login"


def test_every_answer_says_what_a_browser_may_do_with_it(floor: ServedFloor, ann: Client) -> None:
    for answer in (ann.get("/api/me"), floor.client().get("/api/tables"), ann.get("/api/nothing-here")):
        assert answer.headers.get_list("content-security-policy") == ["default-src 'none'; frame-ancestors 'none'"]
        assert answer.headers.get_list("cache-control") == ["no-store"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_logout_has_the_browser_drop_what_it_kept(floor: ServedFloor) -> None:
    gone = floor.client("bob").post("/api/logout")
    assert gone.headers["clear-site-data"] == '"cache"'
    assert "storage" not in gone.headers["clear-site-data"], "a terminal's own record may lie there"
