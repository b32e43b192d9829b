"""A line is heard only under the seal of the other end, for this connection, as the next one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.devices.line.framing import LINE_MAX, ORDER_MAX, framed, unframed
from openetg.devices.line.proof import DeviceProof, FloorProof
from openetg.devices.line.seal import SEAL_MAX, LineSealer, SessionKeys, Unsealed, Unsealer, session_keys

KEY = bytes(range(32))
KEYS = session_keys(KEY, b"0" * 32, b"1" * 32)
LINES = [framed(b"READY,2,0"), framed(b"BEAT,3,1000,ready"), framed(b"REST,4,2000,t-1,17")]

a_body = st.binary(max_size=80).filter(lambda body: not set(body) & set(b"$\n\r*"))


def ends() -> tuple[LineSealer, Unsealer]:
    return LineSealer(KEYS.device), Unsealer(KEYS.device)


@given(st.lists(a_body, max_size=8), st.data())
def test_what_is_sealed_is_heard_however_the_bytes_are_cut(bodies: list[bytes], data: st.DataObject) -> None:
    sealer, unsealer = ends()
    sent = sealer.seal(b"".join(framed(body) for body in bodies))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=6)))
    heard = [unsealer.open(sent[start:end]) for start, end in pairwise([0, *cuts, len(sent)])]
    assert b"".join(each.plain for each in heard) == b"".join(framed(body) for body in bodies)
    assert {each.missed for each in heard} <= {0}
    assert {each.broken for each in heard} <= {""}


@given(st.integers(0, 2), st.integers(0, 200), st.integers(1, 255))
def test_no_byte_of_a_line_can_be_changed(which: int, at: int, by: int) -> None:
    """With a right CRC the seal is broken; with a wrong one it is rubbish, as on any line."""
    sealer, unsealer = ends()
    sent = [sealer.seal(line) for line in LINES]
    body = bytearray(unframed(sent[which].strip().removeprefix(b"$")) or b"")
    at %= len(body)
    body[at] ^= by
    sent[which] = framed(bytes(body))
    heard = unsealer.open(b"".join(sent))
    assert LINES[which] not in heard.plain
    assert heard.plain.startswith(b"".join(LINES[:which]))


def test_what_came_before_a_broken_seal_was_heard() -> None:
    sealer, unsealer = ends()
    heard = unsealer.open(sealer.seal(LINES[0]) + LINES[1] + sealer.seal(LINES[2]))
    assert heard.plain == LINES[0]
    assert "without a seal" in heard.broken


@pytest.mark.parametrize("order", [(0, 0), (1, 0), (0, 1, 0), (2, 1)])
def test_a_line_is_heard_once_and_in_its_turn(order: tuple[int, ...]) -> None:
    sealer, unsealer = ends()
    sent = [sealer.seal(line) for line in LINES]
    heard = unsealer.open(b"".join(sent[each] for each in order))
    assert heard.plain == b"".join(LINES[each] for each in order[:-1])
    assert "came again or out of turn" in heard.broken


def test_lines_that_did_not_come_are_counted() -> None:
    sealer, unsealer = ends()
    sent = [sealer.seal(line) for line in LINES]
    assert unsealer.open(sent[0] + sent[2]) == Unsealed(LINES[0] + LINES[2], 1)


def test_rubbish_is_handed_on_as_rubbish() -> None:
    sealer, unsealer = ends()
    damaged = sealer.seal(LINES[0]).replace(b"READY", b"READX")
    heard = unsealer.open(b"\xffnoise" + damaged + b"$half" + sealer.seal(LINES[1]))
    assert heard.plain == b"\xffnoise\n" + damaged + b"$half" + LINES[1]
    assert (heard.missed, heard.broken) == (1, "")


def test_each_direction_and_each_connection_has_its_own_key() -> None:
    others = [
        session_keys(KEY, b"1" * 32, b"0" * 32),
        session_keys(KEY, b"0" * 32, b"0" * 32),
        session_keys(bytes(32), b"0" * 32, b"1" * 32),
    ]
    every = [*KEYS, *(key for keys in others for key in keys)]
    assert len(set(every)) == len(every)
    for key in every[1:]:
        assert "a wrong seal" in Unsealer(KEYS.device).open(LineSealer(key).seal(LINES[0])).broken


def test_both_ends_come_to_the_same_keys() -> None:
    floor, device = FloorProof(KEY, bytes), DeviceProof(KEY, lambda count: b"\x01" * count)
    assert (floor.session, device.session) == (None, None)
    proof, _ = device.receive(floor.challenge())
    device.receive(floor.receive(proof))
    assert isinstance(floor.session, SessionKeys)
    assert floor.session == device.session


@given(st.binary(max_size=300))
def test_no_bytes_from_outside_raise_or_become_a_line(data: bytes) -> None:
    heard = Unsealer(KEYS.device).open(data + framed(data.translate(None, b"$\n\r*")))
    assert all(unframed(piece) is None for piece in heard.plain.split(b"$"))


def test_the_longest_line_has_room_for_its_seal() -> None:
    sealer, unsealer = ends()
    sealer._count = 10**15 - 2
    unsealer._last = 10**15 - 2
    longest = b"x" * (LINE_MAX - 6)
    sent = sealer.seal(framed(longest))
    assert len(sent) == len(framed(longest)) + SEAL_MAX
    assert unsealer.open(sent).plain == framed(longest)
    assert ORDER_MAX + SEAL_MAX == 113
