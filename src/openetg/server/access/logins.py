"""Logins: a person shows a password once and is known by a random secret from then on; all of it is on record.

The browser holds the secret in a cookie, the floor its hash: a reader of the journal cannot log in with it, and a login
outlives the server that took it. Behind the password comes a second factor, where the person has one or must have one
(`proving`). A person is let in, or not, by what the floor itself remembers.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

from msgspec import Struct

from openetg.floor.commands import RecordLogin, RecordLogout, RecordPassword
from openetg.floor.people.factors import has_factor
from openetg.floor.people.staff import sender_at, staff_member
from openetg.floor.state import Login, StaffMember
from openetg.server.access.credentials.common_passwords import unfit
from openetg.server.access.credentials.factor_rules import FactorRules
from openetg.server.access.credentials.factors import BrowserOptions, FactorFile, Site
from openetg.server.access.credentials.passwords import Hashing, PasswordFile, fits_code
from openetg.server.access.plan import IDLE_MS, LASTS_MS
from openetg.server.access.proving import WRONG, Denied, IdentityClaim, Proofs, SecondNeeded, refuse
from openetg.server.access.steps import HalfDone, Steps
from openetg.server.acts.line import FloorLine

SECRET_BYTES = 32
TOO_LATE = "that took too long; begin with the password again"
FRESH_MS = 5 * 60 * 1000
"""For so long after a login a person may change their credentials without the password."""


class Identity(Struct, frozen=True):
    """A person who is logged in."""

    person: str
    session: str
    """The hash of the login's secret."""
    login: Login
    member: StaffMember
    owes_factor: bool = False
    """Whether the person may do nothing yet but enrol a second factor, or show the one they have."""

    @property
    def sender(self) -> str:
        """The name of this login's orders on record."""
        return sender_at(self.person, self.login.desk)


