"""Breaches of conduct and what may follow them, instructions to players, reports by players.

A measure needs a breach on record that enables it. A terminal stands for its player; where a player is known,
what concerns one of the player's terminals concerns them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from openetg.floor.commands import (
    ExcludeFromPlay,
    LiftMeasure,
    LimitPlayer,
    RecommendExclusion,
    RecordBreach,
    RefuseWagers,
)
from openetg.floor.core.authority import clause_of_power, power_clause, powerless, unauthorized
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    BreachRecorded,
    MeasureLifted,
    MeasureTaken,
    PlayerLimited,
    PlayerLocked,
    PlayerUnlocked,
    TerminalLocked,
    TerminalUnlocked,
)
from openetg.floor.state import Breach, Floor, Table
from openetg.rulebook.citations import citations
from openetg.rulebook.schema.policies import Measure

if TYPE_CHECKING:
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.trouble import MeasureRule


POWERS = {
    Measure.VOID_WAGERS: "void_wagers_for_breach",
    Measure.EXCLUDE: "exclude_from_play",
    Measure.RECOMMEND_EXCLUSION: "recommend_exclusion",
    Measure.REFUSE_WAGERS: "refuse_future_wagers",
}
"""The power that each measure takes."""
LIFTING = {
    Reason.EXCLUDED.value: "exclude_from_play",
    Reason.LIMITED.value: "limit_player",
    Reason.WAGERS_REFUSED.value: "refuse_future_wagers",
}
"""The power to end what a lock of that name began."""
STOPS = ("wager",)
"""What a player who is shut out may not do; what is theirs can still be collected."""


def place_of(floor: Floor, who: str) -> Table | Refusal:
    """The table at which a terminal stands or a player plays."""
    terminal = floor.terminals.get(who)
    if terminal is not None:
        return floor.tables[terminal.table]
    player = floor.people.players.get(who)
    if player is None:
        return Refusal(Reason.UNKNOWN_PLAYER)
    names = [*player.tables, *(floor.terminals[name].table for name in player.terminals)]
    return floor.tables[names[0]] if names else Refusal(Reason.NOT_AT_TABLE)


def player_behind(floor: Floor, who: str) -> str:
    """The player known behind a terminal or a name; empty if none is."""
    terminal = floor.terminals.get(who)
    return who if terminal is None else terminal.player


def decide_record_breach(floor: Floor, command: RecordBreach, _at_ms: int) -> Verdict:
    """A breach goes on record, with the measures it enables."""
    table = place_of(floor, command.who)
    if isinstance(table, Refusal):
        return table
    refused = unauthorized(floor, table, command)
    if refused is None:
        refused = _not_a_breach(floor, table, command)
    if refused is not None:
        return refused
    return (breach_of(floor, table, command),)


def breach_of(floor: Floor, table: Table, command: RecordBreach) -> BreachRecorded:
    """The breach as it goes on record."""
    rulebook = floor.rulebook_of(table)
    conduct = rulebook.conduct
    return BreachRecorded(
        breach=f"B{len(floor.people.breaches) + 1}",
        who=command.who,
        breached=command.clause,
        clause=clause_of_power(rulebook, "record_breach"),
        role=command.role,
        person=command.person,
        why=command.why,
        persons=command.persons,
        kind=command.kind,
        case=command.case,
        table=table.name,
        player=player_behind(floor, command.who),
        enables=tuple(rule.measure.value for rule in conduct.measures) if enabling(rulebook, command.clause) else (),
        unprinted=command.clause in conduct.unprinted_grounds,
        reported=bool(command.case) and had_reported(floor, command.case),
        kept=command.kept,
        also=(command.clause,),
    )


def enabling(rulebook: Rulebook, clause: str) -> bool:
    """Whether the breach of a clause allows a measure."""
    conduct = rulebook.conduct
    return clause not in conduct.recorded_only and (conduct.any_clause or clause in conduct.grounds)


def _not_a_breach(floor: Floor, table: Table, command: RecordBreach) -> Refusal | None:
    rulebook = floor.rulebook_of(table)
    conduct, basis = rulebook.conduct, clause_of_power(rulebook, "record_breach")
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, basis)
    if command.case and command.case not in floor.cases:
        return Refusal(Reason.UNKNOWN_CASE, command.clause)
    if not _can_be_broken(rulebook, command.clause):
        return Refusal(Reason.NOT_A_GROUND, basis, {"clause": command.clause})
    if command.kind and conduct.kinds.get(command.kind) != command.clause:
        return Refusal(Reason.NOT_A_KIND, command.clause, {"kind": command.kind})
    least = conduct.syndicate_min
    if least is not None and command.clause == conduct.syndicated and len(parties(floor, command)) < least.value:
        return Refusal(Reason.TOO_FEW_PERSONS, least.clause, {"least": least.value})
    if command.clause == conduct.device_ban and conduct.duty_exempt is not None and _on_duty(floor, command):
        return Refusal(Reason.ON_DUTY, conduct.duty_exempt.clause)
    return None


def parties(floor: Floor, command: RecordBreach) -> set[str]:
    """All parties a breach names, the offender among them; the terminals of one known player count once."""
    names = [name.strip() for name in (command.who, *command.persons)]
    return {player_behind(floor, name) or name for name in names if name}


def _can_be_broken(rulebook: Rulebook, clause: str) -> bool:
    conduct = rulebook.conduct
    if clause in (*conduct.grounds, *conduct.recorded_only):
        return True
    return conduct.any_clause and any(cited.clause == clause for cited in citations(rulebook))


def _on_duty(floor: Floor, command: RecordBreach) -> bool:
    """Whether the one concerned works on the equipment in the course of duty."""
    visit = floor.premises.visits.get(command.who)
    return visit is not None and (not command.persons or visit.person in command.persons)


def had_reported(floor: Floor, case: str) -> bool:
    """Whether the player had reported what a case is about: in its round, or since it was opened."""
    about = floor.cases[case]
    return any(
        (report.table == about.table and report.round == about.round) or report.at_ms >= about.opened_at_ms
        for report in floor.people.reports.get(about.terminal, ())
    )


def breaches_of(floor: Floor, who: str, measure: Measure) -> list[Breach]:
    """The breaches on record against a terminal, or the player known there, that enable a measure."""
    player = player_behind(floor, who)
    return [
        breach
        for breach in floor.people.breaches.values()
        if measure.value in breach.enables and breach.player == player and (breach.who == who or player)
    ]


def touches_of(floor: Floor, table: Table, who: str, measure: Measure) -> int:
    """How often the dealer's record shows wagers touched too early, where a refusal of wagers may follow it."""
    match measure:
        case Measure.REFUSE_WAGERS:
            return table.cloth.touches.get(player_behind(floor, who), 0)
        case Measure.VOID_WAGERS | Measure.EXCLUDE | Measure.RECOMMEND_EXCLUSION:
            return 0
        case _:
            assert_never(measure)


