"""Jackpots: set up and changed, the values of mysteries committed and revealed.

How pools are fed is in `pools`, who wins a progressive in `triggers`.

Other parameters never touch a prize that is played for: they wait, for each level, until its next pool begins, and at
each table until the next round that opens.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from openetg.chance.drawing import PROCESS, commitment_of, hit_value, is_secret, mystery_purpose
from openetg.floor.commands import ChangeJackpot, CommitMystery, RevealMystery, SetUpJackpot
from openetg.floor.core.authority import at_table
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import AnyEvent, JackpotChanged, JackpotSetUp
from openetg.floor.jackpots.commands import PER_TURNOVER
from openetg.floor.jackpots.kinds import is_mystery
from openetg.floor.jackpots.links import why_not
from openetg.floor.jackpots.pools import Books, LevelOutlook, Win, begun, law_of, next_rules, who_reached, won
from openetg.floor.jackpots.state import Jackpot, Level
from openetg.floor.jackpots.triggers import winning_spots
from openetg.floor.premises.equipment import approved
from openetg.floor.premises.registering import is_name
from openetg.floor.state import OUTCOMES_KEPT, Phase, key_of_round, round_of
from openetg.games.paytable import kind_of
from openetg.money import ZERO, Money, cents, parts_of
from openetg.rulebook.schema.policies import JackpotKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.floor.jackpots.commands import JackpotRules, LevelRules, Trigger
    from openetg.floor.jackpots.state import Feed
    from openetg.floor.state import Floor, Table
    from openetg.rulebook.schema.prizes import Jackpots as JackpotLaw

POWER = "configure_jackpot"
TITLE_MAX = 40
"""How many characters of a title the screens of terminals and walls can show."""
LARGEST = cents(10**12)
"""The largest pool permitted."""
WHOLE = PER_TURNOVER
"""All of the turnover, in its millionths."""
MYSTERY_PROCESS = "mystery-process"
"""What of a mystery may be used only with an approval that names its version."""
HASH = re.compile("[0-9a-f]{64}")


def is_jackpot_name(text: str) -> bool:
    """Whether a jackpot or a level may have this name: prizes are named by both, with dots in between."""
    return is_name(text) and "." not in text


def decide_set_up_jackpot(floor: Floor, command: SetUpJackpot, _at_ms: int) -> Verdict:
    """A jackpot at tables of one rulebook that knows its kind, with its approvals on record."""
    refused = None if is_jackpot_name(command.jackpot) else Refusal(Reason.NOT_A_NAME)
    if refused is None and command.jackpot in floor.jackpots.offered:
        refused = Refusal(Reason.ALREADY_THERE)
    tables = refused or _tables(floor, command.rules)
    if isinstance(tables, Refusal):
        return tables
    basis = _basis(floor, command, tables)
    if isinstance(basis, Refusal):
        return basis
    rules, (references, clause) = command.rules, basis
    found = next(_wrong(floor, command.jackpot, rules, tables), None)
    if found is not None:
        return Refusal(Reason.JACKPOT_WRONG, clause, found)
    kinds = law_in(floor, tables[0]).kinds
    also = (kinds[rules.kind].clause,)
    set_up = JackpotSetUp(
        jackpot=command.jackpot,
        rulebook=tables[0].rulebook,
        rules=rules,
        role=command.role,
        person=command.person,
        approvals=references,
        clause=clause,
        also=also,
    )
    # Progressive levels begin at once; a mystery begins with its commitment.
    return (set_up, *(() if is_mystery(rules.kind) else first_pools(floor, set_up)))


def first_pools(floor: Floor, event: JackpotSetUp) -> Iterator[AnyEvent]:
    """How the levels of a new jackpot begin."""
    levels = {rules.level: Level(rules) for rules in event.rules.levels}
    books = Books(floor)
    jackpot = Jackpot(event.jackpot, event.rulebook, event.rules, levels)
    for name in levels:
        yield begun(books.of(jackpot, name), event.clause)


def decide_change_jackpot(floor: Floor, command: ChangeJackpot, _at_ms: int) -> Verdict:
    """Other parameters of the same levels, for each from its next pool on; a later change takes the place of one that
    still waits.
    """
    jackpot = floor.jackpots.offered.get(command.jackpot)
    if jackpot is None or jackpot.into:
        return Refusal(Reason.UNKNOWN_JACKPOT)
    tables = _tables(floor, command.rules)
    if isinstance(tables, Refusal):
        return tables
    basis = _basis(floor, command, tables)
    if isinstance(basis, Refusal):
        return basis
    rules, (references, clause) = command.rules, basis
    found = [*_unlike(floor, jackpot, rules, tables), *_wrong(floor, jackpot.name, rules, tables)]
    if found:
        return Refusal(Reason.JACKPOT_WRONG, clause, found[0])
    return (
        JackpotChanged(
            jackpot=jackpot.name,
            rules=rules,
            role=command.role,
            person=command.person,
            approvals=references,
            clause=clause,
        ),
    )


def is_same_instrument(floor: Floor, one: str, other: str) -> bool:
    """Whether two rulebooks are one instrument, maybe before and after it was amended."""
    return len({floor.rulebooks[each].about.id for each in (one, other)}) == 1


def _unlike(floor: Floor, jackpot: Jackpot, rules: JackpotRules, tables: list[Table]) -> Iterator[dict[str, str | int]]:
    """What of a jackpot stays as it is for as long as it is offered."""
    if not is_same_instrument(floor, tables[0].rulebook, jackpot.rulebook):
        yield {"rulebook": "another"}
    if rules.kind is not jackpot.rules.kind:
        yield {"kind": rules.kind.value}
    for name in {rules.level for rules in rules.levels} ^ jackpot.levels.keys():
        yield {"level": name, "problem": "levels stay the same"}


def _tables(floor: Floor, rules: JackpotRules) -> list[Table] | Refusal:
    """The tables of all levels, run by one rulebook."""
    names = list(dict.fromkeys(table for level in rules.levels for table in level.rates))
    for name in names:
        if name not in floor.tables:
            return Refusal(Reason.UNKNOWN_TABLE, details={"table": name})
    for level in rules.levels:
        if not is_jackpot_name(level.level):
            return Refusal(Reason.NOT_A_NAME, details={"level": level.level})
    tables = [floor.tables[name] for name in names]
    if not tables:
        return Refusal(Reason.UNKNOWN_TABLE)
    other = next((table for table in tables if table.rulebook != tables[0].rulebook), None)
    if other is not None:
        return Refusal(Reason.NOT_IN_RULEBOOK, details={"table": other.name, "problem": "another rulebook"})
    return tables


def law_in(floor: Floor, table: Table) -> JackpotLaw:
    """What the rulebook of a table says of jackpots, where it says anything."""
    law = floor.rulebook_of(table).jackpots
    assert law is not None, "asked only where the rulebook knows jackpots"
    return law


def _basis(
    floor: Floor, command: SetUpJackpot | ChangeJackpot, tables: list[Table]
) -> tuple[tuple[str, ...], str] | Refusal:
    """The references of the approvals a jackpot rests on, and its clause; or the refusal if one is missing."""
    kind, law = command.rules.kind, floor.rulebook_of(tables[0]).jackpots
    if law is None or kind not in law.kinds:
        return Refusal(Reason.NOT_IN_RULEBOOK, details={"kind": kind.value})
    here = at_table(floor, tables[0].name, POWER, command)
    if isinstance(here, Refusal):
        return here
    references: list[str] = []
    for thing, clause in law.approvals.items():
        if not thing.startswith(f"{kind.value}-"):
            continue
        for table in tables:
            if not approved(floor, table, thing):
                return Refusal(Reason.NOT_APPROVED, clause, {"thing": thing, "table": table.name})
            references.append(_reference(floor, table, thing))
    return tuple(dict.fromkeys(references)), law.contribution[kind].clause


def _reference(floor: Floor, table: Table, thing: str) -> str:
    by_table = floor.premises.approvals[table.rulebook][thing]
    return (by_table.get(table.name) or by_table[""]).reference


def _wrong(floor: Floor, name: str, rules: JackpotRules, tables: list[Table]) -> Iterator[dict[str, str | int]]:
    """What of the parameters does not hold together, each with what it is about."""
    for problem in _wrong_title(rules.title):
        yield {"problem": problem}
    names = [level.level for level in rules.levels]
    if len(set(names)) < len(names):
        yield {"problem": "two levels of one name"}
    if not ZERO <= rules.lock_from <= LARGEST or not ZERO <= rules.by_hand_above <= LARGEST:
        yield {"problem": "amounts of locking or paying by hand"}
    for level in rules.levels:
        problems = (*_wrong_pool(level), *_wrong_rates(level))
        if is_mystery(rules.kind):
            problems = (*problems, *_wrong_mystery(level))
        else:
            problems = (*problems, *_wrong_progressive(floor, level, tables))
        for problem in problems:
            yield {"level": level.level, "problem": problem}
    for table in tables:
        if _taken_of(floor, name, table.name) + _takes(floor, name, rules, table.name) >= WHOLE:
            yield {"table": table.name, "problem": "all contributions together are not below the turnover"}


def _wrong_title(title: str) -> Iterator[str]:
    if not title.strip():
        yield "no title"
    if len(title) > TITLE_MAX:
        yield f"a title longer than {TITLE_MAX} characters"


def _rates_at(level: LevelRules, table: str) -> int:
    """The millionths of a table's turnover that a level takes in all."""
    return level.rates[table] + level.reserve_rate if table in level.rates else 0


