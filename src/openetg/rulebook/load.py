"""From a folder on disk to a rulebook that can be trusted, or to every reason why it cannot.

The only module of the rulebook that reads files. A folder holds `rulebook.toml` and `clauses.toml`; the five
that ship are found by name, any other by its path.
"""

from __future__ import annotations

import tomllib
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from openetg.rulebook.check import KnownNames, check
from openetg.rulebook.clauses import Register, check_register
from openetg.rulebook.meaning import check_meaning
from openetg.rulebook.problems import Problem, RulebookProblems, in_file, one_of, show
from openetg.rulebook.schema.book import Rulebook

LARGEST_FILE = 4 * 1024 * 1024
"""No rulebook is larger; a larger file is something else."""


MOST_PROBLEMS = 100
"""More at once are of no help."""


class Loaded(Struct, frozen=True):
    """A rulebook with its register and where it came from."""

    rulebook: Rulebook
    register: Register
    folder: Path

    @property
    def file(self) -> str:
        """The file people edit."""
        return str(self.folder / "rulebook.toml")


def shipped() -> dict[str, Path]:
    """The folders of the rulebooks that ship, by name."""
    shelf = _shelf()
    return {folder.name: folder for folder in sorted(shelf.iterdir()) if (folder / "rulebook.toml").is_file()}


def load(name: str) -> Loaded:
    """The shipped rulebook of that name, or the one in that folder; raises `RulebookProblems` if it cannot be used."""
    return load_folder(find(name))


def find(name: str) -> Path:
    """The folder a person means by a rulebook's name or path."""
    known = shipped()
    if name in known:
        return known[name]
    folder = Path(name)
    if name and _is_folder(folder):
        return folder
    raise RulebookProblems([Problem("", f"{one_of(known, name)}, or the path of a folder", show(name), "rulebook")])


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def load_folder(folder: Path) -> Loaded:
    """The rulebook in that folder."""
    register = _load_register(folder / "clauses.toml")
    path = folder / "rulebook.toml"
    raw = read_toml(path)
    roles = raw.get("roles")
    known = KnownNames(register.ids(), frozenset(roles) if isinstance(roles, dict) else frozenset())
    problems = list(islice(check(raw, Rulebook, "", known), MOST_PROBLEMS))
    if not problems:
        rulebook = convert(raw, Rulebook)
        problems = list(check_meaning(rulebook))
        if not problems:
            return Loaded(rulebook, register, folder)
    raise RulebookProblems(in_file(problems, str(path)))


def _load_register(path: Path) -> Register:
    raw = read_toml(path)
    problems = list(check_register(raw))
    if problems:
        raise RulebookProblems(in_file(problems, str(path)))
    return convert(raw, Register)


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a file, of any kind; raises `RulebookProblems` if it has none."""
    try:
        if path.exists() and not path.is_file():
            raise _unreadable(path, "a file", "something else")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise _unreadable(path, f"a file of at most {LARGEST_FILE} bytes", "a larger one")
        return tomllib.loads(raw.decode("utf-8-sig"))
    except FileNotFoundError:
        raise _unreadable(path, "this file", "nothing") from None
    except UnicodeDecodeError as error:
        raise _unreadable(path, "text in UTF-8", f"byte {error.object[error.start]:#04x} at {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(path, "TOML", f"text that is none: {error}") from None
    except ValueError as error:
        raise _unreadable(path, "TOML", f"a value that is none: {error}") from None
    except RecursionError:
        raise _unreadable(path, "TOML", "tables nested too deeply") from None
    except OSError as error:
        raise _unreadable(path, "a file that can be read", str(error.strerror or error)) from None


def _unreadable(path: Path, expected: str, found: str) -> RulebookProblems:
    return RulebookProblems([Problem("", expected, found, str(path))])


def _shelf() -> Path:
    package = Path(__file__).resolve().parent.parent
    installed = package / "shipped_rulebooks"
    return installed if installed.is_dir() else package.parent.parent / "rulebooks"
