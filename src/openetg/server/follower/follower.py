"""Follows a journal with a floor of its own: second opinion, tree, signed checkpoints, signed snapshots.

Goes in steps and never waits; a process around it (`following`) owns the clock and the loop. Everything here is made
from the journal and can be broken off at any instant: it goes on from the last snapshot and the tree. It must never
write to the journal it follows, and never sign over a difference.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from openetg.floor.core.snapshot import OtherShape, SnapshotProblem, decode_snapshot, encode_snapshot, snapshot_hash
from openetg.floor.state import state_hash
from openetg.journal.chain import Group
from openetg.journal.proofs.checkpoint import thin_out
from openetg.journal.snapshots import Snapshot, SnapshotHead, usable, write_snapshot
from openetg.journal.store import Reader, hash_at
from openetg.reports.audit.moment import opening_before
from openetg.reports.audit.second_opinion import NAMES_A_DAY, Alarm, SecondOpinion, not_our_own
from openetg.reports.audit.tallies import Tallying, keep_tally, kept_tally
from openetg.server.checks.backlog import AlarmRaised, Backlog
from openetg.server.follower.notary import Notary
from openetg.server.plan.folder import FloorFolder, authentic_of

CHECKPOINT_EVERY_S = 10.0
SNAPSHOT_EVERY = 100_000
LONGEST_STEP_S = 0.05
"""A step ends after about so long, so that pages and signals get their turn."""


class Follower:
    """One journal, followed step by step."""

    def __init__(
        self,
        journal: Reader,
        place: FloorFolder,
        *,
        checkpoint_every_s: float = CHECKPOINT_EVERY_S,
        snapshot_every: int = SNAPSHOT_EVERY,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.journal = journal
        self.place = place
        self.notary = Notary(journal, place)
        self.authentic = authentic_of(place, journal.journal_id)
        self._checkpoint_every_s = checkpoint_every_s
        self._snapshot_every = snapshot_every
        self._now_s = now_s
        self._signed_at_s = now_s() - checkpoint_every_s  # the first is due at once
        self._groups: Iterator[Group] | None = None
        self.skipped: list[str] = []
        """Snapshots that could not be used, and why."""
        self.head = journal.head()
        """Where the journal ended at the last look."""
        self._check_not_cut_short()
        self.opinion = self._first_opinion()
        self.snapshot = self.opinion.sequence
        """The last entry that a snapshot covers."""
        self.backlog = Backlog(journal, self.authentic, until=self.opinion.sequence, hash=self.opinion.hash)
        """What lies before that snapshot and is not folded again."""
        self.tally = kept_tally(place.tallies, self.opinion.sequence)
        self._tallying = Tallying(self.tally, self.opinion.floor)

    @property
    def sequence(self) -> int:
        """The last entry that is taken in everywhere."""
        return min(self.opinion.sequence, self.notary.sequence)

    def step(self) -> bool:
        """Takes in new groups for a short while; returns whether there may be more. Raises `AlarmRaised`."""
        until = self._now_s() + LONGEST_STEP_S
        if self._groups is None:
            self._groups = self.journal.groups(after_sequence=self.sequence)
        for group in self._groups:
            self._take(group)
            if self._now_s() >= until:
                self._sign_if_due()
                return True
        self._groups = None
        self.head = self.journal.head()
        self._check_not_cut_short()
        self._sign_if_due()
        return False

    def look_back(self) -> bool:
        """Checks some of what lies before the snapshot this began with; returns whether there is more. Raises
        `AlarmRaised`."""
        return self.backlog.step(until_s=self._now_s() + LONGEST_STEP_S, now_s=self._now_s)

    def finish(self) -> None:
        """Signs and snapshots what has come since the last time."""
        self._sign()
        if self.opinion.sequence > self.snapshot:
            self._keep_snapshot()

    def close(self) -> None:
        """Closes the files."""
        self.notary.close()

    def _first_opinion(self) -> SecondOpinion:
        """From the newest snapshot that can be used; from the beginning of the journal if there is none."""
        key = self.notary.key.public
        for found in usable(self.place.snapshots, self.journal.journal_id, key, self.head.sequence):
            if not isinstance(found, Snapshot):
                self.skipped.append(f"{found.path}: {found.problem}")
                continue
            opinion = self._opinion_from(found)
            if opinion is not None:
                return opinion
        first = self.journal.volumes()[0].opening.sequence
        return opening_before(self.journal, first, decides_again=True)

    def _opinion_from(self, found: Snapshot) -> SecondOpinion | None:
        if found.head.sequence < self.journal.volumes()[0].opening.sequence:
            return None  # what follows it is archived
        chain = hash_at(self.journal, found.head.sequence)
        if chain != found.head.hash:
            words = f"the chain hash {found.head.hash.hex()} of {found.path.name}"
            instead = chain.hex() if chain else "no end of a group there"
            raise AlarmRaised(Alarm(found.head.sequence, "snapshot", words, instead))
        try:
            return SecondOpinion(decode_snapshot(found.body), chain)
        except SnapshotProblem as problem:
            self.skipped.append(f"{found.path}: {problem}")
            return None

    def _take(self, group: Group) -> None:
        _raise(not_our_own(self.authentic, group))
        if NAMES_A_DAY in group.body and group.first == self.opinion.sequence + 1:
            self._end_day()
        if group.last > self.opinion.sequence:
            _raise(self.opinion.take(group, each=self._tallying.count))
        _raise(self.notary.take(group))
        self._compare_signed(group)
        if self.opinion.sequence - self.snapshot >= self._snapshot_every and self.opinion.sequence == group.last:
            self._keep_snapshot()

    def _compare_signed(self, group: Group) -> None:
        """The state that was signed last, when the floor comes by there again."""
        signed = self.notary.signed
        if signed is None or not signed.state or not signed.size == group.last == self.opinion.sequence:
            return
        if self.opinion.is_comparable:
            _raise(self.opinion.compare(signed.state, "the last checkpoint", about="checkpoint"))

    def _end_day(self) -> None:
        """Signs the day that ends here, and holds the snapshot the next one opens with against the floor."""
        self._sign()
        thin_out(self.place.checkpoints, before_ms=self.opinion.floor.at_ms)
        for volume in self.journal.volumes():
            if volume.opening.sequence == self.opinion.sequence:
                self._compare_opening(volume.number)

    def _compare_opening(self, number: int) -> None:
        snapshot = self.journal.opening_snapshot(number)
        if snapshot is None:
            return
        try:
            decode_snapshot(snapshot)
            state = snapshot_hash(snapshot)
        except OtherShape:
            return  # of a build that remembers other things: cannot be compared
        except SnapshotProblem as problem:
            raise AlarmRaised(
                Alarm(self.opinion.sequence, "snapshot", f"one in volume {number}", str(problem))
            ) from None
        _raise(self.opinion.compare(state, f"the opening of volume {number}", about="snapshot"))

    def _sign_if_due(self) -> None:
        if self._now_s() - self._signed_at_s >= self._checkpoint_every_s:
            self._sign()

    def _sign(self) -> None:
        """Only what floor and tree have both come to, and never less than was signed before."""
        if self.notary.sequence == self.opinion.sequence and self.notary.has_news():
            self._signed_at_s = self._now_s()
            _raise(self.notary.sign(state_hash(self.opinion.floor)))

    def _keep_snapshot(self) -> None:
        floor = self.opinion.floor
        body = encode_snapshot(floor)
        head = SnapshotHead(
            self.journal.journal_id, floor.sequence, floor.at_ms, self.opinion.hash, snapshot_hash(body)
        )
        keep_tally(self.place.tallies, self.tally)
        write_snapshot(self.place.snapshots, head, body, self.notary.key)
        self.snapshot = floor.sequence

    def _check_not_cut_short(self) -> None:
        """What is in the tree or under a signature must still be in the journal."""
        signed = self.notary.signed.size if self.notary.signed is not None else 0
        known = max(signed, self.notary.sequence)
        if self.head.sequence < known:
            about = "checkpoint" if signed == known else "tree"
            raise AlarmRaised(Alarm(known, about, f"a journal of at least {known} entries", str(self.head.sequence)))


def _raise(alarm: Alarm | None) -> None:
    if alarm is not None:
        raise AlarmRaised(alarm)
