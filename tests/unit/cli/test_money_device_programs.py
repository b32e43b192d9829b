"""`etg device acceptor`, `printer` and `kiosk` as programs: killed with a note inside they go on where they were."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from openetg.cli.device.acceptor import HANDS
from openetg.cli.device.money_program import take
from openetg.cli.main import etg
from openetg.devices.acceptor.signals import LANGUAGE, AcceptorOrder, AcceptorSignal, NoteHeld, Take
from openetg.devices.acceptor.simulator import SimulatedAcceptor
from openetg.devices.line.driver import DeviceDriver, over_tcp
from openetg.devices.money.line import FloorEnd


@contextmanager
def program(memory: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    line = [sys.executable, "-m", "openetg", "device", "acceptor", "--memory", str(memory)]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        where = process.stdout.readline().split()
        assert where[0] == "acceptor"
        try:
            yield process, int(where[1].rpartition(":")[2])
        finally:
            process.kill()


def say(process: subprocess.Popen[str], words: str) -> str:
    stdin, stdout = process.stdin, process.stdout
    assert stdin is not None
    assert stdout is not None
    stdin.write(f"{words}\n")
    stdin.flush()
    return stdout.readline().strip()


async def hear_note(port: int, process: subprocess.Popen[str] | None) -> NoteHeld:
    """What the program says of a note, put in once it takes where a process is given."""
    found: asyncio.Future[NoteHeld] = asyncio.get_running_loop().create_future()

    def deliver(signal: object) -> None:
        if isinstance(signal, NoteHeld) and not found.done():
            found.set_result(signal)

    speech: FloorEnd[AcceptorSignal, AcceptorOrder] = FloorEnd(LANGUAGE)
    driver = DeviceDriver(speech, over_tcp("127.0.0.1", port), deliver)
    task = asyncio.create_task(driver.run())
    try:
        async with asyncio.timeout(60):
            while process is not None and not (driver.send(Take()) and await _put_in(process)):
                await asyncio.sleep(0.05)
            return await found
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _put_in(process: subprocess.Popen[str]) -> bool:
    return await asyncio.to_thread(say, process, "note 50") == "in escrow"


@pytest.mark.slow
def test_a_note_is_still_in_escrow_after_the_program_was_killed(tmp_path: Path) -> None:
    memory = tmp_path / "acceptor.json"
    with program(memory) as (process, port):
        held = asyncio.run(hear_note(port, process))
    with program(memory) as (_, port):
        assert asyncio.run(hear_note(port, None)) == held
    assert held.cents == 5_000


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("note fifty", "expected an amount such as 2.50, found 'fifty'"),
        ("dance", "expected one of note, ticket, jam, clear, cheat, box, found 'dance'"),
        ("note 50", "given straight back"),
        ("box", "0 in the box, notes worth 0.00"),
    ],
)
def test_words_are_hands(words: str, answer: str) -> None:
    assert take(SimulatedAcceptor(), HANDS, words) == answer


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (["kiosk", "--cassettes", "50"], "expected VALUExPIECES such as 50x100, found '50'"),
        (["kiosk", "--cap", "much"], "--cap: expected an amount"),
        (["printer", "--host", "0.0.0.0"], "--key: expected the device's key"),
    ],
)
def test_a_bad_question_is_answered_in_words(line: list[str], expected: str) -> None:
    result = CliRunner().invoke(etg, ["device", *line])
    assert result.exit_code == 2
    assert expected in result.output


def test_a_memory_of_something_else_is_named(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text("[]")
    result = CliRunner().invoke(etg, ["device", "printer", "--memory", str(tmp_path / "m.json")])
    assert result.exit_code == 2
    assert "expected the memory of a simulated device" in result.output
