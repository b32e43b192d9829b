"""Who may send what: every act, under every rulebook and kind of table, in every role, as the access check judges it.

    python -m tests.unit.server.acts.matrix    writes docs/reference/acts.md

The floor is set up so that everything an act may be about is there: a paper, a payment, a dispute, a claim, a player.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from openetg.floor import commands as ask
from openetg.floor.commands import AnyCommand, Command, Sign
from openetg.floor.core.authority import DEALER, may
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.events import SignalReported
from openetg.floor.jackpots.commands import JackpotRules, LevelRules, Trigger
from openetg.floor.jackpots.state import Award, Jackpot, Level
from openetg.floor.pipeline import BY_AREA, apply, decide
from openetg.floor.premises.founding import in_order
from openetg.floor.promotions.commands import PrizeOffered, Terms
from openetg.floor.promotions.terms import digest_of
from openetg.floor.rounds.automatic import is_dealer_run
from openetg.floor.state import (
    Claim,
    Dispute,
    Drawer,
    Entrant,
    Floor,
    Payout,
    Player,
    Promotion,
    PromotionStage,
    StaffMember,
    Ticket,
    TicketState,
    Version,
    Won,
)
from openetg.money import cents
from openetg.rulebook.load import load, shipped
from openetg.rulebook.schema.policies import Cause, Channel, Closer, JackpotKind
from openetg.rulebook.schema.powers import POWERS
from openetg.server.acts.acts import BY_ROLE, DECLARED, LACKING, admit, asked_fields
from openetg.server.acts.line import FloorLine, Running
from openetg.server.guests.exchange import Exchange
from openetg.server.plan.floor_plan import House
from openetg.server.plan.folder import FloorFolder
from openetg.server.writer.writer import Writer
from tests import offered_acts as offered

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "acts.md"
AT_MS = 1_800_000_000_000
TABLE, TERMINAL, PLAYER, PAPER, PAYOUT, DISPUTE, CLAIM, DRAWER = "A", "t1", "p1", "K1", "1", "D1", "C1", "1"
OF_PROMOTION = "D2"
"""A dispute about a promotion."""
JACKPOT, AWARD = "star", "star.main.1"
LEVEL = LevelRules("main", "Main", cents(500), {TABLE: 1}, trigger=Trigger(("straight",)))
RULES = JackpotRules("Star", JackpotKind.PROGRESSIVE, (LEVEL,))
PROMOTION = "spring"
ENTRANT = "7"
TERMS = Terms(tables=(TABLE,), prizes=tuple(PrizeOffered(number, "money", cents(500)) for number in ("1", "2")))
NOT_HERE = frozenset(
    {
        Reason.NOT_IN_RULEBOOK,
        Reason.UNKNOWN_TERMINAL,
        Reason.UNKNOWN_TICKET,
        Reason.UNKNOWN_PAYOUT,
        Reason.UNKNOWN_CLAIM,
        Reason.UNKNOWN_PROMOTION,
        Reason.UNKNOWN_JACKPOT,
        Reason.NO_AWARD,
        Reason.SOURCE_NOT_ACCEPTED,
    }
)
"""The kind of table, or the rulebook, has no such thing."""
ACTS = sorted(BY_ROLE, key=lambda kind: kind.__name__)
BY_WHAT_IS_NAMED = {ask.SetPeriod, ask.VoidRound}
"""Acts whose power depends on what the rulebook says."""
GOES_BY_POWERS = [kind for kind in ACTS if len(DECLARED[kind].powers) > 1 or kind in BY_WHAT_IS_NAMED]
ASKED_IN_VAIN = {(ask.LiftMeasure, "record_breach"), (ask.NameScrutineer, "oversee_draw")}
"""Powers that are asked for and grant nothing: no measure has a name that no power lifts; and a scrutineer is named by
another person, of whom it is asked whether they may oversee the draw.
"""

OPENING = """\
# Who may do what over the API

