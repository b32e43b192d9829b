"""Every command has its decider, every event its applier, every reason its use; and reasons have an order."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

import openetg.floor
from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Sign
from openetg.floor.core.refusals import Reason, Refusal, earliest
from openetg.floor.events import AnyEvent
from openetg.floor.pipeline import APPLIERS, DECIDERS, UNRECORDED
from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.money import cents
from openetg.rulebook.schema.policies import Closer
from tests.one_table import TABLE, play
from tests.payout_notation import playable
from tests.precedence import Change, check_order, reason

TESTS = Path(__file__).parents[2]


def test_every_command_has_a_decider_and_every_event_an_applier() -> None:
    assert set(DECIDERS) == set(get_args(AnyCommand))
    assert set(APPLIERS) == set(get_args(AnyEvent))
    assert set(DECIDERS) >= UNRECORDED


def test_commands_and_events_are_told_apart_by_name() -> None:
    for union in (AnyCommand, AnyEvent):
        tags = [each.__struct_config__.tag for each in get_args(union)]
        assert tags == [each.__name__ for each in get_args(union)]
        assert len(set(tags)) == len(tags)


@pytest.mark.slow
def test_every_reason_is_given_somewhere() -> None:
    folder = Path(next(iter(openetg.floor.__path__)))
    given = {name for file in folder.rglob("*.py") for name in _reasons_named(file)}
    assert given == {reason.name for reason in Reason}


def test_every_reason_is_expected_in_some_test() -> None:
    """As `Reason.X` in a test, as `expect refused X` in a round script, or behind an arrow in `tests/one_table.py`."""
    here = Path(__file__)
    files = [file for file in TESTS.rglob("*") if file.suffix in {".py", ".round"} and file != here]
    said = "\n".join(file.read_text(encoding="utf-8") for file in files)
    words = set(re.findall(r"Reason\.([A-Z_]+)|expect refused ([A-Z_]+)|-> ([a-z_]+)", said))
    expected = {word.upper() for found in words for word in found if word}
    here_too = set(_reasons_named(here))
    assert {reason.name for reason in Reason} - expected - here_too == set()


def _reasons_named(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Reason":
            yield node.attr


BOOK = playable("ministar").rulebook
HASH = rulebook_hash(BOOK)
RED = ask.PlaceWager("t1", TABLE, "red", cents(1_000))
BACK = ask.TakeBackWager("t1", TABLE, "low", cents(100))
RUN = ask.RecordOutcome(TABLE, "A-1", "17")
SPUN = ask.CloseWagers(TABLE, Closer.SENSOR, "A-1")
RESOLVED = ask.VoidRound("assistant_gaming_manager", "nightingale", TABLE, None, "why", 1)
STOOD = ask.RegisterTerminal("t9", TABLE, (cents(500),))
LIMITED = ask.SetLimits(TABLE, {"any": Sign(min=cents(100), max=cents(10_000))})
TABLED = ask.RegisterTable("B", HASH, "electronic", 30_000, 18_000)
COLLECTED = ask.Collect("t1", "T-2")

SHUT = "note t1 20.00"
OPEN = """
    limit any min 5.00 max 15.00 step 5.00
    open-table by-itself
    ready
    note t1 20.00
    place t1 low 5.00
