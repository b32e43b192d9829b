"""Rounds of a journal as scripts: whatever was played, the script plays to the same cents; a wrong cent is found."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openetg.floor.core.ledger import meter_of
from openetg.floor.state import Floor
from openetg.journal import places
from openetg.journal.entry import Entry
from openetg.journal.store import Reader
from openetg.money import cents
from openetg.reports.recall.recall import last_rounds
from openetg.reports.recall.script import RecalledScript, script_of
from openetg.rulebook.load import shipped
from openetg.script.run import PlayedScript, play
from tests.scripts import run_script
from tests.unit.floor.test_whole_floor import TABLES, TERMINALS, WholeFloor
from tests.unit.reports.journals import NAMES, floor_of, golden_entries, golden_floor, golden_journal, written

pytestmark = pytest.mark.slow

EXAMPLES = max(int(os.environ.get("OPENETG_EXAMPLES", "50")) // 25, 1)


def recalled(journal: Reader, *, count: int, table: str = "", terminal: str = "") -> RecalledScript | None:
    """The last rounds as a script, if there were any."""
    until = journal.head().sequence
    rounds = last_rounds(journal, count=count, until=until, table=table, terminal=terminal)
    return script_of(journal, rounds, until=until) if rounds else None


def assert_plays_to_the_same(script: str, floor: Floor, table: str) -> None:
    run = play(script)
    assert run.failure is None, run.failure
    assert run.checks
    accounts = [meter_of(name) for name in floor.tables[table].terminals]
    accounts += [name for name in floor.ledger.accounts if table in name.split("/")[1:]]
    found = {name: run.stage.floor.ledger.held(name) for name in accounts}
    assert found == {name: floor.ledger.held(name) for name in accounts}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [3, 100])
def test_a_golden_table_plays_to_the_same_cents(name: str, count: int) -> None:
    floor, journal = golden_floor(name), golden_journal(name)
    for table in floor.tables:
        script = recalled(journal, count=count, table=table)
        assert script is not None
        assert_plays_to_the_same(script.text, floor, table)
    journal.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_terminal_plays_to_the_same_meter(name: str) -> None:
    floor, journal = golden_floor(name), golden_journal(name)
    scripts = {terminal: recalled(journal, count=3, terminal=terminal) for terminal in floor.terminals}
    for terminal, script in scripts.items():
        if script is not None:
            assert play(script.text).stage.floor.ledger.held(meter_of(terminal)) == floor.ledger.held(
                meter_of(terminal)
            )
    assert any(scripts.values()) or not floor.terminals
    journal.close()


@given(seed=st.integers(0, 2**32), count=st.sampled_from([1, 2, 5, 50]))
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_was_asked_of_a_floor_plays_to_the_same_cents(seed: int, count: int) -> None:
    entries = random_entries(seed)
    floor = floor_of(entries)
    with TemporaryDirectory() as folder:
        journal = places.open_to_read(written(Path(folder), entries))
        for table in floor.tables:
            script = recalled(journal, count=count, table=table)
            if script is not None:
                assert_plays_to_the_same(script.text, floor, table)
        journal.close()


def random_entries(seed: int) -> list[Entry]:
    """What a floor with all five instruments has on record after anything at all."""
    random, world = Random(seed), WholeFloor()
    for _ in range(random.randint(1, 4)):
        world.anything(random.choice(TABLES), random.randint(1, 40), random.randrange(2**32))
        ticket, ms = random.choice(["", "K1", "K2"]), random.choice([0, 18_000, 1_300_000])
        world.meanwhile(random.choice(TERMINALS), cents(10_000), ticket, ms, random.random() < 0.25, snapshot=False)
    return [Entry(number, *entry) for number, entry in enumerate(world.play.entries, start=1)]


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_cent_in_what_is_expected_is_found(name: str) -> None:
    journal = golden_journal(name)
    table = next(iter(golden_floor(name).tables))
    script = recalled(journal, count=4, table=table)
    assert script is not None
    lines = script.text.splitlines()
    checks = [at for at, line in enumerate(lines) if re.match(r"expect (meter|account|accepted) .*\d$", line)]
    for at in checks[:: max(len(checks) // 8, 1)]:
        wrong = [*lines]
        wrong[at] = re.sub(r"(\d)$", lambda last: str((int(last[1]) + 1) % 10), wrong[at])
        failure = play("\n".join(wrong)).failure
        assert failure is not None
        assert failure.line == at + 1
    journal.close()


def test_a_wrong_cent_in_what_was_given_is_found() -> None:
    journal = golden_journal("spine")
    script = recalled(journal, count=2, table="B")
    assert script is not None
    wrong = re.sub(r"(account meter/I1 \d+\.\d)\d", r"\g<1>9", script.text)
    assert wrong != script.text
    assert play(wrong).failure is not None
    journal.close()


def test_a_quiet_round_needs_no_word_for_word(tmp_path: Path) -> None:
    """A round in the words of a dealer: no command stands there as the machine has it."""
    run = run_script("""
        rulebook ministar roulette
        limit any min 5.00 max 100.00
        note T1 50.00
        bets
        place T1 red 5.00
        spin
        drop
        rest 1
        collect T1 as K1
        expect meter T1 0.00
    """)
    script = recalled(journal_of(run, tmp_path), count=1, table="A")
    assert script is not None
    lines = script.text.splitlines()
    assert not [line for line in lines if line.startswith("ask ")]
    for line in (
        "rulebook ministar roulette as A",
        "bets",
        "place T1 red 5.00",
        "rest 1 revolutions=9",
        "printed T1 K1",
    ):
        assert line in lines


def journal_of(run: PlayedScript, folder: Path) -> Reader:
    """What a script was answered, as a journal."""
    entries = [Entry(number, *entry) for number, entry in enumerate(run.stage.entries, start=1)]
    return places.open_to_read(written(folder, entries))


def test_the_script_goes_on_from_the_snapshot_of_a_day(tmp_path: Path) -> None:
    """The same rounds, from a journal whose earlier entries lie in another volume."""
    entries = golden_entries("spine")
    whole = places.open_to_read(written(tmp_path, entries))
    (tmp_path / "days").mkdir()
    days = places.open_to_read(written(tmp_path / "days", entries, rolls=[(100, "2023-11-14"), (140, "2023-11-15")]))
    first, second = (recalled(each, count=3, table="A") for each in (whole, days))
    assert first is not None
    assert first == second
    whole.close()
    days.close()


def test_a_rulebook_that_differs_from_the_shipped_one_is_said_so(tmp_path: Path) -> None:
    """The floor was run by another edition than the one this build ships: the script says so and still plays."""
    edition = tmp_path / "ministar"
    copytree(shipped()["ministar"], edition)
    text = (edition / "rulebook.toml").read_text(encoding="utf-8")
    other = re.sub(r'^title = "', 'title = "Another edition: ', text, count=1, flags=re.MULTILINE)
    assert other != text
    (edition / "rulebook.toml").write_text(other, encoding="utf-8")
    run = run_script(f"""
        rulebook {edition} roulette
        note T1 50.00
        bets
        place T1 red 5.00
        spin
        drop
        rest 1
        choice-of-wheel electronic_gaming_host withdrawn
        expect refused
        expect meter T1 55.00
    """)
    journal = journal_of(run, tmp_path)
    script = recalled(journal, count=1, table="A")
    assert script is not None
    assert "is not the one that ships" in script.text
    assert str(tmp_path) not in script.text
    assert_plays_to_the_same(script.text, run.stage.floor, "A")
    journal.close()
