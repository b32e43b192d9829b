"""How a floor comes to be, and comes back: the writer's start, rulebooks, tables, terminals, limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from fractions import Fraction
from hashlib import sha256

from msgspec import DecodeError, Raw, json

from openetg.floor.commands import (
    AdoptRulebook,
    AnyCommand,
    BeginDay,
    OfferChoiceOfWheel,
    RecordApproval,
    RecordEquipment,
    RecordPlan,
    RecordSoftwareCheck,
    RegisterTable,
    RegisterTerminal,
    ReportMachineFault,
    SetEffect,
    SetHours,
    SetLimits,
    Sign,
    SignOn,
    StartWriter,
    WindDown,
)
from openetg.floor.core.authority import DEALER, DEALER_RUN, powerless
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.core.verdicts import Deciders, Verdict
from openetg.floor.events import (
    AnyEvent,
    DayBegun,
    LimitsSet,
    MachineFaulted,
    PlanRecorded,
    RoundHeld,
    RoundResumed,
    RulebookAdopted,
    SoftwareChecked,
    TableRegistered,
    TerminalRegistered,
    WindDownBegun,
    WriterStarted,
)
from openetg.floor.premises.equipment import (
    BALL,
    CHIPS,
    DEVICES,
    OWN,
    SYMBOLS,
    SYSTEM,
    TENTHS,
    device_taken,
    figures_wanted,
    lacks,
    out_of_service,
    piece_key,
)
from openetg.floor.premises.opening import sound_times
from openetg.floor.rounds.automatic import in_motion, planned
from openetg.floor.rounds.settling import Ground, void_round
from openetg.floor.state import BETTING, SHAPE, Floor, Round, Table, Terminal, state_hash
from openetg.floor.trouble.faults import every_terminal_out
from openetg.floor.wagers.limits import permits_something, put_together
from openetg.floor.wagers.signs import as_wide, channels_of, sign_lacks, unsigned
from openetg.games.compile import games_of
from openetg.games.paytable import kind_of
from openetg.money import ZERO, Money
from openetg.rulebook.days import begins_ms, day_before, parse_day
from openetg.rulebook.meaning import check_meaning
from openetg.rulebook.problems import Problem, RulebookProblems
from openetg.rulebook.schema.book import Rulebook, fingerprint
from openetg.rulebook.schema.policies import Channel, LimitChange, Restart
from openetg.rulebook.schema.wagering import ChannelLimits
from openetg.rulebook.texts import split_numbers

HOUSE = "house"
"""Who sets a floor up that nobody stands on yet."""
MACHINE_PARTS = frozenset({"clock", "software", "disk", "follower", "kiosk", "chance"})
"""What of the floor's own machine is watched."""
ALWAYS = (0, 10**15)
"""Hours of gaming without end."""
NO_HARDWARE: Mapping[str, tuple[str, ...]] = {}


def decide_start_writer(floor: Floor, command: StartWriter, at_ms: int) -> Verdict:
    """A writer takes over: open rounds resume or end as the rulebook says, closed ones await their outcome."""
    events: list[AnyEvent] = [WriterStarted(command.logic, command.build, command.manifest)]
    for table in floor.tables.values():
        if table.round is not None and table.round.phase in BETTING:
            events.extend(_recover(floor, table, table.round, at_ms))
    return tuple(events)


def _recover(floor: Floor, table: Table, round_: Round, at_ms: int) -> tuple[AnyEvent, ...]:
    """A round that was open when the writer stopped. With the ball not yet running nothing is in doubt."""
    restart = floor.rules_of(table).restart
    out = every_terminal_out(floor, table, round_) if restart.policy is Restart.VOID_TERMINALS else ()
    if not in_motion(round_) or restart.policy is Restart.RESUME:
        launch, close = planned(table, at_ms)
        return (*out, RoundResumed(table.name, round_.number, launch, close, restart.clause))
    if restart.policy is Restart.VOID_TERMINALS:
        # The cloth plays on, also at a table that has no terminals.
        return out
    if restart.policy is Restart.HOLD:
        return (RoundHeld(table.name, round_.number, "restart", restart.clause),)
    # No next round yet: the device says that it is ready when it has been heard again.
    return (void_round(floor, table, round_, Ground("restart", restart.clause)),)


def decide_report_machine_fault(floor: Floor, command: ReportMachineFault, at_ms: int) -> Verdict:
    """The machine is not as it should be: on record, for the staff and the inspector to see; play goes on."""
    del floor
    if command.part not in MACHINE_PARTS or not command.why.strip():
        return Refusal(Reason.NOT_A_NAME, details={"part": command.part})
    return (MachineFaulted(command.part, command.why, at_ms, command.device, command.mended),)


def decide_record_software_check(floor: Floor, command: RecordSoftwareCheck, at_ms: int) -> Verdict:
    """What a look at the software found, well or not: on record each time, for the inspector to see."""
    return (SoftwareChecked(command.manifest, command.manifest == floor.premises.software, at_ms),)


