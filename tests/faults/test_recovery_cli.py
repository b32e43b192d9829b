"""`etg floor run` at a shell: says in words why it does not start, stops well when asked, goes on where it was."""

from __future__ import annotations

import asyncio
import shutil
import socket
import sqlite3
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from signal import SIGINT, SIGTERM, SIGUSR1, Signals
from typing import Any

import pytest
from msgspec import json

import openetg
from openetg.client.terminal import Gone, TerminalClient, connect
from openetg.floor.commands import Order, ReportMachineFault, StartWriter
from openetg.floor.core.stored import encode_verdict
from openetg.floor.core.verdicts import LOGIC
from openetg.floor.pipeline import decide
from openetg.journal.chain import Head
from openetg.journal.entry import Entry
from openetg.journal.sqlite import open_journal, read_journal
from openetg.server.guests.sessions import key_of
from openetg.server.plan.folder import FloorFolder
from openetg.server.writer.engine import read_floor
from openetg.wire.messages import Ack, OwnNews
from tests.faults.floors import JOURNAL, address_of, ended, lines_until, start, start_floor, word_after
from tests.journal_writing import authenticate

ROOT = Path(__file__).parents[2]
LONGEST_S = 120
AN_HOUR_MS = 3_600_000


def run(test: Coroutine[Any, Any, None]) -> None:
    """Runs a test, but not for ever."""
    asyncio.run(asyncio.wait_for(test, LONGEST_S))


@asynccontextmanager
async def running(folder: Path, *more: object) -> AsyncIterator[tuple[Process, str]]:
    """A floor that listens, and its address; killed if the test has not stopped it."""
    floor = await start_floor(folder, *more)
    try:
        address = await address_of(floor)
        assert address, await ended(floor)
        yield floor, address
    finally:
        if floor.returncode is None:
            floor.kill()
            await floor.communicate()


async def terminal(folder: Path, address: str, name: str = "M1") -> TerminalClient:
    """A terminal of a running floor."""
    return await connect(address, name, key_of((folder / "secret").read_bytes(), name))


def head_of(folder: Path) -> Head:
    with closing(read_journal(folder / JOURNAL)) as journal:
        return journal.head()


@pytest.mark.parametrize("pages", ["--pages", "--no-pages"])
def test_a_port_that_is_taken_is_named_and_a_floor_that_runs_keeps_its_journal(tmp_path: Path, pages: str) -> None:
    """Whoever starts a floor twice by mistake must not fence the one that runs."""

    async def test() -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            async with running(tmp_path) as (first, address):
                code, words = await ended(await start_floor(tmp_path, pages, port=port))
                assert code == 3
                assert words.startswith(f"the floor has stopped: cannot listen at 127.0.0.1:{port}: "), words
                assert words.endswith("choose another port with --port\n")
                assert head_of(tmp_path).epoch == 1, "nobody else has claimed the journal"
                client = await terminal(tmp_path, address)
                assert isinstance(await client.note(10_00), OwnNews)
                first.send_signal(SIGINT)
                assert await ended(first) == (0, "")

    run(test())


@pytest.mark.parametrize("place", ["below a file", "where nobody may write"])
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, place: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    folder = file / "floor" if place == "below a file" else Path("/proc/floor")

    async def test() -> None:
        code, words = await ended(await start_floor(folder))
        assert code == 3
        assert words.startswith(f"the floor has stopped: {folder}: expected a folder for the floor: "), words

    run(test())


