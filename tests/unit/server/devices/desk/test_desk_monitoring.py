"""The monitoring system: credit under ids of its own, tickets of other machines of the site, meters and events."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from openetg.devices.acceptor.simulator import Fate, SimulatedAcceptor
from openetg.devices.display.signals import Show
from openetg.devices.line.signals import LinkOpened
from openetg.devices.sensors.signals import Sight
from openetg.floor.commands import CloseWagers, InsertTicket, RecordOutcome, ReportLaunch
from openetg.floor.core.ledger import MONITORING
from openetg.floor.events import DisplayCompared
from openetg.keys.keyring import make_keyring
from openetg.keys.tickets import DRAWN, with_check_digits
from openetg.rulebook.schema.policies import Closer
from openetg.server.writer.sealing import WRONG_MAX, Sealer
from tests.simulated.display import SimulatedDisplay
from tests.simulated.monitoring import SimulatedMonitoring
from tests.simulated.sensors import SimulatedSensors
from tests.unit.server.devices.desk.bench import START_MS, Bench, T, founded

ACCEPTOR = f"acceptor/{T}"
FOREIGN = with_check_digits(421 * DRAWN + 7)


@pytest.fixture
def edge(tmp_path: Path) -> Iterator[Sealer]:
    with closing(make_keyring(tmp_path)) as ring:
        yield Sealer(ring, founded(), lambda: START_MS, prefix=41)


def bench(edge: Sealer | None = None) -> tuple[Bench, SimulatedMonitoring, SimulatedAcceptor]:
    monitoring, acceptor = SimulatedMonitoring(), SimulatedAcceptor()
    devices = {"monitoring": monitoring, ACCEPTOR: acceptor}
    made = Bench(devices) if edge is None else Bench(devices, edge)
    made.settle(2)
    return made, monitoring, acceptor


def test_credit_comes_once_for_each_id_and_is_answered() -> None:
    desk, monitoring, _ = bench()
    for _ in range(2):
        monitoring.send_credit("X-1", T, 5_000)
        desk.settle(4)
    assert desk.credit() == 5_000
    assert monitoring.answers["X-1"].code == "done"
    monitoring.send_credit("X-1", T, 6_000)
    monitoring.send_credit("X-2", "I9", 6_000)
    desk.settle(4)
    assert desk.credit() == 5_000
    assert monitoring.answers["X-1"].code == "other_transfer"
    assert monitoring.answers["X-2"].code == "unknown_terminal"
    assert int(desk.held(MONITORING)) == -5_000  # type: ignore[call-overload]


def test_credit_does_not_go_out_that_way_and_the_clause_is_cited() -> None:
    desk, monitoring, _ = bench()
    monitoring.send_credit("X-1", T, 5_000)
    desk.settle(4)
    monitoring.ask_credit("X-2", T, 5_000)
    monitoring.ask_credit("X-3", "I9", 5_000)
    desk.settle(4)
    answer = monitoring.answers["X-2"]
    assert (answer.code, bool(answer.clause), desk.credit()) == ("not_in_rulebook", True, 5_000)
    assert monitoring.answers["X-3"].code == "unknown_terminal"


def test_meters_are_what_the_ledger_holds() -> None:
    desk, monitoring, acceptor = bench()
    acceptor.insert_note(2_000)
    desk.settle(6)
    monitoring.ask_meters(T)
    monitoring.ask_meters("I9")
    desk.settle(2)
    meters = monitoring.meters[T]
    assert (meters.credit_cents, meters.play_cents, meters.printing_cents, meters.notes_cents) == (2_000, 0, 0, 2_000)
    assert "I9" not in monitoring.meters


def test_a_ticket_of_another_machine_of_the_site_is_credited_once(edge: Sealer) -> None:
    desk, monitoring, acceptor = bench(edge)
    monitoring.issue_ticket(FOREIGN, 3_750)
    acceptor.insert_ticket(FOREIGN)
    desk.settle(12)
    assert (desk.credit(), acceptor.box[-1].digits) == (3_750, FOREIGN)
    acceptor.insert_ticket(FOREIGN)
    desk.settle(12)
    assert desk.credit() == 3_750, "the same ticket is the same transfer"


def test_a_ticket_the_monitoring_system_does_not_pay_goes_back(edge: Sealer) -> None:
    desk, monitoring, acceptor = bench(edge)
    acceptor.insert_ticket(FOREIGN)
    desk.settle(12)
    monitoring.issue_ticket(FOREIGN, 3_750)
    monitoring.tickets[FOREIGN].redeemed = "somewhere else"
    acceptor.insert_ticket(FOREIGN)
    desk.settle(12)
    assert (desk.credit(), len(acceptor.returned)) == (0, 2)


def test_a_monitoring_system_that_does_not_answer_costs_no_ticket(edge: Sealer) -> None:
    desk, monitoring, acceptor = bench(edge)
    monitoring.issue_ticket(FOREIGN, 3_750)
    desk.wires["monitoring"].down = True
    acceptor.insert_ticket(FOREIGN)
    for _ in range(30):
        desk.tick()
    assert (desk.credit(), len(acceptor.returned)) == (0, 1)
    desk.settle(4)
    acceptor.insert_ticket(FOREIGN)
    desk.settle(12)
    assert desk.credit() == 3_750


def _cut(fate: Fate) -> Callable[[Bench], dict[str, str]]:
    def happen(desk: Bench) -> dict[str, str]:
        desk.cut(ACCEPTOR, fate)
        return {}

    return happen


def _down(name: str) -> Callable[[Bench], dict[str, str]]:
    def happen(desk: Bench) -> dict[str, str]:
        desk.wires[name].down = True
        return {}

    return happen


FAULTS: dict[str, Callable[[Bench], dict[str, str]]] = {
    "the server dies before": lambda _: {"die": "before"},
    "the server dies after": lambda _: {"die": "after"},
    "the line to the acceptor breaks": _down(ACCEPTOR),
    "the line to the monitoring system breaks": _down("monitoring"),
    "power, and the ticket is kept": _cut(Fate.KEPT),
    "power, and the ticket is returned": _cut(Fate.RETURNED),
}
STEPS = 12


def run(edge: Sealer, faults: dict[int, str]) -> None:
    """The bearer puts the ticket in, again and again, until it stays there."""
    desk, monitoring, acceptor = bench(edge)
    monitoring.issue_ticket(FOREIGN, 3_750)
    for step in range(STEPS):
        if step == 0:
            acceptor.insert_ticket(FOREIGN)
        desk.tick(**(FAULTS[faults[step]](desk) if step in faults else {}))
        assert desk.credit() in {0, 3_750}
        for wire in desk.wires.values():
            if step not in faults and wire.down:
                wire.down = False
                desk.introduce(wire)
    desk.settle(30)
    if acceptor.inside is None and not acceptor.box:
        acceptor.insert_ticket(FOREIGN)
        desk.settle(30)
    assert (desk.credit(), monitoring.tickets[FOREIGN].redeemed != "") == (3_750, True)
    assert [item.digits for item in acceptor.box] == [FOREIGN]


@pytest.mark.slow
def test_with_one_fault_or_several_it_is_credited_once_and_never_good_again(edge: Sealer) -> None:
    dice = random.Random(5)
    cases = [{step: fault} for step, fault in product(range(STEPS), FAULTS)]
    cases += [
        {step: dice.choice(list(FAULTS)) for step in dice.sample(range(STEPS), dice.randint(2, 4))} for _ in range(100)
    ]
    for faults in cases:
        try:
            run(edge, faults)
        except AssertionError as wrong:
            raise AssertionError(f"{faults}: {wrong}") from wrong


def test_guessing_is_an_alarm_on_record_and_told_to_the_monitoring_system(edge: Sealer) -> None:
    desk, monitoring, acceptor = bench(edge)
    for guess in range(WRONG_MAX):
        acceptor.insert_ticket(with_check_digits(411 * DRAWN + guess))
        desk.settle(8)
    assert desk.alarms() == [(T, "guessing")]
    assert [(event.code, event.place) for event in monitoring.events] == [("guessing", T)]
    before = desk.floor.sequence
    acceptor.insert_ticket(with_check_digits(411 * DRAWN))
    desk.settle(8)
    assert (desk.floor.sequence, len(acceptor.returned)) == (before, WRONG_MAX + 1), "who waits is not heard"
    assert not desk.floor.terminals[T].locks, "an alarm, and no lock: the terminal may be played"


def test_somebody_who_guesses_at_no_terminal_is_named(edge: Sealer) -> None:
    desk, _, _ = bench(edge)
    for guess in range(WRONG_MAX):
        desk.give(InsertTicket(T, with_check_digits(411 * DRAWN + guess)))
    desk.settle(3)
    assert desk.alarms() == [("test", "guessing")]


def sensors_bench() -> tuple[Bench, SimulatedSensors, SimulatedMonitoring]:
    sensors, monitoring = SimulatedSensors(), SimulatedMonitoring()
    made = Bench({f"sensors/{T}": sensors, "monitoring": monitoring})
    made.settle(2)
    return made, sensors, monitoring


@pytest.mark.parametrize("sight", list(Sight))
def test_a_door_a_tilt_and_a_forced_glass_are_alarms(sight: Sight) -> None:
    desk, sensors, monitoring = sensors_bench()
    {Sight.DOOR: sensors.open_door, Sight.TILT: sensors.tilt, Sight.TAMPER: sensors.tamper}[sight]()
    desk.settle(4)
    assert desk.alarms() == [(T, sight.value)]
    assert sensors.unheard == []
    assert len(monitoring.events) == 1


def test_a_door_that_was_opened_without_power_is_seen_at_switch_on() -> None:
    desk, sensors, _ = sensors_bench()
    sensors.cut()
    sensors.open_door("logic")
    sensors.close_door("logic")
    sensors.switch_on()
    sensors._running.now_ms = sensors._running._beat_ms = desk.now_ms - START_MS
    desk.settle(4)
    assert desk.alarms() == [(T, "door")]


def test_no_sighting_is_lost_when_the_server_dies() -> None:
    for at, die in product(range(4), ("before", "after")):
        desk, sensors, _ = sensors_bench()
        sensors.tilt()
        for step in range(5):
            desk.tick(**({"die": die} if step == at else {}))
        desk.settle(6)
        assert set(desk.alarms()) == {(T, "tilt")}
        assert sensors.unheard == []


def shown(display: SimulatedDisplay) -> tuple[str, ...]:
    return display.outcomes


def test_a_display_shows_what_is_on_record_and_again_after_a_loss_of_power() -> None:
    display = SimulatedDisplay()
    desk = Bench({"display/A": display})
    desk.settle(2)
    assert not shown(display)
    round_ = desk.floor.tables["A"].round
    assert round_ is not None
    desk.give(ReportLaunch("A", round_.spin))
    for _ in range(80):
        desk.tick()
    desk.give(CloseWagers("A", Closer.TIMER, round_.spin))
    desk.settle(1)
    assert not shown(display), "nothing before the outcome is on record"
    desk.give(RecordOutcome("A", round_.spin, "17"))
    desk.settle(2)
    assert shown(display) == ("17",)
    display.switch_on()
    desk.desk.hear("display/A", LinkOpened())
    desk.settle(2)
    assert shown(display) == ("17",)


def test_a_display_shows_a_corrected_outcome() -> None:
    display = SimulatedDisplay()
    desk = Bench({"display/A": display})
    for outcome in ("17", "18"):
        for floor in (desk.twin, desk.writer.floor):
            floor.tables["A"].outcomes[1] = outcome
        desk.tick()
        assert shown(display) == (outcome,)


def test_a_display_that_shows_another_number_is_put_right_and_settles_nothing() -> None:
    display = SimulatedDisplay()
    desk = Bench({"display/A": display})
    for floor in (desk.twin, desk.writer.floor):
        floor.tables["A"].outcomes[1] = "23"
    desk.settle(2)
    assert shown(display) == ("23",)
    accounts = dict(desk.floor.ledger.accounts)
    display.order(Show(7, ("8",)))
    desk.settle(3)
    assert shown(display) == ("23",), "even where it believed to show a later round"
    compared = [event for event in desk.events if isinstance(event, DisplayCompared)]
    assert [(event.shown, event.outcome, event.agrees) for event in compared] == [("8", "", False), ("23", "23", True)]
    assert not desk.floor.premises.shown
    assert desk.floor.ledger.accounts == accounts
