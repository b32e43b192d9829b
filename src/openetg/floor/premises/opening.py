"""What must be in order before a table opens and a round may begin, and what the operator sets on the floor.

Everything is looked at again before every round, in this order: the day of effect, a replacing rulebook, approvals,
equipment, terminals, hours, the dealer. A round that runs is always played to its end.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, assert_never

from msgspec import json

from openetg.floor.commands import LinkTerminal, OfferChoiceOfWheel, SetEffect, SetHours, SetPeriod
from openetg.floor.core.authority import (
    DEALER,
    DEALER_RUN,
    clause_of_power,
    power_clause,
    powerless,
    powerless_anywhere,
)
from openetg.floor.core.ledger import meter_of, play_of
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    ChoiceOfWheelOffered,
    ConfigurationSet,
    EffectSet,
    HoursSet,
    PeriodSet,
    TableClosed,
    TerminalLinked,
    TerminalLocked,
    TerminalUnlinked,
    TerminalUnlocked,
)
from openetg.floor.money.printers import after_link
from openetg.floor.premises.equipment import OWN, SYSTEM, approved, lacks, missing, named, parts_of_system
from openetg.floor.rounds.choices import knows_warning
from openetg.floor.state import ENDED, Timing
from openetg.floor.wagers.signs import unsigned
from openetg.rulebook.days import begins_ms, parse_day
from openetg.rulebook.schema.policies import Channel, Commencement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.floor.state import Effect, Floor, Table, Terminal
    from openetg.money import Money
    from openetg.rulebook.schema.book import Rulebook


HOUR_MS = 3_600_000
FARTHEST_EAST_MS, FARTHEST_WEST_MS = 14 * HOUR_MS, 12 * HOUR_MS
"""How much before and after midnight in Greenwich a day begins somewhere."""
CLOSING = "closing"
"""The lock of a terminal none of whose tables is open."""


def not_to_open(floor: Floor, table: Table, at_ms: int, *, dealer: str = "") -> Refusal | None:
    """Why no round may open at a table now, with that dealer if none is signed on yet; None if one may."""
    return (
        _winding_down(floor)
        or _past_closing_time(floor, table, at_ms)
        or _not_in_effect(floor, table, at_ms)
        or _superseded(floor, table, at_ms)
        or _not_approved(floor, table)
        or missing(floor, table)
        or unsigned(floor, table)
        or _too_few_terminals(floor, table)
        or _outside_hours(floor, table, at_ms)
        or _no_dealer(floor, table, dealer)
    )


def _winding_down(floor: Floor) -> Refusal | None:
    """The floor is about to stop. No clause says so: at the next start the table is as open as it was."""
    return Refusal(Reason.TABLE_NOT_OPEN, details={"floor": "stopping"}) if floor.premises.winding_down else None


def _past_closing_time(floor: Floor, table: Table, at_ms: int) -> Refusal | None:
    """The time that the close-of-play notice gave has come."""
    notice = floor.premises.notices.get(table.name, {}).get("close")
    if notice is None or at_ms < notice.closes_at_ms:
        return None
    return Refusal(Reason.TABLE_NOT_OPEN, floor.rulebook_of(table).closing.clause)


def after_last_spin(floor: Floor, terminal: Terminal, at_ms: int) -> Refusal | None:
    """Why a terminal takes no money: at each of its tables the last round that a notice left room for is over."""
    refused = None
    for name in terminal.tables:
        table = floor.tables[name]
        last = floor.rulebook_of(table).closing.last_spin
        running = table.round is not None and table.round.phase not in ENDED
        if last is None or running or _past_closing_time(floor, table, at_ms) is None:
            return None
        refused = refused or Refusal(Reason.TABLE_NOT_OPEN, last.clause)
    return refused


def effect_clause(rulebook: Rulebook) -> str:
    """The clause that says from when a rulebook is in force; empty for one that is undated."""
    effect = rulebook.effect
    if effect.commencement.clause is not None:
        return effect.commencement.clause
    return effect.not_before.clause if effect.not_before else ""


def in_force_from_ms(floor: Floor, name: str) -> int | None:
    """From when an adopted rulebook is in force; None while a day it needs is not entered."""
    entered: Effect | None = floor.premises.effect.get(name)
    if entered is not None:
        return entered.from_ms
    effect = floor.rulebooks[name].effect
    stated = effect.not_before if _is_day_stated(effect.commencement.policy) else None
    return begins_ms(stated.value) if stated else None


def _is_day_stated(commencement: Commencement) -> bool:
    """Whether the rulebook states the day itself, so that no other is entered."""
    match commencement:
        case Commencement.ON_DATE:
            return True
        case Commencement.ON_PUBLICATION | Commencement.DAY_AFTER_NOTIFICATION | Commencement.UNDATED:
            return False
        case _:
            assert_never(commencement)


def _not_in_effect(floor: Floor, table: Table, at_ms: int) -> Refusal | None:
    since = in_force_from_ms(floor, table.rulebook)
    if since is not None and at_ms >= since:
        return None
    return Refusal(Reason.NOT_IN_EFFECT, effect_clause(floor.rulebook_of(table)))


def _superseded(floor: Floor, table: Table, at_ms: int) -> Refusal | None:
    """A rulebook in force has taken this one's place; rounds played under it keep its name."""
    own = floor.rulebook_of(table).about.id.casefold()
    for name, rulebook in floor.rulebooks.items():
        since = in_force_from_ms(floor, name)
        for older in rulebook.effect.supersedes:
            if older.id.casefold() == own and since is not None and at_ms >= since:
                return Refusal(Reason.SUPERSEDED, older.clause, {"by": rulebook.about.id})
    return None