@pytest.mark.parametrize("what", ["text", "nothing", "a folder of something else", "another database"])
def test_a_journal_that_is_none_is_left_alone(tmp_path: Path, what: str) -> None:
    journal = tmp_path / JOURNAL
    if what == "a folder of something else":
        journal.mkdir()
        (journal / "diary").write_bytes(b"dear diary")
    elif what == "another database":
        with closing(sqlite3.connect(journal)) as other:
            other.execute("CREATE TABLE shopping (list TEXT)")
            other.commit()
    else:
        journal.write_bytes(b"dear diary " * 1_000 if what == "text" else b"")
    before = None if journal.is_dir() else journal.read_bytes()

    async def test() -> None:
        code, words = await ended(await start_floor(tmp_path))
        assert code == 3
        assert words.startswith(f"the floor has stopped: {journal}: expected a"), words
        assert before is None or journal.read_bytes() == before
        verify = await start("journal", "verify", journal)
        said, complained = await verify.communicate()
        if before is None:  # nobody asked about a journal
            assert verify.returncode == 2
            assert complained.decode().startswith(f"{journal}: expected a journal"), complained
        else:  # what stands in its place is a finding
            assert verify.returncode == 1
            assert f"{journal}: expected a" in said.decode(), said

    run(test())


def test_a_floor_without_its_assertions_does_not_start(tmp_path: Path) -> None:
    async def test() -> None:
        code, words = await ended(await start("floor", "run", "--folder", tmp_path / "floor", python=("-O",)))
        assert code != 0
        assert words == "Error: a floor runs with its assertions on: start Python without -O\n"
        assert not (tmp_path / "floor").exists()

    run(test())


def test_half_a_secret_is_not_used(tmp_path: Path) -> None:
    """Keys made from a file that a crash left empty could be guessed by anybody."""
    (tmp_path / "secret").write_bytes(b"")

    async def test() -> None:
        code, words = await ended(await start_floor(tmp_path))
        assert code == 3
        assert words.startswith(f"the floor has stopped: {tmp_path / 'secret'}: expected 32 bytes, found 0"), words

    run(test())


@pytest.mark.parametrize("signal", [SIGINT, SIGTERM])
@pytest.mark.parametrize("pages", ["--pages", "--no-pages"])
def test_a_floor_that_is_told_to_stop_ends_well_and_loses_nothing(tmp_path: Path, signal: Signals, pages: str) -> None:
    async def test() -> None:
        async with running(tmp_path, pages) as (floor, address):
            client = await terminal(tmp_path, address)
            assert isinstance(await client.note(50_00), OwnNews)
            asked = [asyncio.create_task(client.note(10_00)) for _ in range(20)]
            answered = await asked[0]
            assert isinstance(answered, OwnNews)
            floor.send_signal(signal)
            assert await ended(floor) == (0, "")
            with pytest.raises(Gone):
                await client.until(lambda _: False)
            assert client.bye is not None
            assert client.bye.reason == "stopping"
            for unanswered in asked[1:]:
                unanswered.cancel()
        assert not list((tmp_path / JOURNAL).glob("*-wal")), "everything is in the file of the volume"
        assert client.own is not None
        with closing(read_journal(tmp_path / JOURNAL)) as journal:
            accounts: dict[str, Any] = dict(read_floor(journal).ledger.accounts)
        assert client.own.meter == accounts["meter/M1"], "what the terminal was told last is what is on record"

    run(test())


