"""Signed checkpoints: how long the journal was and with which root, in a text that anyone may keep.

The form is that of C2SP (tlog-checkpoint in a signed note): origin, size, root, then lines of ours, an empty line,
one line per signature. The same size of the same journal always gives the same text, but for the state hash, which
not every reader knows. A checkpoint is evidence: one that is there is never replaced by one that says otherwise, and no
key signs two that do not follow from each other. Nothing here reads a journal.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from openetg.journal.chain import Group
from openetg.journal.proofs.tree import HASH_SIZE, is_consistent
from openetg.keys.files import write_whole
from openetg.keys.signing import PublicKey, SigningKey, is_key_name

ORIGIN = "openetg.org/journal/"
LATEST = "latest"
SUFFIX = ".checkpoint"
DAYS = "*-*-*"
SIGNATURE_SIZE = 4 + 64
LONGEST = 64 * 1024
"""No note is longer than this."""

HOUR_MS = 60 * 60 * 1000

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


class CheckpointProblem(Exception):
    """A checkpoint cannot be read, or may not be signed or kept. The message is for a person."""


class TwoHistories(CheckpointProblem):
    """A checkpoint is kept that says another root or chain at the same size: both are evidence."""


class Checkpoint(Struct, frozen=True):
    """What is signed."""

    origin: str
    """The name of the journal, made into the form C2SP asks for."""
    size: int
    """How many entries: the sequence of the last one."""
    root: bytes
    """The root of the tree over all of them."""
    chain: bytes
    """The hash of the group that ends with the last one."""
    epoch: int
    at_ms: int
    """The time of the last entry."""
    state: str = ""
    """The state hash of the floor they lead to, where it is known."""
    shape: str = ""
    """The shape of the state that was hashed: a build with another one cannot compare."""

    def text(self) -> str:
        """The text that is signed."""
        lines = [self.origin, str(self.size), b64encode(self.root).decode()]
        lines += [f"chain {self.chain.hex()}", f"epoch {self.epoch}", f"at_ms {self.at_ms}"]
        if self.state:
            lines += [f"state {self.state}", f"shape {self.shape}"]
        return "".join(f"{line}\n" for line in lines)


class Signature(Struct, frozen=True):
    """A line below the text."""

    name: str
    hint: bytes
    raw: bytes

    def line(self) -> str:
        """As it stands in the note."""
        return f"— {self.name} {b64encode(self.hint + self.raw).decode()}\n"


class SignedNote(Struct, frozen=True):
    """A checkpoint with its signatures."""

    checkpoint: Checkpoint
    signatures: tuple[Signature, ...]

    def text(self) -> str:
        """The whole note."""
        return self.checkpoint.text() + "\n" + "".join(each.line() for each in self.signatures)


def origin_of(journal_id: str) -> str:
    """The first line of every checkpoint of a journal, and the name of the key that signs them."""
    return ORIGIN + quote(journal_id, safe="")


def checkpoint_of(journal_id: str, group: Group, root: bytes, *, state: str = "", shape: str = "") -> Checkpoint:
    """The checkpoint at the end of a group, given the root of the tree up to there."""
    assert bool(state) == bool(shape), "a state hash comes with the shape of what was hashed"
    return Checkpoint(
        origin=origin_of(journal_id),
        size=group.last,
        root=root,
        chain=group.hash,
        epoch=group.epoch,
        at_ms=group.at_ms,
        state=state,
        shape=shape,
    )


def signed(checkpoint: Checkpoint, key: SigningKey) -> SignedNote:
    """The checkpoint, signed by one key."""
    return also_signed(SignedNote(checkpoint, ()), key)


def also_signed(note: SignedNote, key: SigningKey) -> SignedNote:
    """The note with one more signature; the same if that key has signed already."""
    raw = key.sign(note.checkpoint.text().encode())
    return _with_signatures(note, [Signature(key.public.name, key.public.hint, raw)])


def add_signatures(note: SignedNote, lines: bytes, *, where: str) -> SignedNote:
    """The note with the signatures in these lines, as a witness answers; raises `CheckpointProblem` if they are
    none."""
    try:
        return _with_signatures(note, _parse_signatures(lines.decode()))
    except UnicodeDecodeError:
        raise CheckpointProblem(f"{where}: expected signatures, found bytes that are no text") from None
    except CheckpointProblem as problem:
        raise CheckpointProblem(f"{where}: expected {problem}") from None


def signers(note: SignedNote, keys: Iterable[PublicKey]) -> list[PublicKey]:
    """Which of these keys have signed; raises `CheckpointProblem` if a line claims to be of one of them and is not."""
    message = note.checkpoint.text().encode()
    found = []
    for key in keys:
        for each in note.signatures:
            if (each.name, each.hint) == (key.name, key.hint):
                if not key.signed(message, each.raw):
                    raise CheckpointProblem(
                        f"the checkpoint of size {note.checkpoint.size}: expected the signature of {key.name} to be of"
                        " this text, found that it is not: text or signature was changed"
                    )
                found.append(key)
    return found


def parse_note(content: bytes, *, where: str) -> SignedNote:
    """The note in these bytes; raises `CheckpointProblem` with the place if there is none."""
    try:
        note = _parse(content)
    except UnicodeDecodeError:
        raise CheckpointProblem(f"{where}: expected a checkpoint, found bytes that are no text") from None
    except CheckpointProblem as problem:
        raise CheckpointProblem(f"{where}: expected {problem}") from None
    # One text for one meaning: otherwise two notes that read alike could differ in what was signed.
    if note.text().encode() != content:
        raise CheckpointProblem(f"{where}: expected numbers and hashes written the one way they are, found another")
    return note


def _parse(content: bytes) -> SignedNote:
    if len(content) > LONGEST:
        raise CheckpointProblem(f"at most {LONGEST} bytes, found {len(content)}")
    text, empty, below = content.decode().partition("\n\n")
    if not empty:
        raise CheckpointProblem("an empty line between text and signatures, found none")
    return SignedNote(_parse_text(text.split("\n")), _parse_signatures(below))


def _parse_text(lines: Sequence[str]) -> Checkpoint:
    if len(lines) not in {6, 8}:
        raise CheckpointProblem(f"6 or 8 lines above the empty one, found {len(lines)}")
    origin, size, root, chain, epoch, at_ms = lines[:6]
    if not is_key_name(origin):
        raise CheckpointProblem(f'an origin such as {ORIGIN}NAME in line 1, found "{origin}"')
    return Checkpoint(
        origin=origin,
        size=_number(size, "the size", least=1),
        root=_base64(root, "the root", HASH_SIZE),
        chain=bytes.fromhex(_hex(_named(chain, "chain"), "chain")),
        epoch=_number(_named(epoch, "epoch"), "the epoch", least=1),
        at_ms=_number(_named(at_ms, "at_ms"), "the time", least=0),
        **{name: _hex(_named(line, name), name) for line, name in zip(lines[6:], ("state", "shape"), strict=False)},
    )


def _parse_signatures(text: str) -> tuple[Signature, ...]:
    lines = text.split("\n")
    if lines.pop() or not lines:
        raise CheckpointProblem("at least one signature, each in a line of its own, found none or an unfinished one")
    found = [_parse_signature(line) for line in lines]
    if len({(each.name, each.hint) for each in found}) != len(found):
        raise CheckpointProblem("one signature of each key, found two of one")
    return tuple(found)


def _parse_signature(line: str) -> Signature:
    mark, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    if mark != "—" or not is_key_name(name):
        raise CheckpointProblem(f'a signature as "— NAME SIGNATURE", found "{line}"')
    raw = _base64(encoded, f"the signature of {name}", SIGNATURE_SIZE)
    return Signature(name, raw[:4], raw[4:])


def _named(line: str, name: str) -> str:
    found, _, value = line.partition(" ")
    if found != name:
        raise CheckpointProblem(f'a line "{name} …", found "{line}"')
    return value


def _number(text: str, what: str, *, least: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 18 or int(text) < least:
        raise CheckpointProblem(f'{what} as a number from {least} on, found "{text}"')
    return int(text)


def _hex(text: str, what: str) -> str:
    if _HASH.fullmatch(text):
        return text
    raise CheckpointProblem(f'{what} as {2 * HASH_SIZE} hexadecimal digits, found "{text}"')


def _base64(text: str, what: str, size: int) -> bytes:
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        raw = b""
    if len(raw) != size:
        raise CheckpointProblem(f'{what} as {size} bytes in base64, found "{text}"')
    return raw


def write_checkpoint(folder: Path, note: SignedNote) -> Path:
    """Keeps a note durably: in a file of its own, and as `latest` if none is larger. Returns the file.

    Signatures are added to a note that is there already. Raises `CheckpointProblem` if that one has another root or
    chain: two histories were signed, and both are evidence.
    """
    path = _path_of(folder, note.checkpoint)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            note = _merged(_read_file(path), note, path)
        latest = latest_checkpoint(folder)
        write_whole(path, note.text().encode(), mode=0o644)
        if latest is None or latest.checkpoint.size <= note.checkpoint.size:
            write_whole(folder / LATEST, note.text().encode(), mode=0o644)
    except OSError as fault:
        raise CheckpointProblem(f"{path}: the checkpoint cannot be written: {fault.strerror}") from None
    return path


def latest_checkpoint(folder: Path) -> SignedNote | None:
    """The largest checkpoint kept in a folder; None if there is none yet.

    `latest` is for people. One that is gone, or was put back, must not make a key sign another history.
    """
    path = folder / LATEST
    try:
        notes = [_read_file(each) for each in (path, *_last_of_days(folder)) if each.exists()]
    except OSError as fault:
        raise CheckpointProblem(f"{path}: the checkpoint cannot be read: {fault.strerror}") from None
    return max(notes, key=lambda note: note.checkpoint.size, default=None)


def _last_of_days(folder: Path) -> list[Path]:
    """The largest checkpoint of the last day that has one: sizes rise with the days."""
    for day in sorted((path for path in folder.glob(DAYS) if path.is_dir()), reverse=True):
        if paths := sorted(day.glob(f"*{SUFFIX}")):
            return paths[-1:]
    return []


def read_checkpoints(place: Path) -> list[SignedNote]:
    """The checkpoint in a file, or all in a folder, by size; raises `CheckpointProblem` at the first that cannot be
    read."""
    try:
        if not place.is_dir():
            return [_read_file(place)]
        paths = sorted(place.rglob(f"*{SUFFIX}"), key=lambda path: path.name)
        notes = [_read_file(path) for path in paths]
        latest = place / LATEST
        if latest.exists() and (last := _read_file(latest)) not in notes:
            notes.append(last)
    except OSError as fault:
        raise CheckpointProblem(f"{place}: expected a checkpoint or a folder of them: {fault.strerror}") from None
    return sorted(notes, key=lambda note: note.checkpoint.size)


def thin_out(folder: Path, *, before_ms: int) -> int:
    """Of the days before that time keeps the last checkpoint of each hour; how many were removed.

    Later checkpoints speak for the same entries, and the same size would be signed with the same text again. One that
    others have signed as well is kept.
    """
    removed = 0
    for day in sorted(path for path in folder.glob(DAYS) if path.is_dir() and path.name < _day(before_ms)):
        kept: dict[int, Path] = {}
        for path in sorted(day.glob(f"*{SUFFIX}")):
            note = _read_file(path)
            if len(note.signatures) > 1:
                continue
            earlier = kept.get(note.checkpoint.at_ms // HOUR_MS)
            if earlier is not None:
                earlier.unlink()
                removed += 1
            kept[note.checkpoint.at_ms // HOUR_MS] = path
    return removed


def sign_next(folder: Path, checkpoint: Checkpoint, key: SigningKey, root_at: Callable[[int], bytes]) -> SignedNote:
    """Signs and keeps a checkpoint of a floor's own, unless its tree does not go on from the last one kept.

    `root_at` gives the root of that tree at an earlier size.
    """
    last = latest_checkpoint(folder)
    if last is not None:
        _refuse_other_origin(last.checkpoint, checkpoint)
        if checkpoint.size < last.checkpoint.size:
            raise CheckpointProblem(
                f"{folder}: expected a journal of at least {last.checkpoint.size} entries, as signed before, found"
                f" {checkpoint.size}: it was rolled back or cut short, and nothing is signed"
            )
        if root_at(last.checkpoint.size) != last.checkpoint.root:
            raise CheckpointProblem(
                f"{folder}: expected the root signed before at {last.checkpoint.size} entries, found another: the"
                " journal is not the one that was signed, and nothing is signed"
            )
    note = signed(checkpoint, key)
    write_checkpoint(folder, note)
    return note


def cosign(
    note: SignedNote, *, old: int, proof: Sequence[bytes], seen: SignedNote | None, key: SigningKey
) -> SignedNote:
    """A witness signs a checkpoint: only if it is proved to go on from the last one this witness signed.

    `old` and `proof` are the size the proof begins at and its hashes; a witness that has seen nothing asks for 0.
    """
    size = seen.checkpoint.size if seen else 0
    if old != size:
        raise CheckpointProblem(f"expected a proof from the {size} entries signed last, found one from {old}")
    if seen is None:
        return also_signed(note, key)
    _refuse_other_origin(seen.checkpoint, note.checkpoint)
    last, this = seen.checkpoint, note.checkpoint
    if this.size < last.size:
        raise CheckpointProblem(f"expected {last.size} entries or more, as signed last, found {this.size}: rolled back")
    if not is_consistent(last.size, last.root, this.size, this.root, proof):
        raise CheckpointProblem(
            f"expected a tree of {this.size} entries that begins with the {last.size} signed last, found one that is"
            " not proved to: another history. Not signed; keep both checkpoints"
        )
    return also_signed(note, key)


def _refuse_other_origin(last: Checkpoint, this: Checkpoint) -> None:
    if last.origin != this.origin:
        raise CheckpointProblem(f"expected a checkpoint of {last.origin}, as signed before, found {this.origin}")


def _merged(kept: SignedNote, added: SignedNote, path: Path) -> SignedNote:
    before, now = kept.checkpoint, added.checkpoint
    if (before.origin, before.root, before.chain) != (now.origin, now.root, now.chain):
        raise TwoHistories(
            f"{path}: expected root {before.root.hex()} and chain {before.chain.hex()}, as kept there, found"
            f" {now.root.hex()} and {now.chain.hex()}: two histories of one journal. Nothing was overwritten"
        )
    return _with_signatures(kept, added.signatures) if before == now else kept


def _with_signatures(note: SignedNote, added: Iterable[Signature]) -> SignedNote:
    there = {(each.name, each.hint) for each in note.signatures}
    new = tuple(each for each in added if (each.name, each.hint) not in there)
    return replace(note, signatures=note.signatures + new)


def _path_of(folder: Path, checkpoint: Checkpoint) -> Path:
    """A folder per day, since a floor signs thousands a day."""
    return folder / _day(checkpoint.at_ms) / f"{checkpoint.size:012}{SUFFIX}"


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()


def _read_file(path: Path) -> SignedNote:
    return parse_note(path.read_bytes(), where=str(path))
