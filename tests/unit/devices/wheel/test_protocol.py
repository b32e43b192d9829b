"""The line protocol: what a line is, what is not one, and what the numbers tell."""

from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from openetg.devices.line.signals import DeviceOrder
from openetg.devices.wheel.protocol import (
    LINE_MAX,
    ORDER_MAX,
    WHEEL,
    OrderProtocol,
    WheelProtocol,
    encode,
    line_crc,
)
from openetg.devices.wheel.signals import (
    AtRest,
    DeviceKind,
    DeviceSignal,
    DeviceState,
    Fault,
    Garbled,
    GarbleReason,
    Heartbeat,
    Hello,
    Hold,
    Identify,
    Launch,
    LineNotice,
    Missed,
    Ready,
)
from tests.unit.devices.wheel.lines import orders, signals

near_lines = st.binary(max_size=40) | st.sampled_from(
    [
        b"$",
        b"\n",
        b"\r\n",
        b"*",
        b"$$",
        b"x" * (LINE_MAX + 5),
        encode(Ready(1, 0)),
        encode(Ready(2, 0)),
        encode(Ready(9, 0)),
        encode(AtRest(3, 0, "s1", "17")),
        encode(AtRest(3, 0, "s1", "17"))[:-4],
        encode(Launch("s1")),
    ]
)
streams = st.lists(near_lines, max_size=12).map(b"".join)


def hello(number: int, boot: str) -> Hello:
    return Hello(number, 0, 1, boot, "W-7", "fw-1", DeviceKind.AUTOMATIC, ("0", "32", "15"))


def hear(*lines: DeviceSignal | bytes) -> list[DeviceSignal | LineNotice]:
    """What a fresh floor's end makes of these lines."""
    return WheelProtocol().receive(as_bytes(*lines))


def as_bytes(*lines: DeviceSignal | bytes) -> bytes:
    return b"".join(line if isinstance(line, bytes) else encode(line) for line in lines)


def framed(body: bytes) -> bytes:
    return b"$%b*%04X\r\n" % (body, line_crc(body))


@given(signals)
def test_a_signal_survives_the_line(signal: DeviceSignal) -> None:
    assert hear(signal) == [signal]


@given(orders)
def test_an_order_survives_the_line(order: DeviceOrder) -> None:
    assert OrderProtocol().receive(encode(order)) == [order]


def test_every_signal_and_every_order_has_a_line() -> None:
    assert set(WHEEL.words.values()) == {*get_args(DeviceSignal), *get_args(DeviceOrder)}


@given(st.binary(max_size=2_000) | streams)
def test_no_bytes_from_outside_raise(data: bytes) -> None:
    WheelProtocol().receive(data)
    OrderProtocol().receive(data)


@given(st.data(), streams)
def test_it_does_not_matter_how_the_bytes_are_cut(data: st.DataObject, stream: bytes) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    at_once, cut = WheelProtocol(), WheelProtocol()
    pieces = [stream[start:end] for start, end in pairwise([0, *cuts, len(stream)])]
    heard = [signal for piece in pieces for signal in cut.receive(piece)]
    assert heard == at_once.receive(stream)
    assert cut.tally == at_once.tally


@pytest.mark.slow
@given(st.lists(signals, min_size=1, max_size=6))
def test_byte_by_byte_gives_the_same_signals(lines: list[DeviceSignal]) -> None:
    stream = as_bytes(*lines)
    protocol = WheelProtocol()
    heard = [signal for byte in stream for signal in protocol.receive(bytes([byte]))]
    assert heard == WheelProtocol().receive(stream)


