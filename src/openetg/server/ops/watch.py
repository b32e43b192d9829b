"""Looks after the machine while a floor runs: its software once a day and when asked, its clock and disk every minute.

What is found goes on record as a fault of the machine, once until it is well again; what a look at the software came
to goes on record each time, well or not. Play goes on. It decides nothing and never touches the floor's state.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from openetg.floor.commands import RecordSoftwareCheck, ReportMachineFault
from openetg.server.checks.manifest import Manifest, ManifestProblem, differences
from openetg.server.checks.selfcheck import LEAST_ROOM, free_room, listed

LOOK_EVERY_S = 60.0
SOFTWARE_EVERY_S = 24 * 60 * 60.0
JUMP_MS = 2_000
"""How far the wall clock may be from the floor's: less is drift, which time services put right."""


MachineReport = ReportMachineFault | RecordSoftwareCheck
"""A report about the machine."""
Report = Callable[[MachineReport], bool]
"""Puts it on record; False if there is no room for it now."""


class MachineWatch:
    """Checks the machine, and remembers what was reported of it."""

    def __init__(
        self,
        *,
        approved: Manifest,
        take: Callable[[], Manifest],
        folder: Path,
        now_ms: Callable[[], int],
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        strangers: Callable[[], list[str]] = list,
    ) -> None:
        """`strangers` gives the files of modules and libraries that are loaded and none of the software."""
        self._strangers = strangers
        self._approved = approved
        self._take = take
        self._folder = folder
        self._now_ms = now_ms
        self._wall_ms = wall_ms
        self._apart_ms = wall_ms() - now_ms()
        """How far the two clocks were apart when it began: the floor's may be ahead after one that was put back."""
        self._told: dict[str, str] = {}
        self._unsaid: list[MachineReport] = []
        """Reports there was no room for."""
        self.asked = asyncio.Event()
        """Set to have the software checked now."""

    async def run(self, report: Report) -> None:
        """Runs for ever; reading all the software takes a moment and is done beside the floor."""
        software_at = time.monotonic() + SOFTWARE_EVERY_S
        while True:
            try:
                async with asyncio.timeout(LOOK_EVERY_S):
                    await self.asked.wait()
            except TimeoutError:
                pass
            if self.asked.is_set() or time.monotonic() >= software_at:
                self.asked.clear()
                software_at = time.monotonic() + SOFTWARE_EVERY_S
                self._report(await asyncio.to_thread(self.software), report)
            self._report(list(self.clock_and_disk()), report)

    def software(self) -> list[MachineReport]:
        """Whether the files are still what they were: what they are now, and what is wrong with that."""
        try:
            found = self._take()
        except ManifestProblem as problem:
            return [RecordSoftwareCheck(""), *self._new("software", str(problem))]
        different = differences(self._approved, found)
        different += [f"{file}: loaded, and none of the software" for file in self._strangers()]
        return [RecordSoftwareCheck(found.digest), *self._new("software", listed(different) if different else "")]

    def clock_and_disk(self) -> Iterator[ReportMachineFault]:
        """Whether the wall clock has jumped, and whether the disk fills up."""
        apart = self._wall_ms() - self._now_ms()
        jump = apart - self._apart_ms
        if abs(jump) > JUMP_MS:
            self._apart_ms = apart
            way = "ahead" if jump > 0 else "back"
            yield ReportMachineFault("clock", f"the wall clock jumped {abs(jump)} ms {way}; the floor's went on")
        yield from self._new("disk", self._disk())

    def _disk(self) -> str:
        try:
            free = free_room(self._folder)
        except OSError as fault:
            return f"the disk cannot be asked how much room is left: {fault.strerror}"
        return "" if free is None or free >= LEAST_ROOM else "there is little room left where the journal is written"

    def _new(self, part: str, why: str) -> Iterator[ReportMachineFault]:
        """A fault that was not reported yet; once it is gone it may be reported again."""
        if why and self._told.get(part) != why:
            yield ReportMachineFault(part, why)
        elif self._told.get(part) and not why:
            yield ReportMachineFault(part, "in order again", mended=True)
        self._told[part] = why

    def _report(self, found: Sequence[MachineReport], report: Report) -> None:
        self._unsaid = [each for each in (*self._unsaid, *found) if not report(each)]
