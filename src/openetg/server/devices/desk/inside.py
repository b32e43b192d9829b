"""Simulated money devices inside the server's own process, for floors without any: the demonstration, and rehearsals.

Each keeps in a file what a real one keeps in permanent memory, written before anything it says is heard, so that a
server that is killed finds its devices as they were: with the note in escrow and the ticket in the mouth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import MsgspecError

from openetg.devices.line.signals import Identify, LinkOpened
from openetg.devices.money.line import Beat
from openetg.devices.money.memory import recall, remembered


class InsideLine:
    """The line to one simulated device in this process."""

    def __init__(self, device: Any, memory: Path | None) -> None:
        self.device = device
        self._memory = memory
        self._kept = b""
        if memory is not None and memory.exists():
            try:
                recall(device, memory.read_bytes())
            except (MsgspecError, KeyError, OSError) as problem:
                raise ValueError(f"{memory}: expected the memory of a simulated device: {problem}") from None

    def send(self, order: object, /) -> bool:
        """The device takes the order at once."""
        self.device.order(order)
        self.keep()
        return True

    def by_hand(self, deed: Callable[[Any], object]) -> object:
        """A person does something to the device: puts a note in, takes a ticket out, opens a door."""
        done = deed(self.device)
        self.keep()
        return done

    def heard(self, to_ms: int) -> list[Any]:
        """What the device has said, once its memory is written."""
        said = self.device.advance(to_ms)
        if any(not isinstance(signal, Beat) for signal in said):
            self.keep()
        return [signal for signal in said if not isinstance(signal, Beat)]

    def keep(self) -> None:
        """Writes the memory if it has changed."""
        if self._memory is None or not hasattr(self.device, "MEMORY"):
            return
        memory = remembered(self.device)
        if memory != self._kept:
            beside = self._memory.with_suffix(".new")
            beside.write_bytes(memory)
            beside.replace(self._memory)
            self._kept = memory


Make: TypeAlias = Callable[[str], Any]
"""The device of a name, or None if there is none of that name here."""
Before: TypeAlias = Callable[[str, InsideLine, Any], None]
"""What a person does at a device that has sent something, before the floor hears of it: name, line and signal."""


class InsideDevices:
    """All simulated money devices, by name; the owner of the clock calls `advance`.

    One is there from the start if it is named, or comes to be when it is first told something: of the thousands of
    printers on a floor most are idle most of the time, and one that was never used need not be looked at.
    """

    def __init__(
        self,
        devices: Mapping[str, Any],
        folder: Path | None = None,
        *,
        make: Make = lambda _: None,
        before: Before = lambda _name, _line, _signal: None,
        time_factor: float = 1.0,
    ) -> None:
        """Raises `OSError` if the folder cannot be used, `ValueError` if it holds something else."""
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder = folder
        self._make = make
        self._before = before
        self._factor = time_factor
        self._began_ms: int | None = None
        self._greeted: set[str] = set()
        self.lines = {name: self._line(name, device) for name, device in devices.items()}

    def line(self, name: str) -> InsideLine | None:
        """The line to a device, which may come to be by this; None if there is none of that name."""
        found = self.lines.get(name)
        if found is None and (device := self._make(name)) is not None:
            found = self.lines[name] = self._line(name, device)
        return found

    def has(self, name: str) -> bool:
        """Whether there is, or would be, a device of that name."""
        return name in self.lines or self._make(name) is not None

    def advance(self, at_ms: int, hear: Callable[[str, Any], None]) -> None:
        """Brings every device to the present and has heard what it said."""
        if self._began_ms is None:
            self._began_ms = at_ms
        now_ms = int((at_ms - self._began_ms) * self._factor)
        for name, line in list(self.lines.items()):
            if name not in self._greeted:
                self._greeted.add(name)
                hear(name, LinkOpened())
                line.send(Identify())
            for signal in line.heard(now_ms):
                self._before(name, line, signal)
                hear(name, signal)

    def _line(self, name: str, device: Any) -> InsideLine:
        memory = None if self._folder is None else self._folder / f"{name.replace('/', '-')}.json"
        return InsideLine(device, memory)


class AllLines(Mapping[str, Any]):
    """The lines to all money devices: those attached, and the simulated ones in this process."""

    def __init__(self, attached: Mapping[str, Any], inside: InsideDevices) -> None:
        self._attached = attached
        self._inside = inside

    def __getitem__(self, name: str) -> Any:
        found = self._attached.get(name) or self._inside.line(name)
        if found is None:
            raise KeyError(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._attached or self._inside.has(str(name))

    def __iter__(self) -> Iterator[str]:
        return iter((*self._attached, *self._inside.lines))

    def __len__(self) -> int:
        return len(self._attached) + len(self._inside.lines)
