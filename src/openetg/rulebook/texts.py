"""The small notations inside a rulebook: odds, parts, amounts, numbers. Text in, values out, or a problem.

A printed rule stays as it is printed (`35 to 1`, `0 32 15 19`), so that it can be held against the print.
"""

from __future__ import annotations

import re
from fractions import Fraction

from openetg.money import parse_money

_ODDS = re.compile(r"(\d{1,6}) to (\d{1,6})", re.ASCII)
_PART = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)
_RANGE = re.compile(r"(\d{1,3})\.\.(\d{1,3})", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_GROUPS = frozenset({"red", "black", "even", "odd"})


def parse_odds(text: str) -> Fraction | None:
    """What a winning unit wins, without the unit itself; None if it is no odds."""
    match = _ODDS.fullmatch(text)
    if match is None or int(match[2]) == 0 or int(match[1]) == 0:
        return None
    return Fraction(int(match[1]), int(match[2]))


def is_name(text: str) -> bool:
    """Whether the text can name a kind of wager, a symbol, a rulebook: lower case letters, digits and dashes inside."""
    return _NAME.fullmatch(text) is not None


def parse_part(text: str) -> Fraction | None:
    """A part of a wager, above nothing and at most the whole; None if it is none."""
    match = _PART.fullmatch(text)
    if match is None or not 0 < int(match[1]) <= int(match[2]):
        return None
    return Fraction(int(match[1]), int(match[2]))


def is_amount(text: str) -> bool:
    """Whether the text is an amount of money that is not negative."""
    try:
        parse_money(text)
    except ValueError:
        return False
    return True


def split_numbers(text: str) -> list[str] | None:
    """The words of a list of numbers with ranges written out, groups left as words; None if it is none."""
    words: list[str] = []
    for word in text.split():
        range_ = _RANGE.fullmatch(word)
        if range_ is not None and int(range_[1]) < int(range_[2]):
            words.extend(str(number) for number in range(int(range_[1]), int(range_[2]) + 1))
        elif _NUMBER.fullmatch(word) or word in _GROUPS:
            words.append(word)
        else:
            return None
    return words or None
