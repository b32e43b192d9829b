"""How an alert is raised, counted, ended and acknowledged. Which facts do so stands in `apply.py` beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.state import (
    ACKNOWLEDGED_KEPT,
    FLOOR,
    SAID_KEPT,
    Acknowledgement,
    Alert,
    AlertKind,
    key_of,
)

if TYPE_CHECKING:
    from openetg.floor import events
    from openetg.floor.state import Floor


def raise_alert(
    floor: Floor,
    kind: AlertKind,
    place: str,
    *,
    said: str = "",
    device: str = "",
    clause: str = "",
    lasts: bool = True,
) -> None:
    """A person is to know of this; where an alert of that kind is open there already, it is counted on it."""
    alerts, at_ms = floor.alerts, floor.at_ms
    key = key_of(kind, device or place)
    number = alerts.standing.get(key)
    if number is None:
        number = alerts.standing[key] = alerts.raised = alerts.raised + 1
        alert = alerts.open[number] = Alert(
            number=number,
            kind=kind,
            place=place,
            device=device,
            entry=floor.sequence,
            since_ms=at_ms,
            last_ms=at_ms,
            clause=clause,
        )
    else:
        alert = alerts.open[number]
        alert.count += 1
        alert.last_ms = at_ms
    _keep_said(alert, said)
    alert.ended_at_ms = None if lasts else at_ms
    if lasts and number not in (lasting := alerts.lasting.setdefault(key, [])):
        lasting.append(number)


def _keep_said(alert: Alert, said: str) -> None:
    if said in alert.said:
        alert.said.remove(said)
    if said:
        alert.said.append(said)
        del alert.said[:-SAID_KEPT]


def end_cause(floor: Floor, kind: AlertKind, where: str) -> None:
    """The cause of an alert has ended; an alert not acknowledged yet stays open."""
    alerts = floor.alerts
    for number in alerts.lasting.pop(key_of(kind, where), ()):
        alert = alerts.open.get(number) or alerts.acknowledged[number]
        alert.ended_at_ms = floor.at_ms
    _forget_old(floor)


def _forget_old(floor: Floor) -> None:
    """Of those acknowledged the oldest are forgotten, unless their cause lasts."""
    known = floor.alerts.acknowledged
    if len(known) <= ACKNOWLEDGED_KEPT:
        return
    over = [number for number, alert in known.items() if alert.ended_at_ms is not None]
    for number in over[: len(known) - ACKNOWLEDGED_KEPT]:
        del known[number]


def alert_acknowledged(floor: Floor, event: events.AlertAcknowledged) -> None:
    """The alert is off the list of those that wait."""
    alerts = floor.alerts
    alert = alerts.open.pop(event.alert)
    del alerts.standing[key_of(alert.kind, alert.device or alert.place)]
    alert.acknowledged = Acknowledgement(event.role, event.person, event.words, event.at_ms)
    alerts.acknowledged[alert.number] = alert
    _forget_old(floor)


def place_of(floor: Floor, device: str) -> str:
    """The table or terminal a device stands at; the floor if it is a thing of its own."""
    name = device.partition("/")[2]
    return name if name in floor.terminals or name in floor.tables else FLOOR
