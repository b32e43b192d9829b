"""Simulated money devices inside the server's own process, for floors without any: the demonstration, and rehearsals.

Each keeps in a file what a real one keeps in permanent memory, written before anything it says is heard, so that a
server that is killed finds its devices as they were: with the note in escrow and the ticket in the mouth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

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
        """Somebody does something to the device: puts a note in, takes a ticket out, opens a door."""
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


class InsideDevices:
    """All of them, by name; whoever owns the clock calls `advance`."""

    def __init__(self, devices: Mapping[str, Any], folder: Path | None = None) -> None:
        """`OSError` if the folder cannot be used, `ValueError` if it holds something else."""
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.lines = {
            name: InsideLine(device, None if folder is None else folder / f"{name.replace('/', '-')}.json")
            for name, device in devices.items()
        }
        self._began_ms: int | None = None

    def advance(self, at_ms: int, hear: Callable[[str, Any], None]) -> None:
        """Brings every device to the present and has heard what it said."""
        first = self._began_ms is None
        if self._began_ms is None:
            self._began_ms = at_ms
        for name, line in self.lines.items():
            if first:
                hear(name, LinkOpened())
                line.send(Identify())
            for signal in line.heard(at_ms - self._began_ms):
                hear(name, signal)
