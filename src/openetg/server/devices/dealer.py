"""A simulated dealer, who runs a live table by the rulebook's steps with the pauses of a person.

Sans I/O: told how late it is, it sees of the floor what a person behind the table may, and returns the next act: a
command of its own, or a hand on the wheel. It holds no power that the rulebook does not give a dealer; what needs
another person, it waits for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from openetg.devices.line.machine import RandomSource, spread
from openetg.floor.commands import (
    AnyCommand,
    CallNoSpin,
    CloseWagers,
    CollectLosers,
    ConfirmOutcome,
    EnterOutcome,
    MarkDolly,
    OpenRound,
    Order,
    PayWinners,
    ResetTerminals,
    SignOn,
    SpinWheel,
    WarnFinish,
)
from openetg.floor.core.authority import DEALER, may
from openetg.floor.premises.founding import founding_dealer
from openetg.floor.rounds.automatic import EARLY_REST, OUTCOME_LOST, in_motion, is_dealer_run
from openetg.floor.rounds.choices import closes_before_spin, must_warn, opens_by_itself
from openetg.floor.rounds.dealing import RESTED
from openetg.floor.rounds.device_readings import unannounced
from openetg.floor.state import BETTING, ENDED, RUNNING, Floor, Phase, Round, Table
from openetg.rulebook.schema.policies import Cause, Closer
from openetg.server.writer.writer import Writer

PATIENCE_MS = 10_000
"""How long a dealer waits for an act to show before trying it again."""
SPREAD_PERMILLE = 300


class Pauses(Struct, frozen=True):
    """How long a dealer takes, on average."""

    open_ms: int = 4_000
    """From a settled round to 'place your bets'."""
    wagers_ms: int = 24_000
    """How long players have before the dealer goes on."""
    act_ms: int = 1_500
    """Before any other act."""
    relief_ms: int = 20_000
    """Before taking a table over at which no dealer is signed on any more."""
    call_ms: int = 7_000
    """From the spin to 'no more bets', with the ball still high on the track."""


class DealerAct(Struct, frozen=True):
    """What the dealer does next."""

    command: AnyCommand | None = None
    push: bool = False
    """A hand on the wheel."""


class _Intent(Struct, frozen=True):
    """An act, how long it takes to come to it, and not before when."""

    act: DealerAct
    after_ms: int
    not_before_ms: int = 0


class Hand(Protocol):
    """What a dealer can do at the wheel, and see."""

    def push(self) -> bool:
        """Spins it; False while it turns."""
        ...

    def sees(self) -> str | None:
        """What a person at the table sees lying there; None while it moves."""
        ...


class SimulatedDealer:
    """One person behind one table."""

    def __init__(self, table: str, rng: RandomSource, pauses: Pauses | None = None) -> None:
        self.table = table
        self.person = founding_dealer(table)
        """If another person signs on, this dealer leaves the table to that person."""
        self.due_ms: int | None = None
        """When the next act is due, as things stand."""
        self._rng = rng
        self._pauses = pauses or Pauses()
        self._act: DealerAct | None = None

    def next(self, floor: Floor, at_ms: int, sees: str | None = None) -> DealerAct | None:
        """What to do now, if it is time; the same act comes again only if nothing came of it for long."""
        intent = self._intent(floor, floor.tables[self.table], sees)
        if intent is None:
            self._act = self.due_ms = None
            return None
        if intent.act != self._act:
            self._act = intent.act
            self.due_ms = max(at_ms + spread(self._rng, intent.after_ms, SPREAD_PERMILLE), intent.not_before_ms)
        assert self.due_ms is not None, "an act has its time"
        if at_ms < self.due_ms:
            return None
        self.due_ms = at_ms + PATIENCE_MS
        return intent.act

    def _intent(self, floor: Floor, table: Table, sees: str | None) -> _Intent | None:
        round_ = table.round
        if not table.is_open or table.device_out or not is_dealer_run(floor, table):
            return None
        if not table.dealer:
            stays_away = table.closing or floor.premises.winding_down
            signs_on = DealerAct(SignOn(DEALER, self.person, table.name))
            return None if stays_away else _Intent(signs_on, self._pauses.relief_ms)
        if table.dealer != self.person:
            return self._lend_a_hand(round_)
        if round_ is None or round_.phase in ENDED:
            announces = not opens_by_itself(floor.rules_of(table).opening.policy) or table.by_hand
            opened = OpenRound(DEALER, table.dealer, table.name)
            stays = table.closing or floor.premises.winding_down
            if round_ is not None and announces and unannounced(floor, table) is not None:
                return self._announce(table, round_, sees)
            return _Intent(DealerAct(opened), self._pauses.open_ms) if announces and not stays else None
        command = _after_the_spin(floor, table, round_, sees)
        if command is not None:
            return _Intent(DealerAct(command), self._pauses.act_ms)
        settled = round_.phase is Phase.HELD or round_.outcome is not None or round_.registered is not None
        return None if settled or round_.needs_reset else self._spin(floor, table, round_)

    def _announce(self, table: Table, round_: Round, sees: str | None) -> _Intent | None:
        """Announces the number where the rulebook has the dealer register it; a number that differs from what lies
        there is left to others."""
        if round_.outcome is None or round_.dolly is not None or sees not in {None, round_.outcome}:
            return None
        return _Intent(DealerAct(MarkDolly(DEALER, table.dealer, table.name, round_.outcome)), self._pauses.act_ms)

    def _lend_a_hand(self, round_: Round | None) -> _Intent | None:
        """Spins a simulated wheel for the person at the table, who has nothing to lay a hand on."""
        spins = round_ is not None and round_.phase in RUNNING and in_motion(round_) and not round_.launched
        return _Intent(DealerAct(push=True), self._pauses.act_ms // 2) if spins else None

    def _spin(self, floor: Floor, table: Table, round_: Round) -> _Intent | None:
        """Warning, close and spin, in the order of the rulebook."""
        rules, pauses, dealer = floor.rules_of(table), self._pauses, table.dealer
        before_spin = closes_before_spin(rules.closing.when.policy)
        over_ms = round_.opened_at_ms + max(pauses.wagers_ms, table.least_open_ms)
        closes = Closer.DEALER in rules.closing.by
        close = DealerAct(CloseWagers(table.name, Closer.DEALER, round_.spin, DEALER, dealer))
        if round_.phase is Phase.OPEN and not in_motion(round_) and _warns(floor, table):
            return _Intent(DealerAct(WarnFinish(DEALER, dealer, table.name)), pauses.act_ms, over_ms)
        if round_.phase in BETTING and before_spin:
            return _Intent(close, pauses.act_ms, over_ms) if closes else None
        if not in_motion(round_):
            return _Intent(DealerAct(SpinWheel(DEALER, dealer, table.name)), pauses.act_ms, over_ms)
        if not round_.launched:
            return _Intent(DealerAct(push=True), pauses.act_ms // 2)
        if round_.phase in BETTING and closes:
            warned_ms = (round_.warned_at_ms or 0) + table.least_warned_ms
            return _Intent(close, pauses.call_ms, warned_ms)
        return None


def _warns(floor: Floor, table: Table) -> bool:
    warning = floor.rules_of(table).warning
    return warning is not None and must_warn(warning.policy, table.terminals)


def _after_the_spin(floor: Floor, table: Table, round_: Round, sees: str | None) -> AnyCommand | None:
    """The dealer's act once something is known of the spin; a number that does not lie there is not confirmed."""
    dealer, name, who = table.dealer, table.name, (DEALER, table.dealer)
    if round_.phase is Phase.HELD and round_.cause == OUTCOME_LOST:
        return _no_ball_there(floor, table)
    if round_.phase is Phase.HELD:
        readable = sees is not None and round_.cause in RESTED and not round_.only_void
        may_enter = readable and round_.cause != EARLY_REST and may(floor, table, "enter_outcome", DEALER)
        return EnterOutcome(*who, name, sees or "", round=round_.number) if may_enter else None
    if round_.needs_reset:
        allowed = may(floor, table, "reset_after_no_spin", DEALER)
        return ResetTerminals(*who, name) if allowed else None
    if round_.shown:
        return CallNoSpin(*who, name) if may(floor, table, "call_no_spin", DEALER) else None
    if round_.outcome is not None:
        return _cloth_step(floor, table, round_, dealer)
    if round_.registered is not None and sees in {None, round_.registered}:
        return ConfirmOutcome(*who, name, round_.registered)
    return None


