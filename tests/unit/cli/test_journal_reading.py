"""`etg journal show|tail|recall|export` as a person or a program uses them."""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openetg.cli.main import etg
from openetg.floor import commands as ask
from openetg.floor.commands import Order
from openetg.floor.core.snapshot import encode_snapshot
from openetg.floor.pipeline import decide, record
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.keys.keyring import make_keyring
from openetg.keys.sealing import seal
from tests.unit.reports.journals import floor_of, golden_entries, written


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("spine"), golden_entries("spine"))


def run(*words: str) -> Result:
    return CliRunner().invoke(etg, ["journal", *words])


def said(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 2, result.output
    return result.stderr


def test_an_entry_reads_when_who_what_and_what_followed(journal: str) -> None:
    text = said("show", journal, "--command", "insert-note", "--most", "1")
    assert "2023-11-14 22:13:26.000" in text
    assert "insert note: terminal M1, amount 100.00" in text
    assert "→ note credited: terminal M1, amount 100.00  [3.4.1]" in text
    assert "100.00  cash_box/M1 → meter/M1" in text


def test_a_refusal_reads_with_its_reason_and_clause(journal: str) -> None:
    text = said("show", journal, "--command", "VoidRound", "--most", "100")
    assert "→ refused: " in text
    assert "[8.3]" in text


def test_raw_and_json_are_the_stored_bytes(journal: str) -> None:
    entry = golden_entries("spine")[30]
    raw = said("show", journal, "--after", "30", "--most", "1", "--raw")
    assert raw == f"{entry.sequence} {entry.at_ms} {entry.command.decode()} {entry.verdict.decode()}\n"
    line = said("show", journal, "--after", "30", "--most", "1", "--json")
    assert f'"command":{entry.command.decode()},"verdict":{entry.verdict.decode()}}}' in line
    assert json.loads(line)["sequence"] == 31


def test_filters_leave_what_concerns_a_table_a_terminal_a_command_an_event(journal: str) -> None:
    lines = said("show", journal, "--most", "1000", "--json", "--terminal", "I2").splitlines()
    assert lines
    assert all("I2" in line for line in lines)
    placed = said("show", journal, "--most", "1000", "--json", "--table", "B", "--event", "wager-placed").splitlines()
    events = [event for line in placed for event in json.loads(line)["verdict"]["events"]]
    assert {event["type"] for event in events} == {"WagerPlaced"}
    assert {event["table"] for event in events} == {"B"}
    every = [json.loads(line)["sequence"] for line in said("show", journal, "--most", "9999", "--json").splitlines()]
    assert every == list(range(1, len(golden_entries("spine")) + 1))


def test_a_kind_that_is_none_is_said_with_what_there_is(journal: str) -> None:
    assert "PlaceWager" in refused("show", journal, "--command", "place-wagr")
    assert "--event" in refused("show", journal, "--event", "nothing")


def test_an_entry_of_another_build_is_shown_as_it_stands(tmp_path: Path) -> None:
    entries = [
        *golden_entries("spine")[:3],
        Entry(4, 1_700_000_001_000, b'{"command":{"type":"New"}}', b'{"events":[]}'),
    ]
    store = places.create(str(tmp_path / "journal"), journal_id="newer")
    store.append(store.claim(), entries)
    store.close()
    text = said("show", str(tmp_path / "journal"), "--after", "3")
    assert "not understood" in text
    assert '{"command":{"type":"New"}}' in text


def test_tail_shows_the_last(journal: str) -> None:
    end = len(golden_entries("spine"))
    assert [json.loads(line)["sequence"] for line in said("tail", journal, "-n", "3", "--json").splitlines()] == [
        end - 2, end - 1, end,
    ]  # fmt: skip


@pytest.mark.slow
def test_tail_follows_a_journal_that_is_being_written_until_it_is_stopped(tmp_path: Path) -> None:
    entries = golden_entries("spine")
    address = written(tmp_path, entries[:40])
    code = "from openetg.cli.main import main; main()"
    command = [sys.executable, "-c", code, "journal", "tail", address, "-n", "2", "--follow", "--raw"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as tail:
        assert tail.stdout is not None
        assert [tail.stdout.readline().split()[0] for _ in range(2)] == ["39", "40"]
        store = places.open_to_write(address)
        lease = store.append(store.claim(), entries[40:43])
        assert [tail.stdout.readline().split()[0] for _ in range(3)] == ["41", "42", "43"]
        lease = store.roll(lease, day="2023-11-15", snapshot=encode_snapshot(floor_of(entries[:43])))
        store.append(lease, entries[43:45])
        assert [tail.stdout.readline().split()[0] for _ in range(2)] == ["44", "45"], "the next day goes on"
        store.close()
        tail.send_signal(signal.SIGINT)
        assert tail.wait(timeout=60) == 0
        assert tail.stderr is not None
        assert "Traceback" not in tail.stderr.read()


def test_recall_tells_rounds_and_the_script_plays(journal: str, tmp_path: Path) -> None:
    text = said("recall", journal, "--terminal", "M1", "-n", "2")
    assert text.count("\nround ") + text.startswith("round ") == 2
    assert "meter of M1" in text
    script = tmp_path / "recalled.round"
    script.write_text(said("recall", journal, "--table", "B", "-n", "3", "--script"), encoding="utf-8")
    played = CliRunner().invoke(etg, ["play", str(script)])
    assert played.exit_code == 0, played.output
    wrong = script.read_text(encoding="utf-8").replace("expect account play/B/I1 0.00", "expect account play/B/I1 0.01")
    script.write_text(wrong, encoding="utf-8")
    assert CliRunner().invoke(etg, ["play", str(script)]).exit_code == 1
    rounds = json.loads(said("recall", journal, "--table", "A", "-n", "2", "--json"))["rounds"]
    assert [each["table"] for each in rounds] == ["A", "A"]


def test_recall_says_what_is_wrong_with_the_question(journal: str) -> None:
    assert "one of --table and --terminal" in refused("recall", journal)
    assert "expected a table of this journal" in refused("recall", journal, "--table", "Z")
    assert "expected a terminal of this journal" in refused("recall", journal, "--terminal", "Z", "--script")


@pytest.mark.parametrize("form", ["jsonl", "parquet", "beancount"])
def test_export_writes_once_and_never_over_something(journal: str, tmp_path: Path, form: str) -> None:
    place = tmp_path / form
    assert "entries 11 to 60" in said(
        "export", journal, "--to", form, "-o", str(place), "--after", "10", "--until", "60"
    )
    assert place.is_dir() == (form == "parquet")
    assert "never overwrites" in refused("export", journal, "--to", form, "-o", str(place))
    assert "gaming day" in refused("export", journal, "--to", form, "-o", str(tmp_path / "x"), "--day", "1999-01-01")
    assert list(tmp_path.iterdir()) == [place]


def test_an_export_without_room_says_so_and_leaves_nothing(journal: str, tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, before[1]))  # a reader's index beside the journal takes 32 kB
    try:
        ran = run("export", journal, "--to", "jsonl", "-o", str(tmp_path / "out"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert ran.exit_code == 2, ran.output
    assert f"{tmp_path / 'out'}: nothing was written: " in ran.output
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    for words in (
        ["show"],
        ["tail"],
        ["recall", "--table", "A"],
        ["export", "--to", "jsonl", "-o", str(tmp_path / "x")],
    ):
        assert refused(words[0], str(tmp_path / "none"), *words[1:])


def test_sealed_texts_are_shown_to_who_has_the_keys_and_to_nobody_else(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    ring = make_keyring(keys)
    why = seal(ring, "Mrs Example saw it\nfall", said_in="VoidRound.why", subject="", day="2023-11-14")
    ring.close()
    entries = golden_entries("spine")
    floor, at_ms = floor_of(entries), entries[-1].at_ms
    order = Order("console", 1, 1, ask.VoidRound("electronic_game_supervisor", "p7", "A", None, why))
    floor.at_ms = at_ms
    stored = record(floor, order, decide(floor, order.command, at_ms))
    address = written(tmp_path, [*entries, Entry(len(entries) + 1, at_ms, *stored)])
    hidden, shown = said("tail", address, "-n", "1"), said("tail", address, "-n", "1", "--keys", str(keys))
    assert "why (sealed)" in hidden
    assert "sealed:1:" not in hidden
    assert "Mrs Example saw it" in shown
    assert "saw it\n" not in shown, "a text must not end the line it stands in"
    assert "sealed:1:" in said("tail", address, "-n", "1", "--raw")


def test_of_a_journal_that_was_changed_no_draw_holds(tmp_path: Path) -> None:
    changed = written(tmp_path, golden_entries("jackpots"))
    assert " holds" in said("draws", changed)
    change = "UPDATE groups SET body = CAST(replace(CAST(body AS TEXT), 'RevealMystery', 'RevealMysterx') AS BLOB)"
    with closing(sqlite3.connect(Path(changed) / "00001.sqlite3")) as store, store:
        assert store.execute(change).rowcount
    assert "the chain breaks" in refused("draws", changed)
