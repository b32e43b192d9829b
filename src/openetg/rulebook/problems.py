"""What is wrong with a rulebook, as sentences for the person who wrote it: file, key, expected, found."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST_FOUND = 60
"""More of a wrong value than this is of no help."""
LONGEST_CHOICE = 12
"""With more choices than this only the likely ones are named."""


class Problem(Struct, frozen=True):
    """One thing that is wrong."""

    key: str
    """Where, as a path of keys; empty for the file as a whole."""
    expected: str
    """What should be there."""
    found: str
    """What is there."""
    file: str = ""
    """In which file."""

    def __str__(self) -> str:
        where = ": ".join(part for part in (self.file, self.key) if part)
        return f"{where}: expected {self.expected}, found {self.found}"


class Problems(Exception):
    """A file that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


class RulebookProblems(Problems):
    """A rulebook that cannot be used."""


def in_file(problems: Iterable[Problem], file: str) -> list[Problem]:
    """The same problems, each with the file it was found in."""
    return [Problem(problem.key, problem.expected, problem.found, problem.file or file) for problem in problems]


def show(raw: object) -> str:
    """A found value as a person would point at it."""
    if raw is None:
        return "nothing"
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, str):
        text = f'"{raw}"'
    elif isinstance(raw, dict):
        text = "a table" if raw else "an empty table"
    elif isinstance(raw, list):
        text = "a list" if raw else "an empty list"
    elif isinstance(raw, int):
        text = str(raw) if abs(raw) < 10**LONGEST_FOUND else f"a number of {raw.bit_length()} bits"
    else:
        text = str(raw)
    text = text.encode("unicode_escape").decode() if not text.isprintable() else text
    return text if len(text) <= LONGEST_FOUND else text[:LONGEST_FOUND] + "…"


def one_of(choices: Iterable[str], wrong: object) -> str:
    """`one of …`, with the likely one named where there is one."""
    every = sorted(choices)
    near = get_close_matches(wrong, every, n=1) if isinstance(wrong, str) else []
    hint = f" (perhaps {near[0]})" if near else ""
    if len(every) > LONGEST_CHOICE:
        return f"one of {len(every)} known names{hint}" if near else f"one of {', '.join(every[:LONGEST_CHOICE])}, …"
    return f"one of {', '.join(every)}{hint}"
