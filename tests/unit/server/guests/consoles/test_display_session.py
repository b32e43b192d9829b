"""A public display: open to all on the demonstration floor, elsewhere by the key of its place or by a login."""

from __future__ import annotations

import logging

import pytest

from openetg.floor.commands import (
    CloseTable,
    GiveNotice,
    InsertNote,
    PlaceWager,
    RevokeDisplayKey,
    VoidRound,
)
from openetg.floor.rounds.views import LayoutView, layout_view
from openetg.floor.state import Floor, Table
from openetg.money import cents
from openetg.rulebook.schema.policies import Cause, Channel
from openetg.server.access.displays import LOBBY, DisplayKeys
from openetg.server.guests.consoles.console_room import BURST, DISPLAYS_OF_A_PLACE
from openetg.wire.console import (
    CONSOLE_PROTOCOL,
    DisplayAgain,
    DisplayHello,
    DisplayNews,
    DisplayShown,
    DisplayWelcome,
    LobbyNews,
    NotWatched,
)
from openetg.wire.messages import Ping, Pong
from tests.unit.server.guests.consoles.console_stage import MANAGER, SECRET, ConsoleStage, DisplayLine
from tests.unit.server.stage import INTERBLOCK


def test_a_display_shows_the_table_to_everybody_on_the_demonstration_floor() -> None:
    stage = ConsoleStage(demonstration=True)
    display = stage.display().hello(INTERBLOCK)
    welcome, news = display.take()
    assert isinstance(welcome, DisplayWelcome)
    assert (welcome.table, welcome.same) == (INTERBLOCK, False)
    assert welcome.title
    assert welcome.layout is not None
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
    assert stage.display().hello("A").bye() == "not_logged_in"
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


KEYS = DisplayKeys(SECRET)


def test_a_key_lets_see_its_own_place_for_ever_and_no_other() -> None:
    stage = ConsoleStage()
    shown = stage.display().hello("A", key=KEYS.key("A"))
    assert len(shown.take()) == 2
    for place, key in (("B", "A"), (LOBBY, "A"), ("A", LOBBY)):
        assert stage.display().hello(place, key=KEYS.key(key)).bye() == "not_for_you"
    assert stage.display().hello("A", key=DisplayKeys(b"another floor").key("A")).bye() == "not_for_you"
    assert stage.display().hello("Z", key=KEYS.key("Z")).bye() == "no_such_table"
    stage.pass_time(31_000)
    assert shown.take(), "it needs nobody who stays logged in"


def test_one_key_is_revoked_and_its_displays_are_cut_off_at_once_while_the_others_stay() -> None:
    stage = ConsoleStage()
    gone = [stage.display().hello("A", key=KEYS.key("A")) for _ in range(2)]
    stays = [stage.display().hello(place, key=KEYS.key(place)) for place in ("B", LOBBY)]
    carl = stage.log_in("carl")
    by_login = stage.display(carl).hello("A")
    for each in (*gone, *stays, by_login):
        assert len(each.take()) == 2
    stage.give(RevokeDisplayKey("A", "a photograph of the link", "carl")).turn()
    assert all(not each.session.has_ended for each in gone), "only whoever has the duty"
    stage.give(RevokeDisplayKey("A", "a photograph of the link", "olga")).turn()
    assert [each.bye() for each in gone] == ["not_for_you"] * 2
    assert all(not each.session.has_ended for each in (*stays, by_login))
    assert stage.display().hello("A", key=KEYS.key("A")).bye() == "not_for_you"
    assert len(stage.display().hello("A", key=KEYS.key("A", 1)).take()) == 2
    stage.give(RevokeDisplayKey("A", "again", "olga")).turn()
    assert stage.display().hello("A", key=KEYS.key("A", 1)).bye() == "not_for_you"
    assert len(stage.display().hello("B", key=KEYS.key("B")).take()) == 2


