"""`etg floor init`: a floor file to begin with, for a floor that plays for real money or for a rehearsal."""

from __future__ import annotations

import os
import re
import sys
from importlib.resources import files
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.server.plan.floor_plan import SIMULATED
from openetg.server.plan.floorfile_devices import check_address

_TABLE = re.compile(r"^\[tables\.(\w+)\]$")
_SIMULATED = re.compile(r'^(device|acceptor|printer) = "simulated"')
_PLAIN = re.compile(r"[!#-\[\]-~]+")
"""What can stand in quotes as it is: no space, no quote, no backslash."""
_TO_DO = "# TO BE WRITTEN: "
_EXAMPLES = {
    "device": 'device = "tcp://192.168.7.20:4001"',
    "acceptor": 'acceptor = "serial:/dev/acceptor-{}"',
    "printer": 'printer = "serial:/dev/printer-{}"',
}


@click.command("init")
@click.argument("file", type=click.Path(path_type=Path), default=Path("floor.toml"))
@click.option("--rehearsal", is_flag=True, help="A floor on which nothing is real money, every device simulated.")
@click.option("--acceptor", default="", metavar="ADDRESS", help="Where note acceptors are; {} is the terminal's name.")
@click.option("--printer", default="", metavar="ADDRESS", help="Where ticket printers are, likewise.")
@click.option("--device", multiple=True, metavar="TABLE=ADDRESS", help="Where the device of a table is.")
def command(file: Path, rehearsal: bool, acceptor: str, printer: str, device: tuple[str, ...]) -> None:
    """Writes a commented floor file with six tables, to be changed by hand.

    At a terminal it asks whether real money is played for, and where the money devices are. What is not said is left to
    be written: `etg floor check` names it, and no floor plays for real money before.
    """
    text = files("openetg.server.plan").joinpath("floor.toml").read_text()
    tables = [named[1] for line in text.splitlines() if (named := _TABLE.match(line))]
    addresses = {"acceptor": acceptor, "printer": printer} | _of_tables(device, tables)
    said = rehearsal or any(addresses.values())
    if file.exists():
        raise BadQuestionError(f"{file}: expected a free name, found a file")
    if rehearsal and any(addresses.values()):
        raise BadQuestionError("--rehearsal: expected it alone; write addresses of real devices into the file")
    for what, address in addresses.items():
        if address and (problem := _wrong(what, address)):
            raise BadQuestionError(f"--{what.split()[0]}: {problem}")
    if not said and is_a_terminal():
        rehearsal = not click.confirm("Is this a floor that plays for real money?", default=False)
        if not rehearsal:
            addresses |= _asked(tables)
    _write(file, text if rehearsal else for_real_money(text, addresses))
    click.echo(f"{file}: written; `etg floor check {file}` checks it, `etg floor run {file}` runs it")
    if rehearsal:
        click.echo("a rehearsal: nothing on it is real money, and every screen says so")
    elif _TO_DO in file.read_text():
        click.echo(
            f"it plays for real money: complete it first, `etg floor check {file}` names every address that is missing"
        )


def is_a_terminal() -> bool:
    """Whether a person is there to answer."""
    return sys.stdin.isatty()


def for_real_money(text: str, addresses: dict[str, str]) -> str:
    """The shipped file with real addresses; where none is known, a comment that says so."""
    lines, table, part = [], "", ""
    for line in text.splitlines():
        named, simulated = _TABLE.match(line), _SIMULATED.match(line)
        part = line.split()[2] if line.startswith("# ──") else part
        table = named[1] if named else table
        if line.startswith(("rehearsal = ", " " * 36 + "# journal is one of a rehearsal")):
            continue
        if line.startswith("seats = "):
            continue  # people who play in a browser, for simulated devices only
        if part == "Jackpots" and line and not line.startswith("#"):
            line = f"# {line}"  # noqa: PLW2901 - the authority has approved none of them for this floor
        if line.startswith("name = ") and "demonstration" in line:
            lines.append('name = "A floor"')
        elif simulated:
            what = simulated[1]
            address = addresses.get(f"device {table}" if what == "device" else what, "")
            lines.append(f'{what} = "{address}"' if address else _TO_DO + _EXAMPLES[what])
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _of_tables(device: tuple[str, ...], tables: list[str]) -> dict[str, str]:
    found = {}
    for text in device:
        table, equals, address = text.partition("=")
        if not (table and equals and address):
            raise BadQuestionError(f'--device: expected TABLE=ADDRESS, found "{text}"')
        if table not in tables:
            raise BadQuestionError(f'--device: expected one of the tables {", ".join(tables)}, found "{table}"')
        found[f"device {table}"] = address
    return found


def _wrong(what: str, address: str) -> str:
    """What is wrong with an address, in words; empty if a device could stand there."""
    if address == SIMULATED:
        return f'expected an address, found "{SIMULATED}": real money comes from real devices, or it is a rehearsal'
    expected = "expected tcp://HOST:PORT or serial:PATH"
    if not _PLAIN.fullmatch(address):
        return f"{expected}, found {address!r}"
    problem = next(check_address(what, address, may_cycle=what.startswith("device")), None)
    return "" if problem is None else f'{expected}, found "{address}"'


def _asked(tables: list[str]) -> dict[str, str]:
    click.echo(
        "Addresses are tcp://HOST:PORT or serial:PATH, {} for the name of a terminal; Enter leaves it for later."
    )
    questions = {"acceptor": "Where are the acceptors", "printer": "Where are the printers"}
    questions |= {f"device {table}": f"Where is the device of table {table}" for table in tables}
    return {what: _ask(what, words) for what, words in questions.items()}


def _ask(what: str, words: str) -> str:
    """Asks until the answer is an address or nothing."""
    while True:
        address: str = click.prompt(words, default="", show_default=False).strip()
        problem = _wrong(what, address) if address else ""
        if not problem:
            return address
        click.echo(problem, err=True)


def _write(file: Path, text: str) -> None:
    try:
        # It may hold the password of a database, and who writes to it engages people: its owner's alone at once.
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise BadQuestionError(f"{file}: expected a free name, found a file") from None
    except OSError as fault:
        raise BadQuestionError(f"{file}: cannot be written: {fault.strerror}") from None
