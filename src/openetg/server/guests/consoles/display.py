"""One public display's session: says where it hangs, and is told what is public there. Sans I/O.

On the demonstration floor any display is let in. Elsewhere it shows the key of its place, which needs no person and is
good for looking alone; or a person with a role at the table opens it, and it shows nothing any longer when that login
has ended. No message of a display is a command, so nothing can be done with its key.
"""

from __future__ import annotations

import logging

from msgspec import Struct, json

from openetg.floor.premises.display_keys import key_number
from openetg.floor.state import Floor
from openetg.server.access.displays import LOBBY
from openetg.server.acts.acts import roles_at
from openetg.server.guests.consoles.console_room import Room, goodbye
from openetg.server.guests.consoles.session import LOGGED_OUT, NOT_LOGGED_IN, OTHER_PROTOCOL
from openetg.server.guests.consoles.views import ALL, AskedView, Audience
from openetg.server.guests.session_base import Talk
from openetg.server.guests.sessions import Now, Pipe
from openetg.wire.console import (
    CONSOLE_PROTOCOL,
    LARGEST_CONSOLE_MESSAGE,
    NOTHING_BEFORE,
    DisplayHello,
    DisplayShown,
    DisplayWelcome,
    ToDisplay,
    decode_from_display,
    encode,
)
from openetg.wire.messages import Ping, Pong

DISPLAY_NEWS = b'{"type":"display"'
NOT_THIS_KEY = ("not_for_you", "expected the key of this place, or a login with a role at this table")
KEY_REVOKED = ("not_for_you", "the key of this display was revoked; ask for a new link")
NO_SUCH_TABLE = ("no_such_table", "there is no table of that name")

_log = logging.getLogger("openetg.consoles")


class _Prize(Struct, frozen=True):
    won: int


class _Paid(Struct, frozen=True):
    round_paid: int
    prizes: tuple[_Prize, ...]


class _Sent(Struct, frozen=True):
    """What a view that was sent tells of prizes."""

    seq: int
    content: _Paid


