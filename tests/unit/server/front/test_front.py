"""The front of a floor over TLS: which clients it serves."""

from __future__ import annotations

import datetime as dt
import ssl
from pathlib import Path

import pytest

from openetg.server.access.certificates import AUTHORITY, make_site
from openetg.server.front.front import Tls


def spoken(server: ssl.SSLContext, client: ssl.SSLContext) -> str:
    """The suite two sides agree on, over no socket at all; raises if they do not."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        server.wrap_bio(there, back, server_side=True),
        client.wrap_bio(back, there, server_hostname="floor.example"),
    ]
    for _ in range(10):
        waiting = []
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                waiting.append(end)
        if not waiting:
            suite = ends[1].cipher()
            assert suite is not None
            return suite[0]
    raise AssertionError("no end of the handshake")


@pytest.fixture
def server(tmp_path: Path) -> ssl.SSLContext:
    made = make_site(tmp_path, ["floor.example"], site="floor", now=dt.datetime.now(dt.UTC))
    return Tls(made.certificate, made.key).context()


def client(tmp_path: Path, suites: str = "") -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=tmp_path / AUTHORITY)
    if suites:
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(suites)
    return context


def test_what_browsers_speak_is_sealed_and_forgotten(server: ssl.SSLContext, tmp_path: Path) -> None:
    assert spoken(server, client(tmp_path)).startswith("TLS_")
    for suites in ("ECDHE+AESGCM", "ECDHE+CHACHA20"):
        assert spoken(server, client(tmp_path, suites)).startswith("ECDHE-ECDSA-")


def test_tls_older_than_1_2_is_not_served(server: ssl.SSLContext, tmp_path: Path) -> None:
    assert server.minimum_version is ssl.TLSVersion.TLSv1_2
    old = client(tmp_path)
    with pytest.warns(DeprecationWarning, match="TLSv1"):
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    old.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.raises(ssl.SSLError):
        spoken(server, old)


@pytest.mark.parametrize(
    "suites", ["ECDHE+AES:!AESGCM:!AESCCM", "AESGCM:!ECDHE:!DHE", "ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0"]
)
def test_a_client_that_knows_only_weaker_suites_is_not_served(
    server: ssl.SSLContext, tmp_path: Path, suites: str
) -> None:
    """Without a seal of its own (CBC), without forward secrecy, with SHA-1."""
    with pytest.raises(ssl.SSLError):
        spoken(server, client(tmp_path, suites))
