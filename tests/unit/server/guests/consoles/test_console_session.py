"""A console's session: hello, views that are numbered and resumed, who may see what, and every way in which it ends."""

from __future__ import annotations

import pytest

from openetg.floor.commands import EngageStaff, InsertNote, OpenCase, PlaceWager, ReleaseStaff, ReportLine
from openetg.money import cents
from openetg.server.guests.consoles.console_room import BURST, SOCKETS_OF_A_LOGIN
from openetg.server.guests.consoles.views import KINDS, Kind
from openetg.wire.console import (
    CONSOLE_PROTOCOL,
    LARGEST_CONSOLE_MESSAGE,
    ActDone,
    ActRefused,
    AlertsNews,
    CageNews,
    CasesNews,
    ConsoleHello,
    ConsoleWelcome,
    DealerNews,
    FloorNews,
    InspectionNews,
    MeNews,
    NotWatched,
    SupervisionNews,
    ToConsole,
    Unwatch,
    ViewAgain,
    ViewNews,
    Waits,
    Watch,
)
from openetg.wire.messages import Ping, Pong
from tests.unit.server.guests.consoles.console_stage import LASTS_MS, MANAGER, ConsoleStage

EVERYTHING = (
    "floor", "me", "cases", "alerts", "cage", "jackpots", "promotions", "waiting", "inspection",
    "dealer/A", "supervision/A", "display/A", "dealer/B",
)  # fmt: skip


def views(heard: list[ToConsole]) -> list[str]:
    """The names of the views among what was heard."""
    return [message.view for message in heard if isinstance(message, ViewNews)]


def test_a_console_is_welcomed_with_what_it_asked_for() -> None:
    stage = ConsoleStage()
    heard = stage.console("ann").hello("floor", "dealer/B").take()
    welcome = heard[0]
    assert isinstance(welcome, ConsoleWelcome)
    assert (welcome.person, welcome.last, welcome.same) == ("ann", 0, ())
    assert welcome.boot == stage.floor.people.logins[next(iter(stage.floor.people.logins))].boot
    assert welcome.until_ms == stage.now_ms + LASTS_MS
    assert views(heard) == ["floor", "dealer/B"]
    floor = heard[1]
    assert isinstance(floor, FloorNews)
    assert [(tile.table, tile.rulebook, tile.phase) for tile in floor.content.tables] == [
        ("A", "ministar", "OPEN"),
        ("B", "interblock", "OPEN"),
    ]
    assert floor.seq == stage.floor.sequence
    assert floor.prev == -1


def test_each_sees_what_the_roles_on_record_let_see() -> None:
    seen = {}
    for person in ("ann", "carl", "olga", "ines"):
        heard = ConsoleStage().console(person).hello(*EVERYTHING).take()
        seen[person] = set(views(heard))
        refused = {message.view: message.reason for message in heard if isinstance(message, NotWatched)}
        assert set(refused.values()) <= {"not_for_you"}
        assert seen[person] | set(refused) == set(EVERYTHING)
    assert seen["ann"] == set(EVERYTHING) - {"inspection"}
    assert seen["carl"] == {"floor", "me", "alerts", "cage", "promotions", "waiting", "dealer/A", "display/A"}
    assert seen["olga"] == {"floor", "me", "alerts", "waiting"}
    assert {"inspection", "cage"} <= seen["ines"]


def test_one_is_told_which_acts_and_views_one_holds() -> None:
    (_, me) = ConsoleStage().console("ann").hello("me").take()
    assert isinstance(me, MeNews)
    assert me.content.full_name == "Ann Example"
    at = {each.table: each for each in me.content.tables}
    assert "VoidRound" in at["A"].acts
    assert at["A"].views == ("dealer/A", "supervision/A", "display/A")
    assert me.content.views == ("floor", "me", "cases", "alerts", "cage", "jackpots", "promotions", "waiting", "lobby")
    (_, me) = ConsoleStage().console("olga").hello("me").take()
    assert isinstance(me, MeNews)
    assert "EngageStaff" in me.content.acts
    assert {each.acts for each in me.content.tables} == {()}


def test_a_view_is_sent_when_it_has_changed_and_not_else() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("display/A", "supervision/A", "dealer/B")
    ann.take()
    stage.pass_time()
    assert ann.take() == []
    before = stage.floor.sequence
    stage.give(InsertNote("M1", cents(2_000))).pass_time()
    (news,) = ann.take()
    assert isinstance(news, SupervisionNews)
    assert (news.prev, news.seq) == (before, stage.floor.sequence)
    assert news.content.sequence == news.content.dealer.sequence == news.seq
    assert news.content.terminals[0].meter == cents(2_000)


