"""Which entries of a journal make up one round of a table, for all who played or for one terminal.

An entry belongs to a round if one of its events says so by table and round, or if it is about a case that was opened
over that round. Reads the recorded facts as text, whichever build wrote them, and must never decide anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import DecodeError, Struct, json

from openetg.journal.entry import Entry, decode_entries
from openetg.journal.reading import begin_of
from openetg.journal.store import JournalProblem, Reader


class _Facts(Struct, frozen=True):
    """The events of a verdict, of any kind."""

    events: tuple[dict[str, Any], ...] | None = None


_decode_facts = json.Decoder(_Facts).decode


class RoundSearch:
    """Looks through entries in order; remembers the cases that concern the round."""

    def __init__(self, table: str, number: int, terminal: str = "") -> None:
        self.table = table
        self.number = number
        self.terminal = terminal
        self._cases: set[str] = set()
        self._table_text = b'"table":' + json.encode(table)
        self._round_texts = (b'"round":%d,' % number, b'"round":%d}' % number, b'"rounds":[')

    def may_hold(self, text: bytes) -> bool:
        """Whether a text could speak of the round: a quick look that may say yes too often, never no."""
        if self._table_text in text and any(each in text for each in self._round_texts):
            return True
        return any(json.encode(case) in text for case in self._cases)

    def concerns(self, entry: Entry) -> bool:
        """Whether an entry belongs to the round."""
        if not self.may_hold(entry.verdict):
            return False
        # Every event is looked at, also behind one that settles the question: it may open a case.
        return sum(self._event_concerns(event) for event in _decode_facts(entry.verdict).events or ()) > 0

    def _event_concerns(self, event: dict[str, Any]) -> bool:
        if not self._is_of_round(event) or not self._is_of_terminal(event):
            return False
        if "case" in event:
            self._cases.add(event["case"])
        return True

    def _is_of_round(self, event: dict[str, Any]) -> bool:
        if event.get("case") in self._cases:
            return True
        numbers = [event.get("round"), *event.get("rounds", ())]
        return event.get("table") == self.table and self.number in numbers

    def _is_of_terminal(self, event: dict[str, Any]) -> bool:
        who = event.get("terminal", event.get("player"))
        return not self.terminal or who in {None, "", self.terminal}


def entries_of_round(journal: Reader, table: str, number: int, terminal: str = "") -> Iterator[int]:
    """The sequences of the entries that make up a round, in order, wherever in what is here of the journal they are."""
    search = RoundSearch(table, number, terminal)
    for group in journal.groups(after_sequence=begin_of(journal)):
        if not search.may_hold(group.body):
            continue
        try:
            entries = decode_entries(group.body)
            found = [entry.sequence for entry in entries if search.concerns(entry)]
        except DecodeError as problem:
            raise JournalProblem(f"expected entries in the group {group.first}–{group.last}: {problem}") from problem
        yield from found
