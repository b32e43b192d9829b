"""A floor that runs in the test's own process: started on a folder as `etg floor run` does, and stopped.

And journals written as a floor writes them, with the MACs of its keys.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack, closing

from openetg.floor.commands import AnyCommand, Order
from openetg.floor.core.refusals import Refusal
from openetg.floor.pipeline import decide, record
from openetg.journal import places
from openetg.journal.authentic import Authentic
from openetg.journal.entry import Entry
from openetg.journal.store import Store
from openetg.keys.keyring import make_keyring
from openetg.keys.macs import make_mac_keys
from openetg.reports.audit.recovery import recover
from openetg.server.checks.selfcheck import SelfCheck
from openetg.server.life.starting import Settings, claim, secret_of, start_writer
from openetg.server.plan.demonstration import demonstration
from openetg.server.plan.folder import FloorFolder
from openetg.server.writer.high_water import MarkKeeper


def authenticate(place: FloorFolder, store: Store) -> None:
    """Has a store write groups with the MACs of the floor's keys, which are made if there are none."""
    with closing(make_keyring(place.keys)) as keyring:
        store.authenticate(Authentic(store.journal_id, make_mac_keys(keyring)).mac_of)


def settings_of(place: FloorFolder) -> Settings:
    """How the floor of a folder is run here."""
    return Settings(
        place.path,
        demonstration(terminals=2, tables=("A", "B")),
        store=place.store,
        keys=place.keys_path,
        demonstration=True,
        follow=False,
    )


def start_and_stop(
    place: FloorFolder, *commands: AnyCommand, marked: bool = True, settings: Settings | None = None
) -> list[str]:
    """Starts a floor up to its writer, has it decide these commands, and stops it; what the self-check found.

    Not `marked` is a floor that is killed before it has raised its high-water mark.
    """
    return asyncio.run(_run(settings or settings_of(place), commands, marked=marked))


async def _run(settings: Settings, commands: Iterable[AnyCommand], *, marked: bool) -> list[str]:
    check = SelfCheck(lambda _: None)
    async with AsyncExitStack() as stack:
        claimed = claim(settings, None, check, stack)
        secret_of(settings.folder)
        engine, boot = await start_writer(claimed, check, stack)
        for number, command in enumerate(commands, start=1):
            engine.writer.submit(Order("test", boot, number, command))
        while engine.writer.waiting:
            await engine.turn()
        if marked:
            MarkKeeper(claimed.place.keys, claimed.store.journal_id, lambda: engine.head).raise_now()
    return check.lines


def forge(place: FloorFolder, *commands: AnyCommand) -> None:
    """Writes legal entries to a stopped floor's journal, as somebody does who may write to its database.

    This person has the software and the database, and no keys.
    """
    with closing(places.open_to_write(place.journal)) as store:
        lease, floor = store.claim(), recover(store).floor
        entries = []
        for number, command in enumerate(commands, start=1):
            at_ms = floor.at_ms + 1_000
            verdict = decide(floor, command, at_ms)
            assert not isinstance(verdict, Refusal), f"forged so that nobody would notice: {verdict}"
            floor.at_ms = at_ms
            said, body = record(floor, Order("forged", at_ms, number, command), verdict)
            entries.append(Entry(floor.sequence, at_ms, said, body))
        store.append(lease, entries)
