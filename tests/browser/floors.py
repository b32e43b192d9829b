"""A real floor for a browser test: the server as its own process, fast wheels, the journal in a folder of the test."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import etg_processes as starting

FAST = ["--period", "6", "--launch", "1", "--time-factor", "6"]
"""A wagering period of six seconds, and devices six times as fast as real ones."""
STOPS_WITHIN_S = 60


class RunningFloor:
    """One process of a floor."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        command = starting.etg("floor", "run", *options, "--folder", folder, "--port", port)
        self.server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=starting.around()
        )
        self.folder = folder
        self.address = self._address()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def _address(self) -> str:
        assert self.server.stdout is not None, "it was opened to be read"
        heard = []
        for line in self.server.stdout:
            heard.append(line)
            found = re.match(r"floor\s+(http://\S+)", line)
            if found:
                return found[1]
        self.kill()
        raise AssertionError("".join(heard))

    def kill(self) -> None:
        """As if the plug were pulled."""
        self.server.kill()
        self.server.wait(timeout=STOPS_WITHIN_S)
        self._close()

    def stop(self) -> None:
        """Told to stop, it ends well."""
        self.server.terminate()
        said = self.server.stdout.read() if self.server.stdout else ""
        ended = self.server.wait(timeout=STOPS_WITHIN_S)
        self._close()
        assert ended == 0, said

    def _close(self) -> None:
        if self.server.stdout is not None:
            self.server.stdout.close()


@contextmanager
def running_floor(folder: Path, *options: str, port: int = 0) -> Iterator[RunningFloor]:
    """A floor that listens until the end of the test; then it is killed, whatever it is doing."""
    floor = RunningFloor(folder, *options, port=port)
    try:
        yield floor
    finally:
        if floor.server.poll() is None:
            floor.kill()
