"""The code a person copies off a printed report: an entry, and enough of the chain hash there to stand for the journal.

`4802-M4QF-7K2D-PL6A-XN3E-B5VC`: 100 bits, for which another journal cannot be found. The paper is a
checkpoint that cannot be rewritten.
"""

from __future__ import annotations

import re
from base64 import b32encode

from openetg.journal.store import JournalProblem, Reader, hash_at

LETTERS, TOGETHER = 20, 4
_CODE = re.compile(r"(\d{1,18})-([A-Z2-7]{20})", re.ASCII)


def journal_code(sequence: int, chain: bytes) -> str:
    """The code of a journal whose chain has this hash after an entry."""
    return _printed(sequence, b32encode(chain).decode()[:LETTERS])


def wrong_code(journal: Reader, code: str) -> tuple[str, str] | None:
    """What a code says and what the journal says there, if they differ; raises `JournalProblem` if it is none."""
    sequence, letters = _parsed(code)
    expected = _printed(sequence, letters)
    if sequence > journal.head().sequence:
        return expected, f"a journal of {journal.head().sequence} entries"
    chain = hash_at(journal, sequence)
    if chain is None:
        raise JournalProblem(f"expected entry {sequence}, of which the code is, found that it is archived.")
    found = journal_code(sequence, chain) if chain else "no end of a group there"
    return None if found == expected else (expected, found)


def _printed(sequence: int, letters: str) -> str:
    return "-".join([str(sequence), *(letters[at : at + TOGETHER] for at in range(0, LETTERS, TOGETHER))])


def _parsed(code: str) -> tuple[int, str]:
    """However it was copied: with or without dashes, in small letters, with 0, 1 and 8 for O, I and B."""
    first, _, rest = code.strip().upper().partition("-")
    rest = re.sub(r"[\s-]", "", rest).translate(str.maketrans("018", "OIB"))
    match = _CODE.fullmatch(f"{first}-{rest}")
    if match is None:
        raise JournalProblem(f"expected a code such as 4802-M4QF-7K2D-PL6A-XN3E-B5VC, found {code!r}.")
    return int(match[1]), match[2]
