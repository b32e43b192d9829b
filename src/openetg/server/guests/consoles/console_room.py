"""The room behind the consoles: who is connected, the board they share, and the end of those whose login has ended.

Sans I/O: an adapter brings connections, the engine says when something was committed, and the adapter calls `tick` a
few times a second. What is read from the floor is read when all of it is on record.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Protocol

from openetg.floor.state import Floor
from openetg.server.access.rates import Rate
from openetg.server.api.office import Office
from openetg.server.guests.consoles.board import Board
from openetg.server.writer.writer import Decided
from openetg.wire.console import ConsoleBye, encode

PER_S, BURST = 10.0, 60
"""So many messages a second from one login, or one display; so many at once."""
SOCKETS_OF_A_LOGIN = 16
CONSOLES_MAX = 1_000
DISPLAYS_OF_A_PLACE = 64
"""So many displays of one table, or of the lobby. A key hangs in public: a reader can fill its own place and
nothing else, so displays take no room from consoles, and none from displays of other places."""
TOO_MANY = ("too_many", "too many consoles are connected; close one")
TOO_MANY_HERE = ("too_many", "too many displays of this place are connected; close one")


class Guest(Protocol):
    """A session as the room sees it."""

    session: str
    """The hash of the login's secret; empty for a display without a login."""

    def check(self) -> None:
        """Ends it if its login has ended."""
        ...

    def look_up(self, floor: Floor) -> None:
        """Tells what has become of acts that waited."""
        ...

    def end(self, reason: str, words: str) -> None:
        """Says goodbye, and why."""
        ...


class ListeningDisplay(Protocol):
    """A display as the room sees it."""

    def tell(self, data: bytes) -> None:
        """Sends bytes, or lets a slow reader go."""
        ...


class Room:
    """The sessions of consoles and displays that are connected."""

    def __init__(self, office: Office, clock_ns: Callable[[], int]) -> None:
        self.office = office
        self.board = Board(office, clock_ns)
        self.rate = Rate(per_s=PER_S, burst=BURST)
        self.guests: dict[Guest, str | None] = {}
        """With the place of a display; empty for a console."""
        self._hanging: dict[str, dict[ListeningDisplay, None]] = {}
        """Displays by the table they hang above."""
        self._names = itertools.count(1)
        self._asked = False
        """Whether a look at the floor is under way already."""

    def name(self) -> str:
        """A name for a connection, that no login has."""
        return f"connection {next(self._names)}"

    def join(self, guest: Guest, place: str | None = None) -> tuple[str, str] | None:
        """Lets a session in: None; otherwise reason and words of the refusal. A display says its place, and is counted
        with the others there."""
        same = sum(each.session == guest.session for each in self.guests) if guest.session else 0
        there = sum(at == place for at in self.guests.values())
        if same >= SOCKETS_OF_A_LOGIN or (place is None and there >= CONSOLES_MAX):
            return TOO_MANY
        if place is not None and there >= DISPLAYS_OF_A_PLACE:
            return TOO_MANY_HERE
        self.guests[guest] = place
        return None

    def leave(self, guest: Guest) -> None:
        """A session has ended."""
        self.guests.pop(guest, None)

    def hang(self, display: ListeningDisplay, table: str) -> None:
        """A display shows a table from now on."""
        self._hanging.setdefault(table, {})[display] = None

    def take_down(self, display: ListeningDisplay, table: str) -> None:
        """It does so no longer."""
        self._hanging.get(table, {}).pop(display, None)

    def spun(self, table: str, data: bytes) -> None:
        """The device of a table was seen to move: tells its dealers, as a `Spin`."""
        for watcher in self.board.watchers_of(f"dealer/{table}"):
            watcher.tell(data)

    def spun_for_all(self, table: str, data: bytes) -> None:
        """Sends what is public about a spin to the displays above the table, as a `Spin`."""
        for display in list(self._hanging.get(table, ())):
            display.tell(data)

    def when_still(self, act: Callable[[], None]) -> None:
        """Runs a function that reads the floor: now, or as soon as everything in it is on record."""
        self.office.line.running.exchange.when_still(act)

    def changed(self, decided: tuple[Decided, ...]) -> None:
        """Something was committed: one of the engine's watchers."""
        del decided  # views are compared, not guessed from what happened
        self.tick()

    def tick(self) -> None:
        """Looks at what may have changed; costs nothing while no session is connected."""
        if self.guests and not self._asked:
            self._asked = True
            self.when_still(self._look)

    def stop(self) -> None:
        """Ends every session, because the floor stops."""
        for guest in list(self.guests):
            guest.end("stopping", "the floor stops")

    def _look(self) -> None:
        self._asked = False
        floor = self.office.line.floor
        for guest in list(self.guests):
            guest.check()
            guest.look_up(floor)
        self.board.refresh(self.office.line.now_ms())


def goodbye(reason: str, words: str) -> bytes:
    """The last message of a session."""
    return encode(ConsoleBye(reason, words))
