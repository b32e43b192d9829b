"""People who do not play: when they may be told to leave, and what it is if they refuse. Nothing happens by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from openetg.floor.commands import DirectToVacate, RecordBreach, RecordRefusalToVacate, StaffMessage
from openetg.floor.core.authority import clause_of_power, power_clause, unauthorized
from openetg.floor.core.refusals import Reason, Refusal, beside
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import DirectedToVacate, PlayerTold, VacateRefused
from openetg.floor.people.conduct import breach_of, place_of, terminals_of
from openetg.floor.state import Floor, Table
from openetg.floor.wagers.bounds import stay_now
from openetg.rulebook.schema.policies import Idle, Measure, Position

if TYPE_CHECKING:
    from openetg.rulebook.schema.trouble import IdleRule


def rounds_idle(floor: Floor, table: Table, who: str) -> int:
    """How many rounds in a row a terminal or player has let pass, as the rulebook of the table counts them."""
    terminal = floor.terminals.get(who)
    if terminal is not None:
        return terminal.idle
    player, rule = floor.people.players[who], floor.rulebook_of(table).conduct.idle
    counted = [floor.terminals[name].idle for name in player.terminals]
    if table.name in player.tables:
        crowded = rule is not None and _counts_at_full_table(rule.policy)
        counted.append((player.crowded if crowded else player.idle).get(table.name, 0))
    return min(counted, default=0)


def _counts_at_full_table(policy: Idle) -> bool:
    """Whether only rounds count in which every other seat was taken."""
    match policy:
        case Idle.AFTER_ROUNDS_AT_FULL_TABLE:
            return True
        case Idle.AFTER_ROUNDS | Idle.BY_DIRECTION:
            return False
        case _:
            assert_never(policy)


def is_flagged(floor: Floor, table: Table, who: str) -> bool:
    """Whether the rulebook counts rounds and the player has let so many pass: for the dealer to see."""
    rule = floor.rulebook_of(table).conduct.idle
    return rule is not None and rule.rounds is not None and rounds_idle(floor, table, who) >= rule.rounds


def decide_direct_to_vacate(floor: Floor, command: DirectToVacate, at_ms: int) -> Verdict:
    """A person who does not play is told to leave, on the screen as well; credit and wagers stay as they are."""
    table = place_of(floor, command.who)
    if isinstance(table, Refusal):
        return table
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    rule = floor.rulebook_of(table).conduct.idle
    if rule is None:
        return Refusal(Reason.NO_MEASURE, power_clause(floor, table, "direct_to_vacate"))
    clause = _clause_of_position(rule, command.position)
    if clause is None:
        return Refusal(Reason.NOT_A_POSITION, rule.clause, {"position": command.position})
    if rule.rounds is not None and not is_flagged(floor, table, command.who):
        return Refusal(Reason.NOT_IDLE, rule.clause, {"rounds": rounds_idle(floor, table, command.who)})
    directed = DirectedToVacate(
        who=command.who,
        table=table.name,
        position=command.position,
        role=command.role,
        person=command.person,
        clause=clause,
        why=command.why,
        also=beside(clause, rule.clause),
    )
    return (directed, *_shown(floor, table, command, at_ms))


def _shown(floor: Floor, table: Table, command: DirectToVacate, at_ms: int) -> tuple[PlayerTold, ...]:
    """The direction on the screens of the player it is for; a person beside a terminal is not its player."""
    fixed = floor.rulebook_of(table).display.staff_messages
    by = (command.role, command.person, at_ms, table.name, "" if fixed is None else fixed.clause)
    if command.who in table.cloth.players:
        return (PlayerTold("", StaffMessage.VACATE, *by, command.who),)
    is_beside = _stands_beside(Position(command.position))
    return tuple(
        PlayerTold(name, StaffMessage.VACATE, *by)
        for name in terminals_of(floor, command.who)
        if table.name in floor.terminals[name].tables
        and not (is_beside and stay_now(floor, floor.terminals[name], at_ms) is not None)
    )


def _clause_of_position(rule: IdleRule, position: str) -> str | None:
    known = {each.value: clause for each, clause in rule.positions.items()}
    return known.get(position)


def _stands_beside(position: Position) -> bool:
    """Whether a person is beside a game and not at it."""
    match position:
        case Position.ADJACENT:
            return True
        case Position.OCCUPYING:
            return False
        case _:
            assert_never(position)


def decide_record_refusal_to_vacate(floor: Floor, command: RecordRefusalToVacate, _at_ms: int) -> Verdict:
    """The direction was not followed: a breach, where the rulebook makes it one."""
    table = place_of(floor, command.who)
    if isinstance(table, Refusal):
        return table
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    rulebook = floor.rulebook_of(table)
    rule, direction = rulebook.conduct.idle, floor.people.directions.get(command.who)
    if rule is None or direction is None or direction.refused:
        return Refusal(Reason.NOT_DIRECTED, clause_of_power(rulebook, "direct_to_vacate"))
    said = VacateRefused(command.who, table.name, command.role, command.person, rule.clause)
    if rule.broken is None:
        return (said,)
    broken = RecordBreach(command.role, command.person, command.who, rule.broken, "refused to vacate")
    breach = breach_of(floor, table, broken)
    if _stands_beside(Position(direction.position)):
        # A person beside a game is not its player: nothing follows for the terminal or its player.
        apart = tuple(name for name in breach.enables if name == Measure.RECOMMEND_EXCLUSION.value)
        breach = replace(breach, player="", enables=apart)
    return (said, breach)


DECIDERS: Deciders = {
    DirectToVacate: decide_direct_to_vacate,
    RecordRefusalToVacate: decide_record_refusal_to_vacate,
}
