"""What a terminal kept of its commands: every message is known, every value is compared, and so is the table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import NODEFAULT, json, to_builtins
from msgspec.structs import fields, replace

from openetg.floor.commands import CloseWagers, Order, RecordOutcome, ReportByPlayer, ReportLaunch, ReportReady
from openetg.floor.state import Phase
from openetg.reports.audit.terminal_answers import COMMANDS, UNSAID, Finding, said_finding
from openetg.reports.audit.terminal_record import UNJOURNALED, Comparison, Verdict
from openetg.rulebook.schema.policies import Closer
from openetg.server.plan.demonstration import demonstration
from openetg.wire.messages import (
    Bound,
    Call,
    Clear,
    CollectMeter,
    Double,
    Fault,
    FromTerminal,
    Max,
    Message,
    Move,
    Note,
    Place,
    PlaceMany,
    Repeat,
    Sit,
    TakeBack,
    TicketIn,
    Undo,
)
from tests.unit.server.retaining_floor import Keeping, KeptStage
from tests.unit.server.stage import INTERBLOCK, MINISTAR, Stage

ROULETTE, DICE = "B", "C"
WAGERS = {ROULETTE: ("red", "straight:17"), DICE: ("small", "single:3")}
ANYWHERE = {"note", "bound"}
"""The same at every table."""
SAMPLES: tuple[FromTerminal, ...] = (
    Place(1, "red", 500, 3),
    PlaceMany(1, (("red", 500), ("black", 700)), 3),
    TakeBack(1, "red", 500, 3),
    Clear(1, 3),
    Move(1, "red", "black", 500, 3),
    Undo(1, 3),
    Double(1, 3),
    Repeat(1, 3, True, 900),
    Max(1, "red", 3),
    Note(1, 1_000),
    TicketIn(1, "123456789012345678"),
    CollectMeter(1),
    Call(1, "payout"),
    Fault(1, "unknown-number"),
    Bound(1, 5_000, 60_000),
)
OTHERS: dict[str, Any] = {
    "wager": "even", "spot": "even", "to": "even", "amount": 1, "round": 4, "auto": False, "most": 1, "code": "other",
    "what": "attendant", "loss_max": 1, "lasts_ms": 1, "wagers": [["red", 500], ["black", 701]],
}  # fmt: skip


def tag(message: type[Message]) -> str:
    return str(message.__struct_config__.tag)


def order_of(message: FromTerminal) -> Order:
    """What the server makes of a message."""
    stage = Stage()
    stage.line("I1").hello().say(message)
    ((order, _),) = stage.writer.inbox
    return order


def said_of(message: FromTerminal) -> dict[str, Any]:
    said: dict[str, Any] = to_builtins(message)
    del said["n"]
    return json.decode(json.encode(said))  # type: ignore[no-any-return]


def test_every_numbered_message_is_known_with_all_that_it_shares_with_its_command() -> None:
    numbered = {tag(kind): kind for kind in get_args(FromTerminal) if "n" in kind.__struct_fields__}
    assert set(COMMANDS) == set(numbered) == {tag(type(each)) for each in SAMPLES}
    for name, kind in numbered.items():
        meant = COMMANDS[name]
        shared = set(kind.__struct_fields__) & set(meant.command.__struct_fields__)
        assert set(meant.shared) == shared, name
        unsaid = {each.name: each.default for each in fields(kind) if each.default is not NODEFAULT}
        assert {field: UNSAID[field] for field in shared if field in UNSAID} == unsaid, name


@pytest.mark.parametrize("message", SAMPLES, ids=lambda each: tag(type(each)))
def test_every_value_is_held_against_what_the_server_made_of_it(message: FromTerminal) -> None:
    command, said = order_of(message).command, said_of(message)
    assert said_finding(said, INTERBLOCK, command, 2) == said_finding(said, "", command, 1)
    assert said_finding(said, INTERBLOCK, command, 2).wrong == ""
    assert said_finding(said, INTERBLOCK, command, 2).lacking == ()
    for name in COMMANDS[said["type"]].shared:
        assert said_finding({**said, name: OTHERS[name]}, INTERBLOCK, command, 2).wrong.startswith(name)
        less = {key: value for key, value in said.items() if key != name}
        assert said_finding(less, INTERBLOCK, command, 2).lacking == (name,)
    for other in COMMANDS.keys() - {said["type"]}:
        assert said_finding({**said, "type": other}, INTERBLOCK, command, 2).wrong.startswith("type")
    has_table = hasattr(command, "table")
    assert bool(said_finding(said, MINISTAR, command, 2).wrong) is has_table
    assert said_finding(said, "", command, 2).lacking == (("table",) if has_table else ())


def test_what_a_message_leaves_out_is_what_it_means_without() -> None:
    command = order_of(Repeat(1)).command
    assert said_finding({"type": "repeat"}, INTERBLOCK, command, 1).lacking == ()
    assert said_finding({"type": "repeat", "round": 2}, INTERBLOCK, command, 1).wrong
    assert said_finding({"type": "repeat", "round": False}, INTERBLOCK, command, 1).wrong, "false is not zero"


def test_a_call_that_an_older_journal_has_without_a_table_is_compared_without() -> None:
    said, older = {"type": "call", "what": "payout"}, ReportByPlayer("I1", "payout")
    assert said_finding(said, DICE, older, 2) == Finding()
    assert said_finding(said, DICE, order_of(Call(1, "payout")).command, 2).wrong.startswith("table")


def test_a_long_gesture_is_held_against_its_count_and_sum() -> None:
    command = order_of(PlaceMany(1, (("red", 500), ("black", 700)), 3)).command
    said = {"type": "place_many", "round": 3}
    assert not said_finding({**said, "wagers": {"count": 2, "sum": 1_200}}, "", command, 1).wrong
    for short in ({"count": 2, "sum": 1_201}, {"count": 3, "sum": 1_200}, {}):
        assert said_finding({**said, "wagers": short}, "", command, 1).wrong.startswith("wagers")


@pytest.fixture(scope="module")
def turning(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[KeptStage, Keeping]]:
    """A terminal that plays roulette, turns to Sic Bo, and plays there as well."""
    house = replace(demonstration(terminals=3, tables=(ROULETTE, DICE)), staff=())
    stage = KeptStage(tmp_path_factory.mktemp("turning"), house)
    kept = Keeping(stage.line("I1").hello()).catch_up()
    wishes: tuple[FromTerminal, ...] = (
        Note(1, 10_000), Place(2, "red", 500), Sit(DICE), Place(3, "small", 700), Clear(4), Place(5, "small", 700),
        Sit(ROULETTE), Place(6, "red", 500), Call(7, "attendant"), Bound(8, 5_000, 0),
    )  # fmt: skip
    for wish in wishes:
        kept.say(wish)
        stage.turn(100)
        kept.catch_up()
    yield stage, kept
    stage.store.close()


def with_table(lines: list[str], what: str, table: str) -> list[tuple[int, list[str]]]:
    """The lines of a kind, one at a time, as if told at another table or at none; with the number of each."""
    found = []
    for place, line in enumerate(json.decode(each) for each in lines):
        if line["what"] == what and line["table"] != table:
            bare = {key: value for key, value in line.items() if key not in {"h", "table"}}
            text = json.encode(bare | ({"table": table} if table else {})).decode()
            found.append((line["k"], [*lines[:place], text, *lines[place + 1 :]]))
    return found


def verdicts(found: Comparison, k: int) -> list[Verdict]:
    return [each.verdict for each in found.judged if each.k == k]


def test_what_was_true_at_both_tables_agrees(turning: tuple[KeptStage, Keeping]) -> None:
    stage, kept = turning
    found = stage.compare("I1", kept.lines)
    assert set(found.counts) == {"agrees"}, [each for each in found.judged if each.verdict is not Verdict.agrees]
    sent = [line["table"] for line in map(json.decode, kept.lines) if line["what"] == "sent"]
    assert sent == [ROULETTE, ROULETTE, DICE, DICE, DICE, ROULETTE, ROULETTE, ROULETTE]


@pytest.mark.parametrize("what", ["ack", "own", "sent"])
@pytest.mark.parametrize("table", [ROULETTE, DICE, "A"])
def test_a_command_or_an_answer_at_another_table_shows(
    turning: tuple[KeptStage, Keeping], what: str, table: str
) -> None:
    stage, kept = turning
    spoiled = with_table(kept.lines, what, table)
    told = {k: verdicts(stage.compare("I1", lines), k) for k, lines in spoiled}
    for k, verdict in told.items():
        line = json.decode(kept.lines[k - 1])
        is_anywhere = what == "sent" and line["said"]["type"] in ANYWHERE
        is_same = what == "own" and table != "A" and not line["spots"] and line["n"] == 1
        assert verdict == [Verdict.agrees if is_anywhere or is_same else Verdict.differs], line
    assert [Verdict.differs] in told.values()


def test_a_terminal_with_several_tables_has_to_say_which(turning: tuple[KeptStage, Keeping]) -> None:
    stage, kept = turning
    for k, lines in with_table(kept.lines, "own", ""):
        assert verdicts(stage.compare("I1", lines), k) == [Verdict.unverifiable]
    for k, lines in with_table(kept.lines, "sent", ""):
        is_anywhere = json.decode(lines[k - 1])["said"]["type"] in ANYWHERE
        assert verdicts(stage.compare("I1", lines), k) == [Verdict.agrees if is_anywhere else Verdict.unverifiable]


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_played_at_both_tables_a_true_record_never_differs(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    stage = KeptStage(tmp_path, replace(demonstration(terminals=3, tables=(ROULETTE, DICE)), staff=()))
    stage.fund("I1", "I2")
    keeping = {name: Keeping(stage.line(name).hello()).catch_up() for name in ("I1", "I2")}
    number = 0
    for _ in range(60):
        for table in (ROULETTE, DICE):
            go_on(stage, table, chance)
        for kept in keeping.values():
            for _ in range(chance.randrange(4)):
                number += 1
                wager = chance.choice(WAGERS[kept.table])
                wishes = (
                    Place(number, wager, 300),
                    Undo(number),
                    Clear(number),
                    Max(number, wager),
                    Sit(ROULETTE),
                    Sit(DICE),
                )
                kept.say(chance.choice(wishes)).catch_up()
        stage.turn(chance.choice((0, 700, 9_000)))
        for kept in keeping.values():
            kept.catch_up()
    for name, kept in keeping.items():
        found = stage.compare(name, kept.lines)
        assert set(found.counts) == {"agrees", "unverifiable"}
        assert {each.words for each in found.judged} == {"", UNJOURNALED}
        assert {json.decode(line).get("table") for line in kept.lines} >= {ROULETTE, DICE}
    stage.store.close()


def go_on(stage: KeptStage, table: str, chance: random.Random) -> None:
    """The next step of a round, or none."""
    round_ = stage.round(table)
    if chance.random() < 0.5:
        return
    if round_.phase is Phase.CLOSED:
        outcome = {ROULETTE: "17", DICE: "1-2-3"}[table]
        stage.give(RecordOutcome(table, round_.spin, outcome), ReportReady(table))
    elif round_.launched:
        stage.give(CloseWagers(table, Closer.SENSOR, round_.spin))
    else:
        stage.give(ReportReady(table), ReportLaunch(table, round_.spin, opposite=True))
