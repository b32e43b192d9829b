"""Proofs of who a person is: a password, a set-up code, a second factor; one try at a time, wrong ones on record.

The same answer in the same time for names of staff and for names that no person has: for the latter
a substitute is hashed, and as much goes on record. It must never say whether it was the name or the password
that was wrong, nor keep either. Waits are for a person and an address together (`floor.guessing`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import Any, Literal

from msgspec import Struct

from openetg.floor.alerts.account_notes import DEMONSTRATION
from openetg.floor.commands import RecordFailedLogin, RecordPassword, RevokeFactor, UnlockStaff, WithdrawPassword
from openetg.floor.core.refusals import Reason, Refusal
from openetg.floor.people.guessing import after_wrong, count_wrong, waits_until
from openetg.floor.people.staff import staff_member
from openetg.floor.state import Wrongs
from openetg.keys.signing import KeyProblem
from openetg.server.access.credentials.factors import (
    PASSKEY,
    BrowserOptions,
    FactorFile,
    NotShown,
    Owned,
    Site,
    begin_signing,
    end_signing,
)
from openetg.server.access.credentials.passwords import Hashing, Password, PasswordFile
from openetg.server.access.origins import is_loopback
from openetg.server.access.rates import Rate
from openetg.server.access.steps import HalfDone
from openetg.server.acts.line import FloorLine, NoAnswer, TurnedAway
from openetg.server.writer.writer import Decided

WRONG = ("wrong_login", "no such person, or not the password")
BUSY = ("busy", "too many people log in at this moment; try again")
LOCKED = ("locked_out", "too many wrong passwords or codes from here; wait, or ask the staff desk")
WRONG_FACTOR = ("wrong_factor", "that is not a second factor of yours, or it was used before")
TURNS = 64
NAMES_KEPT = 10_000
LOOK_EVERY_S = 1.0
"""How often the floor looks whether the file of passwords was changed at the shell."""
WRONG_TAKES_S = 0.05
"""A wrong proof is answered no sooner than this after it was found wrong: a name that no person has is, after the first
few, only counted (`server/writer/babbling.py`), while what is on record was first written to the disk.
"""
SPRAYED_BURST, SPRAYED_PER_S = 20, 0.2
"""So many wrong passwords from one address at once, under any names, and then one in five seconds."""
What = Literal["password", "code", "factor"]

_log = logging.getLogger("openetg.access")


class Denied(Exception):
    """Not let in. The words are for the requester; `wait_ms` says how long to wait, where that helps."""

    def __init__(self, reason: str, words: str, *, wait_ms: int = 0) -> None:
        super().__init__(words)
        self.reason = reason
        self.words = words
        self.wait_ms = wait_ms


class SecondNeeded(Denied):
    """The password was right; a second factor is wanted."""

    def __init__(self, step: str, kinds: tuple[str, ...]) -> None:
        super().__init__("second_factor", "show the second factor as well")
        self.step = step
        self.kinds = kinds


class ShownFactor(Struct, frozen=True):
    """What a person shows as a second factor: a code, or what a passkey has signed."""

    code: str = ""
    signed: Mapping[str, Any] | None = None


class IdentityClaim(Struct, frozen=True):
    """The name a person claims, and the proof shown for it."""

    person: str = ""
    password: str = ""
    step: str = ""
    """In place of name and password: the step that a right password began, where a second factor was wanted."""
    shown: ShownFactor = ShownFactor()


class Proofs:
    """Checks proofs, counts wrong ones, and makes those wait who are wrong too often."""

    def __init__(self, line: FloorLine, passwords: PasswordFile, factors: FactorFile, hashing: Hashing) -> None:
        self._line = line
        self._passwords = passwords
        self._factors = factors
        self._hashing = hashing
        self.pause: Callable[[float], Awaitable[None]] = asyncio.sleep
        # Shared by several names, of people and of no person alike: which try waits for which tells nothing.
        self._turns = [asyncio.Lock() for _ in range(TURNS)]
        self._spraying = Rate(per_s=SPRAYED_PER_S, burst=SPRAYED_BURST)
        self._nobodys: OrderedDict[bytes, Wrongs] = OrderedDict()
        """Wrong tries under names that no person has, by the hash of the name: it may have been a password."""

    def turn(self, person: str) -> asyncio.Lock:
        """One try at a time for a name."""
        return self._turns[sha256(person.encode()).digest()[0] % TURNS]

    async def password(self, person: str, password: str, address: str) -> None:
        """Returns if the password is that person's; otherwise raises `Denied`, on record."""
        if self._hashing.is_busy:
            raise Denied(*BUSY, wait_ms=1_000)
        self._refuse_spraying(address)
        async with self.turn(person):
            await self.refuse_waiting(person, address)
            here, kept = staff_member(self._line.floor, person) is not None, self._passwords.read()
            known = kept.passwords.get(person) if here else None
            right = await self._hashing.is_right(known, password)
            if not right or known is None:
                await self.failed(person, address, "password")
            else:
                self._spraying.give_back(address)
                await self._note_password(person, known)
                if self._hashing.is_outdated(known):
                    hashed = await self._hashing.hashed(password)
                    await self._hashing.aside(lambda: self._passwords.rehash(person, known.mark, hashed))

    def _refuse_spraying(self, address: str) -> None:
        """Raises `Denied` where many passwords were tried from one address, under any names: one password for each of
        many people goes past what is counted for a person, and every try costs a tenth of a second of a processor.
        """
        # This machine's own address may be that of a proxy, for all guests.
        wait_ms = 0 if is_loopback(address) else self._spraying.wait_ms(address, self._line.now_ms())
        if wait_ms:
            raise Denied(*LOCKED, wait_ms=wait_ms)

    def marks(self, person: str) -> frozenset[str]:
        """The factors of a person that are on record."""
        member = staff_member(self._line.floor, person)
        return frozenset() if member is None else frozenset(member.factors)

    async def owned(self, person: str) -> Owned:
        """A person's factors, from the files."""
        return await self._hashing.aside(lambda: self._factors.of(person))

    async def kinds(self, person: str) -> tuple[str, ...]:
        """The kinds of factors a person can show: on record and in the files; a factor the files have lost goes on
        record."""
        there = (await self.owned(person)).kinds()
        for mark in self.marks(person) - there.keys():
            await self._line.record(RevokeFactor(person, mark, "lost"))
        return tuple(sorted({kind for mark, kind in there.items() if mark in self.marks(person)}))

    async def challenge(self, site: Site, step: HalfDone) -> BrowserOptions:
        """The challenge that a person's passkey has to sign; the one before is no longer valid."""
        owned, marks = await self.owned(step.person), self.marks(step.person)
        try:
            options, step.challenge = begin_signing(site, owned, marks)
        except NotShown:
            raise Denied("wrong_factor", "there is no passkey for this name of the floor; show a code") from None
        return options

    async def factor(self, person: str, shown: ShownFactor, address: str, site: Site, challenge: Any = None) -> str:
        """The kind of factor a person has shown; raises `Denied` if none, on record."""
        async with self.turn(person):
            await self.refuse_waiting(person, address)
            try:
                if shown.signed is None:
                    marks, now_ms = self.marks(person), self._line.now_ms()
                    return await self._hashing.aside(lambda: self._factors.use_code(person, shown.code, marks, now_ms))
                await self._signed(person, shown.signed, site, challenge)
            except NotShown as wrong:
                if wrong.copied:
                    await self._line.record(RevokeFactor(person, wrong.copied, "copied"))
                await self.failed(person, address, "factor")
        return PASSKEY

    async def _signed(self, person: str, signed: Mapping[str, Any], site: Site, challenge: Any) -> None:
        if challenge is None:
            raise NotShown
        owned, marks, now_ms = await self.owned(person), self.marks(person), self._line.now_ms()
        mark, said = end_signing(site, challenge, signed, owned, marks)
        await self._hashing.aside(lambda: self._factors.use_passkey(person, mark, said, now_ms))

    async def failed(self, person: str, address: str, what: What) -> None:
        """Puts a wrong proof on record and raises `Denied`; a name that no person has does not go on record."""
        here, clock = staff_member(self._line.floor, person) is not None, asyncio.get_running_loop().time
        ready = clock() + WRONG_TAKES_S
        if not here:
            self._count_nobody(person, address)
        await self._line.record(RecordFailedLogin(person if here else "", address, what))
        await self.pause(max(ready - clock(), 0.0))
        await self.refuse_waiting(person, address)
        raise Denied(*(WRONG_FACTOR if what == "factor" else WRONG))

    async def refuse_waiting(self, person: str, address: str) -> None:
        """Raises `Denied` for a person who has to wait; not if the waits were ended at the shell."""
        await self._note_unlocked(person)
        member = staff_member(self._line.floor, person)
        name = sha256(person.encode()).digest()
        wrongs = self._nobodys.get(name, Wrongs()) if member is None else member.wrongs
        wait_ms = waits_until(wrongs, address) - self._line.now_ms()
        if wait_ms > 0:
            raise Denied(*LOCKED, wait_ms=wait_ms)

    def _count_nobody(self, person: str, address: str) -> None:
        name = sha256(person.encode()).digest()
        wrongs = self._nobodys.pop(name, None) or Wrongs()
        count_wrong(wrongs, address, *after_wrong(wrongs, address, self._line.now_ms()))
        self._nobodys[name] = wrongs
        if len(self._nobodys) > NAMES_KEPT:
            self._nobodys.popitem(last=False)

    async def is_password(self, person: str, password: str) -> bool:
        """Whether it is the password a person has now; for a person who has shown it before."""
        known = self._passwords.read().passwords.get(person)
        return known is not None and await self._hashing.is_right(known, password)

    async def note_file(self) -> None:
        """What was done at the machine's own shell goes on record: passwords set and taken away, waits ended. The
        people concerned are alerted, and their logins end. So does a password that was changed right before a crash.
        """
        kept = await self._hashing.aside(self._passwords.read)
        for person in kept.forgotten:
            if staff_member(self._line.floor, person) is not None:
                await self._line.record(WithdrawPassword(person))
            await self._hashing.aside(partial(self._passwords.take_forgotten, person))
        for person, known in kept.passwords.items():
            member = staff_member(self._line.floor, person)
            if known.by != DEMONSTRATION and member is not None and known.mark not in {member.password, member.former}:
                await self._line.record(RecordPassword(person, known.mark, known.by))
        for person in kept.unlocked:
            await self._note_unlocked(person)

    async def follow_file(self) -> None:
        """Notes what is done at the shell while the floor runs, soon after it was done."""
        seen = self._passwords.version()
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            version = self._passwords.version()
            if version == seen:
                continue
            try:
                await self.note_file()
            except (KeyProblem, NoAnswer, TurnedAway) as fault:
                _log.error("what was done at the shell is not on record yet: %s", fault)
            else:
                seen = version

    async def _note_unlocked(self, person: str) -> None:
        # Looked up for names that no person has, too: how long it takes would tell who works here.
        unlocked = await self._hashing.aside(lambda: self._passwords.take_unlocked(person))
        if unlocked and staff_member(self._line.floor, person) is not None:
            await self._line.record(UnlockStaff(person))

    async def _note_password(self, person: str, known: Password) -> None:
        """A password that was set at the operator's shell goes on record when it is first used."""
        member = staff_member(self._line.floor, person)
        if member is not None and member.password != known.mark:
            refuse(await self._line.record(RecordPassword(person, known.mark, known.by)), self._line.now_ms())


def refuse(told: object, now_ms: int) -> None:
    """Raises `Denied` with the floor's refusal."""
    if isinstance(told, Decided) and isinstance(told.verdict, Refusal):
        if told.verdict.reason is Reason.LOCKED_OUT:
            raise Denied(*LOCKED, wait_ms=int(told.verdict.details["until_ms"]) - now_ms)
        raise Denied(*WRONG)