def test_one_flipped_bit_never_makes_another_number() -> None:
    line = encode(AtRest(1, 25_107, "t1:42", "17"))
    for bit in range(8 * len(line)):
        damaged = bytearray(line)
        damaged[bit // 8] ^= 1 << bit % 8
        heard = hear(bytes(damaged), Ready(2, 27_000))
        assert heard[-1] == Ready(2, 27_000)
        assert {signal.pocket for signal in heard if isinstance(signal, AtRest)} <= {"17"}


@given(st.binary(max_size=LINE_MAX))
@example(b"$")
@example(b"$REST,3,0,s1,1")
@example(b"\x00\xff\r")
def test_the_next_line_after_rubbish_is_heard(rubbish: bytes) -> None:
    assert hear(rubbish, Ready(7, 0))[-1] == Ready(7, 0)


def test_a_line_end_without_carriage_return_is_accepted() -> None:
    assert hear(encode(Ready(1, 0)).replace(b"\r", b"")) == [Ready(1, 0)]


def test_empty_lines_mean_nothing() -> None:
    assert hear(b"\r\n\n", Ready(1, 0), b"\r\n") == [Ready(1, 0)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"READY,1,0*0000\r\n", GarbleReason.STRAY),
        (b"noise" + encode(Ready(1, 0)), GarbleReason.STRAY),
        (b"$READY,1" + encode(Ready(1, 0)), GarbleReason.BROKEN_OFF),
        (b"$" + b"1" * (LINE_MAX + 1), GarbleReason.TOO_LONG),
        (b"1" * (LINE_MAX + 1), GarbleReason.TOO_LONG),
        (b"$READY,1,0*0000\r\n", GarbleReason.BAD_CRC),
        (b"$READY,1,0\r\n", GarbleReason.BAD_CRC),
        (encode(Ready(1, 0)).lower(), GarbleReason.BAD_CRC),
        (framed(b"REDDY,1,0"), GarbleReason.UNKNOWN_LINE),
        (framed(b"ready,1,0"), GarbleReason.UNKNOWN_LINE),
        (encode(Launch("s1")), GarbleReason.UNKNOWN_LINE),
        (framed(b"READY,1"), GarbleReason.WRONG_FIELDS),
        (framed(b"READY,1,0,0"), GarbleReason.WRONG_FIELDS),
        (framed(b"READY,01,0"), GarbleReason.BAD_FIELD),
        (framed(b"READY,-1,0"), GarbleReason.BAD_FIELD),
        (framed(b"READY,1 ,0"), GarbleReason.BAD_FIELD),
        (framed("READY,١,0".encode()), GarbleReason.BAD_FIELD),
        (framed(b"REST,1,0,s1,"), GarbleReason.BAD_FIELD),
        (framed(b"REST,1,0,s1,17 18"), GarbleReason.BAD_FIELD),
        (framed(b"REST,1,0,-,17"), GarbleReason.BAD_FIELD),
        (framed(b"BEAT,1,0,asleep"), GarbleReason.BAD_FIELD),
    ],
)
def test_bad_input_becomes_a_signal_with_its_reason(data: bytes, reason: GarbleReason) -> None:
    protocol = WheelProtocol()
    heard = protocol.receive(data)
    assert [signal.reason for signal in heard if isinstance(signal, Garbled)] == [reason]
    assert protocol.tally.garbled == 1


def test_a_run_of_rubbish_is_one_signal_and_every_piece_is_counted() -> None:
    protocol = WheelProtocol()
    heard = protocol.receive(b"$a\r\n$b\r\nc\r\n$$" + encode(Ready(1, 0)) + b"$d\r\n")
    assert [type(signal) for signal in heard] == [Garbled, Ready, Garbled]
    assert protocol.tally.garbled == 6


def test_an_endless_line_is_one_piece_of_rubbish() -> None:
    protocol = WheelProtocol()
    for _ in range(100):
        protocol.receive(b"x" * LINE_MAX)
    assert protocol.receive(b"\n" + encode(Ready(1, 0))) == [Ready(1, 0)]
    assert protocol.tally.garbled == 1


def test_the_excerpt_of_rubbish_is_short_and_harmless_to_print() -> None:
    (garbled,) = hear(b"\x1b[2J\xff" + b"x" * 200 + b"\n")
    assert garbled == Garbled(GarbleReason.STRAY, "\\x1b[2J\\xff" + "x" * 35)


def test_the_same_number_again_is_dropped_and_counted() -> None:
    protocol = WheelProtocol()
    line = encode(AtRest(5, 0, "s1", "17"))
    assert protocol.receive(line + line + line) == [AtRest(5, 0, "s1", "17")]
    assert protocol.tally.repeated == 2


def test_a_burst_said_twice_is_heard_once() -> None:
    burst = as_bytes(Ready(1, 0), Heartbeat(2, 0, DeviceState.READY), Heartbeat(3, 0, DeviceState.READY))
    assert WheelProtocol().receive(burst + burst) == WheelProtocol().receive(burst)


