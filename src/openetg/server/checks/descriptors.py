"""How many connections a floor may hold without taking the descriptors that its journal and devices need.

Asked once, at the start: the limit of the process is raised as far as the system allows, and a floor that could not
hold its own terminals does not start.
"""

from __future__ import annotations

import sys
from typing import Protocol

from openetg.server.checks.selfcheck import refuse

KEPT_BACK = 256
"""For journal, snapshots, devices, children and other files."""
GUESTS = 128
"""Consoles, displays and pages being loaded, beside the terminals."""
UNKNOWN = 1_000_000
"""Where a system has no such limit."""


class DescriptorLimits(Protocol):
    """The system's limits of descriptors: the module `resource`, or a test's stand-in."""

    RLIMIT_NOFILE: int

    def getrlimit(self, which: int, /) -> tuple[int, int]:
        """The limit in force, and the highest this process may set."""
        ...

    def setrlimit(self, which: int, limits: tuple[int, int], /) -> None:
        """Sets it."""
        ...


def connections_for(terminals: int, system: DescriptorLimits | None = None) -> int:
    """How many connections may be held; raises `CheckFailed` if those are too few for so many terminals."""
    if system is None and sys.platform == "win32":
        return UNKNOWN
    limit = _raised(system or _resource())
    most, wanted = limit - KEPT_BACK, terminals + GUESTS
    if most < wanted:
        raise refuse(
            "descriptors",
            f"expected {wanted + KEPT_BACK} open files for {terminals} terminals, found a limit of {limit}: raise it"
            f" (`ulimit -n {wanted + KEPT_BACK}`, or LimitNOFILE= of the service), then start again",
        )
    return most


def _raised(system: DescriptorLimits) -> int:
    """The limit, raised as high as this process may set it."""
    soft, hard = system.getrlimit(system.RLIMIT_NOFILE)
    infinite = -1
    wanted = UNKNOWN if hard == infinite else hard
    if soft != infinite and soft < wanted:
        system.setrlimit(system.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return UNKNOWN if soft == infinite else soft


def _resource() -> DescriptorLimits:
    import resource  # noqa: PLC0415 - not on every system

    return resource
