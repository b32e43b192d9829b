"""The secrets of draws: made here, shown to no person before their time, and found again after a restart.

A secret is drawn from the machine's own randomness, goes to the journal sealed under a key of its subject
(`jackpot/lucky`, `promotion/summer`) and is opened by a process with the keyring: the next writer, a standby that takes
over. It is hidden, not sealed as private texts are (`keys.sealing`): code that opens those for people has no key to it,
under whatever mark and in whatever field it is handed in, so that no view, report or tool shows what no person may
know.
"""

from __future__ import annotations

import secrets

from msgspec import Struct

from openetg.chance.drawing import PROCESS, SECRET_BYTES, commitment_of, is_secret
from openetg.keys.keyring import Keyring
from openetg.keys.sealing import Shut, hide, open_hidden


class Secret:
    """A value that must not be shown yet: printed, it shows only that it is hidden."""

    __slots__ = ("_hex",)

    def __init__(self, digits: str) -> None:
        self._hex = digits

    def told(self) -> str:
        """The secret itself, for the command that reveals it."""
        return self._hex

    def __repr__(self) -> str:
        return "Secret(hidden)"

    def __reduce__(self) -> str:
        raise TypeError("a secret is not to be written down")


class Commitment(Struct, frozen=True):
    """What goes on record about a secret before it is revealed."""

    commitment: str
    sealed: str
    process: str = PROCESS


class DrawSecrets:
    """Makes secrets and opens them again."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring

    def make(self, purpose: str, *, subject: str, said_in: str) -> Commitment:
        """Makes a secret for a purpose: its commitment, and the secret sealed under a key that is durable by now."""
        secret = secrets.token_bytes(SECRET_BYTES).hex()
        sealed = hide(self._keyring, secret, said_in=said_in, subject=subject)
        return Commitment(commitment_of(purpose, secret), sealed)

    def open(self, sealed: str, purpose: str, commitment: str) -> Secret | Shut:
        """The secret that was committed to; a `Shut` says why it cannot be opened."""
        found = open_hidden(self._keyring, sealed)
        if isinstance(found, Shut):
            return found
        if not is_secret(found.text) or commitment_of(purpose, found.text) != commitment:
            return Shut.CHANGED
        return Secret(found.text)
