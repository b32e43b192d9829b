"""Checks a proof that a round, or single entries, stand in a signed journal. One file, Python alone, no network.

    python offline.py proof.json --key 'NAME+HASH+KEY' [--checkpoint published.txt]

The proof came from the casino. The key, or the checkpoint, must come from elsewhere: from a wall, a newspaper, a
regulator. Ends with 0 if proven, 1 if not, 2 if there was nothing to check it against. Must never print anything about
the round that is not in proven bytes, and imports nothing that does not come with Python.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from base64 import b64decode
from collections.abc import Iterator
from datetime import datetime, timezone
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any, TextIO

FORMAT = "openetg proof 1"
Point = tuple[int, int, int, int]


class NotProven(Exception):
    """Something does not follow from what it should."""


# Ed25519 (RFC 8032, 5.1): a signature (R, S) of a message holds if [S]B - [h]A is R.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
NEUTRAL: Point = (0, 1, 1, 0)


def add(a: Point, b: Point) -> Point:
    """The sum of two points in extended coordinates (x, y, z, xy/z)."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    w, x, y, z = f - e, h - g, h + g, f + e
    return (w * x % P, y * z % P, x * y % P, w * z % P)


def times(count: int, point: Point) -> Point:
    """A point, added to itself."""
    total = NEUTRAL
    while count:
        if count & 1:
            total = add(total, point)
        point, count = add(point, point), count >> 1
    return total


def decode_point(raw: bytes) -> Point | None:
    """The point of 32 bytes; None if there is none, or if it is not written in the one way it should be."""
    number = int.from_bytes(raw, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if len(raw) != 32 or y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P != u:
        x = x * ROOT_OF_MINUS_ONE % P
    if v * x * x % P != u or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)


def encode_point(point: Point) -> bytes:
    """The 32 bytes of a point."""
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature is this key's. Keys of small order, for which anything is signed, never hold."""
    a, s = decode_point(key), int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or a is None or s >= ORDER or encode_point(times(8, a)) == encode_point(NEUTRAL):
        return False
    base = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert base is not None, "the base point is a point"
    h = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % ORDER
    minus_a = (P - a[0], a[1], a[2], P - a[3])
    return encode_point(add(times(s, base), times(h, minus_a))) == signature[:32]


