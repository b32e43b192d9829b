"""Logins and enrolments half done: waiting for a second factor, or enrolling one. In memory, for minutes.

Each has a name drawn by chance, is of one person and one address, and its challenge is good once.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Any

from msgspec import Struct

LASTS_MS = 5 * 60 * 1000
STEPS_MAX = 1_000
PER_PERSON_MAX = 8


class HalfDone(Struct):
    """A login, confirmation or enrolment that is not complete."""

    person: str
    address: str
    until_ms: int
    purpose: str
    """`login`, `password/…` and `confirm/…` wait for a factor to be shown; `passkey` and `totp` enrol one."""
    kinds: tuple[str, ...] = ()
    """The kinds of factors its person may show; empty if it does not wait for one."""
    challenge: Any = None
    """What a passkey has to sign; taken when something comes that claims to be signed."""
    secret: bytes = b""
    """The secret of a code generator that is being enrolled."""
    label: str = ""
    password: str = ""
    """The mark of the password that was shown."""


class Steps:
    """All that is half done."""

    def __init__(self) -> None:
        self._steps: OrderedDict[str, HalfDone] = OrderedDict()

    def begin(self, purpose: str, person: str, address: str, now_ms: int) -> tuple[str, HalfDone]:
        """Something new, and its name; the oldest of that person, and of all, are dropped."""
        self._forget(now_ms)
        own = [name for name, each in self._steps.items() if each.person == person]
        for name in own[: len(own) + 1 - PER_PERSON_MAX]:
            del self._steps[name]
        while len(self._steps) >= STEPS_MAX:
            self._steps.popitem(last=False)
        step = HalfDone(person, address, now_ms + LASTS_MS, purpose)
        name = secrets.token_urlsafe(24)
        self._steps[name] = step
        return name, step

    def get(self, name: str, purpose: str, address: str, now_ms: int) -> HalfDone | None:
        """The step that waits under a name, if asked from the address where it began; otherwise None."""
        step = self.at(name, address, now_ms)
        return step if step is not None and step.purpose == purpose else None

    def at(self, name: str, address: str, now_ms: int) -> HalfDone | None:
        """The same, for any purpose."""
        self._forget(now_ms)
        step = self._steps.get(name)
        return step if step is not None and step.address == address else None

    def end(self, name: str) -> bool:
        """Ends a step; of two calls that end it, one gets False."""
        return self._steps.pop(name, None) is not None

    def _forget(self, now_ms: int) -> None:
        for name in [name for name, each in self._steps.items() if each.until_ms <= now_ms]:
            del self._steps[name]
