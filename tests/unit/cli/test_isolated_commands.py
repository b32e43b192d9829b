"""Every command that touches keys or a journal starts isolated; which do not is decided here, one by one.

That nothing foreign runs in what was started so is proved with real processes in tests/faults/test_foreign_code.py.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from openetg import isolated
from openetg.cli.main import etg

WITHOUT_KEYS_OR_JOURNAL = {
    "rulebooks", "check", "clauses", "readings", "powers", "wagers", "paytable", "settle", "jackpot figures", "play",
    "conformance", "players", "tour", "device wheel", "device live-wheel", "device tumbler", "device money-wheel",
    "device status-line", "device acceptor", "device printer", "device kiosk",
}  # fmt: skip
"""They read rulebooks, scripts and tests, or are a simulation. A device has a key of its own line, and no floor's."""


def every_command(group: click.Command = etg, *above: str) -> Iterator[tuple[str, ...]]:
    """The words of every command there is."""
    if not isinstance(group, click.Group):
        yield above
        return
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from every_command(command, *above, name)


EVERY = sorted(" ".join(words) for words in every_command())


class StartedAgain(Exception):
    """The program would be another from here on."""


def start(monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[list[str], dict[str, str]] | None:
    """What `etg` with these words starts in its own place; None if it goes on as it is."""
    started: list[tuple[list[str], dict[str, str]]] = []

    def execve(program: str, command: list[str], environment: dict[str, str]) -> None:
        assert program == command[0] == sys.executable
        started.append((command, environment))
        raise StartedAgain

    monkeypatch.setattr(os, "execve", execve)
    monkeypatch.setattr(sys, "argv", ["etg", *words])
    monkeypatch.setattr("openetg.cli.main.main", lambda: None)
    try:
        isolated.main()
    except StartedAgain:
        return started[0]
    return None


@pytest.mark.parametrize("command", [each for each in EVERY if each not in WITHOUT_KEYS_OR_JOURNAL])
@pytest.mark.parametrize("before", [(), ("--",)])
def test_a_command_that_touches_keys_or_journal_is_started_again_with_nothing_foreign(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, before: tuple[str, ...]
) -> None:
    (tmp_path / "re.py").write_text("raise SystemExit('ran')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    for name in ("PYTHONPATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "PYTHONSTARTUP", "GCONV_PATH"):
        monkeypatch.setenv(name, str(tmp_path))
    again = start(monkeypatch, *before, *command.split())
    assert again is not None
    words, environment = again
    prefix = words[words.index("-X") + 1].removeprefix("pycache_prefix=")
    assert words[1:3] == ["-I", "-S"]
    assert Path(prefix).is_relative_to(tmp_path)
    assert list(Path(prefix).iterdir()) == [], "compiled by this start alone"
    assert words[-len(command.split()) :] == command.split()
    assert isolated.foreign(environment) == []
    assert str(tmp_path) not in {value for name, value in environment.items() if name != "TMPDIR"}


@pytest.mark.parametrize("command", sorted(WITHOUT_KEYS_OR_JOURNAL))
def test_what_touches_neither_goes_on_as_it_is(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    assert command in EVERY
    assert start(monkeypatch, *command.split()) is None


def test_a_command_that_nobody_thought_of_is_isolated() -> None:
    assert isolated.is_guarded(["invented", "yesterday"])
    assert not isolated.is_guarded(["--help"])