def _measure_against(
    floor: Floor, command: ExcludeFromPlay | RecommendExclusion | RefuseWagers, measure: Measure
) -> tuple[Table, MeasureRule, Breach | None] | Refusal:
    """The table, the rule and the latest breach by which a person may take a measure now, or why they may not.

    No breach is named where early touches alone, which the cloth counts, are enough.
    """
    who = command.who
    table = place_of(floor, who)
    if isinstance(table, Refusal):
        return table
    refused = powerless(floor, table, POWERS[measure], command.role, command.person)
    if refused is not None:
        return refused
    rulebook = floor.rulebook_of(table)
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause_of_power(rulebook, POWERS[measure]))
    rule = next((each for each in rulebook.conduct.measures if each.measure is measure), None)
    if rule is None:
        return Refusal(Reason.NO_MEASURE, clause_of_power(rulebook, POWERS[measure]))
    found = breaches_of(floor, who, measure)
    instances = len(found) + touches_of(floor, table, who, measure)
    if not instances:
        return Refusal(Reason.NO_BREACH, rule.clause)
    if instances < rule.after_instances:
        return Refusal(Reason.TOO_FEW_BREACHES, rule.clause, {"least": rule.after_instances, "found": instances})
    return table, rule, found[-1] if found else None


def _taken(
    floor: Floor, command: ExcludeFromPlay | RecommendExclusion | RefuseWagers, measure: Measure
) -> tuple[Table, MeasureTaken] | Refusal:
    allowed = _measure_against(floor, command, measure)
    if isinstance(allowed, Refusal):
        return allowed
    table, rule, breach = allowed
    taken = MeasureTaken(
        measure=measure.value,
        who=command.who,
        breach=breach.number if breach else "",
        role=command.role,
        person=command.person,
        why=command.why,
        clause=rule.clause,
        also=(breach.breached,) if breach else (),
    )
    return table, taken


def decide_exclude_from_play(floor: Floor, command: ExcludeFromPlay, _at_ms: int) -> Verdict:
    """No further wagers of that person in the game; credit can still be collected."""
    return _shutting_out(floor, command, Measure.EXCLUDE, Reason.EXCLUDED)


def decide_refuse_wagers(floor: Floor, command: RefuseWagers, _at_ms: int) -> Verdict:
    """The player's future wagers in the game are refused."""
    return _shutting_out(floor, command, Measure.REFUSE_WAGERS, Reason.WAGERS_REFUSED)