Written by `python -m tests.unit.server.acts.matrix`; a test holds it against the access check and against the powers
of the rulebooks (`etg powers`). For each rulebook and kind of table: every act, and the roles that may do it there. An
act with no role is one that the rulebook gives to nobody, or does not know. Whoever holds one of these roles may send
the command; whether it is granted then is up to the floor.
"""


def tables() -> list[tuple[str, str]]:
    """Every kind of table of every rulebook that ships."""
    return [(name, kind) for name in shipped() for kind in load(name).rulebook.tables]


def situation(rulebook_name: str, kind: str) -> Floor:
    """A floor with one table, at which there is everything that an act may be about."""
    rulebook = load(rulebook_name).rulebook
    channels = rulebook.tables[kind].channels.value
    floor = Floor()
    floor.at_ms = AT_MS
    terminals = (TERMINAL,) if Channel.TERMINAL in channels else ()
    for command in in_order(rulebook, TABLE, kind, terminals=terminals, notes=(cents(500),), at_ms=AT_MS):
        verdict = decide(floor, command, AT_MS)
        assert isinstance(verdict, tuple), (command, verdict)
        for event in verdict:
            apply(floor, event)
    apply(floor, SignalReported(TABLE, "tilt", AT_MS, alarm=True, clause=""))
    people, vault = floor.people, floor.vault
    people.players[PLAYER] = Player(PLAYER, list(terminals), [TABLE])
    if Channel.CLOTH in channels:
        floor.tables[TABLE].cloth.players.append(PLAYER)
    people.disputes[DISPUTE] = Dispute(DISPUTE, TABLE, "about", 0, "", True, "", AT_MS)
    if rulebook.promotions is not None:
        people.claims[CLAIM] = Claim(CLAIM, TABLE, "a car", next(iter(rulebook.promotions.kinds)))
        version = Version(1, digest_of(TERMS), TERMS, AT_MS)
        promotion = Promotion(PROMOTION, TABLE, PromotionStage.DRAFT, [version])
        promotion.entrants[ENTRANT], promotion.won["1"] = Entrant(ENTRANT, "", "", AT_MS), Won("1", ENTRANT, 0, AT_MS)
        promotion.called, promotion.draws, promotion.secret = ((ENTRANT, 2),), [("1", ENTRANT, 0)], "0" * 64
        floor.promotions.offered[PROMOTION] = promotion
        people.disputes[OF_PROMOTION] = Dispute(OF_PROMOTION, TABLE, "about", 0, "", True, "", AT_MS)
        people.disputes[OF_PROMOTION].promotion = PROMOTION
    if rulebook.jackpots is not None:
        jackpot = Jackpot(JACKPOT, floor.tables[TABLE].rulebook, RULES, {"main": Level(LEVEL, cycle=1, live=True)})
        floor.jackpots.offered[JACKPOT] = jackpot
        won = Award(
            AWARD, JACKPOT, "main", "Main", 1, TERMINAL, TABLE, 1, cents(500), AT_MS, by_hand=False, locked=True
        )
        floor.jackpots.awards[AWARD] = won
    if terminals:
        floor.tickets[PAPER] = Ticket(PAPER, TERMINAL, cents(500), TicketState.OUTSTANDING)
        vault.payouts[PAYOUT] = Payout(PAYOUT, TERMINAL, cents(500))
    vault.drawers[DRAWER] = Drawer(DRAWER, "somebody", "cashier", AT_MS, cents(0))
    for role in rulebook.roles:
        people.staff[f"{role}-1"] = StaffMember(f"{role}-1", "", {rulebook.about.id: (role,)})
    return floor


def line_to(floor: Floor) -> FloorLine:
    """The access check's line to a floor that nobody runs."""
    writer = Writer(floor)
    exchange = Exchange(writer, wake=lambda: None)
    return FloorLine(Running(writer, exchange, lambda: None, lambda: AT_MS, FloorFolder(Path()), House("", (), ())))


