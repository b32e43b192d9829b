"""From the address of a device in a floor file to the driver that runs it.

`tcp://HOST:PORT` and `serial:PATH` speak the line protocol of docs/reference/device-protocol.md; with `status+` in
front they are wheels that have a status line and take no orders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never
from urllib.parse import parse_qs, urlsplit

from openetg.devices.line.driver import Connect, over_tcp
from openetg.devices.line.serial_port import BAUD, over_serial
from openetg.devices.moneywheel.protocol import MoneyWheelDriver
from openetg.devices.statusline import driver as statusline
from openetg.devices.statusline.driver import SentenceDriver
from openetg.devices.tumbler.protocol import TumblerDriver
from openetg.devices.wheel.driver import WheelDriver
from openetg.floor.premises.equipment import is_automatic_wheel
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import Device
from openetg.server.devices.hearing import Signal
from openetg.server.devices.simulators import pockets
from openetg.server.plan.floor_plan import OWN_CYCLE

AnyDriver: TypeAlias = WheelDriver | TumblerDriver | MoneyWheelDriver | SentenceDriver


def attach(
    rulebook: Rulebook,
    kind: str,
    address: str,
    deliver: Callable[[Signal], None],
    *,
    key: bytes | None = None,
    boot: str = "1",
) -> AnyDriver:
    """The driver for the device of a kind of table at an address; ValueError for what is no address of one.

    `key` is the device's own, for a device over a network. `boot` is new at each start of the floor.
    """
    device = rulebook.tables[kind].device.value
    if address.startswith(OWN_CYCLE):
        if not is_automatic_wheel(device) or key is not None:
            raise ValueError(f"a status line is that of an automatic wheel, and knows no key: {address}")
        connect = connection(address.removeprefix(OWN_CYCLE), baud=statusline.BAUD)
        return SentenceDriver(connect, deliver, pockets=pockets(rulebook), boot=boot)
    connect = connection(address)
    match device:
        case Device.AUTOMATIC_WHEEL | Device.LIVE_WHEEL:
            return WheelDriver(connect, deliver, key=key)
        case Device.DICE_TUMBLER:
            return TumblerDriver(connect, deliver, key=key)
        case Device.MONEY_WHEEL:
            return MoneyWheelDriver(connect, deliver, key=key)
        case _:
            assert_never(device)


def connection(address: str, *, baud: int = BAUD) -> Connect:
    """How to reach a device: `tcp://HOST:PORT`, or `serial:PATH` with `?baud=9600` if it is another speed."""
    parts = urlsplit(address)
    if parts.scheme == "tcp" and parts.hostname and parts.port:
        return over_tcp(parts.hostname, parts.port)
    if parts.scheme == "serial" and parts.path:
        speed = parse_qs(parts.query).get("baud", [str(baud)])[0]
        if not (speed.isascii() and speed.isdigit() and int(speed)):
            raise ValueError(f"expected a baud rate, found {speed!r}: {address}")
        return over_serial(parts.path, baud=int(speed))
    raise ValueError(f"expected tcp://HOST:PORT or serial:PATH, found {address!r}")
