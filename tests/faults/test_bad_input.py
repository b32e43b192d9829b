"""Whatever comes to the port of a floor, over real sockets: an answer or the end of the connection, and no money moved.

Every test ends with the honest terminal at play, a ledger that sums to zero, a journal that verifies, and nothing that
broke inside (see `doors`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest
import uvloop

from openetg.server.front import doorway
from openetg.server.guests.sessions import key_of
from openetg.wire.messages import LARGEST_MESSAGE
from tests.faults.doors import (
    BINARY,
    CONTINUATION,
    HONEST,
    SECRET,
    Doors,
    Guest,
    doors,
    frame,
    hello,
)

Talk = Callable[[Doors], Awaitable[None]]


def run(folder: Path, talk: Talk, *, messages_per_s: float = 40.0) -> None:
    async def whole() -> None:
        async with doors(folder, messages_per_s=messages_per_s) as floor:
            await talk(floor)

    uvloop.run(asyncio.wait_for(whole(), 120))


async def answered(floor: Doors, sent: bytes) -> bytes:
    """What comes back to bytes that are no WebSocket, until the floor ends the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", floor.port)
    writer.write(sent)
    answer = await Guest(reader, writer).rest()
    writer.close()
    return answer


GARBAGE = {
    "tls": bytes.fromhex("16030100c8010000c40303") + os.urandom(189) + b"\r\n\r\n",
    "zeros": bytes(9_000),
    "lines": b"\r\n" * 400,
    "binary": bytes(range(256)) * 40 + b"\r\n\r\n",
    "no such method": b"SING / HTTP/1.1\r\n\r\n",
    "no such version": b"GET / HTTP/one\r\nhost: x\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc",
    "long header": b"GET / HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 200_000 + b"\r\n\r\n",
    "long line": b"GET /" + b"y" * 9_000 + b" HTTP/1.1\r\n\r\n",
    "socket without key": b"GET /terminal HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
    "socket with no text in its headers": b"GET /terminal HTTP/1.1\r\nhost: \xff\xfe\r\nno colon\r\n: \xff\r\n\r\n",
    "socket that posts": b"POST /terminal HTTP/1.1\r\nhost: x\r\n\r\n",
    "socket that is none": b"GET /terminal HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
}


@pytest.mark.parametrize("name", GARBAGE)
def test_what_is_no_request_is_answered_or_cut(name: str, tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        answer = await answered(floor, GARBAGE[name])
        assert answer == b"" or answer.startswith(b"HTTP/1.1 4"), answer[:80]

    run(tmp_path, talk)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET",
        b"GET / HTTP/1.1\r\nhost: x\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\n\r\nGET /",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabc",
        b"GET /terminal HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n",
    ],
)
def test_half_a_request_does_not_hold_a_connection(
    begun: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doorway, "PATIENCE_S", 0.3)

    async def talk(floor: Doors) -> None:
        await answered(floor, begun)

    run(tmp_path, talk)


def test_a_request_that_comes_byte_by_byte_is_cut_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorway, "PATIENCE_S", 0.3)

    async def talk(floor: Doors) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", floor.port)
        writer.write(b"GET / HTTP/1.1\r\n")
        sent = 0
        with suppress(ConnectionError):
            while not reader.at_eof():
                writer.write(b"x")
                await writer.drain()
                sent += 1
                assert sent < 1_000, "somebody has to end it"
                await asyncio.sleep(0.02)
        writer.close()

    run(tmp_path, talk)


