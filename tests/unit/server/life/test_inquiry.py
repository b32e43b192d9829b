"""A held round of a stopped floor is ended by a person with the power, and by nobody while the floor runs."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openetg.cli.main import etg
from openetg.floor.commands import Order, ReportLaunch, ReportReady, StartWriter
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.pipeline import decide, record
from openetg.floor.state import Floor, Phase
from openetg.journal.entry import Entry
from openetg.rulebook.load import load
from openetg.server.checks import clock_check
from openetg.server.checks.clock_check import DAY_MS
from openetg.server.checks.selfcheck import SECRET
from openetg.server.life.inquiry import FloorRuns, presence
from openetg.server.plan.floor_plan import founding_commands
from openetg.server.plan.folder import FloorFolder, open_store
from openetg.server.writer.engine import read_floor
from tests.houses import two_tables
from tests.journal_writing import authenticate

START_MS = clock_check.wall_ms() - 60_000
"""A minute ago: the clock is believed."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A stopped floor whose Interblock round was running when it restarted."""
    house = two_tables(terminals=2)
    books = {plan.rulebook: load(plan.rulebook).rulebook for plan in house.tables}
    floor = Floor()
    start = StartWriter(LOGIC, "test")
    commands = [start, *founding_commands(floor, house, books), ReportReady("B"), ReportLaunch("B", "B-1"), start]
    entries = []
    for number, command in enumerate(commands, start=1):
        verdict = decide(floor, command, START_MS + number)
        said, body = record(floor, Order("house", 1, number, command), verdict)
        entries.append(Entry(floor.sequence, START_MS + number, said, body))
    place = FloorFolder(tmp_path)
    with closing(open_store(place)) as store:
        authenticate(place, store)
        store.append(store.claim(), entries)
    (tmp_path / SECRET).write_bytes(bytes(32))
    return tmp_path


def resolve(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(etg, ["floor", "resolve", "--folder", str(folder), *words])


def phase(folder: Path) -> Phase | None:
    with closing(open_store(FloorFolder(folder))) as store:
        round_ = read_floor(store).tables["B"].round
    return round_.phase if round_ else None


def test_a_supervisor_declares_a_held_round_void(folder: Path) -> None:
    assert phase(folder) is Phase.HELD
    result = resolve(folder, "B", "electronic_gaming_supervisor", "ann", "restart during the spin")
    assert result.exit_code == 0, result.output
    assert phase(folder) is Phase.VOID


def test_or_settles_it_by_what_fell(folder: Path) -> None:
    assert resolve(folder, "B", "assistant_gaming_manager", "ann", "seen", "--outcome", "17").exit_code == 0
    assert phase(folder) is Phase.SETTLED


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["B", "dealer", "bob", "because"], "refused: no_power (8.3)"),
        (["B", "assistant_gaming_manager", "ann", " "], "refused: no_reason_given (8.3)"),
        (["A", "assistant_gaming_manager", "ann", "why"], "no round is held at table A"),
        (["B", "assistant_gaming_manager", "ann", "why", "--outcome", "37"], "refused: unknown_outcome"),
    ],
)
def test_a_no_is_said_in_words_and_changes_nothing(folder: Path, words: list[str], said: str) -> None:
    result = resolve(folder, *words)
    assert result.exit_code == 2
    assert said in result.output
    assert phase(folder) is Phase.HELD


@pytest.mark.parametrize(("off_ms", "side"), [(400 * DAY_MS, "after"), (-400 * DAY_MS, "before")])
def test_with_a_clock_that_no_start_would_believe_it_takes_a_confirmation_on_record(
    folder: Path, monkeypatch: pytest.MonkeyPatch, off_ms: int, side: str
) -> None:
    """Else the next start would find an entry of that time, and believe the clock."""
    monkeypatch.setattr(clock_check, "wall_ms", lambda: START_MS + 60_000 + off_ms)
    words = ["B", "assistant_gaming_manager", "ann", "seen", "--outcome", "17"]
    refused = resolve(folder, *words)
    assert (refused.exit_code, f"days {side} the last entry" in refused.output) == (2, True), refused.output
    day = refused.output.partition("the wall clock says ")[2][:10]
    assert phase(folder) is Phase.HELD
    assert resolve(folder, *words, "--accept-clock", "2020-02-02", "P7").exit_code == 2
    assert resolve(folder, *words, "--accept-clock", day, "P7").exit_code == 0
    assert phase(folder) is Phase.SETTLED
    with closing(open_store(FloorFolder(folder))) as store:
        *_, fault, outcome = (entry.command for entry in store.entries(after_sequence=0))
    assert b"confirmed by P7" in fault
    assert b"EnterOutcome" in outcome


