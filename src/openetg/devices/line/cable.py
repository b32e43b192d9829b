"""A simulated device's end of the line: bytes in, bytes out. Still no socket and no clock.

So a seeded world can run a device over a network of its own.
"""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from openetg.devices.line.forms import Language, Said
from openetg.devices.line.protocol import OrderProtocol
from openetg.devices.line.signals import DeviceOrder, Garbled

_Said_co = TypeVar("_Said_co", covariant=True)


class VirtualDevice(Protocol[_Said_co]):
    """A simulated device on virtual time."""

    def order(self, order: DeviceOrder) -> None:
        """Take an order now; what it makes the device say comes with the next advance."""
        ...

    def next_event_ms(self) -> int:
        """When the device will have something to say, if no order comes before."""
        ...

    def advance(self, to_ms: int) -> Sequence[_Said_co]:
        """Let time pass until `to_ms`; what the device said up to then, in order."""
        ...


class DeviceLine(Generic[Said]):
    """A simulated device that speaks bytes."""

    def __init__(self, language: Language[Said], device: VirtualDevice[Said]) -> None:
        self._language = language
        self._device = device
        self._protocol = OrderProtocol()

    def receive(self, data: bytes) -> None:
        """Orders from the floor, at the device's present time. Rubbish is passed over."""
        for order in self._protocol.receive(data):
            if not isinstance(order, Garbled):
                self._device.order(order)

    def connection_reset(self) -> None:
        """A new floor has connected; what the last one left unfinished is forgotten."""
        self._protocol.connection_reset()

    def next_event_ms(self) -> int:
        """When the device will have something to say, if no order comes before."""
        return self._device.next_event_ms()

    def advance(self, to_ms: int) -> bytes:
        """Everything on the line until `to_ms`."""
        return b"".join(self._language.encode(signal) for signal in self._device.advance(to_ms))