def _not_approved(floor: Floor, table: Table) -> Refusal | None:
    """Something that needs an approval has none, or what is in use is not what was approved."""
    wanted = floor.rulebook_of(table).equipment
    there = floor.premises.equipment.get(table.name, {})
    for thing, clause in wanted.approvals.items():
        used = parts_of_system(floor, table) if thing == SYSTEM else [thing]
        for serial in [there[part].serial for part in used if part in there] or [""]:
            if not approved(floor, table, thing, serial):
                return Refusal(Reason.NOT_APPROVED, clause, {"thing": thing, "serial": serial})
    return None


def _too_few_terminals(floor: Floor, table: Table) -> Refusal | None:
    """Counted when the table opens: it plays on when terminals go out of service later."""
    rulebook, least = floor.rulebook_of(table), floor.kind_of(table).terminals_min
    if table.is_open:
        return None
    own = [{part: getattr(floor.terminals[name], part) for part in OWN} for name in table.terminals]
    if least is not None and len(own) < least.value:
        return Refusal(Reason.TOO_FEW_TERMINALS, least.clause, {"terminals": len(own), "needed": least.value})
    hardware = rulebook.equipment.hardware
    if hardware is not None and not any(devices["printer"] for devices in own):
        return Refusal(Reason.EQUIPMENT_MISSING, hardware.clause, {"part": "printer"})
    clauses = [lacks(rulebook, devices) for devices in own]
    if least is not None and clauses.count(None) < least.value:
        clause = next(clause for clause in clauses if clause is not None)
        return Refusal(Reason.TOO_FEW_TERMINALS, clause, {"terminals": clauses.count(None), "needed": least.value})
    return None


def _outside_hours(floor: Floor, table: Table, at_ms: int) -> Refusal | None:
    hours = floor.rulebook_of(table).closing.hours
    if hours is None or any(first <= at_ms < last for first, last in floor.premises.hours.get(table.name, ())):
        return None
    return Refusal(Reason.OUTSIDE_HOURS, hours.clause)


def _no_dealer(floor: Floor, table: Table, dealer: str) -> Refusal | None:
    if floor.kind_of(table).device.value not in DEALER_RUN or table.dealer or dealer:
        return None
    return Refusal(Reason.NO_DEALER, floor.rulebook_of(table).roles[DEALER].clause)


def configuration_before(floor: Floor, table: Table) -> tuple[ConfigurationSet, ...]:
    """What is to go on record before a round: the whole configuration, if it is not the one of the round before."""
    announced, cloth, times = table.next_limits, table.cloth.next_limits, next_times(table)
    limits = table.limits if announced is None else announced
    cloth_limits = table.cloth.limits if cloth is None else cloth
    spans = (times.period_ms, times.launch_ms, times.least_open_ms, times.least_warned_ms)
    devices = dict(devices_of(floor, table))
    build, logic = floor.premises.build, floor.logic
    own = table.own_limits if table.next_own_limits is None else table.next_own_limits
    whole = (build, logic, table.rulebook, limits, cloth_limits, spans, devices)
    content = sha256(json.encode((*whole, own) if own else whole)).hexdigest()
    before = floor.premises.configurations.get(table.name)
    if before is not None and before.content == content:
        return ()
    version = before.version + 1 if before else 1
    return (ConfigurationSet(table.name, version, content, *whole, own_limits=own),)


