"""The journal in words for every console, money followed through it, and rounds played back from it.

Readers of the records see everything. A supervisor of a table sees what concerns it, its terminals, cases, disputes
and players; who works at the cage what became of a paper; every person what they did themselves. A person with any
other role at a table sees what happened at it, but neither meters nor movements of money nor private texts, as the
dealer's own view; the staff desk sees of a person how they came and went. It must never show more because a filter is
missing.
"""

from __future__ import annotations

from typing import Annotated, Any, get_args

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct, json
from msgspec.structs import replace

from openetg.floor import events as said
from openetg.floor.people.staff import STAFF_DESK, has_duty, staff_member
from openetg.floor.state import Floor, StaffMember
from openetg.reports.recall.playback import Playback
from openetg.reports.recall.timeline import Line, Timeline, Wanted
from openetg.reports.recall.trace import Trace
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import holds, roles_at
from openetg.server.acts.promotion_sight import promoted_shut
from openetg.server.acts.supervision import RECORDS, supervises
from openetg.server.api.acts.commands import ALWAYS, problems
from openetg.server.api.guard import who_asks
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal.trace_sight import may_follow, trace_seen
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import CAGE, anywhere

COUNT_MAX = 200
PAPERS = "tickets/"
"""What accounts of papers begin with."""
Word = Annotated[str, QueryParameter(max_length=64)]
Paper = Annotated[str, QueryParameter(max_length=128)]
Number = Annotated[int, QueryParameter(ge=0, le=2**53 - 1)]
Count = Annotated[int, QueryParameter(ge=1, le=COUNT_MAX)]

AT_A_TABLE = frozenset(
    {kind.__name__ for area in (said.RoundEvent, said.WagerEvent, said.ClothEvent) for kind in get_args(area)}
    | {"TableOpened", "TableClosing", "TableClosed", "NoticeGiven", "DealerSignedOn", "DealerSignedOff", "LimitsSet"}
)
"""What every person who works at a table may see of what happened there."""
COMING_AND_GOING = (
    "StaffEngaged",
    "StaffReleased",
    "CredentialHanded",
    "PersonVouched",
    "PasswordSet",
    "PasswordWithdrawn",
    "LoggedIn",
    "LoginFailed",
    "LoggedOut",
    "StaffUnlocked",
    "FactorEnrolled",
    "FactorRevoked",
)
"""What the staff desk may see of a person."""


class StoredEntry(Struct, frozen=True):
    """An entry: order and verdict as they stand in the journal, private texts sealed, and the same in words."""

    sequence: int
    at_ms: int
    order: dict[str, Any]
    verdict: dict[str, Any]
    line: Line
    head: int


class TimelineSight(Struct, frozen=True):
    """How much the person may see of what was asked for."""

    wanted: Wanted
    texts: bool
    """Whether private texts are opened, and people called by name."""
    people: dict[str, str] = {}
    homes: dict[str, str] = {}
    """Of each terminal the table at which it stands."""
    shut: tuple[str, ...] = ()
    """How subjects begin whose texts stay sealed all the same."""


def timeline_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/timeline", tags=["records"], responses=problems(*ALWAYS, 422))
    async def timeline(  # noqa: PLR0913 - each is something to look for
        request: Asked,
        *,
        table: Word = "",
        terminal: Word = "",
        round: Number = 0,  # noqa: A002 - the name of the parameter
        case: Word = "",
        person: Word = "",
        player: Word = "",
        paper: Paper = "",
        dispute: Word = "",
        command: Word = "",
        event: Word = "",
        promotion: Word = "",
        jackpot: Word = "",
        before: Number = 0,
        after: Number = 0,
        count: Count = 50,
    ) -> Response[Timeline]:
        """The journal in words, newest first: of what is named, before one entry and after another."""
        asked = Wanted(
            table=table,
            terminal=terminal,
            round=round,
            case=case,
            person=person,
            player=player,
            paper=paper,
            dispute=dispute,
            command=command,
            event=event,
            promotion=promotion,
            jackpot=jackpot,
        )
        return answered(await _tell(office, request, asked, before=before, after=after, count=count))

    return [timeline, *_entry_handlers(office), *_money_handlers(office), *_round_handlers(office)]


