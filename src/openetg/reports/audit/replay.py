"""Verifies a journal against everything there is: its own chain and tree, signed checkpoints, the floor's logic.

One walk from the first entry that is here to the head, in bounded memory: chain and volumes, the root of the tree at
the size of every checkpoint, every event folded, every command of the same logic decided again, the ledger summed after
each entry. What is wrong is the answer and never a failure. Nothing here repairs anything, and nothing derived (the
tree folder, a snapshot) is believed where the journal itself says what it should be.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import DecodeError, Struct, ValidationError, json

from openetg.floor.core.snapshot import OtherShape, SnapshotProblem, decode_snapshot
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import WAS_PUT_ASIDE, Difference, fold_and_decide
from openetg.floor.state import SHAPE, Floor, state_hash
from openetg.journal.authentic import Authentic
from openetg.journal.chain import Group, Head
from openetg.journal.entry import Entry
from openetg.journal.proofs.checkpoint import Checkpoint, CheckpointProblem, SignedNote, origin_of, signers
from openetg.journal.proofs.tree import Tree, leaves_of
from openetg.journal.proofs.tree_folder import TreeFolder
from openetg.journal.store import JournalProblem, Reader, Volume
from openetg.journal.verify import Break, Checked, Intact, checked_groups
from openetg.keys.signing import PublicKey
from openetg.money import ZERO, Money, total

UNREADABLE = (
    ValidationError, DecodeError, AssertionError, LookupError, AttributeError, TypeError, ValueError, ArithmeticError,
    RecursionError,
)  # fmt: skip
"""What folding an entry raises that no floor has written."""


class Unbalanced(Struct, frozen=True):
    """After this entry the accounts did not sum to zero, or a meter was below it."""

    sequence: int


class Unreadable(Struct, frozen=True):
    """An entry this build cannot read."""

    sequence: int
    problem: str


class WrongCheckpoint(Struct, frozen=True):
    """A signed checkpoint and the journal do not agree, or its signature is not what it should be."""

    size: int
    field: str
    expected: str
    """What the checkpoint says, or the signature that was asked for."""
    found: str


class WrongSnapshot(Struct, frozen=True):
    """The snapshot a volume opens with is not the floor that the entries before it lead to."""

    volume: int
    expected: str
    found: str


class Replayed(Struct, frozen=True):
    """The journal holds, and this is the floor it leads to."""

    sequence: int
    head: str
    state: str
    """The state hash; empty if only chain and tree were asked for."""


Finding = Break | Difference | Unbalanced | Unreadable | WrongCheckpoint | WrongSnapshot | Replayed


class Looked(Struct):
    """What was looked at, so that a reader does not take a short look for a long one."""

    began_after: int = 0
    """Entries up to this one are archived and were not looked at."""
    groups: int = 0
    authenticated: int = 0
    """Groups whose MAC is by a key of the floor, or which a person has adopted."""
    adopted_until: int = 0
    """Entries up to this one have no MAC that counts: a person has adopted them."""
    root: str = ""
    """The root of the tree over all entries; empty where the nodes over archived ones are missing."""
    decided: int = 0
    """Entries that were decided again, with the same answer."""
    folded: int = 0
    """Entries written by another logic, or put aside because a decision broke, and only folded."""
    checkpoints: int = 0
    """Checkpoints that agree with the journal."""
    roots_unknown: int = 0
    """Those among them whose root could not be compared, since early volumes are archived and no tree covers them."""
    states: int = 0
    """Those among them whose state hash was compared."""
    unsigned: int = 0
    """Checkpoints whose signature could not be checked, for want of a key."""
    signed_by: dict[str, int] = {}
    """Per public key, how many checkpoints it has signed."""
    snapshots: int = 0
    """Opening snapshots of volumes that are the floor at that place."""
    snapshots_unknown: int = 0
    """Those of a build that remembers the floor in another shape, and could not be compared."""


class Verification:
    """One verification: `steps` runs it, `looked` says what was looked at so far."""

    def __init__(
        self,
        journal: Reader,
        *,
        notes: Iterable[SignedNote] = (),
        keys: Sequence[PublicKey] = (),
        tree: TreeFolder | None = None,
        chain_only: bool = False,
        authentic: Authentic | None = None,
    ) -> None:
        """With `authentic`, every group must be the floor's own."""
        self.looked = Looked()
        self.journal = journal
        self._notes = sorted(notes, key=lambda note: note.checkpoint.size)
        self._waiting = deque(note.checkpoint for note in self._notes)
        self._keys = keys
        self._authentic = authentic
        self._folder = tree
        self._tree: Tree | None = Tree()
        self._floor: Floor | None = None if chain_only else Floor()
        self._started = ""
        """The state hash of the snapshot that the verification starts from, until the chain has vouched for it."""
        self._summed = _Summed({})
        self._volumes: deque[Volume] = deque()
        self._entered: Volume | None = None
        """The volume whose first entry comes next."""

    def steps(self) -> Iterator[int | Finding]:
        """Progress by sequence, and last what was found: the first thing wrong, or that everything holds."""
        wrong: Finding | None = self._wrong_signature() or self._begin()
        if wrong is not None:
            yield wrong
            return
        for step in checked_groups(self.journal):
            match step:
                case Break():
                    yield step
                    return
                case Checked():
                    wrong = self._wrong_in(step)
                    if wrong is not None:
                        yield wrong
                        return
                    self.looked.groups += 1
                    yield step.group.last
                case Intact():
                    yield self._end(step)

    def _wrong_signature(self) -> WrongCheckpoint | None:
        """Signatures come first: what is not signed is no evidence of anything."""
        for note in self._notes:
            checkpoint = note.checkpoint
            origin = origin_of(self.journal.journal_id)
            if checkpoint.origin != origin:
                return WrongCheckpoint(checkpoint.size, "origin", checkpoint.origin, origin)
            if not self._keys:
                self.looked.unsigned += 1
                continue
            try:
                found = signers(note, self._keys)
            except CheckpointProblem as problem:
                return WrongCheckpoint(checkpoint.size, "signature", "of this text", str(problem))
            if not found:
                asked = " or ".join(str(key) for key in self._keys)
                names = ", ".join(f"{each.name}+{each.hint.hex()}" for each in note.signatures)
                return WrongCheckpoint(checkpoint.size, "signature", f"of {asked}", f"of {names}")
            for key in found:
                self.looked.signed_by[str(key)] = self.looked.signed_by.get(str(key), 0) + 1
        return self._two_histories()

    def _two_histories(self) -> WrongCheckpoint | None:
        for one, other in pairwise(note.checkpoint for note in self._notes):
            if one.size == other.size and (one.root, one.chain) != (other.root, other.chain):
                return WrongCheckpoint(one.size, "two histories", one.root.hex(), other.root.hex())
        return None

    def _begin(self) -> Finding | None:
        """Starts at the opening of the first volume that is here."""
        try:
            self._volumes = deque(self.journal.volumes())
        except JournalProblem as problem:
            return Break(None, "file", "a journal that can be read", str(problem))
        if not self._volumes or not self._volumes[0].opening.sequence:
            return None
        first = self._volumes[0]
        began = self.looked.began_after = first.opening.sequence
        if self._folder is not None and self._folder.size >= began:
            assert self._tree is not None, "nothing has grown yet"
            self._tree.resume(began, self._folder.node)
        else:
            self._tree = None
        return self._start_from(first) or self._pass_early_checkpoints(first.opening)

    def _start_from(self, first: Volume) -> Finding | None:
        """The floor at the opening of a volume, where what led to it is archived; its first entry says its hash."""
        if self._floor is None:
            return None
        try:
            self._floor = decode_snapshot(self.journal.opening_snapshot(first.number) or b"")
        except OtherShape as problem:
            said = f"{problem}. Verify it together with the archived volumes, or its chain only"
            return Unreadable(first.opening.sequence, said)
        except SnapshotProblem as problem:
            return WrongSnapshot(first.number, "a snapshot to start from", str(problem))
        except JournalProblem as problem:
            return Break(None, "file", "a journal that can be read", str(problem))
        if self._floor.sequence != first.opening.sequence:
            return WrongSnapshot(first.number, f"entry {first.opening.sequence}", f"entry {self._floor.sequence}")
        self._started = state_hash(self._floor)
        return None

    def _wrong_start(self, entry: Entry) -> WrongSnapshot | None:
        """Nothing leads to the first snapshot but the first entry behind it, which names its hash under the chain."""
        started, self._started = self._started, ""
        begun = _day_begun(entry)
        named = begun.state if begun else ""
        number = self.journal.volumes()[0].number
        return None if named == started else WrongSnapshot(number, f"state {named or 'in its first entry'}", started)

    def _pass_early_checkpoints(self, opening: Head) -> Finding | None:
        """Checkpoints over archived entries alone are held against the tree folder and the opening, who alone know."""
        while self._waiting and self._waiting[0].size <= opening.sequence:
            checkpoint = self._waiting.popleft()
            for field, expected, found in self._early_differences(checkpoint, opening):
                if expected != found:
                    return WrongCheckpoint(checkpoint.size, field, expected, found)
            self.looked.checkpoints += 1
        return None

    def _early_differences(self, checkpoint: Checkpoint, opening: Head) -> Iterator[tuple[str, str, str]]:
        if self._tree is None or self._folder is None:
            self.looked.roots_unknown += 1
        else:
            yield "root", checkpoint.root.hex(), self._folder.root(checkpoint.size).hex()
        if checkpoint.size != opening.sequence:
            return
        # Signed where the last archived day ended: the first volume goes on from there.
        yield "chain", checkpoint.chain.hex(), opening.hash.hex()
        if checkpoint.state and checkpoint.shape == SHAPE and self._started:
            yield "state", checkpoint.state, self._started
            self.looked.states += 1

    def _not_our_own(self, group: Group) -> Break | None:
        if self._authentic is None:
            return None
        if wrong := self._authentic.wrong(group):
            return Break(group.last, "mac", "a MAC by a key of this floor", wrong)
        self.looked.authenticated += 1
        if self._authentic.adopted is not None:
            self.looked.adopted_until = self._authentic.adopted.sequence
        return None

    def _wrong_in(self, step: Checked) -> Finding | None:
        wrong: Finding | None = self._not_our_own(step.group)
        wrong = wrong or self._wrong_snapshots(step.group.first - 1) or self._wrong_day(step.entries[0])
        wrong = wrong or self._fold(step.entries)
        if wrong is not None:
            return wrong
        if self._tree is not None:
            self._tree.extend(leaves_of(step.group.body))
        return self._wrong_checkpoint(step.group)

    def _wrong_checkpoint(self, group: Group) -> WrongCheckpoint | None:
        while self._waiting and self._waiting[0].size <= group.last:
            checkpoint = self._waiting.popleft()
            for field, expected, found in self._differences(checkpoint, group):
                if expected != found:
                    return WrongCheckpoint(checkpoint.size, field, expected, found)
            self.looked.checkpoints += 1
        return None

    def _differences(self, checkpoint: Checkpoint, group: Group) -> Iterator[tuple[str, str, str]]:
        """What a checkpoint says and what the journal says, field by field."""
        yield "size", f"a group that ends with entry {checkpoint.size}", f"a group that ends with entry {group.last}"
        if self._tree is None:
            self.looked.roots_unknown += 1
        else:
            yield "root", checkpoint.root.hex(), self._tree.root().hex()
        yield "chain", checkpoint.chain.hex(), group.hash.hex()
        yield "epoch", str(checkpoint.epoch), str(group.epoch)
        yield "at_ms", str(checkpoint.at_ms), str(group.at_ms)
        if checkpoint.state and checkpoint.shape == SHAPE and self._floor is not None:
            yield "state", checkpoint.state, state_hash(self._floor)
            self.looked.states += 1

    def _wrong_snapshots(self, reached: int) -> Finding | None:
        """Volumes that open at the place reached open with the floor as it is here."""
        while self._volumes and self._volumes[0].opening.sequence <= reached:
            volume = self._entered = self._volumes.popleft()
            if volume.number == 1 or self._floor is None:
                continue
            here = state_hash(self._floor)
            try:
                found = state_hash(decode_snapshot(self.journal.opening_snapshot(volume.number) or b""))
            except OtherShape:
                self.looked.snapshots_unknown += 1
                continue
            except SnapshotProblem as problem:
                return WrongSnapshot(volume.number, here, str(problem))
            except JournalProblem as problem:
                return Break(None, "file", "a journal that can be read", str(problem))
            if found != here:
                return WrongSnapshot(volume.number, here, found)
            self.looked.snapshots += 1
        return None

    def _wrong_day(self, entry: Entry) -> Break | None:
        """The day by which a volume is archived and kept is the one its first entry begins; the first of all has none.

        A volume that begins with another command was begun by a person while the floor was stopped.
        """
        volume, self._entered = self._entered, None
        if volume is None:
            return None
        begun = _day_begun(entry)
        day = "" if volume.number == 1 else begun.day if begun else volume.day
        return None if volume.day == day else Break(None, f"day of volume {volume.number}", day or "none", volume.day)

    def _fold(self, entries: list[Entry]) -> Finding | None:
        floor = self._floor
        if floor is None:
            return None
        if self._started and (wrong := self._wrong_start(entries[0])):
            return wrong
        if floor.ledger.accounts is not self._summed:
            floor.ledger.accounts = self._summed = _Summed(floor.ledger.accounts)
        for entry in entries:
            try:
                different = fold_and_decide(floor, entry.at_ms, entry.command, entry.verdict)
            except UNREADABLE as wrong:
                return Unreadable(entry.sequence, f"{type(wrong).__name__}: {wrong}")
            if different is not None:
                return different
            # The sum as it was kept after every entry; the accounts one by one, as they stand, after every group.
            if self._summed.sum:
                return Unbalanced(entry.sequence)
            if entry.verdict != WAS_PUT_ASIDE and _logic_of(entry, floor) == LOGIC:
                self.looked.decided += 1
            else:
                self.looked.folded += 1
        return None if floor.ledger.is_balanced() else Unbalanced(floor.sequence)

    def _end(self, intact: Intact) -> Finding:
        wrong = self._wrong_snapshots(intact.head.sequence)
        if wrong is not None:
            return wrong
        if self._waiting:
            late = self._waiting[0]
            found = f"{intact.head.sequence} entries"
            return WrongCheckpoint(late.size, "size", f"at least {late.size} entries", found)
        if self._tree is not None:
            self.looked.root = self._tree.root().hex()
        state = state_hash(self._floor) if self._floor is not None else ""
        return Replayed(intact.head.sequence, intact.head.hash.hex(), state)


