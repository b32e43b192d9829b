"""One terminal at several tables: it is told of the one it has turned to, its money is one, and no answer is about
another table than it says.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
from msgspec.structs import replace

from openetg.floor.commands import (
    AnyCommand,
    CloseWagers,
    LinkTerminal,
    OfferChoiceOfWheel,
    Order,
    PlaceWager,
    RecordOutcome,
    ReportByPlayer,
    ReportLaunch,
    ReportReady,
    StartWriter,
)
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import PlayerReported
from openetg.floor.pipeline import decide
from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.floor.rounds.results import came_to, left, show_result
from openetg.floor.rounds.views import own_view, table_view
from openetg.floor.state import Floor, Phase, Terminal
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.rulebook.schema.policies import Closer
from openetg.server.guests.sessions import key_of
from openetg.server.plan.demonstration import demonstration
from openetg.server.plan.floor_plan import House, founding_commands
from openetg.server.writer.writer import Writer
from openetg.wire.messages import (
    PROTOCOL,
    Ack,
    Again,
    Call,
    Clear,
    Hello,
    Note,
    OwnNews,
    Place,
    Refused,
    Sit,
    TableNews,
    Undo,
    Welcome,
)
from tests.unit.server.stage import SECRET, START_MS, Line, Screen, Stage

ROULETTE, DICE = "B", "C"
WAGERS = {ROULETTE: ("red", "straight:17"), DICE: ("small", "single:3")}


def floor_of(house: House, *more: AnyCommand) -> Floor:
    """A floor that stands as planned, with every device ready."""
    rulebooks = {plan.rulebook: load(plan.rulebook).rulebook for plan in house.tables}
    writer = Writer(Floor())
    ready = [ReportReady(plan.table) for plan in house.tables]
    wishes = [StartWriter(LOGIC, "test"), *founding_commands(Floor(), house, rulebooks), *more, *ready]
    for number, command in enumerate(wishes, start=1):
        writer.submit(Order("house", 1, number, command))
    group = writer.step(START_MS)
    assert group is not None
    refused = [each for each in writer.committed(group) if isinstance(each.verdict, Refusal)]
    assert not refused, refused
    return writer.floor


@cache
def interblock() -> Floor:
    """Roulette and Sic Bo; the terminals I1, I2 … of the first play at both from one meter."""
    return floor_of(replace(demonstration(terminals=3, tables=(ROULETTE, DICE)), staff=()))


@pytest.fixture
def stage() -> Stage:
    return Stage(interblock()).fund("I1")


def run(stage: Stage, table: str, outcome: str) -> None:
    """One round from the launch to the outcome, each step a group of its own."""
    spin = stage.round(table).spin
    stage.give(ReportLaunch(table, spin, opposite=True)).turn(18_000)
    stage.give(CloseWagers(table, Closer.SENSOR, spin)).turn(5_000)
    stage.give(RecordOutcome(table, spin, outcome)).turn(9_000)


def own_news(line: Line) -> list[OwnNews]:
    """What a terminal heard about itself since the last time."""
    return [each for each in line.take() if isinstance(each, OwnNews)]


def back(stage: Stage, terminal: str, client_of: Screen, table: str) -> Line:
    """The same page again after its line was cut."""
    client = client_of.client
    hello = Hello(PROTOCOL, terminal, key_of(SECRET, terminal), client.boot, client.own_seq, client.table_seq, table)
    return stage.line(terminal).say(hello)


def test_a_terminal_turns_to_another_of_its_tables_and_is_told_everything_about_it(stage: Stage) -> None:
    run(stage, DICE, "1-2-6")
    line = stage.line("I1").hello()
    first = line.welcome()
    assert first.layout is not None
    assert first.table is not None
    assert (first.layout.game, first.table.table, first.past) == ("roulette", ROULETTE, ())
    turned = line.say(Sit(DICE)).welcome()
    assert turned.layout is not None
    assert turned.table is not None
    assert turned.own is not None
    assert (turned.layout.game, turned.table.table, turned.past) == ("sic-bo", DICE, ("1-2-6",))
    assert (turned.own.meter, turned.boot, turned.last) == (10_000, first.boot, first.last)


def test_it_plays_at_the_table_it_has_turned_to_and_sees_what_it_has_staked_elsewhere(stage: Stage) -> None:
    line = stage.line("I1").hello().say(Place(1, "red", 500))
    stage.turn()
    line.take()
    line.say(Sit(DICE), Place(2, "small", 700))
    stage.turn()
    welcome, ack = line.take()
    assert isinstance(welcome, Welcome)
    assert welcome.own is not None
    assert (welcome.own.staked, welcome.own.spots, welcome.own.elsewhere) == (0, {}, {ROULETTE: 500})
    assert isinstance(ack, Ack)
    assert (ack.n, ack.meter, ack.staked, ack.spots) == (2, 8_800, 700, {"small": 700})
    again = line.say(Sit(ROULETTE)).welcome()
    assert again.own is not None
    assert (again.own.staked, again.own.spots, again.own.elsewhere) == (500, {"red": 500}, {DICE: 700})


def test_it_hears_the_table_it_has_turned_to_and_no_longer_the_other(stage: Stage) -> None:
    line = stage.line("I1").hello().say(Sit(DICE))
    line.take()
    stage.give(CloseWagers(ROULETTE, Closer.SENSOR)).turn()
    assert line.take() == []
    stage.give(CloseWagers(DICE, Closer.SENSOR)).turn()
    assert line.take_one(TableNews).table.table == DICE


def test_what_another_table_settles_comes_as_own_news_that_name_that_table(stage: Stage) -> None:
    line = stage.line("I1").hello().say(Place(1, "red", 500))
    stage.turn()
    number = stage.round(ROULETTE).number
    line.say(Sit(DICE)).take()
    run(stage, ROULETTE, "1")
    (news,) = own_news(line)
    assert (news.why, news.table, news.round) == ("settled", ROULETTE, number)
    assert (news.own.meter, news.own.win, news.own.paid, news.own.elsewhere) == (10_500, 0, 0, {})
    assert (news.win, news.paid) == (500, 1_000), "the win meter is of the table it has turned to"
    line.say(Sit(ROULETTE))
    there = line.welcome().own
    assert there is not None
    assert (there.win, there.paid) == (500, 1_000)
    stage.give(ReportReady(ROULETTE)).turn()
    line.say(Place(2, "red", 500))
    stage.turn()
    line.take()
    run(stage, ROULETTE, "2")
    (news,) = own_news(line)
    assert (news.why, news.table, news.win, news.paid) == ("settled", "", 0, 0), "it is at this table"


def test_an_answer_about_a_table_it_has_turned_away_from_does_not_pass_for_the_present_one(stage: Stage) -> None:
    line = stage.line("I1").hello().say(Place(1, "red", 500), Sit(DICE))
    assert [type(each) for each in line.take()] == [Welcome, Welcome]
    stage.turn()
    news = line.take_one(OwnNews)
    assert (news.n, news.table) == (1, ROULETTE)
    assert (news.own.meter, news.own.staked, news.own.spots, news.own.elsewhere) == (9_500, 0, {}, {ROULETTE: 500})
    line.say(Sit(ROULETTE), Clear(2), Sit(DICE)).take()
    stage.turn()
    news = line.take_one(OwnNews)
    assert (news.n, news.table, news.why, news.own.meter) == (2, ROULETTE, "taken_back", 10_000)


def test_a_command_that_follows_a_turn_is_for_the_new_table_also_while_a_group_is_in_flight(stage: Stage) -> None:
    line = stage.line("I1").hello()
    line.take()
    stage.fund("I2")
    stage.give(ReportReady(ROULETTE))
    stage.step()
    line.say(Sit(DICE), Place(1, "small", 500))
    assert line.take() == [], "what is shown of the new table must be on record"
    stage.commit()
    stage.turn()
    welcome, ack = line.take()
    assert isinstance(welcome, Welcome)
    assert isinstance(ack, Ack)
    assert stage.round(DICE).wagers["I1"] == {"small": cents(500)}
    assert ack.spots == {"small": 500}


@pytest.mark.parametrize("wish", ["A", "nowhere", "", ROULETTE])
def test_a_wish_for_a_table_that_is_not_its_own_leaves_it_where_it_is(stage: Stage, wish: str) -> None:
    line = stage.line("I1").hello()
    line.take()
    welcome = line.say(Sit(wish)).welcome()
    assert welcome.table is not None
    assert (welcome.table.table, welcome.layout is not None) == (ROULETTE, True)
    line.say(Place(1, "red", 500))
    stage.turn()
    assert line.take_one(Ack).spots == {"red": 500}


def test_a_terminal_with_one_table_does_not_turn(stage: Stage) -> None:
    line = stage.line("S1").hello()
    line.take()
    welcome = line.say(Sit(ROULETTE)).welcome()
    assert welcome.table is not None
    assert welcome.table.table == DICE


def test_who_comes_back_at_a_table_is_not_told_again_what_it_has_seen_there(stage: Stage) -> None:
    screen = Screen(stage.line("I1").hello().say(Sit(DICE))).catch_up()
    welcome = back(stage, "I1", screen, DICE).welcome()
    assert (welcome.layout, welcome.own, welcome.table, welcome.screen, welcome.past) == (None, None, None, None, ())
    run(stage, DICE, "1-2-6")
    line = back(stage, "I1", screen, DICE)
    welcome = line.welcome()
    assert welcome.table is not None
    assert (welcome.layout, welcome.table.table) == (None, DICE)
    line.say(Again())
    again = line.welcome()
    assert again.table is not None
    assert (again.layout, again.table.table) == (None, DICE)


def test_who_comes_back_at_a_table_it_may_not_play_at_is_told_everything_about_its_own(stage: Stage) -> None:
    screen = Screen(stage.line("I1").hello()).catch_up()
    welcome = back(stage, "I1", screen, "A").welcome()
    assert welcome.layout is not None
    assert welcome.table is not None
    assert welcome.table.table == ROULETTE


def test_a_page_opened_elsewhere_at_another_table_takes_the_place_of_the_first(stage: Stage) -> None:
    first = stage.line("I1").hello().say(Sit(DICE))
    second = stage.line("I1").hello()
    assert first.bye() == "replaced"
    second.take()
    stage.give(CloseWagers(DICE, Closer.SENSOR)).turn()
    assert second.take() == []
    second.session.closed()
    assert stage.exchange.listeners == []
    stage.give(CloseWagers(ROULETTE, Closer.SENSOR)).turn()


def test_a_session_that_has_left_does_not_turn(stage: Stage) -> None:
    line = stage.line("I1").hello()
    line.take()
    stage.give(ReportReady(DICE))
    stage.step()
    line.say(Sit(DICE))
    line.session.closed()
    stage.commit()
    assert line.take() == []
    assert stage.exchange.listeners == []


def test_while_a_command_was_turned_away_a_terminal_does_not_turn(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It sends that command again, and meant the table it was at."""
    line = stage.line("I1").hello()
    line.take()
    monkeypatch.setattr("openetg.server.writer.writer.LARGEST_INBOX", 0)
    line.say(Place(1, "red", 500))
    line.take()
    monkeypatch.undo()
    welcome = line.say(Sit(DICE)).welcome()
    assert welcome.table is not None
    assert welcome.table.table == ROULETTE
    line.say(Place(1, "red", 500))
    stage.turn()
    assert line.take_one(Ack).spots == {"red": 500}


