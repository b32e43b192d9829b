"""Jackpots as the public, as a terminal and as staff may see them. Read from the floor after a commit, never before.

The words of what wins a level are made here alone, from the rule by which the floor decides, and bear its id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from openetg.floor.core.command import Private
from openetg.floor.core.ledger import overflow_of, pool_of, reserve_of, seeding_of
from openetg.floor.jackpots.adjusting import adjustable
from openetg.floor.jackpots.awards import papers_for
from openetg.floor.jackpots.commands import JackpotRules, LevelRules, Trigger
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.links import (
    deciding,
    is_member,
    offered_at,
    open_fault,
    tables_of,
    terminals_of,
    why_not,
    why_not_level,
    why_not_now,
)
from openetg.floor.jackpots.pools import next_rules
from openetg.floor.jackpots.state import HITS_KEPT, UNPAID, Award, AwardState, Jackpot, JackpotFault, Level
from openetg.money import ZERO, Money, say_money
from openetg.rulebook.schema.policies import JackpotKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from openetg.floor.state import Floor


class Hit(Struct, frozen=True, gc=False):
    """A prize that was won."""

    terminal: str
    amount: Money
    at_ms: int


class AwardShown(Struct, frozen=True, gc=False):
    """A prize on the display of its jackpot, until it is paid."""

    award: str
    terminal: str
    amount: Money
    at_ms: int


class JackpotView(Struct, frozen=True, gc=False):
    """One level of a jackpot as the public may see it."""

    name: str
    """The jackpot."""
    title: str
    amount: Money
    """What the winner gets."""
    level: str = ""
    level_title: str = ""
    rule: str = ""
    """The id of the rule that wins it: the same on every screen and in every decision."""
    kind: JackpotKind = JackpotKind.PROGRESSIVE
    condition: str = ""
    """What wins it, in words."""
    trigger: Trigger | None = None
    """The same as data; None for a mystery."""
    low: Money = ZERO
    high: Money = ZERO
    """Of a mystery, between which values it hits."""
    base: Money = ZERO
    """What every pool of it begins with."""
    ceiling: Money = ZERO
    """What it never exceeds; zero means no limit."""
    cycle: int = 0
    """Which pool of this level it is."""
    commitment: str = ""
    """Of a mystery, what binds the house to the value at which it hits."""
    hits_count: int = 0
    """How often it was won."""
    won: Money = ZERO
    """What was won altogether."""
    hits: tuple[Hit, ...] = ()
    """The last prizes, newest first; empty in the lobby, which is sent with every change."""
    awards: tuple[AwardShown, ...] = ()
    """Prizes that were won and are not paid yet, newest first."""
    playing: bool = True
    """Whether it is fed and can be won."""
    why_not: str = ""
    """`fault`, `table-link`, `not-begun`, `next-round` or empty."""


class JackpotLine(Struct, frozen=True, gc=False):
    """One level of a jackpot on the screens of a table."""

    jackpot: str
    level: str
    rule: str
    title: str
    level_title: str
    kind: JackpotKind
    amount: Money
    condition: str
    trigger: Trigger | None = None
    low: Money = ZERO
    high: Money = ZERO
    ceiling: Money = ZERO
    clause: str = ""
    """Who wins it."""
    playing: bool = True
    why_not: str = ""
    """`fault`, `table-link`, `not-begun`, `next-round` or empty."""
    awards: tuple[AwardShown, ...] = ()
    """Prizes that were won and are not paid yet, newest first."""


class OwnAward(Struct, frozen=True, gc=False):
    """A prize that a terminal has won."""

    award: str
    rule: str
    title: str
    level_title: str
    amount: Money
    at_ms: int
    by_hand: bool
    """Whether only a person pays it."""
    locked: bool
    """Whether the terminal waits for a person."""
    state: AwardState
    is_held: bool = False
    """Whether it is withheld until that was looked into."""
    paid_by: str = ""
    """`meter`, or the kind of paper."""


class TerminalJackpots(Struct, frozen=True, gc=False):
    """What a terminal has to do with jackpots, besides what all at its tables see."""

    plays_for: tuple[str, ...]
    """The rules of the levels it can win, as far as it is for the terminal; the table's line says whether now."""
    why_not: dict[str, str]
    """Of the other levels of its tables, why it cannot, by their rules: also `terminal-link`."""
    awards: tuple[OwnAward, ...]
    """What it has won and was not paid, newest first, and those of the last round it won in, however they ended."""


