"""The files on which the checks in the browser are tested: made here, by the code that exports, and kept beside them.

`python -m tests.unit.reports.verify_files` writes them anew; a test sees to it that they are what this would write.
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import json

from openetg.journal import places
from openetg.journal.chain import Group
from openetg.journal.entry import Entry
from openetg.journal.proofs.checkpoint import Checkpoint, checkpoint_of, origin_of, signed, write_checkpoint
from openetg.journal.proofs.tree import Tree, leaves_of
from openetg.keys.signing import PUBLIC, SigningKey
from openetg.server.api.journal import process as journal_process
from openetg.server.api.journal.evidence_answers import Prove, Proved, files_of
from openetg.server.plan.folder import FloorFolder

KEPT = Path(__file__).parents[3] / "web" / "tests" / "data" / "verify"
JOURNAL_ID = "floor é/1 (small)'s"
COUNT, PER_GROUP, SIGNED_AT = 23, 3, 18
WORDS = ("a note", "für élan", "中文", 'quoted "so"', "line\nend", "🎲")


def entry(number: int) -> Entry:
    """An entry whose text has letters of more than one byte."""
    command = json.encode({"sender": "terminal/T1", "number": number, "words": WORDS[number % len(WORDS)]})
    return Entry(number, 1_700_000_000_000 + 250 * number, command, json.encode({"events": [{"type": "Done"}]}))


def write(folder: Path) -> dict[str, bytes]:
    """Every file, by its name."""
    floor = FloorFolder(folder / "floor")
    floor.keys.mkdir(parents=True)
    key = SigningKey(origin_of(JOURNAL_ID), bytes(range(32)))
    (floor.keys / PUBLIC).write_text(f"{key.public}\n")
    with closing(places.create(floor.journal, journal_id=JOURNAL_ID)) as store:
        lease = store.claim()
        for first in range(1, COUNT + 1, PER_GROUP):
            lease = store.append(lease, [entry(number) for number in range(first, min(first + PER_GROUP, COUNT + 1))])
        note = signed(_checkpoint(list(store.groups(after_sequence=0))), key)
    write_checkpoint(floor.checkpoints, note)
    made = {
        "whole.jsonl": _exported(floor, folder / "whole"),
        "part.jsonl": _exported(floor, folder / "part", after=4, until=11),
        "late.jsonl": _exported(floor, folder / "late", after=6, until=21),
        "plain.jsonl": _exported(floor, folder / "plain", proven=False),
        "note.txt": note.text().encode(),
        "key.txt": f"{key.public}\n".encode(),
    }
    reply = journal_process.answer(Prove(floor.journal, files_of(floor), (7, 12)))
    assert isinstance(reply, Proved), reply
    return made | {"proof.json": json.encode(reply.bundle)}


def _checkpoint(groups: list[Group]) -> Checkpoint:
    tree = Tree()
    for group in groups:
        tree.extend(leaves_of(group.body))
        if group.last == SIGNED_AT:
            return checkpoint_of(JOURNAL_ID, group, tree.root())
    raise AssertionError("a group ends where it is signed")


def _exported(
    floor: FloorFolder, to: Path, *, after: int | None = None, until: int | None = None, proven: bool = True
) -> bytes:
    files = files_of(floor) if proven else None
    reply = journal_process.answer(journal_process.Export(floor.journal, str(to), after, until, "", files))
    assert isinstance(reply, journal_process.Exported), reply
    return to.read_bytes()


def main() -> int:
    """Writes them."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        for name, content in write(Path(folder)).items():
            (KEPT / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
