"""What the verbs of recalled rounds say: how a floor stood on record, and commands word for word as a journal has them.

`etg journal recall --script` writes them. They reach past what goes without saying in other scripts, so that rounds
are played as they were played. None of them invents anything: what is given is told apart from what is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct, ValidationError, json

from openetg.floor.commands import AnyCommand, ReportLaunch, ReportPrint
from openetg.floor.premises.rulebooks import rulebook_hash
from openetg.floor.state import (
    Alerts,
    Case,
    Jackpots,
    People,
    Premises,
    Promotions,
    Table,
    Terminal,
    Ticket,
    Vault,
)
from openetg.money import ZERO
from openetg.script.parse import ScriptLine
from openetg.script.saying import amount, number, text
from openetg.script.stage import Stage, StepFailed, opened

RULEBOOK = "rulebook:"
"""How a rulebook of the script is called inside JSON and paths: its hash changes with every edition."""
ELSEWHERE = "elsewhere"
"""The account of all that happened before and elsewhere, against which accounts are given."""
PARTS: dict[str, Any] = {
    "tables": dict[str, Table],
    "terminals": dict[str, Terminal],
    "tickets": dict[str, Ticket],
    "cases": dict[str, Case],
    "people": People,
    "premises": Premises,
    "vault": Vault,
    "alerts": Alerts,
    "jackpots": Jackpots,
    "promotions": Promotions,
}
"""What can be given of a floor, with its type."""


def _verbatim(stage: Stage, step: ScriptLine) -> None:
    del step
    stage.found_all()
    stage.verbatim = stage.own_dealers = True


def _at(stage: Stage, step: ScriptLine) -> None:
    when = number(step, "time")
    if stage.founded and when < stage.at_ms:
        raise StepFailed("time does not go back")
    stage.at_ms = when


def _given(stage: Stage, step: ScriptLine) -> None:
    stage.found_all()
    first, *rest = (_by_hash(stage, name) for name in text(step, "path").split("/"))
    if first not in PARTS:
        raise StepFailed(f"no part {first} of a floor: there are {', '.join(PARTS)}")
    value = _with_hashes(stage, text(step, "json"))
    stage.given = True
    if not rest:
        setattr(stage.floor, first, _read(value, PARTS[first]))
        return
    place, hint = getattr(stage.floor, first), PARTS[first]
    for name in rest[:-1]:
        place, hint = _inside(place, hint, name)
    _put(place, hint, rest[-1], value)


def _with_hashes(stage: Stage, value: str) -> str:
    """JSON in which rulebooks are called as the floor calls them: by the hash of what was adopted."""
    for name in {plan.rulebook for plan in stage.plans.values()}:
        value = value.replace(f'"{RULEBOOK}{name}"', f'"{_by_hash(stage, RULEBOOK + name)}"')
    return value


def _by_hash(stage: Stage, name: str) -> str:
    """A rulebook by its hash; any other name stays."""
    said = name.removeprefix(RULEBOOK)
    known = said != name and said in {plan.rulebook for plan in stage.plans.values()}
    return rulebook_hash(opened(said).rulebook) if known else name


def _something(hint: Any) -> Any:
    """A type without its nothing."""
    kinds = [each for each in get_args(hint) if each is not type(None)]
    return kinds[0] if type(None) in get_args(hint) and len(kinds) == 1 else hint


def _inside(place: Any, hint: Any, name: str) -> tuple[Any, Any]:
    """The value under a name, and its type."""
    hint = _something(hint)
    if get_origin(hint) is dict:
        key = _key(hint, name)
        if key not in place:
            raise StepFailed(f"nothing is called {name} there: there are {', '.join(map(str, place))}")
        return place[key], get_args(hint)[1]
    if isinstance(place, Struct):
        hints = fields_of(type(place))
        if name in hints:
            return getattr(place, name), hints[name]
        raise StepFailed(f"nothing is called {name} there: there are {', '.join(hints)}")
    raise StepFailed(f"nothing stands below {name}")


def _put(place: Any, hint: Any, name: str, value: str) -> None:
    hint = _something(hint)
    if get_origin(hint) is dict:
        place[_key(hint, name)] = _read(value, get_args(hint)[1])
        return
    if not isinstance(place, Struct) or place.__struct_config__.frozen:
        raise StepFailed(f"{name} can be given only with all that stands around it")
    _, own = _inside(place, hint, name)
    setattr(place, name, _read(value, own))


def _key(hint: Any, name: str) -> Any:
    return _read(name, int) if get_args(hint)[0] is int else name


@cache
def fields_of(kind: type[Struct]) -> dict[str, Any]:
    """The fields of a record, with their types."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


def _read(value: str, hint: Any) -> Any:
    try:
        return json.decode(value, type=hint)
    except ValidationError as wrong:
        raise StepFailed(f"cannot stand there: {wrong}") from None


def _account(stage: Stage, step: ScriptLine) -> None:
    stage.found_all()
    name, sum_ = text(step, "account"), amount(step, "sum")
    accounts = stage.floor.ledger.accounts
    stage.given = True
    accounts[ELSEWHERE] = accounts.get(ELSEWHERE, ZERO) + accounts.get(name, ZERO) - sum_
    accounts[name] = sum_


def _ask(stage: Stage, step: ScriptLine) -> None:
    stage.found_all()
    stage.ask(_read(_with_hashes(stage, text(step, "json")), AnyCommand))


def _launch(stage: Stage, step: ScriptLine) -> None:
    opposite = _sensed(step, yes="opposite", no="same-direction")
    turning = _sensed(step, yes="turning", no="rotor-still")
    stage.ask(ReportLaunch(stage.table.name, stage.round.spin, opposite, turning))


def _sensed(step: ScriptLine, *, yes: str, no: str) -> bool | None:
    """What a device says it saw; None if it did not look."""
    return True if yes in step.said else False if no in step.said else None


def _printed(stage: Stage, step: ScriptLine) -> None:
    terminal, ticket = stage.terminal(text(step, "terminal")), text(step, "ticket")
    stage.ask(ReportPrint(terminal, ticket, printed="jam" not in step.said))


VERBS: dict[str, Callable[[Stage, ScriptLine], None]] = {
    "verbatim": _verbatim,
    "at": _at,
    "given": _given,
    "account": _account,
    "ask": _ask,
    "launch": _launch,
    "printed": _printed,
}
