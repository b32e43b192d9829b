"""A simulated device as a real one: a TCP server that the floor's driver connects to, in real or scaled time.

It serves one floor at a time; a new connection takes the place of the old, since a floor that restarted may leave a
dead one behind. With a key, only a floor that has proven itself takes another's place, is heard or told anything, and
every line is sealed. It moves bytes and time; everything a device does is in its simulator.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar, cast

from openetg.devices.line.proof import DeviceProof, ProofStage
from openetg.devices.line.seal import LineSealer, Unsealer

_UNREAD_MAX = 65_536
_STRANGERS_MAX = 8
_PROVE_WITHIN_S = 5.0

Done = TypeVar("Done")


class DeviceEnd(Protocol):
    """The device's end of a line: bytes in, bytes out, on the device's own time."""

    def receive(self, data: bytes) -> None:
        """Orders from the floor, at the device's present time."""
        ...

    def connection_reset(self) -> None:
        """A new floor has connected."""
        ...

    def next_event_ms(self) -> int:
        """When the device will have something to say, if no order comes before."""
        ...

    def advance(self, to_ms: int) -> bytes:
        """Everything on the line until `to_ms`."""
        ...


class DeviceServer:
    """Runs a device's end against the loop's clock; `time_factor` 100 makes a spin a hundred times shorter."""

    def __init__(self, line: DeviceEnd, *, time_factor: float = 1.0, key: bytes | None = None) -> None:
        self._line = line
        self._factor = time_factor
        self._key = key
        self._server: asyncio.Server | None = None
        self._floors: set[_FloorConnection] = set()
        self._strangers: set[_FloorConnection] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._began_s = 0.0

    async def open(self, host: str = "127.0.0.1", port: int = 0) -> tuple[str, int]:
        """Switch the device on and listen; the address it listens at."""
        loop = asyncio.get_running_loop()
        self._began_s = loop.time()
        self._server = await loop.create_server(lambda: _FloorConnection(self, self._new_proof()), host, port)
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
        """Cut the cable; the device runs on."""
        for floor in [*self._floors, *self._strangers]:
            floor.transport.abort()
            await floor.closed.wait()

    def pump(self) -> None:
        """Bring the device to the present, send what it says, wake again when it has more."""
        said = self._line.advance(self._now_ms())
        for floor in list(self._floors):
            floor.say(said)
        if self._timer is not None:
            self._timer.cancel()
        wake_at_s = self._began_s + self._line.next_event_ms() / 1_000 / self._factor
        self._timer = asyncio.get_running_loop().call_at(wake_at_s, self.pump)

    def by_hand(self, act: Callable[[], Done]) -> Done:
        """A person does something to the device itself, now."""
        self.pump()
        done = act()
        self.pump()
        return done

    def met(self, floor: "_FloorConnection") -> None:
        """A floor connected that has yet to prove itself."""
        self._strangers.add(floor)
        if len(self._strangers) > _STRANGERS_MAX:
            floor.transport.abort()

    def connected(self, floor: "_FloorConnection") -> None:
        """A floor is there."""
        self._strangers.discard(floor)
        for older in list(self._floors):
            older.transport.abort()
        self._floors.add(floor)
        self._line.connection_reset()

    def disconnected(self, floor: "_FloorConnection") -> None:
        """It is gone."""
        self._floors.discard(floor)
        self._strangers.discard(floor)

    def heard(self, data: bytes) -> None:
        """A floor said this."""
        self.pump()
        self._line.receive(data)
        self.pump()

    def _new_proof(self) -> DeviceProof | None:
        return None if self._key is None else DeviceProof(self._key, secrets.token_bytes)

    def _now_ms(self) -> int:
        return int((asyncio.get_running_loop().time() - self._began_s) * 1_000 * self._factor)


@asynccontextmanager
async def serving(
    line: DeviceEnd, *, time_factor: float = 1.0, key: bytes | None = None
) -> AsyncIterator[tuple[DeviceServer, str, int]]:
    """A device on a free port of this machine, for the length of a `with`."""
    server = DeviceServer(line, time_factor=time_factor, key=key)
    host, port = await server.open()
    try:
        yield server, host, port
    finally:
        await server.close()


class _FloorConnection(asyncio.Protocol):
    """One floor at the other end. A floor that does not read is cut rather than waited for."""

    transport: asyncio.Transport

    def __init__(self, server: DeviceServer, proof: DeviceProof | None) -> None:
        self.closed = asyncio.Event()
        self._server = server
        self._proof = proof
        self._sealer: LineSealer | None = None
        self._unsealer: Unsealer | None = None
        self._patience: asyncio.TimerHandle | None = None

    def say(self, said: bytes) -> None:
        """What the device says, under seals where there is a key."""
        self.tell(said if self._sealer is None else self._sealer.seal(said))

    def tell(self, said: bytes) -> None:
        if self.transport.is_closing():
            return
        self.transport.write(said)
        if self.transport.get_write_buffer_size() > _UNREAD_MAX:
            self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        if self._proof is None:
            self._server.connected(self)
            return
        self._patience = asyncio.get_running_loop().call_later(_PROVE_WITHIN_S, self.transport.abort)
        self._server.met(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if self._patience is not None:
            self._patience.cancel()
        self._server.disconnected(self)
        self.closed.set()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._proof is not None:
            data = self._hear_proof(data, self._proof)
        if self._unsealer is not None:
            data = self._unsealed(data, self._unsealer)
        if data:
            self._server.heard(data)

    def _unsealed(self, data: bytes, unsealer: Unsealer) -> bytes:
        """Orders of the floor alone; a connection with a wrong seal is cut."""
        opened = unsealer.open(data)
        if opened.broken:
            self.transport.abort()
        return opened.plain

    def _hear_proof(self, data: bytes, proof: DeviceProof) -> bytes:
        """What follows a proof that has come to its good end."""
        said, rest = proof.receive(data)
        self.tell(said)
        if proof.standing is ProofStage.FAILED:
            self.transport.abort()
        if proof.standing is not ProofStage.PROVEN:
            return b""
        assert proof.session is not None, "who has proven the key has the keys of the connection"
        self._sealer, self._unsealer = LineSealer(proof.session.device), Unsealer(proof.session.floor)
        self._proof = None
        if self._patience is not None:
            self._patience.cancel()
        self._server.connected(self)
        return rest
