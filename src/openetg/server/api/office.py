"""What every part of the API has in common: the line to the floor, logins, what waits for a second person, keys."""

from __future__ import annotations

from msgspec import Struct, field

from openetg.money import Money, cents
from openetg.server.access.displays import DisplayKeys
from openetg.server.access.logins import Logins
from openetg.server.access.origins import Origins
from openetg.server.access.pairing import Codes, Passes
from openetg.server.access.plan import IDLE_MS, LASTS_MS
from openetg.server.access.rates import Rate
from openetg.server.acts.line import FloorLine
from openetg.server.acts.second_person import Seconds
from openetg.server.api.journal.questions import Aside


class ApiSettings(Struct, frozen=True):
    """How the API of a floor is run."""

    origins: Origins = Origins()
    demonstration: bool = False
    """Whether any user of this machine may see and open everything: never off loopback."""
    idle_ms: int = IDLE_MS
    lasts_ms: int = LASTS_MS
    factor_for: frozenset[str] = frozenset()
    """Who must show a second factor."""
    documents: bool = False
    """Whether people without a login may read the guides and the description of the API."""
    second_acts: frozenset[str] = frozenset({"VoidRound", "CorrectOutcome", "InvalidateOutcome"})
    second_above: Money = cents(500_000)
    second_within_ms: int = 120_000
    requests_per_s: float = 20.0


class Office(Struct, frozen=True):
    """The parts of a running floor that handlers use."""

    line: FloorLine
    logins: Logins
    seconds: Seconds
    codes: Codes
    passes: Passes
    displays: DisplayKeys
    settings: ApiSettings
    asking: Aside = field(default_factory=Aside)
    """Where questions are answered that read the journal."""
    guesses: Rate = field(default_factory=lambda: Rate(per_s=1 / 60, burst=5))
    """How often a person who is logged in may be wrong about another's password: one count for all their logins."""
    papers: Rate = field(default_factory=lambda: Rate(per_s=1 / 20, burst=5))
    """How often a person may name a paper that does not exist, wherever a printed number can be tried: one count for
    all."""
