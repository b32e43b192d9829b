"""A floor that is to stop plays what is under way to its end and opens nothing new, under every rulebook."""

from __future__ import annotations

import pytest

from openetg.devices.wheel.physics import SpinFault
from openetg.floor.commands import OpenRound, Order, StartWriter, WindDown
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import RoundOpened, RoundSettled, RoundVoided, WindDownBegun
from openetg.floor.state import ENDED, Phase
from openetg.server.devices.conductor import Conductor
from openetg.server.life.stopping import STOP_WITHIN_MS, Stopping, Why, parting_words, under_way
from tests.unit.server.hall import EVERY_KIND, NAME, Hall

LONG_MS = 240_000


def happened(hall: Hall, kind: type) -> list[object]:
    verdicts = [each.verdict for each in hall.decided if isinstance(each.verdict, tuple)]
    return [event for verdict in verdicts for event in verdict if isinstance(event, kind)]


def until_open(hall: Hall) -> Hall:
    for _ in range(400):
        if hall.table.round is not None and hall.round.phase is Phase.OPEN:
            return hall
        hall.play(500)
    raise AssertionError("no round opens")


def stopped(hall: Hall, stopping: Stopping) -> Why:
    """Plays until the floor may stop."""
    for _ in range(1_000):
        why = stopping.why_now(hall.floor, hall.now_ms)
        if why is not None:
            return why
        hall.play(250)
    raise AssertionError("it never stops")


def restarted(hall: Hall) -> Hall:
    """The next start, on the same floor, with its device heard anew."""
    hall.cable.cut()
    hall.conductor = Conductor(hall.writer, {NAME: hall.cable}, boot=3, wake=lambda: None)
    hall.writer.submit(Order("house", 3, 1, StartWriter(LOGIC, "test")))
    hall.turn()
    hall.cable.mend()
    return hall


@pytest.mark.parametrize(("rulebook", "kind"), EVERY_KIND)
@pytest.mark.parametrize("into_ms", [0, 35_000])
def test_every_round_ends_and_none_opens(rulebook: str, kind: str, into_ms: int) -> None:
    hall = until_open(Hall(rulebook, kind).play(3_000))
    hall.wager()
    hall.play(into_ms)
    hall.conductor.wind_down()
    stopping = Stopping()
    assert stopping.ask(hall.now_ms)
    hall.turn()
    opened = len(happened(hall, RoundOpened))
    assert stopped(hall, stopping) is Why.FINISHED
    assert hall.round.phase in ENDED
    assert happened(hall, RoundSettled) or happened(hall, RoundVoided)
    hall.play(LONG_MS)
    assert len(happened(hall, RoundOpened)) == opened
    assert len(happened(hall, WindDownBegun)) == 1


@pytest.mark.parametrize(("rulebook", "kind"), EVERY_KIND)
def test_the_next_start_opens_rounds_again(rulebook: str, kind: str) -> None:
    hall = until_open(Hall(rulebook, kind).play(3_000))
    hall.conductor.wind_down()
    stopping = Stopping()
    stopping.ask(hall.now_ms)
    hall.turn()
    assert stopped(hall, stopping) is Why.FINISHED
    rounds = hall.table.rounds
    after = restarted(hall)
    after.play(60_000)
    assert after.table.rounds > rounds


def test_wagers_in_a_round_that_is_open_are_taken_as_ever() -> None:
    hall = until_open(Hall("ministar", "electronic").play(3_000))
    hall.conductor.wind_down()
    hall.turn()
    hall.wager()
    hall.play(LONG_MS)
    assert len(happened(hall, RoundSettled)) == 1


def test_a_dealer_who_would_open_a_round_is_told_that_the_floor_stops() -> None:
    hall = Hall("money-wheel", "live", has_dealer=False)
    hall.conductor.wind_down()
    hall.turn()
    hall.writer.submit(Order("test", 2, 99, OpenRound("dealer", hall.table.dealer, NAME)))
    hall.turn()
    refusal = hall.decided[-1].verdict
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.details) == (Reason.TABLE_NOT_OPEN, {"floor": "stopping"})


def test_it_is_on_record_once() -> None:
    hall = until_open(Hall("ministar", "electronic").play(3_000))
    hall.give(WindDown())
    hall.conductor.wind_down()
    hall.play(5_000)
    assert len(hall.commands(WindDown)) == 1


def test_a_held_round_waits_for_a_person_and_the_floor_not_for_it() -> None:
    hall = Hall("interblock", "roulette")
    hall.inject(SpinFault.BALL_LOST)
    until_open(hall.play(3_000))
    hall.wager()
    hall.conductor.wind_down()
    stopping = Stopping()
    stopping.ask(hall.now_ms)
    hall.turn()
    assert stopped(hall, stopping) is Why.HELD
    assert under_way(hall.floor).held == (NAME,)
    assert parting_words(hall.floor, Why.HELD).endswith(f"held at {NAME} until a person decides")


def test_asked_again_it_stops_at_once_and_says_what_is_left() -> None:
    hall = until_open(Hall("ministar", "electronic").play(3_000))
    stopping = Stopping()
    assert stopping.ask(hall.now_ms)
    assert stopping.words(hall.floor) == f"finishing rounds at {NAME}; again to stop now"
    assert stopping.words(hall.floor) is None, "it was said"
    assert stopping.why_now(hall.floor, hall.now_ms) is None
    assert not stopping.ask(hall.now_ms)
    assert stopping.why_now(hall.floor, hall.now_ms) is Why.ASKED_AGAIN
    assert f"under way at {NAME}" in parting_words(hall.floor, Why.ASKED_AGAIN)


def test_a_table_that_does_not_come_to_its_end_is_not_waited_for_for_ever() -> None:
    hall = until_open(Hall("novo-unity", "live", has_dealer=False).play(3_000))
    hall.conductor.wind_down()
    stopping, asked_ms = Stopping(), hall.now_ms
    stopping.ask(asked_ms)
    hall.turn()
    assert stopped(hall, stopping) is Why.TIME_IS_UP
    assert STOP_WITHIN_MS <= hall.now_ms - asked_ms < STOP_WITHIN_MS + 1_000
    assert under_way(hall.floor).running == (NAME,)


def test_before_it_is_on_record_that_no_round_opens_nothing_is_finished() -> None:
    hall = Hall("money-wheel", "live", has_dealer=False)
    stopping = Stopping()
    stopping.ask(hall.now_ms)
    assert under_way(hall.floor).running == ()
    assert stopping.why_now(hall.floor, hall.now_ms) is None
    hall.give(WindDown())
    assert stopping.why_now(hall.floor, hall.now_ms) is Why.FINISHED
