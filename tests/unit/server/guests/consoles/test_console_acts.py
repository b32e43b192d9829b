"""Acts over a console: numbered, in the roles on record, refused with a clause, done once, or with a second person."""

from __future__ import annotations

import pytest
from msgspec import json

from openetg.floor.commands import PairTerminal
from openetg.floor.state import Phase
from openetg.server.acts import second_person as waiting
from openetg.server.writer import writer as writing
from openetg.wire.console import ActDone, ActKnown, ActRefused, CasesNews, NeedsSecond, WaitingNews
from tests.unit.server.guests.consoles.console_stage import ConsoleLine, ConsoleStage


def welcomed(stage: ConsoleStage, person: str, *views: str) -> ConsoleLine:
    line = stage.console(person).hello(*views)
    line.take()
    return line


def test_an_act_is_done_on_record_and_seen() -> None:
    stage = ConsoleStage()
    ann = welcomed(stage, "ann", "cases")
    ann.act(1, "OpenCase", terminal="M1", why="the screen is dark")
    assert ann.take() == [], "not before it is durable"
    stage.turn(1_000)
    done, cases = ann.take()
    assert isinstance(done, ActDone)
    assert (done.n, done.seq) == (1, stage.floor.sequence)
    assert done.facts[0].type == "CaseOpened"
    assert done.facts[0].clause
    assert done.facts[0].about["terminal"] == "M1"
    assert isinstance(cases, CasesNews)
    command = json.decode(stage.groups[-1].entries[-1].command)
    assert command["sender"] == "staff/ann/1"
    assert (command["command"]["person"], command["command"]["role"]) == ("ann", "assistant_gaming_manager")


def test_the_same_number_is_the_same_act() -> None:
    stage = ConsoleStage()
    ann = welcomed(stage, "ann")
    ann.act(5, "OpenCase", terminal="M1", why="dark")
    ann.act(5, "OpenCase", terminal="M1", why="dark")
    stage.turn()
    done, known = ann.take()
    assert isinstance(done, ActDone)
    assert known == ActKnown(5, done.seq, "", "")
    assert len(stage.floor.cases) == 1
    ann.act(4, "OpenCase", terminal="M2", why="dark")
    stage.turn()
    assert ann.take_one(ActKnown) == ActKnown(4, 0, "stale", "")
    back = stage.console(session=ann.session.session).hello()
    assert back.welcome().last == 5


def test_a_no_bears_its_reason_clause_and_sentence() -> None:
    stage = ConsoleStage()
    carl = welcomed(stage, "carl")
    carl.act(1, "OpenCase", terminal="M1", why="I think so")
    stage.turn()
    refused = carl.take_one(ActRefused)
    assert (refused.n, refused.reason, refused.clause) == (1, "no_power", "7.2.3")
    assert refused.words == "that role does not hold the power; somebody who does must do it"
    carl.act(1, "OpenCase", terminal="M1", why="I think so")
    stage.turn()
    assert carl.take_one(ActKnown).reason == "no_power"
    carl.act(2, "SetLimits", table="B", limits={})
    assert carl.take_one(ActRefused).reason == "not_their_role", "not their rulebook: nothing to decide"


@pytest.mark.parametrize(
    ("act", "fields", "reason"),
    [
        ("Nonsense", {}, "no_such_act"),
        ("PlaceWager", {"terminal": "M1"}, "no_such_act"),
        ("RecordOutcome", {"table": "A", "outcome": "17"}, "no_such_act"),
        ("RecordLogin", {"person": "olga"}, "no_such_act"),
        ("OpenCase", {}, "malformed"),
        ("OpenCase", {"terminal": 7, "why": "x"}, "malformed"),
        ("OpenCase", {"terminal": "M1", "why": "x", "role": "authority"}, "malformed"),
        ("OpenCase", {"terminal": "M1", "why": "x", "person": "bob"}, "malformed"),
        ("OpenCase", {"terminal": "M1", "why": "x" * 2_001}, "malformed"),
    ],
)
def test_what_is_no_act_of_a_person_is_refused_and_the_session_goes_on(
    act: str, fields: dict[str, str], reason: str
) -> None:
    stage = ConsoleStage()
    ann = welcomed(stage, "ann")
    before = stage.floor.sequence
    ann.act(1, act, **fields)
    refused = ann.take_one(ActRefused)
    assert (refused.n, refused.reason) == (1, reason)
    assert refused.words
    stage.turn()
    assert stage.floor.sequence == before
    ann.act(1, "OpenCase", terminal="M1", why="the number is still free")
    stage.turn()
    ann.take_one(ActDone)


def test_fields_that_are_no_object_are_refused() -> None:
    ann = welcomed(ConsoleStage(), "ann")
    for fields in (b"7", b"null", b"[]", b'"x"'):
        ann.say_bytes(b'{"type":"act","n":1,"act":"OpenCase","fields":' + fields + b"}")
        assert ann.take_one(ActRefused).reason == "malformed"


