"""A whole round of every kind of table of every rulebook, driven only by simulated devices and a simulated dealer.

Then what goes wrong: the device's own faults, the cable, and hands that are quicker than the floor.
"""

from __future__ import annotations

import random
from enum import Enum

import pytest

from openetg.devices.line.signals import DealerKey, DeviceKind, Expect, FaultCode, Hello, KeyPressed, Silent
from openetg.devices.moneywheel.simulator import TurnFault
from openetg.devices.statusline.simulator import CycleFault, SimulatedCycleWheel
from openetg.devices.tumbler.simulator import ShakeFault
from openetg.devices.wheel.physics import SpinFault
from openetg.devices.wheel.signals import AtRest
from openetg.floor.commands import (
    CallNoSpin,
    CloseWagers,
    ConfirmOutcome,
    EnterOutcome,
    RecordOutcome,
    ReportFault,
    ReportLaunch,
    SpinWheel,
    WarnFinish,
)
from openetg.floor.events import NoSpinCalled
from openetg.floor.premises.founding import segments_in_turn
from openetg.floor.rounds.automatic import OUTCOME_LOST
from openetg.floor.state import Phase
from openetg.money import Money, cents
from openetg.rulebook.schema.policies import Closer, Device
from openetg.server.devices.conductor import REPEAT_ORDER_MS
from openetg.server.devices.dealer import SimulatedDealers
from openetg.server.devices.hearing import DICE, UNNAMED
from openetg.server.devices.simulators import pockets
from openetg.server.writer.writer import Decided
from tests.unit.server.hall import EVERY_KIND, NAME, WAGER, Hall

pytestmark = pytest.mark.slow

ROUND_MS = 70_000
OTHER_KIND = {
    Device.AUTOMATIC_WHEEL: DeviceKind.LIVE,
    Device.LIVE_WHEEL: DeviceKind.AUTOMATIC,
    Device.MONEY_WHEEL: DeviceKind.LIVE,
    Device.DICE_TUMBLER: DeviceKind.AUTOMATIC,
}
LIVE = [("adelaide", "live"), ("adelaide", "stand-alone"), ("novo-unity", "live"), ("money-wheel", "live")]
by_hand = pytest.mark.parametrize(("rulebook", "kind"), LIVE)


def in_play(hall: Hall) -> Money:
    """Everything that lies on the layout."""
    accounts = hall.floor.ledger.accounts
    return sum((held for name, held in accounts.items() if name.startswith(("play/", "cloth/"))), start=cents(0))


def too_late(decided: Decided) -> bool:
    """The sensor sees the drop after the wagering period has run out: the earlier of the two closes."""
    command = decided.order.command
    return isinstance(command, CloseWagers) and command.by is Closer.SENSOR


@pytest.mark.parametrize(("rulebook", "kind"), EVERY_KIND)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_round(rulebook: str, kind: str, seed: int) -> None:
    """Wagers are taken, closed and settled by what truly fell, and the next rounds follow by themselves."""
    hall = Hall(rulebook, kind, seed=seed).play(10_000)
    hall.wager()
    assert in_play(hall) >= WAGER
    hall.play(240_000)
    assert len(hall.settled()) >= 3
    assert hall.settled() == hall.lay
    assert [each for each in hall.refused if not too_late(each)] == []


@pytest.mark.parametrize(("rulebook", "kind"), EVERY_KIND)
def test_a_cycle_takes_as_long_as_on_a_real_floor(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind).play(600_000)
    rounds = len(hall.settled())
    least, most = (40_000, 46_000) if hall.simulator.push is None else (45_000, 65_000)
    assert least <= 600_000 / rounds <= most


@by_hand
def test_the_next_spin_has_its_name_before_the_dealer_touches_the_wheel(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind).play(ROUND_MS)
    names = [order.spin for order in hall.cable.orders if isinstance(order, Expect)]
    launched = [command.spin for command in hall.commands(ReportLaunch) if isinstance(command, ReportLaunch)]
    assert launched == names[: len(launched)]
    assert len(names) == len(set(names)), "told once, since the wheel said that it heard"


@by_hand
def test_a_name_that_the_wheel_did_not_hear_is_told_again(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind, has_dealer=False)
    hall.cable.is_cut = True
    if not hall.table.round:
        hall.conductor.hear(NAME, KeyPressed(1, 0, None, DealerKey.OPEN, None))
    hall.play(2 * REPEAT_ORDER_MS)
    assert hall.cable.orders == []
    hall.cable.is_cut = False
    hall.play(REPEAT_ORDER_MS)
    assert hall.cable.orders == [Expect(hall.round.spin)]


