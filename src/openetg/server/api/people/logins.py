"""Coming in and going out over HTTP: logins, passwords, terminals and their keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta, Struct
from msgspec.structs import asdict

from openetg.floor.commands import HandCredential, OfferPairing, PairTerminal
from openetg.floor.core.refusals import Refusal
from openetg.floor.people.staff import is_occupied
from openetg.floor.pipeline import decide
from openetg.server.access.credentials.factors import BrowserOptions, Site
from openetg.server.access.credentials.passwords import SETUP_CODE_LENGTH, drawn_code
from openetg.server.access.logins import Identity
from openetg.server.access.pairing import CODE_LENGTH as PAIRING_CODE_LENGTH
from openetg.server.access.pairing import canonical_key, signed_by
from openetg.server.access.proving import IdentityClaim, ShownFactor
from openetg.server.access.rates import Rate
from openetg.server.acts.acting import cut_off
from openetg.server.acts.line import Told
from openetg.server.acts.second_person import needs_second
from openetg.server.api.acts.commands import ALWAYS, HalfOfCode, problems, strictly, to_confirm
from openetg.server.api.guard import address_of, cookie_with, site_of, who_asks
from openetg.server.api.office import Office
from openetg.server.api.problems import Asked, edge, of_floor
from openetg.server.writer.writer import Decided

Name = Annotated[str, Meta(max_length=64)]
Secret = Annotated[str, Meta(max_length=512)]
Text = Annotated[str, Meta(max_length=512)]


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a request says."""


class LogIn(Body, frozen=True):
    """Who wants to come in."""

    person: Name
    password: Secret
    code: Name = ""
    """Of a second factor, for programs; a page shows it in a step of its own."""


class ShowFactor(Body, frozen=True):
    """The second factor of the person who has shown the password."""

    step: Text
    """What the answer to the password named."""
    code: Name = ""
    """Of a code generator, or from the sheet of recovery codes."""
    signed: dict[str, Any] | None = None
    """What a passkey has signed, as the browser gives it."""


class OfStep(Body, frozen=True):
    """Which login."""

    step: Text


class PasskeyOptions(Struct, frozen=True):
    """What a browser needs, as WebAuthn says it."""

    options: BrowserOptions


class Me(Struct, frozen=True):
    """Who is logged in, and with which numbers to send commands."""

    person: str
    roles: dict[str, tuple[str, ...]]
    """Per rulebook."""
    duties: tuple[str, ...]
    boot: int
    """The first part of every `Idempotency-Key` of this login."""
    last: int
    """The last number this login has used."""
    until_ms: int
    """When the login ends at the latest."""
    owes_factor: bool = False
    """Whether nothing is open before a second factor is enrolled."""


class ChangePassword(Body, frozen=True):
    """Another password for the person logged in, who shows the old one, and the second factor where there is one."""

    new: Secret
    old: Secret = ""
    """Left out with a step."""
    step: Text = ""
    """What the answer to the old password named, where it asked for the second factor."""
    code: Name = ""
    signed: dict[str, Any] | None = None


class SetUpPassword(Body, frozen=True):
    """A password chosen with a one-time code."""

    person: Name
    code: Name
    password: Secret


class ForPerson(Body, frozen=True):
    """Whom it is about."""

    person: Name


class ForTerminal(Body, frozen=True):
    """Which terminal."""

    terminal: Name


class PairingCode(Struct, frozen=True):
    """A code to be typed at one terminal."""

    terminal: str
    code: str
    until_ms: int


class Pair(Body, frozen=True):
    """A terminal that has a code."""

    terminal: Name
    code: Name
    key: Text
    """Its public key: P-256, SPKI, base64."""


class Paired(Struct, frozen=True):
    """The key is on record."""

    terminal: str
    sequence: int


class Challenge(Struct, frozen=True):
    """What a terminal has to sign: `openetg terminal`, a line feed, and this."""

    challenge: str


class Signed(Body, frozen=True):
    """A challenge, signed."""

    terminal: Name
    challenge: Text
    signature: Text
    """ECDSA with SHA-256, the two halves one after the other, base64, as WebCrypto gives it."""


class Pass(Struct, frozen=True):
    """What the terminal says as its key in the hello of its socket."""

    key: str
    until_ms: int


def people_handlers(office: Office) -> list[Any]:
    """The handlers."""
    return [*_login_handlers(office), *_password_handlers(office), *_pairing_handlers(office)]


def me_view(office: Office, who: Identity) -> Me:
    sender = office.line.floor.senders.get(who.sender)
    last = sender.last if sender is not None and sender.boot == who.login.boot else 0
    member = who.member
    return Me(
        person=who.person,
        roles=member.roles,
        duties=member.duties,
        boot=who.login.boot,
        last=last,
        until_ms=who.login.until_ms,
        owes_factor=who.owes_factor,
    )


def _site(office: Office, request: Asked) -> Site:
    return site_of(request, office.settings, office.line.running.house.site)


