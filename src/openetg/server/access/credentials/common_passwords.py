"""Which passwords will not do: too short, known from leaks, or made of words known to all staff.

No rule asks for a digit or a sign, and every character is allowed. The list that ships (`common_passwords.bin`, made by
`tools/common_passwords.py` from SecLists, MIT licence) holds hashes alone. A password is on it as it stands, or as a
common one that was only lengthened: by digits and signs at its ends, by letters written as digits, by being said twice.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

LIST = Path(__file__).with_name("common_passwords.bin")
MARK_BYTES = 6
SHORTEST = 12
LONGEST = 128
LEAST_DIFFERENT = 5
"""So many different characters at least."""
LEAST_BESIDES = 8
"""So many characters at least beside a name that is known to all staff."""
SHORTEST_NAME = 3
SIGNS = "0123456789!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ "
LEET = str.maketrans("01345789@$!", "oieastbgasi")


def mark(password: str) -> bytes:
    """The hash that the list holds for a password, however capitalised."""
    return blake2b(password.casefold().encode(), digest_size=MARK_BYTES).digest()


def unfit(password: str, *, names: Iterable[str] = ()) -> str | None:
    """What is wrong with a password; None if it will do. `names` are the person's and the floor's."""
    if len(password) < SHORTEST:
        return f"expected a password of at least {SHORTEST} characters"
    if len(password) > LONGEST:
        return f"expected a password of at most {LONGEST} characters"
    if any(is_common(form) for form in _forms(password)):
        return "expected a password that is not among those known from leaks, or one of them lengthened"
    if len(set(password)) < LEAST_DIFFERENT or _is_run(password):
        return "expected a password that is not so easily guessed"
    if any(_is_made_of(password.casefold(), name) for name in names):
        return "expected a password that is not made of the name of the person or of the floor"
    return None


def is_common(password: str) -> bool:
    """Whether the list has this password."""
    found, wanted = _marks(), mark(password)
    at = bisect_left(range(len(found) // MARK_BYTES), wanted, key=lambda place: _at(found, place))
    return at < len(found) // MARK_BYTES and _at(found, at) == wanted


@cache
def _marks() -> bytes:
    return LIST.read_bytes()


def _at(found: bytes, place: int) -> bytes:
    return found[place * MARK_BYTES : (place + 1) * MARK_BYTES]


def _forms(password: str) -> Iterator[str]:
    """A password as it stands, and what people lengthen to it."""
    plain = password.casefold()
    bare = plain.strip(SIGNS)
    for form in dict.fromkeys((plain, bare, plain.translate(LEET), bare.translate(LEET))):
        yield form
        half, odd = divmod(len(form), 2)
        if not odd and form[:half] == form[half:]:
            yield form[:half]


def _is_run(password: str) -> bool:
    """`abcdefghijkl`, `987654321098`: each character beside the one before, but for a few breaks."""
    steps = [ord(after) - ord(before) for before, after in pairwise(password)]
    return sum(step in {-1, 0, 1} for step in steps) * 4 >= len(steps) * 3


def _is_made_of(password: str, name: str) -> bool:
    """Whether little is left beside the words of a name, or the password is the name itself."""
    left = password
    for word in sorted({name.casefold(), *name.casefold().split()}, key=len, reverse=True):
        if len(word) >= SHORTEST_NAME:
            left = left.replace(word, "")
    return left != password and len(left.strip(SIGNS)) < LEAST_BESIDES
