"""A certificate for one site: a small authority of its own, and a certificate for the floor that it vouches for.

The authority is installed once on every terminal and console; the certificate of the floor can then be made anew for
other names, or when it runs out, without touching them. The authority's key is kept apart, is needed only for that, and
may vouch for nothing but the names it was made for.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from msgspec import Struct

from openetg.keys.files import write_whole
from openetg.keys.signing import KeyProblem

AUTHORITY, AUTHORITY_KEY = "authority.pem", "authority.key"
SITE, SITE_KEY = "site.pem", "site.key"
AUTHORITY_YEARS = 10
SITE_DAYS = 397
"""Browsers accept no certificate of a site that is good for longer."""
EARLIER = dt.timedelta(hours=1)
"""Clocks of terminals may be behind."""

Address = IPv4Address | IPv6Address


class Made(Struct, frozen=True):
    """The files of a site's certificate."""

    certificate: Path
    key: Path
    authority: Path
    until: str
    """The last day it is good."""
    is_new_authority: bool


def read_names(texts: Sequence[str]) -> tuple[tuple[str, ...], tuple[Address, ...]]:
    """Host names and addresses told apart; raises `KeyProblem` if one is neither."""
    names: list[str] = []
    addresses: list[Address] = []
    for text in texts:
        try:
            addresses.append(ip_address(text))
            continue
        except ValueError:
            pass  # then it is a name, or neither
        labels = text.lower().split(".")
        if len(text) > 253 or not all(_is_label(label) for label in labels):
            raise KeyProblem(f'expected host names and addresses, such as floor.example 192.0.2.7, found "{text}"')
        names.append(text.lower())
    return tuple(names), tuple(addresses)


def _is_label(label: str) -> bool:
    plain = label.replace("-", "")
    return 0 < len(label) <= 63 and plain.isascii() and plain.isalnum() and label[0] != "-" != label[-1]


def make_site(folder: Path, names: Sequence[str], *, site: str, now: dt.datetime) -> Made:
    """Makes a certificate for these names and addresses, by the authority in the folder, made if there is none.

    An authority that was made for other names vouches for nothing else: `KeyProblem` says so.
    """
    hosts, addresses = read_names(names)
    if not hosts and not addresses:
        raise KeyProblem("expected at least one host name or address")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        is_new = not (folder / AUTHORITY_KEY).exists()
        if is_new:
            _make_authority(folder, site, hosts, addresses, now)
        authority, authority_key = _read_authority(folder)
        _refuse_others(authority, hosts, addresses)
        until = min(now + dt.timedelta(days=SITE_DAYS), authority.not_valid_after_utc)
        key = generate_private_key(SECP256R1())
        made = _site_certificate(authority, authority_key, key, (hosts, addresses), (now, until))
        write_whole(folder / SITE_KEY, _pem_of(key), mode=0o600)
        chain = made.public_bytes(Encoding.PEM) + authority.public_bytes(Encoding.PEM)
        write_whole(folder / SITE, chain, mode=0o644)
    except OSError as fault:
        raise KeyProblem(f"{folder}: the certificate cannot be written: {fault.strerror}") from None
    return Made(folder / SITE, folder / SITE_KEY, folder / AUTHORITY, until.date().isoformat(), is_new)


def _make_authority(
    folder: Path, site: str, hosts: tuple[str, ...], addresses: tuple[Address, ...], now: dt.datetime
) -> None:
    key = generate_private_key(SECP256R1())
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, site[:64] or "OpenETG"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"{site[:40] or 'OpenETG'} floor authority"),
        ]
    )
    within: list[x509.GeneralName] = [x509.DNSName(host) for host in hosts]
    within += [x509.IPAddress(ip_network(address)) for address in addresses]
    usage = _usage(signs_certificates=True)
    made = (
        _begun(name, name, key, (now, now.replace(year=now.year + AUTHORITY_YEARS, day=min(now.day, 28))))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=within, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
    write_whole(folder / AUTHORITY, made.public_bytes(Encoding.PEM), mode=0o644)
    write_whole(folder / AUTHORITY_KEY, _pem_of(key), mode=0o600)


def _read_authority(folder: Path) -> tuple[x509.Certificate, EllipticCurvePrivateKey]:
    path = folder / AUTHORITY_KEY
    if path.stat().st_mode & 0o077:
        raise KeyProblem(f"{path}: expected a file that only its owner may read (mode 600), found it open to others")
    try:
        key = load_pem_private_key(path.read_bytes(), None)
        authority = x509.load_pem_x509_certificate((folder / AUTHORITY).read_bytes())
    except ValueError as wrong:
        raise KeyProblem(f"{folder}: expected an authority and its key, found something else: {wrong}") from None
    if not isinstance(key, EllipticCurvePrivateKey) or key.public_key() != authority.public_key():
        raise KeyProblem(f"{path}: expected the key of {AUTHORITY}, found another")
    return authority, key


def _refuse_others(authority: x509.Certificate, hosts: tuple[str, ...], addresses: tuple[Address, ...]) -> None:
    """Raises for names the authority may not vouch for: browsers would refuse the certificate with obscure words."""
    within = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    names = {each.value for each in within if isinstance(each, x509.DNSName)}
    networks = {each.value for each in within if isinstance(each, x509.IPAddress)}
    others = [host for host in hosts if not any(host == name or host.endswith(f".{name}") for name in names)]
    others += [str(address) for address in addresses if ip_network(address) not in networks]
    if others:
        raise KeyProblem(
            f"the authority in this folder was not made for {', '.join(others)}: make another in another folder, and"
            " install it on every terminal and console"
        )


def _site_certificate(
    authority: x509.Certificate,
    authority_key: EllipticCurvePrivateKey,
    key: EllipticCurvePrivateKey,
    names: tuple[tuple[str, ...], tuple[Address, ...]],
    span: tuple[dt.datetime, dt.datetime],
) -> x509.Certificate:
    hosts, addresses = names
    alternatives: list[x509.GeneralName] = [x509.DNSName(host) for host in hosts]
    alternatives += [x509.IPAddress(address) for address in addresses]
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, (hosts[0] if hosts else str(addresses[0]))[:64])])
    vouched = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
    return (
        _begun(called, authority.subject, key, span)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(vouched, critical=False)
        .sign(authority_key, SHA256())
    )


def _begun(
    subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, span: tuple[dt.datetime, dt.datetime]
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(span[0] - EARLIER)
        .not_valid_after(span[1])
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _pem_of(key: EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
