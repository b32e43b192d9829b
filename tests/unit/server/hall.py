"""A table of any kind with its simulated device and, where it needs one, a simulated dealer: writer and conductor real.

No socket and no clock: the device's bytes go straight into the floor's end of the line, and time is a number.
"""

from __future__ import annotations

import random
from enum import Enum
from typing import Any

from openetg.devices.line.driver import Speech
from openetg.devices.line.protocol import SignalProtocol
from openetg.devices.line.signals import DeviceOrder, LinkLost, LinkOpened, LossReason
from openetg.devices.moneywheel.protocol import MONEY_WHEEL
from openetg.devices.statusline.speech import SentenceSpeech
from openetg.devices.tumbler.protocol import TUMBLER
from openetg.devices.wheel.protocol import WHEEL
from openetg.floor.commands import (
    AnyCommand,
    BuyChips,
    InsertNote,
    OpenTable,
    Order,
    PlaceOnCloth,
    PlaceWager,
    StartWriter,
    TakePlace,
)
from openetg.floor.core.refusals import Refusal
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import RoundSettled
from openetg.floor.fold import fold
from openetg.floor.premises.founding import in_order
from openetg.floor.rounds.clockwork import next_due_ms
from openetg.floor.state import BETTING, Floor, Round, Table, state_hash
from openetg.money import cents
from openetg.rulebook.load import load, shipped
from openetg.rulebook.schema.policies import Channel, Device
from openetg.server.devices.conductor import Conductor
from openetg.server.devices.dealer import SimulatedDealers
from openetg.server.devices.simulators import Simulator, own_cycle, pockets, simulate
from openetg.server.writer.writer import Decided, Writer
from tests.one_table import copied

START_MS = 1_700_000_000_000
NAME = "T"
SPOTS = {"roulette": "red", "sic-bo": "big", "money-wheel": "symbol:a"}
WAGER = cents(1_000)
LANGUAGES: dict[Device, Any] = {
    Device.AUTOMATIC_WHEEL: WHEEL,
    Device.LIVE_WHEEL: WHEEL,
    Device.DICE_TUMBLER: TUMBLER,
    Device.MONEY_WHEEL: MONEY_WHEEL,
}
EVERY_KIND = [(name, kind) for name in sorted(shipped()) for kind in load(name).rulebook.tables]
"""Every kind of table of every rulebook."""


class Cable:
    """A device on a cable that a test may cut: the floor's end, as the conductor sees it."""

    def __init__(self, hall: Hall, simulator: Simulator, speech: Speech[Any, Any]) -> None:
        self.simulator = simulator
        self.is_cut = False
        self.orders: list[DeviceOrder] = []
        self._hall = hall
        self._speech = speech

    def send(self, order: DeviceOrder) -> bool:
        if not self.is_cut:
            self.orders.append(order)
            self.simulator.line.receive(self._speech.encode(order))
        return not self.is_cut

    def carry(self, at_ms: int) -> None:
        said = self.simulator.line.advance(at_ms)
        if not self.is_cut:
            for signal in self._speech.receive(said):
                self._hall.conductor.hear(NAME, signal)

    def cut(self) -> None:
        self.is_cut = True
        self._hall.conductor.hear(NAME, LinkLost(LossReason.CLOSED, "cut"))

    def mend(self) -> None:
        self.is_cut = False
        self._speech.connection_reset()
        self._hall.conductor.hear(NAME, LinkOpened())
        self.simulator.line.receive(b"$IDENTIFY*255C\r\n")

    def replace(self, simulator: Simulator) -> None:
        """Another device at the same cable, or the same one that has forgotten everything."""
        self.cut()
        self.simulator = simulator
        self.carry(self._hall.now_ms - self._hall.begin_ms)
        self.mend()


