"""Groups of commands that import a command only when it is asked for, so that each starts at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """Commands by name, each in its own module of a package or of one of its rooms, imported on use."""

    def __init__(
        self,
        *args: Any,
        package: str,
        summaries: Mapping[str, str],
        rooms: Mapping[str, Sequence[str]] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._summaries = summaries
        room_of = {name: f"{package}.{room}" for room, names in (rooms or {}).items() for name in names}
        self._modules = {name: f"{room_of.get(name, package)}.{name.replace('-', '_')}" for name in summaries}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order a newcomer meets them."""
        del ctx
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        del ctx
        if cmd_name not in self._summaries:
            return None
        command = import_module(self._modules[cmd_name]).command
        assert isinstance(command, click.Command), "each module of the command line has a `command`"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in `--help`, without importing any of them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))
