"""A warm standby: a floor in memory that stays in step with a journal, and runs on it when it is told to.

Told by a file in its folder, since a user who may write there may start floors. Taking over is: claim, fold the rest,
run; the claim fences the old writer, so whether that is still alive does not matter. Until then it must never write.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import islice
from pathlib import Path

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from openetg.floor.state import Floor
from openetg.journal import places
from openetg.journal.store import JournalProblem, Reader
from openetg.keys.files import write_whole
from openetg.keys.signing import PUBLIC, read_public_key
from openetg.reports.audit.recovery import recover
from openetg.reports.audit.second_opinion import SecondOpinion, followed
from openetg.server.checks.clock_check import ClockConfirmed, check_clock, wall_ms
from openetg.server.checks.selfcheck import CheckFailed
from openetg.server.guests.sessions import IsKey
from openetg.server.life.run import FloorStopped, Settings, refuse_taken_address, run_floor
from openetg.server.life.single_process import NotAlone, alone, is_held
from openetg.server.plan.folder import FloorFolder, authentic_of

LOCK = "standby"
REQUEST = "promote"
ANSWER = "promoted"
POLL_S = 0.02
GROUPS_PER_STEP = 200

Say = Callable[[str], None]


class Warm:
    """A floor in step with a journal: chain checked, folded, not decided again."""

    def __init__(self, journal: Reader, place: FloorFolder) -> None:
        public = place.keys / PUBLIC
        key = read_public_key(public.read_text(encoding="utf-8")) if public.is_file() else None
        self._authentic = authentic_of(place, journal.journal_id)
        read = recover(journal, snapshots=place.snapshots, key=key, authentic=self._authentic)
        self._journal = journal
        self._opinion = SecondOpinion(read.floor, read.hash, decides_again=False)

    @property
    def sequence(self) -> int:
        """The last entry taken in."""
        return self._opinion.sequence

    @property
    def at_ms(self) -> int:
        """The time of that entry."""
        return self._opinion.floor.at_ms

    def step(self) -> bool:
        """Takes in some new groups; returns whether there may be more."""
        return self._take_in(self._journal, at_most=GROUPS_PER_STEP)

    def catch_up(self, journal: Reader) -> Floor:
        """The floor at the end of a journal that has just been claimed; nothing that was read before is read again."""
        while self._take_in(journal, at_most=GROUPS_PER_STEP):
            pass
        head = journal.head()
        if (head.sequence, head.hash) != (self._opinion.sequence, self._opinion.hash):
            raise JournalProblem(
                f"{journal.journal_id}: expected to end at entry {self._opinion.sequence} with the hash"
                f" {self._opinion.hash.hex()}, found {head.sequence} and {head.hash.hex()}."
            )
        return self._opinion.floor

    def _take_in(self, journal: Reader, *, at_most: int) -> bool:
        taken = islice(followed(self._opinion, journal, authentic=self._authentic), at_most)
        return sum(1 for _ in taken) == at_most


async def stand_by(settings: Settings, say: Say, is_key: IsKey | None = None) -> None:
    """Stands by until told to take over, then runs the floor; ends if told to stop. `FloorStopped` as `run_floor`."""
    folder = settings.folder
    place = FloorFolder(folder, settings.store, settings.keys)
    try:
        with alone(folder / LOCK, f"{folder}: another standby stands by here"):
            _forget(folder)
            with closing(places.open_to_read(place.journal)) as journal:
                warm = Warm(journal, place)
                say(f"stands by {place.journal_shown} at entry {warm.sequence}")
                settings_asked = await _until_promoted(warm, settings, say)
                if settings_asked is None:
                    return
            await _take_over(settings_asked, warm, say, is_key)
    except (JournalProblem, NotAlone) as problem:
        raise FloorStopped(str(problem)) from None


async def _until_promoted(warm: Warm, settings: Settings, say: Say) -> Settings | None:
    """Stays in step with the journal until asked to take over; the settings to run with then. None if told to stop."""
    stop = _stop_signal()
    while not stop.is_set():
        more = warm.step()
        asked = _requested(settings.folder)
        if asked is not None:
            run_so = replace(settings, clock_confirmed=asked.clock or settings.clock_confirmed)
            try:
                refuse_taken_address(run_so)
                check_clock(warm.at_ms, wall_ms(), run_so.clock, run_so.clock_confirmed)
            except (FloorStopped, CheckFailed) as no:
                say(f"not promoted: {no}")
                _answer(settings.folder, f"not promoted: {no}")
            else:
                return run_so
        try:
            async with asyncio.timeout(0 if more else POLL_S):
                await stop.wait()
        except TimeoutError:
            continue
    return None


async def _take_over(settings: Settings, warm: Warm, say: Say, is_key: IsKey | None) -> None:
    said: list[str] = []

    def tell(words: str) -> None:
        """Prints what a starting floor says, and keeps the last line as the answer to the request."""
        say(words)
        said.append(words)
        if words.startswith("journal"):
            _answer(settings.folder, "promoted: " + "; ".join(" ".join(line.split()) for line in said[-2:]))

    try:
        await run_floor(settings, tell, is_key, warm=warm.catch_up)
    except FloorStopped as stopped:
        if not any(words.startswith("journal") for words in said):
            _answer(settings.folder, f"not promoted: {stopped}")
        raise


def stands_by(folder: Path) -> bool:
    """Whether a standby stands by on a folder, or has taken over from there."""
    return is_held(folder / LOCK)


class Request(Struct, frozen=True):
    """That the standby take over, as the file says that tells it."""

    clock: ClockConfirmed | None = None
    """The person's confirmation that the clock is right, though it is far from the last entry; None if there is
    none."""


def request_promotion(folder: Path, clock: ClockConfirmed | None = None) -> None:
    """Asks the standby of a folder to take over."""
    (folder / ANSWER).unlink(missing_ok=True)
    write_whole(folder / REQUEST, json.encode(Request(clock)) + b"\n", mode=0o600)


def answer_to_request(folder: Path) -> str | None:
    """The standby's answer; None if there is none yet."""
    try:
        return (folder / ANSWER).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None


def _requested(folder: Path) -> Request | None:
    """What was asked, once; a file with other words in it asks all the same."""
    try:
        said = (folder / REQUEST).read_bytes()
        (folder / REQUEST).unlink()
    except FileNotFoundError:
        return None
    try:
        return json.decode(said, type=Request)
    except DecodeError:
        return Request()


def _answer(folder: Path, words: str) -> None:
    write_whole(folder / ANSWER, f"{words}\n".encode(), mode=0o644)


def _forget(folder: Path) -> None:
    """Deletes a request that no standby was there to read: a later one must not act on it."""
    for name in (REQUEST, ANSWER):
        (folder / name).unlink(missing_ok=True)


def _stop_signal() -> asyncio.Event:
    stop = asyncio.Event()
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop
