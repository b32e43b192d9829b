"""Who is told what, and when: only what is on record, numbered without a gap, whole again after any absence."""

from __future__ import annotations

import random

import pytest

from openetg.floor.commands import (
    AnyCommand,
    CloseWagers,
    Collect,
    InsertNote,
    PlaceWager,
    RecordOutcome,
    RedeemPaper,
    ReportFault,
    ReportLaunch,
    ReportPrint,
    ReportReady,
    ReportUnread,
    VoidRound,
)
from openetg.floor.rounds.views import own_view
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from openetg.wire.codec import decode_to_terminal
from openetg.wire.messages import (
    Ack,
    Again,
    Clear,
    CollectMeter,
    Known,
    Note,
    OwnNews,
    Place,
    Refused,
    TableNews,
    TakeBack,
    TicketIn,
    ToTerminal,
    Welcome,
)
from tests.marks import clause
from tests.unit.server.stage import INTERBLOCK, MINISTAR, START_MS, Line, Screen, Stage


def unread(line: Line) -> list[ToTerminal]:
    """What was heard since the last time, left for whoever reads it then."""
    return [decode_to_terminal(data) for data in line.pipe.data[line.read :]]


def run(stage: Stage, outcome: str, *, table: str = INTERBLOCK) -> None:
    """One round from the launch to the outcome, each step a group of its own."""
    spin = stage.round(table).spin
    stage.give(ReportLaunch(table, spin, opposite=True)).turn(18_000)
    stage.give(CloseWagers(table, Closer.SENSOR, spin)).turn(5_000)
    stage.give(RecordOutcome(table, spin, outcome)).turn(9_000)


def test_answers_and_news_come_only_after_the_commit() -> None:
    stage = Stage().fund("I1", "I2")
    one, two = stage.line("I1").hello(), stage.line("I2").hello()
    one.take(), two.take()
    one.say(Place(1, "red", 500), Place(2, "moon", 500), Place(1, "red", 500), CollectMeter(3))
    stage.give(CloseWagers(INTERBLOCK, Closer.SENSOR))
    stage.step()
    assert (one.take(), two.take()) == ([], [])
    stage.commit()
    assert [type(message) for message in two.take()] == [TableNews]
    kinds = {type(message) for message in one.take()}
    assert kinds == {Ack, Refused, Known, TableNews}


@pytest.mark.parametrize("moment", ["hello", "again"])
def test_who_comes_while_a_group_is_in_flight_sees_nothing_of_it_before_it_is_durable(moment: str) -> None:
    """The outcome of the round and the win are in the floor and not yet on the disk."""
    stage = Stage().fund("I1")
    line = stage.line("I1")
    if moment == "again":
        line.hello().welcome()
    stage.give(PlaceWager("I1", INTERBLOCK, "straight:17", cents(1_000))).turn()
    line.take()
    run(stage, "0")
    line.take()
    stage.give(PlaceWager("I1", INTERBLOCK, "straight:17", cents(1_000)))
    stage.step()
    line.hello() if moment == "hello" else line.say(Again())
    assert line.take() == [], "an answer now would tell of what may never have been"
    stage.commit()
    told = line.take()[-1]
    assert isinstance(told, Welcome)
    assert told.own is not None
    assert (told.own.meter, told.own.spots) == (8_000, {"straight:17": 1_000})


def test_who_comes_while_a_group_is_in_flight_may_already_speak() -> None:
    stage = Stage()
    stage.fund("I2")
    stage.give(Collect("I2", "T-1"))
    stage.step()
    line = stage.line("I1").hello().say(Note(1, 500))
    stage.commit()
    stage.turn()
    welcome, news = line.take()
    assert isinstance(welcome, Welcome)
    assert isinstance(news, OwnNews)
    assert (welcome.own_seq, news.n) == (news.prev, 1)


def test_who_left_while_waiting_to_be_let_in_is_not_let_in() -> None:
    stage = Stage()
    stage.give(ReportReady(INTERBLOCK))
    stage.step()
    line = stage.line("I1").hello()
    line.session.closed()
    stage.commit()
    assert stage.exchange.listeners == []
    assert line.take() == []


