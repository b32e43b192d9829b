"""The command `etg`."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from openetg.cli.lazy import LazyGroup
from openetg.isolated import ensure_isolated
from openetg.rulebook.problems import Problems

COMMANDS = {
    "rulebooks": "the rulebooks that ship, or one in a folder of yours",
    "check": "check a rulebook and name everything that is wrong with it",
    "clauses": "the clauses of a rulebook, and what rests on each",
    "readings": "how silent or misprinted clauses are applied, and why",
    "powers": "who may do what, and by which clause",
    "wagers": "every wager with its odds and exact return",
    "paytable": "what comes back for every wager on every outcome",
    "settle": "what wagers win on an outcome, and which clause says so",
    "jackpot": "what is to be expected of a jackpot: hits, values, return to player, exactly",
    "play": "play a round script and say where it does not hold",
    "conformance": "which clauses are proved by which tests",
    "floor": "run a floor on this machine",
    "journal": "read, verify, prove, export, follow, back up and archive journals",
    "report": "reports of a journal: a day, a shift, tables, terminals, counters, jackpots, promotions and more",
    "keys": "the keys of a floor: what signs, what seals, what tickets bear",
    "device": "run a simulated device",
    "players": "simulated players at a demonstration floor",
    "tour": "a walk through these commands",
}
ROOMS = {
    "rules": ("rulebooks", "check", "clauses", "readings", "powers", "wagers", "paytable", "settle", "conformance"),
}
"""Folders in here, and the commands whose modules stand in each."""


@click.group(
    cls=LazyGroup,
    package="openetg.cli",
    summaries=COMMANDS,
    rooms=ROOMS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="openetg", message="OpenETG %(version)s")
def etg() -> None:
    """OpenETG: regulated table games, exact to the cent, every decision with its clause.

    RULEBOOK is the name of a rulebook that ships (see `etg rulebooks`) or the path of a folder with a
    rulebook.toml and a clauses.toml of your own.
    """


def main() -> None:
    """Runs a command; what is wrong with a rulebook or a question is said in words, with exit code 2."""
    ensure_isolated(sys.argv[1:])  # it is by now, unless a program of an older installation has called this
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a letter shows a question mark, not a traceback.
            stream.reconfigure(errors="replace")
    try:
        etg()
    except Problems as wrong:
        click.echo(str(wrong), err=True)
        sys.exit(2)
    except PermissionError as fault:
        # A command that may not look has no finding: exit code 1 would say that it had one.
        click.echo(f"{fault.filename}: expected to be allowed to use it, found: {fault.strerror}", err=True)
        sys.exit(2)
