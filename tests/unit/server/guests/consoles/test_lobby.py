"""The lobby: every table as whoever walks by may see it, with its signs, and how many terminals are free."""

from __future__ import annotations

from msgspec.structs import replace

from openetg.floor.commands import AnyCommand, InsertNote, SetLimits, Sign
from openetg.floor.core.refusals import Refusal
from openetg.floor.pipeline import apply, decide
from openetg.floor.state import Floor
from openetg.money import cents
from openetg.server.guests.consoles.lobby import lobby_view
from openetg.server.plan.demonstration import demonstration
from openetg.wire.console import LobbyTable
from tests.houses import START_MS, founded
from tests.marks import clause

HOUSE = replace(demonstration(terminals=2, tables=("A", "E", "F")), staff=(), drawers=False, second_above=None)


def give(floor: Floor, command: AnyCommand) -> None:
    verdict = decide(floor, command, START_MS)
    assert not isinstance(verdict, Refusal), verdict
    for event in verdict:
        apply(floor, event)


def tables_of(floor: Floor) -> dict[str, LobbyTable]:
    return {each.table: each for each in lobby_view(floor, HOUSE).tables}


def test_every_table_shows_the_signs_of_its_terminals_and_of_its_cloth() -> None:
    tables = tables_of(founded(HOUSE))
    assert list(tables) == ["A", "E", "F"]
    live, wheel = tables["E"], tables["F"]
    assert {each.kind: (each.min, each.max) for each in live.limits} == {
        "straight": (100, 10_000),
        "any": (500, 50_000),
    }
    assert live.cloth_limits["straight"] == Sign(cents(200), cents(10_000))
    assert (wheel.limits, wheel.terminals) == ((), 0)
    assert tables["A"].cloth_limits == {}


def test_a_terminal_with_money_is_not_free_and_nobody_is_told_which() -> None:
    floor = founded(HOUSE)
    before = tables_of(floor)["E"]
    first = floor.tables["E"].terminals[0]
    assert before.terminals == before.free == len(floor.tables["E"].terminals)
    give(floor, InsertNote(first, cents(2_000)))
    assert tables_of(floor)["E"].free == before.free - 1


@clause("adelaide", "7(h)v")
def test_limits_of_one_terminal_are_not_those_of_the_table() -> None:
    floor = founded(HOUSE)
    before = tables_of(floor)["E"].limits
    first = floor.tables["E"].terminals[0]
    give(floor, SetLimits("E", {"straight": Sign(cents(200), cents(2_000))}, terminal=first))
    assert tables_of(floor)["E"].limits == before