def test_where_two_tables_settle_in_one_group_a_terminal_is_told_of_the_one_it_has_turned_to(stage: Stage) -> None:
    line = stage.line("I1").hello().say(Place(1, "red", 500), Sit(DICE), Place(2, "small", 500))
    stage.turn()
    for table in (ROULETTE, DICE):
        stage.give(ReportLaunch(table, stage.round(table).spin, opposite=True))
    stage.turn(18_000)
    for table in (ROULETTE, DICE):
        stage.give(CloseWagers(table, Closer.SENSOR, stage.round(table).spin))
    stage.turn(5_000)
    line.take()
    number = stage.round(DICE).number
    # That of the other table comes last, and is in the meter all the same.
    stage.give(RecordOutcome(DICE, stage.round(DICE).spin, "1-2-3"))
    stage.give(RecordOutcome(ROULETTE, stage.round(ROULETTE).spin, "1")).turn(9_000)
    (news,) = own_news(line)
    assert (news.why, news.table, news.round, news.own.meter) == ("settled", "", number, 11_000)


def test_a_terminal_whose_link_to_a_table_ends_is_brought_back_to_its_own() -> None:
    house = replace(demonstration(terminals=1, tables=("D",)), staff=())
    live = replace(house.tables[0], table="L", kind="live", terminals=())
    house = replace(house, tables=(*house.tables, live))
    novo = rulebook_hash(load("novo-unity").rulebook)
    role = "casino_operator"
    stage = Stage(floor_of(house, OfferChoiceOfWheel(role, "ann", novo, offered=True), LinkTerminal("N1", "L")))
    stage.fund("N1")
    line = stage.line("N1").hello().say(Sit("L"))
    line.take()
    stage.give(OfferChoiceOfWheel(role, "ann", novo, offered=False)).turn()
    welcome = line.take()[-1]
    assert isinstance(welcome, Welcome)
    assert welcome.table is not None
    assert (welcome.table.table, welcome.layout is not None) == ("D", True)
    line.say(Place(1, "red", 500))
    stage.turn()
    assert line.take_one(Ack).spots == {"red": 500}


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_at_both_tables_every_screen_shows_what_is_so(seed: int) -> None:
    chance = random.Random(seed)
    names = ("I1", "I2", "S1")
    stage = Stage(interblock()).fund(*names)
    screens = {name: Screen(stage.line(name).hello()) for name in names}
    numbers = dict.fromkeys(names, 0)
    for _ in range(120):
        for table in (ROULETTE, DICE):
            _go_on(stage, table, chance)
        for name in names:
            _touch(screens[name].line, numbers, name, chance)
        stage.turn(chance.choice((0, 700, 9_000)))
        for name in names:
            _check(screens[name], stage, name)
    assert min(stage.table(table).rounds for table in (ROULETTE, DICE)) > 10, "rounds were played"


