"""Terminals at real sockets with people at them who never stop, each with a history of its own.

A player keeps what it asked for and everything it was told, and knows nothing of the journal: the tests hold the two
against each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from openetg.client.terminal import Answer, Gone, TerminalClient
from openetg.wire.messages import Refused, ToTerminal

STRAIGHTS = [f"straight:{number}" for number in range(37)]
SPOTS = [
    "split:14-17", "split:0-2", "street:0-2-3", "street:34-35-36", "corner:0-1-2-3", "corner:25-26-28-29",
    "sixline:1-6", "dozen:1", "dozen:3", "column:1", "column:2", "red", "black", "odd", "even", "low", "high",
]  # fmt: skip
SPECIALS = {"A": ["zero-game", "neighbours-of-zero", "neighbours:7"], "B": ["orphans", "neighbours:7"]}
AMOUNTS = {"A": (50, 100, 100, 200, 500, 12_000), "B": (50, 100, 100, 500, 20_000)}
"""In cents; some below the least and some above the most that a spot takes."""
NOTES = (1_000, 2_000, 5_000, 10_000, 700)
"""In cents; there is no note of 7.00."""
LOW_METER = 3_000

Told = Callable[[], None]


async def collected(client: TerminalClient) -> None:
    """Collects as soon as the rules let a player: some do not while the ball runs, and a busy machine may be late."""
    while isinstance(answer := await client.collect(), Refused):
        assert answer.reason == "collect_not_now", answer
        await client.until(lambda each: each.table is not None and each.table.phase == "OPEN")


class Listening(TerminalClient):
    """A client that keeps every message."""

    def __init__(self, address: str, terminal: str, key: str, on_told: Told) -> None:
        super().__init__(address, terminal, key)
        self.told: list[ToTerminal] = []
        self._on_told = on_told

    def receive(self, message: ToTerminal) -> None:
        self.told.append(message)
        super().receive(message)
        self._on_told()


class Player:
    """Somebody at a terminal."""

    def __init__(self, address: str, terminal: str, key: str, seed: int, on_told: Told = lambda: None) -> None:
        self.terminal = terminal
        self.table = {"M": "A", "I": "B"}[terminal[0]]
        self.client = Listening(address, terminal, key, on_told)
        self.asked: list[dict[str, Any]] = []
        """The commands that should stand in the journal: the n-th of this list bears the number n."""
        self.answers: list[tuple[int, Answer]] = []
        """The answers to numbers, as they came."""
        self._over = False
        self._met = asyncio.Event()
        self._random = Random(f"{seed} {terminal}")

    async def stay_connected(self, floor_is_up: asyncio.Event) -> None:
        """Comes back whenever the floor does."""
        while True:
            await floor_is_up.wait()
            try:
                await self.client.reconnect()
                self._met.set()
                await self.client.until(lambda _: False)
            except Gone:
                await asyncio.sleep(0.01)

    async def play(self) -> None:
        """Plays until told to finish; every wish is answered, however often the floor dies meanwhile."""
        await self._met.wait()
        await asyncio.gather(self._use_a_hand(), self._use_a_hand())

    async def _use_a_hand(self) -> None:
        """One wish after the other, or a few at once; the other hand does not wait for this one."""
        while not self._over:
            await asyncio.gather(*(self.wish() for _ in range(self._random.choice((1, 1, 2, 4)))))
            await asyncio.sleep(self._random.random() * 0.1)

    def finish(self) -> None:
        """No new wishes."""
        self._over = True

    async def wish(self) -> None:
        """Something a player may want now; also what is not allowed."""
        own = self.client.own
        assert own is not None, "a welcome comes first"
        choice = self._random.random()
        if choice < 0.08 or own.meter < LOW_METER:
            await self._note()
        elif own.spots and choice < 0.18:
            await self._take_back(own.spots)
        elif choice < 0.22:
            await self._ask({"type": "ClearWagers", "table": self.table}, self.client.clear())
        elif choice < 0.30:
            await self._ask({"type": "Collect"}, self.client.collect())
        else:
            await self._place()

    async def _note(self) -> None:
        amount = self._random.choice(NOTES)
        await self._ask({"type": "InsertNote", "amount": amount}, self.client.note(amount))

    async def _place(self) -> None:
        wager = self._random.choice(self._random.choice((STRAIGHTS, SPOTS, SPECIALS[self.table])))
        amount = self._random.choice(AMOUNTS[self.table])
        command = {"type": "PlaceWager", "table": self.table, "wager": wager, "amount": amount}
        await self._ask(command, self.client.place(wager, amount))

    async def _take_back(self, spots: dict[str, int]) -> None:
        spot = self._random.choice(list(spots))
        amount = self._random.choice((100, spots[spot]))
        command = {"type": "TakeBackWager", "table": self.table, "spot": spot, "amount": amount}
        await self._ask(command, self.client.take_back(spot, amount))

    async def _ask(self, command: dict[str, Any], asking: Coroutine[Any, Any, Answer]) -> None:
        self.asked.append(command | {"terminal": self.terminal})
        number = len(self.asked)
        self.answers.append((number, await asking))
