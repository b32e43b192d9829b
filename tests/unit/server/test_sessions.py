"""A terminal's session: who is let in, what ends it, and that nothing it sends can do more than that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from openetg.floor.commands import PlaceWager
from openetg.money import cents
from openetg.server.sessions import BURST_MAX, LARGEST_NUMBER, key_of
from openetg.wire.codec import encode
from openetg.wire.messages import (
    LARGEST_MESSAGE,
    PROTOCOL,
    Again,
    Clear,
    CollectMeter,
    FromTerminal,
    Hello,
    Note,
    Ping,
    Place,
    Pong,
    Refused,
    TakeBack,
    TicketIn,
    Welcome,
)
from tests.unit.server.stage import INTERBLOCK, SECRET, START_MS, Stage

KEY = key_of(SECRET, "I1")


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        (Hello(PROTOCOL + 1, "I1", KEY), "protocol"),
        (Hello(PROTOCOL, "I1", key_of(SECRET, "I2")), "key"),
        (Hello(PROTOCOL, "I1", ""), "key"),
        (Hello(PROTOCOL, "I1", "ключ ☃"), "key"),
        (Hello(PROTOCOL, "I1", KEY.upper()), "key"),
        (Hello(PROTOCOL, "I9", key_of(SECRET, "I9")), "key"),
        (Hello(PROTOCOL, "", key_of(SECRET, "")), "key"),
    ],
)
def test_who_is_not_let_in(hello: Hello, reason: str) -> None:
    stage = Stage()
    line = stage.line("I1").say(hello)
    assert line.bye() == reason
    assert stage.exchange.listeners == []


def test_a_second_hello_ends_the_session() -> None:
    stage = Stage()
    line = stage.line("I1").hello()
    line.say(Hello(PROTOCOL, "I2", key_of(SECRET, "I2")))
    assert line.bye() == "key"
    assert stage.exchange.listeners == []


COMMANDS: list[FromTerminal] = [
    *(Place(1, "red", 100), TakeBack(1, "red", 100), Clear(1), Note(1, 500), TicketIn(1, "1" * 18), CollectMeter(1))
]


@pytest.mark.parametrize("message", [*COMMANDS, Again()], ids=lambda message: type(message).__name__)
def test_a_session_begins_with_hello(message: FromTerminal) -> None:
    stage = Stage()
    assert stage.line("I1").say(message).bye() == "malformed"
    assert stage.writer.waiting == 0


def test_anybody_may_ask_whether_we_are_there() -> None:
    stage = Stage()
    assert stage.line("I1").say(Ping(42)).take_one(Pong) == Pong(42, START_MS)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "malformed"),
        (b"{", "malformed"),
        (b"null", "malformed"),
        (b'{"type":"settle","n":1}', "malformed"),
        (b'{"type":"place","n":1,"wager":"red"}', "malformed"),
        (b'{"type":"place","n":"1","wager":"red","amount":1}', "malformed"),
        (b'{"type":"place","n":1,"wager":"red","amount":1.5}', "malformed"),
        (b'{"type":"place","n":1,"wager":"\xff","amount":1}', "malformed"),
        (b'{"type":"welcome"}', "malformed"),
        (b" " * LARGEST_MESSAGE, "malformed"),
        (b" " * (LARGEST_MESSAGE + 1), "too_long"),
        (b"[" * LARGEST_MESSAGE, "malformed"),
    ],
)
def test_garbage_ends_a_session_with_a_word(data: bytes, reason: str) -> None:
    stage = Stage()
    line = stage.line("I1").hello()
    line.session.receive(data, lambda: stage.now_ms)
    assert line.bye() == reason
    line.say(Note(1, 500))
    assert stage.writer.waiting == 0, "an ended session hears nothing"


@pytest.mark.parametrize(
    "message",
    [
        Note(0, 500),
        Note(-1, 500),
        Note(LARGEST_NUMBER + 1, 500),
        Place(1, "red", 10**30),
        Place(1, "red", -(10**30)),
        TakeBack(1, "red", 10**1000),
        Clear(2**64),
    ],
)
def test_numbers_no_browser_could_hold_end_a_session(message: FromTerminal) -> None:
    stage = Stage()
    assert stage.line("I1").hello().say(message).bye() == "malformed"
    assert stage.writer.waiting == 0


@settings(max_examples=150, deadline=None)
@given(st.lists(st.binary(max_size=60) | st.sampled_from([encode(message) for message in COMMANDS]), max_size=6))
def test_no_bytes_do_more_than_end_the_session(chunks: list[bytes]) -> None:
    stage = Stage()
    line = stage.line("I1").hello()
    for data in chunks:
        line.session.receive(data, lambda: stage.now_ms)
    stage.turn()
    assert stage.floor.ledger.is_balanced()
    assert all(json.decode(data) for data in line.pipe.data)


def test_a_flood_is_let_go_and_a_finger_is_not() -> None:
    stage = Stage()
    line = stage.line("I1").hello()
    for number in range(10 * BURST_MAX):
        stage.now_ms += 25
        line.say(Ping(number))
    assert not line.pipe.closed
    stage.now_ms += 60_000
    for number in range(BURST_MAX + 1):
        line.say(Ping(number))
    assert line.bye() == "too_fast"
    assert stage.exchange.listeners == []


def test_the_session_adds_the_terminal_it_has_authenticated_and_its_table() -> None:
    stage = Stage().fund("I1")
    stage.line("I1").hello().say(Place(1, "red", 500))
    stage.turn()
    (decided,) = stage.groups[-1].decided
    assert decided.order.sender == "terminal/I1"
    assert decided.order.command == PlaceWager("I1", INTERBLOCK, "red", cents(500))


def test_a_full_inbox_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    line = stage.line("I1").hello()
    line.welcome()
    monkeypatch.setattr("openetg.server.writer.LARGEST_INBOX", 1)
    line.say(Note(1, 500), Note(2, 500))
    assert line.take_one(Refused) == Refused(2, "busy", "")


def test_a_terminal_opened_elsewhere_takes_the_place_of_the_first() -> None:
    stage = Stage().fund("I1")
    first = stage.line("I1").hello()
    second = stage.line("I1").hello()
    assert first.bye() == "replaced"
    assert stage.exchange.listeners == [second.session]
    first.session.closed()
    assert stage.exchange.listeners == [second.session], "the one that left was not the one that is there"
    assert isinstance(second.take()[0], Welcome)
    second.say(Place(1, "red", 500))
    stage.turn()
    assert len(second.take()) == 1


def test_a_slow_reader_is_let_go_and_the_others_are_served() -> None:
    stage = Stage().fund("I1")
    slow, other = stage.line("I1").hello(), stage.line("I2").hello()
    slow.take(), other.take()
    slow.pipe.slow = True
    slow.say(Note(1, 500))
    other.say(Note(1, 500))
    stage.turn()
    assert slow.pipe.closed
    assert len(other.take()) == 1
    assert stage.exchange.listeners == [other.session]


def test_a_session_that_ended_is_told_nothing_more() -> None:
    """Its money moves all the same: settlement never asks who is there."""
    stage = Stage()
    line = stage.line("I1").hello()
    line.say(Note(1, 500))
    line.session.closed()
    stage.turn()
    assert len(line.take()) == 1
    assert stage.floor.ledger.held("meter/I1") == cents(500)
