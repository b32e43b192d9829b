"""A program that floods a floor: python flooder.py PORT CONNECTIONS SECONDS SECRET; prints what it sent as JSON.

Each connection says hello with a right key, then sends as much as the line takes; one that is cut comes back. It ends
after its time, and, however busy its machine, not before the floor has cut as many as there are connections and it has
sent ten thousand messages for each second of it.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time

from openetg.server.guests.sessions import key_of
from tests.faults.doors import UPGRADE, frame, hello

A_SECOND = 10_000
BATCH = 500
"""Messages sent in one go."""
GUESTS = 4


def main(port: int, connections: int, seconds: float, secret: str) -> dict[str, int]:
    """Floods."""
    begin = {n: UPGRADE + frame(hello(f"G{n}", key=key_of(secret.encode(), f"G{n}"))) for n in range(1, GUESTS + 1)}
    place = [frame(b'{"type":"place","n":%d,"wager":"red","amount":500}' % n) for n in range(1, BATCH + 1)]
    batch, one = b"".join(place), sum(map(len, place)) / BATCH
    selector, sent, cut, opened = selectors.DefaultSelector(), 0, 0, 0
    until = time.monotonic() + seconds
    while time.monotonic() < until or cut < connections or sent < A_SECOND * seconds * one:
        while len(selector.get_map()) < connections:
            opened += 1
            selector.register(_opened(port, begin[opened % GUESTS + 1]), selectors.EVENT_READ | selectors.EVENT_WRITE)
        for key, events in selector.select(0.1):
            link = key.fileobj
            assert isinstance(link, socket.socket)
            try:
                if events & selectors.EVENT_READ and not link.recv(65_536):
                    raise ConnectionResetError
                if events & selectors.EVENT_WRITE:
                    sent += link.send(batch)
            except BlockingIOError:
                continue
            except OSError:
                selector.unregister(link)
                link.close()
                cut += 1
    for key in list(selector.get_map().values()):
        assert isinstance(key.fileobj, socket.socket)
        key.fileobj.close()
    return {"messages": int(sent / one), "cut": cut, "opened": opened}


def _opened(port: int, first: bytes) -> socket.socket:
    link = socket.create_connection(("127.0.0.1", port))
    link.sendall(first)
    link.setblocking(False)
    return link


if __name__ == "__main__":
    port, connections, seconds, secret = sys.argv[1:]
    sys.stdout.write(json.dumps(main(int(port), int(connections), float(seconds), secret)))
