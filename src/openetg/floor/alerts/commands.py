"""Commands about alerts: a person takes note of one; the server says that the line to a device is lost or back."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.core.command import Act, Command, Private
from openetg.floor.core.declaring import SentBy, declared


@declared(duties=("operator", "staff_desk", "witness"))
class AcknowledgeAlert(Act, frozen=True):
    """A person of the place takes note of an alert, and says what was found or done."""

    alert: int
    """Its number."""
    words: Private
    together_with: tuple[int, ...] = ()
    """Further alerts that the same words are about: all of them or none."""


@declared(SentBy.INSIDE)
class ReportDeviceLine(Command, frozen=True):
    """The line to a device was lost or is back."""

    device: str
    """As the server calls it: `wheel/A`, `printer/T1`, `kiosk/K1`, `monitoring`."""
    up: bool
    cause: str = ""
    """Why it was lost, in one word."""


@declared(SentBy.INSIDE)
class CountRepeats(Command, frozen=True):
    """One sender has brought the same thing about again and again: how often since it was last on record."""

    sender: str
    """As the server calls it: `wheel/A`, `terminal/T1`, `person/ann`."""
    command: str
    """The kind of command."""
    answer: str
    """The reason it was refused for, or what else came of it in one word."""
    count: int
    since_ms: int


AlertCommand: TypeAlias = AcknowledgeAlert | ReportDeviceLine | CountRepeats
