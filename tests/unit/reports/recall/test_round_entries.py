"""Which entries make up a round: everything that names it, the cases over it, and nothing of other terminals."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import json

from openetg.journal.chain import Group, claimed_head, empty_head, group_after
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.store import JournalProblem
from openetg.reports.recall.rounds import entries_of_round
from tests.journals import spine
from tools.golden import GoldenJournal, golden_files, journal_id, read_golden


def journal() -> GoldenJournal:
    return GoldenJournal([group_after(claimed_head(empty_head(journal_id("spine"))), spine())])


def test_all_of_a_round() -> None:
    assert list(entries_of_round(journal(), "A", 1)) == [12, *range(34, 57), 79, 80, 81]


def test_one_terminal_of_a_round() -> None:
    found = list(entries_of_round(journal(), "B", 2, "I2"))
    assert found == [85, 124, 125, 126, 128, 129, 130]
    assert list(entries_of_round(journal(), "B", 2)) == [85, *range(124, 131)]


def test_a_round_that_nobody_played_or_that_never_was() -> None:
    assert list(entries_of_round(journal(), "A", 1, "nobody")) == [12, 79, 80, 81]
    assert list(entries_of_round(journal(), "A", 99)) == []
    assert list(entries_of_round(journal(), "Z", 1)) == []


def test_a_number_that_begins_another_is_not_that_other() -> None:
    assert not set(entries_of_round(journal(), "A", 10)) & set(entries_of_round(journal(), "A", 1))


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
def test_no_event_that_names_a_round_is_missed(path: Path) -> None:
    """Against a plain search through everything that every golden journal holds."""
    read = read_golden(path)
    plain: dict[tuple[str, int], set[int]] = {}
    for entry in read.entries(after_sequence=0):
        for event in json.decode(entry.verdict).get("events", ()):
            if event.get("table") and event.get("round"):
                plain.setdefault((event["table"], event["round"]), set()).add(entry.sequence)
    assert plain
    for (table, number), sequences in plain.items():
        assert sequences <= set(entries_of_round(read, table, number))


def test_what_becomes_of_a_case_over_the_round_belongs_to_it() -> None:
    def entry(sequence: int, *events: Mapping[str, object]) -> Entry:
        return Entry(sequence, 1, b"{}", json.encode({"events": events}))

    opened = {"type": "CaseOpened", "case": "C-1", "terminal": "T1", "table": "A", "round": 3}
    closed = {"type": "CaseClosed", "case": "C-1", "clause": "1"}
    other = {"type": "CaseClosed", "case": "C-2", "clause": "1"}
    fault = {"type": "FaultDeclared", "table": "A", "rounds": [2, 3]}
    head = claimed_head(empty_head(journal_id("spine")))
    made = GoldenJournal([group_after(head, [entry(1, opened), entry(2, other), entry(3, closed), entry(4, fault)])])
    assert list(entries_of_round(made, "A", 3)) == [1, 3, 4]
    assert list(entries_of_round(made, "A", 3, "T1")) == [1, 3, 4]
    assert list(entries_of_round(made, "A", 3, "T2")) == [4]
    assert list(entries_of_round(made, "A", 2)) == [4]


def test_a_group_that_cannot_be_read_is_named() -> None:
    (group,) = journal().groups(after_sequence=0)
    assert decode_entries(group.body)
    damaged = Group(group.first, group.last, group.epoch, group.at_ms, group.body[:-1], group.hash)
    with pytest.raises(JournalProblem, match="expected entries in the group 1–182"):
        list(entries_of_round(GoldenJournal([damaged]), "A", 1))
