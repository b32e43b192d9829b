"""The equipment register: what is in use at a table, what was measured, and what is not fit.

A figure is in tenths of a millimetre, so that a limit is met or missed exactly.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, assert_never

from openetg.floor.commands import FitDisplay, RecordApproval, RecordEquipment, ReportShown
from openetg.floor.core.authority import power_clause, powerless, unauthorized
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    ApprovalRecorded,
    DisplayCompared,
    DisplayFitted,
    EquipmentRecorded,
    TerminalLocked,
    TerminalUnlocked,
)
from openetg.floor.state import STANDING, Shown
from openetg.rulebook.schema.policies import Channel, Device
from openetg.rulebook.texts import split_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openetg.floor.state import Equipment, Floor, Table, Terminal
    from openetg.rulebook.schema.book import Rulebook
    from openetg.rulebook.schema.premises import Equipment as EquipmentRules


TENTHS = 10
"""In a millimetre."""
DEVICES = {
    Device.AUTOMATIC_WHEEL: "wheel",
    Device.LIVE_WHEEL: "wheel",
    Device.MONEY_WHEEL: "wheel",
    Device.DICE_TUMBLER: "tumbler",
}
"""The part that decides the outcome."""
OWN = ("stacker", "printer")
"""What belongs to one terminal."""
CHIPS, BALL, SYMBOLS, SYSTEM = "chips", "ball", "symbols", "game-system"
SERVER = "server-terminal"
"""The kind of hardware that runs the terminals of a table."""
LACKING = "devices"
"""The lock of a terminal that lacks a device of its own."""


def is_automatic_wheel(device: Device) -> bool:
    """Whether a wheel launches the ball and reads the number by itself."""
    match device:
        case Device.AUTOMATIC_WHEEL:
            return True
        case Device.LIVE_WHEEL | Device.DICE_TUMBLER | Device.MONEY_WHEEL:
            return False
        case _:
            assert_never(device)


def device_of(floor: Floor, table: Table) -> str:
    """The part that decides the outcome at a table."""
    return DEVICES[floor.kind_of(table).device.value]


def approved(floor: Floor, table: Table, thing: str, serial: str = "") -> bool:
    """Whether an approval of a thing is on record for a table, and names that serial number or version."""
    by_table = floor.premises.approvals.get(table.rulebook, {}).get(thing, {})
    found = [by_table[name] for name in (table.name, "") if name in by_table]
    return any(not serial or serial in approval.covers for approval in found)


def decide_record_approval(floor: Floor, command: RecordApproval, at_ms: int) -> Verdict:
    """An approval in writing, by the person or authority who must give it."""
    rulebook = floor.rulebooks.get(command.rulebook)
    if command.table and command.table not in floor.tables:
        return Refusal(Reason.UNKNOWN_TABLE)
    if rulebook is None:
        return Refusal(Reason.UNKNOWN_RULEBOOK)
    clause = approval_clauses(rulebook).get(command.thing)
    if clause is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, details={"thing": command.thing})
    approver = rulebook.equipment.approver
    if approver is not None and command.by != approver.value:
        return Refusal(Reason.NO_POWER, approver.clause, {"role": command.by})
    if not command.reference.strip():
        return Refusal(Reason.NOT_APPROVED, approver.clause if approver else clause, {"thing": command.thing})
    return (
        ApprovalRecorded(
            rulebook=command.rulebook,
            thing=command.thing,
            reference=command.reference,
            by=command.by,
            table=command.table,
            covers=command.covers,
            at_ms=at_ms,
            clause=clause,
        ),
    )


def approval_clauses(rulebook: Rulebook) -> dict[str, str]:
    """Everything that needs an approval under a rulebook, with its clause."""
    jackpots = rulebook.jackpots.approvals if rulebook.jackpots else {}
    return rulebook.equipment.approvals | jackpots


def piece_key(kind: str, serial: str) -> str:
    """The name on the register of a piece of a kind of which there may be several."""
    return f"{kind}/{serial}"


def pieces_of(floor: Floor, table: Table, kind: str) -> dict[str, Equipment]:
    """Every piece of such a kind at a table, by serial number."""
    there = floor.premises.equipment.get(table.name, {})
    return {piece.serial: piece for key, piece in there.items() if key == piece_key(kind, piece.serial)}


def of_one_server(floor: Floor, table: Table, other: Table) -> bool:
    """Whether one server runs two tables: unless both have server terminals on record and none in common."""
    mine, theirs = pieces_of(floor, table, SERVER), pieces_of(floor, other, SERVER)
    return not mine or not theirs or not mine.keys().isdisjoint(theirs)


def parts_of_system(floor: Floor, table: Table) -> list[str]:
    """What on the register of a table belongs to the game system: its components and the pieces of its hardware."""
    wanted = floor.rulebook_of(table).equipment
    pieces = [piece_key(kind, serial) for kind in wanted.inventory for serial in pieces_of(floor, table, kind)]
    return [*(wanted.components.value if wanted.components else ()), *pieces]


def decide_record_equipment(floor: Floor, command: RecordEquipment, at_ms: int) -> Verdict:
    """A piece of equipment comes into use, if it is fit."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if command.terminal and command.terminal not in floor.terminals:
        return Refusal(Reason.UNKNOWN_TERMINAL)
    if command.part not in parts(floor, table) or (command.part in OWN) != bool(command.terminal):
        return Refusal(Reason.NOT_IN_RULEBOOK, details={"part": command.part})
    if command.role and named(floor, table, "change_equipment"):
        refused = powerless(floor, table, "change_equipment", command.role, command.person)
        if refused is not None:
            return refused
    if command.terminal:
        return _own_device(floor, table, floor.terminals[command.terminal], command, at_ms)
    judge = _not_there if command.taken_out else _unfit
    refused = _not_now(floor, table, command.part) or judge(floor, table, command)
    if refused is not None:
        return refused
    return (_recorded(floor, table, command, at_ms),)


