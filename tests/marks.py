"""The mark a test carries for each clause it proves; `etg conformance` reads it."""

from __future__ import annotations

import pytest


def clause(rulebook: str, *clauses: str) -> pytest.MarkDecorator:
    """`@clause("ministar", "3.12")`: the test proves these clauses of that rulebook."""
    assert clauses, "a mark names at least one clause"
    return pytest.mark.clause(rulebook, *clauses)
