"""How a floor comes to be: the plan on record, and the commands that found a table, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from openetg.floor.commands import (
    AdoptRulebook,
    AnyCommand,
    OfferChoiceOfWheel,
    RecordApproval,
    RecordEquipment,
    RecordPlan,
    RegisterTable,
    RegisterTerminal,
    SetEffect,
    SetHours,
    SetLimits,
    SignOn,
)
from openetg.floor.core.authority import DEALER, DEALER_RUN
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    PlanRecorded,
)
from openetg.floor.premises.equipment import (
    BALL,
    CHIPS,
    DEVICES,
    OWN,
    SYMBOLS,
    SYSTEM,
    TENTHS,
    figures_wanted,
    piece_key,
)
from openetg.floor.premises.rulebooks import adoption_of, hash_of_bytes, rulebook_hash
from openetg.floor.state import Floor, Table, Terminal
from openetg.floor.wagers.signs import as_wide, channels_of, unsigned
from openetg.money import Money
from openetg.rulebook.days import begins_ms, day_before
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import Channel
from openetg.rulebook.texts import split_numbers

HOUSE = "house"
"""The sender that sets up a floor on which no person works yet."""
ALWAYS = (0, 10**15)
"""Hours of gaming without end."""
NO_HARDWARE: Mapping[str, tuple[str, ...]] = {}


def decide_record_plan(floor: Floor, command: RecordPlan, _at_ms: int) -> Verdict:
    """What the floor file asks for, on record as seen to; refused if nothing has changed."""
    if command.plan == floor.premises.plan:
        return Refusal(Reason.ALREADY_THERE)
    return (PlanRecorded(command.plan),)


def in_order(  # noqa: PLR0913  (a table has that many sides)
    rulebook: Rulebook,
    table: str,
    kind: str,
    *,
    terminals: tuple[str, ...] = (),
    notes: tuple[Money, ...] = (),
    period_ms: int = 0,
    launch_ms: int = 0,
    at_ms: int = 0,
    adopted: tuple[str, ...] = (),
    signs: bool = True,
    hardware: Mapping[str, tuple[str, ...]] = NO_HARDWARE,
) -> list[AnyCommand]:
    """Every command that sets a table up, from the rulebook to the dealer; opening it is the next one.

    With `signs`, what the rulebook wants displayed is on them, as wide as can be; a house puts up its own.
    `hardware` are serial numbers by kind, of kinds the rulebook has in its inventory.
    """
    name = rulebook_hash(rulebook)
    commands: list[AnyCommand] = []
    if name not in adopted:
        commands += [adoption_of(rulebook), _effect(rulebook, name, at_ms)]
        if rulebook.wagers.choice_of_wheel is not None:
            offers = rulebook.powers["offer_choice_of_wheel"].roles[0]
            commands.append(OfferChoiceOfWheel(offers, HOUSE, name, offered=True))
    commands.append(RegisterTable(table, name, kind, period_ms, launch_ms))
    commands += _equipped(rulebook, table, kind, hardware)
    commands += [
        RegisterTerminal(terminal, table, notes, f"stacker-{terminal}", f"printer-{terminal}") for terminal in terminals
    ]
    if rulebook.closing.hours is not None:
        commands.append(SetHours(table, (ALWAYS,)))
    for rules, is_cloth in channels_of(rulebook, kind) if signs else ():
        widest = as_wide(rules, {})
        commands += [SetLimits(table, widest, cloth=is_cloth)] if widest else []
    if rulebook.tables[kind].device.value in DEALER_RUN:
        commands.append(SignOn(DEALER, founding_dealer(table), table))
    return commands


def founding_dealer(table: str) -> str:
    """Who is signed on at a dealer's table when a floor is set up by itself."""
    return f"dealer-{table}"


def _effect(rulebook: Rulebook, name: str, at_ms: int) -> SetEffect:
    """The first day a rulebook allows; for one that gives none, the day before this."""
    least = rulebook.effect.not_before
    day = least.value if least else day_before(at_ms)
    return SetEffect(name, day.isoformat(), begins_ms(day))


