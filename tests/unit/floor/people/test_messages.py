"""Messages to players: one of a fixed list, by whoever works at the table, until the player leaves; no free text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import ValidationError, json
from msgspec.structs import replace

from openetg.floor.cloth.seat_views import seat_view
from openetg.floor.commands import AnyCommand, EngageStaff, LeavePlace, StaffMessage, TellPlayer
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.snapshot import decode_snapshot, encode_snapshot
from openetg.floor.events import PlayerTold
from openetg.floor.rounds.views import own_view
from openetg.floor.wagers.bounds import AWAY_MS
from openetg.reports.recall.lines import line_for
from openetg.rulebook.schema.policies import sentences
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

MANAGER = ("assistant_gaming_manager", "ann")
COMING = TellPlayer(*MANAGER, "T1", StaffMessage.ATTENDANT_COMING)


def stage_of(script: str) -> Stage:
    return run_script(f"{script} \n expect balanced").stage


def shown(stage: Stage, terminal: str = "T1") -> tuple[str, int]:
    view = own_view(stage.floor, terminal)
    return view.message, view.message_at_ms


def told(stage: Stage, command: TellPlayer) -> PlayerTold:
    verdict = stage.ask(command)
    assert not isinstance(verdict, Refusal), verdict
    (event,) = verdict
    assert isinstance(event, PlayerTold)
    return event


def test_a_message_is_shown_at_the_terminal_until_the_next_one() -> None:
    stage = stage_of("rulebook ministar roulette \n note T1 50.00 \n note T2 50.00")
    assert shown(stage) == ("", 0)
    assert told(stage, COMING).table == stage.table.name
    first = shown(stage)
    assert first == ("attendant-coming", stage.at_ms)
    assert shown(stage, "T2") == ("", 0), "it is for one player"
    assert own_view(decode_snapshot(encode_snapshot(stage.floor)), "T1").message == "attendant-coming"
    stage.at_ms += 1_000
    stage.must(replace(COMING, message=StaffMessage.SEE_ATTENDANT))
    assert shown(stage) == ("see-attendant", first[1] + 1_000)
    stage.must(replace(COMING, message=StaffMessage.SEE_ATTENDANT))
    assert line_for(COMING) == "tell assistant_gaming_manager:ann T1 attendant-coming"


@pytest.mark.parametrize("leaving", ["collect T1 as K1", "pay-by-hand cashier T1"])
def test_it_goes_when_the_player_leaves_and_does_not_come_back(leaving: str) -> None:
    played = f"""
        rulebook ministar roulette
        note T1 50.00
        tell assistant_gaming_manager T1 closing
        {leaving}
    """
    assert shown(stage_of(played)) == ("", 0)
    assert shown(stage_of(f"{played} \n note T1 5.00")) == ("", 0), "whoever comes next has been told nothing"


def test_it_stays_while_the_player_does() -> None:
    stage = stage_of("""
        rulebook ministar roulette
        note T1 50.00
        tell assistant_gaming_manager T1 limits
        note T1 5.00
        bets
        place T1 red 55.00
        spin
        drop
        rest 1
    """)
    assert shown(stage)[0] == "limits"
    lost = stage_of("""
        rulebook ministar roulette
        note T1 50.00
        bets
        place T1 black 50.00
        tell assistant_gaming_manager T1 limits
        spin
        drop
        rest 1
    """)
    assert shown(lost)[0] == "limits", "a player who has lost everything may still sit there"
    lost.floor.at_ms += AWAY_MS + 1
    assert shown(lost) == ("", 0)


def test_where_nobody_is_known_to_be_it_is_for_whoever_stands_there() -> None:
    stage = stage_of("rulebook ministar roulette \n terminal T1 \n tell assistant_gaming_manager T1 see-attendant")
    assert shown(stage)[0] == "see-attendant"
    stage.floor.at_ms += AWAY_MS + 1
    assert shown(stage) == ("", 0)
    later = stage_of("""
        rulebook ministar roulette
        note T1 50.00
        collect T1 as K1
        wait 1s
        tell assistant_gaming_manager T1 collect-credits
    """)
    assert shown(later)[0] == "collect-credits", "told after the player had collected"
    again = stage_of("""
        rulebook ministar roulette
        terminal T1
        tell assistant_gaming_manager T1 see-attendant
        note T1 50.00
    """)
    assert shown(again) == ("", 0), "a visit begins with nothing on the screen"


def test_anybody_may_who_works_at_one_of_the_tables_of_the_terminal() -> None:
    stage = stage_of("""
        rulebook ministar roulette as A
        note T1 50.00
        rulebook interblock roulette as B
        on B
        link T1
        on A
    """)
    stage.must(EngageStaff("ann", "Ann Ito", {"ministar": ("assistant_gaming_manager",)}))
    stage.must(EngageStaff("eve", "Eve Lo", {"interblock": ("electronic_gaming_host",)}))
    stage.must(EngageStaff("dan", "Dan Ek", {"ministar": ("cashier",)}))
    assert told(stage, COMING).table == "A"
    assert told(stage, replace(COMING, role="electronic_gaming_host", person="eve")).table == "B"
    assert told(stage, replace(COMING, role="cashier", person="dan")).table == "A"
    refusals = {
        ("house", "ann"): Reason.UNKNOWN_ROLE,
        ("inspector", "ines"): Reason.NO_POWER,
        ("scrutineer", "sam"): Reason.NO_POWER,
        ("assistant_gaming_manager", "dan"): Reason.NOT_THEIR_ROLE,
        ("assistant_gaming_manager", "eve"): Reason.NOT_THEIR_ROLE,
    }
    for (role, person), reason in refusals.items():
        refused = stage.ask(replace(COMING, role=role, person=person))
        assert isinstance(refused, Refusal)
        assert refused.reason is reason, (role, person)
    assert stage.ask(replace(COMING, terminal="T9")) == Refusal(Reason.UNKNOWN_TERMINAL, details={"terminal": "T9"})


@clause("money-wheel", "10.5(b)", "10.5")
def test_money_wheel_players_are_shown_the_fixed_messages_and_each_cites_the_clause() -> None:
    stage = stage_of("rulebook money-wheel money-wheel \n player P1 \n player P2")
    for message in StaffMessage:
        event = told(stage, TellPlayer("casino_supervisor", "sue", "P1", message))
        assert (event.clause, event.player, event.terminal) == ("10.5(b)", "P1", "")
        view = seat_view(stage.floor, stage.table, "P1")
        assert (view.message, view.message_at_ms) == (message.value, stage.at_ms)
    assert seat_view(stage.floor, stage.table, "P2").message == ""
    stage.must(LeavePlace("P1", stage.table.name))
    assert seat_view(stage.floor, stage.table, "P1").message == ""
    gone = stage.ask(TellPlayer("casino_supervisor", "sue", "P1", StaffMessage.LIMITS))
    assert isinstance(gone, Refusal)
    assert gone.reason is Reason.UNKNOWN_TERMINAL


@clause("money-wheel", "10.5(b)")
@pytest.mark.parametrize("words", ["", "back symbol g", "hot", "Limits", "limits "])
def test_money_wheel_free_text_to_a_player_cannot_even_be_said(words: str) -> None:
    """The message is a word of the list or the command is none; there is no other field for words."""
    said = {"type": "TellPlayer", "role": "casino_supervisor", "person": "sue", "terminal": "P1", "message": words}
    with pytest.raises(ValidationError):
        json.decode(json.encode(said), type=AnyCommand)
    json.decode(json.encode(said | {"message": "limits"}), type=AnyCommand)
    assert set(TellPlayer.__struct_fields__) == {"role", "person", "terminal", "message"}


@clause("money-wheel", "10.5(b)")
def test_money_wheel_no_message_is_advice_on_play() -> None:
    """The list is readable, each message with what it says; none names a spot, an outcome, or a chance of winning."""
    advising = re.compile(r"\b(hot|cold|lucky|due|win|odds|chance|symbol|number|red|black|should|try|back|better)\b")
    said = sentences(StaffMessage)
    assert set(said) == {message.value for message in StaffMessage}
    for word, words in said.items():
        assert words
        assert not advising.search(words), word
        assert not advising.search(word.replace("-", " ")), word


def test_at_a_cloth_of_another_instrument_it_cites_what_that_says() -> None:
    stage = stage_of("rulebook adelaide roulette \n player P1")
    event = told(stage, TellPlayer("pit_boss", "pia", "P1", StaffMessage.CLOSING))
    assert event.clause == "", "that instrument does not speak of messages"


GUIDE = (Path(__file__).parents[4] / "docs" / "guides" / "operate.md").read_text(encoding="utf-8")


@clause("money-wheel", "10.5(b)")
@pytest.mark.parametrize("message", StaffMessage, ids=lambda message: message.value)
def test_money_wheel_the_list_of_messages_can_be_read(message: StaffMessage) -> None:
    assert f"| `{message.value}` | {sentences(StaffMessage)[message.value]} |" in GUIDE