def next_times(table: Table) -> Timing:
    """The times of the next round."""
    now = Timing(table.period_ms, table.launch_ms, table.least_open_ms, table.least_warned_ms)
    return table.next_timing or now


def devices_of(floor: Floor, table: Table) -> Iterator[tuple[str, str]]:
    """Everything that stands at a table, with its serial number."""
    for part, piece in floor.premises.equipment.get(table.name, {}).items():
        yield part, piece.serial
    if floor.premises.displays.get(table.name):
        yield "display", "fitted"
    for name in table.terminals:
        terminal = floor.terminals[name]
        yield name, "terminal"
        for part in OWN:
            yield f"{name}/{part}", getattr(terminal, part)


def closed_now(floor: Floor, table: Table) -> tuple[AnyEvent, ...]:
    """A table that was to close has nothing running any more."""
    closing = floor.rulebook_of(table).closing
    clause = closing.clear_credits.clause if closing.clear_credits else closing.clause
    idle = [
        name
        for name in table.terminals
        if not any(floor.tables[other].is_open for other in floor.terminals[name].tables if other != table.name)
    ]
    stops, reason = ("wager", "fund"), Reason.TABLE_NOT_OPEN.value
    return (
        TableClosed(table.name, clause),
        *(TerminalLocked(name, CLOSING, reason, clause, stops) for name in idle),
    )


def unlocked_by_opening(floor: Floor, table: Table) -> tuple[TerminalUnlocked, ...]:
    """The terminals that could not be used because no table of theirs was open."""
    locked = [name for name in table.terminals if CLOSING in floor.terminals[name].locks]
    return tuple(TerminalUnlocked(name, CLOSING) for name in locked)


def uncleared(floor: Floor, table: Table) -> dict[str, Money]:
    """The terminals of a table that still hold credit, for staff to see; it stays owed to the players."""
    held = {name: floor.ledger.held(meter_of(name)) for name in table.terminals}
    return {name: credit for name, credit in held.items() if credit}


def decide_set_effect(floor: Floor, command: SetEffect, _at_ms: int) -> Verdict:
    """From when a rulebook is in force; not before the day the instrument itself gives."""
    rulebook = floor.rulebooks.get(command.rulebook)
    if rulebook is None:
        return Refusal(Reason.UNKNOWN_RULEBOOK)
    if any(table.rulebook == command.rulebook and table.rounds for table in floor.tables.values()):
        return Refusal(Reason.ALREADY_THERE, effect_clause(rulebook))
    day = parse_day(command.day)
    if day is None:
        return Refusal(Reason.NOT_A_DAY, effect_clause(rulebook), {"day": command.day})
    midnight = begins_ms(day)
    if not midnight - FARTHEST_EAST_MS <= command.from_ms <= midnight + FARTHEST_WEST_MS:
        return Refusal(Reason.NOT_A_DAY, effect_clause(rulebook), {"day": command.day, "from_ms": command.from_ms})
    least = rulebook.effect.not_before
    fixed = _is_day_stated(rulebook.effect.commencement.policy)
    if least is not None and (day < least.value or (fixed and day != least.value)):
        return Refusal(Reason.NOT_IN_EFFECT, least.clause, {"day": least.value.isoformat()})
    return (EffectSet(command.rulebook, day.isoformat(), command.from_ms, effect_clause(rulebook)),)


def decide_set_hours(floor: Floor, command: SetHours, _at_ms: int) -> Verdict:
    """The hours of gaming, where the rulebook knows them."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    hours = floor.rulebook_of(table).closing.hours
    if hours is None:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    if any(first >= last for first, last in command.spans):
        return Refusal(Reason.NOT_A_DAY, hours.clause)
    return (HoursSet(table.name, command.spans, hours.clause),)


def decide_set_period(floor: Floor, command: SetPeriod, _at_ms: int) -> Verdict:
    """Other times, from the next round on."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    refused = _not_asked_for(floor, table, command) or _not_to_set(floor, table, command)
    if refused is not None:
        return refused
    now, clause = next_times(table), _times_clause(floor, table, command)
    times = Timing(
        command.period_ms or now.period_ms,
        command.launch_ms or now.launch_ms,
        command.least_open_ms or now.least_open_ms,
        command.least_warned_ms or now.least_warned_ms,
    )
    figures = (times.period_ms, times.launch_ms, times.least_open_ms, times.least_warned_ms)
    if not sound_times(times.period_ms, times.launch_ms) or min(figures) < 0:
        return Refusal(Reason.NO_AMOUNT, clause)
    return (PeriodSet(table.name, *figures, command.role, command.person, clause),)


