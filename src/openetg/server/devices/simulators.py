"""The simulated device for a kind of table: what the rulebook says stands there, with chance from the system.

For the demonstration floor and for `etg device`. A simulated device draws what falls only when it falls.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, assert_never

from msgspec import Struct

from openetg.devices.line.cable import DeviceLine
from openetg.devices.line.machine import Machine, RandomSource
from openetg.devices.line.serve import DeviceEnd, DeviceServer
from openetg.devices.line.signals import DealerKey, DeviceKind
from openetg.devices.moneywheel.protocol import MONEY_WHEEL
from openetg.devices.moneywheel.simulator import SimulatedMoneyWheel
from openetg.devices.statusline.simulator import SimulatedCycleWheel
from openetg.devices.tumbler.protocol import TUMBLER
from openetg.devices.tumbler.simulator import SimulatedTumbler
from openetg.devices.wheel.line import SimulatedLine
from openetg.devices.wheel.simulator import SimulatedWheel
from openetg.floor.premises.founding import segments_in_turn
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import Device
from openetg.rulebook.texts import split_numbers


class Simulator(Struct, frozen=True):
    """A simulated device, its end of the line, and where a dealer stands at it, a hand."""

    device: Machine[Any] | SimulatedCycleWheel
    """The device itself: its faults can be switched on."""
    line: DeviceEnd
    sees: Callable[[], str | None] = lambda: None
    """What truly lies there; None while it moves."""
    push: Callable[[], bool] | None = None
    """Spins it by hand; None for one that takes orders."""
    press: Callable[[DealerKey, str | None], None] | None = None
    """The dealer's keys."""


class HandAt:
    """A dealer's hand at a simulated device that runs as a server in this process."""

    def __init__(self, server: DeviceServer, simulator: Simulator) -> None:
        self._server = server
        self._simulator = simulator

    def push(self) -> bool:
        """Spins it; False while it turns."""
        push = self._simulator.push
        return push is not None and self._server.by_hand(push)

    def sees(self) -> str | None:
        """What a person at the table sees lying there; None while it moves."""
        return self._simulator.sees()


def simulate(
    rulebook: Rulebook, kind: str, *, chance: RandomSource | None = None, boot: str = "", serial: str = "SIM"
) -> Simulator:
    """The device of a kind of table. Without `chance` the system draws; without `boot` it is a new switch-on."""
    rng = chance or secrets.SystemRandom()
    boot = boot or secrets.token_hex(4)
    device = rulebook.tables[kind].device.value
    match device:
        case Device.DICE_TUMBLER:
            tumbler = SimulatedTumbler(rng, serial=serial, boot=boot)
            return Simulator(tumbler, DeviceLine(TUMBLER, tumbler), tumbler.outcome)
        case Device.MONEY_WHEEL:
            wheel = SimulatedMoneyWheel(segments_in_turn(rulebook), rng, serial=serial, boot=boot)
            return Simulator(wheel, DeviceLine(MONEY_WHEEL, wheel), wheel.symbol, wheel.push, wheel.press)
        case Device.LIVE_WHEEL:
            live = SimulatedWheel(pockets(rulebook), rng, kind=DeviceKind.LIVE, serial=serial, boot=boot)
            return Simulator(live, SimulatedLine(live, rng), live.pocket, live.push, live.press)
        case Device.AUTOMATIC_WHEEL:
            automatic = SimulatedWheel(pockets(rulebook), rng, serial=serial, boot=boot)
            return Simulator(automatic, SimulatedLine(automatic, rng), automatic.pocket)
        case _:
            assert_never(device)


def own_cycle(rulebook: Rulebook, *, chance: RandomSource | None = None) -> Simulator:
    """A wheel that runs its own cycle and has a status line."""
    wheel = SimulatedCycleWheel(pockets(rulebook), chance or secrets.SystemRandom())
    return Simulator(wheel, wheel)


def pockets(rulebook: Rulebook) -> tuple[str, ...]:
    """The pockets of a rulebook's roulette wheel, in their order; empty if it has none."""
    data = rulebook.games.roulette
    return tuple(split_numbers(data.wheel.order) or ()) if data is not None else ()