# The Merkle tree (RFC 6962, 2.1; the checks as in RFC 9162, 2.1.3.2 and 2.1.4.2).
def node(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees side by side."""
    return sha256(b"\x01" + left + right).digest()


def sides(place: int, last: int) -> Iterator[bool]:
    """For each step of the way up from a place whether the other subtree stands to the left."""
    while last:
        left = bool(place & 1) or place == last
        yield left
        while left and place and not place & 1:
            place, last = place >> 1, last >> 1
        place, last = place >> 1, last >> 1


def is_included(stored: bytes, index: int, size: int, path: list[bytes], root: bytes) -> bool:
    """Whether the path leads from an entry's bytes to the root."""
    reached, way = sha256(b"\x00" + stored).digest(), list(sides(index, size - 1)) if 0 <= index < size else []
    for step, left in zip(path, way):  # noqa: B905 - the lengths are compared below
        reached = node(step, reached) if left else node(reached, step)
    return 0 <= index < size and len(path) == len(way) and reached == root


def is_consistent(old: int, old_root: bytes, new: int, new_root: bytes, path: list[bytes]) -> bool:
    """Whether the path shows that the larger tree begins with the smaller."""
    if not 0 < old < new:
        return old == new and old_root == new_root
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    (before, *steps), way = (path or [b""]) if old & (old - 1) else [old_root, *path], list(sides(place, last))
    after = before
    for step, left in zip(steps, way):  # noqa: B905 - the lengths are compared below
        before, after = (node(step, before), node(step, after)) if left else (before, node(after, step))
    return len(steps) == len(way) and before == old_root and after == new_root


class NoteRead:
    """A signed note (C2SP tlog-checkpoint): origin, size and root in its first lines, signatures below."""

    def __init__(self, note: str, where: str) -> None:
        text, _, below = note.partition("\n\n")
        lines = text.split("\n")
        if len(lines) < 3 or not re.fullmatch("[1-9][0-9]{0,17}", lines[1]) or not below:
            raise ValueError(f"{where}: expected origin, size, root, an empty line and signatures")
        self.origin, self.size, self.root = lines[0], int(lines[1]), b64decode(lines[2], validate=True)
        self.message, self._below, self.where = f"{text}\n".encode(), below, where

    def check_signature(self, key: str) -> None:
        """`NotProven` unless the key has signed this text."""
        name, hint, raw = read_key(key)
        for line in self._below.splitlines():
            mark, _, rest = line.partition(" ")
            signer, _, encoded = rest.partition(" ")
            signature = b64decode(encoded, validate=True)
            if mark == "—" and signer == name and signature[:4] == hint:
                if is_signed(raw, self.message, signature[4:]):
                    return
                raise NotProven(f"{self.where}: the signature of {name} is not of this text")
        raise NotProven(f"{self.where}: not signed by the key {key}")


def read_key(text: str) -> tuple[str, bytes, bytes]:
    """Name, hash and 32 bytes of the key in a text NAME+HASH+KEY."""
    name, _, rest = text.partition("+")
    hint, _, encoded = rest.partition("+")
    raw = b64decode(encoded, validate=True)
    whole = sha256(name.encode() + b"\n" + raw).digest()[:4]
    if not name or len(raw) != 33 or raw[0] != 1 or whole.hex() != hint:
        raise ValueError(f"expected an Ed25519 key as NAME+HASH+KEY, found {text}")
    return name, whole, raw[1:]


def check_published(proof: dict[str, Any], own: NoteRead, published: NoteRead) -> None:
    """`NotProven` unless the entries stand under the published checkpoint too."""
    if own.origin != published.origin:
        raise NotProven(f"the proof is of the journal {own.origin}, the checkpoint of {published.origin}")
    small, large = sorted((own, published), key=lambda each: each.size)
    paths = [each["path"] for each in proof["growth"] if (each["old"], each["new"]) == (small.size, large.size)]
    if not paths and small.size != large.size:
        raise NotProven(f"the proof does not say how {small.size} entries grew to {large.size}: ask for one that does")
    path = [b64decode(step, validate=True) for step in paths[0]] if paths else []
    if not is_consistent(small.size, small.root, large.size, large.root, path):
        raise NotProven(f"{large.where} does not go on from {small.where}: two histories of one journal")
    late = [each["sequence"] for each in proof["entries"] if each["sequence"] > published.size]
    if late:
        raise NotProven(f"entry {late[0]} is younger than the checkpoint {published.where} of {published.size} entries")


def check_entries(proof: dict[str, Any], checkpoint: NoteRead) -> list[dict[str, Any]]:
    """The entries of the proof, each of which is proven to stand in the journal."""
    proven: list[dict[str, Any]] = []
    for each in proof["entries"]:
        sequence, stored = each["sequence"], each["stored"].encode()
        path = [b64decode(step, validate=True) for step in each["path"]]
        if not is_included(stored, sequence - 1, checkpoint.size, path, checkpoint.root):
            raise NotProven(f"entry {sequence} does not stand in the journal as the proof shows it")
        entry = json.loads(stored)
        if entry["sequence"] != sequence or (proven and sequence <= proven[-1]["sequence"]):
            raise NotProven(f"entry {sequence} calls itself {entry['sequence']}, or stands in the proof out of order")
        proven.append(entry)
    return proven


def say(words: str, to: TextIO | None = None) -> None:
    """Prints a line; signs that would move the cursor or hide a line are shown as question marks."""
    print("".join(each if each.isprintable() else "?" for each in words), file=to)


def money(cents: int) -> str:
    """Cents as a person writes them."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def concerns(event: dict[str, Any], proof: dict[str, Any]) -> bool:
    """Whether an event is of the round, and of the terminal if one was asked about; of single entries all are."""
    if proof["table"] and (event.get("table"), event.get("round")) != (proof["table"], proof["round"]):
        return False
    who = event.get("terminal", event.get("player"))
    return not proof["terminal"] or who in {None, "", proof["terminal"]}


def said(event: dict[str, Any], terminal: str) -> Iterator[str]:
    """An event in words: what happened, on which spots, to whom what was paid, by which clause."""
    yield re.sub(r"(?<=[a-z])(?=[A-Z])", " ", event["type"]).lower()
    if who := event.get("terminal", event.get("player")):
        yield f"of {who}"
    yield from (f"{name} {event[name]}" for name in ("outcome", "first", "cause") if event.get(name))
    for name in ("spots", "taken", "placed"):
        if isinstance(event.get(name), dict):
            yield f"{name}: " + ", ".join(f"{spot} {money(amount)}" for spot, amount in event[name].items())
    for row in [*event.get("results", ()), *([event["result"]] if event.get("result") else ())]:
        if terminal in {"", row[0]}:
            yield f"{row[0]}: wagered {money(row[1])}, won {money(row[2])}, returned {money(row[3])}"
    meters: dict[str, int] = {}
    for source, destination, cents in event.get("transfers", ()):
        meters[source], meters[destination] = meters.get(source, 0) - cents, meters.get(destination, 0) + cents
    for account, cents in meters.items():
        kind, _, whose = account.partition("/")
        if kind == "meter" and cents and terminal in {"", whose}:
            yield f"meter of {whose} {'+' if cents > 0 else ''}{money(cents)}"
    if event.get("clause"):
        yield f"clause {event['clause']}"


def tell(proof: dict[str, Any], entries: list[dict[str, Any]], checkpoint: NoteRead) -> None:
    """Prints the round from its proven entries."""
    say(f"Journal {checkpoint.origin}, signed at {checkpoint.size} entries. All of this stands in it:")
    if proof["table"]:
        say(f"Table {proof['table']}, round {proof['round']}{proof['terminal'] and ', terminal ' + proof['terminal']}")
    for entry in entries:
        at = datetime.fromtimestamp(entry["at_ms"] / 1000, timezone.utc)  # noqa: UP017 - for older Pythons
        for event in (e for e in entry["verdict"].get("events") or [{"type": "Refused"}] if concerns(e, proof)):
            words = "; ".join(said(event, proof["terminal"]))
            say(f"  entry {entry['sequence']}  {at:%Y-%m-%d %H:%M:%S} UTC  {words}")


def check(options: argparse.Namespace) -> int:
    """Checks and prints."""
    proof = json.loads(Path(options.proof).read_bytes())
    if not isinstance(proof, dict) or proof.get("format") != FORMAT:
        raise ValueError(f'{options.proof}: expected a proof of the form "{FORMAT}"')
    if [type(proof[each]) for each in ("table", "round", "terminal")] != [str, int, str]:
        raise ValueError(f"{options.proof}: expected a table and a terminal as texts, a round as a number")
    own = NoteRead(proof["checkpoint"], "the checkpoint in the proof")
    published = NoteRead(Path(place).read_bytes().decode(), place) if (place := options.checkpoint) else None
    for key in options.key or ([proof["key"]] if proof.get("key") else []):
        for each in filter(None, (own, published)):
            each.check_signature(key)
    if published:
        check_published(proof, own, published)
    entries = check_entries(proof, own)
    events = [event for entry in entries for event in entry["verdict"].get("events", ()) if concerns(event, proof)]
    if not events and proof["table"]:
        raise NotProven(f"no entry of the proof is of table {proof['table']}, round {proof['round']}")
    named = {each[0] for event in events for each in event.get("results", ())}
    if proof["terminal"] not in {"", *named, *(event.get("terminal", event.get("player")) for event in events)}:
        raise NotProven(f"no entry of the proof is of the terminal {proof['terminal']}")
    tell(proof, entries, published or own)
    say("That there are no further entries of this round is not shown by such a proof." if proof["table"] else "")
    if not options.key:
        whose = "The key was taken from the proof itself" if proof.get("key") else "No signature was checked"
        say(f"WARNING: {whose}. Nothing here proves who signed: give --key, got from elsewhere.")
    if not options.key and not published:
        say("NOT PROVEN TO ANYONE: with neither --key nor --checkpoint, anybody could have made this file.")
        return 2
    say("PROVEN")
    return 0


def main(arguments: list[str]) -> int:
    """Runs the check and says what is wrong in words."""
    parser = argparse.ArgumentParser(description="Checks a proof of one round, offline.")
    parser.add_argument("proof", help="the file proof.json")
    parser.add_argument("--key", action="append", help="a public key that must have signed: NAME+HASH+KEY")
    parser.add_argument("--checkpoint", help="a published checkpoint the round must stand under")
    try:
        return check(parser.parse_args(arguments))
    except NotProven as problem:
        say(f"NOT PROVEN: {problem}.")
        return 1
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, ArithmeticError) as problem:
        say(f"Nothing was checked. {type(problem).__name__}: {problem}", to=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
