"""A floor from a floor file with devices that are programs of their own: acceptor, printer and wheel, each with a key.

Notes go through escrow, tickets onto the printer's paper; acceptor and floor are killed with a note inside, and nothing
is lost or made.
"""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

from openetg.client.pairing import new_key, pair, pass_for
from openetg.client.terminal import TerminalClient, connect
from openetg.wire.messages import Refused
from tests import etg_processes as starting
from tests.faults.evening import says_intact
from tests.faults.floors import ended, free_port, kill, start, word_after
from tests.faults.players import collected

DEADLINE_S = 120.0
PASSWORD = "seventeen black and odd"
FLOOR = """
[site]
name = "A floor with devices"
rehearsal = true
[access]
second_factor = []
[journal]
store = "sqlite:journal"
[staff.ann]
name = "Ann Example"
duties = ["staff_desk"]
[tables.A]
title = "Roulette"
rulebook = "ministar"
kind = "electronic"
period_s = 20
launch_s = 2
device = "tcp://127.0.0.1:{wheel}"
[tables.A.limits]
any = {{ min = "1.00", max = "100.00" }}
[[terminals]]
names = "M1"
tables = ["A"]
acceptor = "tcp://127.0.0.1:{acceptor}"
printer = "tcp://127.0.0.1:{printer}"
[[terminals]]
names = "M2"
tables = ["A"]
"""


class Devices:
    """The programs, each started again on its memory after a kill."""

    def __init__(self, folder: Path) -> None:
        random = Random(str(folder))
        self._folder = folder
        self._ports = {name: free_port(random) for name in ("wheel", "acceptor", "printer")}
        self.processes: dict[str, Process] = {}

    def write_floor(self) -> Path:
        file = self._folder / "floor.toml"
        file.write_text(FLOOR.format(**self._ports))
        return file

    async def make_keys(self) -> None:
        keys = self._folder / "keys" / "devices"
        keys.mkdir(parents=True)
        for name in ("device-A", "acceptor-M1", "printer-M1"):
            assert (await ended(await start("device", "key", keys / f"{name}.key")))[0] == 0

    async def switch_on(self, name: str) -> None:
        keys = self._folder / "keys" / "devices"
        key = keys / ("device-A.key" if name == "wheel" else f"{name}-M1.key")
        words = ["device", name, "--port", self._ports[name], "--key", key]
        if name == "wheel":
            words += ["--rulebook", "ministar", "--time-factor", 20]
        else:
            words += ["--memory", self._folder / f"{name}.json"]
        process = await asyncio.create_subprocess_exec(
            *starting.etg(*words), stdin=PIPE, stdout=PIPE, stderr=PIPE, env=starting.around()
        )
        assert await word_after(process, name)
        self.processes[name] = process

    async def cut_power(self, name: str) -> None:
        await kill(self.processes.pop(name))

    async def hand(self, name: str, words: str) -> str:
        """Somebody does something at a device; what came of it."""
        process = self.processes[name]
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{words}\n".encode())
        await process.stdin.drain()
        return (await process.stdout.readline()).decode().strip()

    async def end(self) -> None:
        for process in self.processes.values():
            process.kill()
            await process.communicate()


@asynccontextmanager
async def devices_in(folder: Path) -> AsyncIterator[Devices]:
    devices = Devices(folder)
    await devices.make_keys()
    try:
        for name in ("wheel", "acceptor", "printer"):
            await devices.switch_on(name)
        yield devices
    finally:
        await devices.end()


@asynccontextmanager
async def floor_of(file: Path, port: int) -> AsyncIterator[tuple[Process, str]]:
    """A floor of this file, and where it listens."""
    floor = await start("floor", "run", file, "--port", port, "--no-follow")
    try:
        address = await word_after(floor, "floor")
        assert address, await ended(floor)
        assert await word_after(floor, "journal")
        yield floor, address.rstrip("/")
    finally:
        if floor.returncode is None:
            floor.kill()
            await floor.communicate()


async def paired(folder: Path, floor: str, terminal: str) -> EllipticCurvePrivateKey:
    """A key for a terminal, by the way a person takes: the first password at the shell, a code, the terminal."""
    words = ("floor", "password", "ann", "--folder", folder)
    assert (await told(PASSWORD, *words))[0] == 0
    code, said = await told(PASSWORD, "floor", "pair", terminal, "--person", "ann", "--url", floor)
    assert code == 0, said
    key = new_key()
    await asyncio.to_thread(pair, floor, terminal, said.split()[0], key)
    return key


async def told(line: str, *words: object) -> tuple[int, str]:
    """Runs `etg` with one line at its standard input; its exit code and what it said."""
    process = await asyncio.create_subprocess_exec(
        *starting.etg(*words), stdin=PIPE, stdout=PIPE, stderr=PIPE, env=starting.around()
    )
    said, wrong = await process.communicate(f"{line}\n".encode())
    assert process.returncode is not None
    return process.returncode, (said or wrong).decode()


async def sits(floor: str, terminal: str, key: EllipticCurvePrivateKey) -> TerminalClient:
    word = await asyncio.to_thread(pass_for, floor, terminal, key)
    return await connect(f"{floor.replace('http', 'ws')}/terminal", terminal, word)