def named(floor: Floor, table: Table, power: str) -> bool:
    """Whether the rulebook of a table says whose a power is, or that no role has it."""
    return bool(power_clause(floor, table, power))


def parts(floor: Floor, table: Table) -> dict[str, str]:
    """The parts that the register of a table can hold, each with the clause that speaks of it."""
    rulebook, kind = floor.rulebook_of(table), floor.kind_of(table)
    wanted, money = rulebook.equipment, rulebook.money
    found = {device_of(floor, table): kind.device.clause}
    if wanted.ball is not None:
        found[BALL] = wanted.ball.clause
    if SYMBOLS in wanted.approvals:
        found[SYMBOLS] = wanted.approvals[SYMBOLS]
    if wanted.components is not None:
        found |= dict.fromkeys(wanted.components.value, wanted.components.clause)
    if Channel.CLOTH in kind.channels.value and money.chips is not None:
        found[CHIPS] = money.chips.emblem.clause if money.chips.emblem else money.chips.value_chips.clause
    found |= wanted.inventory
    if Channel.TERMINAL in kind.channels.value:
        found |= {part: own_clause(rulebook, part) for part in OWN}
    return found


def own_clause(rulebook: Rulebook, part: str) -> str:
    """The clause that wants a device on every terminal; empty if none does."""
    wanted = {"stacker": rulebook.equipment.stacker_per_terminal, "printer": rulebook.equipment.printer_per_terminal}
    found = wanted[part]
    return found.clause if found else ""


def _recorded(floor: Floor, table: Table, command: RecordEquipment, at_ms: int) -> EquipmentRecorded:
    several = command.part in floor.rulebook_of(table).equipment.inventory
    part = piece_key(command.part, command.serial) if several else command.part
    return EquipmentRecorded(
        table=table.name,
        part=part,
        serial=command.serial,
        figures=command.figures,
        metal=command.metal,
        order=command.order,
        emblem=command.emblem,
        role=command.role,
        person=command.person,
        at_ms=at_ms,
        clause=parts(floor, table)[command.part],
        terminal=command.terminal,
        taken_out=command.taken_out,
    )


