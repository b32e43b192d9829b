"""What an act would do, before it is sent: the floor's answer, every account it would touch, who else is needed.

The act is put together exactly as the one that would be sent (`access.acts`), asked of `decide` and thrown away.
Nothing of it is on record, and nothing of it is promised: another entry in between, and it may be otherwise.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import FromPath
from msgspec import Struct, json

from openetg.floor.commands import Command
from openetg.floor.core.refusals import Refusal, sentence
from openetg.floor.pipeline import decide
from openetg.floor.preview import AccountChange, changes_of, follows_of
from openetg.floor.state import Floor
from openetg.keys.tickets import read_number
from openetg.reports.recall.telling import opened
from openetg.server.access.logins import Identity
from openetg.server.acts.acting import BY_NAME, facts_of
from openetg.server.acts.acts import admit
from openetg.server.acts.second_person import needs_second, would
from openetg.server.api.acts.bodies import body_of, path_of, values_of
from openetg.server.api.acts.commands import ALWAYS, problems, strictly
from openetg.server.api.acts.sentences import FieldSaid, in_fields, in_sentences
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge
from openetg.server.api.views.reads import CAGE, anywhere
from openetg.server.writer.sealing import PLANS
from openetg.wire.console import Fact

BY_PATH = {path_of(kind): kind for kind in BY_NAME.values()}
"""Every command that people may send, by its name in an address."""


class RefusedAct(Struct, frozen=True):
    """The refusal it would get."""

    reason: str
    clause: str
    words: str
    details: dict[str, str | int]


class PreviewView(Struct, frozen=True):
    """What would follow now."""

    sequence: int
    """The entry this was worked out after."""
    refused: RefusedAct | None
    second: bool
    """Whether a second person would have to confirm it."""
    facts: tuple[Fact, ...]
    lines: tuple[str, ...]
    """The same in words, each with its clauses."""
    changes: tuple[AccountChange, ...]
    """Every account it would touch."""
    follows: tuple[AccountChange, ...] = ()
    """Every account the floor itself would touch right behind it."""
    said: tuple[FieldSaid, ...] = ()
    """What is asked, field by field."""


def preview_handlers(office: Office) -> list[Any]:
    """The handler."""

    @post("/api/preview/{act:str}", status_code=200, tags=["commands"], responses=problems(*ALWAYS))
    async def preview(request: Asked, act: FromPath[str]) -> Response[PreviewView]:
        """What a command would do if it were sent now, with the body of the command; nothing is done."""
        who = who_asks(request)
        kind = BY_PATH.get(act)
        if kind is None:
            raise edge("no_such_thing", "people send no command of that name")
        values = values_of(kind, await strictly(request, body_of(kind)))
        numbers = _numbers_in(kind, values)
        if numbers:
            _count_guess(office, who)

        def own(text: str) -> str:
            """Opens only private texts that the requester typed just now."""
            said = office.line.opened(text)
            return said if said in values.values() else opened(text)

        def look(floor: Floor) -> bytes:
            admitted = admit(office.line, who.person, kind, values)
            if isinstance(admitted, Refusal):
                return json.encode(_refused(floor, admitted, second=False))
            if numbers and all(getattr(admitted.sealed, name) in floor.tickets for name in numbers):
                office.papers.give_back(who.person)
            verdict = decide(floor, admitted.sealed, office.line.now_ms())
            second = office.seconds.wants(floor, admitted.sealed, verdict)
            verdict = would(office.line, admitted.sealed) if needs_second(verdict) else verdict
            if isinstance(verdict, Refusal):
                return json.encode(_refused(floor, verdict, second=second))
            lines = in_sentences(office.line, floor, verdict, own)
            view = PreviewView(
                sequence=floor.sequence,
                refused=None,
                second=second,
                facts=facts_of(verdict),
                lines=lines,
                changes=changes_of(floor, verdict),
                follows=follows_of(floor, verdict),
                said=in_fields(admitted.sealed, who.person, own),
            )
            return json.encode(view)

        encoded = await office.line.read(look)
        told: Response[Any] = Response(encoded, media_type="application/json")
        return told

    return [preview]


def _numbers_in(kind: type[Command], values: dict[str, Any]) -> tuple[str, ...]:
    """The fields in which the number of a paper stands, as it is printed; a name of a paper is no secret."""
    plan = PLANS.get(kind)
    papers = () if plan is None else plan.papers
    return tuple(each.field for each in papers if read_number(str(values.get(each.field, ""))) is not None)


def _count_guess(office: Office, who: Identity) -> None:
    """Counts a wrong number: a preview tells whether a number is that of a paper, so asking is guessing."""
    anywhere(office.line.floor, who, CAGE)
    wait_ms = office.papers.wait_ms(who.person, office.line.now_ms())
    if wait_ms:
        raise edge("too_fast", wait_ms=wait_ms)


def _refused(floor: Floor, refusal: Refusal, *, second: bool) -> PreviewView:
    no = RefusedAct(refusal.reason.value, refusal.clause, sentence(refusal.reason), refusal.details)
    return PreviewView(sequence=floor.sequence, refused=no, second=second, facts=(), lines=(), changes=())
