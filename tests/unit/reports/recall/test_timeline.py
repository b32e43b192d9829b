"""The journal in words: every entry is told, filters leave out exactly what they do not name, cursors lose nothing."""

from __future__ import annotations

import re
from contextlib import closing
from typing import get_args

import pytest
from msgspec import json

from openetg.floor.events import AnyEvent
from openetg.journal.store import Reader
from openetg.reports.recall import timeline as module
from openetg.reports.recall.telling import ToldEntry, concerned, understood
from openetg.reports.recall.timeline import Line, Wanted, timeline
from openetg.reports.sentences import SENTENCES, Form
from tests.unit.reports.evenings import evening
from tests.unit.reports.journals import NAMES, golden_entries, golden_floor, golden_journal

FORM = Form()
EVERYTHING = Wanted()


def lines(journal: Reader, wanted: Wanted = EVERYTHING, **asked: int) -> list[Line]:
    return list(timeline(journal, wanted, FORM, count=asked.pop("count", 100_000), **asked).lines)


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_is_told_once_newest_first(name: str) -> None:
    journal = golden_journal(name)
    told = lines(journal)
    assert [line.sequence for line in told] == [entry.sequence for entry in reversed(golden_entries(name))]
    for line in told:
        assert line.asked, line
        assert (line.refused is None) or not line.followed
        for followed in line.followed:
            assert followed.words, line
            assert not followed.words.endswith(":"), followed
            assert "sealed:" not in followed.words
    journal.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [1, 7, 50])
def test_a_cursor_loses_nothing_and_repeats_nothing(name: str, count: int) -> None:
    journal = golden_journal(name)
    whole = [line.sequence for line in lines(journal, Wanted(table="A"))]
    seen: list[int] = []
    before = 0
    while True:
        page = timeline(journal, Wanted(table="A"), FORM, before=before, count=count)
        seen += [line.sequence for line in page.lines]
        before = page.before
        if not before:
            break
    assert seen == whole
    journal.close()


def test_a_long_journal_is_read_in_bounded_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = golden_journal("interblock")
    whole = [line.sequence for line in lines(journal, Wanted(event="NoteCredited"))]
    monkeypatch.setattr(module, "STEP", 10)
    monkeypatch.setattr(module, "LOOKED_MAX", 30)
    first = timeline(journal, Wanted(event="NoSuchEvent"), FORM, count=5)
    assert first.lines == ()
    assert first.before == first.head - 29
    found: list[int] = []
    before = 0
    for _ in range(1_000):
        page = timeline(journal, Wanted(event="NoteCredited"), FORM, before=before, count=5)
        found += [line.sequence for line in page.lines]
        before = page.before
        if not before:
            break
    assert found == whole
    assert found
    journal.close()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_about_a_terminal_or_table_is_left_out(name: str) -> None:
    """Held against every name that an entry mentions anywhere: a second way to the same answer."""
    journal, floor = golden_journal(name), golden_floor(name)
    told = [each for entry in golden_entries(name) if isinstance(each := understood(entry), ToldEntry)]
    for terminal in floor.terminals:
        found = {line.sequence for line in lines(journal, Wanted(terminal=terminal))}
        assert found == {each.sequence for each in told if terminal in concerned(each)}
    for table in floor.tables:
        found = {line.sequence for line in lines(journal, Wanted(table=table))}
        assert found >= {each.sequence for each in told if getattr(each.order.command, "table", "") == table}
    journal.close()


