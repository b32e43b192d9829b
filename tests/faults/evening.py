"""An evening on a real floor: wheels that turn, players who stay, and a floor that is started again and again."""

from __future__ import annotations

import asyncio
import os
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, nullcontext
from pathlib import Path
from random import Random
from signal import SIGINT

from openetg.devices.printer import PaperRolls
from openetg.floor.state import TicketState
from openetg.keys.keyring import make_keyring
from openetg.keys.tickets import TicketKeys
from openetg.server.guests.sessions import key_of
from tests.faults.floors import JOURNAL, Wheels, address_of, ended, free_port, kill, start, start_floor, wheels
from tests.faults.inquiry import Inquiry
from tests.faults.players import Player

SEED = int(os.environ.get("OPENETG_SEED", "1905"))
KILL_COUNT = int(os.environ.get("OPENETG_KILLS", "30"))
LONGEST_S = 120 + 8 * KILL_COUNT
TERMINALS = 6
SECRET = b"a secret of thirty-two bytes ..."


class Evening:
    """A floor that is started again and again, and the players who stay."""

    def __init__(self, folder: Path, wheels: Wheels, random: Random, options: tuple[str, ...], store: str) -> None:
        self.folder = folder
        self.random = random
        self.store = store
        """The address of the journal."""
        self.inquiry = Inquiry(store, folder / "keys")
        self.printed_in_between = 0
        """How often a floor died with a ticket on paper and not yet on record."""
        self._options = (*options, "--store", store)
        self.is_up = asyncio.Event()
        self.floors: list[Process] = []
        self._wheels = wheels
        self._port = free_port(random)
        self._told_count = 0
        self._told_enough = asyncio.Event()
        self._enough = 0
        address = f"ws://127.0.0.1:{self._port}/terminal"
        names = [f"{letter}{number}" for letter in "MI" for number in range(1, TERMINALS + 1)]
        self.players = [Player(address, name, key_of(SECRET, name), SEED, self._count) for name in names]

    async def start(self, *, port: int | None = None, before: Callable[[], None] | None = None) -> Process:
        """Starts the floor on its folder; nobody is told yet that it is up."""
        port = self._port if port is None else port
        options = (*self._wheels.options, *self._options)
        self.floors.append(await start_floor(self.folder, *options, port=port, terminals=TERMINALS, before=before))
        return self.floors[-1]

    async def open(self, floor: Process) -> str:
        """Lets players in as soon as the floor listens; its address."""
        address = await address_of(floor)
        assert address, await ended(floor)
        self.is_up.set()
        return address

    async def until_told(self, count: int) -> None:
        """Until the players have been told so many things more."""
        self._enough = self._told_count + count
        self._told_enough.clear()
        await self._told_enough.wait()

    def _count(self) -> None:
        self._told_count += 1
        if self._told_count >= self._enough:
            self._told_enough.set()

    async def close(self, floor: Process, playing: asyncio.Task[object]) -> None:
        """Everybody gets an answer, then a proper stop; after it the books must be right."""
        for player in self.players:
            player.finish()
        await playing
        floor.send_signal(SIGINT)
        assert await ended(floor) == (0, "")
        self.inquiry.check_the_end(self.players)
        self.check_papers()
        await says_intact(self.store)

    def check_papers(self) -> None:
        """With the floor down: what is payable was printed once, what came back to a meter never."""
        printers = PaperRolls(self.folder / "printers")
        numbers = [line.split()[0] for player in self.players for line in printers.roll(player.terminal)]
        with closing(make_keyring(self.folder / "keys")) if numbers else nullcontext() as keyring:
            papers = [TicketKeys(keyring).name_of(number) for number in numbers] if keyring else []
        assert len(papers) == len(set(papers)), "no ticket is printed twice"
        tickets = self.inquiry.floor.tickets
        assert set(papers) <= tickets.keys(), "nothing is printed that nobody has ordered"
        by_state = {state: {each.number for each in tickets.values() if each.state is state} for state in TicketState}
        assert by_state[TicketState.OUTSTANDING] <= set(papers)
        assert by_state[TicketState.VOID].isdisjoint(papers)
        self.printed_in_between += len(by_state[TicketState.ORDERED].intersection(papers))

    def check(self) -> None:
        """With the floor down: nothing that anybody was told is missing, and what has to be decided is."""
        self.inquiry.check(self.players)
        self.check_papers()
        self.inquiry.resolve_held_rounds(self.random)


@asynccontextmanager
async def evening(folder: Path, *options: str, store: str = "") -> AsyncIterator[tuple[Evening, asyncio.Task[object]]]:
    """Wheels that turn, players who play; the floor, started with these options, is up to the test."""
    folder.mkdir()
    (folder / "secret").write_bytes(SECRET)
    async with asyncio.timeout(LONGEST_S), wheels() as turning, asyncio.TaskGroup() as group:
        tonight = Evening(folder, turning, Random(SEED), options, store or str(folder / JOURNAL))
        lines = [group.create_task(player.stay_connected(tonight.is_up)) for player in tonight.players]
        playing = group.create_task(_play_all(tonight.players))
        try:
            yield tonight, playing
        finally:
            for floor in tonight.floors:
                if floor.returncode is None:
                    await kill(floor)
        for line in lines:
            line.cancel()


async def _play_all(players: list[Player]) -> None:
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())


async def says_intact(where: Path | str) -> None:
    """`etg journal verify` finds nothing wrong with the journal at an address, or in the folder of a floor."""
    journal = where / JOURNAL if isinstance(where, Path) else where
    code, words = await ended(await start("journal", "verify", journal))
    assert code == 0, words


def tell(kills: int, inquiry: Inquiry, began: float) -> None:
    auditor = inquiry.auditor
    rounds = ", ".join(f"{count} {name.removeprefix('Round').lower()}" for name, count in auditor.rounds.items())
    print(
        f"{kills} kills, {auditor.sequence} entries, {inquiry.acknowledged()} acknowledged,"
        f" {auditor.told_count} messages checked; rounds {rounds}; {time.monotonic() - began:.0f} s"
    )