def _no_ball_there(floor: Floor, table: Table) -> AnyCommand | None:
    """The simulated wheel went with the floor's process, the ball lies nowhere: no spin, where a dealer may say so."""
    known = Cause.NO_COMPARTMENT in floor.rules_of(table).no_spin_causes
    if not known or not may(floor, table, "call_no_spin", DEALER):
        return None
    return CallNoSpin(DEALER, table.dealer, table.name, Cause.NO_COMPARTMENT)


def _cloth_step(floor: Floor, table: Table, round_: Round, dealer: str) -> AnyCommand | None:
    order = floor.rules_of(table).settlement_order
    if order is None or round_.outcome is None:
        return None
    if "dolly" in order.value and round_.dolly is None:
        return MarkDolly(DEALER, dealer, table.name, round_.outcome)
    if "collect" in order.value and not round_.collected:
        return CollectLosers(DEALER, dealer, table.name)
    return PayWinners(DEALER, dealer, table.name)


class SimulatedDealers:
    """The dealers of a demonstration floor: looks at the floor between groups, gives orders, lays hands on wheels."""

    def __init__(
        self,
        writer: Writer,
        hands: Mapping[str, Hand],
        *,
        boot: int,
        rng: RandomSource,
        pauses: Pauses | None = None,
    ) -> None:
        """`hands` are by table; each gets a dealer."""
        self._writer = writer
        self._hands = hands
        self._dealers = [SimulatedDealer(table, rng, pauses) for table in hands]
        self._boot = boot
        self._number = 0

    def tick(self, at_ms: int) -> None:
        """Does what is due; does nothing while a group is on its way, since then the floor is ahead of the journal."""
        if self._writer.in_flight:
            return
        for dealer in self._dealers:
            hand = self._hands[dealer.table]
            act = dealer.next(self._writer.floor, at_ms, hand.sees())
            if act is None:
                continue
            if act.push:
                hand.push()
            if act.command is not None:
                self._number += 1
                self._writer.submit(Order(f"dealer/{dealer.table}", self._boot, self._number, act.command))

    def next_wake_ms(self) -> int | None:
        """When, at the latest, to tick again; a change of the floor may make something due sooner."""
        return min((dealer.due_ms for dealer in self._dealers if dealer.due_ms is not None), default=None)
