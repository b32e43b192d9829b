"""The command `etg`: finds the file of a command only when it is asked for, so that each starts at once."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper

import click

from openetg.rulebook.problems import RulebookProblems

COMMANDS = {
    "rulebooks": "the rulebooks that ship, or one in a folder of yours",
    "check": "check a rulebook and name everything that is wrong with it",
    "clauses": "the clauses of a rulebook, and what rests on each",
    "readings": "how silent or misprinted clauses are applied, and why",
    "powers": "who may do what, and by which clause",
    "wagers": "every wager with its odds and exact return",
    "paytable": "what comes back for every wager on every outcome",
    "settle": "what wagers win on an outcome, and which clause says so",
    "play": "play a round script and say where it does not hold",
    "conformance": "which clauses are proved by which tests",
    "floor": "run a floor on this machine",
    "journal": "read and verify journals",
    "device": "run a simulated device",
    "tour": "a walk through these commands",
}


class LazyGroup(click.Group):
    """Commands by name, each in its own module, imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order a newcomer meets them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"openetg.cli.{cmd_name}").command
        assert isinstance(command, click.Command), "each module of the command line has a `command`"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in `etg --help`, without importing any of them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="openetg", message="OpenETG %(version)s")
def etg() -> None:
    """OpenETG: regulated table games, exact to the cent, every decision with its clause.

    RULEBOOK is the name of a rulebook that ships (see `etg rulebooks`) or the path of a folder with a
    rulebook.toml and a clauses.toml of your own.
    """


def main() -> None:
    """Runs a command; what is wrong with a rulebook or a question is said in words, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a letter shows a question mark, not a traceback.
            stream.reconfigure(errors="replace")
    try:
        etg()
    except RulebookProblems as wrong:
        click.echo(str(wrong), err=True)
        sys.exit(2)
