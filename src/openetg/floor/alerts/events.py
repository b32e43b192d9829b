"""Events about alerts. What raises one is mostly an event of its own area: see `apply.alerts`."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.core.command import Private
from openetg.floor.core.declaring import fact
from openetg.floor.core.event import Event


@fact("{person} took note of alert {alert} ({kind:plain}){words:because}")
class AlertAcknowledged(Event, frozen=True):
    """A named person has taken note of an alert."""

    alert: int
    kind: str
    place: str
    role: str
    person: str
    words: Private
    at_ms: int


class DeviceLineReported(Event, frozen=True):
    """The line to a device was lost or is back."""

    device: str
    up: bool
    at_ms: int
    cause: str = ""


@fact("{sender} brought the same about {count} times more: {command}, {answer:plain}")
class RepeatsCounted(Event, frozen=True):
    """So often has one sender brought the same thing about; none of them is on record by itself, but what concerns a
    paper or a transfer.
    """

    sender: str
    command: str
    answer: str
    count: int
    since_ms: int
    at_ms: int


AlertEvent: TypeAlias = AlertAcknowledged | DeviceLineReported | RepeatsCounted