@by_hand
def test_a_table_can_be_run_with_the_keys_at_the_wheel(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind, has_dealer=False).play(2_000)
    press = hall.simulator.press
    assert press is not None
    if hall.table.round is None:
        press(DealerKey.OPEN, None)
    hall.play(20_000)
    hall.wager()
    if hall.rulebook.rounds[hall.rulebook.tables[kind].round].warning is not None:
        press(DealerKey.FINISH, None)
        hall.play(1_000)
    steps = [DealerKey.SPIN, DealerKey.NO_MORE]
    if hall.rulebook.tables[kind].device.value is Device.MONEY_WHEEL:
        steps.reverse()
    for key in steps:
        press(key, None)
        hall.play(1_000)
        if key is DealerKey.SPIN:
            hall.push()
            hall.play(4_000)
    hall.play(25_000)
    if hall.round.registered is not None:
        press(DealerKey.NUMBER, hall.sees())
        hall.play(1_000)
    assert hall.settled() == [hall.sees()]
    acts = [type(command) for command in hall.commands(SpinWheel, WarnFinish, CloseWagers, ConfirmOutcome)]
    assert SpinWheel in acts
    assert (ConfirmOutcome in acts) == (rulebook == "novo-unity")


@by_hand
def test_a_number_that_was_not_read_is_keyed_in(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind)
    hall.inject(unread(hall))
    hall.dealers = SimulatedDealers(hall.writer, {NAME: Blind(hall)}, boot=2, rng=random.Random(1))
    hall.play(ROUND_MS)
    assert (hall.round.phase.value, hall.round.cause) == ("HELD", "unread")
    press = hall.simulator.press
    assert press is not None
    press(DealerKey.NUMBER, hall.sees())
    hall.play(1_000)
    assert len(hall.commands(EnterOutcome)) == 1
    assert hall.settled() == [hall.sees()]


def unread(hall: Hall) -> Enum:
    return TurnFault.UNREAD if hall.game == "money-wheel" else SpinFault.UNREAD


class Blind:
    """The hand of a dealer who does not look."""

    def __init__(self, hall: Hall) -> None:
        self.push = hall.push

    def sees(self) -> None:
        return None


@by_hand
def test_a_dealer_who_sees_what_lies_there_enters_it(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind)
    hall.inject(unread(hall))
    hall.play(ROUND_MS)
    assert len(hall.commands(EnterOutcome)) == 1
    assert len(hall.settled()) == 1


def test_a_misread_number_is_not_confirmed() -> None:
    hall = Hall("novo-unity", "live")
    hall.inject(SpinFault.MISREAD)
    hall.play(ROUND_MS)
    assert hall.round.registered is not None
    assert hall.round.registered != hall.sees()
    assert hall.commands(ConfirmOutcome) == []
    assert hall.settled() == []


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (SpinFault.SAME_DIRECTION, "same-direction"),
        (SpinFault.SHORT_RUN, "revolutions"),
        (SpinFault.BALL_OUT, "ball-left"),
    ],
)
@pytest.mark.parametrize(("rulebook", "kind"), LIVE[:3])
def test_an_invalid_spin_is_called_and_spun_again(rulebook: str, kind: str, fault: SpinFault, cause: str) -> None:
    hall = Hall(rulebook, kind)
    hall.inject(fault)
    hall.play(10_000)
    hall.wager()
    hall.play(2 * ROUND_MS)
    assert [type(command) for command in hall.commands(CallNoSpin)] == [CallNoSpin]
    events = [event for each in hall.decided if isinstance(each.verdict, tuple) for event in each.verdict]
    assert [event.cause for event in events if isinstance(event, NoSpinCalled)] == [cause]
    if rulebook == "novo-unity" and fault is SpinFault.BALL_OUT:
        assert hall.table.ball_to_examine, "a supervisor has to look at the ball first"
    else:
        assert len(hall.settled()) >= 1


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (TurnFault.ON_DIVIDER, "divider"),
        (TurnFault.SHORT_RUN, "revolutions"),
        (TurnFault.SENSOR, FaultCode.SENSOR.value),
    ],
)
def test_a_money_wheel_that_stops_wrongly_voids_the_round(fault: TurnFault, cause: str) -> None:
    hall = Hall("money-wheel", "live")
    hall.inject(fault)
    hall.play(10_000)
    hall.wager()
    hall.play(ROUND_MS)
    first = hall.table.past.get(1, hall.round)
    assert (first.phase.value, first.cause) == ("VOID", cause)
    hall.play(ROUND_MS)
    assert len(hall.settled()) >= 1


