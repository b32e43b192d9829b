"""The keys by which a floor knows its own writing: it puts a MAC under every group of its journal.

HMAC-SHA-256 under a random key out of the keyring. A MAC names its key: six bytes of id, then 32 of HMAC. The newest
key makes MACs, all that there ever were check them, so an older key is never erased. What is authenticated is the
caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from hmac import HMAC, compare_digest
from hmac import new as new_hmac
from pathlib import Path

from openetg.keys.keyring import JOURNAL, RING, Key, Keyring, open_keyring

ID_BYTES = 6
MAC_BYTES = ID_BYTES + 32


class MacKeys:
    """Every key of the journal that a keyring holds, in memory: any thread may use it."""

    def __init__(self, keys: Sequence[Key], read_again: Callable[[], Sequence[Key]]) -> None:
        assert keys, "there is a key to make MACs with"
        self.newest_id = keys[-1].id
        """The id of the key that makes MACs now."""
        self._newest = bytes.fromhex(self.newest_id)
        self._read_again = read_again
        self._hmacs = _by_id(keys)

    def mac(self, message: bytes) -> bytes:
        """The MAC of a message by the newest key."""
        return self._newest + _digest(self._hmacs[self._newest], message)

    def is_ours(self, message: bytes, mac: bytes) -> bool:
        """Whether one of these keys has made this MAC of this message."""
        if len(mac) != MAC_BYTES:
            return False
        keyed = self._keyed(mac[:ID_BYTES])
        return keyed is not None and compare_digest(mac[ID_BYTES:], _digest(keyed, message))

    def has(self, key_id: bytes) -> bool:
        """Whether there is a key with this id."""
        return self._keyed(key_id) is not None

    def _keyed(self, key_id: bytes) -> HMAC | None:
        if key_id not in self._hmacs:
            self._hmacs = self._hmacs | _by_id(self._read_again())  # another process may have made it
        return self._hmacs.get(key_id)


def _by_id(keys: Sequence[Key]) -> dict[bytes, HMAC]:
    """Each key taken in once: a copy of that costs half of what taking it in for every message would."""
    return {bytes.fromhex(key.id): new_hmac(key.secret, digestmod="sha256") for key in keys}


def _digest(keyed: HMAC, message: bytes) -> bytes:
    copied = keyed.copy()
    copied.update(message)
    return copied.digest()


def read_mac_keys(folder: Path) -> MacKeys | None:
    """The keys in a folder; None if there is no keyring, or one of before journals were authenticated."""

    def read() -> list[Key]:
        with closing(open_keyring(folder)) as keyring:
            return keyring.keys_of(JOURNAL)

    keys = read() if (folder / RING).is_file() else []
    return MacKeys(keys, read) if keys else None


def make_mac_keys(keyring: Keyring) -> MacKeys:
    """The keys of a keyring; the first is made, durably, if there is none."""
    if not keyring.keys_of(JOURNAL):
        keyring.key_for(JOURNAL, _number(1))
    folder = keyring.folder
    found = read_mac_keys(folder)
    assert found is not None, "it was made"
    return found


def rotate_mac_key(keyring: Keyring) -> Key:
    """Makes another key, by which MACs are made from the next start of the floor on; the older ones stay, to check."""
    newest = max((int(key.day) for key in keyring.keys_of(JOURNAL)), default=0)
    return keyring.key_for(JOURNAL, _number(newest + 1))


def _number(number: int) -> str:
    """The number in the place where other keys have their day; keys are read in this order."""
    return f"{number:06}"
