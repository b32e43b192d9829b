"""What the rulebook wants of the person who runs a table: the next steps in order, causes, who else may act.

Read from the rulebook and the round; it must never decide: whether an act is granted is asked of the floor when it is
sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from openetg.floor.core.authority import DEALER, may, power_clause
from openetg.floor.rounds.automatic import in_motion, is_dealer_run
from openetg.floor.rounds.choices import (
    closes_before_spin,
    closes_only_spinning,
    dealer_confirms,
    knows_no_spin,
    must_warn,
    opens_by_itself,
)
from openetg.floor.rounds.dealing import is_unseen
from openetg.floor.rounds.device_readings import unannounced
from openetg.floor.state import BETTING, RUNNING, STANDING, Floor, Phase, Round, Table
from openetg.rulebook.roles import named_power
from openetg.rulebook.schema.policies import Closer, FinishWarning

if TYPE_CHECKING:
    from openetg.rulebook.schema.tables import Round as RoundRules

Words = Literal["", "place_your_bets", "finish_betting", "no_more_bets", "the_number", "no_spin"]


class NextStep(Struct, frozen=True):
    """Something that may be done next."""

    act: str
    """The command."""
    clause: str
    says: Words = ""
    """What is announced with it."""
    after: str = ""
    """The command that must come before it and has not."""
    not_before_ms: int = 0
    """When it may come, by the server's clock; zero means at once."""


class Named(Struct, frozen=True):
    """A cause that the rulebook names."""

    cause: str
    clause: str


class WhoMay(Struct, frozen=True):
    """Whose a power is, as the rulebook calls them."""

    power: str
    roles: tuple[str, ...]
    clause: str


class SpinRules(Struct, frozen=True):
    """What a valid spin needs, and what is known of this one."""

    spin: int
    """Which spin of the round it is."""
    is_moving: bool
    """Whether ball or wheel are known to be in motion, by the device or by the dealer's word."""
    is_sensed: bool
    """Whether the device has said so."""
    revolutions_min: int
    revolutions_clause: str
    opposite: bool
    """Whether ball and wheel must turn against each other."""
    opposite_clause: str


class DealingRules(Struct, frozen=True):
    """What the dealer of a table needs to know of its rulebook."""

    is_dealer_run: bool
    channels: tuple[str, ...]
    keyed_by: str
    """The command by which a number is keyed now: compared with the reader's, or entered where there is none."""
    spin: SpinRules
    no_spin: str
    """What a call of no spin does, by the rulebook's policy."""
    no_spin_clause: str
    no_spin_causes: tuple[Named, ...]
    void_causes: tuple[Named, ...]
    """What makes the round void when the dealer says so."""
    corrects: WhoMay
    """Who puts a wrong number right."""
    enters: WhoMay
    """Who enters a number that was not read."""
    others: tuple[WhoMay, ...] = ()
    """Powers beside the table that a dealer may have to call for, and whose they are."""


CALLED_FOR = (
    "settle_early_rest",
    "settle_device_fault",
    "void_round",
    "examine_ball",
    "reset_after_no_spin",
    "approve_second_colour",
    "require_colour_chips",
    "grant_personal_maximum",
    "limit_neighbours",
)
"""Powers of others that a dealer may need at the table."""


def dealing_rules(floor: Floor, table: Table) -> DealingRules:
    """What the rulebook of a table says to its dealer now."""
    rules, round_ = floor.rules_of(table), table.round
    said = may(floor, table, "call_no_spin", DEALER)
    return DealingRules(
        is_dealer_run=is_dealer_run(floor, table),
        channels=tuple(channel.value for channel in floor.kind_of(table).channels.value),
        keyed_by=_keyed_by(floor, table),
        spin=_spin_rules(rules, round_),
        no_spin=rules.no_spin.policy.value if said else "",
        no_spin_clause=rules.no_spin.clause,
        no_spin_causes=tuple(Named(cause.value, clause) for cause, clause in rules.no_spin_causes.items()),
        void_causes=tuple(Named(cause.value, clause) for cause, clause in rules.void_causes.items()),
        corrects=who_may(floor, table, "correct_outcome"),
        enters=who_may(floor, table, "enter_outcome"),
        others=tuple(each for each in (who_may(floor, table, power) for power in CALLED_FOR) if each.roles),
    )


def who_may(floor: Floor, table: Table, power: str) -> WhoMay:
    """Whose a power is at a table: the titles of the roles the rulebook names; empty where no role has it."""
    rulebook = floor.rulebook_of(table)
    granted = named_power(rulebook, power, floor.kind_of(table).round)
    titles = tuple(rulebook.roles[role].title for role in granted.roles) if granted else ()
    return WhoMay(power, titles, power_clause(floor, table, power))


def _spin_rules(rules: RoundRules, round_: Round | None) -> SpinRules:
    least, opposite = rules.revolutions_min, rules.opposite_directions
    runs = round_ is not None and round_.phase in STANDING
    return SpinRules(
        spin=round_.spins if round_ is not None else 0,
        is_moving=runs and round_ is not None and in_motion(round_),
        is_sensed=runs and round_ is not None and round_.launched,
        revolutions_min=least.value if least else 0,
        revolutions_clause=least.clause if least else "",
        opposite=opposite is not None and opposite.value,
        opposite_clause=opposite.clause if opposite else "",
    )