async def _tell(office: Office, request: Asked, asked: Wanted, *, before: int, after: int, count: int) -> Timeline:
    place, who = office.line.running.place, who_asks(request)
    sight = await office.line.read(lambda floor: sight_of(office, floor, who, asked))
    keys = str(place.keys) if sight.texts else ""
    question = journal_process.Tell(
        journal=place.journal,
        keys=keys,
        wanted=sight.wanted,
        people=sight.people,
        homes=sight.homes,
        before=before,
        after=after,
        count=count,
        shut=sight.shut,
    )
    reply = await office.asking.ask(question, who.person)
    if isinstance(reply, journal_process.Impossible):
        raise edge("not_possible", reply.words)
    assert isinstance(reply, journal_process.TimelineTold), "the answer to this question"
    return reply.timeline


def _entry_handlers(office: Office) -> list[Any]:
    place = office.line.running.place

    @get("/api/entries/{sequence:int}", tags=["records"], responses=problems(*ALWAYS, 422))
    async def entry(sequence: FromPath[int], request: Asked) -> Response[StoredEntry]:
        """One entry as it is stored, and in words; for those who may read the records."""
        who = who_asks(request)

        def look(floor: Floor) -> tuple[dict[str, str], dict[str, str]]:
            anywhere(floor, who, RECORDS)
            if not 1 <= sequence <= floor.sequence:
                raise edge("no_such_thing", "no such entry")
            return names_of(office, floor), homes_of(floor)

        names = await office.line.read(look)
        question = journal_process.ShowEntry(place.journal, str(place.keys), sequence, *names)
        reply = await office.asking.ask(question, who.person)
        if isinstance(reply, journal_process.Impossible):
            raise edge("not_possible", reply.words)
        assert isinstance(reply, journal_process.EntryShown), "the answer to this question"
        return answered(reply.entry)

    return [entry]


def _money_handlers(office: Office) -> list[Any]:
    place = office.line.running.place

    @get("/api/trace", tags=["records"], responses=problems(*ALWAYS, 422))
    async def trace(request: Asked, entry: Number = 0, paper: Paper = "") -> Response[Trace]:
        """Where every cent that an entry moved, or that is on a paper, came from and went; for investigators."""
        who = who_asks(request)
        if bool(entry) == bool(paper):
            raise edge("not_possible", "expected one of entry and paper")

        def look(floor: Floor) -> dict[str, str]:
            may_follow(floor, who, paper)
            return homes_of(floor)

        homes = await office.line.read(look)
        reply = await office.asking.ask(journal_process.Follow(place.journal, entry, paper, homes), who.person)
        if isinstance(reply, journal_process.Impossible):
            raise edge("not_possible", reply.words)
        assert isinstance(reply, journal_process.MoneyFollowed), "the answer to this question"
        followed = reply.trace
        return answered(await office.line.read(lambda floor: with_papers(floor, trace_seen(floor, who, followed))))

    return [trace]


def _round_handlers(office: Office) -> list[Any]:
    place = office.line.running.place

    @get("/api/rounds/{table:str}/{number:int}", tags=["records"], responses=problems(*ALWAYS, 422))
    async def playback(table: FromPath[str], number: FromPath[int], request: Asked) -> Response[Playback]:
        """A round step by step, with the chips as they lay; for every person with a role at the table."""
        who = who_asks(request)

        def look(floor: Floor) -> TimelineSight:
            if table not in floor.tables or not 1 <= number <= floor.tables[table].rounds:
                raise edge("no_such_thing", "no such round")
            return sight_of(office, floor, who, Wanted(table=table, round=number))

        sight = await office.line.read(look)
        keys = str(place.keys) if sight.texts else ""
        question = journal_process.PlayBack(place.journal, keys, table, number, sight.people)
        reply = await office.asking.ask(question, who.person)
        if isinstance(reply, journal_process.Impossible):
            raise edge("not_possible", reply.words)
        assert isinstance(reply, journal_process.PlayedBack), "the answer to this question"
        return answered(reply.round)

    return [playback]


