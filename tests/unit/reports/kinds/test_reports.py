"""Reports: spans and days, what a tampered journal shows, who sees what, long lists, and going on where one ended."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from openetg.floor.core.stored import Recorded
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import JournalProblem, Reader
from openetg.money import cents
from openetg.reports.frame.report import ROWS_MAX, Column, bounded, percent, summed
from openetg.reports.frame.span import Asking, days_of
from openetg.reports.kinds.counted.meters import OWN_FIGURES
from openetg.reports.kinds.kinds import KINDS, InTheMaking
from openetg.script.run import play
from tests.journals import DAYS, build
from tests.unit.reports.journals import golden_entries, golden_journal, written
from tests.unit.reports.made import SETTING, checks, column, made, section, total

ROUNDS = Path(__file__).resolve().parents[3] / "rounds"
MINUTE = "Credits = in − out, every terminal, every minute"


def journal_of(folder: Path, entries: Sequence[Entry]) -> Reader:
    return places.open_to_read(written(folder, entries))


def test_a_tampered_counter_is_found_and_its_entry_named(tmp_path: Path) -> None:
    """A note counts as more than was moved: the chain is made anew over it, so that only the counters can tell."""
    entries = list(golden_entries("spine"))
    place = next(at for at, entry in enumerate(entries) if b'"NoteCredited"' in entry.verdict)
    changed = entries[place].verdict.replace(b'"amount":10000,', b'"amount":10001,')
    assert changed != entries[place].verdict
    entries[place] = replace(entries[place], verdict=changed)
    with closing(journal_of(tmp_path, entries)) as journal:
        for kind in ("counters", "terminals", "day"):
            check = checks(made(journal, kind))[MINUTE]
            assert not check.holds
            assert check.entry == place + 1
            assert f"entry {place + 1}" in check.words


def test_wagers_that_do_not_come_to_what_was_moved_are_found(tmp_path: Path) -> None:
    entries = list(golden_entries("spine"))
    place = next(at for at, entry in enumerate(entries) if b'"WagerPlaced"' in entry.verdict)
    verdict = json.decode(entries[place].verdict)
    verdict["events"][0]["spots"] = {spot: amount + 100 for spot, amount in verdict["events"][0]["spots"].items()}
    entries[place] = replace(entries[place], verdict=json.encode(verdict))
    with closing(journal_of(tmp_path, entries)) as journal:
        check = checks(made(journal, "counters"))[MINUTE]
        assert (check.holds, check.entry) == (False, place + 1)


def test_a_result_that_was_not_paid_is_found_in_the_hold_of_its_table(tmp_path: Path) -> None:
    entries = list(golden_entries("spine"))
    place = next(at for at, entry in enumerate(entries) if b'"results":[["' in entry.verdict)
    recorded = json.decode(entries[place].verdict)
    (settled,) = (event for event in recorded["events"] if event["type"] == "RoundSettled")
    settled["results"][0][3] += 1
    entries[place] = replace(entries[place], verdict=json.encode(recorded))
    with closing(journal_of(tmp_path, entries)) as journal:
        check = checks(made(journal, "tables"))[f"Hold of table {settled['table']}"]
        assert (check.holds, check.entry) == (False, place + 1)


def test_what_counts_by_its_own_figures_is_not_counted_by_its_transfers() -> None:
    """The counters would say nothing if they were the ledger once more: these events move meters and have figures."""
    names = {kind.__name__ for kind in OWN_FIGURES}
    assert {"NoteCredited", "TicketInserted", "WagerPlaced", "RoundSettled", "TicketOrdered", "PayoutOrdered"} <= names


def test_a_day_is_its_volume_and_the_days_make_the_whole(tmp_path: Path) -> None:
    floor = build(tmp_path / "floor")
    with closing(places.open_to_read(floor.journal)) as journal:
        days = days_of(journal)
        assert [day.day for day in days[1:]] == list(DAYS.values())
        assert [day.after for day in days] == [0, *(before.until for before in days[:-1])]
        parts = [made(journal, "tables", day=day.day) for day in days[1:]]
        parts.insert(0, made(journal, "tables", from_ms=1, until_ms=days[0].until_ms))
        everything = made(journal, "tables", from_ms=1)
        for name in ("rounds", "turnover", "paid", "hold"):
            sums = [total(part, "Tables", name) for part in parts]
            assert sum(each for each in sums if isinstance(each, int)) == total(everything, "Tables", name)
        assert parts[-1].until == journal.head().sequence
        assert made(journal, "tables", day="today") == parts[-1] == made(journal, "tables")
        assert made(journal, "tables", day="yesterday").until == parts[1].until


def test_the_hash_of_a_report_is_that_of_the_journal_at_the_end_of_its_span(tmp_path: Path) -> None:
    floor = build(tmp_path / "floor")
    with closing(places.open_to_read(floor.journal)) as journal:
        (_, second, _) = days_of(journal)
        report = made(journal, "day", day=second.day)
        group = next(each for each in journal.groups(after_sequence=report.until - 1) if each.last >= report.until)
        assert (report.hash_at, report.hash) == (group.last, group.hash.hex())
        assert (report.after, report.until) == (second.after, second.until)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"day": "2031-01-01"}, "expected a gaming day of this journal"),
        ({"day": "today", "from_ms": 5}, "found both"),
        ({"from_ms": 10, "until_ms": 10}, "ends after it begins"),
        ({"hours": "nobody"}, "never there"),
    ],
    ids=["no such day", "day and times", "nothing between", "never there"],
)
def test_what_cannot_be_asked_for_is_said_in_words(asked: dict[str, object], words: str) -> None:
    with pytest.raises(JournalProblem, match=words):
        made(golden_journal("spine"), "tables", **asked)


def test_a_kind_nobody_knows_is_said_in_words() -> None:
    with pytest.raises(JournalProblem, match="expected a kind of report"):
        made(golden_journal("spine"), "weather")


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_report_goes_on_where_it_ended(tmp_path: Path, kind: str) -> None:
    """Asked again while the floor writes on, a report says what one from the beginning would say."""
    entries = golden_entries("ministar")
    half = len(entries) // 2
    address = written(tmp_path, entries[:half])
    with closing(places.open_to_write(address)) as store:
        making = InTheMaking(store, Asking(kind), SETTING)
        list(making.go(store))
        assert making.report().until == half
        store.append(store.claim(), entries[half:])
        list(making.go(store))
        assert making.report() == made(store, kind)


def test_the_hours_of_somebody_are_a_span() -> None:
    journal = golden_journal("staff")
    logged_in = [entry for entry in golden_entries("staff") if b'"LoggedIn"' in entry.verdict]
    person = json.decode(logged_in[0].verdict)["events"][0]["person"]
    report = made(journal, "shift", hours=person)
    assert report.from_ms == logged_in[0].at_ms
    assert person in column(report, "Who worked", "what")
    assert f"The hours of {person}." in report.about


def test_one_table_alone_shows_no_other() -> None:
    journal = golden_journal("spine")
    every = column(made(journal, "tables"), "Tables", "rounds")
    assert len(every) == 2
    report = made(journal, "day", table="A")
    assert list(column(report, "Tables", "rounds")) == ["A"]
    assert set(column(report, "Terminals", "table").values()) == {"A"}
    titles = {each.title for each in report.sections}
    assert titles == {"In short", "Tables", "Terminals", "Out of the ordinary"}, "the cage belongs to no table"


def test_who_may_see_some_tables_sees_no_more_whatever_is_asked() -> None:
    report = made(golden_journal("spine"), "exceptions", tables=("A",))
    places_shown = {row[3] for each in report.sections for row in each.rows if len(row) == 9}
    assert places_shown <= {"A", "M1", "M2"}
    beyond = made(golden_journal("spine"), "tables", tables=("A",), table="B")
    assert column(beyond, "Tables", "rounds") == {}


def test_what_one_person_did_is_theirs_alone() -> None:
    journal = golden_journal("staff")
    everybody = made(journal, "shift")
    names = {row[0] for row in section(everybody, "What they did").rows}
    for name in names:
        report = made(journal, "shift", person=str(name), tables=())
        titles = [each.title for each in report.sections]
        assert titles == ["Who worked", "What they did", "Who paid what", "Drawers"]
        assert {row[0] for each in report.sections for row in each.rows} <= {name}


def test_an_exception_names_its_entry() -> None:
    report = made(golden_journal("spine"), "exceptions")
    entries = {entry.sequence: entry for entry in golden_entries("spine")}
    rows = [row for row in section(report, "Rounds and outcomes").rows if row[2] == "round void"]
    assert rows
    for row in rows:
        entry = entries[int(str(row[1]))]
        events = json.decode(entry.verdict, type=Recorded).events or ()
        (voided,) = (event for event in events if type(event).__name__ == "RoundVoided")
        assert (row[0], row[3], row[4]) == (entry.at_ms, voided.table, voided.round)  # type: ignore[union-attr]


def test_an_alert_says_who_took_note_of_it_and_after_how_long() -> None:
    for name in ("staff", "ministar", "interblock", "novo-unity", "adelaide", "money-wheel"):
        for row in section(made(golden_journal(name), "exceptions"), "Alerts").rows:
            assert (row[5] == "nobody yet") == (row[6] is None)


def test_a_drawer_is_told_from_opened_to_closed_with_its_difference(tmp_path: Path) -> None:
    """The cashier's shift of the round script: 60.00 taken, 200.00 filled, 150.00 paid in cash, 5.00 missing."""
    run = play((ROUNDS / "drawer-ministar.round").read_text(encoding="utf-8"))
    assert run.failure is None, run.failure
    entries = [Entry(place, *entry) for place, entry in enumerate(run.stage.entries, start=1)]
    with closing(journal_of(tmp_path, entries)) as journal:
        report = made(journal, "cage")
        (row,) = section(report, "Drawers").rows
        told = dict(zip([each.name for each in section(report, "Drawers").columns], row, strict=True))
        paid = (told["papers"], told["by_hand"], told["chips"])
        assert (told["opening"], told["filled"], told["emptied"], paid) == (6_000, 20_000, 0, (10_000, 5_000, 0))
        assert (told["expected"], told["counted"], told["difference"]) == (11_000, 10_500, -500)
        found = checks(report)
        assert found["Drawers by the books"].holds
        assert not found["Drawers as counted"].holds
        assert found["Balance of the cage"].holds
        (apart,) = section(made(journal, "exceptions"), "Drawers with a difference").rows
        assert apart[2:8] == ("drawer closed with a difference", "", None, "cas (cashier)", "D1", -500)


