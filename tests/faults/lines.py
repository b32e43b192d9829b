"""A line between a client and a server that can be cut or held up after any byte, in either direction."""

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from itertools import pairwise
from threading import Condition, Thread
from typing import Self


class Way(Enum):
    """Which bytes are meant: those of the client or those of the server."""

    REQUESTS = 1
    REPLIES = 2


class Line:
    """Listens on a port of its own and passes on to another. `connections` are in the order they were made.

    `changed` may change what the server says.
    """

    def __init__(self, to_port: int, *, changed: Callable[[bytes], bytes] = bytes) -> None:
        self._to_port = to_port
        self._replies_changed = changed
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.connections: list[Connection] = []
        self._accepting = Thread(target=self._accept)
        self._accepting.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listener.close()
        for connection in self.connections:
            connection.cut()
            connection.join()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._to_port))
            self.connections.append(Connection(client, server, replies_changed=self._replies_changed))


class Connection:
    """One connection through the line. Records what passes; the limit counts from when it was set."""

    def __init__(
        self, client: socket.socket, server: socket.socket, *, replies_changed: Callable[[bytes], bytes]
    ) -> None:
        self._replies_changed = replies_changed
        self._ends = {Way.REQUESTS: (client, server), Way.REPLIES: (server, client)}
        self._changed = Condition()
        self._limit: tuple[Way, int] | None = None
        self._holding = False
        self.reached_the_limit = False
        self.passed = dict.fromkeys(Way, b"")
        for end in (client, server):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._pumps = [Thread(target=self._pump, args=(way,)) for way in Way]
        for pump in self._pumps:
            pump.start()

    def cut_after(self, way: Way, byte_count: int) -> None:
        """Let so many more bytes pass this way; the next one cuts the connection."""
        self._set_limit(way, byte_count, holding=False)

    def hold_after(self, way: Way, byte_count: int) -> None:
        """Let so many more bytes pass this way and keep the others back, with the connection open."""
        self._set_limit(way, byte_count, holding=True)

    def wait_for_the_limit(self) -> None:
        """Until the first byte beyond the limit has come."""
        with self._changed:
            self._changed.wait_for(lambda: self.reached_the_limit)

    def let_go(self) -> None:
        """Pass on what was kept back."""
        with self._changed:
            self._limit = None
            self._changed.notify_all()

    def cut(self) -> None:
        self.let_go()
        for end, _ in self._ends.values():
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def join(self) -> None:
        for pump in self._pumps:
            pump.join()
        for end, _ in self._ends.values():
            end.close()

    def _set_limit(self, way: Way, byte_count: int, *, holding: bool) -> None:
        with self._changed:
            self.passed = dict.fromkeys(Way, b"")
            self._limit = (way, byte_count)
            self._holding = holding

    def _pump(self, way: Way) -> None:
        source, sink = self._ends[way]
        with suppress(OSError):
            while data := source.recv(1 << 16):
                now, later = self._split(way, self._replies_changed(data) if way is Way.REPLIES else data)
                sink.sendall(now)
                if later and not self._hold():
                    break
                sink.sendall(later)
        self.cut()

    def _split(self, way: Way, data: bytes) -> tuple[bytes, bytes]:
        with self._changed:
            room = len(data)
            if self._limit is not None and self._limit[0] is way:
                room = min(room, self._limit[1] - len(self.passed[way]))
            self.passed[way] += data[:room]
            return data[:room], data[room:]

    def _hold(self) -> bool:
        """Whether what was beyond the limit may pass, in the end."""
        with self._changed:
            self.reached_the_limit = True
            self._changed.notify_all()
            if self._holding:
                self._changed.wait_for(lambda: self._limit is None)
            return self._holding


def message_points(passed: bytes) -> list[int]:
    """Where to cut a recorded stretch of PostgreSQL's protocol: at each message's begin, and one byte into it."""
    begins = list(_begins(passed))
    assert begins[-1] == len(passed), "whole messages were recorded"
    inside = [(begin + end) // 2 for begin, end in pairwise(begins)]
    return sorted({*begins, *(begin + 1 for begin in begins[:-1]), *inside})


def _begins(passed: bytes) -> Iterator[int]:
    """A message is a letter, a length that counts itself, and the rest."""
    place = 0
    while place < len(passed):
        yield place
        place += 1 + int.from_bytes(passed[place + 1 : place + 5])
    yield place
