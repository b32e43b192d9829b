"""The rules of a site for logging in: how long a login lasts, who must show a second factor, what strangers may read.

Read from the floor file; nothing here decides, and the demonstration floor asks for less.
"""

from __future__ import annotations

from msgspec import Struct

IDLE_MS = 15 * 60 * 1000
LASTS_MS = 12 * 60 * 60 * 1000


class AccessPlan(Struct, frozen=True):
    """What the floor file says about logging in."""

    idle_ms: int = IDLE_MS
    """A login ends after so long without activity."""
    lasts_ms: int = LASTS_MS
    """A login ends so long after it began, in any case."""
    factor_for: frozenset[str] = frozenset()
    """Who must show a second factor (`factor_rules`)."""
    documents: bool = False
    """Whether people without a login may read the guides and the description of the API, which staff always may."""
