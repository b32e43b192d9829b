"""A public display in a few lines: where it hangs, what it shows, back after a cut. It can do nothing else.

    display = await open_display("ws://127.0.0.1:8400/display", "A", key=key)
    await display.until(lambda shown: shown.news is not None)

Keeps the view the server sent last; `reconnect` asks for what has changed since. It says which prizes it has taken in,
as a screen does. Never guesses.
"""

from __future__ import annotations

import ssl

from openetg.client.line import ClientLine, Gone
from openetg.wire.console import (
    CONSOLE_PROTOCOL,
    NOTHING_BEFORE,
    ActKnown,
    ConsoleBye,
    DisplayAgain,
    DisplayHello,
    DisplayNews,
    DisplayShown,
    DisplayWelcome,
    FromDisplay,
    LobbyNews,
    NotWatched,
    ToDisplay,
    decode_to_display,
    encode,
)
from openetg.wire.messages import Spin


class DisplayClient(ClientLine[FromDisplay, ToDisplay, ActKnown]):
    """One display."""

    bye: ConsoleBye | None

    def __init__(self, address: str, table: str, *, key: str = "", tls: ssl.SSLContext | None = None) -> None:
        super().__init__(address, encode, decode_to_display, tls=tls)
        self.table = table
        self.key = key
        self.welcome: DisplayWelcome | None = None
        self.news: DisplayNews | LobbyNews | None = None
        """The view as it was told last."""
        self.refused: NotWatched | None = None
        """Why the view is not shown."""
        self.spins: list[Spin] = []
        """What the device was seen to do."""
        self._round_shown = 0

    def receive(self, message: ToDisplay) -> None:
        """Takes in one message of the server."""
        if isinstance(message, DisplayWelcome):
            self.welcome = message
            self._let_in()
        elif isinstance(message, DisplayNews | LobbyNews):
            self._take_view(message)
        elif isinstance(message, NotWatched):
            self.news, self.refused = None, message
        elif isinstance(message, Spin):
            self.spins.append(message)
        elif isinstance(message, ConsoleBye):
            self.bye = message
        self._changed.set()

    def _take_view(self, news: DisplayNews | LobbyNews) -> None:
        before = self.news.seq if self.news is not None else NOTHING_BEFORE
        if news.prev not in (NOTHING_BEFORE, before):
            self.gaps += 1
            self._send(DisplayAgain())
        self.news, self.refused = news, None
        if isinstance(news, DisplayNews) and news.content.round_paid > self._round_shown:
            self._round_shown = news.content.round_paid
            self._send(DisplayShown(news.seq))

    def _hello(self) -> DisplayHello:
        seen = self.news.seq if self.news is not None else NOTHING_BEFORE
        return DisplayHello(CONSOLE_PROTOCOL, self.table, seen, self.key)

    def _stale(self, number: int) -> ActKnown:
        raise AssertionError(f"a display has asked nothing, not under number {number} either")

    def _cut(self) -> Gone:
        return self._sent_away()


async def open_display(
    address: str, table: str = "", *, key: str = "", tls: ssl.SSLContext | None = None
) -> DisplayClient:
    """A display, connected and welcomed; without a table one of the whole floor."""
    client = DisplayClient(address, table, key=key, tls=tls)
    await client.connect()
    return client