def values(floor: Floor, kind: type[Command]) -> dict[str, Any]:
    """Fields with which an act comes as far as the question who may."""
    here = TERMINAL if TERMINAL in floor.terminals else PLAYER
    table = floor.tables[TABLE]
    roles = floor.rulebook_of(table).roles
    official = next((name for name, role in roles.items() if role.of == "authority"), "none")
    known: dict[str, Any] = {
        "table": TABLE, "terminal": TERMINAL, "terminals": (TERMINAL,), "player": PLAYER, "players": (PLAYER,),
        "ticket": PAPER, "payout": PAYOUT, "dispute": DISPUTE, "claim": CLAIM if kind is ask.InformClaimant else "C2",
        "who": here, "what": here if kind is not ask.DeclareFault else "device", "place": TABLE,
        "rulebook": table.rulebook, "kind": "limits", "measure": "excluded",
        "outcome": floor.game_of(table).outcomes[0],
        "amount": cents(500), "wager": next(iter(floor.game_of(table).wagers)), "limits": {"any": Sign(min=cents(500))},
        "period_ms": 30_000, "launch_ms": 18_000, "official": official, "cause": next(iter(Cause)), "part": "wheel",
        "max": cents(900), "value": cents(500), "why": "seen", "words": "seen", "alert": 1,
        "drawer": DRAWER, "counted": cents(500), "pieces": {},
        "to": next(iter(floor.game_of(table).wagers)), "at": "",
    }  # fmt: skip
    hints = get_type_hints(kind)
    required = {
        name: known[name] if name in known else _any_of(hints[name])
        for name in asked_fields(kind)
        if name in known or _is_required(kind, name)
    }
    if kind is ask.VoidRound or kind is ask.CallNoSpin:
        required["cause"] = None
    required |= _of_prizes(kind, required)
    if kind is ask.RecordDeniedClaim:
        promotions = floor.rulebook_of(table).promotions
        required["kind"] = next(iter(promotions.kinds)) if promotions else "x"
    if kind is ask.RecordEquipment:
        required |= {"part": next(iter(floor.premises.equipment[TABLE])), "terminal": ""}
    if kind in {ask.GiveNotice, ask.SetLimits}:
        required["terminal"] = ""
    if kind is ask.MoveDrawerCash:
        required["to"] = "drawer"
    if kind is ask.TellPlayer:
        required |= {"terminal": here, "message": ask.StaffMessage.LIMITS}
    # Where an act may name a table besides, it is left to the floor which one it is.
    return {name: value for name, value in required.items() if name != "table" or _is_required(kind, name)}


def _of_promotion(kind: type[Command], required: dict[str, Any]) -> dict[str, Any]:
    """What an act about a promotion says, so that the promotion, entrant or prize is one that is there."""
    said: dict[str, Any] = {
        "promotion": PROMOTION,
        "terms": TERMS,
        "digest": digest_of(TERMS),
        "entrant": "8" if kind is ask.RegisterEntrant else ENTRANT,
        "prize": "2" if kind is ask.AwardBonus else "1",
    }
    if kind is ask.PayPrize:
        said |= {"asked": {"cash": cents(500)}, "paid": {"cash": cents(500)}}
    return {name: value for name, value in said.items() if name in required}


def _of_jackpot(kind: type[Command], required: dict[str, Any]) -> dict[str, Any]:
    """The same of an act about a jackpot."""
    said: dict[str, Any] = {
        "jackpot": "moon" if kind is ask.SetUpJackpot else JACKPOT,
        "part": "display",
        "levels": {"main": "main"},
    }
    level = {"level": "main"} if kind is ask.AdjustJackpot else {}
    return {name: value for name, value in said.items() if name in required} | level


def _of_prizes(kind: type[Command], required: dict[str, Any]) -> dict[str, Any]:
    """What an act about a jackpot or a promotion needs besides."""
    if "promotion" in required:
        required |= _of_promotion(kind, required)
    if "jackpot" in required:
        required |= _of_jackpot(kind, required)
    required |= {name: value for name, value in (("rules", RULES), ("award", AWARD)) if name in required}
    return required


def _is_required(kind: type[Command], name: str) -> bool:
    position = kind.__struct_fields__.index(name)
    return position < len(kind.__struct_fields__) - len(kind.__struct_defaults__)


def _any_of(hint: Any) -> Any:
    return {bool: True, int: 1, str: "x"}.get(hint, "x" if hint is str else cents(500) if hint is int else ())


def verdict_of(line: FloorLine, role: str, kind: type[Command]) -> str:
    """`yes`, `no`, or `unknown` where the rulebook does not know the act."""
    floor, table = line.floor, line.floor.tables[TABLE]
    if kind is ask.CloseWagers and Closer.DEALER not in floor.rules_of(table).closing.by:
        # No round is open here, which is said first; where one is, no person may close it.
        return "unknown"
    person = f"{role}-1"
    table.dealer = person if role == DEALER and is_dealer_run(floor, table) else ""
    # One's own drawer, and none before one is opened: whose it is besides is proved elsewhere.
    drawer = {} if kind is ask.OpenDrawer else {DRAWER: Drawer(DRAWER, person, role, AT_MS, cents(0))}
    floor.vault.drawers = drawer
    admitted = admit(line, person, kind, values(floor, kind))
    if isinstance(admitted, Refusal):
        return "no"
    assert getattr(admitted.command, "person", person) == person
    assert getattr(admitted.command, "role", role) == role
    verdict = decide(floor, admitted.sealed, AT_MS)
    if isinstance(verdict, Refusal) and verdict.reason in LACKING:
        return "no"
    return "unknown" if isinstance(verdict, Refusal) and verdict.reason in NOT_HERE else "yes"