def sound_times(period_ms: int, launch_ms: int) -> bool:
    """Whether a device launches within the wagering period; a table may have neither."""
    return 0 < launch_ms < period_ms or launch_ms == period_ms == 0


def _not_asked_for(floor: Floor, table: Table, command: SetPeriod) -> Refusal | None:
    """A least time that the rulebook does not know."""
    rules = floor.rules_of(table)
    if command.least_open_ms and rules.least_open_time is None:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    is_silent = not knows_warning(rules)
    return Refusal(Reason.NOT_IN_RULEBOOK) if command.least_warned_ms and is_silent else None


def _not_to_set(floor: Floor, table: Table, command: SetPeriod) -> Refusal | None:
    """Times are the operator's, as limits are, where the rulebook says nothing of the wagering period."""
    power = times_power(floor, table)
    if command.role:
        return powerless(floor, table, power, command.role, command.person)
    nobodys = floor.rulebook_of(table).denied.get(power)
    return Refusal(Reason.NO_POWER, nobodys) if nobodys is not None else None


def times_power(floor: Floor, table: Table) -> str:
    """The power to set the times of a table."""
    return "set_wagering_period" if named(floor, table, "set_wagering_period") else "change_limits"


def _times_clause(floor: Floor, table: Table, command: SetPeriod) -> str:
    rules = floor.rules_of(table)
    if command.least_open_ms and rules.least_open_time is not None:
        return rules.least_open_time.clause
    if command.least_warned_ms and rules.warning is not None:
        return rules.warning.clause
    return power_clause(floor, table, times_power(floor, table))


def decide_link_terminal(floor: Floor, command: LinkTerminal, _at_ms: int) -> Verdict:
    """A terminal may play at one more table, from the same meter."""
    table, terminal = floor.tables.get(command.table), floor.terminals.get(command.terminal)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if terminal is None:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    if command.table in terminal.tables:
        return Refusal(Reason.ALREADY_THERE)
    channels = floor.kind_of(table).channels
    if Channel.TERMINAL not in channels.value:
        return Refusal(Reason.NOT_IN_RULEBOOK, channels.clause)
    choice = floor.rulebook_of(table).wagers.choice_of_wheel
    chosen = any(_other_class(floor, table, floor.tables[name]) for name in terminal.tables)
    if choice is not None and chosen and not floor.premises.choice_of_wheel.get(table.rulebook, False):
        return Refusal(Reason.NOT_OFFERED, choice.clause)
    return (TerminalLinked(command.terminal, command.table), *after_link(floor, terminal, table.name))


def _other_class(floor: Floor, table: Table, other: Table) -> bool:
    """Whether two tables of one rulebook have wheels of different classes."""
    same = table.rulebook == other.rulebook
    return same and floor.kind_of(table).device.value is not floor.kind_of(other).device.value


def decide_offer_choice_of_wheel(floor: Floor, command: OfferChoiceOfWheel, _at_ms: int) -> Verdict:
    """Players may choose their wheel, or no longer: then terminals go back to the wheel they stand at."""
    rulebook = floor.rulebooks.get(command.rulebook)
    if rulebook is None:
        return Refusal(Reason.UNKNOWN_RULEBOOK)
    choice = rulebook.wagers.choice_of_wheel
    if choice is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, clause_of_power(rulebook, "offer_choice_of_wheel"))
    refused = powerless_anywhere(rulebook, "offer_choice_of_wheel", command.role)
    if refused is not None:
        return refused
    offered = ChoiceOfWheelOffered(command.rulebook, command.offered, command.role, command.person, choice.clause)
    if command.offered:
        return (offered,)
    links = list(_links_to_another_class(floor, command.rulebook))
    for link in links:
        if floor.ledger.held(play_of(link.table, link.terminal)):
            return Refusal(Reason.WRONG_PHASE, choice.clause, {"terminal": link.terminal})
    return (offered, *links)


def _links_to_another_class(floor: Floor, rulebook: str) -> Iterator[TerminalUnlinked]:
    for terminal in floor.terminals.values():
        own = floor.tables[terminal.table]
        if own.rulebook == rulebook:
            for name in terminal.tables:
                if _other_class(floor, own, floor.tables[name]):
                    yield TerminalUnlinked(terminal.name, name)


DECIDERS: Deciders = {
    SetEffect: decide_set_effect,
    SetHours: decide_set_hours,
    SetPeriod: decide_set_period,
    LinkTerminal: decide_link_terminal,
    OfferChoiceOfWheel: decide_offer_choice_of_wheel,
}
