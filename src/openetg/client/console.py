"""A console in a few lines: log in, watch views as they come, act, come back after a cut.

    cookie = await log_in("http://127.0.0.1:8400", "ann", password)
    console = await open_console("ws://127.0.0.1:8400/console", cookie)
    news = await console.watch("dealer/E")
    answer = await console.act("OpenRound", table="E")

Keeps the views the server sent and the acts it has not answered; `reconnect` asks for the views with the numbers it has
seen and sends the acts again with the same numbers, so that none counts twice. Never guesses.
"""

from __future__ import annotations

import asyncio
import ssl
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TypeAlias, TypeVar, get_args
from urllib.parse import urlsplit

from msgspec import Raw, json

from openetg.client.line import ClientLine, Gone
from openetg.wire.console import (
    CONSOLE_PROTOCOL,
    NOTHING_BEFORE,
    Act,
    ActDone,
    ActKnown,
    ActRefused,
    ConsoleBye,
    ConsoleHello,
    ConsoleWelcome,
    FromConsole,
    NeedsSecond,
    NotWatched,
    ToConsole,
    Unwatch,
    ViewAgain,
    ViewNews,
    Watch,
    decode_to_console,
    encode,
)
from openetg.wire.messages import Spin

ActAnswer: TypeAlias = ActDone | ActKnown | ActRefused | NeedsSecond
PATIENCE_S = 10.0
VIEWS = get_args(ViewNews)
News = TypeVar("News", bound=ViewNews)


class NotLoggedIn(Exception):
    """The floor has not let the person in, in its words."""


async def log_in(floor: str, person: str, password: str, *, tls: ssl.SSLContext | None = None) -> str:
    """Logs in over HTTP; the cookie that is the login."""
    return await asyncio.to_thread(_log_in, floor, json.encode({"person": person, "password": password}), tls)


def _log_in(floor: str, body: bytes, tls: ssl.SSLContext | None) -> str:
    address = urlsplit(floor)
    where = address.hostname or "", address.port
    line = HTTPConnection(*where, timeout=PATIENCE_S)
    if address.scheme == "https":
        line = HTTPSConnection(*where, timeout=PATIENCE_S, context=tls)
    try:
        line.request("POST", "/api/login", body, {"content-type": "application/json", "x-openetg": "1"})
        answer = line.getresponse()
        said = answer.read()
    except (OSError, HTTPException) as fault:
        raise Gone(str(fault)) from None
    finally:
        line.close()
    if answer.status != HTTPStatus.OK:
        raise NotLoggedIn(said.decode())
    return str(answer.headers["set-cookie"]).partition(";")[0]


class ConsoleClient(ClientLine[FromConsole, ToConsole, ActAnswer]):
    """One console's side of the wire."""

    bye: ConsoleBye | None

    def __init__(self, address: str, cookie: str, *, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(address, encode, decode_to_console, tls=tls, headers={"Cookie": cookie})
        self.welcome: ConsoleWelcome | None = None
        self.views: dict[str, ViewNews] = {}
        """The newest of each view that is watched."""
        self.refused: dict[str, NotWatched] = {}
        """Views that are not shown, or not any longer."""
        self.answers: dict[int, ActAnswer] = {}
        """The last word on each act; one that waited for a second person gets another when it was confirmed."""
        self.spins: list[Spin] = []
        """What the devices of the tables were seen to do whose dealer's view is watched."""
        self._wanted: dict[str, None] = {}

    async def watch(self, name: str) -> ViewNews | NotWatched:
        """Watches a view from now on; how it is, or why it is not shown."""
        self._wanted[name] = None
        self.refused.pop(name, None)
        self._send(Watch(name, self.views[name].seq if name in self.views else NOTHING_BEFORE))
        await self.until(lambda _: name in self.views or name in self.refused)
        return self.refused.get(name) or self.views[name]

    def unwatch(self, name: str) -> None:
        """Watches a view no longer."""
        self._wanted.pop(name, None)
        self.views.pop(name, None)
        self._send(Unwatch(name))

    async def act(self, act: str, /, **fields: object) -> ActAnswer:
        """A command by its name, such as `OpenRound`, with its fields."""
        return await self._ask(lambda n: Act(n, act, Raw(json.encode(fields))))

    def view(self, name: str, kind: type[News]) -> News:
        """The newest of a view, of the kind it is."""
        news = self.views[name]
        assert isinstance(news, kind), f"{name} is no {kind.__name__}"
        return news

    def receive(self, message: ToConsole) -> None:
        """Takes in one message of the server."""
        if isinstance(message, ConsoleWelcome):
            self._take_welcome(message)
        elif isinstance(message, VIEWS):
            self._take_view(message)
        elif isinstance(message, NotWatched):
            self.refused[message.view] = message
            self.views.pop(message.view, None)
        elif isinstance(message, ConsoleBye):
            self.bye = message
        elif isinstance(message, Spin):
            self.spins.append(message)
        elif isinstance(message, ActDone | ActKnown | ActRefused | NeedsSecond):
            self._answer(message)
        self._changed.set()

    def _take_welcome(self, welcome: ConsoleWelcome) -> None:
        if self.welcome is not None and welcome.boot != self.welcome.boot:
            self._start_afresh()
        self.welcome = welcome
        self._number = max(self._number, welcome.last)
        self._let_in()

    def _take_view(self, news: ViewNews) -> None:
        before = self.views.get(news.view)
        if news.prev not in (NOTHING_BEFORE, before.seq if before else NOTHING_BEFORE):
            self.gaps += 1
            self._send(ViewAgain(news.view))
        if news.view in self._wanted:  # else it was on its way when it was no longer wanted
            self.views[news.view] = news

    def _answer(self, message: ActAnswer) -> None:
        self.answers[message.n] = message
        super()._answer(message)

    def _hello(self) -> ConsoleHello:
        seen = {name: self.views[name].seq if name in self.views else NOTHING_BEFORE for name in self._wanted}
        return ConsoleHello(CONSOLE_PROTOCOL, self.welcome.boot if self.welcome else None, seen)

    def _stale(self, number: int) -> ActKnown:
        return ActKnown(number, 0, "stale", "")

    def _cut(self) -> Gone:
        return self._sent_away()


async def open_console(address: str, cookie: str, *, tls: ssl.SSLContext | None = None) -> ConsoleClient:
    """A console, connected and welcomed."""
    client = ConsoleClient(address, cookie, tls=tls)
    await client.connect()
    return client
