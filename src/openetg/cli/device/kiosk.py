"""`etg device kiosk`: a simulated ticket-in cash-out kiosk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.device.money_program import Hand, cents_typed, done, listening, new_life, run
from openetg.devices.kiosk.signals import LANGUAGE
from openetg.devices.kiosk.simulator import SimulatedKiosk

CASSETTES = "100x50 50x100 20x200 10x200 5x200 1x200 0.50x100 0.10x200 0.05x200"


def _ticket(device: Any, rest: str) -> str:
    digits = rest.replace("-", "").replace(" ", "")
    return "in escrow" if device.insert(digits) else "given straight back"


def _paid(device: Any, rest: str) -> str:
    del rest
    total, owed = sum(device.dispensed), sum(receipt.owed_cents for receipt in device.receipts)
    return f"paid {total // 100}.{total % 100:02}, owed on receipts {owed // 100}.{owed % 100:02}"


HANDS: dict[str, Hand] = {
    "ticket": _ticket,
    "paid": _paid,
    "jam": done(lambda device: device.jam()),
    "mend": done(lambda device: device.mend()),
}


def cassettes_of(text: str) -> dict[int, int]:
    """`50x100 0.05x200`: pieces by value; a bad question if it is none."""
    found: dict[int, int] = {}
    for word in text.split():
        value, _, pieces = word.partition("x")
        try:
            found[cents_typed(value)] = int(pieces)
        except ValueError:
            raise BadQuestionError(f"--cassettes: expected VALUExPIECES such as 50x100, found {word!r}") from None
    return found


@click.command("kiosk")
@listening
@click.option("--cassettes", default=CASSETTES, show_default=True, help="What it pays with.")
@click.option("--cap", default="2000", show_default=True, help="The most it pays for one ticket.")
def command(host: str, port: int, memory: Path | None, key_file: Path | None, cassettes: str, cap: str) -> None:
    """A simulated kiosk that takes a ticket and pays it.

    Words from its standard input are hands: `ticket NUMBER`, `paid`, `jam`, `mend`.
    """
    try:
        device = SimulatedKiosk(cassettes=cassettes_of(cassettes), cap=cents_typed(cap), life=new_life())
    except ValueError as problem:
        raise BadQuestionError(f"--cap: {problem}") from None
    run(LANGUAGE, device, HANDS, "kiosk", host=host, port=port, memory=memory, key_file=key_file)
