"""Who hears of a jackpot, and when: all terminals of its tables with the commit that changed it, the winner at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from openetg.floor.commands import (
    ClearJackpot,
    CreditAward,
    DeclareJackpotFault,
    EndJackpotFault,
    EngageStaff,
    ReportJackpotLink,
)
from openetg.floor.jackpots.views import lines_at
from openetg.floor.rounds.views import own_view, table_view
from openetg.floor.state import AwardState
from openetg.server.guests.consoles.views import KINDS
from openetg.server.guests.exchange import Exchange
from openetg.server.plan.jackpot_plan import JackpotPlan
from openetg.server.writer.writer import Decided, DecidedGroup
from openetg.wire.messages import OwnNews, TableNews, Welcome
from tests.marks import clause
from tests.unit.server.jackpot_floor import APPROVALS, SUPERVISOR, TABLE, JackpotFloor, founded, lucky
from tests.unit.server.stage import Line

LARGE = {"N1": 500, "N2": 40_000}


class Told(JackpotFloor):
    """The same with terminals that hear."""

    exchange: Exchange

    def commit(self, group: DecidedGroup) -> list[Decided]:
        if not hasattr(self, "exchange"):
            self.exchange = Exchange(self.writer, wake=lambda: None)
        decided = super().commit(group)
        self.exchange.publish(tuple(decided))
        return decided

    def line(self, terminal: str) -> Line:
        line = Line(self, terminal).hello()  # type: ignore[arg-type]
        welcome = line.welcome()
        assert isinstance(welcome, Welcome)
        assert welcome.table is not None
        assert [each.amount for each in welcome.table.jackpots] == [self.pool()]
        return line


@pytest.fixture
def floor(tmp_path: Path) -> Told:
    return Told(tmp_path / "keys")


def newest(line: Line) -> tuple[OwnNews | None, TableNews | None]:
    own, table = None, None
    for message in line.take():
        own = message if isinstance(message, OwnNews) else own
        table = message if isinstance(message, TableNews) else table
    return own, table


def test_the_pool_on_every_screen_grows_with_the_settlement(floor: Told) -> None:
    player, idle = floor.line("N1"), floor.line("N3")
    settle = floor.open_round({"N1": 100})
    player.take(), idle.take()
    floor.give(settle)
    for line in (player, idle):
        _, table = newest(line)
        assert table is not None
        assert [each.amount for each in table.table.jackpots] == [floor.pool()]
        assert table.table == table_view(floor.floor.tables[TABLE], lines_at(floor.floor, TABLE))


@clause("novo-unity", "4.1.4")
def test_the_winner_and_everybody_else_hear_of_a_win_with_the_commit_of_the_settlement(floor: Told) -> None:
    loser, winner, idle = floor.line("N1"), floor.line("N2"), floor.line("N3")
    settle = floor.open_round({"N2": 40_000, "N1": 500})
    for line in (loser, winner, idle):
        line.take()
    floor.submit(settle)
    group = floor.step()
    assert group is not None
    assert not winner.take(), "not before it is durable"
    floor.commit(group)
    (award,) = floor.awards
    own, table = newest({"N1": loser, "N2": winner}[award.terminal])
    assert own is not None
    assert own.why == "settled", "what the round paid and the prize are told in one"
    assert own.own == own_view(floor.floor, award.terminal, TABLE)
    assert own.own.jackpots is not None
    assert [(each.award, each.amount) for each in own.own.jackpots.awards] == [(award.number, award.amount)]
    for heard in (table, newest(idle)[1]):
        assert heard is not None
        shown = heard.table.jackpots[0].awards
        assert [(each.terminal, each.amount) for each in shown] == [(award.terminal, award.amount)]


def test_a_reveal_that_comes_alone_says_what_it_is(floor: Told) -> None:
    """After a restart in between, nothing was settled in the group that told the winner."""
    settle = floor.open_round(LARGE)
    follow, floor.writer.follow = floor.writer.follow, None
    floor.give(settle)
    line = {each: floor.line(each) for each in ("N1", "N2")}
    floor.writer.follow = follow
    floor.give(ReportJackpotLink("lucky", "N3", up=False, cause="cable"))
    (award,) = floor.awards
    own, _ = newest(line[award.terminal])
    assert own is not None
    assert own.why == "jackpot"
    assert own.clause


def test_paying_and_clearing_are_told(tmp_path: Path) -> None:
    floor = Told(tmp_path / "keys", founded(JackpotPlan("lucky", lucky(lock_from=1), APPROVALS)))
    floor.play(LARGE)
    (award,) = floor.awards
    winner, other = floor.line(award.terminal), floor.line("N3")
    floor.give(ClearJackpot(SUPERVISOR, "sue", award.number))
    own, _ = newest(winner)
    assert own is not None
    assert own.why == "jackpot_cleared"
    floor.give(CreditAward(award.terminal, award.number, SUPERVISOR, "sue"))
    own, _ = newest(winner)
    assert own is not None
    assert own.why == "jackpot_credited"
    assert floor.floor.jackpots.awards[award.number].state is AwardState.PAID
    _, table = newest(other)
    assert table is not None
    assert table.table.jackpots[0].awards == ()


def test_who_no_longer_plays_for_it_is_told(floor: Told) -> None:
    line, other = floor.line("N1"), floor.line("N2")
    floor.give(ReportJackpotLink("lucky", "N1", up=False, cause="cable"))
    own, _ = newest(line)
    assert own is not None
    assert own.own.jackpots is not None
    assert own.own.jackpots.why_not == {"lucky/mini": "terminal-link"}
    other.take()
    floor.give(DeclareJackpotFault(SUPERVISOR, "sue", "lucky", "display", "it is dark"))
    own, table = newest(other)
    assert own is not None
    assert own.own.jackpots is not None
    assert own.own.jackpots.why_not == {"lucky/mini": "fault"}
    assert table is not None
    assert table.table.jackpots[0].why_not == "fault"
    floor.give(EndJackpotFault(SUPERVISOR, "sue", "lucky", "it shines"))
    own, _ = newest(other)
    assert own is not None
    assert own.own.jackpots is not None
    assert own.own.jackpots.plays_for == ("lucky/mini",)


def test_nothing_is_sent_where_no_jackpot_is(tmp_path: Path) -> None:
    floor = Told(tmp_path / "keys", founded())
    line = Line(floor, "N1").hello()  # type: ignore[arg-type]
    welcome = line.welcome()
    assert welcome.table is not None
    assert welcome.table.jackpots == ()
    assert welcome.own is not None
    assert welcome.own.jackpots is None
    floor.play({"N1": 500})
    _, table = newest(line)
    assert table is not None
    assert table.table.jackpots == ()


def test_who_may_watch_the_desk_of_jackpots(floor: Told) -> None:
    floor.give(
        EngageStaff("ira", "Ira Example", {"novo-unity": ("inspector",)}),
        EngageStaff("dan", "Dan Example", {"novo-unity": ("electronic_gaming_attendant",)}),
        EngageStaff("cas", "Cas Example", {"novo-unity": ("cashier",)}),
    )
    staff, kind = floor.floor.people.staff, KINDS["jackpots"]
    seen = {name: kind.audience(floor.floor, member, None) is not None for name, member in staff.items()}
    assert seen == {"sue": True, "ira": True, "dan": True, "cas": False}
    assert KINDS["promotions"].audience(floor.floor, staff["sue"], None) == ("novo-unity",)
    assert KINDS["promotions"].audience(floor.floor, staff["cas"], None) == ("winners/novo-unity",)