def test_a_hand_that_moves_the_money_wheel_early_voids_the_round() -> None:
    hall = Hall("money-wheel", "live").play(10_000)
    hall.wager()
    hall.push()
    hall.play(2_000)
    assert (hall.round.phase.value, hall.round.cause) == ("VOID", "moved-early")


@pytest.mark.parametrize(
    ("fault", "phase", "cause"),
    [
        (ShakeFault.COCKED, "HELD", "cocked"),
        (ShakeFault.UNREAD, "HELD", "unread"),
        (ShakeFault.DIE_LOST, "HELD", FaultCode.DIE_LOST.value),
        (ShakeFault.COVER_OPENED, "HELD", FaultCode.COVER_OPEN.value),
        (ShakeFault.NO_SHAKE, "HELD", FaultCode.NO_LAUNCH.value),
        (ShakeFault.EARLY_REST, "HELD", "early-rest"),
    ],
)
def test_what_goes_wrong_in_a_tumbler(fault: ShakeFault, phase: str, cause: str) -> None:
    hall = Hall("interblock", "sic-bo")
    hall.inject(fault)
    hall.play(10_000)
    hall.wager()
    hall.play(ROUND_MS)
    assert (hall.round.phase.value, hall.round.cause) == (phase, cause)
    assert hall.settled() == []
    assert in_play(hall) == WAGER


def test_dice_are_told_in_rising_order_whatever_the_order_they_lie_in() -> None:
    hall = Hall("interblock", "sic-bo", seed=4).play(ROUND_MS)
    (recorded, *_) = hall.commands(RecordOutcome)
    assert isinstance(recorded, RecordOutcome)
    assert recorded.outcome in hall.floor.game_of(hall.table).outcomes


@pytest.mark.parametrize(("rulebook", "kind"), EVERY_KIND)
def test_a_device_of_another_kind_is_not_heard(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind)
    faces = {"roulette": pockets(hall.rulebook), "money-wheel": segments_in_turn(hall.rulebook), "sic-bo": DICE}[
        hall.game
    ]
    for hello in (
        Hello(900, 0, 1, "9", "X", "1", DeviceKind.TUMBLER, ("8", "8")),
        Hello(901, 0, 1, "9", "X", "1", OTHER_KIND[hall.rulebook.tables[kind].device.value], faces),
    ):
        hall.conductor.hear(NAME, hello)
        hall.turn()
        assert isinstance(hall.commands(ReportFault)[-1], ReportFault)
    orders = len(hall.cable.orders)
    hall.cable.is_cut = True
    hall.play(ROUND_MS)
    assert len(hall.cable.orders) == orders
    assert hall.settled() == []


@by_hand
def test_a_spin_that_the_floor_could_not_name_settles_nothing(rulebook: str, kind: str) -> None:
    """The cable was out when the round opened, the dealer spun all the same, and then the wheel is heard again."""
    hall = Hall(rulebook, kind, has_dealer=False)
    hall.cable.cut()
    if not hall.table.round:
        hall.conductor.hear(NAME, KeyPressed(1, 0, None, DealerKey.OPEN, None))
    hall.play(5_000)
    hall.wager()
    hall.push()
    hall.play(40_000)
    hall.cable.mend()
    hall.play(1_000)
    assert [command.code for command in hall.commands(ReportFault) if isinstance(command, ReportFault)] == [UNNAMED]
    assert hall.commands(RecordOutcome) == []
    assert hall.settled() == []
    phase = hall.round.phase.value
    hall.cable.cut()
    hall.cable.mend()
    hall.play(1_000)
    assert len(hall.commands(ReportFault)) == 1, "told of once"
    assert hall.round.phase.value == phase


@pytest.mark.parametrize(("rulebook", "kind"), LIVE[:3])
def test_with_the_ball_running_and_wagers_open_silence_is_a_fault_by_hand_too(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind)
    while not (hall.table.round and (hall.round.spun or hall.round.launched)):
        hall.play(250)
    hall.conductor.hear(NAME, Silent(3_000))
    hall.turn()
    assert [command.code for command in hall.commands(ReportFault) if isinstance(command, ReportFault)] == ["LINE_LOST"]


@pytest.mark.parametrize(("rulebook", "kind"), EVERY_KIND)
def test_a_cable_cut_after_the_close_costs_nothing(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind).play(10_000)
    hall.wager()
    while not (hall.round.phase.value == "CLOSED" and (hall.round.launched or hall.simulator.push)):
        hall.play(100)
    while not hall.round.launched:
        hall.play(100)
    hall.cable.cut()
    hall.play(30_000)
    hall.cable.mend()
    hall.play(12_000)
    assert len(hall.settled()) == 1
    assert hall.commands(ReportFault) == []


