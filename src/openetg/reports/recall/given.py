"""How a floor stood, as lines of a round script: a table described in words, and what those words leave out as `given`.

Works on two floors: the one on record, and the one the script has made so far. What the two have in common needs no
line. It must never change the floor on record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, json

from openetg.floor.commands import Sign
from openetg.floor.state import Floor, Table
from openetg.money import format_money
from openetg.rulebook.schema.book import Rulebook
from openetg.rulebook.schema.policies import Device
from openetg.script.stage import kind_for
from openetg.script.verbs_recorded import ELSEWHERE, PARTS

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*", re.ASCII)
CLEAN = re.compile(r'[^\s/#"]+')
"""A name that can stand in a path."""
WHEELS = {Device.AUTOMATIC_WHEEL: "automatic", Device.LIVE_WHEEL: "live"}
Wanted = Callable[[str], bool]
"""Whether the value at a path is to be given."""


def described(table: Table, rulebook: Rulebook, known_as: str) -> Iterator[str]:
    """A table in words: instrument, kind, wagering period, limits."""
    game = rulebook.tables[table.kind].game
    yield f"rulebook {rulebook.about.id} {game} as {known_as}"
    if kind_for(rulebook, game) != table.kind:
        wheel = WHEELS.get(rulebook.tables[table.kind].device.value)
        by_wheel = wheel and kind_for(rulebook, game, device=rulebook.tables[table.kind].device.value) == table.kind
        yield f"wheel {wheel}" if by_wheel else f"table {table.kind}"
    if table.period_ms:
        seconds, odd = divmod(table.period_ms, 1000)
        yield f"period {table.period_ms}ms" if odd else f"period {seconds}s"
    for kind, sign in (table.limits or table.cloth.limits).items():
        yield f"limit {'total' if kind == 'sum' else kind} {_figures(sign)}".rstrip()


def terminals_at(floor: Floor, table: Table) -> Iterator[str]:
    """The terminals that stand at a table, in words."""
    at_home = (name for name in table.terminals if floor.terminals[name].table == table.name)
    yield from (f"terminal {name}" for name in at_home if NAME.fullmatch(name))


def _figures(sign: Sign) -> str:
    amounts = ((name, getattr(sign, name)) for name in ("min", "max", "step"))
    said = [f"{name} {format_money(amount)}" for name, amount in amounts if amount is not None]
    return " ".join([*said, *(["multiples"] if sign.multiples else [])])


def accounts_given(on_record: Floor, staged: Floor, wanted: Wanted) -> Iterator[str]:
    """The accounts that hold something else than the script has brought about."""
    there, here = on_record.ledger.accounts, staged.ledger.accounts
    for name in sorted({*there, *here} - {ELSEWHERE}):
        held = on_record.ledger.held(name)
        if held != staged.ledger.held(name) and wanted(name):
            yield f"account {quoted(name)} {format_money(held)}"


def quoted(word: str) -> str:
    """A word as it stands in a script."""
    return word if re.fullmatch(r"[\w/:.()-]+", word, re.ASCII) else f'"{word}"'


def state_given(on_record: Floor, staged: Floor, wanted: Wanted) -> Iterator[str]:
    """Everything else that the floor on record remembers and the script's does not, as far as it is wanted."""
    for part in PARTS:
        for path, value in _differing(part, getattr(on_record, part), getattr(staged, part), wanted):
            yield f"given {path} {one_line(json.encode(value).decode())}"


def one_line(text: str) -> str:
    """JSON that no reader of lines takes for several."""
    return "".join(f"\\u{ord(each):04x}" if each in "\x85\u2028\u2029" else each for each in text)


def _differing(path: str, there: Any, here: Any, wanted: Wanted) -> Iterator[tuple[str, Any]]:
    if _same(there, here) or not wanted(path):
        return
    names = _names(path, there, here, wanted)
    if names is None:
        yield path, _wanted_of(path, there, wanted)
        return
    for name in names:
        below = f"{path}/{name}"
        if isinstance(there, dict):
            own, other = there[name], here.get(name)
        else:
            own, other = getattr(there, name), getattr(here, name)
        if other is None or own is None:
            if own != other and wanted(below):
                yield below, own
        else:
            yield from _differing(below, own, other, wanted)


def _wanted_of(path: str, there: Any, wanted: Wanted) -> Any:
    if not isinstance(there, dict):
        return there
    return {name: value for name, value in there.items() if wanted(f"{path}/{name}")}


def _names(path: str, there: Any, here: Any, wanted: Wanted) -> list[Any] | None:
    """The names below two values, if each can be given by itself; None if they can be given only as a whole."""
    if isinstance(there, dict) and isinstance(here, dict):
        names = list(_wanted_of(path, there, wanted))
        clean = all(CLEAN.fullmatch(str(name)) for name in names)
        # What the script has and the record has not cannot be taken away piece by piece, nor put into another order;
        # where only some names are wanted, the others do not matter.
        in_order = len(names) < len(there) or list(here) == names[: len(here)]
        return names if clean and in_order else None
    if isinstance(there, Struct) and type(there) is type(here) and not there.__struct_config__.frozen:
        return list(there.__struct_fields__)
    return None


def _same(there: Any, here: Any) -> bool:
    return bool(json.encode(there) == json.encode(here))