def _login_handlers(office: Office) -> list[Any]:
    origins = office.settings.origins

    @post("/api/login", status_code=200, tags=["people"], responses=problems(*ALWAYS))
    async def log_in(data: JSONBody[LogIn], request: Asked) -> Response[Me]:
        """Lets a person in; the cookie of the answer is the login."""
        del data
        asked: LogIn = await strictly(request, LogIn)
        where = address_of(request), _site(office, request)
        claim = IdentityClaim(asked.person, asked.password, shown=ShownFactor(asked.code))
        secret, who = await office.logins.log_in(claim, *where)
        return Response(me_view(office, who), headers={"set-cookie": cookie_with(origins, secret)})

    @post("/api/login/passkey", status_code=200, tags=["people"], responses=problems(*ALWAYS))
    async def login_passkey(data: JSONBody[OfStep], request: Asked) -> PasskeyOptions:
        """What a passkey has to sign to go on with what a right password began; good once."""
        del data
        asked: OfStep = await strictly(request, OfStep)
        return PasskeyOptions(await office.logins.challenge(asked.step, address_of(request), _site(office, request)))

    @post("/api/login/factor", status_code=200, tags=["people"], responses=problems(*ALWAYS))
    async def login_factor(data: JSONBody[ShowFactor], request: Asked) -> Response[Me]:
        """Lets a person in who has shown the password, with a second factor."""
        del data
        asked: ShowFactor = await strictly(request, ShowFactor)
        claim = IdentityClaim(step=asked.step, shown=ShownFactor(asked.code, asked.signed))
        secret, who = await office.logins.log_in(claim, address_of(request), _site(office, request))
        return Response(me_view(office, who), headers={"set-cookie": cookie_with(origins, secret)})

    @post("/api/logout", status_code=200, tags=["people"], responses=problems(*ALWAYS))
    async def log_out(request: Asked) -> Response[dict[str, bool]]:
        """Ends the login."""
        await office.logins.log_out(who_asks(request))
        # Not what is stored: a terminal's own record may lie in the same browser.
        gone = {"set-cookie": cookie_with(origins, ""), "clear-site-data": '"cache"'}
        return Response({"logged_in": False}, headers=gone)

    @get("/api/me", tags=["people"], responses=problems(*ALWAYS))
    async def me(request: Asked) -> Me:
        """Who is logged in."""
        return me_view(office, who_asks(request))

    return [log_in, login_passkey, login_factor, log_out, me]


def _password_handlers(office: Office) -> list[Any]:
    @post("/api/password", status_code=200, tags=["people"], responses=problems(*ALWAYS, 422))
    async def change_password(data: JSONBody[ChangePassword], request: Asked) -> Response[Me]:
        """Gives the person logged in another password; every other login of theirs ends, and this one is another
        from now on. Where the person has a second factor it is asked for, as at a login.
        """
        del data
        who, asked = who_asks(request), await strictly(request, ChangePassword)
        claim = IdentityClaim(who.person, asked.old, asked.step, ShownFactor(asked.code, asked.signed))
        where = address_of(request), _site(office, request)
        secret, now = await office.logins.change_password(who, asked.new, claim, *where)
        return Response(me_view(office, now), headers={"set-cookie": cookie_with(office.settings.origins, secret)})

    @post("/api/password/setup", status_code=200, tags=["people"], responses=problems(*ALWAYS, 422))
    async def set_up_password(data: JSONBody[SetUpPassword], request: Asked) -> dict[str, bool]:
        """Sets a person's password with the one-time code they were given."""
        del data
        asked: SetUpPassword = await strictly(request, SetUpPassword)
        await office.logins.set_up(asked.person, asked.code, asked.password, address_of(request))
        office.line.running.place.first_code.unlink(missing_ok=True)
        return {"password_set": True}

    @post("/api/password/code", status_code=202, tags=["people"], responses=problems(*ALWAYS))
    async def make_setup_code(data: JSONBody[ForPerson], request: Asked) -> HalfOfCode:
        """One half of a one-time code for another person to choose a password with. There is no code until a second
        person has confirmed it, at their own console, who gets the other half.
        """
        del data
        who, asked = who_asks(request), await strictly(request, ForPerson)
        return await ask_for_code(office, who, asked.person)

    return [change_password, set_up_password, make_setup_code]