def _takes(floor: Floor, name: str, rules: JackpotRules, table: str) -> int:
    """What the levels of a jackpot take of a table's turnover at the most, while some are changed and others wait."""
    jackpot = floor.jackpots.offered.get(name)
    known = {} if jackpot is None else jackpot.levels
    before = {level: _rates_at(known[level].rules, table) for level in known}
    return sum(max(_rates_at(level, table), before.get(level.level, 0)) for level in rules.levels)


def _taken_of(floor: Floor, name: str, table: str) -> int:
    """What other jackpots take of a table's turnover, now or from the next pool on."""
    others = [each for each in floor.jackpots.offered.values() if each.name != name and not each.into]
    return sum(
        max(_rates_at(level.rules, table), _rates_at(next_rules(each, level_name), table))
        for each in others
        for level_name, level in each.levels.items()
    )


def _wrong_pool(level: LevelRules) -> Iterator[str]:
    yield from _wrong_title(level.title)
    amounts = level.seed, level.ceiling, level.low, level.high
    if any(amount < ZERO or amount > LARGEST for amount in amounts):
        yield "an amount below zero, or beyond any pool"
    if level.ceiling and level.ceiling <= level.seed:
        yield "the ceiling is not above the seed"


def _wrong_rates(level: LevelRules) -> Iterator[str]:
    rates = (*level.rates.values(), level.reserve_rate)
    if not level.rates:
        yield "no table feeds it"
    if any(not 0 <= rate <= WHOLE for rate in rates):
        yield "a rate below nothing, or above the turnover"
    if any(rate + level.reserve_rate == 0 for rate in level.rates.values()):
        yield "a table that feeds it with nothing"