def decide_recommend_exclusion(floor: Floor, command: RecommendExclusion, _at_ms: int) -> Verdict:
    """A recommendation on record, and nothing else."""
    taken = _taken(floor, command, Measure.RECOMMEND_EXCLUSION)
    return taken if isinstance(taken, Refusal) else (taken[1],)


def _shutting_out(floor: Floor, command: ExcludeFromPlay | RefuseWagers, measure: Measure, reason: Reason) -> Verdict:
    taken = _taken(floor, command, measure)
    if isinstance(taken, Refusal):
        return taken
    locks = _shut_out(floor, *taken, reason)
    if all(_is_locked(floor, lock) for lock in locks):
        return Refusal(reason, taken[1].clause)
    return (taken[1], *locks)


def _shut_out(
    floor: Floor, table: Table, taken: MeasureTaken, reason: Reason
) -> tuple[TerminalLocked | PlayerLocked, ...]:
    """The locks on everything of that person under the same rulebook."""
    name, player = reason.value, player_behind(floor, taken.who)
    locks: list[TerminalLocked | PlayerLocked] = [
        TerminalLocked(terminal, name, name, taken.clause, STOPS)
        for terminal in terminals_of(floor, taken.who)
        if floor.tables[floor.terminals[terminal].table].rulebook == table.rulebook
    ]
    if player:
        locks.append(PlayerLocked(player, name, name, taken.clause, STOPS))
    return tuple(locks)


def _is_locked(floor: Floor, lock: TerminalLocked | PlayerLocked) -> bool:
    """Whether a lock of that name is there already."""
    if isinstance(lock, TerminalLocked):
        return lock.name in floor.terminals[lock.terminal].locks
    return lock.name in floor.people.players[lock.player].locks


def terminals_of(floor: Floor, who: str) -> tuple[str, ...]:
    """All terminals of the player who plays one of them."""
    player = player_behind(floor, who)
    return tuple(floor.people.players[player].terminals) if player else (who,)


def decide_limit_player(floor: Floor, command: LimitPlayer, _at_ms: int) -> Verdict:
    """Some terminals may not be played besides the others: they refuse wagers from the next round on."""
    if not command.terminals or any(name not in floor.terminals for name in command.terminals):
        return Refusal(Reason.UNKNOWN_TERMINAL)
    table = floor.tables[floor.terminals[command.terminals[0]].table]
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    rulebook = floor.rulebook_of(table)
    several, clause = rulebook.conduct.several_terminals, clause_of_power(rulebook, "limit_player")
    if not command.why.strip():
        return Refusal(Reason.NO_REASON_GIVEN, clause)
    if several is None:
        return Refusal(Reason.NO_MEASURE, clause)
    return (PlayerLimited(command.terminals, command.role, command.person, command.why, several.clause),)


def decide_lift_measure(floor: Floor, command: LiftMeasure, _at_ms: int) -> Verdict:
    """Ends a measure, by a person who could have ordered it."""
    table = place_of(floor, command.who)
    if isinstance(table, Refusal):
        return table
    power = LIFTING.get(command.measure, "record_breach")
    refused = powerless(floor, table, power, command.role, command.person)
    clause = power_clause(floor, table, power)
    if refused is None and not command.why.strip():
        refused = Refusal(Reason.NO_REASON_GIVEN, clause)
    if refused is not None:
        return refused
    # A lock of a case, of a closed table or of a mismatch is no measure: what began it ends it.
    unlocked = _unlocked(floor, command.who, command.measure) if command.measure in LIFTING else []
    due = command.measure == Reason.LIMITED.value and command.who in floor.people.limits_due
    if not unlocked and not due:
        return Refusal(Reason.NO_MEASURE, clause)
    lifted = MeasureLifted(
        who=command.who,
        measure=command.measure,
        role=command.role,
        person=command.person,
        why=command.why,
        clause=clause,
    )
    return (lifted, *unlocked)


def _unlocked(floor: Floor, who: str, name: str) -> list[AnyEvent]:
    """The locks that go; an instruction holds for each terminal by itself."""
    own = name == Reason.LIMITED.value and who in floor.terminals
    places = (who,) if own else terminals_of(floor, who)
    events: list[AnyEvent] = [TerminalUnlocked(each, name) for each in places if name in floor.terminals[each].locks]
    player = floor.people.players.get("" if own else player_behind(floor, who))
    if player is not None and name in player.locks:
        events.append(PlayerUnlocked(player.name, name))
    return events


DECIDERS: Deciders = {
    RecordBreach: decide_record_breach,
    ExcludeFromPlay: decide_exclude_from_play,
    RecommendExclusion: decide_recommend_exclusion,
    RefuseWagers: decide_refuse_wagers,
    LimitPlayer: decide_limit_player,
    LiftMeasure: decide_lift_measure,
}
