"""Consoles and displays over real sockets through the doorway, with a real login; TLS off."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from openetg.client.console import ConsoleClient, NotLoggedIn, log_in, open_console
from openetg.client.terminal import Gone
from openetg.floor.commands import InsertNote
from openetg.money import cents
from openetg.server.api.office import ApiSettings
from openetg.server.guests.consoles import sockets
from openetg.server.guests.consoles.schema import PATH
from openetg.wire.console import (
    CONSOLE_PROTOCOL,
    ActDone,
    ActKnown,
    CasesNews,
    ConsoleBye,
    DisplayHello,
    DisplayNews,
    DisplayWelcome,
    FloorNews,
    MeNews,
    NeedsSecond,
    NotWatched,
    SupervisionNews,
    decode_to_display,
    encode,
)
from tests.unit.server.api.floor_app import PASSWORD, ServedFloor, served_floor

pytestmark = pytest.mark.slow


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[ServedFloor]:
    settings = ApiSettings(demonstration=True, requests_per_s=10_000)
    with served_floor(tmp_path, settings) as running:
        yield running


def run(talk: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(60):
            await talk()

    uvloop.run(whole())


async def console(floor: ServedFloor, person: str) -> ConsoleClient:
    cookie = await log_in(f"http://127.0.0.1:{floor.port}", person, PASSWORD)
    return await open_console(f"ws://127.0.0.1:{floor.port}/console", cookie)


async def given(floor: ServedFloor, terminal: str) -> None:
    await asyncio.to_thread(floor.granted, InsertNote(terminal, cents(2_000)))


def test_a_person_logs_in_watches_acts_and_comes_back(floor: ServedFloor) -> None:
    async def talk() -> None:
        ann = await console(floor, "ann")
        assert isinstance(await ann.watch("floor"), FloorNews)
        assert isinstance(await ann.watch("cases"), CasesNews)
        assert isinstance(await ann.watch("inspection"), NotWatched)
        done = await ann.act("OpenCase", terminal="M1", why="the screen is dark")
        assert isinstance(done, ActDone)
        await ann.until(lambda _: len(ann.view("cases", CasesNews).content.cases) == 1)
        me = await ann.watch("me")
        assert isinstance(me, MeNews)
        assert me.content.full_name == "Ann Example", "a private text, opened for who may see it"
        assert floor.floor.people.staff["ann"].full_name.startswith("sealed:")
        await ann.watch("supervision/A")
        await given(floor, "M2")
        await ann.until(lambda _: ann.view("supervision/A", SupervisionNews).content.terminals[1].meter == cents(2_000))
        await ann.close()
        await given(floor, "M2")
        cases = ann.views["cases"]
        await ann.reconnect()
        await ann.until(lambda _: ann.view("supervision/A", SupervisionNews).content.terminals[1].meter == cents(4_000))
        assert ann.views["cases"] is cases, "as it was seen"
        assert isinstance(await ann.act("GiveNotice", table="A", kind="limits"), ActDone)
        assert ann.gaps == 0
        await ann.close()

    run(talk)


def test_a_second_person_confirms_over_http_and_both_see_it(floor: ServedFloor) -> None:
    async def talk() -> None:
        ann, bob = await console(floor, "ann"), await console(floor, "bob")
        await bob.watch("waiting")
        needed = await ann.act("VoidRound", table="A", cause="fire", why="smoke")
        assert isinstance(needed, NeedsSecond)
        await bob.until(lambda _: needed.confirmation in repr(bob.views["waiting"].content))
        second = await asyncio.to_thread(floor.client, "bob")
        answer = await asyncio.to_thread(second.post, f"/api/confirmations/{needed.confirmation}")
        assert answer.status_code == 200
        await ann.until(lambda _: isinstance(ann.answers[needed.n], ActKnown))
        known = ann.answers[needed.n]
        assert isinstance(known, ActKnown)
        assert (known.seq, known.reason) == (answer.json()["sequence"], "")
        await bob.until(lambda _: needed.confirmation not in repr(bob.views["waiting"].content))
        await ann.close()
        await bob.close()

    run(talk)


def test_a_logout_over_http_ends_the_socket(floor: ServedFloor) -> None:
    async def talk() -> None:
        client = await asyncio.to_thread(floor.client, "ann")
        cookie = f"openetg={client.http.cookies['openetg']}"
        ann = await open_console(f"ws://127.0.0.1:{floor.port}/console", cookie)
        await asyncio.to_thread(client.post, "/api/logout")
        with pytest.raises(Gone, match="the login has ended"):
            await ann.until(lambda _: False)
        assert ann.bye is not None
        assert ann.bye.reason == "logged_out"
        with pytest.raises(Gone, match="log in first"):
            await ann.reconnect()

    run(talk)


def test_a_silent_login_ends_on_record(floor: ServedFloor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "IDLE_LOOK_S", 0.05)

    async def talk() -> None:
        ann = await console(floor, "ann")
        floor.ahead_ms += 16 * 60 * 1000
        with pytest.raises(Gone):
            await ann.until(lambda _: False)
        assert ann.bye is not None
        assert ann.bye.reason == "logged_out"

    run(talk)
    assert b'"idle"' in floor.entries()[-1].command


def test_a_wrong_password_is_no_login(floor: ServedFloor) -> None:
    async def talk() -> None:
        with pytest.raises(NotLoggedIn, match="wrong_login"):
            await log_in(f"http://127.0.0.1:{floor.port}", "ann", "not the password")
        with pytest.raises(Gone, match="log in first"):
            await open_console(f"ws://127.0.0.1:{floor.port}/console", "openetg=guessed")

    run(talk)


class Raw(WSListener):
    """What was heard, as it came."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.heard.put_nowait(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()


