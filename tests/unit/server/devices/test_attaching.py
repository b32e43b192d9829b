"""From an address in a floor file to the driver of the device that stands there."""

from __future__ import annotations

import pytest

from openetg.devices.moneywheel.protocol import MoneyWheelDriver
from openetg.devices.statusline.driver import SentenceDriver
from openetg.devices.tumbler.protocol import TumblerDriver
from openetg.devices.wheel.driver import WheelDriver
from openetg.rulebook.load import load
from openetg.server.devices.attaching import attach, connection


@pytest.mark.parametrize(
    ("rulebook", "kind", "address", "driver"),
    [
        ("ministar", "electronic", "tcp://10.0.0.7:4001", WheelDriver),
        ("ministar", "electronic", "serial:/dev/ttyUSB0", WheelDriver),
        ("ministar", "electronic", "status+serial:/dev/ttyUSB0", SentenceDriver),
        ("ministar", "electronic", "status+tcp://10.0.0.7:4001", SentenceDriver),
        ("novo-unity", "live", "tcp://10.0.0.7:4001", WheelDriver),
        ("interblock", "sic-bo", "serial:/dev/ttyUSB0?baud=9600", TumblerDriver),
        ("money-wheel", "live", "tcp://[::1]:4001", MoneyWheelDriver),
    ],
)
def test_each_device_has_its_driver(rulebook: str, kind: str, address: str, driver: type[object]) -> None:
    assert type(attach(load(rulebook).rulebook, kind, address, lambda _: None)) is driver


@pytest.mark.parametrize(
    "address", ["", "simulated", "tcp://", "tcp://host", "serial:", "udp://h:1", "serial:/dev/x?baud=fast"]
)
def test_what_is_no_address_is_told_so(address: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        connection(address)


@pytest.mark.parametrize(
    ("rulebook", "kind", "key"),
    [("novo-unity", "live", None), ("interblock", "sic-bo", None), ("ministar", "electronic", b"k")],
)
def test_a_status_line_is_that_of_an_automatic_wheel(rulebook: str, kind: str, key: bytes | None) -> None:
    with pytest.raises(ValueError, match="a status line is that of an automatic wheel"):
        attach(load(rulebook).rulebook, kind, "status+tcp://h:1", lambda _: None, key=key)
