"""What the server alone puts on record, and what a request may not say where operator and players share a command."""

from __future__ import annotations

from openetg.floor import commands as ask
from openetg.server.acts.acts import BY_OPERATOR, INSIDE, SENDABLE, asked_fields


def test_the_house_sets_bounds_and_nobody_sets_a_players_own_for_them() -> None:
    assert ask.SetBounds in BY_OPERATOR
    assert asked_fields(ask.SetBounds) == ("terminal", "loss_max", "lasts_ms")
    assert not ask.SetBounds("t1").own


def test_what_devices_and_the_server_found_is_said_by_no_person() -> None:
    for kind in (ask.ReportShown, ask.ReportRecord, ask.ReportByPlayer):
        assert kind in INSIDE
        assert kind not in SENDABLE
