"""`etg device`: simulated devices as programs of their own, so that they outlive a floor that is restarted."""

from __future__ import annotations

import click

from openetg.cli.lazy import LazyGroup

COMMANDS = {
    "wheel": "an automatic roulette wheel",
    "live-wheel": "a roulette wheel that a dealer spins, with the dealer's keys",
    "tumbler": "a tumbler with three dice",
    "money-wheel": "a money wheel with its indicator, and the dealer's keys",
    "status-line": "a wheel that runs its own cycle and has a status line",
    "acceptor": "a note acceptor that also reads tickets",
    "printer": "a ticket printer",
    "kiosk": "a kiosk that takes a ticket and pays it",
    "key": "a new key for a device that is reached over a network",
}


@click.group("device", cls=LazyGroup, package="openetg.cli.device", summaries=COMMANDS)
def command() -> None:
    """Run a simulated device that listens for its floor.

    Each reads words from its standard input: `fault NAME` lets that go wrong in the next spin; where a dealer stands,
    `push` spins it and the keys are words as well. It runs until it is stopped.
    """
