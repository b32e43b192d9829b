"""Both ends prove that they have the device's key; nobody else gets through, and nothing is heard before."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openetg.devices.line.framing import ORDER_MAX, framed
from openetg.devices.line.proof import DeviceProof, FloorProof, ProofStage, key_from_text

KEY, OTHER = bytes(range(32)), bytes(32)
IDENTIFY = b"$IDENTIFY*255C\r\n"


def nonces(seed: int) -> random.Random:
    return random.Random(seed)


def both(floor_key: bytes = KEY, device_key: bytes = KEY) -> tuple[FloorProof, DeviceProof]:
    return FloorProof(floor_key, nonces(1).randbytes), DeviceProof(device_key, nonces(2).randbytes)


def test_with_one_key_both_are_sure() -> None:
    floor, device = both()
    proof, _ = device.receive(floor.challenge())
    answer = floor.receive(proof)
    said, rest = device.receive(answer + IDENTIFY)
    assert (floor.standing, device.standing) == (ProofStage.PROVEN, ProofStage.PROVEN)
    assert (said, rest) == (b"", IDENTIFY), "what follows the answer is an order"


@given(st.data())
def test_it_does_not_matter_how_the_bytes_are_cut(data: st.DataObject) -> None:
    floor, device = both()

    def cut(stream: bytes) -> list[bytes]:
        cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
        return [stream[start:end] for start, end in pairwise([0, *cuts, len(stream)])]

    proof = b"".join(device.receive(piece)[0] for piece in cut(floor.challenge()))
    answer = b"".join(floor.receive(piece) for piece in cut(b"rubbish\n" + proof))
    pieces = cut(answer + IDENTIFY)
    rest = b""
    for piece in pieces:
        rest += piece if device.standing is ProofStage.PROVEN else device.receive(piece)[1]
    assert (floor.standing, device.standing, rest) == (ProofStage.PROVEN, ProofStage.PROVEN, IDENTIFY)


def test_a_device_with_another_key_is_found_out() -> None:
    floor, device = both(device_key=OTHER)
    proof, _ = device.receive(floor.challenge())
    assert floor.receive(proof) == b""
    assert floor.standing is ProofStage.FAILED


def test_a_floor_with_another_key_is_found_out() -> None:
    """It cannot check the proof, and whatever it answers is not the answer."""
    _, device = both()
    device.receive(FloorProof(OTHER, nonces(3).randbytes).challenge())
    said, rest = device.receive(framed(b"ANSWER," + b"0" * 32) + IDENTIFY)
    assert (said, rest, device.standing) == (b"", b"", ProofStage.FAILED)


def test_an_answer_of_yesterday_is_worth_nothing() -> None:
    floor, device = both()
    proof, _ = device.receive(floor.challenge())
    answer = floor.receive(proof)
    again = DeviceProof(KEY, nonces(9).randbytes)
    again.receive(floor.challenge())
    again.receive(answer)
    assert again.standing is ProofStage.FAILED
    late = FloorProof(KEY, nonces(8).randbytes)
    late.receive(proof)
    assert late.standing is ProofStage.FAILED


def test_a_proof_cannot_be_turned_round() -> None:
    """Whoever challenges the floor's own device with its nonce gets no answer that would serve as the floor's."""
    floor, device = both()
    proof, _ = device.receive(floor.challenge())
    mac = proof.rpartition(b"*")[0].rpartition(b",")[2]
    device.receive(framed(b"ANSWER," + mac))
    assert device.standing is ProofStage.FAILED


def test_an_answer_without_a_challenge_is_none() -> None:
    _, device = both()
    device.receive(framed(b"ANSWER," + b"0" * 32))
    assert device.standing is ProofStage.ASKED


def test_orders_before_the_proof_are_not_passed_on() -> None:
    floor, device = both()
    assert device.receive(IDENTIFY + b"$LAUNCH,A-1*0000\r\n") == (b"", b"")
    proof, rest = device.receive(floor.challenge())
    assert proof
    assert rest == b""


@given(st.binary(max_size=200))
def test_no_bytes_from_outside_raise_or_prove_anything(data: bytes) -> None:
    floor, device = both()
    floor.receive(data)
    device.receive(data)
    assert ProofStage.PROVEN not in (floor.standing, device.standing)


def test_endless_rubbish_is_not_listened_to_for_ever() -> None:
    floor, device = both()
    for _ in range(100):
        floor.receive(b"x" * 1_000)
        device.receive(b"x\n" * 500)
    assert (floor.standing, device.standing) == (ProofStage.FAILED, ProofStage.FAILED)


def test_the_lines_of_a_proof_fit_a_small_buffer() -> None:
    floor, device = both()
    proof, _ = device.receive(floor.challenge())
    assert len(floor.challenge()) <= ORDER_MAX
    assert len(floor.receive(proof)) <= ORDER_MAX


@pytest.mark.parametrize("text", ["", "abc", "g" * 64, "0" * 63, "0" * 65])
def test_a_key_is_sixty_four_hexadecimal_digits(text: str) -> None:
    with pytest.raises(ValueError, match="expected a key of 64 hexadecimal digits, found"):
        key_from_text(text)
    assert key_from_text("00" * 31 + "Ff\n") == bytes(31) + b"\xff"
