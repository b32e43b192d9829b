"""How a floor comes to be, and comes back: the writer's start, rulebooks, tables, terminals, limits."""

from __future__ import annotations

from hashlib import sha256

from msgspec import DecodeError, Raw, json

from openetg.floor.commands import AdoptRulebook, RegisterTable, RegisterTerminal, SetLimits, Sign, StartWriter
from openetg.floor.events import (
    AnyEvent,
    LimitsSet,
    RoundHeld,
    RoundResumed,
    RulebookAdopted,
    TableRegistered,
    TerminalRegistered,
    WriterStarted,
)
from openetg.floor.refusals import Reason, Refusal
from openetg.floor.settling import void_round
from openetg.floor.state import BETTING, Floor, Round, Table
from openetg.games.compile import compile_games
from openetg.games.paytable import kind_of
from openetg.money import ZERO
from openetg.rulebook.book import Rulebook, fingerprint
from openetg.rulebook.meaning import check_meaning
from openetg.rulebook.policies import Channel, Restart
from openetg.rulebook.problems import Problem, RulebookProblems

Verdict = tuple[AnyEvent, ...] | Refusal


def decide_start_writer(floor: Floor, command: StartWriter, at_ms: int) -> Verdict:
    """A writer takes over: open rounds resume or end as the rulebook says, closed ones await their outcome."""
    events: list[AnyEvent] = [WriterStarted(command.logic, command.build)]
    for table in floor.tables.values():
        if table.round is not None and table.round.phase in BETTING:
            events.extend(_recover(floor, table, table.round, at_ms))
    return tuple(events)


def _recover(floor: Floor, table: Table, round_: Round, at_ms: int) -> tuple[AnyEvent, ...]:
    """A round that was open when the writer stopped. With the ball not yet running nothing is in doubt."""
    restart = floor.rules_of(table).restart
    if not round_.launched or restart.policy is Restart.RESUME:
        launch, close = at_ms + table.launch_ms, at_ms + table.period_ms
        return (RoundResumed(table.name, round_.number, launch, close, restart.clause),)
    if restart.policy is Restart.HOLD:
        return (RoundHeld(table.name, round_.number, "restart", restart.clause),)
    # No next round yet: the device says that it is ready when it has been heard again.
    return (void_round(table, round_, round_.wagers, cause="restart", clause=restart.clause),)


def adoption_of(rulebook: Rulebook) -> AdoptRulebook:
    """The command that adopts a rulebook, with its bytes as this build writes them."""
    return AdoptRulebook(Raw(fingerprint(rulebook)[0]))


def rulebook_hash(rulebook: Rulebook) -> str:
    """What a rulebook is called on the floor when adopted as this build writes it."""
    return fingerprint(rulebook)[1]


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
        problem = _problem(json.decode(body, type=Rulebook))
    except DecodeError as wrong:
        return Refusal(Reason.NOT_A_RULEBOOK, details={"problem": str(wrong)})
    if problem is not None:
        return Refusal(Reason.NOT_A_RULEBOOK, details={"problem": str(problem)})
    return (RulebookAdopted(name, command.rulebook),)


def _problem(rulebook: Rulebook) -> Problem | None:
    """The first thing that keeps a rulebook from being played."""
    for problem in check_meaning(rulebook):
        return problem
    try:
        compile_games(rulebook)
    except RulebookProblems as wrong:
        return wrong.problems[0]
    return None


def decide_register_table(floor: Floor, command: RegisterTable, at_ms: int) -> Verdict:
    """A table of a kind its rulebook allows."""
    del at_ms
    if command.table in floor.tables:
        return Refusal(Reason.ALREADY_THERE)
    rulebook = floor.rulebooks.get(command.rulebook)
    if rulebook is None:
        return Refusal(Reason.UNKNOWN_RULEBOOK)
    if command.kind not in rulebook.tables or not 0 < command.launch_ms < command.period_ms:
        return Refusal(Reason.NOT_IN_RULEBOOK)
    return (TableRegistered(command.table, command.rulebook, command.kind, command.period_ms, command.launch_ms),)


def decide_register_terminal(floor: Floor, command: RegisterTerminal, at_ms: int) -> Verdict:
    """A terminal at a table that takes wagers from terminals."""
    del at_ms
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    if command.terminal in floor.terminals:
        return Refusal(Reason.ALREADY_THERE)
    channels = floor.kind_of(table).channels
    if Channel.TERMINAL not in channels.value:
        return Refusal(Reason.NOT_IN_RULEBOOK, channels.clause)
    if any(note <= ZERO for note in command.notes):
        return Refusal(Reason.NO_AMOUNT)
    return (TerminalRegistered(command.terminal, command.table, command.notes),)


def decide_set_limits(floor: Floor, command: SetLimits, at_ms: int) -> Verdict:
    """New limits, in force from the next round. What would not bind does not go on the sign."""
    del at_ms
    table = floor.tables.get(command.table)
    if table is None:
        return Refusal(Reason.UNKNOWN_TABLE)
    rules = floor.rulebook_of(table).limits.terminal
    clause = rules.change.clause if rules else ""
    known = {kind_of(spot) for spot in floor.game_of(table).spots} | {"any"}
    if rules is not None and (rules.total_minimum or rules.total_maximum):
        known.add("sum")
    for kind, sign in command.limits.items():
        if kind not in known:
            return Refusal(Reason.UNKNOWN_WAGER, clause, {"kind": kind})
        if not _makes_sense(sign):
            return Refusal(Reason.NO_AMOUNT, clause, {"kind": kind})
    return (LimitsSet(table.name, command.limits),)


def _makes_sense(sign: Sign) -> bool:
    """Whether some amount is permitted, and every figure of the sign is one."""
    if any(figure is not None and figure <= ZERO for figure in (sign.min, sign.max, sign.step)):
        return False
    if sign.min is None:
        return not sign.multiples
    return sign.max is None or sign.min <= sign.max