def test_the_cage_sees_its_drawers_as_they_change_with_what_was_said_in_clear() -> None:
    stage = ConsoleStage()
    carl = stage.console("carl").hello("cage")
    carl.take()
    carl.act(1, "OpenDrawer", drawer="1", counted=10_000)
    stage.pass_time()
    (done, news) = carl.take()
    assert isinstance(done, ActDone)
    assert isinstance(news, CageNews)
    assert [(each.name, each.person) for each in news.content.drawers] == [("1", "carl")]
    assert news.content.in_drawers == {"1": cents(10_000)}
    carl.act(2, "CloseDrawer", drawer="1", counted=9_000, why="one note was missing")
    stage.pass_time()
    (_, news) = carl.take()
    assert isinstance(news, CageNews)
    (drawer,) = news.content.drawers
    assert (drawer.difference, drawer.why) == (cents(-1_000), "one note was missing")
    assert news.content.in_drawers == {}


def test_the_operator_closes_a_drawer_that_was_left_open() -> None:
    stage = ConsoleStage()
    stage.console("carl").hello().act(1, "OpenDrawer", drawer="1", counted=10_000)
    stage.pass_time()
    olga = stage.console("olga").hello("me")
    (_, me) = olga.take()
    assert isinstance(me, MeNews)
    assert {"CloseDrawer", "CountDrawer"} <= set(me.content.acts)
    assert "OpenDrawer" not in me.content.acts
    olga.act(1, "OpenDrawer", drawer="2", counted=10_000).act(2, "CloseDrawer", drawer="1", counted=10_000)
    stage.pass_time()
    assert {type(each) for each in olga.take()} == {ActRefused, ActDone}
    assert [each.closed_by for each in stage.floor.vault.closed_drawers] == ["olga"]


def test_wagers_that_the_engine_tells_nobody_of_are_seen_at_the_next_tick() -> None:
    stage = ConsoleStage().fund("M1")
    ann = stage.console("ann").hello("supervision/A")
    ann.take()
    stage.now_ms += 1_000
    stage.give(PlaceWager("M1", "A", "red", cents(500)))
    stage.step()
    stage.exchange.publish(stage.writer.committed(stage.groups[-1]))
    assert ann.take() == []
    stage.room.tick()
    (news,) = ann.take()
    assert isinstance(news, SupervisionNews)
    assert news.content.terminals[0].staked == cents(500)


def test_nothing_is_shown_before_it_is_durable() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("cases")
    ann.take()
    stage.now_ms += 1_000
    stage.give(OpenCase(MANAGER[0], "bob", "M1", "dark"))
    stage.step()
    stage.room.tick()
    ann.say(Watch("supervision/A"), ViewAgain("cases"))
    assert ann.take() == []
    stage.commit()
    heard = ann.take()
    assert {message.view for message in heard if isinstance(message, CasesNews | SupervisionNews)} == {
        "cases",
        "supervision/A",
    }
    cases = [message for message in heard if isinstance(message, CasesNews)]
    assert all(case.content.cases[0].terminal == "M1" for case in cases)


def test_a_view_is_made_a_few_times_a_second_at_most_and_once_for_all() -> None:
    stage = ConsoleStage()
    ann, bob = stage.console("ann").hello("supervision/A"), stage.console("bob").hello("supervision/A")
    stage.pass_time()
    ann.take()
    bob.take()
    for _ in range(5):
        stage.give(InsertNote("M1", cents(500))).pass_time(10)
    assert len(ann.take()) <= 1
    stage.pass_time(1_000)
    ann.take()
    bob.take()
    stage.give(InsertNote("M1", cents(500))).pass_time(1_000)
    assert ann.pipe.data[-1] is bob.pipe.data[-1], "the same bytes to both"


def test_a_view_that_takes_long_is_made_less_often() -> None:
    stage = ConsoleStage()
    stage.took_ns = 100_000_000
    ann = stage.console("ann").hello("supervision/A")
    ann.take()
    stage.give(InsertNote("M1", cents(500))).pass_time(1_000)
    assert ann.take() == [], "a tenth of a second each: not every second"
    stage.pass_time(2_000)
    ann.take_one(SupervisionNews)


