"""What a second person is shown of an act that waits, and how it is confirmed or taken back.

No person confirms an act without having seen it: every field in words, what would follow, every account. Private texts
are opened for those alone who may read them.
"""

from __future__ import annotations

from typing import Any

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct, structs

from openetg.floor.commands import Order, RecordSecond
from openetg.floor.core.answers import Stale
from openetg.floor.core.refusals import Refusal
from openetg.floor.people.hands import same_person
from openetg.floor.people.staff import staff_member
from openetg.floor.preview import AccountChange, changes_of, follows_of
from openetg.floor.state import Floor
from openetg.reports.recall.telling import Opener, opened
from openetg.reports.recall.timeline import Wanted
from openetg.reports.sentences import say_refusal
from openetg.server.access.proving import IdentityClaim, SecondNeeded, ShownFactor
from openetg.server.acts.promotion_sight import PEOPLE, promoted_shut
from openetg.server.acts.second_person import HeldAct, confirmed_by, could_do, may_second, may_see, would
from openetg.server.api.acts.commands import ALWAYS, Done, ToConfirm, done, problems, strictly, to_confirm
from openetg.server.api.acts.sentences import FieldSaid, in_fields, in_sentences
from openetg.server.api.guard import address_of, site_of, who_asks
from openetg.server.api.journal.timeline import may_see_all, tables_concerned
from openetg.server.api.office import Office
from openetg.server.api.people.logins import Body, Name, Secret, Text, granted
from openetg.server.api.problems import Asked, edge, of_floor
from openetg.server.writer.sealing import PLANS


class Confirm(Body, frozen=True):
    """Who confirms: the person logged in, or a second person who types name and password at the same console."""

    person: Name = ""
    password: Secret = ""
    code: Name = ""
    """Of their second factor, where they have one."""
    step: Text = ""
    """In place of name and password: what the answer to the password named, where it asked for the second factor."""
    signed: dict[str, Any] | None = None
    """What a passkey of theirs has signed."""


class Confirmed(Done, frozen=True):
    """A second person has confirmed it, and it is on record."""

    part: str = ""
    """The second person's half of a code that was made by two, to be told only to the person it is for."""


class ToSecond(ToConfirm, frozen=True):
    """An act that waits, with what it would do: no person confirms an act without having seen it."""

    may_confirm: bool
    """Whether the requester may be the second person."""
    own_console: bool
    """Whether the second person confirms it at a console of their own, and not by a password typed at the first's."""
    lines: tuple[str, ...]
    """What would follow, in words; or the refusal it would get by now."""
    changes: tuple[AccountChange, ...]
    """Every account it would touch."""
    follows: tuple[AccountChange, ...]
    """Every account the floor itself would touch right behind it."""
    said: tuple[FieldSaid, ...]
    """What is asked, field by field; private texts for those alone who may read them."""


class Waits(Struct, frozen=True):
    """Everything that waits for a second person."""

    waiting: tuple[ToSecond, ...]


def second_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/confirmations", tags=["second person"], responses=problems(*ALWAYS))
    async def waiting(request: Asked) -> Waits:
        """Acts that wait for a second person, for the requester, those who may confirm, and readers of the records."""
        who = who_asks(request)

        def look(floor: Floor) -> Waits:
            waiting = office.seconds.all(office.line.now_ms())
            seen = [each for each in waiting if may_see(office.line, who.person, each)]
            return Waits(tuple(_to_second(office, floor, each, who.person) for each in seen))

        return await office.line.read(look)

    @post("/api/confirmations/{name:str}", status_code=200, tags=["second person"], responses=problems(*ALWAYS, 409))
    async def confirm(name: FromPath[str], data: JSONBody[Confirm], request: Asked) -> Confirmed:
        """A second person confirms an act: it is done, and both are on record."""
        del data
        who, asked = who_asks(request), await strictly(request, Confirm)
        second = who.person
        if asked.person or asked.step:
            found = office.seconds.get(name, office.line.now_ms())
            if found is not None and found.then is not None:
                # Of a code that is made by two the first must not see the other half.
                raise edge("own_console")
            second = await _proved(office, who.person, name, asked, request)
        return await _confirmed(office, name, second)

    @delete("/api/confirmations/{name:str}", status_code=200, tags=["second person"], responses=problems(*ALWAYS))
    async def withdraw(name: FromPath[str], request: Asked) -> dict[str, bool]:
        """The requester of an act takes it back before it was confirmed."""
        who = who_asks(request)
        found = office.seconds.get(name, office.line.now_ms())
        if found is None or found.first != who.person:
            raise edge("no_such_thing")
        office.seconds.take(name, office.line.now_ms())
        return {"waits": False}

    return [waiting, confirm, withdraw]


