"""Whatever devices say, in whatever order, the floor takes it or refuses it: nothing breaks and no cent is lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openetg.devices.line.signals import (
    DealerKey,
    Expecting,
    Fault,
    FaultCode,
    Garbled,
    GarbleReason,
    KeyPressed,
    LaunchRefusal,
    LaunchRefused,
    LinkLost,
    LinkOpened,
    LossReason,
    Missed,
    Ready,
    Silent,
)
from openetg.devices.moneywheel.signals import OnDivider, StopUnread, WheelRevolution, WheelStopped, WheelTurned
from openetg.devices.tumbler.signals import DiceRead, DiceSettling, DiceShaken, DiceUnread, DieCocked
from openetg.devices.wheel.signals import AtRest, BallLaunched, DropImminent, RestUnread, Revolution, Rotation
from openetg.floor.state import Table
from openetg.server.devices.hearing import is_named
from tests.unit.server.hall import EVERY_KIND, NAME, Hall

spins = st.sampled_from([f"{NAME}-1", f"{NAME}-2", f"{NAME}-1.2", "B.7", "x"])
faces = st.sampled_from(["0", "17", "36", "37", "a", "00"])
dice = st.lists(st.sampled_from("1236x9"), min_size=1, max_size=4).map(tuple)
rotations = st.none() | st.sampled_from(Rotation)
counts = st.integers(0, 60)
n, up = st.just(1), st.just(0)
said: st.SearchStrategy[Any] = st.one_of(
    st.builds(Ready, n, up),
    st.builds(LaunchRefused, n, up, spins, st.sampled_from(LaunchRefusal)),
    st.builds(Expecting, n, up, spins),
    st.builds(KeyPressed, n, up, st.none() | spins, st.sampled_from(DealerKey), st.none() | faces),
    st.builds(Fault, n, up, st.none() | spins, st.sampled_from([*FaultCode, "X-99"]), st.just("")),
    st.builds(Garbled, st.sampled_from(GarbleReason), st.just("")),
    st.builds(Missed, n, n),
    st.builds(LinkOpened),
    st.builds(LinkLost, st.sampled_from(LossReason), st.just("")),
    st.builds(Silent, n),
    st.builds(BallLaunched, n, up, spins, rotations, rotations, st.none()),
    st.builds(Revolution, n, up, spins, counts, counts),
    st.builds(DropImminent, n, up, spins),
    st.builds(AtRest, n, up, spins, faces),
    st.builds(RestUnread, n, up, spins, st.just(())),
    st.builds(DiceShaken, n, up, spins),
    st.builds(DiceSettling, n, up, spins),
    st.builds(DiceRead, n, up, spins, dice),
    st.builds(DiceUnread, n, up, spins, dice),
    st.builds(DieCocked, n, up, spins, dice),
    st.builds(WheelTurned, n, up, spins),
    st.builds(WheelRevolution, n, up, spins, counts, counts),
    st.builds(WheelStopped, n, up, spins, counts, counts),
    st.builds(OnDivider, n, up, spins, counts, counts),
    st.builds(StopUnread, n, up, spins),
)


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "kind"), EVERY_KIND)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(said, max_size=4), min_size=1, max_size=8), st.booleans())
def test_nothing_a_device_says_breaks_the_floor(
    rulebook: str, kind: str, course: list[list[Any]], has_dealer: bool
) -> None:
    hall = Hall(rulebook, kind, has_dealer=has_dealer).play(8_000)
    hall.wager_if_open()
    for together in course:
        for signal in together:
            hall.conductor.hear(NAME, signal)
        # Each turn folds the entries into a second floor, and holds the two and the ledger against each other.
        hall.play(3_000)


@pytest.mark.parametrize(("name", "other"), [("A.1", "AX1"), ("A+", "AA"), ("A(", "A"), ("A|B", "A")])
def test_a_spin_is_named_by_its_own_table_whatever_signs_that_name_has(name: str, other: str) -> None:
    table = Table(name, "", "", 0, 0)
    assert is_named(table, f"{name}-7")
    assert is_named(table, f"{name}-7.2")
    assert not is_named(table, f"{other}-7")
