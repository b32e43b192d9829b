"""The simulated wheel behaves like the thing: its course, its orders, its faults, and no outcome told early."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openetg.devices.wheel.physics import Physics, SpinFault
from openetg.devices.wheel.signals import (
    AtRest,
    BallLaunched,
    DeviceSignal,
    DeviceState,
    DropImminent,
    Fault,
    FaultCode,
    Heartbeat,
    Held,
    Hello,
    Hold,
    Identify,
    Launch,
    LaunchRefusal,
    LaunchRefused,
    Ready,
    Release,
    RestUnread,
    Revolution,
    Rotation,
)
from openetg.devices.wheel.simulator import SimulatedWheel
from tests.unit.devices.wheel.wheels import SINGLE_ZERO, FixedDraws, new_wheel, only, spin_once, the

LATER_MS = 120_000


def until(wheel: SimulatedWheel, kind: type[DeviceSignal]) -> list[DeviceSignal]:
    """Let time pass until the wheel says one of this kind."""
    said: list[DeviceSignal] = []
    while not only(said, kind):
        said += wheel.advance(wheel.next_event_ms())
    return said


def answer(wheel: SimulatedWheel, order: Launch | Hold | Release | Identify) -> list[DeviceSignal]:
    """What the wheel says to this order at once."""
    wheel.advance(wheel.now_ms)
    wheel.order(order)
    return wheel.advance(wheel.now_ms)


def course_before_rest(draws: FixedDraws) -> list[DeviceSignal]:
    """All that is said of a spin before the ball rests; the pocket must not have been drawn by then."""
    wheel = SimulatedWheel(SINGLE_ZERO, draws)
    wheel.order(Launch("s1"))
    said: list[DeviceSignal] = []
    while wheel.state is not DeviceState.RESTED:
        assert draws.pocket_draw_count == 0
        said += wheel.advance(wheel.next_event_ms())
    return [signal for signal in said if not isinstance(signal, AtRest)]


def test_a_spin_is_launch_laps_drop_rest_and_ready_again() -> None:
    said = only(spin_once(new_wheel()), BallLaunched, Revolution, DropImminent, AtRest, Ready)
    kinds = [type(signal) for signal in said]
    assert kinds[0] is BallLaunched
    assert kinds[-2:] == [AtRest, Ready]
    assert kinds.count(DropImminent) == 1
    assert set(kinds[1:-2]) == {Revolution, DropImminent}


def test_every_signal_of_a_spin_names_it() -> None:
    said = [signal for signal in spin_once(new_wheel(), "t1:42") if not isinstance(signal, Heartbeat | Ready)]
    assert {getattr(signal, "spin", None) for signal in said} == {"t1:42"}


def test_the_ball_runs_against_the_rotor_which_turns_the_other_way_each_spin() -> None:
    wheel = new_wheel()
    first, second = (the(spin_once(wheel, spin), BallLaunched) for spin in ("s1", "s2"))
    assert {first.ball, first.rotor} == {second.ball, second.rotor} == {Rotation.CLOCKWISE, Rotation.COUNTERCLOCKWISE}
    assert first.rotor is not second.rotor


def test_laps_are_counted_from_one_and_grow_longer() -> None:
    laps = only(spin_once(new_wheel()), Revolution)
    assert [lap.count for lap in laps] == list(range(1, len(laps) + 1))
    assert all(earlier.lap_ms < later.lap_ms for earlier, later in pairwise(laps))


def test_the_drop_is_warned_of_seconds_before_the_rest_while_the_ball_still_runs() -> None:
    for seed in range(50):
        said = spin_once(new_wheel(seed=seed))
        assert the(said, AtRest).uptime_ms - the(said, DropImminent).uptime_ms > 5_000


def test_numbers_rise_by_one() -> None:
    wheel = SimulatedWheel(SINGLE_ZERO, random.Random(1))
    said = wheel.advance(0) + spin_once(wheel, "s1") + spin_once(wheel, "s2")
    assert [signal.number for signal in said] == list(range(1, len(said) + 1))


def test_a_heartbeat_tells_the_state_all_the_time() -> None:
    states = [beat.state for beat in only(spin_once(new_wheel()), Heartbeat)]
    course = [DeviceState.LOADING, DeviceState.RUNNING, DeviceState.DROPPING, DeviceState.RESTED]
    assert list(dict.fromkeys(states)) == course


def test_each_draw_is_one_pocket_and_each_pocket_one_draw() -> None:
    wheel, pockets = SimulatedWheel(SINGLE_ZERO, draws := FixedDraws(0)), []
    wheel.advance(0)
    for draws.pocket_index in range(len(SINGLE_ZERO)):
        pockets.append(the(spin_once(wheel, f"s{draws.pocket_index}"), AtRest).pocket)
    assert tuple(pockets) == SINGLE_ZERO


def test_nothing_said_before_the_rest_tells_the_outcome() -> None:
    assert course_before_rest(FixedDraws(3)) == course_before_rest(FixedDraws(30))


def test_the_same_seed_gives_the_same_evening() -> None:
    assert spin_once(new_wheel(seed=9)) == spin_once(new_wheel(seed=9))
    assert spin_once(new_wheel(seed=9)) != spin_once(new_wheel(seed=10))


@settings(max_examples=40)
@given(st.lists(st.integers(0, 40_000), max_size=30), st.sampled_from([None, *SpinFault]))
def test_it_does_not_matter_in_which_steps_time_passes(stops: list[int], fault: SpinFault | None) -> None:
    faults = [fault] if fault else []
    in_steps, at_once = new_wheel(*faults), new_wheel(*faults)
    for wheel in (in_steps, at_once):
        wheel.order(Launch("s1"))
    said = [signal for stop in sorted(stops) for signal in in_steps.advance(stop)]
    assert said + in_steps.advance(40_000) == at_once.advance(40_000)


@pytest.mark.parametrize("fault", [None, *SpinFault])
def test_nothing_is_said_before_the_next_event_and_something_is_said_at_it(fault: SpinFault | None) -> None:
    wheel = new_wheel(*[fault] if fault else [])
    wheel.order(Launch("s1"))
    while wheel.now_ms < 40_000:
        next_ms = wheel.next_event_ms()
        if next_ms > wheel.now_ms:
            assert wheel.advance(next_ms - 1) == []
        assert wheel.advance(next_ms) != []


def test_time_does_not_run_backwards() -> None:
    wheel = new_wheel()
    wheel.advance(500)
    with pytest.raises(AssertionError):
        wheel.advance(499)


def test_a_launch_ordered_again_and_again_launches_once() -> None:
    wheel = new_wheel()
    said: list[DeviceSignal] = []
    while wheel.now_ms < 60_000:
        wheel.order(Launch("s1"))
        said += wheel.advance(wheel.now_ms + 700)
    assert len({launched.uptime_ms for launched in only(said, BallLaunched)}) == 1
    assert len({rest.uptime_ms for rest in only(said, AtRest)}) == 1
    assert wheel.state is DeviceState.READY


def test_a_launch_ordered_again_is_answered_with_what_came_of_it() -> None:
    wheel = new_wheel()
    rest = the(spin_once(wheel), AtRest)
    again = the(answer(wheel, Launch("s1")), AtRest)
    assert (again.spin, again.pocket, again.uptime_ms) == (rest.spin, rest.pocket, rest.uptime_ms)
    assert again.number > rest.number


def test_a_launch_ordered_again_before_the_shot_has_no_answer_yet() -> None:
    wheel = new_wheel()
    spin_once(wheel, "s1")
    wheel.order(Launch("s2"))
    assert answer(wheel, Launch("s2")) == []


def test_an_old_spin_is_refused() -> None:
    wheel = new_wheel()
    spin_once(wheel, "s1")
    spin_once(wheel, "s2")
    assert the(answer(wheel, Launch("s1")), LaunchRefused).reason is LaunchRefusal.OLD_SPIN


def test_another_spin_is_refused_while_one_is_under_way() -> None:
    wheel = new_wheel()
    wheel.order(Launch("s1"))
    assert the(answer(wheel, Launch("s2")), LaunchRefused).reason is LaunchRefusal.BUSY
    assert {rest.spin for rest in only(wheel.advance(LATER_MS), AtRest)} == {"s1"}


def test_a_faulty_wheel_refuses_to_launch_until_it_is_ready() -> None:
    wheel = new_wheel(SpinFault.NO_LAUNCH)
    wheel.order(Launch("s1"))
    until(wheel, Fault)
    assert the(answer(wheel, Launch("s2")), LaunchRefused).reason is LaunchRefusal.FAULTY
    until(wheel, Ready)
    assert the(spin_once(wheel, "s2"), AtRest).spin == "s2"


def test_a_held_wheel_refuses_to_launch_until_it_is_released() -> None:
    wheel = new_wheel()
    assert [type(signal) for signal in answer(wheel, Hold())] == [Held]
    assert the(answer(wheel, Launch("s1")), LaunchRefused).reason is LaunchRefusal.HELD
    assert [type(signal) for signal in answer(wheel, Release())] == [Ready]
    assert the(spin_once(wheel, "s1"), AtRest).spin == "s1"


def test_hold_and_release_said_twice_do_no_more_than_once() -> None:
    wheel = new_wheel()
    answer(wheel, Hold())
    assert answer(wheel, Hold()) == []
    answer(wheel, Release())
    assert answer(wheel, Release()) == []


def test_a_hold_before_the_shot_keeps_the_ball_and_the_spin_may_be_ordered_later() -> None:
    wheel = new_wheel(SpinFault.UNREAD)
    wheel.order(Launch("s1"))
    wheel.advance(100)
    assert [type(signal) for signal in answer(wheel, Hold())] == [LaunchRefused, Held]
    assert only(wheel.advance(LATER_MS), BallLaunched, AtRest) == []
    wheel.order(Release())
    wheel.advance(LATER_MS)
    assert the(spin_once(wheel, "s1"), RestUnread).spin == "s1"


def test_a_hold_while_the_ball_runs_lets_it_run_out() -> None:
    wheel = new_wheel()
    wheel.order(Launch("s1"))
    until(wheel, BallLaunched)
    wheel.order(Hold())
    said = wheel.advance(LATER_MS)
    assert [type(signal) for signal in only(said, AtRest, Ready, Held)] == [AtRest, Held]


def test_a_wheel_asked_who_it_is_says_hello_and_where_it_stands() -> None:
    hello, ready = answer(new_wheel(), Identify())
    assert isinstance(hello, Hello)
    assert hello.faces == SINGLE_ZERO
    assert isinstance(ready, Ready)


def test_a_wheel_asked_after_a_spin_says_again_what_the_spin_came_to() -> None:
    wheel = new_wheel()
    said = spin_once(wheel)
    launched, lap, rest, ready = answer(wheel, Identify())[1:]
    assert (launched.uptime_ms, lap.uptime_ms, rest.uptime_ms, ready.uptime_ms) == (
        the(said, BallLaunched).uptime_ms,
        only(said, Revolution)[-1].uptime_ms,
        the(said, AtRest).uptime_ms,
        the(said, Ready).uptime_ms,
    )


def test_the_drop_is_said_again_only_while_the_ball_is_not_at_rest() -> None:
    wheel = new_wheel()
    wheel.order(Launch("s1"))
    until(wheel, DropImminent)
    assert len(only(answer(wheel, Identify()), DropImminent)) == 1
    until(wheel, AtRest)
    assert only(answer(wheel, Identify()), DropImminent) == []


def test_no_launch_is_a_fault_and_no_ball_is_seen() -> None:
    said = spin_once(new_wheel(SpinFault.NO_LAUNCH))
    assert the(said, Fault).code == FaultCode.NO_LAUNCH
    assert only(said, BallLaunched, Revolution, DropImminent, AtRest) == []


def test_a_stuck_rotor_is_seen_at_the_launch_and_a_number_may_still_follow() -> None:
    said = spin_once(new_wheel(SpinFault.STUCK_ROTOR))
    assert the(said, BallLaunched).rotor is Rotation.STILL
    assert the(said, Fault).code == FaultCode.ROTOR_STILL
    assert the(said, AtRest).pocket in SINGLE_ZERO


def test_same_direction_is_reported_and_left_to_the_floor_to_judge() -> None:
    said = spin_once(new_wheel(SpinFault.SAME_DIRECTION))
    launched = the(said, BallLaunched)
    assert launched.ball is launched.rotor
    assert only(said, Fault) == []


def test_a_short_run_has_two_laps_and_rests_all_the_same() -> None:
    said = spin_once(new_wheel(SpinFault.SHORT_RUN))
    assert len(only(said, Revolution)) == 2
    assert len(only(said, DropImminent, AtRest)) == 2


def test_an_early_rest_comes_without_any_warning_of_the_drop() -> None:
    said, usual = spin_once(new_wheel(SpinFault.EARLY_REST)), spin_once(new_wheel())
    assert only(said, DropImminent) == []
    assert the(said, AtRest).uptime_ms < the(usual, DropImminent).uptime_ms


def test_an_unseen_drop_leaves_the_rest_in_its_usual_time() -> None:
    said = spin_once(new_wheel(SpinFault.DROP_UNSEEN))
    assert only(said, DropImminent) == []
    assert the(said, AtRest).uptime_ms == the(spin_once(new_wheel()), AtRest).uptime_ms


@pytest.mark.parametrize(
    ("switch", "code"),
    [(SpinFault.BALL_LOST, FaultCode.BALL_LOST), (SpinFault.COVER_OPENED, FaultCode.COVER_OPEN)],
)
def test_a_spin_that_breaks_off_ends_in_a_fault_and_without_a_rest(switch: SpinFault, code: FaultCode) -> None:
    said = spin_once(new_wheel(switch))
    assert the(said, Fault).code == code
    assert the(said, Fault).spin == "s1"
    assert only(said, AtRest, RestUnread) == []


def test_a_misreading_names_a_neighbour_and_the_ball_lies_where_it_lies() -> None:
    wheel = new_wheel(SpinFault.MISREAD)
    rest = the(spin_once(wheel), AtRest)
    assert wheel.lies_in is not None
    assert SINGLE_ZERO.index(rest.pocket) == (SINGLE_ZERO.index(wheel.lies_in) + 1) % 37


def test_an_unread_rest_has_no_number() -> None:
    wheel = new_wheel(SpinFault.UNREAD)
    assert the(spin_once(wheel), RestUnread).candidates == ()
    assert wheel.lies_in in SINGLE_ZERO


def test_a_double_reading_names_both_and_settles_for_neither() -> None:
    wheel = new_wheel(SpinFault.DOUBLE_READ)
    said = spin_once(wheel)
    assert wheel.lies_in in the(said, RestUnread).candidates
    assert len(the(said, RestUnread).candidates) == 2
    assert only(said, AtRest) == []


def test_a_number_that_is_not_on_the_wheel_can_be_reported() -> None:
    assert the(spin_once(new_wheel(SpinFault.NO_SUCH_POCKET)), AtRest).pocket == "37"


def test_the_same_number_can_be_made_to_fall_again() -> None:
    wheel = new_wheel()
    for spin in range(2, 6):
        wheel.inject(spin, SpinFault.SAME_NUMBER)
    pockets = {the(spin_once(wheel, f"s{spin}"), AtRest).pocket for spin in range(1, 6)}
    assert len(pockets) == 1


def test_a_fault_is_of_its_own_spin_only() -> None:
    wheel = new_wheel()
    wheel.inject(2, SpinFault.UNREAD)
    outcomes = [only(spin_once(wheel, f"s{spin}"), AtRest, RestUnread)[0] for spin in (1, 2, 3)]
    assert [type(outcome) for outcome in outcomes] == [AtRest, RestUnread, AtRest]


def test_durations_are_the_callers_to_choose() -> None:
    wheel = SimulatedWheel(SINGLE_ZERO, random.Random(1), Physics(load_ms=10, spread_permille=0))
    wheel.advance(0)
    assert the(spin_once(wheel), BallLaunched).uptime_ms == 10
