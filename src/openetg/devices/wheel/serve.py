"""A simulated wheel as a real device: a TCP server that the floor's driver connects to, in real or scaled time.

It serves one floor at a time; a new connection takes the place of the old, since a floor that restarted may leave a
dead one behind. It moves bytes and time; everything a wheel does is in `simulator` and `line`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from openetg.devices.wheel.line import SimulatedLine

_UNREAD_MAX = 65_536


class WheelServer:
    """Runs a SimulatedLine against the loop's clock; `time_factor` 100 makes a spin a hundred times shorter."""

    def __init__(self, line: SimulatedLine, *, time_factor: float = 1.0) -> None:
        self._line = line
        self._factor = time_factor
        self._server: asyncio.Server | None = None
        self._floors: set[_FloorConnection] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._began_s = 0.0

    async def open(self, host: str = "127.0.0.1", port: int = 0) -> tuple[str, int]:
        """Switch the wheel on and listen; the address it listens at."""
        loop = asyncio.get_running_loop()
        self._began_s = loop.time()
        self._server = await loop.create_server(lambda: _FloorConnection(self), host, port)
        self.pump()
        address: tuple[str, int] = self._server.sockets[0].getsockname()[:2]
        return address

    async def close(self) -> None:
        """Switch it off, as a power cut would."""
        if self._timer is not None:
            self._timer.cancel()
        if self._server is not None:
            self._server.close()
        await self.drop_connections()
        if self._server is not None:
            await self._server.wait_closed()

    async def drop_connections(self) -> None:
        """Cut the cable; the wheel runs on."""
        for floor in list(self._floors):
            floor.transport.abort()
            await floor.closed.wait()

    def pump(self) -> None:
        """Bring the wheel to the present, send what it says, wake again when it has more."""
        said = self._line.advance(self._now_ms())
        for floor in list(self._floors):
            floor.tell(said)
        if self._timer is not None:
            self._timer.cancel()
        wake_at_s = self._began_s + self._line.next_event_ms() / 1_000 / self._factor
        self._timer = asyncio.get_running_loop().call_at(wake_at_s, self.pump)

    def connected(self, floor: "_FloorConnection") -> None:
        for older in list(self._floors):
            older.transport.abort()
        self._floors.add(floor)
        self._line.connection_reset()

    def disconnected(self, floor: "_FloorConnection") -> None:
        self._floors.discard(floor)

    def heard(self, data: bytes) -> None:
        self.pump()
        self._line.receive(data)
        self.pump()

    def _now_ms(self) -> int:
        return int((asyncio.get_running_loop().time() - self._began_s) * 1_000 * self._factor)


@asynccontextmanager
async def serving(line: SimulatedLine, *, time_factor: float = 1.0) -> AsyncIterator[tuple[WheelServer, str, int]]:
    """A wheel on a free port of this machine, for the length of a `with`."""
    server = WheelServer(line, time_factor=time_factor)
    host, port = await server.open()
    try:
        yield server, host, port
    finally:
        await server.close()


class _FloorConnection(asyncio.Protocol):
    """One floor at the other end. A floor that does not read is cut rather than waited for."""

    transport: asyncio.Transport

    def __init__(self, server: WheelServer) -> None:
        self.closed = asyncio.Event()
        self._server = server

    def tell(self, said: bytes) -> None:
        if self.transport.is_closing():
            return
        self.transport.write(said)
        if self.transport.get_write_buffer_size() > _UNREAD_MAX:
            self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self._server.connected(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._server.disconnected(self)
        self.closed.set()

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self._server.heard(data)
