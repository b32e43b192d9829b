"""What a paper bears: a number of 18 digits that cannot be had from the database, and the name the floor knows it by.

    4 1 | 1 | 5 0 2 9 3 3 8 1 7 4 6 0 2 | 8 8
    floor key  13 digits drawn at random  check

Floor prefix, ticket key, 13 digits from a cryptographic source, two check digits (ISO 7064, MOD 97-10). The name is the
number under AES-256-SIV (deterministic, authenticated, RFC 5297) with the key of that prefix and digit, which lies in
the keyring outside the database. Floor, journal, ledger and reports know names alone; the server turns a number into
its name when a paper is presented, and a name into its number for the printer and for the screen of the terminal that
issued it.

Why so:

- Who reads the whole database has names. Without the key a name tells nothing of its number, nor whether a guess is
  right, so guessing where papers are presented is all that is left. Check digits do not help there: a guesser can
  reckon them as well, so the 10^13 numbers of a key count and no more. With 10,000 tickets outstanding one try in 10^9
  finds any of them, with a million one in 10^7. After five wrong numbers the server lets a place try once a minute and
  calls staff: a guesser who kept at it from one place unseen would need 1,900 years, or 19, for one ticket of unknown
  worth.
- A misread is caught at once: the check digits find every wrong digit and every two that changed places, and 96 of 97
  of all other errors; what is left is a number of no ticket, but for one time in a million and more.
- The prefix says whose ticket it is: that of another floor is refused as such, not as unknown. The key of another floor
  with the same prefix by chance names no ticket of ours.
- Numbers are drawn, not counted: one does not tell the next, nor how many tickets there were.
- The name is the only copy of the number and it is in the journal with the order to print: after a crash between
  "ordered" and "printed" the same number is printed again, from journal and key.
- A wrong number has a name too, one that no ticket has. The floor refuses it and the refusal is journaled, with a name
  that shows whether the same number was tried again, and nothing else of it.
- Two tickets with one number have one name, and the floor refuses a second paper of a name it knows.
- A new key has another third digit. Old keys stay, so old papers are paid; those of a prefix that was used before too.

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
DRAWN = 10**13
"""How many numbers there are under one key."""
FIRST_KEY, LAST_KEY = 1, 9
FIRST_PREFIX, LAST_PREFIX = 10, 99
LABEL_DIGITS = 3
"""Prefix and key."""
KEYS = 10
"""By how much a prefix is multiplied to make room for the digit of the key."""
CHECKS = 100
"""Likewise for the check digits."""
KEY_BYTES = 64
NO_NUMBER = "no-number"
"""The name of anything presented and is no number of 18 digits."""
MISREAD = "misread"
"""The name of a number whose check digits do not fit."""
OTHER_FLOOR = "other-floor"
"""The name of a number with the prefix of another floor."""
NO_KEY = "no-key"
"""The name of a number of this floor whose third digit belongs to no key here."""
BOUND = b"openetg ticket 2"
_CHECK_MODULUS = 97


class TicketKeys:
    """Numbers and names of a floor's papers. Without a prefix it has the one used last, or a new one is drawn."""

    def __init__(self, keyring: Keyring, prefix: int | None = None) -> None:
        if prefix is not None and not FIRST_PREFIX <= prefix <= LAST_PREFIX:
            raise KeyProblem(f"expected a prefix of tickets from {FIRST_PREFIX} to {LAST_PREFIX}, found {prefix}")
        self._keyring = keyring
        self._ciphers: dict[int, AESSIV] = {}
        self._read()
        self.prefix = self._prefix_last_used() if prefix is None else prefix
        """The first two digits of new numbers."""
        if not self._digits():
            self._make(FIRST_KEY)

    @property
    def newest(self) -> int:
        """The third digit of new numbers."""
        return max(self._digits())

    def new_name(self) -> str:
        """The name of a new paper; its number is drawn with it."""
        return self._name(_label(self.prefix, self.newest), secrets.randbelow(DRAWN))

    def name_of(self, presented: str) -> str:
        """The name of the paper that bears this number, spaces and dashes aside; a name of no paper if it is none."""
        number = read_number(presented)
        if number is None:
            return NO_NUMBER
        if not is_whole(number):
            return MISREAD
        label, drawn = divmod(number // CHECKS, DRAWN)
        if self._has(label):
            return self._name(label, drawn)
        known = any(_prefix(each) == _prefix(label) for each in self._ciphers)
        return NO_KEY if known else OTHER_FLOOR

    def number_of(self, name: str) -> str | None:
        """The number on the paper of this name; None if it was not named by a key here."""
        text, _, body = name.removeprefix("t").partition("-")
        if len(text) != LABEL_DIGITS or not text.isdecimal() or not self._has(label := int(text)):
            return None
        try:
            sealed = b32decode(body.upper() + "=" * (-len(body) % 8))
            drawn = int.from_bytes(self._ciphers[label].decrypt(sealed, _bound(label)), "big")
        except (InvalidTag, ValueError):
            return None
        return with_check_digits(label * DRAWN + drawn)

    def rotate(self) -> int:
        """New papers bear numbers of a new key from now on, in a running floor from its next start; its digit."""
        self._read()
        if self.newest == LAST_KEY:
            raise KeyProblem(f"expected fewer than {LAST_KEY} ticket keys, found {LAST_KEY}: there is no digit left")
        digit = self.newest + 1
        self._make(digit)
        return digit

    def _name(self, label: int, drawn: int) -> str:
        sealed = self._ciphers[label].encrypt(drawn.to_bytes(8, "big"), _bound(label))
        return f"t{label}-{b32encode(sealed).decode().rstrip('=').lower()}"

    def _digits(self) -> list[int]:
        return [label % KEYS for label in self._ciphers if _prefix(label) == self.prefix]

    def _prefix_last_used(self) -> int:
        made = [record for record in self._keyring.records() if record.subject == TICKETS]
        if made:
            return _prefix(int(made[-1].day))
        return FIRST_PREFIX + secrets.randbelow(LAST_PREFIX - FIRST_PREFIX + 1)

    def _make(self, digit: int) -> None:
        self._keyring.key_for(TICKETS, str(_label(self.prefix, digit)), size=KEY_BYTES)
        self._read()

    def _has(self, label: int) -> bool:
        if label not in self._ciphers:
            self._read()  # another process may have made it
        return label in self._ciphers

    def _read(self) -> None:
        self._ciphers = {int(key.day): AESSIV(key.secret) for key in self._keyring.keys_of(TICKETS)}


def _label(prefix: int, digit: int) -> int:
    return prefix * KEYS + digit


def _prefix(label: int) -> int:
    return label // KEYS


def _bound(label: int) -> list[bytes]:
    return [BOUND, str(label).encode()]


def with_check_digits(number: int) -> str:
    """A number with the two digits behind it that make the whole leave 1 when divided by 97."""
    shifted = number * CHECKS
    check = _CHECK_MODULUS + 1 - shifted % _CHECK_MODULUS
    return f"{shifted + check:0{DIGITS}d}"


def is_whole(number: int) -> bool:
    """Whether the check digits of a number fit; one of another form than with_check_digits gives does not."""
    return number % _CHECK_MODULUS == 1 and 2 <= number % CHECKS <= _CHECK_MODULUS + 1


def read_number(text: str) -> int | None:
    """The number read off a paper, with or without spaces and dashes; None if it is none."""
    digits = text.replace("-", "").replace(" ", "")
    return int(digits) if len(digits) == DIGITS and digits.isascii() and digits.isdigit() else None


def grouped(number: str) -> str:
    """A number as people read it: 12-3456-7890-1234-5678."""
    first, rest = number[: DIGITS % 4], number[DIGITS % 4 :]
    return "-".join([first, *(rest[at : at + 4] for at in range(0, len(rest), 4))])
