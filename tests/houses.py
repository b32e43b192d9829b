"""Houses for tests of the server."""

from __future__ import annotations

from msgspec.structs import replace

from openetg.server.demonstration import demonstration
from openetg.server.house import House


def two_tables(*, terminals: int) -> House:
    """Tables A and B of the demonstration floor, with nobody on record as staff: anybody may say who they are."""
    return replace(demonstration(terminals=terminals, tables=("A", "B")), staff=())