def _not_now(floor: Floor, table: Table, part: str) -> Refusal | None:
    """What decides or pays a round is not changed while it runs; other hardware is, for the next one."""
    wanted = floor.rulebook_of(table).equipment
    if table.round is None or table.round.phase not in STANDING or part in wanted.inventory:
        return None
    fixed = wanted.fixed_in_round
    return Refusal(Reason.WRONG_PHASE, fixed.clause if fixed else parts(floor, table)[part], {"part": part})


def _not_there(floor: Floor, table: Table, command: RecordEquipment) -> Refusal | None:
    """Why a piece cannot be taken out: it is not on the register, or its kind can only be replaced."""
    clause = parts(floor, table)[command.part]
    if command.part not in floor.rulebook_of(table).equipment.inventory:
        return Refusal(Reason.NOT_IN_RULEBOOK, clause, {"part": command.part})
    if command.serial in pieces_of(floor, table, command.part):
        return None
    return Refusal(Reason.EQUIPMENT_MISSING, clause, {"part": command.part, "serial": command.serial})


def _unfit(floor: Floor, table: Table, command: RecordEquipment) -> Refusal | None:
    """The first thing that is wrong with a piece of equipment."""
    if not command.serial.strip():
        return Refusal(Reason.NOT_FIT, parts(floor, table)[command.part], {"part": command.part})
    return next(_all_unfit(floor, table, command), None)


def _all_unfit(floor: Floor, table: Table, command: RecordEquipment) -> Iterator[Refusal]:
    rulebook = floor.rulebook_of(table)
    wanted = rulebook.equipment
    thing = SYSTEM if command.part in kinds_of_system(wanted) else command.part
    if thing in wanted.approvals and not approved(floor, table, thing, command.serial):
        yield Refusal(Reason.NOT_APPROVED, wanted.approvals[thing], {"thing": thing, "serial": command.serial})
    if command.part == BALL:
        yield from _unfit_ball(rulebook, command)
    elif command.part == device_of(floor, table):
        yield from _beyond(rulebook, command)
        yield from _other_order(floor, table, command.order)
    elif command.part == SYMBOLS:
        yield from _other_symbols(rulebook, command)
    elif command.part == CHIPS:
        taken = emblem_taken(floor, table, command.emblem)
        if taken is not None:
            yield taken


def kinds_of_system(wanted: EquipmentRules) -> tuple[str, ...]:
    """The parts and kinds of hardware that an approval of the game system has to name."""
    return (*(wanted.components.value if wanted.components else ()), *wanted.inventory)


def _unfit_ball(rulebook: Rulebook, command: RecordEquipment) -> Iterator[Refusal]:
    ball = rulebook.equipment.ball
    assert ball is not None, "the register of a table without a rule on balls holds none"
    tenths = command.figures.get("diameter", 0)
    if not ball.diameter_min_mm * TENTHS <= tenths <= ball.diameter_max_mm * TENTHS:
        yield Refusal(Reason.NOT_FIT, ball.clause, {"diameter": tenths})
    if command.metal and not ball.metal:
        yield Refusal(Reason.NOT_FIT, ball.clause, {"metal": "yes"})


def figures_wanted(rulebook: Rulebook) -> dict[str, tuple[int, int | None, str]]:
    """The figures a wheel must have: least and greatest, in tenths of a millimetre, and the clause."""
    wanted = rulebook.equipment
    found: dict[str, tuple[int, int | None, str]] = {}
    if wanted.housing_max_mm is not None:
        found["housing"] = (1, wanted.housing_max_mm.value * TENTHS, wanted.housing_max_mm.clause)
    if wanted.insert_max_mm is not None:
        found["insert"] = (1, wanted.insert_max_mm.value * TENTHS, wanted.insert_max_mm.clause)
    if wanted.wheel_diameter_min_mm is not None:
        found["diameter"] = (wanted.wheel_diameter_min_mm.value * TENTHS, None, wanted.wheel_diameter_min_mm.clause)
    return found