def decide_wind_down(floor: Floor, command: WindDown, at_ms: int) -> Verdict:
    """Rounds under way go on to their end; none opens after them."""
    del command
    if floor.premises.winding_down:
        return Refusal(Reason.ALREADY_THERE)
    return (WindDownBegun(at_ms),)


def decide_begin_day(floor: Floor, command: BeginDay, at_ms: int) -> Verdict:
    """The next gaming day, if the floor is what the command says; where rounds run, they go on."""
    del at_ms
    if command.day <= floor.premises.day:
        return Refusal(Reason.ALREADY_THERE, details={"day": floor.premises.day})
    day = parse_day(command.day)
    # Days are compared as texts, so only the one form in which that works will do.
    if day is None or day.isoformat() != command.day:
        return Refusal(Reason.NOT_A_DAY)
    # A build that remembers the floor in another shape cannot say what its hash was then.
    if command.shape == SHAPE and command.state != state_hash(floor):
        return Refusal(Reason.OTHER_STATE)
    return (DayBegun(command.day, command.state, command.shape),)


def decide_record_plan(floor: Floor, command: RecordPlan, at_ms: int) -> Verdict:
    """What the floor file asks for, on record as seen to; the same again says nothing."""
    del at_ms
    if command.plan == floor.premises.plan:
        return Refusal(Reason.ALREADY_THERE)
    return (PlanRecorded(command.plan),)


def adoption_of(rulebook: Rulebook) -> AdoptRulebook:
    """The command that adopts a rulebook, with its bytes as this build writes them."""
    return AdoptRulebook(Raw(fingerprint(rulebook)[0]))


def rulebook_hash(rulebook: Rulebook) -> str:
    """What a rulebook is called on the floor when adopted as this build writes it."""
    return fingerprint(rulebook)[1]


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
    """Every command that has a table in order, from the rulebook to the dealer; opening it is the next one.

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
        approvals.append(RecordApproval(name, thing, f"approval of {thing}", by, table, covers))
    return [*approvals, *pieces, *installed]


def segments_in_turn(rulebook: Rulebook) -> tuple[str, ...]:
    """The segments of a rulebook's money wheel, each symbol spread as evenly as it goes; empty if it has none.

    The order round a wheel is the approved wheel's own; this is the one for wheels nobody has approved yet.
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
                done = _hash(bytes(wish.rulebook)) in floor.rulebooks
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
    """Whether a dealer is there, or the signs show what they must."""
    return bool(table.dealer) if isinstance(wish, SignOn) else unsigned(floor, table) is None


def _own_devices(terminal: Terminal, wish: RegisterTerminal) -> Iterator[RecordEquipment]:
    """The stacker and printer that a terminal should have and has not."""
    for part in OWN:
        if getattr(wish, part) and not getattr(terminal, part):
            yield RecordEquipment(terminal.table, part, getattr(wish, part), terminal=terminal.name)


def _hash(body: bytes) -> str:
    # Over the bytes as stored, so that a later build with more fields still finds the same name.
    return sha256(body).hexdigest()


def decide_adopt_rulebook(floor: Floor, command: AdoptRulebook, at_ms: int) -> Verdict:
    """A rulebook becomes playable, if it holds together."""
    del at_ms
    body = bytes(command.rulebook)
    name = _hash(body)
    if name in floor.rulebooks:
        return Refusal(Reason.ALREADY_THERE)
    try:
        problem = _problem(body)
    except DecodeError as wrong:
        return Refusal(Reason.NOT_A_RULEBOOK, details={"problem": str(wrong)})
    if problem is not None:
        return Refusal(Reason.NOT_A_RULEBOOK, details={"problem": str(problem)})
    return (RulebookAdopted(name, command.rulebook),)


def _problem(body: bytes) -> Problem | None:
    """The first thing that keeps a rulebook from being played."""
    for problem in check_meaning(json.decode(body, type=Rulebook)):
        return problem
    try:
        games_of(body)
    except RulebookProblems as wrong:
        return wrong.problems[0]
    return None


def decide_register_table(floor: Floor, command: RegisterTable, at_ms: int) -> Verdict:
    """A table of a kind its rulebook allows."""
    del at_ms
    if not is_name(command.table):
        return Refusal(Reason.NOT_A_NAME)
    if command.table in floor.tables or command.table in floor.terminals:
        return Refusal(Reason.ALREADY_THERE)
    rulebook = floor.rulebooks.get(command.rulebook)
    if rulebook is None:
        return Refusal(Reason.UNKNOWN_RULEBOOK)
    if command.kind not in rulebook.tables or not sound_times(command.period_ms, command.launch_ms):
        return Refusal(Reason.NOT_IN_RULEBOOK)
    times = (command.period_ms, command.launch_ms, command.line_grace_ms)
    return (TableRegistered(command.table, command.rulebook, command.kind, *times),)