def _go_on(stage: Stage, table: str, chance: random.Random) -> None:
    """The next step of the round at a table, now and then."""
    round_, outcome = stage.round(table), {ROULETTE: "17", DICE: "1-2-3"}[table]
    if chance.random() < 0.5:
        return
    if round_.phase is Phase.CLOSED:
        stage.give(RecordOutcome(table, round_.spin, outcome), ReportReady(table))
    elif round_.launched:
        stage.give(CloseWagers(table, Closer.SENSOR, round_.spin))
    else:
        stage.give(ReportReady(table), ReportLaunch(table, round_.spin, opposite=True))


def _touch(line: Line, numbers: dict[str, int], name: str, chance: random.Random) -> None:
    for _ in range(chance.randrange(4)):
        numbers[name] += 1
        n, at = numbers[name], line.session.table
        wager = chance.choice(WAGERS[at])
        line.say(chance.choice((Place(n, wager, 100), Place(n, wager, 100), Undo(n), Clear(n), Note(n, 500))))
        if chance.random() < 0.3:
            line.say(Sit(chance.choice((ROULETTE, DICE))))


def _check(screen: Screen, stage: Stage, name: str) -> None:
    at = screen.line.session.table
    screen.catch_up()
    assert screen.client.own == own_view(stage.floor, name, at)
    assert screen.client.table == table_view(stage.floor.tables[at])
    assert screen.client.own is not None
    assert not [each for each in screen.line.take() if isinstance(each, Refused) and each.reason == "unknown_spot"]