def test_a_display_needs_no_login_on_the_demonstration_floor(floor: ServedFloor) -> None:
    async def talk() -> None:
        transport, listener = await ws_connect(Raw, f"ws://127.0.0.1:{floor.port}/display")
        assert isinstance(listener, Raw)
        transport.send(WSMsgType.TEXT, encode(DisplayHello(CONSOLE_PROTOCOL, "A")))
        assert isinstance(decode_to_display(await listener.heard.get()), DisplayWelcome)
        news = decode_to_display(await listener.heard.get())
        assert isinstance(news, DisplayNews)
        assert news.content.table.table == "A"
        transport.send(WSMsgType.BINARY, b"\x00\x01")
        bye = decode_to_display(await listener.heard.get())
        assert isinstance(bye, ConsoleBye)
        assert bye.reason == "malformed"
        await transport.wait_disconnected()

    run(talk)


@pytest.mark.parametrize("path", ["console", "display"])
def test_a_page_of_another_origin_opens_nothing(floor: ServedFloor, path: str) -> None:
    async def upgraded(**headers: str) -> bytes:
        lines = {
            "Host": f"127.0.0.1:{floor.port}", "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", **headers,
        }  # fmt: skip
        reader, writer = await asyncio.open_connection("127.0.0.1", floor.port)
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"GET /{path} HTTP/1.1\r\n{head}\r\n".encode())
        answer = await reader.readline()
        writer.close()
        return answer

    async def talk() -> None:
        assert b"101" in await upgraded()
        assert b"101" in await upgraded(Origin=f"http://127.0.0.1:{floor.port}")
        assert b"404" in await upgraded(Origin="http://evil.example")
        assert b"404" in await upgraded(Origin=f"https://127.0.0.1:{floor.port}")
        assert b"404" in await upgraded(Host="evil.example")

    run(talk)


def test_the_floor_says_goodbye_when_it_stops(tmp_path: Path) -> None:
    async def talk() -> None:
        with served_floor(tmp_path) as running:
            ann = await console(running, "ann")
            await asyncio.to_thread(running.call, running.consoles.stop)
            with pytest.raises(Gone, match="the floor stops"):
                await ann.until(lambda _: False)

    run(talk)


def test_the_document_of_the_sockets_is_served_to_who_is_logged_in(floor: ServedFloor) -> None:
    answer = floor.client("ann").get(PATH)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["asyncapi"] == "3.0.0"
