"""The journal in words, newest first: what was asked, what followed, and by which clause, about one thing or another.

Reads backwards in bounded steps, so that a question costs the same however long the journal is: what was not reached
is gone on with from a cursor. It must never tell of an entry what the requester may not see: texts are opened by the
opener it is given and by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Raw, Struct, json

from openetg.floor.commands import AnyCommand
from openetg.floor.core.refusals import Refusal
from openetg.floor.events import AnyEvent
from openetg.journal.entry import Entry
from openetg.journal.reading import begin_of
from openetg.journal.store import JournalProblem, Reader
from openetg.money import Money
from openetg.reports.recall.recall import entries_until
from openetg.reports.recall.telling import ToldEntry, UnreadEntry, clauses_of, printable, understood
from openetg.reports.sentences import Form, say_command, say_event, say_refusal

STEP = 1_000
"""So many entries are read at a time, from the end on."""
LOOKED_MAX = 40_000
"""So many are looked at for one answer; the cursor then says where to go on."""
STAFF = "staff/"
"""How the sender of a person's orders begins."""


class Wanted(Struct, frozen=True):
    """What a timeline is about; all that is named must hold of an entry."""

    table: str = ""
    terminal: str = ""
    round: int = 0
    """At the table."""
    case: str = ""
    person: str = ""
    player: str = ""
    paper: str = ""
    """By its name on record."""
    dispute: str = ""
    command: str = ""
    event: str = ""
    promotion: str = ""
    jackpot: str = ""
    over: tuple[str, ...] = ()
    """Disputes and denied claims known to be over the promotion asked for, as `dispute/N` and `claim/N`: what becomes
    of them belongs to it."""
    cases: tuple[str, ...] = ()
    """Cases known to be about the round asked for: what is decided in them belongs to it."""
    only: tuple[str, ...] = ()
    """Names of events that may be seen; all if there are none. An entry without such an event is left out."""
    moves: bool = True
    """Whether movements of money may be seen."""


class Move(Struct, frozen=True):
    """Money that went from one account to another."""

    source: str
    destination: str
    amount: Money


class Followed(Struct, frozen=True):
    """Something that followed from what was asked."""

    event: str
    words: str
    clauses: tuple[str, ...]
    moves: tuple[Move, ...]


class RefusedOrder(Struct, frozen=True):
    """Why nothing followed."""

    reason: str
    clause: str
    words: str


class Line(Struct, frozen=True):
    """An entry of the journal, in words."""

    sequence: int
    at_ms: int
    sender: str
    person: str
    """Who acted, by the number of the staff; empty where a device or a player did."""
    role: str
    command: str
    asked: str
    followed: tuple[Followed, ...]
    refused: RefusedOrder | None
    table: str = ""
    """The table by whose rulebook its clauses are to be read; empty where it concerns none."""


class Timeline(Struct, frozen=True):
    """Lines, newest first."""

    lines: tuple[Line, ...]
    before: int
    """What to ask for as `before` to go on; zero if there is nothing further."""
    head: int
    """The last entry of the journal at the time of asking."""


def timeline(journal: Reader, wanted: Wanted, form: Form, *, before: int = 0, after: int = 0, count: int) -> Timeline:
    """The newest entries that are wanted, before one entry and after another where these are named."""
    head = journal.head().sequence
    begin = max(begin_of(journal), after)
    until = min(before - 1, head) if before else head
    found: list[Line] = []
    texts = _texts_of(wanted)
    looked = 0
    while until > begin and len(found) < count and looked < LOOKED_MAX:
        since = max(begin, until - STEP)
        page = [
            line
            for entry in entries_until(journal, after=since, until=until)
            if _may_hold(entry, texts) and (line := line_of(entry, wanted, form)) is not None
        ]
        looked += until - since
        left = count - len(found)
        found += reversed(page[-left:])
        until = page[-left].sequence - 1 if len(page) > left else since
    return Timeline(tuple(found), until + 1 if until > begin else 0, head)


class Stored(Struct, frozen=True):
    """An entry as it stands in the journal, and in words."""

    sequence: int
    at_ms: int
    order: Raw
    """Who asked what, as it is stored: private texts sealed."""
    verdict: Raw
    line: Line
    head: int


def stored(journal: Reader, sequence: int, form: Form) -> Stored:
    """One entry; raises `JournalProblem` if it is not here."""
    head = journal.head().sequence
    if begin_of(journal) < sequence <= head:
        for entry in entries_until(journal, after=sequence - 1, until=sequence):
            line = line_of(entry, Wanted(), form)
            assert line is not None, "whoever wants everything wants this"
            return Stored(
                sequence=entry.sequence,
                at_ms=entry.at_ms,
                order=Raw(entry.command),
                verdict=Raw(entry.verdict),
                line=line,
                head=head,
            )
    raise JournalProblem(f"expected an entry from {begin_of(journal) + 1} to {head}, found {sequence}.")


