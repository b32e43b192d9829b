"""Where a person is logged in: each person sees and ends their own logins, the staff desk those of others.

A login is named by the first part of the hash on record: it does not let a person in.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromQuery, JSONBody
from msgspec import Meta, Struct

from openetg.floor.people.staff import looks_after
from openetg.floor.state import Floor
from openetg.server.access.logins import Identity
from openetg.server.api.acts.commands import ALWAYS, problems, strictly
from openetg.server.api.guard import who_asks
from openetg.server.api.office import Office
from openetg.server.api.people.logins import Body, Name
from openetg.server.api.problems import Asked, edge, of_floor

NAME_LENGTH = 16
SessionName = Annotated[str, Meta(max_length=NAME_LENGTH)]


class SessionView(Struct, frozen=True):
    """One login."""

    session: str
    """What it is ended by."""
    person: str
    desk: int
    at_ms: int
    until_ms: int
    seen_ms: int
    """When its browser was heard last."""
    address: str
    factor: str
    """The second factor that was shown; empty if none."""
    own: bool
    """Whether it is the one that asks."""


class SessionsView(Struct, frozen=True):
    """Logins, the newest first."""

    sessions: tuple[SessionView, ...]


class EndSession(Body, frozen=True):
    """Which login is to end: one by its name, or all of a person but the one that asks."""

    session: SessionName = ""
    person: Name = ""


def session_handlers(office: Office) -> list[Any]:
    """The handlers."""

    @get("/api/sessions", tags=["people"], responses=problems(*ALWAYS))
    async def sessions(request: Asked, person: FromQuery[str] = "") -> SessionsView:
        """Where a person is logged in: the requester, or for the staff desk any person."""
        who = who_asks(request)
        whose = _whose(office, who, person)

        def look(floor: Floor) -> SessionsView:
            return SessionsView(tuple(_shown(office, floor, who, each) for each in _live(office, floor, whose)))

        return await office.line.read(look)

    @post("/api/sessions/end", status_code=200, tags=["people"], responses=problems(*ALWAYS))
    async def end(data: JSONBody[EndSession], request: Asked) -> dict[str, int]:
        """Ends logins at once, sockets and all."""
        del data
        who, asked = who_asks(request), await strictly(request, EndSession)
        whose = _whose(office, who, asked.person)
        live = [each for each in _live(office, office.line.floor, whose) if each != who.session or asked.session]
        chosen = [each for each in live if not asked.session or each.startswith(asked.session)]
        if asked.session and (len(asked.session) != NAME_LENGTH or not chosen):
            raise edge("no_such_thing")
        for each in chosen:
            await office.logins.end(each, by=who.person)
        return {"ended": len(chosen)}

    return [sessions, end]


def _whose(office: Office, who: Identity, person: str) -> str:
    if person in {"", who.person}:
        return who.person
    refused = looks_after(office.line.floor, who.person, person)
    if refused is not None:
        raise of_floor(refused)
    return person


def _live(office: Office, floor: Floor, person: str) -> list[str]:
    now_ms = office.line.now_ms()
    logins = floor.people.logins
    return [each for each in reversed(logins) if logins[each].person == person and logins[each].until_ms > now_ms]


def _shown(office: Office, floor: Floor, who: Identity, session: str) -> SessionView:
    login = floor.people.logins[session]
    return SessionView(
        session=session[:NAME_LENGTH],
        person=login.person,
        desk=login.desk,
        at_ms=login.at_ms,
        until_ms=login.until_ms,
        seen_ms=office.logins.last_word_ms(session),
        address=login.address,
        factor=login.factor,
        own=session == who.session,
    )
