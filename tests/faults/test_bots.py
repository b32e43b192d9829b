"""The bot of docs/guides/write-a-bot.md, and simulated players, against a real floor in a process of its own."""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from openetg.client import connect, sit_down
from openetg.floor.commands import BuyChips, Collect, InsertTicket, PlaceOnCloth, PlaceWager
from openetg.floor.core.stored import OpenEntry, read_lines
from openetg.journal import places as journals
from openetg.players.places import PlaceKind, ask_floor
from openetg.server.life.simulated_players import Guests
from openetg.wire.messages import Refused
from openetg.wire.seat import SeatNews
from tests.faults.floors import WHEEL_SPEED, free_port, start, word_after

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "write-a-bot.md"
DEADLINE_S = 100.0
PACE = ("--pace", "50")
"""Players as fast as a finger allows: rounds are short here."""


@asynccontextmanager
async def floor(folder: Path, *, tables: str = "A,B", port: int = 0) -> AsyncIterator[str]:
    """A demonstration floor with short rounds; its address."""
    process = await start(
        "floor", "run", "--folder", folder, "--tables", tables, "--port", port, "--terminals", 4, "--no-follow",
        "--period", 4, "--launch", 1, "--time-factor", WHEEL_SPEED,
    )  # fmt: skip
    try:
        async with asyncio.timeout(DEADLINE_S):
            address = await word_after(process, "floor")
            assert address, "the floor has started"
            yield address
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.communicate()


def recorded(folder: Path) -> list[OpenEntry]:
    """What stands in the journal of a floor by now."""
    reader = journals.open_to_read(str(folder / "journal"))
    try:
        return [line for group in reader.groups(after_sequence=0) for line in read_lines(group.body)]
    finally:
        reader.close()


async def until(holds: Callable[[], bool]) -> None:
    """Waits; the deadline is that of the floor."""
    while not holds():
        await asyncio.sleep(0.3)