def test_a_key_is_judged_by_the_round_it_was_pressed_in() -> None:
    """The rest settles the round and opens the next; a key that was pressed before must not spin that one."""
    hall = Hall("adelaide", "stand-alone")
    while not hall.round.launched or hall.round.phase.value != "CLOSED":
        hall.play(100)
    spin = hall.round.spin
    hall.play(30_000)
    hall.dealers = SimulatedDealers(hall.writer, {}, boot=3, rng=random.Random(1))
    before = len(hall.commands(SpinWheel))
    hall.conductor.hear(NAME, KeyPressed(9_000, 0, spin, DealerKey.SPIN, None))
    hall.turn()
    assert hall.round.spin != spin
    assert len(hall.commands(SpinWheel)) == before


def test_a_key_waits_until_what_was_heard_before_it_is_on_record() -> None:
    hall = Hall("adelaide", "stand-alone")
    while not hall.round.launched or hall.round.phase.value != "CLOSED":
        hall.play(100)
    spin = hall.round.spin
    hall.cable.is_cut = True
    hall.conductor.hear(NAME, AtRest(9_000, 0, spin, "17"))
    hall.conductor.hear(NAME, KeyPressed(9_001, 0, spin, DealerKey.SPIN, None))
    before = len(hall.commands(SpinWheel))
    hall.turn()
    assert hall.conductor.next_wake_ms() == 0
    hall.turn()
    assert hall.settled() == ["17"]
    assert len(hall.commands(SpinWheel)) == before


OWN_CYCLE = [("ministar", "electronic"), ("interblock", "roulette"), ("novo-unity", "automatic")]


@pytest.mark.parametrize(("rulebook", "kind"), OWN_CYCLE)
def test_rounds_on_a_wheel_that_runs_its_own_cycle(rulebook: str, kind: str) -> None:
    """The first ball may run before its round has a name; from then on every cycle is a round."""
    hall = Hall(rulebook, kind, by_itself=True).play(5_000)
    hall.wager()
    hall.play(8 * 42_000)
    device = hall.simulator.device
    assert isinstance(device, SimulatedCycleWheel)
    assert len(hall.settled()) >= 7
    assert hall.settled() == device.found[-len(hall.settled()) :]
    assert hall.commands(ReportFault) == []
    assert [each for each in hall.refused if not too_late(each)] == []


@pytest.mark.parametrize(
    ("fault", "causes"),
    [
        (CycleFault.NO_NUMBER, {FaultCode.BALL_LOST.value}),
        (CycleFault.BALL_WITH_ROTOR, {"same-direction"}),
        (CycleFault.SENSOR, {FaultCode.SENSOR.value}),
        (CycleFault.NO_DROP, {"early-rest"}),
    ],
)
def test_what_goes_wrong_on_it_voids_the_round(fault: CycleFault, causes: set[str]) -> None:
    hall = Hall("ministar", "electronic", by_itself=True)
    hall.inject(fault)
    hall.play(5_000)
    hall.wager()
    hall.play(3 * 42_000)
    first = hall.table.past[1]
    assert first.phase.value == "VOID"
    assert first.cause in causes
    assert in_play(hall) == cents(0)
    assert len(hall.settled()) >= 1


def until_it_runs(hall: Hall) -> None:
    """With the wheel turning and no more bets."""
    while not (hall.round.launched and hall.round.phase is Phase.CLOSED):
        hall.play(500)


@pytest.mark.parametrize(("rulebook", "kind"), [("adelaide", "live"), ("novo-unity", "live"), ("money-wheel", "live")])
def test_a_spin_that_the_device_no_longer_knows_is_lost_and_the_table_goes_on(rulebook: str, kind: str) -> None:
    hall = Hall(rulebook, kind).play(10_000)
    hall.wager()
    until_it_runs(hall)
    number = hall.round.number
    hall.lose_the_device()
    hall.play(5_000)
    assert [each.code for each in hall.commands(ReportFault) if isinstance(each, ReportFault)][-1] == OUTCOME_LOST
    hall.play(120_000)
    if hall.round.number == number:
        assert hall.round.phase is Phase.HELD, "the rulebook wants a person, and the dealer may not"
    else:
        assert hall.settled(), "the dealer has called no spin, or it was void, and the next one counts"


def test_a_device_that_was_only_away_has_lost_nothing() -> None:
    hall = Hall("adelaide", "live").play(10_000)
    until_it_runs(hall)
    hall.cable.cut()
    hall.play(30_000)
    hall.cable.mend()
    hall.play(20_000)
    assert not [
        each for each in hall.commands(ReportFault) if isinstance(each, ReportFault) and each.code == OUTCOME_LOST
    ]
    assert hall.settled()