def test_the_streams_have_no_gap_over_many_groups() -> None:
    """Everybody at both tables does something in every group, in every order, for many rounds."""
    chance = random.Random(3)
    stage = Stage()
    names = ("I1", "I2", "I3", "M1", "M2")
    stage.fund(*names)
    lines = {name: stage.line(name).hello() for name in names}
    screens = [Screen(line) for line in lines.values()]
    numbers = dict.fromkeys(names, 0)
    for _ in range(150):
        _stir(stage, lines, numbers, chance)
        stage.turn(chance.choice((0, 1, 700)))
        for screen in screens:
            screen.check()
    assert min(stage.table(name).rounds for name in (INTERBLOCK, MINISTAR)) > 20, "rounds were played"


def _stir(stage: Stage, lines: dict[str, Line], numbers: dict[str, int], chance: random.Random) -> None:
    """A handful of orders for one group: players, printers and wheels in any order."""
    for _ in range(chance.randint(1, 6)):
        name = chance.choice(list(lines))
        number = numbers[name] = numbers[name] + 1
        lines[name].say(
            chance.choice((
                Place(number, chance.choice(("red", "straight:17", "moon", "orphans")), chance.choice((50, 100, 900))),
                TakeBack(number, "red", 100),
                Clear(number),
                Note(number, 500),
                CollectMeter(number),
            ))
        )  # fmt: skip
        table = chance.choice((INTERBLOCK, MINISTAR))
        round_ = stage.round(table)
        if round_.phase.value == "HELD" or chance.random() < 0.5:
            continue
        wheel: list[AnyCommand] = [
            ReportLaunch(table, round_.spin, opposite=True),
            CloseWagers(table, Closer.SENSOR, round_.spin),
            RecordOutcome(table, round_.spin, chance.choice(("17", "1", "0"))),
        ]
        stage.give(*wheel[: chance.randint(0, 3)])


def test_news_and_answers_of_one_group_come_in_the_order_of_their_entries() -> None:
    """A close that returns a wager stands before the note of the same terminal in the same group."""
    stage = Stage().fund("I1")
    line = stage.line("I1").hello().say(Place(1, "red", 50))
    stage.turn()
    line.take()
    stage.give(CloseWagers(INTERBLOCK, Closer.SENSOR))
    line.say(Note(2, 500))
    stage.turn()
    own = [message for message in line.take() if isinstance(message, OwnNews)]
    assert [message.why for message in own] == ["returned", "note"]
    assert own[0].prev < own[0].seq == own[1].prev < own[1].seq


def test_a_refusal_says_the_reason_and_the_clause_and_moves_no_number() -> None:
    stage = Stage().fund("M1")
    line = stage.line("M1").hello()
    before = line.welcome().own_seq
    line.say(Place(1, "straight:17", 50), Note(2, 7))
    stage.turn()
    refusals = [message for message in line.take() if isinstance(message, Refused)]
    assert refusals == [
        Refused(1, "below_minimum", "1.1.minimum-bet", {"min": 100}),
        Refused(2, "note_not_accepted", "3.4.1"),
    ]
    line.say(Note(3, 500))
    stage.turn()
    assert line.take_one(OwnNews).prev == before


def test_an_acknowledgement_says_what_was_accepted_and_what_lies_there_now() -> None:
    stage = Stage().fund("I1")
    line = stage.line("I1").hello()
    line.take()
    line.say(Place(1, "straight:17", 6_000))
    stage.turn()
    assert line.take_one(Ack).spots == {"straight:17": 6_000}
    stage.fund("I1")
    line.take()
    line.say(Place(2, "straight:17", 6_000))
    stage.turn()
    ack = line.take_one(Ack)
    assert (ack.n, ack.accepted, ack.trimmed, ack.spots) == (2, 4_000, "4.3.2", {"straight:17": 10_000})
    assert (ack.meter, ack.staked) == (10_000, 10_000)


def test_an_acknowledgement_in_one_group_with_the_void_shows_an_empty_layout() -> None:
    """What an acknowledgement says lies there is what lies there when it is sent, as its meter is."""
    stage = Stage().fund("M1")
    line = stage.line("M1").hello()
    line.take()
    line.say(Place(1, "red", 500))
    stage.give(ReportFault(MINISTAR, "COVER_OPEN")).turn()
    ack = next(message for message in line.take() if isinstance(message, Ack))
    assert (ack.accepted, ack.meter, ack.staked, ack.spots) == (500, 10_000, 0, {"red": 0})


