"""Entries of a journal as a person reads them: when, who, what, and what followed, with clauses and amounts of money.

Every command and event can be told, those added later as well: what is said comes from their own names and fields.
It must never leave a refusal or a movement of money out, and never decide anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache

from msgspec import NODEFAULT, DecodeError, Raw, Struct, ValidationError, inspect, json

from openetg.floor.commands import Command, Order
from openetg.floor.core.refusals import AMOUNTS, Refusal, sentence
from openetg.floor.core.stored import Recorded
from openetg.floor.events import AnyEvent, Event
from openetg.journal.entry import Entry
from openetg.money import Money, say_money

EPOCH = datetime.fromtimestamp(0, UTC)
SEALED = ("sealed:", "secret:")
"""How a private text begins in the journal, and one that no person may know yet."""
CITING = ("clause", "also")
NAMING = frozenset({"table", "terminal", "terminals", "player", "players", "who", "place", "what", "concerned"})
"""Fields that say whom or what something concerns."""
WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")

_order = json.Decoder(Order).decode
_recorded = json.Decoder(Recorded).decode
Opener = Callable[[str], str]
"""What makes of a sealed text something a person may read."""


class ToldEntry(Struct, frozen=True):
    """An entry, understood."""

    sequence: int
    at_ms: int
    order: Order
    verdict: tuple[AnyEvent, ...] | Refusal


class UnreadEntry(Struct, frozen=True):
    """An entry this build cannot understand; it is shown as it stands."""

    entry: Entry
    problem: str


def opened(text: str) -> str:
    """A text as it may be shown to all: what is sealed stays sealed."""
    return "(sealed)" if text.startswith(SEALED) else text


def printable(text: str) -> str:
    """A text that cannot end a line, begin another or move its reader's cursor."""
    return text if text.isprintable() else json.encode(text).decode()[1:-1].encode("unicode_escape").decode()


def understood(entry: Entry) -> ToldEntry | UnreadEntry:
    """An entry with its command and verdict, if this build knows them."""
    try:
        order, recorded = _order(entry.command), _recorded(entry.verdict)
    except (DecodeError, ValidationError) as wrong:
        return UnreadEntry(entry, str(wrong))
    verdict = recorded.refusal if recorded.refusal is not None else recorded.events
    if verdict is None:
        return UnreadEntry(entry, "neither events nor a refusal")
    return ToldEntry(entry.sequence, entry.at_ms, order, verdict)


def when(at_ms: int) -> str:
    """A time, to the millisecond, in UTC."""
    try:
        moment = EPOCH + timedelta(milliseconds=at_ms)
    except OverflowError:
        return f"{at_ms} ms"
    return moment.strftime("%Y-%m-%d %H:%M:%S.") + f"{moment.microsecond // 1000:03}"


def tell(entry: ToldEntry | UnreadEntry, *, open_text: Opener = opened) -> list[str]:
    """An entry in lines: the first says when and who, the second what was asked, the others what followed."""
    if isinstance(entry, UnreadEntry):
        stored = (entry.entry.command, entry.entry.verdict)
        head = f"{entry.entry.sequence:>7}  {when(entry.entry.at_ms)}  not understood: {entry.problem}"
        return [head, *(f"         {printable(part.decode(errors='replace'))}" for part in stored)]
    sender = f"{printable(entry.order.sender)} {entry.order.boot}.{entry.order.number}"
    head = f"{entry.sequence:>7}  {when(entry.at_ms)}  {sender}"
    asked = f"         {tell_one(entry.order.command, open_text=open_text)}"
    return [head, asked, *(f"       → {line}" for line in _followed(entry.verdict, open_text))]


def _followed(verdict: tuple[AnyEvent, ...] | Refusal, open_text: Opener) -> Iterator[str]:
    if isinstance(verdict, Refusal):
        yield tell_refusal(verdict)
        return
    for event in verdict:
        yield tell_one(event, open_text=open_text)
        for move in getattr(event, "transfers", ()):
            yield f"    {say_money(move.amount)}  {printable(move.source)} → {printable(move.destination)}"
    if not verdict:
        yield "nothing"


def tell_refusal(refusal: Refusal) -> str:
    """A refusal, with its reason and clause."""
    clauses = ", ".join(part for part in (refusal.clause, *refusal.also) if part)
    details = ", ".join(f"{name} {_value(value, name in AMOUNTS, opened)}" for name, value in refusal.details.items())
    said = f"refused: {sentence(refusal.reason)}"
    return said + (f" ({details})" if details else "") + (f"  [{clauses}]" if clauses else "")