def test_a_gap_in_the_numbers_is_a_signal_before_the_line_that_shows_it() -> None:
    protocol = WheelProtocol()
    assert protocol.receive(as_bytes(Ready(5, 0), Ready(9, 0))) == [Ready(5, 0), Missed(6, 8), Ready(9, 0)]
    assert protocol.tally.missed == 3


def test_a_damaged_line_shows_as_garbled_and_as_missed() -> None:
    damaged = encode(AtRest(2, 0, "s1", "17")).replace(b"17", b"18")
    assert [type(signal) for signal in hear(Ready(1, 0), damaged, Ready(3, 0))] == [Ready, Garbled, Missed, Ready]


def test_nothing_is_missed_before_the_first_line() -> None:
    assert hear(Ready(5_000, 0)) == [Ready(5_000, 0)]


def test_a_restarted_wheel_numbers_afresh() -> None:
    lines = (hello(1, "A"), Ready(2, 0), Ready(3, 0), hello(1, "B"), Ready(2, 0))
    assert hear(*lines) == [*lines]


def test_the_lines_of_two_boots_are_not_compared() -> None:
    assert hear(hello(1, "A"), hello(50, "B")) == [hello(1, "A"), hello(50, "B")]


def test_an_old_number_with_other_words_is_not_believed() -> None:
    heard = hear(hello(7, "A"), AtRest(8, 0, "s1", "17"), AtRest(8, 0, "s1", "18"))
    assert [type(signal) for signal in heard] == [Hello, AtRest, Garbled]
    assert [signal.reason for signal in heard if isinstance(signal, Garbled)] == [GarbleReason.NUMBER_WENT_BACK]


def test_a_hello_heals_the_numbering_after_one_wrong_number() -> None:
    heard = hear(hello(1, "A"), Ready(900_000, 0), Ready(3, 0), hello(4, "A"), Ready(5, 0))
    assert [type(signal) for signal in heard] == [Hello, Missed, Ready, Garbled, Hello, Ready]


def test_a_half_line_is_forgotten_with_its_connection_and_the_numbering_is_not() -> None:
    protocol = WheelProtocol()
    protocol.receive(as_bytes(Ready(1, 0)) + b"$REST,2,0")
    protocol.connection_reset()
    assert protocol.receive(as_bytes(Ready(4, 0))) == [Missed(2, 3), Ready(4, 0)]


def test_a_fault_code_we_do_not_know_is_still_a_fault() -> None:
    fault = Fault(1, 0, None, "COFFEE_IN_WHEEL", "wipe it")
    assert hear(fault) == [fault]


def test_the_wheel_does_not_take_its_own_echo_for_an_order() -> None:
    (garbled,) = OrderProtocol().receive(encode(Ready(1, 0)))
    assert isinstance(garbled, Garbled)


def test_orders_may_be_heard_twice() -> None:
    assert OrderProtocol().receive(encode(Hold()) * 2 + encode(Identify())) == [Hold(), Hold(), Identify()]


@pytest.mark.parametrize(
    "line",
    [
        Fault(1, 0, None, "SENSOR", "rim, north"),
        Fault(1, 0, None, "SENSOR", "caf\u00e9"),
        Fault(1, 0, None, "SENSOR", "two\r\nlines"),
        AtRest(1, 0, "s1", "seventeen"),
        AtRest(1, 0, "a spin", "17"),
        Launch("-"),
        Launch(""),
        Ready(-1, 0),
        Ready(10**15, 0),
    ],
)
def test_what_a_line_cannot_carry_is_our_own_mistake_and_is_not_sent(line: DeviceSignal | DeviceOrder) -> None:
    with pytest.raises(ValueError, match="cannot carry"):
        encode(line)


def test_the_longest_lines_fit() -> None:
    most, token = 10**15 - 1, "x" * 32
    longest = Hello(most, most, most, token, token, token, DeviceKind.AUTOMATIC, ("0000",) * 64)
    assert hear(longest) == [longest]
    assert len(encode(longest)) <= LINE_MAX
    assert len(encode(Launch(token))) <= ORDER_MAX