def test_every_acknowledgement_of_a_group_shows_what_all_its_wagers_made_of_the_layout() -> None:
    stage = Stage().fund("I1", "I2")
    one, two = stage.line("I1").hello(), stage.line("I2").hello()
    screen = Screen(one).catch_up()
    two.take()
    one.say(Place(1, "red", 500), Place(2, "red", 100))
    two.say(Place(1, "black", 300))
    one.say(Place(3, "black", 200))
    stage.turn()
    acks = [message for message in unread(one) if isinstance(message, Ack)]
    assert [(ack.n, ack.accepted, ack.meter, ack.staked, ack.spots) for ack in acks] == [
        (1, 500, 9_200, 800, {"red": 600}),
        (2, 100, 9_200, 800, {"red": 600}),
        (3, 200, 9_200, 800, {"black": 200}),
    ]
    assert [ack.prev for ack in acks[1:]] == [ack.seq for ack in acks[:-1]]
    screen.check()
    assert two.take_one(Ack).spots == {"black": 300}


def test_an_acknowledgement_behind_other_news_of_its_terminal_follows_on_from_it() -> None:
    stage = Stage().fund("I1")
    line = stage.line("I1").hello()
    screen = Screen(line).catch_up()
    stage.give(InsertNote("I1", cents(1_000)))
    line.say(Place(1, "red", 500))
    stage.give(InsertNote("I1", cents(2_000)))
    line.say(Place(2, "red", 500))
    stage.turn()
    heard = unread(line)
    assert [type(message) for message in heard] == [Ack, OwnNews, Ack]
    screen.check()


def test_the_same_number_again_is_known() -> None:
    stage = Stage().fund("I1")
    line = stage.line("I1").hello()
    line.take()
    line.say(Place(1, "red", 500), CollectMeter(2))
    stage.turn()
    line.take()
    line.say(Place(1, "red", 500), CollectMeter(2), Place(1, "black", 900))
    stage.turn()
    assert line.take() == [Known(1, 500, "", ""), Known(2, 0, "collect_not_now", "3.5"), Known(1, 500, "", "")]
    assert stage.floor.ledger.held("play/B/I1") == cents(500)


def test_a_number_too_old_is_stale() -> None:
    stage = Stage()
    line = stage.line("I1").hello().say(*(Note(number, 500) for number in range(1, 67)))
    stage.turn()
    line.take()
    line.say(Note(1, 500), Note(66, 500))
    stage.turn()
    assert line.take() == [Known(1, 0, "stale", ""), Known(66, 0, "", "")]


@clause("interblock", "3.7")
def test_everybody_hears_the_outcome_and_who_was_away_is_paid_all_the_same() -> None:
    stage = Stage().fund("I1", "I2", "I3")
    here, away, idle = (Screen(stage.line(name).hello()) for name in ("I1", "I2", "I3"))
    here.line.say(Place(1, "straight:17", 1_000))
    away.line.say(Place(1, "red", 1_000), Place(2, "black", 1_000))
    stage.turn()
    away.catch_up()
    away.line.session.closed()
    run(stage, "17")
    for screen in (here, idle):
        screen.check()
        assert screen.client.table is not None
        assert screen.client.table.last_outcome == "17"
    client = away.client
    away.line = stage.line("I2").hello(client.boot, client.own_seq, client.table_seq)
    away.check()
    assert client.table is not None
    assert client.table.last_outcome == "17"
    assert client.own is not None
    assert (client.own.meter, client.own.win, client.own.paid, client.own.spots) == (10_000, 1_000, 2_000, {})


def test_who_shows_an_old_win_hears_that_it_is_over() -> None:
    """The next round is settled without it: its win meter goes back to nothing."""
    stage = Stage().fund("I1")
    screen = Screen(stage.line("I1").hello())
    screen.line.say(Place(1, "red", 1_000))
    stage.turn()
    run(stage, "1")
    screen.check()
    assert screen.client.own is not None
    assert screen.client.own.win == 1_000
    run(stage, "1")
    screen.check()
    assert screen.client.own.win == 0
    before = screen.client.own_seq
    run(stage, "1")
    screen.check()
    assert screen.client.own_seq == before, "once is enough"


