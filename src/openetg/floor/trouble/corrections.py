"""Outcomes put right or declared invalid, and rulings in the player's favour.

What was paid is never edited: the difference is moved, what a meter does not hold is demanded, and the first record
stays beside the second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openetg.floor.cloth.settling import recomputed_cloth
from openetg.floor.commands import CorrectOutcome, InvalidateOutcome, RuleOnWager, VarySettlement
from openetg.floor.core.authority import power_clause, powerless
from openetg.floor.core.ledger import Transfer, bank_of, meter_of, play_of
from openetg.floor.core.refusals import Reason, Refusal, beside
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    OutcomeCorrected,
    OutcomeInvalidated,
    OutcomeRecorded,
    Settled,
    SettlementVaried,
    WagerRuled,
)
from openetg.floor.money.redeeming import shortfall_clause
from openetg.floor.rounds.automatic import conclude, next_round
from openetg.floor.rounds.dealing import not_for
from openetg.floor.rounds.device_readings import misread
from openetg.floor.rounds.settling import VoidGround, recomputed, result_of, rounding_of, void_round, winning_row
from openetg.floor.state import BETTING, ENDED, Floor, Phase, Round, Table
from openetg.floor.trouble.cases import cases_of, ended, only_void, undone
from openetg.floor.wagers.placing import accept, taken_off, wager_rules
from openetg.money import ZERO, Money, total
from openetg.rulebook.schema.policies import Cause

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.floor.commands import Act


def newest_first(table: Table) -> Iterator[Round]:
    """The rounds of a table that can still be put right."""
    if table.round is not None:
        yield table.round
    yield from reversed(table.past.values())


def _with_power(floor: Floor, name: str, power: str, act: Act, why: str) -> tuple[Table, str] | Refusal:
    """The table at which a person may act, with a reason given, and the clause that permits it."""
    table = floor.tables.get(name)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    refused = powerless(floor, table, power, act.role, act.person)
    if refused is not None:
        return refused
    clause = power_clause(floor, table, power)
    return (table, clause) if why.strip() else Refusal(Reason.NO_REASON_GIVEN, clause)


def decide_correct_outcome(floor: Floor, command: CorrectOutcome, at_ms: int) -> Verdict:
    """The outcome on record is replaced by the actual one, and the money follows."""
    known_table = floor.tables.get(command.table)
    faults = floor.rulebook_of(known_table).faults if known_table is not None else None
    if faults is not None and faults.actual_outcome is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, faults.terminal.clause)
    here = _with_power(floor, command.table, "correct_outcome", command, command.why)
    if isinstance(here, Refusal):
        return here
    table, clause = here
    known = (round_ for round_ in newest_first(table) if recorded_in(round_) is not None)
    round_ = next((round_ for round_ in known if command.round in {0, round_.number}), None)
    if round_ is None:
        return Refusal(Reason.WRONG_PHASE, clause)
    refused = not_for(floor, table, round_, command) or only_void(round_)
    if refused is not None:
        return refused
    if command.outcome not in floor.game_of(table).outcomes:
        return Refusal(Reason.UNKNOWN_OUTCOME, clause)
    # With another reading on record, that the first one stands is a decision too.
    if command.outcome == recorded_in(round_) and misread(floor, table, round_) is None:
        return Refusal(Reason.SAME_OUTCOME, clause)
    return _corrected(floor, table, round_, command, clause, at_ms)


def recorded_in(round_: Round) -> str | None:
    """What is on record for a round: the outcome that counts, or what the device read before it was confirmed."""
    return round_.outcome if round_.outcome is not None else round_.registered


def _corrected(
    floor: Floor, table: Table, round_: Round, command: CorrectOutcome, clause: str, at_ms: int
) -> tuple[AnyEvent, ...]:
    first, outcome = recorded_in(round_), command.outcome
    assert first is not None, "only what is on record is put right"
    who = command.role, command.person, command.why
    if round_.outcome is None:
        replaced = OutcomeCorrected(
            table=table.name,
            round=round_.number,
            first=first,
            outcome=outcome,
            role=command.role,
            person=command.person,
            why=command.why,
            clause=clause,
        )
        recorded = OutcomeRecorded(table.name, round_.number, outcome, *who, clause)
        return (replaced, *conclude(floor, table, round_, recorded, at_ms))
    results, transfers = recomputed(floor, table, round_, outcome)
    also = _also(floor, table, clause, transfers)
    corrected = OutcomeCorrected(
        table=table.name,
        round=round_.number,
        first=first,
        outcome=outcome,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=clause,
        transfers=transfers,
        results=results,
        also=also,
    )
    return (corrected, *recomputed_cloth(floor, table, round_, outcome, clause))


def _also(floor: Floor, table: Table, clause: str, transfers: tuple[Transfer, ...]) -> tuple[str, ...]:
    """What a correction rests on besides the power: the actual outcome counts, and what is not there is demanded."""
    rulebook = floor.rulebook_of(table)
    actual = rulebook.faults.actual_outcome if rulebook.faults is not None else None
    cited = [actual.clause] if actual is not None else []
    if any(moved.source.startswith("demanded/") for moved in transfers):
        cited.append(shortfall_clause(rulebook, clause))
    return beside(clause, *cited)


def decide_invalidate_outcome(floor: Floor, command: InvalidateOutcome, at_ms: int) -> Verdict:
    """The outcome of a game does not stand: wagers are refunded, those of a fraud may be forfeited."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    for power in ("invalidate_outcome", *(["forfeit_wager"] if command.forfeit else [])):
        refused = powerless(floor, table, power, command.role, command.person)
        if refused is not None:
            return refused
    clause = power_clause(floor, table, "invalidate_outcome")
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    round_ = _to_invalidate(table, command.round)
    if round_ is None or round_.phase is Phase.VOID:
        return Refusal(Reason.WRONG_PHASE, clause)
    cause = _cause(floor, table, command, clause)
    if isinstance(cause, Refusal):
        return cause
    rules = floor.rulebook_of(table).invalidation
    if not all(round_.wagers.get(who) or round_.cloth.get(who) for who in command.forfeit):
        return Refusal(Reason.NOT_FORFEITABLE, clause if rules.forfeit is None else rules.forfeit.clause)
    invalid = OutcomeInvalidated(
        table=table.name,
        round=round_.number,
        cause=cause.value,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=clause,
        by=command.by,
        concerned=command.forfeit,
    )
    consequence = rules.forfeit if command.forfeit and rules.forfeit is not None else rules.refund
    ground = VoidGround(cause.value, rules.causes[cause], (consequence.clause,))
    voided = void_round(floor, table, round_, ground, forfeit=command.forfeit)
    closed = ended(floor, cases_of(floor, table, round_), clause, command, command.why)
    running = round_ is table.round and round_.phase not in ENDED
    opens = next_round(floor, table, at_ms, ready=table.device_ready) if running else ()
    return (invalid, voided, *closed, *opens)


