"""A terminal plays a round of every rulebook over a real socket, in a floor that is a real process.

What a round brought is worked out here from the number that fell and the odds on the screen, not by the floor's own
settlement. Then the plug is pulled with wagers on the layout, and whatever the rulebook makes of the round, not a cent
is missing and the next round plays.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec import json

from openetg.client.terminal import Gone, TerminalClient, connect
from openetg.floor.core.stored import Recorded
from openetg.floor.rounds.events import RoundSettled, RoundVoided
from openetg.journal.sqlite import read_journal
from openetg.server.guests.sessions import key_of
from openetg.wire.messages import Ack, OwnNews, Refused
from tests.faults.evening import says_intact
from tests.faults.floors import JOURNAL, address_of, ended, free_port, kill, start, start_floor, word_after
from tests.faults.players import collected

DEADLINE_S = 120.0
STAKE = 5_00
FELL = {"SETTLED", "VOID"}


class Played(NamedTuple):
    """A table, a terminal at it, and what it wagers on."""

    table: str
    terminal: str
    spots: tuple[str, ...]
    not_in: str = ""
    """The clause by which its terminals take no tickets in, where they do not."""


ROULETTE = ("red", "dozen:1", "straight:17")
PLAYED = [
    Played("A", "M1", ROULETTE),
    Played("B", "I1", ROULETTE),
    Played("C", "S1", ("small", "big", "single:3")),
    Played("D", "N1", ROULETTE, not_in="3.4"),
    Played("E", "R1", ROULETTE, not_in="7(d)"),
]
by_table = pytest.mark.parametrize("played", PLAYED, ids=lambda played: played.table)


@asynccontextmanager
async def floor_at(
    folder: Path, table: str, port: int, *more: object
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """A floor with one table, and where its terminals connect."""
    floor = await start_floor(folder, "--tables", table, *more, port=port, terminals=2)
    try:
        address = await address_of(floor)
        assert address, await ended(floor)
        yield floor, address
    finally:
        if floor.returncode is None:
            floor.kill()
            await floor.communicate()


def key_at(folder: Path, terminal: str) -> str:
    return key_of((folder / "secret").read_bytes(), terminal)


def returned(client: TerminalClient, outcome: str, spots: tuple[str, ...]) -> int:
    """What these wagers bring, stakes of the winning ones included, by the odds on the screen and the number."""
    assert client.layout is not None
    if client.layout.game == "sic-bo":
        return sum(STAKE * dice_odds(spot, [int(die) for die in outcome.split("-")]) for spot in spots)
    shown = {spot.name: spot for spot in client.layout.spots}
    won = [int(shown[spot].odds.split()[0]) + 1 for spot in spots if outcome in shown[spot].covers]
    return sum(STAKE * times for times in won)


def dice_odds(spot: str, dice: list[int]) -> int:
    """How many stakes a wager on three dice brings, by the rules everybody knows."""
    triple = len(set(dice)) == 1
    if spot == "small":
        return 0 if triple else 2 * (4 <= sum(dice) <= 10)
    if spot == "big":
        return 0 if triple else 2 * (11 <= sum(dice) <= 17)
    shown = dice.count(int(spot.partition(":")[2]))
    return shown + 1 if shown else 0


async def place(client: TerminalClient, spots: tuple[str, ...]) -> int:
    """Wagers in a round in which all of them stand; its number."""
    while True:
        await client.until(lambda each: each.table is not None and each.table.phase == "OPEN")
        assert client.table is not None
        number = client.table.round
        answers = [await client.place(spot, STAKE) for spot in spots]
        if all(isinstance(answer, Ack) and answer.accepted == STAKE for answer in answers):
            return number
        # Too late for this round: whatever stands plays along, and the next is tried.
        assert all(isinstance(answer, Ack | Refused) for answer in answers)
        await client.until(partial(is_after, number))


def is_after(number: int, client: TerminalClient) -> bool:
    """Whether a later round than this one has begun."""
    return client.table is not None and client.table.round > number


async def over(client: TerminalClient, number: int) -> str:
    """Waits for the end of a round; the number on the screen, nothing if the screen is already beyond it."""
    seen: dict[int, str] = {}

    def look(each: TerminalClient) -> bool:
        table = each.table
        if table is not None and table.phase in FELL:
            seen[table.round] = table.outcome or ""
        return number in seen or (table is not None and table.round > number)

    await client.until(look)
    assert client.table is not None
    if number in seen or client.table.round > number + 1 or client.table.phase in FELL:
        return seen.get(number, "")
    # The next round opened with the same entry: what fell last is what fell in this one.
    return client.table.last_outcome or ""


def what_fell(folder: Path, table: str, number: int) -> str:
    """What the device showed in a round, as it is on record; nothing if the round was voided, as by a busy machine."""
    with closing(read_journal(folder / JOURNAL)) as journal:
        verdicts = [json.decode(entry.verdict, type=Recorded) for entry in journal.entries(after_sequence=0)]
    events = [event for verdict in verdicts for event in verdict.events or ()]
    ends = [event for event in events if isinstance(event, RoundSettled | RoundVoided)]
    (end,) = [event for event in ends if (event.table, event.round) == (table, number)]
    return end.outcome if isinstance(end, RoundSettled) else ""


@by_table
def test_a_round_of_every_rulebook_pays_what_the_screen_says(tmp_path: Path, played: Played) -> None:
    async def test() -> None:
        async with floor_at(tmp_path, played.table, 0) as (_, address):
            client = await connect(address, played.terminal, key_at(tmp_path, played.terminal))
            for _ in range(2):
                assert isinstance(await client.note(100_00), OwnNews)
            settled = 0
            while settled < 3:
                number = await place(client, played.spots)
                assert client.own is not None
                meter = client.own.meter
                shown = await over(client, number)
                outcome = what_fell(tmp_path, played.table, number)
                assert not outcome or shown in {"", outcome}
                settled += bool(outcome)
                brought = returned(client, outcome, played.spots) if outcome else STAKE * len(played.spots)
                await client.until(lambda each: each.own is not None and not each.own.staked)
                assert client.own.meter == meter + brought, f"{outcome} at table {played.table}"
            await leaves_with_a_ticket_and_comes_back(client, played.not_in)
            await client.close()
        await says_intact(tmp_path)

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


async def leaves_with_a_ticket_and_comes_back(client: TerminalClient, not_in: str) -> None:
    """The whole meter on paper, and the same paper back into the slot."""
    assert client.own is not None
    meter = client.own.meter
    await collected(client)
    await client.until(lambda each: each.own is not None and bool(each.own.ticket) and not each.own.printing)
    assert client.own.meter == 0
    assert client.own.ticket_amount == meter
    ticket = client.own.ticket
    assert len(ticket) == 18
    answer = await client.ticket(ticket)
    if not_in:
        assert isinstance(answer, Refused)
        assert (answer.reason, answer.clause) == ("source_not_accepted", not_in)
        return
    assert isinstance(answer, OwnNews)
    assert client.own.meter == meter
    again = await client.ticket(ticket)
    assert isinstance(again, Refused), "it is paid once"


@by_table
def test_with_the_plug_pulled_in_mid_round_not_a_cent_is_missing(tmp_path: Path, played: Played) -> None:
    async def test() -> None:
        port = free_port(Random(played.table))
        async with floor_at(tmp_path, played.table, port) as (floor, address):
            client = await connect(address, played.terminal, key_at(tmp_path, played.terminal))
            assert isinstance(await client.note(100_00), OwnNews)
            wagered = await place(client, played.spots)
            assert client.own is not None
            before = client.own.meter + client.own.staked
            await kill(floor)
            with pytest.raises(Gone):
                await client.until(lambda _: False)
        async with floor_at(tmp_path, played.table, port) as (_, address):
            await client.reconnect()
            assert client.table is not None
            number = client.table.round
            if client.table.phase not in FELL:
                await plays_on(tmp_path, client, number)
            if client.table.phase == "HELD":
                # The ball ran when the plug was pulled: a person decides this round, and until then nothing is lost.
                assert client.own.meter + client.own.staked == before
                return
            await client.until(lambda each: each.own is not None and not each.own.staked)
            outcome = what_fell(tmp_path, played.table, wagered)
            # Wagers may have been handed back though the round went on to its number, as rulebooks have it.
            brought = returned(client, outcome, played.spots) if outcome else STAKE * len(played.spots)
            assert client.own.meter in {before, before - STAKE * len(played.spots) + brought}
            await client.close()
        await says_intact(tmp_path)

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))


async def plays_on(folder: Path, client: TerminalClient, number: int) -> None:
    """The round goes on by itself, unless the rulebook holds it for a person."""
    await client.until(
        lambda each: each.table is not None and (each.table.round > number or each.table.phase in {*FELL, "HELD"})
    )


@pytest.mark.parametrize(("table", "device", "rulebook"), [("A", "wheel", "ministar"), ("C", "tumbler", "interblock")])
def test_a_device_that_dies_and_comes_back_is_heard_again(
    tmp_path: Path, table: str, device: str, rulebook: str
) -> None:
    async def test() -> None:
        port = free_port(Random(device))
        words = ("device", device, "--rulebook", rulebook, "--port", port, "--time-factor", 50)
        first = await start(*words)
        await word_after(first, device)
        async with floor_at(tmp_path, table, 0, "--device", f"{table}=tcp://127.0.0.1:{port}") as (_, address):
            terminal = {"A": "M1", "C": "S1"}[table]
            client = await connect(address, terminal, key_at(tmp_path, terminal))
            await client.until(lambda each: each.table is not None and each.table.round >= 2)
            await kill(first)
            await asyncio.sleep(0.5)
            assert client.table is not None
            number = client.table.round
            second = await start(*words)
            try:
                await client.until(lambda each: each.table is not None and each.table.round >= number + 2)
            finally:
                second.kill()
                await second.communicate()
            await client.close()

    asyncio.run(asyncio.wait_for(test(), DEADLINE_S))
