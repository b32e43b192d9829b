"""One console's session: bytes in, acts out; views out. Sans I/O.

Who it is was known before the first byte, by the cookie of the login, and is asked anew with every message: a login
that has ended ends the session. Bad input ends it with a sentence, or refuses one act; nothing else can come of it.
"""

from __future__ import annotations

from typing import Any

from msgspec import DecodeError, json

from openetg.floor.commands import Command, Order
from openetg.floor.core.answers import earlier_answer
from openetg.floor.core.refusals import Refusal, sentence
from openetg.floor.state import Answer, Floor
from openetg.server.access.logins import Identity
from openetg.server.acts.acting import BY_NAME, LARGEST_NUMBER, TooManyWait, cut_off, facts_of, prepare
from openetg.server.acts.line import Told
from openetg.server.acts.second_person import HeldAct
from openetg.server.api.acts.bodies import body_of, values_of
from openetg.server.api.problems import EDGE
from openetg.server.guests.consoles.console_room import Room, goodbye
from openetg.server.guests.consoles.views import AskedView, Audience
from openetg.server.guests.session_base import Talk
from openetg.server.guests.sessions import Now, Pipe
from openetg.server.writer.writer import Decided
from openetg.wire.console import (
    CONSOLE_PROTOCOL,
    LARGEST_CONSOLE_MESSAGE,
    NOTHING_BEFORE,
    Act,
    ActDone,
    ActKnown,
    ActRefused,
    ConsoleHello,
    ConsoleWelcome,
    FromConsole,
    NeedsSecond,
    ToConsole,
    Unwatch,
    ViewAgain,
    Watch,
    decode_from_console,
    encode,
)
from openetg.wire.messages import Ping, Pong

WATCHED_AT_ONCE = 256
"""A hello asks for at most so many views."""
FORGOTTEN_MS = 60_000
"""So long after an act has waited in vain its answer is not looked for any more."""
NOT_LOGGED_IN = ("not_logged_in", "log in first")
LOGGED_OUT = ("logged_out", "the login has ended; log in again")
OTHER_PROTOCOL = ("protocol", f"this floor speaks protocol {CONSOLE_PROTOCOL}: load the page again")


