"""The follower as a process: the loop around a `Follower`, with its mirror, its pages and its alarms.

Reads the journal and nothing of the floor's memory, so it can be killed and started at any time. It must never hold
the journal open for writing.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import Any

from msgspec import DecodeError, Struct, json

from openetg.journal import places
from openetg.journal.proofs.checkpoint import SignedNote
from openetg.journal.proofs.proof import growth_request
from openetg.journal.proofs.tree_folder import open_tree
from openetg.reports.audit.second_opinion import Alarm
from openetg.server.checks.backlog import AlarmRaised
from openetg.server.follower.follower import CHECKPOINT_EVERY_S, SNAPSHOT_EVERY, Follower
from openetg.server.follower.mirror import Mirror
from openetg.server.follower.shipping import GrowthFrom, Shipper, Shipping
from openetg.server.life.follower_process import WARNING_WORD
from openetg.server.life.single_process import alone
from openetg.server.plan.folder import FloorFolder

SHORTEST_WAIT_S = 0.02
LONGEST_WAIT_S = 0.25
"""A journal that rests is looked at less and less often, down to this."""

Say = Callable[[str], None]


class FollowerPlan(Struct, frozen=True):
    """How to follow a journal."""

    place: FloorFolder
    checkpoint_every_s: float = CHECKPOINT_EVERY_S
    snapshot_every: int = SNAPSHOT_EVERY
    mirror: str = ""
    """The address of a second journal; empty if there is none."""
    host: str = "127.0.0.1"
    port: int | None = None
    """Where to serve pages; None serves none, 0 picks a free one."""
    shipping: Shipping = Shipping()
    """Where signed checkpoints are sent."""
    once: bool = False
    """Stop when the end of the journal is reached."""
    with_floor: bool = False
    """Stop when standard input ends: the floor that started this process holds the other end."""


async def follow(plan: FollowerPlan, say: Say) -> None:
    """Follows a journal until told to stop; raises `AlarmRaised` at the first difference, having written it down."""
    with ExitStack() as stack:
        lock = plan.place.path / "following"
        stack.enter_context(alone(lock, f"another follower follows the journal of {plan.place.path}"))
        journal = stack.enter_context(closing(places.open_to_read(plan.place.journal)))
        try:
            follower = _follower(plan, journal)
            stack.callback(follower.close)
            await _follow(plan, follower, stack, say)
        except AlarmRaised as raised:
            write_alarm(plan.place, raised.alarm)
            raise


def _follower(plan: FollowerPlan, journal: Any) -> Follower:
    return Follower(journal, plan.place, checkpoint_every_s=plan.checkpoint_every_s, snapshot_every=plan.snapshot_every)


async def _follow(plan: FollowerPlan, follower: Follower, stack: ExitStack, say: Say) -> None:
    mirror = Mirror(plan.place.journal, plan.mirror, follower.authentic) if plan.mirror else None
    shipper = Shipper(plan.shipping, plan.place.checkpoints) if plan.shipping else None
    stop = _stop_signal(with_floor=plan.with_floor)
    for words in follower.skipped:
        say(f"skipped  {words}")
    say(f"follows  {plan.place.journal_shown} from entry {follower.sequence}")
    if plan.once:
        while (follower.step() or follower.look_back()) and not stop.is_set():
            await asyncio.sleep(0)
        if mirror is not None:
            mirror.catch_up()
            _raise_alarm_of(mirror)
    else:
        if mirror is not None:
            mirror.start()
            stack.callback(mirror.stop)
        if shipper is not None:
            shipper.start()
        pages = _serve_pages(plan, follower, mirror, say)
        await _until_stopped(follower, (mirror, shipper), stop, say)
        if pages is not None:
            pages.cancel()
    if plan.with_floor:
        while follower.step():  # until everything the floor wrote is taken in
            await asyncio.sleep(0)
    follower.finish()
    _ship(follower, shipper, say)
    if shipper is not None:
        shipper.stop()
        shipper.ship_waiting()
        _raise_alarm_of(shipper)
    say(f"signed   {follower.notary.sequence} entries, root {follower.notary.tree.root().hex()}")


async def _until_stopped(
    follower: Follower, beside: tuple[Mirror | None, Shipper | None], stop: asyncio.Event, say: Say
) -> None:
    wait_s = SHORTEST_WAIT_S
    while not stop.is_set():
        before = follower.sequence
        more = follower.step() or _look_back(follower, say)
        _ship(follower, beside[1], say)
        for each in beside:
            _raise_alarm_of(each)
        wait_s = SHORTEST_WAIT_S if more or follower.sequence > before else min(wait_s * 1.5, LONGEST_WAIT_S)
        try:
            async with asyncio.timeout(0 if more else wait_s):
                await stop.wait()
        except TimeoutError:
            continue


def _look_back(follower: Follower, say: Say) -> bool:
    """Goes on with the check of older entries; says when it is done."""
    if follower.backlog.is_done:
        return False
    more = follower.look_back()
    if not more:
        macs = "chain and MACs hold" if follower.authentic is not None else "the chain holds"
        say(f"checked  entries up to {follower.backlog.reached}: {macs}")
    return more


def _ship(follower: Follower, shipper: Shipper | None, say: Say) -> None:
    """Sends the newest checkpoint if it was not sent; reports when checkpoints have long been kept nowhere else."""
    note = follower.notary.note
    if shipper is None or note is None:
        return
    if note.checkpoint.size > shipper.offered:
        shipper.offer(note, _growth(follower, note))
    if overdue := shipper.overdue():
        say(f"{WARNING_WORD}  checkpoints are not kept elsewhere: {overdue}")


def _growth(follower: Follower, note: SignedNote) -> GrowthFrom:
    """How the tree has grown, for a witness; asked in another thread, so with a look of its own into the tree."""

    def growth(old: int) -> str:
        tree = open_tree(follower.place.tree)
        try:
            return growth_request(follower.journal, note, old=old, tree=tree)
        finally:
            if tree is not None:
                tree.close()

    return growth


def _raise_alarm_of(beside: Mirror | Shipper | None) -> None:
    if beside is not None and beside.alarm is not None:
        raise AlarmRaised(beside.alarm)


def _stop_signal(*, with_floor: bool) -> asyncio.Event:
    stop = asyncio.Event()
    if with_floor:
        # No process writes to it: that it can be read means that it has ended.
        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), stop.set)
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


def _serve_pages(plan: FollowerPlan, follower: Follower, mirror: Mirror | None, say: Say) -> asyncio.Task[None] | None:
    if plan.port is None:
        return None
    from openetg.server.follower.pages import make_app  # noqa: PLC0415 - slow, and not always wanted
    from openetg.server.front.pages import make_server  # noqa: PLC0415

    listening = socket.create_server((plan.host, plan.port))
    say(f"pages    http://{plan.host}:{listening.getsockname()[1]}/health")
    server = make_server(make_app(follower, mirror, plan.host), plan.host, plan.port)
    return asyncio.create_task(server.serve(sockets=[listening]))


def write_alarm(place: FloorFolder, alarm: Alarm) -> None:
    """Adds an alarm to those of a floor, durably."""
    handle = os.open(place.alarm, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    with os.fdopen(handle, "wb") as file:
        file.write(json.encode(alarm) + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read_alarms(place: FloorFolder) -> list[Alarm]:
    """The alarms of a floor that no person has removed, oldest first."""
    try:
        lines = place.alarm.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    return [_alarm(line) for line in lines]


def _alarm(line: bytes) -> Alarm:
    try:
        return json.decode(line, type=Alarm)
    except DecodeError:
        # Cut short by a crash, or written by a person: an alarm all the same.
        return Alarm(0, "alarm", "an alarm as the follower writes it", line.decode(errors="replace"))
