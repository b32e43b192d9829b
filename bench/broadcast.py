"""What it costs to tell a whole table something, beside a bare loop of sends of the same bytes over the same lines.

Started by `wager.py --goals`, which sends it as many terminals as it was told to wait for. Front, sockets, sessions,
exchange and writer are the product's own; no journal, since telling is what is measured. Prints ``port N``, then one
line of JSON with the CPU of every telling and every loop, turn by turn, and serves until it is ended.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import time
from contextlib import AsyncExitStack

import uvloop
from picows import WSMsgType, WSTransport

from bench.path import START_MS, TABLE, floor_with
from openetg.floor.commands import Order, SetLimits, Sign
from openetg.floor.rounds.views import table_view
from openetg.money import cents
from openetg.server.front.front import open_front, origins_of
from openetg.server.guests.exchange import Exchange
from openetg.server.guests.sessions import Session
from openetg.server.guests.sockets import PATH, Connection
from openetg.server.writer.writer import Writer
from openetg.wire.codec import encode
from openetg.wire.messages import TableNews

HOST = "127.0.0.1"
TURNS = 15
PAUSE_S = 0.15
"""Between two tellings, so that everybody has read the one before."""


class Table:
    """One table with its terminals connected, and how everybody at it is told something."""

    def __init__(self, terminals: int) -> None:
        self.terminals = terminals
        self.writer = Writer(floor_with([f"T{number:05}" for number in range(1, terminals + 1)]))
        self.exchange = Exchange(self.writer, wake=lambda: None)
        self.connections: list[Connection] = []
        self.number = 0

    def session(self, connection: Connection) -> Session:
        self.connections.append(connection)
        return Session(self.exchange, connection, lambda _terminal, _key: True, messages_per_s=1e9)

    def change(self) -> None:
        """Changes something everybody is told of, and tells them."""
        self.number += 1
        sign = Sign(min=cents(1), max=cents(10**9 + self.number), step=cents(1))
        self.writer.submit(Order("bench-table", 1, self.number, SetLimits(TABLE, {"any": sign})))
        group = self.writer.step(START_MS)
        assert group is not None, "something waited"
        self.exchange.publish(self.writer.committed(group))

    def news(self) -> bytes:
        """The bytes everybody was told last, but for the number before."""
        floor = self.writer.floor
        return encode(TableNews(floor.sequence, floor.sequence - 1, START_MS, table_view(floor.tables[TABLE])))

    def transports(self) -> list[WSTransport]:
        """Every line, to go around everything of ours."""
        found = [connection._transport for connection in self.connections]
        return [transport for transport in found if transport is not None]


def send_to_all(transports: list[WSTransport], data: bytes) -> None:
    """The bare loop."""
    text = WSMsgType.TEXT
    for transport in transports:
        transport.send(text, data)


async def measure(table: Table) -> dict[str, list[float]]:
    """CPU µs per terminal of tellings and bare loops, in turns."""
    spent: dict[str, list[float]] = {"told_us": [], "bare_us": []}
    transports = table.transports()
    for turn in range(2 * TURNS):
        await asyncio.sleep(PAUSE_S)
        data = table.news()
        began = time.thread_time_ns()
        if turn % 2:
            table.change()
        else:
            send_to_all(transports, data)
        used = (time.thread_time_ns() - began) / 1000 / len(transports)
        spent["told_us" if turn % 2 else "bare_us"].append(used)
    return spent


async def serve(terminals: int) -> None:
    """Listens, waits for everybody, measures, says what it found."""
    table = Table(terminals)
    async with AsyncExitStack() as stack:
        listening = stack.enter_context(socket.create_server((HOST, 0), backlog=4096))
        sockets = {PATH: lambda _request: Connection(table.session, lambda: START_MS)}
        await open_front(listening, origins_of(HOST, None), sockets, None, tls=None, stack=stack)
        print(f"port {listening.getsockname()[1]}", flush=True)
        while len(table.exchange.listeners) < terminals:
            await asyncio.sleep(PAUSE_S)
        print(json.dumps(await measure(table)), flush=True)
        await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("terminals", type=int)
    uvloop.run(serve(parser.parse_args().terminals))


if __name__ == "__main__":
    main()
