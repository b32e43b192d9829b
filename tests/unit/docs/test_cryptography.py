"""The inventory of cryptography names every module that uses some, and no module that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SOURCES = ROOT / "src" / "openetg"
PAGE = (ROOT / "docs" / "internals" / "cryptography.md").read_text(encoding="utf-8")
LIBRARIES = frozenset({"argon2", "cryptography", "fido2", "hmac"})
WEAK = {"SHA1": "SHA-1", "MD5": "MD5", "md5": "MD5", "sha1": "SHA-1"}


def imported(path: Path) -> set[tuple[str, str]]:
    """What a module imports: library and name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {(name.name.partition(".")[0], "") for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {(node.module.partition(".")[0], name.name) for name in node.names}
    return found


def uses(path: Path) -> set[str]:
    """The cryptography of a module beyond plain SHA-256, which names contents everywhere."""
    pairs = imported(path)
    return {name or library for library, name in pairs if library in LIBRARIES} | {
        name for library, name in pairs if library == "hashlib" and name != "sha256"
    }


def used() -> dict[str, set[str]]:
    found = {path.relative_to(SOURCES).as_posix(): uses(path) for path in sorted(SOURCES.rglob("*.py"))}
    return {module: names for module, names in found.items() if names}


@pytest.mark.slow
def test_every_module_that_uses_cryptography_is_in_the_inventory() -> None:
    assert len(used()) > 10
    assert [module for module in used() if f"`{module}`" not in PAGE] == []


def test_every_module_of_the_inventory_is_there() -> None:
    named = re.findall(r"`([a-z_/]+\.py)`", PAGE)
    assert [each for each in named if not (SOURCES / each).exists() and not (ROOT / each).exists()] == []


@pytest.mark.slow
def test_what_is_weak_is_owned_up_to() -> None:
    """A row of the table says where, and why it will do."""
    for module, names in used().items():
        for name in names & WEAK.keys():
            assert any(f"`{module}`" in row and WEAK[name] in row for row in PAGE.splitlines()), (module, name)


@pytest.mark.slow
def test_only_simulated_players_draw_with_what_can_be_guessed() -> None:
    modules = (path for path in SOURCES.rglob("*.py") if any(library == "random" for library, _ in imported(path)))
    assert {path.relative_to(SOURCES).parts[0] for path in modules} <= {"players"}