def test_the_bot_of_the_guide_plays_three_rounds_and_leaves_with_its_ticket(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(\"\"\"A bot.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    script = tmp_path / "bot.py"
    script.write_text(program, encoding="utf-8")

    async def play() -> str:
        async with floor(tmp_path / "floor", tables="A") as address:
            bot = await asyncio.create_subprocess_exec(sys.executable, script, address, stdout=PIPE, stderr=STDOUT)
            said, _ = await bot.communicate()
            assert bot.returncode == 0, said.decode()
            return said.decode()

    said = asyncio.run(play())
    first, *rounds, last = said.splitlines()
    assert re.fullmatch(r"at M1, .+, meter 0\.00", first)
    assert [line.split(":")[0].split()[0] for line in rounds] == ["round"] * 3
    assert "refused" not in said
    assert re.fullmatch(r"ticket [\d -]{18,} for \d+\.\d\d", last)


def test_simulated_players_keep_the_floor_alive_and_leave_the_first_places_to_people(tmp_path: Path) -> None:
    folder = tmp_path / "floor"

    def terminals() -> set[str]:
        commands = [line.command.command for line in recorded(folder)]
        return {command.terminal for command in commands if isinstance(command, PlaceWager)}

    async def play() -> Process:
        async with floor(folder) as address:
            players = await start("players", address, "--count", 40, "--seed", 4, *PACE)
            said = await word_after(players, "players")
            assert said == "6", "two tables of four terminals, the first of each left to people"
            await until(lambda: len(terminals()) >= 5)
            players.terminate()
            await players.communicate()
            return players

    players = asyncio.run(play())
    assert players.returncode == 0
    assert terminals() <= {f"{letter}{number}" for letter in "MI" for number in (2, 3, 4)}
    asked = [line for line in recorded(folder) if line.command.sender.startswith("terminal/")]
    refused = [line for line in asked if line.verdict.refusal is not None]
    assert all(isinstance(line.command.command, Collect | InsertTicket) for line in refused)


def _is_wager(line: OpenEntry) -> bool:
    return isinstance(line.command.command, PlaceWager)


def test_a_player_makes_way_for_somebody_who_sits_down(tmp_path: Path) -> None:
    async def play() -> list[str]:
        async with floor(tmp_path / "floor", tables="A") as address:
            players = await start("players", address, "--count", 3, "--seed", 1, *PACE)
            await word_after(players, "players")
            await until(lambda: any(_is_wager(line) for line in recorded(tmp_path / "floor")))
            taken = {place.name: place for place in ask_floor(address)}["M3"]
            person = await connect(taken.address, taken.name, taken.key)
            assert players.stdout is not None
            words = (await players.stdout.readline()).decode().split()
            await person.note(5_00)
            assert person.bye is None
            await person.close()
            players.terminate()
            await players.communicate()
            return words

    assert asyncio.run(play())[:5] == ["players", "terminal", "M3", "is", "left"]


def test_players_come_back_when_the_floor_does(tmp_path: Path) -> None:
    folder, port = tmp_path / "floor", free_port(Random())

    def wagers() -> int:
        return sum(map(_is_wager, recorded(folder)))

    async def play() -> None:
        async with floor(folder, tables="A", port=port) as address:
            players = await start("players", address, "--count", 2, "--seed", 1, *PACE)
            await until(lambda: wagers() > 0)
        async with floor(folder, tables="A", port=port):
            before = wagers()
            await until(lambda: wagers() > before)
            players.terminate()
            await players.communicate()
        assert players.returncode == 0

    asyncio.run(play())


def test_guests_of_a_floor_leave_with_it(tmp_path: Path) -> None:
    """The floor's end of their input is all that keeps them: however the floor ends, they end too."""

    async def play() -> list[str]:
        said: list[str] = []
        async with floor(tmp_path / "floor", tables="A") as address:
            guests = Guests(address, 2, said.append, more=("--seed", "1", *PACE))
            running = asyncio.create_task(guests.run())
            await until(lambda: any(_is_wager(line) for line in recorded(tmp_path / "floor")))
            await guests.stop()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        return said

    said = asyncio.run(play())
    assert said[0] == "players  2, seed 1"
    assert all("exit code 0" in words for words in said[1:]), said


def test_players_sit_at_the_seats_of_a_cloth(tmp_path: Path) -> None:
    folder = tmp_path / "floor"

    def laid() -> set[str]:
        commands = [line.command.command for line in recorded(folder)]
        return {command.player for command in commands if isinstance(command, PlaceOnCloth)}

    async def play() -> None:
        async with floor(folder, tables="F") as address:
            first = next(place for place in ask_floor(address) if place.kind is PlaceKind.SEAT)
            person = await sit_down(first.address, first.name, first.key)
            bought = await person.buy(50_00)
            assert isinstance(bought, SeatNews)
            assert bought.own.hand == 50_00
            for refused in (await person.note(5_00), await person.ticket("1" * 18), await person.collect()):
                assert isinstance(refused, Refused)
                assert (refused.reason, refused.clause) == ("not_in_rulebook", "4.2")
            players = await start("players", address, "--count", 3, "--seed", 2, *PACE)
            await until(lambda: len(laid()) >= 2)
            players.terminate()
            await players.communicate()
            await person.hand_in()
            await person.close()

    asyncio.run(play())
    bought = {line.command.command.person for line in recorded(folder) if isinstance(line.command.command, BuyChips)}
    assert bought == {"dealer-F"}, "chips are sold by the dealer at the table"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["nowhere"], "expected the address of a floor"),
        (["http://127.0.0.1:1/"], "expected a floor that runs"),
    ],
)
def test_a_bad_address_is_said_in_words_with_exit_code_2(words: list[str], expected: str) -> None:
    async def ask() -> tuple[int | None, str]:
        players = await start("players", *words)
        _, said = await players.communicate()
        return players.returncode, said.decode()

    code, said = asyncio.run(ask())
    assert code == 2
    assert expected in said
