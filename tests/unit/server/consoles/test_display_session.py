"""A public display: open to all on the demonstration floor, elsewhere opened by somebody with a role at the table."""

from __future__ import annotations

from openetg.server.consoles.room import BURST
from openetg.wire.console import CONSOLE_PROTOCOL, DisplayAgain, DisplayHello, DisplayNews, DisplayWelcome
from openetg.wire.messages import Ping, Pong
from tests.unit.server.consoles.console_stage import ConsoleStage
from tests.unit.server.stage import INTERBLOCK


def test_a_display_shows_the_table_to_everybody_on_the_demonstration_floor() -> None:
    stage = ConsoleStage(demonstration=True)
    display = stage.display().hello(INTERBLOCK)
    welcome, news = display.take()
    assert isinstance(welcome, DisplayWelcome)
    assert (welcome.table, welcome.same) == (INTERBLOCK, False)
    assert welcome.title
    assert welcome.layout.game == "roulette"
    assert isinstance(news, DisplayNews)
    assert news.content.table.phase == "OPEN"
    assert news.content.table.closes_at_ms - news.now_ms > 0, "a countdown can be shown"
    assert news.content.table.limits


def test_a_display_follows_the_round() -> None:
    stage = ConsoleStage(demonstration=True)
    display = stage.display().hello(INTERBLOCK)
    seq = display.take()[1].seq  # type: ignore[union-attr]
    stage.pass_time(31_000)
    (news,) = display.take()
    assert isinstance(news, DisplayNews)
    assert (news.prev, news.content.table.phase != "OPEN") == (seq, True)
    display.say(DisplayAgain())
    (again,) = display.take()
    assert isinstance(again, DisplayNews)
    assert (again.seq, again.prev) == (news.seq, -1)
    display.session.closed()
    back = stage.display().hello(INTERBLOCK, seen=news.seq)
    (welcome,) = back.take()
    assert isinstance(welcome, DisplayWelcome)
    assert welcome.same


def test_elsewhere_somebody_with_a_role_opens_it() -> None:
    stage = ConsoleStage()
    assert stage.display().bye() == "not_logged_in"
    carl = stage.log_in("carl")
    shown = stage.display(carl).hello("A")
    assert len(shown.take()) == 2
    assert stage.display(carl).hello("B").bye() == "not_for_you"
    stage.log_out(carl)
    assert shown.bye() == "logged_out"
    assert not stage.room.guests


def test_bad_input_ends_it_with_words() -> None:
    stage = ConsoleStage(demonstration=True)
    assert stage.display().hello("Z").bye() == "no_such_table"
    assert stage.display().say(DisplayHello(CONSOLE_PROTOCOL + 1, "A")).bye() == "protocol"
    assert stage.display().say(DisplayAgain()).bye() == "malformed"
    assert stage.display().hello("A").hello("B").bye() == "malformed"
    line = stage.display()
    line.session.receive(b'{"type":"act","n":1,"act":"VoidRound","fields":{}}', lambda: stage.now_ms)
    assert line.bye() == "malformed"
    line = stage.display()
    for _ in range(BURST + 1):
        line.say(Ping(1))
    assert line.bye() == "too_fast"
    line = stage.display().say(Ping(3))
    assert line.take() == [Pong(3, stage.now_ms)], "another display is not to blame"
