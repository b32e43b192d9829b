"""Messages that come again, late, too fast or without end: what counted once counts once, and others play on."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest

from openetg.client.terminal import connect
from openetg.server.guests import sockets
from openetg.server.guests.sessions import Session, key_of
from openetg.server.guests.sockets import UNREAD_MAX, Connection
from openetg.wire.messages import Ack, OwnNews
from tests.faults.doors import BROUGHT, HONEST, PATIENCE_S, SECRET, UPGRADE, Doors, Guest, hello
from tests.faults.test_bad_input import run

IDLE = 1_000
QUICK = 5_000
AT_ONCE = 100
FLOODERS = 200
FLOOD_S = 2
FLOODER = "tests.faults.flooder"


async def heard(guest: Guest) -> dict[str, Any]:
    """The next message."""
    found: dict[str, Any] = json.loads(await guest.hear())
    return found


async def welcomed(floor: Doors, boot: int | None = None) -> tuple[Guest, dict[str, Any]]:
    """The honest terminal's own connection, spoken by hand, so that it can be spoken wrongly."""
    guest = await floor.guest()
    guest.say(hello(HONEST, boot=boot))
    return guest, await heard(guest)


async def back(floor: Doors) -> None:
    """The honest terminal takes its place again."""
    await floor.honest.close()
    floor.honest = await connect(f"ws://127.0.0.1:{floor.port}/terminal", HONEST, key_of(SECRET, HONEST))


def test_a_message_that_comes_again_counts_once(tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        guest, _ = await welcomed(floor)
        place = b'{"type":"place","n":%d,"wager":"red","amount":500}'
        guest.say(place % 1)
        assert (await heard(guest))["type"] == "ack"
        for _ in range(3):
            guest.say(place % 1)
            again = await heard(guest)
            assert (again["type"], again["accepted"]) == ("known", 500)
        guest.say(place.replace(b"500", b"9900") % 1)
        assert (await heard(guest))["type"] == "known", "another text under a number that was used changes nothing"
        guest.say(place % 7)
        assert (await heard(guest))["type"] == "ack", "numbers may be left out"
        guest.say(place % 3)
        assert (await heard(guest))["reason"] == "stale", "and one that was overtaken comes too late"
        guest.say(b'{"type":"clear","n":8}')
        assert (await heard(guest))["own"]["meter"] == BROUGHT
        await back(floor)

    run(tmp_path, talk)


def test_what_an_earlier_life_sent_does_not_count_in_a_later_one(tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        guest, first = await welcomed(floor)
        guest.say(b'{"type":"place","n":1,"wager":"red","amount":500}')
        await heard(guest)
        guest, same = await welcomed(floor, boot=first["boot"])
        assert (same["boot"], same["last"]) == (first["boot"], 1)
        guest, later = await welcomed(floor)
        assert later["boot"] > first["boot"]
        for boot in (first["boot"], first["boot"] - 1, -1, 0, 2**70):
            guest, given = await welcomed(floor, boot=boot)
            assert given["boot"] > later["boot"], "an old or made-up life is not gone on with"
            assert given["last"] == 0
            later = given
        guest.say(b'{"type":"clear","n":1}')
        assert (await heard(guest))["own"]["meter"] == BROUGHT
        await back(floor)

    run(tmp_path, talk)


def test_who_opens_a_terminal_elsewhere_takes_its_place_and_no_money(tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        for _ in range(50):
            await floor.guest("G1")
        assert len([each for each in floor.engine.exchange.listeners if each.terminal == "G1"]) == 1

    run(tmp_path, talk)


def test_a_reader_that_never_reads_is_cut(tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        guest = await floor.guest("G1")
        guest.writer.transport.pause_reading()  # type: ignore[attr-defined]
        asked = 0
        async with asyncio.timeout(PATIENCE_S):
            while "G1" in floor.connected:
                for _ in range(200):
                    guest.say(b'{"type":"again"}')
                asked += 200
                assert asked < 400 * UNREAD_MAX, "somebody has to end it"
                await asyncio.sleep(0)

    run(tmp_path, talk, messages_per_s=10_000_000)


def test_a_thousand_who_say_nothing_are_in_nobodys_way(tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        guests = [await floor.guest() for _ in range(IDLE)]
        await floor.check()
        for guest in guests:
            guest.close()

    run(tmp_path, talk)


def test_who_does_not_say_who_it_is_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_WITHIN_S", 1.0)

    async def talk(floor: Doors) -> None:
        silent, pinging = await floor.guest(), await floor.guest()
        pinging.say(b'{"type":"ping","at":1}')
        known = await floor.guest("G1")
        for guest in (silent, pinging):
            assert b"a session begins with hello" in await guest.rest()
        known.say(b'{"type":"ping","at":7}')
        assert b'"at":7' in await known.hear(), "who has said it stays"

    run(tmp_path, talk)


def test_thousands_who_come_and_go_leave_nothing_behind(tmp_path: Path) -> None:
    async def come_and_go(floor: Doors, number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", floor.port)
        if number % 3:
            writer.write(UPGRADE)
        if number % 3 == 2:
            await reader.readuntil(b"\r\n\r\n")
            Guest(reader, writer).say(hello(f"G{number % 4 + 1}"))
            await writer.drain()
        writer.transport.abort()

    async def talk(floor: Doors) -> None:
        before = len(left_behind())
        for begin in range(0, QUICK, AT_ONCE):
            await asyncio.gather(*(come_and_go(floor, number) for number in range(begin, begin + AT_ONCE)))
        async with asyncio.timeout(PATIENCE_S):
            # A session and a connection of who went last may stay; whoever is still being let in goes.
            while floor.connected != {HONEST} or len(left_behind()) > before + 2:
                await asyncio.sleep(0.01)

    run(tmp_path, talk)


def left_behind() -> list[Session | Connection]:
    """All there are in this process, those of tests before included."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, Session | Connection)]


async def flooded(floor: Doors, connections: int) -> dict[str, int]:
    """A process of its own sends as fast as it can, while the honest terminal plays; what it sent."""
    command = (sys.executable, "-m", FLOODER, str(floor.port), str(connections), str(FLOOD_S), SECRET.decode())
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    ended, played = asyncio.create_task(process.communicate()), 0
    while not ended.done():
        assert isinstance(await asyncio.wait_for(floor.honest.place("red", 5_00), PATIENCE_S), Ack)
        assert isinstance(await asyncio.wait_for(floor.honest.take_back("red", 5_00), PATIENCE_S), OwnNews)
        played += 1
        await asyncio.sleep(0.1)  # no faster than a hand
    out, _ = await ended
    assert process.returncode == 0
    told: dict[str, int] = json.loads(out)
    return told | {"played": played}


def test_ten_thousand_a_second_from_one(tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        told = await flooded(floor, 1)
        assert told["messages"] >= 10_000 * FLOOD_S
        assert told["cut"] > 0
        assert told["played"] > 0

    run(tmp_path, talk)


def test_ten_thousand_a_second_from_two_hundred(tmp_path: Path) -> None:
    async def talk(floor: Doors) -> None:
        told = await flooded(floor, FLOODERS)
        await back(floor)
        assert told["messages"] >= 10_000 * FLOOD_S
        assert told["cut"] >= FLOODERS
        assert told["played"] > 0

    run(tmp_path, talk)