class ConsoleSession(Talk):
    """One connection of one console."""

    def __init__(self, room: Room, pipe: Pipe, session: str) -> None:
        asker = session or room.name()
        super().__init__(pipe, room.rate, asker, largest=LARGEST_CONSOLE_MESSAGE, goodbye=goodbye)
        self.session = session
        self._room = room
        self._office = room.office
        self._boot = 0
        """The life of the login, once hello was said."""
        self._waiting: dict[int, HeldAct] = {}
        """Acts that wait for a second person, by number."""

    def open(self) -> None:
        """The connection stands: without a login it says so and ends."""
        is_in = self._standing() is not None and not self._office.logins.is_idle(self.session)
        refused = self._room.join(self) if is_in else NOT_LOGGED_IN
        if refused is not None:
            self.end(*refused)

    @property
    def has_come_in(self) -> bool:
        """Whether it has said who it is, and was believed."""
        return bool(self._boot)

    def receive(self, data: bytes, now: Now) -> None:
        """Takes one message from the console."""
        now_ms = now()
        message = self.heard(data, decode_from_console, now_ms)
        if message is None:
            return
        who = self._standing()
        if who is None:
            self.end(*LOGGED_OUT)
        else:
            self._take(message, who, now_ms)

    def audience(self, floor: Floor, asked: AskedView) -> Audience | None:
        """The audience of a view this person belongs to."""
        who = self._standing()
        if who is None:
            return None
        return asked.kind.audience(floor, who.member, floor.tables.get(asked.table))

    def check(self) -> None:
        """Ends the session if the login has ended."""
        if self._standing() is None:
            self.end(*LOGGED_OUT)

    def look_up(self, floor: Floor) -> None:
        """Tells what has become of acts that waited for a second person."""
        now_ms = self._office.line.now_ms()
        for number, waiting in list(self._waiting.items()):
            order = Order(waiting.sender, waiting.boot, waiting.number, waiting.command)
            answer = earlier_answer(floor.senders, order)
            waits = self._office.seconds.get(waiting.name, now_ms) is not None
            # A number that later ones have overtaken says nothing about an act that still waits.
            if isinstance(answer, Answer) or (answer is not None and not waits):
                del self._waiting[number]
                self._say(_known(number, answer))
            elif now_ms > waiting.until_ms + FORGOTTEN_MS:
                del self._waiting[number]

    def left(self) -> None:
        self._room.leave(self)
        self._room.board.leave(self)

    def _say(self, message: ToConsole) -> None:
        self.tell(encode(message))

    def _standing(self) -> Identity | None:
        return self._office.logins.standing(self.session)

    def _take(self, message: FromConsole, who: Identity, now_ms: int) -> None:
        if isinstance(message, Ping):
            self._say(Pong(message.at, now_ms))
        elif isinstance(message, ConsoleHello):
            self._greet(message, who, now_ms)
        elif not self._boot:
            self.end("malformed", "a session begins with hello")
        elif isinstance(message, Act):
            self._act(message, who)
        elif isinstance(message, Unwatch):
            self._room.board.unwatch(self, message.view)
        elif isinstance(message, Watch):
            # To turn to a view is a word of a person; to be told of it, or to ask again, is not.
            self._office.logins.heard(self.session)
            self._watch(message.view, message.seen, now_ms)
        else:
            assert isinstance(message, ViewAgain), "the last there is"
            self._watch(message.view, NOTHING_BEFORE, now_ms)

    def _greet(self, hello: ConsoleHello, who: Identity, now_ms: int) -> None:
        if hello.protocol != CONSOLE_PROTOCOL:
            self.end(*OTHER_PROTOCOL)
        elif self._boot or len(hello.watch) > WATCHED_AT_ONCE:
            self.end("malformed", f"expected one hello with at most {WATCHED_AT_ONCE} views")
        else:
            self._boot = who.login.boot
            self._room.when_still(lambda: self._welcome(hello, who, now_ms))

    def _welcome(self, hello: ConsoleHello, who: Identity, now_ms: int) -> None:
        """Answers a hello, once all of the floor is on record."""
        if self.has_ended:
            return
        line, house = self._office.line, self._office.line.running.house
        sender = line.floor.senders.get(who.sender)
        resumes = hello.boot == self._boot
        told = {
            name: self._room.board.watch(self, name, now_ms, seen=seen if resumes else NOTHING_BEFORE)
            for name, seen in hello.watch.items()
        }
        self._say(
            ConsoleWelcome(
                person=who.person,
                boot=self._boot,
                last=sender.last if sender is not None and sender.boot == self._boot else 0,
                now_ms=now_ms,
                until_ms=who.login.until_ms,
                site=house.site,
                currency=house.currency,
                same=tuple(name for name, data in told.items() if not data),
                time_zone=house.time_zone,
            )
        )
        for data in filter(None, told.values()):
            self.tell(data)

    def _watch(self, name: str, seen: int, now_ms: int) -> None:
        def watch() -> None:
            if not self.has_ended:
                data = self._room.board.watch(self, name, now_ms, seen=seen)
                if data:
                    self.tell(data)

        self._room.when_still(watch)

    def _act(self, message: Act, who: Identity) -> None:
        if not 0 < message.n <= LARGEST_NUMBER:
            self.end("malformed", f"a number lies between 1 and {LARGEST_NUMBER}")
            return
        self._office.logins.heard(self.session)
        kind = BY_NAME.get(message.act)
        if kind is None:
            self._refuse(message.n, "no_such_act", "people send no command of that name")
            return
        try:
            values = values_of(kind, json.decode(message.fields, type=body_of(kind)))
        except (DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            self._refuse(message.n, "malformed", str(wrong))
            return
        self._send(message.n, kind, values, who)

    def _send(self, number: int, kind: type[Command], values: dict[str, Any], who: Identity) -> None:
        line = self._office.line
        prepared = prepare(line, self._office.seconds, who, number, kind, values)
        if isinstance(prepared, Refusal):
            self._say(_refused(number, prepared))
        elif isinstance(prepared, TooManyWait):
            self._refuse(number, "busy", EDGE["busy"][1])
        elif isinstance(prepared, HeldAct):
            self._waiting[number] = prepared
            self._say(NeedsSecond(number, prepared.name, kind.__name__, prepared.until_ms, prepared.digest))
        elif line.running.writer.submit(prepared, lambda told: self._answer(number, told)):
            line.running.wake()
        else:
            self._refuse(number, "must_wait", EDGE["must_wait"][1])

    def _answer(self, number: int, told: Told) -> None:
        """What the floor says to an act, once it is on record."""
        if not isinstance(told, Decided):
            self._say(_known(number, told))
        elif isinstance(told.verdict, Refusal):
            self._say(_refused(number, told.verdict))
        else:
            cut_off(self._office.line, told)
            self._say(ActDone(number, told.sequence, told.at_ms, facts_of(told.verdict)))

    def _refuse(self, number: int, reason: str, words: str) -> None:
        self._say(ActRefused(number, reason, "", words))


def _refused(number: int, refusal: Refusal) -> ActRefused:
    return ActRefused(number, refusal.reason.value, refusal.clause, sentence(refusal.reason), refusal.details)


def _known(number: int, answer: object) -> ActKnown:
    if isinstance(answer, Answer):
        return ActKnown(number, answer.sequence, answer.reason, answer.clause)
    return ActKnown(number, 0, "stale", "")