"""
CLOSED = OPEN + "launch opposite \n wait 30s"
EMPTY = "open-table by-itself \n ready"
TICKET = "open-table by-itself \n ready \n note t1 20.00 \n collect t1 as T-1"

NOTHING, LITTLE, MUCH, ODD, ODD_AND_MUCH = ({"amount": cents(count)} for count in (0, 100, 2_000, 700, 1_700))
TERMINAL_T1, NO_TERMINAL, NO_TABLE = {"terminal": "t1"}, {"terminal": "z"}, {"table": "Z"}
ORPHANS, UNKNOWN = {"wager": "orphans"}, {"wager": "x"}
DEALER = {"by": Closer.DEALER}

PAIRS: list[tuple[str, AnyCommand, Change, Change]] = [
    # What came before, a command, a change that makes for the earlier reason, one that makes for the later.
    (EMPTY, STOOD, NO_TABLE, TERMINAL_T1),
    (EMPTY, STOOD, TERMINAL_T1, {"notes": (cents(0),)}),
    (EMPTY, TABLED, {"table": TABLE}, {"rulebook": "x"}),
    (EMPTY, TABLED, {"rulebook": "x"}, {"kind": "x"}),
    (EMPTY, LIMITED, NO_TABLE, {"limits": {"x": Sign()}}),
    (EMPTY, LIMITED, {"limits": {"x": Sign(min=cents(-1))}}, {"limits": {"any": Sign(min=cents(-1))}}),
    (OPEN, RED, NO_TABLE, NO_TERMINAL),
    (OPEN, RED, NO_TERMINAL, UNKNOWN),
    (OPEN, RED, UNKNOWN, NOTHING),
    (OPEN, RED, LITTLE, ORPHANS),
    (OPEN, RED, ODD, ORPHANS),
    (OPEN, RED, MUCH, ORPHANS),
    (OPEN, RED, ODD_AND_MUCH, ODD),
    (OPEN, BACK, NOTHING, {"spot": "red"}),
    (OPEN, BACK, {"spot": "red"}, {}),
    (OPEN, SPUN, NO_TABLE, {"spin": "A-0"}),
    (OPEN, SPUN, {"spin": "A-0"}, DEALER),
    (OPEN, RESOLVED, NO_TABLE, {"role": "dealer"}),
    (OPEN, RESOLVED, {"role": "dealer"}, {"why": " "}),
    (OPEN, RESOLVED, {"why": ""}, {"round": 7}),
    (TICKET, COLLECTED, NO_TERMINAL, {"ticket": "T-1"}),
    (TICKET, COLLECTED, {"ticket": "T-1"}, {}),
    (EMPTY, ask.InsertNote("t1", cents(500)), NO_TERMINAL, {"amount": cents(501)}),
    (EMPTY, ask.ReportPrint("t1", "T", printed=True), NO_TERMINAL, {}),
]


@pytest.mark.parametrize(("before", "command", "earlier", "later"), PAIRS)
def test_of_two_reasons_the_earlier_is_given(before: str, command: AnyCommand, earlier: Change, later: Change) -> None:
    check_order(before, command, earlier, later)


AFTER_THE_PHASE: list[tuple[AnyCommand, Reason]] = [
    (replace(RED, wager="x"), Reason.AFTER_CLOSE),
    (replace(RED, amount=cents(0)), Reason.AFTER_CLOSE),
    (replace(RED, table="Z"), Reason.UNKNOWN_TABLE),
    (replace(BACK, amount=cents(0)), Reason.AFTER_CLOSE),
    (ask.ClearWagers("t2", TABLE), Reason.AFTER_CLOSE),
    (replace(SPUN, by=Closer.DEALER), Reason.WRONG_PHASE),
    (replace(SPUN, spin="A-0"), Reason.OTHER_SPIN),
    (replace(COLLECTED, terminal="t3"), Reason.COLLECT_NOT_NOW),
    (ask.ReportLaunch(TABLE, "A-0"), Reason.OTHER_SPIN),
    (ask.ReportLaunch(TABLE, "A-1"), Reason.WRONG_PHASE),
]


@pytest.mark.parametrize(("command", "expected"), AFTER_THE_PHASE)
def test_the_phase_goes_before_what_is_wrong_with_a_wager(command: AnyCommand, expected: Reason) -> None:
    assert reason(CLOSED, command) is expected


BEFORE_THE_FIRST: list[tuple[AnyCommand, Reason]] = [
    (replace(RED, wager="x"), Reason.TABLE_NOT_OPEN),
    (SPUN, Reason.TABLE_NOT_OPEN),
    (replace(RUN, outcome="99"), Reason.TABLE_NOT_OPEN),
    (replace(RUN, table="Z"), Reason.UNKNOWN_TABLE),
    (ask.ReportUnread(TABLE, "A-1"), Reason.TABLE_NOT_OPEN),
    (replace(RESOLVED, role="x"), Reason.UNKNOWN_ROLE),
    (replace(RESOLVED, role="cashier"), Reason.NO_POWER),
    (RESOLVED, Reason.WRONG_PHASE),
]


@pytest.mark.parametrize(("command", "expected"), BEFORE_THE_FIRST)
def test_before_the_first_round(command: AnyCommand, expected: Reason) -> None:
    assert reason(SHUT, command) is expected


def test_a_terminal_plays_at_its_own_table_whatever_else_is_wrong() -> None:
    table = play("ministar", OPEN)
    table.give_all(replace(TABLED, table="B"), ask.RegisterTerminal("u1", "B", (cents(500),)))
    for command in (replace(RED, terminal="u1"), replace(RED, table="B"), replace(RED, table="B", wager="x")):
        verdict = table.give(command)
        assert verdict == Refusal(Reason.NOT_AT_TABLE)


def test_of_the_pieces_of_a_special_the_earliest_reason_is_given() -> None:
    """The first piece is above its maximum, a later one below its minimum: that comes first."""
    table = play("ministar", """
        limit straight max 1.00
        limit split min 5.00
        open-table by-itself
        ready
        note t1 100.00
        place t1 orphans 2.00
        expect refused BELOW_MINIMUM 1.1.minimum-bet
        expect staked t1 0.00
    """)  # fmt: skip
    assert table.meter("t1") == cents(10_000)


def test_the_earliest_of_several() -> None:
    refusals = [Refusal(Reason.PRINTING), Refusal(Reason.NO_POWER), Refusal(Reason.OFF_STEP)]
    assert earliest(refusals) == Refusal(Reason.NO_POWER)
