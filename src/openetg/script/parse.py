"""From the text of a round script to steps, or to the line that cannot be read and why. Knows no floor and no rules."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache

from msgspec import DecodeError, Struct, json

from openetg.money import Money, parse_money
from openetg.rulebook.problems import one_of
from openetg.rulebook.schema.policies import Cause
from openetg.script.grammar import VERBS

Said = str | int | Money | tuple[str, ...]


class ScriptLine(Struct, frozen=True):
    """One line of a script: the verb and what was said behind it, by blank."""

    line: int
    text: str
    verb: str
    said: dict[str, Said]

    @property
    def is_check(self) -> bool:
        """Whether the line only looks."""
        return self.verb.startswith("expect ")


class MalformedLine(Exception):
    """A line that cannot be read."""

    def __init__(self, line: int, text: str, problem: str) -> None:
        super().__init__(f"line {line}: {problem}: {text.strip()}")
        self.line = line
        self.problem = problem


class _Mismatch(Exception):
    """The text does not fit the pattern."""


def parse(text: str) -> list[ScriptLine]:
    """The steps of a script; `MalformedLine` names the first line that cannot be read."""
    lines = text.removeprefix("\ufeff").splitlines()
    return [_parse_line(number, line) for number, line in enumerate(lines, start=1) if _is_step(line)]


def _is_step(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _parse_line(number: int, line: str) -> ScriptLine:
    try:
        words = _with_rest(line) or _words(line)
    except ValueError as wrong:
        raise MalformedLine(number, line, f"cannot be read ({wrong})") from None
    verb = _verb(words)
    if verb is None:
        raise MalformedLine(number, line, f"expected {one_of(VERBS, ' '.join(words[:2]))}")
    rest = words[len(verb.split()) :]
    try:
        return ScriptLine(number, line.strip(), verb, _match(verb, rest))
    except _Mismatch as wrong:
        raise MalformedLine(number, line, f"{wrong}; expected {verb} {VERBS[verb]}".rstrip()) from None


def _words(line: str) -> list[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = "#"
    lexer.escape = ""
    lexer.quotes = '"'
    return list(lexer)


def _with_rest(line: str) -> list[str] | None:
    """The words of a line whose last blank is all that is left of it: JSON has quotes and marks of its own."""
    verb = line.split(None, 1)[0]
    blanks = VERBS.get(verb, "").split()
    return line.strip().split(None, len(blanks)) if blanks and blank_of(blanks[-1]) == "JSON" else None


def _verb(words: list[str]) -> str | None:
    two = " ".join(words[:2])
    if two in VERBS:
        return two
    return words[0] if words and words[0] in VERBS else None


class ScriptWord(Struct, frozen=True):
    """One piece of a pattern."""

    text: str
    optional: tuple[ScriptWord, ...] = ()


def _match(verb: str, words: list[str]) -> dict[str, Said]:
    said: dict[str, Said] = {}
    pattern = pattern_of(VERBS[verb])
    options = {item.text.partition("=")[0]: item for item in _flat(pattern) if "=" in item.text}
    plain, given = [], set()
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key in options:
            given.add(key)
            blank = options[key].text.partition("=")[2]
            said[name_of(blank) if ":" in blank else key] = _read(blank, value)
        else:
            plain.append(word)
    missing = [key for key in options if key not in given and options[key] in pattern]
    if missing:
        raise _Mismatch(f"{missing[0]}=… is missing")
    left = _match_items([item for item in pattern if "=" not in item.text], plain, said)
    if left:
        raise _Mismatch(f'"{left[0]}" is too much')
    return said


def _flat(items: tuple[ScriptWord, ...]) -> Iterator[ScriptWord]:
    for item in items:
        yield item
        yield from _flat(item.optional)


@cache
def pattern_of(text: str) -> tuple[ScriptWord, ...]:
    """The items of a pattern, groups in brackets as one item each."""
    items: list[ScriptWord] = []
    for piece in re.findall(r"\[[^\]]*\]|\S+", text):
        if piece.startswith("["):
            items.append(ScriptWord("[]", pattern_of(piece[1:-1])))
        else:
            items.append(ScriptWord(piece))
    return tuple(items)


def _match_items(items: list[ScriptWord], words: list[str], said: dict[str, Said]) -> list[str]:
    """Takes words off the front as the items say; what is left over."""
    for position, item in enumerate(items):
        if item.optional:
            words = _match_optional(item, words, said)
        elif item.text == "…":
            continue
        elif position + 1 < len(items) and items[position + 1].text == "…":
            words = _match_many(item, words, said)
        else:
            words = _match_one(item, words, said)
    return words


def _match_optional(item: ScriptWord, words: list[str], said: dict[str, Said]) -> list[str]:
    inner = [each for each in item.optional if "=" not in each.text]
    if not inner or not words:
        return words
    tried: dict[str, Said] = {}
    try:
        left = _match_items(inner, words, tried)
    except _Mismatch:
        if inner[0].text.islower() and words[0] in blank_of(inner[0].text).split("|"):
            raise
        return words
    said |= tried
    return left


def _match_many(item: ScriptWord, words: list[str], said: dict[str, Said]) -> list[str]:
    if not words:
        raise _Mismatch(f"{item.text} is missing")
    values = tuple(_read(item.text, word) for word in words)
    said[name_of(item.text)] = values  # type: ignore[assignment]
    return []


def _match_one(item: ScriptWord, words: list[str], said: dict[str, Said]) -> list[str]:
    if not words:
        raise _Mismatch(f"{item.text} is missing")
    word, text = words[0], blank_of(item.text)
    if text.startswith('"'):
        said[text.strip('"')] = word
    elif "|" in text:
        choices = text.split("|")
        blank = next((choice for choice in choices if choice.isupper() and choice in _BLANKS), None)
        if word not in choices and blank is None:
            raise _Mismatch(f'expected {text}, found "{word}"')
        own = name_of(item.text) if ":" in item.text else "choice"
        said[blank.lower() if blank and word not in choices else own] = word
    elif text.islower():
        if word != text:
            raise _Mismatch(f'expected {text}, found "{word}"')
        said[name_of(item.text)] = text
    else:
        said[name_of(item.text)] = _read(text, word)
    return words[1:]


def blank_of(text: str) -> str:
    """A blank, word or choice without the name that it is said under."""
    return text.partition(":")[0]


def name_of(text: str) -> str:
    """What a blank or word is said under: its own name, or that of its type. A text in quotes is its own name."""
    blank, _, name = text.partition(":")
    return name or blank.strip('"').lower()


def _read(text: str, word: str) -> Said:
    blank = blank_of(text)
    reads = _BLANKS.get(blank)
    assert reads is not None, f"no blank {blank}"
    value = reads(word)
    if value is None:
        raise _Mismatch(f'expected {_WORDS.get(blank, blank.lower())}, found "{word}"')
    return value


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*", re.ASCII)
_DURATION = re.compile(r"(\d{1,6})(ms|s|m|h)", re.ASCII)
_MILLIMETRES = re.compile(r"(\d{1,6})(?:\.(\d))?", re.ASCII)
EPOCH = datetime.fromtimestamp(0, UTC)
MILLISECOND = timedelta(milliseconds=1)
LONGEST_COUNT = 18
"""Digits: nothing that is counted has more."""
_UNITS_MS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000}


def _amount(word: str) -> Money | None:
    try:
        return parse_money(word)
    except ValueError:
        return None


def _duration(word: str) -> int | None:
    match = _DURATION.fullmatch(word)
    return int(match[1]) * _UNITS_MS[match[2]] if match else None


def _count(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) <= LONGEST_COUNT else None


def _length(word: str) -> int | None:
    """Millimetres, in tenths of one."""
    match = _MILLIMETRES.fullmatch(word)
    return int(match[1]) * 10 + int(match[2] or 0) if match else None


def _name(word: str) -> str | None:
    return word if _NAME.fullmatch(word) else None


def _kind(word: str) -> str | None:
    kind, _, spot = word.partition(":")
    return word if _NAME.fullmatch(kind) and (":" not in word or spot) else None


def _role(word: str) -> str | None:
    role, _, person = word.partition(":")
    return word if _NAME.fullmatch(role) and (not person or _NAME.fullmatch(person)) else None


def _cause(word: str) -> str | None:
    return word if word in {cause.value for cause in Cause} else None


def _reason(word: str) -> str | None:
    return word if word.replace("_", "").isalpha() and word.isupper() else None


def _time(word: str) -> int | None:
    """An instant in milliseconds."""
    try:
        when = datetime.fromisoformat(word)
    except ValueError:
        return None
    return None if when.tzinfo is None else (when - EPOCH) // MILLISECOND


def _sum(word: str) -> Money | None:
    """An amount that may be below zero."""
    amount = _amount(word.removeprefix("-"))
    return -amount if amount is not None and word.startswith("-") else amount


def _json(word: str) -> str | None:
    try:
        json.decode(word)
    except (DecodeError, RecursionError):
        return None
    return word


def _laid(word: str) -> str | None:
    """A wager and its amount; a name holds no equals sign."""
    wager, _, amount = word.partition("=")
    return word if wager and _amount(amount) is not None else None


def _any_word(word: str) -> str | None:
    return word or None


_BLANKS: dict[str, Callable[[str], Said | None]] = {
    "ID": _any_word,
    "GAME": _name,
    "NAME": _name,
    "AMOUNT": _amount,
    "DURATION": _duration,
    "COUNT": _count,
    "LENGTH": _length,
    "KIND": _kind,
    "TERMINAL": _name,
    "PLAYER": _name,
    "SEAT": _name,
    "PLACE": _name,
    "TICKET": _name,
    "WORD": _name,
    "WAGER": _any_word,
    "LAID": _laid,
    "OUTCOME": _any_word,
    "CODE": _name,
    "HASH": _any_word,
    "ROLE": _role,
    "OFFICIAL": _name,
    "CAUSE": _cause,
    "CLAUSE": _any_word,
    "REASON": _reason,
    "DAY": _any_word,
    "TIME": _time,
    "SUM": _sum,
    "PATH": _any_word,
    "ACCOUNT": _any_word,
    "JSON": _json,
}
_WORDS = {
    "AMOUNT": "an amount such as 5.00",
    "LAID": "a wager and its amount, such as red=5.00",
    "DURATION": "a time such as 30s, 5m or 2h",
    "COUNT": "a whole number",
    "LENGTH": "millimetres such as 20 or 23.1",
    "ROLE": "a role, such as dealer or pit_boss:ann",
    "CAUSE": f"a cause ({', '.join(sorted(cause.value for cause in Cause))})",
    "REASON": "a reason in capitals",
    "TIME": "a time such as 2026-11-15T21:30:00.250Z",
    "SUM": "an amount such as 5.00 or -5.00",
    "JSON": "JSON",
}
