"""`etg device acceptor`: a simulated note acceptor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from openetg.cli.device.money_program import Hand, cents_typed, done, listening, new_life, run
from openetg.devices.acceptor.signals import LANGUAGE
from openetg.devices.acceptor.simulator import SimulatedAcceptor


def _note(device: Any, rest: str) -> str:
    return "in escrow" if device.insert_note(cents_typed(rest)) else "given straight back"


def _ticket(device: Any, rest: str) -> str:
    digits = rest.replace("-", "").replace(" ", "")
    return "in escrow" if device.insert_ticket(digits) else "given straight back"


def _box(device: Any, rest: str) -> str:
    del rest
    taken = device.open_box()
    total = sum(item.cents for item in taken)
    return f"{len(taken)} in the box, notes worth {total // 100}.{total % 100:02}"


HANDS: dict[str, Hand] = {
    "note": _note,
    "ticket": _ticket,
    "jam": done(lambda device: device.jam()),
    "clear": done(lambda device: device.clear_jam()),
    "cheat": done(lambda device: device.cheat()),
    "box": _box,
}


@click.command("acceptor")
@listening
def command(host: str, port: int, memory: Path | None, key_file: Path | None) -> None:
    """A simulated note acceptor that also reads tickets.

    Words from its standard input are hands: `note 50`, `ticket NUMBER`, `jam`, `clear`, `cheat`, `box`.
    """
    device = SimulatedAcceptor(life=new_life())
    run(LANGUAGE, device, HANDS, "acceptor", host=host, port=port, memory=memory, key_file=key_file)
