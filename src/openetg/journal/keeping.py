"""What every store of a journal does alike: reads by its reader, refuses once it is over, says why it cannot go on.

An engine adds how a commit is made. This module must never write anything.
"""

from collections.abc import Iterator, Sequence

from openetg.journal.chain import Group, Head, MacOf
from openetg.journal.entry import Entry
from openetg.journal.store import Fenced, JournalProblem, Reader, UnknownOutcome, Volume


class Keeping:
    """The part of a store that knows no engine."""

    def __init__(self, place: str, reader: Reader) -> None:
        self._place = place
        """Where the journal is, in words for people."""
        self._read = reader
        self._mac_of: MacOf | None = None
        self._stopped: str | None = None
        self._closed = False

    @property
    def journal_id(self) -> str:
        return self._read.journal_id

    def authenticate(self, mac_of: MacOf) -> None:
        self._mac_of = mac_of

    def head(self) -> Head:
        self._refuse_if_over()
        return self._read.head()

    def groups(self, *, after_sequence: int) -> Iterator[Group]:
        self._refuse_if_over()
        return self._read.groups(after_sequence=after_sequence)

    def entries(self, *, after_sequence: int) -> Iterator[Entry]:
        self._refuse_if_over()
        return self._read.entries(after_sequence=after_sequence)

    def volumes(self) -> Sequence[Volume]:
        self._refuse_if_over()
        return self._read.volumes()

    def opening_snapshot(self, number: int) -> bytes | None:
        self._refuse_if_over()
        return self._read.opening_snapshot(number)

    def _refuse_if_over(self) -> None:
        if self._stopped is not None:
            raise self._unknown_outcome(self._stopped)
        if self._closed:
            raise JournalProblem(f"{self._place}: expected an open journal, found it closed.")

    def _unknown_outcome(self, cause: str) -> UnknownOutcome:
        return UnknownOutcome(
            f"{self._place}: a commit failed ({cause}) and may be durable all the same."
            " Stop, open the journal anew, claim it, then read what it says."
        )

    def _fenced(self, ours: Head) -> Fenced:
        held = f"{self._place}: this writer holds epoch {ours.epoch} at entry {ours.sequence},"
        try:
            stored = self._read.head()
        except JournalProblem as problem:
            return Fenced(f"{held} the journal is elsewhere: another writer has claimed it ({problem}).")
        how = "rolled it to another volume" if stored == ours else "claimed it"
        return Fenced(
            f"{held} the journal is at epoch {stored.epoch}, entry {stored.sequence}: another writer has {how}."
        )

    def _check_volume_follows(self, head: Head, number: int, volume: Volume) -> None:
        """A copied volume must have this number and go on from this head, which no writer has claimed meanwhile."""
        opening = volume.opening
        if head.epoch > opening.epoch:
            raise Fenced(
                f"{self._place}: this copy has been claimed for epoch {head.epoch} and is a journal of its own;"
                f" volume {volume.number} of epoch {opening.epoch} of another does not belong here."
            )
        expected = (number, head.sequence, head.at_ms, head.hash.hex())
        found = (volume.number, opening.sequence, opening.at_ms, opening.hash.hex())
        if found != expected:
            raise JournalProblem(
                f"{self._place}: expected a volume that follows on (number, entry, time, hash: {expected}),"
                f" found {found}."
            )
