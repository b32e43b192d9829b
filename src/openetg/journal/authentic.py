"""Whether a floor has written a group itself: by the MAC under it, or because a person adopted the journal up to there.

The chain shows that groups follow on from each other, which any writer to the database can bring about. A MAC
needs a key that is not there. It covers the name of the journal, the group's place (entries, epoch, time) and its chain
hash, which covers everything before. This module only judges; the caller must not go on over a group that is not ours.
"""

from __future__ import annotations

from struct import Struct

import msgspec

from openetg.journal.chain import Group
from openetg.keys.macs import ID_BYTES, MacKeys

TAG = b"openetg group mac 1\n"
_place = Struct(">qqqq").pack


class Adopted(msgspec.Struct, frozen=True):
    """A person vouches for a journal up to an entry, even if its groups have other MACs or none: by the chain hash
    there."""

    journal: str
    sequence: int
    hash: str
    """In hexadecimal."""
    at: str
    by: str
    """The number of a person, no name."""
    why: str
    lowered_from: int = 0
    """The entry the high-water mark stood at, if that was beyond; those entries were given up."""


class Authentic:
    """The judge of one journal's groups, and the maker of their MACs."""

    def __init__(self, journal_id: str, keys: MacKeys, adopted: Adopted | None = None) -> None:
        self.keys = keys
        self.adopted = adopted
        self._about = TAG + journal_id.encode() + b"\0"

    def mac_of(self, group: Group) -> bytes:
        """The MAC to store with a group."""
        return self.keys.mac(self._message(group))

    def wrong(self, group: Group) -> str | None:
        """Why this group cannot be taken for one that the floor wrote, in words; None if it can."""
        adopted = self.adopted
        if adopted is not None and group.first <= adopted.sequence:
            return _wrong_adopted(adopted, group)
        if self.keys.is_ours(self._message(group), group.mac):
            return None
        if not group.mac:
            return "no MAC"
        key_id = group.mac[:ID_BYTES]
        if not self.keys.has(key_id):
            return f"a MAC by the key {key_id.hex()}, which is not in the keyring"
        return f"a MAC that the key {key_id.hex()} has not made"

    def _message(self, group: Group) -> bytes:
        return self._about + _place(group.first, group.last, group.epoch, group.at_ms) + group.hash


def _wrong_adopted(adopted: Adopted, group: Group) -> str | None:
    """Before its end an adopted part is held by the chain alone, which the hash at its end pins."""
    if group.last < adopted.sequence:
        return None
    if group.last > adopted.sequence:
        return f"a group that goes beyond entry {adopted.sequence}, up to which {adopted.by} has adopted the journal"
    if group.hash.hex() != adopted.hash:
        return f"the hash {group.hash.hex()}, where {adopted.by} has adopted the journal with {adopted.hash}"
    return None