def test_an_act_of_high_value_waits_for_a_second_person() -> None:
    stage = ConsoleStage()
    ann, bob = welcomed(stage, "ann"), welcomed(stage, "bob", "waiting")
    ann.act(1, "VoidRound", table="A", cause="fire", why="the wheel was touched")
    needed = ann.take_one(NeedsSecond)
    assert (needed.n, needed.act) == (1, "VoidRound")
    ann.act(1, "VoidRound", table="A", cause="fire", why="the wheel was touched")
    assert ann.take_one(NeedsSecond) == needed, "the same act"
    stage.pass_time()
    (waits,) = bob.take_one(WaitingNews).content.acts
    assert (waits.confirmation, waits.act, waits.first) == (needed.confirmation, "VoidRound", "ann")
    stage.confirm(needed.confirmation)
    assert stage.floor.tables["A"].past[1].phase is Phase.VOID
    assert ann.take_one(ActKnown) == ActKnown(1, stage.floor.sequence, "", "")
    stage.pass_time()
    assert bob.take_one(WaitingNews).content.acts == ()


def test_an_act_that_waits_is_not_given_up_because_of_a_later_one() -> None:
    stage = ConsoleStage()
    ann = welcomed(stage, "ann")
    ann.act(1, "VoidRound", table="A", cause="fire", why="x")
    needed = ann.take_one(NeedsSecond)
    ann.act(2, "OpenCase", terminal="M1", why="dark")
    stage.turn()
    ann.take_one(ActDone)
    stage.pass_time()
    assert ann.take() == []
    assert stage.office.seconds.take(needed.confirmation, stage.now_ms) is not None
    stage.pass_time()
    assert ann.take_one(ActKnown) == ActKnown(1, 0, "stale", ""), "it waits no longer; the views say the rest"


def test_an_act_that_waited_in_vain_is_forgotten() -> None:
    stage = ConsoleStage()
    ann = welcomed(stage, "ann")
    ann.act(1, "VoidRound", table="A", cause="fire", why="x")
    ann.take_one(NeedsSecond)
    stage.pass_time(200_000)
    ann.take()
    ann.act(1, "VoidRound", table="B", cause="fire", why="x")
    assert ann.take_one(NeedsSecond).n == 1


def test_what_is_refused_anyway_calls_nobody() -> None:
    stage = ConsoleStage()
    carl = welcomed(stage, "carl")
    carl.act(1, "VoidRound", table="A", cause="fire", why="x")
    assert carl.take_one(ActRefused).reason == "no_power"
    assert stage.office.seconds.all(stage.now_ms) == ()


def test_a_full_inbox_or_list_turns_an_act_away(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = ConsoleStage()
    ann = welcomed(stage, "ann")
    monkeypatch.setattr(writing, "LARGEST_INBOX", 0)
    ann.act(1, "OpenCase", terminal="M1", why="dark")
    assert ann.take_one(ActRefused).reason == "must_wait"
    monkeypatch.setattr(waiting, "WAITING_MAX", 0)
    ann.act(1, "VoidRound", table="A", cause="fire", why="x")
    assert ann.take_one(ActRefused).reason == "busy"


def test_one_person_does_not_keep_the_acts_of_all_others_from_waiting() -> None:
    stage = ConsoleStage()
    ann, bob = welcomed(stage, "ann"), welcomed(stage, "bob")
    for number in range(1, waiting.OF_ONE_MAX + 1):
        ann.act(number, "VoidRound", table="A", cause="fire", why=f"reason {number}")
    ann.take()
    assert len(stage.office.seconds.all(stage.now_ms)) == waiting.OF_ONE_MAX
    ann.act(waiting.OF_ONE_MAX + 1, "VoidRound", table="A", cause="fire", why="one more")
    assert ann.take_one(ActRefused).reason == "busy"
    bob.act(1, "VoidRound", table="A", cause="fire", why="smoke")
    assert len(stage.office.seconds.all(stage.now_ms)) == waiting.OF_ONE_MAX + 1


def test_an_answer_to_a_console_that_has_gone_is_told_to_nobody() -> None:
    stage = ConsoleStage()
    ann = welcomed(stage, "ann")
    ann.act(1, "OpenCase", terminal="M1", why="dark")
    ann.session.closed()
    stage.turn()
    assert ann.take() == []
    assert len(stage.floor.cases) == 1
    back = stage.console(session=ann.session.session).hello()
    back.take()
    back.act(1, "OpenCase", terminal="M1", why="dark")
    stage.turn()
    assert back.take_one(ActKnown).reason == ""


def test_a_terminal_that_is_not_paired_any_more_is_let_go() -> None:
    stage = ConsoleStage()
    stage.give(PairTerminal("M1", "a public key", "olga")).turn()
    terminal = stage.line("M1").hello()
    terminal.welcome()
    olga = welcomed(stage, "olga")
    olga.act(1, "UnpairTerminal", terminal="M1", why="lost")
    stage.turn()
    olga.take_one(ActDone)
    assert terminal.bye() == "unpaired"
