"""The socket adapter of consoles and displays: upgrade requests to sessions, and the clock that makes them look.

The person who asks is read from the request that opens the socket: the origin of the page, and the cookie of the login.
A request from a page of another origin is answered as if there were nothing here.
"""

from __future__ import annotations

import asyncio
import logging
import time

from picows import WSListener, WSTransport, WSUpgradeRequest

from openetg.server.access.logins import hash_secret
from openetg.server.acts.line import NoAnswer, TurnedAway
from openetg.server.api.guard import cookie_in, cookie_name
from openetg.server.api.office import Office
from openetg.server.guests.consoles.console_room import Room
from openetg.server.guests.consoles.display import DisplaySession
from openetg.server.guests.consoles.session import ConsoleSession
from openetg.server.guests.sockets import Connection

CONSOLE, DISPLAY = b"/console", b"/display"
PATHS = frozenset({CONSOLE, DISPLAY})
"""The paths that are answered here."""
UNREAD_MAX = 4 * 1024 * 1024
"""Bytes a console may leave unread before its connection is closed: a few views of a large floor."""
LOOK_S = 0.1
"""How often views are looked at that only wagers have changed, and what waits for a second person."""
IDLE_LOOK_S = 5.0
"""How often logins are looked at that have been silent for too long."""

_log = logging.getLogger("openetg.consoles")


class ConsoleConnection(Connection):
    """One WebSocket of a console or display."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is done."""
        super().on_ws_connected(transport)
        transport.underlying_transport.set_write_buffer_limits(high=UNREAD_MAX)
        session = self._session
        assert isinstance(session, ConsoleSession | DisplaySession), "made by `Consoles`"
        session.open()


class Consoles:
    """Consoles and displays of a running floor."""

    def __init__(self, office: Office) -> None:
        self.room = Room(office, time.monotonic_ns)
        self.changed = self.room.changed
        """One of the engine's watchers."""
        self.spun = self.room.spun
        self.spun_for_all = self.room.spun_for_all
        """To be told of the signals of a device, as the terminals of its table are."""
        self._office = office

    def listen(self, request: WSUpgradeRequest) -> WSListener | None:
        """The listener for an upgrade request; None if its path is not ours, or it is from a page of another origin."""
        path = request.path.partition(b"?")[0]
        origins = self._office.settings.origins
        if path not in PATHS or not origins.allows_socket(_header(request, "origin"), _header(request, "host")):
            return None
        secret = cookie_in(_header(request, "cookie") or "", cookie_name(origins))
        session = hash_secret(secret) if secret else ""
        make = ConsoleSession if path == CONSOLE else DisplaySession
        return ConsoleConnection(lambda pipe: make(self.room, pipe, session), self._office.line.now_ms)

    async def run(self) -> None:
        """Looks at what may have changed, until it is cancelled; consoles also work without, but later."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._look())
            both.create_task(self._end_idle())

    def stop(self) -> None:
        """Says goodbye to every session."""
        self.room.stop()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self.room.tick()

    async def _end_idle(self) -> None:
        """Logins that only a console holds open end as others do, on record; that ends their sockets."""
        logins = self._office.logins
        while True:
            await asyncio.sleep(IDLE_LOOK_S)
            for session in {each.session for each in self.room.guests if isinstance(each, ConsoleSession)}:
                who = logins.standing(session)
                if who is not None and logins.is_idle(session):
                    try:
                        await logins.log_out(who, cause="idle")
                    except (NoAnswer, TurnedAway):
                        _log.warning("the floor has not answered; the silent login of %s ends later", who.person)


def _header(request: WSUpgradeRequest, name: str) -> str | None:
    found = request.headers.get(name)
    return None if found is None else str(found)
