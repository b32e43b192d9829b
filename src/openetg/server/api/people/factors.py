"""A person's own second factors over HTTP: which there are, enrolling and removing them, recovery codes.

Each person does it for themselves, shortly after logging in or with the password typed again. What is secret is shown
once, to its owner, and never again.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct
from qrcode import QRCode  # type: ignore[import-untyped]

from openetg.floor.commands import EnrolFactor, HandCredential, RevokeFactor
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.people.factors import has_factor
from openetg.floor.people.staff import looks_after, staff_member
from openetg.server.access.credentials.factors import (
    PASSKEY,
    RECOVERY,
    TOTP_KIND,
    BrowserOptions,
    NotShown,
    Site,
    address_of_secret,
    begin_passkey,
    end_passkey,
    new_secret,
    shown_secret,
    step_of,
)
from openetg.server.access.logins import Identity
from openetg.server.access.steps import HalfDone
from openetg.server.api.acts.commands import ALWAYS, HalfOfCode, problems, strictly
from openetg.server.api.guard import address_of, cookie_with, site_of, who_asks
from openetg.server.api.office import Office
from openetg.server.api.people.logins import Body, ForPerson, Me, Name, Secret, granted, hand_out, me_view
from openetg.server.api.problems import Asked, edge, of_floor

Label = Annotated[str, Meta(max_length=64)]
StepName = Annotated[str, Meta(max_length=64)]


class Factor(Struct, frozen=True):
    """One second factor."""

    mark: str
    """What it is called on record."""
    kind: str
    label: str
    made_ms: int
    used_ms: int
    here: bool
    """Whether it can be shown at the name of the floor that was asked."""


class FactorsView(Struct, frozen=True):
    """The second factors of the requester."""

    needed: bool
    """Whether this floor asks this person for one."""
    factors: tuple[Factor, ...]
    recovery_left: int
    passkeys: bool
    """Whether a browser can make a passkey here: at a name, not at an address."""


class Owner(Body, frozen=True):
    """The person logged in, proved once more; the password may be left out for five minutes after logging in."""

    password: Secret = ""


class ToEnrol(Struct, frozen=True):
    """A passkey to be made: what the browser needs."""

    step: str
    options: BrowserOptions


class MadePasskey(Body, frozen=True):
    """The passkey a browser has made."""

    step: StepName
    made: dict[str, Any]
    label: Label = ""


class ToShow(Struct, frozen=True):
    """A code generator to be set up: shown once."""

    step: str
    secret: str
    address: str
    picture: tuple[str, ...]
    """The address as a square of dark (1) and light (0), row by row."""


class FirstCode(Body, frozen=True):
    """The first code of a new generator: it works."""

    step: StepName
    code: Name
    label: Label = ""


class Sheet(Struct, frozen=True):
    """Recovery codes, each good once; shown once."""

    codes: tuple[str, ...]


class Removal(Owner, frozen=True):
    """Which factor is to be removed."""

    mark: Name = ""


def factor_handlers(office: Office) -> list[Any]:
    """The handlers."""
    return [_listed(office), *_passkeys(office), *_generators(office), *_others(office), _resetting(office)]


def _site(office: Office, request: Asked) -> Site:
    return site_of(request, office.settings, office.line.running.house.site)


def _listed(office: Office) -> Any:
    @get("/api/factors", tags=["people"], responses=problems(*ALWAYS))
    async def factors(request: Asked) -> FactorsView:
        """The second factors of the requester; nothing of what is secret."""
        who, site = who_asks(request), _site(office, request)
        owned = await office.logins.proofs.owned(who.person)
        marks = office.logins.proofs.marks(who.person)
        found = [
            Factor(
                mark=mark,
                kind=PASSKEY,
                label=each.label,
                made_ms=each.made_ms,
                used_ms=each.used_ms,
                here=each.site == site.name,
            )
            for mark, each in owned.passkeys.items()
        ]
        found += [
            Factor(mark, TOTP_KIND, each.label, each.made_ms, each.used_ms, here=True)
            for mark, each in owned.generators.items()
        ]
        left = sum(len(each.hashes) for mark, each in owned.recovery.items() if mark in marks)
        shown = tuple(each for each in found if each.mark in marks)
        return FactorsView(office.logins.needs_factor(who.person), shown, left, site.is_possible)

    return factors


def _passkeys(office: Office) -> list[Any]:
    @post("/api/factors/passkey/begin", status_code=200, tags=["people"], responses=problems(*ALWAYS, 409, 422))
    async def begin(data: JSONBody[Owner], request: Asked) -> ToEnrol:
        """What a browser needs to make a passkey for the requester."""
        del data
        who, site = await _owner(office, request, Owner), _site(office, request)
        if not site.is_possible:
            raise edge("not_possible", "browsers make passkeys at a name of the floor, not at its address")
        owned = await office.logins.proofs.owned(who.person)
        name, step = office.logins.steps.begin(PASSKEY, who.person, address_of(request), office.line.now_ms())
        options, step.challenge = begin_passkey(site, who.person, owned)
        return ToEnrol(name, options)

    @post("/api/factors/passkey", status_code=200, tags=["people"], responses=problems(*ALWAYS, 409, 422))
    async def enrol(data: JSONBody[MadePasskey], request: Asked) -> Response[Me]:
        """Enrols a passkey that was made; other logins of the person end."""
        del data
        who, asked = who_asks(request), await strictly(request, MadePasskey)
        step = _step(office, request, who, asked.step, PASSKEY)
        challenge, step.challenge = step.challenge, None
        office.logins.steps.end(asked.step)
        try:
            made = end_passkey(_site(office, request), challenge, asked.made, asked.label, office.line.now_ms())
        except NotShown:
            raise edge("wrong_factor", "that is not the passkey that was asked for") from None
        mark = await office.logins.aside(lambda: office.logins.factors.add_passkey(who.person, made))
        return await _enrolled(office, request, who, mark, PASSKEY)

    return [begin, enrol]


def _generators(office: Office) -> list[Any]:
    @post("/api/factors/totp/begin", status_code=200, tags=["people"], responses=problems(*ALWAYS, 409, 422))
    async def begin(data: JSONBody[Owner], request: Asked) -> ToShow:
        """A secret for a code generator, shown once; it counts when the first code was typed."""
        del data
        who = await _owner(office, request, Owner)
        name, step = office.logins.steps.begin(TOTP_KIND, who.person, address_of(request), office.line.now_ms())
        step.secret = new_secret()
        address = address_of_secret(step.secret, who.person, office.line.running.house.site)
        return ToShow(name, shown_secret(step.secret), address, _picture(address))

    @post("/api/factors/totp", status_code=200, tags=["people"], responses=problems(*ALWAYS, 409, 422))
    async def enrol(data: JSONBody[FirstCode], request: Asked) -> Response[Me]:
        """Enrols a code generator with its first code; other logins of the person end."""
        del data
        who, asked = who_asks(request), await strictly(request, FirstCode)
        step, now_ms = _step(office, request, who, asked.step, TOTP_KIND), office.line.now_ms()
        fits = step_of(step.secret, asked.code, now_ms)
        if fits is None:
            raise edge("wrong_factor", "that is not the code it shows now")
        if not office.logins.steps.end(asked.step):
            raise edge("no_such_thing")
        mark = await office.logins.aside(
            lambda: office.logins.factors.add_generator(who.person, step.secret, asked.label, step=fits, now_ms=now_ms)
        )
        return await _enrolled(office, request, who, mark, TOTP_KIND)

    return [begin, enrol]


def _others(office: Office) -> list[Any]:
    @post("/api/factors/recovery", status_code=200, tags=["people"], responses=problems(*ALWAYS, 409, 422))
    async def recovery(data: JSONBody[Owner], request: Asked) -> Sheet:
        """A new sheet of recovery codes, shown once; the one before is no longer valid."""
        del data
        who = await _owner(office, request, Owner)
        if who.owes_factor or not has_factor(who.member.factors):
            raise edge("factor_needed", "recovery codes are for who has a second factor")
        now_ms = office.line.now_ms()
        mark, codes = await office.logins.aside(lambda: office.logins.factors.add_recovery(who.person, now_ms))
        granted(await office.line.record(EnrolFactor(who.person, mark, "recovery", who.session)))
        return Sheet(codes)

    @post("/api/factors/remove", status_code=200, tags=["people"], responses=problems(*ALWAYS, 409, 422))
    async def remove(data: JSONBody[Removal], request: Asked) -> dict[str, bool]:
        """Removes a second factor of one's own; not the last one where the floor asks for one."""
        del data
        asked: Removal = await strictly(request, Removal)
        who = await _owner(office, request, Removal)
        if who.owes_factor:
            raise edge("factor_needed")
        left = {mark: kind for mark, kind in who.member.factors.items() if mark != asked.mark}
        if asked.mark in who.member.factors and not has_factor(left) and office.logins.needs_factor(who.person):
            raise edge("last_factor")
        gone = [
            asked.mark,
            *((mark for mark, kind in left.items() if kind == RECOVERY) if not has_factor(left) else ()),
        ]
        for mark in gone:
            granted(await office.line.record(RevokeFactor(who.person, mark, "asked", who.session)))
        kept = office.logins.proofs.marks(who.person)
        await office.logins.aside(lambda: office.logins.factors.keep_only(who.person, kept))
        return {"removed": True}

    return [recovery, remove]


