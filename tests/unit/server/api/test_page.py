"""The page about the API names every address there is, and every reason of the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from openetg.server.api.problems import EDGE
from tests.unit.server.api.floor_app import Client

PAGE = (Path(__file__).parents[4] / "docs" / "reference" / "api.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_address_is_on_the_page(ann: Client) -> None:
    paths = ann.get("/api/schema/openapi.json").json()["paths"]
    named = {path for path in paths if not path.startswith("/api/commands/")}
    assert {path for path in named if f"{path}`" not in PAGE} == set()


def test_every_reason_is_on_the_page() -> None:
    assert {reason for reason in EDGE if f"`{reason}`" not in PAGE} == set()
