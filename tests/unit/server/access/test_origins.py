"""Which hosts and origins are ours, for pages and for sockets; and where a floor may listen without a certificate."""

from __future__ import annotations

import pytest

from openetg.server.access.origins import HEADER, Origins, is_loopback, needs_tls
from openetg.server.access.rates import Rate

LOCAL = Origins()
SITE = Origins(frozenset({"floor.example", "192.0.2.7", "2001:db8::7"}), tls=True)


@pytest.mark.parametrize(
    ("origins", "origin", "host", "allowed"),
    [
        (LOCAL, "http://127.0.0.1:8400", "127.0.0.1:8400", True),
        (LOCAL, "http://localhost:8400", "localhost:8400", True),
        (LOCAL, "http://[::1]:8400", "[::1]:8400", True),
        (LOCAL, None, "127.0.0.1:8400", True),
        (LOCAL, "https://127.0.0.1:8400", "127.0.0.1:8400", False),
        (LOCAL, "http://127.0.0.1:9999", "127.0.0.1:8400", False),
        (LOCAL, "http://elsewhere.example", "127.0.0.1:8400", False),
        (LOCAL, "http://rebound.example:8400", "rebound.example:8400", False),
        (LOCAL, "null", "127.0.0.1:8400", False),
        (LOCAL, "", "127.0.0.1:8400", False),
        (LOCAL, None, None, False),
        (LOCAL, None, "[", False),
        (SITE, "https://floor.example", "floor.example", True),
        (SITE, "https://FLOOR.example", "floor.example", False),
        (SITE, None, "FLOOR.example", True),
        (SITE, "https://192.0.2.7:8400", "192.0.2.7:8400", True),
        (SITE, "http://floor.example", "floor.example", False),
        (SITE, "https://floor.example.evil.example", "floor.example", False),
        (SITE, "https://127.0.0.1", "127.0.0.1", False),
    ],
)
def test_a_socket_is_opened_by_our_own_pages_and_by_programs(
    origins: Origins, origin: str | None, host: str | None, allowed: bool
) -> None:
    assert origins.allows_socket(origin, host) is allowed


def test_a_write_needs_its_header() -> None:
    headers = {"host": "localhost"}
    assert LOCAL.why_not(headers) is not None
    assert LOCAL.why_not(headers | {HEADER: ""}) is None
    assert LOCAL.why_not(headers | {HEADER: "1", "sec-fetch-site": "none"}) is not None


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True), ("0.0.0.0", False),
     ("::", False), ("192.0.2.7", False), ("floor.example", False), ("localhost.example", False)],
)  # fmt: skip
def test_a_certificate_is_needed_off_loopback(host: str, alone: bool) -> None:
    assert is_loopback(host) is alone
    assert (needs_tls(host, has_certificate=False) is None) is alone
    assert needs_tls(host, has_certificate=True) is None


def test_a_rate_lets_a_burst_through_and_then_so_many_a_second() -> None:
    rate = Rate(per_s=2, burst=3)
    assert [rate.wait_ms("a", 0) for _ in range(4)] == [0, 0, 0, 500]
    assert rate.wait_ms("b", 0) == 0
    assert rate.wait_ms("a", 499) > 0
    assert rate.wait_ms("a", 1_000) == 0
    assert rate.wait_ms("a", 0) == 0, "a clock that was put back takes nothing away"


def test_a_rate_takes_back_what_did_no_harm_and_never_more_than_its_burst() -> None:
    rate = Rate(per_s=1, burst=2)
    for _ in range(9):
        assert rate.wait_ms("a", 0) == 0
        rate.give_back("a")
    rate.give_back("a")
    rate.give_back("b")
    assert [rate.wait_ms("a", 0) for _ in range(3)] == [0, 0, 1_000]
    assert [rate.wait_ms("b", 0) for _ in range(3)] == [0, 0, 1_000]
