"""What a state is made of, as one hash: the names and types of every field, down to the last.

Two builds with the same hash read each other's states; words that explain a field leave no trace in it.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct, json

EXPLAINING = frozenset({"title", "description"})


def shape_of(state: type[Struct], *, version: int) -> str:
    """The hash of a type and of everything in it, in its order, and of the version of what its values mean."""
    said = (version, _without_words(json.schema(state)))
    return sha256(json.encode(said)).hexdigest()


def _without_words(schema: object) -> object:
    """A schema without its explanations; a field that happens to be called like one of them stays."""
    if isinstance(schema, dict):
        return {
            key: _without_words(value)
            for key, value in schema.items()
            if key not in EXPLAINING or not isinstance(value, str)
        }
    return [_without_words(each) for each in schema] if isinstance(schema, list) else schema
