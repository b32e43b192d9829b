"""Whether a text that a person wrote, or drew as a signature, is not blank.

Asked twice: by the edge, where private texts are still in clear, and by the floor, where they may be sealed. A blank
text passes the edge as the empty text, so that the floor refuses it by its own rule and clause.
"""

from __future__ import annotations

import re
import unicodedata

DRAWN = re.compile(r"M\d{1,3} \d{1,3}(l[-\d ]+)?(M\d{1,3} \d{1,3}(l[-\d ]+)?)*", re.ASCII)
"""A signature as the pages draw it: SVG's own path in a box of 600 by 200, nothing but moves and lines."""
SHORTEST_LINE = 40
"""A touch by accident is no signature: so many units of the box at least, across and down together."""
_LINES = re.compile(r"l([-\d ]+)", re.ASCII)
_NUMBER = re.compile(r"-?\d+", re.ASCII)
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that Unicode has among letters and symbols, and that are invisible."""


def says_anything(text: str) -> bool:
    """Whether there is a letter, digit, mark or sign in it that a person can see."""
    return any(unicodedata.category(each)[0] in "LNPS" and each not in _BLANKS for each in text)


def is_signature(text: str) -> bool:
    """Whether it may be a signature: a drawing with some line in it, or the number of a form."""
    if DRAWN.fullmatch(text) is None:
        return says_anything(text)
    steps = [abs(int(step)) for line in _LINES.findall(text) for step in _NUMBER.findall(line)]
    return sum(steps) >= SHORTEST_LINE
