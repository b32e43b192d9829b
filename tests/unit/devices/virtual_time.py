"""A loop whose time jumps to the next timer, and a link without a wire: hours of supervision in no time."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import TypeVar

Result = TypeVar("Result")


class _JumpingSelector(selectors.DefaultSelector):
    """Instead of waiting, lets that much time have passed."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "everybody waits and nothing is planned: the test would hang"
        self.now_s += max(timeout, 0.0)
        return super().select(0)


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop on virtual time, starting at 0."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now_s


def play(course: Coroutine[object, object, Result]) -> Result:
    """Run a test's course to its end on virtual time."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(course)


class MemoryTransport(asyncio.Transport):
    """The near end of a link that a test holds in its hand."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self.protocol = protocol
        self.written = b""
        self._closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self._closing

    def abort(self) -> None:
        if not self._closing:
            self._closing = True
            asyncio.get_running_loop().call_soon(self.protocol.connection_lost, None)

    def feed(self, data: bytes) -> None:
        """The far end says this."""
        self.protocol.data_received(data)


class MemoryLinks:
    """A far end that can be reached or not; keeps every link ever made and when each was tried."""

    def __init__(self, *, reachable: bool = True) -> None:
        self.reachable = reachable
        self.links: list[MemoryTransport] = []
        self.tried_at_ms: list[int] = []

    async def connect(self, make_protocol: Callable[[], asyncio.Protocol]) -> object:
        self.tried_at_ms.append(round(asyncio.get_running_loop().time() * 1_000))
        if not self.reachable:
            raise ConnectionRefusedError("nobody listens")
        transport = MemoryTransport(make_protocol())
        self.links.append(transport)
        transport.protocol.connection_made(transport)
        return transport
