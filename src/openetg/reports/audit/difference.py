"""What differs between two states of a floor: accounts first, then every other path with its old and new value.

Works on plain values (dicts, lists, texts, numbers) as `moment.plain` makes them. It must never judge: whether a
difference is a finding is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

Plain: TypeAlias = bool | int | float | str | list["Plain"] | dict[str, "Plain"] | None
"""A value as JSON knows it."""

ACCOUNTS = "accounts"


class Absent(Struct, frozen=True):
    """There is no value; not the same as a null."""

    absent: bool = True


ABSENT = Absent()

Side: TypeAlias = Plain | Absent


class Change(Struct, frozen=True):
    """One place that differs. The path has a name or a position for every step, joined by dots."""

    path: str
    before: Side
    after: Side


class Moved(Struct, frozen=True):
    """An account with another amount, in cents."""

    account: str
    before: int
    after: int


class Changes(Struct, frozen=True):
    """Everything that differs between two states."""

    accounts: tuple[Moved, ...]
    paths: tuple[Change, ...]

    def __bool__(self) -> bool:
        return bool(self.accounts or self.paths)


def difference(before: Mapping[str, Plain], after: Mapping[str, Plain]) -> Changes:
    """What differs between two states as plain values."""
    rest = (
        change
        for name in _all_names(before, after)
        if name != ACCOUNTS
        for change in changes(name, before.get(name, ABSENT), after.get(name, ABSENT))
    )
    return Changes(tuple(_moved(before.get(ACCOUNTS), after.get(ACCOUNTS))), tuple(rest))


def changes(path: str, before: Side, after: Side) -> Iterator[Change]:
    """The places at and below a path that differ, in the order of the later state."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in _all_names(before, after):
            yield from changes(f"{path}.{name}", before.get(name, ABSENT), after.get(name, ABSENT))
    elif isinstance(before, list) and isinstance(after, list):
        for place in range(max(len(before), len(after))):
            yield from changes(f"{path}.{place}", _at(before, place), _at(after, place))
    elif type(before) is not type(after) or before != after:
        yield Change(path, before, after)


def _at(values: list[Plain], place: int) -> Side:
    return values[place] if place < len(values) else ABSENT


def _all_names(before: Mapping[str, Plain], after: Mapping[str, Plain]) -> list[str]:
    return [*after, *(name for name in before if name not in after)]


def _moved(before: Side, after: Side) -> Iterator[Moved]:
    """An account that was not used yet holds nothing."""
    old, new = (side if isinstance(side, dict) else {} for side in (before, after))
    for account in sorted({*old, *new}):
        held, holds = old.get(account, 0), new.get(account, 0)
        assert isinstance(held, int), "an account holds a number of cents"
        assert isinstance(holds, int), "an account holds a number of cents"
        if held != holds:
            yield Moved(account, held, holds)