class DisplaySession(Talk):
    """One connection of one display."""

    def __init__(self, room: Room, pipe: Pipe, session: str) -> None:
        # Displays are many and may share a login: each is counted for itself.
        self._name = room.name()
        super().__init__(pipe, room.rate, self._name, largest=LARGEST_CONSOLE_MESSAGE, goodbye=goodbye)
        self._is_open = room.office.settings.demonstration
        """Whether it may be here without a login: on the demonstration floor, or by its key."""
        self.session = "" if self._is_open else session
        self._room = room
        self._key_number: int | None = None
        """Which key of its place let it in; None = it is here without one."""
        self._place: str | None = None
        """The table it hangs above or the lobby, once hello was said and believed."""
        self._sent: _Sent | None = None
        """The view with prizes it was sent last."""
        self._logged = 0
        """The round whose prizes it has shown."""

    def open(self) -> None:
        """The connection stands. It is let in when it has said where it hangs, and why it may."""

    @property
    def has_come_in(self) -> bool:
        """Whether it has said who it is, and was believed."""
        return self._place is not None

    def receive(self, data: bytes, now: Now) -> None:
        """Takes one message from the display."""
        now_ms = now()
        message = self.heard(data, decode_from_display, now_ms)
        if message is None:
            return
        if isinstance(message, Ping):
            self._say(Pong(message.at, now_ms))
        elif isinstance(message, DisplayHello):
            self._greet(message, now_ms)
        elif self._place is None:
            self.end("malformed", "a session begins with hello")
        elif isinstance(message, DisplayShown):
            self._note_shown(message.seq)
        else:
            self._room.when_still(lambda: self._show(now_ms))

    def audience(self, floor: Floor, asked: AskedView) -> Audience | None:
        """The public audience, for the views of this display's place alone."""
        del floor
        return ALL if asked.name == self._view else None

    def check(self) -> None:
        """Ends the session if the login it needs has ended, or its key was revoked."""
        if not self._is_known():
            self.end(*LOGGED_OUT)
        elif self._place is not None and self._key_number is not None:
            floor = self._room.office.line.floor
            if self._key_number != key_number(floor, self._place):
                self.end(*KEY_REVOKED)

    def look_up(self, floor: Floor) -> None:
        """A display asks for nothing."""

    def left(self) -> None:
        self._room.leave(self)
        self._room.board.leave(self)
        if self._place is not None:
            self._room.take_down(self, self._place)

    def tell(self, data: bytes) -> None:
        """Sends bytes, and remembers which prizes they tell of."""
        super().tell(data)
        if not self.has_ended and data.startswith(DISPLAY_NEWS):
            sent = json.decode(data, type=_Sent)
            self._sent = sent if sent.content.round_paid else None

    @property
    def _view(self) -> str:
        return f"display/{self._place}" if self._place else "lobby"

    def _say(self, message: ToDisplay) -> None:
        self.tell(encode(message))

    def _is_known(self) -> bool:
        return self._is_open or self._room.office.logins.standing(self.session) is not None

    def _greet(self, hello: DisplayHello, now_ms: int) -> None:
        floor = self._room.office.line.floor
        if hello.protocol != CONSOLE_PROTOCOL:
            self.end(*OTHER_PROTOCOL)
        elif self._place is not None:
            self.end("malformed", "expected one hello")
        else:
            refused = self._why_not(floor, hello) or self._room.join(self, hello.table)
            if refused is not None:
                self.end(*refused)
                return
            self._place = hello.table
            self._room.when_still(lambda: self._welcome(hello.seen, now_ms))

    def _why_not(self, floor: Floor, hello: DisplayHello) -> tuple[str, str] | None:
        """Why a display may not hang there; None if it may."""
        number = key_number(floor, hello.table)
        if not self._is_open and hello.key and self._room.office.displays.fits(hello.table, hello.key, number):
            # From here on it belongs to no login: the end of one in the same browser takes nothing from it.
            self._is_open, self.session, self._key_number = True, "", number
        who = None if self._is_open else self._room.office.logins.standing(self.session)
        if not self._is_open and who is None:
            # Before anything is said of tables: a stranger does not learn which there are.
            return NOT_THIS_KEY if hello.key else NOT_LOGGED_IN
        if hello.table != LOBBY and hello.table not in floor.tables:
            return NO_SUCH_TABLE
        if who is None or hello.table == LOBBY or roles_at(floor, floor.tables[hello.table], who.member):
            return None
        return NOT_THIS_KEY

    def _welcome(self, seen: int, now_ms: int) -> None:
        if self.has_ended or self._place is None:
            return
        line = self._room.office.line
        house, table = line.running.house, line.floor.tables.get(self._place)
        titles = {plan.table: plan.title for plan in house.tables}
        data = self._room.board.watch(self, self._view, now_ms, seen=seen)
        title = titles.get(self._place, self._place)
        layout = line.running.exchange.layout(table) if table is not None else None
        self._say(
            DisplayWelcome(
                table=self._place,
                title=title,
                site=house.site,
                currency=house.currency,
                now_ms=now_ms,
                same=not data,
                layout=layout,
            )
        )
        self._room.hang(self, self._place)
        if data:
            self.tell(data)

    def _show(self, now_ms: int) -> None:
        if not self.has_ended:
            self.tell(self._room.board.watch(self, self._view, now_ms, seen=NOTHING_BEFORE))

    def _note_shown(self, seq: int) -> None:
        """The display has taken what it was sent: goes into the log, once for every round."""
        sent = self._sent
        if sent is None or sent.seq != seq or sent.content.round_paid <= self._logged:
            return
        paid = sent.content
        self._logged = paid.round_paid
        won = sum(prize.won for prize in paid.prizes)
        told = {"table": self._place, "round": paid.round_paid, "prizes": len(paid.prizes), "won": won}
        _log.info("prizes shown", extra=told | {"display": self._name, "entry": seq})
