"""What a simulated device would keep in permanent memory, as bytes: so that it outlives the process it runs in.

A device names what it keeps in `MEMORY`, each with its type. Everything else is forgotten, as with a loss of power.
"""

from typing import Any, Protocol

from msgspec import convert, json


class Keeps(Protocol):
    """A device with a permanent memory."""

    @property
    def MEMORY(self) -> dict[str, Any]:  # noqa: N802 -- a table of the class
        """By attribute, its type."""
        ...

    def switch_on(self) -> None:
        """Power is there."""
        ...


def remembered(device: Keeps) -> bytes:
    """Its memory."""
    return json.encode({name: getattr(device, name) for name in device.MEMORY})


def recall(device: Keeps, memory: bytes) -> None:
    """Gives a device its memory back and switches it on; `msgspec.ValidationError` if that is no such memory."""
    kept = json.decode(memory, type=dict[str, Any])
    for name, kind in device.MEMORY.items():
        setattr(device, name, convert(kept[name], kind))
    device.switch_on()