@pytest.mark.parametrize(
    ("journal", "filter_", "names"),
    [
        ("jackpots", "jackpot", ("star", "cloud")),
        ("promotions", "promotion", ("spring", "autumn")),
        ("entries", "promotion", ("spring", "summer", "thanks")),
    ],
)
def test_a_jackpot_and_a_promotion_are_followed_from_first_to_last(
    journal: str, filter_: str, names: tuple[str, ...]
) -> None:
    """Held against every entry, understood or not, in which its name stands as a word: a second way to the same."""
    for name in names:
        word = re.compile(rb'["/:]%b["/:.]' % name.encode())
        told = [each for entry in golden_entries(journal) if isinstance(each := understood(entry), ToldEntry)]
        bodies = {entry.sequence: entry.command + entry.verdict for entry in golden_entries(journal)}
        named = [each.sequence for each in told if word.search(bodies[each.sequence])]
        with closing(golden_journal(journal)) as reader:
            found = lines(reader, Wanted(jackpot=name) if filter_ == "jackpot" else Wanted(promotion=name))
        assert [line.sequence for line in reversed(found)] == named
        assert len(found) > 5, "and not nothing"


def test_what_becomes_of_a_dispute_over_a_promotion_belongs_to_it() -> None:
    journal = evening("note T1 100.00", 'dispute D1 "the draw" by T1', 'dispute D2 "another" by T1')
    assert not lines(journal, Wanted(promotion="spring"))
    (line,) = lines(journal, Wanted(promotion="spring", over=("dispute/D1",)))
    assert "D1" in line.asked


def test_filters_hold_together() -> None:
    journal = evening(
        "note T1 100.00", "note T2 50.00", "bets", "place T1 red 5.00", "place T2 black 5.00", "spin", "close timer",
        "rest 17", "collect T2 as K1",
    )  # fmt: skip
    assert [line.command for line in lines(journal, Wanted(table="A", terminal="T1", command="PlaceWager"))] == [
        "PlaceWager"
    ]
    assert all("T2" not in str(line.asked) for line in lines(journal, Wanted(terminal="T1", command="PlaceWager")))
    of_round = lines(journal, Wanted(table="A", round=1))
    assert {"PlaceWager", "CloseWagers"} <= {line.command for line in of_round}
    assert not lines(journal, Wanted(table="A", round=99))
    papers = lines(journal, Wanted(paper="K1"))
    assert [each.event for line in papers for each in line.followed] == ["TicketIssued", "TicketOrdered"]
    assert not lines(journal, Wanted(terminal="T1", paper="K1"))


def test_only_some_events_and_no_movements_for_those_who_may_see_no_more() -> None:
    journal = evening("note T1 100.00", "bets", "place T1 red 5.00")
    (line,) = lines(journal, Wanted(terminal="T1", only=("WagerPlaced",), moves=False))
    assert [each.words for each in line.followed] == ["T1 placed 5.00 on red"]
    assert line.followed[0].moves == ()
    assert line.asked == ""


def test_people_are_called_by_name_where_it_is_known() -> None:
    journal = evening(
        "bets",
        'void casino_supervisor:ann cause=impractical "the lights went out"',
        head=("rulebook money-wheel money-wheel", "limit any min 1.00 max 500.00"),
    )
    form = Form({"ann": "Ann Example"})
    told = timeline(journal, Wanted(person="ann"), form, count=10).lines
    words = [each.words for line in told for each in line.followed]
    assert "Ann Example decided about round 1: the lights went out" in words
    assert any(each.startswith("Round 1 is void") for each in words)


def test_what_a_build_cannot_read_is_shown_as_it_stands() -> None:
    from openetg.journal.entry import Entry  # noqa: PLC0415
    from tests.unit.reports.evenings import journal_of  # noqa: PLC0415

    strange = Entry(1, 5, json.encode({"sender": "x", "command": {"type": "FromTheFuture"}}), b'{"events":[]}')
    (line,) = lines(journal_of([strange]))
    assert line.followed[0].words.startswith("Not understood by this build")
    assert "FromTheFuture" in line.asked
    assert lines(journal_of([strange]), Wanted(terminal="T1")) == []


def test_sentences_are_of_events_that_there_are() -> None:
    kinds = set(get_args(AnyEvent))
    assert set(SENTENCES) <= kinds
    assert len(SENTENCES) > 100
