"""The pages for builders of devices say what the code does: every example decodes, every word is explained."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import Any, get_args

import pytest

from openetg.devices.line.driver import Supervision
from openetg.devices.line.framing import LINE_MAX, ORDER_MAX, line_crc
from openetg.devices.line.proof import DeviceProof, FloorProof, ProofStage
from openetg.devices.line.protocol import OrderProtocol, SignalProtocol
from openetg.devices.line.seal import SEAL_MAX, Unsealer, session_keys
from openetg.devices.line.signals import (
    DealerKey,
    DeviceKind,
    DeviceState,
    FaultCode,
    Garbled,
    LaunchRefusal,
    LineNotice,
    LinkNotice,
)
from openetg.devices.moneywheel.protocol import MONEY_WHEEL
from openetg.devices.statusline.sentence import CycleStage, Warnings, parse
from openetg.devices.tumbler.protocol import TUMBLER
from openetg.devices.wheel.physics import SpinFault
from openetg.devices.wheel.protocol import WHEEL
from openetg.devices.wheel.signals import Rotation

DOCS = Path(__file__).parents[3] / "docs" / "reference"
DEVICES = (DOCS / "device-protocol.md").read_text(encoding="utf-8")
WHEELS = (DOCS / "wheel-protocol.md").read_text(encoding="utf-8")
LANGUAGES: tuple[Any, ...] = (WHEEL, TUMBLER, MONEY_WHEEL)
PROOF = {"CHALLENGE", "PROOF", "ANSWER"}


def examples(page: str) -> list[str]:
    return re.findall(r"^(?:[<>] )?(\$[A-Z].*)$", page, re.MULTILINE)


def decoded(line: str) -> set[type[Any]]:
    """What the floor's end of each device's line makes of it, or else the device's end."""
    data = line.encode() + b"\r\n"
    heard: list[Any] = [*OrderProtocol().receive(data)]
    for language in LANGUAGES:
        heard += SignalProtocol(language).receive(data)
    return {type(each) for each in heard} - {Garbled}


def word(line: str) -> str:
    return line[1:].partition(",")[0].partition("*")[0]


@pytest.mark.parametrize("line", [*examples(DEVICES), *examples(WHEELS)])
def test_every_example_is_a_line(line: str) -> None:
    if word(line) in PROOF:
        body, _, crc = line[1:].rpartition("*")
        assert crc == f"{line_crc(body.encode()):04X}"
        return
    known = {language.words[word(line)] for language in LANGUAGES if word(line) in language.words}
    assert decoded(line) <= known
    assert decoded(line)


@pytest.mark.parametrize(
    ("language", "text"),
    [(WHEEL, DEVICES + WHEELS), (TUMBLER, DEVICES), (MONEY_WHEEL, DEVICES)],
    ids=["wheel", "tumbler", "money-wheel"],
)
def test_every_line_has_an_example(language: Any, text: str) -> None:
    shown = {kind for line in examples(text) for kind in decoded(line)}
    assert [kind for kind in language.words.values() if kind not in shown] == []


def test_the_example_of_a_proof_is_one() -> None:
    challenge, proof, answer = [line.encode() + b"\r\n" for line in examples(DEVICES) if word(line) in PROOF]
    floor = FloorProof(bytes(range(32)), lambda count: bytes(range(count)))
    device = DeviceProof(bytes(range(32)), lambda count: bytes(range(16, 16 + count)))
    assert floor.challenge() == challenge
    assert device.receive(challenge)[0] == proof
    assert floor.receive(proof) == answer
    device.receive(answer)
    assert device.standing is ProofStage.PROVEN


def test_the_examples_of_seals_bear_them() -> None:
    keys = session_keys(bytes(range(32)), bytes(range(16)).hex().encode(), bytes(range(16, 32)).hex().encode())
    shown = dict(re.findall(r"^  ([<>]) (\$[A-Z].*)$", DEVICES, re.MULTILINE))
    assert Unsealer(keys.floor).open(shown[">"].encode() + b"\r\n").plain == b"$IDENTIFY*255C\r\n"
    assert Unsealer(keys.device).open(shown["<"].encode() + b"\r\n").plain == b"$READY,2,0*7E4F\r\n"


def test_the_worked_crc_is_right_at_every_byte() -> None:
    steps = re.findall(r"^\| (?:\(start\)|`(.)`) \| `([0-9A-F]{4})` \|$", DEVICES, re.MULTILINE)
    body = "".join(byte for byte, _ in steps)
    assert body == "READY,2,0"
    assert [crc for _, crc in steps] == [f"{line_crc(body[:end].encode()):04X}" for end in range(len(body) + 1)]


def test_the_check_value_of_the_crc_is_right() -> None:
    assert f"the check value of `123456789` is `{line_crc(b'123456789'):04X}`" in DEVICES.replace("\n", " ")


def test_every_word_a_field_may_hold_is_on_a_page() -> None:
    words: list[Enum] = [*DeviceKind, *Rotation, *DeviceState, *LaunchRefusal, *FaultCode, *DealerKey]
    assert [each for each in words if f"`{each.value}`" not in DEVICES + WHEELS] == []


def test_every_notice_is_on_the_page() -> None:
    notices = (*get_args(LineNotice), *get_args(LinkNotice))
    assert [notice for notice in notices if f"| `{notice.__name__}` |" not in DEVICES] == []


def test_the_limits_on_the_page_are_those_of_the_code() -> None:
    rules = Supervision()
    assert (LINE_MAX, ORDER_MAX, SEAL_MAX) == (512, 64, 49)
    assert (rules.silent_after_ms, rules.cut_after_ms, rules.bytes_per_s_max) == (3_000, 10_000, 32 * 1_024)
    assert (rules.retry_first_ms, rules.retry_last_ms, rules.ask_again_ms) == (100, 5_000, 1_000)


def test_the_status_line_on_the_page_is_one() -> None:
    (line,) = set(re.findall(r"`(\*X;[^`]+)`", WHEELS))
    assert parse(line.encode()) is not None
    assert (max(CycleStage), Warnings(15)) == (6, ~Warnings.NONE)


def test_the_faults_named_on_the_page_are_there() -> None:
    named = re.findall(r"`([a-z]+_[a-z]+)`", WHEELS.partition("Faults are switched on")[2].partition("##")[0])
    assert {*named} <= {fault.value for fault in SpinFault}
    assert len(named) == 6