def shown_win(stage: Stage, terminal: str = "I1") -> tuple[tuple[int, int], ...]:
    """What the win meter shows at either table."""
    views = (own_view(stage.floor, terminal, table) for table in stage.floor.terminals[terminal].tables)
    return tuple((view.win, view.paid) for view in views)


def test_each_table_shows_its_own_win_until_its_own_next_round(stage: Stage) -> None:
    stage.give(PlaceWager("I1", ROULETTE, "red", cents(500)), PlaceWager("I1", DICE, "small", cents(300))).turn()
    run(stage, ROULETTE, "1")
    assert shown_win(stage) == ((500, 1_000), (0, 0))
    run(stage, DICE, "4-5-6")
    assert shown_win(stage) == ((500, 1_000), (0, 0)), "a loss at dice is none at roulette"
    stage.give(ReportReady(DICE)).turn()
    stage.give(PlaceWager("I1", DICE, "small", cents(300))).turn()
    run(stage, DICE, "1-2-3")
    assert shown_win(stage) == ((500, 1_000), (300, 600))
    terminal = stage.floor.terminals["I1"]
    assert (terminal.win, terminal.paid) == (cents(800), cents(1_600)), "what staff see of it: all of them together"
    stage.give(ReportReady(ROULETTE)).turn()
    run(stage, ROULETTE, "2")
    assert shown_win(stage) == ((0, 0), (300, 600)), "it took no part, and its win there is over"
    assert (terminal.idle, stage.floor.terminals["I2"].idle) == (0, 0)
    stage.give(ReportReady(DICE)).turn()
    run(stage, DICE, "1-2-3")
    assert (shown_win(stage), terminal.idle) == (((0, 0), (0, 0)), 1)


