"""Finds a key that a JSON text gives twice in one object: two readers may take different ones for the true one.

Used for everything a person can ask for: bodies of requests and messages of consoles. Not on the path of a wager, where
a terminal could deceive only itself.
"""

from __future__ import annotations

import json


class RepeatedKey(ValueError):
    """A key stands twice in one object; the argument names it."""


def repeated_key(data: bytes) -> str | None:
    """The first key that an object holds twice; None if there is none, or if the text is no JSON, which others say.

    Raises RecursionError for what is nested too deep to be looked through.
    """
    # The next reader may skip a member unseen, with bytes in it that are no text: they hide no key here.
    text = data.decode("utf-8", "surrogateescape")
    try:
        json.loads(text, object_pairs_hook=_once, parse_int=str)
    except RepeatedKey as found:
        return str(found)
    except ValueError:
        return None
    return None


def _once(pairs: list[tuple[str, object]]) -> None:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise RepeatedKey(key)
        seen.add(key)