class DeskLevel(Struct, frozen=True):
    """One level of a jackpot as staff see it: everything but its secret."""

    level: str
    rule: str
    rules: LevelRules
    condition: str
    cycle: int
    live: bool
    amount: Money
    reserve: Money
    overflow: Money
    carried: int
    reserve_carried: int
    commitment: str
    process: str
    began_at_ms: int
    turnover: Money
    contributed: Money
    seeded: Money
    moved: Money
    won: Money
    adjusted: Money
    hits: int
    off_by: Money
    """By how much its accounts differ from its totals: always zero."""
    playing: bool
    why_not: str
    pending: LevelRules | None = None
    """The parameters it begins with next, where they are others."""


class DeskAward(Struct, frozen=True):
    """A prize as staff see it."""

    award: str
    jackpot: str
    level: str
    rule: str
    title: str
    cycle: int
    terminal: str
    table: str
    round: int
    amount: Money
    at_ms: int
    by_hand: bool
    locked: bool
    state: AwardState
    is_held: bool
    case: str
    """The case under which it is withheld."""
    paid_by: str
    """`meter`, or the kind of paper."""
    ticket: str
    paid_at_ms: int
    papers: tuple[str, ...]
    """The papers it may be paid by."""
    to_meter: bool
    """Whether it may go to the meter."""


class FaultLine(Struct, frozen=True):
    """A malfunction of display or controller."""

    part: str
    person: str
    why: Private
    at_ms: int
    ended_at_ms: int


class DeskJackpot(Struct, frozen=True):
    """A jackpot as staff see it."""

    name: str
    title: str
    kind: JackpotKind
    rulebook: str
    """The id of the rulebook all its tables are run by."""
    rules: JackpotRules
    pending: JackpotRules | None
    tables: tuple[str, ...]
    terminals: tuple[str, ...]
    lost: dict[str, str]
    """The members whose link is lost, each with the cause."""
    faults: tuple[FaultLine, ...]
    """The newest first."""
    fault: str
    """The part that does not work now."""
    adjustable: tuple[str, ...]
    """The levels, and unpaid prizes, that a malfunction on record allows to adjust."""
    into: str
    """Where its money went when it was decommissioned."""
    approvals: tuple[str, ...]
    seeding: Money
    """What the house has put into it."""
    levels: tuple[DeskLevel, ...]
    awards: tuple[DeskAward, ...]
    """The newest first."""
    playing: bool
    why_not: str


class JackpotDesk(Struct, frozen=True):
    """All jackpots for the people who look after them."""

    sequence: int
    jackpots: tuple[DeskJackpot, ...]
    tables: dict[str, str]
    """The tables whose rulebook knows jackpots, each with the id of the rulebook."""
    approvals: dict[str, dict[str, tuple[str, ...]]]
    """Per rulebook and thing to be approved, the references on record."""


def rule_of(jackpot: str, level: str) -> str:
    """The id of the rule that wins a level, on screens as in decisions."""
    return f"{jackpot}/{level}"


def condition_of(kind: JackpotKind, rules: LevelRules) -> str:
    """What wins a level, in words: made of nothing but the rule that decides it."""
    if is_mystery(kind):
        between = f"between {say_money(rules.low)} and {say_money(rules.high)}"
        return f"at random: whose settled wagers bring the pool to a secret value {between}"
    trigger = rules.trigger
    assert trigger is not None, "a progressive level has a trigger"
    return f"{_falls(trigger)}, {_won_with(trigger)}"


