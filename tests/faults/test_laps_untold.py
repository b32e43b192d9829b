"""While wagers may be laid, no player, display or stranger is told how fast a ball runs: the number could be reckoned.

Everything they can hear of a real floor is held against what the dealer's console hears of the same spin.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from openetg.journal.sqlite import read_journal
from openetg.wire.messages import Spin
from tests.browser.floors import FAST, running_floor
from tests.faults.walking import OverheardDisplay, OverheardTerminal, Walk

TIMED = re.compile(r"turn|lap|revolution|drop|speed", re.IGNORECASE)
"""Names of fields that could say how fast something turns, or when it will fall; which way it turns, everybody sees."""
NO_TIMES = re.compile(r"turnover|drops?_?(?:table|cents)?$|returned|return_|dropped_", re.IGNORECASE)
"""Money that is called alike."""
ENDS = ("WagersClosed", "RoundVoided", "RoundHeld")
LISTENING_S = 240


def fields(said: Any) -> list[tuple[str, Any]]:
    """Every name and value in what was said, however deep."""
    if isinstance(said, dict):
        own = [(str(name), value) for name, value in said.items()]
        return own + [pair for value in said.values() for pair in fields(value)]
    return [pair for each in said for pair in fields(each)] if isinstance(said, list) else []


def timed(said: Any) -> list[tuple[str, Any]]:
    """What is said of the course of a spin, and is not nothing."""
    return [pair for pair in fields(said) if TIMED.search(pair[0]) and not NO_TIMES.search(pair[0]) and pair[1]]


def leaks(place: OverheardTerminal | OverheardDisplay, closed_ms: dict[int, int]) -> list[Any]:
    """What a place was told of a spin before its wagers were closed; of views, anything of that kind."""
    found = []
    for came_ms, frame in zip(place.came_ms, place.frames, strict=True):
        said = json.loads(frame)
        is_course = said["type"] != "spin" or said["what"] in {"turn", "dropping"} or said["turn_ms"] or said["count"]
        early = said["type"] != "spin" or came_ms < closed_ms.get(said["round"], came_ms + 1)
        if early and is_course and (timed(said) or said["type"] == "spin"):
            found.append(said)
    return found


def closes(folder: Path) -> dict[int, int]:
    """When wagers of each round of the table could be laid no longer, as the journal has it."""
    journal = read_journal(folder / "journal")
    found: dict[int, int] = {}
    for entry in journal.entries(after_sequence=0):
        for event in json.loads(entry.verdict).get("events", ()):
            if event["type"] in ENDS:
                found.setdefault(event["round"], entry.at_ms)
    journal.close()
    return found


async def until_laps_are_told(dealer: Any, round_: int) -> list[Spin]:
    """What the console of whoever runs the table hears of a spin, once it has heard of two laps of it."""

    def laps() -> list[Spin]:
        return [spin for spin in dealer.spins if spin.what == "turn" and spin.turn_ms and spin.round >= round_]

    await dealer.until(lambda _: len(laps()) > 1)
    return laps()


async def listened(address: str, folder: Path) -> None:
    walk = Walk(address)
    cookie = await walk.cookie("ann")
    dealer = await walk.console(cookie)
    await dealer.watch("dealer/A")
    players = [await walk.terminal("M1"), await walk.terminal("M2")]
    displays = await walk.displays(cookie)
    first = players[0]
    await first.until(lambda each: each.table is not None and each.table.phase == "CLOSED")
    await first.until(lambda each: each.table is not None and each.table.phase == "OPEN")
    assert first.table is not None
    round_ = first.table.round
    await first.until(lambda each: each.table is not None and (each.table.launched or each.table.round > round_))
    public = await walk.read_routes("")
    await until_laps_are_told(dealer, round_)
    await first.until(lambda each: each.table is not None and each.table.round > round_ + 1)
    closed_ms = closes(folder)
    assert round_ in closed_ms
    before = [each for each in zip(dealer.came_ms, dealer.frames, strict=True) if b'"type":"spin"' in each[1]]
    early = [json.loads(frame) for came_ms, frame in before if came_ms < closed_ms.get(json.loads(frame)["round"], 0)]
    assert any(said["turn_ms"] for said in early), "who runs the table hears of laps before the close"
    places: list[OverheardTerminal | OverheardDisplay] = [*players, *displays]
    for place in places:
        assert leaks(place, closed_ms) == [], type(place).__name__
    spins = [json.loads(frame) for frame in first.frames if b'"type":"spin"' in frame]
    assert any(said["turn_ms"] for said in spins), "what was kept back follows the close"
    told = {path: timed_now(answer) for path, answer in public.items()}
    assert {path: found for path, found in told.items() if found} == {}
    await dealer.close()
    for place in places:
        await place.close()


def timed_now(answer: bytes) -> list[tuple[str, Any]]:
    """The same of an answer to a stranger; figures of a machine are lines of a name and a number."""
    if answer.startswith((b"{", b"[")):
        return timed(json.loads(answer))
    lines = [line for line in answer.decode(errors="replace").splitlines() if line.startswith("openetg_")]
    return timed(dict.fromkeys((line.split()[0] for line in lines), 1))


def test_no_lap_is_told_to_players_displays_or_strangers_while_wagers_are_open(tmp_path: Path) -> None:
    with running_floor(tmp_path, "--tables", "A", *FAST[:-1], "2") as floor:
        asyncio.run(asyncio.wait_for(listened(floor.address, tmp_path), LISTENING_S))
