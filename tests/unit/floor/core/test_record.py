"""Entries tell the whole story: reading them back gives the same floor, and deciding them again the same bytes."""

from __future__ import annotations

import pytest

from openetg.floor.commands import BeginDay, Order, StartWriter
from openetg.floor.core.stored import EntryProblem, OpenEntry
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.fold import fold, fold_and_decide, fold_body
from openetg.floor.pipeline import decide, record
from openetg.floor.state import SHAPE, Floor, state_hash
from openetg.journal.entry import Entry as Stored
from openetg.journal.entry import encode_entries
from openetg.money import cents
from tests.one_table import Entry, Play, play

EVENING = """
    limit any min 5.00 max 50.00
    open-table by-itself
    ready
    note t1 100.00
    note t2 20.00
    place t1 straight:17 5.00
    place t1 orphans 5.00
    place t2 red 20.00
    take t1 straight:17 5.00
    note t3 20.00
    collect t3 as K1
    printed t3 K1
    launch opposite
    drop
    rest 17
    limit any min 10.00
    restart
    ready
    place t1 black 25.00
    launch opposite
    restart
    ready
"""


@pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
def test_reading_every_entry_from_the_first_gives_the_same_floor(rulebook: str) -> None:
    table = play(rulebook, EVENING)
    again = Floor()
    for entry in table.entries:
        fold(again, *entry)
    assert state_hash(again) == state_hash(table.floor)


@pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
def test_deciding_again_gives_the_same_bytes(rulebook: str) -> None:
    table = play(rulebook, EVENING)
    again = Floor()
    assert not [wrong for entry in table.entries if (wrong := fold_and_decide(again, *entry))]
    assert state_hash(again) == state_hash(table.floor)


def test_a_changed_verdict_is_found_and_folded_as_it_was_recorded() -> None:
    table = play("ministar", """
        open-table by-itself
        ready
        note t1 50.00
        place t1 red 5.00
        launch opposite
        drop
        rest 1
    """)  # fmt: skip
    forged = [_forged(entry) for entry in table.entries]
    assert forged != table.entries
    again = Floor()
    different = [wrong for entry in forged if (wrong := fold_and_decide(again, *entry))]
    assert [wrong.sequence for wrong in different] == [len(forged)]
    assert '"outcome":"2"' in different[0].recorded
    assert '"outcome":"1"' in different[0].decided
    assert again.tables["A"].outcomes == {1: "2"}


def _forged(entry: Entry) -> Entry:
    at_ms, command, verdict = entry
    return at_ms, command, verdict.replace(b'"outcome":"1"', b'"outcome":"2"')


def test_entries_of_another_logic_are_folded_and_not_judged() -> None:
    table = play("ministar", "open-table by-itself \n ready \n note t1 50.00")
    floor = Floor()
    started = decide(floor, StartWriter(LOGIC + 1, "later"), 1)
    entries: list[Entry] = [(1, *record(floor, Order("house", 1, 1, StartWriter(LOGIC + 1, "later")), started))]
    entries += [_forged_note(entry) for entry in table.entries[1:]]
    again = Floor()
    assert not [wrong for entry in entries if (wrong := fold_and_decide(again, *entry))]
    assert again.ledger.accounts == {"cash_box/t1": cents(-500_000), "meter/t1": cents(500_000)}


def _forged_note(entry: Entry) -> Entry:
    at_ms, command, verdict = entry
    return at_ms, command, verdict.replace(b",5000]", b",500000]")


@pytest.mark.parametrize("name", sorted(set(Floor.__slots__) - {"games", "ledger", "rulebooks"}))
def test_everything_the_floor_remembers_is_under_the_hash(name: str) -> None:
    """All but the rulebooks and compiled games, which are made from the adopted bytes."""
    floor = play("interblock", EVENING).floor
    before, held = state_hash(floor), getattr(floor, name)
    if isinstance(held, int):
        changed: object = held + 1
    else:
        changed = {**held, "another": None} if isinstance(held, dict) else None
    setattr(floor, name, changed)
    assert state_hash(floor) != before


def test_every_cent_is_under_the_hash() -> None:
    floor = play("interblock", EVENING).floor
    before = state_hash(floor)
    floor.ledger.accounts["meter/t1"] += cents(1)
    assert state_hash(floor) != before


def groups_of(table: Play, size: int = 7) -> list[bytes]:
    """The entries as a journal stores them, so many in a group."""
    entries = [Stored(number, *entry) for number, entry in enumerate(table.entries, start=1)]
    return [encode_entries(entries[first : first + size]) for first in range(0, len(entries), size)]


def test_a_line_is_what_the_journal_writes() -> None:
    assert OpenEntry.__struct_fields__ == Stored.__struct_fields__


@pytest.mark.parametrize("rulebook", ["ministar", "interblock"])
def test_folding_group_by_group_gives_the_same_floor(rulebook: str) -> None:
    table = play(rulebook, EVENING)
    again = Floor()
    for body in groups_of(table):
        fold_body(again, body)
    assert state_hash(again) == state_hash(table.floor)


def test_what_the_floor_has_already_is_left_out() -> None:
    table = play("ministar", EVENING)
    again = Floor()
    for body in groups_of(table):
        fold_body(again, body)
        fold_body(again, body)
    assert state_hash(again) == state_hash(table.floor)


def test_a_fold_stops_at_the_entry_named() -> None:
    table = play("ministar", EVENING)
    for last in (0, 1, 6, 7, 8, 20):
        again, told = Floor(), Floor()
        for body in groups_of(table):
            fold_body(again, body, to_sequence=last)
        for entry in table.entries[:last]:
            fold(told, *entry)
        assert (again.sequence, state_hash(again)) == (last, state_hash(told))


def test_a_gap_and_what_cannot_be_read_are_problems_in_words() -> None:
    first, _, third, *_ = groups_of(play("ministar", EVENING))
    floor = Floor()
    fold_body(floor, first)
    with pytest.raises(EntryProblem, match="expected entry 8, found entry 15"):
        fold_body(floor, third)
    for body in (b"", b"{}", third[:-3], third.replace(b'"sender"', b'"sander"')):
        with pytest.raises(EntryProblem, match="expected entries that this build can read"):
            fold_body(floor, body)


def test_time_is_part_of_the_floor_only_once_an_entry_is_taken_in() -> None:
    """A day begins with the hash of the floor before it: deciding it again, later, must find the same."""
    table = play("ministar", EVENING)
    table.at_ms += 5_000
    table.give_all(BeginDay("2026-11-15", state_hash(table.floor), SHAPE, LOGIC))
    again = Floor()
    assert not [wrong for entry in table.entries if (wrong := fold_and_decide(again, *entry))]
