"""Starts the writers of `tests.faults.writer` as real processes."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

Process = subprocess.Popen[bytes]


def start_writer(what: str, path: Path, *more: object, stdout: int = subprocess.PIPE) -> Process:
    command = [sys.executable, "-m", "tests.faults.writer", what, str(path), *map(str, more)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=stdout)


def next_line(process: Process) -> list[str]:
    """What the process says next, as words."""
    assert process.stdout is not None
    return process.stdout.readline().decode().split()


def remaining_lines(process: Process) -> list[list[str]]:
    """All the process says until it ends; a line it did not finish was never said."""
    assert process.stdout is not None
    end_input(process)
    whole_lines = process.stdout.read().decode().split("\n")[:-1]
    return [line.split() for line in whole_lines]


def end_input(process: Process) -> None:
    assert process.stdin is not None
    process.stdin.close()


def last_acknowledged(lines: list[list[str]]) -> int:
    return max((int(line[1]) for line in lines if line[0] == "acknowledged"), default=0)
