"""Where a request comes from: whether it was meant for this floor, and whether a page of this floor sent it.

A browser sends the cookie of a floor with everything it sends there. So a write must come from a page of the same
origin, which the browser names in `Origin` and `Sec-Fetch-Site`, and must bear a header that no form of another page
can send. A name that is not ours in `Host` is a page that had its own name lead to this machine. Sockets bear no such
header: for them the origin alone decides, and `allows_socket` is what they ask.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address, ip_network

from msgspec import Struct

HEADER = "x-openetg"
"""The header every write bears; its value does not matter."""
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([0-9a-z._-]+))(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
"""Only a name or an address, and perhaps a port: a more lenient reader would take `evil[::1]` for `::1`."""


class Origins(Struct, frozen=True):
    """The origins that pages of this floor have in a browser."""

    hosts: frozenset[str] = LOOPBACK
    """Names and addresses, without port."""
    tls: bool = False

    def knows_host(self, host: str | None) -> bool:
        """Whether a request was meant for this floor."""
        return host is not None and name_in(host) in self.hosts

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a page of this floor sent it: same scheme, same name, same port."""
        return origin == f"{'https' if self.tls else 'http'}://{host}" and self.knows_host(host)

    def why_not(self, headers: dict[str, str]) -> str | None:
        """Why a write with these headers (names in lower case) is refused; None if it is not."""
        host = headers.get("host", "")
        if not self.knows_host(host):
            return "expected the name or address of this floor in the address"
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is not None and not self.is_own(origin, host):
            return "expected a page of this floor, found one of another origin"
        if site is not None and site != "same-origin":
            return "expected a page of this floor, found one of another site"
        return None if HEADER in headers else f"expected the header {HEADER} with every write"

    def allows_socket(self, origin: str | None, host: str | None) -> bool:
        """Whether a socket may be opened: by a page of this floor, or by a program, which names no origin."""
        if host is None or not self.knows_host(host):
            return False
        return origin is None or self.is_own(origin, host)


def name_in(host: str) -> str:
    """The name or address in a Host header, without its port."""
    match = _HOST.fullmatch(host)
    return (match[1] or match[2]).lower() if match else ""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host in LOOPBACK:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def neighbourhood(address: str) -> str:
    """The group an address is counted with: of IPv6 the network, since a host there has as many addresses as it
    likes."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((found, 64), strict=False))
    return str(found)


def needs_tls(host: str, *, has_certificate: bool) -> str | None:
    """Why a floor may not listen at an address as it is; None if it may."""
    if has_certificate or is_loopback(host):
        return None
    return (
        f"expected a certificate for {host}, since others can listen there, found none:"
        " `etg floor cert` makes one, and [server] in the floor file names it"
    )