def _to_invalidate(table: Table, number: int) -> Round | None:
    """The round named; otherwise the newest with an outcome, otherwise the newest."""
    rounds = list(newest_first(table))
    if number:
        return next((round_ for round_ in rounds if round_.number == number), None)
    known = (round_ for round_ in rounds if recorded_in(round_) is not None)
    return next(known, table.round)


def _cause(floor: Floor, table: Table, command: InvalidateOutcome, clause: str) -> Cause | Refusal:
    """The cause, if the rulebook knows it, and forfeiture and the one to blame go with it."""
    rules, cause = floor.rulebook_of(table).invalidation, command.cause
    if cause is None:
        return Refusal(Reason.NO_CAUSE, clause)
    if cause not in rules.causes:
        return Refusal(Reason.NOT_A_CAUSE, clause)
    blamed = rules.fraud_by
    if command.by and (cause is not Cause.FRAUD or (blamed is not None and command.by not in blamed.value)):
        return Refusal(Reason.NOT_A_CAUSE, clause if blamed is None else blamed.clause, {"by": command.by})
    if command.forfeit and (cause is not Cause.FRAUD or rules.forfeit is None):
        return Refusal(Reason.NOT_FORFEITABLE, rules.refund.clause)
    return cause


def decide_rule_on_wager(floor: Floor, command: RuleOnWager, _at_ms: int) -> Verdict:
    """A wager is let in or out after the close, where holding to it would be unfair to the player."""
    terminal, player = floor.terminals.get(command.terminal), floor.people.players.get(command.terminal)
    if terminal is None and (player is None or not player.tables):
        return Refusal(Reason.UNKNOWN_TERMINAL)
    own = terminal.table if terminal is not None else player.tables[0] if player is not None else ""
    here = _with_power(floor, command.table or own, "rule_on_late_wager", command, command.why)
    if isinstance(here, Refusal):
        return here
    table, clause = here
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL, clause)
    if table.name not in terminal.tables:
        return Refusal(Reason.NOT_AT_TABLE, clause)
    closed = (round_ for round_ in newest_first(table) if round_.phase not in BETTING)
    round_ = next((round_ for round_ in closed if command.round in {0, round_.number}), None)
    if round_ is None or round_.phase is Phase.VOID:
        return Refusal(Reason.WRONG_PHASE, clause)
    spots = only_void(round_) or _ruled_spots(floor, table, round_, command)
    if isinstance(spots, Refusal):
        return spots
    return _ruled(floor, table, round_, command, spots, clause)