async def _proved(office: Office, by: str, name: str, asked: Confirm, request: Asked) -> str:
    """The second person, who has shown password and second factor; wrong ones count against the person logged in there,
    in all their logins.
    """
    wait_ms = office.guesses.wait_ms(by, office.line.now_ms())
    if wait_ms:
        raise edge("too_fast", wait_ms=wait_ms)
    where = address_of(request), site_of(request, office.settings, office.line.running.house.site)
    claim = IdentityClaim(asked.person, asked.password, asked.step, ShownFactor(asked.code, asked.signed))
    try:
        second = await office.logins.prove_second(name, claim, *where)
    except SecondNeeded:
        office.guesses.give_back(by)
        raise
    office.guesses.give_back(by)
    return second


def _to_second(office: Office, floor: Floor, waiting: HeldAct, person: str) -> ToSecond:
    asked = {**structs.asdict(to_confirm(waiting)), "own_console": waiting.then is not None}
    verdict = would(office.line, waiting.sealed, person)
    may, reads = may_second(office.line, person, waiting), _reader(office, floor, waiting, person)
    said = in_fields(waiting.sealed, waiting.first, reads)
    if isinstance(verdict, Refusal):
        return ToSecond(**asked, may_confirm=may, lines=(say_refusal(verdict),), changes=(), follows=(), said=said)
    lines = in_sentences(office.line, floor, verdict, reads)
    moved = changes_of(floor, verdict), follows_of(floor, verdict)
    return ToSecond(**asked, may_confirm=may, lines=lines, changes=moved[0], follows=moved[1], said=said)


def _reader(office: Office, floor: Floor, waiting: HeldAct, person: str) -> Opener:
    """Opens the private texts of an act that waits, and no others, for those who may read them."""
    plan = PLANS.get(type(waiting.sealed))
    if plan is None or not _may_read(office, floor, waiting, person):
        return opened
    own = {getattr(waiting.sealed, text.field) for text in plan.texts}
    return lambda text: office.line.opened(text) if text in own else opened(text)


def _may_read(office: Office, floor: Floor, waiting: HeldAct, person: str) -> bool:
    """The requester of an act and those who could request it, since they write such texts themselves; otherwise those
    who may read them once they are on record.
    """
    member = staff_member(floor, person)
    if member is None or person == waiting.first or could_do(office.line, member, waiting):
        return member is not None
    act = waiting.sealed
    wanted = Wanted(table=getattr(act, "table", ""), terminal=getattr(act, "terminal", ""))
    texts = PLANS[type(act)].texts
    shut = promoted_shut(floor, member, tables_concerned(floor, wanted))
    hidden = shut and any(f"{text.about}/" in PEOPLE for text in texts)
    return not hidden and may_see_all(floor, member, wanted)


async def _confirmed(office: Office, name: str, second: str) -> Confirmed:
    line = office.line
    found = office.seconds.get(name, line.now_ms())
    if found is None:
        raise edge("no_such_thing", "nothing waits under that name, or not any more")
    same = same_person(line.floor, found.first, second)
    if same is not None:
        raise of_floor(same)
    if not may_second(line, second, found):
        raise edge("not_for_you", "expected somebody who has the power for it too, or the duty of a witness")
    # Taken before anything is awaited: of two people who confirm at a time one finds nothing.
    office.seconds.take(name, line.now_ms())
    act = type(found.command).__name__
    granted(await line.record(RecordSecond(second, found.first, act, found.digest)))
    order = Order(found.sender, found.boot, found.number, confirmed_by(found.command, second))
    told = await line.ask(order)
    if isinstance(told, Stale):
        # The requester has sent other orders meanwhile: the number is used up, but not by this act.
        told = await line.record(order.command)
    answer = done(told, office, order)
    return Confirmed(**structs.asdict(answer), part="" if found.then is None else await found.then())