def test_a_key_goes_before_a_login_in_the_same_browser() -> None:
    stage = ConsoleStage()
    carl = stage.log_in("carl")
    by_key, by_login = stage.display(carl), stage.display(carl)
    by_key.hello("B", key=KEYS.key("B"))
    by_login.hello("A", key="no key")
    assert len(by_key.take()) == len(by_login.take()) == 2
    stage.log_out(carl)
    assert by_login.bye() == "logged_out"
    stage.pass_time(31_000)
    assert by_key.take(), "also a table where that person has no role"


def test_whoever_has_not_said_hello_takes_no_place() -> None:
    stage = ConsoleStage()
    for _ in range(DISPLAYS_OF_A_PLACE + 1):
        stage.display()
    assert not stage.room.guests
    assert len(stage.display().hello("A", key=KEYS.key("A")).take()) == 2


@pytest.mark.parametrize("full", ["A", LOBBY], ids=["a table", "the lobby"])
def test_a_public_key_can_fill_its_own_place_and_nothing_else(full: str) -> None:
    stage = ConsoleStage()
    hung = [stage.display().hello(full, key=KEYS.key(full)) for _ in range(DISPLAYS_OF_A_PLACE)]
    assert all(len(each.take()) == 2 for each in hung)
    assert stage.display().hello(full, key=KEYS.key(full)).bye() == "too_many"
    for other in {"A", "B", LOBBY} - {full}:
        assert len(stage.display().hello(other, key=KEYS.key(other)).take()) == 2
    hung[0].session.closed()
    assert len(stage.display().hello(full, key=KEYS.key(full)).take()) == 2, "there is room again"


def test_displays_keep_no_console_out_and_consoles_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openetg.server.guests.consoles.console_room.CONSOLES_MAX", 2)
    stage = ConsoleStage()
    for place in ("A", "B", LOBBY):
        for _ in range(DISPLAYS_OF_A_PLACE - 1):
            stage.display().hello(place, key=KEYS.key(place))
    assert stage.console("ann").hello().welcome().person == "ann"
    assert stage.console("bob").hello().welcome().person == "bob"
    assert stage.console("carl").bye() == "too_many", "consoles have a limit of their own"
    assert len(stage.display().hello("A", key=KEYS.key("A")).take()) == 2


def test_strangers_do_not_learn_which_tables_there_are() -> None:
    stage = ConsoleStage()
    for table in ("A", "Z"):
        assert stage.display().hello(table).bye() == "not_logged_in"
        assert stage.display().hello(table, key="no key").bye() == "not_for_you"
    assert stage.display(stage.log_in("carl")).hello("Z").bye() == "no_such_table", "who works here sees every table"


def test_many_displays_of_a_table_are_told_one_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, drawn = ConsoleStage(), []

    def draw(floor: Floor, table: Table, channel: Channel | None = None) -> LayoutView:
        drawn.append((table.name, channel))
        return layout_view(floor, table, channel)

    monkeypatch.setattr("openetg.server.guests.exchange.layout_view", draw)
    stage.line("M1").hello()
    for table in ("A", "B", "A", "B"):
        (welcome, _) = stage.display().hello(table, key=KEYS.key(table)).take()
        assert isinstance(welcome, DisplayWelcome)
        assert welcome.layout == layout_view(stage.floor, stage.floor.tables[table]), "with every special"
    assert drawn == [("A", Channel.TERMINAL), ("A", None), ("B", None)], "a terminal is told of its own specials alone"


def lobby_of(display: DisplayLine) -> LobbyNews:
    news = display.take()[-1]
    assert isinstance(news, LobbyNews)
    return news