class Hall:
    """One table, its device, its dealer, and time."""

    def __init__(
        self, rulebook: str, kind: str, *, seed: int = 1, has_dealer: bool = True, by_itself: bool = False
    ) -> None:
        """`by_itself` is for a wheel that runs its own cycle and has a status line."""
        self.rulebook, self.kind, self.by_itself = load(rulebook).rulebook, kind, by_itself
        rng = random.Random(seed)
        self.writer = Writer(self._found())
        self.twin = copied(self.writer.floor)
        self.begin_ms = self.now_ms = self.floor.at_ms
        self.decided: list[Decided] = []
        self.lay: list[str | None] = []
        """What truly lay there whenever a round was settled."""
        self.numbers = 0
        self.simulator, speech = self._device(rng)
        self.cable = Cable(self, self.simulator, speech)
        self.conductor = Conductor(self.writer, {NAME: self.cable}, boot=2, wake=lambda: None)
        hands = {NAME: self} if has_dealer and self.simulator.push is not None else {}
        self.dealers = SimulatedDealers(self.writer, hands, boot=2, rng=rng)

    def _device(self, rng: random.Random) -> tuple[Simulator, Speech[Any, Any]]:
        if self.by_itself:
            return own_cycle(self.rulebook, chance=rng), SentenceSpeech(pockets(self.rulebook), serial="S", boot="1")
        device = self.rulebook.tables[self.kind].device.value
        return simulate(self.rulebook, self.kind, chance=rng, boot="1"), SignalProtocol(LANGUAGES[device])

    def _found(self) -> Floor:
        terminal = Channel.TERMINAL in self.rulebook.tables[self.kind].channels.value
        wishes = in_order(
            self.rulebook,
            NAME,
            self.kind,
            terminals=("P1", "P2") if terminal else (),
            notes=(cents(10_000),) if terminal else (),
            period_ms=30_000,
            launch_ms=1_000 if self.by_itself else 18_000,
            at_ms=START_MS,
        )
        writer = Writer(Floor())
        for number, command in enumerate([StartWriter(LOGIC, "test"), *wishes, OpenTable(NAME)], start=1):
            writer.submit(Order("house", 1, number, command))
        group = writer.step(START_MS)
        assert group is not None
        refused = [each for each in writer.committed(group) if isinstance(each.verdict, Refusal)]
        assert refused == []
        return writer.floor

    @property
    def floor(self) -> Floor:
        return self.writer.floor

    @property
    def table(self) -> Table:
        return self.floor.tables[NAME]

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def refused(self) -> list[Decided]:
        return [each for each in self.decided if isinstance(each.verdict, Refusal)]

    def commands(self, *kinds: type[AnyCommand]) -> list[AnyCommand]:
        return [each.order.command for each in self.decided if type(each.order.command) in kinds]

    def settled(self) -> list[str]:
        """The outcomes of rounds that were settled, in order."""
        verdicts = [each.verdict for each in self.decided if isinstance(each.verdict, tuple)]
        return [event.outcome for verdict in verdicts for event in verdict if isinstance(event, RoundSettled)]

    def lose_the_device(self) -> None:
        """The device is switched off where it stands, and on again without a memory."""
        self.simulator, _ = self._device(random.Random(2))
        self.cable.replace(self.simulator)

    def push(self) -> bool:
        """The dealer's hand."""
        assert self.simulator.push is not None
        self.carry()
        return self.simulator.push()

    def inject(self, *faults: Enum) -> None:
        """Let these things go wrong in the device's first spin."""
        device: Any = self.simulator.device
        device.inject(1, *faults)

    def sees(self) -> str | None:
        return self.simulator.sees()

    def give(self, *wishes: AnyCommand) -> Hall:
        """Commands of players and staff; none may be refused."""
        for command in wishes:
            self.numbers += 1
            self.writer.submit(Order("test", 2, self.numbers, command))
        before = len(self.decided)
        self.turn()
        for each in self.decided[before:]:
            assert each.order.sender != "test" or not isinstance(each.verdict, Refusal), each
        return self

    @property
    def game(self) -> str:
        return self.rulebook.tables[self.kind].game

    def wager(self) -> None:
        """A player puts ten dollars down, at a terminal and on the cloth, where there is one."""
        channels, spot = self.rulebook.tables[self.kind].channels.value, SPOTS[self.game]
        if Channel.TERMINAL in channels:
            self.give(InsertNote("P1", cents(10_000)), PlaceWager("P1", NAME, spot, WAGER))
        if Channel.CLOTH in channels:
            dealer = ("dealer", self.table.dealer)
            self.give(TakePlace("ann", NAME), BuyChips(*dealer, NAME, "ann", cents(10_000)))
            self.give(PlaceOnCloth(*dealer, NAME, "ann", spot, WAGER))

    def wager_if_open(self) -> None:
        """As `wager`, if a round takes wagers now."""
        if self.table.round is not None and self.round.phase in BETTING:
            self.wager()

    def carry(self) -> None:
        """What the device says by now reaches the floor."""
        self.cable.carry(self.now_ms - self.begin_ms)

    def turn(self) -> None:
        """Device, conductor and dealer have their say, then one group becomes durable."""
        self.carry()
        self.conductor.tick(self.now_ms)
        self.dealers.tick(self.now_ms)
        group = self.writer.step(self.now_ms)
        if group is None:
            return
        for entry in group.entries:
            fold(self.twin, entry.at_ms, entry.command, entry.verdict)
        before = len(self.settled())
        self.decided += self.writer.committed(group)
        self.lay += [self.sees()] * (len(self.settled()) - before)
        assert state_hash(self.floor) == state_hash(self.twin), "the floor is not what the journal holds"
        assert self.floor.ledger.is_balanced()

    def play(self, ms: int) -> Hall:
        """Lets so much time pass, from one thing that happens to the next."""
        until_ms = self.now_ms + ms
        while self.now_ms < until_ms:
            wakes = (
                self.begin_ms + self.simulator.line.next_event_ms(),
                self.conductor.next_wake_ms(),
                self.dealers.next_wake_ms(),
                next_due_ms(self.floor),
                until_ms,
            )
            self.now_ms = max(self.now_ms + 1, min(each for each in wakes if each is not None))
            self.turn()
        return self