async def ask_for_code(office: Office, who: Identity, person: str) -> HalfOfCode:
    """Makes a set-up code wait for a second person; neither of the two ever knows the whole code."""
    own, other = drawn_code(SETUP_CODE_LENGTH // 2), drawn_code(SETUP_CODE_LENGTH // 2)

    async def made() -> str:
        await office.logins.keep_code(person, own + other, by=who.person)
        return other

    return await hand_out(office, who, HandCredential(person, "code", who.person), own, made)


async def hand_out(
    office: Office,
    who: Identity,
    command: HandCredential | OfferPairing,
    part: str,
    then: Callable[[], Awaitable[str]],
) -> HalfOfCode:
    """Keeps a code waiting for a second person, with which one may log in as another; a refusal of the floor is on
    record.

    `part` is for the requester; `then` is done once it is on record, and gives the half for the second person.
    """
    line = office.line
    if not needs_second(decide(line.floor, command, line.now_ms())):
        granted(await line.record(command))
        raise AssertionError("the floor hands out nothing by one person")
    waiting = office.seconds.put(who.person, line.own_order(command), command, line.now_ms(), part=part, then=then)
    if waiting is None:
        raise edge("busy", wait_ms=1_000)
    return HalfOfCode(**asdict(to_confirm(waiting)), part=waiting.part)


def granted(told: Told) -> Decided:
    """What was granted; raises the floor's refusal."""
    assert isinstance(told, Decided), "the server numbers its own orders"
    if isinstance(told.verdict, Refusal):
        raise of_floor(told.verdict)
    return told


def _pairing_handlers(office: Office) -> list[Any]:
    tries = Rate(per_s=0.2, burst=10)

    waits = ResponseSpec(HalfOfCode, generate_examples=False, description="A second person has to confirm it.")

    @post(
        "/api/terminals/pairing-code",
        status_code=200,
        tags=["terminals"],
        responses={202: waits, **problems(*ALWAYS, 409, 422)},
    )
    async def make_pairing_code(data: JSONBody[ForTerminal], request: Asked) -> Response[PairingCode]:
        """A short code to be typed at a terminal, good for ten minutes and once; for the staff desk. With a player's
        money at the terminal one half of it: a second person confirms it at their own console and gets the other.
        """
        del data
        who, asked = who_asks(request), await strictly(request, ForTerminal)
        return await _offered(office, who, OfferPairing(asked.terminal, who.person))

    @post("/api/terminals/pair", status_code=200, tags=["terminals"], responses=problems(*ALWAYS, 409, 422))
    async def pair(data: JSONBody[Pair], request: Asked) -> Paired:
        """Gives a terminal its own key, once, with the code that was typed at it."""
        del data
        asked: Pair = await strictly(request, Pair)
        told = granted(await office.line.record(await _pairing(office, tries, asked, address_of(request))))
        cut_off(office.line, told)
        return Paired(asked.terminal, told.sequence)

    @post("/api/terminals/challenge", status_code=200, tags=["terminals"], responses=problems(*ALWAYS))
    async def challenge(data: JSONBody[ForTerminal], request: Asked) -> Challenge:
        """Something for a terminal to sign, good for a minute."""
        del data
        asked: ForTerminal = await strictly(request, ForTerminal)
        return Challenge(office.passes.challenge(asked.terminal, office.line.now_ms()))

    @post("/api/terminals/pass", status_code=200, tags=["terminals"], responses=problems(*ALWAYS))
    async def admit(data: JSONBody[Signed], request: Asked) -> Pass:
        """A pass for a terminal that has signed its challenge with the key on record."""
        del data
        asked: Signed = await strictly(request, Signed)
        now_ms = office.line.now_ms()
        pairing = office.line.floor.people.pairings.get(asked.terminal)
        fresh = office.passes.take_challenge(asked.terminal, asked.challenge, now_ms)
        if pairing is None or not fresh or not signed_by(pairing.key, asked.challenge, asked.signature):
            raise edge("wrong_signature")
        return Pass(*office.passes.admit(asked.terminal, pairing, now_ms))

    return [make_pairing_code, pair, challenge, admit]


async def _offered(office: Office, who: Identity, offer: OfferPairing) -> Response[Any]:
    """A code for a terminal, or the first half of one that takes two people."""
    if needs_second(decide(office.line.floor, offer, office.line.now_ms())):
        return Response(await _ask_for_pairing(office, who, offer), status_code=202)
    granted(await office.line.record(offer))
    code, until_ms = office.codes.offer(offer.terminal, who.person, office.line.now_ms())
    return Response(PairingCode(offer.terminal, code, until_ms), status_code=200)


async def _ask_for_pairing(office: Office, who: Identity, offer: OfferPairing) -> HalfOfCode:
    """Makes the code for an occupied terminal wait for a second person."""
    own, other = drawn_code(PAIRING_CODE_LENGTH // 2), drawn_code(PAIRING_CODE_LENGTH // 2)

    async def made() -> str:
        office.codes.keep(offer.terminal, own + other, who.person, office.line.now_ms(), by_two=True)
        return other

    return await hand_out(office, who, offer, own, made)


async def _pairing(office: Office, tries: Rate, asked: Pair, address: str) -> PairTerminal:
    """What goes on record for a terminal that has the right code and a key that is one."""
    now_ms = office.line.now_ms()
    wait_ms = tries.wait_ms(f"{asked.terminal} {address}", now_ms)
    if wait_ms:
        raise edge("too_fast", wait_ms=wait_ms)
    key = canonical_key(asked.key)
    if key is None:
        raise edge("not_a_key")
    offered = office.codes.take(asked.terminal, asked.code, address, now_ms)
    if offered is None:
        raise edge("wrong_code")
    if not offered.by_two and is_occupied(office.line.floor, asked.terminal):
        # No player sat there when the code was made. The floor says by now that it takes two, on record.
        granted(await office.line.record(OfferPairing(asked.terminal, offered.by)))
    return PairTerminal(asked.terminal, key, offered.by)
