"""Signed checkpoints leave the machine by themselves: into a second folder, and to a witness that keeps them."""

from __future__ import annotations

import asyncio
import shutil
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread

import pytest
from msgspec.structs import replace

from openetg.journal import places
from openetg.journal.proofs.checkpoint import (
    CheckpointProblem,
    SignedNote,
    cosign,
    latest_checkpoint,
    read_checkpoints,
    write_checkpoint,
)
from openetg.journal.proofs.proof import growth_request, parse_request
from openetg.keys.signing import SigningKey, signing_key
from openetg.server.checks.backlog import AlarmRaised
from openetg.server.follower.process import FollowerPlan, follow
from openetg.server.follower.shipping import TELL_AFTER_S, GrowthFrom, Shipper, Shipping
from openetg.server.life.follower_process import SecondProcess
from openetg.server.plan.folder import FloorFolder
from tests.journals import build

ADDRESS = "https://witness.example/add-checkpoint"


class Witness:
    """A witness as C2SP tlog-witness describes it: answers with its signature, or with the size it knows."""

    def __init__(self, folder: Path) -> None:
        self.key: SigningKey = signing_key(folder / "keys", name="witness")
        self.seen: SignedNote | None = None
        self.asked = 0
        self.is_down = False

    def answer(self, address: str, body: bytes) -> tuple[int, bytes]:
        assert address == ADDRESS
        self.asked += 1
        if self.is_down:
            raise OSError("connection refused")
        old, proof, note = parse_request(body, where="request")
        knows = self.seen.checkpoint.size if self.seen else 0
        if old != knows:
            return 409, b"%d\n" % knows
        try:
            signed = cosign(note, old=old, proof=proof, seen=self.seen, key=self.key)
        except CheckpointProblem:
            return 422, b""
        self.seen = signed
        return 200, signed.signatures[-1].line().encode()


@pytest.fixture
def floor(tmp_path: Path) -> FloorFolder:
    return build(tmp_path / "floor")


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(tmp_path / "witness")


def growth(floor: FloorFolder, note: SignedNote) -> GrowthFrom:
    def asked(old: int) -> str:
        with closing(places.open_to_read(floor.journal)) as journal:
            return growth_request(journal, note, old=old)

    return asked


def shipper(floor: FloorFolder, witness: Witness, folder: str = "") -> Shipper:
    plan = Shipping(folder, ADDRESS, str(witness.key.public))
    return Shipper(plan, floor.checkpoints, send=witness.answer)


def ship(shipping: Shipper, floor: FloorFolder, note: SignedNote) -> None:
    shipping.offer(note, growth(floor, note))
    shipping.ship_waiting()


def test_a_witness_signs_and_its_signature_is_kept(floor: FloorFolder, witness: Witness) -> None:
    shipping = shipper(floor, witness)
    first, _, last = read_checkpoints(floor.checkpoints)
    for note in (first, last):
        ship(shipping, floor, note)
        assert (shipping.trouble, shipping.sent) == ("", note.checkpoint.size)
    kept = latest_checkpoint(floor.checkpoints)
    assert kept is not None
    assert [each.name for each in kept.signatures][1:] == ["witness"]


def test_a_follower_that_was_started_anew_asks_from_where_the_witness_is(floor: FloorFolder, witness: Witness) -> None:
    first, _, last = read_checkpoints(floor.checkpoints)
    ship(shipper(floor, witness), floor, first)
    again = shipper(floor, witness)
    ship(again, floor, last)
    assert again.sent == last.checkpoint.size
    assert witness.asked == 3, "once more, from the size that it said"


def test_a_journal_that_was_rolled_back_is_an_alarm(floor: FloorFolder, witness: Witness) -> None:
    first, _, last = read_checkpoints(floor.checkpoints)
    ship(shipper(floor, witness), floor, last)
    after = shipper(floor, witness)
    ship(after, floor, first)
    assert after.alarm is not None
    assert "rolled back" in after.alarm.found


def test_an_address_that_does_not_answer_is_tried_again_and_told_of_once(floor: FloorFolder, witness: Witness) -> None:
    shipping = shipper(floor, witness)
    last = read_checkpoints(floor.checkpoints)[-1]
    witness.is_down = True
    ship(shipping, floor, last)
    assert shipping.trouble == "connection refused"
    assert shipping.overdue(now_s=0.0) == "", "it has only just begun"
    late = float(1 << 40) + TELL_AFTER_S
    assert shipping.overdue(now_s=late) == "connection refused"
    assert shipping.overdue(now_s=late) == ""
    witness.is_down = False
    shipping.ship_waiting()
    assert (shipping.trouble, shipping.sent) == ("", last.checkpoint.size)


def answer_once(listening: socket.socket, words: bytes) -> None:
    line, _ = listening.accept()
    with line:
        line.recv(65_536)
        line.sendall(words)