def tell_one(thing: Command | Event, *, without: frozenset[str] = frozenset(), open_text: Opener = opened) -> str:
    """A command or event in one line: its name in words, its fields, and the clauses behind it."""
    told = ((name.replace("_", " "), words) for name, words in tell_fields(thing, without=without, open_text=open_text))
    parts = [f"{name} {words}" if words else name for name, words in told]
    cited = "" if isinstance(thing, Command) else ", ".join(clauses_of(thing))
    return name_in_words(thing) + (f": {', '.join(parts)}" if parts else "") + (f"  [{cited}]" if cited else "")


def tell_fields(
    thing: Command | Event, *, without: frozenset[str] = frozenset(), open_text: Opener = opened
) -> Iterator[tuple[str, str]]:
    """What a command or event says, field by field: its name and its value in words, none where it is simply so."""
    for name, is_money, is_private, usual in _fields(type(thing)):
        value = getattr(thing, name)
        # A time of zero is no time.
        if name in without or value in ("", None, (), {}, usual) or value is False or (not value and "_ms" in name):
            continue
        # What is no private text has nothing to be opened, in any form.
        opener = open_text if is_private else opened
        yield name.removesuffix("_ms"), _told(name, value, is_money, opener)


def clauses_of(event: Event) -> list[str]:
    """The clauses an event rests on."""
    return [clause for clause in (getattr(event, "clause", ""), *getattr(event, "also", ())) if clause]


def name_in_words(thing: object) -> str:
    """`WagerPlaced` as `wager placed`."""
    return WORDS.sub(" ", type(thing).__name__).lower()


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, bool, bool, object], ...]:
    """The fields to be told, each with whether it holds money, whether private text, and what goes without saying."""
    # Money is a whole number at run time: only the annotation still says what it counts.
    notes: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        notes |= {name: str(note) for name, note in vars(base).get("__annotations__", {}).items()}
    # A clause in a command is what a person said; in an event it is what the answer rests on, and stands at the end.
    left_out = {"transfers"} if issubclass(kind, Command) else {"transfers", *CITING}
    names = kind.__struct_fields__
    usual = dict(zip(names[len(names) - len(kind.__struct_defaults__) :], kind.__struct_defaults__, strict=True))
    told = (name for name in names if name not in left_out)
    private = private_fields(kind)
    return tuple((name, "Money" in notes.get(name, ""), name in private, usual.get(name, NODEFAULT)) for name in told)


def private_fields(kind: type[Struct]) -> frozenset[str]:
    """The fields of a type that hold private text."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType), "what is told of is a struct"
    return frozenset(each.name for each in found.fields if _is_private(each.type))


def _is_private(found: inspect.Type) -> bool:
    if isinstance(found, inspect.Metadata):
        return "private" in (found.extra or {})
    inner = getattr(found, "item_type", None) or getattr(found, "value_type", None)
    return isinstance(inner, inspect.Type) and _is_private(inner)


def _told(name: str, value: object, is_money: bool, open_text: Opener) -> str:
    if value is True:
        return ""
    if name.endswith("_ms") and isinstance(value, int):
        return when(value) if name.endswith("at_ms") else f"{value} ms"
    return _value(value, is_money, open_text)


def _value(value: object, is_money: bool, open_text: Opener) -> str:
    if isinstance(value, Raw):
        return f"({len(bytes(value))} bytes)"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return _money(value) if is_money else str(value)
    if isinstance(value, str):
        return printable(open_text(value))
    if isinstance(value, dict):
        return " + ".join(
            f"{_value(key, False, open_text)} {_value(each, is_money, open_text)}" for key, each in value.items()
        )
    if isinstance(value, (tuple, list)):
        return " + ".join(_value(each, is_money, open_text) for each in value) or "none"
    if isinstance(value, Struct):
        fields = ((name, getattr(value, name), money) for name, money, _, _ in _fields(type(value)))
        said = (f"{name} {_value(each, money, opened)}" for name, each, money in fields if each not in ("", None))
        return f"({', '.join(said)})"
    return "none" if value is None else str(value)


def _money(value: int) -> str:
    amount: Money = value  # type: ignore[assignment]
    return say_money(amount)


def names_in(thing: object) -> set[str]:
    """The tables, terminals and players that a command or event concerns, its movements of money included."""
    found: set[str] = set()
    for name in NAMING & set(getattr(thing, "__struct_fields__", ())):
        value = getattr(thing, name)
        found |= {value} if isinstance(value, str) else set(value)
    for move in getattr(thing, "transfers", ()):
        for account in (move.source, move.destination):
            found.update(account.split("/")[1:])
    for result in (*getattr(thing, "results", ()), *getattr(thing, "earned", ())):
        found.add(getattr(result, "terminal", "") or getattr(result, "player", ""))
    return found


def concerned(entry: ToldEntry) -> set[str]:
    """All that an entry concerns."""
    found = names_in(entry.order.command)
    for event in entry.verdict if isinstance(entry.verdict, tuple) else ():
        found |= names_in(event)
    return found
