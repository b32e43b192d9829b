"""A floor that starts again with the same file leaves what people have decided at their consoles as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import json

from openetg.floor.commands import CloseWagers, RecordOutcome, ReportLaunch, ReportReady
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from tests.unit.server.api.floor_app import served_floor

pytestmark = pytest.mark.slow


def test_what_supervisors_decided_stands_after_a_restart_until_a_person_decides_otherwise(tmp_path: Path) -> None:
    with served_floor(tmp_path) as floor:
        ann = floor.client("ann")
        closed = ann.send("close-table", table="A")
        assert closed.status_code == 200, closed.text
        assert ann.send("set-limits", table="B", limits={"any": {"min": 700, "max": 90_000}}).status_code == 200
        round_ = floor.floor.tables["A"].round
        assert round_ is not None
        floor.granted(ReportLaunch("A", round_.spin, opposite=True, rotor_turning=True))
        floor.granted(CloseWagers("A", Closer.SENSOR, round_.spin))
        floor.granted(RecordOutcome("A", round_.spin, "17", 5))
        assert not floor.floor.tables["A"].is_open
        before = len(floor.entries())
    with served_floor(tmp_path) as floor:
        sent = [json.decode(entry.command) for entry in floor.entries()[before:]]
        assert [each["command"]["type"] for each in sent if each["sender"] == "house"] == ["StartWriter"]
        floor.granted(ReportReady("A"))
        limits = floor.floor.tables["B"].next_limits
        assert (floor.floor.tables["A"].is_open, floor.floor.tables["A"].rounds) == (False, 1)
        assert limits is not None
        assert limits["any"].min == cents(700)
        opened = floor.client("olga").send("open-table", table="A")
        assert opened.status_code == 200, opened.text
        assert floor.floor.tables["A"].rounds == 2
