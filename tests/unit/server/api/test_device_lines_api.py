"""How devices are reached is told to those who answer for them, and where and by which key to nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from openetg.server.api.office import ApiSettings
from openetg.server.checks.device_lines import DEVICE_KEYS
from tests.unit.server.api.floor_app import HOUSE, ServedFloor

pytestmark = pytest.mark.slow

KEY = "0f" * 32
AT_A = {"device-A": "keyed", "acceptor-M1": "trusted"}
AT_B = {"device-B": "simulated"}
OF_THE_SITE = {"kiosk-K1": "keyed"}


@pytest.fixture
def wired(tmp_path: Path) -> Iterator[ServedFloor]:
    """A floor with a keyed wheel and kiosk, and an acceptor in a cabinet with this machine."""
    (tmp_path / "keys" / DEVICE_KEYS).mkdir(parents=True, mode=0o700)
    for name in ("device-A", "kiosk-K1"):
        (tmp_path / "keys" / DEVICE_KEYS / f"{name}.key").write_text(KEY)
    first, second = HOUSE.tables
    terminals = tuple(replace(plan, acceptor="", printer="") for plan in HOUSE.terminals)
    terminals = (replace(terminals[0], acceptor="serial:/dev/a"), *terminals[1:])
    tables = (replace(first, device="tcp://10.7.7.7:4001"), replace(second, device="simulated"))
    kiosks = {"K1": "tcp://10.7.7.8:4001"}
    house = replace(HOUSE, tables=tables, terminals=terminals, kiosks=kiosks, trusted=frozenset({"acceptor-M1"}))
    floor = ServedFloor(tmp_path, ApiSettings(), house).start()
    yield floor
    floor.stop()


@pytest.mark.parametrize(
    ("person", "told"),
    [
        ("ann", {**AT_A, **AT_B}),
        ("olga", {**AT_A, **AT_B, **OF_THE_SITE}),
        ("ines", {**AT_A, **AT_B, **OF_THE_SITE}),
        ("carl", {}),
        ("wim", {}),
    ],
)
def test_who_answers_for_devices_sees_which_lines_are_sealed(
    wired: ServedFloor, person: str, told: dict[str, str]
) -> None:
    answer = wired.client(person).get("/api/equipment/lines")
    assert answer.status_code == 200
    assert {line["device"]: line["how"] for line in answer.json()["lines"]} == told
    for secret in ("10.7.7", "/dev/a", KEY):
        assert secret not in answer.text


def test_without_a_login_nobody_is_told(wired: ServedFloor) -> None:
    assert wired.client().get("/api/equipment/lines").status_code == 401
