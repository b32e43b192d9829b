"""Sends signed checkpoints off the machine by themselves: into a second folder, and to an address that keeps them.

A person who can write to the floor's disk can rewrite journal, keys and checkpoints together; one that is elsewhere is
what shows it. The address is asked in the form of a witness (C2SP tlog-witness): how the tree grew since the size it
knows, and the note; what it signs is kept with the floor's own. In a thread of its own: an address that does not answer
holds up nothing, is tried again, and is reported. An address or a folder that knows more of this journal than the
journal has, or another history, is an alarm. Must never send anything but checkpoints, which say nothing of what is in
the journal.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from threading import Event, Lock, Thread
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from msgspec import Struct

from openetg.journal.proofs.checkpoint import (
    Checkpoint,
    SignedNote,
    TwoHistories,
    add_signatures,
    latest_checkpoint,
    signers,
    write_checkpoint,
)
from openetg.journal.proofs.proof import parse_request
from openetg.journal.proofs.tree import is_consistent
from openetg.keys.signing import PublicKey, read_public_key
from openetg.reports.audit.second_opinion import Alarm

ANSWER_S_MAX = 10.0
RETRY_S = 15.0
TELL_AFTER_S = 60.0
"""For how long checkpoints may be kept nowhere else before it is told."""
LONGEST_ANSWER = 16_384
LONGEST_SIZE = 18
"""Digits of a size."""


class Shipping(Struct, frozen=True):
    """Where checkpoints go; empty texts if nowhere."""

    folder: str = ""
    address: str = ""
    witness: str = ""
    """The public key of the witness at the address; if empty, its answer is not looked at."""

    def __bool__(self) -> bool:
        return bool(self.folder or self.address)


GrowthFrom = Callable[[int], str]
"""The request to a witness that has signed so many entries."""
Post = Callable[[str, bytes], tuple[int, bytes]]
"""Posts to an address: the code and the body of the answer; raises `OSError` if there is none."""


class _Nowhere(HTTPRedirectHandler):
    """Goes to no address but the one the floor file names, wherever that one would send us."""

    def redirect_request(self, *asked: object, **more: object) -> None:
        """Follows no redirect: the redirecting answer itself is returned."""
        del asked, more


_opener = build_opener(_Nowhere)


def post(address: str, body: bytes) -> tuple[int, bytes]:
    """Over HTTP or HTTPS, the certificate checked; where it is sent on to, it does not go."""
    request = Request(address, data=body, headers={"Content-Type": "text/plain; charset=utf-8"})  # noqa: S310
    try:
        with _opener.open(request, timeout=ANSWER_S_MAX) as answer:
            return answer.status, answer.read(LONGEST_ANSWER)
    except HTTPError as refused:
        return refused.code, refused.read(LONGEST_ANSWER)
    except URLError as fault:
        raise OSError(str(fault.reason)) from None
    except HTTPException as fault:
        raise OSError(f"{address}: expected an answer in HTTP, found {type(fault).__name__}: {fault}") from None


class Shipper:
    """Sends the newest checkpoint; one at a time."""

    def __init__(self, plan: Shipping, kept: Path, *, send: Post = post) -> None:
        """`kept` is the floor's own folder of checkpoints, where signatures of the witness go."""
        self.plan = plan
        self.sent = 0
        """The size of the last checkpoint that is kept everywhere it should be."""
        self.offered = 0
        """The size of the last checkpoint that was given to be sent."""
        self.trouble = ""
        """Why the newest is not kept elsewhere yet; empty if it is."""
        self.alarm: Alarm | None = None
        self._witness: PublicKey | None = read_public_key(plan.witness) if plan.witness else None
        self._kept = kept
        self._send = send
        self._old = 0
        """The size the address has signed last, as far as it has said."""
        self._waiting: tuple[SignedNote, GrowthFrom] | None = None
        self._lock, self._woken, self._stopping = Lock(), Event(), Event()
        self._since_s: float | None = None
        self._thread = Thread(target=self._run, name="shipping", daemon=True)

    def start(self) -> None:
        """From now on in the background."""
        self._thread.start()

    def offer(self, note: SignedNote, growth_from: GrowthFrom) -> None:
        """A checkpoint was signed; it takes the place of one that still waits."""
        self.offered = note.checkpoint.size
        with self._lock:
            self._waiting = (note, growth_from)
        self._woken.set()

    def overdue(self, now_s: float | None = None) -> str:
        """Why checkpoints have been kept nowhere else for some time; empty if all is well. Said once per trouble."""
        now_s = time.monotonic() if now_s is None else now_s
        if self._since_s is None or now_s - self._since_s < TELL_AFTER_S:
            return ""
        self._since_s = float("inf")
        return self.trouble

    def stop(self) -> None:
        """Tries what waits once more, then ends."""
        self._stopping.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join(ANSWER_S_MAX * 2)

    def _run(self) -> None:
        while self.alarm is None:
            self._woken.wait(RETRY_S if self.trouble else None)
            last = self._stopping.is_set()
            self._woken.clear()
            self.ship_waiting()
            if last:
                return

    def ship_waiting(self) -> None:
        """Sends what waits, here and now; what went wrong is in `trouble`, or in `alarm`."""
        with self._lock:
            waiting = self._waiting
        if waiting is None or self.alarm is not None:
            return
        note, growth_from = waiting
        try:
            self._ship(note, growth_from)
        except Exception as fault:  # noqa: BLE001 - whatever an address says: it is told of, and tried again
            self.trouble = str(fault) or type(fault).__name__
            self._since_s = time.monotonic() if self._since_s is None else self._since_s
            return
        self.trouble, self._since_s, self.sent = "", None, note.checkpoint.size
        with self._lock:
            if self._waiting is waiting:
                self._waiting = None

    def _ship(self, note: SignedNote, growth_from: GrowthFrom) -> None:
        if self.plan.folder:
            self._keep_in_folder(note, growth_from)
        if self.plan.address and self.alarm is None:
            self._post(note, growth_from)

    def _keep_in_folder(self, note: SignedNote, growth_from: GrowthFrom) -> None:
        folder = Path(self.plan.folder)
        if not folder.is_dir():
            raise OSError(f"{folder}: expected the folder for checkpoints, found none: is the disk there?")
        known = latest_checkpoint(folder)
        if known is not None and (wrong := _not_grown(known.checkpoint, note, growth_from)):
            return self._raise(
                note, f"a journal that goes on from the {known.checkpoint.size} entries in {folder}", wrong
            )
        try:
            write_checkpoint(folder, note)
        except TwoHistories as problem:
            self._raise(note, f"the checkpoint kept in {folder}", str(problem))
        return None

    def _post(self, note: SignedNote, growth_from: GrowthFrom) -> None:
        code, answer = self._send(self.plan.address, growth_from(self._old).encode())
        size = answer.strip()
        if code == HTTPStatus.CONFLICT and size.isdigit() and len(size) <= LONGEST_SIZE:
            knows = int(size)
            if knows > note.checkpoint.size:
                found = f"a journal of {note.checkpoint.size} entries: it was rolled back"
                return self._raise(note, f"the {knows} entries that {self.plan.address} has signed", found)
            self._old = knows
            code, answer = self._send(self.plan.address, growth_from(knows).encode())
        if code == HTTPStatus.UNPROCESSABLE_ENTITY:
            return self._raise(note, f"a tree that goes on from what {self.plan.address} has signed", "another history")
        if code != HTTPStatus.OK:
            raise OSError(f"{self.plan.address}: expected that it takes the checkpoint, found the answer {code}")
        self._keep_answer(note, answer)
        self._old = note.checkpoint.size
        return None

    def _keep_answer(self, note: SignedNote, answer: bytes) -> None:
        """Signatures of the witness go under the floor's own."""
        if self._witness is None:
            return
        signed = add_signatures(note, answer, where=self.plan.address)
        if not signers(signed, [self._witness]):
            raise OSError(f"{self.plan.address}: expected the signature of {self._witness.name}, found none")
        write_checkpoint(self._kept, signed)

    def _raise(self, note: SignedNote, expected: str, found: str) -> None:
        self.alarm = Alarm(note.checkpoint.size, "checkpoint", expected, found)


def _not_grown(known: Checkpoint, note: SignedNote, growth_from: GrowthFrom) -> str:
    """Why a checkpoint does not go on from one that is kept elsewhere; empty if it does, or is of another journal."""
    this = note.checkpoint
    if known.origin != this.origin or known.size == this.size:
        return ""  # of the same size they are compared when it is written
    if known.size > this.size:
        return f"a journal of {this.size} entries: it was rolled back"
    _, path, _ = parse_request(growth_from(known.size).encode(), where="how the tree grew")
    grew = is_consistent(known.size, known.root, this.size, this.root, path)
    return "" if grew else "another history"
