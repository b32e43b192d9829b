"""Takes connections at the floor's address: so many in all, and so many of one address.

Called by the doorway, which says what each connection is for. It must never stop listening, let one address crowd out
the others, or use up the descriptors that the journal needs. The accept loop of aiofastnet 1.2 is not used: when
descriptors run out it means to pause, fails doing so (it asks the socket for `remove_reader`, which belongs to the
loop) and fills the log for as long as that lasts; and it knows no limit before the TLS handshake is done.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from asyncio import BaseProtocol
from collections import Counter
from collections.abc import Callable

import aiofastnet
from msgspec import Struct

from openetg.server.access.origins import is_loopback, neighbourhood

BACKLOG = 4_096
AT_ONCE = 256
"""So many connections are taken before the floor gets a turn."""
HANDSHAKE_S = 10.0
"""How long a TLS handshake may take."""
GOODBYE_S = 2.0
"""How long the other side is given to say goodbye over TLS."""
PAUSE_S = 1.0
"""How long no connection is accepted after the machine had no room for another."""
PER_ADDRESS = 200
"""Connections that one address may hold, unless the floor file says otherwise."""
KEEPALIVE = {"TCP_KEEPIDLE": 20, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 60_000}
"""A line whose other end vanished (power, cable) is noticed within a minute, whichever side is to send next."""
NO_ROOM = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

_log = logging.getLogger("openetg.sockets")


class Bounds(Struct, frozen=True):
    """How many connections are held at most."""

    most: int = 1_000_000
    """In all."""
    per_address: int = PER_ADDRESS
    """From one address."""
    from_here: int = 1_000_000
    """From an address of this machine itself: simulated players, or a proxy, share one address."""


def address_counted(address: str) -> str:
    """What connections of an address are counted under: this machine's own under themselves, others under their
    network."""
    return address if is_loopback(address) else neighbourhood(address)


def _notice_a_dead_line(line: socket.socket) -> None:
    """Has the system ask regularly whether the other end of a connection is still there."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEPALIVE.items():
        if hasattr(socket, name):  # not every system has all of them
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class _Counted(socket.socket):
    """A connection that reports its closing, whichever side closes it."""

    on_close: Callable[[], None] | None = None

    def close(self) -> None:
        """Closes it, and reports that once."""
        super().close()
        told, self.on_close = self.on_close, None
        if told is not None:
            told()


class Listening:
    """Listens at one address."""

    def __init__(
        self,
        listening: socket.socket,
        make: Callable[[], BaseProtocol],
        *,
        tls: ssl.SSLContext | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        self._socket = listening
        self._make = make
        self._tls = tls
        self._bounds = bounds or Bounds()
        self._loop = asyncio.get_running_loop()
        self._handshakes: set[asyncio.Task[None]] = set()
        self._held: Counter[str] = Counter()
        self._again: asyncio.TimerHandle | None = None
        self.turned_away: Counter[str] = Counter()
        """Connections that were closed unheard, by `address`, `all` or `descriptors`."""

    @property
    def held(self) -> int:
        """How many connections there are."""
        return self._held.total()

    def begin(self) -> None:
        """Begins to accept connections."""
        self._socket.setblocking(False)
        self._socket.listen(BACKLOG)
        self._loop.add_reader(self._socket.fileno(), self._accept)

    def close(self) -> None:
        """Accepts no more connections; open ones are not touched."""
        if self._again is not None:
            self._again.cancel()
        if self._socket.fileno() >= 0:
            self._loop.remove_reader(self._socket.fileno())
            self._socket.close()
        for task in self._handshakes:
            task.cancel()

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                plain, address = self._socket.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionAbortedError:
                continue
            except OSError as fault:
                self._pause(fault)
                return
            self._take(plain, address_counted(str(address[0])))

    def _pause(self, fault: OSError) -> None:
        """The machine has no room for a connection: it stays ready to be accepted, so accepting pauses for a while."""
        if fault.errno not in NO_ROOM:
            raise fault
        self.turned_away["descriptors"] += 1
        _log.error("no connection can be taken: %s; %d are held", fault.strerror, self.held)
        self._loop.remove_reader(self._socket.fileno())
        self._again = self._loop.call_later(PAUSE_S, self._resume)

    def _resume(self) -> None:
        self._again = None
        self._loop.add_reader(self._socket.fileno(), self._accept)

    def _take(self, plain: socket.socket, address: str) -> None:
        why = self._too_many(address)
        if why:
            plain.close()
            self.turned_away[why] += 1
            _log.warning("a connection of %s was turned away: too many (%s)", address, why)
            return
        taken = _Counted(plain.family, plain.type, plain.proto, fileno=plain.detach())
        _notice_a_dead_line(taken)
        taken.on_close = lambda: self._let_go(address)
        self._held[address] += 1
        task = self._loop.create_task(self._connect(taken))
        self._handshakes.add(task)
        task.add_done_callback(self._handshakes.discard)

    def _too_many(self, address: str) -> str:
        """Which bound another connection of an address would break; empty if none."""
        if self.held >= self._bounds.most:
            return "all"
        bound = self._bounds.from_here if is_loopback(address) else self._bounds.per_address
        return "address" if self._held[address] >= bound else ""

    def _let_go(self, address: str) -> None:
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]

    async def _connect(self, taken: socket.socket) -> None:
        """Hands a connection to its protocol once TLS is set up; one whose handshake fails is only closed."""
        try:
            await aiofastnet.connect_accepted_socket(
                self._loop,
                self._make,
                taken,
                ssl=self._tls,
                ssl_handshake_timeout=None if self._tls is None else HANDSHAKE_S,
                ssl_shutdown_timeout=None if self._tls is None else GOODBYE_S,
            )
        except (OSError, ssl.SSLError) as fault:
            _log.debug("a connection came to nothing: %s", fault)
            taken.close()
        except asyncio.CancelledError:
            taken.close()
            raise