def line_of(entry: Entry, wanted: Wanted, form: Form) -> Line | None:
    """An entry in words, if it is wanted."""
    told = understood(entry)
    if isinstance(told, UnreadEntry):
        return None if _names_something(wanted) or wanted.only else _unread(told)
    command, verdict = told.order.command, told.verdict
    if not _is_wanted(told, wanted):
        return None
    followed: tuple[Followed, ...] = ()
    refused = None
    if isinstance(verdict, Refusal):
        refused = RefusedOrder(verdict.reason.value, verdict.clause, say_refusal(verdict))
    else:
        seen = (each for each in verdict if not wanted.only or type(each).__name__ in wanted.only)
        followed = tuple(_followed(event, form, moves=wanted.moves) for event in seen)
    if wanted.only and not followed:
        return None
    person = person_of(told)
    role = getattr(command, "role", "")
    # Where only some events may be seen, what was asked may say more than they do.
    asked = "" if wanted.only else say_command(command, form)
    sender, name = printable(told.order.sender), type(command).__name__
    table = _table_of(told, form)
    return Line(
        sequence=told.sequence,
        at_ms=told.at_ms,
        sender=sender,
        person=person,
        role=role,
        command=name,
        asked=asked,
        followed=followed,
        refused=refused,
        table=table,
    )


def _table_of(told: ToldEntry, form: Form) -> str:
    things = (told.order.command, *(told.verdict if isinstance(told.verdict, tuple) else ()))
    named = (table for thing in things for table in sorted(tables_in(thing)))
    homes = (form.homes.get(name, "") for thing in things for name in sorted(terminals_in(thing)))
    # A place may be a terminal: then it is at home at a table.
    return next((form.homes.get(name, name) for name in (*named, *homes) if name), "")


def person_of(told: ToldEntry) -> str:
    """Who of the staff acted; empty if none did."""
    command: Any = told.order.command
    sender = told.order.sender
    if sender.startswith(STAFF):
        return sender.removeprefix(STAFF).rpartition("/")[0]
    return getattr(command, "by", "") if type(command).__name__ == "PairTerminal" else getattr(command, "person", "")


def _followed(event: AnyEvent, form: Form, *, moves: bool) -> Followed:
    moved = tuple(Move(each.source, each.destination, each.amount) for each in getattr(event, "transfers", ()))
    words = say_event(event, form)
    return Followed(type(event).__name__, words, tuple(clauses_of(event)), moved if moves else ())


def _unread(told: UnreadEntry) -> Line:
    entry = told.entry
    words = f"Not understood by this build: {told.problem}"
    stored = printable(entry.command.decode(errors="replace"))
    return Line(
        sequence=entry.sequence,
        at_ms=entry.at_ms,
        sender="",
        person="",
        role="",
        command="",
        asked=stored,
        followed=(Followed("", words, (), ()),),
        refused=None,
    )


def _names_something(wanted: Wanted) -> bool:
    return any(
        getattr(wanted, name) for name in wanted.__struct_fields__ if name not in {"only", "moves", "cases", "over"}
    )


def _texts_of(wanted: Wanted) -> tuple[bytes, ...]:
    """Texts that must stand in an entry for it to be wanted: a quick look that may say yes too often, never no."""
    names = (wanted.terminal, wanted.person, wanted.player, wanted.paper, wanted.dispute, wanted.command, wanted.event)
    promotion = "" if wanted.over else wanted.promotion
    # A name as JSON writes it, without its quotes: it may be one part of the name of an account.
    texts = [json.encode(name)[1:-1] for name in (*names, wanted.case, wanted.jackpot, promotion) if name]
    if wanted.table and not wanted.cases:
        texts.append(json.encode(wanted.table)[1:-1])
    return tuple(texts)


def _may_hold(entry: Entry, texts: tuple[bytes, ...]) -> bool:
    return all(text in entry.command or text in entry.verdict for text in texts)


def _is_wanted(told: ToldEntry, wanted: Wanted) -> bool:
    command, verdict = told.order.command, told.verdict
    events = verdict if isinstance(verdict, tuple) else ()
    if wanted.command and type(command).__name__ != wanted.command:
        return False
    if wanted.event and all(type(event).__name__ != wanted.event for event in events):
        return False
    if wanted.person and not _is_of_person(told, wanted.person):
        return False
    things: tuple[AnyCommand | AnyEvent, ...] = (command, *events)
    if wanted.table and not _is_at(things, wanted):
        return False
    asked = (
        (wanted.terminal, terminals_in),
        (wanted.player, players_in),
        (wanted.case, _fields_of("case")),
        (wanted.dispute, _fields_of("dispute")),
        (wanted.jackpot, jackpots_in),
        (wanted.promotion, lambda thing: promotions_in(thing, wanted.promotion, wanted.over)),
        (wanted.paper, _fields_of("ticket", "payout", "what")),
    )
    return all(not name or any(name in names(thing) for thing in things) for name, names in asked)


