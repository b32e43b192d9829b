"""What a floor checks before a guest is let in: machine, software, keys, journal, rulebooks, money, clock.

Each step says in a line for people what it found, or refuses with what was expected, what was found and what to do.
Checks only read: a key that is lost is not made anew, a journal that is shorter than what was signed is not written
to. What they found is journaled with the writer's start.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from openetg import isolated
from openetg.floor.core.ledger import NEVER_NEGATIVE
from openetg.floor.state import Floor, TicketState
from openetg.journal import places
from openetg.journal.highwater import WAY_ON, below_mark, read_adopted, read_mark
from openetg.journal.proofs.checkpoint import CheckpointProblem, SignedNote, latest_checkpoint, origin_of, signers
from openetg.journal.store import Reader, hash_at
from openetg.keys.keyring import MASTER, RING
from openetg.keys.macs import read_mac_keys
from openetg.keys.signing import PRIVATE, PUBLIC, KeyProblem, PublicKey, read_public_key
from openetg.money import ZERO, total
from openetg.reports.audit.recovery import FloorRead, recover
from openetg.rulebook.schema.book import Rulebook, fingerprint
from openetg.server.checks import manifest
from openetg.server.plan.folder import FloorFolder

LEAST_ROOM = 256 * 1024 * 1024
"""Bytes that must be free where a floor writes: some hours of a full house."""
SHORT = 12
"""How many digits of a hash people compare."""
NAMED_BY_A_KEY = re.compile(r"t\d-")
SECRET = "secret"  # noqa: S105 - the name of a file
"""The file that the keys of terminals are made from."""
SEALED = (
    "expected the key that texts and tickets of this journal are sealed with, found nothing: put the folder of keys"
    " back from its backup. Without it no ticket that is outstanding can be paid by its number"
)
LOST = {
    MASTER: SEALED,
    RING: SEALED,
    SECRET: "expected the secret that the terminals' keys are made from, found nothing: put it back from a backup, or"
    " put 32 random bytes there and give each terminal its new key",
}
"""Files that are never made anew in silence once a floor has run, and what to print if one is missing."""


class CheckFailed(Exception):
    """A floor may not start. The words say which step, what was expected, what was found, and what to do."""


class SelfCheck:
    """The steps passed so far, in words."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.lines: list[str] = []
        self._say = say

    def passed(self, step: str, found: str) -> None:
        """Records a step that was passed."""
        self.lines.append(f"{step}: {found}")
        self._say(f"check    {step}: {found}")


def refuse(step: str, words: str) -> CheckFailed:
    """The exception to raise when a step is not passed."""
    return CheckFailed(f"self-check, {step}: {words}")


def check_python() -> str:
    """Refuses an interpreter that drops assertions."""
    if sys.flags.optimize:
        raise refuse("python", "a floor runs with its assertions on: start Python without -O")
    return f"{sys.version.split()[0]}, assertions on"


def check_software(found: manifest.Manifest, approved: Path | None) -> str:
    """The software is what was approved, where a manifest of it was given."""
    if approved is None:
        return f"{found.digest[:SHORT]}, {len(found.files)} files; held against no manifest"
    try:
        different = manifest.differences(manifest.read(approved), found)
    except manifest.ManifestProblem as problem:
        raise refuse("software", str(problem)) from None
    if different:
        raise refuse("software", f"it is not what {approved} says: {listed(different)}")
    return f"{found.digest[:SHORT]}, {len(found.files)} files, as in {approved.name}"


def check_isolated(strangers: list[str], *, must_be: bool) -> str:
    """No code runs in this process that is not of the software. `must_be` where that was approved or money is real."""
    problems = [f"{file} is loaded and none of the software" for file in strangers]
    if not isolated.is_isolated():
        problems.append("it was not started isolated (start it with `etg floor run`)")
    else:
        problems += _writable_by_others(Path(sys.pycache_prefix or ""))
    if not problems:
        return "nothing foreign: no site, no environment, compiled by this start alone"
    if must_be:
        raise refuse("isolation", f"foreign code could run in this floor: {listed(problems)}")
    return f"not sure: {listed(problems, 3)}"


def _writable_by_others(folder: Path) -> list[str]:
    """Why other users could have put compiled files there; empty if they could not."""
    try:
        found = folder.stat()
    except OSError as fault:
        return [f"{folder}: the folder of compiled files cannot be read: {fault.strerror}"]
    if found.st_mode & 0o022 or found.st_uid not in {0, os.getuid()}:
        return [f"others can write to the folder of compiled files {folder}"]
    return []


def check_changed(floor: Floor, found: manifest.Manifest) -> str:
    """Whether the software is that of the last start: a change goes on record with this one."""
    before = floor.premises.software
    if not before or before == found.digest:
        return "as at the last start" if before else "nothing on record yet"
    return f"changed since the last start: {before[:SHORT]} then, {found.digest[:SHORT]} now"


def listed(lines: list[str], most: int = 10) -> str:
    """The first few lines, and how many more there are."""
    more = f"; and {len(lines) - most} more" if len(lines) > most else ""
    return "; ".join(lines[:most]) + more