def _wrong_mystery(level: LevelRules) -> Iterator[str]:
    if level.trigger is not None:
        yield "a mystery has no condition"
    if 0 in level.rates.values():
        yield "a table that feeds only the reserve cannot win it"
    if not ZERO < level.low <= level.high or level.low < level.seed:
        yield "it hits between a low and a high value, neither below the seed"
    if level.ceiling and (level.high > level.ceiling or level.low + level.high >= level.ceiling * 2):
        yield "it hits beyond the ceiling"


def _wrong_progressive(floor: Floor, level: LevelRules, tables: list[Table]) -> Iterator[str]:
    trigger = level.trigger
    if level.low or level.high:
        yield "a progressive has no hidden value"
    if trigger is None:
        yield "no condition that wins it"
        return
    if not 1 <= trigger.run <= OUTCOMES_KEPT:
        yield "a run of that many rounds"
    if not ZERO <= trigger.least <= LARGEST:
        yield "the least wager"
    for table in tables:
        if table.name in level.rates:
            yield from _wrong_trigger(floor, table, trigger)


def _wrong_trigger(floor: Floor, table: Table, trigger: Trigger) -> Iterator[str]:
    """What of a condition the game of a table does not know, or never fulfils."""
    game = floor.game_of(table)
    known = {kind_of(spot) for spot in game.spots}
    if not trigger.wagers or not known.issuperset(trigger.wagers):
        yield "a kind of wager that the game does not know"
    if not set(trigger.outcomes) <= set(game.outcomes):
        yield "an outcome that the game does not know"
    elif not any(winning_spots(floor, table, trigger, outcome) for outcome in trigger.outcomes or game.outcomes):
        yield "a condition under which nobody wins"


