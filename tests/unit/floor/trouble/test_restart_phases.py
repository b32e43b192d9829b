"""Power loss in every phase, at every kind of table of every rulebook: one table of what a restart makes of it.

Each line says how the phase is reached, what stands after the restart and by which clause, and how the round ends.
Whatever the line: the books balance, every cent in play stays there or comes back whole, further restarts change
nothing, and the next round opens.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from msgspec import to_builtins

from openetg.floor.events import RoundHeld, RoundResumed, RoundVoided, WagersReturned, WriterStarted
from openetg.floor.state import ENDED, Floor
from openetg.money import ZERO
from openetg.rulebook.load import load, shipped
from openetg.script.parse import parse
from openetg.script.run import PlayedScript, go_on
from openetg.script.stage import Stage
from tests.scripts import run_script

ON_TERMINALS = "bets \n note T1 50.00 \n note T2 50.00 \n place T1 {0} 10.00 \n place T2 {0} 5.00 \n"
ON_CLOTH = "player P1 \n buy P1 50.00 \n bets \n place P1 {0} 10.00 \n"

TABLES: dict[str, str] = {
    "ministar electronic": "rulebook ministar roulette \n" + ON_TERMINALS.format("red"),
    "interblock roulette": "rulebook interblock roulette \n" + ON_TERMINALS.format("red"),
    "interblock sic-bo": "rulebook interblock sic-bo \n" + ON_TERMINALS.format("big"),
    "novo-unity automatic": "rulebook novo-unity roulette \n" + ON_TERMINALS.format("red"),
    "novo-unity live": "rulebook novo-unity roulette \n wheel live \n" + ON_TERMINALS.format("red"),
    "adelaide stand-alone": "rulebook adelaide roulette \n table stand-alone \n" + ON_TERMINALS.format("red"),
    "adelaide live": (
        f"rulebook adelaide roulette \n player P1 \n buy P1 50.00 \n {ON_TERMINALS.format('red')} place P1 red 10.00 \n"
    ),
    "adelaide live, cloth alone": "rulebook adelaide roulette \n" + ON_CLOTH.format("red"),
    "money-wheel live": "rulebook money-wheel money-wheel \n" + ON_CLOTH.format("symbol:a"),
}  # fmt: skip


class Line(NamedTuple):
    """One phase at one table."""

    table: str
    reached: str
    """The steps that lead there, behind the wagers."""
    phase: str
    """The phase after the restart; empty means the table has no round."""
    what: type | None = None
    """What the restart decided of the round, if anything."""
    clause: str = ""
    back: tuple[str, ...] = ()
    """Whose wagers came back."""
    ends: str = ""
    """How the round ends from here."""


RESTART = {
    "ministar electronic": "7.4", "interblock roulette": "8.6", "interblock sic-bo": "8.6",
    "novo-unity automatic": "7.1.15", "novo-unity live": "7.1.15",
    "adelaide stand-alone": "11(b)i", "adelaide live": "11(b)i", "adelaide live, cloth alone": "11(b)i",
    "money-wheel live": "8.2",
}  # fmt: skip
REST = {"interblock sic-bo": "rest 4-5-6", "money-wheel live": "rest a"}
TERMINALS = ("T1", "T2")
FINISH = "finish \n close dealer \n"
VOID = {
    "interblock roulette": 'void assistant_gaming_manager "nobody saw it"',
    "interblock sic-bo": 'void assistant_gaming_manager "nobody saw it"',
    "novo-unity automatic": 'void casino_supervisor "nobody saw it"',
    "novo-unity live": 'void casino_supervisor "nobody saw it"',
}


def end_of(table: str) -> str:
    """What brings an outcome, and what has to be done until it is paid."""
    more = {"novo-unity live": "confirm dealer"}.get(table, "")
    return f"{REST.get(table, 'rest 18')} \n {more}"


def in_betting(table: str) -> list[Line]:
    """Betting is open: with nothing moving, and with the ball, dice or wheel running."""
    cites = RESTART[table]
    terminals = TERMINALS if "adelaide" in table and "alone" not in table.partition(",")[2] else ()
    closing = FINISH + "spin \n" if "adelaide" in table else "spin \n drop \n"
    if table == "money-wheel live":
        # The wheel may not move before the close: there is nothing but standing still.
        return [Line(table, "", "OPEN", RoundResumed, cites, ends="close \n spin \n" + end_of(table))]
    lines = [Line(table, "", "OPEN", RoundResumed, cites, terminals, closing + end_of(table))]
    if "adelaide" in table:
        lines.append(Line(table, "finish", "OPEN", RoundResumed, cites, terminals, closing + end_of(table)))
        lines.append(Line(table, "spin", "OPEN", None, "", terminals, FINISH + end_of(table)))
        lines.append(Line(table, "finish \n spin", "FINISHING", None, "", terminals, "close dealer \n" + end_of(table)))
    elif table == "ministar electronic":
        lines.append(Line(table, "spin", "VOID", RoundVoided, cites, TERMINALS))
    else:
        lines.append(Line(table, "spin", "HELD", RoundHeld, cites, (), VOID[table]))
    return lines


def after_the_close(table: str) -> list[Line]:
    """No more wagers: before the spin where there is such a close, and with the outcome awaited."""
    ends = end_of(table)
    if table == "money-wheel live":
        return [
            Line(table, "close", "CLOSED", ends="spin \n" + ends),
            Line(table, "close \n spin", "CLOSED", ends=ends),
        ]
    if "adelaide" in table:
        return [
            Line(table, FINISH, "CLOSED", ends="spin \n" + ends),
            Line(table, FINISH + "spin", "CLOSED", ends=ends),
            Line(table, FINISH + 'spin \n no-spin dealer cause=revolutions "two turns"', "CLOSED",
                 ends="reset dealer \n" + FINISH + "spin \n" + ends),
        ]  # fmt: skip
    lines = [Line(table, "spin \n drop", "CLOSED", ends=ends)]
    if "interblock" in table:
        lines.append(Line(table, "close timer", "CLOSED", ends="spin \n" + ends))
    if table == "novo-unity live":
        lines.append(Line(table, "spin \n drop \n rest 18", "CLOSED", ends="confirm dealer"))
    return lines


def over(table: str) -> list[Line]:
    """Held for a person, settled, void."""
    closing = {"money-wheel live": "close \n spin \n"}.get(table, "spin \n drop \n")
    if "adelaide" in table:
        closing = FINISH + "spin \n"
    lines = [Line(table, closing + end_of(table), "SETTLED")]
    if table in VOID:
        lines.append(Line(table, "spin \n drop \n fault table MOTOR", "HELD", ends=VOID[table]))
        lines.append(Line(table, f"spin \n drop \n fault table MOTOR \n {VOID[table]}", "VOID"))
    return lines


LINES = [line for table in TABLES for line in (*in_betting(table), *after_the_close(table), *over(table))]


def test_every_kind_of_table_of_every_rulebook_is_in_the_list() -> None:
    kinds = {f"{name} {kind}" for name in shipped() for kind in load(name).rulebook.tables}
    assert kinds == {table.partition(",")[0] for table in TABLES}


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.table}: {' / '.join(line.reached.split(chr(10)))}")
def test_a_restart_does_what_the_rulebook_says_and_doing_it_again_changes_nothing(line: Line) -> None:
    run = run_script(f"{TABLES[line.table]} {line.reached} \n expect balanced")
    stage = run.stage
    before = in_play(stage.floor)
    money = whose(stage.floor)
    stage.restart()
    check(line, stage, before, money)
    after = remembered(stage.floor)
    for _ in range(3):
        stage.at_ms += 1_000
        stage.restart()
        assert remembered(stage.floor) == after
    finish(line, run)


def check(line: Line, stage: Stage, before: dict[str, Any], money: dict[str, Any]) -> None:
    """The phase, the clause, and every cent."""
    assert isinstance(stage.verdict, tuple)
    started, *events = stage.verdict
    assert isinstance(started, WriterStarted)
    assert stage.round.phase.value == line.phase
    decided = [event for event in events if isinstance(event, RoundResumed | RoundHeld | RoundVoided)]
    assert [type(event) for event in decided] == ([line.what] if line.what else [])
    assert all(event.clause == line.clause for event in decided)
    returned = [event for event in events if isinstance(event, WagersReturned)]
    assert {event.clause for event in returned} <= {RESTART[line.table]}
    assert in_play(stage.floor) == {name: held for name, held in before.items() if name not in line.back}
    assert whose(stage.floor) == money, "what is in play and what is on meters is one sum for everybody"
    assert stage.floor.ledger.is_balanced()


def finish(line: Line, run: PlayedScript) -> None:
    """The round ends as it can from here, no wager of it is left in play, and the next one opens."""
    say(run, f"{line.ends} \n expect balanced")
    ended = run.stage.round
    assert ended.phase in ENDED
    assert not [name for name in in_play(run.stage.floor) if name.startswith("T")]
    say(run, "bets \n expect phase OPEN")
    assert run.stage.round.number == ended.number + 1


def say(run: PlayedScript, text: str) -> None:
    """Further lines, all of which hold."""
    go_on(run, parse(text))
    assert run.failure is None, str(run.failure)


def in_play(floor: Floor) -> dict[str, Any]:
    """Per terminal or player, what lies on the layout."""
    return {who: held for (kind, who), held in _accounts(floor).items() if kind in {"play", "cloth"}}


def whose(floor: Floor) -> dict[str, Any]:
    """Per terminal or player, everything that is theirs: on the meter, in the hand, on the layout."""
    sums: dict[str, Any] = {}
    for (kind, who), held in _accounts(floor).items():
        if kind in {"meter", "hand", "play", "cloth"}:
            sums[who] = sums.get(who, ZERO) + held
    return sums


def _accounts(floor: Floor) -> dict[tuple[str, str], Any]:
    accounts = floor.ledger.accounts.items()
    return {(name.partition("/")[0], name.rpartition("/")[2]): held for name, held in accounts if held}


def remembered(floor: Floor) -> dict[str, Any]:
    """Everything but the clock, the sender of the restarts and the times that begin anew with a resumed round."""
    tables = to_builtins(floor.tables)
    for table in tables.values():
        for name in ("launch_at_ms", "closes_at_ms"):
            if table["round"]:
                del table["round"][name]
    others = to_builtins([floor.terminals, floor.tickets, floor.cases, floor.people, floor.vault])
    return {"tables": tables, "others": others, "accounts": dict(floor.ledger.accounts)}