def test_nobody_resolves_while_a_floor_runs(folder: Path) -> None:
    with presence(folder, alone=False):
        result = resolve(folder, "B", "assistant_gaming_manager", "ann", "why")
    assert result.exit_code == 2
    assert "stop it first" in result.output


def test_a_floor_runs_beside_another_on_the_same_journal_only(folder: Path) -> None:
    """The second takes over the journal; on another one, such as the mirror, both would pay the same tickets."""
    journal = FloorFolder(folder).journal
    with presence(folder, alone=False, journal=journal):
        with presence(folder, alone=False, journal=journal):
            pass
        with pytest.raises(FloorRuns, match=f"a floor runs on .* with the journal {journal}"):
            presence(folder, alone=False, journal=str(folder / "mirror")).__enter__()
    with presence(folder, alone=False, journal=str(folder / "mirror")):
        pass


def test_addresses_of_servers_are_left_to_the_servers(folder: Path) -> None:
    with (
        presence(folder, alone=False, journal="postgresql://etg@one/floor"),
        presence(folder, alone=False, journal="postgresql://etg@one,two/floor"),
    ):
        pass


def test_the_reason_is_sealed_before_it_is_on_record(folder: Path) -> None:
    assert resolve(folder, "B", "assistant_gaming_manager", "ann", "seen by Zoë", "--outcome", "17").exit_code == 0
    with closing(open_store(FloorFolder(folder))) as store:
        *_, entry = store.entries(after_sequence=0)
    assert b"seen by" not in entry.command + entry.verdict
    assert entry.command.count(b"sealed:1:") == 1
    assert entry.verdict.count(b"sealed:1:") > 0


def test_without_the_keys_nothing_is_resolved(folder: Path) -> None:
    shutil.rmtree(folder / "keys")
    result = resolve(folder, "B", "assistant_gaming_manager", "ann", "seen", "--outcome", "17")
    assert result.exit_code == 2
    assert "expected entries authenticated by a key in" in result.output
    assert phase(folder) is Phase.HELD


def test_a_journal_and_keys_that_are_elsewhere_are_named_and_no_journal_is_begun(folder: Path, tmp_path: Path) -> None:
    (folder / "journal").rename(folder / "moved")
    words = ["B", "electronic_gaming_supervisor", "ann", "restart"]
    result = resolve(folder, *words)
    assert result.exit_code == 2
    assert "expected a journal, found nothing there" in result.output
    assert not (folder / "journal").exists()
    (folder / "keys").rename(tmp_path / "vault")
    elsewhere = ["--store", str(folder / "moved"), "--keys", str(tmp_path / "vault")]
    result = resolve(folder, *words, *elsewhere)
    assert result.exit_code == 0, result.output
    assert not (folder / "keys").exists()
    (folder / "moved").rename(folder / "journal")
    assert phase(folder) is Phase.VOID


def test_no_key_is_made_where_one_is_lost(folder: Path) -> None:
    """A floor whose writer had its software on record has made its keys."""
    with closing(open_store(FloorFolder(folder))) as store:
        authenticate(FloorFolder(folder), store)
        lease, floor = store.claim(), read_floor(store)
        command = StartWriter(LOGIC, "test", "a" * 64)
        said, body = record(floor, Order("house", 2, 1, command), decide(floor, command, floor.at_ms))
        store.append(lease, [Entry(floor.sequence, floor.at_ms, said, body)])
    shutil.rmtree(folder / "keys")
    result = resolve(folder, "B", "electronic_gaming_supervisor", "ann", "restart")
    assert result.exit_code == 2
    assert "put the folder of keys back from its backup" in " ".join(result.output.split())
    assert not (folder / "keys").exists()
    assert phase(folder) is Phase.HELD