def _falls(trigger: Trigger) -> str:
    named = " or ".join(trigger.outcomes)
    if trigger.run == 1:
        return f"{named or 'any outcome'} falls"
    what = f"{named} in each of" if named else "the same outcome in"
    return f"{what} {trigger.run} rounds in a row"


def _won_with(trigger: Trigger) -> str:
    wager = f"a winning {' or '.join(trigger.wagers)} wager"
    least = f" of at least {say_money(trigger.least)}" if trigger.least else ""
    when = "" if trigger.run == 1 else " in every one of them" if trigger.laid == "every" else " in the last of them"
    return f"with {wager}{least}{when}"


def public_jackpots(floor: Floor) -> tuple[JackpotView, ...]:
    """Every level of every jackpot that is offered, as the public may see it."""
    return tuple(
        _view(floor, jackpot, level, hits=True)
        for jackpot in floor.jackpots.offered.values()
        if not jackpot.into
        for level in jackpot.levels.values()
    )


def jackpots_at(floor: Floor, table: str, *, hits: bool = True) -> tuple[JackpotView, ...]:
    """The levels that are played for at a table, as the public may see them."""
    return tuple(_view(floor, jackpot, level, table, hits=hits) for jackpot, level in _levels_at(floor, table))


def _levels_at(floor: Floor, table: str) -> list[tuple[Jackpot, Level]]:
    if not floor.jackpots.offered:
        return []
    found = ((each, level) for each in offered_at(floor, table) for level in each.levels.values())
    return [(jackpot, level) for jackpot, level in found if is_member(level, floor.tables[table])]


def _rules_shown(floor: Floor, level: Level, table: str = "") -> LevelRules:
    """The rules of the pool that runs, with the condition by which the round that runs at a table is decided."""
    now = deciding(floor, level, table)
    if now is None or now.trigger == level.rules.trigger:
        return level.rules
    return replace(level.rules, trigger=now.trigger)


def _view(floor: Floor, jackpot: Jackpot, level: Level, table: str = "", *, hits: bool) -> JackpotView:
    rules, kind = _rules_shown(floor, level, table), jackpot.rules.kind
    reason = why_not_now(floor, jackpot, level, table)
    return JackpotView(
        name=jackpot.name,
        title=jackpot.rules.title,
        amount=floor.ledger.held(pool_of(jackpot.name, rules.level)),
        level=rules.level,
        level_title=rules.title,
        rule=rule_of(jackpot.name, rules.level),
        kind=kind,
        condition=condition_of(kind, rules),
        trigger=rules.trigger,
        low=rules.low,
        high=rules.high,
        base=rules.seed,
        ceiling=rules.ceiling,
        cycle=level.cycle,
        commitment=level.commitment,
        hits_count=level.hits,
        won=level.won,
        hits=_hits(floor, jackpot.name, rules.level) if hits else (),
        awards=_shown(floor, jackpot.name, rules.level),
        playing=not reason,
        why_not=reason,
    )


def _hits(floor: Floor, jackpot: str, level: str) -> tuple[Hit, ...]:
    """The last prizes of a level, newest first; one that was taken back was none."""
    won = (each for each in _awards_of(floor, jackpot, level) if each.state is not AwardState.WITHDRAWN)
    return tuple(Hit(each.terminal, each.amount, each.at_ms) for each in won)[:HITS_KEPT]


def _shown(floor: Floor, jackpot: str, level: str) -> tuple[AwardShown, ...]:
    unpaid = (each for each in _awards_of(floor, jackpot, level) if each.state in UNPAID)
    return tuple(AwardShown(each.number, each.terminal, each.amount, each.at_ms) for each in unpaid)


def _awards_of(floor: Floor, jackpot: str, level: str) -> Iterable[Award]:
    """The prizes of a level that are kept, newest first."""
    awards = floor.jackpots.awards
    return (each for each in reversed(awards.values()) if each.jackpot == jackpot and each.level == level)


