"""Logins: a person shows a password once and is known by a random secret from then on; all of it is on record.

The browser holds the secret in a cookie, the floor its hash: who reads the journal cannot come in with it, and a login
outlives the server that took it. A person is let in, or not, by what the floor itself remembers; this only compares
passwords. It must never say whether it was the name or the password that was wrong, nor keep either.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from hashlib import sha256

from msgspec import Struct

from openetg.floor.commands import RecordFailedLogin, RecordLogin, RecordLogout, RecordPassword
from openetg.floor.refusals import Reason, Refusal
from openetg.floor.staff import sender_at, staff_member
from openetg.floor.state import Login, StaffMember
from openetg.server.access.line import FloorLine
from openetg.server.access.passwords import Hashing, Password, PasswordFile, fits_code, unfit
from openetg.server.access.plan import IDLE_MS, LASTS_MS
from openetg.server.writer import Decided

SECRET_BYTES = 32


class Identity(Struct, frozen=True):
    """Somebody who has come in."""

    person: str
    session: str
    """The hash of the secret."""
    login: Login
    member: StaffMember

    @property
    def sender(self) -> str:
        """The name of this login's orders on record."""
        return sender_at(self.person, self.login.desk)


class Denied(Exception):
    """Not let in. The words are for the one who asked; `wait_ms` says how long to wait, where that helps."""

    def __init__(self, reason: str, words: str, *, wait_ms: int = 0) -> None:
        super().__init__(words)
        self.reason = reason
        self.words = words
        self.wait_ms = wait_ms


WRONG = ("wrong_login", "no such person, or not the password")
BUSY = ("busy", "too many people log in at this moment; try again")


class Logins:
    """Lets people in and knows them again."""

    def __init__(
        self,
        line: FloorLine,
        passwords: PasswordFile,
        hashing: Hashing,
        *,
        idle_ms: int = IDLE_MS,
        lasts_ms: int = LASTS_MS,
    ) -> None:
        self._line = line
        self._passwords = passwords
        self._hashing = hashing
        self._idle_ms = idle_ms
        self._lasts_ms = lasts_ms
        self._seen_ms: dict[str, int] = {}
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def log_in(self, person: str, password: str) -> tuple[str, Identity]:
        """The secret of a new login, and who came in; `Denied` if nobody did."""
        await self.prove(person, password)
        secret = secrets.token_urlsafe(SECRET_BYTES)
        session = hash_secret(secret)
        told = await self._line.record(RecordLogin(person, session, self._lasts_ms))
        self._refuse(told)
        self._seen_ms[session] = self._line.now_ms()
        found = self._identity(session)
        if found is None:
            raise Denied(*WRONG)  # released between two entries
        return secret, found

    async def prove(self, person: str, password: str) -> None:
        """Whether somebody knows a person's password, one try at a time; `Denied` if not, on record of that person."""
        member = staff_member(self._line.floor, person)
        if self._hashing.is_busy:
            raise Denied(*BUSY, wait_ms=1_000)
        if member is None:
            # As long as for anybody else; and what was typed as a name may be a password, so it goes nowhere.
            await self._hashing.is_right(None, password)
            raise Denied(*WRONG)
        async with self._turns[person]:
            await self._prove(person, password)

    async def _prove(self, person: str, password: str) -> None:
        self._refuse_locked(person)
        known = self._passwords.read().passwords.get(person)
        if not await self._hashing.is_right(known, password) or known is None:
            await self._failed(person)
        else:
            await self._note_password(person, known)
            if self._hashing.is_outdated(known):
                hashed = await self._hashing.hashed(password)
                await self._hashing.aside(lambda: self._passwords.rehash(person, known.mark, hashed))

    async def set_password(self, person: str, password: str, *, by: str) -> None:
        """Gives a person another password, on record; every login with the one before ends."""
        wrong = unfit(person, password)
        if wrong is not None:
            raise Denied("unfit_password", wrong)
        hashed = await self._hashing.hashed(password)
        mark = await self._hashing.aside(lambda: self._passwords.keep(person, hashed, by=by))
        self._refuse(await self._line.record(RecordPassword(person, mark, by)))

    async def set_up(self, person: str, code: str, password: str) -> None:
        """A person chooses a password with the code they were given, once; wrong codes count as wrong passwords."""
        wrong = unfit(person, password)
        if wrong is not None:
            raise Denied("unfit_password", wrong)
        if staff_member(self._line.floor, person) is None:
            raise Denied(*WRONG)
        async with self._turns[person]:
            self._refuse_locked(person)
            offered = self._passwords.read().codes.get(person)
            good = offered is not None and self._line.now_ms() < offered.until_ms and fits_code(code, offered.hash)
            if not good or offered is None:
                await self._failed(person)
                return
            await self.set_password(person, password, by=offered.by)

    async def keep_code(self, person: str, code: str, *, by: str) -> None:
        """Lets a person choose a password with a code, once; that it was handed out is on record by now."""
        await self._hashing.aside(lambda: self._passwords.keep_code(person, code, self._line.now_ms(), by=by))

    async def known(self, secret: str) -> Identity | None:
        """Who came in with a secret; nobody any more after too long without a word."""
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
        """Who is logged in under the hash of a secret; to be looked at is no word of theirs."""
        return self._identity(session)

    def is_idle(self, session: str) -> bool:
        """Whether a login has been without a word for too long."""
        now_ms = self._line.now_ms()
        # After a restart nobody knows when the last word was: the time of silence begins anew.
        return now_ms - self._seen_ms.setdefault(session, now_ms) > self._idle_ms

    def heard(self, session: str) -> None:
        """A word of somebody who is logged in, over a socket."""
        self._seen_ms[session] = self._line.now_ms()

    async def log_out(self, who: Identity, *, cause: str = "asked") -> None:
        """Ends a login."""
        self._seen_ms.pop(who.session, None)
        await self._line.record(RecordLogout(who.session, "idle" if cause == "idle" else "asked"))

    def _identity(self, session: str) -> Identity | None:
        login = self._line.floor.people.logins.get(session)
        if login is None or self._line.now_ms() >= login.until_ms:
            return None
        member = staff_member(self._line.floor, login.person)
        return None if member is None else Identity(login.person, session, login, member)

    async def _note_password(self, person: str, known: Password) -> None:
        """A password that was set at the operator's shell goes on record when it is first used."""
        member = staff_member(self._line.floor, person)
        if member is not None and member.password != known.mark:
            self._refuse(await self._line.record(RecordPassword(person, known.mark, known.by)))

    async def _failed(self, person: str) -> None:
        await self._line.record(RecordFailedLogin(person))
        self._refuse_locked(person)
        raise Denied(*WRONG)

    def _refuse_locked(self, person: str) -> None:
        member = staff_member(self._line.floor, person)
        wait_ms = member.locked_until_ms - self._line.now_ms() if member is not None else 0
        if wait_ms > 0:
            raise Denied("locked_out", "too many wrong passwords; wait, or ask the staff desk", wait_ms=wait_ms)

    def _refuse(self, told: object) -> None:
        if isinstance(told, Decided) and isinstance(told.verdict, Refusal):
            if told.verdict.reason is Reason.LOCKED_OUT:
                wait_ms = int(told.verdict.details["until_ms"]) - self._line.now_ms()
                raise Denied("locked_out", "too many wrong passwords; wait, or ask the staff desk", wait_ms=wait_ms)
            raise Denied(*WRONG)


def hash_secret(secret: str) -> str:
    """What is on record of a secret."""
    return sha256(secret.encode()).hexdigest()