def test_who_comes_back_is_sent_only_what_has_changed() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("dealer/B", "supervision/A")
    welcome, dealer, supervision = ann.take()
    assert isinstance(welcome, ConsoleWelcome)
    assert isinstance(dealer, DealerNews)
    assert isinstance(supervision, SupervisionNews)
    ann.session.closed()
    stage.give(InsertNote("M1", cents(2_000))).pass_time()
    back = stage.console(session=ann.session.session)
    back.hello(boot=welcome.boot, **{"dealer/B": dealer.seq, "supervision/A": supervision.seq})
    again, changed = back.take()
    assert isinstance(again, ConsoleWelcome)
    assert again.same == ("dealer/B",)
    assert isinstance(changed, SupervisionNews)
    assert changed.prev == -1


def test_what_was_seen_under_another_login_counts_for_nothing() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("floor")
    floor = ann.take()[1]
    assert isinstance(floor, FloorNews)
    bob = stage.console("bob").hello(boot=1, floor=floor.seq)
    assert views(bob.take()) == ["floor"]


def test_who_finds_a_gap_asks_again() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("dealer/A")
    first = ann.take()[1]
    ann.say(ViewAgain("dealer/A"))
    again = ann.take_one(DealerNews)
    assert isinstance(first, DealerNews)
    assert (again.seq, again.prev, again.content) == (first.seq, -1, first.content)


def test_views_come_and_go() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello()
    assert ann.welcome().same == ()
    ann.say(Watch("supervision/A"))
    seq = ann.take_one(SupervisionNews).seq
    ann.say(Watch("supervision/A", seq))
    assert ann.take() == [], "as it was seen"
    ann.say(Unwatch("supervision/A"), Unwatch("supervision/A"), Unwatch("never watched"))
    stage.give(InsertNote("M1", cents(2_000))).pass_time()
    assert ann.take() == []
    for name in ("nix", "dealer", "dealer/", "dealer/Z", "floor/A", "", "/", "me/ann"):
        ann.say(Watch(name))
        refused = ann.take_one(NotWatched)
        assert (refused.view, refused.reason) == (name, "no_such_view")


def test_another_role_shows_other_views_at_once() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("cases", "supervision/A", "dealer/A")
    ann.take()
    stage.give(EngageStaff("ann", "Ann Example", {"interblock": MANAGER})).pass_time()
    heard = ann.take()
    refused = {message.view for message in heard if isinstance(message, NotWatched)}
    assert refused == {"supervision/A", "dealer/A"}
    stage.give(OpenCase(MANAGER[0], "bob", "M1", "dark")).pass_time()
    assert ann.take() == [], "a case at a table that is not theirs any more"
    stage.give(OpenCase(MANAGER[0], "bob", "I1", "dark")).pass_time()
    assert [case.terminal for case in ann.take_one(CasesNews).content.cases] == ["I1"]


def test_alerts_are_shown_where_one_works() -> None:
    stage = ConsoleStage()
    carl, ann = stage.console("carl").hello("alerts"), stage.console("ann").hello("alerts")
    carl.take()
    ann.take()
    stage.give(ReportLine("I1", up=False)).pass_time()
    stage.pass_time(600_000)
    raised = [message for message in ann.take() if isinstance(message, AlertsNews)]
    assert raised
    assert {line.place for line in raised[-1].content.open} >= {"I1"}
    assert not [line for message in carl.take() if isinstance(message, AlertsNews)
                for line in message.content.open if line.place == "I1"], "no role there"  # fmt: skip


def test_an_inspector_sees_the_whole_floor() -> None:
    (_, news) = ConsoleStage().console("ines").hello("inspection").take()
    assert isinstance(news, InspectionNews)
    assert {line.terminal for line in news.content.terminals} == {"M1", "M2", "M3", "I1", "I2", "I3"}


def test_a_view_that_cannot_be_made_stops_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("display/A", "dealer/A")
    ann.take()

    def broken(*_: object) -> Waits:
        raise LookupError("a bug")

    kind = Kind(CasesNews, of_table=False, audience=KINDS["cases"].audience, look=broken)
    monkeypatch.setitem(KINDS, "cases", kind)
    ann.say(Watch("cases"))
    assert ann.take_one(NotWatched).reason == "fault"
    stage.give(InsertNote("M1", cents(2_000))).pass_time()
    ann.say(Ping(7))
    ann.take_one(Pong)


def test_a_heartbeat_is_answered_before_and_after_hello() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").say(Ping(5))
    assert ann.take_one(Pong) == Pong(5, stage.now_ms)
    ann.hello().take()
    ann.say(Ping(6))
    assert ann.take_one(Pong).at == 6


def test_without_a_login_there_is_nothing() -> None:
    stage = ConsoleStage(demonstration=True)
    assert stage.console().bye() == "not_logged_in"
    assert stage.console(session="0" * 64).bye() == "not_logged_in"
    assert not stage.room.guests


