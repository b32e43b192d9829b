"""The page for builders of wheels says what the code does: every example decodes, every word is explained."""

import re
from pathlib import Path
from typing import get_args

from openetg.devices.wheel.driver import Supervision
from openetg.devices.wheel.protocol import LINE_MAX, LINE_WORDS, ORDER_MAX, OrderProtocol, WheelProtocol, line_crc
from openetg.devices.wheel.signals import (
    FaultCode,
    Garbled,
    LaunchRefusal,
    LineNotice,
    LinkNotice,
    Rotation,
    WheelClass,
    WheelState,
)

PAGE = (Path(__file__).parents[4] / "docs/reference/wheel-protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^(?:[<>] )?(\$[A-Z].*)$", PAGE, re.MULTILINE)


def decoded(line: str) -> object:
    """What a fresh end of the line makes of it: the floor's end, or else the wheel's."""
    (signal,) = WheelProtocol().receive(line.encode() + b"\r\n")
    (order,) = OrderProtocol().receive(line.encode() + b"\r\n")
    return order if isinstance(signal, Garbled) else signal


def test_every_example_is_a_line() -> None:
    assert EXAMPLES
    for line in EXAMPLES:
        assert type(decoded(line)) is LINE_WORDS[line[1:].partition(",")[0].partition("*")[0]], line


def test_every_line_has_an_example() -> None:
    assert {type(decoded(line)) for line in EXAMPLES} == set(LINE_WORDS.values())


def test_the_worked_crc_is_right_at_every_byte() -> None:
    steps = re.findall(r"^\| (?:\(start\)|`(.)`) \| `([0-9A-F]{4})` \|$", PAGE, re.MULTILINE)
    body = "".join(byte for byte, _ in steps)
    assert body == "READY,2,0"
    assert [crc for _, crc in steps] == [f"{line_crc(body[:end].encode()):04X}" for end in range(len(body) + 1)]


def test_the_check_value_of_the_crc_is_right() -> None:
    assert f"the check value of `123456789` is `{line_crc(b'123456789'):04X}`" in PAGE.replace("\n", " ")


def test_every_word_a_field_may_hold_is_on_the_page() -> None:
    words = [*WheelClass, *Rotation, *WheelState, *LaunchRefusal, *FaultCode]
    assert [word for word in words if f"`{word.value}`" not in PAGE] == []


def test_every_notice_is_on_the_page() -> None:
    notices = (*get_args(LineNotice), *get_args(LinkNotice))
    assert [notice for notice in notices if f"| `{notice.__name__}` |" not in PAGE] == []


def test_the_limits_on_the_page_are_those_of_the_code() -> None:
    rules = Supervision()
    assert (LINE_MAX, ORDER_MAX) == (512, 64)
    assert (rules.silent_after_ms, rules.cut_after_ms, rules.bytes_per_s_max) == (3_000, 10_000, 32 * 1_024)
    assert (rules.retry_first_ms, rules.retry_last_ms, rules.ask_again_ms) == (100, 5_000, 1_000)
