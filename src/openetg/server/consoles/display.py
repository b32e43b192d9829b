"""One public display's session: says above which table it hangs, and is told what everybody may see there. Sans I/O.

On the demonstration floor no login is needed. Elsewhere somebody with a role at the table opens the display, and it
shows nothing any longer when that login has ended.
"""

from __future__ import annotations

from openetg.floor.state import Floor
from openetg.floor.views import layout_view
from openetg.server.access.acts import roles_at
from openetg.server.consoles.room import Room, goodbye
from openetg.server.consoles.session import LOGGED_OUT, NOT_LOGGED_IN, OTHER_PROTOCOL
from openetg.server.consoles.views import ALL, Asked, Audience
from openetg.server.sessions import Now, Pipe
from openetg.server.talk import Talk
from openetg.wire.console import (
    CONSOLE_PROTOCOL,
    LARGEST_CONSOLE_MESSAGE,
    NOTHING_BEFORE,
    DisplayHello,
    DisplayWelcome,
    ToDisplay,
    decode_from_display,
    encode,
)
from openetg.wire.messages import Ping, Pong


class DisplaySession(Talk):
    """One connection of one display."""

    def __init__(self, room: Room, pipe: Pipe, session: str) -> None:
        # Displays are many and may share a login: each is counted for itself.
        super().__init__(pipe, room.rate, room.name(), largest=LARGEST_CONSOLE_MESSAGE, goodbye=goodbye)
        self._is_open = room.office.settings.demonstration
        """Whether anybody may see displays."""
        self.session = "" if self._is_open else session
        self._room = room
        self._table = ""

    def open(self) -> None:
        """The connection stands."""
        refused = self._room.join(self) if self._is_known() else NOT_LOGGED_IN
        if refused is not None:
            self.end(*refused)

    @property
    def has_come_in(self) -> bool:
        """Whether it has said who it is, and was believed."""
        return bool(self._table)

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
        elif not self._table:
            self.end("malformed", "a session begins with hello")
        else:
            self._room.when_still(lambda: self._show(now_ms))

    def audience(self, floor: Floor, asked: Asked) -> Audience | None:
        """Everybody, and nobody else's view."""
        del floor
        return ALL if asked.table == self._table else None

    def check(self) -> None:
        """Ends the session if the login it needs has ended."""
        if not self._is_known():
            self.end(*LOGGED_OUT)

    def look_up(self, floor: Floor) -> None:
        """A display asks for nothing."""

    def left(self) -> None:
        self._room.leave(self)
        self._room.board.leave(self)

    def _say(self, message: ToDisplay) -> None:
        self.tell(encode(message))

    def _is_known(self) -> bool:
        return self._is_open or self._room.office.logins.standing(self.session) is not None

    def _greet(self, hello: DisplayHello, now_ms: int) -> None:
        floor = self._room.office.line.floor
        table = floor.tables.get(hello.table)
        if hello.protocol != CONSOLE_PROTOCOL:
            self.end(*OTHER_PROTOCOL)
        elif self._table:
            self.end("malformed", "expected one hello")
        elif table is None:
            self.end("no_such_table", "there is no table of that name")
        elif not self._may_show(floor, hello.table):
            self.end("not_for_you", "expected a login with a role at this table")
        else:
            self._table = table.name
            self._room.when_still(lambda: self._welcome(hello.seen, now_ms))

    def _may_show(self, floor: Floor, table: str) -> bool:
        who = self._room.office.logins.standing(self.session)
        return self._is_open or (who is not None and bool(roles_at(floor, floor.tables[table], who.member)))

    def _welcome(self, seen: int, now_ms: int) -> None:
        if self.has_ended:
            return
        line = self._room.office.line
        house, table = line.running.house, line.floor.tables[self._table]
        titles = {plan.table: plan.title for plan in house.tables}
        data = self._room.board.watch(self, f"display/{table.name}", now_ms, seen=seen)
        title, layout = titles.get(table.name, table.name), layout_view(line.floor, table)
        self._say(DisplayWelcome(table.name, title, house.site, house.currency, now_ms, not data, layout))
        if data:
            self.tell(data)

    def _show(self, now_ms: int) -> None:
        if not self.has_ended:
            self.tell(self._room.board.watch(self, f"display/{self._table}", now_ms, seen=NOTHING_BEFORE))