MALFORMED = {
    "nothing": b"",
    "no JSON": b"hello?",
    "no object": b"[1,2]",
    "no type": b"{}",
    "unknown": b'{"type":"pay_me","n":1}',
    "of the server": b'{"type":"ack","n":1,"seq":1,"prev":0,"accepted":1,"meter":1,"staked":0,"spots":{}}',
    "wrong types": b'{"type":"place","n":"1","wager":17,"amount":"500"}',
    "a float": b'{"type":"place","n":1,"wager":"red","amount":5.5}',
    "NaN": b'{"type":"place","n":1,"wager":"red","amount":NaN}',
    "infinity": b'{"type":"place","n":1,"wager":"red","amount":1e999}',
    "beyond 2^53": b'{"type":"place","n":1,"wager":"red","amount":9007199254740992}',
    "number beyond 2^53": b'{"type":"clear","n":9007199254740992}',
    "number zero": b'{"type":"clear","n":0}',
    "number below zero": b'{"type":"place","n":-1,"wager":"red","amount":500}',
    "thousands of digits": b'{"type":"note","n":1,"amount":' + b"9" * 4_000 + b"}",
    "deep": b"[" * 4_000,
    "no text": b'{"type":"ticket_in","n":1,"number":"\xff\xfe"}',
    "half a sign": b'{"type":"ticket_in","n":1,"number":"\\ud800"}',
    "hello again": hello("G1"),
    "hello of another": hello(HONEST, key="00"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_no_message_ends_the_session_with_a_sentence(name: str, tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        guest = await floor.guest("G1")
        guest.say(MALFORMED[name])
        assert b'"type":"bye"' in await guest.rest()
        assert "G1" not in floor.connected

    run(tmp_path, talk)


REFUSED = {
    "below zero": (b'{"type":"place","n":1,"wager":"red","amount":-500}', b"no_amount"),
    "nothing": (b'{"type":"place","n":1,"wager":"red","amount":0}', b"no_amount"),
    "all there is": (b'{"type":"place","n":1,"wager":"red","amount":9007199254740991}', b"refused"),
    "a note below zero": (b'{"type":"note","n":1,"amount":-10000}', b"note_not_accepted"),
    "a note of nothing": (b'{"type":"note","n":1,"amount":0}', b"note_not_accepted"),
    "less than nothing back": (b'{"type":"take_back","n":1,"spot":"red","amount":-500}', b"refused"),
    "another round": (b'{"type":"place","n":1,"wager":"red","amount":500,"round":99999999999999999999}', b"refused"),
    "no such spot": (b'{"type":"place","n":1,"wager":"\\u0000\\n$*","amount":500}', b"refused"),
    "no such ticket": (b'{"type":"ticket_in","n":1,"number":"000000000000000000"}', b"ticket_misread"),
    "a ticket in other digits": (
        '{"type":"ticket_in","n":1,"number":"٤١١٥٠٢٩٣٣٨١٧٤٦٠٢٨٨"}'.encode(),
        b"unknown_ticket",
    ),
    "a meter of nothing": (b'{"type":"collect","n":1}', b"refused"),
    "the last of two": (b'{"type":"place","n":1,"n":1,"wager":"red","amount":500,"amount":-1}', b"no_amount"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_no_sense_is_refused_with_a_reason(name: str, tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        guest = await floor.guest("G1")
        sent, reason = REFUSED[name]
        guest.say(sent)
        assert reason in await guest.hear()
        guest.say(b'{"type":"ping","at":7}')
        assert b'"at":7' in await guest.hear(), "and the session goes on"

    run(tmp_path, talk)


FRAMES = {
    "binary": frame(b'{"type":"ping","at":1}', kind=BINARY),
    "a piece": frame(b'{"type":"ping",', whole=False),
    "a piece and the rest": frame(b'{"type":"ping",', whole=False) + frame(b'"at":1}', kind=CONTINUATION),
    "the rest alone": frame(b'"at":1}', kind=CONTINUATION),
    "too long a message": frame(b" " * (LARGEST_MESSAGE + 1)),
    "a huge frame": frame(b" " * 1_000_000),
    "a frame that says it is huge": b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00abc",
    "a frame that says it is below zero": b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00abc",
    "reserved bits": b"\xf1\x80\x00\x00\x00\x00",
    "an unknown kind": b"\x83\x80\x00\x00\x00\x00",
    "noise": os.urandom(5_000),
    "a page": b"GET / HTTP/1.1\r\nhost: x\r\n\r\n" * 20,
}


@pytest.mark.parametrize("name", FRAMES)
def test_frames_that_are_none_end_the_connection(name: str, tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        guest = await floor.guest("G1")
        guest.writer.write(FRAMES[name])
        guest.writer.write_eof()
        await guest.rest()
        assert "G1" not in floor.connected

    run(tmp_path, talk)


def test_without_hello_or_key_nothing_is_done(tmp_path: Path) -> None:
    place = b'{"type":"note","n":1,"amount":10000}'
    others = [
        hello("G1", key="0" * 32),
        hello("G9"),
        hello(""),
        hello(HONEST, key=key_of(SECRET, "G1")),
        b'{"type":"again"}',
    ]

    async def talk(floor: Doors) -> None:
        before = floor.floor.sequence
        for first in (place, *others):
            guest = await floor.guest()
            guest.say(first)
            guest.say(place)
            assert b'"bye"' in await guest.rest()
        assert floor.floor.sequence == before, "nothing went on record"
        assert floor.connected == {HONEST}

    run(tmp_path, talk)
