"""A certificate for a site: a browser that trusts its authority accepts it for its names, and for no others."""

from __future__ import annotations

import datetime as dt
import ssl
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from openetg.cli.main import etg
from openetg.keys.signing import KeyProblem
from openetg.server.access.certificates import Made, make_site, read_names

NOW = dt.datetime.now(dt.UTC)


def handshake(made: Made, name: str, trusts: Path | None = None) -> None:
    """A TLS handshake in memory, with the name checked as browsers do."""
    server_side = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server_side.load_cert_chain(made.certificate, made.key)
    client_side = ssl.create_default_context(cafile=str(trusts or made.authority))
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = server_side.wrap_bio(to_server, to_client, server_side=True)
    client = client_side.wrap_bio(to_client, to_server, server_hostname=name)
    for _ in range(10):
        done = 0
        for side in (client, server):
            try:
                side.do_handshake()
                done += 1
            except ssl.SSLWantReadError:
                continue
        if done == 2:
            return
    raise AssertionError("no end of the handshake")


def test_it_is_good_for_its_names_and_addresses_alone(tmp_path: Path) -> None:
    made = make_site(tmp_path / "tls", ["floor.example", "192.0.2.7", "2001:db8::7"], site="A floor", now=NOW)
    for name in ("floor.example", "192.0.2.7", "2001:db8::7"):
        handshake(made, name)
    for name in ("other.example", "192.0.2.8"):
        with pytest.raises(ssl.SSLCertVerificationError):
            handshake(made, name)
    for secret in (made.key, made.authority.with_suffix(".key")):
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600


def test_another_is_made_by_the_same_authority(tmp_path: Path) -> None:
    first = make_site(tmp_path, ["floor.example", "192.0.2.7"], site="", now=NOW)
    kept = first.authority.read_bytes()
    before = first.certificate.read_bytes()
    second = make_site(tmp_path, ["floor.example"], site="", now=NOW)
    assert (first.is_new_authority, second.is_new_authority) == (True, False)
    assert second.authority.read_bytes() == kept
    assert second.certificate.read_bytes() != before
    handshake(second, "floor.example")


def test_an_authority_vouches_for_nothing_it_was_not_made_for(tmp_path: Path) -> None:
    make_site(tmp_path, ["floor.example", "192.0.2.7"], site="", now=NOW)
    for name in ("other.example", "192.0.2.8", "example"):
        with pytest.raises(KeyProblem, match="was not made for"):
            make_site(tmp_path, [name], site="", now=NOW)
    handshake(make_site(tmp_path, ["console.floor.example"], site="", now=NOW), "console.floor.example")
    stranger = make_site(tmp_path / "other", ["floor.example"], site="", now=NOW)
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(stranger, "floor.example", trusts=tmp_path / "authority.pem")


def test_it_is_good_for_as_long_as_browsers_allow_and_not_after(tmp_path: Path) -> None:
    made = make_site(tmp_path, ["floor.example"], site="", now=NOW - dt.timedelta(days=398))
    with pytest.raises(ssl.SSLCertVerificationError, match="expired"):
        handshake(made, "floor.example")


def test_keys_open_to_others_and_keys_of_others_are_refused(tmp_path: Path) -> None:
    make_site(tmp_path, ["floor.example"], site="", now=NOW)
    key = tmp_path / "authority.key"
    key.chmod(0o644)
    with pytest.raises(KeyProblem, match="open to others"):
        make_site(tmp_path, ["floor.example"], site="", now=NOW)
    make_site(tmp_path / "other", ["floor.example"], site="", now=NOW)
    key.write_bytes((tmp_path / "other" / "authority.key").read_bytes())
    key.chmod(0o600)
    with pytest.raises(KeyProblem, match="expected the key of"):
        make_site(tmp_path, ["floor.example"], site="", now=NOW)


@pytest.mark.parametrize("name", ["", "a b", "-x.example", "x..example", "http://floor.example", "é.example", "x" * 64])
def test_what_is_no_name_is_said(name: str) -> None:
    with pytest.raises(KeyProblem, match="expected host names and addresses"):
        read_names([name])


def test_the_command_says_what_to_do_with_the_files(tmp_path: Path) -> None:
    run = CliRunner().invoke
    made = run(etg, ["floor", "cert", "floor.example", "--folder", str(tmp_path / "tls")])
    assert made.exit_code == 0, made.output
    assert "install it on every terminal" in made.output
    assert 'certificate = "' in made.output
    assert run(etg, ["floor", "cert", "other.example", "--folder", str(tmp_path / "tls")]).exit_code == 2
    assert run(etg, ["floor", "cert"]).exit_code == 2