def test_what_was_demanded_and_came_back_is_in_the_balance_of_the_cage(tmp_path: Path) -> None:
    run = play("""
        rulebook ministar roulette
        bets
        note T1 10.00
        place T1 red 10.00
        spin
        drop
        rest 1
        collect T1 as K1
        correct assistant_gaming_manager 0 "camera 4"
        release casino_operator T1 refuse
        expect demanded T1 0.00
    """)
    assert run.failure is None, run.failure
    entries = [Entry(place, *entry) for place, entry in enumerate(run.stage.entries, start=1)]
    with closing(journal_of(tmp_path, entries)) as journal:
        report = made(journal, "cage")
        assert ("Brought back by players", 2_000) in section(report, "Balance of the cage").rows
        assert checks(report)["Balance of the cage"].holds


def test_long_lists_are_bounded_and_the_rest_is_counted() -> None:
    rows, note = bounded([(each,) for each in range(ROWS_MAX + 5)])
    assert len(rows) == ROWS_MAX
    assert note.startswith("5 more")
    assert bounded([(1,)]) == (((1,),), "")


def test_percentages_are_exact_and_of_nothing_there_is_none() -> None:
    assert percent(cents(1), cents(3)) == 3333
    assert percent(cents(-2), cents(3)) == -6667
    assert percent(cents(1), cents(0)) is None


def test_totals_leave_out_what_cannot_be_summed() -> None:
    columns = (Column("a", "A"), Column("b", "B", "money"), Column("c", "C", "percent"))
    assert summed(columns, [("x", 1, 5), ("y", 2, None)]) == ("In all", 3, None)
