"""A floor as bytes, and back: what it remembers exactly as the state hash covers it, and the rulebooks it has adopted.

One JSON text, so that a person can read it: the format, the logic of the build that made it, the shape of the state,
the state hash, the state, each rulebook as it was adopted. What was decoded has the state hash that was encoded, and
goes on in the same way. Says nothing about which journal it belongs to and who made it: `journal.snapshots` does.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec import DecodeError, Raw, Struct, json

from openetg.floor.core.verdicts import LOGIC
from openetg.floor.state import SHAPE, Floor, Remembered, hash_of_state, state_bytes
from openetg.rulebook.problems import RulebookProblems

FORMAT = 1


class SnapshotProblem(Exception):
    """A snapshot cannot be used by this build: damaged, or made by another. The message is for a person."""


class OtherShape(SnapshotProblem):
    """A sound snapshot of a build that remembers other things: the entries must be folded instead."""


class _Made(Struct, frozen=True):
    """How a snapshot was made: what must be known before the rest is read."""

    format: int
    logic: int = 0
    """For people only: what a floor remembers does not depend on how the next command is decided."""
    shape: str = ""


class _Snapshot(_Made, frozen=True, kw_only=True):
    hash: str
    """The state hash."""
    state: Raw
    rulebooks: dict[str, Raw]


def encode_snapshot(floor: Floor) -> bytes:
    """The floor as bytes."""
    state = state_bytes(floor)
    books = {name: Raw(body) for name, body in floor.adopted.items()}
    return _encode(_Snapshot(FORMAT, LOGIC, SHAPE, hash=hash_of_state(state), state=Raw(state), rulebooks=books))


def snapshot_hash(snapshot: bytes) -> str:
    """The state hash a snapshot says its floor has, which decoding checks."""
    return _opened(snapshot).hash


def decode_snapshot(snapshot: bytes) -> Floor:
    """The floor in a snapshot; raises `SnapshotProblem` if the bytes are damaged, `OtherShape` if only another build
    can read them."""
    opened = _opened(snapshot)
    state = bytes(opened.state)
    found = hash_of_state(state)
    if found != opened.hash:
        raise SnapshotProblem(f"expected a state with the hash {opened.hash}, found {found}: it is damaged")
    try:
        remembered = _decode_state(state)
    except (DecodeError, RecursionError) as wrong:
        raise SnapshotProblem(f"expected the state of a floor: {wrong}") from None
    floor = _floor_of(remembered)
    _adopt(floor, remembered.rulebooks, opened.rulebooks)
    return floor


def _opened(snapshot: bytes) -> _Snapshot:
    try:
        made = _decode_made(snapshot)
        if made.format != FORMAT:
            raise SnapshotProblem(f"expected a snapshot of format {FORMAT}, found format {made.format}")
        if made.shape != SHAPE:
            short = f"{SHAPE[:12]}…, found {made.shape[:12]}… by logic {made.logic}"
            raise OtherShape(f"expected a state of shape {short}: made by a build that remembers other things")
        return _decode_snapshot(snapshot)
    except (DecodeError, RecursionError) as wrong:
        raise SnapshotProblem(f"expected a snapshot of a floor: {wrong}") from None


def _floor_of(remembered: Remembered) -> Floor:
    floor = Floor()
    floor.sequence, floor.at_ms, floor.logic = remembered.sequence, remembered.at_ms, remembered.logic
    floor.ledger.accounts = remembered.accounts
    for name in (
        "tables",
        "terminals",
        "tickets",
        "cases",
        "people",
        "premises",
        "vault",
        "alerts",
        "jackpots",
        "promotions",
        "senders",
    ):
        setattr(floor, name, getattr(remembered, name))
    return floor


def _adopt(floor: Floor, names: list[str], bodies: dict[str, Raw]) -> None:
    """Rulebooks in the order in which they were adopted, each held against its name."""
    if set(names) != bodies.keys():
        raise SnapshotProblem(f"expected the rulebooks {', '.join(names)}, found {', '.join(bodies)}")
    for name in names:
        body = bytes(bodies[name])
        found = sha256(body).hexdigest()
        if found != name:
            raise SnapshotProblem(f"expected the rulebook {name}, found one with the hash {found}: it is damaged")
        try:
            floor.adopt(name, body)
        except (DecodeError, RulebookProblems) as wrong:
            raise SnapshotProblem(f"expected a rulebook that this build can play, found {name}: {wrong}") from None


_encode = json.Encoder().encode
_decode_made = json.Decoder(_Made).decode
_decode_snapshot = json.Decoder(_Snapshot).decode
_decode_state = json.Decoder(Remembered).decode
