"""The passwords of staff: one file outside the database, whole or not there, that only the floor's user may read.

Holds Argon2id hashes and one-time set-up codes, never a password. The journal knows of each only a mark drawn by
chance, so that a password that was changed is noticed and nothing of it is on record. Hashing takes long and much
memory by design: it has a thread of its own and never runs on the writer's loop.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from msgspec.structs import replace

from openetg.server.access.credentials.kept_file import KeptFile

FILE = "staff"
CODE_LASTS_MS = 60 * 60 * 1000
CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Letters and digits that are not taken for one another."""
SETUP_CODE_LENGTH = 16
SHELL = ""
"""The name on record for a password set at the operator's own shell."""

Done = TypeVar("Done")


class Password(Struct, frozen=True):
    """A password as it is kept."""

    hash: str
    mark: str
    """What the journal calls it."""
    by: str
    """The person who set it, or handed out the code it was chosen with; empty if done at the operator's shell."""


class SetUp(Struct, frozen=True):
    """A code with which a person may choose a password, once."""

    hash: str
    until_ms: int
    by: str

    @property
    def made_ms(self) -> int:
        """When it was made."""
        return self.until_ms - CODE_LASTS_MS


class KeptPasswords(Struct):
    """Everything in the file."""

    passwords: dict[str, Password] = {}
    codes: dict[str, SetUp] = {}
    unlocked: dict[str, str] = {}
    """Persons whose waits were ended at the shell; the values mean nothing."""
    forgotten: dict[str, str] = {}
    """Persons whose password was taken away at the shell, until that is on record; the values mean nothing."""


class PasswordFile:
    """The file of passwords; each change, in any process, waits for the one before."""

    def __init__(self, keys: Path) -> None:
        self.path = keys / FILE
        self._file = KeptFile(self.path, KeptPasswords, "passwords of staff")

    def read(self) -> KeptPasswords:
        """The content; raises `KeyProblem` if it cannot be used as it is."""
        return self._file.read()

    def keep(self, person: str, hashed: str, *, by: str) -> str:
        """Gives a person this password; the mark it has on record."""
        mark = secrets.token_hex(8)
        with self._changing() as kept:
            kept.passwords[person] = Password(hashed, mark, by)
            kept.codes.pop(person, None)
        return mark

    def rehash(self, person: str, mark: str, hashed: str) -> None:
        """The same password, hashed anew; does nothing if it was changed meanwhile."""
        with self._changing() as kept:
            known = kept.passwords.get(person)
            if known is not None and known.mark == mark:
                kept.passwords[person] = replace(known, hash=hashed)

    def forget(self, person: str) -> bool:
        """Takes a person's password away, and a code to choose one with; returns whether there was either."""
        with self._changing() as kept:
            had = kept.passwords.pop(person, None), kept.codes.pop(person, None)
            if had == (None, None):
                return False
            kept.forgotten[person] = secrets.token_hex(8)
        return True

    def take_forgotten(self, person: str) -> None:
        """Notes that a password taken away at the shell is on record."""
        with self._changing() as kept:
            kept.forgotten.pop(person, None)

    def version(self) -> tuple[int, int]:
        """A value that differs after every change of the file; it tells nothing of the content."""
        return self._file.version()

    def make_code(self, person: str, now_ms: int, *, by: str) -> str:
        """A code for a person to choose a password with; the one before is no longer valid."""
        code = drawn_code(SETUP_CODE_LENGTH)
        self.keep_code(person, code, now_ms, by=by)
        return code

    def keep_code(self, person: str, code: str, now_ms: int, *, by: str) -> None:
        """As `make_code`, with a code that was drawn elsewhere."""
        with self._changing() as kept:
            kept.codes[person] = SetUp(hash_code(code), now_ms + CODE_LASTS_MS, by)

    def unlock(self, person: str) -> None:
        """Forgets wrong tries in a person's name the next time that name is used to log in."""
        with self._changing() as kept:
            kept.unlocked[person] = secrets.token_hex(8)

    def take_unlocked(self, person: str) -> bool:
        """Whether the waits of a person were ended at the shell since this was last asked."""
        if person not in self.read().unlocked:
            return False
        with self._changing() as kept:
            return kept.unlocked.pop(person, None) is not None

    def _changing(self) -> AbstractContextManager[KeptPasswords]:
        return self._file.changing()


def first_code(file: PasswordFile, persons: Iterable[str], now_ms: int) -> tuple[str, str] | None:
    """The person, of these, who may set up the first password of a floor, and the code for it; None once there is one.

    To be printed where the floor is started, and nowhere else: the person who starts a floor may log in.
    """
    person = next(iter(persons), None)
    if person is None or file.read().passwords:
        return None
    return person, file.make_code(person, now_ms, by=SHELL)


def drawn_code(length: int) -> str:
    """A code by chance, in groups of four."""
    drawn = "".join(secrets.choice(CODE_LETTERS) for _ in range(length))
    return "-".join(drawn[start : start + 4] for start in range(0, length, 4))


def hash_code(code: str) -> str:
    """The hash kept of a code; case, dashes and spaces do not matter. A code is drawn by chance and needs no slow
    hash."""
    return sha256(code.upper().replace("-", "").replace(" ", "").encode()).hexdigest()


def fits_code(code: str, hashed: str) -> bool:
    """Whether a code is the one that is kept."""
    return hmac.compare_digest(hash_code(code), hashed)


class Hashing:
    """Hashes and compares in a thread of its own, one at a time; when more than a few calls wait, further ones are
    turned away."""

    def __init__(self, hasher: PasswordHasher | None = None, *, waiting_max: int = 16) -> None:
        # One lane: a login takes one core for a tenth of a second, and never all of them.
        self._hasher = hasher or PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=1, type=Type.ID)
        self._nobodys = self._hasher.hash(secrets.token_urlsafe(16))
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hashing")
        self._waiting_max = waiting_max
        self._waiting = 0

    @property
    def is_busy(self) -> bool:
        """Whether so many calls wait that another would wait too long."""
        return self._waiting >= self._waiting_max

    def hash(self, password: str) -> str:
        """The hash of a password; for callers without an event loop."""
        return self._hasher.hash(password)

    async def hashed(self, password: str) -> str:
        """The hash of a password."""
        return await self.aside(lambda: self._hasher.hash(password))

    async def is_right(self, known: Password | None, password: str) -> bool:
        """Whether it is the password; takes as long for a person without one."""
        return await self.aside(lambda: self._compare(known.hash if known else self._nobodys, password))

    def is_outdated(self, known: Password) -> bool:
        """Whether the hash was made with other figures than are used now."""
        return self._hasher.check_needs_rehash(known.hash)

    async def aside(self, act: Callable[[], Done]) -> Done:
        """Runs a function in the hashing thread."""
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, act)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _compare(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False
