"""A floor folded beside the one that runs, held against everything on record: the second opinion.

Takes a journal in group by group. Checks the chain, decides again what the same logic wrote, balances the ledger, and
compares state hashes wherever one is on record. The first thing that differs is an alarm: a value here, for the caller
to act on. It must never go on past an alarm, and never write anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import DecodeError, Struct, ValidationError, json

from openetg.floor.commands import BeginDay, Order
from openetg.floor.core.stored import EntryProblem, Recorded
from openetg.floor.fold import fold, fold_and_decide, fold_body
from openetg.floor.state import SHAPE, Floor, state_hash
from openetg.journal.authentic import Authentic
from openetg.journal.chain import Group, hash_on
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.store import JournalProblem, Reader

NAMES_A_DAY = b'"BeginDay"'
UNREADABLE = (ValidationError, DecodeError, AssertionError, KeyError, RecursionError)
"""What reading or folding an entry raises when this build does not understand it."""


class Alarm(Struct, frozen=True):
    """A difference between two things that should agree: where, about what, and what each says."""

    sequence: int
    about: str
    """`chain`, `mac`, `entry`, `decision`, `ledger`, `state`, `tree`, `checkpoint`, `snapshot` or `mirror`."""
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.about} at entry {self.sequence}: expected {self.expected}, found {self.found}"


def not_our_own(authentic: Authentic | None, group: Group) -> Alarm | None:
    """The alarm about a group that the floor has not written; None if it has, or if there are no keys to tell by."""
    wrong = authentic.wrong(group) if authentic is not None else None
    return Alarm(group.last, "mac", "a group authenticated by a key of this floor", wrong) if wrong else None


class SecondOpinion:
    """A floor of its own, in step with a journal."""

    def __init__(self, floor: Floor, hash: bytes, *, decides_again: bool = True) -> None:  # noqa: A002
        """Goes on from this floor, after whose last entry the chain had this hash."""
        self.floor = floor
        self.hash = hash
        self.states_compared = 0
        self.shape = SHAPE
        """The shape of the state in the build that wrote the present day, as far as the journal says."""
        self._decides_again = decides_again

    @property
    def sequence(self) -> int:
        """The last entry taken in."""
        return self.floor.sequence

    def take(self, group: Group, *, each: Callable[[Entry], None] | None = None) -> Alarm | None:
        """Takes in the next group; returns an alarm if it is wrong, and has then not gone on. `each` sees every
        entry."""
        alarm = self._wrong_link(group)
        if alarm is not None:
            return alarm
        # Without a second decision the entries need not be looked at one by one, which is faster.
        singly = self._decides_again or each is not None or NAMES_A_DAY in group.body
        alarm = self._take_entries(group, each) if singly else self._take_whole(group)
        if alarm is not None:
            return alarm
        self.hash = group.hash
        if not self.floor.ledger.is_balanced():
            return Alarm(group.last, "ledger", "accounts that sum to zero, and no meter below it", "otherwise")
        return None

    def _take_entries(self, group: Group, each: Callable[[Entry], None] | None) -> Alarm | None:
        try:
            entries = decode_entries(group.body)
        except (DecodeError, RecursionError) as wrong:
            return Alarm(group.last, "entry", "entries", str(wrong))
        for entry in entries:
            alarm = self._take_entry(entry)
            if alarm is not None:
                return alarm
            if each is not None:
                each(entry)
        return self._wrong_end(group)

    def _take_whole(self, group: Group) -> Alarm | None:
        try:
            fold_body(self.floor, group.body)
        except (EntryProblem, *UNREADABLE) as wrong:
            return Alarm(group.last, "entry", "entries that this build can fold", f"{type(wrong).__name__}: {wrong}")
        return self._wrong_end(group)

    def _wrong_end(self, group: Group) -> Alarm | None:
        if self.sequence == group.last:
            return None
        return Alarm(group.last, "entry", f"entries up to {group.last} in a group", f"up to {self.sequence}")

    def compare(self, state: str, where: str, *, about: str = "state") -> Alarm | None:
        """Holds a recorded hash of the state against the floor as it is now."""
        self.states_compared += 1
        found = state_hash(self.floor)
        return None if found == state else Alarm(self.sequence, about, f"the state {state} of {where}", found)

    @property
    def is_comparable(self) -> bool:
        """Whether a hash that another build made of the state on this day means the same to this build."""
        return self.shape == SHAPE

    def _wrong_link(self, group: Group) -> Alarm | None:
        if group.first != self.sequence + 1:
            return Alarm(self.sequence, "chain", f"entry {self.sequence + 1} next", f"entry {group.first}")
        expected = hash_on(self.hash, group)
        if group.hash != expected:
            return Alarm(group.last, "chain", f"the hash {expected.hex()}", group.hash.hex())
        return None

    def _take_entry(self, entry: Entry) -> Alarm | None:
        if entry.sequence != self.sequence + 1:
            return Alarm(self.sequence, "entry", f"entry {self.sequence + 1} next", f"entry {entry.sequence}")
        try:
            return self._begun_day(entry) or self._fold(entry)
        except UNREADABLE as wrong:
            words = f"{type(wrong).__name__}: {wrong}"
            return Alarm(entry.sequence, "entry", "an entry that this build can fold", words)

    def _fold(self, entry: Entry) -> Alarm | None:
        if not self._decides_again:
            fold(self.floor, entry.at_ms, entry.command, entry.verdict)
            return None
        different = fold_and_decide(self.floor, entry.at_ms, entry.command, entry.verdict)
        if different is None:
            return None
        return Alarm(entry.sequence, "decision", f"the answer on record: {different.recorded}", different.decided)

    def _begun_day(self, entry: Entry) -> Alarm | None:
        """A day begins with the state hash just before it; comparable if this build keeps the state in that shape."""
        if NAMES_A_DAY not in entry.command:
            return None
        command = json.decode(entry.command, type=Order).command
        taken = json.decode(entry.verdict, type=Recorded).events is not None
        if not taken or not isinstance(command, BeginDay):
            return None
        self.shape = command.shape
        return None if command.shape != SHAPE else self.compare(command.state, f"the day {command.day}")


def followed(
    opinion: SecondOpinion,
    journal: Reader,
    *,
    until: int | None = None,
    authentic: Authentic | None = None,
    each: Callable[[Group], Callable[[Entry], None] | None] | None = None,
) -> Iterator[Group]:
    """Every group of a journal as soon as it is taken in, as long as none ends after `until`.

    `each` says what sees every entry of a group. What is wrong is a `JournalProblem`, and what came before it has held.
    """
    for group in journal.groups(after_sequence=opinion.sequence):
        if until is not None and group.last > until:
            return
        seen_by = each(group) if each is not None else None
        alarm = not_our_own(authentic, group) or opinion.take(group, each=seen_by)
        if alarm is not None:
            raise JournalProblem(f"{journal.journal_id}: {alarm}.")
        yield group
