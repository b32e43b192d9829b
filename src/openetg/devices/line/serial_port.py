"""A serial port as a link: the same lines over RS-232, RS-485 or USB as over TCP.

Moves bytes only. A port that goes away is a lost link; the driver opens it again.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable

import serial  # type: ignore[import-untyped]  # it brings no types

from openetg.devices.line.driver import Connect

BAUD = 115_200
_READ_MAX = 4_096
_UNSENT_MAX = 4_096
"""More than this waiting to go out means that no device reads: the driver holds nothing back for later."""


def over_serial(path: str, *, baud: int = BAUD) -> Connect:
    """Connect to a device at a serial port: eight bits, no parity, one stop bit, no flow control."""

    async def connect(make_protocol: Callable[[], asyncio.Protocol]) -> object:
        # SerialException is an OSError: a port that is not there is a link that cannot be made.
        port = serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
        try:
            os.set_blocking(port.fileno(), False)
            return SerialTransport(port, make_protocol())
        except BaseException:
            port.close()
            raise

    return connect


class SerialTransport(asyncio.Transport):
    """An open serial port in the event loop."""

    def __init__(self, port: serial.Serial, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._port = port
        self._fd = port.fileno()
        self._protocol = protocol
        self._unsent: deque[bytes] = deque()
        self._paused = False
        self._closing = False
        self._loop.add_reader(self._fd, self._readable)
        protocol.connection_made(self)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Puts bytes on the line, now or as soon as the port takes them."""
        if self._closing or not data:
            return
        self._unsent.append(bytes(data))
        self._writable()
        if not self._paused and sum(map(len, self._unsent)) > _UNSENT_MAX:
            self._paused = True
            self._protocol.pause_writing()

    def is_closing(self) -> bool:
        """Whether it is closed or about to be."""
        return self._closing

    def close(self) -> None:
        """Ends the link; what was not sent is lost, as on any line."""
        self._end(None)

    def abort(self) -> None:
        """Ends the link at once."""
        self._end(None)

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, _READ_MAX)
        except BlockingIOError:
            return
        except OSError as fault:
            self._end(fault)
            return
        if data:
            self._protocol.data_received(data)
        else:
            self._end(OSError("the port is gone"))

    def _writable(self) -> None:
        self._loop.remove_writer(self._fd)
        while self._unsent:
            try:
                sent = os.write(self._fd, self._unsent[0])
            except BlockingIOError:
                self._loop.add_writer(self._fd, self._writable)
                return
            except OSError as fault:
                self._end(fault)
                return
            left = self._unsent.popleft()[sent:]
            if left:
                self._unsent.appendleft(left)
        if self._paused:
            self._paused = False
            self._protocol.resume_writing()

    def _end(self, fault: OSError | None) -> None:
        if self._closing:
            return
        self._closing = True
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        self._unsent.clear()
        self._port.close()
        self._loop.call_soon(self._protocol.connection_lost, fault)