def lines_at(floor: Floor, table: str) -> tuple[JackpotLine, ...]:
    """The levels that are played for at a table, for the screens of its terminals; empty where there are none."""
    clauses = _winning_clauses(floor, table) if floor.jackpots.offered else {}
    found = []
    for jackpot, level in _levels_at(floor, table):
        rules, kind = _rules_shown(floor, level, table), jackpot.rules.kind
        reason = why_not_now(floor, jackpot, level, table)
        line = JackpotLine(
            jackpot=jackpot.name,
            level=rules.level,
            rule=rule_of(jackpot.name, rules.level),
            title=jackpot.rules.title,
            level_title=rules.title,
            kind=kind,
            amount=floor.ledger.held(pool_of(jackpot.name, rules.level)),
            condition=condition_of(kind, rules),
            trigger=rules.trigger,
            low=rules.low,
            high=rules.high,
            ceiling=rules.ceiling,
            clause=clauses.get(kind, ""),
            playing=not reason,
            why_not=reason,
            awards=_shown(floor, jackpot.name, rules.level),
        )
        found.append(line)
    return tuple(found)


def _winning_clauses(floor: Floor, table: str) -> dict[JackpotKind, str]:
    """By kind of jackpot, the clause that says who wins."""
    jackpots = floor.rulebook_of(floor.tables[table]).jackpots
    return {} if jackpots is None else {kind: cited.clause for kind, cited in jackpots.kinds.items()}


def terminal_jackpots(floor: Floor, terminal: str) -> TerminalJackpots | None:
    """What a terminal has to do with jackpots; None where it has nothing to do with any."""
    if not floor.jackpots.offered:
        return None
    plays_for, reasons = [], {}
    for table in floor.terminals[terminal].tables:
        for jackpot, level in _levels_at(floor, table):
            rule = rule_of(jackpot.name, level.rules.level)
            reason = why_not_level(floor, jackpot, level, table, terminal)
            if not reason:
                plays_for.append(rule)
            else:
                reasons[rule] = reason
    own = [award for award in reversed(floor.jackpots.awards.values()) if award.terminal == terminal]
    awards = tuple(
        _own_award(floor, award)
        for award in own
        if _round_of(award) == _round_of(own[0]) or award.state in UNPAID or award.locked
    )
    if not plays_for and not reasons and not awards:
        return None
    # At one of its tables is enough to win a level.
    played = tuple(dict.fromkeys(plays_for))
    return TerminalJackpots(played, {rule: why for rule, why in reasons.items() if rule not in played}, awards)


def _round_of(award: Award) -> tuple[str, int]:
    return award.table, award.round


def _own_award(floor: Floor, award: Award) -> OwnAward:
    jackpot = floor.jackpots.offered[award.jackpot]
    return OwnAward(
        award=award.number,
        rule=rule_of(award.jackpot, award.level),
        title=jackpot.rules.title,
        level_title=award.title,
        amount=award.amount,
        at_ms=award.at_ms,
        by_hand=award.by_hand,
        locked=award.locked,
        state=award.state,
        is_held=award.held,
        paid_by=award.paid_by,
    )


def jackpot_desk(floor: Floor) -> JackpotDesk:
    """All jackpots, those that were decommissioned included, for the people who look after them."""
    jackpots = tuple(_desk_jackpot(floor, jackpot) for jackpot in floor.jackpots.offered.values())
    rulebooks = {name: floor.rulebook_of(table) for name, table in floor.tables.items()}
    known = {name: rulebook for name, rulebook in rulebooks.items() if rulebook.jackpots is not None}
    hashes = dict.fromkeys(floor.tables[name].rulebook for name in known)
    return JackpotDesk(
        floor.sequence,
        jackpots,
        {name: rulebook.about.id for name, rulebook in known.items()},
        {floor.rulebooks[each].about.id: _approvals(floor, each) for each in hashes},
    )


def _approvals(floor: Floor, rulebook: str) -> dict[str, tuple[str, ...]]:
    """Of what jackpots need approved under a rulebook, the references on record."""
    jackpots = floor.rulebooks[rulebook].jackpots
    assert jackpots is not None, "only rulebooks with jackpots are asked"
    on_record = floor.premises.approvals.get(rulebook, {})
    return {thing: tuple(each.reference for each in on_record.get(thing, {}).values()) for thing in jackpots.approvals}


