"""Events about alerts. What raises one is mostly an event of its own area: see `apply.alerts`."""

from __future__ import annotations

from typing import TypeAlias

from openetg.floor.commands.base import Private
from openetg.floor.events.base import Event


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


AlertEvent: TypeAlias = AlertAcknowledged | DeviceLineReported
