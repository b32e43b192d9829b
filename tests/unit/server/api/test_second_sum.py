"""The sum above which it takes two people, from the floor file to the payment: the same wherever it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from openetg.cli.main import etg
from openetg.floor.commands import InsertNote
from openetg.money import cents
from openetg.server.api.acts.forms import _payout
from openetg.server.plan.floorfile import house_of, read
from tests.unit.server.api.floor_app import HOUSE, ServedFloor, served_floor

pytestmark = pytest.mark.slow
SUM = 1_200


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[ServedFloor]:
    file = tmp_path / "floor.toml"
    assert CliRunner().invoke(etg, ["floor", "init", str(file), "--rehearsal"]).exit_code == 0
    file.write_text(file.read_text().replace('above = "5000.00"', 'above = "12.00"'))
    above = house_of(read(file)).second_above
    with served_floor(tmp_path / "floor", house=replace(HOUSE, second_above=above)) as running:
        yield running


def test_the_sum_of_the_file_is_the_one_that_counts_and_is_shown(floor: ServedFloor) -> None:
    floor.granted(InsertNote("M1", cents(5_000)))
    ann, carl, olga = (floor.client(person) for person in ("ann", "carl", "olga"))
    assert olga.get("/api/staff").json()["second_above"] == SUM
    assert carl.get("/api/cage/rules").json()["second_above"] == SUM, "what the cashier is told"
    assert ann.post("/api/preview/order-manual-payout", terminal="M1", amount=SUM).json()["second"] is False
    assert ann.post("/api/preview/order-manual-payout", terminal="M1", amount=SUM + 1).json()["second"] is True
    done = ann.send("order-manual-payout", terminal="M1", amount=SUM)
    assert done.status_code == 200, done.text
    asked = ann.send("order-manual-payout", terminal="M1", amount=SUM + 1)
    assert asked.status_code == 202
    assert floor.client("bob").post(f"/api/confirmations/{asked.json()['confirmation']}").status_code == 200
    payouts = [each for each in floor.floor.vault.payouts.values() if each.amount in {cents(SUM), cents(SUM + 1)}]
    forms = [_payout(floor.app.office, floor.floor, each) for each in payouts]
    assert [each.witness for each in forms] == [False, True], "a line for the second person's hand"


def test_another_sum_by_two_people_is_shown_everywhere_at_once(floor: ServedFloor) -> None:
    olga, carl = floor.client("olga"), floor.client("carl")
    asked = olga.send("set-second-above", amount=2_000)
    assert floor.client("wim").post(f"/api/confirmations/{asked.json()['confirmation']}").status_code == 200
    assert carl.get("/api/cage/rules").json()["second_above"] == 2_000