def check_room(folder: Path, least: int = LEAST_ROOM) -> str:
    """There is room to write."""
    free = free_room(folder)
    if free is None:
        return "of a size that nobody knows"
    if free < least:
        raise refuse("disk", f"{folder}: expected {_mib(least)} free, found {_mib(free)}: make room, then start again")
    return f"{_mib(free)} free"


def free_room(folder: Path) -> int | None:
    """How many bytes are free where a folder is, or will be; None if unknown."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    usage = shutil.disk_usage(there)
    return usage.free if usage.total else None


def _mib(count: int) -> str:
    return f"{count // (1024 * 1024)} MiB"


def check_there(place: FloorFolder) -> str:
    """Where a floor has made its keys there was a journal: a missing journal is not begun anew in silence."""
    if places.exists(place.journal):
        return f"at {place.journal_shown}"
    if (place.keys / RING).exists():
        raise refuse(
            "journal",
            f"{place.journal_shown}: expected the journal that the keys in {place.keys} belong to, found nothing:"
            " restore the newest copy (mirror or backup); a new floor takes a new folder",
        )
    return f"to be made at {place.journal_shown}"


def check_signed(place: FloorFolder) -> str:
    """The journal is at least what was last signed, and the key that signed it is here. Asked before the claim."""
    try:
        note = latest_checkpoint(place.checkpoints)
    except CheckpointProblem as problem:
        raise refuse("checkpoints", f"{problem}; put the folder back from a backup") from None
    if note is None:
        return "none signed yet"
    key = _own_key(place)
    try:
        signed_by_us = signers(note, [key])
    except CheckpointProblem as problem:
        raise refuse("checkpoints", str(problem)) from None
    if not signed_by_us:
        names = ", ".join(f"{each.name} {each.hint.hex()}" for each in note.signatures)
        raise refuse(
            "keys",
            f"{place.keys / PRIVATE}: expected the key that signed the last checkpoint ({names}), found"
            f" {key.name} {key.hint.hex()}: put the floor's own key back",
        )
    return _holds(place, note)


def check_mark(place: FloorFolder) -> str:
    """The journal is at least where it was marked to be, beside the keys, and those keys can tell its groups."""
    if not places.exists(place.journal):
        return "none yet"
    with closing(places.open_to_read(place.journal)) as journal:
        if journal.head().sequence and read_mac_keys(place.keys) is None:
            raise refuse(
                "journal",
                f"{place.journal_shown}: expected entries authenticated by a key in {place.keys}, found no such key"
                " there: they were written by an older OpenETG, or by something else. Once a person has looked through"
                " them and answers for them: etg journal adopt JOURNAL --keys KEYS --by PERSON --why WORDS",
            )
        return f"{_marked(place, journal)}{_adopted(place, journal)}"


def _marked(place: FloorFolder, journal: Reader) -> str:
    mark = read_mark(place.keys)
    if mark is None:
        return "none yet"
    if wrong := below_mark(journal, mark):
        raise refuse("journal", f"{place.journal_shown}: {wrong}")
    return f"at entry {mark.sequence}, and the journal has it"


def _adopted(place: FloorFolder, journal: Reader) -> str:
    """Who answers for entries that the keys cannot authenticate; on record with the start."""
    adopted = read_adopted(place.keys, journal.journal_id)
    if adopted is None:
        return ""
    if journal.head().sequence < adopted.sequence:
        words = f"expected {adopted.sequence} entries or more, as adopted by {adopted.by} on {adopted.at}, found fewer"
        raise refuse("journal", f"{place.journal_shown}: {words}; {WAY_ON}")
    given_up = f", giving up those after it up to {adopted.lowered_from}" if adopted.lowered_from else ""
    return f"; adopted up to entry {adopted.sequence} by {adopted.by} on {adopted.at}{given_up}: {adopted.why}"


def _own_key(place: FloorFolder) -> PublicKey:
    """The key this floor has signed with; a lost one is never replaced in silence."""
    for path in (place.keys / PRIVATE, place.keys / PUBLIC):
        if not path.is_file():
            raise refuse(
                "keys",
                f"{path}: expected the signing key, since {place.checkpoints} was signed with it, found"
                " nothing: put the folder of keys back from its backup. If it is lost for good, move the"
                " checkpoints to a safe place, say so to whoever keeps copies, and start with a new key",
            )
    key = own_public_key(place)
    assert key is not None, "its file is there"
    return key


def _holds(place: FloorFolder, note: SignedNote) -> str:
    """The journal has the signed entries, and the same ones."""
    signed = note.checkpoint
    if not places.exists(place.journal):
        raise refuse(
            "journal",
            f"{place.journal_shown}: expected the journal of {signed.size} entries that"
            f" {place.checkpoints} speaks of, found nothing: restore it",
        )
    with closing(places.open_to_read(place.journal)) as journal:
        if signed.origin != origin_of(journal.journal_id):
            raise refuse(
                "journal",
                f"{place.journal_shown}: expected the journal {signed.origin}, found"
                f" {origin_of(journal.journal_id)}: another floor's",
            )
        end = journal.head().sequence
        if end < signed.size:
            raise refuse(
                "journal",
                f"{place.journal_shown}: expected {signed.size} entries or more, as signed, found {end}:"
                " it was rolled back to an older copy or cut short. Start nothing on it; restore"
                " the newest copy (mirror or backup)",
            )
        found = hash_at(journal, signed.size)
    if found is None:
        return f"signed at entry {signed.size}, which is archived"
    if found != signed.chain:
        raise refuse(
            "journal",
            f"{place.journal_shown}: expected the hash {signed.chain.hex()} at entry {signed.size}, as"
            f" signed, found {found.hex() or 'none'}: it is not the journal that was signed. Keep both, start"
            " nothing on it, restore the newest copy",
        )
    return f"signed at entry {signed.size}, and so it stands"


def own_public_key(place: FloorFolder) -> PublicKey | None:
    """The key that this floor's snapshots are signed with; None before there is one."""
    public = place.keys / PUBLIC
    try:
        return read_public_key(public.read_text(encoding="utf-8")) if public.is_file() else None
    except (KeyProblem, OSError, UnicodeDecodeError) as problem:
        raise refuse("keys", f"{public}: {problem}") from None