def test_a_terminal_that_comes_to_a_second_table_and_leaves_it_keeps_the_win_of_the_first() -> None:
    terminal = Terminal("t", "A", (), ["A"])
    show_result(terminal, "A", cents(500), cents(1_000))
    assert terminal.results == {}
    came_to(terminal, "B")
    show_result(terminal, "B", cents(70), cents(90))
    assert (terminal.win, terminal.paid, set(terminal.results)) == (cents(570), cents(1_090), {"A", "B"})
    left(terminal, "B")
    assert (terminal.win, terminal.paid, terminal.results) == (cents(500), cents(1_000), {})
    show_result(terminal, "B", cents(70), cents(90))
    assert terminal.win == cents(500), "it plays there no longer"


def test_a_call_is_from_the_table_it_has_turned_to_and_known_there_in_that_round(stage: Stage) -> None:
    run(stage, DICE, "4-5-6")
    stage.give(ReportReady(DICE)).turn()
    line = stage.line("I1").hello().say(Sit(DICE))
    line.take()
    line.say(Call(1, "fault"), Call(2, "fault"), Sit(ROULETTE), Call(3, "fault"), Sit(DICE), Call(4, "fault"))
    stage.turn()
    reports = [(each.table, each.round) for each in stage.floor.people.reports["I1"]]
    assert reports == [(DICE, 2), (ROULETTE, 1)]
    refused = [(each.n, each.reason) for each in line.take() if isinstance(each, Refused)]
    assert refused == [(2, "already_there"), (4, "already_there")], "once in a round of each table"


@pytest.mark.parametrize(
    ("table", "reason"),
    [(ROULETTE, Reason.NOT_AT_TABLE), ("Z", Reason.UNKNOWN_TABLE)],
    ids=["not its own", "unknown"],
)
def test_nobody_calls_from_a_table_the_terminal_does_not_play_at(table: str, reason: Reason) -> None:
    assert decide(interblock(), ReportByPlayer("S1", "fault", table), START_MS) == Refusal(reason)
    verdict = decide(interblock(), ReportByPlayer("S1"), START_MS)
    assert isinstance(verdict, tuple)
    (home,) = verdict
    assert isinstance(home, PlayerReported)
    assert home.table == DICE, "where none is named, the one it stands at"