def test_the_lobby_is_the_floor_for_those_who_walk_by() -> None:
    stage = ConsoleStage()
    display = stage.display().hello(LOBBY, key=KEYS.key(LOBBY))
    welcome, news = display.take()
    assert isinstance(welcome, DisplayWelcome)
    assert (welcome.table, welcome.layout) == ("", None)
    assert isinstance(news, LobbyNews)
    assert [(each.table, each.free, each.terminals, each.is_open) for each in news.content.tables] == [
        ("A", 3, 3, True),
        ("B", 3, 3, True),
    ]
    assert news.content.tables[0].limits
    seq = news.seq
    stage.give(InsertNote("M1", cents(2_000))).pass_time()
    taken = lobby_of(display)
    assert (taken.prev, [each.free for each in taken.content.tables]) == (seq, [2, 3])
    stage.give(PlaceWager("M1", "A", "red", cents(2_000))).pass_time()
    assert not display.take(), "a wager changes nothing that others may know"
    display.session.closed()
    (again,) = stage.display().hello(LOBBY, seen=taken.seq, key=KEYS.key(LOBBY)).take()
    assert isinstance(again, DisplayWelcome)
    assert again.same


def test_everybody_who_works_here_may_open_the_lobby() -> None:
    stage = ConsoleStage()
    olga = stage.log_in("olga")
    assert len(stage.display(olga).hello(LOBBY).take()) == 2
    assert stage.display(olga).hello("A").bye() == "not_for_you"
    assert stage.display().hello(LOBBY).bye() == "not_logged_in"


def test_displays_say_when_a_table_closes_and_that_it_is_closed() -> None:
    stage = ConsoleStage(demonstration=True)
    above, lobby = stage.display().hello("A"), stage.display().hello(LOBBY)
    above.take()
    lobby.take()
    stage.give(GiveNotice(role=MANAGER[0], person="ann", table="A", kind="close", in_ms=600_000)).pass_time()
    (news,) = above.take()
    assert isinstance(news, DisplayNews)
    assert news.content.notices == {"close": stage.now_ms + 600_000}
    assert lobby_of(lobby).content.tables[0].shuts_at_ms == stage.now_ms + 600_000
    stage.give(VoidRound(role=MANAGER[0], person="ann", table="A", cause=Cause.FIRE, why="smoke")).pass_time()
    stage.give(CloseTable(role=MANAGER[0], person="ann", table="A")).pass_time(700_000)
    assert not stage.floor.tables["A"].is_open, stage.told[-1]
    news = above.take()[-1]
    assert isinstance(news, DisplayNews)
    assert not news.content.is_open
    assert not lobby_of(lobby).content.tables[0].is_open


def test_a_round_that_staff_void_is_named_though_the_next_opens_in_the_same_entry() -> None:
    stage = ConsoleStage(demonstration=True)
    display = stage.display().hello("A")
    before = display.take()[-1]
    assert isinstance(before, DisplayNews)
    assert (before.content.table.phase, before.content.void_round) == ("OPEN", 0)
    void = before.content.table.round
    stage.give(VoidRound(role=MANAGER[0], person="ann", table="A", cause=Cause.FIRE, why="smoke")).pass_time()
    news = display.take()[-1]
    assert isinstance(news, DisplayNews)
    assert (news.content.table.round, news.content.table.phase) == (void + 1, "OPEN"), "no phase has said it"
    assert news.content.void_round == void


def test_a_view_that_cannot_be_made_is_said_to_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = ConsoleStage(demonstration=True)

    def broken(*_: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("openetg.server.guests.consoles.views.lobby_view", broken)
    _, told = stage.display().hello(LOBBY).take()
    assert isinstance(told, NotWatched)
    assert told.reason == "fault"


def test_only_what_was_sent_counts_as_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "openetg.consoles")
    stage = ConsoleStage(demonstration=True)
    display = stage.display().hello("A")
    news = display.take()[-1]
    assert isinstance(news, DisplayNews)
    display.say(DisplayShown(news.seq), DisplayShown(news.seq + 1), DisplayShown(-1))
    assert not display.take()
    assert not caplog.records, "no round was paid"
