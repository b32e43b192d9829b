"""What a paper bears: a number of 18 digits that cannot be had from the database, and the name the floor knows it by.

The first digit says which ticket key, the other 17 are drawn at random. The name is the number under AES-256-SIV
(deterministic, authenticated, RFC 5297) with that key, which lies in the keyring outside the database. Floor, journal,
ledger and reports know names alone; the server turns a number into its name when a paper is presented, and a name
into its number for the printer and for the screen of the terminal that issued it.

Why so:

- Who reads the whole database has names. Without the key a name tells nothing of its number, nor whether a guess is
  right, so guessing at a terminal is all that is left: one ticket in 10^17 tries, any one of a million outstanding
  tickets in 10^11. The server makes whoever guesses wait.
- Numbers are drawn, not counted: one does not tell the next, nor how many tickets there were.
- The name is the only copy of the number and it is in the journal with the order to print: after a crash between
  "ordered" and "printed" the same number is printed again, from journal and key.
- A wrong number has a name too, one that no ticket has. The floor refuses it and the refusal is journaled, with a name
  that shows whether the same number was tried again, and nothing else of it.
- Two tickets with one number have one name, and the floor refuses a second paper of a name it knows.
- A new key has another first digit. Old keys stay, so old papers are paid.

A number computed from a counter and a seed would do as well, but then either the counter shows in the number or an
index of all numbers must be kept: drawn numbers need neither.
"""

from __future__ import annotations

import secrets
from base64 import b32decode, b32encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from openetg.keys.keyring import TICKETS, Keyring
from openetg.keys.signing import KeyProblem

DIGITS = 18
DRAWN = 10 ** (DIGITS - 1)
"""How many numbers there are under one key."""
FIRST_KEY, LAST_KEY = 1, 9
KEY_BYTES = 64
NO_NUMBER = "no-number"
"""The name of whatever is presented and is no number of 18 digits."""
NO_KEY = "no-key"
"""The name of a number whose first digit belongs to no key here."""
BOUND = [b"openetg ticket 1"]


class TicketKeys:
    """Numbers and names of a floor's papers."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring
        self._ciphers: dict[int, AESSIV] = {}
        keyring.key_for(TICKETS, str(FIRST_KEY), size=KEY_BYTES)
        self._read()

    @property
    def newest(self) -> int:
        """The first digit of new numbers."""
        return max(self._ciphers)

    def new_name(self) -> str:
        """The name of a new paper; its number is drawn with it."""
        digit = self.newest
        return self._name(digit, digit * DRAWN + secrets.randbelow(DRAWN))

    def name_of(self, presented: str) -> str:
        """The name of the paper that bears this number, spaces and dashes aside; a name of no paper if it is none."""
        number = read_number(presented)
        if number is None:
            return NO_NUMBER
        digit = number // DRAWN
        return self._name(digit, number) if self._has(digit) else NO_KEY

    def number_of(self, name: str) -> str | None:
        """The number on the paper of this name; nothing if it was not named by a key here."""
        digit, _, body = name.removeprefix("t").partition("-")
        if len(digit) != 1 or not digit.isdecimal() or not self._has(int(digit)):
            return None
        try:
            sealed = b32decode(body.upper() + "=" * (-len(body) % 8))
            number = int.from_bytes(self._ciphers[int(digit)].decrypt(sealed, BOUND), "big")
        except (InvalidTag, ValueError):
            return None
        return f"{number:0{DIGITS}d}"

    def rotate(self) -> int:
        """New papers bear numbers of a new key from now on, in a running floor from its next start; its digit."""
        self._read()
        if self.newest == LAST_KEY:
            raise KeyProblem(f"expected fewer than {LAST_KEY} ticket keys, found {LAST_KEY}: there is no digit left")
        digit = self.newest + 1
        self._keyring.key_for(TICKETS, str(digit), size=KEY_BYTES)
        self._read()
        return digit

    def _name(self, digit: int, number: int) -> str:
        sealed = self._ciphers[digit].encrypt(number.to_bytes(8, "big"), BOUND)
        return f"t{digit}-{b32encode(sealed).decode().rstrip('=').lower()}"

    def _has(self, digit: int) -> bool:
        if digit not in self._ciphers:
            self._read()  # another process may have made it
        return digit in self._ciphers

    def _read(self) -> None:
        self._ciphers = {int(key.day): AESSIV(key.secret) for key in self._keyring.keys_of(TICKETS)}


def read_number(text: str) -> int | None:
    """The number somebody reads off a paper, with or without spaces and dashes; nothing if it is none."""
    digits = text.replace("-", "").replace(" ", "")
    return int(digits) if len(digits) == DIGITS and digits.isascii() and digits.isdigit() else None


def grouped(number: str) -> str:
    """A number as people read it: 12-3456-7890-1234-5678."""
    first, rest = number[: DIGITS % 4], number[DIGITS % 4 :]
    return "-".join([first, *(rest[at : at + 4] for at in range(0, len(rest), 4))])
