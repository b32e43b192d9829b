"""The address of a journal in PostgreSQL: what the driver gets of it, and what a person may see of it.

A journal is one schema of one database: `postgresql://user@host/database?schema=NAME`. Everything but `schema` is
the driver's own. This module must never show a password.
"""

import re
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

import msgspec

from openetg.journal.store import JournalProblem

DEFAULT_SCHEMA = "openetg"
SCHEMES = ("postgresql", "postgres")

# Names that need no quotes anywhere, so that what a person types in a database shell is what stands here.
_name = re.compile(r"[a-z_][a-z0-9_]{0,62}")


class Address(msgspec.Struct, frozen=True, gc=False):
    """Where a journal lives."""

    driver_url: str
    schema: str
    shown: str
    """The address without the password, for messages."""


def address_of(url: str) -> Address:
    """Takes an address apart; `JournalProblem` if it is not one."""
    try:
        parts = urlsplit(url)
        options = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        shown = _without_password(parts, options)
    except ValueError as problem:
        raise JournalProblem(f"expected an address such as postgresql://user@host/database, found {problem}.") from None
    if parts.scheme not in SCHEMES:
        raise JournalProblem(f"{shown}: expected an address that begins with postgresql://, found {parts.scheme}://.")
    named = [value for key, value in options if key == "schema"]
    schema = named[-1] if named else DEFAULT_SCHEMA
    if not _name.fullmatch(schema) or schema.startswith("pg_"):
        raise JournalProblem(
            f"{shown}: expected a schema named with small letters, digits and _ (not beginning with a digit or pg_),"
            f" found {schema!r}."
        )
    others = [(key, value) for key, value in options if key != "schema"]
    return Address(_joined(parts, parts.netloc, urlencode(others)), schema, shown)


def _without_password(parts: SplitResult, options: list[tuple[str, str]]) -> str:
    login, at, host = parts.netloc.rpartition("@")
    user = login.partition(":")[0]
    secret = {"password", "sslpassword"}
    shown = urlencode([(key, value) for key, value in options if key not in secret], safe="/")
    return _joined(parts, f"{user}{at}{host}", shown)


def _joined(parts: SplitResult, place: str, query: str) -> str:
    """Put together again by hand: the library leaves out the two slashes where no host is named."""
    return f"{parts.scheme}://{place}{parts.path}" + (f"?{query}" if query else "")