def with_papers(floor: Floor, trace: Trace) -> Trace:
    """With the terminal and the serial number of each paper the money was on."""
    steps = (*trace.before, *trace.here, *trace.after)
    accounts = {account for step in steps for account in (step.source, step.destination)}
    found = {account: floor.tickets.get(account.removeprefix(PAPERS)) for account in accounts}
    named = {account: f"{paper.terminal} {paper.serial or ''}".strip() for account, paper in found.items() if paper}
    return replace(trace, papers=named)


def answered(view: Struct) -> Response[Any]:
    """A view as the answer to the requester."""
    return Response(json.encode(view), media_type="application/json")


def sight_of(office: Office, floor: Floor, who: Identity, asked: Wanted) -> TimelineSight:
    """What the person may see of what was asked for; raises if that is nothing."""
    member = staff_member(floor, who.person)
    if member is None:
        raise edge("not_for_you")
    if asked.round and not asked.table:
        raise edge("not_possible", "expected the table of the round")
    wanted = _with_claims(floor, _with_cases(floor, asked))
    if may_see_all(floor, member, wanted):
        reads = holds(floor, member, RECORDS) or wanted.person == member.person
        shut = () if reads else promoted_shut(floor, member, tables_concerned(floor, wanted))
        return TimelineSight(wanted, True, names_of(office, floor), homes_of(floor), shut)
    if wanted.table in floor.tables and roles_at(floor, floor.tables[wanted.table], member):
        return TimelineSight(replace(wanted, only=tuple(sorted(AT_A_TABLE)), moves=False), False, {}, homes_of(floor))
    if wanted.person and has_duty(floor, who.person, STAFF_DESK):
        return TimelineSight(replace(wanted, only=COMING_AND_GOING, moves=False), False)
    raise edge("not_for_you")


def may_see_all(floor: Floor, member: StaffMember, wanted: Wanted) -> bool:
    """Whether the person may see everything about what is named: by the records, their tables, the cage, or as
    theirs."""
    if holds(floor, member, RECORDS) or wanted.person == member.person:
        return True
    if wanted.paper and holds(floor, member, CAGE):
        return True
    tables = tables_concerned(floor, wanted)
    return bool(tables) and all(
        name in floor.tables and supervises(floor, member, floor.tables[name]) for name in tables
    )


def tables_concerned(floor: Floor, wanted: Wanted) -> set[str]:
    """The tables that what is named belongs to. One named thing bounds what is shown, so the narrowest counts."""
    if wanted.table:
        return {wanted.table}
    if wanted.terminal in floor.terminals:
        return set(floor.terminals[wanted.terminal].tables)
    if wanted.case in floor.cases:
        return {floor.cases[wanted.case].table}
    if wanted.dispute in floor.people.disputes:
        return {floor.people.disputes[wanted.dispute].table}
    if wanted.player in floor.people.players:
        player = floor.people.players[wanted.player]
        return {*player.tables, *(table for name in player.terminals for table in floor.terminals[name].tables)}
    if wanted.paper in floor.tickets:
        terminal = floor.terminals.get(floor.tickets[wanted.paper].terminal)
        return set(terminal.tables) if terminal else set()
    return set()


def names_of(office: Office, floor: Floor) -> dict[str, str]:
    """The names of all staff, for those who may read them."""
    return {name: office.line.opened(each.full_name) for name, each in floor.people.staff.items() if each.full_name}


def homes_of(floor: Floor) -> dict[str, str]:
    """Of each terminal the table at which it stands."""
    return {name: each.table for name, each in floor.terminals.items()}


def _with_claims(floor: Floor, asked: Wanted) -> Wanted:
    """With the disputes and denied claims that are over the promotion asked for."""
    if not asked.promotion:
        return asked
    people = floor.people
    over = [f"dispute/{number}" for number, each in people.disputes.items() if each.promotion == asked.promotion]
    over += [f"claim/{number}" for number, each in people.claims.items() if each.promotion == asked.promotion]
    return replace(asked, over=tuple(over))


def _with_cases(floor: Floor, asked: Wanted) -> Wanted:
    if not asked.round:
        return asked
    about = (case for case in floor.cases.values() if (case.table, case.round) == (asked.table, asked.round))
    return replace(asked, cases=tuple(case.number for case in about))