def _resetting(office: Office) -> Any:
    @post("/api/factors/reset", status_code=202, tags=["people"], responses=problems(*ALWAYS, 409))
    async def reset(data: JSONBody[ForPerson], request: Asked) -> HalfOfCode:
        """Takes all second factors of another person away, who has lost them, once a second person has confirmed it:
        the person enrols anew, and until another person vouches for them the account counts as in the hands of both.
        """
        del data
        who, asked = who_asks(request), await strictly(request, ForPerson)
        member = staff_member(office.line.floor, asked.person)
        refused = looks_after(office.line.floor, who.person, asked.person)
        if refused is None and member is not None and not member.factors:
            raise of_floor(Refusal(Reason.NOTHING_THERE))

        async def gone() -> str:
            kept = office.logins.proofs.marks(asked.person)
            await office.logins.aside(lambda: office.logins.factors.keep_only(asked.person, kept))
            return ""

        return await hand_out(office, who, HandCredential(asked.person, "second_factor", who.person), "", gone)

    return reset


async def _owner(office: Office, request: Asked, body: type[Owner]) -> Identity:
    """The person logged in; raises unless the login is recent or the password was typed again."""
    who, asked = who_asks(request), await strictly(request, body)
    if who.owes_factor and has_factor(who.member.factors):
        raise edge("factor_needed", "show the second factor you have first")
    await office.logins.prove_owner(who, asked.password, address_of(request))
    return who


def _step(office: Office, request: Asked, who: Identity, name: str, purpose: str) -> HalfDone:
    step = office.logins.steps.get(name, purpose, address_of(request), office.line.now_ms())
    if step is None or step.person != who.person:
        raise edge("no_such_thing", "that took too long; begin again")
    return step


async def _enrolled(office: Office, request: Asked, who: Identity, mark: str, kind: str) -> Response[Me]:
    """A factor goes on record; a person who logged in without one gets a new login, with it."""
    granted(await office.line.record(EnrolFactor(who.person, mark, kind, who.session)))  # type: ignore[arg-type]
    kept = office.logins.proofs.marks(who.person)
    await office.logins.aside(lambda: office.logins.factors.keep_only(who.person, kept))
    if not who.owes_factor:
        return Response(me_view(office, who))
    secret, now = await office.logins.let_in_anew(who, kind, address_of(request))
    return Response(me_view(office, now), headers={"set-cookie": cookie_with(office.settings.origins, secret)})


def _picture(address: str) -> tuple[str, ...]:
    code = QRCode(border=2)
    code.add_data(address)
    code.make()
    return tuple("".join("1" if dark else "0" for dark in row) for row in code.get_matrix())