def _desk_jackpot(floor: Floor, jackpot: Jackpot) -> DeskJackpot:
    tables, fault, reason = tables_of(floor, jackpot), open_fault(jackpot), why_not(floor, jackpot)
    awards = [each for each in reversed(floor.jackpots.awards.values()) if each.jackpot == jackpot.name]
    return DeskJackpot(
        name=jackpot.name,
        title=jackpot.rules.title,
        kind=jackpot.rules.kind,
        rulebook=floor.rulebooks[jackpot.rulebook].about.id,
        rules=jackpot.rules,
        pending=jackpot.pending,
        tables=tables,
        terminals=terminals_of(floor, jackpot),
        lost=dict(jackpot.lost),
        faults=tuple(_fault_line(each) for each in reversed(jackpot.faults)),
        fault=fault.part if fault is not None else "",
        adjustable=adjustable(floor, jackpot),
        into=jackpot.into,
        approvals=jackpot.approvals,
        seeding=-floor.ledger.held(seeding_of(jackpot.name)),
        levels=tuple(_desk_level(floor, jackpot, level) for level in jackpot.levels.values()),
        awards=tuple(_desk_award(floor, jackpot, each) for each in awards),
        playing=not reason,
        why_not=reason,
    )


def _fault_line(fault: JackpotFault) -> FaultLine:
    return FaultLine(fault.part, fault.person, fault.why, fault.at_ms, fault.ended_at_ms)


def _desk_level(floor: Floor, jackpot: Jackpot, level: Level) -> DeskLevel:
    held, name, rules = floor.ledger.held, jackpot.name, level.rules
    amount, reserve = held(pool_of(name, rules.level)), held(reserve_of(name, rules.level))
    overflow = held(overflow_of(name, rules.level))
    reason = why_not_now(floor, jackpot, level)
    return DeskLevel(
        level=rules.level,
        rule=rule_of(name, rules.level),
        rules=rules,
        condition=condition_of(jackpot.rules.kind, _rules_shown(floor, level)),
        cycle=level.cycle,
        live=level.live,
        amount=amount,
        reserve=reserve,
        overflow=overflow,
        carried=level.carried,
        reserve_carried=level.reserve_carried,
        commitment=level.commitment,
        process=level.process,
        began_at_ms=level.began_at_ms,
        turnover=level.turnover,
        contributed=level.contributed,
        seeded=level.seeded,
        moved=level.moved,
        won=level.won,
        adjusted=level.adjusted,
        hits=level.hits,
        off_by=amount + reserve + overflow - (level.seeded + level.contributed + level.moved - level.won),
        playing=not reason,
        why_not=reason,
        pending=_pending(jackpot, rules.level),
    )


def _pending(jackpot: Jackpot, level: str) -> LevelRules | None:
    """The parameters that a level begins with next, where they differ."""
    coming = next_rules(jackpot, level)
    return coming if coming != jackpot.levels[level].rules else None


def _desk_award(floor: Floor, jackpot: Jackpot, award: Award) -> DeskAward:
    holding = floor.vault.holdings.get(award.number) if award.held else None
    papers = papers_for(floor, award) if award.state is AwardState.DUE else ()
    return DeskAward(
        award=award.number,
        jackpot=jackpot.name,
        level=award.level,
        rule=rule_of(jackpot.name, award.level),
        title=award.title,
        cycle=award.cycle,
        terminal=award.terminal,
        table=award.table,
        round=award.round,
        amount=award.amount,
        at_ms=award.at_ms,
        by_hand=award.by_hand,
        locked=award.locked,
        state=award.state,
        is_held=award.held,
        case=holding.case if holding is not None else "",
        paid_by=award.paid_by,
        ticket=award.ticket,
        paid_at_ms=award.paid_at_ms,
        papers=tuple(kind.value for kind in papers),
        to_meter=award.state is AwardState.DUE and not award.by_hand and not award.held,
    )
