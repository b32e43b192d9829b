"""A real floor for a browser test: the server as its own process, fast wheels, the journal in a folder of the test."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START = [sys.executable, "-c", "from openetg.cli.main import main; main()", "floor", "run"]


@contextmanager
def running_floor(folder: Path, *options: str) -> Iterator[str]:
    """A floor that listens; the address of its pages."""
    command = [*START, "--folder", str(folder), "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            yield _address(server)
        finally:
            server.terminate()
            said = server.stdout.read() if server.stdout else ""
            assert server.wait(timeout=20) == 0, said


def _address(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    heard = []
    for line in server.stdout:
        heard.append(line)
        found = re.match(r"floor\s+(http://\S+)", line)
        if found:
            return found[1]
    raise AssertionError("".join(heard))