def decide_register_terminal(floor: Floor, command: RegisterTerminal, at_ms: int) -> Verdict:
    """A terminal at a table that takes wagers from terminals."""
    del at_ms
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if not is_name(command.terminal):
        return Refusal(Reason.NOT_A_NAME)
    # Alerts and jackpots name tables and terminals in one place.
    if command.terminal in floor.terminals or command.terminal in floor.tables:
        return Refusal(Reason.ALREADY_THERE)
    channels = floor.kind_of(table).channels
    if Channel.TERMINAL not in channels.value:
        return Refusal(Reason.NOT_IN_RULEBOOK, channels.clause)
    own = {"stacker": command.stacker, "printer": command.printer}
    taken = device_taken(floor, floor.rulebook_of(table), own, command.terminal)
    if taken is not None:
        return taken
    if any(note <= ZERO for note in command.notes):
        return Refusal(Reason.NO_AMOUNT)
    registered = TerminalRegistered(command.terminal, command.table, command.notes, command.stacker, command.printer)
    lacking = lacks(floor.rulebook_of(table), own)
    return (registered,) if lacking is None else (registered, out_of_service(command.terminal, lacking))


def is_name(text: str) -> bool:
    """Whether something may be called that: accounts are named by it, with slashes in between."""
    return bool(text) and text.isprintable() and "/" not in text and text == text.strip()


def decide_set_limits(floor: Floor, command: SetLimits, at_ms: int) -> Verdict:
    """New limits, in force from the next round, or from the next after a notice. What would not bind is not signed."""
    del at_ms
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    limits = floor.rulebook_of(table).limits
    rules = limits.cloth if command.cloth else limits.terminal
    if rules is None:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    if command.role:
        refused = powerless(floor, table, "change_limits", command.role, command.person)
        if refused is not None:
            return refused
    clause = rules.change.clause
    if command.terminal:
        other = _not_its_own(table, command, rules)
        if other is not None:
            return other
    elif not command.limits:
        # A sign without a line would take every limit away.
        return Refusal(Reason.NO_AMOUNT, clause)
    spots = floor.game_of(table).spots
    known = {kind_of(spot) for spot in spots} | spots.keys() | {"any"}
    if rules.total_minimum or rules.total_maximum:
        known.add("sum")
    for terminal, signs in _signs_after(table, command):
        refused = _unfit(signs, known, clause, terminal) or sign_lacks(rules, signs, spots)
        if refused is not None:
            return refused
    # Before the first round nobody has been told anything else.
    waits = rules.change.policy is LimitChange.NEXT_ROUND_AFTER_NOTICE and table.rounds > 0
    also = rules.each_terminal.clause if command.terminal and rules.each_terminal else clause
    who = command.role, command.person, command.terminal
    return (LimitsSet(table.name, command.limits, command.cloth, waits, also, *who),)


def _unfit(signs: Mapping[str, Sign], known: Set[str], clause: str, terminal: str) -> Refusal | None:
    """Why a sign cannot be put up: it names a wager that is none, or permits nothing at all."""
    at: dict[str, str | int] = {"terminal": terminal} if terminal else {}
    for kind, sign in signs.items():
        if kind not in known:
            return Refusal(Reason.UNKNOWN_WAGER, clause, {"kind": kind, **at})
        # Multiples of what, if there is no minimum?
        if not permits_something(sign) or (sign.multiples and sign.min is None):
            return Refusal(Reason.NO_AMOUNT, clause, {"kind": kind, **at})
    return None


def _signs_after(table: Table, command: SetLimits) -> Iterator[tuple[str, Mapping[str, Sign]]]:
    """Every sign that reads otherwise by these limits, with its terminal if it is that of one alone."""
    if command.cloth:
        yield "", command.limits
        return
    limits, own = _coming(table)
    if command.terminal:
        yield command.terminal, put_together(limits, command.limits)
        return
    yield "", command.limits
    for terminal, signs in own.items():
        yield terminal, put_together(command.limits, signs)


def _coming(table: Table) -> tuple[Mapping[str, Sign], Mapping[str, Mapping[str, Sign]]]:
    """What was last set for the terminals of a table, and for single ones; some of it may wait for a notice."""
    said = table.unannounced
    limits = said.get("terminal", table.limits if table.next_limits is None else table.next_limits)
    own = table.own_limits if table.next_own_limits is None else table.next_own_limits
    waiting = {key.partition("/")[2]: signs for key, signs in said.items() if key.startswith("terminal/")}
    return limits, {**own, **waiting}


def _not_its_own(table: Table, command: SetLimits, rules: ChannelLimits) -> Refusal | None:
    """Why a terminal gets no limits of its own at a table: no rule knows such, or it does not play there."""
    if command.cloth or rules.each_terminal is None:
        return Refusal(Reason.NOT_IN_RULEBOOK, rules.change.clause)
    if command.terminal not in table.terminals:
        return Refusal(Reason.UNKNOWN_TERMINAL, rules.each_terminal.clause)
    return None


DECIDERS: Deciders = {
    StartWriter: decide_start_writer,
    ReportMachineFault: decide_report_machine_fault,
    RecordSoftwareCheck: decide_record_software_check,
    WindDown: decide_wind_down,
    BeginDay: decide_begin_day,
    RecordPlan: decide_record_plan,
    AdoptRulebook: decide_adopt_rulebook,
    RegisterTable: decide_register_table,
    RegisterTerminal: decide_register_terminal,
    SetLimits: decide_set_limits,
}