def _keyed_by(floor: Floor, table: Table) -> str:
    """Which command takes a number that the dealer has read off the wheel; empty while there is nothing to read."""
    round_, rules = table.round, floor.rules_of(table)
    if round_ is not None and rules.announced is not None and unannounced(floor, table) is not None:
        return "MarkDolly" if round_.dolly is None else ""
    if round_ is None or round_.phase not in STANDING:
        return ""
    if round_.outcome is not None:
        return "MarkDolly" if rules.dolly is not None and round_.dolly is None and round_.cloth else ""
    if round_.only_void:
        return ""
    if round_.registered is not None:
        return "ConfirmOutcome" if dealer_confirms(rules.confirmation.policy) else ""
    if round_.phase is Phase.HELD:
        return "EnterOutcome"
    return "EnterOutcome" if is_unseen(floor, table, round_) else ""


# The next steps


def next_steps(floor: Floor, table: Table) -> tuple[str, ...]:
    """What the person who runs a table may do now, in the order the rulebook wants."""
    return tuple(step.act for step in steps_of(floor, table))


def steps_of(floor: Floor, table: Table) -> tuple[NextStep, ...]:
    """What the person who runs a table may do now, in the order the rulebook wants, each with its clause and words."""
    round_, rules = table.round, floor.rules_of(table)
    if not is_dealer_run(floor, table) or not table.is_open:
        return ()
    if round_ is None or round_.phase not in STANDING:
        opens = not opens_by_itself(rules.opening.policy) or table.by_hand
        return _opening(floor, table, rules) if opens else ()
    if round_.phase is Phase.HELD or round_.needs_reset:
        return _out_of_order(floor, table, round_)
    if round_.outcome is not None:
        return (_settling(floor, table, round_),)
    return tuple(_spinning(floor, table, round_))


def _opening(floor: Floor, table: Table, rules: RoundRules) -> tuple[NextStep, ...]:
    """'Place your bets', after the dealer has said what fell where that must come first."""
    unsaid = unannounced(floor, table)
    if unsaid is None:
        return (NextStep("OpenRound", rules.opening.clause, "place_your_bets"),)
    is_said = table.round is not None and table.round.dolly is not None
    first = "CorrectOutcome" if is_said else "MarkDolly"
    opens = NextStep("OpenRound", rules.opening.clause, "place_your_bets", after=first)
    return (opens,) if is_said else (NextStep("MarkDolly", unsaid.clause, "the_number"), opens)


def _out_of_order(floor: Floor, table: Table, round_: Round) -> tuple[NextStep, ...]:
    """The ways out of a round that is held, and what comes after a no spin."""
    if round_.phase is not Phase.HELD:
        return (NextStep("ResetTerminals", power_clause(floor, table, "reset_after_no_spin")),)
    void = NextStep("VoidRound", power_clause(floor, table, "void_round"))
    if round_.only_void:
        return (void,)
    return (NextStep("EnterOutcome", power_clause(floor, table, "enter_outcome"), "the_number"), void)


def _settling(floor: Floor, table: Table, round_: Round) -> NextStep:
    """The next step on the cloth."""
    rules = floor.rules_of(table)
    order = rules.settlement_order.clause if rules.settlement_order else ""
    if round_.collected:
        return NextStep("PayWinners", order)
    if round_.dolly:
        return NextStep("CollectLosers", order)
    return NextStep("MarkDolly", rules.dolly.clause if rules.dolly else order, "the_number")


def _spinning(floor: Floor, table: Table, round_: Round) -> list[NextStep]:
    """Warning, close and spin, and what a spin that runs leads to."""
    rules = floor.rules_of(table)
    steps = []
    if round_.phase is Phase.OPEN and rules.warning is not None:
        steps.append(NextStep("WarnFinish", rules.warning.clause, "finish_betting"))
    if round_.phase in BETTING and Closer.DEALER in rules.closing.by:
        steps.append(_closing(table, round_, rules))
    if not in_motion(round_) and round_.phase in RUNNING:
        steps.append(_spin(floor, table, round_))
    if round_.registered is not None and dealer_confirms(rules.confirmation.policy):
        steps.append(NextStep("ConfirmOutcome", rules.confirmation.clause, "the_number"))
    if round_.launched and knows_no_spin(rules.no_spin.policy):
        steps.append(NextStep("CallNoSpin", rules.no_spin.clause, "no_spin"))
    return steps


def _closing(table: Table, round_: Round, rules: RoundRules) -> NextStep:
    """'No more bets', with what must come before it and how long it must have been open or warned."""
    warned, policy = round_.warned_at_ms, rules.warning.policy if rules.warning else FinishWarning.NONE
    warns = must_warn(policy, table.terminals)
    open_ms = round_.opened_at_ms + table.least_open_ms if rules.least_open_time and table.least_open_ms else 0
    warned_ms = warned + table.least_warned_ms if warns and warned is not None and table.least_warned_ms else 0
    after = "WarnFinish" if warns and warned is None else ""
    if closes_only_spinning(rules.closing.when.policy) and not in_motion(round_):
        after = "SpinWheel"
    clause = rules.closing.by[Closer.DEALER]
    return NextStep("CloseWagers", clause, "no_more_bets", after=after, not_before_ms=max(open_ms, warned_ms))


def _spin(floor: Floor, table: Table, round_: Round) -> NextStep:
    """The spin, or the look at the ball that must come before it."""
    rules = floor.rules_of(table)
    if table.ball_to_examine:
        return NextStep("ExamineBall", power_clause(floor, table, "examine_ball"))
    before_spin = closes_before_spin(rules.closing.when.policy) and round_.phase in BETTING
    clause = rules.closing.when.clause if before_spin else power_clause(floor, table, "run_round")
    return NextStep("SpinWheel", clause, after="CloseWagers" if before_spin else "")