def check_journal(read: FloorRead, *, follow: bool) -> str:
    """How the floor was read, and from which entry on its chain and MACs were checked on the way."""
    words = f"{read.floor.sequence} entries, from {read.source} on, {read.folded} folded"
    if read.folded:
        words += f"; chain and MACs checked from entry {read.began + 1} on, and they hold"
    if read.began >= read.first_here:
        how = "are checked in the background" if follow else "were not looked at: etg journal verify --keys does"
        words += f"; entries {read.first_here} to {read.began} {how}"
    return f"{words}; not used: {listed(list(read.passed_over))}" if read.passed_over else words


def check_keys(place: FloorFolder) -> str:
    """What the journal was sealed with, and what terminals prove themselves with, is here. Asked before the claim."""
    missing = [path for path in LOST if not (_folder_of(place, path) / path).is_file()]
    if not missing:
        return f"in {place.keys}"
    if not _has_run(place):
        return "none needed yet"
    raise refuse("keys", f"{_folder_of(place, missing[0]) / missing[0]}: {LOST[missing[0]]}")


def _folder_of(place: FloorFolder, name: str) -> Path:
    return place.path if name == SECRET else place.keys


def _has_run(place: FloorFolder) -> bool:
    """Whether a writer that makes keys has been started on the journal; read only when one is missing."""
    if not places.exists(place.journal):
        return False
    with closing(places.open_to_read(place.journal)) as journal:
        return bool(recover(journal).floor.premises.software)


def check_tickets(floor: Floor, number_of: Callable[[str], str]) -> str:
    """The keys here are those the outstanding tickets were named with."""
    tickets = [each for each in floor.tickets.values() if each.state in {TicketState.ORDERED, TicketState.OUTSTANDING}]
    named = [each for each in tickets if NAMED_BY_A_KEY.match(each.number)]
    strange = [each.number for each in named if not number_of(each.number)]
    if strange:
        raise refuse(
            "keys",
            f"expected the key that the tickets were named with, found another: {len(strange)} of"
            f" {len(named)} tickets have no number. Put the floor's own keys back",
        )
    return f"{len(tickets)} outstanding, worth {total(each.amount for each in tickets)} cents"


def check_rulebooks(floor: Floor, shipped: Iterable[Rulebook]) -> str:
    """Each adopted rulebook is what its name says; which of them is not the one shipped with this build is told."""
    for name, body in floor.adopted.items():
        if sha256(body).hexdigest() != name:
            raise refuse(
                "rulebooks", f"expected bytes with the hash {name}, found others: the journal's state is wrong"
            )
        assert floor.games.get(name), "what was adopted is compiled"
    ours = {fingerprint(each)[1]: each.about.id for each in shipped}
    used = sorted({table.rulebook for table in floor.tables.values()})
    other = [f"{floor.rulebooks[name].about.id} {name[:SHORT]}" for name in used if name not in ours]
    words = f"{len(floor.adopted)} adopted, {len(used)} in use"
    if not other:
        return words
    return f"{words}; other than those of this build, until a table is changed: {', '.join(other)}"


def check_ledger(floor: Floor) -> str:
    """All accounts sum to zero, and none that is owed is below it."""
    accounts = floor.ledger.accounts
    below = [name for name, held in accounts.items() if held < ZERO and name.partition("/")[0] in NEVER_NEGATIVE]
    if below:
        raise refuse("ledger", f"expected nothing owed below zero, found {listed(below)}")
    if not floor.ledger.is_balanced():
        raise refuse("ledger", f"expected accounts that sum to 0, found {total(accounts.values())} cents")
    return f"{len(accounts)} accounts, sum 0"
