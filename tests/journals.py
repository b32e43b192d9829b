"""A floor's folder as it stands on a disk: a journal of several volumes through the real store, keys, checkpoints.

The entries are those of the golden journal `spine`: two tables, some dozens of rounds, and every command can be decided
again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from openetg.floor.commands import BeginDay, Order
from openetg.floor.core.snapshot import encode_snapshot
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import fold
from openetg.floor.pipeline import decide, record
from openetg.floor.state import SHAPE, Floor, state_hash
from openetg.journal import places
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.proofs.checkpoint import SignedNote, checkpoint_of, origin_of, sign_next
from openetg.journal.proofs.tree import leaves_of
from openetg.journal.proofs.tree_folder import TreeFolder
from openetg.journal.store import Lease, Reader, Store
from openetg.keys.signing import SigningKey, signing_key
from openetg.server.plan.folder import FloorFolder
from tools.golden import FOLDER, read_golden

JOURNAL_ID = "floor-5b1e"
COUNT = 182
"""Without the two entries that begin a day."""
PER_GROUP = 6
DAYS = {60: "2026-11-15", 120: "2026-11-16"}
"""After which entry which gaming day begins."""
SIGNED_AT = (30, 90, 180)
"""At which entries a checkpoint is signed."""


def spine() -> list[Entry]:
    """The first entries of the golden journal."""
    return list(islice(read_golden(FOLDER / "spine.jsonl").entries(after_sequence=0), COUNT))


def write(store: Store, entries: Sequence[Entry]) -> Lease:
    """Appends entries in small groups; where a day begins, a new volume that begins with it, as the engine does."""
    lease, floor, rest = store.claim(), Floor(), deque(entries)
    while rest:
        group = []
        if day := DAYS.get(floor.sequence):
            lease = store.roll(lease, day=day, snapshot=encode_snapshot(floor))
            group.append(begun(floor, day))
        while rest and len(group) < PER_GROUP:
            entry = replace(rest.popleft(), sequence=floor.sequence + 1)
            fold(floor, entry.at_ms, entry.command, entry.verdict)
            group.append(entry)
        lease = store.append(lease, group)
    return lease


def begun(floor: Floor, day: str) -> Entry:
    """The entry that a day has begun, with which the floor goes on."""
    command = BeginDay(day, state_hash(floor), SHAPE, LOGIC)
    verdict = decide(floor, command, floor.at_ms)
    assert isinstance(verdict, tuple), verdict
    order, body = record(floor, Order("days", 1, floor.sequence, command), verdict)
    return Entry(floor.sequence, floor.at_ms, order, body)


def build(path: Path, *, journal_id: str = JOURNAL_ID, entries: Sequence[Entry] | None = None) -> FloorFolder:
    """A floor's folder with a journal, a tree, a key and signed checkpoints."""
    floor = FloorFolder(path)
    path.mkdir(parents=True)
    with closing(places.create(floor.journal, journal_id=journal_id)) as store:
        write(store, spine() if entries is None else entries)
        sign_all(store, floor, key_of(floor, journal_id))
    return floor


def key_of(floor: FloorFolder, journal_id: str = JOURNAL_ID) -> SigningKey:
    """The key of the floor, made if there is none."""
    return signing_key(floor.keys, name=origin_of(journal_id))


def sign_all(
    journal: Reader, floor: FloorFolder, key: SigningKey, *, at: tuple[int, ...] = SIGNED_AT
) -> list[SignedNote]:
    """Signs checkpoints as a follower does, each with the state hash."""
    notes, state = [], Floor()
    with TreeFolder(floor.tree) as tree:
        for group in journal.groups(after_sequence=0):
            for entry in decode_entries(group.body):
                fold(state, entry.at_ms, entry.command, entry.verdict)
            if group.last > tree.size:
                tree.extend(leaves_of(group.body))
            if group.last in at:
                tree.sync()
                root = tree.root(group.last)
                checkpoint = checkpoint_of(journal.journal_id, group, root, state=state_hash(state), shape=SHAPE)
                notes.append(sign_next(floor.checkpoints, checkpoint, key, tree.root))
        tree.sync()
    return notes
