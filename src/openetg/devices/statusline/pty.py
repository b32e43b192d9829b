"""A simulated device at a pseudo-terminal, which is to a program what a serial port is. Moves bytes and time only."""

import asyncio
import os
import tty
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from openetg.devices.line.serve import DeviceEnd

_READ_MAX = 4_096


@asynccontextmanager
async def serve_pty(line: DeviceEnd, *, time_factor: float = 1.0) -> AsyncIterator[str]:
    """The path of a terminal at which the device is, for the length of a `with`."""
    near, far = os.openpty()
    tty.setraw(near)
    os.set_blocking(near, False)
    loop = asyncio.get_running_loop()
    began_s = loop.time()

    async def speak() -> None:
        while True:
            said = line.advance(int((loop.time() - began_s) * 1_000 * time_factor))
            # No program reads: what a serial line cannot carry away is lost.
            with suppress(BlockingIOError):
                os.write(near, said)
            wake_s = began_s + line.next_event_ms() / 1_000 / time_factor
            await asyncio.sleep(max(wake_s - loop.time(), 0.001))

    def listen() -> None:
        with suppress(OSError):
            line.receive(os.read(near, _READ_MAX))

    loop.add_reader(near, listen)
    task = asyncio.create_task(speak())
    try:
        yield os.ttyname(far)
    finally:
        loop.remove_reader(near)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        os.close(near)
        os.close(far)
