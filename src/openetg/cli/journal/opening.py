"""How the commands about journals open one: a problem is said in words, with exit code 2."""

from __future__ import annotations

from openetg.cli.arguments import BadQuestionError
from openetg.journal import places
from openetg.journal.store import JournalProblem, Reader


def opened(address: str) -> Reader:
    """The journal at an address, for reading."""
    try:
        return places.open_to_read(address)
    except JournalProblem as problem:
        raise BadQuestionError(str(problem)) from None
