"""Journals of earlier builds lead this build to the state they led those to: same chain, same decisions, same cents."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Raw, json
from msgspec.structs import replace

from openetg.floor.commands import AnyCommand
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.events import AnyEvent
from openetg.floor.fold import Difference
from openetg.journal.chain import claimed_head, empty_head, group_after
from openetg.journal.entry import Entry, decode_entries
from openetg.journal.verify import Break
from openetg.reports.audit.replay import Replayed
from openetg.rulebook.load import shipped
from tools import golden
from tools.golden import GoldenJournal, found_in, read_destination, read_golden

SPINE = golden.FOLDER / "spine.jsonl"
LARGEST = 350_000


@pytest.mark.parametrize("path", golden.golden_files(), ids=lambda path: path.stem)
def test_a_golden_journal_leads_where_it_led_when_it_was_written(path: Path) -> None:
    there = read_destination(path)
    assert found_in(read_golden(path)) == Replayed(there.sequence, there.head, there.state), (
        "an old journal is read otherwise now: if the floor only remembers more than before, tools/golden.py"
        " --new-state records that; otherwise this build would change the past of a casino"
    )


@pytest.mark.parametrize("path", golden.golden_files(), ids=lambda path: path.stem)
def test_a_golden_journal_stays_small(path: Path) -> None:
    assert path.stat().st_size < LARGEST


@pytest.mark.parametrize("name", golden.names())
def test_the_newest_golden_journal_is_of_this_logic_and_so_every_entry_is_decided_again(name: str) -> None:
    assert read_destination(golden.FOLDER / f"{name}.jsonl").logic == LOGIC


def test_every_rulebook_has_a_golden_journal() -> None:
    assert set(shipped()) <= set(golden.names())


@pytest.mark.slow
def test_neither_journal_nor_script_depends_on_the_hash_seed() -> None:
    first, second = [said.communicate()[0] for said in [check(hash_seed="0"), check(hash_seed="4242")]]
    assert first == second
    assert "spine.jsonl: as recorded" in first


def check(*, hash_seed: str) -> subprocess.Popen[str]:
    """The tool in a process with that hash seed."""
    command = [sys.executable, str(golden.ROOT / "tools" / "golden.py"), "--check"]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def script() -> golden.Script:
    """The script, run once."""
    return golden.run_script()


@pytest.fixture
def folder(script: golden.Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for golden journals."""
    monkeypatch.setattr(golden, "run_script", lambda: script)
    monkeypatch.setattr(golden, "FOLDER", tmp_path / "golden")
    return golden.FOLDER


UNDER_NONE_OF_THE_FIVE = {"TicketLifeSet"}
"""What no instrument that ships lets happen; proved with a sixth one, in tests/unit/floor/money/test_expiry.py."""


def test_the_scripts_ask_everything_and_everything_happens(script: golden.Script) -> None:
    asked, happened = set(), set()
    for journal in [GoldenJournal(script.groups), *(golden.run(name) for name in golden.names() if name != "spine")]:
        for entry in journal.entries(after_sequence=0):
            asked.add(json.decode(entry.command)["command"]["type"])
            happened |= {event["type"] for event in json.decode(entry.verdict).get("events", ())}
    assert asked == {command.__name__ for command in get_args(AnyCommand)}, "new commands go into a script"
    every = {event.__name__ for event in get_args(AnyEvent)}
    assert happened == every - UNDER_NONE_OF_THE_FIVE, "new events happen in a script"


def test_a_changed_byte_breaks_the_chain() -> None:
    groups = list(read_golden(SPINE).groups(after_sequence=0))
    body = groups[5].body
    groups[5] = replace(groups[5], body=body.replace(b"1", b"2", 1))
    assert isinstance(found_in(GoldenJournal(groups)), Break)


def test_a_verdict_that_would_be_decided_otherwise_is_found_though_the_chain_holds() -> None:
    """The chain is made anew over one changed cent, as somebody would who rewrites a whole journal."""
    head = claimed_head(empty_head(golden.journal_id("spine")))
    entries = [_with_one_cent_more(entry) for entry in read_golden(SPINE).entries(after_sequence=0)]
    finding = found_in(GoldenJournal([group_after(head, entries)]))
    assert isinstance(finding, Difference)
    assert "NoteCredited" in finding.recorded


def _with_one_cent_more(entry: Entry) -> Entry:
    return replace(entry, verdict=entry.verdict.replace(b'"meter/I2",10000]', b'"meter/I2",10001]'))


def test_the_stored_bytes_are_what_is_read() -> None:
    """A line of the file holds the body byte for byte: decoding and encoding again would hide what was stored."""
    line = json.decode(SPINE.read_bytes().splitlines()[0], type=dict[str, Raw])
    group = next(read_golden(SPINE).groups(after_sequence=0))
    assert json.decode(line["body"], type=str).encode() == group.body
    assert decode_entries(group.body)[0].sequence == 1


@pytest.mark.slow
def test_a_golden_journal_is_never_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "spine.jsonl"
    assert golden.main([]) == 0
    written = path.read_bytes()
    assert golden.main([]) == 1
    assert "never overwritten" in capsys.readouterr().err
    assert golden.main(["--new-logic"]) == 1
    assert "raise LOGIC" in capsys.readouterr().err
    assert golden.main(["--new-state"]) == 0
    assert path.read_bytes() == written


@pytest.mark.slow
def test_a_new_logic_gets_a_journal_of_its_own_and_the_old_one_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert golden.main([]) == 0
    written = (folder / "spine.jsonl").read_bytes()
    monkeypatch.setattr(golden, "LOGIC", LOGIC + 1)
    assert golden.main(["--new-logic"]) == 0
    assert (folder / f"spine-logic-{LOGIC}.jsonl").read_bytes() == written
    assert read_destination(folder / "spine.jsonl").logic == LOGIC + 1
