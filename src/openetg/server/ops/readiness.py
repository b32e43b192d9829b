"""Whether a floor is ready, and why not: for monitoring from outside.

It judges what it is given and asks nothing of the floor; it must never say ready for a floor that decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from openetg.floor.state import Floor
from openetg.journal.proofs.checkpoint import CheckpointProblem, latest_checkpoint
from openetg.server.plan.folder import FloorFolder
from openetg.server.writer.measured_store import Commits

BEHIND_MS = 60_000
"""How long new entries may go unsigned: the follower signs every ten seconds."""


class Standing(Struct, frozen=True):
    """How the floor is."""

    floor: str
    """`running`, `ready`, or why it is not: `starting`, `stopping`, `stopped`, `silent`, `behind`."""
    sequence: int = 0
    """The last entry on record."""
    why: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether it is ready."""
        return self.floor == "ready"


class Probe(Struct, frozen=True):
    """What a look at a durable floor showed."""

    sequence: int
    winding_down: bool


def seen_of(floor: Floor) -> Probe:
    """What readiness needs of a floor."""
    return Probe(floor.sequence, floor.premises.winding_down)


class SignedByFollower(Struct, frozen=True):
    """What the follower has signed."""

    entries: int
    problem: str = ""


def read_signed(place: FloorFolder) -> SignedByFollower:
    """The last checkpoint of a floor. Reads files: not for the floor's own thread."""
    try:
        note = latest_checkpoint(place.checkpoints)
    except CheckpointProblem as problem:
        return SignedByFollower(0, str(problem))
    return SignedByFollower(0 if note is None else note.checkpoint.size)


class SigningLag:
    """How long entries have waited for a signature, as measured by repeated calls."""

    def __init__(self) -> None:
        self._entries = 0
        self._waited = False
        self._since_ms = 0

    def lag_ms(self, sequence: int, signed: int, now_ms: int) -> int:
        """For how long no signature has come although there were entries for it."""
        waits = signed < sequence
        if not (waits and self._waited) or signed != self._entries:
            self._entries, self._since_ms = signed, now_ms
        self._waited = waits
        return now_ms - self._since_ms


class Readiness:
    """The readiness of one floor, from its start to its end."""

    def __init__(
        self,
        place: FloorFolder,
        now_ms: Callable[[], int],
        *,
        follows: bool = False,
        commits: Commits | None = None,
        is_alive: Callable[[], bool] = lambda: True,
    ) -> None:
        """`follows` says whether a follower belongs to it; `is_alive` whether its engine runs."""
        self.place = place
        self.follows = follows
        self.started = True
        """False until all parts of the floor run; set by the code that starts it."""
        self.commits = commits or Commits()
        self._now_ms = now_ms
        self._is_alive = is_alive
        self._lag = SigningLag()

    def down(self) -> Standing | None:
        """Why the floor need not even be looked at; None if it may be."""
        if self.commits.failed:
            return Standing("stopped", why="a commit failed; the journal says what was kept")
        if not self._is_alive():
            return Standing("stopped", why="the floor decides nothing any more")
        return None if self.started else Standing("starting")

    def lag_ms(self, sequence: int, signed: SignedByFollower) -> int:
        """For how long entries have waited for the follower; zero without one."""
        return self._lag.lag_ms(sequence, signed.entries, self._now_ms()) if self.follows else 0

    def judge(self, seen: Probe, signed: SignedByFollower) -> Standing:
        """The standing of a floor, from a probe of it."""
        down = self.down()
        if down is not None:
            return down
        if seen.winding_down:
            return Standing("stopping", seen.sequence, "no further round opens; rounds under way are finished")
        lag_ms = self.lag_ms(seen.sequence, signed)
        if self.follows and signed.problem:
            return Standing("behind", seen.sequence, "the last checkpoint cannot be read")
        if lag_ms > BEHIND_MS:
            words = f"{seen.sequence - signed.entries} entries are not signed, for {lag_ms // 1000} s"
            return Standing("behind", seen.sequence, words)
        return Standing("ready", seen.sequence)
