"""Addresses of devices in a floor file: which may be written, which must, and which lines need no key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal
from urllib.parse import urlsplit

from openetg.rulebook.problems import Problem, show
from openetg.server.checks.device_lines import is_over_a_network
from openetg.server.plan.floor_plan import OWN_CYCLE, SIMULATED
from openetg.server.plan.floorfile_jackpots import Part

Line = Literal["keyed", "trusted"]


class KioskSection(Part, frozen=True):
    """A machine that pays tickets in cash."""

    device: str
    """`tcp://HOST:PORT` or `serial:PATH`."""
    line: Line = "keyed"
    """`keyed` or `trusted`, as at tables."""


class MonitoringSection(Part, frozen=True):
    """The monitoring system of the site."""

    device: str = ""
    """`tcp://HOST:PORT` or `serial:PATH`; empty if none."""
    line: Line = "keyed"
    """`keyed` or `trusted`, as at tables."""


def check_address(key: str, device: str, *, may_cycle: bool = False) -> Iterator[Problem]:
    """An address one can connect to."""
    try:
        address = urlsplit(device.removeprefix(OWN_CYCLE) if may_cycle else device)
        is_tcp, is_serial = address.scheme == "tcp", address.scheme == "serial"
        reachable = bool((is_tcp and address.hostname and address.port) or (is_serial and address.path))
    except ValueError:
        reachable = False
    if not reachable:
        yield Problem(key, "tcp://HOST:PORT or serial:PATH", show(device))


def check_real_or_rehearsed(key: str, device: str, *, rehearsal: bool) -> Iterator[Problem]:
    """Where real money is played for, nothing is simulated and nothing is taken for granted."""
    if rehearsal or device not in {"", SIMULATED}:
        return
    expected = (
        "its address, tcp://HOST:PORT or serial:PATH, since real money is played for here"
        " (simulated only with rehearsal = true in [site])"
    )
    yield Problem(key, expected, show(device) if device else "nothing")


def check_line(key: str, line: Line, addresses: tuple[str, ...]) -> Iterator[Problem]:
    """Problems of a line: a status line can have no key, and a network may not be trusted."""
    for address in addresses:
        if line == "trusted" and is_over_a_network(address):
            yield Problem(key, f"keyed, since others can stand in for {address}", show(line))
        elif line == "keyed" and address.startswith(OWN_CYCLE):
            expected = "trusted, with wheel and cable in one locked cabinet, since a status line knows no key"
            yield Problem(key, expected, show(line))


def check_site_devices(
    kiosks: dict[str, KioskSection], monitoring: MonitoringSection, a_name: re.Pattern[str]
) -> Iterator[Problem]:
    """Devices that stand at no table and no terminal."""
    for name, kiosk in kiosks.items():
        if not a_name.fullmatch(name):
            yield Problem(f"kiosks.{name}", "a name of letters, digits and . _ : -", show(name))
        yield from check_address(f"kiosks.{name}.device", kiosk.device)
        yield from check_line(f"kiosks.{name}.line", kiosk.line, (kiosk.device,))
    if monitoring.device:
        yield from check_address("monitoring.device", monitoring.device)
        yield from check_line("monitoring.line", monitoring.line, (monitoring.device,))
