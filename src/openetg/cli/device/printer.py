"""`etg device printer`: a simulated ticket printer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from openetg.cli.device.money_program import Hand, done, listening, run
from openetg.devices.printer.signals import LANGUAGE
from openetg.devices.printer.simulator import SimulatedPrinter
from openetg.keys.tickets import DIGITS, grouped


def _take(device: Any, rest: str) -> str:
    del rest
    taken = device.take()
    if taken is None:
        return "nothing there"
    number = grouped(taken.ticket) if len(taken.ticket) == DIGITS else taken.ticket
    return f"{taken.title} {number} {taken.cents // 100}.{taken.cents % 100:02}"


def _load(device: Any, rest: str) -> str:
    if not (rest.isascii() and rest.isdigit()):
        return f"expected how many tickets, found {rest!r}"
    device.load(int(rest))
    return f"{device.paper} tickets left"


HANDS: dict[str, Hand] = {
    "take": _take,
    "load": _load,
    "jam": done(lambda device: device.jam()),
    "mend": done(lambda device: device.mend()),
}


@click.command("printer")
@listening
@click.option("--paper", default=400, show_default=True, help="How many tickets it has.")
def command(host: str, port: int, memory: Path | None, key_file: Path | None, paper: int) -> None:
    """A simulated ticket printer.

    Words from its standard input are hands: `take` the ticket, `load 100`, `jam`, `mend`.
    """
    device = SimulatedPrinter(paper=paper)
    run(LANGUAGE, device, HANDS, "printer", host=host, port=port, memory=memory, key_file=key_file)
