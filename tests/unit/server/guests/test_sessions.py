"""A terminal's session: who is let in, what ends it, and that nothing it sends can do more than that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from openetg.floor.commands import InsertTicket, Order, PlaceWager
from openetg.floor.rounds.views import own_view
from openetg.money import cents
from openetg.server.guests.sessions import BURST_MAX, BUSY_WAIT_MS, LARGEST_NUMBER, WAGERS_A_MESSAGE, key_of
from openetg.server.writer.sealing import Plain
from openetg.wire.codec import encode
from openetg.wire.messages import (
    LARGEST_MESSAGE,
    PROTOCOL,
    WAGERS_MAX,
    Ack,
    Again,
    Busy,
    Clear,
    CollectMeter,
    Double,
    FromTerminal,
    Hello,
    Max,
    Move,
    Note,
    OwnNews,
    Ping,
    Place,
    PlaceMany,
    Pong,
    Refused,
    Repeat,
    TakeBack,
    TicketIn,
    Undo,
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
    *(Place(1, "red", 100), TakeBack(1, "red", 100), Clear(1), Note(1, 500), TicketIn(1, "1" * 18), CollectMeter(1)),
    *(PlaceMany(1, (("red", 100), ("low", 100))), Move(1, "red", "low", 100), Undo(1), Double(1), Repeat(1)),
    Max(1, "red"),
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
        PlaceMany(1, ()),
        PlaceMany(1, (("red", 100),) * (WAGERS_MAX + 1)),
        PlaceMany(1, (("red", 100), ("low", 10**30))),
        Move(1, "red", "low", 10**30),
    ],
)
def test_numbers_no_browser_could_hold_end_a_session(message: FromTerminal) -> None:
    stage = Stage()
    assert stage.line("I1").hello().say(message).bye() == "malformed"
    assert stage.writer.waiting == 0


@pytest.mark.slow
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
    monkeypatch.setattr("openetg.server.writer.writer.LARGEST_INBOX", 1)
    line.say(Note(1, 500), Note(2, 500))
    assert line.take_one(Busy) == Busy(2, BUSY_WAIT_MS)


def test_nothing_overtakes_what_was_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later number on record would make the earlier one stale: then what the player did first would be lost."""
    stage = Stage()
    line = stage.line("I1").hello()
    line.welcome()
    monkeypatch.setattr("openetg.server.writer.writer.LARGEST_INBOX", 1)
    line.say(Note(1, 500), Note(2, 1_000))
    stage.turn()
    line.say(Note(3, 2_000), Place(4, "red", 500))
    assert [message for message in line.take() if isinstance(message, Busy)] == [Busy(2, BUSY_WAIT_MS)] * 3
    assert stage.writer.waiting == 0
    for message in (Note(2, 1_000), Note(3, 2_000), Place(4, "red", 500)):
        line.say(message)
        stage.turn()
    assert [type(message) for message in line.take()] == [OwnNews, OwnNews, Ack]
    assert stage.floor.ledger.held("meter/I1") == cents(3_000)


def test_whoever_guesses_tickets_is_told_to_wait_and_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no full inbox: nothing else of the terminal has to wait with it."""
    stage = Stage().fund("I1")
    monkeypatch.setattr(stage.writer, "edge", Waiting())
    line = stage.line("I1").hello()
    line.welcome()
    line.say(TicketIn(1, "1" * 18))
    assert line.take_one(Refused) == Refused(1, "must_wait", "")
    line.say(Place(2, "red", 500))
    stage.turn()
    assert line.take_one(Ack).accepted == 500


class Waiting(Plain):
    """An edge at which whoever presents a ticket has to wait."""

    def entering(self, order: Order) -> Order | None:
        return None if isinstance(order.command, InsertTicket) else order


def test_one_gesture_is_one_entry_and_one_ack_with_all_spots() -> None:
    stage = Stage().fund("I1")
    line = stage.line("I1").hello()
    line.welcome()
    line.say(PlaceMany(1, (("red", 500), ("straight:17", 200), ("red", 100))))
    stage.turn()
    assert len(stage.groups[-1].entries) == 1
    ack = line.take_one(Ack)
    assert (ack.n, ack.accepted, ack.spots) == (1, 800, {"red": 600, "straight:17": 200})
    assert ack.meter == 10_000 - 800
    line.say(Undo(2))
    stage.turn()
    news = line.take_one(OwnNews)
    assert (news.why, news.own.spots, news.own.meter) == ("undone", {}, 10_000)


def test_a_gesture_that_is_refused_names_the_wager() -> None:
    stage = Stage().fund("I1")
    line = stage.line("I1").hello()
    line.welcome()
    line.say(PlaceMany(1, (("red", 500), ("straight:99", 200))))
    stage.turn()
    refused = line.take_one(Refused)
    assert (refused.reason, refused.details) == ("unknown_wager", {"wager": "straight:99", "position": 2})
    assert stage.floor.ledger.held("meter/I1") == cents(10_000)


def test_the_largest_gesture_fits_into_a_message_and_weighs_more_than_one() -> None:
    stage = Stage()
    line = stage.line("I1").hello()
    line.welcome()
    largest = PlaceMany(1, (("straight:17", 500),) * WAGERS_MAX)
    assert len(encode(largest)) <= LARGEST_MESSAGE
    for _ in range(BURST_MAX):
        line.say(largest)
        if line.pipe.closed:
            break
    assert line.bye() == "too_fast"
    assert stage.writer.waiting <= BURST_MAX * WAGERS_A_MESSAGE // WAGERS_MAX + 1


BUTTONS: list[tuple[FromTerminal, dict[str, int]]] = [
    (Move(3, "red", "low", 500), {"low": 500}),
    (Double(3), {"red": 1_000}),
    (Max(3, "black"), {"red": 500, "black": 9_500}),
    (Undo(3), {}),
    (Repeat(3), {"red": 500}),  # refused: there was no round before
]


@pytest.mark.parametrize(("message", "spots"), BUTTONS, ids=lambda each: type(each).__name__)
def test_the_buttons_of_a_terminal_reach_the_floor(message: FromTerminal, spots: dict[str, int]) -> None:
    stage = Stage().fund("I1")
    line = stage.line("I1").hello()
    line.say(Place(2, "red", 500), message)
    stage.turn()
    line.take()
    stage.line("I1").hello()
    own = own_view(stage.floor, "I1")
    assert own.spots == spots


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