def _ruled_spots(floor: Floor, table: Table, round_: Round, command: RuleOnWager) -> dict[str, Money] | Refusal:
    """What is let in or out; limits hold as they do for a wager in time."""
    game, rules = floor.game_of(table), wager_rules(floor, table)
    wager = game.wagers.get(command.spot)
    if wager is None:
        return Refusal(Reason.UNKNOWN_WAGER, game.clause)
    if command.amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, rules.funded.clause)
    if not command.allow:
        off = taken_off(floor, table, round_, command.terminal, command.spot, command.amount)
        return off if isinstance(off, Refusal) else {command.spot: off}
    asked = [(piece.spot, command.amount * piece.units) for piece in wager.pieces]
    accepted = accept(floor, table, command.terminal, round_.wagers.get(command.terminal, {}), asked)
    if isinstance(accepted, Refusal):
        return accepted
    return accepted[0]


def _ruled(
    floor: Floor, table: Table, round_: Round, command: RuleOnWager, spots: dict[str, Money], clause: str
) -> Verdict:
    """The ruling as a movement of its own. Once the outcome is known, it is refused if the player would lose by it."""
    outcome = round_.outcome
    if outcome is not None and _gain(floor, table, outcome, spots, allow=command.allow) < ZERO:
        return Refusal(Reason.TO_THE_LOSS, clause)
    if command.allow and total(spots.values()) > floor.ledger.held(meter_of(command.terminal)):
        return Refusal(Reason.NOT_ENOUGH_CREDIT, wager_rules(floor, table).funded.clause)
    transfers, result = _ruling_moved(floor, table, round_, command, spots)
    return (
        WagerRuled(
            terminal=command.terminal,
            table=table.name,
            round=round_.number,
            allow=command.allow,
            spots=spots,
            role=command.role,
            person=command.person,
            why=command.why,
            clause=clause,
            transfers=transfers,
            known=outcome is not None,
            result=result,
        ),
    )


def _gain(floor: Floor, table: Table, outcome: str, spots: dict[str, Money], *, allow: bool) -> Money:
    """What a player gains by letting these wagers in, or out, with this outcome."""
    result = result_of("", spots, winning_row(floor, table, outcome), rounding_of(floor, table))
    gained = result.returned - result.staked
    return gained if allow else -gained


def _ruling_moved(
    floor: Floor, table: Table, round_: Round, command: RuleOnWager, spots: dict[str, Money]
) -> tuple[tuple[Transfer, ...], Settled | None]:
    terminal = command.terminal
    meter, play, cost = meter_of(terminal), play_of(table.name, terminal), total(spots.values())
    if not command.allow:
        return undone(floor, table, round_, terminal, spots)
    held = terminal in round_.held or (terminal not in round_.results and bool(round_.wagers.get(terminal)))
    if round_.outcome is None or held:
        return (Transfer(meter, play, cost),), None
    with_it = dict(round_.wagers.get(terminal, {}))
    for spot, amount in spots.items():
        with_it[spot] = with_it.get(spot, ZERO) + amount
    row, rounding = winning_row(floor, table, round_.outcome), rounding_of(floor, table)
    after = result_of(terminal, with_it, row, rounding)
    before = round_.results[terminal].returned if terminal in round_.results else ZERO
    bank = bank_of(table.name)
    return (Transfer(meter, bank, cost), Transfer(bank, meter, after.returned - before)), after


def decide_vary_settlement(floor: Floor, command: VarySettlement, _at_ms: int) -> Verdict:
    """A terminal gets more than strict settlement gave, where that would plainly be unfair."""
    terminal = floor.terminals.get(command.terminal)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    name = command.table or terminal.table
    here = _with_power(floor, name, "vary_settlement", command, command.why)
    if isinstance(here, Refusal):
        return here
    table, clause = here
    if table.name not in terminal.tables:
        return Refusal(Reason.NOT_AT_TABLE, clause)
    paid = (round_ for round_ in newest_first(table) if round_.phase is Phase.SETTLED)
    round_ = next((round_ for round_ in paid if command.round in {0, round_.number}), None)
    if round_ is None:
        return Refusal(Reason.WRONG_PHASE, clause)
    if command.amount <= ZERO:
        return Refusal(Reason.NO_AMOUNT, clause)
    moved = Transfer(bank_of(table.name), meter_of(terminal.name), command.amount)
    return (
        SettlementVaried(
            terminal=terminal.name,
            table=table.name,
            round=round_.number,
            amount=command.amount,
            role=command.role,
            person=command.person,
            why=command.why,
            clause=clause,
            transfers=(moved,),
        ),
    )


DECIDERS: Deciders = {
    CorrectOutcome: decide_correct_outcome,
    InvalidateOutcome: decide_invalidate_outcome,
    RuleOnWager: decide_rule_on_wager,
    VarySettlement: decide_vary_settlement,
}
