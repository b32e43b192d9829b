"""One visit of a simulated player: from sitting down at a place to walking away, over a real socket.

The adapter between a head and a client: shows it the views, carries its acts, waits for the answers. Comes back when
the line is cut; makes way when another opens the same place.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TypeAlias

from msgspec import Struct

from openetg.client import Gone, SeatClient, TerminalClient
from openetg.client.seat import SeatAnswer
from openetg.client.terminal import Answer
from openetg.players.person import Person
from openetg.players.places import PlaceKind, PlayerPlace
from openetg.players.sight import (
    Act,
    CashOut,
    PlaceChips,
    PlayerSight,
    PutNote,
    PutTicket,
    TakeChips,
    WalkAway,
    at_seat,
    at_terminal,
)
from openetg.wire.messages import Known, Refused

LOOK_S = 0.5
"""How long a player looks elsewhere, at the most."""
ANSWER_S = 15.0
"""How long a player waits for an answer before looking at the screen again."""
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 10.0

REPLACED = "replaced"
"""Why a connection ended whose place another has opened."""

AnyClient: TypeAlias = TerminalClient | SeatClient


class VisitEnd(Struct, frozen=True):
    """How a visit ended."""

    why: str
    """`broke`, `enough`, `gave up`; `replaced` by another; or `sent away`, with the floor's words."""
    ticket: str = ""
    words: str = ""


async def visit(client: AnyClient, person: Person) -> VisitEnd:
    """Plays at a place until the player walks away or is sent away; comes back after every cut of the line.

    The caller that made the client closes it.
    """
    pause_s = FIRST_PAUSE_S
    while True:
        try:
            async with asyncio.timeout(ANSWER_S):
                await client.connect()
            pause_s = FIRST_PAUSE_S
            return await _play(client, person)
        except (Gone, TimeoutError) as cut:
            bye = client.bye
            if bye is not None and bye.reason == REPLACED:
                return VisitEnd(REPLACED, words=bye.words)
            if bye is not None and bye.reason not in {"stopping", "slow", "busy"}:
                return VisitEnd("sent away", words=bye.words or str(cut))
        await asyncio.sleep(pause_s)
        pause_s = min(pause_s * 2, LONGEST_PAUSE_S)


def client_for(place: PlayerPlace) -> AnyClient:
    """The client of a place."""
    match place.kind:
        case PlaceKind.TERMINAL:
            return TerminalClient(place.address, place.name, place.key)
        case PlaceKind.SEAT:
            return SeatClient(place.address, place.name, place.key)


async def _play(client: AnyClient, person: Person) -> VisitEnd:
    while True:
        act = person.think(sight_of(client), now_ms())
        if isinstance(act, WalkAway):
            return VisitEnd(act.why, act.ticket)
        if act is not None:
            await _do(client, person, act)
        await _look_up(client, person)


async def _do(client: AnyClient, person: Person, act: Act) -> None:
    """Carries an act to the floor; an answer that does not come is not waited for, the screen shows the result."""
    try:
        async with asyncio.timeout(ANSWER_S):
            answer = await _ask(client, act)
    except TimeoutError:
        return
    if isinstance(answer, Refused | Known) and answer.reason:
        person.refused(act, answer.reason)
    else:
        person.done()


async def _ask(client: AnyClient, act: Act) -> Answer | SeatAnswer:
    return await (_at_cloth(client, act) if isinstance(client, SeatClient) else _at_terminal(client, act))


async def _at_terminal(client: TerminalClient, act: Act) -> Answer:
    match act:
        case PlaceChips():
            return await client.place(act.wager, act.amount)
        case TakeChips():
            return await client.take_back(act.spot, act.amount)
        case PutNote():
            return await client.note(act.amount)
        case PutTicket():
            return await client.ticket(act.number)
        case CashOut():
            return await client.collect()
        case WalkAway():
            raise AssertionError("who walks away asks for nothing")


async def _at_cloth(client: SeatClient, act: Act) -> SeatAnswer:
    match act:
        case PlaceChips():
            return await client.lay(act.wager, act.amount, round_=act.round)
        case TakeChips():
            return await client.lift(act.spot, act.amount, round_=act.round)
        case PutNote():
            return await client.buy(act.amount)
        case PutTicket():
            return await client.ticket(act.number)
        case CashOut():
            return await client.hand_in()
        case WalkAway():
            raise AssertionError("who walks away asks for nothing")


async def _look_up(client: AnyClient, person: Person) -> None:
    """Until the next act is due, or for a moment; `Gone` if the line is cut meanwhile."""
    due_s = ((person.due_ms or 0) - now_ms()) / 1000
    wait_s = due_s if 0 < due_s < LOOK_S else LOOK_S
    with suppress(TimeoutError):
        async with asyncio.timeout(wait_s):
            await client.until(lambda _: False)


def sight_of(client: AnyClient) -> PlayerSight:
    """What the screen of a client shows."""
    assert client.layout is not None, "a welcome comes first"
    assert client.table is not None, "a welcome comes first"
    assert client.own is not None, "a welcome comes first"
    if isinstance(client, SeatClient):
        return at_seat(client.layout, client.table, client.own)
    return at_terminal(client.layout, client.table, client.own)


def now_ms() -> int:
    """Milliseconds since 1970, by this machine."""
    return time.time_ns() // 1_000_000