def _beyond(rulebook: Rulebook, command: RecordEquipment) -> Iterator[Refusal]:
    """Figures out of their limits; one that is missing keeps the table closed, not the wheel off the register."""
    for name, (least, greatest, clause) in figures_wanted(rulebook).items():
        tenths = command.figures.get(name)
        if tenths is not None and (tenths < least or (greatest is not None and tenths > greatest)):
            yield Refusal(Reason.NOT_FIT, clause, {name: tenths})


def _other_order(floor: Floor, table: Table, order: tuple[str, ...]) -> Iterator[Refusal]:
    """A wheel that declares other numbers or symbols, or another order, than the game has."""
    rulebook, kind = floor.rulebook_of(table), floor.kind_of(table)
    if kind.game == "roulette" and rulebook.games.roulette is not None:
        wheel, layout = rulebook.games.roulette.wheel, rulebook.games.roulette.layout
        pockets = split_numbers(wheel.order) or []
        if sorted(order) != sorted(pockets):
            yield Refusal(Reason.NOT_FIT, layout.clause, {"compartments": len(order)})
        elif not _same_round(order, tuple(pockets)):
            yield Refusal(Reason.NOT_FIT, wheel.clause, {"order": " ".join(order)})
    elif kind.game == "money-wheel" and rulebook.games.money_wheel is not None:
        data = rulebook.games.money_wheel
        if len(order) != data.segments.value:
            yield Refusal(Reason.NOT_FIT, data.segments.clause, {"segments": len(order)})
        there = Counter(order)
        for name, symbol in data.symbols.items():
            if there[name] != symbol.segments:
                yield Refusal(Reason.NOT_FIT, symbol.segments_clause, {"symbol": name, "segments": there[name]})


def _same_round(order: tuple[str, ...], pockets: tuple[str, ...]) -> bool:
    """Whether two orders are the same round the wheel, from wherever one begins."""
    start = order.index(pockets[0])
    return order[start:] + order[:start] == pockets


def _other_symbols(rulebook: Rulebook, command: RecordEquipment) -> Iterator[Refusal]:
    data = rulebook.games.money_wheel
    if data is not None and set(command.order) != set(data.symbols):
        yield Refusal(Reason.NOT_FIT, rulebook.equipment.approvals[SYMBOLS], {"symbols": " ".join(command.order)})


def emblem_taken(floor: Floor, table: Table, emblem: str) -> Refusal | None:
    """Another table that is open plays with chips of that emblem."""
    chips = floor.rulebook_of(table).money.chips
    if chips is None or chips.emblem is None:
        return None
    if not emblem:
        return Refusal(Reason.NOT_FIT, chips.emblem.clause, {"emblem": ""})
    for other in floor.tables.values():
        used = floor.premises.equipment.get(other.name, {}).get(CHIPS)
        if other is not table and other.is_open and used is not None and used.emblem == emblem:
            return Refusal(Reason.DEVICE_TAKEN, chips.emblem.clause, {"emblem": emblem, "table": other.name})
    return None


def _own_device(floor: Floor, table: Table, terminal: Terminal, command: RecordEquipment, at_ms: int) -> Verdict:
    """Another stacker or printer for a terminal, or none: then it is out of service."""
    if terminal.table != table.name:
        return Refusal(Reason.NOT_AT_TABLE, own_clause(floor.rulebook_of(table), command.part))
    own = {"stacker": terminal.stacker, "printer": terminal.printer} | {command.part: command.serial}
    taken = device_taken(floor, floor.rulebook_of(table), own, terminal.name)
    if taken is not None:
        return taken
    recorded = _recorded(floor, table, command, at_ms)
    lacking = lacks(floor.rulebook_of(table), own)
    if lacking is not None:
        return (recorded, out_of_service(terminal.name, lacking))
    return (recorded, TerminalUnlocked(terminal.name, LACKING)) if LACKING in terminal.locks else (recorded,)


def device_taken(floor: Floor, rulebook: Rulebook, own: dict[str, str], terminal: str) -> Refusal | None:
    """A device that already belongs to another terminal."""
    for part, serial in own.items():
        for other in floor.terminals.values():
            if serial and other.name != terminal and serial == getattr(other, part):
                return Refusal(Reason.DEVICE_TAKEN, own_clause(rulebook, part), {part: serial, "terminal": other.name})
    return None