def test_an_old_win_is_over_after_a_restart_too() -> None:
    stage = Stage().fund("I1")
    stage.give(PlaceWager("I1", INTERBLOCK, "red", cents(1_000))).turn()
    run(stage, "1")
    stage = stage.restart()
    screen = Screen(stage.line("I1").hello())
    stage.give(ReportReady(INTERBLOCK)).turn()
    run(stage, "1")
    screen.check()


def test_a_view_that_was_seen_is_left_out_and_any_other_is_whole() -> None:
    stage = Stage().fund("I1")
    line = stage.line("I1").hello()
    first = line.welcome()
    assert None not in (first.layout, first.own, first.table)
    line.session.closed()

    back = stage.line("I1").hello(first.boot, first.own_seq, first.table_seq).welcome()
    assert (back.layout, back.own, back.table) == (None, None, None)
    assert (back.boot, back.own_seq, back.table_seq) == (first.boot, first.own_seq, first.table_seq)

    stage.fund("I1")
    back = stage.line("I1").hello(first.boot, first.own_seq, first.table_seq).welcome()
    assert back.own == own_view(stage.floor, "I1")
    assert (back.layout, back.table) == (None, None)

    run(stage, "5")
    back = stage.line("I1").hello(first.boot, back.own_seq, back.table_seq).welcome()
    assert back.own is None
    assert back.table is not None
    assert back.table.last_outcome == "5"


def test_whoever_asks_again_gets_everything() -> None:
    stage = Stage().fund("I1")
    line = stage.line("I1").hello()
    first = line.welcome()
    again = line.say(Again()).welcome()
    assert (again.boot, again.own, again.table) == (first.boot, first.own, first.table)


def test_a_view_seen_before_a_restart_is_not_taken_for_the_present_one() -> None:
    """It left, the floor went on, restarted twice, and numbers must not meet by chance."""
    stage = Stage()
    seen = []
    for _ in range(3):
        line = stage.line("I1").hello()
        welcome = line.welcome()
        seen.append(welcome.own_seq)
        line.session.closed()
        stage.fund("I1")
        stage = stage.restart()
        back = stage.line("I1").hello(welcome.boot, welcome.own_seq, welcome.table_seq).welcome()
        assert back.own == own_view(stage.floor, "I1")
        assert back.own_seq not in seen


def test_a_slow_reader_comes_back_and_misses_nothing() -> None:
    stage = Stage().fund("I1")
    screen = Screen(stage.line("I1").hello())
    screen.catch_up()
    screen.line.pipe.slow = True
    screen.line.say(Place(1, "red", 500))
    stage.turn()
    assert screen.line.pipe.closed
    stage.fund("I1")
    client = screen.client
    screen.line = stage.line("I1").hello(client.boot, client.own_seq, client.table_seq)
    screen.check()


def test_a_fresh_page_gets_a_life_of_its_own() -> None:
    stage = Stage()
    boots = [stage.line("I1").hello().welcome().boot for _ in range(4)]
    assert boots == sorted(set(boots)), "two pages in one millisecond are still two"
    stage.line("I1").hello().say(Note(1, 500))
    stage.turn()
    assert stage.line("I1").hello().welcome().boot > max(boots) + 1


def test_two_fresh_pages_are_not_taken_for_one() -> None:
    """The first page's order still waits when the second page sends its own number 1."""
    stage = Stage()
    first = stage.line("I1").hello().say(Note(1, 500))
    second = stage.line("I1").hello().say(Note(1, 2_000))
    stage.turn()
    assert first.bye() == "replaced"
    assert stage.floor.ledger.held("meter/I1") == cents(2_500)
    assert [type(message) for message in second.take()] == [Welcome, OwnNews, OwnNews]


def test_a_page_that_comes_back_keeps_its_life_and_its_numbers() -> None:
    stage = Stage()
    line = stage.line("I1").hello()
    boot = line.welcome().boot
    line.say(Note(1, 500), Note(2, 500))
    stage.turn()
    back = stage.line("I1").hello(boot).welcome()
    assert (back.boot, back.last) == (boot, 2)
    after = stage.restart()
    back = after.line("I1").hello(boot).welcome()
    assert (back.boot, back.last) == (boot, 2)


