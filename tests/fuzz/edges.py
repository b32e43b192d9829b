"""Whatever comes to the doors: first lines of connections, headers, codes, keys and numbers of papers."""

from __future__ import annotations

import asyncio
from asyncio import BufferedProtocol, Protocol
from functools import cache
from typing import Any

from openetg.keys.keyring import make_keyring
from openetg.keys.tickets import MISREAD, NO_KEY, NO_NUMBER, OTHER_FLOOR, TicketKeys, grouped, is_whole, read_number
from openetg.server.access.credentials.passwords import fits_code, hash_code
from openetg.server.access.origins import Origins, is_loopback
from openetg.server.access.pairing import Codes, Passes, canonical_key, signed_by
from openetg.server.api.guard import cookie_in
from openetg.server.front.doorway import LONGEST_FIRST_LINE, Doorway
from tests.fuzz.scratch import scratch

PREFIX = 41
PATHS = (b"/terminal", b"/console", b"/display", b"/seat")


class _Socket:
    def setsockopt(self, *_: object) -> None:
        pass


class _Transport:
    """A connection that only remembers what became of it."""

    def __init__(self) -> None:
        self.aborted = False
        self.protocol: Any = None

    def get_extra_info(self, name: str) -> _Socket:
        assert name == "socket"
        return _Socket()

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol


class _Page(Protocol):
    def __init__(self) -> None:
        self.got = b""

    def data_received(self, data: bytes) -> None:
        self.got += data


class _SocketEnd(BufferedProtocol):
    """As picows reads: into room of its own, which is smaller than what may come."""

    def __init__(self) -> None:
        self.got = b""
        self._room = bytearray(64)

    def get_buffer(self, sizehint: int) -> bytearray:
        del sizehint
        return self._room

    def buffer_updated(self, nbytes: int) -> None:
        self.got += self._room[:nbytes]


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def doorway(data: bytes) -> None:
    """Every byte of a connection goes to one server, once and in order, however the bytes are cut; or it is cut off."""
    _loop().run_until_complete(_through_doorway(data))


async def _through_doorway(data: bytes) -> None:
    found = {step: await _handed(data, step) for step in (1, 7, 4_096, max(len(data), 1))}
    kinds = {kind for kind, _ in found.values()}
    assert len(kinds) == 1, "who is asked depends on the bytes alone"
    for kind, got in found.values():
        assert kind is None or got == data
    line, ended, _ = data.partition(b"\r\n")
    words = line.split(b" ")
    wanted = bool(ended) and len(words) == 3 and words[1].partition(b"?")[0] in PATHS
    if len(line) <= LONGEST_FIRST_LINE:
        assert kinds == ({_SocketEnd} if wanted else {_Page} if ended else {None})


async def _handed(data: bytes, step: int) -> tuple[type | None, bytes]:
    transport = _Transport()
    door = Doorway(PATHS.__contains__, _SocketEnd, _Page)
    door.connection_made(transport)  # type: ignore[arg-type]
    for at in range(0, len(data), step):
        piece = data[at : at + step]
        if transport.aborted:
            break
        if transport.protocol is None:
            door.data_received(piece)
        elif isinstance(transport.protocol, _Page):
            transport.protocol.data_received(piece)
        else:
            transport.protocol.got += piece
    door.connection_lost(None)
    return (None, b"") if transport.protocol is None else (type(transport.protocol), transport.protocol.got)


def headers(data: bytes) -> None:
    """Headers of a request, one a line: hosts, origins and cookies are known or not, and never by half."""
    given: dict[str, str] = {}
    for line in data.split(b"\n"):
        name, _, value = line.partition(b":")
        given[name.decode("latin-1").lower()] = value.decode("latin-1").strip()
    for origins in (Origins(), Origins(frozenset({"floor.example"}), tls=True)):
        host, origin = given.get("host"), given.get("origin")
        why = origins.why_not(given)
        may = origins.allows_socket(origin, host)
        assert not may or origins.knows_host(host)
        if why is None or (may and origin is not None):
            assert origin is None or origin == f"{'https' if origins.tls else 'http'}://{host}"
            assert host is not None
            bare = host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
            assert bare.lower() in origins.hosts
    is_loopback(given.get("host", ""))
    cookie = cookie_in(given.get("cookie", ""), "openetg")
    assert not cookie or "openetg" in given["cookie"]


def pairing(data: bytes) -> None:
    """Codes, keys, signatures and passes of a terminal, one a line: nothing but the right one is taken."""
    lines = (data.decode("utf-8", errors="replace").split("\n") + [""] * 5)[:5]
    code, key, signature, challenge, word = lines
    codes = Codes()
    right, _ = codes.offer("P1", "ann", 0)
    fits = hash_code(code) == hash_code(right)
    taken = codes.take("P1", code, "", 1)
    assert (taken.by if taken else None) == ("ann" if fits else None)
    assert fits_code(code, hash_code(code))
    known = canonical_key(key)
    assert known is None or canonical_key(known) == known
    assert not signed_by(key, f"{challenge} of today", signature), "nobody signed that"
    passes = Passes(b"a secret of the floor")
    assert not passes.take_challenge("P1", word, 0)
    assert not passes.is_pass("P1", None, word, 0)


@cache
def _keys() -> tuple[TicketKeys, frozenset[str]]:
    keys = TicketKeys(make_keyring(scratch("edges") / "keys"), PREFIX)
    return keys, frozenset(keys.new_name() for _ in range(8))


def tickets(data: bytes) -> None:
    """Whatever is presented as a paper has one name, or is plainly none; no text becomes another paper's number."""
    keys, issued = _keys()
    text = data.decode("utf-8", errors="replace")
    name, number = keys.name_of(text), read_number(text)
    if name in (NO_NUMBER, MISREAD, OTHER_FLOOR, NO_KEY):
        assert number is None or name != NO_NUMBER
        assert number is None or is_whole(number) == (name != MISREAD)
    else:
        assert number is not None
        printed = keys.number_of(name)
        assert printed is not None
        assert int(printed) == number, "a name is that of one number"
        assert keys.name_of(grouped(printed)) == name
        assert name not in issued, "a guess has found a ticket"
    found = keys.number_of(text)
    assert found is None or keys.name_of(found) == text.lower()
