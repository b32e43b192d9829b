"""The parts of a floor file about what a start and a follower watch over: the clock, and checkpoints kept elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from openetg.keys.signing import KeyProblem, read_public_key
from openetg.rulebook.problems import Problem, show
from openetg.server.access.origins import is_loopback
from openetg.server.checks.clock_check import DAY_MS, ClockLimits
from openetg.server.follower.shipping import Shipping
from openetg.server.plan.floorfile_jackpots import Part

MINUTE_MS = 60_000
LONGEST_DAYS = 366


class ClockSection(Part, frozen=True):
    """How far the wall clock may be from the last entry at a start before a person has to confirm it."""

    ahead_days: int = 3
    behind_minutes: int = 60


class CheckpointsSection(Part, frozen=True):
    """Where signed checkpoints are sent by themselves, so that they are kept off this machine."""

    folder: str = ""
    """A second folder: a share of another machine, or a disk that is taken away; empty if none."""
    address: str = ""
    """Where each is posted: `https://…`, in the form of a witness; empty if none."""
    witness: str = ""
    """The public key of the witness there, NAME+HASH+KEY; its signature is kept. Empty: the answer is not looked at."""


def clock_limits(section: ClockSection) -> ClockLimits:
    """The same as a start reads it."""
    return ClockLimits(section.ahead_days * DAY_MS, section.behind_minutes * MINUTE_MS)


def shipping_of(section: CheckpointsSection, beside: Path) -> Shipping:
    """The same as the follower is told it; a folder stands beside the floor file unless it says otherwise."""
    return Shipping(str(beside / section.folder) if section.folder else "", section.address, section.witness)


def check_safety(clock: ClockSection, checkpoints: CheckpointsSection) -> Iterator[Problem]:
    """What these parts say that cannot be meant."""
    if not 1 <= clock.ahead_days <= LONGEST_DAYS:
        yield Problem("clock.ahead_days", f"a number from 1 to {LONGEST_DAYS}", show(clock.ahead_days))
    if not 1 <= clock.behind_minutes <= LONGEST_DAYS * DAY_MS // MINUTE_MS:
        yield Problem("clock.behind_minutes", "a number of minutes, at least 1", show(clock.behind_minutes))
    if checkpoints.address and not _may_post_to(checkpoints.address):
        yield Problem("checkpoints.address", "an address https://…", show(checkpoints.address))
    if checkpoints.witness:
        try:
            read_public_key(checkpoints.witness)
        except KeyProblem as problem:
            yield Problem("checkpoints.witness", "a public key NAME+HASH+KEY", str(problem))


def _may_post_to(address: str) -> bool:
    """Over TLS, or to this machine, where a tunnel or a test may stand."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))
    )