class Logins:
    """Logs people in and recognises their logins."""

    def __init__(
        self,
        line: FloorLine,
        passwords: PasswordFile,
        hashing: Hashing,
        factors: FactorFile,
        rules: FactorRules,
        *,
        idle_ms: int = IDLE_MS,
        lasts_ms: int = LASTS_MS,
    ) -> None:
        self._line = line
        self._passwords = passwords
        self._hashing = hashing
        self.aside = hashing.aside
        self.factors = factors
        self._rules = rules
        self._idle_ms = idle_ms
        self._lasts_ms = lasts_ms
        self._seen_ms: dict[str, int] = {}
        self.steps = Steps()
        self.proofs = Proofs(line, passwords, factors, hashing)

    async def log_in(self, claim: IdentityClaim, address: str, site: Site) -> tuple[str, Identity]:
        """The secret of a new login, and its person; raises `SecondNeeded` if a second factor is wanted, otherwise
        `Denied`."""
        person, kind = await self._prove("login", claim, address, site)
        return await self._let_in(person, address, kind)

    async def _prove(self, purpose: str, claim: IdentityClaim, address: str, site: Site) -> tuple[str, str]:
        """The person proved, and the kind of second factor shown; empty if the person has none."""
        if claim.step:
            return await self._prove_further(purpose, claim, address, site)
        person = claim.person
        await self.proofs.password(person, claim.password, address)
        kinds = await self.proofs.kinds(person)
        if not kinds:
            return person, ""
        if not claim.shown.code:
            name, step = self.steps.begin(purpose, person, address, self._line.now_ms())
            step.kinds, step.password = kinds, self._password_of(person)
            raise SecondNeeded(name, kinds)
        return person, await self.proofs.factor(person, claim.shown, address, site)

    async def _prove_further(self, purpose: str, claim: IdentityClaim, address: str, site: Site) -> tuple[str, str]:
        """The same, for a person who has shown the password before."""
        step = self._begun(claim.step, address)
        if step.purpose != purpose:
            raise Denied("wrong_login", TOO_LATE)
        challenge, step.challenge = step.challenge, None
        kind = await self.proofs.factor(step.person, claim.shown, address, site, challenge)
        if not self.steps.end(claim.step):
            raise Denied(*WRONG)
        return step.person, kind

    async def challenge(self, name: str, address: str, site: Site) -> BrowserOptions:
        """What a passkey has to sign to go on with what a right password began."""
        return await self.proofs.challenge(site, self._begun(name, address))

    def _begun(self, name: str, address: str) -> HalfDone:
        """The step that waits for a second factor; raises `Denied` if none does, or if the password was changed
        since."""
        step = self.steps.at(name, address, self._line.now_ms())
        if step is None or not step.kinds or step.password != self._password_of(step.person):
            raise Denied("wrong_login", TOO_LATE)
        return step

    def _password_of(self, person: str) -> str:
        """The mark of a person's present password; empty if they do not work here."""
        member = staff_member(self._line.floor, person)
        return "" if member is None else member.password

    async def prove_second(self, confirmation: str, claim: IdentityClaim, address: str, site: Site) -> str:
        """The second person at another's console, proved with all factors but not logged in; raises `Denied` if not
        proved."""
        person, kind = await self._prove(f"confirm/{confirmation}", claim, address, site)
        if not kind and self._owes(person):
            raise Denied("factor_needed", "enrol a second factor first, where you are logged in")
        return person

    async def prove_owner(self, who: Identity, password: str, address: str) -> None:
        """Raises `Denied` unless this is still the person who logged in: the login is recent, or the password is
        right."""
        if password:
            await self.proofs.password(who.person, password, address)
        elif self._line.now_ms() - who.login.at_ms > FRESH_MS:
            raise Denied("password_needed", "type your password again for that")

    async def let_in_anew(self, who: Identity, kind: str, address: str) -> tuple[str, Identity]:
        """Another secret for a person who has just enrolled the factor the login lacked; the one before is no longer
        valid."""
        await self.log_out(who)
        return await self._let_in(who.person, address, kind)

    async def _let_in(self, person: str, address: str, kind: str) -> tuple[str, Identity]:
        secret = secrets.token_urlsafe(SECRET_BYTES)
        session = hash_secret(secret)
        told = await self._line.record(RecordLogin(person, session, self._lasts_ms, address, kind))
        refuse(told, self._line.now_ms())
        self._seen_ms[session] = self._line.now_ms()
        found = self._identity(session)
        if found is None:
            raise Denied(*WRONG)  # released between two entries
        return secret, found

    async def change_password(
        self, who: Identity, new: str, claim: IdentityClaim, address: str, site: Site
    ) -> tuple[str, Identity]:
        """Gives the person logged in another password, for the old one and the second factor; every login of theirs
        ends, and this browser gets another one.
        """
        self._refuse_unfit(who.person, new)
        _, kind = await self._prove(f"password/{who.session}", claim, address, site)
        if await self.proofs.is_password(who.person, new):
            raise Denied("unfit_password", "expected another password than the one before")
        await self.set_password(who.person, new, by=who.person)
        return await self._let_in(who.person, address, kind)

    async def set_password(self, person: str, password: str, *, by: str) -> None:
        """Gives a person another password, on record; every login with the one before ends."""
        self._refuse_unfit(person, password)
        hashed = await self._hashing.hashed(password)
        mark = await self._hashing.aside(lambda: self._passwords.keep(person, hashed, by=by))
        refuse(await self._line.record(RecordPassword(person, mark, by)), self._line.now_ms())

    def _refuse_unfit(self, person: str, password: str) -> None:
        member = staff_member(self._line.floor, person)
        full_name = "" if member is None else self._line.opened(member.full_name)
        wrong = unfit(password, names=(person, full_name, self._line.running.house.site))
        if wrong is not None:
            raise Denied("unfit_password", wrong)

    async def set_up(self, person: str, code: str, password: str, address: str) -> None:
        """A person chooses a password with the code they were given, once; wrong codes count as wrong passwords."""
        async with self.proofs.turn(person):
            await self.proofs.refuse_waiting(person, address)
            member, kept = staff_member(self._line.floor, person), self._passwords.read()
            offered = None if member is None else kept.codes.get(person)
            good = offered is not None and self._line.now_ms() < offered.until_ms and fits_code(code, offered.hash)
            if not good or offered is None or member is None or offered.made_ms < member.engaged_again_ms:
                await self.proofs.failed(person, address, "code")
                return
            await self.set_password(person, password, by=offered.by)

    async def keep_code(self, person: str, code: str, *, by: str) -> None:
        """Lets a person choose a password with a code, once; that it was handed out is on record by now."""
        await self._hashing.aside(lambda: self._passwords.keep_code(person, code, self._line.now_ms(), by=by))

    async def known(self, secret: str) -> Identity | None:
        """The person logged in with a secret; None if none, or if the login was idle for too long."""
        session = hash_secret(secret)
        found = self._identity(session)
        if found is None:
            self._seen_ms.pop(session, None)
            return None
        if self.is_idle(session):
            await self.log_out(found, cause="idle")
            return None
        self.heard(session)
        return found

    def standing(self, session: str) -> Identity | None:
        """The person fully logged in under the hash of a secret, or None; this call does not count as activity."""
        found = self._identity(session)
        return None if found is None or found.owes_factor else found

    def is_idle(self, session: str) -> bool:
        """Whether a login has been idle for too long."""
        return self._line.now_ms() - self.last_word_ms(session) > self._idle_ms

    def last_word_ms(self, session: str) -> int:
        """The time of a login's last activity."""
        # After a restart the time of the last activity is unknown: idle time begins anew.
        return self._seen_ms.setdefault(session, self._line.now_ms())

    def heard(self, session: str) -> None:
        """Notes activity of a login over a socket."""
        self._seen_ms[session] = self._line.now_ms()

    async def log_out(self, who: Identity, *, cause: str = "asked") -> None:
        """Ends a login."""
        self._seen_ms.pop(who.session, None)
        await self._line.record(RecordLogout(who.session, "idle" if cause == "idle" else "asked"))

    async def end(self, session: str, *, by: str) -> None:
        """Ends another login, of oneself or of another person."""
        self._seen_ms.pop(session, None)
        await self._line.record(RecordLogout(session, "ended", by))

    def _identity(self, session: str) -> Identity | None:
        login = self._line.floor.people.logins.get(session)
        if login is None or self._line.now_ms() >= login.until_ms:
            return None
        member = staff_member(self._line.floor, login.person)
        if member is None:
            return None
        owes = not login.factor and (has_factor(member.factors) or self._owes(login.person))
        return Identity(login.person, session, login, member, owes)

    def _owes(self, person: str) -> bool:
        member = staff_member(self._line.floor, person)
        return member is not None and self._rules.needs(self._line.floor, member)

    def needs_factor(self, person: str) -> bool:
        """Whether the floor file has a person show a second factor."""
        return self._owes(person)


def hash_secret(secret: str) -> str:
    """The hash that is on record of a secret."""
    return sha256(secret.encode()).hexdigest()