def test_a_start_after_a_stop_goes_on_at_the_next_entry_with_the_same_meters(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as (floor, address):
            client = await terminal(tmp_path, address)
            assert isinstance(await client.note(50_00), OwnNews)
            await client.until(lambda self: self.table is not None and self.table.phase == "OPEN")
            floor.send_signal(SIGINT)
            await ended(floor)
        stopped = head_of(tmp_path)
        floor = await start_floor(tmp_path)
        said = await lines_until(floor, "journal")
        assert said[-1] == f"journal  {tmp_path / JOURNAL} at entry {stopped.sequence + 1}"
        client = await terminal(tmp_path, said[-2].split()[1])
        assert client.own is not None
        assert client.own.meter == 50_00
        floor.send_signal(SIGINT)
        assert await ended(floor) == (0, "")
        assert head_of(tmp_path).epoch == stopped.epoch + 1

    run(test())


def test_a_wall_clock_that_went_back_stops_neither_time_nor_the_floor(tmp_path: Path) -> None:
    """As after a power cut with a dead battery: the journal ends an hour from now, and two starts follow."""

    async def test() -> None:
        async with running(tmp_path) as (floor, _):
            floor.send_signal(SIGINT)
            await ended(floor)
        put_the_journal_ahead(tmp_path / JOURNAL)
        for _ in range(2):
            async with running(tmp_path) as (floor, address):
                client = await terminal(tmp_path, address)
                await client.until(lambda self: self.table is not None and self.table.phase == "OPEN")
                assert isinstance(await client.note(10_00), OwnNews)
                assert isinstance(await client.place("red", 5_00), Ack)
                await client.until(lambda self: self.table is not None and self.table.phase == "CLOSED")
                floor.kill()
                await floor.communicate()
        with closing(read_journal(tmp_path / JOURNAL)) as journal:
            written = [json.decode(entry.command, type=Order).command for entry in journal.entries(after_sequence=0)]
        assert sum(isinstance(command, StartWriter) for command in written) == 4
        faults = [command for command in written if isinstance(command, ReportMachineFault)]
        assert [fault.part for fault in faults] == ["clock", "clock"], "each start has put it on record"
        assert (await ended(await start("journal", "verify", tmp_path / JOURNAL)))[0] == 0

    run(test())


def put_the_journal_ahead(path: Path) -> None:
    """Appends the start of a writer whose clock was an hour ahead."""
    with closing(open_journal(path)) as store:
        authenticate(FloorFolder(path.parent), store)
        lease = store.claim()
        floor = read_floor(store)
        at_ms = floor.at_ms + AN_HOUR_MS
        command = StartWriter(LOGIC, "ahead")
        order = json.encode(Order("house", at_ms, 1, command))
        store.append(lease, [Entry(floor.sequence + 1, at_ms, order, encode_verdict(decide(floor, command, at_ms)))])


def test_a_journal_that_somebody_has_changed_is_found_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as (floor, address):
            client = await terminal(tmp_path, address)
            assert isinstance(await client.note(50_00), OwnNews)
            floor.send_signal(SIGINT)
            await ended(floor)
        (volume,) = (tmp_path / JOURNAL).glob("*.sqlite3")
        with closing(sqlite3.connect(volume)) as journal:
            changed = "UPDATE groups SET body = CAST(replace(body, 'InsertNote', 'insertNote') AS BLOB)"
            assert journal.execute(f"{changed} WHERE instr(body, 'InsertNote') > 0").rowcount == 1
            journal.commit()
        verify = await start("journal", "verify", tmp_path / JOURNAL)
        assert await word_after(verify, "Break:")
        assert (await ended(verify))[0] == 1
        code, words = await ended(await start_floor(tmp_path))
        assert code == 3, "and no floor starts on it"
        assert "etg journal verify" in words

    run(test())


# The self-check.


async def one_life(folder: Path, *more: object) -> list[str]:
    """A floor is started, takes a note, and is stopped; what it said at its start."""
    floor = await start_floor(folder, *more)
    said = await lines_until(floor, "journal")
    assert said[-1:], await ended(floor)
    client = await terminal(folder, said[-2].split()[1])
    assert isinstance(await client.note(10_00), OwnNews)
    floor.send_signal(SIGINT)
    assert await ended(floor) == (0, "")
    return said


async def refused(folder: Path, *more: object) -> str:
    """A floor that does not start, and leaves the journal as it is; why it does not."""
    before = head_of(folder) if (folder / JOURNAL).exists() else None
    floor = await start_floor(folder, *more)
    assert "sockets" not in " ".join(await lines_until(floor, "sockets")), "nobody is let in"
    code, words = await ended(floor)
    assert code == 3
    after = head_of(folder) if (folder / JOURNAL).exists() else None
    assert (after and after.sequence) == (before and before.sequence), "nothing was written"
    return words.removeprefix("the floor has stopped: ")


def test_the_checks_are_shown_and_on_record_with_the_start(tmp_path: Path) -> None:
    async def test() -> None:
        said = await one_life(tmp_path)
        checks = [line.removeprefix("check    ") for line in said if line.startswith("check")]
        with closing(read_journal(tmp_path / JOURNAL)) as journal:
            commands = [json.decode(entry.command, type=Order).command for entry in journal.entries(after_sequence=0)]
        (started,) = [command for command in commands if isinstance(command, StartWriter)]
        assert list(started.checks) == checks
        assert len(started.manifest) == 64
        (software,) = [check for check in checks if check.startswith("software: ")]
        assert software.startswith(f"software: {started.manifest[:12]}")

    run(test())


def test_software_that_was_not_approved_does_not_start(tmp_path: Path) -> None:
    approved = tmp_path / "approved.json"

    async def test() -> None:
        assert (await ended(await start("floor", "manifest", "-o", approved)))[0] == 0
        folder = tmp_path / "floor"
        manifest = json.decode(approved.read_bytes())
        manifest["files"]["openetg/floor/core/ledger.py"] = "0" * 64
        (tmp_path / "other.json").write_bytes(json.encode(manifest))
        words = await refused(folder, "--manifest", tmp_path / "other.json")
        assert words.startswith("self-check, software: ")
        assert "openetg/floor/core/ledger.py: changed" in words
        assert not (folder / JOURNAL).exists()

    run(test())


def test_a_lost_key_is_not_replaced(tmp_path: Path) -> None:
    async def test() -> None:
        await one_life(tmp_path)
        for lost in ("keys/master.key", "keys/keyring.sqlite3", "secret"):
            (tmp_path / lost).rename(tmp_path / "away")
            words = await refused(tmp_path)
            assert str(tmp_path / lost) in words
            assert "found nothing: put" in words
            assert not (tmp_path / lost).exists()
            (tmp_path / "away").rename(tmp_path / lost)
        await one_life(tmp_path)

    run(test())


def test_a_journal_that_was_taken_back_to_an_older_copy_does_not_start(tmp_path: Path) -> None:
    async def test() -> None:
        floor = tmp_path / "floor"
        await one_life(floor)
        shutil.copytree(floor / JOURNAL, tmp_path / "older")
        await one_life(floor)
        assert (await ended(await start("journal", "checkpoint", "sign", floor / JOURNAL)))[0] == 0
        await one_life(floor)
        (floor / JOURNAL).rename(tmp_path / "newest")
        shutil.copytree(tmp_path / "older", floor / JOURNAL)
        words = await refused(floor)
        assert words.startswith("self-check, journal: ")
        assert "rolled back to an older copy" in words
        shutil.rmtree(floor / JOURNAL)
        assert "found nothing: restore" in await refused(floor)
        (tmp_path / "newest").rename(floor / JOURNAL)
        await one_life(floor)

    run(test())


def test_the_software_is_looked_at_again_when_somebody_asks(tmp_path: Path) -> None:
    """Other software is started than the floor knows of: a file more in a folder it reads."""

    async def test() -> None:
        package = tmp_path / "src"
        shutil.copytree(
            Path(openetg.__file__).parent, package / "openetg", ignore=shutil.ignore_patterns("__pycache__")
        )
        for name in ("rulebooks", "web"):
            (tmp_path / name).symlink_to(ROOT / name)
        folder = tmp_path / "floor"
        floor = await start_floor(folder, environment={"PYTHONPATH": str(package)})
        assert (await lines_until(floor, "journal"))[-1:], await ended(floor)
        (package / "openetg" / "extra.py").write_text("", encoding="utf-8")
        floor.send_signal(SIGUSR1)
        fault = await machine_fault(folder)
        assert (fault.part, fault.why) == ("software", "openetg/extra.py: not in the manifest")
        floor.send_signal(SIGINT)
        assert await ended(floor) == (0, "")

    run(test())


async def machine_fault(folder: Path) -> ReportMachineFault:
    """The first that comes on record."""
    while True:
        with closing(read_journal(folder / JOURNAL)) as journal:
            for entry in journal.entries(after_sequence=0):
                command = json.decode(entry.command, type=Order).command
                if isinstance(command, ReportMachineFault):
                    return command
        await asyncio.sleep(0.05)