@cache
def who_may(rulebook: str, kind: str) -> dict[str, list[str]]:
    """Per act, the roles that may do it at a kind of table: as the matrix asks it, or in another form."""
    line, roles = line_to(situation(rulebook, kind)), load(rulebook).rulebook.roles
    found = {act: {role for role in roles if verdict_of(line, role, act) == "yes"} for act in ACTS}
    table = line.floor.tables[TABLE]
    for act, powers in enough_at(rulebook, kind).items():
        if found[act]:
            found[act].update(role for role in roles for power in powers if may(line.floor, table, power, role))
    return {act.__name__: [role for role in roles if role in may_] for act, may_ in found.items()}


def forms(floor: Floor, kind: type[Command]) -> Iterator[AnyCommand]:
    """An act in every form: as the matrix has it, and with each field in turn as it may be besides."""
    base = values(floor, kind)
    roles = {"role": next(iter(offered.plain_roles(floor)))}
    person = {"person": "somebody"} if "person" in kind.__struct_fields__ else {}
    first: AnyCommand = kind(**base, **roles, **person)  # type: ignore[assignment]
    yield first
    hints, pool = get_type_hints(kind), words(BY_AREA[kind].__globals__["__name__"])
    for name in asked_fields(kind):
        for other in _others(hints[name], name, pool):
            varied = replace(first, **{name: other})
            yield varied
            if name != "terminal" and "terminal" in kind.__struct_fields__ and "table" in kind.__struct_fields__:
                yield replace(varied, terminal=TERMINAL)


def _others(hint: Any, name: str, pool: tuple[str, ...]) -> Iterator[object]:
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    if NoneType in kinds:
        yield None
    for each in kinds:
        if isinstance(each, type) and issubclass(each, Enum):
            yield from each
        elif get_origin(each) is Literal:
            yield from get_args(each)
        elif each is bool:
            yield from (True, False)
        elif each is str and name == "dispute":
            yield from (DISPUTE, OF_PROMOTION)
        elif each is str:
            yield from pool


@cache
def words(module: str) -> tuple[str, ...]:
    """Every word that stands in a module of the floor, and the names of what there is."""
    source = inspect.getsource(_imported(module))
    found = {each.value for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Constant)}
    plain = {word for word in found if isinstance(word, str) and word.isascii() and " " not in word and len(word) < 24}
    names = {TERMINAL, PLAYER, PAPER, PAYOUT, AWARD, TABLE, ""}
    return tuple(sorted((plain - POWERS.keys()) | names))


def _imported(module: str) -> ModuleType:
    return __import__(module, fromlist=["_"])


@cache
def enough_at(rulebook: str, kind: str) -> dict[type[Command], frozenset[str]]:
    """For each act the powers each of which is enough by itself, in one form or another."""
    floor = situation(rulebook, kind)
    return {act: frozenset(_enough(floor, act)) for act in GOES_BY_POWERS}


def _enough(floor: Floor, act: type[Command]) -> Iterator[str]:
    found: set[str] = set()
    for command in forms(floor, act):
        for power in offered.asked_powers(floor, command, AT_MS) - found:
            if not _lacking(floor, command, power) and (act, power) not in ASKED_IN_VAIN:
                found.add(power)
                yield power


def _lacking(floor: Floor, command: AnyCommand, power: str) -> bool:
    (role,) = offered.plain_roles(floor)
    verdict = offered.answer_with(floor, command, power, role, AT_MS)
    return isinstance(verdict, Refusal) and verdict.reason in LACKING


def is_no_such_thing(floor: Floor, act: type[Command], role: str) -> bool:
    """Whether the floor says so of an act as the matrix has it, and grants it in no other form either."""
    answers = (decide(floor, replace(form, role=role), AT_MS) for form in forms(floor, act))
    first = next(answers)
    unknown = isinstance(first, Refusal) and first.reason is Reason.NOT_IN_RULEBOOK
    return unknown and all(isinstance(each, Refusal) for each in answers)


def page() -> str:
    """The whole page."""
    return "\n".join([OPENING, *_sections()])


def _sections() -> Iterator[str]:
    for rulebook, kind in tables():
        yield f"## {rulebook}, {kind}\n"
        yield "| act | roles |\n|---|---|"
        for act, roles in who_may(rulebook, kind).items():
            yield f"| `{act}` | {', '.join(f'`{role}`' for role in roles) or '–'} |"
        yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