def _is_of_person(told: ToldEntry, person: str) -> bool:
    if person_of(told) == person:
        return True
    events = told.verdict if isinstance(told.verdict, tuple) else ()
    fields = ("person", "by", "first", "chosen_by")
    return any(getattr(thing, name, "") == person for thing in (told.order.command, *events) for name in fields)


def _is_at(things: tuple[Any, ...], wanted: Wanted) -> bool:
    """Whether something concerns the table, and the round of it where one is named."""
    if not wanted.round:
        return any(wanted.table in tables_in(thing) for thing in things)
    for thing in things:
        if getattr(thing, "case", "") in wanted.cases and wanted.cases:
            return True
        rounds = (getattr(thing, "round", 0), *(getattr(thing, "rounds", ()) or ()))
        if getattr(thing, "table", "") == wanted.table and wanted.round in rounds:
            return True
    return False


def tables_in(thing: Any) -> set[str]:
    """The tables that a command or event concerns, its movements of money included."""
    found = {getattr(thing, "table", ""), getattr(thing, "place", "")}
    for kind, names in _accounts_of(thing):
        if names and kind in {"play", "bank", "hand", "cloth", "drop", "forfeited"}:
            found.add(names[0])
    return found - {""}


def terminals_in(thing: Any) -> set[str]:
    """The terminals that a command or event concerns."""
    found = {getattr(thing, name, "") for name in ("terminal", "who", "place", "what")}
    for name in ("terminals", "concerned", "forfeited"):
        found.update(getattr(thing, name, ()) or ())
    for kind, names in _accounts_of(thing):
        if names and kind in {"meter", "play", "cash_box", "printing", "withheld", "demanded", "contested"}:
            found.add(names[-1])
    found.update(getattr(each, "terminal", "") for each in getattr(thing, "results", ()) or ())
    return found - {""}


def players_in(thing: Any) -> set[str]:
    """The players that a command or event concerns."""
    found = {getattr(thing, name, "") for name in ("player", "who", "what")}
    for name in ("players", "concerned", "forfeited"):
        found.update(getattr(thing, name, ()) or ())
    for kind, names in _accounts_of(thing):
        if names and kind in {"hand", "cloth", "withheld", "demanded", "contested"}:
            found.add(names[-1])
    found.update(getattr(each, "player", "") for each in getattr(thing, "results", ()) or ())
    return found - {""}


def jackpots_in(thing: Any) -> set[str]:
    """The jackpots that a command or event concerns; their prizes are called `JACKPOT.LEVEL.CYCLE`."""
    found = {getattr(thing, "jackpot", ""), getattr(thing, "into", ""), _device_of(thing, "jackpot/")}
    prizes = [getattr(thing, name, "") for name in ("award", "ticket", "what")]
    for kind, names in _accounts_of(thing):
        if names and kind in {"pool", "reserve", "overflow", "seeding"}:
            found.add(names[0])
        if names and kind == "award":
            prizes.append(names[0])
    found.update(name.partition(".")[0] for name in prizes if isinstance(name, str) and name.count(".") > 1)
    return found - {""}


def promotions_in(thing: Any, promotion: str, over: tuple[str, ...] = ()) -> set[str]:
    """The promotions that a command or event concerns, and this one where a dispute or claim is known to be over it;
    their prizes are called `prize:PROMOTION:NUMBER` where they are withheld.
    """
    found = {getattr(thing, "promotion", ""), _device_of(thing, "promotion/")}
    for name in (getattr(thing, "ticket", ""), getattr(thing, "what", "")):
        if isinstance(name, str) and name.startswith("prize:"):
            found.add(name.split(":")[1])
    found.update(names[0] for kind, names in _accounts_of(thing) if names and kind in {"prize", "promoting"})
    if any(f"{name}/{getattr(thing, name, '')}" in over for name in ("dispute", "claim")):
        found.add(promotion)
    return found - {""}


def _device_of(thing: Any, begin: str) -> str:
    """What a device is about whose name begins so."""
    device = getattr(thing, "device", "")
    return device.removeprefix(begin) if isinstance(device, str) and device.startswith(begin) else ""


def _accounts_of(thing: Any) -> Iterator[tuple[str, list[str]]]:
    for move in getattr(thing, "transfers", ()) or ():
        for account in (move.source, move.destination):
            kind, *names = account.split("/")
            yield kind, names


def _fields_of(*names: str) -> Any:
    def found(thing: Any) -> set[str]:
        return {getattr(thing, name, "") for name in names}

    return found
