"""Every script in tests/rounds holds, as a dealer would read it, and so do those the golden journals were made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripts import run_script

TESTS = Path(__file__).parents[2]
SCRIPTS = [path for folder in ("rounds", "data/golden") for path in sorted((TESTS / folder).glob("*.round"))]


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_holds(script: Path) -> None:
    run_script(script.read_text(encoding="utf-8"))


def test_there_are_scripts() -> None:
    assert SCRIPTS
