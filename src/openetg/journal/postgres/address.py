"""The address of a journal in PostgreSQL: what the driver gets of it, and what a person may see of it.

A journal is one schema of one database: `postgresql://user@host/database?schema=NAME`. Everything but `schema` is
the driver's own. A server on another machine is spoken to over TLS, its certificate and name checked, or not at all.
This module must never show a password.
"""

import os
import re
from ipaddress import ip_address
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

import msgspec

from openetg.journal.store import JournalProblem

DEFAULT_SCHEMA = "openetg"
SCHEMES = ("postgresql", "postgres")
VERIFIED = "verify-full"

# Names that need no quotes anywhere, so that what a person types in a database shell is what stands here.
_name = re.compile(r"[a-z_][a-z0-9_]{0,62}")


class Address(msgspec.Struct, frozen=True, gc=False):
    """Where a journal lives."""

    driver_url: str
    schema: str
    shown: str
    """The address without the password, for messages."""
    hosts: tuple[str, ...] = ()
    """The servers it names, or folders of their sockets; empty means what the environment says, or this machine."""
    sslmode: str = ""
    """What it says about TLS; empty if nothing."""


def address_of(url: str) -> Address:
    """Takes an address apart; raises `JournalProblem` if it is not one."""
    try:
        parts = urlsplit(url)
        options = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        shown = _without_password(parts, options)
    except ValueError as problem:
        raise JournalProblem(f"expected an address such as postgresql://user@host/database, found {problem}.") from None
    if parts.scheme not in SCHEMES:
        raise JournalProblem(f"{shown}: expected an address that begins with postgresql://, found {parts.scheme}://.")
    named = [value for key, value in options if key == "schema"]
    schema = named[-1] if named else DEFAULT_SCHEMA
    if not _name.fullmatch(schema) or schema.startswith("pg_"):
        raise JournalProblem(
            f"{shown}: expected a schema named with small letters, digits and _ (not beginning with a digit or pg_),"
            f" found {schema!r}."
        )
    others = [(key, value) for key, value in options if key != "schema"]
    said = dict(others)
    if "service" in said:
        raise JournalProblem(
            f"{shown}: expected the server in the address itself, found the service {said['service']!r}: a file would"
            " say which server that is, and nobody would know whether it has to be spoken to over TLS"
        )
    hosts = [_host(each) for each in parts.netloc.rpartition("@")[2].split(",")] + said.get("host", "").split(",")
    driver_url = _joined(parts, parts.netloc, urlencode(others))
    return Address(driver_url, schema, shown, tuple(filter(None, hosts)), said.get("sslmode", ""))


def secured(address: Address) -> str:
    """What the driver gets: with TLS checked to the end unless the server is on this machine; raises `JournalProblem`
    if not.

    What the address does not say about TLS is said for it, regardless of the environment.
    """
    hosts = address.hosts or tuple(filter(None, os.environ.get("PGHOST", "").split(",")))
    if all(map(is_local, hosts)):
        return address.driver_url
    if address.sslmode not in {"", VERIFIED}:
        raise JournalProblem(
            f"{address.shown}: expected sslmode={VERIFIED} for a server on another machine, found"
            f" sslmode={address.sslmode}: whoever stands in between could read and change everything. Write"
            f" sslmode={VERIFIED}, with sslrootcert=FILE for the certificate that vouches for the server"
        )
    if address.sslmode:
        return address.driver_url
    return f"{address.driver_url}{'&' if '?' in address.driver_url else '?'}sslmode={VERIFIED}"


def is_local(host: str) -> bool:
    """Whether a host is this machine: the folder of a socket, or a loopback address."""
    if host.startswith("/") or host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _host(place: str) -> str:
    """The host of `host:port`, or of `[::1]:port`."""
    if place.startswith("["):
        return place[1:].partition("]")[0]
    return unquote(place.partition(":")[0])


def _without_password(parts: SplitResult, options: list[tuple[str, str]]) -> str:
    login, at, host = parts.netloc.rpartition("@")
    user = login.partition(":")[0]
    secret = {"password", "sslpassword"}
    shown = urlencode([(key, value) for key, value in options if key not in secret], safe="/")
    return _joined(parts, f"{user}{at}{host}", shown)


def _joined(parts: SplitResult, place: str, query: str) -> str:
    """Put together again by hand: the library leaves out the two slashes where no host is named."""
    return f"{parts.scheme}://{place}{parts.path}" + (f"?{query}" if query else "")