def verify_floor(journal: Reader) -> Iterator[int | Finding]:
    """Progress by sequence, and last what was found in the journal by itself."""
    return Verification(journal).steps()


class _Summed(dict[str, Money]):
    """Accounts that know their sum, so that asking for it after every entry does not cost all of them."""

    def __init__(self, accounts: dict[str, Money]) -> None:
        super().__init__(accounts)
        self.sum = total(accounts.values())

    def __setitem__(self, account: str, held: Money) -> None:
        self.sum += held - self.get(account, ZERO)
        super().__setitem__(account, held)

    def __delitem__(self, account: str) -> None:
        self.sum -= self[account]
        super().__delitem__(account)


class _Day(Struct, frozen=True, tag="DayBegun"):
    day: str
    state: str


class _Begun(Struct, frozen=True):
    events: tuple[_Day, ...]


def _day_begun(entry: Entry) -> _Day | None:
    """The day an entry begins, if it begins one."""
    try:
        events = json.decode(entry.verdict, type=_Begun).events
    except DecodeError:
        return None
    return events[0] if events else None


class _Logic(Struct, frozen=True):
    logic: int | None = None


class _Command(Struct, frozen=True):
    command: _Logic


def _logic_of(entry: Entry, floor: Floor) -> int:
    """The logic that decided an entry: the one it names itself, or that of the writer."""
    if b'"logic":' in entry.command:
        named = json.decode(entry.command, type=_Command).command.logic
        return floor.logic if named is None else named
    return floor.logic