def test_a_login_that_ends_ends_its_consoles() -> None:
    stage = ConsoleStage()
    ann, bob = stage.console("ann").hello("floor"), stage.console("bob").hello("floor")
    stage.log_out(ann.session.session)
    assert ann.bye() == "logged_out"
    stage.give(ReleaseStaff("bob", "olga")).turn()
    assert bob.bye() == "logged_out"
    assert not stage.room.guests
    late = stage.console("ann").hello()
    late.take()
    stage.pass_time(LASTS_MS + 1)
    assert late.bye() == "logged_out"


def test_a_silent_login_opens_no_console_and_looking_is_not_speaking() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("floor")
    logins, session = stage.office.logins, ann.session.session
    stage.now_ms += 14 * 60_000
    ann.say(Ping(1), ViewAgain("floor"))
    stage.now_ms += 2 * 60_000
    assert logins.is_idle(session)
    assert stage.console(session=session).bye() == "not_logged_in"
    ann.say(Watch("me"))
    assert not logins.is_idle(session)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{}", b"nonsense", b"\xff\xfe", b'{"type":"no"}', b'{"type":"watch"}', b'{"type":"watch","view":7}',
        b'{"type":"act","n":"1","act":"VoidRound","fields":{}}', b'{"type":"hello","protocol":"1"}', b"[" * 9_000,
        b'{"type":"act","n":0,"act":"VoidRound","fields":{}}', b'{"type":"act","n":-5,"act":"x","fields":{}}',
        b'{"type":"act","n":9007199254740992,"act":"x","fields":{}}', b'{"type":"ping","at":1e999}',
    ],
)  # fmt: skip
def test_what_is_no_message_ends_the_session_with_words(data: bytes) -> None:
    ann = ConsoleStage().console("ann").hello()
    ann.take()
    ann.say_bytes(data)
    assert ann.bye() == "malformed"
    ann.say_bytes(b'{"type":"ping","at":1}')
    assert ann.take() == []


def test_a_session_begins_with_one_hello_of_this_protocol() -> None:
    stage = ConsoleStage()
    assert stage.console("ann").say(Watch("floor")).bye() == "malformed"
    assert stage.console("ann").act(1, "VoidRound").bye() == "malformed"
    assert stage.console("ann").say(ConsoleHello(CONSOLE_PROTOCOL + 1)).bye() == "protocol"
    assert stage.console("ann").hello().hello().bye() == "malformed"
    assert stage.console("ann").hello(*map(str, range(300))).bye() == "malformed"


def test_what_is_too_long_or_too_often_ends_it() -> None:
    stage = ConsoleStage()
    assert stage.console("ann").say_bytes(b" " * (LARGEST_CONSOLE_MESSAGE + 1)).bye() == "too_long"
    bob = stage.console("bob")
    for _ in range(BURST + 1):
        bob.say(Ping(1))
    assert bob.bye() == "too_fast"
    again = stage.console(session=bob.session.session).say(Ping(1))
    assert again.bye() == "too_fast", "another socket of the same login is no way around it"


def test_a_reader_who_does_not_read_is_let_go() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("supervision/A")
    ann.take()
    ann.pipe.slow = True
    stage.give(InsertNote("M1", cents(2_000))).pass_time()
    assert ann.pipe.closed
    assert not stage.room.guests
    stage.give(InsertNote("M1", cents(2_000))).pass_time()


def test_a_login_opens_so_many_sockets_and_no_more() -> None:
    stage = ConsoleStage()
    session = stage.log_in("ann")
    lines = [stage.console(session=session) for _ in range(SOCKETS_OF_A_LOGIN)]
    assert stage.console(session=session).bye() == "too_many"
    lines[0].session.closed()
    assert stage.console(session=session).hello().welcome().person == "ann"


def test_everybody_is_told_when_the_floor_stops() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello()
    stage.room.stop()
    assert ann.bye() == "stopping"
    assert not stage.room.guests


def test_after_a_restart_a_login_goes_on() -> None:
    stage = ConsoleStage()
    ann = stage.console("ann").hello("floor")
    welcome, floor = ann.take()
    assert isinstance(welcome, ConsoleWelcome)
    assert isinstance(floor, FloorNews)
    after = ConsoleStage(floor=stage.twin)
    back = after.console(session=ann.session.session).hello(boot=welcome.boot, floor=floor.seq)
    assert isinstance(back.take()[0], ConsoleWelcome)
