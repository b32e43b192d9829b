"""What the instruments want on a screen is what the server tells it: meters, limits, phases, numbers, on record."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from openetg.floor import events
from openetg.floor.commands import (
    AnyCommand,
    CallNoSpin,
    CloseWagers,
    OpenRound,
    PlaceWager,
    RecordOutcome,
    ReportLaunch,
    ReportPrint,
    ReportTerminalFault,
    ResetTerminals,
    SetLimits,
    Sign,
    SpinWheel,
    WarnFinish,
)
from openetg.floor.core.authority import DEALER
from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.core.refusals import Refusal
from openetg.floor.state import Floor, Phase
from openetg.money import cents, total
from openetg.rulebook.schema.policies import Cause, Closer
from openetg.server.plan.demonstration import demonstration
from openetg.server.writer.writer import Decided
from openetg.wire.messages import (
    Ack,
    Clear,
    CollectMeter,
    Note,
    OwnNews,
    Place,
    Refused,
    TableNews,
    TakeBack,
    ToTerminal,
    Undo,
)
from tests.marks import clause
from tests.unit.server.guests.test_several_tables import floor_of
from tests.unit.server.stage import Line, Stage

LIVE, MINI = "E", "A"


@cache
def adelaide() -> Floor:
    """A wheel with a dealer, and three terminals beside the cloth."""
    return floor_of(replace(demonstration(terminals=3, tables=(LIVE,)), staff=()))


@cache
def ministar() -> Floor:
    """A wheel with ten terminals."""
    return floor_of(replace(demonstration(terminals=10, tables=(MINI,)), staff=()))


class Dealt(Stage):
    """A table that a dealer runs, step by step; no step may be refused."""

    def __init__(self) -> None:
        super().__init__(adelaide())
        self.dealer = self.table(LIVE).dealer

    def act(self, *wishes: AnyCommand, ms: int = 0) -> Dealt:
        for wish in wishes:
            self.give(wish).turn(ms)
            told = self.told[-1]
            assert isinstance(told, Decided)
            assert not isinstance(told.verdict, Refusal), (wish, told.verdict)
        return self

    def bets(self) -> Dealt:
        round_ = self.table(LIVE).round
        is_open = round_ is not None and round_.phase is Phase.OPEN
        return self if is_open else self.act(OpenRound(DEALER, self.dealer, LIVE))

    def spin(self) -> Dealt:
        spin = self.round(LIVE).spin
        launch = ReportLaunch(LIVE, spin, opposite=True, rotor_turning=True)
        return self.act(SpinWheel(DEALER, self.dealer, LIVE), launch, ms=20_000)

    def finish(self) -> Dealt:
        return self.act(WarnFinish(DEALER, self.dealer, LIVE), ms=1_000)

    def close(self) -> Dealt:
        spin = self.round(LIVE).spin
        return self.act(CloseWagers(LIVE, Closer.DEALER, spin, DEALER, self.dealer), ms=10_000)

    def rest(self, number: str) -> Dealt:
        return self.act(RecordOutcome(LIVE, self.round(LIVE).spin, number, 6), ms=5_000)

    def whole(self, number: str) -> Dealt:
        """One round."""
        return self.bets().spin().finish().close().rest(number)


def joined(stage: Stage, terminal: str) -> Line:
    line = stage.line(terminal).hello()
    line.take()
    return line


def of_kind(told: list[ToTerminal], kind: type) -> list[ToTerminal]:
    return [each for each in told if isinstance(each, kind)]


def shown_meter(told: list[ToTerminal]) -> int:
    """What the credit meter shows after these messages."""
    last = [each for each in told if isinstance(each, Ack | OwnNews)][-1]
    return last.meter if isinstance(last, Ack) else last.own.meter


def shown_stake(told: list[ToTerminal]) -> int:
    last = [each for each in told if isinstance(each, Ack | OwnNews)][-1]
    return last.staked if isinstance(last, Ack) else last.own.staked


@clause("ministar", "4.1")
def test_all_ten_terminals_are_told_the_number_and_two_are_settled() -> None:
    stage = Stage(ministar()).fund("M1", "M2")
    names = [f"M{number}" for number in range(1, 11)]
    lines = {name: joined(stage, name) for name in names}
    stage.give(PlaceWager("M1", MINI, "red", cents(500)), PlaceWager("M2", MINI, "straight:17", cents(500))).turn()
    spin, number = stage.round(MINI).spin, stage.round(MINI).number
    stage.give(ReportLaunch(MINI, spin, opposite=True)).turn(18_000)
    stage.give(CloseWagers(MINI, Closer.SENSOR, spin)).turn(5_000)
    before = {name: line.take() for name, line in lines.items()}
    stage.give(RecordOutcome(MINI, spin, "17")).turn(9_000)
    for name, line in lines.items():
        assert not [each for each in before[name] if isinstance(each, TableNews) and each.table.last_outcome]
        told = [each.table for each in line.take() if isinstance(each, TableNews)]
        assert [each.last_outcome for each in told] == ["17"], name
    settled = [each for each in _events(stage) if isinstance(each, events.RoundSettled)]
    assert [sorted(result.terminal for result in each.results) for each in settled] == [["M1", "M2"]]
    assert settled[0].round == number


def _events(stage: Stage) -> list[events.AnyEvent]:
    return [
        event
        for told in stage.told
        if isinstance(told, Decided) and isinstance(told.verdict, tuple)
        for event in told.verdict
    ]


@clause("ministar", "3.3.3")
def test_after_each_command_the_meter_shown_is_the_balance_net_of_what_lies_on_the_layout() -> None:
    stage = Stage(ministar())
    line = joined(stage, "M1")
    shown = []
    for message in (
        Note(1, 2_000), Place(2, "red", 500), Place(3, "straight:17", 300), Undo(4), TakeBack(5, "red", 200), Clear(6),
    ):  # fmt: skip
        line.say(message)
        stage.turn()
        meter = shown_meter(line.take())
        assert cents(meter) == stage.floor.ledger.held(meter_of("M1"))
        shown.append(meter)
    assert shown == [2_000, 1_500, 1_200, 1_500, 1_700, 2_000]
    line.say(Place(7, "red", 9_900))
    stage.turn()
    assert [type(each) for each in line.take()] == [Refused], "a no changes no meter"


@clause("adelaide", "7(c)i")
def test_the_limits_shown_are_those_wagers_are_judged_by_and_change_with_them() -> None:
    stage = Dealt().bets()
    stage.fund("R1")
    line = stage.line("R1").hello()
    table = line.welcome().table
    assert table is not None
    shown = {sign.kind: (sign.min, sign.max) for sign in table.limits}
    assert shown == {kind: (sign.min, sign.max) for kind, sign in stage.table(LIVE).limits.items()}
    line.say(Place(1, "red", 499), Place(2, "red", 500))
    stage.turn()
    assert [type(each) for each in line.take()] == [Refused, Ack], "the least shown is the least taken"
    stage.give(SetLimits(LIVE, {"any": Sign(min=cents(1_000), max=cents(20_000))})).turn()
    stage.spin().finish().close().rest("1").bets()
    told = [each.table for each in line.take() if isinstance(each, TableNews)][-1]
    in_force = {kind: (sign.min, sign.max) for kind, sign in stage.table(LIVE).limits.items()}
    assert {sign.kind: (sign.min, sign.max) for sign in told.limits} == in_force
    least = in_force["any"][0]
    assert least == cents(1_000)
    line.say(Place(3, "red", 999), Place(4, "red", 1_000))
    stage.turn()
    assert [type(each) for each in line.take()] == [Refused, Ack]


@clause("adelaide", "7(c)ii")
def test_when_one_may_bet_follows_the_entries_of_the_journal() -> None:
    stage = Dealt()
    line = joined(stage, "R1")
    number = stage.whole("1").bets().round(LIVE).number
    stage.spin().finish().close()
    told = [each for each in line.take() if isinstance(each, TableNews) and each.table.round == number]
    phases = [each.table.phase for each in told]
    assert list(dict.fromkeys(phases)) == ["OPEN", "FINISHING", "CLOSED"]
    entries: dict[type, int] = {}
    for each in stage.told:
        assert isinstance(each, Decided)
        assert isinstance(each.verdict, tuple)
        for event in each.verdict:
            if getattr(event, "round", 0) == number:
                entries.setdefault(type(event), each.sequence)
    first = {phase: next(each.seq for each in told if each.table.phase == phase) for phase in phases}
    assert first == {
        "OPEN": entries[events.RoundOpened],
        "FINISHING": entries[events.FinishWarned],
        "CLOSED": entries[events.WagersClosed],
    }


@clause("adelaide", "7(c)iii")
def test_the_credits_shown_are_the_ledgers_after_each_bet_note_win_and_slip() -> None:
    stage = Dealt().bets()
    line = joined(stage, "R1")

    def check(expected: int) -> None:
        assert stage.floor.ledger.held(meter_of("R1")) == cents(expected)
        assert shown_meter(line.take()) == expected

    line.say(Note(1, 5_000))
    stage.turn()
    check(5_000)
    line.say(Place(2, "red", 1_000))
    stage.turn()
    check(4_000)
    stage.spin().finish().close().rest("1")
    check(6_000)
    line.say(CollectMeter(3))
    stage.turn()
    check(0)
    paper = stage.floor.terminals["R1"].printing
    assert paper is not None
    stage.act(ReportPrint("R1", paper.ticket, printed=True))
    check(0)


@clause("adelaide", "7(c)iv")
def test_the_credits_staked_are_the_sum_of_the_bets_and_nothing_after_the_settlement() -> None:
    stage = Dealt().bets()
    stage.fund("R1")
    line = joined(stage, "R1").say(
        Place(1, "red", 1_000), Place(2, "straight:17", 500), Undo(3), Place(4, "black", 700)
    )
    stage.turn()
    stage.spin().finish()
    staked = shown_stake(line.take())
    stage.close()
    frozen = stage.round(LIVE).wagers["R1"]
    assert total(frozen.values()) == stage.floor.ledger.held(play_of(LIVE, "R1")) == cents(1_700)
    assert staked == 1_700
    stage.rest("0")
    assert shown_stake(line.take()) == 0


@clause("adelaide", "7(c)v")
def test_three_spins_and_a_no_spin_are_three_numbers_newest_first() -> None:
    stage = Dealt()
    line = joined(stage, "R1")
    stage.whole("1").whole("2").bets().spin()
    stage.act(CallNoSpin(DEALER, stage.dealer, LIVE, Cause.FOREIGN_OBJECT), ResetTerminals(DEALER, stage.dealer, LIVE))
    stage.spin().finish().close().rest("3")
    told = [each.table for each in line.take() if isinstance(each, TableNews)][-1]
    assert told.outcomes == ("3", "2", "1")
    assert stage.line("R2").hello().welcome().past == ("3", "2", "1")


@clause("adelaide", "7(c)vi")
def test_the_win_shown_is_what_the_ledger_paid_for_the_spin() -> None:
    stage = Dealt().bets()
    stage.fund("R1", "R2")
    one, two = joined(stage, "R1"), joined(stage, "R2")
    one.say(Place(1, "red", 1_000), Place(2, "straight:1", 500), Place(3, "black", 500))
    two.say(Place(1, "black", 500))
    stage.turn()
    stage.spin().finish().close()
    one.take(), two.take()
    stage.rest("1")
    won, lost = (
        next(each for each in line.take() if isinstance(each, OwnNews) and each.why == "settled") for line in (one, two)
    )
    (settled,) = (each for each in _events(stage) if isinstance(each, events.RoundSettled))
    to_meter = total(each.amount for each in settled.transfers if each.destination == meter_of("R1"))
    assert (won.own.win, won.own.paid) == (18_500, 20_000)
    assert to_meter == cents(20_000)
    assert (lost.own.win, lost.own.paid) == (0, 0)


@clause("adelaide", "7(c)")
def test_in_every_state_of_the_round_a_terminal_is_told_all_six_items() -> None:
    """Each time to one that comes to the table just then; and one whose screen shows nothing is out of service."""
    stage = Dealt().bets()
    stage.fund("R1")
    joined(stage, "R1").say(Place(1, "red", 1_000))
    stage.turn()

    def check(phase: str, credits_: int, staked: int, numbers: tuple[str, ...], won: int) -> None:
        told = stage.line("R1").hello().welcome()
        assert told.own is not None
        assert told.table is not None
        signs = {sign.kind: (sign.min, sign.max) for sign in told.table.limits}
        assert signs == {kind: (sign.min, sign.max) for kind, sign in stage.table(LIVE).limits.items()}
        assert signs["any"] != (None, None)
        items = (told.table.phase, told.own.meter, told.own.staked, told.past, told.own.win)
        assert items == (phase, credits_, staked, numbers, won)

    check("OPEN", 9_000, 1_000, (), 0)
    stage.spin().finish()
    check("FINISHING", 9_000, 1_000, (), 0)
    stage.close()
    check("CLOSED", 9_000, 1_000, (), 0)
    stage.rest("1")
    check("OPEN", 11_000, 0, ("1",), 1_000)
    stage.spin()
    stage.act(CallNoSpin(DEALER, stage.dealer, LIVE, Cause.FOREIGN_OBJECT))
    check("CLOSED", 11_000, 0, ("1",), 1_000)
    stage.act(ResetTerminals(DEALER, stage.dealer, LIVE), ReportTerminalFault("R1", "screen-dark"))
    line = joined(stage, "R1").say(Place(1, "red", 500))
    stage.turn()
    (refused,) = line.take()
    assert isinstance(refused, Refused)
    assert (refused.reason, refused.clause) == ("out_of_service", "11(b)i")
