"""The bill of materials: everything both locks pin, once, with its hash, and what runs apart from what builds."""

from __future__ import annotations

from json import loads
from typing import Any

import pytest

from tools.sbom import PAGES_LOCK, PYTHON_LOCK, bill


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    text = bill()
    assert text == bill(), "the same locks, the same bytes"
    found: dict[str, Any] = loads(text)
    return found


@pytest.mark.slow
def test_every_pinned_package_is_in_it_with_a_hash(made: dict[str, Any]) -> None:
    names = {each["purl"] for each in made["components"]}
    pinned = [line for line in PYTHON_LOCK.read_text(encoding="utf-8").splitlines() if "==" in line.partition(";")[0]]
    pages = [path for path in loads(PAGES_LOCK.read_text(encoding="utf-8"))["packages"] if path]
    assert sum(name.startswith("pkg:pypi/") for name in names) == len(pinned)
    assert 0 < sum(name.startswith("pkg:npm/") for name in names) <= len(pages)
    assert all(each["hashes"] for each in made["components"])


def test_what_a_floor_runs_on_is_told_from_what_builds_it(made: dict[str, Any]) -> None:
    scopes = {each["name"]: each["scope"] for each in made["components"]}
    assert {scopes[name] for name in ("msgspec", "picows", "cryptography", "cffi", "aiofastnet")} == {"required"}
    assert {scopes[name] for name in ("pytest", "mypy", "ruff", "vite")} == {"excluded"}