def lacks(rulebook: Rulebook, own: dict[str, str]) -> str | None:
    """The clause that wants a device which a terminal does not have."""
    return next((own_clause(rulebook, part) for part in OWN if own_clause(rulebook, part) and not own[part]), None)


def out_of_service(terminal: str, clause: str) -> TerminalLocked:
    """What lacks a device of its own takes neither wagers nor money."""
    return TerminalLocked(terminal, LACKING, Reason.OUT_OF_SERVICE.value, clause, ("wager", "fund"))


def missing(floor: Floor, table: Table) -> Refusal | None:
    """The first piece of equipment without which a table does not open."""
    rulebook = floor.rulebook_of(table)
    there = floor.premises.equipment.get(table.name, {})
    wanted = parts(floor, table)
    needed = [device_of(floor, table), BALL, SYMBOLS]
    needed += rulebook.equipment.components.value if rulebook.equipment.components else ()
    for part in needed:
        if part in wanted and part not in there:
            return Refusal(Reason.EQUIPMENT_MISSING, wanted[part], {"part": part})
    for name, (_, _, clause) in figures_wanted(rulebook).items():
        if name not in there[device_of(floor, table)].figures:
            return Refusal(Reason.EQUIPMENT_MISSING, clause, {"part": device_of(floor, table), "figure": name})
    emblem = there[CHIPS].emblem if CHIPS in there else ""
    return emblem_taken(floor, table, emblem) if emblem and not table.is_open else None


def serial_of_device(floor: Floor, table: Table) -> str:
    """The serial number of what decides the outcome at a table."""
    device = floor.premises.equipment.get(table.name, {}).get(device_of(floor, table))
    return device.serial if device else ""


def symbol_at(floor: Floor, table: Table, segment: int) -> str | None:
    """The symbol on a segment of the wheel in use, counted from one; None if there is no such segment."""
    wheel: Equipment | None = floor.premises.equipment.get(table.name, {}).get(device_of(floor, table))
    if wheel is None or not 1 <= segment <= len(wheel.order):
        return None
    return wheel.order[segment - 1]


def decide_fit_display(floor: Floor, command: FitDisplay, _at_ms: int) -> Verdict:
    """A winning-number display, where the rulebook leaves it to the operator; no rule of play depends on it."""
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    display = floor.rulebook_of(table).equipment.number_display
    if display is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, power_clause(floor, table, "install_display"))
    refused = unauthorized(floor, table, command)
    if refused is not None:
        return refused
    return (DisplayFitted(table.name, command.fitted, command.role, command.person, display.clause),)


def decide_report_shown(floor: Floor, command: ReportShown, _at_ms: int) -> Verdict:
    """What a display shows is held against the record, and that is all: no settlement is computed from it.

    On record when it is wrong, once in a round of the table even if it changes, and when it is right again.
    """
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    faults, ignored = floor.rulebook_of(table).faults, None
    if faults is not None:
        ignored = faults.display_ignored
    clause = "" if ignored is None else ignored.clause
    outcome = table.outcomes.get(command.round, "")
    agrees, before = command.outcome == outcome, floor.premises.shown.get(table.name)
    if before is None if agrees else _is_known_wrong(before, table, command):
        return Refusal(Reason.ALREADY_THERE, clause, {"outcome": command.outcome})
    return (
        DisplayCompared(
            table=table.name, round=command.round, shown=command.outcome, outcome=outcome, agrees=agrees, clause=clause
        ),
    )


def _is_known_wrong(before: Shown | None, table: Table, command: ReportShown) -> bool:
    """Whether a display that is wrong is known to be: it says what it said, or said something else in this round."""
    if before is None:
        return False
    return before.at == table.rounds or (before.round, before.outcome) == (command.round, command.outcome)


DECIDERS: Deciders = {
    RecordApproval: decide_record_approval,
    RecordEquipment: decide_record_equipment,
    FitDisplay: decide_fit_display,
    ReportShown: decide_report_shown,
}
