"""One search for everything: what staff type at the top of a console, answered from the floor at once.

Found is only what the person may see. A printed number of a paper is a secret that is worth money: a person who tries
many wrong ones has to wait, as at the cage.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Meta, Struct, json

from openetg.floor.people.staff import STAFF_DESK, staff_member
from openetg.floor.state import Floor, StaffMember
from openetg.keys.tickets import read_number
from openetg.reports.recall.search import Found, Search, SearchSight
from openetg.server.access.logins import Identity
from openetg.server.acts.acts import holds, roles_at
from openetg.server.acts.supervision import RECORDS, supervised
from openetg.server.api.acts.commands import ALWAYS, problems, strictly
from openetg.server.api.guard import who_asks
from openetg.server.api.journal.trace_sight import INVESTIGATION
from openetg.server.api.office import Office
from openetg.server.api.people.logins import Body
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.notices_due import concerns
from openetg.server.api.views.reads import CAGE
from openetg.server.api.views.rules import Registers
from openetg.server.writer.sealing import Sealer

MOST = 50


class AskSearch(Body, frozen=True):
    """What is looked for."""

    words: Annotated[str, Meta(max_length=128)]
    most: Annotated[int, Meta(ge=1, le=MOST)] = 12


class FoundView(Struct, frozen=True):
    """What was found, best first."""

    sequence: int
    found: tuple[Found, ...]


def search_handlers(office: Office) -> list[Any]:
    """The handlers."""
    registers = Registers(tuple(plan.rulebook for plan in office.line.running.house.tables))
    tries = office.papers

    def paper_of(who: Identity, words: str) -> str:
        """The name of the paper with a printed number; asking is guessing."""
        if read_number(words) is None:
            return ""
        # Counted before it is looked at: a wait that only wrong numbers see would tell them from right ones.
        wait_ms = tries.wait_ms(who.person, office.line.now_ms())
        if wait_ms:
            raise edge("too_fast", wait_ms=wait_ms)
        edge_ = office.line.running.writer.edge
        name = edge_.tickets.name_of(words) if isinstance(edge_, Sealer) else words
        if name in office.line.floor.tickets:
            tries.give_back(who.person)
        return name

    @post("/api/search", status_code=200, tags=["records"], responses=problems(*ALWAYS))
    async def search(data: JSONBody[AskSearch], request: Asked) -> Response[FoundView]:
        """Anything the floor knows by a few words, as far as the person may see it."""
        del data
        who, asked = who_asks(request), await strictly(request, AskSearch)
        await registers.ready()
        paper = paper_of(who, asked.words)

        def look(floor: Floor) -> bytes:
            known = {each.about.id: found for each in floor.rulebooks.values() if (found := registers.of(each))}
            sight = sight_of(floor, who)
            opened = office.line.opened
            searched = Search(floor, sight, asked.words, open_text=opened, registers=known, paper=paper)
            return json.encode(FoundView(floor.sequence, searched.found(asked.most)))

        return Response(await office.line.read(look), media_type="application/json")  # type: ignore[arg-type]

    return [search]


def sight_of(floor: Floor, who: Identity) -> SearchSight:
    """What a person may find."""
    member = staff_member(floor, who.person)
    if member is None:
        raise edge("not_for_you")
    return sight_of_member(floor, member)


def sight_of_member(floor: Floor, member: StaffMember) -> SearchSight:
    """What a member of staff may find."""
    tables = floor.tables.items()
    return SearchSight(
        tables=frozenset(name for name, table in tables if roles_at(floor, table, member)),
        supervised=frozenset(supervised(floor, member)),
        records=holds(floor, member, RECORDS),
        cage=holds(floor, member, CAGE),
        staff=STAFF_DESK in member.duties,
        telling=frozenset(name for name in floor.tables if concerns(floor, member, name)),
        investigated=frozenset(name for name, table in tables if holds(floor, member, INVESTIGATION, table)),
        person=member.person,
    )
