"""Alerts of a terminal whose line is lost and comes back, as they follow from what is on record."""

from __future__ import annotations

from openetg.floor import commands as ask
from openetg.floor.state import AlertKind
from tests.one_table import play


def test_a_terminal_that_is_lost_and_back() -> None:
    at = play("ministar", "open-table by-itself \n ready")
    at.give_all(ask.ReportLine("t1", up=False, lasted_ms=11_000))
    (lost,) = [alert for alert in at.floor.alerts.open.values() if alert.kind is AlertKind.TERMINAL_OFFLINE]
    assert lost.ended_at_ms is None
    at.give_all(ask.ReportLine("t1", up=True))
    (back,) = [alert for alert in at.floor.alerts.open.values() if alert.kind is AlertKind.TERMINAL_OFFLINE]
    assert back.ended_at_ms == at.at_ms