def _equipped(rulebook: Rulebook, table: str, kind: str, hardware: Mapping[str, tuple[str, ...]]) -> list[AnyCommand]:
    """Equipment that fits by the rulebook's own figures, with every approval it needs."""
    wanted, name = rulebook.equipment, rulebook_hash(rulebook)
    by = wanted.approver.value if wanted.approver else ""
    components = wanted.components.value if wanted.components else ()
    pieces = [_wheel(rulebook, table, kind)]
    if wanted.ball is not None:
        pieces.append(RecordEquipment(table, BALL, f"ball-{table}", {"diameter": wanted.ball.diameter_min_mm * TENTHS}))
    if SYMBOLS in wanted.approvals and rulebook.games.money_wheel is not None:
        symbols = tuple(rulebook.games.money_wheel.symbols)
        pieces.append(RecordEquipment(table, SYMBOLS, f"symbols-{table}", order=symbols))
    pieces += [RecordEquipment(table, component, f"{component}-1") for component in components]
    if Channel.CLOTH in rulebook.tables[kind].channels.value:
        pieces.append(RecordEquipment(table, CHIPS, f"chips-{table}", emblem=f"emblem-{table}"))
    in_use = {piece.part: piece.serial for piece in pieces}
    installed = [RecordEquipment(table, part, serial) for part, serials in hardware.items() for serial in serials]
    approvals = []
    for thing in wanted.approvals:
        parts_of = components if thing == SYSTEM else (thing,)
        covers = tuple(in_use[part] for part in parts_of if part in in_use)
        covers += tuple(piece.serial for piece in installed) if thing == SYSTEM else ()
        approvals.append(
            RecordApproval(
                rulebook=name, thing=thing, reference=f"approval of {thing}", by=by, table=table, covers=covers
            )
        )
    return [*approvals, *pieces, *installed]


def segments_in_turn(rulebook: Rulebook) -> tuple[str, ...]:
    """The segments of a rulebook's money wheel, each symbol spread as evenly as it goes; empty if it has none.

    The order round a wheel is the approved wheel's own; this is the one for wheels that are not approved yet.
    """
    data = rulebook.games.money_wheel
    if data is None:
        return ()
    # Halves of a step, in whole numbers: where each segment of a symbol would lie if it were alone on the wheel.
    whole = sum(symbol.segments for symbol in data.symbols.values())
    places = [
        (Fraction((2 * index + 1) * whole, 2 * symbol.segments), number, name)
        for number, (name, symbol) in enumerate(data.symbols.items())
        for index in range(symbol.segments)
    ]
    return tuple(name for _, _, name in sorted(places))


def _wheel(rulebook: Rulebook, table: str, kind: str) -> RecordEquipment:
    """What decides the outcome, just within its figures and in the order of the game."""
    part = DEVICES[rulebook.tables[kind].device.value]
    figures = {name: greatest or least for name, (least, greatest, _) in figures_wanted(rulebook).items()}
    order: tuple[str, ...] = ()
    if rulebook.tables[kind].game == "roulette" and rulebook.games.roulette is not None:
        order = tuple(split_numbers(rulebook.games.roulette.wheel.order) or ())
    elif rulebook.tables[kind].game == "money-wheel" and rulebook.games.money_wheel is not None:
        order = segments_in_turn(rulebook)
    return RecordEquipment(table, part, f"{part}-{table}", figures, order=order)


def still_to_do(floor: Floor, wishes: Iterable[AnyCommand]) -> Iterator[AnyCommand]:
    """Of commands that found a floor, those that it has not seen to yet."""
    for wish in wishes:
        match wish:
            case AdoptRulebook():
                done = hash_of_bytes(bytes(wish.rulebook)) in floor.rulebooks
            case SetEffect():
                done = wish.rulebook in floor.premises.effect
            case OfferChoiceOfWheel():
                done = floor.premises.choice_of_wheel.get(wish.rulebook) == wish.offered
            case RegisterTable():
                done = wish.table in floor.tables
            case RecordApproval():
                done = wish.table in floor.premises.approvals.get(wish.rulebook, {}).get(wish.thing, {})
            case RecordEquipment():
                there = floor.premises.equipment.get(wish.table, {})
                done = wish.part in there or piece_key(wish.part, wish.serial) in there
            case SetHours():
                done = wish.table in floor.premises.hours
            case SetLimits() | SignOn():
                done = wish.table in floor.tables and _is_done(floor, floor.tables[wish.table], wish)
            case RegisterTerminal(terminal=name) if name in floor.terminals:
                yield from _own_devices(floor.terminals[name], wish)
                continue
            case _:
                done = False
        if not done:
            yield wish


def _is_done(floor: Floor, table: Table, wish: SetLimits | SignOn) -> bool:
    """Whether a dealer is there, or whether the signs show what they must."""
    return bool(table.dealer) if isinstance(wish, SignOn) else unsigned(floor, table) is None


def _own_devices(terminal: Terminal, wish: RegisterTerminal) -> Iterator[RecordEquipment]:
    """The stacker and printer that a terminal should have and has not."""
    for part in OWN:
        if getattr(wish, part) and not getattr(terminal, part):
            yield RecordEquipment(terminal.table, part, getattr(wish, part), terminal=terminal.name)


DECIDERS: Deciders = {
    RecordPlan: decide_record_plan,
}