def test_an_old_life_is_over_once_another_has_begun() -> None:
    stage = Stage()
    old = stage.line("I1").hello().welcome().boot
    new = stage.line("I1").hello().welcome().boot
    back = stage.line("I1").hello(old).welcome()
    assert back.boot > new > old
    assert None not in (back.layout, back.own, back.table)


@pytest.mark.slow
@pytest.mark.parametrize("boot", [START_MS + 10**9, 2**53, 10**40, -1])
def test_a_life_nobody_was_given_is_not_taken_on(boot: int) -> None:
    """It would leave no room for later ones, or pass for one that is to come."""
    stage = Stage()
    stage.line("I1").hello().say(Note(1, 500))
    stage.turn()
    given = stage.line("I1").hello(boot).welcome().boot
    assert given != boot
    assert START_MS <= given < START_MS + 1_000


def test_an_order_of_a_page_that_was_replaced_reaches_its_successor_as_news() -> None:
    """The answer went with the page; what it changed did not."""
    stage = Stage().fund("I1")
    first = stage.line("I1").hello()
    boot = first.welcome().boot
    first.say(Place(1, "red", 500))
    second = Screen(stage.line("I1").hello(boot))
    second.line.say(Place(1, "red", 500))
    stage.turn()
    second.check()
    assert second.client.own is not None
    assert second.client.own.spots == {"red": 500}


EVENTS = ["settled", "void", "returned", "ticket_issued", "ticket_failed"]


@pytest.mark.parametrize("why", EVENTS)
def test_what_others_bring_about_reaches_the_terminal_it_concerns(why: str) -> None:
    stage = Stage().fund("I1", "I2")
    screens = [Screen(stage.line(name).hello()) for name in ("I1", "I2")]
    screens[0].line.say(Place(1, "red", 50 if why == "returned" else 500))
    if why.startswith("ticket"):
        screens[0].line.say(Clear(2))
    stage.turn()
    for screen in screens:
        screen.check()
    _bring_about(stage, why)
    heard: list[ToTerminal] = screens[0].line.take()
    own = [message for message in heard if isinstance(message, OwnNews)]
    assert [message.why for message in own] == [why]
    assert own[0].own == own_view(stage.floor, "I1")
    assert not [message for message in screens[1].line.take() if isinstance(message, OwnNews)]


def _bring_about(stage: Stage, why: str) -> None:
    spin = stage.round().spin
    if why.startswith("ticket"):
        # Printed by hand here, so that the conductor's printer does not come first.
        stage.give(Collect("I1", "T-1"))
        stage.give(ReportPrint("I1", "T-1", printed=why == "ticket_issued")).turn()
    elif why == "returned":
        stage.give(CloseWagers(INTERBLOCK, Closer.SENSOR, spin)).turn()
    elif why == "settled":
        run(stage, "1")
    else:
        stage.give(ReportLaunch(INTERBLOCK, spin)).turn()
        stage.give(CloseWagers(INTERBLOCK, Closer.SENSOR, spin), ReportUnread(INTERBLOCK, spin)).turn()
        stage.give(_void(stage)).turn()


def _void(stage: Stage) -> VoidRound:
    number = stage.round().number
    return VoidRound("assistant_gaming_manager", "nightingale", INTERBLOCK, None, "nobody saw it", number)


def test_the_table_hears_of_a_fault_and_only_its_own_table() -> None:
    stage = Stage()
    ministar, interblock = stage.line("M1").hello(), stage.line("I1").hello()
    ministar.take(), interblock.take()
    stage.give(ReportFault(MINISTAR, "MOTOR")).turn()
    news = ministar.take_one(TableNews)
    assert (news.table.phase, news.table.cause, news.table.clause) == ("VOID", "MOTOR", "7.4.1.2")
    assert interblock.take() == []


def test_a_player_is_not_told_who_paid_a_ticket_before() -> None:
    stage = Stage()
    line = stage.line("I1").hello()
    stage.fund("I1", dollars=20)
    stage.give(Collect("I1", "T-1")).turn()
    stage.give(ReportPrint("I1", "T-1", printed=True)).turn()
    stage.give(RedeemPaper("cashier", "carla", "T-1")).turn()
    line.say(TicketIn(1, "T-1"))
    stage.turn()
    refused = next(each for each in line.take() if isinstance(each, Refused))
    assert refused.reason == "ticket_redeemed"
    assert refused.details["where"]
    assert "person" not in refused.details
