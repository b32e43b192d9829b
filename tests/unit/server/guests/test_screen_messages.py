"""What a screen needs beyond wagers: calls, bounds, locks, a record of its own, and the hash behind what was said."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from openetg.floor.commands import (
    AcknowledgeAlert,
    AnyCommand,
    CloseWagers,
    Collect,
    EngageStaff,
    Order,
    PlaceWager,
    RecordOutcome,
    ReportLaunch,
    ReportPrint,
    ReportReady,
    ReportSignal,
    StaffMessage,
    StartWriter,
    TellPlayer,
)
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import CALLS, Floor
from openetg.journal import places
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.rulebook.schema.policies import Closer
from openetg.server.guests.sessions import Session, key_of, keys_from
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.writer.engine import Clock, Engine
from openetg.server.writer.writer import Writer
from openetg.wire.codec import decode_to_terminal, encode
from openetg.wire.messages import (
    PROTOCOL,
    Ack,
    AskRecord,
    Bound,
    Call,
    Hello,
    OwnNews,
    Place,
    RecordPart,
    Refused,
    Repeat,
    TableNews,
)
from tests.unit.server.stage import HOUSE, INTERBLOCK, MINISTAR, SECRET, FakePipe, Line, Stage

NEVER = 2**53


def joined(stage: Stage, terminal: str = "I1") -> Line:
    line = stage.line(terminal).hello()
    line.take()
    return line


def run(stage: Stage, outcome: str, *, table: str = INTERBLOCK) -> None:
    spin = stage.round(table).spin
    stage.give(ReportLaunch(table, spin, opposite=True)).turn(18_000)
    stage.give(CloseWagers(table, Closer.SENSOR, spin)).turn(5_000)
    stage.give(RecordOutcome(table, spin, outcome)).turn(9_000)


@pytest.mark.parametrize("what", ["attendant", "fault"])
def test_a_player_calls_somebody_and_sees_that_the_call_waits_and_that_it_was_taken_note_of(what: str) -> None:
    stage = Stage().give(EngageStaff("ben", "Ben", {"interblock": ("electronic_gaming_supervisor",)})).fund("I1")
    line = joined(stage).say(Call(1, what))  # type: ignore[arg-type]
    stage.turn()
    called = line.take_one(OwnNews)
    assert (called.n, called.why, called.own.called) == (1, "called", (what,))
    line.say(Call(2, what))  # type: ignore[arg-type]
    stage.turn()
    again = line.take_one(Refused)
    assert (again.n, again.reason) == (2, "already_there")
    (alert,) = (each for each in stage.floor.alerts.open.values() if each.kind is CALLS[what])
    stage.give(AcknowledgeAlert("electronic_gaming_supervisor", "ben", alert.number, "was there")).turn()
    noted = line.take_one(OwnNews)
    assert (noted.why, noted.own.called) == ("noted", ())


def test_a_message_of_the_staff_is_told_to_the_one_terminal_it_is_for() -> None:
    stage = Stage().fund("I1", "I2")
    line, other = joined(stage), joined(stage, "I2")
    stage.give(TellPlayer("assistant_gaming_manager", "ann", "I1", StaffMessage.SEE_ATTENDANT)).turn()
    news = line.take_one(OwnNews)
    assert (news.why, news.own.message, news.own.message_at_ms) == ("told", "see-attendant", stage.now_ms)
    assert other.take() == []
    stage.give(Collect("I1", "K1"), ReportPrint("I1", "K1", printed=True)).turn()
    left = [each for each in line.take() if isinstance(each, OwnNews)][-1]
    assert (left.own.message, left.own.message_at_ms) == ("", 0)


def test_a_player_asks_to_be_paid_by_hand_where_the_rules_know_that() -> None:
    stage = Stage().fund("M1")
    line = joined(stage, "M1").say(Call(1, "payout"))
    stage.turn()
    assert line.take_one(OwnNews).own.called == ("payout",)


def test_a_player_sets_bounds_for_this_visit_and_nobody_makes_them_wider() -> None:
    stage = Stage().fund("I1")
    line = joined(stage).say(Bound(1, loss_max=2_000, lasts_ms=3_600_000))
    stage.turn()
    news = line.take_one(OwnNews)
    bounds = news.own.bounds
    assert (news.n, news.why) == (1, "bound")
    assert bounds is not None
    assert (bounds.loss_max, bounds.lost, bounds.is_own) == (2_000, 0, True)
    assert bounds.ends_at_ms == bounds.begun_at_ms + 3_600_000
    line.say(Bound(2, loss_max=3_000, lasts_ms=3_600_000))
    stage.turn()
    wider = line.take_one(Refused)
    assert (wider.n, wider.reason) == (2, "bound_stands")
    line.say(Place(3, "red", 1_500))
    stage.turn()
    assert isinstance(line.take_one(Ack), Ack)
    run(stage, "2")
    lost = [each for each in line.take() if isinstance(each, OwnNews)][-1]
    assert lost.own.bounds is not None
    assert lost.own.bounds.lost == 1_500
    line.say(Place(4, "red", 1_000))
    stage.turn()
    assert line.take_one(Refused).reason == "loss_bound"


@pytest.mark.parametrize("bound", [Bound(1, NEVER), Bound(1, 0, NEVER), Bound(0, 500), Bound(1, -NEVER)])
def test_a_bound_no_page_could_have_meant_ends_the_session(bound: Bound) -> None:
    line = joined(Stage()).say(bound)
    assert line.bye() == "malformed"


def test_rounds_play_by_themselves_only_where_the_rules_allow_it() -> None:
    stage = Stage().fund("I1", "M1")
    lines = {INTERBLOCK: joined(stage), MINISTAR: joined(stage, "M1")}
    for table, terminal in ((INTERBLOCK, "I1"), (MINISTAR, "M1")):
        stage.give(PlaceWager(terminal, table, "red", cents(500))).turn()
        run(stage, "2", table=table)
        stage.give(ReportReady(table)).turn()
        lines[table].take()
        lines[table].say(Repeat(1, auto=True))
        stage.turn()
    (told,) = (each for each in lines[INTERBLOCK].take() if isinstance(each, Ack))
    assert told.spots == {"red": 500}
    refused = [each for each in lines[MINISTAR].take() if isinstance(each, Refused)]
    assert [each.clause for each in refused] == ["3.2"]
    lines[MINISTAR].say(Repeat(2))
    stage.turn()
    assert [type(each) for each in lines[MINISTAR].take()] == [Ack], "by a touch it is allowed"


def test_a_terminal_is_told_what_it_may_not_do_and_by_which_clause() -> None:
    stage = Stage().fund("I1")
    line = joined(stage)
    stage.give(ReportSignal("I1", "door")).turn()
    news = [each for each in line.take() if isinstance(each, OwnNews)][-1]
    (lock,) = news.own.locks
    assert (lock.clause, lock.stops) == ("9.5", ("wager", "fund"))
    line.say(Place(1, "red", 500))
    stage.turn()
    refused = line.take_one(Refused)
    assert (refused.reason, refused.clause) == (lock.reason, lock.clause), "the lock says why before one tries"


class Keeper:
    """Somebody who has asked for records."""

    def __init__(self) -> None:
        self.parts: list[tuple[str, RecordPart]] = []

    def heard(self, terminal: str, part: RecordPart) -> None:
        self.parts.append((terminal, part))


def test_what_a_terminal_kept_is_handed_to_whoever_asked_and_touches_nothing_else() -> None:
    stage = Stage()
    keeper = stage.exchange.records = Keeper()
    line = joined(stage)
    assert stage.exchange.tell_terminal("I1", encode(AskRecord(7, 3)))
    assert line.take_one(AskRecord) == AskRecord(7, 3)
    part = RecordPart(7, 0, 1, ("one", "two"))
    line.say(part)
    assert keeper.parts == [("I1", part)]
    assert stage.writer.waiting == 0
    assert not stage.exchange.tell_terminal("I2", b"x"), "it is not there"
    assert not stage.exchange.tell_terminal("nobody", b"x")


def test_a_record_nobody_asked_for_is_not_taken() -> None:
    stage = Stage()
    line = joined(stage).say(RecordPart(7, 0, 1, ("one",)))
    assert line.take() == []
    stranger = stage.line("I1").say(RecordPart(7, 0, 1, ("one",)))
    assert stranger.bye() == "malformed"


def test_news_of_a_table_carry_the_hash_of_the_group_they_are_in(tmp_path: Path) -> None:
    """The journal's own: whoever kept it can show later what was said."""

    async def scene() -> None:
        with closing(places.create(str(tmp_path / "journal"), journal_id="j")) as store:
            engine = Engine(store, store.claim(), Writer(Floor()), Clock())
            books = {plan.rulebook: load(plan.rulebook).rulebook for plan in HOUSE.tables}
            wishes = [StartWriter(LOGIC, "test"), *founding_commands(Floor(), HOUSE, books), ReportReady(INTERBLOCK)]
            for number, command in enumerate(wishes, start=1):
                engine.writer.submit(Order("house", 1, number, command))
            await engine.turn()
            pipe = FakePipe()
            session = Session(engine.exchange, pipe, keys_from(SECRET))
            session.receive(encode(Hello(PROTOCOL, "I1", key_of(SECRET, "I1"))), engine.clock.now_ms)
            more: list[AnyCommand] = [ReportReady(MINISTAR), CloseWagers(INTERBLOCK, Closer.SENSOR)]
            for number, command in enumerate(more, start=1):
                engine.writer.submit(Order("test", 1, number, command))
                await engine.turn()
            heard = [decode_to_terminal(data) for data in pipe.data]
            news = [each for each in heard if isinstance(each, TableNews)]
            assert news
            groups = list(store.groups(after_sequence=0))
            for each in news:
                (group,) = (group for group in groups if group.first <= each.seq <= group.last)
                assert each.head == group.hash.hex()

    asyncio.run(scene())