@contextmanager
def answering(words: bytes) -> Iterator[str]:
    """An address that answers one request with these words."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=answer_once, args=(listening, words))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        thread.join()


@pytest.mark.parametrize("answer", [(409, b"9" * 5_000), (200, b"\xff\xfe"), (200, b""), (302, b"")])
def test_whatever_an_address_answers_it_is_told_of_and_tried_again(
    floor: FloorFolder, witness: Witness, answer: tuple[int, bytes]
) -> None:
    plan = Shipping("", ADDRESS, str(witness.key.public))
    shipping = Shipper(plan, floor.checkpoints, send=lambda _where, _body: answer)
    ship(shipping, floor, read_checkpoints(floor.checkpoints)[-1])
    assert shipping.trouble, "a thread that ended at it would say nothing, and nothing would be sent any more"
    assert shipping.alarm is None


def test_an_address_that_speaks_no_http_is_told_of_as_well(floor: FloorFolder) -> None:
    with answering(b"SSH-2.0-nothing in HTTP\r\n\r\n") as where:
        shipping = Shipper(Shipping("", where), floor.checkpoints)
        ship(shipping, floor, read_checkpoints(floor.checkpoints)[-1])
    assert "expected an answer in HTTP" in shipping.trouble


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_wherever_an_address_sends_the_floor_it_does_not_go(floor: FloorFolder, code: int) -> None:
    """Whoever answers there would have the floor ask machines that only it can reach."""
    with socket.create_server(("127.0.0.1", 0)) as inside:
        inside.setblocking(False)
        there = f"http://127.0.0.1:{inside.getsockname()[1]}/"
        words = f"HTTP/1.1 {code} Away\r\nlocation: {there}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        with answering(words.encode()) as where:
            shipping = Shipper(Shipping("", where), floor.checkpoints)
            ship(shipping, floor, read_checkpoints(floor.checkpoints)[-1])
        assert f"found the answer {code}" in shipping.trouble
        with pytest.raises(BlockingIOError):
            inside.accept()


def test_a_second_folder_keeps_them_and_shows_two_histories(floor: FloorFolder, tmp_path: Path) -> None:
    second = tmp_path / "stick"
    last = read_checkpoints(floor.checkpoints)[-1]
    shipping = Shipper(Shipping(str(second)), floor.checkpoints)
    ship(shipping, floor, last)
    assert "is the disk there?" in shipping.trouble
    second.mkdir()
    shipping.ship_waiting()
    assert shipping.trouble == ""
    assert latest_checkpoint(second) == last
    other = build(tmp_path / "other", journal_id="floor-0000")
    shutil.rmtree(second)
    second.mkdir()
    forged = read_checkpoints(other.checkpoints)[-1]
    path = write_checkpoint(second, last)
    path.write_bytes(forged.text().encode())
    ship(shipping, floor, last)
    assert shipping.alarm is not None
    assert "two histories" in shipping.alarm.found


def test_a_second_folder_shows_that_the_journal_was_rolled_back(floor: FloorFolder, tmp_path: Path) -> None:
    """Together with its keys and its own checkpoints: nothing on the machine tells."""
    second = tmp_path / "stick"
    second.mkdir()
    first, middle, last = read_checkpoints(floor.checkpoints)
    for note in (first, last):
        shipping = Shipper(Shipping(str(second)), floor.checkpoints)
        ship(shipping, floor, note)
        assert (shipping.alarm, shipping.trouble, shipping.sent) == (None, "", note.checkpoint.size)
    after = Shipper(Shipping(str(second)), floor.checkpoints)
    ship(after, floor, middle)
    assert after.alarm is not None
    assert "rolled back" in after.alarm.found
    assert latest_checkpoint(second) == last


def test_a_second_folder_shows_another_history_of_another_length(floor: FloorFolder, tmp_path: Path) -> None:
    second = tmp_path / "stick"
    second.mkdir()
    first, _, last = read_checkpoints(floor.checkpoints)
    other = replace(first.checkpoint, root=bytes(32))
    write_checkpoint(second, SignedNote(other, first.signatures))
    shipping = Shipper(Shipping(str(second)), floor.checkpoints)
    ship(shipping, floor, last)
    assert shipping.alarm is not None
    assert shipping.alarm.found == "another history"


def test_the_follower_ships_what_it_signs(tmp_path: Path) -> None:
    floor = build(tmp_path / "floor")
    second = tmp_path / "second"
    second.mkdir()
    asyncio.run(follow(FollowerPlan(floor, shipping=Shipping(str(second)), once=True), lambda _: None))
    kept = latest_checkpoint(second)
    assert kept is not None
    assert kept.checkpoint.size == 184


def test_an_alarm_of_the_shipper_ends_the_follower(tmp_path: Path) -> None:
    floor = build(tmp_path / "floor")
    second = tmp_path / "second"
    second.mkdir()
    plan = FollowerPlan(floor, shipping=Shipping(str(second)), once=True)
    asyncio.run(follow(plan, lambda _: None))
    (path,) = second.glob("20*/*184.checkpoint")
    path.write_bytes(read_checkpoints(build(tmp_path / "other", journal_id="x").checkpoints)[-1].text().encode())
    with pytest.raises(AlarmRaised, match="two histories"):
        asyncio.run(follow(plan, lambda _: None))


def test_the_floor_tells_its_follower_where_to(floor: FloorFolder) -> None:
    second = SecondProcess(floor, print, print, shipping=Shipping("there", ADDRESS, "key"))
    assert second._words[-6:] == ["--ship-folder", "there", "--ship-address", ADDRESS, "--witness", "key"]