def _mystery(floor: Floor, command: CommitMystery | RevealMystery) -> LevelOutlook | Refusal:
    """The level of a mystery that is offered."""
    jackpot = floor.jackpots.offered.get(command.jackpot)
    if jackpot is None or jackpot.into or command.level not in jackpot.levels:
        return Refusal(Reason.UNKNOWN_JACKPOT)
    if not is_mystery(jackpot.rules.kind):
        return Refusal(Reason.NOT_A_KIND, details={"kind": jackpot.rules.kind.value})
    return Books(floor).of(jackpot, command.level)


def decide_commit_mystery(floor: Floor, command: CommitMystery, _at_ms: int) -> Verdict:
    """A mystery begins once the house is bound to the value at which it hits, drawn by an approved process."""
    standing = _mystery(floor, command)
    if isinstance(standing, Refusal):
        return standing
    law = law_of(floor, standing.jackpot)
    clause = law.kinds[JackpotKind.MYSTERY].clause
    needed = law.approvals.get(MYSTERY_PROCESS)
    tables = [floor.tables[name] for name in next_rules(standing.jackpot, standing.name).rates]
    if needed is not None and not all(approved(floor, table, MYSTERY_PROCESS, command.process) for table in tables):
        return Refusal(Reason.NOT_APPROVED, needed, {"thing": MYSTERY_PROCESS, "process": command.process})
    if standing.live or command.cycle != standing.cycle + 1:
        return Refusal(Reason.OTHER_CYCLE, clause, {"cycle": standing.cycle + (not standing.live)})
    if command.process != PROCESS:
        return Refusal(Reason.OTHER_PROCESS, clause, {"process": command.process})
    if HASH.fullmatch(command.commitment) is None or not command.sealed:
        return Refusal(Reason.OTHER_COMMITMENT, clause)
    said = {"commitment": command.commitment, "sealed": command.sealed, "process": command.process}
    return (begun(standing, law.contribution[JackpotKind.MYSTERY].clause, **said),)


def decide_reveal_mystery(floor: Floor, command: RevealMystery, _at_ms: int) -> Verdict:
    """The pool has reached the value: the first terminal that brought it there has won it, however late it is revealed;
    both can be checked by anyone.
    """
    standing = _mystery(floor, command)
    if isinstance(standing, Refusal):
        return standing
    jackpot, level = standing.jackpot, standing.level
    clause = law_of(floor, jackpot).kinds[JackpotKind.MYSTERY].clause
    if not level.live or command.cycle != level.cycle:
        return Refusal(Reason.OTHER_CYCLE, clause, {"cycle": level.cycle})
    purpose = mystery_purpose(jackpot.name, standing.name, level.cycle)
    if not is_secret(command.secret) or commitment_of(purpose, command.secret) != level.commitment:
        return Refusal(Reason.OTHER_COMMITMENT, clause)
    value = value_of(jackpot, standing.name, command.secret)
    if standing.pool < value or why_not(floor, jackpot):
        return Refusal(Reason.NOT_REACHED, clause)
    for feed in level.feeds:
        winner = _who_reached(floor, level, feed, value)
        if winner:
            win = Win(
                terminal=winner,
                table=feed.table,
                round=feed.round,
                rounds=(feed.round,),
                secret=command.secret,
                process=level.process,
            )
            return (won(floor, standing, win, value),)
    return Refusal(Reason.NOT_REACHED, clause)


def value_of(jackpot: Jackpot, name: str, secret: str) -> Money:
    """The value at which the running pool of a mystery hits, by its secret."""
    level = jackpot.levels[name]
    low, high = (parts_of(amount, 1) for amount in (level.rules.low, level.rules.high))
    return cents(hit_value(secret, jackpot.name, name, level.cycle, low, high))


def _who_reached(floor: Floor, level: Level, feed: Feed, value: Money) -> str:
    """The terminal whose contribution in a settlement brought the pool to a value; empty where it did not when it was
    settled, or that is void by now.
    """
    if feed.units_after < parts_of(value, PER_TURNOVER):
        return ""
    round_ = round_of(floor.tables[feed.table], feed.round)
    counts = level.fed.get(key_of_round(feed.table, feed.round))
    if round_ is None or round_.phase is Phase.VOID or counts is None:
        return ""
    return who_reached(feed, counts, {each: result.staked for each, result in round_.results.items()}, value)


DECIDERS: Deciders = {
    SetUpJackpot: decide_set_up_jackpot,
    ChangeJackpot: decide_change_jackpot,
    CommitMystery: decide_commit_mystery,
    RevealMystery: decide_reveal_mystery,
}