async def notes_are_taken(devices: Devices, amount: str) -> None:
    """Puts a note in until the acceptor takes it: it does so once the floor has told it to."""
    while await devices.hand("acceptor", f"note {amount}") != "in escrow":
        await asyncio.sleep(0.1)


def test_notes_and_tickets_go_through_devices_of_their_own(tmp_path: Path) -> None:
    async def test() -> None:
        async with devices_in(tmp_path) as devices, floor_of(devices.write_floor(), 0) as (_, floor):
            client = await sits(floor, "M1", await paired(tmp_path, floor, "M1"))
            refused = await client.note(20_00)
            assert isinstance(refused, Refused), "a terminal cannot make money out of messages"
            assert refused.reason == "source_not_accepted"
            await notes_are_taken(devices, "20")
            await client.until(lambda each: each.own is not None and each.own.meter == 20_00)
            await collected(client)
            await client.until(
                lambda each: each.own is not None and bool(each.own.ticket_serial) and not each.own.printing
            )
            paper = await devices.hand("printer", "take")
            assert paper.endswith("20.00"), paper
            assert client.own is not None
            assert client.own.ticket == "", "its number stands on the paper alone"
            number = paper.split()[1].replace("-", "")
            assert await devices.hand("acceptor", f"ticket {number}") == "in escrow"
            await client.until(lambda each: each.own is not None and each.own.meter == 20_00)
            await client.close()
        await says_intact(tmp_path)

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


@pytest.mark.parametrize("victim", ["acceptor", "floor"])
def test_with_a_note_inside_and_the_plug_pulled_it_is_credited_or_comes_back(tmp_path: Path, victim: str) -> None:
    async def test() -> None:
        port = free_port(Random(victim))
        async with devices_in(tmp_path) as devices:
            file = devices.write_floor()
            async with floor_of(file, port) as (process, floor):
                key = await paired(tmp_path, floor, "M1")
                client = await sits(floor, "M1", key)
                await notes_are_taken(devices, "50")
                if victim == "floor":
                    await kill(process)
                else:
                    await devices.cut_power("acceptor")
                    await devices.switch_on("acceptor")
                    await ends_well(client, devices)
            if victim == "floor":
                async with floor_of(file, port) as (_, floor):
                    client = await sits(floor, "M1", key)
                    await ends_well(client, devices)
        await says_intact(tmp_path)

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


async def ends_well(client: TerminalClient, devices: Devices) -> None:
    """The note is in the box and on the meter, or in neither; then another one goes in."""
    await asyncio.sleep(2.0)
    assert client.own is not None
    meter = client.own.meter
    assert meter in {0, 50_00}
    await notes_are_taken(devices, "20")
    await client.until(lambda each: each.own is not None and each.own.meter in {20_00, 70_00})
    assert client.own.meter in {20_00, 70_00}
    box = await devices.hand("acceptor", "box")
    total = int(float(box.split()[-1]) * 100)
    assert total == client.own.meter, box
    await client.close()


def test_without_its_key_a_device_is_not_heard(tmp_path: Path) -> None:
    """Whoever listens at the address of a device is not that device."""

    async def test() -> None:
        async with devices_in(tmp_path) as devices:
            file = devices.write_floor()
            (tmp_path / "keys" / "devices" / "acceptor-M1.key").unlink()
            assert (await ended(await start("device", "key", tmp_path / "keys" / "devices" / "acceptor-M1.key")))[
                0
            ] == 0
            async with floor_of(file, 0) as (_, floor):
                client = await sits(floor, "M1", await paired(tmp_path, floor, "M1"))
                for _ in range(10):
                    assert await devices.hand("acceptor", "note 20") != "in escrow", "nobody has told it to take"
                    await asyncio.sleep(0.2)
                assert client.own is not None
                assert client.own.meter == 0
                await client.close()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


def test_where_money_is_real_a_terminal_that_left_the_file_makes_none_out_of_messages(tmp_path: Path) -> None:
    """It is on record and its key is good, but the plan says nothing of its devices any more."""
    lines = {name: str(9) for name in ("wheel", "acceptor", "printer")}
    whole = FLOOR.format(**lines).replace("rehearsal = true\n", "")
    alone, _, other = whole.rpartition("[[terminals]]\n")
    other += 'acceptor = "tcp://127.0.0.1:9"\nprinter = "tcp://127.0.0.1:9"\n'
    file = tmp_path / "floor.toml"

    async def test() -> None:
        keys = tmp_path / "keys" / "devices"
        keys.mkdir(parents=True)
        for name in ("device-A", "acceptor-M1", "printer-M1", "acceptor-M2", "printer-M2"):
            assert (await ended(await start("device", "key", keys / f"{name}.key")))[0] == 0
        file.write_text(f"{alone}[[terminals]]\n{other}")
        async with floor_of(file, 0) as (_, floor):
            key = await paired(tmp_path, floor, "M2")
        file.write_text(alone)
        async with floor_of(file, 0) as (_, floor):
            client = await sits(floor, "M2", key)
            refused = await client.note(20_00)
            assert isinstance(refused, Refused), "nobody has put a note in anywhere"
            assert refused.reason == "source_not_accepted"
            await client.close()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))
