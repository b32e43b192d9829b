"""Every device's lines: each survives the line, and a cut at any byte or a turned bit tells nothing wrong."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from openetg.devices.line.framing import LINE_MAX
from openetg.devices.line.protocol import SignalProtocol
from openetg.devices.line.signals import (
    CommonSignal,
    DealerKey,
    DeviceKind,
    DeviceOrder,
    Expecting,
    Hello,
    Identify,
    KeyPressed,
)
from openetg.devices.moneywheel.protocol import MONEY_WHEEL
from openetg.devices.moneywheel.signals import MoneyWheelSaid, OnDivider, StopUnread, WheelStopped, WheelTurned
from openetg.devices.moneywheel.signals import WheelRevolution as Lap
from openetg.devices.tumbler.protocol import TUMBLER
from openetg.devices.tumbler.signals import DiceRead, DiceSettling, DiceShaken, DiceUnread, DieCocked, TumblerSaid
from openetg.devices.wheel.protocol import WHEEL
from openetg.devices.wheel.signals import DeviceSignal
from tests.unit.devices.simulated import KINDS, SEGMENTS, Kind
from tests.unit.devices.wheel.lines import counts, tokens

dice = st.lists(st.sampled_from("123456x"), min_size=1, max_size=5).map(tuple)
common = st.one_of(
    st.builds(Expecting, counts, counts, tokens),
    st.builds(KeyPressed, counts, counts, st.none() | tokens, st.sampled_from(DealerKey), st.none() | tokens),
)
tumbler = st.one_of(
    common,
    st.builds(DiceShaken, counts, counts, tokens),
    st.builds(DiceSettling, counts, counts, tokens),
    st.builds(DiceRead, counts, counts, tokens, dice),
    st.builds(DiceUnread, counts, counts, tokens, dice),
    st.builds(DieCocked, counts, counts, tokens, dice),
)
money_wheel = st.one_of(
    common,
    st.builds(WheelTurned, counts, counts, tokens),
    st.builds(Lap, counts, counts, tokens, counts, counts),
    st.builds(WheelStopped, counts, counts, tokens, counts, counts),
    st.builds(OnDivider, counts, counts, tokens, counts, counts),
    st.builds(StopUnread, counts, counts, tokens),
)


@given(tumbler)
def test_what_a_tumbler_says_survives_the_line(signal: TumblerSaid) -> None:
    assert SignalProtocol(TUMBLER).receive(TUMBLER.encode(signal)) == [signal]


@given(money_wheel)
def test_what_a_money_wheel_says_survives_the_line(signal: MoneyWheelSaid) -> None:
    assert SignalProtocol(MONEY_WHEEL).receive(MONEY_WHEEL.encode(signal)) == [signal]


@pytest.mark.parametrize(
    ("language", "said"), [(WHEEL, DeviceSignal), (TUMBLER, TumblerSaid), (MONEY_WHEEL, MoneyWheelSaid)]
)
def test_every_signal_and_every_order_has_a_line(language: Any, said: Any) -> None:
    assert set(language.words.values()) == {*get_args(said), *get_args(DeviceOrder)}
    assert set(get_args(CommonSignal)) < set(get_args(said))


def test_the_longest_hello_of_a_money_wheel_fits() -> None:
    most, token = 10**15 - 1, "x" * 32
    hello = Hello(most, most, 1, token, token, token, DeviceKind.MONEY_WHEEL, SEGMENTS)
    assert len(MONEY_WHEEL.encode(hello)) <= LINE_MAX


def recorded(kind: Kind) -> tuple[bytes, bytes, Any]:
    """A whole spin as it goes over the line, what is said again when asked, and the reading."""
    device = kind.make(random.Random(3))
    line = kind.line(device)
    stream = line.advance(0)
    kind.spin(device, "A-1")
    while device.busy:
        stream += line.advance(line.next_event_ms())
    line.receive(kind.language.encode(Identify()))
    again = line.advance(device.now_ms)
    heard = SignalProtocol(kind.language).receive(stream)
    (reading,) = [signal for signal in heard if isinstance(signal, kind.readings)]
    return stream, again, reading


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_cut_at_every_byte_the_reading_comes_and_no_other(kind: Kind) -> None:
    stream, again, reading = recorded(kind)
    for cut in range(len(stream) + 1):
        protocol = SignalProtocol(kind.language)
        heard = protocol.receive(stream[:cut])
        protocol.connection_reset()
        heard += protocol.receive(again)
        readings = [signal for signal in heard if isinstance(signal, kind.readings)]
        # Said again under a new number, with the time and the words of the first time.
        assert {structs.astuple(each)[1:] for each in readings} == {structs.astuple(reading)[1:]}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_one_flipped_bit_never_makes_another_reading(kind: Kind) -> None:
    _, _, reading = recorded(kind)
    line = kind.language.encode(reading)
    for bit in range(8 * len(line)):
        damaged = bytearray(line)
        damaged[bit // 8] ^= 1 << bit % 8
        heard = SignalProtocol(kind.language).receive(bytes(damaged))
        assert [signal for signal in heard if isinstance(signal, kind.readings) and signal != reading] == []
