"""Signals and orders are closed unions of frozen values."""

from typing import get_args

import msgspec
import pytest
from hypothesis import given

from openetg.devices.line.signals import DeviceOrder
from openetg.devices.wheel.signals import DeviceSignal, Ready, WheelSignal
from tests.unit.devices.wheel.lines import orders, signals


@given(signals)
def test_a_signal_can_be_kept_in_a_journal_and_read_back(signal: DeviceSignal) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(signal), type=WheelSignal) == signal


@given(orders)
def test_an_order_can_be_kept_in_a_journal_and_read_back(order: DeviceOrder) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(order), type=DeviceOrder) == order


def test_no_two_signals_or_orders_share_a_tag() -> None:
    kinds = (*get_args(WheelSignal), *get_args(DeviceOrder))
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)


def test_what_the_wheel_itself_says_carries_its_number_and_its_uptime() -> None:
    for kind in get_args(DeviceSignal):
        assert kind.__struct_fields__[:2] == ("number", "uptime_ms")


def test_a_signal_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Ready(1, 0).number = 2  # type: ignore[misc]
